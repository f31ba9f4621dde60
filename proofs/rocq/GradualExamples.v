(** * GradualExamples: the definitions about gradual release on numbers

    As in Examples.v: fractions by hand, or by Python's Fraction from the formulas of docs/gradual_release.md. The ratios
    are p = 1/2 for the last level, 1/3 and 1/4 before it. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions Examples DefinitionsGradual.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The exponential mechanism *)

Example exponential_weights : exponential (law [:: 2%:R; 1; 1] : 'I_3 -> rat) o0 = 1//2
  /\ exponential (law [:: 2%:R; 1; 3%:R] : 'I_3 -> rat) o1 = 1//6.
Proof. by rewrite /exponential; split; sums; equals. Qed.

(** ** Discrete Laplace noise *)

Example lap_half : lap (1//2) 0 = 1//3 /\ lap (1//2) 1 = 1//6 /\ lap (1//2) (- 3%:Z) = 1//24.
Proof. by repeat split; equals. Qed.
Example lap_third : lap (1//3) 2%:Z = 1//18.
Proof. by equals. Qed.
Example keep_values : [/\ keep (1//2) (1//3) = 3//8, keep (1//3) (1//4) = 16//27, keep (1//2) (1//4) = 2//9
  & keep (1//2) (1//2) = 1].
Proof. by split; equals. Qed.
Example kernel_values : [/\ kernel (1//2) (1//3) 0 = 7//12, kernel (1//2) (1//3) (- 1) = 5//48
  & kernel (1//2) (1//3) 2%:Z = 5//96].
Proof. by split; equals. Qed.
(** P(V1 = 2, V2 = 1) and P(V2 = 1 | V1 = 2), also at 1 and -1. *)
Example joint_values : joint (1//2) (1//3) 2%:Z 1 = 5//288 /\ joint (1//2) (1//3) 1 (- 1) = 5//576.
Proof. by split; equals. Qed.
Example relax_values : relax (1//2) (1//3) 1 2%:Z = 5//24 /\ relax (1//2) (1//3) (- 1) 1 = 5//96.
Proof. by split; equals. Qed.

(** 1/3 + 2/6 + 2/12; the sum of k^2 + k from -2 to 2; one term. *)
Ltac terms := rewrite /window ?unlock /=; equals.
Example window_lap : window (lap (1//2)) 2 = 5//6.
Proof. by terms. Qed.
Example window_squares : window (fun k => (k * k + k)%:~R : rat) 2 = 10%:R.
Proof. by terms. Qed.
Example window_one : window (fun k => (k + 3%:Z)%:~R : rat) 0 = 3%:R.
Proof. by terms. Qed.

(** The sum over |y| > 1 of lap (1/3) y * lap (1/2) (1 - y), over |y| > 1 of those with 0 - y, over |y| > 3 with 2 - y. *)
Example missing_values : [/\ missing (1//2) (1//3) 1 0 = 1//72, missing (1//2) (1//3) 0 1 = 1//90
  & missing (1//2) (1//3) 2 1 = 17//160 * (1//162)].
Proof. by split; equals. Qed.

(** ** Several levels *)

(** lap (1/4) 1 = 3/20; the differences of the answers are 1 and 0, then 1 and -2. *)
Example release_one : release (1//4) 1 [::] = 3//20.
Proof. by equals. Qed.
Example release_two : release (1//4) (- 1) [:: (1//2, 1)] = 7//720.
Proof. by equals. Qed.
Example release_three : release (1//4) 1 [:: (1//3, 2%:Z); (1//2, 2%:Z)] = 77//120 * (1//108).
Proof. by equals. Qed.
Example release_three_other : release (1//4) 1 [:: (1//3, 2%:Z); (1//2, 0)] = 11//144 * (1//144).
Proof. by equals. Qed.
(** 11/162 * 5/96. *)
Example others_two : others (1//4) 1 [:: (1//3, 2%:Z); (1//2, 0)] = 55//144 * (1//108).
Proof. by equals. Qed.
Example shift_values : shift 3%:Z [:: (1//3, 2%:Z); (1//2, - 4%:Z)] = [:: (1//3, 5%:Z); (1//2, - 1)].
Proof. by equals. Qed.
Example falling_yes : falling (1//4) [:: (1//3, 2%:Z); (1//3, 0); (1//2, 5%:Z)].
Proof. by repeat split. Qed.
Example falling_no_first : ~ falling (1//2) [:: (1//3, 0); (2//3, 0)].
Proof. by case=> + _; apply/negP; calculate. Qed.
Example falling_no_later : ~ falling (1//4) [:: (1//2, 0); (1//3, 0)].
Proof. by case=> _ [_ [+ _]]; apply/negP; calculate. Qed.
Example falling_no_one : ~ falling (1//4) [:: (1//2, 0); (1, 0)].
Proof. by case=> _ [_ [_ [+ _]]]; apply/negP; calculate. Qed.

(** ** The range-restricted geometric mechanism with 0, 1, 2, the rows of the ratio 1/2 *)

Definition table (f : nat -> nat -> rat) : seq (seq rat) := [seq [seq f i o | o <- iota 0 3] | i <- iota 0 3].
Example geometric_rows : table (geometric 2 (1//2))
  = [:: [:: 2//3; 1//6; 1//6]; [:: 1//3; 1//3; 1//3]; [:: 1//6; 1//6; 2//3]].
Proof. by equals. Qed.
Example keep_finite : [seq keep_clipped 2 (1//2) (1//3) k | k <- iota 0 3] = [:: 1//2; 3//8; 1//2].
Proof. by equals. Qed.
(** Row k: from the answer k of the ratio 1/3 to that of the ratio 1/2. *)
Example tighten_rows : table (tighten 2 (1//2) (1//3))
  = [:: [:: 5//6; 1//12; 1//12]; [:: 5//24; 7//12; 5//24]; [:: 1//12; 1//12; 5//6]].
Proof. by equals. Qed.
(** Ratio 1/3 and the numbers 1, 4, 9: 1 - 4/3, 40/9 - 1/3 - 3, 9 - 4/3. *)
Example rough_values : [seq rough 2 (1//3) (nth 0 [:: 1; 4%:R; 9%:R]) k | k <- iota 0 3] = [:: - (1//3); 10//9; 23//3].
Proof. by equals. Qed.
(** The inverse of [[3/4, 1/6, 1/12], [1/4, 1/2, 1/4], [1/12, 1/6, 3/4]]. *)
Example inverse_rows : table (inverse 2 (1//3))
  = [:: [:: 3//2; - (1//2); 0]; [:: - (3//4); 5//2; - (3//4)]; [:: 0; - (1//2); 3//2]].
Proof. by equals. Qed.
