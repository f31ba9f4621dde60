(** * Count queries, all events: the least delta of symmetric noise, for all D, E and eta

    Not in the paper. Over all events B delta is a sum of positive parts (CountMechanism.v); no noise has less than the
    greatest of [event_bounds], and some noise has as little. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** No noise has less *)

(** A sequence that grows by at most the factor E and a positive part in each step. *)
Section Growth.
Variables (R : realFieldType) (E : R) (h part : nat -> R).
Hypotheses (E1 : 1 <= E) (part_ge0 : forall i, 0 <= part i) (next : forall i, h i.+1 <= E * h i + part i).
Let u n := \sum_(i < n) part i.

Lemma growth n : h n.+1 <= E ^+ n * (E * h 0%N + u n.+1).
Proof.
elim: n => [|n ih]; first by rewrite expr0 mul1r /u big_ord1 next.
apply: le_trans (next _) _; apply: le_trans (_ : E * (E ^+ n * (E * h 0%N + u n.+1)) + part n.+1 <= _).
  by rewrite ler_add2r ler_wpmul2l ?(E_ge0 E1).
apply: le_by (_ : _ = (E ^+ n.+1 - 1) * part n.+1) _.
  by rewrite /u [\sum_(i < n.+2) _]big_ord_recr exprS /=; ring.
by rewrite mulr_ge0 // subr_ge0 (Ek_ge1 E1).
Qed.

Lemma growth_sum n : \sum_(i < n) h i.+1 <= S_ E n * (E * h 0%N + u n).
Proof.
elim: n => [|n ih]; first by rewrite big_ord0 S0 mul0r.
rewrite big_ord_recr /=; apply: le_trans (ler_add ih (growth n)) _.
apply: le_by (_ : _ = S_ E n * part n) _; last by rewrite mulr_ge0 ?(S_ge0 E1).
by rewrite S_up /u [\sum_(i < n.+1) _]big_ord_recr /=; ring.
Qed.
End Growth.

Section Lower.
Variables (R : realFieldType) (E C : R) (D : nat) (g : nat -> R).
Hypotheses (E1 : 1 <= E) (g0 : g 0%N = C) (g_ge0 : forall i, 0 <= g i) (g_far : g D.+1 = 0).
Hypothesis total : \sum_(i < D) g i.+1 = 1.
Let P i := Num.max 0 (g i.+1 - E * g i).
Let Q i := Num.max 0 (g i - E * g i.+1).
Let u n := \sum_(i < n) P i.
Let t n := \sum_(i < n) Q (D - i)%N.
Let x := cost E D g.

Lemma cost_center : C + 1 - E <= x.
Proof.
apply: le_trans (_ : \sum_(i < D.+1) (g i - E * g i.+1) <= _).
  rewrite sumrB big_ord_recl g0 /= total -mulr_sumr big_ord_recr /= total g_far.
  by apply: le_by (_ : _ = 0) _; [ring | ].
apply: le_trans (_ : \sum_(i < D.+1) Q i <= _); first by apply: ler_sum => i _; rewrite /Q le_maxr lexx orbT.
by rewrite /x /cost ler_addr; apply: sumr_ge0 => i _; rewrite le_maxr lexx.
Qed.

Let P_ge0 i : 0 <= P i. Proof. by rewrite /P le_maxr lexx. Qed.
Let Q_ge0 i : 0 <= Q i. Proof. by rewrite /Q le_maxr lexx. Qed.

(** m alphas from the left, and the others from the right *)
Lemma both_ends m : (m <= D)%N -> 1 <= S_ E m * (E * C + u m) + S_ E (D - m) * t (D - m).
Proof.
move=> mD; rewrite -{1}total -(big_mkord xpredT (fun i => g i.+1)) (big_cat_nat _ (n := m)) //= big_mkord.
apply: ler_add.
  by rewrite -g0; apply: growth_sum => // i; rewrite addrC -ler_subl_addr /P le_maxr lexx orbT.
rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord (reindex_inj rev_ord_inj) /=.
apply: le_trans (_ : S_ E (D - m) * (E * g (D.+1 - 0)%N + t (D - m)) <= _); last by rewrite subn0 g_far mulr0 add0r.
apply: le_trans (_ : \sum_(i < D - m) g (D.+1 - i.+1)%N <= _).
  by apply: ler_sum => i _; have iD := ltn_ord i; rewrite (_ : (D - m - i.+1 + m).+1 = (D.+1 - i.+1)%N) //; nat_lia.
apply: (@growth_sum R E (fun i => g (D.+1 - i)%N) (fun i => Q (D - i)%N)) => // i.
case: (leqP i D) => iD; last first.
  have -> : (D.+1 - i = 0)%N by apply/eqP; rewrite subn_eq0.
  have -> : (D.+1 - i.+1 = 0)%N by apply/eqP; rewrite subn_eq0 ltnW.
  by apply: ler_paddr => //; rewrite ler_pemull.
by rewrite addrC -ler_subl_addr /Q subSS (_ : D.+1 - i = (D - i).+1)%N; [rewrite le_maxr lexx orbT | nat_lia].
Qed.

Let parts_le m n : (m <= D)%N -> (n <= D)%N -> u m + t n <= x.
Proof.
move=> mD nD; rewrite /x /cost; apply: ler_add.
  rewrite /u -!(big_mkord xpredT P) (big_cat_nat _ (n := m) (p := D)) //= ler_addl; exact: sumr_ge0.
rewrite /t -(big_mkord xpredT (fun i => Q (D - i)%N)) (reindex_inj rev_ord_inj) /=.
rewrite -(big_mkord xpredT (fun i => Q (D.+1 - i.+1)%N)) (big_cat_nat _ (n := n) (p := D.+1)) //=; last exact: leqW.
by rewrite ler_addl; apply: sumr_ge0.
Qed.
Let u_ge0 n : 0 <= u n. Proof. exact: sumr_ge0. Qed.
Let t_ge0 n : 0 <= t n. Proof. exact: sumr_ge0. Qed.

Lemma cost_fold m : (m <= D - m)%N -> (m <= D)%N -> 1 <= E * C * S_ E m + S_ E (D - m) * x.
Proof.
move=> mm mD; apply: le_trans (both_ends mD) _.
apply: le_trans (_ : E * C * S_ E m + S_ E (D - m) * (u m + t (D - m)%N) <= _).
  apply: le_by (_ : _ = (S_ E (D - m) - S_ E m) * u m) _; first by ring.
  by rewrite mulr_ge0 // subr_ge0 S_le.
by rewrite ler_add2l ler_wpmul2l ?S_ge0 ?parts_le ?leq_subr.
Qed.

Lemma cost_middle : 2%:R <= (S_ E D./2 + S_ E (uphalf D)) * (E * C + x).
Proof.
have e : (D - D./2 = uphalf D)%N by nat_lia.
have e' : (D - uphalf D = D./2)%N by nat_lia.
have le : (D./2 <= uphalf D)%N by nat_lia.
have h := both_ends (_ : D./2 <= D)%N; have h' := both_ends (_ : uphalf D <= D)%N.
have := ler_add (h _) (h' _); rewrite e e' => both; apply: le_trans (both _ _) _; [nat_lia | nat_lia |].
have grow (F : nat -> R) : (forall i, 0 <= F i) -> \sum_(i < D./2) F i <= \sum_(i < uphalf D) F i.
  move=> F0; rewrite -!(big_mkord xpredT F) (big_cat_nat _ (n := D./2) (p := uphalf D)) //= ler_addl; exact: sumr_ge0.
have gu : u D./2 <= u (uphalf D) by apply: (grow P).
have gt : t D./2 <= t (uphalf D) by apply: (grow (fun i => Q (D - i)%N)).
have le_x := parts_le (_ : uphalf D <= D)%N (_ : uphalf D <= D)%N.
apply: le_trans (_ : (S_ E D./2 + S_ E (uphalf D)) * (E * C + (u (uphalf D) + t (uphalf D))) <= _); last first.
  by apply: ler_wpmul2l; [apply: addr_ge0; exact: S_ge0 | rewrite ler_add2l; apply: le_x; nat_lia].
apply: le_by (_ : _ = S_ E D./2 * (u (uphalf D) - u D./2) + S_ E D./2 * (t (uphalf D) - t D./2)) _; first by ring.
by rewrite addr_ge0 ?mulr_ge0 ?S_ge0 // subr_ge0.
Qed.
End Lower.

(** ** Noise that attains the bounds: the smaller of two geometric sequences, one from each end *)

Section Upper.
Variables (R : realFieldType) (E C : R) (D : nat).
Hypotheses (E1 : 1 <= E) (C0 : 0 < C) (D0 : (0 < D)%N).
Let E0 : 0 <= E := E_ge0 E1.
Let E_gt : 0 < E := E_gt0 E1.

(** Where neighbours differ by at most the factor E, only the two ends have positive parts. *)
Lemma ratio_cost (g : nat -> R) : g 0%N = C -> g D.+1 = 0 -> 0 <= g D ->
  (forall i, (0 < i < D)%N -> g i.+1 <= E * g i /\ g i <= E * g i.+1) ->
  cost E D g = Num.max 0 (g 1%N - E * C) + Num.max 0 (C - E * g 1%N) + g D.
Proof.
rewrite /cost; case: D D0 => // n _ g0 far last ratio.
rewrite big_ord_recl [X in _ + X]big_ord_recl big_ord_recr /= g0 far mulr0 subr0 (max_idPr last).
rewrite big1 ?addr0 => [|i _]; last by apply/max_idPl; rewrite subr_le0; apply: (ratio i.+1 _).1; rewrite /= ltnS.
rewrite big1 ?add0r ?addrA // => i _.
by apply/max_idPl; rewrite subr_le0; apply: (ratio i.+1 _).2; rewrite /= ltnS.
Qed.

Variables (m : nat) (w y : R).
Hypotheses (mD : (m < D)%N) (w0 : 0 <= w) (y0 : 0 <= y) (total : w * S_ E m + y * S_ E (D - m) = 1).
Hypotheses (left : E ^+ (D - m).-1 * y <= E ^+ m * w) (right : (0 < m)%N -> E ^+ m.-1 * w <= E ^+ (D - m) * y).
Let p i := E ^+ i.-1 * w.
Let q i := E ^+ (D - i) * y.
Let a i := Num.min (p i) (q i).

Let a_left i : (0 < i <= m)%N -> a i = p i.
Proof.
case/andP=> i0 im; apply/min_idPl; apply: le_trans (_ : E ^+ m.-1 * w <= _).
  by rewrite ler_wpmul2r // E_le //; nat_lia.
apply: le_trans (right _) _; first exact: leq_trans im.
by rewrite ler_wpmul2r // E_le //; nat_lia.
Qed.
Let a_right i : (m < i)%N -> a i = q i.
Proof.
move=> im; apply/min_idPr; apply: le_trans (_ : E ^+ (D - m).-1 * y <= _).
  by rewrite ler_wpmul2r // E_le //; nat_lia.
by apply: le_trans left _; rewrite ler_wpmul2r // E_le //; nat_lia.
Qed.

Lemma fold_exists : exists2 a, alphas D a &
  cost E D (profile C D a) = let a1 := if m is 0%N then E ^+ D.-1 * y else w in
    Num.max 0 (a1 - E * C) + Num.max 0 (C - E * a1) + y.
Proof.
have ge0 i : 0 <= a i by rewrite /a le_minr !mulr_ge0 ?exprn_ge0.
exists a; first split=> //.
  rewrite big_add1 big_mkord /= -total -(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := m)) ?(ltnW mD) //=.
  congr (_ + _).
    rewrite big_mkord mulr_sumr; apply: eq_bigr => i _; rewrite a_left ?ltn_ord //= /p /=; exact: mulrC.
  rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord mulr_sumr (reindex_inj rev_ord_inj) /=.
  apply: eq_bigr => i _; have iD := ltn_ord i; rewrite a_right /q; last by nat_lia.
  by rewrite mulrC; congr (_ * _ ^+ _); nat_lia.
have inside i : (0 < i <= D)%N -> profile C D a i = a i by case: i => // i /= h; rewrite /profile h.
rewrite ratio_cost //; first last.
- move=> i iD; rewrite !inside; [|nat_lia|nat_lia]; rewrite /a !minr_pmulr //; case: i iD => // i iD.
  have e : E ^+ (D - i.+1) = E * E ^+ (D - i.+2) by rewrite -exprS; congr (_ ^+ _); nat_lia.
  have pE : p i.+2 = E * p i.+1 by rewrite /p /= exprS mulrA.
  have qE : q i.+1 = E * q i.+2 by rewrite /q e mulrA.
  have up (z : R) : 0 <= z -> z <= E * (E * z) by move=> z0; rewrite mulrA ler_pemull // mulr_ege1.
  have p0 : 0 <= p i.+1 by rewrite mulr_ge0 ?exprn_ge0.
  have q0 : 0 <= q i.+2 by rewrite mulr_ge0 ?exprn_ge0.
  rewrite pE qE; split; rewrite le_minr !le_minl ?lexx ?up ?orbT //=.
- by rewrite inside ?D0 ?leqnn.
- by rewrite /profile ltnn.
have aD : profile C D a D = y by rewrite inside ?D0 ?leqnn // a_right // /q subnn mul1r.
have a1 : profile C D a 1%N = if m is 0%N then E ^+ D.-1 * y else w.
  rewrite inside //; case: m mD a_left a_right => [|n] _ l r; first by rewrite r // /q subn1.
  by rewrite l // /p mul1r.
by rewrite aD a1.
Qed.
End Upper.

Section Attained.
Variables (R : realFieldType) (E C x : R) (D : nat).
Hypotheses (E1 : 1 <= E) (C0 : 0 < C) (D0 : (0 < D)%N).
Hypothesis center : C + 1 - E <= x.
Hypothesis folds : forall m, (m < uphalf D)%N -> 1 - E * C * S_ E m <= x * S_ E (D - m).
Hypothesis middle : 2%:R <= (S_ E D./2 + S_ E (uphalf D)) * (E * C + x).
Let E0 : 0 <= E := E_ge0 E1.
Let E_gt : 0 < E := E_gt0 E1.

(** The first alpha on the right is at most E times the last one on the left, if the left begins with w = E C. *)
Let meets m := E ^+ (D - m).-1 * (1 - E * C * S_ E m) <= E ^+ m.+1 * C * S_ E (D - m).

Lemma attained_0 : meets 0 -> exists2 a, alphas D a & cost E D (profile C D a) <= x.
Proof.
rewrite /meets subn0 S0 mulr0 subr0 mulr1 expr1 => low; have s := S_gt0 E1 D0; have s0 := lt0r_neq0 s.
have y0 : 0 <= (S_ E D)^-1 by rewrite invr_ge0 ltW.
have [||||||a law eq] := @fold_exists R E C D E1 D0 0 (E ^+ D * (S_ E D)^-1) (S_ E D)^-1 => //.
- by rewrite mulr_ge0 ?exprn_ge0.
- by rewrite S0 mulr0 add0r subn0 mulVf.
- by rewrite subn0 mul1r ler_wpmul2r // E_le // leq_pred.
exists a => //; rewrite eq /= (_ : Num.max 0 (_ - E * C) = 0) ?add0r; last first.
  by apply/max_idPl; rewrite subr_le0 ler_pdivr_mulr.
have yx : (S_ E D)^-1 <= x.
  have := folds (_ : 0 < uphalf D)%N; rewrite S0 mulr0 subr0 subn0 -ler_pdivr_mulr // mul1r; apply; nat_lia.
rewrite -ler_subr_addr le_maxl subr_ge0 yx /= ler_subr_addr; apply: le_trans center; rewrite le_eqVlt; apply/orP; left.
rewrite mulrA -exprS prednK //; apply/eqP; rewrite -[E ^+ D](subrK 1) -S_minus; field; exact: s0.
Qed.

Lemma attained_fold p q : D = (p.+1 + q.+1)%N -> (p.+1 <= D./2)%N -> ~~ meets p -> meets p.+1 ->
  exists2 a, alphas D a & cost E D (profile C D a) <= x.
Proof.
move=> Dpq half; rewrite /meets -ltNge (_ : D - p = q.+2)%N; last by nat_lia.
rewrite (_ : D - p.+1 = q.+1)%N /=; last by nat_lia.
move=> high low; have s := S_gt0 E1 (ltn0Sn q); have s0 := lt0r_neq0 s.
have h : E ^+ p.+1 * C * S_ E q.+1 <= E ^+ q.+1 * (1 - E * C * S_ E p.+1).
  apply: le_by (_ : _ = E ^+ q.+1 * (1 - E * C * S_ E p) - E ^+ p.+1 * C * S_ E q.+2) _; last by rewrite subr_ge0 ltW.
  by rewrite (S_up E q.+1) (S_up E p) !exprS; ring.
have num : 0 <= 1 - E * C * S_ E p.+1.
  rewrite -(pmulr_rge0 _ (Ek_gt0 E1 q.+1)); apply: le_trans h.
  by rewrite !mulr_ge0 ?exprn_ge0 ?(ltW C0) ?(ltW s).
have e : (D - p.+1 = q.+1)%N by nat_lia.
have [||||||a law eq] := @fold_exists R E C D E1 D0 p.+1 (E * C) ((1 - E * C * S_ E p.+1) / S_ E q.+1); rewrite ?e /=.
- by nat_lia.
- by rewrite mulr_ge0 // ltW.
- by rewrite divr_ge0 // ltW.
- by rewrite divfK //; ring.
- by rewrite mulrA ler_pdivr_mulr //; apply: le_trans low _; rewrite exprSr !mulrA.
- by move=> _; rewrite [X in _ <= X]mulrA ler_pdivl_mulr //; apply: le_trans h; rewrite exprSr !mulrA.
exists a => //; rewrite eq /= subrr maxxx add0r (_ : Num.max 0 _ = 0) ?add0r; last first.
  by apply/max_idPl; rewrite subr_le0 mulrA ler_pemull ?(ltW C0) // mulr_ege1.
rewrite ler_pdivr_mulr //; case: (ltnP p.+1 (uphalf D)) => hp; first by rewrite -e; apply: folds.
have pq : p = q by nat_lia.
have h1 : D./2 = q.+1 by rewrite Dpq pq addnn half_double.
have h2 : uphalf D = q.+1 by rewrite Dpq pq addnn uphalf_double.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have h3 : 1 <= S_ E q.+1 * (E * C + x).
  rewrite -(ler_pmul2l two) mulr1 mulrA; apply: le_trans middle _.
  by rewrite h1 h2 [2%:R * _]mulr_natl mulr2n.
by rewrite pq ler_subl_addl; apply: le_trans h3 _; rewrite mulrDr mulrC [S_ E _ * x]mulrC.
Qed.

Lemma attained_middle : ~~ meets D./2 -> exists2 a, alphas D a & cost E D (profile C D a) <= x.
Proof.
set m := D./2; have e : (D - m = uphalf D)%N by rewrite /m; nat_lia.
rewrite /meets -ltNge e => high; set s := S_ E m + S_ E (uphalf D).
have s0 : 0 < s by rewrite /s ltr_paddl ?S_ge0 ?S_gt0 //; nat_lia.
have ge0 : 0 <= s^-1 by rewrite invr_ge0 ltW.
have small : E * C * s <= 1.
  case: (boolP (odd D)) => oD.
    have u : uphalf D = m.+1 by rewrite /m; nat_lia.
    move: high; rewrite u /= exprSr -2!mulrA ltr_pmul2l ?Ek_gt0 // mulrA /s u => /ltW h.
    by rewrite mulrDr -ler_subr_addl.
  have u : uphalf D = m by rewrite /m; nat_lia.
  have [n mn] : exists n, m = n.+1 by exists m.-1; rewrite prednK //; rewrite /m; nat_lia.
  move: high; rewrite /s u mn /= 2!exprSr -!mulrA ltr_pmul2l ?Ek_gt0 // => /ltW h.
  rewrite !mulrDr -ler_subr_addl; apply: le_trans h; rewrite ler_pemull // !mulr_ge0 ?S_ge0 //; exact: ltW.
have [||||||a law eq] := @fold_exists R E C D E1 D0 m s^-1 s^-1; rewrite ?e //.
- by rewrite /m; nat_lia.
- by rewrite -mulrDr -/s mulVf // gt_eqF.
- by rewrite ler_wpmul2r // E_le // /m; nat_lia.
- by move=> _; rewrite ler_wpmul2r // E_le // /m; nat_lia.
exists a => //; rewrite eq /= (_ : (if m is 0%N then _ else _) = s^-1); last first.
  by rewrite /m; case: (D) D0 => [|[|n]] // _; rewrite /= expr0 mul1r.
have w : E * C <= s^-1 by rewrite -[s^-1]mul1r ler_pdivl_mulr.
rewrite (max_idPr _) ?subr_ge0 // (_ : Num.max 0 _ = 0) ?addr0; last first.
  apply/max_idPl; rewrite subr_le0; apply: le_trans (_ : E * C <= _); first by rewrite ler_pemull // ltW.
  by apply: le_trans w _; rewrite ler_pemull.
have := middle; rewrite -/m -/s mulrC -ler_pdivr_mulr // => h.
by rewrite addrAC ler_subl_addl; apply: le_trans h; rewrite mulr_natl mulr2n.
Qed.

Lemma cost_attained : exists2 a, alphas D a & cost E D (profile C D a) <= x.
Proof.
case: (boolP (meets D./2)) => [half|]; last exact: attained_middle.
have some : exists m, (m <= D./2)%N && meets m by exists D./2; rewrite leqnn.
case: (ex_minnP some) => [[|p]] /andP [mD meet] least; first exact: attained_0.
apply: (@attained_fold p (D - p.+1).-1) => //; first by nat_lia.
by apply/negP => h; have := least p; rewrite h andbT (leq_trans _ mD) // ltnn => /(_ isT).
Qed.
End Attained.

(** ** The theorems about the mechanism *)

Section Mechanism.
Variables (R : realFieldType) (E eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D < N)%N).
Let B := B_of eta.
Let C := C_of eta.

Theorem events_center (a : nat -> R) (delta : R) :
  alphas D a -> private_counts D D N E delta (fun _ => noise D eta a) -> C_of eta + 1 - E <= B_of eta * delta.
Proof.
move=> law /(events_cost E1 eta_range DN law.1); apply: le_trans.
apply: cost_center; [by [] | by rewrite /profile ltnn | exact: alphas_total law].
Qed.

(** The bounds as inequalities without division. *)
Lemma events_bounds_all y : all (fun v => v <= y) (event_bounds E eta D) <->
  [/\ C + 1 - E <= y, 2%:R <= (S_ E D./2 + S_ E (uphalf D)) * (E * C + y) &
    forall m, (m < uphalf D)%N -> 1 - E * C * S_ E m <= y * S_ E (D - m)].
Proof.
have s0 : 0 < S_ E D./2 + S_ E (uphalf D) by rewrite ltr_paddl ?S_ge0 ?S_gt0 //; nat_lia.
have mid : (2%:R / (S_ E D./2 + S_ E (uphalf D)) - E * C <= y) = (2%:R <= (S_ E D./2 + S_ E (uphalf D)) * (E * C + y)).
  by rewrite ler_subl_addl ler_pdivr_mulr // mulrC.
have fold m : (m < uphalf D)%N -> ((1 - E * C * S_ E m) / S_ E (D - m) <= y) = (1 - E * C * S_ E m <= y * S_ E (D - m)).
  by move=> h; rewrite ler_pdivr_mulr // S_gt0 //; nat_lia.
rewrite /event_bounds /= -/C mid all_map; split=> [/and3P [c h /allP f]|[c h f]].
  by split=> // m mD; rewrite -fold //; apply: f; rewrite mem_iota.
by apply/and3P; split=> //; apply/allP => m; rewrite mem_iota /= => mD; rewrite fold // f.
Qed.

(** The optimum over all events: delta is enough for some alphas if and only if B delta is at least each bound. *)
Theorem events_optimum delta :
  (exists2 a, alphas D a & private_counts D D N E delta (fun _ => noise D eta a)) <->
  all (fun w => w <= B * delta) (event_bounds E eta D).
Proof.
have C0 : 0 < C := C_gt0 eta_range.
split=> [[a law private]|/events_bounds_all [c h f]]; last first.
  have [a law le] := cost_attained E1 C0 D0 c f h.
  by exists a => //; apply/(events_cost E1 eta_range DN law.1).
have le := iffLR (events_cost E1 eta_range DN law.1 delta) private.
have ge0 := profile_ge0 eta_range law.1; have total := alphas_total C law.
have far : profile C D a D.+1 = 0 by rewrite /profile ltnn.
apply/events_bounds_all; split; first exact: events_center private.
  apply: le_trans (cost_middle E1 (erefl : profile C D a 0 = C) ge0 far total) _.
  by rewrite ler_wpmul2l ?addr_ge0 ?S_ge0 // ler_add2l.
move=> m mD; rewrite ler_subl_addl.
have m1 : (m <= D - m)%N by nat_lia.
have m2 : (m <= D)%N by nat_lia.
apply: le_trans (cost_fold E1 (erefl : profile C D a 0 = C) ge0 far total m1 m2) _.
by rewrite ler_add2l mulrC ler_wpmul2r ?S_ge0.
Qed.

(** So the maximum of the bounds, divided by B, is attained, and it is the least. *)
Theorem events_least v : is_maximum v (event_bounds E eta D) ->
  (exists2 a, alphas D a & private_counts D D N E (v / B) (fun _ => noise D eta a)) /\
  (forall a delta, alphas D a -> private_counts D D N E delta (fun _ => noise D eta a) -> v / B <= delta).
Proof.
have B0 : 0 < B := B_gt0 eta_range; move=> [mem le]; split.
  by apply/events_optimum; rewrite mulrC divfK ?gt_eqF.
move=> a delta law private; rewrite ler_pdivr_mulr // mulrC.
have /allP all : all (fun w => w <= B * delta) (event_bounds E eta D) by apply/events_optimum; exists a.
exact: all.
Qed.

Lemma events_least_ge0 v : is_maximum v (event_bounds E eta D) -> 0 <= v / B.
Proof.
have B0 : 0 < B := B_gt0 eta_range; move=> [_ /allP le]; apply: divr_ge0 (ltW B0).
apply: (@le_trans _ _ ((1 - E * C_of eta * S_ E 0) / S_ E (D - 0))).
  by rewrite CountSums.S0 mulr0 subr0 subn0 divr_ge0 ?ler01 // S_ge0.
apply: le; rewrite !inE; apply/orP; right; apply/orP; right.
by apply/mapP; exists 0%N => //; rewrite mem_iota; nat_lia.
Qed.
End Mechanism.
