(** * Rainbow: Lemmas 1 and 2 and Theorem 4 of "Generalized Rainbow Differential Privacy", corrected

    The operator T acts on prefix sums. What Lemma 1 needs of the function that is applied to them is collected in
    [operator]; the corrected function has it with delta on both sides, the printed one (4.3) with a larger delta on one
    side (PrintedRainbow.v). Any number of colors, any order c, any real E >= 1, 0 <= delta; all events. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma le_by (R : realFieldType) (e x y : R) : 0 <= e -> y - x = e -> x <= y.
Proof. by move=> e0 eq; rewrite -subr_ge0 eq. Qed.

Section Prefixes.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}).
Implicit Types (p P Q : 'I_q -> R) (S : {set 'I_q}).

Lemma prefix0 p : prefix c p 0 = 0.
Proof. by rewrite /prefix big_pred0. Qed.

Lemma prefixS p k (h : (k < q)%N) : prefix c p k.+1 = prefix c p k + p (c (Ordinal h)).
Proof.
rewrite /prefix (bigD1 (Ordinal h)) //= addrC; congr (_ + _); apply: eq_bigl => i.
by rewrite ltnS [RHS]ltn_neqAle andbC.
Qed.

Lemma prefix_over p k : (q <= k)%N -> prefix c p k = prefix c p q.
Proof. by move=> le; apply: eq_bigl => i; rewrite (leq_trans (ltn_ord i) le) ltn_ord. Qed.

Lemma prefix_all p : prefix c p q = \sum_x p x.
Proof. by rewrite (reindex_inj (@perm_inj _ c)) /=; apply: eq_bigl => i; rewrite ltn_ord. Qed.

(** The event of the first k colors, and the others. *)
Definition first_colors (k : nat) : {set 'I_q} := [set x | ((c^-1)%g x < k)%N].
Lemma prob_first p k : prob p (first_colors k) = prefix c p k.
Proof. by rewrite /prob (reindex_inj (@perm_inj _ c)) /=; apply: eq_bigl => i; rewrite inE permK. Qed.
Lemma prob_last p k : distribution p -> prob p (~: first_colors k) = 1 - prefix c p k.
Proof. by case=> _ h; rewrite prob_setC // prob_first. Qed.

Lemma prefix_ge0 p k : (forall x, 0 <= p x) -> 0 <= prefix c p k.
Proof. by move=> h; apply: sumr_ge0. Qed.
Lemma prefix_mono p k : (forall x, 0 <= p x) -> prefix c p k <= prefix c p k.+1.
Proof.
move=> h; case: (ltnP k q) => lt; first by rewrite (prefixS p lt) ler_addl.
by rewrite (prefix_over p lt) (prefix_over p (leqW lt)).
Qed.
Lemma prefix_le1 p k : distribution p -> prefix c p k <= 1.
Proof.
case=> p0 <-; rewrite -prefix_all /prefix [X in _ <= X](bigID (fun i : 'I_q => (i < k)%N)) /=.
rewrite [X in _ <= X + _](eq_bigl (fun i : 'I_q => (i < k)%N)); last by move=> i; rewrite ltn_ord.
by rewrite ler_addl sumr_ge0.
Qed.

(** Laws with equal prefix sums are equal; dominance is an order. *)
Lemma prefix_inj p p' : (forall k, prefix c p k = prefix c p' k) -> p =1 p'.
Proof.
move=> eq x; rewrite -[x](permKV c); set i := (c^-1)%g x; have := eq i.+1.
rewrite !(prefixS _ (ltn_ord i)) eq => /addrI.
by have -> : Ordinal (ltn_ord i) = i by apply: val_inj.
Qed.
Lemma dominates_refl p : dominates c p p. Proof. by move=> k. Qed.
Lemma dominates_trans p1 p2 p3 : dominates c p1 p2 -> dominates c p2 p3 -> dominates c p1 p3.
Proof. by move=> h h' k; apply: le_trans (h' k) (h k). Qed.
Lemma dominates_eq p p' : dominates c p p' -> dominates c p' p -> p =1 p'.
Proof. by move=> h h'; apply: prefix_inj => k; apply/eqP; rewrite eq_le h h'. Qed.

End Prefixes.

Section Steps.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}) (E d d' : R) (f : R -> R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (d'0 : 0 <= d') (op : operator E d d' f).
Implicit Types (p : 'I_q -> R).
Let E0 : 0 <= E. Proof. exact: le_trans ler01 E1. Qed.

Lemma step_color p (k : 'I_q) : step f c p (c k) = next_sum f c p k.+1 - next_sum f c p k.
Proof. by rewrite /step permK. Qed.

(** The prefix sums of T(p) are those that (4.2) says. *)
Lemma prefix_step p k : (k <= q)%N -> prefix c (step f c p) k = next_sum f c p k.
Proof.
elim: k => [|k IH] lt; first by rewrite prefix0.
by rewrite (prefixS c _ lt) IH ?(ltnW lt) // step_color /= addrC subrK.
Qed.

Section OneLaw.
Variable p : 'I_q -> R.
Hypothesis law : distribution p.
Let p0 : forall x, 0 <= p x. Proof. by case: law. Qed.

Lemma next_pos k : (0 < k)%N -> next_sum f c p k = f (prefix c p k).
Proof. by case: k. Qed.
Lemma next_mono k : next_sum f c p k <= next_sum f c p k.+1.
Proof. by case: k => [|k]; [apply: op_ge0 op _ (prefix_ge0 _ _ _) | apply: op_mono op _ _ (prefix_mono _ _ _)]. Qed.
Lemma next_le1 k : next_sum f c p k <= 1.
Proof. by case: k => [|k] /=; rewrite ?ler01 // (op_le1 op). Qed.
Lemma next_last k : 1 - prefix c p k <= E * (1 - next_sum f c p k) + d'.
Proof.
by case: k => [|k] /=; [rewrite prefix0 !subr0 mulr1 -[1]addr0 ler_add | apply: op_last op _].
Qed.
Lemma next_down k : next_sum f c p k.+1 < 1 ->
  prefix c p k.+1 - prefix c p k <= E * (next_sum f c p k.+1 - next_sum f c p k).
Proof.
case: k => [|k] less; last by apply: op_down op _ _ _ less; apply: prefix_mono.
by rewrite prefix0 /= !subr0; apply: op_down0 op _ _ _; rewrite ?prefix_ge0 ?prefix_le1.
Qed.

(** Step 0 of Lemma 1: T(p) is a distribution. *)
Lemma step_distribution : distribution (step f c p).
Proof.
have [q0|q0] := posnP q.
  by case: law => _; rewrite big1 => [/eqP|[i h]]; [rewrite eq_sym oner_eq0 | exfalso; rewrite q0 in h].
split=> [x|]; first by rewrite -[x](permKV c) step_color subr_ge0 next_mono.
rewrite -(prefix_all c) prefix_step // next_pos // prefix_all.
by case: law => _ ->; apply: op_1 op.
Qed.

(** Part (1) of Lemma 1, for every event: T(p)(S) <= E p(S) + d. *)
Lemma step_close_forward : close_to E d (step f c p) p.
Proof.
apply/close_to_hockey_stick; rewrite /hockey_stick (reindex_inj (@perm_inj _ c)) /=.
apply: (@le_trans _ _ (\sum_(i < q) (if (i == 0 :> nat)%N then d else 0))).
  apply: ler_sum => i _; rewrite le_maxl step_color.
  have eq : p (c i) = prefix c p i.+1 - prefix c p i.
    rewrite (prefixS c p (ltn_ord i)) addrAC subrr add0r; congr (p (c _)); exact: val_inj.
  rewrite eq; case: eqP => [->|/eqP ne]; rewrite ?d0 ?lexx /=.
    by rewrite prefix0 /= !subr0 ler_subl_addl; apply: op_up0 op _.
  case: (nat_of_ord i) ne => // k _ /=; rewrite subr_le0; apply: op_up op _ _ _; exact: prefix_mono.
case: (posnP q) => [q0|q0]; first by rewrite big1 // => -[m h]; exfalso; rewrite q0 in h.
rewrite (bigD1 (Ordinal q0)) //= big1 ?addr0 // => i ne; case: eqP => // i0; case/eqP: ne; exact: val_inj.
Qed.

(** The other way: p(S) <= E T(p)(S) + d'. *)
Lemma step_close_backward : close_to E d' p (step f c p).
Proof.
apply/close_to_hockey_stick; rewrite /hockey_stick -(prefix_all c).
set g := fun x => _.
have claim k : (k <= q)%N ->
    prefix c g k <= 0 \/ next_sum f c p k = 1 /\ prefix c g k + (1 - prefix c p k) <= d'.
  elim: k => [|k IH] lt; first by left; rewrite prefix0.
  have gE : prefix c g k.+1 = prefix c g k + Num.max 0 ((prefix c p k.+1 - prefix c p k)
      - E * (next_sum f c p k.+1 - next_sum f c p k)).
    rewrite (prefixS c g lt); congr (_ + _); rewrite /g step_color; congr (Num.max 0 (_ - _)).
    by rewrite (prefixS c p lt) addrAC subrr add0r.
  rewrite gE; have mono := next_mono k; have last := next_last k; have last' := next_last k.+1.
  have down := @next_down k; have := next_le1 k.+1; rewrite le_eqVlt => /orP[/eqP B1|B1]; last first.
    case: (IH (ltnW lt)) => [neg|[A1 _]]; last by move: (le_lt_trans mono B1); rewrite A1 ltxx.
    by left; rewrite (max_idPl _) ?addr0 // subr_le0 down.
  right; split=> //; move: last last' mono {down gE}; rewrite B1 subrr mulr0 add0r.
  have pm := prefix_mono c k p0.
  move: (prefix c g k) (prefix c p k) (prefix c p k.+1) (next_sum f c p k) IH pm => X a b A IH ab la lb A1.
  case: (IH (ltnW lt)) => [neg|[-> bound]]; last first.
    by rewrite subrr mulr0 subr0 (max_idPr _) ?subr_ge0 // (_ : _ + _ = X + (1 - a)) //; ring.
  rewrite -addrA; apply: (@le_trans _ _ (0 + (Num.max 0 (b - a - E * (1 - A)) + (1 - b)))); first by rewrite ler_add2r.
  rewrite add0r; case: (leP (b - a - E * (1 - A)) 0) => _; first by rewrite add0r.
  by apply: le_by (_ : 0 <= E * (1 - A) + d' - (1 - a)) _; [rewrite subr_ge0 | ring].
case: (claim q (leqnn q)) => [le|[_]]; first exact: le_trans le d'0.
by rewrite (prefix_all c p); case: law => _ ->; rewrite subrr addr0.
Qed.

End OneLaw.

(** Lemma 2: T keeps dominance. *)
Theorem step_monotone p p' : dominates c p p' -> dominates c (step f c p) (step f c p').
Proof.
move=> dom k; wlog le : k / (k <= q)%N => [h|].
  by case: (leqP k q) => lt; [exact: h | rewrite !(@prefix_over _ _ c _ k) ?(ltnW lt) //; apply: h].
by rewrite !prefix_step //; case: k le => //= k _; apply: op_mono op _ _ _; apply: dom.
Qed.

(** The prefix sums at the distance t, one by one. *)
Theorem prefix_line p t k : (0 < k <= q)%N -> prefix c (line f c p t) k = iter t f (prefix c p k).
Proof. by case/andP=> k0 le; elim: t => //= t <-; rewrite prefix_step //; case: k k0 {le}. Qed.

(** P[M(t) = c_k] is the difference of two prefix sums, with 0 for the empty one at every t. *)
Theorem line_color p t (k : 'I_q) : line f c p t (c k) =
  iter t f (prefix c p k.+1) - (if (k == 0 :> nat)%N then 0 else iter t f (prefix c p k)).
Proof.
have lt := ltn_ord k; have := prefixS c (line f c p t) lt; have -> : Ordinal lt = k by apply: val_inj.
rewrite prefix_line // => ->; case: eqP => [->|/eqP ne]; first by rewrite prefix0 add0r subr0.
by rewrite prefix_line ?lt0n ?ne ?(ltnW lt) // addrAC subrr add0r.
Qed.

Lemma line_distribution p t : distribution p -> distribution (line f c p t).
Proof. by move=> law; elim: t => //= t; apply: step_distribution. Qed.

End Steps.

(** ** Smallest of three: 1, E s + d, 1 - (1 - s - k)/E. Corrected with k = d, printed with k = E d *)

Definition limited (R : realFieldType) (E d k s : R) : R := Num.min 1 (Num.min (E * s + d) (1 - (1 - s - k) / E)).

Section Limited.
Variables (R : realFieldType) (E d k : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (k0 : 0 <= k).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.

(** y <= f(s): the events {1..k} and {k+1..q}. *)
Lemma le_limited s y : (y <= limited E d k s) = [&& y <= 1, y <= E * s + d & 1 - s <= E * (1 - y) + k].
Proof.
rewrite /limited !le_minr; congr [&& _, _ & _].
rewrite ler_subr_addl -ler_subr_addr ler_pdivr_mulr // [(1 - y) * E]mulrC.
by rewrite -[in RHS]ler_subl_addr.
Qed.

Lemma limitedP s : [\/ limited E d k s = 1, limited E d k s = E * s + d | E * (1 - limited E d k s) = 1 - s - k].
Proof.
rewrite /limited; case: (leP 1) => _; first by constructor 1.
case: (leP (E * s + d)) => _; first by constructor 2.
by constructor 3; rewrite opprB addrCA subrr addr0 mulrC divfK ?gt_eqF.
Qed.

Lemma limited_operator : operator E d k (limited E d k).
Proof.
have EE : 0 <= E - 1 by rewrite subr_ge0.
have EE2 : 0 <= E * E - 1.
  have -> : E * E - 1 = (E - 1) * (E + 1) by ring.
  by apply: mulr_ge0 => //; rewrite addr_ge0 ?ler01 ?(ltW E0).
have bounds s : [/\ limited E d k s <= 1, limited E d k s <= E * s + d & 1 - s <= E * (1 - limited E d k s) + k].
  by apply/and3P; rewrite -le_limited lexx.
split=> [a b ab|a a0|a||a b ab|b|a b ab|b b0 b1|a].
- have [h1 h2 h3] := bounds a; rewrite le_limited h1 /=; apply/andP; split.
    by apply: le_trans h2 _; rewrite ler_add2r ler_wpmul2l // ltW.
  by apply: le_trans h3; rewrite ler_sub.
- rewrite le_limited ler01 addr_ge0 ?mulr_ge0 ?(ltW E0) //= subr0 mulr1.
  by apply: le_by (addr_ge0 (addr_ge0 EE a0) k0) _; ring.
- by have [] := bounds a.
- apply/eqP; rewrite eq_le; have [-> _ _] := bounds 1; rewrite le_limited lexx mulr1 !subrr mulr0 add0r k0 andbT.
  by rewrite (le_trans E1) // ler_addl.
- have [h1 h2 h3] := bounds b; have ab' : 0 <= b - a by rewrite subr_ge0.
  case: (limitedP a) => eq.
  + by rewrite eq; apply: le_trans (_ : 0 <= _); [rewrite subr_le0 | rewrite mulr_ge0 // ltW].
  + by rewrite eq; apply: le_by (_ : 0 <= E * b + d - limited E d k b) _; [rewrite subr_ge0 | ring].
  rewrite -(ler_pmul2l E0); move: h3; rewrite -subr_ge0 => h3.
  apply: le_by (_ : 0 <= (E * E - 1) * (b - a) + (E * (1 - limited E d k b) + k - (1 - b))) _.
    by apply: addr_ge0 => //; apply: mulr_ge0.
  have -> : E * (limited E d k b - limited E d k a) = E * limited E d k b - E + E * (1 - limited E d k a) by ring.
  by rewrite eq; ring.
- by have [] := bounds b.
- move=> less; have [h1 h2 h3] := bounds a; have ab' : 0 <= b - a by rewrite subr_ge0.
  case: (limitedP b) => eq; first by move: less; rewrite eq ltxx.
    rewrite eq; apply: le_by (_ : 0 <= E * (E * a + d - limited E d k a) + (E * E - 1) * (b - a)) _; last by ring.
    by apply: addr_ge0; apply: mulr_ge0 => //; rewrite ?subr_ge0 // ltW.
  apply: le_by (_ : 0 <= E * (1 - limited E d k a) + k - (1 - a)) _; first by rewrite subr_ge0.
  have -> : E * (limited E d k b - limited E d k a) = E * (1 - limited E d k a) - E * (1 - limited E d k b) by ring.
  by rewrite eq; ring.
- case: (limitedP b) => eq; first by rewrite eq mulr1 (le_trans b1).
    rewrite eq; apply: le_by (_ : 0 <= (E * E - 1) * b + E * d) _; last by ring.
    by apply: addr_ge0; apply: mulr_ge0 => //; rewrite ltW.
  apply: le_by (addr_ge0 EE k0) _.
  have -> : E * limited E d k b = E - E * (1 - limited E d k b) by ring.
  by rewrite eq; ring.
by have [] := bounds a.
Qed.

End Limited.

(** ** The corrected function *)

Section Corrected.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.

(** y <= M(s): the events {1..k} and {k+1..q}. *)
Lemma le_corrected s y : (y <= corrected E d s) = [&& y <= 1, y <= E * s + d & 1 - s <= E * (1 - y) + d].
Proof. exact: le_limited. Qed.
Lemma correctedP s : [\/ corrected E d s = 1, corrected E d s = E * s + d | E * (1 - corrected E d s) = 1 - s - d].
Proof. exact: limitedP. Qed.
Theorem corrected_operator : operator E d d (corrected E d).
Proof. exact: limited_operator. Qed.

(** M is concave. *)
Theorem corrected_concave l a b : 0 <= l <= 1 ->
  l * corrected E d a + (1 - l) * corrected E d b <= corrected E d (l * a + (1 - l) * b).
Proof.
case/andP=> l0 l1; have l1' : 0 <= 1 - l by rewrite subr_ge0.
have bounds s : [/\ 0 <= 1 - corrected E d s, 0 <= E * s + d - corrected E d s
    & 0 <= E * (1 - corrected E d s) + d - (1 - s)].
  by apply/and3P; rewrite !subr_ge0 -le_corrected lexx.
have [a1 a2 a3] := bounds a; have [b1 b2 b3] := bounds b; rewrite le_corrected.
have sum0 x y : 0 <= x -> 0 <= y -> 0 <= l * x + (1 - l) * y by move=> x0 y0; rewrite addr_ge0 ?mulr_ge0.
apply/and3P; split; [apply: le_by (sum0 _ _ a1 b1) _ | apply: le_by (sum0 _ _ a2 b2) _
  | apply: le_by (sum0 _ _ a3 b3) _]; ring.
Qed.

Section Lemma1.
Variables (q : nat) (c : {perm 'I_q}).
Implicit Types p : 'I_q -> R.

(** Lemma 1 (1), corrected: T(p) is close to p, over all events and in both directions. *)
Theorem lemma_1_close p : distribution p ->
  distribution (step (corrected E d) c p) /\ close E d (step (corrected E d) c p) p.
Proof.
move=> law; split; first exact: (step_distribution c corrected_operator law).
by split; [apply: (step_close_forward c d0 corrected_operator law) | apply: (step_close_backward c E1 d0 corrected_operator law)].
Qed.

(** Lemma 1 (2), corrected: it dominates every law that is close to p. *)
Theorem lemma_1_greatest p p' : distribution p -> distribution p' -> close E d p' p ->
  dominates c (step (corrected E d) c p) p'.
Proof.
move=> law law' [cl cl'] k; wlog le : k / (k <= q)%N => [h|].
  by case: (leqP k q) => lt; [exact: h | rewrite !(@prefix_over _ _ c _ k) ?(ltnW lt) //; apply: h].
rewrite prefix_step //; case: k le => [|k] le; first by rewrite prefix0.
rewrite /= le_corrected prefix_le1 //=; have := cl (first_colors c k.+1); rewrite !prob_first => -> /=.
by have := cl' (~: first_colors c k.+1); rewrite !prob_last.
Qed.

(** It is the only law with (1) and (2). *)
Theorem lemma_1_unique p p' : distribution p -> distribution p' -> close E d p' p ->
  (forall p'', distribution p'' -> close E d p'' p -> dominates c p' p'') -> p' =1 step (corrected E d) c p.
Proof.
move=> law law' cl most; have [lawT clT] := lemma_1_close law.
by apply: (dominates_eq (c := c)); [apply: most | apply: lemma_1_greatest].
Qed.

(** Lemma 2, corrected. *)
Theorem lemma_2 p p' : dominates c p p' -> dominates c (step (corrected E d) c p) (step (corrected E d) c p').
Proof. exact: (step_monotone corrected_operator). Qed.

(** T is concave: T of a mixture dominates the mixture of the T. *)
Lemma step_concave l p p' : 0 <= l <= 1 ->
  dominates c (step (corrected E d) c (fun x => l * p x + (1 - l) * p' x))
    (fun x => l * step (corrected E d) c p x + (1 - l) * step (corrected E d) c p' x).
Proof.
have mix u v k : prefix c (fun x => l * u x + (1 - l) * v x) k = l * prefix c u k + (1 - l) * prefix c v k.
  by rewrite /prefix big_split /= !mulr_sumr.
move=> l01 k; wlog le : k / (k <= q)%N => [h|].
  by case: (leqP k q) => lt; [exact: h | rewrite !(@prefix_over _ _ c _ k) ?(ltnW lt) //; apply: h].
rewrite mix !prefix_step //; case: k le => [|k] le /=; first by rewrite !mulr0 addr0.
by rewrite mix; apply: corrected_concave.
Qed.

End Lemma1.
End Corrected.

(** ** Lines of every length *)

Lemma greatest_unique (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R)
    (fixed : pred V) (m M M' : V -> 'I_q -> R) :
  greatest r f (@dominates R q) E d fixed m M -> greatest r f (@dominates R q) E d fixed m M' -> forall v, M v =1 M' v.
Proof. by move=> [f1 g1] [f2 g2] v; apply: (dominates_eq (c := f v)); [apply: g1 | apply: g2]. Qed.

Lemma close_sym (R : realFieldType) (T : finType) (E d : R) (P Q : T -> R) : close E d P Q -> close E d Q P.
Proof. by case. Qed.

(** Theorem 4, corrected: on the (c, n)-line with the law m at 0, T^i(m) at the distance i is the optimal mechanism. *)
Theorem theorem_4 (R : realFieldType) (q n : nat) (c : {perm 'I_q}) (E d : R) (m : 'I_q -> R) :
  1 <= E -> 0 <= d -> distribution m ->
  greatest (@line_graph n) (fun=> c) (@dominates R q) E d (pred1 ord0) (fun=> m) (fun i => line (corrected E d) c m i).
Proof.
move=> E1 d0 law; have op := corrected_operator E1 d0.
have laws t : distribution (line (corrected E d) c m t) by apply: line_distribution op _ _ law.
split.
  split=> [i|i j|i /eqP ->] //.
  have [_ [up down]] := lemma_1_close E1 d0 c (laws (minn i j)).
  by move=> /orP[] /eqP eq; move: up down; rewrite -eq ?(minn_idPl (leqnSn _)) ?(minn_idPr (leqnSn _)).
move=> M [mech priv fixed] i; case: i => i; elim: i => [|i IH] lt.
  have -> : Ordinal lt = ord0 by apply: val_inj.
  by move=> k; rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => x _; rewrite fixed //.
apply: dominates_trans (lemma_2 E1 d0 (IH (ltnW lt))) _.
apply: lemma_1_greatest => //.
by split; apply: priv; rewrite /line_graph /= eqxx ?orbT.
Qed.

Theorem theorem_4_unique (R : realFieldType) (q n : nat) (c : {perm 'I_q}) (E d : R) (m : 'I_q -> R) M :
  1 <= E -> 0 <= d -> distribution m ->
  greatest (@line_graph n) (fun=> c) (@dominates R q) E d (pred1 ord0) (fun=> m) M ->
  forall i, M i =1 line (corrected E d) c m i.
Proof. by move=> E1 d0 law g; apply: greatest_unique g (theorem_4 _ _ E1 d0 law). Qed.
