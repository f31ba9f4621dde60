(** * Certificates: what an accepted certificate about a given E proves

    [accept] is what is extracted: the generators (t = e^(p/q) and roots, each with a bracket that is checked), the claim,
    and the evidence. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsAxioms Events LinearPrograms Checker Programs Greatest Sufficiency Numbers ForAll.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Inductive evidence :=
  Private | NotPrivate of (nat * nat) & seq nat | TightDelta of option ((nat * nat) * seq nat)
| Maximal | NotMaximal of nat & seq nat.

Definition check_generator (g : generator) : bool := if root g is Some _ then check_root g else check_exponential g.

Definition accept (gs : seq generator) (c : claim (sums gs)) (e : evidence) : bool :=
  all check_generator gs &&
  match e with
  | Private => check_private c
  | NotPrivate p event => check_not_private c p event
  | TightDelta w => check_tight_delta c w
  | Maximal => check_maximal c
  | NotMaximal o part => check_not_maximal c o part
  end.

(** The same on plain data, as the reader of certificates calls it. *)
Definition check_certificate (gs : seq generator) (width : nat) (rows : seq (terms * seq terms))
    (pairs : seq (nat * nat)) (factor : option (terms * terms)) (delta : terms * terms) (e : evidence) : bool :=
  @accept gs (@Claim (sums gs) width rows pairs factor delta) e.
Definition common_row (gs : seq generator) (l : seq (terms * terms)) : option (terms * seq terms) :=
  if @check_common (sums gs) l then Some (@common (sums gs) l) else None.

Local Open Scope ring_scope.

Section Meaning.
Variable R : realFieldType.

(** The number x that a generator stands for: the positive root of its equation, or e^(p/q). *)
Definition denotes (g : generator) (x : R) : Prop :=
  if root g is Some (n, (a, b)) then 0 < x /\ x ^+ n * zr R b = zr R a
  else if exponent g is Some (n, (p, q)) then is_exp (zr R p / zr R q) x else True.
Fixpoint all_denote (gs : seq generator) (xs : seq R) : Prop :=
  match gs, xs with [::], [::] => True | g :: gs', x :: xs' => denotes g x /\ all_denote gs' xs' | _, _ => False end.

Lemma denote_stand gs xs : all check_generator gs -> all_denote gs xs -> all_stand gs xs.
Proof.
elim: gs xs => [|g gs IH] [|x xs] //= /andP[ok /IH h] [den /h rest]; split=> //.
move: ok den; rewrite /check_generator /denotes; case rg: (root g) => [[n [a b]]|].
  by move=> ok [x0 eq]; apply: (check_root_sound rg).
case eg: (exponent g) => [[n [p q]]|]; first by move=> ok; apply: check_exponential_sound eg rg ok.
by rewrite /check_exponential eg.
Qed.

Definition states (gs : seq generator) (xs : seq R) (c : claim (sums gs)) (e : evidence) : Prop :=
  let eval := eval_terms xs : num (sums gs) -> R in
  match e with
  | Private => states_private eval c
  | NotPrivate _ _ => states_not_private eval c
  | TightDelta _ => states_tight_delta eval c
  | Maximal => exists2 ef, factor c = Some ef &
      maximally_sufficient_with (@relation_of _ c) (value eval ef) (value eval (delta c)) (@mechanism_of R _ eval c)
  | NotMaximal _ _ => exists2 ef, factor c = Some ef &
      not_maximally_sufficient_with (@relation_of _ c) (value eval ef) (value eval (delta c)) (@mechanism_of R _ eval c)
  end.

(** Whatever is accepted is true, for all values that the generators may stand for: for the positive roots, and for every
    number that is between the partial sums of the series of e^(p/q) and their bounds ([is_exp]). *)
Theorem accept_sound gs (c : claim (sums gs)) e xs : accept c e -> all_denote gs xs ->
  well_formed (eval_terms xs : num (sums gs) -> R) c /\ states xs c e.
Proof.
case/andP=> ok acc /(denote_stand ok) /sums_sound sound; rewrite /states.
case: e acc => [|p event|w||o part]; [exact: check_private_sound | exact: check_not_private_sound
  | exact: check_tight_delta_sound | exact: check_maximal_sound | exact: check_not_maximal_sound].
Qed.

(** Rows given as quotients: what is checked are the same laws over a common denominator. *)
Theorem quotients_sound gs xs (l : seq (num (sums gs) * num (sums gs))) : all_stand gs xs -> check_common l ->
  forall o : 'I_(size l), law_of (eval_terms xs : num (sums gs) -> R) (common l) o
    = value (eval_terms xs : num (sums gs) -> R) (nth (zero (sums gs), one (sums gs)) l o).
Proof. by move=> /sums_sound sound /(common_sound sound) []. Qed.

End Meaning.

(** ** Linear programs on plain data: the reader fills rows and vectors with zeros *)

Section PlainPrograms.
Variable gs : seq generator.

Definition program_data (n m : nat) (free : seq bool) (costs : seq terms) (scale : terms)
    (rows : seq (relation * (seq terms * terms))) : data (sums gs) n m :=
  @Data (sums gs) n m (fun j => nth false free j) (fun j => nth [::] costs j) scale
    (fun i => (nth (Eq, ([::], [::])) rows i).1)
    (fun i j => nth [::] (nth (Eq, ([::], [::])) rows i).2.1 j)
    (fun i => (nth (Eq, ([::], [::])) rows i).2.2).
Definition plain_vector (k : nat) (x : seq terms * terms) : vector (sums gs) k := (fun j : 'I_k => nth [::] x.1 j, x.2).

Inductive program_evidence :=
  Optimum of (seq terms * terms) & (seq terms * terms) & (terms * terms)
| Infeasible of (seq terms * terms) | Unbounded of (seq terms * terms) & (seq terms * terms).

Definition accept_program (n m : nat) (L : data (sums gs) n m) (e : program_evidence) : bool :=
  all check_generator gs &&
  match e with
  | Optimum x y v => check_optimum L (plain_vector n x) (plain_vector m y) v.1 v.2
  | Infeasible y => check_infeasible L (plain_vector m y)
  | Unbounded x d => check_unbounded L (plain_vector n x) (plain_vector n d)
  end.
Definition check_program (free : seq bool) (costs : seq terms) (scale : terms)
    (rows : seq (relation * (seq terms * terms))) (e : program_evidence) : bool :=
  is_positive (N := sums gs) scale &&
  accept_program (program_data (size free) (size rows) free costs scale rows) e.

Definition states_program (R : realFieldType) (n m : nat) (L : program R n m) (xs : seq R) (e : program_evidence) : Prop :=
  match e with
  | Optimum _ _ v => optimum L (eval_terms xs v.1 / eval_terms xs v.2)%R
  | Infeasible _ => infeasible L
  | Unbounded _ _ => unbounded L
  end.

Theorem accept_program_sound (R : realFieldType) (n m : nat) (L : data (sums gs) n m) e (xs : seq R) :
  accept_program L e -> all_denote gs xs -> states_program (program_of (eval_terms xs : num (sums gs) -> R) L) xs e.
Proof.
case/andP=> ok acc /(denote_stand ok) /sums_sound sound.
case: e acc => [x y v|y|x d]; [exact: check_optimum_sound | exact: check_infeasible_sound | exact: check_unbounded_sound].
Qed.
End PlainPrograms.

(** ** Greatest mechanisms on plain data *)

Section PlainGreatest.
Variable gs : seq generator.
Notation N := (sums gs).

(** Rows, events and maxima as the reader gives them: [terms] are the numbers of N. *)
Definition plain_row := (terms * seq terms)%type.
Definition plain_event := ((nat * nat) * seq nat * terms)%type.
Definition plain_maximum := (seq terms * seq plain_event)%type.
Inductive greatest_answer :=
  Greatest of seq plain_row & seq plain_maximum
| NoGreatest of seq ((nat * seq plain_row) * (seq terms * seq plain_maximum)) & seq plain_event
| NoMechanism of seq plain_event.

Definition accept_greatest (p : problem N) (a : greatest_answer) : bool :=
  all check_generator gs &&
  match a with
  | Greatest rows maxima => check_greatest (N := N) p rows maxima
  | NoGreatest witnesses events => check_none (N := N) p witnesses events
  | NoMechanism events => check_no_mechanism (N := N) p events
  end.
Definition check_greatest_mechanism (inputs outputs : nat) (fixed : seq nat) (rows : seq (terms * seq terms))
    (edges : seq (nat * nat)) (factor delta : terms * terms) (rainbows : seq (seq nat)) (lexical : bool)
    (a : greatest_answer) : bool :=
  accept_greatest (@Problem N inputs outputs fixed rows edges factor delta rainbows lexical) a.

Definition states_greatest (R : realFieldType) (xs : seq R) (p : problem N) (a : greatest_answer) : Prop :=
  let eval := eval_terms xs : num N -> R in
  let E := value eval (bound_factor p) in let D := value eval (bound_delta p) in
  match a with
  | Greatest rows _ =>
      greatest (edge_of p) (rainbow_of_input p) (order_of R p) E D (is_fixed p) (fixed_law eval p) (laws eval p rows)
  | NoGreatest _ _ => none (edge_of p) (rainbow_of_input p) (order_of R p) E D (is_fixed p) (fixed_law eval p)
  | NoMechanism _ => forall M, ~ feasible (edge_of p) E D (is_fixed p) (fixed_law eval p) M
  end.

Theorem accept_greatest_sound (R : realFieldType) (p : problem N) a (xs : seq R) :
  accept_greatest p a -> all_denote gs xs ->
  well_posed (eval_terms xs : num N -> R) p /\ states_greatest xs p a.
Proof.
case/andP=> ok acc /(denote_stand ok) /sums_sound sound.
case: a acc => [rows maxima|witnesses events|events];
  [exact: check_greatest_sound | exact: check_none_sound | exact: check_no_mechanism_sound].
Qed.
End PlainGreatest.

(** ** The sufficiency order on plain data *)

Section PlainOrder.
Variable gs : seq generator.
Notation N := (sums gs).

Inductive order_evidence := Followed of seq (terms * seq terms) | NotFollowed of seq (seq terms).

Definition accept_order (c : comparison N) (e : order_evidence) : bool :=
  all check_generator gs &&
  match e with
  | Followed kernel => check_followed (N := N) c kernel
  | NotFollowed utility => check_not_followed (N := N) c utility
  end.
Definition check_order (outputs : nat) (rows : seq (terms * seq terms)) (between : nat) (source : seq (terms * seq terms))
    (e : order_evidence) : bool :=
  accept_order (@Comparison N outputs rows between source) e.

Definition states_order (R : realFieldType) (xs : seq R) (c : comparison N) (e : order_evidence) : Prop :=
  let eval := eval_terms xs : num N -> R in
  match e with
  | Followed _ => followed (@source_of R _ eval c) (@first_of R _ eval c)
  | NotFollowed _ => ~ followed (@source_of R _ eval c) (@first_of R _ eval c)
  end.

Theorem accept_order_sound (R : realFieldType) (c : comparison N) e (xs : seq R) : accept_order c e -> all_denote gs xs ->
  well_compared (eval_terms xs : num N -> R) c /\ states_order xs c e.
Proof.
case/andP=> ok acc /(denote_stand ok) /sums_sound sound.
by case: e acc => [kernel|utility]; [exact: check_followed_sound | exact: check_not_followed_sound].
Qed.
End PlainOrder.

(** ** A free t on plain data: [cut] is any function that says where to cut an interval *)

Section PlainForAll.
Variables (cut : interval -> Z * Z) (whole : interval) (fuel : nat).
Notation N := (polynomials cut whole fuel).

Definition check_for_all (width : nat) (rows : seq (terms * seq terms)) (pairs : seq (nat * nat)) (factor : terms * terms)
    (delta : terms * terms) : bool :=
  check_interval whole && check_private_for_all (@Claim N width rows pairs (Some factor) delta).
Definition common_row_for_all (l : seq (terms * terms)) : option (terms * seq terms) :=
  if check_interval whole && @check_common N l then Some (@common N l) else None.

Theorem check_for_all_sound (R : realFieldType) width rows pairs factor delta (t : R) :
  check_for_all width rows pairs factor delta -> inside whole t ->
  let c := @Claim N width rows pairs (Some factor) delta in let eval := eval_terms [:: t] : num N -> R in
  well_formed eval c /\ private (@relation_of _ c) (value eval factor) (value eval delta) (@mechanism_of R _ eval c).
Proof. by case/andP=> /(intervalP R) prop ok ins; exact: (private_at prop ins ok). Qed.

Theorem quotients_for_all_sound (R : realFieldType) (l : seq (num N * num N)) r (t : R) :
  common_row_for_all l = Some r -> inside whole t -> forall o : 'I_(size l),
  law_of (eval_terms [:: t] : num N -> R) r o = value (eval_terms [:: t] : num N -> R) (nth (zero N, one N) l o).
Proof.
rewrite /common_row_for_all; case: ifP => // /andP[/(intervalP R) prop ok] [<-] ins.
by have [] := common_sound (@polynomials_sound cut whole fuel R t prop ins) ok.
Qed.
End PlainForAll.

(** ** What the extracted functions state of the lists that they are given

    Each of the four functions that the reader calls, on its own lists: [quotient] of two sums, the [share] of o in a row over
    its denominator, and the row i of a table. Where a list is too short, the checks fail. *)

Section Plain.
Variables (R : realFieldType) (gs : seq generator) (xs : seq R).
Hypothesis denote : all_denote gs xs.

Definition quotient (q : terms * terms) : R := eval_terms xs q.1 / eval_terms xs q.2.
Definition share (table : seq (terms * seq terms)) (i o : nat) : R :=
  let r := nth ([:: (Z.one, [::])], [::]) table i in eval_terms xs (nth [::] r.2 o) / eval_terms xs r.1.

Theorem check_certificate_sound (width : nat) rows pairs factor delta e :
  check_certificate gs width rows pairs factor delta e ->
  let M (i : 'I_(size rows)) (o : 'I_width) := share rows i o in
  let r (i j : 'I_(size rows)) := (i : nat, j : nat) \in pairs in
  [/\ mechanism M, 0 <= quotient delta <= 1, forall f, factor = Some f -> 1 <= quotient f &
    match e, factor with
    | Private, Some f => private r (quotient f) (quotient delta) M
    | Private, None => private_infinity r (quotient delta) M
    | NotPrivate _ _, Some f => not_private r (quotient f) (quotient delta) M
    | NotPrivate _ _, None => not_private_infinity r (quotient delta) M
    | TightDelta _, Some f => tight_delta r (quotient f) (quotient delta) M
    | TightDelta _, None => tight_delta_infinity r (quotient delta) M
    | Maximal, Some f => maximally_sufficient_with r (quotient f) (quotient delta) M
    | NotMaximal _ _, Some f => not_maximally_sufficient_with r (quotient f) (quotient delta) M
    | Maximal, None | NotMaximal _ _, None => False
    end].
Proof.
move=> ok; have [[mech range large] says] := accept_sound ok denote; split=> //.
move: says {mech range large}; rewrite /states; case: e {ok} => [|pair event|w||o part]; case: factor => [f|] h.
all: by first [exact: h | case: h => f' // [<-]].
Qed.

(** Row i of the program is the i-th list, and the costs are over their common scale. *)
Theorem check_program_sound free costs scale rows e : check_program gs free costs scale rows e ->
  let row i := nth (Eq, ([::], [::])) rows i in
  let L := @Program R (size free) (size rows) (fun j => nth false free j) (fun j => quotient (nth [::] costs j, scale))
    (fun i => (row i).1) (fun i j => eval_terms xs (nth [::] (row i).2.1 j)) (fun i => eval_terms xs (row i).2.2) in
  0 < eval_terms xs scale /\
  match e with
  | Optimum _ _ v => optimum L (quotient v)
  | Infeasible _ => infeasible L
  | Unbounded _ _ => unbounded L
  end.
Proof.
case/andP=> scaled ok; have says := accept_program_sound ok denote; split; last by case: e ok says.
by case/andP: ok => checked _; exact: (positiveP (sums_sound (denote_stand checked denote)) scaled).
Qed.

(** The rainbow of v has at the place i the i-th number of the v-th list; a fixed input has its row, in the same order. *)
Theorem check_greatest_mechanism_sound (inputs outputs : nat) fixed rows edges factor delta rainbows lexical a :
  check_greatest_mechanism gs inputs outputs fixed rows edges factor delta rainbows lexical a ->
  let r (i j : 'I_inputs) := (i : nat, j : nat) \in edges in
  let known (v : 'I_inputs) := (v : nat) \in fixed in
  let law table (v : 'I_inputs) (o : 'I_outputs) := share table v o in
  let m (v : 'I_inputs) (o : 'I_outputs) := share rows (index (v : nat) fixed) o in
  let order := if lexical then @lexicographic R outputs else @dominates R outputs in
  let E := quotient factor in let D := quotient delta in
  exists2 f : 'I_inputs -> {perm 'I_outputs}, forall v i, (f v i : nat) = nth 0%N (nth [::] rainbows v) i &
  [/\ forall v, known v -> distribution (m v), 0 <= D <= 1, 1 <= E &
    match a with
    | Greatest table _ => greatest r f order E D known m (law table)
    | NoGreatest _ _ => none r f order E D known m
    | NoMechanism _ => forall M, ~ feasible r E D known m M
    end].
Proof.
move=> ok; have [[laws range large places] says] := accept_greatest_sound ok denote.
by exists (@rainbow_of_input _ (@Problem (sums gs) inputs outputs fixed rows edges factor delta rainbows lexical)); last by split.
Qed.

Theorem check_order_sound (outputs : nat) rows (between : nat) source e : check_order gs outputs rows between source e ->
  let P (i : 'I_(size rows)) (o : 'I_outputs) := share rows i o in
  let Q (i : 'I_(size rows)) (o : 'I_between) := share source i o in
  [/\ mechanism P, mechanism Q & if e is Followed _ then followed Q P else ~ followed Q P].
Proof. by move=> ok; have [[mP mQ] says] := accept_order_sound ok denote; split=> //; case: e ok says. Qed.

End Plain.
