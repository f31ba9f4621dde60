(** * Axioms: the identities and inequalities in steps of proofs *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** All E >= 1 and ratios, or the relations and columns of each step: Appendix E, the splitting of an output. *)

(** The factors on C1. *)
Theorem adds_up_on_c1 (R : realFieldType) (u v : R) :
  u * v - 1 != 0 ->
  (v - 1) / (u * v - 1) * u + (u - 1) / (u * v - 1) = 1.
Proof.
move=> c_0.
by field_nz.
Qed.

(** The factors on C2. *)
Theorem adds_up_on_c2 (R : realFieldType) (u v : R) :
  u * v - 1 != 0 ->
  (v - 1) / (u * v - 1) + (u - 1) / (u * v - 1) * v = 1.
Proof.
move=> c_0.
by field_nz.
Qed.

(** The denominator of both. *)
Lemma product_above_1 (R : realFieldType) (u v : R) : 1 < u -> 1 < v -> 0 < u * v - 1.
Proof.
move=> h_u_more h_v_more.
by rewrite (_ : u * v - 1 = (u - 1) * (v - 1) + (u - 1) + (v - 1)); [sign | field_nz].
Qed.

(** The numerator and the denominator are. *)
Theorem a_is_positive (R : realFieldType) (u v : R) :
  1 < u ->
  1 < v ->
  0 < (v - 1) / (u * v - 1).
Proof.
move=> h_u_more h_v_more.
have p1 : 0 < u * v - 1 := product_above_1 h_u_more h_v_more.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (v - 1) / (u * v - 1))); last by sign.
by field_nz.
Qed.

(** The same. *)
Theorem b_is_positive (R : realFieldType) (u v : R) :
  1 < u ->
  1 < v ->
  0 < (u - 1) / (u * v - 1).
Proof.
move=> h_u_more h_v_more.
have p1 : 0 < u * v - 1 := product_above_1 h_u_more h_v_more.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (u - 1) / (u * v - 1))); last by sign.
by field_nz.
Qed.

(** It is 1 - b. *)
Theorem a_u_is_less_than_1 (R : realFieldType) (u v : R) :
  1 < u ->
  1 < v ->
  (v - 1) / (u * v - 1) * u < 1.
Proof.
move=> h_u_more h_v_more.
have p1 : 0 < u * v - 1 := product_above_1 h_u_more h_v_more.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (u - 1) / (u * v - 1))); last by sign.
by field_nz.
Qed.

(** It is 1 - a. *)
Theorem b_v_is_less_than_1 (R : realFieldType) (u v : R) :
  1 < u ->
  1 < v ->
  (u - 1) / (u * v - 1) * v < 1.
Proof.
move=> h_u_more h_v_more.
have p1 : 0 < u * v - 1 := product_above_1 h_u_more h_v_more.
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := (v - 1) / (u * v - 1))); last by sign.
by field_nz.
Qed.

(** For products with it. *)
Lemma u_positive (R : realFieldType) (u : R) :
  1 < u ->
  0 < u.
Proof.
move=> h_u_more.
apply: (gt_by (e := u - 1 + 1)); last by sign.
by field_nz.
Qed.

(** With w u P(s) and w P(t) in place of P(s) and P(t), and E = u rho. *)
Theorem equation_5 (R : realFieldType) (rho s t u w : R) :
  1 < u ->
  0 < w ->
  s <= rho * t ->
  w * u * s <= u * rho * (w * t).
Proof.
move=> h_u_more h_w_positive h_ratio.
have f_u_positive : 0 < u := @u_positive R u h_u_more.
apply: (ge_by (e := (rho * t - s) * w * u)); last by sign.
by field_nz.
Qed.

(** The new edge. *)
Theorem equation_5_attained (R : realFieldType) (rho s t u w : R) :
  s = rho * t ->
  w * u * s = u * rho * (w * t).
Proof.
move=> h_attained.
have e_s : s = rho * t.
  by apply: (eq_by (k := 1) h_attained); [num_nz | field_nz].
subst s.
by field_nz.
Qed.

(** ** Definitions and axioms of Kifer and Lin at small parameters, literally, and sentences of Sections 2 and 3 on
    them. *)

(** E = 2, prior (4, 4, 1)/9: a private mechanism is right with at most 16/27, so the least loss is 11/27. *)
Theorem least_error (K : realFieldType) (R T V X Y Z : K) :
  X <= 2%:R * Y ->
  Z <= 2%:R * V ->
  T <= 2%:R * R ->
  X + V <= 1 ->
  Y + Z + R <= 1 ->
  0 <= T ->
  (4%:R * X + 4%:R * Z + T) / 9%:R <= 16%:R / 27%:R.
Proof.
move=> h_zero h_one_at_0 h_two h_at_0 h_at_1 h_two_range.
apply: (ge_by (e := 4%:R / 27%:R * (2%:R * Y - X) + 4%:R / 27%:R * (2%:R * V - Z) + 4%:R / 27%:R * (2%:R * R - T) +
    8%:R / 27%:R * (1 - (X + V)) + 8%:R / 27%:R * (1 - (Y + Z + R)) + 1 / 27%:R * T)); last by sign.
by field_nz.
Qed.

(** ** Any number of inputs, or those of each step: determinant and volume as utilities (Example 3.2.2). *)

(** Two by two, columns (x, 1 - x), (y, 1 - y) after the kernel (a, 1 - a), (b, 1 - b): det A M = det A det M. *)
Theorem determinant_product (R : realFieldType) (a b x y : R) :
  a * x + b * (1 - x) - (a * y + b * (1 - y)) = (a * (1 - b) - b * (1 - a)) * (x * (1 - y) - y * (1 - x)).
Proof.
by field_nz.
Qed.

(** Det A = a - b <= 1 ... *)
Theorem at_most_one (R : realFieldType) (a b : R) :
  a <= 1 ->
  0 <= b ->
  a * (1 - b) - b * (1 - a) <= 1.
Proof.
move=> h_a_most h_b_least.
apply: (ge_by (e := 1 - a + b)); last by sign.
by field_nz.
Qed.

(** ... and >= -1. *)
Theorem at_least_minus_one (R : realFieldType) (a b : R) :
  0 <= a ->
  b <= 1 ->
  - 1 <= a * (1 - b) - b * (1 - a).
Proof.
move=> h_a_least h_b_most.
apply: (ge_by (e := a + (1 - b))); last by sign.
by field_nz.
Qed.

(** ** Any number of inputs and outputs, or those of each step: Examples 3.2.3 and 3.2.4 and Appendix D. *)

(** P min(x, y) + q min(z, w) <= p x + q z ... *)
Theorem sum_of_minima (R : realFieldType) (p q u v x z : R) :
  u <= x ->
  v <= z ->
  0 <= p ->
  0 <= q ->
  p * u + q * v <= p * x + q * z.
Proof.
move=> h_u_first h_v_first h_p_weight h_q_weight.
apply: (ge_by (e := p * (x - u) + q * (z - v))); last by sign.
by field_nz.
Qed.

(** ... and <= p y + q w: so it is at most the minimum of the two. *)
Theorem other_sum_of_minima (R : realFieldType) (p q u v w y : R) :
  u <= y ->
  v <= w ->
  0 <= p ->
  0 <= q ->
  p * u + q * v <= p * y + q * w.
Proof.
move=> h_u_second h_v_second h_p_weight h_q_weight.
apply: (ge_by (e := p * (y - u) + q * (w - v))); last by sign.
by field_nz.
Qed.

(** The first line of the proof: a column of the kernel sums to 1. *)
Theorem columns_of_the_kernel (R : realFieldType) (p q u v : R) :
  p * u + (1 - p) * u + q * v + (1 - q) * v = u + v.
Proof.
by field_nz.
Qed.

(** ** Every prior, every loss, any number of inputs and two outputs or more: negative expected loss and Axiom 3.1.4.
    *)

(** The loss of j is at least that of j' ... *)
Theorem one_loss (R : realFieldType) (s t u v : R) :
  v + s <= u + t ->
  v + t <= u + s ->
  v <= u.
Proof.
move=> h_exchange h_constants.
apply: (ge_by (e := (u + t - (v + s)) * (1 / 2%:R) + (u + s - (v + t)) * (1 / 2%:R))); last by sign.
by field_nz.
Qed.

(** ... and at most: the loss does not depend on the answer. *)
Theorem other_loss (R : realFieldType) (s t u v : R) :
  u + t <= v + s ->
  u + s <= v + t ->
  u <= v.
Proof.
move=> h_exchange_back h_constants_back.
apply: (ge_by (e := (v + s - (u + t)) * (1 / 2%:R) + (v + t - (u + s)) * (1 / 2%:R))); last by sign.
by field_nz.
Qed.

(** Losses u and v that depend on the input only are lost by every mechanism (columns x, 1 - x and y, 1 - y). *)
Theorem constant_loss (R : realFieldType) (u v x y : R) :
  u * x + u * (1 - x) + v * y + v * (1 - y) = u + v.
Proof.
by field_nz.
Qed.

(** Two inputs, uniform prior: twice the expected loss is Trace(L^T M), L = (a c; b d), M = (x y; 1-x 1-y). *)
Theorem trace (R : realFieldType) (a b c d x y : R) :
  2%:R * (1 / 2%:R * (a * x + b * (1 - x)) + 1 / 2%:R * (c * y + d * (1 - y))) = a * x + b * (1 - x) + c * y + d *
      (1 - y).
Proof.
by field_nz.
Qed.

(** ** Every prior (p for Yes), or the parameters of each step: the mechanisms of Figure 8 and what Section 3 says of
    them. *)

(** P(Yes) P(No | Yes) + P(No) P(Yes | No) = 1/3 for every prior. *)
Theorem loss_of_m1 (R : realFieldType) (p : R) :
  p * (1 / 3%:R) + (1 - p) * (1 / 3%:R) = 1 / 3%:R + 0 * p.
Proof.
by field_nz.
Qed.

(** And p 0 + (1 - p) 1 = 1 - p for M2: 1/4 for p = 3/4. *)
Theorem loss_of_m2 (R : realFieldType) (p : R) :
  p * 0 + (1 - p) = 1 - p.
Proof.
by field_nz.
Qed.

(** 1/3 - (1 - p) = p - 2/3: M2 has the smaller loss exactly for p > 2/3. *)
Theorem preferred (R : realFieldType) (p : R) :
  1 / 3%:R - (1 - p) = p - 2%:R / 3%:R.
Proof.
by field_nz.
Qed.

(** For the uniform prior no 2-private mechanism loses less than Figure 8(a): (1 - x)/2 + (1 - y)/2 >= 1/3. *)
Theorem figure_8_is_optimal (R : realFieldType) (x y : R) :
  x <= 2%:R * (1 - y) ->
  y <= 2%:R * (1 - x) ->
  1 / 3%:R <= (1 - x) / 2%:R + (1 - y) / 2%:R.
Proof.
move=> h_first_ratio h_second_ratio.
apply: (ge_by (e := (2%:R * (1 - y) - x) * (1 / 6%:R) + (2%:R * (1 - x) - y) * (1 / 6%:R))); last by sign.
by field_nz.
Qed.

(** ** Generic privacy on two inputs: what no mechanism satisfies, directed relations, definitions that keep the
    axioms. *)

(** At least 3/2, so the values that cosine privacy asks of an event and its complement do not sum to 1. *)
Theorem cosine_of_two_outputs (R : realFieldType) (a s : R) :
  0 <= a ->
  a <= 1 ->
  2%:R - (a ^+ 2 + (1 - a) ^+ 2) / 2%:R <= s ->
  3%:R <= 2%:R * s.
Proof.
move=> h_lower h_upper h_cosines.
apply: (ge_by (e := (s - (2%:R - (a ^+ 2 + (1 - a) ^+ 2) / 2%:R)) * 2%:R + a * (1 - a) * 2%:R)); last by sign.
by field_nz.
Qed.

(** ** Sentences of Sections 2 and 3 and of Appendices B, C and E that are no numbered statements, at the given
    parameters. *)

(** M(a) >= a, so that a mechanism whose output does not depend on the input is private. *)
Theorem at_least_identity (R : realFieldType) (a v z : R) :
  a <= 1 ->
  0 <= z ->
  (1 - a) * z + a <= v ->
  a <= v.
Proof.
move=> h_at_most_1 h_at_zero h_concave.
apply: (ge_by (e := (v - ((1 - a) * z + a)) * 1 + z * (1 - a) * 1)); last by sign.
by field_nz.
Qed.

(** Equations (1) and (2) for three sets of masses p, q, r and coefficients c, d, e, multiplied by c_1. *)
Theorem nested_unions (R : realFieldType) (c d e p q r : R) :
  (c - d) * p + (d - e) * (p + q) + e * (p + q + r) = c * p + d * q + e * r.
Proof.
by field_nz.
Qed.

(** The factors of Equations (1) and (2) sum to 1, multiplied by c_1. *)
Theorem factors_sum_up (R : realFieldType) (c d e : R) :
  c - d + (d - e) + e = c.
Proof.
by field_nz.
Qed.

(** ** All probabilities a, b, or the grids of each step: the steps of the proofs in Appendices A and B of Kifer and
    Lin. *)

(** Proposition 0.0.3: P(o_1 | i_1) is a c + (1 - a) d = a for every c. *)
Theorem a_is_kept (R : realFieldType) (a c : R) :
  a - 1 != 0 ->
  a * c + (1 - a) * ((1 - c) * a / (1 - a)) = a.
Proof.
move=> c_0.
have nz1 : 1 - a != 0 by rewrite (_ : 1 - a = (- 1) * (a - 1)); [nz_prod | field_nz].
by field_nz.
Qed.

(** P(o_1 | i_2) is b c + (1 - b) d: the point between (1 - b)a/(1 - a), at c = 0, and b, at c = 1. *)
Theorem b_goes_from_end_to_end (R : realFieldType) (a b c : R) :
  a - 1 != 0 ->
  b * c + (1 - b) * ((1 - c) * a / (1 - a)) = c * b + (1 - c) * ((1 - b) * a / (1 - a)).
Proof.
move=> c_0.
have nz1 : 1 - a != 0 by rewrite (_ : 1 - a = (- 1) * (a - 1)); [nz_prod | field_nz].
by field_nz.
Qed.

(** With 1 - a and 1 - b in place of a and b the end is 1 - (1 - b(1 - a)/a). *)
Theorem complemented (R : realFieldType) (a b : R) :
  a != 0 ->
  b * (1 - a) / a = 1 - (1 - b * (1 - a) / a).
Proof.
move=> c_0.
by field_nz.
Qed.

(** With b <= a < 1: (1 - b)a/(1 - a) >= a. *)
Theorem other_side_from_below (R : realFieldType) (a b : R) :
  0 <= a ->
  a < 1 ->
  b <= a ->
  a <= (1 - b) * a / (1 - a).
Proof.
move=> h_probability h_less_than_1 h_below.
have nz1 : a - 1 != 0.
  apply: contraTneq h_less_than_1 => z; rewrite -subr_gt0 (_ : 1 - a = (a - 1) * (- 1)); last by field_nz.
  by rewrite z mul0r ltxx.
have nz2 : 1 - a != 0 by rewrite (_ : 1 - a = (- 1) * (a - 1)); [nz_prod | field_nz].
apply: (ge_by (e := (a - b) * a / (1 - a))); last by sign.
by field_nz.
Qed.

(** With b >= a, a < 1: (1 - b)a/(1 - a) <= a. *)
Theorem other_side_from_above (R : realFieldType) (a b : R) :
  0 <= a ->
  a < 1 ->
  a <= b ->
  (1 - b) * a / (1 - a) <= a.
Proof.
move=> h_probability h_less_than_1 h_above.
have nz1 : a - 1 != 0.
  apply: contraTneq h_less_than_1 => z; rewrite -subr_gt0 (_ : 1 - a = (a - 1) * (- 1)); last by field_nz.
  by rewrite z mul0r ltxx.
have nz2 : 1 - a != 0 by rewrite (_ : 1 - a = (- 1) * (a - 1)); [nz_prod | field_nz].
apply: (ge_by (e := (b - a) * a / (1 - a))); last by sign.
by field_nz.
Qed.

(** With b <= a, a > 0: 1 - b(1 - a)/a >= a. *)
Theorem complement_from_below (R : realFieldType) (a b : R) :
  0 < a ->
  a <= 1 ->
  b <= a ->
  a <= 1 - b * (1 - a) / a.
Proof.
move=> h_positive h_at_most_1 h_below.
have nz1 : a != 0 := lt0r_neq0 h_positive.
apply: (ge_by (e := (a - b) * (1 - a) / a)); last by sign.
by field_nz.
Qed.

(** With b >= a > 0: 1 - b(1 - a)/a <= a. *)
Theorem complement_from_above (R : realFieldType) (a b : R) :
  0 < a ->
  a <= 1 ->
  a <= b ->
  1 - b * (1 - a) / a <= a.
Proof.
move=> h_positive h_at_most_1 h_above.
have nz1 : a != 0 := lt0r_neq0 h_positive.
apply: (ge_by (e := (b - a) * (1 - a) / a)); last by sign.
by field_nz.
Qed.

(** Item (v): a + c(1 - a) > a. *)
Theorem a_moves (R : realFieldType) (a c : R) :
  a < 1 ->
  0 < c ->
  a < a + c * (1 - a).
Proof.
move=> h_less_than_1 h_share.
apply: (gt_by (e := c * (1 - a))); last by sign.
by field_nz.
Qed.

(** And M(a) + c(1 - M(a)) > M(a); for M(a) = 1 it is 1. *)
Theorem m_moves (R : realFieldType) (c v : R) :
  0 < c ->
  v < 1 ->
  v < v + c * (1 - v).
Proof.
move=> h_share h_room.
apply: (gt_by (e := c * (1 - v))); last by sign.
by field_nz.
Qed.

(** Item (vi): y > u, although u is the supremum of M on [0, 1). *)
Theorem no_jump_at_1 (R : realFieldType) (h u w y z : R) :
  0 < h ->
  u + h <= w ->
  u - h / 2%:R <= z ->
  (z + w) / 2%:R <= y ->
  u < y.
Proof.
move=> h_jump h_after h_near h_concave.
apply: (gt_by (e := h * (1 / 4%:R) + (y - (z + w) / 2%:R) * 1 + (z - (u - h / 2%:R)) * (1 / 2%:R) + (w - (u + h)) * (1
    / 2%:R))); last by sign.
by field_nz.
Qed.

(** ** All values, or those of each step: the steps of the proofs in Appendices C, E and F of Kifer and Lin. *)

(** Theorem 2.2.1: P(V_-t) >= phi q = phi q >= P(W_-t). *)
Theorem exchange (R : realFieldType) (f p v w : R) :
  f * p <= v ->
  w <= f * p ->
  w <= v.
Proof.
move=> h_moved_in h_moved_out.
apply: (ge_by (e := (v - f * p) * 1 + (f * p - w) * 1)); last by sign.
by field_nz.
Qed.

(** For s in C2, t in C1, and o_1: a P(o | s) <= E (a u P(o | t)); for o_2 exchange C1 and C2. *)
Theorem equation_5_other_way (R : realFieldType) (E c rho s t u : R) :
  rho <= E ->
  1 <= u ->
  s <= rho * t ->
  0 <= c ->
  0 <= t ->
  0 <= u ->
  0 <= rho ->
  c * s <= E * (c * u * t).
Proof.
move=> h_E_more h_u_more h_ratio h_factor h_t_positive h_u_positive h_rho_positive.
apply: (ge_by (e := (E - rho) * c * t * u + (u - 1) * c * t * rho + (rho * t - s) * c)); last by sign.
by field_nz.
Qed.

(** E (c x_1 + d y_1) > c x_0 + d y_0: a sum with a part that is not tight is not tight. *)
Theorem no_tight_sum (R : realFieldType) (E c d x_0 x_1 y_0 y_1 : R) :
  x_0 < E * x_1 ->
  y_0 <= E * y_1 ->
  0 < c ->
  0 <= d ->
  c * x_0 + d * y_0 < E * (c * x_1 + d * y_1).
Proof.
move=> h_not_tight h_private h_sent h_sent_too.
apply: (gt_by (e := (E * x_1 - x_0) * c + (E * y_1 - y_0) * d)); last by sign.
by field_nz.
Qed.

(** F(x + y) <= F(x) + F(y), where F is convex and F(2z) = 2 F(z). *)
Theorem if_direction (R : realFieldType) (F_mean F_sum F_x F_y : R) :
  F_sum = 2%:R * F_mean ->
  F_mean <= (F_x + F_y) / 2%:R ->
  F_sum <= F_x + F_y.
Proof.
move=> h_homogeneous h_convex.
have z0 : F_sum - 2%:R * F_mean = 0 by rewrite h_homogeneous subrr.
apply: (ge_by (e := ((F_x + F_y) / 2%:R - F_mean) * 2%:R)); last by sign.
transitivity (((F_x + F_y) / 2%:R - F_mean) * 2%:R + (F_sum - 2%:R * F_mean) * (- 1)); last by rewrite ?z0 ?(mul0r,
    mulr0, addr0, add0r).
by field_nz.
Qed.

(** F(px + (1 - p)y) <= p F(x) + (1 - p) F(y). *)
Theorem convex_in_the_end (R : realFieldType) (F_mixed F_px F_qy F_x F_y p : R) :
  F_mixed <= F_px + F_qy ->
  F_px = p * F_x ->
  F_qy = (1 - p) * F_y ->
  F_mixed <= p * F_x + (1 - p) * F_y.
Proof.
move=> h_subadditive h_first_share h_second_share.
have z0 : F_px - p * F_x = 0 by rewrite h_first_share subrr.
have z1 : F_qy - (1 - p) * F_y = 0 by rewrite h_second_share subrr.
apply: (ge_by (e := (F_px + F_qy - F_mixed) * 1)); last by sign.
transitivity ((F_px + F_qy - F_mixed) * 1 + (F_px - p * F_x) * (- 1) + (F_qy - (1 - p) * F_y) * (- 1)); last by
    rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** ** Any number of inputs and outputs, or those of each step: Theorem 3.2.8 in both directions, and where it needs
    care. *)

(** Sublinear F, any two rows and any kernel to two outputs: the sum of F does not grow. *)
Theorem post_processing (R : realFieldType) (f g h k p q : R) :
  h <= p * f + q * g ->
  k <= (1 - p) * f + (1 - q) * g ->
  h + k <= f + g.
Proof.
move=> h_first_output h_second_output.
apply: (ge_by (e := p * f + q * g - h + ((1 - p) * f + (1 - q) * g - k))); last by sign.
by field_nz.
Qed.

(** mu(x, y) = mu(identity) - L(x) - L(y). *)
Theorem representation (R : realFieldType) (i l m n o : R) :
  m + l = o ->
  o + n = i ->
  m = i - l - n.
Proof.
move=> h_scattered_first h_scattered_both.
have z0 : m + l - o = 0 by rewrite h_scattered_first subrr.
have z1 : o + n - i = 0 by rewrite h_scattered_both subrr.
apply/eqP; rewrite -subr_eq0; apply/eqP.
transitivity ((m + l - o) * 1 + (o + n - i) * 1); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** Axiom 3.1.4 for the joining of x and y: L(x) + L(y) <= L(x + y). *)
Theorem subadditive_over_sums (R : realFieldType) (i l m n o r : R) :
  m + l = o ->
  o + n = i ->
  i - r <= m ->
  l + n <= r.
Proof.
move=> h_scattered_first h_scattered_both h_joined.
have z0 : m + l - o = 0 by rewrite h_scattered_first subrr.
have z1 : o + n - i = 0 by rewrite h_scattered_both subrr.
apply: (ge_by (e := m - (i - r))); last by sign.
transitivity (m - (i - r) + (m + l - o) * (- 1) + (o + n - i) * (- 1)); last by rewrite ?z0 ?z1 ?(mul0r, mulr0, addr0,
    add0r).
by field_nz.
Qed.

(** Sqrt is superadditive here: (a^2 + c^2)(b^2 + d^2) - (a b + c d)^2 is a square, so -sqrt(...) is sublinear. *)
Theorem private_is_convex (R : realFieldType) (a b c d : R) :
  (a ^+ 2 + c ^+ 2) * (b ^+ 2 + d ^+ 2) - (a * b + c * d) ^+ 2 = (a * d - c * b) ^+ 2.
Proof.
by field_nz.
Qed.

(** It is w <= (E s - 1) t. *)
Lemma secant (R : realFieldType) (E a b s t v w : R) :
  E * s * (a / E + b) <= (E * s - 1) * v + (- w + a * s + b) ->
  t = v - b ->
  E != 0 ->
  w <= (E * s - 1) * t.
Proof.
move=> h_convex h_t_is c_0.
apply: (ge_by (e := (E * s - 1) * v + (- w + a * s + b) - E * s * (a / E + b))); last by sign.
have e_b : b = - t + v.
  by apply: (eq_by (k := 1) h_t_is); [num_nz | field_nz].
subst b.
by field_nz.
Qed.

(** (E s - 1)(E - s) <= (E s - 1)^2 t^2. *)
Lemma squared (R : realFieldType) (E a b s t v w : R) :
  0 <= w ->
  w * w = (E * s - 1) * (E - s) ->
  E * s * (a / E + b) <= (E * s - 1) * v + (- w + a * s + b) ->
  t = v - b ->
  E != 0 ->
  (E * s - 1) * (E - s) <= (E * s - 1) ^+ 2 * t * t.
Proof.
move=> h_w_sign h_w_square h_convex h_t_is c_0.
have f_secant : w <= (E * s - 1) * t := @secant R E a b s t v w h_convex h_t_is c_0.
have z0 : w * w - (E * s - 1) * (E - s) = 0 by rewrite h_w_square subrr.
apply: (ge_by (e := ((E * s - 1) * t - w) * ((E * s - 1) * t - w) + 2%:R * w * ((E * s - 1) * t - w))); last by sign.
transitivity (((E * s - 1) * t - w) * ((E * s - 1) * t - w) + 2%:R * w * ((E * s - 1) * t - w) + (w * w - (E * s - 1)
    * (E - s)) * 1); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** E - s <= (E s - 1) t^2 for every s in (1/E, E]. *)
Theorem no_extension (R : realFieldType) (E a b s t v w : R) :
  1 < E * s ->
  0 <= w ->
  w * w = (E * s - 1) * (E - s) ->
  E * s * (a / E + b) <= (E * s - 1) * v + (- w + a * s + b) ->
  t = v - b ->
  E != 0 ->
  E - s <= (E * s - 1) * t * t.
Proof.
move=> h_s_range h_w_sign h_w_square h_convex h_t_is c_0.
have f_squared : (E * s - 1) * (E - s) <= (E * s - 1) ^+ 2 * t * t := @squared R E a b s t v w h_w_sign h_w_square
    h_convex h_t_is c_0.
have nz1 : E * s - 1 != 0 by apply: lt0r_neq0; sign.
apply: (ge_by (e := ((E * s - 1) ^+ 2 * t * t - (E * s - 1) * (E - s)) / (E * s - 1))); last by sign.
by field_nz.
Qed.

(** T >= 0. *)
Lemma theorem_3_2_8_sign (R : realFieldType) (E a b s t v w : R) :
  1 < E * s ->
  0 <= w ->
  E * s * (a / E + b) <= (E * s - 1) * v + (- w + a * s + b) ->
  t = v - b ->
  E != 0 ->
  0 <= t.
Proof.
move=> h_s_range h_w_sign h_convex h_t_is c_0.
have f_secant : w <= (E * s - 1) * t := @secant R E a b s t v w h_convex h_t_is c_0.
have nz1 : E * s - 1 != 0 by apply: lt0r_neq0; sign.
apply: (ge_by (e := ((E * s - 1) * t - w) / (E * s - 1) + w / (E * s - 1))); last by sign.
by field_nz.
Qed.

(** And E - s > (E s - 1) t^2 at the s with 2 E (E s - 1)(t^2 + 1) = E^2 - 1. *)
Theorem fails_near_the_boundary (R : realFieldType) (E a b s t v w : R) :
  1 < E ->
  1 < E * s ->
  0 <= w ->
  E * s * (a / E + b) <= (E * s - 1) * v + (- w + a * s + b) ->
  (t * t + 1) * (E * s - 1) * 2%:R * E = E * E - 1 ->
  t = v - b ->
  (E * s - 1) * t * t * E < (E - s) * E.
Proof.
move=> h_E_range h_s_range h_w_sign h_convex h_near h_t_is.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = E - 1 + 1); last by field_nz.
  by sign.
have f_sign : 0 <= t := @theorem_3_2_8_sign R E a b s t v w h_s_range h_w_sign h_convex h_t_is nz1.
have z0 : (t * t + 1) * (E * s - 1) * 2%:R * E - (E * E - 1) = 0 by rewrite h_near subrr.
apply: (gt_by (e := (E * s - 1) * (E - 1) * 2%:R + (E * s - 1) + (E - 1) * (E * s - 1) * t * t + (E * s - 1) * t *
    t)); last by sign.
transitivity ((E * s - 1) * (E - 1) * 2%:R + (E * s - 1) + (E - 1) * (E * s - 1) * t * t + (E * s - 1) * t * t + ((t *
    t + 1) * (E * s - 1) * 2%:R * E - (E * E - 1)) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.
