(** * AxiomsUtility: utilities of "An Axiomatic View of Statistical Privacy and Utility" and post-processing

    Dobrushin's coefficient and the discrimination (Examples 3.2.3, 3.2.4, Appendix D), the contraction of the L1 distance,
    the determinant of a kernel (Example 3.2.2), and branching measures (Definition 3.2.7, Theorem 3.2.8). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Overlap.
Variables (R : realFieldType).

(** The sum of the minima, of which Dobrushin's coefficient is the least and mu_disc the greatest, over pairs of inputs. *)
Definition overlap (T : finType) (P Q : T -> R) : R := \sum_x Num.min (P x) (Q x).
Definition l1 (T : finType) (P Q : T -> R) : R := \sum_x `|P x - Q x|.

(** Appendix D, for any two inputs: post-processing does not decrease the overlap. *)
Theorem overlap_post (T U : finType) (K : T -> U -> R) (P Q : T -> R) :
  mechanism K -> overlap P Q <= overlap (post K P) (post K Q).
Proof.
move=> mech; have -> : overlap P Q = \sum_u \sum_x Num.min (P x) (Q x) * K x u.
  rewrite exchange_big /=; apply: eq_bigr => x _; rewrite -mulr_sumr.
  by case: (mech x) => _ ->; rewrite mulr1.
apply: ler_sum => u _; rewrite le_minr; apply/andP.
by split; apply: ler_sum => x _; apply: ler_wpmul2r; rewrite ?le_minl ?lexx ?orbT //; case: (mech x).
Qed.

(** 1 - overlap is the total variation distance. *)
Theorem overlap_l1 (T : finType) (P Q : T -> R) :
  distribution P -> distribution Q -> l1 P Q = 2%:R * (1 - overlap P Q).
Proof.
move=> [_ P1] [_ Q1]; have e x : `|P x - Q x| = P x + Q x - 2%:R * Num.min (P x) (Q x).
  case: (leP (P x) (Q x)) => h; first by rewrite distrC ger0_norm ?subr_ge0 //; ring.
  by rewrite ger0_norm ?subr_ge0 ?ltW //; ring.
rewrite /l1 (eq_bigr _ (fun x _ => e x)) sumrB big_split /= P1 Q1 -mulr_sumr -/(overlap P Q).
by rewrite mulrBr mulr1 -mulr2n.
Qed.

(** The contraction: no two vectors with the same sum are pulled apart by more than the farthest inputs. *)
Theorem contraction_bound (I T : finType) (M : I -> T -> R) (x y : I -> R) c :
  (forall j k, l1 (M j) (M k) <= c) -> \sum_i x i = \sum_i y i ->
  2%:R * l1 (post M x) (post M y) <= c * l1 x y.
Proof.
move=> far sums; pose z i := x i - y i; pose p i := Num.max (z i) 0; pose n i := Num.max (- z i) 0.
have p0 i : 0 <= p i by rewrite le_maxr lexx orbT.
have n0 i : 0 <= n i by rewrite le_maxr lexx orbT.
have pn i : z i = p i - n i /\ `|z i| = p i + n i.
  rewrite /p /n; case: (leP 0 (z i)) => h.
    by rewrite (@max_r _ _ (- z i)) ?oppr_le0 // subr0 addr0 ger0_norm.
  by rewrite (@max_l _ _ (- z i)) ?oppr_ge0 ?ltW // sub0r opprK add0r ltr0_norm.
have zE i : z i = p i - n i by case: (pn i).
have aE i : `|z i| = p i + n i by case: (pn i).
set s := \sum_i p i; have ns : \sum_i n i = s.
  have : \sum_i z i = 0 by rewrite sumrB sums subrr.
  by rewrite (eq_bigr _ (fun i _ => zE i)) sumrB => /eqP; rewrite subr_eq0 => /eqP <-.
have s0 : 0 <= s by apply: sumr_ge0.
have zs : l1 x y = 2%:R * s.
  by rewrite /l1 (eq_bigr _ (fun i _ => aE i)) big_split /= ns -/s; ring.
have diff t : post M x t - post M y t = \sum_i z i * M i t.
  by rewrite /post -sumrB; apply: eq_bigr => i _; rewrite /z mulrBl.
rewrite zs; suff : l1 (post M x) (post M y) <= s * c.
  move=> le; rewrite mulrCA; apply: ler_wpmul2l; first exact: ler0n.
  by rewrite mulrC.
have key t : s * (\sum_i z i * M i t) = \sum_j \sum_k p j * n k * (M j t - M k t).
  transitivity (\sum_j \sum_k (p j * n k * M j t - p j * n k * M k t)); last first.
    by apply: eq_bigr => j _; apply: eq_bigr => k _; ring.
  rewrite (eq_bigr (fun j => s * (p j * M j t) - p j * (\sum_k n k * M k t))); last first.
    move=> j _; rewrite sumrB; congr (_ - _).
      by rewrite -{1}ns mulr_suml; apply: eq_bigr => k _; ring.
    by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
  rewrite sumrB -mulr_suml -/s -mulr_sumr -mulrBr; congr (_ * _).
  by rewrite -sumrB; apply: eq_bigr => i _; rewrite zE mulrBl.
have bound : s * l1 (post M x) (post M y) <= s * (s * c).
  rewrite /l1 mulr_sumr; apply: le_trans (_ : \sum_t \sum_j \sum_k p j * n k * `|M j t - M k t| <= _).
    apply: ler_sum => t _; rewrite diff -{1}(ger0_norm s0) -normrM key.
    apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => j _.
    apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => k _.
    by rewrite normrM ger0_norm // mulr_ge0.
  rewrite exchange_big /= mulr_suml; apply: ler_sum => j _.
  rewrite exchange_big /= -{1}ns !mulr_suml mulr_sumr; apply: ler_sum => k _.
  by rewrite -mulr_sumr mulrA; apply: ler_wpmul2l; [exact: mulr_ge0 | exact: far].
case: (ltrgtP s 0) => h; first by move: h; rewrite ltNge s0.
  by rewrite -(ler_pmul2l h).
have z0 i : z i = 0.
  have pi : p i = 0 by apply/eqP; move/eqP: h; rewrite psumr_eq0 // => /allP /(_ i (mem_index_enum i)).
  have ni : n i = 0.
    by apply/eqP; move: ns; rewrite h => /eqP; rewrite psumr_eq0 // => /allP /(_ i (mem_index_enum i)).
  by rewrite zE pi ni subrr.
by rewrite h mul0r /l1 big1 // => t _; rewrite diff big1 ?normr0 // => i _; rewrite z0 mul0r.
Qed.

(** It is attained: by any two vectors that differ by t (e_j - e_k). *)
Theorem contraction_attained (I T : finType) (M : I -> T -> R) (u : I -> R) (t : R) j k : j != k -> 0 <= t ->
  let x := fun i => u i + t * (i == j)%:R in let y := fun i => u i + t * (i == k)%:R in
  2%:R * l1 (post M x) (post M y) = l1 (M j) (M k) * l1 x y.
Proof.
move=> jk t0 x y.
have e (f : I -> R) : \sum_i (x i - y i) * f i = t * (f j - f k).
  rewrite (eq_bigr (fun i => t * ((i == j)%:R * f i) - t * ((i == k)%:R * f i))); last first.
    by move=> i _; rewrite /x /y; ring.
  rewrite sumrB -!mulr_sumr -mulrBr; congr (_ * (_ - _)).
    by rewrite (bigD1 j) //= eqxx mul1r big1 ?addr0 // => i /negbTE ->; rewrite mul0r.
  by rewrite (bigD1 k) //= eqxx mul1r big1 ?addr0 // => i /negbTE ->; rewrite mul0r.
have -> : l1 x y = 2%:R * t.
  rewrite /l1 (bigD1 j) //= (bigD1 k) /=; last by rewrite eq_sym.
  rewrite big1 ?addr0; last first.
    by move=> i /andP[/negbTE ij /negbTE ik]; rewrite /x /y ij ik !mulr0 subrr normr0.
  rewrite /x /y !eqxx (negbTE jk) eq_sym (negbTE jk) !mulr0 !mulr1 !addr0 addrAC subrr add0r.
  by rewrite opprD addrA subrr sub0r normrN !ger0_norm //; ring.
have -> : l1 (post M x) (post M y) = t * l1 (M j) (M k); last by ring.
rewrite /l1 mulr_sumr; apply: eq_bigr => o _.
rewrite /post -sumrB (eq_bigr (fun i => (x i - y i) * M i o)); last by move=> i _; rewrite mulrBl.
by rewrite e normrM ger0_norm.
Qed.

End Overlap.

(** Example 3.2.2: the determinant of a kernel, rows = inputs of the kernel; the transposed one has the same. *)
Theorem det_kernel (R : realFieldType) (n : nat) (A : 'M[R]_n) :
  (forall i j, 0 <= A i j) -> (forall i, \sum_j A i j = 1) -> `|\det A| <= 1.
Proof.
move=> A0 A1; pose F := ('I_n ^ n)%type.
apply: le_trans (_ : \sum_(s : 'S_n) \prod_i A i (s i) <= _).
  apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => s _.
  by rewrite normrM normrX normrN1 expr1n mul1r ger0_norm // prodr_ge0.
have one : 1 = \sum_(f : F) \prod_i A i (f i).
  by rewrite -(bigA_distr_bigA (fun i j => A i j)) /= big1.
rewrite [X in _ <= X]one (bigID (fun f : F => injectiveb f)) /=.
have -> : \sum_(f : F | injectiveb f) \prod_i A i (f i) = \sum_(s : 'S_n) \prod_i A i (s i).
  rewrite (reindex (@pval _)) /=; last first.
    pose in_Sn := insubd (1%g : 'S_n).
    by exists in_Sn => /= f Uf; first apply: val_inj; apply: insubdK.
  by apply: eq_big => /= [s|s _]; rewrite ?(valP s) //; apply: eq_bigr => i _; rewrite pvalE.
by rewrite ler_addl sumr_ge0 // => f _; apply: prodr_ge0.
Qed.

Section Branching.
Variables (R : realFieldType) (n : nat) (F : 'rV[R]_n -> R).
Definition nonnegative (x : 'rV[R]_n) : Prop := forall i, 0 <= x 0 i.
Definition subadditive : Prop := forall x y, nonnegative x -> nonnegative y -> F (x + y) <= F x + F y.
Definition homogeneous : Prop := forall c x, 0 <= c -> nonnegative x -> F (c *: x) = c * F x.

(** Theorem 3.2.8, forwards: a branching measure respects post-processing; M t is the likelihood of the output t. *)
Theorem branching_sufficient (T U : finType) (M : T -> 'rV[R]_n) (K : T -> U -> R) : subadditive -> homogeneous ->
  (forall t, nonnegative (M t)) -> mechanism K -> \sum_u F (\sum_t K t u *: M t) <= \sum_t F (M t).
Proof.
move=> sub hom M0 mech.
have K0 t u : 0 <= K t u by case: (mech t).
have n0 : nonnegative 0 by move=> i; rewrite mxE.
have F0 : F 0 = 0 by have := hom 0 0 (lexx 0) n0; rewrite scale0r mul0r.
have -> : \sum_t F (M t) = \sum_u \sum_t K t u * F (M t).
  rewrite exchange_big /=; apply: eq_bigr => t _; rewrite -mulr_suml.
  by case: (mech t) => _ ->; rewrite mul1r.
apply: ler_sum => u _.
have [_ le] : nonnegative (\sum_t K t u *: M t) /\ F (\sum_t K t u *: M t) <= \sum_t K t u * F (M t).
  apply: (big_ind2 (fun x y => nonnegative x /\ F x <= y)).
  - by split; last rewrite F0.
  - move=> x1 y1 x2 y2 [n1 l1'] [n2 l2']; split; first by move=> i; rewrite mxE addr_ge0.
    by apply: le_trans (sub _ _ n1 n2) _; apply: ler_add.
  - move=> t _; split; last by rewrite hom.
    by move=> i; rewrite mxE mulr_ge0 //; exact: M0.
exact: le.
Qed.

End Branching.
