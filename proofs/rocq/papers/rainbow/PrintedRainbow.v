(** * PrintedRainbow: what the operator of (4.3) as printed gives

    Lemma 1 (1) is false of it for delta > 0 and E > 1: it is close with delta' = min{E delta, 1 - (1 - delta)/E} instead of
    delta, and no less will do for all laws. For one law delta is enough exactly if no prefix sum lies strictly between
    (1 - delta)/(E + 1) and 1 - delta. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Signs Definitions DefinitionsRainbow Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Printed.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (d1 : d <= 1).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.
Let EE : 0 <= E - 1. Proof. by rewrite subr_ge0. Qed.

Lemma printedE s : printed E d s = limited E d (E * d) s.
Proof.
rewrite /printed /limited addr_minl; congr (Num.min 1 (Num.min _ _)).
have -> : (1 - s - E * d) / E = (1 - s) / E - d by rewrite mulrBl mulrAC mulfV ?mul1r // gt_eqF.
by rewrite opprB addrA addrAC.
Qed.

Lemma printed_bounds s :
  [/\ printed E d s <= 1, printed E d s <= E * s + d & 1 - s <= E * (1 - printed E d s) + E * d].
Proof. by apply/and3P; rewrite -le_limited // -printedE lexx. Qed.
Lemma printedP s : [\/ printed E d s = 1, printed E d s = E * s + d | E * (1 - printed E d s) = 1 - s - E * d].
Proof. by rewrite printedE; apply: limitedP. Qed.

Lemma printed_delta_ge : d <= printed_delta E d.
Proof.
rewrite /printed_delta le_minr -[X in X <= _]mul1r ler_wpmul2r //=.
rewrite ler_subr_addl -ler_subr_addr ler_pdivr_mulr // -[X in X <= _]mulr1.
by rewrite ler_wpmul2l // subr_ge0.
Qed.

Theorem printed_operator : operator E d (printed_delta E d) (printed E d).
Proof.
have Ed0 : 0 <= E * d by rewrite mulr_ge0 // ltW.
have [o1 o2 o3 o4 o5 o6 o7 o8 o9] := limited_operator E1 d0 Ed0.
split=> [a b|a|a||a b|b|a b|b|a]; rewrite ?printedE;
  [exact: o1|exact: o2|exact: o3|exact: o4|exact: o5|exact: o6|exact: o7|exact: o8|].
rewrite /printed_delta -ler_subl_addl le_minr; apply/andP; split; rewrite ler_subl_addl ?o9 // -printedE.
 have [h1 h2 _] := printed_bounds a; rewrite -subr_ge0 in h1.
have Ei0 : 0 <= E^-1 by rewrite invr_ge0 ltW.
case: (leP ((1 - d) / E) a) => [le|/ltW le].
  have h : 0 <= E * (1 - printed E d a) by rewrite mulr_ge0 // ltW.
  by rewrite -subr_ge0 in le; apply: le_by (addr_ge0 h le) _; ring.
rewrite -subr_ge0 in le; rewrite -subr_ge0 in h2.
have EE2 : 0 <= E * E - 1.
  have -> : E * E - 1 = (E - 1) * (E + 1) by ring.
  by apply: mulr_ge0 => //; rewrite addr_ge0 ?ler01 ?(ltW E0).
apply: le_by (addr_ge0 (mulr_ge0 (ltW E0) h2) (mulr_ge0 EE2 le)) _.
by field; rewrite gt_eqF.
Qed.

Variables (q : nat) (c : {perm 'I_q}).
Implicit Types p : 'I_q -> R.

(** What the printed T gives: a distribution, d towards T(p), delta' back. *)
Theorem printed_close p : distribution p ->
  [/\ distribution (step (printed E d) c p), close_to E d (step (printed E d) c p) p,
      close_to E (printed_delta E d) p (step (printed E d) c p)
    & close E (printed_delta E d) (step (printed E d) c p) p].
Proof.
move=> law; have op := printed_operator; have d'0 := le_trans d0 printed_delta_ge.
have forward := step_close_forward c d0 op law; have back := step_close_backward c E1 d'0 op law.
split=> //; first exact: (step_distribution c op law).
split=> //; apply: close_to_weaken forward => //; first by case: law.
exact: printed_delta_ge.
Qed.

End Printed.

Section Sharp.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (d1 : d <= 1).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.

(** A law with s on the first color and the rest on the second. *)
Definition two_colors (n : nat) (c : {perm 'I_n.+2}) (s : R) (x : 'I_n.+2) : R :=
  if (c^-1)%g x == 0%N :> nat then s else if (c^-1)%g x == 1%N :> nat then 1 - s else 0.

Lemma two_colors_law n (c : {perm 'I_n.+2}) s : 0 <= s <= 1 ->
  distribution (two_colors c s) /\ prefix c (two_colors c s) 1 = s.
Proof.
case/andP=> s0 s1; split.
  split=> [x|]; first by rewrite /two_colors; do 2 case: ifP => _ //; rewrite subr_ge0.
  rewrite (reindex_inj (@perm_inj _ c)) /= 2!big_ord_recl /two_colors !permK /= big1 => [|i _].
    by rewrite addr0 addrC subrK.
  by rewrite permK.
by rewrite (prefixS c _ (ltn0Sn _)) prefix0 add0r /two_colors permK.
Qed.

(** delta' is sharp, for every number of colors from two on. *)
Theorem printed_delta_sharp n (c : {perm 'I_n.+2}) : exists2 p, distribution p &
  forall k, close_to E k p (step (printed E d) c p) -> printed_delta E d <= k.
Proof.
pose s := if d <= 1 / (E + 1) then 1 / (E + 1) else (1 - d) / E.
have Ep : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
have Ene : E + 1 != 0 by rewrite gt_eqF. have E0ne : E != 0 by rewrite gt_eqF.
have EE : 0 <= E - 1 by rewrite subr_ge0.
have s01 : 0 <= s <= 1.
  rewrite /s; case: ifP => _; apply/andP; split; rewrite ?divr_ge0 ?subr_ge0 ?ler01 ?(ltW Ep) ?(ltW E0) //.
    by rewrite ler_pdivr_mulr // mul1r ler_addr ltW.
  by rewrite ler_pdivr_mulr // mul1r (le_trans _ E1) // ler_subl_addl ler_addr.
have [law first] := two_colors_law c s01; exists (two_colors c s) => // k cl.
have := cl (~: first_colors c 1); have lawT := (let: And4 a _ _ _ := printed_close E1 d0 d1 c law in a).
rewrite !prob_last // prefix_step // /next_sum first; rewrite -ler_subl_addl; apply: le_trans.
have [_ h2 h3] := printed_bounds d E1 s; rewrite -subr_ge0 in h2; rewrite -subr_ge0 in h3.
rewrite /printed_delta le_minl; move: h2 h3; rewrite /s; case: ifP => h h2 h3.
  apply/orP; left; have small : 1 - (1 - 1 / (E + 1) - E * d) / E <= printed E d (1 / (E + 1)).
    rewrite printedE // /limited !le_minr lexx andbT; rewrite -subr_ge0 in h; apply/andP; split.
      apply: le_by h _; by field; rewrite ?E0ne ?Ene.
    apply: le_by (lexx 0) _; by field; rewrite ?E0ne ?Ene.
  rewrite -subr_ge0 in small; apply: le_by (mulr_ge0 (ltW E0) small) _.
  by field; rewrite ?E0ne ?Ene.
apply/orP; right; have one : 1 <= printed E d ((1 - d) / E).
  rewrite printedE // /limited !le_minr lexx /=; move/negbT: h; rewrite -ltNge => /ltW h; rewrite -subr_ge0 in h.
  apply/andP; split; first by rewrite mulrCA mulfV // mulr1 subrK.
  rewrite ler_addl oppr_ge0 mulr_le0_ge0 ?invr_ge0 ?(ltW E0) //.
  have h' : 0 <= (d - 1 / (E + 1)) * ((E * E - 1) / E).
    apply: mulr_ge0 => //; apply: divr_ge0; last exact: ltW.
    have -> : E * E - 1 = (E - 1) * (E + 1) by ring.
    by apply: mulr_ge0 => //; apply: ltW.
  rewrite -subr_ge0; apply: le_trans h' _; rewrite -subr_ge0 le_eqVlt; apply/orP; left; apply/eqP.
  by field; rewrite ?E0ne ?Ene.
rewrite -subr_ge0 in one; apply: le_by (mulr_ge0 (ltW E0) one) _; by ring.
Qed.

Lemma corrected_le_printed s : corrected E d s <= printed E d s.
Proof.
have := lexx (corrected E d s); rewrite {1}le_corrected // printedE // le_limited // => /and3P[-> -> /= h].
by apply: le_trans h _; rewrite ler_add2l -[X in X <= _]mul1r ler_wpmul2r.
Qed.

(** For one law: delta is enough exactly if no prefix sum lies strictly between. *)
Theorem printed_corrected s : s <= (1 - d) / (E + 1) \/ 1 - d <= s -> printed E d s = corrected E d s.
Proof.
move=> out; have [h1 h2 h3] := printed_bounds d E1 s; apply/eqP; rewrite eq_le; apply/andP; split.
  rewrite le_corrected // h1 h2 /=; case: out => out; last first.
    rewrite -subr_ge0 in h1; rewrite -subr_ge0 in out.
    by apply: le_by (addr_ge0 (mulr_ge0 (ltW E0) h1) out) _; ring.
  have Ep : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
  move: out; rewrite ler_pdivl_mulr // -subr_ge0 => out; rewrite -subr_ge0 in h2.
  have EE : 0 <= E - 1 by rewrite subr_ge0.
  by apply: le_by (addr_ge0 (mulr_ge0 (ltW E0) h2) (mulr_ge0 EE out)) _; ring.
exact: corrected_le_printed.
Qed.

(** (4.3) as printed is right where delta = 0, epsilon = 0 or delta = 1. *)
Theorem printed_corrected_edges s : 0 <= s -> [\/ d = 0, E = 1 | d = 1] -> printed E d s = corrected E d s.
Proof.
move=> s0 edge; apply/eqP; rewrite eq_le corrected_le_printed // andbT le_corrected //.
have [h1 h2 h3] := printed_bounds d E1 s; rewrite h1 h2 /=.
case: edge => e; first by move: h3; rewrite e mulr0.
  by move: h3; rewrite e !mul1r.
by apply: (ge_by (e := E * (1 - printed E d s) + s)); [rewrite e; ring | rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 // ltW].
Qed.

(** Lemma 1 (2) as printed: the printed T(p) dominates every law that is close to p. *)
Theorem printed_greatest q (c : {perm 'I_q}) (p p' : 'I_q -> R) : distribution p -> distribution p' ->
  close E d p' p -> dominates c (step (printed E d) c p) p'.
Proof.
move=> law law' cl; apply: dominates_trans (lemma_1_greatest E1 c law law' cl) => k.
wlog le : k / (k <= q)%N => [h|].
  by case: (leqP k q) => lt; [exact: h | rewrite !(@prefix_over _ _ c _ k) ?(ltnW lt) //; apply: h].
by rewrite !prefix_step //; case: k le => [|k] _ //=; apply: corrected_le_printed.
Qed.

Theorem printed_too_large s : 1 < E -> 0 < d -> (1 - d) / (E + 1) < s -> s < 1 - d ->
  corrected E d s < printed E d s.
Proof.
move=> E1' d0' lo hi; rewrite ltNge le_corrected //; apply/negP => /and3P[_ _ h]; move: h; apply/negP; rewrite -ltNge.
have Ep : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
have EE : 0 < E - 1 by rewrite subr_gt0.
rewrite -subr_gt0; case: (printedP d E1 s) => eq.
- by rewrite eq subrr mulr0 add0r subr_gt0 ltr_subr_addl -ltr_subr_addr.
- have lo' : 0 < s * (E + 1) - (1 - d) by rewrite subr_gt0 -ltr_pdivr_mulr.
  rewrite eq (_ : _ - _ = (E - 1) * (s * (E + 1) - (1 - d))); last by ring.
  by apply: mulr_gt0.
rewrite eq; have -> : 1 - s - (1 - s - E * d + d) = (E - 1) * d by ring.
exact: mulr_gt0.
Qed.

Theorem printed_close_iff q (c : {perm 'I_q}) (p : 'I_q -> R) : 1 < E -> 0 < d -> distribution p ->
  (close E d (step (printed E d) c p) p <->
   forall k, (0 < k < q)%N -> prefix c p k <= (1 - d) / (E + 1) \/ 1 - d <= prefix c p k).
Proof.
move=> E1' d0' law; have lawT := (let: And4 a _ _ _ := printed_close E1 d0 d1 c law in a); split=> [cl k /andP[k0 kq]|out].
  have := lemma_1_greatest E1 c law lawT cl k; rewrite !prefix_step ?(ltnW kq) //; case: k k0 kq => // k _ _ /= le.
  case: (leP (prefix c p k.+1) ((1 - d) / (E + 1))) => lo; first by left.
  case: (leP (1 - d) (prefix c p k.+1)) => hi; first by right.
  by have := printed_too_large E1' d0' lo hi; rewrite ltNge le.
have same k : (k <= q)%N -> next_sum (printed E d) c p k = next_sum (corrected E d) c p k.
  case: k => // k le /=; move: le; rewrite leq_eqVlt => /orP[/eqP eq|lt]; last by apply: printed_corrected; apply: out.
  rewrite eq prefix_all; case: law => _ ->; apply: printed_corrected; right.
  by rewrite ler_subl_addl ler_addr.
have eq : step (printed E d) c p =1 step (corrected E d) c p.
  by move=> x; rewrite /step !same // ltnW.
have [_ [cl cl']] := lemma_1_close E1 d0 c law.
have eqP' S : prob (step (printed E d) c p) S = prob (step (corrected E d) c p) S by apply: eq_bigr => x _.
by split=> S; rewrite eqP'; [apply: cl | apply: cl'].
Qed.

End Sharp.
