(** * Archimedean: powers in an Archimedean field become larger, or smaller, than any number

    By Bernoulli's inequality. What the definitions say by a bound of every length (e^y, a sum over all integers, the first
    hit of a line) is one number in such a field: Numbers.v, GradualLevels.v and RainbowClosedForm.v show it from here. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma bernoulli (R : realFieldType) (h : R) n : 0 <= h -> 1 + n%:R * h <= (1 + h) ^+ n.
Proof.
move=> h0; elim: n => [|n IH]; first by rewrite mul0r addr0 expr0.
rewrite exprS; apply: le_trans (_ : (1 + h) * (1 + n%:R * h) <= _); last by rewrite ler_wpmul2l ?addr_ge0 ?ler01 //.
rewrite -subr_ge0 (_ : _ - _ = n%:R * (h * h)); first by rewrite mulr_ge0 ?ler0n // mulr_ge0.
by rewrite -[n.+1]addn1 natrD; ring.
Qed.

Section Archimedean.
Variable R : archiFieldType.
Implicit Types c e p v w E : R.

Lemma powers_grow E c : 1 < E -> exists n, c <= E ^+ n.
Proof.
move=> E1; have h0 : 0 < E - 1 by rewrite subr_gt0.
set n := Num.bound `|c / (E - 1)|; exists n; apply: le_trans (_ : n%:R * (E - 1) <= _).
  by rewrite -ler_pdivr_mulr // (le_trans (ler_norm _)) // ltW // archi_boundP.
by have := bernoulli n (ltW h0); rewrite addrCA subrr addr0; apply: le_trans; rewrite ler_addr ler01.
Qed.

Lemma powers_vanish c p e : 0 <= p < 1 -> 0 < e -> exists M, forall N, (M <= N)%N -> c * p ^+ N <= e.
Proof.
case/andP=> p0 p1 e0; case: (lerP c 0) => [c0|c0].
  by exists 0%N => N _; apply: le_trans (ltW e0); rewrite mulr_le0_ge0 // exprn_ge0.
case: (eqVneq p 0) => [->|pn].
  by exists 1%N => -[|N] // _; rewrite exprS mul0r mulr0 ltW.
have pp : 0 < p by rewrite lt0r pn.
have [M le] : exists n, c / e <= p^-1 ^+ n by apply: powers_grow; rewrite invf_gt1.
exists M => N MN; apply: le_trans (_ : c * p ^+ M <= _).
  by rewrite ler_pmul2l // ler_iexpn2l // ltW.
move: le; rewrite exprVn ler_pdivr_mulr // mulrC => le.
by rewrite -ler_pdivl_mulr ?exprn_gt0 // mulrC.
Qed.

(** What is at most a number and an error that vanishes is at most this number. *)
Lemma le_vanishing v w c c' p p' (K : nat) : 0 <= p < 1 -> 0 <= p' < 1 ->
  (forall N, (K <= N)%N -> v <= w + (c * p ^+ N + c' * p' ^+ N)) -> v <= w.
Proof.
move=> p01 p01' le; rewrite -subr_le0 leNgt; apply/negP => d0.
have e0 : 0 < (v - w) / 3%:R by rewrite divr_gt0 ?ltr0n.
have [M1 le1] := powers_vanish c p01 e0; have [M2 le2] := powers_vanish c' p01' e0.
pose N := maxn K (maxn M1 M2); have := le N (leq_maxl _ _).
rewrite -ler_subl_addl; apply/negP; rewrite -ltNge.
apply: le_lt_trans (ler_add (le1 N _) (le2 N _)) _; rewrite ?leq_max ?leqnn ?orbT //.
rewrite -[X in _ < X](_ : (v - w) / 3%:R + (v - w) / 3%:R + (v - w) / 3%:R = v - w); first by rewrite ltr_addl.
by field.
Qed.

End Archimedean.
