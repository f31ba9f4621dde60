(** * RainbowOpenCycle: the open question of Section 6.3 of "Generalized Rainbow Differential Privacy"

    Three colors, delta = 0 and every E with 1 < E <= 6/5. The nine free vertices are the cycle of RainbowOpenThreeColors.v.
    With x = 5 (E - 1) and y = 6 - 5 E, so that x + y = 1, all numbers are polynomials in x and y with coefficients that are
    at least 0, and so is the difference of the two sides of each inequality. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
From DPExact Require Import Definitions Events Rainbow RainbowThreeColors Signs RainbowScenarios.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope N_scope with num.

(** ** Forms: sums of c_i x^i y^(n - i), by the list of the c_i *)

Definition form := seq N.
Definition plus (p q : form) : form := [seq N.add z.1 z.2 | z <- zip p q].
Definition minus (p q : form) : form := [seq N.sub z.1 z.2 | z <- zip p q].
(** (a y + b x) p *)
Definition times (a b : N) (p : form) : form := plus (rcons (map (N.mul a) p) 0%num) (0%num :: map (N.mul b) p).
Definition below (p q : form) : bool := (size p == size q) && all (fun z => N.leb z.1 z.2) (zip p q).

Arguments plus : simpl never.
Arguments minus : simpl never.
Arguments times : simpl never.
Arguments N.add : simpl never.
Arguments N.sub : simpl never.
Arguments N.mul : simpl never.

Section Forms.
Variables (R : realFieldType) (x y : R).
Hypotheses (x0 : 0 <= x) (y0 : 0 <= y).

Fixpoint value (p : form) : R := if p is c :: p' then (c : nat)%:R * y ^+ size p' + x * value p' else 0.

Lemma value_plus p q : size p = size q -> value (plus p q) = value p + value q.
Proof.
elim: p q => [|c p IH] [|c' q] //= => [_|[eq]]; first by rewrite addr0.
by rewrite -/(plus p q) IH // nat_of_add_bin natrD size_map size_zip eq minnn; ring.
Qed.

Lemma value_scaled a p : value (map (N.mul a) p) = (a : nat)%:R * value p.
Proof.
by elim: p => [|c p IH] /=; rewrite ?mulr0 // IH size_map nat_of_mul_bin natrM; ring.
Qed.

Lemma value_rcons p : value (rcons p 0%num) = y * value p.
Proof. by elim: p => [|c p IH] /=; rewrite ?mulr0 ?mul0r ?addr0 // IH size_rcons exprS; ring. Qed.

Lemma value_cons p : value (0%num :: p) = x * value p.
Proof. by rewrite /= mul0r add0r. Qed.

Lemma value_times a b p : value (times a b p) = ((a : nat)%:R * y + (b : nat)%:R * x) * value p.
Proof.
rewrite /times value_plus; last by rewrite size_rcons /= !size_map.
by rewrite value_rcons value_cons !value_scaled; move: (a : nat) (b : nat) => c d; ring.
Qed.

Lemma value_ge0 p : 0 <= value p.
Proof. by elim: p => //= c p IH; rewrite addr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n. Qed.

Lemma value_gt0 p : 0 < x -> 0%num != last 0%num p -> 0 < value p.
Proof.
move=> x_gt0; elim: p => [|c [|c' p] IH]; first by rewrite eqxx.
  rewrite /= mulr0 addr0 expr0 mulr1 ltr0n lt0n; apply: contra => /eqP c0.
  by rewrite -(nat_of_binK c) c0.
by move=> /IH IH'; rewrite [value _]/= ltr_paddl ?mulr_ge0 ?exprn_ge0 ?ler0n // mulr_gt0.
Qed.

Lemma value_below p q : below p q -> value p <= value q.
Proof.
case/andP=> /eqP; elim: p q => [|c p IH] [|c' q] //= [eq] /andP[/N.leb_le le all_].
rewrite eq ler_add ?ler_wpmul2l ?IH // ler_wpmul2r ?exprn_ge0 // ler_nat.
by rewrite -(N.sub_add _ _ le) nat_of_add_bin leq_addl.
Qed.

Lemma value_minus p q : below q p -> value (minus p q) = value p - value q.
Proof.
case/andP=> /eqP; elim: p q => [|c p IH] [|c' q] //= => [_ _|[eq] /andP[/N.leb_le le all_]]; first by rewrite subr0.
rewrite -/(minus p q) IH // size_map size_zip eq minnn.
have -> : (c : nat)%:R = (N.sub c c' : nat)%:R + (c' : nat)%:R :> R.
  by rewrite -natrD -nat_of_add_bin N.sub_add.
by ring.
Qed.

End Forms.

(** ** The table: 1000 (5 (x + y))^5 E times the probabilities, forms of degree 6 *)

(** E^j p, for a form p of degree 1. *)
Definition power (j : nat) (p : form) : form := iter j (times 5 6) (iter (5 - j) (times 5 5) p).
Definition one : form := [:: 1000; 1000]%num.
Definition whole : form := power 1 one.
(** The forms of degree 1 at i, p, h, k, l from which the others come, in thousandths. *)
Definition i1 : form := [:: 380; 354]%num.
Definition i2 : form := [:: 270; 198]%num.
Definition i3 : form := [:: 350; 448]%num.
Definition p1 : form := [:: 380; 316]%num.
Definition p2 : form := [:: 270; 400]%num.
Definition p3 : form := [:: 350; 284]%num.
Definition h1 : form := [:: 380; 448]%num.
Definition h2 : form := [:: 270; 240]%num.
Definition h3 : form := [:: 350; 312]%num.
Definition k1 : form := [:: 380; 369]%num.
Definition l1 : form := [:: 380; 383]%num.
Definition step : form := [:: 0; 1]%num.
Definition rest (j k : nat) (p : form) (l : nat) (q : form) : form := minus (minus (power j one) (power k p)) (power l q).

(** Two of the three colors, and the third has what is left. *)
Definition row12 (p q : form) : seq form := [:: p; q; minus (minus whole p) q].
Definition row13 (p q : form) : seq form := [:: p; minus (minus whole p) q; q].
Definition row23 (p q : form) : seq form := [:: minus (minus whole p) q; p; q].

(** The vertices s, p, n, m, h, g, i, k, l, then A, B, C, D, F, G, G', H, H', J, J', then the twins of these eleven. *)
Definition ring_edges := [:: (0, 1); (1, 2); (2, 3); (3, 4); (4, 5); (5, 6); (6, 7); (7, 8); (8, 0); (1, 9); (2, 10); (4, 11);
    (4, 12); (5, 13); (6, 14); (6, 15); (7, 16); (7, 17); (8, 18); (8, 19); (9, 20); (10, 21); (11, 22); (12, 23); (13, 24);
    (14, 25); (15, 26); (16, 27); (17, 28); (18, 29); (19, 30)]%N.
Definition ring_turned (v : nat) := (19 < v)%N.
Definition ring_fixed : seq (seq form) := [::
  row12 (power 1 [:: 380; 282]%num) (power 2 p2); row12 (rest 0 1 p3 2 h2) (power 1 [:: 270; 355]%num);
  row12 (power 2 h1) (power 1 [:: 270; 201]%num); row12 (power 0 h1) (power 1 [:: 270; 253]%num);
  row12 (power 1 [:: 380; 415]%num) (rest 0 1 h3 1 i1);
  row12 (power 0 i1) (power 1 [:: 270; 236]%num); row13 (power 1 [:: 380; 296]%num) (power 2 i3);
  row12 (power 0 k1) (power 1 [:: 270; 284]%num); row13 (power 1 [:: 380; 308]%num) (rest 2 2 k1 3 i2);
  row12 (power 0 l1) (power 1 [:: 270; 341]%num); row13 (power 1 [:: 380; 320]%num) (rest 2 2 l1 4 i2)].
Definition ring_best : seq (seq form) := [::
  row12 (power 2 p1) (power 4 i2); row13 (power 1 p1) (power 1 p3); row23 (power 3 h2) (power 2 p3);
  row12 (rest 2 3 p3 4 h2) (power 2 h2); row23 (power 1 h2) (power 1 h3); row13 (power 2 i1) (power 2 h3);
  row13 (power 1 i1) (power 1 i3); row12 (power 1 k1) (power 2 i2); row12 (power 1 l1) (power 3 i2)] ++ ring_fixed ++ ring_fixed.
(** The other mechanism: the second color of s gains E^3 (E - 1)/200 and the first loses E^2 (E - 1)/200. *)
Definition moved (j : nat) (p : form) : form := plus p (power j step).
Definition back (j : nat) (p : form) : form := minus p (power j step).
Definition ring_other : seq (seq form) := [::
  row12 (back 3 (power 2 p1)) (moved 4 (power 4 i2)); row13 (back 2 (power 1 p1)) (moved 2 (power 1 p3));
  row23 (back 3 (power 3 h2)) (moved 3 (power 2 p3)); row12 (rest 2 3 p3 4 h2) (back 2 (power 2 h2));
  row23 (back 1 (power 1 h2)) (moved 1 (power 1 h3)); row13 (back 2 (power 2 i1)) (moved 2 (power 2 h3));
  row13 (back 1 (power 1 i1)) (power 1 i3); row12 (back 2 (power 1 k1)) (moved 2 (power 2 i2));
  row12 (back 3 (power 1 l1)) (moved 3 (power 3 i2))] ++ ring_fixed ++ ring_fixed.

Definition entry (table : seq (seq form)) (v i : nat) : form := nth [::] (nth [::] table v) i.
Definition is_row (row : seq form) : bool := [&& size row == 3%N, all (fun p => size p == 7%N) row &
  plus (plus (nth [::] row 0) (nth [::] row 1)) (nth [::] row 2) == whole].
Definition near_row (r s : seq form) : bool := all (fun i => let p := nth [::] r i in let q := nth [::] s i in
  below (times 5 5 p) (times 5 6 q) &&
  below (plus (times 5 5 whole) (times 5 6 q)) (plus (times 5 6 whole) (times 5 5 p))) (iota 0 3).
Definition ring_fits (table : seq (seq form)) : bool := [&& size table == 31%N, all is_row table &
  all (fun vw => [&& vw.1 < 31, vw.2 < 31 & near_row (nth [::] table vw.1) (nth [::] table vw.2) &&
    near_row (nth [::] table vw.2) (nth [::] table vw.1)]%N) ring_edges].

Lemma ring_best_fits : ring_fits ring_best. Proof. by vm_compute. Qed.
Lemma ring_other_fits : ring_fits ring_other. Proof. by vm_compute. Qed.
Lemma ring_boundary : all (on_boundary 31 ring_edges ring_turned) (iota 9 11).
Proof. vm_cast_no_check (erefl true). Qed.
Lemma ring_same_boundary : all (fun v => on_boundary 31 ring_edges ring_turned v ==>
  (nth [::] ring_other v == nth [::] ring_best v)) (iota 0 31).
Proof. by vm_compute. Qed.

(** ** The laws at one E *)

Lemma complements (R : realFieldType) (E v w t : R) : 0 < t ->
  5%:R * t + 5%:R * (E * w) <= 5%:R * (E * t) + 5%:R * v -> 1 - v / t <= E * (1 - w / t).
Proof.
move=> t0 le; have tn := lt0r_neq0 t0.
apply: (ge_by (e := (5%:R * (E * t) + 5%:R * v - (5%:R * t + 5%:R * (E * w))) / (5%:R * t))); last by sign.
by field_nz.
Qed.

Lemma distribution_of_three (R : realFieldType) (F : nat -> R) (w : R) : 0 < w -> (forall i, 0 <= F i) ->
  F 0%N + F 1%N + F 2%N = w -> distribution (fun i : 'I_3 => F i / w).
Proof.
move=> w0 F0 total; split=> [i|]; first by rewrite divr_ge0 // ltW.
by rewrite !big_ord_recl big_ord0 /= addr0 -!mulrDl addrA total divff // gt_eqF.
Qed.

Section Laws.
Variables (R : realFieldType) (E : R).
Hypotheses (E1 : 1 < E) (E65 : E <= 6%:R / 5%:R).
Let x : R := 5%:R * (E - 1).
Let y : R := 6%:R - 5%:R * E.
Definition ring_value (p : form) : R := value x y p.
Notation W := (ring_value whole).
Definition ring_law (table : seq (seq form)) (v i : nat) : R := ring_value (entry table v i) / W.

Lemma ring_x : 0 < x.
Proof. by rewrite /x mulr_gt0 ?ltr0n // subr_gt0. Qed.
Lemma ring_y : 0 <= y.
Proof.
rewrite /y subr_ge0; apply: le_trans (ler_wpmul2l _ E65) _; first exact: ler0n.
by rewrite mulrCA divff ?mulr1 // pnatr_eq0.
Qed.
Lemma ring_same p : ring_value (times 5 5 p) = 5%:R * ring_value p.
Proof. by rewrite /ring_value value_times -[nat_of_bin 5]/5%N /x /y; ring. Qed.
Lemma ring_up p : ring_value (times 5 6 p) = 5%:R * (E * ring_value p).
Proof. by rewrite /ring_value value_times -[nat_of_bin 5]/5%N -[nat_of_bin 6]/6%N /x /y; ring. Qed.
Lemma ring_below p q : below p q -> ring_value p <= ring_value q.
Proof. by rewrite /ring_value; apply: value_below; [exact: ltW ring_x | exact: ring_y]. Qed.
Lemma ring_plus p q : size p = size q -> ring_value (plus p q) = ring_value p + ring_value q.
Proof. exact: value_plus. Qed.

Lemma ring_line c : ring_value [:: c; c] = (c : nat)%:R.
Proof. by rewrite /ring_value /= expr1 expr0 /x /y; move: (c : nat) => n; ring. Qed.

Lemma ring_whole : 0 < W.
Proof.
have : 0 < ring_value one by rewrite ring_line ltr0n; vm_compute.
rewrite -[whole]/(times 5 6 (times 5 5 (times 5 5 (times 5 5 (times 5 5 one))))) ring_up !ring_same.
by move: (ring_value one) => n n0; have E0 := lt_trans ltr01 E1; sign.
Qed.

Lemma ring_total row : is_row row -> ring_value (nth [::] row 0) + ring_value (nth [::] row 1) + ring_value (nth [::] row 2) = W.
Proof.
case/and3P=> /eqP size_ /allP sizes /eqP total.
have size7 i : (i < 3)%N -> size (nth [::] row i) = 7%N by move=> i3; apply/eqP/sizes; rewrite mem_nth ?size_.
by rewrite -[in RHS]total [RHS]ring_plus ?[X in _ = X + _]ring_plus ?size_map ?size_zip ?size7.
Qed.

Lemma ring_distribution row : is_row row -> distribution (fun i : 'I_3 => ring_value (nth [::] row i) / W).
Proof.
move=> is_row; apply: (@distribution_of_three R (fun i => ring_value (nth [::] row i)) W ring_whole); last exact: ring_total.
by move=> i; rewrite /ring_value; apply: value_ge0; [exact: ltW ring_x | exact: ring_y].
Qed.

Lemma ring_close r s : is_row r -> is_row s -> near_row r s ->
  close_to E 0 (fun i : 'I_3 => ring_value (nth [::] r i) / W) (fun i : 'I_3 => ring_value (nth [::] s i) / W).
Proof.
move=> row_r row_s /allP near_; have W0 := ring_whole.
apply/(close_to_few _ (ltW E1) (lexx 0) (ring_distribution row_r) (ring_distribution row_s)); first by rewrite card_ord.
have size7 row i : is_row row -> (i < 3)%N -> size (nth [::] row i) = 7%N.
  by case/and3P=> /eqP size_ /allP sizes _ i3; apply/eqP/sizes; rewrite mem_nth ?size_.
move=> i; have := near_ i; rewrite mem_iota ltn_ord => /(_ isT) /andP[/ring_below le1 /ring_below le2].
have sizes a b f : size (times a b f) = (size f).+1 by rewrite /times size_map size_zip size_rcons /= !size_map minnn.
rewrite [X in X <= _]ring_plus ?[X in _ <= X]ring_plus ?sizes ?size7 // in le2.
rewrite (ring_same whole) (ring_up whole) (ring_up (nth _ s i)) (ring_same (nth _ r i)) in le2.
rewrite ring_same ring_up ler_pmul2l ?ltr0n // in le1.
rewrite !addr0; split; first by rewrite mulrA ler_pmul2r ?invr_gt0.
exact: complements W0 le2.
Qed.

Lemma ring_law_out table v i : ring_fits table -> (2 < i)%N -> ring_law table v i = 0.
Proof.
case/and3P=> _ /allP rows _ i3; have zero : ring_value [::] = 0 by [].
rewrite /ring_law /entry [nth _ _ i]nth_default ?zero ?mul0r //.
have [vT|/(nth_default [::]) -> //] := ltnP v (size table).
by case/and3P: (rows _ (mem_nth [::] vT)) => /eqP ->.
Qed.

Variables (a b : 'I_3).
Hypothesis ab : a != b.

Lemma ring_feasible table : ring_fits table ->
  all (fun v => on_boundary 31 ring_edges ring_turned v ==> (nth [::] table v == nth [::] ring_best v)) (iota 0 31) ->
  feasible (@joined 31 ring_edges) E 0 (boundary (@joined 31 ring_edges) (@rainbow 3 31 ring_turned a b))
    (fun v (i : 'I_3) => ring_law ring_best v i) (fun v (i : 'I_3) => ring_law table v i).
Proof.
case/and3P=> /eqP size_ /allP laws /allP near_ /allP same.
have law v : (v < 31)%N -> is_row (nth [::] table v) by move=> vN; apply: laws; rewrite mem_nth ?size_.
apply: (feasible_rows ab (X := ring_law ring_best) (Y := ring_law table)).
- by move=> v vN; exact: ring_distribution (law v vN).
- move=> vw /near_ /and3P[v w /andP[n1 n2]].
  by split; apply: ring_close => //; exact: law.
move=> v vN bv i; have := same v; rewrite mem_iota add0n vN bv => /(_ isT) /eqP eq.
by rewrite /ring_law /entry eq.
Qed.

End Laws.

(** ** The optimum: bounds that go around the cycle *)

Section Around.
Variables (R : realFieldType) (E : R) (G U : nat -> nat -> R) (linked : nat -> nat -> nat -> bool).
Hypothesis E0 : 0 < E.
Hypothesis total : forall v, (v < 20)%N -> G v 0%N + G v 1%N + G v 2%N = U v 0%N + U v 1%N + U v 2%N.
(** An edge v, w and a color at which U has the ratio E. *)
Hypothesis close_ : forall v w i, linked v w i -> G v i <= E * G w i /\ U v i = E * U w i.
Hypothesis fixed : forall v i, (8 < v < 20)%N -> (i < 3)%N -> G v i = U v i.

Definition at_most v i := G v i <= U v i.
Definition at_least v i := U v i <= G v i.

Lemma up v w i : linked v w i -> at_most w i -> at_most v i.
Proof. by case/close_ => le eq most; rewrite /at_most eq; apply: le_trans le _; rewrite ler_pmul2l. Qed.
Lemma down v w i : linked v w i -> at_least v i -> at_least w i.
Proof. by case/close_ => le eq least; have := le_trans least le; rewrite eq ler_pmul2l. Qed.

Lemma sums v i j k : (v < 20)%N -> perm_eq [:: i; j; k] [:: 0; 1; 2]%N ->
  G v i + (G v j + G v k) = U v i + (U v j + U v k).
Proof.
move=> vN same; have all_ F : F i + (F j + F k) = F 0%N + (F 1%N + F 2%N) :> R.
  have sum l1 l2 l3 : \sum_(n <- [:: l1; l2; l3]) F n = F l1 + (F l2 + F l3) by rewrite !big_cons big_nil addr0.
  by rewrite -!sum; exact: perm_big.
by rewrite !all_ !addrA total.
Qed.
Lemma most v i j k : (v < 20)%N -> perm_eq [:: i; j; k] [:: 0; 1; 2]%N -> at_least v i -> at_least v j -> at_most v k.
Proof.
move=> vN same li lj; have eq := sums vN same; rewrite /at_least in li lj.
apply: (ge_by (e := G v i - U v i + (G v j - U v j))); last by sign.
have -> : U v k = U v i + (U v j + U v k) - U v i - U v j by ring.
by rewrite -eq; ring.
Qed.
Lemma least v i j k : (v < 20)%N -> perm_eq [:: i; j; k] [:: 0; 1; 2]%N -> at_most v i -> at_most v j -> at_least v k.
Proof.
move=> vN same li lj; have eq := sums vN same; rewrite /at_most in li lj.
apply: (ge_by (e := U v i - G v i + (U v j - G v j))); last by sign.
have -> : U v k = U v i + (U v j + U v k) - U v i - U v j by ring.
by rewrite -eq; ring.
Qed.
Lemma held v i : (8 < v < 20)%N -> (i < 3)%N -> at_most v i.
Proof. by move=> vN i3; rewrite /at_most fixed. Qed.
Lemma held' v i : (8 < v < 20)%N -> (i < 3)%N -> at_least v i.
Proof. by move=> vN i3; rewrite /at_least fixed. Qed.

Definition ring_links := [:: (0, 1, 0); (2, 1, 2); (2, 3, 1); (3, 4, 1); (3, 2, 0); (5, 4, 2); (5, 6, 0); (7, 6, 1);
  (8, 7, 1); (0, 8, 1); (9, 1, 1); (2, 10, 0); (11, 4, 0); (4, 12, 0); (5, 13, 1); (6, 14, 0); (15, 6, 2); (7, 16, 0);
  (17, 7, 2); (8, 18, 0); (19, 8, 2)]%N.
Hypothesis links : forall l, l \in ring_links -> linked l.1.1 l.1.2 l.2.

Lemma around u k : (u < 9)%N -> (k < 2)%N -> (forall i, (i < k)%N -> U u i = G u i) -> at_most u k.
Proof.
have link v w i : (v, w, i) \in ring_links -> linked v w i by move/links.
have p_1 : at_least 1%N 1%N by apply: (@down 9)%N (held' _ _) => //; exact: link.
have n_0 : at_most 2%N 0%N by apply: (@up _ 10)%N (held _ _) => //; exact: link.
have h_0 : at_least 4%N 0%N by apply: (@down 11)%N (held' _ _) => //; exact: link.
have h_0' : at_most 4%N 0%N by apply: (@up _ 12)%N (held _ _) => //; exact: link.
have g_1 : at_most 5%N 1%N by apply: (@up _ 13)%N (held _ _) => //; exact: link.
have i_0 : at_most 6%N 0%N by apply: (@up _ 14)%N (held _ _) => //; exact: link.
have i_2 : at_least 6%N 2%N by apply: (@down 15)%N (held' _ _) => //; exact: link.
have k_0 : at_most 7%N 0%N by apply: (@up _ 16)%N (held _ _) => //; exact: link.
have k_2 : at_least 7%N 2%N by apply: (@down 17)%N (held' _ _) => //; exact: link.
have l_0 : at_most 8%N 0%N by apply: (@up _ 18)%N (held _ _) => //; exact: link.
have l_2 : at_least 8%N 2%N by apply: (@down 19)%N (held' _ _) => //; exact: link.
have m_0 : at_most 3%N 0%N by apply: (@up _ 2)%N => //; exact: link.
have g_0 : at_most 5%N 0%N by apply: (@up _ 6)%N => //; exact: link.
have g_2 : at_least 5%N 2%N by apply: (@least 5 0 1 2)%N.
have h_2 : at_least 4%N 2%N by apply: (@down 5)%N => //; exact: link.
have h_1 : at_most 4%N 1%N by apply: (@most 4 0 2 1)%N.
have m_1 : at_most 3%N 1%N by apply: (@up _ 4)%N => //; exact: link.
have n_1 : at_most 2%N 1%N by apply: (@up _ 3)%N => //; exact: link.
have n_2 : at_least 2%N 2%N by apply: (@least 2 0 1 2)%N.
have p_2 : at_least 1%N 2%N by apply: (@down 2)%N => //; exact: link.
have p_0 : at_most 1%N 0%N by apply: (@most 1 1 2 0)%N.
have s_0 : at_most 0%N 0%N by apply: (@up _ 1)%N => //; exact: link.
have second v : (v < 20)%N -> at_least v 2%N -> U v 0%N = G v 0%N -> at_most v 1%N.
  by move=> vN v_2 same; apply: (@most v 0 2 1)%N => //; rewrite /at_least same.
case: k => [uN _ _|[|//] uN _ /(_ 0%N isT) same]; first by case: u uN => [|[|[|[|[|[|[|[|[|//]]]]]]]]].
case: u uN same => [|[|[|[|[|[|[|[|[|//]]]]]]]]] _ same //; try exact: second.
have s_0' : at_least 0%N 0%N by rewrite /at_least same.
have p_0' : at_least 1%N 0%N by apply: (@down 0)%N => //; exact: link.
have p_2' : at_most 1%N 2%N by apply: (@most 1 0 1 2)%N.
have n_2' : at_most 2%N 2%N by apply: (@up _ 1)%N => //; exact: link.
have n_1' : at_least 2%N 1%N by apply: (@least 2 0 2 1)%N.
have m_1' : at_least 3%N 1%N by apply: (@down 2)%N => //; exact: link.
have h_1' : at_least 4%N 1%N by apply: (@down 3)%N => //; exact: link.
have h_2' : at_most 4%N 2%N by apply: (@most 4 0 1 2)%N.
have g_2' : at_most 5%N 2%N by apply: (@up _ 4)%N => //; exact: link.
have g_0' : at_least 5%N 0%N by apply: (@least 5 1 2 0)%N.
have i_0' : at_least 6%N 0%N by apply: (@down 5)%N => //; exact: link.
have i_1' : at_most 6%N 1%N by apply: (@most 6 0 2 1)%N.
have k_1' : at_most 7%N 1%N by apply: (@up _ 6)%N => //; exact: link.
have l_1' : at_most 8%N 1%N by apply: (@up _ 7)%N => //; exact: link.
by apply: (@up _ 8)%N => //; exact: link.
Qed.

End Around.

(** A table in which the ratios of [ring_links] are E is a lexicographic optimum. *)
Definition ring_linked (table : seq (seq form)) (v w i : nat) : bool :=
  [&& ((v, w) \in ring_edges) || ((w, v) \in ring_edges), (v < 31)%N, (w < 31)%N, (i < 3)%N
    & times 5 5 (entry table v i) == times 5 6 (entry table w i)].

Lemma ring_optimum (R : realFieldType) (E : R) (a b : 'I_3) (table : seq (seq form)) M u k : 1 < E -> a != b ->
  ring_fits table -> all (fun l => ring_linked table l.1.1 l.1.2 l.2) ring_links ->
  feasible (@joined 31 ring_edges) E 0 (boundary (@joined 31 ring_edges) (@rainbow 3 31 ring_turned a b))
    (fun v (i : 'I_3) => ring_law E table v i) M ->
  (u < 9)%N -> (k < 2)%N -> (forall i, (i < k)%N -> ring_law E table u i = numbers M u i) ->
  numbers M u k <= ring_law E table u k.
Proof.
move=> E1 ne fits /allP links fM uN k2 same; have W0 := ring_whole E1; have E0 := lt_trans ltr01 E1.
pose G v i := ring_value E whole * numbers M v i; pose U v i := ring_value E (entry table v i).
have whole_law v i : ring_value E whole * ring_law E table v i = U v i.
  by rewrite /ring_law mulrC (divfK (lt0r_neq0 W0)).
have total v : (v < 20)%N -> G v 0%N + G v 1%N + G v 2%N = U v 0%N + U v 1%N + U v 2%N.
  move=> v20; have /and3P[/eqP size_ /allP rows _] := fits.
  have row : is_row (nth [::] table v) by apply/rows/mem_nth; rewrite size_; apply: ltn_trans v20 _.
  have sum := numbers_total fM v; rewrite 3?big_nat_recl // big_nil addr0 addrA in sum.
  have scale (w l m n : R) : w * l + w * m + w * n = w * (l + m + n) by rewrite !mulrDr.
  rewrite [LHS](scale (ring_value E whole)) sum mulr1; exact: esym (ring_total E row).
have close_ v w i : ring_linked table v w i -> G v i <= E * G w i /\ U v i = E * U w i.
  case/and5P=> edge vN wN i3 /eqP eq; split.
    have near_ := numbers_close1 fM i3 vN wN edge; rewrite addr0 in near_.
    by rewrite /G mulrCA (ler_pmul2l W0).
  have n5 : 5%:R != 0 :> R by rewrite pnatr_eq0.
  by apply: (mulfI n5); have := congr1 (ring_value E) eq; rewrite (ring_same E) (ring_up E).
have fixed v i : (8 < v < 20)%N -> (i < 3)%N -> G v i = U v i.
  move=> v_fixed i3; rewrite -whole_law /G (numbers_fixed ne fM) //.
    by case/andP: v_fixed => _ v20; exact: ltn_trans v20 _.
  by apply: (allP ring_boundary); rewrite mem_iota.
have same' i : (i < k)%N -> U u i = G u i by move=> ik; rewrite -whole_law same.
have := around E0 total close_ fixed links uN k2 same'.
by rewrite /at_most /G mulrC -(ler_pdivl_mulr _ _ W0).
Qed.

Lemma ring_best_linked : all (fun l => ring_linked ring_best l.1.1 l.1.2 l.2) ring_links.
Proof. by vm_compute. Qed.

(** The first two colors of s have more in the other mechanism. *)
Definition two_of (table : seq (seq form)) : form := plus (entry table 0 0) (entry table 0 1).
Definition has_more (table table' : seq (seq form)) : bool :=
  below (two_of table) (two_of table') && (0%num != last 0%num (minus (two_of table') (two_of table))).
Lemma ring_more : has_more ring_best ring_other.
Proof. by vm_compute. Qed.

Lemma less_scaled (R : realFieldType) (l m w : R) : 0 < w -> l < m -> l / w < m / w.
Proof. by move=> w0; rewrite ltr_pmul2r ?invr_gt0. Qed.
Lemma sum_two (R : realFieldType) (F : nat -> R) : \sum_(0 <= i < 2) F i = F 0%N + F 1%N.
Proof. by rewrite !big_nat_recl // big_nil addr0. Qed.

Lemma ring_sum (R : realFieldType) (E : R) table : ring_fits table ->
  \sum_(0 <= i < 2) ring_law E table 0 i = ring_value E (two_of table) / ring_value E whole.
Proof.
case/and3P=> /eqP size_ /allP rows _.
have /and3P[/eqP size3 /allP sizes _] : is_row (nth [::] table 0) by apply/rows/mem_nth; rewrite size_.
have size7 i : (i < 3)%N -> size (entry table 0 i) = 7%N by move=> i3; apply/eqP/sizes/mem_nth; rewrite size3.
rewrite sum_two /two_of (ring_plus E (etrans (size7 0%N isT) (esym (size7 1%N isT)))); exact: esym (mulrDl _ _ _).
Qed.

Lemma ring_less (R : realFieldType) (E : R) table table' : 1 < E -> E <= 6%:R / 5%:R -> ring_fits table ->
  ring_fits table' -> has_more table table' ->
  \sum_(0 <= i < 2) ring_law E table 0 i < \sum_(0 <= i < 2) ring_law E table' 0 i.
Proof.
move=> E1 E65 fits fits' /andP[below_ last_]; rewrite (ring_sum _ fits) (ring_sum _ fits'); apply: less_scaled (ring_whole E1) _.
rewrite -subr_gt0; have := value_gt0 (ring_y E65) (ring_x E1) last_; by rewrite value_minus.
Qed.

(** The open question of Section 6.3, for three colors, delta = 0 and every E with 1 < E <= 6/5: there is a rainbow graph with
    a boundary condition for which a lexicographic optimum exists, and no dominance optimum. *)
Theorem open_question_cycle (R : realFieldType) (E : R) : 1 < E -> E <= 6%:R / 5%:R ->
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_3}) (m : V -> 'I_3 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) E 0 (boundary r f) m M
      & none r f (@dominates R _) E 0 (boundary r f) m].
Proof.
move=> E1 E65.
pose second : 'I_3 := lift ord0 ord0; pose third : 'I_3 := lift ord0 (lift ord0 ord0).
have ne : second != third by [].
have own : all (fun v => on_boundary 31 ring_edges ring_turned v ==> (nth [::] ring_best v == nth [::] ring_best v))
    (iota 0 31) by apply/allP => v _; rewrite eqxx implybT.
have feasX := ring_feasible E1 E65 ne ring_best_fits own.
have feasY := ring_feasible E1 E65 ne ring_other_fits ring_same_boundary.
apply: (scenario (free := iota 0 9) (s := 2) (v := 0%N) (j := 2) ne (X := ring_law E ring_best)
  (Y := ring_law E ring_other) feasX feasY).
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
- by move=> u i; exact: ring_law_out ring_best_fits.
- by move=> M fM u k; rewrite mem_iota add0n; exact: ring_optimum E1 ne ring_best_fits ring_best_linked fM.
- vm_cast_no_check (erefl true).
- vm_cast_no_check (erefl true).
exact: ring_less E1 E65 ring_best_fits ring_other_fits ring_more.
Qed.
