(** * Signs: relations by identities, and tactics for signs and for denominators

    Used by the files [*Steps.v]: x <= y because y - x is a sum of products of what is known to be at least 0. *)

From mathcomp Require Import all_ssreflect all_algebra ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section By.
Variable R : realFieldType.
Lemma ge_by (e x y : R) : y - x = e -> 0 <= e -> x <= y.
Proof. by move=> <-; rewrite subr_ge0. Qed.
Lemma gt_by (e x y : R) : y - x = e -> 0 < e -> x < y.
Proof. by move=> <-; rewrite subr_gt0. Qed.
Lemma eq_by (k x b l r : R) : l = r -> k != 0 -> k * (x - b) = l - r -> x = b.
Proof. by move=> -> k0; rewrite subrr => /eqP; rewrite mulf_eq0 (negPf k0) subr_eq0 => /eqP. Qed.
Lemma pos_first (x y : R) : 0 < x -> 0 <= y -> 0 < x + y.
Proof. by move=> x0 y0; rewrite (lt_le_trans x0) // ler_addl. Qed.
End By.
(** A hypothesis, or the difference of the sides of one. *)
Ltac known := match goal with
  | h : is_true (0 <= ?x) |- is_true (0 <= ?x) => exact: h
  | h : is_true (0 < ?x) |- is_true (0 < ?x) => exact: h
  | h : is_true (0 < ?x) |- is_true (0 <= ?x) => exact: (ltW h)
  | h : is_true (?y <= ?x) |- is_true (0 <= ?x - ?y) => by rewrite subr_ge0
  | h : is_true (?y < ?x) |- is_true (0 <= ?x - ?y) => by rewrite subr_ge0 ltW
  | h : is_true (?y < ?x) |- is_true (0 < ?x - ?y) => by rewrite subr_gt0
  end.
(** 0 <= and 0 < for sums, products, quotients and powers of what is known. *)
Ltac nonneg := first [ known | lazymatch goal with
  | |- is_true (0 <= _ + _) => apply: addr_ge0; nonneg
  | |- is_true (0 <= _ * _) => apply: mulr_ge0; nonneg
  | |- is_true (0 <= _ ^-1) => rewrite invr_ge0; nonneg
  | |- is_true (0 <= _ ^+ _) => apply: exprn_ge0; nonneg
  | |- is_true (0 <= 1) => exact: ler01
  | |- is_true (0 <= 0) => exact: lexx
  | |- is_true (0 <= _%:R) => exact: ler0n
  end ].
Ltac pos := first [ known | lazymatch goal with
  | |- is_true (0 < _ + _) => apply: pos_first; [pos | nonneg]
  | |- is_true (0 < _ * _) => apply: mulr_gt0; pos
  | |- is_true (0 < _ ^-1) => rewrite invr_gt0; pos
  | |- is_true (0 < _ ^+ _) => apply: exprn_gt0; pos
  | |- is_true (0 < 1) => exact: ltr01
  | |- is_true (0 < _%:R) => by rewrite ltr0n
  end ].
Ltac sign := lazymatch goal with |- is_true (0 < _) => pos | |- is_true (0 <= _) => nonneg end.
(** What divides is not 0: numbers, hypotheses, and products and powers of them. *)
Ltac num_nz := by rewrite ?(oppr_eq0, mulf_eq0, invr_eq0, pnatr_eq0, oner_eq0, oner_neq0).
Ltac nz_prod := first
  [ assumption | num_nz | apply: mulf_neq0; nz_prod | apply: expf_neq0; nz_prod | rewrite oppr_eq0; nz_prod
  | rewrite invr_eq0; nz_prod ].
Ltac nz := repeat match goal with |- is_true (_ && _) => apply/andP; split end; try assumption; try num_nz.
(** An identity of rational functions, with the hypotheses that say that no denominator is 0. *)
Ltac field_nz := lazymatch goal with |- context [_ ^-1] => field; nz | _ => ring end.
