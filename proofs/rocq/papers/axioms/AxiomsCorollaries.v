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
Lemma approximate_same_definition (I : Type) (T : finType) (r : rel I) (M : I -> T -> R) : symmetric r -> mechanism M ->
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

(** ** Section 2: who ran, tables, probabilistic privacy *)

(** Section 2.1: given an output o of the mixture, both mechanisms may have run if and only if o is possible under both. *)
Theorem who_ran (R : realFieldType) (T : Type) (P Q : T -> R) (t : R) (o : T) : 0 < t < 1 -> 0 <= P o -> 0 <= Q o ->
  0 < t * P o + (1 - t) * Q o ->
  0 < t * P o / (t * P o + (1 - t) * Q o) < 1 <-> 0 < P o /\ 0 < Q o.
Proof.
case/andP=> t0 t1 p0 q0 pos; have u0 : 0 < 1 - t by rewrite subr_gt0.
rewrite ltr_pdivr_mulr // mul1r ltr_addl (pmulr_rgt0 _ u0) pmulr_lgt0 ?invr_gt0 // (pmulr_rgt0 _ t0).
by split=> [/andP //|[-> ->]].
Qed.

(** Section 2.2, k-anonymity: no class of equal quasi-identifiers has fewer than k tuples. *)
Theorem numbers_apart (n k : nat) (Q : eqType) (table : 'I_n -> Q) : (0 < n)%N -> (1 < k)%N -> injective table ->
  ~ forall i, (k <= #|[set j | table j == table i]|)%N.
Proof.
move=> n0 k1 inj /(_ (Ordinal n0)); have -> : [set j | table j == table (Ordinal n0)] = [set Ordinal n0].
  by apply/setP => j; rewrite !inE (inj_eq inj).
by rewrite cards1 leqNgt k1.
Qed.
Theorem every_table_1_anonymous (n : nat) (Q : eqType) (table : 'I_n -> Q) i :
  (1 <= #|[set j | table j == table i]|)%N.
Proof. by apply/card_gt0P; exists i; rewrite inE. Qed.
Theorem k_anonymity_broken (n k : nat) : (1 < k <= n)%N ->
  exists (table : 'I_n -> nat) (redraw : ('I_n -> nat) -> 'I_n -> nat),
  [/\ forall i, (k <= #|[set j | table j == table i]|)%N, injective (redraw table)
    & ~ forall i, (k <= #|[set j | redraw table j == redraw table i]|)%N].
Proof.
case/andP=> k1 kn; exists (fun=> 0%N), (fun=> @nat_of_ord n); have inj := @ord_inj n; split=> // [i|].
  by rewrite (_ : [set _ | _] = [set: 'I_n]) ?cardsT ?card_ord //; apply/setP => j; rewrite !inE eqxx.
by apply: (numbers_apart _ k1 inj); apply: leq_trans kn; apply: ltnW.
Qed.

(** Probabilistic privacy, the outputs with P(x) > E Q(x) have at most d in all: then P(S) <= E Q(S) + d. *)
Section Probabilistic.
Variables (R : realFieldType) (E d : R).

Theorem probabilistic_implies (T : finType) (P Q : T -> R) : 0 <= E -> distribution P -> distribution Q ->
  prob P [set x | E * Q x < P x] <= d -> close_to E d P Q.
Proof.
move=> E0 [P0 _] [Q0 _] bad S; rewrite /prob (bigID (fun x => E * Q x < P x)) /= addrC; apply: ler_add.
  rewrite mulr_sumr [X in _ <= X](bigID (fun x => E * Q x < P x)) /= ler_paddl //.
    by apply: sumr_ge0 => x _; apply: mulr_ge0.
  by apply: ler_sum => x /andP [_]; rewrite -leNgt.
apply: le_trans bad; rewrite /prob [X in _ <= X](bigID (mem S)) /= ler_paddr //; first by apply: sumr_ge0.
by rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigl => x; rewrite inE andbC.
Qed.

(** The same for events of any kind: [inside S] is the part of S that is good, [outside S] the part that is bad. *)
Theorem probabilistic_implies_any_events (event : Type) (P Q : event -> R) (inside outside : event -> event) : 0 <= E ->
  (forall S, P S = P (inside S) + P (outside S)) -> (forall S, Q (inside S) <= Q S) ->
  (forall S, P (inside S) <= E * Q (inside S)) -> (forall S, P (outside S) <= d) -> forall S, P S <= E * Q S + d.
Proof. by move=> E0 parts less good bad S; rewrite parts ler_add //; apply: le_trans (good S) _; rewrite ler_wpmul2l. Qed.

(** For 0 < d < 1 a merge breaks it, for every E. *)
Theorem merging_breaks : 1 <= E -> 0 < d < 1 -> exists (P Q : bool * bool -> R) (g : bool * bool -> bool * bool),
  let bad (P Q : bool * bool -> R) := prob P [set x | E * Q x < P x] in
  let merged (P : bool * bool -> R) := post (fun x u => (g x == u)%:R) P in
  [/\ distribution P /\ distribution Q, bad P Q <= d, bad Q P <= d & ~ bad (merged P) (merged Q) <= d].
Proof.
move=> E1 /andP [d0 d1]; have E0 : 0 < E := lt_le_trans ltr01 E1.
have two : (0 : R) < 2%:R by rewrite ltr0n.
pose s := Num.min ((1 - d) / 2%:R) (d / (2%:R * E)).
have s0 : 0 < s by rewrite lt_minr !divr_gt0 ?subr_gt0 ?mulr_gt0.
have sd : E * s < d.
  apply: le_lt_trans (_ : d / 2%:R < _); last by rewrite ltr_pdivr_mulr // ltr_pmulr // ltr1n.
  rewrite (_ : d / 2%:R = E * (d / (2%:R * E))); last by field; rewrite gt_eqF.
  by rewrite ler_wpmul2l ?(ltW E0) // le_minl lexx orbT.
have r0 : 0 < 1 - d - s.
  have : s <= (1 - d) / 2%:R by rewrite le_minl lexx.
  rewrite subr_gt0; move/le_lt_trans; apply.
  by rewrite ltr_pdivr_mulr // ltr_pmulr ?ltr1n // subr_gt0.
have Es x : 0 <= x -> (E * x < x) = false by move=> x0; apply/negbTE; rewrite -leNgt ler_pemull.
pose law (first : bool) (x : bool * bool) : R :=
  if x.2 then (if x.1 then 1 - d - s else s) else (x.1 != first)%:R * d.
have sum4 (f : bool * bool -> R) : \sum_x f x = f (true, true) + f (true, false) + (f (false, true) + f (false, false)).
  by rewrite (eq_bigr (fun x => f (x.1, x.2))) => [|[] //]; rewrite -(pair_bigA _ (fun a b => f (a, b))) /= !big_bool.
have probE (P : bool * bool -> R) S : prob P S = \sum_x (x \in S)%:R * P x.
  by rewrite /prob big_mkcond; apply: eq_bigr => x _; case: (x \in S); rewrite ?mul1r ?mul0r.
have dist b : distribution (law b).
  split=> [[x []]|]; rewrite /law /=.
  - by case: x; apply: ltW.
  - by rewrite mulr_ge0 ?ler0n // ltW.
  by rewrite sum4 /=; case: b; rewrite ?mul0r ?mul1r; ring.
exists (law true), (law false), (fun x => if x.1 then x else (false, false)) => /=.
split=> //.
- by rewrite probE sum4 !inE /law /= !(mulr0n, mulr1n, mul0r, mul1r, mulr0, addr0, add0r) !Es ?(ltW s0) ?(ltW r0) //
    d0 !(mulr0n, mulr1n, mul0r, mul1r, mulr0, addr0, add0r).
- by rewrite probE sum4 !inE /law /= !(mulr0n, mulr1n, mul0r, mul1r, mulr0, addr0, add0r) !Es ?(ltW s0) ?(ltW r0) //
    d0 !(mulr0n, mulr1n, mul0r, mul1r, mulr0, addr0, add0r).
rewrite probE sum4 !inE /post !sum4 /law /= !(mulr0n, mulr1n, mul0r, mul1r, mulr0, addr0, add0r).
rewrite !mulr1 Es ?(ltW r0) // (_ : E * s < s + d); last by rewrite (lt_le_trans sd) // ler_addr ltW.
by rewrite mul0r add0r mul1r ger_addr => /(lt_le_trans s0); rewrite ltxx.
Qed.

(** d = 0 is differential privacy, d = 1 is no condition. *)
Theorem probabilistic_at_the_ends (T : finType) (P Q : T -> R) : 0 <= E -> distribution P -> distribution Q ->
  (prob P [set x | E * Q x < P x] <= 0 <-> close_to E 0 P Q) /\ prob P [set x | E * Q x < P x] <= 1.
Proof.
move=> E0 dP dQ; have [P0 P1] := dP; have [Q0 _] := dQ; split; last first.
  by rewrite -P1 /prob [X in _ <= X](bigID (mem [set x | E * Q x < P x])) /= ler_addl; apply: sumr_ge0.
split=> [h S|close]; last first.
  rewrite /prob big1 // => x; rewrite inE => lt; have := close [set x]; rewrite /prob !big_set1 addr0.
  by move/(lt_le_trans lt); rewrite ltxx.
rewrite addr0 /prob mulr_sumr; apply: ler_sum => x _; rewrite leNgt; apply/negP => lt.
have := h; rewrite /prob (bigD1 x) ?inE //= leNgt => /negP; apply; apply: ltr_paddr; first by apply: sumr_ge0.
by apply: le_lt_trans lt; apply: mulr_ge0.
Qed.
End Probabilistic.

(** ** Losses and merges *)

(** Example 3.2.1, any numbers of inputs and answers: the expected loss is Trace(L^T M), where L carries the prior; so for
    the uniform prior the lesser loss has the greater -Trace(L^T M). *)
Theorem trace_is_loss (R : realFieldType) (n m : nat) (prior : 'I_n -> R) (L M : 'M[R]_(m, n)) :
  \tr ((\matrix_(j, k) (prior k * L j k))^T *m M) = \sum_k prior k * (\sum_j L j k * M j k).
Proof.
apply: eq_bigr => k _; rewrite !mxE mulr_sumr; apply: eq_bigr => j _.
by rewrite !mxE mulrA.
Qed.
Theorem least_loss_greatest_trace (R : realFieldType) (n m : nat) (L M M' : 'M[R]_(m, n.+1)) :
  let loss (M : 'M[R]_(m, n.+1)) := \sum_k n.+1%:R^-1 * (\sum_j L j k * M j k) in
  loss M <= loss M' <-> - \tr (L^T *m M') <= - \tr (L^T *m M).
Proof.
have e (N : 'M[R]_(m, n.+1)) : \sum_k n.+1%:R^-1 * (\sum_j L j k * N j k) = n.+1%:R^-1 * \tr (L^T *m N).
  rewrite mulr_sumr; apply: eq_bigr => k _; rewrite !mxE; congr (_ * _); apply: eq_bigr => j _.
  by rewrite !mxE.
by rewrite /= !e ler_pmul2l ?invr_gt0 ?ltr0n // ler_opp2.
Qed.

(** A deterministic map loses nothing if and only if all outputs that it joins have proportional rows. *)
Section Merging.
Variables (R : realFieldType) (I T U : finType) (M : I -> T -> R) (g : T -> U).
Hypothesis law : mechanism M.
Let N (i : I) : U -> R := post (fun x u => (g x == u)%:R) (M i).
Let NE i u : N i u = \sum_(x | g x == u) M i x.
Proof. by rewrite /N /post [RHS]big_mkcond; apply: eq_bigr => x _; case: eqP => _; rewrite ?mulr1 ?mulr0. Qed.
Let M0 i x : 0 <= M i x. Proof. by case: (law i). Qed.

Theorem merging_loses o o' j k : g o = g o' -> M j o * M k o' != M k o * M j o' -> ~ followed N M.
Proof.
move=> same minor [K mK e]; have ne : o != o' by apply: contraNneq minor => ->; rewrite mulrC.
pose a := M k o + M k o'; pose b := M j o + M j o'.
have := distance_post (N j) (N k) a b mK; rewrite /distance_of.
rewrite (eq_bigr (fun x => `|a * M j x - b * M k x|)) => [|x _]; last by rewrite !e.
rewrite (partition_big g xpredT) //= leNgt => /negP; apply.
rewrite (bigD1 (g o)) //= [X in _ < X](bigD1 (g o)) //=; apply: ltr_le_add; last first.
  apply: ler_sum => u _; rewrite !NE !mulr_sumr -sumrB; exact: ler_norm_sum.
have sum0 : (a * M j o - b * M k o) + (a * M j o' - b * M k o') = 0 by rewrite /a /b; ring.
have A0 : a * M j o - b * M k o != 0.
  by rewrite (_ : _ - _ = M j o * M k o' - M k o * M j o') ?subr_eq0 // /a /b; ring.
rewrite !NE !mulr_sumr -sumrB (bigD1 o) //= (bigD1 o') /= ?same ?eqxx 1?eq_sym //=.
rewrite addrA sum0 add0r; apply: le_lt_trans (ler_norm_sum _ _ _) _.
rewrite [X in _ < X](bigD1 o) /= ?same ?eqxx // [X in _ < _ + X](bigD1 o') /= ?eqxx 1?eq_sym //.
by rewrite addrA ltr_addr; apply: ltr_paddr; rewrite ?normr_gt0 ?normr_ge0.
Qed.

Theorem joining_loses_nothing (o : T) : (forall x y j k, g x = g y -> M j x * M k y = M k x * M j y) -> followed N M.
Proof.
move=> minors; pose w x := \sum_i M i x; pose W u := \sum_(y | g y == u) w y.
have w0 x : 0 <= w x by apply: sumr_ge0.
have W0 u : 0 <= W u by apply: sumr_ge0.
pose K u x : R := if W u == 0 then (x == o)%:R else (g x == u)%:R * (w x / W u).
exists K => [u|i x].
  rewrite /K; case: (eqVneq (W u) 0) => [_|ne]; split=> [x|].
  - exact: ler0n.
  - by rewrite (bigD1 o) //= eqxx big1 ?addr0 // => x /negbTE ->.
  - by rewrite mulr_ge0 ?ler0n // divr_ge0.
  rewrite (eq_bigr (fun x => if g x == u then w x / W u else 0)) => [|x _]; last first.
    by case: eqP; rewrite ?mul1r ?mul0r.
  by rewrite -big_mkcond -mulr_suml divff.
have total y : W (g y) * M i y = N i (g y) * w y.
  rewrite NE !mulr_suml; apply: eq_bigr => z /eqP same.
  by rewrite mulr_suml mulr_sumr; apply: eq_bigr => k _; rewrite mulrC [LHS](minors _ _ _ _ (esym same)) mulrC.
have empty u : W u = 0 -> N i u = 0.
  move=> h; rewrite NE big1 // => y gy; have wy := psumr_eq0P (fun y _ => w0 y) h gy.
  exact: (psumr_eq0P (fun k _ => M0 k y) wy).
rewrite /post (bigD1 (g x)) //= big1 ?addr0 => [|u ne]; last first.
  rewrite /K; case: eqP => [/empty ->|_]; first by rewrite mul0r.
  by rewrite eq_sym (negbTE ne) mul0r mulr0.
rewrite /K; case: eqP => [h|/eqP ne]; last by rewrite eqxx mul1r mulrA -total mulrAC divff // mul1r.
have wx : w x = 0 by apply: (psumr_eq0P (fun y _ => w0 y) h).
by rewrite (empty _ h) mul0r; apply: (psumr_eq0P (fun k _ => M0 k x) wx).
Qed.
End Merging.

(** ** Telling two inputs apart *)
Section Overlaps.
Variables (R : realFieldType) (T : finType).
Implicit Types (P Q : T -> R).

(** Example 3.2.3: an output is at most as likely as the overlap under one of the two inputs. *)
Theorem unlikely_for_one P Q x : (forall x, 0 <= P x) -> (forall x, 0 <= Q x) ->
  Num.min (P x) (Q x) <= overlap P Q /\ (overlap P Q < P x -> Q x <= overlap P Q).
Proof.
move=> P0 Q0; have h : Num.min (P x) (Q x) <= overlap P Q.
  rewrite /overlap (bigD1 x) //= ler_addl; apply: sumr_ge0 => y _.
  by rewrite le_minr P0 Q0.
by split=> // lt; move: h; rewrite le_minl leNgt lt.
Qed.

(** Whoever guesses the likelier of two inputs errs with half their overlap; nobody errs less. *)
Lemma guess_likelier P Q : prob P (~: [set x | Q x <= P x]) + prob Q [set x | Q x <= P x] = overlap P Q.
Proof.
rewrite /overlap [RHS](bigID (mem [set x | Q x <= P x])) /= addrC; congr (_ + _).
  by apply: eq_bigr => x; rewrite inE => le; rewrite min_r.
by rewrite /prob; apply: eq_big => [x|x]; rewrite !inE // -ltNge => lt; rewrite min_l // ltW.
Qed.

(** Example 3.2.3: minus the coefficient is the error, twice, with which some two inputs are told apart. *)
Theorem two_inputs_to_tell (I : Type) (M : I -> T -> R) v : is_dobrushin M v ->
  exists i j (S : {set T}), overlap (M i) (M j) = - v /\ prob (M i) (~: S) + prob (M j) S = - v.
Proof.
move=> [[i [j e]] _]; exists i, j, [set x | M j x <= M i x].
by rewrite guess_likelier e opprK.
Qed.

(** A mechanism that ignores its input has the coefficient -1, and nobody who guesses errs less than half the time. *)
Theorem input_ignored (I : Type) (M : I -> T -> R) v : mechanism M -> (forall i j, M i =1 M j) -> is_dobrushin M v ->
  v = -1 /\ ~ exists i j (S : {set T}), prob (M i) (~: S) + prob (M j) S < 1.
Proof.
move=> law same [[i [j e]] _]; split.
  rewrite e -(law i).2; congr (- _); apply: eq_bigr => x _; rewrite (same j i); exact: minxx.
move=> [k [l [S]]]; rewrite (_ : _ + _ = 1) ?ltxx // -(law k).2 [RHS](bigID (mem S)) /= addrC; congr (_ + _).
  by apply: eq_bigr => x _; apply: same.
by apply: eq_bigl => x; rewrite inE.
Qed.

(** Example 3.2.4: mu_disc is at least -r if and only if every two inputs have a total variation distance of 1 - r or more. *)
Theorem discrimination_prefers (I : eqType) (M : I -> T -> R) v r : mechanism M -> is_discrimination M v ->
  - r <= v <-> forall i j, i != j -> 2%:R * (1 - r) <= l1 (M i) (M j).
Proof.
move=> law [[i [j [ne e]]] most]; have two : (0 : R) < 2%:R by rewrite ltr0n.
have far k l : (2%:R * (1 - r) <= l1 (M k) (M l)) = (- r <= - overlap (M k) (M l)).
  by rewrite overlap_l1 // ler_pmul2l // ler_add2l.
by split=> [le k l kl|h]; rewrite ?far; [apply: le_trans le (most k l kl) | rewrite e -far; exact: h].
Qed.

(** Axiom 3.2.5: a coupling of two laws in which the answers are equal with their overlap as the probability, and none in
    which they are equal with more. *)
Theorem maximal_coupling P Q : distribution P -> distribution Q ->
  let coupling (J : T * T -> R) := [/\ distribution J, forall x, \sum_y J (x, y) = P x & forall y, \sum_x J (x, y) = Q y] in
  (exists2 J, coupling J & \sum_x J (x, x) = overlap P Q) /\ forall J, coupling J -> \sum_x J (x, x) <= overlap P Q.
Proof.
move=> [P0 P1] [Q0 Q1] coupling; split; last first.
  move=> J [[J0 _] first second]; apply: ler_sum => x _; rewrite le_minr -first -second; apply/andP; split.
    by rewrite (bigD1 x) //= ler_addl; apply: sumr_ge0.
  by rewrite (bigD1 x) //= ler_addl; apply: sumr_ge0.
pose m x := Num.min (P x) (Q x); pose o := overlap P Q.
have mP x : m x <= P x by rewrite le_minl lexx.
have mQ x : m x <= Q x by rewrite le_minl lexx orbT.
have m0 x : 0 <= m x by rewrite le_minr P0 Q0.
have restP : \sum_x (P x - m x) = 1 - o by rewrite sumrB P1.
have restQ : \sum_x (Q x - m x) = 1 - o by rewrite sumrB Q1.
have o1 : 0 <= 1 - o by rewrite -restP; apply: sumr_ge0 => x _; rewrite subr_ge0.
pose J (z : T * T) := (z.1 == z.2)%:R * m z.1 + (P z.1 - m z.1) * (Q z.2 - m z.2) / (1 - o).
have none x : 1 - o = 0 -> P x - m x = 0 /\ Q x - m x = 0.
  move=> h; split; [move: restP | move: restQ]; rewrite h => s; apply: (psumr_eq0P _ s) => // y _; by rewrite subr_ge0.
have first x : \sum_y J (x, y) = P x.
  rewrite big_split /= (bigD1 x) //= eqxx mul1r big1 ?addr0 => [|y ne]; last by rewrite eq_sym (negbTE ne) mul0r.
  rewrite -mulr_suml -mulr_sumr restQ; case: (eqVneq (1 - o) 0) => [h|ne]; last by rewrite mulfK // addrC subrK.
  by rewrite h mulr0 mul0r addr0; have [/eqP] := none x h; rewrite subr_eq0 => /eqP.
have second y : \sum_x J (x, y) = Q y.
  rewrite big_split /= (bigD1 y) //= eqxx mul1r big1 ?addr0 => [|x ne]; last by rewrite (negbTE ne) mul0r.
  rewrite -!mulr_suml restP; case: (eqVneq (1 - o) 0) => [h|ne].
    by rewrite h !mul0r addr0; have [_ /eqP] := none y h; rewrite subr_eq0 => /eqP.
  by rewrite mulrAC divff // mul1r addrC subrK.
exists J; last first.
  rewrite big_split /= [X in _ + X]big1 ?addr0 => [|x _].
    by apply: eq_bigr => x _; rewrite eqxx mul1r.
  by rewrite /= /m; case: (leP (P x) (Q x)) => _; rewrite subrr !(mul0r, mulr0).
split=> //; split=> [z|]; last first.
  by rewrite (eq_bigr (fun z => J (z.1, z.2))) => [|[] //]; rewrite -(pair_bigA _ (fun x y => J (x, y))) /= -P1; apply: eq_bigr.
by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?invr_ge0 // subr_ge0.
Qed.
End Overlaps.

(** ** Real functions *)
Section Functions.
Variable R : realFieldType.
Implicit Types (f M : R -> R).

(** Section 3.2: a logarithm, any increasing function that turns products into sums, turns factors into summands. *)
Theorem logarithm_adds (ln : R -> R) (mu mu' G : R) : (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) ->
  (forall x y, 0 < x -> x < y -> ln x < ln y) -> 0 < mu' -> 0 < G -> mu = G * mu' ->
  ln mu = ln mu' + ln G /\ (ln G <= 0) = (G <= 1).
Proof.
move=> hom grow mu0 G0 ->; rewrite hom // addrC; split=> //.
have ln1 : ln 1 = 0 by have := hom 1 1 ltr01 ltr01; rewrite mulr1 => /eqP; rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0 => /eqP.
rewrite -ln1; case: (ltgtP G 1) => [lt|lt|->]; last by rewrite lexx.
  by rewrite ltW // grow.
by apply/negbTE; rewrite -ltNge grow ?ltr01.
Qed.

(** Appendix A: intervals with a point in common have an interval as their union. *)
Theorem union_of_intervals (B : Type) (low high : B -> R) a : (forall b, low b <= a <= high b) ->
  forall x y z, (exists b, low b <= x <= high b) -> (exists b, low b <= z <= high b) -> x <= y -> y <= z ->
  exists b, low b <= y <= high b.
Proof.
move=> common x y z [b /andP [lx _]] [b' /andP [_ hz]] xy yz; case: (leP y a) => h.
  by exists b; rewrite (le_trans lx xy) (le_trans h) //; case/andP: (common b).
by exists b'; rewrite (le_trans yz hz) andbT; apply: le_trans (ltW h); case/andP: (common b').
Qed.

(** Appendix C: f is convex on an interval if and only if its slopes do not fall, in either point. *)
Theorem convex_slopes f (D : R -> Prop) : (forall x y z, D x -> D z -> x <= y -> y <= z -> D y) ->
  let slope x y := (f x - f y) / (x - y) in
  (forall t x y, 0 <= t <= 1 -> D x -> D y -> f (t * x + (1 - t) * y) <= t * f x + (1 - t) * f y) <->
  (forall x x' y, D y -> D x' -> y < x -> x <= x' -> slope x y <= slope x' y) /\
  (forall x y y', D y -> D x -> y <= y' -> y' < x -> slope x y <= slope x y').
Proof.
move=> interval slope; split=> [convex|[slopes _] t x y /andP [t0 t1] Dx Dy].
  have three x y z : D x -> D z -> x < y -> y < z -> f y * (z - x) <= f x * (z - y) + f z * (y - x).
    move=> Dx Dz xy yz; have xz := lt_trans xy yz; have zx : 0 < z - x by rewrite subr_gt0.
    have nz : z - x != 0 by rewrite gt_eqF.
    have t01 : 0 <= (z - y) / (z - x) <= 1.
      by rewrite divr_ge0 ?(ltW zx) ?subr_ge0 ?(ltW yz) //= ler_pdivr_mulr // mul1r ler_add2l ler_opp2 ltW.
    have := convex _ x z t01 Dx Dz; rewrite (_ : _ * x + _ = y); last by field.
    move/(ler_wpmul2r (ltW zx))/le_trans; apply.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
  split=> [x x' y Dy Dx' yx|x y y' Dy Dx].
    rewrite le_eqVlt => /orP [/eqP -> //|xx']; have := three _ _ _ Dy Dx' yx xx'.
    rewrite /slope ler_pdivr_mulr ?subr_gt0 // mulrAC ler_pdivl_mulr ?subr_gt0 ?(lt_trans yx) //.
    by move=> h; rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (_ <= _); ring.
  rewrite le_eqVlt => /orP [/eqP -> //|yy' y'x]; have := three _ _ _ Dy Dx yy' y'x.
  rewrite /slope ler_pdivr_mulr ?subr_gt0 ?(lt_trans yy') // mulrAC ler_pdivl_mulr ?subr_gt0 //.
  by move=> h; rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (_ <= _); ring.
have main s u w : 0 <= s <= 1 -> D u -> D w -> u < w -> f (s * w + (1 - s) * u) <= s * f w + (1 - s) * f u.
  move=> /andP [s0 s1] Du Dw uw; case: (eqVneq s 0) => [->|sn]; first by rewrite !mul0r subr0 !mul1r !add0r.
  have sp : 0 < s by rewrite lt_neqAle eq_sym sn.
  have wu : 0 < w - u by rewrite subr_gt0.
  have e : s * w + (1 - s) * u - u = s * (w - u) by ring.
  have le : s * w + (1 - s) * u <= w.
    rewrite -subr_ge0 (_ : w - _ = (1 - s) * (w - u)); last by ring.
    by rewrite mulr_ge0 ?subr_ge0 ?(ltW uw).
  have lt : u < s * w + (1 - s) * u by rewrite -subr_gt0 e mulr_gt0.
  have := slopes _ _ _ Du Dw lt le.
  rewrite /slope e ler_pdivr_mulr ?mulr_gt0 // (_ : _ / _ * _ = s * (f w - f u)); last by field; rewrite gt_eqF.
  rewrite ler_subl_addr.
  by move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
case: (ltgtP x y) => [lt|lt|->].
- have h : 0 <= 1 - t <= 1 by rewrite subr_ge0 t1 ler_subl_addr ler_addl.
  by have := main _ _ _ h Dx Dy lt; rewrite subKr [_ * y + _]addrC [_ * f y + _]addrC.
- by apply: main => //; rewrite t0.
- by rewrite -!mulrDl addrC subrK !mul1r.
Qed.
End Functions.

(** ** The inverse of M (footnote 6): M^-1(a) = inf{x: M(x) >= a} *)
Section Inverse.
Variables (R : realFieldType) (M inv : R -> R).
Hypotheses (conc : concave M) (M0 : 0 <= M 0) (M1 : M 1 = 1).
Hypothesis grows : forall a b, 0 <= a -> a <= b -> b <= 1 -> M a <= M b.
Hypothesis continuous_at_0 : forall e, 0 < e -> exists2 h, 0 < h & forall x, 0 <= x <= 1 -> x < h -> M x < M 0 + e.
Hypothesis infimum : forall a, 0 <= a <= 1 -> 0 <= inv a /\
  (forall x, 0 <= x <= 1 -> a <= M x -> inv a <= x) /\
  (forall e, 0 < e -> exists x, [/\ 0 <= x <= 1, a <= M x & x < inv a + e]).

Lemma inverse_range a : 0 <= a <= 1 -> 0 <= inv a <= 1.
Proof.
move=> ar; have [i0 [low _]] := infimum ar; rewrite i0 low ?ler01 ?lexx //.
by rewrite M1; case/andP: ar.
Qed.

Lemma at_least a : 0 <= a <= 1 -> a <= M (inv a).
Proof.
move=> ar; have [i0 [low close]] := infimum ar; have /andP [_ i1] := inverse_range ar; rewrite leNgt; apply/negP => lt.
have gap_ : 0 < a - M (inv a) by rewrite subr_gt0.
case: (eqVneq (inv a) 0) => [z|nz].
  have [h h0 small] := continuous_at_0 gap_; have [x [xr ax xh]] := close _ h0; rewrite z add0r in xh.
  by have := small x xr xh; rewrite z addrC subrK ltNge ax.
have v0 : 0 < inv a by rewrite lt_neqAle eq_sym nz.
have Mv0 : 0 <= M (inv a) by apply: le_trans M0 _; apply: grows.
have chord x : 0 <= x <= 1 -> inv a <= x -> inv a * M x <= x * M (inv a).
  move=> xr le; have x0 : 0 < x := lt_le_trans v0 le; have nx : x != 0 by rewrite gt_eqF.
  have tr : 0 <= inv a / x <= 1 by rewrite divr_ge0 ?(ltW x0) //= ler_pdivr_mulr // mul1r.
  have := conc tr xr (_ : 0 <= 0 <= 1); rewrite lexx ler01 mulr0 addr0 divfK // => /(_ isT).
  rewrite -(ler_pmul2l x0) => /(le_trans _); apply.
  have -> : x * (inv a / x * M x + (1 - inv a / x) * M 0) = inv a * M x + (x - inv a) * M 0 by field.
  by rewrite ler_addl mulr_ge0 // subr_ge0.
case: (eqVneq (M (inv a)) 0) => [z|ne].
  have [x [xr ax _]] := close 1 ltr01; have := chord x xr (low x xr ax); rewrite z mulr0 pmulr_rle0 //.
  by move/(le_trans ax); rewrite -z leNgt lt.
have p0 : 0 < M (inv a) by rewrite lt_neqAle eq_sym ne.
pose e := inv a * (a - M (inv a)) / M (inv a); have e0 : 0 < e by rewrite divr_gt0 // mulr_gt0.
have [x [xr ax xe]] := close e e0; have := chord x xr (low x xr ax); apply/negP; rewrite -ltNge.
apply: lt_le_trans (_ : (inv a + e) * M (inv a) <= _); first by rewrite ltr_pmul2r.
have -> : (inv a + e) * M (inv a) = inv a * a by rewrite /e; field.
by rewrite ler_pmul2l.
Qed.

(** a <= M(b) if and only if M^-1(a) <= b. *)
Theorem inverse_equivalence a b : 0 <= a <= 1 -> 0 <= b <= 1 -> a <= M b <-> inv a <= b.
Proof.
move=> ar br; have [i0 [low _]] := infimum ar; split=> [|le]; first exact: low.
by apply: le_trans (at_least ar) _; apply: grows => //; case/andP: br.
Qed.

(** So the two conditions of the symmetrised form are one interval, with m(a) = 1 - M(1 - a), m^-1(a) = 1 - M^-1(1 - a). *)
Theorem symmetrised_form a b : 0 <= a <= 1 -> 0 <= b <= 1 ->
  let m x := 1 - M (1 - x) in
  (m a <= b <= M a) && (m b <= a <= M b) <->
  Num.max (m a) (inv a) <= b <= Num.min (M a) (1 - inv (1 - a)).
Proof.
move=> ar br m; have c (x : R) : 0 <= x <= 1 -> 0 <= 1 - x <= 1.
  by case/andP=> x0 x1; rewrite subr_ge0 x1 ler_subl_addr ler_addl.
have flip (u v : R) : (1 - u <= v) = (1 - v <= u) by rewrite ler_subl_addr -ler_subl_addl.
have one := inverse_equivalence ar br; have other := inverse_equivalence (c _ ar) (c _ br).
rewrite le_maxl le_minr [b <= 1 - _]ler_subr_addr addrC -ler_subr_addr {2}/m flip.
split=> [/andP [/andP [-> ->] /andP [/other -> /one ->]] //|/andP [/andP [-> /one ->] /andP [-> /other ->]] //].
Qed.

(** From M(0) on below 1 each value is taken once; below M(0) none is, and the infimum is 0. *)
Theorem inverse_below a : 0 <= a -> a < M 0 -> inv a = 0 /\ ~ exists2 x, 0 <= x <= 1 & M x = a.
Proof.
move=> a0 lt; have M01 : M 0 <= 1 by rewrite -M1; apply: grows; rewrite ?ler01.
have ar : 0 <= a <= 1 by rewrite a0 (le_trans (ltW lt)).
have [i0 [low _]] := infimum ar; split; first by apply: le_anti; rewrite i0 low ?lexx ?ler01 // ltW.
by move=> [x /andP [x0 x1] e]; have := grows (lexx 0) x0 x1; rewrite e leNgt lt.
Qed.
Theorem inverse_exists a : 0 <= a -> M 0 <= a -> a < 1 ->
  0 <= inv a <= 1 /\ forall x, 0 <= x <= 1 -> (M x = a <-> x = inv a).
Proof.
move=> a0 Ma a1.
have ar : 0 <= a <= 1 by rewrite a0 ltW.
have ir := inverse_range ar; have [i0 [low close]] := infimum ar; have /andP [_ i1] := ir.
have attained : M (inv a) = a.
  apply: le_anti; rewrite at_least // andbT leNgt; apply/negP => lt.
  case: (eqVneq (inv a) 0) => [z|nz]; first by move: lt; rewrite z ltNge Ma.
  have v0 : 0 < inv a by rewrite lt_neqAle eq_sym nz.
  have p0 : 0 < M (inv a) := le_lt_trans a0 lt.
  pose t := a / M (inv a); have tr : 0 <= t <= 1 by rewrite divr_ge0 ?(ltW p0) //= ler_pdivr_mulr // mul1r ltW.
  have t1 : t < 1 by rewrite ltr_pdivr_mulr // mul1r.
  have := conc tr ir (_ : 0 <= 0 <= 1); rewrite lexx ler01 mulr0 addr0 divfK ?gt_eqF // => /(_ isT) h.
  have xr : 0 <= t * inv a <= 1 by case/andP: tr => t0 _; rewrite mulr_ge0 //= mulr_ile1 // ltW.
  have ax : a <= M (t * inv a) by apply: le_trans h; rewrite ler_addl mulr_ge0 // subr_ge0 ltW.
  by have := low _ xr ax; rewrite leNgt gtr_pmull // t1.
split=> // x xr; split=> [e|-> //].
have once u w : 0 <= u -> u < w -> w <= 1 -> M u = a -> M w = a -> False.
  move=> u0 uw w1 eu ew; have := increasing_follows conc M1 u0 uw w1; by rewrite eu ew ltxx => /(_ a1).
have /andP [x0 x1] := xr; case: (ltgtP x (inv a)) => // lt; exfalso.
  exact: once x0 lt i1 e attained.
exact: once i0 lt x1 attained e.
Qed.
End Inverse.

(** A jump at 0: every a in it has the infimum 0, is M(x) for no x, and is more than M(0). *)
Theorem jump_at_0 (R : realFieldType) (M : R -> R) a v : M 0 < a -> (forall x, 0 < x <= 1 -> a < M x) -> 0 <= v ->
  (forall x, 0 <= x <= 1 -> a <= M x -> v <= x) -> [/\ v = 0, ~ a <= M 0 & ~ exists2 x, 0 <= x <= 1 & M x = a].
Proof.
move=> lt more v0 low; split.
- apply: le_anti; rewrite v0 andbT leNgt; apply/negP => pos.
  have v1 : v <= 1 by apply: low; rewrite ?ler01 ?lexx // ltW // more ?ltr01 ?lexx.
  have h : 0 < v / 2%:R < v.
    rewrite divr_gt0 ?ltr0n //= ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n //.
  case/andP: h => h0 h1; have r : 0 < v / 2%:R <= 1 by rewrite h0 (le_trans (ltW h1)).
  by have := low (v / 2%:R); rewrite (ltW h0) (le_trans (ltW h1) v1) (ltW (more _ r)) leNgt h1 => /(_ isT isT).
- by rewrite leNgt lt.
move=> [x /andP [x0 x1] e]; case: (eqVneq x 0) => [z|nz]; first by move: lt; rewrite -e z ltxx.
have : a < M x by apply: more; rewrite lt_neqAle eq_sym nz x0.
by rewrite e ltxx.
Qed.

(** ** The conditions of Theorems 2.1.3 and 0.0.6 *)

(** (epsilon, delta)-differential privacy as b <= E a + d, for an event and its complement: no other M than min(1, E a + d)
    has b allowed below M(a), for b > m(a), and none above. *)
Theorem only_upper_bound (R : realFieldType) (E d : R) (M m : R -> R) a : 1 <= E -> 0 <= d -> 0 <= a <= 1 ->
  let q' b := b <= E * a + d /\ 1 - b <= E * (1 - a) + d in
  0 <= M a <= 1 -> m a <= a -> (forall b, 0 <= b <= 1 -> M a < b -> ~ q' b) ->
  (forall b, 0 <= b <= 1 -> m a < b -> b < M a -> q' b) -> M a = Num.min 1 (E * a + d).
Proof.
move=> E1 d0 /andP [a0 a1] q' /andP [M0 M1] ma above inside.
have Ea : a <= E * a + d by apply: le_trans (_ : E * a <= _); rewrite ?ler_pemull // ler_addl.
have E0 : 0 <= E * a + d := le_trans a0 Ea.
apply: le_anti; rewrite le_minr M1 /=; apply/andP; split.
  rewrite leNgt; apply/negP => lt; have two : (0 : R) < 2%:R by rewrite ltr0n.
  pose b := (E * a + d + M a) / 2%:R.
  have b1 : E * a + d < b by rewrite ltr_pdivl_mulr // mulr_natr mulr2n ltr_add2l.
  have b2 : b < M a by rewrite ltr_pdivr_mulr // mulr_natr mulr2n ltr_add2r.
  have range : 0 <= b <= 1 by rewrite (le_trans E0 (ltW b1)) (le_trans (ltW b2) M1).
  have [le _] := inside b range (le_lt_trans (le_trans ma Ea) b1) b2.
  by move: b1; rewrite ltNge le.
rewrite leNgt; apply/negP => lt; apply: (above _ _ lt); first by rewrite le_minr ler01 E0 le_minl lexx.
have c : 1 - (E * a + d) <= E * (1 - a) + d.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (E - 1) + (d + d)); last by ring.
  by rewrite addr_ge0 ?subr_ge0 // addr_ge0.
split; first by rewrite le_minl lexx orbT.
case: (leP 1 (E * a + d)) => _ //; rewrite subrr addr_ge0 // mulr_ge0 ?subr_ge0 //; exact: le_trans ler01 E1.
Qed.

(** Theorem 0.0.6 (i) as printed, of the events of one mechanism: M = 1 and m = 0 have it, whatever q is, and the other items. *)
Theorem item_i_says_nothing (R : realFieldType) (q : R -> R -> Prop) (T : finType) (P Q : T -> R) :
  distribution P -> distribution Q -> allowed_pair q P Q ->
  let M (a : R) : R := 1 in let m (a : R) : R := 0 in
  (forall S, (m (prob P S) < prob Q S < M (prob P S) -> region q (prob P S) (prob Q S)) /\
    ~ (prob Q S < m (prob P S) \/ M (prob P S) < prob Q S)) /\
  [/\ forall a, 0 <= a <= 1 -> [/\ M a <= 1, a <= M a, m a <= a, 0 <= m a & m a = 1 - M (1 - a)],
      forall a b, a <= b -> M a <= M b, forall a b, a < b -> M a < 1 -> M a < M b & concave M].
Proof.
move=> dP dQ ok M m; split=> [S|].
  have r := (allowed_region q dP dQ).1 ok S; split=> //; have [_ /andP [b0 b1] _ _] := r.
  by rewrite /m /M => -[]; rewrite ltNge ?b0 ?b1.
split=> [a /andP [a0 a1]|a b|a b _|]; rewrite /M /m ?lexx ?ltxx ?subrr //.
by move=> t a a' _ _ _; rewrite !mulr1 addrC subrK.
Qed.

(** q1, M = 1: continuous, at least a, and condition 4 has nothing to say. *)
Theorem everything_allowed_conditions (R : realFieldType) : let M (a : R) : R := 1 in
  [/\ forall a e, 0 < e -> exists2 h, 0 < h & forall b, `|b - a| < h -> `|M b - M a| < e,
      forall a, 0 <= a <= 1 -> a <= M a <= 1 & forall a b, a < b -> M a < 1 -> M a < M b].
Proof.
move=> M; split=> [a e e0|a /andP [_ ->]|a b _]; rewrite /M ?lexx ?ltxx //.
by exists 1 => [|b _]; rewrite ?ltr01 // subrr normr0.
Qed.
