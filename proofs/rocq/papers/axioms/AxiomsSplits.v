(** * AxiomsSplits: Appendix E of "An Axiomatic View of Statistical Privacy and Utility"

    The split with rho_1, rho_2, a and b as printed, on a connected symmetric relation, and that it ends in a maximally
    sufficient mechanism. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events AxiomsMaximal AxiomsRowGraphs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Appendix E as printed, on a connected symmetric relation *)

Section Printed.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E : R).

Notation is_rho := (is_rho r).
Notation a_ := (a_ E).
Notation b_ := (b_ E).
Notation printed_part := (printed_part E).

(** The factors of o1 and o2 are between 0 and 1 and add up to 1: on C1 and on C2. *)
Theorem printed_factors rho1 rho2 : 0 < rho1 < E -> 0 < rho2 < E ->
  let a := a_ rho1 rho2 in let b := b_ rho1 rho2 in
  [/\ 0 < a < 1, 0 < b < 1, a * (E / rho1) + b = 1 & a + b * (E / rho2) = 1].
Proof.
move=> /andP[r1 l1] /andP[r2 l2]; rewrite /= /a_ /b_.
set u := E / rho1; set v := E / rho2.
have u1 : 1 < u by rewrite ltr_pdivl_mulr // mul1r.
have v1 : 1 < v by rewrite ltr_pdivl_mulr // mul1r.
have uv : 0 < u * v - 1 by rewrite subr_gt0 mulr_egt1.
have d0 : u * v - 1 != 0 by rewrite gt_eqF.
have v0 : 0 < v by apply: lt_trans v1.
have u0 : 0 < u by apply: lt_trans u1.
have u2 : 0 < u - 1 by rewrite subr_gt0.
have v2 : 0 < v - 1 by rewrite subr_gt0.
split; [| |by field|by field].
  rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_add2r -[X in X < _]mul1r ltr_pmul2r //.
by rewrite divr_gt0 //= ltr_pdivr_mulr // mul1r ltr_add2r -[X in X < _]mulr1 ltr_pmul2l.
Qed.

(** A column that is raised on C by the factor E/rho keeps its bounds and its edges, and gets an edge. *)
Definition raised (C : pred I) (p rho : R) (i : I) : R := if C i then p * (E / rho) else p.
Lemma raised_bound (x : I -> R) (C : pred I) p rho : (forall i, 0 <= x i) ->
  (forall i j, r i j -> x i <= E * x j) -> 0 <= p -> 0 < rho < E ->
  (forall s t, C s -> predC C t -> r s t -> x s <= rho * x t) ->
  forall i j, r i j -> raised C p rho i * x i <= E * (raised C p rho j * x j).
Proof.
move=> x0 bound p0 /andP[rho0 rhoE] le i j rij.
have E0 : 0 < E by apply: lt_trans rhoE.
have u0 : 0 <= E / rho by rewrite divr_ge0 ?ltW.
have u1 : 1 <= E / rho by rewrite ler_pdivl_mulr // mul1r ltW.
rewrite mulrCA /raised; case Ci: (C i); case Cj: (C j).
- by rewrite ler_wpmul2l ?bound // mulr_ge0.
- rewrite -mulrA ler_wpmul2l // mulrAC ler_pdivr_mulr // -mulrA ler_pmul2l // mulrC.
  by apply: le; rewrite /= ?Ci ?Cj.
- rewrite -mulrA ler_wpmul2l //; apply: le_trans (bound i j rij) _.
  by rewrite ler_pemull // mulr_ge0 ?(ltW E0).
- by rewrite ler_wpmul2l ?bound.
Qed.
Lemma raised_edges (x y : I -> R) (C : pred I) p rho : (forall i, 0 < x i) -> 0 < rho ->
  (forall s t, C s -> ~~ C t -> ~~ linked r E x s t) -> is_rho x C (predC C) rho ->
  (forall i, y i = raised C p rho i * x i) ->
  subrel (tight r E x) (tight r E y) /\ exists i j, tight r E y i j && ~~ tight r E x i j.
Proof.
move=> x0 rho0 apart [[s [t [Cs Ct rst rhoe]]] _] ye; split=> [i j tij|].
  have Cij : C i = C j.
    by apply/idP/idP => inside; apply/negPn/negP => /(apart _ _ inside); rewrite /linked tij ?orbT.
  by case/andP: tij => rij /eqP xij; rewrite /tight rij !ye xij /raised Cij mulrCA eqxx.
have xs : x s = rho * x t by rewrite rhoe divfK // gt_eqF.
exists s, t; apply/andP; split.
  rewrite /tight rst !ye /raised Cs (negbTE Ct) xs /=; apply/eqP; field.
  by rewrite gt_eqF.
by have := apart _ _ Cs Ct; rewrite /linked negb_or => /andP[].
Qed.

Hypothesis sym : symmetric r.
Hypothesis conn : forall i j, connect r i j.

(** A connected relation has a pair that leads from C to the others. *)
Lemma crossing (C : pred I) s t : C s -> ~~ C t -> exists k l, [/\ C k, ~~ C l & r k l].
Proof.
move=> Cs Ct; have /connectP[p path e] := conn s t; move: Ct; rewrite {}e.
elim: p s Cs path => [|k p IH] s Cs /=; first by rewrite Cs.
case/andP=> rsk path last; case Ck: (C k); first exact: IH last.
by exists s, k; rewrite Cs Ck.
Qed.
Lemma has_rho (x : I -> R) (C D : pred I) s t : C s -> D t -> r s t -> exists rho, is_rho x C D rho.
Proof.
move=> Cs Dt rst; pose P (p : I * I) := [&& C p.1, D p.2 & r p.1 p.2].
have P0 : P (s, t) by apply/and3P.
case: (@arg_maxP _ _ _ (s, t) P (fun p => x p.1 / x p.2) P0) => [[k l] /and3P[/= Ck Dl rkl] max].
exists (x k / x l); split; first by exists k, l.
by move=> i j Ci Dj rij; apply: (max (i, j)); apply/and3P.
Qed.
Lemma rho_unique (x : I -> R) (C D : pred I) rho rho' : is_rho x C D rho -> is_rho x C D rho' -> rho = rho'.
Proof.
move=> [[s [t [Cs Dt rst ->]]] le] [[s' [t' [Cs' Dt' rst' ->]]] le']; apply/eqP.
by rewrite eq_le le' ?le.
Qed.

(** A part C of the inputs with no edge to the others: rho1 and rho2 are there, and the split does what is said of it. *)
Theorem appendix_e (M : I -> T -> R) (o : T) (C : pred I) s0 t0 : mechanism M -> private r E 0 M ->
  C s0 -> ~~ C t0 -> (forall s t, C s -> ~~ C t -> ~~ linked r E (M^~ o) s t) ->
  exists rho1 rho2, [/\ is_rho (M^~ o) C (predC C) rho1, is_rho (M^~ o) (predC C) C rho2,
    0 < rho1 < E /\ 0 < rho2 < E &
    let M' := split M o (printed_part C rho1 rho2) in
    [/\ mechanism M', private r E 0 M', followed M' M, ~ followed M M' &
      forall u, odflt o u = o -> subrel (tight r E (M^~ o)) (tight r E (M'^~ u)) /\
        exists i j, tight r E (M'^~ u) i j && ~~ tight r E (M^~ o) i j]].
Proof.
move=> mM pM Cs0 Ct0 apart; pose x := M^~ o.
have x0 i : 0 <= x i by have [M0 _] := mM i; apply: M0.
have bound i j : r i j -> x i <= E * x j by have /private_columns := pM; apply.
have [k [l [Ck Cl rkl]]] := crossing Cs0 Ct0; have rlk : r l k by rewrite sym.
have pos i : 0 < x i.
  rewrite lt_neqAle x0 andbT eq_sym.
  suff xk : x k != 0 by apply: (possible_everywhere conn x0 bound i xk).
  apply/negP => /eqP xk; have xl : x l = 0.
    by apply/eqP; rewrite eq_le x0 andbT; have := bound _ _ rlk; rewrite xk mulr0.
  by have := apart _ _ Ck Cl; rewrite /linked /tight rkl -/(x k) -/(x l) xk xl mulr0 eqxx.
have small (A B : pred I) rho : is_rho x A B rho -> (forall s t, A s -> B t -> ~~ tight r E x s t) -> 0 < rho < E.
  move=> [[s [t [As Bt rst ->]]] _] no; rewrite divr_gt0 //= ltr_pdivr_mulr // lt_neqAle bound // andbT.
  by have := no _ _ As Bt; rewrite /tight rst.
have quotient (A B : pred I) rho : is_rho x A B rho -> forall s t, A s -> B t -> r s t -> x s <= rho * x t.
  by move=> [_ le] s t As Bt rst; rewrite -ler_pdivr_mulr //; apply: le.
have [rho1 h1] : exists rho, is_rho x C (predC C) rho by apply: has_rho rkl.
have [rho2 h2] : exists rho, is_rho x (predC C) C rho by apply: has_rho rlk.
have l1 : 0 < rho1 < E.
  by apply: (small _ _ _ h1) => s t Cs Ct; have := apart _ _ Cs Ct; rewrite /linked negb_or => /andP[].
have l2 : 0 < rho2 < E.
  by apply: (small _ _ _ h2) => t s Ct Cs; have := apart _ _ Cs Ct; rewrite /linked negb_or => /andP[].
exists rho1, rho2; split=> //.
have [/andP[a0 a1] /andP[b0 b1] eu ev] := printed_factors l1 l2.
pose f := printed_part C rho1 rho2; rewrite -/f.
have fe i : f i = raised C (a_ rho1 rho2) rho1 i by [].
have ge i : 1 - f i = raised (predC C) (b_ rho1 rho2) rho2 i.
  by rewrite /f /printed_part /raised /=; case: (C i); [rewrite -eu | rewrite -ev]; rewrite addrAC subrr add0r.
have r0 (A : pred I) p rho i : 0 <= p -> 0 < rho < E -> 0 <= raised A p rho i.
  move=> p0 /andP[rho0 rhoE]; rewrite /raised; case: (A i) => //.
  by apply: mulr_ge0 => //; apply: ltW; rewrite divr_gt0 // (lt_trans rho0).
have f01 i : 0 <= f i <= 1.
  by rewrite -[X in _ && X]subr_ge0 ge fe !r0 ?ltW.
split.
- exact: split_mechanism.
- apply: split_private => // i j rij.
    rewrite !fe; apply: (raised_bound x0 bound (ltW a0) l1 _ rij); exact: quotient h1.
  rewrite !ge; apply: (raised_bound x0 bound (ltW b0) l2 _ rij) => s t Cs /negPn Ct.
  exact: (quotient _ _ _ h2).
- by exists (merge R o); [exact: merge_mechanism | exact: merge_split].
- apply: (@split_not_below _ _ _ _ _ _ s0 t0); try exact: lt0r_neq0 (pos _).
  rewrite /f /printed_part Cs0 (negbTE Ct0) -[X in _ != X]mulr1 (inj_eq (mulfI (lt0r_neq0 a0))).
  by case/andP: l1 => rho0 rhoE; rewrite gt_eqF // ltr_pdivl_mulr // mul1r.
case=> [o'|] /= oo'.
  rewrite oo'; apply: (raised_edges (C := C) (p := a_ rho1 rho2) pos) apart h1 _; first by case/andP: l1.
  by move=> i; rewrite /= eqxx.
apply: (raised_edges (C := predC C) (p := b_ rho1 rho2) (rho := rho2) pos).
- by case/andP: l2.
- move=> t s Ct /negPn Cs; have := apart _ _ Cs Ct; by rewrite /linked orbC.
- case: h2 => [[s [t [Cs Ct rst e]]] le]; split; last by move=> i j Ci /negPn; apply: le.
  by exists s, t; split=> //; apply/negPn.
by move=> i; rewrite /= ge.
Qed.

(** Repeated, it ends: a private mechanism is a post-processing of a maximally sufficient one. *)
Definition loose (U : finType) (M : I -> U -> R) (o : U) : pred (I * I) :=
  fun ij => ~~ tight r E (M^~ o) ij.1 ij.2.
Definition weight (U : finType) (M : I -> U -> R) : nat := \sum_o 3 ^ #|loose M o|.

End Printed.

Lemma followed_refl (R : realFieldType) (I U : finType) (P : I -> U -> R) : followed P P.
Proof.
exists (@truth R U) => [|i o]; first exact: truth_mechanism.
rewrite /post (bigD1 o) //= /truth eqxx mulr1 big1 ?addr0 // => u uo.
by rewrite eq_sym (negbTE uo) mulr0.
Qed.
Lemma followed_trans (R : realFieldType) (I U V W : finType) (P : I -> U -> R) (Q : I -> V -> R) (M : I -> W -> R) :
  followed P Q -> followed Q M -> followed P M.
Proof.
move=> [A mA eA] [B mB eB]; exists (fun u => post B (A u)).
  by move=> u; apply: post_distribution.
move=> i w; rewrite eB /post (eq_bigr (fun v => \sum_u P i u * A u v * B v w)); last first.
  by move=> v _; rewrite eA mulr_suml.
by rewrite exchange_big; apply: eq_bigr => u _; rewrite mulr_sumr; apply: eq_bigr => v _; rewrite mulrA.
Qed.

Theorem coverage (R : realFieldType) (I T : finType) (r : rel I) (E : R) (M : I -> T -> R) (i0 : I) :
  symmetric r -> (forall i j, connect r i j) -> mechanism M -> private r E 0 M ->
  exists (U : finType) (Q : I -> U -> R), [/\ mechanism Q, maximally_sufficient r E Q & followed Q M].
Proof.
move=> sym conn; have [n] := ubnP (weight r E M); elim: n T M => // n IH T M; rewrite ltnS => le mM pM.
case: (boolP [forall o, forall i, forall j, connect (linked r E (M^~ o)) i j]) => [all|].
  exists T, M; split=> //; last exact: followed_refl.
  apply/(theorem_3_3_2 sym conn i0 mM pM) => o i j.
  by move/forallP: all => /(_ o) /forallP /(_ i) /forallP.
rewrite negb_forall => /existsP[o]; rewrite negb_forall => /existsP[s]; rewrite negb_forall => /existsP[t apart].
pose C := connect (linked r E (M^~ o)) s.
have out k l : C k -> ~~ C l -> ~~ linked r E (M^~ o) k l.
  by move=> Ck; apply: contra => kl; apply: connect_trans Ck (connect1 kl).
have [rho1 [rho2 [_ _ _ [mS pS sS _ edges]]]] := appendix_e sym conn mM pM (connect0 _ s : C s) apart out.
have [|U [Q [mQ max sQ]]] := IH _ _ _ mS pS; last by exists U, Q; split=> //; apply: followed_trans sQ sS.
apply: leq_trans le; set N := split _ _ _; rewrite -/N in edges.
have fewer u : odflt o u = o -> (#|loose r E N u| < #|loose r E M o|)%N.
  move=> /edges [sub [i [j /andP[new old]]]]; apply: proper_card; apply/properP; split.
    by apply/subsetP => -[k l]; rewrite !unfold_in /=; apply: contra; apply: sub.
  by exists (i, j); rewrite unfold_in /= ?negbK.
rewrite /weight big_option [X in (_ + X < _)%N](bigD1 o) //= [X in (_ < X)%N](bigD1 o) //= addnA.
rewrite (eq_bigr (fun u => 3 ^ #|loose r E M u|)%N); last first.
  by move=> u uo; congr (3 ^ _)%N; apply: eq_card => ij; rewrite !unfold_in /loose /tight /N /= (negbTE uo).
rewrite ltn_add2r; have x0 := fewer None erefl; have x1 := fewer (Some o) erefl.
case: #|loose r E M o| x0 x1 => // m; rewrite !ltnS expnS => x0 x1.
apply: leq_ltn_trans (_ : 3 ^ m + 3 ^ m < _)%N; first by rewrite leq_add // leq_exp2l.
by rewrite addnn -mul2n ltn_mul2r expn_gt0.
Qed.
