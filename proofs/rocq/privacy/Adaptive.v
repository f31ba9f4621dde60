(** * Adaptive steps: each step may depend on all answers before

    A step of DP-SGD depends on the weights, so on every answer before. Independent products (Composition.v) do not
    speak of that. Here the law of a step is any function of the answers before. If each step is dominated by a pair,
    whatever came before, then the product of these pairs dominates all steps together (Zhu, Dong, Wang 2022,
    Theorem 10, for finitely many answers). A choice that is drawn at random is an answer of its own. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Composition.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Steps.
Variables (R : realFieldType) (T : finType).
Implicit Types (p q : seq T -> T -> R) (P Q : T -> R) (before t : seq T) (bounds : seq (seq (R * R))) (E d : R).

(** One step: the two laws of the next answer. *)
Definition next_pair p q before : seq (R * R) := [seq (p before x, q before x) | x <- enum T].

(** The pairs of probabilities of all answers of k steps. *)
Fixpoint all_answers p q before k : seq (R * R) :=
  if k is k'.+1 then
    flatten [seq [seq (p before x * y.1, q before x * y.2) | y <- all_answers p q (rcons before x) k'] | x <- enum T]
  else nothing R.

Lemma divergence_all_answers p q before k E :
  divergence E (all_answers p q before k.+1) =
  \sum_x \sum_(y <- all_answers p q (rcons before x) k) Num.max 0 (p before x * y.1 - E * (q before x * y.2)).
Proof.
rewrite /divergence /= big_flatten big_map big_enum; apply: eq_bigr => x _.
by rewrite big_map.
Qed.

(** The list is the law: its divergence is the divergence of the two laws of k answers. *)
Lemma weighted_answers p q before k a b E :
  \sum_(y <- all_answers p q before k) Num.max 0 (a * y.1 - E * (b * y.2)) =
  \sum_(t : k.-tuple T) Num.max 0 (a * law_of_answers p before t - E * (b * law_of_answers q before t)).
Proof.
elim: k before a b => [|k ih] before a b /=.
  rewrite /nothing big_seq1 (big_pred1 [tuple]) //= => t.
  by apply/esym/eqP; exact: tuple0.
pose split (t : k.+1.-tuple T) := (thead t, [tuple of behead t]).
pose join (xt : T * k.-tuple T) := [tuple of xt.1 :: xt.2].
rewrite big_flatten big_map big_enum (reindex join) /=; last first.
  exists split => [[x t] _|t _]; last by rewrite /join /split /= [in RHS](tuple_eta t).
  by rewrite /split /join /= theadE; congr (_, _); apply: val_inj.
rewrite -(pair_bigA _ (fun x (t : k.-tuple T) => Num.max 0 (a * (p before x * law_of_answers p (rcons before x) t)
  - E * (b * (q before x * law_of_answers q (rcons before x) t))))) /=.
apply: eq_bigr => x _; rewrite big_map /=.
under eq_bigr do rewrite (mulrA a) (mulrA b).
rewrite ih; apply: eq_bigr => t _.
by rewrite (mulrA a) (mulrA b).
Qed.

Lemma divergence_answers p q k E :
  divergence E (all_answers p q [::] k) = hockey_stick E (@adaptive_law R T p k) (@adaptive_law R T q k).
Proof.
have := weighted_answers p q [::] k 1 1 E; rewrite /divergence /hockey_stick /adaptive_law.
under eq_bigr do rewrite !mul1r; under [in RHS]eq_bigr do rewrite !mul1r.
by [].
Qed.

Lemma masses_all_answers p q before k : (forall h x, 0 <= p h x /\ 0 <= q h x) -> masses (all_answers p q before k).
Proof.
move=> pos; elim: k before => [|k ih] before /=; first by move=> y; rewrite inE => /eqP -> /=; rewrite !ler01.
move=> y /flattenP[s /mapP[x _ ->] /mapP[z zin ->]] /=.
by have [p0 q0] := pos before x; have [z1 z2] := ih _ _ zin; rewrite !mulr_ge0.
Qed.

Lemma weight_kept (s t : seq (R * R)) a b E : masses s -> masses t -> dominated s t -> 0 <= E -> 0 <= a -> 0 <= b ->
  \sum_(y <- s) Num.max 0 (a * y.1 - E * (b * y.2)) <= \sum_(y <- t) Num.max 0 (a * y.1 - E * (b * y.2)).
Proof.
move=> sm tm dom E0 a0 b0.
have flip r : \sum_(y <- r) Num.max 0 (a * y.1 - E * (b * y.2)) = \sum_(y <- r) Num.max 0 (y.1 * a - E * (y.2 * b)).
  by apply: eq_bigr => y _; rewrite [a * _]mulrC [b * _]mulrC.
rewrite !flip !divergence_scaled //; case: eqP => // _.
by rewrite ler_wpmul2l // dom // divr_ge0 ?mulr_ge0.
Qed.

(** Every step is dominated by its pair, whatever was answered before: the product of the pairs dominates all steps. *)
Theorem adaptive_dominated p q bounds before :
  (forall h x, 0 <= p h x /\ 0 <= q h x) -> (forall s, s \in bounds -> masses s) ->
  (forall h i, size h = (size before + i)%N -> (i < size bounds)%N -> dominated (next_pair p q h) (nth [::] bounds i)) ->
  dominated (all_answers p q before (size bounds)) (runs bounds).
Proof.
move=> pos; elim: bounds before => [|s bounds ih] before bm dom; first exact: dominated_refl.
have sm : masses s by apply: bm; rewrite inE eqxx.
have bm' : forall s', s' \in bounds -> masses s' by move=> s' h; apply: bm; rewrite inE h orbT.
have rm : masses (runs bounds) by apply: masses_runs.
have stm : masses (next_pair p q before) by move=> _ /mapP[x _ ->]; apply: pos.
apply: (@dominated_trans _ (both (next_pair p q before) (runs bounds))); last first.
  by apply: dominated_left => //; apply: (dom before 0%N); rewrite ?addn0.
move=> E E0; rewrite [size _]/= divergence_all_answers divergence_both exchange_big /next_pair big_map big_enum /=.
apply: ler_sum => x _; have [p0 q0] := pos before x.
apply: weight_kept => //; first exact: masses_all_answers.
apply: ih => // h i eq lt; apply: (dom h i.+1) => //.
by rewrite eq size_rcons addSnnS.
Qed.

(** All events of the answers of all steps. *)
Theorem adaptive_sound p q bounds E d : 0 <= E ->
  (forall h x, 0 <= p h x /\ 0 <= q h x) -> (forall s, s \in bounds -> masses s) ->
  (forall h, (size h < size bounds)%N -> dominated (next_pair p q h) (nth [::] bounds (size h))) ->
  divergence E (runs bounds) <= d -> close_to E d (@adaptive_law R T p (size bounds)) (@adaptive_law R T q (size bounds)).
Proof.
move=> E0 pos bm dom le; apply/close_to_hockey_stick; rewrite -divergence_answers (le_trans _ le) //.
by apply: adaptive_dominated => // h i; rewrite /= add0n => <-; exact: dom.
Qed.

(** Steps that ask nothing of the answers before attain the product: no bound below it is true for all of them. *)
Theorem adaptive_attained P Q k E :
  hockey_stick E (@adaptive_law R T (fun _ => P) k) (@adaptive_law R T (fun _ => Q) k) =
  divergence E (runs (nseq k [seq (P x, Q x) | x <- enum T])).
Proof.
rewrite -divergence_answers; congr (divergence E _).
elim: k [::] => [//|k ih] before /=.
rewrite /both; congr flatten; rewrite -[in RHS]map_comp; apply: eq_map => x /=.
by rewrite ih.
Qed.

(** The mass of P at which Q has none: no E helps against it, and it grows with every run. *)
Definition edge (s : seq (R * R)) : R := \sum_(x <- s | x.2 == 0) x.1.

Lemma edge_below s E : masses s -> edge s <= divergence E s.
Proof.
move=> sm; rewrite /edge big_mkcond /divergence !big_seq; apply: ler_sum => x /sm[x1 _].
by case: eqP => [->|_]; rewrite le_maxr ?mulr0 ?subr0 ?lexx ?orbT.
Qed.

Lemma edge_both (s t : seq (R * R)) : masses s -> masses t -> total_first s = 1 -> total_first t = 1 ->
  edge (both s t) = 1 - (1 - edge s) * (1 - edge t).
Proof.
move=> sm tm s1 t1.
have rest (r : seq (R * R)) : total_first r = 1 -> \sum_(x <- r | x.2 != 0) x.1 = 1 - edge r.
  by rewrite /total_first /edge (bigID (fun x : R * R => x.2 == 0)) /= => <-; rewrite addrAC subrr add0r.
have st1 : total_first (both s t) = 1.
  rewrite /total_first /both big_allpairs_dep /=.
  by under eq_bigr do rewrite -mulr_sumr [X in _ * X]t1 mulr1.
have -> : edge (both s t) = 1 - \sum_(x <- both s t | x.2 != 0) x.1 by rewrite (rest _ st1) subKr.
congr (1 - _); rewrite -(rest _ s1) -(rest _ t1) big_mkcond /both big_allpairs_dep /=.
rewrite mulr_suml [in RHS]big_mkcond; apply: eq_bigr => x _; case: ifPn => [x0|].
  rewrite mulr_sumr [in RHS]big_mkcond; apply: eq_bigr => y _.
  by rewrite mulf_eq0 (negPf x0).
rewrite negbK => /eqP x0; apply: big1 => y _.
by rewrite x0 mul0r eqxx.
Qed.

Lemma edge_runs s k : masses s -> total_first s = 1 -> edge (runs (nseq k s)) = 1 - (1 - edge s) ^+ k.
Proof.
move=> sm s1; have all j : masses (runs (nseq j s)).
  by apply: masses_runs => r; rewrite mem_nseq => /andP[_ /eqP ->].
have one j : total_first (runs (nseq j s)) = 1.
  elim: j => [|j ih] /=; first by rewrite /total_first big_seq1.
  rewrite /total_first /both big_allpairs_dep /=.
  by under eq_bigr do rewrite -mulr_sumr [X in _ * X]ih mulr1.
elim: k => [|k ih] /=.
  by rewrite /edge /nothing big_cons big_nil /= oner_eq0 expr0 subrr.
by rewrite edge_both // ih exprS subKr.
Qed.

(** However large E: after k queries delta is at least 1 - (1 - a)^k. *)
Lemma edge_of_queries P Q k E : (forall x, 0 <= P x /\ 0 <= Q x) -> \sum_x P x = 1 ->
  1 - (1 - \sum_(x | Q x == 0) P x) ^+ k <= hockey_stick E (@adaptive_law R T (fun _ => P) k) (@adaptive_law R T (fun _ => Q) k).
Proof.
move=> pos sum1; rewrite adaptive_attained; set s := map _ _.
have sm : masses s by move=> _ /mapP[x _ ->]; apply: pos.
have -> : \sum_(x | Q x == 0) P x = edge s by rewrite /edge big_map big_enum_cond.
rewrite -edge_runs //; last by rewrite /total_first big_map big_enum.
apply: edge_below; apply: masses_runs => r.
by rewrite mem_nseq => /andP[_ /eqP ->].
Qed.

End Steps.
