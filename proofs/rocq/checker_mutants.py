"""Delete one check of the modelled checker at a time and see what notices: the documents of compare.py, or else a proof.

    python -m proofs.rocq.checker_mutants [COUNT [FIRST [LAST]]]

in an environment with dpexact, after `make`; exit 1 if nothing notices one. COUNT as in compare.py; FIRST and LAST choose
mutants by number. A mutant is extracted without its proofs and judges the documents; where it says the same as the
model on all of them, the file with its proofs is compiled, and must fail.
"""

# ruff: noqa: E501, S603, S311
from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proofs.rocq.compare import HERE, made, readable
from proofs.rocq.known import VECTORS
from proofs.rocq.mutants import PLACES, put

FILES = ["Checker.v", "Numbers.v", "ForAll.v", "Programs.v", "Greatest.v", "Sufficiency.v", "Certificates.v"]
FILES += ["Kronecker.v", "Lattice.v", "BinomialNoise.v", "LineBrackets.v", "Lines.v", "LatticeBelow.v"]
FILES += ["ComposedLaws.v", "RefutedLaws.v"]
KEPT = ["Definitions.v", "Archimedean.v", "Events.v", "LinearPrograms.v", "Rainbow.v"]
KEPT += ["DefinitionsRainbow.v", "DefinitionsAxioms.v", "AxiomsMaximal.v", "AxiomsMaximalDelta.v"]
KEPT += ["Composition.v", "Adaptive.v"]
KEPT += ["DefinitionsLaws.v", "Signs.v", "Exponential.v", "LineLaws.v", "LineNoise.v", "NormalIntegral.v"]
BIG = ["big.ml", "check.ml", "Extract.v"]
AFTER = {
    "Checker.v": FILES[1:],
    "Numbers.v": ["ForAll.v", *FILES[-9:]],
    "Greatest.v": ["Sufficiency.v", "Certificates.v", "ComposedLaws.v", "RefutedLaws.v"],
    "Kronecker.v": FILES[-7:],
    "Lattice.v": FILES[-6:],
    "BinomialNoise.v": ["ComposedLaws.v", "RefutedLaws.v"],
    "LineBrackets.v": ["ComposedLaws.v", "RefutedLaws.v"],
    "Lines.v": ["ComposedLaws.v", "RefutedLaws.v"],
    "LatticeBelow.v": ["RefutedLaws.v"],
    "ComposedLaws.v": ["RefutedLaws.v"],
    "RefutedLaws.v": [],
}
SOUND = "(** ** Soundness *)"
ENDS = {"Checker.v": "(** ** What is claimed, and soundness *)", "Numbers.v": SOUND, "ForAll.v": SOUND}
ENDS |= dict.fromkeys(FILES[-8:], SOUND)
MUTANTS: dict[str, list[tuple[str, str]]] = {
    "Checker.v": [
        ("  all is_positive ds && all", "  all"),
        ("is_positive q.2 && has (same q.2) ds", "has (same q.2) ds"),
        ("is_positive q.2 && has (same q.2) ds", "is_positive q.2"),
        ("[&& size r.2 == m, is_positive r.1,", "[&& is_positive r.1,"),
        ("size r.2 == m, is_positive r.1, all", "size r.2 == m, all"),
        ("all not_negative r.2 & is_zero (sum r.2 - r.1)%numbers]", "true & is_zero (sum r.2 - r.1)%numbers]"),
        ("all not_negative r.2 & is_zero (sum r.2 - r.1)%numbers]", "all not_negative r.2 & true]"),
        ("[&& all (check_row (width c)) (rows c), all", "[&& true, all"),
        ("all (fun p => (p.1 < size (rows c)) && (p.2 < size (rows c)))%N (pairs c)", "true"),
        ("is_positive f && not_negative (e - f)%numbers", "not_negative (e - f)%numbers"),
        ("is_positive f && not_negative (e - f)%numbers", "is_positive f"),
        ("is_positive (delta c).2, not_negative (delta c).1", "not_negative (delta c).1"),
        ("not_negative (delta c).1 & not_n", "true & not_n"),
        ("& not_negative ((delta c).2 - (delta c).1)%numbers]", "& true]"),
        ("| Positive => omap (add x) (positive_part l') | Unknown => None |", "| Positive => omap (add x) (positive_part l') |"),
        ("| Zero => omap (add a) (where_zero l') | Unknown => None |", "| Zero => omap (add a) (where_zero l') |"),
        ("then nonpositive (within_delta c s (P.1 * (Q.1 * ef.2))%numbers) else", "then true else"),
        ("then nonpositive (within_delta c s P.1) else", "then true else"),
        ("check_demands c && all (check_pair c) (pairs c)", "all (check_pair c) (pairs c)"),
        ("check_demands c && all (check_pair c) (pairs c)", "check_demands c"),
        ("[&& p \\in pairs c, sorted", "[&& sorted"),
        ("sorted ltn event & all", "true & all"),
        ("& all (fun o => o < width c)%N event]", "& true]"),
        ("all is_zero (select event (row_of c p.2).2)", "true"),
        ("[&& check_demands c, check_event c p event, impossible c p event & is_positive", "[&& check_event c p event, impossible c p event & is_positive"),
        ("[&& check_demands c, check_event c p event,", "[&& check_demands c,"),
        ("impossible c p event & is_positive (excess", "true & is_positive (excess"),
        ("& is_positive (excess c p event)]", "& true]"),
        ("check_private c &&\n", ""),
        ("Some (p, event) => [&& check_event c p event,", "Some (p, event) => [&&"),
        ("impossible c p event & is_zero", "true & is_zero"),
        ("& is_zero (excess c p event)]", "& true]"),
        ("nilp (pairs c) && is_zero (delta c).1", "is_zero (delta c).1"),
        ("nilp (pairs c) && is_zero (delta c).1", "nilp (pairs c)"),
    ],
    "Numbers.v": [
        ("[&& (0 < n)%N, Z.ltb Z0 b,", "[&& Z.ltb Z0 b,"),
        ("[&& (0 < n)%N, Z.ltb Z0 b,", "[&& (0 < n)%N,"),
        ("Z.ltb Z0 (bottom g), Z.leb Z0 (low g), Z.leb Z0 (high g),", "Z.leb Z0 (low g), Z.leb Z0 (high g),"),
        ("Z.leb Z0 (low g), Z.leb Z0 (high g),", "Z.leb Z0 (high g),"),
        ("Z.leb Z0 (low g), Z.leb Z0 (high g),", "Z.leb Z0 (low g),"),
        ("Z.leb (Z.mul (zpow (low g) n) b) (Z.mul a (zpow (bottom g) n))\n", "true\n"),
        ("& Z.leb (Z.mul a (zpow (bottom g) n)) (Z.mul (zpow (high g) n) b)]", "& true]"),
        ("[&& Z.ltb Z0 (bottom g), Z.leb Z0 (low g), Z.leb Z0 p,", "[&& Z.leb Z0 (low g), Z.leb Z0 p,"),
        ("Z.leb Z0 (low g), Z.leb Z0 p,", "Z.leb Z0 p,"),
        ("Z.leb Z0 p, Z.ltb Z0 q,", "Z.ltb Z0 q,"),
        ("Z.leb Z0 p, Z.ltb Z0 q,", "Z.leb Z0 p,"),
        ("Z.leb (Z.add p p) (Z.mul q (Z.add k Z.one)),", "true,"),
        ("Z.leb (Z.mul (low g) d) (Z.mul s (bottom g)) &", "true &"),
        ("& Z.leb (Z.mul (Z.add s a) (bottom g)) (Z.mul (high g) d)]", "& true]"),
        ("if all (fun t => fits gs (overs gs t.2) k) p then", "if true then"),
        ("if all (fun t => fits gs t.2 d) q then", "if true then"),
    ],
    "ForAll.v": [
        ("[&& all (Z.leb Z0) h, strict", "[&& strict"),
        ("strict ==> Z.ltb Z0 (head Z0 h) & if strict then Z.ltb Z0 e else Z.leb Z0 e]", "true & if strict then Z.ltb Z0 e else Z.leb Z0 e]"),
        ("& if strict then Z.ltb Z0 e else Z.leb Z0 e]", "& true]"),
        ("[&& Z.ltb Z0 k, on", "[&& on"),
        ("on strict fuel' (a, c, (m, k)) p & on", "true & on"),
        ("& on strict fuel' (m, k, (b, d)) p]", "& true]"),
        ("[&& size r.2 == m, is_positive", "[&& is_positive"),
        ("is_positive (N := N) r.1, all", "all"),
        ("all nonneg_polynomial r.2 & is_zero", "true & is_zero"),
        ("& is_zero (N := N) (sum (N := N) r.2 - r.1)%numbers]", "& true]"),
        ("[&& all (check_row_for_all (width c)) (rows c),\n", "[&&\n"),
        ("    all (fun p => (p.1 < size (rows c)) && (p.2 < size (rows c)))%N (pairs c),\n", ""),
        ("is_positive (N := N) f && nonneg_polynomial (e - f)%numbers", "nonneg_polynomial (e - f)%numbers"),
        ("is_positive (N := N) f && nonneg_polynomial (e - f)%numbers", "is_positive (N := N) f"),
        ("is_positive (N := N) (delta c).2, nonneg_polynomial (delta c).1 &", "nonneg_polynomial (delta c).1 &"),
        ("nonneg_polynomial (delta c).1 & nonneg_polynomial", "true & nonneg_polynomial"),
        ("& nonneg_polynomial ((delta c).2 - (delta c).1)%numbers]", "& true]"),
        ("if nonneg_polynomial x then all_sums l' (bound - x)%numbers else", ""),
        ("if nonneg_polynomial (opp_terms x) then all_sums l' bound else", "if true then all_sums l' bound else"),
        ("all_sums l' (bound - x)%numbers && all_sums l' bound", "all_sums l' bound"),
        ("all_sums l' (bound - x)%numbers && all_sums l' bound", "all_sums l' (bound - x)%numbers"),
        ("else nonneg_polynomial bound", "else true"),
        ("check_demands_for_all c && all", "all"),
        ("check_demands_for_all c && all (check_pair_for_all c) (pairs c)", "check_demands_for_all c"),
        ("[&& Z.ltb Z0 c, Z.leb Z0 d &", "[&& Z.leb Z0 d &"),
        ("Z.leb Z0 d & Z.eqb d Z0 ==> Z.ltb Z0 b]", "Z.eqb d Z0 ==> Z.ltb Z0 b]"),
        ("Z.leb Z0 d & Z.eqb d Z0 ==> Z.ltb Z0 b]", "Z.leb Z0 d]"),
    ],
    "Programs.v": [
        ("[&& is_positive x.2,\n", "[&&\n"),
        ("[forall i, sign_allows (sign_row L i) (if homogeneous then row_left x i else row_left x i - limit L i * x.2)%numbers]", "true"),
        ("& [forall j, free_of L j || not_negative (x.1 j)]]", "& true]"),
        ("[&& is_positive y.2, is_positive scale,\n", "[&& is_positive scale,\n"),
        ("is_positive y.2, is_positive scale,\n", "is_positive y.2,\n"),
        ("Le => nonpositive (y.1 i) |", "Le => true |"),
        ("Ge => not_negative (y.1 i) end", "Ge => true end"),
        ("then is_zero rest else not_negative rest", "then true else not_negative rest"),
        ("then is_zero rest else not_negative rest", "then is_zero rest else true"),
        ("check_dual y (fun=> zero N) (one N) && is_positive", "is_positive"),
        (" && is_positive (total_of (fun i => y.1 i * limit L i)%numbers)", ""),
        ("[&& is_positive w, check_meets", "[&& check_meets"),
        ("is_positive w, check_meets false x, check_dual", "is_positive w, check_dual"),
        ("check_dual y (cost L) (cost_scale L),\n", "true,\n"),
        ("    is_zero (total_of (fun j => cost L j * x.1 j) * w - v * cost_scale L * x.2)%numbers\n", "    true\n"),
        ("& is_zero (total_of (fun i => y.1 i * limit L i) * w - v * y.2)%numbers]", "& true]"),
        ("[&& is_positive (cost_scale L), check_meets", "[&& check_meets"),
        ("is_positive (cost_scale L), check_meets false x,", "is_positive (cost_scale L),"),
        ("check_meets true d\n", "true\n"),
        ("& is_negative (total_of (fun j => cost L j * d.1 j)%numbers)]", "& true]"),
    ],
    "Greatest.v": [
        ("[&& check_demands (claim_of (fixed_rows p) [::]), size", "[&& size"),
        ("size (fixed_rows p) == size (fixed_inputs p),\n", "true,\n"),
        ("    sorted ltn (fixed_inputs p),", "   "),
        ("all (fun v => v < inputs p)%N (fixed_inputs p), size", "size"),
        ("size (rainbows p) == inputs p,\n", "true,\n"),
        ("    all (fun s => perm_eq s (iota 0 (outputs p))) (rainbows p)\n", "    true\n"),
        ("& all (fun ij => (ij.1 < inputs p) && (ij.2 < inputs p))%N (edges p)]", "& true]"),
        ("[&& size rows == inputs p, check_private", "[&& check_private"),
        ("check_private (claim_of rows (edges p))\n", "check_demands (claim_of rows (edges p))\n"),
        ("& all (fun v => same_row (row_at rows v) (fixed_row v)) (fixed_inputs p)]", "& true]"),
        ("Positive => Some x | Unknown => None |", "Positive => Some x |"),
        ("[&& ev.1.1 \\in edges p, all", "[&& all"),
        ("all (fun o => o < outputs p)%N ev.1.2 & not_negative ev.2]", "true & not_negative ev.2]"),
        ("all (fun o => o < outputs p)%N ev.1.2 & not_negative ev.2]", "all (fun o => o < outputs p)%N ev.1.2 & true]"),
        ("  all check_weight events &&\n", ""),
        ("check_common l && wanted (sum (common l).2)", "wanted (sum (common l).2)"),
        ("check_common l && wanted (sum (common l).2)", "check_common l"),
        ("[&& size m.1 == k.+1, is_positive", "[&& is_positive"),
        ("is_positive (nth (zero N) m.1 k), lexical", "lexical"),
        ("lexical p || all (@is_zero N) (take k m.1)\n", "true\n"),
        ("& check_bound [:: (v, row_at rows v, m.1)] m.2 (@nonpositive N)]", "& true]"),
        ("(size maxima == size places) && all", "all"),
        ("&& all (fun x => check_maximum rows x.1.1 x.1.2 x.2) (zip places maxima)", ""),
        ("[&& check_problem, check_member rows & all_maxima", "[&& check_member rows & all_maxima"),
        ("[&& check_problem, check_member rows & all_maxima", "[&& check_problem & all_maxima"),
        ("check_member rows & all_maxima rows free_places maxima]", "check_member rows & true]"),
        ("[&& (v < inputs p)%N, check_member w.1.2,", "[&& check_member w.1.2,"),
        ("check_member w.1.2, all (@not_negative N) mus", "all (@not_negative N) mus"),
        ("check_member w.1.2, all (@not_negative N) mus", "check_member w.1.2, true"),
        ("(0 < size mus)%N && all_maxima w.1.2", "all_maxima w.1.2"),
        ("&& all_maxima w.1.2 [seq (v, k) | k <- iota 0 (size mus).-1] w.2.2", ""),
        ("else nilp w.2.2]", "else true]"),
        ("[&& check_problem, ~~ nilp ws,", "[&& ~~ nilp ws,"),
        ("~~ nilp ws, all check_witness ws\n", "all check_witness ws\n"),
        ("~~ nilp ws, all check_witness ws\n", "~~ nilp ws\n"),
        ("& check_bound [seq goal_of w | w <- ws] events (@is_negative N)]", "& true]"),
        ("check_problem && check_bound [::] events (@is_negative N)", "check_bound [::] events (@is_negative N)"),
        ("check_problem && check_bound [::] events (@is_negative N)", "check_problem"),
    ],
    "Sufficiency.v": [
        ("[&& size (source_rows c) == size (first_rows c), all", "[&& all"),
        ("all (check_row m) (first_rows c) & all (check_row s) (source_rows c)]", "all (check_row s) (source_rows c)]"),
        ("all (check_row m) (first_rows c) & all (check_row s) (source_rows c)]", "all (check_row m) (first_rows c)]"),
        ("[&& check_comparison, size K == s,", "[&& size K == s,"),
        ("check_comparison, size K == s, all", "check_comparison, all"),
        ("size K == s, all (check_row m) K, check_common", "size K == s, check_common"),
        ("all (check_row m) K, check_common (inverses K)\n", "all (check_row m) K\n"),
        ("all (fun o => is_zero (through Ww.2 Q K o * P.1 - entry_of P o * (Q.1 * Ww.1))%numbers) (iota 0 m)", "true"),
        ("[&& check_comparison, check_common l\n", "[&& check_common l\n"),
        ("[&& check_comparison, check_common l\n", "[&& check_comparison\n"),
        ("is_positive (sum [seq score u (first_rows c) w o o | o <- iota 0 m] - sum best)%numbers", "true"),
        ("[&& is_input o p.1, is_input o p.2 & is_zero", "[&& is_input o p.2 & is_zero"),
        ("[&& is_input o p.1, is_input o p.2 & is_zero", "[&& is_input o p.1 & is_zero"),
        ("is_input o p.2 & is_zero (slack ef o p)]", "is_input o p.2]"),
        ("all (fun i => i \\in reached) inside", "true"),
        ("if beyond_delta ef p is Some x then is_zero x else", "if beyond_delta ef p is Some x then true else"),
        ("if beyond_delta ef p is Some x then is_negative x else", "if beyond_delta ef p is Some x then true else"),
        ("check_private c && (0 < size (rows c))%N", "(0 < size (rows c))%N"),
        ("check_private c && (0 < size (rows c))%N", "check_private c"),
        ("check_bounds && (if", "(if"),
        ("in all (check_connected ef full) (iota 0 (width c)) else", "in true else"),
        ("[&& is_input o p.1, is_input o p.2 & (p.1", "[&& is_input o p.2 & (p.1"),
        ("[&& is_input o p.1, is_input o p.2 & (p.1", "[&& is_input o p.1 & (p.1"),
        ("is_input o p.2 & (p.1 \\in part) != (p.2 \\in part)]", "is_input o p.2]"),
        ("[&& check_bounds, (o < width c)%N,", "[&& (o < width c)%N,"),
        ("[&& check_bounds, (o < width c)%N,", "[&& check_bounds,"),
        ("has (fun i => i \\in part) inside, has", "has"),
        ("has (fun i => i \\in part) inside, has (fun i => i \\notin part) inside\n", "has (fun i => i \\in part) inside\n"),
        ("~~ leads o part p || is_loose ef o p", "is_loose ef o p"),
        ("~~ leads o part p || is_loose ef o p", "true"),
    ],
    "Certificates.v": [
        ("is_positive (N := sums gs) scale &&\n", ""),
        ("all check_generator gs &&\n  match e with\n  | Private", "match e with\n  | Private"),
        ("all check_generator gs &&\n  match e with\n  | Optimum", "match e with\n  | Optimum"),
        ("all check_generator gs &&\n  match a with", "match a with"),
        ("all check_generator gs &&\n  match e with\n  | Followed", "match e with\n  | Followed"),
        ("check_interval whole && check_private_for_all (@Claim", "check_private_for_all (@Claim"),
        ("if check_interval whole && @check_common N l", "if @check_common N l"),
    ],
    "Kronecker.v": [
        ("Z.add (Z.mul (total a) (total b)) Z.one", "Z.add (total a) Z.one"),
        ("Z.add x (Z.opp (Z.mul q X)) :: q ::", "q :: Z.add x (Z.opp (Z.mul q X)) ::"),
        ("let shape := a ++ b in", "let shape := a in"),
    ],
    "Lattice.v": [
        ("Z := Z.opp (Z.div (Z.opp a) b).", "Z := Z.div a b."),
        ("in (lo x, den x)", "in (hi x, den x)"),
        ("in (den x, hi x)", "in (den x, lo x)"),
        ("then Some (a, Z0, Z0) else", "then Some (Z0, Z0, Z0) else"),
        ("Some (round_up (Z.mul B c.1) c.2, minus a up, up)", "Some (Z0, minus a up, up)"),
        ("Some (round_up (Z.mul B c.1) c.2, minus a up, up)", "Some (round_up (Z.mul B c.1) c.2, up, minus a up)"),
        ("if Z.ltb (den s) (lo s) then", "if true then"),
        ("else [:: acc].", "else [::]."),
        ("else ([::], total l)", "else ([::], Z0)"),
        ("[&& valid x, valid y & not_above_two y]", "[&& valid x & valid y]"),
        ("[&& valid x, valid y & not_above_two y]", "not_above_two y"),
        ("(Z.mul (total (masses_at y)) (infinite x))) B).", "Z0) B)."),
        ("Z.add at_even (minus m up) :: parted r false up l'", "Z.add at_even m :: parted r false Z0 l'"),
        ("(round_up (Z.mul m (hi r)) (Z.add (hi r) (den r)))", "(round_down (Z.mul m (hi r)) (Z.add (hi r) (den r)))"),
        ("(parted r (is_odd (first x)) Z0 (masses_at x))", "(parted r false Z0 (masses_at x))"),
        ("if valid x && not_above_two g x then checked (on_level", "if true then checked (on_level"),
        ("if levels is [::] then product_at g found power else None", "product_at g found power"),
        ("if halvings levels == depth then", "if true then"),
        ("[seq round_up m B | m <-", "[seq round_down m B | m <-"),
        ("Some (Points (first y) (masses_at y) (Z.add c (infinite y)))", "Some y"),
        ("ratio_below (Z.opp (first x)) in", "ratio_below (first x) in"),
        ("~~ (Z.ltb Z0 v.1 && Z.ltb Z0 v.2)", "false"),
        ("(larger Z0 (minus (Z.mul h.2 v.1) (Z.mul h.1 v.2)))", "Z0"),
        ("if Z.leb (Z.mul l.1 u.2) (Z.mul u.1 l.2) then l else u", "l"),
        ("if Z.leb (Z.mul l.1 u.2) (Z.mul u.1 l.2) then l else u", "u"),
    ],
    "LineBrackets.v": [
        ("Bracket (low_sum s) (Z.add (high_sum s) (most s)) W.", "Bracket (low_sum s) (high_sum s) W."),
        ("if enough two p2 q2 s then", "if true then"),
        ("(Z.add (Z.mul (hi i) (den e)) (Z.mul (hi e) (den i)))", "(Z.mul (hi i) (den e))"),
        ("if Z.ltb p Z0 then complement (normal_from W whole (Z.opp p) q) else", "if false then whole else"),
        ("else complement (half_of W (exp_at W (Z.opp p) q))", "else half_of W (exp_at W (Z.opp p) q)"),
    ],
    "Lines.v": [
        ("(larger Z0 (minus (Z.mul (lo y) (den x)) (Z.mul (hi x) (den y))))", "(minus (Z.mul (hi y) (den x)) (Z.mul (lo x) (den y)))"),
        ("(minus (Z.mul (hi y) (den x)) (Z.mul (lo x) (den y)))", "(minus (Z.mul (lo y) (den x)) (Z.mul (hi x) (den y)))"),
        ("let part a b := Z.add (Z.mul (minus rate.2 rate.1)", "let part a b := Z.add (Z.mul rate.2"),
        ("(Z.add (Z.mul (minus rate.2 rate.1) u.2) (Z.mul rate.1 u.1), Z.mul rate.2 u.2)", "u"),
        ("(below (minus (Z.mul e t.2) (Z.mul t.1 d)) (Z.mul d t.2))", "(below (minus (Z.mul e t.2) (Z.mul t.1 d)) d)"),
        ("(Some (sampled rate least, sampled rate (hi r, den r)), ij)", "(Some (sampled rate (lo r, den r), sampled rate (hi r, den r)), ij)"),
        ("(Some (sampled rate least, sampled rate (hi r, den r)), ij)", "(Some (sampled rate least, sampled rate (lo r, den r)), ij)"),
        ("Z.ltb Z0 e.1 && sorted Z.ltb e.2", "Z.ltb Z0 e.1"),
        ("| [::], [:: a] => let one :=", "| [::], a :: _ => let one :="),
        ("Some ((bracket_difference p p', bracket_difference q q', a) :: rest)", "Some ((p', q', a) :: rest)"),
    ],
    "LatticeBelow.v": [
        ("in (hi x, den x)", "in (lo x, den x)"),
        ("in (den x, lo x)", "in (den x, hi x)"),
        ("[&& Z.leb (first x) i, Z.leb Z0 a,", "[&& Z.leb Z0 a,"),
        ("& Z.leb (Z.mul (Z.mul corner.1 r.1) b) (Z.mul (Z.mul corner.2 r.2) a)]", "& true]"),
        ("(Z.mul (Z.mul corner.1 r.1) b)", "(Z.mul r.1 b)"),
        ("if Z.leb b Z0 && Z.leb Z0 a then", "if Z.leb Z0 a then"),
        ("is Some x then closed_group corner place a' b' x else None", "is Some x then closed_group corner place a' b x else None"),
        ("all (fun w => Z.leb Z0 w.1) parts && Z.leb", "Z.leb"),
        ("parts && Z.leb (total [seq w.1 | w <- parts]) whole then", "parts then"),
        ("if Z.ltb f (lowest g) then dropped (Z.add f Z.one) l' else l else", "l else"),
        ("[seq round_down m B | m <-", "[seq round_up m B | m <-"),
        ("(smaller wanted (round_down (Z.mul back (den r)) (hi r)))", "wanted"),
        ("if is_odd (first x) then back :: evens else evens", "evens"),
        ("Z.opp (first x)", "first x"),
    ],
    "BinomialNoise.v": [
        ("(Z.mul c (minus n k)) (Z.add k Z.one)) many'", "(Z.mul c (minus n k)) k) many'"),
        ("if keeps_span r g then", "if true then"),
        ("& all (fun x => Z.leb (Z.mul u.1 x.2) (Z.mul u.2 x.1) && Z.leb (Z.mul v.2 x.1) (Z.mul v.1 x.2)) g]", "& true]"),
        ("else size g == 1%N.", "else true."),
        ("take least l :: [seq", "take least.+1 l :: [seq"),
    ],
    "ComposedLaws.v": [
        ("[&& size first == size second, is_distribution first &", "[&& is_distribution first &"),
        ("is_distribution first & is_distribution second]", "true & is_distribution second]"),
        ("is_distribution first & is_distribution second]", "is_distribution first & true]"),
        ("[&& Z.leb Z0 p, Z.leb p q, Z.ltb Z0 q & Z.leb (Z.add", "[&& Z.leb p q, Z.ltb Z0 q & Z.leb (Z.add"),
        ("[&& (0 < s)%N, Z.leb Z0 p, Z.leb p q, Z.ltb", "[&& (0 < s)%N, Z.leb Z0 p, Z.ltb"),
        ("& is_positive (N := N) (less n d)]", "& true]"),
        ("if [&& Z.ltb Z0 (den x), Z.leb Z0 (lo x), is_positive", "if [&& Z.leb Z0 (lo x), is_positive"),
        ("Z.leb Z0 (lo x), is_positive (N := N) q.2,", "is_positive (N := N) q.2,"),
        ("Z.leb Z0 (lo x), is_positive (N := N) q.2,", "Z.leb Z0 (lo x),"),
        ("not_negative (N := N) (less (mul_terms q.1 (number (den x))) (mul_terms (number (lo x)) q.2))", "true"),
        ("& not_negative (N := N) (less (mul_terms (number (hi x)) q.2) (mul_terms q.1 (number (den x))))]", "& true]"),
        ("if check_law y then", "if true then"),
        ("Z.leb rate.1 rate.2 & Z.ltb Z0 rate.2]", "Z.ltb Z0 rate.2 & true]"),
        ("(minus (twice (Z.mul t.1 (Z.mul t.2 p))) (Z.mul t.1 (Z.mul t.1 q)))", "(twice (Z.mul t.1 (Z.mul t.2 p)))"),
        ("(magnitude (minus (Z.mul p t.2) (Z.mul t.1 q)))", "(magnitude (Z.mul p t.2))"),
        ("t rate (Z.one, Z0) (Z0, Z.one) e places", "t rate (Z.one, Z.one) (Z0, Z.one) e places"),
        ("t rate (hi above, den above) (lo below", "t rate (hi below, den below) (lo below"),
        ("Some ((v.2, v.1), (u.2, u.1)) else None", "Some (u, v) else None"),
        ("is_positive (N := N) factor.2, not_negative (N := N) (less factor.1 factor.2),", "is_positive (N := N) factor.2,"),
        ("& is_positive (N := N) ratio.2 && is_positive (N := N) (less ratio.1 ratio.2)]", "& is_positive (N := N) ratio.2]"),
        ("keeps g depth e delta runs && keeps g depth e delta (turned_runs runs)", "keeps g depth e delta runs"),
        ("keeps g depth e delta runs && keeps g depth e delta (turned_runs runs)", "keeps g depth e delta (turned_runs runs)"),
    ],
    "RefutedLaws.v": [
        ("if check_law gs y then", "if true then"),
        ("if check_line scale sensitivity rate && check_edges e then", "if check_edges e then"),
        ("if check_line scale sensitivity rate && check_edges e then", "if check_line scale sensitivity rate then"),
        ("if Z.ltb Z0 corner.1 && Z.ltb Z0 corner.2 then", "if true then"),
        ("if added then rev [seq (c.1.2, c.1.1, c.2) | c <- cells] else cells", "cells"),
        ("if added then rev [seq (c.1.2, c.1.1, c.2) | c <- cells] else cells", "if added then rev cells else cells"),
        ("(if added then rev parts else parts)", "parts"),
        ("product_of width (power_of width (Bracket corner.2 corner.2 corner.1) n) (over_corners width e l')", "e"),
        ("check_claim gs ratio width unit_mass factor delta &&\n", ""),
    ],
}  # fmt: skip


def bare(name: str, text: str) -> str:
    """A file without its proofs."""
    if name != "Certificates.v":
        model = text.partition(ENDS.get(name, "Local Open Scope ring_scope."))[0]
        return model + "End Free.\n" * (name == "ForAll.v")
    text = text.partition("(** ** What the extracted functions state")[0]
    text = re.sub(r"(?s)Local Open Scope ring_scope\..*?End Meaning\.\n", "", text)
    text = re.sub(r"(?s)\nDefinition states_.*?Qed\.\n", "\n", text)
    return re.sub(r"(?s)\nTheorem .*?Qed\.\n", "\n", text)


def compiled(folder: Path, name: str) -> bool:
    """Compile one file in a folder."""
    command = ["coqc", "-Q", str(folder), "DPExact", "-w", "none", str(folder / PLACES.get(name, name))]
    return not subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=600).returncode


def answers(folder: Path, texts: Path) -> list[str]:
    """Extract the checker of a folder, and what it says about each document."""
    build = "ocamlfind ocamlopt -package zarith,unix -linkpkg -w -a big.ml checker.mli checker.ml check.ml -o check"
    if not compiled(folder, "Extract.v") or subprocess.run(build.split(), cwd=folder, check=False).returncode:
        sys.exit(f"no checker in {folder}")
    paths = sorted(texts.glob("*.json"))
    lines = subprocess.run([folder / "check", *paths], capture_output=True, text=True, check=False).stdout.splitlines()
    return [line.split()[0] for line in lines]


def keep(folder: Path, name: str, source: Path = HERE) -> None:
    """Copy a compiled file."""
    place = f"{PLACES[name]}o"
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source / place, folder / place)


def made_bare(folder: Path, model: Path | None = None, changed: str = "", old: str = "", new: str = "") -> None:
    """A folder with the model, one text changed, without its proofs."""
    for name in KEPT:
        keep(folder, name)
    for name in BIG:
        shutil.copy(HERE / "extraction" / name, folder)
    fresh = (
        FILES
        if model is None
        else [changed, *AFTER.get(changed, ["Certificates.v", "ComposedLaws.v", "RefutedLaws.v"])]
    )
    for name in FILES:
        if model is not None and name not in fresh:
            keep(folder, name, model)
    for name in sorted(set(fresh), key=FILES.index):
        text = bare(name, (HERE / PLACES[name]).read_text())
        if name == changed:
            if text.count(old) != 1:
                sys.exit(f"expected once in {name}: {old}")
            text = text.replace(old, new)
        put(folder, name, text)
        if not compiled(folder, name):
            sys.exit(f"{name} does not compile with {new}")


def proved(changed: str, old: str, new: str) -> bool:
    """Return whether the file, with its proofs, compiles with a change."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for one, place in PLACES.items():
            if one not in FILES[FILES.index(changed) :] and (HERE / f"{place}o").is_file():
                keep(folder, one)
        put(folder, changed, (HERE / PLACES[changed]).read_text().replace(old, new))
        return compiled(folder, changed)


def main() -> int:
    """Try each mutant."""
    count, first, last = (int(x) for x in (*sys.argv[1:], *["60", "0", "1000"][len(sys.argv) - 1 :]))
    documents = [one for one in made(count, random.Random(1)) if len(json.dumps(one)) < 10**4]
    texts = [json.dumps(one) for one in documents]
    texts += [text for path in sorted((VECTORS / "rejected").glob("*.json")) if (text := readable(path))]
    tally = {"documents": 0, "a proof": 0, "NOTHING": 0}
    mutants = [(name, old, new) for name, found in MUTANTS.items() for old, new in found][first:last]
    with tempfile.TemporaryDirectory() as place:
        paths, model = Path(place) / "documents", Path(place) / "model"
        paths.mkdir()
        model.mkdir()
        for k, text in enumerate(texts):
            (paths / f"{k:05}.json").write_text(text)
        made_bare(model)
        wanted = answers(model, paths)
        for name, old, new in mutants:
            with tempfile.TemporaryDirectory() as folder:
                made_bare(Path(folder), model, name, old, new)
                found = answers(Path(folder), paths)
            differ = sum(a != b for a, b in zip(wanted, found, strict=True))
            what = "documents" if differ else "NOTHING" if proved(name, old, new) else "a proof"
            tally[what] += 1
            print(f"{what:9} {differ:4} {name}: {' '.join(old.split())}  ->  {' '.join(new.split())}", flush=True)
    print(f"{len(mutants)} mutants on {len(texts)} documents; noticed by {tally}")
    return 1 if tally["NOTHING"] else 0


if __name__ == "__main__":
    sys.exit(main())
