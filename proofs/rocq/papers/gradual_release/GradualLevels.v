(** * GradualLevels: the joint law of any levels is the sum of that of all levels over the others

    GradualDiscrete.v sums one answer out: the first, one in the middle, the last. Here these steps are joined, by induction
    over the answers that are left out: of the answers at the ratios ps, those at any ps' among them have the law of a
    release with the ratios ps' alone. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import DefinitionsGradual Archimedean GradualDiscrete.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Levels.
Variable R : realFieldType.
Implicit Types (p q s : R) (ps qs : seq R) (xs ys : seq int).

Lemma sums_by (f : int -> R) (v e p : R) (w : int) k : 0 <= p < 1 ->
  (forall N, window (fun y => f (w + y)) (k + N) = v - e * p ^+ N) -> nearly_sums_to f v.
Proof.
move=> p01 sum; exists w, k, `|e|, p; split=> // N.
rewrite sum [v - _]addrC addrK normrN normrM (ger0_norm (_ : 0 <= p ^+ N)) ?lexx // exprn_ge0 //; by case/andP: p01.
Qed.

Lemma missingE p q n m : missing p q n m = missing p q n 0 * (p * q) ^+ m.
Proof. by rewrite /missing !exprS expr0 mulr1; ring. Qed.

Lemma product_01 p q : 0 < p < 1 -> 0 < q < 1 -> 0 <= p * q < 1.
Proof.
move=> /andP[p0 p1] /andP[q0 q1]; rewrite mulr_ge0 ?ltW //=.
by apply: le_lt_trans p1; rewrite -[X in _ <= X]mulr1 ler_wpmul2l // ltW.
Qed.

Lemma rising_zip q ps xs : path <=%R q ps -> all (fun p => 0 < p < 1) ps -> rising q (zip ps xs).
Proof.
elim: ps q xs => [|p ps IH] q [|x xs] //= /andP[qp path] /andP[/andP[_ p1] rest].
by split=> //; split=> //; apply: IH.
Qed.

Lemma release_ge0 q y ps xs : path <=%R q ps -> all (fun p => 0 < p < 1) (q :: ps) -> 0 <= release q y (zip ps xs).
Proof.
move=> path /= /andP[/andP[q0 q1] rest]; rewrite mulr_ge0 ?lap_ge0 ?(ltW q0) ?(ltW q1) //.
by apply: others_ge0 => //; apply: rising_zip.
Qed.

Lemma law_ge0 ps xs : rising_ratios ps -> 0 <= levels_law ps xs.
Proof.
case: ps xs => [|q ps] [|y xs]; rewrite ?ler01 // => /andP[path rest] /=; exact: release_ge0.
Qed.

Lemma last_zip s ps (v : int) xs : size ps = size xs -> last (s, v) (zip ps xs) = (last s ps, last v xs).
Proof. by elim: ps xs s v => [|p ps IH] [|x xs] s v //= [] /IH. Qed.

(** One answer is summed out, wherever it stands. *)
Lemma without_one ps p qs xs : rising_ratios (ps ++ p :: qs) -> size xs = size (ps ++ qs) ->
  nearly_sums_to (fun y => levels_law (ps ++ p :: qs) (take (size ps) xs ++ y :: drop (size ps) xs)) (levels_law (ps ++ qs) xs).
Proof.
move=> ok sz; have /andP[sorted_ /allP inside] := ok.
have p01 : 0 < p < 1 by apply: inside; rewrite mem_cat mem_head orbT.
have /andP[p0 p1] := p01.
have p01' : 0 <= p < 1 by rewrite ltW.
case: ps sz sorted_ inside {ok} => [|s ps] /= sz sorted_ inside.
  case: qs xs sz sorted_ inside => [|q qs] [|x xs] //= sz sorted_ inside.
    apply: (sums_by (e := 2%:R * p / (1 + p)) (p := p) (w := 0) (k := 0)) => // N.
    have -> : window (fun y => release p (0 + y) [::]) (0 + N) = window (lap p) N.
      by apply: eq_window => y; rewrite /release /= add0r mulr1.
    by rewrite lap_total ?gt_eqF ?addr_gt0 ?ltr01 // exprS /levels_law; ring.
  have q01 : 0 < q < 1 by apply: inside; rewrite !inE eqxx orbT.
  have /andP[q0 q1] := q01; have /andP[pq _] := sorted_.
  apply: (sums_by (e := (1 - keep q p) * missing q p (absz x) 0 * others q x (zip qs xs)) (p := q * p) (w := 0) (k := absz x)) => //.
    exact: product_01.
  move=> N; have -> : window (fun y => release p (0 + y) ((q, x) :: zip qs xs)) (absz x + N)
      = window (fun y => release p y ((q, x) :: zip qs xs)) (absz x + N) by apply: eq_window => y; rewrite add0r.
  by rewrite release_first // missingE /levels_law /=; ring.
case: xs sz => [|v xs] //= [] sz.
have szt : size (take (size ps) xs) = size ps by rewrite size_takel // sz size_cat leq_addr.
move: sorted_; rewrite cat_path /= => /and3P[_ rp pqs].
set r := last s ps in rp.
have r01 : 0 < r < 1 by apply: inside; rewrite -cat_cons mem_cat mem_last.
have /andP[r0 r1] := r01.
set w := last v (take (size ps) xs).
have lastE : last (s, v) (zip ps (take (size ps) xs)) = (r, w) by apply: last_zip.
have zipE (qs' : seq R) ys : zip (ps ++ qs') (take (size ps) xs ++ ys) = zip ps (take (size ps) xs) ++ zip qs' ys.
  by rewrite zip_cat.
have restE : zip (ps ++ qs) xs = zip ps (take (size ps) xs) ++ zip qs (drop (size ps) xs) by rewrite -zipE cat_take_drop.
case: qs sz inside pqs zipE restE => [|q qs] sz inside pqs zipE restE.
  have end_ : drop (size ps) xs = [::] by apply: size0nil; rewrite size_drop sz size_cat addn0 subnn.
  apply: (sums_by (e := release s v (zip ps (take (size ps) xs)) * ((1 - keep p r) * (2%:R * p / (1 + p)))) (p := p) (w := w) (k := 0)) => // N.
  have -> : window (fun y => release s v (zip (ps ++ [:: p]) (take (size ps) xs ++ w + y :: drop (size ps) xs))) (0 + N)
      = window (fun y => release s v (zip ps (take (size ps) xs) ++ [:: (p, w + y)])) N.
    by rewrite end_; apply: eq_window => y; rewrite zipE.
  have := @release_last R p s v (zip ps (take (size ps) xs)) N; rewrite lastE /= => -> //.
  by rewrite /levels_law restE end_ cats0 exprS; ring.
have /andP[pq _] := pqs.
have q01 : 0 < q < 1 by apply: inside; rewrite -cat_cons mem_cat !inE eqxx !orbT.
have /andP[q0 q1] := q01.
case rest: (drop (size ps) xs) => [|x ys].
  by move: (congr1 size rest); rewrite size_drop sz size_cat addKn.
apply: (sums_by (e := release s v (zip ps (take (size ps) xs)) * others q x (zip qs ys)
    * ((1 - keep p r) * ((1 - keep q p) * missing q p (absz (x - w)) 0))) (p := q * p) (w := w) (k := absz (x - w))).
  exact: product_01.
move=> N; have -> : window (fun y => release s v (zip (ps ++ [:: p, q & qs]) (take (size ps) xs ++ [:: w + y, x & ys]))) (absz (x - w) + N)
    = window (fun y => release s v (zip ps (take (size ps) xs) ++ [:: (p, w + y), (q, x) & zip qs ys])) (absz (x - w) + N).
  by apply: eq_window => y; rewrite zipE.
have := @release_middle R q p s v (zip ps (take (size ps) xs)) x (zip qs ys) N; rewrite lastE /= => -> //.
by rewrite /levels_law restE rest missingE /=; ring.
Qed.

(** What is left out last can be put back. *)
Lemma one_back qs ps : subseq qs ps -> (size qs < size ps)%N ->
  exists before p rest, qs = before ++ rest /\ subseq (before ++ p :: rest) ps.
Proof.
elim: ps qs => [|x ps IH] qs; first by rewrite ltn0.
case: qs => [|q qs] /=; first by move=> _ _; exists [::], x, [::]; rewrite /= eqxx sub0seq.
case: eqP => [->|ne] sub lt.
  by have [before [p [rest [-> more]]]] := IH _ sub lt; exists (x :: before), p, rest; rewrite /= eqxx.
by exists [::], x, (q :: qs); rewrite /= eqxx.
Qed.

Lemma ratios_subseq qs ps : subseq qs ps -> rising_ratios ps -> rising_ratios qs.
Proof.
move=> sub /andP[sorted_ /allP inside]; apply/andP; split; first exact: subseq_sorted le_trans _ _ sub sorted_.
by apply/allP => p /(mem_subseq sub); exact: inside.
Qed.

End Levels.

Section Sums.
Variable R : archiFieldType.
Implicit Types (ps qs : seq R).

(** A window around the next integer, longer by one, has two terms more; so each window is within one around any other
    integer. *)
Lemma window_next (f : int -> R) w N : window (fun y => f (w + 1 + y)) N.+1
  = window (fun y => f (w + y)) N + (f (w + N.+1%:Z) + f (w + N.+2%:Z)).
Proof.
have fE a b : a = b -> f a = f b by move=> ->.
elim: N => [|N IH].
  rewrite windowS !window0 (fE (w + 1 + 0) (w + 1%:Z)) ?(fE (w + 1 + 1%:Z) (w + 2%:Z)) ?(fE (w + 1 - 1%:Z) (w + 0)); try lia.
  by rewrite addrA addrC.
rewrite windowS IH windowS (fE (w + 1 + N.+2%:Z) (w + N.+3%:Z)) ?(fE (w + 1 - N.+2%:Z) (w - N.+1%:Z)); try lia.
by rewrite -!addrA; congr (_ + (_ + (_ + _))); rewrite addrA addrC.
Qed.

Lemma window_around (f : int -> R) w N : (forall y, 0 <= f y) ->
  window (fun y => f (w + y)) N <= window (fun y => f (w + 1 + y)) N.+1
  /\ window (fun y => f (w + 1 + y)) N <= window (fun y => f (w + y)) N.+1.
Proof.
move=> f0; have up (g : int -> R) u : (forall y, 0 <= g y) -> window (fun y => g (u + y)) N <= window (fun y => g (u + 1 + y)) N.+1.
  by move=> g0; rewrite window_next ler_addl addr_ge0.
split; first exact: up.
have e g h M : (forall y, g y = h (- y)) -> window g M = window h M :> R by move/eq_window ->; exact: window_opp.
rewrite (e (fun y => f (w + 1 + y)) (fun y => f (- (- (w + 1) + y)))) => [|y]; last by congr f; lia.
rewrite (e (fun y => f (w + y)) (fun y => f (- (- (w + 1) + 1 + y)))) => [|y]; last by congr f; lia.
exact: up (fun y => f (- y)) _ (fun y => f0 (- y)).
Qed.

Lemma window_inside (f : int -> R) w w' N : (forall y, 0 <= f y) ->
  window (fun y => f (w + y)) N <= window (fun y => f (w' + y)) (absz (w' - w) + N).
Proof.
move=> f0; have shift_ u u' M : u = u' -> window (fun y => f (u + y)) M = window (fun y => f (u' + y)) M by move=> ->.
have right n u : window (fun y => f (u + y)) N <= window (fun y => f (u + n%:Z + y)) (n + N).
  elim: n => [|n IH]; first by rewrite addr0.
  apply: le_trans IH _; apply: le_trans (proj1 (window_around _ _ f0)) _.
  by rewrite (shift_ (u + n%:Z + 1) (u + n.+1%:Z)) //; lia.
have left n u : window (fun y => f (u + y)) N <= window (fun y => f (u - n%:Z + y)) (n + N).
  elim: n => [|n IH]; first by rewrite subr0.
  apply: le_trans IH _; rewrite (shift_ (u - n%:Z) (u - n.+1%:Z + 1)); last by lia.
  exact: (proj2 (window_around _ _ f0)).
case: (lerP w w') => [le|lt].
  by have := right `|w' - w|%N w; rewrite (shift_ (w + _) w') //; lia.
by have := left `|w' - w|%N w; rewrite (shift_ (w - _) w') //; lia.
Qed.

(** The value is unique. *)
Lemma sums_to_unique (f : int -> R) v v' : sums_to f v -> sums_to f v' -> v = v'.
Proof.
suff le u u' : sums_to f u -> sums_to f u' -> u <= u' by move=> h h'; apply/eqP; rewrite eq_le !le.
case=> f0 [w [k [c [p [c0 p01 near]]]]] [_ [w' [k' [c' [p' [c0' p01' near']]]]]].
pose d := absz (w' - w).
apply: (@le_vanishing R u u' (c * p ^+ k') (c' * p' ^+ (d + k)) p p' 0%N p01 p01') => N _.
have := window_inside w w' (k + (k' + N)) f0; rewrite -/d.
have -> : (d + (k + (k' + N)) = k' + (d + k + N))%N by rewrite addnA [RHS]addnCA.
move=> inside; rewrite -!mulrA -!exprD.
apply: le_trans (_ : window (fun y => f (w + y)) (k + (k' + N)) + c * p ^+ (k' + N) <= _).
  by rewrite -ler_subl_addl; apply: le_trans (ler_norm _) _; rewrite distrC.
rewrite [c * _ + _]addrC addrA ler_add2r; apply: le_trans inside _.
by rewrite -ler_subl_addl; apply: le_trans (ler_norm _) (near' _).
Qed.

(** Any of the answers have the law of a release to them alone; of none of them, it is the total, 1. *)
Theorem release_marginals ps qs : rising_ratios ps -> subseq qs ps ->
  marginal (size ps) (levels_law ps) (size qs) (levels_law qs).
Proof.
move=> ok; move: {2}(size ps - size qs)%N (erefl (size ps - size qs)%N) => d; elim: d qs => [|d IH] qs left sub.
  have e : size qs = size ps by apply/eqP; rewrite eqn_leq size_subseq //= -subn_eq0 left.
  have -> : qs = ps by apply/eqP; rewrite -(size_subseq_leqif sub) e.
  exact: All_answers.
have lt : (size qs < size ps)%N by rewrite -subn_gt0 left.
have [before [p [rest [e more]]]] := one_back sub lt.
have szm : size (before ++ p :: rest) = (size qs).+1 by rewrite e !size_cat /= addnS.
have left' : (size ps - size (before ++ p :: rest))%N = d by rewrite szm subnS left.
have := IH _ left' more; rewrite szm => step.
apply: (Without (i := size before) step); first by rewrite e size_cat leq_addr.
move=> xs sz; have ok' := ratios_subseq more ok; split=> [y|]; first exact: law_ge0.
by rewrite e; apply: without_one; rewrite // sz e.
Qed.

(** So the law of one answer is that of its noise, and of all the total is 1. *)
Lemma release_total ps : rising_ratios ps -> marginal (size ps) (levels_law ps) 0 (fun=> 1).
Proof. by move=> ok; exact: (release_marginals ok (sub0seq _)). Qed.

End Sums.
