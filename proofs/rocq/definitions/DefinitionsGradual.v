(** * DefinitionsGradual: what the theorems on "Gradual Release of Sensitive Data under Differential Privacy" are about

    A continuation of Definitions.v: to be read before the theorems; GradualExamples.v computes each of them. p = e^-epsilon. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The exponential mechanism: the law proportional to weights. *)
Definition exponential (R : realFieldType) (T : finType) (w : T -> R) (y : T) : R := w y / \sum_z w z.

(** ** Discrete Laplace noise on the integers

    [lap p k] is P(V = k). [kernel p q] (p >= q) is the law of V1 - V2, where V2 has the ratio q and V1 the ratio p: with
    the weight [keep p q] the atom at 0, else [lap p]. [joint p q x y] is P(V1 = x, V2 = y), [relax p q y x] is
    P(V2 = y | V1 = x). *)

Section Discrete.
Variable R : realFieldType.

Definition lap (p : R) (k : int) : R := (1 - p) / (1 + p) * p ^+ absz k.
Definition keep (p q : R) : R := q / p * ((1 - p) / (1 - q)) ^+ 2.
Definition kernel (p q : R) (k : int) : R := keep p q * (k == 0)%:R + (1 - keep p q) * lap p k.
Definition joint (p q : R) (x y : int) : R := lap q y * kernel p q (x - y).
Definition relax (p q : R) (y x : int) : R := joint p q x y / lap p x.

(** A sum over all integers is a limit of these: f 0 + f 1 + f (-1) + ... + f N + f (-N). *)
Definition window (f : int -> R) (N : nat) : R := f 0 + \sum_(1 <= k < N.+1) (f k%:Z + f (- k%:Z)).

(** What lies outside of -N..N: sum over |y| > N of lap q y * lap p (n - y), for n >= 0 and N = n + m. *)
Definition missing (p q : R) (n m : nat) : R :=
  (1 - p) / (1 + p) * ((1 - q) / (1 + q)) * q ^+ n * (p * q) ^+ m.+1 * (1 + p ^+ n * p ^+ n) / (1 - p * q).

(** All levels: the noise y of the least private answer (ratio q), and the others from there on, (ratio, noise) each; the
    same answers for data that differ by d; the ratios are below 1 and do not fall. *)
Fixpoint others (q : R) (y : int) (rest : seq (R * int)) : R :=
  if rest is (p, x) :: rest' then kernel p q (x - y) * others p x rest' else 1.
Definition release (q : R) (y : int) (rest : seq (R * int)) : R := lap q y * others q y rest.
Definition shift (d : int) (rest : seq (R * int)) : seq (R * int) := [seq (v.1, v.2 + d) | v <- rest].
Fixpoint rising (q : R) (rest : seq (R * int)) : Prop :=
  if rest is (p, _) :: rest' then q <= p /\ p < 1 /\ rising p rest' else True.

(** The law of the answers of any levels, from the least private to the most: the noise xs at the ratios ps. No level: 1. *)
Definition rising_ratios (ps : seq R) : bool := sorted <=%R ps && all (fun p => 0 < p < 1) ps.
Definition levels_law (ps : seq R) (xs : seq int) : R :=
  if (ps, xs) is (p :: ps', x :: xs') then release p x (zip ps' xs') else 1.

(** The windows around some integer w miss v by a geometric error at most. *)
Definition nearly_sums_to (f : int -> R) (v : R) : Prop := exists w k c p, [/\ 0 <= c, 0 <= p < 1
  & forall N, `|window (fun y => f (w + y)) (k + N) - v| <= c * p ^+ N].

End Discrete.

(** f >= 0 sums to v over all integers. In an Archimedean field the error becomes smaller than everything, and there is at
    most one such v ([sums_to_unique]); in other ordered fields there may be several. *)

Section Sums.
Variable R : archiFieldType.

Definition sums_to (f : int -> R) (v : R) : Prop := (forall y, 0 <= f y) /\ nearly_sums_to f v.

(** From F, of n answers, to G, of m of them: one answer after another is summed out, wherever it stands. *)
Inductive marginal (n : nat) (F : seq int -> R) : nat -> (seq int -> R) -> Prop :=
  | All_answers : marginal n F n F
  | Without m (G H : seq int -> R) (i : nat) : marginal n F m.+1 G -> (i <= m)%N ->
      (forall xs, size xs = m -> sums_to (fun y => G (take i xs ++ y :: drop i xs)) (H xs)) -> marginal n F m H.

End Sums.

(** ** The range-restricted geometric mechanism: inputs and outputs 0, ..., n

    [geometric n p i o] is the probability that i plus two-sided geometric noise of ratio p, clipped to 0..n, is o.
    [tighten n p q k o] (p >= q): with the probability [keep_clipped n p q k] k stays, else o is drawn anew from
    [geometric n p k]. *)

Definition gap (i o : nat) : nat := ((i - o) + (o - i))%N.
Definition clipped (R : realFieldType) (n : nat) (p : R) (o : nat) : R :=
  if (o == 0%N) || (o == n) then 1 / (1 + p) else (1 - p) / (1 + p).
Definition geometric (R : realFieldType) (n : nat) (p : R) (i o : nat) : R := p ^+ gap i o * clipped n p o.
Definition keep_clipped (R : realFieldType) (n : nat) (p q : R) (k : nat) : R :=
  if (k == 0%N) || (k == n) then q * (1 - p) / (p * (1 - q)) else q * (1 - p) ^+ 2 / (p * (1 - q) ^+ 2).
Definition tighten (R : realFieldType) (n : nat) (p q : R) (k o : nat) : R :=
  keep_clipped n p q k * (k == o)%:R + (1 - keep_clipped n p q k) * geometric n p k o.

(** Three terms in a row: what a sum with the weights q^|i - k| undoes. *)
Definition rough (R : realFieldType) (n : nat) (q : R) (f : nat -> R) (k : nat) : R :=
  if k == 0%N then f 0%N - q * f 1%N
  else if k == n then f n - q * f n.-1
  else (1 + q ^+ 2) * f k - q * f k.-1 - q * f k.+1.

(** The matrix G_q, and the entry (k, i) of its inverse. *)
Definition geometric_matrix (R : realFieldType) (n : nat) (q : R) : 'M[R]_n.+1 := \matrix_(i, o) geometric n q i o.
Definition inverse (R : realFieldType) (n : nat) (q : R) (k i : nat) : R :=
  rough n q (fun j => (j == i)%:R) k / ((1 - q ^+ 2) * clipped n q k).

(** ** Section 4.2: n is the distance of two users of a network, and e is the level of (47) *)

Definition graph_distance (V : eqType) (r : rel V) (i j : V) (n : nat) : Prop :=
  (exists p, [/\ path r i p, last i p = j & size p = n]) /\ forall p, path r i p -> last i p = j -> (n <= size p)%N.
Definition distance_level (R : realFieldType) (V : eqType) (r : rel V) (i j : V) (e : R) : Prop :=
  exists2 n, graph_distance r i j n & e = 1 / n%:R.
