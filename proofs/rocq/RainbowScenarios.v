(** * RainbowScenarios: for the scenarios of Section 6.3 of "Generalized Rainbow Differential Privacy"

    The graphs have the vertices 0, ..., N - 1, a list of edges, and two rainbows: that in the order of the numbers, and one
    in which two colors change places. Laws are functions of the numbers of the vertex and of the color. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Greatest.
From DPExact Require Import Definitions Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Orders.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}).
Implicit Types p : 'I_q -> R.

Lemma prefix_next p (k : 'I_q) : prefix c p k.+1 = prefix c p k + p (c k).
Proof. by rewrite (prefixS c p (ltn_ord k)); congr (_ + p (c _)); exact: val_inj. Qed.

(** What dominates a law, and is not greater in the lexicographic order, is that law. *)
Lemma dominates_least p p' : dominates c p p' -> lexicographic c p' p -> p =1 p'.
Proof.
move=> dom [same x|[k same less]]; first by rewrite -[x](permKV c) same.
have := dom k.+1; rewrite !prefix_next (@Greatest.prefix_same _ _ c p p' k) => [|i /same ->//].
by rewrite ler_add2l leNgt less.
Qed.

(** p is greatest in the lexicographic order if it is so at the places before s, and has nothing after s. *)
Lemma lexicographic_first p p' s : distribution p -> distribution p' -> (forall i : 'I_q, (s < i)%N -> p (c i) = 0) ->
  (forall k : 'I_q, (k < s)%N -> (forall i : 'I_q, (i < k)%N -> p (c i) = p' (c i)) -> p' (c k) <= p (c k)) ->
  lexicographic c p p'.
Proof.
move=> [p0 p1] law' zero first.
case: (Greatest.first_difference c p p') => [|[k same ne]]; [by left | right; exists k => //].
rewrite lt_neqAle eq_sym ne /=; case: (ltnP k s) => [lt|le]; first exact: first.
have all : prefix c p k.+1 = 1.
  rewrite -p1 -(prefix_all c) /prefix [RHS](bigID (fun i : 'I_q => (i < k.+1)%N)) /= [X in _ = _ + X]big1 ?addr0.
    by apply: eq_bigl => i; rewrite ltn_ord.
  by move=> i /andP[_]; rewrite -leqNgt => ki; apply: zero; exact: leq_ltn_trans le ki.
have := prefix_le1 c k.+1 law'; rewrite -all !prefix_next (@Greatest.prefix_same _ _ c p p' k) //.
by rewrite ler_add2l.
Qed.

End Orders.

(** A lexicographic optimum that does not dominate all: there is no dominance optimum. *)
Lemma no_dominance (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R) fixed m X Y v k :
  greatest r f (@lexicographic R q) E d fixed m X -> feasible r E d fixed m Y ->
  prefix (f v) (X v) k < prefix (f v) (Y v) k -> none r f (@dominates R q) E d fixed m.
Proof.
move=> [fX most] fY less; split=> [|M [fM dom]]; first by exists X.
suff same : M v =1 X v.
  have := dom _ fY v k; rewrite leNgt => /negP; apply; apply: le_lt_trans less.
  by rewrite /prefix; apply: ler_sum => i _; rewrite same.
exact: dominates_least (dom _ fX v) (most _ fM v).
Qed.

(** ** Graphs of numbered vertices *)

Section Graph.
Variables (q N : nat) (edges : seq (nat * nat)) (turned : pred nat) (a b : 'I_q).
Hypothesis ab : a != b.

Definition joined (v w : 'I_N) : bool := ((v : nat, w : nat) \in edges) || ((w : nat, v : nat) \in edges).
Definition rainbow (v : 'I_N) : {perm 'I_q} := if turned v then tperm a b else 1%g.
Definition on_boundary (v : nat) : bool :=
  has (fun w => (((v, w) \in edges) || ((w, v) \in edges)) && (turned w != turned v)) (iota 0 N).

Lemma joined_sym : symmetric joined.
Proof. by move=> v w; rewrite /joined orbC. Qed.

Lemma turned_ne : tperm a b != 1%g :> {perm 'I_q}.
Proof. by apply/eqP => /permP /(_ a); rewrite tpermL perm1 => /esym/eqP; rewrite (negbTE ab). Qed.

Lemma boundaryE v : boundary joined rainbow v = on_boundary v.
Proof.
apply/existsP/hasP => [[w /andP[vw fw]]|[w]].
  exists (w : nat); first by rewrite mem_iota add0n ltn_ord.
  rewrite [X in X && _]vw /=; move: fw; rewrite /rainbow.
  by case: (turned w); case: (turned v); rewrite ?eqxx.
rewrite mem_iota add0n /= => wN /andP[vw tw]; exists (Ordinal wN).
rewrite [joined _ _]vw /rainbow /=; move: tw.
by case: (turned w); case: (turned v); rewrite //= ?turned_ne // eq_sym turned_ne.
Qed.

Section Laws.
Variables (R : realFieldType) (E d : R).

(** What a table gives. *)
Lemma feasible_rows (X Y : nat -> nat -> R) :
  (forall v, (v < N)%N -> distribution (fun i : 'I_q => Y v i)) ->
  (forall e, e \in edges -> close E d (fun i : 'I_q => Y e.1 i) (fun i : 'I_q => Y e.2 i)) ->
  (forall v, (v < N)%N -> on_boundary v -> Y v =1 X v) ->
  feasible joined E d (boundary joined rainbow) (fun v (i : 'I_q) => X v i) (fun v (i : 'I_q) => Y v i).
Proof.
move=> laws near same; split=> [v|v w|v]; first exact: laws.
  by case/orP=> /near [].
by rewrite boundaryE => /(same _ (ltn_ord v)) eq i; exact: eq.
Qed.

End Laws.
End Graph.

(** What each feasible mechanism has: its numbers, by the numbers of vertices and colors. *)
Section Feasible.
Variables (R : realFieldType) (q N : nat) (edges : seq (nat * nat)) (turned : pred nat) (a b : 'I_q.+1) (E d : R).
Hypothesis ab : a != b.
Variable X : nat -> nat -> R.
Let r := @joined N.+1 edges.
Let f := @rainbow q.+1 N.+1 turned a b.
Let feasible_ (M : 'I_N.+1 -> 'I_q.+1 -> R) := feasible r E d (boundary r f) (fun v (i : 'I_q.+1) => X v i) M.

Definition numbers (M : 'I_N.+1 -> 'I_q.+1 -> R) (v i : nat) : R := M (inord v) (inord i).

Section One.
Variable M : 'I_N.+1 -> 'I_q.+1 -> R.
Hypothesis feas : feasible_ M.
Let g := numbers M.

Lemma numbers_ge0 v i : 0 <= g v i.
Proof. by have [mech _ _] := feas; have [ge0 _] := mech (inord v); exact: ge0. Qed.

Lemma prob_numbers (l : seq nat) v : uniq l -> all (fun i => i < q.+1)%N l ->
  prob (M (inord v)) [set i : 'I_q.+1 | (i : nat) \in l] = \sum_(i <- l) g v i.
Proof.
move=> ul small; rewrite /prob.
rewrite (eq_bigr (fun i : 'I_q.+1 => g v i)) => [|i _]; last by rewrite /g /numbers inord_val.
rewrite (eq_bigl (fun i : 'I_q.+1 => (i : nat) \in l)) => [|i]; last by rewrite inE.
rewrite -(big_mkord (fun i => i \in l) (g v)) -big_filter; apply: perm_big.
apply: uniq_perm => // [|i]; first exact/filter_uniq/iota_uniq.
rewrite mem_filter mem_index_iota /=; case: (boolP (i \in l)) => //= il; exact: (allP small).
Qed.

Lemma numbers_le1 (l : seq nat) v : uniq l -> all (fun i => i < q.+1)%N l -> \sum_(i <- l) g v i <= 1.
Proof.
move=> ul small; rewrite -prob_numbers //; have [mech _ _] := feas.
by case/andP: (prob01 [set i : 'I_q.+1 | (i : nat) \in l] (mech (inord v))).
Qed.

Lemma numbers_close (l : seq nat) v w : uniq l -> all (fun i => i < q.+1)%N l -> (v < N.+1)%N -> (w < N.+1)%N ->
  ((v, w) \in edges) || ((w, v) \in edges) -> \sum_(i <- l) g v i <= E * (\sum_(i <- l) g w i) + d.
Proof.
move=> ul small vN wN vw; rewrite -!prob_numbers //; have [_ priv _] := feas.
by apply: priv; rewrite /r /joined !inordK.
Qed.

Lemma numbers_close1 i v w : (i < q.+1)%N -> (v < N.+1)%N -> (w < N.+1)%N ->
  ((v, w) \in edges) || ((w, v) \in edges) -> g v i <= E * g w i + d.
Proof. by move=> iq vN wN vw; have := @numbers_close [:: i] v w isT; rewrite !big_seq1 /= iq; apply. Qed.

Lemma numbers_fixed v i : (v < N.+1)%N -> (i < q.+1)%N -> on_boundary N.+1 edges turned v -> g v i = X v i.
Proof.
move=> vN iq bv; have [_ _ fix_] := feas; rewrite /g /numbers fix_ ?inordK //.
by rewrite (boundaryE _ _ ab) inordK.
Qed.

(** The lexicographic order for the numbers: s colors to look at, none after the next one. *)
Lemma numbers_lexicographic s (P : nat -> R) v : distribution (fun i : 'I_q.+1 => P i) ->
  (forall i, (s < i)%N -> P i = 0) ->
  (forall k, (k < s)%N -> (k < q.+1)%N -> (forall i, (i < k)%N -> P i = g v i) -> g v k <= P k) ->
  lexicographic 1%g (fun i : 'I_q.+1 => P i) (M (inord v)).
Proof.
move=> law zero first; apply: (@lexicographic_first _ _ _ _ _ s) => //.
- by have [mech _ _] := feas; exact: mech.
- by move=> i; rewrite perm1; exact: zero.
move=> k ks same; have same' i : (i < k)%N -> P i = g v i.
  move=> ik; have iq : (i < q.+1)%N by exact: ltn_trans ik (ltn_ord k).
  by have := same (Ordinal iq) ik; rewrite !perm1 /= => ->; congr M; apply: val_inj; rewrite /= inordK.
by have := first _ ks (ltn_ord k) same'; rewrite !perm1 /g /numbers inord_val.
Qed.

End One.

(** A lexicographic optimum: it is enough to look at the free vertices, which have the first rainbow. *)
Lemma greatest_rows (free : seq nat) : feasible_ (fun v (i : 'I_q.+1) => X v i) ->
  (forall v, (v < N.+1)%N -> (v \in free) || on_boundary N.+1 edges turned v) ->
  (forall v, v \in free -> ~~ turned v) ->
  (forall M, feasible_ M -> forall v, v \in free -> lexicographic 1%g (fun i : 'I_q.+1 => X v i) (M (inord v))) ->
  greatest r f (@lexicographic R q.+1) E d (boundary r f) (fun v (i : 'I_q.+1) => X v i) (fun v (i : 'I_q.+1) => X v i).
Proof.
move=> fX cover straight best; split=> // M fM v.
have [free_v|] := boolP ((v : nat) \in free).
  by have := best M fM v free_v; rewrite inord_val /f /rainbow (negbTE (straight _ free_v)).
have := cover v (ltn_ord v); case: (_ \in _) => //= bv _; left=> i.
by case: fM => _ _ fix_; rewrite fix_ // (boundaryE _ _ ab).
Qed.

End Feasible.
