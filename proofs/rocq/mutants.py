#!/usr/bin/env python3
"""Change one definition at a time and see whether the examples still compile: they must not. Standard library only.

Usage, after `make`: python3 proofs/rocq/mutants.py for all, `mutants.py FIRST LAST` for these mutants of Definitions.v
(counted from 0, LAST is not tried), `mutants.py axioms`, `gradual`, `laws` or `rainbow` for the further definitions.
Exit 1 if a wrong definition goes unnoticed.
"""

# ruff: noqa: E501, S603
from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACES = {Path(line).name: line for line in (HERE / "_CoqProject").read_text().split("\n") if line.endswith(".v")}
SECONDS = 120  # of processor time, for each file
WARNINGS = "-notation-overridden,-ambiguous-paths,-notation-incompatible-format"
FEASIBLE = "[/\\ mechanism M, private r E d M & forall v, fixed v -> M v =1 m v]."
WISE = "forall (U : finType) (Q : I -> U -> R), mechanism Q -> private r E 0 Q -> followed Q P -> followed P Q."
OTHER = "exists (U : finType) (Q : I -> U -> R), [/\\ mechanism Q, private r E 0 Q, followed Q P & ~ followed P Q]."
RECORD = """Record program := Program
  { free : pred 'I_n; objective : 'I_n -> R; sign : 'I_m -> relation; row : 'I_m -> 'I_n -> R; bound : 'I_m -> R }."""
MADE = (
    RECORD.replace("Program\n", "Make\n")
    + "\nDefinition Program f (o : 'I_n -> R) (s : 'I_m -> relation) (a : 'I_m -> 'I_n -> R) (b : 'I_m -> R) :="
)
IMAGE = """(f v, Ordinal (reach v))).
Proof. by apply/existsP; exists v; rewrite /= eqxx reach leqnn. Qed."""
TWO_RELATIONS = (  # what is said of = in [holds] and in [dual_sign] goes with it
    "relation := Le | Eq | Ge.", "relation := Le | Ge. Notation Eq := %s.",
    " | Eq => left = right | ", " | ",
    " | Eq => True | ", " | ",
)  # fmt: skip
EXAMPLES = ["Examples.v", "GraphExamples.v", "CountExamples.v", "DefinitionsRainbow.v", "BesideExamples.v"]
MUTANTS = [  # what is to be found once, what comes in its place, and so on
    ("(forall x, 0 <= P x) /\\ \\sum_x P x = 1.", "\\sum_x P x = 1."),
    ("(forall x, 0 <= P x) /\\ \\sum_x P x = 1.", "(forall x, 0 <= P x) /\\ \\sum_x P x <= 2%:R."),
    ("R := \\sum_(x in S) P x.", "R := \\sum_(x in ~: S) P x."),
    ("forall S : {set T}, prob P S <= E * prob Q S + d.", "forall S : {set T}, prob Q S <= E * prob P S + d."),
    ("forall S : {set T}, prob P S <= E * prob Q S + d.", "forall S : {set T}, prob P S < E * prob Q S + d."),
    ("forall S : {set T}, prob P S <= E * prob Q S + d.", "forall x : T, P x <= E * Q x + d."),
    ("close_to E d P Q /\\ close_to E d Q P.", "close_to E d P Q."),
    ("close_to E d P Q /\\ close_to E d Q P.", "close_to E d Q P."),
    ("prob Q S = 0 -> prob P S <= d.", "prob P S = 0 -> prob Q S <= d."),
    ("prob Q S = 0 -> prob P S <= d.", "prob Q S = 0 -> prob P S <= d + 1."),
    ("Num.max 0 (P x - E * Q x)", "Num.max 0 (E * P x - Q x)"),
    ("Num.max 0 (P x - E * Q x)", "`|P x - E * Q x|"),
    ("forall i j, r i j -> close_to E d (M i) (M j).", "forall i j, r i j -> close_to E d (M j) (M i)."),
    ("forall i j, r i j -> close_to E d (M i) (M j).", "forall i j, close_to E d (M i) (M j)."),
    ("r i j /\\ prob (M i) S > E * prob (M j) S + d.", "r i j /\\ prob (M i) S >= E * prob (M j) S + d."),
    ("private r E d M & forall d', 0 <= d' -> private r E d' M -> d <= d'].", "private r E d M & True]."),
    ("\\sum_x P x * K x u.", "\\sum_x K x u."),
    ("P x.1 * K x.1 x.2.", "P x.1 * K x.1 x.2 * P x.1."),
    ("match s with Le => left <= right", "match s with Le => right <= left"),
    ("(forall j, ~~ free L j -> 0 <= x j).", "(forall j, free L j -> 0 <= x j)."),
    ("/\\ (forall x, meets L x -> v <= dot (objective L) x).", "/\\ (forall x, meets L x -> v <= v)."),
    ("(n.+1 == n') || (n'.+1 == n)]%N", "(n.+1 == n')]%N"),
    ("\\sum_(k < D.*2.+1)", "\\sum_(k < D.*2)"),
    ("- (minn n D)%:Z <= z", "- D%:Z <= z"),
    ("(1 - eta) * (b%:R / (b + a)%:R)", "(1 - eta) * (a%:R / (b + a)%:R)"),
    ("a `|z|%N * ((1 - eta) / 2%:R)", "a `|z|%N * (1 - eta)"),
    ("p n (y%:Z - n%:Z).", "p n (n%:Z - y%:Z - 1)."),
    ("E ^+ j * j.+1%:R.", "E ^+ j * j%:R."),
    ("E ^+ j * (D - j)%:R.", "E ^+ j * (D - j).+1%:R."),
    ("(C_of eta * S_ E k - E ^+ k)", "(C_of eta * S_ E k + E ^+ k)"),
    ("S_ E k.+1 / T_ E k.", "S_ E k / T_ E k."),
    ("(k <= D)%N -> crossover E k < C_of eta", "(k <= D)%N -> crossover E k <= C_of eta"),
    ("C_of eta <= crossover E k.-1]", "C_of eta <= crossover E k]"),
    ("(descent E C x j' - x) / E else C.", "(descent E C x j' + x) / E else C."),
    ("S_ E (D.+1 - j) / T_ E D.", "S_ E (D - j) / T_ E D."),
    ("(1 - E * C * S_ E m) /", "(1 - C * S_ E m) /"),
    ("m <- iota 0 (uphalf D)]", "m <- iota 0 (D./2)]"),
    ("delta_ E eta D i <= delta_ E eta D k.", "delta_ E eta D k <= delta_ E eta D i."),
    ("forall i, (1 <= i <= D.+1)%N -> delta_", "forall i, (1 <= i <= D)%N -> delta_"),
    ("D%:R / T_ E D; (D%:R + S_ E D)", "1 / T_ E D; (D%:R + S_ E D)"),
    ("(D%:R + S_ E D) / T_ E D - E * C_of eta", "(D%:R + S_ E D) / T_ E D - C_of eta"),
    ("forall n, (first <= n <= last)%N -> [/\\ noise_law", "forall n, (first <= n < last)%N -> [/\\ noise_law"),
    ("P2 eta (p n) & P3 D (p n)]", "P2 eta (p n) & True]"),
    ("(i < k)%N) p (c i).", "(i <= k)%N) p (c i)."),
    ("\\sum_(i < q | (i < k)%N) p (c i).", "\\sum_(i < q | (i < k)%N) p i."),
    ("forall k, prefix c p' k <= prefix c p k.", "forall k, prefix c p k <= prefix c p' k."),
    ("& p' (c k) < p (c k).", "& p (c k) < p' (c k)."),
    ("(1 - (1 - s - d) / E)", "(1 - (1 - s) / E + d)"),
    ("(1 - (1 - s) / E) + d).", "(1 - (1 - s - d) / E) + d)."),
    ("if k is 0%N then 0 else f", "if k is 0%N then f 0 else f"),
    ("(c^-1)%g color in next_sum", "c color in next_sum"),
    ("(i.+1 == j)%N || (j.+1 == i)%N.", "(i.+1 == j)%N."),
    ("r' (g v) (g w) \\/ g v = g w.", "r' (g v) (g w)."),
    ("[exists w, r v w && (f w != f v)].", "[exists w, r v w]."),
    ("find (fun n => within (f v) n v)", "find (fun n => within (f v) n.+1 v)"),
    ("color == 0%N :> nat then 1 else 0.", "color == 0%N :> nat then 0 else 1."),
    ("r i j -> close_to_infinity d (M i) (M j).", "r i j -> close_to_infinity d (M j) (M i)."),
    ("r i j -> close_to_infinity d (M i) (M j).", "close_to_infinity d (M i) (M j)."),
    ("& prob (M i) S > d].", "& prob (M i) S >= d]."),
    ("[/\\ r i j, prob (M j) S = 0 &", "[/\\ r i j, prob (M i) S = 0 &"),
    ("forall d', 0 <= d' -> private_infinity r d' M -> d <= d'].", "True]."),
    ("(forall z, 0 <= p z) /\\ noise_sum D p = 1.", "noise_sum D p = 1."),
    ("(forall z, 0 <= p z) /\\ noise_sum D p = 1.", "(forall z, 0 <= p z)."),
    ("else boundary v && (f v == c).", "else boundary v."),
    ("within c n' v || [exists w, r v w && within c n' w]", "within c n' v || [exists w, within c n' w]"),
    ("(x.2 <= distance v)%N]", "(x.2 <= (distance v).+1)%N]"),
    ("[&& f v == x.1, (distance v < #|V|)%N &", "[&& (distance v < #|V|)%N &"),
    ("[&& x.1 != y.1, x.2 == 0%N, y.2 == 0%N &", "[&& x.1 != y.1, y.2 == 0%N &"),
    ("(x.1 == y.1) && ((x.2.+1 == y.2)%N || (y.2.+1 == x.2)%N) ||", "(x.1 == y.1) && (x.2.+1 == y.2)%N ||"),
    ("(f v, distance v).", "(f v, (distance v).+1)."),
    (FEASIBLE, "[/\\ mechanism M, private r E d M & True]."),
    (FEASIBLE, "private r E d M /\\ forall v, fixed v -> M v =1 m v."),
    (FEASIBLE, "mechanism M /\\ forall v, fixed v -> M v =1 m v."),
    ("forall v, fixed v -> M v =1 m v].", "forall v, ~~ fixed v -> M v =1 m v]."),
    ("feasible E d fixed m M /\\ forall M', ", "forall M', "),
    ("order (f v) (M v) (M' v).", "order (f v) (M' v) (M v)."),
    ("forall M', feasible E d fixed m M' ->", "forall M', mechanism M' ->"),
    ("(exists M, feasible E d fixed m M) /\\ forall M, ~", "forall M, ~"),
    ("/\\ forall M, ~ greatest order E d fixed m M.", "/\\ exists M, ~ greatest order E d fixed m M."),
    ("'I_q -> R := m (f v).", "'I_q -> R := m 1%g."),
    ("(forall v, boundary v -> distribution (m (f v))) /\\", "(forall v, distribution (m (f v))) /\\"),
    ("(forall v, boundary v -> distribution (m (f v))) /\\", ""),
    ("r v w -> f v != f w -> close E d (m (f v)) (m (f w))).", "r v w -> f v != f w -> True)."),
    ("(m (f v)) (distance v) else", "(m (f v)) (distance v).+1 else"),
    ("then line (corrected E d) (f v)", "then line (printed E d) (f v)"),
    ("\\sum_(k < n.+1) y ^+ k / k`!%:R.", "\\sum_(k < n) y ^+ k / k`!%:R."),
    ("\\sum_(k < n.+1) y ^+ k / k`!%:R.", "\\sum_(k < n.+1) y ^+ k."),
    ("exp_sum y n <= x /\\ (2%:R", "(2%:R"),
    ("x <= exp_sum y n + y ^+ n / n`!%:R).", "x <= exp_sum y n + 1)."),
    ("exists2 K : T -> U -> R, mechanism K & forall", "exists2 K : T -> U -> R, True & forall"),
    ("forall i u, P i u = post K (Q i) u.", "exists i, forall u, P i u = post K (Q i) u."),
    (WISE, WISE.replace("private r E 0 Q -> ", "")),
    (WISE, WISE.replace("mechanism Q -> ", "")),
    (WISE, WISE.replace("followed Q P -> followed P Q", "followed P Q -> followed Q P")),
    (WISE, WISE.replace("followed Q P -> followed P Q", "followed Q P -> followed Q P")),
    (f"private r E 0 P /\\\n  {WISE}", WISE),
    (OTHER, OTHER.replace("private r E 0 Q, ", "")),
    (OTHER, OTHER.replace("followed Q P & ~ followed P Q", "followed P Q & ~ followed Q P")),
    (OTHER, OTHER.replace("& ~ followed P Q", "& True")),
    (f"private r E 0 P /\\\n  {OTHER}", OTHER),
    ("(forall a b, (1 <= a <= minn n D)%N -> (1 <= b <= D)%N -> 0 <= w a b) /\\", "True /\\"),
    ("\\sum_(1 <= b < D.+1) w a b = 1.", "\\sum_(1 <= b < D.+1) w a b <= 1."),
    ("w a b * two_point_noise eta a b z.", "w a b * two_point_noise eta b a z."),
    ("(1 <= b < D.+1) w a b * two_point_noise", "(1 <= b < D) w a b * two_point_noise"),
    ("[/\\ 0 <= delta, exists2 a,", "[/\\ True, exists2 a,"),
    ("forall a delta', 0 <= delta' -> alphas D a ->", "forall a delta', alphas D a ->"),
    ("    delta <= delta'].", "    delta' <= delta]."),
    ("    delta <= delta'].", "    True]."),
    ("(forall eta, 0 < eta < 1 -> exists v, f eta v) /\\", "True /\\"),
    ("(C_of eta' <= c -> v' < v)", "(C_of eta' <= c -> v' <= v)"),
    ("(C_of eta' <= c -> v' < v)", "(C_of eta <= c -> v' < v)"),
    ("(c <= C_of eta -> v < v').", "(c <= C_of eta' -> v < v')."),
    ("(2 < size s)%N -> uniq s", "(1 < size s)%N -> uniq s"),
    ("(2 < size s)%N -> uniq s", "(3 < size s)%N -> uniq s"),
    ("uniq s -> all free s -> ~~", "uniq s -> ~~"),
    ("Prop with Le => v <= 0 |", "Prop with Le => 0 <= v |"),
    ("Eq => True | Ge => 0 <= v end.", "Eq => v = 0 | Ge => 0 <= v end."),
    ("(forall i, dual_sign (sign L i) (y i)) /\\\n", "True /\\\n"),
    ("if free L j then rest = 0 else 0 <= rest).", "0 <= rest)."),
    ("if free L j then rest = 0 else 0 <= rest).", "rest = 0)."),
    ("costs j - \\sum_i y i * row L i j in", "costs j + \\sum_i y i * row L i j in"),
    ("Program (free L) (objective L) (sign L) (row L) (fun=> 0).", "L."),
    ("Program (free L) (objective L) (sign L) (row L) (fun=> 0).", "Program (fun=> false) (objective L) (sign L) (row L) (fun=> 0)."),
    ("p (- a%:Z) * p b%:Z * (b + a)%:R /", "p (- a%:Z) * p b%:Z /"),
    ("p (- a%:Z) * p b%:Z * (b + a)%:R /", "p (- b%:Z) * p a%:Z * (b + a)%:R /"),
    ("if i is 0%N then C else if (i <= D)%N then a i else 0.", "if i is 0%N then C else a i."),
    ("if i is 0%N then C else if (i <= D)%N then a i else 0.", "if (i <= D)%N then a i else 0."),
    ("forall i, g i <= E * g i.+1 + x /\\ g i.+1 <= E * g i + x.", "forall i, g i <= E * g i.+1 + x."),
    ("forall i, g i <= E * g i.+1 + x /\\ g i.+1 <= E * g i + x.", "forall i, g i.+1 <= E * g i + x."),
    ("+ \\sum_(i < D.+1) Num.max 0 (g i - E * g i.+1).", "+ \\sum_(i < D) Num.max 0 (g i - E * g i.+1)."),
    ("\\sum_(i < D) Num.max 0 (g i.+1 - E * g i) +", "0 +"),
    ("2%:R * y <= n.+1%:R -> x <=", "y <= n.+1%:R -> x <="),
    ("forall n, (n <= N)%N ->\n  exp_sum", "forall n, (n < N)%N ->\n  exp_sum"),
    ("Prop := forall N, is_exp_upto y N x.", "Prop := exists N, is_exp_upto y N x."),
    ("Prop := forall N, is_exp_upto y N x.", "Prop := is_exp_upto y 3 x."),
    ("[/\\ 0 <= d, private r E d M & forall", "[/\\ True, private r E d M & forall"),
    ("[/\\ 0 <= d, private_infinity r d M & forall", "[/\\ True, private_infinity r d M & forall"),
    ("Prop := forall x, P x <= E * Q x + d.", "Prop := forall x, Q x <= E * P x + d."),
    ("Prop := forall i, distribution (M i).", "Prop := exists i, distribution (M i)."),
    ("Prop := forall i, distribution (M i).", "Prop := forall i, \\sum_x M i x = 1."),
    ("\\sum_i w i * M i x.", "\\sum_i M i x."),
    ("P x.1 * Q x.2.", "P x.1 + Q x.2."),
    ("\\sum_j a j * x j.", "\\sum_j x j."),
    ("Prop := forall x, ~ meets L x.", "Prop := exists x, ~ meets L x."),
    ("Prop := forall x, ~ meets L x.", "Prop := forall x, meets L x."),
    ("Prop := forall v, exists2 x, meets L x & dot", "Prop := exists v, exists2 x, meets L x & dot"),
    ("meets L x & dot (objective L) x < v.", "meets L x & v < dot (objective L) x."),
    ("Prop := p 0 = eta.", "Prop := p 1 = eta."),
    ("Prop := p 0 = eta.", "Prop := p 0 <= eta."),
    ("Prop := p 0 = eta.", "Prop := eta <= p 0."),
    ("(fun z => z%:~R * p z) = 0.", "(fun z => z%:~R ^+ 2 * p z) = 0."),
    ("(fun z => z%:~R * p z) = 0.", "(fun z => `|z|%:R * p z) = 0."),
    ("(forall i, (1 <= i <= D)%N -> 0 <= a i) /\\ \\sum_(1 <= i < D.+1) a i = 1.", "\\sum_(1 <= i < D.+1) a i = 1."),
    ("0 <= a i) /\\ \\sum_(1 <= i < D.+1) a i = 1.", "0 <= a i) /\\ \\sum_(1 <= i < D.+1) a i <= 1."),
    ("0 <= a i) /\\ \\sum_(1 <= i < D.+1) a i = 1.", "0 <= a i) /\\ 1 <= \\sum_(1 <= i < D.+1) a i."),
    ("R := 2%:R / (1 - eta).", "R := 1 / (1 - eta)."),
    ("R := eta * B_of eta.", "R := B_of eta."),
    ("\\sum_(j < m) E ^+ j.", "\\sum_(j < m) E ^+ j.+1."),
    ("k <- iota 1 D] ++", "k <- iota 0 D] ++"),
    ("m <- iota 0 (D./2).+1].", "m <- iota 0 D./2]."),
    ("v \\in s /\\ all (fun w => w <= v) s.", "all (fun w => w <= v) s."),
    ("v \\in s /\\ all (fun w => w <= v) s.", "is_true (v \\in s)."),
    ("private (neighbours first N) E delta", "private (neighbours first N) E (delta + 1)"),
    ("private (neighbours first N) E delta", "private (neighbours 0 N) E delta"),
    ("private (neighbours first N) E delta", "private (neighbours first N.-1) E delta"),
    ("forall n n', neighbours first N n n' ->\n  close_singletons", "forall n n',\n  close_singletons"),
    ("close_singletons E delta (@count_mechanism", "close_singletons E (delta + 1) (@count_mechanism"),
    ("iter t (step f c) p.", "p."),
    ("Prop := forall v, f' (g v) = f v.", "Prop := exists v, f' (g v) = f v."),
    # A type has no wrong body, so what it is made of is changed: no =, and a program that is not what it was made from.
    (TWO_RELATIONS[0], TWO_RELATIONS[1] % "Le", *TWO_RELATIONS[2:]),
    (TWO_RELATIONS[0], TWO_RELATIONS[1] % "Ge", *TWO_RELATIONS[2:]),
    (RECORD, f"{MADE} Make (predC f) o s a b."),
    (RECORD, f"{MADE} Make f (fun=> 0) s a b."),
    (RECORD, f"{MADE} Make f o (fun=> Le) a b."),
    (RECORD, f"{MADE} Make f o s (fun=> o) b."),
    (RECORD, f"{MADE} Make f o s a (fun=> 0)."),
]  # fmt: skip

# Definitions beside the theorems that are about them: a proof there may notice, or AxiomsExamples.v.
AXIOMS = {
    "DefinitionsAxioms.v": [
        ("\\sum_x Num.min (P x) (Q x).", "\\sum_x Num.max (P x) (Q x)."),
        ("R := \\sum_x `|P x - Q x|.", "R := \\sum_x (P x - Q x)."),
        ("(exists i j, v = - overlap (M i) (M j)) /\\ forall i j, - overlap (M i) (M j) <= v.", "exists i j, v = - overlap (M i) (M j)."),
        ("(exists i j, v = - overlap (M i) (M j)) /\\ forall i j, - overlap (M i) (M j) <= v.", "forall i j, - overlap (M i) (M j) <= v."),
        ("i != j -> v <= - overlap (M i) (M j).", "v <= - overlap (M i) (M j)."),
        ("(exists i j, i != j /\\ v = - overlap (M i) (M j)) /\\", "(exists i j, v = - overlap (M i) (M j)) /\\"),
        ("Prop := forall i, 0 <= x 0 i.", "Prop := exists i, 0 <= x 0 i."),
        ("nonnegative y -> F (x + y) <= F x + F y.", "nonnegative y -> F x + F y <= F (x + y)."),
        ("nonnegative x -> nonnegative y -> F (x + y)", "F (x + y)"),
        ("0 <= c -> nonnegative x -> F (c *: x) = c * F x.", "nonnegative x -> F (c *: x) = c * F x."),
        ("F (c *: x) = c * F x.", "F (c *: x) <= c * F x."),
        ("bool := [forall i, 0 <= x 0 i].", "bool := [exists i, 0 <= x 0 i]."),
        ("all nonneg s && (\\sum_(x <- s) x == const_mx 1).", "(\\sum_(x <- s) x == const_mx 1)."),
        ("all nonneg s && (\\sum_(x <- s) x == const_mx 1).", "all nonneg s."),
        ("row := x 0 i *: delta_mx 0 i.", "row := delta_mx 0 i."),
        ("then G x y + gathering_cost (x + y) l' else 0.", "then G x y + gathering_cost x l' else 0."),
        ("[seq piece i x | i <- l].", "[seq x | i <- l]."),
        ("seq row := scat (index_enum _) x.", "seq row := scat [::] x."),
        ("R := mu (0 :: s).", "R := mu s."),
        ("distribution Q' -> 0 <= t <= 1 ->", "distribution Q' -> True ->"),
        ("distribution P -> distribution Q -> mechanism K ->", "distribution P -> True -> mechanism K ->"),
        ("R := gathering_cost 0 (scatter x).", "R := gathering_cost x (scatter x)."),
        ("nu (scatter (const_mx 1)) * x 0 0 - loss x.", "nu (scatter (const_mx 1)) * x 0 0 + loss x."),
        ("forall S : {set T}, q (prob P S) (prob Q S).", "forall S : {set T}, q (prob Q S) (prob P S)."),
        ("forall S : {set T}, q (prob P S) (prob Q S).", "forall x : T, q (P x) (Q x)."),
        ("allowed_pair q P Q -> allowed_pair q (post K P) (post K Q).", "allowed_pair q P Q -> allowed_pair q P Q."),
        ("R := t * P x + (1 - t) * P' x.", "R := (1 - t) * P x + t * P' x."),
        ("allowed_pair q P Q -> allowed_pair q P' Q' -> allowed_pair q (mix t P P') (mix t Q Q').", "allowed_pair q P Q -> allowed_pair q P' Q' -> allowed_pair q P Q'."),
        ("[/\\ 0 <= a <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)].", "[/\\ 0 <= b <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)]."),
        ("[/\\ 0 <= a <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)].", "[/\\ 0 <= a <= 1, 0 <= a <= 1, q a b & q (1 - a) (1 - b)]."),
        ("[/\\ 0 <= a <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)].", "[/\\ 0 <= a <= 1, 0 <= b <= 1, q a b & q a b]."),
        ("[/\\ 0 <= a <= 1, 0 <= b <= 1, q a b & q (1 - a) (1 - b)].", "[/\\ 0 <= a <= 1, 0 <= b <= 1, q (1 - a) (1 - b) & q (1 - a) (1 - b)]."),
        ("region q (t * a + (1 - t) * a') (t * b + (1 - t) * b').\n\n(** Theorem 2.1.4", "region q a b.\n\n(** Theorem 2.1.4"),
        ("1 - M (1 - a) <= b & b <= M a].", "1 - M a <= b & b <= M a]."),
        ("1 - M (1 - a) <= b & b <= M a].", "1 - M (1 - a) <= b & True]."),
        ("Prop := [/\\ 0 <= a <= 1, 0 <= b <= 1, 1 - M", "Prop := [/\\ 0 <= b <= 1, 0 <= b <= 1, 1 - M"),
        ("0 <= a' <= 1 ->\n  t * M a", "True ->\n  t * M a"),
        ("t * M a + (1 - t) * M a' <= M (t * a + (1 - t) * a').", "M (t * a + (1 - t) * a') <= t * M a + (1 - t) * M a'."),
        ("r i j && (x i == E * x j).", "r i j && (x j == E * x i)."),
        ("r i j && (x i == E * x j).", "x i == E * x j."),
        ("tight r E x i j || tight r E x j i.", "tight r E x i j."),
        ("forall i j, connect (linked r E x) i j.", "forall i j, connect (linked_inside r E x) i j."),
        ("[&& x i != 0, x j != 0 & linked r E x i j].", "(x i != 0) && linked r E x i j."),
        ("[&& x i != 0, x j != 0 & linked r E x i j].", "linked r E x i j."),
        ("(x i != 0) && (x j != 0) ==> connect", "connect"),
        ("else (1 - f i) * M i o.", "else f i * M i o."),
        ("(if o' == o then f i * M i o else M i o')", "f i * M i o'"),
        ("R := (o' == odflt o u)%:R.", "R := (o' == o)%:R."),
        ("rho = x s / x t]) /\\", "rho = x t / x s]) /\\"),
        ("r s t -> x s / x t <= rho.", "x s / x t <= rho."),
        ("r s t -> x s / x t <= rho.", "r s t -> rho <= x s / x t."),
        ("R := (E / rho2 - 1)", "R := (E / rho1 - 1)"),
        ("if C i then a_ rho1 rho2 * (E / rho1) else a_ rho1 rho2.", "if C i then a_ rho1 rho2 else a_ rho1 rho2 * (E / rho1)."),
        ("R := (E / rho1 - 1)", "R := (E / rho2 - 1)"),
        ("R := (o == i)%:R.", "R := (o != i)%:R."),
    ],
    "AxiomsSplits.v": [
        ("~~ tight r E (M^~ o) ij.1 ij.2.", "tight r E (M^~ o) ij.1 ij.2."),
        ("shrinkable : Prop := forall p x, 0 <= p <= 1 -> dom x -> dom (p *: x).", "shrinkable : Prop := forall p x, 0 <= p <= 1 -> dom x -> dom x."),
        ("dom y -> dom (p *: x + (1 - p) *: y).", "dom y -> dom x."),
        ("F x = F (p *: x) + F ((1 - p) *: x).", "F x = F (p *: x + (1 - p) *: x)."),
        ("dom x -> F (p *: x) = p * F x.", "dom x -> F (p *: x) <= p * F x."),
        ("F (p *: x + (1 - p) *: y) <= p * F x + (1 - p) * F y.", "p * F x + (1 - p) * F y <= F (p *: x + (1 - p) *: y)."),
        ("dom y -> dom (x + y) -> F (x + y)", "dom y -> F (x + y)"),
        ("R := \\sum_i w i * \\sum_o M i o * L (g o) i.", "R := \\sum_i \\sum_o M i o * L (g o) i."),
        ("(exists g, answered M g = v) /\\ forall g, v <= answered M g.", "exists g, answered M g = v."),
        ("(exists g, answered M g = v) /\\ forall g, v <= answered M g.", "forall g, v <= answered M g."),
        ("R := - \\sum_i w i * (x 0 i * L a i).", "R := \\sum_i w i * (x 0 i * L a i)."),
        ("R := \\big[Num.max/value_of a0 x]_a value_of a x.", "R := value_of a0 x."),
        ("(forall x, S x -> x <= v) /\\ forall u, (forall x, S x -> x <= u) -> v <= u.", "forall x, S x -> x <= v."),
        ("(forall x, S x -> x <= v) /\\ forall u, (forall x, S x -> x <= u) -> v <= u.", "forall u, (forall x, S x -> x <= u) -> v <= u."),
        ("(forall x, S x -> v <= x) /\\ forall u, (forall x, S x -> u <= x) -> u <= v.", "forall x, S x -> v <= x."),
        ("(forall x, S x -> v <= x) /\\ forall u, (forall x, S x -> u <= x) -> u <= v.", "forall u, (forall x, S x -> u <= x) -> u <= v."),
        ("is_inf (q a) (m a) & forall b, m a < b < M a -> q a b].", "is_inf (q a) (m a) & True]."),
        ("[/\\ is_sup (q a) (M a), is_inf", "[/\\ True, is_inf"),
        ("is_sup (q a) (M a), is_inf (q a) (m a) &", "is_sup (q a) (M a), True &"),
        ("[\\/ q a b, b = M a | b = m a].", "q a b \\/ b = M a."),
        ("[\\/ q a b, b = M a | b = m a].", "True."),
        ("R := 1 - M (1 - a).\nEnd", "R := M (1 - a).\nEnd"),
        ("\\sum_(0 <= i < n) c i * (A i x)%:R.", "\\sum_(0 <= i < n) c i."),
    ],
}  # fmt: skip
GRADUAL = {
    "DefinitionsGradual.v": [
        ("R := w y / \\sum_z w z.", "R := w y / \\sum_(z | z != y) w z."),
        ("R := w y / \\sum_z w z.", "R := w y."),
        ("(1 - p) / (1 + p) * p ^+ absz k.", "(1 - p) / (1 + p) * p ^+ (absz k).+1."),
        ("(1 - p) / (1 + p) * p ^+ absz k.", "(1 - p) * p ^+ absz k."),
        ("q / p * ((1 - p) / (1 - q)) ^+ 2.", "q / p * ((1 - p) / (1 - q))."),
        ("q / p * ((1 - p) / (1 - q)) ^+ 2.", "p / q * ((1 - q) / (1 - p)) ^+ 2."),
        ("keep p q * (k == 0)%:R + (1 - keep p q) * lap p k.", "keep p q * (k == 0)%:R + (1 - keep p q) * lap q k."),
        ("keep p q * (k == 0)%:R + (1 - keep p q) * lap p k.", "keep p q + (1 - keep p q) * lap p k."),
        ("R := lap q y * kernel p q (x - y).", "R := lap q y * kernel p q x."),
        ("R := lap q y * kernel p q (x - y).", "R := lap p y * kernel p q (x - y)."),
        ("R := joint p q x y / lap p x.", "R := joint p q x y / lap q y."),
        ("f 0 + \\sum_(1 <= k < N.+1) (f k", "f 0 + \\sum_(1 <= k < N) (f k"),
        ("(f k%:Z + f (- k%:Z)).\n\n(** What", "(f k%:Z + f k%:Z).\n\n(** What"),
        ("R := f 0 + \\sum_(1", "R := \\sum_(1"),
        ("(1 + p ^+ n * p ^+ n) / (1 - p * q).", "(1 + p ^+ n) / (1 - p * q)."),
        ("q ^+ n * (p * q) ^+ m.+1 *", "q ^+ n * (p * q) ^+ m *"),
        ("kernel p q (x - y) * others p x rest' else 1.", "kernel p q (x - y) * others p y rest' else 1."),
        ("kernel p q (x - y) * others p x rest' else 1.", "kernel p q (x - y) * others q x rest' else 1."),
        ("kernel p q (x - y) * others p x rest' else 1.", "kernel p q (x - y) else 1."),
        ("R := lap q y * others q y rest.", "R := others q y rest."),
        ("R := lap q y * others q y rest.", "R := lap q 0 * others q y rest."),
        ("[seq (v.1, v.2 + d) | v <- rest].", "rest."),
        ("q <= p /\\ p < 1 /\\ rising p rest' else", "q <= p /\\ p < 1 /\\ rising q rest' else"),
        ("q <= p /\\ p < 1 /\\ rising p rest' else", "q <= p /\\ p < 1 else"),
        ("q <= p /\\ p < 1 /\\ rising p rest' else", "q <= p /\\ rising p rest' else"),
        ("((i - o) + (o - i))%N.", "(i - o)%N."),
        ("(o == 0%N) || (o == n) then 1 / (1 + p)", "(o == 0%N) then 1 / (1 + p)"),
        ("R := p ^+ gap i o * clipped n p o.", "R := p ^+ gap i o * clipped n p i."),
        ("then q * (1 - p) / (p * (1 - q)) else q", "then q * (1 - p) ^+ 2 / (p * (1 - q)) else q"),
        ("keep_clipped n p q k * (k == o)%:R + (1 - keep_clipped n p q k)", "keep_clipped n p q o * (k == o)%:R + (1 - keep_clipped n p q o)"),
        ("(1 - keep_clipped n p q k) * geometric n p k o.", "(1 - keep_clipped n p q k) * geometric n q k o."),
        ("else (1 + q ^+ 2) * f k - q * f k.-1", "else (1 + q) * f k - q * f k.-1"),
        ("then f 0%N - q * f 1%N", "then f 0%N"),
        ("rough n q (fun j => (j == i)%:R) k / ((1 - q ^+ 2)", "rough n q (fun j => (j == k)%:R) i / ((1 - q ^+ 2)"),
        ("\\matrix_(i, o) geometric n q i o.", "\\matrix_(i, o) geometric n q o i."),
        ("sorted <=%R ps && all", "all"),
        ("all (fun p => 0 < p < 1) ps.", "true."),
        ("all (fun p => 0 < p < 1) ps.", "all (fun p => 0 < p <= 1) ps."),
        ("release p x (zip ps' xs') else 1.", "release p x (zip ps' xs') else 0."),
        ("then release p x (zip ps' xs')", "then others p x (zip ps' xs')"),
        ("(forall y, 0 <= f y) /\\ nearly_sums_to f v.", "nearly_sums_to f v."),
        ("(forall y, 0 <= f y) /\\ nearly_sums_to f v.", "forall y, 0 <= f y."),
        ("[/\\ 0 <= c, 0 <= p < 1\n", "[/\\ 0 <= c, 0 <= p <= 1\n"),
        ("(k + N) - v| <= c * p ^+ N]", "(k + N) - v| <= c + 0 * p]"),
        ("marginal n F m.+1 G -> (i <= m)%N ->", "marginal n F m G -> (i <= m)%N ->"),
        ("G (take i xs ++ y :: drop i xs)) (H xs)", "G (y :: xs)) (H xs)"),
    ],
}  # fmt: skip
LAWS = {
    "DefinitionsLaws.v": [
        ("Prop := mu (fun=> 1) 1.", "Prop := mu (fun=> 0) 0."),
        ("Prop := mu (fun x => (A x)%:R) p.", "Prop := mu (fun x => (~~ A x)%:R) p."),
        ("has_probability nu A q -> p <= E * q.", "has_probability nu A q -> q <= E * p."),
        ("mu g v -> I (fun x => g x * f x) v.", "mu g v -> I (fun x => g x) v."),
        ("& mu g v.\n\n(** The mean", "& True.\n\n(** The mean"),
        ("forall x, K x (fun y => f (x, y)) (g x) &", "True &"),
        ("[/\\ mu g s, forall x, g x <= f x & w <= s].", "[/\\ mu g s, True & w <= s]."),
        ("[/\\ mu g s, forall x, g x <= f x & w <= s].", "[/\\ mu g s, forall x, g x <= f x & w <= s + 1]."),
        ("\\sum_i `|u 0 i - u' 0 i|.", "\\sum_i `|u 0 i + u' 0 i|."),
        ("bool := A (u + v).", "bool := A v."),
        ("(1 - e * l1_distance u u') * p <= q.", "(1 - e) * p <= q."),
        ("p <= exp (e * l1_distance u u') * q.", "p + 1 <= exp (e * l1_distance u u') * q."),
        ("\\sum_i v 0 i ^+ 2.", "\\sum_i v 0 i."),
        ("exp (a + b) = exp a * exp b, forall", "exp (a + b) = exp a + exp b, forall"),
        ("forall a, 0 < exp a &", "forall a, 0 <= exp a - 1 &"),
        ("/\\ forall a, 1 + a <= exp a.", "/\\ forall a, 1 <= exp a."),
        ("e / 2%:R * exp (- (e * `|v|)).", "e * exp (- (e * `|v|))."),
        ("e / 2%:R * exp (- (e * `|v|)).", "e / 2%:R * exp (e * `|v|)."),
        ("e1 ^+ 2 / (2%:R * e2)", "e1 / (2%:R * e2)"),
        ("(e2 ^+ 2 - e1 ^+ 2) / (4%:R * e2)", "(e2 ^+ 2 + e1 ^+ 2) / (4%:R * e2)"),
        ("(d / e) ^+ 2 else (1 - (d / e) ^+ 2)", "d / e else (1 - (d / e) ^+ 2)"),
        ("(d / e) ^+ 2 else (1 - (d / e) ^+ 2)", "(d / e) ^+ 2 else (1 - d / e)"),
        ("laplace e y * tightenings e y rest.", "tightenings e y rest."),
        ("density_20 d e x y / laplace d x.", "density_20 d e x y / laplace e y."),
        ("density_36 d x rest' * relaxing d e x y", "relaxing d e x y"),
        ("((z i).1 - u 0 i)", "((z i).1 + u 0 i)"),
        ("exp (e * `|u - u'|) * q.\n\n(** The law of g", "exp (e * `|u - u'|) * q - 1.\n\n(** The law of g"),
        ("(v 0 i < b)) p & c <= p].", "(v 0 i < b)) p & p <= c]."),
        ("(\\prod_j (exp (- (e j * t j)) / 2%:R))", "(\\prod_j exp (- (e j * t j)))"),
        ("- d * h| <= c * `|h|.", "- d * h| <= c."),
        ("[seq (v.1, v.2 + t) | v <- rest].", "[seq (v.1, v.2 - t) | v <- rest]."),
        ("(forall x, I (- x) = - I x) /\\", "True /\\"),
        ("(y - x) * exp (- (y ^+ 2 / 2%:R)) <= I y", "(y - x) * exp (- (y ^+ 2)) <= I y"),
        ("<= (y - x) * exp (- (x ^+ 2 / 2%:R)).", "<= (y - x) * exp (x ^+ 2 / 2%:R)."),
        ("/\\ forall b, (forall x, I x <= b) -> whole <= b.", "/\\ True."),
        ("(forall x, I x <= whole) /\\", "True /\\"),
        ("1 / 2%:R + I x / (2%:R * whole).", "1 / 2%:R + I x / whole."),
        ("if x <= 0 then exp x / 2%:R else 1 - exp (- x) / 2%:R.", "if x <= 0 then exp x / 2%:R else 1 - exp x / 2%:R."),
        ("if x <= 0 then exp x / 2%:R else 1 - exp (- x) / 2%:R.", "if x <= 0 then exp (- x) / 2%:R else 1 - exp (- x) / 2%:R."),
        ("[:: 1 - before].", "[::]."),
        ("x - before :: increments x l'", "x - before :: increments before l'"),
        ("((1 - rate) * x.2 + rate * x.1, x.2)", "((1 - rate) * x.1 + rate * x.2, x.2)"),
        ("[seq F (c - t) | c <- cuts]", "[seq F (c + t) | c <- cuts]"),
    ],
}  # fmt: skip
RAINBOW = {
    "DefinitionsRainbow.v": [
        ("op_1 : f 1 = 1;", "op_1 : True;"),
        ("op_le1 : forall a, f a <= 1;", "op_le1 : forall a, f a <= 2%:R;"),
        ("f b <= E * b + d;", "f b <= E * b;"),
        ("1 - a <= E * (1 - f a) + d' }.", "1 - a <= E * (1 - f a) + d }."),
        ("Num.min (E * d) (1 - (1 - d) / E).", "Num.min (E * d) (1 - (1 - E * d) / E)."),
        ("Num.min (E * d) (1 - (1 - d) / E).", "E * d."),
        ("R := d / (E - 1).", "R := d / E."),
        ("R := (1 - d) / (E + 1).", "R := 1 / (E + 1)."),
        ("- drift E d < breakpoint E d)", "- drift E d <= 1)"),
        ("(forall j, (j < tau)%N -> E ^+ j * (s + drift E d) - drift E d < breakpoint E d)", "(forall j, (j <= tau)%N -> E ^+ j * (s + drift E d) - drift E d < breakpoint E d)"),
        ("/\\ breakpoint E d <= E ^+ tau * (s + drift E d) - drift E d.", "/\\ True."),
        ("(forall j, (j < tau)%N -> E ^+ j * (s + drift E d) - drift E d <= 1 / (E + 1))", "True"),
        ("/\\ 1 / (E + 1) <= E ^+ tau * (s + drift E d) - drift E d.", "/\\ True."),
        ("(i <= j)%N -> u (c j) <= u (c i).", "(i <= j)%N -> u (c i) <= u (c j)."),
        ("(i <= j)%N -> u (c j) <= u (c i).", "(i <= j)%N -> u j <= u i."),
        ("\\sum_v \\sum_x u v x * M v x.", "\\sum_v \\sum_x u v x."),
        ("{x | boundary_vertex r f (boundary_point x)}", "{x : {perm 'I_q} * 'I_#|V| | true}"),
        ("nat := boundary_point (val x).", "nat := (1%g, (val x).2 : nat)."),
        ("nat := (x.1, x.2 : nat).", "nat := (x.1, x.2.+1)."),
        ("boundary_graph r f (point x) (point y).", "boundary_graph r f (point x) (point x)."),
        ("boundary_graph r f (point x) (point y).", "(point x).1 == (point y).1."),
        ("'I_q} := (point x).1.", "'I_q} := (point x).1^-1%g."),
        ("bool := (point x).2 == 0%N.", "bool := (point x).2 != 0%N."),
        ("(m (rainbow_of x)) (point x).2.", "(m (rainbow_of x)) 0."),
        ("(m (rainbow_of x)) (point x).2.", "(m 1%g) (point x).2."),
        (IMAGE, IMAGE.replace("(reach v)", "(leq_ltn_trans (leq0n _) (reach v))").replace("/= eqxx reach leqnn", "/= eqxx reach leq0n")),
        ("line (corrected E d) (rainbow_of x)", "line (printed E d) (rainbow_of x)"),
        ("Prop := exists2 w, r v w & f w != f v.", "Prop := exists w, r v w."),
        ("walks_to c n' v \\/ (exists2 w", "walks_to c n' v /\\ (exists2 w"),
        ("else boundary_at v /\\ f v = c.", "else boundary_at v."),
        ("(forall k, walks_to (f v) k v -> (n <= k)%N)", "True"),
        ("else forall k, ~ walks_to (f v) k v.", "else True."),
        ("(forall v, boundary_at v -> distribution (m (f v))) /\\\n", "True /\\\n"),
        ("then line (corrected E d) (f v) (m (f v)) n else", "then line (corrected E d) (f v) (m (f v)) 0 else"),
        ("Some i, Some n => (i <= n)%N |", "Some i, Some n => true |"),
        ("| None, None => true | _, _", "| None, None => true | Some _, None => true | _, _"),
        ("exists v w, [/\\ r v w, f v = c & f w = c'].", "exists v w, [/\\ r v w, f v = c & f v = c']."),
        ("&& ((i.+1 == j) || (j.+1 == i))", "&& (i.+1 == j)"),
        ("rainbow_at x != rainbow_at y, i == 0%N, j", "rainbow_at x != rainbow_at y, true, j"),
        ("Prop := place x = Some 0%N.", "Prop := place x <> None."),
        ("path r v p, distance v = Some (size p), bound", "path r v p, distance v <> None, bound"),
        ("distance v = Some (size p), boundary_at r f (last v p) &", "distance v = Some (size p), True &"),
        (FEASIBLE, FEASIBLE.replace("private r E d M", "True")),
        (FEASIBLE, FEASIBLE.replace("forall v, fixed v -> M v =1 m v", "True")),
        ("M /\\ forall M', feasible_at E d fixed m M' -> forall v, dominates (f v) (M v) (M' v).", "M."),
        ("E ^ n <= y < E ^ (n + 1) & tau", "E ^ n < y <= E ^ (n + 1) & tau"),
        ("tau%:Z = Num.max (n + 1) 0.", "tau%:Z = Num.max n 0."),
        ("R := (s * (E + 1))^-1.", "R := s * (E + 1)."),
        ("R := (1 / (E + 1) + drift E d) / (s + drift E d).", "R := (breakpoint E d + drift E d) / (s + drift E d)."),
        ("R := E ^+ t * s.", "R := E * s."),
        ("R := 1 - (1 - v) / E ^+ n.", "R := 1 - v / E ^+ n."),
        ("R := Num.min 1 (E ^+ t * (s + drift E d) - drift E d).", "R := E ^+ t * (s + drift E d) - drift E d."),
        ("Num.min 1 (1 + E * drift E d - (1 - v + E * drift E d) / E ^+ n).", "1 + E * drift E d - (1 - v + E * drift E d) / E ^+ n."),
    ],
}  # fmt: skip
ORDER = {  # what comes after each file of definitions, in this order
    "axioms": "AppendixExamples Utility Predicates Maximal RowGraphs Splits MaximalExamples Examples",
    "gradual": "Discrete Examples Levels Finite More Definitions",
}
BESIDE = {
    "axioms": (AXIOMS, [f"Axioms{name}.v" for name in ORDER["axioms"].split()]),
    "gradual": (GRADUAL, [f"Gradual{name}.v" for name in ORDER["gradual"].split()]),
    "laws": (LAWS, ["GradualLaws.v", "GradualNoise.v", "Exponential.v", "LawsExamples.v"]),
    "rainbow": (
        RAINBOW,
        [
            "Rainbow.v",
            "RainbowGraphs.v",
            "PrintedRainbow.v",
            "RainbowClosedForm.v",
            "RainbowOrders.v",
            "RainbowPrintedLines.v",
            "RainbowBoundary.v",
            "RainbowInfinite.v",
            "RainbowExamples.v",
            "BoundaryExamples.v",
            "BesideExamples.v",
        ],
    ),
}


def compiles(folder: Path, name: str) -> str:
    """Compile one file: "yes", "no" or "time"."""
    command = ["coqc", "-Q", str(folder), "DPExact", "-w", WARNINGS, str(folder / PLACES[name])]
    limit = (SECONDS, SECONDS)
    done = subprocess.run(
        command, capture_output=True, check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit)
    )
    if done.returncode < 0:
        return "time"
    return "no" if done.returncode else "yes"


def put(folder: Path, name: str, text: str) -> None:
    """Write a source into the folder where it stands here."""
    (folder / PLACES[name]).parent.mkdir(parents=True, exist_ok=True)
    (folder / PLACES[name]).write_text(text)


def beside(paper: str) -> int:
    """Try the definitions of one group of BESIDE; the number of those that nothing notices."""
    group, order = BESIDE[paper]
    unnoticed = 0
    for changed, mutants in group.items():
        text = (HERE / PLACES[changed]).read_text()
        later = order[order.index(changed) + 1 :] if changed in order else order

        def answer(wrong: str, changed: str = changed, later: list[str] = later) -> str:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                for source, place in PLACES.items():
                    put(folder, source, wrong if source == changed else (HERE / place).read_text())
                    if source not in {changed, *later} and (compiled := HERE / f"{place}o").is_file():
                        shutil.copy(compiled, folder / f"{place}o")
                for source in [changed, *later]:
                    if compiles(folder, source) != "yes":
                        return "own file" if source == changed else "an example" if "Examples" in source else "a proof"
            return "UNNOTICED"

        for old, _ in mutants:
            if text.count(old) != 1:
                sys.exit(f"expected once in {changed}: {old}")
        if answer(text) != "UNNOTICED":
            sys.exit(f"{changed} does not compile as it is")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(answer, [text.replace(old, new) for old, new in mutants])
            for found, (_, new) in zip(answers, mutants, strict=True):
                unnoticed += found == "UNNOTICED"
                print(f"{found:10} {' '.join(new.split())}", flush=True)
    print(f"{sum(map(len, group.values()))} mutants of {', '.join(group)}: {unnoticed} unnoticed")
    return unnoticed


def definitions(first: int, last: int) -> int:
    """Try these mutants of Definitions.v; the number of those that nothing notices."""
    text, wrong = (HERE / PLACES["Definitions.v"]).read_text(), []
    for mutant in MUTANTS[first:last]:
        wrong.append(text)
        for old, other in zip(mutant[::2], mutant[1::2], strict=True):
            if text.count(old) != 1:
                sys.exit(f"expected once in Definitions.v: {old}")
            wrong[-1] = wrong[-1].replace(old, other)

    def answer(definitions: str) -> str:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for source in EXAMPLES:
                put(folder, source, (HERE / PLACES[source]).read_text())
            put(folder, "Definitions.v", definitions)
            shutil.copy(HERE / f"{PLACES['Notations.v']}o", folder / f"{PLACES['Notations.v']}o")
            if compiles(folder, "Definitions.v") != "yes":
                return "no definition"
            return next((x for x in (compiles(folder, example) for example in EXAMPLES) if x != "yes"), "yes")

    words = {"yes": "UNNOTICED", "no": "noticed  ", "time": "no end   ", "no definition": "NO DEFINITION"}
    bad = slow = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, found in zip(MUTANTS[first:last], pool.map(answer, wrong), strict=True):
            bad += found in {"yes", "no definition"}
            slow += found == "time"
            print(words[found], " ".join(mutant[1].split()), flush=True)
    print(f"{len(wrong)} mutants, {bad} unnoticed or none, {slow} on which the examples did not come to an end")
    return bad


def main() -> int:
    """Try what the arguments name, all by default."""
    match sys.argv[1:]:
        case [paper]:
            return 1 if beside(paper) else 0
        case [first, last]:
            return 1 if definitions(int(first), int(last)) else 0
        case _:
            return 1 if definitions(0, len(MUTANTS)) + sum(beside(paper) for paper in BESIDE) else 0


if __name__ == "__main__":
    sys.exit(main())
