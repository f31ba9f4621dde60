(** * ForAll: a free t, and what holds for every t of an interval

    The kind private-for-all. A polynomial with coefficients in Z is >= 0 on an interval from a/c to b/d if, at
    t = (a + b s)/(c + d s), it has no coefficient below 0 in s, and is >= 0 at b/d; d = 0 says that the interval has no end.
    Otherwise the interval is cut where a function that is not trusted says. So there are no roots and no real closed
    field here: over any ordered field, what is accepted holds for every t of the interval. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** Polynomials by their coefficients, the constant first *)

Definition poly := seq Z.
Fixpoint plus (p q : poly) : poly :=
  match p, q with [::], _ => q | _, [::] => p | x :: p', y :: q' => Z.add x y :: plus p' q' end.
Definition scaled (a : Z) (p : poly) : poly := [seq Z.mul a x | x <- p].
Definition linear (a b : Z) (p : poly) : poly := plus (scaled a p) (Z0 :: scaled b p).

(** (a, c, b, d) is the interval of all t with a <= c t and d t <= b. *)
Definition interval := (Z * Z * (Z * Z))%type.

(** p((a + b s)/(c + d s)) (c + d s)^n, and (c + d s)^n, where p has n coefficients. *)
Fixpoint mobius (a c b d : Z) (p : poly) : poly * poly :=
  if p is x :: p' then
    let: (h, w) := mobius a c b d p' in let w' := linear c d w in (plus (linear a b h) (scaled x w'), w')
  else ([::], [:: Z.one]).
(** p(b/d) d^n, and d^n. *)
Fixpoint at_end (b d : Z) (p : poly) : Z * Z :=
  if p is x :: p' then let: (h, w) := at_end b d p' in let w' := Z.mul d w in (Z.add (Z.mul b h) (Z.mul x w'), w')
  else (Z0, Z.one).

Section Free.
Variables (cut : interval -> Z * Z) (whole : interval) (fuel : nat).

(** p >= 0, or p > 0, on an interval. *)
Fixpoint on (strict : bool) (fuel : nat) (t : interval) (p : poly) : bool :=
  let: (a, c, (b, d)) := t in
  let h := (mobius a c b d p).1 in
  let e := if Z.eqb d Z0 then Z.one else (at_end b d p).1 in
  if [&& all (Z.leb Z0) h, strict ==> Z.ltb Z0 (head Z0 h) & if strict then Z.ltb Z0 e else Z.leb Z0 e] then true else
  if Z.ltb (head Z0 h) Z0 || Z.ltb e Z0 then false else
  if fuel is fuel'.+1 then
    let: (m, k) := cut t in [&& Z.ltb Z0 k, on strict fuel' (a, c, (m, k)) p & on strict fuel' (m, k, (b, d)) p]
  else false.

(** Sums of c t^i, as Numbers.v has them. *)
Fixpoint monomial_added (x : Z) (i : nat) (p : poly) : poly :=
  if i is i'.+1 then head Z0 p :: monomial_added x i' (behead p) else Z.add x (head Z0 p) :: behead p.
Definition dense (p : terms) : poly := foldr (fun t q => monomial_added t.1 (head 0%N t.2) q) [::] p.
Definition nonneg_polynomial (p : terms) : bool := on false fuel whole (dense p).
Definition sign_on (p : terms) : answer :=
  let q := dense p in
  if all (Z.eqb Z0) q then Zero else if on true fuel whole q then Positive else
  if on true fuel whole (scaled (Z.opp Z.one) q) then Negative else Unknown.
Definition polynomials : numbers :=
  Numbers [::] [:: (Z.one, [::])] add_terms opp_terms mul_terms same_terms sign_on.

(** ** The checker *)

Notation N := polynomials.
Notation "x - y" := (add_terms x (opp_terms y)) : num_scope.
Notation "x * y" := (mul_terms x y) : num_scope.

Definition check_row_for_all (m : nat) (r : terms * seq terms) : bool :=
  [&& size r.2 == m, is_positive (N := N) r.1, all nonneg_polynomial r.2 & is_zero (N := N) (sum (N := N) r.2 - r.1)%numbers].
Definition check_demands_for_all (c : claim N) : bool :=
  [&& all (check_row_for_all (width c)) (rows c),
    all (fun p => (p.1 < size (rows c)) && (p.2 < size (rows c)))%N (pairs c),
    if factor c is Some (e, f) then is_positive (N := N) f && nonneg_polynomial (e - f)%numbers else false,
    is_positive (N := N) (delta c).2, nonneg_polynomial (delta c).1 & nonneg_polynomial ((delta c).2 - (delta c).1)%numbers].

(** Whatever numbers are chosen from the list, their sum is at most the bound: those that are >= 0 are chosen, those that
    are <= 0 are not, and of others both is tried. *)
Fixpoint all_sums (l : seq terms) (bound : terms) : bool :=
  if l is x :: l' then
    if nonneg_polynomial x then all_sums l' (bound - x)%numbers else
    if nonneg_polynomial (opp_terms x) then all_sums l' bound else
    all_sums l' (bound - x)%numbers && all_sums l' bound
  else nonneg_polynomial bound.
Definition check_pair_for_all (c : claim N) (p : nat * nat) : bool :=
  if factor c is Some ef then
    let P := row_of c p.1 in let Q := row_of c p.2 in
    all_sums [seq (x * (delta c).2)%numbers | x <- differences ef P Q] ((delta c).1 * (P.1 * (Q.1 * ef.2)))%numbers
  else false.
Definition check_private_for_all (c : claim N) : bool := check_demands_for_all c && all (check_pair_for_all c) (pairs c).
Definition check_interval : bool :=
  let: (a, c, (b, d)) := whole in [&& Z.ltb Z0 c, Z.leb Z0 d & Z.eqb d Z0 ==> Z.ltb Z0 b].

(** ** Soundness *)

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Implicit Types (t s : R) (p q : poly).
Notation zr := (@zr R).

Fixpoint value_at p t : R := if p is x :: p' then zr x + t * value_at p' t else 0.
Definition inside (I : interval) t : Prop := let: (a, c, (b, d)) := I in zr a <= zr c * t /\ zr d * t <= zr b.
Definition proper (I : interval) : Prop := let: (a, c, (b, d)) := I in [/\ 0 < zr c, 0 <= zr d & zr d = 0 -> 0 < zr b].

Lemma intervalP : check_interval -> proper whole.
Proof.
rewrite /check_interval; case: whole => [[a c] [b d]] /and3P[/(zr_gt0 R) c0 /(zr_ge0 R) d0 end_]; split=> // z.
case: d d0 end_ z => [|d|d] /=; [by move=> _ /(zr_gt0 R) | | ].
  by have := zr_gt0 R (a := Zpos d) isT => + _ _ z; rewrite z ltxx.
by have := @zr_gt0 R (Zpos d) isT; rewrite -[Zneg d]/(Z.opp (Zpos d)) zrN oppr_ge0 leNgt => ->.
Qed.

Lemma value_plus p q t : value_at (plus p q) t = value_at p t + value_at q t.
Proof. by elim: p q => [|x p IH] [|y q] //=; rewrite ?add0r ?addr0 // zrD IH; ring. Qed.
Lemma value_scaled a p t : value_at (scaled a p) t = zr a * value_at p t.
Proof. by elim: p => [|x p IH] /=; rewrite ?mulr0 // zrM IH; ring. Qed.
Lemma value_linear a b p t : value_at (linear a b p) t = (zr a + zr b * t) * value_at p t.
Proof. by rewrite value_plus /= !value_scaled (zr0 R); ring. Qed.

Lemma movedE a c b d p t s : t * (zr c + zr d * s) = zr a + zr b * s -> 0 < zr c + zr d * s ->
  0 < value_at (mobius a c b d p).2 s /\
  value_at (mobius a c b d p).1 s = value_at (mobius a c b d p).2 s * value_at p t.
Proof.
move=> eq pos; elim: p => [|x p] /=; first by rewrite (zr1 R) mulr0 addr0 mulr0 ltr01.
case: (mobius a c b d p) => h w /= [w0 IH]; rewrite value_plus !value_scaled !value_linear -eq IH.
by split; [exact: mulr_gt0 | ring].
Qed.

Lemma at_endE b d p t : zr d * t = zr b -> 0 < zr d ->
  0 < zr (at_end b d p).2 /\ zr (at_end b d p).1 = zr (at_end b d p).2 * value_at p t.
Proof.
move=> eq pos; elim: p => [|x p] /=; first by rewrite (zr1 R) (zr0 R) mulr0 ltr01.
case: (at_end b d p) => h w /= [w0 IH]; rewrite zrD !zrM -eq IH.
by split; [exact: mulr_gt0 | ring].
Qed.

Lemma value_ge p s : all (Z.leb Z0) p -> 0 <= s -> zr (head Z0 p) <= value_at p s.
Proof.
case: p => [|x p] //= /andP[_ h] s0; rewrite ler_addl; apply: mulr_ge0 => //.
by elim: p h => [|y p IH] //= /andP[/(zr_ge0 R) y0 /IH h]; rewrite addr_ge0 // mulr_ge0.
Qed.

(** The test without a cut: t is (a + b s)/(c + d s) for some s >= 0, or b/d. *)
Lemma signsP strict a c b d p t : proper (a, c, (b, d)) -> inside (a, c, (b, d)) t ->
  [&& all (Z.leb Z0) (mobius a c b d p).1, strict ==> Z.ltb Z0 (head Z0 (mobius a c b d p).1)
    & let e := if Z.eqb d Z0 then Z.one else (at_end b d p).1 in if strict then Z.ltb Z0 e else Z.leb Z0 e] ->
  if strict then 0 < value_at p t else 0 <= value_at p t.
Proof.
move=> [c0 d0 b0] [la le] /and3P[h0 hs e0].
have [lt|ge] := ltrP (zr d * t) (zr b); last first.
  have eq : zr d * t = zr b by apply/eqP; rewrite eq_le le ge.
  have dne : 0 < zr d.
    by rewrite lt_neqAle d0 andbT; apply/eqP => z; move: (b0 (esym z)); rewrite -eq -z mul0r ltxx.
  have [w0 eqw] := at_endE p eq dne; move: e0; case: Z.eqb_spec => [z|_].
    by rewrite z ltxx in dne.
  by case: strict {hs} => [/(zr_gt0 R)|/(zr_ge0 R)]; rewrite eqw; [rewrite pmulr_rgt0 | rewrite pmulr_rge0].
have s0 : 0 < zr b - zr d * t by rewrite subr_gt0.
pose s := (zr c * t - zr a) / (zr b - zr d * t).
have sge : 0 <= s by rewrite divr_ge0 ?subr_ge0 // ltW.
have pos : 0 < zr c + zr d * s by rewrite ltr_paddr // mulr_ge0.
have eq : t * (zr c + zr d * s) = zr a + zr b * s.
  by rewrite /s; field; rewrite gt_eqF.
have [w0 eqh] := movedE p eq pos; have := value_ge h0 sge; rewrite eqh.
case: strict hs {e0} => /= [/(zr_gt0 R) hd|_] le1.
  by rewrite -(pmulr_rgt0 _ w0); exact: lt_le_trans le1.
rewrite -(pmulr_rge0 _ w0); apply: le_trans le1.
by case: (mobius _ _ _ _ _).1 h0 => [|x l] /=; rewrite ?(zr0 R) // => /andP[/(zr_ge0 R)].
Qed.

Theorem onP strict n I p t : proper I -> on strict n I p -> inside I t ->
  if strict then 0 < value_at p t else 0 <= value_at p t.
Proof.
elim: n I => [|n IH] [[a c] [b d]] prop; rewrite /=; case: ifP => [ok _|_] ins; try exact: signsP ok.
  by move: ins; case: ifP.
move: ins; case: ifP => // _; case: (cut _) => [m k] /and3P[/(zr_gt0 R) k0 left right] [la le].
have [c0 d0 b0] := prop.
case: (lerP (zr k * t) (zr m)) => [le1|/ltW ge1]; [apply: (IH _ _ left) | apply: (IH _ _ right)]; split=> //.
  by rewrite ltW.
by move=> z; rewrite z ltxx in k0.
Qed.

(** The numbers that are added and multiplied are the values at t. *)
Section AtPoint.
Variable t : R.
Hypotheses (prop : proper whole) (ins : inside whole t).
Notation ev := (eval_terms [:: t]).

Lemma place_value x i p : value_at (monomial_added x i p) t = zr x * t ^+ i + value_at p t.
Proof.
elim: i p => [|i IH] [|y p] /=; rewrite ?zrD ?IH /= ?(zr0 R) ?exprS; ring.
Qed.
Lemma dense_value (y : terms) : value_at (dense y) t = ev y.
Proof.
elim: y => [|x y IH] /=; first by rewrite /eval_terms big_nil.
by rewrite place_value IH ev_cons /= mulr1.
Qed.
Lemma nonnegP x : nonneg_polynomial x -> 0 <= ev x.
Proof. by rewrite -dense_value => h; exact: (onP prop h ins). Qed.

Lemma polynomials_sound : sound_numbers (N := N) ev.
Proof.
split=> /=.
- by rewrite /eval_terms big_nil.
- by rewrite /eval_terms big_seq1 /= (zr1 R) expr0 !mulr1.
- exact: ev_add.
- exact: ev_opp.
- exact: ev_mul.
- by move=> x y /same_termsE ->.
move=> x; rewrite /sign_on -dense_value; case: ifP => [zeros|_].
  elim: (dense x) zeros => [|y p IH] //= /andP[y0 /IH ->]; rewrite mulr0 addr0.
  by case: y y0 => //; rewrite (zr0 R).
case: ifP => [h|_]; first exact: (@onP true fuel whole _ t prop h ins).
case: ifP => // h; have := @onP true fuel whole _ t prop h ins; rewrite value_scaled zrN (zr1 R) mulN1r oppr_gt0.
by [].
Qed.
Let sound := polynomials_sound.

Lemma all_sumsP l bound : all_sums l bound -> \sum_(x <- l) Num.max 0 (ev x) <= ev bound.
Proof.
elim: l bound => [|x l IH] bound /=; first by rewrite big_nil; exact: nonnegP.
rewrite big_cons; have part b : \sum_(y <- l) Num.max 0 (ev y) <= ev (add_terms b (opp_terms x)) ->
    ev x + \sum_(y <- l) Num.max 0 (ev y) <= ev b.
  by rewrite ev_add ev_opp ler_subr_addl.
case: ifP => [/nonnegP x0 /IH h|_]; first by rewrite (max_idPr x0); exact: part.
case: ifP => [/nonnegP + /IH h|_ /andP[/IH h1 /IH h2]].
  by rewrite ev_opp oppr_ge0 => x0; rewrite (max_idPl x0) add0r.
by case: (lerP 0 (ev x)) => [x0|/ltW x0]; rewrite ?add0r //; exact: part.
Qed.

Lemma row_for_all m r : check_row_for_all m r -> [/\ size r.2 = m, 0 < ev r.1 & distribution (@law_of R N ev m r)].
Proof.
case/and4P=> /eqP sz /(positiveP sound) den /(all_nthP (zero N)) nn /(zeroP sound) /eqP.
rewrite ev_add ev_opp (eval_sum sound) subr_eq0 => /eqP total; split=> //; split=> [o|].
  by apply: divr_ge0; [apply: nonnegP; apply: nn; rewrite sz | exact: ltW].
by rewrite /law_of -mulr_suml -(@sum_law R N m _ r.2 sz) total mulfV // gt_eqF.
Qed.

Lemma private_at c : check_private_for_all c -> well_formed (ev : num N -> R) c /\ states_private (ev : num N -> R) c.
Proof.
case/andP=> /and5P[/(all_nthP (one N, [::])) each inpairs fac /(positiveP sound) g0 /andP[/nonnegP n0 /nonnegP n1]] all_pairs.
have row i : (i < size (rows c))%N -> [/\ size (row_of c i).2 = width c, 0 < ev (row_of c i).1
    & distribution (@law_of R N ev (width c) (row_of c i))] by move=> lt; apply: row_for_all; exact: each.
move: fac; case fc: (factor c) => [[e f]|//] /andP[/(positiveP sound) f0 /nonnegP].
rewrite ev_add ev_opp subr_ge0 => ef; rewrite ev_add ev_opp subr_ge0 in n1.
split; first split.
- by move=> i; have [] := row i (ltn_ord i).
- by rewrite /value divr_ge0 ?(ltW g0) //= ler_pdivr_mulr // mul1r.
- by move=> [e' f']; rewrite fc => -[<- <-]; rewrite /value ler_pdivl_mulr // mul1r.
rewrite /states_private fc => i j rij; apply/close_to_hockey_stick.
have [sP X0 dP] := row i (ltn_ord i); have [sQ Y0 dQ] := row j (ltn_ord j).
have := allP all_pairs _ rij; rewrite /check_pair_for_all fc /= => /all_sumsP; rewrite !ev_mul big_map.
set X := ev (row_of c i).1 * (ev (row_of c j).1 * ev f).
have XX : 0 < X by rewrite !mulr_gt0.
have sz : size (differences (N := N) (e, f) (row_of c i) (row_of c j)) = width c.
  by rewrite size_map size1_zip ?sP ?sQ.
rewrite (@sum_law R N _ (fun x => Num.max 0 (ev (mul_terms x (delta c).2))) _ sz) => le.
rewrite /value /= ler_pdivl_mulr // -(ler_pmul2r XX); apply: le_trans le.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
rewrite /hockey_stick -mulrA mulr_suml; apply: eq_bigr => o _.
have lt : (o < size (zip (row_of c i).2 (row_of c j).2))%N by rewrite size1_zip ?sP ?sQ.
rewrite (nth_map (zero N, zero N)) // nth_zip ?sP ?sQ //= !ev_mul ev_add ev_opp !ev_mul.
have G0 : 0 <= ev (delta c).2 * X by rewrite mulr_ge0 // ltW.
rewrite mulrC maxr_pmulr // mulr0; congr (Num.max 0 _).
rewrite /mechanism_of /law_of /value /X /=; field; rewrite !lt0r_neq0 //.
Qed.
End AtPoint.
End Soundness.
End Free.
