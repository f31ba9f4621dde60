(** * AxiomsMaximalDelta: maximal sufficiency with delta > 0

    "An Axiomatic View of Statistical Privacy and Utility", Section 5: "Additional consequences of the Axiom of
    Sufficiency for utility need to be explored, especially in the context of generic differential privacy."

    For (epsilon, delta): a pair of inputs is exhausted if its divergence is all of delta. A private mechanism is
    maximally sufficient if and only if, for every output, exhausted pairs at which its likelihood is tight connect
    the inputs at which it is possible. With delta = 0 every pair of a private mechanism is exhausted. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events Composition AxiomsMaximal.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** What a post-processing loses at an exhausted pair *)

Section Ties.
Variables (R : realFieldType).

(** The positive part of a weighted sum is at most the weighted sum of positive parts. *)
Lemma positive_part_sum (U : finType) (a x : U -> R) : (forall q, 0 <= a q) ->
  Num.max 0 (\sum_q a q * x q) <= \sum_q a q * Num.max 0 (x q).
Proof.
move=> a0; rewrite le_maxl; apply/andP; split.
  by apply: sumr_ge0 => q _; rewrite mulr_ge0 // le_maxr lexx.
by apply: ler_sum => q _; rewrite ler_wpmul2l // le_maxr lexx orbT.
Qed.

(** If the weighted sum is 0 and the positive parts add nothing, every part with a weight is 0. *)
Lemma all_parts_0 (U : finType) (a x : U -> R) : (forall q, 0 <= a q) -> \sum_q a q * x q = 0 ->
  \sum_q a q * Num.max 0 (x q) = 0 -> forall q, a q != 0 -> x q = 0.
Proof.
move=> a0 total; move/eqP; rewrite psumr_eq0 => [/allP none|q _]; last by rewrite mulr_ge0 // le_maxr lexx.
have below q : a q * x q <= 0.
  case: (eqVneq (a q) 0) => [->|aq]; first by rewrite mul0r.
  have := none q (mem_index_enum q); rewrite /= mulf_eq0 (negbTE aq) /= => /eqP h.
  by rewrite pmulr_rle0 ?lt_def ?aq ?a0 // -h le_maxr lexx orbT.
move=> q aq; have /eqP : \sum_p - (a p * x p) = 0 by rewrite sumrN total oppr0.
rewrite psumr_eq0 => [/allP/(_ q (mem_index_enum q))|p _]; last by rewrite oppr_ge0.
by rewrite /= oppr_eq0 mulf_eq0 (negbTE aq) => /eqP.
Qed.

Variables (I T U : finType) (r : rel I) (E d : R) (M : I -> T -> R) (Q : I -> U -> R) (A : U -> T -> R).
Hypotheses (mA : mechanism A) (pQ : private r E d Q) (e : forall i, M i =1 post A (Q i)).

(** At an exhausted pair, what is tight at an output of M is tight at each output of Q that may be mapped to it. *)
Lemma ties_of_exhausted i j o q :
  exhausted r E d M i j -> M i o = E * M j o -> A q o != 0 -> Q i q = E * Q j q.
Proof.
case/andP=> rij /eqP full tie Aqo; pose x p := Q i p - E * Q j p.
have A0 p v : 0 <= A p v by case: (mA p).
have parts v : M i v - E * M j v = \sum_p A p v * x p.
  by rewrite !e /post mulr_sumr -sumrB; apply: eq_bigr => p _; rewrite /x; ring.
have lost v : 0 <= \sum_p A p v * Num.max 0 (x p) - Num.max 0 (\sum_p A p v * x p).
  by rewrite subr_ge0 positive_part_sum.
have /close_to_hockey_stick le := pQ rij.
have none : \sum_v (\sum_p A p v * Num.max 0 (x p) - Num.max 0 (\sum_p A p v * x p)) = 0.
  apply/eqP; rewrite eq_le sumr_ge0 // andbT sumrB subr_le0.
  rewrite exchange_big /=; under eq_bigr do rewrite -mulr_suml (proj2 (mA _)) mul1r.
  apply: le_trans le _; rewrite -full /hockey_stick; apply: ler_sum => v _.
  by rewrite parts.
move/eqP: none; rewrite psumr_eq0 // => /allP /(_ o (mem_index_enum o)) /=.
have total : \sum_p A p o * x p = 0 by rewrite -parts tie subrr.
rewrite total maxxx subr0 => /eqP kept.
by have /eqP := all_parts_0 (A0^~ o) total kept Aqo; rewrite subr_eq0 => /eqP.
Qed.
End Ties.

(** ** Connected outputs are enough *)

Theorem connected_maximal_with (R : realFieldType) (I T : finType) (r : rel I) (E d : R) (M : I -> T -> R) (i0 : I) :
  mechanism M -> private r E d M -> (forall o, support_connected (exhausted r E d M) E (M^~ o)) ->
  maximally_sufficient_with r E d M.
Proof.
move=> mM pM conn; split=> // U Q mQ pQ [A mA e]; apply: (map_back i0 mM mQ mA e) => o q Aqo.
apply: (proportional_of_ties mQ mA e _ (conn o) Aqo) => k l /andP[full /eqP tie].
exact: (ties_of_exhausted mA pQ e full tie Aqo).
Qed.

(** ** Where a split is *)

Section Only.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E d : R) (M : I -> T -> R).
Implicit Types (z t w : R).

(** Two parts of z, apart by less than z: the positive part is kept. *)
Lemma parts_keep z t : `|t| <= `|z| ->
  Num.max 0 ((z + t) / 2%:R) + Num.max 0 ((z - t) / 2%:R) = Num.max 0 z.
Proof.
have half x : Num.max 0 (x / 2%:R) = Num.max 0 x / 2%:R by rewrite maxr_pmull ?invr_ge0 ?ler0n // mul0r.
rewrite !half -mulrDl ler_norml => /andP[low high].
case: (lerP 0 z) => z0.
  have below : 0 <= z + t by move: low; rewrite ger0_norm // -subr_ge0 opprK addrC.
  have above : 0 <= z - t by move: high; rewrite ger0_norm // subr_ge0.
  rewrite (max_idPr below) (max_idPr above).
  by rewrite addrACA subrr addr0 -mulr2n -mulr_natr mulfK // pnatr_eq0.
have size : `|z| = - z by rewrite ler0_norm // ltW.
rewrite size opprK in low high.
have below : z + t <= 0 by rewrite -(subrr z) ler_add2l.
have above : z - t <= 0 by rewrite subr_le0.
by rewrite (max_idPl below) (max_idPl above) addr0 mul0r.
Qed.

(** However they are apart, the parts add at most the distance. *)
Lemma parts_add z t : Num.max 0 ((z + t) / 2%:R) + Num.max 0 ((z - t) / 2%:R) <= Num.max 0 z + `|t|.
Proof.
have half x : Num.max 0 (x / 2%:R) = Num.max 0 x / 2%:R by rewrite maxr_pmull ?invr_ge0 ?ler0n // mul0r.
have part s : `|s| = `|t| -> Num.max 0 ((z + s) / 2%:R) <= (Num.max 0 z + `|t|) / 2%:R.
  move=> <-; rewrite half ler_pmul2r ?invr_gt0 ?ltr0n // le_maxl addr_ge0 ?le_maxr ?lexx //=.
  by apply: ler_add; rewrite ?ler_norm // le_maxr lexx orbT.
apply: le_trans (_ : _ <= (Num.max 0 z + `|t|) / 2%:R + (Num.max 0 z + `|t|) / 2%:R) _.
  by apply: ler_add; [apply: part | apply: (part (- t)); rewrite normrN].
by rewrite -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
Qed.

(** A step that is small enough for finitely many rooms. *)
Lemma small_step (s : seq (R * R)) : (forall p, p \in s -> 0 < p.1 /\ 0 <= p.2) ->
  exists2 h, 0 < h <= 1 & forall p, p \in s -> h * p.2 <= p.1.
Proof.
elim: s => [|[a b] s IH] pos; first by exists 1; rewrite ?ltr01 ?lexx.
have [h /andP[h0 h1] all] : exists2 h, 0 < h <= 1 & forall p, p \in s -> h * p.2 <= p.1.
  by apply: IH => p ps; apply: pos; rewrite inE ps orbT.
have [/= a0 b0] := pos _ (mem_head _ _).
have b1 : 0 < b + 1 by rewrite ltr_paddl // ltr01.
have c0 : 0 < a / (b + 1) by rewrite divr_gt0.
exists (Num.min (a / (b + 1)) h) => [|p]; first by rewrite lt_minr c0 h0 le_minl h1 orbT.
rewrite inE => /orP[/eqP -> /=|ps].
  apply: le_trans (_ : a / (b + 1) * (b + 1) <= a); last by rewrite divfK // gt_eqF.
  apply: ler_pmul => //; first by rewrite le_minr !ltW.
    by rewrite le_minl lexx.
  by rewrite ler_addl ler01.
have [_ p0] := pos p (mem_behead (s := _ :: _) ps).
by apply: le_trans (all p ps); rewrite ler_wpmul2r // le_minl lexx orbT.
Qed.

Hypothesis E0 : 0 <= E.

Theorem disconnected_split_with o : mechanism M -> private r E d M ->
  ~~ support_connected (exhausted r E d M) E (M^~ o) ->
  exists f : I -> R, [/\ mechanism (split M o f), private r E d (split M o f), followed (split M o f) M &
    ~ followed M (split M o f)].
Proof.
move=> mM pM; rewrite negb_forall => /existsP[s]; rewrite negb_forall => /existsP[t].
rewrite negb_imply => /andP[/andP[Ms Mt] apart].
pose x := M^~ o; pose tied := exhausted r E d M; pose C := connect (linked_inside tied E x) s.
have x0 i : 0 <= x i by have [M0 _] := mM i; apply: M0.
have inside k l : linked_inside tied E x k l -> C k -> C l by move=> kl Ck; apply: connect_trans Ck (connect1 kl).
pose D i j := hockey_stick E (M i) (M j); pose w i j := x i + E * x j; pose z i j := x i - E * x j.
have w0 i j : 0 <= w i j by rewrite addr_ge0 ?mulr_ge0.
have bound i j : r i j -> D i j <= d by move=> rij; have /close_to_hockey_stick := pM _ _ rij.
(* The room of a pair: what is left of delta, or, if nothing is, how far the likelihood is from a tie. *)
pose room i j := if D i j == d then `|z i j| else d - D i j.
pose ps := [seq (room ij.1 ij.2, w ij.1 ij.2) | ij <- enum [pred ij : I * I | r ij.1 ij.2 && (0 < room ij.1 ij.2)]].
have [h /andP[h0 h1] small] : exists2 h, 0 < h <= 1 & forall p, p \in ps -> h * p.2 <= p.1.
  by apply: small_step => p /mapP[[i j]]; rewrite mem_enum inE /= => /andP[_ pos] -> /=.
have fits i j : r i j -> 0 < room i j -> h * w i j <= room i j.
  by move=> rij pos; apply: (small (room i j, w i j)); apply/mapP; exists (i, j) => //; rewrite mem_enum inE /= rij.
pose f i := (if C i then 1 + h else 1 - h) / 2%:R.
have g i : 1 - f i = (if C i then 1 - h else 1 + h) / 2%:R by rewrite /f; case: (C i); field.
have f01 i : 0 <= f i <= 1.
  have hm : 0 <= 1 - h by rewrite subr_ge0.
  have hp : 0 <= 1 + h by rewrite addr_ge0 ?ler01 // ltW.
  rewrite -[X in _ && X]subr_ge0 g /f.
  by case: (C i); rewrite !divr_ge0 ?ler0n.
pose both_parts i j := Num.max 0 (f i * x i - E * (f j * x j)) + Num.max 0 ((1 - f i) * x i - E * ((1 - f j) * x j)).
have same i j : C i = C j -> both_parts i j = Num.max 0 (z i j).
  move=> Cij; have fij : f i = f j by rewrite /f Cij.
  have [f0 f1] := andP (f01 j); rewrite /both_parts fij mulrCA [E * ((1 - _) * _)]mulrCA -!mulrBr.
  by rewrite !positive_part_mul ?subr_ge0 // -mulrDl addrC subrK mul1r.
have mixed i j : C i != C j -> exists2 t', `|t'| = h * w i j &
    both_parts i j = Num.max 0 ((z i j + t') / 2%:R) + Num.max 0 ((z i j - t') / 2%:R).
  move=> Cij; exists (if C i then h * w i j else - (h * w i j)).
    by case: ifP => _; rewrite ?normrN ger0_norm // mulr_ge0 ?w0 // ltW.
  rewrite /both_parts !g /f /z /w; case Ci: (C i) Cij; case Cj: (C j) => // _.
    by congr (Num.max 0 _ + Num.max 0 _); field.
  by congr (Num.max 0 _ + Num.max 0 _); field.
have added i j : r i j -> D i j - Num.max 0 (z i j) + both_parts i j <= d.
  move=> rij; case: (eqVneq (C i) (C j)) => [/same ->|Cij]; first by rewrite subrK bound.
  have [t' t'w ->] := mixed i j Cij.
  case full: (D i j == d); last first.
    have slack : 0 < d - D i j by rewrite subr_gt0 lt_neqAle full bound.
    have := fits i j rij; rewrite /room full => /(_ slack); rewrite -t'w => le.
    apply: le_trans (_ : D i j - Num.max 0 (z i j) + (Num.max 0 (z i j) + `|t'|) <= _).
      by rewrite ler_add2l parts_add.
    by rewrite addrA subrK -ler_subr_addl.
  suff -> : Num.max 0 ((z i j + t') / 2%:R) + Num.max 0 ((z i j - t') / 2%:R) = Num.max 0 (z i j) by rewrite subrK bound.
  case: (eqVneq (z i j) 0) => zij; last first.
    by apply: parts_keep; rewrite t'w; have := fits i j rij; rewrite /room full; apply; rewrite normr_gt0.
  have tie : x i = E * x j by apply/eqP; rewrite -subr_eq0; apply/eqP.
  case: (eqVneq (x i) 0) => xi.
    have wz : w i j = 0 by rewrite /w -tie xi addr0.
    by apply: parts_keep; rewrite t'w wz mulr0 normr_ge0.
  have xj : x j != 0 by apply: contra xi => /eqP xj; rewrite tie xj mulr0.
  have link : linked tied E x i j by rewrite /linked /tight /tied /exhausted rij full tie eqxx.
  case/negP: Cij; apply/eqP; apply/idP/idP; apply: inside; rewrite /linked_inside xi xj //.
  by move: link; rewrite /linked orbC.
exists f.
have ne : 1 + h != 1 - h by rewrite gt_eqF // ltr_add2l gt0_cp.
split.
- exact: split_mechanism.
- move=> i j rij; apply/close_to_hockey_stick; apply: le_trans (added i j rij).
  rewrite /D /hockey_stick big_option /= [in X in _ <= X](bigD1 o) //= (bigD1 o) //= eqxx.
  rewrite (eq_bigr (fun v => Num.max 0 (M i v - E * M j v))); last by move=> v /negbTE ->.
  have order (a b c u : R) : a + (b + u) = c + u - c + (b + a) by ring.
  by rewrite (order _ _ (Num.max 0 (z i j))).
- by exists (merge R o); [exact: merge_mechanism | exact: merge_split].
- apply: (@split_not_below _ _ _ _ _ _ s t) => //; rewrite /f /C connect0 (negbTE apart).
  by apply: contra ne => /eqP eq; apply/eqP; apply: (mulIf _ eq); rewrite invr_eq0 pnatr_eq0.
Qed.

(** Maximal sufficiency with delta, for any relation. There has to be an input. *)
Theorem maximal_iff_with (i0 : I) : mechanism M -> private r E d M ->
  (maximally_sufficient_with r E d M <-> forall o, support_connected (exhausted r E d M) E (M^~ o)).
Proof.
move=> mM pM; split=> [[_ max] o|]; last exact: connected_maximal_with.
apply/negPn/negP => /(disconnected_split_with mM pM) [f [m p s]]; apply; exact: max.
Qed.

(** With delta = 0 every pair of the relation is exhausted, so that the theorem is that of delta = 0. *)
Theorem exhausted_0 : private r E 0 M -> exhausted r E 0 M =2 r.
Proof.
move=> pM i j; rewrite /exhausted; case rij: (r i j) => //=; apply/eqP/le_anti.
by rewrite hockey_stick_ge0 andbT; apply/close_to_hockey_stick; apply: pM.
Qed.
End Only.
