"""Conclusions of the proofs that no row of a ledger cites, and the fingerprint of what each says: a change is noticed.

They are about pages of `docs/`, on which no paper speaks: what follows from what, a lemma of the open question, a
converse of Theorem 1 of the rainbow paper, a kernel that is none, staircases that have a release; or they say of a
definition or an axiom that dpexact computes what it says, and a definition is no claim.
"""

UNCITED = {
    "proof:axioms/appendix_a_b#at_least_identity_is_needed": "cbc1a7c7",
    "proof:axioms/appendix_a_b#concave_and_at_least_identity": "cd845e1a",
    "proof:axioms/appendix_a_b#concave_is_needed": "a81b48bb",
    "proof:axioms/definitions#axiom_2_1_1": "e057c09c",
    "proof:axioms/definitions#axiom_2_1_2": "ce393d91",
    "proof:axioms/definitions#definition_2_0_3": "8704fef7",
    "proof:axioms/definitions#different_output_spaces": "e379afe2",
    "proof:axioms/determinant#determinant_and_minors": "7c5fbd93",
    "proof:axioms/dobrushin#branching_for_two": "c4002c4c",
    "proof:axioms/section_2_2_1#logistic_formula": "5c9a99ba",
    "proof:axioms/section_2_privacy#merging_single_outputs": "d7672906",
    "proof:axioms/section_2_privacy#strict_inequality": "77baa761",
    "proof:axioms/theorem_3_2_8#jump": "5b849bbd",
    "proof:gradual_release/staircase_ratios#released": "3d178d8b",
    "proof:rainbow/five_cycle#valid": "ba07e6f3",
    "proof:rainbow/sentences_section_2#definition_2": "91d43d5d",
    "proof:rainbow/theorem_1#converse_without_epsilon": "a155e314",
}
