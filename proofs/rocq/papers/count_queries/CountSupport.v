(** * Count queries: what the hard support costs, (36), and that delta~ is positive

    Section I of the paper says that the constraint on the support relaxes the guarantee. For counts 1..N with N > D it
    does, whatever the noise, also if it depends on the count: single outcomes need delta >= (1 - eta)/(2 S_D) > 0. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions CountSums.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Support.
Variables (R : realFieldType) (D N : nat) (E eta delta : R) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (D0 : (0 < D)%N) (DN : (D < N)%N).
Hypothesis p_allowed : allowed D 1 N eta p.

(** For the count 1 at least half of the noise that is not 0 is at -1. *)
Lemma lowest : 1 <= eta + 2%:R * p 1%N (-1).
Proof.
have [[p0 total] low zero mean] := p_allowed (ltac:(lia) : (1 <= 1 <= N)%N).
have sum : noise_sum D (fun z => p 1%N z - z%:~R * p 1%N z) = 1.
  by rewrite -[RHS]total -[RHS]subr0 -mean /noise_sum -sumrB.
pose F (z : int) : R := (if z == 0 then eta else 0) + (if z == -1 then 2%:R * p 1%N (-1) else 0).
have le : noise_sum D (fun z => p 1%N z - z%:~R * p 1%N z) <= noise_sum D F.
  apply: ler_sum => k _; move: (k%:Z - D%:Z) => z; rewrite /F.
  case: (ltrgtP z 0) => [neg|pos|->]; last by rewrite zero mul0r subr0 (_ : (0 == -1 :> int) = false) ?addr0.
    case: (eqVneq z (-1)) => [->|ne].
      by have -> : (-1)%:~R = -1 :> R by []; rewrite /= add0r mulN1r opprK -mulr2n mulr_natl.
    by rewrite low ?mulr0 ?subrr ?addr0 // (_ : minn 1 D = 1%N); lia.
  rewrite (_ : (z == -1) = false) ?addr0; last by lia.
  have z1 : (1 : R) <= z%:~R by rewrite (_ : 1 = 1%:~R) // ler_int; lia.
  by rewrite subr_le0 -[X in X <= _]mul1r ler_wpmul2r.
rewrite -{1}sum; apply: le_trans le _; rewrite /noise_sum big_split /=; apply: ler_add.
  have lt : (D < D.*2.+1)%N by lia.
  rewrite (bigD1 (Ordinal lt)) //= subrr eqxx big1 ?addr0 // => i ne.
  by rewrite ifF //; apply/eqP => eq; case/eqP: ne; apply: val_inj => /=; lia.
have lt : (D.-1 < D.*2.+1)%N by lia.
rewrite (bigD1 (Ordinal lt)) //= ifT; last by apply/eqP; lia.
rewrite big1 ?addr0 // => i ne; rewrite ifF //; apply/eqP => eq; case/eqP: ne; apply: val_inj => /=; lia.
Qed.

Hypothesis private : private_counts_singletons D 1 N E delta p.

(** The outcome 0 along the counts 1, ..., D + 1. *)
Lemma along k : (k <= D)%N -> p 1%N (-1) <= E ^+ k * p k.+1 (- k.+1%:Z) + S_ E k * delta.
Proof.
elim: k => [|k IH] kD; first by rewrite expr0 mul1r S0 mul0r addr0.
apply: le_trans (IH (ltnW kD)) _; have edge : neighbours 1 N k.+1 k.+2 by rewrite /neighbours eqxx; lia.
have := private edge ord0; rewrite /count_mechanism /= !sub0r => le.
rewrite S_up -subr_ge0; rewrite -subr_ge0 in le.
apply: le_trans (mulr_ge0 (Ek_ge0 E1 k) le) _; rewrite exprS le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Theorem hard_support : (1 - eta) / (2%:R * S_ E D) <= delta.
Proof.
have s := S_gt0 E1 D0; have two : 0 < 2%:R :> R by rewrite ltr0n.
have [_ far _ _] := p_allowed (ltac:(lia) : (1 <= D.+1 <= N)%N).
have := along (leqnn D); rewrite far ?mulr0 ?add0r => [up|]; last by rewrite (_ : minn D.+1 D = D); lia.
rewrite ler_pdivr_mulr ?mulr_gt0 //; have low := lowest; rewrite -subr_ge0 in low; rewrite -subr_ge0 in up.
by rewrite -subr_ge0; apply: le_trans (addr_ge0 low (mulr_ge0 (ltW two) up)) _;
  rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Theorem hard_support_positive : eta < 1 -> 0 < delta.
Proof.
move=> less; apply: lt_le_trans hard_support; apply: divr_gt0; first by rewrite subr_gt0.
by rewrite mulr_gt0 ?ltr0n ?S_gt0.
Qed.

End Support.

(** (36). *)
Theorem equation_36 (R : realFieldType) (E : R) k : 1 <= E -> (0 < k)%N ->
  crossover E k - crossover E k.+1 = W_ E k.+1 / (T_ E k * T_ E k.+1) /\ 0 < W_ E k.+1 / (T_ E k * T_ E k.+1).
Proof.
move=> E1 k0; have t := T_gt0 E1 k0; have t' := @T_gt0 _ E E1 k.+1 isT; split; last first.
  by rewrite divr_gt0 ?W_gt0 ?mulr_gt0.
by rewrite /crossover -S_T_gap; field; rewrite !gt_eqF.
Qed.

(** Footnote 4: delta~ >= delta_(D+1) > 0. *)
Theorem last_delta_positive (R : realFieldType) (E eta : R) D : 1 <= E -> 0 < eta < 1 -> (0 < D)%N ->
  0 < delta_ E eta D D.+1.
Proof.
move=> E1 /andP[_ less] D0; rewrite /delta_ ltnn divr_gt0 ?ltr01 // mulr_gt0 ?T_gt0 //.
by rewrite divr_gt0 ?ltr0n ?subr_gt0.
Qed.
