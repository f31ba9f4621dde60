(** * Greatest: the model of the checker for greatest mechanisms, and its soundness

    The kind greatest-mechanism of docs/certificate-format.md, whose lines are cited as "(n)": which mechanism with given
    rows at some inputs is at least every other one at every input, that none is, or that there are no mechanisms. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Rainbow Checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Section Algorithm.
Variable N : numbers.
Notation num := (num N).

(** A goal: an input, a row whose prefix sums are to be reached, multipliers mu_1, mu_2, ... of the prefix sums. An event:
    a pair, outputs, a weight. *)
Definition goal := (nat * (num * seq num) * seq num)%type.
Definition event := ((nat * nat) * seq nat * num)%type.
Definition maximum := (seq num * seq event)%type.
Definition witness := ((nat * seq (num * seq num)) * (seq num * seq maximum))%type.

Record problem := Problem
  { inputs : nat; outputs : nat; fixed_inputs : seq nat; fixed_rows : seq (num * seq num); edges : seq (nat * nat);
    bound_factor : num * num; bound_delta : num * num; rainbows : seq (seq nat); lexical : bool }.

Section Checks.
Variable p : problem.
Notation e := (bound_factor p).1.
Notation f := (bound_factor p).2.

Definition claim_of (rows : seq (num * seq num)) (pairs : seq (nat * nat)) : claim N :=
  Claim (outputs p) rows pairs (Some (bound_factor p)) (bound_delta p).
Definition check_problem : bool :=
  [&& check_demands (claim_of (fixed_rows p) [::]), size (fixed_rows p) == size (fixed_inputs p),
    sorted ltn (fixed_inputs p), all (fun v => v < inputs p)%N (fixed_inputs p), size (rainbows p) == inputs p,
    all (fun s => perm_eq s (iota 0 (outputs p))) (rainbows p)
    & all (fun ij => (ij.1 < inputs p) && (ij.2 < inputs p))%N (edges p)].

Definition row_at (rows : seq (num * seq num)) (v : nat) : num * seq num := nth (one N, [::]) rows v.
Definition fixed_row (v : nat) : num * seq num := row_at (fixed_rows p) (index v (fixed_inputs p)).
Definition same_row (r s : num * seq num) : bool :=
  all (fun ab => is_zero (ab.1 * s.1 - ab.2 * r.1)%numbers) (zip r.2 s.2).
(** The mechanism is private and has the fixed rows: (6). *)
Definition check_member (rows : seq (num * seq num)) : bool :=
  [&& size rows == inputs p, check_private (claim_of rows (edges p))
    & all (fun v => same_row (row_at rows v) (fixed_row v)) (fixed_inputs p)].

(** The value of a bound, lines (1) to (5), as quotients that are to be added. *)
Definition rank (v o : nat) : nat := index o (nth [::] (rainbows p) v).
Definition tail (mus : seq num) (k : nat) : num := sum (drop k mus).
Definition goal_slope (v o : nat) (g : goal) : num :=
  if g.1.1 == v then (tail g.2 (rank v o) * f)%numbers else zero N.
Definition event_slope (v o : nat) (ev : event) : num :=
  if o \in ev.1.2 then
    ((if ev.1.1.2 == v then ev.2 * e else zero N) - (if ev.1.1.1 == v then ev.2 * f else zero N))%numbers
  else zero N.
Definition goal_constants (g : goal) : seq (num * num) :=
  [seq ((opp (tail g.2 (rank g.1.1 o) * f) * nth (zero N) g.1.2.2 o)%numbers, g.1.2.1) | o <- iota 0 (outputs p)].
Definition event_constant (ev : event) : num * num := ((ev.2 * (bound_delta p).1 * f)%numbers, (bound_delta p).2).

(** The greatest of some numbers; None if a sign is unknown. *)
Fixpoint greatest_of (l : seq num) : option num :=
  if l is x :: l' then
    if nilp l' then Some x else
    if greatest_of l' is Some y then
      match sign_of (x - y)%numbers with Positive => Some x | Unknown => None | _ => Some y end
    else None
  else None.
Fixpoint gather (A : Type) (l : seq (option (seq A))) : option (seq A) :=
  if l is x :: l' then if x is Some a then if gather l' is Some b then Some (a ++ b) else None else None else Some [::].

Section Bound.
Variables (goals : seq goal) (events : seq event).
Definition slope (v o : nat) : num :=
  (sum [seq goal_slope v o g | g <- goals] + sum [seq event_slope v o ev | ev <- events])%numbers.
Definition input_part (v : nat) : option (seq (num * num)) :=
  if v \in fixed_inputs p then
    let r := fixed_row v in Some [seq ((slope v o * nth (zero N) r.2 o)%numbers, r.1) | o <- iota 0 (outputs p)]
  else omap (fun m => [:: (m, one N)]) (greatest_of [seq slope v o | o <- iota 0 (outputs p)]).
Definition bound_value : option (seq (num * num)) :=
  omap (fun l => flatten [seq goal_constants g | g <- goals] ++ ([seq event_constant ev | ev <- events] ++ l))
    (gather [seq input_part v | v <- iota 0 (inputs p)]).
Definition check_weight (ev : event) : bool :=
  [&& ev.1.1 \in edges p, all (fun o => o < outputs p)%N ev.1.2 & not_negative ev.2].
Definition check_bound (wanted : num -> bool) : bool :=
  all check_weight events &&
  (if bound_value is Some l then check_common l && wanted (sum (common l).2) else false).
End Bound.

(** The k-th prefix sum of the row of v is the greatest: (6), (7), (8). *)
Definition check_maximum (rows : seq (num * seq num)) (v k : nat) (m : maximum) : bool :=
  [&& size m.1 == k.+1, is_positive (nth (zero N) m.1 k), lexical p || all (@is_zero N) (take k m.1)
    & check_bound [:: (v, row_at rows v, m.1)] m.2 (@nonpositive N)].
Definition all_maxima (rows : seq (num * seq num)) (places : seq (nat * nat)) (maxima : seq maximum) : bool :=
  (size maxima == size places) && all (fun x => check_maximum rows x.1.1 x.1.2 x.2) (zip places maxima).
Definition free_places : seq (nat * nat) :=
  [seq (v, k) | v <- [seq v <- iota 0 (inputs p) | v \notin fixed_inputs p], k <- iota 0 (outputs p).-1].

Definition check_greatest (rows : seq (num * seq num)) (maxima : seq maximum) : bool :=
  [&& check_problem, check_member rows & all_maxima rows free_places maxima].

(** (10), (11), (12). *)
Definition check_witness (w : witness) : bool :=
  let v := w.1.1 in let mus := w.2.1 in
  [&& (v < inputs p)%N, check_member w.1.2, all (@not_negative N) mus
    & if lexical p then (0 < size mus)%N && all_maxima w.1.2 [seq (v, k) | k <- iota 0 (size mus).-1] w.2.2
      else nilp w.2.2].
Definition goal_of (w : witness) : goal := (w.1.1, row_at w.1.2 w.1.1, w.2.1).
Definition check_none (ws : seq witness) (events : seq event) : bool :=
  [&& check_problem, ~~ nilp ws, all check_witness ws
    & check_bound [seq goal_of w | w <- ws] events (@is_negative N)].
(** (13). *)
Definition check_no_mechanism (events : seq event) : bool :=
  check_problem && check_bound [::] events (@is_negative N).

End Checks.
End Algorithm.

Local Open Scope ring_scope.

(** ** The orders, by prefix sums *)

Section Orders.
Variables (R : realFieldType) (q : nat) (c : {perm 'I_q}).
Implicit Types p : 'I_q -> R.

Lemma dominates_prefix p p' : distribution p -> distribution p' ->
  (forall k, (k < q.-1)%N -> prefix c p' k.+1 <= prefix c p k.+1) -> dominates c p p'.
Proof.
move=> [_ t] [_ t'] h [|k]; first by rewrite !prefix0.
case: (ltnP k q.-1) => [|le]; first exact: h.
have over : (q <= k.+1)%N by rewrite (leq_trans (leqSpred q)).
by rewrite !(prefix_over c _ over) !prefix_all t t'.
Qed.

(** The first place at which two laws differ. *)
Lemma first_difference p p' : (forall i, p (c i) = p' (c i)) \/
  exists2 k : 'I_q, forall i : 'I_q, (i < k)%N -> p (c i) = p' (c i) & p (c k) != p' (c k).
Proof.
case: (pickP (fun i => p (c i) != p' (c i))) => [i0 ne0|same]; last first.
  by left=> i; apply/eqP; have := same i; case: eqP.
right; case: (@arg_minnP _ i0 (fun i => p (c i) != p' (c i)) (fun i => i : nat) ne0) => k ne least.
by exists k => // i lt; apply/eqP; apply: contraTT lt => /least; rewrite -leqNgt.
Qed.

Lemma prefix_same p p' (k : nat) : (forall i : 'I_q, (i < k)%N -> p (c i) = p' (c i)) -> prefix c p k = prefix c p' k.
Proof. by move=> h; apply: eq_bigr => i /h. Qed.

Lemma lexicographic_prefix p p' : distribution p -> distribution p' ->
  (forall k, (k < q.-1)%N -> (forall j, (j < k)%N -> prefix c p' j.+1 = prefix c p j.+1) ->
    prefix c p' k.+1 <= prefix c p k.+1) -> lexicographic c p p'.
Proof.
move=> [_ t] [_ t'] h; case: (first_difference p p') => [|[k same ne]]; [by left | right; exists k => //].
have eq : prefix c p k = prefix c p' k by exact: prefix_same.
have S P : prefix c P k.+1 = prefix c P k + P (c k).
  by rewrite (prefixS c P (ltn_ord k)); congr (_ + P (c _)); exact: val_inj.
case: (ltnP k q.-1) => [lt|le].
  have := h k lt; rewrite !S eq ler_add2l => le; rewrite lt_neqAle eq_sym ne le // => j lj.
  by apply: esym; apply: prefix_same => i li; apply: same; exact: leq_trans li lj.
have last : k.+1 = q by apply/eqP; rewrite eqn_leq ltn_ord (leq_trans (leqSpred q)).
have : prefix c p k.+1 = prefix c p' k.+1 by rewrite last !prefix_all t t'.
by rewrite !S eq => /addrI eq'; rewrite eq' eqxx in ne.
Qed.

(** At least in lexicographic order: the first prefix sums the same, and so the next one at least. *)
Lemma prefix_lexicographic p p' k : lexicographic c p p' ->
  (forall j, (j < k)%N -> prefix c p j.+1 = prefix c p' j.+1) -> prefix c p' k.+1 <= prefix c p k.+1.
Proof.
case=> [same _|[i same lt] eq]; first by rewrite (prefix_same (p := p) (p' := p')).
have S P : prefix c P i.+1 = prefix c P i + P (c i).
  by rewrite (prefixS c P (ltn_ord i)); congr (_ + P (c _)); exact: val_inj.
have up : prefix c p' i.+1 < prefix c p i.+1 by rewrite !S (prefix_same (p := p) (p' := p')) // ltr_add2l.
case: (ltngtP i k) => [ik|ki|<-]; [by move: up; rewrite eq // ltxx | | exact: ltW].
by rewrite (prefix_same (p := p) (p' := p')) // => j lj; apply: same; exact: leq_trans lj ki.
Qed.

End Orders.

(** ** What is claimed *)

Section Soundness.
Variables (R : realFieldType) (N : numbers) (eval : num N -> R).
Hypothesis sound : sound_numbers eval.
Let eval0 := eval0 sound. Let eval1 := eval1 sound. Let evalD := evalD sound. Let evalN := evalN sound.
Let evalM := evalM sound.
Variable p : problem N.
Notation n := (inputs p).
Notation q := (outputs p).

(** The order of the outputs that a list of positions says. *)
Definition rainbow_of_colors (s : seq nat) : {perm 'I_q} :=
  odflt 1%g [pick c : {perm 'I_q} | [forall i, (c i : nat) == nth 0%N s i]].
Definition rainbow_of_input (v : 'I_n) : {perm 'I_q} := rainbow_of_colors (nth [::] (rainbows p) v).
Definition edge_of : rel 'I_n := fun i j => (i : nat, j : nat) \in edges p.
Definition is_fixed (v : 'I_n) : bool := (v : nat) \in fixed_inputs p.
Definition fixed_law (v : 'I_n) : 'I_q -> R := law_of eval (fixed_row p v).
Definition laws (rows : seq (num N * seq (num N))) (v : 'I_n) : 'I_q -> R := law_of eval (row_at rows v).
Definition order_of : {perm 'I_q} -> ('I_q -> R) -> ('I_q -> R) -> Prop :=
  if lexical p then @lexicographic R q else @dominates R q.
Notation E := (value eval (bound_factor p)).
Notation D := (value eval (bound_delta p)).
Definition possible (M : 'I_n -> 'I_q -> R) : Prop := feasible edge_of E D is_fixed fixed_law M.
Definition greatest_one (M : 'I_n -> 'I_q -> R) : Prop := greatest edge_of rainbow_of_input order_of E D is_fixed fixed_law M.

(** What every answer states besides; the rainbows are those that the lists say. *)
Definition well_posed : Prop :=
  [/\ forall v, is_fixed v -> distribution (fixed_law v), 0 <= D <= 1, 1 <= E
    & forall v i, (rainbow_of_input v i : nat) = nth 0%N (nth [::] (rainbows p) v) i].

Section Posed.
Hypothesis posed : check_problem p.
Let e := eval (bound_factor p).1.
Let f := eval (bound_factor p).2.

Lemma demanded : check_demands (claim_of p (fixed_rows p) [::]).
Proof. by case/and3P: posed. Qed.
Lemma factorE rows pairs : factor (claim_of p rows pairs) = Some ((bound_factor p).1, (bound_factor p).2).
Proof. by rewrite /=; case: (bound_factor p). Qed.
Lemma f_gt0 : 0 < f.
Proof. by have [] := factor_sound sound demanded (factorE _ _). Qed.
Lemma E_f : E * f = e.
Proof. by rewrite /value mulfVK // lt0r_neq0 // f_gt0. Qed.
Lemma rainbow_good (v : 'I_n) : perm_eq (nth [::] (rainbows p) v) (iota 0 q).
Proof.
case/and5P: posed => _ _ _ _ /and3P[/eqP sz /(all_nthP [::]) h _].
by apply: h; rewrite sz.
Qed.

Lemma rainbow_ofP s : perm_eq s (iota 0 q) -> forall i, (rainbow_of_colors s i : nat) = nth 0%N s i.
Proof.
move=> good; have sz : size s = q by rewrite (perm_size good) size_iota.
have inside (i : 'I_q) : (nth 0%N s i < q)%N.
  by have : nth 0%N s i \in s; [apply: mem_nth; rewrite sz | rewrite (perm_mem good) mem_iota].
have inj : injective (fun i : 'I_q => Ordinal (inside i)).
  move=> i j [] /eqP; rewrite nth_uniq ?sz // ?(perm_uniq good) ?iota_uniq // => /eqP; exact: val_inj.
rewrite /rainbow_of_colors; case: pickP => [c /forallP h i|/(_ (perm inj)) /negP []]; first exact/eqP.
by apply/forallP => i; rewrite permE.
Qed.

Lemma placeE (v : 'I_n) (i : 'I_q) : rank p v (rainbow_of_input v i) = i.
Proof.
have good := rainbow_good v.
rewrite /rank rainbow_ofP // index_uniq ?(perm_uniq good) ?iota_uniq //.
by rewrite (perm_size good) size_iota.
Qed.

Lemma well_posed_sound : well_posed.
Proof.
have [_ d0 d1] := delta_sound sound demanded; have [_ e1] := factor_sound sound demanded (factorE _ _).
split=> [v fx||//|v i]; [|by rewrite d0|exact: rainbow_ofP (rainbow_good v) i].
have [] // := row_sound sound demanded (i := index (v : nat) (fixed_inputs p)).
by case/and3P: posed => _ /eqP /= -> _; rewrite index_mem.
Qed.

Lemma member_sound rows : check_member p rows -> possible (laws rows).
Proof.
case/and3P=> /eqP sz priv /allP fx; have [[mech _ _] pr] := check_private_sound sound priv.
have cast (v : 'I_n) : (v < size rows)%N by rewrite sz.
have [demands _] := andP priv.
split=> [v|i j rij|v fv o]; first exact: (mech (Ordinal (cast v))).
  exact: (pr (Ordinal (cast i)) (Ordinal (cast j)) rij).
have [szM M0 _] := row_sound sound demands (cast v).
have [szF F0 _] := row_sound sound demanded (i := index (v : nat) (fixed_inputs p)) ltac:(
  by case/and3P: posed => _ /eqP /= -> _; rewrite index_mem).
have /(all_nthP (zero N, zero N)) /(_ o) := fx _ fv.
rewrite size1_zip ?szM ?szF // => /(_ (ltn_ord o)) /(zeroP sound) /eqP.
rewrite nth_zip ?szM ?szF //= evalD evalN !evalM subr_eq0 => /eqP eq.
by apply/eqP; rewrite /laws /fixed_law /law_of eqr_div ?lt0r_neq0 //; apply/eqP.
Qed.

(** ** The value of a bound *)

Lemma iota_sum k (G : nat -> R) : \sum_(o <- iota 0 k) G o = \sum_(o < k) G o.
Proof. by rewrite -{1}(subn0 k) big_mkord. Qed.

Lemma tailE (mus : seq (num N)) k :
  eval (tail mus k) = \sum_(r < size mus | (k <= r)%N) eval (nth (zero N) mus r).
Proof.
rewrite /tail (eval_sum sound); elim: mus k => [|x mus IH] [|k] /=; rewrite ?big_nil ?big_ord0 //.
  by rewrite big_cons big_ord_recl /=; congr (_ + _); have := IH 0%N; rewrite drop0.
by rewrite IH [RHS]big_mkcond big_ord_recl /= add0r [LHS]big_mkcond.
Qed.

(** (1): the sum of the mu s_k by outputs. *)
Lemma tails (v : 'I_n) (mus : seq (num N)) (P : 'I_q -> R) :
  \sum_(r < size mus) eval (nth (zero N) mus r) * prefix (rainbow_of_input v) P r.+1
  = \sum_(o < q) eval (tail mus (rank p v o)) * P o.
Proof.
rewrite [RHS](reindex_inj (@perm_inj _ (rainbow_of_input v))) /=.
under eq_bigr do rewrite /prefix mulr_sumr big_mkcond.
rewrite exchange_big /=; apply: eq_bigr => i _.
by rewrite placeE tailE mulr_suml [RHS]big_mkcond; apply: eq_bigr => r _; rewrite ltnS.
Qed.

Variable M : 'I_n -> 'I_q -> R.
Hypothesis pos : possible M.
Definition at_ (v : nat) : 'I_q -> R := if insub v is Some i then M i else fun=> 0.
Lemma atE (v : 'I_n) : at_ v = M v.
Proof. by rewrite /at_ valK. Qed.

(** The sum of the mu (s_k(v) - g) of a goal. *)
Definition gain (g : goal N) : R := \sum_(o < q) eval (tail g.2 (rank p g.1.1 o)) * (at_ g.1.1 o - law_of eval g.1.2 o).
Lemma gainE (v : 'I_n) r mus : gain (v : nat, r, mus) = \sum_(k < size mus) eval (nth (zero N) mus k)
  * (prefix (rainbow_of_input v) (M v) k.+1 - prefix (rainbow_of_input v) (law_of eval r) k.+1).
Proof.
rewrite /gain /= atE; under eq_bigr do rewrite mulrBr.
by rewrite sumrB -!tails -sumrB; apply: eq_bigr => k _; rewrite mulrBr.
Qed.

Lemma one_input (v : nat) (G : nat -> R) (H : nat -> R) : (v < n)%N -> (forall w, G w = if v == w then H w else 0) ->
  \sum_(w <- iota 0 n) G w = H v.
Proof.
move=> lt eq; rewrite (bigD1_seq v) ?iota_uniq ?mem_iota //= eq eqxx big1 ?addr0 // => w.
by rewrite eq eq_sym => /negbTE ->.
Qed.

Definition moved (s : nat -> nat -> num N) : R := \sum_(v <- iota 0 n) \sum_(o < q) eval (s v o) * at_ v o.

Lemma goal_moved (g : goal N) : (g.1.1 < n)%N ->
  f * gain g = moved (fun v o => goal_slope p v o g) + \sum_(x <- goal_constants p g) value eval x.
Proof.
move=> lt; rewrite /moved (one_input (H := fun w => \sum_(o < q) eval (tail g.2 (rank p w o)) * f * at_ w o) lt); last first.
  move=> w; case: (boolP (g.1.1 == w)) => eq; last by rewrite big1 // => o _; rewrite /goal_slope (negbTE eq) eval0 mul0r.
  by apply: eq_bigr => o _; rewrite /goal_slope eq evalM.
rewrite big_map iota_sum -big_split /= /gain mulr_sumr; apply: eq_bigr => o _.
by rewrite /value /law_of /= evalM evalN evalM; rewrite -/f; ring.
Qed.

Lemma moved_part (a : num N) (S : seq nat) (i : nat) : (i < n)%N ->
  \sum_(v <- iota 0 n) \sum_(o < q) (if (o : nat) \in S then if i == v then eval a else 0 else 0) * at_ v o
  = eval a * prob (at_ i) [set o : 'I_q | (o : nat) \in S].
Proof.
move=> lt; rewrite (one_input (H := fun w => eval a * prob (at_ w) [set o : 'I_q | (o : nat) \in S]) lt) // => w.
rewrite /prob mulr_sumr; case: ifP => eq; last first.
  by rewrite big1 // => o _; case: ifP; rewrite mul0r.
by rewrite [RHS](eq_bigl (fun o : 'I_q => (o : nat) \in S)) ?[RHS]big_mkcond /=;
  [apply: eq_bigr => o _; case: ifP; rewrite ?mul0r | move=> o; rewrite inE].
Qed.

(** (2): an event adds what is not negative. *)
Lemma event_moved (ev : event N) : check_weight p ev ->
  0 <= moved (fun v o => event_slope p v o ev) + value eval (event_constant p ev).
Proof.
case: ev => [[[i j] S] w] /and3P[/= inp inside /(nonnegativeP sound) w0].
have /andP[/= li lj] : (i < n)%N && (j < n)%N.
  by case/and5P: posed => _ _ _ _ /and3P[_ _ /allP /(_ _ inp)].
have -> : moved (fun v o => event_slope p v o (i, j, S, w))
    = eval w * e * prob (at_ j) [set o : 'I_q | (o : nat) \in S] - eval w * f * prob (at_ i) [set o : 'I_q | (o : nat) \in S].
  rewrite /e /f -!evalM -!moved_part // /moved -sumrB; apply: eq_bigr => v _; rewrite -sumrB; apply: eq_bigr => o _.
  rewrite /event_slope /=; case: ifP => _; last by rewrite eval0 !mul0r subr0.
  by rewrite evalD evalN !(fun_if eval) eval0 mulrBl.
have [_ priv _] := pos; have := priv (Ordinal li) (Ordinal lj) inp [set o : 'I_q | (o : nat) \in S].
rewrite -!atE /= => h; rewrite -subr_ge0 in h.
have := mulr_ge0 (mulr_ge0 w0 (ltW f_gt0)) h; congr (_ <= _).
by rewrite -E_f /value /event_constant /= !evalM -/f; ring.
Qed.

Lemma greatest_ofP (l : seq (num N)) m : greatest_of l = Some m ->
  forall k, (k < size l)%N -> eval (nth (zero N) l k) <= eval m.
Proof.
elim: l m => [|x l IH] //= m; case: (boolP (nilp l)) => [/nilP -> [<-] [|k] //|_].
case eq: (greatest_of l) => [y|//]; have := eval_sign sound (add x (opp y)); rewrite evalD evalN.
case: (sign_of _) => // h [<-] [|k] //= lt; try exact: IH.
- by rewrite -subr_le0 ltW.
- by rewrite -subr_le0 h.
- by apply: le_trans (IH _ eq _ lt) _; rewrite -subr_ge0 ltW.
Qed.

Lemma gather_sum (A : Type) (h : nat -> option (seq A)) (G : nat -> R) (V : A -> R) s l :
  gather [seq h v | v <- s] = Some l -> (forall v a, v \in s -> h v = Some a -> G v <= \sum_(x <- a) V x) ->
  \sum_(v <- s) G v <= \sum_(x <- l) V x.
Proof.
elim: s l => [|v s IH] l /=; first by case=> <-; rewrite !big_nil.
case eq: (h v) => [a|//]; case eq': (gather _) => [b|//] [<-] all_v; rewrite big_cons big_cat /=; apply: ler_add.
  by apply: all_v; rewrite ?mem_head.
by apply: (IH _ eq') => w c win; apply: all_v; rewrite inE win orbT.
Qed.

Section Bound.
Variables (goals : seq (goal N)) (events : seq (event N)).

(** (3), (4): an input adds at most its part. *)
Lemma input_sound v a : (v < n)%N -> input_part p goals events v = Some a ->
  \sum_(o < q) eval (slope p goals events v o) * at_ v o <= \sum_(x <- a) value eval x.
Proof.
move=> lt; have [mech _ same] := pos; have [nonneg total] := mech (Ordinal lt).
rewrite (atE (Ordinal lt)) /input_part; case: (boolP (v \in _)) => [fx [<-]|_].
  rewrite big_map iota_sum; apply: ler_sum => o _.
  by rewrite (same (Ordinal lt) fx) /value /fixed_law /law_of /= evalM mulrA.
case eq: (greatest_of _) => [m|//] [<-]; rewrite big_seq1 /value /= eval1 divr1 -[X in _ <= X]mulr1 -total mulr_sumr.
apply: ler_sum => o _; apply: ler_wpmul2r; first exact: nonneg.
have := greatest_ofP eq (k := o); rewrite size_map size_iota (nth_map 0%N) ?size_iota //.
by rewrite nth_iota // add0n; apply.
Qed.

Lemma slope_moved : moved (slope p goals events)
  = \sum_(g <- goals) moved (fun v o => goal_slope p v o g) + \sum_(ev <- events) moved (fun v o => event_slope p v o ev).
Proof.
rewrite /moved [X in _ = X + _]exchange_big [X in _ = _ + X]exchange_big -big_split /=; apply: eq_bigr => v _.
rewrite [X in _ = X + _]exchange_big [X in _ = _ + X]exchange_big -big_split /=; apply: eq_bigr => o _.
by rewrite evalD !(eval_sum sound) !big_map mulrDl !mulr_suml.
Qed.

(** (5). *)
Lemma bound_valueP l : all (check_weight p) events -> all (fun g : goal N => g.1.1 < n)%N goals ->
  bound_value p goals events = Some l -> f * (\sum_(g <- goals) gain g) <= \sum_(x <- l) value eval x.
Proof.
rewrite /bound_value => weights inside; case eq: (gather _) => [b|//] [<-]; rewrite !big_cat /=.
have part : moved (slope p goals events) <= \sum_(x <- b) value eval x.
  by apply: (gather_sum eq) => v a; rewrite mem_iota => /andP[_ lt] /input_sound; apply.
have rest : 0 <= \sum_(ev <- events) moved (fun v o => event_slope p v o ev)
    + \sum_(x <- [seq event_constant p ev | ev <- events]) value eval x.
  rewrite big_map -big_split /=; elim: events weights => [|ev s IH] /=; first by rewrite big_nil.
  by case/andP=> w /IH h; rewrite big_cons addr_ge0 // event_moved.
have all_goals : f * (\sum_(g <- goals) gain g) = \sum_(g <- goals) moved (fun v o => goal_slope p v o g)
    + \sum_(x <- flatten [seq goal_constants p g | g <- goals]) value eval x.
  rewrite mulr_sumr big_flatten big_map /= -big_split /=; elim: goals inside => [|g s IH] /=; first by rewrite !big_nil.
  by case/andP=> lt /IH h; rewrite !big_cons h goal_moved.
move: part rest; rewrite slope_moved all_goals.
move: (\sum_(g <- goals) moved _) (\sum_(ev <- events) moved _) (\sum_(x <- flatten _) _) (\sum_(x <- map _ _) _) => A B C X.
move=> le ge; rewrite [A + C]addrC ler_add2l -[A]addr0; apply: le_trans (ler_add (lexx A) ge) _.
by rewrite addrA [X in _ <= X]addrC ler_add2r.
Qed.

Lemma check_boundP wanted : all (fun g : goal N => g.1.1 < n)%N goals -> check_bound p goals events wanted ->
  exists s d, [/\ wanted s, 0 < d & f * (\sum_(g <- goals) gain g) <= eval s / d].
Proof.
move=> inside /andP[weights]; case eq: (bound_value _ _ _) => [l|//] /andP[com want].
have [d0 each] := common_sound sound com; exists (sum (common l).2), (eval (common l).1); split=> //.
apply: le_trans (bound_valueP weights inside eq) _.
rewrite (eval_sum sound) mulr_suml (big_nth (zero N, one N)) [X in _ <= X](big_nth (zero N)) !big_mkord size_map.
by apply: ler_sum => k _; rewrite -each.
Qed.
End Bound.

(** (6), (7), (8): the next prefix sum is not larger, in dominance order or after the same sums. *)
Lemma check_maximumP rows (v : 'I_n) k m : check_maximum p rows v k m ->
  (lexical p -> forall j, (j < k)%N -> prefix (rainbow_of_input v) (M v) j.+1 = prefix (rainbow_of_input v) (laws rows v) j.+1) ->
  prefix (rainbow_of_input v) (M v) k.+1 <= prefix (rainbow_of_input v) (laws rows v) k.+1.
Proof.
case: m => mus events /and4P[/= /eqP sz /(positiveP sound) mu0 zeros bound] same.
have [|s [d [/(nonpositiveP sound) s0 d0]]] := check_boundP _ bound; first by rewrite /= ltn_ord.
rewrite big_seq1 (gainE v) sz big_ord_recr /= big1 ?add0r => [le|j _]; last first.
  case: (boolP (lexical p)) zeros => [lex _|_ /(all_nthP (zero N)) zeros].
    by rewrite (same lex) // subrr mulr0.
  have := zeros j; rewrite size_take sz ltnS leqnn ltn_ord => /(_ isT) /(zeroP sound).
  by rewrite nth_take // => ->; rewrite mul0r.
have {le} : f * (eval (nth (zero N) mus k) * (prefix (rainbow_of_input v) (M v) k.+1 - prefix (rainbow_of_input v) (laws rows v) k.+1)) <= 0.
  by apply: le_trans le _; rewrite pmulr_lle0 // invr_gt0.
by rewrite pmulr_rle0 ?f_gt0 // pmulr_rle0 // subr_le0.
Qed.

End Posed.

Lemma all_maximaP rows places maxima v k : all_maxima p rows places maxima -> (v, k) \in places ->
  exists m, check_maximum p rows v k m.
Proof.
case/andP=> /eqP sz /(all_nthP ((0%N, 0%N), ([::], [::]))) h /(nthP (0%N, 0%N)) [i lt eq].
exists (nth ([::], [::]) maxima i); have := h i; rewrite size1_zip ?sz // => /(_ lt).
by rewrite nth_zip ?sz // eq.
Qed.

Lemma order_same c (P Q : 'I_q -> R) : P =1 Q -> order_of c P Q.
Proof.
by rewrite /order_of => eq; case: (lexical p); [left=> i; rewrite eq | move=> k; rewrite (prefix_same (p := P) (p' := Q))].
Qed.

Lemma check_greatest_sound rows maxima : check_greatest p rows maxima -> well_posed /\ greatest_one (laws rows).
Proof.
case/and3P=> posed member maxi; split; first exact: well_posed_sound.
have mine := member_sound posed member; split=> // M' other v.
have [[mech _ same] [mech' _ same']] := (mine, other).
case: (boolP (is_fixed v)) => fx; first by apply: order_same => o; rewrite same ?same'.
have here k : (k < q.-1)%N -> exists m, check_maximum p rows v k m.
  by move=> lt; apply: (all_maximaP maxi); apply: allpairs_f; rewrite ?mem_filter ?mem_iota ?fx /= ?ltn_ord.
rewrite /order_of; case lex: (lexical p).
  apply: lexicographic_prefix => // k lt eq; have [m ok] := here k lt.
  by apply: (check_maximumP posed other ok).
apply: dominates_prefix => // k lt; have [m ok] := here k lt.
by apply: (check_maximumP posed other ok); rewrite lex.
Qed.

(** (10), (11): the supposed mechanism reaches all goals of a witness. *)
Lemma check_witnessP w M : check_problem p -> check_witness p w -> greatest_one M -> 0 <= gain M (goal_of w).
Proof.
case: w => [[v rows] [mus maxima]] posed /and4P[/= lt member /(all_nthP (zero N)) signs orders] [possible_M best].
pose i := Ordinal lt; have mine := member_sound posed member; have least := best _ mine i.
rewrite /goal_of /= -[v]/(nat_of_ord i) (gainE posed) //.
have mu0 (k : 'I_(size mus)) : 0 <= eval (nth (zero N) mus k) by apply: (nonnegativeP sound); apply: signs.
move: least orders; rewrite /order_of; case lex: (lexical p) => least; last first.
  by move=> _; apply: sumr_ge0 => k _; rewrite mulr_ge0 // subr_ge0.
case/andP=> _ maxi.
have same k : (k < (size mus).-1)%N ->
    forall j, (j <= k)%N -> prefix (rainbow_of_input i) (M i) j.+1 = prefix (rainbow_of_input i) (laws rows i) j.+1.
  elim/ltn_ind: k => k IH kl j; rewrite leq_eqVlt => /orP[/eqP ->|jk]; last by apply: (IH j) => //; exact: ltn_trans kl.
  have before j' : (j' < k)%N -> prefix (rainbow_of_input i) (M i) j'.+1 = prefix (rainbow_of_input i) (laws rows i) j'.+1.
    by move=> lj; apply: (IH j') => //; exact: ltn_trans kl.
  have [m ok] : exists m, check_maximum p rows i k m.
    by apply: (all_maximaP maxi); apply: map_f; rewrite mem_iota.
  apply/eqP; rewrite eq_le (check_maximumP posed possible_M ok) //=.
  exact: prefix_lexicographic least before.
apply: sumr_ge0 => k _; apply: mulr_ge0 => //; rewrite subr_ge0; apply: (prefix_lexicographic least) => j jk.
by apply: (same j) => //; apply: leq_trans jk _; rewrite -ltnS prednK ?ltn_ord // (leq_trans _ (ltn_ord k)).
Qed.

Lemma possible_goals M ws events wanted : check_problem p -> possible M -> all (check_witness p) ws ->
  check_bound p [seq goal_of w | w <- ws] events wanted ->
  exists s d, [/\ wanted s, 0 < d & eval (bound_factor p).2 * (\sum_(w <- ws) gain M (goal_of w)) <= eval s / d].
Proof.
move=> posed pos good /(check_boundP posed pos) [|s [d [want d0 le]]]; last by exists s, d; rewrite big_map in le.
by rewrite all_map; apply: sub_all good => w /and4P[].
Qed.

(** None of those there are is the greatest. *)
Lemma check_none_sound ws events : check_none p ws events ->
  well_posed /\ none edge_of rainbow_of_input order_of E D is_fixed fixed_law.
Proof.
case/and4P=> posed some good bound; split; first exact: well_posed_sound.
split=> [|M best].
  case: ws some good {bound} => // w ws _ /= /andP[/and4P[_ member _ _] _].
  by exists (laws w.1.2); apply: member_sound.
have [s [d [/(negativeP sound) s0 d0 le]]] := possible_goals posed (proj1 best) good bound.
have ge : 0 <= eval (bound_factor p).2 * (\sum_(w <- ws) gain M (goal_of w)).
  apply: mulr_ge0; first by rewrite ltW // f_gt0.
  elim: ws good {some bound le} => [|w ws IH] /=; first by rewrite big_nil.
  by case/andP=> h /IH rest; rewrite big_cons addr_ge0 // check_witnessP.
have : eval s / d < 0 by rewrite pmulr_llt0 // invr_gt0.
by rewrite ltNge (le_trans ge le).
Qed.

Lemma check_no_mechanism_sound events : check_no_mechanism p events ->
  well_posed /\ forall M, ~ feasible edge_of E D is_fixed fixed_law M.
Proof.
case/andP=> posed bound; split=> [|M pos]; first exact: well_posed_sound.
have [//|s [d [/(negativeP sound) s0 d0]]] := check_boundP posed pos _ bound.
by rewrite big_nil mulr0 leNgt pmulr_llt0 ?invr_gt0 // s0.
Qed.

End Soundness.

Arguments edge_of {N} p. Arguments rainbow_of_input {N} p. Arguments order_of R {N} p. Arguments is_fixed {N} p.
Arguments fixed_law {R N} eval p. Arguments laws {R N} eval p.
