(** * AxiomsExamples: the definitions of DefinitionsAxioms.v on numbers of the docs

    As in Examples.v: each definition on numbers that docs/axioms.md or the paper prints or that a reader checks by hand,
    most in pairs, one that holds and one that does not. *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions DefinitionsAxioms Examples.
From DPExact Require AxiomsPredicates.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Overlap: the table of docs/axioms.md, and the mechanism of Figure 8 that tells the truth with probability 2/3 *)

Definition table : 'I_2 -> 'I_4 -> rat :=
  entries [:: [:: 89//100; 1//10; 1//100; 0]; [:: 79//100; 1//5; 0; 1//100]].
Definition figure_8 : 'I_2 -> 'I_2 -> rat := entries [:: [:: 2//3; 1//3]; [:: 1//3; 2//3]].
Example overlap_table : overlap (table o0) (table o1) = 89//100.
Proof. by rewrite /overlap; sums; equals. Qed.
Example l1_table : l1 (table o0) (table o1) = 22//100.
Proof. by rewrite /l1; sums; equals. Qed.
Example overlap_figure_8 : overlap (figure_8 o0) (figure_8 o1) = 2//3 /\ l1 (figure_8 o0) (figure_8 o1) = 2//3.
Proof. by rewrite /overlap /l1; split; sums; equals. Qed.
Example overlap_same : overlap (table o0) (table o0) = 1 /\ l1 (table o0) (table o0) = 0.
Proof. by rewrite /overlap /l1; split; sums; equals. Qed.

(** Three inputs and two outputs: the overlaps of different inputs are 1/2, 0 and 1/2. *)
Definition three_inputs : 'I_3 -> 'I_2 -> rat := entries [:: [:: 1; 0]; [:: 1//2; 1//2]; [:: 0; 1]].
Ltac overlaps := rewrite /overlap; sums; vm_compute; first [done | discriminate].
Example dobrushin_yes : is_dobrushin three_inputs 0.
Proof. by split; [exists o0, o2; rewrite /overlap; sums; equals | each; each; overlaps]. Qed.
Example dobrushin_no : ~ is_dobrushin three_inputs (- (1//2)) /\ ~ is_dobrushin three_inputs 1.
Proof.
split=> -[]; first by move=> _ /(_ o0 o2); overlaps.
by case=> i [j e] _; move: i j e; each; each; overlaps.
Qed.
Example discrimination_yes : is_discrimination three_inputs (- (1//2)).
Proof.
split; first by exists o0, o1; split=> //; rewrite /overlap; sums; equals.
have h : forall i j : 'I_3, i != j -> - (1//2) <= - overlap (three_inputs i) (three_inputs j).
  by each; first [by rewrite eqxx | move=> _; overlaps].
exact: h.
Qed.
Example discrimination_no : ~ is_discrimination three_inputs 0 /\ ~ is_discrimination three_inputs (- 1).
Proof.
split=> -[]; first by move=> _ /(_ o0 o1 isT); overlaps.
case=> i [j [ne e]] _.
have h : forall i j : 'I_3, i != j -> - 1 != - overlap (three_inputs i) (three_inputs j).
  by each; first [by rewrite eqxx | move=> _; overlaps].
by move: (h i j ne); rewrite e eqxx.
Qed.

(** ** Likelihoods of outputs, two inputs *)

Definition pair (a b : rat) : 'rV[rat]_2 := \row_j law [:: a; b] j.
Lemma pair0 a b : pair a b 0 o0 = a. Proof. by rewrite mxE. Qed.
Lemma pair1 a b : pair a b 0 o1 = b. Proof. by rewrite mxE. Qed.
Lemma pair_eq (x : 'rV[rat]_2) a b : x 0 o0 = a -> x 0 o1 = b -> x = pair a b.
Proof.
by move=> h0 h1; apply/rowP => i; move: i; each; rewrite ?pair0 ?pair1.
Qed.
Lemma pairD a b c d : pair a b + pair c d = pair (a + c) (b + d).
Proof. by apply: pair_eq; rewrite mxE ?pair0 ?pair1. Qed.
Lemma pair_nonneg a b : 0 <= a -> 0 <= b -> nonnegative (pair a b).
Proof. by move=> a0 b0 i; move: i; each; rewrite ?pair0 ?pair1. Qed.

Example nonnegative_no : ~ nonnegative (pair 1 (- 1)).
Proof. by move=> /(_ o1); rewrite pair1. Qed.
Example nonneg_both : nonneg (pair 1 0) /\ ~~ nonneg (pair 1 (- 1)).
Proof. by split; [apply/forallP => i; move: i; each; rewrite ?pair0 ?pair1 | apply/forallPn; exists o1; rewrite pair1]. Qed.

(** The greatest entry, and others. *)
Definition greatest_entry (x : 'rV[rat]_2) : rat := Num.max (x 0 o0) (x 0 o1).
Example greatest_subadditive : subadditive greatest_entry.
Proof.
move=> x y _ _; rewrite /greatest_entry !mxE le_maxl; apply/andP.
by split; apply: ler_add; rewrite le_maxr lexx ?orbT.
Qed.
Example greatest_homogeneous : positively_homogeneous greatest_entry.
Proof. by move=> c x c0 _; rewrite /greatest_entry !mxE maxr_pmulr. Qed.
Example least_not_subadditive : ~ subadditive (fun x : 'rV[rat]_2 => Num.min (x 0 o0) (x 0 o1)).
Proof.
move=> /(_ (pair 1 0) (pair 0 1) (pair_nonneg ler01 (lexx 0)) (pair_nonneg (lexx 0) ler01)).
by rewrite pairD !pair0 !pair1.
Qed.
Example square_not_homogeneous : ~ positively_homogeneous (fun x : 'rV[rat]_2 => x 0 o0 * x 0 o0).
Proof. by move=> /(_ 2%:R (pair 1 0) isT (pair_nonneg ler01 (lexx 0))); rewrite mxE pair0 => /eqP; vm_compute. Qed.
Example is_mechanism_figure_8 : is_mechanism [:: pair (2//3) (1//3); pair (1//3) (2//3)].
Proof.
apply/andP; split; first by apply/and3P; split=> //; apply/forallP => i; move: i; each; rewrite ?pair0 ?pair1.
by rewrite !big_cons big_nil addr0 pairD; apply/eqP/esym/pair_eq; rewrite mxE; equals.
Qed.
Lemma total_no s a b : \sum_(x <- s) x = pair a b -> a != 1 -> ~~ is_mechanism s.
Proof.
by move=> e ne; rewrite /is_mechanism e negb_and; apply/orP; right; apply/eqP => /rowP/(_ o0); rewrite pair0 mxE => /eqP; apply/negP.
Qed.
Example is_mechanism_total : ~~ is_mechanism [:: pair (2//3) (1//3)].
Proof. by apply: (@total_no _ (2//3) (1//3)); rewrite ?big_cons ?big_nil ?addr0. Qed.
Example is_mechanism_sign : ~~ is_mechanism [:: pair 2%:R 0; pair (- 1) 1].
Proof.
rewrite /is_mechanism negb_and; apply/orP; left; rewrite /= negb_and; apply/orP; right; rewrite andbT.
by apply/forallPn; exists o0; rewrite pair0.
Qed.

(** Scattered: one piece for each input. What it costs, where mu adds up F, the greatest entry: F loses 1/3 when the pieces
    (2/3, 0) and (0, 1/3) are gathered; the function of the theorem is F but for a linear function that is 0 at (1, 1). *)
Definition mu (s : seq 'rV[rat]_2) : rat := \sum_(x <- s) greatest_entry x.
Definition lost (x y : 'rV[rat]_2) : rat := greatest_entry x + greatest_entry y - greatest_entry (x + y).
Lemma pieceE (i : 'I_2) a b : piece i (pair a b) = if i == o0 then pair a 0 else pair 0 b.
Proof.
move: i; each; rewrite /piece /=; [apply: pair_eq | apply: pair_eq]; rewrite !mxE ?pair0 ?pair1 /= ?mulr0 ?mulr1 //.
Qed.
Lemma scatterE a b : scatter (pair a b) = [:: pair a 0; pair 0 b].
Proof. by rewrite /scatter /scat /index_enum; rewrite -enumT; rewrite enum_ordSl enum_ordSl enum_ord0 /= !pieceE. Qed.
Example piece_values : piece o0 (pair (2//3) (1//3)) = pair (2//3) 0 /\ piece o1 (pair (2//3) (1//3)) = pair 0 (1//3).
Proof. by rewrite !pieceE. Qed.
Example scat_one : scat [:: o1] (pair (2//3) (1//3)) = [:: pair 0 (1//3)].
Proof. by rewrite /scat /= pieceE. Qed.
Example scatter_both : scatter (pair (2//3) (1//3)) = [:: pair (2//3) 0; pair 0 (1//3)].
Proof. exact: scatterE. Qed.
Lemma entryE a b : greatest_entry (pair a b) = Num.max a b.
Proof. by rewrite /greatest_entry pair0 pair1. Qed.
Lemma zero_pair : 0 = pair 0 0. Proof. by apply: pair_eq; rewrite mxE. Qed.
Example nu_value : nu mu [:: pair (2//3) (1//3)] = 2//3.
Proof. by rewrite /nu /mu zero_pair !big_cons big_nil !entryE; equals. Qed.
Example loss_value : loss lost (pair (2//3) (1//3)) = 1//3.
Proof. by rewrite /loss scatterE /= zero_pair /lost !pairD !entryE; equals. Qed.
Example cost_value : gathering_cost lost (pair (1//2) 0) [:: pair 0 (1//2); pair 0 (1//4)] = 1//2.
Proof. by rewrite /= /lost !pairD !entryE; equals. Qed.
Example branching_function_value : branching_function mu lost (pair (2//3) (1//3)) = 1 /\ branching_function mu lost (pair 1 1) = 1.
Proof.
have ones : const_mx 1 = pair 1 1 :> 'rV[rat]_2 by apply: pair_eq; rewrite mxE.
by rewrite /branching_function ones !loss_value /loss !scatterE /= /nu /mu !big_cons !big_nil zero_pair /lost !pairD !entryE !pair0; split; equals.
Qed.

(** ** Predicates: (ln 2, 1/100) in one direction on the table; mixtures; the pairs with their complements *)

Definition forward (d a b : rat) : Prop := a <= 2%:R * b + d.
Example allowed_table : allowed_pair (forward (1//100)) (table o0) (table o1).
Proof. rewrite /allowed_pair /forward; events. Qed.
Example allowed_table_not : ~ allowed_pair (forward (1//101)) (table o0) (table o1).
Proof. by move=> /(_ [set x : 'I_4 | x == o2]); rewrite /forward; event; apply/negP; calculate. Qed.
Example allowed_events : ~ allowed_pair (forward 0) (law [:: 1//2; 1//2; 0; 0] : 'I_4 -> rat) (law [:: 0; 0; 1//2; 1//2]).
Proof. by move=> /(_ [set x : 'I_4 | (x == o0) || (x == o1)]); rewrite /forward; event; apply/negP; calculate. Qed.
Example mix_value : mix (1//3) (table o0) (table o1) o1 = 1//6 /\ mix 1 (table o0) (table o1) o1 = 1//10.
Proof. by split; equals. Qed.

Example region_same : region (fun a b : rat => a = b) (1//4) (1//4).
Proof. by split. Qed.
Example region_outside : ~ region (fun a b : rat => a = b) 2%:R 2%:R.
Proof. by case=> /andP[_ +] _ _ _; apply/negP; calculate. Qed.
Example region_outside_second : ~ region (fun a b : rat => a <= b) 1 2%:R.
Proof. by case=> _ /andP[_ +] _ _; apply/negP; calculate. Qed.
Example region_complement : ~ region (fun a b : rat => a <= b) (1//2) (3//4).
Proof. by case=> _ _ _; apply/negP; calculate. Qed.
Example region_first : ~ region (fun a b : rat => a <= b) (3//4) (1//2).
Proof. by case=> _ _ + _; apply/negP; calculate. Qed.

(** Equal, or 1/2 against 0 or 1 (docs/axioms.md): not convex, and so neither axiom holds of one ordered pair. *)
Definition odd_one (a b : rat) : Prop := a = b \/ a = 1//2 /\ (b = 0 \/ b = 1).
Example same_convex : region_convex (fun a b : rat => a = b).
Proof.
move=> t a b a' b' /andP[t0 t1] [/andP[a0 a1] _ <- _] [/andP[a'0 a'1] _ <- _].
have u0 : 0 <= 1 - t by rewrite subr_ge0.
have in01 : 0 <= t * a + (1 - t) * a' <= 1.
  rewrite addr_ge0 ?mulr_ge0 //= -[X in _ <= X](_ : t * 1 + (1 - t) * 1 = 1); last by rewrite !mulr1 addrC subrK.
  by apply: ler_add; apply: ler_wpmul2l.
by split.
Qed.
Lemma odd_not_convex : ~ region_convex odd_one.
Proof.
move=> conv; have half0 : region odd_one (1//2) 0.
  by split=> //; right; split; [equals | left | equals | right; equals].
have zero0 : region odd_one 0 0 by split=> //; left.
by case: (conv (1//2) _ _ _ _ isT half0 zero0) => _ _ [/eqP|[/eqP]]; vm_compute.
Qed.
Example odd_one_not_convex : ~ region_convex odd_one. Proof. exact: odd_not_convex. Qed.
Lemma odd_ends : odd_one 0 0 /\ odd_one 1 1. Proof. by split; left. Qed.
Example odd_one_post : ~ keeps_post odd_one.
Proof. by move/(AxiomsPredicates.post_needs_convex odd_ends.1 odd_ends.2)/odd_not_convex. Qed.
Example odd_one_mix : ~ keeps_mix odd_one.
Proof. by move/(AxiomsPredicates.mix_needs_convex odd_ends.1 odd_ends.2)/odd_not_convex. Qed.
Example same_post : keeps_post (fun a b : rat => a = b).
Proof. exact: AxiomsPredicates.convex_keeps_post same_convex. Qed.
Example same_mix : keeps_mix (fun a b : rat => a = b).
Proof. exact: AxiomsPredicates.convex_keeps_mix same_convex. Qed.

(** M(a) for E = 2: 1/10 allows 1/20 to 1/5. *)
Definition upper (a : rat) : rat := Num.min (2%:R * a) (1 - (1 - a) / 2%:R).
Example between_yes : between upper (1//10) (1//5) /\ between upper (1//10) (1//20).
Proof. by do 2?split. Qed.
Example between_above : ~ between upper (1//10) (3//10).
Proof. by case=> _ _ _; apply/negP; calculate. Qed.
Example between_below : ~ between upper (1//10) (1//25).
Proof. by case=> _ _ + _; apply/negP; calculate. Qed.
Example between_outside : ~ between (fun=> 3%:R : rat) 2%:R 1 /\ ~ between (fun=> 3%:R : rat) 1 2%:R.
Proof. by split; [case=> /andP[_ +] _ _ _ | case=> _ /andP[_ +] _ _]; apply/negP; calculate. Qed.

(** a on [0, 1], and 2 a beyond; and a square. *)
Example concave_within : concave (fun a : rat => if a <= 1 then a else 2%:R * a).
Proof.
move=> t a a' /andP[t0 t1] /andP[a0 a1] /andP[a'0 a'1]; rewrite a1 a'1.
have u0 : 0 <= 1 - t by rewrite subr_ge0.
suff -> : t * a + (1 - t) * a' <= 1 by [].
rewrite -[X in _ <= X](_ : t * 1 + (1 - t) * 1 = 1); last by rewrite !mulr1 addrC subrK.
by apply: ler_add; apply: ler_wpmul2l.
Qed.
Example concave_not : ~ concave (fun a : rat => a * a).
Proof. by move=> /(_ (1//2) 0 1 isT isT isT); apply/negP; calculate. Qed.
(** Coins and three outputs, with which the proof of the characterization works. *)
Example coin_values : AxiomsPredicates.coin (1//3 : rat) true = 1//3 /\ AxiomsPredicates.coin (1//3 : rat) false = 2//3.
Proof. by split; equals. Qed.
Example three_values : AxiomsPredicates.three (1//4 : rat) (3//4) o1 = 1//2 /\ AxiomsPredicates.three (1//4 : rat) (3//4) o2 = 1//4.
Proof. by split; equals. Qed.
