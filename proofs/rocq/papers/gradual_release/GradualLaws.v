(** * GradualLaws: gradual release for answers with infinitely many values

    Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy". A law is given by its
    integral (DefinitionsLaws.v). Post-processing and composition; the density of Theorems 10 to 12 is private, in n
    dimensions; and Theorem 9: no private noise has a smaller mean-squared error than 2 n/epsilon^2. *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import DefinitionsLaws Archimedean.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Integrals *)

Section Integrals.
Variables (R : realFieldType) (X : Type).
Implicit Types (I : integral R X) (f g : X -> R).

Lemma integral_le I f g v w : (forall x, f x <= g x) -> I f v -> I g w -> v <= w.
Proof.
move=> le fv gw; rewrite -subr_ge0 -[- v]mulN1r; apply: (integrates_ge0 _ (integrates_add gw (integrates_scale (-1) fv))).
by move=> x; rewrite mulN1r subr_ge0.
Qed.

Lemma integral_unique I f v w : I f v -> I f w -> v = w.
Proof. by move=> fv fw; apply/eqP; rewrite eq_le !(integral_le (I := I) (f := f) (g := f)). Qed.

Lemma integral_const I c : law I -> I (fun=> c) c.
Proof.
by move=> one; rewrite -[c in X in I X _]mulr1 -[X in I _ X]mulr1; apply: integrates_scale.
Qed.

Lemma integral_sum (T : Type) I (s : seq T) (P : pred T) (f : T -> X -> R) (v : T -> R) :
  I (fun=> 0) 0 -> (forall k, P k -> I (f k) (v k)) -> I (fun x => \sum_(k <- s | P k) f k x) (\sum_(k <- s | P k) v k).
Proof.
move=> zero each; elim: s => [|k s ih].
  by rewrite big_nil; apply: integrates_same zero => x; rewrite big_nil.
rewrite big_cons; case: (boolP (P k)) => [Pk|no].
  by apply: integrates_same (integrates_add (each k Pk) ih) => x; rewrite big_cons Pk.
by apply: integrates_same ih => x; rewrite big_cons (negbTE no).
Qed.

Lemma integral_0 I : law I -> I (fun=> 0) 0.
Proof. exact: integral_const. Qed.

(** A bound of densities is one of probabilities, for every event. *)
Lemma density_close I f g E mu nu : has_density I f mu -> has_density I g nu -> (forall x, f x <= E * g x) ->
  close_laws E mu nu.
Proof.
move=> df dg le A p q /df Ap /dg Aq.
apply: (integral_le (I := I) _ Ap (integrates_scale E Aq)) => x.
by case: (A x); rewrite ?mul1r ?mul0r ?mulr0.
Qed.

End Integrals.

(** ** Two answers, one after the other *)

Section Joined.
Variables (R : realFieldType) (X Y : Type).

(** Without the second answer the first one has its law, ... *)
Theorem without_the_second (mu : integral R X) (K : X -> integral R Y) (L : integral R (X * Y)) f v :
  (forall x, law (K x)) -> joined mu K L -> L (fun z => f z.1) v -> mu f v.
Proof.
move=> total join /join [g gK]; apply: integrates_same => x.
exact: integral_unique (gK x) (integral_const (f x) (total x)).
Qed.

(** ... and without the one in the middle the last one comes from the first by the two kernels, one after the other. *)
Theorem without_the_middle (Z : Type) (mu : integral R X) (K : X -> integral R Y) (K' : Y -> integral R Z)
    (KK : X -> integral R Z) (L : integral R (X * Y)) (M : integral R (X * Y * Z)) f v :
  (forall x h s g, (forall y, K' y h (g y)) -> K x g s -> KK x h s) ->
  joined mu K L -> joined L (fun z => K' z.2) M -> M (fun z => f (z.1.1, z.2)) v ->
  exists2 g, forall x, KK x (fun z => f (x, z)) (g x) & mu g v.
Proof.
move=> two join join' /join' [g gK] /join [h hK mh]; exists h => // x.
by apply: two (hK x) => y; apply: gK (x, y).
Qed.

End Joined.

(** Proposition 3: what is drawn from a private answer and from chance is private, whatever the spaces are. g has the
    probabilities of the event, given the answer. *)
Section Counting.
Variable R : realFieldType.
Definition steps (m : nat) (y : R) : R := \sum_(k < m) (k.+1%:R <= y)%R%:R.

Let natr1 n : n%:R + 1 = n.+1%:R :> R. Proof. by rewrite mulrSr. Qed.

Lemma steps_all m y : m%:R <= y -> steps m y = m%:R.
Proof.
move=> le; rewrite /steps (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => k _.
by rewrite (le_trans _ le) // ler_nat.
Qed.

Lemma steps_bounds m y : 0 <= y -> steps m y <= y /\ (y <= m%:R -> y <= steps m y + 1).
Proof.
move=> y0; elim: m => [|m [lo hi]]; first by rewrite /steps big_ord0 add0r; split=> // /le_trans; apply; rewrite ler01.
have -> : steps m.+1 y = steps m y + (m.+1%:R <= y)%R%:R by rewrite /steps big_ord_recr.
case: (lerP m.+1%:R y) => [le|lt] /=.
  have le' : m%:R <= y by apply: le_trans le; rewrite ler_nat.
  by rewrite steps_all // mulr1n natr1; split=> // h; apply: le_trans h _; rewrite ler_addl ler01.
rewrite mulr0n addr0; split=> // _; case: (lerP y m%:R) => [/hi //|gt].
by rewrite steps_all ?(ltW gt) // natr1 ltW.
Qed.

Lemma finite_choice (T : Type) (t : T) m (P : 'I_m -> T -> Prop) : (forall k, exists v, P k v) -> exists f, forall k, P k (f k).
Proof.
move=> each; suff /(_ m (leqnn m)) [f fP] : forall j, (j <= m)%N -> exists f, forall k : 'I_m, (k < j)%N -> P k (f k).
  by exists f => k; apply: fP.
elim=> [|j ih] lt; first by exists (fun=> t).
have [f fP] := ih (ltnW lt); have [v vP] := each (Ordinal lt).
exists (fun k => if k == Ordinal lt then v else f k) => k; rewrite ltnS leq_eqVlt.
by case: (k =P Ordinal lt) => [-> //|ne /orP [/eqP kj|/fP //]]; case: ne; apply: val_inj.
Qed.
End Counting.

Section PostProcessing.
Variables (R : archiFieldType) (X Y : Type).
Implicit Types (mu nu : integral R X) (E : R).

Lemma functions_of_events mu nu E g p q : law mu -> law nu -> 0 <= E -> close_laws E mu nu ->
  (forall x, 0 <= g x <= 1) ->
  (forall t, (exists r, has_probability mu (fun x => t <= g x) r) /\ (exists r, has_probability nu (fun x => t <= g x) r)) ->
  mu g p -> nu g q -> p <= E * q.
Proof.
move=> one one' E0 close g01 level gp gq.
have key m : (0 < m)%N -> p <= E * q + m%:R^-1.
  move=> m0; have mp : 0 < m%:R :> R by rewrite ltr0n.
  pose A (k : 'I_m) x := k.+1%:R / m%:R <= g x.
  have both (k : 'I_m) : exists2 r, has_probability mu (A k) r & exists2 s, has_probability nu (A k) s & r <= E * s.
    have [[r Ar] [s As]] := level (k.+1%:R / m%:R); exists r => //; exists s => //; exact: close Ar As.
  have [r rP] : exists r : 'I_m -> R, forall k, has_probability mu (A k) (r k) /\
      exists2 s, has_probability nu (A k) s & r k <= E * s.
    apply: (finite_choice 0 (P := fun k v => has_probability mu (A k) v /\
      exists2 s, has_probability nu (A k) s & v <= E * s)) => k.
    by have [r0 a b] := both k; exists r0.
  have [s sP] : exists s : 'I_m -> R, forall k, has_probability nu (A k) (s k) /\ r k <= E * s k.
    apply: (finite_choice 0 (P := fun k v => has_probability nu (A k) v /\ r k <= E * v)) => k.
    by have [_ [s0 a b]] := rP k; exists s0.
  pose low x : R := m%:R^-1 * \sum_(k < m) (A k x)%:R.
  have low_steps x : low x = m%:R^-1 * steps m (m%:R * g x).
    by rewrite /low /steps; congr (_ * _); apply: eq_bigr => k _; rewrite /A ler_pdivr_mulr // mulrC.
  have bounds x : low x <= g x <= low x + m%:R^-1.
    have /andP [g0 g1] := g01 x; have [lo hi] := steps_bounds m (mulr_ge0 (ltW mp) g0).
    rewrite low_steps; apply/andP; split; first by rewrite ler_pdivr_mull.
    have -> : m%:R^-1 * steps m (m%:R * g x) + m%:R^-1 = m%:R^-1 * (steps m (m%:R * g x) + 1) by rewrite mulrDr mulr1.
    by rewrite ler_pdivl_mull //; apply: hi; apply: ler_pimulr => //; apply: ltW.
  have lr : mu low (m%:R^-1 * \sum_k r k).
    apply: integrates_scale; apply: integral_sum => [|k _]; [exact: integral_0 | by case: (rP k)].
  have ls : nu low (m%:R^-1 * \sum_k s k).
    apply: integrates_scale; apply: integral_sum => [|k _]; [exact: integral_0 | by case: (sP k)].
  apply: (@le_trans _ _ (m%:R^-1 * (\sum_k r k) + m%:R^-1)).
    apply: integral_le gp (integrates_add lr (integral_const m%:R^-1 one)) => x.
    by case/andP: (bounds x).
  rewrite ler_add2r; apply: (@le_trans _ _ (E * (m%:R^-1 * \sum_k s k))).
    rewrite mulrCA ler_pmul2l ?invr_gt0 // mulr_sumr; apply: ler_sum => k _; by case: (sP k).
  by rewrite ler_wpmul2l //; apply: integral_le ls gq => x; case/andP: (bounds x).
apply/ler_addgt0Pr => e e0; set b := Num.bound e^-1.
have gt : e^-1 < b%:R by apply: archi_boundP; rewrite invr_ge0 ltW.
have b0 : 0 < b%:R :> R by apply: le_lt_trans gt; rewrite invr_ge0 ltW.
apply: le_trans (key b _) _; first by rewrite -(ltr_nat R).
by rewrite ler_add2l -[X in X <= _]mulr1 ler_pdivr_mull // -ler_pdivr_mulr // mul1r ltW.
Qed.

Theorem post_laws mu nu E (K : X -> integral R Y) (L M : integral R (X * Y)) :
  law mu -> law nu -> (forall x, law (K x)) -> 0 <= E -> close_laws E mu nu -> joined mu K L -> joined nu K M ->
  forall A p q, has_probability L A p -> has_probability M A q ->
  (forall g, (forall x, has_probability (K x) (fun y => A (x, y)) (g x)) -> forall t,
    (exists r, has_probability mu (fun x => t <= g x) r) /\ (exists r, has_probability nu (fun x => t <= g x) r)) ->
  p <= E * q.
Proof.
move=> one one' total E0 close jL jM A p q /jL [g gK gp] /jM [h hK hq] level.
have {}hq : nu g q by apply: integrates_same hq => x; apply: integral_unique (hK x) (gK x).
apply: (functions_of_events one one' E0 close _ (level g gK) gp hq) => x.
have zero : K x (fun=> 0) 0 by apply: integral_0.
rewrite (integral_le _ zero (gK x)); last by move=> y; rewrite ler0n.
by rewrite (integral_le _ (gK x) (total x)) // => y; rewrite lern1 leq_b1.
Qed.

(** Proposition 4: two answers, the second one private given the first. *)
Theorem compose_laws mu nu E F (K K' : X -> integral R Y) (L M : integral R (X * Y)) :
  law mu -> law nu -> (forall x, law (K' x)) -> 0 <= E -> 0 <= F -> close_laws E mu nu ->
  (forall x, close_laws F (K x) (K' x)) -> joined mu K L -> joined nu K' M ->
  forall A p q g r, has_probability L A p -> has_probability M A q ->
  (forall x, has_probability (K' x) (fun y => A (x, y)) (g x)) -> mu g r -> (forall t,
    (exists r, has_probability mu (fun x => t <= g x) r) /\ (exists r, has_probability nu (fun x => t <= g x) r)) ->
  p <= E * F * q.
Proof.
move=> one one' total E0 F0 close closeK jL jM A p q g r /jL [f fK fp] /jM [h hK hq] gK gr level.
have {}hq : nu g q by apply: integrates_same hq => x; apply: integral_unique (hK x) (gK x).
rewrite (_ : E * F * q = F * (E * q)); last by rewrite -mulrA mulrCA.
apply: (@le_trans _ _ (F * r)).
  apply: integral_le fp (integrates_scale F gr) => x; exact: closeK (fK x) (gK x).
rewrite ler_wpmul2l //; apply: (functions_of_events one one' E0 close _ level gr hq) => x.
have zero : K' x (fun=> 0) 0 by apply: integral_0.
rewrite (integral_le _ zero (gK x)); last by move=> y; rewrite ler0n.
by rewrite (integral_le _ (gK x) (total x)) // => y; rewrite lern1 leq_b1.
Qed.

End PostProcessing.

(** ** The density of Theorems 10 to 12 *)

Section Density.
Variables (R : realFieldType) (exp : R -> R).
Hypothesis power : power_function exp.

Lemma exp_pos a : 0 < exp a. Proof. by case: power. Qed.
Lemma exp_add a b : exp (a + b) = exp a * exp b. Proof. by case: power. Qed.
Lemma exp_le a b : a <= b -> exp a <= exp b. Proof. by case: power => _ _; apply. Qed.

(** The Laplace density changes by a factor of at most e^(e |u - u'|), ... *)
Theorem laplace_private e y u u' : 0 < e ->
  laplace exp e (y - u) <= exp (e * `|u - u'|) * laplace exp e (y - u').
Proof.
move=> e0; rewrite /laplace mulrCA ler_pmul2l ?divr_gt0 ?ltr0n // -exp_add; apply: exp_le.
by rewrite -!mulrN -mulrDr ler_pmul2l // ler_subr_addr [- _ + _]addrC ler_subl_addl; apply: ler_dist_add.
Qed.

Lemma laplace_ge0 e y : 0 < e -> 0 <= laplace exp e y.
Proof. by move=> e0; rewrite mulr_ge0 ?divr_ge0 ?ler0n ?ltW ?exp_pos. Qed.

(** (28) depends on the difference of the answers alone: what is added to y is independent of y. *)
Theorem tightening_moved d e x y u : tightening exp d e (x + u) (y + u) = tightening exp d e x y.
Proof. by rewrite /tightening (inj_eq (addIr _)) (_ : x + u - (y + u) = x - y) //; ring. Qed.

(** So the rest of the density does not change at all if all answers move by the same. *)
Lemma tightenings_moved e y u es xs :
  tightenings exp e (y - u) (zip es [seq x - u | x <- xs]) = tightenings exp e y (zip es xs).
Proof.
by elim: es xs e y => [|d es ih] [|x xs] e y //=; rewrite ih tightening_moved.
Qed.

Lemma tightenings_ge0 e y es xs : 0 < e -> path >=%R e es -> all (fun d => 0 < d) es -> 0 <= tightenings exp e y (zip es xs).
Proof.
elim: es xs e y => [|d es ih] [|x xs] e y e0 //=; rewrite ?ler01 //.
case/andP=> de falls /andP [d0 pos]; rewrite mulr_ge0 ?ih // /tightening; case: ifP => _; first exact: sqr_ge0.
rewrite mulr_ge0 ?laplace_ge0 // subr_ge0 expr_le1 ?divr_ge0 ?(ltW d0) ?(ltW e0) //.
by rewrite ler_pdivr_mulr ?mul1r.
Qed.

Lemma release_moved e y u u' es xs : 0 < e -> path >=%R e es -> all (fun d => 0 < d) es ->
  release_density exp e (y - u) (zip es [seq x - u | x <- xs]) <=
  exp (e * `|u - u'|) * release_density exp e (y - u') (zip es [seq x - u' | x <- xs]).
Proof.
move=> e0 falls pos; rewrite /release_density !tightenings_moved mulrA.
by rewrite ler_wpmul2r ?tightenings_ge0 ?laplace_private.
Qed.

Lemma release_ge0 e y es xs : 0 < e -> path >=%R e es -> all (fun d => 0 < d) es ->
  0 <= release_density exp e y (zip es xs).
Proof. by move=> e0 falls pos; rewrite mulr_ge0 ?laplace_ge0 ?tightenings_ge0. Qed.

Lemma exp_0 : exp 0 = 1.
Proof. by apply: (mulfI (lt0r_neq0 (exp_pos 0))); rewrite -exp_add addr0 mulr1. Qed.

Lemma exp_sum (n : nat) (e : R) (a : 'I_n -> R) : exp (e * \sum_i a i) = \prod_i exp (e * a i).
Proof. by rewrite mulr_sumr (big_morph _ exp_add exp_0). Qed.

(** (20) is the density of y, with x made from it by (28). *)
Theorem density_20_tightened e1 e2 x y : 0 < e2 -> density_20 exp e1 e2 x y = release_density exp e2 y [:: (e1, x)].
Proof.
move=> e0; have en := lt0r_neq0 e0; rewrite /density_20 /release_density /laplace /= /tightening; case: ifP => _.
  by field.
by rewrite /laplace addrC exp_add; field.
Qed.

(** (36), from the smallest level on, is the same density as from the largest one on. *)
Theorem density_36_release e y rest : 0 < e -> all (fun v => 0 < v.1) rest ->
  density_36 exp e y rest = release_density exp e y rest.
Proof.
elim: rest e y => [|[d x] rest ih] e y e0 /=; first by rewrite /release_density mulr1.
case/andP=> d0 pos; rewrite ih // /relaxing density_20_tightened // /release_density /= mulr1.
have : laplace exp d x != 0 by rewrite gt_eqF // mulr_gt0 ?divr_gt0 ?ltr0n ?exp_pos.
move: (laplace exp d x) (laplace exp e y) (tightening _ _ _ _ _) (tightenings _ _ _ _) => a b c f an.
by field.
Qed.

(** Theorem 10: the pair of answers is private with the second level, for every event. *)
Theorem theorem_10_private (I : integral R (R * R)) e1 e2 u u' mu nu : 0 < e1 -> e1 <= e2 ->
  has_density I (fun z => density_20 exp e1 e2 (z.1 - u) (z.2 - u)) mu ->
  has_density I (fun z => density_20 exp e1 e2 (z.1 - u') (z.2 - u')) nu ->
  close_laws (exp (e2 * `|u - u'|)) mu nu.
Proof.
move=> e0 le du du'; have e2_0 := lt_le_trans e0 le; apply: density_close du du' _ => z.
rewrite !density_20_tightened //.
by have := @release_moved e2 z.2 u u' [:: e1] [:: z.1] e2_0; rewrite /= le e0; apply.
Qed.

(** Theorems 11 and 12: n coordinates and any number of levels, of which e is the largest one. With no other level it is
    the Laplace mechanism. *)
Theorem release_laws_private n (I : integral R ('I_n -> R * seq R)) e es u u' mu nu :
  0 < e -> path >=%R e es -> all (fun d => 0 < d) es ->
  has_density I (release_at exp e es u) mu -> has_density I (release_at exp e es u') nu ->
  close_laws (exp (e * l1_distance u u')) mu nu.
Proof.
move=> e0 falls pos du du'; apply: density_close du du' _ => z.
rewrite /release_at /l1_distance exp_sum -big_split /=; apply: ler_prod => i _.
by rewrite release_ge0 ?release_moved.
Qed.
End Density.

(** ** Theorem 9 *)

Section Series.
Variable R : archiFieldType.
Definition odd_series (q : R) (K : nat) : R := \sum_(k < K) (k.*2.+1)%:R * q ^+ k.+1.

Lemma odd_number m : (m.*2.+1)%:R = 2%:R * m%:R + 1 :> R. Proof. by rewrite mulrSr -mul2n natrM. Qed.

Lemma odd_series_closed (x : R) K :
  x ^+ 2 * odd_series (1 - x) K = (1 - x) * (2%:R - x) - (1 - x) ^+ K.+1 * ((K.*2.+1)%:R * x + 2%:R * (1 - x)).
Proof.
rewrite /odd_series; elim: K => [|K ih]; first by rewrite big_ord0 expr1 /= mulr1n; ring.
by rewrite big_ord_recr /= mulrDr ih !exprS !odd_number -[K.+1]addn1 natrD; ring.
Qed.

Lemma odd_series_near (x : R) : 0 < x -> x < 1 -> exists K, 2%:R - 4%:R * x <= x ^+ 2 * odd_series (1 - x) K.
Proof.
move=> x0 x1; have q0 : 0 < 1 - x by rewrite subr_gt0.
have [|M small] := powers_vanish (p := 1 - x) 4%:R _ x0; first by rewrite ltW //= gtr_addl oppr_lt0.
pose N := M.+1; exists (N.*2.-1); rewrite odd_series_closed.
have NN : N.*2.-1.+1 = N.*2 by rewrite prednK.
rewrite NN; set a := (1 - x) ^+ N; have a0 : 0 <= a by rewrite exprn_ge0 ?ltW.
have -> : (1 - x) ^+ N.*2 = a * a by rewrite -addnn exprD.
have at1 : a * (1 + N%:R * x) <= 1.
  apply: le_trans (ler_wpmul2l a0 (bernoulli N (ltW x0))) _; rewrite /a -exprMn; apply: exprn_ile1.
    by apply: mulr_ge0; [exact: ltW | rewrite addr_ge0 ?ler01 ?(ltW x0)].
  by rewrite (_ : _ * _ = 1 - x ^+ 2); [rewrite ger_addl oppr_le0 sqr_ge0 | ring].
have a4 : 4%:R * a <= x by apply: small; rewrite leqnSn.
have Nx : (N.*2.-1.*2.+1)%:R * x <= 4%:R * (N%:R * x).
  rewrite mulrA ler_wpmul2r ?(ltW x0) // -natrM ler_nat.
  by rewrite /N doubleS /= -!mul2n; lia.
have tail : a * a * ((N.*2.-1.*2.+1)%:R * x + 2%:R * (1 - x)) <= x.
  apply: le_trans a4; apply: (@le_trans _ _ (a * a * (4%:R * (1 + N%:R * x)))).
    rewrite ler_wpmul2l ?mulr_ge0 // (_ : 4%:R * (1 + _) = 4%:R * (N%:R * x) + 4%:R); last by ring.
    apply: ler_add => //.
    apply: (@le_trans _ _ 2%:R); last by rewrite ler_nat.
    by rewrite ler_pimulr ?ler0n // ger_addl oppr_le0 ltW.
  rewrite (_ : a * a * _ = 4%:R * a * (a * (1 + N%:R * x))); last by ring.
  by rewrite ler_pimulr ?mulr_ge0 ?ler0n.
apply: (@le_trans _ _ ((1 - x) * (2%:R - x) - x)); last by rewrite ler_add2l ler_opp2.
rewrite -subr_ge0; have -> : (1 - x) * (2%:R - x) - x - (2%:R - 4%:R * x) = x ^+ 2 by ring.
exact: sqr_ge0.
Qed.
End Series.

Section Error.
Variables (R : archiFieldType) (n : nat) (mu : integral R 'rV[R]_n) (e : R).
Hypotheses (total : law mu) (spaces : half_spaces mu) (e0 : 0 < e) (private : linearly_private mu e).

Let along (i : 'I_n) (h : R) : 'rV[R]_n := \row_j (if j == i then h else 0).

Lemma distance_along i h : l1_distance 0 (along i h) = `|h|.
Proof.
rewrite /l1_distance (bigD1 i) //= !mxE eqxx sub0r normrN big1 ?addr0 // => j /negbTE ne.
by rewrite !mxE ne subrr normr0.
Qed.

(** The two tails together fall at most geometrically, ... *)
Lemma tails i (h : R) k : 0 <= h -> e * h <= 1 -> exists p q, [/\ has_probability mu (fun v => k%:R * h <= v 0 i) p,
  has_probability mu (fun v => v 0 i <= - (k%:R * h)) q & (1 - e * h) ^+ k <= p + q].
Proof.
move=> h0 eh; elim: k => [|k [p [q [up down le]]]].
  have [[p Pp] _] := spaces i (0%:R * h); have [_ [q Pq]] := spaces i (- (0%:R * h)).
  exists p, q; split=> //; rewrite expr0; apply: (integral_le _ total (integrates_add Pp Pq)) => v.
  by rewrite mul0r oppr0; case: (lerP 0 (v 0 i)) => [_|/ltW ->]; rewrite ?addr0 ?add0r // ler_addl ler0n.
have [[p' Pp'] _] := spaces i (k.+1%:R * h); have [_ [q' Pq']] := spaces i (- (k.+1%:R * h)).
exists p', q'; split=> //; rewrite exprS.
have succ : k.+1%:R * h = k%:R * h + h by rewrite mulrSr mulrDl mul1r.
have up' : (1 - e * h) * p <= p'.
  rewrite -{1}(ger0_norm h0) -normrN -(distance_along i).
  apply: (private (A := fun v => k%:R * h <= v 0 i)).
    by apply: integrates_same up => v; rewrite /moved add0r.
  by apply: integrates_same Pp' => v; rewrite /moved !mxE eqxx succ [- h + _]addrC ler_subr_addr.
have down' : (1 - e * h) * q <= q'.
  rewrite -{1}(ger0_norm h0) -(distance_along i).
  apply: (private (A := fun v => v 0 i <= - (k%:R * h))).
    by apply: integrates_same down => v; rewrite /moved add0r.
  by apply: integrates_same Pq' => v; rewrite /moved !mxE eqxx succ opprD ler_subr_addl.
apply: le_trans (ler_add up' down'); rewrite -mulrDr ler_wpmul2l // subr_ge0 //.
Qed.

(** ... so below the square of a coordinate there is a function of steps with this mean. *)
Lemma below_the_square i (h : R) K : 0 < h -> e * h <= 1 -> exists g s, [/\ mu g s, forall v, g v <= v 0 i ^+ 2,
  forall v, g v <= (K%:R * h) ^+ 2 & h ^+ 2 * odd_series (1 - e * h) K <= s].
Proof.
move=> h0 eh; elim: K => [|K [g [s [mg lo hi le]]]].
  exists (fun=> 0), 0; split=> [|v|v|]; rewrite ?sqr_ge0 //; first exact: integral_0.
  by rewrite /odd_series big_ord0 mulr0.
have [p [q [up down tail]]] := tails i K.+1 (ltW h0) eh.
have K0 : 0 < K.+1%:R * h by rewrite mulr_gt0 ?ltr0n.
have both : has_probability mu (fun v => K.+1%:R * h <= `|v 0 i|) (p + q).
  apply: integrates_same (integrates_add up down) => v; rewrite ler_normr [X in _ = (_ || X)%:R]ler_oppr.
  case: (lerP (K.+1%:R * h) (v 0 i)) => [le'|_]; last by rewrite add0r.
  rewrite (_ : (v 0 i <= _) = false) ?addr0 //; apply/negbTE; rewrite -ltNge (lt_le_trans _ le') //.
  by rewrite (lt_trans _ K0) // oppr_lt0.
pose c := h ^+ 2 * (K.*2.+1)%:R; have c0 : 0 <= c by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
have square : (K%:R * h) ^+ 2 + c = (K.+1%:R * h) ^+ 2.
  by rewrite /c odd_number -[K.+1]addn1 natrD; ring.
exists (fun v => g v + c * (K.+1%:R * h <= `|v 0 i|)%R%:R), (s + c * (p + q)); split=> [|v|v|].
- exact: integrates_add mg (integrates_scale c both).
- case: (lerP (K.+1%:R * h) `|v 0 i|) => [le'|_]; last by rewrite mulr0 addr0.
  rewrite mulr1; apply: le_trans (ler_add (hi v) (lexx c)) _; rewrite square -[v 0 i ^+ 2](real_normK (num_real _)).
  by rewrite ler_sqr ?nnegrE ?(ltW K0).
- rewrite -square; apply: ler_add => //; apply: ler_pimulr => //; by rewrite lern1 leq_b1.
- rewrite /odd_series big_ord_recr /= mulrDr ler_add //; rewrite mulrA ler_wpmul2l //.
Qed.

(** Theorem 9 for every law of noise, whether it has a density or not. *)
Theorem least_squared_error : mean_at_least mu (@squares R n) (2%:R * n%:R / e ^+ 2).
Proof.
move=> w lt; have ee : 0 < e ^+ 2 by rewrite exprn_gt0.
have room : 0 < 2%:R * n%:R - w * e ^+ 2 by rewrite subr_gt0 -ltr_pdivl_mulr.
pose x := Num.min (2%:R^-1) ((2%:R * n%:R - w * e ^+ 2) / (4 * n).+1%:R).
have x0 : 0 < x by rewrite lt_minr invr_gt0 ltr0n divr_gt0 ?ltr0n.
have x1 : x < 1 by rewrite lt_minl invf_lt1 ?ltr0n // ltr1n.
have [K near] := odd_series_near x0 x1.
pose h := x / e; have h0 : 0 < h by rewrite divr_gt0.
have eh : e * h = x by rewrite /h mulrCA mulfV ?mulr1 ?gt_eqF.
have /(finite_choice (fun=> 0, 0)) [f fP] : forall i : 'I_n, exists gs : ('rV[R]_n -> R) * R,
    [/\ mu gs.1 gs.2, forall v, gs.1 v <= v 0 i ^+ 2 & h ^+ 2 * odd_series (1 - x) K <= gs.2].
  move=> i; have [|g [s [mg lo _ le]]] := @below_the_square i h K h0; first by rewrite eh ltW.
  by exists (g, s); split=> //; rewrite -eh.
exists (fun v => \sum_i (f i).1 v), (\sum_i (f i).2); split=> [|v|].
- by apply: integral_sum => [|i _]; [exact: integral_0 | case: (fP i)].
- by apply: ler_sum => i _; case: (fP i).
apply: (@le_trans _ _ (\sum_(i < n) h ^+ 2 * odd_series (1 - x) K)); last by apply: ler_sum => i _; case: (fP i).
rewrite sumr_const card_ord -[X in _ <= X]mulr_natr /h expr_div_n.
rewrite (_ : _ * _ * _ = x ^+ 2 * odd_series (1 - x) K * n%:R / e ^+ 2); last by field; rewrite gt_eqF.
rewrite ler_pdivl_mulr //; apply: le_trans (ler_wpmul2r (ler0n _ n) near).
have : x * (4 * n).+1%:R <= 2%:R * n%:R - w * e ^+ 2 by rewrite -ler_pdivl_mulr ?ltr0n // le_minl lexx orbT.
rewrite mulrSr natrM mulrDr mulr1 => le; rewrite -subr_ge0.
rewrite (_ : _ - _ = (2%:R * n%:R - w * e ^+ 2 - (x * (4%:R * n%:R) + x)) + x); last by ring.
by rewrite addr_ge0 ?subr_ge0 ?(ltW x0).
Qed.
End Error.

Lemma linear_of_private (R : realFieldType) n (mu : integral R 'rV[R]_n) (exp : R -> R) e :
  exponential_function exp -> private_noise mu exp e -> linearly_private mu e.
Proof.
case=> add low priv A u u' p q Ap Aq; set d := e * _.
have exp_0 : exp 0 = 1.
  have one : 1 <= exp 0 by have := low 0; rewrite addr0.
  by apply: (mulfI (lt0r_neq0 (lt_le_trans ltr01 one))); rewrite -add addr0 mulr1.
have p0 : 0 <= p by apply: integrates_ge0 Ap => v; rewrite ler0n.
have pos : 0 <= exp (- d) by rewrite -[- d](divfK (_ : 2%:R != 0)) ?pnatr_eq0 // mulr_natr mulr2n add -expr2 sqr_ge0.
apply: le_trans (ler_wpmul2r p0 (low (- d))) _.
by apply: le_trans (ler_wpmul2l pos (priv _ _ _ _ _ Ap Aq)) _; rewrite mulrA -add addNr exp_0 mul1r.
Qed.

(** The same with e^x. *)
Theorem theorem_9 (R : archiFieldType) n (mu : integral R 'rV[R]_n) (exp : R -> R) e :
  law mu -> half_spaces mu -> 0 < e -> exponential_function exp -> private_noise mu exp e ->
  mean_at_least mu (@squares R n) (2%:R * n%:R / e ^+ 2).
Proof. by move=> total spaces e0 ef /(linear_of_private ef); apply: least_squared_error. Qed.

(** ** Other mechanisms *)

(** Proposition 7, with an integral of the weights in place of their sum. *)
Theorem proposition_7_laws (R : realFieldType) (X : Type) (I : integral R X) (w v : X -> R) D Z W mu nu :
  0 <= D -> (forall x, 0 <= v x) -> I w Z -> I v W -> 0 < Z -> 0 < W ->
  (forall x, w x <= D * v x) -> (forall x, v x <= D * w x) ->
  has_density I (fun x => w x / Z) mu -> has_density I (fun x => v x / W) nu -> close_laws (D ^+ 2) mu nu.
Proof.
move=> D0 v0 Iw Iv Z0 W0 wv vw dw dv; apply: density_close dw dv _ => x.
have WZ : W <= D * Z by apply: integral_le vw Iv (integrates_scale D Iw).
rewrite ler_pdivr_mulr // mulrA mulrAC ler_pdivl_mulr //.
apply: le_trans (ler_wpmul2r (ltW W0) (wv x)) _.
apply: le_trans (ler_wpmul2l (mulr_ge0 D0 (v0 x)) WZ) _.
by rewrite expr2 !mulrA [D * v x * D]mulrAC.
Qed.

(** Answers from data that are drawn together, z, under two inputs, such that those from a z and b z are close. *)
Theorem coupled_laws (R : realFieldType) (X Y Z : Type) (gamma : integral R Z) (a b : Z -> X) (K : X -> integral R Y) E
    (A : Y -> bool) f p q :
  (forall z, close_laws E (K (a z)) (K (b z))) ->
  (forall x, has_probability (K x) A (f x)) -> gamma (fun z => f (a z)) p -> gamma (fun z => f (b z)) q ->
  p <= E * q.
Proof.
by move=> close KA fa fb; apply: integral_le fa (integrates_scale E fb) => z; apply: close (KA (a z)) (KA (b z)).
Qed.

(** The score of the Laplace mechanism changes by the distance of the data at most. *)
Theorem score_of_laplace (R : realFieldType) n (u u' y : 'rV[R]_n) :
  `|l1_distance u y - l1_distance u' y| <= l1_distance u u'.
Proof.
rewrite /l1_distance -sumrB; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _.
rewrite (_ : u 0 i - u' 0 i = u 0 i - y 0 i - (u' 0 i - y 0 i)); [exact: ler_dist_dist | ring].
Qed.
