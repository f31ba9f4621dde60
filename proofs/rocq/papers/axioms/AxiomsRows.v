(** * AxiomsRows: what Kifer and Lin say of (epsilon, delta)-differential privacy (Section 2.1), for all parameters *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Approximate.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d).

(** M of Theorem 2.1.3 for (epsilon, delta)-differential privacy: the pairs that it allows are those with the printed
    predicate in both directions, for an event and its complement. *)
Theorem upper_bound_of_approximate a b : 0 <= b <= 1 ->
  (b <= corrected E d a) && (1 - b <= corrected E d (1 - a)) =
  [&& b <= E * a + d, a <= E * b + d, 1 - b <= E * (1 - a) + d & 1 - a <= E * (1 - b) + d].
Proof.
case/andP=> b0 b1; have e x : 1 - (1 - x) = x :> R by ring.
rewrite !le_corrected // b1 !e (_ : 1 - b <= 1 = true) /=; last by rewrite ler_subl_addr ler_addl.
by case: (b <= _); case: (a <= _); case: (1 - b <= _); case: (1 - a <= _).
Qed.
(** On a symmetric relation b <= E a + delta and a <= E b + delta say the same of all pairs. *)
Theorem direction_on_symmetric (I : Type) (T : finType) (r : rel I) (M : I -> T -> R) : symmetric r ->
  private r E d M <-> (forall i j, r i j -> close_to E d (M j) (M i)).
Proof. by move=> sym; split=> h i j; rewrite sym; exact: h. Qed.
End Approximate.
