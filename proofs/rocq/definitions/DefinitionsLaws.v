(** * DefinitionsLaws: laws on any space, for the theorems on answers with infinitely many values

    A continuation of Definitions.v: to be read before the theorems; LawsExamples.v has an example of each of them. A law is
    given by its integral, and no theory of measure is used. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Integrals

    [I f v]: f has an integral, and it is v. All that is asked is that integrals add up, that a factor may be taken out, and
    that a function without negative values has no negative integral. The integrable functions of any measure have these
    properties; so have the sums over a finite set. *)

Record integral (R : realFieldType) (X : Type) := Integral
  { integrates :> (X -> R) -> R -> Prop;
    integrates_same : forall f g v, f =1 g -> integrates f v -> integrates g v;
    integrates_add : forall f g v w, integrates f v -> integrates g w -> integrates (fun x => f x + g x) (v + w);
    integrates_scale : forall c f v, integrates f v -> integrates (fun x => c * f x) (c * v);
    integrates_ge0 : forall f v, (forall x, 0 <= f x) -> integrates f v -> 0 <= v }.

Section Laws.
Variable R : realFieldType.

(** A law has the total 1. The set A has the probability p: its indicator has the integral p. *)
Definition law (X : Type) (mu : integral R X) : Prop := mu (fun=> 1) 1.
Definition has_probability (X : Type) (mu : integral R X) (A : X -> bool) (p : R) : Prop := mu (fun x => (A x)%:R) p.

(** (E, 0)-close for every set that has a probability under both laws: one direction of Definition 2 for a pair of inputs. *)
Definition close_laws (X : Type) (E : R) (mu nu : integral R X) : Prop := forall A p q,
  has_probability mu A p -> has_probability nu A q -> p <= E * q.

(** mu has the density f with respect to I, which need not be a law. *)
Definition has_density (X : Type) (I : integral R X) (f : X -> R) (mu : integral R X) : Prop := forall g v,
  mu g v -> I (fun x => g x * f x) v.

(** L is the law of (x, y), where x has the law mu and y, given x, the law K x. *)
Definition joined (X Y : Type) (mu : integral R X) (K : X -> integral R Y) (L : integral R (X * Y)) : Prop :=
  forall f v, L f v -> exists2 g, forall x, K x (fun y => f (x, y)) (g x) & mu g v.

(** The mean of f is at least v: below v there are integrals of functions that are at most f. So it may be infinite. *)
Definition mean_at_least (X : Type) (mu : integral R X) (f : X -> R) (v : R) : Prop :=
  forall w, w < v -> exists g s, [/\ mu g s, forall x, g x <= f x & w <= s].

(** ** Noise in n dimensions: V has the law mu, and the answer is u + V *)

Section Noise.
Variables (n : nat) (mu : integral R 'rV[R]_n).
Definition l1_distance (u u' : 'rV[R]_n) : R := \sum_i `|u 0 i - u' 0 i|.
Definition moved (A : 'rV[R]_n -> bool) (u v : 'rV[R]_n) : bool := A (u + v).

(** Half spaces have probabilities. *)
Definition half_spaces : Prop := forall i x,
  (exists p, has_probability mu (fun v => x <= v 0 i) p) /\ (exists p, has_probability mu (fun v => v 0 i <= x) p).

(** Definition 5, and what it gives at small distances, where 1 - x <= e^(-x). *)
Definition private_noise (exp : R -> R) (e : R) : Prop := forall A u u' p q,
  has_probability mu (moved A u) p -> has_probability mu (moved A u') q -> p <= exp (e * l1_distance u u') * q.
Definition linearly_private (e : R) : Prop := forall A u u' p q,
  has_probability mu (moved A u) p -> has_probability mu (moved A u') q -> (1 - e * l1_distance u u') * p <= q.

(** The square of the Euclidean norm. *)
Definition squares (v : 'rV[R]_n) : R := \sum_i v 0 i ^+ 2.
End Noise.

(** ** The law of Theorems 10 to 12

    A function that turns sums into products and does not fall, such as e^x; [exponential_function] has 1 + x below it too,
    which only e^x has. *)
Definition power_function (exp : R -> R) : Prop :=
  [/\ forall a b, exp (a + b) = exp a * exp b, forall a, 0 < exp a & forall a b, a <= b -> exp a <= exp b].
Definition exponential_function (exp : R -> R) : Prop :=
  (forall a b, exp (a + b) = exp a * exp b) /\ forall a, 1 + a <= exp a.

Section Density.
Variable exp : R -> R.

(** The Laplace density of the level e. *)
Definition laplace (e v : R) : R := e / 2%:R * exp (- (e * `|v|)).

(** (20): of (V_1, V_2), with respect to the area off the diagonal, and to the length of y on it. *)
Definition density_20 (e1 e2 x y : R) : R :=
  if x == y then e1 ^+ 2 / (2%:R * e2) * exp (- (e2 * `|y|))
  else e1 * (e2 ^+ 2 - e1 ^+ 2) / (4%:R * e2) * exp (- (e1 * `|x - y|) - e2 * `|y|).

(** (28): y stays with the probability (d/e)^2, and otherwise noise of the level d is added. [rest] has the other levels
    with their values, from the largest level on. *)
Definition tightening (d e x y : R) : R :=
  if x == y then (d / e) ^+ 2 else (1 - (d / e) ^+ 2) * laplace d (x - y).
Fixpoint tightenings (e y : R) (rest : seq (R * R)) : R :=
  if rest is (d, x) :: rest' then tightening d e x y * tightenings d x rest' else 1.
Definition release_density (e y : R) (rest : seq (R * R)) : R := laplace e y * tightenings e y rest.

(** (25) and (36): y is drawn given x, by (20); so the levels come one after the other, from the smallest one on. *)
Definition relaxing (d e x y : R) : R := density_20 d e x y / laplace d x.
Fixpoint density_36 (e y : R) (rest : seq (R * R)) : R :=
  if rest is (d, x) :: rest' then density_36 d x rest' * relaxing d e x y else laplace e y.

(** The same in n dimensions at the data u: z i has the answers for the coordinate i, that of the largest level e first,
    and then those of the levels es. *)
Definition release_at (n : nat) (e : R) (es : seq R) (u : 'rV[R]_n) (z : 'I_n -> R * seq R) : R :=
  \prod_i release_density e ((z i).1 - u 0 i) (zip es [seq x - u 0 i | x <- (z i).2]).
End Density.

End Laws.

(** ** Noise of one number *)

(** The staircase at sensitivity 1: its density is h up to c, and falls by the factor E at c, c + 1, c + 2, ... on either
    side; [stair c x] is the number of these up to |x|. *)
Definition stair (R : archiFieldType) (c x : R) : nat := find (fun k => `|x| < c + k%:R) (iota 0 (Num.bound `|x|).+1).
Definition staircase (R : archiFieldType) (E c h x : R) : R := h / E ^+ stair c x.

(** mu is the law of Laplace noise V of the scale b: P(V > v) = P(V < -v) = e^(-v/b)/2 for v >= 0, and no v has a
    probability of its own. *)
Definition laplace_tails (R : realFieldType) (exp : R -> R) (b : R) (mu : integral R R) : Prop := forall v, 0 <= v ->
  [/\ has_probability mu (fun x => v < x) (exp (- (v / b)) / 2%:R),
      has_probability mu (fun x => v <= x) (exp (- (v / b)) / 2%:R),
      has_probability mu (fun x => x < - v) (exp (- (v / b)) / 2%:R)
    & has_probability mu (fun x => x <= - v) (exp (- (v / b)) / 2%:R)].

(** The report of a bit z through noise V and a threshold t: whether z + V > t. *)
Definition reports (R : realFieldType) (t : R) (z : bool) (v : R) : bool := t < z%:R + v.

(** ** Generic privacy and post-processing of laws on any space *)

Section Generic.
Variable R : realFieldType.

(** Definition 2.0.4 for one ordered pair of inputs: q(P(S), Q(S)) for every event S. *)
Definition allowed_laws (q : R -> R -> Prop) (X : Type) (mu nu : integral R X) : Prop := forall A a b,
  has_probability mu A a -> has_probability nu A b -> q a b.

(** L is the law of y, where x has the law mu and y, given x, the law K x. *)
Definition processed (X Y : Type) (mu : integral R X) (K : X -> integral R Y) (L : integral R Y) : Prop :=
  forall f v, L f v -> exists2 g, forall x, K x f (g x) & mu g v.

(** Half lines have probabilities: g is measurable. *)
Definition measured (X : Type) (mu : integral R X) (g : X -> R) : Prop := forall t,
  (exists r, has_probability mu (fun x => t <= g x) r) /\ (exists r, has_probability mu (fun x => t < g x) r).

(** The probabilities of an event, given x, are measurable. *)
Definition measured_kernel (X Y : Type) (mu : integral R X) (K : X -> integral R Y) : Prop := forall B g,
  (forall x, has_probability (K x) B (g x)) -> measured mu g.

(** L is mu with the probability t, else mu'. *)
Definition mixed (X : Type) (t : R) (mu mu' L : integral R X) : Prop := forall f v, L f v ->
  exists w w', [/\ mu f w, mu' f w' & v = t * w + (1 - t) * w'].

Section Inputs.
Variable I : Type.

(** Definition 3.1.2: N = A after M. *)
Definition followed_laws (X Y : Type) (M : I -> integral R X) (N : I -> integral R Y) : Prop :=
  exists2 A : X -> integral R Y, forall x, law (A x) & forall i, processed (M i) A (N i).

(** A law for each input, any two neighbors allowed. *)
Definition generic_laws (r : rel I) (q : R -> R -> Prop) (X : Type) (M : I -> integral R X) : Prop :=
  (forall i, law (M i)) /\ forall i j, r i j -> allowed_laws q (M i) (M j).

(** Definition 3.1.3. *)
Definition maximal_laws (r : rel I) (q : R -> R -> Prop) (X : Type) (M : I -> integral R X) : Prop :=
  generic_laws r q M /\ forall (Y : Type) (N : I -> integral R Y), generic_laws r q N -> followed_laws N M ->
  followed_laws M N.
End Inputs.
End Generic.

(** ** Answers to data u that are numbers, made from u and a draw x: [answer u x] *)

Section Answers.
Variables (R : realFieldType) (X Y : Type) (mu : integral R X).

(** Definition 5 for them. *)
Definition private_answers (exp : R -> R) (e : R) (answer : R -> X -> Y) : Prop := forall A u u' p q,
  has_probability mu (fun x => A (answer u x)) p -> has_probability mu (fun x => A (answer u' x)) q ->
  p <= exp (e * `|u - u'|) * q.

(** The law of g x. *)
Definition pushforward (g : X -> Y) : integral R Y.
Proof.
exists (fun f v => mu (fun x => f (g x)) v).
- by move=> f f' v e; apply: integrates_same => x.
- by move=> f f' v w; exact: integrates_add.
- by move=> c f v; exact: integrates_scale.
- by move=> f v pos; apply: integrates_ge0 => x.
Defined.
End Answers.

(** Noise that is a number: intervals have probabilities as close to 1 as one likes. Laws that are countably additive have
    this. *)
Definition finite_noise (R : realFieldType) (n : nat) (mu : integral R 'rV[R]_n) : Prop := forall i c, c < 1 ->
  exists a b p, [/\ a <= b, has_probability mu (fun v => (a <= v 0 i) && (v 0 i < b)) p & c <= p].

(** Laplace noises V_j of the levels e_j, independent of one another: P(V_j > t_j for all j) for t_j >= 0. *)
Definition independent_noises (R : realFieldType) (exp : R -> R) (n : nat) (e : 'I_n -> R) (mu : integral R ('I_n -> R)) : Prop :=
  forall t, (forall j, 0 <= t j) ->
  has_probability mu (fun v => [forall j, t j < v j]) (\prod_j (exp (- (e j * t j)) / 2%:R)).

(** I, and one more at the point a. *)
Definition with_point (R : realFieldType) (a : R) (I : integral R R) : integral R R.
Proof.
exists (fun f v => exists2 w, I f w & v = f a + w).
- by move=> f f' v e [w h ->]; exists w; rewrite ?e //; apply: integrates_same h.
- move=> f f' v v' [w h ->] [w' h' ->]; exists (w + w'); first exact: integrates_add.
  by rewrite addrACA.
- by move=> c f v [w h ->]; exists (c * w); [exact: integrates_scale | rewrite mulrDr].
- by move=> f v pos [w h ->]; rewrite addr_ge0 // (integrates_ge0 pos h).
Defined.

(** ** Derivatives: f (u + h) is f u + d h up to less than any share of h, for small h *)

Definition derivative (R : realFieldType) (f : R -> R) (u d : R) : Prop := forall c, 0 < c ->
  exists2 r, 0 < r & forall h, `|h| <= r -> `|f (u + h) - f u - d * h| <= c * `|h|.

(** All noises of a release, and the levels with them, moved by t. *)
Definition moved_by (R : realFieldType) (t : R) (rest : seq (R * R)) : seq (R * R) := [seq (v.1, v.2 + t) | v <- rest].

(** Length along the diagonal of the plane, and area off it. *)
Definition diagonal_and_area (R : realFieldType) (length : integral R R) (area : integral R (R * R)) : integral R (R * R).
Proof.
exists (fun f v => exists w w', [/\ length (fun x => f (x, x)) w, area (fun z => if z.1 == z.2 then 0 else f z) w' & v = w + w']).
- move=> f f' v e [w [w' [h h' ->]]]; exists w, w'; split=> //; first by apply: integrates_same h.
  by apply: integrates_same h' => z; rewrite e.
- move=> f f' v v' [w [w' [h h' ->]]] [s [s' [k k' ->]]]; exists (w + s), (w' + s'); rewrite addrACA.
  split=> //; first exact: integrates_add h k.
  by apply: integrates_same (integrates_add h' k') => z; case: eqP; rewrite ?addr0.
- move=> c f v [w [w' [h h' ->]]]; exists (c * w), (c * w'); rewrite mulrDr; split=> //.
    exact: integrates_scale.
  by apply: integrates_same (integrates_scale c h') => z; case: eqP; rewrite ?mulr0.
- move=> f v pos [w [w' [h h' ->]]]; apply: addr_ge0; first exact: integrates_ge0 h.
  by apply: integrates_ge0 h' => z; case: eqP.
Defined.

(** ** Noise on the line, cut at points, for the compositions of ComposedLaws.v

    [normal_integral I]: I x is the integral of e^(-u^2/2) from 0 to x, said by rectangles, since the integrand is even and falls
    from 0 on. In an Archimedean field at most one I meets these bounds; in the real numbers it is the integral. [least_above]:
    the least number that is at least all values, here the integral over all x >= 0. *)
Section Lines.
Variables (R : realFieldType) (exp : R -> R).
Definition normal_integral (I : R -> R) : Prop := (forall x, I (- x) = - I x) /\
  forall x y, 0 <= x -> x <= y ->
    (y - x) * exp (- (y ^+ 2 / 2%:R)) <= I y - I x <= (y - x) * exp (- (x ^+ 2 / 2%:R)).
Definition least_above (I : R -> R) (whole : R) : Prop :=
  (forall x, I x <= whole) /\ forall b, (forall x, I x <= b) -> whole <= b.
(** The probabilities that normal noise, in units of sigma, and Laplace noise, in units of the scale, are at most x. *)
Definition normal_below (I : R -> R) (whole x : R) : R := 1 / 2%:R + I x / (2%:R * whole).
Definition laplace_below (x : R) : R := if x <= 0 then exp x / 2%:R else 1 - exp (- x) / 2%:R.

(** The probabilities of the intervals that the points cut the line into, from those below each point; and the pair of noise
    around t on a Poisson sample, and noise around 0. *)
Fixpoint increments (before : R) (l : seq R) : seq R :=
  if l is x :: l' then x - before :: increments x l' else [:: 1 - before].
Definition cut_pair (F : R -> R) (t rate : R) (cuts : seq R) : seq (R * R) :=
  [seq ((1 - rate) * x.2 + rate * x.1, x.2) |
    x <- zip (increments 0 [seq F (c - t) | c <- cuts]) (increments 0 [seq F c | c <- cuts])].
End Lines.
