"""Conclusions of the proofs that no row of a ledger cites, and the fingerprint of what each says: a change is noticed.

They are about pages of `docs/`, on which no paper speaks: what follows from what, a lemma of the open question, a
converse of Theorem 1 of the rainbow paper, a kernel that is none; or they say of a definition or an axiom that dpexact
computes what it says, and a definition is no claim.
"""

UNCITED = {
    "proof:axioms/appendix_a_b#at_least_identity_is_needed": "cbc1a7c7",
    "proof:axioms/appendix_a_b#concave_and_at_least_identity": "7ad2a94c",
    "proof:axioms/appendix_a_b#concave_is_needed": "a81b48bb",
    "proof:axioms/definitions#axiom_2_1_1": "e057c09c",
    "proof:axioms/definitions#axiom_2_1_2": "ce393d91",
    "proof:axioms/definitions#definition_2_0_3": "8704fef7",
    "proof:axioms/definitions#different_output_spaces": "806b6726",
    "proof:axioms/determinant#determinant_and_minors": "284e0a4f",
    "proof:axioms/dobrushin#branching_for_two": "6cc03aef",
    "proof:axioms/section_2_2_1#logistic_formula": "a0e6b940",
    "proof:axioms/section_2_privacy#merging_single_outputs": "d7672906",
    "proof:axioms/section_2_privacy#strict_inequality": "77baa761",
    "proof:axioms/theorem_3_2_8#jump": "1170c201",
    "proof:gradual_release/conjecture#renormalised_center": "625432cf",
    "proof:gradual_release/conjecture#renormalised_end": "bf61be12",
    "proof:gradual_release/conjecture#renormalised_middle": "eb18bd82",
    "proof:gradual_release/conjecture#renormalised_stays": "d4929445",
    "proof:rainbow/five_cycle#not_together": "b8d84231",
    "proof:rainbow/five_cycle#valid": "ed27179a",
    "proof:rainbow/sentences_section_2#definition_2": "91d43d5d",
    "proof:rainbow/theorem_1#converse_without_epsilon": "a155e314",
}
