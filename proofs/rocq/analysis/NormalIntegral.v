(** * NormalIntegral: the integral of e^(-x^2/2), by its rectangles

    [series_below] and [series_above]: the series of the integral, after e^(-x^2/2) is taken out; all its terms are positive.
    [normal_whole]: the integral over all x, up to its tail. [normal_integral_unique]: at most one I has these rectangles. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsLaws Signs Exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The terms x^(2n + 1) / (1 * 3 * ... * (2n + 1)) of the series of I x / e^(-x^2/2). *)
Fixpoint odd_term (R : realFieldType) (n : nat) (x : R) : R :=
  if n is n'.+1 then odd_term n' x * x ^+ 2 / (2 * n' + 3)%N%:R else x.

(** Their slopes, and the sums of both. *)
Definition odd_slope (R : realFieldType) (n : nat) (x : R) : R := if n is n'.+1 then x * odd_term n' x else 1.
Definition odd_sum (R : realFieldType) (n : nat) (x : R) : R := \sum_(k < n) odd_term k x.
Definition slope_sum (R : realFieldType) (n : nat) (x : R) : R := \sum_(k < n) odd_slope k x.

Section Terms.
Variable R : realFieldType.
Implicit Types x y : R.
Let odds n : R := \prod_(k < n.+1) (2 * k).+1%:R.
Let odds_neq0 n : odds n != 0. Proof. by apply/prodf_neq0 => k _; rewrite pnatr_eq0. Qed.
Let odds_next n : odds n.+1 = odds n * (2 * n + 3)%N%:R.
Proof. by rewrite /odds big_ord_recr /=; congr (_ * _%:R); rewrite mulnS addn3. Qed.
Let odd_neq0 n : ((2 * n + 3)%N%:R : R) != 0. Proof. by rewrite addn3 pnatr_eq0. Qed.

Lemma odd_termE n x : odd_term n x = x ^+ (2 * n).+1 / \prod_(k < n.+1) (2 * k).+1%:R.
Proof.
rewrite -/(odds n); elim: n => [|n IH] /=; first by rewrite /odds big_ord_recl big_ord0 mulr1 divr1.
rewrite IH odds_next (_ : (2 * n.+1).+1 = ((2 * n).+1 + 2)%N) ?exprD; last by rewrite mulnS add2n addn2.
move: (odds_neq0 n) (odd_neq0 n); move: (odds n) (_%:R) (x ^+ _) => u v w u0 v0.
by field; rewrite u0 v0.
Qed.
Lemma odd_convex n : convex (@odd_term R n) (@odd_slope R n).
Proof.
have c0 : 0 <= (odds n)^-1 by rewrite invr_ge0 prodr_ge0 // => k _; rewrite ler0n.
have slope z : (odds n)^-1 * ((2 * n).+1%:R * z ^+ (2 * n)) = odd_slope n z.
  case: n {c0} => [|n] /=; first by rewrite /odds big_ord_recl big_ord0 muln0 !mulr1 invr1.
  have -> : z ^+ (2 * n.+1) = z * z ^+ (2 * n).+1 by rewrite -exprS mulnS.
  have -> : (2 * n.+1).+1 = (2 * n + 3)%N by rewrite mulnS add2n addn3.
  rewrite odd_termE -/(odds n) odds_next; move: (odds_neq0 n) (odd_neq0 n).
  move: (odds n) (_%:R) (z ^+ _) => u v w u0 v0.
  by field; rewrite u0 v0.
have term z : (odds n)^-1 * z ^+ (2 * n).+1 = odd_term n z by rewrite odd_termE mulrC.
by move=> x y x0 xy; have := convex_scale c0 (@convex_power R (2 * n)) x0 xy; rewrite !slope !term.
Qed.
Lemma odd_sum_convex n : convex (@odd_sum R n) (@slope_sum R n).
Proof. by apply: convex_sum => k _; exact: odd_convex. Qed.
Lemma odd_sum_next n x : odd_sum n.+1 x = odd_sum n x + odd_term n x.
Proof. by rewrite /odd_sum big_ord_recr. Qed.
Lemma slope_sum_next n x : slope_sum n.+1 x = 1 + x * odd_sum n x.
Proof. by rewrite /slope_sum big_ord_recl /= /odd_sum mulr_sumr. Qed.
Lemma odd_term_ge0 n x : 0 <= x -> 0 <= odd_term n x.
Proof. by move=> x0; have [] := odd_convex n x0 (lexx x). Qed.
Lemma odd_sum_ge0 n x : 0 <= x -> 0 <= odd_sum n x.
Proof. by move=> x0; have [] := odd_sum_convex n x0 (lexx x). Qed.
Lemma odd_sum_0 n : odd_sum n 0 = 0 :> R.
Proof. by rewrite /odd_sum big1 // => k _; rewrite odd_termE exprS mul0r mul0r. Qed.
End Terms.

Section Normal.
Variables (R : archiFieldType) (exp I : R -> R).
Hypotheses (ef : exponential_function exp) (integral : normal_integral exp I).
Implicit Types a b c h x y z : R.

Definition normal_density x : R := exp (- (x ^+ 2 / 2%:R)).
Let g := normal_density.

Let two0 : (0 : R) < 2%:R. Proof. by rewrite ltr0n. Qed.
Let expD a b : exp (a + b) = exp a * exp b. Proof. by case: ef. Qed.
Let low a : 1 + a <= exp a. Proof. by case: ef. Qed.

Lemma density_gt0 x : 0 < g x. Proof. by rewrite /g /normal_density (ef_pos ef). Qed.
Lemma density_even x : g (- x) = g x. Proof. by rewrite /g /normal_density sqrrN. Qed.
Lemma density_0 : g 0 = 1. Proof. by rewrite /g /normal_density expr0n /= mul0r oppr0 (ef_0 ef). Qed.

Lemma integral_odd x : I (- x) = - I x. Proof. by case: integral. Qed.
Lemma integral_0 : I 0 = 0.
Proof.
apply/eqP; have := integral_odd 0; rewrite oppr0 => /eqP; rewrite -addr_eq0 -mulr2n -mulr_natl mulf_eq0.
by rewrite pnatr_eq0.
Qed.

Lemma density_falls x y : 0 <= x -> x <= y -> g y <= g x.
Proof.
move=> x0 xy; rewrite (ef_le ef) ler_opp2 ler_pmul2r ?invr_gt0 // ler_expn2r ?nnegrE //.
exact: le_trans xy.
Qed.
Lemma density_le1 x : g x <= 1.
Proof. by rewrite -(ef_0 ef) (ef_le ef) oppr_le0 divr_ge0 ?sqr_ge0 ?ler0n. Qed.

(** x e^(-x^2/2) <= 1 *)
Lemma density_tail x : x * g x <= 1.
Proof.
have -> : 1 = exp (x ^+ 2 / 2%:R) * g x by rewrite /g /normal_density (ef_inv ef).
rewrite ler_pmul2r ?density_gt0 //; apply: le_trans (low _).
rewrite -subr_ge0 (_ : _ - _ = ((x - 1) ^+ 2 + 1) / 2%:R); last by field.
by rewrite divr_ge0 ?ler0n // addr_ge0 ?sqr_ge0 ?ler01.
Qed.

(** The density moves by at most twice as much as x does. *)
Lemma density_near_pos x h : 0 <= x -> 0 <= h -> g x - g (x + h) <= 2%:R * h.
Proof.
move=> x0 h0; case: (lerP 1 h) => [h1|/ltW h1].
  apply: le_trans (_ : 1 <= _); last by rewrite (le_trans h1) // ler_pmull ?ler1n // (lt_le_trans ltr01).
  by rewrite ler_subl_addr (le_trans (density_le1 x)) // ler_addl ltW ?density_gt0.
have split_g : g (x + h) = g x * exp (- (x * h + h ^+ 2 / 2%:R)).
  by rewrite /g /normal_density -expD; congr exp; field.
apply: le_trans (_ : g x * (x * h + h ^+ 2 / 2%:R) <= _).
  rewrite split_g -[X in X - _]mulr1 -mulrBr ler_pmul2l ?density_gt0 // ler_subl_addr -ler_subl_addl.
  exact: low.
rewrite mulrDr mulrA [g x * x]mulrC (_ : 2%:R * h = 1 * h + 1 * h); last by ring.
apply: ler_add; first by rewrite ler_wpmul2r // density_tail.
apply: ler_pmul; rewrite ?density_le1 ?(ltW (density_gt0 _)) ?divr_ge0 ?sqr_ge0 ?ler0n //.
by rewrite ler_pdivr_mulr // expr2 ler_wpmul2l // (le_trans h1) ?ler1n.
Qed.
Lemma density_drop x y : 0 <= x -> x <= y -> g x - g y <= 2%:R * (y - x).
Proof.
move=> x0 xy; have d0 : 0 <= y - x by rewrite subr_ge0.
by have := density_near_pos x0 d0; rewrite [x + _]addrC subrK.
Qed.
Lemma density_near x y : x <= y -> `|g y - g x| <= 2%:R * (y - x).
Proof.
have pos u v : 0 <= u -> u <= v -> `|g v - g u| <= 2%:R * (v - u).
  by move=> u0 uv; rewrite ler0_norm ?subr_le0 ?density_falls // opprB density_drop.
move=> xy; case: (lerP 0 x) => [x0|/ltW x0]; first exact: pos.
case: (lerP y 0) => [y0|/ltW y0].
  rewrite -(density_even x) -(density_even y) distrC (le_trans (pos _ _ _ _)) ?oppr_ge0 ?ler_opp2 //.
  by rewrite opprK addrC.
rewrite -(subrKA (g 0)) (le_trans (ler_norm_add _ _)) // -[y - x](subrKA 0) mulrDr; apply: ler_add; first exact: pos.
by have := @pos 0 (- x); rewrite subr0 oppr_ge0 density_even distrC sub0r; exact.
Qed.

(** Bounds of the density are bounds of the slope of the integral. *)
Lemma integral_between m M x y : x <= y -> (forall z, x <= z -> z <= y -> m <= g z <= M) ->
  m * (y - x) <= I y - I x <= M * (y - x).
Proof.
have pos u v : 0 <= u -> u <= v -> m <= g v -> g u <= M -> m * (v - u) <= I v - I u <= M * (v - u).
  move=> u0 uv lo hi; have d0 : 0 <= v - u by rewrite subr_ge0.
  have [_ /(_ u v u0 uv) /andP [lo' hi']] := integral; apply/andP; split.
    by apply: le_trans _ lo'; rewrite [X in X <= _]mulrC ler_wpmul2l.
  by apply: le_trans hi' _; rewrite [X in _ <= X]mulrC ler_wpmul2l.
have neg u v : v <= 0 -> u <= v -> m <= g u -> g v <= M -> m * (v - u) <= I v - I u <= M * (v - u).
  move=> v0 uv lo hi; have := pos (- v) (- u); rewrite !oppr_ge0 ler_opp2 !density_even !integral_odd !opprK.
  by rewrite ![- _ + _]addrC; exact.
move=> xy bound; have /andP [mx xM] := bound x (lexx x) xy; have /andP [my yM] := bound y xy (lexx y).
case: (lerP 0 x) => [x0|/ltW x0]; first exact: pos.
case: (lerP y 0) => [y0|/ltW y0]; first exact: neg.
have /andP [m0 M0] := bound 0 x0 y0.
have /andP [lo hi] := pos 0 y (lexx 0) y0 my M0; have /andP [lo' hi'] := neg x 0 (lexx 0) x0 mx M0.
rewrite -[I y - I x](subrKA (I 0)) -[y - x](subrKA 0) !(mulrDr _ (y - 0)); apply/andP; split; exact: ler_add.
Qed.

Lemma integral_rises x y : x <= y -> I x <= I y.
Proof.
move=> xy; rewrite -subr_ge0; have := @integral_between 0 1 x y xy; rewrite mul0r.
by case/(_ _)/andP => // z _ _; rewrite density_le1 ltW ?density_gt0.
Qed.
Lemma integral_ge0 x : 0 <= x -> 0 <= I x.
Proof. by move=> x0; rewrite -integral_0 integral_rises. Qed.

(** The integral moves as the density says, up to squares. *)
Lemma integral_steps x y : x <= y ->
  g x * (y - x) - 2%:R * (y - x) ^+ 2 <= I y - I x <= g x * (y - x) + 2%:R * (y - x) ^+ 2.
Proof.
move=> xy; rewrite (_ : _ - 2%:R * _ = (g x - 2%:R * (y - x)) * (y - x)); last by ring.
rewrite (_ : _ + 2%:R * _ = (g x + 2%:R * (y - x)) * (y - x)); last by ring.
apply: integral_between => // z xz zy; rewrite -ler_distl; apply: le_trans (density_near xz) _.
by rewrite ler_pmul2l // ler_add2r.
Qed.

(** ** The tail, and that there is one integral *)

Lemma density_step x y : g y * (1 + (y - x) * ((x + y) / 2%:R)) <= g x.
Proof.
have -> : g x = g y * exp ((y - x) * ((x + y) / 2%:R)) by rewrite /g /normal_density -expD; congr exp; field.
by rewrite ler_pmul2l ?density_gt0 // low.
Qed.

Lemma integral_tail x y : 1 <= x -> x <= y -> I y <= I x + g x.
Proof.
move=> x1 xy; suff falls : I y + g y <= I x + g x by apply: le_trans falls; rewrite ler_addl ltW ?density_gt0.
apply: (@no_rise _ (fun z => I z + g z) x y 2%:R) => //= a b xa ab _.
have a1 := le_trans x1 xa; have b1 := le_trans a1 ab; have a0 := le_trans ler01 a1.
have [_ /(_ a b a0 ab) /andP [_ hi]] := integral; have near := density_drop a0 ab.
have := density_step a b; have := density_gt0 b; move: hi; rewrite -/(normal_density a) -/g.
move: (g a) (g b) near => p q near hi q0 step.
have d0 : 0 <= b - a by rewrite subr_ge0.
apply: (@ge_by _ ((b - a) * p - (I b - I a) + (b - a) * (2%:R * (b - a) - (p - q))
  + (p - q * (1 + (b - a) * ((a + b) / 2%:R))) + q * (b - a) * ((a - 1 + (b - 1)) / 2%:R))); [by field | nonneg].
Qed.

Theorem normal_whole whole x : least_above I whole -> 1 <= x -> I x <= whole <= I x + exp (- (x ^+ 2 / 2%:R)).
Proof.
case=> above least x1; rewrite above /=; apply: least => z.
case: (lerP x z) => [xz|/ltW zx]; first exact: integral_tail.
by apply: le_trans (integral_rises zx) _; rewrite ler_addl ltW ?density_gt0.
Qed.

(** ** The series *)

(** The slope of e^(-x^2/2) (sum of n + 1 terms) is e^(-x^2/2) (1 - x (term n)), so at most that of I. *)
Lemma series_below n x : 0 <= x -> exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n) odd_term k x) <= I x.
Proof.
move=> x0; rewrite -/(odd_sum n x) -/(normal_density x) -/g; case: n => [|n].
  by rewrite /odd_sum big_ord0 mulr0 integral_ge0.
have start : g 0 * odd_sum n.+1 0 - I 0 = 0 by rewrite odd_sum_0 mulr0 integral_0 subrr.
rewrite -subr_le0 -start; pose c := odd_sum n x + x * slope_sum n x.
apply: (@no_rise _ (fun z => g z * odd_sum n.+1 z - I z) 0 x c) => //= a b a0 ab bx.
have b0 := le_trans a0 ab; have d0 : 0 <= b - a by rewrite subr_ge0.
have [sa _ _ /andP [_ hi]] := odd_sum_convex n.+1 a0 ab; have step := density_step a b.
have [_ /(_ a b a0 ab) /andP [lo _]] := integral; have le1 := density_le1 b; have g0 := density_gt0 b.
have steep := convex_steep (odd_sum_convex n) a0 ab bx; have rise := convex_rises (odd_sum_convex n) b0 bx.
have ta := odd_term_ge0 n a0; have [sx dx _ _] := odd_sum_convex n x0 (lexx x).
have ax := le_trans ab bx; have next := odd_sum_next n a; move: lo hi; rewrite slope_sum_next -/(normal_density b) -/g /c.
move: (g a) (g b) step le1 g0 => q p step le1 p0 lo hi.
move: (odd_sum n x) (slope_sum n x) sx dx steep rise => u v u0 v0 steep rise.
move: (odd_sum n.+1 a) (odd_sum n.+1 b) (odd_sum n a) (odd_sum n b) (odd_term n a) sa hi next ta rise steep.
move=> sa sb na nb ta sa0 hi next ta0 rise steep.
apply: (@ge_by _ ((1 - p) * ((u + x * v) * (b - a) ^+ 2)
  + p * (b - a) * ((b - a) * (u - nb) + (x - a) * v * (b - a) + a * (v * (b - a) - (nb - na)) + a * ta + (b - a) / 2%:R * sa)
  + (q - p * (1 + (b - a) * ((a + b) / 2%:R))) * sa + p * ((1 + b * nb) * (b - a) - (sb - sa))
  + (I b - I a - (b - a) * p))); last by nonneg.
by rewrite next; field.
Qed.

(** The last term 2 (term n) makes the slope at least that of I, while 2 x^2 <= 2 n + 1. *)
Let series_twice n x : 0 <= x -> 2%:R * x ^+ 2 <= (2 * n + 3)%N%:R ->
  I x <= g x * (odd_sum n.+1 x + 2%:R * odd_term n.+1 x).
Proof.
move=> x0 enough; pose f z := odd_sum n.+1 z + 2%:R * odd_term n.+1 z; pose d z := slope_sum n.+1 z + 2%:R * odd_slope n.+1 z.
have cf : convex f d := convex_add (@odd_sum_convex _ n.+1) (convex_scale (ltW two0) (@odd_convex _ n.+1)).
have start : I 0 - g 0 * f 0 = 0.
  by rewrite /f odd_sum_0 odd_termE exprS !(mul0r, mulr0, addr0) integral_0 subrr.
rewrite -subr_le0 -start -/(f x); pose c := f x + x * d x.
apply: (@no_rise _ (fun z => I z - g z * f z) 0 x c) => //= a b a0 ab bx.
have b0 := le_trans a0 ab; have d0 : 0 <= b - a by rewrite subr_ge0.
have [fa da dd /andP [lo _]] := cf a b a0 ab; have steep := convex_steep cf a0 ab bx.
have rise := convex_rises cf b0 bx; have [fx dx _ _] := cf x x x0 (lexx x); have [fb _ _ _] := cf b b b0 (lexx b).
have [_ /(_ a b a0 ab) /andP [_ hi]] := integral; have le1 := density_le1 a; have g0 := density_gt0 a.
have step : g a * (1 - (b - a) * b) <= g b.
  have -> : g b = g a * exp (- ((b - a) * ((a + b) / 2%:R))) by rewrite /g /normal_density -expD; congr exp; field.
  rewrite ler_pmul2l ?density_gt0 //; apply: le_trans (low _); rewrite ler_add2l ler_opp2 ler_wpmul2l //.
  by rewrite ler_pdivr_mulr // mulr_natr mulr2n ler_add2r.
have rate : 1 + a * f a <= d a.
  have half : 2%:R * (a ^+ 2 / (2 * n + 3)%N%:R) <= 1.
    have pos : 0 < (2 * n + 3)%N%:R :> R by rewrite addn3 ltr0Sn.
    rewrite mulrA ler_pdivr_mulr // mul1r; apply: le_trans enough; rewrite ler_wpmul2l ?(ltW two0) //.
    by rewrite ler_expn2r ?nnegrE // (le_trans ab).
  have ta := odd_term_ge0 n a0.
  apply: (@ge_by _ (a * odd_term n a * (1 - 2%:R * (a ^+ 2 / (2 * n + 3)%N%:R)))); last by nonneg.
  by rewrite /d /f slope_sum_next odd_sum_next /= -[_ / _]mulrA; move: (a ^+ 2 / _) (odd_term n a) (odd_sum n a) => u v w; ring.
have ax := le_trans ab bx; move: hi; rewrite -/(normal_density a) -/g /c.
move: (g a) (g b) step le1 g0 => q p step le1 q0 hi.
move: (f a) (f b) (f x) (d a) (d x) fa fb fx da dx lo steep rise rate {dd}.
move=> fa fb fx da dx fa0 fb0 fx0 da0 dx0 lo steep rise rate.
apply: (@ge_by _ ((1 - q) * ((fx + x * dx) * (b - a) ^+ 2)
  + q * (b - a) * ((b - a) * (fx - fb) + (x - a) * dx * (b - a) + a * (dx * (b - a) - (fb - fa)) + (da - (1 + a * fa)))
  + (p - q * (1 - (b - a) * b)) * fb + q * (fb - fa - da * (b - a)) + ((b - a) * q - (I b - I a)))); [ring | nonneg].
Qed.

Lemma series_above n x : 0 <= x -> 2%:R * x ^+ 2 <= (2 * n.+1).+1%:R ->
  I x <= exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n.+1) odd_term k x + odd_term n x).
Proof.
move=> x0; have -> : (2 * n.+1).+1 = (2 * n + 3)%N by rewrite mulnS add2n addn3.
move=> enough; apply: le_trans (series_twice x0 enough) _; rewrite -/(normal_density x) -/g -/(odd_sum n.+1 x).
rewrite ler_pmul2l ?density_gt0 // ler_add2l /= -mulrA mulrCA -[X in _ <= X]mulr1 ler_wpmul2l ?odd_term_ge0 //.
by rewrite mulrA ler_pdivr_mulr ?mul1r // addn3 ltr0Sn.
Qed.

(** Both, as they are written on paper. *)
Theorem normal_series n x : 0 <= x ->
  let term k := x ^+ (2 * k).+1 / \prod_(j < k.+1) (2 * j).+1%:R in
  exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n) term k) <= I x /\
  (2%:R * x ^+ 2 <= (2 * n.+1).+1%:R -> I x <= exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n.+1) term k + term n)).
Proof.
move=> x0 term; have eq m : \sum_(k < m) term k = \sum_(k < m) odd_term k x.
  by apply: eq_bigr => k _; rewrite odd_termE.
by rewrite !eq /term -odd_termE; split; [exact: series_below | exact: series_above].
Qed.

(** ** The integral over all x *)

Section Whole.
Variable whole : R.
Hypothesis total : least_above I whole.

Lemma below_whole x : I x <= whole. Proof. by case: total. Qed.
Lemma whole_least b : (forall x, I x <= b) -> whole <= b. Proof. by case: total => _; exact. Qed.
Lemma above_whole x : - whole <= I x.
Proof. by rewrite ler_oppl -integral_odd below_whole. Qed.

Lemma whole_gt0 : 0 < whole.
Proof.
have [_ /(_ 0 1 (lexx 0) ler01) /andP [lo _]] := integral; apply: lt_le_trans (below_whole 1).
by move: lo; rewrite integral_0 !subr0 mul1r; apply: lt_le_trans; exact: (ef_pos ef).
Qed.
End Whole.
End Normal.

(** At most one I meets the bounds by rectangles. *)
Theorem normal_integral_unique (R : archiFieldType) (exp I J : R -> R) : exponential_function exp ->
  normal_integral exp I -> normal_integral exp J -> I =1 J.
Proof.
move=> ef i j.
suff le (A B : R -> R) : normal_integral exp A -> normal_integral exp B -> forall x, 0 <= x -> A x <= B x.
  have eq x : 0 <= x -> I x = J x by move=> x0; apply/eqP; rewrite eq_le !le.
  move=> x; case: (lerP 0 x) => [/eq //|/ltW x0]; apply: oppr_inj; rewrite -(integral_odd i) -(integral_odd j).
  by apply: eq; rewrite oppr_ge0.
move=> a b x x0; have start : A 0 - B 0 = 0 by rewrite (integral_0 a) (integral_0 b) subrr.
rewrite -subr_le0 -start.
apply: (@no_rise _ (fun z => A z - B z) 0 x 2%:R) => //= u v u0 uv _.
have [_ /(_ u v u0 uv) /andP [_ hi]] := a; have [_ /(_ u v u0 uv) /andP [lo _]] := b.
have := density_drop ef u0 uv.
rewrite /normal_density; move: lo hi; move: (exp _) (exp _) => p q lo hi near.
have d0 : 0 <= v - u by rewrite subr_ge0.
apply: (@ge_by _ ((v - u) * p - (A v - A u) + (B v - B u - (v - u) * q) + (v - u) * (2%:R * (v - u) - (p - q)))).
  by ring.
by nonneg.
Qed.
