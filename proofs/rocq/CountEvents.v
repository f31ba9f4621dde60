(** * Count queries, all events: B delta >= C + 1 - E, the first of the bounds in [event_bounds]

    Not in the paper. That the others are bounds, and that their maximum is attained, is not proved here yet. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** No noise has less *)

Section Lower.
Variables (R : realFieldType) (E C : R) (D : nat) (g : nat -> R).
Hypotheses (E1 : 1 <= E) (g0 : g 0%N = C) (g_ge0 : forall i, 0 <= g i) (g_far : g D.+1 = 0).
Hypothesis total : \sum_(i < D) g i.+1 = 1.
Let Q i := Num.max 0 (g i - E * g i.+1).
Let x := cost E D g.


Lemma cost_center : C + 1 - E <= x.
Proof.
apply: le_trans (_ : \sum_(i < D.+1) (g i - E * g i.+1) <= _).
  rewrite sumrB big_ord_recl g0 /= total -mulr_sumr big_ord_recr /= total g_far.
  by apply: le_by (_ : _ = 0) _; [ring | ].
apply: le_trans (_ : \sum_(i < D.+1) Q i <= _); first by apply: ler_sum => i _; rewrite /Q le_maxr lexx orbT.
by rewrite /x /cost ler_addr; apply: sumr_ge0 => i _; rewrite le_maxr lexx.
Qed.

End Lower.

Theorem events_center (R : realFieldType) (E eta : R) (D N : nat) (a : nat -> R) (delta : R) :
  1 <= E -> 0 < eta < 1 -> (D < N)%N -> alphas D a ->
  private_counts D D N E delta (fun _ => noise D eta a) -> C_of eta + 1 - E <= B_of eta * delta.
Proof.
move=> E1 h DN law /(events_cost E1 h DN law.1); apply: le_trans.
apply: cost_center; [by [] | by rewrite /profile ltnn | exact: alphas_total law].
Qed.
