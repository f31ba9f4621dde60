(** The checker of Certificates.v, ComposedLaws.v and RefutedLaws.v as an OCaml program. Integers become those of Zarith,
    and answers about a sign those of big.ml, where it is noted that one was unknown; everything else, natural numbers and
    lists too, is extracted as it is defined. *)
From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From DPExact Require Import Definitions Checker Certificates ComposedLaws RefutedLaws.

Extraction Language OCaml.
Extract Inductive positive => "Big.t" [ "Big.double_plus_one" "Big.double" "Big.one" ] "Big.positive_case".
Extract Inductive Z => "Big.t" [ "Big.zero" "" "Big.opp" ] "Big.z_case".
Extract Inductive answer => "Big.answer" [ "Big.Negative" "Big.Zero" "Big.Positive" "(Big.unknown ())" ] "Big.answer_case".
Extract Constant Z.add => "Big.add".
Extract Constant Z.mul => "Big.mul".
Extract Constant Z.opp => "Big.opp".
Extract Constant Z.div => "Big.div".
Extract Constant Z.eqb => "Big.equal".
Extract Constant Z.leb => "Big.leq".
Extract Constant Z.ltb => "Big.lt".
(* Polymorphic values that OCaml would not generalise. *)
Extraction Inline ssrbool.predT ssrbool.pred_of_argType.
Extraction "checker.ml" check_certificate common_row check_program check_greatest_mechanism check_order
  check_for_all common_row_for_all check_composition check_refuted.
