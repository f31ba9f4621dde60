(** * Refuted laws: a checker of the kind composition-refuted, and that what it accepts is true

    The laws are those of ComposedLaws.v. In one direction the laws of all runs do not keep delta at E. Noise on the line is cut
    at the edges of the evidence, and numbers of heads are merged into its cells. The groups of the evidence are parts of cells
    (LatticeBelow.v). *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Certificates Composition Adaptive Lattice LatticeBelow.
From DPExact Require Import BinomialNoise DefinitionsLaws LineLaws LineBrackets Lines ComposedLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

(** The evidence for each law: the levels of the lattice, the edges of a law on the line, a corner, and the parts of each cell. *)
Definition groups_of_law := (seq level * (edges * (Z * Z * seq (seq part))))%type.
Definition refuted_run := (BinNums.positive * (seq level * cut))%type.

(** If a record is added, both laws are exchanged, and the cells are counted from the other end. *)
Definition directed (A : Type) (added : bool) (cells : seq (bracket * bracket * A)) : seq (bracket * bracket * A) :=
  if added then rev [seq (c.1.2, c.1.1, c.2) | c <- cells] else cells.

Section Algorithm.
Variables (gs : seq generator) (guess : fraction_of_sums -> bracket).
Notation N := (sums gs).

(** The masses of the cells, each with a part of the evidence. *)
Definition masses_of_noise (A : Type) (W : Z) (x : run_law) (e : edges) (parts : seq A) : option (seq (bracket * bracket * A)) :=
  let cells below scale sensitivity rate :=
    if check_line scale sensitivity rate && check_edges e then line_masses W below (shift_of scale sensitivity) rate e parts
    else None in
  match x with
  | Listed y => if check_law gs y then cells_of gs guess (outcomes y) parts else None
  | Normal scale sensitivity rate => cells (normal_at W (whole_at W)) scale sensitivity rate
  | Laplace scale sensitivity rate => cells (laplace_at W) scale sensitivity rate
  | Binomial n s => binomial_masses W n s (Z.to_nat (head Z0 e.2)) parts
  end.

Fixpoint refuted_runs (W : Z) (added : bool) (whole : Z) (l : seq (BinNums.positive * run_law)) (groups : seq groups_of_law) :
    option (seq refuted_run) :=
  match l, groups with
  | [::], [::] => Some [::]
  | (n, x) :: l', (levels, (e, (corner, parts))) :: groups' =>
      if Z.ltb Z0 corner.1 && Z.ltb Z0 corner.2 then
        if masses_of_noise W x e (if added then rev parts else parts) is Some cells then
          if refuted_runs W added whole l' groups' is Some rest then
            Some ((n, (levels, (corner, whole, directed added cells))) :: rest)
          else None
        else None
      else None
  | _, _ => None
  end.

(** (r6): E over all corners. *)
Fixpoint over_corners (width : Z) (e : bracket) (l : seq refuted_run) : bracket :=
  if l is (n, (_, (corner, _, _))) :: l' then
    product_of width (power_of width (Bracket corner.2 corner.2 corner.1) n) (over_corners width e l')
  else e.

(** (r7) *)
Definition exceeds (g : grid) (depth : nat) (e : bracket) (delta : fraction_of_sums) (l : seq refuted_run) : bool :=
  if composed_below g depth l is Some x then
    is_positive (N := N) (less (mul_terms delta.2 (number (refuted (last_grid g depth) (over_corners (width g) e l) x)))
      (mul_terms delta.1 (number (unit_mass g))))
  else false.

Definition check_refuted (added : bool) (l : seq (BinNums.positive * run_law)) (groups : seq groups_of_law)
    (ratio : fraction_of_sums) (whole width unit_mass lowest highest : Z) (depth : nat) (factor delta : fraction_of_sums) :
    bool :=
  check_claim gs ratio width unit_mass factor delta &&
  if enclose gs guess ratio is Some r then
    if enclose gs guess factor is Some e then
      if refuted_runs width added whole l groups is Some runs then exceeds (Grid r width unit_mass lowest highest) depth e delta runs
      else false
    else false
  else false.

End Algorithm.

(** ** Soundness *)

Local Open Scope ring_scope.

Section Meaning.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R) (guess : fraction_of_sums -> bracket).
Hypothesis denote : all_denote gs xs.
Notation zr := (Numbers.zr R).
Variables (exp I : R -> R) (total_I : R).
Notation one_run := (one_run xs exp I total_I).
Notation runs_are := (runs_are xs exp I total_I).
Notation line_facts := (line_facts exp I total_I).

(** The two laws of one run, exchanged if a record is added. *)
Definition in_direction (added : bool) (s : seq (R * R)) : seq (R * R) := if added then swapped s else s.

Lemma steps_in_direction added (ss : seq (BinNums.positive * seq (R * R))) :
  steps [seq (x.1, in_direction added x.2) | x <- ss] = [seq in_direction added s | s <- steps ss].
Proof.
case: added; first exact: steps_swapped.
by rewrite map_id; congr steps; rewrite -[RHS]map_id; apply: eq_map => -[n s].
Qed.

Lemma stand_cat (A : Type) (c d : seq (bracket * bracket * A)) (s t : seq (R * R)) : stand c s -> stand d t -> stand (c ++ d) (s ++ t).
Proof. by elim: c s => [|[[p q] a] c ih] [|x s] //= [ep eq /ih st] /st. Qed.
Lemma directedP (A : Type) added (cells : seq (bracket * bracket * A)) (s : seq (R * R)) : stand cells s ->
  exists2 s', stand (directed added cells) s' & perm_eq s' (in_direction added s).
Proof.
rewrite /directed /in_direction; case: added => st; last by exists s.
exists (rev (swapped s)); last by rewrite perm_rev.
elim: cells s st => [|[[p q] a] cells ih] [|x s] //= [ep eq /ih st].
by rewrite !rev_cons -!cats1; apply: stand_cat => //; split.
Qed.

Lemma masses_of_noiseP (A : Type) W x e (parts : seq A) cells : all check_generator gs -> 0 < zr W ->
  (is_line x -> line_facts) -> masses_of_noise gs guess W x e parts = Some cells ->
  exists s, [/\ one_run x s, two_laws s & stand cells s].
Proof.
move=> stood W0; have on_line F r below scale sensitivity rate :
    (0 <= real R sensitivity / real R scale -> line_law F (real R sensitivity / real R scale) r) ->
    (forall p q, 0 < zr q -> encloses (below p q) (F (zr p / zr q))) ->
    (if check_line scale sensitivity rate && check_edges e then line_masses W below (shift_of scale sensitivity) rate e parts
     else None) = Some cells ->
    exists s, [/\ exists2 cuts, sorted <=%R cuts & s = cut_pair F (real R sensitivity / real R scale) (real R rate) cuts,
      two_laws s & stand cells s].
  move=> law belowP; case: ifP => // /andP[/and5P[/zr_gt0 s1 /zr_gt0 s2 /zr_ge0 n1 /zr_gt0 n2 rest] ce] em.
  have /and3P[/zr_ge0 p0 /zr_le pq /zr_gt0 q0] := rest.
  have {}law := law (divr_ge0 (divr_ge0 (n1 R) (ltW (n2 R))) (divr_ge0 (ltW (s1 R)) (ltW (s2 R)))).
  have shift0 : 0 < zr (shift_of scale sensitivity).2 by rewrite zrM mulr_gt0 ?n2 ?s1.
  have [cuts cs st] := line_massesP (p0 R) (pq R) (q0 R) law belowP shift0 (real_shift (s1 R) (s2 R) (n2 R)) ce em.
  exists (cut_pair F (real R sensitivity / real R scale) (real R rate) cuts); split=> //; first by exists cuts.
  exact: (cut_pair_law (p0 R) (pq R) (q0 R) law cs).
case: x => [y|scale sensitivity rate|scale sensitivity rate|n k] /= facts; last 1 first.
  move=> /(binomial_massesP R)[l eq st]; exists (merged l); split=> //; first by exists l.
  exact: binomial_laws eq.
- case: ifP => // ok ec; exists (pair_of_law xs y); split=> //; first exact: (lawP denote stood ok).
  by rewrite -(outcomesP denote stood ok); exact: (cells_ofP denote stood ec).
- have {}facts := facts isT; apply: on_line; first exact: (normal_lines facts).
  by move=> p q q0; apply: (normal_encloses facts) => //; exact: (whole_encloses facts).
have {}facts := facts isT; apply: on_line; first exact: (laplace_lines facts).
by move=> p q q0; exact: (laplace_encloses facts).
Qed.

Fixpoint positive_corners (rs : seq refuted_run) : Prop :=
  if rs is (_, (_, (corner, _, _))) :: rs' then [/\ 0 < zr corner.1, 0 < zr corner.2 & positive_corners rs'] else True.

Lemma all_one (x : run_law) n s ss l : one_run x s -> List.Forall2 one_run l ss ->
  List.Forall2 one_run (nseq n x ++ l) (nseq n s ++ ss).
Proof. by move=> one rest; elim: n => [|n ih] //=; constructor. Qed.

(** Some cuts of the laws on the line, the same for all runs of a law, stand behind the evidence. *)
Lemma refuted_runsP W added whole l groups rs : all check_generator gs -> 0 < zr W -> (has_line l -> line_facts) ->
  refuted_runs gs guess W added whole l groups = Some rs -> exists ss : seq (BinNums.positive * seq (R * R)),
  [/\ all_stand_for (@stands_below R) rs [seq (x.1.1, cornered (corner_of R x.2.2.2) (in_direction added x.1.2)) | x <- zip ss rs],
    map fst rs = map fst ss, map fst l = map fst ss, positive_corners rs
    & runs_are l (steps ss) /\ forall t, t \in steps ss -> two_laws t].
Proof.
move=> stood W0; elim: l groups rs => [|[n x] l ih] [|[levels [e [corner parts]]] groups] rs //= facts.
  by case=> <-; exists [::]; split=> //; split=> //; constructor.
case: ifP => // /andP[/zr_gt0 c1 /zr_gt0 c2]; case ec: (masses_of_noise _ _ _ _ _ _) => [cells|//].
case er: (refuted_runs _ _ _ _ _ _ _) => [rest|//] [<-] /=.
have facts1 : is_line x -> line_facts by move=> h; apply: facts; rewrite h.
have facts2 : has_line l -> line_facts by move=> h; apply: facts; rewrite -/(has_line l) h orbT.
have [ss [st same counts pos [are laws]]] := ih _ _ facts2 er; have [s [one law sc]] := masses_of_noiseP stood W0 facts1 ec.
exists ((n, s) :: ss); split=> /=; rewrite ?same ?counts //.
- split=> //; split; first by rewrite /corner_of /= divr_gt0.
  by have [s' st' eq] := directedP added sc; exists s', (in_direction added s).
split; first exact: all_one.
by move=> t; rewrite /steps /= mem_cat mem_nseq => /orP[/andP[_ /eqP ->]|/laws].
Qed.

(** The product of the corners, each as often as its law runs. *)
Fixpoint all_corners (rs : seq refuted_run) : R :=
  if rs is (n, (_, x)) :: rs' then corner_of R x ^+ Pos.to_nat n * all_corners rs' else 1.

Lemma steps_cornered added (ss : seq (BinNums.positive * seq (R * R))) rs : map fst rs = map fst ss ->
  runs (steps [seq (x.1.1, cornered (corner_of R x.2.2.2) (in_direction added x.1.2)) | x <- zip ss rs]) =
  cornered (all_corners rs) (runs [seq in_direction added s | s <- steps ss]).
Proof.
rewrite -steps_in_direction; elim: ss rs => [|[n s] ss ih] [|[m [levels y]] rs] //=.
  by rewrite /cornered /nothing /= mulr1.
move=> [nm same]; rewrite /steps /= !runs_cat -/(steps _) ih // runs_nseq_cornered both_cornered nm.
by [].
Qed.

Lemma all_corners_gt0 (rs : seq refuted_run) : positive_corners rs -> 0 < all_corners rs.
Proof.
elim: rs => [|[n [levels [[corner whole] cells]]] rs ih] /=; first by rewrite ltr01.
by move=> [c1 c2 /ih h]; rewrite mulr_gt0 ?exprn_gt0 // divr_gt0.
Qed.

Lemma over_cornersP W e E (rs : seq refuted_run) : encloses e E -> positive_corners rs ->
  encloses (over_corners W e rs) (E / all_corners rs).
Proof.
move=> eE; elim: rs => [|[n [levels [[corner whole] cells]]] rs ih] /=; first by rewrite divr1.
move=> [c1 c2 pos].
have -> : E / (corner_of R (corner, whole, cells) ^+ Pos.to_nat n * all_corners rs) =
    (zr corner.2 / zr corner.1) ^+ Pos.to_nat n * (E / all_corners rs).
  by rewrite /corner_of /= invfM mulrCA -exprVn invf_div.
apply: product_ofP; last exact: ih.
by apply: power_ofP; split=> /=; rewrite ?divfK ?gt_eqF // ltW.
Qed.

(** All runs of a law have the same cuts. *)
Lemma check_refuted_runs added l groups ratio whole width unit_mass lowest highest depth factor delta :
  functions_meant exp I total_I l ->
  check_refuted gs guess added l groups ratio whole width unit_mass lowest highest depth factor delta ->
  exists ss, [/\ map fst l = map fst ss, runs_are l (steps ss), 1 <= quotient xs factor /\ 0 <= quotient xs delta <= 1,
    forall s, s \in steps ss -> two_laws s
    & quotient xs delta < divergence (quotient xs factor) (runs [seq in_direction added s | s <- steps ss])].
Proof.
move=> /meant_facts facts; case/andP=> /(claimP denote)[stood W0 B0 [E1 d01 g0] G1].
case er: (enclose _ _ ratio) => [r|//]; case ef: (enclose _ _ factor) => [e|//].
case eu: (refuted_runs _ _ _ _ _ _ _) => [rs|//].
have rG := encloseP denote stood er; have eE := encloseP denote stood ef.
have [ss [st same counts pos [are laws]]] := refuted_runsP stood W0 facts eu.
set g := Grid _ _ _ _ _; have fit : is_grid_ratio g (quotient xs ratio) by split.
rewrite /exceeds; case co: (composed_below g depth rs) => [x|//].
have sound := sums_sound (denote_stand stood denote); move=> /(positiveP sound).
rewrite ev_less !ev_mul !ev_number subr_gt0 => lt; exists ss; split=> //.
have [vx dom] := composed_belowP fit co st.
have C0 := all_corners_gt0 pos; have eE' := over_cornersP width eE pos.
have fit' : is_grid_ratio (last_grid g depth) (quotient xs ratio ^+ (2 ^ depth)) by exact: (fits_level (depth, (lowest, highest)) fit).
have := dom _ (encloses_ge0 eE'); rewrite divergence_pair // steps_cornered // => le.
rewrite divergence_cornered divfK ?gt_eqF // in le; apply: lt_le_trans le.
rewrite -(ltr_pmul2r B0); apply: lt_le_trans (refutedP fit' eE' vx).
by rewrite /quotient mulrAC ltr_pdivr_mulr // [X in _ < X]mulrC.
Qed.

(** What is accepted is true, whatever was guessed: some event of all runs has more than delta, in this direction. For noise
    on the line some cuts make it an event of intervals. *)
Theorem check_refuted_sound added l groups ratio whole width unit_mass lowest highest depth factor delta :
  functions_meant exp I total_I l ->
  check_refuted gs guess added l groups ratio whole width unit_mass lowest highest depth factor delta ->
  exists rs, [/\ runs_are l rs, 1 <= quotient xs factor, 0 <= quotient xs delta <= 1, forall s, s \in rs -> two_laws s
    & quotient xs delta < divergence (quotient xs factor) (runs [seq in_direction added s | s <- rs])].
Proof. by move=> meant /(check_refuted_runs meant)[ss [_ are [E1 d01] laws more]]; exists (steps ss). Qed.

Lemma masses_in_direction added (s : seq (R * R)) : two_laws s -> masses (in_direction added s).
Proof. by case: added => -[sm _ _] //; exact: masses_swapped. Qed.

(** Every step gives away no less than its pair, whatever was answered before: so do all steps together. *)
Lemma adaptive_exceeds (T : finType) (p q : seq T -> T -> R) (bounds : seq (seq (R * R))) before :
  (forall h x, 0 <= p h x /\ 0 <= q h x) -> (forall s, s \in bounds -> masses s) ->
  (forall h i, size h = (size before + i)%N -> (i < size bounds)%N -> dominated (nth [::] bounds i) (next_pair p q h)) ->
  dominated (runs bounds) (all_answers p q before (size bounds)).
Proof.
move=> pos; elim: bounds before => [|s bounds ih] before bm dom; first exact: dominated_refl.
have sm : masses s by apply: bm; rewrite inE eqxx.
have bm' t : t \in bounds -> masses t by move=> h; apply: bm; rewrite inE h orbT.
have stm : masses (next_pair p q before) by move=> _ /mapP[x _ ->]; apply: pos.
have one : dominated s (next_pair p q before) by apply: (dom before 0%N); rewrite ?addn0.
move=> E E0; apply: le_trans (dominated_left sm stm (masses_runs bm') one E0) _.
rewrite [size _]/= divergence_all_answers divergence_both exchange_big /next_pair big_map big_enum /=.
apply: ler_sum => x _; have [p0 q0] := pos before x.
apply: weight_kept => //; [exact: masses_runs | exact: masses_all_answers |].
apply: ih => // h i eq lt; apply: (dom h i.+1) => //.
by rewrite eq size_rcons addSnnS.
Qed.

(** Steps that may depend on all answers before: if every step gives away no less than its law, noise on the line being cut at
    some points, then some event of all answers has more than delta. *)
Theorem check_refuted_steps added l groups ratio whole width unit_mass lowest highest depth factor delta :
  functions_meant exp I total_I l ->
  check_refuted gs guess added l groups ratio whole width unit_mass lowest highest depth factor delta ->
  exists2 bounds, runs_are l bounds & forall (T : finType) (p q : seq T -> T -> R),
  (forall before x, 0 <= p before x /\ 0 <= q before x) ->
  (forall before, (size before < size bounds)%N ->
    dominated (in_direction added (nth [::] bounds (size before))) (next_pair p q before)) ->
  ~ close_to (quotient xs factor) (quotient xs delta) (adaptive_law p (k := size bounds)) (adaptive_law q (k := size bounds)).
Proof.
move=> meant /(check_refuted_sound meant)[rs [are E1 _ laws more]]; exists rs => // T p q pos dom.
move/close_to_hockey_stick; rewrite -divergence_answers; apply/negP; rewrite -ltNge; apply: lt_le_trans more _.
rewrite -(size_map (in_direction added)); apply: adaptive_exceeds => //; last exact: le_trans E1.
  by move=> _ /mapP[s /laws law ->]; exact: masses_in_direction.
by move=> h i; rewrite /= add0n size_map => <- lt; rewrite (nth_map [::]) //; exact: dom.
Qed.

(** One law with a count of k: the product of k independent runs of a pair of laws on finitely many outcomes, which are
    intervals if the noise is on the line. *)
Theorem check_refuted_product added n x groups ratio whole width unit_mass lowest highest depth factor delta :
  functions_meant exp I total_I [:: (n, x)] ->
  check_refuted gs guess added [:: (n, x)] groups ratio whole width unit_mass lowest highest depth factor delta ->
  exists2 s, one_run x s & forall (T : finType) (P Q : T -> R), [seq (P t, Q t) | t <- enum T] = s ->
  let k := Pos.to_nat n in let first := if added then Q else P in let second := if added then P else Q in
  ~ close_to (quotient xs factor) (quotient xs delta) (adaptive_law (k := k) (fun _ => first)) (adaptive_law (k := k) (fun _ => second)).
Proof.
move=> meant /(check_refuted_runs meant)[ss [same + _ _]].
case: ss same => [|[m s] [|z ss]] // same; have <- : n = m by case: same.
move=> are more; exists s.
  move: are; rewrite /runs_are /each_run /steps /=; case: (Pos.to_nat n) (Pos2Nat.is_pos n) => [lt|k _ /= all].
    by inversion lt.
  by inversion all.
move=> T P Q eq k first second.
move/close_to_hockey_stick; rewrite adaptive_attained; apply/negP; rewrite -ltNge; apply: lt_le_trans more _.
rewrite /steps /= cats0 map_nseq -eq /first /second -/k; case: (added); last exact: lexx.
by rewrite /in_direction /swapped -map_comp; exact: lexx.
Qed.
End Meaning.
