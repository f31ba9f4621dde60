(** * Count queries: chains of inequalities, the matrix (16), and where Definition 2 is not the optimum

    Sentences of Sadeghi, Asoodeh, Calmon (2020) that say more than one inequality. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.
From DPExact Require Import CountData CountDesign CountEquations CountEvents CountSupport CountCorollaries.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** (16), N = 2D: the rows that are printed, at the columns D, D + 1 and 2D. Those after the row 2D + 1 begin with 0, 0. *)
Theorem equation_16 (R : realFieldType) (eta : R) D (a : nat -> R) : (2 <= D)%N ->
  let half i := a i * ((1 - eta) / 2%:R) in
  let entry y n := @count_mechanism R D D.*2 (fun=> noise D eta a) n (inord y) in
  let row y := [seq entry y n | n <- [:: D; D.+1; D.*2]] in
  [/\ [/\ row 0%N = [:: half D; 0; 0], row 1%N = [:: half D.-1; half D; 0] & row D.-1 = [:: half 1%N; half 2%N; 0]],
      row D = [:: eta; half 1%N; half D], row D.+1 = [:: half 1%N; eta; half D.-1],
      row D.*2 = [:: half D; half D.-1; eta]
    & [/\ row D.*2.+1 = [:: 0; half D; half 1%N], row (D.*2 + D)%N = [:: 0; 0; half D]
        & forall y, (D.*2.+2 <= y <= D.*2 + D)%N -> entry y D = 0 /\ entry y D.+1 = 0]].
Proof.
move=> D2 half entry row.
have same n : (n <= D.*2 + D)%N -> entry n n = eta.
  by move=> h; rewrite /entry equation_15 inordK // eqxx.
have near y n i : (y <= D.*2 + D)%N -> (0 < i <= D)%N -> (y = n + i \/ n = y + i)%N -> entry y n = half i.
  move=> h i0 ni; rewrite /entry equation_15 inordK //; have -> : (y == n) = false by nat_lia.
  by rewrite (_ : absz _ = i); [case/andP: i0 => _ -> | nat_lia].
have far y n : (y <= D.*2 + D)%N -> (n + D < y \/ y + D < n)%N -> entry y n = 0.
  move=> h ni; rewrite /entry equation_15 inordK //; have -> : (y == n) = false by nat_lia.
  by rewrite (_ : (_ <= D)%N = false) //; nat_lia.
rewrite /row /=; split; first split.
- by rewrite (near 0%N D D) ?(far 0%N D.+1) ?(far 0%N D.*2) //; nat_lia.
- by rewrite (near 1%N D D.-1) ?(near 1%N D.+1 D) ?(far 1%N D.*2) //; nat_lia.
- by rewrite (near D.-1 D 1%N) ?(near D.-1 D.+1 2%N) ?(far D.-1 D.*2) //; nat_lia.
- by rewrite (same D) ?(near D D.+1 1%N) ?(near D D.*2 D) //; nat_lia.
- by rewrite (near D.+1 D 1%N) ?(same D.+1) ?(near D.+1 D.*2 D.-1) //; nat_lia.
- by rewrite (near D.*2 D D) ?(near D.*2 D.+1 D.-1) ?(same D.*2) //; nat_lia.
- split; first by rewrite (far D.*2.+1 D) ?(near D.*2.+1 D.+1 D) ?(near D.*2.+1 D.*2 1%N) //; nat_lia.
    by rewrite (far (D.*2 + D)%N D) ?(far (D.*2 + D)%N D.+1) ?(near (D.*2 + D)%N D.*2 D) //; nat_lia.
  by move=> y /andP [l h]; rewrite (far y D) ?(far y D.+1) //; nat_lia.
Qed.

(** ** Remark 2: from single outcomes to all events *)
Section Chain.
Variables (R : realFieldType) (E eta : R) (D N n n' : nat) (a : nat -> R).
Hypotheses (E0 : 0 <= E) (eta_range : 0 < eta < 1) (law : alphas D a) (near : neighbours D N n n').
Let P : 'I_(N + D).+1 -> R := count_mechanism (fun=> noise D eta a) n.
Let Q : 'I_(N + D).+1 -> R := count_mechanism (fun=> noise D eta a) n'.
Let support := [set y | 0 < P y].

Let noise_ge0 z : 0 <= noise D eta a z.
Proof. by rewrite (noise_profile D a eta_range) divr_ge0 ?(ltW (B_gt0 eta_range)) // profile_ge0 //; exact: law.1. Qed.

Lemma support_small : (#|support| <= D.*2.+1)%N.
Proof.
have /and3P [/andP [Dn nN] _ _] := near.
have inside (y : 'I_(N + D).+1) : y \in support -> (n <= y + D)%N && (y <= n + D)%N.
  rewrite inE /P equation_15; have [->|_] := eqVneq (y : nat) n; first by rewrite leq_addr.
  by case: (leqP _ D) => h; rewrite ?ltxx // => _; nat_lia.
pose f (y : 'I_(N + D).+1) : 'I_D.*2.+1 := inord (y + D - n).
have inj : {in support &, injective f}.
  move=> y z /inside hy /inside hz /(congr1 (@nat_of_ord _)); rewrite /f !inordK; try nat_lia.
  by move=> e; apply: val_inj => /=; nat_lia.
by rewrite -(card_in_imset inj); apply: leq_trans (max_card _) _; rewrite card_ord.
Qed.

Theorem remark_2_chain (S : {set 'I_(N + D).+1}) m : is_maximum m [seq P y - E * Q y | y <- enum 'I_(N + D).+1] ->
  [/\ prob P S - E * prob Q S = \sum_(y in S) (P y - E * Q y),
      \sum_(y in S) (P y - E * Q y) <= \sum_(y in S :&: support) (P y - E * Q y),
      \sum_(y in S :&: support) (P y - E * Q y) <= #|S :&: support|%:R * m,
      #|S :&: support|%:R * m <= D.*2.+1%:R * m
    & forall delta, private_counts_singletons D D N E delta (fun=> noise D eta a) -> D.*2.+1%:R * m <= D.*2.+1%:R * delta].
Proof.
move=> [mem /allP le]; have le_m y : P y - E * Q y <= m by apply: le; apply/mapP; exists y; rewrite ?mem_enum.
have m0 : 0 <= m.
  have /and3P [/andP [Dn nN] /andP [Dn' nN'] step] := near.
  have [y Qy] : exists y : 'I_(N + D).+1, Q y = 0.
    case/orP: step => /eqP step.
      have h : (n - D < (N + D).+1)%N by nat_lia.
      exists (Ordinal h); rewrite /Q equation_15 /=; have -> : (n - D == n')%N = false by nat_lia.
      by have -> : (`|(n - D)%N - n'| <= D)%N = false by nat_lia.
    have h : (n + D < (N + D).+1)%N by nat_lia.
    exists (Ordinal h); rewrite /Q equation_15 /=; have -> : (n + D == n')%N = false by nat_lia.
    by have -> : (`|(n + D)%N - n'| <= D)%N = false by nat_lia.
  by apply: le_trans (le_m y); rewrite Qy mulr0 subr0; exact: noise_ge0.
split.
- by rewrite /prob mulr_sumr -sumrB.
- rewrite (big_setID support) /= -[X in _ <= X]addr0; apply: ler_add (lexx _) _.
  rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => y; rewrite oppr_ge0 !inE => /andP [out _].
  have -> : P y = 0 by apply/eqP; rewrite eq_le leNgt out /=; exact: noise_ge0.
  by rewrite sub0r oppr_le0 mulr_ge0 // noise_ge0.
- apply: le_trans (_ : \sum_(y in S :&: support) m <= _); first exact: ler_sum.
  by rewrite sumr_const mulr_natl.
- apply: ler_wpmul2r => //; rewrite ler_nat.
  apply: leq_trans support_small; apply: subset_leq_card; exact: subsetIr.
- move=> delta single; apply: ler_wpmul2l; first by rewrite ler0n.
  have [y _ ->] := mapP mem; rewrite ler_subl_addl; exact: single.
Qed.
End Chain.

(** ** Lemma 1: (27)-(31) *)
Section Lemma1.
Variables (R : realFieldType) (E eta delta : R) (D N k : nat) (a : nat -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (DN : (D < N)%N) (kD : (k <= D)%N) (law : alphas D a).
Hypothesis private : private_counts_singletons D D N E delta (fun=> noise D eta a).
Let x := B_of eta * delta.
Let C := C_of eta.
Let before m := \sum_(1 <= i < m) a i.

Lemma chain_row i : (0 < i < D)%N -> a i <= E * a i.+1 + x.
Proof.
move=> /andP [i0 iD]; have rows := iffLR (singletons_rows E1 eta_range DN law.1 delta) private.
have := (rows i).1; rewrite /profile iD; case: i i0 iD => // i _ iD; by rewrite ltnW.
Qed.
Lemma chain_row0 : (0 < D)%N -> C <= E * a 1%N + x.
Proof.
move=> D0; have rows := iffLR (singletons_rows E1 eta_range DN law.1 delta) private.
by have := (rows 0%N).1; rewrite /profile D0.
Qed.

(** After j steps; (28) is j = 1, (29) is j = 2, (30) is j = k - 1. *)
Lemma iterated j : (j < k)%N ->
  (a (k - j)%N * S_ E j.+1 + E ^+ j * before (k - j) - E ^+ j <= x * W_ E j)%R.
Proof.
elim: j => [|j ih] jk.
  rewrite subn0 S1 mulr1 expr0 mul1r W0 mulr0 subr_le0 addrC; case: law => a0; rewrite /before.
  have k1 : (1 <= k)%N by nat_lia.
  rewrite -(big_nat_recr k 1 _ k1) /= => <-; rewrite [X in _ <= X](big_cat_nat _ (n := k.+1)) //=.
  by rewrite ler_addl big_nat_cond sumr_ge0 // => i /andP [/andP [h h'] _]; apply: a0; nat_lia.
have ih' := ih (ltnW jk).
have e : (k - j = (k - j.+1).+1)%N by nat_lia.
have k0 : (0 < k - j.+1)%N by nat_lia.
have r : a (k - j.+1)%N <= E * a (k - j)%N + x by rewrite e; apply: chain_row; nat_lia.
have b : before (k - j) = before (k - j.+1) + a (k - j.+1)%N by rewrite e /before big_nat_recr.
rewrite b in ih'; move: ih' r; move: (a (k - j)%N) (a (k - j.+1)%N) (before _) => u v s ih' r.
have s0 := S_ge0 E1 j.+1; have En := E_ge0 E1; rewrite (S_up _ j.+1) W_E exprS.
apply: le_by (_ : _ = E * (x * W_ E j - (u * S_ E j.+1 + E ^+ j * (s + v) - E ^+ j)) + (E * u + x - v) * S_ E j.+1) _.
  by ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.

Theorem lemma_1_chain :
  [/\ (2 <= k)%N -> ((a k.-1 - x) / E <= a k)%R /\ (a k <= 1 - \sum_(1 <= i < k) a i)%R,
      (2 <= k)%N -> (a k.-1 * (1 + E) + E * (\sum_(1 <= i < k.-1) a i) - E <= x)%R,
      (3 <= k)%N -> (a k.-2 * (1 + E + E ^+ 2) + E ^+ 2 * (\sum_(1 <= i < k.-2) a i) - E ^+ 2
                     <= B_of eta * (1 + 2%:R * E) * delta)%R,
      (1 <= k)%N -> (a 1%N * S_ E k - E ^+ k.-1 <= x * W_ E k.-1)%R
    & (1 <= k)%N -> ((C - x) / E * S_ E k - E ^+ k.-1 <= x * W_ E k.-1)%R].
Proof.
have E0 := E_gt0 E1.
have last : (1 <= k)%N -> (a 1%N * S_ E k - E ^+ k.-1 <= x * W_ E k.-1)%R.
  move=> k1; have lt : (k.-1 < k)%N by nat_lia.
  have := iterated lt; rewrite prednK // (_ : k - k.-1 = 1)%N; last by nat_lia.
  by rewrite /before big_geq // mulr0 addr0.
split=> // k1.
- split; last first.
    have := @iterated 0 (ltnW k1); rewrite subn0 S1 mulr1 expr0 mul1r W0 mulr0 => h.
    by rewrite -subr_le0; move: h; congr (_ <= 0); rewrite /before; ring.
  rewrite ler_pdivr_mulr // mulrC ler_subl_addr; have := chain_row (i := k.-1); rewrite prednK ?(ltnW k1) //; apply; nat_lia.
- have := @iterated 1 k1; rewrite subn1 expr1 S_up S1 expr1 W_up W0 expr0 add0r !mulr1; exact.
- have := @iterated 2 k1; rewrite subn2 !S_up S0 expr0 expr1 !W_up W0 expr0 expr1 !add0r !mulr1 => h.
  by rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (0 <= _); rewrite /x /before; ring.
- apply: le_trans (last k1); rewrite ler_add2r; apply: ler_wpmul2r; first exact: S_ge0.
  by rewrite ler_pdivr_mulr // ler_subl_addr mulrC chain_row0 //; nat_lia.
Qed.

(** (31) is delta >= delta_k. *)
Theorem equation_31 : (1 <= k)%N ->
  ((C - x) / E * S_ E k - E ^+ k.-1 <= x * W_ E k.-1) = (delta_ E eta D k <= delta).
Proof.
move=> k1; have E0 := E_gt0 E1; have B0 := B_gt0 eta_range; have w0 := W_gt0 E1 k1.
have bw : 0 < B_of eta * W_ E k by rewrite mulr_gt0.
rewrite /delta_ kD (ler_pdivr_mulr _ _ bw) -[LHS](ler_pmul2l E0) -subr_ge0 -[RHS]subr_ge0 -/C; congr (0 <= _).
rewrite /x; case: k k1 {w0 bw} => // m _ /=; rewrite W_E exprS; field; exact: lt0r_neq0.
Qed.
End Lemma1.
