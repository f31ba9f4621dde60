(** * Count queries: the identities and inequalities in steps of proofs *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Every real E and C: the middle of equation (35) in the proof of Lemma 3.

    Sadeghi, Asoodeh, Calmon (2020) write delta_1 - delta_2 >= 0 as C - E >= (C + C E - E^2)/(1 + 2E), and that as
    C >= 1 + E = C_1. Lemma 3, for every k <= D, is lemma_3 in CountTheorems.v. *)

(** (1 + 2E) (C - E) - (C + C E - E^2) = E (C - (1 + E)), and E and 1 + 2E are positive. *)
Theorem equation_35 (R : realFieldType) (C E : R) :
  (1 + 2%:R * E) * (C - E) - (C + C * E - E ^+ 2) = E * (C - (1 + E)).
Proof.
by field_nz.
Qed.

(** ** D = 2, every N >= 3, every real E >= 1, C > 0: the optimum of (9) has B delta >= seven explicit functions.

    Sadeghi, Asoodeh, Calmon (2020), Proposition 2, leave an explicit expression for delta* on n in [1 : N] to
    Fourier-Motzkin elimination of the alphas. For D = 1 the noise is forced, and B delta* = max(1, C - E). For D = 2
    and N >= 3

    B delta* = max((1 - E C)/2, (4 - E C)/(3E + 4), (2E + 1)/(2(E^2 + E + 1)),
                   ((2E^2 + 1) C - 2E^2 (E - 1))/(4E^2 + E + 1), ((2E + 3) C - 2E^2)/(5E + 3),
                   (2E + 1)((2E - 1) C - 2E (E - 2))/(19E^2 + 3E - 1), C - E).

    Here B delta* is at least each of them (program_d2_first to program_d2_seventh), by dual solutions of the program
    on n = 1, 2, 3: the weights in the sums below. That the largest is attained is computed in
    proofs/count_queries/program_d2_attained.py.

    u, v, w are B p_1(-1), B p_1(1), B p_1(2); p, q, r, s are B p_2(-2), B p_2(-1), B p_2(1), B p_2(2); x = B delta,
    B = 2/(1 - eta), C = B eta. The hypotheses: totals 1 - eta beside 0, means 0, and for each output y the row of (9)
    that compares neighboring counts, such as u <= E p + x for y = 0, n = 1 against n = 2. *)

(** 4E^2 - 1 > 0. *)
Lemma program_d2_odd (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 4%:R * E ^+ 2 - 1.
Proof.
move=> h_E_range.
apply: (gt_by (e := 3%:R + 4%:R * (E - 1) ^+ 2 + 8%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** E^2 + 2 > 0. *)
Lemma program_d2_square (R : realFieldType) (E : R) :
  1 <= E ->
  0 < E ^+ 2 + 2%:R.
Proof.
move=> h_E_range.
apply: (gt_by (e := 3%:R + (E - 1) ^+ 2 + 2%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** The second denominator is positive. *)
Lemma scale_2 (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 3%:R * E + 4%:R.
Proof.
move=> h_E_range.
apply: (gt_by (e := 7%:R + 3%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** The third denominator is positive. *)
Lemma scale_3 (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 2%:R * (E ^+ 2 + E + 1).
Proof.
move=> h_E_range.
apply: (gt_by (e := 6%:R + 2%:R * (E - 1) ^+ 2 + 6%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** The fourth denominator is positive. *)
Lemma scale_4 (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 4%:R * E ^+ 2 + E + 1.
Proof.
move=> h_E_range.
apply: (gt_by (e := 6%:R + 4%:R * (E - 1) ^+ 2 + 9%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** The fifth denominator is positive. *)
Lemma scale_5 (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 5%:R * E + 3%:R.
Proof.
move=> h_E_range.
apply: (gt_by (e := 8%:R + 5%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** The sixth denominator is positive. *)
Lemma scale_6 (R : realFieldType) (E : R) :
  1 <= E ->
  0 < 19%:R * E ^+ 2 + 3%:R * E - 1.
Proof.
move=> h_E_range.
apply: (gt_by (e := 21%:R + 19%:R * (E - 1) ^+ 2 + 41%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** B delta >= (1 - E C)/2. *)
Lemma program_d2_first (R : realFieldType) (C E p q r s x : R) :
  p + q + r + s - 2%:R = 0 ->
  q <= E * C + x ->
  s <= x ->
  p <= x ->
  r <= E * C + x ->
  (1 - E * C) / 2%:R <= x.
Proof.
move=> h_total_2 h_y1_at_2 h_y4_at_2 h_y0_at_2 h_y3_at_2_up.
have z0 : p + q + r + s - 2%:R = 0 := h_total_2.
apply: (ge_by (e := (E * C + x - q) * (1 / 4%:R) + (x - s) * (1 / 4%:R) + (x - p) * (1 / 4%:R) + (E * C + x - r) * (1
    / 4%:R))); last by sign.
transitivity ((E * C + x - q) * (1 / 4%:R) + (x - s) * (1 / 4%:R) + (x - p) * (1 / 4%:R) + (E * C + x - r) * (1 /
    4%:R) + (p + q + r + s - 2%:R) * (1 / 4%:R)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** B delta >= (4 - E C)/(3E + 4). *)
Lemma program_d2_second (R : realFieldType) (C E p u v w x : R) :
  1 <= E ->
  u + v + w - 2%:R = 0 ->
  v + 2%:R * w - u = 0 ->
  u <= E * p + x ->
  v <= E * C + x ->
  p <= x ->
  (4%:R - E * C) / (3%:R * E + 4%:R) <= x.
Proof.
move=> h_E_range h_total_1 h_mean_1 h_y0_at_1 h_y2_at_1 h_y0_at_2.
have nz1 : 3%:R * E + 4%:R != 0.
  apply: lt0r_neq0; rewrite (_ : 3%:R * E + 4%:R = 7%:R + 3%:R * (E - 1)); last by field_nz.
  by sign.
have f_scale_2 : 0 < 3%:R * E + 4%:R := @scale_2 R E h_E_range.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have nz2 : 3%:R * E + 4%:R != 0 by apply: lt0r_neq0; sign.
have z0 : u + v + w - 2%:R = 0 := h_total_1.
have z1 : v + 2%:R * w - u = 0 := h_mean_1.
apply: (ge_by (e := (E * p + x - u) * 3%:R / (3%:R * E + 4%:R) + (E * C + x - v) / (3%:R * E + 4%:R) + (x - p) * 3%:R
    * E / (3%:R * E + 4%:R))); last by sign.
transitivity ((E * p + x - u) * 3%:R / (3%:R * E + 4%:R) + (E * C + x - v) / (3%:R * E + 4%:R) + (x - p) * 3%:R * E /
    (3%:R * E + 4%:R) + (u + v + w - 2%:R) * 2%:R / (3%:R * E + 4%:R) + (v + 2%:R * w - u) * (- 1) / (3%:R * E +
    4%:R)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** B delta >= (2E + 1)/(2(E^2 + E + 1)). *)
Lemma program_d2_third (R : realFieldType) (E p q r s u v w x : R) :
  1 <= E ->
  u + v + w - 2%:R = 0 ->
  v + 2%:R * w - u = 0 ->
  p + q + r + s - 2%:R = 0 ->
  2%:R * s + r - q - 2%:R * p = 0 ->
  u <= E * p + x ->
  r <= E * w + x ->
  s <= x ->
  p <= x ->
  (2%:R * E + 1) / (2%:R * (E ^+ 2 + E + 1)) <= x.
Proof.
move=> h_E_range h_total_1 h_mean_1 h_total_2 h_mean_2 h_y0_at_1 h_y3_at_2 h_y4_at_2 h_y0_at_2.
have nz1 : E ^+ 2 + E + 1 != 0.
  apply: lt0r_neq0; rewrite (_ : E ^+ 2 + E + 1 = 3%:R + (E - 1) ^+ 2 + 3%:R * (E - 1)); last by field_nz.
  by sign.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have f_scale_3 : 0 < 2%:R * (E ^+ 2 + E + 1) := @scale_3 R E h_E_range.
have f_odd : 0 < 4%:R * E ^+ 2 - 1 := @program_d2_odd R E h_E_range.
have z0 : u + v + w - 2%:R = 0 := h_total_1.
have z1 : v + 2%:R * w - u = 0 := h_mean_1.
have z2 : p + q + r + s - 2%:R = 0 := h_total_2.
have z3 : 2%:R * s + r - q - 2%:R * p = 0 := h_mean_2.
apply: (ge_by (e := (E * p + x - u) * 2%:R * E / (2%:R * (E ^+ 2 + E + 1)) + (E * w + x - r) / (2%:R * (E ^+ 2 + E +
    1)) + (x - s) * (3%:R / 2%:R) / (2%:R * (E ^+ 2 + E + 1)) + (x - p) * (1 / 2%:R) * (4%:R * E ^+ 2 - 1) / (2%:R *
    (E ^+ 2 + E + 1)))); last by sign.
transitivity ((E * p + x - u) * 2%:R * E / (2%:R * (E ^+ 2 + E + 1)) + (E * w + x - r) / (2%:R * (E ^+ 2 + E + 1)) +
    (x - s) * (3%:R / 2%:R) / (2%:R * (E ^+ 2 + E + 1)) + (x - p) * (1 / 2%:R) * (4%:R * E ^+ 2 - 1) / (2%:R * (E ^+ 2
    + E + 1)) + (u + v + w - 2%:R) * E / (2%:R * (E ^+ 2 + E + 1)) + (v + 2%:R * w - u) * (- E) / (2%:R * (E ^+ 2 + E
    + 1)) + (p + q + r + s - 2%:R) * (1 / 2%:R) / (2%:R * (E ^+ 2 + E + 1)) + (2%:R * s + r - q - 2%:R * p) * (1 /
    2%:R) / (2%:R * (E ^+ 2 + E + 1))); last by rewrite ?z0 ?z1 ?z2 ?z3 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** B delta >= ((2E^2 + 1) C - 2E^2 (E - 1))/(4E^2 + E + 1). *)
Lemma program_d2_fourth (R : realFieldType) (C E p q r s u v w x : R) :
  1 <= E ->
  u + v + w - 2%:R = 0 ->
  v + 2%:R * w - u = 0 ->
  p + q + r + s - 2%:R = 0 ->
  2%:R * s + r - q - 2%:R * p = 0 ->
  u <= E * p + x ->
  C <= E * q + x ->
  r <= E * w + x ->
  C <= E * r + x ->
  ((2%:R * E ^+ 2 + 1) * C - 2%:R * E ^+ 2 * (E - 1)) / (4%:R * E ^+ 2 + E + 1) <= x.
Proof.
move=> h_E_range h_total_1 h_mean_1 h_total_2 h_mean_2 h_y0_at_1 h_y1_at_1 h_y3_at_2 h_y3_at_3.
have nz1 : 4%:R * E ^+ 2 + E + 1 != 0.
  apply: lt0r_neq0; rewrite (_ : 4%:R * E ^+ 2 + E + 1 = 6%:R + 4%:R * (E - 1) ^+ 2 + 9%:R * (E - 1)); last by
      field_nz.
  by sign.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have f_scale_4 : 0 < 4%:R * E ^+ 2 + E + 1 := @scale_4 R E h_E_range.
have f_square : 0 < E ^+ 2 + 2%:R := @program_d2_square R E h_E_range.
have nz2 : 4%:R * E ^+ 2 + E + 1 != 0 by apply: lt0r_neq0; sign.
have z0 : u + v + w - 2%:R = 0 := h_total_1.
have z1 : v + 2%:R * w - u = 0 := h_mean_1.
have z2 : p + q + r + s - 2%:R = 0 := h_total_2.
have z3 : 2%:R * s + r - q - 2%:R * p = 0 := h_mean_2.
apply: (ge_by (e := (E * p + x - u) * 2%:R * E * E / (4%:R * E ^+ 2 + E + 1) + (E * q + x - C) * (3%:R / 2%:R) * E * E
    / (4%:R * E ^+ 2 + E + 1) + (E * w + x - r) * E / (4%:R * E ^+ 2 + E + 1) + (E * r + x - C) * (1 / 2%:R) * (E ^+ 2
    + 2%:R) / (4%:R * E ^+ 2 + E + 1))); last by sign.
transitivity ((E * p + x - u) * 2%:R * E * E / (4%:R * E ^+ 2 + E + 1) + (E * q + x - C) * (3%:R / 2%:R) * E * E /
    (4%:R * E ^+ 2 + E + 1) + (E * w + x - r) * E / (4%:R * E ^+ 2 + E + 1) + (E * r + x - C) * (1 / 2%:R) * (E ^+ 2 +
    2%:R) / (4%:R * E ^+ 2 + E + 1) + (u + v + w - 2%:R) * E ^+ 2 / (4%:R * E ^+ 2 + E + 1) + (v + 2%:R * w - u) * (-
    E ^+ 2) / (4%:R * E ^+ 2 + E + 1) + (p + q + r + s - 2%:R) * (- E ^+ 3) / (4%:R * E ^+ 2 + E + 1) + (2%:R * s + r
    - q - 2%:R * p) * (E ^+ 3 / 2%:R) / (4%:R * E ^+ 2 + E + 1)); last by rewrite ?z0 ?z1 ?z2 ?z3 ?(mul0r, mulr0,
    addr0, add0r).
by field_nz.
Qed.

(** B delta >= ((2E + 3) C - 2E^2)/(5E + 3). *)
Lemma program_d2_fifth (R : realFieldType) (C E r u v w x : R) :
  1 <= E ->
  u + v + w - 2%:R = 0 ->
  v + 2%:R * w - u = 0 ->
  C <= E * v + x ->
  r <= E * w + x ->
  C <= E * r + x ->
  ((2%:R * E + 3%:R) * C - 2%:R * E ^+ 2) / (5%:R * E + 3%:R) <= x.
Proof.
move=> h_E_range h_total_1 h_mean_1 h_y2_at_2 h_y3_at_2 h_y3_at_3.
have nz1 : 5%:R * E + 3%:R != 0.
  apply: lt0r_neq0; rewrite (_ : 5%:R * E + 3%:R = 8%:R + 5%:R * (E - 1)); last by field_nz.
  by sign.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have f_scale_5 : 0 < 5%:R * E + 3%:R := @scale_5 R E h_E_range.
have nz2 : 5%:R * E + 3%:R != 0 by apply: lt0r_neq0; sign.
have z0 : u + v + w - 2%:R = 0 := h_total_1.
have z1 : v + 2%:R * w - u = 0 := h_mean_1.
apply: (ge_by (e := (E * v + x - C) * 2%:R * E / (5%:R * E + 3%:R) + (E * w + x - r) * 3%:R * E / (5%:R * E + 3%:R) +
    (E * r + x - C) * 3%:R / (5%:R * E + 3%:R))); last by sign.
transitivity ((E * v + x - C) * 2%:R * E / (5%:R * E + 3%:R) + (E * w + x - r) * 3%:R * E / (5%:R * E + 3%:R) + (E * r
    + x - C) * 3%:R / (5%:R * E + 3%:R) + (u + v + w - 2%:R) * (- E ^+ 2) / (5%:R * E + 3%:R) + (v + 2%:R * w - u) *
    (- E ^+ 2) / (5%:R * E + 3%:R)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** B delta >= (2E + 1)((2E - 1) C - 2E (E - 2))/(19E^2 + 3E - 1). *)
Lemma program_d2_sixth (R : realFieldType) (C E p q r s u v w x : R) :
  1 <= E ->
  u + v + w - 2%:R = 0 ->
  v + 2%:R * w - u = 0 ->
  p + q + r + s - 2%:R = 0 ->
  2%:R * s + r - q - 2%:R * p = 0 ->
  u <= E * p + x ->
  C <= E * v + x ->
  r <= E * w + x ->
  s <= x ->
  (2%:R * E + 1) * ((2%:R * E - 1) * C - 2%:R * E * (E - 2%:R)) / (19%:R * E ^+ 2 + 3%:R * E - 1) <= x.
Proof.
move=> h_E_range h_total_1 h_mean_1 h_total_2 h_mean_2 h_y0_at_1 h_y2_at_2 h_y3_at_2 h_y4_at_2.
have nz1 : 19%:R * E ^+ 2 + 3%:R * E - 1 != 0.
  apply: lt0r_neq0; rewrite (_ : 19%:R * E ^+ 2 + 3%:R * E - 1 = 21%:R + 19%:R * (E - 1) ^+ 2 + 41%:R * (E - 1));
      last by field_nz.
  by sign.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have f_scale_6 : 0 < 19%:R * E ^+ 2 + 3%:R * E - 1 := @scale_6 R E h_E_range.
have f_odd : 0 < 4%:R * E ^+ 2 - 1 := @program_d2_odd R E h_E_range.
have nz2 : 19%:R * E ^+ 2 + 3%:R * E - 1 != 0 by apply: lt0r_neq0; sign.
have z0 : u + v + w - 2%:R = 0 := h_total_1.
have z1 : v + 2%:R * w - u = 0 := h_mean_1.
have z2 : p + q + r + s - 2%:R = 0 := h_total_2.
have z3 : 2%:R * s + r - q - 2%:R * p = 0 := h_mean_2.
apply: (ge_by (e := (E * p + x - u) * 3%:R * E / (19%:R * E ^+ 2 + 3%:R * E - 1) + (E * v + x - C) * (4%:R * E ^+ 2 -
    1) / (19%:R * E ^+ 2 + 3%:R * E - 1) + (E * w + x - r) * 6%:R * E * E / (19%:R * E ^+ 2 + 3%:R * E - 1) + (x - s)
    * 9%:R * E * E / (19%:R * E ^+ 2 + 3%:R * E - 1))); last by sign.
transitivity ((E * p + x - u) * 3%:R * E / (19%:R * E ^+ 2 + 3%:R * E - 1) + (E * v + x - C) * (4%:R * E ^+ 2 - 1) /
    (19%:R * E ^+ 2 + 3%:R * E - 1) + (E * w + x - r) * 6%:R * E * E / (19%:R * E ^+ 2 + 3%:R * E - 1) + (x - s) *
    9%:R * E * E / (19%:R * E ^+ 2 + 3%:R * E - 1) + (u + v + w - 2%:R) * ((- 2%:R) * E * (E ^+ 2 - 1)) / (19%:R * E
    ^+ 2 + 3%:R * E - 1) + (v + 2%:R * w - u) * ((- E) * (2%:R * E ^+ 2 + 1)) / (19%:R * E ^+ 2 + 3%:R * E - 1) + (p +
    q + r + s - 2%:R) * (3%:R * E ^+ 2) / (19%:R * E ^+ 2 + 3%:R * E - 1) + (2%:R * s + r - q - 2%:R * p) * (3%:R * E
    ^+ 2) / (19%:R * E ^+ 2 + 3%:R * E - 1)); last by rewrite ?z0 ?z1 ?z2 ?z3 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** B delta >= C - E. *)
Lemma program_d2_seventh (R : realFieldType) (C E p q r s x : R) :
  1 <= E ->
  0 <= p ->
  0 <= s ->
  p + q + r + s - 2%:R = 0 ->
  C <= E * q + x ->
  C <= E * r + x ->
  C - E <= x.
Proof.
move=> h_E_range h_p_range h_s_range h_total_2 h_y1_at_1 h_y3_at_3.
have f_base : 0 < E := lt_le_trans ltr01 h_E_range.
have z0 : p + q + r + s - 2%:R = 0 := h_total_2.
apply: (ge_by (e := (E * q + x - C) * (1 / 2%:R) + (E * r + x - C) * (1 / 2%:R) + p * (1 / 2%:R) * E + s * (1 / 2%:R)
    * E)); last by sign.
transitivity ((E * q + x - C) * (1 / 2%:R) + (E * r + x - C) * (1 / 2%:R) + p * (1 / 2%:R) * E + s * (1 / 2%:R) * E +
    (p + q + r + s - 2%:R) * ((- E) / 2%:R)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** D = 2, every N >= 3, E >= 1: B delta = x is at least seven functions of E and C. u, v, w are B p_1(-1), B p_1(1),
    B p_1(2); p, q, r, s are B p_2(-2), B p_2(-1), B p_2(1), B p_2(2); the rows are those of the outputs y at n = 1, 2, 3. *)
Theorem program_d2 (R : realFieldType) (C E p q r s u v w x : R) :
  1 <= E -> 0 <= p -> 0 <= s ->
  u + v + w - 2%:R = 0 -> v + 2%:R * w - u = 0 ->
  p + q + r + s - 2%:R = 0 -> 2%:R * s + r - q - 2%:R * p = 0 ->
  u <= E * p + x -> C <= E * q + x -> v <= E * C + x ->
  q <= E * C + x -> C <= E * v + x -> r <= E * w + x -> s <= x ->
  p <= x -> r <= E * C + x -> C <= E * r + x ->
  all (fun bound => bound <= x)
    [:: (1 - E * C) / 2%:R; (4%:R - E * C) / (3%:R * E + 4%:R); (2%:R * E + 1) / (2%:R * (E ^+ 2 + E + 1));
      ((2%:R * E ^+ 2 + 1) * C - 2%:R * E ^+ 2 * (E - 1)) / (4%:R * E ^+ 2 + E + 1);
      ((2%:R * E + 3%:R) * C - 2%:R * E ^+ 2) / (5%:R * E + 3%:R);
      (2%:R * E + 1) * ((2%:R * E - 1) * C - 2%:R * E * (E - 2%:R)) / (19%:R * E ^+ 2 + 3%:R * E - 1); C - E].
Proof.
move=> E1 p0 s0 total_1 mean_1 total_2 mean_2 y0_at_1 y1_at_1 y2_at_1 y1_at_2 y2_at_2 y3_at_2 y4_at_2 y0_at_2 y3_up y3_at_3.
have b1 := program_d2_first total_2 y1_at_2 y4_at_2 y0_at_2 y3_up.
have b2 := program_d2_second E1 total_1 mean_1 y0_at_1 y2_at_1 y0_at_2.
have b3 := program_d2_third E1 total_1 mean_1 total_2 mean_2 y0_at_1 y3_at_2 y4_at_2 y0_at_2.
have b4 := program_d2_fourth E1 total_1 mean_1 total_2 mean_2 y0_at_1 y1_at_1 y3_at_2 y3_at_3.
have b5 := program_d2_fifth E1 total_1 mean_1 y2_at_2 y3_at_2 y3_at_3.
have b6 := program_d2_sixth E1 total_1 mean_1 total_2 mean_2 y0_at_1 y2_at_2 y3_at_2 y4_at_2.
have b7 := program_d2_seventh E1 p0 s0 total_2 y1_at_1 y3_at_3.
by apply/and5P; split=> //; apply/and4P; split.
Qed.

(** ** Every real E >= 1, or at the parameters of a step: the summary of observations in section I. *)

(** For D = 6 the second value is smaller than for D = 4: 6/T_6 < 4/T_4, multiplied out. *)
Theorem tight_delta_of_few (R : realFieldType) (E : R) :
  1 <= E ->
  6%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)) < 4%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1
      + E + E ^+ 2 + E ^+ 3) + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4) + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5)).
Proof.
move=> h_E_range.
apply: (gt_by (e := 24%:R + 4%:R * (E - 1) ^+ 5 + 28%:R * (E - 1) ^+ 4 + 78%:R * (E - 1) ^+ 3 + 110%:R * (E - 1) ^+ 2
    + 80%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** And the third: (6 + S_6)/T_6 < (4 + S_4)/T_4, multiplied out. *)
Theorem tight_delta_of_fewer (R : realFieldType) (E : R) :
  1 <= E ->
  (6%:R + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5)) * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+
      3)) < (4%:R + (1 + E + E ^+ 2 + E ^+ 3)) * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3) + (1 +
      E + E ^+ 2 + E ^+ 3 + E ^+ 4) + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5)).
Proof.
move=> h_E_range.
apply: (gt_by (e := 48%:R + 4%:R * (E - 1) ^+ 5 + 32%:R * (E - 1) ^+ 4 + 102%:R * (E - 1) ^+ 3 + 164%:R * (E - 1) ^+ 2
    + 136%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** 13/T_6 < 9/T_4, multiplied out. *)
Theorem bound_of_the_second_kind (R : realFieldType) (E : R) :
  1 <= E ->
  13%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)) < 9%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1
      + E + E ^+ 2 + E ^+ 3) + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4) + (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5)).
Proof.
move=> h_E_range.
apply: (gt_by (e := 59%:R + 9%:R * (E - 1) ^+ 5 + 63%:R * (E - 1) ^+ 4 + 176%:R * (E - 1) ^+ 3 + 250%:R * (E - 1) ^+ 2
    + 185%:R * (E - 1))); last by sign.
by field_nz.
Qed.

(** 13 B delta_5 - 9/T_4 is C - c_5 times 13 S_5/P_5. *)
Theorem bound_5 (R : realFieldType) (C E : R) :
  5%:R * E ^+ 4 + 4%:R * E ^+ 3 + 3%:R * E ^+ 2 + 2%:R * E + 1 != 0 ->
  E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R != 0 ->
  E ^+ 4 + E ^+ 3 + E ^+ 2 + E + 1 != 0 ->
  13%:R * (C * (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4) - E ^+ 5) / (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4
      * 5%:R) - 9%:R / (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)) = 13%:R * (1 + E + E ^+ 2 + E ^+
      3 + E ^+ 4) / (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R) * (C - (E ^+ 5 + 9%:R * (1 + E *
      2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R) / (13%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E
      ^+ 2 + E ^+ 3)))) / (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4)).
Proof.
move=> c_0 c_1 c_2.
have nz1 : 1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R != 0 by rewrite (_ : 1 + E * 2%:R + E ^+ 2 *
    3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R = 5%:R * E ^+ 4 + 4%:R * E ^+ 3 + 3%:R * E ^+ 2 + 2%:R * E + 1); [nz_prod |
    field_nz].
have nz2 : 1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3) != 0 by rewrite (_ : 1 + (1 + E) + (1 + E + E ^+
    2) + (1 + E + E ^+ 2 + E ^+ 3) = E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R); [nz_prod | field_nz].
have nz3 : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 != 0 by rewrite (_ : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 = E ^+ 4 + E ^+ 3 +
    E ^+ 2 + E + 1); [nz_prod | field_nz].
by field_nz.
Qed.

(** 13 B delta_6 - 9/T_4 is C - c_6 times 13 S_6/P_6. *)
Theorem bound_6 (R : realFieldType) (C E : R) :
  6%:R * E ^+ 5 + 5%:R * E ^+ 4 + 4%:R * E ^+ 3 + 3%:R * E ^+ 2 + 2%:R * E + 1 != 0 ->
  E + 1 != 0 ->
  E ^+ 2 + E + 1 != 0 ->
  E ^+ 2 - E + 1 != 0 ->
  E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R != 0 ->
  13%:R * (C * (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5) - E ^+ 6) / (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R
      + E ^+ 4 * 5%:R + E ^+ 5 * 6%:R) - 9%:R / (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)) = 13%:R
      * (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5) / (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R
      + E ^+ 5 * 6%:R) * (C - (E ^+ 6 + 9%:R * (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R + E ^+
      5 * 6%:R) / (13%:R * (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)))) / (1 + E + E ^+ 2 + E ^+ 3
      + E ^+ 4 + E ^+ 5)).
Proof.
move=> c_0 c_1 c_2 c_3 c_4.
have nz1 : 1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R + E ^+ 5 * 6%:R != 0 by rewrite (_ : 1 + E *
    2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R + E ^+ 5 * 6%:R = 6%:R * E ^+ 5 + 5%:R * E ^+ 4 + 4%:R * E ^+
    3 + 3%:R * E ^+ 2 + 2%:R * E + 1); [nz_prod | field_nz].
have nz2 : 1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3) != 0 by rewrite (_ : 1 + (1 + E) + (1 + E + E ^+
    2) + (1 + E + E ^+ 2 + E ^+ 3) = E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R); [nz_prod | field_nz].
have nz3 : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5 != 0 by rewrite (_ : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 + E ^+ 5 =
    (E + 1) * (E ^+ 2 - E + 1) * (E ^+ 2 + E + 1)); [nz_prod | field_nz].
by field_nz.
Qed.

(** c_5 < C_4 = S_5/T_4. *)
Theorem below_the_crossover (R : realFieldType) (E : R) :
  1 <= E ->
  (E ^+ 5 + 9%:R * (1 + E * 2%:R + E ^+ 2 * 3%:R + E ^+ 3 * 4%:R + E ^+ 4 * 5%:R) / (13%:R * (1 + (1 + E) + (1 + E +
      E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)))) / (1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4) < (1 + E + E ^+ 2 + E ^+ 3 + E ^+
      4) / (1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3)).
Proof.
move=> h_E_range.
have p1 : 0 < E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R by rewrite (_ : E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R =
    10%:R + (E - 1) ^+ 3 + 5%:R * (E - 1) ^+ 2 + 10%:R * (E - 1)); [sign | field_nz].
have np1 := lt0r_neq0 p1.
have p2 : 0 < E ^+ 4 + E ^+ 3 + E ^+ 2 + E + 1 by rewrite (_ : E ^+ 4 + E ^+ 3 + E ^+ 2 + E + 1 = 5%:R + (E - 1) ^+ 4
    + 5%:R * (E - 1) ^+ 3 + 10%:R * (E - 1) ^+ 2 + 10%:R * (E - 1)); [sign | field_nz].
have np2 := lt0r_neq0 p2.
have nz3 : 1 + (1 + E) + (1 + E + E ^+ 2) + (1 + E + E ^+ 2 + E ^+ 3) != 0 by rewrite (_ : 1 + (1 + E) + (1 + E + E ^+
    2) + (1 + E + E ^+ 2 + E ^+ 3) = E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R); [nz_prod | field_nz].
have nz4 : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 != 0 by rewrite (_ : 1 + E + E ^+ 2 + E ^+ 3 + E ^+ 4 = E ^+ 4 + E ^+ 3 +
    E ^+ 2 + E + 1); [nz_prod | field_nz].
apply: (gt_by (e := (60%:R / 13%:R + 20%:R / 13%:R * (E - 1) ^+ 4 + 96%:R / 13%:R * (E - 1) ^+ 3 + 180%:R / 13%:R * (E
    - 1) ^+ 2 + 160%:R / 13%:R * (E - 1)) / (E ^+ 3 + 2%:R * E ^+ 2 + 3%:R * E + 4%:R) / (E ^+ 4 + E ^+ 3 + E ^+ 2 + E
    + 1))); last by sign.
by field_nz.
Qed.
