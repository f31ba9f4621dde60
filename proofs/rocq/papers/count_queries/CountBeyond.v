(** * Count queries: the optimum where Definition 2 does not give it, and how it falls with epsilon

    For all D, E and eta; Sadeghi, Asoodeh, Calmon (2020), Definition 2 and the summary of observations. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountData CountDesign CountEquations CountEvents CountSupport CountTurning CountOptimal.
From DPExact Require Import CountCorollaries.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Optimum.
Variables (R : realFieldType) (E eta : R) (D N k : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D < N)%N).
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B. Proof. exact: B_gt0 eta_range. Qed.
Let C0 : 0 < C. Proof. exact: C_gt0 eta_range. Qed.

(** Where delta~ is not enough for any alphas, B delta* is the maximum of the x_m with 1 <= m <= D/2, which is larger, and
    the alphas min(E^i C + x S_i, x S_(D+1-i)) have it; those of Definition 2 need more. *)
Theorem optimum_otherwise v : greatest_bound E eta D k -> is_maximum v (singleton_bounds E eta D) ->
  ~ ((k <= D)%N \/ S_ E D.-1 / T_ E D <= C) ->
  let a i := Num.min (E ^+ i * C + v * S_ E i) (v * S_ E (D.+1 - i)) in
  [/\ is_maximum v [seq x_ E C D m | m <- iota 1 D./2], delta_ E eta D k < v / B, alphas D a,
      private_counts_singletons D D N E (v / B) (fun=> noise D eta a)
    & ~ private_counts_singletons D D N E (v / B) (fun=> noise D eta (printed_alpha E eta D k))].
Proof.
move=> best max not_enough a; have [mem /allP le] := max.
have [[a' law' private'] _] := singletons_least E1 eta_range DN D0 max.
have kD : k = D.+1 by case: best => [/andP [_ h] _]; case: (leqP k D) => h'; [case: not_enough; left | lia].
have t0 := T_gt0 E1 D0.
have x0 : x_ E C D 0 = B * delta_ E eta D k.
  rewrite /x_ S0 mulr0 subr0 T0 add0r subn0 kD /delta_ ltnn -/B; field; by rewrite !gt_eqF.
have ge : delta_ E eta D k <= v / B.
  rewrite ler_pdivl_mulr // mulrC -x0; apply: le; rewrite mem_cat map_f ?orbT // mem_iota; nat_lia.
have gt : delta_ E eta D k < v / B.
  rewrite lt_neqAle ge andbT; apply/eqP => e; apply: not_enough.
  by apply/(theorem_1_tight E1 eta_range D0 DN best); rewrite e; exists a'.
have Bgt : B * delta_ E eta D k < v by rewrite mulrC -ltr_pdivl_mulr.
have mem' : v \in [seq x_ E C D m | m <- iota 1 D./2].
  move: mem; rewrite mem_cat => /orP [/mapP [i]|].
    rewrite mem_iota => ir e; have [_ /(_ i) h] := best.
    have ir' : (1 <= i <= D.+1)%N by nat_lia.
    by have := ler_wpmul2l (ltW B0) (h ir'); rewrite -e leNgt Bgt.
  by rewrite /= inE => /orP [/eqP e|//]; move: Bgt; rewrite e x0 ltxx.
have v0 : 0 < v.
  by apply: le_lt_trans Bgt; rewrite mulr_ge0 ?(ltW B0) // kD; apply: ltW; exact: last_delta_positive.
have left i : (1 <= i <= D)%N -> C * S_ E i - E ^+ i <= v * W_ E i.
  move=> ir; have h : delta_ E eta D i <= v / B.
    by apply: le_trans ge; case: best => _; apply; nat_lia.
  case/andP: ir => i1 iD; have w0 := W_gt0 E1 i1.
  have bw : 0 < B * W_ E i by rewrite mulr_gt0.
  move: h; rewrite /delta_ iD -/B -/C ler_pdivr_mulr // mulrA divfK ?gt_eqF //.
have pos m : (m <= D)%N -> 0 < T_ E m + T_ E (D - m).
  by case: m => [|m] mD; rewrite ?T0 ?add0r ?subn0 ?T_gt0 // ltr_paddr ?T_ge0 ?T_gt0.
have row : rows E v (profile C D a').
  by have := iffLR (singletons_rows E1 eta_range DN law'.1 _) private'; rewrite mulrC divfK ?gt_eqF.
have folds m : (m <= D)%N -> 1 <= E * C * S_ E m + v * (T_ E m + T_ E (D - m)).
  by move=> mD; apply: (row_fold E1 (erefl : profile C D a' 0 = C) _ (alphas_total C law') row mD); rewrite /profile ltnn.
have total : \sum_(i < D) a i.+1 = 1.
  apply: le_anti; rewrite (most_total E1 C0 D0 folds) andbT.
  have [m] := mapP mem'; rewrite mem_iota => mr e.
  have mD : (m <= D)%N by nat_lia.
  have e' : E * C * S_ E m + v * (T_ E m + T_ E (D - m)) = 1.
    by rewrite e /x_ divfK ?gt_eqF ?pos // addrC subrK.
  rewrite -[X in _ <= X]e' -(big_mkord xpredT (fun i => a i.+1)) (big_cat_nat _ (n := m)) //= big_mkord mulrDr addrA.
  apply: ler_add.
    apply: le_trans (_ : \sum_(i < m) (E ^+ i.+1 * C + v * S_ E i.+1) <= _).
      by apply: ler_sum => i _; rewrite /a le_minl lexx.
    by rewrite big_split /= -mulr_suml -mulr_sumr sum_left_powers sum_S mulrAC.
  rewrite -[X in bigop _ (index_iota X _) _]add0n big_addn big_mkord (reindex_inj rev_ord_inj) /= -sum_S mulr_sumr.
  apply: ler_sum => i _; have iD := ltn_ord i.
  have -> : (D - m - i.+1 + m).+1 = (D.+1 - i.+1)%N by nat_lia.
  by rewrite /a subKn ?le_minl ?lexx ?orbT //; nat_lia.
have law : alphas D a.
  split; last by rewrite big_add1 big_mkord.
  by move=> i _; exact: (most_ge0 E1 C0 D0 folds).
have max' : is_maximum v [seq x_ E C D m | m <- iota 1 D./2].
  by split=> //; apply/allP => w h; apply: le; rewrite mem_cat; apply/orP; right; rewrite /= inE h orbT.
have printed : ~ private_counts_singletons D D N E (v / B) (fun=> noise D eta (printed_alpha E eta D k)).
  have low : C < S_ E D.-1 / T_ E D by rewrite ltNge; apply/negP => h; apply: not_enough; right.
  have E0 := E_gt0 E1; have law2 := definition_2_valid E1 eta_range D0 best.
  move=> /(iffLR (singletons_rows E1 eta_range DN law2.1 _)) /(_ 0%N) [_].
  have -> : B_of eta * (v / B_of eta) = v by rewrite mulrC divfK ?gt_eqF.
  rewrite /profile D0 /printed_alpha kD ltnn subSS subn0 -/C.
  apply/negP; rewrite -ltNge addrC -ltr_subr_addr.
  have [m] := mapP mem'; rewrite mem_iota => mr e.
  have mD : (0 < m < D)%N by nat_lia.
  have [m0 m1] := andP mD; have P0 := pos m (ltnW m1).
  have ST : S_ E m <= T_ E m by case: (m) m0 => // j _; rewrite T_up ler_addr T_ge0.
  have t1 : 0 < T_ E (D - m) by rewrite T_gt0 // subn_gt0.
  rewrite -(ltr_pmul2r P0) e /x_ divfK ?gt_eqF //.
  have y : E * C < (S_ E D - 1) / T_ E D.
    case: (D) D0 low t0 => // d _ low t0; rewrite S_E addrK -mulrA ltr_pmul2l //.
  have PS : 0 < T_ E m + T_ E (D - m) - S_ E m.
    by rewrite addrAC ltr_paddl // subr_ge0.
  have sum : T_ E D + S_ E m <= S_ E D * S_ E m + (T_ E m + T_ E (D - m)).
    have up j : T_ E (D - m + j) <= T_ E (D - m) + j%:R * S_ E (D - m + j).
      elim: j => [|j ih]; first by rewrite addn0 mul0r addr0.
      rewrite addnS T_up mulrSr mulrDl mul1r addrA ler_add2r; apply: le_trans ih _.
      by rewrite ler_add2l ler_wpmul2l ?ler0n // S_le.
    have := up m; rewrite subnK ?(ltnW m1) // => h.
    have h' : m%:R * S_ E D <= S_ E D * S_ E m by rewrite mulrC ler_wpmul2l ?S_ge0 // S_ge.
    apply: le_trans (_ : T_ E (D - m) + S_ E D * S_ E m + T_ E m <= _); last by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
    by apply: ler_add ST; apply: le_trans h _; rewrite ler_add2l.
  apply: lt_by (_ : _ = (S_ E D / T_ E D * (T_ E m + T_ E (D - m)) - 1
    - E * C * (T_ E m + T_ E (D - m) - S_ E m))) _; first by ring.
  rewrite subr_gt0; apply: lt_le_trans (_ : (S_ E D - 1) / T_ E D * (T_ E m + T_ E (D - m) - S_ E m) <= _).
    by rewrite ltr_pmul2r.
  apply: le_by (_ : _ = (S_ E D * S_ E m + (T_ E m + T_ E (D - m)) - (T_ E D + S_ E m)) / T_ E D) _.
    by field; rewrite gt_eqF.
  by rewrite divr_ge0 ?(ltW t0) // subr_ge0.
split=> //.
apply/(singletons_rows E1 eta_range DN law.1); rewrite mulrC divfK ?gt_eqF //.
have g i : profile C D a i = a i.
  case: i => [|i]; rewrite /profile; first by rewrite /a (most_0 E1 D0 left folds).
  by case: (leqP i.+1 D) => // h; rewrite /a (most_far E1 C0 D0 folds).
by move=> i; rewrite !g; exact: (most_rows E1 C0 D0 folds i).
Qed.

End Optimum.

(** ** All events: the truncated geometric noise *)
Section Geometric.
Variables (R : realFieldType) (E eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D < N)%N).
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B. Proof. exact: B_gt0 eta_range. Qed.
Let E0 : 0 < E. Proof. exact: E_gt0 E1. Qed.
Let Spos : 0 < S_ E D. Proof. exact: S_gt0. Qed.

Lemma geometric_alphas : alphas D (fun i => E ^+ (D - i) / S_ E D).
Proof.
split=> [i _|]; first by rewrite divr_ge0 ?Ek_ge0 // ltW.
rewrite big_add1 big_mkord /= -mulr_suml (reindex_inj rev_ord_inj) /= (eq_bigr (fun i : 'I_D => E ^+ i)).
  by rewrite -/(S_ E D) divff ?gt_eqF.
by move=> i _; congr (E ^+ _); have := ltn_ord i; nat_lia.
Qed.

Lemma falling_cost (a : nat -> R) : (forall i, (i.+1 < D)%N -> a i.+1 = E * a i.+2) -> (forall i, 0 <= a i) ->
  a 1%N <= E * C -> cost E D (profile C D a) = Num.max 0 (C - E * a 1%N) + a D.
Proof.
move=> step a0 start; rewrite /cost big1 ?add0r; last first.
  move=> [[|i] iD] _ /=; apply/max_idPl; rewrite /profile; rewrite iD; first by rewrite subr_le0.
  rewrite (ltnW iD) subr_le0; apply: le_trans (_ : E * a i.+2 <= _); first by rewrite ler_pemull.
  by rewrite -(step i iD) ler_pemull.
rewrite big_ord_recl; case: (D) D0 step => // d _ step.
rewrite big_ord_recr /= big1 ?add0r; last first.
  move=> i _; rewrite /profile /bump /= !add1n !ltnS (ltn_ord i) (ltnW (ltn_ord i)) -step ?ltnS ?ltn_ord //.
  by rewrite subrr maxxx.
rewrite /profile /bump /= !add1n !ltnS leqnn ltnn mulr0 subr0; congr (_ + _).
by apply/max_idPr; exact: a0.
Qed.

Lemma geometric_cost : E ^+ D.-1 / (E * S_ E D) <= C ->
  cost E D (profile C D (fun i => E ^+ (D - i) / S_ E D)) = Num.max (1 / S_ E D) (C + 1 - E).
Proof.
rewrite ler_pdivr_mulr ?mulr_gt0 // => start; rewrite falling_cost.
- have e1 : E * (E ^+ (D - 1) / S_ E D) = E ^+ D / S_ E D by rewrite mulrA -exprS; congr (E ^+ _ / _); nat_lia.
  have minus := S_minus E D; rewrite e1 subnn expr0 addrC addr_maxr addr0; congr (Num.max _ _).
  have -> : E ^+ D = (E - 1) * S_ E D + 1 by rewrite minus subrK.
  by field; rewrite gt_eqF.
- by move=> i h; rewrite mulrA -exprS; congr (E ^+ _ / _); nat_lia.
- by move=> i; rewrite divr_ge0 ?Ek_ge0 // ltW.
by rewrite ler_pdivr_mulr // subn1 -mulrA mulrCA.
Qed.

(** From E^(D-2)/S_D <= C on it has the least delta over all events, max(1/S_D, C + 1 - E)/B. *)
Theorem geometric_least : E ^+ D.-1 / (E * S_ E D) <= C ->
  let d := Num.max (1 / S_ E D) (C + 1 - E) / B in
  least_delta D N E eta d /\
  tight_delta (neighbours D N) E d (@count_mechanism R D N (fun=> noise D eta (fun i => E ^+ (D - i) / S_ E D))).
Proof.
move=> start d; have law := geometric_alphas; have := events_tight E1 eta_range DN law.1.
rewrite -/C (geometric_cost start) -/B -/d => tight; split=> //.
have [d0 enough _] := tight; split=> [//||a delta _ law' private].
  by exists (fun i => E ^+ (D - i) / S_ E D).
rewrite /d ler_pdivr_mulr // [delta * _]mulrC.
have /allP all : all (fun w => w <= B * delta) (event_bounds E eta D).
  by apply: (iffLR (events_optimum E1 eta_range D0 DN delta)); exists a.
rewrite le_maxl; apply/andP; split; apply: all; rewrite !inE ?eqxx //.
apply/orP; right; apply/orP; right; apply/mapP; exists 0%N; first by rewrite mem_iota /=; nat_lia.
by rewrite S0 mulr0 subr0 subn0.
Qed.

(** Definition 2 has D/(B T_D) there, for S_D/(E T_D) <= C <= E S_D/T_D. *)
Theorem design_between k : greatest_bound E eta D k -> S_ E D / (E * T_ E D) <= C -> C <= E * S_ E D / T_ E D ->
  tight_delta (neighbours D N) E (D%:R / T_ E D / B) (@count_mechanism R D N (fun=> noise D eta (printed_alpha E eta D k))).
Proof.
move=> best low high; have t0 := T_gt0 E1 D0; apply: real_delta best _ _ => //.
move: low high; rewrite ler_pdivr_mulr ?mulr_gt0 // ler_pdivl_mulr // => low high.
split; first by rewrite !inE eqxx orbT.
have minus := T_E_minus E D; rewrite /= lexx andbT /= -/C; apply/andP; split.
  rewrite ler_pdivl_mulr //; apply: le_by (_ : _ = E * S_ E D - C * T_ E D) _; last by rewrite subr_ge0.
  by rewrite -[E * S_ E D](subrK D%:R) -minus; ring.
rewrite mulrDl -addrA ger_addl subr_le0 ler_pdivr_mulr //; apply: le_trans low _.
by rewrite mulrCA mulrA lexx.
Qed.

(** That is at most D times as much. *)
Theorem at_most_D_times : D%:R / T_ E D / B <= D%:R * (Num.max (1 / S_ E D) (C + 1 - E) / B).
Proof.
rewrite mulrA ler_pmul2r ?invr_gt0 //; apply: ler_wpmul2l; first exact: ler0n.
rewrite le_maxr; apply/orP; left; rewrite div1r lef_pinv ?posrE ?T_gt0 //.
by case: (D) D0 => // d _; rewrite T_up ler_addr T_ge0.
Qed.
End Geometric.

Lemma square_gap (R : realFieldType) (E : R) d : E ^+ d.+1 * T_ E d + W_ E d.+1 - E ^+ d * T_ E d.+1 = W_ E d.
Proof.
have minus := T_E_minus E d; rewrite (W_up E d) (T_up E d) (S_E E d) exprS mulrSr; apply/eqP; rewrite -subr_eq0; apply/eqP.
rewrite [LHS](_ : _ = E ^+ d * ((E - 1) * T_ E d - (E * S_ E d - d%:R))); last by ring.
by rewrite minus subrr mulr0.
Qed.

(** And it comes close to D times as much. *)
Theorem nearly_D_times (R : realFieldType) (c : R) D : (0 < D)%N -> c < D%:R ->
  exists E eta : R, let C := C_of eta in
  [/\ 1 <= E, 0 < eta < 1, S_ E D / (E * T_ E D) <= C <= E * S_ E D / T_ E D, E ^+ D.-1 / (E * S_ E D) <= C
    & c * (Num.max (1 / S_ E D) (C + 1 - E) / B_of eta) < D%:R / T_ E D / B_of eta].
Proof.
move=> D0 cD; have gap : 0 < D%:R - c by rewrite subr_gt0.
pose E := 2%:R + `|c| * D%:R / (D%:R - c).
have big : 0 <= `|c| * D%:R / (D%:R - c) by rewrite divr_ge0 ?(ltW gap) // mulr_ge0 ?ler0n.
have E2 : 2%:R <= E by rewrite ler_addl.
have E1 : 1 <= E by apply: le_trans E2; rewrite ler1n.
have E0 := E_gt0 E1; have s0 := S_gt0 E1 D0; have t0 := T_gt0 E1 D0.
pose C := S_ E D / (E * T_ E D); pose eta := C / (2%:R + C).
have C0 : 0 < C by rewrite divr_gt0 // mulr_gt0.
have c2 : 0 < 2%:R + C by rewrite addr_gt0 ?ltr0n.
have range : 0 < eta < 1 by rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_addr ltr0n.
have CE : C_of eta = C by rewrite /eta /C_of /B_of; field; rewrite (gt_eqF c2) //= addrK pnatr_eq0.
have B0 := B_gt0 range.
have ST : S_ E D <= T_ E D by case: (D) D0 => // d _; rewrite T_up ler_addr T_ge0.
exists E, eta; rewrite /= CE; split=> //.
- rewrite lexx /= ler_pdivr_mulr ?mulr_gt0 // (_ : _ / _ * _ = E * E * S_ E D); last by field; rewrite gt_eqF.
  by rewrite ler_pemull ?(ltW s0) // -[1]mulr1 ler_pmul.
- rewrite /C ler_pdivr_mulr ?mulr_gt0 // (_ : _ / _ * _ = S_ E D * S_ E D / T_ E D); last by field; rewrite !gt_eqF.
  rewrite ler_pdivl_mulr //; case: (D) D0 => // d _ /=; rewrite SS_same.
  by apply: le_by (square_gap E d) _; exact: W_ge0.
rewrite mulrA ltr_pmul2r ?invr_gt0 //.
have low : C + 1 - E <= 1 / S_ E D.
  apply: le_trans (_ : 0 <= _); last by rewrite divr_ge0 ?ler01 // ltW.
  rewrite subr_le0; apply: le_trans E2; rewrite -[2%:R]/(1 + 1) ler_add2r /C ler_pdivr_mulr ?mulr_gt0 // mul1r.
  by apply: le_trans ST _; rewrite ler_pemull // ltW.
rewrite (max_idPl low) mulrA mulr1 ltr_pdivl_mulr // mulrAC ltr_pdivr_mulr //.
case: (lerP c 0) => c0; first by apply: le_lt_trans (_ : 0 < _); rewrite ?mulr_le0_ge0 ?mulr_gt0 ?ltr0n // ltW.
have le : E * T_ E D <= (E + D%:R) * S_ E D.
  case: (D) D0 => // d _; rewrite T_up mulrDr mulrDl addrC ler_add2l.
  apply: le_trans (_ : d%:R * (E * S_ E d) <= _); first by rewrite mulrCA ler_wpmul2l ?(ltW E0) // T_le0.
  apply: ler_pmul; rewrite ?ler0n ?ler_nat ?mulr_ge0 ?(ltW E0) ?S_ge0 //.
  by rewrite S_E ler_addl ler01.
rewrite -(ltr_pmul2l E0) mulrCA; apply: le_lt_trans (ler_wpmul2l (ltW c0) le) _.
rewrite !mulrA ltr_pmul2r // mulrDr -subr_gt0.
have -> : E * D%:R - (c * E + c * D%:R) = (D%:R - c) * 2%:R.
  by rewrite /E gtr0_norm //; field; rewrite gt_eqF.
by rewrite mulr_gt0 ?ltr0n.
Qed.


(** ** Strictly less for a larger epsilon *)
Section Falls.
Variables (R : realFieldType) (E F eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (EF : E < F) (eta_range : 0 < eta < 1).
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B. Proof. exact: B_gt0 eta_range. Qed.
Let C0 : 0 < C. Proof. exact: C_gt0 eta_range. Qed.
Let F1 : 1 <= F. Proof. exact: le_trans E1 (ltW EF). Qed.
Let E0 : 0 < E. Proof. exact: E_gt0 E1. Qed.
Let F0 : 0 < F. Proof. exact: E_gt0 F1. Qed.

Lemma power_le j : E ^+ j <= F ^+ j.
Proof. by rewrite ler_expn2r ?nnegrE ?(ltW E0) ?(ltW F0) ?(ltW EF). Qed.
Lemma S_mono j : S_ E j <= S_ F j.
Proof. by apply: ler_sum => i _; exact: power_le. Qed.
Lemma T_mono j : T_ E j <= T_ F j.
Proof. by apply: ler_sum => i _; rewrite ler_wpmul2r ?ler0n ?power_le. Qed.
Lemma S_strict j : (1 < j)%N -> S_ E j < S_ F j.
Proof.
case: j => // j j0; rewrite (S_E E) (S_E F) ltr_add2r; apply: lt_le_trans (_ : F * S_ E j <= _).
  by rewrite ltr_pmul2r // S_gt0.
by rewrite ler_pmul2l // S_mono.
Qed.
Lemma T_strict j : (1 < j)%N -> T_ E j < T_ F j.
Proof. by case: j => // j j0; rewrite !T_up ler_lt_add ?T_mono ?S_strict. Qed.

(** A bound that is at most x at E is less than x at F. *)
Lemma delta_falls k x : (0 < k <= D)%N -> 0 < x -> delta_ E eta D k <= x -> delta_ F eta D k < x.
Proof.
move=> /andP [k1 kD] x0; rewrite /delta_ kD -/B -/C.
have w0 := W_gt0 E1 k1; have w1 := W_gt0 F1 k1.
have bw : 0 < B * W_ E k by rewrite mulr_gt0.
have bw1 : 0 < B * W_ F k by rewrite mulr_gt0.
rewrite (ler_pdivr_mulr _ _ bw) (ltr_pdivr_mulr _ _ bw1) => low; rewrite -subr_lt0; move: low; rewrite -subr_le0.
have xB : 0 < x * B by rewrite mulr_gt0.
pose c j : R := if (j < k)%N then C - x * B * j.+1%:R else if j == k then -1 else 0.
have cE G : C * S_ G k - G ^+ k - x * (B * W_ G k) = \sum_(j < k.+1) c j * G ^+ j.
  rewrite big_ord_recr /= {2}/c ltnn eqxx mulN1r addrAC; congr (_ + _).
  rewrite /S_ /W_ mulrA !mulr_sumr -sumrB; apply: eq_bigr => j _; rewrite /c ltn_ord.
  by rewrite mulrBl -[x * B * _ * _]mulrA [j.+1%:R * _]mulrC.
rewrite 2!cE => low.
have down i j : (i <= j)%N -> c i < 0 -> c j <= 0.
  rewrite /c => ij; case: (ltnP j k) => jk; last by move=> _; case: ifP => _; rewrite ?oppr_le0 ?ler01 ?lexx.
  rewrite (leq_ltn_trans ij jk) => /ltW; apply: le_trans.
  by rewrite ler_add2l ler_opp2 ler_pmul2l // ler_nat ltnS.
case: (lerP (c 0%N) 0) => c0.
  rewrite big_ord_recr /= {2}/c ltnn eqxx mulN1r subr_lt0; apply: le_lt_trans (_ : 0 < _); last by rewrite exprn_gt0.
  rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => j _; rewrite oppr_ge0 mulr_le0_ge0 ?exprn_ge0 ?(ltW F0) //.
  move: c0; rewrite /c k1 ltn_ord; apply: le_trans.
  by rewrite ler_add2l ler_opp2 ler_pmul2l // ler_nat.
have neg : exists i, c i < 0 by exists k; rewrite /c ltnn eqxx oppr_lt0 ltr01.
pose m := ex_minn neg; have [m' cm first] : exists2 m, c m < 0 & forall j, (j < m)%N -> 0 <= c j.
  case: (ex_minnP neg) => n cn least; exists n => // j jn; rewrite leNgt; apply/negP => /least.
  by rewrite leqNgt jn.
have m0 : (0 < m')%N by rewrite lt0n; apply/eqP => e; move: cm; rewrite e ltNge (ltW c0).
have em : 0 < E ^+ m' by rewrite exprn_gt0.
rewrite -(pmulr_rlt0 _ em); apply: lt_le_trans (_ : F ^+ m' * (\sum_(j < k.+1) c j * E ^+ j) <= _); last first.
  by rewrite pmulr_rle0 // exprn_gt0.
rewrite !mulr_sumr (bigD1 ord0) //= [X in _ < X](bigD1 ord0) //= !expr0 !mulr1; apply: ltr_le_add.
  by rewrite ltr_pmul2r // ltr_expn2r ?(ltW E0) // -lt0n.
apply: ler_sum => j _; rewrite mulrCA [X in _ <= X]mulrCA.
have powers (u w : nat) : (u <= w)%N -> E ^+ w * F ^+ u <= F ^+ w * E ^+ u.
  move=> uw; rewrite -(subnK uw) !exprD -!mulrA [F ^+ u * _]mulrC; apply: ler_wpmul2r.
    by rewrite mulr_ge0 // exprn_ge0 // ltW.
  exact: power_le.
case: (ltnP j m') => jm; first by apply: ler_wpmul2l; [exact: first | apply: powers; exact: ltnW].
apply: ler_wnmul2l; first exact: down jm cm.
by have := powers m' j jm; rewrite [E ^+ j * _]mulrC [F ^+ j * _]mulrC.
Qed.

(** delta~ falls strictly for D >= 2. *)
Theorem bound_falls k k' : (2 <= D)%N -> greatest_bound E eta D k -> greatest_bound F eta D k' ->
  delta_ F eta D k' < delta_ E eta D k.
Proof.
move=> D2 [_ le] [k'r _]; have D0 : (0 < D)%N by exact: ltnW.
have last : delta_ E eta D D.+1 <= delta_ E eta D k by apply: le; rewrite ltnSn.
have pos : 0 < delta_ E eta D k := lt_le_trans (last_delta_positive E1 eta_range D0) last.
case: (leqP k' D) => kD.
  have kr : (0 < k' <= D)%N by rewrite kD andbT; case/andP: k'r.
  by apply: delta_falls => //; apply: le; case/andP: k'r => -> /=; rewrite leqW.
have -> : k' = D.+1 by nat_lia.
have t0 : 0 < B * T_ E D by rewrite mulr_gt0 ?T_gt0.
have t1 : 0 < B * T_ F D by rewrite mulr_gt0 ?T_gt0.
by apply: lt_le_trans last; rewrite /delta_ ltnn !div1r ltf_pinv ?posrE // ltr_pmul2l // T_strict.
Qed.

(** So does the least delta over single outcomes: of the bounds above. *)
Theorem singletons_fall v w : (2 <= D)%N ->
  is_maximum v (singleton_bounds E eta D) -> is_maximum w (singleton_bounds F eta D) -> w < v.
Proof.
move=> D2 [_ /allP le] [mem _]; have D0 : (0 < D)%N by exact: ltnW.
have v0 : 0 < v.
  apply: lt_le_trans (_ : x_ E C D 0 <= _); last by apply: le; rewrite mem_cat map_f ?orbT // mem_iota.
  by rewrite /x_ S0 mulr0 subr0 T0 add0r subn0 divr_gt0 ?ltr01 ?T_gt0.
move: mem; rewrite mem_cat => /orP [] /mapP [m]; rewrite mem_iota => mr ->.
  have mD : (0 < m <= D)%N by nat_lia.
  have h : delta_ E eta D m <= v / B.
    rewrite ler_pdivl_mulr // mulrC; apply: le; rewrite mem_cat.
    by rewrite (map_f (fun k => B_of eta * delta_ E eta D k)) // mem_iota; nat_lia.
  have vB : 0 < v / B by rewrite divr_gt0.
  by have := delta_falls mD vB h; rewrite ltr_pdivl_mulr // mulrC.
have mD : (m <= D./2)%N by nat_lia.
have pos G (G1 : 1 <= G) : 0 < T_ G m + T_ G (D - m).
  by rewrite ltr_paddl ?T_ge0 // T_gt0 //; nat_lia.
have : x_ E C D m <= v by apply: le; rewrite mem_cat map_f ?orbT // mem_iota.
rewrite /x_ -/C ler_pdivr_mulr ?pos // ltr_pdivr_mulr ?pos // ler_subl_addr ltr_subl_addr => h; apply: le_lt_trans h _.
have parts : v * (T_ E m + T_ E (D - m)) <= v * (T_ F m + T_ F (D - m)) by rewrite ler_pmul2l // ler_add ?T_mono.
case: (posnP m) parts => [->|m0] parts.
  by rewrite !S0 !mulr0 !T0 !add0r !addr0 subn0 ltr_pmul2l // T_strict.
apply: ler_lt_add parts _; apply: lt_le_trans (_ : F * C * S_ E m <= _).
  by rewrite ltr_pmul2r ?S_gt0 // ltr_pmul2r.
by rewrite ler_pmul2l ?S_mono // mulr_gt0.
Qed.

(** And the least delta over all events. *)
Theorem events_fall d d' : (2 <= D)%N -> (D < N)%N -> least_delta D N E eta d -> least_delta D N F eta d' -> d' < d.
Proof.
move=> D2 DN [_ [a law private] _] [_ _ least]; have D0 : (0 < D)%N by exact: ltnW.
have /allP le : all (fun w => w <= B * d) (event_bounds E eta D).
  by apply: (iffLR (events_optimum E1 eta_range D0 DN d)); exists a.
have [w max] : exists w, is_maximum w (event_bounds F eta D) by apply: maximum_exists.
have [[a' law' private'] _] := events_least F1 eta_range D0 DN max.
apply: le_lt_trans (least a' _ (events_least_ge0 F1 eta_range D0 DN max) law' private') _; rewrite ltr_pdivr_mulr // mulrC.
set v := B * d in le *; have [mem _] := max.
have half : (0 < uphalf D)%N by nat_lia.
have v0 : 0 < v.
  apply: lt_le_trans (_ : (1 - E * C_of eta * S_ E 0) / S_ E (D - 0) <= _).
    by rewrite S0 mulr0 subr0 subn0 divr_gt0 ?ltr01 ?S_gt0.
  apply: le; rewrite !inE; apply/orP; right; apply/orP; right.
  by apply/mapP; exists 0%N => //; rewrite mem_iota.
move: mem; rewrite !inE => /or3P [/eqP ->|/eqP ->|/mapP [m]].
- apply: lt_le_trans (_ : C + 1 - E <= _); last by apply: le; rewrite !inE eqxx.
  by rewrite ltr_add2l ltr_opp2.
- apply: lt_le_trans (_ : 2%:R / (S_ E D./2 + S_ E (uphalf D)) - E * C <= _); last by apply: le; rewrite !inE eqxx orbT.
  apply: ler_lt_add; last by rewrite ltr_opp2 ltr_pmul2r.
  have s G (G1 : 1 <= G) : 0 < S_ G D./2 + S_ G (uphalf D) by rewrite ltr_paddl ?S_ge0 ?S_gt0.
  by rewrite ler_pmul2l ?ltr0n // lef_pinv ?posrE ?s // ler_add ?S_mono.
rewrite mem_iota => mr ->; have mD : (m < uphalf D)%N by nat_lia.
have s G (G1 : 1 <= G) : 0 < S_ G (D - m) by rewrite S_gt0 //; nat_lia.
have : (1 - E * C * S_ E m) / S_ E (D - m) <= v.
  apply: le; rewrite !inE; apply/orP; right; apply/orP; right.
  by apply/mapP; exists m => //; rewrite mem_iota.
rewrite -/C ler_pdivr_mulr ?s // ltr_pdivr_mulr ?s // ler_subl_addr ltr_subl_addr => h; apply: le_lt_trans h _.
case: (posnP m) => [->|m0].
  by rewrite !S0 !mulr0 !addr0 subn0 ltr_pmul2l // S_strict.
apply: ler_lt_add; first by rewrite ler_pmul2l // S_mono.
apply: lt_le_trans (_ : F * C * S_ E m <= _).
  by rewrite ltr_pmul2r ?S_gt0 // ltr_pmul2r.
by rewrite ler_pmul2l ?S_mono // mulr_gt0.
Qed.
End Falls.

(** What is enough at E is enough at a larger F, for all D: no least delta rises. *)
Theorem enough_at_larger (R : realFieldType) (E F eta delta : R) D N a : 0 <= E -> E <= F -> 0 < eta < 1 -> alphas D a ->
  (private_counts D D N E delta (fun=> noise D eta a) -> private_counts D D N F delta (fun=> noise D eta a)) /\
  (private_counts_singletons D D N E delta (fun=> noise D eta a) ->
   private_counts_singletons D D N F delta (fun=> noise D eta a)).
Proof.
move=> E0 EF range law; have ge0 z : 0 <= noise D eta a z.
  by rewrite (noise_profile D a range) divr_ge0 ?(ltW (B_gt0 range)) // profile_ge0 //; exact: law.1.
split=> private n n' near.
  move=> S; apply: le_trans (private n n' near S) _; rewrite ler_add2r ler_wpmul2r //.
  by apply: sumr_ge0 => y _; exact: ge0.
by move=> y; apply: le_trans (private n n' near y) _; rewrite ler_add2r ler_wpmul2r //; exact: ge0.
Qed.

(** For D = 1 delta~ is (1 - eta)/2 for every E with C <= 1 + E: it does not fall. *)
Theorem one_step_stays (R : realFieldType) (E eta : R) k : 1 <= E -> 0 < eta < 1 -> C_of eta <= 1 + E ->
  greatest_bound E eta 1 k -> delta_ E eta 1 k = (1 - eta) / 2%:R.
Proof.
move=> E1 range low best; rewrite (below_the_knee E1 range _ best) // ?T_up ?T0 ?S1 ?add0r ?mulr1 //.
by rewrite /crossover S_up S1 expr1 T_up T0 S1 add0r divr1.
Qed.

(** ** Remark 1: delta over single outcomes and over all events, for the alphas of Definition 2 *)

(** For D = 1 and 1/E <= C <= E what is enough for the one is enough for the other. *)
Theorem remark_1_same (R : realFieldType) (E eta delta : R) N a : 1 <= E -> 0 < eta < 1 -> (1 < N)%N -> alphas 1 a ->
  1 / E <= C_of eta -> C_of eta <= E ->
  private_counts 1 1 N E delta (fun=> noise 1 eta a) <-> private_counts_singletons 1 1 N E delta (fun=> noise 1 eta a).
Proof.
move=> E1 range DN law low high; have E0 := E_gt0 E1; have C0 := C_gt0 range.
have a1 : a 1%N = 1 by case: law => _; rewrite big_nat1.
have edge : 1 - E * C_of eta <= 0 by move: low; rewrite subr_le0 ler_pdivr_mulr // mulrC.
have center : C_of eta - E <= 0 by rewrite subr_le0.
rewrite (events_cost E1 range DN law.1) (singletons_rows E1 range DN law.1).
rewrite /cost !big_ord_recl !big_ord0 /profile /= a1 !mulr1 mulr0 subr0 !addr0.
rewrite (max_idPl edge) (max_idPl center) !add0r (max_idPr ler01); split=> [x1 i|/(_ 1%N)]; last by rewrite /= a1 mulr0 add0r; case.
have x0 := le_trans ler01 x1; have En := ltW E0.
case: i => [|[|i]] /=; rewrite ?a1 ?mulr1 ?mulr0 ?add0r //; split=> //.
- by rewrite -ler_subl_addl; apply: le_trans center x0.
- by rewrite -ler_subl_addl; apply: le_trans edge x0.
- by rewrite addr_ge0.
Qed.

(** For every E and every D >= 2 there is an eta where they differ: delta~ is enough for single outcomes only. *)
Theorem remark_1_differ (R : realFieldType) (E : R) D N : 1 <= E -> (2 <= D)%N -> (D < N)%N ->
  exists eta k, [/\ 0 < eta < 1, greatest_bound E eta D k,
    private_counts_singletons D D N E (delta_ E eta D k) (fun=> noise D eta (printed_alpha E eta D k))
    & ~ private_counts D D N E (delta_ E eta D k) (fun=> noise D eta (printed_alpha E eta D k))].
Proof.
move=> E1 D2 DN; have D0 : (0 < D)%N by exact: ltnW.
have t0 := T_gt0 E1 D0; pose C := crossover E D; have C0 : 0 < C by exact: crossover_positive.
have c2 : 0 < 2%:R + C by rewrite addr_gt0 ?ltr0n.
pose eta := C / (2%:R + C).
have range : 0 < eta < 1 by rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_addr ltr0n.
have CE : C_of eta = C by rewrite /eta /C_of /B_of; field; rewrite (gt_eqF c2) //= addrK pnatr_eq0.
have B0 := B_gt0 range.
have best : greatest_bound E eta D D.+1.
  by apply/theorem_2; rewrite ?ltnSn ?ltnn //; split=> // _; rewrite CE.
exists eta, D.+1; split=> //.
  apply/(theorem_3 E1 range D0 DN best); right; rewrite CE /C /crossover ler_pmul2r ?invr_gt0 //.
  by apply: S_le => //; nat_lia.
have [v max] : exists v, is_maximum v (real_bounds E eta D) by apply: maximum_exists.
have [_ _ least] := real_delta E1 range D0 DN best max => /least.
have -> : delta_ E eta D D.+1 = 1 / T_ E D / B_of eta by rewrite /delta_ ltnn; field; rewrite !gt_eqF.
have pos : 0 <= 1 / T_ E D / B_of eta by apply: divr_ge0 (ltW B0); exact: divr_ge0 ler01 (ltW t0).
move/(_ pos); rewrite ler_pmul2r ?invr_gt0 //.
have [_ /allP le] := max; have flat : D%:R / T_ E D <= v by apply: le; rewrite !inE eqxx orbT.
by move/(le_trans flat); rewrite ler_pmul2r ?invr_gt0 // lern1 leqNgt D2.
Qed.
