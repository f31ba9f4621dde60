(** * Lines: the cells of noise on the line, with bounds of their ratio

    The edges of a certificate cut the line into cells, of which [line_cells] has the two masses and the least and the greatest
    ratio in brackets. An event may cut each cell into parts at any points; the parts lie in the cells ([line_cellsP]), and
    more cuts give no less away ([cuts_dominated]). For a lower bound the masses of the cells suffice ([line_massesP]). *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Composition Lattice DefinitionsLaws LineLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The functions *)

Definition fraction := (Z * Z)%type.
(** A denominator, and numerators. *)
Definition edges := (Z * seq Z)%type.

Section Functions.
Variable W : Z.

(** Brackets of y - x and of (1 - rate) x + rate y. *)
Definition bracket_difference (x y : bracket) : bracket :=
  shorter W (Bracket (larger Z0 (minus (Z.mul (lo y) (den x)) (Z.mul (hi x) (den y))))
    (minus (Z.mul (hi y) (den x)) (Z.mul (lo x) (den y))) (Z.mul (den x) (den y))).
Definition mixture_bracket (rate : fraction) (x y : bracket) : bracket :=
  let part a b := Z.add (Z.mul (minus rate.2 rate.1) (Z.mul a (den y))) (Z.mul rate.1 (Z.mul b (den x))) in
  shorter W (Bracket (part (lo x) (lo y)) (part (hi x) (hi y)) (Z.mul rate.2 (Z.mul (den x) (den y)))).
(** 1 - rate + rate u: (2) *)
Definition sampled (rate u : fraction) : fraction :=
  (Z.add (Z.mul (minus rate.2 rate.1) u.2) (Z.mul rate.1 u.1), Z.mul rate.2 u.2).

Section Line.
(** Brackets of the probability of at most p/q, and of the ratio at p/q. *)
Variables (below ratio_at : Z -> Z -> bracket).
Variables (t rate : fraction) (greatest : fraction).
Definition edge_masses (d e : Z) : bracket * bracket :=
  let q := below e d in (mixture_bracket rate q (below (minus (Z.mul e t.2) (Z.mul t.1 d)) (Z.mul d t.2)), q).
Definition at_edge (d e : Z) : bracket * bracket * bracket := (edge_masses d e, ratio_at e d).

Fixpoint cells_from (p q : bracket) (least : fraction) (points : seq (bracket * bracket * bracket))
    (places : seq (Z * Z)) : option (seq cell) :=
  match points, places with
  | [::], [:: ij] =>
      let one := Bracket Z.one Z.one Z.one in
      Some [:: (bracket_difference p one, bracket_difference q one, (Some (sampled rate least, sampled rate greatest), ij))]
  | (p', q', r) :: points', ij :: places' =>
      if cells_from p' q' (lo r, den r) points' places' is Some rest then
        Some ((bracket_difference p p', bracket_difference q q', (Some (sampled rate least, sampled rate (hi r, den r)), ij)) :: rest)
      else None
  | _, _ => None
  end.
Definition line_cells (least : fraction) (e : edges) (places : seq (Z * Z)) : option (seq cell) :=
  let zero := Bracket Z0 Z0 Z.one in
  cells_from zero zero least [seq at_edge e.1 x | x <- e.2] places.

(** The masses of the cells, each with a part of the evidence. *)
Fixpoint masses_from (A : Type) (p q : bracket) (points : seq (bracket * bracket)) (parts : seq A) :
    option (seq (bracket * bracket * A)) :=
  match points, parts with
  | [::], [:: a] => let one := Bracket Z.one Z.one Z.one in Some [:: (bracket_difference p one, bracket_difference q one, a)]
  | (p', q') :: points', a :: parts' =>
      if masses_from p' q' points' parts' is Some rest then Some ((bracket_difference p p', bracket_difference q q', a) :: rest) else None
  | _, _ => None
  end.
Definition line_masses (A : Type) (e : edges) (parts : seq A) : option (seq (bracket * bracket * A)) :=
  let zero := Bracket Z0 Z0 Z.one in masses_from zero zero [seq edge_masses e.1 x | x <- e.2] parts.
End Line.
End Functions.

(** The edges increase, over a denominator. *)
Definition check_edges (e : edges) : bool := Z.ltb Z0 e.1 && sorted Z.ltb e.2.

(** ** Soundness *)

Local Open Scope ring_scope.

(** ** Cuts *)

Section Cuts.
Variable R : realFieldType.
Notation zr := (zr R).
Implicit Types (m : seq R) (x y : R * R).

Fixpoint steps_of x (l : seq (R * R)) : seq (R * R) :=
  if l is y :: l' then (y.1 - x.1, y.2 - x.2) :: steps_of y l' else [:: (1 - x.1, 1 - x.2)].

Lemma steps_more x y l : dominated (steps_of x l) (steps_of x (y :: l)).
Proof.
have apart z : dominated [:: (z.1 - x.1, z.2 - x.2)] [:: (y.1 - x.1, y.2 - x.2); (z.1 - y.1, z.2 - y.2)].
  have := told_apart (y.1 - x.1) (y.2 - x.2) (z.1 - y.1) (z.2 - y.2).
  by rewrite [y.1 - _ + _]addrC [y.2 - _ + _]addrC !addrA !subrK.
case: l => [|z l] /=; first exact: (apart (1, 1)).
rewrite -cat1s -[(_ - _, _) :: (_ :: _)]cat1s -[(z.1 - y.1, _) :: _]cat1s catA.
by apply: dominated_cat; [exact: apart | exact: dominated_refl].
Qed.
Lemma steps_subseq x l l' : subseq l l' -> dominated (steps_of x l) (steps_of x l').
Proof.
have same y u v : dominated u v -> dominated (y :: u) (y :: v).
  by move=> dom; rewrite -cat1s -[y :: v]cat1s; apply: dominated_cat => //; exact: dominated_refl.
elim: l' x l => [|y l' ih] x [|z l] //; first by move=> _; exact: dominated_refl.
  by move=> _; apply: dominated_trans (steps_more x y [::]) _; apply: same; apply: (ih y [::]); exact: sub0seq.
rewrite /=; case: eqP => [<-|_] sub; first by apply: same; exact: ih.
by apply: dominated_trans (steps_more x y (z :: l)) _; apply: same; exact: (ih y (z :: l)).
Qed.
Lemma steps_turned x l : [seq (y.2, y.1) | y <- steps_of x l] = steps_of (x.2, x.1) [seq (y.2, y.1) | y <- l].
Proof. by elim: l x => [|y l ih] x //=; rewrite ih. Qed.

Variables (F : R -> R) (t rate : R).
Definition mixed x : R * R := ((1 - rate) * x.2 + rate * x.1, x.2).
Definition below_cut (c : R) : R * R := mixed (F (c - t), F c).

Lemma cut_pairE m : cut_pair F t rate m = steps_of (0, 0) (map below_cut m).
Proof.
have go a b : [seq mixed x | x <- zip (increments a [seq F (c - t) | c <- m]) (increments b [seq F c | c <- m])] =
    steps_of (mixed (a, b)) (map below_cut m).
  elim: m a b => [|c m ih] a b /=; first by rewrite /mixed /=; congr [:: (_, _)]; ring.
  by rewrite ih; congr ((_, _) :: _); rewrite /mixed /=; ring.
by have := go 0 0; rewrite /mixed /= !mulr0 addr0.
Qed.

(** More cuts give no less away, in both directions. *)
Theorem cuts_dominated m m' : subseq m m' ->
  dominated (cut_pair F t rate m) (cut_pair F t rate m') /\
  dominated [seq (x.2, x.1) | x <- cut_pair F t rate m] [seq (x.2, x.1) | x <- cut_pair F t rate m'].
Proof.
move=> sub; rewrite !cut_pairE !steps_turned; split; apply: steps_subseq; first exact: map_subseq.
by apply: map_subseq; exact: map_subseq.
Qed.

(** ** The parts of the line between two points, or before the first, or beyond the last *)

Definition from (a : option R) : R * R := if a is Some c then (F (c - t), F c) else (0, 0).
Definition upto (b : option R) : R * R := if b is Some c then (F (c - t), F c) else (1, 1).
Definition masses_between (a b : option R) : R * R := ((upto b).1 - (from a).1, (upto b).2 - (from a).2).
Definition before (a b : option R) : bool := match a, b with Some x, Some y => x <= y | _, _ => true end.
Definition not_before (a' a : option R) : bool := if a is Some x then if a' is Some y then x <= y else false else true.
Definition not_beyond (b' b : option R) : bool := if b is Some y then if b' is Some x then x <= y else false else true.

Fixpoint chain a m b : bool := if m is c :: m' then before a (Some c) && chain (Some c) m' b else before a b.
Fixpoint pieces a m b : seq (R * R) :=
  if m is c :: m' then masses_between a (Some c) :: pieces (Some c) m' b else [:: masses_between a b].

Lemma chain_cat a m e m' b : chain a (m ++ e :: m') b = chain a m (Some e) && chain (Some e) m' b.
Proof. by elim: m a => [|c m ih] a //=; rewrite ih andbA. Qed.
Lemma pieces_cat a m e m' b : pieces a (m ++ e :: m') b = pieces a m (Some e) ++ pieces (Some e) m' b.
Proof. by elim: m a => [|c m ih] a //=; rewrite ih. Qed.
Lemma chain_before a m b : chain a m b -> before a b.
Proof.
by elim: m a => [|c m ih] a //= /andP[ac /ih {ih}]; case: a b ac => [x|] [y|] //=; exact: le_trans.
Qed.
Lemma chain_sorted m : sorted <=%R m -> chain None m None.
Proof. by case: m => //= c m; elim: m c => [|d m ih] c //= /andP[-> /ih]. Qed.

Lemma not_before_same a : not_before a a. Proof. by case: a => //=. Qed.
Lemma not_beyond_same b : not_beyond b b. Proof. by case: b => //=. Qed.
Lemma before_not_beyond c b : before (Some c) b -> not_beyond (Some c) b. Proof. by case: b. Qed.
Lemma pieces_in a m b x : chain a m b -> x \in pieces a m b ->
  exists a' b', [/\ x = masses_between a' b', not_before a' a, before a' b' & not_beyond b' b].
Proof.
elim: m a => [|c m ih] a /=.
  by move=> ab; rewrite inE => /eqP ->; exists a, b; rewrite not_before_same not_beyond_same.
case/andP=> ac cb; rewrite inE => /orP[/eqP ->|/(ih _ cb)[a' [b' [-> a'c ab b'b]]]].
  by exists a, (Some c); rewrite not_before_same before_not_beyond ?(chain_before cb).
exists a', b'; split=> //; case: a ac => [y|] //=; case: a' a'c {ab} => //= z cz yc; exact: le_trans cz.
Qed.

Lemma pieces_total a m b : \sum_(x <- pieces a m b) x.1 = (masses_between a b).1 /\ \sum_(x <- pieces a m b) x.2 = (masses_between a b).2.
Proof.
elim: m a => [|c m ih] a /=; rewrite ?big_seq1 // !big_cons; have [-> ->] := ih (Some c).
by rewrite /masses_between /=; split; ring.
Qed.

Lemma steps_pieces a m : steps_of (mixed (from a)) (map below_cut m) = map mixed (pieces a m None).
Proof.
elim: m a => [|c m ih] a /=; first by rewrite /mixed /=; congr [:: (_, _)]; ring.
by rewrite -ih; congr ((_, _) :: _); rewrite /mixed /=; ring.
Qed.
Lemma cut_pair_pieces m : cut_pair F t rate m = map mixed (pieces None m None).
Proof. by rewrite -steps_pieces cut_pairE /mixed /= !mulr0 addr0. Qed.

Lemma total_mixed s : total_first (map mixed s) = (mixed (\sum_(x <- s) x.1, \sum_(x <- s) x.2)).1.
Proof. by rewrite /total_first big_map /mixed /= big_split -!mulr_sumr. Qed.
Lemma total_mixed2 s : total_second (map mixed s) = \sum_(x <- s) x.2.
Proof. by rewrite /total_second big_map. Qed.

(** ** Bounds of the ratio *)

Variable r : R -> R.
Hypothesis F_law : line_law F t r.

Lemma piece_ge0 a b : before a b -> 0 <= (masses_between a b).1 /\ 0 <= (masses_between a b).2.
Proof.
case: F_law => range rises _ _ _ _ _; case: a b => [x|] [y|] /= xy; rewrite ?subr0 ?subr_ge0 ?ler01 //.
- by split; apply: rises; rewrite ?ler_add2r.
- by have /andP[_ ->] := range (x - t); have /andP[_ ->] := range x.
by have /andP[-> _] := range (y - t); have /andP[-> _] := range y.
Qed.

Definition ratio_at_least (u : fraction) x : Prop := zr u.1 * x.2 <= zr u.2 * x.1.
Definition ratio_at_most (v : fraction) x : Prop := zr v.2 * x.1 <= zr v.1 * x.2.
Definition least_from (u : fraction) a : Prop :=
  [/\ 0 <= zr u.1, 0 <= zr u.2 & forall a' b, not_before a' a -> before a' b -> ratio_at_least u (masses_between a' b)].
Definition greatest_upto (v : fraction) b : Prop :=
  [/\ 0 <= zr v.1, 0 <= zr v.2 & forall a b', before a b' -> not_beyond b' b -> ratio_at_most v (masses_between a b')].

Lemma least_none a : least_from (Z0, Z.one) a.
Proof.
rewrite /least_from /ratio_at_least /= zr0 zr1 lexx ler01; split=> // a' b _ /piece_ge0[h _].
by rewrite mul0r mul1r.
Qed.
Lemma greatest_none b : greatest_upto (Z.one, Z0) b.
Proof.
rewrite /greatest_upto /ratio_at_most /= zr0 zr1 lexx ler01; split=> // a b' /piece_ge0[_ h] _.
by rewrite mul0r mul1r.
Qed.

Let lower_real u U x : 0 <= zr u.2 -> zr u.1 <= U * zr u.2 -> 0 <= x.2 -> U * x.2 <= x.1 -> ratio_at_least u x.
Proof.
move=> u2 uU x2 le; apply: le_trans (ler_wpmul2r x2 uU) _.
by rewrite mulrAC mulrC; apply: ler_wpmul2l.
Qed.
Let upper_real v V x : 0 <= zr v.2 -> V * zr v.2 <= zr v.1 -> 0 <= x.2 -> x.1 <= V * x.2 -> ratio_at_most v x.
Proof.
move=> v2 vV x2 le; apply: le_trans (ler_wpmul2l v2 le) _.
by rewrite mulrA [zr v.2 * V]mulrC; apply: ler_wpmul2r.
Qed.

Lemma least_at u c : 0 <= zr u.1 -> 0 <= zr u.2 -> zr u.1 <= r c * zr u.2 -> least_from u (Some c).
Proof.
move=> u1 u2 le; split=> // -[y|//] b cy yb; have [_ p2] := piece_ge0 yb.
apply: (lower_real (U := r y)) => //.
  by apply: le_trans le _; rewrite ler_wpmul2r //; case: F_law => _ _ _ rises _ _ _; apply: rises.
case: F_law => _ _ _ _ between _ above; case: b yb {p2} => [z|] yb /=; last exact: above.
by have /andP[] := between y z yb.
Qed.
Lemma greatest_at v c : 0 <= zr v.1 -> 0 <= zr v.2 -> r c * zr v.2 <= zr v.1 -> greatest_upto v (Some c).
Proof.
move=> v1 v2 le; split=> // a [y|//] ay yc; have [_ p2] := piece_ge0 ay.
apply: (upper_real (V := r y)) => //.
  by apply: le_trans le; rewrite ler_wpmul2r //; case: F_law => _ _ _ rises _ _ _; apply: rises.
case: F_law => _ _ _ _ between below _; case: a ay {p2} => [z|] ay /=; last by rewrite !subr0.
by have /andP[] := between z y ay.
Qed.

Let apart a b c : masses_between a b = ((masses_between a (Some c)).1 + (masses_between (Some c) b).1, (masses_between a (Some c)).2 + (masses_between (Some c) b).2).
Proof. by rewrite /masses_between /=; congr (_, _); ring. Qed.

(** A law whose ratio is bounded at the ends. *)
Lemma least_end u U : 0 <= zr u.1 -> 0 <= zr u.2 -> zr u.1 <= U * zr u.2 -> least_ratio F t U -> (forall c, U <= r c) ->
  least_from u None.
Proof.
move=> u1 u2 le least all.
have at_least c : least_from u (Some c) by apply: least_at => //; apply: le_trans le _; rewrite ler_wpmul2r.
have first c : ratio_at_least u (masses_between None (Some c)).
  by apply: (lower_real u2 le); rewrite /= !subr0; [case: F_law => range _ _ _ _ _ _; case/andP: (range c) | exact: least].
split=> // -[y|] [z|] _ yz //; first by have [_ _ h] := at_least y; apply: h => //=.
- by have [_ _ h] := at_least y; apply: h => //=.
have [_ _ h] := at_least 0; have := h (Some 0) None (lexx 0) isT; have := first 0.
by rewrite /ratio_at_least (apart None None 0) /= !mulrDr; exact: ler_add.
Qed.
Lemma greatest_end v V : 0 <= zr v.1 -> 0 <= zr v.2 -> V * zr v.2 <= zr v.1 -> greatest_ratio F t V -> (forall c, r c <= V) ->
  greatest_upto v None.
Proof.
move=> v1 v2 le greatest all.
have at_most c : greatest_upto v (Some c) by apply: greatest_at => //; apply: le_trans le; rewrite ler_wpmul2r.
have last c : ratio_at_most v (masses_between (Some c) None).
  by apply: (upper_real v2 le); [case: (@piece_ge0 (Some c) None) | exact: greatest].
split=> // -[y|] [z|] yz _ //; first by have [_ _ h] := at_most z; apply: h => //=.
- by have [_ _ h] := at_most z; apply: h => //=.
have [_ _ h] := at_most 0; have := h None (Some 0) isT (lexx 0); have := last 0.
by rewrite /ratio_at_most (apart None None 0) /= !mulrDr => h1 h2; rewrite addrC [X in _ <= X]addrC; apply: ler_add.
Qed.

End Cuts.

Lemma split_subseq (T : eqType) (e : T) s m : subseq (e :: s) m -> exists m1 m2, m = m1 ++ e :: m2 /\ subseq s m2.
Proof.
elim: m => [//|c m ih] /=; case: eqP => [->|_]; first by exists [::], m.
by case/ih=> m1 [m2 [-> sub]]; exists (c :: m1), m2.
Qed.

(** ** The cells of a certificate *)

Section Cells.
Variables (R : realFieldType) (W : Z).
Notation zr := (zr R).

Lemma gapP x y (v w : R) : encloses x v -> encloses y w -> v <= w -> encloses (bracket_difference W x y) (w - v).
Proof.
case=> x0 _ lx xh [y0 _ ly yh] vw; apply: shorterP.
set b := minus (Z.mul (lo y) (den x)) (Z.mul (hi x) (den y)); have [l0 _] := larger_ge R Z0 b.
have eq : (w - v) * (zr (den x) * zr (den y)) = w * zr (den y) * zr (den x) - v * zr (den x) * zr (den y) by ring.
have x1 := ltW x0; have y1 := ltW y0; split; rewrite /= ?zrM ?eq; [exact: mulr_gt0 | exact: l0 | |].
  case: (Z.leb_spec Z0 b) => h; rewrite /larger; last first.
    by rewrite (_ : Z.leb _ _ = false) ?zr0 -?eq ?mulr_ge0 ?subr_ge0 //; apply/Z.leb_gt.
  rewrite (_ : Z.leb _ _ = true); last exact/Z.leb_le.
  by rewrite zr_minus !zrM; apply: ler_sub; apply: ler_wpmul2r.
by rewrite zr_minus !zrM; apply: ler_sub; apply: ler_wpmul2r.
Qed.

Variable rate : fraction.
Hypotheses (p0 : 0 <= zr rate.1) (pq : zr rate.1 <= zr rate.2) (q0 : 0 < zr rate.2).
Let sampling := zr rate.1 / zr rate.2.
Let rest0 : 0 <= zr rate.2 - zr rate.1. Proof. by rewrite subr_ge0. Qed.
Let rho0 : 0 <= sampling. Proof. by rewrite divr_ge0 // ltW. Qed.
Let rho1 : 0 <= 1 - sampling. Proof. by rewrite subr_ge0 ler_pdivr_mulr // mul1r. Qed.
Let q_rho : zr rate.2 * sampling = zr rate.1. Proof. by rewrite mulrC divfK // gt_eqF. Qed.
Let q_rest : zr rate.2 * (1 - sampling) = zr rate.2 - zr rate.1. Proof. by rewrite mulrBr mulr1 q_rho. Qed.

Lemma mixtureP x y (v w : R) : encloses x v -> encloses y w -> encloses (mixture_bracket W rate x y) ((1 - sampling) * v + sampling * w).
Proof.
case=> x0 xl0 lx xh [y0 yl0 ly yh]; apply: shorterP; have x1 := ltW x0; have y1 := ltW y0.
have eq : ((1 - sampling) * v + sampling * w) * (zr rate.2 * (zr (den x) * zr (den y))) =
    (zr rate.2 - zr rate.1) * (v * zr (den x) * zr (den y)) + zr rate.1 * (w * zr (den y) * zr (den x)).
  by rewrite -q_rest -[in RHS]q_rho; ring.
split; rewrite /= ?zrD ?zrM ?zr_minus ?eq; first by rewrite !mulr_gt0.
- by rewrite addr_ge0 ?mulr_ge0.
- by apply: ler_add; apply: ler_wpmul2l => //; apply: ler_wpmul2r.
by apply: ler_add; apply: ler_wpmul2l => //; apply: ler_wpmul2r.
Qed.

Lemma sampled_ge0 u : 0 <= zr u.1 -> 0 <= zr u.2 -> 0 <= zr (sampled rate u).1 /\ 0 <= zr (sampled rate u).2.
Proof.
by move=> u1 u2; rewrite /sampled /= zrD !zrM zr_minus addr_ge0 ?mulr_ge0 // ltW.
Qed.
Let mixed_times c (x : R * R) : zr rate.2 * c * (mixed sampling x).1 = c * ((zr rate.2 - zr rate.1) * x.2 + zr rate.1 * x.1).
Proof. by rewrite /mixed /= -q_rest -[in RHS]q_rho; ring. Qed.
Lemma sampled_lower u x : ratio_at_least u x -> ratio_at_least (sampled rate u) (mixed sampling x).
Proof.
rewrite /ratio_at_least => le; rewrite [(sampled _ _).2]/= zrM mixed_times /sampled /= zrD !zrM zr_minus.
have -> : ((zr rate.2 - zr rate.1) * zr u.2 + zr rate.1 * zr u.1) * x.2 =
  (zr rate.2 - zr rate.1) * zr u.2 * x.2 + zr rate.1 * (zr u.1 * x.2) by ring.
rewrite mulrDr; apply: ler_add; first by rewrite mulrCA mulrA.
by rewrite [X in _ <= X]mulrCA; apply: ler_wpmul2l.
Qed.
Lemma sampled_upper v x : ratio_at_most v x -> ratio_at_most (sampled rate v) (mixed sampling x).
Proof.
rewrite /ratio_at_most => le; rewrite [(sampled _ _).2]/= zrM mixed_times /sampled /= zrD !zrM zr_minus.
have -> : ((zr rate.2 - zr rate.1) * zr v.2 + zr rate.1 * zr v.1) * x.2 =
  (zr rate.2 - zr rate.1) * zr v.2 * x.2 + zr rate.1 * (zr v.1 * x.2) by ring.
rewrite mulrDr; apply: ler_add; first by rewrite mulrCA mulrA.
by rewrite [X in X <= _]mulrCA; apply: ler_wpmul2l.
Qed.

Variables (F : R -> R) (t : R) (r : R -> R).
Hypothesis F_law : line_law F t r.
Notation mixed := (mixed sampling).

Lemma mixed_ge0 x : 0 <= x.1 -> 0 <= x.2 -> 0 <= (mixed x).1.
Proof. by move=> x1 x2; apply: addr_ge0; apply: mulr_ge0. Qed.
Lemma mixed_piece a b : (mixed (masses_between F t a b)).1 = (mixed (upto F t b)).1 - (mixed (from F t a)).1.
Proof. by rewrite /mixed /masses_between /=; ring. Qed.
Lemma masses_pieces a m b : chain a m b -> masses (map mixed (pieces F t a m b)).
Proof.
move=> ok _ /mapP[x /(pieces_in ok)[a' [b' [-> _ ab _]]] ->].
by have [x1 x2] := piece_ge0 F_law ab; split=> //; exact: mixed_ge0.
Qed.

Lemma gap_piece p q p' q' a b : before a b ->
  encloses p (mixed (from F t a)).1 -> encloses q (from F t a).2 ->
  encloses p' (mixed (upto F t b)).1 -> encloses q' (upto F t b).2 ->
  encloses (bracket_difference W p p') (mixed (masses_between F t a b)).1 /\ encloses (bracket_difference W q q') (masses_between F t a b).2.
Proof.
move=> ab ep eq ep' eq'; have [x1 x2] := piece_ge0 F_law ab; split.
  by rewrite mixed_piece; apply: gapP => //; rewrite -subr_ge0 -mixed_piece mixed_ge0.
by apply: gapP => //; rewrite -subr_ge0.
Qed.

Lemma in_cell_pieces p q p' q' u v a m b : chain a m b ->
  encloses p (mixed (from F t a)).1 -> encloses q (from F t a).2 ->
  encloses p' (mixed (upto F t b)).1 -> encloses q' (upto F t b).2 ->
  least_from F t u a -> greatest_upto F t v b ->
  in_cell (bracket_difference W p p') (bracket_difference W q q') (Some (sampled rate u, sampled rate v)) (map mixed (pieces F t a m b)).
Proof.
move=> ok ep eq ep' eq' [u1 u2 ul] [v1 v2 vg]; have [gp gq] := gap_piece (chain_before ok) ep eq ep' eq'.
have [t1 t2] := pieces_total F t a m b.
have [su _] := sampled_ge0 u1 u2; have [_ sv] := sampled_ge0 v1 v2.
split; first exact: masses_pieces.
- by rewrite total_mixed t1 t2 -surjective_pairing.
- by rewrite total_mixed2 t2.
split=> // _ /mapP[x /(pieces_in ok)[a' [b' [-> a'a ab' b'b]]] ->]; split.
  by apply: sampled_lower; exact: ul.
by apply: sampled_upper; exact: vg.
Qed.

Variables (below ratio_at : Z -> Z -> bracket) (shift : fraction) (greatest : fraction).
Hypothesis belowP : forall p q, 0 < zr q -> encloses (below p q) (F (zr p / zr q)).
Hypothesis ratioP : forall p q, 0 < zr q -> encloses (ratio_at p q) (r (zr p / zr q)).
Hypotheses (shift0 : 0 < zr shift.2) (shift_t : t = zr shift.1 / zr shift.2).
Hypothesis greatest_end : greatest_upto F t greatest None.

Lemma edge_massesP d e : 0 < zr d -> let c := zr e / zr d in let x := edge_masses W below shift rate d e in
  encloses x.1 (mixed (F (c - t), F c)).1 /\ encloses x.2 (F c).
Proof.
move=> d0 /=; split; last exact: belowP.
apply: mixtureP; first exact: belowP.
have -> : zr e / zr d - t = zr (minus (Z.mul e shift.2) (Z.mul shift.1 d)) / zr (Z.mul d shift.2).
  by rewrite shift_t zr_minus !zrM; field; rewrite !gt_eqF.
by apply: belowP; rewrite zrM mulr_gt0.
Qed.
Lemma at_edgeP d e : 0 < zr d -> let c := zr e / zr d in let x := at_edge W below ratio_at shift rate d e in
  [/\ encloses x.1.1 (mixed (F (c - t), F c)).1, encloses x.1.2 (F c) & encloses x.2 (r c)].
Proof. by move=> d0; have [ep eq] := edge_massesP e d0; split=> //; exact: ratioP. Qed.

Let enclosed_one : encloses (Bracket Z.one Z.one Z.one) (1 : R).
Proof. by split; rewrite /= ?zr1 ?mulr1 ?ltr01 ?ler01. Qed.
Let enclosed_zero : encloses (Bracket Z0 Z0 Z.one) (0 : R).
Proof. by split; rewrite /= ?zr0 ?zr1 ?mulr1 ?ltr01. Qed.

Lemma edges_sorted e : check_edges e -> sorted <=%R [seq zr x / zr e.1 | x <- e.2].
Proof.
case/andP=> /zr_gt0 d0 up; rewrite sorted_map; apply: sub_sorted up => x y /Z.ltb_lt lt /=.
by rewrite ler_pmul2r ?invr_gt0 ?d0 //; apply: zr_mono; exact: Z.lt_le_incl.
Qed.

Lemma cells_fromP d es a m p q least places cells : 0 < zr d ->
  cells_from W rate greatest p q least [seq at_edge W below ratio_at shift rate d e | e <- es] places = Some cells ->
  encloses p (mixed (from F t a)).1 -> encloses q (from F t a).2 -> least_from F t least a ->
  chain a m None -> subseq [seq zr e / zr d | e <- es] m ->
  exists2 l, filled cells l & flatten l = map mixed (pieces F t a m None).
Proof.
move=> d0; elim: es a m p q least places cells => [|e es ih] a m p q least [|ij places] cells //=.
  case: places => [|//] [<-] ep eq le ok _; exists [:: map mixed (pieces F t a m None)]; last by rewrite /= cats0.
  by split=> //; apply: in_cell_pieces => //=; rewrite !mulr1 subrK.
have [ep' eq' [r0 rl lr rh]] := at_edgeP e d0.
case ec: (cells_from _ _ _ _ _ _ _ _) => [rest|//] [<-] ep eq le ok sub.
have [m1 [m2 [mE sub2]]] := split_subseq sub; move: ok; rewrite mE chain_cat pieces_cat map_cat => /andP[ok1 ok2].
have [|l fl el] := ih (Some (zr e / zr d)) m2 _ _ _ _ _ ec ep' eq' _ ok2 sub2.
  by apply: (least_at F_law) => //=; exact: ltW.
exists (map mixed (pieces F t a m1 (Some (zr e / zr d))) :: l); last by rewrite /= el.
split=> //; apply: in_cell_pieces => //.
by apply: (greatest_at F_law) => //=; [rewrite (le_trans _ rh) // (le_trans rl) | exact: ltW].
Qed.

(** However an event cuts the line, its parts lie in the cells, once they are cut at the edges too. *)
Theorem line_cellsP least e places cells : check_edges e -> least_from F t least None ->
  line_cells W below ratio_at shift rate greatest least e places = Some cells -> forall cuts, sorted <=%R cuts ->
  exists m l, [/\ subseq cuts m, sorted <=%R m, filled cells l & flatten l = cut_pair F t sampling m].
Proof.
move=> ce le ec cuts cs; have [/zr_gt0 d0 _] := andP ce.
pose es := [seq zr x / zr e.1 | x <- e.2]; have es_sorted : sorted <=%R es := edges_sorted ce.
have tr : transitive (<=%R : rel R) by move=> y x z; exact: le_trans.
have tot : ssrbool.total (<=%R : rel R) by move=> x y; exact: le_total.
pose m := sort <=%R (cuts ++ es).
have sm : sorted <=%R m by exact: sort_sorted.
have sub1 : subseq cuts m by rewrite -[cuts](sorted_sort tr) //; apply: subseq_sort => //; exact: prefix_subseq.
have sub2 : subseq es m by rewrite -[es](sorted_sort tr) //; apply: subseq_sort => //; exact: suffix_subseq.
have := cells_fromP (a := None) (m := m) (d0 R) ec; case=> //; first by rewrite /= !mulr0 addr0.
  exact: chain_sorted.
by move=> l fl el; exists m, l; split=> //; rewrite el cut_pair_pieces.
Qed.

Lemma masses_fromP (A : Type) d es a p q (parts : seq A) cells : 0 < zr d -> let cuts := [seq zr e / zr d | e <- es] in
  masses_from W p q [seq edge_masses W below shift rate d e | e <- es] parts = Some cells ->
  encloses p (mixed (from F t a)).1 -> encloses q (from F t a).2 -> chain a cuts None ->
  stand cells (map mixed (pieces F t a cuts None)).
Proof.
move=> d0 /=; elim: es a p q parts cells => [|e es ih] a p q [|part parts] cells //=.
  case: parts => [|//] [<-] ep eq ok.
  have [] := gap_piece (p' := Bracket Z.one Z.one Z.one) (q' := Bracket Z.one Z.one Z.one) ok ep eq => //=.
  by rewrite !mulr1 subrK.
have [ep' eq'] := edge_massesP e d0.
case ec: (masses_from _ _ _ _ _) => [rest|//] [<-] ep eq /andP[ok1 ok2].
have [gp gq] := gap_piece (b := Some (zr e / zr d)) ok1 ep eq ep' eq'; split=> //.
exact: (ih (Some (zr e / zr d)) _ _ _ _ ec ep' eq' ok2).
Qed.

(** Cut at the edges, each run has these masses. *)
Theorem line_massesP (A : Type) e (parts : seq A) cells : check_edges e ->
  line_masses W below shift rate e parts = Some cells ->
  exists2 cuts, sorted <=%R cuts & stand cells (cut_pair F t sampling cuts).
Proof.
move=> ce em; have [/zr_gt0 d0 _] := andP ce; have cs := edges_sorted ce; exists [seq zr x / zr e.1 | x <- e.2] => //.
rewrite cut_pair_pieces; apply: masses_fromP em _ _ _ => //; last exact: chain_sorted.
by rewrite /= !mulr0 addr0.
Qed.

Lemma cut_pair_law cuts : sorted <=%R cuts ->
  [/\ masses (cut_pair F t sampling cuts), total_first (cut_pair F t sampling cuts) = 1 & total_second (cut_pair F t sampling cuts) = 1].
Proof.
move=> cs; rewrite cut_pair_pieces; split; first by apply: masses_pieces; exact: chain_sorted.
  have [t1 t2] := pieces_total F t None cuts None; rewrite total_mixed t1 t2 /= !subr0 !mulr1.
  exact: subrK.
by have [_ t2] := pieces_total F t None cuts None; rewrite total_mixed2 t2 /= subr0.
Qed.
End Cells.
