(** * AxiomsMaximal: Theorem 3.3.2 of "An Axiomatic View of Statistical Privacy and Utility", corrected, and Appendix E

    A private mechanism (delta = 0) is maximally sufficient if every private mechanism of which it is a post-processing is
    a post-processing of it. That is so if and only if, for every output, tight pairs connect the inputs at which the output
    is possible: for any relation, symmetric or not, connected or not, and any E. On a connected symmetric relation that is
    the paper's condition, that all row graphs are connected. Inputs and outputs are finite, of the other mechanism too. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Definitions *)

Section Sufficiency.
Variables (R : realFieldType) (I T : finType).

(** Definition 3.1.2: Q is sufficient for M, M = A Q for a random map A. *)
Definition sufficient (U V : finType) (Q : I -> U -> R) (M : I -> V -> R) : Prop :=
  exists2 A : U -> V -> R, mechanism A & forall i, M i =1 post A (Q i).

(** Definition 3.1.3, for (E, 0)-privacy and finitely many outputs. *)
Definition maximally_sufficient (r : rel I) (E : R) (M : I -> T -> R) : Prop :=
  [/\ mechanism M, private r E 0 M &
    forall (U : finType) (Q : I -> U -> R), mechanism Q -> private r E 0 Q -> sufficient Q M -> sufficient M Q].

(** Definition 3.3.1: the row graph of an output, x its likelihood; [linked] forgets the direction. *)
Definition tight (r : rel I) (E : R) (x : I -> R) : rel I := fun i j => r i j && (x i == E * x j).
Definition linked (r : rel I) (E : R) (x : I -> R) : rel I := fun i j => tight r E x i j || tight r E x j i.
Definition row_graph_connected (r : rel I) (E : R) (x : I -> R) : Prop := forall i j, connect (linked r E x) i j.

(** The same among the inputs at which the output is possible. *)
Definition linked_inside (r : rel I) (E : R) (x : I -> R) : rel I :=
  fun i j => [&& x i != 0, x j != 0 & linked r E x i j].
Definition support_connected (r : rel I) (E : R) (x : I -> R) : bool :=
  [forall i, forall j, (x i != 0) && (x j != 0) ==> connect (linked_inside r E x) i j].

(** The output o is split in two: [Some o] keeps the part f i of its probability at the input i, [None] gets the rest. *)
Definition split (M : I -> T -> R) (o : T) (f : I -> R) (i : I) (u : option T) : R :=
  if u is Some o' then (if o' == o then f i * M i o else M i o') else (1 - f i) * M i o.

(** The map that merges the two again. *)
Definition merge (o : T) (u : option T) (o' : T) : R := (o' == odflt o u)%:R.

End Sufficiency.

(** ** Connected outputs are enough *)

Section Enough.
Variables (R : realFieldType) (I T : finType) (r : rel I) (E : R).

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

(** The core: an output of Q that may be mapped to o has a likelihood proportional to that of o. *)
Theorem proportional (U : finType) (Q : I -> U -> R) (A : U -> T -> R) o q : mechanism Q -> private r E 0 Q ->
  mechanism A -> (forall i, M i =1 post A (Q i)) -> support_connected r E (M^~ o) -> A q o != 0 ->
  forall i j, Q i q * M j o = Q j q * M i o.
Proof.
move=> mQ /private_columns pQ mA e conn Aqo i j.
have A0 p : 0 <= A p o by case: (mA p).
have Q0 k p : 0 <= Q k p by case: (mQ k).
have zero k : M k o = 0 -> Q k q = 0.
  rewrite e /post => /eqP; rewrite psumr_eq0 => [|p _]; last exact: mulr_ge0.
  by move=> /allP /(_ q (mem_index_enum q)) /=; rewrite mulf_eq0 (negbTE Aqo) orbF => /eqP.
have tightQ k l : tight r E (M^~ o) k l -> Q k q = E * Q l q.
  by case/andP=> rkl /eqP; rewrite !e => t; apply: (tight_parts rkl _ A0 t) => // p; apply: pQ.
have step k l : linked r E (M^~ o) k l -> Q k q * M l o = Q l q * M k o.
  by case/orP=> t; have /andP[_ /eqP ->] := t; rewrite (tightQ _ _ t); ring.
case: (eqVneq (M i o) 0) => [Mi|Mi]; first by rewrite (zero _ Mi) Mi mul0r mulr0.
case: (eqVneq (M j o) 0) => [Mj|Mj]; first by rewrite (zero _ Mj) Mj mul0r mulr0.
move/forallP: conn => /(_ i) /forallP /(_ j); rewrite Mi Mj => /connectP [s path ejs]; rewrite {}ejs {Mj j}.
elim: s i Mi path => [|k s IH] i Mi /= path; first by [].
have /andP[/and3P[_ Mk link] rest] := path.
by apply: (mulIf Mk); rewrite mulrAC (step _ _ link) mulrAC (IH k Mk rest) mulrAC.
Qed.

(** The map back is Bayes' rule for the uniform prior: P(q | o) is as A q o times the sum of Q _ q. *)
Theorem connected_maximal (i0 : I) : mechanism M -> private r E 0 M ->
  (forall o, support_connected r E (M^~ o)) -> maximally_sufficient r E M.
Proof.
move=> mM pM conn; split=> // U Q mQ pQ [A mA e].
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
  exact: (proportional mQ pQ mA e (conn o) Aqo).
by apply: (mulIf So); rewrite mulrAC prop; field.
Qed.

End Enough.
