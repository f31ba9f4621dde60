(** * Count queries, Definition 2: its alphas are a law, what they have over single outcomes, and over all events

    Sadeghi, Asoodeh, Calmon (2020). k is an index for which delta_k is the greatest of delta_1, ..., delta_(D+1); at a
    crossover there are two. Theorem 3 says that the alphas keep single outcomes to delta_k, Remark 2 that they keep all
    events to (2D+1) delta_k; both are put right here. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons CountTheorems.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The alphas of the first kind, (39), and of the second, (37) and (38), as profiles *)

Section Kinds.
Variables (R : realFieldType) (E C x : R) (D k : nat).
Hypotheses (E1 : 1 <= E) (C0 : 0 < C).
Let E0 : 0 <= E := E_ge0 E1.
Let E_gt : 0 < E := E_gt0 E1.

(** (41): alpha_j = (C - x S_j)/E^j. *)
Lemma descent_closed j : descent E C x j = (C - x * S_ E j) / E ^+ j.
Proof.
have n0 := lt0r_neq0 E_gt.
elim: j => [|j ih] /=; first by rewrite S0 mulr0 subr0 expr0 divr1.
by rewrite ih S_up exprS; field; rewrite n0 expf_neq0.
Qed.

Section First.
Hypothesis kD : (1 <= k <= D)%N.
Hypothesis xW : x * W_ E k = C * S_ E k - E ^+ k.
Hypotheses (above : S_ E k.+1 <= C * T_ E k) (below : C * T_ E k.-1 <= S_ E k).
Let k1 : (1 <= k)%N. Proof. by case/andP: kD. Qed.
Let Wk : 0 < W_ E k := W_gt0 E1 k1.

Lemma first_x : 1 <= x * T_ E k.
Proof.
rewrite -(ler_pmul2r Wk) mul1r mulrAC xW.
apply: le_by (_ : _ = S_ E k * (C * T_ E k - S_ E k.+1)) _; last by rewrite mulr_ge0 ?S_ge0 ?subr_ge0.
by rewrite mulrBr SS; ring.
Qed.
Lemma first_x_gt0 : 0 < x.
Proof. by rewrite -(pmulr_lgt0 x (T_gt0 E1 k1)); apply: lt_le_trans ltr01 first_x. Qed.

(** (42), (43) *)
Lemma first_last : x * S_ E k <= C.
Proof.
rewrite -(ler_pmul2r Wk) mulrAC xW.
apply: le_by (_ : _ = E ^+ k * (S_ E k - C * T_ E k.-1)) _; last by rewrite mulr_ge0 ?Ek_ge0 ?subr_ge0.
by rewrite -(prednK k1) /= mulrBl -[C * _ * _]mulrA SS_same; ring.
Qed.
Lemma first_last_x : C <= x * S_ E k.+1.
Proof.
rewrite -(ler_pmul2r Wk) [X in _ <= X]mulrAC xW.
apply: le_by (_ : _ = E ^+ k * (C * T_ E k - S_ E k.+1)) _; last by rewrite mulr_ge0 ?Ek_ge0 ?subr_ge0.
by rewrite mulrBl -[C * _ * _]mulrA SS; ring.
Qed.

Let g j := if (j <= k)%N then descent E C x j else 0.
Lemma first_down j : (j < k)%N -> g j = E * g j.+1 + x.
Proof. by move=> h; rewrite /g h (ltnW h) /=; field; rewrite gt_eqF. Qed.
Lemma first_ge0 j : 0 <= g j.
Proof.
rewrite /g; case: leqP => // h; rewrite descent_closed ler_pdivl_mulr ?Ek_gt0 // mul0r subr_ge0.
by apply: le_trans first_last; rewrite ler_wpmul2l ?(ltW first_x_gt0) ?S_le.
Qed.
Lemma first_decrease j : g j.+1 <= g j.
Proof.
case: (ltnP j k) => h; last by rewrite /g ltnNge h /= first_ge0.
rewrite (first_down h); apply: le_trans (_ : E * g j.+1 <= _); first by rewrite ler_pemull ?first_ge0.
by rewrite ler_addl (ltW first_x_gt0).
Qed.
Lemma first_end : g k <= x.
Proof.
rewrite /g leqnn descent_closed ler_pdivr_mulr ?Ek_gt0 // ler_subl_addr -mulrDr addrC -S_up; exact: first_last_x.
Qed.

(** (44) *)
Lemma first_total : \sum_(i < D) g i.+1 = 1.
Proof.
have sum j : (j <= k)%N -> E ^+ j * (\sum_(i < j) g i.+1) = C * S_ E j - x * W_ E j.
  elim: j => [|j ih] jk; first by rewrite big_ord0 S0 W0 !mulr0 subr0.
  rewrite big_ord_recr mulrDr /= {2}/g jk descent_closed [_ ^+ _ * (_ / _)]mulrC divfK; last by rewrite gt_eqF ?Ek_gt0.
  by rewrite exprS -mulrA ih 1?ltnW // W_E {2}S_E; ring.
have [_ kD'] := andP kD; rewrite -(big_mkord xpredT (fun i => g i.+1)) (big_cat_nat _ (n := k)) //= [X in _ + X]big_nat_cond.
rewrite [X in _ + X]big1 ?addr0; last by move=> i /andP [/andP [h _] _]; rewrite /g ltnNge h.
by apply: (mulfI (lt0r_neq0 (Ek_gt0 E1 k))); rewrite big_mkord sum // xW mulr1; ring.
Qed.

Lemma first_rows : rows E x g.
Proof.
have x0 := ltW first_x_gt0.
move=> i; split; last first.
  apply: le_trans (first_decrease i) _; apply: le_trans (_ : E * g i <= _); last by rewrite ler_addl.
  by rewrite ler_pemull ?first_ge0.
case: (ltngtP i k) => h; first by rewrite -first_down.
  by rewrite {1}/g leqNgt h /= addr_ge0 // mulr_ge0 ?first_ge0.
by rewrite h {2}/g ltnn mulr0 add0r first_end.
Qed.

Lemma first_cost : cost E D g = C + 1 - E.
Proof.
have [_ kD'] := andP kD; rewrite /cost big1 ?add0r; last first.
  move=> i _; apply/max_idPl; rewrite subr_le0; apply: le_trans (first_decrease i) _.
  by rewrite ler_pemull ?first_ge0.
rewrite (eq_bigr (fun i : 'I_D.+1 => g i - E * g i.+1)) => [|i _]; last first.
  apply/max_idPr; rewrite subr_ge0; case: (ltnP i k) => h.
    by rewrite (first_down h) ler_addl (ltW first_x_gt0).
  by rewrite {1}/g ltnNge h mulr0 first_ge0.
rewrite sumrB big_ord_recl -mulr_sumr big_ord_recr /= first_total.
rewrite (_ : g D.+1 = 0) ?addr0 ?mulr1; last by rewrite /g leqNgt ltnS kD'.
by rewrite /g /=.
Qed.
End First.

Section Second.
Hypotheses (D0 : (0 < D)%N) (xT : x * T_ E D = 1).
Let x_gt : 0 < x.
Proof. by rewrite -(pmulr_lgt0 x (T_gt0 E1 D0)) xT ltr01. Qed.
Let g j := if j is 0%N then C else x * S_ E (D.+1 - j).

Lemma second_ge0 j : 0 <= g j.
Proof. by rewrite /g; case: j => [|j]; [exact: ltW | rewrite mulr_ge0 ?S_ge0 // ltW]. Qed.
Lemma second_far j : (D < j)%N -> g j = 0.
Proof. by case: j => // j h; rewrite /g (_ : D.+1 - j.+1 = 0)%N ?S0 ?mulr0 //; nat_lia. Qed.
Lemma second_down j : (0 < j <= D)%N -> g j = E * g j.+1 + x.
Proof.
by case: j => // j /= h; rewrite (_ : D.+1 - j.+1 = (D.+1 - j.+2).+1)%N ?S_E; [ring | nat_lia].
Qed.
Lemma second_decrease j : (0 < j)%N -> g j.+1 <= E * g j.
Proof.
case: j => // j _; apply: le_trans (_ : g j.+1 <= _); last by rewrite ler_pemull ?second_ge0.
by rewrite /g ler_wpmul2l ?(ltW x_gt) // S_le //; nat_lia.
Qed.
Lemma second_total : \sum_(i < D) g i.+1 = 1.
Proof.
rewrite (reindex_inj rev_ord_inj) /= -mulr_sumr -xT -sum_S; congr (x * _); apply: eq_bigr => i _.
by congr S_; have := ltn_ord i; nat_lia.
Qed.

Lemma second_rows : C <= x * S_ E D.+1 -> (rows E x g <-> S_ E D.-1 <= C * T_ E D).
Proof.
move=> top; have e : E * C + x - x * S_ E D = x * E * (C * T_ E D - S_ E D.-1).
  transitivity (E * C * (x * T_ E D) + x - x * (E * S_ E D.-1 + 1)); last by ring.
  by rewrite xT mulr1 -S_E prednK.
split=> [/(_ 0%N) [_]|low].
  by rewrite /g subSS subn0 -subr_ge0 e pmulr_rge0 ?mulr_gt0 // subr_ge0.
case=> [|i].
  split; first by rewrite /g subSS subn0 (_ : E * _ + x = x * S_ E D.+1) // S_E; ring.
  by rewrite /g subSS subn0 -subr_ge0 e mulr_ge0 ?mulr_ge0 ?subr_ge0 // ltW.
case: (ltnP D i.+1) => h; first by rewrite !second_far ?mulr0 ?add0r ?(ltW x_gt) //; nat_lia.
split; first by rewrite -second_down.
by apply: le_trans (second_decrease _) _; rewrite // ler_addl ltW.
Qed.

Lemma second_cost : cost E D g = Num.max 0 (x * S_ E D - E * C) + (Num.max 0 (C - E * (x * S_ E D)) + D%:R * x).
Proof.
have first (F : nat -> R) n : (0 < n)%N -> (forall i, F i.+1 = 0) -> \sum_(i < n) F i = F 0%N.
  by case: n => // n _ h; rewrite big_ord_recl big1 ?addr0 // => i _; apply: h.
rewrite /cost (first (fun i => Num.max 0 (g i.+1 - E * g i)) D D0) => [|i]; last first.
  by apply/max_idPl; rewrite subr_le0 second_decrease.
congr (_ + _); first by rewrite /g subSS subn0.
rewrite big_ord_recl; congr (_ + _); first by rewrite /g /= ?subSS ?subn0.
rewrite (eq_bigr (fun _ => x)) ?sumr_const ?card_ord ?mulr_natl // => i _.
rewrite lift0 (@second_down i.+1) ?ltn_ord // addrAC subrr add0r; apply/max_idPr; exact: ltW.
Qed.
End Second.
End Kinds.

(** ** The mechanism of Definition 2 *)

Section Mechanism.
Variables (R : realFieldType) (E eta : R) (D N k : nat).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D < N)%N).
Hypothesis best : greatest_bound E eta D k.
Let B := B_of eta.
Let C := C_of eta.
Let x := B * delta_ E eta D k.
Let a := printed_alpha E eta D k.
Let g := profile C D a.
Let B0 : 0 < B := B_gt0 eta_range.
Let C0 : 0 < C := C_gt0 eta_range.
Let T0 : 0 < T_ E D := T_gt0 E1 D0.

Let index : ((k <= D)%N -> crossover E k <= C) /\ ((1 < k)%N -> C <= crossover E k.-1).
Proof. exact: (iffLR (theorem_2 E1 eta_range best.1) best). Qed.
Let k1 : (1 <= k)%N. Proof. by case/andP: best.1. Qed.

Let above : (k <= D)%N -> S_ E k.+1 <= C * T_ E k.
Proof. by move/(index.1); rewrite /crossover ler_pdivr_mulr // T_gt0. Qed.
Let below : C * T_ E k.-1 <= S_ E k.
Proof.
case: (leqP k 1) => h.
  by rewrite (_ : k.-1 = 0)%N ?CountSums.T0 ?mulr0 ?S_ge0 //; apply/eqP; rewrite -leqn0 -ltnS prednK.
by have := index.2 h; rewrite /crossover prednK // ler_pdivl_mulr // T_gt0 // -ltnS prednK.
Qed.
Let xW : (k <= D)%N -> x * W_ E k = C * S_ E k - E ^+ k.
Proof.
move=> kD; have b := lt0r_neq0 B0; have w := lt0r_neq0 (W_gt0 E1 k1).
by rewrite /x /delta_ kD -/B -/C; field; rewrite b w.
Qed.
Let xT : (D < k)%N -> x * T_ E D = 1.
Proof.
move=> kD; have b := lt0r_neq0 B0; have t := lt0r_neq0 T0.
by rewrite /x /delta_ leqNgt kD -/B /=; field; rewrite b t.
Qed.

Lemma profile_first : (k <= D)%N -> g =1 fun j => if (j <= k)%N then descent E C x j else 0.
Proof.
move=> kD [|j]; rewrite /g /profile // /a /printed_alpha kD -/B -/C -/x.
by case: (leqP j.+1 D) => // h; rewrite leqNgt (leq_ltn_trans kD).
Qed.
Lemma profile_second : (D < k)%N -> g =1 fun j => if j is 0%N then C else x * S_ E (D.+1 - j).
Proof.
move=> kD [|j]; rewrite /g /profile // /a /printed_alpha [(k <= D)%N]leqNgt kD /=.
have -> : x = (T_ E D)^-1 by rewrite -[LHS](mulfK (lt0r_neq0 T0)) xT // mul1r.
case: (leqP j.+1 D) => h; first by rewrite mulrC.
by rewrite subSS (eqP (_ : D - j == 0)%N) ?subn_eq0 ?S0 ?mulr0 // -ltnS.
Qed.

Lemma cost_eq (f h : nat -> R) : f =1 h -> cost E D f = cost E D h.
Proof. by move=> e; rewrite /cost; congr (_ + _); apply: eq_bigr => i _; rewrite !e. Qed.
Lemma rows_eq (f h : nat -> R) : f =1 h -> rows E x f <-> rows E x h.
Proof. by move=> e; split=> r i; have := r i; rewrite !e. Qed.

(** Definition 2 is valid: its alphas are at least 0 and have the total 1, (40)-(44). *)
Theorem definition_2_valid : alphas D a.
Proof.
have total (h : nat -> R) : g =1 h -> \sum_(i < D) h i.+1 = 1 -> \sum_(1 <= i < D.+1) a i = 1.
  move=> e <-; rewrite big_add1 big_mkord /=; apply: eq_bigr => i _.
  by rewrite -e /g /profile ltn_ord.
case: (leqP k D) => kD.
  have kD' : (1 <= k <= D)%N by rewrite k1.
  split; last by apply: total (profile_first kD) _; exact: first_total E1 kD' (xW kD).
  move=> [|i] /andP [// _ iD]; have := first_ge0 E1 kD' (xW kD) (above kD) below i.+1.
  by rewrite -(profile_first kD) /g /profile iD.
split; last by apply: total (profile_second kD) _; exact: second_total (xT kD).
move=> [|i] /andP [// _ iD]; have := profile_second kD i.+1; rewrite /g /profile iD => ->.
exact: (second_ge0 E1 C0 D0 (xT kD) i.+1).
Qed.

Let top : (D < k)%N -> C <= x * S_ E D.+1.
Proof.
move=> kD; have := below; rewrite (_ : k = D.+1) /=; last by apply/eqP; rewrite eqn_leq kD andbT; case/andP: best.1.
by move=> h; rewrite -(ler_pmul2r T0) [X in _ <= X]mulrAC xT // mul1r.
Qed.

(** Theorem 3, put right: the alphas keep single outcomes to delta_k if and only if k <= D or C >= S_(D-1)/T_D. *)
Theorem theorem_3 : private_counts_singletons D D N E (delta_ E eta D k) (fun _ => noise D eta a) <->
  (k <= D)%N \/ S_ E D.-1 / T_ E D <= C.
Proof.
rewrite (singletons_rows E1 eta_range DN definition_2_valid.1) -/B -/C -/x -/g ler_pdivr_mulr //.
case: (leqP k D) => kD.
  have kD' : (1 <= k <= D)%N by rewrite k1.
  by rewrite (rows_eq (profile_first kD)); split=> _; [left | exact: (first_rows E1 kD' (xW kD) (above kD) below)].
rewrite (rows_eq (profile_second kD)) (second_rows E1 C0 D0 (xT kD) (top kD)).
by split=> [h|[]] //; right.
Qed.

(** Over all events: B delta is the greatest of three numbers. *)
Lemma real_cost : is_maximum (cost E D g) (real_bounds E eta D).
Proof.
have S_pos := S_gt0 E1 D0; have CT1 := T_E_minus E D.
have center : C + 1 - E = (C * T_ E D - E * S_ E D + D%:R) / T_ E D.
  rewrite (_ : _ + D%:R = (C + 1 - E) * T_ E D) ?mulfK ?gt_eqF //.
  by rewrite -[E * S_ E D](subrK D%:R) -CT1; ring.
have last : (D%:R + S_ E D) / T_ E D - E * C = (D%:R + S_ E D - E * (C * T_ E D)) / T_ E D.
  by rewrite [RHS]mulrBl !mulrA mulfK ?gt_eqF.
case: (leqP k D) => kD.
  have kD' : (1 <= k <= D)%N by rewrite k1.
  have CT : S_ E D.+1 <= C * T_ E D.
    by rewrite -ler_pdivr_mulr //; apply: le_trans (index.1 kD); apply: crossover_le.
  rewrite (cost_eq (profile_first kD)) first_cost //; [|exact: xW|exact: above].
  split; first exact: mem_head.
  have S_le_CT : E * S_ E D + 1 <= C * T_ E D by rewrite -S_E.
  have ES : S_ E D <= E * S_ E D by rewrite ler_pemull // ltW.
  rewrite /= lexx /= andbT -/C center last !ler_pmul2r ?invr_gt0 //; apply/andP; split.
    by rewrite ler_addr subr_ge0; apply: le_trans S_le_CT; rewrite ler_addl ler01.
  have S_CT : S_ E D <= C * T_ E D by apply: le_trans S_le_CT; apply: ler_paddr ES; exact: ler01.
  apply: le_by (_ : _ = E * (C * T_ E D - S_ E D) + (C * T_ E D - S_ E D)) _; first by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 ?(E_ge0 E1).
rewrite (cost_eq (profile_second kD)) (second_cost E1 C0 D0 (xT kD)).
have ex : x = (T_ E D)^-1 by rewrite -[LHS](mulfK (lt0r_neq0 T0)) xT // mul1r.
set u := x * S_ E D - E * C; set w := C - E * (x * S_ E D); set d := D%:R * x.
have e1 : C + 1 - E = w + d.
  by rewrite center /w /d ex; field; rewrite gt_eqF.
have e3 : (D%:R + S_ E D) / T_ E D - E * C = u + d by rewrite /u /d ex mulrDl; ring.
have e2 : D%:R / T_ E D = d by rewrite /d ex.
have not_both : 0 <= w -> u <= 0.
  move=> w0; rewrite -oppr_ge0 (_ : - u = E * w + (E * E - 1) * (x * S_ E D)); last by rewrite /u /w; ring.
  have x0 : 0 <= x by rewrite ex invr_ge0 ltW.
  have EE : 1 <= E * E by apply: le_trans E1 _; rewrite ler_pemull // ltW // E_gt0.
  have xS : 0 <= x * S_ E D by apply: mulr_ge0 x0 _; exact: ltW.
  by apply: addr_ge0; apply: mulr_ge0 => //; [exact: E_ge0 E1 | rewrite subr_ge0].
rewrite /real_bounds -/C e1 e2 e3 /is_maximum /= !inE !andbT.
case: (lerP 0 w) not_both => w0 nb.
  have u0 := nb isT; rewrite (max_idPl u0) add0r eqxx lexx ler_addr w0 /= ler_add2r.
  by split=> //; apply: le_trans w0.
rewrite add0r; case: (lerP 0 u) => u0.
  by rewrite eqxx !orbT lexx ler_addr u0 !andbT ler_add2r; split=> //; apply: le_trans u0; apply: ltW.
by rewrite add0r eqxx orbT lexx !ger_addr (ltW u0) (ltW w0).
Qed.

Lemma maximum_unique (v w : R) s : is_maximum v s -> is_maximum w s -> v = w.
Proof.
by case=> mv /allP lev [mw] /allP lew; apply: le_anti; rewrite lew // lev.
Qed.

Theorem real_delta v : is_maximum v (real_bounds E eta D) ->
  tight_delta (neighbours D N) E (v / B) (@count_mechanism R D N (fun _ => noise D eta a)).
Proof.
move=> /maximum_unique /(_ real_cost) ->; exact: (events_tight E1 eta_range DN definition_2_valid.1).
Qed.

Lemma enough (n : nat) : private_counts D D N E (n%:R * delta_ E eta D k) (fun _ => noise D eta a) <->
  all (fun w => w <= n%:R * x) (real_bounds E eta D).
Proof.
rewrite (events_cost E1 eta_range DN definition_2_valid.1) -/B -/C -/g mulrCA -/x.
have [mem /allP le] := real_cost; split=> [h|/allP]; last exact.
by apply/allP => w /le /le_trans; apply.
Qed.

(** Remark 2, put right: what is enough for all events. *)
Let first_enough (n : nat) : (k <= D)%N -> (D < n)%N ->
  private_counts D D N E (n%:R * delta_ E eta D k) (fun _ => noise D eta a).
Proof.
move=> kD nD; have kD' : (1 <= k <= D)%N by rewrite k1.
have x0 := ltW (first_x_gt0 E1 kD' (xW kD) (above kD)).
have row := first_rows E1 kD' (xW kD) (above kD) below.
apply/(events_cost E1 eta_range DN definition_2_valid.1); rewrite -/B -/C -/g mulrCA -/x (cost_eq (profile_first kD)).
rewrite /cost big1 ?add0r => [|i _]; last first.
  apply/max_idPl; rewrite subr_le0; apply: le_trans (first_decrease E1 kD' (xW kD) (above kD) below i) _.
  by rewrite ler_pemull // (first_ge0 E1 kD' (xW kD) (above kD) below).
apply: le_trans (_ : \sum_(i < D.+1) x <= _).
  by apply: ler_sum => i _; rewrite le_maxl x0 /= ler_subl_addl; case: (row i).
by rewrite sumr_const card_ord -mulr_natl ler_wpmul2r // ler_nat.
Qed.

Let second_enough (n : nat) : (D < k)%N -> (D < n)%N ->
  private_counts D D N E (n%:R * delta_ E eta D k) (fun _ => noise D eta a) <->
  D%:R + S_ E D - E * C * T_ E D <= n%:R.
Proof.
move=> kD nD; rewrite enough (_ : n%:R * x = n%:R / T_ E D); last first.
  by congr (_ * _); rewrite -[LHS](mulfK (lt0r_neq0 T0)) xT // mul1r.
have CT : (C + 1 - E) * T_ E D <= n%:R.
  have : C * T_ E D <= S_ E D.+1 by have := ler_wpmul2r (ltW T0) (top kD); rewrite [X in _ <= X]mulrAC xT // mul1r.
  rewrite S_E => le; apply: le_trans (_ : D.+1%:R <= _); last by rewrite ler_nat.
  apply: le_by (_ : _ = E * S_ E D + 1 - C * T_ E D) _; last by rewrite subr_ge0.
  by rewrite -addrA mulrDl -[1 - E]opprB mulNr T_E_minus mulrSr; ring.
rewrite /real_bounds /= -/C ler_pdivl_mulr // CT ler_pmul2r ?invr_gt0 // ler_nat (ltnW nD) /= andbT.
by rewrite ler_pdivl_mulr // mulrBl divfK ?gt_eqF.
Qed.

(** D + 1 times delta_k is enough for all events if and only if delta_k is enough for single outcomes (theorem_3). *)
Theorem remark_2_better : private_counts D D N E (D.+1%:R * delta_ E eta D k) (fun _ => noise D eta a) <->
  (k <= D)%N \/ S_ E D.-1 / T_ E D <= C.
Proof.
case: (leqP k D) => kD; first by split=> _; [left | exact: first_enough].
have e : S_ E D = E * S_ E D.-1 + 1 by rewrite -S_E prednK.
rewrite second_enough // ler_pdivr_mulr // e mulrSr.
have -> : (D%:R + (E * S_ E D.-1 + 1) - E * C * T_ E D <= D%:R + 1) = (S_ E D.-1 <= C * T_ E D).
  by rewrite -addrA ler_add2l ler_subl_addr [1 + _]addrC ler_add2r -mulrA ler_pmul2l ?(E_gt0 E1).
by split=> [|[]] //; right.
Qed.

(** [D.*2.+1] is 2D + 1: that many times delta_k, as printed, is enough if and only if k <= D or S_D - E C T_D <= D + 1. *)
Theorem remark_2 : private_counts D D N E (D.*2.+1%:R * delta_ E eta D k) (fun _ => noise D eta a) <->
  (k <= D)%N \/ S_ E D - E * C * T_ E D <= D.+1%:R.
Proof.
case: (leqP k D) => kD; first by split=> _; [left | by apply: first_enough; rewrite // ltnS -addnn leq_addr].
rewrite second_enough //; last by rewrite ltnS -addnn leq_addr.
have -> : D.*2.+1%:R = D%:R + D.+1%:R :> R by rewrite -natrD addnS addnn.
by rewrite -addrA ler_add2l; split=> [|[]] //; right.
Qed.
End Mechanism.
