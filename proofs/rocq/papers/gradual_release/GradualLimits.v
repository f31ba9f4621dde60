(** * GradualLimits: what the noise of gradual release cannot do, and what becomes of it for large levels

    Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy": no noise at the level 0, no
    tightening, levels that add up, (27), the best estimator, stairs. *)

From mathcomp Require Import all_ssreflect all_algebra ring.
From DPExact Require Import Definitions DefinitionsGradual DefinitionsLaws Exponential GradualLaws GradualCorollaries GradualNoise.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The level 0 *)

(** No noise that is a number has the level 0: u + V would have one law for all u. *)
Theorem no_noise_at_level_0 (R : realFieldType) n (mu : integral R 'rV[R]_n.+1) (exp : R -> R) :
  exponential_function exp -> half_spaces mu -> finite_noise mu -> ~ private_noise mu exp 0.
Proof.
case=> add low spaces finite private.
have exp_0 : exp 0 = 1.
  have one : 1 <= exp 0 by have := low 0; rewrite addr0.
  by apply: (mulfI (lt0r_neq0 (lt_le_trans ltr01 one))); rewrite -add addr0 mulr1.
have half : 1 / 2%:R < 1 :> R by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have [a [b [p [ab inside pc]]]] := finite ord0 _ half.
have [[q above] _] := spaces ord0 a; have [[q' above'] _] := spaces ord0 b.
have same : q <= q'.
  have h : has_probability mu (moved (fun v => b <= v 0 ord0) 0) q'.
    by apply: integrates_same above' => v; rewrite /moved add0r.
  pose u : 'rV[R]_n.+1 := const_mx (b - a).
  have h' : has_probability mu (moved (fun v => b <= v 0 ord0) u) q.
    by apply: integrates_same above => v; rewrite /moved !mxE -ler_subl_addl opprB addrC subrK.
  by have := private _ _ _ _ _ h' h; rewrite mul0r exp_0 mul1r.
have parts : p + q' <= q.
  apply: integral_le (integrates_add inside above') above => v.
  case: (lerP b (v 0 ord0)) => h; rewrite ?andbF ?andbT /= ?mulr0n ?add0r ?addr0 //.
  by rewrite (le_trans ab h).
have p0 : 0 < p by apply: lt_le_trans pc; rewrite divr_gt0 ?ltr01 ?ltr0n.
by have := le_trans parts same; rewrite ger_addr leNgt p0.
Qed.

Section Exponential.
Variables (R : realFieldType) (exp : R -> R).
Hypothesis ef : exponential_function exp.

(** ** Levels that add up, and no tightening *)

(** Independent Laplace responses have together the sum of their levels, ... *)
Theorem independent_levels n (e : 'I_n -> R) (I : integral R ('I_n -> R)) u u' mu nu : (forall j, 0 < e j) ->
  has_density I (fun y => \prod_j laplace exp (e j) (y j - u)) mu ->
  has_density I (fun y => \prod_j laplace exp (e j) (y j - u')) nu ->
  close_laws (exp ((\sum_j e j) * `|u - u'|)) mu nu.
Proof.
move=> e0 du du'; apply: density_close du du' _ => y.
rewrite mulr_suml (ef_sum ef) -big_split /=; apply: ler_prod => j _.
by rewrite laplace_ge0 ?laplace_private //; exact: ef_power ef.
Qed.

(** ... and no less. *)
Theorem independent_levels_least n (e : 'I_n -> R) mu c : independent_noises exp e mu -> (forall j, 0 <= e j) ->
  private_answers mu exp c (fun u v j => u + v j) -> \sum_j e j <= c.
Proof.
move=> noise e0 private; pose A (y : 'I_n -> R) := [forall j, 1 < y j].
have at1 : has_probability mu (fun v => A (fun j => 1 + v j)) (\prod_(j < n) 2%:R^-1).
  have := noise (fun=> 0) (fun=> lexx 0); rewrite (eq_bigr (fun=> 2%:R^-1)) => [|j _]; last by rewrite mulr0 oppr0 (ef_0 ef) mul1r.
  by apply: integrates_same => v; congr (nat_of_bool _)%:R; apply: eq_forallb => j; rewrite ltr_addl.
have at0 : has_probability mu (fun v => A (fun j => 0 + v j)) (\prod_(j < n) (exp (- e j) / 2%:R)).
  have := noise (fun=> 1) (fun=> ler01); rewrite (eq_bigr (fun j => exp (- e j) / 2%:R)) => [|j _]; last by rewrite mulr1.
  by apply: integrates_same => v; congr (nat_of_bool _)%:R; apply: eq_forallb => j; rewrite add0r.
have := private _ _ _ _ _ at1 at0; rewrite subr0 normr1 mulr1 big_split /= mulrA.
rewrite -{1}[\prod_(j < n) _^-1]mul1r ler_pmul2r; last by apply: prodr_gt0 => j _; rewrite invr_gt0 ltr0n.
rewrite -(ef_sum ef) sumrN; case: ef => add _; rewrite -add -{1}(ef_0 ef) (ef_le ef) subr_ge0; exact.
Qed.

(** Of two independent ones, the first of the level e_1 and both together of the level e_2, the second has at most e_2 - e_1. *)
Theorem second_level (e : 'I_2 -> R) mu c : independent_noises exp e mu -> (forall j, 0 <= e j) ->
  private_answers mu exp c (fun u v j => u + v j) -> e (lift ord0 ord0) <= c - e ord0.
Proof.
move=> noise e0 private; have := independent_levels_least noise e0 private.
by rewrite big_ord_recl big_ord1 -ler_subr_addl.
Qed.

(** Whatever is published beside it: with u + V_2, V_2 Laplace noise of the level e, the pair has no smaller level. *)
Theorem no_tightening (mu : integral R (R * R)) e c : 0 < e -> laplace_tails exp (1 / e) (pushforward mu snd) ->
  private_answers mu exp c (fun u v => (u + v.1, u + v.2)) -> e <= c.
Proof.
move=> e0 noise private; pose A (y : R * R) := 1 < y.2.
have at1 : has_probability mu (fun v => A (1 + v.1, 1 + v.2)) (1 / 2%:R).
  have [h _ _ _] := noise 0 (lexx 0); move: h; rewrite mul0r oppr0 (ef_0 ef).
  by apply: (integrates_same (i := mu)) => v; rewrite /A /= ltr_addl.
have at0 : has_probability mu (fun v => A (0 + v.1, 0 + v.2)) (exp (- e) / 2%:R).
  have [h _ _ _] := noise 1 ler01; move: h; rewrite invf_div divr1 mul1r.
  by apply: (integrates_same (i := mu)) => v; rewrite /A /= add0r.
have := private _ _ _ _ _ at1 at0; rewrite subr0 normr1 mulr1 mulrA ler_pmul2r ?invr_gt0 ?ltr0n //.
by case: ef => add _; rewrite -add -{1}(ef_0 ef) (ef_le ef) subr_ge0.
Qed.

(** ** (27): large levels *)

(** (25) is at most (e/2) e^(-(e - d) |y|), the density of a Laplace law of the level e - d times e/(e - d). *)
Lemma relaxing_le d e x y : 0 < d -> d + d <= e -> 2%:R <= e ->
  relaxing exp d e x y <= 2%:R * laplace exp (e - d) y.
Proof.
move=> d0 de e2; have e0 : 0 < e by apply: lt_le_trans e2; rewrite ltr0n.
have ed : e <= 2%:R * (e - d).
  have -> : 2%:R * (e - d) = e + (e - (d + d)) by ring.
  by rewrite ler_addl subr_ge0.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have n2 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have p a := ef_pos ef a; case: (ef) => add _.
have ld : 0 < laplace exp d x by rewrite mulr_gt0 ?divr_gt0.
rewrite /relaxing ler_pdivr_mulr // /laplace.
have step a : a <= e / 2%:R -> a * (exp (- ((e - d) * `|y|)) * exp (- (d * `|x|))) * (d / 2%:R) <=
    2%:R * ((e - d) / 2%:R * exp (- ((e - d) * `|y|))) * (d / 2%:R * exp (- (d * `|x|))).
  move=> le; rewrite [X in _ <= X](_ : _ = (e - d) * (exp (- ((e - d) * `|y|)) * exp (- (d * `|x|))) * (d / 2%:R)); last by field.
  rewrite ler_pmul2r ?divr_gt0 // ler_pmul2r ?mulr_gt0 //.
  by apply: le_trans le _; rewrite ler_pdivr_mulr // mulrC.
rewrite /density_20; case: eqP => [xy|_].
  have -> : d ^+ 2 / (2%:R * e) * exp (- (e * `|y|)) = d / e * (exp (- ((e - d) * `|y|)) * exp (- (d * `|x|))) * (d / 2%:R).
    rewrite xy -add (_ : - ((e - d) * `|y|) + - (d * `|y|) = - (e * `|y|)); last by ring.
    by field; rewrite gt_eqF.
  apply: step; rewrite ler_pdivr_mulr //; apply: le_trans (_ : e <= _).
    by apply: le_trans de; rewrite ler_addl ltW.
  by rewrite mulrAC ler_pdivl_mulr // ler_pmul2l.
apply: le_trans (_ : e / 2%:R * (exp (- ((e - d) * `|y|)) * exp (- (d * `|x|))) * (d / 2%:R) <= _); last exact: step.
rewrite [X in _ <= X](_ : _ = d * e ^+ 2 / (4%:R * e) * (exp (- ((e - d) * `|y|)) * exp (- (d * `|x|)))); last first.
  by field; rewrite gt_eqF.
apply: ler_pmul; rewrite ?(ltW (p _)) //.
- rewrite divr_ge0 ?mulr_ge0 ?(ltW d0) ?(ltW e0) ?ler0n // subr_ge0 ler_pexpn2r ?nnegrE ?(ltW d0) ?(ltW e0) //.
  by apply: le_trans de; rewrite ler_addl ltW.
- rewrite ler_pmul2r ?invr_gt0 ?mulr_gt0 ?ltr0n // ler_pmul2l // ger_addl oppr_le0; exact: sqr_ge0.
rewrite -add (ef_le ef); have tri : `|x| <= `|x - y| + `|y| by rewrite -{1}[x](subrK y) ler_norm_add.
rewrite -subr_ge0 (_ : _ - _ = d * (`|x - y| + `|y| - `|x|)); last by ring.
by rewrite mulr_ge0 ?(ltW d0) // subr_ge0.
Qed.

(** (27): J is length, of which only the tails of the Laplace densities are asked. As e grows V_2 given V_1 = x has less than
    any probability beyond any distance from 0, so y_2 = u + V_2 becomes u. *)
Theorem equation_27 (J : integral R R) d x r c :
  (forall c r, 0 < c -> 0 <= r -> J (fun y => (r < `|y|)%R%:R * laplace exp c y) (exp (- (c * r)))) ->
  0 < d -> 0 < r -> 0 < c ->
  exists e0, forall e, e0 <= e -> forall mu p, has_density (with_point x J) (relaxing exp d e x) mu ->
    has_probability mu (fun y => r < `|y|) p -> p <= c.
Proof.
move=> lengths_ d0 r0 c0; exists (2%:R + (d + d) + 4%:R / (c * r)) => e big mu p density /density [w Jw ->].
have cr : 0 < c * r by rewrite mulr_gt0.
have q0 : 0 < 4%:R / (c * r) by rewrite divr_gt0 ?ltr0n.
have dd : 0 < d + d by rewrite addr_gt0.
have e2 : 2%:R <= e by apply: le_trans big; rewrite -addrA ler_addl addr_ge0 // ltW.
have de : d + d <= e by apply: le_trans big; rewrite addrAC ler_addr addr_ge0 ?ler0n // ltW.
have large : 4%:R / (c * r) + d <= e.
  apply: le_trans big; rewrite addrC ler_add2r addrA ler_addr addr_ge0 ?ler0n // ltW //.
have ed : 0 < e - d by rewrite subr_gt0; apply: lt_le_trans de; rewrite ltr_addl.
have tail := lengths_ (e - d) r ed (ltW r0).
have small : exp (- ((e - d) * r)) <= c / 4%:R.
  have pos : 0 <= (e - d) * r by rewrite mulr_ge0 // ltW.
  apply: le_trans (ef_neg ef pos) _; rewrite ler_pdivr_mulr ?ltr_paddr ?ltr01 //.
  have : 4%:R / (c * r) <= e - d by rewrite ler_subr_addr.
  rewrite ler_pdivr_mulr // => h; apply: le_trans (_ : c / 4%:R * ((e - d) * r) <= _); last first.
    by rewrite ler_pmul2l ?divr_gt0 ?ltr0n // ler_addr ler01.
  by rewrite mulrAC ler_pdivl_mulr ?ltr0n // mul1r; apply: le_trans h _; rewrite mulrCA mulrA lexx.
have beyond : w <= 2%:R * exp (- ((e - d) * r)).
  apply: (integral_le _ Jw (integrates_scale 2%:R tail)) => y.
  by case: (r < `|y|); rewrite ?mul0r ?mulr0 // !mul1r relaxing_le.
have at_x : (r < `|x|)%R%:R * relaxing exp d e x x <= exp (- ((e - d) * r)).
  case: (ltP r `|x|) => rx; last by rewrite mul0r ltW ?(ef_pos ef).
  have e0 : 0 < e by apply: lt_le_trans e2; rewrite ltr0n.
  have -> : relaxing exp d e x x = d / e * exp (- ((e - d) * `|x|)).
    have ld : laplace exp d x != 0 by rewrite gt_eqF // mulr_gt0 ?divr_gt0 ?ltr0n ?(ef_pos ef).
    rewrite /relaxing /density_20 eqxx; apply: (mulIf ld); rewrite divfK // /laplace mulrACA; case: (ef) => add _.
    by rewrite -add; congr (_ * exp _); [field; rewrite gt_eqF | ring].
  rewrite mul1r; apply: le_trans (_ : exp (- ((e - d) * `|x|)) <= _); last first.
    by rewrite (ef_le ef) ler_opp2 ler_pmul2l // ltW.
  rewrite ler_pimull ?(ltW (ef_pos ef _)) // ler_pdivr_mulr // mul1r.
  by apply: le_trans de; rewrite ler_addl ltW.
apply: le_trans (ler_add at_x beyond) _.
apply: le_trans (_ : c / 4%:R + 2%:R * (c / 4%:R) <= _); first by rewrite ler_add // ler_pmul2l ?ltr0n.
rewrite -subr_ge0 (_ : _ - _ = c / 4%:R); last by field.
by rewrite divr_ge0 ?ler0n // ltW.
Qed.

(** So does the answer u + V_2 by itself, whatever was released before. *)
Theorem exact_value r c : 0 < r -> 0 < c ->
  exists e0, forall e, e0 <= e -> forall (mu : integral R R) u p, laplace_tails exp (1 / e) mu -> law mu ->
    has_probability (pushforward mu (fun v => u + v)) (fun y => r < `|y - u|) p -> p <= c.
Proof.
move=> r0 c0; have cr : 0 < c * r by rewrite mulr_gt0.
have q0 : 0 < 1 / (c * r) by rewrite divr_gt0 ?ltr01.
exists (1 / (c * r)) => e big mu u p noise one far; have e0 := lt_le_trans q0 big.
have [up _ down _] := noise r (ltW r0).
have total := integrates_add up down.
have far' : mu (fun v => (r < `|v|)%R%:R) p.
  by apply: (integrates_same (i := mu)) far => v /=; rewrite addrAC subrr add0r.
have -> : p = exp (- (r / (1 / e))) / 2%:R + exp (- (r / (1 / e))) / 2%:R.
  apply: integral_unique far' _; apply: integrates_same total => v.
  case: (ltP r v) => h.
    rewrite (lt_le_trans h (ler_norm _)); have -> : (v < - r) = false; last by rewrite addr0.
    apply/negbTE; rewrite -leNgt; apply: le_trans (_ : 0 <= _); first by rewrite oppr_le0 ltW.
    by apply: ltW; apply: lt_trans h.
  rewrite add0r ltr_normr; have -> : (r < v) = false by apply/negbTE; rewrite -leNgt.
  by rewrite /= ltr_oppr.
have -> : exp (- (r / (1 / e))) / 2%:R + exp (- (r / (1 / e))) / 2%:R = exp (- (e * r)).
  have -> : r / (1 / e) = e * r by field; rewrite gt_eqF.
  by field.
have er : 0 <= e * r by rewrite mulr_ge0 // ltW.
apply: le_trans (ef_neg ef er) _; rewrite ler_pdivr_mulr ?ltr_paddr ?ltr01 //.
move: big; rewrite ler_pdivr_mulr // => h; rewrite mulrDr mulr1 ler_paddl ?(ltW c0) //.
by apply: le_trans h _; rewrite mulrCA.
Qed.
End Exponential.

(** ** Stairs *)

(** Staircase noise is not Lipschitz private at the level e that it has at the distance 1, for any e > 0: on the two sides of
    its jump at c short intervals have the ratio e^e. *)
Theorem staircase_not_lipschitz (R : archiFieldType) (exp : R -> R) (I mu : integral R R) e c h :
  exponential_function exp -> 0 < e -> 0 < c -> 0 < h ->
  (forall a b, a <= b -> has_probability I (fun x => (a <= x) && (x < b)) (b - a)) ->
  has_density I (staircase (exp e) c h) mu -> (forall a b, exists p, has_probability mu (fun x => (a <= x) && (x < b)) p) ->
  ~ private_answers mu exp e (fun u v => u + v).
Proof.
move=> ef e0 c0 h0 long density events private; have Epos := ef_pos ef e.
pose w := Num.min c (1 / 2%:R).
have w0 : 0 < w by rewrite lt_minr c0 divr_gt0 ?ltr01 ?ltr0n.
have wc : w <= c by rewrite le_minl lexx.
have w1 : w < 1.
  by apply: le_lt_trans (_ : 1 / 2%:R < 1); rewrite ?le_minl ?lexx ?orbT // ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have [p Ap] := events (c - w) c; have [q Aq] := events c (c + w).
have below x : c - w <= x -> x < c -> staircase (exp e) c h x = h.
  move=> le lt; have x0 : 0 <= x by apply: le_trans le; rewrite subr_ge0.
  have : ~~ (0 < stair c x)%N by rewrite (stairP _ _ (ltW c0)) addr0 ger0_norm // -ltNge.
  by rewrite lt0n negbK /staircase => /eqP ->; rewrite expr0 divr1.
have above x : c <= x -> x < c + w -> staircase (exp e) c h x = h / exp e.
  move=> le lt; have x0 : 0 <= x := le_trans (ltW c0) le.
  have one : (0 < stair c x)%N by rewrite (stairP _ _ (ltW c0)) addr0 ger0_norm.
  have two : ~~ (1 < stair c x)%N.
    rewrite (stairP _ _ (ltW c0)) ger0_norm // -ltNge; apply: lt_trans lt _; by rewrite ltr_add2l.
  by rewrite /staircase (_ : stair c x = 1%N) ?expr1 //; apply/eqP; rewrite eqn_leq one leqNgt two.
have value a b d r : a <= b -> (forall x, a <= x -> x < b -> staircase (exp e) c h x = d) ->
    has_probability mu (fun x => (a <= x) && (x < b)) r -> r = d * (b - a).
  move=> ab flat /density Ir; apply: (integral_unique Ir).
  apply: integrates_same (integrates_scale d (long a b ab)) => x.
  by case: (boolP ((a <= x) && (x < b))) => [/andP [ax xb]|_]; rewrite ?mulr0 ?mul0r // mulr1 mul1r flat.
have pE : p = h * w.
  have le : c - w <= c by rewrite ger_addl oppr_le0 ltW.
  by rewrite (value _ _ _ _ le below Ap) opprB addrC subrK.
have qE : q = h / exp e * w.
  have le : c <= c + w by rewrite ler_addl ltW.
  by rewrite (value _ _ _ _ le above Aq) addrAC subrr add0r.
have Ap' : has_probability mu (fun v => (c - w <= 0 + v) && (0 + v < c)) p.
  by apply: integrates_same Ap => v; rewrite add0r.
have Aq' : has_probability mu (fun v => (c - w <= - w + v) && (- w + v < c)) q.
  by apply: integrates_same Aq => v; rewrite [c - w]addrC ler_add2l [- w + v]addrC ltr_subl_addr.
have cancel X : h * w <= X * (h / exp e * w) -> exp e <= X.
  rewrite (_ : X * _ = X / exp e * (h * w)); last by field; rewrite gt_eqF.
  by rewrite -{1}[h * w]mul1r ler_pmul2r ?mulr_gt0 // ler_pdivl_mulr // mul1r.
have := private (fun y => (c - w <= y) && (y < c)) 0 (- w) p q Ap' Aq'.
rewrite sub0r opprK gtr0_norm // pE qE => /cancel; rewrite (ef_le ef) -{1}[e]mulr1 ler_pmul2l //.
by rewrite leNgt w1.
Qed.

(** ** (13): the best estimator from both answers *)

Section Estimator.
Variables (R : realFieldType) (mu nu : integral R R) (L : integral R (R * R)).
Hypothesis independent : joined mu (fun=> nu) L.

(** V_2 has the law mu, with the mean 0, and V_1 - V_2 has the law nu, independent of it. An estimator that moves with the
    answers has no smaller mean-squared error than y_2 itself, whatever the data u. *)
Theorem best_estimator (theta : R -> R -> R) u s v : law mu -> law nu -> mu id 0 -> mu (fun y => y ^+ 2) s ->
  (forall y1 y2 t, theta (y1 + t) (y2 + t) = theta y1 y2 + t) ->
  L (fun z => (theta (u + (z.1 + z.2)) (u + z.1) - u) ^+ 2) v -> s <= v.
Proof.
move=> one one' mean square moves error.
pose phi w := theta w 0.
have error' : L (fun z => (z.1 + phi z.2) ^+ 2) v.
  apply: integrates_same error => -[y w] /=; congr (_ ^+ 2).
  have -> : u + (y + w) = w + (u + y) by ring.
  by rewrite -{2}[u + y]add0r moves -/(phi w); ring.
have [g gN gM] := independent error'.
have b := gN 0; have one_more := gN 1.
have square_phi : nu (fun w => phi w ^+ 2) (g 0) by apply: integrates_same b => w; rewrite /= add0r.
have cross : nu (fun w => 2%:R * phi w) (g 1 - g 0 - 1).
  have := integrates_add one_more (integrates_scale (-1) (integrates_add square_phi one')).
  rewrite (_ : g 1 + -1 * (g 0 + 1) = g 1 - g 0 - 1); last by ring.
  by apply: integrates_same => w /=; ring.
have gE y : g y = y ^+ 2 + y * (g 1 - g 0 - 1) + g 0.
  apply: (integral_unique (gN y)).
  have := integrates_add (integrates_add (integrates_scale (y ^+ 2) one') (integrates_scale y cross)) square_phi.
  by rewrite mulr1; apply: integrates_same => w /=; ring.
have : mu g (s + (g 1 - g 0 - 1) * 0 + g 0 * 1).
  have := integrates_add (integrates_add square (integrates_scale (g 1 - g 0 - 1) mean)) (integrates_scale (g 0) one).
  by apply: integrates_same => y; rewrite (gE y) /=; ring.
move=> /(integral_unique gM) ->; rewrite mulr0 addr0 mulr1 ler_addl.
by apply: integrates_ge0 square_phi => w; exact: sqr_ge0.
Qed.

(** y_2 is such an estimator, and has that error. *)
Theorem second_answer_error u s v : law nu -> mu (fun y => y ^+ 2) s ->
  L (fun z => (u + z.1 - u) ^+ 2) v -> v = s.
Proof.
move=> one square error; apply: integral_unique square.
have : L (fun z => (fun y => y ^+ 2) z.1) v by apply: integrates_same error => z; rewrite addrAC subrr add0r.
by apply: (without_the_second (K := fun=> nu)) => // x.
Qed.

(** And to any estimator y_1 is of no use once y_2 is known: both answers are made from y_2 by a random map that does not
    depend on u. *)
Theorem first_answer_useless : law nu ->
  followed_laws (fun u => pushforward mu (fun y => u + y)) (fun u => pushforward L (fun z => (u + (z.1 + z.2), u + z.1))).
Proof.
move=> one; exists (fun y => pushforward nu (fun w => (y + w, y))) => [x|u f v error]; first by [].
have [g gN gM] := independent error; exists (fun x => g (x - u)).
  move=> x; have := gN (x - u); apply: (integrates_same (i := nu)) => w /=.
  have e1 : u + (x - u + w) = x + w by ring.
  have e2 : u + (x - u) = x by ring.
  by rewrite e1 e2.
by apply: (integrates_same (i := mu)) gM => y; rewrite [u + y]addrC addrK.
Qed.
End Estimator.

(** ** Composition: two independent answers about a bit *)

(** The bit is told as it is with the probability E/(1 + E), and again, independently, with the probability G/(1 + G), G = F/E:
    E, and F together. Whatever is guessed from both, also at random, is right less often than one answer with F. *)
Theorem composed_bit (R : realFieldType) (E F : R) (guess : bool * bool -> R) : 1 < E -> E < F ->
  (forall y, 0 <= guess y <= 1) ->
  let told G u y : R := (if y == u then G else 1) / (1 + G) in
  let both u := product (told E u) (told (F / E) u) in
  [/\ forall u u', close_to E 0 (told E u) (told E u'), forall u u', close_to F 0 (both u) (both u'),
      forall u u', close_to F 0 (told F u) (told F u')
    & (\sum_y both true y * guess y + \sum_y both false y * (1 - guess y)) / 2%:R < told F true true].
Proof.
move=> E1 EF range told both; have E0 : 0 < E := lt_trans ltr01 E1; have F0 : 0 < F := lt_trans E0 EF.
have G1 : 1 < F / E by rewrite ltr_pdivl_mulr // mul1r.
have EG : E * (F / E) = F by rewrite mulrC divfK ?gt_eqF.
have positive G u y : 0 < G -> 0 < told G u y.
  by move=> G0; rewrite /told divr_gt0 ?addr_gt0 ?ltr01 //; case: ifP => _; rewrite ?ltr01.
have near G u u' y : 1 < G -> told G u y <= G * told G u' y.
  move=> g1; have G0 := lt_trans ltr01 g1; rewrite /told mulrA ler_pmul2r ?invr_gt0 ?addr_gt0 ?ltr01 //.
  have GG : G <= G * G by apply: ler_pemull; apply: ltW.
  by case: (y == u); case: (y == u'); rewrite ?mulr1 // ltW // (lt_le_trans g1 GG).
have G0 : 0 < F / E := lt_trans ltr01 G1.
split.
- by move=> u u' S; rewrite addr0 /prob mulr_sumr; apply: ler_sum => a _; apply: near.
- move=> u u' S; rewrite addr0 /prob mulr_sumr; apply: ler_sum => -[a b] _; rewrite /both /product /=.
  rewrite -[X in _ <= X * _]EG [X in _ <= X]mulrACA; apply: ler_pmul.
  - by apply: ltW; apply: positive.
  - by apply: ltW; apply: positive.
  - by apply: near.
  by apply: near.
- move=> u u' S; rewrite addr0 /prob mulr_sumr; apply: ler_sum => a _; apply: near; exact: lt_trans EF.
pose M := Num.max E (F / E); pose D := (1 + E) * (1 + F / E).
have D0 : 0 < D by rewrite mulr_gt0 ?addr_gt0 ?ltr01.
have mix (a b w : R) y : a <= w -> b <= w -> a * guess y + b * (1 - guess y) <= w.
  move=> aw bw; have /andP [g0 g1] := range y.
  apply: le_trans (_ : w * guess y + w * (1 - guess y) <= _); last by rewrite -mulrDr addrC subrK mulr1.
  by apply: ler_add; apply: ler_wpmul2r; rewrite ?subr_ge0.
have ME : E <= M by rewrite le_maxr lexx.
have MG : F / E <= M by rewrite le_maxr lexx orbT.
have F1 : 1 < F := lt_trans E1 EF.
have entry u a b : both u (a, b) = (if a == u then E else 1) * (if b == u then F / E else 1) / D.
  by rewrite /both /product /told /D /= mulf_div.
rewrite -big_split /=.
pose term a b := both true (a, b) * guess (a, b) + both false (a, b) * (1 - guess (a, b)).
rewrite (eq_bigr (fun y => term y.1 y.2)); last by case.
rewrite -(pair_bigA _ term) /= /term.
rewrite !big_bool !entry /= !mulr1 !mul1r EG.
have cut (a w : R) : a <= w -> a / D <= w / D by move=> h; rewrite ler_pmul2r ?invr_gt0.
have one w : 1 <= w -> D^-1 <= w / D by move/cut; rewrite mul1r.
apply: (@le_lt_trans _ _ ((F / D + M / D + (M / D + F / D)) / 2%:R)).
  by rewrite ler_pmul2r ?invr_gt0 ?ltr0n //; apply: ler_add; apply: ler_add; apply: mix; rewrite ?lexx //;
    first [apply: cut | apply: one; apply: ltW].
have -> : (F / D + M / D + (M / D + F / D)) / 2%:R = (F + M) / D by field; rewrite gt_eqF.
have rises G : 0 < G -> G < F -> G / (1 + G) < F / (1 + F).
  move=> g0 gf; have p : 0 < 1 + G by rewrite addr_gt0 ?ltr01.
  have q : 0 < 1 + F by rewrite addr_gt0 ?ltr01.
  by rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // !mulrDr !mulr1 [F * G]mulrC ltr_add2r.
rewrite /told /= /M; case: (leP E (F / E)) => _.
  have -> : (F + F / E) / D = (F / E) / (1 + F / E).
    have -> : F + F / E = (1 + E) * (F / E) by rewrite -{1}EG mulrDl mul1r addrC.
    rewrite /D; move: (F / E) G0 => G G0.
    by field; rewrite !gt_eqF ?addr_gt0 ?ltr01.
  by apply: rises => //; rewrite ltr_pdivr_mulr // ltr_pmulr.
have -> : (F + E) / D = E / (1 + E).
  have -> : F + E = E * (1 + F / E) by rewrite mulrDr mulr1 EG addrC.
  rewrite /D; move: (F / E) G0 => G G0.
  by field; rewrite !gt_eqF ?addr_gt0 ?ltr01.
exact: rises.
Qed.
