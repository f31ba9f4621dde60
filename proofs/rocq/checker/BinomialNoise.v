(** * BinomialNoise: the numbers of heads of coins, cut into cells of whole numbers

    The law binomial of docs/certificate-format.md. The binomial coefficients are computed as integers, so the masses are exact.
    That a cell keeps within the bounds of its ratio is checked outcome by outcome, so no theorem on binomial coefficients but
    their recursion and their sum is used. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From DPExact Require Import Definitions Events Checker Numbers Composition Kronecker Lattice.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** ** The checker *)

(** C(n, k), C(n, k + 1), ..., so many of them, of which the first one is c. *)
Fixpoint row_from (n k c : Z) (many : nat) : seq Z :=
  if many is many'.+1 then
    c :: row_from n (Z.add k Z.one) (Z.div (Z.mul c (minus n k)) (Z.add k Z.one)) many'
  else [::].
(** The masses of 0, 1, ..., n + s under both laws, times 2^n. *)
Definition counts (n s : nat) : seq (Z * Z) :=
  let row := row_from (Z.of_nat n) Z0 Z.one n.+1 in zip (nseq s Z0 ++ row) (row ++ nseq s Z0).
Definition all_counts (n : nat) : Z := zpow (Z.add Z.one Z.one) n.

(** The numbers below the least one, so many from there on by themselves, and those above. *)
Definition groups (least many : nat) (l : seq (Z * Z)) : seq (seq (Z * Z)) :=
  let rest := drop least l in take least l :: [seq [:: x] | x <- take many rest] ++ [:: drop many rest].
(** Of those below the ratio is at most that at the least one, of those above at least that at the last one with a cell. *)
Definition spans (least many : nat) (l : seq (Z * Z)) : seq (option span) :=
  let middle := take many (drop least l) in
  Some (Z0, Z.one, head (Z0, Z0) middle) :: nseq (size middle) None ++ [:: Some (last (Z0, Z0) middle, (Z.one, Z0))].
Definition keeps_span (r : option span) (g : seq (Z * Z)) : bool :=
  if r is Some (u, v) then
    [&& Z.leb Z0 u.1, Z.leb Z0 v.2
      & all (fun x => Z.leb (Z.mul u.1 x.2) (Z.mul u.2 x.1) && Z.leb (Z.mul v.2 x.1) (Z.mul v.1 x.2)) g]
  else size g == 1%N.

Section Cells.
Variables (W whole : Z).
Definition mass_of (f : Z * Z -> Z) (g : seq (Z * Z)) : bracket :=
  let a := total (map f g) in shorter W (Bracket a a whole).
Fixpoint grouped_masses (A : Type) (gs : seq (seq (Z * Z))) (parts : seq A) : option (seq (bracket * bracket * A)) :=
  match gs, parts with
  | [::], [::] => Some [::]
  | g :: gs', x :: parts' =>
      if grouped_masses gs' parts' is Some rest then Some ((mass_of fst g, mass_of snd g, x) :: rest) else None
  | _, _ => None
  end.
Fixpoint grouped_cells (gs : seq (seq (Z * Z))) (rs : seq (option span)) (places : seq (Z * Z)) : option (seq cell) :=
  match gs, rs, places with
  | [::], [::], [::] => Some [::]
  | g :: gs', r :: rs', ij :: places' =>
      if keeps_span r g then
        if grouped_cells gs' rs' places' is Some rest then Some ((mass_of fst g, mass_of snd g, (r, ij)) :: rest) else None
      else None
  | _, _, _ => None
  end.
End Cells.

Definition binomial_masses (A : Type) (W : Z) (n s least : nat) (parts : seq A) : option (seq (bracket * bracket * A)) :=
  grouped_masses W (all_counts n) (groups least (size parts).-2 (counts n s)) parts.
Definition binomial_cells (W : Z) (n s least : nat) (places : seq (Z * Z)) : option (seq cell) :=
  let l := counts n s in let many := (size places).-2 in
  grouped_cells W (all_counts n) (groups least many l) (spans least many l) places.

(** ** Soundness *)

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Notation zr := (Numbers.zr R).

(** The probability of x heads of n coins; P and Q at 0, 1, ..., n + s, where P has s heads more. *)
Definition heads (n x : nat) : R := 'C(n, x)%:R / 2%:R ^+ n.
Definition binomial_pair (n s : nat) : seq (R * R) :=
  [seq (if (s <= x)%N then heads n (x - s) else 0, heads n x) | x <- iota 0 (n + s).+1].
(** Each list of outcomes becomes one outcome. *)
Definition merged (l : seq (seq (R * R))) : seq (R * R) := [seq (total_first g, total_second g) | g <- l].

Lemma merged_cell E (g : seq (R * R)) : Num.max 0 (total_first g - E * total_second g) <= divergence E g.
Proof.
elim: g => [|x g ih]; first by rewrite /total_first /total_second !big_nil mulr0 subrr maxxx divergence_ge0.
rewrite /total_first /total_second !big_cons divergence_cons; apply: le_trans (ler_add (lexx _) ih).
by rewrite mulrDr opprD addrACA positive_part_add.
Qed.
Lemma merged_dominated (l : seq (seq (R * R))) : dominated (merged l) (flatten l).
Proof.
move=> E E0; elim: l => [|g l ih] //=; rewrite divergence_cons divergence_cat.
by apply: ler_add => //; exact: merged_cell.
Qed.
Lemma merged_masses (l : seq (seq (R * R))) : masses (flatten l) -> masses (merged l).
Proof.
move=> h _ /mapP[g gl ->]; rewrite /total_first /total_second !big_seq /=.
by split; apply: sumr_ge0 => x xg; have [] : 0 <= x.1 /\ 0 <= x.2 by apply: h; apply/flattenP; exists g.
Qed.
Lemma merged_first (l : seq (seq (R * R))) : total_first (merged l) = total_first (flatten l).
Proof. by rewrite /total_first big_map big_flatten. Qed.
Lemma merged_second (l : seq (seq (R * R))) : total_second (merged l) = total_second (flatten l).
Proof. by rewrite /total_second big_map big_flatten. Qed.

Lemma zr_nat k : zr (Z.of_nat k) = k%:R.
Proof. by elim: k => [|k ih] //; rewrite Nat2Z.inj_succ -Z.add_1_r zrD ih zr1 -addn1 natrD. Qed.

Lemma row_fromE n k many : (k + many <= n.+1)%N ->
  row_from (Z.of_nat n) (Z.of_nat k) (Z.of_nat 'C(n, k)) many = [seq Z.of_nat 'C(n, j) | j <- iota k many].
Proof.
elim: many k => [|many ih] k //= le; congr (_ :: _); rewrite -ih; last by rewrite addSnnS.
have kn : (k <= n)%N by rewrite -ltnS (leq_trans _ le) // addnS ltnS leq_addr.
have -> : Z.add (Z.of_nat k) Z.one = Z.of_nat k.+1 by rewrite Nat2Z.inj_succ -Z.add_1_r.
congr row_from; have -> : minus (Z.of_nat n) (Z.of_nat k) = Z.of_nat (n - k) by rewrite /minus; lia.
rewrite -Nat2Z.inj_mul (_ : Nat.mul 'C(n, k) (n - k) = Nat.mul 'C(n, k.+1) k.+1); last first.
  by rewrite !multE mulnC -mul_bin_left mulnC.
by rewrite Nat2Z.inj_mul Z.div_mul //; lia.
Qed.

Definition shares (n : nat) (x : Z * Z) : R * R := (zr x.1 / zr (all_counts n), zr x.2 / zr (all_counts n)).
Lemma all_countsE n : zr (all_counts n) = 2%:R ^+ n.
Proof. by rewrite zr_pow zrD zr1 -(natrD _ 1 1). Qed.
Lemma whole_gt0 n : 0 < zr (all_counts n). Proof. by rewrite all_countsE exprn_gt0 // ltr0n. Qed.

Lemma countsE n s : map (shares n) (counts n s) = binomial_pair n s.
Proof.
rewrite /counts; have := @row_fromE n 0 n.+1 (leqnn _); rewrite bin0 => ->.
set row := [seq Z.of_nat _ | j <- _]; have szr : size row = n.+1 by rewrite size_map size_iota.
have at_row x : nth Z0 row x = Z.of_nat 'C(n, x).
  case: (ltnP x n.+1) => lt; first by rewrite (nth_map 0%N) ?size_iota // nth_iota.
  by rewrite nth_default ?szr // bin_small.
clearbody row; have sz1 : size (nseq s Z0 ++ row) = (n + s).+1 by rewrite size_cat size_nseq szr addnS addnC.
have sz2 : size (row ++ nseq s Z0) = (n + s).+1 by rewrite size_cat size_nseq szr addSn.
apply: (@eq_from_nth _ (0, 0)) => [|x]; first by rewrite !size_map size1_zip ?sz1 ?sz2 ?size_iota.
rewrite size_map size1_zip sz1 ?sz2 // => lt.
rewrite (nth_map (Z0, Z0)) ?size1_zip ?sz1 ?sz2 // nth_zip ?sz1 ?sz2 // (nth_map 0%N) ?size_iota // nth_iota //.
rewrite /shares /= add0n all_countsE nth_cat size_nseq ltnNge; congr (_, _).
  case: (leqP s x) => sx /=; first by rewrite at_row zr_nat.
  by rewrite nth_nseq if_same zr0 mul0r.
rewrite nth_cat szr; case: ltnP => xn; first by rewrite at_row zr_nat.
by rewrite nth_nseq if_same /heads bin_small // zr0 mul0r.
Qed.

Lemma heads_ge0 n x : 0 <= heads n x. Proof. by rewrite divr_ge0 ?ler0n // exprn_ge0 // ler0n. Qed.
Lemma binomial_masses_ge0 n s : masses (binomial_pair n s).
Proof. by move=> _ /mapP[x _ ->] /=; split; [case: ifP => _; rewrite ?heads_ge0 | rewrite heads_ge0]. Qed.

Lemma heads_total n : \sum_(0 <= x < n.+1) heads n x = 1.
Proof.
rewrite -mulr_suml big_mkord -natr_sum (_ : (\sum_(x < n.+1) 'C(n, x) = 2 ^ n)%N); last first.
  by rewrite -[2%N]/(1 + 1)%N Pascal; apply: eq_bigr => x _; rewrite !exp1n !muln1.
by rewrite natrX divff // expf_neq0 // pnatr_eq0.
Qed.
Lemma binomial_first n s : total_first (binomial_pair n s) = 1.
Proof.
rewrite /total_first big_map -[iota 0 _]/(index_iota 0 (n + s).+1) (big_cat_nat _ (n := s)) //=; last by rewrite ltnW // ltnS leq_addl.
rewrite big_nat big1 ?add0r => [|x /andP[_ xs]]; last by rewrite leqNgt xs.
rewrite -[in LHS](add0n s) big_addn -addSn addnK -[RHS](heads_total n); apply: eq_bigr => x _.
by rewrite leq_addl addnK.
Qed.
Lemma binomial_second n s : total_second (binomial_pair n s) = 1.
Proof.
rewrite /total_second big_map -[iota 0 _]/(index_iota 0 (n + s).+1) (big_cat_nat _ (n := n.+1)) //=; last by rewrite ltnS leq_addr.
rewrite heads_total [X in _ + X]big_nat [X in _ + X]big1 ?addr0 // => x /andP[nx _].
by rewrite /heads bin_small // mul0r.
Qed.

Lemma groups_flat least many l : flatten (groups least many l) = l.
Proof.
rewrite /groups /= flatten_cat /= cats0.
have -> : flatten [seq [:: x] | x <- take many (drop least l)] = take many (drop least l).
  by elim: (take _ _) => //= x s ->.
by rewrite !cat_take_drop.
Qed.
Lemma parts_flat n (gs : seq (seq (Z * Z))) : flatten [seq map (shares n) g | g <- gs] = map (shares n) (flatten gs).
Proof. by rewrite map_flatten. Qed.

Section Bounds.
Variables (W : Z) (n : nat).
Let T0 := whole_gt0 n.

Lemma share_total (f : Z * Z -> Z) (h : R * R -> R) (g : seq (Z * Z)) :
  (forall x, h (shares n x) = zr (f x) / zr (all_counts n)) -> masses (map (shares n) g) ->
  (forall x, 0 <= x.1 /\ 0 <= x.2 -> 0 <= h x) ->
  encloses (mass_of W (all_counts n) f g) (\sum_(x <- map (shares n) g) h x).
Proof.
move=> hE pos h0; apply: shorterP; rewrite big_map.
have -> : \sum_(x <- g) h (shares n x) = zr (total (map f g)) / zr (all_counts n).
  elim: g {pos} => [|x g ih]; first by rewrite big_nil zr0 mul0r.
  by rewrite big_cons ih hE /= zrD mulrDl.
have e : zr (total (map f g)) / zr (all_counts n) * zr (all_counts n) = zr (total (map f g)) by rewrite divfK // gt_eqF.
split; rewrite /= ?e //.
elim: g {e} pos => [|x g ih] pos /=; first by rewrite zr0.
rewrite zrD addr_ge0 ?ih //; last by move=> y yg; apply: pos; rewrite inE yg orbT.
have := h0 _ (pos _ (mem_head _ _)); rewrite hE pmulr_lge0 ?invr_gt0 //.
Qed.
Lemma share_first g : masses (map (shares n) g) -> encloses (mass_of W (all_counts n) fst g) (total_first (map (shares n) g)).
Proof. by move=> pos; apply: (share_total (h := fst)) => // x []. Qed.
Lemma share_second g : masses (map (shares n) g) -> encloses (mass_of W (all_counts n) snd g) (total_second (map (shares n) g)).
Proof. by move=> pos; apply: (share_total (h := snd)) => // x []. Qed.

Lemma keeps_spanP r g : keeps_span r g -> masses (map (shares n) g) ->
  in_cell (mass_of W (all_counts n) fst g) (mass_of W (all_counts n) snd g) r (map (shares n) g).
Proof.
move=> kept pos; split=> //; [exact: share_first | exact: share_second |].
case: r kept => [[u v]|] /=; last by case: g {pos} => [|x [|y g]] // _; exists (shares n x).
case/and3P=> /zr_ge0 u0 /zr_ge0 v0 /allP inside; split=> // _ /mapP[x /inside /andP[/zr_le le1 /zr_le le2] ->].
have := le1 R; have := le2 R; rewrite !zrM /= !mulrA => h2 h1.
by rewrite !ler_pmul2r ?invr_gt0.
Qed.

Lemma grouped_cellsP gs rs places cells : grouped_cells W (all_counts n) gs rs places = Some cells ->
  masses (map (shares n) (flatten gs)) -> filled cells [seq map (shares n) g | g <- gs].
Proof.
elim: gs rs places cells => [|g gs ih] [|r rs] [|ij places] cells //=; first by case=> <-.
case: ifP => // kept; case ec: (grouped_cells _ _ _ _ _) => [rest|//] [<-]; rewrite map_cat => pos; split.
  by apply: keeps_spanP => // x xg; apply: pos; rewrite mem_cat xg.
by apply: ih ec _ => x xg; apply: pos; rewrite mem_cat xg orbT.
Qed.
Lemma grouped_massesP (A : Type) gs (parts : seq A) cells : grouped_masses W (all_counts n) gs parts = Some cells ->
  masses (map (shares n) (flatten gs)) -> stand cells (merged [seq map (shares n) g | g <- gs]).
Proof.
elim: gs parts cells => [|g gs ih] [|x parts] cells //=; first by case=> <-.
case ec: (grouped_masses _ _ _ _) => [rest|//] [<-]; rewrite map_cat => pos.
have mine : masses (map (shares n) g) by move=> y yg; apply: pos; rewrite mem_cat yg.
split; [exact: share_first | exact: share_second |].
by apply: ih ec _ => y yg; apply: pos; rewrite mem_cat yg orbT.
Qed.
End Bounds.

Lemma binomial_cellsP W n s least places cells : binomial_cells W n s least places = Some cells ->
  exists2 l, filled cells l & flatten l = binomial_pair n s.
Proof.
set gs := groups least (size places).-2 (counts n s); have flat : flatten gs = counts n s := groups_flat _ _ _.
move=> /(grouped_cellsP (gs := gs)) h; exists [seq map (shares n) g | g <- gs].
  by apply: h; rewrite flat countsE; exact: binomial_masses_ge0.
by rewrite parts_flat flat countsE.
Qed.
Lemma binomial_massesP (A : Type) W n s least (parts : seq A) cells : binomial_masses W n s least parts = Some cells ->
  exists2 l, flatten l = binomial_pair n s & stand cells (merged l).
Proof.
set gs := groups least (size parts).-2 (counts n s); have flat : flatten gs = counts n s := groups_flat _ _ _.
move=> /(grouped_massesP (gs := gs)) h; exists [seq map (shares n) g | g <- gs].
  by rewrite parts_flat flat countsE.
by apply: h; rewrite flat countsE; exact: binomial_masses_ge0.
Qed.
End Soundness.

(** Two coins, with one head more under P. *)
Example two_coins : binomial_pair rat_realFieldType 2 1 =
  [:: (0, 1 / 4%:R); (1 / 4%:R, 1 / 2%:R); (1 / 2%:R, 1 / 4%:R); (1 / 4%:R, 0)].
Proof. by apply/eqP; vm_compute. Qed.
Example two_coins_merged : merged [:: [:: (0, 1 / 4%:R); (1 / 4%:R, 1 / 2%:R)]; [:: (1 / 2%:R, 1 / 4%:R : rat)]] =
  [:: (1 / 4%:R, 3%:R / 4%:R); (1 / 2%:R, 1 / 4%:R)].
Proof. by rewrite /merged /total_first /total_second /= !big_cons !big_nil; apply/eqP; vm_compute. Qed.
