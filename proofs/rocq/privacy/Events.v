(** * Events: all 2^m events at once, and what privacy survives

    The greatest P(S) - E Q(S) over all events is the sum of the positive parts of P(x) - E Q(x); so one sum decides all
    events. Post-processing, mixtures, composition and the triangle inequality keep closeness with the stated E and delta. *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OnePair.
Variables (R : realFieldType) (T : finType).
Implicit Types (P Q : T -> R) (S : {set T}) (E d : R).

Lemma prob_excess E P Q S : prob P S - E * prob Q S = \sum_(x in S) (P x - E * Q x).
Proof. by rewrite /prob mulr_sumr sumrB. Qed.

(** The event where P(x) > E Q(x), or P(x) >= E Q(x): any event between the two attains the divergence. *)
Theorem attained E P Q S :
  (forall x, x \in S -> 0 <= P x - E * Q x) -> (forall x, x \notin S -> P x - E * Q x <= 0) ->
  prob P S - E * prob Q S = hockey_stick E P Q.
Proof.
move=> inside outside; rewrite prob_excess big_mkcond /hockey_stick; apply: eq_bigr => x _.
by case: ifPn => h; [rewrite (max_idPr _) // inside | rewrite (max_idPl _) // outside].
Qed.

Theorem hockey_stick_bound E P Q S : prob P S - E * prob Q S <= hockey_stick E P Q.
Proof.
rewrite prob_excess big_mkcond; apply: ler_sum => x _.
by case: ifP => _; rewrite le_maxr ?lexx ?orbT.
Qed.

Definition positive E P Q : {set T} := [set x | 0 < P x - E * Q x].
Lemma hockey_stick_attained E P Q : prob P (positive E P Q) - E * prob Q (positive E P Q) = hockey_stick E P Q.
Proof. by apply: attained => x; rewrite inE; [move/ltW | rewrite -leNgt]. Qed.

(** All events against one sum. *)
Theorem close_to_hockey_stick E d P Q : close_to E d P Q <-> hockey_stick E P Q <= d.
Proof.
split=> [close|bound S].
  by rewrite -hockey_stick_attained ler_subl_addl; exact: close.
by rewrite -ler_subl_addl; apply: le_trans (hockey_stick_bound _ _ _ _) bound.
Qed.

Theorem not_close_to_hockey_stick E d P Q :
  (exists S, prob P S > E * prob Q S + d) <-> hockey_stick E P Q > d.
Proof.
split=> [[S]|more]; last first.
  by exists (positive E P Q); rewrite -ltr_subr_addl hockey_stick_attained.
by rewrite -ltr_subr_addl => /lt_le_trans; apply; apply: hockey_stick_bound.
Qed.

Lemma hockey_stick_ge0 E P Q : 0 <= hockey_stick E P Q.
Proof. by apply: sumr_ge0 => x _; rewrite le_maxr lexx. Qed.

(** Tightness: an event that attains delta shows that no smaller delta will do. *)
Theorem tight_close_to E d P Q S :
  close_to E d P Q -> prob P S - E * prob Q S = d -> forall d', close_to E d' P Q -> d <= d'.
Proof. by move=> _ <- d' close; rewrite ler_subl_addl. Qed.

(** Larger E and delta are weaker; singletons are weaker than events, by at most the number of outcomes. *)
Theorem close_to_weaken E E' d d' P Q :
  (forall x, 0 <= Q x) -> E <= E' -> d <= d' -> close_to E d P Q -> close_to E' d' P Q.
Proof.
move=> Q0 leE led close S; apply: le_trans (close S) _.
by rewrite ler_add // ler_wpmul2r // sumr_ge0.
Qed.

Theorem singletons_of_events E d P Q : close_to E d P Q -> close_singletons E d P Q.
Proof. by move=> close x; have := close [set x]; rewrite /prob !big_set1. Qed.

Theorem events_of_singletons E d P Q : 0 <= d -> close_singletons E d P Q -> close_to E (#|T|%:R * d) P Q.
Proof.
move=> d0 close; apply/close_to_hockey_stick.
have -> : #|T|%:R * d = \sum_(x : T) d by rewrite sumr_const mulr_natl.
by apply: ler_sum => x _; rewrite le_maxl d0 /= ler_subl_addl.
Qed.

(** Both directions of a pair of distributions: the complement turns an event around. *)
Lemma prob_setC P S : \sum_x P x = 1 -> prob P (~: S) = 1 - prob P S.
Proof.
move=> <-; rewrite (bigID (mem S)) /= addrAC subrr add0r /prob.
by apply: eq_bigl => x; rewrite inE.
Qed.

Theorem close_to_complement E d P Q : distribution P -> distribution Q ->
  (close_to E d P Q <-> forall S, 1 - prob P S <= E * (1 - prob Q S) + d).
Proof.
move=> [_ P1] [_ Q1]; split=> close S; first by have := close (~: S); rewrite !prob_setC.
by have := close (~: S); rewrite !prob_setC // !subKr.
Qed.

(** E = infinity: one sum over the outcomes that Q does not have. *)
Theorem close_to_infinity_sum d P Q : distribution P -> distribution Q ->
  (close_to_infinity d P Q <-> \sum_(x | Q x == 0) P x <= d).
Proof.
move=> [P0 _] [Q0 _]; pose Z := [set x | Q x == 0].
have PZ : prob P Z = \sum_(x | Q x == 0) P x by apply: eq_bigl => x; rewrite inE.
split=> [close|bound S QS].
  by rewrite -PZ; apply: close; rewrite /prob big1 // => x; rewrite inE => /eqP.
apply: le_trans bound; rewrite -PZ /prob [X in _ <= X](bigID (mem S)) /=.
rewrite ler_paddr ?sumr_ge0 // le_eqVlt; apply/orP; left; apply/eqP/eq_bigl => x; rewrite inE.
apply/esym/andb_idl => xS; move/eqP: QS; rewrite /prob psumr_eq0 => [/allP h|//].
by have := h x (mem_index_enum _); rewrite xS.
Qed.

(** E = infinity is the weakest of all E. *)
Theorem close_to_is_close_to_infinity E d P Q : close_to E d P Q -> close_to_infinity d P Q.
Proof. by move=> close S QS; have := close S; rewrite QS mulr0 add0r. Qed.

Lemma close_to_refl E d P : distribution P -> 1 <= E -> 0 <= d -> close_to E d P P.
Proof.
move=> [P0 _] E1 d0 S; rewrite -[X in X <= _]addr0 ler_add // -[X in X <= _]mul1r.
by rewrite ler_wpmul2r ?sumr_ge0.
Qed.

End OnePair.

Section Combining.
Variables (R : realFieldType) (T U : finType).
Implicit Types (P Q : T -> R) (E d : R).

(** A number 0 <= w x <= 1 for each outcome instead of an event: nothing is gained by it. *)
Theorem close_to_weights E d P Q (w : T -> R) : close_to E d P Q -> (forall x, 0 <= w x <= 1) ->
  \sum_x w x * P x <= E * (\sum_x w x * Q x) + d.
Proof.
move=> /close_to_hockey_stick bound w01; rewrite -ler_subl_addl mulr_sumr -sumrB.
apply: le_trans bound; apply: ler_sum => x _; have /andP[w0 w1] := w01 x.
rewrite mulrCA -mulrBr; have [neg|pos] := lerP (P x - E * Q x) 0.
  by rewrite mulr_ge0_le0.
by rewrite ler_pimull // ltW.
Qed.

Lemma post_prob (K : T -> U -> R) P S : prob (post K P) S = \sum_x prob (K x) S * P x.
Proof.
rewrite /prob /post exchange_big /=; apply: eq_bigr => x _.
by rewrite mulr_suml; apply: eq_bigr => u _; rewrite mulrC.
Qed.

Lemma prob01 (P : U -> R) S : distribution P -> 0 <= prob P S <= 1.
Proof.
move=> [P0 <-]; rewrite sumr_ge0 //= /prob [X in _ <= X](bigID (mem S)) /=.
by rewrite ler_addl sumr_ge0.
Qed.

(** Post-processing. *)
Theorem post_close_to E d P Q (K : T -> U -> R) : mechanism K -> close_to E d P Q ->
  close_to E d (post K P) (post K Q).
Proof.
move=> mech close S; rewrite !post_prob.
by apply: (close_to_weights close) => x; apply: prob01.
Qed.

Theorem post_distribution P (K : T -> U -> R) : distribution P -> mechanism K -> distribution (post K P).
Proof.
move=> [P0 P1] mech; split=> [u|]; first by apply: sumr_ge0 => x _; rewrite mulr_ge0 //; case: (mech x).
by rewrite exchange_big /= -P1; apply: eq_bigr => x _; rewrite -mulr_sumr; case: (mech x) => _ ->; rewrite mulr1.
Qed.

Theorem post_private (I : Type) (r : rel I) E d (M : I -> T -> R) (K : T -> U -> R) :
  mechanism K -> private r E d M -> private r E d (fun i => post K (M i)).
Proof. by move=> mech priv i j rij; apply: post_close_to => //; apply: priv. Qed.

(** Mixing. *)
Lemma mixture_prob (w : U -> R) (M : U -> T -> R) S : prob (mixture w M) S = \sum_i w i * prob (M i) S.
Proof. by rewrite /prob /mixture exchange_big /=; apply: eq_bigr => i _; rewrite mulr_sumr. Qed.

Theorem mixture_close_to E (d : U -> R) (w : U -> R) (M N : U -> T -> R) :
  (forall i, 0 <= w i) -> (forall i, close_to E (d i) (M i) (N i)) ->
  close_to E (\sum_i w i * d i) (mixture w M) (mixture w N).
Proof.
move=> w0 close S; rewrite !mixture_prob mulr_sumr -big_split /=.
by apply: ler_sum => i _; rewrite mulrCA -mulrDr ler_wpmul2l //; apply: close.
Qed.

(** Composition: E multiplies, delta adds up; the second mechanism may look at the first result. *)
Theorem compose_close_to E E' d d' P Q (K L : T -> U -> R) :
  distribution P -> distribution Q -> mechanism K -> mechanism L -> 0 <= E -> 0 <= E' -> 0 <= d' ->
  close_to E d P Q -> (forall x, close_to E' d' (K x) (L x)) ->
  close_to (E * E') (d + d') (compose P K) (compose Q L).
Proof.
move=> [P0 P1] [Q0 _] mk ml E0 E'0 d'0 close close' S.
pose cut x := [set u | (x, u) \in S].
have split (A : T -> R) (B : T -> U -> R) : prob (compose A B) S = \sum_x A x * prob (B x) (cut x).
  transitivity (\sum_x \sum_u if (x, u) \in S then A x * B x u else 0).
    by rewrite pair_bigA /= /prob big_mkcond; apply: eq_bigr => -[x u] _.
  apply: eq_bigr => x _.
  by rewrite /prob mulr_sumr [RHS]big_mkcond; apply: eq_bigr => u _; rewrite inE.
rewrite !split; pose w x := Num.min 1 (E' * prob (L x) (cut x)).
have w01 x : 0 <= w x <= 1.
  by rewrite /w le_minr ler01 le_minl lexx /= mulr_ge0 //; case/andP: (prob01 (cut x) (ml x)).
have kw x : prob (K x) (cut x) <= w x + d'.
  rewrite /w addr_minl le_minr (close' x (cut x)) andbT; apply: le_trans (_ : 1 <= _); last by rewrite ler_addl.
  by case/andP: (prob01 (cut x) (mk x)).
have step1 : \sum_x P x * prob (K x) (cut x) <= (\sum_x w x * P x) + d'.
  have -> : d' = \sum_x P x * d' by rewrite -mulr_suml P1 mul1r.
  rewrite -big_split /=; apply: ler_sum => x _; rewrite [w x * _]mulrC -mulrDr ler_wpmul2l //.
apply: le_trans step1 _; rewrite addrA ler_add2r.
apply: le_trans (close_to_weights close w01) _; rewrite ler_add2r -mulrA ler_wpmul2l //.
rewrite mulr_sumr; apply: ler_sum => x _; rewrite mulrCA [w x * _]mulrC ler_wpmul2l //.
by rewrite /w le_minl lexx orbT.
Qed.

(** Along a path of neighbours (group privacy of two steps). *)
Theorem chain_close_to E E' d d' (P Q O : T -> R) : 0 <= E ->
  close_to E d P Q -> close_to E' d' Q O -> close_to (E * E') (E * d' + d) P O.
Proof.
move=> E0 pq qo S; apply: le_trans (pq S) _; rewrite addrA ler_add2r -mulrA -mulrDr.
by apply: ler_wpmul2l => //; apply: qo.
Qed.

End Combining.

(** The claims about a mechanism. *)
Section Claims.
Variables (R : realFieldType) (T : finType) (I : Type) (r : rel I).
Implicit Types (M : I -> T -> R) (E d : R).

Theorem not_private_refutes E d M : not_private r E d M -> ~ private r E d M.
Proof. by case=> i [j [S [rij more]]] /(_ i j rij S); rewrite leNgt more. Qed.

Theorem tight_delta_unique E d d' M : tight_delta r E d M -> tight_delta r E d' M -> d = d'.
Proof. by case=> d0 p l [d'0 p' l']; apply/eqP; rewrite eq_le l ?l'. Qed.

(** The least delta is the greatest divergence of a pair: all are at most d, and d is 0 or that of a pair. *)
Theorem tight_delta_hockey_stick E d M :
  (forall i j, r i j -> hockey_stick E (M i) (M j) <= d) ->
  (d = 0 \/ exists i j, r i j /\ hockey_stick E (M i) (M j) = d) -> tight_delta r E d M.
Proof.
move=> all some; have d0 : 0 <= d.
  by case: some => [->//|[i [j [_ <-]]]]; apply: hockey_stick_ge0.
split=> // [i j rij|d' d'0 priv]; first exact/close_to_hockey_stick/all.
case: some => [-> //|[i [j [rij <-]]]]; exact/close_to_hockey_stick/priv.
Qed.

End Claims.

(** Theorem 1 of the rainbow paper: a morphism pulls privacy back. (Neighbours may have one image.) *)
Theorem pullback_private (R : realFieldType) (T : finType) (V V' : Type) (r : rel V) (r' : rel V') (g : V -> V')
    (E d : R) (M : V' -> T -> R) : 1 <= E -> 0 <= d -> mechanism M -> morphism r r' g ->
  private r' E d M -> private r E d (fun v => M (g v)).
Proof. by move=> E1 d0 mech mor priv v w /mor [/priv|->] //; apply: close_to_refl. Qed.
