(** * BesideExamples: definitions that stand beside theorems, on numbers that a reader checks by hand *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions Examples.
From DPExact Require Import DefinitionsRainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** C = 7, D = 2, the alphas 3/4 and 1/4: 7, 3/4, 1/4, 0; what stands at 3 is not used. *)
Definition quarters (i : nat) : rat := nth 0 [:: 5%:R : rat; 3//4; 1//4; 9%:R] i.
Example profile_values : [seq profile (7%:R : rat) 2 quarters i | i <- iota 0 5] = [:: 7%:R; 3//4; 1//4; 0; 0].
Proof. by equals. Qed.
(** The profile 2, 1, 0, 0 with E = 1: x = 1 is enough, 1/2 is not. Its cost is 1 + 1 with E = 1, and 0 + 1 with E = 2. *)
Definition steps (i : nat) : rat := nth 0 [:: 2%:R; 1] i.
Example rows_yes : rows (1 : rat) 1 steps.
Proof. by case=> [|[|[|i]]]; rewrite /steps /= ?nth_nil; split; calculate. Qed.
Example rows_no : ~ rows (1 : rat) (1//2) steps.
Proof. by case/(_ 0%N) => + _; apply/negP; calculate. Qed.
Example rows_no_back : ~ rows (1 : rat) (1//2) (fun i => nth 0 [:: 1; 2%:R : rat; 3//2; 1; 1//2] i).
Proof. by case/(_ 0%N) => _; apply/negP; calculate. Qed.
Ltac costs := rewrite /cost !big_ord_recl !big_ord0; equals.
Example cost_1 : cost (1 : rat) 1 steps = 2%:R. Proof. by costs. Qed.
Example cost_2 : cost (2%:R : rat) 1 steps = 1. Proof. by costs. Qed.
Example cost_up : cost (2%:R : rat) 1 (fun i => nth 0 [:: 1; 5%:R : rat] i) = 8%:R. Proof. by costs. Qed.

(** D = 2, eta = 1/2, p(1) = p(2) = 1/10: (1 - eta)(1/10 + 2/10) = 3/20; (-1, 2) has 1/5 * 1/10 * 3 over that. *)
Definition lopsided (z : int) : rat :=
  if z == 0 then 1//2 else if z == 1 then 1//10 else if z == 2%:Z then 1//10 else if z == -1 then 1//5 else 1//20.
Lemma sum_2 (F : nat -> rat) : \sum_(1 <= i < 3) F i = F 1%N + F 2%N.
Proof. by rewrite big_ltn // big_nat1. Qed.
Ltac weights := rewrite /weights_of sum_2; equals.
Example weights_1_2 : weights_of 2 (1//2) lopsided 1 2 = 2//5. Proof. by weights. Qed.
Example weights_2_1 : weights_of 2 (1//2) lopsided 2 1 = 1//10. Proof. by weights. Qed.

(** What is needed of a function on prefix sums: the smaller of 1 and a has it with E = 1, without delta; less does not. *)
Definition capped (a : rat) : rat := Num.min 1 a.
Example operator_yes : operator 1 0 0 capped.
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
Example operator_no_up : ~ operator 1 (- 1) 0 capped.
Proof. by case=> _ _ _ _ _ /(_ 0) + _ _ _; apply/negP; calculate. Qed.
Example operator_no_last : ~ operator 1 0 (- 1) capped.
Proof. by case=> _ _ _ _ _ _ _ _ /(_ 0); apply/negP; calculate. Qed.
Example operator_no_bound : ~ operator 1 0 0 (id : rat -> rat).
Proof. by case=> _ _ /(_ 2%:R) + _ _ _ _ _ _; apply/negP; calculate. Qed.

(** Counts from the first on only: the answer to 0 is 0 for certain, to 1 it is 2, to 2 it is 2. *)
Definition sure (n : nat) (z : int) : rat := (z == if n == 1%N then 1 else 0)%:R.
Example private_from_1 : private_counts 1 1 2 1 0 sure.
Proof.
by case=> [|[|[|n]]] [|[|[|n']]] // _ S; rewrite ?probE; sums; rewrite /count_mechanism /sure /=; split_event; calculate.
Qed.
Example not_private_from_0 : ~ private_counts 1 0 2 1 0 sure.
Proof. by move/(_ 0%N 1%N isT [set ord0]); rewrite /prob !big_set1; apply/negP; calculate. Qed.

(** Linear programs, the [plan] of Examples.v: y = (1, 0, 1) is dual, with the value 4; (1, 0, 0) is only where the second
    variable is not free; a sign is wrong in (-1, 0, 0), a column in (3, 0, 0). *)
Example dot_value : dot (law [:: 1; 2%:R] : 'I_2 -> rat) (law [:: 3%:R; 4%:R]) = 11%:R.
Proof. by rewrite /dot; sums; equals. Qed.
Example holds_values : [/\ holds Le (1 : rat) 2%:R, ~ holds Ge (1 : rat) 2%:R, ~ holds Eq (1 : rat) 2%:R & holds Ge (2%:R : rat) 1].
Proof. by rewrite /holds; split; [calculate | apply/negP; calculate | move/eqP; apply/negP; calculate | calculate]. Qed.
Example dual_signs : [/\ dual_sign Le (-1 : rat), ~ dual_sign Le (1 : rat), dual_sign Eq (-1 : rat), dual_sign Ge (1 : rat)
  & ~ dual_sign Ge (-1 : rat)].
Proof. by rewrite /dual_sign; split; [calculate | apply/negP; calculate | done | calculate | apply/negP; calculate]. Qed.
Definition this_plan (y_free : bool) := plan y_free [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1].
Definition costs_of : 'I_2 -> rat := law [:: 1; 2%:R].
Ltac duals := split; each; rewrite /=; sums; first [done | calculate | equals].
Example dual_yes : dual (this_plan true) (law [:: 1; 0; 1]) costs_of /\ dot (law [:: 1; 0; 1]) (bound (this_plan true)) = 4%:R.
Proof. by split; [duals | rewrite /dot; sums; equals]. Qed.
Example dual_not_free : dual (this_plan false) (law [:: 1; 0; 0]) costs_of.
Proof. by duals. Qed.
Example dual_free : ~ dual (this_plan true) (law [:: 1; 0; 0]) costs_of.
Proof. by case=> _ /(_ o1); rewrite /=; sums=> /eqP; apply/negP; calculate. Qed.
Example dual_wrong_sign : ~ dual (this_plan false) (law [:: -1; 0; 0]) costs_of.
Proof. by case=> /(_ o0) /= + _; apply/negP; calculate. Qed.
Example dual_wrong_column : ~ dual (this_plan false) (law [:: 3%:R; 0; 0]) costs_of.
Proof. by case=> _ /(_ o0); rewrite /=; sums; apply/negP; calculate. Qed.
(** The direction (-1, 0) keeps the rows x + y <= 3 and x <= 2 but is below 0; (0, -1) is one where y is free. *)
Definition lower (y_free : bool) := plan y_free [:: Le; Le; Le] [:: 3%:R; 2%:R; 1].
Example direction_yes : meets (homogeneous_program (lower true)) (law [:: 0; -1]).
Proof. by do ?split; each; rewrite /= /dot; sums; calculate. Qed.
Example direction_no : ~ meets (homogeneous_program (lower true)) (law [:: 0; 1]) /\ meets (lower true) (law [:: 0; 1])
  /\ ~ meets (homogeneous_program (lower false)) (law [:: 0; -1]).
Proof.
split; first by case=> /(_ o0) + _; rewrite /= /dot; sums; apply/negP; calculate.
split; first by do ?split; each; rewrite /= /dot; sums; calculate.
by case=> _ /(_ o1 isT).
Qed.

(** Count queries, E = 2: 1 + 2 + 4, 1 + 2 * 2 + 4 * 3, 3 + 2 * 2 + 4 * 1; (1 - 2 (1/10) 1) over 1 + 1, and with m = 0 over 0 + 4. *)
Ltac powers_of := rewrite /x_ /S_ /W_ /T_ /=; sums; equals.
Example S_3 : S_ (2%:R : rat) 3 = 7%:R. Proof. by powers_of. Qed.
Example W_3 : W_ (2%:R : rat) 3 = 17%:R. Proof. by powers_of. Qed.
Example T_3 : T_ (2%:R : rat) 3 = 11%:R. Proof. by powers_of. Qed.
Example x_1 : x_ (2%:R : rat) (1//10) 2 1 = 2//5. Proof. by powers_of. Qed.
Example x_0 : x_ (2%:R : rat) (1//10) 2 0 = 1//4. Proof. by powers_of. Qed.
(** Mean 0, P(0) = 1/5, the alphas 3/4 and 1/4: 3/4 * 2/5, 1/4 * 2/5, on both sides. *)
Example noise_values : [seq noise 2 (1//5) quarters z | z <- zs] = [:: 1//10; 3//10; 1//5; 3//10; 1//10].
Proof. by equals. Qed.
Example noise_far : noise 2 (1//5) quarters 3%:Z = 0 /\ noise 2 (1//5) quarters (- 3%:Z) = 0.
Proof. by split; equals. Qed.
