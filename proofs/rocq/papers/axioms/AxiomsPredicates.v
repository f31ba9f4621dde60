(** * AxiomsPredicates: generic privacy, post-processing and mixing (Kifer and Lin, Section 2, Appendices A and B)

    For finite outputs, and a pair of neighbours whose laws can be any two distributions: generic privacy keeps
    post-processing (Axiom 2.1.1) if and only if it keeps mixing (Axiom 2.1.2), if and only if the pairs (a, b) that are
    allowed together with (1 - a, 1 - b) are a convex set. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Signs Definitions DefinitionsAxioms Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Convex.
Variable R : realFieldType.
Implicit Types (q : R -> R -> Prop) (a b c t : R).

Lemma prob_set0 (T : finType) (P : T -> R) : prob P set0 = 0.
Proof. by rewrite /prob big_set0. Qed.

Lemma prob_setT (T : finType) (P : T -> R) : distribution P -> prob P setT = 1.
Proof. by case=> _ <-; apply: eq_bigl => x; rewrite inE. Qed.

(** What is allowed is a statement about the region. *)
Lemma allowed_region q (T : finType) (P Q : T -> R) : distribution P -> distribution Q ->
  (allowed_pair q P Q <-> forall S, region q (prob P S) (prob Q S)).
Proof.
move=> dP dQ; split=> [all S|all S]; last by case: (all S).
split; [exact: prob01|exact: prob01|exact: all|].
by case: (dP) (dQ) => _ P1 [_ Q1]; rewrite -!prob_setC //; apply: all.
Qed.

(** A number 0 <= h x <= 1 for each output instead of an event. *)
Lemma region_weights q (T : finType) (P Q : T -> R) (h : T -> R) : region_convex q ->
  (forall S, region q (prob P S) (prob Q S)) -> (forall x, 0 <= h x <= 1) ->
  region q (\sum_x h x * P x) (\sum_x h x * Q x).
Proof.
move=> conv all; move: {2}#|[set x | (h x != 0) && (h x != 1)]| (leqnn #|[set x | (h x != 0) && (h x != 1)]|) => n.
elim: n h => [|n IH] h.
  rewrite leqn0 cards_eq0 => /eqP none h01.
  have hx x : h x = 0 \/ h x = 1.
    have := in_set0 x; rewrite -none inE; case: (h x =P 0) => [|_]; first by left.
    by case: (h x =P 1) => [|_] //; right.
  have eqn (L : T -> R) : \sum_x h x * L x = prob L [set x | h x == 1].
    rewrite /prob [RHS]big_mkcond; apply: eq_bigr => x _; rewrite inE.
    by case: (hx x) => ->; rewrite ?eqxx ?mul1r // eq_sym oner_eq0 mul0r.
  by rewrite !eqn; apply: all.
case: (set_0Vmem [set x | (h x != 0) && (h x != 1)]) => [e|[y ny]] card h01; first by apply: IH => //; rewrite e cards0.
pose h1 x := if x == y then 1 else h x; pose h0 x := if x == y then 0 else h x.
have split (L : T -> R) : \sum_x h x * L x = h y * (\sum_x h1 x * L x) + (1 - h y) * (\sum_x h0 x * L x).
  rewrite !mulr_sumr -big_split; apply: eq_bigr => x _; rewrite /h1 /h0.
  by case: eqP => [->|_] /=; ring.
have fewer (k : T -> R) c : (forall x, x != y -> k x = h x) -> k y = c -> c = 0 \/ c = 1 ->
    (#|[set x | (k x != 0%R) && (k x != 1%R)]| <= n)%N.
  move=> same ky c01; rewrite -ltnS; apply: leq_trans card.
  apply/proper_card/properP; split.
    apply/subsetP => x; rewrite !inE; case: (x =P y) => [->|/eqP /same -> //].
    by rewrite ky; case: c01 => ->; rewrite eqxx ?andbF.
  by exists y => //; rewrite inE ky; case: c01 => ->; rewrite eqxx ?andbF.
rewrite !split; apply: conv => //.
  apply: IH => [|x]; last by rewrite /h1; case: eqP => _ //; rewrite ler01 lexx.
  by apply: (fewer h1 1) => [x /negbTE ne||]; rewrite /h1 ?ne ?eqxx //; right.
apply: IH => [|x]; last by rewrite /h0; case: eqP => _ //; rewrite ler01 lexx.
by apply: (fewer h0 0) => [x /negbTE ne||]; rewrite /h0 ?ne ?eqxx //; left.
Qed.

(** Convexity is enough for both axioms. *)
Lemma convex_keeps_post q : region_convex q -> keeps_post q.
Proof.
move=> conv T U P Q K dP dQ mK /(allowed_region _ dP dQ) all S.
have [_ _ + _] := region_weights conv all (fun x => prob01 S (mK x)).
by rewrite !post_prob.
Qed.

Lemma mix_prob (T : finType) t (P P' : T -> R) S : prob (mix t P P') S = t * prob P S + (1 - t) * prob P' S.
Proof. by rewrite /prob /mix big_split /= !mulr_sumr. Qed.

Lemma convex_keeps_mix q : region_convex q -> keeps_mix q.
Proof.
move=> conv T t P Q P' Q' dP dQ dP' dQ' t01 /(allowed_region _ dP dQ) all /(allowed_region _ dP' dQ') all' S.
by rewrite !mix_prob; case: (conv _ _ _ _ _ t01 (all S) (all' S)).
Qed.

(** Laws on two outputs, and on three. *)
Definition coin a (x : bool) : R := if x then a else 1 - a.

Lemma coin_distribution a : 0 <= a <= 1 -> distribution (coin a).
Proof.
move=> /andP[a0 a1]; split; first by case; rewrite /coin ?subr_ge0.
by rewrite big_bool /= addrC subrK.
Qed.

Lemma prob_bool (L : bool -> R) (S : {set bool}) :
  prob L S = (if true \in S then L true else 0) + (if false \in S then L false else 0).
Proof. by rewrite /prob big_mkcond big_bool. Qed.

Lemma coin_allowed q a b : q 0 0 -> q 1 1 -> region q a b -> allowed_pair q (coin a) (coin b).
Proof.
move=> q0 q1 [_ _ qab qab'] S; rewrite !prob_bool /coin.
by case: ifP => _; case: ifP => _; rewrite ?add0r ?addr0 // ![_ + (1 - _)]addrC !subrK.
Qed.

Lemma region0 q : q 0 0 -> q 1 1 -> region q 0 0.
Proof. by move=> q0 q1; split; rewrite ?lexx ?ler01 // subr0. Qed.

Lemma region_compl q a b : region q a b -> region q (1 - a) (1 - b).
Proof.
move=> [/andP[a0 a1] /andP[b0 b1] x y]; split=> //; last by rewrite !subKr.
- by rewrite subr_ge0 a1 ger_addl oppr_le0.
- by rewrite subr_ge0 b1 ger_addl oppr_le0.
Qed.

(** Mixing needs convexity. *)
Lemma mix_needs_convex q : q 0 0 -> q 1 1 -> keeps_mix q -> region_convex q.
Proof.
move=> q0 q1 keeps t a b a' b' t01 r r'.
have [[a01 b01 _ _] [a'01 b'01 _ _]] := (r, r').
have all := keeps _ t _ _ _ _ (coin_distribution a01) (coin_distribution b01) (coin_distribution a'01)
  (coin_distribution b'01) t01 (coin_allowed q0 q1 r) (coin_allowed q0 q1 r').
have dmix c c' : 0 <= c <= 1 -> 0 <= c' <= 1 -> distribution (mix t (coin c) (coin c')).
  move=> c01 c'01; have [p0 p1] := coin_distribution c01; have [p'0 p'1] := coin_distribution c'01.
  case/andP: t01 => t0 t1; split=> [x|]; first by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0.
  by rewrite big_split /= -!mulr_sumr p1 p'1 !mulr1 addrC subrK.
have := (allowed_region _ (dmix a a' a01 a'01) (dmix b b' b01 b'01)).1 all [set true].
by rewrite !mix_prob !prob_bool !inE /= !addr0.
Qed.

End Convex.

(** Post-processing needs convexity. *)
Section PostNeedsConvex.
Variables (R : realFieldType) (q : R -> R -> Prop).
Hypotheses (q0 : q 0 0) (q1 : q 1 1) (keeps : keeps_post q).
Implicit Types (a b c d t x y : R).

(** A law on two outputs, read by a coin for each. *)
Lemma two_outputs a b c d : region q a b -> 0 <= c <= 1 -> 0 <= d <= 1 ->
  region q (a * c + (1 - a) * d) (b * c + (1 - b) * d).
Proof.
move=> r c01 d01; have [a01 b01 _ _] := r.
pose K (x : bool) := coin (if x then c else d).
have mK : mechanism K by move=> x; apply: coin_distribution; case: x.
have eqn e : prob (post K (coin e)) [set true] = e * c + (1 - e) * d.
  by rewrite prob_bool !inE /= addr0 /post big_bool /K /coin /=.
have all := keeps (coin_distribution a01) (coin_distribution b01) mK (coin_allowed q0 q1 r).
rewrite -!eqn; apply: (allowed_region _ _ _).1 => //; apply: post_distribution => //; exact: coin_distribution.
Qed.

Lemma diagonal c : 0 <= c <= 1 -> region q c c.
Proof.
move=> c01; have := two_outputs (region0 q0 q1) c01 c01.
by rewrite mul0r add0r subr0 mul1r.
Qed.

(** The triangles between the diagonal, (a, b), (0, 0) and (1, 1). *)
Lemma below_chords a b x y : region q a b -> a <= b -> 0 <= x -> x <= y -> y <= 1 ->
  a * y <= b * x -> (1 - b) * (1 - x) <= (1 - a) * (1 - y) -> region q x y.
Proof.
move=> r; have [/andP[a0 a1] /andP[b0 b1] _ _] := r => ab x0 xy y1 h0 h1.
case: (eqVneq a b) => [eab|neq].
  have e0 : 0 <= a * (x - y) by rewrite mulrBr subr_ge0 {2}eab.
  have e1 : 0 <= (1 - a) * (x - y).
    have -> : (1 - a) * (x - y) = (1 - a) * (1 - y) - (1 - b) * (1 - x) by rewrite -eab; ring.
    by rewrite subr_ge0.
  have yx : x = y.
    apply/eqP; rewrite eq_le xy -subr_ge0 (_ : x - y = a * (x - y) + (1 - a) * (x - y)); last by ring.
    exact: addr_ge0.
  by rewrite yx; apply: diagonal; rewrite y1 (le_trans x0 xy).
have pos : 0 < b - a by rewrite subr_gt0 lt_neqAle neq.
have nz : b - a != 0 by rewrite gt_eqF.
pose c := ((1 - a) * y - (1 - b) * x) / (b - a); pose d := (b * x - a * y) / (b - a).
have y0 := le_trans x0 xy.
have c01 : 0 <= c <= 1.
  rewrite /c divr_ge0 ?(ltW pos) //=; last first.
    apply: (ge_by (e := (1 - a) * (y - x) + (b - a) * x)); first by ring.
    by rewrite addr_ge0 // mulr_ge0 ?subr_ge0.
  rewrite ler_pdivr_mulr // mul1r.
  by apply: (ge_by (e := (1 - a) * (1 - y) - (1 - b) * (1 - x))); [ring | rewrite subr_ge0].
have d01 : 0 <= d <= 1.
  rewrite /d divr_ge0 ?(ltW pos) ?subr_ge0 //= ler_pdivr_mulr // mul1r.
  apply: (ge_by (e := (b - a) * (1 - x) + a * (y - x))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // (le_trans xy).
have := two_outputs r c01 d01; rewrite /c /d.
have -> : a * (((1 - a) * y - (1 - b) * x) / (b - a)) + (1 - a) * ((b * x - a * y) / (b - a)) = x by field.
by have -> : b * (((1 - a) * y - (1 - b) * x) / (b - a)) + (1 - b) * ((b * x - a * y) / (b - a)) = y by field.
Qed.

(** Three outputs: the first is kept, the second kept with probability t, the third not kept. *)
Definition three a a' (i : 'I_3) : R := if i == 0%N :> nat then a else if i == 1%N :> nat then a' - a else 1 - a'.

Lemma three_distribution a a' : 0 <= a -> a <= a' -> a' <= 1 -> distribution (three a a').
Proof.
move=> a0 aa a1; split; first by move=> i; rewrite /three; case: ifP => // _; case: ifP => _; rewrite subr_ge0.
by rewrite !big_ord_recl big_ord0 /three /=; ring.
Qed.

Lemma three_sum (F : 'I_3 -> R) : \sum_i F i = F (inord 0%N) + F (inord 1%N) + F (inord 2%N).
Proof.
have e0 : ord0 = inord 0%N :> 'I_3 by apply/val_inj; rewrite /= inordK.
have e1 : lift ord0 ord0 = inord 1%N :> 'I_3 by apply/val_inj; rewrite /= inordK.
have e2 : lift ord0 (lift ord0 ord0) = inord 2%N :> 'I_3 by apply/val_inj; rewrite /= inordK.
by rewrite !big_ord_recl big_ord0 addr0 e2 e1 e0 addrA.
Qed.

Lemma three_prob (L : 'I_3 -> R) (S : {set 'I_3}) : prob L S =
  (if inord 0%N \in S then L (inord 0%N) else 0) + (if inord 1%N \in S then L (inord 1%N) else 0)
  + (if inord 2%N \in S then L (inord 2%N) else 0).
Proof.
by rewrite /prob big_mkcond three_sum.
Qed.

Lemma three_outputs a b a' b' t : region q a b -> region q a' b' -> a <= a' -> b <= b' ->
  region q (a' - a) (b' - b) -> 0 <= t <= 1 -> region q (a + t * (a' - a)) (b + t * (b' - b)).
Proof.
move=> r r' aa bb d t01; have [/andP[a0 a1] /andP[b0 b1] _ _] := r; have [/andP[a'0 a'1] /andP[b'0 b'1] _ _] := r'.
have dP := three_distribution a0 aa a'1; have dQ := three_distribution b0 bb b'1.
have all : allowed_pair q (three a a') (three b b').
  have [_ _ q2 q3] := r; have [_ _ q4 q5] := r'; have [_ _ q6 q7] := d.
  move=> S; rewrite !three_prob /three !inordK //=.
  have same x y u v : q u v -> x = u -> y = v -> q x y by move=> quv -> ->.
  case: ifP => _; case: ifP => _; case: ifP => _.
  - by apply: (same _ _ _ _ q1); ring.
  - by apply: (same _ _ _ _ q4); ring.
  - by apply: (same _ _ _ _ q7); ring.
  - by apply: (same _ _ _ _ q2); ring.
  - by apply: (same _ _ _ _ q3); ring.
  - by apply: (same _ _ _ _ q6); ring.
  - by apply: (same _ _ _ _ q5); ring.
  - by apply: (same _ _ _ _ q0); ring.
pose K (i : 'I_3) := coin (if i == 0%N :> nat then 1 else if i == 1%N :> nat then t else 0).
have mK : mechanism K.
  move=> i; apply: coin_distribution; case: ifP => _; first by rewrite ler01 lexx.
  by case: ifP => _ //; rewrite ler01 lexx.
have eqn (L : 'I_3 -> R) : prob (post K L) [set true] = L (inord 0%N) + t * L (inord 1%N).
  rewrite prob_bool !inE /= addr0 /post three_sum /K /coin !inordK //=.
  by ring.
have := (allowed_region _ (post_distribution dP mK) (post_distribution dQ mK)).1 (keeps dP dQ mK all) [set true].
by rewrite !eqn /three !inordK.
Qed.

(** Two points above the diagonal. *)
Lemma segment_above a b a' b' t : region q a b -> region q a' b' -> a <= b -> a' <= b' -> a <= a' -> 0 <= t <= 1 ->
  region q (a + t * (a' - a)) (b + t * (b' - b)).
Proof.
move=> r r' ab ab' aa /andP[t0 t1]; have [/andP[a0 a1] /andP[b0 b1] _ _] := r.
have [/andP[a'0 a'1] /andP[b'0 b'1] _ _] := r'.
have u0 : 0 <= 1 - t by rewrite subr_ge0.
have split c c' : c + t * (c' - c) = (1 - t) * c + t * c' by ring.
have x0 : 0 <= a + t * (a' - a) by rewrite split addr_ge0 // mulr_ge0.
have y1 : b + t * (b' - b) <= 1.
  apply: (ge_by (e := (1 - t) * (1 - b) + t * (1 - b'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
have xy : a + t * (a' - a) <= b + t * (b' - b).
  by rewrite !split ler_add // ler_wpmul2l.
case: (ltrP (a' * b) (a * b')) => [low|low0].
  have pos : 0 < a'.
    rewrite lt_neqAle a'0 andbT; apply/eqP => e; move: low; rewrite -e mul0r => /lt_le_trans.
    have a00 : a = 0 by apply/eqP; rewrite eq_le a0 {1}e aa.
    by move=> /(_ 0); rewrite a00 mul0r lexx ltxx => /(_ isT).
  have up : (1 - b') * (1 - a) <= (1 - a') * (1 - b).
    rewrite -(ler_pmul2l pos).
    apply: (ge_by (e := (a' - a) * (b' - a') + (1 - a') * (a * b' - a' * b))); first by ring.
    by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
  apply: (below_chords r') => //.
    apply: (ge_by (e := (1 - t) * (a * b' - a' * b))); first by ring.
    by rewrite mulr_ge0 // subr_ge0 ltW.
  apply: (ge_by (e := (1 - t) * ((1 - a') * (1 - b) - (1 - b') * (1 - a)))); first by ring.
  by rewrite mulr_ge0 // subr_ge0.
case: (ltrP ((1 - b) * (1 - a')) ((1 - a) * (1 - b'))) => [high|high0].
  have pos : 0 < 1 - a.
    rewrite lt_neqAle subr_ge0 a1 andbT; apply/eqP => e; move: high; rewrite -e mul0r ltNge.
    by rewrite mulr_ge0 // subr_ge0.
  have up : a * b' <= b * a'.
    rewrite -(ler_pmul2l pos).
    apply: (ge_by (e := (a' - a) * (b - a) + a * ((1 - a) * (1 - b') - (1 - b) * (1 - a')))); first by ring.
    by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
  apply: (below_chords r) => //.
    apply: (ge_by (e := t * (b * a' - a * b'))); first by ring.
    by rewrite mulr_ge0 // subr_ge0.
  apply: (ge_by (e := t * ((1 - a) * (1 - b') - (1 - b) * (1 - a')))); first by ring.
  by rewrite mulr_ge0 // subr_ge0 ltW.
have bb : b <= b'.
  have [e|neq] := eqVneq a 1.
    by have -> : b' = 1; [apply/eqP; rewrite eq_le b'1 (le_trans _ ab') // -e | ].
  have pos : 0 < 1 - a by rewrite subr_gt0 lt_neqAle neq.
  have h : (1 - a) * (1 - b') <= (1 - a) * (1 - b).
    by apply: le_trans high0 _; rewrite mulrC ler_wpmul2r ?subr_ge0 // ler_sub.
  move: h; rewrite ler_pmul2l // => h.
  by apply: (ge_by (e := (1 - b) - (1 - b'))); [ring | rewrite subr_ge0].
have d01 c c' : 0 <= c -> c <= c' -> c' <= 1 -> 0 <= c' - c <= 1.
  by move=> c0 cc c1; rewrite subr_ge0 cc ler_subl_addl (le_trans c1) // ler_addr.
have /andP[da0 da1] := d01 _ _ a0 aa a'1; have /andP[db0 db1] := d01 _ _ b0 bb b'1.
have key1 : 0 <= b * a' - a * b' by rewrite subr_ge0 [b * _]mulrC.
have key2 : 0 <= (1 - b) * (1 - a') - (1 - a) * (1 - b') by rewrite subr_ge0.
apply: three_outputs => //; last by rewrite t0.
case: (lerP (a' - a) (b' - b)) => [above|below].
  apply: (below_chords r') => //.
    by apply: (ge_by (e := b * a' - a * b')); first by ring.
  apply: (ge_by (e := (b - a) * (1 - b') + b * (b' - a'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 ?subr_ge0.
rewrite -[a' - a](subKr 1) -[b' - b](subKr 1); apply: region_compl; apply: (below_chords r) => //.
- by rewrite subr_ge0.
- by rewrite ler_sub // ltW.
- by rewrite ger_addl oppr_le0.
- apply: (ge_by (e := (b - a) * (1 - a') + a * (b' - a'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 ?subr_ge0.
- by apply: (ge_by (e := (1 - b) * (1 - a') - (1 - a) * (1 - b'))); first by ring.
Qed.

(** One point above, one below. *)
Lemma segment_mixed a b a' b' t : region q a b -> region q a' b' -> a <= b -> b' <= a' -> 0 <= t <= 1 ->
  t * a + (1 - t) * a' <= t * b + (1 - t) * b' -> region q (t * a + (1 - t) * a') (t * b + (1 - t) * b').
Proof.
move=> r r' ab ba /andP[t0 t1] up; have [/andP[a0 a1] /andP[b0 b1] _ _] := r.
have [/andP[a'0 a'1] /andP[b'0 b'1] _ _] := r'; have u0 : 0 <= 1 - t by rewrite subr_ge0.
apply: (below_chords r) => //.
- by rewrite addr_ge0 // mulr_ge0.
- apply: (ge_by (e := t * (1 - b) + (1 - t) * (1 - b'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
- apply: (ge_by (e := (1 - t) * (b * (a' - b') + b' * (b - a)))); first by ring.
  by rewrite mulr_ge0 // addr_ge0 // mulr_ge0 // subr_ge0.
- apply: (ge_by (e := (1 - t) * ((1 - a') * (b - a) + (1 - a) * (a' - b')))); first by ring.
  by rewrite mulr_ge0 // addr_ge0 // mulr_ge0 ?subr_ge0.
Qed.

Lemma post_needs_convex : region_convex q.
Proof.
have above t a b a' b' : 0 <= t <= 1 -> region q a b -> region q a' b' -> a <= b ->
    t * a + (1 - t) * a' <= t * b + (1 - t) * b' -> region q (t * a + (1 - t) * a') (t * b + (1 - t) * b').
  move=> t01 r r' ab up; case: (lerP b' a') => [ba|/ltW ab']; first exact: segment_mixed.
  have u01 : 0 <= 1 - t <= 1 by case/andP: t01 => t0 t1; rewrite subr_ge0 t1 ger_addl oppr_le0.
  case: (lerP a a') => [aa|/ltW aa].
    have := segment_above r r' ab ab' aa u01.
    have -> : a + (1 - t) * (a' - a) = t * a + (1 - t) * a' by ring.
    by have -> : b + (1 - t) * (b' - b) = t * b + (1 - t) * b' by ring.
  have := segment_above r' r ab' ab aa t01.
  have -> : a' + t * (a - a') = t * a + (1 - t) * a' by ring.
  by have -> : b' + t * (b - b') = t * b + (1 - t) * b' by ring.
have either t a b a' b' : 0 <= t <= 1 -> region q a b -> region q a' b' ->
    t * a + (1 - t) * a' <= t * b + (1 - t) * b' -> region q (t * a + (1 - t) * a') (t * b + (1 - t) * b').
  move=> t01 r r' up; case: (lerP a b) => [ab|/ltW ba]; first exact: above.
  have u01 : 0 <= 1 - t <= 1 by case/andP: t01 => t0 t1; rewrite subr_ge0 t1 ger_addl oppr_le0.
  have ut : 1 - (1 - t) = t by ring.
  case: (lerP a' b') => [ab'|/ltW ba'].
    by have := above (1 - t) _ _ _ _ u01 r' r ab'; rewrite ut ![(1 - t) * _ + _]addrC; apply.
  case/andP: t01 => t0 t1; have dn : t * b + (1 - t) * b' <= t * a + (1 - t) * a'.
    by apply: ler_add; apply: ler_wpmul2l => //; rewrite subr_ge0.
  have -> : t * b + (1 - t) * b' = t * a + (1 - t) * a' by apply/eqP; rewrite eq_le dn up.
  have [/andP[a0 a1] _ _ _] := r; have [/andP[a'0 a'1] _ _ _] := r'; apply: diagonal.
  have u0 : 0 <= 1 - t by rewrite subr_ge0.
  rewrite addr_ge0 ?mulr_ge0 //=; apply: (ge_by (e := t * (1 - a) + (1 - t) * (1 - a'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
move=> t a b a' b' t01 r r'; case: (lerP (t * a + (1 - t) * a') (t * b + (1 - t) * b')) => [up|/ltW dn].
  exact: either.
have com c c' : t * (1 - c) + (1 - t) * (1 - c') = 1 - (t * c + (1 - t) * c') by ring.
have := either _ _ _ _ _ t01 (region_compl r) (region_compl r'); rewrite !com.
by move=> /(_ (ler_sub (lexx _) dn)) /region_compl; rewrite !subKr.
Qed.

End PostNeedsConvex.

(** The characterization: each of the axioms holds if and only if the region is convex. *)
Theorem axioms_characterized (R : realFieldType) (q : R -> R -> Prop) : q 0 0 -> q 1 1 ->
  (keeps_post q <-> region_convex q) /\ (keeps_mix q <-> region_convex q).
Proof.
move=> q0 q1; split; split.
- exact: post_needs_convex.
- exact: convex_keeps_post.
- exact: mix_needs_convex.
- exact: convex_keeps_mix.
Qed.

(** Without q(0, 0) nothing is private, and both axioms hold of every predicate. *)
Theorem nothing_allowed (R : realFieldType) (q : R -> R -> Prop) : ~ (q 0 0 /\ q 1 1) ->
  (forall (T : finType) (P Q : T -> R), distribution P -> distribution Q -> ~ allowed_pair q P Q)
  /\ keeps_post q /\ keeps_mix q.
Proof.
move=> none; have no (T : finType) (P Q : T -> R) : distribution P -> distribution Q -> ~ allowed_pair q P Q.
  move=> dP dQ all; apply: none; split.
    by have := all set0; rewrite !prob_set0.
  by have := all setT; rewrite !prob_setT.
split; first exact: no.
by split=> [T U P Q K dP dQ _ /(no _ _ _ dP dQ)//|T t P Q P' Q' dP dQ _ _ _ /(no _ _ _ dP dQ)//].
Qed.

(** Theorem 2.1.4, with the conditions 3 and 6 alone. *)
Theorem between_convex (R : realFieldType) (M : R -> R) : concave M -> region_convex (between M).
Proof.
move=> conc t a b a' b' t01 [a01 b01 r s] [a'01 b'01 r' s'].
have /andP[t0 t1] := t01; have u0 : 0 <= 1 - t by rewrite subr_ge0.
have bounds c c' : 0 <= c <= 1 -> 0 <= c' <= 1 -> 0 <= t * c + (1 - t) * c' <= 1.
  move=> /andP[c0 c1] /andP[c'0 c'1]; rewrite addr_ge0 ?mulr_ge0 //=.
  apply: (ge_by (e := t * (1 - c) + (1 - t) * (1 - c'))); first by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
have compl c : 0 <= c <= 1 -> 0 <= 1 - c <= 1 by case/andP=> c0 c1; rewrite subr_ge0 c1 ger_addl oppr_le0.
have com c c' : 1 - (t * c + (1 - t) * c') = t * (1 - c) + (1 - t) * (1 - c') by ring.
have upper x y x' y' : 0 <= x <= 1 -> 0 <= x' <= 1 -> y <= M x -> y' <= M x' ->
    t * y + (1 - t) * y' <= M (t * x + (1 - t) * x').
  by move=> x01 x'01 yM y'M; apply: le_trans (conc _ _ _ t01 x01 x'01); rewrite ler_add // ler_wpmul2l.
have turn x y : (1 - M (1 - x) <= y) = (1 - y <= M (1 - x)) by rewrite ler_subl_addr addrC -ler_subl_addr.
have main x y x' y' : between M x y -> between M x' y' ->
    between M (t * x + (1 - t) * x') (t * y + (1 - t) * y').
  move=> [x01 y01 l u] [x'01 y'01 l' u']; split; [exact: bounds | exact: bounds | | exact: upper].
  by rewrite turn !com; apply: upper; rewrite -?turn //; apply: compl.
by split; [exact: bounds | exact: bounds | exact: main | rewrite !com; exact: main].
Qed.

Theorem theorem_2_1_4 (R : realFieldType) (M : R -> R) : concave M ->
  keeps_post (between M) /\ keeps_mix (between M).
Proof. by move=> /between_convex conv; split; [exact: convex_keeps_post | exact: convex_keeps_mix]. Qed.

(** Conditions 3 and 6, and M(1) <= 1, imply condition 4. *)
Theorem increasing_follows (R : realFieldType) (M : R -> R) : concave M -> M 1 = 1 ->
  forall a a', 0 <= a -> a < a' -> a' <= 1 -> M a < 1 -> M a < M a'.
Proof.
move=> conc M1 a a' a0 aa a1 lt1; have pos : 0 < 1 - a by rewrite subr_gt0 (lt_le_trans aa).
pose t := (1 - a') / (1 - a).
have t0 : 0 <= t by rewrite divr_ge0 ?subr_ge0 // ltW // -subr_gt0.
have t1 : t < 1 by rewrite ltr_pdivr_mulr // mul1r ler_lt_sub.
have a01 : 0 <= a <= 1 by rewrite a0 -subr_ge0 ltW.
have t01 : 0 <= t <= 1 by rewrite t0 ltW.
have := conc t a 1 t01 a01; rewrite ler01 lexx => /(_ isT).
have -> : t * a + (1 - t) * 1 = a' by rewrite /t; field; rewrite gt_eqF.
apply: lt_le_trans; rewrite M1 -subr_gt0.
have -> : t * M a + (1 - t) * 1 - M a = (1 - t) * (1 - M a) by ring.
by rewrite mulr_gt0 // subr_gt0.
Qed.
