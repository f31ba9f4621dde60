(** * Lattice: masses at the powers of a ratio, in integers that are rounded up

    The arithmetic of a checker of compositions (docs/certificate-format.md, whose lines are cited as "(n)") and its
    soundness. A bound has masses over B at the ratios G^first, G^(first + 1), ... and one at infinity. Brackets enclose
    what is not an integer. Every function may round as it likes, if it rounds up; W and B say how finely. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Composition Kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The functions *)

Definition round_down (a b : Z) : Z := Z.div a b.
Definition round_up (a b : Z) : Z := Z.opp (Z.div (Z.opp a) b).
Definition larger (a b : Z) : Z := if Z.leb a b then b else a.
Definition smaller (a b : Z) : Z := if Z.leb a b then a else b.
Definition minus (a b : Z) : Z := Z.add a (Z.opp b).

(** A number x with lo <= x den <= hi. *)
Record bracket := Bracket { lo : Z; hi : Z; den : Z }.
Definition shorter (W : Z) (x : bracket) : bracket :=
  let d := larger Z.one (round_down (Z.mul W (den x)) (hi x)) in
  if Z.ltb d (den x) then Bracket (round_down (Z.mul (lo x) d) (den x)) (round_up (Z.mul (hi x) d) (den x)) d else x.
Definition product_of (W : Z) (x y : bracket) : bracket :=
  shorter W (Bracket (Z.mul (lo x) (lo y)) (Z.mul (hi x) (hi y)) (Z.mul (den x) (den y))).
Fixpoint power_of (W : Z) (x : bracket) (n : BinNums.positive) : bracket :=
  match n with
  | xH => x
  | xO n' => let y := power_of W x n' in product_of W y y
  | xI n' => let y := power_of W x n' in product_of W (product_of W y y) x
  end.

Record grid := Grid { ratio : bracket; width : Z; unit_mass : Z; lowest : Z; highest : Z }.
Record points := Points { first : Z; masses_at : seq Z; infinite : Z }.

Section Functions.
Variable g : grid.
Notation W := (width g).
Notation B := (unit_mass g).

(** A fraction that is at most G^i. *)
Definition ratio_below (i : Z) : Z * Z :=
  match i with
  | Z0 => (Z.one, Z.one)
  | Zpos n => let x := power_of W (ratio g) n in (lo x, den x)
  | Zneg n => let x := power_of W (ratio g) n in (den x, hi x)
  end.

(** No less than p - h q, and than 0, as a fraction, if h is at least the given one. *)
Definition divergence_above (p q : bracket) (h : Z * Z) : Z * Z :=
  (larger Z0 (minus (Z.mul (hi p) (Z.mul h.2 (den q))) (Z.mul h.1 (Z.mul (lo q) (den p)))),
   Z.mul (den p) (Z.mul h.2 (den q))).

(** Bounds of the ratio of p to q in every part of a cell, as fractions: 0/1 if none is known from below, 1/0 if none
    is from above. A cell without them is one outcome. *)
Definition span := (Z * Z * (Z * Z))%type.
Definition infinite_ratio (q : bracket) (r : option span) : bool :=
  if r is Some (_, v) then ~~ (Z.ltb Z0 v.1 && Z.ltb Z0 v.2) else Z.leb (lo q) Z0.
(** No less than what all parts have above h q: at most a part 1 - h/v of the mass. *)
Definition above_ratio (p q : bracket) (r : option span) (h : Z * Z) : Z * Z :=
  if r is Some (_, v) then
    (Z.mul (hi p) (larger Z0 (minus (Z.mul h.2 v.1) (Z.mul h.1 v.2))), Z.mul (den p) (Z.mul h.2 v.1))
  else divergence_above p q h.
(** The lesser of l and the least ratio. *)
Definition lesser_ratio (r : option span) (l : Z * Z) : Z * Z :=
  if r is Some (u, _) then
    if Z.ltb Z0 u.2 then if Z.leb (Z.mul l.1 u.2) (Z.mul u.1 l.2) then l else u else (Z0, Z.one)
  else l.

(** A cell with the masses p and q, at infinity and at the places i < j: (3) to (6). *)
Definition split_outcome (p q : bracket) (r : option span) (i j : Z) : option (Z * Z * Z) :=
  let a := round_up (Z.mul B (hi p)) (den p) in
  if infinite_ratio q r then Some (a, Z0, Z0) else
  if minus j i is Zpos n then
    let s := power_of W (ratio g) n in
    if Z.ltb (den s) (lo s) then
      let c := above_ratio p q r (ratio_below j) in
      let u := divergence_above p q (lesser_ratio r (ratio_below i)) in
      let up := smaller a (round_up (Z.mul B (Z.mul u.1 (lo s))) (Z.mul u.2 (minus (lo s) (den s)))) in
      Some (round_up (Z.mul B c.1) c.2, minus a up, up)
    else None
  else None.

Fixpoint put (k : nat) (m : Z) (l : seq Z) : seq Z :=
  match k, l with
  | 0%N, x :: l' => Z.add x m :: l'
  | 0%N, [::] => [:: m]
  | k'.+1, x :: l' => x :: put k' m l'
  | k'.+1, [::] => Z0 :: put k' m [::]
  end.
Definition put_at (i m : Z) (x : points) : points :=
  Points (first x) (put (Z.to_nat (minus i (first x))) m (masses_at x)) (infinite x).

(** (7): mass below the lowest place goes up to it, and mass above the highest one to infinity. *)
Fixpoint lifted (f acc : Z) (l : seq Z) : seq Z :=
  if l is m :: l' then
    if Z.ltb f (lowest g) then lifted (Z.add f Z.one) (Z.add acc m) l' else Z.add acc m :: l'
  else [:: acc].
Fixpoint chopped (f : Z) (l : seq Z) : seq Z * Z :=
  if l is m :: l' then
    if Z.leb f (highest g) then let: (kept, rest) := chopped (Z.add f Z.one) l' in (m :: kept, rest)
    else ([::], total l)
  else ([::], Z0).
Definition confined (x : points) : points :=
  let y := if Z.ltb (first x) (lowest g) then Points (lowest g) (lifted (first x) Z0 (masses_at x)) (infinite x) else x in
  let: (kept, rest) := chopped (first y) (masses_at y) in Points (first y) kept (Z.add (infinite y) rest).

Definition valid (x : points) : bool := Z.leb Z0 (infinite x) && all (Z.leb Z0) (masses_at x).
Definition not_above_two (x : points) : bool := Z.leb (Z.add (total (masses_at x)) (infinite x)) (Z.add B B).
Definition checked (x : points) : option points :=
  let y := confined x in if [&& valid x, valid y & not_above_two y] then Some y else None.

(** (8): places add up, masses multiply. *)
Definition composition (x y : points) : points :=
  Points (Z.add (first y) (first x)) [seq round_up m B | m <- coefficients (masses_at y) (masses_at x)]
    (round_up (Z.add (Z.mul (infinite y) (Z.add (total (masses_at x)) (infinite x)))
      (Z.mul (total (masses_at y)) (infinite x))) B).
Definition checked_composition (x y : points) : option points := checked (composition x y).

(** The cells of one run, each with the bounds of its ratio and its two places. *)
Definition cell := (bracket * bracket * (option span * (Z * Z)))%type.
(** An outcome that is told by itself. *)
Definition told (A : Type) (c : bracket * bracket * A) : bracket * bracket * (option span * A) := (c.1, (None, c.2)).
Fixpoint split_from (f : Z) (cells : seq cell) : option points :=
  if cells is (p, q, (r, (i, j))) :: rest then
    if split_outcome p q r i j is Some (c, low, high) then
      if split_from f rest is Some x then
        let y := put_at i low (put_at j high x) in Some (Points (first y) (masses_at y) (Z.add c (infinite y)))
      else None
    else None
  else Some (Points f [::] Z0).
Definition split_cells (cells : seq cell) : option points :=
  let places := [seq x.2.2.1 | x <- cells] in
  if split_from (foldr smaller (head Z0 places) places) cells is Some x then checked x else None.
Definition no_run : points := Points Z0 [:: B] Z0.

(** (9): no less than the sum of mass times max(0, 1 - E G^-i), times W; least is at most W E G^-first. *)
Fixpoint weighted (next least : Z) (l : seq Z) : Z :=
  if l is m :: l' then
    Z.add (if Z.ltb least W then Z.mul m (minus W least) else Z0)
      (weighted next (round_down (Z.mul least next) W) l')
  else Z0.
Definition proved (e : bracket) (x : points) : Z :=
  let r := ratio_below (Z.opp (first x)) in
  let least := round_down (Z.mul W (Z.mul (lo e) r.1)) (Z.mul (den e) r.2) in
  Z.add (infinite x)
    (round_up (weighted (round_down (Z.mul W (den (ratio g))) (hi (ratio g))) least (masses_at x)) W).

End Functions.

(** (10): every second place is kept. The mass at an odd place goes to its two neighbors. *)
Fixpoint parted (r : bracket) (odd : bool) (at_even : Z) (l : seq Z) : seq Z :=
  if l is m :: l' then
    if odd then
      let up := smaller m (round_up (Z.mul m (hi r)) (Z.add (hi r) (den r))) in
      Z.add at_even (minus m up) :: parted r false up l'
    else parted r true (Z.add at_even m) l'
  else [:: at_even].
Definition half (i : Z) : Z := Z.div i (Z.add Z.one Z.one).
Definition is_odd (i : Z) : bool := ~~ Z.eqb (Z.add (half i) (half i)) i.
Definition halved (r : bracket) (x : points) : points :=
  Points (half (first x)) (parted r (is_odd (first x)) Z0 (masses_at x)) (infinite x).
Fixpoint halved_by (W : Z) (r : bracket) (k : nat) (x : points) : points :=
  if k is k'.+1 then halved_by W (product_of W r r) k' (halved r x) else x.
Fixpoint coarser (W : Z) (r : bracket) (k : nat) : bracket :=
  if k is k'.+1 then coarser W (product_of W r r) k' else r.

(** So many halvings, and the ends of the lattice after them. *)
Definition level := (nat * (Z * Z))%type.
Definition on_level (g : grid) (l : level) : grid :=
  Grid (coarser (width g) (ratio g) l.1) (width g) (unit_mass g) l.2.1 l.2.2.
Definition coarsened (g : grid) (l : level) (x : points) : option points :=
  if valid x && not_above_two g x then checked (on_level g l) (halved_by (width g) (ratio g) l.1 x) else None.
Definition squared (g : grid) (l : level) (x : points) : option points := coarsened g l (composition g x x).
Definition halvings (levels : seq level) : nat := sumn [seq l.1 | l <- levels].
Definition last_grid (g : grid) (depth : nat) : grid := on_level g (depth, (lowest g, highest g)).

(** All runs, for masses that are rounded up, or down. *)
Section Repeated.
Variables (product_at : grid -> points -> points -> option points) (coarsened_at squared_at : grid -> level -> points -> option points).
(** The product of squares of squares: found is of the runs so far, power of the next 1, 2, 4, ... *)
Fixpoint repeated (g : grid) (levels : seq level) (found power : points) (n : BinNums.positive) {struct n} :
    option points :=
  let next f n' :=
    if levels is l :: more then
      if coarsened_at g l f is Some f' then
        if squared_at g l power is Some p' then repeated (on_level g l) more f' p' n' else None
      else None
    else None in
  match n with
  | xH => if levels is [::] then product_at g found power else None
  | xO n' => next found n'
  | xI n' => if product_at g found power is Some f then next f n' else None
  end.
(** Laws with their runs, levels and cells. All end at the same lattice, after so many halvings. *)
Variables (A : Type) (one_run : grid -> A -> option points).
Fixpoint composed (g : grid) (depth : nat) (l : seq (BinNums.positive * (seq level * A))) : option points :=
  match l with
  | [::] => Some (no_run g)
  | (n, (levels, cells)) :: l' =>
      if levels is one :: more then
        if halvings levels == depth then
          if one_run (on_level g one) cells is Some x then
            if repeated (on_level g one) more (no_run g) x n is Some y then
              if composed g depth l' is Some z then product_at (last_grid g depth) y z else None
            else None
          else None
        else None
      else None
  end.
End Repeated.
Definition composed_above := composed checked_composition coarsened squared split_cells.

(** ** Soundness *)

Lemma next_even j : Z.add (Z.add j Z.one) (Z.add j Z.one) = Z.add (Z.add (Z.add j j) Z.one) Z.one.
Proof. by lia. Qed.
Lemma halfP i : i = if is_odd i then Z.add (Z.add (half i) (half i)) Z.one else Z.add (half i) (half i).
Proof.
rewrite /is_odd; case: Z.eqb_spec => //= ne; rewrite /half in ne *; set two := Z.add Z.one Z.one in ne *.
have e : two = Zpos (xO xH) by []; rewrite e in ne *.
have nz : Zpos (xO xH) <> Z0 by []; have := Z.div_mod i _ nz; have := Z.mod_pos_bound i (Zpos (xO xH)) Z.lt_0_2.
move: (Z.div _ _) (Z.modulo _ _) ne => q r ne; lia.
Qed.

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Notation zr := (zr R).

Lemma zr_mono a b : Z.le a b -> zr a <= zr b.
Proof. by move=> /Z.leb_le h; apply: zr_le. Qed.
Lemma zr_lt a b : Z.ltb a b -> zr a < zr b.
Proof.
move=> /Z.ltb_lt h; rewrite -subr_gt0 -zrN -zrD; apply: zr_gt0; apply/Z.ltb_lt; lia.
Qed.
Lemma zr_pos a : 0 < zr a -> Z.lt Z0 a.
Proof.
move=> h; case: (Z.ltb_spec Z0 a) => // /Z.leb_le le; have := zr_le R le.
by rewrite leNgt h.
Qed.
Lemma zr_nonneg a : 0 <= zr a -> Z.le Z0 a.
Proof.
move=> h; case: (Z.leb_spec Z0 a) => // /Z.ltb_lt lt; have := zr_lt lt.
by rewrite ltNge h.
Qed.
Lemma zr_minus a b : zr (minus a b) = zr a - zr b.
Proof. by rewrite /minus zrD zrN. Qed.
Lemma larger_ge a b : zr a <= zr (larger a b) /\ zr b <= zr (larger a b).
Proof.
rewrite /larger; case: (Z.leb_spec a b) => h; split=> //; apply: zr_mono; lia.
Qed.
Lemma smaller_cases a b : smaller a b = a \/ smaller a b = b.
Proof. by rewrite /smaller; case: ifP; [left | right]. Qed.
Lemma smaller_le a b : zr (smaller a b) <= zr a.
Proof. by rewrite /smaller; case: (Z.leb_spec a b) => h //; apply: zr_mono; lia. Qed.

Lemma round_downP a b : 0 < zr b -> zr (round_down a b) * zr b <= zr a.
Proof. by move=> /zr_pos h; rewrite -zrM; apply: zr_mono; rewrite Z.mul_comm; apply: Z.mul_div_le. Qed.
Lemma round_upP a b : 0 < zr b -> zr a <= zr (round_up a b) * zr b.
Proof.
move=> h; have := round_downP (Z.opp a) h; rewrite /round_up /round_down !zrN.
by rewrite mulNr ler_oppr.
Qed.
Lemma round_down_ge0 a b : 0 <= zr a -> 0 < zr b -> 0 <= zr (round_down a b).
Proof. by move=> /zr_nonneg a0 /zr_pos b0; rewrite -[0]/(zr Z0); apply: zr_mono; apply: Z.div_pos. Qed.

(** Brackets. *)
Definition encloses (x : bracket) (v : R) : Prop :=
  [/\ 0 < zr (den x), 0 <= zr (lo x), zr (lo x) <= v * zr (den x) & v * zr (den x) <= zr (hi x)].

Lemma encloses_ge0 x v : encloses x v -> 0 <= v.
Proof. by case=> d0 l0 lv _; rewrite -(pmulr_lge0 _ d0) (le_trans l0). Qed.

Lemma shorterP W x v : encloses x v -> encloses (shorter W x) v.
Proof.
move=> enc; rewrite /shorter; set d := larger _ _; case: ifP => // _; case: enc => d0 l0 lv vh.
have e0 : 0 < zr d by apply: lt_le_trans (larger_ge _ _).1; rewrite zr1 ltr01.
split=> //=.
- by apply: round_down_ge0 => //; rewrite zrM mulr_ge0 // ltW.
- rewrite -(ler_pmul2r d0); apply: le_trans (round_downP _ d0) _; rewrite zrM.
  by rewrite [X in _ <= X]mulrAC ler_pmul2r.
- rewrite -(ler_pmul2r d0); apply: le_trans (round_upP _ d0); rewrite zrM.
  by rewrite mulrAC ler_pmul2r.
Qed.

Lemma product_ofP W x y v w : encloses x v -> encloses y w -> encloses (product_of W x y) (v * w).
Proof.
move=> ev ew; apply: shorterP; have v0 := encloses_ge0 ev; have w0 := encloses_ge0 ew.
case: ev ew => d0 l0 lv vh [d0' l0' lw wh].
split; rewrite /= !zrM; [exact: mulr_gt0 | exact: mulr_ge0 | |];
  have -> : v * w * (zr (den x) * zr (den y)) = (v * zr (den x)) * (w * zr (den y)) by ring.
- exact: ler_pmul.
- by apply: ler_pmul; rewrite ?mulr_ge0 // ltW.
Qed.

Lemma to_nat_even n : Pos.to_nat (xO n) = (Pos.to_nat n + Pos.to_nat n)%N.
Proof. by rewrite Pos2Nat.inj_xO; lia. Qed.
Lemma to_nat_odd n : Pos.to_nat (xI n) = (Pos.to_nat n + Pos.to_nat n + 1)%N.
Proof. by rewrite Pos2Nat.inj_xI; lia. Qed.

Lemma power_ofP W x v n : encloses x v -> encloses (power_of W x n) (v ^+ Pos.to_nat n).
Proof.
move=> ev; elim: n => [n ih|n ih|] /=; last by rewrite expr1.
  by rewrite to_nat_odd !exprD expr1; do 2!apply: product_ofP => //.
by rewrite to_nat_even exprD; apply: product_ofP.
Qed.

(** The ratios of the places. *)
Section Grid.
Variables (g : grid) (G : R).
Hypotheses (G1 : 1 < G) (encG : encloses (ratio g) G).
Hypotheses (W0 : 0 < zr (width g)) (B0 : 0 < zr (unit_mass g)).
Notation W := (width g).
Notation B := (unit_mass g).

Definition at_place (i : Z) : R := G ^ int_of_Z i.

Let G0 : 0 < G. Proof. exact: lt_trans ltr01 G1. Qed.
Lemma at_place_gt0 i : 0 < at_place i.
Proof. exact: exprz_gt0. Qed.
Lemma at_placeD i j : at_place (Z.add i j) = at_place i * at_place j.
Proof. by rewrite /at_place (raddfD [rmorphism of int_of_Z]) expfzDr // gt_eqF. Qed.
Lemma at_placeN i : at_place (Z.opp i) = (at_place i)^-1.
Proof. by rewrite /at_place (raddfN [rmorphism of int_of_Z]) invr_expz. Qed.
Lemma at_place0 : at_place Z0 = 1.
Proof. by []. Qed.
Lemma at_place1 : at_place Z.one = G.
Proof. by rewrite /at_place expr1z. Qed.
Lemma at_place_pos n : at_place (Zpos n) = G ^+ Pos.to_nat n.
Proof. by []. Qed.
Lemma at_place_le i j : Z.le i j -> at_place i <= at_place j.
Proof.
move=> ij; have -> : j = Z.add i (Z.sub j i) by lia.
rewrite at_placeD ler_pemulr ?(ltW (at_place_gt0 _)) //; case: (Z.sub j i) (Zle_minus_le_0 _ _ ij) => [|n|n] // _.
by rewrite at_place_pos exprn_ege1 // ltW.
Qed.

Lemma ratio_belowP i : let r := ratio_below g i in [/\ 0 < zr r.2, 0 <= zr r.1 & zr r.1 <= at_place i * zr r.2].
Proof.
case: i => [|n|n] /=; first by rewrite !zr1 at_place0 mulr1 ltr01 ler01.
  by case: (power_ofP W n encG) => d0 l0 lv _; rewrite at_place_pos.
case: (power_ofP W n encG) => d0 l0 lv vh; rewrite -[Zneg n]/(Z.opp (Zpos n)) at_placeN at_place_pos.
have v0 : 0 < G ^+ Pos.to_nat n by rewrite exprn_gt0.
split; [| exact: ltW |].
  by apply: lt_le_trans vh; rewrite mulr_gt0.
by rewrite ler_pdivl_mull.
Qed.

(** ** One cell: the places of its masses *)

(** The other side is linear between 0, l and h. *)
Theorem split_dominated (f : R -> R) (l h A U C : R) : 0 < l -> l < h -> 0 <= C -> 0 <= U -> U <= A ->
  (forall x y, x <= y -> f y <= f x) -> (forall x y z, x <= y -> y <= z -> (z - x) * f y <= (z - y) * f x + (y - x) * f z) ->
  f 0 <= A + C -> f l <= C + U * (1 - l / h) -> f h <= C ->
  forall E, 0 <= E -> f E <= C + ((A - U) * worth E l + U * worth E h).
Proof.
move=> l0 lh C0 U0 UA falls convex at0 atl ath E E0; have h0 : 0 < h by apply: lt_trans lh.
have w0 r : 0 <= worth E r by rewrite le_maxr lexx.
have wl r : 1 - E / r <= worth E r by rewrite le_maxr lexx orbT.
have AU0 : 0 <= A - U by rewrite subr_ge0.
case: (leP E l) => [El|lE].
  apply: (@le_trans _ _ (C + ((A - U) * (1 - E / l) + U * (1 - E / h)))); last first.
    by rewrite ler_add2l ler_add // ler_wpmul2l.
  have := convex 0 E l E0 El; rewrite !subr0 => le; rewrite -(ler_pmul2l l0); apply: le_trans le _.
  have lE0 : 0 <= l - E by rewrite subr_ge0.
  apply: le_trans (ler_add (ler_wpmul2l lE0 at0) (ler_wpmul2l E0 atl)) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite !gt_eqF.
case: (leP E h) => [Eh|hE].
  apply: (@le_trans _ _ (C + U * (1 - E / h))); last first.
    by rewrite ler_add2l -[X in X <= _]add0r ler_add ?mulr_ge0 // ler_wpmul2l.
  have hl0 : 0 < h - l by rewrite subr_gt0.
  have le := convex l E h (ltW lE) Eh; rewrite -(ler_pmul2l hl0); apply: le_trans le _.
  have hE0 : 0 <= h - E by rewrite subr_ge0.
  have El0 : 0 <= E - l by rewrite subr_ge0 ltW.
  apply: le_trans (ler_add (ler_wpmul2l hE0 atl) (ler_wpmul2l El0 ath)) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
apply: (@le_trans _ _ C); last by rewrite ler_addl addr_ge0 ?mulr_ge0.
by apply: le_trans ath; apply: falls; exact: ltW.
Qed.

(** A divergence falls, and is convex. *)
Lemma divergence_falls (s : seq (R * R)) x y : (forall v, v \in s -> 0 <= v.2) -> x <= y -> divergence y s <= divergence x s.
Proof.
move=> sm xy; rewrite /divergence !big_seq; apply: ler_sum => v /sm v0; apply: positive_part_le.
by rewrite ler_add2l ler_opp2 ler_wpmul2r.
Qed.
Lemma divergence_convex (s : seq (R * R)) x y z : x <= y -> y <= z -> (z - x) * divergence y s <= (z - y) * divergence x s + (y - x) * divergence z s.
Proof.
move=> xy yz; rewrite /divergence !big_distrr -big_split; apply: ler_sum => v _ /=.
rewrite -!positive_part_mul ?subr_ge0 ?(le_trans xy) //; apply: le_trans (positive_part_add _ _).
by apply: positive_part_le; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
Lemma divergence0 (s : seq (R * R)) : masses s -> divergence 0 s = total_first s.
Proof. by move=> sm; rewrite /divergence /total_first !big_seq; apply: eq_bigr => v /sm[v0 _]; rewrite mul0r subr0 (max_idPr _). Qed.
Lemma divergence_one E (x : R * R) : divergence E [:: x] = Num.max 0 (x.1 - E * x.2).
Proof. by rewrite divergence_cons /divergence big_nil addr0. Qed.

Theorem split_outcome_dominated (l h p q A U C : R) : 0 < l -> l < h -> 0 <= q -> 0 <= C -> 0 <= U -> U <= A ->
  p <= A + C -> p - l * q <= C + U * (1 - l / h) -> p - h * q <= C ->
  forall E, 0 <= E -> Num.max 0 (p - E * q) <= C + ((A - U) * worth E l + U * worth E h).
Proof.
move=> l0 lh q0 C0 U0 UA at0 atl ath E E0; have h0 : 0 < h by apply: lt_trans lh.
have -> : Num.max 0 (p - E * q) = divergence E [:: (p, q)] by rewrite divergence_one.
apply: (split_dominated (f := fun x => divergence x [:: (p, q)]) (A := A) (U := U)) => // [x y|x y z|||].
- by apply: divergence_falls => v; rewrite inE => /eqP ->.
- exact: divergence_convex.
- by rewrite divergence_one /= mul0r subr0 le_maxl at0 andbT addr_ge0 // (le_trans U0).
- rewrite divergence_one le_maxl atl andbT addr_ge0 // mulr_ge0 // subr_ge0 ler_pdivr_mulr // mul1r.
  exact: ltW.
by rewrite divergence_one le_maxl C0.
Qed.

Definition worth_at (E : R) (i : Z) : R := worth E (at_place i).
Lemma worth_at_ge0 E i : 0 <= worth_at E i.
Proof. by rewrite le_maxr lexx. Qed.
Lemma worth_at_le1 E i : 0 <= E -> worth_at E i <= 1.
Proof.
move=> E0; rewrite le_maxl ler01 /= ler_subl_addr ler_addl.
by rewrite divr_ge0 // ltW // at_place_gt0.
Qed.
Lemma worth_at_le E i j : 0 <= E -> Z.le i j -> worth_at E i <= worth_at E j.
Proof.
move=> E0 ij; apply: positive_part_le; rewrite ler_add2l ler_opp2 ler_wpmul2l // lef_pinv ?posrE ?at_place_gt0 //.
exact: at_place_le.
Qed.

Lemma divergence_aboveP p q h P Q H : encloses p P -> encloses q Q -> 0 < zr h.2 -> 0 <= zr h.1 -> zr h.1 <= H * zr h.2 ->
  let x := divergence_above p q h in [/\ 0 < zr x.2, 0 <= zr x.1 & (P - H * Q) * zr x.2 <= zr x.1].
Proof.
case=> p0 _ _ Pp [q0 lq0 qQ _] h0 h1 hH /=; rewrite !zrM.
have [l0 l1] := larger_ge Z0 (minus (Z.mul (hi p) (Z.mul h.2 (den q))) (Z.mul h.1 (Z.mul (lo q) (den p)))).
split; [by rewrite !mulr_gt0 | exact: l0 |]; apply: le_trans l1.
rewrite zr_minus !zrM.
have -> : (P - H * Q) * (zr (den p) * (zr h.2 * zr (den q))) =
  P * zr (den p) * (zr h.2 * zr (den q)) - H * zr h.2 * (Q * zr (den q) * zr (den p)) by ring.
apply: ler_sub; first by rewrite ler_wpmul2r // mulr_ge0 ?ltW.
by apply: ler_pmul => //; rewrite ?mulr_ge0 ?ler_wpmul2r // ltW.
Qed.

Lemma some_three (A : Type) (a b c x y z : A) : Some (a, b, c) = Some (x, y, z) -> [/\ a = x, b = y & c = z].
Proof. by case=> -> -> ->. Qed.
Lemma minus_back i j k : minus j i = k -> j = Z.add i k.
Proof. by rewrite /minus => <-; lia. Qed.
(** The parts of a cell, whose masses sum to those of the cell. *)
Definition in_cell (p q : bracket) (r : option span) (s : seq (R * R)) : Prop :=
  [/\ masses s, encloses p (total_first s), encloses q (total_second s) &
   if r is Some (u, v) then
     [/\ 0 <= zr u.1, 0 <= zr v.2 &
      forall x, x \in s -> zr u.1 * x.2 <= zr u.2 * x.1 /\ zr v.2 * x.1 <= zr v.1 * x.2]
   else exists x, s = [:: x]].

Lemma in_one p q x : encloses p x.1 -> encloses q x.2 -> in_cell p q None [:: x].
Proof.
move=> ep eq; rewrite /in_cell /total_first /total_second !big_seq1; split=> //; last by exists x.
by move=> y; rewrite inE => /eqP ->; rewrite (encloses_ge0 ep) (encloses_ge0 eq).
Qed.

Lemma above_ratioP p q r h H s : in_cell p q r s -> ~~ infinite_ratio q r -> 0 < zr h.2 -> 0 <= zr h.1 -> zr h.1 <= H * zr h.2 ->
  let x := above_ratio p q r h in [/\ 0 < zr x.2, 0 <= zr x.1 & divergence H s * zr x.2 <= zr x.1].
Proof.
case=> sm ep eq; case: r => [[u [n d]]|[x es]] /=; last first.
  move=> _ h0 h1 hH; rewrite {}es /total_first /total_second !big_seq1 in ep eq *.
  have [x2 x1 le] := divergence_aboveP ep eq h0 h1 hH; split=> //.
  by rewrite divergence_one mulrC -positive_part_mul ?(ltW x2) // le_maxl x1 mulrC.
case=> _ d0 inside; rewrite negbK => /andP[/zr_lt n0 _] h0 h1 hH; rewrite zr0 in n0.
have P0 := encloses_ge0 ep; case: ep => p0 _ _ Pp; rewrite !zrM; set k := larger _ _; have [k0 k1] := larger_ge Z0 (minus (Z.mul h.2 n) (Z.mul h.1 d)).
have p1 : 0 <= zr (hi p) by rewrite (le_trans _ Pp) // mulr_ge0 // ltW.
split; [by rewrite !mulr_gt0 | by rewrite mulr_ge0 |].
have part : divergence H s * (zr h.2 * zr n) <= total_first s * zr k.
  rewrite /divergence /total_first !mulr_suml !big_seq; apply: ler_sum => x xs; have [x0 x1] := sm x xs.
  have hn : 0 <= zr h.2 * zr n by rewrite mulr_ge0 // ltW.
  rewrite mulrC -positive_part_mul // le_maxl mulr_ge0 //=; apply: le_trans (ler_wpmul2l x0 k1).
  have [_ le] := inside x xs; rewrite zr_minus !zrM mulrBr [X in _ <= X]mulrBr.
  apply: ler_sub; first by rewrite mulrC.
  have -> : zr h.2 * zr n * (H * x.2) = H * zr h.2 * (zr n * x.2) by ring.
  rewrite mulrCA; apply: ler_pmul => //; first by rewrite mulr_ge0.
  by rewrite mulrC.
have -> : divergence H s * (zr (den p) * (zr h.2 * zr n)) = divergence H s * (zr h.2 * zr n) * zr (den p) by ring.
apply: le_trans (ler_wpmul2r (ltW p0) part) _.
by rewrite mulrAC ler_wpmul2r.
Qed.

Lemma lesser_ratioP p q r l L s : in_cell p q r s -> 0 < zr l.2 -> 0 <= zr l.1 -> zr l.1 <= L * zr l.2 ->
  let x := lesser_ratio r l in
  [/\ 0 < zr x.2, 0 <= zr x.1 & divergence L s <= Num.max 0 (total_first s - zr x.1 / zr x.2 * total_second s)].
Proof.
case=> sm _ _ inside l0 l1 lL.
have second0 v : v \in s -> 0 <= v.2 by move=> /sm[].
have lx : zr l.1 / zr l.2 <= L by rewrite ler_pdivr_mulr.
case: r inside => [[u v]|[x es]] /=; last first.
  split=> //; rewrite es /total_first /total_second !big_seq1 -divergence_one -es.
  exact: divergence_falls.
case=> u0 _ inside.
have least X : (forall x, x \in s -> X * x.2 <= x.1) -> divergence X s <= Num.max 0 (total_first s - X * total_second s).
  move=> le; rewrite /total_first /total_second mulr_sumr -sumrB le_maxr; apply/orP; right.
  by rewrite /divergence !big_seq; apply: ler_sum => x xs; rewrite le_maxl subr_ge0 (le x xs) lexx.
case: ifP => [/zr_lt u2|_]; last first.
  rewrite zr0 zr1 ltr01 lexx; split=> //; apply: le_trans (divergence_falls second0 _) (least _ _).
    by rewrite mul0r (le_trans _ lx) // divr_ge0 // ltW.
  by move=> x /sm[x0 _]; rewrite mul0r mul0r.
rewrite zr0 in u2.
have ratio_u x : x \in s -> zr u.1 / zr u.2 * x.2 <= x.1.
  move=> /inside[le _]; rewrite mulrAC ler_pdivr_mulr // [x.1 * _]mulrC. exact: le.
case: (Z.leb_spec (Z.mul l.1 u.2) (Z.mul u.1 l.2)) => [le|lt]; split=> //.
  apply: le_trans (divergence_falls second0 lx) (least _ _) => x xs; apply: le_trans (ratio_u x xs).
  rewrite ler_wpmul2r ?second0 // ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -!zrM.
  exact: zr_mono.
apply: le_trans (divergence_falls second0 _) (least _ ratio_u); apply: le_trans lx.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -!zrM; apply: zr_mono.
exact: Z.lt_le_incl.
Qed.

Lemma split_outcomeP p q r i j s c low high E :
  split_outcome g p q r i j = Some (c, low, high) -> in_cell p q r s -> 0 <= E ->
  [/\ 0 <= zr low, 0 <= zr high &
   divergence E s * zr B <= zr c + (zr low * worth_at E i + zr high * worth_at E j)].
Proof.
move=> + inside E0; rewrite /split_outcome; set a := round_up _ _.
have [sm ep eq _] := inside.
have P0 := encloses_ge0 ep; have Q0 := encloses_ge0 eq; have [p0 _ _ Pp] := ep.
set P := total_first s in ep P0 Pp *; set Q := total_second s in eq Q0 *.
have aP : P * zr B <= zr a.
  rewrite -(ler_pmul2r p0); apply: le_trans (round_upP _ p0); rewrite zrM.
  by rewrite mulrAC mulrC ler_pmul2l.
have a0 : 0 <= zr a by apply: le_trans aP; rewrite mulr_ge0 // ltW.
have falls x y : x <= y -> divergence y s <= divergence x s by apply: divergence_falls => v /sm[].
have at0 : divergence 0 s = P by exact: divergence0.
case: ifP => [_ [<- <- <-]|/negbT ub].
  rewrite !zr0 !mul0r !addr0; split=> //; apply: le_trans aP; rewrite ler_pmul2r //.
  by rewrite -at0; exact: falls.
case ji: (minus j i) => [|n|//] //; set t := power_of _ _ n; case: ifP => // /zr_lt sep.
have := power_ofP W n encG; rewrite -/t -at_place_pos => es.
have [s0 _ sn _] := es; have s1 : 0 < zr (lo t) by apply: lt_trans sep.
have [j2 j1 jG] := ratio_belowP j; have [i2 i1 iG] := ratio_belowP i.
have [c2 c1 cP] := above_ratioP inside ub j2 j1 jG.
have [x2 x1 xP] := lesser_ratioP inside i2 i1 iG.
set ci := above_ratio _ _ _ _ in c2 c1 cP *; set x := lesser_ratio _ _ in x2 x1 xP *.
have xx : zr x.1 <= zr x.1 / zr x.2 * zr x.2 by rewrite divfK // gt_eqF.
have [u2 u1 uP] := divergence_aboveP ep eq x2 x1 xx; rewrite -/P -/Q in xP uP.
set ui := divergence_above _ _ x in u2 u1 uP *.
clearbody ci ui; set up := smaller _ _; move=> res; have [<- <- <-] := some_three res.
move: res => _; set C := round_up (Z.mul B ci.1) ci.2.
have jE := minus_back ji.
set l := at_place i in iG xP *; set h := at_place j in jG cP *; set N := at_place (Zpos n) in sn *.
have hE : h = l * N by rewrite /h jE at_placeD.
have l0 : 0 < l by apply: at_place_gt0.
have N0 : 0 < N by apply: at_place_gt0.
have N1 : 1 < N by rewrite -(ltr_pmul2r s0) mul1r (lt_le_trans sep).
have lh : l < h by rewrite hE ltr_pmulr.
have h0 : 0 < h by apply: lt_trans lh.
have m0 : 0 < zr (minus (lo t) (den t)) by rewrite zr_minus subr_gt0.
set k := zr (minus (lo t) (den t)) in m0 *.
have kN : k / zr (lo t) <= 1 - l / h.
  have -> : l / h = N^-1 by rewrite hE invfM mulrA divff ?gt_eqF // mul1r.
  rewrite /k zr_minus mulrBl divff ?gt_eqF // ler_add2l ler_opp2 ler_pdivl_mulr // mulrC.
  by rewrite ler_pdivr_mulr // mulrC.
have CP : divergence h s * zr B <= zr C.
  rewrite -(ler_pmul2r c2); apply: le_trans (round_upP _ c2).
  by rewrite zrM mulrAC mulrC ler_pmul2l.
have C0 : 0 <= zr C by apply: le_trans CP; rewrite mulr_ge0 ?divergence_ge0 // ltW.
set b := round_up _ (Z.mul ui.2 _) in up *.
have d0 : 0 < zr (Z.mul ui.2 (minus (lo t) (den t))) by rewrite zrM mulr_gt0.
have b0 : 0 <= zr b.
  rewrite -(ler_pmul2r d0) mul0r; apply: le_trans (round_upP _ d0).
  by rewrite !zrM !mulr_ge0 // ltW.
have lh1 : 0 <= 1 - l / h by rewrite subr_ge0 ler_pdivr_mulr // mul1r ltW.
have bP : divergence l s * zr B <= zr b * (1 - l / h).
  apply: (@le_trans _ _ (Num.max 0 (P - zr x.1 / zr x.2 * Q) * zr B)); first by rewrite ler_pmul2r.
  rewrite mulrC -positive_part_mul ?(ltW B0) // le_maxl mulr_ge0 //= mulrC.
  apply: (@le_trans _ _ (zr b * (k / zr (lo t)))); last by rewrite ler_wpmul2l.
  rewrite -(ler_pmul2r u2) -(ler_pmul2r s1).
  have -> : zr b * (k / zr (lo t)) * zr ui.2 * zr (lo t) = zr b * zr (Z.mul ui.2 (minus (lo t) (den t))).
    by rewrite zrM -/k; field; rewrite gt_eqF.
  apply: le_trans (round_upP _ d0); rewrite !zrM [X in _ <= X]mulrA ler_pmul2r //.
  by rewrite mulrAC [X in X <= _]mulrC ler_pmul2l.
have upa : zr up <= zr a by apply: smaller_le.
have up0 : 0 <= zr up by rewrite /up; case: (smaller_cases a b) => ->.
rewrite zr_minus subr_ge0; split=> //.
have B1 : 0 <= zr B by exact: ltW.
apply: (split_dominated (f := fun y => divergence y s * zr B)) => // [y z yz|y z w yz zw||].
- by rewrite ler_wpmul2r // falls.
- by rewrite !mulrA -mulrDl ler_wpmul2r // divergence_convex.
- by rewrite at0 (le_trans aP) // ler_addl.
rewrite /up; case: (smaller_cases a b) => ->; last by rewrite (le_trans bP) // ler_addr.
have := divergence_convex s (ltW l0) (ltW lh); rewrite !subr0 at0 => le.
have le' : divergence l s <= (1 - l / h) * P + l / h * divergence h s.
  rewrite -(ler_pmul2l h0); apply: le_trans le _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
apply: le_trans (ler_wpmul2r B1 le') _; rewrite (mulrDl _ _ (zr B)) [X in X <= _]addrC; apply: ler_add.
  rewrite -mulrA; apply: (@le_trans _ _ (1 * (divergence h s * zr B))); last by rewrite mul1r.
  by rewrite ler_wpmul2r ?mulr_ge0 ?divergence_ge0 // -subr_ge0.
by rewrite -mulrA mulrC ler_wpmul2r.
Qed.

(** ** Masses at consecutive places *)

Fixpoint weighted_sum (w : Z -> R) (f : Z) (l : seq Z) : R :=
  if l is m :: l' then zr m * w f + weighted_sum w (Z.add f Z.one) l' else 0.
Definition nonneg (l : seq Z) : Prop := forall m, m \in l -> 0 <= zr m.

Lemma nonneg_cons m l : nonneg (m :: l) -> 0 <= zr m /\ nonneg l.
Proof. by move=> h; split=> [|x xl]; apply: h; rewrite inE ?eqxx // xl orbT. Qed.
Lemma weight_ge0 w f l : (forall i, 0 <= w i) -> nonneg l -> 0 <= weighted_sum w f l.
Proof.
move=> w0; elim: l f => [|m l ih] f //= /nonneg_cons[m0 /ih h].
by rewrite addr_ge0 ?mulr_ge0.
Qed.
Lemma weight_mono w w' f l : (forall i, w i <= w' i) -> nonneg l -> weighted_sum w f l <= weighted_sum w' f l.
Proof.
move=> le; elim: l f => [|m l ih] f //= /nonneg_cons[m0 /ih h].
by rewrite ler_add // ler_wpmul2l.
Qed.
Lemma weight_ext w w' f l : (forall i, w i = w' i) -> weighted_sum w f l = weighted_sum w' f l.
Proof. by move=> eq; elim: l f => [|m l ih] f //=; rewrite eq ih. Qed.
Lemma weight_shift w f k l : weighted_sum w (Z.add k f) l = weighted_sum (fun i => w (Z.add k i)) f l.
Proof.
elim: l f => [|m l ih] f //=; rewrite -ih; congr (_ + weighted_sum _ _ _).
by rewrite Z.add_assoc.
Qed.
Lemma weight_total l f : weighted_sum (fun _ => 1) f l = zr (total l).
Proof. by elim: l f => [|m l ih] f; rewrite /= ?zr0 // ih zrD mulr1. Qed.
Lemma weight_add w w' f l : weighted_sum (fun i => w i + w' i) f l = weighted_sum w f l + weighted_sum w' f l.
Proof. by elim: l f => [|m l ih] f /=; rewrite ?addr0 // ih mulrDr addrACA. Qed.
Lemma weight_scale w c f l : weighted_sum (fun i => w i * c) f l = weighted_sum w f l * c.
Proof. by elim: l f => [|m l ih] f /=; rewrite ?mul0r // ih mulrA mulrDl. Qed.
Lemma total_ge0 l : nonneg l -> 0 <= zr (total l).
Proof. by move=> h; rewrite -(weight_total l Z0); apply: weight_ge0 => // i; exact: ler01. Qed.

Lemma weight_put w f k m l : weighted_sum w f (put k m l) = weighted_sum w f l + zr m * w (Z.add f (Z.of_nat k)).
Proof.
have next f' j : Z.add f' (Z.of_nat j.+1) = Z.add (Z.add f' Z.one) (Z.of_nat j).
  by rewrite Nat2Z.inj_succ -Z.add_1_l Z.add_assoc.
elim: k f l => [|k ih] f [|x l]; rewrite ?next [put _ _ _]/= ?[weighted_sum _ _ (_ :: _)]/= ?Z.add_0_r ?ih ?zr0 ?mul0r ?addr0 ?add0r //.
  by rewrite zrD mulrDl addrAC.
by rewrite addrA.
Qed.

Lemma put_atP w x i m : (forall j k, Z.le j k -> w j <= w k) -> 0 <= zr m ->
  weighted_sum w (first x) (masses_at x) + zr m * w i <= weighted_sum w (first (put_at i m x)) (masses_at (put_at i m x)).
Proof.
move=> mono m0; rewrite /= weight_put ler_add2l ler_wpmul2l //; apply: mono.
by rewrite /minus; lia.
Qed.

Lemma liftedP w f acc l : (forall j k, Z.le j k -> w j <= w k) -> Z.le f (lowest g) -> 0 <= zr acc -> nonneg l ->
  weighted_sum w f l + zr acc * w (lowest g) <= weighted_sum w (lowest g) (lifted g f acc l).
Proof.
move=> mono; elim: l f acc => [|m l ih] f acc fl acc0 nn /=; first by rewrite addr0 add0r.
have [m0 nn'] := nonneg_cons nn; case: (Z.ltb_spec f (lowest g)) => lt /=.
  have f' : Z.le (Z.add f Z.one) (lowest g) by exact: Zlt_le_succ.
  have s0 : 0 <= zr (Z.add acc m) by rewrite zrD addr_ge0.
  apply: le_trans (ih _ _ f' s0 nn'); rewrite zrD mulrDl addrC addrA [X in _ <= X]addrC.
  have := ler_wpmul2l m0 (mono _ _ fl); rewrite -(ler_add2r (zr acc * w (lowest g) + weighted_sum w (Z.add f Z.one) l)).
  by rewrite addrA [zr acc * _ + _ * w f]addrC [X in _ <= X -> _]addrA [zr m * w (lowest g) + _]addrC.
have -> : f = lowest g by apply: Z.le_antisymm.
by rewrite zrD mulrDl [X in X <= _]addrC addrA.
Qed.

Lemma choppedP w f l kept rest : (forall i, 0 <= w i <= 1) -> nonneg l -> chopped g f l = (kept, rest) ->
  weighted_sum w f l <= weighted_sum w f kept + zr rest.
Proof.
move=> w01; elim: l f kept rest => [|m l ih] f kept rest nn /=; first by case=> <- <-; rewrite zr0 addr0.
have [m0 nn'] := nonneg_cons nn; case: ifP => _.
  by case eq: (chopped _ _ _) => [k r] [<- <-] /=; rewrite -addrA ler_add2l; exact: ih eq.
case=> <- <- /=; rewrite add0r zrD ler_add //.
  by rewrite ler_pimulr //; have /andP[] := w01 f.
rewrite -(weight_total l (Z.add f Z.one)); apply: weight_mono => // i.
by have /andP[] := w01 i.
Qed.

(** What a bound is worth at E: no pair that it dominates gives more away. *)
Definition delta_at (E : R) (x : points) : R :=
  (zr (infinite x) + weighted_sum (worth_at E) (first x) (masses_at x)) / zr B.

Lemma validP x : valid x -> 0 <= zr (infinite x) /\ nonneg (masses_at x).
Proof. by case/andP=> /zr_ge0 i0 /allP h; split=> // m /h /zr_ge0. Qed.

Lemma withinP E x : 0 <= E -> valid x -> delta_at E x <= delta_at E (confined g x).
Proof.
move=> E0 /validP[i0 nn]; rewrite /delta_at ler_pmul2r ?invr_gt0 //.
have w01 i : 0 <= worth_at E i <= 1 by rewrite worth_at_ge0 worth_at_le1.
have mono j k : Z.le j k -> worth_at E j <= worth_at E k by exact: worth_at_le.
rewrite /confined; set y := if _ then _ else _.
have [nny ley] : nonneg (masses_at y) /\
    zr (infinite x) + weighted_sum (worth_at E) (first x) (masses_at x) <= zr (infinite y) + weighted_sum (worth_at E) (first y) (masses_at y).
  rewrite /y; case: (Z.ltb_spec (first x) (lowest g)) => lt /=; last by [].
  split; last first.
    rewrite ler_add2l; have := liftedP mono (Z.lt_le_incl _ _ lt) (lexx _ : 0 <= zr Z0) nn.
    by rewrite zr0 mul0r addr0.
  elim: (masses_at x) nn (first x) (Z0) (lexx _ : 0 <= zr Z0) => [|m l ih] nn f acc acc0 /=.
    by move=> k; rewrite inE => /eqP ->.
  have [m0 nn'] := nonneg_cons nn; have s0 : 0 <= zr (Z.add acc m) by rewrite zrD addr_ge0.
  case: ifP => _; first exact: ih.
  by move=> k; rewrite inE => /orP[/eqP -> // | /nn'].
apply: le_trans ley _; case eq: (chopped _ _ _) => [kept rest] /=.
rewrite zrD -addrA ler_add2l addrC; exact: choppedP eq.
Qed.

Lemma checkedP x y E : checked g x = Some y -> 0 <= E -> valid y /\ delta_at E x <= delta_at E y.
Proof. by rewrite /checked; case: ifP => // /and3P[vx vy _] [<-] E0; split=> //; apply: withinP. Qed.

(** ** One run *)

Fixpoint stand (A : Type) (cells : seq (bracket * bracket * A)) (s : seq (R * R)) : Prop :=
  match cells, s with
  | [::], [::] => True
  | (p, q, _) :: cells', x :: s' => [/\ encloses p x.1, encloses q x.2 & stand cells' s']
  | _, _ => False
  end.

Lemma stand_masses (A : Type) (cells : seq (bracket * bracket * A)) s : stand cells s -> masses s.
Proof.
elim: cells s => [|[[p q] ij] cells ih] [|x s] //= [ep eq /ih h] y; rewrite inE => /orP[/eqP ->|/h //].
by split; [exact: encloses_ge0 ep | exact: encloses_ge0 eq].
Qed.

(** Each cell with its parts. What is no more than all parts together stands behind the cells. *)
Fixpoint filled (cells : seq cell) (l : seq (seq (R * R))) : Prop :=
  match cells, l with
  | [::], [::] => True
  | (p, q, (r, _)) :: cells', s :: l' => in_cell p q r s /\ filled cells' l'
  | _, _ => False
  end.
Definition behind (cells : seq cell) (s : seq (R * R)) : Prop :=
  masses s /\ exists2 l, filled cells l & dominated s (flatten l).

Lemma stand_filled (cells : seq (bracket * bracket * (Z * Z))) s : stand cells s ->
  filled (map (@told _) cells) [seq [:: x] | x <- s].
Proof.
elim: cells s => [|[[p q] ij] cells ih] [|x s] //= [ep eq st].
by split; [exact: in_one | exact: ih].
Qed.
Lemma flatten_ones (s : seq (R * R)) : flatten [seq [:: x] | x <- s] = s.
Proof. by elim: s => //= x s ->. Qed.

Lemma split_fromP f cells l x E : split_from g f cells = Some x -> filled cells l -> 0 <= E ->
  divergence E (flatten l) <= delta_at E x.
Proof.
elim: cells l x => [|[[p q] [r [i j]]] cells ih] [|s l] //= x.
  by case=> <- _ _; rewrite /divergence big_nil /delta_at /= zr0 add0r mul0r.
case so: (split_outcome _ _ _ _ _ _) => [[[c low] high]|//]; case sf: (split_from _ _ _) => [x'|//] [<-] [inside st] E0.
have [low0 high0 le] := split_outcomeP so inside E0; have {}ih := ih l x' sf st E0.
rewrite divergence_cat /delta_at ler_pdivl_mulr // mulrDl [infinite _]/= zrD.
apply: le_trans (ler_add le (_ : _ <= zr (infinite x') + weighted_sum (worth_at E) (first x') (masses_at x'))) _.
  by rewrite -ler_pdivl_mulr.
have mono a b : Z.le a b -> worth_at E a <= worth_at E b by exact: worth_at_le.
have := put_atP (put_at j high x') i mono low0; have := put_atP x' j mono high0.
set a := weighted_sum _ _ (masses_at x'); set b := weighted_sum _ _ (masses_at (put_at j _ _)); set d := weighted_sum _ _ (masses_at (put_at i _ _)).
move=> h1 h2; have : zr c + zr (infinite x') + (a + zr high * worth_at E j + zr low * worth_at E i) <= zr c + zr (infinite x') + d.
  by rewrite ler_add2l; apply: le_trans h2; rewrite ler_add2r.
rewrite -[X in _ -> _ <= X]addrA -[X in _ <= X -> _]addrA; apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
Lemma split_cellsP cells s x E : split_cells g cells = Some x -> behind cells s -> 0 <= E ->
  valid x /\ divergence E s <= delta_at E x.
Proof.
rewrite /split_cells; case sf: (split_from _ _ _) => [y|//] ck [_ [l st dom]] E0.
have [v le] := checkedP ck E0; split=> //; apply: le_trans le; apply: le_trans (dom E E0) _.
exact: split_fromP sf st E0.
Qed.

(** ** Many runs *)

Fixpoint points_from (f : Z) (l : seq Z) : seq (R * R) :=
  if l is m :: l' then at_ratio (at_place f) (zr m / zr B) :: points_from (Z.add f Z.one) l' else [::].
Definition pair_of (x : points) : seq (R * R) :=
  at_infinity (zr (infinite x) / zr B) :: points_from (first x) (masses_at x).

Let B1 : 0 <= (zr B)^-1. Proof. by rewrite invr_ge0 ltW. Qed.

Lemma big_points F w f l : (forall i m, 0 <= m -> F (at_ratio (at_place i) m) = m * w i) -> nonneg l ->
  \sum_(x <- points_from f l) F x = weighted_sum w f l / zr B.
Proof.
move=> Fw; elim: l f => [|m l ih] f /=; first by rewrite big_nil mul0r.
by move/nonneg_cons=> [m0 /ih h]; rewrite big_cons h Fw ?mulr_ge0 // mulrDl mulrAC.
Qed.

Lemma divergence_pair E x : valid x -> divergence E (pair_of x) = delta_at E x.
Proof.
move=> /validP[i0 nn]; rewrite /pair_of divergence_cons /= mulr0 subr0 (max_idPr _) ?mulr_ge0 // /delta_at mulrDl.
congr (_ + _); rewrite /divergence; apply: big_points => // i m m0.
by rewrite /= -positive_part_mul // mulrBr mulr1 mulrCA.
Qed.

Lemma masses_pair x : valid x -> masses (pair_of x).
Proof.
move=> /validP[i0 nn] y; rewrite inE => /orP[/eqP ->|]; first by rewrite /= lexx mulr_ge0.
elim: (masses_at x) (first x) nn => [|m l ih] f //= /nonneg_cons[m0 nn].
rewrite inE => /orP[/eqP ->|]; last exact: ih.
have g0 := at_place_gt0 f; have m1 : 0 <= zr m / zr B by rewrite mulr_ge0.
by split=> //; rewrite divr_ge0 // ltW.
Qed.

Lemma weight_plus w f a b : weighted_sum w f (plus a b) = weighted_sum w f a + weighted_sum w f b.
Proof.
elim: a b f => [|x a ih] [|y b] f //=; rewrite ?add0r ?addr0 //.
by rewrite ih zrD mulrDl addrACA.
Qed.
Lemma weight_times w f m b : weighted_sum w f [seq Z.mul m x | x <- b] = zr m * weighted_sum w f b.
Proof. by elim: b f => [|x b ih] f /=; rewrite ?mulr0 // ih zrM mulrDr mulrA. Qed.

Lemma weight_convolution w f h a b :
  weighted_sum w (Z.add f h) (convolution a b) = weighted_sum (fun i => weighted_sum (fun j => w (Z.add i j)) h b) f a.
Proof.
elim: a f => [|m a ih] f //=.
have next : Z.add (Z.add f h) Z.one = Z.add (Z.add f Z.one) h by rewrite -!Z.add_assoc (Z.add_comm h).
case: (boolP (Z.eqb m Z0)) => [/Z.eqb_eq ->|_] /=; first by rewrite !zr0 !mul0r !add0r next ih.
by rewrite weight_plus weight_times /= zr0 mul0r add0r next ih weight_shift.
Qed.

Lemma weight_coefficients w f a b : all (Z.leb Z0) a -> all (Z.leb Z0) b ->
  weighted_sum w f (coefficients a b) = weighted_sum w f (convolution a b).
Proof.
have above l : all (Z.leb Z0) l -> at_least_0 l by move=> /allP h m /h /Z.leb_le.
move=> /above a0 /above b0; have [k ->] := coefficientsP a0 b0.
elim: (convolution a b) f => [|m l ih] f /=; last by rewrite ih.
by elim: k f => [|k ih] f //=; rewrite ih zr0 mul0r addr0.
Qed.

Lemma weight_round_up w f l : (forall i, 0 <= w i) -> weighted_sum w f l <= weighted_sum w f [seq round_up m B | m <- l] * zr B.
Proof.
move=> w0; elim: l f => [|m l ih] f /=; first by rewrite mul0r.
rewrite mulrDl ler_add // mulrAC ler_wpmul2r //; exact: round_upP.
Qed.

Lemma total_first_pair x : valid x -> total_first (pair_of x) = (zr (infinite x) + zr (total (masses_at x))) / zr B.
Proof.
move=> /validP[_ nn]; rewrite /total_first big_cons mulrDl; congr (_ + _).
by rewrite (big_points (w := fun _ => 1)) ?weight_total // => i m _ /=; rewrite mulr1.
Qed.

Lemma both_pairs x y E : valid x -> valid y -> 0 <= E -> divergence E (both (pair_of x) (pair_of y)) =
  (zr (infinite y) * (zr (infinite x) + zr (total (masses_at x))) + zr (total (masses_at y)) * zr (infinite x)
   + weighted_sum (worth_at E) (Z.add (first y) (first x)) (convolution (masses_at y) (masses_at x))) / zr B / zr B.
Proof.
move=> vx vy E0; have [cy0 nny] := validP vy.
pose F (v : R * R) := \sum_(u <- pair_of x) Num.max 0 (u.1 * v.1 - E * (u.2 * v.2)).
have Fw i m : 0 <= m -> F (at_ratio (at_place i) m) = m * divergence (E / at_place i) (pair_of x).
  move=> m0; rewrite /F /divergence mulr_sumr; apply: eq_bigr => u _; rewrite /= -positive_part_mul //.
  by congr (Num.max _ _); rewrite mulrBr; congr (_ - _); [rewrite mulrC | rewrite mulrA; ring].
rewrite divergence_both [LHS](_ : _ = \sum_(v <- pair_of y) F v) // big_cons (big_points (w := fun i => divergence (E / at_place i) (pair_of x))) //.
have -> : F (at_infinity (zr (infinite y) / zr B)) = zr (infinite y) / zr B * total_first (pair_of x).
  rewrite /F /total_first mulr_sumr !big_seq; apply: eq_bigr => u /(masses_pair vx)[u0 _].
  by rewrite /= !mulr0 subr0 mulrC (max_idPr _) // !mulr_ge0.
rewrite total_first_pair // (weight_ext (w' := fun i =>
  (zr (infinite x) + weighted_sum (fun j => worth_at E (Z.add i j)) (first x) (masses_at x)) / zr B)); last first.
  move=> i; rewrite divergence_pair // /delta_at; congr (_ * _); congr (_ + _); apply: weight_ext => j.
  by rewrite /worth_at /worth at_placeD invfM mulrA.
rewrite weight_scale weight_add -weight_convolution (weight_ext (w' := fun _ => 1 * zr (infinite x))) => [|i]; last by rewrite mul1r.
rewrite weight_scale weight_total; move: (zr _) (zr _) (zr _) (zr _) (weighted_sum _ _ _) (zr B)^-1 => a b c d e v; ring.
Qed.

Lemma timesP x y E : valid x -> valid y -> 0 <= E ->
  divergence E (both (pair_of x) (pair_of y)) <= delta_at E (composition g x y).
Proof.
move=> vx vy E0; have w0 i := worth_at_ge0 E i; have [_ mx] := andP vx; have [_ my] := andP vy.
rewrite both_pairs // -weight_coefficients // /delta_at /= ler_pmul2r ?invr_gt0 // ler_pdivr_mulr // mulrDl.
apply: ler_add; last exact: weight_round_up.
by apply: le_trans (round_upP _ B0); rewrite zrD !zrM zrD [zr (infinite x) + _]addrC.
Qed.
Lemma productP x y z : valid x -> valid y -> checked_composition g x y = Some z ->
  valid z /\ dominated (both (pair_of x) (pair_of y)) (pair_of z).
Proof.
move=> vx vy eq; split; first by have [] := checkedP eq (lexx 0).
move=> E E0; have [vz le] := checkedP eq E0; rewrite divergence_pair //; apply: le_trans le.
exact: timesP.
Qed.

(** An odd place is between two even ones, and the worth of a ratio is convex in its inverse. *)
Lemma between_neighbors E i m t : 0 <= E -> 0 <= m -> 0 <= t -> t <= m -> m * G <= t * (G + 1) ->
  m * worth_at E (Z.add i Z.one) <= (m - t) * worth_at E i + t * worth_at E (Z.add (Z.add i Z.one) Z.one).
Proof.
move=> E0 m0 t0 tm le; rewrite /worth_at !at_placeD at_place1; set c := at_place i.
have c0 : 0 < c := at_place_gt0 i; have u0 : 0 <= m - t by rewrite subr_ge0.
have w1 r : 1 - E / r <= worth E r by rewrite le_maxr lexx orbT.
have w0 r : 0 <= worth E r by rewrite le_maxr lexx.
rewrite {1}/worth -positive_part_mul // le_maxl addr_ge0 ?mulr_ge0 //=.
apply: (@le_trans _ _ ((m - t) * (1 - E / c) + t * (1 - E / (c * G * G)))); last first.
  by apply: ler_add; rewrite ler_wpmul2l.
rewrite -subr_ge0.
have -> : (m - t) * (1 - E / c) + t * (1 - E / (c * G * G)) - m * (1 - E / (c * G)) =
    (t * (G + 1) - m * G) * (G - 1) * (E / (c * G * G)).
  by field; rewrite !gt_eqF.
by rewrite !mulr_ge0 ?subr_ge0 ?(ltW G1) ?invr_ge0 ?(ltW (mulr_gt0 (mulr_gt0 c0 G0) G0)).
Qed.

Lemma upper_share r m : encloses r G -> 0 <= zr m ->
  let t := smaller m (round_up (Z.mul m (hi r)) (Z.add (hi r) (den r))) in
  [/\ 0 <= zr t, zr t <= zr m & zr m * G <= zr t * (G + 1)].
Proof.
move=> [d0 _ _ Gh] m0 /=; have h0 : 0 < zr (hi r) by apply: lt_le_trans Gh; rewrite mulr_gt0.
have s0 : 0 < zr (Z.add (hi r) (den r)) by rewrite zrD addr_gt0.
split; [| exact: smaller_le |]; case: (smaller_cases m (round_up (Z.mul m (hi r)) (Z.add (hi r) (den r)))) => -> //.
- by rewrite -(ler_pmul2r s0) mul0r; apply: le_trans (round_upP _ s0); rewrite zrM mulr_ge0 // ltW.
- by rewrite ler_wpmul2l // ler_addl ler01.
set u := round_up _ _; have G2 : 0 <= G + 1 by rewrite addr_ge0 ?ler01 // ltW.
rewrite -(ler_pmul2r s0); apply: (@le_trans _ _ (zr (Z.mul m (hi r)) * (G + 1))); last first.
  by rewrite mulrAC ler_wpmul2r //; exact: round_upP.
rewrite zrM zrD -!mulrA; apply: ler_wpmul2l => //.
by rewrite !mulrDr mulr1 [G * zr (hi r)]mulrC ler_add2l.
Qed.

Lemma partedP r E odd acc l j : encloses r G -> 0 <= E -> 0 <= zr acc -> nonneg l ->
  nonneg (parted r odd acc l) /\
  weighted_sum (worth_at E) (if odd then Z.add (Z.add j j) Z.one else Z.add j j) l + zr acc * worth_at E (Z.add j j) <=
    weighted_sum (fun i => worth_at E (Z.add i i)) j (parted r odd acc l).
Proof.
move=> eG E0; elim: l odd acc j => [|m l ih] odd acc j acc0 nn /=.
  by split=> [x|]; [rewrite inE => /eqP -> | rewrite add0r addr0].
have [m0 nn'] := nonneg_cons nn; case: odd.
  have [t0 tm le] := upper_share eG m0; move: t0 tm le; set t := smaller _ _ => t0 tm le.
  have [nn2 le2] := ih false t (Z.add j Z.one) t0 nn'.
  split; first by move=> x; rewrite inE => /orP[/eqP ->|/nn2 //]; rewrite zrD zr_minus addr_ge0 ?subr_ge0.
  rewrite next_even in le2; rewrite /= zrD zr_minus mulrDl.
  have le1 := between_neighbors (Z.add j j) E0 m0 t0 tm le; move: le1 le2.
  set rest := weighted_sum _ _ _; set parts := weighted_sum _ _ _ => le1 le2.
  rewrite -subr_ge0 in le1; rewrite -subr_ge0 in le2; rewrite -subr_ge0.
  by apply: le_trans (addr_ge0 le1 le2) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have s0 : 0 <= zr (Z.add acc m) by rewrite zrD addr_ge0.
have [nn2 le2] := ih true _ j s0 nn'; split=> //; apply: le_trans le2.
by rewrite zrD mulrDl le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

End Grid.

Lemma both_nothing (s : seq (R * R)) : both (nothing R) s = s.
Proof. rewrite /both /= cats0 -[RHS]map_id; apply: eq_map => x; by rewrite /= !mul1r -surjective_pairing. Qed.
Lemma both_assoc (s t u : seq (R * R)) : both s (both t u) = both (both s t) u.
Proof.
rewrite /both; elim: s => [|x s ih] //=; rewrite ih allpairs_cat; congr (_ ++ _).
rewrite map_allpairs allpairs_mapl; apply: eq_allpairs => a b.
by rewrite /= !mulrA.
Qed.
Lemma runs_cat (l l' : seq (seq (R * R))) : runs (l ++ l') = both (runs l) (runs l').
Proof. by elim: l => [|s l ih] /=; rewrite ?both_nothing // ih both_assoc. Qed.

(** ** Coarser lattices *)

Lemma raised_gt1 (G : R) k : 1 < G -> 1 < G ^+ (2 ^ k).
Proof. by move=> G1; rewrite exprn_egt1 // -lt0n expn_gt0. Qed.
Lemma raisedS (G : R) k : (G * G) ^+ (2 ^ k) = G ^+ (2 ^ k.+1).
Proof. by rewrite -expr2 -exprM expnS. Qed.

Lemma coarserP W r (G : R) k : encloses r G -> encloses (coarser W r k) (G ^+ (2 ^ k)).
Proof.
elim: k r G => [|k ih] r G eG /=; first by rewrite expn0 expr1.
by rewrite -raisedS; apply: ih; apply: product_ofP.
Qed.

Lemma halvedP g (G : R) r x E : 1 < G -> encloses r G -> 0 < zr (unit_mass g) -> valid x -> 0 <= E ->
  valid (halved r x) /\ delta_at g G E x <= delta_at g (G * G) E (halved r x).
Proof.
move=> G1 eG B0 vx E0; have [i0 nn] := validP vx.
have [nn' le] := partedP G1 (is_odd (first x)) (half (first x)) eG E0 (lexx _ : 0 <= zr Z0) nn.
split.
  rewrite /valid /=; have [-> _] := andP vx; apply/allP => m /nn' m0.
  by apply/Z.leb_le; apply: zr_nonneg m0.
rewrite /delta_at ler_pmul2r ?invr_gt0 // ler_add2l.
move: le; rewrite -halfP zr0 mul0r addr0 => le; apply: le_trans le _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: weight_ext => i.
by rewrite /worth_at at_placeD // /at_place expfzMl.
Qed.

Lemma halved_byP g W k r (G : R) x E : 1 < G -> encloses r G -> 0 < zr (unit_mass g) -> valid x -> 0 <= E ->
  delta_at g G E x <= delta_at g (G ^+ (2 ^ k)) E (halved_by W r k x).
Proof.
move=> + + B0 + E0; elim: k r G x => [|k ih] r G x G1 eG vx /=; first by rewrite expn0 expr1.
have [v le] := halvedP G1 eG B0 vx E0; rewrite -raisedS; apply: le_trans le _.
apply: ih => //; last exact: product_ofP.
by rewrite -expr2 exprn_egt1.
Qed.

Lemma coarsenedP g (G : R) l x y t : 1 < G -> encloses (ratio g) G -> 0 < zr (width g) -> 0 < zr (unit_mass g) ->
  (forall E, 0 <= E -> divergence E t <= delta_at g G E x) -> coarsened g l x = Some y ->
  valid y /\ dominated t (pair_of g (G ^+ (2 ^ l.1)) y).
Proof.
move=> G1 eG W0 B0 le; rewrite /coarsened; case: ifP => // /andP[vx _] ck.
have up := raised_gt1 l.1 G1.
have step E : 0 <= E -> valid y /\ delta_at g (G ^+ (2 ^ l.1)) E (halved_by (width g) (ratio g) l.1 x) <= delta_at g (G ^+ (2 ^ l.1)) E y.
  by move=> E0; have := checkedP (g := on_level g l) up W0 B0 ck E0.
split=> [|E E0]; first by have [] := step 0 (lexx 0).
have [vy le'] := step E E0; rewrite divergence_pair //; apply: le_trans le'.
by apply: le_trans (le E E0) _; apply: halved_byP.
Qed.

(** ** Many runs *)

Lemma both_nothing_right (s : seq (R * R)) : both s (nothing R) = s.
Proof. by rewrite /both /nothing; elim: s => //= -[u v] s ->; rewrite !mulr1. Qed.
Lemma masses_nseq k (s : seq (R * R)) : masses s -> masses (runs (nseq k s)).
Proof. by move=> sm; apply: masses_runs => t; rewrite mem_nseq => /andP[_ /eqP ->]. Qed.
(** All laws, each with its number of runs. *)
Definition steps (l : seq (BinNums.positive * seq (R * R))) : seq (seq (R * R)) :=
  flatten [seq nseq (Pos.to_nat x.1) x.2 | x <- l].

Section Repeated.
Variables (product_at : grid -> points -> points -> option points) (coarsened_at squared_at : grid -> level -> points -> option points).
(** What points say of a list at a ratio: that they give away no less, or no more. *)
Variable bounds : grid -> R -> seq (R * R) -> points -> Prop.
Definition is_grid_ratio (g : grid) (G : R) : Prop :=
  [/\ 1 < G, encloses (ratio g) G, 0 < zr (width g) & 0 < zr (unit_mass g)].
Hypothesis on_levels : forall g l, bounds (on_level g l) = bounds g.
Hypothesis products : forall g G s t x y z, is_grid_ratio g G -> masses s -> masses t -> valid x -> valid y ->
  bounds g G s x -> bounds g G t y -> product_at g x y = Some z -> valid z /\ bounds g G (both s t) z.
Hypothesis coarse : forall g G l s x y, is_grid_ratio g G -> valid x -> bounds g G s x -> coarsened_at g l x = Some y ->
  valid y /\ bounds g (G ^+ (2 ^ l.1)) s y.
Hypothesis squares : forall g G l s x y, is_grid_ratio g G -> masses s -> valid x -> bounds g G s x -> squared_at g l x = Some y ->
  valid y /\ bounds g (G ^+ (2 ^ l.1)) (both s s) y.
Hypothesis no_runs : forall g G, is_grid_ratio g G -> valid (no_run g) /\ bounds g G (nothing R) (no_run g).
Notation repeated := (repeated product_at coarsened_at squared_at).

Lemma fits_level g G l : is_grid_ratio g G -> is_grid_ratio (on_level g l) (G ^+ (2 ^ l.1)).
Proof. by case=> G1 eG W0 B0; split=> //; [exact: raised_gt1 | exact: coarserP]. Qed.

Definition keeps_runs (s : seq (R * R)) (n : BinNums.positive) : Prop := forall g G levels found power a b z,
  is_grid_ratio g G -> valid found -> valid power -> bounds g G (runs (nseq a s)) found -> bounds g G (runs (nseq b s)) power ->
  repeated g levels found power n = Some z ->
  valid z /\ bounds g (G ^+ (2 ^ halvings levels)) (runs (nseq (a + b * Pos.to_nat n) s)) z.

(** The next power, on the lattice of the next level. *)
Definition next_level g levels found power n : option points :=
  if levels is l :: more then
    if coarsened_at g l found is Some f then
      if squared_at g l power is Some p then repeated (on_level g l) more f p n else None
    else None
  else None.
Lemma repeated_odd g levels found power n : repeated g levels found power (xI n) =
  if product_at g found power is Some f then next_level g levels f power n else None.
Proof. by []. Qed.
Lemma repeated_even g levels found power n : repeated g levels found power (xO n) = next_level g levels found power n.
Proof. by []. Qed.

Lemma next_levelP s n g G levels found power a b z : masses s -> keeps_runs s n ->
  is_grid_ratio g G -> valid found -> valid power -> bounds g G (runs (nseq a s)) found -> bounds g G (runs (nseq b s)) power ->
  next_level g levels found power n = Some z ->
  valid z /\ bounds g (G ^+ (2 ^ halvings levels)) (runs (nseq (a + (b + b) * Pos.to_nat n) s)) z.
Proof.
move=> sm ih fit vf vp df dp; rewrite /next_level; case: levels => [//|l more].
case cf: (coarsened_at g l found) => [f|//]; case cp: (squared_at g l power) => [p|//] eq.
have [vf' df'] := coarse fit vf df cf.
have [vp' dp'] := squares fit (masses_nseq sm) vp dp cp; rewrite -runs_cat -nseqD -(on_levels g l) in dp'.
rewrite -(on_levels g l) in df'.
have := ih (on_level g l) _ more f p a (b + b)%N z (fits_level l fit) vf' vp' df' dp' eq.
by rewrite on_levels -exprM -expnD.
Qed.

Lemma repeatedP s n : masses s -> keeps_runs s n.
Proof.
move=> sm; elim: n => [n ih|n ih|] g G levels found power a b z fit vf vp df dp eq.
- move: eq; rewrite repeated_odd; case ep: (product_at g found power) => [f|//] eq.
  have [vf' df'] := products fit (masses_nseq sm) (masses_nseq sm) vf vp df dp ep; rewrite -runs_cat -nseqD in df'.
  have := next_levelP sm ih fit vf' vp df' dp eq.
  by rewrite to_nat_odd !mulnDr muln1 mulnDl addnAC -addnA.
- rewrite repeated_even in eq; have := next_levelP sm ih fit vf vp df dp eq.
  by rewrite to_nat_even mulnDr mulnDl.
case: levels eq => [|l levels] // eq.
have := products fit (masses_nseq sm) (masses_nseq sm) vf vp df dp eq.
by rewrite -runs_cat -nseqD /= expn0 expr1 muln1.
Qed.

Variables (A : Type) (one_run : grid -> A -> option points) (stands : A -> seq (R * R) -> Prop).
Hypothesis stands_masses : forall a s, stands a s -> masses s.
Hypothesis one_runs : forall g G a s x, is_grid_ratio g G -> stands a s -> one_run g a = Some x -> valid x /\ bounds g G s x.
Fixpoint all_stand_for (l : seq (BinNums.positive * (seq level * A))) (s : seq (BinNums.positive * seq (R * R))) : Prop :=
  match l, s with
  | [::], [::] => True
  | (n, (_, cells)) :: l', (m, x) :: s' => [/\ n = m, stands cells x & all_stand_for l' s']
  | _, _ => False
  end.

Lemma masses_steps l s : all_stand_for l s -> masses (runs (steps s)).
Proof.
elim: l s => [|[n [levels cells]] l ih] [|[m x] s] //=; first by move=> _ y; rewrite inE => /eqP -> /=; rewrite !ler01.
move=> [_ st /ih h]; rewrite /steps /= runs_cat; apply: masses_nonneg_both => //.
by apply: masses_nseq; exact: stands_masses st.
Qed.

Lemma composedP g G depth l s z : is_grid_ratio g G ->
  composed product_at coarsened_at squared_at one_run g depth l = Some z -> all_stand_for l s ->
  valid z /\ bounds g (G ^+ (2 ^ depth)) (runs (steps s)) z.
Proof.
move=> fit; have fit' := fits_level (depth, (lowest g, highest g)) fit.
elim: l s z => [|[n [levels cells]] l ih] [|[m x] s] z //=.
  by case=> <- _; have := no_runs fit'; rewrite on_levels.
case: levels => [//|one more]; case: eqP => // deep; case sc: (one_run (on_level g one) cells) => [u|//].
case pr: (repeated (on_level g one) more (no_run g) u n) => [v|//]; case co: (composed _ _ _ _ g depth l) => [w|//].
move=> eq [nm st sts]; have sm := stands_masses st; have fit1 := fits_level one fit.
have [vu du] := one_runs fit1 st sc; have [v0 d0] := no_runs fit1; rewrite -[x]both_nothing_right in du.
have [vv dv] := @repeatedP x n sm _ _ _ _ _ 0%N 1%N _ fit1 v0 vu d0 du pr; have [vw dw] := ih _ _ co sts.
rewrite on_levels add0n mul1n -exprM -expnD -[(one.1 + _)%N]/(halvings (one :: more)) deep in dv.
have ms : masses (runs (nseq (Pos.to_nat n) x)) by exact: masses_nseq.
have mss := masses_steps sts.
rewrite -(on_levels g (depth, (lowest g, highest g))) in dv dw *.
have [vz dz] := products fit' ms mss vv vw dv dw eq; split=> //.
by rewrite /steps /= runs_cat -nm.
Qed.
End Repeated.

Definition bounded_above g G s x := dominated s (pair_of g G x).
Lemma composed_aboveP g G depth l s z : is_grid_ratio g G -> composed_above g depth l = Some z ->
  all_stand_for behind l s -> valid z /\ bounded_above g (G ^+ (2 ^ depth)) (runs (steps s)) z.
Proof.
apply: composedP => // [g' G' s' t x y z' [G1 eG W0 B0] sm tm vx vy dx dy eq|g' G' l' s' x y [G1 eG W0 B0] vx dx|
  g' G' l' s' x y [G1 eG W0 B0] sm vx dx|g' G' [G1 eG W0 B0]|a s' st|g' G' a s' x [G1 eG W0 B0] st eq].
- have [vz dz] := productP G1 W0 B0 vx vy eq; split=> //.
  by apply: dominated_trans dz; apply: dominated_both => //; apply: masses_pair.
- by apply: coarsenedP => // E E0; rewrite -divergence_pair // dx.
- apply: coarsenedP => // E E0; apply: le_trans (timesP G1 B0 vx vx E0).
  by apply: dominated_both => //; apply: masses_pair.
- have v : valid (no_run g') by rewrite /valid /= andbT; move/zr_pos: B0 => /Z.lt_le_incl /Z.leb_le ->.
  split=> // E E0; rewrite divergence_pair // /delta_at /= zr0 add0r addr0 mulrC mulKf ?gt_eqF //.
  by rewrite /nothing divergence_cons /divergence big_nil addr0 /= mulr1 /worth_at /worth at_place0 divr1.
- by case: st.
have [vx _] := split_cellsP G1 eG W0 B0 eq st (lexx 0); split=> // E E0; rewrite divergence_pair //.
by have [] := split_cellsP G1 eG W0 B0 eq st E0.
Qed.

Section Compared.
Variables (g : grid) (G : R).
Hypotheses (G1 : 1 < G) (encG : encloses (ratio g) G).
Hypotheses (W0 : 0 < zr (width g)) (B0 : 0 < zr (unit_mass g)).

(** ** What is compared with delta *)

Lemma weightedP E next least f l : 0 <= E -> 0 <= zr least -> zr least * at_place G f <= zr (width g) * E ->
  0 <= zr next -> zr next * G <= zr (width g) -> nonneg l ->
  weighted_sum (worth_at G E) f l * zr (width g) <= zr (weighted g next least l).
Proof.
move=> E0 + + next0 nextG; elim: l f least => [|m l ih] f least least0 le /=; first by rewrite mul0r.
move=> /nonneg_cons[m0 nn]; rewrite zrD mulrDl; have f0 := at_place_gt0 G1 f; apply: ler_add.
  have w : worth_at G E f * zr (width g) <= Num.max 0 (zr (width g) - zr least).
    rewrite mulrC /worth_at /worth -positive_part_mul ?(ltW W0) //; apply: positive_part_le; rewrite mulrBr mulr1 ler_add2l ler_opp2.
    by rewrite mulrA ler_pdivl_mulr.
  rewrite -mulrA; apply: le_trans (ler_wpmul2l m0 w) _.
  case: (boolP (Z.ltb least (width g))) => [/zr_lt lt|/negbTE /Z.ltb_ge /zr_mono ge].
    by rewrite zrM zr_minus (max_idPr _) // subr_ge0 ltW.
  by rewrite (max_idPl _) ?mulr0 ?zr0 // subr_le0.
apply: ih => //.
  by apply: round_down_ge0 => //; rewrite zrM mulr_ge0.
rewrite at_placeD // at_place1 -(ler_pmul2r W0).
have G0 : 0 < G by apply: lt_trans G1; exact: ltr01.
apply: (@le_trans _ _ (zr (Z.mul least next) * (at_place G f * G))).
  by rewrite mulrAC ler_pmul2r ?mulr_gt0 //; exact: round_downP.
rewrite zrM mulrACA; apply: ler_pmul => //; rewrite mulr_ge0 // ltW //.
Qed.

Lemma provedP e E x : encloses e E -> valid x -> delta_at g G E x * zr (unit_mass g) <= zr (proved g e x).
Proof.
move=> ee /validP[i0 nn]; have E0 := encloses_ge0 ee; have G0 : 0 < G by apply: lt_trans G1; exact: ltr01.
have [r2 r1 rG] := ratio_belowP G1 encG (Z.opp (first x)).
rewrite /proved; set r := ratio_below _ _ in r2 r1 rG *; clearbody r.
case: ee encG => d0 l0 le _ [g0 gl _ gh]; have h0 : 0 < zr (hi (ratio g)) by apply: lt_le_trans gh; rewrite mulr_gt0.
rewrite /delta_at divfK ?gt_eqF // zrD ler_add2l -(ler_pmul2r W0); apply: le_trans (round_upP _ W0).
have f0 := at_place_gt0 G1 (first x).
apply: weightedP => //.
- apply: round_down_ge0; rewrite !zrM; [rewrite !mulr_ge0 // ltW // | exact: mulr_gt0].
- have d1 : 0 < zr (Z.mul (den e) r.2) by rewrite zrM mulr_gt0.
  rewrite -(ler_pmul2r d1); apply: (@le_trans _ _ (zr (Z.mul (width g) (Z.mul (lo e) r.1)) * at_place G (first x))).
    by rewrite mulrAC ler_pmul2r //; exact: round_downP.
  rewrite !zrM -!mulrA ler_pmul2l // mulrA.
  have -> : E * (zr (den e) * zr r.2) = E * zr (den e) * zr r.2 by rewrite mulrA.
  rewrite -mulrA; apply: ler_pmul => //; first by rewrite mulr_ge0 // ltW.
  by rewrite -ler_pdivl_mulr // mulrC -at_placeN.
- by apply: round_down_ge0 => //; rewrite zrM mulr_ge0 // ltW.
rewrite -(ler_pmul2r h0); apply: (@le_trans _ _ (zr (Z.mul (width g) (den (ratio g))) * G)).
  by rewrite mulrAC ler_pmul2r //; exact: round_downP.
by rewrite zrM -mulrA [zr (den _) * G]mulrC ler_pmul2l.
Qed.
End Compared.

End Soundness.
