(** * GradualExamples: the definitions about gradual release on numbers

    As in Examples.v: fractions by hand, or by Python's Fraction from the formulas of docs/gradual_release.md. The ratios
    are p = 1/2 for the last level, 1/3 and 1/4 before it. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Examples DefinitionsGradual.
From DPExact Require GradualDiscrete GradualLevels.

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
Example rising_yes : rising (1//4) [:: (1//3, 2%:Z); (1//3, 0); (1//2, 5%:Z)].
Proof. by repeat split. Qed.
Example rising_no_first : ~ rising (1//2) [:: (1//3, 0); (2//3, 0)].
Proof. by case=> + _; apply/negP; calculate. Qed.
Example rising_no_later : ~ rising (1//4) [:: (1//2, 0); (1//3, 0)].
Proof. by case=> _ [_ [+ _]]; apply/negP; calculate. Qed.
Example rising_no_one : ~ rising (1//4) [:: (1//2, 0); (1, 0)].
Proof. by case=> _ [_ [_ [+ _]]]; apply/negP; calculate. Qed.

(** The same numbers as those of [release_three] and [release_one]; no answers have 1. *)
Example levels_three : levels_law [:: 1//4; 1//3; 1//2] [:: 1; 2%:Z; 2%:Z] = 77//120 * (1//108).
Proof. by equals. Qed.
Example levels_one : levels_law [:: 1//4] [:: 1] = 3//20 /\ levels_law [::] [::] = 1 :> rat.
Proof. by split; equals. Qed.
Example ratios_yes : rising_ratios [:: 1//4; 1//3; 1//3; 1//2].
Proof. by []. Qed.
Example ratios_no : [/\ ~~ rising_ratios [:: 1//3; 1//4], ~~ rising_ratios [:: 0; 1//4], ~~ rising_ratios [:: 1//4; 1] & rising_ratios ([::] : seq rat)].
Proof. by []. Qed.

(** 5 at the number 3 and nothing else: the sum is 5, not 4; what is below 0 has none here. *)
Definition at_3 (y : int) : rat := 5%:R * (3%:Z - y == 0)%:R.
Lemma window_3 w N : (absz (3%:Z - w) <= N)%N -> window (fun y => at_3 (w + y)) N = 5%:R.
Proof.
move=> le; rewrite -(GradualDiscrete.window_point (fun=> 5%:R) le).
by apply: GradualDiscrete.eq_window => y; rewrite /at_3 opprD addrA.
Qed.
Example sums_to_5 : sums_to at_3 5%:R.
Proof.
split=> [y|]; first by rewrite mulr_ge0 ?ler0n.
by exists 3%:Z, 0%N, 0, 0; split=> // N; rewrite window_3 // subrr normr0 mul0r.
Qed.
Lemma not_4 : ~ sums_to at_3 4%:R.
Proof. by move=> four; have := GradualLevels.sums_to_unique sums_to_5 four; apply/eqP; calculate. Qed.
Example sums_to_not_4 : ~ sums_to at_3 4%:R. Proof. exact: not_4. Qed.
Example nearly_values : nearly_sums_to at_3 5%:R /\ ~ nearly_sums_to at_3 4%:R.
Proof. by split; [case: sums_to_5 | move=> four; apply: not_4; split=> //; case: sums_to_5]. Qed.
Example sums_to_sign : ~ sums_to (fun y => - at_3 y) (- 5%:R).
Proof. by case=> /(_ 3%:Z) + _; rewrite /at_3 subrr eqxx; apply/negP; calculate. Qed.

(** Two answers, the first 1 for certain and the second as above: without the second 5 at 1, without both 5. *)
Definition pair_at (xs : seq int) : rat := (nth 0 xs 0 == 1)%:R * at_3 (nth 0 xs 1).
Definition first_at (xs : seq int) : rat := (nth 0 xs 0 == 1)%:R * 5%:R.
Lemma scaled (c : bool) : sums_to (fun y => c%:R * at_3 y) (c%:R * 5%:R).
Proof.
split=> [y|]; first by rewrite !mulr_ge0 ?ler0n.
exists 3%:Z, 0%N, 0, 0; split=> // N.
by rewrite (GradualDiscrete.windowZ c%:R (fun y => at_3 (3%:Z + y))) window_3 // subrr normr0 mul0r.
Qed.
Lemma second_out : marginal 2 pair_at 1 first_at.
Proof. by apply: (Without (i := 1%N)) (All_answers _ _) _ _ => // -[|x [|? ?]] // _; exact: scaled. Qed.
Example marginal_second : marginal 2 pair_at 1 first_at. Proof. exact: second_out. Qed.
Lemma shrinks n (F : seq int -> rat) m G : marginal n F m G -> (m <= n)%N.
Proof. by elim=> // {}m {}G H i _ IH _ _; apply: ltnW. Qed.
Lemma itself n (F : seq int -> rat) G : marginal n F n G -> G = F.
Proof. by move=> h; inversion h as [|m G' H i from]; [ | move: (shrinks from); rewrite ltnn]. Qed.
Example marginal_not_4 : ~ marginal 1 (fun xs => at_3 (nth 0 xs 0)) 0 (fun=> 4%:R).
Proof.
move=> h; inversion h as [|m G H i from le sums]; move: le sums; rewrite leqn0 => /eqP -> /(_ [::] erefl).
by rewrite (itself from); exact: not_4.
Qed.

(** ** The range-restricted geometric mechanism with 0, 1, 2, the rows of the ratio 1/2 *)

Definition table (f : nat -> nat -> rat) : seq (seq rat) := [seq [seq f i o | o <- iota 0 3] | i <- iota 0 3].
Example geometric_rows : table (geometric 2 (1//2))
  = [:: [:: 2//3; 1//6; 1//6]; [:: 1//3; 1//3; 1//3]; [:: 1//6; 1//6; 2//3]].
Proof. by equals. Qed.
Example gap_values : gap 5 2 = 3%N /\ gap 2 5 = 3%N /\ gap 2 2 = 0%N.
Proof. by []. Qed.
Example clipped_values : [seq clipped 2 (1//2) o | o <- iota 0 3] = [:: 2//3; 1//3; 2//3].
Proof. by equals. Qed.
Example matrix_entry : geometric_matrix 2 (1//2) o0 o1 = 1//6 /\ geometric_matrix 2 (1//2) o1 o0 = 1//3.
Proof. by rewrite !mxE; split; equals. Qed.
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

(** ** Distances on the path 0 - 1 - 2 - ... *)

Definition beside (i j : nat) : bool := (i.+1 == j) || (j.+1 == i).
Example path_distance : graph_distance beside 0%N 2%N 2 /\ ~ graph_distance beside 0%N 2%N 3.
Proof.
have two : graph_distance beside 0%N 2%N 2 by split; [exists [:: 1; 2]%N | case=> [|x [|y p]] //=; rewrite andbT => /orP [/eqP <-|//]].
by split=> // -[_ /(_ [:: 1; 2]%N isT erefl)].
Qed.
Example path_level : distance_level beside 0%N 2%N (1//2) /\ ~ distance_level beside 0%N 2%N (1 : rat).
Proof.
have [two _] := path_distance; split; first by exists 2%N.
case=> n [[p [pp lp <-]] least]; have -> : size p = 2%N.
  by apply/eqP; rewrite eqn_leq (least [:: 1; 2]%N) //; case: two => _ ->.
by move/eqP; vm_compute.
Qed.
