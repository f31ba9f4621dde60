(** * LatticeBelow: masses at the powers of a ratio, in integers that are rounded down

    The arithmetic of a checker of refuted compositions (docs/certificate-format.md, section "Refuted compositions", whose
    lines are cited as "(r n)"). A bound gives away no more than the laws: every function may round as it likes, if it
    rounds down. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Events Checker Numbers Composition Kronecker Lattice.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The functions *)

(** A part of a cell, and, if a group ends with it, its place, or none for infinity. *)
Definition part := (Z * option (option Z))%type.
Definition pair_of_brackets := (bracket * bracket)%type.

Section Functions.
Variable g : grid.
Notation W := (width g).
Notation B := (unit_mass g).

(** A fraction that is at least G^i, if its denominator is above 0. *)
Definition ratio_above (i : Z) : Z * Z :=
  match i with
  | Z0 => (Z.one, Z.one)
  | Zpos n => let x := power_of W (ratio g) n in (hi x, den x)
  | Zneg n => let x := power_of W (ratio g) n in (den x, lo x)
  end.

(** (r1) to (r3): a group with the masses a and b so far. The corner is a fraction. *)
Definition closed_group (corner : Z * Z) (place : option Z) (a b : Z) (x : points) : option points :=
  if place is Some i then
    let r := ratio_above i in
    if [&& Z.leb (first x) i, Z.leb Z0 a, Z.ltb Z0 r.2
      & Z.leb (Z.mul (Z.mul corner.1 r.1) b) (Z.mul (Z.mul corner.2 r.2) a)] then Some (put_at i a x) else None
  else Some (if Z.leb b Z0 && Z.leb Z0 a then Points (first x) (masses_at x) (Z.add a (infinite x)) else x).
Fixpoint grouped (corner : Z * Z) (whole f a b : Z) (l : seq (pair_of_brackets * part)) : option points :=
  if l is (p, q, (w, ends)) :: l' then
    let a' := Z.add a (round_down (Z.mul B (Z.mul (lo p) w)) (Z.mul (den p) whole)) in
    let b' := Z.add b (round_up (Z.mul B (Z.mul (hi q) w)) (Z.mul (den q) whole)) in
    if ends is Some place then
      if grouped corner whole f Z0 Z0 l' is Some x then closed_group corner place a' b' x else None
    else grouped corner whole f a' b' l'
  else Some (Points f [::] Z0).

(** The parts of all cells. No cell is used more than once. *)
Fixpoint pieces_of (whole : Z) (cells : seq (bracket * bracket * seq part)) : option (seq (pair_of_brackets * part)) :=
  if cells is (p, q, parts) :: rest then
    if all (fun w => Z.leb Z0 w.1) parts && Z.leb (total [seq w.1 | w <- parts]) whole then
      if pieces_of whole rest is Some l then Some ([seq (p, q, w) | w <- parts] ++ l) else None
    else None
  else Some [::].
Definition least_place (l : seq (pair_of_brackets * part)) : Z :=
  let smallest f x := if x.2.2 is Some (Some i) then if f is Some j then Some (smaller i j) else Some i else f in
  odflt Z0 (foldl smallest None l).

(** (r4): mass below the lowest place is left out, and mass above the highest goes down to it. *)
Fixpoint dropped (f : Z) (l : seq Z) : seq Z :=
  if l is m :: l' then if Z.ltb f (lowest g) then dropped (Z.add f Z.one) l' else l else [::].
Fixpoint capped (f : Z) (l : seq Z) : seq Z :=
  if l is m :: l' then
    if Z.ltb f (highest g) then m :: capped (Z.add f Z.one) l' else [:: Z.add m (total l')]
  else [::].
Definition within_below (x : points) : points :=
  let f := larger (first x) (lowest g) in let l := dropped (first x) (masses_at x) in
  if Z.ltb (highest g) f then Points (highest g) [:: total l] (infinite x) else Points f (capped f l) (infinite x).
Definition checked_below (x : points) : option points :=
  let y := within_below x in if valid x && valid y then Some y else None.

(** The evidence for one law: its corner, the whole of a cell, and the parts of its cells. *)
Definition cut := (Z * Z * Z * seq (bracket * bracket * seq part))%type.
Definition one_below (x : cut) : option points :=
  let: (corner, whole, cells) := x in
  if [&& Z.ltb Z0 corner.1, Z.ltb Z0 corner.2 & Z.ltb Z0 whole] then
    if pieces_of whole cells is Some l then
      if grouped corner whole (least_place l) Z0 Z0 l is Some y then checked_below y else None
    else None
  else None.

(** (r5) *)
Definition times_below (x y : points) : points :=
  Points (Z.add (first y) (first x)) [seq round_down m B | m <- coefficients (masses_at y) (masses_at x)]
    (round_down (Z.add (Z.mul (infinite y) (Z.add (total (masses_at x)) (infinite x)))
      (Z.mul (total (masses_at y)) (infinite x))) B).

(** (r6): no more than the sum of mass times max(0, 1 - E G^-i), times W; most is at least W E G^-first. *)
Fixpoint weighted_below (next most : Z) (l : seq Z) : Z :=
  if l is m :: l' then
    Z.add (if Z.ltb most W then Z.mul m (minus W most) else Z0)
      (weighted_below next (round_up (Z.mul most next) W) l')
  else Z0.
Definition refuted (e : bracket) (x : points) : Z :=
  let r := ratio_above (Z.opp (first x)) in
  if Z.ltb Z0 r.2 && Z.ltb Z0 (lo (ratio g)) then
    let most := round_up (Z.mul W (Z.mul (hi e) r.1)) (Z.mul (den e) r.2) in
    Z.add (infinite x)
      (round_down (weighted_below (round_up (Z.mul W (den (ratio g))) (lo (ratio g))) most (masses_at x)) W)
  else Z0.

End Functions.

(** (r8): the first odd mass, what of it goes to the even place before it, and the masses from the next even place on. *)
Fixpoint parted_below (r : bracket) (odd : bool) (l : seq Z) : Z * Z * seq Z :=
  if l is m :: l' then
    let: (b, back, evens) := parted_below r (~~ odd) l' in
    if odd then
      if evens is e :: evens' then
        let wanted := round_down (Z.mul (Z.mul m b) (den r)) (Z.add (Z.mul b (den r)) (Z.mul m (hi r))) in
        let up := larger Z0 (smaller m (smaller wanted (round_down (Z.mul back (den r)) (hi r)))) in
        (m, minus m up, Z.add e up :: evens')
      else (m, m, [::])
    else (b, back, Z.add m back :: evens)
  else (Z0, Z0, [::]).
Definition halved_below (r : bracket) (x : points) : points :=
  let: (_, back, evens) := parted_below r (is_odd (first x)) (masses_at x) in
  Points (half (first x)) (if is_odd (first x) then back :: evens else evens) (infinite x).
Definition product_below (g : grid) (x y : points) : option points := checked_below g (times_below g x y).
Fixpoint halved_below_by (W : Z) (r : bracket) (k : nat) (x : points) : points :=
  if k is k'.+1 then halved_below_by W (product_of W r r) k' (halved_below r x) else x.
Definition coarsened_below (g : grid) (l : level) (x : points) : option points :=
  if valid x then checked_below (on_level g l) (halved_below_by (width g) (ratio g) l.1 x) else None.
Definition squared_below (g : grid) (l : level) (x : points) : option points := coarsened_below g l (times_below g x x).
Definition composed_below := composed product_below coarsened_below squared_below one_below.

(** ** Soundness *)

Lemma put_place f i : Z.le f i -> Z.add f (Z.of_nat (Z.to_nat (minus i f))) = i.
Proof. by move=> le; rewrite Z2Nat.id /minus; lia. Qed.

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Notation zr := (zr R).
Notation nonneg := (nonneg R).

Section Grid.
Variables (g : grid) (G : R).
Hypotheses (G1 : 1 < G) (encG : encloses (ratio g) G).
Hypotheses (W0 : 0 < zr (width g)) (B0 : 0 < zr (unit_mass g)).
Notation W := (width g).
Notation B := (unit_mass g).
Notation at_place := (at_place G).
Notation worth_at := (worth_at G).
Let G0 : 0 < G. Proof. exact: lt_trans ltr01 G1. Qed.
Let w0 E i : 0 <= worth_at E i. Proof. by rewrite le_maxr lexx. Qed.
Let mono E i j : 0 <= E -> Z.le i j -> worth_at E i <= worth_at E j. Proof. by move=> E0 ij; apply: (worth_at_le (g := g) G1). Qed.

Lemma ratio_aboveP i : let r := ratio_above g i in 0 < zr r.2 -> at_place i * zr r.2 <= zr r.1.
Proof.
case: i => [|n|n] /=; first by rewrite !zr1 at_place0 mulr1.
  by case: (power_ofP W n encG) => d0 l0 lv vh; rewrite at_place_pos.
case: (power_ofP W n encG) => d0 l0 lv vh; rewrite -[Zneg n]/(Z.opp (Zpos n)) at_placeN // at_place_pos => l1.
have v0 : 0 < G ^+ Pos.to_nat n by rewrite exprn_gt0.
by rewrite ler_pdivr_mull.
Qed.

(** ** One run *)

Lemma round_down_share p P w whole : encloses p P -> 0 <= zr w -> 0 < zr whole ->
  zr (round_down (Z.mul B (Z.mul (lo p) w)) (Z.mul (den p) whole)) <= zr B * (zr w / zr whole * P).
Proof.
move=> [d0 l0 lP _] w1 h0; have s0 : 0 < zr (Z.mul (den p) whole) by rewrite zrM mulr_gt0.
rewrite -(ler_pmul2r s0); apply: le_trans (round_downP _ s0) _; rewrite !zrM.
have -> : zr B * (zr w / zr whole * P) * (zr (den p) * zr whole) = zr B * (zr w * (P * zr (den p))).
  by field; rewrite gt_eqF.
by rewrite ler_pmul2l // mulrC ler_wpmul2l.
Qed.
Lemma round_up_share q Q w whole : encloses q Q -> 0 <= zr w -> 0 < zr whole ->
  zr B * (zr w / zr whole * Q) <= zr (round_up (Z.mul B (Z.mul (hi q) w)) (Z.mul (den q) whole)).
Proof.
move=> [d0 l0 _ Qh] w1 h0; have s0 : 0 < zr (Z.mul (den q) whole) by rewrite zrM mulr_gt0.
rewrite -(ler_pmul2r s0); apply: le_trans (round_upP _ s0); rewrite !zrM.
have -> : zr B * (zr w / zr whole * Q) * (zr (den q) * zr whole) = zr B * (zr w * (Q * zr (den q))).
  by field; rewrite gt_eqF.
by rewrite ler_pmul2l // [zr (hi q) * _]mulrC ler_wpmul2l.
Qed.

(** The second masses times the corner. *)
Definition cornered (C : R) (s : seq (R * R)) : seq (R * R) := [seq (x.1, C * x.2) | x <- s].
Lemma divergence_cornered E C s : divergence E (cornered C s) = divergence (E * C) s.
Proof. by rewrite /divergence big_map; apply: eq_bigr => x _; rewrite /= mulrA. Qed.

(** The parts of the outcomes, in the order of the groups. *)
Fixpoint parts_stand (whole : Z) (l : seq (pair_of_brackets * part)) (s : seq (R * R)) : Prop :=
  match l, s with
  | [::], [::] => True
  | (p, q, (w, _)) :: l', x :: s' => 0 <= zr w /\ (exists P Q, [/\ encloses p P, encloses q Q &
      x = (zr w / zr whole * P, zr w / zr whole * Q)]) /\ parts_stand whole l' s'
  | _, _ => False
  end.

Lemma closeP corner place a b x y E A Bq :
  0 < zr corner.1 -> 0 < zr corner.2 -> 0 <= E ->
  closed_group g corner place a b x = Some y -> zr a <= zr B * A -> zr B * Bq <= zr b ->
  0 <= Bq -> delta_at g G E y <= Num.max 0 (A - E * (zr corner.1 / zr corner.2) * Bq) + delta_at g G E x.
Proof.
move=> c1 c2 E0; set C := _ / _; have C0 : 0 < C by rewrite divr_gt0.
have pos (u : R) : 0 <= Num.max 0 u by rewrite le_maxr lexx.
have add (u v w : R) : v <= zr B * u -> (v + w) / zr B <= u + w / zr B.
  by move=> h; rewrite mulrDl ler_add2r ler_pdivr_mulr // mulrC.
rewrite /closed_group; case: place => [i|].
  case: ifP => // /and4P[/Z.leb_le fi /zr_ge0 a0 /zr_gt0 r0 /zr_le le] [<-] aA bB q0.
  have := ratio_aboveP (r0 R); have {le} := le R; rewrite !zrM; have := r0 R; set r := ratio_above g i => r1 le up.
  have b0 : 0 <= zr b by apply: le_trans bB; rewrite mulr_ge0 // ltW.
  have ie := put_place fi.
  rewrite /delta_at /= weight_put ie addrA addrC; apply: add.
  have i0 := at_place_gt0 G1 i; have Cb : C * zr b <= zr a / at_place i.
    rewrite ler_pdivl_mulr // -(ler_pmul2r c2) -(ler_pmul2r r1).
    apply: (@le_trans _ _ (zr corner.1 * zr r.1 * zr b)); last first.
      by apply: le_trans le _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
    have -> : C * zr b * at_place i * zr corner.2 * zr r.2 = zr corner.1 * (at_place i * zr r.2) * zr b.
      by rewrite /C; field; rewrite gt_eqF.
    by rewrite ler_wpmul2r // ler_pmul2l.
  rewrite /worth_at /worth -positive_part_mul ?a0 // -positive_part_mul ?(ltW B0) //; apply: positive_part_le.
  rewrite mulrBr mulr1 mulrBr; apply: ler_sub => //.
  apply: (@le_trans _ _ (E * (C * zr b))); last by rewrite [zr a * _]mulrCA ler_wpmul2l.
  have -> : zr B * (E * C * Bq) = E * C * (zr B * Bq) by ring.
  by rewrite -mulrA ler_wpmul2l // ler_pmul2l.
case: ifP => [/andP[/zr_le b0 /zr_ge0 a0] [<-] aA bB q0|_ [<-] _ _ _]; last by rewrite ler_addr.
rewrite /delta_at /= zrD -addrA; apply: add; apply: le_trans aA _; rewrite ler_pmul2l // le_maxr; apply/orP; right.
have z : Bq = 0.
  apply/eqP; rewrite eq_le q0 andbT -(pmulr_rle0 _ B0); apply: le_trans bB _; exact: b0.
by rewrite z mulr0 subr0.
Qed.

Lemma groupedP corner whole f a b l x E A Bq s :
  0 < zr corner.1 -> 0 < zr corner.2 -> 0 < zr whole -> 0 <= E ->
  grouped g corner whole f a b l = Some x -> parts_stand whole l s ->
  zr a <= zr B * A -> zr B * Bq <= zr b -> 0 <= Bq ->
  let E' := E * (zr corner.1 / zr corner.2) in delta_at g G E x <= Num.max 0 (A - E' * Bq) + divergence E' s.
Proof.
move=> c1 c2 h0 E0; elim: l f a b A Bq s x => [|[[p q] [w ends]] l ih] f a b A Bq [|y s] x //=.
  by case=> <- _ _ _ _; rewrite /delta_at /= zr0 addr0 mul0r addr_ge0 ?divergence_ge0 // le_maxr lexx.
set a' := Z.add a _; set b' := Z.add b _ => eq [w0' [[P [Q [ep eq' ye]]] st]] aA bB q0.
have Q0 := encloses_ge0 eq'; have y0 : 0 <= y.2 by rewrite ye /= mulr_ge0 // divr_ge0 // ltW.
have aA' : zr a' <= zr B * (A + y.1).
  by rewrite /a' zrD mulrDr ler_add // ye; apply: round_down_share.
have bB' : zr B * (Bq + y.2) <= zr b'.
  by rewrite /b' zrD mulrDr ler_add // ye; apply: round_up_share.
have q0' : 0 <= Bq + y.2 by rewrite addr_ge0.
set E' := E * _; rewrite divergence_cons addrA.
have sub : Num.max 0 (A + y.1 - E' * (Bq + y.2)) <= Num.max 0 (A - E' * Bq) + Num.max 0 (y.1 - E' * y.2).
  by apply: le_trans (positive_part_add _ _); rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (Num.max 0 _); ring.
case: ends eq => [place|] eq.
  case eg: (grouped _ _ _ _ _ _ _) eq => [z|//] ec; have z0 : zr Z0 = 0 :> R by [].
  have := ih _ _ _ 0 0 s z eg st; rewrite /= z0 !mulr0 subr0 maxxx add0r => /(_ (lexx 0) (lexx 0) (lexx 0)) lez.
  apply: le_trans (closeP c1 c2 E0 ec aA' bB' q0') _.
  by rewrite ler_add.
by apply: le_trans (ih _ _ _ _ _ s x eq st aA' bB' q0') _; rewrite ler_add2r.
Qed.

Lemma parts_stand_cat whole l l' s s' : parts_stand whole l s -> parts_stand whole l' s' ->
  parts_stand whole (l ++ l') (s ++ s').
Proof. by elim: l s => [|[[p q] [w ends]] l ih] [|x s] //= [w1 [h /ih st]] /st. Qed.

Lemma piecesP whole cells l s : 0 < zr whole -> pieces_of whole cells = Some l -> stand cells s ->
  exists2 s', parts_stand whole l s' & forall E, 0 <= E -> divergence E s' <= divergence E s.
Proof.
move=> h0; elim: cells l s => [|[[p q] parts] cells ih] l [|x s] //=; first by case=> <- _; exists [::].
case: ifP => // /andP[pos /zr_le few]; case ep: (pieces_of whole cells) => [rest|//] [<-] [epx eqx st].
have [s' st' le] := ih rest s ep st; have {}few := few R.
exists ([seq (zr w.1 / zr whole * x.1, zr w.1 / zr whole * x.2) | w <- parts] ++ s').
  apply: parts_stand_cat => //; elim: parts pos {few} => [|[w ends] parts ih'] //= /andP[/zr_ge0 w1 /ih' h].
  by split; [exact: w1 | split=> //; exists x.1, x.2].
move=> E E0; rewrite divergence_cat divergence_cons; apply: ler_add; last exact: le.
have -> : divergence E [seq (zr w.1 / zr whole * x.1, zr w.1 / zr whole * x.2) | w <- parts] =
    zr (total [seq w.1 | w <- parts]) / zr whole * Num.max 0 (x.1 - E * x.2).
  rewrite /divergence big_map; elim: parts pos {few} => [|w parts ih'] /=; first by rewrite big_nil zr0 !mul0r.
  move=> /andP[/zr_ge0 w1 /ih' h]; rewrite big_cons h zrD !mulrDl; congr (_ + _).
  rewrite -positive_part_mul; last by rewrite divr_ge0 ?(ltW h0).
  by congr (Num.max 0 _); ring.
by rewrite ler_pimull ?le_maxr ?lexx // ler_pdivr_mulr // mul1r.
Qed.

(** ** The ends of the lattice *)

Lemma droppedP E f l : nonneg l -> 0 <= E -> Z.le f (larger f (lowest g)) /\
  nonneg (dropped g f l) /\ weighted_sum (worth_at E) (larger f (lowest g)) (dropped g f l) <= weighted_sum (worth_at E) f l.
Proof.
move=> nn E0; split; first by rewrite /larger; case: (Z.leb_spec f (lowest g)) => // _; apply: Z.le_refl.
elim: l f nn => [|m l ih] f nn //=; have [m0 nn'] := nonneg_cons nn; case: (Z.ltb_spec f (lowest g)) => lt.
  have [nn2 le] := ih (Z.add f Z.one) nn'; split=> //.
  have -> : larger f (lowest g) = larger (Z.add f Z.one) (lowest g).
    by rewrite /larger; move/Z.lt_le_incl: (lt) => /Z.leb_le ->; move/Zlt_le_succ: lt => /Z.leb_le ->.
  by apply: le_trans le _; rewrite ler_addr mulr_ge0.
split=> //; rewrite /larger; case: (Z.leb_spec f (lowest g)) => le //.
by rewrite (Z.le_antisymm _ _ le lt).
Qed.

Lemma lower_place E f l k : nonneg l -> 0 <= E -> Z.le k f -> zr (total l) * worth_at E k <= weighted_sum (worth_at E) f l.
Proof.
move=> nn E0; elim: l f nn => [|m l ih] f nn kf /=; first by rewrite zr0 mul0r.
have [m0 nn'] := nonneg_cons nn; rewrite zrD mulrDl ler_add //; first by rewrite ler_wpmul2l // mono.
exact: (ih _ nn' (Z.le_trans _ _ _ kf (Z.le_succ_diag_r f))).
Qed.

Lemma cappedP E f l : nonneg l -> 0 <= E -> weighted_sum (worth_at E) f (capped g f l) <= weighted_sum (worth_at E) f l.
Proof.
move=> nn E0; elim: l f nn => [|m l ih] f nn //=; have [m0 nn'] := nonneg_cons nn; case: ifP => _ /=.
  by rewrite ler_add2l ih.
rewrite addr0 zrD mulrDl ler_add2l; by apply: lower_place => //; exact: Z.le_succ_diag_r.
Qed.

Lemma within_belowP E x : 0 <= E -> valid x -> delta_at g G E (within_below g x) <= delta_at g G E x.
Proof.
move=> E0 /(validP R)[i0 nn]; rewrite /delta_at ler_pmul2r ?invr_gt0 //.
have [_ [nn' le]] := droppedP (first x) nn E0; rewrite /within_below.
case: (Z.ltb_spec (highest g) (larger (first x) (lowest g))) => lt /=; rewrite ler_add2l.
  by rewrite addr0; apply: le_trans le; apply: lower_place => //; exact: Z.lt_le_incl.
by apply: le_trans le; apply: cappedP.
Qed.

Lemma checked_belowP x y E : checked_below g x = Some y -> 0 <= E -> valid y /\ delta_at g G E y <= delta_at g G E x.
Proof. by rewrite /checked_below; case: ifP => // /andP[vx vy] [<-] E0; split=> //; apply: within_belowP. Qed.

Lemma one_belowP x y (s : seq (R * R)) : one_below g x = Some y -> stand x.2 s ->
  [/\ 0 < zr x.1.1.1 :> R, 0 < zr x.1.1.2 :> R, valid y
    & forall E, 0 <= E -> delta_at g G E y <= divergence E (cornered (zr x.1.1.1 / zr x.1.1.2) s)].
Proof.
case: x => [[corner whole] cells] /=; case: ifP => // /and3P[/zr_gt0 c1 /zr_gt0 c2 /zr_gt0 h0].
case ep: (pieces_of whole cells) => [l|//]; case eg: (grouped _ _ _ _ _ _ _) => [z|//] ck st.
split; [exact: c1 | exact: c2 | by have [] := checked_belowP ck (lexx 0) | move=> E E0].
have [_ le] := checked_belowP ck E0; apply: le_trans le _; rewrite divergence_cornered.
have [s' st' les] := piecesP (h0 R) ep st; have z0 : zr Z0 = 0 :> R by [].
have := groupedP (c1 R) (c2 R) (h0 R) E0 eg st'; move=> /(_ 0 0); rewrite /= z0 !mulr0 subr0 maxxx add0r.
move=> /(_ (lexx 0) (lexx 0) (lexx 0)) le'; apply: le_trans le' (les _ _).
by rewrite mulr_ge0 // divr_ge0 // ltW.
Qed.

(** ** Many runs *)

Lemma weight_round_down w f l : (forall i, 0 <= w i) -> weighted_sum w f [seq round_down m B | m <- l] * zr B <= weighted_sum w f l.
Proof.
move=> pos; elim: l f => [|m l ih] f /=; first by rewrite mul0r.
rewrite mulrDl ler_add // mulrAC ler_wpmul2r //; exact: round_downP.
Qed.

Lemma times_belowP x y E : valid x -> valid y -> 0 <= E ->
  delta_at g G E (times_below g x y) <= divergence E (both (pair_of g G x) (pair_of g G y)).
Proof.
move=> vx vy E0; have [_ mx] := andP vx; have [_ my] := andP vy.
rewrite (both_pairs G1 B0) // -weight_coefficients // /delta_at /= ler_pmul2r ?invr_gt0 // ler_pdivl_mulr // mulrDl.
apply: ler_add; last exact: weight_round_down.
by apply: le_trans (round_downP _ B0) _; rewrite zrD !zrM zrD [zr (total _) + zr (infinite x)]addrC.
Qed.

(** ** Coarser lattices *)

(** A mass t at one ratio and a mass of at least t G at the ratio G^2 times as large have together the ratio between. *)
Lemma together E i t back : 0 <= E -> 0 <= t -> 0 <= back -> t * G <= back ->
  (t + back) * worth_at E (Z.add i Z.one) <=
  t * worth_at E i + back * worth_at E (Z.add (Z.add i Z.one) Z.one).
Proof.
move=> E0 t0 b0 le; rewrite /worth_at !(at_placeD G1) at_place1; set c := at_place i.
have c0 : 0 < c := at_place_gt0 G1 i.
have w1 r : 1 - E / r <= worth E r by rewrite le_maxr lexx orbT.
have w2 r : 0 <= worth E r by rewrite le_maxr lexx.
rewrite {1}/worth -positive_part_mul ?addr_ge0 // le_maxl addr_ge0 ?mulr_ge0 //=.
apply: (@le_trans _ _ (t * (1 - E / c) + back * (1 - E / (c * G * G)))); last first.
  by apply: ler_add; rewrite ler_wpmul2l.
rewrite -subr_ge0.
have -> : t * (1 - E / c) + back * (1 - E / (c * G * G)) - (t + back) * (1 - E / (c * G)) =
    (back - t * G) * (G - 1) * (E / (c * G * G)).
  by field; rewrite !gt_eqF.
by rewrite !mulr_ge0 ?subr_ge0 ?(ltW G1) ?invr_ge0 ?(ltW (mulr_gt0 (mulr_gt0 c0 G0) G0)).
Qed.

Lemma upper_part r m wanted back : encloses r G -> 0 <= zr m -> 0 <= zr back ->
  let t := larger Z0 (smaller m (smaller wanted (round_down (Z.mul back (den r)) (hi r)))) in
  [/\ 0 <= zr t, zr t <= zr m & zr t * G <= zr back].
Proof.
move=> [d0 _ _ Gh] m0 b0 /=; have h0 : 0 < zr (hi r) by apply: lt_le_trans Gh; rewrite mulr_gt0.
set s := smaller wanted _; set t := larger _ _.
have t0 : 0 <= zr t by have [] := larger_ge R Z0 (smaller m s).
have cases : t = Z0 \/ t = smaller m s by rewrite /t /larger; case: ifP; [right | left].
case: cases => te; first by split; rewrite te ?zr0 ?mul0r.
have ts : zr t <= zr s by rewrite te /smaller; case: (Z.leb_spec m s) => // /zr_mono; exact.
have td : zr s <= zr (round_down (Z.mul back (den r)) (hi r)).
  by rewrite /s /smaller; case: (Z.leb_spec wanted _) => // /zr_mono; exact.
split=> //; first by rewrite te; exact: smaller_le.
rewrite -(ler_pmul2r d0) -mulrA; apply: (@le_trans _ _ (zr t * zr (hi r))); first by rewrite ler_wpmul2l.
apply: (@le_trans _ _ (zr (round_down (Z.mul back (den r)) (hi r)) * zr (hi r))).
  by rewrite ler_wpmul2r ?(ltW h0) // (le_trans ts).
by apply: le_trans (round_downP _ h0) _; rewrite zrM.
Qed.

Lemma parted_belowP r E odd l j : encloses r G -> 0 <= E -> nonneg l ->
  let: (_, back, evens) := parted_below r odd l in
  [/\ 0 <= zr back, nonneg evens &
    if odd then weighted_sum (fun i => worth_at E (Z.add i i)) (Z.add j Z.one) evens + zr back * worth_at E (Z.add (Z.add j j) Z.one)
        <= weighted_sum (worth_at E) (Z.add (Z.add j j) Z.one) l
    else weighted_sum (fun i => worth_at E (Z.add i i)) j evens + zr back * worth_at E (Z.add (Z.add j j) Z.one)
        <= weighted_sum (worth_at E) (Z.add j j) l + zr back * worth_at E (Z.add j j)].
Proof.
move=> eG E0; elim: l odd j => [|m l ih] odd j nn /=; first by case: odd; split; rewrite ?zr0 ?mul0r ?addr0.
have [m0 nn'] := nonneg_cons nn; have := ih (~~ odd) (if odd then Z.add j Z.one else j) nn'.
case: (parted_below r (~~ odd) l) => [[b back] evens] [b0 nne].
case: odd => /=; last first.
  move=> le; split=> // [k|]; first by rewrite inE => /orP[/eqP ->|/nne //]; rewrite zrD addr_ge0.
  rewrite zrD mulrDl; move: le; set evs := weighted_sum _ _ evens; set rest := weighted_sum _ _ l => le.
  rewrite -subr_ge0 in le; rewrite -subr_ge0.
  by apply: le_trans le _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
case: evens nne => [|e evens] nne le /=.
  split=> //; rewrite add0r ler_addl; apply: weight_ge0 => // i; exact: w0.
set wanted := round_down _ _; have := upper_part wanted eG m0 b0; set t := larger _ _; case=> t0 tm tG.
have [e0 nne'] := nonneg_cons nne; split; first by rewrite zr_minus subr_ge0.
  by move=> k; rewrite inE => /orP[/eqP ->|/nne' //]; rewrite zrD addr_ge0.
move: le; rewrite next_even => le; have le1 := together (Z.add (Z.add j j) Z.one) E0 t0 b0 tG.
rewrite /= next_even in le *; rewrite zrD zr_minus; move: le le1.
set evs := weighted_sum _ _ evens; set rest := weighted_sum _ _ l => le le1.
rewrite -subr_ge0 in le; rewrite -subr_ge0 in le1; rewrite -subr_ge0.
by apply: le_trans (addr_ge0 le le1) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
End Grid.

Lemma halved_belowP g (G : R) r x E : 1 < G -> 0 < zr (width g) -> encloses r G -> 0 < zr (unit_mass g) -> valid x -> 0 <= E ->
  valid (halved_below r x) /\ delta_at g (G * G) E (halved_below r x) <= delta_at g G E x.
Proof.
move=> G1 W0 eG B0 vx E0; have [i0 nn] := validP R vx.
have := parted_belowP G1 (is_odd (first x)) (half (first x)) eG E0 nn.
rewrite /halved_below; case: (parted_below _ _ _) => [[b back] evens] [b0 nne le].
have nn2 : nonneg (if is_odd (first x) then back :: evens else evens).
  by case: ifP => // _ k; rewrite inE => /orP[/eqP ->|/nne].
split.
  rewrite /valid /=; have [-> _] := andP vx; apply/allP => m /nn2 m0.
  by apply/Z.leb_le; apply: zr_nonneg m0.
rewrite /delta_at ler_pmul2r ?invr_gt0 // ler_add2l /=.
have square f l : weighted_sum (worth_at (G * G) E) f l = weighted_sum (fun i => worth_at G E (Z.add i i)) f l.
  by apply: weight_ext => i; rewrite /worth_at at_placeD // /at_place expfzMl.
have up : worth_at G E (Z.add (half (first x)) (half (first x))) <= worth_at G E (Z.add (Z.add (half (first x)) (half (first x))) Z.one).
  by apply: (worth_at_le (g := g)) => //; exact: Z.le_succ_diag_r.
rewrite square [in X in _ <= X](halfP (first x)); case: (is_odd (first x)) le => /= le.
  by rewrite addrC; apply: le_trans le; rewrite ler_add2l ler_wpmul2l.
rewrite -(ler_add2r (zr back * worth_at G E (Z.add (half (first x)) (half (first x))))); apply: le_trans le.
by rewrite ler_add2l ler_wpmul2l.
Qed.

Lemma halved_below_byP g W k r (G : R) x E : 1 < G -> 0 < zr (width g) -> encloses r G -> 0 < zr (unit_mass g) -> valid x ->
  0 <= E -> delta_at g (G ^+ (2 ^ k)) E (halved_below_by W r k x) <= delta_at g G E x.
Proof.
move=> + W0 + B0 + E0; elim: k r G x => [|k ih] r G x G1 eG vx /=; first by rewrite expn0 expr1.
have [v le] := halved_belowP G1 W0 eG B0 vx E0; rewrite -raisedS; apply: le_trans le.
apply: ih => //; last exact: product_ofP.
by rewrite -expr2 exprn_egt1.
Qed.

Definition bounded_below g (G : R) (s : seq (R * R)) x : Prop := dominated (pair_of g G x) s.

Lemma coarsened_belowP g (G : R) l x y t : is_grid_ratio g G ->
  (forall E, 0 <= E -> delta_at g G E x <= divergence E t) -> coarsened_below g l x = Some y ->
  valid y /\ bounded_below g (G ^+ (2 ^ l.1)) t y.
Proof.
move=> [G1 eG W0 B0] le; rewrite /coarsened_below; case: ifP => // vx ck; have up := raised_gt1 l.1 G1.
have step E : 0 <= E -> valid y /\ delta_at g (G ^+ (2 ^ l.1)) E y <=
    delta_at g (G ^+ (2 ^ l.1)) E (halved_below_by (width g) (ratio g) l.1 x).
  by move=> E0; have := checked_belowP (g := on_level g l) up W0 B0 ck E0.
split=> [|E E0]; first by have [] := step 0 (lexx 0).
have [vy le'] := step E E0; rewrite divergence_pair //; apply: le_trans le' _.
by apply: le_trans (le E E0); apply: halved_below_byP.
Qed.

(** The pairs of one law in any order, with the second masses times its corner. *)
Definition corner_of (x : cut) : R := zr x.1.1.1 / zr x.1.1.2.
Definition stands_below (x : cut) (s : seq (R * R)) : Prop :=
  0 < corner_of x /\ exists s' s0, [/\ stand x.2 s', perm_eq s' s0 & s = cornered (corner_of x) s0].

Lemma masses_cornered C (s : seq (R * R)) : 0 < C -> masses s -> masses (cornered C s).
Proof. by move=> C0 sm _ /mapP[x /sm[a b] ->] /=; split=> //; rewrite mulr_ge0 // ltW. Qed.

Lemma composed_belowP g (G : R) depth l s z : is_grid_ratio g G -> composed_below g depth l = Some z ->
  all_stand_for stands_below l s -> valid z /\ bounded_below g (G ^+ (2 ^ depth)) (runs (steps s)) z.
Proof.
apply: composedP => // [g' G' s' t x y z' [G1 eG W0 B0] sm tm vx vy dx dy eq|g' G' l' s' x y fit vx dx|
  g' G' l' s' x y fit sm vx dx|g' G' [G1 eG W0 B0]|a s' [C0 [s1 [s0 [st same ->]]]]|
  g' G' a s' x [G1 eG W0 B0] [C0 [s1 [s0 [st same ->]]]] eq].
- have both E : 0 <= E -> valid z' /\ delta_at g' G' E z' <= delta_at g' G' E (times_below g' x y).
    by move=> E0; have := checked_belowP G1 W0 B0 eq E0.
  split=> [|E E0]; first by have [] := both 0 (lexx 0).
  have [vz le] := both E E0; rewrite divergence_pair //; apply: le_trans le _; apply: le_trans (times_belowP G1 B0 vx vy E0) _.
  by apply: dominated_both => //; apply: masses_pair.
- by apply: coarsened_belowP => // E E0; rewrite -divergence_pair ?dx //; case: fit.
- case: (fit) => G1 eG W0 B0; apply: coarsened_belowP => // E E0; apply: le_trans (times_belowP G1 B0 vx vx E0) _.
  by apply: dominated_both => //; apply: masses_pair.
- have v : valid (no_run g') by rewrite /valid /= andbT; move/zr_pos: B0 => /Z.lt_le_incl /Z.leb_le ->.
  split=> // E E0; rewrite divergence_pair // /delta_at /= zr0 add0r addr0 mulrC mulKf ?gt_eqF //.
  by rewrite /nothing divergence_cons /divergence big_nil addr0 /= mulr1 /worth_at /worth at_place0 divr1.
- apply: masses_cornered => // u; rewrite -(perm_mem same) => us; exact: (stand_masses st us).
have [_ _ vx le] := one_belowP G1 eG W0 B0 eq st; split=> // E E0; rewrite divergence_pair //.
apply: le_trans (le E E0) _; rewrite !divergence_cornered /divergence (perm_big _ same).
exact: lexx.
Qed.

(** Corners multiply. *)
Lemma both_cornered C D (s t : seq (R * R)) : both (cornered C s) (cornered D t) = cornered (C * D) (both s t).
Proof.
rewrite /both /cornered map_allpairs allpairs_mapl allpairs_mapr; apply: eq_allpairs => a b /=.
by congr (_, _); ring.
Qed.
Lemma runs_nseq_cornered C k (s : seq (R * R)) : runs (nseq k (cornered C s)) = cornered (C ^+ k) (runs (nseq k s)).
Proof.
elim: k => [|k ih] /=; first by rewrite /cornered /nothing /= expr0 mulr1.
by rewrite ih both_cornered exprS.
Qed.

(** ** What is compared with delta *)
Lemma weighted_belowP (g : grid) (G : R) E next most f l : 1 < G -> 0 < zr (width g) -> 0 <= E ->
  zr (width g) * E <= zr most * at_place G f -> zr (width g) <= zr next * G -> nonneg l ->
  zr (weighted_below g next most l) <= weighted_sum (worth_at G E) f l * zr (width g).
Proof.
move=> G1 W0 E0 + nextG; have G0 : 0 < G by apply: lt_trans G1; exact: ltr01.
have next0 : 0 <= zr next by rewrite -(pmulr_lge0 _ G0) (le_trans (ltW W0)).
elim: l f most => [|m l ih] f most le /=; first by rewrite mul0r.
move=> /nonneg_cons[m0 nn]; rewrite zrD mulrDl; have f0 := at_place_gt0 G1 f; apply: ler_add.
  have w : Num.max 0 (zr (width g) - zr most) <= worth_at G E f * zr (width g).
    rewrite [X in _ <= X]mulrC /worth_at /worth -positive_part_mul ?(ltW W0) //; apply: positive_part_le.
    by rewrite mulrBr mulr1 ler_add2l ler_opp2 mulrA ler_pdivr_mulr.
  rewrite -mulrA; apply: le_trans (ler_wpmul2l m0 w).
  by case: ifP => _; rewrite ?zr0 ?zrM ?zr_minus ?mulr_ge0 ?ler_wpmul2l // le_maxr lexx // orbT.
apply: ih => //; rewrite at_placeD // at_place1 -(ler_pmul2r W0).
apply: (@le_trans _ _ (zr (Z.mul most next) * (at_place G f * G))); last first.
  by rewrite [X in _ <= X]mulrAC ler_pmul2r ?mulr_gt0 //; exact: round_upP.
by rewrite zrM mulrACA; apply: ler_pmul => //; rewrite ?mulr_ge0 // ltW.
Qed.

Lemma refutedP (g : grid) (G : R) e E x : is_grid_ratio g G -> encloses e E -> valid x ->
  zr (refuted g e x) <= delta_at g G E x * zr (unit_mass g).
Proof.
move=> [G1 eG W0 B0] ee vx; have [i0 nn] := validP R vx; have E0 := encloses_ge0 ee.
have G0 : 0 < G by apply: lt_trans G1; exact: ltr01.
rewrite /refuted /delta_at divfK ?gt_eqF //; have f0 := at_place_gt0 G1 (first x).
case: ifP => [/andP[/zr_gt0 r0 /zr_gt0 l0]|_]; last first.
  by rewrite zr0 addr_ge0 // weight_ge0 // => i; rewrite le_maxr lexx.
have := ratio_aboveP G1 eG (r0 R); have := r0 R; set r := ratio_above _ _ => r1 up.
case: ee eG => d0 _ _ Eh [g0 _ gl _].
rewrite zrD ler_add2l -(ler_pmul2r W0); apply: le_trans (round_downP _ W0) _; apply: weighted_belowP => //.
  have d1 : 0 < zr (Z.mul (den e) r.2) by rewrite zrM mulr_gt0.
  rewrite -(ler_pmul2r d1); apply: (@le_trans _ _ (zr (Z.mul (width g) (Z.mul (hi e) r.1)) * at_place G (first x))); last first.
    by rewrite [X in _ <= X]mulrAC ler_pmul2r //; exact: round_upP.
  have a0 : 0 <= at_place G (Z.opp (first x)) * zr r.2 by rewrite mulr_ge0 ?(ltW r1) // at_placeN invr_ge0 ltW.
  have step : E * zr (den e) * (at_place G (Z.opp (first x)) * zr r.2) <= zr (hi e) * zr r.1.
    by apply: ler_pmul => //; rewrite mulr_ge0 // ltW.
  have -> : zr (width g) * E * zr (Z.mul (den e) r.2) =
      zr (width g) * at_place G (first x) * (E * zr (den e) * (at_place G (Z.opp (first x)) * zr r.2)).
    by rewrite zrM at_placeN; field; rewrite gt_eqF.
  have -> : zr (Z.mul (width g) (Z.mul (hi e) r.1)) * at_place G (first x) =
      zr (width g) * at_place G (first x) * (zr (hi e) * zr r.1) by rewrite !zrM; ring.
  by rewrite ler_wpmul2l // mulr_ge0 // ltW.
rewrite -(ler_pmul2r (l0 R)); apply: (@le_trans _ _ (zr (Z.mul (width g) (den (ratio g))) * G)); last first.
  by rewrite [X in _ <= X]mulrAC ler_pmul2r //; exact: round_upP.
by rewrite zrM -mulrA [zr (den _) * G]mulrC ler_pmul2l.
Qed.

End Soundness.
