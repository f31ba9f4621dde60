(** * DefinitionsRainbow: what the theorems on "Generalized Rainbow Differential Privacy" are about, continued

    Definitions.v has the operator, lines, rainbow graphs, the boundary graph and what is greatest; here is the rest, to be
    read before the theorems. RainbowExamples.v, BoundaryExamples.v and BesideExamples.v compute each of them. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** What is needed of the function on prefix sums: E and d towards T(p), E and d' back. *)
Record operator (R : realFieldType) (E d d' : R) (f : R -> R) : Prop := Operator
  { op_mono : forall a b, a <= b -> f a <= f b;
    op_ge0 : forall a, 0 <= a -> 0 <= f a;
    op_le1 : forall a, f a <= 1;
    op_1 : f 1 = 1;
    op_up : forall a b, a <= b -> f b - f a <= E * (b - a);
    op_up0 : forall b, f b <= E * b + d;
    op_down : forall a b, a <= b -> f b < 1 -> b - a <= E * (f b - f a);
    op_down0 : forall b, 0 <= b -> b <= 1 -> b <= E * f b;
    op_last : forall a, 1 - a <= E * (1 - f a) + d' }.

(** delta' of the printed operator. *)
Definition printed_delta (R : realFieldType) (E d : R) : R := Num.min (E * d) (1 - (1 - d) / E).

(** (5.3), the breakpoint of the corrected operator, the tau of the corrected (5.1) and (5.4), and any tau with which the
    lines of the printed operator are right. *)
Definition rho (R : realFieldType) (E d : R) : R := d / (E - 1).
Definition breakpoint (R : realFieldType) (E d : R) : R := (1 - d) / (E + 1).
Definition first_hit (R : realFieldType) (E d s : R) (tau : nat) : Prop :=
  (forall j, (j < tau)%N -> E ^+ j * (s + rho E d) - rho E d < breakpoint E d)
  /\ breakpoint E d <= E ^+ tau * (s + rho E d) - rho E d.
Definition printed_turn (R : realFieldType) (E d s : R) (tau : nat) : Prop :=
  (forall j, (j < tau)%N -> E ^+ j * (s + rho E d) - rho E d <= 1 / (E + 1))
  /\ 1 / (E + 1) <= E ^+ tau * (s + rho E d) - rho E d.

(** Utilities of a vertex with the rainbow c that decrease along it, and U[M] = E[sum of u_v(M(v))] over a finite graph. *)
Definition decreasing (R : realFieldType) (q : nat) (c : {perm 'I_q}) (u : 'I_q -> R) : Prop :=
  forall i j : 'I_q, (i <= j)%N -> u (c j) <= u (c i).
Definition utility (R : realFieldType) (q : nat) (V : finType) (u M : V -> 'I_q -> R) : R :=
  \sum_v \sum_x u v x * M v x.

(** ** The boundary graph of Definition 8 as a finite type, for Theorem 3

    Its vertices are the pairs (c, i) that [boundary_vertex] allows; i < #|V|, so there are finitely many. *)

Section BoundaryGraph.
Variables (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}).

Definition boundary_point (x : {perm 'I_q} * 'I_#|V|) : {perm 'I_q} * nat := (x.1, x.2 : nat).
Definition heads_and_tails : finType := [finType of {x | boundary_vertex r f (boundary_point x)}].
Definition point (x : heads_and_tails) : {perm 'I_q} * nat := boundary_point (val x).
Definition neighbour_points : rel heads_and_tails := fun x y => boundary_graph r f (point x) (point y).
Definition rainbow_of (x : heads_and_tails) : {perm 'I_q} := (point x).1.
Definition head (x : heads_and_tails) : bool := (point x).2 == 0%N.

(** Its optimal mechanism: at (c, i) what T^i makes of m c. *)
Definition lines (R : realFieldType) (E d : R) (m : {perm 'I_q} -> 'I_q -> R) (x : heads_and_tails) : 'I_q -> R :=
  line (corrected E d) (rainbow_of x) (m (rainbow_of x)) (point x).2.

(** The boundary morphism, where each vertex has a way to a boundary of its rainbow. *)
Hypothesis reach : forall v, (distance r f v < #|V|)%N.
Lemma image_vertex v : boundary_vertex r f (boundary_point (f v, Ordinal (reach v))).
Proof. by apply/existsP; exists v; rewrite /= eqxx reach leqnn. Qed.
Definition image (v : V) : heads_and_tails :=
  exist (fun x => is_true (boundary_vertex r f (boundary_point x))) _ (image_vertex v).

End BoundaryGraph.

(** ** Graphs with infinitely many vertices

    [boundary_at]: v has a neighbour with another rainbow. [walks_to c n v]: a path of at most n steps leads from v to such
    a vertex with the rainbow c. The distance is given as a function, None where no path leads there, so that nothing has
    to be chosen. [valid_boundary_at] and [mechanism_at] are [valid_boundary] and [rainbow_mechanism] of Definitions.v. *)

Section Infinite.
Variables (R : realFieldType) (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}).

Definition boundary_at (v : V) : Prop := exists2 w, r v w & f w != f v.
Fixpoint walks_to (c : {perm 'I_q}) (n : nat) (v : V) : Prop :=
  if n is n'.+1 then walks_to c n' v \/ (exists2 w, r v w & walks_to c n' w) else boundary_at v /\ f v = c.
Definition is_distance (distance : V -> option nat) : Prop := forall v,
  if distance v is Some n then walks_to (f v) n v /\ (forall k, walks_to (f v) k v -> (n <= k)%N)
  else forall k, ~ walks_to (f v) k v.
Definition valid_boundary_at (E d : R) (m : {perm 'I_q} -> 'I_q -> R) : Prop :=
  (forall v, boundary_at v -> distribution (m (f v))) /\
  (forall v w, r v w -> f v != f w -> close E d (m (f v)) (m (f w))).
Definition mechanism_at (E d : R) (m : {perm 'I_q} -> 'I_q -> R) (distance : V -> option nat) (v : V) : 'I_q -> R :=
  if distance v is Some n then line (corrected E d) (f v) (m (f v)) n else first_color R (f v).

End Infinite.
