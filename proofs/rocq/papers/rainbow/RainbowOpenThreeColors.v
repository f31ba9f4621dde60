(** * RainbowOpenThreeColors: the open question of Section 6.3 of "Generalized Rainbow Differential Privacy"

    Three colors. Nine free vertices are a cycle; with a forest there is no such scenario (RainbowForest.v). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Events Rainbow RainbowThreeColors Signs RainbowScenarios RainbowOpenSteps.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** For three colors, E = 6/5 and delta = r / (5 (1650 - 3 r)): from rows of tenths of 1650ths, r is taken from each
    number. *)
Definition shifted_row (s : seq nat) : bool := [&& size s == 3%N, sumn s == 16500%N & all (leq 200) s].
Definition shifted_near (s t : seq nat) : bool :=
  all (fun i => 5 * nth 0 s i <= 6 * nth 0 t i <= 5 * (3260 + nth 0 s i))%N (iota 0 3).
Definition shifted_table (edges : seq (nat * nat)) (table : seq (seq nat)) : bool :=
  (size table == 25%N) && all shifted_row table && all (fun vw => [&& vw.1 < 25, vw.2 < 25 &
    shifted_near (nth [::] table vw.1) (nth [::] table vw.2) &&
    shifted_near (nth [::] table vw.2) (nth [::] table vw.1)]%N) edges.

Section Shifted.
Variables (R : realFieldType) (shift : R).
Hypotheses (shift0 : 0 <= shift) (shift20 : shift <= 20%:R).
Definition shifted (s : seq nat) (i : nat) : R :=
  if (i < 3)%N then ((nth 0 s i)%N%:R / 10%:R - shift) / (1650%:R - 3%:R * shift) else 0.

Lemma whole_gt0 : 0 < 1650%:R - 3%:R * shift.
Proof.
have -> : 1650%:R - 3%:R * shift = 1590%:R + 3%:R * (20%:R - shift) by ring.
by sign.
Qed.

Lemma shifted_distribution s : shifted_row s -> distribution (fun i : 'I_3 => shifted s i).
Proof.
case/and3P=> /eqP size_s /eqP total /allP least; have w0 := whole_gt0; have wn := lt0r_neq0 w0.
split=> [i|].
  rewrite /shifted ltn_ord divr_ge0 ?(ltW w0) // subr_ge0; apply: le_trans shift20 _.
  have at_i : (200 <= nth 0 s i)%N by apply/least/mem_nth; rewrite size_s.
  rewrite ler_pdivl_mulr ?ltr0n // -natrM ler_nat; exact: leq_trans _ at_i.
have sum_ : (sumn s)%:R / 10%:R = 1650%:R :> R.
  by rewrite total (_ : 16500 = 1650 * 10)%N; [rewrite natrM mulfK // pnatr_eq0 | vm_compute].
move: w0 wn sum_; rewrite /shifted; move: (1650%:R : R) => w w0 wn.
rewrite !big_ord_recl big_ord0 /= addr0; case: s size_s {total least} => [|x [|y [|z []]]] //= _.
rewrite addn0 !natrD !mulrDl => sum_; rewrite -!mulrDl.
have -> : x%:R / 10%:R - shift + (y%:R / 10%:R - shift + (z%:R / 10%:R - shift)) = w - 3%:R * shift by rewrite -sum_; ring.
by rewrite divff.
Qed.

Lemma shifted_close d s t : shift = 5%:R * (1650%:R - 3%:R * shift) * d -> 0 <= d -> shifted_row s ->
  shifted_row t -> shifted_near s t ->
  close_to (6%:R / 5%:R) d (fun i : 'I_3 => shifted s i) (fun i : 'I_3 => shifted t i).
Proof.
move=> shift_d d0 row_s row_t /allP near_; have w0 := whole_gt0; have wn := lt0r_neq0 w0.
have E1 : 1 <= 6%:R / 5%:R :> R by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
apply/(close_to_few _ E1 d0 (shifted_distribution row_s) (shifted_distribution row_t)); first by rewrite card_ord.
move=> i; rewrite /shifted ltn_ord; set x := (nth 0 s i)%N%:R / 10%:R; set y := (nth 0 t i)%N%:R / 10%:R.
have /andP[le1 le2] : (5 * nth 0 s i <= 6 * nth 0 t i <= 5 * (3260 + nth 0 s i))%N
  by apply: near_; rewrite mem_iota ltn_ord.
have n10 : (10%:R : R) != 0 by rewrite pnatr_eq0.
have h1 : 0 <= 6%:R / 5%:R * y - x.
  have -> : 6%:R / 5%:R * y - x = ((6 * nth 0 t i)%N%:R - (5 * nth 0 s i)%N%:R) / 50%:R.
    by rewrite /x /y !natrM; field_nz.
  by rewrite divr_ge0 ?ler0n // subr_ge0 ler_nat.
have h2 : 0 <= 326%:R + x - 6%:R / 5%:R * y.
  have -> : 326%:R + x - 6%:R / 5%:R * y = ((5 * (3260 + nth 0 s i))%N%:R - (6 * nth 0 t i)%N%:R) / 50%:R.
    by rewrite /x /y !natrM natrD; field_nz.
  by rewrite divr_ge0 ?ler0n // subr_ge0 ler_nat.
have dE : d = shift / (5%:R * (1650%:R - 3%:R * shift)).
  by rewrite {1}shift_d [_ * d]mulrC mulfK // mulf_neq0 // pnatr_eq0.
rewrite dE; split.
  apply: (ge_by (e := (6%:R / 5%:R * y - x) / (1650%:R - 3%:R * shift))); last by sign.
  by field_nz.
apply: (ge_by (e := (326%:R + x - 6%:R / 5%:R * y + (20%:R - shift) / 5%:R) / (1650%:R - 3%:R * shift))); last by sign.
by field_nz.
Qed.

Lemma shifted_feasible d edges turned (a b : 'I_3) table table' : a != b ->
  shift = 5%:R * (1650%:R - 3%:R * shift) * d -> 0 <= d ->
  shifted_table edges table' ->
  all (fun v => on_boundary 25 edges turned v ==> (nth [::] table' v == nth [::] table v)) (iota 0 25) ->
  feasible (@joined 25 edges) (6%:R / 5%:R) d (boundary (@joined 25 edges) (@rainbow 3 25 turned a b))
    (fun v (i : 'I_3) => shifted (nth [::] table v) i) (fun v (i : 'I_3) => shifted (nth [::] table' v) i).
Proof.
move=> ne shift_d d0 /andP[/andP[/eqP size_ /allP laws] /allP near_] /allP same.
have law v : (v < 25)%N -> shifted_row (nth [::] table' v) by move=> vN; apply: laws; rewrite mem_nth ?size_.
apply: (feasible_rows ne (X := fun v => shifted (nth [::] table v)) (Y := fun v => shifted (nth [::] table' v))).
- by move=> v vN; exact: shifted_distribution (law v vN).
- move=> vw /near_ /and3P[v w /andP[n1 n2]].
  by split; apply: (shifted_close shift_d d0) => //; exact: law.
move=> v vN bv i; have := same v; rewrite mem_iota add0n vN bv => /(_ isT) /eqP -> //.
Qed.

Lemma shifted_less s t : (nth 0 s 0 + nth 0 s 1 < nth 0 t 0 + nth 0 t 1)%N ->
  \sum_(0 <= i < 2) shifted s i < \sum_(0 <= i < 2) shifted t i.
Proof.
move=> less; rewrite !big_nat_recl // !big_nil !addr0 /shifted /= -!mulrDl ltr_pmul2r ?invr_gt0 ?whole_gt0 //.
by rewrite !addrA ltr_add2r ![_ - shift + _]addrAC ltr_add2r -!mulrDl ltr_pmul2r ?invr_gt0 ?ltr0n // -!natrD ltr_nat.
Qed.

End Shifted.

Lemma close_step (R : realFieldType) (r w d a b : R) :
  6%:R / 5%:R * (r + w * b) - (r + w * a + (r - 5%:R * w * d) / 5%:R) = w * (6%:R / 5%:R * b + d - a).
Proof. by field_nz. Qed.
Lemma six_fifths (R : realFieldType) (a b : nat) : (6 * a == 5 * b)%N -> 6%:R / 5%:R * (a%:R / 1%:R) = b%:R :> R.
Proof. by move=> /eqP eq; rewrite divr1 mulrAC -natrM eq natrM mulrC mulKf // pnatr_eq0. Qed.

(** The vertices s, p, n, m, h, g, i, k, l, then A, B, C, D, F, G, H, J, then the twins of these eight. *)
Definition cycle_edges := [:: (0, 1); (1, 2); (2, 3); (3, 4); (4, 5); (5, 6); (6, 7); (7, 8); (8, 0); (1, 9); (2, 10); (4, 11);
    (4, 12); (5, 13); (6, 14); (7, 15); (8, 16); (9, 17); (10, 18); (11, 19); (12, 20); (13, 21); (14, 22); (15, 23); (16, 24)]%N.
Definition cycle_turned (v : nat) := (16 < v)%N.
Definition cycle_fixed := [:: [:: 4010; 8760; 3730]; [:: 4200; 5920; 6380]; [:: 8640; 3590; 4270];
    [:: 6000; 4910; 5590]; [:: 6300; 3000; 7200]; [:: 4750; 3290; 8460];
    [:: 5000; 4300; 7200]; [:: 5000; 5380; 6120]]%N.
Definition cycle_best := [:: [:: 5700; 6480; 4320]; [:: 4750; 7300; 4450]; [:: 5040; 6120; 5340];
    [:: 6048; 5100; 5352]; [:: 7200; 4250; 5050]; [:: 6840; 3600; 6060];
    [:: 5700; 3750; 7050]; [:: 6000; 4500; 6000]; [:: 6000; 5400; 5100]]%N ++ cycle_fixed ++ cycle_fixed.
Definition cycle_other := [:: [:: 5671; 6510; 4319]; [:: 4726; 7300; 4474]; [:: 5040; 6092; 5368];
    [:: 6048; 5077; 5375]; [:: 7200; 4231; 5069]; [:: 6818; 3600; 6082];
    [:: 5682; 3768; 7050]; [:: 5979; 4521; 6000]; [:: 5975; 5425; 5100]]%N ++ cycle_fixed ++ cycle_fixed.
Lemma cycle_best_fits : shifted_table cycle_edges cycle_best.
Proof. vm_cast_no_check (erefl true). Qed.
Lemma cycle_other_fits : shifted_table cycle_edges cycle_other.
Proof. vm_cast_no_check (erefl true). Qed.
Lemma cycle_same_boundary : all (fun v => on_boundary 25 cycle_edges cycle_turned v ==>
  (nth [::] cycle_other v == nth [::] cycle_best v)) (iota 0 25).
Proof. vm_cast_no_check (erefl true). Qed.
Lemma cycle_own_boundary : all (fun v => on_boundary 25 cycle_edges cycle_turned v ==>
  (nth [::] cycle_best v == nth [::] cycle_best v)) (iota 0 25).
Proof. vm_cast_no_check (erefl true). Qed.

Lemma cycle_boundary : all (on_boundary 25 cycle_edges cycle_turned) (iota 9 8).
Proof. vm_cast_no_check (erefl true). Qed.

Lemma cycle_less : (nth 0 (nth [::] cycle_best 0) 0 + nth 0 (nth [::] cycle_best 0) 1
  < nth 0 (nth [::] cycle_other 0) 0 + nth 0 (nth [::] cycle_other 0) 1)%N.
Proof. vm_cast_no_check (erefl true). Qed.

(** The r of delta = r / (5 (1650 - 3 r)). *)
Lemma shift_of (R : realFieldType) (d : R) : 0 <= d -> d <= 2%:R / 795%:R ->
  exists shift : R, [/\ 0 <= shift, shift <= 20%:R & shift = 5%:R * (1650%:R - 3%:R * shift) * d].
Proof.
move=> d0 dE; exists (8250%:R * d / (1 + 15%:R * d)).
have q0 : 0 < 1 + 15%:R * d by sign.
have qn := lt0r_neq0 q0.
split; [by sign | | by field_nz].
rewrite ler_pdivr_mulr //; apply: (ge_by (e := 7950%:R * (2%:R / 795%:R - d))); last by sign.
by field_nz.
Qed.

(** The open question of Section 6.3, for three colors, E = 6/5 and 0 <= delta <= 2/795: there is a rainbow graph with a
    boundary condition for which a lexicographic optimum exists, and no dominance optimum. *)
Theorem open_question_three_colors (R : realFieldType) (d : R) : 0 <= d -> d <= 2%:R / 795%:R ->
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (m : V -> 'I_3 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) (6%:R / 5%:R) d (boundary r f) m M
      & none r f (@dominates R _) (6%:R / 5%:R) d (boundary r f) m].
Proof.
move=> d0 dE.
have [shift [shift0 shift20 shift_d]] := shift_of d0 dE.
have w0 := whole_gt0 shift20; have wn := lt0r_neq0 w0.
pose second : 'I_3 := lift ord0 ord0; pose third : 'I_3 := lift ord0 (lift ord0 ord0).
have ne : second != third by [].
have feasX := shifted_feasible shift20 ne shift_d d0 cycle_best_fits cycle_own_boundary.
have feasY := shifted_feasible shift20 ne shift_d d0 cycle_other_fits cycle_same_boundary.
pose x v := shifted shift (nth [::] cycle_best v).
pose U v i : R := shift + (1650%:R - 3%:R * shift) * x v i.
have value v i c c' : (i < 3)%N -> (0 < c')%N -> (nth 0 (nth [::] cycle_best v) i * c' == c * 10)%N -> U v i = c%:R / c'%:R.
  move=> i3 c'0 /eqP eq; rewrite /U /x /shifted i3 mulrC divfK // addrC subrK.
  by apply/eqP; rewrite eqr_div ?pnatr_eq0 -?lt0n // -!natrM eq.
have U9_1 : U 9%N 1%N = 876%:R / 1%:R by apply: value; vm_compute.
have U10_0 : U 10%N 0%N = 420%:R / 1%:R by apply: value; vm_compute.
have U11_0 : U 11%N 0%N = 864%:R / 1%:R by apply: value; vm_compute.
have U12_0 : U 12%N 0%N = 600%:R / 1%:R by apply: value; vm_compute.
have U13_1 : U 13%N 1%N = 300%:R / 1%:R by apply: value; vm_compute.
have U14_0 : U 14%N 0%N = 475%:R / 1%:R by apply: value; vm_compute.
have U14_2 : U 14%N 2%N = 846%:R / 1%:R by apply: value; vm_compute.
have U15_0 : U 15%N 0%N = 500%:R / 1%:R by apply: value; vm_compute.
have U15_2 : U 15%N 2%N = 720%:R / 1%:R by apply: value; vm_compute.
have U16_0 : U 16%N 0%N = 500%:R / 1%:R by apply: value; vm_compute.
have U16_2 : U 16%N 2%N = 612%:R / 1%:R by apply: value; vm_compute.
have U0_0 : U 0%N 0%N = 570%:R / 1%:R by apply: value; vm_compute.
have U0_1 : U 0%N 1%N = 648%:R / 1%:R by apply: value; vm_compute.
have U1_0 : U 1%N 0%N = 475%:R / 1%:R by apply: value; vm_compute.
have U1_1 : U 1%N 1%N = 730%:R / 1%:R by apply: value; vm_compute.
have U2_0 : U 2%N 0%N = 504%:R / 1%:R by apply: value; vm_compute.
have U2_1 : U 2%N 1%N = 612%:R / 1%:R by apply: value; vm_compute.
have U3_0 : U 3%N 0%N = 3024%:R / 5%:R by apply: value; vm_compute.
have U3_1 : U 3%N 1%N = 510%:R / 1%:R by apply: value; vm_compute.
have U4_0 : U 4%N 0%N = 720%:R / 1%:R by apply: value; vm_compute.
have U4_1 : U 4%N 1%N = 425%:R / 1%:R by apply: value; vm_compute.
have U5_0 : U 5%N 0%N = 684%:R / 1%:R by apply: value; vm_compute.
have U5_1 : U 5%N 1%N = 360%:R / 1%:R by apply: value; vm_compute.
have U6_0 : U 6%N 0%N = 570%:R / 1%:R by apply: value; vm_compute.
have U6_1 : U 6%N 1%N = 375%:R / 1%:R by apply: value; vm_compute.
have U7_0 : U 7%N 0%N = 600%:R / 1%:R by apply: value; vm_compute.
have U7_1 : U 7%N 1%N = 450%:R / 1%:R by apply: value; vm_compute.
have U8_0 : U 8%N 0%N = 600%:R / 1%:R by apply: value; vm_compute.
have U8_1 : U 8%N 1%N = 540%:R / 1%:R by apply: value; vm_compute.
apply: (scenario (free := iota 0 9) (s := 2) (v := 0%N) (j := 2) ne (X := x)
  (Y := fun v => shifted shift (nth [::] cycle_other v)) feasX feasY).
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
- by move=> u i i3; rewrite /x /shifted ltnNge i3.
- move=> M fM; have total := numbers_total fM.
  have fixed_ := @numbers_fixed _ _ _ _ _ _ _ _ _ ne _ _ fM.
  have near_ := @numbers_close1 _ _ _ _ _ _ _ _ _ _ _ fM.
  move: (numbers M) total fixed_ near_ => g total fixed_ near_; clear fM M.
  rewrite -/(x _) in fixed_; clear feasX feasY value; clearbody x.
  pose G v i : R := shift + (1650%:R - 3%:R * shift) * g v i.
  have sums v : G v 0%N + G v 1%N + G v 2%N = 1650%:R.
    have := total v; rewrite !big_nat_recl // big_nil addr0 /G => eq.
    transitivity (3%:R * shift + (1650%:R - 3%:R * shift) * (g v 0%N + (g v 1%N + g v 2%N))).
      by move: (1650%:R : R) => tenths; ring.
    by rewrite eq mulr1 addrCA subrr addr0.
  have GU v i : (8 < v < 17)%N -> (i < 3)%N -> G v i = U v i.
    move=> v_in i3; have vN : (v < 25)%N by case/andP: v_in => _ v17; exact: ltn_trans v17 _.
    have bv : on_boundary 25 cycle_edges cycle_turned v by apply: (allP cycle_boundary); rewrite mem_iota.
    by rewrite /G /U fixed_.
  have close_ v w i : (i < 3)%N -> (v < 25)%N -> (w < 25)%N -> ((v, w) \in cycle_edges) || ((w, v) \in cycle_edges) ->
      G v i <= 6%:R / 5%:R * G w i.
    move=> i3 vN wN vw; have h := near_ i v w i3 vN wN vw; rewrite -subr_ge0 in h.
    have -> : G v i = G v i + (shift - 5%:R * (1650%:R - 3%:R * shift) * d) / 5%:R by rewrite -shift_d subrr mul0r addr0.
    apply: (ge_by (e := (1650%:R - 3%:R * shift) * (6%:R / 5%:R * g w i + d - g v i))); last by sign.
    by rewrite /G; exact: close_step.
  have low u k : G u k <= U u k -> g u k <= x u k by rewrite /G /U ler_add2l ler_pmul2l.
  have same_ u k : x u k = g u k -> U u k = G u k by rewrite /G /U => ->.
  clear near_ fixed_ total; clearbody G; clear shift_d.
  have s_p : G 0%N 0%N <= 6%:R / 5%:R * G 1%N 0%N by exact: close_.
  have n_p : G 2%N 2%N <= 6%:R / 5%:R * G 1%N 2%N by exact: close_.
  have n_m : G 2%N 1%N <= 6%:R / 5%:R * G 3%N 1%N by exact: close_.
  have m_n : G 3%N 0%N <= 6%:R / 5%:R * G 2%N 0%N by exact: close_.
  have m_h : G 3%N 1%N <= 6%:R / 5%:R * G 4%N 1%N by exact: close_.
  have g_h : G 5%N 2%N <= 6%:R / 5%:R * G 4%N 2%N by exact: close_.
  have g_i : G 5%N 0%N <= 6%:R / 5%:R * G 6%N 0%N by exact: close_.
  have k_i : G 7%N 1%N <= 6%:R / 5%:R * G 6%N 1%N by exact: close_.
  have l_k : G 8%N 1%N <= 6%:R / 5%:R * G 7%N 1%N by exact: close_.
  have s_l : G 0%N 1%N <= 6%:R / 5%:R * G 8%N 1%N by exact: close_.
  have A_p : 876%:R <= 6%:R / 5%:R * G 1%N 1%N.
    by have := close_ 9%N 1%N 1%N isT isT isT isT; rewrite GU // U9_1 divr1.
  have n_B : G 2%N 0%N <= 504%:R.
    have := close_ 2%N 10%N 0%N isT isT isT isT; rewrite (GU 10%N) // U10_0.
    by rewrite (six_fifths R (isT : 6 * 420 == 5 * 504)%N).
  have C_h : 864%:R <= 6%:R / 5%:R * G 4%N 0%N.
    by have := close_ 11%N 4%N 0%N isT isT isT isT; rewrite GU // U11_0 divr1.
  have h_D : G 4%N 0%N <= 720%:R.
    have := close_ 4%N 12%N 0%N isT isT isT isT; rewrite (GU 12%N) // U12_0.
    by rewrite (six_fifths R (isT : 6 * 600 == 5 * 720)%N).
  have g_F : G 5%N 1%N <= 360%:R.
    have := close_ 5%N 13%N 1%N isT isT isT isT; rewrite (GU 13%N) // U13_1.
    by rewrite (six_fifths R (isT : 6 * 300 == 5 * 360)%N).
  have i_G : G 6%N 0%N <= 570%:R.
    have := close_ 6%N 14%N 0%N isT isT isT isT; rewrite (GU 14%N) // U14_0.
    by rewrite (six_fifths R (isT : 6 * 475 == 5 * 570)%N).
  have G_i : 846%:R <= 6%:R / 5%:R * G 6%N 2%N.
    by have := close_ 14%N 6%N 2%N isT isT isT isT; rewrite GU // U14_2 divr1.
  have k_H : G 7%N 0%N <= 600%:R.
    have := close_ 7%N 15%N 0%N isT isT isT isT; rewrite (GU 15%N) // U15_0.
    by rewrite (six_fifths R (isT : 6 * 500 == 5 * 600)%N).
  have H_k : 720%:R <= 6%:R / 5%:R * G 7%N 2%N.
    by have := close_ 15%N 7%N 2%N isT isT isT isT; rewrite GU // U15_2 divr1.
  have l_J : G 8%N 0%N <= 600%:R.
    have := close_ 8%N 16%N 0%N isT isT isT isT; rewrite (GU 16%N) // U16_0.
    by rewrite (six_fifths R (isT : 6 * 500 == 5 * 600)%N).
  have J_l : 612%:R <= 6%:R / 5%:R * G 8%N 2%N.
    by have := close_ 16%N 8%N 2%N isT isT isT isT; rewrite GU // U16_2 divr1.
  move=> u k free_u k2 same; apply: low; move: free_u same; rewrite !inE.
  move=> /or4P[/eqP->|/eqP->|/eqP->|/or4P[/eqP->|/eqP->|/eqP->|/or3P[/eqP->|/eqP->|/eqP->]]]; case: k k2 => [|[|//]] _ same.
  + by rewrite U0_0 divr1; exact: s_first (sums 1%N) (sums 2%N) (sums 4%N) (sums 5%N) s_p n_p n_m m_h g_h g_i A_p n_B C_h g_F i_G.
  + rewrite U0_1 divr1; apply: s_second (sums 1%N) (sums 2%N) (sums 4%N) (sums 5%N) (sums 6%N) s_p n_p n_m m_h g_h g_i k_i l_k s_l A_p n_B C_h g_F G_i _.
    by rewrite -(same_ _ _ (same 0%N isT)) U0_0 divr1.
  + by rewrite U1_0 divr1; exact: p_first (sums 1%N) (sums 2%N) (sums 4%N) (sums 5%N) n_p n_m m_h g_h g_i A_p n_B C_h g_F i_G.
  + rewrite U1_1 divr1; apply: p_second (sums 1%N) (sums 2%N) (sums 4%N) (sums 5%N) n_p n_m m_h g_h g_i n_B C_h g_F i_G _.
    by rewrite -(same_ _ _ (same 0%N isT)) U1_0 divr1.
  + by rewrite U2_0 divr1; exact: n_first n_B.
  + rewrite U2_1 divr1; exact: n_second (sums 4%N) (sums 5%N) n_m m_h g_h g_i C_h g_F i_G.
  + rewrite U3_0 (_ : 3024 = 3 * 10 ^ 3 + 24)%N; last by vm_compute.
    by rewrite natrD natrM natrX; exact: m_first m_n n_B.
  + rewrite U3_1 divr1; exact: m_second (sums 4%N) (sums 5%N) m_h g_h g_i C_h g_F i_G.
  + by rewrite U4_0 divr1; exact: h_D.
  + rewrite U4_1 divr1; exact: h_second (sums 4%N) (sums 5%N) g_h g_i C_h g_F i_G.
  + by rewrite U5_0 divr1; exact: g_first g_i i_G.
  + rewrite U5_1 divr1; exact: g_second g_F.
  + by rewrite U6_0 divr1; exact: i_first i_G.
  + rewrite U6_1 divr1; apply: i_second (sums 6%N) G_i _.
    by rewrite -(same_ _ _ (same 0%N isT)) U6_0 divr1.
  + by rewrite U7_0 divr1; exact: k_H.
  + rewrite U7_1 divr1; apply: k_second (sums 7%N) H_k _.
    by rewrite -(same_ _ _ (same 0%N isT)) U7_0 divr1.
  + by rewrite U8_0 divr1; exact: l_J.
  + rewrite U8_1 divr1; apply: l_second (sums 8%N) J_l _.
    by rewrite -(same_ _ _ (same 0%N isT)) U8_0 divr1.
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
have less := @shifted_less R shift shift20 (nth [::] cycle_best 0) (nth [::] cycle_other 0) cycle_less.
exact less.
Qed.
