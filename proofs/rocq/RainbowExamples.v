(** * RainbowExamples: the rainbow definitions and theorems on the numbers of docs/rainbow.md *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Examples Events Rainbow RainbowGraphs PrintedRainbow RainbowClosedForm.
From DPExact Require Import RainbowOrders RainbowPrintedLines.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** E = 2, delta = 1/4, p = (1/2, 1/2): (7/8, 1/8) corrected, (1, 0) as printed. *)
Lemma step_two f (c : {perm 'I_2}) (p : 'I_2 -> rat) :
  step f c p (c o0) = f (p (c o0)) /\ step f c p (c o1) = f (p (c o0) + p (c o1)) - f (p (c o0)).
Proof.
have p1 : prefix c p 1 = p (c o0).
  rewrite (prefixS c p (isT : 0 < 2)%N) prefix0 add0r; congr (p (c _)); exact: val_inj.
have p2 : prefix c p 2 = p (c o0) + p (c o1).
  rewrite (prefixS c p (isT : 1 < 2)%N) p1; congr (_ + p (c _)); exact: val_inj.
by split; rewrite step_color /next_sum ?p1 ?p2 ?subr0.
Qed.
Lemma step_straight f (p : 'I_2 -> rat) :
  step f straight p o0 = f (p o0) /\ step f straight p o1 = f (p o0 + p o1) - f (p o0).
Proof. by have := step_two f straight p; rewrite !perm1. Qed.
Lemma step_swap f (p : 'I_2 -> rat) :
  step f swapped p o0 = f (p o1 + p o0) - f (p o1) /\ step f swapped p o1 = f (p o1).
Proof. by have := step_two f swapped p; rewrite tpermL tpermR => -[]. Qed.

Example step_corrected : step (corrected 2%:R (1//4)) straight half =1 law [:: 7//8; 1//8].
Proof. by rewrite /eqfun; each; rewrite ?(step_straight _ _).1 ?(step_straight _ _).2; equals. Qed.
Example step_printed : step (printed 2%:R (1//4)) straight half =1 law [:: 1; 0].
Proof. by rewrite /eqfun; each; rewrite ?(step_straight _ _).1 ?(step_straight _ _).2; equals. Qed.

(** The other order prefers the other color. *)
Example step_swapped : step (corrected 2%:R (1//4)) swapped half =1 law [:: 1//8; 7//8].
Proof. by rewrite /eqfun; each; rewrite ?(step_swap _ _).1 ?(step_swap _ _).2; equals. Qed.

Lemma prefix_1 (c : {perm 'I_2}) (p : 'I_2 -> rat) : prefix c p 1 = p (c o0).
Proof. rewrite (prefixS c p (isT : 0 < 2)%N) prefix0 add0r; congr (p (c _)); exact: val_inj. Qed.
Example prefix_straight : prefix straight skew 1 = 1//3.
Proof. by rewrite prefix_1 perm1; equals. Qed.
Example prefix_swapped : prefix swapped skew 1 = 2//3.
Proof. by rewrite prefix_1 tpermL; equals. Qed.

Example half_law : distribution half.
Proof. by split; [each; calculate | sums; equals]. Qed.

(** Lemma 1 (1) as printed is false: the event {2}. *)
Example printed_not_close : ~ close 2%:R (1//4) (step (printed 2%:R (1//4)) straight half) half.
Proof.
case=> _ /(_ [set x : 'I_2 | x == o1]); rewrite /prob (eq_bigr _ (fun x _ => step_printed x)).
by rewrite -!/(prob _ _); event; apply/negP; vm_compute.
Qed.
(** Theorem 4 as printed is false: on the (c, 1)-line the printed mechanism is not even private. *)
Example theorem_4_printed : ~ greatest (@line_graph 1) (fun=> straight) (@dominates _ 2) 2%:R (1//4) (pred1 ord0)
  (fun=> half) (fun i => line (printed 2%:R (1//4)) straight half i).
Proof.
case=> -[_ priv _] _; apply: printed_not_close.
by split; [apply: (priv o1 o0) | apply: (priv o0 o1)].
Qed.
Example printed_delta_number : printed_delta 2%:R (1//4) = 1//2 :> rat.
Proof. by equals. Qed.
Example printed_delta_large : printed_delta 2%:R (1//2) = 3//4 :> rat.   (* E delta = 1 *)
Proof. by equals. Qed.

(** delta = 0, E = 2, s = 1/10: the breakpoint is 1/3, the first hit 2, and the sum at t = 3 is 7/10; with tau = 3 of
    (5.1) the printed (5.2) gives 8/10. *)
Example breakpoint_number : breakpoint 2%:R 0 = 1//3 :> rat.
Proof. by equals. Qed.
Example first_hit_number : first_hit 2%:R 0 (1//10) 2.
Proof. by split; [case=> [|[|j]] //; calculate | calculate]. Qed.
Example first_hit_3 : ~ first_hit 2%:R 0 (1//10) 3.
Proof. case=> h _; move: (h 2%N isT); apply/negP; vm_compute; reflexivity. Qed.
Example third_sum : iter 3 (corrected 2%:R 0) (1//10) = 7//10 :> rat.
Proof. by equals. Qed.
Example third_sum_closed : 1 - (1 - 2%:R ^+ 2 * (1//10)) / 2%:R ^+ (3 - 2) = 7//10 :> rat.
Proof. by equals. Qed.
Example third_sum_printed : 2%:R ^+ 3 * (1//10) = 8//10 :> rat.
Proof. by equals. Qed.

(** (5.5) of the printed T, E = 2, delta = s = 1/10: tau is 2 with floors and 3 with ceilings, the sum at t = 3 is 19/20. *)
Example printed_turn_floors : printed_turn 2%:R (1//10) (1//10) 2.
Proof. by split; [case=> [|[|j]] //; calculate | calculate]. Qed.
Example printed_turn_ceilings : ~ printed_turn 2%:R (1//10) (1//10) 3.
Proof. case=> h _; move: (h 2%N isT); apply/negP; vm_compute; reflexivity. Qed.
Example printed_third_sum : iter 3 (printed 2%:R (1//10)) (1//10) = 19//20 :> rat.
Proof. by equals. Qed.
Example printed_third_sum_closed : 1 + 2%:R * rho 2%:R (1//10) - (1 + 2%:R * rho 2%:R (1//10) - 7//10) / 2%:R ^+ (3 - 2)
  = 19//20 :> rat.
Proof. by equals. Qed.

(** Utilities (1, 0) decrease along the rainbow (1, 2) and not along (2, 1); (1/2, 1/2) has the expectation 1/2. *)
Definition first_only : 'I_2 -> rat := law [:: 1; 0].
Example decreasing_straight : decreasing straight first_only.
Proof. by move=> i j; rewrite !perm1; move: i j; do 2 each; calculate. Qed.
Example not_decreasing_swapped : ~ decreasing swapped first_only.
Proof. by move/(_ o0 o1 isT); rewrite tpermL tpermR; apply/negP; vm_compute. Qed.
Example utility_half : utility (fun _ : 'I_1 => first_only) (fun _ => half) = 1//2.
Proof. by rewrite /utility big_ord1; sums; equals. Qed.

(** The path 1 - 2 - 3 with the rainbows (red, blue), (red, blue), (blue, red), all boundary laws even. *)
Definition path (i j : 'I_3) : bool := (i.+1 == j)%N || (j.+1 == i)%N.
Definition rainbows (i : 'I_3) : {perm 'I_2} := if i == o2 then swapped else straight.
Lemma swapped_ne : swapped != straight.
Proof. by apply/eqP=> /permP /(_ o0); rewrite perm1 tpermL. Qed.
Lemma path_sym : symmetric path.
Proof. by move=> i j; rewrite /path orbC. Qed.

Example boundary_2 : boundary path rainbows o1.
Proof. by apply/existsP; exists o2; rewrite /= swapped_ne. Qed.
Example boundary_1 : ~~ boundary path rainbows o0.
Proof. by apply/existsP=> -[j]; move: j; each; rewrite /= ?eqxx. Qed.
Example distance_1 : distance path rainbows o0 = 1%N.
Proof.
have d1 : distance path rainbows o1 = 0%N by apply/eqP; rewrite -boundary_distance boundary_2.
have small : (distance path rainbows o1 < #|'I_3|)%N by rewrite d1 card_ord.
have same : rainbows o1 = rainbows o0 by rewrite /rainbows.
have [le _] := distance_next path_sym (isT : path o1 o0) same small; rewrite d1 in le.
by apply/eqP; rewrite eqn_leq le lt0n -boundary_distance boundary_1.
Qed.
Example mechanism_1 : rainbow_mechanism path rainbows 2%:R (1//4) (fun=> half) o0 =1 law [:: 7//8; 1//8].
Proof. by move=> x; rewrite /rainbow_mechanism distance_1 card_ord; apply: step_corrected. Qed.
Example valid_even : valid_boundary path rainbows 2%:R (1//4) (fun=> half).
Proof.
by split=> [v _|v w _ _]; [exact: half_law | split; apply: close_to_refl => //; exact: half_law].
Qed.
Example optimal_1 : greatest path rainbows (@dominates _ 2) 2%:R (1//4) (boundary path rainbows) (fun=> half)
  (rainbow_mechanism path rainbows 2%:R (1//4) (fun=> half)).
Proof. by apply: theorem_2 valid_even _ => //; exact: path_sym. Qed.

(** ** A path without end: 0, 1, 2, ...; 0 has the rainbow (2, 1), the others (1, 2) *)

Section Endless.
Let near (v w : nat) : bool := (v.+1 == w) || (w.+1 == v).
Let ends (v : nat) : {perm 'I_2} := if v == 0%N then tperm o0 o1 else 1%g.
Let apart : (1%g : {perm 'I_2}) != tperm o0 o1.
Proof. by apply/eqP => /permP /(_ o0); rewrite perm1 tpermL. Qed.
Let away (v : nat) : option nat := Some v.-1.

Example endless_boundary : boundary_at near ends 0%N /\ boundary_at near ends 1%N /\ ~ boundary_at near ends 2%N.
Proof.
split; first by exists 1%N => //; exact: apart.
split; first by exists 0%N => //; rewrite eq_sym; exact: apart.
by case=> [[|[|[|[|w]]]]] //; rewrite /ends eqxx.
Qed.
Let far k v : walks_to near ends 1%g k v -> (v <= k.+1)%N.
Proof.
elim: k v => [|k IH] v /=; last by case=> [/IH /leqW //|[w /orP[] /eqP e /IH]]; [rewrite -e => /ltnW/leqW | rewrite -e].
by case=> [[w vw ne]]; case: v vw ne => [|[|v]] //; case: w => [|w] //=; rewrite eqxx.
Qed.
Let walks v : walks_to near ends 1%g v v.+1.
Proof.
elim: v => [|v IH]; first by split=> //; exists 0%N => //; rewrite eq_sym; exact: apart.
by right; exists v.+1 => //; rewrite /near eqxx orbT.
Qed.
Example endless_walks : walks_to near ends 1%g 3 4%N /\ ~ walks_to near ends 1%g 2 4%N.
Proof. by split; [exact: walks | move=> /far]. Qed.
Example endless_distance : is_distance near ends away /\ ~ is_distance near ends (fun v => Some v).
Proof.
split=> [[|v] /=|/(_ 1%N) [_ /(_ 0%N)] h].
- by split=> // ; split=> //; exists 1%N => //; exact: apart.
- by split=> [|k /far]; first exact: walks.
- by have := h (walks 0).
Qed.
Let even_odds (c : {perm 'I_2}) (x : 'I_2) : rat := 1//2.
Example endless_valid : valid_boundary_at near ends 2%:R 0 even_odds /\
  ~ valid_boundary_at near ends 2%:R 0 (fun c x => 1 : rat).
Proof.
split; last by case=> /(_ 0%N) [|_]; [exists 1%N => //; exact: apart | sums].
have law c : distribution (even_odds c) by split=> [x|] //; sums; equals.
by split=> [v _|v w _ _] //; split; apply: close_to_refl.
Qed.
Example endless_mechanism : mechanism_at ends 2%:R 0 even_odds away 2%N o0 = 3//4 /\
  mechanism_at ends 2%:R 0 even_odds (fun=> None) 2%N o0 = 1.
Proof. by split; rewrite /mechanism_at /=; [steps; equals | rewrite /first_color invg1 perm1]. Qed.
End Endless.
