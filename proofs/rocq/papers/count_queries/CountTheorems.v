(** * Count queries: Lemmas 3 and 4 of the paper, and the refutation of Theorem 3 as printed *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Crossovers.
Variables (R : realFieldType) (E : R).
Hypothesis E1 : 1 <= E.

(** Lemma 4: C_1 > C_2 > ... . True as printed; (36) is [gap] of CountSums.v. *)
Theorem lemma_4 k : (1 <= k)%N -> crossover E k.+1 < crossover E k.
Proof.
move=> k1; have t := T_gt0 E1 k1; have t' : 0 < T_ E k.+1 by apply: T_gt0.
rewrite /crossover ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0 (S_T_gap E k).
by apply: W_gt0.
Qed.

(** Lemma 3: delta_k - delta_(k+1) has the sign of C - C_k, for k = 1, ..., D. *)
Lemma difference eta D k : 0 < eta < 1 -> (1 <= k <= D)%N ->
  exists2 c, 0 < c & delta_ E eta D k - delta_ E eta D k.+1 = c * (C_of eta - crossover E k).
Proof.
move=> h /andP [k1 kD]; have b : 0 < B_of eta := B_gt0 h; have t := T_gt0 E1 k1; have w := W_gt0 E1 k1.
have s := S_gt0 E1 k1; have e := Ek_gt0 E1 k; have w' := @W_gt0 _ E E1 k.+1 isT.
have eT : T_ E k = (S_ E k * S_ E k.+1 - W_ E k) / E ^+ k by rewrite SS addrK mulrC mulKf // gt_eqF.
rewrite /delta_ kD /crossover; move: kD; rewrite leq_eqVlt => /predU1P [kD|kD].
  exists (S_ E k / (B_of eta * W_ E k)); first by apply: divr_gt0 => //; apply: mulr_gt0.
  rewrite kD ltnn -kD; move: b t w s e; rewrite eT S_E.
  move: (B_of eta) (C_of eta) (S_ E k) (W_ E k) (E ^+ k) => B C S W Ek b t w s e.
  by field; rewrite !gt_eqF //; move: t; rewrite pmulr_lgt0 ?invr_gt0.
exists (E ^+ k * T_ E k / (B_of eta * W_ E k * W_ E k.+1)); first by apply: divr_gt0; apply: mulr_gt0 => //; apply: mulr_gt0.
rewrite kD; move: b t w w' s e; rewrite eT W_E S_E exprS.
move: (B_of eta) (C_of eta) (S_ E k) (W_ E k) (E ^+ k) => B C S W Ek b t w w' s e.
by field; rewrite !gt_eqF //; move: t; rewrite pmulr_lgt0 ?invr_gt0.
Qed.

(** As printed: delta_k >= delta_(k+1) if and only if C >= C_k. *)
Theorem lemma_3 eta D k : 0 < eta < 1 -> (1 <= k <= D)%N ->
  (delta_ E eta D k.+1 <= delta_ E eta D k) = (crossover E k <= C_of eta).
Proof.
by move=> h kD; have [c c0 e] := difference h kD; rewrite -subr_ge0 e pmulr_rge0 // subr_ge0.
Qed.

(** Strictly; C > C_k is what the proof of Theorem 2 uses. *)
Theorem lemma_3_strict eta D k : 0 < eta < 1 -> (1 <= k <= D)%N ->
  (delta_ E eta D k.+1 < delta_ E eta D k) = (crossover E k < C_of eta).
Proof.
by move=> h kD; have [c c0 e] := difference h kD; rewrite -subr_gt0 e pmulr_rgt0 // subr_gt0.
Qed.

(** Lemma 3 for k = D, with C_D as in (34): delta_D >= delta_(D+1) if and only if C >= C_D. The last line of the
    paper's proof prints another numerator. *)
Theorem lemma_3_last eta D : 0 < eta < 1 -> (0 < D)%N ->
  (delta_ E eta D D.+1 <= delta_ E eta D D) = (crossover E D <= C_of eta).
Proof. by move=> h D0; apply: lemma_3 h _; rewrite D0 leqnn. Qed.

Lemma crossover_le j k : (1 <= j <= k)%N -> crossover E k <= crossover E j.
Proof.
case/andP=> j1; elim: k => [|k ih]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /predU1P [-> //|jk]; apply: le_trans (ih jk); apply/ltW/lemma_4; nat_lia.
Qed.

(** Theorem 2, put right: delta_k is the greatest if and only if C_k <= C <= C_(k-1), both ends included. *)
Theorem theorem_2 eta D k : 0 < eta < 1 -> (1 <= k <= D.+1)%N ->
  greatest_bound E eta D k <->
  ((k <= D)%N -> crossover E k <= C_of eta) /\ ((1 < k)%N -> C_of eta <= crossover E k.-1).
Proof.
move=> h /andP [k1 kD]; split=> [[_ best]|[above below]].
  split=> hk; first by rewrite -(lemma_3 (D := D) h) ?best ?k1.
  have kk : (1 <= k.-1 <= D)%N by nat_lia.
  rewrite leNgt -(lemma_3_strict h kk) prednK // -leNgt; apply: best; nat_lia.
split=> [|i /andP [i1 iD]]; first by rewrite k1.
case: (leqP i k) => ik.
  rewrite -(subKn ik); have : (k - i < k)%N by nat_lia.
  elim: (k - i)%N => [|d ih] dk; first by rewrite subn0.
  apply: le_trans (ih (ltnW dk)); have kd : (1 <= k - d.+1 <= D)%N by nat_lia.
  rewrite -[X in _ <= delta_ _ _ _ X](subnSK (ltnW dk)) leNgt (lemma_3_strict h kd) -leNgt.
  apply: le_trans (below _) _; first by nat_lia.
  by apply: crossover_le; nat_lia.
have : (k + (i - k) <= D.+1)%N by rewrite subnKC // ltnW.
rewrite -{2}(subnKC (ltnW ik)); elim: (i - k)%N => [|d ih] dk; first by rewrite addn0.
rewrite addnS in dk *; apply: le_trans (ih (ltnW dk)); have kd : (1 <= k + d <= D)%N by nat_lia.
rewrite (lemma_3 h kd); apply: le_trans (above _); last by nat_lia.
by apply: crossover_le; nat_lia.
Qed.

(** Theorem 2, "if", as printed: C_k < C <= C_(k-1) gives delta~ = delta_k. *)
Theorem theorem_2_if eta D k : 0 < eta < 1 -> best_index E eta D k -> greatest_bound E eta D k.
Proof. by move=> h [kD above below]; apply/theorem_2 => //; split=> // /above /ltW. Qed.

(** There is always one such k, and only one: the smallest with C_k < C. *)
Theorem best_index_exists eta D : 0 < eta < 1 -> (0 < D)%N ->
  exists2 k, best_index E eta D k & forall j, best_index E eta D j -> j = k.
Proof.
move=> h D0; pose good k := (D < k)%N || (0 < k)%N && (crossover E k < C_of eta).
have some : exists k, good k by exists D.+1; rewrite /good ltnSn.
have kD : (ex_minn some <= D.+1)%N by case: ex_minnP => k _; apply; rewrite /good ltnSn.
case: ex_minnP kD => k gk least kD; have k1 : (0 < k)%N by case/orP: gk => [/(leq_trans _)->|/andP[]].
have below : (1 < k)%N -> C_of eta <= crossover E k.-1.
  move=> k2; rewrite leNgt; apply/negP => more; have := least k.-1.
  by rewrite /good more (_ : (0 < k.-1)%N) ?orbT; [move=> /(_ isT); nat_lia | nat_lia].
exists k => [|j [/andP [j1 jD] above]].
  by split; [rewrite k1 | move=> kD'; case/orP: gk => [|/andP[]//]; rewrite ltnNge kD' | ].
move=> belowj; apply/eqP; rewrite eqn_leq; apply/andP; split; last first.
  by apply: least; rewrite /good j1; case: (leqP j D) => jD'; rewrite ?orbT // above.
rewrite leqNgt; apply/negP => kj; have kD' : (k <= D)%N by nat_lia.
case/orP: gk => [|/andP [_ lt]]; first by rewrite ltnNge kD'.
have := lt_le_trans lt (belowj (leq_ltn_trans k1 kj)); rewrite ltNge crossover_le //; nat_lia.
Qed.

End Crossovers.

(** Theorem 2, "only if", is false as printed: at C = C_1 = 3 both delta_1 and delta_2 are the greatest, E = 2, D = 2. *)
Theorem theorem_2_only_if_refuted :
  let E : rat := 2%:R in let eta : rat := 3%:R / 5%:R in greatest_bound E eta 2 1 /\ ~ best_index E eta 2 1.
Proof.
split; last by case=> _ /(_ isT) + _; rewrite /crossover /S_ /T_ !big_ord_recl !big_ord0; apply/negP; vm_compute.
by apply/theorem_2 => //; split=> // _; rewrite /crossover /S_ /T_ !big_ord_recl !big_ord0; vm_compute.
Qed.

(** Theorem 3 is false as printed: E = 5, eta = 1/29, D = 2, k = 3, delta~ = 2/29; no alphas at all have less than
    x_1 / B = 9/58 over single outcomes. *)
Section Refutation.
Let E : rat := 5%:R.
Let eta : rat := 1 / 29%:R.
Theorem theorem_3_refuted : best_index E eta 2 3 /\
  forall a, alphas 2 a -> ~ private_counts_singletons 2 2 3 E (delta_ E eta 2 3) (fun _ => noise 2 eta a).
Proof.
split; first by split=> // _; rewrite /crossover /S_ /T_ !big_ord_recl !big_ord0; vm_compute.
move=> a law private; have := @bound_x _ E eta 2 3 isT isT isT a _ law private 1 isT isT.
by rewrite /x_ /delta_ /S_ /T_ /= !big_ord_recl !big_ord0; apply/negP; vm_compute.
Qed.
End Refutation.
