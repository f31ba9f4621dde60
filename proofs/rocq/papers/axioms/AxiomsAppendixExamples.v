(** * AxiomsAppendixExamples: the definitions for Appendices A, B and F and for the best answer of Section 3 *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Examples.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Appendix F, for one input: the numbers from 0 to 1 *)

Notation line := [lmodType rat of rat^o].
Definition unit_interval (x : line) : Prop := 0 <= (x : rat) <= 1.
Definition square (x : line) : rat := (x : rat) ^+ 2.
Definition itself (x : line) : rat := x.

Example shrinkable_yes : shrinkable unit_interval.
Proof. by move=> p x /andP[p0 p1] /andP[x0 x1]; apply/andP; split; [exact: mulr_ge0 | exact: mulr_ile1]. Qed.
Example shrinkable_no : ~ shrinkable (fun x : line => x = 1).
Proof. by move=> /(_ 0 1 isT (erefl _)) /eqP; rewrite scale0r; apply/negP. Qed.
Example convex_set_yes : convex_set (fun x : line => 0 <= (x : rat)) /\ convex_set (fun x : line => (x : rat) = 1).
Proof.
split=> [p x y /andP[p0 p1] x0 y0|p x y _ -> ->]; first by apply: addr_ge0; apply: mulr_ge0; rewrite // subr_ge0.
by rewrite /GRing.scale /= !mulr1 addrC subrK.
Qed.
Example convex_set_no : ~ convex_set (fun x : line => (x : rat) = 0 \/ (x : rat) = 1).
Proof. by move=> /(_ (1//2) 0 1 isT (or_introl (erefl _)) (or_intror (erefl _))) [] /eqP; apply/negP; calculate. Qed.
Example splits_rows_yes : splits_rows unit_interval itself.
Proof. by move=> p x _ _; rewrite /itself /GRing.scale /= -mulrDl addrC subrK mul1r. Qed.
Example splits_rows_no : ~ splits_rows unit_interval square.
Proof. by move=> /(_ (1//2) 1 isT isT) /eqP; apply/negP; calculate. Qed.
Example scales_yes : scales unit_interval itself /\ ~ scales unit_interval square.
Proof. by split=> // /(_ (1//2) 1 isT isT) /eqP; apply/negP; calculate. Qed.
Example convex_on_yes : convex_on unit_interval square /\ ~ convex_on unit_interval (fun x => - square x).
Proof.
split=> [p x y /andP[p0 p1] _ _|/(_ (1//2) 1 0 isT isT isT)]; last by apply/negP; calculate.
rewrite /square /GRing.scale /= -subr_ge0.
have -> : p * (x : rat) ^+ 2 + (1 - p) * (y : rat) ^+ 2 - (p * (x : rat) + (1 - p) * (y : rat)) ^+ 2
  = p * (1 - p) * ((x : rat) - (y : rat)) ^+ 2 by ring.
by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // subr_ge0.
Qed.
Example subadditive_on_yes : subadditive_on unit_interval itself /\ ~ subadditive_on unit_interval square
  /\ subadditive_on (fun x : line => (x : rat) = 1) square.
Proof. by split=> [x y _ _ _ //|]; split=> [/(_ (1//2) (1//2) isT isT isT)|x y -> -> /eqP //]; apply/negP; calculate. Qed.

(** ** The ends of intervals *)

Example is_sup_yes : is_sup (fun x : rat => 0 <= x < 1) 1 /\ ~ is_sup (fun x : rat => 0 <= x < 1) 2%:R
  /\ ~ is_sup (fun x : rat => 0 <= x < 1) (1//2).
Proof.
split.
  split=> [x /andP[_ /ltW] //|u h]; case: (leP 1 u) => // lt; have /h u0 : 0 <= (0 : rat) < 1 by [].
  have : 0 <= (u + 1) / 2%:R < 1 by rewrite divr_ge0 ?addr_ge0 //= ltr_pdivr_mulr // mul1r -[2%:R]/(1 + 1) ltr_add2r.
  by move/h; rewrite ler_pdivr_mulr // mulr_natr mulr2n ler_add2l leNgt lt.
split; first by case=> _ /(_ 1) h; have : 2%:R <= 1 :> rat by apply: h => x /andP[_ /ltW].
by case=> /(_ (3//4) isT) + _; apply/negP; vm_compute.
Qed.
Example is_inf_yes : is_inf (fun x : rat => 0 <= x < 1) 0 /\ ~ is_inf (fun x : rat => 0 <= x < 1) (-1)
  /\ ~ is_inf (fun x : rat => 0 <= x < 1) (1//2).
Proof.
split; first by split=> [x /andP[] //|u]; apply.
split; first by case=> _ /(_ 0) h; have : 0 <= -1 :> rat by apply: h => x /andP[].
by case=> /(_ (1//4) isT) + _; apply/negP; vm_compute.
Qed.
(** All b with 0 <= b < 1, and b = 1 beside; without 1/2 it is no interval. *)
Definition below_1 (a b : rat) : Prop := 0 <= b < 1.
Example ends_yes : ends below_1 (fun=> 1) (fun=> 0) /\ ~ ends below_1 (fun=> 2%:R) (fun=> 0)
  /\ ~ ends (fun a b => 0 <= b < 1 /\ b != 1//2) (fun=> 1) (fun=> 0) /\ ~ ends below_1 (fun=> 1) (fun=> -1).
Proof.
have [s [s2 _]] := is_sup_yes; have [i [i2 _]] := is_inf_yes; split.
  by move=> a _; split=> // b /andP[b0 b1]; rewrite /below_1 ltW.
split; first by move=> /(_ 0 isT) [].
split; last by move=> /(_ 0 isT) [].
by move=> /(_ 0 isT) [_ _ /(_ (1//2) isT) []].
Qed.
Example with_ends_values : let q := with_ends below_1 (fun=> 1) (fun=> -1) in
  [/\ q 0 0, q 0 1, q 0 (-1) & ~ q 0 2%:R].
Proof. by split; [constructor 1 | constructor 2 | constructor 3 | case=> // /eqP; apply/negP; calculate]. Qed.
Example mirrored_value : mirrored (fun a => Num.min 1 (2%:R * a)) (7//8) = 3//4 :> rat.
Proof. by rewrite /mirrored; equals. Qed.
(** 1/2 on {0}, 1/4 on {1}. *)
Example simple_values : [seq simple 2 (fun i => nth 0 [:: 1//2; 1//4] i) (fun i x => x == i) x | x <- iota 0 3] = [:: 1//2; 1//4; 0].
Proof.
have two (F : nat -> rat) : \sum_(0 <= i < 2) F i = F 0%N + F 1%N by rewrite big_ltn // big_nat1.
by rewrite /simple /= !two; equals.
Qed.

(** ** Figure 8 with the prior 3/4 for Yes: Yes is the best answer to both outputs, and loses 1/4 *)

Definition lies : 'I_2 -> 'I_2 -> rat := entries [:: [:: 2//3; 1//3]; [:: 1//3; 2//3]].
Definition prior : 'I_2 -> rat := law [:: 3//4; 1//4].
Definition wrong (a i : 'I_2) : rat := (a != i)%:R.
Example answered_values : answered prior wrong lies (fun=> o0) = 1//4 /\ answered prior wrong lies id = 1//3.
Proof. by rewrite /answered; split; sums; equals. Qed.
Example least_loss_figure_8 : least_loss prior wrong lies (1//4) /\ ~ least_loss prior wrong lies (1//3)
  /\ ~ least_loss prior wrong lies (1//5).
Proof.
have least g : 1//4 <= answered prior wrong lies g.
  by rewrite /answered; sums; move: (g o0) (g o1); each; each; calculate.
split; first by split=> //; exists (fun=> o0); case: answered_values.
split; first by case=> _ /(_ (fun=> o0)); rewrite (proj1 answered_values); apply/negP; calculate.
by case=> -[g e] _; have := least g; rewrite e; apply/negP; calculate.
Qed.
Example best_values : [seq best_value prior wrong o1 (likelihood lies o) | o <- [:: o0; o1]] = [:: - (1//12); - (1//6)].
Proof.
rewrite /= /best_value /value_of /likelihood !big_ord_recl !big_ord0 !mxE; equals.
Qed.
Example value_of_no : value_of prior wrong o1 (likelihood lies o0) = - (1//2).
Proof. by rewrite /value_of /likelihood; sums; rewrite !mxE; equals. Qed.
