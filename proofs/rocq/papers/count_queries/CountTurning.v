(** * Count queries: at which eta the deltas turn from falling to rising, and where Definition 2 is optimal

    Sadeghi, Asoodeh, Calmon (2020) have one threshold of eta, the knee of Figure 3. As eta grows, delta~ turns at
    C = C_D, the delta of Definition 2 over all events at C = E S_D/T_D, the least delta of symmetric noise over all
    events at C = E^D/S_D. Each is the largest of functions of eta that rise, u C - v over B, and of some that fall. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountDesign CountEquations CountEvents.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kinds.
Variable R : realFieldType.
Implicit Types eta u v : R.

Lemma difference_rising eta eta' u v : eta < eta' -> eta' < 1 -> 0 < u -> 0 <= v ->
  (u * C_of eta - v) / B_of eta < (u * C_of eta' - v) / B_of eta'.
Proof.
move=> less one u0 v0.
have e (x : R) : x < 1 -> (u * C_of x - v) / B_of x = u * x - v * ((1 - x) / 2%:R).
  by move=> x1; rewrite /C_of /B_of; field; rewrite subr_eq0 gt_eqF.
rewrite !e // ?(lt_trans less) //; apply: lt_by (_ : _ = (u + v / 2%:R) * (eta' - eta)) _; first by field.
by rewrite mulr_gt0 ?subr_gt0 // ltr_paddr // divr_ge0 ?ler0n.
Qed.

Lemma falling eta eta' u v : eta < eta' -> eta' < 1 -> 0 < u -> 0 <= v ->
  (u - v * C_of eta') / B_of eta' < (u - v * C_of eta) / B_of eta.
Proof.
move=> less one u0 v0.
have e (x : R) : x < 1 -> (u - v * C_of x) / B_of x = u * ((1 - x) / 2%:R) - v * x.
  by move=> x1; rewrite /C_of /B_of; field; rewrite subr_eq0 gt_eqF.
rewrite !e // ?(lt_trans less) //; apply: lt_by (_ : _ = (u / 2%:R + v) * (eta' - eta)) _; first by field.
by rewrite mulr_gt0 ?subr_gt0 // ltr_paddr // divr_gt0 ?ltr0n.
Qed.

Lemma maximum_exists (s : seq R) : s != [::] -> exists v, is_maximum v s.
Proof.
elim: s => // x [|y s] ih _; first by exists x; rewrite /is_maximum /= inE eqxx lexx.
have [//|v [mem le]] := ih; case: (lerP x v) => h.
  by exists v; split; [rewrite inE mem orbT | apply/andP].
exists x; split; first exact: mem_head.
by apply/allP => z; rewrite inE => /predU1P [->//|/(allP le) /le_trans]; apply; exact: ltW.
Qed.
End Kinds.

Section Turning.
Variables (R : realFieldType) (E : R) (D : nat).
Hypotheses (E1 : 1 <= E) (D0 : (0 < D)%N).
Let S0 : 0 < S_ E D := S_gt0 E1 D0.
Let T0 : 0 < T_ E D := T_gt0 E1 D0.
Let E0 : 0 <= E := E_ge0 E1.

(** ** delta~ *)

Lemma greatest_bound_exists eta : exists k, greatest_bound E eta D k.
Proof.
have [//|v [/mapP [k kD ->] /allP most]] := @maximum_exists _ [seq delta_ E eta D k | k <- iota 1 D.+1].
have inside i : (i \in iota 1 D.+1) = (1 <= i <= D.+1)%N by rewrite mem_iota addnC addn1 ltnS.
by exists k; split=> [|i iD]; [rewrite -inside | apply: most; rewrite map_f ?inside].
Qed.

Theorem bound_turns :
  turns_at (fun eta v => exists2 k, greatest_bound E eta D k & v = delta_ E eta D k) (crossover E D).
Proof.
split=> [eta _|]; first by have [k best] := greatest_bound_exists eta; exists (delta_ E eta D k), k.
move=> eta eta' v v' e0 less e1 [k best ->] [k' best' ->].
have r : 0 < eta < 1 by rewrite e0 (lt_trans less).
have r' : 0 < eta' < 1 by rewrite e1 andbT (lt_trans e0).
have last (x : R) : 0 < x < 1 -> delta_ E x D D.+1 = ((T_ E D)^-1 - 0 * C_of x) / B_of x.
  move=> h; have b := lt0r_neq0 (B_gt0 h); have t := lt0r_neq0 T0.
  by rewrite /delta_ ltnn; field; rewrite b t.
have ends : (1 <= D.+1 <= D.+1)%N by rewrite /= leqnn.
split=> c.
  apply: le_lt_trans (_ : delta_ E eta' D D.+1 < _).
    have [_ most] : greatest_bound E eta' D D.+1 by apply/(theorem_2 E1 r' ends); split=> //; rewrite ltnn.
    exact: most best'.1.
  apply: lt_le_trans (best.2 _ ends); rewrite !last //; apply: falling => //; by rewrite invr_gt0.
have [j jD eq] : exists2 j, (1 <= j <= D)%N & delta_ E eta D k = delta_ E eta D j.
  have [/andP [k1 kD] most] := best; case: (leqP k D) => h; first by exists k; rewrite ?k1.
  have -> : k = D.+1 by apply/eqP; rewrite eqn_leq kD.
  exists D; first by rewrite D0 leqnn.
  apply: le_anti; rewrite (lemma_3_last E1 r D0) c /=.
  by have := most D; rewrite D0 leqnSn (_ : k = D.+1) => [->|]; last by apply/eqP; rewrite eqn_leq kD.
have [j1 jD'] := andP jD; have w := W_gt0 E1 j1.
have form (x : R) : 0 < x < 1 -> delta_ E x D j = (S_ E j / W_ E j * C_of x - E ^+ j / W_ E j) / B_of x.
  move=> h; have b := lt0r_neq0 (B_gt0 h); have w0 := lt0r_neq0 w.
  by rewrite /delta_ jD'; field; rewrite b w0.
rewrite eq; apply: lt_le_trans (best'.2 j _); last by rewrite j1 (leq_trans jD').
by rewrite !form //; apply: difference_rising; rewrite // ?divr_gt0 ?divr_ge0 ?S_gt0 ?(Ek_ge0 E1) // ltW.
Qed.

(** ** The delta of Definition 2 over all events *)

Lemma center_real eta : C_of eta <= E * S_ E D / T_ E D -> C_of eta + 1 - E <= D%:R / T_ E D.
Proof.
rewrite !ler_pdivl_mulr // => h; apply: le_by (_ : _ = E * S_ E D - C_of eta * T_ E D) _; last by rewrite subr_ge0.
by rewrite -[E * S_ E D](subrK D%:R) -T_E_minus; ring.
Qed.

Lemma real_center eta : E * S_ E D / T_ E D <= C_of eta ->
  all (fun w => w <= C_of eta + 1 - E) (real_bounds E eta D).
Proof.
rewrite ler_pdivr_mulr // => h; have id := T_E_minus E D.
rewrite /= lexx ler_pdivr_mulr // ler_subl_addr ler_pdivr_mulr // andbT /=; apply/andP; split.
  apply: le_by (_ : _ = C_of eta * T_ E D - E * S_ E D) _; last by rewrite subr_ge0.
  by rewrite -[E * S_ E D](subrK D%:R) -id; ring.
apply: le_by (_ : _ = (C_of eta * T_ E D - E * S_ E D) + E * (C_of eta * T_ E D - E * S_ E D) + (E * E - 1) * S_ E D) _.
  by rewrite -[X in _ = (_ - X) + _ + _](subrK D%:R) -id; ring.
apply: addr_ge0; first by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0.
by rewrite mulr_ge0 ?subr_ge0 ?mulr_ege1 // ltW.
Qed.

Theorem real_turns N : (D < N)%N ->
  turns_at (fun eta v => exists2 k, greatest_bound E eta D k &
    tight_delta (neighbours D N) E v (@count_mechanism R D N (fun _ => noise D eta (printed_alpha E eta D k))))
  (E * S_ E D / T_ E D).
Proof.
move=> DN; split=> [eta r|].
  have [k best] := greatest_bound_exists eta.
  have [v max] : exists v, is_maximum v (real_bounds E eta D) by apply: maximum_exists.
  by exists (v / B_of eta), k => //; exact: (real_delta E1 r D0 DN best max).
move=> eta eta' d d' e0 less e1 [k best tight] [k' best' tight'].
have r : 0 < eta < 1 by rewrite e0 (lt_trans less).
have r' : 0 < eta' < 1 by rewrite e1 andbT (lt_trans e0).
have [v max] : exists v, is_maximum v (real_bounds E eta D) by apply: maximum_exists.
have [v' max'] : exists v, is_maximum v (real_bounds E eta' D) by apply: maximum_exists.
rewrite (tight_delta_unique tight (real_delta E1 r D0 DN best max)).
rewrite (tight_delta_unique tight' (real_delta E1 r' D0 DN best' max')).
have b := B_gt0 r; have b' := B_gt0 r'.
have [mem' /allP le'] := max'; have [mem /allP le] := max.
split=> c.
  have [u [w [u0 w0 eq' lev]]] : exists u w, [/\ 0 < u, 0 <= w, v' = u - w * C_of eta' & u - w * C_of eta <= v].
    have flat : 0 < D%:R / T_ E D by rewrite divr_gt0 ?ltr0n.
    move: mem'; rewrite !inE => /or3P [/eqP e|/eqP e|/eqP e].
    - exists (D%:R / T_ E D), 0; rewrite !mul0r !subr0; split=> //; last by apply: le; rewrite !inE eqxx orbT.
      by apply: le_anti; rewrite {1}e center_real //=; apply: le'; rewrite !inE eqxx orbT.
    - by exists (D%:R / T_ E D), 0; rewrite !mul0r !subr0; split=> //; apply: le; rewrite !inE eqxx orbT.
    - exists ((D%:R + S_ E D) / T_ E D), E; split=> //; last by apply: le; rewrite !inE eqxx !orbT.
      by rewrite divr_gt0 // addr_gt0 ?ltr0n.
  rewrite eq'; apply: lt_le_trans (_ : (u - w * C_of eta) / B_of eta <= _); first exact: falling.
  by rewrite ler_pmul2r ?invr_gt0.
have -> : v = 1 * C_of eta - (E - 1).
  have -> : 1 * C_of eta - (E - 1) = C_of eta + 1 - E by ring.
  by apply: le_anti; rewrite (allP (real_center c)) //= le // mem_head.
apply: lt_le_trans (_ : (1 * C_of eta' - (E - 1)) / B_of eta' <= _).
  by apply: difference_rising; rewrite ?ltr01 ?subr_ge0.
rewrite ler_pmul2r ?invr_gt0 //; have -> : 1 * C_of eta' - (E - 1) = C_of eta' + 1 - E by ring.
by apply: le'; rewrite mem_head.
Qed.

(** ** The least delta of symmetric noise over all events *)

Lemma center_fold eta : C_of eta <= E ^+ D / S_ E D -> C_of eta + 1 - E <= 1 / S_ E D.
Proof.
rewrite !ler_pdivl_mulr // => h; apply: le_by (_ : _ = E ^+ D - C_of eta * S_ E D) _; last by rewrite subr_ge0.
by rewrite -[E ^+ D](subrK 1) -S_minus; ring.
Qed.

Lemma fold_center C m : 0 <= C -> E ^+ D / S_ E D <= C -> (m <= D)%N ->
  1 <= E * C * S_ E m + (C + 1 - E) * S_ E (D - m).
Proof.
rewrite ler_pdivr_mulr // => C0 c mD; rewrite -subr_ge0 -(pmulr_rge0 _ (Ek_gt0 E1 m)).
have eD : E ^+ D = E ^+ m * E ^+ (D - m) by rewrite -exprD subnKC.
have sD : S_ E D = S_ E m + E ^+ m * S_ E (D - m) by rewrite -S_add subnKC.
apply: le_trans (_ : (C * S_ E D - E ^+ D) + (E ^+ m * E - 1) * (C * S_ E m) <= _).
  by rewrite addr_ge0 ?mulr_ge0 ?(S_ge0 E1) // subr_ge0 // -exprSr (Ek_ge1 E1).
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite sD eD.
by rewrite -[E ^+ (D - m)](subrK 1) -S_minus; ring.
Qed.

Lemma least_delta_maximum N eta d : (D < N)%N -> 0 < eta < 1 -> least_delta D N E eta d ->
  exists2 v, is_maximum v (event_bounds E eta D) & d = v / B_of eta.
Proof.
move=> DN r [d0 [a law private] least].
have [v max] : exists v, is_maximum v (event_bounds E eta D) by apply: maximum_exists.
exists v => //; have [[a' law' private'] least'] := events_least E1 r D0 DN max.
by apply: le_anti; rewrite (least a' _ (events_least_ge0 E1 r D0 DN max)) //= (least' a).
Qed.

Theorem least_turns N : (D < N)%N -> turns_at (least_delta D N E) (E ^+ D / S_ E D).
Proof.
move=> DN; split=> [eta r|].
  have [v max] : exists v, is_maximum v (event_bounds E eta D) by apply: maximum_exists.
  exists (v / B_of eta); have [some least] := events_least E1 r D0 DN max.
  by split=> [||a d _]; [exact: (events_least_ge0 E1 r D0 DN max) | exact: some | exact: least].
move=> eta eta' d d' e0 less e1.
have r : 0 < eta < 1 by rewrite e0 (lt_trans less).
have r' : 0 < eta' < 1 by rewrite e1 andbT (lt_trans e0).
move=> /(least_delta_maximum DN r) [v max ->] /(least_delta_maximum DN r') [v' max' ->].
have b := B_gt0 r; have b' := B_gt0 r'.
have [mem' /allP le'] := max'; have [mem all] := max; have /allP le := all.
have first (x : R) : (1 - E * C_of x * S_ E 0) / S_ E (D - 0) = 1 / S_ E D.
  by rewrite CountSums.S0 mulr0 subr0 subn0.
have mem0 x : 1 / S_ E D \in event_bounds E x D.
  rewrite /event_bounds !inE; apply/orP; right; apply/orP; right; rewrite -(first x).
  by apply: (map_f (fun m => (1 - E * C_of x * S_ E m) / S_ E (D - m))); rewrite mem_iota; nat_lia.
split=> c.
  have [u [w [u0 w0 eq' lev]]] : exists u w, [/\ 0 < u, 0 <= w, v' = u - w * C_of eta' & u - w * C_of eta <= v].
    have flat : 0 < 1 / S_ E D by rewrite divr_gt0 ?ltr01.
    have mid : 0 < S_ E D./2 + S_ E (uphalf D) by rewrite ltr_paddl ?S_ge0 ?S_gt0 //; nat_lia.
    move: mem'; rewrite !inE => /or3P [/eqP e|/eqP e|/mapP [m mD e]].
    - exists (1 / S_ E D), 0; rewrite !mul0r !subr0; split=> //; last exact: le.
      by apply: le_anti; rewrite {1}e center_fold //=; apply: le'.
    - exists (2%:R / (S_ E D./2 + S_ E (uphalf D))), E; split=> //; first by rewrite divr_gt0 ?ltr0n.
      by apply: le; rewrite !inE eqxx !orbT.
    - move: mD; rewrite mem_iota /= => mD; have s : 0 < S_ E (D - m) by apply: S_gt0 => //; nat_lia.
      have form (x : R) : (S_ E (D - m))^-1 - E * S_ E m / S_ E (D - m) * C_of x = (1 - E * C_of x * S_ E m) / S_ E (D - m).
        by rewrite mulrBl mul1r; congr (_ - _); rewrite mulrAC; congr (_ / _); ring.
      exists (S_ E (D - m))^-1, (E * S_ E m / S_ E (D - m)); rewrite !form; split=> //; first by rewrite invr_gt0.
        by rewrite divr_ge0 ?mulr_ge0 ?(S_ge0 E1) // ltW.
      apply: le; rewrite !inE; apply/orP; right; apply/orP; right.
      by apply: (map_f (fun m => (1 - E * C_of eta * S_ E m) / S_ E (D - m))); rewrite mem_iota.
  rewrite eq'; apply: lt_le_trans (_ : (u - w * C_of eta) / B_of eta <= _); first exact: falling.
  by rewrite ler_pmul2r ?invr_gt0.
have C0 : 0 <= C_of eta by rewrite ltW // C_gt0.
have -> : v = 1 * C_of eta - (E - 1).
  have -> : 1 * C_of eta - (E - 1) = C_of eta + 1 - E by ring.
  apply: le_anti; apply/andP; split; last by apply: le; rewrite mem_head.
  have /allP : seq.all (fun w => w <= C_of eta + 1 - E) (event_bounds E eta D); last by apply.
  apply/events_bounds_all => //; split=> [||m mD] //; last first.
    by rewrite ler_subl_addl fold_center //; nat_lia.
  have half : (D./2 <= D)%N by nat_lia.
  have half' : (uphalf D <= D)%N by nat_lia.
  have h := fold_center C0 c half; have h' := fold_center C0 c half'.
  have e : (D - D./2 = uphalf D)%N by nat_lia.
  have e' : (D - uphalf D = D./2)%N by nat_lia.
  rewrite e in h; rewrite e' in h'; apply: le_trans (ler_add h h') _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: lt_le_trans (_ : (1 * C_of eta' - (E - 1)) / B_of eta' <= _).
  by apply: difference_rising; rewrite ?ltr01 ?subr_ge0.
rewrite ler_pmul2r ?invr_gt0 //; have -> : 1 * C_of eta' - (E - 1) = C_of eta' + 1 - E by ring.
by apply: le'; rewrite mem_head.
Qed.

(** The three in order, and what grows beyond them stays below 1. *)
Theorem turns_in_order : E ^+ D / S_ E D <= E * S_ E D / T_ E D < crossover E D.
Proof.
apply/andP; split; last by rewrite /crossover ltr_pmul2r ?invr_gt0 // S_E ltr_addl ltr01.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //; have := SS E D; rewrite S_E -(prednK D0) W_E prednK // => ss.
apply: le_by (_ : _ = E * W_ E D.-1) _; last by rewrite mulr_ge0 ?W_ge0.
have -> : E * S_ E D * S_ E D = S_ E D * (E * S_ E D + 1) - S_ E D by ring.
by rewrite ss; ring.
Qed.

Lemma center_below_1 eta : eta < 1 -> (C_of eta + 1 - E) / B_of eta < 1.
Proof.
move=> e1; have -> : (C_of eta + 1 - E) / B_of eta = eta - (E - 1) * ((1 - eta) / 2%:R).
  by rewrite /C_of /B_of; field; rewrite subr_eq0 gt_eqF.
apply: le_lt_trans (_ : eta < 1) => //; rewrite ger_addl oppr_le0 mulr_ge0 ?subr_ge0 //.
by rewrite divr_ge0 ?ler0n // subr_ge0 ltW.
Qed.
End Turning.
