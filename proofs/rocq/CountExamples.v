(** * Examples for the definitions of count queries that came later: numbers of the docs, or by hand *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
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
