(** * Sufficiency: the model of the checker for the sufficiency order, and its soundness

    The kinds post-processing, not-post-processing, maximally-sufficient and not-maximally-sufficient of
    docs/certificate-format.md, whose lines are cited as "(n)". Mechanisms have finitely many outputs, also those over which
    maximal sufficiency quantifies. When a mechanism is maximally sufficient, (5) to (14), is in AxiomsMaximalDelta.v:
    [connected_maximal_with] and [disconnected_split_with]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events Checker.
From DPExact Require Greatest AxiomsMaximal AxiomsMaximalDelta.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Notation greatest_of := Greatest.greatest_of.

Section Algorithm.
Variable N : numbers.
Notation num := (num N).
Notation table := (seq (num * seq num)).

(** P with m outputs, its source Q with s outputs; a row of each for every input. *)
Record comparison := Comparison { first_width : nat; first_rows : table; source_width : nat; source_rows : table }.
Section Order.
Variable c : comparison.
Notation m := (first_width c).
Notation s := (source_width c).

Definition row_in (l : table) (i : nat) : num * seq num := nth (one N, [::]) l i.
Definition entry_of (r : num * seq num) (o : nat) : num := nth (zero N) r.2 o.
Definition check_comparison : bool :=
  [&& size (source_rows c) == size (first_rows c), all (check_row m) (first_rows c) & all (check_row s) (source_rows c)].
(** W and the w_k with w_k / W = 1 / (denominator of the k-th row). *)
Definition inverses (l : table) : seq (num * num) := [seq (one N, r.1) | r <- l].

(** (1): the map K is written over the common denominator W. *)
Definition through (w : seq num) (Q : num * seq num) (K : table) (o : nat) : num :=
  sum [seq (entry_of Q q * (entry_of (row_in K q) o * nth (zero N) w q))%numbers | q <- iota 0 s].
Definition check_followed (K : table) : bool :=
  [&& check_comparison, size K == s, all (check_row m) K, check_common (inverses K)
    & let Ww := common (inverses K) in
      all (fun i => let P := row_in (first_rows c) i in let Q := row_in (source_rows c) i in
        all (fun o => is_zero (through Ww.2 Q K o * P.1 - entry_of P o * (Q.1 * Ww.1))%numbers) (iota 0 m))
      (iota 0 (size (first_rows c)))].

Fixpoint all_some (l : seq (option num)) : option (seq num) :=
  if l is x :: l' then if x is Some a then omap (cons a) (all_some l') else None else Some [::].

(** (2), (3), (4): the utility u; all scores are over the common denominator of all rows. *)
Definition score (u : seq (seq num)) (l : table) (w : seq num) (a o : nat) : num :=
  sum [seq (nth (zero N) (nth [::] u i) a * (entry_of (row_in l i) o * nth (zero N) w i))%numbers
      | i <- iota 0 (size (first_rows c))].
Definition check_not_followed (u : seq (seq num)) : bool :=
  let l := inverses (first_rows c ++ source_rows c) in
  let w := (common l).2 in let w' := drop (size (first_rows c)) w in
  [&& check_comparison, check_common l
    & if all_some [seq greatest_of [seq score u (source_rows c) w' o q | o <- iota 0 m] | q <- iota 0 s] is Some best
      then is_positive (sum [seq score u (first_rows c) w o o | o <- iota 0 m] - sum best)%numbers else false].
End Order.

Section Maximal.
Variable c : claim N.
Definition weight (i o : nat) : num := nth (zero N) (row_of c i).2 o.
(** (1): an input of an output; (3): P_i(o) - E P_j(o), times the positive number X Y f. *)
Definition is_input (o i : nat) : bool := is_positive (weight i o).
Definition slack (ef : num * num) (o : nat) (p : nat * nat) : num :=
  nth (zero N) (differences ef (row_of c p.1) (row_of c p.2)) o.
Definition is_link (ef : num * num) (o : nat) (p : nat * nat) : bool :=
  [&& is_input o p.1, is_input o p.2 & is_zero (slack ef o p)].

(** (2): the divergence minus delta, times the positive number X Y f g; None if a sign is unknown. *)
Definition beyond_delta (ef : num * num) (p : nat * nat) : option num :=
  let P := row_of c p.1 in let Q := row_of c p.2 in
  omap (fun s => within_delta c s (P.1 * (Q.1 * ef.2))%numbers) (positive_part (differences ef P Q)).
Definition is_exhausted (ef : num * num) (p : nat * nat) : bool :=
  if beyond_delta ef p is Some x then is_zero x else false.
Definition has_room (ef : num * num) (p : nat * nat) : bool :=
  if beyond_delta ef p is Some x then is_negative x else false.

(** What is reached along links, in either direction. *)
Definition along (reached : seq nat) (p : nat * nat) : seq nat :=
  if (p.1 \in reached) == (p.2 \in reached) then reached else [:: p.1, p.2 & reached].
Definition reach (links : seq (nat * nat)) (start : nat) (n : nat) : seq nat :=
  iter n (fun reached => foldl along reached links) [:: start].

(** (4): links among the exhausted pairs connect the inputs of an output. *)
Definition check_connected (ef : num * num) (full : seq (nat * nat)) (o : nat) : bool :=
  let inside := [seq i <- iota 0 (size (rows c)) | is_input o i] in
  if inside is start :: _ then
    let reached := reach [seq p <- full | is_link ef o p] start (size inside) in
    all (fun i => i \in reached) inside
  else true.
Definition check_bounds : bool := check_private c && (0 < size (rows c))%N.
Definition check_maximal : bool :=
  check_bounds && (if factor c is Some ef then
    let full := [seq p <- pairs c | is_exhausted ef p] in all (check_connected ef full) (iota 0 (width c)) else false).

(** (11), (12): no pair of inputs of o that leads out of the part or into it is both tight and exhausted. *)
Definition leads (o : nat) (part : seq nat) (p : nat * nat) : bool :=
  [&& is_input o p.1, is_input o p.2 & (p.1 \in part) != (p.2 \in part)].
Definition is_loose (ef : num * num) (o : nat) (p : nat * nat) : bool :=
  [|| is_negative (slack ef o p), is_positive (slack ef o p) | has_room ef p].
Definition check_not_maximal (o : nat) (part : seq nat) : bool :=
  let inside := [seq i <- iota 0 (size (rows c)) | is_input o i] in
  [&& check_bounds, (o < width c)%N, has (fun i => i \in part) inside, has (fun i => i \notin part) inside
    & if factor c is Some ef then all (fun p => ~~ leads o part p || is_loose ef o p) (pairs c) else false].
End Maximal.
End Algorithm.

Local Open Scope ring_scope.

(** A utility on which P scores more than Q, whatever is done with the outputs of Q. *)
Theorem not_followed_by_score (R : realFieldType) (J T U : finType) (Q : J -> T -> R) (P : J -> U -> R) (u : J -> U -> R) (best : T -> R) :
  (forall q o, \sum_i u i o * Q i q <= best q) -> \sum_q best q < \sum_o \sum_i u i o * P i o -> ~ followed Q P.
Proof.
move=> above; rewrite ltNge => /negP less [K mech eq]; apply: less.
have -> : \sum_o \sum_i u i o * P i o = \sum_q \sum_o K q o * \sum_i u i o * Q i q.
  rewrite [RHS]exchange_big /=; apply: eq_bigr => o _.
  rewrite (eq_bigr (fun i => \sum_q K q o * (u i o * Q i q))); last first.
    by move=> i _; rewrite eq /post mulr_sumr; apply: eq_bigr => q _; rewrite mulrA mulrC.
  by rewrite exchange_big /=; apply: eq_bigr => q _; rewrite mulr_sumr.
apply: ler_sum => q _; have [K0 K1] := mech q.
by rewrite -[best q]mul1r -K1 mulr_suml; apply: ler_sum => o _; apply: ler_wpmul2l.
Qed.

(** ** Soundness *)

Section Soundness.
Variables (R : realFieldType) (N : numbers) (eval : num N -> R).
Hypothesis sound : sound_numbers eval.
Let eval0 := eval0 sound. Let evalD := evalD sound. Let evalN := evalN sound. Let evalM := evalM sound.
Notation table := (seq (num N * seq (num N))).

(** The law of each input, for rows with so many entries. *)
Definition laws_of (n m : nat) (l : table) (i : 'I_n) : 'I_m -> R := law_of eval (row_in l i).
Arguments laws_of n m l i : clear implicits.

Lemma laws_sound m l : all (check_row m) l -> mechanism (laws_of (size l) m l).
Proof. by move=> /(all_nthP (one N, [::])) h i; have [] := check_row_sound sound (h i (ltn_ord i)). Qed.
Lemma denominator m l (i : 'I_(size l)) : all (check_row m) l -> 0 < eval (row_in l i).1.
Proof. by move=> /(all_nthP (one N, [::])) h; have [] := check_row_sound sound (h i (ltn_ord i)). Qed.

Lemma eval_sums k (G : nat -> num N) : eval (sum [seq G o | o <- iota 0 k]) = \sum_(o < k) eval (G o).
Proof. by rewrite (eval_sum sound) big_map (Greatest.iota_sum k (fun o => eval (G o))). Qed.

(** The numbers over the common denominator are the inverses. *)
Lemma inversesE l : check_common (inverses l) -> 0 < eval (common (inverses l)).1 /\
  forall i, (i < size l)%N ->
  eval (nth (zero N) (common (inverses l)).2 i) = eval (common (inverses l)).1 / eval (row_in l i).1.
Proof.
move=> /(common_sound sound) [W0 h]; split=> // i lt.
have szi : (i < size (inverses l))%N by rewrite size_map.
have := h (Ordinal szi); rewrite /law_of /value /= (nth_map (one N, [::])) //= (eval1 sound) div1r => e.
by rewrite -[LHS](divfK (lt0r_neq0 W0)) e mulrC.
Qed.

Section Order.
Variable c : comparison N.
Notation n := (size (first_rows c)).
Notation m := (first_width c).
Notation s := (source_width c).
Definition first_of : 'I_n -> 'I_m -> R := laws_of n m (first_rows c).
Definition source_of : 'I_n -> 'I_s -> R := laws_of n s (source_rows c).
Definition well_compared : Prop := mechanism first_of /\ mechanism source_of.

Lemma comparison_sound : check_comparison c -> well_compared.
Proof.
case/and3P=> /eqP sz P Q; split; first exact: laws_sound.
by rewrite /source_of -sz; exact: laws_sound.
Qed.

Lemma check_followed_sound K : check_followed c K -> well_compared /\ followed source_of first_of.
Proof.
case/and5P=> comp /eqP szK rowsK /inversesE [W0 inv] /allP each; split; first exact: comparison_sound.
have [mP mQ] := comparison_sound comp; have /and3P[/eqP sz P Q] := comp.
exists (laws_of s m K); first by rewrite -szK; exact: laws_sound.
move=> i o; have := each i; rewrite mem_iota ltn_ord => /(_ isT) /allP /(_ o); rewrite mem_iota ltn_ord => /(_ isT).
move=> /(zeroP sound)/eqP; rewrite evalD evalN !evalM /through eval_sums subr_eq0 => /eqP eq.
have P0 : 0 < eval (row_in (first_rows c) i).1 := denominator i P.
have Q0 : 0 < eval (row_in (source_rows c) i).1.
  have lt : (i < size (source_rows c))%N by rewrite sz.
  exact: (denominator (Ordinal lt) Q).
have -> : post (laws_of s m K) (source_of i) o = (\sum_(q < s) eval (mul (entry_of (row_in (source_rows c) i) q)
    (mul (entry_of (row_in K q) o) (nth (zero N) (common (inverses K)).2 q)))) /
    (eval (row_in (source_rows c) i).1 * eval (common (inverses K)).1).
  rewrite mulr_suml; apply: eq_bigr => q _; have lt : (q < size K)%N by rewrite szK.
  have K0 := denominator (Ordinal lt) rowsK; rewrite /= in K0.
  rewrite !evalM inv // /source_of /laws_of /law_of /entry_of.
  by field; rewrite !lt0r_neq0.
rewrite /first_of /laws_of /law_of; apply/eqP; rewrite eqr_div ?mulf_neq0 ?lt0r_neq0 //; apply/eqP.
by rewrite /entry_of in eq *; rewrite -eq mulrC.
Qed.

Lemma all_someP (l : seq (option (num N))) s' : all_some l = Some s' ->
  size s' = size l /\ forall k, (k < size l)%N -> nth None l k = Some (nth (zero N) s' k).
Proof.
elim: l s' => [|[x|] l IH] s' //=; first by case=> <-.
case eq: (all_some l) => [r'|] //= [<-]; have [sz h] := IH _ eq.
by split=> [|[|k]] //=; [rewrite sz | exact: h].
Qed.

Lemma check_not_followed_sound u : check_not_followed c u -> well_compared /\ ~ followed source_of first_of.
Proof.
case/and3P=> comp /inversesE [W0 inv] scored; split; first exact: comparison_sound.
move: scored; set w := (common _).2 in inv *; set W := (common _).1 in W0 inv.
have [mP mQ] := comparison_sound comp; have /and3P[/eqP sz P Q] := comp.
case best_: (all_some _) => [best|//] /(positiveP sound).
rewrite evalD evalN subr_gt0 eval_sums (eval_sum sound) => more.
have [szb bestE] := all_someP best_; rewrite size_map size_iota in szb bestE.
pose U (i : 'I_n) (o : 'I_m) : R := eval (nth (zero N) (nth [::] u i) o).
have scoreE k (t : table) v (a : nat) (o : 'I_k) : (forall i, (i < n)%N ->
      eval (nth (zero N) v i) = eval W / eval (row_in t i).1) ->
    eval (score c u t v a o) = eval W * \sum_(i < n) eval (nth (zero N) (nth [::] u i) a) * laws_of n k t i o.
  move=> h; rewrite /score eval_sums mulr_sumr; apply: eq_bigr => i _.
  by rewrite !evalM h // /laws_of /law_of /entry_of; ring.
have before i : (i < n)%N -> eval (nth (zero N) w i) = eval W / eval (row_in (first_rows c) i).1.
  by move=> lt; rewrite inv ?size_cat ?ltn_addr // /row_in nth_cat lt.
have after i : (i < n)%N -> eval (nth (zero N) (drop n w) i) = eval W / eval (row_in (source_rows c) i).1.
  by move=> lt; rewrite nth_drop inv ?size_cat ?sz ?ltn_add2l // /row_in nth_cat ltnNge leq_addr /= addKn.
refine (@not_followed_by_score _ _ _ _ _ _ U (fun q : 'I_s => eval (nth (zero N) best q) / eval W) _ _) => [q o|].
  rewrite ler_pdivl_mulr // mulrC -(scoreE s (source_rows c) (drop n w) o q after).
  have := bestE q (ltn_ord q); rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n.
  move=> /(Greatest.greatest_ofP sound) /(_ o); rewrite size_map size_iota (nth_map 0%N) ?size_iota //.
  by rewrite nth_iota // add0n; apply.
rewrite -mulr_suml ltr_pdivr_mulr //.
rewrite (sum_law (fun x => eval x) szb) in more; apply: lt_le_trans more _.
rewrite mulrC mulr_sumr le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => o _.
exact: (scoreE m (first_rows c) w o o before).
Qed.
End Order.

(** ** Maximal sufficiency *)

Section Maximal.
Variable c : claim N.
Notation P := (@mechanism_of R N eval c).
Notation r := (@relation_of N c).

Lemma bounds_sound : check_bounds c ->
  [/\ check_demands c, check_private c & (0 < size (rows c))%N].
Proof. by case/andP=> priv some; split=> //; case/andP: priv. Qed.

Section Bounds.
Hypothesis bounds : check_bounds c.
Let demands : check_demands c. Proof. by case: (bounds_sound bounds). Qed.

Lemma inputE (i : 'I_(size (rows c))) (o : 'I_(width c)) : is_input c o i = (0 < P i o).
Proof.
have [sz X0 _] := row_sound sound demands (ltn_ord i).
rewrite /mechanism_of /law_of pmulr_lgt0 ?invr_gt0 //.
case/andP: demands => /(all_nthP (one N, [::])) /(_ i (ltn_ord i)) /and4P[_ _ /(all_nthP (zero N)) /(_ o)] + _ _.
rewrite -/(row_of c i) sz => /(_ (ltn_ord o)); rewrite /is_input /is_positive /not_negative /weight.
by have := eval_sign sound (nth (zero N) (row_of c i).2 o); case: (sign_of _) => // h _; rewrite h ?ltxx.
Qed.

Lemma slackE e f (i j : 'I_(size (rows c))) (o : 'I_(width c)) : factor c = Some (e, f) -> exists2 x, 0 < x &
  eval (slack c (e, f) o (i : nat, j : nat)) = x * (P i o - value eval (e, f) * P j o).
Proof.
move=> fc; have [f0 _] := factor_sound sound demands fc.
have [_ X0 _] := row_sound sound demands (ltn_ord i); have [_ Y0 _] := row_sound sound demands (ltn_ord j).
exists (eval (row_of c i).1 * (eval (row_of c j).1 * eval f)); first by rewrite !mulr_gt0.
exact: (difference sound demands i j e o f0).
Qed.

(** What is left of delta at a pair has the sign of its divergence minus delta. *)
Lemma beyond_deltaE e f (i j : 'I_(size (rows c))) x : factor c = Some (e, f) ->
  beyond_delta c (e, f) (i : nat, j : nat) = Some x ->
  (eval x == 0) = (hockey_stick (value eval (e, f)) (P i) (P j) == value eval (delta c)).
Proof.
move=> fc; have [f0 _] := factor_sound sound demands fc; have [g0 _ _] := delta_sound sound demands.
have [_ X0 _] := row_sound sound demands (ltn_ord i); have [_ Y0 _] := row_sound sound demands (ltn_ord j).
rewrite /beyond_delta /=; case part: (positive_part _) => [s|] //= [<-].
rewrite -(hockey_stickE sound demands f0 part) /within_delta evalD evalN !evalM /value subr_eq0 eqr_div //.
  by rewrite !mulf_neq0 ?lt0r_neq0.
exact: lt0r_neq0.
Qed.

(** Whatever has the same value at both ends of each link has it at all that is reached. *)
Lemma reachP (A : Type) links start k (h : nat -> A) : (forall p, p \in links -> h p.1 = h p.2) ->
  forall i, i \in reach links start k -> h i = h start.
Proof.
move=> same; elim: k => [|k IH] i /=; first by rewrite inE => /eqP ->.
have all_links : forall l, {subset l <= links} -> forall s, (forall i, i \in s -> h i = h start) ->
    forall i, i \in foldl along s l -> h i = h start.
  elim=> [|p l IHl] sub s good //=; apply: IHl => [q ql|j]; first by apply: sub; rewrite inE ql orbT.
  have hp := same p (sub p (mem_head _ _)).
  rewrite /along; case: (boolP (p.1 \in s)) => p1; case: (boolP (p.2 \in s)) => p2 /=; try exact: good.
    by rewrite !inE => /or3P[/eqP ->|/eqP ->|/good //]; rewrite -?hp good.
  by rewrite !inE => /or3P[/eqP ->|/eqP ->|/good //]; rewrite ?hp good.
by apply: all_links => // j; apply: IH.
Qed.
End Bounds.

Lemma check_maximal_sound : check_maximal c -> well_formed eval c /\
  exists2 ef, factor c = Some ef & maximally_sufficient_with r (value eval ef) (value eval (delta c)) P.
Proof.
case/andP=> bounds; have [demands priv some] := bounds_sound bounds.
have [wf pr] := check_private_sound sound priv.
move=> checks; split=> //; move: checks pr; rewrite /states_private; case fc: (factor c) => [[e f]|] //= /allP conn pr.
have [f0 E1] := factor_sound sound demands fc; exists (e, f) => //.
have [mech _ _] := wf; pose r' := exhausted r (value eval (e, f)) (value eval (delta c)) P.
apply: (AxiomsMaximalDelta.connected_maximal_with (Ordinal some) mech pr) => o.
apply/forallP => a; apply/forallP => b; apply/implyP => /andP[Pa Pb].
have positive i : P i o != 0 -> 0 < P i o by rewrite lt0r => -> /=; case: (mech i) => h _; exact: h.
pose joined i := connect (linked_inside r' (value eval (e, f)) (P^~ o)) a i.
pose joined' i := if insub i is Some i' then joined i' else false.
have joinedE (i : 'I_(size (rows c))) : joined' i = joined i by rewrite /joined' valK.
have := conn o; rewrite mem_iota ltn_ord => /(_ isT); rewrite /check_connected.
set inside := [seq i <- _ | _].
have insideP (i : 'I_(size (rows c))) : 0 < P i o -> (i : nat) \in inside.
  by move=> Pi; rewrite mem_filter mem_iota leq0n add0n ltn_ord !andbT inputE.
case: inside insideP => [|start l] insideP; first by have := insideP a (positive a Pa).
move=> /allP reached.
have all_same i : i \in start :: l -> joined' i = joined' start.
  move/reached; apply: reachP => -[i' j']; rewrite !mem_filter.
  move=> /andP[/and3P[/= in1 in2 /(zeroP sound) tight] /andP[full rij]].
  have [/= li lj] := pairs_sound demands rij.
  have [x x0] := slackE bounds (Ordinal li) (Ordinal lj) o fc; rewrite /= tight => /esym/eqP.
  rewrite mulf_eq0 (negbTE (lt0r_neq0 x0)) /= subr_eq0 => eq.
  have Pi : 0 < P (Ordinal li) o by rewrite -inputE.
  have Pj : 0 < P (Ordinal lj) o by rewrite -inputE.
  have rij' : r' (Ordinal li) (Ordinal lj).
    rewrite /r' /exhausted (_ : r _ _ = true) //=; move: full; rewrite /is_exhausted.
    case beyond: (beyond_delta _ _ _) => [y|//] /(zeroP sound)/eqP.
    by rewrite (beyond_deltaE bounds (i := Ordinal li) (j := Ordinal lj) fc beyond).
  rewrite -[i']/(val (Ordinal li)) -[j']/(val (Ordinal lj)) !joinedE /joined; apply: same_connect_r.
    exact: AxiomsMaximal.inside_sym.
  apply: connect1; rewrite /linked_inside !lt0r_neq0 //; apply/orP; left; apply/andP; split=> //; exact: rij'.
by have := all_same _ (insideP b (positive b Pb)); rewrite -(all_same _ (insideP a (positive a Pa))) !joinedE /joined connect0.
Qed.

Lemma check_not_maximal_sound o part : check_not_maximal c o part -> well_formed eval c /\
  exists2 ef, factor c = Some ef & not_maximally_sufficient_with r (value eval ef) (value eval (delta c)) P.
Proof.
case/and5P=> bounds lo /hasP[a + pa] /hasP[b + pb]; have [demands priv some] := bounds_sound bounds.
rewrite !mem_filter !mem_iota => /andP[ina la] /andP[inb lb].
have [wf pr] := check_private_sound sound priv.
move=> checks; split=> //; move: checks pr; rewrite /states_private; case fc: (factor c) => [[e f]|] //= /allP away pr.
have [f0 E1] := factor_sound sound demands fc; exists (e, f) => //.
have [mech _ _] := wf; pose O := Ordinal lo; pose r' := exhausted r (value eval (e, f)) (value eval (delta c)) P.
have apart : ~~ support_connected r' (value eval (e, f)) (P^~ O).
  apply/negP => /forallP /(_ (Ordinal la)) /forallP /(_ (Ordinal lb)) /implyP.
  rewrite !lt0r_neq0 -?inputE // => /(_ isT).
  move=> /(AxiomsMaximal.closed_inside (C := fun i : 'I_(size (rows c)) => (i : nat) \in part)) same.
  suff: ((Ordinal la : nat) \in part) = ((Ordinal lb : nat) \in part) by rewrite /= pa (negbTE pb).
  have tight_same i j : r' i j -> 0 < P i O -> 0 < P j O -> P i O = value eval (e, f) * P j O ->
      ((i : nat) \in part) = ((j : nat) \in part).
    case/andP=> rij full Pi Pj eq; apply/eqP/negPn/negP => ne; have := away _ rij.
    rewrite /leads /= ne -[o]/(val O) !inputE // Pi Pj /= /is_loose.
    have [x _ zero_] := slackE bounds i j O fc; move: zero_; rewrite eq subrr mulr0 => zero_.
    case/or3P=> [/(negativeP sound)|/(positiveP sound)|]; rewrite ?zero_ ?ltxx // /has_room.
    case beyond: (beyond_delta _ _ _) => [y|//] /(negativeP sound); rewrite lt_neqAle => /andP[/negP + _]; apply.
    by rewrite (beyond_deltaE bounds fc beyond).
  have positive i : P i O != 0 -> 0 < P i O by rewrite lt0r => -> /=; case: (mech i) => h _; exact: h.
  apply: same => i j /and3P[/positive Pi /positive Pj /orP[]/andP[rij /eqP eq]]; first exact: tight_same rij Pi Pj eq.
  by apply/esym; exact: tight_same rij Pj Pi eq.
have E0 : 0 <= value eval (e, f) by apply: le_trans E1.
have [split [mS pS below above]] := AxiomsMaximalDelta.disconnected_split_with E0 mech pr apart.
by split=> //; exists [finType of option 'I_(width c)], (DefinitionsAxioms.split P O split).
Qed.
End Maximal.
End Soundness.
