(** * GradualSlopes: derivatives of the densities of gradual release and of their logarithms

    Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy": (24), last line, (38), (39), the
    proof of Theorem 11. *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions DefinitionsLaws Exponential GradualLaws GradualLimits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Slopes.
Variables (R : realFieldType) (exp ln : R -> R).
Hypotheses (ef : exponential_function exp) (inverse : forall a, 0 < a -> exp (ln a) = a).
Let power := ef_power ef.

Lemma exp_near a : `|a| <= 1 / 2%:R -> `|exp a - 1 - a| <= 2%:R * a ^+ 2.
Proof.
move=> small; have [add low] := ef; have := low a; have := low (- a) => lo hi.
rewrite ger0_norm; last by rewrite subr_ge0 ler_subr_addl.
have a2 : 0 <= 1 - 2%:R * a.
  have := le_trans (ler_norm a) small; rewrite ler_pdivl_mulr ?ltr0n // mulrC => h.
  by rewrite subr_ge0.
have p : 0 < 1 - a.
  rewrite subr_gt0; apply: le_lt_trans (le_trans (ler_norm a) small) _.
  by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have up : exp a * (1 - a) <= 1.
  by rewrite -[X in _ <= X](ef_inv ef a) ler_pmul2l ?(ef_pos ef).
have : exp a * (1 - a) <= (1 + a + 2%:R * a ^+ 2) * (1 - a).
  apply: le_trans up _; rewrite -subr_ge0 (_ : _ - _ = a ^+ 2 * (1 - 2%:R * a)); last by ring.
  by rewrite mulr_ge0 ?sqr_ge0.
rewrite ler_pmul2r // => h; rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (0 <= _); ring.
Qed.

Lemma ln_exp a : ln (exp a) = a.
Proof.
have h := inverse (ef_pos ef a); apply: le_anti.
by rewrite -(ef_le ef (ln (exp a)) a) -(ef_le ef a (ln (exp a))) h lexx.
Qed.
Lemma ln_mul a k : 0 < a -> ln (a * exp k) = ln a + k.
Proof. by move=> a0; rewrite -{1}(inverse a0); have [add _] := ef; rewrite -add ln_exp. Qed.

(** What is A e^(k t) for |t| <= s has the derivative k A at 0. *)
Lemma derivative_exp (f : R -> R) (A k s : R) : 0 <= A -> 0 < s -> (forall t, `|t| <= s -> f t = A * exp (k * t)) ->
  derivative f 0 (k * A).
Proof.
move=> A0 s0 near c c0; pose q := 2%:R * A * k ^+ 2 + 1; pose w := 2%:R * `|k| + 1.
have q0 : 0 < q.
  by apply: ltr_paddl ltr01; apply: mulr_ge0 (sqr_ge0 _); apply: mulr_ge0 A0; exact: ler0n.
have w0 : 0 < w by apply: ltr_paddl ltr01; apply: mulr_ge0 (normr_ge0 _); exact: ler0n.
exists (Num.min s (Num.min (1 / w) (c / q))); first by rewrite !lt_minr s0 !divr_gt0 ?ltr01.
move=> t; rewrite !le_minr => /and3P [ts tw tq]; rewrite add0r (near t ts) (near 0) ?normr0 ?(ltW s0) //.
rewrite mulr0 (ef_0 ef) mulr1 (_ : _ - _ = A * (exp (k * t) - 1 - k * t)); last by ring.
rewrite normrM ger0_norm //; apply: le_trans (_ : A * (2%:R * (k * t) ^+ 2) <= _).
  apply: ler_wpmul2l => //; apply: exp_near; rewrite normrM ler_pdivl_mulr ?ltr0n //.
  move: tw; rewrite ler_pdivl_mulr // => h; apply: le_trans h.
  have -> : `|t| * w = `|k| * `|t| * 2%:R + `|t| by rewrite /w; ring.
  by rewrite ler_addl normr_ge0.
rewrite (_ : A * _ = (2%:R * A * k ^+ 2) * (t * t)); last by ring.
have -> : t * t = `|t| * `|t| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
rewrite mulrA; apply: ler_wpmul2r => //; apply: le_trans (_ : q * `|t| <= _).
  by rewrite ler_wpmul2r // /q ler_addl ler01.
by rewrite mulrC -ler_pdivl_mulr.
Qed.

(** What is a + k t for |t| <= s has the derivative k at 0. *)
Lemma derivative_line (f : R -> R) (a k s : R) : 0 < s -> (forall t, `|t| <= s -> f t = a + k * t) -> derivative f 0 k.
Proof.
move=> s0 near c c0; exists s => // t ts; rewrite add0r (near t ts) (near 0) ?normr0 ?(ltW s0) //.
rewrite mulr0 addr0 (_ : a + k * t - a - k * t = 0); last by ring.
by rewrite normr0; apply: mulr_ge0 (normr_ge0 _); exact: ltW.
Qed.

(** ** (38), (39) *)

Lemma tightenings_by e z t rest : tightenings exp e (z + t) (moved_by t rest) = tightenings exp e z rest.
Proof. by elim: rest e z => [|[d x] rest ih] e z //=; rewrite ih tightening_moved. Qed.

Lemma laplace_by (e z t : R) : z != 0 -> `|t| <= `|z| -> laplace exp e (z + t) = laplace exp e z * exp (- (Num.sg z * e) * t).
Proof.
move=> z0 near; rewrite /laplace; have -> : `|z + t| = `|z| + Num.sg z * t.
  case: (ltrgtP z 0) => [neg|pos|e0]; last by rewrite e0 eqxx in z0.
    move: near; rewrite (ltr0_norm neg) ltr0_sg // mulN1r => near; rewrite ler0_norm ?opprD //.
    by rewrite -ler_subr_addl sub0r; apply: le_trans (ler_norm _) near.
  move: near; rewrite (gtr0_norm pos) gtr0_sg // mul1r => near; rewrite ger0_norm //.
  by rewrite -ler_subl_addl sub0r; move: near; rewrite ler_norml => /andP [].
have [add _] := ef; rewrite -[RHS]mulrA -add; congr (_ * exp _); ring.
Qed.

(** h is the density of Theorem 12, z the answer of the largest level e, at z != 0: its derivative along (1, 1, 1) is -sgn(z) e h. *)
Theorem equation_39 (e z : R) rest : 0 < e -> z != 0 -> 0 <= release_density exp e z rest ->
  let h := release_density exp e z rest in let d := - (Num.sg z * e) * h in
  derivative (fun t => release_density exp e (z + t) (moved_by t rest)) 0 d /\ `|d| = e * h.
Proof.
move=> e0 z0 h0 h d; split; last first.
  by rewrite /d normrM (ger0_norm h0) normrN normrM (gtr0_norm e0) normr_sg z0 mul1r.
apply: (@derivative_exp _ h _ `|z|) => //; first by rewrite normr_gt0.
by move=> t near; rewrite /release_density tightenings_by laplace_by // mulrAC.
Qed.

(** ** Theorem 11 *)

Lemma release_by e y t rest : y != 0 -> `|t| <= `|y| ->
  release_density exp e (y + t) (moved_by t rest) = release_density exp e y rest * exp (- (Num.sg y * e) * t).
Proof. by move=> y0 near; rewrite /release_density tightenings_by laplace_by // mulrAC. Qed.

(** ln of the density of one coordinate, at a datum u: its slope is sgn(y - u) e. *)
Theorem slope_of_one (e y u : R) es xs : 0 < e -> y - u != 0 ->
  0 < release_density exp e (y - u) (zip es [seq x - u | x <- xs]) ->
  derivative (fun t => ln (release_density exp e (y - (u + t)) (zip es [seq x - (u + t) | x <- xs]))) 0 (Num.sg (y - u) * e).
Proof.
move=> e0 yu pos; set A := release_density exp e (y - u) _ in pos.
apply: (@derivative_line _ (ln A) _ `|y - u|) => [|t near]; first by rewrite normr_gt0.
have shifted : zip es [seq x - (u + t) | x <- xs] = moved_by (- t) (zip es [seq x - u | x <- xs]).
  by elim: es xs {A pos} => [|d es ih] [|x xs] //=; rewrite ih opprD addrA.
rewrite shifted opprD addrA release_by ?normrN // ln_mul // -/A; congr (_ + _); ring.
Qed.

(** ln of the density of Theorem 11: its partial derivative at u along the coordinate i is the slope of that coordinate, of
    absolute value e, so e is the largest. *)
Theorem slope_of_all n (e : R) es (u : 'rV[R]_n) (z : 'I_n -> R * seq R) i : 0 < e -> (z i).1 - u 0 i != 0 ->
  0 < release_at exp e es u z ->
  derivative (fun t => ln (release_at exp e es (\row_j (u 0 j + t *+ (j == i))) z)) 0 (Num.sg ((z i).1 - u 0 i) * e) /\
  `|Num.sg ((z i).1 - u 0 i) * e| = e.
Proof.
move=> e0 zu pos; split; last by rewrite normrM normr_sg zu mul1r gtr0_norm.
set A := release_at exp e es u z in pos.
apply: (@derivative_line _ (ln A) _ `|(z i).1 - u 0 i|) => [|t near]; first by rewrite normr_gt0.
have -> : release_at exp e es (\row_j (u 0 j + t *+ (j == i))) z = A * exp (Num.sg ((z i).1 - u 0 i) * e * t).
  rewrite /A /release_at (bigD1 i) //= [X in _ = X * _](bigD1 i) //= mxE eqxx mulr1n.
  rewrite [RHS]mulrC mulrA [exp _ * release_density _ _ _ _]mulrC; congr (_ * _).
    have shifted xs : zip es [seq x - (u 0 i + t) | x <- xs] = moved_by (- t) (zip es [seq x - u 0 i | x <- xs]).
      by elim: es xs {A pos} => [|d es' ih] [|x xs] //=; rewrite ih opprD addrA.
    by rewrite shifted opprD addrA release_by ?normrN //; congr (_ * exp _); ring.
  by apply: eq_bigr => j ne; rewrite mxE (negbTE ne) mulr0n addr0.
by rewrite ln_mul.
Qed.

(** ** (24), last line: from |P'| <= e P to |(ln P)'| <= e, where P is positive *)

Theorem slope_of_ln (P : R -> R) (e u d : R) : (forall t, 0 < P (u + t)) -> derivative P u d -> `|d| <= e * P u ->
  derivative (fun x => ln (P x)) u (d / P u) /\ `|d / P u| <= e.
Proof.
move=> pos deriv le; have P0 : 0 < P u by rewrite -[u]addr0.
split; last by rewrite normrM normfV (gtr0_norm P0) ler_pdivr_mulr.
have gap a : 0 < 1 + a -> a - a ^+ 2 / (1 + a) <= ln (1 + a) <= a.
  move=> p; have [add low] := ef; apply/andP; split; last first.
    by rewrite -(ler_add2l 1); apply: le_trans (low _) _; rewrite inverse.
  have := low (- ln (1 + a)); have := ef_inv ef (ln (1 + a)); rewrite inverse // => inv.
  rewrite -(ler_pmul2l p) inv mulrDr mulr1 mulrN => h.
  rewrite -(ler_pmul2l p) (_ : (1 + a) * (a - a ^+ 2 / (1 + a)) = a); last by field; rewrite gt_eqF.
  by rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (0 <= _); ring.
have near_ln a : `|a| <= 1 / 2%:R -> `|ln (1 + a) - a| <= 2%:R * a ^+ 2.
  move=> small; have half : 1 / 2%:R <= 1 + a.
    have : - (1 / 2%:R) <= a by apply: le_trans (_ : - `|a| <= _); rewrite ?ler_opp2 // ler_oppl -normrN ler_norm.
    by rewrite -subr_ge0 => h; rewrite -subr_ge0; move: h; congr (0 <= _); field.
  have p : 0 < 1 + a by apply: lt_le_trans half; rewrite divr_gt0 ?ltr01 ?ltr0n.
  have /andP [lo hi] := gap a p; rewrite ler0_norm ?subr_le0 // opprB; apply: le_trans (_ : a ^+ 2 / (1 + a) <= _).
    by rewrite ler_subl_addl -ler_subl_addr.
  rewrite ler_pdivr_mulr // mulrAC -[X in X <= _]mul1r; apply: ler_wpmul2r; first exact: sqr_ge0.
  by rewrite mulrC -ler_pdivr_mulr ?ltr0n.
move=> c c0; have c1 : 0 < c * P u / 2%:R by rewrite divr_gt0 ?ltr0n // mulr_gt0.
have [r1 r0 near] := deriv _ c1; pose K := (`|d| + c * P u / 2%:R) / P u + 1.
have K0 : 0 < K by apply: ltr_paddl ltr01; apply: divr_ge0 (ltW P0); apply: addr_ge0 (normr_ge0 _) (ltW c1).
have K2 : 0 < 4%:R * K ^+ 2 by rewrite mulr_gt0 ?ltr0n ?exprn_gt0.
exists (Num.min r1 (Num.min (1 / 2%:R / K) (c / (4%:R * K ^+ 2)))).
  by rewrite !lt_minr r0 !divr_gt0 ?ltr01 ?ltr0n.
move=> h; rewrite !le_minr => /and3P [h1 h2 h3]; have close := near h h1.
pose a := (P (u + h) - P u) / P u.
have aE : P (u + h) = P u * (1 + a) by rewrite /a; field; rewrite gt_eqF.
have a1 : 0 < 1 + a by rewrite -(pmulr_rgt0 _ P0) -aE.
have -> : ln (P (u + h)) = ln (P u) + ln (1 + a) by rewrite aE -{1}(inverse a1) ln_mul.
rewrite (_ : ln (P u) + ln (1 + a) - ln (P u) - d / P u * h = (ln (1 + a) - a) + (a - d / P u * h)); last by ring.
have line : `|a - d / P u * h| <= c / 2%:R * `|h|.
  rewrite (_ : a - d / P u * h = (P (u + h) - P u - d * h) / P u); last by rewrite /a; field; rewrite gt_eqF.
  rewrite normrM normfV (gtr0_norm P0) ler_pdivr_mulr //; apply: le_trans close _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
have size_ : `|a| <= K * `|h|.
  rewrite -[a](subrK (d / P u * h)); apply: le_trans (ler_norm_add _ _) _.
  have nd : `|d / P u * h| = `|d| / P u * `|h| by rewrite normrM normrM normfV (gtr0_norm P0).
  apply: le_trans (ler_add line (lexx _)) _; rewrite nd -mulrDl; apply: ler_wpmul2r => //.
  rewrite /K; move: `|d| => s; rewrite -subr_ge0.
  by rewrite (_ : _ - _ = 1); [exact: ler01 | field; rewrite gt_eqF].
have half : `|a| <= 1 / 2%:R by apply: le_trans size_ _; rewrite mulrC -ler_pdivl_mulr.
apply: le_trans (ler_norm_add _ _) _; rewrite [X in _ <= X](_ : _ = c / 2%:R * `|h| + c / 2%:R * `|h|); last by field.
apply: ler_add line; apply: le_trans (near_ln a half) _.
have sq : a ^+ 2 <= (K * `|h|) ^+ 2.
  by rewrite -[a ^+ 2]ger0_norm ?sqr_ge0 // normrX ler_expn2r ?nnegrE ?normr_ge0 // mulr_ge0 ?(ltW K0).
apply: le_trans (ler_wpmul2l (ler0n _ 2) sq) _.
rewrite (_ : 2%:R * (K * `|h|) ^+ 2 = (2%:R * K ^+ 2 * `|h|) * `|h|); last by ring.
apply: ler_wpmul2r => //; move: h3; rewrite ler_pdivl_mulr // => h3.
rewrite ler_pdivl_mulr ?ltr0n //; apply: le_trans h3.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
End Slopes.

(** P(Qu in S) is positive for every u or for none. *)
Theorem positive_everywhere (R : realFieldType) (X Y : Type) (mu : integral R X) (exp : R -> R) e (answer : R -> X -> Y)
    A u u' p q : private_answers mu exp e answer ->
  has_probability mu (fun x => A (answer u x)) p -> has_probability mu (fun x => A (answer u' x)) q -> 0 < p -> 0 < q.
Proof.
move=> private Ap Aq p0; have q0 : 0 <= q by apply: integrates_ge0 Aq => x; rewrite ler0n.
rewrite lt_neqAle q0 andbT eq_sym; apply/eqP => e0; have := private _ _ _ _ _ Ap Aq.
by rewrite e0 mulr0 leNgt p0.
Qed.

(** ** (23) *)

(** P(Qu in S) is an integral over D = {x : (x, x) in S} and one over S, (20) moved to u; lengths and areas do not change by
    moves. *)
Theorem equation_23 (R : realFieldType) (exp : R -> R) (length : integral R R) (area mu : integral R (R * R)) e1 e2 u
    (S : R * R -> bool) p :
  (forall f v, length (fun x => f (u + x)) v -> length f v) ->
  (forall f v, area (fun z => f (u + z.1, u + z.2)) v -> area f v) ->
  has_density (diagonal_and_area length area) (fun z => density_20 exp e1 e2 z.1 z.2) mu ->
  has_probability mu (fun v => S (u + v.1, u + v.2)) p ->
  exists w w', [/\ length (fun x => (S (x, x))%:R * (e1 ^+ 2 / (2%:R * e2) * exp (- (e2 * `|x - u|)))) w,
    area (fun z => ((z.1 != z.2) && S z)%:R * (e1 * (e2 ^+ 2 - e1 ^+ 2) / (4%:R * e2)
      * exp (- (e1 * `|(z.1 - u) - (z.2 - u)|) - e2 * `|z.2 - u|))) w' & p = w + w'].
Proof.
move=> along across density /density [w [w' [h h' ->]]]; exists w, w'.
have back x : u + x - u = x by rewrite addrC addrA addNr add0r.
split=> //.
  by apply: along; apply: integrates_same h => x /=; rewrite /density_20 eqxx back.
apply: across; apply: integrates_same h' => -[x y] /=; rewrite !back (inj_eq (addrI u)) /density_20.
by case: eqP => _ /=; rewrite ?mul0r.
Qed.
