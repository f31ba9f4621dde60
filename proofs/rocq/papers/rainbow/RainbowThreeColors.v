(** * RainbowThreeColors: Section 6.3 of "Generalized Rainbow Differential Privacy" with at most three colors, any delta

    With at most three colors every event is one color or the complement of one (or empty, or all). So closeness is again
    color by color, and where no two free vertices are neighbours a lexicographic optimum is a dominance optimum. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Rainbow RainbowOpenQuestion.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section FewColors.
Variables (R : realFieldType) (T : finType) (E d : R).
Hypotheses (few : (#|T| <= 3)%N) (E1 : 1 <= E) (d0 : 0 <= d).
Let E0 : 0 <= E. Proof. exact: le_trans ler01 E1. Qed.

Lemma at_most_one (S : {set T}) : (#|S| <= 1)%N -> S = set0 \/ exists x, S = [set x].
Proof.
rewrite leq_eqVlt => /orP[/cards1P h|]; first by right.
by rewrite ltnS leqn0 cards_eq0 => /eqP ->; left.
Qed.

Lemma close_to_few (P Q : T -> R) : distribution P -> distribution Q ->
  (close_to E d P Q <-> forall x, P x <= E * Q x + d /\ 1 - P x <= E * (1 - Q x) + d).
Proof.
move=> [P0 P1] [Q0 Q1]; split=> [cl x|h S].
  split; first exact: singletons_of_events.
  by have := cl (~: [set x]); rewrite !prob_setC // /prob !big_set1.
case: (leqP #|S| 1) => size.
  case: (at_most_one size) => [->|[x ->]]; last by rewrite /prob !big_set1; case: (h x).
  by rewrite /prob !big_set0 mulr0 add0r.
have size' : (#|~: S| <= 1)%N.
  have := cardsC S; rewrite -(leq_add2l #|S|) => ->; apply: leq_trans few _.
  by rewrite addn1.
move: size'; have eqS := setCK S; move: (~: S) eqS => S' <- size'; rewrite !prob_setC //; case: (at_most_one size') => [->|[x ->]].
  rewrite /prob !big_set0 !subr0 mulr1; apply: le_trans E1 _; by rewrite ler_addl.
by rewrite /prob !big_set1; case: (h x).
Qed.

End FewColors.

Lemma between_affine (R : realFieldType) (u v a b z : R) : between_two a b z -> 0 <= u * a + v -> 0 <= u * b + v ->
  0 <= u * z + v.
Proof.
case/andP=> lo hi ha hb; case: (leP 0 u) => [u0|/ltW u0].
  have m : 0 <= u * Num.min a b + v by case: (leP a b).
  by apply: le_trans m _; rewrite ler_add2r ler_wpmul2l.
have m : 0 <= u * Num.max a b + v by case: (leP a b).
by apply: le_trans m _; rewrite ler_add2r ler_wnmul2l.
Qed.

Section ThreeColors.
Variables (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R).
Variables (fixed : pred V) (m : V -> 'I_q -> R).
Hypotheses (few : (q <= 3)%N) (E1 : 1 <= E) (d0 : 0 <= d).

(** At most three colors, any delta, no two free vertices neighbours: a lexicographic optimum is a dominance optimum. *)
Theorem independent_three_colors M : (forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> v = w) ->
  greatest r f (@lexicographic R q) E d fixed m M -> greatest r f (@dominates R q) E d fixed m M.
Proof.
move=> indep [feas most]; split=> // M' feas' v k; rewrite leNgt; apply/negP => less.
have few' : (#|'I_q| <= 3)%N by rewrite card_ord.
have [mech priv fix_] := feas; have [mech' priv' fix'] := feas'.
have free : ~~ fixed v.
  apply/negP => fv; move: less; rewrite ltNge; case/negP; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => i _; rewrite fix_ // fix'.
have [z [lawz btw notlex]] := exchange (mech v) (mech' v) less.
pose N w := if w == v then z else M w.
suff feasN : feasible r E d fixed m N by have := most _ feasN v; rewrite /N eqxx.
have same w : w != v -> r v w \/ r w v -> M' w =1 M w.
  move=> ne adj o; have fw : fixed w.
    by apply/negPn/negP => fw; case: adj => /indep eq; move: ne; rewrite eq // eqxx.
  by rewrite fix_ // fix'.
have mechN : mechanism N by move=> w; rewrite /N; case: eqP.
split=> // [w w' ww'|w fw]; last first.
  rewrite /N; case: eqP => [eq|_]; last exact: fix_.
  by move: free; rewrite -eq fw.
case: (eqVneq w v) (ww') => [->|nw] vw; case: (eqVneq w' v) => [eq|nw'].
- by rewrite eq; apply: close_to_refl.
- apply/(close_to_few few' E1 d0 (mechN _) (mechN _)) => o; rewrite /N eqxx (negbTE nw').
  have /(close_to_few few' E1 d0 (mech _) (mech _)) /(_ o) [p1 p2] := priv _ _ vw.
  have /(close_to_few few' E1 d0 (mech' _) (mech' _)) /(_ o) := priv' _ _ vw.
  rewrite (same w') //; last by left.
  case=> p1' p2'; rewrite -subr_ge0 in p1; rewrite -subr_ge0 in p2; rewrite -subr_ge0 in p1'; rewrite -subr_ge0 in p2'.
  split; rewrite -subr_ge0.
    have -> : E * M w' o + d - z o = -1 * z o + (E * M w' o + d) by ring.
    by apply: (between_affine (btw o)); [apply: le_trans p1 _ | apply: le_trans p1' _];
      rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  have -> : E * (1 - M w' o) + d - (1 - z o) = 1 * z o + (E * (1 - M w' o) + d - 1) by ring.
  by apply: (between_affine (btw o)); [apply: le_trans p2 _ | apply: le_trans p2' _];
    rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
- move: vw ww'; rewrite eq => vw _.
  apply/(close_to_few few' E1 d0 (mechN _) (mechN _)) => o; rewrite /N eqxx (negbTE nw).
  have /(close_to_few few' E1 d0 (mech _) (mech _)) /(_ o) [p1 p2] := priv _ _ vw.
  have /(close_to_few few' E1 d0 (mech' _) (mech' _)) /(_ o) := priv' _ _ vw.
  rewrite (same w) //; last by right.
  case=> p1' p2'; rewrite -subr_ge0 in p1; rewrite -subr_ge0 in p2; rewrite -subr_ge0 in p1'; rewrite -subr_ge0 in p2'.
  split; rewrite -subr_ge0.
    have -> : E * z o + d - M w o = E * z o + (d - M w o) by ring.
    by apply: (between_affine (btw o)); [apply: le_trans p1 _ | apply: le_trans p1' _];
      rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  have -> : E * (1 - z o) + d - (1 - M w o) = - E * z o + (E + d - (1 - M w o)) by ring.
  by apply: (between_affine (btw o)); [apply: le_trans p2 _ | apply: le_trans p2' _];
    rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
by rewrite /N (negbTE nw) (negbTE nw'); apply: priv.
Qed.

End ThreeColors.
