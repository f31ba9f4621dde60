(** * Rainbow: the open question of Section 6.3, a family of instances *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Signs RainbowScenarios.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Every number of colors q >= 4, every real E >= 6/5, 0 < delta <= 1/(8 E^2): the open question of Section 6.3
    again. *)

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_x_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  3%:R * (D / (8%:R * E ^+ 2)) - E * ((2%:R * E + 1) * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (27%:R / 200%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 29%:R / 40%:R * ((E - 6%:R / 5%:R)
    * D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_x_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) - E * (0 * (D / (8%:R * E ^+ 2))) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_x_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - 6%:R * (D / (8%:R * E ^+ 2)) - E * (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2))
      / E) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (139%:R / 500%:R + (E - 6%:R / 5%:R) ^+ 3 + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 47%:R
    / 20%:R * (E - 6%:R / 5%:R) ^+ 2 + 29%:R / 40%:R * ((E - 6%:R / 5%:R) * (1 - D)) + 239%:R / 200%:R * (E - 6%:R /
    5%:R) + 1 / 100%:R * (1 - D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_x_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * (2%:R * (D / (8%:R * E ^+ 2)) / E) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_1_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - E * (3%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (1 / 40%:R * D + 1 / 8%:R * ((E - 6%:R / 5%:R) * D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_1_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 * (D / (8%:R * E ^+ 2)) - E * (D / (8%:R * E ^+ 2)) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := 1 / 8%:R * D / E)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_1_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2)) / E - E * (1 - 6%:R * (D / (8%:R * E ^+
      2))) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (439%:R / 2500%:R + (E - 6%:R / 5%:R) ^+ 4 + 19%:R / 5%:R * (E - 6%:R / 5%:R) ^+ 3 + 1 / 2%:R *
    ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 227%:R / 50%:R * (E - 6%:R / 5%:R) ^+ 2 + 19%:R / 20%:R * ((E - 6%:R / 5%:R)
    * (1 - D)) + 821%:R / 500%:R * (E - 6%:R / 5%:R) + 17%:R / 100%:R * (1 - D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_1_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) / E - E * (2%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (11%:R / 100%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 3%:R / 5%:R * ((E - 6%:R / 5%:R) *
    D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_x_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * ((2%:R * E + 1) * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (13%:R / 50%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 29%:R / 40%:R * ((E - 6%:R / 5%:R)
    * D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_x_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 * (D / (8%:R * E ^+ 2)) - E * (0 * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_x_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - 4%:R * (D / (8%:R * E ^+ 2)) - E * (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2))
      / E) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (153%:R / 1000%:R + (E - 6%:R / 5%:R) ^+ 3 + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 47%:R
    / 20%:R * (E - 6%:R / 5%:R) ^+ 2 + 29%:R / 40%:R * ((E - 6%:R / 5%:R) * (1 - D)) + 239%:R / 200%:R * (E - 6%:R /
    5%:R) + 27%:R / 200%:R * (1 - D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_x_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * (2%:R * (D / (8%:R * E ^+ 2)) / E) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_3_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - E * (2%:R * (D / (8%:R * E ^+ 2))) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_3_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 * (D / (8%:R * E ^+ 2)) - E * (0 * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_x_to_3_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) / E - E * (2%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (11%:R / 100%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 3%:R / 5%:R * ((E - 6%:R / 5%:R) *
    D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_y_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  3%:R * (D / (8%:R * E ^+ 2)) - E * ((2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E) <= 0 * (D /
      (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (1 / 100%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 29%:R / 40%:R * ((E - 6%:R / 5%:R) *
    D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_y_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) - E * (D / (8%:R * E ^+ 2) / E) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_1_to_y_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * (D / (8%:R * E ^+ 2) / E) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_1_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E - E * (3%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D /
      (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (31%:R / 200%:R * D + 1 / 8%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 7%:R / 40%:R * ((E - 6%:R / 5%:R)
    * D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_1_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) / E - E * (D / (8%:R * E ^+ 2)) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (11%:R / 200%:R * D + 1 / 8%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 3%:R / 10%:R * ((E - 6%:R / 5%:R)
    * D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_1_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E - E * (1 - 6%:R * (D / (8%:R * E ^+ 2))) <= D
      / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (253%:R / (5%:R * 10%:R ^+ 3) + (E - 6%:R / 5%:R) ^+ 4 + 19%:R / 5%:R * (E - 6%:R / 5%:R) ^+ 3 + 1
    / 2%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 227%:R / 50%:R * (E - 6%:R / 5%:R) ^+ 2 + 19%:R / 20%:R * ((E - 6%:R
    / 5%:R) * (1 - D)) + 821%:R / 500%:R * (E - 6%:R / 5%:R) + 59%:R / 200%:R * (1 - D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_1_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) / E - E * (2%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (47%:R / 200%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 3%:R / 5%:R * ((E - 6%:R / 5%:R) *
    D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_y_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * ((2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E) <= 0 * (D /
      (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (27%:R / 200%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 29%:R / 40%:R * ((E - 6%:R / 5%:R)
    * D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_y_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 * (D / (8%:R * E ^+ 2)) - E * (D / (8%:R * E ^+ 2) / E) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := 1 / 8%:R * D / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_y_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - 4%:R * (D / (8%:R * E ^+ 2)) - E * (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E) <= 0
      * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (153%:R / 1000%:R + (E - 6%:R / 5%:R) ^+ 3 + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 47%:R
    / 20%:R * (E - 6%:R / 5%:R) ^+ 2 + 29%:R / 40%:R * ((E - 6%:R / 5%:R) * (1 - D)) + 239%:R / 200%:R * (E - 6%:R /
    5%:R) + 27%:R / 200%:R * (1 - D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_3_to_y_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  2%:R * (D / (8%:R * E ^+ 2)) - E * (D / (8%:R * E ^+ 2) / E) <= D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_3_color_1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E - E * (2%:R * (D / (8%:R * E ^+ 2))) <= D / (8%:R
      * E ^+ 2) - D / (8%:R * E ^+ 2) / E.
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_3_color_2 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) / E - E * (0 * (D / (8%:R * E ^+ 2))) <= D / (8%:R * E ^+ 2) / E.
Proof.
move=> h_E_range h_D_positive.
have nz1 : E != 0.
  apply: lt0r_neq0; rewrite (_ : E = 6%:R / 5%:R + (E - 6%:R / 5%:R)); last by field_nz.
  by sign.
apply: (ge_by (e := 0)); last by sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_3_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E - E * (1 - 4%:R * (D / (8%:R * E ^+ 2))) <= 0
      * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (1303%:R / (5%:R * 10%:R ^+ 3) + (E - 6%:R / 5%:R) ^+ 4 + 19%:R / 5%:R * (E - 6%:R / 5%:R) ^+ 3 +
    1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 479%:R / 100%:R * (E - 6%:R / 5%:R) ^+ 2 + 19%:R / 40%:R * ((E -
    6%:R / 5%:R) * (1 - D)) + 2117%:R / 1000%:R * (E - 6%:R / 5%:R) + 17%:R / 200%:R * (1 - D)) / E ^+ 3)); last by
    sign.
by field_nz.
Qed.

(** p_i - E q_i is at most its bound. *)
Lemma from_y_to_3_color_4 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) / E - E * (2%:R * (D / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (47%:R / 200%:R * D + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * D) + 3%:R / 5%:R * ((E - 6%:R / 5%:R) *
    D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** y_3 - x_3 = d/E > 0. *)
Lemma open_question_family_small (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 < D / (8%:R * E ^+ 2) / E.
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := 1 / 8%:R * D / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** The failure probability d is positive. *)
Lemma delta_positive (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  0 < D / (8%:R * E ^+ 2).
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := 1 / 8%:R * D / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** x_3 - E M(3)_3 <= 0, because x_3 < y_3. *)
Lemma from_x_to_3_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D <= 1 ->
  E != 0 ->
  1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2)) / E - E * (1 - 4%:R * (D / (8%:R * E ^+
      2))) <= 0 * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive h_D_range c_0.
have f_from_y_to_3_color_3 : 1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E - E * (1 - 4%:R * (D
    / (8%:R * E ^+ 2))) <= 0 * (D / (8%:R * E ^+ 2)) := @from_y_to_3_color_3 R D E h_E_range h_D_range.
have f_small : 0 < D / (8%:R * E ^+ 2) / E := @open_question_family_small R D E h_E_range h_D_positive.
apply: (ge_by (e := D / (8%:R * E ^+ 2) / E + (0 * (D / (8%:R * E ^+ 2)) - (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2))
    - D / (8%:R * E ^+ 2) / E - E * (1 - 4%:R * (D / (8%:R * E ^+ 2))))))); last by sign.
by field_nz.
Qed.

(** M(1)_3 - E y_3 <= 0, because x_3 < y_3. *)
Lemma from_1_to_y_color_3 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D <= 1 ->
  E != 0 ->
  1 - 6%:R * (D / (8%:R * E ^+ 2)) - E * (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E) <= 0
      * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_positive h_D_range c_0.
have f_from_1_to_x_color_3 : 1 - 6%:R * (D / (8%:R * E ^+ 2)) - E * (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R
    * (D / (8%:R * E ^+ 2)) / E) <= 0 * (D / (8%:R * E ^+ 2)) := @from_1_to_x_color_3 R D E h_E_range h_D_range.
have f_delta_positive : 0 < D / (8%:R * E ^+ 2) := @delta_positive R D E h_E_range h_D_positive.
apply: (ge_by (e := D / (8%:R * E ^+ 2) + (0 * (D / (8%:R * E ^+ 2)) - (1 - 6%:R * (D / (8%:R * E ^+ 2)) - E * (1 -
    (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2)) / E))))); last by sign.
by field_nz.
Qed.

(** The entries of each row sum to 1: what is subtracted from the third is in the others. *)
Lemma open_question_family_distributions (R : realFieldType) (D E : R) :
  E != 0 ->
  (3%:R * (D / (8%:R * E ^+ 2)) + D / (8%:R * E ^+ 2) + (1 - 6%:R * (D / (8%:R * E ^+ 2))) + 2%:R * (D / (8%:R * E
      ^+ 2)) - 1) ^+ 2 + (2%:R * (D / (8%:R * E ^+ 2)) + 0 * (D / (8%:R * E ^+ 2)) + (1 - 4%:R * (D / (8%:R * E ^+
      2))) + 2%:R * (D / (8%:R * E ^+ 2)) - 1) ^+ 2 + ((2%:R * E + 1) * (D / (8%:R * E ^+ 2)) + 0 * (D / (8%:R * E
      ^+ 2)) + (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2)) / E) + 2%:R * (D / (8%:R *
      E ^+ 2)) / E - 1) ^+ 2 + ((2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E + D / (8%:R * E ^+
      2) / E + (1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - D / (8%:R * E ^+ 2) / E) + D / (8%:R * E ^+ 2) / E - 1)
      ^+ 2 = 0.
Proof.
move=> c_0.
by field_nz.
Qed.

(** x_3 >= 0; y_3 is larger, and the third entries of M(1) and M(3) are. *)
Lemma third_of_x (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  0 <= 1 - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - 2%:R * (D / (8%:R * E ^+ 2)) / E.
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (121%:R / 125%:R + (E - 6%:R / 5%:R) ^+ 3 + 1 / 4%:R * ((E - 6%:R / 5%:R) ^+ 2 * (1 - D)) + 67%:R
    / 20%:R * (E - 6%:R / 5%:R) ^+ 2 + 29%:R / 40%:R * ((E - 6%:R / 5%:R) * (1 - D)) + 719%:R / 200%:R * (E - 6%:R /
    5%:R) + 19%:R / 25%:R * (1 - D)) / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** 1 - 6d >= 0. *)
Lemma third_of_m1 (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  D <= 1 ->
  0 <= 1 - 6%:R * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_E_range h_D_range.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (ge_by (e := (69%:R / 100%:R + (E - 6%:R / 5%:R) ^+ 2 + 12%:R / 5%:R * (E - 6%:R / 5%:R) + 3%:R / 4%:R * (1 -
    D)) / E ^+ 2)); last by sign.
by field_nz.
Qed.

(** x_1 is the largest first probability. *)
Lemma first_color_family (R : realFieldType) (D E a b : R) :
  a + b <= (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) ->
  0 <= b ->
  E != 0 ->
  a <= (2%:R * E + 1) * (D / (8%:R * E ^+ 2)).
Proof.
move=> h_event_12 h_second c_0.
apply: (ge_by (e := (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - (a + b) + b)); last by sign.
by field_nz.
Qed.

(** With it, the second is 0. *)
Lemma second_color_family (R : realFieldType) (D E a b : R) :
  a + b <= (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) <= a ->
  E != 0 ->
  b <= 0 * b.
Proof.
move=> h_event_12 h_largest_first c_0.
apply: (ge_by (e := (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - (a + b) + (a - (2%:R * E + 1) * (D / (8%:R * E ^+ 2)))));
    last by sign.
by field_nz.
Qed.

(** With it, the fourth is at least x_4. *)
Lemma fourth_color (R : realFieldType) (D E a b e : R) :
  a + b <= (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) ->
  2%:R * (D / (8%:R * E ^+ 2)) / E <= b + e ->
  (2%:R * E + 1) * (D / (8%:R * E ^+ 2)) <= a ->
  E != 0 ->
  2%:R * (D / (8%:R * E ^+ 2)) / E <= e.
Proof.
move=> h_event_12 h_event_24 h_largest_first c_0.
apply: (ge_by (e := b + e - 2%:R * (D / (8%:R * E ^+ 2)) / E + ((2%:R * E + 1) * (D / (8%:R * E ^+ 2)) - (a + b)) + (a
    - (2%:R * E + 1) * (D / (8%:R * E ^+ 2))))); last by sign.
by field_nz.
Qed.

(** x_4 > y_4: x does not dominate y. *)
Lemma not_dominated (R : realFieldType) (D E : R) :
  6%:R / 5%:R <= E ->
  0 < D ->
  D / (8%:R * E ^+ 2) / E < 2%:R * (D / (8%:R * E ^+ 2)) / E.
Proof.
move=> h_E_range h_D_positive.
have p1 : 0 < E by rewrite (_ : E = (6%:R + 5%:R * (E - 6%:R / 5%:R)) / 5%:R); [sign | field_nz].
have np1 := lt0r_neq0 p1.
apply: (gt_by (e := 1 / 8%:R * D / E ^+ 3)); last by sign.
by field_nz.
Qed.

(** The open question of Section 6.3, for every number of colors q = n + 4, every E >= 6/5 and 0 < delta <= 1/(8 E^2): there
    is a rainbow graph with a boundary condition for which a lexicographic optimum exists, and no dominance optimum. (More
    than four colors: at the boundary the others have the probability 0.) *)
Theorem open_question_family (R : realFieldType) (n : nat) (E d : R) :
  6%:R / 5%:R <= E -> 0 < d -> d <= 1 / (8%:R * E ^+ 2) ->
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_n.+4}) (m : V -> 'I_n.+4 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) E d (boundary r f) m M
      & none r f (@dominates R _) E d (boundary r f) m].
Proof.
move=> hE hd hdE.
have E0 : 0 < E by apply: lt_le_trans hE; rewrite divr_gt0 // ltr0n.
have En := lt0r_neq0 E0.
have s0 : 0 < 8%:R * E ^+ 2 by sign.
pose D := d * (8%:R * E ^+ 2).
have hD : 0 < D by rewrite mulr_gt0.
have hD1 : D <= 1 by rewrite -ler_pdivl_mulr.
have dD : D / (8%:R * E ^+ 2) = d by rewrite /D mulfK // gt_eqF.
have dE : 0 < d / E by rewrite divr_gt0.
have d0 := ltW hd; have dE0 := ltW dE.
have dd : d - d / E + d / E = d by rewrite subrK.
have dE_le : 0 <= d - d / E.
  have -> : d - d / E = d * (E - 6%:R / 5%:R + 1 / 5%:R) / E by field_nz.
  by sign.
have x3 := third_of_x hE hD1; have m3 := third_of_m1 hE hD1; rewrite !dD in x3 m3.
have := open_question_family_distributions D En; rewrite !dD => total.
pose m1 : seq R := [:: 3%:R * d; d; 1 - 6%:R * d; 2%:R * d].
pose m3' : seq R := [:: 2%:R * d; 0; 1 - 4%:R * d; 2%:R * d].
pose x : seq R := [:: (2%:R * E + 1) * d; 0; 1 - (2%:R * E + 1) * d - 2%:R * d / E; 2%:R * d / E].
pose y : seq R := [:: (2%:R * E + 1) * d - d / E; d / E; 1 - (2%:R * E + 1) * d - d / E; d / E].
have two : 0 <= 2%:R * d by sign.
have law1 : distribution (fun i : 'I_n.+4 => m1`_i) by apply: distribution_four => //; [sign | field_nz].
have law3 : distribution (fun i : 'I_n.+4 => m3'`_i).
  apply: distribution_four => //; last by field_nz.
  have -> : 1 - 4%:R * d = 1 - 6%:R * d + 2%:R * d by ring.
  exact: addr_ge0.
have lawx : distribution (fun i : 'I_n.+4 => x`_i) by apply: distribution_four => //; [sign | sign | field_nz].
have lawy : distribution (fun i : 'I_n.+4 => y`_i).
  apply: distribution_four => //; last by field_nz.
    have -> : (2%:R * E + 1) * d - d / E = 2%:R * E * d + (d - d / E) by ring.
    by rewrite addr_ge0 //; sign.
  have -> : 1 - (2%:R * E + 1) * d - d / E = 1 - (2%:R * E + 1) * d - 2%:R * d / E + d / E by field_nz.
  exact: addr_ge0.
have near_1_to_x : close_to E d (fun i : 'I_n.+4 => m1`_i) (fun i => x`_i).
  have := (from_1_to_x_color_1 hE hD); have := (from_1_to_x_color_2 hE hD).
  have := (from_1_to_x_color_3 hE hD1); have := (from_1_to_x_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 d 0 0) => //; rewrite ?addr0 ?add0r ?dd.
have near_x_to_1 : close_to E d (fun i : 'I_n.+4 => x`_i) (fun i => m1`_i).
  have := (from_x_to_1_color_1 hE hD); have := (from_x_to_1_color_2 hE hD).
  have := (from_x_to_1_color_3 hE hD1); have := (from_x_to_1_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 0 d 0) => //; rewrite ?addr0 ?add0r ?dd.
have near_3_to_x : close_to E d (fun i : 'I_n.+4 => m3'`_i) (fun i => x`_i).
  have := (from_3_to_x_color_1 hE hD); have := (from_3_to_x_color_2 hE hD).
  have := (from_3_to_x_color_3 hE hD1); have := (from_3_to_x_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 0 d 0) => //; rewrite ?addr0 ?add0r ?dd.
have near_x_to_3 : close_to E d (fun i : 'I_n.+4 => x`_i) (fun i => m3'`_i).
  have := (from_x_to_3_color_1 hE hD); have := (from_x_to_3_color_2 hE hD).
  have := (from_x_to_3_color_3 hE hD hD1 En); have := (from_x_to_3_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ d 0 0 0) => //; rewrite ?addr0 ?add0r ?dd.
have near_1_to_y : close_to E d (fun i : 'I_n.+4 => m1`_i) (fun i => y`_i).
  have := (from_1_to_y_color_1 hE hD); have := (from_1_to_y_color_2 hE hD).
  have := (from_1_to_y_color_3 hE hD hD1 En); have := (from_1_to_y_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 0 0 d) => //; rewrite ?addr0 ?add0r ?dd.
have near_y_to_1 : close_to E d (fun i : 'I_n.+4 => y`_i) (fun i => m1`_i).
  have := (from_y_to_1_color_1 hE hD); have := (from_y_to_1_color_2 hE hD).
  have := (from_y_to_1_color_3 hE hD1); have := (from_y_to_1_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 0 d 0) => //; rewrite ?addr0 ?add0r ?dd.
have near_3_to_y : close_to E d (fun i : 'I_n.+4 => m3'`_i) (fun i => y`_i).
  have := (from_3_to_y_color_1 hE hD); have := (from_3_to_y_color_2 hE hD).
  have := (from_3_to_y_color_3 hE hD1); have := (from_3_to_y_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ 0 0 0 d) => //; rewrite ?addr0 ?add0r ?dd.
have near_y_to_3 : close_to E d (fun i : 'I_n.+4 => y`_i) (fun i => m3'`_i).
  have := (from_y_to_3_color_1 hE hD); have := (from_y_to_3_color_2 hE hD).
  have := (from_y_to_3_color_3 hE hD1); have := (from_y_to_3_color_4 hE hD).
  rewrite !dD ?mul0r => h4 h3 h2 h1.
  by apply: (@close_to_four _ _ _ _ _ _ _ _ _ _ _ _ (d - d / E) (d / E) 0 0) => //; rewrite ?addr0 ?add0r ?dd.
apply: (@cycle_of_four _ _ _ _ m1 x m3' y) => //.
  move=> g g0 total4 e12 e24.
  have h12 : g 0%N + g 1%N <= (2%:R * E + 1) * (D / (8%:R * E ^+ 2)).
    by rewrite dD; apply: le_trans e12 _; rewrite /m3' /= le_eqVlt; apply/orP; left; apply/eqP; ring.
  have h24 : 2%:R * (D / (8%:R * E ^+ 2)) / E <= g 1%N + g 3%N.
    rewrite dD ler_pdivr_mulr // [_ * E]mulrC; move: e24; rewrite /m1 /= -ler_subl_addr.
    by have -> : d + 2%:R * d - d = 2%:R * d by ring.
  have := first_color_family h12 (g0 1%N) En; have := second_color_family h12 _ En; have := fourth_color h12 h24 _ En.
  rewrite !dD /x /= mul0r => fourth second first; split=> // [eq|eq eq1]; first by apply: second; rewrite eq.
  have g3 : 2%:R * d / E <= g 3%N by apply: fourth; rewrite eq.
  have e0 : (2%:R * E + 1) * d - g 0%N = 0 by rewrite eq subrr.
  have g1 := g0 1%N.
  apply: (ge_by (e := 1 - (g 0%N + g 1%N + g 2%N + g 3%N) + (g 3%N - 2%:R * d / E) + g 1%N)); last by sign.
  by rewrite eq; ring.
have := not_dominated hE hD; rewrite !dD /x /y /= => less.
apply: (gt_by (e := 2%:R * d / E - d / E)); last by sign.
by ring.
Qed.
