(** * RainbowBoundary: Theorem 3 of "Generalized Rainbow Differential Privacy": the boundary graph (Definition 8)

    The boundary graph of a finite graph is finite: its vertices are the pairs (c, i) that [boundary_vertex] allows. The
    pullback of its optimal mechanism along the boundary morphism is the optimal mechanism of the graph. Nothing is assumed
    of the boundary; each vertex has to have a way to a boundary of its rainbow, else it has no image. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow RainbowGraphs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Theorem3.
Variables (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}).
Hypothesis r_sym : symmetric r.
Notation distance := (distance r f).

Notation heads_and_tails := (@heads_and_tails q V r f).
Notation point := (@point q V r f).
Notation neighbour_points := (@neighbour_points q V r f).
Notation rainbow_of := (@rainbow_of q V r f).
Notation head := (@head q V r f).

Lemma point_vertex x : boundary_vertex r f (point x).
Proof. exact: (valP x). Qed.

(** All vertices of Definition 8 are there. *)
Lemma pointP c i : boundary_vertex r f (c, i) -> exists x, point x = (c, i).
Proof.
move=> ver; have /existsP [v /and3P [_ lt le]] := ver; have lt' := leq_ltn_trans le lt.
have ver' : boundary_vertex r f (boundary_point (c, Ordinal lt')) by [].
by exists (exist (fun x => is_true (boundary_vertex r f (boundary_point x))) _ ver').
Qed.

Lemma vertex_of v : (distance v < #|V|)%N -> boundary_vertex r f (f v, distance v).
Proof. by move=> lt; apply/existsP; exists v; rewrite /= eqxx lt leqnn. Qed.
Lemma head_of x : exists y, point y = (rainbow_of x, 0%N).
Proof.
apply: pointP; have /existsP [v /and3P [h lt le]] := point_vertex x.
by apply/existsP; exists v; rewrite /= lt andbT.
Qed.

(** The boundary morphism is a morphism (Definition 4) and preserves rainbows. *)
Theorem boundary_morphism_is_morphism v w : r v w -> (distance v < #|V|)%N -> (distance w < #|V|)%N ->
  boundary_graph r f (boundary_morphism r f v) (boundary_morphism r f w)
  \/ boundary_morphism r f v = boundary_morphism r f w.
Proof.
move=> vw ltv ltw; rewrite /boundary_graph /boundary_morphism !vertex_of //=.
case: (eqVneq (f v) (f w)) => [same|ne] /=.
  have [_ /(_ ltv) [->|->|->]] := distance_same r_sym vw same; first by right; rewrite same.
    by left; rewrite eqxx.
  by left; rewrite eqxx orbT.
rewrite (distance_other vw ne) (@distance_other _ _ _ _ w v) //=; last by rewrite eq_sym.
  by left; apply/existsP; exists v; apply/existsP; exists w; rewrite vw !eqxx.
by rewrite r_sym.
Qed.

(** The heads are the boundary of the boundary graph (Definition 5). *)
Theorem heads_are_the_boundary x : boundary neighbour_points rainbow_of x = head x.
Proof.
apply/idP/idP=> [/existsP [y /andP[/and3P[_ _ /orP[/andP[/eqP same _]|/and4P[_ h _ _]]] ne]]|hx].
- by move: ne; rewrite /rainbow_of same eqxx.
- exact: h.
have /existsP [v /and3P [/eqP fv lt _]] := point_vertex x.
have /withinP [p [_ _ b eq]] := distance_within lt; set u := last v p in b eq.
have /existsP [w /andP [uw ne]] := b; have ne' : f u != f w by rewrite eq_sym.
have wu : r w u by rewrite r_sym.
have ltw : (distance w < #|V|)%N by rewrite (distance_other wu) //; apply/card_gt0P; exists v.
have verw : boundary_vertex r f (f w, 0%N) by apply/existsP; exists w; rewrite /= eqxx ltw.
have [y py] := pointP verw; apply/existsP; exists y.
have px : point x = (f u, 0%N) by rewrite eq fv -(eqP hx); case: (point x).
have verx := point_vertex x; rewrite px in verx.
rewrite /neighbour_points /boundary_graph /rainbow_of px py verx verw /= ne ne' andbT; apply/orP; right.
by apply/existsP; exists u; apply/existsP; exists w; rewrite uw !eqxx.
Qed.

Variables (R : realFieldType) (E d : R) (m : {perm 'I_q} -> 'I_q -> R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (q0 : (0 < q)%N).
Let op := corrected_operator E1 d0.

Notation lines := (lines (r := r) (f := f) E d m).

(** The lines are private wherever some mechanism has this boundary. *)
Lemma lines_feasible M :
  feasible neighbour_points E d head (homogeneous rainbow_of m) M ->
  feasible neighbour_points E d head (homogeneous rainbow_of m) lines.
Proof.
move=> [mech priv fixed].
have headE y x : point y = (rainbow_of x, 0%N) -> M y =1 m (rainbow_of x).
  by move=> py; have := fixed y; rewrite /head /homogeneous /rainbow_of py; apply.
have law x : distribution (m (rainbow_of x)).
  have [y /headE eq] := head_of x; have [M0 M1] := mech y; split=> [z|]; first by rewrite -eq.
  by rewrite -M1; apply: eq_bigr => z _; rewrite eq.
have laws x t : distribution (line (corrected E d) (rainbow_of x) (m (rainbow_of x)) t).
  exact: line_distribution op _ _ _.
split=> [x|x y|x]; first exact: laws; last by rewrite /lines /head => /eqP ->.
move=> edge; case/and3P: (edge) => _ _.
case/orP => [/andP[/eqP same]|/and4P[_ /eqP px /eqP py _]].
  rewrite /lines; have -> : rainbow_of y = rainbow_of x by rewrite /rainbow_of same.
  case/orP=> /eqP <- /=.
    by have [_ []] := lemma_1_close E1 d0 (rainbow_of x) (laws x (point x).2).
  by have [_ []] := lemma_1_close E1 d0 (rainbow_of x) (laws x (point y).2).
have pxE : point x = (rainbow_of x, 0%N) by rewrite /rainbow_of -px; case: (point x).
have pyE : point y = (rainbow_of y, 0%N) by rewrite /rainbow_of -py; case: (point y).
have probE z S : point z = (rainbow_of z, 0%N) -> prob (lines z) S = prob (M z) S.
  by move=> pz; apply: eq_bigr => o _; rewrite /lines pz /= (headE z z).
by move=> S; rewrite !probE //; apply: priv.
Qed.

(** If some mechanism has this boundary, the lines are the optimal one of the boundary graph. *)
Theorem lines_greatest M0 :
  feasible neighbour_points E d head (homogeneous rainbow_of m) M0 ->
  greatest neighbour_points rainbow_of (@dominates R q) E d head (homogeneous rainbow_of m) lines.
Proof.
move=> feas0; have feas := lines_feasible feas0; split=> // M [mech priv fixed] x.
move: {2}(point x).2 (erefl (point x).2) => n; elim: n x => [|n IH] x eq.
  move=> k; rewrite /lines eq le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => o _ /=.
  by rewrite fixed // /head eq.
have px : point x = (rainbow_of x, n.+1) by rewrite /rainbow_of -eq; case: (point x).
have vx := point_vertex x; rewrite px in vx; have /existsP [v /and3P [fv lt le]] := vx.
have vy : boundary_vertex r f (rainbow_of x, n) by apply/existsP; exists v; rewrite fv lt ltnW.
have [y py] := pointP vy; have same : rainbow_of y = rainbow_of x by rewrite {1}/rainbow_of py.
have eqy : lines x = step (corrected E d) (rainbow_of x) (lines y) by rewrite /lines eq py same.
have dom := IH y; rewrite py same in dom; rewrite eqy.
apply: dominates_trans (lemma_2 E1 d0 (dom (erefl _))) _; apply: lemma_1_greatest => //.
by split; apply: priv; rewrite /neighbour_points /boundary_graph px py vx vy /= !eqxx ?orbT.
Qed.

Hypothesis reach : forall v, (distance v < #|V|)%N.

Notation image := (image reach).
Lemma point_image v : point (image v) = boundary_morphism r f v.
Proof. by []. Qed.

(** Theorem 3. *)
Theorem theorem_3 M :
  greatest neighbour_points rainbow_of (@dominates R q) E d head (homogeneous rainbow_of m) M ->
  greatest r f (@dominates R q) E d (boundary r f) (homogeneous f m) (fun v => M (image v)).
Proof.
move=> [feas most]; have [mech priv fixed] := feas; split.
  split=> [v||v].
  - exact: mech.
  - apply: (@pullback_private _ _ _ _ r neighbour_points image) => // v w vw.
    have [edge|eq] := boundary_morphism_is_morphism vw (reach v) (reach w); [by left | right].
    by apply: val_inj; case: eq => eq1 eq2; congr (_, _); last exact: val_inj.
  by rewrite boundary_distance => b; apply: fixed.
move=> M' feas' v; apply: dominates_trans (most _ (lines_feasible feas) (image v)) _.
have := best_dominates E1 d0 r_sym q0 feas' v.
by rewrite /rainbow_mechanism reach.
Qed.

(** Its hypothesis is met wherever the boundary is valid: some mechanism has it on the boundary graph. *)
Theorem valid_lines_feasible : valid_boundary r f E d m ->
  feasible neighbour_points E d head (homogeneous rainbow_of m) lines.
Proof.
move=> [vlaw vclose].
have law x : distribution (m (rainbow_of x)).
  have /existsP [v /and3P [/eqP fv lt _]] := point_vertex x; have /withinP [p [_ _ b eq]] := distance_within lt.
  by rewrite /rainbow_of -fv -eq; apply: vlaw.
have laws x t : distribution (line (corrected E d) (rainbow_of x) (m (rainbow_of x)) t).
  exact: line_distribution op _ _ _.
split=> [x|x y|x]; first exact: laws; last by rewrite /lines /head => /eqP ->.
move=> edge; case/and3P: (edge) => _ _.
case/orP => [/andP[/eqP same]|/and4P[ne /eqP px /eqP py /existsP [v /existsP [w /and3P [vw /eqP fv /eqP fw]]]]].
  rewrite /lines; have -> : rainbow_of y = rainbow_of x by rewrite /rainbow_of same.
  case/orP=> /eqP <- /=.
    by have [_ []] := lemma_1_close E1 d0 (rainbow_of x) (laws x (point x).2).
  by have [_ []] := lemma_1_close E1 d0 (rainbow_of x) (laws x (point y).2).
rewrite /lines px py /= /rainbow_of -fv -fw.
by have [] := vclose v w vw _; rewrite // fv fw.
Qed.

End Theorem3.
