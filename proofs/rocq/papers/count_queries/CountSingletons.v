(** * Count queries, single outcomes: Lemmas 1 and 2, Theorem 1, and the true optimum for all D, E and eta

    Sadeghi, Asoodeh, Calmon (2020). Theorem 3 of the paper says that the optimum is the maximum of delta_1, ...,
    delta_(D+1); it is the maximum of [singleton_bounds], which has more members. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The theorems about the mechanism *)

Section Mechanism.
Variables (R : realFieldType) (E eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (DN : (D < N)%N).
Let B := B_of eta.
Let C := C_of eta.

Section Lower.
Variables (a : nat -> R) (delta : R).
Hypothesis law : alphas D a.
Hypothesis private : private_counts_singletons D D N E delta (fun _ => noise D eta a).

Let row : rows E (B * delta) (profile C D a).
Proof. exact: (iffLR (singletons_rows E1 eta_range DN law.1 delta) private). Qed.
Let ge0 : forall i, 0 <= profile C D a i.
Proof. exact: (profile_ge0 eta_range law.1). Qed.
Let far : profile C D a D.+1 = 0.
Proof. by rewrite /profile ltnn. Qed.

(** Lemma 1: delta >= delta_k for k = 1, ..., D. True as printed. *)
Theorem lemma_1 k : (1 <= k <= D)%N -> delta_ E eta D k <= delta.
Proof.
case/andP=> k1 kD; have h := row_lemma_1 E1 (erefl : profile C D a 0 = C) ge0 (alphas_total C law) row kD.
have BW : 0 < B * W_ E k by apply: mulr_gt0; [exact: B_gt0 eta_range | exact: W_gt0].
rewrite /delta_ kD ler_pdivr_mulr //; apply: le_trans h _; rewrite mulrA [delta * _]mulrC; exact: lexx.
Qed.

(** The inequalities that the proof of Theorem 3 leaves out: B delta >= x_m for m = 0, ..., D. *)
Lemma bound_x m : (0 < D)%N -> (m <= D)%N -> x_ E C D m <= B * delta.
Proof.
move=> D0 mD; have h := row_fold E1 (erefl : profile C D a 0 = C) far (alphas_total C law) row mD.
rewrite /x_ ler_pdivr_mulr; first by rewrite ler_subl_addl.
case: m mD {h} => [|m] mD; first by rewrite T0 add0r subn0 T_gt0.
by rewrite ltr_paddr ?T_ge0 ?T_gt0.
Qed.

(** Lemma 2: delta >= delta_(D+1). True as printed. *)
Theorem lemma_2 : (0 < D)%N -> delta_ E eta D D.+1 <= delta.
Proof.
move=> D0; have := bound_x D0 (leq0n D); rewrite /x_ S0 mulr0 subr0 T0 add0r subn0 /delta_ ltnn.
move=> h; have t0 := T_gt0 E1 D0.
have BT : 0 < B * T_ E D by apply: mulr_gt0; [exact: B_gt0 eta_range | exact: t0].
rewrite ler_pdivr_mulr //; move: h; rewrite ler_pdivr_mulr // => h.
apply: le_trans h _; rewrite mulrA [delta * _]mulrC; exact: lexx.
Qed.

(** Theorem 1: delta >= the maximum of delta_1, ..., delta_(D+1). True as printed. *)
Theorem theorem_1 k : (1 <= k <= D.+1)%N -> delta_ E eta D k <= delta.
Proof.
case/andP=> k1 kD; have D0 : (0 < D)%N.
  by case: (posnP D) law => // -> [_]; rewrite big_geq // => /esym /eqP; rewrite oner_eq0.
case: (leqP k D) => h; first by apply: lemma_1; rewrite k1.
by rewrite (_ : k = D.+1) ?lemma_2 //; nat_lia.
Qed.

End Lower.

(** The optimum over single outcomes (Theorem 3, put right): delta is enough for some alphas if and only if B delta is
    at least each of B delta_1, ..., B delta_D, x_0, ..., x_(D/2). *)
Lemma singletons_optimum delta : (0 < D)%N ->
  (exists2 a, alphas D a & private_counts_singletons D D N E delta (fun _ => noise D eta a)) <->
  all (fun w => w <= B * delta) (singleton_bounds E eta D).
Proof.
move=> D0; have B0 := B_gt0 eta_range; split=> [[a law private]|/allP le].
  rewrite all_cat !all_map; apply/andP; split; apply/allP => k; rewrite mem_iota /= => h.
    by rewrite ler_pmul2l //; apply: lemma_1 private _ _ => //; nat_lia.
  by apply: bound_x private _ _ _ => //; nat_lia.
have x_le m : (m <= D./2)%N -> x_ E C D m <= B * delta.
  by move=> h; apply: le; rewrite mem_cat map_f ?orbT // mem_iota.
have pos m : (m <= D)%N -> 0 < T_ E m + T_ E (D - m).
  by case: m => [|m] mD; rewrite ?T0 ?add0r ?subn0 ?T_gt0 // ltr_paddr ?T_ge0 ?T_gt0.
have C0 := C_gt0 eta_range.
have [k kD|m mD|a law row] := @rows_attained R E C (B * delta) D E1 C0 D0.
- have h : B * delta_ E eta D k <= B * delta.
    by apply: le; rewrite mem_cat (map_f (fun k => B * delta_ E eta D k)) // mem_iota; nat_lia.
  case/andP: kD => k1 kD; have w0 := W_gt0 E1 k1; move: h; rewrite /delta_ kD.
  have sc (b u w : R) : 0 < b -> 0 < w -> b * (u / (b * w)) = u / w.
    by move=> b0 w1; field; rewrite !gt_eqF.
  rewrite (sc _ _ _ B0 w0).
  by rewrite ler_pdivr_mulr.
- rewrite -ler_subl_addl -ler_pdivr_mulr ?pos //.
  case: (leqP m D./2) => h; first exact: x_le.
  have m2 : (D - m <= D./2)%N by nat_lia.
  apply: le_trans (x_le _ m2); rewrite /x_ subKn // [T_ E m + _]addrC.
  have T : 0 < T_ E (D - m) + T_ E m by rewrite addrC pos.
  rewrite ler_pdivr_mulr // divfK ?gt_eqF //; apply: ler_add (lexx _) _; rewrite ler_oppr opprK.
  apply: ler_wpmul2l; first by apply: mulr_ge0; [exact: E_ge0 | exact: ltW].
  by apply: S_le => //; nat_lia.
by exists a => //; apply: (iffRL (singletons_rows E1 eta_range DN law.1 delta)).
Qed.

(** So the maximum of the bounds, divided by B, is attained, and it is the least. *)
Theorem singletons_least v : (0 < D)%N -> is_maximum v (singleton_bounds E eta D) ->
  (exists2 a, alphas D a & private_counts_singletons D D N E (v / B) (fun _ => noise D eta a)) /\
  (forall a delta, alphas D a -> private_counts_singletons D D N E delta (fun _ => noise D eta a) -> v / B <= delta).
Proof.
move=> D0 [mem le]; have B0 := B_gt0 eta_range; split.
  by apply/singletons_optimum => //; rewrite mulrC divfK ?gt_eqF.
move=> a delta law private; rewrite ler_pdivr_mulr // mulrC.
have /allP all : all (fun w => w <= B * delta) (singleton_bounds E eta D).
  by apply: (iffLR (singletons_optimum delta D0)); exists a.
exact: all.
Qed.

End Mechanism.
