(** * Refuted laws: a checker of the kind composition-refuted, and that what it accepts is true

    The laws and the statement are those of ComposedLaws.v. In one direction the laws of all runs do not keep delta at E.
    The groups of the evidence are parts of cells (LatticeBelow.v). *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Certificates Composition Adaptive Lattice LatticeBelow ComposedLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

(** The evidence for each law: the levels of the lattice, a corner, and the parts of each cell. *)
Definition groups_of_law := (seq level * (Z * Z * seq (seq part)))%type.
Definition refuted_run := (BinNums.positive * (seq level * cut))%type.

(** If a record is added, both laws are exchanged, and the cells are counted from the other end. *)
Definition directed (A : Type) (added : bool) (l : seq (A * A)) : seq (A * A) :=
  if added then rev [seq (x.2, x.1) | x <- l] else l.

Section Algorithm.
Variables (gs : seq generator) (guess : fraction_of_sums -> bracket).
Notation N := (sums gs).

Fixpoint refuted_runs (added : bool) (whole : Z) (l : seq (BinNums.positive * law)) (groups : seq groups_of_law) :
    option (seq refuted_run) :=
  match l, groups with
  | [::], [::] => Some [::]
  | (n, x) :: l', (levels, (corner, parts)) :: groups' =>
      if [&& check_law gs x, Z.ltb Z0 corner.1 & Z.ltb Z0 corner.2] then
        if cells_of gs guess (directed added (outcomes x)) parts is Some cells then
          if refuted_runs added whole l' groups' is Some rest then Some ((n, (levels, (corner, whole, cells))) :: rest)
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

Definition check_refuted (added : bool) (l : seq (BinNums.positive * law)) (groups : seq groups_of_law)
    (ratio : fraction_of_sums) (whole width unit_mass lowest highest : Z) (depth : nat) (factor delta : fraction_of_sums) :
    bool :=
  check_claim gs ratio width unit_mass factor delta &&
  if enclose gs guess ratio is Some r then
    if enclose gs guess factor is Some e then
      if refuted_runs added whole l groups is Some runs then exceeds (Grid r width unit_mass lowest highest) depth e delta runs
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

(** Every run of every law, with the laws exchanged if a record is added. *)
Definition runs_in (added : bool) (l : seq (BinNums.positive * law)) : seq (seq (R * R)) :=
  if added then [seq swapped s | s <- all_runs xs l] else all_runs xs l.
Definition law_in (added : bool) (x : law) : seq (R * R) := if added then swapped (pair_of_law xs x) else pair_of_law xs x.

Lemma runs_inE added l : runs_in added l = steps [seq (x.1, law_in added x.2) | x <- l].
Proof.
rewrite /runs_in /law_in; case: added; last by rewrite steps_all_runs.
by rewrite -steps_all_runs -steps_swapped -map_comp.
Qed.

Lemma directed_same added (l : seq (fraction_of_sums * fraction_of_sums)) :
  perm_eq [seq (quotient xs u.1, quotient xs u.2) | u <- directed added l]
    (if added then swapped [seq (quotient xs u.1, quotient xs u.2) | u <- l] else [seq (quotient xs u.1, quotient xs u.2) | u <- l]).
Proof.
by case: added => //; rewrite /directed map_rev perm_rev /swapped -!map_comp.
Qed.

Fixpoint positive_corners (rs : seq refuted_run) : Prop :=
  if rs is (_, (_, (corner, _, _))) :: rs' then [/\ 0 < zr corner.1, 0 < zr corner.2 & positive_corners rs'] else True.

Lemma refuted_runsP added whole l groups rs : all check_generator gs ->
  refuted_runs gs guess added whole l groups = Some rs ->
  [/\ all_stand_for (@stands_below R) rs [seq (x.1.1, cornered (corner_of R x.2.2.2) (law_in added x.1.2)) | x <- zip l rs],
    size rs = size l, positive_corners rs & forall t, t \in all_runs xs l -> two_laws t].
Proof.
move=> stood; elim: l groups rs => [|[n x] l ih] [|[levels [corner parts]] groups] rs //=; first by case=> <-.
case: ifP => // /and3P[ok /zr_gt0 c1 /zr_gt0 c2].
case ec: (cells_of _ _ _ _) => [cells|//]; case er: (refuted_runs _ _ _ _ _ _) => [rest|//] [<-] /=.
have [st sz pos laws] := ih _ _ er; have := cells_ofP denote stood ec => sc; split.
- split=> //; split; first by rewrite /corner_of /= divr_gt0.
  exists [seq (quotient xs u.1, quotient xs u.2) | u <- directed added (outcomes x)], (law_in added x); split=> //.
  by have := directed_same added (outcomes x); rewrite (outcomesP denote stood ok).
- by rewrite sz.
- by split.
move=> t; rewrite /all_runs /= mem_cat => /orP[|/laws //].
by rewrite mem_nseq => /andP[_ /eqP ->]; exact: lawP denote stood _ ok.
Qed.

(** The product of the corners, each as often as its law runs. *)
Fixpoint all_corners (rs : seq refuted_run) : R :=
  if rs is (n, (_, x)) :: rs' then corner_of R x ^+ Pos.to_nat n * all_corners rs' else 1.

Lemma steps_cornered added l rs : size rs = size l -> (forall k, nth xH (map fst rs) k = nth xH (map fst l) k) ->
  runs (steps [seq (x.1.1, cornered (corner_of R x.2.2.2) (law_in added x.1.2)) | x <- zip l rs]) =
  cornered (all_corners rs) (runs (steps [seq (x.1, law_in added x.2) | x <- l])).
Proof.
elim: l rs => [|[n x] l ih] [|[m [levels y]] rs] //=; first by rewrite /cornered /nothing /= mulr1.
move=> [sz] same.
have nm := same 0%N; rewrite /= in nm; have rest k := same k.+1.
by rewrite /steps /= !runs_cat -/(steps _) ih // runs_nseq_cornered both_cornered nm.
Qed.

Lemma refuted_runs_counts added whole l groups rs : refuted_runs gs guess added whole l groups = Some rs ->
  map fst rs = map fst l.
Proof.
elim: l groups rs => [|[n x] l ih] [|[levels [corner parts]] groups] rs //=; first by case=> <-.
case: ifP => // _; case: (cells_of _ _ _ _) => [cells|//]; case er: (refuted_runs _ _ _ _ _ _) => [rest|//] [<-] /=.
by rewrite (ih _ _ er).
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

(** What is accepted is true, whatever was guessed: some event of all runs has more than delta, in this direction. *)
Theorem check_refuted_sound added l groups ratio whole width unit_mass lowest highest depth factor delta :
  check_refuted gs guess added l groups ratio whole width unit_mass lowest highest depth factor delta ->
  [/\ 1 <= quotient xs factor, 0 <= quotient xs delta <= 1, forall s, s \in all_runs xs l -> two_laws s
    & quotient xs delta < excess (quotient xs factor) (runs (runs_in added l))].
Proof.
case/andP=> /(claimP denote)[stood W0 B0 [E1 d01 g0] G1].
case er: (enclose _ _ ratio) => [r|//]; case ef: (enclose _ _ factor) => [e|//].
case eu: (refuted_runs _ _ _ _ _ _) => [rs|//].
have rG := encloseP denote stood er; have eE := encloseP denote stood ef.
have [st sz pos laws] := refuted_runsP stood eu; have same := refuted_runs_counts eu.
set g := Grid _ _ _ _ _; have fit : fits g (quotient xs ratio) by split.
rewrite /exceeds; case co: (composed_below g depth rs) => [x|//].
have sound := sums_sound (denote_stand stood denote); move=> /(positiveP sound).
rewrite ev_less !ev_mul !ev_number subr_gt0 => lt; split=> //.
have [vx dom] := composed_belowP fit co st; rewrite runs_inE.
have C0 := all_corners_gt0 pos; have eE' := over_cornersP width eE pos.
have fit' : fits (last_grid g depth) (quotient xs ratio ^+ (2 ^ depth)) by exact: (fits_level (depth, (lowest, highest)) fit).
have := dom _ (encloses_ge0 eE'); rewrite excess_pair //.
rewrite steps_cornered // => [le|k]; last by rewrite same.
rewrite excess_cornered divfK ?gt_eqF // in le; apply: lt_le_trans le.
rewrite -(ltr_pmul2r B0); apply: lt_le_trans (refutedP fit' eE' vx).
by rewrite /quotient mulrAC ltr_pdivr_mulr // [X in _ < X]mulrC.
Qed.

Lemma masses_runs_in added l : (forall s, s \in all_runs xs l -> two_laws s) -> forall s, s \in runs_in added l -> masses s.
Proof.
move=> laws s; rewrite /runs_in; case: added => [/mapP[t /laws[tm _ _] ->]|/laws[] //]; exact: masses_swapped.
Qed.

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
rewrite [size _]/= excess_all_answers excess_both exchange_big /next_pair big_map big_enum /=.
apply: ler_sum => x _; have [p0 q0] := pos before x.
apply: weight_kept => //; [exact: masses_runs | exact: masses_all_answers |].
apply: ih => // h i eq lt; apply: (dom h i.+1) => //.
by rewrite eq size_rcons addSnnS.
Qed.

(** Steps that may depend on all answers before: if every step gives away no less than its law, some event of all answers
    has more than delta. *)
Theorem check_refuted_steps added l groups ratio whole width unit_mass lowest highest depth factor delta :
  check_refuted gs guess added l groups ratio whole width unit_mass lowest highest depth factor delta ->
  let bounds := runs_in added l in
  forall (T : finType) (p q : seq T -> T -> R),
  (forall before x, 0 <= p before x /\ 0 <= q before x) ->
  (forall before, (size before < size bounds)%N -> dominated (nth [::] bounds (size before)) (next_pair p q before)) ->
  ~ close_to (quotient xs factor) (quotient xs delta) (adaptive_law p (k := size bounds)) (adaptive_law q (k := size bounds)).
Proof.
move=> ok bounds T p q pos dom; have [E1 _ laws more] := check_refuted_sound ok.
have bm := masses_runs_in (added := added) laws; rewrite -/bounds in bm more *.
move/close_to_hockey_stick; rewrite -excess_answers; apply/negP; rewrite -ltNge; apply: lt_le_trans more _.
apply: adaptive_exceeds => // [h i|]; last exact: le_trans E1.
by rewrite /= add0n => <-; exact: dom.
Qed.

(** One law with a count of k: the product of k independent runs of a pair of laws on finitely many outcomes. *)
Theorem check_refuted_product added n x groups ratio whole width unit_mass lowest highest depth factor delta
    (T : finType) (P Q : T -> R) :
  check_refuted gs guess added [:: (n, x)] groups ratio whole width unit_mass lowest highest depth factor delta ->
  [seq (P t, Q t) | t <- enum T] = pair_of_law xs x ->
  let k := Pos.to_nat n in let first := if added then Q else P in let second := if added then P else Q in
  ~ close_to (quotient xs factor) (quotient xs delta) (adaptive_law (k := k) (fun _ => first)) (adaptive_law (k := k) (fun _ => second)).
Proof.
move=> ok eq k first second; have [_ _ _ more] := check_refuted_sound ok.
move/close_to_hockey_stick; rewrite adaptive_attained; apply/negP; rewrite -ltNge; apply: lt_le_trans more _.
rewrite runs_inE /steps /= cats0 /law_in -eq /first /second -/k; case: (added); last exact: lexx.
by rewrite /swapped -map_comp; exact: lexx.
Qed.
End Meaning.
