(** * Gradual release, Section 2: the exponential mechanism (Proposition 7), for every finite set of outcomes

   Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy". [w] and [v] are the weights
   e^(epsilon s(u, y)) and e^(epsilon s(u', y)) of the outcomes y, and [D] is e^(epsilon d(u, u')): the score is
   1-Lipschitz, so each weight is at most [D] times the other. As printed the law for u would be [D]-close to that for
   u'. It is [D]^2-close, and [D]-close if the normalisers are equal; [D] is not enough in general. *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions DefinitionsGradual.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exponential.
Variables (R : realFieldType) (T : finType).
Implicit Types (w v : T -> R) (D : R).

Lemma prob_exponential w (S : {set T}) : prob (exponential w) S = (\sum_(y in S) w y) / \sum_z w z.
Proof. by rewrite /prob /exponential mulr_suml. Qed.

Lemma sum_le w v D (P : pred T) : (forall y, w y <= D * v y) -> \sum_(y | P y) w y <= D * \sum_(y | P y) v y.
Proof. by move=> le; rewrite mulr_sumr; apply: ler_sum. Qed.

Lemma exponential_distribution w :
  (forall y, 0 <= w y) -> 0 < \sum_z w z -> distribution (exponential w).
Proof.
move=> w0 Z0; split=> [y|]; first by rewrite divr_ge0 ?w0 ?ltW.
by rewrite /exponential -mulr_suml divff ?gt_eqF.
Qed.

(** Proposition 7 with 2 epsilon in place of epsilon. *)
Theorem proposition_7_twice w v D :
  0 <= D -> (forall y, 0 <= v y) -> 0 < \sum_z w z -> 0 < \sum_z v z ->
  (forall y, w y <= D * v y) -> (forall y, v y <= D * w y) ->
  close_to (D ^+ 2) 0 (exponential w) (exponential v).
Proof.
move=> D0 v0 Z0 W0 wv vw S; rewrite addr0 !prob_exponential.
have a0 : 0 <= \sum_(y in S) v y by apply: sumr_ge0 => y _.
rewrite ler_pdivr_mulr // mulrA mulrAC ler_pdivl_mulr //.
have first : \sum_(y in S) w y <= D * \sum_(y in S) v y by apply: sum_le.
have second : \sum_z v z <= D * \sum_z w z by apply: sum_le.
apply: le_trans (ler_wpmul2r (ltW W0) first) _.
apply: le_trans (ler_wpmul2l (mulr_ge0 D0 a0) second) _.
by rewrite expr2 !mulrA [_ * _ * D]mulrAC.
Qed.

(** Proposition 7 as printed, if the normaliser does not depend on the input. *)
Theorem proposition_7_constant w v D :
  0 < \sum_z w z -> \sum_z v z = \sum_z w z -> (forall y, w y <= D * v y) ->
  close_to D 0 (exponential w) (exponential v).
Proof.
move=> Z0 same wv S; rewrite addr0 !prob_exponential same mulrA ler_pmul2r ?invr_gt0 //.
exact: sum_le.
Qed.

End Exponential.

(** Proposition 7 as printed fails: three outcomes with scores (1, 0, 0) and (0, 1, 1), for every E > 1. *)
Theorem proposition_7_refuted (R : realFieldType) (E : R) : 1 < E ->
  exists w v : 'I_3 -> R,
    [/\ forall y, 0 < w y /\ 0 < v y, forall y, w y <= E * v y /\ v y <= E * w y
      & ~ close_to E 0 (exponential w) (exponential v)].
Proof.
move=> E1; have E0 : 0 < E by apply: lt_trans E1.
pose w (y : 'I_3) := if y == ord0 then E else 1; pose v (y : 'I_3) := if y == ord0 then 1 else E.
have EE : 1 <= E * E by apply: mulr_ege1; apply: ltW.
exists w, v; split.
- by move=> y; rewrite /w /v; case: ifP => _; rewrite ?ltr01 ?E0.
- by move=> y; rewrite /w /v; case: ifP => _; rewrite ?mulr1 ?lexx ?EE.
move=> /(_ [set ord0]); rewrite addr0 /prob !big_set1 /exponential !big_ord_recl !big_ord0 /w /v /= addr0.
have W0 : 0 < 1 + (E + E) by rewrite addr_gt0 ?addr_gt0 ?ltr01.
have Z0 : 0 < E + (1 + 1) :> R by rewrite addr_gt0 ?addr_gt0 ?ltr01.
rewrite mulrA mulr1 !addr0 ler_pdivr_mulr // mulrAC ler_pdivl_mulr // ler_pmul2l //.
by rewrite addrCA !ler_add2l leNgt E1.
Qed.

(** ** Sums over the levels, for every number of them *)

(** Theorem 12: along (1, ..., 1) the log density of the law of V_1 has the slope - a 0, with a i = sgn(v_i) e_i, and the
    kernel from level i to i + 1 has a i - a i.+1; their sum, the slope of (36), is that of the last level alone. *)
Theorem slopes_add (R : realFieldType) (a : nat -> R) (m : nat) : - a 0%N + \sum_(i < m) (a i - a i.+1) = - a m.
Proof. by elim: m => [|m ih]; [rewrite big_ord0 addr0 | rewrite big_ord_recr /= addrA ih addrA addNr add0r]. Qed.

(** Section 4: n^2 times the variance of the mean of n answers with Laplace noise of the variances 2 j^2, j = 1, ..., n. *)
Theorem variance_of_the_mean (R : realFieldType) (n : nat) :
  \sum_(j < n) 2%:R * j.+1%:R ^+ 2 = n%:R * (n%:R + 1) * (2%:R * n%:R + 1) / 3%:R :> R.
Proof.
elim: n => [|n ih]; first by rewrite big_ord0 !mul0r.
by rewrite big_ord_recr /= ih -addn1 natrD; field.
Qed.
