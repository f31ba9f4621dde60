(** * Checker: a model of a certificate checker, and that what it accepts is true

    The numbers are of an abstract type: each stands for an element of the ordered field ([eval]), and [sign] may answer
    that it does not know. Nothing is asked of [sign] but that an answer is right. So soundness rests neither on
    Lindemann-Weierstrass nor on irreducibility; both only say that some precision decides. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events LinearPrograms.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

Inductive answer := Negative | Zero | Positive | Unknown.

Record numbers := Numbers
  { num : Type; zero : num; one : num; add : num -> num -> num; opp : num -> num; mul : num -> num -> num;
    same : num -> num -> bool; sign_of : num -> answer }.

Declare Scope num_scope.
Delimit Scope num_scope with numbers.
Notation "x + y" := (add x y) : num_scope.
Notation "x - y" := (add x (opp y)) : num_scope.
Notation "x * y" := (mul x y) : num_scope.

Section Algorithm.
Variable N : numbers.
Notation num := (num N).

Definition is_positive (x : num) := if sign_of x is Positive then true else false.
Definition is_negative (x : num) := if sign_of x is Negative then true else false.
Definition is_zero (x : num) := if sign_of x is Zero then true else false.
Definition not_negative (x : num) := match sign_of x with Positive | Zero => true | _ => false end.
Definition nonpositive (x : num) := match sign_of x with Negative | Zero => true | _ => false end.

Definition sum (l : seq num) : num := foldr (@add N) (zero N) l.
Definition dot_product (a x : seq num) : num := sum [seq (p.1 * p.2)%numbers | p <- zip a x].

(** Quotients over one common denominator: the product of those that are not written alike. *)
Fixpoint distinct (l : seq num) : seq num :=
  if l is x :: l' then let d := distinct l' in if has (same x) d then d else x :: d else [::].
Definition times (l : seq num) : num := foldr (@mul N) (one N) l.
Fixpoint other_denominators (x : num) (l : seq num) : num :=
  if l is y :: l' then if same x y then times l' else (y * other_denominators x l')%numbers else one N.
Definition common (l : seq (num * num)) : num * seq num :=
  let ds := distinct [seq q.2 | q <- l] in (times ds, [seq (q.1 * other_denominators q.2 ds)%numbers | q <- l]).
Definition check_common (l : seq (num * num)) : bool :=
  let ds := distinct [seq q.2 | q <- l] in
  all is_positive ds && all (fun q => is_positive q.2 && has (same q.2) ds) l.

(** A statement about a mechanism: P_i(o) is the o-th number of the i-th row over the row's denominator; the factor is
    E = e/f, or None for infinity. *)
Record claim := Claim
  { width : nat; rows : seq (num * seq num); pairs : seq (nat * nat); factor : option (num * num); delta : num * num }.

Definition check_row (m : nat) (r : num * seq num) : bool :=
  [&& size r.2 == m, is_positive r.1, all not_negative r.2 & is_zero (sum r.2 - r.1)%numbers].
Definition check_demands (c : claim) : bool :=
  [&& all (check_row (width c)) (rows c), all (fun p => (p.1 < size (rows c)) && (p.2 < size (rows c)))%N (pairs c),
    if factor c is Some (e, f) then is_positive f && not_negative (e - f)%numbers else true,
    is_positive (delta c).2, not_negative (delta c).1 & not_negative ((delta c).2 - (delta c).1)%numbers].

(** The positive ones among numbers, added up; None if a sign is unknown. *)
Fixpoint positive_part (l : seq num) : option num :=
  if l is x :: l' then
    match sign_of x with
    | Positive => omap (add x) (positive_part l') | Unknown => None | _ => positive_part l' end
  else Some (zero N).

Definition row_of (c : claim) (i : nat) : num * seq num := nth (one N, [::]) (rows c) i.

(** P_i(o) - (e/f) P_j(o), times the positive number X Y f. *)
Definition differences (ef : num * num) (P Q : num * seq num) : seq num :=
  [seq (p.1 * (Q.1 * ef.2) - p.2 * (P.1 * ef.1))%numbers | p <- zip P.2 Q.2].
(** For E = infinity: P_i(o) where P_j(o) = 0; None if a sign is unknown. *)
Fixpoint where_zero (l : seq (num * num)) : option num :=
  if l is (a, b) :: l' then
    match sign_of b with
    | Zero => omap (add a) (where_zero l') | Unknown => None | _ => where_zero l' end
  else Some (zero N).

Definition within_delta (c : claim) (excess scale : num) : num := (excess * (delta c).2 - (delta c).1 * scale)%numbers.
Definition check_pair (c : claim) (p : nat * nat) : bool :=
  let P := row_of c p.1 in let Q := row_of c p.2 in
  match factor c with
  | Some ef => if positive_part (differences ef P Q) is Some s
               then nonpositive (within_delta c s (P.1 * (Q.1 * ef.2))%numbers) else false
  | None => if where_zero (zip P.2 Q.2) is Some s then nonpositive (within_delta c s P.1) else false
  end.
Definition check_private (c : claim) : bool := check_demands c && all (check_pair c) (pairs c).

(** The numbers at the places of an event. *)
Definition select (event : seq nat) (l : seq num) : seq num := [seq nth (zero N) l o | o <- event].
Definition check_event (c : claim) (p : nat * nat) (event : seq nat) : bool :=
  [&& p \in pairs c, sorted ltn event & all (fun o => o < width c)%N event].
Definition excess (c : claim) (p : nat * nat) (event : seq nat) : num :=
  let P := row_of c p.1 in let Q := row_of c p.2 in
  match factor c with
  | Some ef => within_delta c (sum (select event (differences ef P Q))) (P.1 * (Q.1 * ef.2))%numbers
  | None => within_delta c (sum (select event P.2)) P.1
  end.
Definition impossible (c : claim) (p : nat * nat) (event : seq nat) : bool :=
  if factor c is Some _ then true else all is_zero (select event (row_of c p.2).2).

Definition check_not_private (c : claim) (p : nat * nat) (event : seq nat) : bool :=
  [&& check_demands c, check_event c p event, impossible c p event & is_positive (excess c p event)].
Definition check_tight_delta (c : claim) (witness : option ((nat * nat) * seq nat)) : bool :=
  check_private c &&
  match witness with
  | Some (p, event) => [&& check_event c p event, impossible c p event & is_zero (excess c p event)]
  | None => nilp (pairs c) && is_zero (delta c).1
  end.

End Algorithm.

(** ** What is claimed, and soundness *)

Local Open Scope ring_scope.

Section Soundness.
Variables (R : realFieldType) (N : numbers) (eval : num N -> R).

(** All that is asked of the numbers. *)
Record sound_numbers : Prop := SoundNumbers
  { eval0 : eval (zero N) = 0; eval1 : eval (one N) = 1;
    evalD : forall x y, eval (add x y) = eval x + eval y;
    evalN : forall x, eval (opp x) = - eval x;
    evalM : forall x y, eval (mul x y) = eval x * eval y;
    eval_same : forall x y, same x y -> eval x = eval y;
    eval_sign : forall x, match sign_of x return Prop with
      | Negative => eval x < 0 | Zero => eval x = 0 | Positive => 0 < eval x | Unknown => True end }.
Hypothesis sound : sound_numbers.
Let eval0 := eval0 sound. Let eval1 := eval1 sound. Let evalD := evalD sound. Let evalN := evalN sound.
Let evalM := evalM sound.

Lemma positiveP x : is_positive x -> 0 < eval x.
Proof. by rewrite /is_positive; have := eval_sign sound x; case: (sign_of x). Qed.
Lemma negativeP x : is_negative x -> eval x < 0.
Proof. by rewrite /is_negative; have := eval_sign sound x; case: (sign_of x). Qed.
Lemma zeroP x : is_zero x -> eval x = 0.
Proof. by rewrite /is_zero; have := eval_sign sound x; case: (sign_of x). Qed.
Lemma nonnegativeP x : not_negative x -> 0 <= eval x.
Proof. by rewrite /not_negative; have := eval_sign sound x; case: (sign_of x) => // [->|/ltW]. Qed.
Lemma nonpositiveP x : nonpositive x -> eval x <= 0.
Proof. by rewrite /nonpositive; have := eval_sign sound x; case: (sign_of x) => // [/ltW|->]. Qed.

Lemma eval_sum l : eval (sum l) = \sum_(x <- l) eval x.
Proof. by elim: l => [|x l IH]; rewrite ?big_nil ?big_cons /= ?evalD ?IH. Qed.

(** The law of a row, and of a claim. *)
Definition law_of (m : nat) (r : num N * seq (num N)) (o : 'I_m) : R := eval (nth (zero N) r.2 o) / eval r.1.
Definition mechanism_of (c : claim N) (i : 'I_(size (rows c))) : 'I_(width c) -> R := law_of (row_of c i).
Definition relation_of (c : claim N) : rel 'I_(size (rows c)) := fun i j => (i : nat, j : nat) \in pairs c.
Definition value (q : num N * num N) : R := eval q.1 / eval q.2.

Lemma sum_law m (F : num N -> R) (l : seq (num N)) : size l = m ->
  \sum_(x <- l) F x = \sum_(o < m) F (nth (zero N) l o).
Proof. by move=> <-; rewrite (big_nth (zero N)) big_mkord. Qed.

Lemma event_sum m (F : nat -> R) event : sorted ltn event -> all (fun o => o < m)%N event ->
  \sum_(k <- event) F k = \sum_(o in [set o : 'I_m | (o : nat) \in event]) F o.
Proof.
move=> inc /allP inside; rewrite (eq_bigl (fun o : 'I_m => (o : nat) \in event)); last by move=> o; rewrite inE.
rewrite -(big_mkord (fun k => k \in event)) -[RHS]big_filter; apply: perm_big; apply: uniq_perm.
- exact: (sorted_uniq ltn_trans ltnn).
- by rewrite filter_uniq // iota_uniq.
move=> k; rewrite mem_filter mem_index_iota /=; case E: (k \in event) => //=.
by rewrite inside.
Qed.

Lemma check_row_sound m r : check_row m r -> [/\ size r.2 = m, 0 < eval r.1 & distribution (@law_of m r)].
Proof.
case/and4P=> /eqP sz /positiveP den /(all_nthP (zero N)) nonneg /zeroP; rewrite evalD evalN eval_sum => /eqP.
rewrite subr_eq0 => /eqP total; split=> //; split=> [o|].
  apply: divr_ge0; last exact: ltW.
  by apply: nonnegativeP; apply: nonneg; rewrite sz.
by rewrite /law_of -mulr_suml -(sum_law _ sz) total mulfV // gt_eqF.
Qed.

Section OneClaim.
Variable c : claim N.
Hypothesis demands : check_demands c.

Lemma row_sound i : (i < size (rows c))%N ->
  [/\ size (row_of c i).2 = width c, 0 < eval (row_of c i).1 & distribution (@law_of (width c) (row_of c i))].
Proof.
move=> lt; apply: check_row_sound; by case/andP: demands => /(all_nthP (one N, [::])) h _; apply: h.
Qed.

Lemma demands_mechanism : mechanism (@mechanism_of c).
Proof. by move=> i; have [] := row_sound (ltn_ord i). Qed.

Lemma delta_sound : [/\ 0 < eval (delta c).2, 0 <= value (delta c) & value (delta c) <= 1].
Proof.
case/and5P: demands => _ _ _ /positiveP g /andP[/nonnegativeP d0 /nonnegativeP]; rewrite evalD evalN subr_ge0 => d1.
by split; rewrite // /value ?divr_ge0 ?(ltW g) // ler_pdivr_mulr // mul1r.
Qed.

Lemma factor_sound e f : factor c = Some (e, f) -> 0 < eval f /\ 1 <= value (e, f).
Proof.
move=> eq; case/and5P: demands => _ _; rewrite eq => /andP[/positiveP f0 /nonnegativeP]; rewrite evalD evalN subr_ge0.
by move=> le _ _; split=> //; rewrite /value ler_pdivl_mulr // mul1r.
Qed.

Lemma pairs_sound p : p \in pairs c -> (p.1 < size (rows c))%N /\ (p.2 < size (rows c))%N.
Proof. by case/and5P: demands => _ /allP h _ _ _ /h /andP. Qed.

Lemma within_deltaE s scale : 0 < eval scale ->
  let x := eval (within_delta c s scale) in
  [/\ (x <= 0) = (eval s / eval scale <= value (delta c)), (x = 0 -> eval s / eval scale = value (delta c))
    & (0 < x) = (value (delta c) < eval s / eval scale)].
Proof.
have [g0 _ _] := delta_sound => sc0; rewrite /within_delta evalD evalN !evalM /value; split.
- by rewrite subr_le0 ler_pdivr_mulr // mulrAC ler_pdivl_mulr.
- by move/eqP; rewrite subr_eq0 => /eqP h; apply/eqP; rewrite eqr_div ?lt0r_neq0 //; apply/eqP; exact: h.
- by rewrite subr_gt0 ltr_pdivl_mulr // mulrAC ltr_pdivr_mulr.
Qed.

Lemma positive_partE l s : positive_part l = Some s -> eval s = \sum_(x <- l) Num.max 0 (eval x).
Proof.
elim: l s => [|x l IH] s /=; first by case=> <-; rewrite big_nil.
rewrite big_cons; have := eval_sign sound x; case: (sign_of x) => //.
- by move=> neg /IH ->; rewrite (max_idPl _) ?add0r // ltW.
- by move=> -> /IH ->; rewrite maxxx add0r.
- move=> pos; case: (positive_part l) IH => //= s' IH [<-].
  by rewrite evalD (IH _ erefl) (max_idPr _) // ltW.
Qed.

Lemma where_zeroE l s : where_zero l = Some s -> eval s = \sum_(p <- l | eval p.2 == 0) eval p.1.
Proof.
elim: l s => [|[a b] l IH] s /=; first by case=> <-; rewrite big_nil.
rewrite big_cons /=; have := eval_sign sound b; case: (sign_of b) => //.
- by move=> neg /IH ->; rewrite lt_eqF.
- move=> ->; case: (where_zero l) IH => //= s' IH [<-].
  by rewrite eqxx evalD (IH _ erefl).
- by move=> pos /IH ->; rewrite gt_eqF.
Qed.

Section OnePair.
Variables (i j : 'I_(size (rows c))).
Let P := row_of c i. Let Q := row_of c j.
Let m := width c.
Let sizeP : size P.2 = m. Proof. by have [] := row_sound (ltn_ord i). Qed.
Let sizeQ : size Q.2 = m. Proof. by have [] := row_sound (ltn_ord j). Qed.
Let P0 : 0 < eval P.1. Proof. by have [] := row_sound (ltn_ord i). Qed.
Let Q0 : 0 < eval Q.1. Proof. by have [] := row_sound (ltn_ord j). Qed.

Lemma difference e f (o : 'I_m) : 0 < eval f ->
  eval (nth (zero N) (differences (e, f) P Q) o)
  = eval (P.1) * (eval Q.1 * eval f) * (law_of P o - value (e, f) * law_of Q o).
Proof.
move=> f0; have sz : (o < size (zip P.2 Q.2))%N by rewrite size1_zip sizeP ?sizeQ.
rewrite (nth_map (zero N, zero N)) // nth_zip ?sizeP ?sizeQ //= evalD evalN !evalM /law_of /value /=.
by field; rewrite !lt0r_neq0.
Qed.

(** A finite E. *)
Lemma hockey_stickE e f s : 0 < eval f -> positive_part (differences (e, f) P Q) = Some s ->
  eval s / eval (mul P.1 (mul Q.1 f)) = hockey_stick (value (e, f)) (@law_of m P) (law_of Q).
Proof.
move=> f0 /positive_partE ->; rewrite !evalM; set X := eval P.1 * _.
have X0 : 0 < X by rewrite !mulr_gt0.
have sz : size (differences (e, f) P Q) = m by rewrite size_map size1_zip ?sizeP ?sizeQ.
rewrite (sum_law _ sz) mulr_suml /hockey_stick; apply: eq_bigr => o _.
rewrite difference // -/X -[X in Num.max X _](mulr0 X) -maxr_pmulr ?ltW // mulrC mulrA mulVf ?mul1r //.
exact: lt0r_neq0.
Qed.

Lemma eventE e f event : 0 < eval f -> sorted ltn event -> all (fun o => o < m)%N event ->
  let S := [set o : 'I_m | (o : nat) \in event] in
  eval (sum (select event (differences (e, f) P Q))) / eval (mul P.1 (mul Q.1 f))
  = prob (@law_of m P) S - value (e, f) * prob (law_of Q) S.
Proof.
move=> f0 inc inside S; rewrite prob_excess eval_sum big_map !evalM; set X := eval P.1 * _.
have X0 : 0 < X by rewrite !mulr_gt0.
rewrite (event_sum (fun k => eval (nth (zero N) (differences (e, f) P Q) k)) inc inside) mulr_suml.
apply: eq_bigr => o _; rewrite difference // -/X mulrC mulrA mulVf ?mul1r //; exact: lt0r_neq0.
Qed.

(** E = infinity. *)
Lemma law_eq0 (o : 'I_m) : (law_of Q o == 0) = (eval (nth (zero N) Q.2 o) == 0).
Proof. by rewrite /law_of mulf_eq0 invr_eq0 (negbTE (lt0r_neq0 Q0)) orbF. Qed.

Lemma infinityE s : where_zero (zip P.2 Q.2) = Some s ->
  eval s / eval P.1 = \sum_(o | law_of Q o == 0) (@law_of m P) o.
Proof.
move/where_zeroE => ->; rewrite (big_nth (zero N, zero N)) big_mkord size1_zip ?sizeP ?sizeQ // mulr_suml.
by apply: eq_big => o; [rewrite law_eq0 nth_zip ?sizeP ?sizeQ | rewrite nth_zip ?sizeP ?sizeQ].
Qed.

Lemma event_infinityE event : sorted ltn event -> all (fun o => o < m)%N event ->
  eval (sum (select event P.2)) / eval P.1 = prob (@law_of m P) [set o : 'I_m | (o : nat) \in event].
Proof.
move=> inc inside; rewrite eval_sum big_map (event_sum (fun k => eval (nth (zero N) P.2 k)) inc inside).
by rewrite mulr_suml.
Qed.

Lemma impossibleE event : all (@is_zero N) (select event Q.2) ->
  prob (@law_of m Q) [set o : 'I_m | (o : nat) \in event] = 0.
Proof.
move=> /(all_nthP (zero N)) zeros; rewrite /prob big1 // => o; rewrite inE => oin; apply/eqP; rewrite law_eq0.
have lt : (index (o : nat) event < size event)%N by rewrite index_mem.
have := zeros (index (o : nat) event); rewrite size_map => /(_ lt) /zeroP.
by rewrite (nth_map 0%N) // nth_index // => ->.
Qed.

End OnePair.

Lemma check_pair_sound i j : relation_of i j -> all (check_pair c) (pairs c) ->
  match factor c with
  | Some ef => close_to (value ef) (value (delta c)) (@mechanism_of c i) (mechanism_of j)
  | None => close_to_infinity (value (delta c)) (@mechanism_of c i) (mechanism_of j)
  end.
Proof.
rewrite /relation_of => inp /allP /(_ _ inp); rewrite /check_pair /=.
have [_ P0 Pd] := row_sound (ltn_ord i); have [_ Q0 Qd] := row_sound (ltn_ord j).
case fc: (factor c) => [[e f]|].
  have [f0 _] := factor_sound fc; case part: (positive_part _) => [s|//] /nonpositiveP.
  have scale0 : 0 < eval (mul (row_of c i).1 (mul (row_of c j).1 f)) by rewrite !evalM !mulr_gt0.
  have [-> _ _] := within_deltaE s scale0; rewrite (hockey_stickE f0 part).
  by move=> h; apply/close_to_hockey_stick.
case part: (where_zero _) => [s|//] /nonpositiveP; have [-> _ _] := within_deltaE s P0.
by rewrite (infinityE part) => h; apply/close_to_infinity_sum.
Qed.

Lemma check_event_sound p event : check_event c p event -> impossible c p event ->
  exists i j (S : {set 'I_(width c)}), relation_of i j /\
  match factor c with
  | Some ef => let x := prob (@mechanism_of c i) S - value ef * prob (mechanism_of j) S in
      (is_positive (excess c p event) -> value (delta c) < x) /\ (is_zero (excess c p event) -> x = value (delta c))
  | None => let x := prob (@mechanism_of c i) S in prob (mechanism_of j) S = 0 /\
      (is_positive (excess c p event) -> value (delta c) < x) /\ (is_zero (excess c p event) -> x = value (delta c))
  end.
Proof.
case: p => i j /and3P[inp inc inside] imp; have [/= li lj] := pairs_sound inp.
exists (Ordinal li), (Ordinal lj), [set o : 'I_(width c) | (o : nat) \in event]; split=> //.
have [_ P0 _] := row_sound li; have [_ Q0 _] := row_sound lj.
move: imp; rewrite /impossible /excess /=; case fc: (factor c) => [[e f]|].
  have [f0 _] := factor_sound fc.
  have scale0 : 0 < eval (mul (row_of c i).1 (mul (row_of c j).1 f)) by rewrite !evalM !mulr_gt0.
  have [_ eqd lt] := within_deltaE (sum (select event (differences (e, f) (row_of c i) (row_of c j)))) scale0.
  have eq := eventE (Ordinal li) (Ordinal lj) e f0 inc inside; rewrite /= in eq.
  by move=> _; split=> [/positiveP|/zeroP /eqd]; rewrite ?lt eq.
have [_ eqd lt] := within_deltaE (sum (select event (row_of c i).2)) P0.
have eq := event_infinityE (Ordinal li) inc inside.
move=> zeros; split; first exact: (impossibleE (j := Ordinal lj)).
by rewrite /= in eq; split=> [/positiveP|/zeroP /eqd]; rewrite ?lt eq.
Qed.

End OneClaim.

(** What every kind states besides: distributions, E >= 1, 0 <= delta <= 1. *)
Definition well_formed (c : claim N) : Prop :=
  [/\ mechanism (@mechanism_of c), 0 <= value (delta c) <= 1
    & forall ef, factor c = Some ef -> 1 <= value ef].

Lemma demands_sound c : check_demands c -> well_formed c.
Proof.
move=> demands; split; first exact: demands_mechanism.
  by have [_ -> ->] := delta_sound demands.
by case=> e f fc; have [] := factor_sound demands fc.
Qed.

Definition states_private (c : claim N) : Prop :=
  match factor c with
  | Some ef => private (@relation_of c) (value ef) (value (delta c)) (@mechanism_of c)
  | None => private_infinity (@relation_of c) (value (delta c)) (@mechanism_of c)
  end.
Definition states_not_private (c : claim N) : Prop :=
  match factor c with
  | Some ef => not_private (@relation_of c) (value ef) (value (delta c)) (@mechanism_of c)
  | None => not_private_infinity (@relation_of c) (value (delta c)) (@mechanism_of c)
  end.
Definition states_tight_delta (c : claim N) : Prop :=
  match factor c with
  | Some ef => tight_delta (@relation_of c) (value ef) (value (delta c)) (@mechanism_of c)
  | None => tight_delta_infinity (@relation_of c) (value (delta c)) (@mechanism_of c)
  end.

Lemma check_private_sound c : check_private c -> well_formed c /\ states_private c.
Proof.
case/andP=> demands checks; split; first exact: demands_sound.
rewrite /states_private; case fc: (factor c) => [ef|] i j rij;
  by have := check_pair_sound demands rij checks; rewrite fc.
Qed.

Lemma check_not_private_sound c p event : check_not_private c p event -> well_formed c /\ states_not_private c.
Proof.
case/and4P=> demands ev imp pos; split; first exact: demands_sound.
have [i [j [S [rij]]]] := check_event_sound demands ev imp; rewrite /states_not_private.
case: (factor c) => [ef [more _]|[zero_ [more _]]]; exists i, j, S; split=> //; last exact: more.
by rewrite -ltr_subr_addl; apply: more.
Qed.

Lemma check_tight_delta_sound c witness : check_tight_delta c witness -> well_formed c /\ states_tight_delta c.
Proof.
case/andP=> priv; have [wf pr] := check_private_sound priv; have /andP[demands _] := priv.
have [_ d0 _] := delta_sound demands.
case: witness => [[p event] /and3P[ev imp eq]|/andP[none_ /zeroP dz]].
  have [i [j [S [rij]]]] := check_event_sound demands ev imp; move: pr.
  rewrite /states_private /states_tight_delta; case: (factor c) => [ef pr [_ at_]|pr [zero_ [_ at_]]]; split=> //; split=> //.
    by move=> d' _ /(_ i j rij S); rewrite -(at_ eq) ler_subl_addl.
  by move=> d' _ /(_ i j rij S zero_); rewrite -(at_ eq).
have vz : value (delta c) = 0 by rewrite /value dz mul0r.
by move: pr; rewrite /states_private /states_tight_delta vz; case: (factor c) => [ef|] pr; split=> //; split=> //.
Qed.

(** Quotients over a common denominator are what they were, and the denominator is positive if each is. *)
Lemma timesE l : eval (times l) = \prod_(x <- l) eval x.
Proof. by elim: l => [|x l IH]; rewrite ?big_nil ?big_cons /= ?evalM ?IH. Qed.

Lemma other_denominatorsE x l : has (same x) l -> eval (other_denominators x l) * eval x = eval (times l).
Proof.
elim: l => //= y l IH; case: (boolP (same x y)) => /= [E _|_ inl].
  by rewrite (eval_same sound E) evalM mulrC.
by rewrite !evalM -mulrA (IH inl).
Qed.

Lemma common_sound l : check_common l ->
  0 < eval (common l).1 /\ forall o : 'I_(size l), law_of (common l) o = value (nth (zero N, one N) l o).
Proof.
case/andP=> ds0 /(all_nthP (zero N, one N)) each; rewrite /common /law_of /=; set ds := distinct _.
have pos : 0 < eval (times ds).
  rewrite timesE; move: ds0; rewrite -/ds; elim: ds => [|x l' IH] /=; first by rewrite big_nil ltr01.
  by case/andP=> /positiveP x0 /IH p0; rewrite big_cons; apply: mulr_gt0.
split=> // o; rewrite (nth_map (zero N, one N)) //; case/andP: (each o (ltn_ord o)); rewrite -/ds.
move: (nth _ l o) => [a x] /= /positiveP x0 /other_denominatorsE eq.
rewrite evalM -eq /value /=; have o0 : eval (other_denominators x ds) != 0.
  by apply/eqP => z; move: pos; rewrite -eq z mul0r ltxx.
by field; rewrite o0 lt0r_neq0.
Qed.

End Soundness.
