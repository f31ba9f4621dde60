(** * GradualReports: functions of the answers, and the mean of many (gradual release, Section 4) *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions DefinitionsLaws Exponential GradualLaws GradualNoise GradualLimits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** What is made from private answers is no less private: any number of reports, whatever the thresholds are, each repeated
    as often as one likes. *)
Theorem reports_of_answers (R : realFieldType) (X Y Z : Type) (mu : integral R X) (exp : R -> R) e (answer : R -> X -> Y)
    (report : Y -> Z) : private_answers mu exp e answer -> private_answers mu exp e (fun u x => report (answer u x)).
Proof. by move=> private A u u' p q; exact: (private (fun y => A (report y))). Qed.

(** The answers u + V_1, u + V_2 with the noise of (20) are such answers, of the level e_2. *)
Theorem answers_of_theorem_10 (R : realFieldType) (exp : R -> R) (I mu : integral R (R * R)) e1 e2 :
  exponential_function exp -> 0 < e1 -> e1 <= e2 ->
  (forall f v u, mu (fun z => f (u + z.1, u + z.2)) v ->
    I (fun z => f z * density_20 exp e1 e2 (z.1 - u) (z.2 - u)) v) ->
  private_answers mu exp e2 (fun u z => (u + z.1, u + z.2)).
Proof.
move=> ef e0 le density A u u' p q /(density (fun z => (A z)%:R)) Ap /(density (fun z => (A z)%:R)) Aq.
have power := ef_power ef; have e2_0 := lt_le_trans e0 le.
apply: (integral_le _ Ap (integrates_scale _ Aq)) => z; case: (A z); rewrite ?mul0r ?mulr0 // !mul1r.
rewrite !density_20_tightened //.
by have := @release_moved _ _ power e2 z.2 u u' [:: e1] [:: z.1] e2_0; rewrite /= le e0; apply.
Qed.

(** (46) as printed: for gamma < 1/2 < beta no Laplace law has its parameter, which would be negative. *)
Theorem equation_46_no_law (R : realFieldType) (exp : R -> R) (gamma beta : R) : power_function exp ->
  gamma < 1 / 2%:R -> 1 / 2%:R < beta -> ~ exists2 b, 0 < b & exp (- (1 / b)) = 4%:R * beta * (1 - gamma).
Proof. by move=> power low high [b b0]; exact: (equation_46_printed power b0 low high). Qed.

(** ** The mean of independent answers *)
Section Mean.
Variables (R : realFieldType) (n : nat) (mu : integral R ('I_n -> R)) (e : 'I_n -> R).
Hypotheses (one : law mu) (n0 : (0 < n)%N).
Hypothesis square : forall i j, mu (fun v => v i * v j) (if i == j then 2%:R / e j ^+ 2 else 0).
Let spread := 2%:R * (\sum_j (e j)^-1 ^+ 2) / n%:R ^+ 2.

Lemma spread_positive : (forall j, 0 < e j) -> 0 < spread.
Proof.
move=> e0; rewrite divr_gt0 ?exprn_gt0 ?ltr0n // mulr_gt0 ?ltr0n //.
rewrite (bigD1 (Ordinal n0)) //= ltr_paddr ?exprn_gt0 ?invr_gt0 //.
by apply: sumr_ge0 => j _; exact: sqr_ge0.
Qed.
Lemma mean_square u : mu (fun v => ((\sum_j (u + v j)) / n%:R - u) ^+ 2) spread.
Proof.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have sums : mu (fun v => \sum_i \sum_j v i * v j) (\sum_i \sum_j (if i == j then 2%:R / e j ^+ 2 else 0)).
  by apply: integral_sum (integral_0 one) _ => i _; apply: integral_sum (integral_0 one) _ => j _; exact: square.
have -> : spread = (n%:R ^+ 2)^-1 * \sum_i \sum_j (if i == j then 2%:R / e j ^+ 2 else 0).
  rewrite mulrC /spread; congr (_ / _); rewrite mulr_sumr; apply: eq_bigr => i _.
  by rewrite -big_mkcond (big_pred1 i) ?exprVn // => j; rewrite eq_sym.
apply: integrates_same (integrates_scale _ sums) => v.
have -> : (\sum_j (u + v j)) / n%:R - u = (\sum_j v j) / n%:R.
  rewrite big_split /= sumr_const card_ord -[u *+ n]mulr_natr; move: (\sum_j v j) => s.
  by field.
rewrite exprMn exprVn [RHS]mulrC; congr (_ * _); rewrite expr2 mulr_suml; apply: eq_bigr => i _.
by rewrite mulr_sumr.
Qed.

(** Its squared error is 2 (sum of 1/e_j^2)/n^2, which is positive: no finite group recovers u. *)
Theorem mean_squared_error u : (forall j, 0 < e j) ->
  mu (fun v => ((\sum_j (u + v j)) / n%:R - u) ^+ 2) spread /\ 0 < spread.
Proof. by move=> e0; split; [exact: mean_square | exact: spread_positive]. Qed.

(** So beyond the distance c from u it has a probability of at most that over c^2: as little as one likes, if
    (sum of 1/e_j^2)/n^2 tends to 0. *)
Theorem mean_near_the_data u c p : 0 < c ->
  has_probability mu (fun v => c <= `|(\sum_j (u + v j)) / n%:R - u|) p -> p <= spread / c ^+ 2.
Proof.
move=> c0 far; rewrite ler_pdivl_mulr ?exprn_gt0 // mulrC.
apply: (integral_le _ (integrates_scale (c ^+ 2) far) (mean_square u)) => v.
case: (lerP c `|_|) => h; last by rewrite mulr0 sqr_ge0.
rewrite mulr1 -[X in _ <= X]ger0_norm ?sqr_ge0 // normrX.
by rewrite ler_expn2r ?nnegrE ?normr_ge0 // ltW.
Qed.

End Mean.
