(** * RainbowGraphs: Theorems 2 and 3 of "Generalized Rainbow Differential Privacy" on every finite graph, corrected

    The relation of neighbours is symmetric; no connectedness is needed. A vertex from which no path leads to a boundary of
    its rainbow has the distance #|V|; its optimal law is the first color with probability 1. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Distances.
Variables (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}).
Hypothesis r_sym : symmetric r.
Notation within := (within r f).
Notation distance := (distance r f).
Notation boundary := (boundary r f).

Lemma within_mono c n m v : (n <= m)%N -> within c n v -> within c m v.
Proof. by move=> le; rewrite -(subnK le) addnC; elim: (m - n)%N => [|k IH] h; rewrite ?addn0 // addnS /= IH. Qed.

(** within c n v: a path of at most n edges from v to a boundary vertex with the rainbow c. *)
Lemma withinP c n v :
  reflect (exists p, [/\ path r v p, (size p <= n)%N, boundary (last v p) & f (last v p) = c]) (within c n v).
Proof.
apply: (iffP idP); elim: n v => [|n IH] v /=.
- by case/andP=> b /eqP eq; exists [::].
- case/orP=> [/IH [p [h1 h2 h3 h4]]|/existsP[w /andP[vw /IH [p [h1 h2 h3 h4]]]]].
    by exists p; split=> //; apply: leqW.
  by exists (w :: p); split=> //=; rewrite vw.
- by case=> -[|x p] [//= _ _ b ->]; rewrite b eqxx.
case=> -[|x p] [/= h1 h2 h3 h4].
  by rewrite IH //; exists [::].
case/andP: h1 => vx h1; apply/orP; right; apply/existsP; exists x; rewrite vx IH //.
by exists p.
Qed.

(** A shortest path has no vertex twice. *)
Lemma within_short c n v : within c n v -> exists2 m, (m < #|V|)%N & within c m v.
Proof.
case/withinP=> p [pth _ b eq]; case/shortenP: pth b eq => p' pth' uniq' _ b eq.
exists (size p'); last by apply/withinP; exists p'.
by have /card_uniqP card := uniq'; rewrite -[(size p').+1]/(size (v :: p')) -card max_card.
Qed.

Lemma distance_le v : (distance v <= #|V|)%N.
Proof. by rewrite /distance -{2}(size_iota 0 #|V|) find_size. Qed.
Lemma distance_within v : (distance v < #|V|)%N -> within (f v) (distance v) v.
Proof.
rewrite /distance => lt; have has : has (fun n => within (f v) n v) (iota 0 #|V|) by rewrite has_find size_iota.
by have := nth_find 0%N has; rewrite nth_iota.
Qed.
Lemma within_distance v n : within (f v) n v -> (distance v <= n)%N /\ (distance v < #|V|)%N.
Proof.
move=> h; suff small m : (m < #|V|)%N -> within (f v) m v -> (distance v <= m)%N.
  have [m lt /(small _ lt) le] := within_short h; have lt' := leq_ltn_trans le lt; split=> //.
  by case: (ltnP n #|V|) => ltn; [apply: small | apply: leq_trans ltn; apply: ltnW].
move=> lt w; rewrite leqNgt; apply/negP => /(before_find 0%N); rewrite nth_iota // add0n.
by rewrite w.
Qed.

(** The distance is that of Definition 8: d or less exactly if a path of d edges or less leads there. *)
Theorem distanceP v n : (n < #|V|)%N -> (distance v <= n)%N = within (f v) n v.
Proof.
move=> lt; apply/idP/idP => [le|/within_distance []//].
by apply: within_mono (le) _; apply: distance_within; apply: leq_ltn_trans le lt.
Qed.

Lemma boundary_distance v : boundary v = (distance v == 0%N).
Proof.
have pos : (0 < #|V|)%N by apply/card_gt0P; exists v.
by rewrite -leqn0 distanceP //= eqxx andbT.
Qed.

Lemma distance_other v w : r v w -> f v != f w -> distance v = 0%N.
Proof.
move=> vw ne; apply/eqP; rewrite -boundary_distance; apply/existsP; exists w.
by rewrite vw eq_sym.
Qed.

Lemma distance_next v w : r v w -> f v = f w -> (distance v < #|V|)%N ->
  (distance w <= (distance v).+1)%N /\ (distance w < #|V|)%N.
Proof.
move=> vw eq /distance_within h; apply: within_distance => /=; apply/orP; right; apply/existsP; exists v.
by rewrite r_sym vw -eq.
Qed.

(** Neighbours with one rainbow: both or none reach a boundary, and the distances differ by at most 1. *)
Lemma distance_same v w : r v w -> f v = f w ->
  (distance v < #|V|)%N = (distance w < #|V|)%N /\
  ((distance v < #|V|)%N -> [\/ distance v = distance w, distance w = (distance v).+1 | distance v = (distance w).+1]).
Proof.
move=> vw eq; have wv : r w v by rewrite r_sym.
have h1 := distance_next vw eq; have h2 := distance_next wv (esym eq); split=> [|lt].
  by apply/idP/idP => lt; [case: (h1 lt) | case: (h2 lt)].
have [le1 lt1] := h1 lt; have [le2 _] := h2 lt1.
case: (ltngtP (distance v) (distance w)) => cmp; last by constructor 1.
  by constructor 2; apply/eqP; rewrite eqn_leq le1.
by constructor 3; apply/eqP; rewrite eqn_leq le2.
Qed.

(** Towards the boundary there is a neighbour with the same rainbow. *)
Lemma distance_towards v n : (distance v < #|V|)%N -> distance v = n.+1 ->
  exists w, [/\ r v w, f w = f v, distance w = n & (distance w < #|V|)%N].
Proof.
move=> lt eq; have := distance_within lt; rewrite eq => /orP[h|/existsP[w /andP[vw h]]].
  by have [] := within_distance h; rewrite eq ltnn.
have same : f w = f v.
  by apply/eqP; apply/negPn/negP => ne; move: (distance_other vw); rewrite eq_sym ne eq => /(_ isT).
exists w; rewrite -same in h; have [le lt'] := within_distance h; split=> //.
apply/eqP; rewrite eqn_leq le; have wv : r w v by rewrite r_sym.
by have [] := distance_next wv same lt'; rewrite eq ltnS.
Qed.

(** A shortest path to the boundary stays among the vertices of the own rainbow: the distance is the same inside and out. *)
Theorem distance_inside v : (distance v < #|V|)%N ->
  exists p, [/\ path r v p, size p = distance v, all (fun w => f w == f v) p & boundary (last v p)].
Proof.
move: {2}(distance v) (erefl (distance v)) => n; elim: n v => [|n IH] v eq lt.
  by exists [::]; rewrite eq boundary_distance eq.
have [w [vw same dw ltw]] := distance_towards lt eq; have [p [h1 h2 h3 h4]] := IH w dw ltw.
by exists (w :: p); rewrite /= vw h1 h2 dw eq same eqxx; split=> //; rewrite same in h3.
Qed.

End Distances.

Section Theorem2.
Variables (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R).
Variable m : {perm 'I_q} -> 'I_q -> R.
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d) (r_sym : symmetric r).
Notation distance := (distance r f).
Notation best := (rainbow_mechanism r f E d m).
Let op := corrected_operator E1 d0.

Lemma prefix_first c k : (0 < q)%N -> (0 < k)%N -> prefix c (@first_color R q c) k = 1.
Proof.
move=> q0 k0; rewrite /prefix (bigD1 (Ordinal q0)) //= /first_color permK eqxx big1 ?addr0 // => i /andP[_ ne].
by rewrite permK; case: eqP => // i0; case/eqP: ne; apply: val_inj.
Qed.

Lemma first_color_distribution c : (0 < q)%N -> distribution (@first_color R q c).
Proof.
move=> q0; split=> [x|]; last by rewrite -(prefix_all c) prefix_first.
by rewrite /first_color; case: ifP => _; rewrite ?ler01.
Qed.

Lemma first_color_best c p : (0 < q)%N -> distribution p -> dominates c (@first_color R q c) p.
Proof. by move=> q0 law [|k]; rewrite ?prefix0 // prefix_first //; apply: prefix_le1. Qed.

Section Dominance.
(** It dominates every private mechanism with this boundary, valid or not. *)
Lemma best_dominates M : (0 < q)%N -> feasible r E d (boundary r f) (homogeneous f m) M ->
  forall v, dominates (f v) (best v) (M v).
Proof.
move=> q0 [mech priv fixed] v; rewrite /rainbow_mechanism; case: ifP => [lt|_]; last exact: first_color_best.
move: {2}(distance v) (erefl (distance v)) => n; elim: n v lt => [|n IH] v lt eq.
  rewrite eq => k; rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => x _.
  by rewrite fixed // boundary_distance eq.
have [w [vw same dw ltw]] := distance_towards r_sym lt eq.
rewrite eq -same -dw /=; apply: dominates_trans (lemma_2 E1 d0 (IH w ltw dw)) _.
apply: lemma_1_greatest => //.
by split; apply: priv; rewrite // r_sym.
Qed.
End Dominance.

Hypothesis valid : valid_boundary r f E d m.

Lemma boundary_law v : (distance v < #|V|)%N -> distribution (m (f v)).
Proof.
move=> lt; have /withinP [p [_ _ b <-]] := distance_within lt.
by case: valid => h _; apply: h.
Qed.

Lemma best_distribution : (0 < q)%N -> mechanism best.
Proof.
move=> q0 v; rewrite /rainbow_mechanism; case: ifP => [lt|_]; last exact: first_color_distribution.
by apply: line_distribution op _ _ _; apply: boundary_law.
Qed.

Lemma best_private : (0 < q)%N -> private r E d best.
Proof.
move=> q0 v w vw; have mech := best_distribution q0.
case: (eqVneq (f v) (f w)) => [same|ne]; last first.
  have pos : (0 < #|V|)%N by apply/card_gt0P; exists v.
  rewrite /rainbow_mechanism (distance_other vw ne) (@distance_other _ _ _ _ w v) ?pos /=; last 2 first.
  - by rewrite r_sym.
  - by rewrite eq_sym.
  by case: valid => _ /(_ v w vw ne) [].
have [lteq steps] := distance_same r_sym vw same.
have := mech v; have := mech w; rewrite /rainbow_mechanism -lteq -same; case: ifP => [lt|_] lw lv; last exact: close_to_refl.
have [eq|eq|eq] := steps lt.
- by rewrite -eq; apply: close_to_refl.
- by rewrite eq; have [_ []] := lemma_1_close E1 d0 (f v) lv.
by rewrite eq; have [_ []] := lemma_1_close E1 d0 (f v) lw.
Qed.

(** Theorem 2, corrected: T^i(m^c) at the distance i from the boundary is the optimal mechanism, ... *)
Theorem theorem_2 : (0 < q)%N ->
  greatest r f (@dominates R q) E d (boundary r f) (homogeneous f m) best.
Proof.
move=> q0; split; last by move=> M; apply: best_dominates.
split; [exact: best_distribution | exact: best_private | move=> v].
rewrite boundary_distance /rainbow_mechanism /homogeneous => /eqP ->.
by have -> : (0 < #|V|)%N by apply/card_gt0P; exists v.
Qed.

(** ... and the only one. *)
Theorem theorem_2_unique M : (0 < q)%N -> greatest r f (@dominates R q) E d (boundary r f) (homogeneous f m) M ->
  forall v, M v =1 best v.
Proof. by move=> q0 g; apply: greatest_unique g (theorem_2 q0). Qed.

End Theorem2.

(** Without a valid boundary there is no private mechanism with it. *)
Theorem theorem_2_valid (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R) m M :
  symmetric r -> feasible r E d (boundary r f) (homogeneous f m) M -> valid_boundary r f E d m.
Proof.
move=> r_sym [mech priv fixed].
have same v : boundary r f v -> m (f v) =1 M v by move=> /fixed eq x; rewrite eq.
have probE v S : boundary r f v -> prob (m (f v)) S = prob (M v) S.
  by move=> b; apply: eq_bigr => x _; apply: same.
split=> [v b|v w vw ne].
  case: (mech v) => M0 M1; split=> [x|]; first by rewrite same.
  by rewrite -M1; apply: eq_bigr => x _; apply: same.
have bv : boundary r f v by apply/existsP; exists w; rewrite vw eq_sym.
have bw : boundary r f w by apply/existsP; exists v; rewrite r_sym vw.
by split=> S; rewrite !probE //; apply: priv; rewrite // r_sym.
Qed.
