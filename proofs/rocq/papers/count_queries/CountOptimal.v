(** * Count queries: when Definition 2 is optimal over all events

    Not in the paper. The noise of Definition 2 has the least delta of all symmetric noises over all events if and only
    if C >= E S_D/T_D, or D = 1, where there is one symmetric noise only. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountDesign CountEvents CountTurning.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variables (R : realFieldType) (E : R).
Hypothesis E1 : 1 <= E.

Lemma T_le0 n : T_ E n <= n%:R * S_ E n.
Proof.
elim: n => [|n ih]; first by rewrite T0 mul0r.
rewrite T_up mulrSr mulrDl mul1r ler_add2r; apply: le_trans ih _.
by rewrite ler_wpmul2l ?ler0n // S_le.
Qed.
Lemma T_le m n : T_ E (m + n) <= m%:R * S_ E m + n%:R * S_ E (m + n).
Proof.
elim: n => [|n ih]; first by rewrite addn0 mul0r addr0 T_le0.
rewrite addnS T_up mulrSr mulrDl mul1r addrA ler_add2r; apply: le_trans ih _.
by rewrite ler_add2l ler_wpmul2l ?ler0n // S_le.
Qed.
Lemma S_ge m : m%:R <= S_ E m.
Proof. by elim: m => [|m ih]; rewrite ?S0 // S_up mulrSr ler_add ?(Ek_ge1 E1). Qed.

Lemma T_lt D m : (1 < D)%N -> (m < D)%N -> T_ E D < D%:R * S_ E (D - m) + S_ E D * S_ E m.
Proof.
move=> D1 mD; case: m mD => [|m] mD.
  rewrite S0 mulr0 addr0 subn0; case: D D1 mD => [|[|n]] // _ _.
  rewrite T_up mulrSr mulrDl mul1r ltr_add2r; apply: le_lt_trans (T_le0 _) _.
  by rewrite ltr_pmul2l ?ltr0n // [X in _ < X]S_up ltr_addl Ek_gt0.
have s : 0 < S_ E (D - m.+1) by apply: S_gt0 => //; rewrite subn_gt0.
have := T_le (D - m.+1) m.+1; rewrite (subnK (ltnW mD)) => le; apply: le_lt_trans le _.
apply: ltr_le_add; first by rewrite ltr_pmul2r // ltr_nat; nat_lia.
by rewrite mulrC ler_wpmul2l ?S_ge0 // S_ge.
Qed.
End Sums.

Section Optimal.
Variables (R : realFieldType) (E eta : R) (D N k : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D < N)%N).
Hypothesis best : greatest_bound E eta D k.
Let B := B_of eta.
Let C := C_of eta.
Let B0 : 0 < B := B_gt0 eta_range.
Let C0 : 0 < C := C_gt0 eta_range.
Let S0 : 0 < S_ E D := S_gt0 E1 D0.
Let T0 : 0 < T_ E D := T_gt0 E1 D0.

(** Where one of the other two of [real_bounds] is the greatest, for D > 1, all of [event_bounds] are less. *)
Lemma below v w : (1 < D)%N -> C < E * S_ E D / T_ E D ->
  is_maximum v (real_bounds E eta D) -> w \in event_bounds E eta D -> w < v.
Proof.
move=> D1 c [_ /allP le] mem.
have flat : D%:R / T_ E D <= v by apply: le; rewrite !inE eqxx orbT.
have slope : (D%:R + S_ E D) / T_ E D - E * C <= v by apply: le; rewrite !inE eqxx !orbT.
have t0 : 0 <= E * C by rewrite mulr_ge0 ?(E_ge0 E1) // ltW.
(* a bound z that is below D/T_D at E C = S_D/T_D, and falls in E C with a slope from 0 to 1 *)
have kink a b : 0 <= b <= 1 -> a - b * (S_ E D / T_ E D) < D%:R / T_ E D -> a - b * (E * C) < v.
  case/andP=> b0 b1 h; case: (lerP (S_ E D / T_ E D) (E * C)) => t.
    by apply: le_lt_trans (_ : a - b * (S_ E D / T_ E D) < _); [rewrite ler_add2l ler_opp2 ler_wpmul2l | apply: lt_le_trans flat].
  apply: lt_le_trans slope; rewrite mulrDl.
  apply: lt_by (_ : _ = (D%:R / T_ E D - (a - b * (S_ E D / T_ E D))) + (1 - b) * (S_ E D / T_ E D - E * C)) _; first by ring.
  by rewrite ltr_paddr ?subr_gt0 // mulr_ge0 ?subr_ge0 // ltW.
move: mem; rewrite !inE => /or3P [/eqP ->|/eqP ->|/mapP [m]].
- apply: lt_le_trans flat; move: c; rewrite !ltr_pdivl_mulr // => c.
  apply: lt_by (_ : _ = E * S_ E D - C * T_ E D) _; last by rewrite subr_gt0.
  by rewrite -[E * S_ E D](subrK D%:R) -T_E_minus -/C; ring.
- rewrite -/C -[E * C]mul1r; apply: kink; first by rewrite ler01 lexx.
  have s : 0 < S_ E D./2 + S_ E (uphalf D) by rewrite ltr_paddl ?S_ge0 ?S_gt0 //; nat_lia.
  rewrite mul1r ltr_subl_addr -mulrDl ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr //.
  have half : (D./2 < D)%N by nat_lia.
  have half' : (uphalf D < D)%N by nat_lia.
  have h := T_lt E1 D1 half; have h' := T_lt E1 D1 half'.
  have e : (D - D./2 = uphalf D)%N by nat_lia.
  have e' : (D - uphalf D = D./2)%N by nat_lia.
  rewrite e in h; rewrite e' in h'; have sum := ltr_add h h'.
  have -> : 2%:R * T_ E D = T_ E D + T_ E D by ring.
  by apply: lt_le_trans sum _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
rewrite mem_iota /= => mD ->; have s : 0 < S_ E (D - m) by apply: S_gt0 => //; nat_lia.
have -> : (1 - E * C_of eta * S_ E m) / S_ E (D - m) = (S_ E (D - m))^-1 - S_ E m / S_ E (D - m) * (E * C).
  by rewrite -/C; field; rewrite gt_eqF.
apply: kink.
  rewrite divr_ge0 ?S_ge0 ?(ltW s) //= ler_pdivr_mulr // mul1r S_le //; nat_lia.
have m1 : (m < D)%N by nat_lia.
have lt := T_lt E1 D1 m1.
have -> : (S_ E (D - m))^-1 - S_ E m / S_ E (D - m) * (S_ E D / T_ E D)
    = (T_ E D - S_ E D * S_ E m) / T_ E D / S_ E (D - m) by field; rewrite !gt_eqF.
by rewrite ltr_pdivr_mulr // mulrAC ltr_pmul2r ?invr_gt0 // ltr_subl_addr.
Qed.

Theorem definition_2_optimal d :
  tight_delta (neighbours D N) E d (@count_mechanism R D N (fun _ => noise D eta (printed_alpha E eta D k))) ->
  (least_delta D N E eta d <-> E * S_ E D / T_ E D <= C_of eta \/ D = 1%N).
Proof.
have [v max] : exists v, is_maximum v (real_bounds E eta D) by apply: maximum_exists.
have tight := real_delta E1 eta_range D0 DN best max.
move=> /tight_delta_unique /(_ tight) ->; split=> [[_ _ least]|cases].
  case: (lerP (E * S_ E D / T_ E D) (C_of eta)) => [|c]; [by left | right].
  apply/eqP; rewrite eqn_leq D0 andbT leqNgt; apply/negP => D1.
  have [w max'] : exists w, is_maximum w (event_bounds E eta D) by apply: maximum_exists.
  have [[a law private] _] := events_least E1 eta_range D0 DN max'.
  have := least _ _ (events_least_ge0 E1 eta_range D0 DN max') law private; rewrite ler_pmul2r ?invr_gt0 // leNgt; case/negP.
  exact: below max max'.1.
have [d0 enough _] := tight; split=> [//||a delta _ law private].
  by exists (printed_alpha E eta D k); [exact: definition_2_valid |].
rewrite ler_pdivr_mulr // mulrC.
have [mem /allP le] := max; case: cases => [c|one].
  apply: le_trans (events_center E1 eta_range DN law private).
  by have /allP := real_center E1 D0 c; apply.
have /allP all : seq.all (fun w => w <= B * delta) (event_bounds E eta D).
  by apply: (iffLR (events_optimum E1 eta_range D0 DN delta)); exists a.
move: mem all; rewrite /real_bounds /event_bounds one /= T_up CountSums.T0 S_up CountSums.S0 !add0r expr0 !divr1 mulr0 subr0.
by move=> mem; apply; move: mem; rewrite !inE => /or3P [] ->; rewrite ?orbT.
Qed.
End Optimal.
