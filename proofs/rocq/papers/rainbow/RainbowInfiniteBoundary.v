(** * RainbowInfiniteBoundary: Definition 8 and Theorem 3 on graphs of any size, with vertices that no boundary reaches

    V may be any type; the distance to the boundary, the vertices of the boundary graph and its edges between heads are
    given as functions (DefinitionsRainbow.v). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow RainbowGraphs RainbowInfinite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BoundaryGraph.
Variables (q : nat) (V : Type) (r : rel V) (f : V -> {perm 'I_q}) (distance : V -> option nat).
Variables (there : pred ({perm 'I_q} * option nat)) (adjacent : rel {perm 'I_q}).
Hypotheses (sym : symmetric r) (dist : is_distance r f distance) (known : is_there f distance there).
Hypothesis (adj : is_adjacent r f adjacent).
Notation points := (points_at there).
Notation near := (neighbours_at (there := there) adjacent).
Notation rainbow := (@rainbow_at q there).
Notation image := (image_at known).
Implicit Types (v w : V) (x y : points).

Let some_min v n : distance v = Some n -> walks_to r f (f v) n v.
Proof. by move=> e; have := dist v; rewrite e => -[]. Qed.
Let some_least v n k : distance v = Some n -> walks_to r f (f v) k v -> (n <= k)%N.
Proof. by move=> e; have := dist v; rewrite e => -[_]; apply. Qed.
Let finite v k : walks_to r f (f v) k v -> exists n, distance v = Some n.
Proof. by move=> h; have := dist v; case: (distance v) => [n _|/(_ k)] //; exists n. Qed.
Let start v : distance v = Some 0%N <-> boundary_at r f v.
Proof.
split=> [/some_min [] //|b]; have h : walks_to r f (f v) 0 v by split.
by have [n e] := finite h; have := some_least e h; rewrite e leqn0 => /eqP ->.
Qed.
Let next v w n : r v w -> f v = f w -> distance v = Some n -> exists2 k, distance w = Some k & (k <= n.+1)%N.
Proof.
move=> rvw fvw e; have h : walks_to r f (f w) n.+1 w.
  by right; exists v; [rewrite sym | rewrite -fvw; apply: some_min].
by have [k ek] := finite h; exists k => //; apply: some_least ek h.
Qed.
Let other v w : r v w -> f v <> f w -> distance v = Some 0%N.
Proof. by move=> rvw ne; apply/start; exists w => //; apply/eqP => e; apply: ne. Qed.

Let there_at x i : place x = i -> there (rainbow x, i).
Proof. by move=> <-; rewrite /rainbow_at /place -surjective_pairing; apply: valP. Qed.

(** ** Definition 8 *)

(** (c, Some i) is a vertex where some vertex with the rainbow c is i or more away from the boundary. *)
Theorem line_vertices c i : there (c, Some i) <-> exists v n, [/\ f v = c, distance v = Some n & (i <= n)%N].
Proof.
rewrite known; split=> [[v /= <-]|[v [n [<- e le]]]]; first by case e: (distance v) => [n|] // le; exists v, n.
by exists v => //=; rewrite e.
Qed.

(** So i runs from 0 to d_c, the greatest of the distances with the rainbow c, ... *)
Theorem line_end c n : (exists2 v, f v = c & distance v = Some n) ->
  (forall v k, f v = c -> distance v = Some k -> (k <= n)%N) -> forall i, there (c, Some i) <-> (i <= n)%N.
Proof.
move=> [v fv e] most i; rewrite line_vertices; split=> [[w [k [fw ek le]]]|le]; last by exists v, n.
exact: leq_trans le (most w k fw ek).
Qed.

(** ... through all numbers where there is no greatest one, and through none where no vertex with the rainbow c has a
    distance. *)
Theorem line_without_end c : (forall n, exists v k, [/\ f v = c, distance v = Some k & (n <= k)%N]) ->
  forall i, there (c, Some i).
Proof. by move=> more i; apply/line_vertices. Qed.
Theorem no_line c : (forall v, f v = c -> distance v = None) -> forall i, there (c, Some i) = false.
Proof. by move=> none i; apply/negP => /line_vertices [v [n [/none ->]]]. Qed.

(** A vertex of its own is there exactly where some vertex with this rainbow reaches no boundary of it. *)
Theorem own_vertex c : there (c, None) <-> exists2 v, f v = c & distance v = None.
Proof. by rewrite known; split=> -[v /= fv]; case e: (distance v) => [n|] // _; exists v; rewrite ?e. Qed.

(** Section 3: what has one rainbow is a line; between two rainbows there are edges of heads only, exactly those that
    neighbours with these rainbows give. *)
Theorem union_of_lines x y : near x y <->
  [\/ rainbow x = rainbow y /\ exists i j, [/\ place x = Some i, place y = Some j & i.+1 = j \/ j.+1 = i]
    | [/\ rainbow x <> rainbow y, head_at x, head_at y & exists v w, [/\ r v w, f v = rainbow x & f w = rainbow y]]].
Proof.
rewrite /neighbours_at /head_at; case: (place x) => [i|]; case: (place y) => [j|] /=; last first.
- by split=> //; case=> [[_ [? [? []]]]|[]].
- by split=> //; case=> [[_ [? [? []]]]|[]].
- by split=> //; case=> [[_ [? [? []]]]|[]].
split=> [/orP[/andP[/eqP same /orP ij]|/and4P[/eqP ne /eqP -> /eqP -> /adj h]]|].
- by left; split=> //; exists i, j; split=> //; case: ij => /eqP; [left | right].
- by right; split.
case=> [[/eqP same [_ [_ [[<-] [<-] ij]]]]|[/eqP ne [->] [->] /adj h]].
  by rewrite same; case: ij => ->; rewrite eqxx ?orbT.
by rewrite ne h orbT.
Qed.

Let near_sym : symmetric near.
Proof.
move=> x y; apply/idP/idP => /union_of_lines h; apply/union_of_lines; case: h.
- by case=> e [i [j [px py ij]]]; left; split=> //; exists j, i; split=> //; case: ij; [right | left].
- by case=> ne hx hy [v [w [vw fv fw]]]; right; split=> // [e|]; [apply: ne | exists w, v; rewrite sym].
- by case=> e [i [j [px py ij]]]; left; split=> //; exists j, i; split=> //; case: ij; [right | left].
by case=> ne hx hy [v [w [vw fv fw]]]; right; split=> // [e|]; [apply: ne | exists w, v; rewrite sym].
Qed.

(** ** The boundary morphism *)

(** It is a morphism (Definition 4) to the boundary graph, and it preserves rainbows. *)
Theorem boundary_morphism_at : morphism r near image /\ preserves f rainbow image.
Proof.
split=> // v w rvw; have rwv : r w v by rewrite sym.
case: (eqVneq (f v) (f w)) => [same|/eqP ne]; last first.
  left; apply/union_of_lines; right; split=> //; last by exists v, w.
    by rewrite /head_at /place /= (other rvw ne).
  by rewrite /head_at /place /= (other rwv) // => e; apply: ne.
have twins : distance v = distance w -> image v = image w by move=> e; apply: val_inj; rewrite /= e same.
case ev: (distance v) => [n|]; last first.
  case ew: (distance w) => [k|]; last by right; apply: twins; rewrite ev.
  by have [n] := next rwv (esym same) ew; rewrite ev.
have [k ew le] := next rvw same ev; have [n' + ge] := next rwv (esym same) ew; rewrite ev => -[en]; move: ge.
rewrite -{}en => ge; case: (ltngtP n k) => cmp.
- left; apply/union_of_lines; left; split=> //; exists n, k; split=> //; left.
  by apply/eqP; rewrite eqn_leq cmp.
- left; apply/union_of_lines; left; split=> //; exists n, k; split=> //; right.
  by apply/eqP; rewrite eqn_leq cmp.
by right; apply: twins; rewrite ev ew cmp.
Qed.

(** The heads are the boundary of the boundary graph (Definition 5). *)
Theorem heads_at x : boundary_at near rainbow x <-> head_at x.
Proof.
split=> [[y /union_of_lines h ne]|].
  by case: h => [[e _]|[]] //; rewrite e eqxx in ne.
move=> hx; have /line_vertices [v [n [fv e _]]] := there_at hx.
have reach : forall k v, walks_to r f (rainbow x) k v -> exists2 u, boundary_at r f u & f u = rainbow x.
  by elim=> [u [b fu]|k IH u /= [/IH|[w _ /IH]]] //; exists u.
have [|u [w uw ne] fu] := reach n v; first by rewrite -fv; apply: some_min.
have ew : distance w = Some 0%N.
  by apply: (other (w := u)); [rewrite sym | move=> e'; rewrite e' eqxx in ne].
exists (image w); last by rewrite -fu.
by apply/union_of_lines; right; split=> //; [rewrite -fu => e'; rewrite e' eqxx in ne | exists u, w].
Qed.

(** ** Shortest paths (the proof of Theorem 3) *)

(** Along a shortest path to the boundary all vertices have one rainbow, and their distances fall by one at each step. *)
Lemma shortest_places v p i : shortest r f distance v p -> (i <= size p)%N ->
  f (nth v (v :: p) i) = f v /\ distance (nth v (v :: p) i) = Some (size p - i)%N.
Proof.
move=> [pth e b fl].
have walk u s : path r u s -> boundary_at r f (last u s) -> walks_to r f (f (last u s)) (size s) u.
  elim: s u => [|w s IH] u /=; first by [].
  by case/andP=> uw ps bs; right; exists w => //; apply: IH.
elim: p v pth e b fl i => [|w p IH] v /= pth e b fl [|i] //= le.
case/andP: pth => vw pth.
have fw : f w = f v.
  case: (eqVneq (f w) (f v)) => // /eqP ne; have := other vw (fun h => ne (esym h)).
  by rewrite e.
have hw : walks_to r f (f w) (size p) w by rewrite fw -fl; apply: walk.
have [k ek] := finite hw; have kle := some_least ek hw.
have [n en nle] := next (etrans (sym w v) vw) fw ek; move: en nle; rewrite e => -[<-]; rewrite ltnS => nle.
have ew : distance w = Some (size p) by rewrite ek; congr Some; apply/eqP; rewrite eqn_leq kle.
have [|h1 h2] := IH w pth ew b _ i le; first by rewrite fl.
rewrite subSS; move: h1 h2; rewrite fw.
by have -> : nth w (w :: p) i = nth v (w :: p) i by apply: set_nth_default.
Qed.

(** g is injective on it. *)
Theorem injective_on_shortest v p : shortest r f distance v p ->
  injective (fun i : 'I_(size p).+1 => image (nth v (v :: p) i)).
Proof.
move=> short i j /(congr1 val) /= [_]; have [_ ->] := shortest_places short (leq_ord i).
have [_ ->] := shortest_places short (leq_ord j) => -[e]; apply: val_inj => /=.
by rewrite -(subKn (leq_ord i)) e subKn // leq_ord.
Qed.

(** Each vertex that has a distance has a shortest path. *)
Theorem shortest_exists v n : distance v = Some n -> exists2 p, shortest r f distance v p & size p = n.
Proof.
elim: n v => [|n IH] v e; first by exists [::] => //; split=> //; apply/start.
have [h|[w vw h]] := some_min e; first by have := some_least e h; rewrite ltnn.
have fw : f w = f v.
  case: (eqVneq (f w) (f v)) => // /eqP ne; have := other vw (fun h => ne (esym h)).
  by rewrite e.
rewrite -fw in h; have [k ek] := finite h; have kle := some_least ek h.
have [n' en nle] := next (etrans (sym w v) vw) fw ek; move: en nle; rewrite e => -[<-]; rewrite ltnS => nle.
have ew : distance w = Some n by rewrite ek; congr Some; apply/eqP; rewrite eqn_leq kle.
have [p [h1 h2 h3 h4] sz] := IH w ew; exists (w :: p); last by rewrite /= sz.
by split; rewrite /= ?vw // ?h4 // e sz.
Qed.

(** ** Theorem 3 *)

Variables (R : realFieldType) (E d : R) (m : {perm 'I_q} -> 'I_q -> R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (q0 : (0 < q)%N).
Notation fixed := (fun x => m (rainbow x)).

(** The place is the distance on the boundary graph. *)
Let place_distance : is_distance near rainbow (@place q there).
Proof.
have down (x : points) i : place x = Some i.+1 -> exists y, [/\ near x y, rainbow y = rainbow x & place y = Some i].
  move=> e; have /line_vertices [v [n [fv en le]]] := there_at e; have h' : there (rainbow x, Some i).
    by apply/line_vertices; exists v, n; rewrite ltnW.
  exists (exist (fun z => is_true (there z)) _ h'); split=> //; apply/union_of_lines; left.
  by split=> //; exists i.+1, i; split; rewrite /place /= ?e //; right.
have lower k : forall x, walks_to near rainbow (rainbow x) k x -> exists2 i, place x = Some i & (i <= k)%N.
  elim: k => [|k IH] x /=; first by case=> /heads_at hx _; exists 0%N.
  case=> [/IH [i e le]|[y xy h]]; first by exists i => //; apply: leqW.
  have /union_of_lines [[same [i [j [px py ij]]]]|[ne hx hy _]] := xy; last by exists 0%N.
  rewrite same in h; have [j' ] := IH y h; rewrite py => -[<-] le; exists i => //.
  by case: ij => e; [apply: leqW; rewrite -ltnS; apply: leq_trans (leqW le); rewrite e | rewrite -e].
have upper i : forall x, place x = Some i -> walks_to near rainbow (rainbow x) i x.
  elim: i => [|i IH] x e; first by split=> //; apply/heads_at.
  have [y [xy same py]] := down x i e; right; exists y => //.
  by rewrite -same; apply: IH.
move=> x; case e: (place x) => [i|]; last by move=> k /lower [i]; rewrite e.
by split=> [|k /lower [j]]; [apply: upper | rewrite e => -[<-]].
Qed.

(** If some private mechanism has this boundary, the lines are the optimal one of the boundary graph. *)
Let lines := mechanism_at rainbow E d m (@place q there).
Let private_valid M : feasible_at near E d (@head_at q there) fixed M -> valid_boundary_at near rainbow E d m.
Proof. by move=> [law priv fix_]; apply: infinite_valid near_sym law priv _ => x /heads_at; apply: fix_. Qed.
Let lines_feasible M : feasible_at near E d (@head_at q there) fixed M ->
  feasible_at near E d (@head_at q there) fixed lines.
Proof.
move=> /private_valid valid; split; last by move=> x /heads_at; exact: (infinite_boundary E d m place_distance).
  exact: (mechanism_at_law E1 d0 q0 place_distance valid).
exact: (infinite_private E1 d0 q0 near_sym place_distance valid).
Qed.
Theorem lines_optimal_at M : feasible_at near E d (@head_at q there) fixed M ->
  optimal_at near rainbow E d (@head_at q there) fixed lines.
Proof.
move=> feas; split; first exact: lines_feasible feas.
move=> M' [law priv fix_]; have fix' y : boundary_at near rainbow y -> M' y =1 m (rainbow y) by move/heads_at; apply: fix_.
exact: (infinite_dominates E1 d0 q0 near_sym place_distance law priv fix').
Qed.

Let optimal_lines M : optimal_at near rainbow E d (@head_at q there) fixed M -> forall x, M x =1 lines x.
Proof.
move=> [feas most] x; have [_ greatest_lines] := lines_optimal_at feas.
by apply: (dominates_eq (c := rainbow x)); [apply: most; exact: lines_feasible feas | apply: greatest_lines].
Qed.

(** The boundary condition of the graph is valid exactly where that of the boundary graph is. *)
Theorem valid_on_both : valid_boundary_at r f E d m <-> valid_boundary_at near rainbow E d m.
Proof.
split=> -[vlaw vclose]; [split=> [x /heads_at hx|x y /union_of_lines h ne] | split=> [v b|v w vw ne]].
- have /line_vertices [v [n [fv ev _]]] := there_at hx; have [p [_ _ b fl] _] := shortest_exists ev.
  by rewrite -fv -fl; apply: vlaw.
- case: h => [[e _]|[_ _ _ [v [w [vw fv fw]]]]]; first by rewrite e eqxx in ne.
  by rewrite -fv -fw; apply: vclose; rewrite // fv fw.
- by have := vlaw (image v); apply; apply/heads_at; rewrite /head_at /place /=; apply/start.
have := vclose (image v) (image w); apply=> //; apply/union_of_lines; right; split=> //.
- by apply/eqP.
- by rewrite /head_at /place /=; apply: other vw _; apply/eqP.
- by rewrite /head_at /place /=; apply: (other (w := v)); [rewrite sym | apply/eqP; rewrite eq_sym].
by exists v, w.
Qed.

(** Theorem 3, corrected: pulled back along the boundary morphism, the optimal mechanism of the boundary graph is the
    optimal one of the graph with the same homogeneous boundary condition. *)
Theorem theorem_3_at M : optimal_at near rainbow E d (@head_at q there) fixed M ->
  optimal_at r f E d (boundary_at r f) (fun v => m (f v)) (fun v => M (image v)).
Proof.
move=> opt; have [[law priv fix_] _] := opt; have same := optimal_lines opt; have [mor _] := boundary_morphism_at.
have valid : valid_boundary_at r f E d m by apply/valid_on_both; apply: private_valid (proj1 opt).
split.
  split=> [v||v /start b]; [exact: law | exact: pullback_private mor priv | ].
  by apply: fix_; rewrite /head_at /place.
move=> M' [law' priv' fix'] v k.
rewrite [X in _ <= X](eq_bigr _ (fun i _ => same (image v) _)).
exact: (infinite_dominates E1 d0 q0 sym dist law' priv' fix' v k).
Qed.

(** In its proof: restricted to the line that is the image of a shortest path, the optimal mechanism of the boundary graph
    is the optimal one of that line, where the edges are those of the line. *)
Theorem restriction_optimal M v p : optimal_at near rainbow E d (@head_at q there) fixed M ->
  shortest r f distance v p ->
  let d_ (i : 'I_(size p).+1) := nth v (v :: p) (size p - i) in
  (forall i j, near (image (d_ i)) (image (d_ j)) = line_graph i j) /\
  greatest (@line_graph (size p)) (fun=> f v) (@dominates R q) E d (pred1 ord0) (fun=> m (f v))
    (fun i => M (image (d_ i))).
Proof.
move=> opt short d_; have at_ i : f (d_ i) = f v /\ distance (d_ i) = Some (i : nat).
  by have [-> ->] := shortest_places short (leq_subr i (size p)); rewrite subKn // leq_ord.
split=> [i j|].
  have [fi ei] := at_ i; have [fj ej] := at_ j.
  by rewrite /neighbours_at /place /rainbow_at /= ei ej fi fj eqxx /line_graph orbF.
have eq i : M (image (d_ i)) =1 line (corrected E d) (f v) (m (f v)) i.
  have [fi ei] := at_ i; move=> x; rewrite (optimal_lines opt) /lines /mechanism_at.
  by rewrite /place /rainbow_at /= ei fi.
have law : distribution (m (f v)).
  have [[laws _ _] _] := opt; have := laws (image (d_ ord0)); case=> h0 h1; split=> [x|].
    by have := h0 x; rewrite eq.
  by rewrite -[RHS]h1; apply: eq_bigr => x _; rewrite eq.
have [[mech priv fix_] most] := theorem_4 (size p) (f v) E1 d0 law.
have same i S : prob (M (image (d_ i))) S = prob (line (corrected E d) (f v) (m (f v)) i) S.
  by apply: eq_bigr => x _; rewrite eq.
split.
  split=> [i|i j ij S|i /eqP -> x]; last by rewrite eq.
    by have [[laws _ _] _] := opt; apply: laws.
  by rewrite !same; apply: priv ij S.
move=> M' feas i k; rewrite (_ : prefix (f v) (M (image (d_ i))) k = prefix (f v) (line (corrected E d) (f v) (m (f v)) i) k).
  exact: most M' feas i k.
by apply: eq_bigr => x _; apply: eq.
Qed.

End BoundaryGraph.

(** On a finite graph the functions that are given exist. *)
Theorem finite_boundary_graph (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) : exists distance there adjacent,
  [/\ is_distance r f distance, is_there f distance there & is_adjacent r f adjacent].
Proof.
have walks c n v : walks_to r f c n v <-> within r f c n v.
  elim: n v => [|n IH] v /=.
    split=> [[[w vw ne] <-]|/andP[/existsP [w /andP [vw ne]] /eqP fv]]; last by split=> //; exists w.
    by rewrite eqxx andbT; apply/existsP; exists w; rewrite vw.
  split=> [[/IH -> //|[w vw /IH h]]|/orP[/IH|/existsP [w /andP [vw /IH h]]]].
  - by apply/orP; right; apply/existsP; exists w; rewrite vw.
  - by left.
  by right; exists w.
pose far v := if (distance r f v < #|V|)%N then Some (distance r f v) else None.
exists far; exists (fun x => [exists v, (f v == x.1) &&
  match x.2, far v with Some i, Some n => (i <= n)%N | None, None => true | _, _ => false end]).
exists (fun c c' => [exists v, exists w, [&& r v w, f v == c & f w == c']]); split.
- move=> v; rewrite /far; case: ltnP => [lt|ge k /walks /within_distance [_]]; last by rewrite ltnNge ge.
  by split=> [|k /walks /within_distance []//]; apply/walks/distance_within.
- move=> x; split=> [/existsP [v /andP[/eqP fv h]]|[v fv h]].
    by exists v => //; move: h; case: (x.2) => [i|]; case: (far v).
  by apply/existsP; exists v; rewrite fv eqxx /=; move: h; case: (x.2) => [i|]; case: (far v).
move=> c c'; split=> [/existsP [v /existsP [w /and3P [vw /eqP fv /eqP fw]]]|[v [w [vw fv fw]]]]; first by exists v, w.
by apply/existsP; exists v; apply/existsP; exists w; rewrite vw fv fw !eqxx.
Qed.
