(** * RainbowLargeFactor: Section 6.3 of "Generalized Rainbow Differential Privacy", three colors, delta = 0 and E > 2

    A lexicographic optimum is a dominance optimum. If another mechanism has more of the first two colors at s, some of the
    last color can become the second one there: [A] has the vertices that then must give up some of the last color, [B]
    those that must take some of the second. At every vertex some color may fall, since a color that a neighbour holds up
    has at most 1/(E + 1), and three times that is less than 1. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events RainbowOpenQuestion.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma small_enough (R : realFieldType) (l : seq R) : exists2 e, 0 < e <= 1 & forall x, x \in l -> 0 < x -> e <= x.
Proof.
elim: l => [|y l [e /andP[e0 e1] le]]; first by exists 1; rewrite ?ltr01 ?lexx.
case: (ltrP 0 y) => [y0|y0]; last first.
  exists e; rewrite ?e0 // => x; rewrite inE => /predU1P[->|]; last exact: le.
  by rewrite ltNge y0.
exists (Num.min e y); first by rewrite lt_minr e0 y0 le_minl e1.
by move=> x; rewrite inE le_minl => /predU1P[->|/le h /h ->] //; rewrite lexx orbT.
Qed.

Section Large.
Variables (R : realFieldType) (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (E : R).
Variables (fixed : pred V) (m M M' : V -> 'I_3 -> R) (s : V).
Hypotheses (E2 : 2%:R < E) (sym : symmetric r).
Hypothesis one_rainbow : forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> f v = f w.
Hypotheses (optimum : greatest r f (@lexicographic R 3) E 0 fixed m M) (feas' : feasible r E 0 fixed m M').
Let a := f s (@Ordinal 3 0 isT).
Let b := f s (@Ordinal 3 1 isT).
Let c := f s (@Ordinal 3 2 isT).
Hypothesis less : M' s c < M s c.

Let E0 : 0 < E. Proof. by apply: lt_trans E2; rewrite ltr0n. Qed.
Let E1 : 1 < E. Proof. by apply: lt_trans E2; rewrite ltr1n. Qed.
Let ab : a != b. Proof. by rewrite (inj_eq perm_inj). Qed.
Let ac : a != c. Proof. by rewrite (inj_eq perm_inj). Qed.
Let bc : b != c. Proof. by rewrite (inj_eq perm_inj). Qed.
Let sum3 (x : 'I_3 -> R) : \sum_o x o = x a + x b + x c.
Proof.
rewrite (reindex_inj (@perm_inj _ (f s))) /= !big_ord_recl big_ord0 addr0 addrA /a /b /c.
by congr (x _ + x _ + x _); congr (f s _); apply: val_inj.
Qed.
Let colors o : [\/ o = a, o = b | o = c].
Proof.
rewrite -(permKV (f s) o); case: ((f s)^-1%g o) => [[|[|[|//]]] lt]; [constructor 1 | constructor 2 | constructor 3];
  by rewrite /a /b /c; congr (f s _); apply: val_inj.
Qed.

Let near x y o : r x y -> M x o <= E * M y o.
Proof. by case: optimum => [[_ p _] _] /p /close_to_0. Qed.
Let near' x y o : r x y -> M' x o <= E * M' y o.
Proof. by case: feas' => _ p _ /p /close_to_0. Qed.
Let ge0 x o : 0 <= M x o. Proof. by case: optimum => [[law _ _] _]; case: (law x). Qed.
Let one x : M x a + M x b + M x c = 1. Proof. by case: optimum => [[law _ _] _]; rewrite -sum3; case: (law x). Qed.
Let one' x : M' x a + M' x b + M' x c = 1. Proof. by case: feas' => law _ _; rewrite -sum3; case: (law x). Qed.
Let le1 x o : M x o <= 1.
Proof.
by case: optimum => [[law _ _] _]; case: (law x) => x0 <-; rewrite (bigD1 o) //= ler_addl sumr_ge0.
Qed.
Let free x o : M' x o != M x o -> ~~ fixed x.
Proof.
case: optimum feas' => [[_ _ fix_] _] [_ _ fix'] ne; apply/negP => fx.
by case/eqP: ne; rewrite fix_ // fix'.
Qed.
Let first_le x : f x = f s -> M' x a <= M x a.
Proof.
case: optimum => [_ most] fx; case: (most _ feas' x); rewrite fx; first by move=> ->.
case=> [[[|k] lt]] before more; first by apply: ltW; move: more; congr (M' x (f s _) < M x (f s _)); apply: val_inj.
by rewrite -/a before.
Qed.

(** ** The vertices that change *)

Definition above : rel V := fun x w => r x w && (M w c == E * M x c).
Definition below : rel V := fun x y => r x y && (M x b == E * M y b).
Definition A x : bool := connect above s x.
Definition B y : bool := [exists x, A x && connect below x y].
Definition gives x : Prop := M' x c < M x c /\ f x = f s.
Definition takes x : Prop := M x b < M' x b /\ f x = f s.

Let along (P : V -> Prop) (g : rel V) : (forall x y, g x y -> P x -> P y) -> forall x y, connect g x y -> P x -> P y.
Proof.
move=> step x y /connectP[p pp ->]; elim: p x pp => [|z p ih] x //= /andP[xz pp] /(step _ _ xz).
exact: ih pp.
Qed.

Lemma A_gives x : A x -> gives x.
Proof.
move=> sx; apply: along (_ : gives s); [|exact: sx | by []].
move=> y w /andP[yw /eqP e] [lt fy]; have lt' : M' w c < M w c.
  by apply: le_lt_trans (near' c (_ : r w y)) _; rewrite 1?sym // e ltr_pmul2l.
split=> //; rewrite -fy; apply/esym; apply: one_rainbow => //; apply: (@free _ c); by rewrite lt_eqF.
Qed.

Lemma B_takes y : B y -> takes y.
Proof.
case/existsP=> x /andP[/A_gives [lt fx] xy]; apply: along (_ : takes x); [|exact: xy|].
  move=> z w /andP[zw /eqP e] [more fz]; have more' : M w b < M' w b.
    by rewrite -(ltr_pmul2l E0) -e; apply: lt_le_trans more (near' b zw).
  split=> //; rewrite -fz; apply/esym; apply: one_rainbow => //; apply: (@free _ b); by rewrite gt_eqF.
split=> //; have := one' x; rewrite -(one x) => eq; have le := first_le fx.
rewrite ltNge; apply/negP => le'; have := ltr_le_add lt (ler_add le le').
by rewrite addrC eq [M x c + _]addrC ltxx.
Qed.

Lemma A_B x : A x -> B x.
Proof. by move=> h; apply/existsP; exists x; rewrite h connect0. Qed.
Lemma B_below x y : B x -> below x y -> B y.
Proof.
case/existsP=> z /andP[h zx] xy; apply/existsP; exists z; rewrite h.
exact: connect_trans zx (connect1 xy).
Qed.

(** A color that a neighbour holds up. *)
Definition held o y : bool := [exists w, r w y && (M w o == E * M y o)].
Lemma held_le o y : held o y -> (E + 1) * M y o <= 1.
Proof.
case/existsP=> w /andP[wy /eqP e]; have lt : 0 < E - 1 by rewrite subr_gt0.
have back k : M y k <= E * M w k by apply: near; rewrite sym.
rewrite -(ler_pmul2l lt) mulr1; have := one w; have := one y.
by case: (colors o) e => -> e sy sw; [have := ler_add (back b) (back c) | have := ler_add (back a) (back c)
  | have := ler_add (back a) (back b)]; rewrite -mulrDr => h; rewrite -subr_ge0; move: h; rewrite -subr_ge0;
  [have -> : M w b + M w c = 1 - M w a by rewrite -sw; ring | have -> : M w a + M w c = 1 - M w b by rewrite -sw; ring
  | have -> : M w a + M w b = 1 - M w c by rewrite -sw; ring]; rewrite e;
  [have -> : M y b + M y c = 1 - M y a by rewrite -sy; ring | have -> : M y a + M y c = 1 - M y b by rewrite -sy; ring
  | have -> : M y a + M y b = 1 - M y c by rewrite -sy; ring]; congr (0 <= _); ring.
Qed.
Lemma two_held y : held b y -> held c y -> 0 < M y a /\ ~~ held a y.
Proof.
move=> /held_le hb /held_le hc; have E10 : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
have sum : (E + 1) * M y a = (E + 1) * (M y a + M y b + M y c) - (E + 1) * M y b - (E + 1) * M y c by ring.
rewrite one mulr1 in sum.
have more : 1 < (E + 1) * M y a.
  rewrite sum ltr_subr_addl ltr_subr_addl; apply: le_lt_trans (ler_add hb (ler_add hc (lexx 1))) _.
  by rewrite addrA ltr_add2r.
split; last by apply/negP => /held_le; rewrite leNgt more.
by rewrite -(pmulr_rgt0 _ E10); apply: lt_trans more; exact: ltr01.
Qed.
Lemma B_held y : B y -> ~~ A y -> held b y.
Proof.
case/existsP=> x /andP[Ax /connectP[p pp ->]] nA; case/lastP: p pp nA => [|p z]; first by rewrite /= Ax.
rewrite rcons_path last_rcons => /andP[_ /andP[h e]] _; apply/existsP; exists (last x p).
by rewrite h.
Qed.

(** ** The change *)

Definition falls y : 'I_3 := if A y || ~~ held c y then c else a.
Definition change y o : R := if B y then ((o == b)%:R - (o == falls y)%:R) * M y c else 0.
Definition changed e y o : R := M y o + e * change y o.

Let falls_b y : (b == falls y) = false.
Proof. by rewrite /falls; case: ifP => _; apply/negbTE; rewrite // eq_sym. Qed.
Let change_b y : change y b = (if B y then M y c else 0).
Proof. by rewrite /change eqxx falls_b subr0 mul1r. Qed.
Let change_other y o : o != b -> change y o = - (if B y && (o == falls y) then M y c else 0).
Proof.
rewrite /change => /negbTE ->; case: (B y); rewrite ?oppr0 // sub0r /=.
by case: (o == falls y); rewrite ?mulN1r ?oppr0 ?mul0r.
Qed.
Lemma change_le1 y o : -1 <= change y o <= 1.
Proof.
case: (eqVneq o b) => [->|ob].
  rewrite change_b; case: ifP => _; last by rewrite lerN10 ler01.
  by rewrite le1 andbT; apply: le_trans (ge0 y c); rewrite lerN10.
rewrite change_other //; case: ifP => _; last by rewrite oppr0 lerN10 ler01.
by rewrite ler_opp2 le1 /=; apply: le_trans (_ : 0 <= _); rewrite ?oppr_le0 ?ge0 ?ler01.
Qed.
Lemma change_total y : \sum_o change y o = 0.
Proof.
rewrite sum3 /change; case: (B y); last by rewrite !addr0.
rewrite /falls [a == b](negbTE ab) [c == b]eq_sym (negbTE bc) eqxx; case: ifP => _.
  by rewrite eqxx (negbTE ac) (negbTE bc); ring.
by rewrite eqxx [b == a]eq_sym (negbTE ab) [c == a]eq_sym (negbTE ac); ring.
Qed.

Lemma tight x y o : r x y -> M x o = E * M y o -> change x o <= E * change y o.
Proof.
move=> xy e; case: (colors o) e => -> e.
- rewrite !change_other // mulrN ler_opp2; case: ifP => [/andP[By /eqP fall]|_]; last first.
    by rewrite mulr0; case: ifP => // _; exact: ge0.
  move: fall; rewrite /falls; case: ifP => [_ /eqP|]; first by rewrite (negbTE ac).
  move/negbT; rewrite negb_or negbK => /andP[nA hc] _; have [_ /negP[]] := two_held (B_held By nA) hc.
  by apply/existsP; exists x; rewrite xy e eqxx.
- rewrite !change_b; case: (boolP (B x)) => [Bx|_]; last by case: ifP => _; rewrite ?mulr0 // mulr_ge0 ?ge0 // ltW.
  have -> : B y by apply: (B_below Bx); rewrite /below xy e eqxx.
  exact: near.
rewrite !change_other 1?eq_sym // mulrN ler_opp2; case: ifP => [/andP[By /eqP fall]|_]; last first.
  by rewrite mulr0; case: ifP => // _; exact: ge0.
have hc : held c y by apply/existsP; exists x; rewrite xy e eqxx.
move: fall; rewrite /falls hc orbF; case: ifP => [Ay _|_ /eqP]; last by rewrite eq_sym (negbTE ac).
have Ax : A x by apply: connect_trans Ay (connect1 _); rewrite /above sym xy e eqxx.
by rewrite (A_B Ax) Ax orTb eqxx /= e.
Qed.

Definition gaps : seq R := [seq M v.1 a | v <- enum [finType of V * unit]] ++
  [seq (E * M v.1.2 v.2 - M v.1.1 v.2) / (1 + E) | v <- enum [finType of V * V * 'I_3]].

Lemma changed_feasible : exists2 e, 0 < e & feasible r E 0 fixed m (changed e).
Proof.
have [e /andP[e0 e1] small] := small_enough gaps; have e0' := ltW e0.
have E10 : 0 < 1 + E by rewrite addr_gt0 ?ltr01.
exists e => //; split.
- move=> y; split=> [o|]; last first.
    rewrite /changed big_split /= -mulr_sumr change_total mulr0 sum3 one.
    exact: addr0.
  rewrite /changed; case: (eqVneq o b) => [->|ob].
    by rewrite change_b addr_ge0 ?ge0 // mulr_ge0 //; case: ifP => _ //; exact: ge0.
  rewrite change_other // mulrN subr_ge0; case: ifP => [/andP[By /eqP fall]|_]; last by rewrite mulr0 ge0.
  have le : e * M y c <= e by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?le1.
  move: fall; rewrite /falls; case: ifP => [_ ->|]; first by rewrite -[X in _ <= X]mul1r ler_wpmul2r ?ge0.
  move/negbT; rewrite negb_or negbK => /andP[nA hc] ->; have [a0 _] := two_held (B_held By nA) hc.
  apply: le_trans le (small _ _ a0); rewrite mem_cat; apply/orP; left; apply/mapP.
  by exists (y, tt); rewrite ?mem_enum.
- move=> x y xy; apply/close_to_0 => o; rewrite /changed mulrDr mulrCA; have := near o xy.
  rewrite le_eqVlt => /orP[/eqP eq|lt].
    by rewrite eq ler_add2l ler_wpmul2l // tight.
  have gap : 0 < (E * M y o - M x o) / (1 + E) by rewrite divr_gt0 // subr_gt0.
  have := small _ _ gap; rewrite ler_pdivl_mulr // => h.
  have {}h : e * (1 + E) <= E * M y o - M x o.
    apply: h; rewrite mem_cat; apply/orP; right; apply/mapP.
    by exists (x, y, o); rewrite ?mem_enum.
  rewrite -subr_ge0 (_ : _ - _ = E * M y o - M x o - e * (change x o - E * change y o)); last by ring.
  rewrite subr_ge0; apply: le_trans h; apply: ler_wpmul2l => //.
  have /andP[_ hi] := change_le1 x o; have /andP[lo _] := change_le1 y o.
  by apply: ler_add => //; rewrite -mulrN -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW E0) // ler_oppl.
move=> y fy o; have [[_ _ fix_] _] := optimum; have [_ _ fix'] := feas'.
rewrite /changed /change; case: ifP => [/B_takes[more _]|_]; last by rewrite mulr0 addr0 fix_.
by move: more; rewrite fix_ // fix' // ltxx.
Qed.

Lemma no_such_mechanism : False.
Proof.
have [e e0 feas] := changed_feasible; have [_ most] := optimum.
have As : A s by exact: connect0.
have fs : falls s = c by rewrite /falls As.
have Nb : M s b < changed e s b.
  rewrite /changed change_b A_B // ltr_addl mulr_gt0 //; apply: le_lt_trans less.
  by case: feas' => law _ _; case: (law s).
have Na : changed e s a = M s a by rewrite /changed change_other // fs (negbTE ac) andbF oppr0 mulr0 addr0.
case: (most _ feas s) => [eq|[[[|[|[|//]]] lt] before more]].
- by move: Nb; rewrite /b eq ltxx.
- move: more; rewrite (_ : f s _ = a); last by congr (f s _); apply: val_inj.
  by rewrite Na ltxx.
- move: more; rewrite (_ : f s _ = b); last by congr (f s _); apply: val_inj.
  by move=> /(lt_trans Nb); rewrite ltxx.
by move: Nb; rewrite /b before // ltxx.
Qed.
End Large.

(** Two free neighbours have one rainbow, since a vertex with a neighbour of another rainbow is a boundary vertex. *)
Theorem three_colors_large_factor (R : realFieldType) (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (E : R)
    (fixed : pred V) (m M : V -> 'I_3 -> R) : 2%:R < E -> symmetric r ->
  (forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> f v = f w) ->
  greatest r f (@lexicographic R 3) E 0 fixed m M -> greatest r f (@dominates R 3) E 0 fixed m M.
Proof.
move=> E2 sym one_rainbow optimum; have [feas most] := optimum; split=> // M' feas' v k.
have [law _ _] := feas; have [law' _ _] := feas'.
have sum3 (x : 'I_3 -> R) : \sum_o x o = x (f v (@Ordinal 3 0 isT)) + x (f v (@Ordinal 3 1 isT)) + x (f v (@Ordinal 3 2 isT)).
  rewrite (reindex_inj (@perm_inj _ (f v))) /= !big_ord_recl big_ord0 addr0 addrA.
  by congr (x _ + x _ + x _); congr (f v _); apply: val_inj.
have [_ one] := law v; have [_ one'] := law' v; rewrite sum3 in one; rewrite sum3 in one'.
have last_ge : M v (f v (@Ordinal 3 2 isT)) <= M' v (f v (@Ordinal 3 2 isT)).
  by rewrite leNgt; apply/negP => /(no_such_mechanism E2 sym one_rainbow optimum feas').
have first_le : M' v (f v (@Ordinal 3 0 isT)) <= M v (f v (@Ordinal 3 0 isT)).
  case: (most _ feas' v) => [->//|[[[|j] lt] before more]]; last by rewrite before.
  by apply: ltW; move: more; congr (M' v (f v _) < M v (f v _)); apply: val_inj.
have prefixE (x : 'I_3 -> R) : prefix (f v) x k = (if (0 < k)%N then x (f v (@Ordinal 3 0 isT)) else 0) +
    (if (1 < k)%N then x (f v (@Ordinal 3 1 isT)) else 0) + (if (2 < k)%N then x (f v (@Ordinal 3 2 isT)) else 0).
  rewrite /prefix big_mkcond; do 3!rewrite big_ord_recl; rewrite big_ord0 /=. rewrite [_ + 0](addr0 _) addrA.
  by congr (_ + _ + _); case: ifP => // _; congr (x (f v _)); apply: val_inj.
rewrite !prefixE; case: (k) => [|[|[|k']]] /=; rewrite ?addr0 //.
  by rewrite -(ler_add2r (M v (f v (@Ordinal 3 2 isT)))) one -one' ler_add2l.
by rewrite one one'.
Qed.
