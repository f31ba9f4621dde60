(** * RainbowExample1: Example 1 of "Generalized Rainbow Differential Privacy", for every mechanism with its boundary

    d2 and d3 are the two vertices whose laws are free; their neighbors d1 and d4 have the laws m1 and m4. All four have the
    rainbow (1, 2, 3), E = 2 and delta = 0. M1 has [middle] at d2, M2 has m4 at d2 and [last] at d3. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Signs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Example1.
Variable R : realFieldType.
Implicit Types (p q : 'I_3 -> R) (s : seq R).
Notation row s := (fun i : 'I_3 => nth 0 s i : R).
Notation m1 := (row [:: 2%:R / 10%:R; 1 / 10%:R; 7%:R / 10%:R]).
Notation m4 := (row [:: 4%:R / 10%:R; 1 / 10%:R; 5%:R / 10%:R]).
Notation middle := (row [:: 4%:R / 10%:R; 2%:R / 10%:R; 4%:R / 10%:R]).
Notation last := (row [:: 70%:R / 100%:R; 5%:R / 100%:R; 25%:R / 100%:R]).
Notation between := (row [:: 65%:R / 100%:R; 10%:R / 100%:R; 25%:R / 100%:R]).

Let o0 : 'I_3 := ord0.
Let o1 : 'I_3 := lift ord0 ord0.
Let o2 : 'I_3 := lift ord0 (lift ord0 ord0).

Lemma sum3 (f : 'I_3 -> R) : \sum_i f i = f o0 + (f o1 + f o2).
Proof. by rewrite !big_ord_recl big_ord0 addr0. Qed.

Lemma all_three (P : 'I_3 -> Prop) : P o0 -> P o1 -> P o2 -> forall i, P i.
Proof. by move=> h0 h1 h2 [[|[|[|i]]] lt] //; [move: h0 | move: h1 | move: h2]; congr P; apply: val_inj. Qed.

Lemma close_three p q : close 2%:R 0 p q -> [/\ p o0 <= 2%:R * q o0, p o0 + p o1 <= 2%:R * (q o0 + q o1),
  p o1 <= 2%:R * q o1, q o1 + q o2 <= 2%:R * (p o1 + p o2) & q o2 <= 2%:R * p o2].
Proof.
case=> pq qp; have e (S : {set 'I_3}) (f : 'I_3 -> R) : prob f S = \sum_i f i * (i \in S)%:R.
  by rewrite /prob big_mkcond; apply: eq_bigr => i _; case: (i \in S); rewrite ?mulr1 ?mulr0.
split.
- by have := pq [set o0]; rewrite !e !sum3 !inE /= !(mulr1, mulr0, addr0, add0r).
- by have := pq [set o0; o1]; rewrite !e !sum3 !inE /= !(mulr1, mulr0, addr0, add0r).
- by have := pq [set o1]; rewrite !e !sum3 !inE /= !(mulr1, mulr0, addr0, add0r).
- by have := qp [set o1; o2]; rewrite !e !sum3 !inE /= !(mulr1, mulr0, addr0, add0r).
by have := qp [set o2]; rewrite !e !sum3 !inE /= !(mulr1, mulr0, addr0, add0r).
Qed.

Lemma dominates_two p q : dominates 1%g p q -> q o0 <= p o0 /\ q o0 + q o1 <= p o0 + p o1.
Proof.
have e (f : 'I_3 -> R) k : prefix 1%g f k = \sum_i f i * (i < k)%N%:R.
  by rewrite /prefix big_mkcond; apply: eq_bigr => i _; rewrite perm1; case: (i < k)%N; rewrite ?mulr1 ?mulr0.
move=> dom; split.
  by have := dom 1%N; rewrite !e !sum3 /= !(mulr1, mulr0, addr0).
by have := dom 2%N; rewrite !e !sum3 /= !(mulr1, mulr0, addr0).
Qed.

Lemma total3 p : distribution p -> p o0 + p o1 + p o2 = 1.
Proof. by case=> _; rewrite sum3 addrA. Qed.

Lemma row_equal p x y z : p o0 = x -> p o0 + p o1 = x + y -> p o0 + p o1 + p o2 = 1 -> x + y + z = 1 ->
  p =1 row [:: x; y; z].
Proof.
move=> px pxy pall all; apply: all_three => //=; first by apply: (addrI x); rewrite -{1}px.
by apply: (addrI (x + y)); rewrite -{1}pxy pall.
Qed.

Lemma squeeze x l u : x <= u -> l <= x -> u = l -> x = l :> R.
Proof. by move=> xu lx ul; apply/eqP; rewrite eq_le lx -ul xu. Qed.

(** At d3, from the bounds of the law m4. *)
Lemma at_d3 q : q o0 + q o1 + q o2 = 1 -> 1 / 10%:R + 5%:R / 10%:R <= 2%:R * (q o1 + q o2) ->
  5%:R / 10%:R <= 2%:R * q o2 -> q o0 <= 70%:R / 100%:R /\ q o0 + q o1 <= 70%:R / 100%:R + 5%:R / 100%:R.
Proof.
move=> tq; have -> : q o2 = 1 - q o0 - q o1 by rewrite -tq; ring.
move=> b3 b4; split.
  by apply: (ge_by (e := (2%:R * (q o1 + (1 - q o0 - q o1)) - (1 / 10%:R + 5%:R / 10%:R)) * 2%:R^-1)); [field_nz | sign].
by apply: (ge_by (e := (2%:R * (1 - q o0 - q o1) - 5%:R / 10%:R) * 2%:R^-1)); [field_nz | sign].
Qed.

(** What dominates M1 at d2 and M2 at d3 is M1 at d2 and M2 at d3, and not private. *)
Theorem example_1_forced p q : distribution p -> distribution q -> close 2%:R 0 p m1 -> close 2%:R 0 q m4 ->
  dominates 1%g p middle -> dominates 1%g q last -> [/\ p =1 middle, q =1 last & ~ close 2%:R 0 p q].
Proof.
move=> /total3 tp /total3 tq /close_three [/= a1 a2 _ _ _] /close_three [/= _ _ _ b3 b4].
move=> /dominates_two [/= c1 c2] /dominates_two [/= d1 d2]; have [x_most y_most] := at_d3 tq b3 b4.
have pE : p =1 middle by apply: row_equal => //; [apply: squeeze a1 c1 _ | apply: squeeze a2 c2 _ | ]; field_nz.
have qE : q =1 last by apply: row_equal => //; [apply: squeeze x_most d1 _ | apply: squeeze y_most d2 _ | field_nz].
split=> // /close_three [_ _]; rewrite pE qE /= => h _ _; move: h; apply/negP; rewrite -ltNge.
by apply: (gt_by (e := 1 / 10%:R)); [field_nz | sign].
Qed.

(** No other private mechanism with this boundary dominates M2, ... *)
Theorem m2_maximal p q : distribution p -> distribution q -> close 2%:R 0 p m1 -> close 2%:R 0 p q -> close 2%:R 0 q m4 ->
  ~ [/\ dominates 1%g p m4, dominates 1%g q last & ~ (p =1 m4 /\ q =1 last)].
Proof.
move=> /total3 tp /total3 tq /close_three [/= a1 _ _ _ _] /close_three [_ _ e _ _] /close_three [/= _ _ _ b3 b4].
case=> /dominates_two [/= c1 c2] /dominates_two [/= d1 d2]; case; have [x_most y_most] := at_d3 tq b3 b4.
have a2 : p o0 + p o1 <= 4%:R / 10%:R + 1 / 10%:R.
  apply: (ge_by (e := 2%:R * q o1 - p o1 + (70%:R / 100%:R + 5%:R / 100%:R - (q o0 + q o1)) * 2%:R
    + (q o0 - 70%:R / 100%:R) * 2%:R + (2%:R * (2%:R / 10%:R) - p o0))); [field_nz | sign].
split; apply: row_equal => //.
- by apply: squeeze a1 c1 _; field_nz.
- exact: squeeze a2 c2 _.
- by field_nz.
- exact: squeeze x_most d1 _.
- exact: squeeze y_most d2 _.
by field_nz.
Qed.

(** ... and none dominates N, which has [middle] at d2 and [between] at d3. *)
Theorem n_maximal p q : distribution p -> distribution q -> close 2%:R 0 p m1 -> close 2%:R 0 p q -> close 2%:R 0 q m4 ->
  ~ [/\ dominates 1%g p middle, dominates 1%g q between & ~ (p =1 middle /\ q =1 between)].
Proof.
move=> /total3 tp /total3 tq /close_three [/= a1 a2 _ _ _] /close_three [_ _ e _ _] /close_three [/= _ _ _ b3 b4].
case=> /dominates_two [/= c1 c2] /dominates_two [/= d1 d2]; case; have [_ y_most] := at_d3 tq b3 b4.
have x_most : q o0 <= 65%:R / 100%:R.
  apply: (ge_by (e := (2%:R * q o1 - p o1) * 2%:R^-1 + (p o0 + p o1 - (4%:R / 10%:R + 2%:R / 10%:R)) * 2%:R^-1
    + (2%:R * (2%:R / 10%:R) - p o0) * 2%:R^-1 + (70%:R / 100%:R + 5%:R / 100%:R - (q o0 + q o1)))); [field_nz | sign].
split; apply: row_equal => //.
- by apply: squeeze a1 c1 _; field_nz.
- by apply: squeeze a2 c2 _; field_nz.
- by field_nz.
- exact: squeeze x_most d1 _.
- by apply: squeeze y_most d2 _; field_nz.
by field_nz.
Qed.
End Example1.
