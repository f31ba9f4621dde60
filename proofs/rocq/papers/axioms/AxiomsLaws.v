(** * AxiomsLaws: generic privacy and post-processing for mechanisms with any outputs (Kifer and Lin, Sections 2 and 3)

    A law is given by its integral (DefinitionsLaws.v). Theorem 2.1.4, differential privacy, and what Section 3 says of
    mechanisms that ignore their input, of tasks and of maximally sufficient mechanisms. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms DefinitionsLaws AxiomsPredicates AxiomsCorollaries GradualLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Functions.
Variables (R : archiFieldType) (X : Type).
Implicit Types (mu nu : integral R X) (g : X -> R).

Lemma below_all (x y : R) : (forall m, (0 < m)%N -> x <= y + m%:R^-1) -> x <= y.
Proof.
move=> key; apply/ler_addgt0Pr => e e0; set b := Num.bound e^-1.
have gt : e^-1 < b%:R by apply: archi_boundP; rewrite invr_ge0 ltW.
have b0 : 0 < b%:R :> R by apply: le_lt_trans gt; rewrite invr_ge0 ltW.
apply: le_trans (key b _) _; first by rewrite -(ltr_nat R).
by rewrite ler_add2l -[X in X <= _]mulr1 ler_pdivr_mull // -ler_pdivr_mulr // mul1r ltW.
Qed.

(** A function with values in [0, 1] is nearly the mean of m events. *)
Lemma level_mean mu g p (m : nat) (r : 'I_m -> R) : law mu -> (0 < m)%N -> (forall x, 0 <= g x <= 1) ->
  (forall k : 'I_m, has_probability mu (fun x => k.+1%:R / m%:R <= g x) (r k)) -> mu g p ->
  m%:R^-1 * (\sum_k r k) <= p <= m%:R^-1 * (\sum_k r k) + m%:R^-1.
Proof.
move=> one m0 g01 rP gp; have mp : 0 < m%:R :> R by rewrite ltr0n.
pose low x : R := m%:R^-1 * \sum_(k < m) (k.+1%:R / m%:R <= g x)%R%:R.
have low_steps x : low x = m%:R^-1 * steps m (m%:R * g x).
  by rewrite /low /steps; congr (_ * _); apply: eq_bigr => k _; rewrite ler_pdivr_mulr // mulrC.
have bounds x : low x <= g x <= low x + m%:R^-1.
  have /andP [g0 g1] := g01 x; have [lo hi] := steps_bounds m (mulr_ge0 (ltW mp) g0).
  rewrite low_steps; apply/andP; split; first by rewrite ler_pdivr_mull.
  have -> : m%:R^-1 * steps m (m%:R * g x) + m%:R^-1 = m%:R^-1 * (steps m (m%:R * g x) + 1) by rewrite mulrDr mulr1.
  by rewrite ler_pdivl_mull //; apply: hi; apply: ler_pimulr => //; apply: ltW.
have lr : mu low (m%:R^-1 * \sum_k r k).
  by apply: integrates_scale; apply: integral_sum => [|k _]; [exact: integral_0 | exact: rP].
apply/andP; split; first by apply: integral_le lr gp => x; case/andP: (bounds x).
by apply: integral_le gp (integrates_add lr (integral_const m%:R^-1 one)) => x; case/andP: (bounds x).
Qed.

Lemma levels_of mu g (m : nat) : measured mu g ->
  exists r : 'I_m -> R, forall k : 'I_m, has_probability mu (fun x => k.+1%:R / m%:R <= g x) (r k).
Proof.
move=> level; apply: (finite_choice 0 (P := fun (k : 'I_m) v => has_probability mu (fun x => k.+1%:R / m%:R <= g x) v)).
by move=> k; case: (level (k.+1%:R / m%:R)).
Qed.

Lemma complement mu (A : X -> bool) p : law mu -> has_probability mu A p -> has_probability mu (fun x => ~~ A x) (1 - p).
Proof.
move=> one Ap; have := integrates_add one (integrates_scale (-1) Ap); rewrite mulN1r; apply: integrates_same => x.
by case: (A x); rewrite /= ?mulN1r ?mulr1n ?mulr0n ?subrr ?oppr0 ?addr0.
Qed.

Lemma measured_complement mu g : law mu -> measured mu g -> measured mu (fun x => 1 - g x).
Proof.
move=> one level t; have [[a aP] [b bP]] := level (1 - t); split.
  exists (1 - b); apply: integrates_same (complement one bP) => x.
  by congr (nat_of_bool _)%:R; rewrite -leNgt ler_subr_addr addrC -ler_subr_addr.
exists (1 - a); apply: integrates_same (complement one aP) => x.
by congr (nat_of_bool _)%:R; rewrite -ltNge ltr_subr_addr addrC -ltr_subr_addr.
Qed.

Lemma mean_of_concave (M : R -> R) (m : nat) (r : 'I_m -> R) : concave M -> (0 < m)%N -> (forall k, 0 <= r k <= 1) ->
  m%:R^-1 * (\sum_k M (r k)) <= M (m%:R^-1 * \sum_k r k).
Proof.
move=> conc m0 r01; have mp : 0 < m%:R :> R by rewrite ltr0n.
pose x i := if insub i is Some k then r k else 0.
have xE (k : 'I_m) : x k = r k by rewrite /x valK.
have total : \sum_(0 <= i < m) m%:R^-1 = 1 :> R by rewrite big_mkord sumr_const card_ord -[RHS](@divff _ m%:R) ?gt_eqF // mulr_natl.
have := @jensen R M m (fun=> m%:R^-1) x conc _ _ total; rewrite !big_mkord -!mulr_sumr.
rewrite (eq_bigr (fun k => M (r k))) => [|k _]; last by rewrite xE.
rewrite [\sum_(i < m) x i](eq_bigr r) => [|k _]; last by rewrite xE.
apply=> [i _|i lt]; first by rewrite invr_ge0 ltW.
by rewrite (xE (Ordinal lt)).
Qed.

Lemma upper mu nu (M : R -> R) g p q : law mu -> law nu -> concave M -> M 1 = 1 -> (forall a, M a <= 1) ->
  allowed_laws (between M) mu nu -> (forall x, 0 <= g x <= 1) -> measured mu g -> measured nu g -> mu g p -> nu g q ->
  0 <= p <= 1 -> q <= M p.
Proof.
move=> one one' conc M1 Mle all_ g01 level level' gp gq p01; apply: below_all => m m0.
have [r rP] := levels_of m level; have [s sP] := levels_of m level'.
have ok k : between M (r k) (s k) := all_ _ _ _ (rP k) (sP k).
have /andP [lo _] := level_mean one m0 g01 rP gp; have /andP [_ hi] := level_mean one' m0 g01 sP gq.
apply: le_trans hi _; rewrite ler_add2r.
have mp : 0 < m%:R^-1 :> R by rewrite invr_gt0 ltr0n.
apply: (@le_trans _ _ (m%:R^-1 * \sum_k M (r k))).
  by rewrite ler_pmul2l //; apply: ler_sum => k _; case: (ok k).
have r01 k : 0 <= r k <= 1 by case: (ok k).
apply: le_trans (mean_of_concave conc m0 r01) _.
set a := _ * _ in lo *; have a0 : 0 <= a.
  by rewrite mulr_ge0 ?(ltW mp) //; apply: sumr_ge0 => k _; case: (ok k) => /andP [].
case/andP: p01 => p0 p1; case: (eqVneq a 1) => [a1|ne]; first by rewrite (_ : p = a) //; apply: le_anti; rewrite lo a1 p1.
have lt : 0 < 1 - a by rewrite subr_gt0 lt_neqAle ne (le_trans lo).
have t0 : 0 <= (1 - p) / (1 - a) by apply: divr_ge0; [rewrite subr_ge0 | apply: ltW].
have t1 : (1 - p) / (1 - a) <= 1 by rewrite ler_pdivr_mulr // mul1r ler_add2l ler_opp2.
have := conc ((1 - p) / (1 - a)) a 1; rewrite t0 t1 a0 (le_trans lo p1) ler01 lexx => /(_ isT isT isT).
rewrite M1 !mulr1 (_ : _ * a + (1 - _) = p); last by field; rewrite gt_eqF.
apply: le_trans; rewrite -subr_ge0 (_ : _ - _ = (1 - (1 - p) / (1 - a)) * (1 - M a)); last by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

End Functions.

Section Processing.
Variables (R : archiFieldType) (X Y : Type).
Implicit Types (mu nu : integral R X) (K : X -> integral R Y) (L : integral R Y).

Lemma kernel_range K B (g : X -> R) : (forall x, law (K x)) -> (forall x, has_probability (K x) B (g x)) ->
  forall x, 0 <= g x <= 1.
Proof.
move=> total gK x; have zero : K x (fun=> 0) 0 by apply: integral_0.
rewrite (integral_le _ zero (gK x)) ?(integral_le _ (gK x) (total x)) // => y; last by rewrite ler0n.
by rewrite lern1 leq_b1.
Qed.

Lemma mean_range mu g p : law mu -> (forall x, 0 <= g x <= 1) -> mu g p -> 0 <= p <= 1.
Proof.
move=> one g01 gp; rewrite (integral_le _ (integral_0 one) gp) ?(integral_le _ gp one) // => x.
  by case/andP: (g01 x).
by case/andP: (g01 x).
Qed.

(** Theorem 2.1.4, Axiom 2.1.1, whatever the outputs are. *)
Theorem post_between (M : R -> R) mu nu K L L' : concave M -> law mu -> law nu -> (forall x, law (K x)) ->
  allowed_laws (between M) mu nu -> processed mu K L -> processed nu K L' ->
  measured_kernel mu K -> measured_kernel nu K -> allowed_laws (between M) L L'.
Proof.
move=> conc one one' total all_ pL pL' meas meas' B a b /pL [g gK ga] /pL' [h hK hb].
have {}hb : nu g b by apply: integrates_same hb => x; apply: integral_unique (hK x) (gK x).
have g01 := kernel_range total gK; have level := meas _ _ gK; have level' := meas' _ _ gK.
have a01 := mean_range one g01 ga; have b01 := mean_range one' g01 hb.
have [conc' same] := cut_at_1 conc; pose M' x := Num.min 1 (M x).
have all' : allowed_laws (between M') mu nu by move=> A x y Ax Ay; apply/same; apply: all_ Ax Ay.
have whole : has_probability mu (fun=> true) 1 by apply: integrates_same one.
have whole' : has_probability nu (fun=> true) 1 by apply: integrates_same one'.
have M1 : M' 1 = 1.
  by apply/eqP; rewrite eq_le {1}/M' le_minl lexx /=; case: (all' _ _ _ whole whole').
have Mle x : M' x <= 1 by rewrite /M' le_minl lexx.
apply/same; split=> //; last exact: (upper one one' conc' M1 Mle all' g01 level level' ga hb).
have f01 x : 0 <= 1 - g x <= 1 by case/andP: (g01 x) => g0 g1; rewrite subr_ge0 g1 ler_subl_addr ler_addl.
have fa : mu (fun x => 1 - g x) (1 - a).
  have := integrates_add one (integrates_scale (-1) ga); rewrite mulN1r; apply: integrates_same => x.
  by rewrite mulN1r.
have fb : nu (fun x => 1 - g x) (1 - b).
  have := integrates_add one' (integrates_scale (-1) hb); rewrite mulN1r; apply: integrates_same => x.
  by rewrite mulN1r.
rewrite ler_subl_addr -ler_subl_addl.
by apply: (upper one one' conc' M1 Mle all' f01 (measured_complement one level) (measured_complement one' level') fa fb);
  exact: mean_range fa.
Qed.

(** And Axiom 2.1.2. *)
Theorem mix_between (M : R -> R) (t : R) mu nu mu' nu' (L L' : integral R X) : concave M -> 0 <= t <= 1 ->
  allowed_laws (between M) mu nu -> allowed_laws (between M) mu' nu' -> mixed t mu mu' L -> mixed t nu nu' L' ->
  allowed_laws (between M) L L'.
Proof.
move=> conc t01 all_ all' mL mL' A a b /mL [x [x' [Ax Ax' ->]]] /mL' [y [y' [Ay Ay' ->]]].
have flip c d : between M c d -> region (between M) c d.
  move=> ok; have [/andP [c0 c1] /andP [d0 d1] lo hi] := ok; split=> //; rewrite ?c0 ?c1 ?d0 ?d1 //.
  split; [by rewrite subr_ge0 c1 ler_subl_addr ler_addl | by rewrite subr_ge0 d1 ler_subl_addr ler_addl | |].
    by rewrite subKr ler_add2l ler_opp2.
  by rewrite ler_subl_addr addrC -ler_subl_addr.
by case: (between_convex conc t01 (flip _ _ (all_ _ _ _ Ax Ay)) (flip _ _ (all' _ _ _ Ax' Ay'))).
Qed.

(** (epsilon, delta)-differential privacy keeps both axioms. *)
Theorem post_differential (E d : R) mu nu K L L' : 0 <= E -> law mu -> law nu -> (forall x, law (K x)) ->
  allowed_laws (fun a b => a <= E * b + d) mu nu -> processed mu K L -> processed nu K L' ->
  measured_kernel mu K -> measured_kernel nu K -> allowed_laws (fun a b => a <= E * b + d) L L'.
Proof.
move=> E0 one one' total all_ pL pL' meas meas' B a b /pL [g gK ga] /pL' [h hK hb].
have {}hb : nu g b by apply: integrates_same hb => x; apply: integral_unique (hK x) (gK x).
have g01 := kernel_range total gK; apply: below_all => m m0.
have [r rP] := levels_of m (meas _ _ gK); have [s sP] := levels_of m (meas' _ _ gK).
have /andP [_ hi] := level_mean one m0 g01 rP ga; have /andP [lo _] := level_mean one' m0 g01 sP hb.
apply: le_trans hi _; rewrite ler_add2r; apply: (@le_trans _ _ (E * (m%:R^-1 * \sum_k s k) + d)); last first.
  by rewrite ler_add2r ler_wpmul2l.
have mp : 0 < m%:R :> R by rewrite ltr0n.
rewrite ler_pdivr_mull // mulrDr mulrCA mulVKf ?gt_eqF // mulr_sumr.
apply: (@le_trans _ _ (\sum_k (E * s k + d))); first by apply: ler_sum => k _; apply: all_ (rP k) (sP k).
by rewrite big_split /= sumr_const card_ord mulr_natl.
Qed.

Theorem mix_differential (E d t : R) mu nu mu' nu' (L L' : integral R X) : 0 <= t <= 1 ->
  allowed_laws (fun a b => a <= E * b + d) mu nu -> allowed_laws (fun a b => a <= E * b + d) mu' nu' ->
  mixed t mu mu' L -> mixed t nu nu' L' -> allowed_laws (fun a b => a <= E * b + d) L L'.
Proof.
case/andP=> t0 t1 all_ all' mL mL' A a b /mL [x [x' [Ax Ax' ->]]] /mL' [y [y' [Ay Ay' ->]]].
rewrite (_ : E * _ + d = t * (E * y + d) + (1 - t) * (E * y' + d)); last by ring.
by rewrite ler_add // ler_wpmul2l ?subr_ge0 //; [exact: all_ Ax Ay | exact: all' Ax' Ay'].
Qed.

End Processing.

(** ** Section 3 *)

Section Coin.
Variables (R : realFieldType) (a : R).
Hypothesis a01 : 0 <= a <= 1.
Let mean_is (f : bool -> R) (v : R) : Prop := v = a * f true + (1 - a) * f false.
Let same f g v : f =1 g -> mean_is f v -> mean_is g v. Proof. by rewrite /mean_is => e ->; rewrite !e. Qed.
Let add f g v w : mean_is f v -> mean_is g w -> mean_is (fun x => f x + g x) (v + w).
Proof. by rewrite /mean_is => -> ->; ring. Qed.
Let scale c f v : mean_is f v -> mean_is (fun x => c * f x) (c * v). Proof. by rewrite /mean_is => ->; ring. Qed.
Let ge0 f v : (forall x, 0 <= f x) -> mean_is f v -> 0 <= v.
Proof. by rewrite /mean_is => pos ->; case/andP: a01 => a0 a1; rewrite addr_ge0 ?mulr_ge0 ?subr_ge0. Qed.
Definition coin : integral R bool := Integral same add scale ge0.
Lemma coin_law : law coin. Proof. by rewrite /law /= /mean_is; ring. Qed.
Lemma coin_heads : has_probability coin id a.
Proof. by rewrite /has_probability /= /mean_is mulr1n mulr0n; ring. Qed.
End Coin.

Section Mechanisms.
Variables (R : realFieldType) (I : Type) (r : rel I).

(** Axiom 2.1.1 forces q(a, a) as soon as some mechanism is private and there is a pair: a coin after that mechanism. *)
Theorem independent_forced_laws (q : R -> R -> Prop) (i j : I) (a : R) : r i j ->
  (forall (X Y : Type) (M : I -> integral R X) (K : X -> integral R Y) (N : I -> integral R Y),
    generic_laws r q M -> (forall x, law (K x)) -> (forall i, measured_kernel (M i) K) -> (forall i, law (N i)) ->
    (forall i, processed (M i) K (N i)) -> generic_laws r q N) ->
  (exists (X : Type) (M : I -> integral R X), generic_laws r q M) -> 0 <= a <= 1 -> q a a.
Proof.
move=> rij axiom [X [M priv]] a01; have total i := (proj1 priv i).
have : generic_laws r q (fun _ : I => coin a01).
  apply: (axiom X bool M (fun=> coin a01)) => // [x|k|k|k].
  - exact: coin_law.
  - move=> B g gP t; have e x : g x = a * (B true)%:R + (1 - a) * (B false)%:R by exact: gP x.
    set c := _ + _ in e; split; [exists (t <= c)%R%:R | exists (t < c)%R%:R];
      by apply: integrates_same (integral_const _ (total k)) => x; rewrite e.
  - exact: coin_law.
  - move=> f v fv; exists (fun=> v) => //; exact: integral_const.
by case=> _ /(_ i j rij id a a); apply; apply: coin_heads.
Qed.

(** Whoever has the output of a sufficient mechanism can run A and go on as with the output of the other one. *)
Section Task.
Variables (X Y Z : Type) (A : X -> integral R Y) (D : Y -> integral R Z).
Let after_is x (f : Z -> R) (v : R) : Prop := exists2 g, forall y, D y f (g y) & A x g v.
Let same x f g v : f =1 g -> after_is x f v -> after_is x g v.
Proof. by move=> e [k kP kv]; exists k => // y; apply: integrates_same (kP y). Qed.
Let add x f g v w : after_is x f v -> after_is x g w -> after_is x (fun z => f z + g z) (v + w).
Proof.
move=> [k kP kv] [l lP lw]; exists (fun y => k y + l y); last exact: integrates_add.
by move=> y; apply: integrates_add.
Qed.
Let scale x c f v : after_is x f v -> after_is x (fun z => c * f z) (c * v).
Proof.
move=> [k kP kv]; exists (fun y => c * k y); last exact: integrates_scale.
by move=> y; apply: integrates_scale.
Qed.
Let ge0 x f v : (forall z, 0 <= f z) -> after_is x f v -> 0 <= v.
Proof. by move=> pos [k kP kv]; apply: integrates_ge0 kv => y; apply: integrates_ge0 (kP y). Qed.
Definition after (x : X) : integral R Z := Integral (@same x) (@add x) (@scale x) (@ge0 x).
Lemma after_law : (forall x, law (A x)) -> (forall y, law (D y)) -> forall x, law (after x).
Proof. by move=> lA lD x; exists (fun=> 1); [exact: lD | exact: lA]. Qed.
End Task.

Theorem any_task_laws (X Y Z : Type) (M : I -> integral R X) (N : I -> integral R Y) (D : Y -> integral R Z)
    (L : I -> integral R Z) : followed_laws M N -> (forall y, law (D y)) -> (forall i, processed (N i) D (L i)) ->
  exists2 D' : X -> integral R Z, forall x, law (D' x) & forall i, processed (M i) D' (L i).
Proof.
move=> [A lA below] lD task; exists (after A D) => [|i f v /task [g gD /below [h hA hv]]]; first exact: after_law.
by exists h => // x; exists g.
Qed.

(** A maximally sufficient mechanism comes from no private one by a map that loses something. *)
Theorem nothing_lossy_laws (q : R -> R -> Prop) (X Y : Type) (M : I -> integral R X) (N : I -> integral R Y) :
  maximal_laws r q M -> generic_laws r q N -> followed_laws N M -> ~ ~ followed_laws M N.
Proof. by move=> [_ wise] priv below; apply; apply: wise. Qed.

End Mechanisms.
