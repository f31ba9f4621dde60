(** * RainbowContinuous: Section 6.5 of "Generalized Rainbow Differential Privacy", alphabets such as [0, 1]

    T becomes what M makes of a distribution function F. On the cells of any finite chain of points this is Lemma 1, for all
    events that are unions of cells. From there to all Borel sets is in words (RainbowSteps.v). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions DefinitionsRainbow Events Rainbow.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Chain.
Variables (R : realFieldType) (E d : R) (n : nat) (F : R -> R) (x : nat -> R).
Hypotheses (E1 : 1 <= E) (d0 : 0 <= d).
Hypotheses (F0 : 0 <= F (x 0%N)) (rises : forall i, (i < n)%N -> F (x i) <= F (x i.+1)) (F1 : F (x n) = 1).

Lemma prefix_cells (G : R -> R) k : (k <= n)%N -> prefix 1 (@cells R n G x) k.+1 = G (x k).
Proof.
elim: k => [|k ih] kn; have lt := kn; rewrite -ltnS in lt; rewrite (prefixS 1 _ lt) perm1 /cells /=.
  by rewrite prefix0 add0r subr0.
by rewrite ih ?(ltnW kn) // addrCA subrr addr0.
Qed.

Lemma step_cells (f : R -> R) : step f 1 (@cells R n F x) =1 @cells R n (f \o F) x.
Proof.
move=> i; rewrite /step invg1 perm1 /next_sum prefix_cells -1?ltnS // /cells /=.
by case: i => [[|j] lt] //=; rewrite prefix_cells // ltnW.
Qed.

Lemma cells_law : distribution (@cells R n F x).
Proof.
split=> [i|]; last by rewrite -(prefix_all 1) prefix_cells.
by rewrite /cells; case: i => [[|j] lt] /=; rewrite ?subr0 // subr_ge0 rises.
Qed.

(** M o F is a distribution function, and the two laws are close. *)
Theorem continuous_close : let M := corrected E d in
  distribution (@cells R n (M \o F) x) /\ close E d (@cells R n (M \o F) x) (@cells R n F x).
Proof.
move=> M; have [law [there back]] := lemma_1_close E1 d0 1 cells_law.
have prob_same S : prob (@cells R n (M \o F) x) S = prob (step M 1 (@cells R n F x)) S.
  by apply: eq_bigr => i _; rewrite step_cells.
split; last by split=> S; rewrite prob_same; [exact: there | exact: back].
case: law => pos sum; split=> [i|]; first by rewrite -step_cells.
by rewrite -sum; apply: eq_bigr => i _; rewrite step_cells.
Qed.

(** No law that is close to it has more mass up to a point of the chain. *)
Theorem continuous_greatest (G : R -> R) i : (i <= n)%N -> distribution (@cells R n G x) ->
  close E d (@cells R n G x) (@cells R n F x) -> G (x i) <= corrected E d (F (x i)).
Proof.
move=> le law cl; have := lemma_1_greatest E1 1 cells_law law cl i.+1.
have -> : prefix 1 (step (corrected E d) 1 (@cells R n F x)) i.+1 = prefix 1 (@cells R n (corrected E d \o F) x) i.+1.
  by apply: eq_bigr => j _; rewrite step_cells.
by rewrite !prefix_cells.
Qed.
End Chain.

(** Without a most preferred element: the point 0 of all integers, and d of its mass moved to - n. All these laws are close
    to it, and no distribution function is at least all of theirs: it would not fall below d. *)
Theorem no_first_element (R : archiFieldType) (E d : R) : 1 <= E -> 0 <= d <= 1 ->
  let point (z : bool) : R := z%:R in let moved (z : bool) : R := if z then 1 - d else d in
  [/\ distribution moved, close E d moved point & ~ exists G : R -> R,
    [/\ forall u v, u <= v -> G u <= G v, forall n : nat, d <= G (- n%:R) & exists u, G u < d]].
Proof.
move=> E1 /andP[d0 d1] point moved; have E0 : 0 <= E by apply: le_trans ler01 E1.
have two (p : bool -> R) S : prob p S = (true \in S)%:R * p true + (false \in S)%:R * p false.
  by rewrite /prob big_mkcond big_bool; case: (true \in S) (false \in S) => [] []; rewrite ?mul1r ?mul0r.
split.
- split=> [[]|]; rewrite /moved ?subr_ge0 //.
  by rewrite big_bool /= subrK.
- split=> S; rewrite !two /moved /point mulr0 addr0 mulr1.
    case: (true \in S) (false \in S) => [] []; rewrite ?mul1r ?mul0r ?mulr1 ?mulr0 ?add0r ?addr0 ?subrK //.
    + by apply: le_trans E1 _; rewrite ler_addl.
    + by apply: (@le_trans _ _ 1); [rewrite ger_addl oppr_le0 | apply: le_trans E1 _; rewrite ler_addl].
  case: (true \in S) (false \in S) => [] []; rewrite ?mul1r ?mul0r ?mulr1 ?mulr0 ?add0r ?addr0 ?subrK ?mulr1 //.
  + by apply: le_trans E1 _; rewrite ler_addl.
  + by rewrite -[X in X <= _](subrK d) ler_add2r ler_pemull // subr_ge0.
  + by rewrite addr_ge0 // mulr_ge0.
  + by rewrite mulr0 add0r.
case=> G [mono all [u]]; rewrite ltNge => /negP; apply.
have := all (Num.bound `|u|); move/le_trans; apply; apply: mono.
by rewrite ler_oppl; apply: le_trans (ler_norm _) _; rewrite normrN ltW // archi_boundP.
Qed.
