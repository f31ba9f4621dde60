(** * Count queries: what follows in a few lines, for all parameters

    Sentences of Sadeghi, Asoodeh, Calmon (2020) between the theorems. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountData CountDesign CountEquations CountEvents CountSupport.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The support *)

Section Support.
Variables (R : realFieldType) (D : nat).
Implicit Types (p : int -> R) (eta : R).

(** Half the support size is D + 1/2: a count that is no smaller is at least D, and D itself is smaller. *)
Theorem half_the_support n : (D.*2.+1 <= n.*2)%N = (D < n)%N.
Proof. by lia. Qed.

(** The output n + z is never negative. *)
Theorem output_ge0 n p z : P1 D n p -> p z != 0 -> 0 <= n%:Z + z.
Proof. by move=> far /eqP pz; case: (boolP (0 <= n%:Z + z)) => // lt; case: pz; apply: far; lia. Qed.

(** The error is at most D. *)
Theorem error_at_most n p z : P1 D n p -> p z != 0 -> (`|z| <= D)%N.
Proof. by move=> far /eqP pz; case: (leqP `|z| D) => // lt; case: pz; apply: far; lia. Qed.

(** The output may exceed N if and only if n > N - D, and by at most D. *)
Theorem overshoot N n : (0 < n <= N)%N -> (N - D < n)%N = (N < n + D)%N /\ (n + D <= N + D)%N.
Proof. by move=> nN; split; lia. Qed.

(** The support of P1 is the same for all counts from D on. *)
Theorem fixed_support n p : (D <= n)%N -> P1 D n p <-> P1 D D p.
Proof. by move=> Dn; rewrite /P1 (minn_idPr Dn) minnn. Qed.

(** Noise whose support is all that P1 leaves cannot be the same for the counts 1 and 2. *)
Theorem full_support_depends (p : nat -> int -> R) : (2 <= D)%N ->
  P1 D 1 (p 1%N) -> (forall z, - (minn 2 D)%:Z <= z <= D%:Z -> p 2%N z != 0) -> ~ p 1%N =1 p 2%N.
Proof.
move=> D2 far full same; have /negP h : p 2%N (- 2%:Z) != 0 by apply: full; lia.
by apply: h; rewrite -same far //; lia.
Qed.

(** At the count 0 noise with the mean 0 and P1 is no noise. *)
Theorem no_noise_at_0 eta p : noise_law D p -> P1 D 0 p -> P2 eta p -> P3 D p -> eta = 1.
Proof.
move=> [p0 total] far <- mean.
have pos k : p (k%:Z - D%:Z) = 0 \/ 0 <= k%:Z - D%:Z.
  by case: (boolP (0 <= k%:Z - D%:Z)) => h; [right | left; apply: far; lia].
have term_ge0 (k : 'I_D.*2.+1) : true -> 0 <= (k%:Z - D%:Z)%:~R * p (k%:Z - D%:Z).
  by move=> _; case: (pos k) => [->|h]; rewrite ?mulr0 // mulr_ge0 ?p0 // ler0z.
have zero (k : 'I_D.*2.+1) : k%:Z != D%:Z -> p (k%:Z - D%:Z) = 0.
  move=> ne; have /eqP := psumr_eq0P term_ge0 mean (i := k) isT.
  by rewrite mulf_eq0 intr_eq0 subr_eq0 (negPf ne) => /eqP.
have DD : (D < D.*2.+1)%N by lia.
by rewrite -total /noise_sum (bigD1 (Ordinal DD)) //= subrr big1 ?addr0.
Qed.

(** So no mechanism has P1-P3 at the count 0, with eta < 1: the pairs of Proposition 2 begin at 1. *)
Theorem no_mechanism_at_0 last eta (p : nat -> int -> R) : eta < 1 -> ~ allowed D 0 last eta p.
Proof.
move=> eta1 /(_ 0%N isT) [law far center mean].
by move: eta1; rewrite (no_noise_at_0 law far center mean) ltxx.
Qed.

(** The probability that the output is the count is eta. *)
Theorem concealed N n (p : nat -> int -> R) eta (nN : (n < (N + D).+1)%N) : P2 eta (p n) ->
  @count_mechanism R D N p n (Ordinal nN) = eta.
Proof. by rewrite /count_mechanism subrr. Qed.

(** (15) and the entries of (16): for all D <= n <= N, any y. *)
Theorem equation_15 N eta (a : nat -> R) n (y : 'I_(N + D).+1) :
  @count_mechanism R D N (fun=> noise D eta a) n y =
  if y == n :> nat then eta
  else if (`|y - n| <= D)%N then a `|y - n|%N * ((1 - eta) / 2%:R) else 0.
Proof.
by rewrite /count_mechanism /noise; have -> : (y%:Z - n%:Z == 0) = (y == n :> nat) by lia.
Qed.

(** The mean is 0 and the variance (1 - eta) sum of alpha_i i^2. *)
Theorem variance_formula eta (a : nat -> R) :
  noise_sum D (fun z => z%:~R * noise D eta a z) = 0 /\
  noise_sum D (fun z => z%:~R ^+ 2 * noise D eta a z) = (1 - eta) * \sum_(1 <= i < D.+1) a i * i%:R ^+ 2.
Proof.
have side (i : 'I_D) : noise D eta a i.+1%:Z = a i.+1 * ((1 - eta) / 2%:R) /\
    noise D eta a (- i.+1%:Z) = a i.+1 * ((1 - eta) / 2%:R).
  by have := ltn_ord i; rewrite /noise /= => ->.
split; rewrite noise_sum_sides ?expr0n ?mul0r ?add0r.
  by rewrite big1 // => i _; have [-> ->] := side i; rewrite mulrNz mulNr addrN.
rewrite big_add1 /= big_mkord mulr_sumr; apply: eq_bigr => i _; have [-> ->] := side i.
by rewrite mulrNz sqrrN; field.
Qed.

(** Example 1: the support at n = 1, D = 2 is all of -1..2 if and only if both weights are positive. *)
Theorem example_1_support eta (w : nat -> nat -> R) : eta < 1 ->
  (two_point_mixture 2 1 eta w 1 != 0) = (w 1%N 1%N != 0) /\
  (two_point_mixture 2 1 eta w 2%:Z != 0) = (w 1%N 2%N != 0).
Proof.
move=> eta1; have e0 : 1 - eta != 0 by rewrite subr_eq0 gt_eqF.
rewrite /two_point_mixture /minn /= !big_nat1 ![\sum_(1 <= b < 3) _]big_nat_recr //= !big_nat1.
rewrite /two_point_noise /= !mulr0 ?addr0 ?add0r !mulf_eq0 !invr_eq0 (negPf e0) !pnatr_eq0 /=.
by rewrite !orbF.
Qed.

(** -1 and 0 are in the support for all weights. *)
Theorem example_1_rest eta (w : nat -> nat -> R) : 0 < eta < 1 -> two_point_weights 2 1 w ->
  0 < two_point_mixture 2 1 eta w (- 1%:Z) /\ two_point_mixture 2 1 eta w 0 = eta.
Proof.
case/andP=> eta0 eta1 [w0]; rewrite /two_point_mixture /minn /= !big_nat1 ![\sum_(1 <= b < 3) _]big_nat_recr //= !big_nat1.
move=> total; rewrite /two_point_noise /=; split; last by rewrite -mulrDl total mul1r.
have w11 : 0 <= w 1%N 1%N by apply: w0.
have w12 : 0 <= w 1%N 2%N by apply: w0.
have e : w 1%N 2%N = 1 - w 1%N 1%N by rewrite -total addrAC subrr add0r.
rewrite e in w12 *; move: (w 1%N 1%N) w11 w12 => x x0 x1.
have -> : x * ((1 - eta) * (1 / (1 + 1)%:R)) + (1 - x) * ((1 - eta) * (2%:R / (2 + 1)%:R)) =
  (1 - eta) * ((3%:R * 1 + (1 - x)) / 6%:R) by field.
rewrite mulr_gt0 ?subr_gt0 // divr_gt0 ?ltr0n //; apply: ltr_paddr => //.
by rewrite mulr1 ltr0n.
Qed.

(** With one count, 1, nothing depends on the count. *)
Theorem one_count (p : nat -> int -> R) : ~ exists n n', [/\ (0 < n <= 1)%N, (0 < n' <= 1)%N & p n <> p n'].
Proof.
move=> [n [n' [h h' []]]]; congr p; apply: anti_leq.
by move: h h' => /andP [n0 n1] /andP [m0 m1]; rewrite (leq_trans n1 m0) (leq_trans m1 n0).
Qed.

End Support.

(** ** Bounds, crossovers and what becomes of them as epsilon, eta and D change *)

Section Bounds.
Variables (R : realFieldType) (E eta : R) (D : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N).
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B. Proof. exact: B_gt0 eta_range. Qed.
Let C0 : 0 < C. Proof. exact: C_gt0 eta_range. Qed.

(** (17)-(19) and (20)-(22): the noise is (1 - eta)/2 times the alphas, and 2/(1 - eta) = B. *)
Theorem equations_20_22 (a b delta : R) : let half := (1 - eta) / 2%:R in
  [/\ (half * a <= delta) = (a <= B * delta),
      (half * a <= E * (half * b) + delta) = ((a - B * delta) / E <= b)
    & (eta <= E * (half * b) + delta) = ((C - B * delta) / E <= b)].
Proof.
have h0 : 0 < (1 - eta) / 2%:R by rewrite divr_gt0 ?ltr0n // subr_gt0; case/andP: eta_range.
have e0 : 1 - eta != 0 by rewrite subr_eq0 eq_sym neq_lt; case/andP: eta_range => _ ->.
have E0 := E_gt0 E1; move=> half; have hB : half * B = 1 by rewrite /half /B /B_of; field.
have hd : delta = half * (B * delta) by rewrite mulrA hB mul1r.
have hC : eta = half * C by rewrite /C /C_of -/B mulrCA hB mulr1.
have h1 : 0 < half by []; move: half h1 hB hd hC => half h1 hB hd hC.
have hE : E * (half * b) + delta = half * (E * b + B * delta) by rewrite {1}hd; ring.
split; rewrite ?ler_pdivr_mulr // ?[b * E]mulrC ?ler_subl_addr.
- by rewrite {1}hd ler_pmul2l.
- by rewrite hE ler_pmul2l.
- by rewrite hE {1}hC ler_pmul2l.
Qed.

(** C_k > 0, and C_(D+1) = 0 is below all of them. *)
Theorem crossover_positive k : (0 < k)%N -> 0 < crossover E k.
Proof. by move=> k0; rewrite divr_gt0 ?T_gt0 ?S_gt0. Qed.

(** delta~ is positive, and up to C = C_D it is (1 - eta)/(2 T_D). *)
Theorem below_the_knee k : greatest_bound E eta D k -> C <= crossover E D ->
  delta_ E eta D k = (1 - eta) / (2%:R * T_ E D).
Proof.
move=> [kr le] CD; have [_ le'] : greatest_bound E eta D D.+1.
  by apply/theorem_2; rewrite ?ltnSn ?andbT ?ltnn //; split=> //; rewrite ltnNge ?leqnn.
have -> : delta_ E eta D k = delta_ E eta D D.+1 by apply: le_anti; rewrite le ?le' ?ltnSn.
rewrite /delta_ ltnn /B_of; have t0 := T_gt0 E1 D0.
have e0 : 1 - eta != 0 by rewrite subr_eq0 eq_sym neq_lt; case/andP: eta_range => _ ->.
by field; rewrite e0 gt_eqF.
Qed.

(** Definition 2: alpha_1 > 0. *)
Theorem first_alpha_positive k : (1 <= k <= D.+1)%N -> 0 < printed_alpha E eta D k 1.
Proof.
case/andP=> k1; rewrite leq_eqVlt => /predU1P [->|kD].
  have [-> _] := @equation_37_38 R E eta D D.+1 E1 eta_range 1 D0 erefl D0.
  by rewrite divr_gt0 ?T_gt0 ?S_gt0 // subSS subn0.
rewrite (@equation_40 R E eta D k E1 eta_range _) ?k1 // divr_gt0 ?W_gt0 //.
by rewrite ltr_paddl ?Ek_gt0 // mulr_ge0 ?W_ge0 // ltW.
Qed.

(** Theorem 3, put right: delta~ is enough for some alphas if and only if k <= D or C >= S_(D-1)/T_D. *)
Theorem theorem_1_tight N k : (D < N)%N -> greatest_bound E eta D k ->
  (exists2 a, alphas D a & private_counts_singletons D D N E (delta_ E eta D k) (fun=> noise D eta a)) <->
  (k <= D)%N \/ S_ E D.-1 / T_ E D <= C.
Proof.
move=> DN best; split=> [[a law private]|ok]; last first.
  exists (printed_alpha E eta D k); first exact: definition_2_valid best.
  by apply/(theorem_3 E1 eta_range D0 DN best).
case: (leqP k D) => kD; [by left | right]; have t0 := T_gt0 E1 D0.
have ek : k = D.+1 by case: best => [/andP [_ h] _]; lia.
rewrite ler_pdivr_mulr //; have := bound_x E1 eta_range DN law private D0 D0.
rewrite (_ : B * _ = (T_ E D)^-1); last by rewrite ek /delta_ ltnn -/B; field; rewrite !gt_eqF.
case: (D) D0 t0 => // d _ t0; rewrite /x_ subSS subn0 S1 (T_up _ 0) T0 S1 add0r mulr1 -/C.
have t1 : 0 < 1 + T_ E d by rewrite ltr_paddr ?ltr01 ?T_ge0.
rewrite ler_pdivr_mulr // [_^-1 * _]mulrC ler_pdivl_mulr // T_up S_E /= => h.
have E0 := E_gt0 E1; rewrite -(ler_pmul2l E0) -subr_ge0; move: h; rewrite -subr_ge0.
by congr (0 <= _); ring.
Qed.
End Bounds.

(** Theorem 3: which of the inequalities of Proposition 4 the alphas of Definition 2 meet with equality. *)
Section Equalities.
Variables (R : realFieldType) (E eta : R) (D k : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (best : greatest_bound E eta D k).
Let B := B_of eta.
Let C := C_of eta.
Let a := printed_alpha E eta D k.
Let x := B * delta_ E eta D k.

(** For k <= D (19) and (18) for i < k are equalities, alpha_k <= B delta~, strict for C > C_k, and the rest is 0. *)
Theorem equalities_inside : (k <= D)%N ->
  [/\ C = E * a 1%N + x, forall i, (0 < i < k)%N -> a i = E * a i.+1 + x,
      a k <= x, (a k < x) = (crossover E k < C) & forall i, (k < i)%N -> a i = 0].
Proof.
move=> kD; have k1 : (0 < k)%N by case: best => /andP [].
have kr : (0 < k <= D)%N by rewrite k1.
have En : E != 0 by rewrite gt_eqF ?(E_gt0 E1).
have down i : (i < k)%N -> descent E C x i = E * descent E C x i.+1 + x.
  by move=> _ /=; rewrite mulrC divfK // subrK.
have aE i : (i <= k)%N -> a i = descent E C x i by move=> h; rewrite /a /printed_alpha kD h.
have gap := last_outcome E1 eta_range kr; rewrite -/B -/C -/a -/x in gap.
have t0 := T_gt0 E1 k1; have w0 := W_gt0 E1 k1.
have CC : (crossover E k < C) = (0 < (C * T_ E k - S_ E k.+1) / W_ E k).
  by rewrite pmulr_lgt0 ?invr_gt0 // subr_gt0 /crossover ltr_pdivr_mulr.
split.
- by rewrite (aE 1%N k1); exact: (down 0%N k1).
- by move=> i /andP [_ ik]; rewrite (aE i (ltnW ik)) (aE i.+1 ik); exact: down.
- have kr' : (0 < k <= D.+1)%N by rewrite k1 leqW.
  have [/(_ kD) h _] := iffLR (theorem_2 E1 eta_range kr') best.
  by rewrite -subr_ge0 gap divr_ge0 ?(ltW w0) // subr_ge0 -ler_pdivr_mulr.
- by rewrite CC -gap subr_gt0.
- by move=> i ki; have [_ h] := @alphas_fall R E eta D k E1 eta_range i 1 D0 best kD; exact: h.
Qed.

(** For k = D + 1 (17) and (18) are equalities, and (19) is strict for C < C_D. *)
Theorem equalities_last : k = D.+1 ->
  [/\ a D = x, forall i, (0 < i < D)%N -> a i = E * a i.+1 + x & (C < E * a 1%N + x) = (C < crossover E D)].
Proof.
move=> kD; have t0 := T_gt0 E1 D0; have B0 : 0 < B := B_gt0 eta_range.
have both i (h : (0 < i <= D)%N) := equation_37_38 E1 eta_range D0 kD h.
have xE : x = (T_ E D)^-1 by rewrite /x kD /delta_ ltnn -/B; field; rewrite !gt_eqF.
split.
- have Dr : (0 < D <= D)%N by rewrite D0 leqnn.
  by have [e _] := both D Dr; rewrite /a e subSnn S1 xE mul1r.
- move=> i /andP [i0 iD]; have ir : (0 < i <= D)%N by rewrite i0 ltnW.
  by have [_ e] := both i ir; exact: e.
- have [e _] := both 1%N D0; rewrite /a e subn1 /= xE /crossover (S_E _ D); congr (C < _).
  by field; rewrite gt_eqF.
Qed.
End Equalities.

(** No one of the bounds delta_1, ..., delta_D is the largest for every eta. *)
Theorem no_bound_dominates (R : realFieldType) (E : R) D k : 1 <= E -> (1 <= k <= D)%N ->
  exists2 eta : R, 0 < eta < 1 & forall i, (1 <= i <= D)%N -> i != k -> delta_ E eta D i < delta_ E eta D k.
Proof.
move=> E1 kr; have k1 : (0 < k)%N by case/andP: kr.
pose C := if k == 1%N then crossover E 1 + 1 else (crossover E k + crossover E k.-1) / 2%:R.
have pos i : (0 < i)%N -> 0 < crossover E i := crossover_positive E1 (k := i).
have falls i j : (0 < i)%N -> (i <= j)%N -> crossover E j <= crossover E i.
  move=> i0; elim: j => [|j ih]; first by rewrite leqn0 => /eqP e; rewrite e in i0.
  rewrite leq_eqVlt => /predU1P [-> //|h]; apply: le_trans (ih h).
  by apply/ltW/lemma_4 => //; exact: leq_trans i0 h.
have [above below] : crossover E k < C /\ ((1 < k)%N -> C < crossover E k.-1).
  rewrite /C; case: eqP => [->|/eqP ne]; first by rewrite ltr_addl ltr01.
  have k2 : (1 < k)%N by rewrite ltn_neqAle eq_sym ne.
  have lt : crossover E k < crossover E k.-1.
    by rewrite -{1}(prednK k1); apply: lemma_4 => //; case: (k) k2 => [|[]].
  have [] := midf_lt lt; by split.
have C0 : 0 < C := lt_trans (pos k k1) above.
have c2 : 0 < 2%:R + C by rewrite addr_gt0 ?ltr0n.
have range : 0 < C / (2%:R + C) < 1 by rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_addr ltr0n.
exists (C / (2%:R + C)) => // i ir ne.
have CE : C_of (C / (2%:R + C)) = C.
  by rewrite /C_of /B_of; field; rewrite (gt_eqF c2) //= addrK pnatr_eq0.
have up j : (0 < j < k)%N -> delta_ E (C / (2%:R + C)) D j < delta_ E (C / (2%:R + C)) D j.+1.
  move=> /andP [j0 jk]; rewrite ltNge lemma_3 // ?CE; last by rewrite j0; nat_lia.
  rewrite -ltNge; apply: lt_le_trans (below _) (falls _ _ j0 _); by nat_lia.
have down j : (k <= j <= D)%N -> delta_ E (C / (2%:R + C)) D j.+1 < delta_ E (C / (2%:R + C)) D j.
  move=> /andP [kj jD]; rewrite lemma_3_strict // ?CE; last by rewrite jD; nat_lia.
  by apply: le_lt_trans (falls _ _ k1 kj) above.
case: (ltnP i k) ne => [ik _|ki ne].
  have h n : (i + n < k)%N -> delta_ E (C / (2%:R + C)) D i < delta_ E (C / (2%:R + C)) D (i + n).+1.
    elim: n => [|n ih] lt; first by rewrite addn0 up //; nat_lia.
    by rewrite addnS; apply: lt_trans (ih _) (up _ _); nat_lia.
  by have := h (k - i.+1)%N; rewrite (_ : (i + _).+1 = k)%N; [apply; nat_lia | nat_lia].
have h n : (k + n < D)%N -> delta_ E (C / (2%:R + C)) D (k + n).+1 < delta_ E (C / (2%:R + C)) D k.
  elim: n => [|n ih] lt; first by rewrite addn0 down //; nat_lia.
  by rewrite addnS; apply: lt_trans (down _ _) (ih _); nat_lia.
by have := h (i - k.+1)%N; rewrite (_ : (k + _).+1 = i)%N; [apply; nat_lia | nat_lia].
Qed.

(** ** A larger support: D' > D, for the same E and eta *)
Section Larger.
Variables (R : realFieldType) (E eta : R) (D D' k k' : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DD : (D < D')%N).
Hypotheses (best : greatest_bound E eta D k) (best' : greatest_bound E eta D' k').
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B. Proof. exact: B_gt0 eta_range. Qed.
Let C0 : 0 < C. Proof. exact: C_gt0 eta_range. Qed.
Let D0' : (0 < D')%N. Proof. exact: ltn_trans DD. Qed.
Let falls i j : (0 < i)%N -> (i <= j)%N -> crossover E j <= crossover E i.
Proof.
move=> i0; elim: j => [|j ih]; first by rewrite leqn0 => /eqP e; rewrite e in i0.
rewrite leq_eqVlt => /predU1P [-> //|h]; apply: le_trans (ih h).
by apply/ltW/lemma_4 => //; exact: leq_trans i0 h.
Qed.

(** From C = C_D on delta~ stays as it is. *)
Lemma same_delta : crossover E D <= C -> delta_ E eta D' k' = delta_ E eta D k.
Proof.
move=> CD; have [j [jr jbest]] : exists j, (1 <= j <= D)%N /\ greatest_bound E eta D j.
  have [kr _] := best; case: (leqP k D) => kD; first by exists k; rewrite kD andbT; case/andP: kr.
  have ek : k = D.+1 by nat_lia.
  exists D; rewrite D0 leqnn; split=> //; apply/theorem_2; rewrite ?D0 ?leqnSn //; split=> // D1.
  have [_] := iffLR (theorem_2 E1 eta_range kr) best; rewrite ek /= => /(_ D0) h.
  by apply: le_trans h _; apply: falls; nat_lia.
have jbest' : greatest_bound E eta D' j.
  have jr' : (0 < j <= D.+1)%N by nat_lia.
  have [h1 h2] := iffLR (theorem_2 E1 eta_range jr') jbest.
  by apply/theorem_2 => //; [nat_lia | split=> // _; apply: h1; nat_lia].
have same (d i i' : nat) : greatest_bound E eta d i -> greatest_bound E eta d i' -> delta_ E eta d i = delta_ E eta d i'.
  by move=> [ir le] [ir' le']; apply: le_anti; rewrite le ?le'.
rewrite (same _ _ _ best' jbest') (same _ _ _ best jbest) /delta_.
by case/andP: jr => _ jD; rewrite jD (leq_trans jD) // ltnW.
Qed.

(** Below C_D the index for D' is larger than D, and B delta~ is at most 1/T_(k' - 1), less for k' = D + 1. *)
Lemma index_above : C < crossover E D -> (D < k')%N.
Proof.
move=> CD; rewrite ltnNge; apply/negP => kD; have [/andP [k1 _] _] := best'.
have kr : (0 < k' <= D'.+1)%N by nat_lia.
have [h _] := iffLR (theorem_2 E1 eta_range kr) best'.
have h' : crossover E k' <= C by apply: h; nat_lia.
by have := lt_le_trans CD (falls k1 kD); rewrite ltNge h'.
Qed.

(** delta~ becomes smaller if and only if C < C_D, and stays as it is otherwise. *)
Theorem larger_support : (delta_ E eta D' k' < delta_ E eta D k) = (C < crossover E D) /\
  (crossover E D <= C -> delta_ E eta D' k' = delta_ E eta D k).
Proof.
split; last exact: same_delta.
case: (ltP C (crossover E D)) => CD; last by rewrite same_delta // ltxx.
have kD := index_above CD; have [kr _] := best'.
have -> : delta_ E eta D k = 1 / (B * T_ E D).
  by rewrite (below_the_knee E1 eta_range D0 best (ltW CD)) /B /B_of; field; rewrite !gt_eqF ?T_gt0 // subr_gt0;
     case/andP: eta_range.
have T_lt i j : (i < j)%N -> T_ E i < T_ E j.
  elim: j => // j ih; rewrite ltnS leq_eqVlt => /predU1P [->|/ih h]; rewrite T_up.
    by rewrite ltr_addl S_gt0.
  by rewrite (lt_trans h) // ltr_addl S_gt0.
rewrite /delta_; case: ifP => kD'; last first.
  have lt : B * T_ E D < B * T_ E D' by rewrite ltr_pmul2l // T_lt.
  by rewrite !div1r ltf_pinv // posrE mulr_gt0 ?T_gt0.
have [_ h] := iffLR (theorem_2 E1 eta_range kr) best'; have {h} : C <= crossover E k'.-1 by apply: h; nat_lia.
have k1 : (0 < k'.-1)%N by nat_lia.
have ek : k' = k'.-1.+1 by nat_lia.
have t0 := T_gt0 E1 k1; have w0 := W_gt0 E1 (ltn0Sn k'.-1); have s0 := S_gt0 E1 (ltn0Sn k'.-1); have tD := T_gt0 E1 D0.
rewrite ek /=; move: (k'.-1) t0 w0 s0 k1 ek => m t0 w0 s0 m0 ek le.
suff h : (C * S_ E m.+1 - E ^+ m.+1) * T_ E D < W_ E m.+1.
  have bw : 0 < B * W_ E m.+1 by rewrite mulr_gt0.
  have bt : 0 < B * T_ E D by rewrite mulr_gt0.
  rewrite -/B -/C (ltr_pdivr_mulr _ _ bw) -(ltr_pmul2r bt) mulrCA (mulrC _ (B * _)).
  rewrite [X in _ < X](_ : _ = B * W_ E m.+1); last by field; rewrite !gt_eqF.
  by rewrite [X in X < _](_ : _ = B * ((C * S_ E m.+1 - E ^+ m.+1) * T_ E D)) ?ltr_pmul2l //; ring.
have sq := SS_same E m.
have e : W_ E m.+1 - (C * S_ E m.+1 - E ^+ m.+1) * T_ E m = S_ E m.+1 * (S_ E m.+1 - C * T_ E m).
  by rewrite mulrBr sq; move: (E ^+ m.+1) => P; ring.
have [mD|mD] : (m = D \/ D < m)%N by nat_lia.
  move: CD; rewrite -mD -/C /crossover ltr_pdivl_mulr // => h.
  by rewrite -subr_gt0 e mulr_gt0 // subr_gt0.
move: le; rewrite -/C /crossover ler_pdivl_mulr // => le.
have le' : (C * S_ E m.+1 - E ^+ m.+1) * T_ E m <= W_ E m.+1.
  by rewrite -subr_ge0 e mulr_ge0 ?(ltW s0) // subr_ge0.
case: (lerP (C * S_ E m.+1 - E ^+ m.+1) 0) => sign; first by rewrite (le_lt_trans _ w0) // mulr_le0_ge0 // ltW.
by apply: lt_le_trans le'; rewrite ltr_pmul2l // T_lt.
Qed.
End Larger.

(** ** More epsilon, more eta, all events *)

(** A sum of powers whose signs change once, from + to -: what is not positive at E is not positive at F >= E. *)
Lemma one_change (R : realFieldType) (c : nat -> R) (m n : nat) (E F : R) : 1 <= E -> E <= F ->
  (forall j, (j < m)%N -> 0 <= c j) -> (forall j, (m <= j)%N -> c j <= 0) ->
  \sum_(j < n) c j * E ^+ j <= 0 -> \sum_(j < n) c j * F ^+ j <= 0.
Proof.
move=> E1 EF plus minus le; have E0 := E_gt0 E1; have F0 : 0 < F := lt_le_trans E0 EF.
have em : 0 < E ^+ m by rewrite exprn_gt0.
rewrite -(pmulr_lle0 _ em); apply: le_trans (_ : F ^+ m * (\sum_(j < n) c j * E ^+ j) <= _); last first.
  by rewrite pmulr_rle0 // exprn_gt0.
rewrite mulr_suml mulr_sumr; apply: ler_sum => j _; rewrite mulrCA -mulrA.
have powers (a b : nat) : (a <= b)%N -> E ^+ b * F ^+ a <= F ^+ b * E ^+ a.
  move=> ab; rewrite -(subnK ab) !exprD -!mulrA [F ^+ a * _]mulrC; apply: ler_wpmul2r.
    by rewrite mulr_ge0 // exprn_ge0 // ltW.
  by rewrite ler_expn2r ?nnegrE // ltW.
case: (ltnP j m) => jm.
  have h := powers j m (ltnW jm); rewrite [E ^+ m * _]mulrC in h.
  by rewrite -subr_ge0 -mulrBr mulr_ge0 ?plus // subr_ge0.
have h := powers m j jm; rewrite [E ^+ j * _]mulrC in h.
by rewrite -subr_ge0 -mulrBr mulr_le0 ?minus // subr_le0.
Qed.

(** delta~ does not rise with epsilon. *)
Theorem higher_epsilon (R : realFieldType) (E F eta : R) D k k' : 1 <= E -> E <= F -> 0 < eta < 1 -> (0 < D)%N ->
  greatest_bound E eta D k -> greatest_bound F eta D k' -> delta_ F eta D k' <= delta_ E eta D k.
Proof.
move=> E1 EF eta_range D0 [_ le] [k'r _]; have F1 := le_trans E1 EF; have B0 := B_gt0 eta_range.
set x := delta_ E eta D k in le *; rewrite /delta_; case: ifP => kD; last first.
  apply: le_trans (le D.+1 _); last by rewrite ltnSn.
  have TT : B_of eta * T_ E D <= B_of eta * T_ F D.
    by rewrite ler_pmul2l //; apply: ler_sum => j _; rewrite ler_wpmul2r ?ler0n // ler_expn2r ?nnegrE ?E_ge0.
  by rewrite /delta_ ltnn !div1r lef_pinv // posrE mulr_gt0 ?T_gt0.
have k1 : (0 < k')%N by case/andP: k'r.
have := le k' k'r; rewrite /delta_ kD.
have w0 := W_gt0 E1 k1; have w1 := W_gt0 F1 k1.
have bw : 0 < B_of eta * W_ E k' by rewrite mulr_gt0.
have bw1 : 0 < B_of eta * W_ F k' by rewrite mulr_gt0.
rewrite (ler_pdivr_mulr _ _ bw) (ler_pdivr_mulr _ _ bw1) => hE.
pose c j : R := if (j < k')%N then C_of eta - x * B_of eta * j.+1%:R else if j == k' then -1 else 0.
have cE G : C_of eta * S_ G k' - G ^+ k' - x * (B_of eta * W_ G k') = \sum_(j < k'.+1) c j * G ^+ j.
  rewrite big_ord_recr /= {2}/c ltnn eqxx mulN1r addrAC; congr (_ + _).
  rewrite /S_ /W_ mulrA !mulr_sumr -sumrB; apply: eq_bigr => j _; rewrite /c ltn_ord.
  by rewrite mulrBl -!mulrA [_%:R * _]mulrC.
have x0 : 0 < x by apply: lt_le_trans (last_delta_positive E1 eta_range D0) (le _ _); rewrite ltnSn.
have xB : 0 < x * B_of eta by rewrite mulr_gt0.
have low : \sum_(j < k'.+1) c j * E ^+ j <= 0 by rewrite -cE subr_le0.
rewrite -subr_le0 cE; pose m := find (fun j => c j < 0) (iota 0 k'.+1).
have mk : (m < k'.+1)%N.
  have -> : (m < k'.+1)%N = (m < size (iota 0 k'.+1))%N by rewrite size_iota.
  rewrite -has_find; apply/hasP; exists k'; first by rewrite mem_iota ltnSn.
  by rewrite /c ltnn eqxx oppr_lt0 ltr01.
have cm : c m < 0 by have := nth_find 0%N (_ : has (fun j => c j < 0) (iota 0 k'.+1));
  rewrite -/m nth_iota ?add0n // has_find size_iota; apply.
have := @one_change R c m k'.+1 E F E1 EF _ _ low; apply=> j jm; last first.
  rewrite /c; case: ifP => jk; last by case: ifP => // _; rewrite oppr_le0 ler01.
  move: cm; rewrite /c (leq_ltn_trans jm jk) => /ltW; apply: le_trans.
  by rewrite ler_add2l ler_oppr opprK ler_pmul2l // ler_nat ltnS.
rewrite leNgt; apply/negP => neg; have := @before_find _ 0%N (fun j => c j < 0) (iota 0 k'.+1) j jm.
by rewrite nth_iota ?add0n ?neg //; apply: ltn_trans mk.
Qed.

(** Beyond the knee: however close to 1, delta~ comes closer as eta grows, and so does each delta over all events. *)
Theorem grows_to_1 (R : realFieldType) (E d : R) D : 1 <= E -> d < 1 -> (0 < D)%N ->
  exists2 eta0 : R, eta0 < 1 & forall eta, 0 < eta < 1 -> eta0 < eta ->
    d < delta_ E eta D 1 /\
    forall N a delta, (D < N)%N -> alphas D a -> private_counts D D N E delta (fun=> noise D eta a) -> d < delta.
Proof.
move=> E1 d1 D0; have E0 := E_gt0 E1.
have c0 : 0 < (2%:R + E) / 2%:R by apply: divr_gt0; rewrite ?ltr0n //; apply: addr_gt0; rewrite ?ltr0n.
exists (1 - (1 - d) / ((2%:R + E) / 2%:R)); first by rewrite ltr_subl_addr ltr_addl divr_gt0 // subr_gt0.
move=> eta range; rewrite ltr_subl_addr -ltr_subl_addl ltr_pdivl_mulr // => lt.
have e0 : 1 - eta != 0 by rewrite subr_eq0 eq_sym neq_lt; case/andP: range => _ ->.
have B0 := B_gt0 range.
have key : d < (C_of eta - E) / B_of eta.
  have -> : (C_of eta - E) / B_of eta = 1 - (1 - eta) * ((2%:R + E) / 2%:R) by rewrite /C_of /B_of; field.
  by rewrite ltr_subr_addl -ltr_subr_addr.
split=> [|N a delta DN law priv].
  rewrite /delta_ D0 S1 expr1 mulr1 /W_ big_ord1 expr0 mul1r mulr1; exact: key.
apply: lt_le_trans key _; rewrite ler_pdivr_mulr // [delta * _]mulrC.
by apply: le_trans (events_center E1 range DN law priv); rewrite ler_add2r ler_addl ler01.
Qed.

(** Figure 2: for eta = 1/2 (D + 1) delta~ is a delta of the mechanism for every epsilon and D, so (2D + 1) delta~ is. *)
Theorem figure_2_caption (R : realFieldType) (E : R) D N k : 1 <= E -> (0 < D)%N -> (D < N)%N ->
  greatest_bound E (2%:R^-1) D k ->
  private_counts D D N E (D.+1%:R * delta_ E (2%:R^-1) D k) (fun=> noise D (2%:R^-1) (printed_alpha E (2%:R^-1) D k)).
Proof.
move=> E1 D0 DN best; have range : 0 < (2%:R^-1 : R) < 1 by rewrite invr_gt0 ltr0n invf_lt1 ?ltr0n // ltr1n.
apply/(remark_2_better E1 range D0 DN best); right; have t0 := T_gt0 E1 D0.
have -> : C_of (2%:R^-1 : R) = 2%:R by rewrite /C_of /B_of; field.
rewrite ler_pdivr_mulr //; apply: le_trans (_ : T_ E D <= _); last by rewrite ler_pemull ?ler1n // ltW.
case: (D) D0 => // m _ /=; rewrite T_up S_up addrA ler_paddr ?Ek_ge0 //.
by rewrite ler_addr T_ge0.
Qed.

(** And delta~ is enough over single outcomes there, so that it is delta*, along the whole curve. *)
Theorem figure_2_attained (R : realFieldType) (E : R) D N k : 1 <= E -> (0 < D)%N -> (D < N)%N ->
  greatest_bound E (2%:R^-1) D k ->
  exists2 a, alphas D a & private_counts_singletons D D N E (delta_ E (2%:R^-1) D k) (fun=> noise D (2%:R^-1) a).
Proof.
move=> E1 D0 DN best; have range : 0 < (2%:R^-1 : R) < 1 by rewrite invr_gt0 ltr0n invf_lt1 ?ltr0n // ltr1n.
apply/(theorem_1_tight E1 range D0 DN best); right; have t0 := T_gt0 E1 D0.
have -> : C_of (2%:R^-1 : R) = 2%:R by rewrite /C_of /B_of; field.
rewrite ler_pdivr_mulr //; apply: le_trans (_ : T_ E D <= _); last by rewrite ler_pemull ?ler1n // ltW.
case: (D) D0 t0 => // m _ /=; rewrite T_up S_up addrA ler_paddr ?Ek_ge0 //.
by rewrite ler_addr T_ge0.
Qed.

(** ** The discrete Gaussian; Definition 2 beyond D *)

(** The discrete Gaussian: every integer has a positive probability e^(-z^2/(2 s^2))/theta, so no bound holds for the noise. *)
Theorem gaussian_all_integers (R : realFieldType) (s theta : R) (p : int -> R) : 0 < theta ->
  (forall z, exists2 x, is_exp (z%:~R ^+ 2 / (2%:R * s ^+ 2)) x & p z = x^-1 / theta) ->
  (forall z, 0 < p z) /\ ~ exists D : nat, forall z, (D < absz z)%N -> p z = 0.
Proof.
move=> theta0 law; have pos z : 0 < p z.
  have [x ex ->] := law z; have [le _] := ex 0%N 0%N (leqnn 0).
  have x0 : 0 < x by apply: lt_le_trans le; rewrite /exp_sum big_ord1 expr0 fact0 divr1 ltr01.
  by rewrite divr_gt0 ?invr_gt0.
split=> // -[D none]; have := pos D.+1%:Z; rewrite none ?ltxx //.
Qed.

(** (45) with another parameter is what an event S has, so never more than the sum of the positive parts; for sums over any
    finitely many integers. *)
Lemma event_below_positive_parts (R : realFieldType) (E : R) (p q : int -> R) (S : pred int) (zs : seq int) :
  \sum_(z <- zs | S z) (p z - E * q z) <= \sum_(z <- zs) Num.max 0 (p z - E * q z).
Proof.
rewrite big_mkcond; apply: ler_sum => z _; case: (S z); rewrite le_maxr lexx ?orbT //.
Qed.

(** For k = D + 1 all alphas of Definition 2 fall strictly. *)
Theorem alphas_fall_last (R : realFieldType) (E eta : R) D i j : 1 <= E -> (1 <= j < i)%N -> (i <= D)%N ->
  printed_alpha E eta D D.+1 i < printed_alpha E eta D D.+1 j.
Proof.
move=> E1 /andP [j1 ji] iD; have D0 : (0 < D)%N by lia.
rewrite /printed_alpha ltnn ltr_pmul2r ?invr_gt0 ?T_gt0 //.
have -> : (D.+1 - j = (D.+1 - i) + (i - j))%N by lia.
rewrite S_add ltr_addl mulr_gt0 ?Ek_gt0 // S_gt0 //; lia.
Qed.
