(** * Exponential: what has 1 + x below it and turns sums into products, and the sums of its series

    No analysis is used. [no_rise]: a function that rises by at most c (y - x)^2 from x to y does not rise at all, since n
    steps of the length l / n rise by at most c l^2 / n together. So inequalities between slopes become inequalities between
    functions. [exp_is_exp]: e^x is the number that Definitions.v says by the partial sums of its series. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsLaws Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exponential.
Variables (R : realFieldType) (exp : R -> R).
Hypothesis ef : exponential_function exp.

Lemma ef_0 : exp 0 = 1.
Proof.
case: ef => add low; have one : 1 <= exp 0 by have := low 0; rewrite addr0.
by apply: (mulfI (lt0r_neq0 (lt_le_trans ltr01 one))); rewrite -add addr0 mulr1.
Qed.
Lemma ef_inv a : exp a * exp (- a) = 1.
Proof. by case: ef => add _; rewrite -add subrr ef_0. Qed.
Lemma ef_pos a : 0 < exp a.
Proof.
have ge0 : 0 <= exp a.
  by case: ef => add _; rewrite -[a](divfK (_ : 2%:R != 0)) ?pnatr_eq0 // mulr_natr mulr2n add -expr2 sqr_ge0.
rewrite lt_neqAle ge0 andbT eq_sym; apply/eqP => e; have := ef_inv a; rewrite e mul0r => /eqP.
by rewrite eq_sym oner_eq0.
Qed.
Lemma ef_lt a b : (exp a < exp b) = (a < b).
Proof.
have up x y : x < y -> exp x < exp y.
  case: ef => add low lt; have -> : y = x + (y - x) by rewrite addrC subrK.
  by rewrite add ltr_pmulr ?ef_pos //; apply: lt_le_trans (low _); rewrite ltr_addl subr_gt0.
case: (ltgtP a b) => [/up //|/up lt|->]; last exact: ltxx.
by apply/negbTE; rewrite -leNgt ltW.
Qed.
Lemma ef_le a b : (exp a <= exp b) = (a <= b).
Proof. by rewrite !leNgt ef_lt. Qed.
Lemma ef_power : power_function exp.
Proof. by case: ef => add _; split=> [||a b]; [exact: add | exact: ef_pos | rewrite ef_le]. Qed.
Lemma ef_neg a : 0 <= a -> exp (- a) <= 1 / (1 + a).
Proof.
move=> a0; have p : 0 < 1 + a by rewrite ltr_paddr ?ltr01.
rewrite ler_pdivl_mulr // -[X in _ <= X](ef_inv a) [X in _ <= X]mulrC ler_pmul2l ?ef_pos //; case: ef => _ low; exact: low.
Qed.
Lemma ef_sum n (f : 'I_n -> R) : exp (\sum_j f j) = \prod_j exp (f j).
Proof. by case: ef => add _; rewrite (big_morph _ add ef_0). Qed.
End Exponential.

(** ** From slopes to functions *)

Lemma no_rise (R : archiFieldType) (f : R -> R) (a b c : R) : a <= b ->
  (forall x y, a <= x -> x <= y -> y <= b -> f y - f x <= c * (y - x) ^+ 2) -> f b <= f a.
Proof.
move=> ab step; rewrite -subr_le0 leNgt; apply/negP => d0.
pose l := b - a; have l0 : 0 <= l by rewrite subr_ge0.
pose n := (Num.bound `|c * l ^+ 2 / (f b - f a)|).+1; pose h := l / n%:R.
have n0 : (0 : R) < n%:R by rewrite ltr0Sn.
have h0 : 0 <= h by exact: divr_ge0 l0 (ltW n0).
have sum k : (k <= n)%N -> f (a + k%:R * h) - f a <= k%:R * (c * h ^+ 2).
  elim: k => [|k IH] kn; first by rewrite !mul0r addr0 subrr.
  have := step (a + k%:R * h) (a + k.+1%:R * h).
  have -> : a + k.+1%:R * h - (a + k%:R * h) = h by rewrite -[k.+1]addn1 natrD; ring.
  rewrite ler_addl mulr_ge0 ?ler0n // ler_add2l ler_wpmul2r ?ler_nat // => /(_ isT isT) rise.
  have le : a + k.+1%:R * h <= b.
    by rewrite -ler_subr_addl -/l /h mulrC mulrAC ler_pdivr_mulr // ler_wpmul2l ?ler_nat.
  have := ler_add (rise le) (IH (ltnW kn)); rewrite addrA subrK => sum; apply: le_trans sum _.
  by rewrite -[k.+1]add1n natrD mulrDl mul1r.
have := sum n (leqnn n); have -> : a + n%:R * h = b by rewrite /h mulrC divfK ?gt_eqF // /l addrC subrK.
have -> : n%:R * (c * h ^+ 2) = c * l ^+ 2 / n%:R by rewrite /h; field; rewrite gt_eqF.
apply/negP; rewrite -ltNge ltr_pdivr_mulr // -ltr_pdivr_mull // mulrC.
apply: le_lt_trans (ler_norm _) _; apply: lt_trans (archi_boundP (normr_ge0 _)) _.
by rewrite ltr_nat.
Qed.

(** ** Polynomials without negative coefficients

    f has the slope d from 0 on, and both are at least 0 and do not fall. *)
Definition convex (R : realFieldType) (f d : R -> R) : Prop := forall x y, 0 <= x -> x <= y ->
  [/\ 0 <= f x, 0 <= d x, d x <= d y & d x * (y - x) <= f y - f x <= d y * (y - x)].

Section Convex.
Variable R : realFieldType.
Implicit Types (f d : R -> R) (x y b c : R) (n : nat).

Lemma convex_constant c : 0 <= c -> convex (fun=> c) (fun=> 0).
Proof. by move=> c0 x y _ _; rewrite subrr mul0r lexx. Qed.
Lemma convex_add f d f' d' : convex f d -> convex f' d' -> convex (fun x => f x + f' x) (fun x => d x + d' x).
Proof.
move=> cf cf' x y x0 xy; have [f0 d0 dd /andP [lo hi]] := cf x y x0 xy; have [f0' d0' dd' /andP [lo' hi']] := cf' x y x0 xy.
by rewrite !addr_ge0 // ler_add // !mulrDl opprD addrACA !ler_add.
Qed.
Lemma convex_scale c f d : 0 <= c -> convex f d -> convex (fun x => c * f x) (fun x => c * d x).
Proof.
move=> c0 cf x y x0 xy; have [f0 d0 dd /andP [lo hi]] := cf x y x0 xy.
by rewrite !mulr_ge0 // -!mulrA -mulrBr !ler_wpmul2l.
Qed.
Lemma convex_power n : convex (fun x : R => x ^+ n.+1) (fun x => n.+1%:R * x ^+ n).
Proof.
move=> x y x0 xy; have y0 := le_trans x0 xy; have d0 : 0 <= y - x by rewrite subr_ge0.
have rise m : x ^+ m <= y ^+ m by rewrite ler_expn2r ?nnegrE.
split; first exact: exprn_ge0; first by rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
  by rewrite ler_wpmul2l ?ler0n.
elim: n => [|n /andP [lo hi]]; first by rewrite !expr0 !expr1 !mulr1 !mul1r lexx.
have step z : n.+2%:R * z ^+ n.+1 * (y - x) = z * (n.+1%:R * z ^+ n * (y - x)) + z ^+ n.+1 * (y - x).
  by rewrite -[n.+2]addn1 natrD exprS; ring.
have turn : y ^+ n.+2 - x ^+ n.+2 = y * (y ^+ n.+1 - x ^+ n.+1) + x ^+ n.+1 * (y - x) by rewrite !(exprS _ n.+1); ring.
rewrite !step turn; apply/andP; split; apply: ler_add => //.
- apply: le_trans (ler_wpmul2r _ xy) (ler_wpmul2l y0 lo).
  by rewrite !mulr_ge0 ?exprn_ge0 ?ler0n.
- exact: ler_wpmul2l.
- by rewrite ler_wpmul2r.
Qed.
Lemma convex_sum n (f d : nat -> R -> R) : (forall k, (k < n)%N -> convex (f k) (d k)) ->
  convex (fun x => \sum_(k < n) f k x) (fun x => \sum_(k < n) d k x).
Proof.
elim: n => [|n IH] all; first by move=> x y _ _; rewrite !big_ord0 subrr mul0r lexx.
move=> x y x0 xy; rewrite !big_ord_recr /=; apply: (convex_add (IH _) (all n _)) => // k kn; exact/all/ltnW.
Qed.

Lemma convex_steep f d x y b : convex f d -> 0 <= x -> x <= y -> y <= b -> f y - f x <= d b * (y - x).
Proof.
move=> cf x0 xy yb; have [_ _ _ /andP [_ hi]] := cf x y x0 xy; apply: le_trans hi _; rewrite ler_wpmul2r ?subr_ge0 //.
by have [_ _ dd _] := cf y b (le_trans x0 xy) yb.
Qed.
Lemma convex_rises f d x y : convex f d -> 0 <= x -> x <= y -> f x <= f y.
Proof.
move=> cf x0 xy; have [_ d0 _ /andP [lo _]] := cf x y x0 xy; rewrite -subr_ge0; apply: le_trans lo.
by rewrite mulr_ge0 ?subr_ge0.
Qed.
End Convex.

(** ** The series of e^x

    The slope of e^(-x) (sum of n + 1 terms) is at most 0, and that of e^(-x) (the same, and twice the next term) at least 0. *)
Section Series.
Variables (R : archiFieldType) (exp : R -> R).
Hypothesis ef : exponential_function exp.

Let term n (x : R) := x ^+ n / n`!%:R.
Let partial n (x : R) := \sum_(k < n) term k x.

Let term_next n z : term n.+1 z = term n z * (z / n.+1%:R).
Proof.
have f0 : (n`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have n0 : (n.+1%:R : R) != 0 by rewrite pnatr_eq0.
rewrite /term factS natrM exprS; move: f0 n0.
by move: (n`!%:R) (n.+1%:R) (z ^+ _) => u v w u0 v0; field; rewrite u0 v0.
Qed.
Let term_convex n : convex (term n.+1) (term n).
Proof.
have f0 : (n.+1`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have c0 : (0 : R) <= n.+1`!%:R^-1 by rewrite invr_ge0 ler0n.
have same z : n.+1`!%:R^-1 * (n.+1%:R * z ^+ n) = term n z.
  rewrite /term factS natrM invfM; have n0 : (n.+1%:R : R) != 0 by rewrite pnatr_eq0.
  by rewrite mulrACA mulVf // mul1r mulrC.
move=> x y x0 xy; have := convex_scale c0 (@convex_power R n) x0 xy; rewrite !same /term.
by rewrite ![_ / n.+1`!%:R]mulrC.
Qed.

Let partial_convex n : convex (partial n.+1) (partial n).
Proof.
move=> x y x0 xy; have sums := @convex_sum R n (fun k => term k.+1) term (fun k _ => term_convex k).
have := convex_add (convex_constant (@ler01 R)) sums x0 xy.
have first z : term 0 z = 1 by rewrite /term expr0 fact0 divr1.
by rewrite !add0r /partial !(big_ord_recl n) /= !first.
Qed.

Let low a : 1 + a <= exp a. Proof. by case: ef. Qed.
Let expD a b : exp (a + b) = exp a * exp b. Proof. by case: ef. Qed.
Let pos a : 0 < exp a. Proof. exact: (ef_pos ef). Qed.

Lemma exp_series_below n y : 0 <= y -> partial n.+1 y <= exp y.
Proof.
move=> y0; have := ef_inv ef y; rewrite mulrC => inv; rewrite -(ler_pmul2l (pos (- y))) inv.
have start : exp (- 0) * partial n.+1 0 = 1.
  rewrite oppr0 (ef_0 ef) mul1r /partial big_ord_recl big1 ?addr0 => [|i _]; first by rewrite /term expr0 fact0 divr1.
  by rewrite /term expr0n /= mul0r.
rewrite -start; apply: (@no_rise _ (fun z => exp (- z) * partial n.+1 z) 0 y (partial n y)) => //= a b a0 ab b_y.
have b0 := le_trans a0 ab; have d0 : 0 <= b - a by rewrite subr_ge0.
have [fa da dd /andP [_ hi]] := partial_convex n a0 ab; have steep := convex_steep (partial_convex n) a0 ab b_y.
have ea : exp (- a) = exp (- b) * exp (b - a) by rewrite -expD; congr exp; ring.
have small : exp (- b) <= 1 by rewrite -(ef_0 ef) (ef_le ef) oppr_le0.
have last_ge0 : 0 <= term n b by rewrite divr_ge0 ?exprn_ge0 ?ler0n.
have next : partial n.+1 b = partial n b + term n b by rewrite /partial big_ord_recr.
have grown := low (b - a); have := pos (- b); have y_0 : 0 <= partial n y by have [] := partial_convex n y0 (lexx y).
rewrite ea; move: (exp (- b)) (exp (b - a)) small grown => p q small grown p0.
move: (partial n.+1 a) (partial n.+1 b) (partial n b) (partial n y) (term n b) fa hi steep next last_ge0 y_0.
move=> fa fb db dy t fa0 hi steep next t0 dy0.
apply: (@ge_by _ ((1 - p) * (dy * (b - a) ^+ 2) + p * (q - (1 + (b - a))) * fa
  + p * (db * (b - a) - (fb - fa)) + p * (b - a) * t + p * (b - a) * (dy * (b - a) - (fb - fa)))).
  by rewrite next; ring.
by nonneg.
Qed.

Lemma exp_series_above n y : 0 <= y -> 2%:R * y <= n.+1%:R -> exp y <= partial n.+1 y + 2%:R * term n.+1 y.
Proof.
move=> y0 enough; pose f z := partial n.+1 z + 2%:R * term n.+1 z; pose d z := partial n z + 2%:R * term n z.
have two0 : (0 : R) <= 2%:R by exact: ler0n.
have cf : convex f d := convex_add (partial_convex n) (convex_scale two0 (term_convex n)).
have start : - (exp (- 0) * f 0) = - 1.
  rewrite oppr0 (ef_0 ef) mul1r /f /partial big_ord_recl big1 ?addr0 => [|i _].
    by rewrite /term expr0 fact0 divr1 expr0n /= mul0r mulr0 addr0.
  by rewrite /term expr0n /= mul0r.
suff falls : - (exp (- y) * f y) <= - (exp (- 0) * f 0).
  move: falls; rewrite start ler_opp2 -(ler_pmul2l (pos y)) mulr1 mulrA (ef_inv ef) mul1r; exact.
apply: (@no_rise _ (fun z => - (exp (- z) * f z)) 0 y (d y)) => //= a b a0 ab b_y.
have b0 := le_trans a0 ab; have d0 : 0 <= b - a by rewrite subr_ge0.
have [fa da dd /andP [lo _]] := cf a b a0 ab; have steep := convex_steep cf a0 ab b_y.
have [fb _ _ _] := cf b b b0 (lexx b); have [_ dy _ _] := cf y y y0 (lexx y).
have eb : exp (- b) = exp (- a) * exp (a - b) by rewrite -expD; congr exp; ring.
have small : exp (- a) <= 1 by rewrite -(ef_0 ef) (ef_le ef) oppr_le0.
have rate : f a <= d a.
  have next : partial n.+1 a = partial n a + term n a by rewrite /partial big_ord_recr.
  have n0 : (0 : R) < n.+1%:R by rewrite ltr0Sn.
  have last_ge0 : 0 <= term n a by rewrite divr_ge0 ?exprn_ge0 ?ler0n.
  have half : 2%:R * (a / n.+1%:R) <= 1.
    rewrite mulrA ler_pdivr_mulr // mul1r; apply: le_trans enough; rewrite ler_wpmul2l //.
    exact: le_trans ab b_y.
  apply: (@ge_by _ (term n a * (1 - 2%:R * (a / n.+1%:R)))); last by nonneg.
  by rewrite /f /d next term_next; ring.
have fallen := low (a - b); have := pos (- a); rewrite eb.
move: (exp (- a)) (exp (a - b)) small fallen => p q small fallen p0.
move: (f a) (f b) (d a) (d y) fa fb da dy lo steep rate => fa fb da dy fa0 fb0 da0 dy0 lo steep rate.
apply: (@ge_by _ ((1 - p) * (dy * (b - a) ^+ 2) + p * (q - (1 + (a - b))) * fb + p * (fb - fa - da * (b - a))
  + p * (b - a) * (da - fa) + p * (b - a) * (dy * (b - a) - (fb - fa)))); [ring | nonneg].
Qed.

Theorem exp_is_exp y : 0 <= y -> is_exp y (exp y).
Proof.
move=> y0 N n _; split; first exact: exp_series_below.
move=> enough; apply: le_trans (exp_series_above y0 enough) _; rewrite ler_add2l.
have n0 : (0 : R) < n.+1%:R by rewrite ltr0Sn.
have -> : 2%:R * term n.+1 y = term n y * (2%:R * y / n.+1%:R) by rewrite term_next mulrCA !mulrA.
rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?divr_ge0 ?exprn_ge0 ?ler0n //.
by rewrite ler_pdivr_mulr // mul1r.
Qed.
End Series.
