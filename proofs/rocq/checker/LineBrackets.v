(** * LineBrackets: brackets of e^x, and of the probabilities that normal and Laplace noise are below a point

    In integers over W, which says how finely, as in Lattice.v. A series is summed until its next term is small, with the last
    term once more for all further ones, each at most half of the one before. e^x is a square of squares, the integral of the
    normal density as in dpexact/kernel/noise_line.py. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsLaws Exponential Checker Numbers Lattice.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The functions *)

(** A step, as often as n says or until it is done. *)
Section Loop.
Variables (A : Type) (done : A -> bool) (step : A -> A).
Fixpoint loop (n : BinNums.positive) (s : A) {struct n} : A :=
  if done s then s else
  match n with xH => step s | xO n' => loop n' (loop n' s) | xI n' => loop n' (loop n' (step s)) end.
End Loop.

Definition two : Z := Zpos (xO xH).
Definition twice (a : Z) : Z := Z.add a a.

(** A term of a series and the sum up to it, between integers over W. The next term is this one times y = p/q over the next
    index. *)
Record summed := Summed { last_index : Z; least : Z; most : Z; low_sum : Z; high_sum : Z }.
Section Series.
Variables (W gap p q : Z).
Definition enough (s : summed) : bool := Z.leb (twice p) (Z.mul q (Z.add (last_index s) gap)).
Definition next_summed (a b : Z) (s : summed) : summed :=
  let k := Z.add (last_index s) gap in
  let under := round_down (Z.mul (least s) a) (Z.mul W k) in
  let over := round_up (Z.mul (most s) b) (Z.mul W k) in
  Summed k under over (Z.add (low_sum s) under) (Z.add (high_sum s) over).
Definition all_summed (s : summed) : summed :=
  if W is Zpos w then
    loop (fun s => Z.leb (most s) Z.one && enough s)
      (next_summed (round_down (Z.mul W p) q) (round_up (Z.mul W p) q)) w s
  else s.
End Series.

(** e^(p/q) for p > 0: the series where p/q is small, else the square of e^(p/(2q)). *)
Definition exp_series (W p q : Z) : bracket :=
  let s := all_summed W Z.one p q (Summed Z0 W W W W) in Bracket (low_sum s) (Z.add (high_sum s) (most s)) W.
Definition square_of (W : Z) (x : bracket) : bracket := product_of W x x.
Fixpoint exp_halved (W p : Z) (n : BinNums.positive) (q : Z) {struct n} : bracket :=
  if Z.leb (Z.mul (Zpos (xO (xO (xO (xO (xO xH)))))) p) q then exp_series W p q else
  match n with
  | xH => square_of W (square_of W (exp_series W p (twice (twice q))))
  | xO n' | xI n' => square_of W (exp_halved W p n' (twice q))
  end.
(** What is at least 1 may be inverted. *)
Definition inverse_of (W : Z) (x : bracket) : bracket :=
  let l := larger (lo x) (den x) in shorter W (Bracket (Z.mul (den x) l) (Z.mul (den x) (hi x)) (Z.mul l (hi x))).
Definition exp_at (W p q : Z) : bracket :=
  match p with
  | Z0 => Bracket Z.one Z.one Z.one
  | Zpos n => exp_halved W p n q
  | Zneg n => inverse_of W (exp_halved W (Zpos n) n q)
  end.

(** The integral of e^(-u^2/2) from 0 to p/q >= 0, which is at most p/q. *)
Definition integral_at (W p q : Z) : bracket :=
  let under := round_down (Z.mul W p) q in
  let over := round_up (Z.mul W p) q in
  let p2 := Z.mul p p in let q2 := Z.mul q q in
  let s := all_summed W two p2 q2 (Summed Z.one under over under over) in
  if enough two p2 q2 s then
    product_of W (exp_at W (Z.opp p2) (twice q2)) (Bracket (low_sum s) (Z.add (high_sum s) (most s)) W)
  else Bracket Z0 over W.

(** The integral over the half line: that up to an integer x with x^2/2 >= the digits of W has little less. *)
Fixpoint digits (n : BinNums.positive) : Z :=
  match n with xH => Z.one | xO n' | xI n' => Z.add (digits n') Z.one end.
Definition size_of (W : Z) : Z := if W is Zpos w then digits w else Z.one.
Definition far_end (W : Z) : Z :=
  if W is Zpos w then loop (fun x => Z.leb (twice (size_of W)) (Z.mul x x)) (Z.add Z.one) w Z.one else Z.one.
Definition whole_at (W : Z) : bracket :=
  let x := far_end W in
  let i := integral_at W x Z.one in
  let e := exp_at W (Z.opp (Z.mul x x)) two in
  shorter W (Bracket (Z.mul (lo i) (den e)) (Z.add (Z.mul (hi i) (den e)) (Z.mul (hi e) (den i))) (Z.mul (den i) (den e))).

(** Probabilities, over 2 W. From 0 on it is 1/2 + x/(2 y) for the integral x up to the point and the whole y, and at least
    1 - e^(-n) where the square of the point is at least 2 n. *)
Definition above_half (W : Z) (x y : bracket) : bracket :=
  Bracket (Z.add W (round_down (Z.mul W (Z.mul (lo x) (den y))) (Z.mul (den x) (hi y))))
    (if Z.leb (lo y) Z0 then twice W
     else smaller (twice W) (Z.add W (round_up (Z.mul W (Z.mul (hi x) (den y))) (Z.mul (den x) (lo y))))) (twice W).
Definition complement (x : bracket) : bracket := Bracket (larger Z0 (minus (den x) (hi x))) (minus (den x) (lo x)) (den x).
Definition normal_from (W : Z) (whole : bracket) (p q : Z) : bracket :=
  let n := size_of W in
  if Z.leb (Z.mul (twice n) (Z.mul q q)) (Z.mul p p) then
    let e := exp_at W (Z.opp n) Z.one in
    Bracket (larger Z0 (minus (twice W) (round_up (Z.mul (twice W) (hi e)) (den e)))) (twice W) (twice W)
  else above_half W (integral_at W p q) whole.
Definition normal_at (W : Z) (whole : bracket) (p q : Z) : bracket :=
  if Z.ltb p Z0 then complement (normal_from W whole (Z.opp p) q) else normal_from W whole p q.

Definition half_of (W : Z) (x : bracket) : bracket :=
  Bracket (round_down (Z.mul W (lo x)) (den x)) (round_up (Z.mul W (hi x)) (den x)) (twice W).
Definition laplace_at (W p q : Z) : bracket :=
  if Z.leb p Z0 then half_of W (exp_at W p q) else complement (half_of W (exp_at W (Z.opp p) q)).

(** ** Soundness *)

Lemma larger_cases a b : larger a b = a \/ larger a b = b.
Proof. by rewrite /larger; case: ifP; [right | left]. Qed.

Lemma loopP (A : Type) (P : A -> Prop) done step n s : (forall s, P s -> P (step s)) -> P s -> P (@loop A done step n s).
Proof.
move=> keep; elim: n s => [n ih|n ih|] s Ps /=; case: (done s) => //; [|exact: ih (ih _ _)|exact: keep].
by apply: (ih _ (ih _ _)); apply: keep.
Qed.

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Notation zr := (Numbers.zr R).

Lemma zr_two : zr two = 2%:R.
Proof. by rewrite -[two]/(Z.add Z.one Z.one) zrD zr1 -(natrD _ 1 1). Qed.
Lemma zr_twice a : zr (twice a) = 2%:R * zr a.
Proof. by rewrite zrD mulr_natl mulr2n. Qed.

Section Series.
Variables (W gap p q : Z) (first : R) (term : nat -> R).
Hypotheses (W0 : 0 < zr W) (q0 : 0 < zr q) (p0 : 0 <= zr p) (gap0 : 0 < zr gap) (first0 : 0 <= first).
Notation y := (zr p / zr q).
Hypothesis terms : forall n, term n.+1 = term n * y / (first + n.+1%:R * zr gap).

(** Numbers of the terms that are summed. *)
Definition sums_up_to (s : summed) (n : nat) : Prop :=
  [/\ zr (last_index s) = first + n%:R * zr gap, 0 <= zr (least s), 0 <= zr (low_sum s), zr (least s) <= term n * zr W <= zr (most s)
    & zr (low_sum s) <= (\sum_(k < n.+1) term k) * zr W <= zr (high_sum s)].

Lemma next_summedP a b s n : 0 <= zr a -> zr a <= y * zr W <= zr b -> sums_up_to s n ->
  sums_up_to (next_summed W gap a b s) n.+1.
Proof.
move=> a0 /andP[ay yb] [ind l0 s0 /andP[lt tm] /andP[ls sh]].
have k1 : zr (Z.add (last_index s) gap) = first + n.+1%:R * zr gap.
  by rewrite zrD ind -[n.+1]addn1 natrD mulrDl mul1r addrA.
have k0 : 0 < zr (Z.add (last_index s) gap).
  by rewrite k1 ltr_paddl // mulr_gt0 ?ltr0n.
have d0 : 0 < zr (Z.mul W (Z.add (last_index s) gap)) by rewrite zrM mulr_gt0.
have y0 : 0 <= y by rewrite divr_ge0 // ltW.
have yW0 : 0 <= y * zr W by rewrite mulr_ge0 // ltW.
have tW0 : 0 <= term n * zr W by apply: le_trans lt.
have next : term n.+1 * zr W * zr (Z.mul W (Z.add (last_index s) gap)) = (term n * zr W) * (y * zr W).
  rewrite terms zrM -k1; have k2 : zr (Z.add (last_index s) gap) != 0 by rewrite gt_eqF.
  have q1 : zr q != 0 by rewrite gt_eqF.
  by move: (zr (Z.add _ _)) (zr q) (zr p) (zr W) k2 q1 => k u v w k2 q1; field; rewrite k2 q1.
have under : zr (round_down (Z.mul (least s) a) (Z.mul W (Z.add (last_index s) gap))) <= term n.+1 * zr W.
  rewrite -(ler_pmul2r d0) next; apply: le_trans (round_downP _ d0) _; rewrite zrM.
  exact: ler_pmul.
have over : term n.+1 * zr W <= zr (round_up (Z.mul (most s) b) (Z.mul W (Z.add (last_index s) gap))).
  rewrite -(ler_pmul2r d0) next; apply: le_trans (round_upP _ d0); rewrite zrM.
  exact: ler_pmul.
have low0 : 0 <= zr (round_down (Z.mul (least s) a) (Z.mul W (Z.add (last_index s) gap))).
  by apply: round_down_ge0 => //; rewrite zrM mulr_ge0.
split=> //=; [by rewrite zrD addr_ge0 | by rewrite under over |].
by rewrite big_ord_recr /= mulrDl !zrD !ler_add.
Qed.

Lemma all_summedP s : sums_up_to s 0 -> exists n, sums_up_to (all_summed W gap p q s) n.
Proof.
move=> start; rewrite /all_summed; case: W W0 next_summedP start => [|w|w] w0 next start; try by exists 0%N.
apply: (loopP (P := fun s => exists n, sums_up_to s n)); last by exists 0%N.
move=> s' [n sn]; exists n.+1; apply: next sn.
  by apply: round_down_ge0 => //; rewrite zrM mulr_ge0 // ltW.
have e : y * zr (Zpos w) * zr q = zr (Z.mul (Zpos w) p).
  by rewrite zrM mulrAC divfK ?gt_eqF // mulrC.
by apply/andP; split; rewrite -(ler_pmul2r q0) e; [exact: round_downP | exact: round_upP].
Qed.
End Series.

Lemma inverse_ofP W x (v : R) : encloses x v -> 1 <= v -> encloses (inverse_of W x) (v^-1).
Proof.
move=> [d0 l0 lv vh] v1; apply: shorterP; have v0 : 0 < v by apply: lt_le_trans ltr01 v1.
have dv : zr (den x) <= v * zr (den x) by rewrite ler_pmull.
set l := larger (lo x) (den x); have [_ l1] := larger_ge R (lo x) (den x).
have lv' : zr l <= v * zr (den x) by rewrite /l /larger; case: ifP.
have p0 : 0 < zr l by apply: lt_le_trans l1.
have h0 : 0 < zr (hi x) by apply: lt_le_trans vh; rewrite mulr_gt0.
split; rewrite /= !zrM; first exact: mulr_gt0.
- by rewrite mulr_ge0 ?ltW.
- by rewrite ler_pdivl_mull // mulrA [zr l * _]mulrC ler_pmul2r.
by rewrite ler_pdivr_mull // mulrA ler_pmul2r.
Qed.

Variables exp : R -> R.
Hypothesis ef : exponential_function exp.
Hypothesis series_exp : forall y, 0 <= y -> is_exp y (exp y).
Variable W : Z.
Hypothesis W0 : 0 < zr W.

Lemma exp_seriesP p q : 0 < zr q -> 0 <= zr p -> 2%:R * zr p <= zr q -> encloses (exp_series W p q) (exp (zr p / zr q)).
Proof.
move=> q0 p0 small; set y := zr p / zr q; have y0 : 0 <= y by rewrite divr_ge0 // ltW.
have terms n : y ^+ n.+1 / n.+1`!%:R = y ^+ n / n`!%:R * y / (0 + n.+1%:R * zr Z.one).
  have f1 : (n`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
  have n1 : (n.+1%:R : R) != 0 by rewrite pnatr_eq0.
  rewrite zr1 mulr1 add0r exprSr factS natrM.
  by move: (n`!%:R : R) (n.+1%:R : R) (y ^+ n) f1 n1 => u v w f1 n1; field; rewrite f1 n1.
have gap0 : 0 < zr Z.one by rewrite zr1 ltr01.
have start : sums_up_to W Z.one 0 (fun n => y ^+ n / n`!%:R) (Summed Z0 W W W W) 0.
  by split=> /=; rewrite ?mul0r ?addr0 ?big_ord1 ?expr0 ?fact0 ?divr1 ?mul1r ?lexx // ltW.
have [n [_ _ s0 /andP[lt tm] /andP[ls sh]]] := all_summedP W0 q0 p0 gap0 (lexx 0) terms start.
have [below above] := series_exp y0 (leqnn n).
have few : 2%:R * y <= n.+1%:R.
  rewrite mulrA ler_pdivr_mulr //; apply: le_trans small _; apply: ler_pemull; [exact: ltW | by rewrite ler1n].
split=> //=; first by apply: le_trans ls _; rewrite ler_pmul2r.
rewrite zrD; apply: le_trans (ler_add sh tm); rewrite -mulrDl ler_pmul2r //.
exact: above.
Qed.

Lemma square_ofP x (a : R) : encloses x (exp a) -> encloses (square_of W x) (exp (a + a)).
Proof. by move=> h; have [add _] := ef; rewrite add; apply: product_ofP. Qed.

Lemma two_halves p q : zr p / zr q = zr p / zr (twice q) + zr p / zr (twice q).
Proof.
rewrite zr_twice -mulrDl -mulr2n -mulr_natl invfM mulrACA divff ?mul1r //.
by rewrite pnatr_eq0.
Qed.

Lemma exp_halvedP p n q : 0 < zr q -> 0 <= zr p -> zr p <= (zr (Zpos n) + 1) * zr q ->
  encloses (exp_halved W p n q) (exp (zr p / zr q)).
Proof.
have leaf p' q' : 0 <= zr p' -> Z.leb (Z.mul (Zpos (xO (xO (xO (xO (xO xH)))))) p') q' -> 2%:R * zr p' <= zr q'.
  by move=> /zr_nonneg p0 /Z.leb_le le; rewrite -zr_twice; apply: zr_mono; rewrite /twice; lia.
have more q' : 0 < zr q' -> 0 < zr (twice q') by move=> q0; rewrite zr_twice mulr_gt0 ?ltr0n.
elim: n q => [n ih|n ih|] q q0 p0 le /=; case: ifP => [/(leaf _ _ p0) small|_]; try exact: exp_seriesP.
- rewrite two_halves; apply: square_ofP; apply: ih => //; first exact: more.
  apply: le_trans le _; rewrite zr_twice mulrA ler_pmul2r //.
  have -> : Zpos (xI n) = Z.add (twice (Zpos n)) Z.one by rewrite Pos2Z.inj_xI /twice Z.add_diag.
  have two_ones : 1 + 1 = 2%:R :> R by rewrite -(natrD _ 1 1).
  by rewrite zrD zr1 zr_twice -addrA two_ones [X in _ <= X]mulrC mulrDr mulr1.
- rewrite two_halves; apply: square_ofP; apply: ih => //; first exact: more.
  apply: le_trans le _; rewrite zr_twice mulrA ler_pmul2r //.
  have -> : Zpos (xO n) = twice (Zpos n) by rewrite Pos2Z.inj_xO /twice Z.add_diag.
  by rewrite zr_twice [X in _ <= X]mulrC mulrDr mulr1 ler_add2l ler1n.
rewrite two_halves; apply: square_ofP; rewrite two_halves; apply: square_ofP; apply: exp_seriesP => //.
  by rewrite !more.
rewrite !zr_twice; apply: ler_wpmul2l; first exact: ler0n.
by apply: le_trans le _; rewrite -[Zpos xH]/(Z.one) zr1 ler_pmul2r // -(natrD _ 1 1).
Qed.

Lemma exp_atP p q : 0 < zr q -> encloses (exp_at W p q) (exp (zr p / zr q)).
Proof.
have low n q' : 0 < zr q' -> zr (Zpos n) <= (zr (Zpos n) + 1) * zr q'.
  move=> q0; have n0 : 0 <= zr (Zpos n) by apply: zr_ge0.
  have q1 : 1 <= zr q' by have /Z.le_succ_l/zr_mono := zr_pos q0; apply.
  by apply: le_trans (ler_pemulr _ q1); rewrite ?ler_addl ?addr_ge0 ?ler01.
move=> q0; case: p => [|n|n] /=.
- by rewrite zr0 mul0r (ef_0 ef); split; rewrite /= ?zr1 ?mulr1 ?ltr01 ?ler01.
- by apply: exp_halvedP => //; [apply: zr_ge0 | exact: low].
rewrite -[Zneg n]/(Z.opp (Zpos n)) zrN mulNr.
have -> : exp (- (zr (Zpos n) / zr q)) = (exp (zr (Zpos n) / zr q))^-1.
  by apply: (mulfI (lt0r_neq0 (ef_pos ef (zr (Zpos n) / zr q)))); rewrite (ef_inv ef) divff // gt_eqF // (ef_pos ef).
have n0 : 0 <= zr (Zpos n) by apply: zr_ge0.
apply: inverse_ofP; first by apply: exp_halvedP => //; exact: low.
by have [_ h] := ef; apply: le_trans (h _); rewrite ler_addl divr_ge0 // ltW.
Qed.

Variables (I : R -> R) (whole : R) (odd_term : nat -> R -> R).
Hypotheses (integral : normal_integral exp I) (everything : least_above I whole).
Hypothesis odd_first : forall x, odd_term 0 x = x.
Hypothesis odd_next : forall n x, odd_term n.+1 x = odd_term n x * x ^+ 2 / (2 * n + 3)%N%:R.
Hypothesis series_below : forall n x, 0 <= x -> exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n) odd_term k x) <= I x.
Hypothesis series_above : forall n x, 0 <= x -> 2%:R * x ^+ 2 <= (2 * n.+1).+1%:R ->
  I x <= exp (- (x ^+ 2 / 2%:R)) * (\sum_(k < n.+1) odd_term k x + odd_term n x).
Hypothesis until_end : forall x, 1 <= x -> I x <= whole <= I x + exp (- (x ^+ 2 / 2%:R)).

Lemma integral_start : I 0 = 0.
Proof.
case: integral => opp _; have := opp 0; rewrite oppr0 => /eqP; rewrite -subr_eq0 opprK -mulr2n -mulr_natl mulf_eq0.
by rewrite pnatr_eq0 => /eqP.
Qed.
Lemma integral_range x : 0 <= x -> 0 <= I x <= x.
Proof.
move=> x0; case: integral => _ step; have := step 0 x (lexx 0) x0.
rewrite integral_start !subr0 expr0n /= mul0r oppr0 (ef_0 ef) mulr1 => /andP[lo ->]; rewrite andbT.
by apply: le_trans lo; rewrite mulr_ge0 // ltW // (ef_pos ef).
Qed.

Lemma integral_atP p q : 0 < zr q -> 0 <= zr p -> encloses (integral_at W p q) (I (zr p / zr q)).
Proof.
move=> q0 p0; set x := zr p / zr q; have x0 : 0 <= x by rewrite divr_ge0 // ltW.
have xq : x * zr q = zr p by rewrite /x divfK // gt_eqF.
have [I0 Ix] := andP (integral_range x0).
have under : zr (round_down (Z.mul W p) q) <= x * zr W.
  by rewrite -(ler_pmul2r q0) mulrAC xq [zr p * _]mulrC -[zr W * _]zrM; exact: round_downP.
have over : x * zr W <= zr (round_up (Z.mul W p) q).
  by rewrite -(ler_pmul2r q0) mulrAC xq [zr p * _]mulrC -[zr W * _]zrM; exact: round_upP.
have under0 : 0 <= zr (round_down (Z.mul W p) q) by apply: round_down_ge0 => //; rewrite zrM mulr_ge0 // ltW.
have q20 : 0 < zr (Z.mul q q) by rewrite zrM mulr_gt0.
have p20 : 0 <= zr (Z.mul p p) by rewrite zrM mulr_ge0.
have x2 : zr (Z.mul p p) / zr (Z.mul q q) = x ^+ 2 by rewrite !zrM invfM mulrACA expr2.
have two0 : 0 < zr two by rewrite zr_two ltr0n.
have terms n : odd_term n.+1 x = odd_term n x * (zr (Z.mul p p) / zr (Z.mul q q)) / (1 + n.+1%:R * zr two).
  rewrite x2 odd_next; congr (_ / _); rewrite zr_two -natrM -(natrD _ 1); congr _%:R.
  by rewrite mulnC mulSn addnA addnC.
have start : sums_up_to W two 1 (odd_term^~ x)
    (Summed Z.one (round_down (Z.mul W p) q) (round_up (Z.mul W p) q) (round_down (Z.mul W p) q) (round_up (Z.mul W p) q)) 0.
  by split=> /=; rewrite ?mul0r ?addr0 ?big_ord1 ?odd_first ?under ?zr1.
have [n [ind l0 s0 /andP[lt tm] /andP[ls sh]]] := all_summedP W0 q20 p20 two0 ler01 terms start.
rewrite /integral_at; case: ifP => [en|_]; last first.
  split=> //=; rewrite ?zr0 ?lexx // ?mulr_ge0 ?(ltW W0) //.
  by apply: le_trans over; rewrite ler_pmul2r.
set e := exp (- (x ^+ 2 / 2%:R)); have e0 : 0 < e by exact: (ef_pos ef).
have -> : I x = e * (I x / e) by rewrite mulrC divfK // gt_eqF.
apply: product_ofP.
  have -> : e = exp (zr (Z.opp (Z.mul p p)) / zr (twice (Z.mul q q))).
    by rewrite /e zrN mulNr zr_twice invfM mulrCA x2 mulrC.
  by apply: exp_atP; rewrite zr_twice mulr_gt0 ?ltr0n.
split=> //=.
  apply: le_trans ls _; rewrite ler_pmul2r // ler_pdivl_mulr // mulrC; exact: series_below.
rewrite zrD; apply: le_trans (ler_add sh tm); rewrite -mulrDl ler_pmul2r // ler_pdivr_mulr // mulrC.
apply: series_above => //; move: en; rewrite /enough => /Z.leb_le /(zr_mono R).
rewrite zrM zr_twice zrD ind -x2 => en.
rewrite mulrA ler_pdivr_mulr //; apply: le_trans en _; rewrite mulrC ler_pmul2r // zr_two -natrM -(natrD _ 1) -natrD.
by rewrite ler_nat [(2 * _.+1)%N]mulnC mulSn addnC.
Qed.

Lemma far_end_ge1 : 1 <= zr (far_end W).
Proof.
rewrite /far_end; case: W => [|w|w]; rewrite ?zr1 //.
by apply: (loopP (P := fun x => 1 <= zr x)) => [x x1|]; rewrite ?zrD zr1 // ler_addl (le_trans ler01).
Qed.

(** A number between x and x + y. *)
Lemma more_by a b (x y v : R) : encloses a x -> encloses b y -> x <= v <= x + y ->
  encloses (Bracket (Z.mul (lo a) (den b)) (Z.add (Z.mul (hi a) (den b)) (Z.mul (hi b) (den a))) (Z.mul (den a) (den b))) v.
Proof.
move=> [a0 la lx xh] [b0 lb _ yh] /andP[xv vxy]; split; rewrite /= ?zrD !zrM.
- exact: mulr_gt0.
- by rewrite mulr_ge0 // ltW.
- by rewrite mulrA ler_pmul2r //; apply: le_trans lx _; rewrite ler_pmul2r.
apply: (@le_trans _ _ ((x + y) * (zr (den a) * zr (den b)))); first by rewrite ler_pmul2r // mulr_gt0.
rewrite mulrDl; apply: ler_add; first by rewrite mulrA ler_pmul2r.
by rewrite mulrCA mulrC ler_pmul2r.
Qed.

Lemma whole_atP : encloses (whole_at W) whole.
Proof.
have X1 := far_end_ge1; have X0 : 0 <= zr (far_end W) by apply: le_trans X1; exact: ler01.
have q0 : 0 < zr Z.one by rewrite zr1 ltr01.
have iP := integral_atP q0 X0; rewrite zr1 divr1 in iP.
have two0 : 0 < zr two by rewrite zr_two ltr0n.
have eP := exp_atP (Z.opp (Z.mul (far_end W) (far_end W))) two0; rewrite zrN mulNr zr_two zrM -expr2 in eP.
by apply: shorterP; exact: more_by iP eP (until_end X1).
Qed.

Lemma half_below_whole : 1 / 2%:R <= whole.
Proof.
have [_ step] := integral; have [_ low] := ef; have [above _] := everything.
have := step 0 1 (lexx 0) ler01; rewrite integral_start !subr0 mul1r expr1n => /andP[lo1 _].
apply: le_trans (above 1); apply: le_trans lo1; apply: le_trans (low _).
by rewrite -subr_ge0 (_ : _ - _ = 0) //; field.
Qed.

Lemma above_halfP x y (i w : R) : encloses x i -> encloses y w -> 0 < w -> i <= w ->
  encloses (above_half W x y) (1 / 2%:R + i / (2%:R * w)).
Proof.
move=> ei ew w0 iw; have i0 := encloses_ge0 ei; case: ei ew => dx lx xi ix [dy ly yw wy].
have h0 : 0 < zr (hi y) by apply: lt_le_trans wy; rewrite mulr_gt0.
have half : (1 / 2%:R + i / (2%:R * w)) * (2%:R * zr W) = zr W + i / w * zr W.
  by move: (zr W) => V; field; rewrite gt_eqF.
split; rewrite /= ?zr_twice ?half; first by rewrite mulr_gt0 ?ltr0n.
- rewrite zrD addr_ge0 ?(ltW W0) //; apply: round_down_ge0; rewrite !zrM; last exact: mulr_gt0.
  by rewrite !mulr_ge0 // ltW.
- rewrite zrD ler_add2l; set l := round_down _ _.
  have l0 : 0 <= zr l.
    by apply: round_down_ge0; rewrite !zrM; [rewrite !mulr_ge0 // ltW | exact: mulr_gt0].
  have d0 : 0 < zr (Z.mul (den x) (hi y)) by rewrite zrM mulr_gt0.
  have := round_downP (Z.mul W (Z.mul (lo x) (den y))) d0; rewrite -/l !zrM => le.
  rewrite mulrAC ler_pdivl_mulr // -(ler_pmul2r (mulr_gt0 dx dy)).
  apply: (@le_trans _ _ (zr l * (zr (den x) * zr (hi y)))).
    rewrite -mulrA ler_wpmul2l // mulrCA ler_pmul2l //.
  apply: le_trans le _; rewrite [i * _]mulrC -mulrA ler_pmul2l // mulrA ler_pmul2r //.
case: (Z.leb_spec (lo y) Z0) => [_|/Z.ltb_lt/(zr_gt0 R) ly0].
  by rewrite zr_twice mulr2n mulrDl mul1r ler_add2l ler_pimull ?(ltW W0) // ler_pdivr_mulr // mul1r.
set u := round_up _ _; have d0 : 0 < zr (Z.mul (den x) (lo y)) by rewrite zrM mulr_gt0.
have := round_upP (Z.mul W (Z.mul (hi x) (den y))) d0; rewrite -/u !zrM => le.
have u0 : 0 <= zr u.
  rewrite -(pmulr_lge0 _ (mulr_gt0 dx ly0)); apply: le_trans le; rewrite !mulr_ge0 ?(ltW W0) ?(ltW dy) //.
  by apply: le_trans ix; rewrite mulr_ge0 // ltW.
have bound : zr W + i / w * zr W <= zr (Z.add W u).
  rewrite zrD ler_add2l mulrAC ler_pdivr_mulr // -(ler_pmul2r (mulr_gt0 dx dy)).
  apply: (@le_trans _ _ (zr u * (zr (den x) * zr (lo y)))); last first.
    by rewrite -mulrA ler_wpmul2l // mulrCA ler_pmul2l.
  by apply: le_trans le; rewrite [i * _]mulrC -mulrA ler_pmul2l // mulrA ler_pmul2r.
case: (smaller_cases (twice W) (Z.add W u)) => -> //.
by rewrite zr_twice mulr2n mulrDl mul1r ler_add2l ler_pimull ?(ltW W0) // ler_pdivr_mulr // mul1r.
Qed.

Lemma complementP x (v : R) : encloses x v -> v <= 1 -> encloses (complement x) (1 - v).
Proof.
move=> [d0 l0 lv vh] v1; split; rewrite /= ?mulrBl ?mul1r //.
- by have [le _] := larger_ge R Z0 (minus (den x) (hi x)); apply: le_trans le; rewrite zr0.
- have v0 : 0 <= zr (den x) - v * zr (den x) by rewrite subr_ge0 ler_pimull // ltW.
  by rewrite /larger; case: ifP => _ //; rewrite zr_minus ler_add2l ler_opp2.
by rewrite zr_minus ler_add2l ler_opp2.
Qed.

Lemma half_ofP x (v : R) : encloses x v -> encloses (half_of W x) (v / 2%:R).
Proof.
move=> [d0 l0 lv vh]; have half : v / 2%:R * (2%:R * zr W) = v * zr W by move: (zr W) => V; field.
split; rewrite /= ?zr_twice ?half; first by rewrite mulr_gt0 ?ltr0n.
- by apply: round_down_ge0 => //; rewrite zrM mulr_ge0 // ltW.
- rewrite -(ler_pmul2r d0); apply: le_trans (round_downP _ d0) _.
  by rewrite zrM mulrAC [_ * zr W]mulrC ler_pmul2l.
rewrite -(ler_pmul2r d0); apply: le_trans (round_upP _ d0).
by rewrite zrM mulrAC [_ * zr W]mulrC ler_pmul2l.
Qed.

Lemma laplace_atP p q : 0 < zr q -> encloses (laplace_at W p q) (laplace_below exp (zr p / zr q)).
Proof.
move=> q0; rewrite /laplace_at /laplace_below; case: ifP => [/Z.leb_le/(zr_mono R) p0|/negbT p0].
  have -> : zr p / zr q <= 0 by rewrite ler_pdivr_mulr // mul0r.
  by apply: half_ofP; exact: exp_atP.
have pos : 0 < zr p / zr q.
  apply: divr_gt0 => //; apply: zr_gt0; apply/Z.ltb_lt; apply/Z.nle_gt => h; case/negP: p0; exact/Z.leb_le.
rewrite leNgt pos /=; apply: complementP.
  by apply: half_ofP; rewrite -mulNr -zrN; exact: exp_atP.
have [add low] := ef; have inv := ef_inv ef (zr p / zr q).
rewrite ler_pdivr_mulr ?ltr0n // mul1r; apply: (@le_trans _ _ 1); last by rewrite ler1n.
rewrite -inv ler_pmull ?(ef_pos ef) //; apply: le_trans (low _); rewrite ler_addl; exact: ltW.
Qed.

Lemma size_of_ge1 : 1 <= zr (size_of W).
Proof.
rewrite /size_of; case: W => [|w|w]; rewrite ?zr1 //; elim: w => [w ih|w ih|] /=; rewrite ?zrD ?zr1 //.
all: by rewrite ler_addr (le_trans ler01).
Qed.

Lemma normal_below_le1 x : normal_below I whole x <= 1.
Proof.
have w0 : 0 < whole by apply: lt_le_trans half_below_whole; rewrite divr_gt0 ?ltr01 ?ltr0n.
have [above _] := everything; rewrite /normal_below [X in _ <= X](_ : 1 = 1 / 2%:R + whole / (2%:R * whole)).
  by rewrite ler_add2l ler_pmul2r ?above // invr_gt0 mulr_gt0 ?ltr0n.
by field; rewrite gt_eqF.
Qed.

Lemma normal_fromP y p q : 0 < zr q -> 0 <= zr p -> encloses y whole ->
  encloses (normal_from W y p q) (normal_below I whole (zr p / zr q)).
Proof.
move=> q0 p0 ey; have wh := half_below_whole; set x := zr p / zr q; have x0 : 0 <= x by rewrite divr_ge0 // ltW.
have w0 : 0 < whole by apply: lt_le_trans wh; rewrite divr_gt0 ?ltr01 ?ltr0n.
have [above _] := everything; rewrite /normal_from /normal_below.
case: ifP => [/Z.leb_le/(zr_mono R) far|_]; last first.
  by apply: above_halfP => //; exact: integral_atP.
have n1 := size_of_ge1; move: far; rewrite !zrM zr_twice => far.
have x2 : 2%:R * zr (size_of W) <= x ^+ 2.
  rewrite /x expr_div_n ler_pdivl_mulr ?exprn_gt0 // !expr2; exact: far.
have x1 : 1 <= x.
  rewrite -(ler_pexpn2r (n := 2)) ?nnegrE ?ler01 // expr1n; apply: le_trans x2.
  by apply: (le_trans n1); apply: ler_pemull; [exact: le_trans ler01 n1 | rewrite ler1n].
have /andP[_ le] := until_end x1.
have := exp_atP (Z.opp (size_of W)) (_ : 0 < zr Z.one); rewrite zr1 divr1 zrN => /(_ ltr01).
set e := exp_at _ _ _ => -[d0 l0 _ eh].
have small : exp (- (x ^+ 2 / 2%:R)) <= exp (- zr (size_of W)).
  have n0 : 0 <= x ^+ 2 / 2%:R - zr (size_of W) by rewrite subr_ge0 ler_pdivl_mulr ?ltr0n // mulrC.
  have [add low] := ef; rewrite -[- zr _](subrK (- (x ^+ 2 / 2%:R))) opprK add ler_pmull ?(ef_pos ef) //.
  by apply: le_trans (low _); rewrite ler_addl addrC.
have high := normal_below_le1 x.
have some : 1 - exp (- (x ^+ 2 / 2%:R)) <= 1 / 2%:R + I x / (2%:R * whole).
  rewrite -subr_ge0 (_ : _ - _ = (I x - whole + 2%:R * whole * exp (- (x ^+ 2 / 2%:R))) / (2%:R * whole)); last first.
    by move: (exp _) => z; field; rewrite gt_eqF.
  rewrite divr_ge0 ?mulr_ge0 ?ler0n ?(ltW w0) // addrC -[I x - whole]opprB subr_ge0 ler_subl_addl.
  apply: le_trans le _; rewrite ler_add2l ler_pemull ?(ltW (ef_pos ef _)) //.
  by move: wh; rewrite ler_pdivr_mulr ?ltr0n // mulrC.
have W20 : 0 < zr (twice W) by rewrite zr_twice mulr_gt0 ?ltr0n.
split=> //=.
- by have [h _] := larger_ge R Z0 (minus (twice W) (round_up (Z.mul (twice W) (hi e)) (den e))); apply: le_trans h; rewrite zr0.
- set v := 1 / 2%:R + _ in some *.
  have v0 : 0 <= v * zr (twice W).
    have /andP[i0 _] := integral_range x0; apply: mulr_ge0 (ltW W20); apply: addr_ge0; apply: divr_ge0; rewrite ?ler01 ?ler0n //.
    by rewrite mulr_ge0 ?ler0n ?(ltW w0).
  case: (larger_cases Z0 (minus (twice W) (round_up (Z.mul (twice W) (hi e)) (den e)))) => -> //.
  rewrite zr_minus ler_subl_addr.
  apply: (@le_trans _ _ (v * zr (twice W) + exp (- zr (size_of W)) * zr (twice W))).
    rewrite -mulrDl ler_pemull ?(ltW W20) //; apply: le_trans (ler_add some small).
    by rewrite subrK.
  rewrite ler_add2l -(ler_pmul2r d0); apply: le_trans (round_upP _ d0).
  by rewrite zrM mulrAC [_ * zr (twice W)]mulrC ler_pmul2l.
by rewrite ler_pimull ?(ltW W20).
Qed.

Lemma normal_atP y p q : 0 < zr q -> encloses y whole ->
  encloses (normal_at W y p q) (normal_below I whole (zr p / zr q)).
Proof.
move=> q0 ey; rewrite /normal_at; case: ifP => [/Z.ltb_lt h|/negbT/negP h].
  have p0 : 0 <= zr (Z.opp p) by rewrite -[0]/(zr Z0); apply: zr_mono; lia.
  have wh := half_below_whole; have w0 : 0 < whole by apply: lt_le_trans wh; rewrite divr_gt0 ?ltr01 ?ltr0n.
  have -> : normal_below I whole (zr p / zr q) = 1 - normal_below I whole (zr (Z.opp p) / zr q).
    by case: integral => opp _; rewrite /normal_below zrN mulNr opp; move: (I _) => z; field; rewrite gt_eqF.
  by apply: complementP; [exact: normal_fromP | exact: normal_below_le1].
apply: normal_fromP => //; rewrite -[0]/(zr Z0); apply: zr_mono.
by apply/Z.nlt_ge => l; apply: h; apply/Z.ltb_lt.
Qed.

End Soundness.
