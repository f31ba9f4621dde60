(** * Examples: every definition on numbers of the docs, by computation over the rational numbers

    A theorem about a wrong definition is true and worthless. Each example instantiates a definition with numbers that
    docs/count_queries.md, docs/rainbow.md or the README print or that a reader can check by hand; most come in pairs,
    one that holds and one that does not. Nothing of the other files is used, only the definitions. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The law with these numbers, and one row of them for each input. *)
Definition law (n : nat) (s : seq rat) (i : 'I_n) : rat := nth 0 s i.
Definition rows (m n : nat) (s : seq (seq rat)) (i : 'I_m) : 'I_n -> rat := law (nth [::] s i).
Notation "a // b" := (a%:R / b%:R : rat) (at level 40, no associativity).
Notation o0 := (ord0).
Notation o1 := (lift ord0 ord0).
Notation o2 := (lift ord0 (lift ord0 ord0)).
Notation o3 := (lift ord0 (lift ord0 (lift ord0 ord0))).

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
Definition response : 'I_2 -> 'I_2 -> rat := rows [:: [:: 3//4; 1//4]; [:: 1//4; 3//4]].
Definition other (i j : 'I_2) : bool := i != j.

Example response_mechanism : mechanism response.
Proof. by each; (split; [each; calculate | sums; equals]). Qed.
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
Example hockey_stick_response : hockey_stick 2%:R (response o0) (response o1) = 1//4.
Proof. by rewrite /hockey_stick; sums; equals. Qed.

(** A relation is ordered: sure of 0 against a fair coin, in one direction only. *)
Definition coins : 'I_2 -> 'I_2 -> rat := rows [:: [:: 1; 0]; [:: 1//2; 1//2]].
Example one_direction : private (fun i j : 'I_2 => (i == o0) && (j == o1)) 2%:R 0 coins.
Proof. by each; pairs. Qed.
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
Proof. by move=> /(_ [set x | x == o2]); event; move=> h; have: 1//4 <= 1//5 :> rat by apply: h; equals. Qed.

(** ** Combinations *)

Definition half : 'I_2 -> rat := law [:: 1//2; 1//2].
Definition skew : 'I_2 -> rat := law [:: 1//3; 2//3].
Definition kernel : 'I_2 -> 'I_2 -> rat := rows [:: [:: 1//4; 3//4]; [:: 1; 0]].
Example post_value : post kernel skew o0 = 3//4 /\ post kernel skew o1 = 1//4.
Proof. by rewrite /post; split; sums; equals. Qed.
Example mixture_value : mixture skew kernel o0 = 3//4 /\ mixture half kernel o0 = 5//8.
Proof. by rewrite /mixture; split; sums; equals. Qed.
Example product_value : product skew half (o1, o0) = 1//3 /\ product skew (kernel o1) (o0, o1) = 0.
Proof. by split; equals. Qed.
Example compose_value : compose skew kernel (o0, o1) = 1//4 /\ compose skew kernel (o1, o0) = 2//3.
Proof. by split; equals. Qed.

(** ** Linear programs: least x + 2 y with x + y >= 3, x <= 2, y = 1, or variants; y may be free *)

Definition plan (y_free : bool) (signs : seq relation) (bounds : seq rat) : program [realFieldType of rat] 2 3 :=
  Program (fun j => y_free && (j == o1)) (law [:: 1; 2%:R]) (fun i => nth Eq signs i)
    (rows [:: [:: 1; 1]; [:: 1; 0]; [:: 0; 1]]) (law bounds).
Ltac program := do ?split; each; rewrite /dot /=; sums; first [calculate | equals | idtac].

Example plan_meets : meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 2%:R; 1]).
Proof. by program. Qed.
Example plan_misses_ge : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 1; 0]).
Proof. by case=> /(_ o0) + _; rewrite /= /dot; sums; apply/negP; calculate. Qed.
Example plan_misses_le : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 3%:R; 2%:R]).
Proof. by case=> /(_ o1) + _; rewrite /= /dot; sums; apply/negP; calculate. Qed.
Example plan_misses_eq : ~ meets (plan false [:: Ge; Le; Eq] [:: 3%:R; 2%:R; 1]) (law [:: 2%:R; 2%:R]).
Proof. by case=> /(_ o2) + _; rewrite /= /dot; sums=> /eqP; apply/negP; calculate. Qed.
Example plan_sign : ~ meets (plan false [:: Le; Le; Le] [:: 3%:R; 2%:R; 1]) (law [:: 0; -1]).
Proof. by case=> _ /(_ o1 isT). Qed.
Example plan_free : meets (plan true [:: Le; Le; Le] [:: 3%:R; 2%:R; 1]) (law [:: 0; -1]).
Proof. by program. Qed.
