(** * BoundaryExamples: the boundary graph as a finite type, on the path of RainbowExamples.v

    The path 1 - 2 - 3 with the rainbows (red, blue), (red, blue), (blue, red): 2 and 3 are the boundary, 1 is at the distance
    1. So the boundary graph has the heads (straight, 0) and (swapped, 0), one tail (straight, 1), and the edges of a path.
    Given (1/2, 1/2) at (straight, 0) and (1/3, 2/3) at (swapped, 0), T makes (7/8, 1/8) of the first at the tail. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Examples RainbowGraphs RainbowBoundary RainbowExamples.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma distance_2 : distance path rainbows o1 = 0%N.
Proof. by apply/eqP; rewrite -boundary_distance boundary_2. Qed.
Lemma distance_3 : distance path rainbows o2 = 0%N.
Proof.
by apply/eqP; rewrite -boundary_distance; apply/existsP; exists o1; rewrite /= eq_sym swapped_ne.
Qed.
Lemma all_reached : forall v, (distance path rainbows v < #|'I_3|)%N.
Proof. by each; rewrite ?distance_1 ?distance_2 ?distance_3 card_ord. Qed.
Notation tail := (image all_reached o0).
Notation head_2 := (image all_reached o1).
Notation head_3 := (image all_reached o2).

Example boundary_point_value (i : 'I_#|'I_3|) : boundary_point (swapped, i) = (swapped, nat_of_ord i).
Proof. by []. Qed.

(** The images of 1, 2 and 3; and there are no other vertices. *)
Example point_1 : point tail = (straight, 1%N).
Proof. by rewrite point_image /boundary_morphism distance_1. Qed.
Example point_2 : point head_2 = (straight, 0%N).
Proof. by rewrite point_image /boundary_morphism distance_2. Qed.
Example point_3 : point head_3 = (swapped, 0%N).
Proof. by rewrite point_image /boundary_morphism distance_3. Qed.
Example three_points (x : heads_and_tails path rainbows) : point x \in [:: (straight, 0%N); (straight, 1%N); (swapped, 0%N)].
Proof.
have /existsP [v /and3P [/eqP fv _ le]] := point_vertex x; move: fv le; case: (point x) => c i /= <-.
by move: v; each; rewrite ?distance_1 ?distance_2 ?distance_3; case: i => [|[|i]] //= _; rewrite !inE !eqxx ?orbT.
Qed.
Example rainbows_of : rainbow_of tail = straight /\ rainbow_of head_3 = swapped.
Proof. by rewrite /rainbow_of point_1 point_3. Qed.
Example heads : ~~ head tail && head head_2 && head head_3.
Proof. by rewrite /head point_1 point_2 point_3. Qed.

(** Neighbours are 1 - 2 and 2 - 3 in both directions, not 1 and 3, and none is its own. *)
Lemma swapped_ne' : straight != swapped. Proof. by rewrite eq_sym swapped_ne. Qed.
Ltac neighbours := rewrite /neighbour_points /boundary_graph !point_vertex ?point_1 ?point_2 ?point_3 /= ?eqxx
  ?(negbTE swapped_ne) ?(negbTE swapped_ne').
Example neighbours_1_2 : neighbour_points tail head_2 /\ neighbour_points head_2 tail.
Proof. by split; neighbours. Qed.
Example neighbours_2_3 : neighbour_points head_2 head_3 /\ neighbour_points head_3 head_2.
Proof.
split; neighbours; apply/existsP; [exists o1 | exists o2]; apply/existsP; [exists o2 | exists o1];
  by rewrite /rainbows /= !eqxx.
Qed.
Example no_neighbours : ~~ [|| neighbour_points tail head_3, neighbour_points head_3 tail, neighbour_points tail tail
  | neighbour_points head_2 head_2].
Proof. by neighbours. Qed.

Definition given (c : {perm 'I_2}) : 'I_2 -> rat := if c == straight then half else skew.
Example lines_tail : lines 2%:R (1//4) given tail =1 law [:: 7//8; 1//8].
Proof. by move=> x; rewrite /lines /rainbow_of point_1 /given eqxx; apply: step_corrected. Qed.
Example lines_heads : lines 2%:R (1//4) given head_2 =1 half /\ lines 2%:R (1//4) given head_3 =1 skew.
Proof. by rewrite /lines /rainbow_of point_2 point_3 /given eqxx (negbTE swapped_ne). Qed.

(** The next prefix sums: 0 stays 0, whatever the function says of 0. *)
Example next_sums : next_sum (fun s => s + 1) straight skew 0 = 0 /\ next_sum (fun s => s + 1) straight skew 1 = 4//3.
Proof. by split=> //; rewrite /next_sum prefix_straight; equals. Qed.
