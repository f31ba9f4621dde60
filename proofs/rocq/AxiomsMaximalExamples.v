(** * AxiomsMaximalExamples: the definitions of AxiomsMaximal.v and AxiomsSplits.v on numbers that a reader checks by hand *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions Events AxiomsMaximal AxiomsSplits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Randomized response, truth 3/4: maximally sufficient at E = 3, not at E = 4. *)
Definition response (i o : bool) : rat := if i == o then 3%:R / 4%:R else 1 / 4%:R.
Definition other (i j : bool) : bool := i != j.
Lemma response_mechanism : mechanism response.
Proof. by case; split=> [[]|]; rewrite ?big_bool; vm_compute. Qed.
Lemma response_private E : 3%:R <= E -> private other E 0 response.
Proof.
move=> E3; apply/private_columns => i j o _; apply: le_trans (_ : 3%:R * response j o <= _).
  by case: i; case: j; case: o; vm_compute.
by apply: ler_wpmul2r => //; case: j; case: o; vm_compute.
Qed.
Example response_maximal : maximally_sufficient other 3%:R response.
Proof.
apply: (connected_maximal true response_mechanism (response_private (lexx _))) => o.
apply/forallP => -[]; apply/forallP => -[]; rewrite ?connect0 ?implybT //; apply/implyP => _; apply: connect1;
by case: o; vm_compute.
Qed.
Example response_not_maximal : ~ maximally_sufficient other 4%:R response.
Proof.
have p : private other 4%:R 0 response by apply: response_private; vm_compute.
move=> /(maximal_iff true response_mechanism p) /(_ true) /forallP /(_ true) /forallP /(_ false).
by move=> /implyP /(_ isT) /connectP[[|[] q] // /andP[]]; vm_compute.
Qed.

(** One output for both of two inputs at E = 2: rho1 = rho2 = 1, and it becomes 2/3, 1/3 and 1/3, 2/3. *)
Example split_of_nothing :
  [seq [seq split (fun (i : bool) (o : unit) => 1 : rat) tt (printed_part 2%:R id 1 1) i u
    | i <- [:: true; false]] | u <- [:: Some tt; None]]
  = [:: [:: 2%:R / 3%:R; 1 / 3%:R]; [:: 1 / 3%:R; 2%:R / 3%:R]].
Proof. by apply/eqP; vm_compute. Qed.

(** Without an input the theorem is about nothing: the mechanism without outputs cannot be had from one with outputs. *)
Definition nothing (T : finType) (i : 'I_0) (o : T) : rat := 0.
Example no_input : (forall o, support_connected (fun _ _ => true) 2%:R ((@nothing [finType of unit])^~ o))
  /\ ~ maximally_sufficient (fun _ _ => true) 2%:R (@nothing [finType of unit]).
Proof.
split=> [o|[_ max]]; first by apply/forallP => -[].
have [||| K mK _] := max [finType of 'I_0] (@nothing _); try by case.
  by exists (fun i _ => 0) => -[].
by have [_] := mK tt; rewrite big_ord0 => /eqP; rewrite eq_sym oner_eq0.
Qed.
