(** * RainbowForest: Section 6.3 of "Generalized Rainbow Differential Privacy", three colors, free vertices in a forest

    With at most three colors, any E and delta, and free vertices without a cycle, a lexicographic optimum is a dominance
    optimum. What is changed at one vertex is carried on from neighbour to neighbour, between the two mechanisms. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require CountRows.
From DPExact Require Import Definitions Events Rainbow RainbowOpenQuestion RainbowThreeColors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The largest probability [top s] of a color beside one with s; the least is 1 - top (1 - s). *)

Section Top.
Variables (R : realFieldType) (E d : R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d).
Let E0 : 0 < E. Proof. exact: lt_le_trans ltr01 E1. Qed.
Let top := corrected E d.

Lemma le_top s y : (y <= top s) = [&& y <= 1, y <= E * s + d & 1 - s <= E * (1 - y) + d].
Proof.
rewrite /top /corrected !le_minr; congr [&& _, _ & _].
have -> : (y <= 1 - (1 - s - d) / E) = ((1 - s - d) / E <= 1 - y) by rewrite ler_subr_addl addrC -ler_subr_addl.
by rewrite ler_pdivr_mulr // ler_subl_addr mulrC.
Qed.
Lemma top_le1 s : top s <= 1. Proof. by have := lexx (top s); rewrite {2}/top le_top => /and3P []. Qed.
Lemma top_mono s t : s <= t -> top s <= top t.
Proof.
move=> st; have := lexx (top s); rewrite {2}/top !le_top => /and3P [-> a b] /=; apply/andP; split.
  by apply: le_trans a _; rewrite ler_add2r ler_wpmul2l // ltW.
by apply: le_trans b; rewrite ler_add2l ler_opp2.
Qed.
Lemma top_ge s : 0 <= s -> s <= 1 -> s <= top s.
Proof.
move=> s0 s1; rewrite le_top s1 /=; apply/andP; split.
  by apply: ler_paddr => //; rewrite ler_pemull.
by apply: ler_paddr => //; rewrite ler_pemull // subr_ge0.
Qed.
Lemma top_ge0 s : 0 <= s -> 0 <= top s.
Proof.
move=> s0; rewrite le_top ler01 /=; apply/andP; split; first by rewrite addr_ge0 // mulr_ge0 // ltW.
rewrite subr0 mulr1; apply: le_trans (_ : 1 <= _); first by rewrite ger_addl oppr_le0.
by apply: ler_paddr.
Qed.

Lemma top_cases s : [\/ top s = 1, top s = E * s + d | E * (1 - top s) = 1 - s - d].
Proof.
rewrite /top /corrected minEle; case: ifP => _; first by constructor 1.
rewrite minEle; case: ifP => _; [by constructor 2 | constructor 3].
by rewrite opprB addrCA subrr addr0 mulrC divfK // gt_eqF.
Qed.

Lemma top_add s t : 0 <= s -> 0 <= t -> top (s + t) <= top s + top t.
Proof.
move=> s0 t0; have a := top_ge0 s0; have b := top_ge0 t0.
have EE : 1 <= E * E by apply: le_trans E1 _; rewrite ler_pemull // ltW.
have := lexx (top (s + t)); rewrite {2}/top le_top => /and3P [l1 l2 l3].
have scale x y : E * x <= E * y -> x <= y by rewrite ler_pmul2l.
case: (top_cases s) => es; first by apply: le_trans l1 _; rewrite es ler_addl.
  case: (top_cases t) => et; first by apply: le_trans l1 _; rewrite et ler_addr.
    apply: le_trans l2 _; rewrite es et -subr_ge0; have -> : E * s + d + (E * t + d) - (E * (s + t) + d) = d by ring.
    by [].
  apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l3.
  have h : 0 <= (E * E - 1) * s + E * d by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
  apply: le_trans (addr_ge0 h l3) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  have -> : E * (top s + top t) = E * top s + E - E * (1 - top t) by ring.
  by rewrite et es; ring.
case: (top_cases t) => et; first by apply: le_trans l1 _; rewrite et ler_addr.
  apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l3.
  have h : 0 <= (E * E - 1) * t + E * d by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
  apply: le_trans (addr_ge0 h l3) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  have -> : E * (top s + top t) = E * top t + E - E * (1 - top s) by ring.
  by rewrite et es; ring.
apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l3.
have h : 0 <= (E - 1) + d by rewrite addr_ge0 // subr_ge0.
apply: le_trans (addr_ge0 h l3) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
have -> : E * (top s + top t) = E + E - E * (1 - top s) - E * (1 - top t) by ring.
by rewrite et es; ring.
Qed.

Definition bottom s := 1 - top (1 - s).
Lemma bottom_top s t : (bottom s <= t) = (1 - t <= top (1 - s)).
Proof. by rewrite /bottom ler_subl_addr -ler_subl_addl. Qed.
Lemma bottom_ge0 s : 0 <= bottom s. Proof. by rewrite subr_ge0 top_le1. Qed.
Lemma bottom_le s : 0 <= s -> s <= 1 -> bottom s <= s.
Proof. by move=> s0 s1; rewrite bottom_top top_ge ?subr_ge0 // ger_addl oppr_le0. Qed.
Lemma bottom_mono s t : s <= t -> bottom s <= bottom t.
Proof. by move=> st; rewrite ler_add2l ler_opp2 top_mono // ler_add2l ler_opp2. Qed.

Lemma bottom_least x : 1 - d - E * (1 - x) <= bottom x /\ x - d <= E * bottom x.
Proof.
have := lexx (top (1 - x)); rewrite {2}/top le_top /bottom => /and3P [_]; move: (top (1 - x)) => X h h'.
rewrite -subr_ge0 in h; rewrite -subr_ge0 in h'.
by split; rewrite -subr_ge0; [apply: le_trans h _ | apply: le_trans h' _];
  rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
Lemma bottom_cases x : [\/ bottom x = 0, bottom x = 1 - d - E * (1 - x) | E * bottom x = x - d].
Proof.
rewrite /bottom; case: (top_cases (1 - x)); move: (top (1 - x)) => X e.
- by constructor 1; rewrite e subrr.
- by constructor 2; rewrite e; ring.
- by constructor 3; rewrite e; ring.
Qed.

Lemma bottom_add s t : 0 <= s -> 0 <= t -> bottom s + bottom t <= bottom (s + t).
Proof.
move=> s0 t0; have mono x y : 0 <= y -> bottom x <= bottom (x + y) by move=> h; apply: bottom_mono; rewrite ler_addl.
have EE : 1 <= E * E by apply: le_trans E1 _; rewrite ler_pemull // ltW.
have scale x y : E * x <= E * y -> x <= y by rewrite ler_pmul2l.
have := mono t s s0; rewrite [t + s]addrC; have := mono s t t0; have [] := bottom_least (s + t).
move: (bottom_cases s) (bottom_cases t); move: (bottom s) (bottom t) (bottom (s + t)) => a b x.
move=> [->|ea|ea]; first by rewrite add0r.
  move=> [->|eb|eb] l2 l3 m1 m2; first by rewrite addr0.
    rewrite -subr_ge0; rewrite -subr_ge0 in l2.
    have h : 0 <= (E - 1) + d by rewrite addr_ge0 // subr_ge0.
    apply: le_trans (addr_ge0 h l2) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
    by rewrite ea eb; ring.
  apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l2.
  have h : 0 <= (E * E - 1) * t + d by rewrite addr_ge0 // mulr_ge0 ?subr_ge0.
  apply: le_trans (addr_ge0 h (mulr_ge0 (ltW E0) l2)) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by rewrite [E * (a + b)]mulrDr eb ea; ring.
move=> [->|eb|eb] l2 l3 m1 m2; first by rewrite addr0.
  apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l2.
  have h : 0 <= (E * E - 1) * s + d by rewrite addr_ge0 // mulr_ge0 ?subr_ge0.
  apply: le_trans (addr_ge0 h (mulr_ge0 (ltW E0) l2)) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by rewrite [E * (a + b)]mulrDr ea eb; ring.
apply: scale; rewrite -subr_ge0; rewrite -subr_ge0 in l3.
apply: le_trans (addr_ge0 d0 l3) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite [E * (a + b)]mulrDr ea eb; ring.
Qed.

Lemma bottom_sum (I : finType) (P : pred I) (z : I -> R) : (forall i, 0 <= z i) ->
  \sum_(i | P i) bottom (z i) <= bottom (\sum_(i | P i) z i).
Proof.
move=> z0; pose K a b := 0 <= b /\ a <= bottom b.
suff [] : K (\sum_(i | P i) bottom (z i)) (\sum_(i | P i) z i) by [].
apply: (big_ind2 K) => [|a b a' b' [b0 ab] [b0' ab']|i _]; [by split=> //; exact: bottom_ge0 | | by split].
by split; [exact: addr_ge0 | apply: le_trans (ler_add ab ab') (bottom_add b0 b0')].
Qed.
Lemma top_sum (I : finType) (P : pred I) (z : I -> R) s : (forall i, 0 <= z i) -> 0 <= s ->
  top (s + \sum_(i | P i) z i) <= top s + \sum_(i | P i) top (z i).
Proof.
move=> z0 s0; pose K a b := 0 <= b /\ forall s, 0 <= s -> top (s + b) <= top s + a.
suff [_] : K (\sum_(i | P i) top (z i)) (\sum_(i | P i) z i) by apply.
apply: (big_ind2 K) => [|a b a' b' [b0 ab] [b0' ab']|i _].
- by split=> // t _; rewrite !addr0.
- split=> [|t t0]; first exact: addr_ge0.
  by rewrite !addrA; apply: le_trans (ab' _ _) _; [exact: addr_ge0 | rewrite ler_add2r ab].
- by split=> // t t0; apply: top_add.
Qed.

(** ** One edge: laws x, y and x', y' that are close; z between x and x'; then some y'' between y and y' is close to z. *)

Definition bounds (T : finType) (x y : T -> R) : Prop := forall o, bottom (x o) <= y o <= top (x o).

Section Edge.
Variable T : finType.
Hypothesis few : (#|T| <= 3)%N.
Implicit Types x y z : T -> R.

Lemma law_le1 x o : distribution x -> x o <= 1.
Proof. by case=> x0 <-; rewrite (bigD1 o) //= ler_addl sumr_ge0. Qed.

Lemma boundsE s t : (bottom s <= t <= top s) =
  [&& 0 <= t, t <= 1, 1 - t <= E * (1 - s) + d, s <= E * t + d, t <= E * s + d & 1 - s <= E * (1 - t) + d].
Proof.
rewrite bottom_top !le_top !subKr ger_addl oppr_le0.
by case: (0 <= t) (t <= 1) (1 - t <= _) (s <= _) => [] [] [] [].
Qed.

Lemma close_bounds x y : distribution x -> distribution y -> (close_to E d x y /\ close_to E d y x <-> bounds x y).
Proof.
move=> lx ly; have y1 o := law_le1 o ly; have y0 := ly.1.
rewrite !(close_to_few few E1 d0) //; split=> [[h h'] o|h].
  by rewrite boundsE; have [-> ->] := h o; have [-> ->] := h' o; rewrite y0 y1.
by split=> o; have := h o; rewrite boundsE => /and5P [_ _ a b /andP [a' b']].
Qed.

Lemma bounds_sym x y : distribution x -> distribution y -> bounds x y -> bounds y x.
Proof. by move=> lx ly /(close_bounds lx ly) [a b]; apply/(close_bounds ly lx). Qed.

(** Between two that are close to one. *)
Lemma bounds_between x x' y z : bounds x y -> bounds x' y -> (forall o, between_two (x o) (x' o) (z o)) -> bounds z y.
Proof.
move=> h h' btw o; have /andP [a b] := h o; have /andP [a' b'] := h' o; have /andP [lo hi] := btw o.
apply/andP; split.
  by move: hi; rewrite le_maxr => /orP [] /bottom_mono /le_trans; apply.
by move: lo; rewrite le_minl => /orP [] /top_mono; [apply: le_trans b | apply: le_trans b'].
Qed.

Lemma edge x x' y y' z : distribution x -> distribution x' -> distribution y -> distribution y' -> distribution z ->
  bounds x y -> bounds x' y' -> (forall o, between_two (x o) (x' o) (z o)) ->
  exists2 v, distribution v & bounds z v /\ forall o, between_two (y o) (y' o) (v o).
Proof.
move=> lx lx' ly ly' lz h h' btw.
have z1 o := law_le1 o lz; have z0 := lz.1.
pose lo o := Num.max (Num.min (y o) (y' o)) (bottom (z o)); pose hi o := Num.min (Num.max (y o) (y' o)) (top (z o)).
(* the bounds that z gives are met by y or y' *)
have low o : bottom (z o) <= y o \/ bottom (z o) <= y' o.
  have /andP [_] := btw o; rewrite le_maxr => /orP [] /bottom_mono le; [left | right]; apply: le_trans le _.
    by have /andP [] := h o.
  by have /andP [] := h' o.
have high o : y o <= top (z o) \/ y' o <= top (z o).
  have /andP [+ _] := btw o; rewrite le_minl => /orP [] /top_mono le; [left | right]; apply: le_trans le.
    by have /andP [] := h o.
  by have /andP [] := h' o.
have lo_hi o : lo o <= hi o.
  rewrite /lo /hi le_maxl; apply/andP; split; rewrite le_minr; apply/andP; split.
  - by rewrite le_minl !le_maxr !lexx.
  - by rewrite le_minl; case: (high o) => ->; rewrite ?orbT.
  - by rewrite le_maxr; case: (low o) => ->; rewrite ?orbT.
  - by apply: le_trans (bottom_le (z0 o) (z1 o)) (top_ge (z0 o) (z1 o)).
have min_le (I : pred T) : \sum_(o | I o) Num.min (y o) (y' o) <= \sum_(o | I o) y o /\
    \sum_(o | I o) Num.min (y o) (y' o) <= \sum_(o | I o) y' o.
  by split; apply: ler_sum => o _; rewrite le_minl lexx ?orbT.
have max_ge (I : pred T) : \sum_(o | I o) y o <= \sum_(o | I o) Num.max (y o) (y' o) /\
    \sum_(o | I o) y' o <= \sum_(o | I o) Num.max (y o) (y' o).
  by split; apply: ler_sum => o _; rewrite le_maxr lexx ?orbT.
have rest (u : T -> R) k : distribution u -> u k + \sum_(o | o != k) u o = 1 by case=> _ <-; rewrite [RHS](bigD1 k).
(* at most one color, or all but at most one, has the bound of z *)
have sides (A : {set T}) : [\/ A = set0, exists i, A = [set i], ~: A = set0 | exists k, ~: A = [set k]].
  case: (leqP #|A| 1) => size.
    by case: (at_most_one size) => [->|e]; [constructor 1 | constructor 2].
  have size' : (#|~: A| <= 1)%N.
    by have := cardsC A; rewrite -(leq_add2l #|A|) => ->; apply: leq_trans few _; rewrite addn1.
  by case: (at_most_one size') => [->|e]; [constructor 3 | constructor 4].
have below : \sum_o lo o <= 1.
  pose A := [set o | Num.min (y o) (y' o) < bottom (z o)].
  have inA o : o \in A -> lo o = bottom (z o) by rewrite inE => /ltW /max_idPr.
  have outA o : o \notin A -> lo o = Num.min (y o) (y' o) by rewrite inE -leNgt => /max_idPl.
  case: (sides A) => [e|[i e]|e|[k e]].
  - rewrite (eq_bigr (fun o => Num.min (y o) (y' o))) => [|o _]; last by apply: outA; rewrite e inE.
    by rewrite -ly.2; have [] := min_le predT.
  - rewrite (bigD1 i) //= inA ?e ?set11 // (eq_bigr (fun o => Num.min (y o) (y' o))) => [|o ne]; last first.
      by apply: outA; rewrite e inE.
    have [a b] := min_le (fun o => o != i).
    by case: (low i) => le; [rewrite -(rest y i ly) | rewrite -(rest y' i ly')]; apply: ler_add.
  - rewrite (eq_bigr (fun o => bottom (z o))) => [|o _]; last by apply: inA; rewrite -[A]setCK e setC0 inE.
    by rewrite -lz.2; apply: ler_sum => o _; apply: bottom_le.
  have kA : k \notin A by rewrite -in_setC e set11.
  have others o : o != k -> lo o = bottom (z o).
    by move=> ne; apply: inA; rewrite -[o \in A]negbK -in_setC e inE.
  rewrite (bigD1 k) //= (outA k kA) (eq_bigr (fun o => bottom (z o))) => [|o]; last exact: others.
  apply: le_trans (_ : Num.min (y k) (y' k) + bottom (\sum_(o | o != k) z o) <= _).
    by rewrite ler_add2l; apply: bottom_sum.
  have -> : \sum_(o | o != k) z o = 1 - z k by rewrite -(rest z k lz) addrC addKr.
  rewrite /bottom subKr addrCA ger_addl subr_le0 le_minl.
  by case: (high k) => ->; rewrite ?orbT.
have above : 1 <= \sum_o hi o.
  pose A := [set o | top (z o) < Num.max (y o) (y' o)].
  have inA o : o \in A -> hi o = top (z o) by rewrite inE => /ltW /min_idPr.
  have outA o : o \notin A -> hi o = Num.max (y o) (y' o) by rewrite inE -leNgt => /min_idPl.
  case: (sides A) => [e|[i e]|e|[k e]].
  - rewrite (eq_bigr (fun o => Num.max (y o) (y' o))) => [|o _]; last by apply: outA; rewrite e inE.
    by rewrite -ly.2; have [] := max_ge predT.
  - rewrite (bigD1 i) //= inA ?e ?set11 // (eq_bigr (fun o => Num.max (y o) (y' o))) => [|o ne]; last first.
      by apply: outA; rewrite e inE.
    have [a b] := max_ge (fun o => o != i).
    by case: (high i) => le; [rewrite -(rest y i ly) | rewrite -(rest y' i ly')]; apply: ler_add.
  - rewrite (eq_bigr (fun o => top (z o))) => [|o _]; last by apply: inA; rewrite -[A]setCK e setC0 inE.
    by rewrite -lz.2; apply: ler_sum => o _; apply: top_ge.
  have kA : k \notin A by rewrite -in_setC e set11.
  have others o : o != k -> hi o = top (z o).
    by move=> ne; apply: inA; rewrite -[o \in A]negbK -in_setC e inE.
  case: (pickP (fun o => o != k)) => [j jk|none]; last first.
    rewrite (bigD1 k) //= big_pred0 // addr0 (outA k kA) le_maxr -{1}(rest y k ly) big_pred0 // addr0 lexx //.
  rewrite (bigD1 k) //= (outA k kA) (bigD1 j jk) /= (others j jk) (eq_bigr (fun o => top (z o))) => [|o /andP [ne _]]; last exact: others.
  apply: le_trans (_ : Num.max (y k) (y' k) + top (z j + \sum_(o | (o != k) && (o != j)) z o) <= _); last first.
    by rewrite ler_add2l; apply: top_sum.
  have -> : z j + \sum_(o | (o != k) && (o != j)) z o = 1 - z k.
    by have := rest z k lz; rewrite (bigD1 j jk) /= => <-; rewrite [RHS]addrC addKr.
  rewrite -ler_subl_addr -/(bottom (z k)) le_maxr.
  by case: (low k) => ->; rewrite ?orbT.
have [t /andP [t0 t1] one] := CountRows.mix_to_one below above.
have t1' : 0 <= 1 - t by rewrite subr_ge0.
pose v o := (1 - t) * lo o + t * hi o.
have lov o : lo o <= v o.
  rewrite -subr_ge0 (_ : _ - _ = t * (hi o - lo o)); first by rewrite mulr_ge0 // subr_ge0.
  by rewrite /v; ring.
have vhi o : v o <= hi o.
  rewrite -subr_ge0 (_ : _ - _ = (1 - t) * (hi o - lo o)); first by rewrite mulr_ge0 // subr_ge0.
  by rewrite /v; ring.
have minlo o : Num.min (y o) (y' o) <= lo o by rewrite /lo le_maxr lexx.
exists v; first split.
- by move=> o; apply: le_trans (le_trans (minlo o) (lov o)); rewrite le_minr ly.1 ly'.1.
- by rewrite big_split /= -!mulr_sumr.
split=> o; apply/andP; split.
- by apply: le_trans (lov o); rewrite /lo le_maxr lexx orbT.
- by apply: le_trans (vhi o) _; rewrite /hi le_minl lexx orbT.
- exact: le_trans (minlo o) (lov o).
- by apply: le_trans (vhi o) _; rewrite /hi le_minl lexx.
Qed.
End Edge.
End Top.

(** ** Along a forest *)

Section Forest.
Variables (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R).
Variables (fixed : pred V) (m : V -> 'I_q -> R).
Hypotheses (few : (q <= 3)%N) (E1 : 1 <= E) (d0 : 0 <= d) (sym : symmetric r).
Hypothesis acyclic : forest r (predC fixed).
Let few' : (#|'I_q| <= 3)%N. Proof. by rewrite card_ord. Qed.

Variables M M' : V -> 'I_q -> R.
Hypotheses (feas : feasible r E d fixed m M) (feas' : feasible r E d fixed m M').

Let near : rel V := fun v w => r v w.
Definition inside (A : {set V}) : rel V := fun v w => [&& r v w, v \in A & w \in A].

(** Two neighbours of a vertex outside a connected set of free vertices are the same. *)
Lemma one_neighbour (A : {set V}) v w a b : w \notin A -> ~~ fixed w -> (forall x, x \in A -> ~~ fixed x) ->
  (forall x, x \in A -> connect (inside A) v x) -> a \in A -> b \in A -> r a w -> r b w -> a = b.
Proof.
move=> wA fw free conn aA bA aw bw; apply/eqP/negPn/negP => ab.
have symA : connect_sym (inside A).
  by apply: sym_connect_sym => x y; rewrite /inside sym [(x \in A) && _]andbC.
have : connect (inside A) a b by apply: connect_trans (conn b bA); rewrite symA conn.
case/connectP => p pp last_b; case: (shortenP pp) last_b => p' pp' uniq_p' _ last_b; clear pp p.
have inA : all (fun x => x \in A) (a :: p').
  rewrite /= aA; elim: p' a {uniq_p' last_b aw ab} aA pp' => //= y s ih x xA /andP [/and3P [_ _ yA] rest].
  by rewrite yA; apply: ih y yA rest.
have size : (2 < size (w :: a :: p'))%N by case: p' last_b {pp' uniq_p' inA} => //= e; case/eqP: ab.
have uniq_w : uniq (w :: a :: p').
  by rewrite cons_uniq uniq_p' andbT; apply/negP => /(allP inA) h; case/negP: wA.
have free_w : all (predC fixed) (w :: a :: p').
  by apply/allP => x; rewrite inE => /predU1P [->|/(allP inA) /free].
have := acyclic size uniq_w free_w; rewrite /path.cycle rcons_path /= sym aw /= -last_b bw andbT.
case/negP; elim: p' a {uniq_p' last_b aw ab aA inA size uniq_w free_w} pp' => //= y s ih x /andP [/and3P [-> _ _] /= rest].
exact: ih.
Qed.

(** What is carried on: laws on A, between the two mechanisms, close to one another. *)
Definition carried (v : V) (A : {set V}) (N : V -> 'I_q -> R) : Prop :=
  [/\ forall x, x \in A -> ~~ fixed x, forall x, x \in A -> connect (inside A) v x,
      forall x, x \in A -> distribution (N x) /\ forall o, between_two (M x o) (M' x o) (N x o) &
      forall x y, x \in A -> y \in A -> r x y -> bounds E d (N x) (N y)].

Let law x : distribution (M x). Proof. by case: feas. Qed.
Let law' x : distribution (M' x). Proof. by case: feas'. Qed.
Let beside x y : r x y -> bounds E d (M x) (M y).
Proof.
by case: feas => _ p _ h; apply/(close_bounds E1 d0 few') => //; split; apply: p; rewrite // sym.
Qed.
Let beside' x y : r x y -> bounds E d (M' x) (M' y).
Proof.
by case: feas' => _ p _ h; apply/(close_bounds E1 d0 few') => //; split; apply: p; rewrite // sym.
Qed.

Lemma carry v A N w a : carried v A N -> w \notin A -> ~~ fixed w -> a \in A -> r a w ->
  exists N', carried v (w |: A) N' /\ forall x, x \in A -> N' x = N x.
Proof.
case=> free conn ok close_ wA fw aA aw; have [la btw] := ok a aA.
have [z lz [az zbtw]] := edge E1 d0 few' (law a) (law' a) (law w) (law' w) la (beside aw) (beside' aw) btw.
pose N' x := if x == w then z else N x.
have NA x : x \in A -> N' x = N x by move=> xA; rewrite /N'; case: eqP => // e; move: wA; rewrite -e xA.
have Nw : N' w = z by rewrite /N' eqxx.
have mono x : x \in A -> connect (inside (w |: A)) v x.
  move=> xA; apply: connect_sub (conn x xA) => y y' /and3P [h yA yA']; apply: connect1.
  by rewrite /inside h !inE yA yA' !orbT.
exists N'; split=> //; split.
- by move=> x; rewrite !inE => /predU1P [->//|/free].
- move=> x; rewrite !inE => /predU1P [->|]; last exact: mono.
  by apply: connect_trans (mono a aA) _; apply: connect1; rewrite /inside aw !inE aA eqxx orbT.
- by move=> x; rewrite !inE => /predU1P [->|xA]; [rewrite Nw | rewrite NA //; apply: ok].
have only x : x \in A -> r x w -> x = a by move=> xA xw; apply: (one_neighbour wA fw free conn).
move=> x y; rewrite !inE => /predU1P [->|xA] /predU1P [->|yA] xy.
- by rewrite Nw; apply/(close_bounds E1 d0 few' lz lz); split; apply: close_to_refl.
- rewrite Nw NA // (only y) 1?sym //; apply: (bounds_sym E1 d0 few') => //; by have [] := ok a aA.
- by rewrite Nw NA // (only x).
- by rewrite !NA //; apply: close_.
Qed.

Lemma carry_all v z : ~~ fixed v -> distribution z -> (forall o, between_two (M v o) (M' v o) (z o)) ->
  exists A N, [/\ carried v A N, v \in A, N v = z & forall w a, w \notin A -> ~~ fixed w -> a \in A -> ~~ r a w].
Proof.
move=> fv lz btw.
have start : carried v [set v] (fun=> z).
  split.
  - by move=> x /set1P ->.
  - by move=> x /set1P ->; apply: connect0.
  - by move=> x /set1P ->.
  - by move=> x y _ _ _; apply/(close_bounds E1 d0 few' lz lz); split; apply: close_to_refl.
have grow n A N : (#|~: A| <= n)%N -> carried v A N -> v \in A -> N v = z ->
    exists A N, [/\ carried v A N, v \in A, N v = z & forall w a, w \notin A -> ~~ fixed w -> a \in A -> ~~ r a w].
  elim: n A N => [|n ih] A N size ok vA Nv.
    exists A, N; split=> // w a wA; move: size; rewrite leqn0 cards_eq0 => /eqP e.
    by move: wA; rewrite -in_setC e inE.
  case: (boolP [exists w, [exists a, [&& w \notin A, ~~ fixed w, a \in A & r a w]]]) => [|no]; last first.
    exists A, N; split=> // w a wA fw aA; apply/negP => aw; case/negP: no.
    by apply/existsP; exists w; apply/existsP; exists a; rewrite wA fw aA aw.
  case/existsP => w /existsP [a /and4P [wA fw aA aw]].
  have [N' [ok' same]] := carry ok wA fw aA aw.
  apply: (ih (w |: A) N') => //; rewrite ?inE ?vA ?orbT ?same //.
  rewrite -ltnS; apply: leq_trans size; apply: proper_card; apply/properP; split.
    by apply/subsetP => x; rewrite !inE negb_or => /andP [].
  by exists w; rewrite !inE ?eqxx.
by apply: (grow _ [set v] (fun=> z) (leqnn _)) => //; rewrite inE.
Qed.

(** A law between the two at one free vertex is part of a feasible mechanism. *)
Lemma extend v z : ~~ fixed v -> distribution z -> (forall o, between_two (M v o) (M' v o) (z o)) ->
  exists2 N, feasible r E d fixed m N & N v = z.
Proof.
move=> fv lz btw; have [A [N [[free conn ok close_] vA Nv closed]]] := carry_all fv lz btw.
pose N' x := if x \in A then N x else M x; exists N'; last by rewrite /N' vA.
have [_ priv fix_] := feas; have [_ _ fix'] := feas'.
have lawN x : distribution (N' x) by rewrite /N'; case: ifP => // /ok [].
have side x y : x \in A -> y \notin A -> r x y -> bounds E d (N x) (M y).
  move=> xA yA xy; have fy : fixed y by apply/negPn/negP => fy; case/negP: (closed y x yA fy xA).
  have [lx btwx] := ok x xA; apply: (bounds_between E1 (beside xy) _ btwx) => o.
  by have := beside' xy o; rewrite (fix' y fy o) -(fix_ y fy o).
split=> // [x y xy|x fx]; last first.
  by rewrite /N'; case: ifP => [/free|_]; [rewrite fx | exact: fix_].
suff /(close_bounds E1 d0 few' (lawN x) (lawN y)) [] : bounds E d (N' x) (N' y) by [].
rewrite /N'; case: (boolP (x \in A)) => xA; case: (boolP (y \in A)) => yA.
- exact: close_.
- exact: side.
- by apply: (bounds_sym E1 d0 few') => //; [have [] := ok y yA | apply: side; rewrite // sym].
- exact: beside.
Qed.
End Forest.

(** At most three colors, any delta, the free vertices a forest: a lexicographic optimum is a dominance optimum. *)
Theorem forest_three_colors (R : realFieldType) (q : nat) (V : finType) (r : rel V) (f : V -> {perm 'I_q}) (E d : R)
    (fixed : pred V) (m M : V -> 'I_q -> R) : (q <= 3)%N -> 1 <= E -> 0 <= d -> symmetric r -> forest r (predC fixed) ->
  greatest r f (@lexicographic R q) E d fixed m M -> greatest r f (@dominates R q) E d fixed m M.
Proof.
move=> few E1 d0 sym acyclic [feas most]; split=> // M' feas' v k; rewrite leNgt; apply/negP => less.
have [mech _ fix_] := feas; have [mech' _ fix'] := feas'.
have free : ~~ fixed v.
  apply/negP => fv; move: less; rewrite ltNge; case/negP; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => i _; rewrite fix_ // fix'.
have [z [lawz btw notlex]] := exchange (mech v) (mech' v) less.
have [N feasN Nv] := extend few E1 d0 sym acyclic feas feas' free lawz btw.
by have := most _ feasN v; rewrite Nv.
Qed.
