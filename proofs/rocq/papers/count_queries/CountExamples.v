(** * Examples for the definitions of count queries that came later: numbers of the docs, or by hand *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Examples.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** E = 2, eta = 3/5, D = 2: delta_1 = delta_2 = 1/5, delta_3 = 1/20; both 1 and 2 are greatest, 3 is not, nor is 4 one. *)
Ltac indices := case=> [|[|[|[|i]]]] // _; powers; calculate.
Example greatest_1 : greatest_bound (2%:R : rat) (3//5) 2 1 /\ greatest_bound (2%:R : rat) (3//5) 2 2.
Proof. by split; (split; [ | indices]). Qed.
Example greatest_not_3 : ~ greatest_bound (2%:R : rat) (3//5) 2 3.
Proof. by case=> _ /(_ 1%N isT); powers; apply/negP; calculate. Qed.
Example greatest_not_0 : ~ greatest_bound (2%:R : rat) (3//5) 2 0 /\ ~ greatest_bound (2%:R : rat) (3//5) 2 4.
Proof. by split; case. Qed.
(** E = 5, eta = 1/29, D = 2: the third, which is the last. *)
Example greatest_3 : greatest_bound (5%:R : rat) (1//29) 2 3 /\ ~ greatest_bound (5%:R : rat) (1//29) 2 2.
Proof. by split; [split=> //; indices | case=> _ /(_ 3%N isT); powers; apply/negP; calculate]. Qed.

(** B delta = 11/14 there, so delta = 11/29 over all events (docs); E = 2, eta = 3/5, D = 2: C + 1 - E = 2, delta = 2/5. *)
Ltac reals := rewrite /real_bounds; powers; equals.
Example real_bounds_small_eta : real_bounds (5%:R : rat) (1//29) 2 = [:: 1//14 - 4%:R; 2//7; 11//14].
Proof. by reals. Qed.
Example real_bounds_2 : real_bounds (2%:R : rat) (3//5) 2 = [:: 2%:R; 1//2; 5//4 - 6%:R].
Proof. by reals. Qed.

(** The noise (2, 12, 1, 12, 2)/29 has P1-P3 at the counts 2 and 3, with eta = 1/29 only; P1 fails at the count 1. *)
Definition twelve (n : nat) (z : int) : rat := nth 0 [:: 1//29; 12//29; 2//29] `|z|.
Example allowed_yes : allowed 2 2 3 (1//29) twelve.
Proof.
case=> [|[|[|[|n]]]] // _; (split; [split | | by [] | ]).
all: try by (case=> [[|[|[|n]]]|[|[|n]]]; rewrite /twelve /= ?nth_nil; calculate).
all: try by (rewrite /P3 /noise_sum; sums; equals).
all: by case=> [[|[|[|n]]]|[|[|n]]] //= _; rewrite /twelve /= nth_nil.
Qed.
Example allowed_eta : ~ allowed 2 2 3 (1//28) twelve.
Proof. by move/(_ 2%N isT) => [_ _ + _] => /eqP; apply/negP; calculate. Qed.
Example allowed_first : ~ allowed 2 1 3 (1//29) twelve.
Proof. by move/(_ 1%N isT) => [_ + _ _] => /(_ (-2%:Z) isT)/eqP; apply/negP; calculate. Qed.
Example allowed_last : ~ allowed 2 2 3 (1//29) (fun n => if n == 3%N then fun=> 0 else twelve n).
Proof. by move/(_ 3%N isT) => [_ _ + _] => /eqP; apply/negP; calculate. Qed.
Example allowed_mean : ~ allowed 2 2 3 (1//2) (fun _ z => if (z == 0) || (z == 1) then 1//2 else 0).
Proof. by move/(_ 2%N isT) => [_ _ _]; rewrite /P3 /noise_sum; sums=> /eqP; apply/negP; calculate. Qed.
Example allowed_total : ~ allowed 2 2 3 (1//2) (fun _ z => if z == 0 then 1//2 else 0).
Proof. by move/(_ 2%N isT) => [[_ +] _ _ _]; rewrite /noise_sum; sums=> /eqP; apply/negP; calculate. Qed.
Example allowed_nowhere : allowed 2 4 3 (1//2) twelve.
Proof. by move=> n /andP [h /(leq_trans h)]. Qed.

(** Example 1 of the paper, (5), n = 1 and n = 2: eta = 1/2, D = 2, the weights 1/2, 1/3, 1/6, 0 of (-1, 1), (-1, 2), (-2, 1),
    (-2, 2); for n = 1 there are the first two only. *)
Definition four_weights (a b : nat) : rat := nth 0 (nth [::] [:: [::]; [:: 0; 1//2; 1//3]; [:: 0; 1//6; 0]] a) b.
Lemma sum_2 (F : nat -> rat) : \sum_(1 <= i < 3) F i = F 1%N + F 2%N.
Proof. by rewrite big_ltn // big_nat1. Qed.
Ltac mixed := rewrite /two_point_mixture /minn /= ?sum_2 ?big_nat1 ?sum_2; equals.
Example mixture_2 : [seq two_point_mixture 2 2 (1//2) four_weights z | z <- zs] = [:: 1//36; 17//72; 1//2; 13//72; 1//18].
Proof. by rewrite /zs /=; mixed. Qed.
Example mixture_1 : [seq two_point_mixture 2 1 (1//2) four_weights z | z <- zs] = [:: 0; 17//72; 5//12; 1//8; 1//18].
Proof. by rewrite /zs /=; mixed. Qed.
Ltac weight_signs := case=> [|[|[|a]]] [|[|[|b]]] //; rewrite /four_weights /=; calculate.
Example weights_2 : two_point_weights 2 2 four_weights.
Proof. by split; [weight_signs | rewrite /minn /= !sum_2; equals]. Qed.
Example weights_1 : ~ two_point_weights 2 1 four_weights.
Proof. by case=> _; rewrite /minn /= big_nat1 sum_2 => /eqP; apply/negP; calculate. Qed.
Example weights_sign : ~ two_point_weights 2 1 (fun a b : nat => if b == 1%N then 2%:R else -1 : rat).
Proof. by case=> /(_ 1%N 2%N isT isT) + _; apply/negP; calculate. Qed.

(** D = 1, E = 2, eta = 1/5: one symmetric noise, (2/5, 1/5, 2/5), which needs delta = 2/5, for the event {0}. *)
Example least_1 : least_delta 1 2 (2%:R : rat) (1//5) (2//5).
Proof.
split=> [//||a d _ [_ total] private].
  exists (fun=> 1); first by split=> [[|i]|] //; rewrite big_nat1.
  by case=> [|[|[|n]]] [|[|[|n']]] // _ S; rewrite ?probE; sums; rewrite /count_mechanism /noise /=; split_event; calculate.
have := private 1%N 2%N isT [set ord0]; rewrite /prob !big_set1 /count_mechanism /noise /= mulr0 add0r.
by move: total; rewrite big_nat1 => ->; apply: le_trans; calculate.
Qed.
Example not_least_1 : ~ least_delta 1 2 (2%:R : rat) (1//5) (1//2) /\ ~ least_delta 1 2 (2%:R : rat) (1//5) (1//5).
Proof.
have [_ some least] := least_1; split=> [[_ _ least']|[_ [a law private] _]].
  by case: some => a law private; have := least' a (2//5) isT law private; apply/negP; calculate.
by have := least a (1//5) isT law private; apply/negP; calculate.
Qed.
(** With one count there are no neighbors, so that every number is enough; 0 is the least delta, and nothing is below 0. *)
Example least_without_pairs : least_delta 1 1 (2%:R : rat) (1//5) 0 /\ ~ least_delta 1 1 (2%:R : rat) (1//5) (-1).
Proof.
split=> [|[]//]; split=> //; exists (fun=> 1); first by split=> //; rewrite big_nat1.
by case=> [|[|n]] [|[|n']].
Qed.

(** C = 2 at eta = 1/2. The distance to 1/2 turns there; what rises only, or does not change, does not. *)
Lemma C_half (eta : rat) : eta < 1 -> ((C_of eta <= 2%:R) = (eta <= 1//2)) * ((2%:R <= C_of eta) = (1//2 <= eta)).
Proof.
move=> less; have pos : 0 < 1 - eta by rewrite subr_gt0.
have -> : C_of eta = eta * 2%:R / (1 - eta) by rewrite /C_of /B_of mulrA.
have e : 2%:R * (1 - eta) - eta * 2%:R = 4%:R * (1//2 - eta) by field.
have e' : eta * 2%:R - 2%:R * (1 - eta) = 4%:R * (eta - 1//2) by field.
split; first by rewrite ler_pdivr_mulr // -subr_ge0 e pmulr_rge0 // subr_ge0.
by rewrite ler_pdivl_mulr // -subr_ge0 e' pmulr_rge0 // subr_ge0.
Qed.
Example turns : turns_at (fun eta v : rat => v = `|eta - 1//2|) 2%:R.
Proof.
split=> [eta _|eta eta' v v' e0 less e1 -> ->]; first by exists `|eta - 1//2|.
rewrite (C_half e1) (C_half (lt_trans less e1)); split=> h.
  rewrite !ler0_norm ?subr_le0 ?(le_trans (ltW less)) // ltr_opp2 ltr_add2r //.
by rewrite !ger0_norm ?subr_ge0 ?(le_trans h (ltW less)) // ltr_add2r.
Qed.
Example turns_not : ~ turns_at (fun eta v : rat => v = eta) 2%:R /\ ~ turns_at (fun _ v : rat => v = 1) 2%:R.
Proof.
split=> -[_ h].
  by have [+ _] := h (1//4) (1//2) _ _ isT isT isT erefl erefl => /(_ isT); apply/negP; calculate.
by have [+ _] := h (1//4) (1//2) _ _ isT isT isT erefl erefl => /(_ isT); rewrite ltxx.
Qed.
(** What says nothing does not turn, nor does what is silent at one eta. *)
Example nothing_turns : ~ turns_at (fun _ _ : rat => False) 2%:R /\
  ~ turns_at (fun eta v : rat => eta != 1//3 /\ v = `|eta - 1//2|) 2%:R.
Proof. split=> -[/(_ (1//3) isT) [v]]; [by [] | case=> /negP ne _ _; exact: (ne (eqxx _))]. Qed.
