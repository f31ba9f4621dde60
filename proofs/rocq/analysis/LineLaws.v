(** * LineLaws: noise on the line, between any two points

    [line_law F t r]: F is the probability of at most x, r the ratio of the noise around t to the noise around 0. Between two
    points a <= b the quotient of the two probabilities lies between r a and r b, and so it does beyond each point. *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions DefinitionsLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Between.
Variable R : realFieldType.
Record line_law (F : R -> R) (t : R) (r : R -> R) : Prop := LineLaw {
  line_range : forall x, 0 <= F x <= 1;
  line_rises : forall x y, x <= y -> F x <= F y;
  ratio_gt0 : forall x, 0 < r x;
  ratio_rises : forall x y, x <= y -> r x <= r y;
  ratio_between : forall a b, a <= b -> r a * (F b - F a) <= F (b - t) - F (a - t) <= r b * (F b - F a);
  ratio_below_point : forall a, F (a - t) <= r a * F a;
  ratio_above_point : forall a, r a * (1 - F a) <= 1 - F (a - t) }.
(** The ratio is at least u before every point, and at most v beyond every point, as that of Laplace noise is. *)
Definition least_ratio (F : R -> R) (t u : R) : Prop := forall a, u * F a <= F (a - t).
Definition greatest_ratio (F : R -> R) (t v : R) : Prop := forall a, 1 - F (a - t) <= v * (1 - F a).
End Between.
