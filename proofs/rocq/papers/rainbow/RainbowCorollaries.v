(** * RainbowCorollaries: sentences of the rainbow paper that follow in a few lines, for all parameters *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow DefinitionsGradual Events Rainbow RainbowGraphs PrintedRainbow
  RainbowClosedForm RainbowOrders Archimedean.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Laws and events *)

(** Two probabilities have the total 1, so one determines the other; three or more are not determined by one of them. *)
Theorem determined_by_one_color (R : realFieldType) :
  (forall p p' : 'I_2 -> R, distribution p -> distribution p' -> forall x, p x = p' x -> p =1 p') /\
  forall n (c : 'I_n.+3), exists p p' : 'I_n.+3 -> R, [/\ distribution p, distribution p', p c = p' c & ~ p =1 p'].
Proof.
split=> [p p' [_ s] [_ s'] x e y|].
  case: (eqVneq y x) => [-> //|ne]; have two (f : 'I_2 -> R) : \sum_z f z = f x + f y.
    rewrite (bigD1 x) //= (bigD1 y) //= big1 ?addr0 // => z /andP [zx zy]; exfalso.
    by move: ne zx zy; case: x {e} => [[|[|x]] ?] //; case: y => [[|[|y]] ?] //; case: z => [[|[|z]] ?] //.
  by move: s s'; rewrite !two e => <- /addrI.
move=> n c; have law (i : 'I_n.+3) : distribution (fun x => (x == i)%:R : R).
  by split=> [x|]; rewrite ?ler0n // (bigD1 i) //= eqxx big1 ?addr0 // => x /negPf ->.
exists (fun x => (x == lift c ord0)%:R), (fun x => (x == lift c (lift ord0 ord0))%:R); split=> //.
  by rewrite !(negPf (neq_lift _ _)).
move=> /(_ (lift c ord0)); rewrite eqxx (inj_eq (@lift_inj _ c)) => /eqP.
by rewrite oner_eq0.
Qed.

(** Lemma 1, step 1: no event has more than d more if one outcome has at most d more and no other has more. *)
Theorem one_outcome_more (R : realFieldType) (T : finType) (p p' : T -> R) (d : R) x0 : 0 <= d ->
  p x0 <= p' x0 + d -> (forall x, x != x0 -> p x <= p' x) -> close_to 1 d p p'.
Proof.
move=> d0 first rest; apply/close_to_hockey_stick; rewrite /hockey_stick (bigD1 x0) //= [X in _ + X]big1 ?addr0 => [|x ne].
  by rewrite le_maxl d0 mul1r ler_subl_addl.
by apply/max_idPl; rewrite mul1r subr_le0 rest.
Qed.

(** Lemma 1, step 2: what is cut off is at most delta: p' loses at most d to min(p', E p). *)
Theorem cut_off (R : realFieldType) (T : finType) (E d : R) (p p' : T -> R) : close_to E d p' p ->
  \sum_x (p' x - Num.min (p' x) (E * p x)) <= d.
Proof.
move=> /close_to_hockey_stick; rewrite /hockey_stick; congr (_ <= _); apply: eq_bigr => x _.
by rewrite oppr_min addr_maxr subrr maxC; congr Num.max.
Qed.

(** Section 6.3: at most one law is at least every other one in the lexicographic order. *)
Theorem lexicographic_antisymmetric (R : realFieldType) q (c : {perm 'I_q}) (p p' : 'I_q -> R) :
  lexicographic c p p' -> lexicographic c p' p -> p =1 p'.
Proof.
have all_ (f g : 'I_q -> R) : (forall i, f (c i) = g (c i)) -> f =1 g by move=> e x; rewrite -(permKV c x).
move=> [e|[k same lt]] [e'|[k' same' lt']]; [exact: all_ | exact: all_ | by move=> x; rewrite (all_ _ _ e') | exfalso].
case: (ltngtP k k') => h.
- by move: lt; rewrite (same' k h) ltxx.
- by move: lt'; rewrite (same k' h) ltxx.
- by move: lt lt'; rewrite (val_inj h) => lt /(lt_trans lt); rewrite ltxx.
Qed.

(** ** Phases *)

Section Phases.
Variables (R : archiFieldType) (E : R).
Hypothesis E1 : 1 < E.
Notation M := (corrected E 0).
Let E0 : 0 < E. Proof. exact: lt_trans ltr01 E1. Qed.

Lemma closed_form_0 (s : R) tau t : 0 <= s <= 1 -> first_hit E 0 s tau ->
  iter t M s = if (t <= tau)%N then E ^+ t * s else 1 - (1 - E ^+ tau * s) / E ^+ (t - tau).
Proof.
move=> s01 hit; have r0 : drift E (0 : R) = 0 by rewrite /drift mul0r.
have form t' := @closed_form _ _ _ E1 (lexx 0) ler01 s tau t' s01 hit; rewrite /= r0 in form.
rewrite form !addr0 !subr0; case: leqP => // le; apply/min_idPr; rewrite ler_subl_addr ler_addl divr_ge0 ?exprn_ge0 ?(ltW E0) //.
by rewrite subr_ge0; have := iter_range (ltW E1) (lexx 0) tau s01; rewrite form leqnn addr0 subr0 => /andP [].
Qed.

(** A prefix sum that is 0 stays 0. *)
Theorem zero_stays_0 t : iter t M 0 = 0.
Proof.
have m0 : M 0 = 0.
  have e1 : E^-1 <= 1 by rewrite invf_le1 // ltW.
  have -> : corrected E 0 0 = Num.min 1 (Num.min 0 (1 - E^-1)) by rewrite /corrected mulr0 add0r !subr0 div1r.
  have -> : Num.min 0 (1 - E^-1) = 0 by apply/min_idPl; rewrite subr_ge0.
  by apply/min_idPr; exact: ler01.
by elim: t => //= t ->.
Qed.

(** Two neighboring prefix sums 0 < s' <= s: up to tau both grow by the factor E, up to tau' only s', then both rest shrink. *)
Theorem three_phases (s s' : R) : 0 < s' -> s' <= s -> s <= 1 -> exists tau tau',
  (first_hit E 0 s tau /\ first_hit E 0 s' tau') /\ [/\ (tau <= tau')%N,
  forall t, (t <= tau)%N -> iter t M s - iter t M s' = E ^+ t * s - E ^+ t * s',
  forall t, (tau <= t <= tau')%N -> iter t M s - iter t M s' = 1 - (1 - E ^+ tau * s) / E ^+ (t - tau) - E ^+ t * s' &
  forall t, (tau' <= t)%N ->
    iter t M s - iter t M s' = (1 - E ^+ tau' * s') / E ^+ (t - tau') - (1 - E ^+ tau * s) / E ^+ (t - tau)].
Proof.
move=> s0 le s1; have s0' : 0 < s := lt_le_trans s0 le.
have [tau hit] : exists tau, first_hit E 0 s tau by apply: first_hit_exists => //; rewrite ?(ltW s0') ?s0'.
have [tau' hit'] : exists tau, first_hit E 0 s' tau by apply: first_hit_exists => //; rewrite ?(ltW s0) ?s0.
have r0 : drift E (0 : R) = 0 by rewrite /drift mul0r.
have tt : (tau <= tau')%N.
  rewrite leqNgt; apply/negP => lt; have [_ h'] := hit'; have [/(_ _ lt) h _] := hit.
  rewrite r0 !addr0 !subr0 in h h'.
  by have := lt_le_trans h h'; rewrite ltr_pmul2l ?exprn_gt0 // ltNge le.
have e (u : R) : (1 - u) / E ^+ 0 = 1 - u by rewrite expr0 divr1.
have form t : iter t M s = if (t < tau)%N then E ^+ t * s else 1 - (1 - E ^+ tau * s) / E ^+ (t - tau).
  rewrite (closed_form_0 t _ hit) ?s1 ?(ltW s0') //; case: ltngtP => // ->; rewrite subnn e; ring.
have form' t : iter t M s' = if (t < tau')%N then E ^+ t * s' else 1 - (1 - E ^+ tau' * s') / E ^+ (t - tau').
  rewrite (closed_form_0 t _ hit') ?(ltW s0) ?(le_trans le) //; case: ltngtP => // ->; rewrite subnn e; ring.
have at_tau' t : (t <= tau')%N -> iter t M s' = E ^+ t * s'.
  by move=> h; rewrite (closed_form_0 t _ hit') ?h // ?(ltW s0) ?(le_trans le).
exists tau, tau'; split=> //; split=> // t.
- move=> h; rewrite (at_tau' t) ?(leq_trans h) //; congr (_ - _).
  by rewrite (closed_form_0 t _ hit) ?h // ?(ltW s0').
- by case/andP=> h h'; rewrite (at_tau' t h') form ltnNge h.
- by move=> h; rewrite form form' !ltnNge h (leq_trans tt h) /=; ring.
Qed.
End Phases.

(** Section 5.2 at epsilon = 0, where both lines are the same. *)
Theorem printed_at_1 (R : realFieldType) (d s : R) : printed 1 d s = Num.min 1 (s + d).
Proof. by rewrite /printed mul1r divr1 subKr minxx. Qed.

(** With delta > 0 the sum 1 is reached, from every start. *)
Theorem one_is_reached (R : archiFieldType) (E d s : R) : 1 < E -> 0 < d -> d <= 1 -> 0 <= s <= 1 ->
  exists t, iter t (corrected E d) s = 1.
Proof.
move=> E1 d0 d1 s01; have E0 : 0 < E := lt_trans ltr01 E1.
have [tau hit] : exists tau, first_hit E d s tau.
  by apply: first_hit_exists; rewrite ?(ltW d0) ?d0 ?orbT //; case/andP: s01.
have [_ more] := first_hit_iter E1 d1 hit; have range := iter_range (ltW E1) (ltW d0) tau s01.
have r0 : 0 < drift E d by rewrite divr_gt0 // subr_gt0.
set u := iter tau _ s in more range.
have [n le] := powers_grow ((1 + drift E d - u) / drift E d) E1.
exists (n + tau)%N; rewrite iterD (after_hit E1 (ltW d0) n range more); apply/min_idPl.
rewrite -addrA ler_addl subr_ge0 ler_pdivr_mulr ?exprn_gt0 // mulrC -ler_pdivr_mulr //.
Qed.

(** ** From one prefix sum to the mechanism *)

Section Mechanism.
Variables (R : realFieldType) (q : nat) (E d : R) (c : {perm 'I_q}) (p : 'I_q -> R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (law : distribution p).
Let T := corrected E d.

(** Further away from the boundary the mechanism is at least as daring. *)
Theorem line_grows t : dominates c (line T c p t.+1) (line T c p t).
Proof.
move=> k; case: (posnP k) => [->|k0]; first by rewrite !prefix0.
have small j : (j <= q)%N -> prefix c (line T c p t) j <= prefix c (line T c p t.+1) j.
  case: j => [|j] jq; first by rewrite !prefix0.
  have s01 : 0 <= prefix c p j.+1 <= 1 by rewrite prefix_ge0 ?prefix_le1 //; case: law.
  have /andP [a b] := iter_range E1 d0 t s01; rewrite !prefix_line //=.
  exact: corrected_grows.
by case: (leqP k q) => kq; [exact: small | rewrite !(prefix_over _ _ (ltnW kq)); exact: small].
Qed.

(** Where a prefix sum of the boundary condition grows, no other distance has the law of the boundary. *)
Lemma line_differs t k : (0 < k <= q)%N -> prefix c p k < T (prefix c p k) -> ~ line T c p t.+1 =1 p.
Proof.
move=> kq lt same; have := lt; rewrite ltNge => /negP; apply.
have e : prefix c (line T c p t.+1) k = prefix c p k by apply: eq_bigr => x _; rewrite same.
have grows j : prefix c (line T c p 1) k <= prefix c (line T c p j.+1) k.
  by elim: j => // j ih; apply: le_trans ih (line_grows j.+1 k).
by rewrite -{2}e; apply: le_trans (grows t); rewrite prefix_line.
Qed.
End Mechanism.

(** When a prefix sum grows; otherwise it stays. *)
Theorem grows_if (R : realFieldType) (E d s : R) : 1 <= E -> 0 <= d -> 0 <= s <= 1 ->
  (s < corrected E d s) = (s < 1) && ((0 < d) || (0 < s) && (1 < E)) /\
  (~~ (s < corrected E d s) -> corrected E d s = s).
Proof.
move=> E1 d0 /andP [s0 s1]; have E0 : 0 < E := lt_le_trans ltr01 E1.
have up : s <= corrected E d s by apply: corrected_grows; rewrite ?s0.
split; last by rewrite -leNgt => le; apply: le_anti; rewrite le up.
rewrite /corrected !lt_minr; case: (ltP s 1) => //= lt.
have e : (s < 1 - (1 - s - d) / E) = (0 < (E - 1) * (1 - s) + d).
  have -> : (E - 1) * (1 - s) + d = E * (1 - (1 - s - d) / E - s) by field; rewrite gt_eqF.
  by rewrite (pmulr_rgt0 _ E0) subr_gt0.
have e' : (s < E * s + d) = (0 < (E - 1) * s + d).
  have -> : (E - 1) * s + d = E * s + d - s by ring.
  by rewrite subr_gt0.
rewrite e e'.
have r0 : 0 < 1 - s by rewrite subr_gt0.
have [d1|d1] := ltP 0 d; first by rewrite !ltr_paddl // mulr_ge0 ?subr_ge0 // ltW.
have -> : d = 0 by apply: le_anti; rewrite d1 d0.
rewrite !addr0 /= (pmulr_lgt0 _ r0) subr_gt0; case: (ltP 1 E) => E2; last by rewrite andbF andbC.
by rewrite pmulr_rgt0 ?subr_gt0 // andbT.
Qed.

(** On graphs of any size: away from the boundary the optimum is not the law of the boundary with the same rainbow. *)
Theorem optimum_depends (R : realFieldType) (q : nat) (V : Type) (f : V -> {perm 'I_q}) (E d : R) m
    (distance : V -> option nat) v n k : 1 <= E -> 0 <= d -> distribution (m (f v)) -> distance v = Some n.+1 ->
  (0 < k <= q)%N -> prefix (f v) (m (f v)) k < corrected E d (prefix (f v) (m (f v)) k) ->
  ~ mechanism_at f E d m distance v =1 m (f v).
Proof. by move=> E1 d0 law far kq grows; rewrite /mechanism_at far; exact: line_differs grows. Qed.

(** So the optimal mechanism depends on the dataset. *)
Lemma mechanism_depends (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R) m v k :
  1 <= E -> 0 <= d -> distribution (m (f v)) -> (0 < distance r f v < #|V|)%N -> (0 < k <= q)%N ->
  prefix (f v) (m (f v)) k < corrected E d (prefix (f v) (m (f v)) k) ->
  ~ rainbow_mechanism r f E d m v =1 m (f v).
Proof.
move=> E1 d0 law /andP [far lt] kq grows; rewrite /rainbow_mechanism lt -(prednK far).
exact: line_differs grows.
Qed.

(** The rewritten lines of Section 5.2, of the printed operator, on either side of s = 1/(E + 1). *)
Theorem printed_rewritten (R : realFieldType) (E d s : R) : 1 < E ->
  (s <= 1 / (E + 1) -> printed E d s + drift E d = Num.min (E * (s + drift E d)) (1 + drift E d)) /\
  (1 / (E + 1) <= s -> 1 - printed E d s + E * drift E d = Num.max ((1 - s + E * drift E d) / E) (E * drift E d)).
Proof.
move=> E1; have E0 : 0 < E := lt_trans ltr01 E1.
have nz : E != 0 by rewrite gt_eqF.
have nz1 : E - 1 != 0 by rewrite gt_eqF // subr_gt0.
have p1 : 0 < E + 1 := addr_gt0 E0 ltr01.
have nz2 : E + 1 != 0 by rewrite gt_eqF.
have side : E * s - (1 - (1 - s) / E) = (s - 1 / (E + 1)) * ((E - 1) * (E + 1) / E) by field; rewrite nz2 nz.
have pos : 0 < (E - 1) * (E + 1) / E by rewrite divr_gt0 // mulr_gt0 ?subr_gt0.
split=> le; rewrite /printed.
  have -> : Num.min (E * s) (1 - (1 - s) / E) = E * s.
    by apply/min_idPl; rewrite -subr_le0 side (pmulr_lle0 _ pos) subr_le0.
  by rewrite addr_minl minC; congr Num.min; rewrite /drift; field.
have -> : Num.min (E * s) (1 - (1 - s) / E) = 1 - (1 - s) / E.
  by apply/min_idPr; rewrite -subr_ge0 side (pmulr_lge0 _ pos) subr_ge0.
rewrite oppr_min addr_maxr addr_maxl subrr add0r maxC.
congr Num.max; rewrite /drift; field; exact/andP.
Qed.

(** ** Infinitely many datasets e 0, e 1, ...: a sum over all of them is the limit of the sums over the first n *)

Section InfiniteSums.
Variables (R : realFieldType) (q : nat) (V : Type) (e : nat -> V).
Let total (u M : V -> 'I_q -> R) (v : R) : Prop := forall a, 0 < a ->
  exists N, forall n, (N <= n)%N -> `|\sum_(i < n) (\sum_x u (e i) x * M (e i) x) - v| <= a.

(** Where it converges, it is order reasonable. *)
Theorem infinite_order_reasonable (f : V -> {perm 'I_q}) (u M M' : V -> 'I_q -> R) v v' : mechanism M -> mechanism M' ->
  (forall v, decreasing (f v) (u v)) -> (forall v, dominates (f v) (M v) (M' v)) -> total u M v -> total u M' v' -> v' <= v.
Proof.
move=> mech mech' dec dom lim lim'; rewrite leNgt; apply/negP => lt.
have two : (0 : R) < 2%:R by rewrite ltr0n.
pose a := (v' - v) / (2%:R * 2%:R); have a0 : 0 < a by rewrite divr_gt0 ?mulr_gt0 // subr_gt0.
have [N h] := lim a a0; have [N' h'] := lim' a a0; pose n := maxn N N'.
have /h := leq_maxl N N'; have /h' := leq_maxr N N'; rewrite -/n.
rewrite !ler_norml => /andP [below _] /andP [_ above].
rewrite ler_subr_addl ler_subl_addr in below; rewrite ler_subl_addr in above.
have le : \sum_(i < n) (\sum_x u (e i) x * M' (e i) x) <= \sum_(i < n) (\sum_x u (e i) x * M (e i) x).
  by apply: ler_sum => i _; apply: (expectation_monotone (c := f (e i))).
have := le_trans below (ler_add (le_trans le above) (lexx a)); rewrite leNgt => /negP; apply.
rewrite -subr_gt0 [X in 0 < X](_ : _ = (v' - v) / 2%:R); first by rewrite divr_gt0 // subr_gt0.
by rewrite /a; field.
Qed.

(** u = 1 decreases along every rainbow, in the sense that it never rises, and its sum converges for no mechanism. *)
Theorem no_infinite_utility (f : V -> {perm 'I_q}) (M : V -> 'I_q -> R) : mechanism M ->
  (forall v, decreasing (f v) (fun=> 1 : R)) /\ ~ exists v, total (fun _ _ => 1) M v.
Proof.
move=> law; split=> [v i j _|[v lim]]; first exact: lexx.
have two : (0 : R) < 2%:R by rewrite ltr0n.
have one i : \sum_x 1 * M (e i) x = 1 by rewrite -mulr_sumr (law (e i)).2 mulr1.
pose c : R := 1 / (2%:R * 2%:R); have c0 : 0 < c by rewrite divr_gt0 ?mulr_gt0 ?ltr01.
have cc : c + c = 1 / 2%:R by rewrite /c; field.
have [N h] := lim c c0; have a := h N (leqnn N); have b := h N.+1 (leqnSn N); move: a b; rewrite big_ord_recr /= one.
move: (\sum_(i < N) _) => s; rewrite !ler_norml => /andP [a _] /andP [_ b].
have : 1 <= c + c.
  have := ler_add b (_ : v - s <= c); rewrite -[v - s]opprB ler_oppl a => /(_ isT).
  by congr (_ <= _); ring.
by rewrite cc ler_pdivl_mulr // mul1r lern1.
Qed.
End InfiniteSums.

(** ** Scores *)

(** Section 6.4: with the scores log p, exp(score) gives the law p if all its probabilities are positive, and else none. *)
Theorem scores_give (R : realFieldType) (T : finType) (exp ln : R -> R) (p : T -> R) : (forall x, 0 < x -> exp (ln x) = x) ->
  (forall x, 0 < exp x) -> distribution p ->
  (forall x, 0 < p x) <-> exists s : T -> R, exponential (fun x => exp (s x)) =1 p.
Proof.
move=> inv pos [p0 p1]; split=> [pp|[s e] x].
  exists (fun x => ln (p x)) => x; rewrite /exponential inv // (eq_bigr p) => [|y _]; last exact: inv.
  by rewrite p1 divr1.
rewrite -e divr_gt0 // (bigD1 x) //=; apply: ltr_paddr => //; apply: sumr_ge0 => y _; exact: ltW.
Qed.

(** With the usual weights exp(epsilon u/(2 Delta)), which change by a factor of at most e^(epsilon/2): only laws with
    p_i p'_j <= E p'_i p_j. *)
Theorem calibrated_scores_only (R : realFieldType) (T : finType) (E F : R) (p p' : T -> R) i j : F ^+ 2 = E ->
  E * (p' i * p j) < p i * p' j ->
  ~ exists w w' : T -> R, [/\ forall x, 0 < w x /\ 0 < w' x, forall x, w x <= F * w' x /\ w' x <= F * w x,
    exponential w =1 p & exponential w' =1 p'].
Proof.
move=> FE more [w [w' [pos near e e']]]; move: more; rewrite -!e -!e' /exponential.
set a := \sum_z w z; set b := \sum_z w' z.
have a0 : 0 < a by rewrite /a (bigD1 i) //=; apply: ltr_paddr; [apply: sumr_ge0 => x _; apply: ltW; case: (pos x) | case: (pos i)].
have b0 : 0 < b by rewrite /b (bigD1 i) //=; apply: ltr_paddr; [apply: sumr_ge0 => x _; apply: ltW; case: (pos x) | case: (pos i)].
have -> : E * (w' i / b * (w j / a)) = E * (w' i * w j) / (a * b) by field; rewrite !gt_eqF.
have -> : w i / a * (w' j / b) = w i * w' j / (a * b) by field; rewrite !gt_eqF.
rewrite ltr_pmul2r ?invr_gt0 ?mulr_gt0 // ltNge => /negP; apply.
have [i0 i0'] := pos i; have [j0 j0'] := pos j.
rewrite (_ : E * _ = (F * w' i) * (F * w j)); last by rewrite -FE; ring.
by apply: ler_pmul; [exact: ltW | exact: ltW | case: (near i) | case: (near j)].
Qed.
