(** * Rainbow: the open question of Section 6.3, instances *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Rainbow Signs RainbowScenarios.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Every number of colors q >= 4, E = 2, delta = 1/8: a lexicographic optimum exists, a dominance optimum does
    not. *)

(** x_1 <= 5/8, attained by (5, 0, 2, 1)/8. *)
Lemma first_color_step (R : realFieldType) (a b : R) :
  a + b <= 5%:R / 8%:R ->
  0 <= b ->
  a <= 5%:R / 8%:R.
Proof.
move=> h_event_12 h_second.
apply: (ge_by (e := 5%:R / 8%:R - (a + b) + b)); last by sign.
by field_nz.
Qed.

(** With x_1 = 5/8, x_2 <= 0. *)
Lemma second_color_step (R : realFieldType) (a b : R) :
  a + b <= 5%:R / 8%:R ->
  5%:R / 8%:R <= a ->
  b <= 0 * b.
Proof.
move=> h_event_12 h_largest_first.
apply: (ge_by (e := 5%:R / 8%:R - (a + b) + (a - 5%:R / 8%:R))); last by sign.
by field_nz.
Qed.

(** With x_1 = 5/8, x_3 <= 1/4: (5, 0, 2, 1)/8 is the lexicographic maximum. *)
Lemma third_color (R : realFieldType) (a c : R) :
  a + c <= 7%:R / 8%:R ->
  5%:R / 8%:R <= a ->
  c <= 1 / 4%:R.
Proof.
move=> h_event_24 h_largest_first.
apply: (ge_by (e := 7%:R / 8%:R - (a + c) + (a - 5%:R / 8%:R))); last by sign.
by field_nz.
Qed.

(** The open question of Section 6.3, for every number of colors q = n + 4, E = 2 and delta = 1/8: there is a rainbow graph
    with a boundary condition for which a lexicographic optimum exists, and no dominance optimum. (More than four colors:
    at the boundary the others have the probability 0.) *)
Theorem open_question (R : realFieldType) (n : nat) :
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_n.+4}) (m : V -> 'I_n.+4 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) 2%:R (1 / 8%:R) (boundary r f) m M
      & none r f (@dominates R _) 2%:R (1 / 8%:R) (boundary r f) m].
Proof.
pose m1 : seq R := [:: 6%:R / 16%:R; 2%:R / 16%:R; 4%:R / 16%:R; 4%:R / 16%:R].
pose x : seq R := [:: 10%:R / 16%:R; 0; 4%:R / 16%:R; 2%:R / 16%:R].
pose m3 : seq R := [:: 4%:R / 16%:R; 0; 8%:R / 16%:R; 4%:R / 16%:R].
pose y : seq R := [:: 8%:R / 16%:R; 2%:R / 16%:R; 5%:R / 16%:R; 1%:R / 16%:R].
have law_m1 : distribution (fun i : 'I_n.+4 => m1`_i) by apply: distribution_four; [sign | sign | sign | sign | field_nz].
have law_x : distribution (fun i : 'I_n.+4 => x`_i) by apply: distribution_four; [sign | sign | sign | sign | field_nz].
have law_m3 : distribution (fun i : 'I_n.+4 => m3`_i) by apply: distribution_four; [sign | sign | sign | sign | field_nz].
have law_y : distribution (fun i : 'I_n.+4 => y`_i) by apply: distribution_four; [sign | sign | sign | sign | field_nz].
have m1_x : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => m1`_i) (fun i => x`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (2%:R / 16%:R) (0) (0)); try by sign.
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 14%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 4%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 0)); [field_nz | sign].
have x_m1 : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => x`_i) (fun i => m1`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (0) (0) (0)); try by sign.
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 4%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 4%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 6%:R / 16%:R)); [field_nz | sign].
have x_m3 : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => x`_i) (fun i => m3`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (2%:R / 16%:R) (0) (0) (0)); try by sign.
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 12%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 6%:R / 16%:R)); [field_nz | sign].
have m3_x : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => m3`_i) (fun i => x`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (0) (0) (0)); try by sign.
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 16%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  by apply: (ge_by (e := 0)); [field_nz | sign].
have m1_y : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => m1`_i) (fun i => y`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (0) (0) (2%:R / 16%:R)); try by sign.
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 10%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 6%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 0)); [field_nz | sign].
have y_m1 : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => y`_i) (fun i => m1`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (0) (0) (0)); try by sign.
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 4%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 3%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 7%:R / 16%:R)); [field_nz | sign].
have y_m3 : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => y`_i) (fun i => m3`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (2%:R / 16%:R) (0) (0)); try by sign.
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 11%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 7%:R / 16%:R)); [field_nz | sign].
have m3_y : close_to 2%:R (1 / 8%:R) (fun i : 'I_n.+4 => m3`_i) (fun i => y`_i).
  apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (0) (0) (0) (2%:R / 16%:R)); try by sign.
  - by apply: (ge_by (e := 0)); [field_nz | sign].
  - by apply: (ge_by (e := 12%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 4%:R / 16%:R)); [field_nz | sign].
  - by apply: (ge_by (e := 2%:R / 16%:R)); [field_nz | sign].
  by apply: (ge_by (e := 0)); [field_nz | sign].
apply: (@cycle_of_four _ _ _ _ m1 x m3 y) => //; last first.
  by apply: (gt_by (e := 1 / 16%:R)); [rewrite /x /y /=; field_nz | sign].
move=> g g0; rewrite /m1 /x /m3 /= => total e12 e24.
have h12 : g 0%N + g 1%N <= 5%:R / 8%:R.
  by apply: le_trans e12 _; rewrite le_eqVlt; apply/orP; left; apply/eqP; field_nz.
have g1 := g0 1%N; have h24 : g 0%N + g 2%N <= 7%:R / 8%:R.
  apply: (ge_by (e := (2%:R * (g 1%N + g 3%N) + 1 / 8%:R - (2%:R / 16%:R + 4%:R / 16%:R)) / 2%:R
    + (1 - (g 0%N + g 1%N + g 2%N + g 3%N)))); last by sign.
  by field_nz.
have five : 10%:R / 16%:R = 5%:R / 8%:R :> R by field_nz.
have quarter : 4%:R / 16%:R = 1 / 4%:R :> R by field_nz.
split=> [|eq|eq _]; first by rewrite five; exact: first_color_step h12 g1.
  by have := second_color_step h12; rewrite mul0r; apply; rewrite -eq five.
by rewrite quarter; apply: third_color h24 _; rewrite -eq five.
Qed.

(** ** Every number of colors q >= 4, E = 3/2, delta = 0: a lexicographic optimum exists, a dominance optimum does
    not. *)

(** u_1 <= 26/180, because u_2 >= x_2/E >= w_2/E^2. *)
Lemma u_first (R : realFieldType) (u_1 u_2 u_3 u_4 w_2 x_2 : R) :
  u_1 + u_2 + u_3 + u_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_3 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_4 ->
  21%:R / 40%:R <= 3%:R / 2%:R * w_2 ->
  x_2 <= 3%:R / 2%:R * u_2 ->
  w_2 <= 3%:R / 2%:R * x_2 ->
  u_1 <= 13%:R / 90%:R.
Proof.
move=> h_u_total h_from_a h_from_d h_from_b h_v_u_second h_w_v_second.
have z0 : u_1 + u_2 + u_3 + u_4 - 1 = 0 by rewrite h_u_total subrr.
apply: (ge_by (e := (3%:R / 2%:R * u_3 - 21%:R / 40%:R) * (2%:R / 3%:R) + (3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R
    / 3%:R) + (3%:R / 2%:R * u_2 - x_2) * (2%:R / 3%:R) + (3%:R / 2%:R * x_2 - w_2) * (4%:R / 9%:R) + (3%:R / 2%:R *
    w_2 - 21%:R / 40%:R) * (8%:R / 27%:R))); last by sign.
transitivity ((3%:R / 2%:R * u_3 - 21%:R / 40%:R) * (2%:R / 3%:R) + (3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R /
    3%:R) + (3%:R / 2%:R * u_2 - x_2) * (2%:R / 3%:R) + (3%:R / 2%:R * x_2 - w_2) * (4%:R / 9%:R) + (3%:R / 2%:R * w_2
    - 21%:R / 40%:R) * (8%:R / 27%:R) + (u_1 + u_2 + u_3 + u_4 - 1) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0,
    addr0, add0r).
by field_nz.
Qed.

(** With it, u_2 <= 28/180. *)
Lemma u_second (R : realFieldType) (u_1 u_2 u_3 u_4 : R) :
  u_1 + u_2 + u_3 + u_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_3 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_4 ->
  13%:R / 90%:R <= u_1 ->
  u_2 <= 7%:R / 45%:R.
Proof.
move=> h_u_total h_from_a h_from_d h_u_largest.
have z0 : u_1 + u_2 + u_3 + u_4 - 1 = 0 by rewrite h_u_total subrr.
apply: (ge_by (e := (3%:R / 2%:R * u_3 - 21%:R / 40%:R) * (2%:R / 3%:R) + (3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R
    / 3%:R) + (u_1 - 13%:R / 90%:R))); last by sign.
transitivity ((3%:R / 2%:R * u_3 - 21%:R / 40%:R) * (2%:R / 3%:R) + (3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R /
    3%:R) + (u_1 - 13%:R / 90%:R) + (u_1 + u_2 + u_3 + u_4 - 1) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0,
    add0r).
by field_nz.
Qed.

(** u_1 + u_2 + u_3 <= 117/180. *)
Lemma u_three (R : realFieldType) (u_1 u_2 u_3 u_4 : R) :
  u_1 + u_2 + u_3 + u_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_4 ->
  u_1 + u_2 + u_3 <= 13%:R / 20%:R.
Proof.
move=> h_u_total h_from_d.
have z0 : u_1 + u_2 + u_3 + u_4 - 1 = 0 by rewrite h_u_total subrr.
apply: (ge_by (e := (3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R / 3%:R))); last by sign.
transitivity ((3%:R / 2%:R * u_4 - 21%:R / 40%:R) * (2%:R / 3%:R) + (u_1 + u_2 + u_3 + u_4 - 1) * (- 1)); last by
    rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** With both, w_3 <= 28/180. *)
Lemma w_third (R : realFieldType) (w_1 w_2 w_3 w_4 : R) :
  w_1 + w_2 + w_3 + w_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * w_4 ->
  13%:R / 90%:R <= w_1 ->
  7%:R / 20%:R <= w_2 ->
  w_3 <= 7%:R / 45%:R.
Proof.
move=> h_w_total h_from_c h_w_largest_first h_w_largest_second.
have z0 : w_1 + w_2 + w_3 + w_4 - 1 = 0 by rewrite h_w_total subrr.
apply: (ge_by (e := (3%:R / 2%:R * w_4 - 21%:R / 40%:R) * (2%:R / 3%:R) + (w_1 - 13%:R / 90%:R) + (w_2 - 7%:R /
    20%:R))); last by sign.
transitivity ((3%:R / 2%:R * w_4 - 21%:R / 40%:R) * (2%:R / 3%:R) + (w_1 - 13%:R / 90%:R) + (w_2 - 7%:R / 20%:R) +
    (w_1 + w_2 + w_3 + w_4 - 1) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** x_1 <= 39/180. *)
Lemma v_first (R : realFieldType) (w_1 x_1 : R) :
  w_1 <= 13%:R / 90%:R ->
  x_1 <= 3%:R / 2%:R * w_1 ->
  x_1 <= 13%:R / 60%:R.
Proof.
move=> h_to_b h_v_w_first.
apply: (ge_by (e := 3%:R / 2%:R * w_1 - x_1 + (13%:R / 90%:R - w_1) * (3%:R / 2%:R))); last by sign.
by field_nz.
Qed.

(** With it, x_2 <= 42/180. *)
Lemma v_second (R : realFieldType) (u_1 u_2 u_3 u_4 x_1 x_2 : R) :
  u_1 + u_2 + u_3 + u_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_3 ->
  21%:R / 40%:R <= 3%:R / 2%:R * u_4 ->
  x_1 <= 3%:R / 2%:R * u_1 ->
  x_2 <= 3%:R / 2%:R * u_2 ->
  13%:R / 60%:R <= x_1 ->
  x_2 <= 7%:R / 30%:R.
Proof.
move=> h_u_total h_from_a h_from_d h_v_u_first h_v_u_second h_x_largest.
have z0 : u_1 + u_2 + u_3 + u_4 - 1 = 0 by rewrite h_u_total subrr.
apply: (ge_by (e := 3%:R / 2%:R * u_1 - x_1 + (3%:R / 2%:R * u_2 - x_2) + (3%:R / 2%:R * u_3 - 21%:R / 40%:R) + (3%:R
    / 2%:R * u_4 - 21%:R / 40%:R) + (x_1 - 13%:R / 60%:R))); last by sign.
transitivity (3%:R / 2%:R * u_1 - x_1 + (3%:R / 2%:R * u_2 - x_2) + (3%:R / 2%:R * u_3 - 21%:R / 40%:R) + (3%:R / 2%:R
    * u_4 - 21%:R / 40%:R) + (x_1 - 13%:R / 60%:R) + (u_1 + u_2 + u_3 + u_4 - 1) * (- (3%:R / 2%:R))); last by rewrite
    ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** With it, x_3 <= 42/180: X is the lexicographic optimum. *)
Lemma v_third (R : realFieldType) (w_1 w_2 w_3 w_4 x_1 x_3 : R) :
  w_1 + w_2 + w_3 + w_4 = 1 ->
  21%:R / 40%:R <= 3%:R / 2%:R * w_2 ->
  21%:R / 40%:R <= 3%:R / 2%:R * w_4 ->
  x_1 <= 3%:R / 2%:R * w_1 ->
  x_3 <= 3%:R / 2%:R * w_3 ->
  13%:R / 60%:R <= x_1 ->
  x_3 <= 7%:R / 30%:R.
Proof.
move=> h_w_total h_from_b h_from_c h_v_w_first h_v_w_third h_x_largest.
have z0 : w_1 + w_2 + w_3 + w_4 - 1 = 0 by rewrite h_w_total subrr.
apply: (ge_by (e := 3%:R / 2%:R * w_1 - x_1 + (3%:R / 2%:R * w_3 - x_3) + (3%:R / 2%:R * w_2 - 21%:R / 40%:R) + (3%:R
    / 2%:R * w_4 - 21%:R / 40%:R) + (x_1 - 13%:R / 60%:R))); last by sign.
transitivity (3%:R / 2%:R * w_1 - x_1 + (3%:R / 2%:R * w_3 - x_3) + (3%:R / 2%:R * w_2 - 21%:R / 40%:R) + (3%:R / 2%:R
    * w_4 - 21%:R / 40%:R) + (x_1 - 13%:R / 60%:R) + (w_1 + w_2 + w_3 + w_4 - 1) * (- (3%:R / 2%:R))); last by rewrite
    ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** The open question of Section 6.3, for every number of colors q = n + 4, E = 3/2 and delta = 0: there is a rainbow graph
    with a boundary condition for which a lexicographic optimum exists, and no dominance optimum. (More than four colors:
    at the boundary the others have the probability 0.) *)
Theorem open_question_pure (R : realFieldType) (n : nat) :
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_n.+4}) (m : V -> 'I_n.+4 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) (3%:R / 2%:R) 0 (boundary r f) m M
      & none r f (@dominates R _) (3%:R / 2%:R) 0 (boundary r f) m].
Proof.
(* The vertices v, u, w, A, B, C, D and the twins of the last four. *)
pose edges := [:: (1, 0); (0, 2); (1, 3); (1, 6); (2, 4); (2, 5); (3, 7); (4, 8); (5, 9); (6, 10)]%N.
pose turned (v : nat) := (6 < v)%N.
pose fixed := [:: [:: 108; 144; 567; 261]; [:: 104; 567; 150; 259]; [:: 117; 252; 144; 567]; [:: 108; 144; 261; 567]]%N.
pose best := [:: [:: 234; 252; 252; 342]; [:: 156; 168; 378; 378]; [:: 156; 378; 168; 378]]%N ++ fixed ++ fixed.
pose other := [:: [:: 180; 306; 306; 288]; [:: 120; 204; 378; 378]; [:: 120; 378; 204; 378]]%N ++ fixed ++ fixed.
pose third : 'I_n.+4 := lift ord0 (lift ord0 ord0).
pose fourth : 'I_n.+4 := lift ord0 (lift ord0 (lift ord0 ord0)).
have ne : third != fourth by [].
have d0 : 0%:R / (2%:R * 1080%:R) = 0 :> R by rewrite mul0r.
have fX : fits 11 4 1080 3 2 0 edges turned best best by vm_cast_no_check (erefl true).
have fY : fits 11 4 1080 3 2 0 edges turned best other by vm_cast_no_check (erefl true).
have feasX := feasible_table R ne (isT : 4 <= n.+4)%N (isT : 0 < 1080)%N (isT : 0 < 2)%N fX.
have feasY := feasible_table R ne (isT : 4 <= n.+4)%N (isT : 0 < 1080)%N (isT : 0 < 2)%N fY.
rewrite d0 in feasX feasY; pose x := at_table R 1080 best.
have value v (i c : nat) c' : (0 < c')%N -> BinNat.N.mul (bin_of_nat (nth 0%N (nth [::] best v) i)) (bin_of_nat c') == BinNat.N.mul (bin_of_nat c) (bin_of_nat 1080) -> x v i = c%:R / c'%:R.
  exact: at_tableE.
have x00 : x 0%N 0%N = 13%:R / 60%:R by apply: value; vm_compute.
have x01 : x 0%N 1%N = 7%:R / 30%:R by apply: value; vm_compute.
have x02 : x 0%N 2%N = 7%:R / 30%:R by apply: value; vm_compute.
have x10 : x 1%N 0%N = 13%:R / 90%:R by apply: value; vm_compute.
have x11 : x 1%N 1%N = 7%:R / 45%:R by apply: value; vm_compute.
have x12 : x 1%N 2%N = 7%:R / 20%:R by apply: value; vm_compute.
have x20 : x 2%N 0%N = 13%:R / 90%:R by apply: value; vm_compute.
have x21 : x 2%N 1%N = 7%:R / 20%:R by apply: value; vm_compute.
have x22 : x 2%N 2%N = 7%:R / 45%:R by apply: value; vm_compute.
have x32 : x 3%N 2%N = 21%:R / 40%:R by apply: value; vm_compute.
have x63 : x 6%N 3%N = 21%:R / 40%:R by apply: value; vm_compute.
have x41 : x 4%N 1%N = 21%:R / 40%:R by apply: value; vm_compute.
have x40 : x 4%N 0%N = 13%:R / 135%:R by apply: value; vm_compute.
have x51 : x 5%N 1%N = 7%:R / 30%:R by apply: value; vm_compute.
have x53 : x 5%N 3%N = 21%:R / 40%:R by apply: value; vm_compute.
have E0 : 0 <= 3%:R / 2%:R :> R by sign.
apply: (scenario (free := [:: 0; 1; 2]%N) (s := 3) (v := 0%N) (j := 3) ne feasX feasY).
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
- by move=> u i i3; apply: (@at_table0 _ 4) => //; vm_compute.
- move=> M fM; have ge0 := numbers_ge0 fM.
  have fixed_ := @numbers_fixed _ _ _ _ _ _ _ _ _ ne _ _ fM.
  have near_ := @numbers_close1 _ _ _ _ _ _ _ _ _ _ _ fM.
  have total v : numbers M v 0%N + numbers M v 1%N + numbers M v 2%N + numbers M v 3%N <= 1.
    by have := @numbers_le1 _ _ _ _ _ _ _ _ _ _ _ fM [:: 0; 1; 2; 3]%N v isT isT; rewrite !big_cons big_nil addr0 !addrA.
  rewrite -!/x in fixed_ *; move: (numbers M) ge0 fixed_ near_ total => g ge0 fixed_ near_ total; clear fM M.
  move: x {value} x00 x01 x02 x10 x11 x12 x20 x21 x22 x32 x63 x41 x40 x51 x53 fixed_.
  clear feasX feasY fX fY d0; move=> x x00 x01 x02 x10 x11 x12 x20 x21 x22 x32 x63 x41 x40 x51 x53 fixed_.
  have close_ v w i : (v < 11)%N -> (w < 11)%N -> (i < 4)%N -> ((v, w) \in edges) || ((w, v) \in edges) ->
      g v i <= 3%:R / 2%:R * g w i.
    by move=> v11 w11 i4 vw; have := near_ i v w (leq_trans i4 (isT : 4 <= n.+4)%N) v11 w11 vw; rewrite addr0.
  have all v : g v 0%N + g v 1%N + g v 2%N + (1 - g v 0%N - g v 1%N - g v 2%N) = 1 by ring.
  have last v c : c <= 3%:R / 2%:R * g v 3%N -> c <= 3%:R / 2%:R * (1 - g v 0%N - g v 1%N - g v 2%N).
    by move=> h; apply: le_trans h _; apply: (ler_wpmul2l E0); rewrite !ler_subr_addl !addrA.
  have from_a : 21%:R / 40%:R <= 3%:R / 2%:R * g 1%N 2%N by rewrite -x32 -fixed_ //; exact: close_.
  have from_d : 21%:R / 40%:R <= 3%:R / 2%:R * g 1%N 3%N by rewrite -x63 -fixed_ //; exact: close_.
  have from_b : 21%:R / 40%:R <= 3%:R / 2%:R * g 2%N 1%N by rewrite -x41 -fixed_ //; exact: close_.
  have from_c : 21%:R / 40%:R <= 3%:R / 2%:R * g 2%N 3%N by rewrite -x53 -fixed_ //; exact: close_.
  have to_b : g 2%N 0%N <= 13%:R / 90%:R.
    have := close_ 2%N 4%N 0%N isT isT isT isT; rewrite (fixed_ 4%N) // x40.
    by have -> : 3%:R / 2%:R * (13%:R / 135%:R) = 13%:R / 90%:R :> R by field_nz.
  have to_c : g 2%N 1%N <= 7%:R / 20%:R.
    have := close_ 2%N 5%N 1%N isT isT isT isT; rewrite (fixed_ 5%N) // x51.
    by have -> : 3%:R / 2%:R * (7%:R / 30%:R) = 7%:R / 20%:R :> R by field_nz.
  have from_d' := last _ _ from_d; have from_c' := last _ _ from_c.
  have vu i : (i < 4)%N -> g 0%N i <= 3%:R / 2%:R * g 1%N i by move=> ?; exact: close_.
  have vw i : (i < 4)%N -> g 0%N i <= 3%:R / 2%:R * g 2%N i by move=> ?; exact: close_.
  have wv i : (i < 4)%N -> g 2%N i <= 3%:R / 2%:R * g 0%N i by move=> ?; exact: close_.
  move=> u k; rewrite !inE => /orP[/eqP->|/orP[/eqP->|/eqP->]]; case: k => [|[|[|//]]] _ same.
  + by rewrite x00; exact: v_first to_b (vw 0%N isT).
  + rewrite x01; apply: v_second (all 1%N) from_a from_d' (vu 0%N isT) (vu 1%N isT) _.
    by rewrite -x00 (same 0%N).
  + rewrite x02; apply: v_third (all 2%N) from_b from_c' (vw 0%N isT) (vw 2%N isT) _.
    by rewrite -x00 (same 0%N).
  + by rewrite x10; exact: u_first (all 1%N) from_a from_d' from_b (vu 1%N isT) (wv 1%N isT).
  + rewrite x11; apply: u_second (all 1%N) from_a from_d' _.
    by rewrite -x10 (same 0%N).
  + have three := u_three (all 1%N) from_d'; move: three; rewrite -(same 0%N) // -(same 1%N) // x10 x11 x12.
    rewrite -ler_subr_addl.
    by have -> : 13%:R / 20%:R - (13%:R / 90%:R + 7%:R / 45%:R) = 7%:R / 20%:R :> R by field_nz.
  + by rewrite x20.
  + by rewrite x21.
  rewrite x22; apply: w_third (all 2%N) from_c' _ _; first by rewrite -x20 (same 0%N).
  by rewrite -x21 (same 1%N).
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
by apply: sum_less; vm_compute.
Qed.

(** ** Three colors, E = 6/5, 0 <= delta <= 2/795: a lexicographic optimum exists, a dominance optimum does not. *)

(** With it, l_2 <= 540. *)
Lemma l_second (R : realFieldType) (l_1 l_2 l_3 : R) :
  l_1 + l_2 + l_3 = 1650%:R ->
  612%:R <= 6%:R / 5%:R * l_3 ->
  600%:R <= l_1 ->
  l_2 <= 540%:R.
Proof.
move=> h_l_total h_J_l h_l_largest.
have z0 : l_1 + l_2 + l_3 - 1650%:R = 0 by rewrite h_l_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * l_3 - 612%:R) * (5%:R / 6%:R) + (l_1 - 600%:R))); last by sign.
transitivity ((6%:R / 5%:R * l_3 - 612%:R) * (5%:R / 6%:R) + (l_1 - 600%:R) + (l_1 + l_2 + l_3 - 1650%:R) * (- 1));
    last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** With it, k_2 <= 450. *)
Lemma k_second (R : realFieldType) (k_1 k_2 k_3 : R) :
  k_1 + k_2 + k_3 = 1650%:R ->
  720%:R <= 6%:R / 5%:R * k_3 ->
  600%:R <= k_1 ->
  k_2 <= 450%:R.
Proof.
move=> h_k_total h_H_k h_k_largest.
have z0 : k_1 + k_2 + k_3 - 1650%:R = 0 by rewrite h_k_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * k_3 - 720%:R) * (5%:R / 6%:R) + (k_1 - 600%:R))); last by sign.
transitivity ((6%:R / 5%:R * k_3 - 720%:R) * (5%:R / 6%:R) + (k_1 - 600%:R) + (k_1 + k_2 + k_3 - 1650%:R) * (- 1));
    last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** g_2 <= 360. *)
Lemma g_second (R : realFieldType) (g_2 : R) :
  g_2 <= 360%:R ->
  g_2 <= 360%:R.
Proof.
move=> h_g_F.
apply: (ge_by (e := 360%:R - g_2)); last by sign.
by field_nz.
Qed.

(** i_1 <= 570. *)
Lemma i_first (R : realFieldType) (i_1 : R) :
  i_1 <= 570%:R ->
  i_1 <= 570%:R.
Proof.
move=> h_i_G.
apply: (ge_by (e := 570%:R - i_1)); last by sign.
by field_nz.
Qed.

(** With it, i_2 <= 375. *)
Lemma i_second (R : realFieldType) (i_1 i_2 i_3 : R) :
  i_1 + i_2 + i_3 = 1650%:R ->
  846%:R <= 6%:R / 5%:R * i_3 ->
  570%:R <= i_1 ->
  i_2 <= 375%:R.
Proof.
move=> h_i_total h_G_i h_i_largest.
have z0 : i_1 + i_2 + i_3 - 1650%:R = 0 by rewrite h_i_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * i_3 - 846%:R) * (5%:R / 6%:R) + (i_1 - 570%:R))); last by sign.
transitivity ((6%:R / 5%:R * i_3 - 846%:R) * (5%:R / 6%:R) + (i_1 - 570%:R) + (i_1 + i_2 + i_3 - 1650%:R) * (- 1));
    last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** g_1 <= E i_1 <= 684. *)
Lemma g_first (R : realFieldType) (g_1 i_1 : R) :
  g_1 <= 6%:R / 5%:R * i_1 ->
  i_1 <= 570%:R ->
  g_1 <= 684%:R.
Proof.
move=> h_g_i h_i_G.
have f_i_first : i_1 <= 570%:R := @i_first R i_1 h_i_G.
apply: (ge_by (e := 6%:R / 5%:R * i_1 - g_1 + (570%:R - i_1) * (6%:R / 5%:R))); last by sign.
by field_nz.
Qed.

(** h_2 <= 425: h_1 >= 720 and h_3 >= g_3/E >= 505. *)
Lemma h_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 : R) :
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  h_2 <= 425%:R.
Proof.
move=> h_h_total h_g_total h_g_h h_g_i h_C_h h_g_F h_i_G.
have f_g_first : g_1 <= 684%:R := @g_first R g_1 i_1 h_g_i h_i_G.
have f_g_second : g_2 <= 360%:R := @g_second R g_2 h_g_F.
have z0 : h_1 + h_2 + h_3 - 1650%:R = 0 by rewrite h_h_total subrr.
have z1 : g_1 + g_2 + g_3 - 1650%:R = 0 by rewrite h_g_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * h_1 - 864%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * h_3 - g_3) * (5%:R / 6%:R) + (684%:R
    - g_1) * (5%:R / 6%:R) + (360%:R - g_2) * (5%:R / 6%:R))); last by sign.
transitivity ((6%:R / 5%:R * h_1 - 864%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * h_3 - g_3) * (5%:R / 6%:R) + (684%:R -
    g_1) * (5%:R / 6%:R) + (360%:R - g_2) * (5%:R / 6%:R) + (h_1 + h_2 + h_3 - 1650%:R) * (- 1) + (g_1 + g_2 + g_3 -
    1650%:R) * (5%:R / 6%:R)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** m_2 <= E h_2 <= 510. *)
Lemma m_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 : R) :
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  m_2 <= 510%:R.
Proof.
move=> h_h_total h_g_total h_m_h h_g_h h_g_i h_C_h h_g_F h_i_G.
have f_h_second : h_2 <= 425%:R := @h_second R g_1 g_2 g_3 h_1 h_2 h_3 i_1 h_h_total h_g_total h_g_h h_g_i h_C_h h_g_F
    h_i_G.
apply: (ge_by (e := 6%:R / 5%:R * h_2 - m_2 + (425%:R - h_2) * (6%:R / 5%:R))); last by sign.
by field_nz.
Qed.

(** n_1 <= 504. *)
Lemma n_first (R : realFieldType) (n_1 : R) :
  n_1 <= 504%:R ->
  n_1 <= 504%:R.
Proof.
move=> h_n_B.
apply: (ge_by (e := 504%:R - n_1)); last by sign.
by field_nz.
Qed.

(** n_2 <= E m_2 <= 612. *)
Lemma n_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_2 : R) :
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  n_2 <= 612%:R.
Proof.
move=> h_h_total h_g_total h_n_m h_m_h h_g_h h_g_i h_C_h h_g_F h_i_G.
have f_m_second : m_2 <= 510%:R := @m_second R g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 h_h_total h_g_total h_m_h h_g_h h_g_i
    h_C_h h_g_F h_i_G.
apply: (ge_by (e := 6%:R / 5%:R * m_2 - n_2 + (510%:R - m_2) * (6%:R / 5%:R))); last by sign.
by field_nz.
Qed.

(** m_1 <= E n_1 <= 604.8. *)
Lemma m_first (R : realFieldType) (m_1 n_1 : R) :
  m_1 <= 6%:R / 5%:R * n_1 ->
  n_1 <= 504%:R ->
  m_1 <= (3%:R * 10%:R ^+ 3 + 24%:R) / 5%:R.
Proof.
move=> h_m_n h_n_B.
have f_n_first : n_1 <= 504%:R := @n_first R n_1 h_n_B.
apply: (ge_by (e := 6%:R / 5%:R * n_1 - m_1 + (504%:R - n_1) * (6%:R / 5%:R))); last by sign.
by field_nz.
Qed.

(** p_1 <= 475: p_2 >= 730 and p_3 >= n_3/E >= 445. *)
Lemma p_first (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  p_1 <= 475%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_g_total h_n_p h_n_m h_m_h h_g_h h_g_i h_A_p h_n_B h_C_h h_g_F h_i_G.
have f_n_first : n_1 <= 504%:R := @n_first R n_1 h_n_B.
have f_n_second : n_2 <= 612%:R := @n_second R g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_2 h_h_total h_g_total h_n_m h_m_h
    h_g_h h_g_i h_C_h h_g_F h_i_G.
have z0 : p_1 + p_2 + p_3 - 1650%:R = 0 by rewrite h_p_total subrr.
have z1 : n_1 + n_2 + n_3 - 1650%:R = 0 by rewrite h_n_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * p_2 - 876%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * p_3 - n_3) * (5%:R / 6%:R) + (504%:R
    - n_1) * (5%:R / 6%:R) + (612%:R - n_2) * (5%:R / 6%:R))); last by sign.
transitivity ((6%:R / 5%:R * p_2 - 876%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * p_3 - n_3) * (5%:R / 6%:R) + (504%:R -
    n_1) * (5%:R / 6%:R) + (612%:R - n_2) * (5%:R / 6%:R) + (p_1 + p_2 + p_3 - 1650%:R) * (- 1) + (n_1 + n_2 + n_3 -
    1650%:R) * (5%:R / 6%:R)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** With it, p_2 <= 730. *)
Lemma p_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  475%:R <= p_1 ->
  p_2 <= 730%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_g_total h_n_p h_n_m h_m_h h_g_h h_g_i h_n_B h_C_h h_g_F h_i_G h_p_largest.
have f_n_first : n_1 <= 504%:R := @n_first R n_1 h_n_B.
have f_n_second : n_2 <= 612%:R := @n_second R g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_2 h_h_total h_g_total h_n_m h_m_h
    h_g_h h_g_i h_C_h h_g_F h_i_G.
have z0 : p_1 + p_2 + p_3 - 1650%:R = 0 by rewrite h_p_total subrr.
have z1 : n_1 + n_2 + n_3 - 1650%:R = 0 by rewrite h_n_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * p_3 - n_3) * (5%:R / 6%:R) + (504%:R - n_1) * (5%:R / 6%:R) + (612%:R - n_2) *
    (5%:R / 6%:R) + (p_1 - 475%:R))); last by sign.
transitivity ((6%:R / 5%:R * p_3 - n_3) * (5%:R / 6%:R) + (504%:R - n_1) * (5%:R / 6%:R) + (612%:R - n_2) * (5%:R /
    6%:R) + (p_1 - 475%:R) + (p_1 + p_2 + p_3 - 1650%:R) * (- 1) + (n_1 + n_2 + n_3 - 1650%:R) * (5%:R / 6%:R)); last
    by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** s_1 <= E p_1 <= 570. *)
Lemma s_first (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  i_1 <= 570%:R ->
  s_1 <= 570%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_g_total h_s_p h_n_p h_n_m h_m_h h_g_h h_g_i h_A_p h_n_B h_C_h h_g_F h_i_G.
have f_p_first : p_1 <= 475%:R := @p_first R g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 h_p_total
    h_n_total h_h_total h_g_total h_n_p h_n_m h_m_h h_g_h h_g_i h_A_p h_n_B h_C_h h_g_F h_i_G.
apply: (ge_by (e := 6%:R / 5%:R * p_1 - s_1 + (475%:R - p_1) * (6%:R / 5%:R))); last by sign.
by field_nz.
Qed.

(** If s_1 >= 570, p_3 <= 445: p_1 >= s_1/E >= 475 and p_2 >= 730. *)
Lemma p_third_most (R : realFieldType) (p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  570%:R <= s_1 ->
  p_3 <= 445%:R.
Proof.
move=> h_p_total h_s_p h_A_p h_s_largest.
have z0 : p_1 + p_2 + p_3 - 1650%:R = 0 by rewrite h_p_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * p_2 - 876%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * p_1 - s_1) * (5%:R / 6%:R) + (s_1 -
    570%:R) * (5%:R / 6%:R))); last by sign.
transitivity ((6%:R / 5%:R * p_2 - 876%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * p_1 - s_1) * (5%:R / 6%:R) + (s_1 -
    570%:R) * (5%:R / 6%:R) + (p_1 + p_2 + p_3 - 1650%:R) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Then n_2 >= 612: n_3 <= E p_3 <= 534 and n_1 <= 504. *)
Lemma n_second_least (R : realFieldType) (n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  570%:R <= s_1 ->
  612%:R <= n_2.
Proof.
move=> h_p_total h_n_total h_s_p h_n_p h_A_p h_n_B h_s_largest.
have f_p_third_most : p_3 <= 445%:R := @p_third_most R p_1 p_2 p_3 s_1 h_p_total h_s_p h_A_p h_s_largest.
have f_n_first : n_1 <= 504%:R := @n_first R n_1 h_n_B.
have z0 : n_1 + n_2 + n_3 - 1650%:R = 0 by rewrite h_n_total subrr.
apply: (ge_by (e := 6%:R / 5%:R * p_3 - n_3 + (445%:R - p_3) * (6%:R / 5%:R) + (504%:R - n_1))); last by sign.
transitivity (6%:R / 5%:R * p_3 - n_3 + (445%:R - p_3) * (6%:R / 5%:R) + (504%:R - n_1) + (n_1 + n_2 + n_3 - 1650%:R)
    * 1); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Then h_2 >= m_2/E >= n_2/E^2 >= 425. *)
Lemma h_second_least (R : realFieldType) (h_2 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  570%:R <= s_1 ->
  425%:R <= h_2.
Proof.
move=> h_p_total h_n_total h_s_p h_n_p h_n_m h_m_h h_A_p h_n_B h_s_largest.
have f_n_second_least : 612%:R <= n_2 := @n_second_least R n_1 n_2 n_3 p_1 p_2 p_3 s_1 h_p_total h_n_total h_s_p h_n_p
    h_A_p h_n_B h_s_largest.
apply: (ge_by (e := (6%:R / 5%:R * h_2 - m_2) * (5%:R / 6%:R) + (6%:R / 5%:R * m_2 - n_2) * (25%:R / 36%:R) + (n_2 -
    612%:R) * (25%:R / 36%:R))); last by sign.
by field_nz.
Qed.

(** Then g_3 <= E h_3 <= 606: h_1 >= 720. *)
Lemma g_third_most (R : realFieldType) (g_3 h_1 h_2 h_3 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  570%:R <= s_1 ->
  g_3 <= 606%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_s_p h_n_p h_n_m h_m_h h_g_h h_A_p h_n_B h_C_h h_s_largest.
have f_h_second_least : 425%:R <= h_2 := @h_second_least R h_2 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 h_p_total h_n_total
    h_s_p h_n_p h_n_m h_m_h h_A_p h_n_B h_s_largest.
have z0 : h_1 + h_2 + h_3 - 1650%:R = 0 by rewrite h_h_total subrr.
apply: (ge_by (e := 6%:R / 5%:R * h_3 - g_3 + (6%:R / 5%:R * h_1 - 864%:R) + (h_2 - 425%:R) * (6%:R / 5%:R))); last by
    sign.
transitivity (6%:R / 5%:R * h_3 - g_3 + (6%:R / 5%:R * h_1 - 864%:R) + (h_2 - 425%:R) * (6%:R / 5%:R) + (h_1 + h_2 +
    h_3 - 1650%:R) * (- (6%:R / 5%:R))); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Then i_2 <= 375: i_1 >= g_1/E >= 570, because g_2 <= 360, and i_3 >= 705. *)
Lemma i_second_most (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 i_2 i_3 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  i_1 + i_2 + i_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  846%:R <= 6%:R / 5%:R * i_3 ->
  570%:R <= s_1 ->
  i_2 <= 375%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_g_total h_i_total h_s_p h_n_p h_n_m h_m_h h_g_h h_g_i h_A_p h_n_B h_C_h h_g_F
    h_G_i h_s_largest.
have f_g_third_most : g_3 <= 606%:R := @g_third_most R g_3 h_1 h_2 h_3 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 h_p_total
    h_n_total h_h_total h_s_p h_n_p h_n_m h_m_h h_g_h h_A_p h_n_B h_C_h h_s_largest.
have z0 : i_1 + i_2 + i_3 - 1650%:R = 0 by rewrite h_i_total subrr.
have z1 : g_1 + g_2 + g_3 - 1650%:R = 0 by rewrite h_g_total subrr.
apply: (ge_by (e := (6%:R / 5%:R * i_3 - 846%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * i_1 - g_1) * (5%:R / 6%:R) + (360%:R
    - g_2) * (5%:R / 6%:R) + (606%:R - g_3) * (5%:R / 6%:R))); last by sign.
transitivity ((6%:R / 5%:R * i_3 - 846%:R) * (5%:R / 6%:R) + (6%:R / 5%:R * i_1 - g_1) * (5%:R / 6%:R) + (360%:R -
    g_2) * (5%:R / 6%:R) + (606%:R - g_3) * (5%:R / 6%:R) + (i_1 + i_2 + i_3 - 1650%:R) * (- 1) + (g_1 + g_2 + g_3 -
    1650%:R) * (5%:R / 6%:R)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Then s_2 <= E^3 i_2 <= 648: X is the lexicographic optimum. *)
Lemma s_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 i_2 i_3 k_2 l_2 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 s_2
    : R) :
  p_1 + p_2 + p_3 = 1650%:R ->
  n_1 + n_2 + n_3 = 1650%:R ->
  h_1 + h_2 + h_3 = 1650%:R ->
  g_1 + g_2 + g_3 = 1650%:R ->
  i_1 + i_2 + i_3 = 1650%:R ->
  s_1 <= 6%:R / 5%:R * p_1 ->
  n_3 <= 6%:R / 5%:R * p_3 ->
  n_2 <= 6%:R / 5%:R * m_2 ->
  m_2 <= 6%:R / 5%:R * h_2 ->
  g_3 <= 6%:R / 5%:R * h_3 ->
  g_1 <= 6%:R / 5%:R * i_1 ->
  k_2 <= 6%:R / 5%:R * i_2 ->
  l_2 <= 6%:R / 5%:R * k_2 ->
  s_2 <= 6%:R / 5%:R * l_2 ->
  876%:R <= 6%:R / 5%:R * p_2 ->
  n_1 <= 504%:R ->
  864%:R <= 6%:R / 5%:R * h_1 ->
  g_2 <= 360%:R ->
  846%:R <= 6%:R / 5%:R * i_3 ->
  570%:R <= s_1 ->
  s_2 <= 648%:R.
Proof.
move=> h_p_total h_n_total h_h_total h_g_total h_i_total h_s_p h_n_p h_n_m h_m_h h_g_h h_g_i h_k_i h_l_k h_s_l h_A_p
    h_n_B h_C_h h_g_F h_G_i h_s_largest.
have f_i_second_most : i_2 <= 375%:R := @i_second_most R g_1 g_2 g_3 h_1 h_2 h_3 i_1 i_2 i_3 m_2 n_1 n_2 n_3 p_1 p_2
    p_3 s_1 h_p_total h_n_total h_h_total h_g_total h_i_total h_s_p h_n_p h_n_m h_m_h h_g_h h_g_i h_A_p h_n_B h_C_h
    h_g_F h_G_i h_s_largest.
apply: (ge_by (e := 6%:R / 5%:R * l_2 - s_2 + (6%:R / 5%:R * k_2 - l_2) * (6%:R / 5%:R) + (6%:R / 5%:R * i_2 - k_2) *
    (36%:R / 25%:R) + (375%:R - i_2) * (216%:R / 125%:R))); last by sign.
by field_nz.
Qed.

(** ** E = 5/4, delta = 0, three colors, a cycle of five free vertices: the largest sums of one vertex are not had
    together. *)

(** If v_3 is at most that of Q, v_1 <= 346/1000, less than the 354/1000 of P. *)
Lemma not_together (R : realFieldType) (v_1 v_3 w_1 w_2 w_3 x_1 x_2 x_3 y_1 y_2 y_3 z_1 z_2 z_3 : R) :
  x_1 + x_2 + x_3 = 1 ->
  y_1 + y_2 + y_3 = 1 ->
  z_1 + z_2 + z_3 = 1 ->
  w_1 + w_2 + w_3 = 1 ->
  v_1 <= 5%:R / 4%:R * x_1 ->
  107%:R / 200%:R <= 5%:R / 4%:R * x_2 ->
  y_3 <= 5%:R / 4%:R * x_3 ->
  y_1 <= 1 / 4%:R ->
  y_2 <= 5%:R / 4%:R * z_2 ->
  21%:R / 40%:R <= 5%:R / 4%:R * z_3 ->
  w_1 <= 5%:R / 4%:R * z_1 ->
  w_2 <= 61%:R / 200%:R ->
  w_3 <= 5%:R / 4%:R * v_3 ->
  v_3 <= 351%:R / 1250%:R ->
  v_1 <= 173%:R / 500%:R.
Proof.
move=> h_x_total h_y_total h_z_total h_w_total h_v_x h_X_x h_y_x h_y_Y h_y_z h_Z_z h_w_z h_w_W h_w_v h_v_third.
have z0 : x_1 + x_2 + x_3 - 1 = 0 by rewrite h_x_total subrr.
have z1 : y_1 + y_2 + y_3 - 1 = 0 by rewrite h_y_total subrr.
have z2 : z_1 + z_2 + z_3 - 1 = 0 by rewrite h_z_total subrr.
have z3 : w_1 + w_2 + w_3 - 1 = 0 by rewrite h_w_total subrr.
apply: (ge_by (e := 5%:R / 4%:R * x_1 - v_1 + (5%:R / 4%:R * x_2 - 107%:R / 200%:R) + (5%:R / 4%:R * x_3 - y_3) + (1 /
    4%:R - y_1) + (5%:R / 4%:R * z_2 - y_2) + (5%:R / 4%:R * z_3 - 21%:R / 40%:R) + (5%:R / 4%:R * z_1 - w_1) + (61%:R
    / 200%:R - w_2) + (5%:R / 4%:R * v_3 - w_3) + (351%:R / 1250%:R - v_3) * (5%:R / 4%:R))); last by sign.
transitivity (5%:R / 4%:R * x_1 - v_1 + (5%:R / 4%:R * x_2 - 107%:R / 200%:R) + (5%:R / 4%:R * x_3 - y_3) + (1 / 4%:R
    - y_1) + (5%:R / 4%:R * z_2 - y_2) + (5%:R / 4%:R * z_3 - 21%:R / 40%:R) + (5%:R / 4%:R * z_1 - w_1) + (61%:R /
    200%:R - w_2) + (5%:R / 4%:R * v_3 - w_3) + (351%:R / 1250%:R - v_3) * (5%:R / 4%:R) + (x_1 + x_2 + x_3 - 1) * (-
    (5%:R / 4%:R)) + (y_1 + y_2 + y_3 - 1) * 1 + (z_1 + z_2 + z_3 - 1) * (- (5%:R / 4%:R)) + (w_1 + w_2 + w_3 - 1) *
    1); last by rewrite ?z0 ?z1 ?z2 ?z3 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** The vertices v, x, y, z, w, then X, Y, Z, W, then the twins of these four, in 10000ths. *)
Definition five_edges := [:: (0, 1); (1, 2); (2, 3); (3, 4); (4, 0); (1, 5); (2, 6); (3, 7); (4, 8); (5, 9); (6, 10); (7, 11);
    (8, 12)]%N.
Definition five_turned (v : nat) := (8 < v)%N.
Definition five_fixed := [:: [:: 2270; 5350; 2380]; [:: 2000; 4100; 3900];
    [:: 2230; 2520; 5250]; [:: 3700; 2440; 3860]]%N.
Definition five_p := [:: [:: 3540; 3588; 2872]; [:: 2832; 4280; 2888]; [:: 2500; 3890; 3610];
    [:: 2688; 3112; 4200]; [:: 3360; 3050; 3590]]%N ++ five_fixed ++ five_fixed.
Definition five_q := [:: [:: 3460; 3732; 2808]; [:: 2768; 4280; 2952]; [:: 2500; 3810; 3690];
    [:: 2752; 3048; 4200]; [:: 3440; 3050; 3510]]%N ++ five_fixed ++ five_fixed.
Lemma five_p_fits : fits 13 3 10000 5 4 0 five_edges five_turned five_p five_p.
Proof. vm_cast_no_check (erefl true). Qed.
Lemma five_q_fits : fits 13 3 10000 5 4 0 five_edges five_turned five_p five_q.
Proof. vm_cast_no_check (erefl true). Qed.
Lemma numbers_prefix (R : realFieldType) (q N : nat) (M : 'I_N.+1 -> 'I_q.+1 -> R) v k : (k <= q.+1)%N ->
  prefix 1%g (M (inord v)) k = \sum_(0 <= i < k) numbers M v i.
Proof.
move=> kq; rewrite -(prefix_padded (numbers M v) kq) /prefix; apply: eq_bigr => i _.
by rewrite /numbers inord_val.
Qed.

(** E = 5/4, delta = 0, three colors, the free vertices a cycle of five: what is proved of forests in RainbowForest.v fails
    here. P has the first prefix sum and Q the second at one vertex; no mechanism has both there, or more. *)
Theorem five_cycle (R : realFieldType) :
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (m P Q : V -> 'I_3 -> R) (v : V),
    [/\ symmetric r, feasible r (5%:R / 4%:R) 0 (boundary r f) m P, feasible r (5%:R / 4%:R) 0 (boundary r f) m Q
      & forall M, feasible r (5%:R / 4%:R) 0 (boundary r f) m M ->
        prefix (f v) (M v) 1 < prefix (f v) (P v) 1 \/ prefix (f v) (M v) 2 < prefix (f v) (Q v) 2].
Proof.
pose second : 'I_3 := lift ord0 ord0; pose third : 'I_3 := lift ord0 (lift ord0 ord0).
have ne : second != third by [].
have feasP := feasible_table R ne (isT : 3 <= 3)%N (isT : 0 < 10000)%N (isT : 0 < 4)%N five_p_fits.
have feasQ := feasible_table R ne (isT : 3 <= 3)%N (isT : 0 < 10000)%N (isT : 0 < 4)%N five_q_fits.
rewrite mul0r in feasP feasQ.
exists (ordinal_finType 13), (@joined 13 five_edges), (@rainbow 3 13 five_turned second third).
exists (fun (v : 'I_13) (i : 'I_3) => at_table R 10000 five_p v i), (fun (v : 'I_13) (i : 'I_3) => at_table R 10000 five_p v i).
exists (fun (v : 'I_13) (i : 'I_3) => at_table R 10000 five_q v i), (inord 0).
split; [exact: joined_sym | exact: feasP | exact: feasQ | move=> M fM].
pose x := at_table R 10000 five_p; pose y := at_table R 10000 five_q.
have value v (i c : nat) c' : (0 < c')%N -> BinNat.N.mul (bin_of_nat (nth 0%N (nth [::] five_p v) i)) (bin_of_nat c') == BinNat.N.mul (bin_of_nat c) (bin_of_nat 10000) -> x v i = c%:R / c'%:R.
  exact: at_tableE.
have y_value v (i c : nat) c' : (0 < c')%N -> BinNat.N.mul (bin_of_nat (nth 0%N (nth [::] five_q v) i)) (bin_of_nat c') == BinNat.N.mul (bin_of_nat c) (bin_of_nat 10000) -> y v i = c%:R / c'%:R.
  exact: at_tableE.
have x00 : x 0%N 0%N = 177%:R / 500%:R by apply: value; vm_compute.
have x51 : x 5%N 1%N = 107%:R / 200%:R by apply: value; vm_compute.
have x60 : x 6%N 0%N = 1%:R / 5%:R by apply: value; vm_compute.
have x72 : x 7%N 2%N = 21%:R / 40%:R by apply: value; vm_compute.
have x81 : x 8%N 1%N = 61%:R / 250%:R by apply: value; vm_compute.
have y00 : y 0%N 0%N = 173%:R / 500%:R by apply: y_value; vm_compute.
have y01 : y 0%N 1%N = 933%:R / 2500%:R by apply: y_value; vm_compute.
have total v : numbers M v 0%N + numbers M v 1%N + numbers M v 2%N = 1.
  by have := numbers_total fM v; rewrite !big_nat_recl // big_nil addr0 addrA.
have fixed_ := @numbers_fixed _ _ _ _ _ _ _ _ _ ne _ _ fM.
have near_ := @numbers_close1 _ _ _ _ _ _ _ _ _ _ _ fM.
rewrite /rainbow inordK //= !numbers_prefix // !prefix_padded //.
rewrite -/(x 0%N) -/(y 0%N) !big_nat_recl // !big_nil !addr0.
rewrite -!/x in fixed_; move: (numbers M) total fixed_ near_ => g total fixed_ near_.
clear fM feasP feasQ value y_value; clearbody x y.
have close_ v w i : (v < 13)%N -> (w < 13)%N -> (i < 3)%N -> ((v, w) \in five_edges) || ((w, v) \in five_edges) ->
    g v i <= 5%:R / 4%:R * g w i.
  by move=> vN wN i3 vw; have := near_ i v w i3 vN wN vw; rewrite addr0.
have X_x : 107%:R / 200%:R <= 5%:R / 4%:R * g 1%N 1%N by rewrite -x51 -fixed_ //; exact: close_.
have Z_z : 21%:R / 40%:R <= 5%:R / 4%:R * g 3%N 2%N by rewrite -x72 -fixed_ //; exact: close_.
have y_Y : g 2%N 0%N <= 1 / 4%:R.
  have := close_ 2%N 6%N 0%N isT isT isT isT; rewrite (fixed_ 6%N) // x60.
  by have -> : 5%:R / 4%:R * (1%:R / 5%:R) = 1 / 4%:R :> R by field_nz.
have w_W : g 4%N 1%N <= 61%:R / 200%:R.
  have := close_ 4%N 8%N 1%N isT isT isT isT; rewrite (fixed_ 8%N) // x81.
  by have -> : 5%:R / 4%:R * (61%:R / 250%:R) = 61%:R / 200%:R :> R by field_nz.
have [more|less] := ltP (g 0%N 0%N + g 0%N 1%N) (y 0%N 0%N + y 0%N 1%N); [by right | left].
have v_third : g 0%N 2%N <= 351%:R / 1250%:R.
  apply: (ge_by (e := g 0%N 0%N + g 0%N 1%N - (y 0%N 0%N + y 0%N 1%N))); last by sign.
  have -> : g 0%N 2%N = 1 - (g 0%N 0%N + g 0%N 1%N) by rewrite -(total 0%N); ring.
  by rewrite y00 y01; field_nz.
have := not_together (total 1%N) (total 2%N) (total 3%N) (total 4%N) (close_ 0%N 1%N 0%N isT isT isT isT) X_x
  (close_ 2%N 1%N 2%N isT isT isT isT) y_Y (close_ 2%N 3%N 1%N isT isT isT isT) Z_z (close_ 4%N 3%N 0%N isT isT isT isT) w_W
  (close_ 4%N 0%N 2%N isT isT isT isT) v_third.
move/le_lt_trans; apply; rewrite x00; apply: (gt_by (e := 1 / 125%:R)); last by sign.
by field_nz.
Qed.
