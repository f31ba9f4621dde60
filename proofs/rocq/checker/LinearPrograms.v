(** * Linear programs: what a dual solution, a Farkas vector or a ray proves

    Exactly the checks of the kinds linear-program-optimum, -infeasible and -unbounded (docs/certificate-format.md). *)

From mathcomp Require Import all_ssreflect all_algebra.
From DPExact Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Duality.
Variables (R : realFieldType) (n m : nat).
Implicit Types (L : program R n m) (x : 'I_n -> R) (y : 'I_m -> R).

(** Weak duality: y.b <= costs.x for every x that meets the rows. *)
Theorem weak_duality L x y costs : meets L x -> dual L y costs -> dot y (bound L) <= dot costs x.
Proof.
move=> [rows signs] [ysigns columns].
have step1 : dot y (bound L) <= \sum_i y i * dot (row L i) x.
  apply: ler_sum => i _; have := rows i; have := ysigns i; case: (sign L i) => /=.
  - by move=> yi le; rewrite ler_wnmul2l.
  - by move=> _ ->.
  - by move=> yi le; rewrite ler_wpmul2l.
apply: le_trans step1 _; rewrite -subr_ge0 /dot.
under [X in _ - X]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /= -sumrB; apply: sumr_ge0 => j _.
under eq_bigr do rewrite mulrA.
rewrite -mulr_suml -mulrBl; have /= := columns j; case: (boolP (free L j)) => [_ ->|fr ge0]; first by rewrite mul0r.
by apply: mulr_ge0; [exact: ge0 | apply: signs; exact: fr].
Qed.

Theorem optimum_certificate L x y v :
  meets L x -> dual L y (objective L) -> dot (objective L) x = v -> dot y (bound L) = v -> optimum L v.
Proof. by move=> mx dy xv yv; split; [exists x | move=> z mz; rewrite -yv; apply: weak_duality]. Qed.

Theorem infeasible_certificate L y : dual L y (fun=> 0) -> 0 < dot y (bound L) -> infeasible L.
Proof.
move=> dy pos x mx; have := weak_duality mx dy.
by rewrite /dot [X in _ <= X]big1 ?leNgt ?pos // => j _; rewrite mul0r.
Qed.

Lemma dot_add (a x d : 'I_n -> R) (k : R) : dot a (fun j => x j + k * d j) = dot a x + k * dot a d.
Proof.
rewrite /dot mulr_sumr -big_split /=; apply: eq_bigr => j _.
by rewrite mulrDr mulrCA.
Qed.

Theorem unbounded_certificate L x d :
  meets L x -> meets (homogeneous_program L) d -> dot (objective L) d < 0 -> unbounded L.
Proof.
move=> [rows signs] [drows dsigns] down v; pose c := dot (objective L) d.
pose k := Num.max 0 ((v - dot (objective L) x - 1) / c).
have k0 : 0 <= k by rewrite le_maxr lexx.
exists (fun j => x j + k * d j); last first.
  rewrite dot_add -/c -ltr_subr_addl; apply: le_lt_trans (_ : v - dot (objective L) x - 1 < _); last by rewrite ltr_subl_addr ltr_addl.
  by rewrite -ler_ndivr_mulr // le_maxr lexx orbT.
split=> [i|j fr]; last by rewrite addr_ge0 ?mulr_ge0 ?signs ?dsigns.
rewrite dot_add; have := rows i; have := drows i; rewrite /=; case: (sign L i) => /=.
- by move=> dn xb; rewrite -[bound L i]addr0 ler_add // mulr_ge0_le0.
- by move=> -> ->; rewrite mulr0 addr0.
- by move=> up xb; rewrite -[bound L i]addr0 ler_add // mulr_ge0.
Qed.

End Duality.
