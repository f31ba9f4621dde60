(** * Composition: what a certificate of a composition rests on

    The kind composition of docs/certificate-format.md, whose lines are cited as "(n)", for pairs with finitely many
    outcomes. A pair is a list of (mass of P, mass of Q), which need not sum to 1; a ratio is any positive number, so G may
    be any number above 1. That a law with a density may be cut into cells, each a limit of such lists, is in words:
    docs/trusted-base.md. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lists.
Variable R : realFieldType.
Implicit Types (s t : seq (R * R)) (E a b c g h l m : R).

(** The greatest P(S) - E Q(S) over all events of a list. *)
Definition divergence E s : R := \sum_(x <- s) Num.max 0 (x.1 - E * x.2).
Definition masses s : Prop := forall x, x \in s -> 0 <= x.1 /\ 0 <= x.2.
(** t gives away no less than s, at every E. *)
Definition dominated s t : Prop := forall E, 0 <= E -> divergence E s <= divergence E t.
(** One run of each. *)
Definition both s t : seq (R * R) := [seq (x.1 * y.1, x.2 * y.2) | x <- s, y <- t].
Definition nothing : seq (R * R) := [:: (1, 1)].
Definition runs (l : seq (seq (R * R))) : seq (R * R) := foldr both nothing l.
(** The mass m at the ratio g, and the mass c at infinity. *)
Definition at_ratio g m : R * R := (m, m / g).
Definition at_infinity c : R * R := (c, 0).

Lemma divergence_cat E s t : divergence E (s ++ t) = divergence E s + divergence E t.
Proof. by rewrite /divergence big_cat. Qed.
Lemma divergence_cons E x s : divergence E (x :: s) = Num.max 0 (x.1 - E * x.2) + divergence E s.
Proof. by rewrite /divergence big_cons. Qed.
Lemma divergence_ge0 E s : 0 <= divergence E s.
Proof. by apply: sumr_ge0 => x _; rewrite le_maxr lexx. Qed.

(** A pair of functions is a list, and its divergence is the divergence: Events.v says that this is about all events. *)
Lemma divergence_hockey_stick (T : finType) E (P Q : T -> R) :
  divergence E [seq (P x, Q x) | x <- enum T] = hockey_stick E P Q.
Proof. by rewrite /divergence big_map /hockey_stick big_enum. Qed.

Lemma dominated_refl s : dominated s s.
Proof. by move=> E _. Qed.
Lemma dominated_trans t s s' : dominated s t -> dominated t s' -> dominated s s'.
Proof. by move=> one two E E0; apply: le_trans (one E E0) (two E E0). Qed.
Lemma dominated_cat s s' t t' : dominated s s' -> dominated t t' -> dominated (s ++ t) (s' ++ t').
Proof. by move=> one two E E0; rewrite !divergence_cat ler_add ?one ?two. Qed.

Lemma positive_part_add (x y : R) : Num.max 0 (x + y) <= Num.max 0 x + Num.max 0 y.
Proof.
rewrite le_maxl; apply/andP; split; first by rewrite addr_ge0 // le_maxr lexx.
by apply: ler_add; rewrite le_maxr lexx orbT.
Qed.
Lemma positive_part_le (x y : R) : x <= y -> Num.max 0 x <= Num.max 0 y.
Proof. by move=> le; rewrite le_maxl !le_maxr lexx le orbT. Qed.

Lemma positive_part_mul (x y : R) : 0 <= x -> Num.max 0 (x * y) = x * Num.max 0 y.
Proof. by move=> x0; rewrite maxr_pmulr // mulr0. Qed.

(** An outcome may be told apart into two: to forget which of them it was is a post-processing. *)
Lemma told_apart a b a' b' : dominated [:: (a + a', b + b')] [:: (a, b); (a', b')].
Proof.
move=> E _; rewrite !divergence_cons /= {1}/divergence big_nil addr0 addrA.
have -> : a + a' - E * (b + b') = (a - E * b) + (a' - E * b') by ring.
by apply: le_trans (positive_part_add _ _) _; rewrite ler_addl divergence_ge0.
Qed.

(** (5): a smaller mass of Q gives no less away. *)
Theorem lowered a b b' : b' <= b -> dominated [:: (a, b)] [:: (a, b')].
Proof.
move=> le E E0; rewrite !divergence_cons ler_add2r /=; apply: positive_part_le.
by rewrite ler_add2l ler_opp2 ler_wpmul2l.
Qed.

(** (4): what has a ratio above h: the mass c = a - h b of P goes to infinity. *)
Lemma to_infinity a b c : dominated [:: (a, b)] [:: at_infinity c; (a - c, b)].
Proof. by have := told_apart c 0 (a - c) b; rewrite add0r addrC subrK. Qed.

(** At a ratio, more mass gives no less away, and so does mass at a larger ratio, or at infinity. *)
Lemma more_mass g m m' : 0 < g -> 0 <= m -> m <= m' -> dominated [:: at_ratio g m] [:: at_ratio g m'].
Proof.
move=> g0 m0 le E E0; rewrite !divergence_cons ler_add2r /=.
have eq x : x - E * (x / g) = x * (1 - E / g) by rewrite mulrBr mulr1 mulrCA.
rewrite !eq !positive_part_mul ?(le_trans m0) //.
by rewrite ler_wpmul2r // le_maxr lexx.
Qed.

Lemma moved_up g h m : 0 < g -> g <= h -> 0 <= m -> dominated [:: at_ratio g m] [:: at_ratio h m].
Proof.
move=> g0 le m0; apply: lowered; rewrite ler_wpmul2l // lef_pinv ?posrE //.
exact: lt_le_trans le.
Qed.

Lemma moved_to_infinity g m : 0 < g -> 0 <= m -> dominated [:: at_ratio g m] [:: at_infinity m].
Proof. by move=> g0 m0; apply: lowered; rewrite divr_ge0 // ltW. Qed.

Lemma more_at_infinity c c' : c <= c' -> dominated [:: at_infinity c] [:: at_infinity c'].
Proof.
move=> le E E0; rewrite !divergence_cons ler_add2r /=; apply: positive_part_le.
by rewrite !mulr0 !subr0.
Qed.

(** (6): the part that goes to the upper one of two ratios; both masses are kept. *)
Definition upper_part l h a b : R := (a - l * b) / (1 - l / h).
Lemma split_keeps l h a b : 0 < l -> l < h ->
  (a - upper_part l h a b) / l + upper_part l h a b / h = b.
Proof.
move=> l0 lh; have h0 : 0 < h by apply: lt_trans lh.
have hl : h - l != 0 by rewrite subr_eq0 gt_eqF.
have -> : upper_part l h a b = h * (a - l * b) / (h - l).
  rewrite /upper_part -[in 1 - _](divff (lt0r_neq0 h0)) -mulrBl invf_div.
  by rewrite mulrA [_ * h]mulrC.
by field; rewrite hl !gt_eqF.
Qed.

Theorem split_pair l h a b : 0 < l -> l < h ->
  dominated [:: (a, b)] [:: at_ratio l (a - upper_part l h a b); at_ratio h (upper_part l h a b)].
Proof.
move=> l0 lh; have := told_apart (a - upper_part l h a b) ((a - upper_part l h a b) / l)
  (upper_part l h a b) (upper_part l h a b / h).
by rewrite split_keeps // subrK.
Qed.

(** A cell: outcomes whose ratios lie between l and h; what their sums have at l and at h dominates them. *)
Definition total_first s : R := \sum_(x <- s) x.1.
Definition total_second s : R := \sum_(x <- s) x.2.
Definition worth E g : R := Num.max 0 (1 - E / g).
Lemma divergence_at E g m : 0 <= m -> divergence E [:: at_ratio g m] = m * worth E g.
Proof.
move=> m0; rewrite divergence_cons /divergence big_nil addr0 /= -positive_part_mul //.
by rewrite mulrBr mulr1 mulrCA.
Qed.

Section Cell.
Variables (l h : R) (s : seq (R * R)).
Hypotheses (l0 : 0 < l) (lh : l < h) (inside : forall x, x \in s -> l * x.2 <= x.1 <= h * x.2).
Let up (x : R * R) := upper_part l h x.1 x.2.
Let h0 : 0 < h. Proof. exact: lt_trans lh. Qed.
Let d0 : 0 < 1 - l / h. Proof. by rewrite subr_gt0 ltr_pdivr_mulr // mul1r. Qed.
Let up_ge0 x : x \in s -> 0 <= up x.
Proof. by move=> /inside /andP[low _]; apply: divr_ge0; [rewrite subr_ge0 | exact: ltW]. Qed.
Let up_le x : x \in s -> up x <= x.1.
Proof.
move=> /inside /andP[_ high]; have : x.1 - l * x.2 <= x.1 * (1 - l / h).
  rewrite mulrBr mulr1 ler_add2l ler_opp2 mulrCA; apply: ler_wpmul2l; first exact: ltW.
  by rewrite ler_pdivr_mulr // mulrC.
by rewrite -ler_pdivr_mulr.
Qed.
Let up_total : upper_part l h (total_first s) (total_second s) = \sum_(x <- s) up x.
Proof. by rewrite /up /upper_part -mulr_suml sumrB -mulr_sumr. Qed.

Let sum_two (f k : R * R -> R) x y :
  \sum_(z <- s) (f z * x + k z * y) = (\sum_(z <- s) f z) * x + (\sum_(z <- s) k z) * y.
Proof. by rewrite big_split -!mulr_suml. Qed.

(** What the masses at l and h have to be at least: A and U are the numbers of a checker, rounded up. *)
Lemma split_cell A U : total_first s <= A -> upper_part l h (total_first s) (total_second s) <= U -> U <= A ->
  dominated s [:: at_ratio l (A - U); at_ratio h U].
Proof.
move=> leA leU UA E E0; have U0 : 0 <= U by rewrite (le_trans _ leU) // up_total big_seq sumr_ge0.
have lw : worth E l <= worth E h.
  by apply: positive_part_le; rewrite ler_add2l ler_opp2 ler_wpmul2l // lef_pinv ?posrE // ltW.
have w0 g : 0 <= worth E g by rewrite le_maxr lexx.
rewrite -cat1s divergence_cat !divergence_at ?subr_ge0 //.
apply: (@le_trans _ _ (\sum_(x <- s) ((x.1 - up x) * worth E l + up x * worth E h))).
  rewrite /divergence !big_seq; apply: ler_sum => x xs.
  have := split_pair x.1 x.2 l0 lh E0; rewrite -[X in _ <= divergence _ X]cat1s divergence_cat.
  by rewrite !divergence_at ?subr_ge0 ?up_le ?up_ge0 // {1}/divergence big_seq1.
rewrite (sum_two (fun x => x.1 - up x) up) sumrB -/(total_first s) -up_total.
set a := total_first s in leA *; set u := upper_part _ _ _ _ in leU *.
have regroup x y : (x - y) * worth E l + y * worth E h = x * worth E l + y * (worth E h - worth E l) by ring.
rewrite !regroup; apply: ler_add; first by apply: ler_wpmul2r.
by apply: ler_wpmul2r => //; rewrite subr_ge0.
Qed.
End Cell.

(** (8): one run of each of two pairs, and of what dominates them. *)
Lemma masses_nonneg_both s t : masses s -> masses t -> masses (both s t).
Proof.
move=> sm tm _ /allpairsP[[x y] /= [/sm[? ?] /tm[? ?] ->]] /=.
by rewrite !mulr_ge0.
Qed.

Lemma divergence_scaled E p q s : 0 <= E -> 0 <= p -> 0 <= q -> masses s ->
  \sum_(x <- s) Num.max 0 (x.1 * p - E * (x.2 * q)) = if p == 0 then 0 else p * divergence (E * q / p) s.
Proof.
move=> E0 p0 q0 sm; case: eqP => [->|/eqP pn].
  rewrite big_seq big1 // => x /sm[_ x0].
  by rewrite mulr0 sub0r; apply/max_idPl; rewrite oppr_le0 !mulr_ge0.
rewrite /divergence big_distrr /=; apply: eq_bigr => x _; rewrite -positive_part_mul //; congr (Num.max _ _).
by field.
Qed.

Lemma divergence_both E s t :
  divergence E (both s t) = \sum_(y <- t) \sum_(x <- s) Num.max 0 (x.1 * y.1 - E * (x.2 * y.2)).
Proof. by rewrite /divergence /both big_allpairs_dep exchange_big. Qed.

Lemma dominated_left s s' t : masses s -> masses s' -> masses t -> dominated s s' ->
  dominated (both s t) (both s' t).
Proof.
move=> sm sm' tm dom E E0; rewrite !divergence_both !big_seq; apply: ler_sum => y /tm[p0 q0].
rewrite !divergence_scaled //; case: eqP => // _.
by rewrite ler_wpmul2l // dom // divr_ge0 ?mulr_ge0.
Qed.

Lemma divergence_both_sym E s t : divergence E (both s t) = divergence E (both t s).
Proof.
rewrite !divergence_both exchange_big; apply: eq_bigr => x _; apply: eq_bigr => y _.
by rewrite mulrC [_.2 * _]mulrC.
Qed.

Lemma dominated_both s s' t t' : masses s -> masses s' -> masses t -> masses t' ->
  dominated s s' -> dominated t t' -> dominated (both s t) (both s' t').
Proof.
move=> sm sm' tm tm' one two; apply: (@dominated_trans (both s' t)); first exact: dominated_left.
by move=> E E0; rewrite !(divergence_both_sym _ s'); apply: dominated_left.
Qed.

(** Two points of a lattice multiply to one, whose ratio is the product. *)
Lemma points_multiply g h m m' : both [:: at_ratio g m] [:: at_ratio h m'] = [:: at_ratio (g * h) (m * m')].
Proof. by rewrite /both /= /at_ratio /= invfM mulrACA. Qed.
Lemma infinity_multiplies c x : both [:: at_infinity c] [:: x] = [:: at_infinity (c * x.1)].
Proof. by rewrite /both /= /at_infinity mul0r. Qed.

Lemma masses_runs (l : seq (seq (R * R))) : (forall s, s \in l -> masses s) -> masses (runs l).
Proof.
elim: l => [|s l ih] all /=; first by move=> x; rewrite inE => /eqP -> /=; rewrite !ler01.
by apply: masses_nonneg_both; [apply: all; rewrite inE eqxx | apply: ih => t tl; apply: all; rewrite inE tl orbT].
Qed.

Lemma dominated_runs (l : seq (seq (R * R) * seq (R * R))) :
  (forall st, st \in l -> [/\ masses st.1, masses st.2 & dominated st.1 st.2]) ->
  dominated (runs (map fst l)) (runs (map snd l)).
Proof.
elim: l => [|st l ih] all /=; first exact: dominated_refl.
have [sm tm dom] : [/\ masses st.1, masses st.2 & dominated st.1 st.2] by apply: all; rewrite inE eqxx.
have rest xy : xy \in l -> [/\ masses xy.1, masses xy.2 & dominated xy.1 xy.2].
  by move=> xl; apply: all; rewrite inE xl orbT.
apply: dominated_both => //; last exact: ih.
  by apply: masses_runs => s /mapP[xy /rest[sm' _ _] ->].
by apply: masses_runs => s /mapP[xy /rest[_ tm' _] ->].
Qed.

(** (9): the sum that a checker compares with delta. *)
Definition bound (c : R) (points : seq (R * R)) : seq (R * R) :=
  at_infinity c :: [seq at_ratio x.1 x.2 | x <- points].
Lemma checked_sum E c points : 0 <= c -> (forall x, x \in points -> 0 <= x.2) ->
  divergence E (bound c points) = c + \sum_(x <- points) x.2 * worth E x.1.
Proof.
move=> c0 pos; rewrite /bound divergence_cons /= mulr0 subr0 (max_idPr c0); congr (_ + _).
rewrite /divergence big_map !big_seq; apply: eq_bigr => x /pos x0.
by rewrite /= -positive_part_mul // mulrBr mulr1 mulrCA.
Qed.

(** What an accepted certificate says: all events of the runs, if they are dominated by the points of the lattice. *)
Lemma composition_sound (T : finType) (P Q : T -> R) (l : seq (seq (R * R) * seq (R * R))) E d c points :
  0 <= E -> 0 <= c -> (forall x, x \in points -> 0 <= x.2) ->
  (forall st, st \in l -> [/\ masses st.1, masses st.2 & dominated st.1 st.2]) ->
  dominated [seq (P x, Q x) | x <- enum T] (runs (map fst l)) ->
  dominated (runs (map snd l)) (bound c points) ->
  c + \sum_(x <- points) x.2 * worth E x.1 <= d -> close_to E d P Q.
Proof.
move=> E0 c0 pos all first last le; apply/close_to_hockey_stick.
rewrite -divergence_hockey_stick (le_trans (first E E0)) // (le_trans (dominated_runs all E0)) //.
by rewrite (le_trans (last E E0)) // checked_sum.
Qed.

End Lists.

(** Two laws without an outcome in common give all away at every E; one law twice gives nothing away from E = 1 on. *)
Section Example.
Variable R : realFieldType.
Example apart E : divergence E [:: (1, 0); (0, 1)] = Num.max 0 (- E) + 1 :> R.
Proof. by rewrite !divergence_cons /divergence big_nil /= mulr0 subr0 mulr1 sub0r addr0 (max_idPr ler01) addrC. Qed.
Example alike : divergence 1 (nothing R) = 0 :> R.
Proof. by rewrite /nothing divergence_cons /divergence big_nil /= mulr1 subrr maxxx addr0. Qed.
End Example.
