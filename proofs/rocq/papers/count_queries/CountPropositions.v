(** * Count queries: Propositions 1 and 2, and that the mixtures (3) are all noise with P1-P3

    Sadeghi, Asoodeh, Calmon (2020). A = min n D. The program (9)-(13) is about the weights of (3) for each count
    1..N; (7) and (8) are about all noise with P1-P3. Both allow the same delta. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountEvents CountData.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Points.
Variables (R : realFieldType) (D : nat).

Lemma noise_sum_point (v : R) (w : int) : (`|w| <= D)%N -> noise_sum D (fun z : int => if z == w then v else 0) = v.
Proof.
move=> wD; have lt : (absz (w + D%:Z)%R < D.*2.+1)%N by nat_lia.
rewrite /noise_sum (bigD1 (Ordinal lt)) //= ifT; last by apply/eqP; nat_lia.
rewrite big1 ?addr0 // => i ne; rewrite ifF //; apply/eqP => eq; case/eqP: ne; apply: val_inj => /=; nat_lia.
Qed.
Lemma noise_sum_add (F G : int -> R) : noise_sum D (fun z => F z + G z) = noise_sum D F + noise_sum D G.
Proof. by rewrite /noise_sum big_split. Qed.
Lemma noise_sum_ext (F G : int -> R) : F =1 G -> noise_sum D F = noise_sum D G.
Proof. by move=> e; apply: eq_bigr => k _; rewrite e. Qed.

Variables (eta : R) (n a b : nat).
Hypotheses (range : 0 < eta < 1) (an : (1 <= a <= minn n D)%N) (bD : (1 <= b <= D)%N).

Let points (z : int) : two_point_noise eta a b z =
  (if z == - a%:Z then (1 - eta) * (b%:R / (b + a)%:R) else 0) + (if z == 0 then eta else 0)
  + (if z == b%:Z then (1 - eta) * (a%:R / (b + a)%:R) else 0).
Proof.
rewrite /two_point_noise; case: (eqVneq z (- a%:Z)) => [->|_].
  have -> : (- a%:Z == 0) = false by nat_lia.
  have -> : (- a%:Z == b%:Z) = false by nat_lia.
  by rewrite !addr0.
case: (eqVneq z 0) => [->|_]; last by rewrite !add0r.
have -> : (0 == b%:Z) = false by nat_lia.
by rewrite addr0 add0r.
Qed.
Let ab : (b + a)%:R != 0 :> R. Proof. by rewrite pnatr_eq0; nat_lia. Qed.

(** Proposition 1. *)
Theorem proposition_1 : let p := two_point_noise eta a b in [/\ noise_law D p, P1 D n p, P2 eta p & P3 D p].
Proof.
have [e0 e1] := andP range; have q0 : 0 <= 1 - eta by rewrite subr_ge0 ltW.
split.
- split=> [z|].
    have l0 : 0 <= (1 - eta) * (b%:R / (b + a)%:R) by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
    have r0 : 0 <= (1 - eta) * (a%:R / (b + a)%:R) by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
    by rewrite points !addr_ge0 //; case: ifP => // _; exact: ltW.
  rewrite (noise_sum_ext points) !noise_sum_add !noise_sum_point; try nat_lia.
  by move: ab; rewrite !natrD => ab'; field.
- by move=> z out; rewrite points !ifF ?addr0 //; move: out; nat_lia.
- by rewrite /P2 points eqxx !ifF ?addr0 ?add0r //; nat_lia.
- rewrite /P3 (noise_sum_ext (G := fun z => (if z == - a%:Z then - a%:R * ((1 - eta) * (b%:R / (b + a)%:R)) else 0)
    + (if z == b%:Z then b%:R * ((1 - eta) * (a%:R / (b + a)%:R)) else 0))); last first.
    move=> z; rewrite points; case: (eqVneq z (- a%:Z)) => [->|_].
      have -> : (- a%:Z == 0) = false by nat_lia.
      have -> : (- a%:Z == b%:Z) = false by nat_lia.
      by rewrite !addr0 mulrNz.
    rewrite !add0r; case: (eqVneq z 0) => [->|_].
      have -> : (0 == b%:Z) = false by nat_lia.
      by rewrite mul0r.
    by rewrite add0r; case: eqP => [->|_] //; rewrite mulr0.
  rewrite noise_sum_add !noise_sum_point; try nat_lia.
  by move: ab; rewrite !natrD => ab'; field.
Qed.
End Points.

(** ** Mixtures *)

Section Mixtures.
Variables (R : realFieldType) (D n : nat) (eta : R).
Hypothesis range : 0 < eta < 1.

Lemma mixture_sum (w : nat -> nat -> R) (F : int -> R) :
  noise_sum D (fun z => F z * two_point_mixture D n eta w z) =
  \sum_(1 <= a < (minn n D).+1) \sum_(1 <= b < D.+1) w a b * noise_sum D (fun z => F z * two_point_noise eta a b z).
Proof.
rewrite /noise_sum /two_point_mixture; transitivity (\sum_(k < D.*2.+1) \sum_(1 <= a < (minn n D).+1)
    \sum_(1 <= b < D.+1) F (k%:Z - D%:Z) * (w a b * two_point_noise eta a b (k%:Z - D%:Z))).
  by apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => a _; rewrite exchange_big /=; apply: eq_bigr => b _.
by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrCA.
Qed.

Lemma sum_range m (F G : nat -> R) : (forall i, (1 <= i <= m)%N -> F i = G i) ->
  \sum_(1 <= i < m.+1) F i = \sum_(1 <= i < m.+1) G i.
Proof. by move=> e; apply: eq_big_nat => i; apply: e. Qed.

(** (3): the mixtures have P1-P3. *)
Theorem equation_3 w : two_point_weights D n w ->
  let p := two_point_mixture D n eta w in [/\ noise_law D p, P1 D n p, P2 eta p & P3 D p].
Proof.
case=> w0 w1; have ok a b : (1 <= a <= minn n D)%N -> (1 <= b <= D)%N ->
    let p := two_point_noise eta a b in [/\ noise_law D p, P1 D n p, P2 eta p & P3 D p] by apply: proposition_1.
split.
- split=> [z|].
    rewrite /two_point_mixture big_nat_cond sumr_ge0 // => a /andP [ha _]; rewrite big_nat_cond sumr_ge0 // => b /andP [hb _].
    by have [[h _] _ _ _] := ok a b ha hb; rewrite mulr_ge0 ?w0.
  have := mixture_sum w (fun=> 1); rewrite (@noise_sum_ext _ D _ (two_point_mixture D n eta w)) => [->|z]; last by rewrite mul1r.
  rewrite -[RHS]w1; apply: sum_range => a ha; apply: sum_range => b hb; have [[_ one] _ _ _] := ok a b ha hb.
  by rewrite (@noise_sum_ext _ D _ (two_point_noise eta a b)) => [|z]; rewrite ?one ?mulr1 ?mul1r.
- move=> z out; rewrite /two_point_mixture big_nat_cond big1 // => a /andP [ha _]; rewrite big_nat_cond big1 // => b /andP [hb _].
  by have [_ h _ _] := ok a b ha hb; rewrite h ?mulr0.
- rewrite /P2 -[RHS]mul1r -w1 mulr_suml; apply: sum_range => a ha; rewrite mulr_suml; apply: sum_range => b hb.
  by have [_ _ -> _] := ok a b ha hb.
- rewrite /P3 mixture_sum big_nat_cond big1 // => a /andP [ha _]; rewrite big_nat_cond big1 // => b /andP [hb _].
  by have [_ _ _ ->] := ok a b ha hb; rewrite mulr0.
Qed.

Notation weights_of := (weights_of D eta).

(** The mixtures are all noise with P1-P3. *)
Theorem equation_3_general p : noise_law D p -> P1 D n p -> P2 eta p -> P3 D p ->
  two_point_weights D n (weights_of p) /\ p =1 two_point_mixture D n eta (weights_of p).
Proof.
move=> [p0 one] low hit mean; set A := minn n D.
pose L := \sum_(1 <= a < A.+1) p (- a%:Z); pose Q := \sum_(1 <= b < D.+1) p b%:Z.
set M := \sum_(1 <= i < D.+1) i%:R * p i%:Z; have q : 0 < 1 - eta by rewrite subr_gt0; case/andP: range.
have narrow (F : nat -> R) : (forall a, (A < a)%N -> F a = 0) -> \sum_(1 <= a < D.+1) F a = \sum_(1 <= a < A.+1) F a.
  move=> zero; rewrite (big_cat_nat _ (n := A.+1)) //=; last by rewrite ltnS geq_minr.
  by rewrite [X in _ + X]big_nat_cond [X in _ + X]big1 ?addr0 // => a /andP [/andP [h _] _]; apply: zero.
have out a : (A < a)%N -> p (- a%:Z) = 0 by move=> h; apply: low; rewrite /A in h; nat_lia.
have LQ : L + Q = 1 - eta.
  rewrite -one noise_sum_sides (hit : p 0 = eta) [RHS]addrC addKr big_split /= /L /Q -(narrow (fun a => p (- a%:Z))) //.
  by rewrite !big_add1 !big_mkord addrC.
have ML : \sum_(1 <= a < A.+1) a%:R * p (- a%:Z) = M.
  move: mean; rewrite /P3 noise_sum_sides mul0r add0r big_split /= => /eqP; rewrite addr_eq0 => /eqP.
  have -> : M = \sum_(i < D) (i.+1%:Z)%:~R * p i.+1%:Z by rewrite /M big_add1 big_mkord.
  move=> ->; rewrite -sumrN -(narrow (fun a => a%:R * p (- a%:Z))).
    by rewrite big_add1 big_mkord; apply: eq_bigr => i _; rewrite mulrNz mulNr opprK.
  by move=> a h; rewrite out ?mulr0.
have part_ge0 m (F : nat -> R) : (forall i, 0 <= F i) -> 0 <= \sum_(1 <= i < m.+1) F i by move=> h; apply: sumr_ge0.
have part_le m (F : nat -> R) : (forall i, 0 <= F i) -> \sum_(1 <= i < m.+1) F i <= \sum_(1 <= i < m.+1) i%:R * F i.
  move=> h; rewrite big_nat_cond [X in _ <= X]big_nat_cond; apply: ler_sum => i /andP [/andP [i1 _] _].
  by rewrite ler_pemull // ler1n.
have M0 : 0 < M.
  have l := part_le A (fun a => p (- a%:Z)) (fun a => p0 _); have r := part_le D (fun b => p b%:Z) (fun b => p0 _).
  have two : 0 < M + M by apply: lt_le_trans q _; rewrite -LQ -{1}ML; apply: ler_add.
  by move: two; rewrite -mulr2n pmulrn_lgt0.
have Mn := lt0r_neq0 M0; have qn := lt0r_neq0 q.
have ab a b : (1 <= a)%N -> (b + a)%:R != 0 :> R by rewrite pnatr_eq0; nat_lia.
have split a b : weights_of p a b = (a%:R * p (- a%:Z) * p b%:Z + p (- a%:Z) * (b%:R * p b%:Z)) / ((1 - eta) * M).
  by rewrite /weights_of -/M natrD; congr (_ / _); ring.
have total : \sum_(1 <= a < A.+1) \sum_(1 <= b < D.+1) weights_of p a b = 1.
  rewrite (eq_bigr (fun a => (a%:R * p (- a%:Z) * Q + p (- a%:Z) * M) / ((1 - eta) * M))) => [|a _]; last first.
    by rewrite (eq_bigr _ (fun b _ => split a b)) -mulr_suml big_split /= -!mulr_sumr.
  rewrite -mulr_suml big_split /= -!mulr_suml ML -/L.
  have -> : M * Q + L * M = (L + Q) * M by ring.
  by rewrite LQ divff // mulf_neq0.
split; first split=> //.
  by move=> a b _ _; rewrite /weights_of -/M divr_ge0 ?mulr_ge0 ?ler0n ?p0 // ltW.
move=> z; case: (eqVneq z 0) => [->|z0].
  rewrite /two_point_mixture -/A (eq_big_nat _ _ (F2 := fun a => \sum_(1 <= b < D.+1) weights_of p a b * eta)).
    rewrite (eq_bigr (fun a => (\sum_(1 <= b < D.+1) weights_of p a b) * eta)) => [|a _]; last by rewrite mulr_suml.
    by rewrite -mulr_suml total mul1r; exact: hit.
  move=> a ha; apply: eq_bigr => b _; rewrite /two_point_noise ifF ?eqxx //; nat_lia.
have [neg|pos] : z < 0 \/ 0 < z by nat_lia.
  have [k zk] : exists k, z = - k%:Z by exists `|z|%N; move: neg; nat_lia.
  case: (leqP k A) => kA; last first.
    rewrite zk out // /two_point_mixture -/A big_nat_cond big1 // => a /andP [ha _]; rewrite big_nat_cond big1 // => b /andP [hb _].
    by rewrite /two_point_noise !ifF ?mulr0 //; nat_lia.
  have kin : (1 <= k < A.+1)%N by nat_lia.
  rewrite /two_point_mixture -/A (bigD1_seq k) ?iota_uniq ?mem_index_iota //= big_nat_cond [X in _ + X]big_nat_cond.
  rewrite [X in _ + X]big1 => [|a /andP [/andP [ha _] ne]]; last first.
    rewrite big_nat_cond big1 // => b /andP [hb _]; rewrite /two_point_noise !ifF ?mulr0 //; [nat_lia | nat_lia |].
    by rewrite zk eqr_opp; apply/eqP => e; case/eqP: ne; nat_lia.
  rewrite addr0 -big_nat_cond (eq_big_nat _ _ (F2 := fun b => p z / M * (b%:R * p b%:Z))).
    by rewrite -mulr_sumr -/M divfK.
  move=> b hb; rewrite /two_point_noise zk eqxx /weights_of -/M; have := @ab k b ltac:(nat_lia) => h.
  by move: h; rewrite natrD => h; field; rewrite ?h ?qn ?Mn.
have [k zk] : exists k, z = k%:Z by exists `|z|%N; move: pos; nat_lia.
case: (leqP k D) => kD; last first.
  rewrite zk low; last by nat_lia.
  rewrite /two_point_mixture -/A big_nat_cond big1 // => a /andP [ha _]; rewrite big_nat_cond big1 // => b /andP [hb _].
  by rewrite /two_point_noise !ifF ?mulr0 //; nat_lia.
have kin : (1 <= k < D.+1)%N by nat_lia.
rewrite /two_point_mixture -/A (eq_big_nat _ _ (F2 := fun a => p z / M * (a%:R * p (- a%:Z)))).
  by rewrite -mulr_sumr ML divfK.
move=> a ha; rewrite (bigD1_seq k) ?iota_uniq ?mem_index_iota //= big_nat_cond.
rewrite big1 => [|b /andP [/andP [hb _] ne]]; last first.
  rewrite /two_point_noise !ifF ?mulr0 //; [|nat_lia|nat_lia].
  by rewrite zk; apply/eqP => e; case/eqP: ne; nat_lia.
rewrite addr0 /two_point_noise zk eqxx !ifF; [|nat_lia|nat_lia].
rewrite /weights_of -/M; have := @ab a k ltac:(nat_lia) => h.
by move: h; rewrite natrD => h; field; rewrite ?h ?qn ?Mn.
Qed.
End Mixtures.

(** ** Proposition 2 *)

Section Program.
Variables (R : realFieldType) (E eta : R) (D N : nat).
Hypotheses (E1 : 1 <= E) (range : 0 < eta < 1) (D0 : (0 < D)%N).

(** (7), (8) for noise with P1-P3 and (10)-(13) for weights allow the same delta. *)
Theorem proposition_2 delta :
  (exists2 p, allowed D 1 N eta p & private_counts_singletons D 1 N E delta p) <->
  (exists2 w : nat -> nat -> nat -> R, (forall n, (1 <= n <= N)%N -> two_point_weights D n (w n)) &
    private_counts_singletons D 1 N E delta (fun n => two_point_mixture D n eta (w n))).
Proof.
split=> [[p ok private]|[w ok private]]; last first.
  exists (fun n => two_point_mixture D n eta (w n)) => // n h.
  by have [] := equation_3 range (ok n h).
exists (fun n => weights_of D eta (p n)) => [n h|n n' nb y].
  by have [l a b c] := ok n h; have [] := equation_3_general range l a b c.
have [h h' _] := and3P nb; have [l a b c] := ok n h; have [l' a' b' c'] := ok n' h'.
have [_ e] := equation_3_general range l a b c; have [_ e'] := equation_3_general range l' a' b' c'.
by rewrite /count_mechanism -e -e'; apply: private.
Qed.

(** For N >= 2 some delta is allowed, and none below 0. *)
Theorem proposition_2_bounded : (2 <= N)%N ->
  (exists2 p, allowed D 1 N eta p & private_counts_singletons D 1 N E 1 p) /\
  (forall p delta, allowed D 1 N eta p -> private_counts_singletons D 1 N E delta p -> 0 <= delta).
Proof.
move=> N2; split=> [|p delta ok private].
  exists (fun=> two_point_noise eta 1 1) => [n h|n n' /and3P [h h' _] y].
    by apply: proposition_1 => //; nat_lia.
  have [[p0 one] _ _ _] := @proposition_1 R D eta n 1 1 range ltac:(nat_lia) ltac:(nat_lia).
  apply: le_trans (_ : 1 <= _); last first.
    by rewrite ler_addr mulr_ge0 ?(E_ge0 E1) ?p0.
  rewrite /count_mechanism -one; set z := _ - _; case: (leqP `|z| D) => zD.
    have lt : (absz (z + D%:Z)%R < D.*2.+1)%N by nat_lia.
    rewrite /noise_sum (bigD1 (Ordinal lt)) //= (_ : _ - D%:Z = z); last by nat_lia.
    by rewrite ler_addl sumr_ge0.
  rewrite [X in X <= _](_ : _ = 0); first by rewrite sumr_ge0.
  by rewrite /two_point_noise !ifF //; nat_lia.
have ny : (N + D < (N + D).+1)%N by nat_lia.
have nb : neighbours 1 N N N.-1 by rewrite /neighbours; nat_lia.
have [[p0 _] _ _ _] := ok N ltac:(nat_lia); have [_ low _ _] := ok N.-1 ltac:(nat_lia).
have := private _ _ nb (Ordinal ny); rewrite /count_mechanism /= [X in E * X]low; last by nat_lia.
by rewrite mulr0 add0r; apply: le_trans.
Qed.

(** For N = 1 every delta is allowed: nothing bounds it. *)
Theorem proposition_2_one_count delta :
  exists2 p, allowed D 1 1 eta p & private_counts_singletons D 1 1 E delta p.
Proof.
exists (fun=> two_point_noise eta 1 1) => [n h|n n' /and3P [h h' nb] y]; first by apply: proposition_1 => //; nat_lia.
by exfalso; move: nb; nat_lia.
Qed.
End Program.
