(** * AxiomsMaximal: Theorem 3.3.2 of "An Axiomatic View of Statistical Privacy and Utility", corrected

    A private mechanism (delta = 0) is maximally sufficient if every private mechanism of which it is a post-processing is
    a post-processing of it. That is so if and only if, for every output, tight pairs connect the inputs at which the output
    is possible: for any relation, symmetric or not, connected or not, and any E. On a connected symmetric relation that is
    the paper's condition, that all row graphs are connected. Inputs and outputs are finite, of the other mechanism too. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Connected outputs are enough *)

Section Enough.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E : R).

(** Links have no direction, and what is the same at both ends of each link is the same at both ends of a path. *)
Lemma inside_sym (x : I -> R) : connect_sym (linked_inside r E x).
Proof. by apply: sym_connect_sym => i j; rewrite /linked_inside /linked andbCA [tight r E x i j || _]orbC. Qed.
Lemma closed_inside (x : I -> R) (C : pred I) i j : connect (linked_inside r E x) i j ->
  (forall k l, linked_inside r E x k l -> C k = C l) -> C i = C j.
Proof.
case/connectP => p; elim: p i => [|k p IH] i /=; first by move=> _ ->.
by move=> /andP[ik path] e same; rewrite (same _ _ ik); apply: IH.
Qed.

Lemma private_columns (U : finType) (M : I -> U -> R) :
  private r E 0 M <-> forall i j o, r i j -> M i o <= E * M j o.
Proof.
split=> [priv i j o rij|le i j rij S].
  by have := singletons_of_events (priv _ _ rij) o; rewrite addr0.
by rewrite addr0 /prob mulr_sumr; apply: ler_sum => o _; apply: le.
Qed.

(** A pair that is tight for a sum is tight for each part: here the parts are Q _ q, the weights a q. *)
Lemma tight_parts (U : finType) (Q : I -> U -> R) (a : U -> R) i j : r i j ->
  (forall q, Q i q <= E * Q j q) -> (forall q, 0 <= a q) ->
  \sum_q Q i q * a q = E * (\sum_q Q j q * a q) -> forall q, a q != 0 -> Q i q = E * Q j q.
Proof.
move=> rij le a0 eq q aq; have slack0 p : 0 <= (E * Q j p - Q i p) * a p by rewrite mulr_ge0 ?subr_ge0.
have : \sum_p (E * Q j p - Q i p) * a p = 0.
  rewrite (eq_bigr (fun p => E * (Q j p * a p) - Q i p * a p)); last by move=> p _; ring.
  by rewrite sumrB -mulr_sumr eq subrr.
move/eqP; rewrite psumr_eq0 // => /allP /(_ q (mem_index_enum q)) /=.
by rewrite mulf_eq0 (negbTE aq) orbF subr_eq0 => /eqP.
Qed.

Variable (M : I -> T -> R).

(** Where o is impossible, so is each output of Q that may be mapped to o. *)
Lemma not_possible (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o q k : mechanism Q -> mechanism A ->
  (forall i, M i =1 post A (Q i)) -> A q o != 0 -> M k o = 0 -> Q k q = 0.
Proof.
move=> mQ mA e Aqo; rewrite e /post => /eqP; rewrite psumr_eq0 => [|p _]; last first.
  by apply: mulr_ge0; [case: (mQ k) | case: (mA p)].
by move=> /allP /(_ q (mem_index_enum q)) /=; rewrite mulf_eq0 (negbTE Aqo) orbF => /eqP.
Qed.

(** The core: if Q ties at q what M ties at o, the likelihood of q is proportional to that of o. *)
Lemma proportional_of_ties (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o q : mechanism Q -> mechanism A ->
  (forall i, M i =1 post A (Q i)) -> (forall k l, tight r E (M^~ o) k l -> Q k q = E * Q l q) ->
  support_connected r E (M^~ o) -> A q o != 0 -> forall i j, Q i q * M j o = Q j q * M i o.
Proof.
move=> mQ mA e tightQ conn Aqo i j.
have zero k : M k o = 0 -> Q k q = 0 by apply: not_possible mA e Aqo.
have step k l : linked r E (M^~ o) k l -> Q k q * M l o = Q l q * M k o.
  by case/orP=> t; have /andP[_ /eqP ->] := t; rewrite (tightQ _ _ t); ring.
case: (eqVneq (M i o) 0) => [Mi|Mi]; first by rewrite (zero _ Mi) Mi mul0r mulr0.
case: (eqVneq (M j o) 0) => [Mj|Mj]; first by rewrite (zero _ Mj) Mj mul0r mulr0.
move/forallP: conn => /(_ i) /forallP /(_ j); rewrite Mi Mj => /connectP [s path ejs]; rewrite {}ejs {Mj j}.
elim: s i Mi path => [|k s IH] i Mi /= path; first by [].
have /andP[/and3P[_ Mk link] rest] := path.
by apply: (mulIf Mk); rewrite mulrAC (step _ _ link) mulrAC (IH k Mk rest) mulrAC.
Qed.

(** An output of a private Q that may be mapped to o has a likelihood proportional to that of o. *)
Theorem proportional (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o q : mechanism Q -> private r E 0 Q ->
  mechanism A -> (forall i, M i =1 post A (Q i)) -> support_connected r E (M^~ o) -> A q o != 0 ->
  forall i j, Q i q * M j o = Q j q * M i o.
Proof.
move=> mQ /private_columns pQ mA e conn Aqo; apply: (proportional_of_ties mQ mA e _ conn Aqo) => k l.
have A0 p : 0 <= A p o by case: (mA p).
by case/andP=> rkl /eqP; rewrite !e => t; apply: (tight_parts rkl _ A0 t) => // p; apply: pQ.
Qed.

(** Appendix E: the quotients of M at o are those of every set S of outputs that may be mapped to o; so a conditional
    probability within these outputs is the same for all inputs (products instead of quotients, for zeros). *)
Theorem ratios (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o (S : {set U}) i j : mechanism Q -> private r E 0 Q ->
  mechanism A -> (forall k, M k =1 post A (Q k)) -> support_connected r E (M^~ o) ->
  (forall q, q \in S -> A q o != 0) -> M i o * prob (Q j) S = M j o * prob (Q i) S.
Proof.
move=> mQ pQ mA e conn may; rewrite /prob !mulr_sumr; apply: eq_bigr => q /may Aqo.
by rewrite mulrC (proportional mQ pQ mA e conn Aqo) mulrC.
Qed.
Theorem conditional (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o (S S' : {set U}) i j : mechanism Q ->
  private r E 0 Q -> mechanism A -> (forall k, M k =1 post A (Q k)) -> support_connected r E (M^~ o) ->
  (forall q, q \in S :|: S' -> A q o != 0) -> prob (Q i) S * prob (Q j) S' = prob (Q j) S * prob (Q i) S'.
Proof.
move=> mQ pQ mA e conn may; case: (eqVneq (M i o) 0) => [Mi|Mi].
  have zero (V : {set U}) : V \subset S :|: S' -> prob (Q i) V = 0.
    move=> /subsetP sub; apply: big1 => q /sub /may Aqo; exact: not_possible mQ mA e Aqo Mi.
  by rewrite !zero ?subsetUl ?subsetUr // mul0r mulr0.
have of_S q : q \in S -> A q o != 0 by move=> qS; apply: may; rewrite inE qS.
have of_S' q : q \in S' -> A q o != 0 by move=> qS; apply: may; rewrite inE qS orbT.
apply: (mulfI Mi); rewrite mulrCA (ratios i j mQ pQ mA e conn of_S') [RHS]mulrA (ratios i j mQ pQ mA e conn of_S).
by rewrite mulrCA mulrA.
Qed.

(** If no two outputs of M are proportional, an output of Q that occurs is mapped to one output only. *)
Theorem always (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o q k : mechanism Q -> private r E 0 Q ->
  mechanism A -> (forall i, M i =1 post A (Q i)) -> (forall o', support_connected r E (M^~ o')) ->
  (forall o', o' != o -> exists i j, M i o * M j o' != M j o * M i o') -> Q k q != 0 -> A q o != 0 -> A q o = 1.
Proof.
move=> mQ pQ mA e conn apart Qkq Aqo; have [_ <-] := mA q; rewrite (bigD1 o) //= big1 ?addr0 // => o' oo'.
apply/eqP/negPn/negP => Aqo'; have [i [j /negP]] := apart _ oo'; apply; apply/eqP.
have at_ o1 i' : A q o1 != 0 -> M i' o1 * Q k q = M k o1 * Q i' q.
  by move=> A1; rewrite mulrC (proportional mQ pQ mA e (conn o1) A1 k i') mulrC.
apply: (mulIf Qkq); apply: (mulIf Qkq).
transitivity ((M i o * Q k q) * (M j o' * Q k q)); first by ring.
by rewrite !at_ //; transitivity ((M k o * Q j q) * (M k o' * Q i q)); [ring | rewrite -!at_ //; ring].
Qed.

(** The map back is Bayes' rule for the uniform prior: P(q | o) is as A q o times the sum of Q _ q. *)
Lemma map_back (i0 : I) (U : finType) (Q : I -> U -> R) (A : U -> T -> R) : mechanism M -> mechanism Q -> mechanism A ->
  (forall i, M i =1 post A (Q i)) -> (forall o q, A q o != 0 -> forall i j, Q i q * M j o = Q j q * M i o) ->
  followed M Q.
Proof.
move=> mM mQ mA e prop_.
have A0 p o : 0 <= A p o by case: (mA p).
have Q0 k p : 0 <= Q k p by case: (mQ k).
have M0 k o : 0 <= M k o by case: (mM k).
pose w q := \sum_i Q i q; pose S o := \sum_i M i o.
have w0 q : 0 <= w q by apply: sumr_ge0.
have S0 o : 0 <= S o by apply: sumr_ge0.
have Se o : S o = \sum_q w q * A q o.
  by rewrite /S (eq_bigr _ (fun i _ => e i o)) exchange_big; apply: eq_bigr => q _; rewrite mulr_suml.
exists (fun o q => if S o == 0 then Q i0 q else A q o * w q / S o).
  move=> o; case: (eqVneq (S o) 0) => [_|So]; first exact: mQ.
  split=> [q|]; first by rewrite divr_ge0 ?mulr_ge0.
  transitivity (S o / S o); last by rewrite divff.
  by rewrite -mulr_suml; congr (_ / _); rewrite Se; apply: eq_bigr => q _; rewrite mulrC.
move=> i q; rewrite /post -[LHS]mulr1; have [_ <-] := mA q; rewrite mulr_sumr; apply: eq_bigr => o _.
case: (eqVneq (S o) 0) => [So|So].
  have -> : M i o = 0.
    by move/eqP: So; rewrite psumr_eq0 // => /allP /(_ i (mem_index_enum i)) /eqP.
  rewrite mul0r; move/eqP: So; rewrite Se psumr_eq0 => [|p _]; last exact: mulr_ge0.
  move=> /allP /(_ q (mem_index_enum q)) /=; rewrite mulf_eq0 => /orP[wq|/eqP ->]; last by rewrite mulr0.
  by move: wq; rewrite psumr_eq0 // => /allP /(_ i (mem_index_enum i)) /eqP ->; rewrite mul0r.
case: (eqVneq (A q o) 0) => [->|Aqo]; first by rewrite !mul0r !mulr0.
have prop : Q i q * S o = w q * M i o.
  rewrite /S /w mulr_sumr mulr_suml; apply: eq_bigr => j _.
  exact: prop_.
by apply: (mulIf So); rewrite mulrAC prop; field.
Qed.

Theorem connected_maximal (i0 : I) : mechanism M -> private r E 0 M ->
  (forall o, support_connected r E (M^~ o)) -> maximally_sufficient r E M.
Proof.
move=> mM pM conn; split=> // U Q mQ pQ [A mA e]; apply: (map_back i0 mM mQ mA e) => o q Aqo.
exact: (proportional mQ pQ mA e (conn o) Aqo).
Qed.

End Enough.

(** ** A split says more *)

Section Split.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E : R) (M : I -> T -> R) (o : T) (f : I -> R).

Lemma big_option (A : Type) (idx : A) (op : Monoid.com_law idx) (F : option T -> A) :
  \big[op/idx]_u F u = op (F None) (\big[op/idx]_o F (Some o)).
Proof.
rewrite (bigD1 None) //=; congr (op _ _).
rewrite (reindex_omap (@Some T) id) /=; last by case.
by apply: eq_bigl => u; rewrite eqxx.
Qed.

Lemma merge_mechanism : mechanism (merge R o).
Proof.
move=> u; split=> [o'|]; first exact: ler0n.
by rewrite (bigD1 (odflt o u)) //= /merge eqxx big1 ?addr0 // => o' /negbTE ->.
Qed.

(** Merging the two outputs gives the mechanism back: no condition is needed. *)
Theorem merge_split i : M i =1 post (merge R o) (split M o f i).
Proof.
move=> o'; rewrite /post big_option /= (bigD1 o') //= /merge /= eqxx mulr1.
rewrite big1 ?addr0; last by move=> k /negbTE; rewrite eq_sym => ->; rewrite mulr0.
case: (eqVneq o' o) => [->|_]; last by rewrite mulr0 add0r.
by rewrite mulr1; ring.
Qed.

Lemma split_mechanism : mechanism M -> (forall i, 0 <= f i <= 1) -> mechanism (split M o f).
Proof.
move=> mM f01 i; have [M0 M1] := mM i; have /andP[f0 f1] := f01 i; split.
  by case=> [o'|] /=; [case: ifP => _ //|]; rewrite mulr_ge0 ?subr_ge0.
rewrite big_option /= (bigD1 o) //= eqxx addrA -mulrDl subrK mul1r.
by rewrite -[RHS]M1 [RHS](bigD1 o) //=; congr (_ + _); apply: eq_bigr => k /negbTE ->.
Qed.

(** Private, if both new likelihoods keep the bounds. *)
Lemma split_private : private r E 0 M ->
  (forall i j, r i j -> f i * M i o <= E * (f j * M j o)) ->
  (forall i j, r i j -> (1 - f i) * M i o <= E * ((1 - f j) * M j o)) -> private r E 0 (split M o f).
Proof.
move=> /private_columns pM one two; apply/private_columns => i j [o'|] rij /=; last exact: two.
by case: ifP => _; [exact: one | exact: pM].
Qed.

(** What no post-processing increases, for two inputs: the sum over the outputs of |a P(t | i) - b P(t | j)|. *)
Definition distance_of (U : finType) (P Q : U -> R) (a b : R) : R := \sum_t `|a * P t - b * Q t|.
Lemma distance_post (U V : finType) (K : U -> V -> R) P Q a b : mechanism K ->
  distance_of (post K P) (post K Q) a b <= distance_of P Q a b.
Proof.
move=> mK; apply: le_trans (_ : \sum_v \sum_u `|a * P u - b * Q u| * K u v <= _).
  apply: ler_sum => v _; rewrite /post !mulr_sumr -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
  apply: ler_sum => u _; rewrite !mulrA -mulrBl normrM (ger0_norm (_ : 0 <= K u v)) //; by case: (mK u).
rewrite exchange_big; apply: ler_sum => u _; rewrite -mulr_sumr.
by case: (mK u) => _ ->; rewrite mulr1.
Qed.

(** The split is no post-processing, if two inputs keep different parts. *)
Theorem split_not_below s t : f s != f t -> M s o != 0 -> M t o != 0 -> ~ followed M (split M o f).
Proof.
move=> fst Ms Mt [K mK e].
have := distance_post (M s) (M t) (M t o) (M s o) mK.
rewrite {1}/distance_of (eq_bigr (fun u => `|M t o * split M o f s u - M s o * split M o f t u|)); last first.
  by move=> u _; rewrite !e.
rewrite big_option /= (bigD1 o) //= eqxx /distance_of [X in _ <= X](bigD1 o) //=.
rewrite (eq_bigr (fun u => `|M t o * M s u - M s o * M t u|)); last by move=> u /negbTE ->.
rewrite addrA ler_add2r (mulrC (M t o) (M s o)) subrr normr0 leNgt => /negP; apply.
apply: ltr_paddr; first exact: normr_ge0.
rewrite normr_gt0 (_ : _ - _ = (f t - f s) * (M s o * M t o)); last by ring.
by rewrite !mulf_neq0 ?subr_eq0 // eq_sym.
Qed.

(** All together: such a mechanism is not maximally sufficient. *)
Lemma split_not_maximal s t : mechanism M -> private r E 0 M -> (forall i, 0 <= f i <= 1) ->
  (forall i j, r i j -> f i * M i o <= E * (f j * M j o)) ->
  (forall i j, r i j -> (1 - f i) * M i o <= E * ((1 - f j) * M j o)) ->
  f s != f t -> M s o != 0 -> M t o != 0 -> ~ maximally_sufficient r E M.
Proof.
move=> mM pM f01 one two fst Ms Mt [_ max]; apply: (split_not_below fst Ms Mt).
apply: max; [exact: split_mechanism | exact: split_private | exists (merge R o)].
  exact: merge_mechanism.
exact: merge_split.
Qed.

End Split.

(** ** Where a split is *)

Section Only.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E : R).

(** Room for a change by the factors 1 + e and 1 - e wherever a bound is not tight. *)
Lemma less_room (x y e e' : R) : 0 <= x -> 0 <= y -> e <= e' ->
  (1 + e') * x <= (1 - e') * y -> (1 + e) * x <= (1 - e) * y.
Proof.
move=> x0 y0 ee le; apply: (le_trans (le_trans _ le)).
  by rewrite ler_wpmul2r // ler_add2l.
by rewrite ler_wpmul2r // ler_add2l ler_opp2.
Qed.
Lemma room (s : seq (R * R)) : (forall p, p \in s -> 0 <= p.1 /\ p.1 < p.2) ->
  exists2 e, 0 < e <= 1 & forall p, p \in s -> (1 + e) * p.1 <= (1 - e) * p.2.
Proof.
elim: s => [|[a b] s IH] less; first by exists 1; rewrite ?ltr01 ?lexx.
have [d /andP[d0 d1] alld] : exists2 e, 0 < e <= 1 & forall p, p \in s -> (1 + e) * p.1 <= (1 - e) * p.2.
  by apply: IH => p ps; apply: less; rewrite inE ps orbT.
have [/= a0 ab] := less _ (mem_head _ _).
have b0 : 0 < b by apply: le_lt_trans ab.
have ab0 : 0 < a + b by apply: ltr_paddl.
pose c := (b - a) / (a + b); have c0 : 0 < c by rewrite divr_gt0 ?subr_gt0.
exists (Num.min c d) => [|p]; first by rewrite lt_minr c0 d0 le_minl d1 orbT.
rewrite inE => /orP[/eqP -> /=|ps].
  apply: (@less_room _ _ _ c); rewrite ?le_minl ?lexx ?(ltW b0) //.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /c; field; exact: lt0r_neq0.
have [p0 pp] := less p (mem_behead (s := _ :: _) ps).
apply: (@less_room _ _ _ d); rewrite ?le_minl ?lexx ?orbT ?(ltW (le_lt_trans p0 pp)) //.
exact: alld.
Qed.

Variable M : I -> T -> R.

(** Appendix E, for any relation: an output whose inputs are not connected can be split. *)
Lemma disconnected_split o : mechanism M -> private r E 0 M -> ~~ support_connected r E (M^~ o) ->
  exists f : I -> R, [/\ mechanism (split M o f), private r E 0 (split M o f), followed (split M o f) M &
    ~ followed M (split M o f)].
Proof.
move=> mM pM; rewrite negb_forall => /existsP[s]; rewrite negb_forall => /existsP[t].
rewrite negb_imply => /andP[/andP[Ms Mt] apart].
pose x := M^~ o; pose C := connect (linked_inside r E x) s.
have x0 i : 0 <= x i by have [M0 _] := mM i; apply: M0.
have bound i j : r i j -> x i <= E * x j by move=> rij; have /private_columns := pM; apply.
have Ex0 i j : r i j -> 0 <= E * x j by move=> rij; apply: le_trans (bound i j rij).
have Cx i : C i -> x i != 0.
  case/connectP => p; elim/last_ind: p => [|p k _] /=; first by move=> _ ->.
  by rewrite rcons_path last_rcons => /andP[_ /and3P[_ xk _]] ->.
have inside k l : linked_inside r E x k l -> C k -> C l by move=> kl Ck; apply: connect_trans Ck (connect1 kl).
have strict i j : r i j -> C i != C j -> x i != 0 -> x i < E * x j.
  move=> rij Cij xi; rewrite lt_neqAle bound // andbT; apply: contra Cij => /eqP eq; apply/eqP.
  have xj : x j != 0 by apply: contra xi => /eqP xj; rewrite eq xj mulr0.
  have link : linked r E x i j by rewrite /linked /tight rij eq eqxx.
  by apply/idP/idP; apply: inside; rewrite /linked_inside xi xj // /linked orbC.
pose ps := [seq (x ij.1, E * x ij.2) | ij <- enum [pred ij : I * I | [&& r ij.1 ij.2, C ij.1 != C ij.2 & x ij.1 != 0]]].
have [e /andP[e0 e1] small] : exists2 e, 0 < e <= 1 & forall p, p \in ps -> (1 + e) * p.1 <= (1 - e) * p.2.
  apply: room => p /mapP[[i j]]; rewrite mem_enum inE /= => /and3P[rij Cij xi] -> /=.
  by split; [exact: x0 | exact: strict].
have {small} small i j : r i j -> C i != C j -> (1 + e) * x i <= (1 - e) * (E * x j).
  move=> rij Cij; case: (eqVneq (x i) 0) => [->|xi].
    by rewrite mulr0 mulr_ge0 ?subr_ge0 // (Ex0 _ _ rij).
  by apply: (small (x i, E * x j)); apply/mapP; exists (i, j) => //; rewrite mem_enum inE /= rij Cij.
have large i j : r i j -> C i != C j -> (1 - e) * x i <= (1 + e) * (E * x j).
  move=> rij Cij; apply: le_trans (_ : (1 - e) * (E * x j) <= _).
    by rewrite ler_wpmul2l ?subr_ge0 // bound.
  by rewrite ler_wpmul2r ?(Ex0 _ _ rij) // ler_add2l (le_trans _ (ltW e0)) // oppr_le0 ltW.
pose f i := (if C i then 1 + e else 1 - e) / 2%:R.
have g i : 1 - f i = (if C i then 1 - e else 1 + e) / 2%:R by rewrite /f; case: (C i); field.
have halves (a b u v : R) : a * u <= b * v -> a / 2%:R * u <= b / 2%:R * v.
  by move=> le; rewrite mulrAC [X in _ <= X]mulrAC ler_pmul2r // invr_gt0 ltr0n.
exists f.
have h : 0 <= 1 - e by rewrite subr_ge0.
have k : 0 <= 1 + e by rewrite addr_ge0 ?ler01 // ltW.
have f01 i : 0 <= f i <= 1.
  rewrite -[X in _ && X]subr_ge0 g /f.
  by case: (C i); rewrite !divr_ge0 ?ler0n.
have ne : 1 + e != 1 - e by rewrite gt_eqF // ltr_add2l gt0_cp.
split.
- exact: split_mechanism.
- apply: split_private => // i j rij; rewrite ?g mulrCA; apply: halves; rewrite -/(x i) -/(x j).
    by case Ci: (C i); case Cj: (C j); rewrite ?ler_wpmul2l ?bound //; [apply: small | apply: large]; rewrite ?Ci ?Cj.
  by case Ci: (C i); case Cj: (C j); rewrite ?ler_wpmul2l ?bound //; [apply: large | apply: small]; rewrite ?Ci ?Cj.
- by exists (merge R o); [exact: merge_mechanism | exact: merge_split].
- apply: (@split_not_below _ _ _ _ _ _ s t) => //; rewrite /f /C connect0 (negbTE apart).
  by apply: contra ne => /eqP eq; apply/eqP; apply: (mulIf _ eq); rewrite invr_eq0 pnatr_eq0.
Qed.

(** Theorem 3.3.2 for any relation and any E. There has to be an input. *)
Theorem maximal_iff (i0 : I) : mechanism M -> private r E 0 M ->
  (maximally_sufficient r E M <-> forall o, support_connected r E (M^~ o)).
Proof.
move=> mM pM; split=> [[_ max] o|]; last exact: connected_maximal.
apply/negPn/negP => /(disconnected_split mM pM) [f [m p s]]; apply; exact: max.
Qed.

End Only.
