(** * BesideExamples: definitions that stand beside theorems, on numbers that a reader checks by hand *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions Examples.
From DPExact Require CountMechanism CountPropositions Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** C = 7, D = 2, the alphas 3/4 and 1/4: 7, 3/4, 1/4, 0; what stands at 3 is not used. *)
Definition quarters (i : nat) : rat := nth 0 [:: 5%:R : rat; 3//4; 1//4; 9%:R] i.
Example profile_values : [seq CountMechanism.profile (7%:R : rat) 2 quarters i | i <- iota 0 5] = [:: 7%:R; 3//4; 1//4; 0; 0].
Proof. by equals. Qed.
(** The profile 2, 1, 0, 0 with E = 1: x = 1 is enough, 1/2 is not. Its cost is 1 + 1 with E = 1, and 0 + 1 with E = 2. *)
Definition steps (i : nat) : rat := nth 0 [:: 2%:R; 1] i.
Example rows_yes : CountMechanism.rows (1 : rat) 1 steps.
Proof. by case=> [|[|[|i]]]; rewrite /steps /= ?nth_nil; split; calculate. Qed.
Example rows_no : ~ CountMechanism.rows (1 : rat) (1//2) steps.
Proof. by case/(_ 0%N) => + _; apply/negP; calculate. Qed.
Example rows_no_back : ~ CountMechanism.rows (1 : rat) (1//2) (fun i => nth 0 [:: 1; 2%:R : rat; 3//2; 1; 1//2] i).
Proof. by case/(_ 0%N) => _; apply/negP; calculate. Qed.
Ltac costs := rewrite /CountMechanism.cost !big_ord_recl !big_ord0; equals.
Example cost_1 : CountMechanism.cost (1 : rat) 1 steps = 2%:R. Proof. by costs. Qed.
Example cost_2 : CountMechanism.cost (2%:R : rat) 1 steps = 1. Proof. by costs. Qed.
Example cost_up : CountMechanism.cost (2%:R : rat) 1 (fun i => nth 0 [:: 1; 5%:R : rat] i) = 8%:R. Proof. by costs. Qed.

(** D = 2, eta = 1/2, p(1) = p(2) = 1/10: (1 - eta)(1/10 + 2/10) = 3/20; (-1, 2) has 1/5 * 1/10 * 3 over that. *)
Definition lopsided (z : int) : rat :=
  if z == 0 then 1//2 else if z == 1 then 1//10 else if z == 2%:Z then 1//10 else if z == -1 then 1//5 else 1//20.
Lemma sum_2 (F : nat -> rat) : \sum_(1 <= i < 3) F i = F 1%N + F 2%N.
Proof. by rewrite big_ltn // big_nat1. Qed.
Ltac weights := rewrite /CountPropositions.weights_of sum_2; equals.
Example weights_1_2 : CountPropositions.weights_of 2 (1//2) lopsided 1 2 = 2//5. Proof. by weights. Qed.
Example weights_2_1 : CountPropositions.weights_of 2 (1//2) lopsided 2 1 = 1//10. Proof. by weights. Qed.

(** What is needed of a function on prefix sums: the smaller of 1 and a has it with E = 1, without delta; less does not. *)
Definition capped (a : rat) : rat := Num.min 1 a.
Example operator_yes : Rainbow.operator 1 0 0 capped.
Proof.
split; rewrite /capped //.
- by move=> a b le; rewrite le_minr !le_minl lexx le orbT.
- by move=> a a0; rewrite le_minr ler01.
- by move=> a; rewrite le_minl lexx.
- move=> a b le; rewrite mul1r; case: (lerP 1 b) => hb; case: (lerP 1 a) => ha.
  + by rewrite subrr subr_ge0.
  + by rewrite ler_sub.
  + by rewrite ltNge (le_trans ha le) in hb.
  + by [].
- by move=> b; rewrite mul1r addr0 le_minl lexx orbT.
- move=> a b le; case: (lerP 1 b) => hb; rewrite ?ltxx // => _.
  by case: (lerP 1 a) => ha; rewrite mul1r //; rewrite ltNge (le_trans ha le) in hb.
- by move=> b _ b1; rewrite mul1r le_minr b1 lexx.
- move=> a; case: (lerP 1 a) => ha; rewrite mul1r addr0 ?lexx //.
  by rewrite subrr subr_le0.
Qed.
Example operator_no_up : ~ Rainbow.operator 1 (- 1) 0 capped.
Proof. by case=> _ _ _ _ _ /(_ 0) + _ _ _; apply/negP; calculate. Qed.
Example operator_no_last : ~ Rainbow.operator 1 0 (- 1) capped.
Proof. by case=> _ _ _ _ _ _ _ _ /(_ 0); apply/negP; calculate. Qed.
Example operator_no_bound : ~ Rainbow.operator 1 0 0 (id : rat -> rat).
Proof. by case=> _ _ /(_ 2%:R) + _ _ _ _ _ _; apply/negP; calculate. Qed.

(** Counts from the first on only: the answer to 0 is 0 for certain, to 1 it is 2, to 2 it is 2. *)
Definition sure (n : nat) (z : int) : rat := (z == if n == 1%N then 1 else 0)%:R.
Example private_from_1 : private_counts 1 1 2 1 0 sure.
Proof.
by case=> [|[|[|n]]] [|[|[|n']]] // _ S; rewrite ?probE; sums; rewrite /count_mechanism /sure /=; split_event; calculate.
Qed.
Example not_private_from_0 : ~ private_counts 1 0 2 1 0 sure.
Proof. by move/(_ 0%N 1%N isT [set ord0]); rewrite /prob !big_set1; apply/negP; calculate. Qed.
