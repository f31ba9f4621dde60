(** * RainbowPrintedLines: (5.2), (5.5) and long lines of the operator that is printed in (4.3)

    With floors (5.1) and (5.4) give the first n with E^n (s + drift) - drift > 1/(E + 1): floor(x + 1) <= n exactly if x < n. So
    that n, and the first one with >= as well, is a [printed_turn], and with any such tau (5.2), (5.5) and the sentence after
    (5.1) are right of the printed T. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow PrintedRainbow RainbowClosedForm.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lines.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 < E) (d0 : 0 <= d).
Let E1' : 1 <= E. Proof. exact: ltW. Qed.
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1'. Qed.
Let EE : 0 <= E - 1. Proof. by rewrite subr_ge0. Qed.
Let Ep : 0 < E + 1. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Let E0ne : E != 0. Proof. by rewrite gt_eqF. Qed.
Notation P := (printed E d).
Notation drift := (drift E d).
Notation b := (1 / (E + 1)).

(** Section 5.1, with delta: the first branch of (4.3) up to 1/(E + 1), the second one from there on. *)
Theorem printed_below s : s <= b -> P s = Num.min 1 (E * s + d).
Proof.
rewrite ler_pdivl_mulr // -subr_ge0 => le; rewrite /printed; congr (Num.min 1 (_ + d)); apply/min_idPl.
rewrite -(ler_pmul2r E0) [X in _ <= X]mulrBl mul1r divfK //; apply: le_by (mulr_ge0 EE le) _; ring.
Qed.

Theorem printed_above s : b <= s -> P s = Num.min 1 (1 - (1 - s) / E + d).
Proof.
rewrite ler_pdivr_mulr // -[(1 <= _)]subr_ge0 => le; rewrite /printed; congr (Num.min 1 (_ + d)); apply/min_idPr.
rewrite -(ler_pmul2r E0) mulrBl mul1r divfK //; apply: le_by (mulr_ge0 EE le) _; ring.
Qed.

Lemma printed_grows s : 0 <= s -> s <= 1 -> s <= P s.
Proof.
move=> s0 s1; rewrite printedE // le_limited // s1 /=; have s1' : 0 <= 1 - s by rewrite subr_ge0.
have Ed : 0 <= E * d by rewrite mulr_ge0 // ltW.
apply/andP; split; first by apply: le_by (addr_ge0 (mulr_ge0 EE s0) d0) _; ring.
by apply: le_by (addr_ge0 (mulr_ge0 EE s1') Ed) _; ring.
Qed.

Lemma printed_range s t : 0 <= s <= 1 -> 0 <= iter t P s <= 1.
Proof.
move=> s01; elim: t => // t /andP[h0 h1] /=; rewrite (le_trans h0 (printed_grows h0 h1)) /=.
by have [] := printed_bounds d E1' (iter t P s).
Qed.

Lemma printed_rhoE : drift * (E - 1) = d.
Proof. by rewrite /DefinitionsRainbow.drift divfK // subr_eq0 gt_eqF. Qed.
Lemma printed_rho_ge0 : 0 <= drift.
Proof. exact: divr_ge0. Qed.

(** The first line of (5.5). *)
Lemma printed_before s t : s <= 1 -> (forall j, (j < t)%N -> E ^+ j * (s + drift) - drift <= b) ->
  iter t P s = Num.min 1 (E ^+ t * (s + drift) - drift).
Proof.
move=> s1; elim: t => [|t IH] h; first by rewrite expr0 mul1r addrK (min_idPr s1).
have le := h t (ltnSn t); have b1 : b <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr ltW.
rewrite /= IH => [|j lt]; last by apply: h; apply: leqW.
rewrite (min_idPr (le_trans le b1)) printed_below //; congr (Num.min 1 _).
by rewrite -[X in _ + X]printed_rhoE exprS; ring.
Qed.

(** The second line, from a sum u >= 1/(E + 1) on. *)
Lemma printed_after u n : 0 <= u <= 1 -> b <= u ->
  iter n P u = Num.min 1 (1 + E * drift - (1 + E * drift - u) / E ^+ n).
Proof.
move=> u01 bu; have r0 := printed_rho_ge0.
have grows : forall n, b <= iter n P u.
  elim=> // k IH; apply: le_trans IH _ => /=; have /andP[h0 h1] := printed_range k u01.
  exact: printed_grows.
elim: n => [|n IH] /=.
  rewrite expr0 divr1; have -> : 1 + E * drift - (1 + E * drift - u) = u by ring.
  by rewrite (min_idPr _) //; case/andP: u01.
rewrite printed_above //.
have -> : (1 + E * drift - u) / E ^+ n.+1 = (1 + E * drift - u) / E ^+ n / E.
  by rewrite exprS invfM mulrA mulrAC.
move: IH; set g := (1 + E * drift - u) / E ^+ n; set w := iter n P u => IH.
have -> : 1 - (1 - w) / E + d = 1 + E * drift - (1 + E * drift - w) / E.
  by rewrite -[d in LHS]printed_rhoE; field.
move: IH; case: (leP 1 (1 + E * drift - g)) => [le|_] ->; last first.
  by have -> : 1 + E * drift - (1 + E * drift - g) = g by ring.
have g1 : g <= E * drift by rewrite -subr_ge0 in le; rewrite -subr_ge0; apply: le_by le _; ring.
have g2 : g / E <= E * drift.
  have g3 : g / E <= drift by rewrite ler_pdivr_mulr // [drift * E]mulrC.
  by apply: le_trans g3 _; rewrite -[X in X <= _]mul1r ler_wpmul2r.
have -> : 1 + E * drift - (1 + E * drift - 1) / E = 1 + (E - 1) * drift by field.
rewrite -subr_ge0 in g2.
rewrite !(min_idPl _) //; first by apply: le_by g2 _; ring.
by rewrite ler_addl mulr_ge0.
Qed.

(** (5.5) is s^t of the printed T, with any such tau. *)
Lemma printed_closed_form s tau t : 0 <= s <= 1 -> printed_turn E d s tau ->
  let u := Num.min 1 (E ^+ tau * (s + drift) - drift) in
  iter tau P s = u /\
  iter t P s = if (t <= tau)%N then Num.min 1 (E ^+ t * (s + drift) - drift)
               else Num.min 1 (1 + E * drift - (1 + E * drift - u) / E ^+ (t - tau)).
Proof.
move=> s01 [less more] /=; have /andP[_ s1] := s01.
have before j : (j <= tau)%N -> iter j P s = Num.min 1 (E ^+ j * (s + drift) - drift).
  by move=> le; apply: printed_before => // i lt; apply: less; apply: leq_trans lt le.
split; first exact: before.
case: leqP => le; first exact: before.
rewrite -{1}(subnK (ltnW le)) iterD printed_after ?before //; last first.
  by rewrite le_minr more andbT ler_pdivr_mulr // mul1r ler_addr ltW.
by rewrite -before // printed_range.
Qed.

(** The sentence after (5.1): at most 1/(E + 1) for t <= tau - 1, at least that for t >= tau. *)
Theorem printed_turn_sentence s tau t : 0 <= s <= 1 -> printed_turn E d s tau ->
  if (t < tau)%N then iter t P s <= b else b <= iter t P s.
Proof.
move=> s01 [less more]; have /andP[_ s1] := s01; have b1 : b <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr ltW.
case: ltnP => le.
  rewrite printed_before // => [|j lt]; last by apply: less; apply: ltn_trans lt le.
  by rewrite le_minl less ?orbT.
rewrite -(subnK le) iterD; elim: (t - tau)%N => [|n IH] /=.
  by rewrite printed_before // le_minr b1.
have /andP[h0 h1] := printed_range n (printed_range tau s01).
exact: le_trans IH (printed_grows h0 h1).
Qed.

(** tau, the first such number, is the first t with s^t >= 1/(E + 1). *)
Theorem printed_first_hit s tau : 0 <= s <= 1 ->
  (forall j, (j < tau)%N -> E ^+ j * (s + drift) - drift < b) -> b <= E ^+ tau * (s + drift) - drift ->
  (forall j, (j < tau)%N -> iter j P s < b) /\ b <= iter tau P s.
Proof.
move=> s01 less more; have turn : printed_turn E d s tau by split=> // j lt; apply/ltW/less.
split=> [j lt|]; last by have := printed_turn_sentence tau s01 turn; rewrite ltnn.
have /andP[_ s1] := s01; rewrite printed_before // => [|i lt']; last by apply/ltW/less; apply: ltn_trans lt' lt.
by rewrite lt_minl less ?orbT.
Qed.

(** (5.5) of the mechanism. *)
Theorem equation_5_5_printed q (c : {perm 'I_q}) (p : 'I_q -> R) k tau t : d <= 1 -> distribution p -> (0 < k <= q)%N ->
  let s := prefix c p k in printed_turn E d s tau ->
  prefix c (line P c p t) k = if (t <= tau)%N then Num.min 1 (E ^+ t * (s + drift) - drift)
    else Num.min 1 (1 + E * drift - (1 + E * drift - Num.min 1 (E ^+ tau * (s + drift) - drift)) / E ^+ (t - tau)).
Proof.
move=> d1 law k0q s turn; rewrite prefix_line //.
have s01 : 0 <= s <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
by have [_ ->] := printed_closed_form t s01 turn.
Qed.

End Lines.

(** (5.2), delta = 0, where the printed T is the corrected one, with any such tau. *)
Theorem equation_5_2_printed (R : realFieldType) (E : R) q (c : {perm 'I_q}) (p : 'I_q -> R) k tau t : 1 < E ->
  distribution p -> (0 < k <= q)%N -> let s := prefix c p k in
  (forall j, (j < tau)%N -> E ^+ j * s <= 1 / (E + 1)) -> 1 / (E + 1) <= E ^+ tau * s ->
  printed E 0 =1 corrected E 0 /\
  prefix c (line (printed E 0) c p t) k = if (t <= tau)%N then E ^+ t * s else 1 - (1 - E ^+ tau * s) / E ^+ (t - tau).
Proof.
move=> E1 law k0q s less more; split=> [x|]; first by rewrite /printed /corrected !addr0 subr0.
have s01 : 0 <= s <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
have E0 : 0 < E by apply: lt_trans ltr01 E1.
have r0 : drift E 0 = 0 by rewrite /drift mul0r.
have turn : printed_turn E 0 s tau by split=> [j lt|]; rewrite r0 addr0 subr0 // less.
rewrite (@equation_5_5_printed _ _ _ E1 (lexx 0) _ _ _ _ tau) // ?ler01 // -/s r0 mulr0 !addr0 !subr0.
have small j : (j <= tau)%N -> E ^+ j * s <= 1.
  case: j => [|j] lt; first by rewrite expr0 mul1r; case/andP: s01.
  have Ep : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
  rewrite exprS -mulrA; apply: (@le_trans _ _ (E * (1 / (E + 1)))); first by rewrite ler_pmul2l // less.
  by rewrite mulrCA mul1r ler_pdivr_mulr // mul1r ler_addl ler01.
case: leqP => le; first by rewrite (min_idPr (small _ le)).
rewrite (min_idPr (small _ (leqnn _))) (min_idPr _) //.
by rewrite ler_subl_addr ler_addl divr_ge0 ?subr_ge0 ?small // exprn_ge0 // ltW.
Qed.

(** The numbers tau_k of a law do not increase with k: a larger sum turns no later. *)
Theorem first_hit_monotone (R : realFieldType) (E d s s' : R) tau tau' : 0 <= E -> s <= s' ->
  first_hit E d s tau -> first_hit E d s' tau' -> (tau' <= tau)%N.
Proof.
move=> E0 le [_ more] [less' _]; rewrite leqNgt; apply/negP => lt; have := less' _ lt; rewrite ltNge; case/negP.
by apply: le_trans more _; rewrite ler_add2r ler_wpmul2l ?exprn_ge0 // ler_add2r.
Qed.

(** The same with floors: the first n with E^n (s + drift) - drift > b. *)
Theorem floor_monotone (R : realFieldType) (E d b s s' : R) tau tau' : 0 <= E -> s <= s' ->
  b < E ^+ tau * (s + drift E d) - drift E d -> (forall j, (j < tau')%N -> E ^+ j * (s' + drift E d) - drift E d <= b) ->
  (tau' <= tau)%N.
Proof.
move=> E0 le more less'; rewrite leqNgt; apply/negP => lt; have := less' _ lt; rewrite leNgt; case/negP.
by apply: lt_le_trans more _; rewrite ler_add2r ler_wpmul2l ?exprn_ge0 // ler_add2r.
Qed.

(** ** Long lines of the printed operator *)

Section Long.
Variables (R : realFieldType) (E d : R) (q n : nat) (c : {perm 'I_q}) (p : 'I_q -> R).
Hypotheses (E1 : 1 < E) (d0 : 0 < d) (d1 : d <= 1) (law : distribution p).
Let E1' : 1 <= E. Proof. exact: ltW. Qed.
Let E0 : 0 < E. Proof. exact: lt_trans ltr01 E1. Qed.
Let Ep : 0 < E + 1. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Notation P := (printed E d).
Notation mechanism := (fun i : 'I_n.+1 => line P c p i).

Lemma printed_line_law t : distribution (line P c p t).
Proof. exact: line_distribution (printed_operator E1' (ltW d0)) _ _ law. Qed.

(** E delta is enough on every line, ... *)
Theorem printed_line_private : private (@line_graph n) E (E * d) mechanism.
Proof.
have enough t : close E (E * d) (line P c p t.+1) (line P c p t).
  have [_ _ _ [up down]] := printed_close E1' (ltW d0) d1 c (printed_line_law t).
  have le : printed_delta E d <= E * d by rewrite le_minl lexx.
  have pos u x : 0 <= line P c p u x by case: (printed_line_law u).
  by split; [exact: (close_to_weaken (pos t) (lexx E) le up) | exact: (close_to_weaken (pos t.+1) (lexx E) le down)].
by move=> i j /orP[] /eqP <-; [have [_ down] := enough i | have [up _] := enough j].
Qed.

(** ... and nothing less on one of 1/delta steps or more, if delta is small and some prefix sum is less than 1 - E delta. *)
Theorem printed_line_sharp k k' : (E + 1) ^+ 2 * d < 1 -> (0 < k <= q)%N -> prefix c p k < 1 - E * d -> 1 <= n%:R * d ->
  private (@line_graph n) E k' mechanism -> E * d <= k'.
Proof.
move=> small k0q start long priv; set x := fun t => iter t P (prefix c p k).
have s01 : 0 <= prefix c p k <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
have found t : (t <= n)%N -> (exists2 j, (j < n)%N & 1 / (E + 1) <= x j < 1 - E * d) \/ t%:R * d <= x t < 1 - E * d.
  elim: t => [|t IH] lt; first by right; rewrite mul0r start; case/andP: s01 => ->.
  case: (IH (ltnW lt)) => [|/andP[more less]]; first by left.
  case: (leP (1 / (E + 1)) (x t)) => [ge|below]; first by left; exists t; rewrite // ge.
  have small' : 0 < 1 - (E + 1) ^+ 2 * d by rewrite subr_gt0.
  have below' : 0 < 1 - x t * (E + 1) by rewrite subr_gt0 -ltr_pdivl_mulr.
  have next : E * x t + d < 1 - E * d.
    rewrite -(ltr_pmul2r Ep) -subr_gt0; have -> : (1 - E * d) * (E + 1) - (E * x t + d) * (E + 1)
      = E * (1 - x t * (E + 1)) + (1 - (E + 1) ^+ 2 * d) by ring.
    by rewrite addr_gt0 // mulr_gt0.
  have le1 : E * x t + d <= 1 by apply: le_trans (ltW next) _; rewrite ler_subl_addr ler_addl mulr_ge0 // ltW.
  have eq : x t.+1 = E * x t + d by rewrite /x /= printed_below // ?(ltW below) // (min_idPr le1).
  right; rewrite eq next andbT -addn1 natrD mulrDl mul1r ler_add2r; apply: le_trans more _.
  rewrite -[X in X <= _]mul1r ler_wpmul2r //; by have /andP[] := printed_range E1 (ltW d0) t s01.
case: (found n (leqnn n)) => [[t lt /andP[ge less]]|/andP[more less]]; last first.
  have := le_lt_trans (le_trans long more) less; rewrite ltr_subr_addl -ltr_subr_addr subrr => /lt_le_trans.
  by move=> /(_ _ (ltW (mulr_gt0 E0 d0))); rewrite ltxx.
have lt' : (t < n.+1)%N by apply: ltnW.
have edge : line_graph (Ordinal lt') (Ordinal (lt : (t.+1 < n.+1)%N)) by rewrite /line_graph /= eqxx.
have : prob (line P c p t) (~: first_colors c k) <= E * prob (line P c p t.+1) (~: first_colors c k) + k'.
  exact: priv edge _.
have sums i : prefix c (line P c p i) k = x i by rewrite prefix_line.
rewrite !(prob_last _ _ (printed_line_law _)) !sums.
have -> : x t.+1 = 1 - (1 - x t) / E + d.
  have -> : x t.+1 = P (x t) by [].
  rewrite (printed_above d E1 ge) (min_idPr _) // addrAC ler_subl_addr ler_add2l.
  rewrite ler_pdivl_mulr // [d * E]mulrC; apply: ltW; move: less; rewrite !ltr_subr_addl; rewrite addrC //.
move=> h; rewrite -subr_ge0 in h; rewrite -subr_ge0; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite gt_eqF.
Qed.

End Long.
