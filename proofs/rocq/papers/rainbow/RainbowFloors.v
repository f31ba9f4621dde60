(** * RainbowFloors: (5.1), (5.2), (5.4) and (5.5) of "Generalized Rainbow Differential Privacy", with floors in place of
    the ceilings of the text

    tau with floors is the first n with E^n (s + drift) - drift > 1/(E + 1); DefinitionsRainbow.v has it as floor(max{x + 1, 0}). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow Archimedean Events Rainbow PrintedRainbow RainbowClosedForm.
From DPExact Require Import RainbowPrintedLines.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Section 5.2 for delta = 0: what stands under the logarithm of (5.4) is what stands under that of (5.1), so both have the
    same tau; the second line of (5.5) is that of (5.2), and the first one has a minimum more. *)
Theorem reduces_to_5_1 (R : realFieldType) (E s v : R) t n : 1 <= E -> v <= 1 ->
  [/\ argument_5_4 E 0 s = argument_5_1 E s, second_5_5 E 0 v n = second_5_2 E v n
    & first_5_5 E 0 s t = Num.min 1 (first_5_2 E s t)].
Proof.
move=> E1 v1; rewrite /argument_5_4 /argument_5_1 /second_5_5 /second_5_2 /first_5_5 /first_5_2 /drift mul0r mulr0 !addr0 subr0.
split=> //; first by rewrite mul1r invfM mulrC.
by apply/min_idPr; rewrite ler_subl_addr ler_addl divr_ge0 ?subr_ge0 // exprn_ge0 // (le_trans ler01).
Qed.

Section Floors.
Variables (R : realFieldType) (E d s : R).
Hypotheses (E1 : 1 < E) (d0 : 0 <= d) (s0 : 0 <= s).
Let E0 : 0 < E. Proof. exact: lt_trans ltr01 E1. Qed.
Let Ep : 0 < E + 1. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Notation drift := (drift E d).
Notation b := (1 / (E + 1)).
Let rho0 : 0 <= drift. Proof. by rewrite divr_ge0 // subr_ge0 ltW. Qed.

Let some tau : tau_with_floors E (argument_5_4 E d s) tau -> 0 < s + drift.
Proof.
case=> n /andP[low _] _; rewrite lt_neqAle addr_ge0 // andbT; apply/eqP => z; move: low.
by rewrite /argument_5_4 -z invr0 mulr0 leNgt exprz_gt0.
Qed.

(** tau with floors is the first n with E^n (s + drift) - drift > 1/(E + 1). *)
Theorem floors_first tau : tau_with_floors E (argument_5_4 E d s) tau ->
  (forall j, (j < tau)%N -> E ^+ j * (s + drift) - drift <= b) /\ b < E ^+ tau * (s + drift) - drift.
Proof.
move=> floors; have pos := some floors; have line j : (b < E ^+ j * (s + drift) - drift) = (argument_5_4 E d s < E ^+ j).
  by rewrite ltr_subr_addr ltr_pdivr_mulr.
rewrite line; case: floors => -[n|n] /andP[low up] e.
  move: e up; rewrite -[n%:Z + 1]/((n + 1)%N%:Z) addn1 => -[->]; rewrite -exprnP => up; split=> // j lt.
  by rewrite leNgt line -leNgt; apply: le_trans low; rewrite -exprnP ler_eexpn2l.
have neg : Negz n + 1 <= 0 by rewrite NegzE; case: n {low up e}.
move: e; rewrite (max_idPr neg) => -[->]; split=> //; rewrite expr0; apply: lt_le_trans up _.
by rewrite -(expr0z E) ler_weexpz2l // ltW.
Qed.

Lemma floors_turn tau : tau_with_floors E (argument_5_4 E d s) tau -> printed_turn E d s tau.
Proof. by move=> /floors_first [less /ltW more]. Qed.
End Floors.

(** It exists, but for s = 0 and delta = 0, where there is none. *)
Theorem floors_exist (R : archiFieldType) (E d s : R) : 1 < E -> 0 <= d -> 0 <= s -> (0 < s) || (0 < d) ->
  exists tau, tau_with_floors E (argument_5_4 E d s) tau.
Proof.
move=> E1 d0 s0 some; have E0 : 0 < E := lt_trans ltr01 E1; set y := argument_5_4 E d s.
have r0 : 0 <= drift E d by rewrite divr_ge0 // subr_ge0 ltW.
have y0 : 0 < y.
  apply: divr_gt0; first by apply: ltr_paddr => //; rewrite divr_gt0 ?addr_gt0 ?ltr01.
  case/orP: some => h; first exact: ltr_paddr.
  by apply: ltr_paddl => //; rewrite divr_gt0 // subr_gt0.
have [N small] := powers_grow y^-1 E1; have [M large] := powers_grow (y + 1) E1.
have ex : exists m, y < E ^ (m%:Z - N%:Z).
  exists (M + N)%N; rewrite PoszD addrK -exprnP; apply: lt_le_trans large; by rewrite ltr_addl ltr01.
case: (ex_minnP ex) => -[|m] up least.
  move: up; rewrite sub0r -exprnN ltNge -(invrK y) lef_pinv ?posrE ?invr_gt0 ?exprn_gt0 //.
  by rewrite small.
have low : E ^ (m%:Z - N%:Z) <= y by rewrite leNgt; apply/negP => /least; rewrite ltnn.
have e : m.+1%:Z - N%:Z = m%:Z - N%:Z + 1 by rewrite -addn1 PoszD addrAC.
exists (absz (Num.max (m%:Z - N%:Z + 1) 0)); exists (m%:Z - N%:Z); first by rewrite low -e.
by rewrite gez0_abs // le_maxr lexx orbT.
Qed.
Theorem floors_none (R : realFieldType) (E : R) tau : 0 < E -> ~ tau_with_floors E (argument_5_1 E 0) tau.
Proof. by move=> E0 [n /andP[low _] _]; move: low; rewrite /argument_5_1 mul0r invr0 leNgt exprz_gt0. Qed.

Section Mechanism.
Variables (R : realFieldType) (E d : R) (q : nat) (c : {perm 'I_q}) (p : 'I_q -> R) (k tau : nat).
Hypotheses (E1 : 1 < E) (d0 : 0 <= d) (d1 : d <= 1) (law : distribution p) (kq : (0 < k <= q)%N).
Let s := prefix c p k.
Let s01 : 0 <= s <= 1. Proof. by rewrite prefix_ge0 ?prefix_le1 //; case: law. Qed.
Let s0 : 0 <= s. Proof. by case/andP: s01. Qed.
Hypothesis floors : tau_with_floors E (argument_5_4 E d s) tau.
Notation sum t := (prefix c (line (printed E d) c p t) k).
Notation b := (1 / (E + 1)).

(** The sentence after (5.1). *)
Theorem floors_sentence t : if (t < tau)%N then sum t <= b else b <= sum t.
Proof.
have h := printed_turn_sentence E1 d0 t s01 (floors_turn E1 d0 s0 floors).
by rewrite !prefix_line.
Qed.

(** tau is the first t at which the sum is 1/(E + 1) or more, or the next one at a tie. *)
Theorem floors_tie t : (t < tau)%N -> b <= sum t -> sum t = b /\ t.+1 = tau.
Proof.
move=> lt le; have := floors_sentence t; rewrite lt => ge; have e : sum t = b by apply/le_anti; rewrite ge le.
split=> //; apply/eqP; rewrite eqn_leq lt leqNgt; apply/negP => lt'.
have := floors_sentence t.+1; rewrite lt'; move: e; rewrite !prefix_line // iterS => ->.
have b1 : b < 1 by rewrite ltr_pdivr_mulr ?addr_gt0 ?ltr01 ?(lt_trans ltr01 E1) // mul1r ltr_addr (lt_trans ltr01 E1).
rewrite printed_below // le_minl leNgt b1 /= leNgt; case/negP; apply: ltr_paddr => //.
by rewrite ltr_pmull ?divr_gt0 ?addr_gt0 ?ltr01 ?(lt_trans ltr01 E1).
Qed.

(** (5.5) is the prefix sum of the printed T; the value at tau in its second line is that of T and that of the first line. *)
Theorem floors_5_5 t : sum tau = first_5_5 E d s tau /\
  sum t = if (t <= tau)%N then first_5_5 E d s t else second_5_5 E d (sum tau) (t - tau).
Proof.
have turn := floors_turn E1 d0 s0 floors; have [at_ _] := printed_closed_form E1 d0 t s01 turn.
rewrite !prefix_line // -/s at_; split=> //; have [_ ->] := printed_closed_form E1 d0 t s01 turn.
by rewrite /first_5_5 /second_5_5; case: ifP => // _; congr (Num.min 1 (_ - _ / _)); rewrite addrAC.
Qed.

(** It is the prefix sum of the optimal mechanism, with the corrected T, as long as no sum before t lies strictly between
    (1 - delta)/(E + 1) and 1 - delta, ... *)
Theorem floors_optimal t : (forall j, (j < t)%N -> sum j <= breakpoint E d \/ 1 - d <= sum j) ->
  prefix c (line (corrected E d) c p t) k = if (t <= tau)%N then first_5_5 E d s t else second_5_5 E d (sum tau) (t - tau).
Proof.
move=> out; have [_ <-] := floors_5_5 t; rewrite !prefix_line //; elim: t out => [|t IH] out //.
rewrite !iterS IH => [|j lt]; last by apply: out; apply: leqW.
rewrite (printed_corrected (ltW E1)) //.
by have := out t (ltnSn t); rewrite prefix_line.
Qed.

End Mechanism.

(** ... and so for delta = 0, where (5.2) with the tau of (5.1) is it, and the two first lines agree. *)
Theorem floors_5_2 (R : realFieldType) (E : R) (q : nat) (c : {perm 'I_q}) (p : 'I_q -> R) (k tau t : nat) : 1 < E ->
  distribution p -> (0 < k <= q)%N -> let s := prefix c p k in
  let sum u := prefix c (line (corrected E 0) c p u) k in tau_with_floors E (argument_5_1 E s) tau ->
  [/\ sum tau = first_5_2 E s tau, (t <= tau)%N -> first_5_5 E 0 s t = first_5_2 E s t
    & sum t = if (t <= tau)%N then first_5_2 E s t else second_5_2 E (sum tau) (t - tau)].
Proof.
move=> E1 law kq s sum floors; have s01 : 0 <= s <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
have /andP[s0 s1] := s01; have E0 : 0 < E := lt_trans ltr01 E1.
have red n v (v1 : v <= 1) u := @reduces_to_5_1 R E s v u n (ltW E1) v1.
have floors' : tau_with_floors E (argument_5_4 E 0 s) tau by have [-> _ _] := red 0%N 0 ler01 0%N.
have [less _] := floors_first E1 (lexx 0) s0 floors'.
have first u : (u <= tau)%N -> first_5_5 E 0 s u = first_5_2 E s u.
  move=> le; have [_ _ ->] := red 0%N 0 ler01 u; apply/min_idPr; rewrite /first_5_2; case: u le => [|u] le.
    by rewrite expr0 mul1r.
  have := less u le; rewrite /drift mul0r addr0 subr0 => h; rewrite exprS -mulrA.
  apply: (@le_trans _ _ (E * (1 / (E + 1)))); first by rewrite ler_pmul2l.
  by rewrite mulrCA mul1r ler_pdivr_mulr ?addr_gt0 ?ltr01 // mul1r ler_addl ler01.
have same u : prefix c (line (printed E 0) c p u) k = sum u.
  rewrite /sum !prefix_line //; apply: eq_iter => x; by rewrite /printed /corrected !addr0 subr0.
have at_ u : sum u = if (u <= tau)%N then first_5_2 E s u else second_5_5 E 0 (sum tau) (u - tau).
  have := (floors_5_5 E1 (lexx 0) law kq floors' u).2; rewrite !same => ->; case: ifP => // le; exact: first.
split; [by rewrite at_ leqnn | exact: first | rewrite at_; case: ifP => // _].
have le1 : sum tau <= 1.
  by rewrite /sum prefix_line //; have /andP[] := iter_range (ltW E1) (lexx 0) tau s01.
by have [_ ->] := red (t - tau)%N _ le1 0%N.
Qed.
