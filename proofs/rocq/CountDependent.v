(** * Count queries: noise that depends on the count is no better over single outcomes, if N >= 3D

    The program (9) of the paper lets each count n in D..N have noise of its own, with P1-P3. For N >= 3D its optimum is
    that of symmetric noise that does not depend on n. Around the count c = 2D the sums a_i = B (p_c(i) + p_c(-i))/2 meet
    a_i <= x S_(D+1-i) (outwards, to an outcome that is impossible), a_i <= E^i C + x S_i (inwards, to eta) and
    E^i a_i >= C - x S_i (backwards from eta), x = B delta. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra ring zify.
From DPExact Require Import Definitions Events CountSums CountMechanism CountRows CountSingletons.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A sum over -D..D: 0, and the pairs i, -i. *)
Lemma noise_sum_pairs (R : realFieldType) D (f : int -> R) :
  noise_sum D f = f 0 + \sum_(i < D) (f i.+1%:Z + f (- i.+1%:Z)).
Proof.
rewrite /noise_sum -(big_mkord xpredT (fun k => f (k%:Z - D%:Z))) (_ : D.*2.+1 = D + D.+1)%N; last by lia.
rewrite (big_cat_nat _ (n := D)) //=; last by lia.
rewrite big_mkord -[X in bigop _ (index_iota X _) _]add0n big_addn addKn big_mkord big_ord_recl /= add0n subrr.
rewrite addrCA; congr (_ + _); rewrite big_split /= addrC; congr (_ + _).
  by apply: eq_bigr => i _; congr (f _); rewrite /bump /=; lia.
rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; congr (f _); have := ltn_ord i; lia.
Qed.

(** The noise of Definition 2 and of every other alphas has P1-P3 at each count from D on. *)
Theorem noise_allowed (R : realFieldType) (D n : nat) (eta : R) (a : nat -> R) : 0 < eta < 1 -> alphas D a -> (D <= n)%N ->
  [/\ noise_law D (noise D eta a), P1 D n (noise D eta a), P2 eta (noise D eta a) & P3 D (noise D eta a)].
Proof.
move=> /andP[eta0 eta1] [a0 total] Dn; have e0 : 0 <= (1 - eta) / 2%:R by rewrite divr_ge0 ?ler0n // subr_ge0 ltW.
have even z : noise D eta a (- z) = noise D eta a z by rewrite /noise oppr_eq0 abszN.
have zero : noise D eta a 0 = eta by rewrite /noise eqxx.
have pos z : 0 <= noise D eta a z.
  rewrite /noise; case: eqP => [_|ne]; first exact: ltW.
  by case: leqP => // le; rewrite mulr_ge0 // a0 //; lia.
split=> //; last 1 first.
- rewrite /P3 noise_sum_pairs mul0r add0r big1 // => i _.
  by rewrite even mulrNz mulNr subrr.
- split=> //; rewrite noise_sum_pairs zero -[RHS](addrNK eta) addrC; congr (_ + _).
  rewrite (eq_bigr (fun i : 'I_D => a i.+1 * (1 - eta))) => [|i _]; last first.
    by rewrite even /noise /= ltn_ord; field.
  by rewrite -mulr_suml; move: total; rewrite big_add1 big_mkord /= => ->; rewrite mul1r.
move=> z; rewrite (_ : minn n D = D); last by lia.
move=> out; rewrite /noise; case: eqP => [z0|_]; first by move: out; rewrite z0; lia.
by rewrite ifF //; apply/negP; move: out; lia.
Qed.

Section Dependent.
Variables (R : realFieldType) (D N : nat) (E eta delta : R) (p : nat -> int -> R).
Hypotheses (E1 : 1 <= E) (eta_range : 0 < eta < 1) (D0 : (0 < D)%N) (DN : (D + D + D <= N)%N).
Hypothesis p_allowed : allowed D D N eta p.
Hypothesis private : private_counts_singletons D D N E delta p.
Notation B := (B_of eta).
Notation C := (C_of eta).
Notation x := (B * delta).

Lemma up n j (z : int) : (D <= n)%N -> (n + j <= N)%N -> (0 <= n%:Z + z <= (N + D)%N%:Z) ->
  p n z <= E ^+ j * p (n + j)%N (z - j%:Z) + S_ E j * delta.
Proof.
move=> Dn; elim: j => [|j IH] le yr; first by rewrite expr0 mul1r S0 mul0r addr0 addn0 subr0.
apply: le_trans (IH _ yr) _; first by lia.
have ny : (absz (n%:Z + z)%R < (N + D).+1)%N by lia.
have edge : neighbours D N (n + j) (n + j).+1 by rewrite /neighbours eqxx; lia.
have := private edge (Ordinal ny); rewrite /count_mechanism /=.
have -> : (absz (n%:Z + z))%:Z - (n + j)%N%:Z = z - j%:Z by lia.
have -> : (absz (n%:Z + z))%:Z - (n + j).+1%N%:Z = z - j.+1%:Z by lia.
rewrite S_up -addnS => more; rewrite -subr_ge0; rewrite -subr_ge0 in more.
apply: le_trans (mulr_ge0 (Ek_ge0 E1 j) more) _; rewrite exprS le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma down n j (z : int) : (D <= n)%N -> (n + j <= N)%N -> (0 <= (n + j)%N%:Z + z <= (N + D)%N%:Z) ->
  p (n + j)%N z <= E ^+ j * p n (z + j%:Z) + S_ E j * delta.
Proof.
move=> Dn; elim: j z => [|j IH] z le yr; first by rewrite expr0 mul1r S0 mul0r !addr0 addn0.
have ny : (absz ((n + j.+1)%N%:Z + z)%R < (N + D).+1)%N by lia.
have edge : neighbours D N (n + j.+1) (n + j) by rewrite /neighbours addnS eqxx orbT; lia.
have := private edge (Ordinal ny); rewrite /count_mechanism /=.
have -> : (absz ((n + j.+1)%N%:Z + z))%:Z - (n + j.+1)%N%:Z = z by lia.
have -> : (absz ((n + j.+1)%N%:Z + z))%:Z - (n + j)%N%:Z = z + 1 by lia.
move=> first; apply: le_trans first _; rewrite S_E.
have := IH (z + 1) ltac:(lia) ltac:(lia); have -> : z + 1 + j%:Z = z + j.+1%:Z by lia.
move=> more; rewrite -subr_ge0; rewrite -subr_ge0 in more.
apply: le_trans (mulr_ge0 (E_ge0 E1) more) _; rewrite exprS le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Let c := (D + D)%N.
Let a (i : nat) : R := B * ((p c i%:Z + p c (- i%:Z)) / 2%:R).
Lemma half_mono (u v w : R) : u <= w -> v <= w -> B * ((u + v) / 2%:R) <= B * w.
Proof.
move=> hu hv; rewrite ler_pmul2l ?B_gt0 // ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n; exact: ler_add.
Qed.
Lemma half_mono' (u v w : R) : w <= u -> w <= v -> B * w <= B * ((u + v) / 2%:R).
Proof.
move=> hu hv; rewrite ler_pmul2l ?B_gt0 // ler_pdivl_mulr ?ltr0n // mulr_natr mulr2n; exact: ler_add.
Qed.
Lemma at_0 n : (D <= n <= N)%N -> p n 0 = eta. Proof. by case/p_allowed. Qed.
Lemma pos n z : (D <= n <= N)%N -> 0 <= p n z. Proof. by case/p_allowed => -[]. Qed.
Lemma far n z : (D <= n <= N)%N -> (D < `|z|)%N -> p n z = 0.
Proof. by move=> range; case: (p_allowed range) => _ low _ _ h; apply: low; lia. Qed.

Lemma a_ge0 i : 0 <= a i.
Proof.
apply: mulr_ge0; first exact: ltW (B_gt0 eta_range).
by rewrite divr_ge0 ?ler0n // addr_ge0 // pos // /c; lia.
Qed.

Lemma a_total : \sum_(i < D) a i.+1 = 1.
Proof.
have range : (D <= c <= N)%N by rewrite /c; lia.
have [[_ total] _ _ _] := p_allowed range; move: total; rewrite noise_sum_pairs at_0 // => total.
rewrite /a -mulr_sumr -mulr_suml; have -> : \sum_(i < D) (p c i.+1%:Z + p c (- i.+1%:Z)) = 1 - eta.
  by rewrite -total addrC addKr.
have e0 : 1 - eta != 0 by rewrite subr_eq0 eq_sym neq_lt; case/andP: eta_range => _ ->.
by rewrite /B_of; field.
Qed.

Lemma outwards i : (1 <= i <= D)%N -> a i <= x * S_ E (D.+1 - i).
Proof.
move=> iD; rewrite -[x * _]mulrA; apply: half_mono; rewrite [delta * _]mulrC.
  have h := @down (c - (D.+1 - i)) (D.+1 - i) i%:Z; rewrite subnK in h; last by rewrite /c; lia.
  apply: le_trans (h _ _ _) _; rewrite /c; try lia.
  by rewrite far ?mulr0 ?add0r //; lia.
apply: le_trans (@up c (D.+1 - i) (- i%:Z) _ _ _) _; rewrite /c; try lia.
by rewrite far ?mulr0 ?add0r //; lia.
Qed.

Lemma inwards i : (i <= D)%N -> a i <= E ^+ i * C + x * S_ E i.
Proof.
move=> iD; have -> : E ^+ i * C + x * S_ E i = B * (E ^+ i * eta + S_ E i * delta) by rewrite /C_of; ring.
apply: half_mono.
  apply: le_trans (@up c i i%:Z _ _ _) _; rewrite /c; try lia.
  by rewrite subrr at_0 //; lia.
have h := @down (c - i) i (- i%:Z); rewrite subnK in h; last by rewrite /c; lia.
apply: le_trans (h _ _ _) _; rewrite /c; try lia.
by rewrite addNr at_0 //; lia.
Qed.

Lemma backwards i : (i <= D)%N -> C - x * S_ E i <= E ^+ i * a i.
Proof.
move=> iD; have -> : C - x * S_ E i = B * (eta - S_ E i * delta) by rewrite /C_of; ring.
have -> : E ^+ i * a i = B * ((E ^+ i * p c i%:Z + E ^+ i * p c (- i%:Z)) / 2%:R) by rewrite /a; ring.
apply: half_mono'; rewrite ler_subl_addr.
  have := @down c i 0; rewrite add0r at_0; last by rewrite /c; lia.
  by apply; rewrite /c; lia.
have := @up (c - i) i 0; rewrite subnK; last by rewrite /c; lia.
rewrite sub0r at_0; last by rewrite /c; lia.
by apply; rewrite /c; lia.
Qed.

Lemma dependent_x m : (m <= D)%N -> x_ E C D m <= x.
Proof.
move=> mD; have left : \sum_(i < m) a i.+1 <= E * S_ E m * C + x * T_ E m.
  rewrite -sum_left_powers -sum_S mulr_suml mulr_sumr -big_split /=; apply: ler_sum => i _.
  by apply: inwards; have := ltn_ord i; lia.
have right : \sum_(i < D - m) a (m + i.+1)%N <= x * T_ E (D - m).
  rewrite -sum_S mulr_sumr [X in _ <= X](reindex_inj rev_ord_inj) /=; apply: ler_sum => i _; have lt := ltn_ord i.
  have := @outwards (m + i.+1) ltac:(lia); congr (_ <= _ * S_ E _); lia.
have total : \sum_(i < m) a i.+1 + \sum_(i < D - m) a (m + i.+1)%N = 1.
  rewrite -a_total -[in RHS](subnKC mD) big_split_ord /=; congr (_ + _); apply: eq_bigr => i _; by rewrite addnS.
have := ler_add left right; rewrite total /x_ => h; rewrite ler_pdivr_mulr; last first.
  case: m mD {left right total h} => [|m] mD; first by rewrite T0 add0r subn0 T_gt0.
  by rewrite ltr_paddr ?T_ge0 ?T_gt0.
by rewrite ler_subl_addl; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma dependent_delta k : (1 <= k <= D)%N -> delta_ E eta D k <= delta.
Proof.
case/andP=> k1 kD; have low j : (j <= D)%N -> C * S_ E j - x * W_ E j <= E ^+ j * \sum_(i < j) a i.+1.
  elim: j => [|j IH] jD; first by rewrite S0 W0 big_ord0 !mulr0 subr0.
  have rec : \sum_(i < j.+1) a i.+1 = \sum_(i < j) a i.+1 + a j.+1 by rewrite big_ord_recr.
  rewrite rec; move: (IH (ltnW jD)) (backwards jD); move: (a j.+1) (\sum_(i < j) a i.+1) => u v h1 h2.
  rewrite -subr_ge0 in h1; rewrite -subr_ge0 in h2; rewrite -subr_ge0.
  apply: le_trans (addr_ge0 (mulr_ge0 (E_ge0 E1) h1) h2) _.
  by rewrite W_E !S_E exprS le_eqVlt; apply/orP; left; apply/eqP; ring.
have most : \sum_(i < k) a i.+1 <= 1.
  rewrite -a_total -[in X in _ <= X](subnKC kD) big_split_ord /= ler_addl; apply: sumr_ge0 => i _; exact: a_ge0.
have h : C * S_ E k - x * W_ E k <= E ^+ k.
  by apply: le_trans (low k kD) _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?Ek_ge0.
have BW : 0 < B * W_ E k by apply: mulr_gt0; [exact: B_gt0 eta_range | exact: W_gt0].
rewrite /delta_ kD ler_pdivr_mulr // ler_subl_addl -ler_subl_addr; apply: le_trans h.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(** No noise has less than the bounds of symmetric noise. *)
Theorem dependent_bounds : all (fun w => w <= x) (singleton_bounds E eta D).
Proof.
rewrite all_cat !all_map; apply/andP; split; apply/allP => k; rewrite mem_iota /= => h; last by apply: dependent_x; lia.
by rewrite ler_pmul2l ?B_gt0 // dependent_delta //; lia.
Qed.

End Dependent.

(** For N >= 3D the optimum of (9) over single outcomes is that of symmetric noise that does not depend on n. *)
Theorem dependent_optimum (R : realFieldType) (D N : nat) (E eta delta : R) : 1 <= E -> 0 < eta < 1 -> (0 < D)%N ->
  (D + D + D <= N)%N ->
  (exists2 p : nat -> int -> R, allowed D D N eta p & private_counts_singletons D D N E delta p) <->
  (exists2 a, alphas D a & private_counts_singletons D D N E delta (fun _ => noise D eta a)).
Proof.
move=> E1 eta_range D0 DN; split=> [[p allow priv]|[a law priv]].
  by apply/singletons_optimum => //; [lia | apply: dependent_bounds allow priv].
by exists (fun _ => noise D eta a) => // n /andP[Dn _]; apply: noise_allowed.
Qed.
