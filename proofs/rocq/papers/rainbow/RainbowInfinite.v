(** * RainbowInfinite: Theorem 2 on graphs with infinitely many vertices

    V may be any type; the distance to the boundary is given as a function (DefinitionsRainbow.v). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow RainbowGraphs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Infinite.
Variables (R : realFieldType) (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}).
Variables (E d : R) (m : {perm 'I_q} -> 'I_q -> R) (distance : V -> option nat).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (q0 : (0 < q)%N) (sym : symmetric r).
Hypotheses (dist : is_distance r f distance) (valid : valid_boundary_at r f E d m).
Let T := corrected E d.
Let best := mechanism_at f E d m distance.

Let some_min v n : distance v = Some n -> walks_to r f (f v) n v.
Proof. by move=> e; have := dist v; rewrite e => -[]. Qed.
Let some_least v n k : distance v = Some n -> walks_to r f (f v) k v -> (n <= k)%N.
Proof. by move=> e; have := dist v; rewrite e => -[_]; apply. Qed.
Let finite v k : walks_to r f (f v) k v -> exists n, distance v = Some n.
Proof. by move=> h; have := dist v; case: (distance v) => [n _|/(_ k)] //; exists n. Qed.

Let head v : distance v = Some 0%N <-> boundary_at r f v.
Proof.
split=> [/some_min [] //|b]; have h : walks_to r f (f v) 0 v by split.
by have [n e] := finite h; have := some_least e h; rewrite e leqn0 => /eqP ->.
Qed.
Let head_law v : boundary_at r f v -> distribution (m (f v)).
Proof. by case: valid => law _; apply: law. Qed.
Let reach_law c n v : walks_to r f c n v -> exists2 w, boundary_at r f w & f w = c.
Proof.
elim: n v => [|n IH] v /=; first by move=> [b e]; exists v.
by case=> [/IH|[w _ /IH]].
Qed.
Let start v n : distance v = Some n -> distribution (m (f v)).
Proof. by move=> /some_min /reach_law [w b <-]; apply: head_law. Qed.

(** It gives a law to each vertex, ... *)
Theorem mechanism_at_law : mechanism best.
Proof.
move=> v; rewrite /best /mechanism_at; case e: (distance v) => [n|]; last exact: first_color_distribution.
by apply: line_distribution (corrected_operator E1 d0) _ _ _; apply: start e.
Qed.

Let next v w n : r v w -> f v = f w -> distance v = Some n -> exists2 k, distance w = Some k & (k <= n.+1)%N.
Proof.
move=> rvw fvw e; have h : walks_to r f (f w) n.+1 w.
  by right; exists v; [rewrite sym | rewrite -fvw; apply: some_min].
by have [k ek] := finite h; exists k => //; apply: some_least ek h.
Qed.

(** ... the boundary condition to the boundary, ... *)
Theorem infinite_boundary v : boundary_at r f v -> best v =1 m (f v).
Proof. by move=> b x; rewrite /best /mechanism_at (iffRL (head v) b). Qed.

(** ... and it is private on each edge. *)
Theorem infinite_private : private r E d best.
Proof.
have lineS p c t : line T c p t.+1 = step T c (line T c p t) by [].
move=> v w rvw; case: (eqVneq (f v) (f w)) => [fvw|ne]; last first.
  have bv : boundary_at r f v by exists w => //; rewrite eq_sym.
  have bw : boundary_at r f w by exists v => //; rewrite sym.
  rewrite /best /mechanism_at (iffRL (head v) bv) (iffRL (head w) bw) /line /=.
  by case: valid => _ /(_ v w rvw ne) [].
rewrite /best /mechanism_at; case ev: (distance v) => [n|]; last first.
  case ew: (distance w) => [k|]; first by have [? ] := next (etrans (sym w v) rvw) (esym fvw) ew; rewrite ev.
  by rewrite fvw; apply: close_to_refl => //; exact: first_color_distribution.
have [k ek kn] := next rvw fvw ev; rewrite ek -fvw.
have [n' en nk] := next (etrans (sym w v) rvw) (esym fvw) ek; move: en nk; rewrite ev => -[<-] nk.
have law t : distribution (line T (f v) (m (f v)) t).
  by apply: line_distribution (corrected_operator E1 d0) _ _ _; apply: start ev.
have up t := (lemma_1_close E1 d0 (f v) (law t)).2.
case: (ltngtP n k) => [lt|lt|->].
- have -> : k = n.+1 by apply/eqP; rewrite eqn_leq kn.
  by rewrite lineS; case: (up n).
- have -> : n = k.+1 by apply/eqP; rewrite eqn_leq nk.
  by rewrite lineS; case: (up k).
- by apply: close_to_refl => //; apply: law.
Qed.

(** At each vertex it dominates every private mechanism with this boundary condition. *)
Theorem infinite_dominates (M : V -> 'I_q -> R) : mechanism M -> private r E d M ->
  (forall v, boundary_at r f v -> M v =1 m (f v)) -> forall v, dominates (f v) (best v) (M v).
Proof.
move=> law priv fixed v; rewrite /best /mechanism_at; case e: (distance v) => [n|]; last exact: first_color_best.
elim: n v e => [|n IH] v e.
  have b : boundary_at r f v by apply/head.
  by move=> k; rewrite /line /= /prefix; under eq_bigr do rewrite fixed //.
have [h|[w rvw h]] := some_min e; first by have := some_least e h; rewrite ltnn.
have fvw : f w = f v.
  case: (eqVneq (f w) (f v)) => // ne; have b : boundary_at r f v by exists w.
  by move/head: b; rewrite e.
have {h} h : walks_to r f (f w) n w by rewrite fvw.
have [k ek] := finite h; have kn := some_least ek h.
have [n' en nk] := next (etrans (sym w v) rvw) fvw ek; move: en nk; rewrite e => -[<-]; rewrite ltnS => nk.
have ekn : k = n by apply/eqP; rewrite eqn_leq kn.
have := IH w; rewrite ekn in ek => /(_ ek); rewrite fvw => dom.
apply: dominates_trans (lemma_2 E1 d0 dom) _.
by apply: lemma_1_greatest => //; split; apply: priv; rewrite // sym.
Qed.

(** So it is the only one that dominates all. *)
Theorem infinite_unique (M : V -> 'I_q -> R) : mechanism M -> private r E d M ->
  (forall v, boundary_at r f v -> M v =1 m (f v)) -> (forall v, dominates (f v) (M v) (best v)) ->
  forall v, M v =1 best v.
Proof. by move=> law priv fixed dom v; apply: dominates_eq (dom v) (infinite_dominates law priv fixed v). Qed.

End Infinite.

(** Without a valid boundary there is no private mechanism with it. *)
Theorem infinite_valid (R : realFieldType) (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}) (E d : R) m
    (M : V -> 'I_q -> R) : symmetric r -> mechanism M -> private r E d M ->
  (forall v, boundary_at r f v -> M v =1 m (f v)) -> valid_boundary_at r f E d m.
Proof.
move=> sym law priv fixed; have probE v S : boundary_at r f v -> prob (m (f v)) S = prob (M v) S.
  by move=> b; apply: eq_bigr => x _; rewrite fixed.
split=> [v b|v w vw ne].
  case: (law v) => M0 M1; split=> [x|]; first by rewrite -fixed.
  by rewrite -M1; apply: eq_bigr => x _; rewrite fixed.
have bv : boundary_at r f v by exists w => //; rewrite eq_sym.
have bw : boundary_at r f w by exists v => //; rewrite sym.
by split=> S; rewrite !probE //; apply: priv; rewrite // sym.
Qed.
