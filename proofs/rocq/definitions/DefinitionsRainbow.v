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

(** (5.3), where it is rho, the breakpoint of the corrected operator, the tau of the corrected (5.1) and (5.4), and any tau with which the
    lines of the printed operator are right. *)
Definition drift (R : realFieldType) (E d : R) : R := d / (E - 1).
Definition breakpoint (R : realFieldType) (E d : R) : R := (1 - d) / (E + 1).
Definition first_hit (R : realFieldType) (E d s : R) (tau : nat) : Prop :=
  (forall j, (j < tau)%N -> E ^+ j * (s + drift E d) - drift E d < breakpoint E d)
  /\ breakpoint E d <= E ^+ tau * (s + drift E d) - drift E d.
Definition printed_turn (R : realFieldType) (E d s : R) (tau : nat) : Prop :=
  (forall j, (j < tau)%N -> E ^+ j * (s + drift E d) - drift E d <= 1 / (E + 1))
  /\ 1 / (E + 1) <= E ^+ tau * (s + drift E d) - drift E d.

(** tau of (5.1) and (5.4) with floors: floor(max{x + 1, 0}), where x is the logarithm of y to the base E and y is the argument
    of (5.1) or of (5.4), so that floor(x) is the integer n with E^n <= y < E^(n + 1). *)
Definition tau_with_floors (R : realFieldType) (E y : R) (tau : nat) : Prop :=
  exists2 n : int, E ^ n <= y < E ^ (n + 1) & tau%:Z = Num.max (n + 1) 0.
Definition argument_5_1 (R : realFieldType) (E s : R) : R := (s * (E + 1))^-1.
Definition argument_5_4 (R : realFieldType) (E d s : R) : R := (1 / (E + 1) + drift E d) / (s + drift E d).

(** The two lines of (5.2) and of (5.5): the first at t, the second n = t - tau after the value v at tau. *)
Definition first_5_2 (R : realFieldType) (E s : R) (t : nat) : R := E ^+ t * s.
Definition second_5_2 (R : realFieldType) (E v : R) (n : nat) : R := 1 - (1 - v) / E ^+ n.
Definition first_5_5 (R : realFieldType) (E d s : R) (t : nat) : R := Num.min 1 (E ^+ t * (s + drift E d) - drift E d).
Definition second_5_5 (R : realFieldType) (E d v : R) (n : nat) : R :=
  Num.min 1 (1 + E * drift E d - (1 - v + E * drift E d) / E ^+ n).

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

(** What one mechanism has to be for "optimal" on such a graph: [feasible] and [greatest] of Definitions.v, in the dominance
    order. *)
Section Optimal.
Variables (R : realFieldType) (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}).
Definition feasible_at (E d : R) (fixed : V -> Prop) (m M : V -> 'I_q -> R) : Prop :=
  [/\ mechanism M, private r E d M & forall v, fixed v -> M v =1 m v].
Definition optimal_at (E d : R) (fixed : V -> Prop) (m M : V -> 'I_q -> R) : Prop :=
  feasible_at E d fixed m M /\ forall M', feasible_at E d fixed m M' -> forall v, dominates (f v) (M v) (M' v).
End Optimal.

(** ** The boundary graph of such a graph (Definition 8, corrected)

    (c, Some i) is a vertex if i is at most the distance of some vertex with the rainbow c, and (c, None), a vertex of its
    own, if from some vertex with the rainbow c no path leads to a boundary vertex with it. Which pairs are vertices is
    given as a function too, and which pairs of rainbows two neighbours have. *)
Section BoundaryGraphAt.
Variables (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}) (distance : V -> option nat).
Variables (there : pred ({perm 'I_q} * option nat)) (adjacent : rel {perm 'I_q}).

Definition is_there : Prop := forall x, there x <-> exists2 v, f v = x.1 &
  match x.2, distance v with Some i, Some n => (i <= n)%N | None, None => true | _, _ => false end.
Definition is_adjacent : Prop := forall c c', adjacent c c' <-> exists v w, [/\ r v w, f v = c & f w = c'].
Definition points_at : Type := {x | there x}.
Definition rainbow_at (x : points_at) : {perm 'I_q} := (val x).1.
Definition place (x : points_at) : option nat := (val x).2.
Definition neighbours_at : rel points_at := fun x y =>
  match place x, place y with
  | Some i, Some j => (rainbow_at x == rainbow_at y) && ((i.+1 == j) || (j.+1 == i))
      || [&& rainbow_at x != rainbow_at y, i == 0%N, j == 0%N & adjacent (rainbow_at x) (rainbow_at y)]
  | _, _ => false end.
Definition head_at (x : points_at) : Prop := place x = Some 0%N.

(** The boundary morphism, and the paths along which it is injective: those from v that are as long as the distance and
    end at a boundary vertex with the rainbow of v. *)
Hypothesis known : is_there.
Lemma image_there v : there (f v, distance v).
Proof. by apply/known; exists v => //=; case: (distance v). Qed.
Definition image_at (v : V) : points_at := exist (fun x => is_true (there x)) (f v, distance v) (image_there v).
Definition shortest (v : V) (p : seq V) : Prop :=
  [/\ path r v p, distance v = Some (size p), boundary_at r f (last v p) & f (last v p) = f v].
End BoundaryGraphAt.

(** Section 6.5: the law with the distribution function F on the cells of a chain, up to x 0 and then between neighbours. *)
Definition cells (R : realFieldType) (n : nat) (F : R -> R) (x : nat -> R) (i : 'I_n.+1) : R :=
  F (x i) - (if (i : nat) is j.+1 then F (x j) else 0).
