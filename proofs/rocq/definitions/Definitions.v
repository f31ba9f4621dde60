(** * Definitions: what the theorems of this folder are about

    Read this file first, then those that continue it: DefinitionsRainbow.v, DefinitionsAxioms.v, DefinitionsGradual.v. A
    theorem is worth what its definitions say. What the theorems say is defined in these four files, but for the model of
    the checker; an example names each definition, with numbers that can be checked by hand ([check.py] compares both).
    Everything is over an ordered field R: the rational numbers, the real algebraic numbers, the real numbers. E stands for
    e^epsilon. Outcomes are the elements of a finite type; an event is a set of outcomes; a law gives a number to each
    outcome; inputs may be of any type. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Laws, events, privacy *)

Section Privacy.
Variables (R : realFieldType) (T : finType).

(** P is a distribution: no outcome has less than 0, and all outcomes together have 1. *)
Definition distribution (P : T -> R) : Prop := (forall x, 0 <= P x) /\ \sum_x P x = 1.

(** P(S), the probability of the event S. *)
Definition prob (P : T -> R) (S : {set T}) : R := \sum_(x in S) P x.

(** One ordered pair over all events: P(S) <= E Q(S) + d for every S. *)
Definition close_to (E d : R) (P Q : T -> R) : Prop := forall S : {set T}, prob P S <= E * prob Q S + d.

(** Both directions, "(epsilon, delta)-close" in the rainbow paper. *)
Definition close (E d : R) (P Q : T -> R) : Prop := close_to E d P Q /\ close_to E d Q P.

(** The same for E = infinity, where infinity times 0 is 0: P(S) <= d for every S with Q(S) = 0. *)
Definition close_to_infinity (d : R) (P Q : T -> R) : Prop := forall S : {set T}, prob Q S = 0 -> prob P S <= d.

(** Singletons only, as in Remark 1 of the count paper: P(x) <= E Q(x) + d for every outcome x. *)
Definition close_singletons (E d : R) (P Q : T -> R) : Prop := forall x, P x <= E * Q x + d.

(** Hockey-stick divergence: the sum of the positive parts of P(x) - E Q(x). *)
Definition hockey_stick (E : R) (P Q : T -> R) : R := \sum_x Num.max 0 (P x - E * Q x).

(** A mechanism gives a distribution to each input. *)
Definition mechanism (I : Type) (M : I -> T -> R) : Prop := forall i, distribution (M i).

(** Private for a relation of ordered pairs: close for each pair in the relation, in its direction. *)
Definition private (I : Type) (r : rel I) (E d : R) (M : I -> T -> R) : Prop :=
  forall i j, r i j -> close_to E d (M i) (M j).

(** Not private: some pair of the relation and some event exceed the bound. *)
Definition not_private (I : Type) (r : rel I) (E d : R) (M : I -> T -> R) : Prop :=
  exists i j (S : {set T}), r i j /\ prob (M i) S > E * prob (M j) S + d.

(** d is the least number >= 0 with which M is private. *)
Definition tight_delta (I : Type) (r : rel I) (E d : R) (M : I -> T -> R) : Prop :=
  [/\ 0 <= d, private r E d M & forall d', 0 <= d' -> private r E d' M -> d <= d'].

(** The three with E = infinity. *)
Definition private_infinity (I : Type) (r : rel I) (d : R) (M : I -> T -> R) : Prop :=
  forall i j, r i j -> close_to_infinity d (M i) (M j).
Definition not_private_infinity (I : Type) (r : rel I) (d : R) (M : I -> T -> R) : Prop :=
  exists i j (S : {set T}), [/\ r i j, prob (M j) S = 0 & prob (M i) S > d].
Definition tight_delta_infinity (I : Type) (r : rel I) (d : R) (M : I -> T -> R) : Prop :=
  [/\ 0 <= d, private_infinity r d M & forall d', 0 <= d' -> private_infinity r d' M -> d <= d'].

End Privacy.

Section Combinations.
Variables (R : realFieldType) (T U : finType).

(** Post-processing: draw x from P, then u from the law K x. *)
Definition post (K : T -> U -> R) (P : T -> R) (u : U) : R := \sum_x P x * K x u.

(** Mixture: draw i with the weight w i, then x from M i. *)
Definition mixture (w : U -> R) (M : U -> T -> R) (x : T) : R := \sum_i w i * M i x.

(** Product: both, independently. *)
Definition product (P : T -> R) (Q : U -> R) (x : T * U) : R := P x.1 * Q x.2.

(** Adaptive composition: x from P, then u from K x, which may depend on x; both are seen. *)
Definition compose (P : T -> R) (K : T -> U -> R) (x : T * U) : R := P x.1 * K x.1 x.2.

(** Several answers, each of which may depend on all before it: p before is the law of the next answer. *)
Fixpoint law_of_answers (p : seq T -> T -> R) (before answers : seq T) : R :=
  if answers is x :: rest then p before x * law_of_answers p (rcons before x) rest else 1.
Definition adaptive_law (p : seq T -> T -> R) (k : nat) (answers : k.-tuple T) : R := law_of_answers p [::] answers.

End Combinations.

(** ** The sufficiency order (Blackwell's order of experiments), for mechanisms with finitely many outputs *)

Section Sufficiency.
Variables (R : realFieldType) (I : Type).

(** P is Q followed by some random map from the outputs of Q to those of P. *)
Definition followed (T U : finType) (Q : I -> T -> R) (P : I -> U -> R) : Prop :=
  exists2 K : T -> U -> R, mechanism K & forall i u, P i u = post K (Q i) u.

(** P is private with delta = 0, and every private mechanism with finitely many outputs that P is a post-processing of is
    one of P. The other: P is private, and of some such mechanism that is not so. *)
Definition maximally_sufficient (T : finType) (r : rel I) (E : R) (P : I -> T -> R) : Prop :=
  private r E 0 P /\
  forall (U : finType) (Q : I -> U -> R), mechanism Q -> private r E 0 Q -> followed Q P -> followed P Q.
Definition not_maximally_sufficient (T : finType) (r : rel I) (E : R) (P : I -> T -> R) : Prop :=
  private r E 0 P /\
  exists (U : finType) (Q : I -> U -> R), [/\ mechanism Q, private r E 0 Q, followed Q P & ~ followed P Q].

End Sufficiency.

(** x = e^y for y >= 0, without real numbers: at least every partial sum of the series of e^y, and at most a partial sum
    and its last term again where 2 y <= n + 1, as what is left out is then at most the geometric series of halves.
    [is_exp_upto]: the bounds of the first N + 1 partial sums, which some x meets in every ordered field
    ([exp_upto_exists]). In an Archimedean field at most one x meets all of them ([is_exp_unique]), and one does where
    bounded sequences have a supremum ([is_exp_exists]); in the real numbers it is e^y. *)
Definition exp_sum (R : realFieldType) (y : R) (n : nat) : R := \sum_(k < n.+1) y ^+ k / k`!%:R.
Definition is_exp_upto (R : realFieldType) (y : R) (N : nat) (x : R) : Prop := forall n, (n <= N)%N ->
  exp_sum y n <= x /\ (2%:R * y <= n.+1%:R -> x <= exp_sum y n + y ^+ n / n`!%:R).
Definition is_exp (R : realFieldType) (y x : R) : Prop := forall N, is_exp_upto y N x.

(** ** Linear programs: least c.x with rows a_i.x (relation) b_i, and x_j >= 0 unless j is free *)

Inductive relation := Le | Eq | Ge.

Section Programs.
Variables (R : realFieldType) (n m : nat).

Definition dot (k : nat) (a x : 'I_k -> R) : R := \sum_j a j * x j.
Definition holds (s : relation) (left right : R) : Prop :=
  match s with Le => left <= right | Eq => left = right | Ge => right <= left end.

Record program := Program
  { free : pred 'I_n; objective : 'I_n -> R; sign : 'I_m -> relation; row : 'I_m -> 'I_n -> R; bound : 'I_m -> R }.

Definition meets (L : program) (x : 'I_n -> R) : Prop :=
  (forall i, holds (sign L i) (dot (row L i) x) (bound L i)) /\ (forall j, ~~ free L j -> 0 <= x j).
Definition optimum (L : program) (v : R) : Prop :=
  (exists2 x, meets L x & dot (objective L) x = v) /\ (forall x, meets L x -> v <= dot (objective L) x).
Definition infeasible (L : program) : Prop := forall x, ~ meets L x.
Definition unbounded (L : program) : Prop := forall v, exists2 x, meets L x & dot (objective L) x < v.

(** A dual solution: y_i <= 0 for <=, y_i >= 0 for >=, and costs - y A >= 0, = 0 for free variables. A direction d meets the
    rows with 0 in place of the bounds. *)
Definition dual_sign (s : relation) (v : R) : Prop :=
  match s return Prop with Le => v <= 0 | Eq => True | Ge => 0 <= v end.
Definition dual (L : program) (y : 'I_m -> R) (costs : 'I_n -> R) : Prop :=
  (forall i, dual_sign (sign L i) (y i)) /\
  (forall j, let rest := costs j - \sum_i y i * row L i j in if free L j then rest = 0 else 0 <= rest).
Definition homogeneous_program (L : program) : program := Program (free L) (objective L) (sign L) (row L) (fun=> 0).

End Programs.

(** ** Count queries: noise z on -D..D added to a count n *)

(** Neighbouring counts n, n' in first..last differ by one. *)
Definition neighbours (first last : nat) (n n' : nat) : bool :=
  [&& first <= n <= last, first <= n' <= last & (n.+1 == n') || (n'.+1 == n)]%N.
(** Counts at two neighboring databases, each asked for after the answers before: equal, or neighbors. *)
Definition neighboring_queries (T : Type) (first last : nat) (x y : seq T -> nat) : Prop := forall before,
  (first <= x before <= last)%N /\ (x before = y before \/ neighbours first last (x before) (y before)).

Section CountQueries.
Variable R : realFieldType.

(** A sum over z = -D..D. *)
Definition noise_sum (D : nat) (f : int -> R) : R := \sum_(k < D.*2.+1) f (k%:Z - D%:Z).

(** P1, P2, P3 for the noise p at the count n, where p is a distribution. *)
Definition noise_law (D : nat) (p : int -> R) : Prop := (forall z, 0 <= p z) /\ noise_sum D p = 1.
Definition P1 (D n : nat) (p : int -> R) : Prop :=
  forall z, ~~ ((- (minn n D)%:Z <= z) && (z <= D%:Z)) -> p z = 0.
Definition P2 (eta : R) (p : int -> R) : Prop := p 0 = eta.
Definition P3 (D : nat) (p : int -> R) : Prop := noise_sum D (fun z => z%:~R * p z) = 0.

(** Proposition 1, (2): weight on i1 = -a and i2 = b only, beside 0. *)
Definition two_point_noise (eta : R) (a b : nat) (z : int) : R :=
  if z == - a%:Z then (1 - eta) * (b%:R / (b + a)%:R) else
  if z == 0 then eta else
  if z == b%:Z then (1 - eta) * (a%:R / (b + a)%:R) else 0.

(** (12) and (13): weights w a b for the pairs (-a, b), 1 <= a <= A = min n D, 1 <= b <= D; (3): the mixture. *)
Definition two_point_weights (D n : nat) (w : nat -> nat -> R) : Prop :=
  (forall a b, (1 <= a <= minn n D)%N -> (1 <= b <= D)%N -> 0 <= w a b) /\
  \sum_(1 <= a < (minn n D).+1) \sum_(1 <= b < D.+1) w a b = 1.
Definition two_point_mixture (D n : nat) (eta : R) (w : nat -> nat -> R) (z : int) : R :=
  \sum_(1 <= a < (minn n D).+1) \sum_(1 <= b < D.+1) w a b * two_point_noise eta a b z.

(** Weights for given noise: p(-a) p(b) (a + b) over (1 - eta) times the mean of the positive part. *)
Definition weights_of (D : nat) (eta : R) (p : int -> R) (a b : nat) : R :=
  p (- a%:Z) * p b%:Z * (b + a)%:R / ((1 - eta) * \sum_(1 <= i < D.+1) i%:R * p i%:Z).

(** (14): the symmetric noise of the alphas a_1, ..., a_D. *)
Definition alphas (D : nat) (a : nat -> R) : Prop :=
  (forall i, (1 <= i <= D)%N -> 0 <= a i) /\ \sum_(1 <= i < D.+1) a i = 1.
Definition noise (D : nat) (eta : R) (a : nat -> R) (z : int) : R :=
  if z == 0 then eta else if (`|z| <= D)%N then a `|z|%N * ((1 - eta) / 2%:R) else 0.

(** Y = n + Z, Z with the law p n, as a law on the outputs 0..N+D. *)
Definition count_mechanism (D N : nat) (p : nat -> int -> R) (n : nat) (y : 'I_(N + D).+1) : R :=
  p n (y%:Z - n%:Z).

(** B, C, the sums of powers of E, (23) and (32): delta_k for k <= D, delta_(D+1), and (34): C_k. *)
Definition B_of (eta : R) : R := 2%:R / (1 - eta).
Definition C_of (eta : R) : R := eta * B_of eta.
Definition S_ (E : R) (m : nat) : R := \sum_(j < m) E ^+ j.                     (* 1 + E + ... + E^(m-1) *)
Definition W_ (E : R) (k : nat) : R := \sum_(j < k) E ^+ j * j.+1%:R.           (* sum of E^j (j+1), j < k *)
Definition T_ (E : R) (D : nat) : R := \sum_(j < D) E ^+ j * (D - j)%:R.        (* sum of E^j (D-j), j < D *)
Definition delta_ (E eta : R) (D k : nat) : R :=
  if (k <= D)%N then (C_of eta * S_ E k - E ^+ k) / (B_of eta * W_ E k) else 1 / (B_of eta * T_ E D).
Definition crossover (E : R) (k : nat) : R := S_ E k.+1 / T_ E k.

(** The index k of Theorem 2, C_k < C <= C_(k-1), with C_0 = infinity and C_(D+1) = 0. *)
Definition best_index (E eta : R) (D k : nat) : Prop :=
  [/\ (1 <= k <= D.+1)%N, (k <= D)%N -> crossover E k < C_of eta & (1 < k)%N -> C_of eta <= crossover E k.-1].

(** delta~ = delta_k: it is the greatest of delta_1, ..., delta_(D+1). *)
Definition greatest_bound (E eta : R) (D k : nat) : Prop :=
  (1 <= k <= D.+1)%N /\ forall i, (1 <= i <= D.+1)%N -> delta_ E eta D i <= delta_ E eta D k.

(** Definition 2: its alphas, (37) and (38) for k = D + 1, (39) for k <= D. *)
Fixpoint descent (E C x : R) (j : nat) : R := if j is j'.+1 then (descent E C x j' - x) / E else C.
Definition printed_alpha (E eta : R) (D k j : nat) : R :=
  if (k <= D)%N then (if (j <= k)%N then descent E (C_of eta) (B_of eta * delta_ E eta D k) j else 0)
  else S_ E (D.+1 - j) / T_ E D.

(** The optimum over single outcomes and over all events, times B (docs/count_queries.md). *)
Definition x_ (E C : R) (D m : nat) : R := (1 - E * C * S_ E m) / (T_ E m + T_ E (D - m)).
Definition singleton_bounds (E eta : R) (D : nat) : seq R :=
  [seq B_of eta * delta_ E eta D k | k <- iota 1 D] ++ [seq x_ E (C_of eta) D m | m <- iota 0 (D./2).+1].
Definition event_bounds (E eta : R) (D : nat) : seq R :=
  [:: C_of eta + 1 - E; 2%:R / (S_ E D./2 + S_ E (uphalf D)) - E * C_of eta]
  ++ [seq (1 - E * C_of eta * S_ E m) / S_ E (D - m) | m <- iota 0 (uphalf D)].
(** B delta of Definition 2's alphas over all events is the maximum of these. *)
Definition real_bounds (E eta : R) (D : nat) : seq R :=
  [:: C_of eta + 1 - E; D%:R / T_ E D; (D%:R + S_ E D) / T_ E D - E * C_of eta].
(** The profile C, a_1, ..., a_D, 0, 0, ... is the noise at 0, 1, 2, ... times B. x = B delta is enough for single outcomes
    if it meets [rows], and for all events if it is at least the [cost]. *)
Definition profile (C : R) (D : nat) (a : nat -> R) (i : nat) : R :=
  if i is 0%N then C else if (i <= D)%N then a i else 0.
Definition rows (E x : R) (g : nat -> R) : Prop := forall i, g i <= E * g i.+1 + x /\ g i.+1 <= E * g i + x.
Definition cost (E : R) (D : nat) (g : nat -> R) : R :=
  \sum_(i < D) Num.max 0 (g i.+1 - E * g i) + \sum_(i < D.+1) Num.max 0 (g i - E * g i.+1).

Definition is_maximum (v : R) (s : seq R) : Prop := v \in s /\ all (fun w => w <= v) s.

(** Noise that may depend on the count, with P1-P3 at each of the counts first..last. *)
Definition allowed (D first last : nat) (eta : R) (p : nat -> int -> R) : Prop :=
  forall n, (first <= n <= last)%N -> [/\ noise_law D (p n), P1 D n (p n), P2 eta (p n) & P3 D (p n)].

(** delta is enough for the alphas a: for all neighbouring counts in first..last, over singletons or over all events. *)
Definition private_counts (D first N : nat) (E delta : R) (p : nat -> int -> R) : Prop :=
  private (neighbours first N) E delta (@count_mechanism D N p).
Definition private_counts_singletons (D first N : nat) (E delta : R) (p : nat -> int -> R) : Prop :=
  forall n n', neighbours first N n n' ->
  close_singletons E delta (@count_mechanism D N p n) (@count_mechanism D N p n').

(** delta is the least number >= 0 over all events of the symmetric noises. *)
Definition least_delta (D N : nat) (E eta delta : R) : Prop :=
  [/\ 0 <= delta, exists2 a, alphas D a & private_counts D D N E delta (fun _ => noise D eta a) &
    forall a delta', 0 <= delta' -> alphas D a -> private_counts D D N E delta' (fun _ => noise D eta a) ->
    delta <= delta'].

(** f says a number of each eta; it falls strictly as eta grows up to the eta with C = c, and rises strictly from there. *)
Definition turns_at (f : R -> R -> Prop) (c : R) : Prop :=
  (forall eta, 0 < eta < 1 -> exists v, f eta v) /\
  forall eta eta' v v', 0 < eta -> eta < eta' -> eta' < 1 -> f eta v -> f eta' v' ->
  (C_of eta' <= c -> v' < v) /\ (c <= C_of eta -> v < v').

End CountQueries.

(** ** Rainbows *)

(** Prefix sums s_k = p_1 + ... + p_k in an order c of the q colors: c i is the color at the place i. *)
Section Orders.
Variables (R : realFieldType) (q : nat).
Definition prefix (c : {perm 'I_q}) (p : 'I_q -> R) (k : nat) : R := \sum_(i < q | (i < k)%N) p (c i).

(** p dominates p' in the order c. *)
Definition dominates (c : {perm 'I_q}) (p p' : 'I_q -> R) : Prop := forall k, prefix c p' k <= prefix c p k.

(** p is at least p' in the lexicographic order: equal, or more at the first place where they differ. *)
Definition lexicographic (c : {perm 'I_q}) (p p' : 'I_q -> R) : Prop :=
  (forall i, p (c i) = p' (c i))
  \/ exists2 k : 'I_q, forall i : 'I_q, (i < k)%N -> p (c i) = p' (c i) & p' (c k) < p (c k).

(** The operator T of Theorem 4: what it does to a prefix sum, as printed in (4.3) and corrected, and to a law. *)
Definition corrected (E d s : R) : R := Num.min 1 (Num.min (E * s + d) (1 - (1 - s - d) / E)).
Definition printed (E d s : R) : R := Num.min 1 (Num.min (E * s) (1 - (1 - s) / E) + d).
Definition next_sum (f : R -> R) (c : {perm 'I_q}) (p : 'I_q -> R) (k : nat) : R :=
  if k is 0%N then 0 else f (prefix c p k).
Definition step (f : R -> R) (c : {perm 'I_q}) (p : 'I_q -> R) (color : 'I_q) : R :=
  let k := (c^-1)%g color in next_sum f c p k.+1 - next_sum f c p k.

(** The law at the distance t on a line that starts with p. *)
Definition line (f : R -> R) (c : {perm 'I_q}) (p : 'I_q -> R) (t : nat) : 'I_q -> R := iter t (step f c) p.

End Orders.

(** The (c, n)-line: vertices 0..n, neighbours differ by one. *)
Definition line_graph (n : nat) (i j : 'I_n.+1) : bool := (i.+1 == j)%N || (j.+1 == i)%N.

(** Morphisms (Definition 4), also those that preserve rainbows. *)
Definition morphism (V V' : Type) (r : rel V) (r' : rel V') (g : V -> V') : Prop :=
  forall v w, r v w -> r' (g v) (g w) \/ g v = g w.
Definition preserves (V V' C : Type) (f : V -> C) (f' : V' -> C) (g : V -> V') : Prop := forall v, f' (g v) = f v.

(** Rainbow graphs: V vertices, r the symmetric relation of neighbours, f the rainbow of each vertex. *)
Section Graphs.
Variables (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}).

(** Definition 5: a vertex of the boundary has a neighbour with another rainbow. *)
Definition boundary (v : V) : bool := [exists w, r v w && (f w != f v)].

(** A path of at most n steps leads from v to a boundary vertex with the rainbow c; the distance to the boundary of the
    own rainbow, #|V| if no path leads there. *)
Fixpoint within (c : {perm 'I_q}) (n : nat) (v : V) : bool :=
  if n is n'.+1 then within c n' v || [exists w, r v w && within c n' w] else boundary v && (f v == c).
Definition distance (v : V) : nat := find (fun n => within (f v) n v) (iota 0 #|V|).

(** Definition 8: the boundary graph, its vertices (c, i), its neighbours, its rainbows; and the boundary morphism. *)
Definition boundary_vertex (x : {perm 'I_q} * nat) : bool :=
  [exists v, [&& f v == x.1, (distance v < #|V|)%N & (x.2 <= distance v)%N]].
Definition boundary_graph (x y : {perm 'I_q} * nat) : bool :=
  [&& boundary_vertex x, boundary_vertex y &
    (x.1 == y.1) && ((x.2.+1 == y.2)%N || (y.2.+1 == x.2)%N) ||
    [&& x.1 != y.1, x.2 == 0%N, y.2 == 0%N & [exists v, exists w, [&& r v w, f v == x.1 & f w == y.1]]]].
Definition boundary_morphism (v : V) : {perm 'I_q} * nat := (f v, distance v).

(** Mechanisms that are private on the graph and have the rows m at the vertices of [fixed]. *)
Definition feasible (E d : R) (fixed : pred V) (m M : V -> 'I_q -> R) : Prop :=
  [/\ mechanism M, private r E d M & forall v, fixed v -> M v =1 m v].

(** The free vertices are a forest: no three or more of them, all different, are a cycle. *)
Definition forest (free : pred V) : Prop :=
  forall s : seq V, (2 < size s)%N -> uniq s -> all free s -> ~~ path.cycle r s.

(** The greatest one in an order of laws, "optimal" in the rainbow paper: feasible, and at least every feasible one at
    every vertex. [none]: there are feasible ones, and no greatest. *)
Definition greatest (order : {perm 'I_q} -> ('I_q -> R) -> ('I_q -> R) -> Prop)
    (E d : R) (fixed : pred V) (m M : V -> 'I_q -> R) : Prop :=
  feasible E d fixed m M /\ forall M', feasible E d fixed m M' -> forall v, order (f v) (M v) (M' v).
Definition none (order : {perm 'I_q} -> ('I_q -> R) -> ('I_q -> R) -> Prop)
    (E d : R) (fixed : pred V) (m : V -> 'I_q -> R) : Prop :=
  (exists M, feasible E d fixed m M) /\ forall M, ~ greatest order E d fixed m M.

(** A homogeneous boundary condition gives m c to the boundary vertices with the rainbow c; it is valid if the laws of
    neighbours with different rainbows are close. Theorems 2 and 3: the mechanism that goes T^d from there. *)
Definition homogeneous (m : {perm 'I_q} -> 'I_q -> R) (v : V) : 'I_q -> R := m (f v).
Definition valid_boundary (E d : R) (m : {perm 'I_q} -> 'I_q -> R) : Prop :=
  (forall v, boundary v -> distribution (m (f v))) /\
  (forall v w, r v w -> f v != f w -> close E d (m (f v)) (m (f w))).
Definition first_color (c : {perm 'I_q}) (color : 'I_q) : R := if (c^-1)%g color == 0%N :> nat then 1 else 0.
Definition rainbow_mechanism (E d : R) (m : {perm 'I_q} -> 'I_q -> R) (v : V) : 'I_q -> R :=
  if (distance v < #|V|)%N then line (corrected E d) (f v) (m (f v)) (distance v) else first_color (f v).

End Graphs.
