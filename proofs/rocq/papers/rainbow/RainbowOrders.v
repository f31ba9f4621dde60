(** * RainbowOrders: dominance, the lexicographic order, utilities, total variation

    Sentences of Sections 1 and 2 of "Generalized Rainbow Differential Privacy", for every number of colors and every
    order c of them. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OneOrder.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}).
Implicit Types (p u : 'I_q -> R).

(** Definition 3: dominance at every vertex is a partial order of mechanisms. *)
Theorem dominance_partial_order (V : Type) (f : V -> {perm 'I_q}) :
  let above (M M' : V -> 'I_q -> R) := forall v, dominates (f v) (M v) (M' v) in
  [/\ forall M, above M M, forall M1 M2 M3, above M1 M2 -> above M2 M3 -> above M1 M3
    & forall M M', above M M' -> above M' M -> forall v, M v =1 M' v].
Proof.
split=> [M v k|M1 M2 M3 h h' v|M M' h h' v]; [by [] | exact: dominates_trans (h v) (h' v) | exact: dominates_eq (h v) (h' v)].
Qed.

Lemma prefix_agree p p' k : (k <= q)%N -> (forall i : 'I_q, (i < k)%N -> p (c i) = p' (c i)) -> prefix c p k = prefix c p' k.
Proof. by move=> _ same; apply: eq_bigr => i; apply: same. Qed.

(** Dominance implies the lexicographic order. *)
Theorem dominates_lexicographic p p' : dominates c p p' -> lexicographic c p p'.
Proof.
move=> dom; case: (boolP [forall i, p (c i) == p' (c i)]) => [/forallP same|]; first by left=> i; apply/eqP.
rewrite negb_forall => /existsP [i0 ne0]; right.
have ex : exists n, [exists i : 'I_q, ((i : nat) == n) && (p (c i) != p' (c i))].
  by exists (nat_of_ord i0); apply/existsP; exists i0; rewrite eqxx.
case: (ex_minnP ex) => n /existsP [k /andP[/eqP kn ne]] least; have before (i : 'I_q) : (i < k)%N -> p (c i) = p' (c i).
  move=> lt; apply/eqP/negPn/negP => nei; have := least i; rewrite leqNgt -kn lt => no; apply/notF/no.
  by apply/existsP; exists i; rewrite eqxx.
exists k => //.
have := dom k.+1; rewrite !(prefixS _ _ (ltn_ord k)) (_ : Ordinal (ltn_ord k) = k); last exact: val_inj.
by rewrite (prefix_agree (ltnW (ltn_ord k)) before) ler_add2l lt_neqAle eq_sym ne.
Qed.

(** With one or two colors the two orders are the same. *)
Theorem lexicographic_dominates p p' : (q <= 2)%N -> distribution p -> distribution p' ->
  lexicographic c p p' -> dominates c p p'.
Proof.
move=> q2 law law' [same|[k same more]] n.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => i _; rewrite same.
case: (leqP q n) => [le|lt].
  by rewrite !(@prefix_over _ _ c _ n) // !prefix_all; case: law => _ ->; case: law' => _ ->.
have [k0|kpos] := posnP k; last first.
  by have -> : prefix c p' n = prefix c p n; last exact: lexx; apply/esym/eq_bigr => i lti; apply: same;
    apply: leq_trans lti _; apply: leq_trans kpos; rewrite -ltnS; apply: leq_trans lt q2.
case: n lt => [|n] lt; first by rewrite !prefix0.
have n0 : n = 0%N by case: n lt => // n lt; have := leq_trans lt q2.
have eqk : Ordinal (ltnW lt) = k by apply: val_inj; rewrite /= n0 k0.
have empty r : prefix c r n = 0 by rewrite n0 prefix0.
by rewrite !(prefixS c _ (ltnW lt)) !empty !add0r eqk ltW.
Qed.

(** Summation by parts: at least u at the last place times the difference of the prefix sums. *)
Lemma by_parts p p' u k (h : (k < q)%N) : decreasing c u -> dominates c p p' ->
  u (c (Ordinal h)) * (prefix c p k.+1 - prefix c p' k.+1) <= prefix c (fun x => u x * (p x - p' x)) k.+1.
Proof.
move=> dec dom; elim: k h => [|k IH] h; first by rewrite !(prefixS c _ h) !prefix0 !add0r.
have h' := ltnW h; have le := IH h'; have d0 : 0 <= prefix c p k.+1 - prefix c p' k.+1 by rewrite subr_ge0.
have falls : u (c (Ordinal h)) <= u (c (Ordinal h')) by apply: dec => /=.
rewrite (prefixS c _ h) [prefix c p' k.+2](prefixS c _ h) [X in _ <= X](prefixS c _ h).
have {falls} le' := le_trans (ler_wpmul2r d0 falls) le; rewrite -subr_ge0 in le'.
by apply: le_by le' _; ring.
Qed.

(** Section 2: more in the order of dominance is at least as much of every utility that decreases along the rainbow. *)
Lemma expectation_monotone p p' u : distribution p -> distribution p' -> decreasing c u -> dominates c p p' ->
  \sum_x u x * p' x <= \sum_x u x * p x.
Proof.
move=> [_ p1] [_ p'1] dec dom; have [q0|q0] := posnP q.
  by rewrite !big1 // => -[x h]; exfalso; rewrite q0 in h.
rewrite -subr_ge0 -sumrB (eq_bigr (fun x => u x * (p x - p' x))) => [|x _]; last by rewrite mulrBr.
rewrite -(prefix_all c); set k := q.-1; have h : (k < q)%N by rewrite /k ltn_predL.
have eqq : k.+1 = q by rewrite /k (ltn_predK q0).
by have := by_parts h dec dom; rewrite eqq !(prefix_all c p) !(prefix_all c p') p1 p'1 subrr mulr0.
Qed.

End OneOrder.

(** U[M] is order reasonable on every finite graph, whatever the rainbows. *)
Theorem order_reasonable (R : realFieldType) (q : nat) (V : finType) (f : V -> {perm 'I_q}) (u M M' : V -> 'I_q -> R) :
  mechanism M -> mechanism M' -> (forall v, decreasing (f v) (u v)) -> (forall v, dominates (f v) (M v) (M' v)) ->
  utility u M' <= utility u M.
Proof. by move=> mech mech' dec dom; apply: ler_sum => v _; apply: (expectation_monotone (c := f v)). Qed.

(** (1.1): the largest |P(S) - Q(S)| is attained, and is the sum of positive parts. *)
Theorem total_variation (R : realFieldType) (T : finType) (P Q : T -> R) : distribution P -> distribution Q ->
  (forall S : {set T}, `|prob P S - prob Q S| <= hockey_stick 1 P Q)
  /\ exists S : {set T}, `|prob P S - prob Q S| = hockey_stick 1 P Q.
Proof.
move=> [_ P1] [_ Q1]; split=> [S|]; last first.
  exists (positive 1 P Q); have := hockey_stick_attained 1 P Q; rewrite mul1r => ->.
  by rewrite ger0_norm // hockey_stick_ge0.
rewrite ler_norml; apply/andP; split; last by have := hockey_stick_bound 1 P Q S; rewrite mul1r.
have := hockey_stick_bound 1 P Q (~: S); rewrite mul1r !prob_setC // ler_oppl => le; apply: le_trans le.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
