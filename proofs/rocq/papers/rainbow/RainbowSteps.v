(** * Rainbow: the identities and inequalities in steps of proofs *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The mirror of the corrected second branch, and (5.2) as printed at E = 2, delta = 0, s = 1/10. *)

(** 1 - v' + rho = (1 - v + rho)/E: the corrected branches mirror each other. *)
Theorem mirror (R : realFieldType) (E d v : R) :
  E != 0 ->
  E - 1 != 0 ->
  1 - (1 - (1 - v - d) / E) + d / (E - 1) = (1 - v + d / (E - 1)) / E.
Proof.
move=> c_0 c_1.
by field_nz.
Qed.

(** ** E >= 1, delta in [0, 1]: M(0) for V = [0, 1], smaller numbers preferred.

    Section 6.5 of Gu et al. expects Theorems 2 and 4 to generalize, with first-order stochastic dominance. They do.
    Let F be the distribution function of P, F(x) = P([0, x]), and M the corrected map. Then M o F is the distribution
    function of a distribution P' that is (epsilon, delta)-close to P (over all Borel sets) and dominates every close
    P'', F'' <= M o F. On the cells of every finite chain of points this is RainbowContinuous.v. The rest is in words.

    P' exists: M o F does not decrease and is continuous from the right, because 0 <= M(b) - M(a) <= E (b - a), and
    M(1) = 1. P' has an atom at 0 of mass M(F(0)), which is more than F(0) = 0 for delta > 0 even if P has none
    (atom_at_0).

    Close: the unions of cells of chains form a field that generates the Borel sets; every Borel set differs from one of
    them by a set of arbitrarily small measure P + P' (Halmos, Measure Theory, section 13, theorem D).

    Lemma 2, Theorem 4 and Theorem 2 then follow word for word, at each x in place of each k. An alphabet without a
    most preferred element may have no greatest close distribution for delta > 0 (no_first_element). On (0, 1] none has
    one: for each x0 > 0 the distribution with M(F(x0)) on (0, x0], in proportion to P, and then M o F is close, so a
    greatest one would have F'' = M o F >= M(0) > 0 on all of (0, 1], which does not tend to 0 with x. For delta = 0,
    M(0) = 0 (no_new_atom). *)

(** For d > 0, 1 - (1 - d)/E > 0 and d > 0: M(0) > 0. *)
Theorem atom_at_0 (R : realFieldType) (E d : R) :
  1 <= E ->
  0 < d ->
  0 < d * (1 - (1 - d) / E).
Proof.
move=> h_E_range h_d_more.
have p1 : 0 < E := lt_le_trans ltr01 h_E_range.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (d ^+ 2 + (E - 1) * d) / E)); last by sign.
by field_nz.
Qed.

(** For d = 0 and x = 0, E x + d = 0: M(0) = 0. *)
Theorem no_new_atom (R : realFieldType) (E d x : R) :
  x = 0 ->
  d = 0 ->
  E * x + d = 0.
Proof.
move=> h_x_zero h_d_zero.
have z0 : d = 0 := h_d_zero.
have z1 : x = 0 := h_x_zero.
apply/eqP; rewrite -subr_eq0; apply/eqP.
transitivity (d + x * E); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** ** At the parameters of each step: sentences of Section 3, false as they stand or true. *)

(** 1/E > 0. *)
Lemma section_3_inverse (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 1 / E.
Proof.
move=> h_E_range.
have p1 : 0 < E := lt_le_trans ltr01 h_E_range.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := 1 / E)); last by sign.
by field_nz.
Qed.

(** Two colors: z <= E b + d for the larger one. *)
Theorem binary_join_first (R : realFieldType) (E b d t v w x y z : R) :
  1 <= E ->
  z = t * w + (1 - t) * v ->
  0 <= t ->
  t <= 1 ->
  w <= E * x + d ->
  v <= E * y + d ->
  x <= b ->
  y <= b ->
  z <= E * b + d.
Proof.
move=> h_E_range h_join_is_one h_t_least h_t_most h_w_first h_v_first h_join_x h_join_y.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have z0 : z - (t * w + (1 - t) * v) = 0 by rewrite h_join_is_one subrr.
apply: (ge_by (e := t * (E * x + d - w) + (1 - t) * (E * y + d - v) + t * E * (b - x) + (1 - t) * E * (b - y))); last
    by sign.
transitivity (t * (E * x + d - w) + (1 - t) * (E * y + d - v) + t * E * (b - x) + (1 - t) * E * (b - y) + (z - (t * w
    + (1 - t) * v)) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** And z <= 1 - (1 - b - d)/E, which is the event {2}. *)
Theorem binary_join_rest (R : realFieldType) (E b d t v w x y z : R) :
  1 <= E ->
  z = t * w + (1 - t) * v ->
  0 <= t ->
  t <= 1 ->
  1 - x <= E * (1 - w) + d ->
  1 - y <= E * (1 - v) + d ->
  x <= b ->
  y <= b ->
  E != 0 ->
  z <= 1 - (1 - b - d) / E.
Proof.
move=> h_E_range h_join_is_one h_t_least h_t_most h_w_rest h_v_rest h_join_x h_join_y c_0.
have f_inverse : 0 < 1 / E := @section_3_inverse R E h_E_range.
have z0 : z - (t * w + (1 - t) * v) = 0 by rewrite h_join_is_one subrr.
apply: (ge_by (e := t * (E * (1 - w) + d - (1 - x)) * (1 / E) + (1 - t) * (E * (1 - v) + d - (1 - y)) * (1 / E) + t *
    (1 / E) * (b - x) + (1 - t) * (1 / E) * (b - y))); last by sign.
transitivity (t * (E * (1 - w) + d - (1 - x)) * (1 / E) + (1 - t) * (E * (1 - v) + d - (1 - y)) * (1 / E) + t * (1 /
    E) * (b - x) + (1 - t) * (1 / E) * (b - y) + (z - (t * w + (1 - t) * v)) * (- 1)); last by rewrite ?z0 ?(mul0r,
    mulr0, addr0, add0r).
by field_nz.
Qed.

(** ** Every number of colors q, every real E >= 1, 0 <= delta <= 1: the steps of the proof of Lemma 1, as printed.

    Gu et al., "Generalized Rainbow Differential Privacy", Section 4. P(s) = min{1, s~ + d}, s~ = min{E s, 1 - (1 -
    s)/E}, d = delta, is (4.3); a <= b are neighboring prefix sums of p, or of two distributions (Lemma 2). True: step
    0, TV(p~, p') <= d, (4.6), (4.7), the p# of step 2, (4.8)-(4.10), Lemma 2. False: "it suffices" in step 1
    (proofs/rainbow/lemma_1.py). That x is the smaller of y and z is written as x <= y, x <= z and x = t y + (1 - t) z
    with t = 0 or 1 (only 0 <= t <= 1 is used). A is s~ at a, B is s~ at b, R is P(a), S is P(b).

    The p# of step 2: cut p'' off at E p, which takes O away, and fill it up to p/E, which adds U. The events {p'' > E
    p} and {p'' < p/E} give O <= d and E U <= d. Color by color let y = p_i, x = p''_i, o, n what is cut off and filled
    up, c = x - o + n. If O >= U, p#_i = c + t (E y - c) with t (E - 1 + O - U) = O - U, if U >= O, p#_i = c - t (c -
    y/E) with t (1 - 1/E + U - O) = U - O; t is in [0, 1], as E >= 1. The sum is 1, and no color loses more than o
    (gains more than n). In (4.8)-(4.10) z is the prefix sum of p#, h that of p''. *)

(** 1/E > 0. *)
Lemma section_4_inverse (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 1 / E.
Proof.
move=> h_E_range.
have p1 : 0 < E := lt_le_trans ltr01 h_E_range.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := 1 / E)); last by sign.
by field_nz.
Qed.

(** E - 1/E >= 0. *)
Lemma section_4_growth (R : realFieldType) (E : R) :
  1 <= E ->
  0 <= E - 1 / E.
Proof.
move=> h_E_range.
have p1 : 0 < E := lt_le_trans ltr01 h_E_range.
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := ((E - 1) ^+ 2 + 2%:R * (E - 1)) / E)); last by sign.
by field_nz.
Qed.

(** (4.7): E s - (1 - (1 - s)/E) does not decrease with s, so s~ changes its branch once. *)
Theorem section_4_switch (R : realFieldType) (E a b : R) :
  1 <= E ->
  a <= b ->
  E != 0 ->
  E * a - (1 - (1 - a) / E) <= E * b - (1 - (1 - b) / E).
Proof.
move=> h_E_range h_order c_0.
have f_growth : 0 <= E - 1 / E := @section_4_growth R E h_E_range.
apply: (ge_by (e := (E - 1 / E) * (b - a))); last by sign.
by field_nz.
Qed.

(** Step 0 and Lemma 2: s~ does not decrease, along p and from a dominated distribution to another. *)
Lemma prefix_sums_grow (R : realFieldType) (A B E a b t : R) :
  1 <= E ->
  a <= b ->
  0 <= t ->
  t <= 1 ->
  A <= E * a ->
  E * A <= E - 1 + a ->
  E * B = t * E * E * b + (1 - t) * (E - 1 + b) ->
  A <= B.
Proof.
move=> h_E_range h_order h_t_least h_t_most h_A_below h_A_above h_B_is.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have nz1 : E != 0 by apply: lt0r_neq0; sign.
have z0 : E * B - (t * E * E * b + (1 - t) * (E - 1 + b)) = 0 by rewrite h_B_is subrr.
apply: (ge_by (e := t * (E * a - A) + t * E * (b - a) + (1 - t) * (E - 1 + a - E * A) / E + (1 - t) * (b - a) / E));
    last by sign.
transitivity (t * (E * a - A) + t * E * (b - a) + (1 - t) * (E - 1 + a - E * A) / E + (1 - t) * (b - a) / E + (E * B -
    (t * E * E * b + (1 - t) * (E - 1 + b))) / E); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** TV(p~, p') <= d: the first color has at most d more than s~ at b, and so at most E b + d. *)
Theorem variation_first (R : realFieldType) (B E S b d : R) :
  B <= E * b ->
  S <= B + d ->
  S <= E * b + d.
Proof.
move=> h_B_below h_S_shifted.
apply: (ge_by (e := B + d - S + (E * b - B))); last by sign.
by field_nz.
Qed.

(** And no other color has more. *)
Theorem variation_rest (K : realFieldType) (A B E R S a b d t w : K) :
  1 <= E ->
  a <= b ->
  0 <= t ->
  t <= 1 ->
  0 <= w ->
  w <= 1 ->
  A <= E * a ->
  E * A <= E - 1 + a ->
  E * B = t * E * E * b + (1 - t) * (E - 1 + b) ->
  R = w * (A + d) + 1 - w ->
  S <= 1 ->
  S <= B + d ->
  S - R <= B - A.
Proof.
move=> h_E_range h_order h_t_least h_t_most h_w_least h_w_most h_A_below h_A_above h_B_is h_R_is h_S_one h_S_shifted.
have f_prefix_sums_grow : A <= B := @prefix_sums_grow K A B E a b t h_E_range h_order h_t_least h_t_most h_A_below
    h_A_above h_B_is.
have z0 : R - (w * (A + d) + 1 - w) = 0 by rewrite h_R_is subrr.
apply: (ge_by (e := w * (B + d - S) + (1 - w) * (B - A) + (1 - w) * (1 - S))); last by sign.
transitivity (w * (B + d - S) + (1 - w) * (B - A) + (1 - w) * (1 - S) + (R - (w * (A + d) + 1 - w))); last by rewrite
    ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Step 2, O >= U: p# <= E p. *)
Theorem up_most (R : realFieldType) (E c t y : R) :
  t <= 1 ->
  c <= E * y ->
  c + t * (E * y - c) <= E * y.
Proof.
move=> h_t_most h_c_most.
apply: (ge_by (e := (1 - t) * (E * y - c))); last by sign.
by field_nz.
Qed.

(** Step 2, O >= U: p <= E p#. *)
Theorem up_least (R : realFieldType) (E c t y : R) :
  1 <= E ->
  0 <= t ->
  c <= E * y ->
  y <= E * c ->
  y <= E * (c + t * (E * y - c)).
Proof.
move=> h_E_range h_t_least h_c_most h_c_least.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
apply: (ge_by (e := E * c - y + t * E * (E * y - c))); last by sign.
by field_nz.
Qed.

(** Step 2, O >= U: p'' - p# <= o, so TV(p'', p#) <= O <= d. *)
Theorem up_loss (R : realFieldType) (E c n o t x y : R) :
  0 <= t ->
  c = x - o + n ->
  0 <= n ->
  c <= E * y ->
  x - (c + t * (E * y - c)) <= o.
Proof.
move=> h_t_least h_cut h_n_range h_c_most.
have z0 : c - (x - o + n) = 0 by rewrite h_cut subrr.
apply: (ge_by (e := n + t * (E * y - c))); last by sign.
transitivity (n + t * (E * y - c) + (c - (x - o + n))); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Step 2, O >= U: the sum of p# is 1 (that of c is 1 - O + U). *)
Theorem up_total (R : realFieldType) (E O T U t : R) :
  T = 1 - O + U ->
  t * (E - 1 + O - U) = O - U ->
  T + t * (E - T) = 1.
Proof.
move=> h_c_total h_t_up.
have z0 : t * (E - 1 + O - U) - (O - U) = 0 by rewrite h_t_up subrr.
have z1 : T - (1 - O + U) = 0 by rewrite h_c_total subrr.
apply/eqP; rewrite -subr_eq0; apply/eqP.
transitivity ((t * (E - 1 + O - U) - (O - U)) * 1 + (T - (1 - O + U)) * (1 - t)); last by rewrite ?z0 ?z1 ?(mul0r,
    mulr0, addr0, add0r).
by field_nz.
Qed.

(** Step 2, O >= U: t <= 1, as (1 - t) (E - 1 + O - U) = E - 1. *)
Theorem up_room (R : realFieldType) (E O U t : R) :
  1 <= E ->
  t * (E - 1 + O - U) = O - U ->
  0 <= (1 - t) * (E - 1 + O - U).
Proof.
move=> h_E_range h_t_up.
have z0 : t * (E - 1 + O - U) - (O - U) = 0 by rewrite h_t_up subrr.
apply: (ge_by (e := E - 1)); last by sign.
transitivity (E - 1 + (t * (E - 1 + O - U) - (O - U)) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Step 2, U >= O: p# <= E p. *)
Theorem down_most (R : realFieldType) (E c t y : R) :
  1 <= E ->
  0 <= t ->
  c <= E * y ->
  y <= E * c ->
  E != 0 ->
  c - t * (c - y / E) <= E * y.
Proof.
move=> h_E_range h_t_least h_c_most h_c_least c_0.
have f_inverse : 0 < 1 / E := @section_4_inverse R E h_E_range.
apply: (ge_by (e := E * y - c + t * (E * c - y) * (1 / E))); last by sign.
by field_nz.
Qed.

(** Step 2, U >= O: p <= E p#. *)
Theorem down_least (R : realFieldType) (E c t y : R) :
  t <= 1 ->
  y <= E * c ->
  E != 0 ->
  y <= E * (c - t * (c - y / E)).
Proof.
move=> h_t_most h_c_least c_0.
apply: (ge_by (e := (1 - t) * (E * c - y))); last by sign.
by field_nz.
Qed.

(** Step 2, U >= O: p# - p'' <= n, so TV(p'', p#) <= U <= d/E. *)
Theorem down_gain (R : realFieldType) (E c n o t x y : R) :
  1 <= E ->
  0 <= t ->
  c = x - o + n ->
  0 <= o ->
  y <= E * c ->
  E != 0 ->
  c - t * (c - y / E) - x <= n.
Proof.
move=> h_E_range h_t_least h_cut h_o_range h_c_least c_0.
have f_inverse : 0 < 1 / E := @section_4_inverse R E h_E_range.
have z0 : c - (x - o + n) = 0 by rewrite h_cut subrr.
apply: (ge_by (e := o + t * (E * c - y) * (1 / E))); last by sign.
transitivity (o + t * (E * c - y) * (1 / E) + (c - (x - o + n)) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0,
    add0r).
by field_nz.
Qed.

(** Step 2, U >= O: the sum of p# is 1. *)
Theorem down_total (R : realFieldType) (E O U t : R) :
  1 <= E ->
  t * (E - 1 + E * (U - O)) = E * (U - O) ->
  1 - O + U - t * (1 - O + U - 1 / E) = 1.
Proof.
move=> h_E_range h_t_down.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 1 + (E - 1)); last by field_nz.
  by sign.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have z0 : t * (E - 1 + E * (U - O)) - E * (U - O) = 0 by rewrite h_t_down subrr.
apply/eqP; rewrite -subr_eq0; apply/eqP.
transitivity ((t * (E - 1 + E * (U - O)) - E * (U - O)) / E * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0,
    add0r).
by field_nz.
Qed.

(** Step 2, U >= O: t <= 1. *)
Theorem down_room (R : realFieldType) (E O U : R) :
  1 <= E ->
  U - O <= 1 - 1 / E + U - O.
Proof.
move=> h_E_range.
have p1 : 0 < E := lt_le_trans ltr01 h_E_range.
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (E - 1) / E)); last by sign.
by field_nz.
Qed.

(** ** Every real E > 1, 0 <= delta <= 1, 0 <= s <= 1, or the grid of the step: sentences of Section 5. *)

(** E s + d + rho = E (s + rho). *)
Theorem first_rewriting (R : realFieldType) (E d s : R) :
  E - 1 != 0 ->
  E * s + d + d / (E - 1) = E * (s + d / (E - 1)).
Proof.
move=> c_0.
by field_nz.
Qed.

(** 1 - (1 - (1 - s)/E + d) + E rho = (1 - s + E rho)/E: true of the printed branch. *)
Theorem second_rewriting (R : realFieldType) (E d s : R) :
  E != 0 ->
  E - 1 != 0 ->
  1 - (1 - (1 - s) / E + d) + E * (d / (E - 1)) = (1 - s + E * (d / (E - 1))) / E.
Proof.
move=> c_0 c_1.
by field_nz.
Qed.

(** 1 - (1 - d)/E > 0. *)
Lemma last_term (R : realFieldType) (E d : R) :
  1 < E ->
  0 < d ->
  0 < 1 - (1 - d) / E.
Proof.
move=> h_E_range h_d_positive.
have p1 : 0 < E := lt_le_trans ltr01 (ltW h_E_range).
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (E - 1 + d) / E)); last by sign.
by field_nz.
Qed.

(** For delta > 0: s^0 = 0 gives s^1 > 0, as both d and 1 - (1 - d)/E are more than 0. *)
Theorem zero_grows (R : realFieldType) (E d : R) :
  1 < E ->
  0 < d ->
  E != 0 ->
  0 < d * (1 - (1 - d) / E).
Proof.
move=> h_E_range h_d_positive c_0.
have f_last_term : 0 < 1 - (1 - d) / E := @last_term R E d h_E_range h_d_positive.
apply: (gt_by (e := (1 - (1 - d) / E) * d)); last by sign.
by field_nz.
Qed.

(** ** Every number of colors q, every real E >= 1, delta = 0, two free vertices: no scenario as in Section 6.3. *)

(** What z has in a block is at least what d has there, the difference of two largest sums. *)
Theorem two_free_vertices_block (R : realFieldType) (m_end m_start z_end z_start : R) :
  z_end = m_end ->
  z_start <= m_start ->
  m_end - m_start <= z_end - z_start.
Proof.
move=> h_attained h_bounded.
have z0 : z_end - m_end = 0 by rewrite h_attained subrr.
apply: (ge_by (e := m_start - z_start)); last by sign.
transitivity (m_start - z_start + (z_end - m_end) * 1); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** If t + u <= k, t >= 0 and u >= l, then l <= k: the layers of T count, the others add nothing negative. *)
Theorem a_sum_of_positive_parts_bounds_each_set (R : realFieldType) (k l t u : R) :
  0 <= t ->
  l <= u ->
  t + u <= k ->
  l <= k.
Proof.
move=> h_t_part h_u_part h_limit.
apply: (ge_by (e := k - (t + u) + (u - l) + t)); last by sign.
by field_nz.
Qed.
