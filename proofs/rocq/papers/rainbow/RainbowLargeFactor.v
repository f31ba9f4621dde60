(** * RainbowLargeFactor: Section 6.3 of "Generalized Rainbow Differential Privacy", three colors, delta = 0 and E^2 > E + 1

    A lexicographic optimum is a dominance optimum. If another mechanism has more of the first two colors at s, some of the
    last color can become the second one there: [A] has the vertices that give up some of the last color, [B] those that take
    some of the second for that. A vertex of which all three colors are held up, a sink, may have to give up some of the
    first. Then [C] and [G] take some of the second or of the last at those who hold it, and meet no sink again. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Signs RainbowOpenQuestion.

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

(** y and z have three colors of at most 1/(E + 1), and w has E times one of y and E times another one of z. *)
Lemma two_sinks (R : realFieldType) (E y y' y'' z z' z'' w : R) : 1 < E -> E + 1 < E * E ->
  y + y' + y'' = 1 -> z + z' + z'' = 1 -> E * y + E * z' + w = 1 -> y'' <= E * w ->
  (E + 1) * y' <= 1 -> (E + 1) * y'' <= 1 -> (E + 1) * z <= 1 -> (E + 1) * z'' <= 1 -> False.
Proof.
move=> E1 golden y1 z1 w1 wy le1 le2 le3 le4; have E0 := lt_trans ltr01 E1.
have EE : 1 < E * E by apply: lt_trans golden; rewrite ltr_addr.
have pos1 : 0 < (E * E - (E + 1)) * (E + (E - 1)) by sign.
have pos2 : 0 <= E * E * (1 - (E + 1) * y') by sign.
have pos3 : 0 <= E * E * (1 - (E + 1) * z) by sign.
have pos4 : 0 <= E * E * (1 - (E + 1) * z'') by sign.
have pos5 : 0 <= (E * E - 1) * (1 - (E + 1) * y'') by sign.
have pos6 : 0 <= (E + 1) * (E * w - y'') by sign.
have := ltr_le_add pos1 (addr_ge0 (addr_ge0 (addr_ge0 pos2 pos3) (addr_ge0 pos4 pos5)) pos6).
have -> : w = 1 - E * (1 - y' - y'') - E * (1 - z - z'').
  have -> : 1 - y' - y'' = y by rewrite -y1; ring.
  by have -> : 1 - z - z'' = z'; [rewrite -z1; ring | rewrite -w1; ring].
by rewrite addr0 (_ : _ + _ = 0) ?ltxx //; ring.
Qed.

Section Large.
Variables (R : realFieldType) (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (E : R).
Variables (fixed : pred V) (m M M' : V -> 'I_3 -> R) (s : V).
Hypotheses (E1 : 1 < E) (golden : E + 1 < E * E) (sym : symmetric r).
Hypothesis one_rainbow : forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> f v = f w.
Hypotheses (optimum : greatest r f (@lexicographic R 3) E 0 fixed m M) (feas' : feasible r E 0 fixed m M').
Let a := f s (@Ordinal 3 0 isT).
Let b := f s (@Ordinal 3 1 isT).
Let c := f s (@Ordinal 3 2 isT).
Hypothesis less : M' s c < M s c.

Let E0 : 0 < E. Proof. exact: lt_trans ltr01 E1. Qed.
Let E10 : 0 < E + 1. Proof. exact: addr_gt0 E0 ltr01. Qed.
Let E1' : 0 <= E - 1. Proof. by rewrite subr_ge0 ltW. Qed.
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

(** ** Colors that are held up *)

Definition holds o : rel V := fun x y => r x y && (M x o == E * M y o).
Definition held o y : bool := [exists w, holds o w y].
Definition sink y : bool := [forall o, held o y].

Let one3 x (o o' o'' : 'I_3) : uniq [:: o; o'; o''] -> M x o + M x o' + M x o'' = 1.
Proof.
move=> un; have full : #|[:: o; o'; o'']| = #|'I_3| by rewrite (card_uniqP un) card_ord.
transitivity (\sum_(i <- [:: o; o'; o'']) M x i); first by rewrite !big_cons big_nil addr0 addrA.
rewrite big_uniq //= -(one x) -sum3; apply: eq_bigl => i.
by rewrite (subset_cardP full (subset_predT _)).
Qed.
Let others (o : 'I_3) : exists o' o'' : 'I_3, uniq [:: o; o'; o''].
Proof.
have ba : b != a by rewrite eq_sym. have ca : c != a by rewrite eq_sym. have cb : c != b by rewrite eq_sym.
by case: (colors o) => ->; [exists b, c | exists a, c | exists a, b]; rewrite /= !inE !negb_or ?ab ?ac ?bc ?ba ?ca ?cb.
Qed.

Lemma held_le o y : held o y -> (E + 1) * M y o <= 1.
Proof.
case/existsP=> w /andP[wy /eqP e]; have lt : 0 < E - 1 by rewrite subr_gt0.
have [o' [o'' un]] := others o; have back k : M y k <= E * M w k by apply: near; rewrite sym.
have := addr_ge0 (_ : 0 <= E * M w o' - M y o') (_ : 0 <= E * M w o'' - M y o''); rewrite !subr_ge0 => /(_ (back _) (back _)).
have -> : M w o'' = 1 - E * M y o - M w o' by rewrite -(one3 w un) e; ring.
have -> : M y o'' = 1 - M y o - M y o' by rewrite -(one3 y un); ring.
have -> : E * M w o' - M y o' + (E * (1 - E * M y o - M w o') - (1 - M y o - M y o')) = (E - 1) * (1 - (E + 1) * M y o).
  by ring.
by rewrite pmulr_rge0 // subr_ge0.
Qed.

(** A color that is 0 is held by every neighbour. *)
Lemma not_held o w y : r w y -> ~~ held o y -> 0 < M y o.
Proof.
move=> wy; rewrite lt_neqAle ge0 andbT eq_sym; apply: contra => /eqP zero; apply/existsP; exists w.
have := near o wy; rewrite /holds wy zero mulr0 => le0 /=.
by rewrite eq_le le0 ge0.
Qed.

Lemma sink_held o y : sink y -> held o y. Proof. by move/forallP/(_ o). Qed.
Lemma sink_ge o y : sink y -> E - 1 <= (E + 1) * M y o.
Proof.
move=> sy; have [o' [o'' un]] := others o; have le k := held_le (sink_held k sy).
apply: (ge_by (e := (1 - (E + 1) * M y o') + (1 - (E + 1) * M y o''))); last by rewrite addr_ge0 ?subr_ge0.
have -> : M y o'' = 1 - M y o - M y o' by rewrite -(one3 y un); ring.
ring.
Qed.
Lemma sink_gt0 o y : sink y -> 0 < M y o.
Proof.
move=> /(sink_ge o) ge; rewrite -(pmulr_rgt0 _ E10); apply: lt_le_trans ge; by rewrite subr_gt0.
Qed.

(** Who holds a sink is not held in that color, and holds no sink in another color. *)
Lemma top o w y : sink y -> holds o w y -> ~~ held o w.
Proof.
move=> sy /andP[_ /eqP e]; apply/negP => /held_le; rewrite e leNgt; case/negP.
rewrite mulrCA; apply: lt_le_trans (_ : E * (E - 1) <= _); last by rewrite ler_pmul2l // sink_ge.
by rewrite mulrBr mulr1 ltr_subr_addl.
Qed.
Lemma one_sink (o o' : 'I_3) w y z : o != o' -> sink y -> sink z -> holds o w y -> holds o' w z -> False.
Proof.
move=> ne sy sz /andP[wy /eqP e] /andP[wz /eqP e'].
have [o'' un] : exists o'' : 'I_3, uniq [:: o; o'; o''].
  have ba : b != a by rewrite eq_sym. have ca : c != a by rewrite eq_sym. have cb : c != b by rewrite eq_sym.
  move: ne; case: (colors o) => ->; case: (colors o') => ->; rewrite ?eqxx // => _;
    [exists c | exists b | exists c | exists a | exists b | exists a]; by rewrite /= !inE !negb_or ?ab ?ac ?bc ?ba ?ca ?cb.
have lt k x : sink x -> (E + 1) * M x k <= 1 by move=> sx; exact: held_le (sink_held k sx).
apply: (two_sinks E1 golden (one3 y un) (one3 z un) (w := M w o'')); rewrite ?lt // -?e -?e' ?one3 //.
by apply: near; rewrite sym.
Qed.

(** ** The vertices that change *)

Let along (P : V -> Prop) (g : rel V) : (forall x y, g x y -> P x -> P y) -> forall x y, connect g x y -> P x -> P y.
Proof.
move=> step x y /connectP[p pp ->]; elim: p x pp => [|z p ih] x //= /andP[xz pp] /(step _ _ xz).
exact: ih pp.
Qed.
Let last_step (g : rel V) x y : connect g x y -> x = y \/ exists2 z, connect g x z & g z y.
Proof.
case/connectP=> p; case/lastP: p => [|p z]; first by move=> _ ->; left.
rewrite rcons_path last_rcons => /andP[pp h] ->; right; exists (last x p) => //; by apply/connectP; exists p.
Qed.

(** M' has more or less of a color. *)
Definition more o x : bool := (M x o < M' x o) && (f x == f s).
Definition fewer o x : bool := (M' x o < M x o) && (f x == f s).
Let same_rainbow x y o : r x y -> f x = f s -> M' x o != M x o -> M' y o != M y o -> f y == f s.
Proof. by move=> xy <- nx ny; apply/eqP/esym/one_rainbow => //; [exact: free nx | exact: free ny]. Qed.

Lemma more_down o x y : holds o x y -> more o x -> more o y.
Proof.
case/andP=> xy /eqP e /andP[lt /eqP fx]; have lt' : M y o < M' y o.
  by rewrite -(ltr_pmul2l E0) -e; apply: lt_le_trans lt (near' o xy).
by rewrite /more lt' (same_rainbow xy fx (o := o)) // gt_eqF.
Qed.
Lemma fewer_up o x y : holds o x y -> fewer o y -> fewer o x.
Proof.
case/andP=> xy /eqP e /andP[lt /eqP fy]; have lt' : M' x o < M x o.
  by apply: le_lt_trans (near' o xy) _; rewrite e ltr_pmul2l.
by rewrite /fewer lt' (same_rainbow (_ : r y x) fy (o := o)) 1?sym // lt_eqF.
Qed.
Lemma fewer_c x : fewer c x -> more b x.
Proof.
case/andP=> lt /eqP fx; rewrite /more fx eqxx andbT ltNge; apply/negP => le.
have total (F : 'I_3 -> R) : F c + (F b + F a) = F a + F b + F c by ring.
by have := ltr_le_add lt (ler_add le (first_le fx)); rewrite !total one one' ltxx.
Qed.
Lemma fewer_a x : fewer a x -> ~~ more b x -> more c x.
Proof.
case/andP=> lt /eqP fx; rewrite /more fx eqxx !andbT -leNgt ltNge => le; apply/negP => le'.
by have := ltr_le_add lt (ler_add le le'); rewrite !addrA one one' ltxx.
Qed.

Definition A := fewer c.
Definition B y : bool := [exists x, A x && connect (holds b) x y].
Definition P y : bool := [&& B y, ~~ A y & sink y].
Definition U u : bool := [exists y, P y && holds a u y].
Definition C z : bool := [exists u, [&& U u, more b u & connect (holds b) u z]].
Definition G z : bool := [exists u, [&& U u, ~~ more b u & connect (holds c) u z]].

Lemma A_B x : A x -> B x. Proof. by move=> h; apply/existsP; exists x; rewrite h connect0. Qed.
Lemma B_down x y : B x -> holds b x y -> B y.
Proof. by case/existsP=> z /andP[h zx] xy; apply/existsP; exists z; rewrite h (connect_trans zx (connect1 xy)). Qed.
Lemma B_more y : B y -> more b y.
Proof. by case/existsP=> x /andP[/fewer_c h]; move/(along (@more_down b)); exact. Qed.
Lemma B_held y : B y -> ~~ A y -> exists2 x, B x & holds b x y.
Proof.
case/existsP=> x /andP[h /last_step[<-|[z xz zy]]]; first by rewrite h.
by exists z => //; apply/existsP; exists x; rewrite h.
Qed.
Lemma C_down x y : C x -> holds b x y -> C y.
Proof. by case/existsP=> z /and3P[h m' zx] xy; apply/existsP; exists z; rewrite h m' (connect_trans zx (connect1 xy)). Qed.
Lemma C_more y : C y -> more b y.
Proof. by case/existsP=> u /and3P[_ h]; move/(along (@more_down b)); exact. Qed.
Lemma G_down x y : G x -> holds c x y -> G y.
Proof. by case/existsP=> z /and3P[h m' zx] xy; apply/existsP; exists z; rewrite h m' (connect_trans zx (connect1 xy)). Qed.

Lemma P_fewer y : P y -> fewer a y.
Proof.
case/and3P=> /B_more/andP[lt /eqP fy] nA _; rewrite /fewer fy eqxx andbT ltNge; apply/negP => le.
move: nA; rewrite /A /fewer fy eqxx andbT -leNgt => le'.
have total (F : 'I_3 -> R) : F b + (F a + F c) = F a + F b + F c by ring.
by have := ltr_le_add lt (ler_add le le'); rewrite !total one one' ltxx.
Qed.
Lemma U_fewer u : U u -> fewer a u.
Proof. by case/existsP=> y /andP[/P_fewer h /fewer_up]; exact. Qed.
Lemma U_not_held u : U u -> ~~ held a u.
Proof. by case/existsP=> y /andP[/and3P[_ _ sy]]; exact: top. Qed.
Lemma G_more y : G y -> more c y.
Proof. by case/existsP=> u /and3P[/U_fewer h h']; move/(along (@more_down c)); apply; exact: fewer_a h h'. Qed.
Lemma G_not_A y : G y -> ~~ A y.
Proof. by move/G_more/andP=> [lt _]; rewrite /A /fewer ltNge ltW. Qed.

(** [o] is held at all vertices of a chain but the first; none is a sink. *)
Let chain o u y : o != a -> U u -> connect (holds o) u y -> (U y \/ held o y) /\ ~~ sink y.
Proof.
move=> oa h /last_step[<-|[z uz zy]].
  by split; [left | apply: contra (U_not_held h); exact: sink_held].
split; first by right; apply/existsP; exists z.
apply/negP => sy; have nz := top sy zy; case: (last_step uz) => [e|[x _ xz]]; last by case/existsP: nz; exists x.
case/existsP: h => x /andP[/and3P[_ _ sx] ux]; rewrite -e in zy; by apply: one_sink sx sy ux zy; rewrite eq_sym.
Qed.
Lemma C_chain y : C y -> (U y \/ held b y) /\ ~~ sink y.
Proof. by case/existsP=> u /and3P[h _]; apply: chain; rewrite // eq_sym. Qed.
Lemma G_chain y : G y -> (U y \/ held c y) /\ ~~ sink y.
Proof. by case/existsP=> u /and3P[h _]; apply: chain; rewrite // eq_sym. Qed.

(** A vertex that gives up none of the first color. *)
Lemma witness : A s -> exists2 w, A w & ~~ C w.
Proof.
move=> As; case: (pickP P) => [y /and3P[By nA sy]|none].
  have [w Bw wy] := B_held By nA; have nw := top sy wy; exists w.
    by apply: contraR nw => /(B_held Bw)[x _ xw]; apply/existsP; exists x.
  apply/negP => /C_chain[[/existsP[z /andP[/and3P[_ _ sz] wz]]|h] _]; last by rewrite h in nw.
  exact: one_sink ab sz sy wz wy.
exists s => //; apply/negP => /existsP[u /and3P[/existsP[y]]]; by rewrite none.
Qed.

(** ** The change *)

Definition second y : R := if C y then E + 1 else if B y then M y c else 0.
Definition third y : R := if G y then E + 1 else 0.
Definition given y : R := if A y then M y c else 0.
Definition rest y : R := second y + third y - given y.
Definition payer y : 'I_3 := if ~~ held a y || P y then a else if ~~ held c y then c else b.
Definition change y o : R := (o == b)%:R * second y + (o == c)%:R * (third y - given y) - (o == payer y)%:R * rest y.
Definition changed e y o : R := M y o + e * change y o.

Let E_1 : 1 <= E + 1. Proof. by rewrite ler_addr ltW. Qed.
Let E_0 : 0 <= E + 1. Proof. exact: ltW. Qed.
Lemma second_bounds y : 0 <= second y <= E + 1.
Proof.
rewrite /second; case: ifP => _; first by rewrite E_0 lexx.
by case: ifP => _; rewrite ?lexx ?E_0 // ge0 (le_trans (le1 y c)).
Qed.
Lemma third_bounds y : 0 <= third y <= E + 1.
Proof. by rewrite /third; case: ifP => _; rewrite ?lexx E_0. Qed.
Lemma given_bounds y : 0 <= given y <= second y.
Proof.
rewrite /given /second; case: ifP => [/A_B ->|_]; last by rewrite lexx; case/andP: (second_bounds y).
by rewrite ge0; case: ifP => _; rewrite ?lexx // (le_trans (le1 y c)).
Qed.
Lemma rest_ge0 y : 0 <= rest y.
Proof.
have [[_ gs] [t0 _]] := (andP (given_bounds y), andP (third_bounds y)).
by rewrite /rest addrAC addr_ge0 // subr_ge0.
Qed.

Lemma sink_rest y : sink y -> rest y = (if P y then M y c else 0).
Proof.
move=> sy; have nC : C y = false by apply/negbTE/negP => Cy; have [_] := C_chain Cy; rewrite sy.
have nG : G y = false by apply/negbTE/negP => Gy; have [_] := G_chain Gy; rewrite sy.
rewrite /rest /second /third /given /P nC nG sy addr0 andbT.
case: (boolP (B y)) => [_|nB]; first by case: (A y); rewrite /= ?subrr ?subr0.
by rewrite (contraNF (@A_B y) nB) subr0.
Qed.
Lemma neighbour y : rest y != 0 -> exists w, r w y.
Proof.
have U_next z : U z -> exists w, r w z by case/existsP=> w /andP[_ /andP[zw _]]; exists w; rewrite sym.
have held_next o z : held o z -> exists w, r w z by case/existsP=> w /andP[wz _]; exists w.
rewrite /rest /second /third /given; case: (boolP (C y)) => [/C_chain[[/U_next|/held_next]]|_] //.
case: (boolP (G y)) => [/G_chain[[/U_next|/held_next]]|_] //; rewrite addr0.
case: (boolP (B y)) => [By|nB]; last by rewrite (contraNF (@A_B y) nB) subrr eqxx.
case: (boolP (A y)) => [_|/(B_held By)[x _ /andP[xy _]]]; first by rewrite subrr eqxx.
by exists x.
Qed.
Lemma payer_held y : rest y != 0 -> held (payer y) y -> P y.
Proof.
move=> ne; rewrite /payer; case: ifP => [/orP[/negP nh /nh|]|] //; move/negbT; rewrite negb_or negbK => /andP[ha nP].
case: ifP => [/negP nh /nh|/negbT] //; rewrite negbK => hc hb.
have sy : sink y by apply/forallP => o; case: (colors o) => ->.
by move: ne; rewrite sink_rest // (negbTE nP) eqxx.
Qed.
Lemma payer_gt0 y : rest y != 0 -> 0 < M y (payer y).
Proof.
move=> ne; have [w wy] := neighbour ne; case: (boolP (held (payer y) y)) => [/(payer_held ne)/and3P[_ _]|].
  exact: sink_gt0.
exact: not_held wy.
Qed.
Lemma payer_P y : P y -> payer y = a. Proof. by rewrite /payer => ->; rewrite orbT. Qed.

Lemma change_total y : \sum_o change y o = 0.
Proof.
have [ba ca cb] : [/\ b != a, c != a & c != b] by rewrite ![_ == a]eq_sym [c == b]eq_sym.
have different := (negbTE ab, negbTE ac, negbTE bc, negbTE ba, negbTE ca, negbTE cb, eqxx).
rewrite sum3 /change; case: (colors (payer y)) => ->; rewrite !different !mul0r !mul1r /rest; ring.
Qed.

Definition most_change : R := 2%:R * E + 3%:R.
Let N0 : 0 < most_change. Proof. by rewrite /most_change addr_gt0 ?mulr_gt0 ?ltr0n. Qed.
Lemma change_up y o : change y o <= (o == b)%:R * second y + (o == c)%:R * (third y - given y).
Proof. by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n ?rest_ge0. Qed.
Lemma change_held o y : held o y -> ~~ (P y && (o == a)) ->
  change y o = (o == b)%:R * second y + (o == c)%:R * (third y - given y).
Proof.
move=> ho nP; rewrite /change; case: (eqVneq (rest y) 0) => [->|ne]; first by rewrite mulr0 subr0.
case: (eqVneq o (payer y)) => [e|_]; last by rewrite mul0r subr0.
have Py : P y by apply: (payer_held ne); rewrite -e.
by move: nP; rewrite Py e payer_P // eqxx.
Qed.
Lemma change_bounds y o : - most_change <= change y o <= most_change.
Proof.
have /andP[s0 sE] := second_bounds y; have /andP[t0 tE] := third_bounds y; have /andP[g0 _] := given_bounds y.
have share (k : bool) (x : R) : 0 <= x -> 0 <= k%:R * x <= x by case: k => x0; rewrite ?mul1r ?mul0r ?x0 ?lexx.
have /andP[b0 b1] := share (o == b) _ s0; have /andP[c0 c1] := share (o == c) _ t0.
have /andP[d0 d1] := share (o == c) _ g0; have /andP[e0 e1] := share (o == payer y) _ (rest_ge0 y).
have le : second y + third y <= most_change.
  by apply: le_trans (ler_add sE tE) _; apply: (ge_by (e := 1)); [rewrite /most_change; ring | exact: ler01].
rewrite /change mulrBr addrA -addrA -opprD; apply/andP; split.
  apply: le_trans (_ : - most_change <= 0 - _) _; last by apply: ler_sub; [exact: addr_ge0 | exact: lexx].
  rewrite sub0r ler_opp2; apply: le_trans (ler_add d1 e1) _.
  by rewrite /rest addrC subrK.
rewrite ler_subl_addr; apply: le_trans (ler_add b1 c1) _; apply: le_trans le _.
by rewrite ler_addl addr_ge0.
Qed.
Lemma tight x y o : holds o x y -> change x o <= E * change y o.
Proof.
move=> xy; have ho : held o y by apply/existsP; exists x.
case: (boolP (P y && (o == a))) => [/andP[Py /eqP oa]|nP].
  have Ux : U x by apply/existsP; exists y; rewrite Py -oa.
  have [By nA sy] := and3P Py; have paid z : payer z = a -> change z a = - rest z.
    by rewrite /change => ->; rewrite (negbTE ab) (negbTE ac) eqxx !mul0r mul1r add0r sub0r.
  have px : payer x = a by rewrite /payer (U_not_held Ux).
  rewrite oa (paid _ px) (paid _ (payer_P Py)).
  rewrite (sink_rest sy) Py mulrN ler_opp2 /rest.
  have [/andP[s0 _] /andP[t0 _]] := (second_bounds x, third_bounds x).
  have le : E * M y c <= E by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?le1 ?ltW.
  case: (boolP (more b x)) => h.
    have -> : second x = E + 1 by rewrite /second (_ : C x) //; apply/existsP; exists x; rewrite Ux h connect0.
    apply: le_trans le _; have : given x <= 1 by rewrite /given; case: ifP => _; rewrite ?ler01 ?le1.
    move=> g1; apply: (ge_by (e := third x + (1 - given x))); first by ring.
    by rewrite addr_ge0 // subr_ge0.
  have Gx : G x by apply/existsP; exists x; rewrite Ux h connect0.
  rewrite /third Gx /given (negbTE (G_not_A Gx)) subr0; apply: le_trans le _.
  by apply: (ge_by (e := second x + 1)); [ring | rewrite addr_ge0 ?ler01].
apply: le_trans (change_up x o) _; rewrite (change_held ho nP) mulrDr ![E * (_ * _)]mulrCA; apply: ler_add.
  case: eqP => [ob|_]; rewrite ?mul0r // !mul1r; move: xy; rewrite ob /second => xy.
  have big z : z <= E + 1 -> z <= E * (E + 1).
    by move=> h; apply: le_trans h _; rewrite -[X in X <= _]mul1r ler_wpmul2r ?ltW.
  case: (boolP (C x)) => [/C_down/(_ xy) ->|_]; first exact: big.
  case: (boolP (B x)) => [/B_down/(_ xy) ->|_]; last first.
    by case: ifP => _; [|case: ifP => _]; rewrite ?mulr0 // mulr_ge0 ?ge0 // ltW.
  case: ifP => _; first by apply: big; exact: le_trans (le1 x c) E_1.
  by apply: near; case/andP: xy.
case: eqP => [oc|_]; rewrite ?mul0r // !mul1r mulrBr; move: xy; rewrite oc => xy; apply: ler_sub.
  rewrite /third; case: (boolP (G x)) => [/G_down/(_ xy) ->|_]; first by rewrite -[X in X <= _]mul1r ler_wpmul2r ?ltW.
  by case: ifP => _; rewrite ?mulr0 // mulr_ge0 ?ltW.
rewrite /given; case: (boolP (A y)) => [Ay|_]; last by rewrite mulr0; case: ifP.
by rewrite /A (fewer_up xy Ay); case/andP: xy => _ /eqP ->.
Qed.

Definition gaps : seq R := [seq M v.1 v.2 | v <- enum [finType of V * 'I_3]] ++
  [seq E * M v.1.2 v.2 - M v.1.1 v.2 | v <- enum [finType of V * V * 'I_3]].

Lemma changed_feasible : exists2 e, 0 < e & feasible r E 0 fixed m (changed e).
Proof.
have [e0 /andP[e00 _] small] := small_enough gaps; have E1_0 : 0 < 1 + E by rewrite addrC.
pose e := e0 / (most_change * (1 + E)); have size : most_change * (1 + E) != 0 by rewrite mulf_neq0 ?lt0r_neq0.
have e_0 : 0 < e by rewrite divr_gt0 // mulr_gt0.
have e_most : e * (most_change * (1 + E)) = e0 by rewrite /e divfK.
have e_less : e * most_change <= e0.
  by rewrite -e_most mulrA -[X in X <= _]mulr1 ler_wpmul2l ?ler_addl ?ltW // mulr_gt0.
have upto k x : 0 <= k -> x <= k -> e * x <= e * k by move=> k0 le; rewrite ler_wpmul2l // ltW.
exists e => //; split.
- move=> y; split=> [o|]; last first.
    rewrite /changed big_split /= -mulr_sumr change_total mulr0 sum3 one.
    exact: addr0.
  have /andP[lo _] := change_bounds y o; have := ge0 y o; rewrite le_eqVlt => /orP[/eqP zero|pos]; last first.
    have le : e0 <= M y o.
      apply: small pos; rewrite mem_cat; apply/orP; left; apply/mapP.
      by exists (y, o); rewrite ?mem_enum.
    rewrite /changed -subr_ge0 subr0; apply: le_trans (_ : M y o - e * most_change <= _).
      by rewrite subr_ge0 (le_trans e_less).
    by rewrite ler_add2l -mulrN ler_wpmul2l // ltW.
  rewrite /changed -zero add0r mulr_ge0 ?(ltW e_0) // /change.
  have paid : (o == payer y)%:R * rest y = 0.
    case: (eqVneq o (payer y)) => [op|_]; rewrite ?mul0r // mul1r; apply/eqP; apply/negP => /negP ne.
    by have := payer_gt0 ne; rewrite -op -zero ltxx.
  rewrite paid subr0; have [/andP[s0 _] /andP[t0 _]] := (second_bounds y, third_bounds y).
  rewrite addr_ge0 //; first by rewrite mulr_ge0 ?ler0n.
  case: (eqVneq o c) => [oc|_]; rewrite ?mul0r // mul1r.
  by rewrite /given -oc -zero; case: ifP => _; rewrite subr0.
- move=> x y xy; apply/close_to_0 => o; rewrite /changed [E * (_ + _)]mulrDr [E * (e * _)]mulrCA; have := near o xy.
  rewrite le_eqVlt => /orP[/eqP eq|lt].
    by rewrite eq ler_add2l ler_wpmul2l ?(ltW e_0) // tight // /holds xy eq eqxx.
  have gap : 0 < E * M y o - M x o by rewrite subr_gt0.
  have le : e0 <= E * M y o - M x o.
    apply: small gap; rewrite mem_cat; apply/orP; right; apply/mapP.
    by exists (x, y, o); rewrite ?mem_enum.
  rewrite -subr_ge0 (_ : _ - _ = E * M y o - M x o - e * (change x o - E * change y o)); last by ring.
  rewrite subr_ge0; apply: le_trans le; rewrite -e_most; apply: ler_wpmul2l; first exact: ltW.
  have /andP[_ hi] := change_bounds x o; have /andP[lo _] := change_bounds y o.
  rewrite mulrDr mulr1; apply: ler_add => //.
  by rewrite -mulrN mulrC ler_wpmul2r ?(ltW E0) // ler_oppl.
move=> y fy o; have [[_ _ fix_] _] := optimum; have [_ _ fix'] := feas'.
have same k : M' y k = M y k by rewrite fix_ // fix'.
have none k : more k y = false by rewrite /more same ltxx.
have nB : B y = false by apply/negbTE/negP => /B_more; rewrite none.
have nC : C y = false by apply/negbTE/negP => /C_more; rewrite none.
have nG : G y = false by apply/negbTE/negP => /G_more; rewrite none.
have nA : A y = false by rewrite /A /fewer same ltxx.
by rewrite /changed /change /rest /second /third /given nA nB nC nG addr0 subr0 !mulr0 addr0 subr0 mulr0 addr0 fix_.
Qed.

Lemma no_such_mechanism : False.
Proof.
have [e e0 feas] := changed_feasible; have [_ most] := optimum.
have As : A s by rewrite /A /fewer less eqxx.
have [w Aw nC] := witness As; have [lt /eqP fw] := andP Aw.
have nG : G w = false by apply/negbTE/negP => /G_not_A; rewrite Aw.
have second_w : second w = M w c by rewrite /second (negbTE nC) A_B.
have rest_w : rest w = 0 by rewrite /rest second_w /third nG /given Aw addr0 subrr.
have Nb : M w b < changed e w b.
  rewrite /changed /change rest_w second_w mulr0 subr0 eqxx (negbTE bc) mul1r mul0r addr0 ltr_addl mulr_gt0 //.
  by apply: le_lt_trans lt; case: feas' => law _ _; case: (law w).
have Na : changed e w a = M w a.
  by rewrite /changed /change rest_w (negbTE ab) (negbTE ac) !mul0r mulr0 subr0 addr0 mulr0 addr0.
have := most _ feas w; rewrite fw => -[eq|[[[|[|[|//]]] lt3] before]].
- by move: Nb; rewrite /b eq ltxx.
- rewrite (_ : f s _ = a) ?Na ?ltxx //; by congr (f s _); apply: val_inj.
- rewrite (_ : f s _ = b); last by congr (f s _); apply: val_inj.
  by move=> /(lt_trans Nb); rewrite ltxx.
by move: Nb; rewrite /b before ?ltxx.
Qed.
End Large.

(** Two free neighbours have one rainbow, since a vertex with a neighbour of another rainbow is a boundary vertex. *)
Theorem three_colors_large_factor (R : realFieldType) (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (E : R)
    (fixed : pred V) (m M : V -> 'I_3 -> R) : 1 < E -> E + 1 < E * E -> symmetric r ->
  (forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> f v = f w) ->
  greatest r f (@lexicographic R 3) E 0 fixed m M -> greatest r f (@dominates R 3) E 0 fixed m M.
Proof.
move=> E1 golden sym one_rainbow optimum; have [feas most] := optimum; split=> // M' feas' v k.
have [law _ _] := feas; have [law' _ _] := feas'.
have sum3 (x : 'I_3 -> R) : \sum_o x o = x (f v (@Ordinal 3 0 isT)) + x (f v (@Ordinal 3 1 isT)) + x (f v (@Ordinal 3 2 isT)).
  rewrite (reindex_inj (@perm_inj _ (f v))) /= !big_ord_recl big_ord0 addr0 addrA.
  by congr (x _ + x _ + x _); congr (f v _); apply: val_inj.
have [_ one] := law v; have [_ one'] := law' v; rewrite sum3 in one; rewrite sum3 in one'.
have last_ge : M v (f v (@Ordinal 3 2 isT)) <= M' v (f v (@Ordinal 3 2 isT)).
  by rewrite leNgt; apply/negP => /(no_such_mechanism E1 golden sym one_rainbow optimum feas').
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
