(** * LineNoise: Laplace and normal noise have the ratios that LineLaws.v asks for

    Laplace noise by cases. Normal noise by slopes: that of I (x - t) is r x e^(-x^2/2), where r is the ratio, which rises. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsLaws Signs Exponential NormalIntegral LineLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Laplace noise *)

Section Laplace.
Variables (R : realFieldType) (exp : R -> R) (t : R).
Hypotheses (ef : exponential_function exp) (t0 : 0 <= t).
Let F := laplace_below exp.
Let r (x : R) := exp (`|x| - `|x - t|).

Let expD a b : exp (a + b) = exp a * exp b. Proof. by case: ef. Qed.
Let pos a : 0 < exp a. Proof. exact: ef_pos. Qed.
Let le a b : (exp a <= exp b) = (a <= b). Proof. exact: ef_le. Qed.
Let two0 : (0 : R) < 2%:R. Proof. by rewrite ltr0n. Qed.

Lemma below_0 x : x <= 0 -> F x = exp x / 2%:R. Proof. by rewrite /F /laplace_below => ->. Qed.
Lemma above_0 x : 0 <= x -> F x = 1 - exp (- x) / 2%:R.
Proof.
rewrite /F /laplace_below le_eqVlt => /predU1P [<-|/lt_geF -> //].
by rewrite lexx oppr0 (ef_0 ef); field.
Qed.

Lemma laplace_rises x y : x <= y -> F x <= F y.
Proof.
move=> xy; case: (lerP y 0) => [y0|/ltW y0].
  by rewrite !below_0 ?(le_trans xy) // ler_pmul2r ?invr_gt0 // le.
have half z : 0 <= z -> exp (- z) / 2%:R <= 1 / 2%:R.
  by move=> z0; rewrite ler_pmul2r ?invr_gt0 // -(ef_0 ef) le oppr_le0.
case: (lerP x 0) => [x0|/ltW x0]; last first.
  by rewrite !above_0 // ler_add2l ler_opp2 ler_pmul2r ?invr_gt0 // le ler_opp2.
rewrite below_0 // above_0 //; apply: le_trans (_ : 1 / 2%:R <= _).
  by have := half (- x); rewrite opprK oppr_ge0; apply.
by rewrite ler_subr_addl -ler_subr_addr (le_trans (half _ y0)) // le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

Lemma laplace_range x : 0 <= F x <= 1.
Proof.
have part z : 0 <= exp z / 2%:R by rewrite divr_ge0 ?ltW.
case: (lerP x 0) => [x0|/ltW x0].
  rewrite below_0 // part ler_pdivr_mulr // mul1r (le_trans (_ : _ <= 1)) ?ler1n //.
  by rewrite -(ef_0 ef) le.
rewrite above_0 // ler_subl_addr ler_addl part andbT subr_ge0 ler_pdivr_mulr // mul1r.
by rewrite (le_trans (_ : _ <= 1)) ?ler1n // -(ef_0 ef) le oppr_le0.
Qed.

Lemma ratio_before x : x <= 0 -> r x = exp (- t).
Proof.
move=> x0; rewrite /r ler0_norm // ler0_norm; last by rewrite subr_le0 (le_trans x0).
by congr exp; ring.
Qed.
Lemma ratio_inside x : 0 <= x -> x <= t -> r x = exp (x + x - t).
Proof. by move=> x0 xt; rewrite /r ger0_norm // ler0_norm ?subr_le0 //; congr exp; ring. Qed.
Lemma ratio_behind x : t <= x -> r x = exp t.
Proof.
move=> tx; rewrite /r ger0_norm ?(le_trans t0) // ger0_norm ?subr_ge0 //.
by congr exp; ring.
Qed.

Lemma laplace_ratio_rises x y : x <= y -> r x <= r y.
Proof.
move=> xy; case: (lerP x 0) => [x0|/ltW x0].
  rewrite ratio_before //; case: (lerP y 0) => [y0|/ltW y0]; first by rewrite ratio_before.
  case: (lerP y t) => [yt|/ltW ty]; last by rewrite ratio_behind // le ge0_cp.
  by rewrite ratio_inside // le ler_addr addr_ge0.
have y0 := le_trans x0 xy; case: (lerP y t) => [yt|/ltW ty].
  by rewrite !ratio_inside ?(le_trans xy) // le ler_add2r ler_add.
rewrite (ratio_behind ty); case: (lerP x t) => [xt|/ltW tx]; last by rewrite ratio_behind.
by rewrite ratio_inside // le ler_subl_addr ler_add.
Qed.

(** What holds between a and c and between c and b holds between a and b. *)
Let between a b := r a * (F b - F a) <= F (b - t) - F (a - t) <= r b * (F b - F a).
Lemma between_joined a c b : a <= c -> c <= b -> between a c -> between c b -> between a b.
Proof.
move=> ac cb /andP [lo hi] /andP [lo' hi'].
have split_F : F b - F a = (F c - F a) + (F b - F c) by ring.
have split_t : F (b - t) - F (a - t) = (F (c - t) - F (a - t)) + (F (b - t) - F (c - t)) by ring.
have ac0 : 0 <= F c - F a by rewrite subr_ge0 laplace_rises.
have cb0 : 0 <= F b - F c by rewrite subr_ge0 laplace_rises.
rewrite /between split_F split_t !(mulrDr _ (F c - F a)); apply/andP; split; apply: ler_add => //.
- by apply: le_trans _ lo'; rewrite ler_wpmul2r // laplace_ratio_rises.
- by apply: le_trans hi _; rewrite ler_wpmul2r // laplace_ratio_rises.
Qed.

Lemma between_before a b : a <= b -> b <= 0 -> between a b.
Proof.
move=> ab b0; have a0 := le_trans ab b0; have st x : x <= 0 -> x - t <= 0 by move=> x0; rewrite subr_le0 (le_trans x0).
have same : F (b - t) - F (a - t) = exp (- t) * (F b - F a) by rewrite !below_0 ?st // !expD; ring.
by rewrite /between !ratio_before // same !lexx.
Qed.
Lemma between_behind a b : a <= b -> t <= a -> between a b.
Proof.
move=> ab ta; have tb := le_trans ta ab.
have same : F (b - t) - F (a - t) = exp t * (F b - F a).
  have a0 := le_trans t0 ta; have b0 := le_trans t0 tb; have at0 : 0 <= a - t by rewrite subr_ge0.
  have bt0 : 0 <= b - t by rewrite subr_ge0.
  by rewrite !above_0 // !opprB !expD; field.
by rewrite /between !ratio_behind // same !lexx.
Qed.

Lemma between_inside a b : 0 <= a -> a <= b -> b <= t -> between a b.
Proof.
move=> a0 ab bt; have b0 := le_trans a0 ab; have at_ := le_trans ab bt.
have mean (u v : R) : 0 < u -> 0 < v -> u * v = 1 -> 2%:R <= u + v.
  move=> u0 v0 uv; have : (2%:R : R) ^+ 2 <= (u + v) ^+ 2.
    rewrite -subr_ge0 (_ : _ - _ = (u - v) ^+ 2 + 4%:R * (u * v - 1)); last by ring.
    by rewrite uv subrr mulr0 addr0 sqr_ge0.
  by rewrite ler_pexpn2r // nnegrE ?ler0n // addr_ge0 ?ltW.
pose u := exp (b - a); pose v := exp (a - b).
have uv : u * v = 1 by rewrite /u /v -expD (_ : _ + _ = 0) ?(ef_0 ef) //; ring.
have two : 2%:R <= u + v := mean _ _ (pos _) (pos _) uv.
have ea c : exp (c - a) = exp (c - b) * u by rewrite -expD; congr exp; ring.
rewrite /between !ratio_inside // (above_0 a0) (above_0 b0) !below_0 ?subr_le0 //.
pose w := exp (b - t); have wv : exp (a - t) = w * v by rewrite -expD; congr exp; ring.
have ra : exp (a + a - t) * exp (- a) = w * v by rewrite -expD -wv; congr exp; ring.
have rb : exp (b + b - t) * exp (- b) = w by rewrite -expD; congr exp; ring.
have ra' : exp (a + a - t) * exp (- b) = w * v * v by rewrite -!expD; congr exp; ring.
have rb' : exp (b + b - t) * exp (- a) = w * u by rewrite -!expD; congr exp; ring.
have w0 : 0 < w := pos _; have v0 : 0 < v := pos _.
rewrite -/w wv; apply/andP; split.
- rewrite (_ : _ * _ = (exp (a + a - t) * exp (- a) - exp (a + a - t) * exp (- b)) / 2%:R); last by ring.
  rewrite ra ra' -subr_ge0 [X in 0 <= X](_ : _ = w * v * (u + v - 2%:R) / 2%:R + w * (1 - u * v) / 2%:R); last by field.
  by rewrite uv subrr mulr0 mul0r addr0 divr_ge0 ?ler0n // mulr_ge0 ?subr_ge0 // ltW // mulr_gt0.
- rewrite (_ : exp (b + b - t) * _ = (exp (b + b - t) * exp (- a) - exp (b + b - t) * exp (- b)) / 2%:R); last by ring.
  rewrite rb rb' -subr_ge0 [X in 0 <= X](_ : _ = w * (u + v - 2%:R) / 2%:R); last by field.
  by rewrite divr_ge0 ?ler0n // mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma laplace_between a b : a <= b -> between a b.
Proof.
have low x y : x <= y -> y <= t -> between x y.
  move=> xy yt; case: (lerP y 0) => [y0|/ltW y0]; first exact: between_before.
  case: (lerP x 0) => [x0|/ltW x0]; last exact: between_inside.
  by apply: (between_joined x0 y0); [exact: between_before | exact: between_inside].
move=> ab; case: (lerP b t) => [bt|/ltW tb]; first exact: low.
case: (lerP a t) => [at_|/ltW ta]; last exact: between_behind.
by apply: (between_joined at_ tb); [exact: low | exact: between_behind].
Qed.

Lemma laplace_before a : a <= 0 -> F (a - t) = exp (- t) * F a.
Proof. by move=> a0; rewrite !below_0 ?subr_le0 ?(le_trans a0) // expD; ring. Qed.
Lemma laplace_behind a : t <= a -> 1 - F (a - t) = exp t * (1 - F a).
Proof.
move=> ta; have a0 := le_trans t0 ta; have at0 : 0 <= a - t by rewrite subr_ge0.
by rewrite (above_0 a0) (above_0 at0) !opprB expD; field.
Qed.

Lemma laplace_least : least_ratio F t (exp (- t)).
Proof.
move=> a; case: (lerP a 0) => [a0|/ltW a0]; first by rewrite laplace_before.
have /andP [h _] := laplace_between a0; move: h; rewrite ratio_before // mulrBr -(laplace_before (lexx 0)).
by rewrite ler_subl_addr subrK.
Qed.
Lemma laplace_greatest : greatest_ratio F t (exp t).
Proof.
move=> a; case: (lerP t a) => [ta|/ltW at_]; first by rewrite laplace_behind.
have /andP [_ h] := laplace_between at_; move: h; rewrite ratio_behind // => h.
rewrite -[1 - F (a - t)](subrKA (F (t - t))) [exp t * _](_ : _ = exp t * (1 - F t) + exp t * (F t - F a)); last by ring.
by rewrite ler_add // laplace_behind.
Qed.

Theorem laplace_line : line_law F t r.
Proof.
split=> [x|x y xy|x|x y xy|a b ab|a|a].
- exact: laplace_range.
- exact: laplace_rises.
- exact: pos.
- exact: laplace_ratio_rises.
- exact: laplace_between.
- case: (lerP a 0) => [a0|/ltW a0]; first by rewrite ratio_before // laplace_before.
  have /andP [_ h] := laplace_between a0; rewrite -[F (a - t)](subrK (F (0 - t))).
  apply: le_trans (_ : r a * (F a - F 0) + r a * F 0 <= _); last by rewrite -mulrDr subrK.
  apply: ler_add => //; apply: le_trans (_ : r 0 * F 0 <= _); first by rewrite ratio_before // laplace_before.
  by rewrite ler_wpmul2r ?laplace_ratio_rises //; case/andP: (laplace_range 0).
- case: (lerP t a) => [ta|/ltW at_]; first by rewrite ratio_behind // laplace_behind.
  have /andP [h _] := laplace_between at_.
  rewrite -[1 - F (a - t)](subrKA (F (t - t))) -[1 - F a](subrKA (F t)) mulrDr.
  apply: ler_add => //; apply: le_trans (_ : r t * (1 - F t) <= _).
    by rewrite ler_wpmul2r ?laplace_ratio_rises // subr_ge0; case/andP: (laplace_range t).
  by rewrite ratio_behind // laplace_behind.
Qed.
End Laplace.

(** ** Normal noise *)

Section Normal.
Variables (R : archiFieldType) (exp I : R -> R).
Hypotheses (ef : exponential_function exp) (integral : normal_integral exp I).
Implicit Types a b x y z : R.
Local Notation g := (normal_density exp).

Section Shifted.
Variable t : R.
Let r x := exp (t * x - t ^+ 2 / 2%:R).
Lemma shifted_density x : g (x - t) = r x * g x.
Proof. by rewrite /r /normal_density -(proj1 ef); congr exp; field. Qed.

Lemma shifted_between a b : 0 <= t -> a <= b -> r a * (I b - I a) <= I (b - t) - I (a - t) <= r b * (I b - I a).
Proof.
move=> t0 ab; have rises x y : x <= y -> r x <= r y by move=> xy; rewrite (ef_le ef) ler_add2r ler_wpmul2l.
have r0 x : 0 < r x by rewrite /r (ef_pos ef).
have move_t x y : (y - t) - (x - t) = y - x by rewrite opprB addrA subrK.
have shifted x y : x <= y ->
    r x * g x * (y - x) - 2%:R * (y - x) ^+ 2 <= I (y - t) - I (x - t) <= r x * g x * (y - x) + 2%:R * (y - x) ^+ 2.
  move=> xy; have moved : x - t <= y - t by rewrite ler_add2r.
  by have := integral_steps ef integral moved; rewrite move_t shifted_density.
apply/andP; split.
- suff h : r a * I b - I (b - t) <= r a * I a - I (a - t).
    by apply: (@ge_by _ (r a * I a - I (a - t) - (r a * I b - I (b - t)))); [ring | nonneg].
  apply: (@no_rise _ (fun x => r a * I x - I (x - t)) a b (2%:R * r a + 2%:R)) => //= x y ax xy _.
  have /andP [lo _] := shifted x y xy; have /andP [_ hi] := integral_steps ef integral xy.
  have := rises a x ax; have := r0 a; have := density_gt0 ef x; move: (g x) (r a) (r x) lo hi => d p q lo hi d0 p0 pq.
  apply: (@ge_by _ (p * (d * (y - x) + 2%:R * (y - x) ^+ 2 - (I y - I x)) + (q - p) * (d * (y - x))
    + (I (y - t) - I (x - t) - (q * d * (y - x) - 2%:R * (y - x) ^+ 2)))); [ring | nonneg].
- suff h : I (b - t) - r b * I b <= I (a - t) - r b * I a.
    by apply: (@ge_by _ (I (a - t) - r b * I a - (I (b - t) - r b * I b))); [ring | nonneg].
  apply: (@no_rise _ (fun x => I (x - t) - r b * I x) a b (2%:R * r b + 2%:R)) => //= x y _ xy yb.
  have /andP [_ hi] := shifted x y xy; have /andP [lo _] := integral_steps ef integral xy.
  have := rises x b (le_trans xy yb); have := r0 b; have := density_gt0 ef x.
  move: (g x) (r b) (r x) lo hi => d p q lo hi d0 p0 pq.
  apply: (@ge_by _ (p * (I y - I x - (d * (y - x) - 2%:R * (y - x) ^+ 2)) + (p - q) * (d * (y - x))
    + (q * d * (y - x) + 2%:R * (y - x) ^+ 2 - (I (y - t) - I (x - t))))); [ring | nonneg].
Qed.
End Shifted.

Variable whole : R.
Hypothesis total : least_above I whole.
Let F := normal_below I whole.
Let whole2 : 0 < 2%:R * whole. Proof. by rewrite mulr_gt0 ?ltr0n // (whole_gt0 ef integral). Qed.

Lemma normal_belowE x : F x = (whole + I x) / (2%:R * whole).
Proof. by rewrite /F /normal_below; field; rewrite gt_eqF ?(whole_gt0 ef integral total). Qed.
Lemma normal_aboveE x : 1 - F x = (whole - I x) / (2%:R * whole).
Proof. by rewrite /F /normal_below; field; rewrite gt_eqF ?(whole_gt0 ef integral total). Qed.

Theorem normal_line t : 0 <= t -> line_law F t (fun x => exp (t * x - t ^+ 2 / 2%:R)).
Proof.
move=> t0; have differ x y : F y - F x = (I y - I x) / (2%:R * whole) by rewrite !normal_belowE; ring.
set r := fun x => _; have rises x y : x <= y -> r x <= r y by move=> xy; rewrite (ef_le ef) ler_add2r ler_wpmul2l.
have r0 x : 0 < r x by rewrite /r (ef_pos ef).
split=> // [x|x y xy|a b ab|a|a].
- have up := below_whole total x; have down := above_whole integral total x; rewrite normal_belowE; apply/andP; split.
    by rewrite divr_ge0 ?(ltW whole2) // -ler_subl_addl sub0r.
  by rewrite ler_pdivr_mulr // mul1r mulr_natl mulr2n ler_add2l.
- by rewrite -subr_ge0 differ divr_ge0 ?(ltW whole2) // subr_ge0 (integral_rises ef integral).
- by rewrite !differ !mulrA !ler_pmul2r ?invr_gt0 // shifted_between.
- rewrite !normal_belowE mulrA ler_pmul2r ?invr_gt0 // -ler_subr_addr; apply: (whole_least total) => z.
  case: (lerP (t - z) a) => [za|/ltW za].
    have /andP [_ hi] := shifted_between t0 za; move: hi; rewrite addrAC subrr sub0r (integral_odd integral) opprK => hi.
    rewrite ler_subr_addr addrC (le_trans hi) // ler_pmul2l ?r0 // addrC ler_add2r ler_oppl.
    by rewrite (above_whole integral total).
  apply: le_trans (_ : - I (a - t) <= _).
    by rewrite -(integral_odd integral) opprB (integral_rises ef integral) // ler_subr_addr addrC -ler_subr_addr.
  by rewrite ler_addr mulr_ge0 ?(ltW (r0 _)) // -ler_subl_addl sub0r (above_whole integral total).
- rewrite !normal_aboveE mulrA ler_pmul2r ?invr_gt0 // mulrC -ler_pdivl_mulr ?r0 // ler_subl_addr.
  apply: (whole_least total) => z.
  case: (lerP a z) => [az|/ltW za].
    have /andP [lo _] := shifted_between t0 az.
    by rewrite -ler_subl_addr ler_pdivl_mulr ?r0 // mulrC (le_trans lo) // ler_add2r (below_whole total).
  apply: le_trans (integral_rises ef integral za) _.
  by rewrite ler_addr divr_ge0 ?(ltW (r0 _)) // subr_ge0 (below_whole total).
Qed.
End Normal.
