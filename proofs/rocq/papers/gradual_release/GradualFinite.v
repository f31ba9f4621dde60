(** * GradualFinite: the range-restricted geometric mechanism of every size, tightened without loss

    n >= 1, inputs and outputs 0, ..., n; p = e^-epsilon. [geometric n p i o] is the probability that i plus two-sided
    geometric noise of ratio p, clipped to 0..n, is o. [tighten n p q k o] (p >= q): with the probability [keep_clipped n p q k]
    k stays, else o is drawn anew from [geometric n p k]. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import DefinitionsGradual.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Smoothing.
Variables (R : realFieldType) (n : nat) (q : R) (f : nat -> R).
Hypothesis n1 : (0 < n)%N.
Notation rough := (rough n q f).

Lemma up m : (m < n)%N -> \sum_(0 <= k < m.+1) q ^+ (m - k) * rough k = f m - q * f m.+1.
Proof.
elim: m => [|m IH] lt; first by rewrite big_nat1 subnn expr0 mul1r /DefinitionsGradual.rough eqxx.
rewrite big_nat_recr //= subnn expr0 mul1r.
have -> : \sum_(0 <= k < m.+1) q ^+ (m.+1 - k) * rough k = q * (f m - q * f m.+1).
  rewrite -IH ?(ltnW lt) // big_distrr /=; apply: eq_big_nat => k /andP[_ le].
  by rewrite subSn // exprS mulrA.
by rewrite /DefinitionsGradual.rough /= (ltn_eqF lt); ring.
Qed.

Lemma down d : (d < n)%N ->
  \sum_(n - d <= k < n.+1) q ^+ (k - (n - d)) * rough k = f (n - d)%N - q * f (n - d).-1.
Proof.
elim: d => [|d IH] lt.
  by rewrite subn0 big_nat1 subnn expr0 mul1r /DefinitionsGradual.rough eqxx eqn0Ngt n1.
rewrite big_ltn ?ltnS ?leq_subr // subnn expr0 mul1r.
have e : (n - d)%N = (n - d.+1).+1 by rewrite subnSK ?(ltnW lt).
have IH' := IH (ltnW lt); rewrite e in IH'.
have -> : \sum_((n - d.+1).+1 <= k < n.+1) q ^+ (k - (n - d.+1)) * rough k
  = q * (f (n - d.+1).+1 - q * f (n - d.+1)%N).
  rewrite -[in RHS]/((n - d.+1).+1.-1) -IH' big_distrr /=; apply: eq_big_nat => k /andP[le _].
  by rewrite mulrA -exprS -subSn // subSS.
have pos : (0 < n - d.+1)%N by rewrite subn_gt0.
have ne : (n - d.+1 == n)%N = false by rewrite ltn_eqF // ltn_subrL n1.
by rewrite /DefinitionsGradual.rough ne eqn0Ngt pos /=; ring.
Qed.

Lemma smooth i : (i <= n)%N -> \sum_(0 <= k < n.+1) q ^+ gap i k * rough k = (1 - q ^+ 2) * f i.
Proof.
rewrite leq_eqVlt => /orP[/eqP -> | lt].
  rewrite big_nat_recr //=.
  have -> : gap n n = 0%N by rewrite /gap subnn.
  have -> : \sum_(0 <= k < n) q ^+ gap n k * rough k = q * (f n.-1 - q * f n).
    have := @up n.-1; rewrite prednK // => /(_ (leqnn n)) <-; rewrite big_distrr /=.
    apply: eq_big_nat => k /andP[_ le]; rewrite mulrA -exprS; congr (q ^+ _ * _).
    rewrite /gap; have -> : (k - n = 0)%N by apply/eqP; rewrite subn_eq0 ltnW.
    by rewrite addn0 -subSn ?prednK // -ltnS prednK.
  by rewrite /DefinitionsGradual.rough eqxx eqn0Ngt n1 /=; ring.
rewrite (@big_cat_nat _ _ _ i.+1) //=; last exact: ltnW.
have -> : \sum_(0 <= k < i.+1) q ^+ gap i k * rough k = f i - q * f i.+1.
  rewrite -up //; apply: eq_big_nat => k /andP[_ le]; congr (q ^+ _ * _).
  by rewrite /gap (eqP (_ : (k - i == 0)%N)) ?addn0 // subn_eq0 -ltnS.
have -> : \sum_(i.+1 <= k < n.+1) q ^+ gap i k * rough k = q * (f i.+1 - q * f i).
  have := @down (n - i.+1)%N; rewrite subKn // => /= <-; last by rewrite ltn_subrL n1.
  rewrite big_distrr /=; apply: eq_big_nat => k /andP[le _]; rewrite mulrA -exprS; congr (q ^+ _ * _).
  by rewrite /gap (eqP (_ : (i - k == 0)%N)) ?subn_eq0 1?ltnW // add0n -subSn // subSS.
by ring.
Qed.

End Smoothing.

Lemma gap_self k : gap k k = 0%N.
Proof. by rewrite /gap subnn. Qed.
Lemma gap_above o d : gap (o + d) o = d.
Proof. by rewrite /gap addKn (eqP (_ : (o - (o + d) == 0)%N)) ?addn0 // subn_eq0 leq_addr. Qed.
Lemma gap_below k d : gap k (k + d) = d.
Proof. by rewrite /gap addKn (eqP (_ : (k - (k + d) == 0)%N)) // subn_eq0 leq_addr. Qed.

Section Tightening.
Variables (R : realFieldType) (n : nat).
Hypothesis n1 : (0 < n)%N.

(** Three terms in a row of p^|k - o|. *)
Lemma rough_above (p q : R) o d : (o + d.+1 <= n)%N ->
  rough n q (fun k => p ^+ gap k o) (o + d.+1) =
  if (o + d.+1 == n)%N then p ^+ d * (p - q) else p ^+ d * (p * (1 + q ^+ 2) - q - q * p ^+ 2).
Proof.
move=> le; rewrite /rough addnS /= -addnS.
case: eqP => [<-|_]; first by rewrite !gap_above addnS /= gap_above exprS; ring.
by rewrite gap_above -addnS !gap_above !exprS; ring.
Qed.

Lemma rough_below (p q : R) k d : (k + d.+1 <= n)%N ->
  rough n q (fun k' => p ^+ gap k' (k + d.+1)) k =
  if (k == 0)%N then p ^+ d * (p - q) else p ^+ d * (p * (1 + q ^+ 2) - q - q * p ^+ 2).
Proof.
move=> le; rewrite /rough.
have lt : (k < n)%N by apply: leq_trans le; rewrite addnS ltnS leq_addr.
rewrite (ltn_eqF lt); case: eqP => [->|/eqP k0].
  by rewrite add0n -{1}[d.+1]add0n gap_below -add1n gap_below exprS; ring.
have -> : gap k.+1 (k + d.+1) = d by rewrite -addSnnS gap_below.
have -> : gap k.-1 (k + d.+1) = d.+2.
  by rewrite -[in (k + _)%N](prednK (_ : (0 < k)%N)) ?lt0n // addSnnS gap_below.
by rewrite gap_below !exprS; ring.
Qed.

Lemma rough_self (p q : R) k : (k <= n)%N ->
  rough n q (fun k' => p ^+ gap k' k) k =
  if (k == 0%N) || (k == n) then 1 - q * p else 1 + q ^+ 2 - 2%:R * (q * p).
Proof.
move=> le; rewrite /rough; case: eqP => [->|/eqP k0] /=.
  by have -> : gap 1 0 = 1%N by []; rewrite gap_self expr0 expr1.
have g : gap k.-1 k = 1%N by rewrite -{2}(prednK (_ : (0 < k)%N)) ?lt0n // -addn1 gap_below.
case: eqP => [<-|_]; first by rewrite gap_self g expr0 expr1.
have g' : gap k.+1 k = 1%N by rewrite -addn1 gap_above.
by rewrite gap_self g g' expr0 expr1; ring.
Qed.

Variables (p q : R).
Hypotheses (q0 : 0 < q) (qp : q <= p) (p1 : p <= 1) (q1 : q < 1).
Let p0 : 0 < p. Proof. exact: lt_le_trans q0 qp. Qed.
Let pn : p != 0. Proof. by rewrite gt_eqF. Qed.
Let qn : 1 - q != 0. Proof. by rewrite subr_eq0 gt_eqF. Qed.
Let ppn : 1 + p != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr01. Qed.
Let qpn : 1 + q != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr01. Qed.

Lemma rough_scale (r : R) (f : nat -> R) c k : rough n r (fun j => f j * c) k = rough n r f k * c.
Proof. by rewrite /rough; do 2?case: eqP => _; ring. Qed.

Lemma tighten_rough k o : (k <= n)%N -> (o <= n)%N ->
  (1 - q ^+ 2) * (clipped n q k * tighten n p q k o) = rough n q (fun j => geometric n p j o) k.
Proof.
move=> kn on; rewrite /geometric rough_scale /tighten /geometric.
have [c cE] : exists c, clipped n p o = c by exists (clipped n p o).
rewrite cE.
case: (ltngtP k o) => [lt|lt|e].
- have [d eo] : exists d, o = (k + d.+1)%N by exists (o - k).-1; rewrite prednK ?subn_gt0 // subnKC // ltnW.
  move: cE on; rewrite eo => cE on; rewrite rough_below // gap_below mulr0 add0r /clipped /keep_clipped.
  have ltn : (k < n)%N by apply: leq_trans on; rewrite addnS ltnS leq_addr.
  rewrite (ltn_eqF ltn) orbF; case: (k == 0%N); rewrite [p ^+ d.+1]exprS; field; do ?[apply/andP; split] => //.
- have [d eo] : exists d, k = (o + d.+1)%N by exists (k - o).-1; rewrite prednK ?subn_gt0 // subnKC // ltnW.
  move: kn; rewrite eo => kn; rewrite rough_above // gap_above mulr0 add0r /clipped /keep_clipped.
  rewrite addnS /= -addnS; case: eqP => _; rewrite [p ^+ d.+1]exprS; field; do ?[apply/andP; split] => //.
- rewrite -e gap_self rough_self // -cE -e /clipped /keep_clipped.
  rewrite ?eqxx mulr1 expr0 mul1r; case: ifP => _; field; do ?[apply/andP; split] => //.
Qed.

(** G_p = A G_q, entry by entry: noise of ratio q, tightened, is noise of ratio p. *)
Theorem lossless i o : (i <= n)%N -> (o <= n)%N ->
  \sum_(0 <= k < n.+1) geometric n q i k * tighten n p q k o = geometric n p i o.
Proof.
move=> le on; have qq : 1 - q ^+ 2 != 0.
  have -> : 1 - q ^+ 2 = (1 - q) * (1 + q) by ring.
  by rewrite mulf_neq0.
apply: (mulfI qq); rewrite -(smooth q (fun j => geometric n p j o) n1 le) big_distrr /=.
apply: eq_big_nat => k /andP[_ kn]; rewrite -tighten_rough // /geometric; ring.
Qed.


(** The rows of G_p are distributions. *)
Lemma geometric_total (r : R) i : 0 < r -> r < 1 -> (i <= n)%N -> \sum_(0 <= o < n.+1) geometric n r i o = 1.
Proof.
move=> r0 r1 le; have rn : 1 - r != 0 by rewrite subr_eq0 gt_eqF.
have rp : 1 + r != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have rr : 1 - r ^+ 2 != 0.
  have -> : 1 - r ^+ 2 = (1 - r) * (1 + r) by ring.
  by rewrite mulf_neq0.
apply: (mulfI rr); rewrite -(smooth r (fun _ => 1) n1 le) big_distrr /=.
apply: eq_bigr => o _; rewrite /geometric /clipped /rough.
by move: (r ^+ gap i o) => G; case: (o == 0%N); case: (o == n) => /=; rewrite ?mulr1; field.
Qed.

(** Weights of what stays are in [0, 1]; entries are not negative. *)
Lemma keep_range k : 0 <= keep_clipped n p q k <= 1.
Proof.
have u : 0 <= 1 - p by rewrite subr_ge0.
have v : 0 < 1 - q by rewrite subr_gt0.
have w : 0 <= 1 - p * q by rewrite subr_ge0 mulr_ile1 // ltW.
rewrite /keep_clipped; case: ifP => _; apply/andP; split.
- by rewrite divr_ge0 ?mulr_ge0 // ltW.
- rewrite ler_pdivr_mulr ?mulr_gt0 // mul1r -subr_ge0.
  have -> : p * (1 - q) - q * (1 - p) = p - q by ring.
  by rewrite subr_ge0.
- by rewrite divr_ge0 ?mulr_ge0 ?exprn_ge0 // ltW.
- rewrite ler_pdivr_mulr ?mulr_gt0 ?exprn_gt0 // mul1r -subr_ge0.
  have -> : p * (1 - q) ^+ 2 - q * (1 - p) ^+ 2 = (p - q) * (1 - p * q) by ring.
  by rewrite mulr_ge0 // subr_ge0.
Qed.

Theorem tighten_ge0 k o : 0 <= tighten n p q k o.
Proof.
have /andP[k0 k1] := keep_range k.
have c0 : 0 <= clipped n p o.
  have s0 : 0 <= 1 + p by rewrite addr_ge0 ?ler01 // ltW.
  by rewrite /clipped; case: ifP => _; rewrite divr_ge0 // ?ler01 // subr_ge0.
have g0 : 0 <= geometric n p k o by rewrite /geometric mulr_ge0 // exprn_ge0 // ltW.
by rewrite /tighten addr_ge0 // mulr_ge0 ?ler0n // subr_ge0.
Qed.

Theorem tighten_total k : p < 1 -> (k <= n)%N -> \sum_(0 <= o < n.+1) tighten n p q k o = 1.
Proof.
move=> lt kn; rewrite /tighten big_split /= -!big_distrr /= geometric_total //.
have -> : \sum_(0 <= o < n.+1) (k == o)%:R = 1 :> R.
  rewrite (bigD1_seq k) ?mem_index_iota ?iota_uniq //= eqxx big1 ?addr0 // => o ne.
  by rewrite eq_sym (negbTE ne).
by ring.
Qed.

End Tightening.
