(** * Examples: definitions on numbers of the docs, by computation over the rational numbers

    A theorem about a wrong definition is true and worthless. Each example instantiates a definition with numbers that
    docs/count_queries.md, docs/rainbow.md or the README print or that a reader can check by hand; most come in pairs,
    one that holds and one that does not. Nothing of the other files is used, only the definitions. More examples are in the
    other files whose names end in Examples. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Export Notations.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The law with these numbers, and one row of them for each input. *)
Definition law (n : nat) (s : seq rat) (i : 'I_n) : rat := nth 0 s i.
Definition entries (m n : nat) (s : seq (seq rat)) (i : 'I_m) : 'I_n -> rat := law (nth [::] s i).

(** Tactics: a property of all elements of 'I_n one by one; sums written out; all events one by one. *)
Lemma all_lift n (P : 'I_n.+1 -> Prop) : P ord0 -> (forall j, P (lift ord0 j)) -> forall i, P i.
Proof. by move=> first rest i; case: (unliftP ord0 i) => [j|] ->. Qed.
Lemma all_none (P : 'I_0 -> Prop) : forall i, P i.
Proof. by case. Qed.
Lemma all1 (P : 'I_1 -> Prop) : P o0 -> forall i, P i.
Proof. by move=> h i; rewrite (ord1 i). Qed.
Lemma all2 (P : 'I_2 -> Prop) : P o0 -> P o1 -> forall i, P i.
Proof. by move=> h0 h1; apply: (all_lift h0); exact: (@all1 (fun j => P (lift ord0 j))). Qed.
Lemma all3 (P : 'I_3 -> Prop) : P o0 -> P o1 -> P o2 -> forall i, P i.
Proof. by move=> h0 h1 h2; apply: (all_lift h0); exact: (@all2 (fun j => P (lift ord0 j))). Qed.
Lemma all4 (P : 'I_4 -> Prop) : P o0 -> P o1 -> P o2 -> P o3 -> forall i, P i.
Proof. by move=> h0 h1 h2 h3; apply: (all_lift h0); exact: (@all3 (fun j => P (lift ord0 j))). Qed.
Ltac each :=
  lazymatch goal with
  | |- forall i : 'I_1, _ => refine (all1 _ ); cbv beta; each
  | |- forall i : Finite.sort (ordinal_finType 1), _ => refine (all1 _ ); cbv beta; each
  | |- forall i : 'I_2, _ => refine (all2 _ _ ); cbv beta; each
  | |- forall i : Finite.sort (ordinal_finType 2), _ => refine (all2 _ _ ); cbv beta; each
  | |- forall i : 'I_3, _ => refine (all3 _ _ _ ); cbv beta; each
  | |- forall i : Finite.sort (ordinal_finType 3), _ => refine (all3 _ _ _ ); cbv beta; each
  | |- forall i : 'I_4, _ => refine (all4 _ _ _ _ ); cbv beta; each
  | |- forall i : Finite.sort (ordinal_finType 4), _ => refine (all4 _ _ _ _ ); cbv beta; each
  | |- mechanism _ => rewrite /mechanism; each
  | |- private _ _ _ _ => rewrite /private; each
  | |- close_singletons _ _ _ _ => rewrite /close_singletons; each
  | |- _ => idtac
  end.
Lemma probE (T : finType) (P : T -> rat) (A : {set T}) : prob P A = \sum_x if x \in A then P x else 0.
Proof. exact: big_mkcond. Qed.
Ltac sums := rewrite /= ?big_ord_recl ?big_ord0.
Ltac calculate := vm_compute; first [reflexivity | discriminate | done].
Ltac equals := apply/eqP; vm_compute; reflexivity.
Ltac split_event := repeat match goal with |- context [in_mem ?x (mem ?A)] => case: (x \in A) end.
Ltac event := rewrite ?probE; sums; rewrite ?inE.
Ltac events := let S := fresh "S" in intros S; rewrite ?probE; sums; split_event; calculate.
Ltac pairs := let h := fresh "h" in intro h; vm_compute in h; first [discriminate h | clear h; events].
Ltac fails_for A H := move: (H A); event; move=> {H}; apply/negP; vm_compute; reflexivity.

(** ** Laws and events *)

Example distribution_yes : distribution (law [:: 3//4; 1//4] : 'I_2 -> rat).
Proof. by split; [each; calculate | sums; equals]. Qed.
Example distribution_total : ~ distribution (law [:: 3//4; 3//4] : 'I_2 -> rat).
Proof. by case=> _; sums=> /eqP; vm_compute. Qed.
Example distribution_sign : ~ distribution (law [:: 5//4; - (1//4)] : 'I_2 -> rat).
Proof. by case=> /(_ o1) + _; apply/negP; calculate. Qed.

Example prob_event : prob (law [:: 1//6; 1//3; 1//2] : 'I_3 -> rat) [set x : 'I_3 | x != o1] = 2//3.
Proof. event; equals. Qed.

(** Randomized response that tells the truth with probability 3/4 (README). *)
Definition response : 'I_2 -> 'I_2 -> rat := entries [:: [:: 3//4; 1//4]; [:: 1//4; 3//4]].
Definition other (i j : 'I_2) : bool := i != j.

Example response_mechanism : mechanism response.
Proof. by each; (split; [each; calculate | sums; equals]). Qed.
Example one_row_is_no_law : ~ mechanism (entries [:: [:: 1; 0]; [:: 3//2; - (1//2)]] : 'I_2 -> 'I_2 -> rat).
Proof. by case/(_ o1) => /(_ o1) + _; apply/negP; calculate. Qed.
Example response_private : private other 3%:R 0 response.
Proof. by each; pairs. Qed.
Example response_not_2 : ~ private other 2%:R 0 response.
Proof. by move=> /(_ o0 o1 isT) H; fails_for [set x : 'I_2 | x == o0] H. Qed.
Example response_not_private : not_private other 2%:R (1//5) response.
Proof. by exists o0, o1, [set x | x == o0]; split=> //; event; calculate. Qed.
Example response_not_private_at_3 : ~ not_private other 3%:R 0 response.
Proof. case=> i [j [S []]]; move: i j; each=> //= _; rewrite ?probE; sums; split_event; apply/negP; calculate. Qed.
Example response_tight : tight_delta other 2%:R (1//4) response.
Proof.
split=> [||d _]; first by [].
  by each; pairs.
move=> /(_ o0 o1 isT [set x | x == o0]); event. rewrite -ler_subl_addl; apply: le_trans; calculate.
Qed.
Example response_not_tight : ~ tight_delta other 2%:R (1//3) response.
Proof.
case=> _ _ /(_ (1//4) isT) H; suff: private other 2%:R (1//4) response by move/H; vm_compute.
by each; pairs.
Qed.
Example tight_without_pairs : tight_delta (fun _ _ : 'I_2 => false) 2%:R 0 response.
Proof. by []. Qed.
(** Nothing below 0 is a delta, also where everything is private. *)
Example tight_below_0 : ~ tight_delta (fun _ _ : 'I_2 => false) 2%:R (-1) response.
Proof. by case. Qed.
Example hockey_stick_response : hockey_stick 2%:R (response o0) (response o1) = 1//4.
Proof. by rewrite /hockey_stick; sums; equals. Qed.

(** A relation is ordered: sure of 0 against a fair coin, in one direction only. *)
Definition coins : 'I_2 -> 'I_2 -> rat := entries [:: [:: 1; 0]; [:: 1//2; 1//2]].
Example one_direction : private (fun i j : 'I_2 => (i == o0) && (j == o1)) 2%:R 0 coins.
Proof. by each; pairs. Qed.
Example singletons_one_direction : close_singletons 2%:R 0 (coins o0) (coins o1) /\ ~ close_singletons 2%:R 0 (coins o1) (coins o0).
Proof. by split; [each; calculate | move=> /(_ o1); apply/negP; calculate]. Qed.
Example other_direction : ~ private (fun i j : 'I_2 => (i == o1) && (j == o0)) 2%:R 0 coins.
Proof. by move=> /(_ o1 o0 isT) H; fails_for [set x : 'I_2 | x == o1] H. Qed.
Example not_close : ~ close 2%:R 0 (coins o0) (coins o1).
Proof. by case=> _ H; fails_for [set x : 'I_2 | x == o1] H. Qed.
Example not_close_mirrored : ~ close 2%:R 0 (coins o1) (coins o0).
Proof. by case=> H _; fails_for [set x : 'I_2 | x == o1] H. Qed.

(** All events, not only singletons: four outcomes, disjoint supports, E = 1, delta = 1/2. *)
Definition left : 'I_4 -> rat := law [:: 1//2; 1//2; 0; 0].
Definition right : 'I_4 -> rat := law [:: 0; 0; 1//2; 1//2].
Example singletons_close : close_singletons 1 (1//2) left right.
Proof. by each; calculate. Qed.
Example singletons_not_close : ~ close_singletons 1 (1//3) left right.
Proof. by move=> /(_ o0); apply/negP; calculate. Qed.
Example events_not_close : ~ close_to 1 (1//2) left right.
Proof. by move=> H; fails_for [set x : 'I_4 | (x == o0) || (x == o1)] H. Qed.
Example events_close_1 : close_to 1 1 left right.
Proof. events. Qed.

(** E = infinity: only events that the other law cannot have. *)
Definition wide : 'I_3 -> rat := law [:: 1//2; 1//4; 1//4].
Definition narrow : 'I_3 -> rat := law [:: 1//3; 2//3; 0].
Example infinity_yes : close_to_infinity (1//4) wide narrow.
Proof.
intros A; rewrite !probE; sums; split_event.
all: first [by move=> _; calculate | move=> h; exfalso; move/eqP: h; apply/negP; calculate].
Qed.
Example infinity_no : ~ close_to_infinity (1//5) wide narrow.
Proof.
move=> /(_ [set x | x == o2]); event; move=> h; suff: 1//4 <= 1//5 :> rat by apply/negP; calculate.
by apply: h; equals.
Qed.

(** ** Combinations *)

Definition half : 'I_2 -> rat := law [:: 1//2; 1//2].
Definition skew : 'I_2 -> rat := law [:: 1//3; 2//3].
Definition sample_kernel : 'I_2 -> 'I_2 -> rat := entries [:: [:: 1//4; 3//4]; [:: 1; 0]].
Example post_value : post sample_kernel skew o0 = 3//4 /\ post sample_kernel skew o1 = 1//4.
Proof. by rewrite /post; split; sums; equals. Qed.
Example mixture_value : mixture skew sample_kernel o0 = 3//4 /\ mixture half sample_kernel o0 = 5//8.
Proof. by rewrite /mixture; split; sums; equals. Qed.
Example product_value : product skew half (o1, o0) = 1//3 /\ product skew (sample_kernel o1) (o0, o1) = 0.
Proof. by split; equals. Qed.
Example compose_value : compose skew sample_kernel (o0, o1) = 1//4 /\ compose skew sample_kernel (o1, o0) = 2//3.
Proof. by split; equals. Qed.
(** The next answer is skew, or the kernel of the last answer: another law after each answer. *)
Definition by_last (before : seq 'I_2) : 'I_2 -> rat := if before is [::] then skew else sample_kernel (last o0 before).
Example law_of_answers_value : law_of_answers by_last [::] [:: o0; o1] = 1//4 /\ law_of_answers by_last [::] [:: o1; o0] = 2//3.
Proof. by split; equals. Qed.
Example law_of_answers_order : law_of_answers by_last [:: o1] [:: o0; o0] = 1//4 /\ law_of_answers by_last [:: o0] [:: o0; o1] = 3//16.
Proof. by split; equals. Qed.
Example adaptive_law_value : adaptive_law by_last [tuple o0; o1; o0] = 1//4.
Proof. equals. Qed.

(** ** The sufficiency order *)

Definition sure : 'I_2 -> 'I_2 -> rat := entries [:: [:: 1; 0]; [:: 0; 1]].
Definition flat : 'I_2 -> 'I_2 -> rat := entries [:: [:: 1//2; 1//2]; [:: 1//2; 1//2]].
Definition never (i j : 'I_2) : bool := false.
Ltac law_by_law := each; (split; [each; calculate | sums; equals]).

(** The answer itself, followed by a coin that tells it with probability 3/4; and not the other way round. *)
Example response_follows : followed sure response.
Proof. by exists response; [law_by_law | each; rewrite /post; sums; equals]. Qed.
Example flat_follows : followed response flat.
Proof. by exists flat; [law_by_law | each; rewrite /post; sums; equals]. Qed.
Lemma flat_same (T : finType) (P : 'I_2 -> T -> rat) : followed flat P -> P o0 =1 P o1.
Proof. by case=> K _ eq t; rewrite !eq /post; sums. Qed.
Example response_does_not_follow : ~ followed flat response.
Proof. by move/flat_same/(_ o0)/eqP; apply/negP; calculate. Qed.
(** Only a map with numbers below 0 leads back. *)
Example sure_does_not_follow : ~ followed response sure.
Proof.
case=> K mech eq; have K0 x u : 0 <= K x u by case: (mech x).
have := eq o0 o1; have := eq o1 o1; rewrite /post; sums; rewrite !addr0 => e1 e0.
have := mulr_ge0 (_ : 0 <= 3//4) (K0 o0 o1) => /(_ isT) k0.
have a0 : (3//4) * K o0 o1 = - ((1//4) * K o1 o1).
  by apply/eqP; rewrite -addr_eq0; apply/eqP/esym; exact: e0.
have b0 : 0 <= (1//4) * K o1 o1 by apply: mulr_ge0.
have z0 : (1//4) * K o1 o1 = 0 by apply/eqP; rewrite eq_le b0 andbT -oppr_ge0 -a0.
have z1 : K o1 o1 = 0 by apply: (mulfI (isT : 1//4 != 0)); rewrite z0 mulr0.
have y1 : K o0 o1 = 0 by apply: (mulfI (isT : 3//4 != 0)); rewrite a0 z1 !mulr0 oppr0.
by move: e1; rewrite z1 y1 => /eqP; apply/negP; calculate.
Qed.

(** E = 1, two inputs that must have the same law: whatever is private is a constant, so a constant is maximal. *)
Example flat_maximal : maximally_sufficient other 1 flat.
Proof.
split=> [|U Q mech priv _]; first by each; pairs.
have same i u : Q i u = Q o0 u.
  have le a b : other a b -> Q a u <= Q b u.
    by move=> ab; have := priv a b ab [set u]; rewrite /prob !big_set1 mul1r addr0.
  move: i; each => //; apply/eqP; rewrite eq_le !le //.
exists (fun _ => Q o0) => [x|i u]; first exact: mech.
by rewrite same /post; move: i; each; sums; rewrite addr0 -mulrDl; rewrite (_ : _ + _ = 1) ?mul1r //; equals.
Qed.
Example flat_not_not_maximal : ~ not_maximally_sufficient other 1 flat.
Proof. by case=> _ [U [Q [mech priv]]] /(flat_maximal.2 U Q mech priv). Qed.

(** Without pairs everything is private: the answer itself is, and no constant leads back to it. *)
Lemma sure_mechanism : mechanism sure. Proof. law_by_law. Qed.
Lemma all_private (P : 'I_2 -> 'I_2 -> rat) : private never 1 0 P. Proof. by []. Qed.
Lemma flat_of_sure : followed sure flat.
Proof. by exists flat; [law_by_law | each; rewrite /post; sums; equals]. Qed.
Lemma sure_not_of_flat : ~ followed flat sure.
Proof. by move/flat_same/(_ o0)/eqP; apply/negP; calculate. Qed.
Example flat_not_maximal : not_maximally_sufficient never 1 flat.
Proof.
split; first exact: all_private.
exists (ordinal_finType 2), sure; split; [exact: sure_mechanism | exact: all_private | exact: flat_of_sure | exact: sure_not_of_flat].
Qed.
Example flat_not_maximal_without_pairs : ~ maximally_sufficient never 1 flat.
Proof. by case=> _ /(_ _ sure sure_mechanism (all_private _) flat_of_sure) /sure_not_of_flat. Qed.
(** What is not private is neither. *)
Example sure_neither : ~ maximally_sufficient other 1 sure /\ ~ not_maximally_sufficient other 1 sure.
Proof. by split; case=> /(_ o0 o1 isT) H _; fails_for [set x : 'I_2 | x == o0] H. Qed.
(** Without pairs the answer itself is maximal. *)
Example sure_maximal : maximally_sufficient never 1 sure.
Proof.
split=> // U Q mech _ [K mechK eq]; exists Q; first exact: mech.
by move=> i u; rewrite /post; move: i; each; sums; rewrite ?mul1r ?mul0r ?addr0 ?add0r.
Qed.

(** ** Linear programs: least x + 2 y with x + y >= 3, x <= 2, y = 1, or variants; y may be free *)

Definition plan (y_free : bool) (signs : seq relation) (bounds : seq rat) : program rat_realFieldType 2 3 :=
  Program (fun j => y_free && (j == o1)) (law [:: 1; 2%:R]) (fun i => nth Eq signs i)
    (entries [:: [:: 1; 1]; [:: 1; 0]; [:: 0; 1]]) (law bounds).
(** Sums without bigops, which compute: of one and of two numbers. *)
Lemma dot1 (a x : 'I_1 -> rat) : dot a x = a o0 * x o0.
Proof. by rewrite /dot big_ord_recl big_ord0 addr0. Qed.
Lemma dot2 (a x : 'I_2 -> rat) : dot a x = a o0 * x o0 + a o1 * x o1.
Proof. by rewrite /dot !big_ord_recl big_ord0 addr0. Qed.
Ltac program := do ?split; each; rewrite ?(dot1, dot2); first [calculate | equals | idtac].

Example plan_meets : meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 2%:R; 1]).
Proof. by program. Qed.
Example plan_misses_ge : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 1; 0]).
Proof. by case=> /(_ o0) + _; rewrite dot2; apply/negP; calculate. Qed.
Example plan_misses_le : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 3%:R; 2%:R]).
Proof. by case=> /(_ o1) + _; rewrite dot2; apply/negP; calculate. Qed.
Example plan_misses_eq : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 2%:R; 2%:R]).
Proof. by case=> /(_ o2) + _; rewrite dot2 => /eqP; apply/negP; calculate. Qed.
Example plan_sign : ~ meets (plan false [:: Le; Le; Le] [:: 3%:R; 2%:R; 1]) (law [:: 0; -1]).
Proof. by case=> _ /(_ o1 isT). Qed.
Example plan_free : meets (plan true [:: Le; Le; Le] [:: 3%:R; 2%:R; 1]) (law [:: 0; -1]).
Proof. by program. Qed.

(** Least x with x <= 1, x >= 0: 0, and not 1; with x free there is no least one. *)
Definition interval (free : bool) : program rat_realFieldType 1 1 :=
  Program (fun _ => free) (law [:: 1]) (fun _ => Le) (entries [:: [:: 1]]) (law [:: 1]).
Example interval_optimum : optimum (interval false) 0.
Proof.
split=> [|x [_ sign]]; first by exists (law [:: 0]); [program | rewrite dot1; equals].
by rewrite dot1 mul1r; apply: sign.
Qed.
Example interval_not_optimum : ~ optimum (interval false) 1.
Proof.
case=> _ /(_ (law [:: 0])) h; have: (1 : rat) <= 0; last by apply/negP; calculate.
by apply: le_trans (h _) _; [program | rewrite dot1; calculate].
Qed.
Example interval_unbounded : unbounded (interval true).
Proof.
move=> v; exists (fun=> Num.min 0 (v - 1)).
  by split=> [|//]; rewrite /meets; each; rewrite dot1 mul1r /holds /= le_minl ler01.
by rewrite dot1 mul1r lt_minl ltr_subl_addr ltr_addl ltr01 orbT.
Qed.
Example interval_not_unbounded : ~ unbounded (interval false).
Proof.
case/(_ 0) => x [_ sign]; rewrite dot1 mul1r; apply/negP; rewrite -leNgt; exact: sign.
Qed.
Example interval_infeasible : ~ infeasible (interval false).
Proof. by move/(_ (law [:: 0])); apply; program. Qed.

(** x <= -1 and x >= 0. *)
Example nowhere : infeasible (Program (fun=> false) (law [:: 1]) (fun=> Le) (entries [:: [:: 1]]) (law [:: -1])
  : program rat_realFieldType 1 1).
Proof.
move=> x [/(_ o0) + /(_ o0 isT)]; rewrite dot1 mul1r => le ge.
by move: (le_trans ge le); apply/negP; calculate.
Qed.

(** ** Count queries *)

(** ** Count queries *)

Example neighbours_in : neighbours 2 5 2 3 && neighbours 2 5 5 4.
Proof. by []. Qed.
Example neighbours_out : ~~ [|| neighbours 2 5 1 2, neighbours 2 5 2 1, neighbours 2 5 5 6, neighbours 2 5 6 5,
  neighbours 2 5 3 3 | neighbours 2 5 2 4].
Proof. by []. Qed.
Example neighboring_queries_in :
  neighboring_queries 2 5 (fun before : seq bool => 3%N) (fun before => if before is true :: _ then 4%N else 3%N).
Proof. by move=> [|[] before]; split=> //; [left | right | left]. Qed.
Example neighboring_queries_far :
  ~ neighboring_queries 2 5 (fun _ : seq bool => 3%N) (fun before => if before is true :: _ then 5%N else 3%N).
Proof. by move=> /(_ [:: true]) [_ []]. Qed.
Example neighboring_queries_low : ~ neighboring_queries 2 5 (fun _ : seq bool => 1%N) (fun _ => 1%N).
Proof. by move=> /(_ [::]) []. Qed.
Example noise_sum_squares : noise_sum 2 (fun z => z%:~R ^+ 2 : rat) = 10%:R /\ noise_sum 2 (fun z => z%:~R : rat) = 0.
Proof. by rewrite /noise_sum; split; sums; equals. Qed.

(** Example 1 of the paper: eta = 1/2, D = 2, n = 1, the weights of (i1, i2) = (-1, 2) and (-1, 1); (4) for z = 1 put right. *)
Definition zs : seq int := [:: -2%:Z; -1; 0; 1; 2%:Z].
Example two_points : [seq two_point_noise (1//2) 1 2 z | z <- zs] = [:: 0; 1//3; 1//2; 0; 1//6].
Proof. equals. Qed.
Example two_points_symmetric : [seq two_point_noise (1//2) 1 1 z | z <- zs] = [:: 0; 1//4; 1//2; 1//4; 0].
Proof. equals. Qed.
Example two_points_total : noise_sum 2 (two_point_noise (1//2) 1 2) = 1.
Proof. by rewrite /noise_sum; sums; equals. Qed.
Example two_points_mean : P3 2 (two_point_noise (1//2) 1 2).
Proof. by rewrite /P3 /noise_sum; sums; equals. Qed.
Example two_points_hit : P2 (1//2) (two_point_noise (1//2) 1 2) /\ ~ P2 (1//3) (two_point_noise (1//2) 1 2).
Proof. by split; [equals | move/eqP; apply/negP; calculate]. Qed.
Example two_points_hit_less : ~ P2 (2//3) (two_point_noise (1//2) 1 2).
Proof. by move/eqP; apply/negP; calculate. Qed.
Example biased : ~ P3 2 (fun z => if z == 1 then 1 else 0 : rat).
Proof. by rewrite /P3 /noise_sum; sums=> /eqP; apply/negP; calculate. Qed.
Example biased_down : ~ P3 2 (fun z => if z == - 1 then 1 else 0 : rat).
Proof. by rewrite /P3 /noise_sum; sums=> /eqP; apply/negP; calculate. Qed.
Example support_1 : ~ P1 2 1 (two_point_noise (1//2) 2 1).
Proof. by move/(_ (-2%:Z) isT)/eqP; apply/negP; calculate. Qed.
Example support_2 : P1 2 2 (two_point_noise (1//2) 2 1).
Proof. by rewrite /P1; case=> [[|[|[|n]]]|[|[|n]]] //= _; equals. Qed.
Example support_3 : P1 2 1 (two_point_noise (1//2) 1 2).
Proof. by rewrite /P1; case=> [[|[|[|n]]]|[|[|n]]] //= _; equals. Qed.
Example support_above : ~ P1 2 9 (fun z => if z == 3%:Z then 1 else 0 : rat).
Proof. by move/(_ (3%:Z) isT)/eqP; apply/negP; calculate. Qed.

(** E = 5, eta = 1/29, D = 2: B = 29/14, C = 1/14, k = 3, delta = 2/29, alpha = (6/7, 1/7), 29 p = (2, 12, 1, 12, 2);
    the outcome z = 1 has 7/29 and the event {-2, -1, 1} has 11/29 (docs, "Theorem 3 and Remark 2, for small eta"). *)
Definition alpha : nat -> rat := printed_alpha 5%:R (1//29) 2 3.
Definition p29 (n : nat) : int -> rat := noise 2 (1//29) alpha.
Example B_C : B_of (1//29) = 29//14 /\ C_of (1//29) = 1//14.
Proof. by split; equals. Qed.
Ltac powers := rewrite /delta_ /crossover /S_ /W_ /T_ /=; sums.
Example delta_3 : delta_ (5%:R : rat) (1//29) 2 3 = 2//29.
Proof. by powers; equals. Qed.
Example alpha_1 : alpha 1 = 6//7 /\ alpha 2 = 1//7.
Proof. by rewrite /alpha /printed_alpha; split; powers; equals. Qed.
(** [values] computes each entry of a list of sums. *)
Ltac values := rewrite /alpha /printed_alpha /= /x_; powers; equals.
Example p29_value : [seq p29 2 z * 29%:R | z <- [:: -3%:Z; -2%:Z; -1; 0; 1; 2%:Z; 3%:Z]]
  = [:: 0; 2%:R; 12%:R; 1; 12%:R; 2%:R; 0].
Proof. by rewrite /p29 /noise /=; values. Qed.
Example alpha_law : alphas 2 alpha.
Proof.
split=> [[|[|[|i]]] h|]; [by [] | | | by case/andP: h | by rewrite big_ltn // big_ltn // big_geq //; values].
all: by rewrite /alpha /printed_alpha /=; powers; calculate.
Qed.
(** 3/2 and -1/2; 1/2 twice and three times. *)
Example alphas_sign : ~ alphas 2 (fun i => if i == 1%N then 3//2 else - (1//2)).
Proof. by case=> /(_ 2%N isT) + _; apply/negP; calculate. Qed.
Example alphas_total : ~ alphas 1 (fun=> 1//2) /\ ~ alphas 3 (fun=> 1//2).
Proof. by split; case=> _; rewrite unlock /= => /eqP; apply/negP; calculate. Qed.
Example p29_outputs : [seq @count_mechanism _ 2 3 p29 3 y * 29%:R | y <- [:: o0; o1; o2; o3] : seq 'I_6]
  = [:: 0; 2%:R; 12%:R; 1] :> seq rat.
Proof. by rewrite /count_mechanism /p29 /noise /=; values. Qed.
Example index_3 : best_index (5%:R : rat) (1//29) 2 3.
Proof. by split=> // _; powers; calculate. Qed.
Example index_not_2 : ~ best_index (5%:R : rat) (1//29) 2 2.
Proof. by case=> _ /(_ isT) + _; powers; apply/negP; calculate. Qed.

(** E = 2, eta = 3/5, D = 2: B = 5, C = 3 = C_1, so k = 2 and not 1, delta = 1/5, alpha = (1, 0). E = 2: C_k = 3, 7/4, 15/11. *)
Example crossovers : [seq crossover 2%:R k | k <- iota 1 3] = [:: 3%:R; 7//4; 15//11].
Proof. by rewrite /=; powers; equals. Qed.
Example index_tie : best_index (2%:R : rat) (3//5) 2 2 /\ ~ best_index (2%:R : rat) (3//5) 2 1.
Proof.
split; first by split=> // _; powers; calculate.
by case=> _ /(_ isT) + _; powers; apply/negP; calculate.
Qed.
Example index_too_large : ~ best_index (2%:R : rat) (4//5) 2 2.
Proof. by case=> _ _ /(_ isT); powers; apply/negP; calculate. Qed.
Example deltas_2 : [seq delta_ (2%:R : rat) (3//5) 2 k | k <- iota 1 3] = [:: 1//5; 1//5; 1//20].
Proof. by rewrite /=; powers; equals. Qed.
Example alphas_2 : [seq printed_alpha (2%:R : rat) (3//5) 2 2 j | j <- iota 1 3] = [:: 1; 0; 0].
Proof. by rewrite /printed_alpha /=; powers; equals. Qed.
Example descent_2 : descent (2%:R : rat) 3%:R 1 2 = 0 /\ descent (2%:R : rat) 3%:R 1 0 = 3%:R.
Proof. by split; equals. Qed.

(** E = 2, eta = 6/17, D = 4: B = 34/11, C = 12/11; delta = 11/884 (docs: 0.01244);
    E = 2, eta = 1/5, D = 2: 1/10 over single outcomes (docs), 2/15 over all events. *)
Example delta_docs : delta_ (2%:R : rat) (6//17) 4 5 = 11//884.
Proof. by powers; equals. Qed.
(** The candidates, by hand: for E = 2, eta = 1/5, C = 1/2 (and D = 2, 3); for E = 5, eta = 1/29, C = 1/14; for E = 2, eta = 3/5. *)
Ltac bounds := rewrite /event_bounds /singleton_bounds /x_ /=; powers; equals.
Example event_bounds_2 : event_bounds (2%:R : rat) (1//5) 2 = [:: - (1//2); 0; 1//3].
Proof. by bounds. Qed.
Example event_bounds_3 : event_bounds (2%:R : rat) (1//5) 3 = [:: - (1//2); - (1//2); 1//7; 0].
Proof. by bounds. Qed.
Example singleton_bounds_2 : singleton_bounds (2%:R : rat) (1//5) 2 = [:: - (3//2); - (1//2); 1//4; 0].
Proof. by bounds. Qed.
Example singleton_bounds_tie : singleton_bounds (2%:R : rat) (3//5) 2 = [:: 1; 1; 1//4; - (5//2)].
Proof. by bounds. Qed.
Example event_bounds_small_eta : event_bounds (5%:R : rat) (1//29) 2 = [:: 1//14 - 4%:R; 9//14; 1//6].
Proof. by bounds. Qed.
Example singleton_bounds_small_eta : singleton_bounds (5%:R : rat) (1//29) 2 = [:: - (69//14); - (172//77); 1//7; 9//28].
Proof. by bounds. Qed.
Example maximum : is_maximum (2%:R : rat) [:: 1; 2%:R].
Proof. by split; vm_compute. Qed.
Example not_maximum : ~ is_maximum (1 : rat) [:: 2%:R; 1] /\ ~ is_maximum (3%:R : rat) [:: 2%:R; 1].
Proof. by split; [case=> _; apply/negP; calculate | case=> + _; apply/negP; calculate]. Qed.

Ltac outputs := rewrite /count_mechanism /p29 /noise /alpha /printed_alpha /=; powers.
Example small_eta_singletons : private_counts_singletons 2 2 3 5%:R (7//29) p29.
Proof.
case=> [|[|[|[|n]]]] [|[|[|[|n']]]] //= _; rewrite /close_singletons; do 6!(apply: all_lift; first by outputs; calculate).
all: exact: all_none.
Qed.
Example small_eta_not_printed : ~ private_counts_singletons 2 2 3 5%:R (2//29) p29.
Proof. by move/(_ 2%N 3%N isT (lift ord0 o2)); outputs; apply/negP; calculate. Qed.
Example small_eta_not_remark_2 : ~ private_counts 2 2 3 5%:R (10//29) p29.
Proof.
move/(_ 2%N 3%N isT [set y : 'I_6 | [|| y == o0, y == o1 | y == o3]]); event; outputs; apply/negP; calculate.
Qed.

(** ** Rainbows *)

Definition swap : {perm 'I_2} := tperm o0 o1.
Lemma prefixE q (c : {perm 'I_q}) (p : 'I_q -> rat) k : prefix c p k = \sum_(i < q) if (i < k)%N then p (c i) else 0.
Proof. exact: big_mkcond. Qed.
Ltac prefixes := rewrite /dominates /line /= /step /next_sum ?prefixE; sums; rewrite ?perm1 ?tpermL ?tpermR ?invg1 ?tpermV.
Ltac steps := rewrite /line /= /step ?invg1 ?tpermV ?perm1 ?tpermL ?tpermR /next_sum; prefixes.
Definition s013 : 'I_3 -> rat := law [:: 1//6; 1//3; 1//2].
Example prefix_sums : [seq prefix 1 s013 k | k <- iota 0 4] = [:: 0; 1//6; 1//2; 1].
Proof. by rewrite /=; prefixes; equals. Qed.
Example prefix_order : prefix swap skew 1 = 2//3 /\ prefix 1 skew 1 = 1//3.
Proof. by split; prefixes; equals. Qed.
Example dominates_no : ~ dominates 1 skew half /\ ~ dominates swap half skew.
Proof. by split=> /(_ 1%N); prefixes; apply/negP; calculate. Qed.
Example dominates_yes : dominates 1 half skew /\ dominates swap skew half.
Proof. by split=> -[|[|k]]; prefixes; calculate. Qed.

(** E = 2, delta = 1/4, p = (1/2, 1/2): printed (1, 0), corrected (7/8, 1/8) (docs/rainbow.md). *)
Example printed_value : printed (2%:R : rat) (1//4) (1//2) = 1 /\ corrected (2%:R : rat) (1//4) (1//2) = 7//8.
Proof. by split; equals. Qed.
Example branches : [seq corrected (2%:R : rat) (1//4) s | s <- [:: 0; 1//8; 1//4; 3//4; 1]] = [:: 1//4; 1//2; 3//4; 1; 1].
Proof. by rewrite /=; equals. Qed.
Example printed_step : step (printed 2%:R (1//4)) 1 half o0 = 1 /\ step (printed 2%:R (1//4)) 1 half o1 = 0.
Proof. by split; steps; equals. Qed.
Example corrected_step : step (corrected 2%:R (1//4)) 1 half o0 = 7//8 /\ step (corrected 2%:R (1//4)) 1 half o1 = 1//8.
Proof. by split; steps; equals. Qed.
Example corrected_swap : step (corrected 2%:R (1//4)) swap half o0 = 1//8 /\ step (corrected 2%:R (1//4)) swap half o1 = 7//8.
Proof. by split; steps; equals. Qed.
Example printed_not_close : ~ close_to 2%:R (1//4) half (law [:: 1; 0]).
Proof. by move=> H; fails_for [set x : 'I_2 | x == o1] H. Qed.
Example corrected_close : close 2%:R (1//4) half (law [:: 7//8; 1//8]).
Proof. by split; events. Qed.
(** E = 2, delta = 0: 1/10 goes to 2/10, 4/10, 7/10. *)
Example three_steps : iter 3 (corrected (2%:R : rat) 0) (1//10) = 7//10 /\ corrected (2%:R : rat) 0 0 = 0.
Proof. by split; equals. Qed.
Example line_2 : line (corrected 2%:R 0) 1 (law [:: 1//10; 9//10] : 'I_2 -> rat) 1 o0 = 1//5
  /\ line (corrected 2%:R 0) 1 (law [:: 1//10; 9//10] : 'I_2 -> rat) 0 o0 = 1//10.
Proof. by split; [steps; equals | equals]. Qed.
Example line_graph_2 : line_graph (o0 : 'I_3) o1 && line_graph (o2 : 'I_3) o1 && ~~ line_graph (o0 : 'I_3) o2
  && ~~ line_graph (o1 : 'I_3) o1.
Proof. by []. Qed.
(** The path 0 - 1 - 2 with 2 folded onto 0 is a morphism onto an edge; 0 and 1 onto different ends of no edge is none. *)
Definition edge (a b : 'I_2) : bool := a != b.
Example fold_morphism : morphism (@line_graph 2) edge (fun v => if v == o1 then o1 else o0).
Proof. by rewrite /morphism; each=> // _; left. Qed.
Example collapse_morphism : morphism (@line_graph 2) (fun _ _ : 'I_2 => false) (fun _ => o0).
Proof. by right. Qed.
Example no_morphism : ~ morphism (@line_graph 2) (fun _ _ : 'I_2 => false) (fun v => if v == o1 then o1 else o0).
Proof. by move=> /(_ o0 o1 isT) []. Qed.
Example preserved : preserves (fun v : 'I_3 => v == o1) (fun w : 'I_2 => w == o1) (fun v => if v == o1 then o1 else o0)
  /\ ~ preserves (fun v : 'I_3 => v == o1) (fun w : 'I_2 => w == o1) (fun v => o0).
Proof. by split=> [|/(_ o1) //]; rewrite /preserves; each. Qed.
Example lexicographic_first : lexicographic 1 (law [:: 1//2; 0; 1//2] : 'I_3 -> rat) (law [:: 1//3; 2//3; 0]).
Proof. by right; exists o0 => [i|]; rewrite ?ltn0 // !perm1; calculate. Qed.
Example lexicographic_not : ~ lexicographic 1 (law [:: 1//3; 2//3; 0] : 'I_3 -> rat) (law [:: 1//2; 0; 1//2]).
Proof.
case=> [/(_ o0)/eqP|[k]]; first by rewrite perm1; apply/negP; calculate.
move: k; each; [| move=> /(_ o0 isT)/eqP | move=> /(_ o0 isT)/eqP]; rewrite ?perm1.
- by move=> _; apply/negP; calculate.
- by move=> h; exfalso; move: h; apply/negP; calculate.
- by move=> h; exfalso; move: h; apply/negP; calculate.
Qed.

(** The path 0 - 1 - 2 with the orders 1, 1, swap (docs): the boundary is {1, 2}; 0 is at the distance 1. *)
Definition orders (v : 'I_3) : {perm 'I_2} := if v == o2 then swap else 1%g.
Definition path3 (v w : 'I_3) : bool := line_graph v w.
Lemma swap_1 : (swap == 1%g) = false.
Proof. by apply/negbTE/eqP => /permP/(_ o0); rewrite tpermL perm1. Qed.
Example boundary_path : boundary path3 orders o1 && boundary path3 orders o2 && ~~ boundary path3 orders o0.
Proof.
apply/andP; split; first by apply/andP; split; apply/existsP; [exists o2 | exists o1]; rewrite /orders /= ?swap_1 // eq_sym swap_1.
by apply/existsP => -[]; each; rewrite /orders /= ?eqxx ?andbF.
Qed.
Example distances : distance path3 orders o0 = 1%N /\ distance path3 orders o1 = 0%N.
Proof.
case/andP: boundary_path => /andP[b1 b2] /negbTE b0.
split; rewrite /distance card_ord /= ?b1 ?b0 /= ?eqxx //.
by case: existsP => // -[]; exists o1; rewrite b1 /orders /= eqxx.
Qed.
Example first_colors : first_color rat_realFieldType (1%g : {perm 'I_2}) o0 = 1 /\ first_color rat_realFieldType swap o0 = 0.
Proof. by rewrite /first_color invg1 perm1 tpermV tpermL. Qed.
(** An order of three colors that is not its own inverse: T with the identity for M gives the law back. *)
Definition cycle3 : {perm 'I_3} := (tperm o0 o1 * tperm o1 o2)%g.
Example cycle_places : cycle3 o0 = o2 /\ cycle3 o1 = o0.
Proof. by rewrite /cycle3 !permM tpermL tpermR tpermL tpermD. Qed.
Example identity_step : step (fun s => s) cycle3 s013 o2 = 1//2.
Proof.
have [<- _] := cycle_places; rewrite /step permK /next_sum prefixE; sums; have [-> _] := cycle_places; equals.
Qed.
