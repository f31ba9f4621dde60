(** * GraphExamples: the definitions that Examples.v leaves out, on numbers that can be checked by hand

    E = infinity for mechanisms, the law of a noise, e^y, boundary graphs, valid boundaries, and the greatest mechanism. As in
    Examples.v nothing but the definitions is used, and most examples come in pairs, one that holds and one that does not. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions Examples.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** E = infinity: the laws [wide] and [narrow], and the pair (0, 1) only *)

Definition two_laws (i : 'I_2) : 'I_3 -> rat := if i == o0 then wide else narrow.
Definition first_pair (i j : 'I_2) : bool := (i == o0) && (j == o1).
Definition second_pair (i j : 'I_2) : bool := (i == o1) && (j == o0).
Definition last_outcome : {set 'I_3} := [set x | x == o2].

Example infinity_private : private_infinity first_pair (1//4) two_laws.
Proof. by rewrite /private_infinity; each=> // _; exact: infinity_yes. Qed.
Example infinity_private_other_way : private_infinity second_pair 0 two_laws.
Proof.
rewrite /private_infinity; each=> // _ A; rewrite /two_laws /= !probE; sums; split_event.
all: first [by move=> _; calculate | move=> h; exfalso; move/eqP: h; apply/negP; calculate].
Qed.
Example infinity_too_small : ~ private_infinity first_pair (1//5) two_laws.
Proof. by move=> /(_ o0 o1 isT); exact: infinity_no. Qed.
Lemma last_outcome_values : prob (two_laws o1) last_outcome = 0 /\ prob (two_laws o0) last_outcome = 1//4.
Proof. by split; rewrite /two_laws /=; event; equals. Qed.
Example infinity_not_private : not_private_infinity first_pair (1//5) two_laws.
Proof.
by exists o0, o1, last_outcome; have [zero quarter] := last_outcome_values; split=> //; rewrite quarter; calculate.
Qed.
Example infinity_not_not_private : ~ not_private_infinity first_pair (1//4) two_laws.
Proof.
case=> i [j [A [/andP[/eqP -> /eqP ->] zero]]]; apply/negP; rewrite -leNgt.
exact: (infinity_private (i := o0) (j := o1)).
Qed.
Example infinity_tight : tight_delta_infinity first_pair (1//4) two_laws.
Proof.
split=> [||d _ /(_ o0 o1 isT last_outcome)]; [by [] | exact: infinity_private |].
by have [-> ->] := last_outcome_values; apply.
Qed.
Example infinity_below_0 : ~ tight_delta_infinity (fun _ _ : 'I_2 => false) (-1) two_laws.
Proof. by case. Qed.
Example infinity_not_tight : ~ tight_delta_infinity first_pair (1//3) two_laws.
Proof. by case=> _ _ /(_ (1//4) isT infinity_private); apply/negP; calculate. Qed.

(** ** The law of a noise *)

Example noise_law_yes : noise_law 2 (two_point_noise (1//2) 1 2).
Proof.
split; last exact: two_points_total.
by rewrite /two_point_noise => z; do ?case: ifP => _; calculate.
Qed.
Example noise_law_total : ~ noise_law 1 (two_point_noise (1//2) 1 2).
Proof. by case=> _; rewrite /noise_sum; sums=> /eqP; apply/negP; calculate. Qed.
Example noise_law_sign : ~ noise_law 1 (fun z => if z == 0 then 3%:R else -1 : rat).
Proof. by case=> /(_ 1) + _; apply/negP; calculate. Qed.

(** ** The number e^y: 1 + 1 + 1/2 + 1/6 = 8/3 < e < 17/6, and e^0 = 1 *)

Ltac terms := rewrite /exp_sum; sums; equals.
Example exp_sums : exp_sum (1 : rat) 3 = 8//3 /\ exp_sum (2%:R : rat) 2 = 5%:R.
Proof. by split; terms. Qed.
Lemma sum_one n : exp_sum (0 : rat) n = 1.
Proof. by rewrite /exp_sum big_ord_recl big1 => [|i _]; rewrite ?exprS ?mul0r //; equals. Qed.
Example exp_zero : is_exp (0 : rat) 1.
Proof. by move=> N n _; rewrite !sum_one ler_addl; split=> // _; apply: divr_ge0; [exact: exprn_ge0 | exact: ler0n]. Qed.
Example exp_zero_only : ~ is_exp (0 : rat) (11//10) /\ ~ is_exp (0 : rat) (9//10).
Proof. by split=> /(_ 1%N 1%N isT); rewrite sum_one => -[]; [move=> _ /(_ isT) | move=> + _]; apply/negP; calculate. Qed.
Example exp_too_small : ~ is_exp (1 : rat) (8//3).
Proof. move=> /(_ 4%N 4%N isT) [+ _]; have -> : exp_sum (1 : rat) 4 = 65//24 by terms. by apply/negP; calculate. Qed.
Example exp_too_large : ~ is_exp (1 : rat) (18//6).
Proof. move=> /(_ 3%N 3%N isT) [_ /(_ isT)]; have -> : exp_sum (1 : rat) 3 = 8//3 by terms. by apply/negP; calculate. Qed.
(** The bounds of e^2 = 7.38...: at n = 5 7.26... and 7.53..., at n = 6 7.35... and 7.44... *)
Definition met (y x : rat) (n : nat) : bool :=
  let s := \sum_(k <- iota 0 n.+1) y ^+ k / k`!%:R in
  (s <= x) && ((2%:R * y <= n.+1%:R) ==> (x <= s + y ^+ n / n`!%:R)).
Lemma metP y x N : reflect (is_exp_upto y N x) (all (met y x) (iota 0 N.+1)).
Proof.
have e n : \sum_(k <- iota 0 n.+1) y ^+ k / k`!%:R = exp_sum y n :> rat.
  by rewrite /exp_sum -(big_mkord xpredT (fun k => y ^+ k / k`!%:R)) /index_iota subn0.
apply: (iffP allP) => [h n nN|h n].
  have := h n; rewrite mem_iota add0n ltnS nN /met e => /(_ isT) /andP[lo hi].
  by split=> // le; apply: (implyP hi).
by rewrite mem_iota add0n ltnS /met e => /h [-> hi] /=; apply/implyP.
Qed.
Ltac each_bound := apply/metP; rewrite /met unlock; vm_compute.
Example exp_2_upto : is_exp_upto (2%:R : rat) 5 (15//2) /\ is_exp_upto (2%:R : rat) 5 (22//3).
Proof. by split; each_bound. Qed.
Example exp_2_further : is_exp_upto (2%:R : rat) 6 (37//5).
Proof. by each_bound. Qed.
Example exp_2_not_upto : ~ is_exp_upto (2%:R : rat) 6 (15//2) /\ ~ is_exp_upto (2%:R : rat) 6 (22//3).
Proof. by split; move/metP; rewrite /met unlock; vm_compute. Qed.

(** ** Two colors *)

Lemma prefix_two (c : {perm 'I_2}) (p : 'I_2 -> rat) k :
  prefix c p k = if k is k'.+1 then if k' is 0%N then p (c o0) else p (c o0) + p (c o1) else 0.
Proof. by rewrite prefixE; sums; case: k => [|[|k]] /=; rewrite ?addr0. Qed.
Lemma total_two (c : {perm 'I_2}) (p : 'I_2 -> rat) : distribution p -> p (c o0) + p (c o1) = 1.
Proof. by case=> _ <-; rewrite (reindex_inj (@perm_inj _ c)); sums; rewrite addr0. Qed.
Lemma dominates_two (c : {perm 'I_2}) (p p' : 'I_2 -> rat) : distribution p -> distribution p' ->
  p' (c o0) <= p (c o0) -> dominates c p p'.
Proof. by move=> d d' le [|[|k]]; rewrite !prefix_two; [exact: lexx | exact: le | rewrite !total_two]. Qed.
Lemma dominates_first (c : {perm 'I_2}) (p p' : 'I_2 -> rat) : dominates c p p' -> p' (c o0) <= p (c o0).
Proof. by move=> /(_ 1%N); rewrite !prefix_two. Qed.
Lemma one_color (P : 'I_2 -> rat) : prob P [set x | x == o0] = P o0.
Proof. by event; rewrite /= !addr0. Qed.
Ltac a_law := split; [each; calculate | sums; equals].

(** (4.3) as printed on its second branch: 15/16, not 1. *)
Example printed_branch : printed (2%:R : rat) (1//8) (5//8) = 15//16 /\ corrected (2%:R : rat) (1//8) (5//8) = 7//8.
Proof. by split; equals. Qed.

(** ** The path 0 - 1 - 2 with the orders 1, 1, swap: the boundary graph has (1, 1) - (1, 0) - (swap, 0) *)

Definition one : {perm 'I_2} := 1%g.
Lemma one_swap : (one == swap) = false.
Proof. by rewrite eq_sym swap_1. Qed.
Lemma boundary0 : boundary path3 orders o0 = false.
Proof. by case/andP: boundary_path => _ /negbTE. Qed.
Lemma boundary1 : boundary path3 orders o1 = true.
Proof. by case/andP: boundary_path => /andP[]. Qed.
Lemma boundary2 : boundary path3 orders o2 = true.
Proof. by case/andP: boundary_path => /andP[]. Qed.
Lemma some3 (P : pred 'I_3) : [exists v, P v] = [|| P o0, P o1 | P o2].
Proof.
apply/existsP/idP => [[v]|/or3P[] h]; [|by exists o0|by exists o1|by exists o2].
by move: v; each=> ->; rewrite ?orbT.
Qed.
Ltac walks := rewrite /= ?some3 /= ?boundary0 ?boundary1 ?boundary2 /orders /= ?eqxx ?swap_1 ?one_swap.
Example within_values : [/\ within path3 orders one 0 o1, ~~ within path3 orders one 0 o0, within path3 orders one 1 o0,
  ~~ within path3 orders swap 0 o1 & within path3 orders swap 1 o1].
Proof. by split; walks. Qed.
Example within_far : ~~ within path3 orders swap 1 o0 /\ within path3 orders swap 2 o0.
Proof. by split; walks. Qed.
Lemma distance_2 : distance path3 orders o2 = 0%N.
Proof. by rewrite /distance card_ord /= boundary2 /orders /= eqxx. Qed.
Lemma vertexE c i : boundary_vertex path3 orders (c, i) =
  [|| (one == c) && (i <= 1)%N, (one == c) && (i <= 0)%N | (swap == c) && (i <= 0)%N].
Proof. by rewrite /boundary_vertex some3 distance_2; have [-> ->] := distances; rewrite card_ord. Qed.
Example boundary_vertices : [/\ boundary_vertex path3 orders (one, 1%N), boundary_vertex path3 orders (swap, 0%N),
  ~~ boundary_vertex path3 orders (one, 2%N) & ~~ boundary_vertex path3 orders (swap, 1%N)].
Proof. by split; rewrite vertexE ?eqxx ?swap_1 ?one_swap. Qed.
Lemma orders_joined c c' : [exists v, exists w, [&& path3 v w, orders v == c & orders w == c']] =
  [|| (one == c) && (one == c'), (one == c) && (swap == c') | (swap == c) && (one == c')].
Proof. by rewrite some3 !some3 /path3 /line_graph /orders /=; do !case: (_ == _). Qed.
Example boundary_edges : [/\ boundary_graph path3 orders (one, 0%N) (one, 1%N),
  boundary_graph path3 orders (one, 1%N) (one, 0%N) & boundary_graph path3 orders (one, 0%N) (swap, 0%N)].
Proof. by split; rewrite /boundary_graph !vertexE ?orders_joined /= ?eqxx ?swap_1 ?one_swap. Qed.
Example boundary_no_edges : [/\ ~~ boundary_graph path3 orders (one, 1%N) (swap, 0%N),
  ~~ boundary_graph path3 orders (one, 1%N) (one, 1%N) & ~~ boundary_graph path3 orders (one, 1%N) (one, 2%N)].
Proof. by split; rewrite /boundary_graph !vertexE ?orders_joined /= ?eqxx ?swap_1 ?one_swap. Qed.
Example boundary_places : boundary_morphism path3 orders o0 = (one, 1%N) /\ boundary_morphism path3 orders o2 = (swap, 0%N).
Proof. by rewrite /boundary_morphism distance_2; have [-> _] := distances. Qed.

(** ** Boundary conditions and the mechanism of Theorems 2 and 3 *)

Definition each_half (c : {perm 'I_2}) : 'I_2 -> rat := half.
Definition opposite (c : {perm 'I_2}) : 'I_2 -> rat := if c == one then law [:: 1; 0] else law [:: 0; 1].
Lemma half_is_law : distribution half.
Proof. a_law. Qed.
Example homogeneous_values : homogeneous orders opposite o0 o0 = 1 /\ homogeneous orders opposite o2 o0 = 0.
Proof. by rewrite /homogeneous /opposite /orders /= eqxx swap_1. Qed.
Example boundary_valid : valid_boundary path3 orders 2%:R (1//4) each_half.
Proof. by split=> [v _|v w _ _]; [exact: half_is_law | split; rewrite /each_half; events]. Qed.
Example boundary_not_close : ~ valid_boundary path3 orders 2%:R (1//4) opposite.
Proof.
case=> _ /(_ o1 o2 isT); rewrite /orders /= eq_sym swap_1 => /(_ isT) [H _].
by move: H; rewrite /opposite eqxx swap_1 => H; fails_for [set x : 'I_2 | x == o0] H.
Qed.
(** Neighbours with one order need not be close at the boundary, and only the boundary needs distributions. *)
Example boundary_valid_outside : valid_boundary path3 (fun=> one) 2%:R (1//4) (fun=> law [:: 3%:R; 0] : 'I_2 -> rat).
Proof.
by split=> [v|v w _]; rewrite ?eqxx // /boundary; case/existsP => w; rewrite eqxx andbF.
Qed.
Example boundary_no_law : ~ valid_boundary path3 orders 2%:R (1//4) (fun=> law [:: 3%:R; 0] : 'I_2 -> rat).
Proof. by case=> /(_ o1 boundary1) [_ /eqP] + _; sums; apply/negP; calculate. Qed.
Example mechanism_values : rainbow_mechanism path3 orders 2%:R (1//4) each_half o0 o0 = 7//8 /\
  rainbow_mechanism path3 orders 2%:R (1//4) each_half o1 o0 = 1//2.
Proof.
rewrite /rainbow_mechanism; have [-> ->] := distances; rewrite card_ord /orders /each_half /=.
by split; [exact: corrected_step.1 | equals].
Qed.
(** Without a boundary the first color is certain. *)
Example mechanism_far : rainbow_mechanism path3 (fun=> swap) 2%:R (1//4) each_half o0 o1 = 1 /\
  rainbow_mechanism path3 (fun=> swap) 2%:R (1//4) each_half o0 o0 = 0.
Proof.
have none_there v : boundary path3 (fun=> swap) v = false.
  by apply/negbTE/existsP => -[w]; rewrite eqxx andbF.
have far v n : within path3 (fun=> swap) swap n v = false.
  by elim: n v => [|n IH] v /=; rewrite ?none_there // IH; apply/negbTE/existsP => -[w]; rewrite IH andbF.
have -> : rainbow_mechanism path3 (fun=> swap) 2%:R (1//4) each_half o0 = first_color _ swap.
  rewrite /rainbow_mechanism /distance hasNfind ?size_iota ?ltnn //.
  by rewrite -all_predC; apply/allP => n _ /=; rewrite far.
by rewrite /first_color /swap !tpermV tpermL tpermR.
Qed.

(** ** The greatest mechanism: two inputs, E = 2, delta = 0, and input 0 is fixed to (1/3, 2/3) or free *)

Definition both_ways (i j : 'I_2) : bool := i != j.
Definition given (i : 'I_2) : 'I_2 -> rat := law [:: 1//3; 2//3].
Definition with_second (p : 'I_2 -> rat) (i : 'I_2) : 'I_2 -> rat := if i == o0 then given o0 else p.
Definition first_fixed : pred 'I_2 := fun i => i == o0.
Notation possible := (feasible both_ways (2%:R : rat) 0 first_fixed given).

Example feasible_yes : possible (with_second (law [:: 2//3; 1//3])).
Proof.
split; [by each; a_law | | by each].
by rewrite /private; each=> // _; rewrite /with_second /=; events.
Qed.
Example feasible_half : possible (with_second half).
Proof.
split; [by each; a_law | | by each].
by rewrite /private; each=> // _; rewrite /with_second /=; events.
Qed.
Example feasible_too_much : ~ possible (with_second (law [:: 3//4; 1//4])).
Proof. by case=> _ /(_ o1 o0 isT) H _; fails_for [set x : 'I_2 | x == o0] H. Qed.
Example feasible_other_row : ~ possible (fun=> half).
Proof. by case=> _ _ /(_ o0 isT o0) /eqP; apply/negP; calculate. Qed.
Example feasible_no_law : ~ possible (with_second (law [:: 1//3; 1//3])).
Proof. by case=> /(_ o1) [_ /eqP] + _ _; sums; apply/negP; calculate. Qed.

Notation greatest_two order := (greatest both_ways (fun=> one) order (2%:R : rat) 0 first_fixed given).
Lemma most M : possible M -> M o1 o0 <= 2//3.
Proof.
case=> _ /(_ o1 o0 isT [set x | x == o0]) + same; rewrite !one_color addr0 (same o0 isT o0) => /le_trans; apply.
by calculate.
Qed.
Lemma fixed_same M : possible M -> forall x, M o0 x = given o0 x.
Proof. by case=> _ _ same x; exact: same. Qed.
Example greatest_dominates : greatest_two (@dominates _ 2) (with_second (law [:: 2//3; 1//3])).
Proof.
split=> [|M pos]; first exact: feasible_yes; have [mech _ _] := pos; have [mine _ _] := feasible_yes.
each; apply: dominates_two => //; rewrite perm1; [by rewrite (fixed_same pos) | exact: most].
Qed.
Example greatest_lexicographic : greatest_two (@lexicographic _ 2) (with_second (law [:: 2//3; 1//3])).
Proof.
split=> [|M pos]; first exact: feasible_yes; have [mech _ _] := pos.
each; first by left=> x; rewrite /with_second /= (fixed_same pos).
have := most pos; rewrite le_eqVlt => /orP[/eqP eq|lt]; last first.
  by right; exists o0; rewrite ?perm1 // => i; rewrite ltn0.
left; each; rewrite perm1 /with_second /=; first by rewrite eq; equals.
have := total_two one (mech o1); rewrite !perm1 eq => /(canRL (addKr _)) ->; equals.
Qed.
Example greatest_not : ~ greatest_two (@dominates _ 2) (with_second half).
Proof. by case=> _ /(_ _ feasible_yes o1) /dominates_first; rewrite perm1; apply/negP; calculate. Qed.
Example greatest_not_lexicographic : ~ greatest_two (@lexicographic _ 2) (with_second half).
Proof.
case=> _ /(_ _ feasible_yes o1) [/(_ o0)|[k]].
  by rewrite perm1 => /eqP; apply/negP; calculate.
move: k; each; [move=> _ | move=> /(_ o0 isT) + _; rewrite perm1 => /eqP]; rewrite ?perm1; by apply/negP; calculate.
Qed.
Example greatest_not_feasible : ~ greatest_two (@dominates _ 2) (with_second (law [:: 3//4; 1//4])).
Proof. by case=> /feasible_too_much. Qed.

(** Two orders and nothing fixed: each input wants another color, so there is none. With one order there is. *)
Notation none_free f := (none both_ways f (@dominates _ 2) (2%:R : rat) 0 (pred0 : pred 'I_2) given).
Lemma constant_free (p : 'I_2 -> rat) : distribution p -> feasible both_ways (2%:R : rat) 0 (pred0 : pred 'I_2) given (fun=> p).
Proof.
move=> [p0 total]; split=> // i j _ S; rewrite addr0 mulr_natl mulr2n ler_addr.
by apply: sumr_ge0.
Qed.
Lemma first_law : distribution (law [:: 1; 0] : 'I_2 -> rat).
Proof. a_law. Qed.
Lemma second_law : distribution (law [:: 0; 1] : 'I_2 -> rat).
Proof. a_law. Qed.
Example none_two_orders : none_free (fun i => if i == o0 then one else swap).
Proof.
split=> [|M [[mech priv _] best]]; first by exists (fun=> half); apply: constant_free half_is_law.
have /= at0 := dominates_first (best _ (constant_free first_law) o0).
have /= at1 := dominates_first (best _ (constant_free second_law) o1).
have := priv o0 o1 isT [set x | x == o0]; rewrite !one_color addr0 => le.
move: at0 at1; rewrite perm1 tpermL => at0 at1; have := total_two one (mech o1); rewrite !perm1 => eq.
have zero : M o1 o0 <= 0 by rewrite -(ler_add2r (M o1 o1)) eq add0r.
have : (1 : rat) <= 0; last by apply/negP; calculate.
by apply: le_trans at0 (le_trans le _); rewrite pmulr_rle0.
Qed.
Example none_one_order : ~ none_free (fun=> one).
Proof.
case=> _ /(_ (fun=> law [:: 1; 0])); apply; split=> [|M [mech _ _] v]; first exact: constant_free first_law.
apply: dominates_two; [exact: first_law | exact: mech | rewrite perm1 /law /=].
by have := total_two one (mech v); rewrite !perm1 => <-; rewrite ler_addl; have [h _] := mech v.
Qed.
(** None among those there are: where there is no mechanism, this is not said. *)
Definition impossible (i : 'I_2) : 'I_2 -> rat := if i == o0 then law [:: 1; 0] else law [:: 0; 1].
Example none_infeasible : ~ none both_ways (fun=> one) (@dominates _ 2) (2%:R : rat) 0 predT impossible.
Proof.
case=> -[M [_ priv same]] _; move: (priv o0 o1 isT [set x | x == o0]).
by rewrite !one_color addr0 (same o0 isT) (same o1 isT); apply/negP; calculate.
Qed.

(** ** Forests: the path 0 - 1 - 2 is one, a triangle is none, unless one of its vertices is not free *)

Definition triangle (i j : 'I_3) : bool := i != j.
Lemma three_of_3 (P : pred 'I_3) s : (2 < size s)%N -> uniq s -> all P s -> exists i j k : 'I_3, s = [:: i; j; k] /\ [&& P i, P j & P k].
Proof.
move=> long /card_uniqP size; have : (#|s| <= 3)%N by rewrite -[X in (_ <= X)%N]card_ord max_card.
rewrite size; case: s long {size} => [|i [|j [|k [|l s]]]] //= _ _ /and4P [a b c _].
by exists i, j, k; rewrite a b c.
Qed.
Example forest_path : forest path3 predT.
Proof.
move=> s long uniq_s all_s; have [i [j [k [-> _]]]] := three_of_3 long uniq_s all_s.
by rewrite /path.cycle /= /path3 /line_graph; move: i j k; each; calculate.
Qed.
Example forest_edge : forest both_ways predT.
Proof.
move=> s long /card_uniqP size; have := max_card (mem s).
by rewrite card_ord size leqNgt long.
Qed.
Example no_forest : ~ forest triangle predT.
Proof. by move/(_ [:: o0; o1; o2] isT isT isT). Qed.
Example forest_free : forest triangle (fun i => i != o0).
Proof.
move=> s long uniq_s all_s; have [i [j [k [eq /and3P [a b c]]]]] := three_of_3 long uniq_s all_s.
by move: uniq_s a b c; rewrite eq; move: i j k {eq}; each.
Qed.
Definition square (i j : 'I_4) : bool := (i.+1 == j :> nat)%N || (j.+1 == i :> nat)%N || (i + j == 3)%N && (i != j).
Example no_forest_square : ~ forest square predT.
Proof. by move/(_ [:: o0; o1; o2; o3] isT isT isT). Qed.
