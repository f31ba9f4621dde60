(** * Count queries, noise that depends on the count, over all events: hardly better, if N >= 3D

    Not in the paper. With K further counts on both sides of D + K such noise meets those of the bounds of symmetric noise
    ([event_bounds]) that look at most K counts away; C + 1 - E, which is reached in the limit only, is met up to 1/S_K. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountEvents CountData.
From DPExact Require Import CountTurning.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Chance.
Variables (R : realFieldType) (D : nat).

(** The probability of the outcomes Q of the noise f. *)
Definition chance (f : int -> R) (Q : pred int) : R := noise_sum D (fun z => if Q z then f z else 0).

Lemma noise_sum_le (F G : int -> R) : (forall z, (`|z| <= D)%N -> F z <= G z) -> noise_sum D F <= noise_sum D G.
Proof. by move=> le; apply: ler_sum => k _; apply: le; have := ltn_ord k; nat_lia. Qed.
Lemma noise_sum_mirror (F : int -> R) : noise_sum D (fun z => F (- z)) = noise_sum D F.
Proof.
rewrite !noise_sum_sides oppr0; congr (_ + _); apply: eq_bigr => i _; rewrite addrC opprK //.
Qed.
Lemma chance_mirror f Q : chance (fun z => f (- z)) Q = chance f (fun z => Q (- z)).
Proof. by rewrite /chance -noise_sum_mirror; apply: eq_bigr => k _; rewrite opprK. Qed.
Lemma chance_eq f (Q Q' : pred int) : Q =1 Q' -> chance f Q = chance f Q'.
Proof. by move=> e; apply: eq_bigr => k _; rewrite e. Qed.
Lemma noise_sum_0 (v : R) : noise_sum D (fun z : int => if z == 0 then v else 0) = v.
Proof.
rewrite noise_sum_sides eqxx big1 ?addr0 // => i _.
have -> : (i.+1%:Z == 0) = false by nat_lia.
have -> : (- i.+1%:Z == 0) = false by nat_lia.
by rewrite addr0.
Qed.
Lemma noise_sumD (F G : int -> R) : noise_sum D (fun z => F z + G z) = noise_sum D F + noise_sum D G.
Proof. by rewrite /noise_sum big_split. Qed.
End Chance.

(** The outcomes that are at most -(m + 1 + t), or from 1 to m - t. *)
Definition block (m t : nat) (z : int) : bool := (z <= - (m + t).+1%:Z) || ((1 <= z) && (z + t%:Z <= m%:Z)).

(** ** One side: the counts c, c + 1, ..., c + K are j = 0, ..., K here *)

Section Side.
Variables (R : realFieldType) (E eta delta : R) (D K : nat) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (ge0 : forall j z, (j <= K)%N -> 0 <= p j z) (hit : forall j, (j <= K)%N -> p j 0 = eta).
Hypothesis up : forall j Q, (j < K)%N -> chance D (p j) Q <= E * chance D (p j.+1) (fun z => Q (z + 1)) + delta.
Hypothesis down : forall j Q, (j < K)%N -> chance D (p j.+1) Q <= E * chance D (p j) (fun z => Q (z - 1)) + delta.
Let E0 : 0 <= E := E_ge0 E1.

Lemma chance_ge0 j Q : (j <= K)%N -> 0 <= chance D (p j) Q.
Proof. by move=> jK; apply: sumr_ge0 => k _; case: ifP => // _; apply: ge0. Qed.
Lemma chance_split j (Q Q' : pred int) (e : bool) : (j <= K)%N ->
  (forall z, (`|z| <= D)%N -> Q z -> Q' z || (e && (z == 0))) -> chance D (p j) Q <= chance D (p j) Q' + e%:R * eta.
Proof.
move=> jK sub; rewrite -{1}(noise_sum_0 D (e%:R * eta)) -noise_sumD; apply: noise_sum_le => z zD.
have eta0 : 0 <= eta by rewrite -(hit jK) ge0.
have h : 0 <= (if z == 0 then e%:R * eta else 0) by case: ifP => // _; rewrite mulr_ge0 ?ler0n.
have h' : 0 <= (if Q' z then p j z else 0) by case: ifP => // _; apply: ge0.
case: ifP => [Qz|_]; last exact: addr_ge0.
case/orP: (sub z zD Qz) => [->|/andP [-> /eqP ->]]; first by rewrite ler_addl.
by rewrite eqxx mul1r hit // ler_addr; rewrite -(hit jK); case: ifP => // _; apply: ge0.
Qed.

Lemma chain_step m t : (t < K)%N ->
  chance D (p t) (block m t) <= E * (chance D (p t.+1) (block m t.+1) + (t < m)%N%:R * eta) + delta.
Proof.
move=> tK; apply: le_trans (up _ tK) _; rewrite ler_add2r ler_wpmul2l //; apply: chance_split => // z _.
by rewrite /block; nat_lia.
Qed.

Lemma chain m : (m <= D - m)%N -> (D - m <= K)%N -> chance D (p 0%N) (block m 0) <= delta * S_ E (D - m) + E * eta * S_ E m.
Proof.
move=> mD DK; suff h s : (s <= D - m)%N ->
    chance D (p (D - m - s)%N) (block m (D - m - s)) <= delta * S_ E s + E * eta * S_ E (m - (D - m - s)).
  by have := h _ (leqnn _); rewrite subnn subn0.
elim: s => [|s ih] sD.
  rewrite subn0 (_ : m - (D - m) = 0)%N ?S0 ?mulr0 ?addr0; last by nat_lia.
  apply: (@le_trans _ _ (noise_sum D (fun=> 0))); last by rewrite /noise_sum big1.
  apply: noise_sum_le => z zD; case: ifP => //; rewrite /block; nat_lia.
have e : (D - m - s = (D - m - s.+1).+1)%N by nat_lia.
apply: le_trans (chain_step _ _) _; first by nat_lia.
rewrite -e; apply: le_trans (_ : E * (delta * S_ E s + E * eta * S_ E (m - (D - m - s)) + (D - m - s <= m)%N%:R * eta) + delta <= _).
  by rewrite ler_add2r ler_wpmul2l // ler_add2r ih // ltnW.
rewrite S_E; case: (leqP (D - m - s) m) => h.
  rewrite [X in _ <= _ + _ * X](_ : _ = E * S_ E (m - (D - m - s)) + 1).
    by rewrite /= le_eqVlt; apply/orP; left; apply/eqP; ring.
  by rewrite -S_E; congr S_; nat_lia.
have -> : (m - (D - m - s) = 0)%N by nat_lia.
have -> : (m - (D - m - s.+1) = 0)%N by nat_lia.
by rewrite S0 /= le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(** D = 2m + 1: the last steps of m and of m + 1 share one event. *)
Lemma chain_middle m : D = m.*2.+1 -> (m < K)%N ->
  chance D (p 0%N) (block m 0) + chance D (p 0%N) (block m.+1 0) <= (S_ E m + S_ E m.+1) * (delta + E * eta).
Proof.
move=> Dm mK; suff h s : (s <= m)%N -> chance D (p (m - s)%N) (block m (m - s)) + chance D (p (m - s)%N) (block m.+1 (m - s))
    <= (S_ E s + S_ E s.+1) * (delta + E * eta).
  by have := h _ (leqnn _); rewrite subnn.
elim: s => [|s ih] sm.
  rewrite subn0 S0 add0r S_E S0 mulr0 add0r mul1r.
  pose Q (z : int) := (z <= - D%:Z) || (z == 1).
  apply: le_trans (_ : chance D (p m) Q <= _).
    rewrite -noise_sumD; apply: noise_sum_le => z zD; have pz := ge0 z (ltnW mK).
    have -> : block m m z = (z <= - D%:Z) by rewrite /block; nat_lia.
    have -> : block m.+1 m z = (z == 1) by rewrite /block; nat_lia.
    rewrite /Q; case: (boolP (z <= _)) => z1; case: eqP => z2; rewrite ?addr0 ?add0r //=.
    by exfalso; move: z1; rewrite z2; nat_lia.
  apply: le_trans (up _ mK) _; rewrite addrC ler_add2l ler_wpmul2l //.
  apply: le_trans (_ : chance D (p m.+1) pred0 + true%:R * eta <= _).
    by apply: chance_split => // z zD; rewrite /Q /=; nat_lia.
  by rewrite /chance /noise_sum big1 // add0r mul1r.
have e : (m - s = (m - s.+1).+1)%N by nat_lia.
have tK : (m - s.+1 < K)%N by nat_lia.
apply: le_trans (ler_add (chain_step m tK) (chain_step m.+1 tK)) _.
have -> : (m - s.+1 < m)%N = true by nat_lia.
have -> : (m - s.+1 < m.+1)%N = true by nat_lia.
rewrite -e /= (S_E E s.+1) {1}(S_E E s).
have := ler_wpmul2l E0 (ih (ltnW sm)); rewrite -subr_ge0 => h.
apply: le_by h; ring.
Qed.

(** What is above the count falls from one count to the next. *)
Lemma drift : let H := (1 - eta) / 2%:R in let g := eta + (1 - E) * H - delta in
  chance D (p 0%N) (fun z => 0 < z) <= H -> g * S_ E K <= H.
Proof.
move=> H g start.
have low j : (j <= K)%N -> chance D (p j) (fun z => 0 < z) <= H - g * S_ E j.
  elim: j => [|j ih] jK; first by rewrite S0 mulr0 subr0.
  have h := down (fun z => 0 <= z) jK; have le := ih (ltnW jK).
  have more : eta + chance D (p j.+1) (fun z => 0 < z) <= chance D (p j.+1) (fun z => 0 <= z).
    rewrite -{1}(noise_sum_0 D eta) -noise_sumD; apply: noise_sum_le => z zD.
    by case: (ltrgt0P z) => [_|_|->]; rewrite ?eqxx ?ltxx ?lexx ?add0r ?addr0 ?hit.
  have same : chance D (p j) (fun z => 0 <= z - 1) = chance D (p j) (fun z => 0 < z).
    by apply: chance_eq => z; nat_lia.
  rewrite same in h; have := ler_wpmul2l E0 le; rewrite -subr_ge0 => le'.
  rewrite -subr_ge0 in h; rewrite -subr_ge0 in more.
  rewrite -subr_ge0 S_E; apply: le_trans (addr_ge0 (addr_ge0 le' h) more) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /g; ring.
have := le_trans (chance_ge0 (fun z => 0 < z) (leqnn K)) (low K (leqnn K)).
by rewrite subr_ge0.
Qed.
End Side.

(** ** Both sides of the count D + K *)

Section Mechanism.
Variables (R : realFieldType) (E eta delta : R) (D K N : nat) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (range : (D + K.*2 <= N)%N).
Hypothesis law : forall n, (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)].
Hypothesis private : private_counts D D N E delta p.
Let B := B_of eta.
Let C := C_of eta.
Let c := (D + K)%N.

Lemma beyond_D n (z : int) : (D <= n <= N)%N -> (D < `|z|)%N -> p n z = 0.
Proof. by move=> nD zD; have [_ out _] := law nD; apply: out; rewrite (minn_idPr _); nat_lia. Qed.

Lemma outputs_chance n (Q : pred int) : (D <= n <= N)%N ->
  prob (@count_mechanism R D N p n) [set y : 'I_(N + D).+1 | Q (y%:Z - n%:Z)] = chance D (p n) Q.
Proof.
move=> nD; rewrite /prob (eq_bigl (fun y : 'I_(N + D).+1 => Q (y%:Z - n%:Z))) => [|y]; last by rewrite inE.
rewrite big_mkcond (@sum_outputs R (fun z => if Q z then p n z else 0)) //; last first.
  by move=> z zD; rewrite beyond_D //; case: ifP.
rewrite /chance noise_sum_sides big_ord_recl addrCA; congr (_ + _); rewrite addrC -big_split.
by apply: eq_bigr => i _.
Qed.

Lemma chance_up n Q : (D <= n)%N -> (n < N)%N -> chance D (p n) Q <= E * chance D (p n.+1) (fun z => Q (z + 1)) + delta.
Proof.
move=> nD nN; have nb : neighbours D N n n.+1 by rewrite /neighbours; nat_lia.
have := private nb [set y : 'I_(N + D).+1 | Q (y%:Z - n%:Z)]; rewrite outputs_chance ?nD 1?ltnW //.
rewrite (_ : [set y : 'I_(N + D).+1 | Q (y%:Z - n%:Z)] = [set y : 'I_(N + D).+1 | Q (y%:Z - n.+1%:Z + 1)]).
  by rewrite (outputs_chance (fun z => Q (z + 1))) ?nN ?leqW.
by apply/setP => y; rewrite !inE; congr Q; nat_lia.
Qed.
Lemma chance_down n Q : (D <= n)%N -> (n < N)%N -> chance D (p n.+1) Q <= E * chance D (p n) (fun z => Q (z - 1)) + delta.
Proof.
move=> nD nN; have nb : neighbours D N n.+1 n by rewrite /neighbours; nat_lia.
have := private nb [set y : 'I_(N + D).+1 | Q (y%:Z - n.+1%:Z)]; rewrite outputs_chance ?nN ?leqW //.
rewrite (_ : [set y : 'I_(N + D).+1 | Q (y%:Z - n.+1%:Z)] = [set y : 'I_(N + D).+1 | Q (y%:Z - n%:Z - 1)]).
  by rewrite (outputs_chance (fun z => Q (z - 1))) ?nD 1?ltnW.
by apply/setP => y; rewrite !inE; congr Q; nat_lia.
Qed.

Let right j := p (c + j)%N.
Let left j (z : int) := p (c - j)%N (- z).

Let ge0 n z : (D <= n <= N)%N -> 0 <= p n z. Proof. by move=> /law [[h _] _ _]. Qed.
Let hit n : (D <= n <= N)%N -> p n 0 = eta. Proof. by move=> /law [_ _]. Qed.
Let mid : (D <= c <= N)%N. Proof. by rewrite /c; nat_lia. Qed.

Let right_ge0 j z : (j <= K)%N -> 0 <= right j z. Proof. by move=> jK; apply: ge0; rewrite /c; nat_lia. Qed.
Let right_hit j : (j <= K)%N -> right j 0 = eta. Proof. by move=> jK; apply: hit; rewrite /c; nat_lia. Qed.
Let right_up j Q : (j < K)%N -> chance D (right j) Q <= E * chance D (right j.+1) (fun z => Q (z + 1)) + delta.
Proof. by move=> jK; rewrite /right addnS; apply: chance_up; rewrite /c; nat_lia. Qed.
Let right_down j Q : (j < K)%N -> chance D (right j.+1) Q <= E * chance D (right j) (fun z => Q (z - 1)) + delta.
Proof. by move=> jK; rewrite /right addnS; apply: chance_down; rewrite /c; nat_lia. Qed.

Let left_ge0 j z : (j <= K)%N -> 0 <= left j z. Proof. by move=> jK; apply: ge0; rewrite /c; nat_lia. Qed.
Let left_hit j : (j <= K)%N -> left j 0 = eta. Proof. by move=> jK; rewrite /left oppr0; apply: hit; rewrite /c; nat_lia. Qed.
Let left_up j Q : (j < K)%N -> chance D (left j) Q <= E * chance D (left j.+1) (fun z => Q (z + 1)) + delta.
Proof.
move=> jK; rewrite /left !chance_mirror; have e : (c - j = (c - j.+1).+1)%N by rewrite /c; nat_lia.
rewrite e; apply: le_trans (chance_down _ _ _) _; [by rewrite /c; nat_lia | by rewrite /c; nat_lia |].
by rewrite (@chance_eq _ _ _ _ (fun z => Q (- z + 1))) // => z; congr Q; nat_lia.
Qed.
Let left_down j Q : (j < K)%N -> chance D (left j.+1) Q <= E * chance D (left j) (fun z => Q (z - 1)) + delta.
Proof.
move=> jK; rewrite /left !chance_mirror; have e : (c - j = (c - j.+1).+1)%N by rewrite /c; nat_lia.
rewrite e; apply: le_trans (chance_up _ _ _) _; [by rewrite /c; nat_lia | by rewrite /c; nat_lia |].
by rewrite (@chance_eq _ _ _ _ (fun z => Q (- z - 1))) // => z; congr Q; nat_lia.
Qed.

(** All that is not 0: the sum of f over the outcomes of Q and their mirror images. *)
Let two_sides (Q Q' : pred int) v : (forall z, z != 0 -> (`|z| <= D)%N -> Q z || Q' (- z)) ->
  chance D (right 0) Q + chance D (left 0) Q' <= v -> 1 - eta <= v.
Proof.
move=> cover; apply: le_trans; have [[_ one] _ _] := law mid.
rewrite /left chance_mirror subn0 /right addn0 ler_subl_addl -{1}one -{1}(noise_sum_0 D eta) -!noise_sumD.
apply: noise_sum_le => z zD; have pz := ge0 z mid.
case: eqP => [->|/eqP z0]; first by rewrite (hit mid) ler_addl addr_ge0 //; case: ifP => _; rewrite // -(hit mid) ge0.
rewrite add0r; case/orP: (cover z z0 zD) => ->; first by rewrite ler_addl; case: ifP.
by rewrite ler_addr; case: ifP.
Qed.

Let B0 : 0 < B := B_gt0 eta_range.
Let half : (1 - eta) * B = 2%:R.
Proof. by rewrite /B /B_of; field; rewrite subr_eq0 eq_sym lt_eqF //; case/andP: eta_range. Qed.

(** What [event_bounds] says, each where it looks at no more than K counts; C + 1 - E up to 1/S_K. *)
Lemma data_dependent_fold m : (m <= D - m)%N -> (D - m <= K)%N ->
  1 <= E * C * S_ E m + B * delta * S_ E (D - m).
Proof.
move=> mD DK; have r := chain E1 right_ge0 right_hit right_up mD DK.
have l := chain E1 left_ge0 left_hit left_up mD DK.
have le : 1 - eta <= delta * S_ E (D - m) + E * eta * S_ E m + (delta * S_ E (D - m) + E * eta * S_ E m).
  by apply: two_sides (ler_add r l) => z z0 zD; rewrite /block; nat_lia.
have two : 0 < 2%:R :> R by rewrite ltr0n.
rewrite -(ler_pmul2l two) mulr1 -{1}half; apply: le_trans (ler_wpmul2r (ltW B0) le) _.
by rewrite /C /C_of -/B le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma data_dependent_middle : (uphalf D <= K)%N -> 2%:R <= (S_ E D./2 + S_ E (uphalf D)) * (E * C + B * delta).
Proof.
move=> DK; have two : 0 < 2%:R :> R by rewrite ltr0n.
case: (boolP (odd D)) => oD; last first.
  have e : (D - D./2 = D./2)%N by nat_lia.
  have u : uphalf D = D./2 by nat_lia.
  have := data_dependent_fold (_ : D./2 <= D - D./2)%N (_ : D - D./2 <= K)%N; rewrite e u => le.
  rewrite -(ler_pmul2l two) mulr1 in le; apply: le_trans (le _ _) _; [nat_lia | nat_lia |].
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have Dm : D = D./2.*2.+1 by nat_lia.
have u : uphalf D = D./2.+1 by nat_lia.
have mK : (D./2 < K)%N by nat_lia.
have r := chain_middle E1 right_ge0 right_hit right_up Dm mK.
have l := chain_middle E1 left_ge0 left_hit left_up Dm mK.
move: r l; set m := D./2 => r l; pose A := block m 0; pose A' := block m.+1 0.
have h1 : 1 - eta <= chance D (right 0) A + chance D (left 0) A.
  by apply: two_sides (lexx _) => z z0 zD; rewrite /A /A' /block /m; nat_lia.
have h2 : 1 - eta <= chance D (right 0) A' + chance D (left 0) A'.
  by apply: two_sides (lexx _) => z z0 zD; rewrite /A /A' /block /m; nat_lia.
have := ler_add h1 h2; rewrite [X in _ <= X]addrACA => le.
have := ler_wpmul2r (ltW B0) (le_trans le (ler_add r l)); rewrite mulrDl half -u -/m => {}le.
have dbl (x y : R) : x + x <= y + y -> x <= y by rewrite -!mulr2n ler_muln2r.
apply: dbl; apply: le_trans le _; rewrite /C /C_of -/B le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma data_dependent_center : (C + 1 - E - B * delta) * S_ E K <= 1.
Proof.
have scale (x : R) : x <= (1 - eta) / 2%:R -> B * x <= 1.
  by move=> h; apply: le_trans (ler_wpmul2l (ltW B0) h) _; rewrite mulrA mulrC [B * _]mulrC half mulVf // pnatr_eq0.
have g : C + 1 - E - B * delta = B * (eta + (1 - E) * ((1 - eta) / 2%:R) - delta).
  have -> : B * (eta + (1 - E) * ((1 - eta) / 2%:R) - delta) = C + (1 - E) * ((1 - eta) * B / 2%:R) - B * delta.
    by rewrite /C /C_of -/B; ring.
  by rewrite half divff ?mulr1 ?pnatr_eq0 // addrA.
rewrite g -mulrA; apply: scale.
case: (lerP (chance D (right 0) (fun z => 0 < z)) ((1 - eta) / 2%:R)) => [|more].
  exact: drift E1 right_ge0 right_hit right_down.
apply: (drift E1 left_ge0 left_hit left_down); rewrite leNgt; apply/negP => more'.
have := ltr_add more more'; have -> : (1 - eta) / 2%:R + (1 - eta) / 2%:R = 1 - eta by field.
have [[_ one] _ _] := law mid.
rewrite /left chance_mirror subn0 /right addn0 ltNge; case/negP.
rewrite ler_subr_addl -one -{1}(noise_sum_0 D eta) -!noise_sumD; apply: noise_sum_le => z zD.
by rewrite oppr_gt0; case: (ltrgt0P z) => [_|_|->]; rewrite ?eqxx ?ltxx ?add0r ?addr0 ?(hit mid).
Qed.
End Mechanism.

(** So on D..N, N >= 3D, the optimum over all events is that of symmetric noise, where that is not (C + 1 - E)/B alone. *)
Lemma data_dependent_events (R : realFieldType) (E eta delta : R) (D N : nat) :
  1 <= E -> 0 < eta < 1 -> (0 < D)%N -> (3 * D <= N)%N -> C_of eta <= E ^+ D / S_ E D ->
  (exists2 p, allowed D D N eta p & private_counts D D N E delta p) <->
  (exists2 a, alphas D a & private_counts D D N E delta (fun _ => noise D eta a)).
Proof.
move=> E1 h D0 far c; have DN : (D < N)%N by nat_lia.
split=> [[p ok private]|[a law private]]; last by exists (fun _ => noise D eta a) => //; apply: proposition_3.
have law n : (D <= n <= N)%N -> [/\ noise_law D (p n), P1 D n (p n) & P2 eta (p n)] by move=> /ok []; split.
have range : (D + D.*2 <= N)%N by nat_lia.
have fold m (mD : (m <= D - m)%N) := data_dependent_fold E1 h range law private mD (leq_subr m D).
apply/(events_optimum E1 h D0 DN); apply/events_bounds_all => //; split.
- apply: le_trans (center_fold E1 D0 c) _; rewrite ler_pdivr_mulr ?S_gt0 //.
  by have := fold 0%N (leq0n _); rewrite S0 mulr0 add0r subn0.
- apply: (data_dependent_middle E1 h range law private); nat_lia.
- by move=> m mD; rewrite ler_subl_addl; apply: fold; nat_lia.
Qed.
