(** * LawsExamples: the definitions about laws on any space, and the theorems on them, on small laws

    As in Examples.v: numbers by hand. A coin, and a law without countable additivity: all that counts of a function is the
    value that it has from some number on. *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Notations DefinitionsLaws.
From DPExact Require Signs Exponential GradualLaws GradualNoise.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Sums with weights over two points *)

Section Weights.
Variables (a b : rat).
Hypotheses (a0 : 0 <= a) (b0 : 0 <= b).
Definition total_is (f : bool -> rat) (v : rat) : Prop := v = a * f true + b * f false.
Lemma total_same f g v : f =1 g -> total_is f v -> total_is g v. Proof. by rewrite /total_is => e ->; rewrite !e. Qed.
Lemma total_add f g v w : total_is f v -> total_is g w -> total_is (fun x => f x + g x) (v + w).
Proof. by rewrite /total_is => -> ->; ring. Qed.
Lemma total_scale c f v : total_is f v -> total_is (fun x => c * f x) (c * v).
Proof. by rewrite /total_is => ->; ring. Qed.
Lemma total_ge0 f v : (forall x, 0 <= f x) -> total_is f v -> 0 <= v.
Proof. by rewrite /total_is => pos ->; rewrite addr_ge0 ?mulr_ge0. Qed.
Definition weights : integral rat_realFieldType bool := Integral total_same total_add total_scale total_ge0.
End Weights.

Definition fair := @weights (1//2) (1//2) isT isT.
Definition biased := @weights (3//4) (1//4) isT isT.
Definition units := @weights 1 1 isT isT.

Example coins_are_laws : law fair /\ law biased /\ ~ law units.
Proof. by rewrite /law /= /total_is. Qed.
Example heads : has_probability biased id (3//4) /\ ~ has_probability biased id (1//2).
Proof. by rewrite /has_probability /= /total_is; split=> [|/eqP]; [apply/eqP|]; vm_compute. Qed.
Example coins_close : close_laws (2%:R : rat) fair biased.
Proof. by move=> A p q; rewrite /has_probability /= /total_is => -> ->; case: (A true); case: (A false). Qed.
Example coins_not_close : ~ close_laws (3//2) fair biased.
Proof. by move=> /(_ negb _ _ erefl erefl); apply/negP; vm_compute. Qed.
Example density_of_the_coin : has_density units (fun x : bool => if x then 3//4 else 1//4) biased.
Proof. by move=> g v; rewrite /= /total_is => ->; ring. Qed.
Example no_density_of_the_coin : ~ has_density units (fun=> 1//2) biased.
Proof. by move=> /(_ (fun x => (x : nat)%:R) _ erefl) /eqP; vm_compute. Qed.
Example coin_by_its_density : close_laws (3//2) biased fair.
Proof.
apply: (@GradualLaws.density_close _ _ units (fun x : bool => if x then 3//4 else 1//4) (fun=> 1//2)).
- exact: density_of_the_coin.
- by move=> g v; rewrite /= /total_is => ->; ring.
- by case.
Qed.

(** Two coins, the second biased towards the first. *)
Definition after (x : bool) : integral rat_realFieldType bool := if x then biased else fair.
Section Pair.
Definition pair_is (f : bool * bool -> rat) (v : rat) : Prop :=
  v = 1//2 * (3//4 * f (true, true) + 1//4 * f (true, false)) + 1//2 * (1//2 * f (false, true) + 1//2 * f (false, false)).
Lemma pair_same f g v : f =1 g -> pair_is f v -> pair_is g v. Proof. by rewrite /pair_is => e ->; rewrite !e. Qed.
Lemma pair_add f g v w : pair_is f v -> pair_is g w -> pair_is (fun x => f x + g x) (v + w).
Proof. by rewrite /pair_is => -> ->; ring. Qed.
Lemma pair_scale c f v : pair_is f v -> pair_is (fun x => c * f x) (c * v).
Proof. by rewrite /pair_is => ->; ring. Qed.
Lemma pair_ge0 f v : (forall x, 0 <= f x) -> pair_is f v -> 0 <= v.
Proof. by rewrite /pair_is => pos ->; apply: addr_ge0; apply: mulr_ge0 => //; apply: addr_ge0; apply: mulr_ge0. Qed.
End Pair.
Definition two_coins : integral rat_realFieldType (bool * bool) := Integral pair_same pair_add pair_scale pair_ge0.

Example coins_joined : joined fair after two_coins.
Proof.
move=> f v; rewrite /= /pair_is => ->.
exists (fun x => if x then 3//4 * f (true, true) + 1//4 * f (true, false) else 1//2 * f (false, true) + 1//2 * f (false, false)).
  by case.
by rewrite /total_is.
Qed.
Example coins_not_joined : ~ joined biased after two_coins.
Proof.
move=> /(_ (fun z => z.1%:R) (1//2)) []; first by rewrite /= /pair_is; apply/eqP; vm_compute.
move=> g each; rewrite /= /total_is; have := each true; have := each false; rewrite /= /total_is /= => -> -> /eqP.
by vm_compute.
Qed.
Example first_coin v : two_coins (fun z => (z.1)%:R) v -> fair (fun x => (x : nat)%:R) v.
Proof. by apply: (GradualLaws.without_the_second (K := after)) coins_joined => -[]. Qed.

Example mean_of_the_coin : mean_at_least fair (fun x => (x : nat)%:R) (1//2).
Proof.
by move=> w lt; exists (fun x => (x : nat)%:R), (1//2); split; [rewrite /= /total_is | | apply: ltW].
Qed.
Example mean_not_more : ~ mean_at_least fair (fun x => (x : nat)%:R) 1.
Proof.
move=> /(_ (3//4) isT) [g [s []]]; rewrite /= /total_is => -> below.
apply/negP; rewrite -ltNge; apply: (@le_lt_trans _ _ (1//2 * 1 + 1//2 * 0)); last by [].
by rewrite ler_add // ler_wpmul2l //; [apply: below true | apply: below false].
Qed.

(** ** A law of noise on the rational numbers: the value from some number on *)

Notation line := 'rV[rat]_1.
Definition in_the_end (f : line -> rat) (v : rat) : Prop := exists b, forall x : line, b <= x 0 0 -> f x = v.
Lemma end_same f g v : f =1 g -> in_the_end f v -> in_the_end g v.
Proof. by move=> e [b h]; exists b => x /h <-; rewrite e. Qed.
Lemma end_add f g v w : in_the_end f v -> in_the_end g w -> in_the_end (fun x => f x + g x) (v + w).
Proof. by move=> [b h] [c h']; exists (Num.max b c) => x; rewrite le_maxl => /andP [/h -> /h' ->]. Qed.
Lemma end_scale c f v : in_the_end f v -> in_the_end (fun x => c * f x) (c * v).
Proof. by move=> [b h]; exists b => x /h ->. Qed.
Lemma end_ge0 f v : (forall x, 0 <= f x) -> in_the_end f v -> 0 <= v.
Proof. by move=> pos [b h]; rewrite -(h (const_mx b)) ?mxE. Qed.
Definition last : integral rat_realFieldType line := Integral end_same end_add end_scale end_ge0.

Example last_is_a_law : law last. Proof. by exists 0. Qed.
Example last_half_spaces : half_spaces last.
Proof.
move=> i x; rewrite (ord1 i); split; [exists 1, x => v -> // | exists 0, (x + 1) => v le].
by rewrite (_ : (v 0 0 <= x) = false) //; apply/negbTE; rewrite -ltNge (lt_le_trans _ le) // ltr_addl.
Qed.
Lemma last_moved A u u' p q : has_probability last (moved A u) p -> has_probability last (moved A u') q -> p = q.
Proof.
move=> [b h] [c h']; pose t : line := const_mx (Num.max (b + u 0 0) (c + u' 0 0)).
rewrite -(h (t - u)) ?mxE ?ler_subr_addr ?le_maxr ?lexx // -(h' (t - u')) ?mxE ?ler_subr_addr ?le_maxr ?lexx ?orbT //.
by rewrite /moved !(addrC _ (t - _)) !subrK.
Qed.
Lemma last_probability A p : has_probability last A p -> 0 <= p.
Proof. by apply: end_ge0 => x; rewrite ler0n. Qed.
Example last_is_private : linearly_private last 1 /\ private_noise last (fun=> 1) 1.
Proof.
split=> A u u' p q Ap Aq; rewrite -(last_moved Ap Aq) /=; last by rewrite mul1r.
rewrite ler_pimull ?(last_probability Ap) // ger_addl oppr_le0 mul1r.
by apply: sumr_ge0.
Qed.

(** Theorem 9 for it: its mean-squared error has no bound. *)
Example last_error : mean_at_least last (@squares _ 1) 2%:R.
Proof.
have := @GradualLaws.least_squared_error [archiFieldType of rat] 1 last 1 last_is_a_law last_half_spaces isT.
by rewrite expr1n divr1 mulr1; apply; case: last_is_private.
Qed.

(** Noise that is always 0 is not private. *)
Definition at_0 (f : line -> rat) (v : rat) : Prop := v = f 0.
Lemma at_0_same f g v : f =1 g -> at_0 f v -> at_0 g v. Proof. by rewrite /at_0 => e ->. Qed.
Lemma at_0_add f g v w : at_0 f v -> at_0 g w -> at_0 (fun x => f x + g x) (v + w). Proof. by rewrite /at_0 => -> ->. Qed.
Lemma at_0_scale c f v : at_0 f v -> at_0 (fun x => c * f x) (c * v). Proof. by rewrite /at_0 => ->. Qed.
Lemma at_0_ge0 f v : (forall x, 0 <= f x) -> at_0 f v -> 0 <= v. Proof. by rewrite /at_0 => pos ->. Qed.
Definition none : integral rat_realFieldType line := Integral at_0_same at_0_add at_0_scale at_0_ge0.
Example none_is_not_private : ~ linearly_private none 1.
Proof.
have d : l1_distance (0 : line) (const_mx (1//2)) = 1//2 by rewrite /l1_distance big_ord_recl big_ord0 !mxE; apply/eqP; vm_compute.
move=> /(_ (fun v : line => v 0 0 == 0) 0 (const_mx (1//2)) 1 0).
rewrite d /has_probability /= /at_0 /moved !mxE => /(_ (@erefl rat 1) (@erefl rat 0)).
by vm_compute.
Qed.

(** (1, 0) and (0, 2): 1 + 2, and 0^2 + 2^2. *)
Definition left_ : 'rV[rat]_2 := \row_i nth 0 [:: 1; 0] i.
Definition right_ : 'rV[rat]_2 := \row_i nth 0 [:: 0; 2%:R] i.
Example distance_of_two : l1_distance left_ right_ = 3%:R /\ squares right_ = 4%:R.
Proof. by rewrite /l1_distance /squares !big_ord_recl !big_ord0 !mxE; split; apply/eqP; vm_compute. Qed.

Example moved_by_1 : moved (fun v : line => v 0 0 == 3%:R) (const_mx 1) (const_mx 2%:R).
Proof. by rewrite /moved !mxE; vm_compute. Qed.

(** ** Densities *)

(** A constant turns sums into products, but 1 + x is above it; no function on the rational numbers is e^x. *)
Example constant_power : power_function (fun=> 1 : rat) /\ ~ power_function (fun x : rat => x).
Proof. by split=> [|[_ /(_ 0)]]; [split=> *; rewrite ?mulr1 | rewrite ltxx]. Qed.
Example constant_is_not_exponential : ~ exponential_function (fun=> 1 : rat).
Proof. by case=> _ /(_ 1). Qed.

(** With 9 + x in place of e^x, which is enough to compute: 2/2 (9 - 2 1), and so on. *)
Definition nine (x : rat) : rat := 9%:R + x.
Example laplace_values : laplace nine 2%:R (- 1) = 7%:R /\ laplace nine 1 2%:R = 7//2.
Proof. by split; apply/eqP; vm_compute. Qed.
(** e1 = 1, e2 = 2: (1/4) 7 at (1, 1), (3/8) (9 - 1 - 2) at (0, 1). *)
Example density_20_values : density_20 nine 1 2%:R 1 1 = 7//4 /\ density_20 nine 1 2%:R 0 1 = 9//4.
Proof. by split; apply/eqP; vm_compute. Qed.
(** (1/2)^2, and (3/4) (1/2) 8. *)
Example tightening_values : tightening nine 1 2%:R 1 1 = 1//4 /\ tightening nine 1 2%:R 0 1 = 3%:R.
Proof. by split; apply/eqP; vm_compute. Qed.
Example tightenings_values : tightenings nine 2%:R 1 [:: (1, 0)] = 3%:R. Proof. by apply/eqP; vm_compute. Qed.
Example release_values : [/\ release_density nine 2%:R 1 [:: (1, 1)] = 7//4, release_density nine 2%:R 1 [:: (1, 0)] = 21%:R
  & release_at nine 2%:R [:: 1] (const_mx 1 : 'rV_1) (fun=> (2%:R, [:: 2%:R])) = 7//4].
Proof. by split; rewrite /release_at ?big_ord_recl ?big_ord0 ?mxE; apply/eqP; vm_compute. Qed.

(** (25): (20) at (0, 1) over 9/2. (36) for two levels is (20) where the product is taken out. *)
Example relaxing_values : relaxing nine 1 2%:R 0 1 = 1//2 /\ density_36 nine 2%:R 1 [:: (1, 0)] = 9//4.
Proof. by split; apply/eqP; vm_compute. Qed.

(** Theorem 10 with the constant 1: two laws with the same density. *)
Example pair_private (I : integral rat_realFieldType (rat * rat)) mu :
  has_density I (fun z => density_20 (fun=> 1) 1 2%:R (z.1 - 0) (z.2 - 0)) mu -> close_laws 1 mu mu.
Proof. by move=> d; apply: (GradualLaws.theorem_10_private (proj1 constant_power) (e1 := 1) (e2 := 2%:R) _ _ d d). Qed.

(** ** Noise of one number *)

Lemma stair_is (c x : rat) n : 0 <= c -> (if n is m.+1 then c + m%:R <= `|x| else true) -> `|x| < c + n%:R -> stair c x = n.
Proof.
move=> c0 lo hi; apply/eqP; rewrite eqn_leq leqNgt GradualNoise.stairP // -ltNge hi /=.
by case: n lo {hi} => // m; rewrite GradualNoise.stairP.
Qed.

(** The density falls at 1/5, 6/5, 11/5, ... on either side. *)
Example stair_values : [/\ stair (1//5) (0 : rat) = 0%N, stair (1//5) (- (1//5)) = 1%N, stair (1//5) (1 : rat) = 1%N
  & stair (1//5) (- (6//5)) = 2%N].
Proof. by split; apply: stair_is; vm_compute. Qed.
Example staircase_values : staircase 3%:R (1//5) 1 0 = 1 :> rat /\ staircase 3%:R (1//5) 1 (6//5) = 1//9.
Proof. by rewrite /staircase (@stair_is _ _ 0) ?(@stair_is _ _ 2) //; split; apply/eqP; vm_compute. Qed.

(** As much at both ends of the line, and nothing between them: with the constant 1 in place of e^x. *)
Definition at_both_ends (f : rat -> rat) (v : rat) : Prop :=
  exists b c d, [/\ forall x, b <= x -> f x = c, forall x, x <= - b -> f x = d & v = 1//2 * c + 1//2 * d].
Lemma ends_same f g v : f =1 g -> at_both_ends f v -> at_both_ends g v.
Proof. by move=> e [b [c [d [h h' ->]]]]; exists b, c, d; split=> // x; rewrite -e; [apply: h | apply: h']. Qed.
Lemma ends_add f g v w : at_both_ends f v -> at_both_ends g w -> at_both_ends (fun x => f x + g x) (v + w).
Proof.
move=> [b [c [d [h h' ->]]]] [b' [c' [d' [k k' ->]]]]; exists (Num.max b b'), (c + c'), (d + d'); split=> [x|x|].
- by rewrite le_maxl => /andP [/h -> /k ->].
- by rewrite ler_oppr le_maxl -!(ler_oppr x) => /andP [/h' -> /k' ->].
by ring.
Qed.
Lemma ends_scale s f v : at_both_ends f v -> at_both_ends (fun x => s * f x) (s * v).
Proof. by move=> [b [c [d [h h' ->]]]]; exists b, (s * c), (s * d); split=> [x /h -> //|x /h' -> //|]; ring. Qed.
Lemma ends_ge0 f v : (forall x, 0 <= f x) -> at_both_ends f v -> 0 <= v.
Proof.
by move=> pos [b [c [d [h h' ->]]]]; rewrite addr_ge0 // mulr_ge0 // -?(h b) -?(h' (- b)) //; apply: pos.
Qed.
Definition ends : integral rat_realFieldType rat := Integral ends_same ends_add ends_scale ends_ge0.
Example ends_tails : laplace_tails (fun=> 1) (1 : rat) ends.
Proof.
move=> v v0; have lt : v < v + 1 by rewrite ltr_addl.
have pos x : v + 1 <= x -> (v < x) * (v <= x) * ((x < - v) = false) * ((x <= - v) = false).
  move=> le; have vx : v < x := lt_le_trans lt le; have low : - v <= x by rewrite (le_trans _ (ltW vx)) // ge0_cp.
  rewrite vx (ltW vx) !ltNge low; split=> //; apply/negbTE; rewrite -ltNge; apply: le_lt_trans vx.
  by rewrite ge0_cp.
have neg x : x <= - (v + 1) -> (x < - v) * (x <= - v) * ((v < x) = false) * ((v <= x) = false).
  by rewrite ler_oppr => /pos; rewrite ltr_oppr ler_oppr ltr_opp2 ler_opp2 => - [[[-> ->] ->] ->].
by split; exists (v + 1); [exists 1, 0 | exists 1, 0 | exists 0, 1 | exists 0, 1];
  split=> [x /pos h|x /neg h|]; rewrite ?h //; apply/eqP; vm_compute.
Qed.
Definition at_zero (f : rat -> rat) (v : rat) : Prop := v = f 0.
Lemma at_zero_same f g v : f =1 g -> at_zero f v -> at_zero g v. Proof. by rewrite /at_zero => e ->. Qed.
Lemma at_zero_add f g v w : at_zero f v -> at_zero g w -> at_zero (fun x => f x + g x) (v + w).
Proof. by rewrite /at_zero => -> ->. Qed.
Lemma at_zero_scale c f v : at_zero f v -> at_zero (fun x => c * f x) (c * v). Proof. by rewrite /at_zero => ->. Qed.
Lemma at_zero_ge0 f v : (forall x, 0 <= f x) -> at_zero f v -> 0 <= v. Proof. by rewrite /at_zero => pos ->. Qed.
Definition no_noise : integral rat_realFieldType rat := Integral at_zero_same at_zero_add at_zero_scale at_zero_ge0.
Example no_tails : ~ laplace_tails (fun=> 1) (1 : rat) no_noise.
Proof. by move=> /(_ 0 (lexx 0)) [_ + _ _]; rewrite /has_probability /= /at_zero => /eqP; vm_compute. Qed.

Example reports_values : [/\ reports (1//2) true (0 : rat), ~~ reports (1//2) false (1//2) & ~~ reports (1//2) true (- (1//2))].
Proof. by split; vm_compute. Qed.

(** ** Generic privacy *)

Definition skewed := @weights (5//8) (3//8) isT isT.
Example coins_allowed : allowed_laws (fun a b => a <= 2%:R * b) fair biased /\ ~ allowed_laws (fun a b => a <= 3//2 * b) fair biased.
Proof. by split; [exact: coins_close | exact: coins_not_close]. Qed.

(** (1/2) (3/4) + (1/2) (1/2) = 5/8. *)
Example coin_processed : processed fair after skewed /\ ~ processed fair after fair.
Proof.
split=> [f v|/(_ (fun x => (x : nat)%:R) (1//2))]; rewrite /= /total_is.
  move=> ->; exists (fun x => if x then 3//4 * f true + 1//4 * f false else 1//2 * f true + 1//2 * f false); first by case.
  by field.
case=> [|g gK]; first by apply/eqP; vm_compute.
by have := gK true; have := gK false; rewrite /= /total_is => -> -> /eqP; vm_compute.
Qed.
Example coin_mixed : mixed (1//2) fair biased skewed /\ ~ mixed (1//2) fair biased fair.
Proof.
split=> [f v|/(_ (fun x => (x : nat)%:R) (1//2))]; rewrite /= /total_is.
  move=> ->; exists (1//2 * f true + 1//2 * f false), (3//4 * f true + 1//4 * f false); split; by rewrite /= /total_is; field.
by case=> [|w [w' [-> -> /eqP]]]; [apply/eqP; vm_compute | vm_compute].
Qed.

(** A law that knows constants only. *)
Definition same_at_both (f : bool -> rat) (v : rat) : Prop := f true = v /\ f false = v.
Lemma both_same f g v : f =1 g -> same_at_both f v -> same_at_both g v. Proof. by rewrite /same_at_both => e; rewrite !e. Qed.
Lemma both_add f g v w : same_at_both f v -> same_at_both g w -> same_at_both (fun x => f x + g x) (v + w).
Proof. by rewrite /same_at_both => - [-> ->] [-> ->]. Qed.
Lemma both_scale c f v : same_at_both f v -> same_at_both (fun x => c * f x) (c * v).
Proof. by rewrite /same_at_both => - [-> ->]. Qed.
Lemma both_ge0 f v : (forall x, 0 <= f x) -> same_at_both f v -> 0 <= v. Proof. by move=> pos [<- _]. Qed.
Definition blind : integral rat_realFieldType bool := Integral both_same both_add both_scale both_ge0.
Example coin_measured g : measured fair g.
Proof.
by move=> t; split; rewrite /has_probability /= /total_is; [exists (1//2 * (t <= g true)%R%:R + 1//2 * (t <= g false)%R%:R) | exists (1//2 * (t < g true)%R%:R + 1//2 * (t < g false)%R%:R)].
Qed.
Example blind_not_measured : ~ measured blind (fun x : bool => (x : nat)%:R).
Proof. by move=> /(_ 1) [[r []]] <-. Qed.
Definition told (x : bool) := @weights (x : nat)%:R (~~ x : nat)%:R (ler0n _ _) (ler0n _ _).
Example kernels_measured : measured_kernel fair after /\ ~ measured_kernel blind told.
Proof.
split=> [B g _|/(_ id (fun x : bool => (x : nat)%:R))]; first exact: coin_measured.
by move=> h; apply: blind_not_measured; apply: h; case; rewrite /has_probability /= /total_is; apply/eqP; vm_compute.
Qed.

(** With one input every law is maximally sufficient. With two that are no neighbors, one that ignores them is not. *)
Example ignores : followed_laws told (fun=> fair) /\ ~ followed_laws (fun _ : bool => fair) told.
Proof.
split=> [|[A _ h]].
  by exists (fun=> fair) => // i f v fv; exists (fun=> v) => //; rewrite /= /total_is; case: i; rewrite ?mul1r ?mul0r ?addr0 ?add0r.
have pick (i : bool) : total_is (i : nat)%:R (~~ i : nat)%:R (fun x => (x : nat)%:R) (i : nat)%:R by case: i; apply/eqP; vm_compute.
have [g gA] := h true _ _ (pick true); have [k kA] := h false _ _ (pick false).
by rewrite /= /total_is !(GradualLaws.integral_unique (gA _) (kA _)) => <- /eqP; vm_compute.
Qed.
Example one_input q : generic_laws (fun _ _ : unit => false) q (fun=> fair) /\ maximal_laws (fun _ _ : unit => false) q (fun=> fair).
Proof.
have ok : generic_laws (fun _ _ : unit => false) q (fun=> fair) by split=> // _; case: coins_are_laws.
split=> //; split=> // Y N [law_ _] _; exists (fun=> N tt) => // -[] f v fv; exists (fun=> v) => //.
by rewrite /= /total_is -mulrDl (_ : 1//2 + 1//2 = 1) ?mul1r //; apply/eqP; vm_compute.
Qed.
Example two_inputs : ~ maximal_laws (fun _ _ : bool => false) (fun _ _ => True) (fun=> fair).
Proof.
case=> _ /(_ _ told) h; case: ignores => [a]; apply; apply: h => //; split=> // i.
by case: i; rewrite /law /= /total_is; apply/eqP; vm_compute.
Qed.

(** ** Answers made from data and a draw *)

Example coin_turned : has_probability (pushforward biased negb) id (1//4) /\ ~ has_probability (pushforward biased negb) id (3//4).
Proof. by rewrite /has_probability /= /total_is; split=> [|/eqP]; [apply/eqP|]; vm_compute. Qed.
Example coin_answers : private_answers fair (fun=> 1) 0 (fun (_ : rat) x => x) /\
  ~ private_answers fair (fun=> 1) 0 (fun (u : rat) (_ : bool) => u == 0).
Proof.
split=> [A u u' p q Ap Aq|]; first by rewrite mul1r (GradualLaws.integral_unique Ap Aq).
move=> /(_ id 0 1 1 0) h; have : (1 : rat) <= 1 * 0 by apply: h; rewrite /has_probability /= /total_is; apply/eqP; vm_compute.
by rewrite mulr0 ler10.
Qed.

(** No noise is finite. The law that knows what is true in the end is not, and has the level 0. *)
Example none_is_finite : finite_noise none.
Proof.
move=> i c lt; exists 0, 1, 1; split; rewrite ?ler01 ?(ltW lt) //.
by rewrite /has_probability /= /at_0 mxE.
Qed.
Example last_is_not_finite : ~ finite_noise last /\ private_noise last (fun=> 1) 0.
Proof.
split=> [/(_ ord0 (1//2) isT) [a [b [p [_ [e h]]]]]|A u u' p q Ap Aq]; last by rewrite (last_moved Ap Aq) mul1r.
have := h (const_mx (Num.max e b)); by rewrite !mxE [_ < b]ltNge !le_maxr !lexx orbT /= andbF => /(_ isT) <-.
Qed.

(** Two ends, seen as one noise of one answer. *)
Example one_noise : independent_noises (fun=> 1) (fun _ : 'I_1 => 1) (pushforward ends (fun x _ => x)) /\
  ~ independent_noises (fun=> 1) (fun _ : 'I_1 => 1) (pushforward no_noise (fun x _ => x)).
Proof.
split=> [t t0|/(_ (fun=> 0) (fun=> lexx 0))]; rewrite big_ord1.
  have [up _ _ _] := ends_tails (t0 ord0).
  apply: (integrates_same (i := ends)) up => x; congr (nat_of_bool _)%:R.
  by apply/idP/forallP => [lt j|/(_ ord0)//]; rewrite (ord1 j).
rewrite /has_probability /= /at_zero; case: forallP => [/(_ ord0)|_ /eqP]; first by rewrite ltxx.
by vm_compute.
Qed.

Example one_point_more : with_point 3%:R no_noise id 3%:R /\ ~ with_point 3%:R no_noise (fun=> 1) 1.
Proof. by split=> [|[w -> /eqP]]; [exists 0 => //; rewrite addr0 | vm_compute]. Qed.

(** x^2 has the slope 2 at 1, not 1. *)
Example slope_of_a_square : derivative (fun x : rat => x ^+ 2) 1 2%:R /\ ~ derivative (fun x : rat => x ^+ 2) 1 1.
Proof.
split=> [c c0|/(_ (1//2) isT) [r r0 near]].
  exists c => // h le; rewrite (_ : _ - _ = h * h); last by ring.
  by rewrite normrM; apply: ler_wpmul2r.
have := near r; rewrite (gtr0_norm r0) lexx => /(_ isT).
rewrite (_ : _ - _ = r * (1 + r)); last by ring.
have pos : 0 < 1 + r by rewrite addr_gt0.
rewrite (gtr0_norm (mulr_gt0 r0 pos)) [r * _]mulrC ler_pmul2r // leNgt; case/negP.
by apply: lt_le_trans (_ : 1 <= _); rewrite ?ler_addl ?(ltW r0).
Qed.
Example both_moved : moved_by 2%:R [:: (5%:R, 1); (3%:R, 0)] = [:: (5%:R, 3%:R); (3%:R, 2%:R)] :> seq (rat * rat).
Proof. by []. Qed.

(** The point (0, 0) for length, the point (0, 1) for area: f(0, 0) + f(0, 1). A point of the diagonal is no area. *)
Example one_and_one : diagonal_and_area no_noise (pushforward no_noise (fun x => (x, x + 1))) (fun z => 2%:R + z.2) 5%:R /\
  ~ diagonal_and_area no_noise (pushforward no_noise (fun x => (x, x))) (fun z => 2%:R + z.2) 4%:R.
Proof.
split=> [|[w [w' [-> -> /eqP]]]]; last by vm_compute.
by exists 2%:R, 3%:R; split; rewrite //= /at_zero /=; apply/eqP; vm_compute.
Qed.

(** ** Noise on the line

    If e^x is replaced by 1, then the integral is x. For e^x itself two rectangles are enough for 11/16 <= I 1 <= 17/18. *)

Example constant_density : [/\ normal_integral (fun=> 1) (fun x : rat => x),
  ~ normal_integral (fun=> 1) (fun x : rat => 2%:R * x) & ~ normal_integral (fun=> 1) (fun x : rat => `|x|)].
Proof.
split=> [|[_ /(_ 0 1 isT isT)]|[/(_ 1)]].
- by split=> [x|x y _ _]; rewrite ?mulr1 ?lexx.
- by vm_compute.
- by rewrite normrN normr1.
Qed.
Example two_rectangles (R : realFieldType) (exp I : R -> R) : exponential_function exp -> normal_integral exp I ->
  11%:R / 16%:R <= I 1 <= 17%:R / 18%:R /\ I (- 1) = - I 1.
Proof.
move=> ef [odd steps]; have [_ low] := ef; split; last exact: odd.
have start : I 0 = 0.
  by apply/eqP; have /eqP := odd 0; rewrite oppr0 -addr_eq0 -mulr2n -mulr_natl mulf_eq0 pnatr_eq0.
have half0 : 0 <= 1 / 2%:R :> R by rewrite divr_ge0 ?ler01 ?ler0n.
have half1 : 1 / 2%:R <= 1 :> R by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
have -> : I 1 = (I 1 - I (1 / 2%:R)) + (I (1 / 2%:R) - I 0) by rewrite start; ring.
have /andP [lo hi] := steps _ _ (lexx 0) half0; have /andP [lo' hi'] := steps _ _ half0 half1.
have up : exp (- ((1 / 2%:R) ^+ 2 / 2%:R)) <= 8%:R / 9%:R.
  apply: le_trans (Exponential.ef_neg ef _) _; first by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
move: hi (low (- ((1 / 2%:R) ^+ 2 / 2%:R))) (low (- (1 ^+ 2 / 2%:R))); rewrite expr0n /= mul0r oppr0 (Exponential.ef_0 ef).
move: lo lo' hi' up; set p := exp (- ((1 / 2%:R) ^+ 2 / 2%:R)); set q := exp (- (1 ^+ 2 / 2%:R)).
move: p q => p q lo lo' hi' up hi low' low1; apply/andP; split.
- apply: le_trans (ler_add lo' lo).
  apply: (@Signs.ge_by _ ((q - (1 - 1 ^+ 2 / 2%:R)) / 2%:R + (p - (1 - (1 / 2%:R) ^+ 2 / 2%:R)) / 2%:R)).
    by field.
  by Signs.nonneg.
- apply: le_trans (ler_add hi' hi) _; apply: (@Signs.ge_by _ ((8%:R / 9%:R - p) / 2%:R)); first by field.
  by Signs.nonneg.
Qed.

Example least_of_a_step (b : rat) : least_above (fun x : rat => (0 < x)%R%:R) b <-> b = 1.
Proof.
have le1 (x : rat) : ((0 < x)%R%:R : rat) <= 1 by case: (0 < x).
split=> [[/(_ 1) up /(_ 1 le1) le]|->]; first by apply/eqP; rewrite eq_le le up.
by split=> // c /(_ 1).
Qed.
Example below_1 : normal_below id 2%:R 1 = 3//4 /\ normal_below id 2%:R (- 1) = 1//4.
Proof. by split; apply/eqP; vm_compute. Qed.
Example below_halves : [/\ laplace_below (fun x => 1 + x) (- (1//2)) = 1//4, laplace_below (fun x => 1 + x) 0 = 1//2
  & laplace_below (fun x => 1 + x) (1//2) = 3//4].
Proof. by split; apply/eqP; vm_compute. Qed.

Example three_parts : increments 0 [:: 1//4; 3//4] = [:: 1//4; 1//2; 1//4].
Proof. by apply/eqP; vm_compute. Qed.
(** The probability of at most x is 1/2 + x/8. Cuts at 0 and 2, noise around 1 in one of four cases. *)
Example cut_in_three : cut_pair (fun x => 1//2 + x / 8%:R) 1 (1//4) [:: 0; 2%:R]
  = [:: (15//32, 1//2); (1//4, 1//4); (9//32, 1//4)].
Proof. by apply/eqP; vm_compute. Qed.
