(** * Sums of powers: S_, W_ and T_ of the count paper, and comparisons in an ordered field

    S_m = 1 + E + ... + E^(m-1), W_m = sum of E^j (j+1), T_m = sum of E^j (m-j), j < m (Definitions.v). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** [nat_lia]: lia without the hypotheses about R, which only make it slow. *)
Ltac nat_lia :=
  repeat match goal with
  | h : context [@Order.le _ _ _ _] |- _ => clear h
  | h : context [@Order.lt _ _ _ _] |- _ => clear h
  | h : context [Num.RealField.sort _] |- _ => clear h
  end; lia.

(** ** Comparisons *)

Section Compare.
Variable R : realFieldType.
Implicit Types x y e : R.

Lemma le_by e x y : y - x = e -> 0 <= e -> x <= y.
Proof. by move=> <-; rewrite subr_ge0. Qed.
Lemma lt_by e x y : y - x = e -> 0 < e -> x < y.
Proof. by move=> <-; rewrite subr_gt0. Qed.
Lemma ge0_le x y : x <= y -> 0 <= y - x.
Proof. by rewrite subr_ge0. Qed.

End Compare.

(** [nonneg]: sums and products of numbers that are at least 0 by hypothesis. *)
Ltac nonneg :=
  repeat first
    [ assumption
    | apply: addr_ge0
    | apply: mulr_ge0
    | apply: divr_ge0
    | apply: exprn_ge0
    | rewrite subr_ge0; assumption
    | rewrite ler0n; done
    | apply: ler01
    | apply: ltW; assumption ].

Section Sums.
Variables (R : realFieldType) (E : R).
Implicit Types (m k : nat).

Lemma S0 : S_ E 0 = 0. Proof. exact: big_ord0. Qed.
Lemma T0 : T_ E 0 = 0. Proof. exact: big_ord0. Qed.
Lemma W0 : W_ E 0 = 0. Proof. exact: big_ord0. Qed.

Lemma S_up m : S_ E m.+1 = S_ E m + E ^+ m.
Proof. by rewrite /S_ big_ord_recr. Qed.
Lemma S_E m : S_ E m.+1 = E * S_ E m + 1.
Proof.
rewrite /S_ big_ord_recl expr0 addrC mulr_sumr; congr (_ + _).
by apply: eq_bigr => j _; rewrite exprS.
Qed.
Lemma S1 : S_ E 1 = 1. Proof. by rewrite S_up S0 expr0 add0r. Qed.

Lemma W_up m : W_ E m.+1 = W_ E m + E ^+ m * m.+1%:R.
Proof. by rewrite /W_ big_ord_recr. Qed.

Lemma W_E m : W_ E m.+1 = E * W_ E m + S_ E m.+1.
Proof.
elim: m => [|m ih]; first by rewrite W_up W0 S1 expr0; ring.
by rewrite W_up {1}ih (W_up m) (S_up m.+1) exprS (mulrSr 1 m.+1); ring.
Qed.

Lemma T_up m : T_ E m.+1 = T_ E m + S_ E m.+1.
Proof.
rewrite /T_ /S_ !big_ord_recr /= subSnn addrA -big_split /= mulr1; congr (_ + _).
apply: eq_bigr => j _; rewrite subSn; last exact: ltnW.
by rewrite mulrSr mulrDr mulr1.
Qed.

Lemma T_W m : T_ E m + W_ E m = m.+1%:R * S_ E m.
Proof.
rewrite /T_ /W_ /S_ -big_split /= mulr_sumr; apply: eq_bigr => j _.
rewrite -mulrDr -natrD mulrC; by congr (_%:R * _); have := ltn_ord j; lia.
Qed.

(** S_k S_(k+1) = E^k T_k + W_k, and S_k^2 = E^k T_(k-1) + W_k: the algebra in the paper's proofs of Lemmas 3 and 4. *)
Lemma SS k : S_ E k * S_ E k.+1 = E ^+ k * T_ E k + W_ E k.
Proof.
elim: k => [|k ih]; first by rewrite S0 T0 W0 expr0; ring.
have -> : S_ E k.+1 * S_ E k.+2 = E * (S_ E k * S_ E k.+1) + S_ E k.+1 + S_ E k.+1 * E ^+ k.+1.
  by rewrite (S_up k.+1) {2}(S_E k); ring.
by rewrite ih T_up W_E exprS; ring.
Qed.
Lemma SS_same k : S_ E k.+1 * S_ E k.+1 = E ^+ k.+1 * T_ E k + W_ E k.+1.
Proof.
have -> : S_ E k.+1 * S_ E k.+1 = E * (S_ E k * S_ E k.+1) + S_ E k.+1 by rewrite {1}S_E; ring.
by rewrite SS W_E exprS; ring.
Qed.

(** (36): C_k - C_(k+1) = W_(k+1) / (T_k T_(k+1)), without the division. *)
Lemma S_T_gap k : S_ E k.+1 * T_ E k.+1 - S_ E k.+2 * T_ E k = W_ E k.+1.
Proof.
have := SS_same k; rewrite (S_up k.+1) T_up => h.
rewrite (_ : _ - _ = S_ E k.+1 * S_ E k.+1 - E ^+ k.+1 * T_ E k); last by ring.
by rewrite h; ring.
Qed.

Lemma S_minus j : (E - 1) * S_ E j = E ^+ j - 1.
Proof. by elim: j => [|j ih]; rewrite ?S0 ?mulr0 ?expr0 ?subrr // S_up mulrDr ih exprS; ring. Qed.
Lemma T_E_minus m : (E - 1) * T_ E m = E * S_ E m - m%:R.
Proof.
elim: m => [|m ih]; first by rewrite T0 S0 !mulr0 subrr.
by rewrite T_up mulrDr ih S_minus (S_up m) mulrDr -exprS mulrSr; ring.
Qed.

Lemma sum_left_powers m : \sum_(i < m) E ^+ i.+1 = E * S_ E m.
Proof. by rewrite /S_ mulr_sumr; apply: eq_bigr => j _; rewrite exprS. Qed.
Lemma sum_S m : \sum_(i < m) S_ E i.+1 = T_ E m.
Proof. by elim: m => [|m ih]; rewrite ?big_ord0 ?T0 // big_ord_recr ih T_up. Qed.

Hypothesis E1 : 1 <= E.
Lemma E_ge0 : 0 <= E. Proof. exact: le_trans ler01 E1. Qed.
Lemma E_gt0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.
Lemma Ek_ge1 k : 1 <= E ^+ k. Proof. exact: exprn_ege1. Qed.
Lemma Ek_gt0 k : 0 < E ^+ k. Proof. exact: exprn_gt0 E_gt0. Qed.
Lemma Ek_ge0 k : 0 <= E ^+ k. Proof. exact: ltW (Ek_gt0 k). Qed.
Lemma E_le j k : (j <= k)%N -> E ^+ j <= E ^+ k.
Proof. by move=> h; apply: ler_weexpn2l. Qed.

Lemma S_ge0 m : 0 <= S_ E m.
Proof. by apply: sumr_ge0 => j _; apply: Ek_ge0. Qed.
Lemma S_gt0 m : (0 < m)%N -> 0 < S_ E m.
Proof. by case: m => // m _; rewrite S_E; apply: ltr_paddl ltr01; rewrite mulr_ge0 ?E_ge0 ?S_ge0. Qed.
Lemma S_ge1 m : (0 < m)%N -> 1 <= S_ E m.
Proof. by case: m => // m _; rewrite S_E ler_addr mulr_ge0 ?E_ge0 ?S_ge0. Qed.
Lemma S_le j k : (j <= k)%N -> S_ E j <= S_ E k.
Proof.
elim: k => [|k ih]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /predU1P [-> //|h]; apply: le_trans (ih h) _; rewrite S_up ler_addl; exact: Ek_ge0.
Qed.
Lemma T_ge0 m : 0 <= T_ E m.
Proof. by elim: m => [|m ih]; rewrite ?T0 // T_up addr_ge0 ?S_ge0. Qed.
Lemma T_gt0 m : (0 < m)%N -> 0 < T_ E m.
Proof. by case: m => // m _; rewrite T_up ltr_paddl ?T_ge0 ?S_gt0. Qed.
Lemma W_ge0 m : 0 <= W_ E m.
Proof. by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?Ek_ge0 ?ler0n. Qed.
Lemma W_gt0 m : (0 < m)%N -> 0 < W_ E m.
Proof. by case: m => // m _; rewrite W_E ltr_paddl ?S_gt0 ?mulr_ge0 ?E_ge0 ?W_ge0. Qed.

(** S is convex: a sum S_j + S_k grows when j and k move apart. *)
Lemma S_apart j k d : (d <= j <= k)%N -> S_ E j + S_ E k <= S_ E (j - d) + S_ E (k + d).
Proof.
elim: d => [|d ih] /andP [dj jk]; first by rewrite subn0 addn0.
apply: le_trans (ih _) _; first by rewrite jk ltnW.
rewrite (_ : (j - d = (j - d.+1).+1)%N); last by lia.
rewrite addnS !S_up -subr_ge0.
rewrite (_ : _ - _ = E ^+ (k + d) - E ^+ (j - d.+1)); last by ring.
by rewrite subr_ge0 E_le //; lia.
Qed.
End Sums.
