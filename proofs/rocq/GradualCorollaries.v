(** * GradualCorollaries: sentences of the gradual release paper that follow in a few lines, for all parameters *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsGradual Events GradualFinite Archimedean.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Counts 0..n with the clipped geometric mechanism *)

Section Geometric.
Variables (R : realFieldType) (n : nat) (p : R).
Hypotheses (n1 : (0 < n)%N) (p0 : 0 < p) (p1 : p < 1).
Let s0 : 0 < 1 + p. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Let sn : 1 + p != 0. Proof. by rewrite gt_eqF. Qed.

Lemma clipped_gt0 o : 0 < clipped n p o.
Proof. by rewrite /clipped; case: ifP => _; rewrite divr_gt0 ?ltr01 ?subr_gt0. Qed.

(** It is a mechanism, all of whose probabilities are positive, ... *)
Theorem geometric_mechanism : mechanism (fun i o : 'I_n.+1 => geometric n p i o) /\
  forall i o : nat, 0 < geometric n p i o.
Proof.
have pos i o : 0 < geometric n p i o by rewrite mulr_gt0 ?exprn_gt0 ?clipped_gt0.
split=> // i; split=> [o|]; first exact: ltW.
by rewrite -(big_mkord xpredT (fun o => geometric n p i o)) geometric_total // -ltnS.
Qed.

(** ... and private with E = 1/p for neighbouring counts. *)
Theorem geometric_private : private (fun i j : 'I_n.+1 => (i.+1 == j)%N || (j.+1 == i)%N) p^-1 0
  (fun i o : 'I_n.+1 => geometric n p i o).
Proof.
move=> i j near S; rewrite addr0 mulrC ler_pdivl_mulr // mulr_suml; apply: ler_sum => o _.
rewrite /geometric mulrAC ler_pmul2r ?clipped_gt0 //.
have : (gap j o <= (gap i o).+1)%N by rewrite /gap; case/orP: near => /eqP <-; lia.
by rewrite mulrC -exprS => h; apply: ler_wiexpn2l; rewrite ?(ltW p0) ?(ltW p1).
Qed.

(** Its probabilities: 1/(1 + p) at the ends for their own counts, (1 - p)/(1 + p) inside; all but the two extremes have at
    most 1 - p, so that these have together at least 1 - (n - 1) (1 - p), however many counts there are. *)
Theorem geometric_limitations :
  [/\ geometric n p 0 0 = 1 / (1 + p), geometric n p n n = 1 / (1 + p),
      forall i, (0 < i < n)%N -> geometric n p i i = (1 - p) / (1 + p)
    & forall i, (i <= n)%N -> 1 - n.-1%:R * (1 - p) <= geometric n p i 0 + geometric n p i n].
Proof.
have same o : geometric n p o o = clipped n p o by rewrite /geometric gap_self expr0 mul1r.
split; rewrite ?same /clipped ?eqxx ?orbT //.
  by move=> i /andP [i0 lt]; rewrite same /clipped (gtn_eqF i0) (ltn_eqF lt).
move=> i le; have total := geometric_total n1 p0 p1 le.
have e : n = n.-1.+1 by rewrite prednK.
have split_ : \sum_(0 <= o < n.+1) geometric n p i o =
    geometric n p i 0 + \sum_(1 <= o < n) geometric n p i o + geometric n p i n.
  by rewrite big_nat_recr //= big_ltn.
have small : \sum_(1 <= o < n) geometric n p i o <= n.-1%:R * (1 - p).
  rewrite mulr_natl -[in X in _ *+ X]subn1 -sumr_const_nat big_nat_cond [X in _ <= X]big_nat_cond.
  apply: ler_sum => o /andP [/andP [o0 lt] _]; rewrite /geometric /clipped (gtn_eqF o0) (ltn_eqF lt) /=.
  have q0 : 0 <= (1 - p) / (1 + p) by rewrite divr_ge0 ?subr_ge0 ?(ltW p1) ?(ltW s0).
  apply: le_trans (_ : (1 - p) / (1 + p) <= _).
    by rewrite ler_pimull //; apply: exprn_ile1; rewrite ltW.
  by rewrite ler_pdivr_mulr // ler_pemulr ?subr_ge0 ?(ltW p1) // ler_addl ltW.
by rewrite ler_subl_addr -[X in X <= _]total split_ addrAC ler_add2l.
Qed.

(** On average over the counts no private mechanism is right more often. *)
Theorem geometric_optimal (M : 'I_n.+1 -> 'I_n.+1 -> R) : mechanism M ->
  private (fun i j : 'I_n.+1 => (i.+1 == j)%N || (j.+1 == i)%N) p^-1 0 M ->
  \sum_y M y y <= \sum_(y < n.+1) geometric n p y y.
Proof.
move=> law priv; pose w (o : 'I_n.+1) := clipped n p o.
have near (i j y : 'I_n.+1) : (i.+1 == j)%N || (j.+1 == i)%N -> p * M i y <= M j y.
  move=> ij; have := priv i j ij [set y]; rewrite /prob !big_set1 addr0 mulrC ler_pdivl_mulr //.
  by rewrite mulrC.
have down d : forall i j y : 'I_n.+1, (i + d)%N = j \/ (j + d)%N = i -> p ^+ d * M i y <= M j y.
  elim: d => [|d ih] i j y; first by rewrite !addn0 expr0 mul1r => -[] /val_inj ->.
  move=> h; have [k [hk ik]] : exists k : 'I_n.+1, ((k + d)%N = j \/ (j + d)%N = k) /\ ((i.+1 == k)%N || (k.+1 == i)%N).
    case: h => h.
      have lt : (i.+1 < n.+1)%N by have := ltn_ord j; lia.
      by exists (Ordinal lt); rewrite /= eqxx; split=> //; left; lia.
    have lt : (i.-1 < n.+1)%N by have := ltn_ord i; lia.
    by exists (Ordinal lt); rewrite /=; split; [right; lia | lia].
  apply: le_trans (ih k j y hk); rewrite exprSr -mulrA ler_pmul2l ?exprn_gt0 //; exact: near.
have entry (i y : 'I_n.+1) : p ^+ gap y i * M y y <= M i y.
  by apply: down; rewrite /gap; case: (leqP y i) => h; [left | right]; lia.
have wE (y : 'I_n.+1) : geometric n p y y = w y by rewrite /geometric gap_self expr0 mul1r.
rewrite (eq_bigr _ (fun y _ => wE y)).
have -> : \sum_y w y = \sum_y \sum_i w i * M i y.
  by rewrite exchange_big; apply: eq_bigr => i _; rewrite -mulr_sumr (law i).2 mulr1.
apply: ler_sum => y _; have [_ total] := geometric_mechanism.1 y.
rewrite -{1}[M y y]mul1r -total mulr_suml; apply: ler_sum => i _.
by rewrite /geometric mulrAC mulrC ler_pmul2l ?clipped_gt0.
Qed.
End Geometric.

(** Two levels on the counts 0..n: the pair is private with the better one, and each answer is the geometric one. *)
Theorem released_without_loss (R : realFieldType) n (p q : R) : (0 < n)%N -> 0 < q -> q <= p -> p < 1 ->
  let J (i : 'I_n.+1) (x : 'I_n.+1 * 'I_n.+1) := geometric n q i x.1 * tighten n p q x.1 x.2 in
  [/\ mechanism J, private (fun i j : 'I_n.+1 => (i.+1 == j)%N || (j.+1 == i)%N) q^-1 0 J,
      forall i k, \sum_o J i (k, o) = geometric n q i k & forall i o, \sum_k J i (k, o) = geometric n p i o].
Proof.
move=> n1 q0 qp p1 J; have q1 : q < 1 := le_lt_trans qp p1.
have t0 k o : 0 <= tighten n p q k o := tighten_ge0 n q0 qp (ltW p1) q1 k o.
have [gm gp] := geometric_mechanism n1 q0 q1.
have first i k : \sum_o J i (k, o) = geometric n q i k.
  transitivity (geometric n q i k * \sum_(o < n.+1) tighten n p q k o); first by rewrite mulr_sumr.
  by rewrite -(big_mkord xpredT (fun o => tighten n p q k o)) tighten_total ?mulr1 // -ltnS ltn_ord.
split=> // [i|i j near S|i o].
- split=> [x|]; first by rewrite mulr_ge0 // ltW.
  rewrite (eq_bigr (fun x => J i (x.1, x.2))) => [|[a b] _] //; rewrite -(pair_bigA _ (fun a b => J i (a, b))) /=.
  by rewrite -[RHS](gm i).2; apply: eq_bigr => k _; apply: first.
- rewrite addr0 mulrC ler_pdivl_mulr // mulr_suml; apply: ler_sum => x _; rewrite /J mulrAC ler_wpmul2r //.
  have := geometric_private n1 q0 q1 near [set x.1]; by rewrite /prob !big_set1 addr0 [q^-1 * _]mulrC ler_pdivl_mulr.
- transitivity (\sum_(0 <= k < n.+1) geometric n q i k * tighten n p q k o); first by rewrite big_mkord.
  by rewrite lossless // -ltnS ltn_ord.
Qed.

(** ** Distances, levels and sums *)

(** Proposition 6, and what comes with it: events of any kind, levels by any function that does not fall. *)
Theorem lipschitz_private (R : realFieldType) (data event : Type) (P : data -> event -> R) (far : data -> data -> R)
  (level : R -> R) (alpha : R) : (forall x y, x <= y -> level x <= level y) -> (forall u S, 0 <= P u S) ->
  (forall u u' S, P u S <= level (far u u') * P u' S) ->
  forall u u', far u u' <= alpha -> forall S, P u S <= level alpha * P u' S.
Proof. by move=> grow P0 h u u' le S; apply: le_trans (h u u' S) _; rewrite ler_wpmul2r // grow. Qed.

(** (5) and (6): neighbours that differ in one coordinate are as far apart as it says; distances are symmetric. *)
Theorem one_coordinate (R : realFieldType) n (u u' : 'I_n -> R) j : (forall i, i != j -> u i = u' i) ->
  \sum_i `|u i - u' i| = `|u j - u' j|.
Proof. by move=> same; rewrite (bigD1 j) //= big1 ?addr0 // => i ne; rewrite same // subrr normr0. Qed.
Theorem distance_symmetric (R : realFieldType) n (u u' : 'I_n -> R) : \sum_i `|u i - u' i| = \sum_i `|u' i - u i|.
Proof. by apply: eq_bigr => i _; rewrite distrC. Qed.

(** The largest level is less than the sum of all, if another one is positive. *)
Theorem largest_below_sum (R : realFieldType) (T : finType) (e : T -> R) j k : j != k -> (forall i, 0 < e i) ->
  e j < \sum_i e i.
Proof.
move=> ne pos; rewrite (bigD1 j) //= ltr_addl (bigD1 k) 1?eq_sym //=.
by apply: ltr_paddr (pos k); apply: sumr_ge0 => i _; apply: ltW.
Qed.

(** In n coordinates the bounds multiply. *)
Theorem all_coordinates (R : realFieldType) n (D p q : 'I_n -> R) : (forall i, 0 <= q i) ->
  (forall i, q i <= D i * p i) -> \prod_i q i <= (\prod_i D i) * \prod_i p i.
Proof. by move=> q0 le; rewrite -big_split /=; apply: ler_prod => i _; rewrite q0 le. Qed.

(** Proposition 7: no factor below E^2 is enough. *)
Theorem proposition_7_sharp (R : archiFieldType) (E F : R) : 1 < E -> F < E ^+ 2 ->
  exists2 k : nat, (1 < k)%N & F < E * (1 + k%:R * E) / (E + k%:R).
Proof.
move=> E1 FE; have E0 : 0 < E := lt_trans ltr01 E1.
have gap_ : 0 < E ^+ 2 - F by rewrite subr_gt0.
have c0 : 0 <= E * (E ^+ 2 - 1) by rewrite mulr_ge0 ?(ltW E0) // subr_ge0 expr_ge1 ?(ltW E0) // ltW.
have q0 : 0 <= E * (E ^+ 2 - 1) / (E ^+ 2 - F) by rewrite divr_ge0 // ltW.
exists (Num.bound (E * (E ^+ 2 - 1) / (E ^+ 2 - F)) + 2)%N; first by rewrite addn2.
rewrite natrD; set k := (Num.bound _)%:R + 2%:R; have big : E * (E ^+ 2 - 1) / (E ^+ 2 - F) < k.
  by apply: lt_le_trans (archi_boundP q0) _; rewrite ler_addl ler0n.
have k0 : 0 < k := le_lt_trans q0 big.
have ek : 0 < E + k by rewrite addr_gt0.
move: big; rewrite ltr_pdivr_mulr // => big; rewrite ltr_pdivl_mulr //.
rewrite -subr_gt0 (_ : _ - _ = (k * (E ^+ 2 - F) - E * (E ^+ 2 - 1)) + E * (E ^+ 2 - F)); last by ring.
by rewrite addr_gt0 ?mulr_gt0 // subr_gt0.
Qed.
