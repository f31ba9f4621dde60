(** * Count queries: from the mechanism to inequalities between the alphas, and back

    The mechanism Y = n + Z with the noise (14) of the alphas a_1, ..., a_D, for the counts n = D, ..., N, N > D. Its
    profile is a_0 = C, a_1, ..., a_D, 0, 0, ...: the noise at z times B. Singletons are a system of inequalities (the
    paper's (20)-(22) and those that it leaves out), all events are one sum of positive parts. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Profiles.
Variable R : realFieldType.
(** A sum over the outputs 0..N+D is one over the noise -D..D. *)
Lemma sum_outputs (F : int -> R) D N n : (D <= n <= N)%N -> (forall z : int, (D < `|z|)%N -> F z = 0) ->
  \sum_(y < (N + D).+1) F (y%:Z - n%:Z) = \sum_(i < D) F (- i.+1%:Z) + \sum_(i < D.+1) F i%:Z.
Proof.
move=> /andP [Dn nN] far.
have cut (G : nat -> R) (k m : nat) : (k <= m)%N -> (forall i, (k <= i)%N -> G i = 0) ->
    \sum_(0 <= i < m) G i = \sum_(i < k) G i.
  move=> km zero; rewrite (big_cat_nat _ (n := k)) //= [X in _ + X]big_nat_cond [X in _ + X]big1 ?addr0 ?big_mkord //.
  by move=> i /andP [/andP [ki _] _]; apply: zero.
rewrite -(big_mkord xpredT (fun y => F (y%:Z - n%:Z))) (big_cat_nat _ (n := n)) //=; last by lia.
congr (_ + _).
  rewrite big_nat_rev /= -(cut (fun i => F (- i.+1%:Z)) D n Dn); last by move=> i Di; apply: far; lia.
  by rewrite big_nat_cond [RHS]big_nat_cond; apply: eq_bigr => i /andP [/andP [_ h] _]; congr F; lia.
rewrite -{1}(add0n n) big_addn -(cut (fun i => F i%:Z) D.+1 ((N + D).+1 - n)%N); last 2 first.
- by lia.
- by move=> i Di; apply: far; lia.
by apply: eq_bigr => i _; congr F; lia.
Qed.

End Profiles.

Arguments profile : simpl never.
Lemma bump0 i : bump 0 i = i.+1. Proof. by []. Qed.

Section Mechanism.
Variables (R : realFieldType) (E eta : R) (D N : nat) (a : nat -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (DN : (D < N)%N) (a_ge0 : forall i, (1 <= i <= D)%N -> 0 <= a i).
Let B := B_of eta.
Let C := C_of eta.
Let g := profile C D a.
Let p := noise D eta a.

Lemma B_gt0 : 0 < B.
Proof. by rewrite divr_gt0 ?ltr0n // subr_gt0; case/andP: eta_range. Qed.
Lemma C_gt0 : 0 < C.
Proof. by rewrite mulr_gt0 ?B_gt0 //; case/andP: eta_range. Qed.

Lemma noise_profile (z : int) : p z = g `|z|%N / B.
Proof.
have e0 : 1 - eta != 0 by rewrite subr_eq0 eq_sym neq_lt; case/andP: eta_range => _ ->.
rewrite /p /noise /g /profile /C /C_of /B /B_of; case: z => [[|i]|i] /=.
- by field; rewrite e0.
- by case: ifP => _; [field; rewrite e0 | rewrite mul0r].
- by case: ifP => _; [field; rewrite e0 | rewrite mul0r].
Qed.

Lemma profile_ge0 i : 0 <= g i.
Proof.
rewrite /g /profile; case: i => [|i]; first exact: ltW C_gt0.
by case: ifP => h //; apply: a_ge0.
Qed.

Lemma profile_far i : (D < i)%N -> g i = 0.
Proof. by case: i => // i; rewrite /g /profile ltnNge => /negbTE ->. Qed.

Lemma scaled (s t delta : R) : (s / B <= E * (t / B) + delta) = (s <= E * t + B * delta).
Proof.
have h := B_gt0; rewrite ler_pdivr_mulr // mulrDl mulrA divfK ?gt_eqF //.
by rewrite [delta * B]mulrC.
Qed.

(** Single outcomes of the mechanism: the rows. *)
Theorem singletons_rows delta :
  private_counts_singletons D D N E delta (fun _ => p) <-> rows E (B * delta) g.
Proof.
have even (z : int) : p (- z) = p z by rewrite !noise_profile abszN.
split=> [single i|row n n' /and3P [nr nr' near] y].
- have right j : (j <= D)%N -> g j <= E * g j.+1 + B * delta.
    move=> jD; have ny : (D - j < (N + D).+1)%N by lia.
    have /= := @single D D.+1 _ (Ordinal ny); rewrite /neighbours /count_mechanism leqnn DN leqnSn eqxx /= ltnW //.
    move=> /(_ isT); rewrite !noise_profile scaled.
    rewrite (_ : absz _ = j); last by lia.
    by rewrite (_ : absz _ = j.+1); last by lia.
  have left j : (j <= D)%N -> g j.+1 <= E * g j + B * delta.
    move=> jD; have ny : (D + j.+1 < (N + D).+1)%N by lia.
    have /= := @single D D.+1 _ (Ordinal ny); rewrite /neighbours /count_mechanism leqnn DN leqnSn eqxx /= ltnW //.
    move=> /(_ isT); rewrite !noise_profile scaled.
    rewrite (_ : absz _ = j.+1); last by lia.
    by rewrite (_ : absz _ = j); last by lia.
  case: (leqP i D) => iD; first by split; [apply: right | apply: left].
  have x0 : 0 <= B * delta.
    by apply: le_trans (profile_ge0 D) _; apply: le_trans (right D (leqnn D)) _; rewrite profile_far // mulr0 add0r.
  by rewrite !profile_far ?mulr0 ?add0r //; lia.
- rewrite /count_mechanism !noise_profile scaled.
  case: (leqP n y) => ny; case/orP: near => /eqP near.
  + case e: (absz _) => [|i]; first by rewrite (_ : absz _ = 1%N); [case: (row 0%N) | lia].
    by rewrite (_ : absz _ = i); [case: (row i) | lia].
  + by rewrite (_ : absz (y%:Z - n'%:Z) = (absz (y%:Z - n%:Z)).+1); [case: (row (absz (y%:Z - n%:Z))) | lia].
  + by rewrite (_ : absz (y%:Z - n'%:Z) = (absz (y%:Z - n%:Z)).+1); [case: (row (absz (y%:Z - n%:Z))) | lia].
  + rewrite (_ : absz (y%:Z - n%:Z) = (absz (y%:Z - n'%:Z)).+1); last by lia.
    by case: (row (absz (y%:Z - n'%:Z))).
Qed.

Lemma max_scaled (s t : R) : Num.max 0 (s / B - E * (t / B)) = Num.max 0 (s - E * t) / B.
Proof.
have h := B_gt0; rewrite mulrA -mulrBl maxr_pmull ?mul0r //.
by rewrite invr_ge0 ltW.
Qed.

(** All events of the mechanism, each pair in each direction: the cost. *)
Lemma hockey_stick_up n : (D <= n)%N -> (n < N)%N ->
  hockey_stick E (@count_mechanism R D N (fun _ => p) n) (count_mechanism (fun _ => p) n.+1) = cost E D g / B.
Proof.
move=> Dn nN; pose F (z : int) := Num.max 0 (p z - E * p (z - 1)).
have nonpos (s t : nat) : (D < s)%N -> Num.max 0 (g s - E * g t) = 0.
  by move=> h; rewrite profile_far // sub0r; apply/max_idPl; rewrite oppr_le0 mulr_ge0 ?profile_ge0 ?(E_ge0 E1).
rewrite /hockey_stick (eq_bigr (fun y : 'I_(N + D).+1 => F (y%:Z - n%:Z))); last first.
  by move=> y _; rewrite /F /count_mechanism; congr (Num.max 0 (_ - E * p _)); lia.
rewrite sum_outputs; first last.
- by move=> z far; rewrite /F !noise_profile max_scaled nonpos ?mul0r.
- by rewrite Dn ltnW.
rewrite /cost mulrDl [X in _ + X / B]big_ord_recl [X in _ + X]big_ord_recl mulrDl addrCA [RHS]addrCA !mulr_suml.
congr (_ + _); first by rewrite /F !noise_profile max_scaled.
rewrite addrC; congr (_ + _); apply: eq_bigr => i _; rewrite /F !noise_profile max_scaled.
  by congr (Num.max 0 (g _ - E * g _) / B); rewrite ?lift0 ?bump0; lia.
by congr (Num.max 0 (g _ - E * g _) / B); rewrite ?lift0 ?bump0; lia.
Qed.

Lemma hockey_stick_down n : (D <= n)%N -> (n < N)%N ->
  hockey_stick E (@count_mechanism R D N (fun _ => p) n.+1) (count_mechanism (fun _ => p) n) = cost E D g / B.
Proof.
move=> Dn nN; pose F (z : int) := Num.max 0 (p z - E * p (z + 1)).
have nonpos (s t : nat) : (D < s)%N -> Num.max 0 (g s - E * g t) = 0.
  by move=> h; rewrite profile_far // sub0r; apply/max_idPl; rewrite oppr_le0 mulr_ge0 ?profile_ge0 ?(E_ge0 E1).
rewrite /hockey_stick (eq_bigr (fun y : 'I_(N + D).+1 => F (y%:Z - n.+1%:Z))); last first.
  by move=> y _; rewrite /F /count_mechanism; congr (Num.max 0 (_ - E * p _)); lia.
rewrite sum_outputs; first last.
- by move=> z far; rewrite /F !noise_profile max_scaled nonpos ?mul0r.
- by rewrite nN leqW.
rewrite /cost mulrDl !mulr_suml; congr (_ + _); apply: eq_bigr => i _; rewrite /F !noise_profile max_scaled.
  by congr (Num.max 0 (g _ - E * g _) / B); lia.
by congr (Num.max 0 (g _ - E * g _) / B); lia.
Qed.

(** All events of the mechanism: the cost. *)
Lemma events_cost delta : private_counts D D N E delta (fun _ => p) <-> cost E D g <= B * delta.
Proof.
have h := B_gt0; rewrite mulrC -ler_pdivr_mulr //; split=> [priv|le n n' /and3P [nr nr' /orP [] /eqP near]].
- have := priv D D.+1; rewrite /neighbours leqnn DN leqnSn eqxx /= ltnW // => /(_ isT) /close_to_hockey_stick.
  by rewrite hockey_stick_up.
- by rewrite -near close_to_hockey_stick hockey_stick_up //; lia.
- by rewrite -near close_to_hockey_stick hockey_stick_down //; lia.
Qed.

(** The least delta of this noise over all events. *)
Theorem events_tight : tight_delta (neighbours D N) E (cost E D g / B) (@count_mechanism R D N (fun _ => p)).
Proof.
have h := B_gt0; split.
- by rewrite divr_ge0 ?(ltW h) // addr_ge0 // sumr_ge0 // => i _; rewrite le_maxr lexx.
- by apply/events_cost; rewrite mulrC divfK ?gt_eqF.
- by move=> d _ /events_cost; rewrite mulrC -ler_pdivr_mulr.
Qed.

End Mechanism.

(** Y is a law on the outputs 0..N+D, for noise with P1; so mechanisms with P1-P3 at the counts first..N are mechanisms. *)
Section Law.
Variables (R : realFieldType) (D N : nat) (p : nat -> int -> R).

Lemma count_mechanism_distribution n : (n <= N)%N -> noise_law D (p n) -> P1 D n (p n) ->
  distribution (@count_mechanism R D N p n).
Proof.
move=> nN [p0 total] far; split=> [y|]; first exact: p0.
rewrite -{}total /noise_sum /count_mechanism; set m := minn n D.
have mn : (m <= n)%N by rewrite /m; lia.
have mD : (m <= D)%N by rewrite /m; lia.
have zero z : ~~ ((- m%:Z <= z) && (z <= D%:Z)) -> p n z = 0 by exact: far.
have cut (c M : nat) : (m <= c)%N -> (c + D < M)%N ->
    \sum_(0 <= y < M) p n (y%:Z - c%:Z) = \sum_(0 <= i < (m + D).+1) p n (i%:Z - m%:Z).
  move=> mc cM; rewrite (big_cat_nat _ (n := (c - m)%N)) //=; last by lia.
  rewrite [X in X + _]big_nat_cond [X in X + _]big1 ?add0r; last first.
    by move=> i /andP[/andP[_ lt] _]; apply: zero; lia.
  rewrite (big_cat_nat _ (n := (c + D).+1)) /=; [|lia|lia].
  rewrite [X in _ + X]big_nat_cond [X in _ + X]big1 ?addr0; last first.
    by move=> i /andP[/andP[lt _] _]; apply: zero; lia.
  rewrite -{1}[(c - m)%N]add0n big_addn (_ : (c + D).+1 - (c - m) = (m + D).+1)%N; last by lia.
  by apply: eq_bigr => i _; congr (p n _); lia.
by rewrite -(big_mkord xpredT (fun y => p n (y%:Z - n%:Z))) -(big_mkord xpredT (fun k => p n (k%:Z - D%:Z))) !cut //; lia.
Qed.

Theorem count_mechanism_mechanism first eta : allowed D first N eta p ->
  mechanism (fun n : {n | (first <= n <= N)%N} => @count_mechanism R D N p (val n)).
Proof.
move=> ok [n range] /=; have [law outside _ _] := ok n range.
by apply: count_mechanism_distribution => //; case/andP: range.
Qed.

End Law.
