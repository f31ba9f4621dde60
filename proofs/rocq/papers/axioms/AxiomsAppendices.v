(** * AxiomsAppendices: steps of Appendices A, B and F, and the best answer of Section 3 (Kifer and Lin) *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Signs Definitions DefinitionsAxioms DefinitionsLaws AxiomsUtility AxiomsPredicates AxiomsCorollaries.
From DPExact Require Import GradualLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Appendix F *)

Section Rays.
Variables (R : realFieldType) (V : lmodType R) (dom : V -> Prop) (F : V -> R).
Implicit Types (x y : V) (p : R).

Let half : 0 <= (2%:R^-1 : R) <= 1.
Proof. by rewrite invr_ge0 ler0n invf_le1 ?ltr0n // ler1n. Qed.

(** If F(p x) = p F(x), F is convex if and only if F(x + y) <= F(x) + F(y). *)
Theorem convex_is_subadditive : shrinkable dom -> convex_set dom -> scales dom F ->
  convex_on dom F <-> subadditive_on dom F.
Proof.
move=> shrink conv sc; split=> [cv x y dx dy dxy|sub p x y p01 dx dy].
  have two z : dom z -> F z = 2%:R * F (2%:R^-1 *: z).
    by move=> dz; rewrite sc // mulrA divff ?mul1r // pnatr_eq0.
  rewrite two // scalerDr; have e : 1 - 2%:R^-1 = 2%:R^-1 :> R by field.
  have := cv 2%:R^-1 x y half dx dy; rewrite e => h.
  rewrite -(ler_pmul2l (_ : 0 < 2%:R^-1 :> R)) ?invr_gt0 ?ltr0n // mulrA mulVf ?pnatr_eq0 // mul1r mulrDr.
  exact: h.
have /andP [p0 p1] := p01; have q01 : 0 <= 1 - p <= 1 by rewrite subr_ge0 p1 ler_subl_addr ler_addl.
rewrite -(sc p) // -(sc (1 - p)) //; apply: sub; [exact: shrink | exact: shrink | exact: conv].
Qed.

(** F(x) = F(p x) + F((1 - p) x) gives F(x) = k F(x/k), and F((p/q) x) = (p/q) F(x) where (p/q) x is in the domain too. *)
Theorem rational_scales (k p q : nat) x : shrinkable dom -> splits_rows dom F -> dom x -> (0 < k)%N -> (0 < q)%N ->
  F x = k%:R * F (k%:R^-1 *: x) /\
  (dom ((p%:R / q%:R) *: x) -> F ((p%:R / q%:R) *: x) = p%:R / q%:R * F x).
Proof.
move=> shrink split_ dx k0 q0.
have F0 : F 0 = 0.
  have d0 : dom 0 by rewrite -(scale0r x); apply: shrink => //; rewrite lexx ler01.
  have := split_ 0 0; rewrite lexx ler01 !scaler0 => /(_ isT d0) /eqP.
  by rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0 => /eqP.
have many i y : dom (i%:R *: y) -> F (i%:R *: y) = i%:R * F y.
  elim: i => [|i IH] d; first by rewrite scale0r mul0r.
  have n0 : (i.+1%:R : R) != 0 by rewrite pnatr_eq0.
  have r : 0 <= (i%:R / i.+1%:R : R) <= 1.
    by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
  have e1 : (i%:R / i.+1%:R) *: (i.+1%:R *: y) = i%:R *: y by rewrite scalerA divfK.
  have e2 : (1 - i%:R / i.+1%:R) *: (i.+1%:R *: y) = y.
    rewrite scalerA mulrBl divfK // mul1r -[X in _ *: X]scale1r -natrB // subSnn scale1r.
    by rewrite scale1r.
  rewrite (split_ _ _ r d) e1 e2 IH; last by rewrite -e1; apply: shrink.
  by rewrite -addn1 natrD mulrDl mul1r.
have inv i : (0 < i)%N -> 0 <= (i%:R^-1 : R) <= 1.
  by move=> i0; rewrite invr_ge0 ler0n invf_le1 ?ltr0n // ler1n.
have whole i : (0 < i)%N -> F x = i%:R * F (i%:R^-1 *: x).
  move=> i0; have e : i%:R *: (i%:R^-1 *: x) = x by rewrite scalerA divff ?scale1r // pnatr_eq0 -lt0n.
  by rewrite -{1}e many // e.
split; first exact: whole.
rewrite -scalerA => d; rewrite many // (whole q q0) mulrA divfK //.
by rewrite pnatr_eq0 -lt0n.
Qed.
End Rays.

(** Both are so on the vectors without an entry below 0, and on those with entries from 0 to 1. *)
Theorem domains (R : realFieldType) (n : nat) :
  let unit (x : 'rV[R]_n) := forall i, 0 <= x 0 i <= 1 in
  [/\ shrinkable (@nonnegative R n), convex_set (@nonnegative R n), shrinkable unit & convex_set unit].
Proof.
move=> unit; split=> [p x /andP[p0 _] h i|p x y /andP[p0 p1] h h' i|p x /andP[p0 p1] h i|p x y /andP[p0 p1] h h' i].
- by rewrite mxE mulr_ge0.
- by rewrite !mxE addr_ge0 ?mulr_ge0 ?subr_ge0.
- have /andP[x0 x1] := h i; rewrite mxE mulr_ge0 //=; exact: mulr_ile1.
have /andP[x0 x1] := h i; have /andP[y0 y1] := h' i; rewrite !mxE addr_ge0 ?mulr_ge0 ?subr_ge0 //=.
apply: (@le_trans _ _ (p * 1 + (1 - p) * 1)); last by rewrite !mulr1 addrC subrK.
by rewrite ler_add // ler_wpmul2l ?subr_ge0.
Qed.

(** ** Proposition 0.0.5 *)

Section Ends.
Variables (R : realFieldType) (q : R -> R -> Prop) (M m : R -> R).
Hypothesis are : ends q M m.

(** The functions of the predicate with the ends are the same ones, ... *)
Theorem proposition_0_0_5 : ends (with_ends q M m) M m.
Proof.
move=> a ar; have [[up least] [low most] inside] := are ar.
have le : m a <= M a.
  case: (leP (m a) (M a)) => // lt; have : M a <= M a - 1.
    by apply: least => x qx; have := lt_le_trans lt (low x qx); rewrite ltNge up.
  by rewrite ler_subr_addl ger_addr ler10.
split; [split | split | by move=> b /inside; constructor 1].
- by move=> x [/up | -> | ->].
- by move=> u; apply; constructor 2.
- by move=> x [/low | -> | ->].
by move=> u; apply; constructor 3.
Qed.

(** ... there are no others, ... *)
Theorem ends_unique M' m' : ends (with_ends q M m) M' m' -> forall a, 0 <= a <= 1 -> M' a = M a /\ m' a = m a.
Proof.
move=> are' a ar; have [[u1 l1] [u2 l2] _] := proposition_0_0_5 ar; have [[u3 l3] [u4 l4] _] := are' a ar.
by split; apply: le_anti; apply/andP; split; [apply: l3 | apply: l1 | apply: l2 | apply: l4].
Qed.

(** ... and what satisfies q satisfies q with the ends: mechanisms with any outputs, for any relation. *)
Theorem with_ends_weaker (I : Type) (r : rel I) (X : Type) (mech : I -> integral R X) :
  generic_laws r q mech -> generic_laws r (with_ends q M m) mech.
Proof. by move=> [law_ all_]; split=> // i j rij A a b ha hb; constructor 1; apply: all_ rij _ _ _ ha hb. Qed.
End Ends.

(** ** Appendix B, Step 2: a simple function c_1 1_(X_1) + ... + c_n 1_(X_n) of disjoint events, c_1 >= ... >= c_n >= 0 = c_(n+1);
    the letters are counted from 0. *)

Section Step2.
Variables (R : realFieldType) (X : Type) (mu nu : integral R X) (M : R -> R) (n : nat).
Variables (A : nat -> X -> bool) (c p q : nat -> R).
Hypotheses (law_mu : law mu) (law_nu : law nu) (conc : concave M) (M0 : 0 <= M 0) (M1 : M 1 = 1).
Hypothesis private_ : allowed_laws (between M) mu nu.
Hypothesis disjoint : forall i j x, (i < n)%N -> (j < n)%N -> A i x -> A j x -> i = j.
Hypotheses (muA : forall i, (i < n)%N -> has_probability mu (A i) (p i)).
Hypotheses (nuA : forall i, (i < n)%N -> has_probability nu (A i) (q i)).
Hypotheses (falls : forall i, (i < n)%N -> c i.+1 <= c i) (last0 : c n = 0) (first_pos : 0 < c 0%N) (first_le1 : c 0%N <= 1).

Let w j := (c j - c j.+1) / c 0%N.
Let up (P : nat -> R) j := \sum_(0 <= i < j.+1) P i.
Let m := mirrored M.

Let union j x := has (fun i => A i x) (iota 0 j.+1).
Let union_sum j x : (j < n)%N -> (union j x)%:R = \sum_(0 <= i < j.+1) (A i x)%:R :> R.
Proof.
rewrite /union; elim: j => [|j IH] lt; first by rewrite big_nat1 /= orbF.
rewrite big_nat_recr // -IH ?(ltnW lt) // -[in LHS]addn1 iotaD has_cat add0n [X in _ || X]/= orbF.
have step (h k : bool) : ~~ (h && k) -> (h || k)%:R = h%:R + k%:R :> R.
  by case: h; case: k => // _; rewrite ?addr0 ?add0r.
apply: step; apply/negP => /andP[/hasP [i]]; rewrite mem_iota add0n => /andP[_ lti] Ai Aj.
by have e := disjoint (ltn_trans lti lt) lt Ai Aj; rewrite e ltnn in lti.
Qed.
Let probability (L : integral R X) (P : nat -> R) j : law L -> (forall i, (i < n)%N -> has_probability L (A i) (P i)) ->
  (j < n)%N -> has_probability L (union j) (up P j).
Proof.
move=> one LA lt; rewrite /has_probability.
apply: (integrates_same (f := fun x => \sum_(i < j.+1) (A i x)%:R)) => [x|]; first by rewrite union_sum // big_mkord.
rewrite /up big_mkord; apply: integral_sum => [|i _]; first exact: integral_0.
by apply: LA; apply: leq_trans (ltn_ord i) lt.
Qed.

(** Step 1 for the unions. *)
Let unions j : (j < n)%N -> between M (up p j) (up q j).
Proof. by move=> lt; apply: private_ (probability law_mu muA lt) (probability law_nu nuA lt). Qed.

Let w0 i : (i < n)%N -> 0 <= w i.
Proof. by move=> lt; rewrite divr_ge0 ?(ltW first_pos) // subr_ge0 falls. Qed.
Let w1 : \sum_(0 <= j < n) w j = 1.
Proof.
rewrite -mulr_suml; suff -> : \sum_(0 <= j < n) (c j - c j.+1) = c 0%N by rewrite divff // gt_eqF.
have h k : \sum_(0 <= j < k) (c j - c j.+1) = c 0%N - c k.
  by elim: k => [|k IH]; [rewrite big_geq // subrr | rewrite big_nat_recr //= IH; ring].
by rewrite h last0 subr0.
Qed.
Let c0 := c 0%N.
Let mean (P : nat -> R) := \sum_(0 <= j < n) w j * up P j.
Let total (P : nat -> R) : \sum_(0 <= i < n) c i * P i = c0 * mean P.
Proof.
rewrite nested_unions_of_many // mulr_sumr; apply: eq_bigr => j _.
by rewrite mulrA /w mulrCA divff ?mulr1 // gt_eqF.
Qed.
Let mean01 : 0 <= mean p <= 1.
Proof.
have r j : (j < n)%N -> 0 <= up p j <= 1 by move=> lt; case: (unions lt).
apply/andP; split.
  by rewrite /mean big_nat_cond; apply: sumr_ge0 => j /andP[/andP[_ lt] _]; rewrite mulr_ge0 ?w0 //; case/andP: (r j lt).
rewrite /mean -w1 [X in X <= _]big_nat_cond [X in _ <= X]big_nat_cond; apply: ler_sum => j /andP[/andP[_ lt] _].
by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?w0 //; case/andP: (r j lt).
Qed.
Let c01 : 0 <= c0 <= 1. Proof. by rewrite (ltW first_pos). Qed.
Let weighted (f g : nat -> R) : (forall j, (j < n)%N -> f j <= g j) ->
  c0 * (\sum_(0 <= j < n) w j * f j) <= c0 * (\sum_(0 <= j < n) w j * g j).
Proof.
move=> le; rewrite ler_pmul2l // [X in X <= _]big_nat_cond [X in _ <= X]big_nat_cond.
by apply: ler_sum => j /andP[/andP[_ lt] _]; rewrite ler_wpmul2l ?w0 ?le.
Qed.

(** (1) and (2). *)
Let a := \sum_(0 <= i < n) c i * p i.
Let b := \sum_(0 <= i < n) c i * q i.
Theorem step_2_means : [/\ mu (simple n c A) a, nu (simple n c A) b, a = c0 * mean p, b = c0 * mean q
  & (forall j, (j < n)%N -> 0 <= w j) /\ \sum_(0 <= j < n) w j = 1].
Proof.
have mean_of (L : integral R X) (P : nat -> R) : law L -> (forall i, (i < n)%N -> has_probability L (A i) (P i)) ->
    L (simple n c A) (\sum_(0 <= i < n) c i * P i).
  move=> one LA; rewrite big_mkord; apply: (integrates_same (f := fun x => \sum_(i < n) c i * (A i x)%:R)) => [x|].
    by rewrite /simple big_mkord.
  apply: integral_sum => [|i _]; first exact: integral_0.
  by apply: integrates_scale; apply: LA.
by split; [exact: mean_of law_mu muA | exact: mean_of law_nu nuA | exact: total | exact: total | split].
Qed.

(** The chain from m(a) to b. *)
Theorem step_2_lower : [/\ m a <= c0 * m (mean p), c0 * m (mean p) <= c0 * (\sum_(0 <= j < n) w j * m (up p j)),
  c0 * (\sum_(0 <= j < n) w j * m (up p j)) <= c0 * (\sum_(0 <= j < n) w j * up q j)
  & c0 * (\sum_(0 <= j < n) w j * up q j) = b].
Proof.
have /andP[s0 s1] := mean01; have /andP[z0 z1] := c01; split; last by rewrite /b total.
- rewrite /a total /m /mirrored; have r : 0 <= 1 - mean p <= 1 by rewrite subr_ge0 s1 ler_subl_addr ler_addl.
  have := conc c01 r (_ : 0 <= 1 <= 1); rewrite lexx ler01 M1 mulr1 => /(_ isT).
  have -> : c0 * (1 - mean p) + (1 - c0) = 1 - c0 * mean p by ring.
  move: (M (1 - c0 * mean p)) (M (1 - mean p)) => x y h; rewrite -subr_ge0 in h.
  by rewrite -subr_ge0; have -> : c0 * (1 - y) - (1 - x) = x - (c0 * y + (1 - c0)) by ring.
- rewrite ler_pmul2l // /m /mirrored.
  have := jensen (x := fun j => 1 - up p j) conc w0 _ w1.
  have e : \sum_(0 <= j < n) w j * (1 - up p j) = 1 - mean p.
    by rewrite -[X in X - _]w1 -sumrB; apply: eq_bigr => j _; rewrite mulrBr mulr1.
  rewrite e => /(_ _) h; have e' : \sum_(0 <= j < n) w j * (1 - M (1 - up p j)) = 1 - \sum_(0 <= j < n) w j * M (1 - up p j).
    by rewrite -[X in X - _]w1 -sumrB; apply: eq_bigr => j _; rewrite mulrBr mulr1.
  rewrite e' ler_add2l ler_opp2; apply: h => j lt; have [/andP[u0 u1] _ _ _] := unions lt.
  by rewrite subr_ge0 u1 ler_subl_addr ler_addl.
by apply: weighted => j lt; case: (unions lt).
Qed.

(** The chain from M(a) to b. *)
Theorem step_2_upper : [/\ c0 * M (mean p) <= M a, c0 * (\sum_(0 <= j < n) w j * M (up p j)) <= c0 * M (mean p),
  c0 * (\sum_(0 <= j < n) w j * up q j) <= c0 * (\sum_(0 <= j < n) w j * M (up p j))
  & b = c0 * (\sum_(0 <= j < n) w j * up q j)].
Proof.
have /andP[z0 z1] := c01; split; last by rewrite /b total.
- have := conc c01 mean01 (_ : 0 <= 0 <= 1); rewrite lexx ler01 mulr0 addr0 -total => /(_ isT); apply: le_trans.
  by rewrite ler_addl mulr_ge0 // subr_ge0.
- by rewrite ler_pmul2l //; apply: jensen => // j lt; case: (unions lt).
by apply: weighted => j lt; case: (unions lt).
Qed.
End Step2.

(** ** The best answer (Section 3) *)

Section Answers.
Variables (R : realFieldType) (n : nat) (A : finType) (w : 'I_n -> R) (L : A -> 'I_n -> R) (a0 : A).
Notation F := (best_value w L a0).

Let value_le a x : value_of w L a x <= F x.
Proof.
rewrite /best_value; have : a \in index_enum A by rewrite mem_index_enum.
elim: (index_enum A) => // b s IH; rewrite inE big_cons le_maxr => /orP[/eqP ->|/IH ->]; rewrite ?lexx ?orbT //.
Qed.
Let attained x : exists a, F x = value_of w L a x.
Proof.
rewrite /best_value; elim/big_ind: _ => [|u v [a ->] [b ->]|a _]; [by exists a0 | | by exists a].
by case: (leP (value_of w L a x) (value_of w L b x)) => _; [exists b | exists a].
Qed.
Let value_add a x y : value_of w L a (x + y) = value_of w L a x + value_of w L a y.
Proof. by rewrite /value_of -opprD -big_split /=; congr (- _); apply: eq_bigr => i _; rewrite mxE mulrDl mulrDr. Qed.
Let value_scale a c x : value_of w L a (c *: x) = c * value_of w L a x.
Proof. by rewrite /value_of mulrN mulr_sumr; congr (- _); apply: eq_bigr => i _; rewrite mxE -mulrA mulrCA. Qed.

(** F is convex: it is subadditive and positively homogeneous. *)
Theorem best_value_branching : subadditive F /\ positively_homogeneous F.
Proof.
split=> [x y _ _|c x c0 _].
  by have [a ->] := attained (x + y); rewrite value_add ler_add.
have [a e] := attained (c *: x); have [b e'] := attained x; apply: le_anti; apply/andP; split.
  by rewrite e value_scale ler_wpmul2l.
by rewrite e' -value_scale.
Qed.

(** It is continuous: a change of the entries changes it by a bounded multiple of that. *)
Theorem best_value_continuous : exists C, forall x y, `|F x - F y| <= C * \sum_i `|x 0 i - y 0 i|.
Proof.
pose C := \sum_i \sum_a `|w i * L a i|; exists C.
have one x y : F x - F y <= C * \sum_i `|x 0 i - y 0 i|.
  have [a ->] := attained x; apply: le_trans (_ : value_of w L a x - value_of w L a y <= _).
    by rewrite ler_add2l ler_opp2.
  rewrite /value_of -opprD -sumrB -sumrN mulr_sumr; apply: ler_sum => i _.
  have -> : - (w i * (x 0 i * L a i) - w i * (y 0 i * L a i)) = w i * L a i * (y 0 i - x 0 i) by ring.
  apply: le_trans (ler_norm _) _; rewrite normrM distrC ler_wpmul2r //.
  rewrite /C (bigD1 i) //= (bigD1 a) //= -addrA ler_addl addr_ge0 ?sumr_ge0 // => j _.
  by apply: sumr_ge0.
move=> x y; rewrite ler_norml one andbT ler_oppl opprB (le_trans (one y x)) //.
by under eq_bigr do rewrite distrC.
Qed.

Section Mechanisms.
Variable T : finType.
Implicit Types (M : 'I_n -> T -> R) (g : T -> A).

Let answered_value M g : answered w L M g = - \sum_o value_of w L (g o) (likelihood M o).
Proof.
rewrite /answered /value_of -sumrN; under [RHS]eq_bigr do rewrite opprK.
rewrite exchange_big /=; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => o _.
by rewrite mxE.
Qed.

Let best_answers M : exists g : T -> A, forall o, F (likelihood M o) = value_of w L (g o) (likelihood M o).
Proof.
have all_ (s : seq T) : exists g : T -> A, forall o, o \in s -> F (likelihood M o) = value_of w L (g o) (likelihood M o).
  elim: s => [|o s [g h]]; first by exists (fun=> a0).
  have [a e] := attained (likelihood M o); exists (fun x => if x == o then a else g x) => x.
  by rewrite inE; case: eqP => [-> _|_ /=]; [| exact: h].
by have [g h] := all_ (enum T); exists g => o; apply: h; rewrite mem_enum.
Qed.

(** The loss of the best answers exists; with the other sign it is the sum of F over the outputs: a branching measure. *)
Theorem least_loss_exists M : exists v, least_loss w L M v.
Proof.
have [g best] := best_answers M; exists (answered w L M g); split=> [|g']; first by exists g.
by rewrite !answered_value ler_opp2; apply: ler_sum => o _; rewrite -best.
Qed.
Theorem least_loss_branching M v : least_loss w L M v -> - v = \sum_o F (likelihood M o).
Proof.
case=> [[g <-] least]; rewrite answered_value opprK; apply: le_anti; apply/andP; split; first exact: ler_sum.
have [g' best] := best_answers M; have := least g'; rewrite !answered_value ler_opp2; apply: le_trans.
by apply: ler_sum => o _; rewrite best.
Qed.
End Mechanisms.

(** So no post-processing lowers it: it respects the axiom of sufficiency. *)
Theorem least_loss_sufficient : ~ exists (T U : finType) (M : 'I_n -> T -> R) (K : T -> U -> R) (v v' : R),
  [/\ forall i, distribution (M i), mechanism K, least_loss w L M v, least_loss w L (fun i => post K (M i)) v' & v' < v].
Proof.
case=> T [U [M [K [v [v' [law_ mech /least_loss_branching eq /least_loss_branching eq' lt]]]]]].
have [sub hom] := best_value_branching; have M0 o : nonnegative (likelihood M o).
  by move=> i; rewrite mxE; case: (law_ i).
have := branching_sufficient sub hom M0 mech; rewrite -eq; apply/negP; rewrite -ltNge.
have -> : \sum_u F (\sum_o K o u *: likelihood M o) = - v'; last by rewrite ltr_opp2.
rewrite eq'; apply: eq_bigr => u _; congr F; apply/rowP => i; rewrite mxE summxE.
by apply: eq_bigr => o _; rewrite !mxE mulrC.
Qed.
End Answers.
