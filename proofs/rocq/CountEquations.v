(** * Count queries: the equations (37)-(44) of Definition 2, and that no bound dominates another *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountTheorems CountDesign.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma S_add (R : realFieldType) (E : R) m n : S_ E (m + n) = S_ E m + E ^+ m * S_ E n.
Proof. by elim: n => [|n IH]; [rewrite addn0 S0 mulr0 addr0 | rewrite addnS !S_up IH exprD; ring]. Qed.

Section Equations.
Variables (R : realFieldType) (E eta : R) (D k : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1).
Let B := B_of eta.
Let C := C_of eta.
Let x := B * delta_ E eta D k.
Let a := printed_alpha E eta D k.

Section First.
Hypothesis kD : (1 <= k <= D)%N.
Let k1 : (0 < k)%N. Proof. by case/andP: kD. Qed.
Let Wk : 0 < W_ E k. Proof. exact: W_gt0. Qed.
Lemma x_W : x * W_ E k = C * S_ E k - E ^+ k.
Proof.
have [_ le] := andP kD; have b : B != 0 by rewrite gt_eqF // B_gt0.
by rewrite /x /delta_ le -/B -/C mulrAC -mulrA divff ?mulr1 // mulf_neq0 ?gt_eqF.
Qed.

(** (39) and (41), (40), (42). *)
Theorem equation_41 j : (j <= k)%N -> a j = (C - x * S_ E j) / E ^+ j.
Proof. by case/andP: kD => _ le jk; rewrite /a /printed_alpha le jk descent_closed. Qed.

Theorem equation_40 : a 1 = (C * W_ E k.-1 + E ^+ k.-1) / W_ E k.
Proof.
rewrite equation_41 // S1 mulr1 expr1; have e := E_gt0 E1; apply: (mulIf (lt0r_neq0 (mulr_gt0 e Wk))).
rewrite [LHS]mulrA divfK ?gt_eqF // mulrBl x_W [E * _]mulrC [RHS]mulrA divfK ?gt_eqF //.
by rewrite -{1 2 3}(prednK k1) W_E exprS; ring.
Qed.

Theorem equation_42 : a k = (S_ E k - C * T_ E k.-1) / W_ E k.
Proof.
rewrite equation_41 //; have e := Ek_gt0 E1 k; apply: (mulIf (lt0r_neq0 (mulr_gt0 e Wk))).
rewrite [LHS]mulrA divfK ?gt_eqF // [E ^+ k * _]mulrC [RHS]mulrA divfK ?gt_eqF // mulrBl mulrAC x_W.
have := SS_same E k.-1; rewrite (prednK k1) => ss; have -> : C * W_ E k = C * (S_ E k * S_ E k) - C * E ^+ k * T_ E k.-1.
  by rewrite ss; ring.
by ring.
Qed.

(** The last of (19): alpha_k <= x, with the difference (C T_k - S_(k+1))/W_k. *)
Theorem last_outcome : x - a k = (C * T_ E k - S_ E k.+1) / W_ E k.
Proof.
rewrite equation_42; apply: (mulIf (lt0r_neq0 Wk)); rewrite mulrBl x_W !divfK ?gt_eqF //.
have := S_E E k; have := S_up E k; have := T_up E k.-1; rewrite (prednK k1) => -> su se.
have -> : E ^+ k = S_ E k.+1 - S_ E k by rewrite su addrAC subrr add0r.
by ring.
Qed.

End First.

(** (37), (38): the alphas of the second kind from the end. *)
Theorem equation_37_38 j : (0 < D)%N -> k = D.+1 -> (1 <= j <= D)%N ->
  a j = S_ E (D.+1 - j) / T_ E D /\ a j = E * a j.+1 + x.
Proof.
move=> D0 kD jD; have t := T_gt0 E1 D0; have b : B != 0 by rewrite gt_eqF // B_gt0.
rewrite /a /x /printed_alpha /delta_ kD ltnn -/B; split=> //.
have -> : (D.+1 - j = (D.+1 - j.+1).+1)%N by lia.
by rewrite S_E; field; rewrite b gt_eqF.
Qed.

(** What the proof of Theorem 3 says of the order: the alphas fall strictly up to k, and are 0 from there on. *)
Theorem alphas_fall i j : (0 < D)%N -> greatest_bound E eta D k -> (k <= D)%N ->
  ((1 <= j < i)%N -> (i <= k)%N -> a i < a j) /\ ((k < i)%N -> a i = 0).
Proof.
move=> D0 best kD; split=> [/andP[j1 ji] ik|ki]; last by rewrite /a /printed_alpha kD leqNgt ki.
have [nonneg _] := definition_2_valid E1 eta_range D0 best.
have x0 : 0 < x.
  rewrite /x mulr_gt0 ?B_gt0 //; have [_ most] := best; apply: lt_le_trans (most D.+1 _); last by rewrite /= ltnS.
  rewrite /delta_ ltnn divr_gt0 ?ltr01 // mulr_gt0 ?T_gt0 //; exact: B_gt0.
have step h : (h.+1 <= k)%N -> (1 <= h.+1)%N -> a h.+1 < a h.
  move=> hk _; have pos := nonneg h.+1 ltac:(lia); have e := E_gt0 E1.
  have -> : a h = E * a h.+1 + x by rewrite /a /printed_alpha kD hk (ltnW hk) /=; field; rewrite gt_eqF.
  by apply: le_lt_trans (_ : E * a h.+1 < _); [rewrite ler_pemull | rewrite ltr_addl].
rewrite -(subnKC ji); have : (j.+1 + (i - j.+1) <= k)%N by rewrite subnKC.
elim: (i - j.+1)%N => [|d IH] le; first by rewrite addn0; apply: step; lia.
by apply: lt_trans (IH _); [rewrite addnS; apply: step; lia | lia].
Qed.

End Equations.

(** At C = C_D the alphas of k = D are those of k = D + 1. *)
Theorem last_crossover (R : realFieldType) (E eta : R) D j : 1 <= E -> 0 < eta < 1 -> (0 < D)%N ->
  C_of eta = crossover E D -> (1 <= j <= D)%N -> printed_alpha E eta D D j = printed_alpha E eta D D.+1 j.
Proof.
move=> E1 h D0 cross jD; have t := T_gt0 E1 D0; have e := Ek_gt0 E1 j; have w := W_gt0 E1 D0; have b := B_gt0 h.
have [_ jD'] := andP jD; rewrite equation_41 ?D0 ?leqnn // /printed_alpha ltnn cross /crossover.
have -> : B_of eta * delta_ E eta D D = 1 / T_ E D.
  have eq := @lemma_3 _ E E1 eta D D h; have xw := @x_W _ E eta D D E1 h; rewrite D0 leqnn in xw.
  apply: (mulIf (lt0r_neq0 w)); rewrite xw // cross /crossover mulrAC [S_ E D.+1 * _]mulrC SS.
  by field; rewrite gt_eqF.
have -> : S_ E D.+1 = S_ E j + E ^+ j * S_ E (D.+1 - j) by rewrite -S_add subnKC //; lia.
by field; rewrite !gt_eqF.
Qed.

(** No bound dominates: each delta_k is strictly the greatest for some eta. *)
Theorem no_bound_dominates (R : realFieldType) (E : R) D k : 1 <= E -> (1 <= k <= D.+1)%N -> (0 < D)%N ->
  exists2 eta, 0 < eta < 1 & forall i, (1 <= i <= D.+1)%N -> i != k -> delta_ E eta D i < delta_ E eta D k.
Proof.
move=> E1 /andP[k1 kD] D0.
pose low := if (k <= D)%N then crossover E k else 0.
pose high := if (1 < k)%N then crossover E k.-1 else low + 1.
have pos j : (0 < j)%N -> 0 < crossover E j by move=> j0; rewrite divr_gt0 ?S_gt0 ?T_gt0.
have low0 : 0 <= low by rewrite /low; case: ifP => // _; apply/ltW/pos.
have lh : low < high.
  rewrite /high; case: ifP => k2; last by rewrite ltr_addl ltr01.
  rewrite /low; case: ifP => _; last by apply: pos; lia.
  by have := lemma_4 E1 (ltac:(lia) : (1 <= k.-1)%N); rewrite (prednK k1).
pose C := (low + high) / 2%:R; have two : 0 < 2%:R :> R by rewrite ltr0n.
have lC : low < C by rewrite ltr_pdivl_mulr // mulr_natr mulr2n ltr_add2l.
have Ch : C < high by rewrite ltr_pdivr_mulr // mulr_natr mulr2n ltr_add2r.
have C0 : 0 < C by apply: le_lt_trans lC.
have C2 : 0 < C + 2%:R by rewrite addr_gt0.
pose eta := C / (C + 2%:R).
have range : 0 < eta < 1 by rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_addl.
have eC : C_of eta = C by rewrite /C_of /B_of /eta; field; rewrite !gt_eqF //= addrC addrK.
exists eta => // i /andP[i1 iD] ne.
have above j : (k <= j <= D)%N -> crossover E j < C_of eta.
  case/andP=> kj jD; rewrite eC; apply: le_lt_trans lC; rewrite /low ifT; last by lia.
  by apply: crossover_le => //; rewrite k1.
have below j : (1 <= j < k)%N -> C_of eta < crossover E j.
  case/andP=> j1 jk; rewrite eC; apply: lt_le_trans Ch _; rewrite /high ifT; last by lia.
  by apply: crossover_le => //; lia.
case: (ltngtP i k) ne => // ik _.
  have down d : (d < k - i)%N -> delta_ E eta D (k - d.+1) < delta_ E eta D (k - d).
    move=> dk; have -> : (k - d = (k - d.+1).+1)%N by lia.
    rewrite ltNge (lemma_3 E1 range); last by lia.
    by rewrite -ltNge; apply: below; lia.
  rewrite -(subKn (ltnW ik)) -{2}(subn0 k); have : (0 < k - i)%N by lia.
  move: (leqnn (k - i)); move: {-2}(k - i)%N => d; elim: d => // d IH dk _.
  case: (posnP d) => [d0|d0]; first by rewrite d0; apply: down; rewrite -d0.
  by apply: lt_trans (down d dk) (IH (ltnW dk) d0).
have up d : (k + d < i)%N -> delta_ E eta D (k + d).+1 < delta_ E eta D (k + d).
  move=> dk; rewrite (lemma_3_strict E1 range); last by lia.
  by apply: above; lia.
rewrite -(subnKC (ltnW ik)) -{2}(addn0 k); have : (0 < i - k)%N by lia.
move: (leqnn (i - k)); move: {-2}(i - k)%N => d; elim: d => // d IH dk _.
case: (posnP d) => [d0|d0]; first by rewrite d0 addn0 -addn1 -[X in delta_ _ _ _ X < _](addn1 k) addn1 -[X in X.+1]addn0; apply: up; lia.
by rewrite addnS; apply: lt_trans (up d _) (IH (ltnW dk) d0); lia.
Qed.
