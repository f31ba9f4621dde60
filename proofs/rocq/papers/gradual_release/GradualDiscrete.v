(** * GradualDiscrete: discrete Laplace noise on the integers, released gradually without loss

    p = e^-epsilon; [lap p k] is P(V = k). A sum over all integers is a limit here of the sums over -N..N ([window]): each theorem
    gives the sum over -N..N with what is missing, a multiple of p^N. [kernel p q] (p >= q) is the law of V1 - V2:
    with the weight [keep p q] the atom at 0, else [lap p]. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import DefinitionsGradual.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Laws.
Variable R : realFieldType.
Implicit Types (p q r : R) (f g : int -> R).

Lemma window0 f : window f 0 = f 0.
Proof. by rewrite /window big_geq // addr0. Qed.
Lemma windowS f N : window f N.+1 = window f N + (f N.+1%:Z + f (- N.+1%:Z)).
Proof. by rewrite /window big_nat_recr //= addrA. Qed.
Lemma windowD f g N : window (fun k => f k + g k) N = window f N + window g N.
Proof. by elim: N => [|N IH]; rewrite ?window0 // !windowS IH; ring. Qed.
Lemma windowZ c f N : window (fun k => c * f k) N = c * window f N.
Proof. by elim: N => [|N IH]; rewrite ?window0 // !windowS IH; ring. Qed.
Lemma eq_window f g N : f =1 g -> window f N = window g N.
Proof. by move=> e; elim: N => [|N IH]; rewrite ?window0 // !windowS IH !e. Qed.

Lemma lapN p k : lap p (- k) = lap p k.
Proof. by rewrite /lap abszN. Qed.

(** It is a distribution: all but 2 p^(N+1)/(1 + p) lies in -N..N. *)
Lemma lap_total p N : 1 + p != 0 -> window (lap p) N = 1 - 2%:R * p ^+ N.+1 / (1 + p).
Proof.
move=> pp; elim: N => [|N IH]; first by rewrite window0 /lap expr0; field.
by rewrite windowS lapN IH /lap absz_nat !exprS; field.
Qed.

Lemma lap_ge0 p k : 0 <= p -> p <= 1 -> 0 <= lap p k.
Proof. by move=> p0 p1; rewrite mulr_ge0 ?exprn_ge0 // divr_ge0 ?subr_ge0 ?addr_ge0 ?ler01. Qed.

(** An indicator picks its point, once the window has it. *)
Lemma window_point (c : int -> R) (x : int) N : (absz x <= N)%N -> window (fun k => c k * (x - k == 0)%:R) N = c x.
Proof.
move=> le; have zero M : (M < absz x)%N -> window (fun k => c k * (x - k == 0)%:R) M = 0.
  elim: M => [|M IH] lt.
    by rewrite window0 subr0 -absz_eq0 (gtn_eqF lt) mulr0.
  rewrite windowS IH ?(ltnW lt) // !subr_eq0.
  have -> : (x == M.+1%:Z) = false by apply/eqP => e; rewrite e absz_nat ltnn in lt.
  have -> : (x == - M.+1%:Z) = false by apply/eqP => e; rewrite e abszN absz_nat ltnn in lt.
  by rewrite !mulr0 !addr0.
have one : window (fun k => c k * (x - k == 0)%:R) (absz x) = c x.
  case e: (absz x) => [|M].
    by rewrite window0; move/eqP: e; rewrite absz_eq0 => /eqP ->; rewrite subrr eqxx mulr1.
  rewrite windowS zero ?e // add0r !subr_eq0; case: (intP x) e => // m; rewrite ?abszN absz_nat => -[->].
    have -> : (M.+1%:Z == - M.+1%:Z) = false by [].
    by rewrite eqxx mulr1 mulr0 addr0.
  have -> : (- M.+1%:Z == M.+1%:Z) = false by [].
  by rewrite eqxx mulr1 mulr0 add0r.
elim: N le => [|N IH] le; first by move: one; move: le; rewrite leqn0 => /eqP ->.
move: le; rewrite leq_eqVlt => /orP[/eqP <- //|lt]; rewrite windowS IH // !subr_eq0.
have -> : (x == N.+1%:Z) = false by apply/eqP => e; rewrite e absz_nat ltnn in lt.
have -> : (x == - N.+1%:Z) = false by apply/eqP => e; rewrite e abszN absz_nat ltnn in lt.
by rewrite !mulr0 !addr0.
Qed.

End Laws.

(** ** The tightening kernel *)

Section Tightening.
Variables (R : realFieldType) (p q : R).
Hypotheses (q0 : 0 < q) (qp : q <= p) (p1 : p < 1).
Let p0 : 0 < p. Proof. exact: lt_le_trans q0 qp. Qed.
Let q1 : q < 1. Proof. exact: le_lt_trans qp p1. Qed.
Let pn : p != 0. Proof. by rewrite gt_eqF. Qed.
Let qn : q != 0. Proof. by rewrite gt_eqF. Qed.
Let pm : 1 - p != 0. Proof. by rewrite subr_eq0 gt_eqF. Qed.
Let qm : 1 - q != 0. Proof. by rewrite subr_eq0 gt_eqF. Qed.
Let pp : 1 + p != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr01. Qed.
Let qq : 1 + q != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr01. Qed.
Let pq : 1 - p * q != 0.
Proof. by rewrite subr_eq0 gt_eqF // mulr_ilt1 // ltW. Qed.

(** 1 - keep has the factor p - q; so keep lies in (0, 1], and is 1 only for p = q. *)
Lemma keep_rest : 1 - keep p q = (p - q) * (1 - p * q) / (p * (1 - q) ^+ 2).
Proof. by rewrite /keep; field; rewrite pn qm. Qed.

Lemma keep_range : 0 < keep p q <= 1.
Proof.
apply/andP; split; first by rewrite mulr_gt0 ?divr_gt0 ?exprn_gt0 ?divr_gt0 ?subr_gt0.
rewrite -subr_ge0 keep_rest divr_ge0 ?mulr_ge0 ?subr_ge0 ?exprn_ge0 ?subr_ge0 ?(ltW p0) ?(ltW q1) //.
by rewrite mulr_ile1 // ltW.
Qed.

Lemma kernel_ge0 k : 0 <= kernel p q k.
Proof.
have /andP[/ltW w0 w1] := keep_range.
rewrite /kernel addr_ge0 // mulr_ge0 ?ler0n ?subr_ge0 //; apply: lap_ge0; exact: ltW.
Qed.

(** The sum of all kernels is 1. *)
Lemma kernel_total N : window (kernel p q) N = 1 - (1 - keep p q) * (2%:R * p ^+ N.+1 / (1 + p)).
Proof.
rewrite /kernel windowD (windowZ (1 - keep p q)) lap_total //.
have -> : window (fun k : int => keep p q * (k == 0)%:R) N = keep p q.
  rewrite -[in RHS](@window_point _ (fun _ => keep p q) 0 N) ?absz0 //.
  by apply: eq_window => k; rewrite sub0r oppr_eq0.
by ring.
Qed.

Notation missing := (missing p q).

(** q^0 p^n + ... + q^n p^0 and the other side up to n. *)
Lemma inner_sum n : (p - q) * (1 - p * q) * (p ^+ n + \sum_(1 <= k < n.+1) (q ^+ k * p ^+ (n - k) + q ^+ k * p ^+ (n + k)))
  = (1 - p * q) * (p ^+ n.+1 - q ^+ n.+1) + (p - q) * p ^+ n * (p * q) * (1 - (p * q) ^+ n).
Proof.
rewrite big_split /=.
have -> : \sum_(1 <= k < n.+1) q ^+ k * p ^+ (n + k) = p ^+ n * \sum_(1 <= k < n.+1) (p * q) ^+ k.
  by rewrite big_distrr /=; apply: eq_bigr => k _; rewrite exprD exprMn; rewrite mulrCA [q ^+ k * _]mulrC.
have left : (p - q) * (p ^+ n + \sum_(1 <= k < n.+1) q ^+ k * p ^+ (n - k)) = p ^+ n.+1 - q ^+ n.+1.
  have -> : p ^+ n + \sum_(1 <= k < n.+1) q ^+ k * p ^+ (n - k) = \sum_(0 <= k < n.+1) q ^+ k * p ^+ (n - k).
    by rewrite [in RHS]big_ltn // expr0 mul1r subn0.
  elim: n => [|n IH]; first by rewrite big_nat1 subnn !expr0 !expr1; ring.
  rewrite big_nat_recr //= subnn expr0 mulr1.
  have -> : \sum_(0 <= k < n.+1) q ^+ k * p ^+ (n.+1 - k) = p * \sum_(0 <= k < n.+1) q ^+ k * p ^+ (n - k).
    by rewrite big_distrr /=; apply: eq_big_nat => k /andP[_ le]; rewrite subSn // exprS; ring.
  by rewrite mulrDr mulrCA IH !exprS; ring.
have right : (1 - p * q) * (\sum_(1 <= k < n.+1) (p * q) ^+ k) = p * q * (1 - (p * q) ^+ n).
  elim: n {left} => [|n IH]; first by rewrite big_geq // expr0 subrr !mulr0.
  by rewrite big_nat_recr //= mulrDr IH exprS; ring.
move: left right; set S := \sum_(1 <= k < n.+1) q ^+ k * _; set T := \sum_(1 <= k < n.+1) _ => left right.
have -> : (p - q) * (1 - p * q) * (p ^+ n + (S + p ^+ n * T))
  = (1 - p * q) * ((p - q) * (p ^+ n + S)) + (p - q) * p ^+ n * ((1 - p * q) * T) by ring.
by rewrite left right; ring.
Qed.

(** The product, up to what is missing. *)
Lemma product_window n m :
  (1 - keep p q) * window (fun y => lap q y * lap p (n%:Z - y)) (n + m)
  = lap p n%:Z - keep p q * lap q n%:Z - (1 - keep p q) * missing n m.
Proof.
rewrite keep_rest /keep /missing.
elim: m => [|m IH].
  rewrite addn0 /window subr0.
  have -> : \sum_(1 <= k < n.+1) (lap q k%:Z * lap p (n%:Z - k%:Z) + lap q (- k%:Z) * lap p (n%:Z - - k%:Z))
    = (1 - p) / (1 + p) * ((1 - q) / (1 + q))
      * \sum_(1 <= k < n.+1) (q ^+ k * p ^+ (n - k) + q ^+ k * p ^+ (n + k)).
    rewrite big_distrr /=; apply: eq_big_nat => k /andP[_ le].
    have -> : n%:Z - k%:Z = (n - k)%N%:Z by rewrite subzn.
    by rewrite lapN /lap opprK !absz_nat; ring.
  have := inner_sum n; set S := \sum_(1 <= k < n.+1) _ => inner.
  have -> : lap q 0 * lap p n%:Z = (1 - p) / (1 + p) * ((1 - q) / (1 + q)) * p ^+ n.
    by rewrite /lap absz0 expr0 absz_nat; ring.
  rewrite -mulrDr.
  have -> : (p - q) * (1 - p * q) / (p * (1 - q) ^+ 2) * ((1 - p) / (1 + p) * ((1 - q) / (1 + q)) * (p ^+ n + S))
    = (1 - p) / (1 + p) * ((1 - q) / (1 + q)) / (p * (1 - q) ^+ 2) * ((p - q) * (1 - p * q) * (p ^+ n + S)) by ring.
  rewrite inner /lap !absz_nat !exprMn !exprS !expr0 !mulr1.
  move: (p ^+ n) (q ^+ n) => P Q; field.
  by rewrite pq qm pn pp qq.
rewrite addnS windowS [LHS]mulrDr IH.
have -> : n%:Z - (n + m).+1%:Z = - m.+1%:Z by rewrite -addnS PoszD; ring.
have -> : n%:Z - - (n + m).+1%:Z = (n + (n + m).+1)%N%:Z by rewrite opprK.
rewrite !lapN /lap !absz_nat -!addnS !exprD !exprMn !exprS !expr0 !mulr1.
move: (p ^+ n) (q ^+ n) (p ^+ m) (q ^+ m) => P Q P' Q'; field.
by rewrite pq qm pn pp qq.
Qed.


Lemma missing_scale n m : missing n m = (p * q) ^+ m * missing n 0.
Proof. by rewrite /missing exprS; ring. Qed.

(** What is missing vanishes like (p q)^m: it is between 0 and (p q)^m times a number that does not depend on m. *)
Theorem missing_range n m : 0 <= missing n m <= (p * q) ^+ m * missing n 0 /\ p * q < 1.
Proof.
have pq1 : p * q < 1 by rewrite mulr_ilt1 // ltW.
have u0 : 0 <= 1 - p by rewrite subr_ge0 ltW.
have v0 : 0 <= 1 - q by rewrite subr_ge0 ltW.
have w0 : 0 <= 1 - p * q by rewrite subr_ge0 ltW.
have a0 : 0 <= 1 + p by rewrite addr_ge0 ?ler01 ?ltW.
have b0 : 0 <= 1 + q by rewrite addr_ge0 ?ler01 ?ltW.
have P0 : 0 <= p ^+ n by rewrite exprn_ge0 // ltW.
have Q0 : 0 <= q ^+ n by rewrite exprn_ge0 // ltW.
have X0 : 0 <= (p * q) ^+ m.+1 by rewrite exprn_ge0 // mulr_ge0 // ltW.
split=> //; rewrite -missing_scale lexx andbT /missing.
by rewrite divr_ge0 // !mulr_ge0 ?invr_ge0 // addr_ge0 ?ler01 ?mulr_ge0.
Qed.

Lemma window_opp f N : window (fun k => f (- k)) N = window f N :> R.
Proof. by elim: N => [|N IH]; rewrite ?window0 ?oppr0 // !windowS IH opprK [f _ + _]addrC. Qed.

Lemma kernelN k : kernel p q (- k) = kernel p q k.
Proof. by rewrite /kernel lapN oppr_eq0. Qed.

(** V2 + (V1 - V2) has the law of V1, for every integer x. *)
Theorem tighten_lap x m : window (fun y => lap q y * kernel p q (x - y)) (absz x + m)
  = lap p x - (1 - keep p q) * missing (absz x) m.
Proof.
have pos (n : nat) : window (fun y => lap q y * kernel p q (n%:Z - y)) (n + m)
    = lap p n%:Z - (1 - keep p q) * missing n m.
  have -> : window (fun y => lap q y * kernel p q (n%:Z - y)) (n + m)
      = window (fun y => (keep p q * lap q y) * (n%:Z - y == 0)%:R
                         + (1 - keep p q) * (lap q y * lap p (n%:Z - y))) (n + m).
    by apply: eq_window => y; rewrite /kernel; case: (_ == 0); rewrite /= ?mulr1n ?mulr0n; ring.
  rewrite windowD windowZ (window_point (fun y => keep p q * lap q y)) ?absz_nat ?leq_addr //.
  by rewrite product_window; ring.
case: (intP x) => [|n|n]; rewrite ?abszN ?absz_nat; try exact: pos.
rewrite lapN -pos -window_opp; apply: eq_window => y.
by rewrite lapN -kernelN opprB opprK addrC.
Qed.

(** The law of V1 given V2 sums to lap p; so the conditional law of V2 given V1 sums to 1. *)
Lemma relax_total x m : window (fun y => relax p q y x) (absz x + m)
  = 1 - (1 - keep p q) * missing (absz x) m / lap p x.
Proof.
have l0 : lap p x != 0 by rewrite /lap mulf_neq0 ?expf_neq0 // mulf_neq0 ?invr_neq0.
have -> : window (fun y => relax p q y x) (absz x + m)
    = window (fun y => (lap p x)^-1 * (lap q y * kernel p q (x - y))) (absz x + m).
  by apply: eq_window => y; rewrite /relax /joint mulrC.
by rewrite windowZ tighten_lap mulrBr mulVf // mulrC.
Qed.

End Tightening.

(** ** Several levels *)

Section Levels.
Variable R : realFieldType.
Implicit Types (p q r : R).

Lemma keep_chain p q r : 0 < r -> r <= q -> q <= p -> p < 1 -> keep p q * keep q r = keep p r.
Proof.
move=> r0 rq qp p1; have q0 := lt_le_trans r0 rq; have p0 := lt_le_trans q0 qp.
have q1 := le_lt_trans qp p1; have r1 := le_lt_trans rq q1.
by rewrite /keep; field; rewrite !subr_eq0 !gt_eqF.
Qed.

(** Two steps are one: the sum over y of kernel q r y * kernel p q (x - y) is kernel p r x. *)
Theorem semigroup p q r x m : 0 < r -> r <= q -> q <= p -> p < 1 ->
  window (fun y => kernel q r y * kernel p q (x - y)) (absz x + m)
  = kernel p r x - (1 - keep q r) * ((1 - keep p q) * missing p q (absz x) m).
Proof.
move=> r0 rq qp p1; have q0 := lt_le_trans r0 rq.
have -> : window (fun y => kernel q r y * kernel p q (x - y)) (absz x + m)
    = window (fun y => (keep q r * kernel p q (x - y)) * (0 - y == 0)%:R
                       + (1 - keep q r) * (lap q y * kernel p q (x - y))) (absz x + m).
  by apply: eq_window => y; rewrite [kernel q r y]/kernel sub0r oppr_eq0; case: (_ == 0); rewrite /= ?mulr1n ?mulr0n; ring.
rewrite windowD windowZ tighten_lap // (window_point (fun y => keep q r * kernel p q (x - y))) ?absz0 // subr0.
by rewrite /kernel -(keep_chain r0 rq qp p1); ring.
Qed.

(** The next level depends on the last one only: P(V3 = z | V1 = x, V2 = y) = P(V3 = z | V2 = y). *)
Theorem markov p q r x y z : joint p q x y != 0 ->
  lap r z * kernel q r (y - z) * kernel p q (x - y) / joint p q x y = relax q r z y.
Proof. by rewrite /relax /joint mulf_eq0 negb_or => /andP[l0 k0]; field; rewrite l0 k0. Qed.

Lemma others_shift q y d rest : others q (y + d) (shift d rest) = others q y rest.
Proof. by elim: rest q y => [//|[p x] rest IH] q y /=; rewrite IH opprD addrACA subrr addr0. Qed.

Lemma others_ge0 q y rest : 0 < q -> rising q rest -> 0 <= others q y rest.
Proof.
elim: rest q y => [|[p x] rest IH] q y q0 /=; first by rewrite ler01.
by move=> [qp [p1 h]]; rewrite mulr_ge0 ?kernel_ge0 // IH // (lt_le_trans q0 qp).
Qed.

(** The joint release of all levels: data that differ by d have the ratio q^|d| at most, q the least private level. *)
Theorem release_private q y d rest : 0 < q -> q < 1 -> rising q rest ->
  q ^+ absz d * release q y rest <= release q (y + d) (shift d rest).
Proof.
move=> q0 q1 h; rewrite /release others_shift mulrA ler_wpmul2r ?others_ge0 // /lap mulrCA -exprD.
rewrite ler_wpmul2l ?divr_ge0 ?subr_ge0 ?(ltW q1) ?addr_ge0 ?ler01 ?(ltW q0) //.
have le : (absz (y + d)%R <= absz d + absz y)%N.
  by rewrite addnC -lez_nat PoszD; have := ler_norm_add y d; rewrite -!abszE.
by rewrite -(subnKC le) exprD ler_pimulr ?exprn_ge0 ?(ltW q0) // exprn_ile1 ?(ltW q0) ?(ltW q1).
Qed.

(** It is attained, at answers that are right on one side. *)
Theorem release_tight q rest : q * release q 0 rest = release q 1 (shift 1 rest).
Proof.
have := others_shift q 0 1 rest; rewrite add0r => e; rewrite /release e /lap absz0 absz1 expr0 expr1.
by rewrite mulr1 mulrA [q * _]mulrC.
Qed.

(** ** Which law the release is: the sum over one answer is the release without that answer *)

Lemma others_cat q y before rest :
  others q y (before ++ rest) = others q y before * others (last (q, y) before).1 (last (q, y) before).2 rest.
Proof. by elim: before q y => [|[p x] before IH] q y /=; rewrite ?mul1r // IH mulrA. Qed.

(** Without the least private one. *)
Lemma release_first p q x rest m : 0 < q -> q <= p -> p < 1 ->
  window (fun y => release q y ((p, x) :: rest)) (absz x + m)
  = release p x rest - (1 - keep p q) * missing p q (absz x) m * others p x rest.
Proof.
move=> q0 qp p1; have -> : window (fun y => release q y ((p, x) :: rest)) (absz x + m)
    = window (fun y => others p x rest * (lap q y * kernel p q (x - y))) (absz x + m).
  by apply: eq_window => y; rewrite /release /= mulrA mulrC.
by rewrite windowZ tighten_lap // /release mulrBr mulrC [others p x rest * _]mulrC.
Qed.

(** Without one in the middle, w + y of the level q; before it comes w of the level r. *)
Lemma release_middle p q s v before x rest m (r := (last (s, v) before).1) (w := (last (s, v) before).2) :
  0 < r -> r <= q -> q <= p -> p < 1 ->
  window (fun y => release s v (before ++ [:: (q, w + y), (p, x) & rest])) (absz (x - w) + m)
  = release s v (before ++ (p, x) :: rest)
    - release s v before * others p x rest * ((1 - keep q r) * ((1 - keep p q) * missing p q (absz (x - w)) m)).
Proof.
move=> r0 rq qp p1; set N := (absz _ + m)%N.
have -> : window (fun y => release s v (before ++ [:: (q, w + y), (p, x) & rest])) N
    = window (fun y => (release s v before * others p x rest) * (kernel q r y * kernel p q (x - w - y))) N.
  apply: eq_window => y; rewrite /release others_cat /= -/r -/w.
  have -> : w + y - w = y by ring.
  have -> : x - (w + y) = x - w - y by ring.
  by ring.
rewrite windowZ /N semigroup // /release others_cat /= -/r -/w; ring.
Qed.

(** Without the last; w of the level r comes before it. *)
Lemma release_last p s v before N (r := (last (s, v) before).1) (w := (last (s, v) before).2) :
  0 < r -> r <= p -> p < 1 ->
  window (fun x => release s v (before ++ [:: (p, w + x)])) N
  = release s v before * (1 - (1 - keep p r) * (2%:R * p ^+ N.+1 / (1 + p))).
Proof.
move=> r0 rp p1.
have -> : window (fun x => release s v (before ++ [:: (p, w + x)])) N
    = window (fun x => release s v before * kernel p r x) N.
  apply: eq_window => x; rewrite /release others_cat /= -/r -/w mulr1 mulrA.
  by have -> : w + x - w = x by ring.
by rewrite windowZ kernel_total.
Qed.

End Levels.
