(** * GradualCorollaries: sentences of the gradual release paper that follow in a few lines, for all parameters *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsGradual Events GradualFinite Archimedean AxiomsSplits.

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

(** (5): a database and itself with x in the place of the user j are a pair if and only if x is within alpha of the value
    of j; for values in [0, alpha] so is 0. *)
Theorem participation (R : realFieldType) n (alpha : R) (u : 'I_n -> R) j x :
  let u' i := if i == j then x else u i in
  (exists k, (forall i, i != k -> u i = u' i) /\ `|u k - u' k| <= alpha) <-> `|u j - x| <= alpha.
Proof.
move=> u'; split=> [[k [same le]]|le]; last first.
  by exists j; rewrite /u' eqxx; split=> // i /negbTE ->.
case: (eqVneq j k) => [e|ne]; first by move: le; rewrite -e /u' eqxx.
have := same j ne; rewrite /u' eqxx => ->.
by rewrite subrr normr0; apply: le_trans le; apply: normr_ge0.
Qed.
Theorem bounded_participation (R : realFieldType) n (alpha : R) (u : 'I_n -> R) j : 0 <= u j <= alpha ->
  let u' i := if i == j then 0 else u i in
  exists k, (forall i, i != k -> u i = u' i) /\ `|u k - u' k| <= alpha.
Proof. by case/andP=> u0 u1; apply/participation; rewrite subr0 ger0_norm. Qed.

(** Level 0, E = 1: F is the distribution function of the noise, {y <= x} has the probability F(x - u). There is none. *)
Theorem no_noise_at_level_zero (R : realFieldType) (F : R -> R) :
  (forall x u u', F (x - u) <= 1 * F (x - u')) -> ~ ((exists x, F x < 1 / 2%:R) /\ (exists y, 1 / 2%:R < F y)).
Proof.
move=> same [[x lt] [y gt]]; have := same y 0 (y - x).
by rewrite subr0 subKr mul1r => /(lt_le_trans gt) /(lt_trans lt); rewrite ltxx.
Qed.

(** (7) without a logarithm: for an increasing function that turns products into sums. *)
Theorem without_logarithm (R : realFieldType) (ln : R -> R) (E p p' : R) :
  (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) -> (forall x y, 0 < x -> x < y -> ln x < ln y) ->
  0 < E -> 0 < p -> 0 < p' -> `|ln p - ln p'| <= ln E <-> p <= E * p' /\ p' <= E * p.
Proof.
move=> hom grow E0 p0 p0'; have same x y : 0 < x -> 0 < y -> (ln x <= ln y) = (x <= y).
  move=> x0 y0; case: (ltgtP x y) => [lt|lt|->]; last exact: lexx.
    by rewrite ltW // grow.
  by apply/negbTE; rewrite -ltNge grow.
rewrite ler_norml ler_subl_addr -hom // same ?mulr_gt0 // ler_oppl opprB ler_subl_addr -hom // same ?mulr_gt0 //.
by split=> [/andP []|[-> ->]].
Qed.

(** ** RAPPOR: (43) and (44), and reports that are relaxed *)

Section Rappor.
Variable R : realFieldType.
Implicit Types (a b g : R).

(** A report of 1 has the probability b for 1 and g for 0. *)
Let bit (b g : R) (y w : bool) : R := let p := if y then b else g in if w then p else 1 - p.

(** (44) is (43) for some alpha if and only if beta + gamma = 1 and gamma <= 1/2; then alpha = 2 gamma. *)
Theorem maps_44_and_43 b g : 0 <= g ->
  let map_43 a (y : bool) := (1 - a) * y%:R + a / 2%:R in
  [/\ (exists2 a, 0 <= a <= 1 & forall y : bool, map_43 a y = if y then b else g) <-> b + g = 1 /\ g <= 1 / 2%:R,
      forall a, (forall y : bool, map_43 a y = if y then b else g) -> a = 2%:R * g
    & (1 - b = g) <-> b + g = 1].
Proof.
move=> g0 map_43; have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
have h2 : (0 : R) < 2%:R by rewrite ltr0n.
have e a : map_43 a true = 1 - a / 2%:R by rewrite /map_43 mulr1; field.
have e' a : map_43 a false = a / 2%:R by rewrite /map_43 mulr0 add0r.
split=> [|a h|].
- split=> [[a /andP [a0 a1] h]|[bg le]].
    have := h true; have := h false; rewrite e e' => <- <-; split; first by rewrite subrK.
    by rewrite ler_pdivr_mulr // divfK.
  exists (2%:R * g).
    by rewrite mulr_ge0 ?ler0n //= mulrC -ler_pdivl_mulr //.
  by case; rewrite ?e ?e' mulrAC divff // mul1r // -bg addrK.
- by have := h false; rewrite e' => <-; rewrite mulrC divfK.
- by split=> [<-|<-]; [rewrite addrC subrK | rewrite addrAC subrr add0r].
Qed.

(** A report of two bits' laws that says less: a kernel makes it from the other. *)
Lemma bit_followed b g b' g' : 0 <= g -> g <= g' -> g' <= b' -> b' <= b -> b <= 1 -> followed (bit b g) (bit b' g').
Proof.
move=> g0 gg gb bb b1; have gb0 : g <= b := le_trans gg (le_trans gb bb).
case: (eqVneq g b) => [same|ne].
  have e1 : g' = g by apply: le_anti; rewrite gg andbT (le_trans gb) // same.
  have e2 : b' = g by apply: le_anti; rewrite -{2}e1 gb andbT same.
  exists (fun w v => (v == w)%:R) => [w|y w].
    by split=> [v|]; rewrite ?ler0n // big_bool /=; case: w; rewrite ?addr0 ?add0r.
  by rewrite /post big_bool /bit e1 e2 -same; case: y; case: w; rewrite /= !(mulr0, mulr1, addr0, add0r).
have p : 0 < b - g by rewrite subr_gt0 lt_neqAle ne.
have np : b - g != 0 by rewrite gt_eqF.
have g'0 := le_trans g0 gg; have b0 := le_trans g0 gb0; have b'0 := le_trans g'0 gb; have b'1 := le_trans bb b1.
pose k := (g' * b - g * b') / (b - g); pose m := (b' * (1 - g) - g' * (1 - b)) / (b - g).
have k0 : 0 <= k by rewrite divr_ge0 ?(ltW p) // subr_ge0 ler_pmul.
have mk : k <= m.
  rewrite ler_pmul2r ?invr_gt0 // -subr_ge0 (_ : _ - _ = b' - g'); last by ring.
  by rewrite subr_ge0.
have m1 : m <= 1.
  rewrite ler_pdivr_mulr // mul1r -subr_ge0.
  rewrite [X in 0 <= X](_ : _ = (b - b') * (1 - g) + (g' - g) * (1 - b)); last by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 // (le_trans gb0).
have range (y : bool) : 0 <= (if y then m else k) <= 1.
  by case: y; rewrite ?k0 ?m1 ?(le_trans k0 mk) ?(le_trans mk m1).
exists (bit m k) => [w|y w]; last first.
  by rewrite /post big_bool /bit; case: w; case: y; rewrite /k /m /=; field.
split=> [v|]; last by rewrite big_bool /bit /= addrC subrK.
by have /andP [r0 r1] := range w; rewrite /bit; case: v; rewrite ?subr_ge0.
Qed.

(** (43) with alpha, then (44) with beta and gamma. *)
Let report a b g (y w : bool) : R := post (bit b g) (bit (1 - a / 2%:R) (a / 2%:R) y) w.
Let report_bit a b g y w : report a b g y w = bit (b - a / 2%:R * (b - g)) (g + a / 2%:R * (b - g)) y w.
Proof. by rewrite /report /post big_bool /bit; case: w; case: y; rewrite /=; ring. Qed.

(** The report with the larger alpha, the larger gamma, the smaller beta is made from the other one and from chance. *)
Theorem relaxed_reports a b g a' b' g' : 0 <= a -> a <= a' -> a' <= 1 -> 0 <= g -> g <= g' -> g' <= b' -> b' <= b -> b <= 1 ->
  followed (report a b g) (report a' b' g').
Proof.
move=> a0 aa a1 g0 gg gb bb b1; have gb0 : g <= b := le_trans gg (le_trans gb bb).
have h2 : (0 : R) < 2%:R by rewrite ltr0n.
have d0 : 0 <= b - g by rewrite subr_ge0.
have half (x : R) : x <= 1 -> x / 2%:R * (b - g) <= (b - g) / 2%:R.
  by move=> x1; rewrite mulrAC ler_pmul2r ?invr_gt0 // ler_pimull.
have mid : b - (b - g) / 2%:R = g + (b - g) / 2%:R.
  by field.
have x0 (x : R) : 0 <= x -> 0 <= x / 2%:R * (b - g) by move=> h; rewrite mulr_ge0 // divr_ge0 // ltW.
have grow : a / 2%:R * (b - g) <= a' / 2%:R * (b - g) by rewrite ler_wpmul2r // ler_pmul2r ?invr_gt0.
apply: (@followed_trans _ _ _ _ _ (report a b g) (report a' b g)).
  have up : g + a / 2%:R * (b - g) <= g + a' / 2%:R * (b - g) by rewrite ler_add2l.
  have middle : g + a' / 2%:R * (b - g) <= b - a' / 2%:R * (b - g).
    by apply: (@le_trans _ _ (g + (b - g) / 2%:R)); rewrite ?ler_add2l ?half // -mid ler_add2l ler_opp2 half.
  have down : b - a' / 2%:R * (b - g) <= b - a / 2%:R * (b - g) by rewrite ler_add2l ler_opp2.
  have most : b - a / 2%:R * (b - g) <= 1 by rewrite ler_subl_addr (le_trans b1) // ler_addl x0.
  have [K mK e] := bit_followed (addr_ge0 g0 (x0 _ a0)) up middle down most.
  exists K => // y w; rewrite report_bit e /post; apply: eq_bigr => z _.
  by rewrite report_bit.
have [K mK e] := bit_followed g0 gg gb bb b1; exists K => // y w.
rewrite /report /post (eq_bigr (fun z => \sum_v bit (1 - a' / 2%:R) (a' / 2%:R) y z * bit b g z v * K v w)) => [|z _]; last first.
  by rewrite e /post mulr_sumr; apply: eq_bigr => v _; rewrite mulrA.
by rewrite exchange_big; apply: eq_bigr => v _; rewrite mulr_suml.
Qed.

(** At alpha = 1, beta = gamma = 1/2 the report is a fair bit, and it is made from every other one with gamma <= 1/2 <= beta. *)
Theorem tight_values a b g : 0 <= a -> a <= 1 -> 0 <= g -> g <= 1 / 2%:R -> 1 / 2%:R <= b -> b <= 1 ->
  (forall y w, report 1 (1 / 2%:R) (1 / 2%:R) y w = 1 / 2%:R) /\ followed (report a b g) (report 1 (1 / 2%:R) (1 / 2%:R)).
Proof.
move=> a0 a1 g0 gh hb b1; split; last exact: relaxed_reports.
have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
by move=> y w; rewrite report_bit subrr mulr0 subr0 addr0 /bit; case: w; case: y => //; field.
Qed.
End Rappor.
