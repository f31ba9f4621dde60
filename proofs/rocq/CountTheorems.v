(** * Count queries: Lemmas 3 and 4 of the paper, and the refutation of Theorem 3 as printed *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Crossovers.
Variables (R : realFieldType) (E : R).
Hypothesis E1 : 1 <= E.

(** Lemma 4: C_1 > C_2 > ... . True as printed; (36) is [gap] of CountSums.v. *)
Theorem lemma_4 k : (1 <= k)%N -> crossover E k.+1 < crossover E k.
Proof.
move=> k1; have t := T_gt0 E1 k1; have t' : 0 < T_ E k.+1 by apply: T_gt0.
rewrite /crossover ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0 (gap E k).
by apply: W_gt0.
Qed.

(** Lemma 3 for k = D, with C_D as in (34): delta_D >= delta_(D+1) if and only if C >= C_D. The last line of the
    paper's proof prints another numerator. *)
Theorem lemma_3_last eta D : 0 < eta < 1 -> (0 < D)%N ->
  (delta_ E eta D D.+1 <= delta_ E eta D D) = (crossover E D <= C_of eta).
Proof.
move=> h D0; have b := B_gt0 h; have t := T_gt0 E1 D0; have w := W_gt0 E1 D0; have s := S_gt0 E1 D0.
have bt : 0 < B_of eta * T_ E D by apply: mulr_gt0.
have bw : 0 < B_of eta * W_ E D by apply: mulr_gt0.
rewrite /delta_ leqnn ltnn /crossover ler_pdivr_mulr // mulrAC ler_pdivl_mulr // ler_pdivr_mulr // mul1r.
rewrite [X in _ <= X]mulrCA ler_pmul2l // -[RHS](ler_pmul2l s) SS -subr_ge0 -[RHS]subr_ge0; congr (0 <= _); ring.
Qed.
End Crossovers.

(** Theorem 3 is false as printed: E = 5, eta = 1/29, D = 2, k = 3, delta~ = 2/29; no alphas at all have less than
    x_1 / B = 9/58 over single outcomes. *)
Section Refutation.
Let E : rat := 5%:R.
Let eta : rat := 1 / 29%:R.
Theorem theorem_3_refuted : best_index E eta 2 3 /\
  forall a, alphas 2 a -> ~ private_counts_singletons 2 2 3 E (delta_ E eta 2 3) (fun _ => noise 2 eta a).
Proof.
split; first by split=> // _; rewrite /crossover /S_ /T_ !big_ord_recl !big_ord0; vm_compute.
move=> a law private; have := @bound_x _ E eta 2 3 isT isT isT a _ law private 1 isT isT.
by rewrite /x_ /delta_ /S_ /T_ /= !big_ord_recl !big_ord0; apply/negP; vm_compute.
Qed.
End Refutation.
