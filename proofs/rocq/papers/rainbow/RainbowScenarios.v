(** * RainbowScenarios: for the scenarios of Section 6.3 of "Generalized Rainbow Differential Privacy"

    The graphs have the vertices 0, ..., N - 1, a list of edges, and two rainbows: that in the order of the numbers, and one
    in which two colors change places. Laws are functions of the numbers of the vertex and of the color. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring.
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

Lemma numbers_total v : \sum_(0 <= i < q.+1) g v i = 1.
Proof.
rewrite big_mkord (eq_bigr (M (inord v))) => [|i _]; last by rewrite /g /numbers inord_val.
by have [mech _ _] := feas; have [] := mech (inord v).
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

(** ** Laws with nothing after the first colors *)

Section Padded.
Variable R : realFieldType.

Lemma sum_padded (A : Type) (idx : A) (op : Monoid.law idx) (F : nat -> A) k q : (k <= q)%N ->
  (forall i, (k <= i)%N -> F i = idx) -> \big[op/idx]_(i < q) F i = \big[op/idx]_(0 <= i < k) F i.
Proof.
move=> kq zero; rewrite -(big_mkord xpredT F) (big_cat_nat _ _ _ (leq0n k) kq) /=.
rewrite [X in op _ X]big_nat_cond [X in op _ X]big1 ?Monoid.mulm1 // => i /andP[/andP[ki _] _]; exact: zero.
Qed.

(** Four colors, with bounds for P(x) - E Q(x). *)
Lemma close_to_four n (E d a b c e a' b' c' e' w x y z : R) : 0 <= w -> 0 <= x -> 0 <= y -> 0 <= z -> w + x + y + z <= d ->
  a - E * a' <= w -> b - E * b' <= x -> c - E * c' <= y -> e - E * e' <= z ->
  close_to E d (fun i : 'I_n.+4 => nth 0 [:: a; b; c; e] i) (fun i => nth 0 [:: a'; b'; c'; e'] i).
Proof.
move=> w0 x0 y0 z0 total ha hb hc he; apply/close_to_hockey_stick; apply: le_trans total; rewrite /hockey_stick.
pose F i := Num.max 0 (nth 0 [:: a; b; c; e] i - E * nth 0 [:: a'; b'; c'; e'] i).
rewrite (@sum_padded _ _ _ F 4) // => [|i i4]; last by rewrite /F !nth_default // mulr0 subr0 maxxx.
by rewrite !big_nat_recl // big_nil /F /= addr0 !addrA !ler_add // le_maxl ?w0 ?x0 ?y0 ?z0.
Qed.

Lemma distribution_four n (a b c e : R) : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e -> a + b + c + e = 1 ->
  distribution (fun i : 'I_n.+4 => nth 0 [:: a; b; c; e] i).
Proof.
move=> a0 b0 c0 e0 total; split=> [[[|[|[|[|i]]]] h] //=|]; first by rewrite nth_nil.
rewrite (@sum_padded _ _ _ (nth 0 [:: a; b; c; e]) 4) // => [|i i4]; last by rewrite nth_default.
by rewrite !big_nat_recl // big_nil /= addr0 !addrA.
Qed.

Lemma prefix_padded n (F : nat -> R) k : (k <= n)%N -> prefix 1%g (fun i : 'I_n => F i) k = \sum_(0 <= i < k) F i.
Proof.
move=> kn; rewrite /prefix (eq_bigr (fun i : 'I_n => F i)) => [|i _]; last by rewrite perm1.
by rewrite (big_nat_widen _ _ n) //= big_mkord.
Qed.

(** Numerators: P = s / T, Q = t / T, E = e / f; what P(x) - E Q(x) has of more than 0, cut off at 0, is a whole number
    over f T. *)
Definition more (e f : nat) (s t : seq nat) (i : nat) : nat := (f * nth 0 s i - e * nth 0 t i)%N.
Definition near (k e f d : nat) (s t : seq nat) : bool :=
  (sumn [seq more e f s t i | i <- iota 0 k] <= d)%N && (sumn [seq more e f t s i | i <- iota 0 k] <= d)%N.
Definition whole (k T : nat) (s : seq nat) : bool := (size s == k) && (sumn s == T).

Lemma close_to_numerators q k T e f d s t : (k <= q)%N -> (0 < T)%N -> (0 < f)%N -> size s = k ->
  (sumn [seq more e f s t i | i <- iota 0 k] <= d)%N ->
  close_to (e%:R / f%:R : R) (d%:R / (f%:R * T%:R)) (fun i : 'I_q => (nth 0 s i)%N%:R / T%:R)
    (fun i => (nth 0 t i)%N%:R / T%:R).
Proof.
move=> kq T0 f0 size_s bound; apply/close_to_hockey_stick; rewrite /hockey_stick.
have fT0 : 0 < f%:R * T%:R :> R by rewrite mulr_gt0 ?ltr0n.
have fn : f%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have Tn : T%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite (eq_bigr (fun i : 'I_q => (more e f s t i)%:R / (f%:R * T%:R))) => [|i _].
  rewrite -mulr_suml ler_wpmul2r ?invr_ge0 ?(ltW fT0) // -natr_sum ler_nat.
  rewrite (@sum_padded _ _ _ (more e f s t) k) // => [|j kj]; last by rewrite /more nth_default ?size_s // muln0 sub0n.
  by apply: leq_trans bound; rewrite sumnE big_map /index_iota subn0.
rewrite /more; set x := nth _ s i; set y := nth _ t i.
have -> : x%:R / T%:R - e%:R / f%:R * (y%:R / T%:R) = ((f * x)%N%:R - (e * y)%N%:R) / (f%:R * T%:R) :> R.
  by rewrite !natrM; field; rewrite fn Tn.
case: (leqP (e * y) (f * x)) => le.
  by rewrite natrB //; apply/max_idPr; rewrite divr_ge0 ?subr_ge0 ?ler_nat // ltW.
have -> : (f * x - e * y = 0)%N by apply/eqP; rewrite subn_eq0 ltnW.
by rewrite mul0r; apply/max_idPl; rewrite pmulr_lle0 ?invr_gt0 // subr_le0 ler_nat ltnW.
Qed.

Lemma close_numerators q k T e f d s t : (k <= q)%N -> (0 < T)%N -> (0 < f)%N -> whole k T s -> whole k T t ->
  near k e f d s t -> close (e%:R / f%:R : R) (d%:R / (f%:R * T%:R)) (fun i : 'I_q => (nth 0 s i)%N%:R / T%:R)
    (fun i => (nth 0 t i)%N%:R / T%:R).
Proof. by move=> kq T0 f0 /andP[/eqP ks _] /andP[/eqP kt _] /andP[st ts]; split; apply: (close_to_numerators kq). Qed.

Lemma distribution_numerators q k T s : (k <= q)%N -> (0 < T)%N -> whole k T s ->
  distribution (fun i : 'I_q => (nth 0 s i)%N%:R / T%:R : R).
Proof.
move=> kq T0 /andP[/eqP ks /eqP total]; split=> [i|]; first by rewrite divr_ge0 ?ler0n.
rewrite -mulr_suml -natr_sum (@sum_padded _ _ _ (nth 0%N s) k) // => [|i ki]; last by rewrite nth_default ?ks.
by rewrite -ks -(big_nth 0%N xpredT id) -sumnE total divff // pnatr_eq0 -lt0n.
Qed.

End Padded.

(** ** Graphs with a table of numerators: checked by computation *)

Section Tables.
Variables (R : realFieldType) (q N k T e f d : nat) (edges : seq (nat * nat)) (turned : pred nat) (a b : 'I_q).
Hypotheses (ab : a != b) (kq : (k <= q)%N) (T0 : (0 < T)%N) (f0 : (0 < f)%N).
Implicit Types table : seq (seq nat).

Definition at_table table (v : nat) (i : nat) : R := (nth 0 (nth [::] table v) i)%N%:R / T%:R.
Definition fits table table' : bool :=
  [&& size table' == N, all (whole k T) table',
    all (fun vw => [&& vw.1 < N, vw.2 < N & near k e f d (nth [::] table' vw.1) (nth [::] table' vw.2)]%N) edges &
    all (fun v => on_boundary N edges turned v ==> (nth [::] table' v == nth [::] table v)) (iota 0 N)].

Lemma feasible_table table table' : fits table table' ->
  feasible (@joined N edges) (e%:R / f%:R) (d%:R / (f%:R * T%:R)) (boundary (@joined N edges) (@rainbow q N turned a b))
    (fun v (i : 'I_q) => at_table table v i) (fun v (i : 'I_q) => at_table table' v i).
Proof.
case/and4P=> /eqP size_ /allP laws /allP near_ /allP same.
have law v : (v < N)%N -> whole k T (nth [::] table' v) by move=> vN; apply: laws; rewrite mem_nth ?size_.
apply: feasible_rows => // [v vN|vw /near_ /and3P[v w nvw]|v vN bv i].
- exact: (distribution_numerators R kq T0 (law v vN)).
- exact: (close_numerators R kq T0 f0 (law _ v) (law _ w) nvw).
rewrite /at_table; have := same v; rewrite mem_iota add0n vN bv => /(_ isT) /eqP -> //.
Qed.

Lemma sum_less table table' v j :
  (sumn (mkseq (nth 0 (nth [::] table v)) j) < sumn (mkseq (nth 0 (nth [::] table' v)) j))%N ->
  \sum_(0 <= i < j) at_table table v i < \sum_(0 <= i < j) at_table table' v i.
Proof.
rewrite !sumnE !big_map => less.
by rewrite -!mulr_suml -!natr_sum ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat /index_iota subn0.
Qed.

(** By binary numbers, as the products are large. *)
Lemma at_tableE table v (i c : nat) c' : (0 < c')%N ->
  BinNat.N.mul (bin_of_nat (nth 0%N (nth [::] table v) i)) (bin_of_nat c') == BinNat.N.mul (bin_of_nat c) (bin_of_nat T) ->
  at_table table v i = c%:R / c'%:R.
Proof.
move=> c0 /eqP /(congr1 nat_of_bin); rewrite !nat_of_mul_bin !bin_of_natK => eq.
by apply/eqP; rewrite /at_table eqr_div ?pnatr_eq0 -?lt0n // -!natrM eq.
Qed.

Lemma at_table0 table v i : all (whole k T) table -> (k <= i)%N -> at_table table v i = 0.
Proof.
move=> /allP sizes ki; rewrite /at_table nth_default ?mul0r //; apply: leq_trans ki.
by have [vt|/(nth_default [::]) -> //] := ltnP v (size table); case/andP: (sizes _ (mem_nth [::] vt)) => /eqP ->.
Qed.

End Tables.

(** ** A lexicographic optimum X without a dominance optimum, by Y *)

Lemma scenario (R : realFieldType) (q N : nat) (edges : seq (nat * nat)) (turned : pred nat) (a b : 'I_q.+1) (E d : R)
    (X Y : nat -> nat -> R) (free : seq nat) s v j :
  let r := @joined N.+1 edges in let f := @rainbow q.+1 N.+1 turned a b in
  let possible M := feasible r E d (boundary r f) (fun v (i : 'I_q.+1) => X v i) M in
  a != b -> possible (fun v (i : 'I_q.+1) => X v i) -> possible (fun v (i : 'I_q.+1) => Y v i) ->
  all (fun u => (u \in free) || on_boundary N.+1 edges turned u) (iota 0 N.+1) ->
  all (fun u => ~~ turned u && (u < N.+1))%N free -> (forall u i, (s < i)%N -> X u i = 0) ->
  (forall M, possible M -> forall u k, u \in free -> (k < s)%N -> (forall i, (i < k)%N -> X u i = numbers M u i) ->
    numbers M u k <= X u k) ->
  v \in free -> (j <= q.+1)%N -> \sum_(0 <= i < j) X v i < \sum_(0 <= i < j) Y v i ->
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_q.+1}) (m : V -> 'I_q.+1 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) E d (boundary r f) m M
      & none r f (@dominates R _) E d (boundary r f) m].
Proof.
move=> r f possible ne fX fY /allP cover /allP straight zero best free_v jq less.
have great : greatest r f (@lexicographic R q.+1) E d (boundary r f) (fun v (i : 'I_q.+1) => X v i)
    (fun v (i : 'I_q.+1) => X v i).
  apply: (greatest_rows ne (free := free)) => // [u uN|u /straight /andP[]|M fM u free_u] //.
    by apply: cover; rewrite mem_iota.
  have uN : (u < N.+1)%N by case/andP: (straight u free_u).
  apply: (numbers_lexicographic fM (s := s)) => [|i|k ks _]; [|exact: zero|exact: best].
  by have [laws _ _] := fX; have := laws (Ordinal uN).
exists (ordinal_finType N.+1), r, f, (fun (v : 'I_N.+1) (i : 'I_q.+1) => X v i).
split; [exact: joined_sym | by eexists; exact: great |].
have /andP[nt vN] := straight v free_v.
apply: (no_dominance (v := Ordinal vN) (k := j) great fY).
by rewrite /f /rainbow (negbTE nt) !prefix_padded.
Qed.

(** ** The cycle 0 - 1 - 2 - 3 - 0 where 3 has the other rainbow, so that 1 is the only free vertex *)

Section Cycle.
Variables (R : realFieldType) (n : nat) (E d : R).
Let law (s : seq R) (i : 'I_n.+4) : R := s`_i.
Let edges := [:: (0, 1); (1, 2); (2, 3); (3, 0)]%N.
Let turned (v : nat) := v == 3%N.
Let third : 'I_n.+4 := lift ord0 (lift ord0 ord0).
Let fourth : 'I_n.+4 := lift ord0 (lift ord0 (lift ord0 ord0)).
Let third_fourth : third != fourth. Proof. by []. Qed.
Let table (m1 x m3 : seq R) (v i : nat) : R := nth 0 (nth [::] [:: m1; x; m3; x] v) i.

(** With x at the vertices 1 and 3, m1 and m3 at 0 and 2: what is close to m1 and m3 is at most x in the lexicographic
    order, by the events {1, 2} and {2, 4}; and y is close to them, with more of the first three colors. *)
Lemma cycle_of_four (m1 x m3 y : seq R) : size x = 4%N -> size y = 4%N ->
  distribution (law m1) -> distribution (law x) -> distribution (law m3) -> distribution (law y) ->
  close E d (law m1) (law x) -> close E d (law x) (law m3) -> close E d (law m1) (law y) -> close E d (law y) (law m3) ->
  (forall g : nat -> R, (forall i, 0 <= g i) -> g 0%N + g 1%N + g 2%N + g 3%N <= 1 ->
    g 0%N + g 1%N <= E * (m3`_0 + m3`_1) + d -> m1`_1 + m1`_3 <= E * (g 1%N + g 3%N) + d ->
    [/\ g 0%N <= x`_0, x`_0 = g 0%N -> g 1%N <= x`_1 & x`_0 = g 0%N -> x`_1 = g 1%N -> g 2%N <= x`_2]) ->
  x`_0 + x`_1 + x`_2 < y`_0 + y`_1 + y`_2 ->
  exists (V : finType) (r : rel V) (f : V -> {perm 'I_n.+4}) (m : V -> 'I_n.+4 -> R),
    [/\ symmetric r, exists M, greatest r f (@lexicographic R _) E d (boundary r f) m M
      & none r f (@dominates R _) E d (boundary r f) m].
Proof.
move=> size_x size_y law1 lawx law3 lawy m1x xm3 m1y ym3 best more_.
have xs := close_sym xm3; have m1s := close_sym m1x.
pose X := table m1 x m3; pose Y v := nth 0 (nth [::] [:: m1; y; m3; x] v).
have feasX : feasible (@joined 4 edges) E d (boundary (@joined 4 edges) (@rainbow _ 4 turned third fourth))
    (fun v (i : 'I_n.+4) => X v i) (fun v (i : 'I_n.+4) => X v i).
  apply: feasible_rows => // [[|[|[|[|v]]]] //|e].
  by rewrite !inE => /orP[/eqP->|/orP[/eqP->|/orP[/eqP->|/eqP->]]].
have feasY : feasible (@joined 4 edges) E d (boundary (@joined 4 edges) (@rainbow _ 4 turned third fourth))
    (fun v (i : 'I_n.+4) => X v i) (fun v (i : 'I_n.+4) => Y v i).
  apply: feasible_rows => // [[|[|[|[|v]]]] //|e|[|[|[|[|v]]]] //].
  by rewrite !inE => /orP[/eqP->|/orP[/eqP->|/orP[/eqP->|/eqP->]]].
have great : greatest (@joined 4 edges) (@rainbow _ 4 turned third fourth) (@lexicographic R n.+4) E d
    (boundary (@joined 4 edges) (@rainbow _ 4 turned third fourth)) (fun v (i : 'I_n.+4) => X v i)
    (fun v (i : 'I_n.+4) => X v i).
  apply: (greatest_rows third_fourth (free := [:: 1%N])) => // [[|[|[|[|v]]]] //|v|M fM v].
    by rewrite inE => /eqP ->.
  rewrite inE => /eqP ->; pose g := numbers M 1.
  have total := @numbers_le1 _ _ _ _ _ _ _ _ _ _ _ fM [:: 0; 1; 2; 3]%N 1 isT isT.
  have e12 := @numbers_close _ _ _ _ _ _ _ _ _ _ _ fM [:: 0; 1]%N 1 2 isT isT isT isT isT.
  have e24 := @numbers_close _ _ _ _ _ _ _ _ _ _ _ fM [:: 1; 3]%N 0 1 isT isT isT isT isT.
  have ge0 := numbers_ge0 fM 1.
  have fixed := @numbers_fixed _ _ _ _ _ _ _ _ _ third_fourth _ _ fM.
  move: total e12 e24; rewrite !big_cons !big_nil !addr0 !addrA (fixed 2%N) // (fixed 2%N 1%N) // (fixed 0%N) //.
  rewrite (fixed 0%N 3%N) // => total e12 e24.
  have [b0 b1 b2] := best (numbers M 1) ge0 total e12 e24.
  apply: (numbers_lexicographic fM (s := 3)) => // [i i3|[|[|[|k]]] // _ _ same].
  - by rewrite /X /table /= nth_default // size_x.
  - by apply: b1; exact: (same 0%N).
  by apply: b2; [exact: (same 0%N) | exact: (same 1%N)].
exists (ordinal_finType 4), (@joined 4 edges), (@rainbow _ 4 turned third fourth).
exists (fun (v : 'I_4) (i : 'I_n.+4) => X v i); split; [exact: joined_sym | by eexists; exact: great |].
apply: (no_dominance (v := lift ord0 ord0) (k := 3) great feasY).
by rewrite /rainbow /= !prefix_padded // !big_nat_recl // !big_nil !addr0 !addrA.
Qed.

End Cycle.
