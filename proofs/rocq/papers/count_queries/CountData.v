(** * Count queries, noise that depends on the count: no better than noise that does not, from N = 3D on
    (N = D + 2k where delta~ is delta_k, k <= D)

    Sadeghi, Asoodeh, Calmon (2020), section III, with what it leaves out. The counts are D, ..., N. Propositions 1 and
    3: the noise of two points and the symmetric noise have P1-P3. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountDesign CountEvents.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Symmetric noise has P1-P3 *)

Section Symmetric.
Variables (R : realFieldType) (D : nat).

(** A sum over -D..D is one over the two sides. *)
Lemma noise_sum_sides (F : int -> R) : noise_sum D F = F 0 + \sum_(i < D) (F i.+1%:Z + F (- i.+1%:Z)).
Proof.
rewrite /noise_sum -(big_mkord xpredT (fun k => F (k%:Z - D%:Z))) (big_cat_nat _ (n := D)) //=; last by nat_lia.
rewrite [X in _ + X]big_ltn; last by nat_lia.
rewrite subrr addrCA; congr (_ + _); rewrite big_split /= addrC; congr (_ + _).
  rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn (_ : D.*2.+1 - D.+1 = D)%N; last by nat_lia.
  by rewrite big_mkord; apply: eq_bigr => i _; congr F; nat_lia.
rewrite big_mkord (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; congr F; have := ltn_ord i; nat_lia.
Qed.

(** Proposition 3: the symmetric noise has P1-P3 at every count from D on. *)
Theorem proposition_3 (eta : R) (N : nat) (a : nat -> R) : 0 < eta < 1 -> alphas D a ->
  allowed D D N eta (fun _ => noise D eta a).
Proof.
move=> h [a0 total] n /andP [nD _]; have [e0 e1] := andP h.
have half : 0 <= (1 - eta) / 2%:R by rewrite divr_ge0 ?ler0n // subr_ge0 ltW.
have side i : (0 < i <= D)%N -> noise D eta a i%:Z = a i * ((1 - eta) / 2%:R) /\ noise D eta a (- i%:Z) = a i * ((1 - eta) / 2%:R).
  by case: i => // i /= iD; rewrite /noise /= iD.
split.
- split=> [z|].
    rewrite /noise; case: ifP => [_|z0]; first exact: ltW.
    by case: ifP => // zD; rewrite mulr_ge0 // a0 // zD andbT absz_gt0 z0.
  rewrite noise_sum_sides {1}/noise eqxx (eq_bigr (fun i : 'I_D => a i.+1 * (1 - eta))); last first.
    move=> i _; have [-> ->] := side i.+1 (ltn_ord i).
    by rewrite -mulrDr; congr (_ * _); field.
  by move: total; rewrite big_add1 big_mkord /= -mulr_suml => ->; rewrite mul1r addrC subrK.
- move=> z out; rewrite /noise; case: eqP out => [-> |_ out]; first by nat_lia.
  case: ifP => // zD; move: out; rewrite (minn_idPr nD); nat_lia.
- by rewrite /P2 /noise eqxx.
- rewrite /P3 noise_sum_sides mul0r add0r big1 // => i _; have [-> ->] := side i.+1 (ltn_ord i).
  by rewrite mulrNz mulNr subrr.
Qed.
End Symmetric.

(** ** One side of a count with D further counts on both sides *)

Section Side.
Variables (R : realFieldType) (E eta delta : R) (D M : nat) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (hit : forall n, (D <= n <= M)%N -> p n 0 = eta).
Hypothesis far : forall n, (D <= n <= M)%N -> p n D.+1%:Z = 0.
Hypothesis up : forall n i, (D <= n)%N -> (n < M)%N -> (i <= D)%N -> p n i%:Z <= E * p n.+1 (i%:Z - 1) + delta.
Hypothesis down : forall n i, (D <= n)%N -> (n < M)%N -> (i <= D)%N -> p n.+1 i%:Z <= E * p n (i%:Z + 1) + delta.

(** Outwards, to an outcome that is impossible. *)
Lemma outwards j n : (D + j <= n)%N -> (n <= M)%N -> (j <= D)%N -> p n (D.+1 - j)%N%:Z <= delta * S_ E j.
Proof.
elim: j n => [|j ih] n nD nM jD; first by rewrite subn0 far ?S0 ?mulr0 //; nat_lia.
case: n nD nM => [|n] nD nM; first by nat_lia.
apply: le_trans (down _ _ _) _; [nat_lia | nat_lia | nat_lia |].
rewrite (_ : (D.+1 - j.+1)%N%:Z + 1 = (D.+1 - j)%N%:Z); last by nat_lia.
rewrite S_E mulrDr mulr1 ler_add2r mulrCA ler_wpmul2l ?(E_ge0 E1) // ih //; nat_lia.
Qed.

(** Inwards, to eta. *)
Lemma inwards i n : (D <= n)%N -> (n + i <= M)%N -> (i <= D)%N -> p n i%:Z <= E ^+ i * eta + delta * S_ E i.
Proof.
elim: i n => [|i ih] n nD nM iD; first by rewrite hit ?S0 ?mulr0 ?addr0 ?mul1r //; nat_lia.
apply: le_trans (up _ _ _) _; [nat_lia | nat_lia | nat_lia |].
rewrite (_ : i.+1%:Z - 1 = i%:Z); last by nat_lia.
rewrite S_E exprS; apply: le_by (_ : _ = E * (E ^+ i * eta + delta * S_ E i - p n.+1 i%:Z)) _; first by ring.
by rewrite mulr_ge0 ?(E_ge0 E1) // subr_ge0 ih //; nat_lia.
Qed.

(** Backwards, from eta. *)
Lemma backwards i n : (D <= n)%N -> (n + i <= M)%N -> (i <= D)%N -> eta <= E ^+ i * p n i%:Z + delta * S_ E i.
Proof.
elim: i n => [|i ih] n nD nM iD; first by rewrite hit ?S0 ?mulr0 ?addr0 ?mul1r //; nat_lia.
have h : p n.+1 i%:Z <= E * p n i.+1%:Z + delta.
  by rewrite (_ : i.+1%:Z = i%:Z + 1); [apply: down; nat_lia | nat_lia].
apply: le_trans (ih n.+1 _ _ _) _; [nat_lia | nat_lia | nat_lia |].
rewrite S_up exprSr; apply: le_by (_ : _ = E ^+ i * (E * p n i.+1%:Z + delta - p n.+1 i%:Z)) _; first by ring.
by rewrite mulr_ge0 ?(Ek_ge0 E1) // subr_ge0.
Qed.
End Side.

(** ** The bounds from three inequalities for each alpha *)

Section Pointwise.
Variables (R : realFieldType) (E C x : R) (D : nat) (a : nat -> R).
Hypotheses (E1 : 1 <= E) (ge0 : forall i, 0 <= a i) (total : \sum_(i < D) a i.+1 = 1).

Lemma pointwise_lemma_1 k : (forall i, (i < k)%N -> C <= E ^+ i.+1 * a i.+1 + x * S_ E i.+1) -> (k <= D)%N ->
  C * S_ E k - E ^+ k <= x * W_ E k.
Proof.
move=> back kD; suff h : C * S_ E k <= E ^+ k * (\sum_(i < k) a i.+1) + x * W_ E k.
  rewrite ler_subl_addl; apply: le_trans h _; rewrite ler_add2r ler_pimulr ?(Ek_ge0 E1) // -total.
  by rewrite -!(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := k) (p := D)) //= ler_addl sumr_ge0.
elim: k back kD => [|k ih] back kD; first by rewrite S0 W0 big_ord0 !mulr0 addr0.
have before i : (i < k)%N -> C <= E ^+ i.+1 * a i.+1 + x * S_ E i.+1 by move=> ik; apply: back; exact: ltnW.
rewrite big_ord_recr /= W_E {1}S_E; move: (back k (leqnn _)) (ih before (ltnW kD)); move: (\sum_(i < k) a i.+1) => s h {}ih.
apply: le_by (_ : _ = E * (E ^+ k * s + x * W_ E k - C * S_ E k) + (E ^+ k.+1 * a k.+1 + x * S_ E k.+1 - C)) _.
  by rewrite !exprS; ring.
by apply: addr_ge0; [apply: mulr_ge0; [exact: E_ge0 E1 | rewrite subr_ge0] | rewrite subr_ge0].
Qed.

Lemma pointwise_fold m : (forall i, (i < D - m)%N -> a (D - i)%N <= x * S_ E i.+1) ->
  (forall i, (i < m)%N -> a i.+1 <= E ^+ i.+1 * C + x * S_ E i.+1) -> (m <= D)%N ->
  1 <= E * C * S_ E m + x * (T_ E m + T_ E (D - m)).
Proof.
move=> outer inner mD; rewrite -{1}total -(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := m)) //= big_mkord mulrDr addrA.
apply: ler_add.
  apply: le_trans (_ : \sum_(i < m) (E ^+ i.+1 * C + x * S_ E i.+1) <= _).
    by apply: ler_sum => i _; apply: inner; exact: ltn_ord.
  by rewrite big_split /= -mulr_suml -mulr_sumr sum_left_powers sum_S mulrAC.
rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord (reindex_inj rev_ord_inj) /= -sum_S mulr_sumr.
apply: ler_sum => i _; have iD := ltn_ord i.
by rewrite (_ : (D - m - i.+1 + m).+1 = (D - i)%N) ?outer ?ltn_ord //; nat_lia.
Qed.
End Pointwise.

(** ** Noise that depends on the count, with K further counts on both sides of D + K *)

Section DataDependent.
Variables (R : realFieldType) (E eta delta : R) (D K N : nat) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (far : (D + K.*2 <= N)%N).
Hypothesis law : forall n, (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)].
Hypothesis private : private_counts_singletons D D N E delta p.
Let B := B_of eta.
Let C := C_of eta.
Let c := (D + K)%N.

Lemma step_up n (z : int) : (D <= n)%N -> (n < N)%N -> (`|z| <= D)%N -> p n z <= E * p n.+1 (z - 1) + delta.
Proof.
move=> nD nN zD; have ny : (absz (n%:Z + z)%R < (N + D).+1)%N by nat_lia.
have nb : neighbours D N n n.+1 by rewrite /neighbours; nat_lia.
have := private nb (Ordinal ny); rewrite /count_mechanism /=.
rewrite (_ : _ - n%:Z = z); last by nat_lia.
by rewrite (_ : _ - n.+1%:Z = z - 1); last by nat_lia.
Qed.
Lemma step_down n (z : int) : (D <= n)%N -> (n < N)%N -> (`|z| <= D)%N -> p n.+1 z <= E * p n (z + 1) + delta.
Proof.
move=> nD nN zD; have ny : (absz (n.+1%:Z + z)%R < (N + D).+1)%N by nat_lia.
have nb : neighbours D N n.+1 n by rewrite /neighbours; nat_lia.
have := private nb (Ordinal ny); rewrite /count_mechanism /=.
rewrite (_ : _ - n.+1%:Z = z); last by nat_lia.
by rewrite (_ : _ - n%:Z = z + 1); last by nat_lia.
Qed.
Lemma beyond n (z : int) : (D <= n <= N)%N -> (D < `|z|)%N -> p n z = 0.
Proof. by move=> nD zD; have [_ out _] := law nD; apply: out; rewrite (minn_idPr _); nat_lia. Qed.

(** The mirror image: q n z = p (2c - n) (-z), for the counts D..D+2K. *)
Let q n z := p (c.*2 - n)%N (- z).

Let both i : (0 < i <= D)%N ->
  [/\ (D.+1 - i <= K)%N -> p c i%:Z + p c (- i%:Z) <= 2%:R * (delta * S_ E (D.+1 - i)),
      (i <= K)%N -> p c i%:Z + p c (- i%:Z) <= 2%:R * (E ^+ i * eta + delta * S_ E i) &
      (i <= K)%N -> 2%:R * eta <= E ^+ i * (p c i%:Z + p c (- i%:Z)) + 2%:R * (delta * S_ E i)].
Proof.
move=> iD; have eq : q c i%:Z = p c (- i%:Z) by rewrite /q; congr (p _ _); nat_lia.
have hp n : (D <= n <= D + K.*2)%N -> p n 0 = eta.
  move=> h; have nN : (D <= n <= N)%N by nat_lia.
  have [_ _ hit] := law nN; exact: hit.
have hq n : (D <= n <= D + K.*2)%N -> q n 0 = eta by move=> h; rewrite /q oppr0; apply: hp; rewrite /c; nat_lia.
have fp n : (D <= n <= D + K.*2)%N -> p n D.+1%:Z = 0 by move=> h; apply: beyond; nat_lia.
have fq n : (D <= n <= D + K.*2)%N -> q n D.+1%:Z = 0 by move=> h; apply: beyond; rewrite /c; nat_lia.
have up n j : (D <= n)%N -> (n < D + K.*2)%N -> (j <= D)%N -> p n j%:Z <= E * p n.+1 (j%:Z - 1) + delta.
  by move=> *; apply: step_up; nat_lia.
have down n j : (D <= n)%N -> (n < D + K.*2)%N -> (j <= D)%N -> p n.+1 j%:Z <= E * p n (j%:Z + 1) + delta.
  by move=> *; apply: step_down; nat_lia.
have uq n j : (D <= n)%N -> (n < D + K.*2)%N -> (j <= D)%N -> q n j%:Z <= E * q n.+1 (j%:Z - 1) + delta.
  move=> *; rewrite /q (_ : c.*2 - n = (c.*2 - n.+1).+1)%N; last by rewrite /c; nat_lia.
  by rewrite (_ : - (j%:Z - 1) = - j%:Z + 1); [apply: step_down; rewrite /c; nat_lia | nat_lia].
have dq n j : (D <= n)%N -> (n < D + K.*2)%N -> (j <= D)%N -> q n.+1 j%:Z <= E * q n (j%:Z + 1) + delta.
  move=> *; rewrite /q (_ : c.*2 - n = (c.*2 - n.+1).+1)%N; last by rewrite /c; nat_lia.
  by rewrite (_ : - (j%:Z + 1) = - j%:Z - 1); [apply: step_up; rewrite /c; nat_lia | nat_lia].
have oi : (D.+1 - (D.+1 - i) = i)%N by nat_lia.
rewrite -eq !mulr_natl !mulr2n; split=> iK.
- have po := outwards E1 fp down (_ : D + (D.+1 - i) <= c)%N (_ : c <= D + K.*2)%N (_ : D.+1 - i <= D)%N.
  have qo := outwards E1 fq dq (_ : D + (D.+1 - i) <= c)%N (_ : c <= D + K.*2)%N (_ : D.+1 - i <= D)%N.
  by apply: ler_add; [rewrite -{1}oi; apply: po | rewrite -{1}oi; apply: qo]; rewrite /c; nat_lia.
- have pi := inwards E1 hp up (_ : D <= c)%N (_ : c + i <= D + K.*2)%N (_ : i <= D)%N.
  have qi := inwards E1 hq uq (_ : D <= c)%N (_ : c + i <= D + K.*2)%N (_ : i <= D)%N.
  by apply: ler_add; [apply: pi | apply: qi]; rewrite /c; nat_lia.
- have pb := backwards E1 hp down (_ : D <= c)%N (_ : c + i <= D + K.*2)%N (_ : i <= D)%N.
  have qb := backwards E1 hq dq (_ : D <= c)%N (_ : c + i <= D + K.*2)%N (_ : i <= D)%N.
  by rewrite mulrDr addrACA; apply: ler_add; [apply: pb | apply: qb]; rewrite /c; nat_lia.
Qed.

Let a i := B / 2%:R * (p c i%:Z + p c (- i%:Z)).
Let B0 : 0 < B := B_gt0 eta_range.
Let two : (2%:R : R) != 0. Proof. by rewrite pnatr_eq0. Qed.
Let h0 : 0 <= B / 2%:R. Proof. by rewrite divr_ge0 ?ler0n // ltW. Qed.
Let ge0 i : 0 <= a i.
Proof.
have mid : (D <= c <= N)%N by rewrite /c; nat_lia.
by have [[p0 _] _ _] := law mid; rewrite mulr_ge0 ?addr_ge0.
Qed.
Let total : \sum_(i < D) a i.+1 = 1.
Proof.
have mid : (D <= c <= N)%N by rewrite /c; nat_lia.
have [[p0 one] _ hit] := law mid; rewrite -mulr_sumr; move: one; rewrite noise_sum_sides (hit : p _ 0 = eta) => one.
have -> : \sum_(i < D) (p c i.+1%:Z + p c (- i.+1%:Z)) = 1 - eta by rewrite -one addrC addKr.
by rewrite /B /B_of; field; rewrite subr_eq0 eq_sym lt_eqF //; case/andP: eta_range.
Qed.
Let outer i : (i < D)%N -> (i < K)%N -> a (D - i)%N <= B * delta * S_ E i.+1.
Proof.
move=> iD iK; have r : (0 < D - i <= D)%N by nat_lia.
have [h _ _] := both r; apply: le_trans (ler_wpmul2l h0 (h _)) _; first by nat_lia.
by rewrite (_ : D.+1 - (D - i) = i.+1)%N; [rewrite le_eqVlt; apply/orP; left; apply/eqP; field | nat_lia].
Qed.
Let inner i : (i < D)%N -> (i < K)%N -> a i.+1 <= E ^+ i.+1 * C + B * delta * S_ E i.+1.
Proof.
move=> iD iK; have [_ h _] := @both i.+1 iD; apply: le_trans (ler_wpmul2l h0 (h iK)) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /C /C_of -/B; field.
Qed.
Let back i : (i < D)%N -> (i < K)%N -> C <= E ^+ i.+1 * a i.+1 + B * delta * S_ E i.+1.
Proof.
move=> iD iK; have [_ _ h] := @both i.+1 iD; have := ler_wpmul2l h0 (h iK).
rewrite (_ : B / 2%:R * (2%:R * eta) = C); last by rewrite /C /C_of -/B; field.
by move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /a; field.
Qed.

(** Lemma 1 for such noise, if N >= D + 2k. *)
Lemma data_dependent_delta k : (1 <= k <= D)%N -> (k <= K)%N -> delta_ E eta D k <= delta.
Proof.
case/andP=> k1 kD kK; have le : C * S_ E k - E ^+ k <= B * delta * W_ E k.
  by apply: (pointwise_lemma_1 E1 ge0 total) => // i ik; apply: back; nat_lia.
rewrite /delta_ kD -/B -/C ler_pdivr_mulr; last by rewrite mulr_gt0 // W_gt0.
by apply: le_trans le _; rewrite mulrA [delta * _]mulrC.
Qed.

(** And x_m, if N >= D + 2m and N >= D + 2(D - m). *)
Lemma data_dependent_x m : (0 < D)%N -> (m <= D)%N -> (m <= K)%N -> (D - m <= K)%N -> x_ E C D m <= B * delta.
Proof.
move=> D0 mD mK oK; have le : 1 <= E * C * S_ E m + B * delta * (T_ E m + T_ E (D - m)).
  apply: (pointwise_fold total) => // i im; first by apply: outer; nat_lia.
  by apply: inner; nat_lia.
rewrite /x_ ler_pdivr_mulr ?ler_subl_addl //.
case: m mD {mK oK le} => [|m] mD; first by rewrite T0 add0r subn0 T_gt0.
by rewrite ltr_paddr ?T_ge0 ?T_gt0.
Qed.
End DataDependent.

Section Optimum.
Variables (R : realFieldType) (E eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N).

(** Over single outcomes such noise has no less than the best symmetric noise, from N = 3D on. *)
Lemma data_dependent_singletons delta (p : nat -> int -> R) : (3 * D <= N)%N ->
  (forall n, (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)]) ->
  private_counts_singletons D D N E delta p ->
  all (fun w => w <= B_of eta * delta) (singleton_bounds E eta D).
Proof.
move=> far law private; have B0 := B_gt0 eta_range; have far' : (D + D.*2 <= N)%N by nat_lia.
rewrite all_cat !all_map; apply/andP; split; apply/allP => k; rewrite mem_iota /= => h.
  rewrite ler_pmul2l //; apply: (data_dependent_delta E1 eta_range far' law private); nat_lia.
by apply: (data_dependent_x E1 eta_range far' law private) => //; nat_lia.
Qed.

(** So the optimum of the program (9) on D..N, N >= 3D, is that of symmetric noise that does not depend on the count. *)
Theorem data_dependent_optimum delta : (3 * D <= N)%N ->
  (exists2 p, allowed D D N eta p & private_counts_singletons D D N E delta p) <->
  (exists2 a, alphas D a & private_counts_singletons D D N E delta (fun _ => noise D eta a)).
Proof.
move=> far; have DN : (D < N)%N by nat_lia.
split=> [[p ok private]|[a law private]]; last by exists (fun _ => noise D eta a) => //; apply: proposition_3.
apply/(singletons_optimum E1 eta_range DN) => //; apply: (data_dependent_singletons far _ private) => n /ok [].
by split.
Qed.

(** Where delta~ is delta_k with k <= D, N >= D + 2k is enough: the optimum of the program on D..N is delta_k. *)
Theorem data_dependent_index k delta : greatest_bound E eta D k -> (k <= D)%N -> (D + k.*2 <= N)%N ->
  (exists2 p, allowed D D N eta p & private_counts_singletons D D N E delta p) <-> delta_ E eta D k <= delta.
Proof.
move=> best kD far; have [/andP [k1 _] _] := best; have DN : (D < N)%N by nat_lia.
split=> [[p ok private]|le].
  have law n : (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)] by move=> /ok []; split.
  by apply: (data_dependent_delta E1 eta_range far law private) => //; rewrite k1.
exists (fun _ => noise D eta (printed_alpha E eta D k)).
  by apply: proposition_3 => //; exact: definition_2_valid.
have private : private_counts_singletons D D N E (delta_ E eta D k) (fun _ => noise D eta (printed_alpha E eta D k)).
  by apply/(theorem_3 E1 eta_range D0 DN best); left.
by move=> n n' nb y; apply: le_trans (private n n' nb y) _; rewrite ler_add2l.
Qed.
End Optimum.
