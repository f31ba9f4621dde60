(** * Count queries: the equations (37)-(44) of Definition 2 *)

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
by rewrite /x /delta_ le -/B -/C; field; rewrite b gt_eqF.
Qed.

(** (39) and (41), (40), (42). *)
Theorem equation_41 j : (j <= k)%N -> a j = (C - x * S_ E j) / E ^+ j.
Proof. by case/andP: kD => _ le jk; rewrite /a /printed_alpha le jk descent_closed. Qed.

Lemma x_E : x = (C * S_ E k - E ^+ k) / W_ E k.
Proof. by rewrite -x_W mulfK // gt_eqF. Qed.
Let kE : k.-1.+1 = k. Proof. exact: prednK. Qed.

Theorem equation_40 : a 1 = (C * W_ E k.-1 + E ^+ k.-1) / W_ E k.
Proof.
have e := E_gt0 E1; have w := Wk; have := W_E E k.-1; have := exprS E k.-1; rewrite kE => ee we.
rewrite equation_41 // S1 mulr1 expr1 x_E ee; move: w; rewrite we => w; by field; rewrite !gt_eqF.
Qed.

Theorem equation_42 : a k = (S_ E k - C * T_ E k.-1) / W_ E k.
Proof.
have e := Ek_gt0 E1 k; have := SS_same E k.-1; rewrite kE => ss.
have -> : T_ E k.-1 = (S_ E k * S_ E k - W_ E k) / E ^+ k by rewrite ss addrK mulrC mulKf // gt_eqF.
by rewrite equation_41 // x_E; field; rewrite !gt_eqF.
Qed.

(** The last of (19): alpha_k <= x, with the difference (C T_k - S_(k+1))/W_k. *)
Theorem last_outcome : x - a k = (C * T_ E k - S_ E k.+1) / W_ E k.
Proof.
have := S_up E k; have := T_up E k.-1; rewrite kE => -> ->.
by rewrite equation_42 x_E; field; rewrite gt_eqF.
Qed.

End First.

(** (37), (38): the alphas of the second kind from the end. *)
Theorem equation_37_38 j : (0 < D)%N -> k = D.+1 -> (1 <= j <= D)%N ->
  a j = S_ E (D.+1 - j) / T_ E D /\ a j = E * a j.+1 + x.
Proof.
move=> D0 kD jD; have t := T_gt0 E1 D0; have b : B != 0 by rewrite gt_eqF // B_gt0.
rewrite /a /x /printed_alpha /delta_ kD ltnn -/B; split=> //.
have -> : (D.+1 - j = (D.+1 - j.+1).+1)%N by nat_lia.
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
  move=> hk _; have pos := nonneg h.+1 ltac:(nat_lia); have e := E_gt0 E1.
  have -> : a h = E * a h.+1 + x by rewrite /a /printed_alpha kD hk (ltnW hk) /= -/B -/C -/x mulrC divfK ?subrK // gt_eqF.
  by apply: le_lt_trans (_ : E * a h.+1 < _); [rewrite ler_pemull | rewrite ltr_addl].
rewrite -(subnKC ji); have : (j.+1 + (i - j.+1) <= k)%N by rewrite subnKC.
elim: (i - j.+1)%N => [|d IH] le; first by rewrite addn0; apply: step; nat_lia.
by apply: lt_trans (IH _); [rewrite addnS; apply: step; nat_lia | nat_lia].
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
have -> : S_ E D.+1 = S_ E j + E ^+ j * S_ E (D.+1 - j) by rewrite -S_add subnKC //; nat_lia.
by field; rewrite !gt_eqF.
Qed.
