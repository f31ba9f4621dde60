(** * GradualNoise: staircases, thresholds, distances, and the factor of Proposition 7 (gradual release, Sections 2 to 4)

    Staircase noise is private where |u - u'| <= 1; a bit with Laplace noise and a threshold is the bit of (43) and (44);
    the levels 1/d of (47); and no factor below E^2 in Proposition 7. *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions DefinitionsGradual DefinitionsLaws GradualLaws GradualCorollaries.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The staircase *)

Section Staircase.
Variable R : archiFieldType.
Implicit Types (c x y E h : R).

Lemma stairP c x n : 0 <= c -> (n < stair c x)%N = (c + n%:R <= `|x|).
Proof.
move=> c0; rewrite /stair; set p := (fun k : nat => `|x| < c + k%:R); set N := (Num.bound `|x|).+1.
have top : p (Num.bound `|x|).
  by rewrite /p; apply: lt_le_trans (archi_boundP (normr_ge0 x)) _; rewrite ler_addr.
have found : has p (iota 0 N) by apply/hasP; exists (Num.bound `|x|); rewrite ?mem_iota //= add0n.
have lt : (find p (iota 0 N) < N)%N by rewrite -{2}(size_iota 0 N) -has_find.
have := nth_find 0%N found; rewrite nth_iota // add0n /p => at_.
apply/idP/idP => [low|le].
  have := before_find 0%N low; rewrite nth_iota ?add0n; last exact: ltn_trans lt.
  by rewrite /p => /negbT; rewrite -leNgt.
by rewrite -(ltr_nat R) -(ltr_add2l c); apply: le_lt_trans at_.
Qed.

Lemma stair_moved c x y : 0 <= c -> `|x - y| <= 1 -> (stair c y <= (stair c x).+1)%N.
Proof.
move=> c0 near; case: leqP => // far.
have := far; rewrite stairP // => up; have : c + (stair c x)%:R <= `|x|.
  have tri : `|y| <= `|x| + 1.
    have := ler_norm_sub y x => _; have -> : y = x - (x - y) by ring.
    by apply: le_trans (ler_norm_sub _ _) _; rewrite ler_add2l.
  by have := le_trans up tri; rewrite -addn1 natrD addrA ler_add2r.
by rewrite -stairP // ltnn.
Qed.

(** The density changes by a factor of at most E over distances up to 1, ... *)
Lemma staircase_density E c h x y : 1 <= E -> 0 <= c -> 0 <= h -> `|x - y| <= 1 ->
  staircase E c h x <= E * staircase E c h y.
Proof.
move=> E1 c0 h0 near; have E0 : 0 < E := lt_le_trans ltr01 E1.
rewrite /staircase mulrCA ler_wpmul2l // ler_pdivl_mulr ?exprn_gt0 // mulrC ler_pdivr_mulr ?exprn_gt0 //.
by rewrite -exprS; apply: ler_weexpn2l => //; apply: stair_moved.
Qed.

(** ... so u + V is (E, 0)-private: every event, at any two data that are at most 1 apart. *)
Theorem staircase_private E c h (I : integral R R) (mu : R -> integral R R) u u' : 1 <= E -> 0 <= c -> 0 <= h ->
  (forall u, has_density I (fun y => staircase E c h (y - u)) (mu u)) -> `|u - u'| <= 1 ->
  close_laws E (mu u) (mu u').
Proof.
move=> E1 c0 h0 density near; apply: density_close (density u) (density u') _ => y.
by apply: staircase_density => //; rewrite distrC (_ : y - u' - (y - u) = u - u') //; ring.
Qed.

End Staircase.

(** ** Thresholds: (43) to (46) *)

Section Thresholds.
Variables (R : realFieldType) (exp : R -> R) (b : R) (mu : integral R R).
Hypotheses (power : power_function exp) (b0 : 0 < b) (one : law mu) (noise : laplace_tails exp b mu).

Lemma complement_of (A : R -> bool) p : has_probability mu A p -> has_probability mu (fun x => ~~ A x) (1 - p).
Proof.
move=> Ap; have := integrates_add one (integrates_scale (-1) Ap); rewrite mulN1r; apply: integrates_same => x.
by case: (A x); rewrite /= ?mulN1r ?mulr1n ?mulr0n ?subrr ?oppr0 ?addr0.
Qed.

(** (45): with the scale 1/(-2 ln a) and the threshold 1/2 each of the two bits flips with the probability a/2. *)
Theorem equation_45_flips (a : R) (z : bool) : 0 < a -> exp (- (1 / b)) = a ^+ 2 ->
  has_probability mu (fun v => reports (1 / 2%:R) z v != z) (a / 2%:R).
Proof.
move=> a0 scale; have [exp_add exp_pos _] := power.
have half : exp (- (1 / 2%:R / b)) = a.
  have sq : exp (- (1 / 2%:R / b)) ^+ 2 = a ^+ 2.
    rewrite -scale expr2 -exp_add; congr exp; field; rewrite (gt_eqF b0) ?pnatr_eq0 //.
  by apply/eqP; rewrite -(@eqr_expn2 _ 2) ?sq // ltW.
have h0 : 0 <= 1 / 2%:R :> R by rewrite divr_ge0 ?ler01 ?ler0n.
have [up _ _ down] := noise h0; move: up down; rewrite half => up down.
case: z; last by apply: integrates_same up => v; rewrite /reports add0r; case: ltP.
apply: integrates_same down => v; congr (nat_of_bool _)%:R; rewrite /reports eqb_id ltNge negbK.
by rewrite -ler_subr_addl; congr (_ <= _); rewrite /= mulr1n; field.
Qed.

(** (46), with the scale corrected: P(1 | 0) = g and P(1 | 1) = h, the threshold t between the two bits, ... *)
Theorem equation_46_bits (g h t : R) : exponential_function exp -> 0 < g -> g <= 1 / 2%:R -> 1 / 2%:R <= h ->
  exp (- (t / b)) = 2%:R * g -> exp (- (1 / b)) = 4%:R * g * (1 - h) ->
  [/\ 0 <= t <= 1, has_probability mu (reports t false) g & has_probability mu (reports t true) h].
Proof.
case=> _ above g0 gh hh T scale; have [exp_add exp_pos _] := power; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have S : exp (- ((1 - t) / b)) = 2%:R * (1 - h).
  apply: (mulfI (lt0r_neq0 (exp_pos (- (t / b))))); rewrite -exp_add.
  rewrite (_ : - (t / b) + - ((1 - t) / b) = - (1 / b)); last by field; rewrite gt_eqF.
  by rewrite scale T; ring.
have small x : exp (- (x / b)) <= 1 -> 0 <= x.
  move=> le; have := le_trans (above _) le; rewrite ger_addl oppr_le0 => h0.
  by rewrite -(mulfVK (lt0r_neq0 b0) x) mulr_ge0 // ltW.
have pos2 : 0 < 2%:R :> R by rewrite ltr0n.
have t0 : 0 <= t by apply: small; rewrite T mulrC -ler_pdivl_mulr.
have s0 : 0 <= 1 - t.
  apply: small; rewrite S mulrC -ler_pdivl_mulr // ler_subl_addr -ler_subl_addl.
  by apply: le_trans hh; rewrite (_ : 1 - 1 / 2%:R = 1 / 2%:R) //; field.
have t1 : t <= 1 by rewrite -subr_ge0.
have [up _ _ _] := noise t0; have [_ _ _ down] := noise s0; split; first by rewrite t0.
  by apply: integrates_same (_ : mu _ g) => [v|]; [rewrite /reports add0r|move: up; rewrite T mulrC mulKf].
move: down; rewrite S mulrC mulKf // => /complement_of; rewrite subKr.
apply: integrates_same => v; congr (nat_of_bool _)%:R; rewrite /reports -ltNge.
by rewrite opprB ltr_subl_addl.
Qed.

(** ... and no other scale does; so the printed one, with g and h exchanged, does not unless they are the same. *)
Theorem equation_46_scale (g h t : R) : 0 <= t <= 1 ->
  has_probability mu (reports t false) g -> has_probability mu (reports t true) h ->
  exp (- (1 / b)) = 4%:R * g * (1 - h) /\ (g != h -> ~ exp (- (1 / b)) = 4%:R * h * (1 - g)).
Proof.
case/andP=> t0 t1 pg ph; have [exp_add exp_pos _] := power; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have s0 : 0 <= 1 - t by rewrite subr_ge0.
have [up _ _ _] := noise t0; have [_ _ _ down] := noise s0.
have eg : g = exp (- (t / b)) / 2%:R.
  by apply: integral_unique pg _; apply: integrates_same up => v; rewrite /reports add0r.
have eh : 1 - h = exp (- ((1 - t) / b)) / 2%:R.
  apply: integral_unique (complement_of ph) _; apply: integrates_same down => v; congr (nat_of_bool _)%:R.
  by rewrite /reports -leNgt opprB -ler_subr_addl.
have key : exp (- (1 / b)) = 4%:R * g * (1 - h).
  rewrite eg eh (_ : - (1 / b) = - (t / b) + - ((1 - t) / b)); last by field; rewrite gt_eqF.
  by rewrite exp_add; field.
split=> // ne; rewrite key => e; case/eqP: ne; apply/eqP; rewrite -subr_eq0.
have : 4%:R * (g - h) = 4%:R * g * (1 - h) - 4%:R * h * (1 - g) by ring.
by rewrite e subrr => /eqP; rewrite mulf_eq0 pnatr_eq0.
Qed.

(** The printed scale is negative for g < 1/2 < h: no positive b meets it. *)
Theorem equation_46_printed (g h : R) : g < 1 / 2%:R -> 1 / 2%:R < h -> ~ exp (- (1 / b)) = 4%:R * h * (1 - g).
Proof.
move=> lt gt e; have [exp_add exp_pos rises] := power.
have e0 : exp 0 = 1 by apply: (mulfI (lt0r_neq0 (exp_pos 0))); rewrite -exp_add addr0 mulr1.
have : exp (- (1 / b)) <= 1 by rewrite -e0; apply: rises; rewrite oppr_le0 divr_ge0 ?ler01 ?ltW.
have half : 0 < 1 / 2%:R :> R by rewrite divr_gt0 ?ltr01 ?ltr0n.
have other : 1 / 2%:R < 1 - g by rewrite ltr_subr_addr addrC -ltr_subr_addr (_ : 1 - 1 / 2%:R = 1 / 2%:R) //; field.
rewrite e leNgt => /negP; apply; rewrite -mulrA; apply: (@le_lt_trans _ _ (4%:R * (1 / 2%:R * (1 / 2%:R)))).
  by rewrite (_ : 4%:R * _ = 1) //; field.
by rewrite ltr_pmul2l ?ltr0n //; apply: ltr_pmul => //; apply: ltW.
Qed.

(** Both bits below 1/2, or both above: the scale and the threshold are others, 1 <= t or t <= 0. *)
Theorem equation_46_below (g h t : R) : exponential_function exp -> 0 < g -> g < h -> h <= 1 / 2%:R ->
  exp (- (t / b)) = 2%:R * g -> exp (- (1 / b)) = g / h ->
  [/\ 1 <= t, has_probability mu (reports t false) g & has_probability mu (reports t true) h].
Proof.
case=> _ above g0 gh hh T scale; have [exp_add exp_pos _] := power; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have h0 : 0 < h := lt_trans g0 gh.
have S : exp (- ((t - 1) / b)) = 2%:R * h.
  apply: (mulIf (lt0r_neq0 (exp_pos (- (1 / b))))); rewrite -exp_add.
  rewrite (_ : - ((t - 1) / b) + - (1 / b) = - (t / b)); last by field; rewrite gt_eqF.
  by rewrite scale T; field; rewrite gt_eqF.
have s0 : 0 <= t - 1.
  have : exp (- ((t - 1) / b)) <= 1 by rewrite S mulrC -ler_pdivl_mulr ?ltr0n.
  move/(le_trans (above _)); rewrite ger_addl oppr_le0 => q0.
  by rewrite -(mulfVK (lt0r_neq0 b0) (t - 1)) mulr_ge0 // ltW.
have t1 : 1 <= t by rewrite -subr_ge0.
have [up _ _ _] := noise (le_trans ler01 t1); have [up' _ _ _] := noise s0; split=> //.
  by apply: integrates_same (_ : mu _ g) => [v|]; [rewrite /reports add0r|move: up; rewrite T mulrC mulKf].
move: up'; rewrite S mulrC mulKf //; apply: integrates_same => v.
by congr (nat_of_bool _)%:R; rewrite /reports ltr_subl_addl.
Qed.

Theorem equation_46_above (g h t : R) : exponential_function exp -> 1 / 2%:R <= g -> g < h -> h < 1 ->
  exp (t / b) = 2%:R * (1 - g) -> exp (- (1 / b)) = (1 - h) / (1 - g) ->
  [/\ t <= 0, has_probability mu (reports t false) g & has_probability mu (reports t true) h].
Proof.
case=> _ above g2 gh h1 T scale; have [exp_add exp_pos _] := power; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have g1 : 0 < 1 - g by rewrite subr_gt0 (lt_trans gh).
have S : exp (- ((1 - t) / b)) = 2%:R * (1 - h).
  rewrite (_ : - ((1 - t) / b) = t / b + - (1 / b)); last by field; rewrite gt_eqF.
  by rewrite exp_add scale T; field; rewrite gt_eqF.
have s0 : 0 <= - t.
  have : exp (t / b) <= 1.
    rewrite T mulrC -ler_pdivl_mulr ?ltr0n // ler_subl_addr -ler_subl_addl.
    by apply: le_trans g2; rewrite (_ : 1 - 1 / 2%:R = 1 / 2%:R) //; field.
  move/(le_trans (above _)); rewrite ger_addl => q0.
  by rewrite oppr_ge0 -(mulfVK (lt0r_neq0 b0) t) mulr_le0_ge0 // ltW.
have t0 : t <= 0 by rewrite -oppr_ge0.
have u0 : 0 <= 1 - t by rewrite addr_ge0 ?ler01.
have [_ _ _ down] := noise s0; have [_ _ _ down'] := noise u0; split=> //.
  move: down; rewrite mulNr opprK T mulrC mulKf // => /complement_of; rewrite subKr.
  by apply: integrates_same => v; rewrite /reports add0r opprK -ltNge.
move: down'; rewrite S mulrC mulKf // => /complement_of; rewrite subKr.
apply: integrates_same => v; congr (nat_of_bool _)%:R; rewrite /reports -ltNge.
by rewrite opprB ltr_subl_addl.
Qed.

End Thresholds.

(** ** (47): the levels 1/d *)

Section Distances.
Variables (R : archiFieldType) (V : finType) (r : rel V).

Lemma shortest_unique i j m n : graph_distance r i j m -> graph_distance r i j n -> m = n.
Proof.
move=> [[p [pp lp <-]] pmin] [[q [pq lq <-]] qmin]; apply/eqP; rewrite eqn_leq.
by rewrite (pmin _ pq lq) (qmin _ pp lp).
Qed.

(** Each other user of the same component has a level, positive and at most 1. *)
Theorem equation_47 i j : j != i -> connect r i j -> exists2 e : R, distance_level r i j e & 0 < e <= 1.
Proof.
move=> ne /connectP [p0 pp0 lp0].
have some : exists n, [exists p : n.-tuple V, path r i p && (last i p == j)].
  by exists (size p0); apply/existsP; exists (in_tuple p0); rewrite /= pp0 -lp0 eqxx.
case: (ex_minnP some) => n /existsP [p /andP [pp /eqP lp]] least.
have sh : graph_distance r i j n.
  split; first by exists p; rewrite size_tuple.
  by move=> q pq lq; apply: least; apply/existsP; exists (in_tuple q); rewrite /= pq lq eqxx.
have n0 : (0 < n)%N.
  case: n p pp lp {least sh some} => [|//] p; rewrite (tuple0 p) /= => _ e.
  by rewrite e eqxx in ne.
exists (1 / n%:R); first by exists n.
by rewrite divr_gt0 ?ltr01 ?ltr0n //= ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.

(** Far away it is small: below 1/k beyond the distance k, ... *)
Theorem far_level_small i j e n k : distance_level r i j e -> graph_distance r i j n -> (0 < k)%N -> (k < n)%N ->
  e < 1 / k%:R :> R.
Proof.
move=> [m sm ->] sn k0 lt; rewrite (shortest_unique sm sn).
have n0 : (0 < n)%N := leq_trans k0 (ltnW lt).
by rewrite ltr_pdivr_mulr ?ltr0n // mulrAC mul1r ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(** ... so below any bound, beyond a distance that depends on the bound alone. *)
Theorem far_level_below (eta : R) : 0 < eta -> exists k : nat, forall i j e n,
  distance_level r i j e -> graph_distance r i j n -> (k < n)%N -> e < eta.
Proof.
move=> eta0; exists (Num.bound eta^-1).+1 => i j e n level sn lt.
apply: lt_le_trans (far_level_small level sn (ltn0Sn _) lt) _.
rewrite ler_pdivr_mulr ?ltr0n // mulrC -ler_pdivr_mulr // div1r; apply: ltW.
apply: lt_trans (archi_boundP _) _; first by rewrite invr_ge0 ltW.
by rewrite ltr_nat.
Qed.

End Distances.

(** ** Proposition 7: no factor below E^2, though no score changes by more than 1 *)

Theorem proposition_7_least (R : archiFieldType) (E F : R) : 1 < E -> F < E ^+ 2 ->
  exists (k : nat) (s s' : 'I_k.+1 -> nat), (forall y, (gap (s y) (s' y) <= 1)%N) /\
    exists S, F * prob (exponential (fun y => E ^+ s' y)) S < prob (exponential (fun y => E ^+ s y)) S.
Proof.
move=> E1 FE; have [k k1 lt] := proposition_7_sharp E1 FE; have E0 : 0 < E := lt_trans ltr01 E1.
exists k, (fun y => (y == ord0) : nat), (fun y => (y != ord0) : nat); split=> [y|]; first by case: eqP.
exists [set ord0]; rewrite /prob !big_set1 /exponential eqxx /= expr1 expr0.
have total (f : bool -> nat) : \sum_(z < k.+1) E ^+ f (z == ord0) = E ^+ f true + k%:R * E ^+ f false.
  by rewrite big_ord_recl eqxx (eq_bigr (fun=> E ^+ f false)) // sumr_const card_ord -mulr_natl.
rewrite (total (fun b => b : nat)) (total (fun b => ~~ b : nat)) /= !expr1 !expr0 mulr1.
have ek : 0 < E + k%:R by rewrite ltr_paddr ?ler0n.
have ke : 0 < 1 + k%:R * E by rewrite ltr_paddr ?ltr01 // mulr_ge0 ?ler0n ?ltW.
rewrite mulrA mulr1 ltr_pdivr_mulr // mulrAC; exact: lt.
Qed.
