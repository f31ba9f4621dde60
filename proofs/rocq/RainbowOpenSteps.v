(** * Rainbow: the open question of Section 6.3, instances *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Every number of colors q >= 4, E = 2, delta = 1/8: a lexicographic optimum exists, a dominance optimum does
    not. *)

(** x_1 <= 5/8, attained by (5, 0, 2, 1)/8. *)
Theorem first_color (R : realFieldType) (a b : R) :
  a + b <= 5%:R / 8%:R ->
  0 <= b ->
  a <= 5%:R / 8%:R.
Proof.
move=> h_event_12 h_second.
apply: (ge_by (e := 5%:R / 8%:R - (a + b) + b)); last by sign.
by field_nz.
Qed.

(** With x_1 = 5/8, x_2 <= 0. *)
Theorem second_color (R : realFieldType) (a b : R) :
  a + b <= 5%:R / 8%:R ->
  5%:R / 8%:R <= a ->
  b <= 0 * b.
Proof.
move=> h_event_12 h_largest_first.
apply: (ge_by (e := 5%:R / 8%:R - (a + b) + (a - 5%:R / 8%:R))); last by sign.
by field_nz.
Qed.

(** With x_1 = 5/8, x_3 <= 1/4: (5, 0, 2, 1)/8 is the lexicographic maximum. *)
Theorem third_color (R : realFieldType) (a c : R) :
  a + c <= 7%:R / 8%:R ->
  5%:R / 8%:R <= a ->
  c <= 1 / 4%:R.
Proof.
move=> h_event_24 h_largest_first.
apply: (ge_by (e := 7%:R / 8%:R - (a + c) + (a - 5%:R / 8%:R))); last by sign.
by field_nz.
Qed.

(** ** Every number of colors q >= 4, E = 3/2, delta = 0: a lexicographic optimum exists, a dominance optimum does
    not. *)

(** u_1 <= 26/180, because u_2 >= x_2/E >= w_2/E^2. *)
Theorem u_first (R : realFieldType) (u_1 u_2 u_3 u_4 w_2 x_2 : R) :
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
Theorem u_second (R : realFieldType) (u_1 u_2 u_3 u_4 : R) :
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
Theorem u_three (R : realFieldType) (u_1 u_2 u_3 u_4 : R) :
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
Theorem w_third (R : realFieldType) (w_1 w_2 w_3 w_4 : R) :
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
Theorem v_first (R : realFieldType) (w_1 x_1 : R) :
  w_1 <= 13%:R / 90%:R ->
  x_1 <= 3%:R / 2%:R * w_1 ->
  x_1 <= 13%:R / 60%:R.
Proof.
move=> h_to_b h_v_w_first.
apply: (ge_by (e := 3%:R / 2%:R * w_1 - x_1 + (13%:R / 90%:R - w_1) * (3%:R / 2%:R))); last by sign.
by field_nz.
Qed.

(** With it, x_2 <= 42/180. *)
Theorem v_second (R : realFieldType) (u_1 u_2 u_3 u_4 x_1 x_2 : R) :
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
Theorem v_third (R : realFieldType) (w_1 w_2 w_3 w_4 x_1 x_3 : R) :
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

(** ** Three colors, E = 6/5, 0 <= delta <= 2/795: a lexicographic optimum exists, a dominance optimum does not. *)

(** With it, l_2 <= 540. *)
Theorem l_second (R : realFieldType) (l_1 l_2 l_3 : R) :
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
Theorem k_second (R : realFieldType) (k_1 k_2 k_3 : R) :
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
Theorem i_second (R : realFieldType) (i_1 i_2 i_3 : R) :
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
Theorem g_first (R : realFieldType) (g_1 i_1 : R) :
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
Theorem h_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 : R) :
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
Theorem m_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 : R) :
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
Theorem n_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_2 : R) :
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
Theorem m_first (R : realFieldType) (m_1 n_1 : R) :
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
Theorem p_first (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 : R) :
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
Theorem p_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 : R) :
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
Theorem s_first (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 : R) :
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
Theorem s_second (R : realFieldType) (g_1 g_2 g_3 h_1 h_2 h_3 i_1 i_2 i_3 k_2 l_2 m_2 n_1 n_2 n_3 p_1 p_2 p_3 s_1 s_2
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
Theorem not_together (R : realFieldType) (v_1 v_3 w_1 w_2 w_3 x_1 x_2 x_3 y_1 y_2 y_3 z_1 z_2 z_3 : R) :
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
