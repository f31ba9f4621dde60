(** * GradualMore: the range-restricted geometric mechanism is invertible, so its tightening is unique

    The three-term sums [rough] of GradualFinite.v undo the mechanism: an explicit inverse, for every size. Hence there is
    no other matrix A with G_p = A G_q than [tighten], with or without negative entries. [tight_bound_is_equality] is why
    a kernel is necessary where the bounds of the second answer are attained (docs/gradual_release.md). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import DefinitionsGradual GradualFinite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition inverse_matrix (R : realFieldType) (n : nat) (q : R) : 'M[R]_n.+1 := \matrix_(k, i) inverse n q k i.

Section Inverse.
Variables (R : realFieldType) (n : nat) (q : R).
Hypothesis n1 : (0 < n)%N.

Lemma rough_sum (I : Type) (s : seq I) (f : I -> nat -> R) k :
  rough n q (fun j => \sum_(i <- s) f i j) k = \sum_(i <- s) rough n q (f i) k.
Proof. by rewrite /rough; case: (k == 0%N); [|case: (k == n)]; rewrite !sumrB -!mulr_sumr. Qed.

Lemma rough_ext (f g : nat -> R) k : (k <= n)%N -> (forall j, (j <= n)%N -> f j = g j) ->
  rough n q f k = rough n q g k.
Proof.
move=> kn fg; rewrite /rough; case: eqP => [_|/eqP k0]; first by rewrite (fg 0%N) // (fg 1%N).
case: eqP => [_|/eqP ne]; first by rewrite (fg n) // (fg n.-1) // leq_pred.
have lt : (k.+1 <= n)%N by rewrite ltn_neqAle ne kn.
by rewrite (fg k) // (fg k.-1) ?(leq_trans (leq_pred k)) // (fg k.+1).
Qed.

Lemma rough_powers k o : (k <= n)%N -> (o <= n)%N -> rough n q (fun j => q ^+ gap j o) k = (1 - q ^+ 2) * (k == o)%:R.
Proof.
move=> kn on; case: (ltngtP k o) => [lt|lt|e].
- have [d eo] : exists d, o = (k + d.+1)%N by exists (o - k).-1; rewrite prednK ?subn_gt0 // subnKC // ltnW.
  by rewrite mulr0n mulr0 eo rough_below -?eo //; case: ifP => _; ring.
- have [d eo] : exists d, k = (o + d.+1)%N by exists (k - o).-1; rewrite prednK ?subn_gt0 // subnKC // ltnW.
  by rewrite mulr0n mulr0 eo rough_above -?eo //; case: ifP => _; ring.
- by rewrite -e rough_self // mulr1n; case: ifP => _; ring.
Qed.

Hypotheses (q0 : 0 < q) (q1 : q < 1).
Let qpn : 1 + q != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr01. Qed.
Let qn : 1 - q != 0. Proof. by rewrite subr_eq0 gt_eqF. Qed.
Let qq : 1 - q ^+ 2 != 0.
Proof.
have -> : 1 - q ^+ 2 = (1 - q) * (1 + q) by ring.
by rewrite mulf_neq0.
Qed.
Let cn k : clipped n q k != 0.
Proof. by rewrite /clipped; case: ifP => _; rewrite mulf_neq0 ?invr_eq0 ?oner_eq0. Qed.

Lemma rough_at (f : nat -> R) k : (k <= n)%N ->
  rough n q f k = \sum_(0 <= i < n.+1) rough n q (fun j => (j == i)%:R) k * f i.
Proof.
move=> kn; under eq_bigr do rewrite -rough_scale.
rewrite -rough_sum; apply: rough_ext => // j jn.
rewrite (bigD1_seq j) ?mem_index_iota ?iota_uniq //= eqxx mul1r big1 ?addr0 // => i ne.
by rewrite eq_sym (negbTE ne) mul0r.
Qed.

(** The explicit inverse, entry by entry. *)
Lemma inverse_geometric k o : (k <= n)%N -> (o <= n)%N ->
  \sum_(0 <= i < n.+1) inverse n q k i * geometric n q i o = (k == o)%:R.
Proof.
move=> kn on; pose d := (1 - q ^+ 2) * clipped n q k.
have dn : d != 0 by rewrite mulf_neq0.
have -> : \sum_(0 <= i < n.+1) inverse n q k i * geometric n q i o =
  d^-1 * \sum_(0 <= i < n.+1) rough n q (fun j => (j == i)%:R) k * geometric n q i o.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite /inverse -/d; ring.
rewrite -rough_at // /geometric rough_scale rough_powers //.
case: eqP => [<-|_]; last by rewrite mulr0 mul0r mulr0.
by rewrite mulr1 -/d mulVf.
Qed.

(** So different columns give different images. *)
Lemma geometric_injective (x y : nat -> R) :
  (forall i, (i <= n)%N ->
     \sum_(0 <= k < n.+1) geometric n q i k * x k = \sum_(0 <= k < n.+1) geometric n q i k * y k) ->
  forall k, (k <= n)%N -> x k = y k.
Proof.
have undo (z : nat -> R) k : (k <= n)%N ->
  z k = \sum_(0 <= i < n.+1) inverse n q k i * \sum_(0 <= o < n.+1) geometric n q i o * z o.
  move=> kn; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big_nat /=.
  under eq_bigr do (under eq_bigr do rewrite mulrA; rewrite -mulr_suml).
  rewrite (bigD1_seq k) ?mem_index_iota ?iota_uniq //= inverse_geometric // eqxx mul1r.
  rewrite big_seq_cond big1 ?addr0 // => o; rewrite mem_index_iota /= => /andP[on ne].
  by rewrite inverse_geometric // eq_sym (negbTE ne) mul0r.
move=> same k kn; rewrite (undo x k kn) (undo y k kn).
by apply: eq_big_nat => i /andP[_ le]; rewrite same.
Qed.

End Inverse.

(** G_q as a matrix is invertible, for every size and 0 < q < 1. *)
Lemma geometric_unit (R : realFieldType) (n : nat) (q : R) :
  (0 < n)%N -> 0 < q -> q < 1 -> geometric_matrix n q \in unitmx.
Proof.
move=> n1 q0 q1; suff /mulmx1_unit[] : inverse_matrix n q *m geometric_matrix n q = 1%:M by [].
apply/matrixP => k o; rewrite !mxE -(inverse_geometric n1 q0 q1) ?leq_ord // big_mkord.
by apply: eq_bigr => i _; rewrite !mxE.
Qed.

(** The tightening matrix is the only A with G_p = A G_q. *)
Lemma tighten_unique (R : realFieldType) (n : nat) (p q : R) (A : nat -> nat -> R) :
  (0 < n)%N -> 0 < q -> q <= p -> p <= 1 -> q < 1 ->
  (forall i o, (i <= n)%N -> (o <= n)%N ->
     \sum_(0 <= k < n.+1) geometric n q i k * A k o = geometric n p i o) ->
  forall k o, (k <= n)%N -> (o <= n)%N -> A k o = tighten n p q k o.
Proof.
move=> n1 q0 qp p1 q1 same k o kn on.
apply: (@geometric_injective R n q n1 q0 q1 (A^~ o) (fun k => tighten n p q k o)) => // i le.
by rewrite same // lossless.
Qed.

(** Where P is at most E Q outcome by outcome and in total they are equal, they are equal outcome by outcome: the law of
    the first answer, together with a second answer at which the bound is attained, is E times that for the neighbor. *)
Theorem tight_bound_is_equality (R : realFieldType) (T : finType) (E : R) (P Q : T -> R) :
  (forall a, P a <= E * Q a) -> \sum_(a in T) P a = E * (\sum_(a in T) Q a) -> forall a, P a = E * Q a.
Proof.
move=> le same a; apply/eqP; rewrite eq_sym -subr_eq0.
have total : \sum_(a in T) (E * Q a - P a) == 0 by rewrite sumrB -mulr_sumr same subrr.
by move: total; rewrite psumr_eq0 => [/allP|b _]; [apply; rewrite mem_index_enum | rewrite subr_ge0].
Qed.
