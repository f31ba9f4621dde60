(** * DefinitionsAxioms: what the theorems on "An Axiomatic View of Statistical Privacy and Utility" are about

    A continuation of Definitions.v: to be read before the theorems; AxiomsExamples.v and AxiomsMaximalExamples.v compute
    each of them. [followed] and [maximally_sufficient] (Definitions 3.1.2 and 3.1.3) are in Definitions.v. *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Utilities and post-processing *)

Section Overlap.
Variables (R : realFieldType).

(** The sum of the minima, of which Dobrushin's coefficient is the least and mu_disc the greatest, over pairs of inputs. *)
Definition overlap (T : finType) (P Q : T -> R) : R := \sum_x Num.min (P x) (Q x).
Definition l1 (T : finType) (P Q : T -> R) : R := \sum_x `|P x - Q x|.

(** v is the negative Dobrushin coefficient, minus the least overlap of two inputs; v is mu_disc, minus the greatest one
    of two different inputs. *)
Definition is_dobrushin (I : Type) (T : finType) (M : I -> T -> R) (v : R) : Prop :=
  (exists i j, v = - overlap (M i) (M j)) /\ forall i j, - overlap (M i) (M j) <= v.
Definition is_discrimination (I : eqType) (T : finType) (M : I -> T -> R) (v : R) : Prop :=
  (exists i j, i != j /\ v = - overlap (M i) (M j)) /\ forall i j, i != j -> v <= - overlap (M i) (M j).

End Overlap.

(** Branching measures (Definition 3.2.7): the utility is a sum of F over the likelihoods of the outputs. *)
Section Branching.
Variables (R : realFieldType) (n : nat) (F : 'rV[R]_n -> R).
Definition nonnegative (x : 'rV[R]_n) : Prop := forall i, 0 <= x 0 i.
Definition subadditive : Prop := forall x y, nonnegative x -> nonnegative y -> F (x + y) <= F x + F y.
Definition positively_homogeneous : Prop := forall c x, 0 <= c -> nonnegative x -> F (c *: x) = c * F x.
End Branching.

(** Appendix F: what is asked of F there, on a set of vectors that contains with x all p x, 0 <= p <= 1, and with x and y what
    lies between them, such as those with no entry below 0, or those with entries from 0 to 1. *)
Section Rays.
Variables (R : realFieldType) (V : lmodType R) (dom : V -> Prop) (F : V -> R).
Definition shrinkable : Prop := forall p x, 0 <= p <= 1 -> dom x -> dom (p *: x).
Definition convex_set : Prop := forall p x y, 0 <= p <= 1 -> dom x -> dom y -> dom (p *: x + (1 - p) *: y).
Definition splits_rows : Prop := forall p x, 0 <= p <= 1 -> dom x -> F x = F (p *: x) + F ((1 - p) *: x).
Definition scales : Prop := forall p x, 0 <= p <= 1 -> dom x -> F (p *: x) = p * F x.
Definition convex_on : Prop := forall p x y, 0 <= p <= 1 -> dom x -> dom y ->
  F (p *: x + (1 - p) *: y) <= p * F x + (1 - p) * F y.
Definition subadditive_on : Prop := forall x y, dom x -> dom y -> dom (x + y) -> F (x + y) <= F x + F y.
End Rays.

(** Section 3: the loss L a i of the answer a at the input i, with the weight w i. [answered g]: the expected loss where g o
    is answered to the output o; [least_loss]: that of the best answers; [best_value]: what an output with the likelihood x
    adds to its negative, the maximum over the answers. *)
Section Answers.
Variables (R : realFieldType) (n : nat) (A : finType) (w : 'I_n -> R) (L : A -> 'I_n -> R).
Definition answered (T : finType) (M : 'I_n -> T -> R) (g : T -> A) : R := \sum_i w i * \sum_o M i o * L (g o) i.
Definition least_loss (T : finType) (M : 'I_n -> T -> R) (v : R) : Prop :=
  (exists g, answered M g = v) /\ forall g, v <= answered M g.
Definition value_of (a : A) (x : 'rV[R]_n) : R := - \sum_i w i * (x 0 i * L a i).
Definition best_value (a0 : A) (x : 'rV[R]_n) : R := \big[Num.max/value_of a0 x]_a value_of a x.
Definition likelihood (T : finType) (M : 'I_n -> T -> R) (o : T) : 'rV[R]_n := \row_i M i o.
End Answers.

(** Theorem 3.2.8, backwards. A mechanism is the list of its likelihoods, in any order; [mu] is its utility, [G x y] what
    it costs to merge the rows x and y. *)
Section Converse.
Variables (R : realFieldType) (n : nat).
Notation row := 'rV[R]_n.+1.
Definition nonneg (x : row) : bool := [forall i, 0 <= x 0 i].
Definition is_mechanism (s : seq row) : bool := all nonneg s && (\sum_(x <- s) x == const_mx 1).

(** To scatter a row: one piece for each input. *)
Definition piece (i : 'I_n.+1) (x : row) : row := x 0 i *: delta_mx 0 i.
Definition scat (l : seq 'I_n.+1) (x : row) : seq row := [seq piece i x | i <- l].
Definition scatter (x : row) : seq row := scat (index_enum _) x.

Variables (mu : seq row -> R) (G : row -> row -> R).
(** The utility with a row of zeros in front, which costs nothing. *)
Definition nu (s : seq row) : R := mu (0 :: s).
(** What it costs to gather a list of rows into one, and what to gather the pieces of one row. *)
Fixpoint gathering_cost (x : row) (l : seq row) : R :=
  if l is y :: l' then G x y + gathering_cost (x + y) l' else 0.
Definition loss (x : row) : R := gathering_cost 0 (scatter x).
(** The function F of the theorem: unique up to a linear function that vanishes at (1, ..., 1). *)
Definition branching_function (x : row) : R := nu (scatter (const_mx 1)) * x 0 0 - loss x.
End Converse.

(** ** Privacy by predicates *)

Section Predicates.
Variable R : realFieldType.
Implicit Types (q : R -> R -> Prop) (a b c t : R).

(** Definition 2.0.4 for one ordered pair of inputs: q(P(S), Q(S)) for every event S. *)
Definition allowed_pair q (T : finType) (P Q : T -> R) : Prop := forall S : {set T}, q (prob P S) (prob Q S).

(** Axiom 2.1.1 and Axiom 2.1.2 (with the outputs of both mechanisms in one type), for one ordered pair. *)
Definition keeps_post q : Prop := forall (T U : finType) (P Q : T -> R) (K : T -> U -> R),
  distribution P -> distribution Q -> mechanism K -> allowed_pair q P Q -> allowed_pair q (post K P) (post K Q).
Definition mix (T : finType) t (P P' : T -> R) (x : T) : R := t * P x + (1 - t) * P' x.
Definition keeps_mix q : Prop := forall (T : finType) t (P Q P' Q' : T -> R),
  distribution P -> distribution Q -> distribution P' -> distribution Q' -> 0 <= t <= 1 ->
  allowed_pair q P Q -> allowed_pair q P' Q' -> allowed_pair q (mix t P P') (mix t Q Q').

(** The pairs of probabilities that are allowed together with those of the complement. *)
Definition region q a b : Prop := [/\ 0 <= a <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)].
Definition region_convex q : Prop := forall t a b a' b', 0 <= t <= 1 -> region q a b -> region q a' b' ->
  region q (t * a + (1 - t) * a') (t * b + (1 - t) * b').

(** Theorem 2.1.4: q between m(a) = 1 - M(1 - a) and M(a), M concave with M(1) = 1 or more and M(0) >= 0. *)
Definition between (M : R -> R) a b : Prop := [/\ 0 <= a <= 1, 0 <= b <= 1, 1 - M (1 - a) <= b & b <= M a].
Definition concave (M : R -> R) : Prop := forall t a a', 0 <= t <= 1 -> 0 <= a <= 1 -> 0 <= a' <= 1 ->
  t * M a + (1 - t) * M a' <= M (t * a + (1 - t) * a').

End Predicates.

(** The functions M and m of Proposition 0.0.4: for each a the numbers b with q(a, b) are an interval from m(a) to M(a), whose
    ends may be among them or not; and q with these ends (Proposition 0.0.5). *)
Section Ends.
Variable R : realFieldType.
Implicit Types (q : R -> R -> Prop) (M m : R -> R).
Definition is_sup (S : R -> Prop) (v : R) : Prop := (forall x, S x -> x <= v) /\ forall u, (forall x, S x -> x <= u) -> v <= u.
Definition is_inf (S : R -> Prop) (v : R) : Prop := (forall x, S x -> v <= x) /\ forall u, (forall x, S x -> u <= x) -> u <= v.
Definition ends q M m : Prop := forall a, 0 <= a <= 1 ->
  [/\ is_sup (q a) (M a), is_inf (q a) (m a) & forall b, m a < b < M a -> q a b].
Definition with_ends q M m (a b : R) : Prop := [\/ q a b, b = M a | b = m a].
(** The simple function c_0 1_(A_0) + ... + c_(n-1) 1_(A_(n-1)) of Step 2 of Appendix B, and m(a) = 1 - M(1 - a), the lower
    function that goes with M in Theorem 2.1.4. *)
Definition simple (X : Type) (n : nat) (c : nat -> R) (A : nat -> X -> bool) (x : X) : R :=
  \sum_(0 <= i < n) c i * (A i x)%:R.
Definition mirrored M (a : R) : R := 1 - M (1 - a).
End Ends.

(** ** Row graphs and splits (Theorem 3.3.2, Appendix E) *)

Section RowGraphs.
Variables (R : realFieldType) (I T : finType).

(** Definition 3.3.1: the row graph of an output, x its likelihood; [linked] forgets the direction. *)
Definition tight (r : rel I) (E : R) (x : I -> R) : rel I := fun i j => r i j && (x i == E * x j).
Definition linked (r : rel I) (E : R) (x : I -> R) : rel I := fun i j => tight r E x i j || tight r E x j i.
Definition row_graph_connected (r : rel I) (E : R) (x : I -> R) : Prop := forall i j, connect (linked r E x) i j.

(** The same among the inputs at which the output is possible. *)
Definition linked_inside (r : rel I) (E : R) (x : I -> R) : rel I :=
  fun i j => [&& x i != 0, x j != 0 & linked r E x i j].
Definition support_connected (r : rel I) (E : R) (x : I -> R) : bool :=
  [forall i, forall j, (x i != 0) && (x j != 0) ==> connect (linked_inside r E x) i j].

(** Maximal sufficiency with delta > 0: the pairs of the relation whose divergence at E is all of delta. *)
Definition exhausted (r : rel I) (E d : R) (M : I -> T -> R) : rel I :=
  fun i j => r i j && (hockey_stick E (M i) (M j) == d).

(** The output o is split in two: [Some o] keeps the part f i of its probability at the input i, [None] gets the rest. *)
Definition split (M : I -> T -> R) (o : T) (f : I -> R) (i : I) (u : option T) : R :=
  if u is Some o' then (if o' == o then f i * M i o else M i o') else (1 - f i) * M i o.

(** The map that merges the two again. *)
Definition merge (o : T) (u : option T) (o' : T) : R := (o' == odflt o u)%:R.

End RowGraphs.

(** Definition 3.1.3 with delta, and its refutation; for delta = 0 they are [maximally_sufficient] and
    [not_maximally_sufficient]. *)
Definition maximally_sufficient_with (R : realFieldType) (I : Type) (T : finType) (r : rel I) (E d : R)
    (P : I -> T -> R) : Prop :=
  private r E d P /\
  forall (U : finType) (Q : I -> U -> R), mechanism Q -> private r E d Q -> followed Q P -> followed P Q.
Definition not_maximally_sufficient_with (R : realFieldType) (I : Type) (T : finType) (r : rel I) (E d : R)
    (P : I -> T -> R) : Prop :=
  private r E d P /\
  exists (U : finType) (Q : I -> U -> R), [/\ mechanism Q, private r E d Q, followed Q P & ~ followed P Q].

(** The mechanism that tells the input. *)
Definition truth (R : realFieldType) (I : finType) (i o : I) : R := (o == i)%:R.

(** Appendix E as printed. *)
Section Printed.
Variables (R : realFieldType) (I : finType) (r : rel I) (E : R).

(** (3), with C1 = C and C2 = D, and (4), with C1 = D and C2 = C: the greatest quotient of a pair from C to D. *)
Definition is_rho (x : I -> R) (C D : pred I) (rho : R) : Prop :=
  (exists s t, [/\ C s, D t, r s t & rho = x s / x t]) /\
  forall s t, C s -> D t -> r s t -> x s / x t <= rho.

(** a and b, and the part of its probability that o1 gets: a E/rho1 on C1, a on C2. *)
Definition a_ (rho1 rho2 : R) : R := (E / rho2 - 1) / (E / rho1 * (E / rho2) - 1).
Definition b_ (rho1 rho2 : R) : R := (E / rho1 - 1) / (E / rho1 * (E / rho2) - 1).
Definition printed_part (C : pred I) (rho1 rho2 : R) (i : I) : R :=
  if C i then a_ rho1 rho2 * (E / rho1) else a_ rho1 rho2.

End Printed.
