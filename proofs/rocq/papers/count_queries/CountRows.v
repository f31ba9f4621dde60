(** * Count queries, single outcomes: Lemmas 1 and 2, Theorem 1, and the true optimum for all D, E and eta

    Sadeghi, Asoodeh, Calmon (2020). Theorem 3 of the paper says that the optimum is the maximum of delta_1, ...,
    delta_(D+1); it is the maximum of [singleton_bounds], which has more members. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Tools *)

Section Tools.
Variable R : realFieldType.

(** The positive parts of a sequence that changes its sign once. *)
Lemma cut (f : nat -> R) D : (forall i, 0 <= f i.+1 -> 0 <= f i) ->
  exists2 k, (k <= D)%N & \sum_(i < D) Num.max 0 (f i) = \sum_(i < k) f i.
Proof.
move=> down; elim: D => [|D [k kD ih]]; first by exists 0%N; rewrite ?big_ord0.
case: (lerP 0 (f D)) => fD; last first.
  by exists k; [exact: leqW | rewrite big_ord_recr /= ih (max_idPl (ltW fD)) addr0].
have all i : (i <= D)%N -> 0 <= f i.
  by move=> iD; rewrite -(subKn iD); elim: (D - i)%N => [|j h]; [rewrite subn0 | case: (ltnP j D) => jD;
    [apply: down; rewrite subnSK // | rewrite (_ : D - j.+1 = D - j)%N //; nat_lia]].
exists D.+1 => //; apply: eq_bigr => i _; apply/max_idPr; apply: all; rewrite -ltnS; exact: ltn_ord.
Qed.

(** The smaller of two sequences that meet once. *)
Lemma fold_min (p q : nat -> R) D : (forall i, p i.+1 <= q i.+1 -> p i <= q i) ->
  exists2 m, (m <= D)%N & \sum_(i < D) Num.min (p i) (q i) = \sum_(i < m) p i + \sum_(i < D - m) q (m + i)%N.
Proof.
move=> down; have [i|k kD sum] := @cut (fun i => q i - p i) D; first by rewrite !subr_ge0; apply: down.
exists k => //.
rewrite (eq_bigr (fun i : 'I_D => q i - Num.max 0 (q i - p i))); last first.
  by move=> i _; rewrite maxEle minEle subr_ge0; case: ifP => _; ring.
rewrite sumrB sum -(big_mkord xpredT q) (big_cat_nat _ (n := k)) //= !big_mkord.
have -> : \sum_(k <= i < D) q i = \sum_(i < D - k) q (k + i)%N.
  by rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord; apply: eq_bigr => i _; rewrite addnC.
by rewrite sumrB; move: (\sum_(i < k) q i) (\sum_(i < k) p i) (\sum_(i < D - k) _) => u v w; ring.
Qed.

Lemma mix_to_one (l u : R) : l <= 1 -> 1 <= u -> exists2 t, 0 <= t <= 1 & (1 - t) * l + t * u = 1.
Proof.
move=> l1 u1; case: (eqVneq l u) => [e|ne].
  by exists 0; rewrite ?lexx ?ler01 // subr0 mul1r mul0r addr0; apply: le_anti; rewrite l1 e u1.
have lu : 0 < u - l by rewrite subr_gt0 lt_neqAle ne (le_trans l1 u1).
exists ((1 - l) / (u - l)); last by field; rewrite gt_eqF.
apply/andP; split; first by apply: divr_ge0; [rewrite subr_ge0 | exact: ltW].
by rewrite ler_pdivr_mulr // mul1r ler_add2r.
Qed.

Lemma alphas_total D (a : nat -> R) C : alphas D a -> \sum_(i < D) profile C D a i.+1 = 1.
Proof.
case=> _; rewrite big_add1 big_mkord /= => <-; apply: eq_bigr => i _.
by rewrite /profile ltn_ord.
Qed.
End Tools.

(** ** No noise has less *)

Section Lower.
Variables (R : realFieldType) (E C x : R) (D : nat) (g : nat -> R).
Hypotheses (E1 : 1 <= E) (g0 : g 0%N = C) (g_ge0 : forall i, 0 <= g i) (g_far : g D.+1 = 0).
Hypotheses (total : \sum_(i < D) g i.+1 = 1) (row : rows E x g).
Let E0 : 0 <= E := E_ge0 E1.

Lemma partial_le k : (k <= D)%N -> \sum_(i < k) g i.+1 <= 1.
Proof.
move=> kD; rewrite -total -!(big_mkord xpredT (fun i => g i.+1)) (big_cat_nat _ (n := k) (p := D)) //=.
by rewrite ler_addl sumr_ge0.
Qed.

(** (27)-(31) *)
Lemma row_lemma_1 k : (k <= D)%N -> C * S_ E k - E ^+ k <= x * W_ E k.
Proof.
move=> kD; suff h : C * S_ E k <= E ^+ k * (\sum_(i < k) g i.+1) + x * W_ E k.
  rewrite ler_subl_addl; apply: le_trans h _; rewrite ler_add2r ler_pimulr ?Ek_ge0 //; exact: partial_le.
have down j : C <= E ^+ j * g j + x * S_ E j.
  elim: j => [|j ih]; first by rewrite expr0 mul1r g0 S0 mulr0 addr0.
  apply: le_trans ih _; rewrite S_up exprS; have [h _] := row j.
  apply: le_by (_ : _ = E ^+ j * (E * g j.+1 + x - g j)) _; first by ring.
  by rewrite mulr_ge0 ?Ek_ge0 ?subr_ge0.
elim: {kD} k => [|k ih]; first by rewrite S0 W0 big_ord0 !mulr0 addr0.
rewrite big_ord_recr /= W_E {1}S_E; move: (down k.+1) ih; move: (\sum_(i < k) g i.+1) => s h ih.
apply: le_by (_ : _ = E * (E ^+ k * s + x * W_ E k - C * S_ E k) + (E ^+ k.+1 * g k.+1 + x * S_ E k.+1 - C)) _.
  by rewrite !exprS; ring.
by apply: addr_ge0; [apply: mulr_ge0; [exact: E0 | rewrite subr_ge0] | rewrite subr_ge0].
Qed.

(** Lemma 2 (m = 0) and what the paper leaves out *)
Lemma row_fold m : (m <= D)%N -> 1 <= E * C * S_ E m + x * (T_ E m + T_ E (D - m)).
Proof.
move=> mD.
have left i : g i <= E ^+ i * C + x * S_ E i.
  elim: i => [|i ih]; first by rewrite g0 S0 expr0 mul1r mulr0 addr0.
  have [_ h] := row i; apply: le_trans h _; rewrite S_E exprS.
  apply: le_by (_ : _ = E * (E ^+ i * C + x * S_ E i - g i)) _; first by ring.
  by rewrite mulr_ge0 ?E0 ?subr_ge0.
have right i : (i <= D)%N -> g (D.+1 - i)%N <= x * S_ E i.
  elim: i => [|i ih] iD; first by rewrite subn0 g_far S0 mulr0.
  have [h _] := row (D.+1 - i.+1)%N; apply: le_trans h _.
  rewrite (_ : (D.+1 - i.+1).+1 = (D.+1 - i)%N); last by nat_lia.
  rewrite S_E mulrDr mulr1 ler_add2r mulrCA ler_wpmul2l ?E0 // ih //; nat_lia.
rewrite -{1}total -(big_mkord xpredT (fun i => g i.+1)) (big_cat_nat _ (n := m)) //= big_mkord mulrDr addrA.
apply: ler_add.
  apply: le_trans (_ : \sum_(i < m) (E ^+ i.+1 * C + x * S_ E i.+1) <= _); first by apply: ler_sum.
  by rewrite big_split /= -mulr_suml -mulr_sumr sum_left_powers sum_S mulrAC.
rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord (reindex_inj rev_ord_inj) /= -sum_S mulr_sumr.
apply: ler_sum => i _; have iD := ltn_ord i.
by rewrite (_ : (D - m - i.+1 + m).+1 = (D.+1 - i.+1)%N) ?right //; nat_lia.
Qed.

End Lower.

(** ** Noise that attains the bounds *)

Section Upper.
Variables (R : realFieldType) (E C x : R) (D : nat).
Hypotheses (E1 : 1 <= E) (C0 : 0 < C) (D0 : (0 < D)%N).
Hypothesis left : forall k, (1 <= k <= D)%N -> C * S_ E k - E ^+ k <= x * W_ E k.
Hypothesis folds : forall m, (m <= D)%N -> 1 <= E * C * S_ E m + x * (T_ E m + T_ E (D - m)).

Let E0 : 0 <= E := E_ge0 E1.
Let E_gt : 0 < E := E_gt0 E1.
Let most i := Num.min (E ^+ i * C + x * S_ E i) (x * S_ E (D.+1 - i)).
Let least i := Num.max 0 ((C - x * S_ E i) / E ^+ i).

Lemma x_T : 1 <= x * T_ E D.
Proof. by have := folds (leq0n D); rewrite S0 mulr0 T0 !add0r subn0. Qed.
Lemma x_gt0 : 0 < x.
Proof. by rewrite -(pmulr_lgt0 x (T_gt0 E1 D0)); apply: lt_le_trans ltr01 x_T. Qed.

Lemma edge : C <= x * S_ E D.+1.
Proof.
rewrite -(ler_pmul2r (S_gt0 E1 D0)) -mulrA [S_ E D.+1 * _]mulrC SS.
apply: le_by (_ : _ = E ^+ D * (x * T_ E D - 1) + (x * W_ E D - (C * S_ E D - E ^+ D))) _; first by ring.
by rewrite addr_ge0 ?mulr_ge0 ?Ek_ge0 ?subr_ge0 ?x_T ?left // D0 leqnn.
Qed.

Let xS i : 0 <= x * S_ E i. Proof. by rewrite mulr_ge0 ?(ltW x_gt0) ?S_ge0. Qed.
Let u_ge0 i : 0 <= E ^+ i * C + x * S_ E i. Proof. by rewrite addr_ge0 // mulr_ge0 ?Ek_ge0 ?(ltW C0). Qed.
Let up_E y : 0 <= y -> y <= E * y. Proof. by move=> y0; rewrite ler_pemull. Qed.

Lemma most_far i : (D < i)%N -> most i = 0.
Proof. by move=> h; rewrite /most (_ : D.+1 - i = 0)%N ?S0 ?mulr0; [apply/min_idPr | nat_lia]. Qed.
Lemma least_far i : (D < i)%N -> least i = 0.
Proof.
move=> h; apply/max_idPl; rewrite ler_pdivr_mulr ?Ek_gt0 // mul0r subr_le0.
by apply: le_trans edge _; rewrite ler_wpmul2l ?(ltW x_gt0) ?S_le.
Qed.
Lemma most_0 : most 0 = C.
Proof. by rewrite /most expr0 mul1r S0 mulr0 addr0 subn0; apply/min_idPl; exact: edge. Qed.
Lemma least_0 : least 0 = C.
Proof. by rewrite /least expr0 divr1 S0 mulr0 subr0; apply/max_idPr; exact: ltW. Qed.
Lemma most_ge0 i : 0 <= most i. Proof. by rewrite /most le_minr u_ge0 xS. Qed.
Lemma least_ge0 i : 0 <= least i. Proof. by rewrite /least le_maxr lexx. Qed.

Lemma most_rows : rows E x most.
Proof.
move=> i; case: (ltnP D i) => iD; first by rewrite !most_far ?leqW // mulr0 add0r ltW ?x_gt0.
have s : S_ E (D.+1 - i) = E * S_ E (D.+1 - i.+1) + 1.
  by rewrite (_ : D.+1 - i = (D.+1 - i.+1).+1)%N ?S_E //; nat_lia.
have b : E ^+ i.+1 * C + x * S_ E i.+1 = E * (E ^+ i * C + x * S_ E i) + x by rewrite S_E exprS; ring.
split; rewrite /most.
- rewrite minr_pmulr ?E0 // addr_minl le_minr !le_minl; apply/andP; split; apply/orP; [left | right].
    rewrite b; move: (u_ge0 i); move: (E ^+ i * C + x * S_ E i) => y y0.
    apply: le_trans (up_E y0) _; apply: le_trans (_ : E * (E * y + x) <= _); last by rewrite ler_addl (ltW x_gt0).
    by rewrite ler_wpmul2l //; apply: le_trans (up_E y0) _; rewrite ler_addl (ltW x_gt0).
  by rewrite s mulrDr mulr1 mulrCA.
- rewrite minr_pmulr ?E0 // addr_minl le_minr !le_minl; apply/andP; split; apply/orP; [left | right].
    by rewrite b.
  apply: le_trans (_ : x * S_ E (D.+1 - i) <= _).
    by rewrite ler_wpmul2l ?(ltW x_gt0) // S_le //; nat_lia.
  by apply: le_trans (up_E (xS _)) _; rewrite ler_addl (ltW x_gt0).
Qed.

Let down i : (C - x * S_ E i.+1) / E ^+ i.+1 = ((C - x * S_ E i) / E ^+ i - x) / E.
Proof. by rewrite S_up exprS; field; rewrite expf_neq0 ?gt_eqF ?E_gt. Qed.

Lemma least_rows : rows E x least.
Proof.
move=> i; rewrite /least down; set y := _ / E ^+ i; have x0 := ltW x_gt0.
have Ey : E * ((y - x) / E) + x = y by field; rewrite gt_eqF ?E_gt.
have z : 0 <= E * Num.max 0 ((y - x) / E) by rewrite mulr_ge0 ?E0 // le_maxr lexx.
split; rewrite le_maxl; apply/andP; split; first by rewrite addr_ge0.
- by rewrite -{1}Ey ler_add2r ler_wpmul2l ?E0 // le_maxr lexx orbT.
- by rewrite addr_ge0 // mulr_ge0 ?E0 // le_maxr lexx.
- rewrite ler_pdivr_mulr ?E_gt //; apply: le_trans (_ : Num.max 0 y <= _).
    apply: le_trans (_ : y <= _); first by rewrite ler_subl_addr ler_addl.
    by rewrite le_maxr lexx orbT.
  have m0 : 0 <= Num.max 0 y by rewrite le_maxr lexx.
  apply: le_trans (_ : E * Num.max 0 y + x <= _); first by apply: le_trans (up_E m0) _; rewrite ler_addl.
  by rewrite ler_pemulr // addr_ge0 // mulr_ge0 ?E0.
Qed.

Lemma most_total : 1 <= \sum_(i < D) most i.+1.
Proof.
pose p i := E ^+ i.+1 * C + x * S_ E i.+1; pose q i := x * S_ E (D.+1 - i.+1).
have [i h|m mD sum] := @fold_min R p q D.
  apply: le_trans (_ : p i.+1 <= _).
    by rewrite /p ler_add // ?ler_wpmul2r ?(ltW C0) ?E_le // ler_wpmul2l ?(ltW x_gt0) ?S_le.
  by apply: le_trans h _; rewrite /q ler_wpmul2l ?(ltW x_gt0) // S_le //; nat_lia.
rewrite (_ : \sum_(i < D) most i.+1 = \sum_(i < D) Num.min (p i) (q i)) // sum.
apply: le_trans (folds mD) _; rewrite big_split /= -mulr_suml -!mulr_sumr sum_left_powers sum_S mulrAC mulrDr addrA.
rewrite ler_add2l -sum_S (reindex_inj rev_ord_inj) /= ler_wpmul2l ?(ltW x_gt0) //.
by apply: ler_sum => i _; rewrite S_le //; have := ltn_ord i; nat_lia.
Qed.

Lemma least_total : \sum_(i < D) least i.+1 <= 1.
Proof.
have [i|k kD ->] := @cut R (fun i => (C - x * S_ E i.+1) / E ^+ i.+1) D.
  rewrite !ler_pdivl_mulr ?Ek_gt0 // !mul0r !subr_ge0; apply: le_trans.
  by rewrite ler_wpmul2l ?(ltW x_gt0) ?S_le.
have sum j : E ^+ j * (\sum_(i < j) (C - x * S_ E i.+1) / E ^+ i.+1) = C * S_ E j - x * W_ E j.
  elim: j => [|j ih]; first by rewrite big_ord0 S0 W0 !mulr0 subr0.
  rewrite big_ord_recr /=; move: ih; move: (\sum_(i < j) _) => s ih.
  have n0 := lt0r_neq0 (Ek_gt0 E1 j.+1); rewrite mulrDr mulrC [X in _ + X]mulrC divfK // [s * _]mulrC exprS -mulrA ih.
  by rewrite W_E {2}S_E; ring.
case: k kD => [|k] kD; first by rewrite big_ord0 ler01.
rewrite -(ler_pmul2l (Ek_gt0 E1 k.+1)) sum mulr1 ler_subl_addr -ler_subl_addl; exact: left.
Qed.

Lemma rows_attained : exists2 a : nat -> R, alphas D a & rows E x (profile C D a).
Proof.
have [t /andP [t0 t1] sum] := mix_to_one least_total most_total.
pose a i := (1 - t) * least i + t * most i.
have ge0 : 0 <= 1 - t by rewrite subr_ge0.
have g i : profile C D a i = a i.
  case: i => [|i]; rewrite /profile; first by rewrite /a least_0 most_0; ring.
  by case: (leqP i.+1 D) => // h; rewrite /a least_far // most_far // !mulr0 addr0.
exists a; first split.
- by move=> i _; rewrite addr_ge0 // mulr_ge0 ?least_ge0 ?most_ge0.
- by rewrite big_add1 big_mkord /= big_split /= -!mulr_sumr.
move=> i; rewrite !g /a; have [l1 l2] := least_rows i; have [m1 m2] := most_rows i; split.
- apply: le_by (_ : _ = (1 - t) * (E * least i.+1 + x - least i) + t * (E * most i.+1 + x - most i)) _; first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
- apply: le_by (_ : _ = (1 - t) * (E * least i + x - least i.+1) + t * (E * most i + x - most i.+1)) _; first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.

End Upper.
