(** * Count queries: several queries, each of which may depend on the answers before

    The closing question of the paper (Section V): how privacy degrades as the number of queries to one dataset grows,
    if each answer carries the noise (14) and each query may depend on the answers before. For counts from D on no such
    sequence gives more away than one query that is asked again and again, at the counts D and D + 1. What lies outside
    of the support of the neighbor's answers adds up in the way of 1 - (1 - a)^k, whatever epsilon is. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events Composition Adaptive CountSums CountMechanism CountData.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Swap.
Variables (R : realFieldType) (T : finType).
Implicit Types (P Q : T -> R).

(** Below 1, E is turned round: the divergence of P from Q at E is that of Q from P at 1/E, times E, and 1 - E. *)
Lemma hockey_stick_swapped E P Q : 0 < E -> \sum_x P x = 1 -> \sum_x Q x = 1 ->
  hockey_stick E P Q = 1 - E + E * hockey_stick E^-1 Q P.
Proof.
move=> E0 P1 Q1; have -> : 1 - E = \sum_x (P x - E * Q x) by rewrite sumrB -mulr_sumr P1 Q1 mulr1.
rewrite /hockey_stick mulr_sumr -big_split; apply: eq_bigr => x _ /=.
rewrite -positive_part_mul ?ltW // mulrBr mulVKf ?gt_eqF //.
have -> : E * Q x - P x = - (P x - E * Q x) by rewrite opprB.
case: (lerP 0 (P x - E * Q x)) => h; first by rewrite (max_idPl _) ?oppr_le0 // addr0.
by rewrite (max_idPr _) ?oppr_ge0 ?ltW // addrN.
Qed.

Lemma hockey_stick_0 P Q : (forall x, 0 <= P x) -> \sum_x P x = 1 -> hockey_stick 0 P Q = 1.
Proof.
move=> P0 P1; rewrite /hockey_stick -[RHS]P1; apply: eq_bigr => x _.
by rewrite mul0r subr0 (max_idPr _).
Qed.

Lemma hockey_stick_ge E P Q : \sum_x P x = 1 -> \sum_x Q x = 1 -> 1 - E <= hockey_stick E P Q.
Proof.
move=> P1 Q1; have -> : 1 - E = \sum_x (P x - E * Q x) by rewrite sumrB -mulr_sumr P1 Q1 mulr1.
by apply: ler_sum => x _; rewrite le_maxr lexx orbT.
Qed.
End Swap.

Section Queries.
Variables (R : realFieldType) (eta : R) (D N : nat) (a : nat -> R).
Hypotheses (eta_range : 0 < eta < 1) (DN : (D < N)%N) (weights : alphas D a).
Let T : finType := ordinal_finType (N + D).+1.
Let M : nat -> T -> R := @count_mechanism R D N (fun _ => noise D eta a).

Let M_law n : (D <= n <= N)%N -> distribution (M n).
Proof.
move=> h; have [law far _ _] := proposition_3 eta_range weights h.
by apply: count_mechanism_distribution => //; case/andP: h.
Qed.
Let M_ge0 n y : 0 <= M n y.
Proof.
have DR : (D <= D <= N)%N by rewrite leqnn ltnW.
by have [[p0 _] _ _ _] := proposition_3 eta_range weights DR; apply: p0.
Qed.

(** The worst pair of neighbors: the counts D and D + 1; any other one, in either direction, gives away the same. *)
Theorem one_pair E n n' : 0 <= E -> neighbours D N n n' -> hockey_stick E (M n) (M n') = hockey_stick E (M D) (M D.+1).
Proof.
have a0 := weights.1; move=> E0 /and3P[nr nr' near].
have base F : 1 <= F -> hockey_stick F (M n) (M n') = hockey_stick F (M D) (M D.+1) /\
    hockey_stick F (M n') (M n) = hockey_stick F (M D) (M D.+1).
  move=> F1; rewrite (@hockey_stick_up _ F eta D N a) //.
  have [Dn nN] := andP nr; have [Dn' nN'] := andP nr'.
  by case/orP: near => /eqP eq; rewrite -eq in nN' nN *; rewrite hockey_stick_up ?hockey_stick_down //.
have [Pn Pn'] := (M_law nr, M_law nr').
have DR : (D <= D <= N)%N by rewrite leqnn ltnW.
have DR' : (D <= D.+1 <= N)%N by rewrite leqnSn.
have [PD PD'] := (M_law DR, M_law DR').
have near' : neighbours D N D D.+1 by rewrite /neighbours DR DR' eqxx.
case: (lerP 1 E) => [E1|E1]; first by case: (base E E1).
case: (eqVneq E 0) => [->|En].
  by rewrite !hockey_stick_0 //; [case: PD | case: Pn].
have Ep : 0 < E by rewrite lt_def En.
have I1 : 1 <= E^-1 by rewrite invf_ge1 // ltW.
rewrite !(hockey_stick_swapped Ep); [|by case: PD|by case: PD'|by case: Pn|by case: Pn'].
have [_ ->] := base _ I1; congr (_ + _ * _).
by rewrite hockey_stick_up // hockey_stick_down.
Qed.

Theorem adaptive_queries k (x y : seq T -> nat) E : 0 <= E -> neighboring_queries D N x y ->
  hockey_stick E (@adaptive_law R T (fun before => M (x before)) k) (@adaptive_law R T (fun before => M (y before)) k) <=
  hockey_stick E (@adaptive_law R T (fun _ => M D) k) (@adaptive_law R T (fun _ => M D.+1) k).
Proof.
move=> E0 near; rewrite adaptive_attained; set s := map _ _; set k' := k.
have -> : k' = size (nseq k s) by rewrite size_nseq.
have sm : forall r, r \in nseq k s -> masses r.
  by move=> r; rewrite mem_nseq => /andP[_ /eqP ->] z /mapP[o _ ->] /=; split; apply: M_ge0.
apply/close_to_hockey_stick; apply: adaptive_sound => //; last by rewrite size_nseq.
move=> before; rewrite size_nseq nth_nseq => -> F F0.
rewrite !divergence_hockey_stick; have [xr [<-|nb]] := near before; last by rewrite one_pair.
have DR : (D <= D <= N)%N by rewrite leqnn ltnW.
have DR' : (D <= D.+1 <= N)%N by rewrite leqnSn.
have [[PD0 PD] [_ PD']] := (M_law DR, M_law DR'); have [P0 P1] := M_law xr.
rewrite /hockey_stick (eq_bigr (fun o => M (x before) o * Num.max 0 (1 - F))); last first.
  by move=> o _; rewrite -positive_part_mul // mulrBr mulr1 [F * _]mulrC.
rewrite -mulr_suml P1 mul1r le_maxl; apply/andP; split; last exact: hockey_stick_ge.
by apply: sumr_ge0 => o _; rewrite le_maxr lexx.
Qed.

(** Whatever E is: after k queries delta is at least 1 - (1 - a_D (1 - eta)/2)^k. *)
Theorem support_edge k E : (0 < D)%N ->
  1 - (1 - a D * ((1 - eta) / 2%:R)) ^+ k <=
  hockey_stick E (@adaptive_law R T (fun _ => M D) k) (@adaptive_law R T (fun _ => M D.+1) k).
Proof.
move=> D0; have DR : (D <= D <= N)%N by rewrite leqnn ltnW.
have [_ PD] := M_law DR.
apply: le_trans (edge_of_queries k E _ PD); last by move=> o; split; apply: M_ge0.
have M0 : M D ord0 = a D * ((1 - eta) / 2%:R).
  by rewrite /M /count_mechanism /noise sub0r oppr_eq0 abszN /= leqnn; case: D D0.
have Q0 : M D.+1 ord0 = 0.
  by rewrite /M /count_mechanism /noise sub0r oppr_eq0 abszN /= ltnn.
set e := \sum_(o | _) _; have e1 : e <= 1.
  by rewrite /e -PD [X in _ <= X](bigID (fun o => M D.+1 o == 0)) /= ler_addl sumr_ge0.
rewrite ler_add2l ler_opp2; apply: ler_expn2r; rewrite ?nnegrE ?subr_ge0 //.
  rewrite -M0; have [_ PD'] := M_law DR; rewrite -PD (bigD1 ord0) //= ler_addl.
  by apply: sumr_ge0.
rewrite ler_add2l ler_opp2 -M0 /e (bigD1 ord0) ?Q0 //= ler_addl.
by apply: sumr_ge0.
Qed.
End Queries.
