(** * RainbowOpenQuestion: where Section 6.3 of "Generalized Rainbow Differential Privacy" has no scenario

    The open question: is there a scenario with a lexicographic optimum and no dominance optimum? For delta = 0 there is none
    if no two free vertices are neighbours, with any number of colors; in particular none with one free vertex. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** For delta = 0 closeness is color by color. *)
Lemma close_to_0 (R : realFieldType) (T : finType) (E : R) (P Q : T -> R) :
  close_to E 0 P Q <-> forall x, P x <= E * Q x.
Proof.
split=> [cl x|le S]; first by have := singletons_of_events cl x; rewrite addr0.
by rewrite addr0 /prob mulr_sumr; apply: ler_sum => x _.
Qed.

Section Exchange.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}).
Implicit Types x y : 'I_q -> R.

Definition between_two (a b z : R) : Prop := Num.min a b <= z <= Num.max a b.
Lemma betweenl a b : between_two a b a.
Proof. by rewrite /between_two le_minl le_maxr !lexx. Qed.

(** An inequality that holds at both ends holds between them. *)
Lemma between_le a b z e k : between_two a b z -> a <= e * k -> b <= e * k -> z <= e * k.
Proof. by case/andP=> _ hi ha hb; apply: le_trans hi _; rewrite le_maxl ha hb. Qed.
Lemma le_between a b z e k : 0 <= e -> between_two a b z -> k <= e * a -> k <= e * b -> k <= e * z.
Proof.
move=> e0 /andP[lo _] ha hb; apply: le_trans (_ : e * Num.min a b <= _); last exact: ler_wpmul2l.
by rewrite /Num.min; case: ifP.
Qed.

(** If y has more on the first k colors, some of it can be taken over: a law between x and y, color by color, that is
    greater in the lexicographic order than x. *)
Lemma exchange x y k : distribution x -> distribution y -> prefix c x k < prefix c y k ->
  exists z, [/\ distribution z, forall o, between_two (x o) (y o) (z o) & ~ lexicographic c x z].
Proof.
move=> [x0 x1] [y0 y1] less.
have [i ik xi] : exists2 i : 'I_q, (i < k)%N & x (c i) < y (c i).
  case: (boolP [exists i : 'I_q, (i < k)%N && (x (c i) < y (c i))]) => [/existsP [i /andP[h h']]|no]; first by exists i.
  move: less; rewrite ltNge; case/negP; apply: ler_sum => i ik; rewrite leNgt; apply/negP => h.
  by case/existsP: no; exists i; rewrite ik.
have [j kj yj] : exists2 j : 'I_q, (k <= j)%N & y (c j) < x (c j).
  case: (boolP [exists j : 'I_q, (k <= j)%N && (y (c j) < x (c j))]) => [/existsP [j /andP[h h']]|no]; first by exists j.
  have tail p : \sum_o p o = prefix c p k + \sum_(j < q | ~~ (j < k)%N) p (c j).
    by rewrite (reindex_inj (@perm_inj _ c)) /= (bigID (fun j : 'I_q => (j < k)%N)).
  have : \sum_(j < q | ~~ (j < k)%N) x (c j) <= \sum_(j < q | ~~ (j < k)%N) y (c j).
    apply: ler_sum => j; rewrite -leqNgt => kj; rewrite leNgt; apply/negP => h.
    by case/existsP: no; exists j; rewrite kj.
  by move=> le; have := ltr_le_add less le; rewrite -!tail x1 y1 ltxx.
have ij : (i < j)%N by apply: leq_trans ik kj.
have ne : c i != c j by rewrite (inj_eq perm_inj); apply/eqP => eq; move: ij; rewrite eq ltnn.
set e := Num.min (y (c i) - x (c i)) (x (c j) - y (c j)).
have e0 : 0 < e by rewrite /e lt_minr !subr_gt0 xi.
have ei : e <= y (c i) - x (c i) by rewrite /e le_minl lexx.
have ej : e <= x (c j) - y (c j) by rewrite /e le_minl lexx orbT.
pose z o := if o == c i then x o + e else if o == c j then x o - e else x o.
have zi : z (c i) = x (c i) + e by rewrite /z eqxx.
have zj : z (c j) = x (c j) - e by rewrite /z eq_sym (negbTE ne) eqxx.
have zo o : o != c i -> o != c j -> z o = x o by move=> h h'; rewrite /z (negbTE h) (negbTE h').
have btw o : between_two (x o) (y o) (z o).
  case: (eqVneq o (c i)) => [->|n1].
    rewrite zi /between_two le_minl ler_addl (ltW e0) /= le_maxr; apply/orP; right.
    by rewrite -ler_subr_addl.
  case: (eqVneq o (c j)) => [->|n2]; last by rewrite zo //; apply: betweenl.
  rewrite zj /between_two le_minl le_maxr; apply/andP; split; apply/orP.
    by right; rewrite ler_subr_addr -ler_subr_addl.
  by left; rewrite ler_subl_addr ler_addl ltW.
exists z; split=> //.
  split=> [o|]; first by have /andP[lo _] := btw o; apply: le_trans lo; rewrite le_minr x0 y0.
  rewrite -x1 (bigD1 (c i)) //= (bigD1 (c j)) 1?eq_sym //= [RHS](bigD1 (c i)) //= [X in _ = _ + X](bigD1 (c j)) 1?eq_sym //=.
  rewrite zi zj (eq_bigr x) => [|o /andP[h h']]; last exact: zo.
  by move: (\sum_(_ | _) _) => s; ring.
case=> [eq|[l before more]].
  by have := eq i; rewrite zi => h; move: e0; rewrite -(ltr_add2l (x (c i))) addr0 -h ltxx.
case: (ltngtP l i) => li.
- move: more; rewrite zo ?ltxx // (inj_eq perm_inj); apply/eqP => eq; move: li; rewrite eq ?ltnn //.
  by rewrite ltnNge (ltnW ij).
- by have := before i li; rewrite zi => h; move: e0; rewrite -(ltr_add2l (x (c i))) addr0 -h ltxx.
have eq : l = i by apply: val_inj.
by move: more; rewrite eq zi; apply/negP; rewrite -leNgt ler_addl ltW.
Qed.

End Exchange.

Section Independent.
Variables (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E : R).
Variables (fixed : pred V) (m : V -> 'I_q -> R).
Hypothesis E1 : 1 <= E.

(** delta = 0, no two free vertices are neighbours: a lexicographic optimum is a dominance optimum. *)
Theorem independent_free_vertices M : (forall v w, r v w -> ~~ fixed v -> ~~ fixed w -> v = w) ->
  greatest r f (@lexicographic R q) E 0 fixed m M -> greatest r f (@dominates R q) E 0 fixed m M.
Proof.
move=> indep [feas most]; split=> // M' feas' v k; rewrite leNgt; apply/negP => less.
have E0 : 0 <= E by apply: le_trans ler01 E1.
have [mech priv fix_] := feas; have [mech' priv' fix'] := feas'.
have free : ~~ fixed v.
  apply/negP => fv; move: less; rewrite ltNge; case/negP; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => i _; rewrite fix_ // fix'.
have [z [lawz btw notlex]] := exchange (mech v) (mech' v) less.
pose N w := if w == v then z else M w.
suff feasN : feasible r E 0 fixed m N by have := most _ feasN v; rewrite /N eqxx.
have same w : w != v -> r v w \/ r w v -> M' w =1 M w.
  move=> ne adj o; have fw : fixed w.
    by apply/negPn/negP => fw; case: adj => /indep eq; move: ne; rewrite eq // eqxx.
  by rewrite fix_ // fix'.
split=> [w|w w' ww'|w fw].
- by rewrite /N; case: eqP.
- apply/close_to_0 => o; rewrite /N; have /close_to_0 p := priv _ _ ww'; have /close_to_0 p' := priv' _ _ ww'.
  case: (eqVneq w v) ww' p p' => [->|nw] vw p p'; case: (eqVneq w' v) => [eq|nw'].
  + by rewrite -[X in X <= _]mul1r ler_wpmul2r //; case: lawz.
  + apply: (between_le (btw o)) => //; have : M' v o <= E * M' w' o by apply: p'.
    by rewrite (same w') //; left.
  + move: p p' vw; rewrite eq => p p' vw; apply: (le_between E0 (btw o)) => //.
    have : M' w o <= E * M' v o by apply: p'.
    by rewrite (same w) //; right.
  + exact: p.
rewrite /N; case: eqP => [eq|_]; last exact: fix_.
by move: free; rewrite -eq fw.
Qed.

(** One free vertex. *)
Lemma one_free_vertex v0 M : (forall v, v != v0 -> fixed v) ->
  greatest r f (@lexicographic R q) E 0 fixed m M -> greatest r f (@dominates R q) E 0 fixed m M.
Proof.
move=> all; apply: independent_free_vertices => v w _ fv fw.
have only u : ~~ fixed u -> u = v0 by move=> fu; apply/eqP/negPn/negP => /all h; move: fu; rewrite h.
by rewrite (only _ fv) (only _ fw).
Qed.

End Independent.
