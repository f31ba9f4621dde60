(** * RainbowExamples: the rainbow definitions and theorems on the numbers of docs/rainbow.md *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Examples Events Rainbow RainbowGraphs PrintedRainbow RainbowClosedForm.
From DPExact Require Import RainbowOrders RainbowPrintedLines RainbowInfinite.

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
Example printed_third_sum_closed : 1 + 2%:R * drift 2%:R (1//10) - (1 + 2%:R * drift 2%:R (1//10) - 7//10) / 2%:R ^+ (3 - 2)
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

(** Its boundary graph: a line without end for (1, 2), one head for (2, 1), an edge between the heads. *)
Let swap : {perm 'I_2} := tperm o0 o1.
Let line_and_head (x : {perm 'I_2} * option nat) : bool :=
  if x.2 is Some i then (x.1 == 1%g) || (x.1 == swap) && (i == 0%N) else false.
Let touch (c c' : {perm 'I_2}) : bool := [|| (c == 1%g) && (c' == 1%g), (c == 1%g) && (c' == swap) | (c == swap) && (c' == 1%g)].
Lemma known : is_there ends away line_and_head.
Proof.
move=> [c [i|]]; rewrite /line_and_head /= ; last by split=> // -[].
split=> [/orP[/eqP ->|/andP[/eqP -> /eqP ->]]|[[|v] <-]]; first by exists i.+1.
- by exists 0%N.
- by rewrite leqn0 /ends /= eqxx orbC => ->.
by rewrite /ends eqxx.
Qed.
Example endless_there : is_there ends away line_and_head /\ ~ is_there ends away (fun x => x.2 != None).
Proof. by split; [exact: known | case/(_ (swap, Some 1%N)) => /(_ isT) [[|v] //= /eqP]; rewrite (negbTE apart)]. Qed.
Example endless_adjacent : is_adjacent near ends touch /\ ~ is_adjacent near ends (fun _ _ => true).
Proof.
have ends_0 v : ends v = swap -> v = 0%N by case: v => // v /eqP; rewrite /ends (negbTE apart).
split=> [c c'|/(_ swap swap) [/(_ isT) [v [w [vw /ends_0 v0 /ends_0 w0]]]] _]; last by rewrite v0 w0 in vw.
split=> [/or3P[]/andP[/eqP -> /eqP ->]|[v [w [vw <- <-]]]].
- by exists 1%N, 2%N.
- by exists 1%N, 0%N.
- by exists 0%N, 1%N.
by rewrite /touch /ends; case: v w vw => [|v] [|w] //= _; rewrite !eqxx ?orbT.
Qed.
Let at_ (c : {perm 'I_2}) i (h : line_and_head (c, i)) : points_at line_and_head := exist (fun x => is_true (line_and_head x)) (c, i) h.
Let first i : line_and_head (1%g, Some i). Proof. by rewrite /line_and_head eqxx. Qed.
Let last_ : line_and_head (swap, Some 0%N). Proof. by rewrite /line_and_head /= (eqxx swap) orbT. Qed.
Let beside := neighbours_at (there := line_and_head) touch.
Example endless_edges : [/\ beside (at_ (first 2)) (at_ (first 3)), beside (at_ (first 3)) (at_ (first 2)),
  ~~ beside (at_ (first 2)) (at_ (first 4)), beside (at_ (first 0)) (at_ last_) & ~~ beside (at_ (first 1)) (at_ last_)].
Proof.
have ne : (swap == 1%g) = false by rewrite eq_sym; exact: negbTE apart.
by rewrite /beside /neighbours_at /rainbow_at /place /touch; split; rewrite /= ?eqxx ?(negbTE apart) ?ne.

Qed.
Example endless_heads : head_at (at_ (first 0)) /\ ~ head_at (at_ (first 1)).
Proof. by split. Qed.
Example endless_points (x : points_at line_and_head) : place x <> None /\ (rainbow_at x = swap -> head_at x).
Proof.
case: x => -[c [i|]] h; rewrite /head_at /place /rainbow_at //=; split=> // e; move: h; rewrite /line_and_head /= e.
by case/orP=> [/eqP z|/andP[_ /eqP ->] //]; move: apart; rewrite -[1%g]z eqxx.
Qed.
Example endless_image : [/\ rainbow_at (image_at known 4%N) = 1%g, place (image_at known 4%N) = Some 3%N,
  rainbow_at (image_at known 0%N) = swap & place (image_at known 0%N) = Some 0%N].
Proof. by []. Qed.
Example endless_shortest : shortest near ends away 3%N [:: 2%N; 1%N] /\ ~ shortest near ends away 3%N [:: 2%N; 3%N; 2%N; 1%N]
  /\ ~ shortest near ends away 3%N [:: 2%N; 3%N] /\ ~ shortest near ends away 3%N [:: 1%N; 1%N].
Proof.
have [_ [b no]] := endless_boundary; split; first by split.
split; first by case=> _ [].
by split; case=> // _ _ /= [[|[|[|[|[|w]]]]]] //; rewrite /ends eqxx.
Qed.
Let mech := mechanism_at ends 2%:R 0 even_odds away.
Let sym : symmetric near. Proof. by move=> v w; rewrite /near orbC. Qed.
Example endless_optimal : optimal_at near ends 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) mech
  /\ feasible_at near 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) (fun=> even_odds 1%g)
  /\ ~ optimal_at near ends 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) (fun=> even_odds 1%g)
  /\ ~ feasible_at near 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) (fun=> @first_color _ 2 1%g).
Proof.
have dist := proj1 endless_distance; have valid := proj1 endless_valid; have E1 : 1 <= 2%:R :> rat by [].
have law : distribution (even_odds 1%g) by split=> [x|] //; sums; equals.
have good : feasible_at near 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) mech.
  split; [exact: (mechanism_at_law E1 (lexx 0) (isT : (0 < 2)%N) dist valid) | | ].
    exact: (infinite_private E1 (lexx 0) (isT : (0 < 2)%N) sym dist valid).
  exact: (infinite_boundary 2%:R 0 even_odds dist).
have flat : feasible_at near 2%:R 0 (boundary_at near ends) (fun=> even_odds 1%g) (fun=> even_odds 1%g).
  by split=> // v w _; apply: close_to_refl.
split.
  split=> // M' [law' priv' fix'].
  exact: (infinite_dominates E1 (lexx 0) (isT : (0 < 2)%N) sym dist law' priv' fix').
split=> //; split=> [[_ /(_ _ good 2%N 1%N)]|[_ _ /(_ 0%N (proj1 endless_boundary) o0)]].
  rewrite !(prefixS _ _ (isT : (0 < 2)%N)) !prefix0 !add0r perm1 (_ : Ordinal _ = o0); last exact: val_inj.
  by rewrite /mech (proj1 endless_mechanism); apply/negP; calculate.
by rewrite /first_color invg1 perm1; apply/eqP; calculate.
Qed.
End Endless.

(** One vertex that reaches no boundary: its boundary graph is a vertex of its own, and has no line. *)
Example lonely_there : let vertex x := x == (1%g : {perm 'I_2}, None : option nat) in
  is_there (fun _ : unit => 1%g) (fun=> None) vertex /\ ~ is_there (fun _ : unit => 1%g) (fun=> None) (fun x : {perm 'I_2} * option nat => x.1 == 1%g)
  /\ ~ is_there (fun _ : unit => 1%g : {perm 'I_2}) (fun=> None) (fun=> false).
Proof.
split=> [[c [i|]]|]; first by split=> [/eqP //|[]].
  by split=> [/eqP [->]|[_ /= <- _]]; first exists tt.
by split=> [/(_ (1%g, Some 0%N)) [/(_ (eqxx _)) [_ _]]|/(_ (1%g, None)) [_ /(_ (ex_intro2 _ _ tt (erefl _) isT))]].
Qed.

(** tau with floors, E = 2: s = 1/10 gives y = 10/3 in (5.1), and 2 <= 10/3 < 4, so that floor(x) = 1
    and tau = 2; s = 1/2 gives
    2/3, between 1/2 and 1; delta = 1/4 gives (7/12)/(s + 1/4) in (5.4), and 5/3 for s = 1/10: tau = 1. *)
Example arguments : [/\ argument_5_1 2%:R (1//10) = 10%:R / 3%:R, argument_5_1 2%:R (1//2) = 2//3 & argument_5_4 2%:R (1//4) (1//10) = 5//3].
Proof. by rewrite /argument_5_1 /argument_5_4 /drift; split; equals. Qed.
Example floors : [/\ tau_with_floors (2%:R : rat) (10//3) 2, tau_with_floors (2%:R : rat) 4%:R 3, tau_with_floors (2%:R : rat) (5//3) 1 & tau_with_floors (2%:R : rat) (2//3) 0].
Proof. by split; [exists 1 | exists 2 | exists 0 | exists (-1)]; rewrite ?expr1z; calculate. Qed.
Example floors_no : ~ tau_with_floors (2%:R : rat) (10//3) 1 /\ ~ tau_with_floors (2%:R : rat) (2//3) 1
  /\ ~ tau_with_floors (2%:R : rat) 0 0.
Proof.
have one n : 1%N%:Z = Num.max (n + 1) 0 -> n = 0.
  by case: (leP (n + 1) 0) => [_|_ e]; [| apply: (addIr 1); rewrite add0r].
split; first by case=> n /andP[_ less] /one e; move: less; rewrite e add0r expr1z; apply/negP; calculate.
split; first by case=> n /andP[more _] /one e; move: more; rewrite e expr0z; apply/negP; calculate.
by case=> n /andP[+ _] _; rewrite leNgt exprz_gt0.
Qed.
(** E = 2: 2^2 (1/10), 1 - (3/4)/4; delta = 1/4, drift = 1/4: 2 (1/10 + 1/4) - 1/4, and 1 where that is more; 3/2 - (3/4 + 1/2)/2. *)
Example printed_lines : [/\ first_5_2 2%:R (1//10) 2 = 2//5, second_5_2 2%:R (1//4) 2 = 13//16, first_5_5 2%:R (1//4) (1//10) 1 = 9//20,
  first_5_5 2%:R (1//4) (1//10) 9 = 1 & second_5_5 2%:R (1//4) (1//4) 1 = 7//8 /\ second_5_5 2%:R (1//4) (1//4) 9 = 1].
Proof. by rewrite /first_5_2 /second_5_2 /first_5_5 /second_5_5 /drift; split=> //; try split; equals. Qed.
(** F(t) = t^2 on the chain 1/2, 3/4, 1: the cells have 1/4, 5/16 and 7/16. *)
Example cells_of_squares : let x (k : nat) : rat := nth 0 [:: 1//2; 3//4; 1] k in
  [/\ cells (fun t => t ^+ 2) x (@Ordinal 3 0 isT) = 1//4, cells (fun t => t ^+ 2) x (@Ordinal 3 1 isT) = 5//16
  & cells (fun t => t ^+ 2) x (@Ordinal 3 2 isT) = 7//16].
Proof. by move=> x; rewrite /cells /x /=; split; equals. Qed.
