(** * AxiomsMaximalExamples: row graphs and splits of DefinitionsAxioms.v on numbers that a reader checks by hand *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions DefinitionsAxioms Events AxiomsMaximal AxiomsMaximalDelta AxiomsSplits.

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
Lemma no_way (e : rel bool) : (forall k, ~~ e true k) -> ~~ connect e true false.
Proof. by move=> none; apply/connectP => -[[|k p] //= /andP[]]; rewrite (negbTE (none k)). Qed.
Example response_not_maximal : ~ maximally_sufficient other 4%:R response.
Proof.
have p : private other 4%:R 0 response by apply: response_private; vm_compute.
move=> /(maximal_iff true response_mechanism p) /(_ true) /forallP /(_ true) /forallP /(_ false).
by move=> /implyP /(_ isT); apply/negP/no_way; case; vm_compute.
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

(** Tight from the input with 3/4 to that with 1/4 at E = 3, not back; a link either way. Where an output is impossible
    there is no link inside: 0 = 0 * 1. *)
Definition first_output : bool -> rat := response^~ true.
Example tight_direction : tight other 3%:R first_output true false && ~~ tight other 3%:R first_output false true
  && ~~ tight (fun _ _ => false) 3%:R first_output true false.
Proof. by vm_compute. Qed.
Example linked_both : linked other 3%:R first_output true false && linked other 3%:R first_output false true
  && ~~ linked other 4%:R first_output true false.
Proof. by vm_compute. Qed.
Definition here_only (i : bool) : rat := i%:R.
Example linked_inside_possible : linked other 0 here_only true false && ~~ linked_inside other 0 here_only true false
  && linked_inside other 3%:R first_output true false.
Proof. by vm_compute. Qed.
Example row_graph_yes : row_graph_connected other 3%:R first_output.
Proof. by case; case; rewrite ?connect0 //; apply: connect1; vm_compute. Qed.
Example row_graph_no : ~ row_graph_connected other 4%:R first_output.
Proof. by move=> /(_ true false); apply/negP/no_way; case; vm_compute. Qed.
(** It asks for all inputs, also where the output is impossible; [support_connected] does not. *)
Example row_graph_everywhere : ~ row_graph_connected other 1 here_only /\ support_connected other 1 here_only.
Proof.
split; first by move=> /(_ true false) /connectP[[|[] p] // /andP[]]; vm_compute.
by apply/forallP => -[]; apply/forallP => -[]; rewrite ?connect0 ?implybT //; apply/implyP; vm_compute.
Qed.

Definition Q := rat_realFieldType.
Example merge_values : [seq [seq merge Q true u o | o <- [:: true; false]] | u <- [:: Some true; Some false; None]]
  = [:: [:: 1; 0]; [:: 0; 1]; [:: 1; 0]].
Proof. by apply/eqP; vm_compute. Qed.
Example truth_values : [seq truth Q true o | o <- [:: true; false]] = [:: 1; 0] /\ truth Q false false = 1.
Proof. by split; apply/eqP; vm_compute. Qed.

(** E/rho1 = 2 and E/rho2 = 4/3: a = (1/3)/(5/3), b = 1/(5/3). *)
Example printed_numbers : a_ (2%:R : rat) 1 (3%:R / 2%:R) = 1 / 5%:R /\ b_ (2%:R : rat) 1 (3%:R / 2%:R) = 3%:R / 5%:R.
Proof. by split; apply/eqP; vm_compute. Qed.

(** Likelihoods 2 and 1 at two neighbors: rho is 2 from the first to the second and 1/2 back. *)
Definition two_to_one (i : bool) : rat := if i then 2%:R else 1.
Example rho_forward : is_rho other two_to_one id negb 2%:R /\ is_rho other two_to_one negb id (1 / 2%:R).
Proof.
split; split; try by [exists true, false; split | exists false, true; split; rewrite // /two_to_one].
  by case; case=> //= _ _ _; vm_compute.
by case; case=> //= _ _ _; vm_compute.
Qed.
Example rho_not_less : ~ is_rho other two_to_one id (predT : pred bool) 1.
Proof. by case=> _ /(_ true false isT isT isT); apply/negP; vm_compute. Qed.
Example rho_not_more : ~ is_rho other two_to_one id negb 3%:R.
Proof. by case=> -[[] [[] [//= _ _ _ /eqP]]] _; vm_compute. Qed.
Example rho_of_neighbors : ~ is_rho (fun _ _ => false) two_to_one id negb 2%:R.
Proof. by case=> -[s [t []]]. Qed.

(** With delta = 1/4 at E = 2: randomized response gives all of delta away, but ties nowhere, so it can be split. The other
    tells the input with 1/4 and responds with 2 to 1 else: all of delta is in the leak, and its other outputs tie. *)
Definition leaking (i : bool) (o : bool + bool) : rat :=
  match o with inl b => if i == b then 1 / 2%:R else 1 / 4%:R | inr b => if i == b then 1 / 4%:R else 0 end.
Lemma leaking_mechanism : mechanism leaking.
Proof. by case; split=> [[[]|[]]|]; rewrite ?big_sumType ?big_bool; vm_compute. Qed.
Lemma leaking_private : private other 2%:R (1 / 4%:R) leaking.
Proof. by move=> [] [] // _; apply/close_to_hockey_stick; rewrite /hockey_stick big_sumType !big_bool; vm_compute. Qed.
Lemma response_within : private other 2%:R (1 / 4%:R) response.
Proof. by move=> [] [] // _; apply/close_to_hockey_stick; rewrite /hockey_stick big_bool; vm_compute. Qed.
Example exhausted_all : exhausted other 2%:R (1 / 4%:R) leaking true false && exhausted other 2%:R (1 / 4%:R) response false true
  && ~~ exhausted other 2%:R (1 / 3%:R) leaking true false && ~~ exhausted (fun _ _ => false) 2%:R (1 / 4%:R) leaking true false.
Proof. by rewrite /exhausted /hockey_stick !big_sumType !big_bool; vm_compute. Qed.
Example leaking_maximal : maximally_sufficient_with other 2%:R (1 / 4%:R) leaking.
Proof.
apply: (connected_maximal_with true leaking_mechanism leaking_private) => o; apply/forallP => i; apply/forallP => j.
apply/implyP => /andP[xi xj]; case: (eqVneq i j) => [->|ij]; first exact: connect0.
apply: connect1; rewrite /linked_inside xi xj /linked /tight /exhausted /hockey_stick !big_sumType !big_bool.
by move: xi xj ij; case: i; case: j => //; case: o => [[]|[]] //; vm_compute.
Qed.
Example response_not_maximal_with : ~ maximally_sufficient_with other 2%:R (1 / 4%:R) response.
Proof.
have E0 : 0 <= 2%:R :> rat by vm_compute.
move=> /(maximal_iff_with E0 true response_mechanism response_within) /(_ true) /forallP /(_ true) /forallP /(_ false).
move=> /implyP /(_ isT); apply/negP/no_way => k.
by rewrite /linked_inside /linked /tight /exhausted /hockey_stick !big_bool; case: k; vm_compute.
Qed.
Example response_split_with : not_maximally_sufficient_with other 2%:R (1 / 4%:R) response.
Proof.
have E0 : 0 <= 2%:R :> rat by vm_compute.
have apart : ~~ support_connected (exhausted other 2%:R (1 / 4%:R) response) 2%:R (response^~ true).
  apply/negP => /forallP /(_ true) /forallP /(_ false) /implyP /(_ isT); apply/negP/no_way => k.
  by rewrite /linked_inside /linked /tight /exhausted /hockey_stick !big_bool; case: k; vm_compute.
have [f [m p s not]] := disconnected_split_with E0 response_mechanism response_within apart.
by split; [exact: response_within | exists [finType of option bool], (split response true f)].
Qed.
Example leaking_not_split : ~ not_maximally_sufficient_with other 2%:R (1 / 4%:R) leaking.
Proof. by case=> _ [U [Q [m p s]]]; apply; exact: (leaking_maximal.2 U Q m p s). Qed.
Example response_beyond : ~ not_maximally_sufficient_with other 2%:R (1 / 5%:R) response.
Proof.
case=> /(_ true false isT) /close_to_hockey_stick + _; rewrite /hockey_stick big_bool; apply/negP; rewrite -ltNge.
by vm_compute.
Qed.
