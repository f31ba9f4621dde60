(** * AxiomsUtility: utilities of "An Axiomatic View of Statistical Privacy and Utility" and post-processing

    Dobrushin's coefficient and the discrimination (Examples 3.2.3, 3.2.4, Appendix D), the contraction of the L1 distance,
    the determinant of a kernel (Example 3.2.2), and branching measures (Definition 3.2.7, Theorem 3.2.8). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Overlap.
Variables (R : realFieldType).

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
(** Theorem 3.2.8, forwards: a branching measure respects post-processing; M t is the likelihood of the output t. *)
Theorem branching_sufficient (T U : finType) (M : T -> 'rV[R]_n) (K : T -> U -> R) : subadditive F -> positively_homogeneous F ->
  (forall t, nonnegative (M t)) -> mechanism K -> \sum_u F (\sum_t K t u *: M t) <= \sum_t F (M t).
Proof.
move=> sub hom M0 mech.
have K0 t u : 0 <= K t u by case: (mech t).
have n0 : nonnegative (0 : 'rV[R]_n) by move=> i; rewrite mxE.
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

(** Theorem 3.2.8, backwards. A mechanism is the list of its likelihoods, in any order; what can be undone costs nothing, a
    merge does not increase the utility (Axiom 3.1.4), and what it costs depends on the two rows only (Axiom 3.2.6). *)
Section Converse.
Variables (R : realFieldType) (n : nat).
Notation row := 'rV[R]_n.+1.
Notation nonneg := (@nonneg R n).
Implicit Types (x y : row) (s t : seq row).
Variables (mu : seq row -> R) (G : row -> row -> R).
Hypothesis exchange : forall s t, perm_eq s t -> is_mechanism s -> mu s = mu t.
Hypothesis split_row : forall p x s, 0 <= p <= 1 -> is_mechanism (x :: s) ->
  mu (p *: x :: (1 - p) *: x :: s) = mu (x :: s).
Hypothesis merge : forall x y s, is_mechanism [:: x, y & s] -> mu (x + y :: s) <= mu [:: x, y & s].
Hypothesis branch : forall x y s, is_mechanism [:: x, y & s] -> mu [:: x, y & s] = mu (x + y :: s) + G x y.

Lemma nonnegP x : reflect (forall i, 0 <= x 0 i) (nonneg x). Proof. exact: forallP. Qed.
Lemma nonneg0 : nonneg 0. Proof. by apply/nonnegP => i; rewrite mxE. Qed.
Lemma nonnegD x y : nonneg x -> nonneg y -> nonneg (x + y).
Proof. by move=> /nonnegP hx /nonnegP hy; apply/nonnegP => i; rewrite mxE addr_ge0. Qed.
Lemma nonnegZ p x : 0 <= p -> nonneg x -> nonneg (p *: x).
Proof. by move=> p0 /nonnegP hx; apply/nonnegP => i; rewrite mxE mulr_ge0. Qed.

Lemma mech_perm s t : perm_eq s t -> is_mechanism s -> is_mechanism t.
Proof. by move=> p; rewrite /is_mechanism (perm_all _ p) (perm_big _ p). Qed.
Lemma mech_zero s : is_mechanism (0 :: s) = is_mechanism s.
Proof. by rewrite /is_mechanism /= nonneg0 big_cons add0r. Qed.

Notation nu := (nu mu).
Lemma nu_perm s t : perm_eq s t -> is_mechanism s -> nu s = nu t.
Proof. by move=> p m; apply: exchange; rewrite ?perm_cons // mech_zero. Qed.
Lemma nu_mu x s : is_mechanism (x :: s) -> nu (x :: s) = mu (x :: s).
Proof.
move=> m; have p01 : 0 <= (0 : R) <= 1 by rewrite lexx ler01.
by rewrite -(split_row p01 m) scale0r subr0 scale1r.
Qed.
Lemma nu_merge x y s : is_mechanism [:: x, y & s] -> nu [:: x, y & s] = nu (x + y :: s) + G x y.
Proof.
move=> m; rewrite nu_mu // branch // nu_mu //.
by move: m; rewrite /is_mechanism /= !big_cons addrA => /andP[/and3P[hx hy ->] ->]; rewrite nonnegD.
Qed.

(** Proportional rows are merged without a loss. *)
Lemma nu_proportional a b x s : 0 <= a -> 0 <= b -> nonneg x -> is_mechanism ((a + b) *: x :: s) ->
  nu [:: a *: x, b *: x & s] = nu ((a + b) *: x :: s).
Proof.
move=> a0 b0 x0 m.
have m' : is_mechanism [:: a *: x, b *: x & s].
  move: m; rewrite /is_mechanism /= !big_cons addrA -scalerDl => /andP[/andP[_ ->] ->].
  by rewrite !nonnegZ.
rewrite [LHS]nu_mu // [RHS]nu_mu //.
case: (ltrgtP (a + b) 0) => h; first by move: h; rewrite ltNge addr_ge0.
  have p01 : 0 <= a / (a + b) <= 1.
    by rewrite divr_ge0 ?(ltW h) //= ler_pdivr_mulr // mul1r ler_addl.
  rewrite -(split_row p01 m) !scalerA; congr (mu [:: _ *: _, _ *: _ & _]); field; exact: lt0r_neq0.
have [-> ->] : a = 0 /\ b = 0 by move/eqP: h; rewrite paddr_eq0 // => /andP[/eqP -> /eqP ->].
move: m; rewrite h => m; have := split_row (p := 0) _ m.
by rewrite !scale0r scaler0 addr0 scale0r; apply; rewrite lexx ler01.
Qed.

Lemma sum_scatter x : \sum_(y <- scatter x) y = x.
Proof. by rewrite /scatter /scat big_map [RHS]row_sum_delta. Qed.
Lemma nonneg_scat l x : nonneg x -> all nonneg (scat l x).
Proof.
move=> /nonnegP h; apply/allP => y /mapP[i _ ->]; apply: nonnegZ; first exact: h.
by apply/nonnegP => j; rewrite mxE ler0n.
Qed.

Notation cost := (gathering_cost G).
Lemma nu_gather l x s : is_mechanism (x :: l ++ s) -> nu (x :: l ++ s) = nu (x + \sum_(y <- l) y :: s) + cost x l.
Proof.
elim: l x => [|y l IH] x m /=; first by rewrite big_nil !addr0.
rewrite nu_merge // IH ?big_cons ?addrA; first by rewrite addrAC.
by move: m; rewrite /is_mechanism /= !big_cons addrA => /andP[/and3P[hx hy ->] ->]; rewrite nonnegD.
Qed.
Notation loss := (loss G).
Lemma mech_scatter x s : nonneg x -> is_mechanism (scatter x ++ s) = is_mechanism (x :: s).
Proof. by move=> h; rewrite /is_mechanism all_cat nonneg_scat //= h big_cat big_cons sum_scatter. Qed.
Lemma nu_scatter x s : is_mechanism (x :: s) -> nu (scatter x ++ s) = nu (x :: s) + loss x.
Proof.
move=> m; have h : nonneg x by case/andP: m => /andP[].
have m' : is_mechanism (scatter x ++ s) by rewrite mech_scatter.
have -> : nu (scatter x ++ s) = nu (0 :: scatter x ++ s).
  rewrite [RHS]nu_mu ?mech_zero //.
by rewrite nu_gather ?mech_zero // add0r sum_scatter.
Qed.
Lemma nu_all s t : is_mechanism (s ++ t) ->
  nu (flatten [seq scatter x | x <- s] ++ t) = nu (s ++ t) + \sum_(x <- s) loss x.
Proof.
elim: s t => [|x s IH] t m /=; first by rewrite big_nil addr0.
have hs : all nonneg (x :: s) by case/andP: m; rewrite all_cat => /andP[].
have p1 : perm_eq (x :: flatten [seq scatter x | x <- s] ++ t) (flatten [seq scatter x | x <- s] ++ x :: t).
  by rewrite -cat1s perm_catCA.
have p2 : perm_eq (s ++ x :: t) (x :: s ++ t) by rewrite -cat1s perm_catCA.
have m2 : is_mechanism (s ++ x :: t) by rewrite (mech_perm _ m) // perm_sym.
have m1 : is_mechanism (x :: flatten [seq scatter x | x <- s] ++ t).
  case/andP: hs => hx hs; move: m; rewrite /is_mechanism /= hx /= !all_cat !big_cons !big_cat /=.
  case/andP=> /andP[_ ->] /eqP <-.
  have -> : \sum_(y <- flatten [seq scatter z | z <- s]) y = \sum_(y <- s) y.
    by elim: (s) => [|y l E]; rewrite /= ?big_nil // big_cat big_cons E sum_scatter.
  rewrite eqxx !andbT; elim: (s) hs => //= y l E /andP[hy hl].
  by rewrite all_cat nonneg_scat //= E.
rewrite -catA nu_scatter // (nu_perm p1 m1) IH // (nu_perm p2 m2) big_cons.
by rewrite -addrA [X in _ + X]addrC.
Qed.

(** Scattered rows are gathered by inputs: only their sum matters. *)
Lemma pieceD i x y : piece i (x + y) = (x 0 i + y 0 i) *: delta_mx 0 i.
Proof. by rewrite /piece mxE. Qed.
Lemma sum_scatD l x y : \sum_(z <- scat l x ++ scat l y) z = \sum_(z <- scat l (x + y)) z.
Proof.
rewrite big_cat /scat !big_map -big_split /=; apply: eq_bigr => i _.
by rewrite pieceD scalerDl.
Qed.
Lemma mech_scatD l x y t : nonneg x -> nonneg y -> is_mechanism (scat l x ++ scat l y ++ t) ->
  is_mechanism (scat l (x + y) ++ t).
Proof.
move=> hx hy /andP[a /eqP e]; apply/andP; split.
  by move: a; rewrite !all_cat => /and3P[_ _ ->]; rewrite nonneg_scat //; apply: nonnegD.
by apply/eqP; rewrite -e catA big_cat [RHS]big_cat sum_scatD.
Qed.
Lemma nu_scatD l x y t : nonneg x -> nonneg y -> is_mechanism (scat l x ++ scat l y ++ t) ->
  nu (scat l x ++ scat l y ++ t) = nu (scat l (x + y) ++ t).
Proof.
move=> hx hy; elim: l t => [|i l IH] t m //.
have p1 : perm_eq (scat (i :: l) x ++ scat (i :: l) y ++ t) [:: piece i x, piece i y & scat l x ++ scat l y ++ t].
  rewrite /= perm_cons -(cat1s (piece i y) (scat l y ++ t)) -(cat1s (piece i y) (scat l x ++ _)).
  by rewrite perm_catCA.
have m1 := mech_perm p1 m.
have di : nonneg (delta_mx 0 i : row) by apply/nonnegP => j; rewrite mxE ler0n.
have m2 : is_mechanism (piece i (x + y) :: scat l x ++ scat l y ++ t).
  move: m1; rewrite pieceD /is_mechanism /= !big_cons addrA -scalerDl => /andP[/and3P[_ _ ->] ->].
  by rewrite andbT andbT; apply: nonnegZ => //; apply: addr_ge0; apply/nonnegP.
rewrite (nu_perm p1 m) nu_proportional -?pieceD //; try exact/nonnegP.
have p3 : perm_eq (piece i (x + y) :: scat l x ++ scat l y ++ t) (scat l x ++ scat l y ++ piece i (x + y) :: t).
  rewrite -(cat1s _ (scat l x ++ _)) perm_catCA perm_cat2l -(cat1s _ t) perm_catCA.
  exact: perm_refl.
rewrite (nu_perm p3 m2) IH ?(mech_perm p3) //.
apply: nu_perm; first by rewrite -(cat1s _ t) perm_catCA.
exact: mech_scatD hx hy (mech_perm p3 m2).
Qed.

Lemma mech_flat s t : all nonneg s -> is_mechanism (flatten [seq scatter x | x <- s] ++ t) = is_mechanism (s ++ t).
Proof.
move=> hs; rewrite /is_mechanism !all_cat !big_cat /=.
have -> : \sum_(y <- flatten [seq scatter z | z <- s]) y = \sum_(y <- s) y.
  by elim: (s) => [|y l E]; rewrite /= ?big_nil // big_cat big_cons E sum_scatter.
congr (_ && _ && _); rewrite hs; elim: (s) hs => //= y l E /andP[hy hl].
by rewrite all_cat nonneg_scat //= E.
Qed.
Lemma nu_fold x s : is_mechanism (x :: s) ->
  nu (scatter x ++ flatten [seq scatter y | y <- s]) = nu (scatter (x + \sum_(y <- s) y)).
Proof.
elim: s x => [|y s IH] x m; first by rewrite /= cats0 big_nil addr0.
have /andP[/and3P[hx hy hs] _] := m.
have m1 : is_mechanism (scatter x ++ scatter y ++ flatten [seq scatter z | z <- s]).
  have hall : all nonneg [:: x, y & s] by rewrite /= hx hy.
  by have := mech_flat [::] hall; rewrite /= !cats0 => ->.
rewrite [in LHS]/= nu_scatD // IH ?big_cons ?addrA //.
by move: m; rewrite /is_mechanism /= !big_cons addrA => /andP[/and3P[_ _ ->] ->]; rewrite nonnegD.
Qed.

Notation utility := (branching_function mu G).
Theorem theorem_3_2_8 s : is_mechanism s -> mu s = \sum_(x <- s) utility x.
Proof.
case: s => [|x s] m.
  case/andP: m => _ /eqP; rewrite big_nil => /matrixP /(_ 0 0); rewrite !mxE => e.
  by have := oner_neq0 R; rewrite -e eqxx.
have hs : all nonneg (x :: s) by case/andP: m.
have e : \sum_(y <- x :: s) y = const_mx 1 by case/andP: m => _ /eqP.
rewrite -nu_mu //; have := @nu_all (x :: s) [::]; rewrite !cats0 => /(_ m) all.
have e' : x + \sum_(y <- s) y = const_mx 1 by rewrite -e big_cons.
move: all; rewrite /= nu_fold // e' => all.
rewrite sumrB -mulr_sumr.
have -> : \sum_(y <- x :: s) y 0 0 = 1 by rewrite -summxE e mxE.
by rewrite mulr1 all addrK.
Qed.
Theorem utility_subadditive x y s : is_mechanism [:: x, y & s] -> utility (x + y) <= utility x + utility y.
Proof.
move=> m; have := merge m; rewrite !theorem_3_2_8 //; first by rewrite !big_cons addrA ler_add2r.
by move: m; rewrite /is_mechanism /= !big_cons addrA => /andP[/and3P[hx hy ->] ->]; rewrite nonnegD.
Qed.
Theorem utility_split p x s : 0 <= p <= 1 -> is_mechanism (x :: s) ->
  utility x = utility (p *: x) + utility ((1 - p) *: x).
Proof.
move=> p01 m; have := split_row p01 m; rewrite !theorem_3_2_8 //.
  by rewrite !big_cons addrA => /addIr ->.
case/andP: p01 => p0 p1; have e : p *: x + (1 - p) *: x = x by rewrite -scalerDl addrC subrK scale1r.
move: m; rewrite /is_mechanism /= !big_cons addrA e => /andP[/andP[hx ->] ->].
by rewrite !nonnegZ // subr_ge0.
Qed.
End Converse.
