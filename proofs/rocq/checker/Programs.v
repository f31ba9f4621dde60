(** * Programs: the model of the checker for linear programs, and its soundness *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events LinearPrograms Checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Section Algorithm.
Variable N : numbers.
Notation num := (num N).

(** Rows and vectors as functions of the position, to which the reader turns its lists; a vector has a denominator. *)
Record data (n m : nat) := Data
  { free_of : pred 'I_n; cost : 'I_n -> num; cost_scale : num;
    sign_row : 'I_m -> relation; entry : 'I_m -> 'I_n -> num; limit : 'I_m -> num }.
Definition vector (k : nat) := (('I_k -> num) * num)%type.
Definition total_of (k : nat) (f : 'I_k -> num) : num := sum [seq f i | i <- enum 'I_k].

Definition sign_allows (s : relation) (x : num) : bool :=
  match s with Le => nonpositive x | Eq => is_zero x | Ge => not_negative x end.

Section Checks.
Variables (n m : nat) (L : data n m).
Definition row_left (x : vector n) (i : 'I_m) : num := total_of (fun j => entry L i j * x.1 j)%numbers.
Definition check_meets (homogeneous : bool) (x : vector n) : bool :=
  [&& is_positive x.2,
    [forall i, sign_allows (sign_row L i) (if homogeneous then row_left x i else row_left x i - limit L i * x.2)%numbers]
    & [forall j, free_of L j || not_negative (x.1 j)]].
Definition check_dual (y : vector m) (costs : 'I_n -> num) (scale : num) : bool :=
  [&& is_positive y.2, is_positive scale,
    [forall i, match sign_row L i with Le => nonpositive (y.1 i) | Eq => true | Ge => not_negative (y.1 i) end]
    & [forall j, let rest := (costs j * y.2 - total_of (fun i => y.1 i * entry L i j) * scale)%numbers in
        if free_of L j then is_zero rest else not_negative rest]].
Definition check_infeasible (y : vector m) : bool :=
  check_dual y (fun=> zero N) (one N) && is_positive (total_of (fun i => y.1 i * limit L i)%numbers).
Definition check_optimum (x : vector n) (y : vector m) (v w : num) : bool :=
  [&& is_positive w, check_meets false x, check_dual y (cost L) (cost_scale L),
    is_zero (total_of (fun j => cost L j * x.1 j) * w - v * cost_scale L * x.2)%numbers
    & is_zero (total_of (fun i => y.1 i * limit L i) * w - v * y.2)%numbers].
Definition check_unbounded (x d : vector n) : bool :=
  [&& is_positive (cost_scale L), check_meets false x, check_meets true d
    & is_negative (total_of (fun j => cost L j * d.1 j)%numbers)].
End Checks.
End Algorithm.

Local Open Scope ring_scope.

Section Soundness.
Variables (R : realFieldType) (N : numbers) (eval : num N -> R).
Hypothesis sound : sound_numbers eval.
Let evalD := evalD sound. Let evalN := evalN sound. Let evalM := evalM sound.
Variables (n m : nat) (L : data N n m).

Definition program_of : program R n m :=
  Program (free_of L) (fun j => eval (cost L j) / eval (cost_scale L)) (sign_row L)
    (fun i j => eval (entry L i j)) (fun i => eval (limit L i)).
Definition vector_of (k : nat) (x : vector N k) (j : 'I_k) : R := eval (x.1 j) / eval x.2.

Lemma total_ofE k (f : 'I_k -> num N) : eval (total_of f) = \sum_j eval (f j).
Proof. by rewrite /total_of (eval_sum sound) big_map big_enum. Qed.

Lemma dotE k (a : 'I_k -> num N) (x : vector N k) :
  eval (total_of (fun j => mul (a j) (x.1 j))) = dot (fun j => eval (a j)) (vector_of x) * eval x.2 \/ eval x.2 = 0.
Proof.
have [->|ne] := eqVneq (eval x.2) 0; [by right | left].
rewrite total_ofE /dot mulr_suml; apply: eq_bigr => j _.
by rewrite evalM /vector_of -mulrA mulfVK.
Qed.

Lemma dot_pos k (a : 'I_k -> num N) (x : vector N k) : 0 < eval x.2 ->
  eval (total_of (fun j => mul (a j) (x.1 j))) = dot (fun j => eval (a j)) (vector_of x) * eval x.2.
Proof. by move=> p; case: (dotE a x) => // z; rewrite z ltxx in p. Qed.

Lemma dot_pos' k (b : 'I_k -> num N) (y : vector N k) : 0 < eval y.2 ->
  eval (total_of (fun i => mul (y.1 i) (b i))) = dot (vector_of y) (fun i => eval (b i)) * eval y.2.
Proof.
move=> p; rewrite total_ofE /dot mulr_suml; apply: eq_bigr => j _.
by rewrite evalM /vector_of mulrAC mulfVK ?lt0r_neq0.
Qed.

Lemma vector_ge0 k (x : vector N k) j : 0 < eval x.2 -> not_negative (x.1 j) -> 0 <= vector_of x j.
Proof. by move=> p /(nonnegativeP sound) h; rewrite divr_ge0 // ltW. Qed.

Lemma check_meets_sound homogeneous x : check_meets L homogeneous x ->
  0 < eval x.2 /\ meets (if homogeneous then homogeneous_program program_of else program_of) (vector_of x).
Proof.
case/and3P=> /(positiveP sound) p /forallP rows /forallP signs; split=> //.
have left i : eval (row_left L x i) = dot (fun j => eval (entry L i j)) (vector_of x) * eval x.2 by exact: dot_pos.
case: homogeneous rows => rows; split=> [i|j fr]; try by move: (signs j); rewrite /= in fr *; rewrite (negbTE fr) /=; apply: vector_ge0.
  have := rows i; rewrite /sign_allows /=; case: (sign_row L i) => /=;
  [ by move/(nonpositiveP sound); rewrite left pmulr_lle0
  | by move/(zeroP sound)/eqP; rewrite left mulf_eq0 (negbTE (lt0r_neq0 p)) orbF => /eqP
  | by move/(nonnegativeP sound); rewrite left pmulr_lge0].
have E : eval (add (row_left L x i) (opp (mul (limit L i) x.2)))
    = (dot (fun j => eval (entry L i j)) (vector_of x) - eval (limit L i)) * eval x.2.
  by rewrite evalD evalN evalM left mulrBl.
have := rows i; rewrite /sign_allows /=; case: (sign_row L i) => /=.
- by move/(nonpositiveP sound); rewrite E pmulr_lle0 // subr_le0.
- by move/(zeroP sound)/eqP; rewrite E mulf_eq0 (negbTE (lt0r_neq0 p)) orbF subr_eq0 => /eqP.
- by move/(nonnegativeP sound); rewrite E pmulr_lge0 // subr_ge0.
Qed.

Lemma check_dual_sound y costs scale : check_dual L y costs scale ->
  [/\ 0 < eval y.2, 0 < eval scale & dual program_of (vector_of y) (fun j => eval (costs j) / eval scale)].
Proof.
case/and4P=> /(positiveP sound) p /(positiveP sound) q /forallP signs /forallP columns; split=> //; split=> [i|j].
  have := signs i; rewrite /dual_sign /=; case: (sign_row L i) => //=.
  - by move/(nonpositiveP sound) => h; rewrite /vector_of ler_pdivr_mulr // mul0r.
  - exact: vector_ge0.
have := columns j; set rest_ := add _ _.
have E : eval rest_ = (eval (costs j) / eval scale - \sum_i vector_of y i * eval (entry L i j)) * (eval scale * eval y.2).
  rewrite /rest_ evalD evalN !evalM (dot_pos' (fun i => entry L i j) p) /dot.
  by field; rewrite lt0r_neq0.
have s0 : 0 < eval scale * eval y.2 by rewrite mulr_gt0.
rewrite /=; case: (free_of L j).
  by move/(zeroP sound)/eqP; rewrite E mulf_eq0 (negbTE (lt0r_neq0 s0)) orbF => /eqP.
by move/(nonnegativeP sound); rewrite E pmulr_lge0.
Qed.

Lemma check_infeasible_sound y : check_infeasible L y -> infeasible program_of.
Proof.
case/andP=> /check_dual_sound [p _ [signs columns]] /(positiveP sound); rewrite (dot_pos' _ p) pmulr_lgt0 // => pos.
apply: (@infeasible_certificate R n m program_of (vector_of y)); last exact: pos.
split=> // j.
by have := columns j; rewrite (eval0 sound) mul0r.
Qed.

Lemma check_optimum_sound x y v w : check_optimum L x y v w -> optimum program_of (eval v / eval w).
Proof.
case/and5P=> /(positiveP sound) w0 /check_meets_sound [p mx] /check_dual_sound [q s0 dy].
move=> /(zeroP sound)/eqP; rewrite evalD evalN !evalM (dot_pos _ p) subr_eq0 => /eqP ex.
move=> /(zeroP sound)/eqP; rewrite evalD evalN !evalM (dot_pos' _ q) subr_eq0 => /eqP ey.
have ne := lt0r_neq0.
apply: (optimum_certificate mx dy); rewrite /=.
  have -> : dot (fun j => eval (cost L j) / eval (cost_scale L)) (vector_of x)
      = dot (fun j => eval (cost L j)) (vector_of x) / eval (cost_scale L).
    by rewrite /dot mulr_suml; apply: eq_bigr => j _; rewrite mulrAC.
  apply/eqP; rewrite eqr_div ?ne //; apply/eqP; apply: (mulIf (ne _ _ p)).
  by rewrite mulrAC ex mulrAC.
apply: (canRL (mulfK (ne _ _ w0))); apply: (mulIf (ne _ _ q)).
by rewrite mulrAC ey.
Qed.

Lemma check_unbounded_sound x d : check_unbounded L x d -> unbounded program_of.
Proof.
case/and4P=> /(positiveP sound) s0 /check_meets_sound [p mx] /check_meets_sound [q md] /(negativeP sound).
rewrite (dot_pos _ q) pmulr_llt0 // => neg; apply: (unbounded_certificate mx md); rewrite /=.
have -> : dot (fun j => eval (cost L j) / eval (cost_scale L)) (vector_of d)
    = dot (fun j => eval (cost L j)) (vector_of d) / eval (cost_scale L).
  by rewrite /dot mulr_suml; apply: eq_bigr => j _; rewrite mulrAC.
by rewrite ltr_pdivr_mulr // mul0r.
Qed.

End Soundness.
