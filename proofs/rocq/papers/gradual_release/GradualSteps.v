(** * Gradual release: the identities and inequalities in steps of proofs *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The conjecture of Section 5: where an answer can be followed by a better one without loss, and where it cannot.
    *)

(** The truth F/(F + k - 1), kept or drawn anew, has the probability E/(E + k - 1). *)
Theorem response_replaced (R : realFieldType) (E F k : R) :
  E + k - 1 != 0 ->
  F + k - 1 != 0 ->
  F - 1 != 0 ->
  k != 0 ->
  (1 - k * (F - E) / ((F - 1) * (E + k - 1))) * F / (F + k - 1) + k * (F - E) / ((F - 1) * (E + k - 1)) / k = E / (E
      + k - 1).
Proof.
move=> c_0 c_1 c_2 c_3.
by field_nz.
Qed.

(** (F - 1)(E + k - 1) > 0. *)
Lemma conjecture_scale (R : realFieldType) (E F k : R) :
  1 < E ->
  E <= F ->
  1 <= k ->
  0 < (F - 1) * (E + k - 1).
Proof.
move=> h_E_range h_F_range h_k_range.
apply: (gt_by (e := (E - 1) ^+ 2 + (E - 1) + (E - 1) * (F - E) + (E - 1) * (k - 1) + (F - E) * (k - 1) + (F - E)));
    last by sign.
by field_nz.
Qed.

(** K (F - E) >= 0. *)
Lemma conjecture_growth (R : realFieldType) (E F k : R) :
  1 < E ->
  E <= F ->
  1 <= k ->
  0 <= k * (F - E).
Proof.
move=> h_E_range h_F_range h_k_range.
apply: (ge_by (e := (F - E) * (k - 1) + (F - E))); last by sign.
by field_nz.
Qed.

(** (F - 1)(E + k - 1) - k (F - E) = (E - 1)(F + k - 1) >= 0. *)
Lemma rest (R : realFieldType) (E F k : R) :
  1 < E ->
  E <= F ->
  1 <= k ->
  0 <= (F - 1) * (E + k - 1) - k * (F - E).
Proof.
move=> h_E_range h_F_range h_k_range.
apply: (ge_by (e := (E - 1) ^+ 2 + (E - 1) + (E - 1) * (F - E) + (E - 1) * (k - 1))); last by sign.
by field_nz.
Qed.

(** L >= 0. *)
Theorem drawn_at_least (R : realFieldType) (E F L k : R) :
  1 < E ->
  E <= F ->
  1 <= k ->
  L * (F - 1) * (E + k - 1) = k * (F - E) ->
  0 <= L.
Proof.
move=> h_E_range h_F_range h_k_range h_L_is.
have f_scale : 0 < (F - 1) * (E + k - 1) := @conjecture_scale R E F k h_E_range h_F_range h_k_range.
have f_growth : 0 <= k * (F - E) := @conjecture_growth R E F k h_E_range h_F_range h_k_range.
have nz1 : F - 1 != 0.
  apply: lt0r_neq0; rewrite (_ : F - 1 = E - 1 + (F - E)); last by field_nz.
  by sign.
have nz2 : E + k - 1 != 0.
  apply: lt0r_neq0; rewrite (_ : E + k - 1 = E - 1 + 1 + (k - 1)); last by field_nz.
  by sign.
have z0 : L * (F - 1) * (E + k - 1) - k * (F - E) = 0 by rewrite h_L_is subrr.
apply: (ge_by (e := 1 / ((F - 1) * (E + k - 1)) * (k * (F - E)))); last by sign.
transitivity (1 / ((F - 1) * (E + k - 1)) * (k * (F - E)) + 1 / ((F - 1) * (E + k - 1)) * (L * (F - 1) * (E + k - 1) -
    k * (F - E))); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** L <= 1. *)
Theorem drawn_at_most (R : realFieldType) (E F L k : R) :
  1 < E ->
  E <= F ->
  1 <= k ->
  L * (F - 1) * (E + k - 1) = k * (F - E) ->
  L <= 1.
Proof.
move=> h_E_range h_F_range h_k_range h_L_is.
have f_scale : 0 < (F - 1) * (E + k - 1) := @conjecture_scale R E F k h_E_range h_F_range h_k_range.
have f_rest : 0 <= (F - 1) * (E + k - 1) - k * (F - E) := @rest R E F k h_E_range h_F_range h_k_range.
have nz1 : F - 1 != 0.
  apply: lt0r_neq0; rewrite (_ : F - 1 = E - 1 + (F - E)); last by field_nz.
  by sign.
have nz2 : E + k - 1 != 0.
  apply: lt0r_neq0; rewrite (_ : E + k - 1 = E - 1 + 1 + (k - 1)); last by field_nz.
  by sign.
have z0 : L * (F - 1) * (E + k - 1) - k * (F - E) = 0 by rewrite h_L_is subrr.
apply: (ge_by (e := 1 / ((F - 1) * (E + k - 1)) * ((F - 1) * (E + k - 1) - k * (F - E)))); last by sign.
transitivity (1 / ((F - 1) * (E + k - 1)) * ((F - 1) * (E + k - 1) - k * (F - E)) + 1 / ((F - 1) * (E + k - 1)) * (L *
    (F - 1) * (E + k - 1) - k * (F - E)) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** The denominators of three counts. *)
Lemma counts_positive (R : realFieldType) (E1 E2 : R) : 1 < E1 -> E1 <= E2 ->
  [/\ 0 < E1 + 2%:R, 0 < E1 ^+ 2 + E1 + 1, 0 < E2 & 0 < E1].
Proof.
move=> h_E1_range h_E2_range; split.
- by rewrite (_ : E1 + 2%:R = E1 - 1 + 3%:R); [sign | field_nz].
- by rewrite (_ : E1 ^+ 2 + E1 + 1 = (E1 - 1) ^+ 2 + 3%:R * (E1 - 1) + 3%:R); [sign | field_nz].
- by rewrite (_ : E2 = E1 - 1 + 1 + (E2 - E1)); [sign | field_nz].
by rewrite (_ : E1 = E1 - 1 + 1); [sign | field_nz].
Qed.

(** Three counts, truncated and renormalised: the kernel's entry (0, 1), times a positive number. *)
Theorem renormalised_end (R : realFieldType) (E1 E2 : R) :
  1 < E1 ->
  E1 <= E2 ->
  0 <= (E2 ^+ 2 + E2 + 1) * E1 ^+ 2 / ((E1 ^+ 2 + E1 + 1) * E2 ^+ 2) / E1 - (E2 + 2%:R) * E1 / ((E1 + 2%:R) * E2) /
      E2.
Proof.
move=> h_E1_range h_E2_range.
have [p1 p2 p3 p4] := counts_positive h_E1_range h_E2_range.
have [[[np1 np2] np3] np4] := (lt0r_neq0 p1, lt0r_neq0 p2, lt0r_neq0 p3, lt0r_neq0 p4).
apply: (ge_by (e := ((E1 - 1) ^+ 3 * (E2 - E1) + (E1 - 1) ^+ 2 * (E2 - E1) ^+ 2 + 7%:R * ((E1 - 1) ^+ 2 * (E2 - E1)) +
    4%:R * ((E1 - 1) * (E2 - E1) ^+ 2) + 12%:R * ((E1 - 1) * (E2 - E1)) + 3%:R * (E2 - E1) ^+ 2 + 6%:R * (E2 - E1)) /
    (E1 + 2%:R) / (E1 ^+ 2 + E1 + 1) / E2 ^+ 2)); last by sign.
by field_nz.
Qed.

(** The entry (1, 0), times a positive number. *)
Lemma renormalised_middle (R : realFieldType) (E1 E2 : R) :
  1 < E1 ->
  E1 <= E2 ->
  0 <= (1 + 1 / E2 ^+ 2) * ((E2 + 2%:R) * E1 / ((E1 + 2%:R) * E2)) / E1 - (E2 ^+ 2 + E2 + 1) * E1 ^+ 2 / ((E1 ^+ 2 +
      E1 + 1) * E2 ^+ 2) * (1 + 1 / E1 ^+ 2) / E2.
Proof.
move=> h_E1_range h_E2_range.
have [p1 p2 p3 p4] := counts_positive h_E1_range h_E2_range.
have [[[np1 np2] np3] np4] := (lt0r_neq0 p1, lt0r_neq0 p2, lt0r_neq0 p3, lt0r_neq0 p4).
apply: (ge_by (e := ((E1 - 1) ^+ 4 * (E2 - E1) + 2%:R * ((E1 - 1) ^+ 3 * (E2 - E1) ^+ 2) + 6%:R * ((E1 - 1) ^+ 3 * (E2
    - E1)) + (E1 - 1) ^+ 2 * (E2 - E1) ^+ 3 + 9%:R * ((E1 - 1) ^+ 2 * (E2 - E1) ^+ 2) + 16%:R * ((E1 - 1) ^+ 2 * (E2 -
    E1)) + 3%:R * ((E1 - 1) * (E2 - E1) ^+ 3) + 16%:R * ((E1 - 1) * (E2 - E1) ^+ 2) + 18%:R * ((E1 - 1) * (E2 - E1)) +
    3%:R * (E2 - E1) ^+ 3 + 9%:R * (E2 - E1) ^+ 2 + 6%:R * (E2 - E1)) / (E1 + 2%:R) / (E1 ^+ 2 + E1 + 1) / E2 ^+ 3));
    last by sign.
by field_nz.
Qed.

(** The entry (0, 0), times a positive number. *)
Lemma renormalised_stays (R : realFieldType) (E1 E2 : R) :
  1 < E1 ->
  E1 <= E2 ->
  0 <= (E2 ^+ 2 + E2 + 1) * E1 ^+ 2 / ((E1 ^+ 2 + E1 + 1) * E2 ^+ 2) - (E2 + 2%:R) * E1 / ((E1 + 2%:R) * E2) / (E1 *
      E2).
Proof.
move=> h_E1_range h_E2_range.
have [p1 p2 p3 p4] := counts_positive h_E1_range h_E2_range.
have [[[np1 np2] np3] np4] := (lt0r_neq0 p1, lt0r_neq0 p2, lt0r_neq0 p3, lt0r_neq0 p4).
apply: (ge_by (e := ((E1 - 1) ^+ 5 + 8%:R * (E1 - 1) ^+ 4 + 24%:R * (E1 - 1) ^+ 3 + 33%:R * (E1 - 1) ^+ 2 + 18%:R *
    (E1 - 1) + 2%:R * ((E1 - 1) ^+ 4 * (E2 - E1)) + (E1 - 1) ^+ 3 * (E2 - E1) ^+ 2 + 13%:R * ((E1 - 1) ^+ 3 * (E2 -
    E1)) + 5%:R * ((E1 - 1) ^+ 2 * (E2 - E1) ^+ 2) + 28%:R * ((E1 - 1) ^+ 2 * (E2 - E1)) + 7%:R * ((E1 - 1) * (E2 -
    E1) ^+ 2) + 24%:R * ((E1 - 1) * (E2 - E1)) + 3%:R * (E2 - E1) ^+ 2 + 6%:R * (E2 - E1)) / (E1 + 2%:R) / (E1 ^+ 2 +
    E1 + 1) / E2 ^+ 2)); last by sign.
by field_nz.
Qed.

(** The entry (1, 1), times a positive number. *)
Theorem renormalised_center (R : realFieldType) (E1 E2 : R) :
  1 < E1 ->
  E1 <= E2 ->
  0 <= (1 + 1 / E2 ^+ 2) * ((E2 + 2%:R) * E1 / ((E1 + 2%:R) * E2)) - 2%:R * ((E2 ^+ 2 + E2 + 1) * E1 ^+ 2 / ((E1 ^+
      2 + E1 + 1) * E2 ^+ 2)) / (E1 * E2).
Proof.
move=> h_E1_range h_E2_range.
have [p1 p2 p3 p4] := counts_positive h_E1_range h_E2_range.
have [[[np1 np2] np3] np4] := (lt0r_neq0 p1, lt0r_neq0 p2, lt0r_neq0 p3, lt0r_neq0 p4).
apply: (ge_by (e := ((E1 - 1) ^+ 6 + 9%:R * (E1 - 1) ^+ 5 + 32%:R * (E1 - 1) ^+ 4 + 57%:R * (E1 - 1) ^+ 3 + 51%:R *
    (E1 - 1) ^+ 2 + 18%:R * (E1 - 1) + 3%:R * ((E1 - 1) ^+ 5 * (E2 - E1)) + 3%:R * ((E1 - 1) ^+ 4 * (E2 - E1) ^+ 2) +
    22%:R * ((E1 - 1) ^+ 4 * (E2 - E1)) + (E1 - 1) ^+ 3 * (E2 - E1) ^+ 3 + 17%:R * ((E1 - 1) ^+ 3 * (E2 - E1) ^+ 2) +
    62%:R * ((E1 - 1) ^+ 3 * (E2 - E1)) + 4%:R * ((E1 - 1) ^+ 2 * (E2 - E1) ^+ 3) + 36%:R * ((E1 - 1) ^+ 2 * (E2 - E1)
    ^+ 2) + 79%:R * ((E1 - 1) ^+ 2 * (E2 - E1)) + 6%:R * ((E1 - 1) * (E2 - E1) ^+ 3) + 31%:R * ((E1 - 1) * (E2 - E1)
    ^+ 2) + 42%:R * ((E1 - 1) * (E2 - E1)) + 3%:R * (E2 - E1) ^+ 3 + 9%:R * (E2 - E1) ^+ 2 + 6%:R * (E2 - E1)) / (E1 +
    2%:R) / (E1 ^+ 2 + E1 + 1) / E2 ^+ 3)); last by sign.
by field_nz.
Qed.

(** ** RAPPOR, (42)-(46): which bit flips the Laplace-threshold forms are, and that they lose at RAPPOR's own level.
    *)

(** 1 - x > 0. *)
Lemma far (R : realFieldType) (x : R) :
  x < 1 ->
  0 < 1 - x.
Proof.
move=> h_x_below.
apply: (gt_by (e := 1 - x)); last by sign.
by field_nz.
Qed.

(** R = 1/2: P(1, 1 | bit 1) > E P(1, 1 | bit 0), with the E = (2 - x^2)/x^2 of the second report alone. *)
Theorem loses (R : realFieldType) (x : R) :
  x < 1 ->
  (2%:R - x ^+ 2) * (3%:R / 8%:R) < 1 - x ^+ 2 / 2%:R - x / 2%:R + 3%:R * x ^+ 2 / 8%:R.
Proof.
move=> h_x_below.
have f_far : 0 < 1 - x := @far R x h_x_below.
apply: (gt_by (e := (1 - x) * (1 - x) * (1 / 4%:R))); last by sign.
by field_nz.
Qed.

(** H - G > 0. *)
Lemma apart (R : realFieldType) (G H : R) :
  G < H ->
  0 < H - G.
Proof.
move=> h_H_range.
apply: (gt_by (e := H - G)); last by sign.
by field_nz.
Qed.

(** ** Sentences of Sections 1 to 3.4 that are true under a condition: ends of ranges, small steps, what has to be
    stored. *)

(** E + d > 0. *)
Lemma later (R : realFieldType) (d e : R) :
  0 < e ->
  0 < d ->
  0 < e + d.
Proof.
move=> h_e_range h_d_range.
apply: (gt_by (e := e + d)); last by sign.
by field_nz.
Qed.

(** (e/(e + d))^2 > 1 - 2 d/e: near 1 for d much smaller than e. *)
Theorem change_is_rare (R : realFieldType) (d e : R) :
  0 < e ->
  0 < d ->
  1 - 2%:R * d / e < e ^+ 2 / (e + d) ^+ 2.
Proof.
move=> h_e_range h_d_range.
have nz1 : d + e != 0.
  apply: lt0r_neq0; rewrite (_ : d + e = e + d); last by field_nz.
  by sign.
have nz2 : e + d != 0 by rewrite (_ : e + d = d + e); [nz_prod | field_nz].
have nz3 : e != 0 := lt0r_neq0 h_e_range.
have f_later : 0 < e + d := @later R d e h_e_range h_d_range.
apply: (gt_by (e := 3%:R * d * d / (e + d) / (e + d) + 2%:R * d * d * d / e / (e + d) / (e + d))); last by sign.
by field_nz.
Qed.

(** B > 0. *)
Lemma b_positive (R : realFieldType) (a b : R) :
  0 < a ->
  a < b ->
  0 < b.
Proof.
move=> h_a_range h_b_range.
apply: (gt_by (e := a + (b - a))); last by sign.
by field_nz.
Qed.

(** 2/a^2 > 2/b^2 for a < b. *)
Theorem larger_levels_are_more_accurate (R : realFieldType) (a b : R) :
  0 < a ->
  a < b ->
  2%:R / b ^+ 2 < 2%:R / a ^+ 2.
Proof.
move=> h_a_range h_b_range.
have nz1 : a != 0 := lt0r_neq0 h_a_range.
have nz2 : b != 0.
  apply: lt0r_neq0; rewrite (_ : b = a + (b - a)); last by field_nz.
  by sign.
have f_b_positive : 0 < b := @b_positive R a b h_a_range h_b_range.
apply: (gt_by (e := 2%:R * (b - a) * a / a / a / b / b + 2%:R * (b - a) * b / a / a / b / b)); last by sign.
by field_nz.
Qed.

(** G(x) <= h, so g(x) = h; g(-x) alike. *)
Theorem only_laplace (R : realFieldType) (g h m : R) :
  h <= m ->
  g + m = 2%:R * h ->
  g <= h.
Proof.
move=> h_left h_optimal.
have z0 : g + m - 2%:R * h = 0 by rewrite h_optimal subrr.
apply: (ge_by (e := m - h)); last by sign.
transitivity (m - h + (g + m - 2%:R * h) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** G(-x) <= h. *)
Theorem only_laplace_on_the_left (R : realFieldType) (g h m : R) :
  h <= g ->
  g + m = 2%:R * h ->
  m <= h.
Proof.
move=> h_right h_optimal.
have z0 : g + m - 2%:R * h = 0 by rewrite h_optimal subrr.
apply: (ge_by (e := g - h)); last by sign.
transitivity (g - h + (g + m - 2%:R * h) * (- 1)); last by rewrite ?z0 ?(mul0r, mulr0, addr0, add0r).
by field_nz.
Qed.

(** ** Theorem 1 at epsilon = 0, the composition theorem's accuracy, optimality among which mechanisms, Figures 1 and
    2. *)

(** B > 0. *)
Lemma sentences_b_positive (R : realFieldType) (a b : R) :
  0 < a ->
  a < b ->
  0 < b.
Proof.
move=> h_a_range h_b_range.
apply: (gt_by (e := a + (b - a))); last by sign.
by field_nz.
Qed.

(** B - a > 0. *)
Lemma gap_positive (R : realFieldType) (a b : R) :
  a < b ->
  0 < b - a.
Proof.
move=> h_b_range.
apply: (gt_by (e := b - a)); last by sign.
by field_nz.
Qed.

(** An (e2 - e1)-private Laplace response has a larger error than an e2-private one: 2/(b - a)^2 > 2/b^2. *)
Theorem composition_is_worse (R : realFieldType) (a b : R) :
  0 < a ->
  a < b ->
  2%:R / b ^+ 2 < 2%:R / (b - a) ^+ 2.
Proof.
move=> h_a_range h_b_range.
have nz1 : a - b != 0.
  rewrite -oppr_eq0; apply: lt0r_neq0; rewrite (_ : - (a - b) = b - a); last by field_nz.
  by sign.
have nz2 : b - a != 0 by rewrite (_ : b - a = (- 1) * (a - b)); [nz_prod | field_nz].
have nz3 : b != 0.
  apply: lt0r_neq0; rewrite (_ : b = a + (b - a)); last by field_nz.
  by sign.
have f_b_positive : 0 < b := @sentences_b_positive R a b h_a_range h_b_range.
have f_gap : 0 < b - a := @gap_positive R a b h_b_range.
apply: (gt_by (e := 2%:R * a * b / b / b / (b - a) / (b - a) + 2%:R * a * (b - a) / b / b / (b - a) / (b - a))); last
    by sign.
by field_nz.
Qed.

(** 2/d^2 > 2/a^2 for d < a: with a small step the second response is noisier than the first. *)
Theorem composition_is_worse_than_the_first (R : realFieldType) (a d : R) :
  0 < a ->
  0 < d ->
  d < a ->
  2%:R / a ^+ 2 < 2%:R / d ^+ 2.
Proof.
move=> h_a_range h_d_range h_d_small.
have nz1 : d != 0 := lt0r_neq0 h_d_range.
have nz2 : a != 0 := lt0r_neq0 h_a_range.
apply: (gt_by (e := 2%:R * (a - d) * a / a / a / d / d + 2%:R * (a - d) * d / a / a / d / d)); last by sign.
by field_nz.
Qed.

(** The best unbiased linear combination of independent responses has the variance 2/(a^2 + (b - a)^2) > 2/b^2. *)
Theorem linear_estimators (R : realFieldType) (a b : R) :
  0 < a ->
  a < b ->
  a ^+ 2 + (b - a) ^+ 2 < b ^+ 2.
Proof.
move=> h_a_range h_b_range.
have f_gap : 0 < b - a := @gap_positive R a b h_b_range.
apply: (gt_by (e := 2%:R * a * (b - a))); last by sign.
by field_nz.
Qed.

(** ** Staircase noise that is optimal for the mean-squared error, e^epsilon_2 <= 15/2: no gradual release, for all
    levels. *)

(** 1 - b > 0. *)
Lemma staircase_squares_gap (R : realFieldType) (b : R) :
  b < 1 ->
  0 < 1 - b.
Proof.
move=> h_b_below.
apply: (gt_by (e := 1 - b)); last by sign.
by field_nz.
Qed.

(** The variance by the sums over k of b^k, k b^k, k^2 b^k: `varying` and a number that depends on b alone. *)
Theorem variance (R : realFieldType) (b c : R) :
  b - 1 != 0 ->
  b * c - b - c != 0 ->
  (1 - b) / (c + b * (1 - c)) * (c * (b * (1 + b) / (1 - b) ^+ 3) + c ^+ 2 * (b / (1 - b) ^+ 2) + c ^+ 3 * (1 / (1 -
      b)) / 3%:R + b * ((1 - c) * (b * (1 + b) / (1 - b) ^+ 3) + (1 - c ^+ 2) * (b / (1 - b) ^+ 2) + (1 - c ^+ 3) *
      (1 / (1 - b)) / 3%:R)) = ((c + b * (1 - c)) ^+ 2 + b * (1 + b) / (c + b * (1 - c))) / (3%:R * (1 - b) ^+ 2) +
      b / (1 - b) ^+ 2.
Proof.
move=> c_0 c_1.
have nz1 : c + b * (1 - c) != 0 by rewrite (_ : c + b * (1 - c) = (- 1) * (b * c - b - c)); [nz_prod | field_nz].
have nz2 : 1 - b != 0 by rewrite (_ : 1 - b = (- 1) * (b - 1)); [nz_prod | field_nz].
by field_nz.
Qed.

(** w^2 + k/w - (v^2 + k/v) = (w - v)^2 (w + 2 v)/w > 0 for w > v. *)
Theorem longer_stairs_are_worse (R : realFieldType) (b k v w : R) :
  b < 1 ->
  k = 2%:R * v ^+ 3 ->
  0 < v ->
  v < w ->
  0 < w ->
  (v ^+ 2 + k / v) / (3%:R * (1 - b) ^+ 2) < (w ^+ 2 + k / w) / (3%:R * (1 - b) ^+ 2).
Proof.
move=> h_b_below h_least h_v_range h_above h_w_range.
have nz1 : w != 0 := lt0r_neq0 h_w_range.
have nz2 : b - 1 != 0.
  rewrite -oppr_eq0; apply: lt0r_neq0; rewrite (_ : - (b - 1) = 1 - b); last by field_nz.
  by sign.
have nz3 : 1 - b != 0 by rewrite (_ : 1 - b = (- 1) * (b - 1)); [nz_prod | field_nz].
have nz4 : v != 0 := lt0r_neq0 h_v_range.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
apply: (gt_by (e := 3%:R * v * (w - v) * (w - v) / (1 - b) / (1 - b) / w * (1 / 3%:R) + (w - v) * (w - v) * (w - v) /
    (1 - b) / (1 - b) / w * (1 / 3%:R))); last by sign.
have e_k : k = 2%:R * v ^+ 3.
  by apply: (eq_by (k := 1) h_least); [num_nz | field_nz].
subst k.
by field_nz.
Qed.

(** The same for w < v. *)
Theorem shorter_stairs_are_worse (R : realFieldType) (b k v w : R) :
  b < 1 ->
  k = 2%:R * v ^+ 3 ->
  0 < v ->
  0 < w ->
  w < v ->
  (v ^+ 2 + k / v) / (3%:R * (1 - b) ^+ 2) < (w ^+ 2 + k / w) / (3%:R * (1 - b) ^+ 2).
Proof.
move=> h_b_below h_least h_v_range h_w_range h_below.
have nz1 : w != 0 := lt0r_neq0 h_w_range.
have nz2 : b - 1 != 0.
  rewrite -oppr_eq0; apply: lt0r_neq0; rewrite (_ : - (b - 1) = 1 - b); last by field_nz.
  by sign.
have nz3 : 1 - b != 0 by rewrite (_ : 1 - b = (- 1) * (b - 1)); [nz_prod | field_nz].
have nz4 : v != 0 := lt0r_neq0 h_v_range.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
apply: (gt_by (e := 2%:R * v * (v - w) * (v - w) / (1 - b) / (1 - b) / w * (1 / 3%:R) + w * (v - w) * (v - w) / (1 -
    b) / (1 - b) / w * (1 / 3%:R))); last by sign.
have e_k : k = 2%:R * v ^+ 3.
  by apply: (eq_by (k := 1) h_least); [num_nz | field_nz].
subst k.
by field_nz.
Qed.

(** At c = 1/2 2 w^3 is (1 + b)^3/4 > b (1 + b): the optimal stair is shorter. *)
Theorem below_a_half (R : realFieldType) (b : R) :
  0 < b ->
  b < 1 ->
  b * (1 + b) < 2%:R * ((1 + b) / 2%:R) ^+ 3.
Proof.
move=> h_b_range h_b_below.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
apply: (gt_by (e := 1 / 4%:R * b * (1 - b) * (1 - b) + 1 / 4%:R * (1 - b) * (1 - b))); last by sign.
by field_nz.
Qed.

(** At c = 1/3 2 w^3 is 2 (1 + 2 b)^3/27 < b (1 + b), if b >= 2/15: the optimal stair is longer. *)
Theorem above_a_third (R : realFieldType) (b : R) :
  b < 1 ->
  2%:R / 15%:R <= b ->
  2%:R * ((1 + 2%:R * b) / 3%:R) ^+ 3 < b * (1 + b).
Proof.
move=> h_b_below h_b_least.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
apply: (gt_by (e := 4%:R / (6%:R * 10%:R ^+ 3 + 75%:R) * (1 - b) + 16%:R / 27%:R * (1 - b) * (b - 2%:R / 15%:R) * (b -
    2%:R / 15%:R) + 259%:R / 405%:R * (1 - b) * (b - 2%:R / 15%:R))); last by sign.
by field_nz.
Qed.

(** B > 0. *)
Lemma staircase_squares_later (R : realFieldType) (B b : R) :
  0 < b ->
  b < B ->
  0 < B.
Proof.
move=> h_b_range h_more.
apply: (gt_by (e := b + (B - b))); last by sign.
by field_nz.
Qed.

(** 1 - c > 0. *)
Lemma short (R : realFieldType) (c : R) :
  c < 1 ->
  0 < 1 - c.
Proof.
move=> h_c_below.
apply: (gt_by (e := 1 - c)); last by sign.
by field_nz.
Qed.

(** For b < B < 1 a c that is optimal for b has 2 w^3 < B (1 + B): the optimal stair for B is longer. *)
Theorem stair_grows (R : realFieldType) (B b c : R) :
  0 < b ->
  b < 1 ->
  0 < c ->
  c < 1 ->
  2%:R * (c + b * (1 - c)) ^+ 3 <= b * (1 + b) ->
  b < B ->
  B < 1 ->
  2%:R * (c + B * (1 - c)) ^+ 3 < B * (1 + B).
Proof.
move=> h_b_range h_b_below h_c_range h_c_below h_optimal h_more h_B_below.
have f_short : 0 < 1 - c := @short R c h_c_below.
have f_later : 0 < B := @staircase_squares_later R B b h_b_range h_more.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
have nz1 : b != 0 by apply: lt0r_neq0; sign.
have nz2 : 1 - b != 0 by apply: lt0r_neq0; sign.
apply: (gt_by (e := 2%:R * (1 - B) * (B - b) * (1 - c) * (1 - c) * (1 - c) * B + 2%:R * (1 - B) * (B - b) * c * c * c
    / b + (b * (1 + b) - 2%:R * (c + b * (1 - c)) ^+ 3) * B * (1 - B) / b / (1 - b))); last by sign.
by field_nz.
Qed.

(** B cos q - cos p = b (cos q - cos p) - (1 - b) cos p > 0. *)
Theorem falls (R : realFieldType) (b p q : R) :
  0 < b ->
  b < 1 ->
  p < q ->
  p < 0 ->
  p < b * q.
Proof.
move=> h_b_range h_b_below h_cosines h_left_half.
have f_gap : 0 < 1 - b := @staircase_squares_gap R b h_b_below.
apply: (gt_by (e := b * (q - p) + (1 - b) * (0 - p))); last by sign.
by field_nz.
Qed.
