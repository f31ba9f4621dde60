(** * Count queries, noise that depends on the count: no better than noise that does not, from N = 3D on

    Sadeghi, Asoodeh, Calmon (2020), section III, with what it leaves out. The counts are D, ..., N. Propositions 1 and
    3: the noise of two points and the symmetric noise have P1-P3. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountEvents.

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
rewrite /noise_sum -(big_mkord xpredT (fun k => F (k%:Z - D%:Z))) (big_cat_nat _ (n := D)) //=; last by lia.
rewrite [X in _ + X]big_ltn; last by lia.
rewrite subrr addrCA; congr (_ + _); rewrite big_split /= addrC; congr (_ + _).
  rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn (_ : D.*2.+1 - D.+1 = D)%N; last by lia.
  by rewrite big_mkord; apply: eq_bigr => i _; congr F; lia.
rewrite big_mkord (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; congr F; have := ltn_ord i; lia.
Qed.

(** Proposition 3: the symmetric noise has P1-P3 at every count from D on. *)
Theorem proposition_3 (eta : R) (N : nat) (a : nat -> R) : 0 < eta < 1 -> alphas D a ->
  allowed D D N eta (fun _ => noise D eta a).
Proof.
move=> h [a0 total] n /andP [nD _]; have [e0 e1] := andP h.
have half : 0 <= (1 - eta) / 2%:R by rewrite divr_ge0 ?ler0n // subr_ge0 ltW.
have side i : (0 < i <= D)%N -> noise D eta a i%:Z = a i * ((1 - eta) / 2%:R) /\ noise D eta a (- i%:Z) = a i * ((1 - eta) / 2%:R).
  case: i => // i /= iD; rewrite /noise /= eqr_oppLR oppr0 /= abszN /= iD; split=> //.
split.
- split=> [z|].
    rewrite /noise; case: ifP => [_|z0]; first exact: ltW.
    by case: ifP => // zD; rewrite mulr_ge0 // a0 // zD andbT absz_gt0 z0.
  rewrite noise_sum_sides {1}/noise eqxx (eq_bigr (fun i : 'I_D => a i.+1 * (1 - eta))); last first.
    move=> i _; have [-> ->] := side i.+1 (ltn_ord i).
    by rewrite -mulrDr; congr (_ * _); field; rewrite pnatr_eq0.
  by rewrite -mulr_suml -(big_mkord xpredT (fun i => a i.+1)) -(big_add1 _ _ _ _ xpredT a) total mul1r addrC subrK.
- move=> z out; rewrite /noise; case: eqP out => [-> |_ out]; first by lia.
  case: ifP => // zD; move: out; rewrite (minn_idPr nD); lia.
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
elim: j n => [|j ih] n nD nM jD; first by rewrite subn0 far ?S0 ?mulr0 //; lia.
case: n nD nM => [|n] nD nM; first by lia.
apply: le_trans (down _ _ _) _; [lia | lia | lia |].
rewrite (_ : (D.+1 - j.+1)%N%:Z + 1 = (D.+1 - j)%N%:Z); last by lia.
rewrite S_E mulrDr mulr1 ler_add2r mulrCA ler_wpmul2l ?(E_ge0 E1) // ih //; lia.
Qed.

(** Inwards, to eta. *)
Lemma inwards i n : (D <= n)%N -> (n + i <= M)%N -> (i <= D)%N -> p n i%:Z <= E ^+ i * eta + delta * S_ E i.
Proof.
elim: i n => [|i ih] n nD nM iD; first by rewrite hit ?S0 ?mulr0 ?addr0 ?mul1r //; lia.
apply: le_trans (up _ _ _) _; [lia | lia | lia |].
rewrite (_ : i.+1%:Z - 1 = i%:Z); last by lia.
rewrite S_E exprS; apply: le_by (_ : _ = E * (E ^+ i * eta + delta * S_ E i - p n.+1 i%:Z)) _; first by ring.
by rewrite mulr_ge0 ?(E_ge0 E1) // subr_ge0 ih //; lia.
Qed.

(** Backwards, from eta. *)
Lemma backwards i n : (D <= n)%N -> (n + i <= M)%N -> (i <= D)%N -> eta <= E ^+ i * p n i%:Z + delta * S_ E i.
Proof.
elim: i n => [|i ih] n nD nM iD; first by rewrite hit ?S0 ?mulr0 ?addr0 ?mul1r //; lia.
have h : p n.+1 i%:Z <= E * p n i.+1%:Z + delta.
  by apply: le_trans (down _ _ _) _; rewrite ?(_ : i%:Z + 1 = i.+1%:Z) //; lia.
apply: le_trans (ih n.+1 _ _ _) _; [lia | lia | lia |].
rewrite S_up exprSr; apply: le_by (_ : _ = E ^+ i * (E * p n i.+1%:Z + delta - p n.+1 i%:Z)) _; first by ring.
by rewrite mulr_ge0 ?(Ek_ge0 E1) // subr_ge0.
Qed.
End Side.

(** ** The bounds from three inequalities for each alpha *)

Section Pointwise.
Variables (R : realFieldType) (E C x : R) (D : nat) (a : nat -> R).
Hypotheses (E1 : 1 <= E) (ge0 : forall i, 0 <= a i) (total : \sum_(i < D) a i.+1 = 1).
Hypothesis outer : forall i, (i < D)%N -> a (D - i)%N <= x * S_ E i.+1.
Hypothesis inner : forall i, (i < D)%N -> a i.+1 <= E ^+ i.+1 * C + x * S_ E i.+1.
Hypothesis back : forall i, (i < D)%N -> C <= E ^+ i.+1 * a i.+1 + x * S_ E i.+1.

Lemma pointwise_lemma_1 k : (k <= D)%N -> C * S_ E k - E ^+ k <= x * W_ E k.
Proof.
move=> kD; suff h : C * S_ E k <= E ^+ k * (\sum_(i < k) a i.+1) + x * W_ E k.
  rewrite ler_subl_addl; apply: le_trans h _; rewrite ler_add2r ler_pimulr ?(Ek_ge0 E1) // -total.
  by rewrite -!(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := k) (p := D)) //= ler_addl sumr_ge0.
elim: k kD => [|k ih] kD; first by rewrite S0 W0 big_ord0 !mulr0 addr0.
rewrite big_ord_recr /= W_E {1}S_E; move: (back kD) (ih (ltnW kD)); move: (\sum_(i < k) a i.+1) => s h {}ih.
apply: le_by (_ : _ = E * (E ^+ k * s + x * W_ E k - C * S_ E k) + (E ^+ k.+1 * a k.+1 + x * S_ E k.+1 - C)) _.
  by rewrite !exprS; ring.
by apply: addr_ge0; [apply: mulr_ge0; [exact: E_ge0 E1 | rewrite subr_ge0] | rewrite subr_ge0].
Qed.

Lemma pointwise_fold m : (m <= D)%N -> 1 <= E * C * S_ E m + x * (T_ E m + T_ E (D - m)).
Proof.
move=> mD; rewrite -{1}total -(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := m)) //= big_mkord mulrDr addrA.
apply: ler_add.
  apply: le_trans (_ : \sum_(i < m) (E ^+ i.+1 * C + x * S_ E i.+1) <= _).
    by apply: ler_sum => i _; apply: inner; apply: leq_trans (ltn_ord i) mD.
  by rewrite big_split /= -mulr_suml -mulr_sumr sum_left_powers sum_S mulrAC.
rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord (reindex_inj rev_ord_inj) /= -sum_S mulr_sumr.
apply: ler_sum => i _; have iD := ltn_ord i.
by rewrite (_ : (D - m - i.+1 + m).+1 = (D - i)%N) ?outer //; lia.
Qed.
End Pointwise.

(** ** Noise that depends on the count *)

Section DataDependent.
Variables (R : realFieldType) (E eta delta : R) (D N : nat) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (far : (3 * D <= N)%N).
Hypothesis law : forall n, (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)].
Hypothesis private : private_counts_singletons D D N E delta p.
Let B := B_of eta.
Let C := C_of eta.

Lemma step_up n (z : int) : (D <= n)%N -> (n < N)%N -> (`|z| <= D)%N -> p n z <= E * p n.+1 (z - 1) + delta.
Proof.
move=> nD nN zD; have ny : (`|n%:Z + z| < (N + D).+1)%N by lia.
have nb : neighbours D N n n.+1 by rewrite /neighbours nD nN ltnW // (leq_trans nD) // eqxx.
have := private nb (Ordinal ny); rewrite /count_mechanism /=.
rewrite (_ : _ - n%:Z = z); last by lia.
by rewrite (_ : _ - n.+1%:Z = z - 1); last by lia.
Qed.
Lemma step_down n (z : int) : (D <= n)%N -> (n < N)%N -> (`|z| <= D)%N -> p n.+1 z <= E * p n (z + 1) + delta.
Proof.
move=> nD nN zD; have ny : (`|n.+1%:Z + z| < (N + D).+1)%N by lia.
have nb : neighbours D N n.+1 n by rewrite /neighbours nD nN ltnW // (leq_trans nD) // eqxx orbT.
have := private nb (Ordinal ny); rewrite /count_mechanism /=.
rewrite (_ : _ - n.+1%:Z = z); last by lia.
by rewrite (_ : _ - n%:Z = z + 1); last by lia.
Qed.
Lemma beyond n (z : int) : (D <= n <= N)%N -> (D < `|z|)%N -> p n z = 0.
Proof. by move=> nD zD; have [_ out _] := law nD; apply: out; rewrite (minn_idPr _); lia. Qed.

(** The mirror image: q n z = p (4D - n) (-z), for the counts D..3D. *)
Let q n z := p (4 * D - n)%N (- z).

Let both i : (0 < i <= D)%N ->
  [/\ p (2 * D)%N i%:Z + p (2 * D)%N (- i%:Z) <= 2%:R * (delta * S_ E (D.+1 - i)),
      p (2 * D)%N i%:Z + p (2 * D)%N (- i%:Z) <= 2%:R * (E ^+ i * eta + delta * S_ E i) &
      2%:R * eta <= E ^+ i * (p (2 * D)%N i%:Z + p (2 * D)%N (- i%:Z)) + 2%:R * (delta * S_ E i)].
Proof.
move=> iD; have eq : q (2 * D)%N i%:Z = p (2 * D)%N (- i%:Z) by rewrite /q; congr (p _ _); lia.
have hp n : (D <= n <= 3 * D)%N -> p n 0 = eta by move=> h; have [_ _ ->] := law (_ : D <= n <= N)%N; lia.
have hq n : (D <= n <= 3 * D)%N -> q n 0 = eta by move=> h; rewrite /q oppr0 hp //; lia.
have fp n : (D <= n <= 3 * D)%N -> p n D.+1%:Z = 0 by move=> h; apply: beyond; lia.
have fq n : (D <= n <= 3 * D)%N -> q n D.+1%:Z = 0 by move=> h; apply: beyond; lia.
have up n j : (D <= n)%N -> (n < 3 * D)%N -> (j <= D)%N -> p n j%:Z <= E * p n.+1 (j%:Z - 1) + delta.
  by move=> *; apply: step_up; lia.
have down n j : (D <= n)%N -> (n < 3 * D)%N -> (j <= D)%N -> p n.+1 j%:Z <= E * p n (j%:Z + 1) + delta.
  by move=> *; apply: step_down; lia.
have uq n j : (D <= n)%N -> (n < 3 * D)%N -> (j <= D)%N -> q n j%:Z <= E * q n.+1 (j%:Z - 1) + delta.
  move=> *; rewrite /q (_ : 4 * D - n = (4 * D - n.+1).+1)%N; last by lia.
  by rewrite (_ : - (j%:Z - 1) = - j%:Z + 1); [apply: step_down; lia | lia].
have dq n j : (D <= n)%N -> (n < 3 * D)%N -> (j <= D)%N -> q n.+1 j%:Z <= E * q n (j%:Z + 1) + delta.
  move=> *; rewrite /q (_ : 4 * D - n = (4 * D - n.+1).+1)%N; last by lia.
  by rewrite (_ : - (j%:Z + 1) = - j%:Z - 1); [apply: step_up; lia | lia].
have oi : (D.+1 - (D.+1 - i) = i)%N by lia.
have po := outwards E1 fp down (_ : D + (D.+1 - i) <= 2 * D)%N (_ : 2 * D <= 3 * D)%N (_ : D.+1 - i <= D)%N.
have qo := outwards E1 fq dq (_ : D + (D.+1 - i) <= 2 * D)%N (_ : 2 * D <= 3 * D)%N (_ : D.+1 - i <= D)%N.
have pi := inwards E1 hp up (_ : D <= 2 * D)%N (_ : 2 * D + i <= 3 * D)%N (_ : i <= D)%N.
have qi := inwards E1 hq uq (_ : D <= 2 * D)%N (_ : 2 * D + i <= 3 * D)%N (_ : i <= D)%N.
have pb := backwards E1 hp down (_ : D <= 2 * D)%N (_ : 2 * D + i <= 3 * D)%N (_ : i <= D)%N.
have qb := backwards E1 hq dq (_ : D <= 2 * D)%N (_ : 2 * D + i <= 3 * D)%N (_ : i <= D)%N.
rewrite -eq !mulr_natl !mulr2n; split.
- by apply: ler_add; [rewrite -{1}oi po | rewrite -{1}oi qo]; lia.
- by apply: ler_add; [apply: pi | apply: qi]; lia.
- by rewrite mulrDr addrACA; apply: ler_add; [apply: pb | apply: qb]; lia.
Qed.

(** Over single outcomes such noise has no less than the best symmetric noise, from N = 3D on. *)
Theorem data_dependent_singletons : all (fun w => w <= B * delta) (singleton_bounds E eta D).
Proof.
have B0 : 0 < B := B_gt0 eta_range.
pose a i := B / 2%:R * (p (2 * D)%N i%:Z + p (2 * D)%N (- i%:Z)).
have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
have h0 : 0 <= B / 2%:R by rewrite divr_ge0 ?ler0n // ltW.
have [[p0 one] _ hit] : [/\ noise_law D (p (2 * D)%N), P1 D (2 * D) (p (2 * D)%N) & P2 eta (p (2 * D)%N)].
  by apply: law; lia.
have ge0 i : 0 <= a i by rewrite mulr_ge0 ?addr_ge0.
have total : \sum_(i < D) a i.+1 = 1.
  rewrite -mulr_sumr; move: one; rewrite noise_sum_sides hit => one.
  have -> : \sum_(i < D) (p (2 * D)%N i.+1%:Z + p (2 * D)%N (- i.+1%:Z)) = 1 - eta by rewrite -one addrC addKr.
  by rewrite /B /B_of; field; rewrite subr_eq0 eq_sym lt_eqF //; case/andP: eta_range.
have outer i : (i < D)%N -> a (D - i)%N <= B * delta * S_ E i.+1.
  move=> iD; have [h _ _] := both (_ : 0 < D - i <= D)%N.
  apply: le_trans (ler_wpmul2l h0 (h _)) _; first by lia.
  by rewrite (_ : D.+1 - (D - i) = i.+1)%N; [rewrite le_eqVlt; apply/orP; left; apply/eqP; field | lia].
have inner i : (i < D)%N -> a i.+1 <= E ^+ i.+1 * C + B * delta * S_ E i.+1.
  move=> iD; have [_ h _] := both (_ : 0 < i.+1 <= D)%N.
  apply: le_trans (ler_wpmul2l h0 (h iD)) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by rewrite /C /C_of -/B; field.
have back i : (i < D)%N -> C <= E ^+ i.+1 * a i.+1 + B * delta * S_ E i.+1.
  move=> iD; have [_ _ h] := both (_ : 0 < i.+1 <= D)%N.
  have := ler_wpmul2l h0 (h iD); rewrite (_ : B / 2%:R * (2%:R * eta) = C); last by rewrite /C /C_of -/B; field.
  by move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /a; field.
rewrite all_cat !all_map; apply/andP; split; apply/allP => k; rewrite mem_iota /= => h.
  have kD : (k <= D)%N by lia.
  have k1 : (0 < k)%N by lia.
  have := pointwise_lemma_1 E1 ge0 total back kD; rewrite /delta_ kD -/B -/C => le.
  rewrite ler_pmul2l // ler_pdivr_mulr; last by rewrite mulr_gt0 // W_gt0.
  by apply: le_trans le _; rewrite mulrA [delta * _]mulrC.
have kD : (k <= D)%N by lia.
have := pointwise_fold E1 total outer inner kD; rewrite /x_ ler_pdivr_mulr ?ler_subl_addl //.
case: k kD {h} => [|k] kD; first by rewrite T0 add0r subn0 T_gt0.
by rewrite ltr_paddr ?T_ge0 ?T_gt0.
Qed.
End DataDependent.

(** So the optimum of the program (9) on D..N, N >= 3D, is that of symmetric noise that does not depend on the count. *)
Theorem data_dependent_optimum (R : realFieldType) (E eta delta : R) (D N : nat) :
  1 <= E -> 0 < eta < 1 -> (0 < D)%N -> (3 * D <= N)%N ->
  (exists2 p, allowed D D N eta p & private_counts_singletons D D N E delta p) <->
  (exists2 a, alphas D a & private_counts_singletons D D N E delta (fun _ => noise D eta a)).
Proof.
move=> E1 h D0 far; have DN : (D < N)%N by lia.
split=> [[p ok private]|[a law private]]; last by exists (fun _ => noise D eta a) => //; apply: proposition_3.
apply/(singletons_optimum E1 h DN) => //; apply: data_dependent_singletons private => // n /ok [].
by split.
Qed.
