(** * Axioms: the identities and inequalities in steps of proofs *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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

(** ** Any number of inputs and outputs, or those of each step: Theorem 3.2.8 in both directions, and where it needs
    care. *)

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
