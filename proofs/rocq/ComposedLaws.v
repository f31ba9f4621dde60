(** * Composed laws: a checker of the kind composition, and that what it accepts is true

    The laws finite, randomized_response and discrete_laplace of docs/certificate-format.md, the last one as its cells:
    all integers up to 0 are one outcome, and so are all from the sensitivity on, at each of which the two laws have one
    ratio. Each quotient of the statement gets a bracket
    that is guessed and then checked by signs; the rest is done in integers (Lattice.v). *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Certificates Composition Adaptive Lattice.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

Definition fraction_of_sums := (terms * terms)%type.
(** The probabilities of both laws; or a truth p/q and k categories; or a base, a sensitivity, and a rate p/q. *)
Inductive law :=
  Finite of seq fraction_of_sums & seq fraction_of_sums | Response of Z & Z & Z
| Geometric of fraction_of_sums & nat & Z & Z.

Definition number (z : Z) : terms := [:: (z, [::])].
Definition less (a b : terms) : terms := add_terms a (opp_terms b).
Definition power_of_sum (a : terms) (k : nat) : terms := iter k (mul_terms a) (number Z.one).
(** The mass of the cell z of geometric noise with the base n/d, times n^s (n + d). *)
Definition numerator (n d : terms) (s z : nat) : terms :=
  if z == 0%N then power_of_sum n s.+1 else
  if z == s then mul_terms (power_of_sum d s) n else
  mul_terms (power_of_sum d z) (mul_terms (less n d) (power_of_sum n (s - z))).
Definition outcomes (l : law) : seq (fraction_of_sums * fraction_of_sums) :=
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
Definition check_law (l : law) : bool :=
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
(** The evidence for each law: the levels of the lattice, and the places of its outcomes. *)
Definition places_of_law := (seq level * seq (Z * Z))%type.
Definition run := (BinNums.positive * (seq level * seq cell))%type.
Fixpoint runs_of (l : seq (BinNums.positive * law)) (places : seq places_of_law) : option (seq run) :=
  match l, places with
  | [::], [::] => Some [::]
  | (n, x) :: l', (levels, ij) :: places' =>
      if check_law x then
        if cells_of (outcomes x) ij is Some cells then
          if runs_of l' places' is Some rest then Some ((n, (levels, cells)) :: rest) else None
        else None
      else None
  | _, _ => None
  end.

(** The other direction: both laws are exchanged, and the cell is at the places -j and -i. *)
Definition turned (c : cell) : cell := let: (p, q, (i, j)) := c in (q, p, (Z.opp j, Z.opp i)).
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
Definition check_composition (l : seq (BinNums.positive * law)) (places : seq places_of_law) (ratio : fraction_of_sums)
    (width unit_mass lowest highest : Z) (depth : nat) (factor delta : fraction_of_sums) : bool :=
  check_claim ratio width unit_mass factor delta &&
  if enclose ratio is Some r then
    if enclose factor is Some e then
      if runs_of l places is Some runs then
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
Definition pair_of_law (l : law) : seq (R * R) :=
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
(** Every run of every law, and the same with the two laws exchanged. *)
Definition all_runs (l : seq (BinNums.positive * law)) : seq (seq (R * R)) :=
  flatten [seq nseq (Pos.to_nat x.1) (pair_of_law x.2) | x <- l].

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
Lemma turnedP cells (s : seq (R * R)) : stand cells s -> stand (map turned cells) (swapped s).
Proof. by elim: cells s => [|[[p q] [i j]] cells ih] [|x s] //= [ep eq /ih st]. Qed.

Lemma runs_ofP l places rs : runs_of gs guess l places = Some rs ->
  let s := [seq (x.1, pair_of_law x.2) | x <- l] in
  [/\ all_stand_for (@stand _ _) rs s, all_stand_for (@stand _ _) (turned_runs rs) [seq (x.1, swapped x.2) | x <- s]
    & forall t, t \in all_runs l -> two_laws t].
Proof.
elim: l places rs => [|[n x] l ih] [|[levels ij] places] rs //=; first by case=> <-.
case: ifP => // ok; case ec: (cells_of _ _ _ _) => [cells|//]; case er: (runs_of _ _ _ _) => [rest|//] [<-].
have [st st' laws] := ih _ _ er; have := cells_ofP ec; rewrite outcomesP //= => h; have h' := turnedP h; split=> //.
move=> t; rewrite /all_runs /= mem_cat => /orP[|/laws //].
by rewrite mem_nseq => /andP[_ /eqP ->]; exact: lawP.
Qed.
Lemma keepsP g depth (G E : R) delta rs s : 1 < G -> encloses (ratio g) G -> 0 < zr (width g) -> 0 < zr (unit_mass g) ->
  forall e, encloses e E -> 0 < ev delta.2 -> keeps gs g depth e delta rs -> all_stand_for (@stand _ _) rs s ->
  excess E (runs (steps s)) <= quotient xs delta.
Proof.
move=> G1 eG W0 B0 e eE d0; rewrite /keeps; case co: (composed_above g depth rs) => [x|//] /(nonnegativeP sound).
rewrite ev_less !ev_mul !ev_number subr_ge0 => le st; have fit : fits g G by split.
have [vx dom] := composed_aboveP fit co st.
apply: le_trans (dom _ (encloses_ge0 eE)) _; rewrite excess_pair // -(ler_pmul2r B0).
have eG' : encloses (ratio (last_grid g depth)) (G ^+ (2 ^ depth)) by apply: coarserP.
apply: le_trans (provedP (raised_gt1 depth G1) eG' W0 B0 eE vx) _.
by rewrite /quotient [X in _ <= X]mulrAC ler_pdivl_mulr // [X in X <= _]mulrC.
Qed.

Lemma steps_all_runs l : steps [seq (x.1, pair_of_law x.2) | x <- l] = all_runs l.
Proof. by rewrite /steps /all_runs -map_comp. Qed.
Lemma steps_swapped (l : seq (BinNums.positive * seq (R * R))) :
  steps [seq (x.1, swapped x.2) | x <- l] = [seq swapped x | x <- steps l].
Proof.
rewrite /steps map_flatten -!map_comp; congr flatten; apply: eq_map => x /=.
by rewrite map_nseq.
Qed.
End Soundness.

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

(** What is accepted is true, whatever was guessed: of all runs in both directions, as lists of pairs. *)
Theorem check_composition_sound l places ratio width unit_mass lowest highest depth factor delta :
  check_composition gs guess l places ratio width unit_mass lowest highest depth factor delta ->
  [/\ 1 <= quotient xs factor, 0 <= quotient xs delta <= 1, forall s, s \in all_runs xs l -> two_laws s,
      excess (quotient xs factor) (runs (all_runs xs l)) <= quotient xs delta
    & excess (quotient xs factor) (runs [seq swapped s | s <- all_runs xs l]) <= quotient xs delta].
Proof.
case/andP=> /claimP[stood W0 B0 [E1 d01 g0] G1].
case er: (enclose _ _ ratio) => [r|//]; case ef: (enclose _ _ factor) => [e|//]; case eu: (runs_of _ _ _ _) => [rs|//].
have rG := encloseP denote stood er; have eE := encloseP denote stood ef.
have [st st' laws] := runs_ofP denote stood eu.
set gr := Grid _ _ _ _ _; move=> /andP[one two]; split=> //.
- by rewrite -steps_all_runs; apply: (keepsP denote stood (g := gr) G1 rG W0 B0 eE g0 one st).
by rewrite -steps_all_runs -steps_swapped; apply: (keepsP denote stood (g := gr) G1 rG W0 B0 eE g0 two st').
Qed.

Lemma masses_swapped (s : seq (R * R)) : masses s -> masses (swapped s).
Proof. by move=> h _ /mapP[x /h[? ?] ->]. Qed.

(** Steps that may depend on all answers before: if every step gives away no more than its law, then all events of all
    answers keep delta, in both directions. The product of the laws is the case of steps that ask nothing before. *)
Theorem check_composition_adaptive l places ratio width unit_mass lowest highest depth factor delta :
  check_composition gs guess l places ratio width unit_mass lowest highest depth factor delta ->
  let bounds := all_runs xs l in
  forall (T : finType) (p q : seq T -> T -> R),
  (forall before x, 0 <= p before x /\ 0 <= q before x) ->
  (forall before, (size before < size bounds)%N -> dominated (next_pair p q before) (nth [::] bounds (size before)) /\
    dominated (next_pair q p before) (swapped (nth [::] bounds (size before)))) ->
  close_to (quotient xs factor) (quotient xs delta) (adaptive_law p (k := size bounds)) (adaptive_law q (k := size bounds)) /\
  close_to (quotient xs factor) (quotient xs delta) (adaptive_law q (k := size bounds)) (adaptive_law p (k := size bounds)).
Proof.
move=> ok bounds T p q pos dom; have [E1 _ laws one two] := check_composition_sound ok.
have E0 : 0 <= quotient xs factor by apply: le_trans E1.
split; first by apply: (adaptive_sound E0 pos) one => [s /laws[]//|h /dom[]].
have sz : size bounds = size [seq swapped s | s <- bounds] by rewrite size_map.
rewrite sz; apply: (adaptive_sound E0 _ _ _ two) => [h x|s /mapP[t /laws[tm _ _] ->]|h].
- by have [? ?] := pos h x.
- exact: masses_swapped.
by rewrite -sz => lt; rewrite (nth_map [::]) //; have [] := dom h lt.
Qed.
End Meaning.

(** One law with a count of k: the product of k independent runs of a pair of laws on finitely many outcomes. *)
Section Product.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R) (guess : fraction_of_sums -> bracket).
Hypothesis denote : all_denote gs xs.

Theorem check_composition_product n x places ratio width unit_mass lowest highest depth factor delta
    (T : finType) (P Q : T -> R) :
  check_composition gs guess [:: (n, x)] places ratio width unit_mass lowest highest depth factor delta ->
  [seq (P t, Q t) | t <- enum T] = pair_of_law xs x ->
  let k := Pos.to_nat n in let E := quotient xs factor in let d := quotient xs delta in
  close_to E d (adaptive_law (k := k) (fun _ => P)) (adaptive_law (k := k) (fun _ => Q)) /\
  close_to E d (adaptive_law (k := k) (fun _ => Q)) (adaptive_law (k := k) (fun _ => P)).
Proof.
move=> ok eq k E d; have [E1 _ _] := check_composition_sound denote ok.
rewrite /all_runs /= cats0 map_nseq -eq => one two.
split; apply/close_to_hockey_stick; rewrite adaptive_attained //.
by move: two; rewrite /swapped -map_comp.
Qed.
End Product.
