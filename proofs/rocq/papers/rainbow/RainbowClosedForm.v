(** * RainbowClosedForm: (5.2) and (5.5) of "Generalized Rainbow Differential Privacy", corrected

    drift = delta/(E - 1) is (5.3), b = (1 - delta)/(E + 1) the breakpoint. tau is the first whole number with
    E^tau (s + drift) - drift >= b: (5.1) and (5.4) without their "+ 1", with the corrected breakpoint. Without such a number the
    first line holds for all t ([before_hit]). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow Archimedean Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Branches.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (d1 : d <= 1).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.
Let EE : 0 <= E - 1. Proof. by rewrite subr_ge0. Qed.
Let Ep : 0 < E + 1. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Notation M := (corrected E d).

(** The two branches meet at the breakpoint. *)
Theorem below_breakpoint s : s <= breakpoint E d -> M s = E * s + d.
Proof.
rewrite /breakpoint ler_pdivl_mulr // -subr_ge0 => le; apply/eqP; rewrite eq_le.
have := lexx (M s); rewrite {1}le_corrected // => /and3P[_ -> _] /=; rewrite le_corrected // lexx /=.
have h := mulr_ge0 EE le; have d1' : 0 <= 1 - d by rewrite subr_ge0.
apply/andP; split; last by apply: le_by h _; ring.
rewrite -(ler_pmul2r Ep); apply: le_by (addr_ge0 (mulr_ge0 (ltW E0) le) d1') _; ring.
Qed.

Theorem above_breakpoint s : s <= 1 -> breakpoint E d <= s -> M s = Num.min 1 (1 - (1 - s - d) / E).
Proof.
rewrite /breakpoint ler_pdivr_mulr // -[(1 - d <= _)]subr_ge0 => s1 le; rewrite /corrected; congr (Num.min 1 _).
apply/min_idPr; rewrite -(ler_pmul2r E0) mulrBl mul1r divfK ?gt_eqF //.
by apply: le_by (mulr_ge0 EE le) _; ring.
Qed.

Lemma corrected_grows s : 0 <= s -> s <= 1 -> s <= M s.
Proof.
move=> s0 s1; rewrite le_corrected // s1 /=; have s1' : 0 <= 1 - s by rewrite subr_ge0.
apply/andP; split; first by apply: le_by (addr_ge0 (mulr_ge0 EE s0) d0) _; ring.
by apply: le_by (addr_ge0 (mulr_ge0 EE s1') d0) _; ring.
Qed.

Lemma iter_range s t : 0 <= s <= 1 -> 0 <= iter t M s <= 1.
Proof.
have op := corrected_operator E1 d0; move=> s01; elim: t => // t /andP[h0 h1] /=.
by rewrite (op_le1 op) andbT; apply: (op_ge0 op).
Qed.

(** epsilon = 0, for which drift does not exist. *)
Theorem closed_form_1 s t : E = 1 -> 0 <= s <= 1 -> iter t M s = Num.min 1 (s + t%:R * d).
Proof.
move=> E_1 /andP[s0 s1]; elim: t => [|t IH] /=; first by rewrite mul0r addr0 (min_idPr _).
have ME x : M x = Num.min 1 (x + d).
  rewrite /corrected E_1 mul1r divr1; have -> : 1 - (1 - x - d) = x + d by ring.
  by rewrite minxx.
rewrite ME IH; case: (leP 1 (s + t%:R * d)) => h.
  rewrite !(min_idPl _) ?ler_addl //; apply: le_trans h _; rewrite ler_add2l ler_wpmul2r //.
  by rewrite ler_nat.
by congr (Num.min 1 _); rewrite -[in RHS]addn1 natrD; ring.
Qed.

End Branches.

Section ClosedForm.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 < E) (d0 : 0 <= d) (d1 : d <= 1).
Let E1' : 1 <= E. Proof. exact: ltW. Qed.
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1'. Qed.
Let EE : 0 < E - 1. Proof. by rewrite subr_gt0. Qed.
Let E0ne : E != 0. Proof. by rewrite gt_eqF. Qed.
Notation M := (corrected E d).
Notation drift := (drift E d).
Notation b := (breakpoint E d).

Lemma rhoE : drift * (E - 1) = d.
Proof. by rewrite /DefinitionsRainbow.drift divfK // gt_eqF. Qed.
Lemma rho_ge0 : 0 <= drift.
Proof. by apply: divr_ge0 => //; apply: ltW. Qed.

(** The first line, as long as the sums are at most b. *)
Theorem before_hit s t : (forall j, (j < t)%N -> E ^+ j * (s + drift) - drift <= b) ->
  iter t M s = E ^+ t * (s + drift) - drift.
Proof.
elim: t => [|t IH] h; first by rewrite expr0 mul1r addrK.
rewrite /= IH => [|j lt]; last by apply: h; apply: leqW.
rewrite below_breakpoint ?h // -[X in _ + X]rhoE exprS; ring.
Qed.

(** The second line, from a sum u >= b on. *)
Theorem after_hit u n : 0 <= u <= 1 -> b <= u -> iter n M u = Num.min 1 (1 + drift - (1 + drift - u) / E ^+ n).
Proof.
move=> u01 bu; have r0 := rho_ge0.
have grows : forall n, b <= iter n M u.
  elim=> // k IH; apply: le_trans IH _ => /=; have /andP[h0 h1] := iter_range E1' d0 k u01.
  exact: corrected_grows.
elim: n => [|n IH] /=.
  rewrite expr0 divr1; have -> : 1 + drift - (1 + drift - u) = u by ring.
  by rewrite (min_idPr _) //; case/andP: u01.
have /andP[_ h1] := iter_range E1' d0 n u01; rewrite above_breakpoint //.
have -> : (1 + drift - u) / E ^+ n.+1 = (1 + drift - u) / E ^+ n / E.
  by rewrite exprS invfM mulrA mulrAC.
move: IH; set g := (1 + drift - u) / E ^+ n; set w := iter n M u => IH.
have -> : 1 - (1 - w - d) / E = 1 + drift - (1 + drift - w) / E.
  by rewrite -[d in LHS]rhoE; field.
move: IH; case: (leP 1 (1 + drift - g)) => [le|_] ->; last first.
  by have -> : 1 + drift - (1 + drift - g) = g by ring.
have r1 : drift / E <= drift by rewrite ler_pdivr_mulr // -[X in X <= _]mulr1 ler_wpmul2l.
have g1 : g <= drift by rewrite -subr_ge0 in le; apply: le_by le _; ring.
have g2 : g / E <= drift by apply: le_trans r1; rewrite ler_pmul2r // invr_gt0.
rewrite -subr_ge0 in r1; rewrite -subr_ge0 in g2.
by rewrite !(min_idPl _) //; [apply: le_by g2 _ | apply: le_by r1 _]; ring.
Qed.

(** tau is the first t at which the sum itself is at least b. *)
Lemma first_hit_iter s tau : first_hit E d s tau ->
  (forall j, (j < tau)%N -> iter j M s < b) /\ b <= iter tau M s.
Proof.
case=> less more; have eq j : (j <= tau)%N -> iter j M s = E ^+ j * (s + drift) - drift.
  by move=> le; apply: before_hit => i lt; apply/ltW/less; apply: leq_trans lt le.
by split=> [j lt|]; rewrite eq // ?less // ltnW.
Qed.

(** Without delta, 0 stays 0, so there is no tau. *)
Theorem no_first_hit tau : d = 0 -> ~ first_hit E d 0 tau.
Proof.
move=> z; case=> _; apply/negP; rewrite -ltNge /breakpoint /DefinitionsRainbow.drift z mul0r subr0 addr0 mulr0 subr0.
by rewrite divr_gt0 ?addr_gt0 ?ltr01.
Qed.

(** (5.5), corrected, for one prefix sum. *)
Theorem closed_form s tau t : 0 <= s <= 1 -> first_hit E d s tau ->
  let u := E ^+ tau * (s + drift) - drift in
  iter t M s = if (t <= tau)%N then E ^+ t * (s + drift) - drift
               else Num.min 1 (1 + drift - (1 + drift - u) / E ^+ (t - tau)).
Proof.
move=> s01 hit /=; have [less more] := hit; have [_ bu] := first_hit_iter hit.
have before j : (j <= tau)%N -> iter j M s = E ^+ j * (s + drift) - drift.
  by move=> le; apply: before_hit => i lt; apply/ltW/less; apply: leq_trans lt le.
case: leqP => le; first exact: before.
rewrite -{1}(subnK (ltnW le)) iterD after_hit //; last exact: iter_range.
by rewrite before.
Qed.

(** (5.5), corrected, of the mechanism: prefix sums of the law at the distance t, and P[M(t) = c_k]. *)
Theorem equation_5_5 q (c : {perm 'I_q}) (p : 'I_q -> R) k tau t : distribution p -> (0 < k <= q)%N ->
  let s := prefix c p k in first_hit E d s tau ->
  prefix c (line M c p t) k = if (t <= tau)%N then E ^+ t * (s + drift) - drift
    else Num.min 1 (1 + drift - (1 + drift - (E ^+ tau * (s + drift) - drift)) / E ^+ (t - tau)).
Proof.
move=> law k0q s hit.
rewrite prefix_line //; apply: closed_form => //.
by rewrite prefix_ge0 ?prefix_le1 //; case: law.
Qed.

End ClosedForm.

(** (5.2), corrected: delta = 0. *)
Theorem equation_5_2 (R : realFieldType) (E : R) q (c : {perm 'I_q}) (p : 'I_q -> R) k tau t : 1 < E ->
  distribution p -> (0 < k <= q)%N -> let s := prefix c p k in
  (forall j, (j < tau)%N -> E ^+ j * s < 1 / (E + 1)) -> 1 / (E + 1) <= E ^+ tau * s ->
  prefix c (line (corrected E 0) c p t) k = if (t <= tau)%N then E ^+ t * s
    else 1 - (1 - E ^+ tau * s) / E ^+ (t - tau).
Proof.
move=> E1 law k0q s less more; have s01 : 0 <= s <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
have rho0 : drift E 0 = 0 by rewrite /drift mul0r.
have b0 : breakpoint E 0 = 1 / (E + 1) by rewrite /breakpoint subr0.
have hit : first_hit E 0 s tau by split=> [j lt|]; rewrite rho0 b0 addr0 subr0 // less.
rewrite (@equation_5_5 _ _ _ E1 (lexx 0) ler01 _ _ _ _ tau) // rho0 !addr0 !subr0; case: leqP => // le.
apply/min_idPr; rewrite ler_subl_addr ler_addl; apply: divr_ge0; last first.
  by apply: exprn_ge0; apply: le_trans ler01 (ltW E1).
rewrite subr_ge0; have := iter_range (ltW E1) (lexx 0) tau s01; have := @closed_form _ _ _ E1 (lexx 0) ler01 s tau tau s01 hit.
by rewrite leqnn rho0 addr0 subr0 => -> /andP[].
Qed.

(** In an Archimedean field tau exists, but where s and delta are 0 ([no_first_hit]); so does the tau of the printed lines. *)
Section FirstHit.
Variables (R : archiFieldType) (E d s : R).
Hypotheses (E1 : 1 < E) (d0 : 0 <= d) (s0 : 0 <= s) (some : (0 < s) || (0 < d)).

Lemma reaches (b : R) : exists2 tau, b <= E ^+ tau * (s + drift E d) - drift E d
  & forall j, (j < tau)%N -> E ^+ j * (s + drift E d) - drift E d < b.
Proof.
have E0 : 0 < E - 1 by rewrite subr_gt0.
have pos : 0 < s + drift E d.
  case/orP: some => h; first by apply: ltr_paddr => //; rewrite divr_ge0 // ltW.
  by apply: ltr_paddl => //; rewrite divr_gt0.
have [n le] := powers_grow ((b + drift E d) / (s + drift E d)) E1.
have ex : exists n, b <= E ^+ n * (s + drift E d) - drift E d.
  by exists n; rewrite ler_subr_addr -ler_pdivr_mulr.
exists (ex_minn ex); first by case: ex_minnP.
move=> j; case: ex_minnP => m _ least lt; rewrite ltNge; apply/negP => /least.
by rewrite leqNgt lt.
Qed.

Theorem first_hit_exists : exists tau, first_hit E d s tau.
Proof. by have [tau more less] := reaches (breakpoint E d); exists tau. Qed.

Lemma printed_turn_exists : exists tau, printed_turn E d s tau.
Proof. by have [tau more less] := reaches (1 / (E + 1)); exists tau; split=> // j /less /ltW. Qed.

End FirstHit.
