(** * AxiomsCorollaries: sentences of the axioms paper that follow in a few lines, for all parameters *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events Rainbow AxiomsUtility AxiomsPredicates AxiomsMaximal AxiomsRows.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Dobrushin's coefficient and mu_disc *)

Section Dobrushin.
Variables (R : realFieldType) (I T U : finType) (M : I -> T -> R) (K : T -> U -> R).
Hypotheses (law : mechanism M) (kernel : mechanism K).

Lemma overlap_le1 i j : overlap (M i) (M j) <= 1.
Proof. by case: (law i) => _ <-; apply: ler_sum => x _; rewrite le_minl lexx. Qed.

(** The negative coefficient of a post-processing is at most that of the mechanism. *)
Theorem dobrushin_post v v' : is_dobrushin M v -> is_dobrushin (fun i => post K (M i)) v' -> v' <= v.
Proof.
move=> [_ least] [[i [j ->]] _]; apply: le_trans (least i j).
by rewrite ler_oppr opprK; apply: overlap_post.
Qed.

(** So is mu_disc. *)
Theorem discrimination_post v v' : is_discrimination M v -> is_discrimination (fun i => post K (M i)) v' -> v' <= v.
Proof.
move=> [[i [j [ne ->]]] _] [_ most]; apply: le_trans (most i j ne) _.
by rewrite ler_oppr opprK; apply: overlap_post.
Qed.

(** 1 + mu_Dob is the greatest factor by which the L1 distance of two vectors with one total can change, and it is attained. *)
Theorem dobrushin_contraction v : is_dobrushin M v ->
  (forall x y : I -> R, \sum_i x i = \sum_i y i -> l1 (post M x) (post M y) <= (1 + v) * l1 x y) /\
  (forall i j : I, i != j -> exists x y : I -> R, [/\ \sum_i x i = \sum_i y i, 0 < l1 x y
    & l1 (post M x) (post M y) = (1 + v) * l1 x y]).
Proof.
move=> [[j [k e]] least]; have two : (0 : R) < 2%:R by rewrite ltr0n.
have far i i' : l1 (M i) (M i') <= 2%:R * (1 + v).
  by rewrite overlap_l1 // ler_pmul2l // ler_add2l least.
split=> [x y sums|i i' ne].
  by rewrite -(ler_pmul2l two) mulrA; apply: contraction_bound.
have [a [b [ab eab]]] : exists a b, a != b /\ l1 (M a) (M b) = 2%:R * (1 + v).
  case: (eqVneq j k) e => [->|jk] e; last by exists j, k; rewrite overlap_l1 // e.
  exists i, i'; split=> //; apply: le_anti; rewrite far overlap_l1 // ler_pmul2l // ler_add2l e ler_oppr opprK.
  have -> : overlap (M k) (M k) = 1 by case: (law k) => _ <-; apply: eq_bigr => x _; rewrite minxx.
  exact: overlap_le1.
pose at_ c i : R := 0 + 1 * (i == c :> I)%:R.
have one c : \sum_i at_ c i = 1.
  by rewrite (bigD1 c) //= /at_ eqxx big1 => [|z /negPf ->]; rewrite ?mulr0 ?addr0 ?add0r ?mulr1.
exists (at_ a), (at_ b); split; first by rewrite !one.
  rewrite /l1 (bigD1 a) //= /at_ eqxx (negPf ab) mulr0 mulr1 !add0r subr0 normr1.
  by apply: ltr_paddr ltr01; apply: sumr_ge0 => z _; apply: normr_ge0.
have h := @contraction_attained R I T M (fun=> 0) 1 a b ab ler01; rewrite /= eab -mulrA in h.
by apply: (mulfI _ h); rewrite gt_eqF.
Qed.
End Dobrushin.

(** ** Privacy by predicates *)

Section Approximate.
Variables (R : realFieldType) (E d : R).

(** (epsilon, delta)-differential privacy satisfies both axioms. *)
Theorem differential_privacy_axioms : keeps_post (fun a b => a <= E * b + d) /\ keeps_mix (fun a b => a <= E * b + d).
Proof.
split=> [T U P Q K _ _ mech h|T t P Q P' Q' _ _ _ _ /andP [t0 t1] h h' S]; first exact: post_close_to.
have mixE (A B : T -> R) : prob (mix t A B) S = t * prob A S + (1 - t) * prob B S.
  by rewrite /prob /mix big_split /= -!mulr_sumr.
rewrite !mixE; have := ler_add (ler_wpmul2l t0 (h S)) (ler_wpmul2l (_ : 0 <= 1 - t) (h' S)).
by rewrite subr_ge0 => /(_ t1); congr (_ <= _); ring.
Qed.

Hypotheses (E1 : 1 <= E) (d0 : 0 <= d).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.

(** On a symmetric relation the printed predicate gives the same definition. *)
Theorem approximate_same_definition (I : Type) (T : finType) (r : rel I) (M : I -> T -> R) : symmetric r -> mechanism M ->
  private r E d M <-> forall i j, r i j -> forall S, prob (M j) S <= corrected E d (prob (M i) S).
Proof.
move=> sym law; split=> [priv i j rij S|h i j rij S]; last first.
  by have := h j i (etrans (sym j i) rij) S; rewrite le_corrected // => /and3P [].
have c (k : I) : prob (M k) (~: S) = 1 - prob (M k) S.
  by rewrite -(law k).2 /prob [\sum_x _](bigID (mem S)) /= addrC addKr; apply: eq_bigl => x; rewrite inE.
have le1 : prob (M j) S <= 1.
  rewrite -(law j).2 /prob [X in _ <= X](bigID (mem S)) /= ler_addl; apply: sumr_ge0 => x _; exact: (law j).1.
have up : prob (M j) S <= E * prob (M i) S + d by apply: priv; rewrite sym.
by rewrite le_corrected // le1 up /=; have := priv i j rij (~: S); rewrite !c.
Qed.

(** The interval around a: M(a) - a is at most (E - 1 + 2 delta)/(E + 1), attained at a = (1 - delta)/(E + 1); M is above
    the diagonal. *)
Theorem interval_length a : corrected E d a - a <= (E - 1 + 2%:R * d) / (E + 1).
Proof.
have e1 : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
rewrite ler_subl_addr /corrected; apply: le_trans (_ : Num.min (E * a + d) (1 - (1 - a - d) / E) <= _).
  by rewrite le_minl lexx orbT.
case: (lerP (a * (E + 1)) (1 - d)) => h; rewrite le_minl; apply/orP; [left | right].
  rewrite -subr_ge0 -(pmulr_lge0 _ e1) [X in 0 <= X](_ : _ = (E - 1) * (1 - d - a * (E + 1))); last by field; rewrite gt_eqF.
  by rewrite mulr_ge0 ?subr_ge0.
have s : 0 < E * (E + 1) by rewrite mulr_gt0.
rewrite -subr_ge0 -(pmulr_lge0 _ s) [X in 0 <= X](_ : _ = (E - 1) * (a * (E + 1) - (1 - d))); last by field; rewrite !gt_eqF.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.
Theorem interval_attained : d <= 1 -> let a := (1 - d) / (E + 1) in corrected E d a - a = (E - 1 + 2%:R * d) / (E + 1).
Proof.
move=> d1 a; have e1 : 0 < E + 1 by rewrite addr_gt0 ?ltr01.
have e : E * a + d = 1 - (1 - a - d) / E by rewrite /a; field; rewrite !gt_eqF.
have le : E * a + d <= 1.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (1 - d) / (E + 1)); last by rewrite /a; field; rewrite gt_eqF.
  by rewrite divr_ge0 ?subr_ge0 // ltW.
by rewrite /corrected -e minxx (min_idPr le) /a; field; rewrite gt_eqF.
Qed.
Theorem above_the_diagonal a : 0 <= a <= 1 -> a <= corrected E d a /\ (0 < d -> a < 1 -> a < corrected E d a).
Proof.
case/andP=> a0 a1; have Ea : a <= E * a by rewrite ler_pemull.
have r : (1 - a - d) / E <= 1 - a - d \/ 1 - a - d <= 0.
  case: (lerP (1 - a - d) 0) => h; [by right | left].
  by rewrite ler_pdivr_mulr // ler_pemulr // ltW.
have last_ : (1 - a - d) / E <= Num.max (1 - a - d) 0.
  case: r => h; first by rewrite le_maxr h.
  by rewrite le_maxr pmulr_lle0 ?invr_gt0 // h orbT.
split=> [|dp lt]; rewrite /corrected.
  rewrite !le_minr a1 (le_trans Ea) ?ler_addl //= ler_subr_addr -ler_subr_addl (le_trans last_) //.
  by rewrite le_maxl subr_ge0 a1 ler_subl_addr ler_addl d0.
rewrite !lt_minr lt (le_lt_trans Ea) ?ltr_addl //= ltr_subr_addr -ltr_subr_addl (le_lt_trans last_) //.
by rewrite lt_maxl subr_gt0 lt ltr_subl_addr ltr_addl dp.
Qed.

(** Symmetrised, M(a) = min(1, E a) of exponential noise allows what differential privacy does. *)
Theorem symmetrised_exponential a b : 0 <= a <= 1 -> 0 <= b <= 1 ->
  let M x := Num.min 1 (E * x) in
  [&& 1 - M (1 - a) <= b, b <= M a, 1 - M (1 - b) <= a & a <= M b] =
  [&& b <= E * a, a <= E * b, 1 - b <= E * (1 - a) & 1 - a <= E * (1 - b)].
Proof.
case/andP=> a0 a1 /andP [b0 b1] M.
have e x y : 0 <= x -> (1 - M (1 - y) <= x) = (1 - x <= E * (1 - y)).
  by move=> x0; rewrite ler_subl_addr -ler_subl_addl /M le_minr ler_subl_addr ler_addl x0.
by rewrite !e // /M !le_minr a1 b1 /=; case: (1 - b <= _); case: (b <= _); case: (1 - a <= _); case: (a <= _).
Qed.
End Approximate.

Section Predicates.
Variable R : realFieldType.

(** q(a, b) and q(1 - a, 1 - b) say the same of all events as q(a, b): of any outputs and measurable sets. *)
Theorem complement_changes_nothing (event : Type) (complement : event -> event) (q : R -> R -> Prop) (P Q : event -> R) :
  (forall S, P (complement S) = 1 - P S) -> (forall S, Q (complement S) = 1 - Q S) ->
  (forall S, q (P S) (Q S)) <-> forall S, q (P S) (Q S) /\ q (1 - P S) (1 - Q S).
Proof. by move=> cP cQ; split=> h S; [rewrite -cP -cQ; split; apply: h | case: (h S)]. Qed.

(** A mechanism that ignores its input is allowed if q(a, a) holds for every a. *)
Theorem independent_allowed (event : Type) (q : R -> R -> Prop) (P : event -> R) :
  (forall a, q a a) -> forall S, q (P S) (P S).
Proof. by move=> h S; apply: h. Qed.

(** q1: everything is allowed. *)
Theorem everything_allowed : concave (fun=> 1 : R) /\
  forall a b : R, between (fun=> 1) a b <-> 0 <= a <= 1 /\ 0 <= b <= 1.
Proof.
split=> [t a a' _ _ _|a b]; first by rewrite !mulr1 addrC subrK.
by split=> [[]|[h /andP [b0 b1]]] //; split; rewrite ?b0 ?subrr.
Qed.

(** A concave M with M(0) >= 0 and M(1) >= 1 allows a = b, so that mechanisms that ignore their input exist. *)
Theorem diagonal_allowed (M : R -> R) a : concave M -> 0 <= M 0 -> 1 <= M 1 -> 0 <= a <= 1 -> between M a a.
Proof.
move=> conc M0 M1 ar; have above x : 0 <= x <= 1 -> x <= M x.
  move=> xr; have := conc x 1 0 xr; rewrite !lexx !ler01 mulr1 mulr0 addr0 => /(_ isT isT); apply: le_trans.
  case/andP: xr => x0 x1; rewrite -{1}[x]addr0 ler_add ?mulr_ge0 ?subr_ge0 //.
  by rewrite -{1}[x]mulr1 ler_wpmul2l.
split=> //; last exact: above.
rewrite ler_subl_addr -ler_subl_addl; apply: above; case/andP: ar => a0 a1.
by rewrite subr_ge0 a1 ler_subl_addr ler_addl.
Qed.

(** M may be cut off at 1: that leaves the predicate, and it stays concave. *)
Theorem cut_at_1 (M : R -> R) : concave M -> concave (fun a => Num.min 1 (M a)) /\
  forall a b, between M a b <-> between (fun a => Num.min 1 (M a)) a b.
Proof.
move=> conc; split=> [t a a' tr ar ar'|a b].
  have /andP [t0 t1] := tr; have t1' : 0 <= 1 - t by rewrite subr_ge0.
  rewrite le_minr; apply/andP; split.
    rewrite [X in _ <= X](_ : 1 = t * 1 + (1 - t) * 1); last by ring.
    by apply: ler_add; apply: ler_wpmul2l; rewrite // le_minl lexx.
  apply: le_trans (conc t a a' tr ar ar').
  by apply: ler_add; apply: ler_wpmul2l; rewrite // le_minl lexx orbT.
have low (x b' : R) : 0 <= b' -> (1 - Num.min 1 x <= b') = (1 - x <= b').
  have flip (u v : R) : (1 - u <= v) = (1 - v <= u) by rewrite ler_subl_addr -ler_subl_addl.
  have le1 (u : R) : 0 <= u -> (1 - u <= 1) = true by rewrite ler_subl_addr ler_addl.
  by move=> b0; rewrite (flip (Num.min 1 x)) le_minr le1 // (flip x).
split=> -[ar br l u]; have /andP [b0 b1] := br; split=> //.
- by rewrite low.
- by rewrite le_minr b1.
- by rewrite low in l.
- by move: u; rewrite le_minr => /andP [].
Qed.

(** The empty event: nothing meets the strict inequality. *)
Theorem nothing_is_strictly_private (T : finType) (E : R) (P Q : T -> R) : ~ (forall S, prob P S < E * prob Q S).
Proof. by move=> /(_ set0); rewrite /prob !big_set0 mulr0 ltxx. Qed.

(** Proposition 0.0.3: with (a, b) and (0, 0) also (a, b') for every b' between b and (1 - b) a/(1 - a), if a <= 1/2. *)
Theorem proposition_0_0_3 (q : R -> R -> Prop) a b t : region_convex q -> region q 0 0 -> region q a b ->
  0 < a -> 2%:R * a <= 1 -> 0 <= t <= 1 -> region q a (t * b + (1 - t) * ((1 - b) * a / (1 - a))).
Proof.
move=> conv zero ok a0 a2 tr; have a1 : 0 < 1 - a.
  by rewrite subr_gt0; apply: lt_le_trans a2; rewrite mulr_natl mulr2n ltr_addl.
have other : region q (1 - a) (1 - b).
  by case: ok => /andP [x0 x1] /andP [y0 y1] h h'; split; rewrite ?subKr // subr_ge0 ?x1 ?y1 ler_subl_addr ler_addl.
have s : 0 <= a / (1 - a) <= 1.
  by rewrite divr_ge0 ?(ltW a0) ?(ltW a1) //= ler_pdivr_mulr // mul1r ler_subr_addr -mulr2n -mulr_natl.
have := conv _ _ _ _ _ s other zero; rewrite !mulr0 !addr0 divfK ?gt_eqF // => mirrored.
have := conv t _ _ _ _ tr ok mirrored; rewrite -mulrDl [t + _]addrC subrK mul1r.
by have -> : a / (1 - a) * (1 - b) = (1 - b) * a / (1 - a) by ring.
Qed.
End Predicates.
