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
  (forall i j : I, i != j -> exists x y : I -> R, [/\ distribution x, distribution y, forall k, 0 < x k /\ 0 < y k,
    0 < l1 x y & l1 (post M x) (post M y) = (1 + v) * l1 x y]).
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
pose e0 : R := #|I|.+1%:R^-1; have e0p : 0 < e0 by rewrite invr_gt0 ltr0n.
pose at_ c i : R := e0 + e0 * (i == c :> I)%:R.
have pos c z : 0 < at_ c z by apply: ltr_paddr => //; rewrite mulr_ge0 ?ler0n // ltW.
have dist c : distribution (at_ c).
  split=> [z|]; first exact: ltW.
  rewrite big_split /= sumr_const -mulr_sumr (bigD1 c) //= eqxx big1 => [|z /negPf -> //].
  by rewrite addr0 mulr1 -mulrSr -mulr_natr mulVf // pnatr_eq0.
exists (at_ a), (at_ b); split=> //.
  rewrite /l1 (bigD1 a) //= /at_ eqxx (negPf ab) mulr0 mulr1 addr0 addrK ger0_norm ?(ltW e0p) //.
  by apply: ltr_paddr e0p; apply: sumr_ge0 => z _; apply: normr_ge0.
have h := @contraction_attained R I T M (fun=> e0) e0 a b ab (ltW e0p); rewrite /= eab -mulrA in h.
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

(** The same for events of any kind, with m(a) = 1 - M(1 - a): P(S | j) lies between m and M. *)
Theorem approximate_any_events (I event : Type) (r : rel I) (complement : event -> event) (M : I -> event -> R) :
  symmetric r -> (forall i S, 0 <= M i S <= 1) -> (forall i S, M i (complement S) = 1 - M i S) ->
  let allows (i j : I) := forall S, M j S <= corrected E d (M i S) in
  ((forall i j, r i j -> forall S, M i S <= E * M j S + d) <-> forall i j, r i j -> allows i j) /\
  forall i j, allows i j -> forall S, 1 - corrected E d (1 - M i S) <= M j S.
Proof.
move=> sym range c allows; split=> [|i j ok S]; last first.
  by rewrite ler_subl_addr -ler_subl_addl -!c; apply: ok.
split=> [priv i j rij S|h i j rij S]; last first.
  by have := h j i (etrans (sym j i) rij) S; rewrite le_corrected // => /and3P [].
have up : M j S <= E * M i S + d by apply: priv; rewrite sym.
rewrite le_corrected // up /=; have /andP [_ ->] := range j S.
by have := priv i j rij (complement S); rewrite !c.
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

(** And Axiom 2.1.1 forces q(a, a), as soon as some mechanism is private and there is a pair: a coin after that mechanism. *)
Theorem independent_forced (I : Type) (r : rel I) (q : R -> R -> Prop) (i j : I) a : r i j ->
  let private_ (T : finType) (M : I -> T -> R) := forall i j, r i j -> allowed_pair q (M i) (M j) in
  (forall (T U : finType) (M : I -> T -> R) (K : T -> U -> R), mechanism M -> mechanism K -> private_ T M ->
    private_ U (fun i => post K (M i))) ->
  (exists (T : finType) (M : I -> T -> R), mechanism M /\ private_ T M) -> 0 <= a <= 1 -> q a a.
Proof.
move=> rij private_ axiom [T [M [law ok]]] /andP [a0 a1].
pose K (t : T) (b : bool) : R := if b then a else 1 - a.
have kernel : mechanism K.
  by move=> t; split=> [[]|]; rewrite ?subr_ge0 // big_bool /= addrC subrK.
have := axiom T _ M K law kernel ok i j rij [set true].
have e k : prob (post K (M k)) [set true] = a.
  by rewrite /prob big_set1 /post /K -mulr_suml (law k).2 mul1r.
by rewrite !e.
Qed.

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

(** The empty event: nothing meets the strict inequality, whatever the events are. *)
Theorem nothing_is_strictly_private (event : Type) (empty : event) (E : R) (P Q : event -> R) :
  P empty = 0 -> Q empty = 0 -> ~ (forall S, P S < E * Q S).
Proof. by move=> P0 Q0 /(_ empty); rewrite P0 Q0 mulr0 ltxx. Qed.

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

(** ** Finite sums *)

Section Sums.
Variable R : realFieldType.

(** No sum of columns that meet a constraint is tight, unless each of them is. *)
Theorem no_tight_sum_of_many (T : finType) (E : R) (y z : T -> R) : (forall k, y k <= E * z k) ->
  \sum_k y k = E * (\sum_k z k) -> forall k, y k = E * z k.
Proof.
move=> le sums k; apply/eqP; rewrite eq_sym -subr_eq0; apply/eqP.
have ge0 i : true -> 0 <= E * z i - y i by rewrite subr_ge0.
apply: (psumr_eq0P ge0) => //; by rewrite sumrB sums mulr_sumr subrr.
Qed.

(** Equation (1): c_i is the sum of c_j - c_(j+1) for j >= i, so a sum of c_i x_i is one over the nested unions. *)
Theorem nested_unions_of_many (n : nat) (c x : nat -> R) : c n = 0 ->
  \sum_(0 <= i < n) c i * x i = \sum_(0 <= j < n) (c j - c j.+1) * \sum_(0 <= i < j.+1) x i.
Proof.
move=> cn; suff h m : \sum_(0 <= j < m) (c j - c j.+1) * (\sum_(0 <= i < j.+1) x i) =
    \sum_(0 <= i < m) c i * x i - c m * (\sum_(0 <= i < m) x i) by rewrite h cn mul0r subr0.
elim: m => [|m ih]; first by rewrite !big_geq // mulr0 subr0.
rewrite big_nat_recr //= ih [\sum_(0 <= i < m.+1) c i * x i]big_nat_recr //=.
by rewrite [\sum_(0 <= i < m.+1) x i]big_nat_recr //=; ring.
Qed.

(** Step 2: Jensen's inequality for a concave function and finitely many weights. *)
Theorem jensen (M : R -> R) (n : nat) (w x : nat -> R) : concave M ->
  (forall i, (i < n)%N -> 0 <= w i) -> (forall i, (i < n)%N -> 0 <= x i <= 1) -> \sum_(0 <= i < n) w i = 1 ->
  \sum_(0 <= i < n) w i * M (x i) <= M (\sum_(0 <= i < n) w i * x i).
Proof.
move=> conc; elim: n w => [|n ih] w w0 xr; first by rewrite !big_geq // => /esym /eqP; rewrite oner_eq0.
rewrite !big_nat_recr //= => total; have wn := w0 n (ltnSn n).
have s0 : 0 <= \sum_(0 <= i < n) w i.
  by rewrite big_nat_cond; apply: sumr_ge0 => i /andP [/andP [_ h] _]; apply: w0; apply: ltnW.
have rest : \sum_(0 <= i < n) w i = 1 - w n by rewrite -total addrK.
case: (eqVneq (1 - w n) 0) => [e|ne].
  have all0 i : (i < n)%N -> w i = 0.
    move=> lt; have sum0 : \sum_(j < n) w j = 0 by rewrite -(big_mkord xpredT) rest.
    have ge0 (j : 'I_n) : true -> 0 <= w j by move=> _; apply: w0; apply: ltnW (ltn_ord j).
    exact: (psumr_eq0P ge0 sum0 (i := Ordinal lt)).
  have w1 : w n = 1 by apply/esym/eqP; rewrite -subr_eq0 e.
  rewrite big_nat_cond big1 => [|i /andP [/andP [_ h] _]]; last by rewrite all0 // mul0r.
  rewrite [X in M (X + _)]big_nat_cond big1 => [|i /andP [/andP [_ h] _]]; last by rewrite all0 // mul0r.
  by rewrite !add0r w1 !mul1r.
have p0 : 0 < 1 - w n by rewrite lt_neqAle eq_sym ne -rest.
pose v i := w i / (1 - w n).
have scale (f : nat -> R) : \sum_(0 <= i < n) w i * f i = (1 - w n) * \sum_(0 <= i < n) v i * f i.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite /v; field.
have v1 : \sum_(0 <= i < n) v i = 1 by rewrite -mulr_suml rest divff.
have v0 i : (i < n)%N -> 0 <= v i by move=> h; rewrite divr_ge0 ?w0 ?(ltW p0) // ltnW.
have xr' i : (i < n)%N -> 0 <= x i <= 1 by move=> h; apply: xr; apply: ltnW.
have mean : 0 <= \sum_(0 <= i < n) v i * x i <= 1.
  apply/andP; split.
    by rewrite big_nat_cond; apply: sumr_ge0 => i /andP [/andP [_ h] _]; rewrite mulr_ge0 ?v0 //; case/andP: (xr' i h).
  rewrite -v1 big_nat_cond [X in _ <= X]big_nat_cond; apply: ler_sum => i /andP [/andP [_ h] _].
  by rewrite -{2}[v i]mulr1 ler_wpmul2l ?v0 //; case/andP: (xr' i h).
rewrite (scale (fun i => M (x i))) (scale x); have tr : 0 <= 1 - w n <= 1 by rewrite (ltW p0) ler_subl_addr ler_addl.
have := conc (1 - w n) _ (x n) tr mean (xr n (ltnSn n)); rewrite subKr; apply: le_trans.
by rewrite ler_add2r ler_pmul2l //; apply: ih.
Qed.

(** Appendix F: F(x) = F(p x) + F((1 - p) x) on a cone gives F(x) = k F(x/k) and F((j/k) x) = (j/k) F(x) there. *)
Theorem rational_homogeneity (V : lmodType R) (cone : V -> Prop) (F : V -> R) j k :
  (forall c x, 0 <= c -> cone x -> cone (c *: x)) ->
  (forall p x, 0 <= p <= 1 -> cone x -> F x = F (p *: x) + F ((1 - p) *: x)) -> (0 < k)%N ->
  forall x, cone x -> F ((j%:R / k%:R) *: x) = j%:R / k%:R * F x.
Proof.
move=> larger splits k0 x cx; have F0 : F 0 = 0.
  have c0 : cone 0 by rewrite -(scale0r x); exact: larger.
  have := splits 0 0 _ c0; rewrite lexx ler01 !scaler0 => /(_ isT) /eqP.
  by rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0 => /eqP.
have many i y : cone y -> F (i%:R *: y) = i%:R * F y.
  move=> cy; elim: i => [|i ih]; first by rewrite scale0r mul0r.
  have n0 : (i.+1%:R : R) != 0.
    by rewrite pnatr_eq0.
  have r : 0 <= (i%:R / i.+1%:R : R) <= 1.
    by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
  rewrite (splits _ (i.+1%:R *: y) r (larger _ _ (ler0n _ _) cy)) !scalerA divfK // ih mulrBl divfK // mul1r -natrB // subSnn scale1r.
  by rewrite mulrSr mulrDl mul1r.
have kn : (k%:R : R) != 0.
  by rewrite pnatr_eq0 -lt0n.
have ck : cone (k%:R^-1 *: x) by apply: larger; rewrite // invr_ge0 ler0n.
rewrite -scalerA many // -mulrA; congr (_ * _); apply: (mulfI kn).
by rewrite -many // scalerA divff // scale1r mulrA divff // mul1r.
Qed.
End Sums.

(** ** Post-processing *)

Section Order.
Variables (R : realFieldType) (I : Type).

(** Whoever has the output of Q has that of P, and so any decision that is made from it. *)
Theorem any_task (T U A : finType) (Q : I -> T -> R) (P : I -> U -> R) (decide : U -> A -> R) : followed Q P ->
  mechanism decide -> exists2 decide' : T -> A -> R, mechanism decide' &
  forall i a, post decide (P i) a = post decide' (Q i) a.
Proof.
move=> [K mech e] law; exists (fun t => post decide (K t)) => [t|i a]; first exact: post_distribution.
rewrite /post (eq_bigr (fun u => \sum_t Q i t * K t u * decide u a)) => [|u _]; last by rewrite e mulr_suml.
by rewrite exchange_big; apply: eq_bigr => t _; rewrite mulr_sumr; apply: eq_bigr => u _; rewrite mulrA.
Qed.

(** A maximally sufficient mechanism comes from no private one by a map that loses something. *)
Theorem nothing_lossy (T U : finType) (r : rel I) (E : R) (P : I -> T -> R) (Q : I -> U -> R) :
  maximally_sufficient r E P -> mechanism Q -> private r E 0 Q -> followed Q P -> ~ ~ followed P Q.
Proof. by move=> [_ wise] law priv below; apply; apply: wise. Qed.

(** An output that is split by a coin says as much as before; so every utility that respects the order is the same. *)
Theorem split_by_coin (J T : finType) (M : J -> T -> R) (o : T) (p : R) : 0 <= p <= 1 ->
  followed M (split M o (fun=> p)) /\ followed (split M o (fun=> p)) M.
Proof.
case/andP=> p0 p1; split; last first.
  exists (@merge R T o) => [u|i o']; last exact: merge_split.
  by split=> [x|]; rewrite /merge ?ler0n // (bigD1 (odflt o u)) //= eqxx big1 ?addr0 // => x /negPf ->.
pose K (t : T) (u : option T) : R := if u is Some t' then (if t' == o then p else 1) * (t' == t)%:R else (1 - p) * (t == o)%:R.
exists K => [t|i [u|]].
- split=> [[u|]|]; rewrite /K.
  + by apply: mulr_ge0; rewrite ?ler0n //; case: ifP => _; rewrite ?ler01.
  + by apply: mulr_ge0; rewrite ?ler0n // subr_ge0.
  rewrite big_option /= (bigD1 t) //= eqxx big1 ?addr0 => [|x /negPf ->]; last by rewrite mulr0.
  by case: eqP => _; rewrite ?mulr1 ?mulr0 ?add0r // subrK.
- rewrite /split /post /K (bigD1 u) //= eqxx mulr1 big1 ?addr0 => [|x /negPf ne]; last by rewrite [u == x]eq_sym ne !mulr0.
  by case: eqP => [->|_]; rewrite mulrC // mul1r.
- rewrite /split /post /K (bigD1 o) //= eqxx mulr1 mulrC big1 ?addr0 // => x /negPf ->.
  by rewrite !mulr0.
Qed.
Theorem same_utility (J T : finType) (M : J -> T -> R) (o : T) (p : R) (mu : forall U : finType, (J -> U -> R) -> R) :
  (forall (U U' : finType) (P : J -> U -> R) (Q : J -> U' -> R), followed Q P -> mu U P <= mu U' Q) ->
  0 <= p <= 1 -> mu _ (split M o (fun=> p)) = mu _ M.
Proof. by move=> respects pr; have [a b] := split_by_coin M o pr; apply: le_anti; rewrite !respects. Qed.
End Order.

(** ** Determinants *)

(** |det A M| = |det A| |det M| <= |det M| for a kernel A, whose columns are the laws. *)
Theorem determinant_post (R : realFieldType) n (A M : 'M[R]_n) : (forall i j, 0 <= A i j) ->
  (forall j, \sum_i A i j = 1) -> `|\det (A *m M)| = `|\det A| * `|\det M| /\ `|\det (A *m M)| <= `|\det M|.
Proof.
move=> A0 A1; rewrite det_mulmx normrM; split=> //.
rewrite -{2}[`|\det M|]mul1r ler_wpmul2r ?normr_ge0 // -det_tr; apply: det_kernel => [i j|i]; first by rewrite mxE.
by rewrite -(A1 i); apply: eq_bigr => j _; rewrite mxE.
Qed.

(** Dependent rows, or columns: the least utility, 0; and no other mechanism has it. *)
Theorem dependent_rows (R : realFieldType) n (M : 'M[R]_n) : reflect (exists2 v : 'rV_n, v != 0 & v *m M = 0) (`|\det M| == 0).
Proof. by rewrite normr_eq0; exact: det0P. Qed.

(** det(M^T M) is not 0 if and only if the columns are independent, and it is det(M)^2 for square M. *)
Theorem gram (R : realFieldType) m n (M : 'M[R]_(m, n)) :
  (\det (M^T *m M) != 0 <-> forall v : 'cV_n, M *m v = 0 -> v = 0) /\
  forall (N : 'M[R]_n), \det (N^T *m N) = \det N ^+ 2.
Proof.
split=> [|N]; last by rewrite det_mulmx det_tr.
split=> [nz v Mv|ind].
  apply/eqP/negPn/negP => v0; case/negP: nz; apply/det0P; exists v^T; first by rewrite trmx_eq0.
  by rewrite mulmxA -trmx_mul Mv trmx0 mul0mx.
apply/negP => /det0P [v v0]; rewrite mulmxA -{1}[v]trmxK -trmx_mul => e; case/negP: v0.
rewrite -trmx_eq0; apply/eqP/ind; set w := M *m v^T in e *.
have : w^T *m w = 0 by rewrite /w mulmxA e mul0mx.
move/matrixP/(_ 0 0); rewrite !mxE => sum0; apply/matrixP => i j; rewrite ord1 [RHS]mxE.
have ge0 k : true -> 0 <= w^T 0 k * w k 0 by rewrite mxE -expr2 sqr_ge0.
have := psumr_eq0P ge0 sum0 (i := i) isT; rewrite mxE -expr2 => /eqP; rewrite sqrf_eq0; exact/eqP.
Qed.

(** A row of zeros may be left out: det(M^T M) stays. *)
Theorem zero_row (R : realFieldType) m n (M : 'M[R]_(m.+1, n)) (k : 'I_m.+1) : matrix.row k M = 0 ->
  (row' k M)^T *m row' k M = M^T *m M.
Proof.
move=> zero; apply/matrixP => i j; rewrite !mxE [RHS](bigD1_ord k) //=.
have -> : M k j = 0 by have /rowP /(_ j) := zero; rewrite !mxE.
by rewrite mulr0 add0r; apply: eq_bigr => l _; rewrite !mxE.
Qed.
