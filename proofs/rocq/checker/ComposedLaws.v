(** * Composed laws: a checker of the kind composition, and that what it accepts is true

    The laws finite, randomized_response and discrete_laplace of docs/certificate-format.md, the last one as its cells:
    all integers up to 0 are one outcome, and so are all from the sensitivity on, at each of which the two laws have one
    ratio. Each quotient of the statement gets a bracket
    that is guessed and then checked by signs; the rest is done in integers (Lattice.v).

    The law binomial: the numbers of heads below the least one of the evidence are one cell, and those above the greatest one are
    another (BinomialNoise.v). In each run neighboring numbers may be merged in any way: all by themselves, or the cells.

    The laws gaussian and laplace, with a rate, for all events that are unions of intervals: every run may be cut at points of
    its own. Brackets of e^x and of the two probabilities are computed (LineBrackets.v), not guessed. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Certificates Composition Adaptive Lattice.
From DPExact Require Import BinomialNoise DefinitionsLaws Exponential LineLaws LineNoise NormalIntegral LineBrackets Lines.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

Definition fraction_of_sums := (terms * terms)%type.
(** The probabilities of both laws; or a truth p/q and k categories; or a base, a sensitivity, and a rate p/q. *)
Inductive discrete_law :=
  Finite of seq fraction_of_sums & seq fraction_of_sums | Response of Z & Z & Z
| Geometric of fraction_of_sums & nat & Z & Z.

(** A law with finitely many outcomes; noise on the line with a scale (sigma, if it is normal), a sensitivity and a rate; or the
    heads of so many coins, with a sensitivity. *)
Inductive run_law :=
  Listed of discrete_law | Normal of fraction & fraction & fraction | Laplace of fraction & fraction & fraction
| Binomial of nat & nat.

Definition number (z : Z) : terms := [:: (z, [::])].
Definition less (a b : terms) : terms := add_terms a (opp_terms b).
Definition power_of_sum (a : terms) (k : nat) : terms := iter k (mul_terms a) (number Z.one).
(** The mass of the cell z of geometric noise with the base n/d, times n^s (n + d). *)
Definition numerator (n d : terms) (s z : nat) : terms :=
  if z == 0%N then power_of_sum n s.+1 else
  if z == s then mul_terms (power_of_sum d s) n else
  mul_terms (power_of_sum d z) (mul_terms (less n d) (power_of_sum n (s - z))).
Definition outcomes (l : discrete_law) : seq (fraction_of_sums * fraction_of_sums) :=
  match l with
  | Finite first second => zip first second
  | Response p q k =>
      let below := number (Z.mul q (minus k Z.one)) in
      let truth := (number (Z.mul p (minus k Z.one)), below) in
      let other := (number (minus q p), below) in
      let rest := (number (Z.mul (minus k (Z.add Z.one Z.one)) (minus q p)), below) in
      [:: (truth, other); (other, truth); (rest, rest)]
  | Geometric (n, d) s p q =>
      let below := mul_terms (number q) (mul_terms (power_of_sum n s) (add_terms n d)) in
      [seq ((add_terms (mul_terms (number (minus q p)) (numerator n d s z)) (mul_terms (number p) (numerator n d s (s - z))),
             below),
            (mul_terms (number q) (numerator n d s z), below)) | z <- iota 0 s.+1]
  end.

Section Algorithm.
Variables (gs : seq generator) (guess : fraction_of_sums -> bracket).
Notation N := (sums gs).

Definition is_distribution (l : seq fraction_of_sums) : bool :=
  check_common (N := N) l && check_row (N := N) (size l) (common (N := N) l).
Definition check_law (l : discrete_law) : bool :=
  match l with
  | Finite first second => [&& size first == size second, is_distribution first & is_distribution second]
  | Response p q k => [&& Z.leb Z0 p, Z.leb p q, Z.ltb Z0 q & Z.leb (Z.add Z.one Z.one) k]
  | Geometric (n, d) s p q => [&& (0 < s)%N, Z.leb Z0 p, Z.leb p q, Z.ltb Z0 q, is_positive (N := N) d
      & is_positive (N := N) (less n d)]
  end.

Definition enclose (q : fraction_of_sums) : option bracket :=
  let x := guess q in
  if [&& Z.ltb Z0 (den x), Z.leb Z0 (lo x), is_positive (N := N) q.2,
      not_negative (N := N) (less (mul_terms q.1 (number (den x))) (mul_terms (number (lo x)) q.2))
    & not_negative (N := N) (less (mul_terms (number (hi x)) q.2) (mul_terms q.1 (number (den x))))]
  then Some x else None.

Fixpoint cells_of (A : Type) (l : seq (fraction_of_sums * fraction_of_sums)) (places : seq A) :
    option (seq (bracket * bracket * A)) :=
  match l, places with
  | [::], [::] => Some [::]
  | (p, q) :: l', ij :: places' =>
      if enclose p is Some x then
        if enclose q is Some y then
          if cells_of l' places' is Some rest then Some ((x, y, ij) :: rest) else None
        else None
      else None
  | _, _ => None
  end.
(** The sensitivity over the scale. *)
Definition shift_of (scale sensitivity : fraction) : fraction :=
  (Z.mul sensitivity.1 scale.2, Z.mul sensitivity.2 scale.1).
Arguments shift_of : simpl never.
(** The ratio at p/q: exp(t x - t^2/2) and exp(abs(x) - abs(x - t)). *)
Definition normal_ratio (W : Z) (t : fraction) (p q : Z) : bracket :=
  let b := Z.mul t.2 q in
  exp_at W (minus (twice (Z.mul t.1 (Z.mul t.2 p))) (Z.mul t.1 (Z.mul t.1 q))) (twice (Z.mul t.2 b)).
Definition magnitude (z : Z) : Z := larger z (Z.opp z).
Definition laplace_ratio (W : Z) (t : fraction) (p q : Z) : bracket :=
  exp_at W (minus (Z.mul (magnitude p) t.2) (magnitude (minus (Z.mul p t.2) (Z.mul t.1 q)))) (Z.mul q t.2).

Definition check_line (scale sensitivity rate : fraction) : bool :=
  [&& Z.ltb Z0 scale.1, Z.ltb Z0 scale.2, Z.leb Z0 sensitivity.1, Z.ltb Z0 sensitivity.2, Z.leb Z0 rate.1,
    Z.leb rate.1 rate.2 & Z.ltb Z0 rate.2].
Definition cells_of_noise (W : Z) (x : run_law) (e : edges) (places : seq (Z * Z)) : option (seq cell) :=
  match x with
  | Listed y =>
      if check_law y then if cells_of (outcomes y) places is Some cells then Some (map (@told _) cells) else None else None
  | Normal scale sensitivity rate =>
      let t := shift_of scale sensitivity in
      if check_line scale sensitivity rate && check_edges e then
        line_cells W (normal_at W (whole_at W)) (normal_ratio W t) t rate (Z.one, Z0) (Z0, Z.one) e places
      else None
  | Laplace scale sensitivity rate =>
      let t := shift_of scale sensitivity in
      if check_line scale sensitivity rate && check_edges e then
        let below := exp_at W (Z.opp t.1) t.2 in
        let above := exp_at W t.1 t.2 in
        line_cells W (laplace_at W) (laplace_ratio W t) t rate (hi above, den above) (lo below, den below) e places
      else None
  | Binomial n s => binomial_cells W n s (Z.to_nat (head Z0 e.2)) places
  end.

(** The evidence for each law: the levels of the lattice, the edges of a law on the line or the least integer of the heads with a
    cell of its own, and the places of the cells. *)
Definition places_of_law := (seq level * (edges * seq (Z * Z)))%type.
Definition run := (BinNums.positive * (seq level * seq cell))%type.
Fixpoint runs_of (W : Z) (l : seq (BinNums.positive * run_law)) (places : seq places_of_law) : option (seq run) :=
  match l, places with
  | [::], [::] => Some [::]
  | (n, x) :: l', (levels, (e, ij)) :: places' =>
      if cells_of_noise W x e ij is Some cells then
        if runs_of W l' places' is Some rest then Some ((n, (levels, cells)) :: rest) else None
      else None
  | _, _ => None
  end.

(** The other direction: both laws are exchanged, and the cell is at the places -j and -i. *)
Definition turned_span (r : option span) : option span :=
  if r is Some (u, v) then Some ((v.2, v.1), (u.2, u.1)) else None.
Definition turned (c : cell) : cell := let: (p, q, (r, (i, j))) := c in (q, p, (turned_span r, (Z.opp j, Z.opp i))).
Definition turned_runs (l : seq run) : seq run := [seq (x.1, (x.2.1, map turned x.2.2)) | x <- l].

Definition keeps (g : grid) (depth : nat) (e : bracket) (delta : fraction_of_sums) (l : seq run) : bool :=
  if composed_above g depth l is Some x then
    not_negative (N := N) (less (mul_terms delta.1 (number (unit_mass g)))
      (mul_terms delta.2 (number (proved (last_grid g depth) e x))))
  else false.

(** What every such claim asks of its numbers. *)
Definition check_claim (ratio : fraction_of_sums) (width unit_mass : Z) (factor delta : fraction_of_sums) : bool :=
  [&& all check_generator gs, Z.ltb Z0 width, Z.ltb Z0 unit_mass,
    is_positive (N := N) factor.2, not_negative (N := N) (less factor.1 factor.2),
    is_positive (N := N) delta.2, not_negative (N := N) delta.1, not_negative (N := N) (less delta.2 delta.1)
  & is_positive (N := N) ratio.2 && is_positive (N := N) (less ratio.1 ratio.2)].

(** The depth is the number of halvings of every law. *)
Definition check_composition (l : seq (BinNums.positive * run_law)) (places : seq places_of_law) (ratio : fraction_of_sums)
    (width unit_mass lowest highest : Z) (depth : nat) (factor delta : fraction_of_sums) : bool :=
  check_claim ratio width unit_mass factor delta &&
  if enclose ratio is Some r then
    if enclose factor is Some e then
      if runs_of width l places is Some runs then
        let g := Grid r width unit_mass lowest highest in
        keeps g depth e delta runs && keeps g depth e delta (turned_runs runs)
      else false
    else false
  else false.

End Algorithm.

(** ** Soundness *)

Local Open Scope ring_scope.

Section Soundness.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R) (guess : fraction_of_sums -> bracket).
Hypothesis denote : all_denote gs xs.
Notation N := (sums gs).
Notation ev := (eval_terms xs).
Notation zr := (Numbers.zr R).

(** The masses of geometric noise with the quotient r: of all integers up to 0, of each one below s, of all from s on. *)
Definition geometric_mass (r : R) (s z : nat) : R :=
  if z == 0%N then 1 / (1 + r) else if z == s then r ^+ s / (1 + r) else (r ^+ z - r ^+ z.+1) / (1 + r).
(** The two laws of one run, as a list of pairs of probabilities. *)
Definition pair_of_law (l : discrete_law) : seq (R * R) :=
  match l with
  | Finite first second => [seq (quotient xs u.1, quotient xs u.2) | u <- zip first second]
  | Response p q k =>
      let truth := zr p / zr q in let other := (1 - truth) / (zr k - 1) in
      [:: (truth, other); (other, truth); ((zr k - 2%:R) * other, (zr k - 2%:R) * other)]
  | Geometric (n, d) s p q =>
      let m := geometric_mass (ev d / ev n) s in let rate := zr p / zr q in
      [seq ((1 - rate) * m z + rate * m (s - z)%N, m z) | z <- iota 0 s.+1]
  end.
Definition swapped (s : seq (R * R)) : seq (R * R) := [seq (x.2, x.1) | x <- s].
Definition two_laws (s : seq (R * R)) : Prop := [/\ masses s, total_first s = 1 & total_second s = 1].

Lemma ev_number z : ev (number z) = zr z.
Proof.
rewrite /number ev_cons /= (_ : mono xs [::] = 1) ?mulr1 /eval_terms ?big_nil ?addr0 //.
by elim: xs => //= x s ->; rewrite mulr1.
Qed.

Lemma quotient_pair a b : quotient xs (a, b) = ev a / ev b. Proof. by []. Qed.
Lemma ev_less a b : ev (less a b) = ev a - ev b.
Proof. by rewrite /less ev_add ev_opp. Qed.

Hypothesis stood : all check_generator gs.
Let sound : sound_numbers (N := N) ev. Proof. exact: sums_sound (denote_stand stood denote). Qed.

Lemma encloseP q x : enclose gs guess q = Some x -> encloses x (quotient xs q).
Proof.
rewrite /enclose; case: ifP => // /and5P[/zr_gt0 d0 /zr_ge0 l0 /(positiveP sound) q0 /(nonnegativeP sound) lq /(nonnegativeP sound) qh] [<-].
move: lq qh; rewrite !ev_less !ev_mul !ev_number !subr_ge0 => lq qh.
by split=> //; rewrite /quotient mulrAC ?ler_pdivl_mulr ?ler_pdivr_mulr.
Qed.

Lemma distributionP l : is_distribution gs l ->
  (forall q, q \in l -> 0 <= quotient xs q) /\ \sum_(q <- l) quotient xs q = 1.
Proof.
case/andP=> com row; have [_ eq] := common_sound sound com; have [sz _ [nonneg sum1]] := check_row_sound sound row.
have eq' (o : 'I_(size l)) : law_of (m := size l) (ev : num N -> R) (common (N := N) l) o = quotient xs (nth ([::], [:: (Z.one, [::])]) l o) by exact: eq.
split=> [q ql|].
  have lt : (index q l < size l)%N by rewrite index_mem.
  by have := nonneg (Ordinal lt); rewrite eq' /= nth_index.
by rewrite -sum1 (big_nth ([::], [:: (Z.one, [::])])) big_mkord; apply: eq_bigr => o _; rewrite eq'.
Qed.

Lemma zr2 : zr (Zpos (xO xH)) = 2%:R.
Proof. by rewrite -[Zpos (xO xH)]/(Z.add Z.one Z.one) zrD zr1 -(natrD _ 1 1). Qed.

Lemma ev_power a k : ev (power_of_sum a k) = ev a ^+ k.
Proof. by elim: k => [|k ih]; rewrite /power_of_sum /= ?ev_number ?zr1 // ev_mul ih exprS. Qed.

Section Noise.
Variables (n d : terms) (s : nat).
Hypotheses (d0 : 0 < ev d) (nd : 0 < ev (less n d)).
Let n0 : 0 < ev n. Proof. by move: nd; rewrite ev_less subr_gt0; apply: lt_trans. Qed.
Let r := ev d / ev n.
Let r0 : 0 < r. Proof. exact: divr_gt0. Qed.
Let r1 : r < 1. Proof. by move: nd; rewrite ev_less subr_gt0 /r ltr_pdivr_mulr // mul1r. Qed.
Let below0 : 0 < 1 + r. Proof. by rewrite addr_gt0 // ltr01. Qed.

Lemma numeratorP z : (z <= s)%N -> ev (numerator n d s z) / (ev n ^+ s * (ev n + ev d)) = geometric_mass r s z.
Proof.
move=> zs; have n1 : ev n != 0 by rewrite gt_eqF.
have s1 : ev n + ev d != 0 by rewrite gt_eqF // addr_gt0.
rewrite /numerator /geometric_mass; case: ifP => _; last case: ifP => _; rewrite ?ev_power ?ev_mul ?ev_power ?ev_less.
- rewrite exprSr /r; have p1 : ev n ^+ s != 0 by rewrite expf_neq0.
  by move: (ev n ^+ s) p1 => v v1; field; rewrite n1 v1 s1.
- rewrite /r expr_div_n; have p1 : ev n ^+ s != 0 by rewrite expf_neq0.
  by move: (ev n ^+ s) p1 (ev d ^+ s) => v v1 w; field; rewrite n1 v1 s1.
rewrite -{2}(subnKC zs) exprD exprS /r expr_div_n.
have p1 : ev n ^+ z != 0 by rewrite expf_neq0.
have p2 : ev n ^+ (s - z) != 0 by rewrite expf_neq0.
move: (ev n ^+ z) p1 (ev n ^+ (s - z)) p2 (ev d ^+ z) => u u1 v v1 w.
by field; rewrite n1 v1 u1 s1.
Qed.

Lemma geometric_mass_ge0 z : 0 <= geometric_mass r s z.
Proof.
have low k : r ^+ k.+1 <= r ^+ k by rewrite exprS ler_pimull ?exprn_ge0 // ltW.
rewrite /geometric_mass; case: ifP => _; first by rewrite divr_ge0 ?ler01 ?(ltW below0).
by case: ifP => _; rewrite divr_ge0 ?(ltW below0) ?subr_ge0 ?low // exprn_ge0 // ltW.
Qed.

Lemma geometric_total : (0 < s)%N -> \sum_(z <- iota 0 s.+1) geometric_mass r s z = 1.
Proof.
move=> s0; have part k : (0 < k <= s)%N -> \sum_(0 <= z < k) geometric_mass r s z = (1 + r - r ^+ k) / (1 + r).
  elim: k => [//|[_ _|k ih]]; first by rewrite big_nat1 /geometric_mass /= expr1 addrK.
  move=> /andP[_ ks]; rewrite big_nat_recr //= ih ?(ltnW ks) // /geometric_mass /= ltn_eqF //.
  by rewrite -mulrDl; congr (_ / _); rewrite addrA subrK.
have := part s; rewrite s0 leqnn => /(_ isT) sum.
rewrite -[iota 0 s.+1]/(index_iota 0 s.+1) big_nat_recr //= sum /geometric_mass eqxx.
by rewrite (negbTE (lt0n_neq0 s0)) -mulrDl subrK divff // gt_eqF.
Qed.
End Noise.

Lemma outcomesP l : check_law gs l -> [seq (quotient xs u.1, quotient xs u.2) | u <- outcomes l] = pair_of_law l.
Proof.
case: l => [//|p q k|[n d] s p q]; last first.
  case/and5P=> s0 p0 pq /zr_gt0 q0 /andP[/(positiveP sound) d0 /(positiveP sound) nd].
  rewrite /outcomes /pair_of_law -map_comp; apply/eq_in_map => z.
  rewrite mem_iota add0n ltnS => zs.
  change ((quotient xs (add_terms (mul_terms (number (minus q p)) (numerator n d s z)) (mul_terms (number p) (numerator n d s (s - z))),
      mul_terms (number q) (mul_terms (power_of_sum n s) (add_terms n d))),
    quotient xs (mul_terms (number q) (numerator n d s z), mul_terms (number q) (mul_terms (power_of_sum n s) (add_terms n d)))) =
    ((1 - zr p / zr q) * geometric_mass (ev d / ev n) s z + zr p / zr q * geometric_mass (ev d / ev n) s (s - z)%N,
     geometric_mass (ev d / ev n) s z)).
  rewrite !quotient_pair !(ev_mul, ev_power, ev_number, ev_add) zr_minus.
  have q1 : zr q != 0 by rewrite gt_eqF // q0.
  rewrite -(numeratorP d0 nd zs) -(numeratorP d0 nd (leq_subr z s)).
  set D := ev n ^+ s * _; have D1 : D != 0.
    by rewrite gt_eqF // mulr_gt0 ?exprn_gt0 ?addr_gt0 //; move: nd; rewrite ev_less subr_gt0; apply: lt_trans.
  move: (ev (numerator _ _ _ z)) (ev (numerator _ _ _ (s - z))) => u v.
  by congr (_, _); field; rewrite D1 q1.
move=> /= /and4P[p0 pq /zr_gt0 q0 /zr_le k2]; rewrite /quotient /= !ev_number !zrM !zr_minus !zr1.
rewrite ?zr2 -?(natrD _ 1 1); have k1 : zr k - 1 != 0.
  by rewrite gt_eqF // subr_gt0; apply: lt_le_trans (k2 R); rewrite zr2 ltr1n.
have q1 : zr q != 0 by rewrite gt_eqF // q0.
have t : zr p * (zr k - 1) / (zr q * (zr k - 1)) = zr p / zr q by field; rewrite ?k1 ?q1 ?k1.
have o : (zr q - zr p) / (zr q * (zr k - 1)) = (1 - zr p / zr q) / (zr k - 1) by field; rewrite ?k1 ?q1 ?k1.
by rewrite t o -mulrA o.
Qed.

Lemma lawP l : check_law gs l -> two_laws (pair_of_law l).
Proof.
case: l => [first second|p q k|[n d] s p q].
- rewrite /=; case/and3P=> /eqP sz /distributionP[pos1 sum1] /distributionP[pos2 sum2]; split.
  - move=> _ /mapP[[u v] uv ->] /=; split.
      by apply: pos1; rewrite -(unzip1_zip (s := first) (t := second)) ?sz //; exact: (map_f fst uv).
    by apply: pos2; rewrite -(unzip2_zip (s := first) (t := second)) ?sz //; exact: (map_f snd uv).
  - rewrite /total_first big_map -sum1 -[in RHS](unzip1_zip (s := first) (t := second)) ?sz // big_map.
    by apply: eq_bigr.
  rewrite /total_second big_map -sum2 -[in RHS](unzip2_zip (s := first) (t := second)) ?sz // big_map.
  by apply: eq_bigr.
- rewrite /=; case/and4P=> /zr_ge0 p0 /zr_le pq /zr_gt0 q0 /zr_le k2.
  have {}k2 : 2%:R <= zr k by apply: le_trans (k2 R); rewrite zr2.
  set t := zr p / zr q; set o := (1 - t) / (zr k - 1).
  have k1 : 0 < zr k - 1 by rewrite subr_gt0 (lt_le_trans _ k2) // ltr1n.
  have t0 : 0 <= t by rewrite divr_ge0 ?p0 // ltW // q0.
  have o0 : 0 <= o by rewrite divr_ge0 ?(ltW k1) // subr_ge0 ler_pdivr_mulr ?q0 // mul1r pq.
  have r0 : 0 <= (zr k - 2%:R) * o by rewrite mulr_ge0 // subr_ge0.
  have sum1 : t + (o + (zr k - 2%:R) * o) = 1.
    have -> : o + (zr k - 2%:R) * o = (zr k - 1) * o by rewrite -[in X in X + _](mul1r o) -mulrDl; congr (_ * _); ring.
    by rewrite /o mulrC divfK ?gt_eqF // addrC subrK.
  split; rewrite /total_first /total_second ?big_cons ?big_nil /= ?addr0 //; last by rewrite addrCA.
  by move=> x; rewrite !inE => /or3P[] /eqP -> /=.
- case/and5P=> s0 /zr_ge0 p0 /zr_le pq /zr_gt0 q0 /andP[/(positiveP sound) d0 /(positiveP sound) nd].
  rewrite /pair_of_law; set r := ev d / ev n; set a := zr p / zr q.
  have a0 : 0 <= a by rewrite divr_ge0 ?p0 // ltW // q0.
  have a1 : 0 <= 1 - a by rewrite subr_ge0 ler_pdivr_mulr ?q0 // mul1r pq.
  have m0 z : 0 <= geometric_mass r s z by exact: geometric_mass_ge0.
  have sum1 := geometric_total d0 nd s0; split; rewrite /total_first /total_second ?big_map //.
    by move=> _ /mapP[z _ ->]; have h := m0 z; have h' := m0 (s - z)%N; split=> //=; apply: addr_ge0; exact: mulr_ge0.
  rewrite big_split -!mulr_sumr sum1 (_ : \sum_(z <- iota 0 s.+1) geometric_mass r s (s - z) = 1).
    by rewrite !mulr1; exact: subrK.
  rewrite -[RHS]sum1 -[iota 0 s.+1]/(index_iota 0 s.+1) [RHS]big_nat_rev; apply: eq_bigr => z _.
  by rewrite add0n subSS.
Qed.

Lemma cells_ofP (A : Type) l (places : seq A) cells : cells_of gs guess l places = Some cells ->
  stand cells [seq (quotient xs u.1, quotient xs u.2) | u <- l].
Proof.
elim: l places cells => [|[p q] l ih] [|a places] cells //=; first by case=> <-.
case ep: (enclose _ _ p) => [x|//]; case eq: (enclose _ _ q) => [y|//]; case ec: (cells_of _ _ _ _) => [rest|//] [<-].
by split; [exact: encloseP ep | exact: encloseP eq | exact: ih ec].
Qed.
Lemma in_cell_turned p q r (s : seq (R * R)) : in_cell p q r s -> in_cell q p (turned_span r) (swapped s).
Proof.
case=> sm ep eq inside; split.
- by move=> _ /mapP[x /sm[? ?] ->].
- by rewrite /total_first big_map.
- by rewrite /total_second big_map.
case: r inside => [[u v]|] /=; last by case=> x ->; exists (x.2, x.1).
case=> u1 v2 inside; split=> // _ /mapP[x /inside[lu lv] ->] /=.
by split.
Qed.
Lemma filled_turned cells (l : seq (seq (R * R))) : filled cells l -> filled (map turned cells) (map swapped l).
Proof. by elim: cells l => [|[[p q] [r [i j]]] cells ih] [|s l] //= [/in_cell_turned inside /ih]. Qed.
Lemma flatten_swapped (l : seq (seq (R * R))) : flatten (map swapped l) = swapped (flatten l).
Proof. by rewrite /swapped map_flatten. Qed.
Lemma masses_turned (s : seq (R * R)) : masses s -> masses (swapped s).
Proof. by move=> h _ /mapP[x /h[? ?] ->]. Qed.

Lemma keepsP g depth (G E : R) delta rs s : 1 < G -> encloses (ratio g) G -> 0 < zr (width g) -> 0 < zr (unit_mass g) ->
  forall e, encloses e E -> 0 < ev delta.2 -> keeps gs g depth e delta rs -> all_stand_for (@behind _) rs s ->
  divergence E (runs (steps s)) <= quotient xs delta.
Proof.
move=> G1 eG W0 B0 e eE d0; rewrite /keeps; case co: (composed_above g depth rs) => [x|//] /(nonnegativeP sound).
rewrite ev_less !ev_mul !ev_number subr_ge0 => le st; have fit : is_grid_ratio g G by split.
have [vx dom] := composed_aboveP fit co st.
apply: le_trans (dom _ (encloses_ge0 eE)) _; rewrite divergence_pair // -(ler_pmul2r B0).
have eG' : encloses (ratio (last_grid g depth)) (G ^+ (2 ^ depth)) by apply: coarserP.
apply: le_trans (provedP (raised_gt1 depth G1) eG' W0 B0 eE vx) _.
by rewrite /quotient [X in _ <= X]mulrAC ler_pdivl_mulr // [X in X <= _]mulrC.
Qed.

Lemma steps_swapped (l : seq (BinNums.positive * seq (R * R))) :
  steps [seq (x.1, swapped x.2) | x <- l] = [seq swapped x | x <- steps l].
Proof.
rewrite /steps map_flatten -!map_comp; congr flatten; apply: eq_map => x /=.
by rewrite map_nseq.
Qed.
End Soundness.

(** ** One run of a law, and all runs *)

Section Runs.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R) (guess : fraction_of_sums -> bracket).
Hypothesis denote : all_denote gs xs.
Notation zr := (Numbers.zr R).
Variables (exp I : R -> R) (whole : R).

Definition real (x : fraction) : R := zr x.1 / zr x.2.
(** The two laws of a run as a list. Noise on the line, in units of its scale, is cut at any points, and neighboring
    numbers of heads are merged in any way. *)
Definition one_run (x : run_law) (s : seq (R * R)) : Prop :=
  match x with
  | Listed y => s = pair_of_law xs y
  | Normal scale sensitivity rate => exists2 cuts, sorted <=%R cuts &
      s = cut_pair (normal_below I whole) (real sensitivity / real scale) (real rate) cuts
  | Laplace scale sensitivity rate => exists2 cuts, sorted <=%R cuts &
      s = cut_pair (laplace_below exp) (real sensitivity / real scale) (real rate) cuts
  | Binomial n k => exists2 l, flatten l = binomial_pair R n k & s = merged l
  end.
Definition each_run (l : seq (BinNums.positive * run_law)) : seq run_law := flatten [seq nseq (Pos.to_nat x.1) x.2 | x <- l].
(** Every run of every law, each with cuts of its own. *)
Definition runs_are (l : seq (BinNums.positive * run_law)) (rs : seq (seq (R * R))) : Prop := List.Forall2 one_run (each_run l) rs.

Definition is_line (x : run_law) : bool := match x with Normal _ _ _ | Laplace _ _ _ => true | _ => false end.
Definition has_line (l : seq (BinNums.positive * run_law)) : bool := has (fun x => is_line x.2) l.
(** What is used of the laws on the line, and of their brackets. *)
Record line_facts : Prop := LineFacts {
  exp_rises : forall a b, a <= b -> exp a <= exp b;
  normal_lines : forall t, 0 <= t -> line_law (normal_below I whole) t (fun x => exp (t * x - t ^+ 2 / 2%:R));
  laplace_lines : forall t, 0 <= t -> line_law (laplace_below exp) t (fun x => exp (`|x| - `|x - t|));
  laplace_at_least : forall t, 0 <= t -> least_ratio (laplace_below exp) t (exp (- t));
  laplace_at_most : forall t, 0 <= t -> greatest_ratio (laplace_below exp) t (exp t);
  exp_encloses : forall W p q, 0 < zr W -> 0 < zr q -> encloses (exp_at W p q) (exp (zr p / zr q));
  whole_encloses : forall W, 0 < zr W -> encloses (whole_at W) whole;
  normal_encloses : forall W w p q, 0 < zr W -> 0 < zr q -> encloses w whole ->
    encloses (normal_at W w p q) (normal_below I whole (zr p / zr q));
  laplace_encloses : forall W p q, 0 < zr W -> 0 < zr q -> encloses (laplace_at W p q) (laplace_below exp (zr p / zr q)) }.

Hypothesis stood : all check_generator gs.
Variable W : Z.
Hypothesis W0 : 0 < zr W.

Definition gives_no_less (s s' : seq (R * R)) : Prop := dominated s s' /\ dominated (swapped s) (swapped s').
Lemma behind_both cells l s m : filled cells l -> flatten l = m -> masses s -> gives_no_less s m ->
  behind cells s /\ behind (map turned cells) (swapped s).
Proof.
move=> fl <- sm [one two]; split; first by split=> //; exists l.
split; first exact: masses_turned.
by exists (map (@swapped R) l); [exact: filled_turned | rewrite flatten_swapped].
Qed.

Lemma real_shift scale sensitivity : 0 < zr scale.1 -> 0 < zr scale.2 -> 0 < zr sensitivity.2 ->
  real sensitivity / real scale = real (shift_of scale sensitivity).
Proof. by move=> s1 s2 t2; rewrite /real /shift_of /= !zrM; field; rewrite !gt_eqF. Qed.

Lemma line_runP scale sensitivity rate F r below ratio_at least greatest e places cells :
  let t := real sensitivity / real scale in
  check_line scale sensitivity rate -> check_edges e -> (0 <= t -> line_law F t r) ->
  (forall p q, 0 < zr q -> encloses (below p q) (F (zr p / zr q))) ->
  (forall p q, 0 < zr q -> encloses (ratio_at p q) (r (zr p / zr q))) ->
  (0 <= t -> least_from F t least None) -> (0 <= t -> greatest_upto F t greatest None) ->
  line_cells W below ratio_at (shift_of scale sensitivity) rate greatest least e places = Some cells ->
  forall s, (exists2 cuts, sorted <=%R cuts & s = cut_pair F t (real rate) cuts) ->
  [/\ two_laws s, behind cells s & behind (map turned cells) (swapped s)].
Proof.
move=> t /and5P[/zr_gt0 s1 /zr_gt0 s2 /zr_ge0 n1 /zr_gt0 n2 /and3P[/zr_ge0 p0 /zr_le pq /zr_gt0 q0]] ce law belowP ratioP.
have t0 : 0 <= t by rewrite !divr_ge0 ?n1 // ltW ?n2 ?s1 ?s2.
have shift0 : 0 < zr (shift_of scale sensitivity).2 by rewrite zrM mulr_gt0 ?n2 ?s1.
have shift_t := real_shift (s1 R) (s2 R) (n2 R).
move=> /(_ t0) lf /(_ t0) gu ec s [cuts cs ->]; have {}law := law t0.
have [sm t1 t2] := cut_pair_law (p0 R) (pq R) (q0 R) law cs.
have [m [l [sub ms fl el]]] := line_cellsP (p0 R) (pq R) (q0 R) law belowP ratioP shift0 shift_t gu ce lf ec cs.
have both : gives_no_less (cut_pair F t (real rate) cuts) (cut_pair F t (real rate) m) := cuts_dominated F t (real rate) sub.
by have [b b'] := behind_both fl el sm both; split.
Qed.

Lemma zr_magnitude z : zr (magnitude z) = `|zr z|.
Proof.
rewrite /magnitude /larger; case: (Z.leb_spec z (Z.opp z)) => h.
  by rewrite zrN ler0_norm //; rewrite -[0]/(zr Z0); apply: zr_mono; lia.
by rewrite ger0_norm //; rewrite -[0]/(zr Z0); apply: zr_mono; lia.
Qed.

Lemma normal_ratioP (t : fraction) p q : line_facts -> 0 < zr t.2 -> 0 < zr q ->
  encloses (normal_ratio W t p q) (exp (real t * (zr p / zr q) - real t ^+ 2 / 2%:R)).
Proof.
move=> facts t0 q0; rewrite /normal_ratio; set u := minus _ _; set v := twice _.
have -> : real t * (zr p / zr q) - real t ^+ 2 / 2%:R = zr u / zr v.
  by rewrite /u /v /real /twice zr_minus !zrD !zrM -!mulr2n; field; rewrite !gt_eqF.
by apply: (exp_encloses facts) => //; rewrite /v /twice zrD !zrM addr_gt0 // !mulr_gt0.
Qed.
Lemma laplace_ratioP (t : fraction) p q : line_facts -> 0 < zr t.2 -> 0 < zr q ->
  encloses (laplace_ratio W t p q) (exp (`|zr p / zr q| - `|zr p / zr q - real t|)).
Proof.
move=> facts t0 q0; rewrite /laplace_ratio; set u := minus _ (magnitude _).
have -> : `|zr p / zr q| - `|zr p / zr q - real t| = zr u / zr (Z.mul q t.2).
  have -> : zr p / zr q - real t = (zr p * zr t.2 - zr t.1 * zr q) / (zr q * zr t.2).
    by rewrite /real; field; rewrite !gt_eqF.
  rewrite !normrM !normfV [`|zr q * _|]normrM !(gtr0_norm q0) !(gtr0_norm t0).
  rewrite /u zr_minus !zrM !zr_magnitude zr_minus !zrM.
  by move: `|_| `|_| => a b; field; rewrite !gt_eqF.
by apply: (exp_encloses facts) => //; rewrite zrM mulr_gt0.
Qed.

Lemma gives_merged (l : seq (seq (R * R))) : gives_no_less (merged l) (flatten l).
Proof.
split; first exact: merged_dominated.
rewrite -flatten_swapped (_ : swapped (merged l) = merged [seq swapped g | g <- l]); first exact: merged_dominated.
rewrite /swapped /merged -!map_comp; apply: eq_map => g /=.
by rewrite /total_first /total_second !big_map.
Qed.
Lemma merged_ones (s : seq (R * R)) : merged [seq [:: x] | x <- s] = s.
Proof.
rewrite /merged -map_comp -[RHS]map_id; apply: eq_map => -[a b] /=.
by rewrite /total_first /total_second !big_seq1.
Qed.
Lemma binomial_laws n k l : flatten l = binomial_pair R n k -> two_laws (merged l).
Proof.
move=> eq; split; rewrite ?merged_first ?merged_second ?eq ?binomial_first ?binomial_second //.
by apply: merged_masses; rewrite eq; exact: binomial_masses_ge0.
Qed.

Lemma cells_of_noiseP x e places cells : (is_line x -> line_facts) ->
  cells_of_noise gs guess W x e places = Some cells -> forall s, one_run x s ->
  [/\ two_laws s, behind cells s & behind (map turned cells) (swapped s)].
Proof.
case: x => [y|scale sensitivity rate|scale sensitivity rate|n k] /= facts; last 1 first.
  move=> /(binomial_cellsP R)[l' fl eq'] s [l eq ->]; have [sm t1 t2] := binomial_laws eq.
  have both : gives_no_less (merged l) (binomial_pair R n k) by rewrite -eq; exact: gives_merged.
  by have [b b'] := behind_both fl eq' sm both; split.
- case: ifP => // ok; case ec: (cells_of _ _ _ _) => [rest|//] [<-] s ->.
  have law := lawP denote stood ok; have := cells_ofP denote stood ec; rewrite (outcomesP denote stood ok) => st.
  have [sm _ _] := law; have same : gives_no_less (pair_of_law xs y) (pair_of_law xs y) by split; exact: dominated_refl.
  by have [b b'] := behind_both (stand_filled st) (flatten_ones _) sm same; split.
- have {}facts := facts isT; case: ifP => // /andP[cl ce]; have := cl.
  move=> /and5P[/zr_gt0 s1 /zr_gt0 s2 _ /zr_gt0 n2 _]; have shift_t := real_shift (s1 R) (s2 R) (n2 R).
  apply: (line_runP (r := fun x => exp (real sensitivity / real scale * x - (real sensitivity / real scale) ^+ 2 / 2%:R))) => //.
  + exact: normal_lines facts _.
  + by move=> p q q0; apply: (normal_encloses facts) => //; exact: whole_encloses.
  + by move=> p q q0; rewrite shift_t; apply: normal_ratioP => //; rewrite zrM mulr_gt0 ?n2 ?s1.
  + by move=> t0; exact: least_none (normal_lines facts t0) _.
  by move=> t0; exact: greatest_none (normal_lines facts t0) _.
have {}facts := facts isT; case: ifP => // /andP[cl ce]; have := cl.
move=> /and5P[/zr_gt0 s1 /zr_gt0 s2 _ /zr_gt0 n2 _]; have shift_t := real_shift (s1 R) (s2 R) (n2 R).
have d0 : 0 < zr (shift_of scale sensitivity).2 by rewrite zrM mulr_gt0 ?n2 ?s1.
set low := exp_at W (Z.opp _) _; set high := exp_at W _ _.
have [b0 bl blo bhi] : encloses low (exp (- (real sensitivity / real scale))).
  by rewrite shift_t -mulNr -zrN; exact: (exp_encloses facts).
have [a0 al alo ahi] : encloses high (exp (real sensitivity / real scale)) by rewrite shift_t; exact: (exp_encloses facts).
apply: (line_runP (r := fun x => exp (`|x| - `|x - real sensitivity / real scale|))) => //.
- exact: laplace_lines facts _.
- by move=> p q q0; exact: (laplace_encloses facts).
- by move=> p q q0; rewrite shift_t; exact: laplace_ratioP.
- move=> t0; apply: (least_end (u := (lo low, den low)) (laplace_lines facts t0) bl (ltW b0) blo (laplace_at_least facts t0)).
  move=> c; apply: (exp_rises facts); rewrite ler_subr_addl ler_subl_addr -[X in _ <= _ + X](ger0_norm t0).
  exact: ler_norm_sub.
have h0 : 0 <= zr (hi high) by rewrite (le_trans _ ahi) // (le_trans al).
move=> t0; apply: (greatest_end (v := (hi high, den high)) (laplace_lines facts t0) h0 (ltW a0) ahi (laplace_at_most facts t0)).
move=> c; apply: (exp_rises facts); rewrite ler_subl_addr -[X in _ <= X + _](ger0_norm t0) addrC.
by have := ler_norm_add (c - real sensitivity / real scale) (real sensitivity / real scale); rewrite subrK.
Qed.

(** ** Runs of one law, each with cuts of its own, give no more away than as many with all these cuts *)

Lemma gives_same s : gives_no_less s s.
Proof. by split; exact: dominated_refl. Qed.
Lemma gives_trans s s' s'' : gives_no_less s s' -> gives_no_less s' s'' -> gives_no_less s s''.
Proof. by move=> [a b] [a' b']; split; [exact: dominated_trans a a' | exact: dominated_trans b b']. Qed.

Lemma joined_cuts F (t rate : R) cuts cuts' : sorted <=%R cuts -> sorted <=%R cuts' -> exists2 m, sorted <=%R m &
  gives_no_less (cut_pair F t rate cuts) (cut_pair F t rate m) /\ gives_no_less (cut_pair F t rate cuts') (cut_pair F t rate m).
Proof.
move=> cs cs'; have tr : transitive (<=%R : rel R) by move=> y x z; exact: le_trans.
have tot : ssrbool.total (<=%R : rel R) by move=> x y; exact: le_total.
exists (sort <=%R (cuts ++ cuts')); first exact: sort_sorted.
split; apply: cuts_dominated.
  by rewrite -[cuts in subseq cuts _](sorted_sort tr) //; apply: subseq_sort => //; exact: prefix_subseq.
by rewrite -[cuts' in subseq cuts' _](sorted_sort tr) //; apply: subseq_sort => //; exact: suffix_subseq.
Qed.

Lemma joined_runs x s s' : one_run x s -> one_run x s' ->
  exists2 s'', one_run x s'' & gives_no_less s s'' /\ gives_no_less s' s''.
Proof.
case: x => [y|scale sensitivity rate|scale sensitivity rate|n k] /=; last 1 first.
  move=> [l eq ->] [l' eq' ->]; exists (binomial_pair R n k).
    by exists [seq [:: x] | x <- binomial_pair R n k]; rewrite ?flatten_ones ?merged_ones.
  by split; [rewrite -eq | rewrite -eq']; exact: gives_merged.
- by move=> -> ->; exists (pair_of_law xs y) => //; split; exact: gives_same.
- move=> [cuts cs ->] [cuts' cs' ->]; set F := normal_below _ _; set t := _ / _.
  by have [m ms both] := joined_cuts F t (real rate) cs cs'; exists (cut_pair F t (real rate) m) => //; exists m.
move=> [cuts cs ->] [cuts' cs' ->]; set F := laplace_below _; set t := _ / _.
by have [m ms both] := joined_cuts F t (real rate) cs cs'; exists (cut_pair F t (real rate) m) => //; exists m.
Qed.

Lemma some_run x : exists s, one_run x s.
Proof.
case: x => [y|scale sensitivity rate|scale sensitivity rate|n k] /=; first by eexists.
all: try by exists (merged [seq [:: x] | x <- binomial_pair R n k]), [seq [:: x] | x <- binomial_pair R n k]; rewrite ?flatten_ones.
all: by eexists; exists [::].
Qed.

Lemma common_run x n rs : List.Forall2 one_run (nseq n x) rs ->
  exists2 s, one_run x s & size rs = n /\ forall s', s' \in rs -> one_run x s' /\ gives_no_less s' s.
Proof.
elim: n rs => [|n ih] rs all; inversion all as [|x' s1 l' rs' one rest eq1 eq2] => {all}.
  by have [s so] := some_run x; exists s.
have [s so [sz every]] := ih _ rest; have [s' so' [le1 le]] := joined_runs one so; exists s' => //.
split=> [|t]; first by rewrite /= sz.
rewrite inE => /orP[/eqP -> //|/every[to ts]]; split=> //; exact: gives_trans ts le.
Qed.

Lemma dominated_nseq (rs : seq (seq (R * R))) s : masses s -> (forall s', s' \in rs -> masses s' /\ dominated s' s) ->
  dominated (runs rs) (runs (nseq (size rs) s)).
Proof.
move=> sm; elim: rs => [|s' rs ih] every; first exact: dominated_refl.
have [sm' dom] := every s' (mem_head _ _).
have rest t : t \in rs -> masses t /\ dominated t s by move=> h; apply: every; rewrite inE h orbT.
apply: dominated_both => //; last exact: ih.
  by apply: masses_runs => t /rest[].
by apply: masses_runs => t; rewrite mem_nseq => /andP[_ /eqP ->].
Qed.

Lemma split_forall2 (A B : Type) (P : A -> B -> Prop) l l' (m : seq B) : List.Forall2 P (l ++ l') m ->
  exists m1 m2, [/\ m = m1 ++ m2, List.Forall2 P l m1 & List.Forall2 P l' m2].
Proof.
elim: l m => [|x l ih] m; first by exists [::], m.
case: m => [|y m] all; inversion all as [|a b c d one rest eq1 eq2].
by have [m1 [m2 [-> f1 f2]]] := ih _ rest; exists (y :: m1), m2; split=> //; constructor.
Qed.

Definition swapped_steps (cs : seq (BinNums.positive * seq (R * R))) := [seq (x.1, swapped x.2) | x <- cs].
Lemma runs_ofP l places rs : (has_line l -> line_facts) -> runs_of gs guess W l places = Some rs ->
  forall ss, runs_are l ss -> (forall s, s \in ss -> two_laws s) /\
  exists cs, [/\ all_stand_for (@behind _) rs cs, all_stand_for (@behind _) (turned_runs rs) (swapped_steps cs),
    dominated (runs ss) (runs (steps cs)) & dominated (runs (map (@swapped R) ss)) (runs (steps (swapped_steps cs)))].
Proof.
elim: l places rs => [|[n x] l ih] [|[levels [e ij]] places] rs //= facts.
  move=> [<-] ss all; inversion all; split=> //; exists [::].
  by split=> //; exact: dominated_refl.
case ec: (cells_of_noise _ _ _ _ _ _) => [cells|//]; case er: (runs_of _ _ _ _ _) => [rest|//] [<-] ss.
have facts1 : is_line x -> line_facts by move=> h; apply: facts; rewrite h.
have facts2 : has_line l -> line_facts by move=> h; apply: facts; rewrite -/(has_line l) h orbT.
rewrite /runs_are /each_run /= => /split_forall2[s1 [s2 [-> all1 all2]]].
have [laws2 [cs [st st' dom dom']]] := ih _ _ facts2 er s2 all2.
have [s so [sz every]] := common_run all1.
have good s' : s' \in s1 -> [/\ two_laws s', dominated s' s & dominated (swapped s') (swapped s)].
  by move=> /every[so' [d d']]; have [tl _ _] := cells_of_noiseP facts1 ec so'.
have [[sm _ _] b b'] := cells_of_noiseP facts1 ec so; have sm' := masses_turned sm.
split; first by move=> t; rewrite mem_cat => /orP[/good[]|/laws2].
exists ((n, s) :: cs); split=> //.
  rewrite /steps /= !runs_cat; apply: dominated_both => //.
  - by apply: masses_runs => t /good[[]].
  - exact: masses_nseq.
  - by apply: masses_runs => t /laws2[].
  - apply: masses_steps st => c s'; by case.
  by rewrite -sz; apply: dominated_nseq => // t /good[[]].
rewrite map_cat /steps /= !runs_cat; apply: dominated_both => //.
- by apply: masses_runs => _ /mapP[t /good[[tm _ _] _ _] ->]; exact: masses_turned.
- exact: masses_nseq.
- by apply: masses_runs => _ /mapP[t /laws2[tm _ _] ->]; exact: masses_turned.
- apply: masses_steps st' => c s'; by case.
rewrite -sz -(size_map (@swapped R)); apply: dominated_nseq => // _ /mapP[t /good[[tm _ _] _ d] ->].
by split=> //; exact: masses_turned.
Qed.

End Runs.

Lemma archimedean_facts (R : archiFieldType) (exp I : R -> R) (whole : R) : exponential_function exp ->
  normal_integral exp I -> least_above I whole -> line_facts exp I whole.
Proof.
move=> ef integral above; have series y : 0 <= y -> is_exp y (exp y) := exp_is_exp ef (y := y).
have until_end x : 1 <= x -> I x <= whole <= I x + exp (- (x ^+ 2 / 2%:R)) := normal_whole ef integral above (x := x).
have below := series_below ef integral; have up := series_above ef integral.
split.
- by move=> a b; rewrite (ef_le ef).
- exact: normal_line.
- by move=> t; exact: (laplace_line ef).
- by move=> t; exact: (laplace_least ef).
- by move=> t; exact: (laplace_greatest ef).
- by move=> W p q W0; exact: exp_atP.
- by move=> W W0; exact: (whole_atP ef series W0 integral (odd_term := @odd_term R) _ _ below up until_end).
- by move=> W w p q W0; exact: (normal_atP ef series W0 integral above (odd_term := @odd_term R) _ _ below up until_end).
by move=> W p q W0; exact: laplace_atP.
Qed.
Lemma line_factsP (R : realFieldType) (exp I : R -> R) (whole : R) : Num.archimedean_axiom R -> exponential_function exp ->
  normal_integral exp I -> least_above I whole -> line_facts exp I whole.
Proof.
move=> archimedean; move: archimedean exp I whole; case: R => T c archimedean.
exact: (@archimedean_facts (ArchiFieldType (Num.RealField.Pack c) archimedean)).
Qed.

Section Meaning.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R) (guess : fraction_of_sums -> bracket).
Hypothesis denote : all_denote gs xs.

Lemma claimP ratio width unit_mass factor delta : check_claim gs ratio width unit_mass factor delta ->
  [/\ all check_generator gs, 0 < zr R width, 0 < zr R unit_mass,
    [/\ 1 <= quotient xs factor, 0 <= quotient xs delta <= 1 & 0 < eval_terms xs delta.2] & 1 < quotient xs ratio].
Proof.
case/and5P=> [stood /zr_gt0 W0 /zr_gt0 B0 f0 /and5P[fe g0 d0 gd /andP[r0 rt]]].
have sound := sums_sound (denote_stand stood denote).
move: f0 fe g0 d0 gd r0 rt => /(positiveP sound) f0 /(nonnegativeP sound) fe /(positiveP sound) g0.
move=> /(nonnegativeP sound) d0 /(nonnegativeP sound) gd /(positiveP sound) r0 /(positiveP sound) rt.
split; [exact: stood | exact: W0 | exact: B0 | split |] => //.
- by move: fe; rewrite ev_less subr_ge0 /quotient ler_pdivl_mulr // mul1r.
- by move: gd; rewrite ev_less subr_ge0 /quotient divr_ge0 ?(ltW g0) // ler_pdivr_mulr // mul1r.
by move: rt; rewrite ev_less subr_gt0 /quotient ltr_pdivl_mulr // mul1r.
Qed.

Variables (exp I : R -> R) (whole : R).
(** If there is noise on the line, exp is e^x, and I and the whole are integrals of e^(-u^2/2), from 0 to x and over x >= 0. *)
Definition functions_meant (l : seq (BinNums.positive * run_law)) : Prop := has_line l ->
  [/\ Num.archimedean_axiom R, exponential_function exp, normal_integral exp I & least_above I whole].
Lemma meant_facts l : functions_meant l -> has_line l -> line_facts exp I whole.
Proof. by move=> meant /meant[]; exact: line_factsP. Qed.

(** What is accepted is true, whatever was guessed: of all runs in both directions, as lists of pairs. *)
Theorem check_composition_sound l places ratio width unit_mass lowest highest depth factor delta : functions_meant l ->
  check_composition gs guess l places ratio width unit_mass lowest highest depth factor delta ->
  forall rs, runs_are xs exp I whole l rs ->
  [/\ 1 <= quotient xs factor, 0 <= quotient xs delta <= 1, forall s, s \in rs -> two_laws s,
      divergence (quotient xs factor) (runs rs) <= quotient xs delta
    & divergence (quotient xs factor) (runs [seq swapped s | s <- rs]) <= quotient xs delta].
Proof.
move=> /meant_facts facts; case/andP=> /claimP[stood W0 B0 [E1 d01 g0] G1].
case er: (enclose _ _ ratio) => [r|//]; case ef: (enclose _ _ factor) => [e|//]; case eu: (runs_of _ _ _ _ _) => [cells|//].
have rG := encloseP denote stood er; have eE := encloseP denote stood ef.
set gr := Grid _ _ _ _ _; move=> /andP[one two] rs are; have E0 : 0 <= quotient xs factor := le_trans ler01 E1.
have [laws [cs [st st' dom dom']]] := runs_ofP denote stood W0 facts eu are; split=> //.
  by apply: le_trans (dom _ E0) _; apply: (keepsP denote stood (g := gr) G1 rG W0 B0 eE g0 one st).
by apply: le_trans (dom' _ E0) _; apply: (keepsP denote stood (g := gr) G1 rG W0 B0 eE g0 two st').
Qed.

Lemma masses_swapped (s : seq (R * R)) : masses s -> masses (swapped s).
Proof. exact: masses_turned. Qed.

(** Steps that may depend on all answers before: if every step gives away no more than its law, then all events of all
    answers keep delta, in both directions. The product of the laws is the case of steps that ask nothing before. *)
Theorem check_composition_adaptive l places ratio width unit_mass lowest highest depth factor delta : functions_meant l ->
  check_composition gs guess l places ratio width unit_mass lowest highest depth factor delta ->
  forall bounds, runs_are xs exp I whole l bounds -> forall (T : finType) (p q : seq T -> T -> R),
  (forall before x, 0 <= p before x /\ 0 <= q before x) ->
  (forall before, (size before < size bounds)%N -> dominated (next_pair p q before) (nth [::] bounds (size before)) /\
    dominated (next_pair q p before) (swapped (nth [::] bounds (size before)))) ->
  close_to (quotient xs factor) (quotient xs delta) (adaptive_law p (k := size bounds)) (adaptive_law q (k := size bounds)) /\
  close_to (quotient xs factor) (quotient xs delta) (adaptive_law q (k := size bounds)) (adaptive_law p (k := size bounds)).
Proof.
move=> meant ok bounds are T p q pos dom; have [E1 _ laws one two] := check_composition_sound meant ok are.
have E0 : 0 <= quotient xs factor by apply: le_trans E1.
split; first by apply: (adaptive_sound E0 pos) one => [s /laws[]//|h /dom[]].
have sz : size bounds = size [seq swapped s | s <- bounds] by rewrite size_map.
rewrite sz; apply: (adaptive_sound E0 _ _ _ two) => [h x|s /mapP[t /laws[tm _ _] ->]|h].
- by have [? ?] := pos h x.
- exact: masses_swapped.
by rewrite -sz => lt; rewrite (nth_map [::]) //; have [] := dom h lt.
Qed.

(** One law with a count of k: the product of k independent runs of a pair of laws on finitely many outcomes. *)
Theorem check_composition_product n x places ratio width unit_mass lowest highest depth factor delta
    (T : finType) (P Q : T -> R) : functions_meant [:: (n, x)] ->
  check_composition gs guess [:: (n, x)] places ratio width unit_mass lowest highest depth factor delta ->
  one_run xs exp I whole x [seq (P t, Q t) | t <- enum T] ->
  let k := Pos.to_nat n in let E := quotient xs factor in let d := quotient xs delta in
  close_to E d (adaptive_law (k := k) (fun _ => P)) (adaptive_law (k := k) (fun _ => Q)) /\
  close_to E d (adaptive_law (k := k) (fun _ => Q)) (adaptive_law (k := k) (fun _ => P)).
Proof.
move=> meant ok one k E d.
have all : runs_are xs exp I whole [:: (n, x)] (nseq k [seq (P t, Q t) | t <- enum T]).
  by rewrite /runs_are /each_run /= cats0 -/k; elim: k => [|k ih] /=; constructor.
have [_ _ _] := check_composition_sound meant ok all; rewrite map_nseq => first second.
split; apply/close_to_hockey_stick; rewrite adaptive_attained //.
by move: second; rewrite /swapped -map_comp.
Qed.
End Meaning.
