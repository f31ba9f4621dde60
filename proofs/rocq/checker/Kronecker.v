(** * Kronecker: two lists are multiplied as one product of two integers

    A list of integers from 0 to X - 1 is an integer with these digits. If X is more than every coefficient, the digits of
    the product of two such integers are the coefficients of the product of the lists (convolution). *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From DPExact Require Import Checker Numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** The product as it is defined. *)
Fixpoint plus (a b : seq Z) : seq Z :=
  match a, b with x :: a', y :: b' => Z.add x y :: plus a' b' | [::], _ => b | _, [::] => a end.
Fixpoint convolution (a b : seq Z) : seq Z :=
  if a is m :: a' then
    if Z.eqb m Z0 then Z0 :: convolution a' b else plus [seq Z.mul m x | x <- b] (Z0 :: convolution a' b)
  else [::].

(** Two digits become one, again and again, and back along a list of the right length. *)
Fixpoint in_pairs (X : Z) (l : seq Z) : seq Z :=
  match l with a :: b :: l' => Z.add a (Z.mul X b) :: in_pairs X l' | _ => l end.
Fixpoint every_second (l : seq Z) : seq Z := match l with a :: _ :: l' => a :: every_second l' | _ => l end.
Fixpoint split_along (X : Z) (shape d : seq Z) : seq Z :=
  match shape, d with
  | _ :: _ :: shape', x :: d' => let q := Z.div x X in Z.add x (Z.opp (Z.mul q X)) :: q :: split_along X shape' d'
  | [:: _], x :: _ => [:: x]
  | _, _ => [::]
  end.
Fixpoint packed (fuel : nat) (X : Z) (l : seq Z) : Z :=
  match fuel, l with
  | f.+1, _ :: _ :: _ => packed f (Z.mul X X) (in_pairs X l)
  | _, m :: _ => m
  | _, [::] => Z0
  end.
Fixpoint unpacked (fuel : nat) (X : Z) (shape : seq Z) (x : Z) : seq Z :=
  match fuel, shape with
  | f.+1, _ :: _ :: _ => split_along X shape (unpacked f (Z.mul X X) (every_second shape) x)
  | _, _ => [:: x]
  end.
(** Where the first list is mostly 0, its few other entries are faster one by one. *)
Fixpoint at_most (k : nat) (l : seq Z) : bool :=
  if l is m :: l' then if Z.eqb m Z0 then at_most k l' else if k is k'.+1 then at_most k' l' else false else true.
Definition few : nat := 128.
Definition coefficients (a b : seq Z) : seq Z :=
  if at_most few a then convolution a b else
  let X := Z.add (Z.mul (total a) (total b)) Z.one in let shape := a ++ b in
  unpacked (size shape) X shape (Z.mul (packed (size a) X a) (packed (size b) X b)).

(** ** Soundness *)

Fixpoint number_of (X : Z) (l : seq Z) : Z := if l is m :: l' then Z.add m (Z.mul X (number_of X l')) else Z0.
Fixpoint digits (X : Z) (l : seq Z) : Prop := if l is m :: l' then (Z.le Z0 m /\ Z.lt m X) /\ digits X l' else True.

Lemma two_steps (P : seq Z -> Prop) : P [::] -> (forall a, P [:: a]) -> (forall a b l, P l -> P (a :: b :: l)) -> forall l, P l.
Proof.
move=> P0 P1 P2 l; have [n le] := ubnP (size l); elim: n l le => // n ih [|a [|b l]] // le; apply: P2; apply: ih.
exact: (ltnW le).
Qed.

Lemma number_in_pairs X l : number_of (Z.mul X X) (in_pairs X l) = number_of X l.
Proof. elim/two_steps: l => [//|a|a b l ih] /=; rewrite ?ih; ring. Qed.
Lemma size_in_pairs X l : size (in_pairs X l) = size (every_second l).
Proof. by elim/two_steps: l => //= a b l ->. Qed.
Lemma size_every_second l : size (every_second l) = uphalf (size l).
Proof. by elim/two_steps: l => //= a b l ->. Qed.
Lemma digits_in_pairs X l : digits X l -> digits (Z.mul X X) (in_pairs X l).
Proof.
elim/two_steps: l => //= [a [[a0 aX] _]|a b l ih [[a0 aX] [[b0 bX] /ih h]]]; first by split=> //; nia.
by split=> //; nia.
Qed.
Lemma shorter_half n f : (n.+2 <= f.+1)%N -> (uphalf n.+2 <= f)%N.
Proof. by move=> le; rewrite /= uphalf_half; have := odd_double_half n; move: (odd n) (half n) => b h; lia. Qed.

Lemma packedP fuel X l : (size l <= fuel)%N -> packed fuel X l = number_of X l.
Proof.
elim: fuel X l => [|f ih] X [|a [|b l]] //= le; try by ring.
rewrite ih; last by rewrite (size_in_pairs X (a :: b :: l)) size_every_second shorter_half.
by rewrite (number_in_pairs X (a :: b :: l)).
Qed.

Lemma split_alongP X shape c : size shape = size c -> digits X c -> split_along X shape (in_pairs X c) = c.
Proof.
elim/two_steps: c shape => [|a|a b c ih] [|s [|s' shape]] //= [sz] [[a0 aX] [[b0 bX] /(ih _ sz) ->]].
have q : Z.div (Z.add a (Z.mul X b)) X = b.
  by symmetry; apply: (Z.div_unique _ _ _ a); [left | lia].
by rewrite q; congr (_ :: _); ring.
Qed.

Lemma unpackedP fuel X shape c : (size shape <= fuel)%N -> (0 < size c)%N -> size shape = size c -> digits X c ->
  unpacked fuel X shape (number_of X c) = c.
Proof.
elim: fuel X shape c => [|f ih] X [|s [|s' shape]] [|a [|b c]] // le _ sz dg; try by rewrite /=; congr (_ :: _); ring.
rewrite -[unpacked _ _ _ _]/(split_along X [:: s, s' & shape] (unpacked f (Z.mul X X) (every_second [:: s, s' & shape]) (number_of X [:: a, b & c]))).
rewrite -(number_in_pairs X [:: a, b & c]) ih ?split_alongP //; last exact: digits_in_pairs.
  by rewrite size_every_second shorter_half.
by rewrite size_in_pairs !size_every_second sz.
Qed.

Lemma number_plus X a b : number_of X (plus a b) = Z.add (number_of X a) (number_of X b).
Proof. elim: a b => [|x a ih] [|y b] //=; rewrite ?ih; ring. Qed.
Lemma number_scaled X m b : number_of X [seq Z.mul m x | x <- b] = Z.mul m (number_of X b).
Proof. elim: b => [|x b ih] /=; rewrite ?ih; ring. Qed.
Lemma number_convolution X a b : number_of X (convolution a b) = Z.mul (number_of X a) (number_of X b).
Proof.
elim: a => [|m a ih] //=; case: Z.eqb_spec => [->|_]; rewrite ?number_plus ?number_scaled /= ih; ring.
Qed.
Lemma total_number l : total l = number_of Z.one l.
Proof.
elim: l => // m l ih; rewrite -[total (m :: l)]/(Z.add m (total l)) ih.
by rewrite -[number_of _ (m :: l)]/(Z.add m (Z.mul Z.one (number_of Z.one l))); congr Z.add; symmetry; exact: Z.mul_1_l.
Qed.

Lemma size_plus a b : size (plus a b) = maxn (size a) (size b).
Proof. by elim: a b => [|x a ih] [|y b] //=; rewrite ?ih ?maxnSS // max0n. Qed.
Lemma size_convolution a b : (size (convolution a b) <= size a + size b)%N.
Proof.
elim: a => [|m a ih] //=; case: ifP => _ /=; rewrite ?ltnS // size_plus size_map /= geq_max addSn ltnS ih andbT.
by rewrite ltnW // ltnS leq_addl.
Qed.

Definition at_least_0 (l : seq Z) : Prop := forall m, m \in l -> Z.le Z0 m.
Lemma at_least_0_cons m l : at_least_0 (m :: l) -> Z.le Z0 m /\ at_least_0 l.
Proof. by move=> h; split=> [|x xl]; apply: h; rewrite inE ?eqxx // xl orbT. Qed.
Lemma at_least_0_plus a b : at_least_0 a -> at_least_0 b -> at_least_0 (plus a b).
Proof.
elim: a b => [|x a ih] [|y b] // /at_least_0_cons[x0 a0] /at_least_0_cons[y0 b0] m /=.
by rewrite inE => /orP[/eqP ->|]; [lia | exact: ih].
Qed.
Lemma at_least_0_convolution a b : at_least_0 a -> at_least_0 b -> at_least_0 (convolution a b).
Proof.
move=> + b0; elim: a => [|m a ih] // /at_least_0_cons[m0 /ih h] /=; have h' : at_least_0 (Z0 :: convolution a b).
  by move=> x; rewrite inE => /orP[/eqP ->|/h //]; lia.
by case: ifP => _ //; apply: at_least_0_plus => // _ /mapP[x /b0 x0 ->]; nia.
Qed.
Lemma total_at_least_0 l : at_least_0 l -> Z.le Z0 (total l).
Proof. by elim: l => [|m l ih] //= /at_least_0_cons[m0 /ih h]; lia. Qed.
Lemma digits_total X l : at_least_0 l -> Z.lt (total l) X -> digits X l.
Proof.
elim: l => [|m l ih] //= /at_least_0_cons[m0 l0] lt; have t0 := total_at_least_0 l0.
by split; [lia | apply: ih => //; lia].
Qed.
Lemma zeros X l k : number_of X (l ++ nseq k Z0) = number_of X l.
Proof. by elim: l => [|m l ih] /=; rewrite ?ih //; elim: k => //= k ->; ring. Qed.
Lemma total_cat_zeros l k : total (l ++ nseq k Z0) = total l.
Proof. by rewrite !total_number zeros. Qed.

Lemma coefficientsP a b : at_least_0 a -> at_least_0 b ->
  exists k, coefficients a b = convolution a b ++ nseq k Z0.
Proof.
move=> a0 b0; rewrite /coefficients; case: ifP => [_|many]; first by exists 0%N; rewrite cats0.
have some : (0 < size a + size b)%N by case: a many {a0} => //.
set X := Z.add _ _.
exists (size a + size b - size (convolution a b))%N; set c := _ ++ nseq _ _.
have sz : size (a ++ b) = size c by rewrite !size_cat size_nseq subnKC // size_convolution.
have -> : Z.mul (packed (size a) X a) (packed (size b) X b) = number_of X c.
  by rewrite !packedP // zeros number_convolution.
apply: unpackedP => //; first by rewrite -sz size_cat.
apply: digits_total.
  by move=> m; rewrite mem_cat => /orP[/(at_least_0_convolution a0 b0) //|]; rewrite mem_nseq => /andP[_ /eqP ->]; lia.
rewrite total_cat_zeros total_number number_convolution -!total_number; exact: Z.lt_succ_diag_r.
Qed.
