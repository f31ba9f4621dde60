(** * Numbers: sums of c t^i u_1^j_1 ... u_r^j_r with integers c, whose signs come from brackets

    Each generator x has a bracket lo/den <= x <= hi/den with lo >= 0, and perhaps an equation b x^n = a. A sum is zero if
    its coefficients are, after x^n = a/b; another one has the sign that the brackets show, or an unknown sign. Nothing is
    assumed about independence. The integers are the case without generators. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions Archimedean Events LinearPrograms Checker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(** A root (n, a, b) has b x^n = a; an exponent (n, p, q) says that x is e^(p/q), n that so many terms show the bracket. *)
Record generator := Generator
  { root : option (nat * (Z * Z)); exponent : option (nat * (Z * Z)); low : Z; high : Z; bottom : Z }.

Definition term := (Z * seq nat)%type.
Definition terms := seq term.

Fixpoint zpow (z : Z) (n : nat) : Z := if n is n'.+1 then Z.mul z (zpow z n') else Z.one.
Fixpoint same_powers (a b : seq nat) : bool :=
  match a, b with [::], [::] => true | x :: a', y :: b' => eqn x y && same_powers a' b' | _, _ => false end.
Fixpoint same_terms (p q : terms) : bool :=
  match p, q with
  | [::], [::] => true
  | (c, a) :: p', (d, b) :: q' => [&& Z.eqb c d, same_powers a b & same_terms p' q']
  | _, _ => false end.
Fixpoint insert (c : Z) (a : seq nat) (q : terms) : terms :=
  if q is (d, b) :: q' then if same_powers a b then (Z.add c d, b) :: q' else (d, b) :: insert c a q'
  else [:: (c, a)].
Definition add_terms (p q : terms) : terms := foldr (fun t r => insert t.1 t.2 r) q p.
Fixpoint add_powers (a b : seq nat) : seq nat :=
  match a, b with x :: a', y :: b' => (x + y)%N :: add_powers a' b' | [::], _ => b | _, [::] => a end.
Definition mul_term (c : Z) (a : seq nat) (q : terms) : terms := [seq (Z.mul c t.1, add_powers a t.2) | t <- q].
Definition mul_terms (p q : terms) : terms := foldr (fun t r => add_terms (mul_term t.1 t.2 q) r) [::] p.
Definition opp_terms (p : terms) : terms := [seq (Z.opp t.1, t.2) | t <- p].

Section Sign.
Variable gs : seq generator.

Definition over (g : generator) (e : nat) : nat := if root g is Some (n, _) then e %/ n else 0%N.
Definition rest (g : generator) (e : nat) : nat := if root g is Some (n, _) then e %% n else e.
Definition above (g : generator) : Z := if root g is Some (_, (a, _)) then a else Z.one.
Definition below (g : generator) : Z := if root g is Some (_, (_, b)) then b else Z.one.

Fixpoint reduce_powers (gs : seq generator) (e : seq nat) : seq nat :=
  if gs is g :: gs' then rest g (head 0%N e) :: reduce_powers gs' (behead e) else [::].
Fixpoint reduce_factor (gs : seq generator) (k e : seq nat) : Z :=
  if gs is g :: gs' then
    Z.mul (Z.mul (zpow (above g) (over g (head 0%N e))) (zpow (below g) (head 0%N k - over g (head 0%N e))))
      (reduce_factor gs' (behead k) (behead e))
  else Z.one.
Fixpoint overs (gs : seq generator) (e : seq nat) : seq nat :=
  if gs is g :: gs' then over g (head 0%N e) :: overs gs' (behead e) else [::].
Fixpoint fits (gs : seq generator) (e d : seq nat) : bool :=
  if gs is _ :: gs' then (head 0 e <= head 0 d)%N && fits gs' (behead e) (behead d) else true.
Fixpoint max_powers (a b : seq nat) : seq nat :=
  match a, b with x :: a', y :: b' => maxn x y :: max_powers a' b' | [::], _ => b | _, [::] => a end.
Definition degrees (l : seq (seq nat)) : seq nat := foldr max_powers [::] l.

Definition reduce (k : seq nat) (p : terms) : terms :=
  foldr (fun t r => insert (Z.mul t.1 (reduce_factor gs k t.2)) (reduce_powers gs t.2) r) [::] p.

Fixpoint power (f : generator -> Z) (gs : seq generator) (e d : seq nat) : Z :=
  if gs is g :: gs' then
    Z.mul (Z.mul (zpow (f g) (head 0%N e)) (zpow (bottom g) (head 0%N d - head 0%N e)))
      (power f gs' (behead e) (behead d))
  else Z.one.
Definition lower (d : seq nat) (t : term) : Z :=
  Z.mul t.1 (if Z.leb Z0 t.1 then power low gs t.2 d else power high gs t.2 d).
Definition upper (d : seq nat) (t : term) : Z :=
  Z.mul t.1 (if Z.leb Z0 t.1 then power high gs t.2 d else power low gs t.2 d).
Definition total (l : seq Z) : Z := foldr Z.add Z0 l.

Definition sign_terms (p : terms) : answer :=
  let k := degrees [seq overs gs t.2 | t <- p] in
  if all (fun t => fits gs (overs gs t.2) k) p then
    let q := [seq t <- reduce k p | ~~ Z.eqb t.1 Z0] in
    if nilp q then Zero else
    let d := degrees [seq t.2 | t <- q] in
    if all (fun t => fits gs t.2 d) q then
      if Z.ltb Z0 (total [seq lower d t | t <- q]) then Positive else
      if Z.ltb (total [seq upper d t | t <- q]) Z0 then Negative else Unknown
    else Unknown
  else Unknown.

Definition sums : numbers :=
  Numbers [::] [:: (Z.one, [::])] add_terms opp_terms mul_terms same_terms sign_terms.

End Sign.

(** The bracket of a root is checked, not believed. *)
Definition check_root (g : generator) : bool :=
  if root g is Some (n, (a, b)) then
    [&& (0 < n)%N, Z.ltb Z0 b, Z.ltb Z0 (bottom g), Z.leb Z0 (low g), Z.leb Z0 (high g),
      Z.leb (Z.mul (zpow (low g) n) b) (Z.mul a (zpow (bottom g) n))
      & Z.leb (Z.mul a (zpow (bottom g) n)) (Z.mul (zpow (high g) n) b)]
  else false.

(** So is that of e^(p/q): the sum of the terms 0, ..., n of its series is s/d, with d = q^n n!, and a = p^n. *)
Definition next_term (p q : Z) (l : Z * Z * (Z * Z)) : Z * Z * (Z * Z) :=
  let: (k, s, (a, d)) := l in
  let k' := Z.add k Z.one in let m := Z.mul q k' in let a' := Z.mul a p in (k', Z.add (Z.mul s m) a', (a', Z.mul d m)).
Definition series (p q : Z) (n : nat) : Z * Z * (Z * Z) := iter n (next_term p q) (Z0, Z.one, (Z.one, Z.one)).
Definition check_exponential (g : generator) : bool :=
  if exponent g is Some (n, (p, q)) then
    let: (k, s, (a, d)) := series p q n in
    [&& Z.ltb Z0 (bottom g), Z.leb Z0 (low g), Z.leb Z0 p, Z.ltb Z0 q,
      Z.leb (Z.add p p) (Z.mul q (Z.add k Z.one)),
      Z.leb (Z.mul (low g) d) (Z.mul s (bottom g)) & Z.leb (Z.mul (Z.add s a) (bottom g)) (Z.mul (high g) d)]
  else false.

(** ** Soundness *)

Local Open Scope ring_scope.

Section Soundness.
Variable R : realFieldType.
Definition zr (z : Z) : R := (int_of_Z z)%:~R.

Lemma zrD a b : zr (Z.add a b) = zr a + zr b.
Proof. by rewrite /zr -intrD; congr (_%:~R); apply: (raddfD [rmorphism of int_of_Z]). Qed.
Lemma zrM a b : zr (Z.mul a b) = zr a * zr b.
Proof. by rewrite /zr -intrM; congr (_%:~R); apply: (rmorphM [rmorphism of int_of_Z]). Qed.
Lemma zrN a : zr (Z.opp a) = - zr a.
Proof. by rewrite /zr -mulrNz; congr (_%:~R); apply: (raddfN [rmorphism of int_of_Z]). Qed.
Lemma zr0 : zr Z0 = 0. Proof. by []. Qed.
Lemma zr1 : zr Z.one = 1. Proof. by []. Qed.
Lemma zr_ge0 a : Z.leb Z0 a -> 0 <= zr a.
Proof. by case: a => [|p|p] //= _; rewrite /zr ler0z. Qed.
Lemma zr_le0 a : ~~ Z.leb Z0 a -> zr a <= 0.
Proof. by case: a => [|p|p] //= _; rewrite /zr lerz0. Qed.
Lemma zr_gt0 a : Z.ltb Z0 a -> 0 < zr a.
Proof.
case: a => [|p|p] //= _; rewrite /zr ltr0z; change (0 < Pos.to_nat p)%N; apply/ssrnat.ltP; exact: Pos2Nat.is_pos.
Qed.
Lemma zr_lt0 a : Z.ltb a Z0 -> zr a < 0.
Proof.
move=> h; rewrite -oppr_gt0 -zrN; apply: zr_gt0; move: h; case: a => //.
Qed.
Lemma zr_le a b : Z.leb a b -> zr a <= zr b.
Proof.
move=> h; rewrite -subr_ge0 -zrN -zrD; apply: zr_ge0; apply/Z.leb_le.
by move/Z.leb_le: h => h; apply/Z.le_0_sub.
Qed.
Lemma zr_pow a n : zr (zpow a n) = zr a ^+ n.
Proof. by elim: n => [|n IH] /=; rewrite ?expr0 ?exprS ?zrM ?IH. Qed.

(** The value of a product of powers and of a sum, for the values xs of the generators. *)
Fixpoint mono (xs : seq R) (e : seq nat) : R :=
  if xs is x :: xs' then x ^+ head 0%N e * mono xs' (behead e) else 1.
Definition eval_terms (xs : seq R) (p : terms) : R := \sum_(t <- p) zr t.1 * mono xs t.2.

(** A generator stands for x. *)
Definition stands (g : generator) (x : R) : Prop :=
  [/\ 0 < zr (bottom g), 0 <= zr (low g), zr (low g) <= x * zr (bottom g), x * zr (bottom g) <= zr (high g)
    & if root g is Some (n, (a, b)) then 0 < zr b /\ x ^+ n * zr b = zr a else True].
Fixpoint all_stand (gs : seq generator) (xs : seq R) : Prop :=
  match gs, xs with [::], [::] => True | g :: gs', x :: xs' => stands g x /\ all_stand gs' xs' | _, _ => False end.

Lemma same_powersE a b : same_powers a b -> a = b.
Proof. by elim: a b => [|x a IH] [|y b] //= /andP[/eqP -> /IH ->]. Qed.
Lemma same_termsE p q : same_terms p q -> p = q.
Proof.
elim: p q => [|[c a] p IH] [|[d b] q] //= /and3P[/Z.eqb_eq -> /same_powersE -> /IH -> //].
Qed.

Section Values.
Variable xs : seq R.
Notation ev := (eval_terms xs).

Lemma ev_cons t p : ev (t :: p) = zr t.1 * mono xs t.2 + ev p.
Proof. by rewrite /eval_terms big_cons. Qed.
Lemma ev_insert c a q : ev (insert c a q) = zr c * mono xs a + ev q.
Proof.
elim: q => [|[d b] q IH] /=; first by rewrite ev_cons.
case: ifP => [/same_powersE ->|_]; rewrite !ev_cons /= ?IH; last by rewrite addrCA.
by rewrite zrD mulrDl addrA.
Qed.
Lemma ev_add p q : ev (add_terms p q) = ev p + ev q.
Proof. by elim: p => [|t p IH] /=; rewrite ?ev_insert ?ev_cons ?IH ?addrA // /eval_terms big_nil add0r. Qed.
Lemma mono_add a b : mono xs (add_powers a b) = mono xs a * mono xs b.
Proof.
elim: xs a b => [|x s IH] a b /=; first by rewrite mulr1.
have -> : head 0%N (add_powers a b) = (head 0 a + head 0 b)%N by case: a b => [|? ?] [|? ?] //=; rewrite addn0.
have -> : behead (add_powers a b) = add_powers (behead a) (behead b).
  by case: a b => [|? [|? ?]] [|? [|? ?]].
by rewrite IH exprD; ring.
Qed.
Lemma ev_mul_term c a q : ev (mul_term c a q) = zr c * mono xs a * ev q.
Proof.
rewrite /eval_terms big_map mulr_sumr; apply: eq_bigr => t _ /=.
by rewrite zrM mono_add; ring.
Qed.
Lemma ev_mul p q : ev (mul_terms p q) = ev p * ev q.
Proof.
elim: p => [|t p IH] /=; first by rewrite /eval_terms !big_nil mul0r.
by rewrite ev_add ev_mul_term IH ev_cons mulrDl.
Qed.
Lemma ev_opp p : ev (opp_terms p) = - ev p.
Proof. by rewrite /eval_terms big_map -sumrN; apply: eq_bigr => t _; rewrite zrN mulNr. Qed.

Variable gs : seq generator.
Hypothesis stand : all_stand gs xs.

Fixpoint scale (f : generator -> Z) (gs : seq generator) (d : seq nat) : R :=
  if gs is g :: gs' then zr (f g) ^+ head 0%N d * scale f gs' (behead d) else 1.

Lemma scale_gt0 d : 0 < scale below gs d /\ 0 < scale bottom gs d.
Proof.
elim: gs xs stand d => [|g gs' IH] [|x s] //=; first by rewrite ltr01.
move=> [[b0 l0 _ _ r] /IH h] d; have [h1 h2] := h (behead d).
have g0 : 0 < zr (below g) by rewrite /below; case: (root g) r => [[n [a b]] []|_] //; rewrite zr1 ltr01.
by split; apply: mulr_gt0; rewrite ?exprn_gt0.
Qed.

Lemma reduceE k e : fits gs (overs gs e) k ->
  zr (reduce_factor gs k e) * mono xs (reduce_powers gs e) = scale below gs k * mono xs e.
Proof.
elim: gs xs stand k e => [|g gs' IH] [|x s] //=.
move=> [[_ _ _ _ r] /IH h] k e /andP[le /h {}h].
rewrite !zrM !zr_pow; set K := head 0%N k in le *; set j := head 0%N e in le *.
suff eq : zr (above g) ^+ over g j * zr (below g) ^+ (K - over g j) * x ^+ rest g j = zr (below g) ^+ K * x ^+ j.
  by rewrite [LHS](_ : _ = zr (above g) ^+ over g j * zr (below g) ^+ (K - over g j) * x ^+ rest g j
    * (zr (reduce_factor gs' (behead k) (behead e)) * mono s (reduce_powers gs' (behead e)))); [rewrite h eq|]; ring.
move: le; rewrite /over /rest /above /below; case: (root g) r => [[n [a b]] [_ <-]|_] le; last first.
  by rewrite !zr1 !expr1n !mul1r.
have eK : zr b ^+ K = zr b ^+ (j %/ n) * zr b ^+ (K - j %/ n) by rewrite -exprD subnKC.
have ej : x ^+ j = (x ^+ n) ^+ (j %/ n) * x ^+ (j %% n) by rewrite -exprM -exprD [(n * _)%N]mulnC -divn_eq.
rewrite eK ej exprMn.
by move: ((x ^+ n) ^+ _) (zr b ^+ (j %/ n)) (zr b ^+ (K - _)) (x ^+ (j %% n)) => u v w z; ring.
Qed.

Lemma powerE e d : fits gs e d ->
  0 <= zr (power low gs e d) /\
  zr (power low gs e d) <= mono xs e * scale bottom gs d <= zr (power high gs e d).
Proof.
elim: gs xs stand e d => [|g gs' IH] [|x s] /=; first by rewrite zr1 mulr1 lexx ler01.
- by [].
- by [].
move=> [[b0 l0 lx xh _] /IH h] e d /andP[le /h [h0 /andP[h1 h2]]].
rewrite !zrM !zr_pow; set K := head 0%N d in le *; set j := head 0%N e in le *.
have x0 : 0 <= x * zr (bottom g) by apply: le_trans l0 lx.
rewrite [X in _ <= X <= _](_ : _ = (x * zr (bottom g)) ^+ j * zr (bottom g) ^+ (K - j)
    * (mono s (behead e) * scale bottom gs' (behead d))); last first.
  have -> : zr (bottom g) ^+ K = zr (bottom g) ^+ j * zr (bottom g) ^+ (K - j) by rewrite -exprD subnKC.
  rewrite exprMn; move: (x ^+ j) (zr (bottom g) ^+ j) (zr (bottom g) ^+ (K - j)) (mono _ _) (scale _ _ _).
  by move=> u v w y z; ring.
have p0 : 0 <= zr (bottom g) ^+ (K - j) by rewrite exprn_ge0 // ltW.
have m0 : 0 <= mono s (behead e) * scale bottom gs' (behead d) by apply: le_trans h0 h1.
have up : (x * zr (bottom g)) ^+ j <= zr (high g) ^+ j by rewrite ler_expn2r ?nnegrE // (le_trans x0).
have dn : zr (low g) ^+ j <= (x * zr (bottom g)) ^+ j by rewrite ler_expn2r ?nnegrE.
have l1 : 0 <= zr (low g) ^+ j * zr (bottom g) ^+ (K - j) by apply: mulr_ge0 => //; apply: exprn_ge0.
have x1 : 0 <= (x * zr (bottom g)) ^+ j * zr (bottom g) ^+ (K - j) by apply: mulr_ge0 => //; apply: exprn_ge0.
split; first exact: mulr_ge0.
by apply/andP; split; apply: ler_pmul => //; apply: ler_wpmul2r.
Qed.

Lemma ev_reduce k p : all (fun t => fits gs (overs gs t.2) k) p -> ev (reduce gs k p) = scale below gs k * ev p.
Proof.
elim: p => [|t p IH] /=; first by rewrite /eval_terms !big_nil mulr0.
by case/andP=> ok /IH h; rewrite ev_insert ev_cons h mulrDr zrM -mulrA reduceE //; ring.
Qed.

Lemma ev_filter q : ev [seq t <- q | ~~ Z.eqb t.1 Z0] = ev q.
Proof.
elim: q => [|t q IH] //=; case: (boolP (Z.eqb t.1 Z0)) => [/Z.eqb_eq z|_] /=; rewrite !ev_cons IH //.
by rewrite z mul0r add0r.
Qed.

Lemma totalE l : zr (total l) = \sum_(z <- l) zr z.
Proof. by elim: l => [|z l IH]; rewrite ?big_nil ?big_cons //= zrD IH. Qed.

Lemma boundsE d q : all (fun t => fits gs t.2 d) q ->
  zr (total [seq lower gs d t | t <- q]) <= ev q * scale bottom gs d <= zr (total [seq upper gs d t | t <- q]).
Proof.
elim: q => [|t q IH] /=; first by rewrite /eval_terms big_nil mul0r lexx.
case/andP=> /powerE [_ /andP[l u]] /IH /andP[h1 h2].
rewrite !zrD ev_cons mulrDl -mulrA; apply/andP; split; apply: ler_add => //; rewrite /lower /upper zrM.
  case: (boolP (Z.leb Z0 t.1)) => [/zr_ge0 c0|/zr_le0 c0]; first exact: ler_wpmul2l.
  exact: ler_wnmul2l.
case: (boolP (Z.leb Z0 t.1)) => [/zr_ge0 c0|/zr_le0 c0]; first exact: ler_wpmul2l.
exact: ler_wnmul2l.
Qed.

(** The numbers are sound for all values that the brackets and equations allow. *)
Lemma sums_sound : sound_numbers (N := sums gs) (eval_terms xs).
Proof.
split=> [||x y|x|x y|x y|p] /=.
- by rewrite /eval_terms big_nil.
- rewrite ev_cons /= zr1 mul1r /eval_terms big_nil addr0.
  by elim: xs => //= x s ->; rewrite mulr1.
- exact: ev_add.
- exact: ev_opp.
- exact: ev_mul.
- by move/same_termsE ->.
rewrite /sign_terms; set k := degrees _; case: ifP => // /ev_reduce red.
set q := filter _ _; have eq : ev q = scale below gs k * ev p by rewrite /q ev_filter.
have [k0 _] := scale_gt0 k; case: (boolP (nilp q)) => [/nilP z|_].
  by move/eqP: eq; rewrite z /eval_terms big_nil eq_sym mulf_eq0 (negbTE (lt0r_neq0 k0)) => /eqP.
set d := degrees _; case: ifP => // /boundsE /andP[lo up]; have [_ d0] := scale_gt0 d.
case: ifP => [/zr_gt0 pos|_].
  by have := lt_le_trans pos lo; rewrite pmulr_lgt0 // eq pmulr_rgt0.
case: ifP => [/zr_lt0 neg|//].
by have := le_lt_trans up neg; rewrite pmulr_llt0 // eq pmulr_rlt0.
Qed.

End Values.

(** A checked root: every positive solution of b x^n = a lies in the bracket. *)
Theorem check_root_sound g n a b x : root g = Some (n, (a, b)) -> check_root g -> 0 < x -> x ^+ n * zr b = zr a ->
  stands g x.
Proof.
move=> rg; rewrite /check_root rg => /andP[n0 /and5P[/zr_gt0 b0 /zr_gt0 d0 /zr_ge0 l0 /zr_ge0 h0]].
case/andP=> /zr_le lo /zr_le hi x0 eq; move: lo hi; rewrite !zrM !zr_pow -eq.
have -> : x ^+ n * zr b * zr (bottom g) ^+ n = (x * zr (bottom g)) ^+ n * zr b by rewrite exprMn mulrAC.
rewrite !ler_pmul2r // !ler_pexpn2r ?nnegrE ?mulr_ge0 ?(ltW x0) ?(ltW d0) // => lo hi.
by split=> //; rewrite rg.
Qed.

(** The series, in integers. *)
Lemma seriesE p q n : let: (k, s, (a, d)) := series p q n in 0 < zr q ->
  [/\ zr k = n%:R, zr a = zr p ^+ n, zr d = zr q ^+ n * n`!%:R & zr s = exp_sum (zr p / zr q) n * zr d].
Proof.
rewrite /series; elim: n => [|n] /=.
  by move=> _; rewrite /exp_sum big_ord_recl big_ord0 fact0 expr0 !zr1 zr0 addr0 divr1 !mulr1 expr0.
case: (iter n _ _) => [[k s] [a d]] /= IH q0; have [ek ea ed es] := IH q0.
have q1 : zr q != 0 by rewrite lt0r_neq0.
have f1 : (n`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have n1 : (n.+1%:R : R) != 0 by rewrite pnatr_eq0.
have ek' : zr (Z.add k Z.one) = n.+1%:R by rewrite zrD ek zr1 -addn1 natrD.
have ed' : zr (Z.mul d (Z.mul q (Z.add k Z.one))) = zr q ^+ n.+1 * n.+1`!%:R.
  by rewrite !zrM ek' ed factS natrM exprSr; ring.
split=> //; first by rewrite zrM ea exprSr.
rewrite zrD !zrM ek' es ea /exp_sum [in RHS]big_ord_recr /= -/(exp_sum _ n) mulrDl; rewrite -exprSr; congr (_ + _).
  by rewrite -mulrA.
have f2 : (n.+1`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have q2 : zr q ^+ n.+1 != 0 by rewrite expf_neq0.
rewrite -ek' -!zrM ed' expr_div_n; move: f2 q2; move: (n.+1`!%:R) (zr q ^+ _) (zr p ^+ _) => u v w u0 v0.
by field; rewrite u0 v0.
Qed.

(** A checked bracket of e^(p/q) has in it whatever e^(p/q) may be. *)
Theorem check_exponential_sound g n p q x : exponent g = Some (n, (p, q)) -> root g = None -> check_exponential g ->
  is_exp (zr p / zr q) x -> stands g x.
Proof.
move=> eg rg; rewrite /check_exponential eg; have := seriesE p q n; case: (series p q n) => [[k s] [a d]] eqs.
case/and5P=> /zr_gt0 b0 /zr_ge0 l0 /zr_ge0 p0 /zr_gt0 q0 /and3P[/zr_le enough /zr_le lo /zr_le hi].
have [ek ea ed es] := eqs q0; move=> /(_ n n (leqnn n)) [below above].
have d0 : 0 < zr d by rewrite ed mulr_gt0 ?exprn_gt0 // ltr0n fact_gt0.
split=> //; last by rewrite rg.
  rewrite -(ler_pmul2r d0); move: lo; rewrite !zrM es => /le_trans; apply.
  by rewrite mulrAC ler_pmul2r // ler_pmul2r.
have few : 2%:R * (zr p / zr q) <= n.+1%:R.
  rewrite mulrA ler_pdivr_mulr // mulrC; move: enough; rewrite zrD zrM zrD ek zr1 => h.
  by rewrite [zr p * _]mulrC mulr_natl mulr2n mulrC -addn1 natrD.
rewrite -(ler_pmul2r d0); move: hi; rewrite !zrM zrD es ea => /(le_trans _); apply.
have -> : zr p ^+ n = (zr p / zr q) ^+ n / n`!%:R * zr d.
  have f1 : (n`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
  have q1 : zr q ^+ n != 0 by rewrite expf_neq0 // lt0r_neq0.
  rewrite ed expr_div_n; move: f1 q1; move: (n`!%:R) (zr q ^+ n) (zr p ^+ n) => u v w u0 v0.
  by field; rewrite u0 v0.
by rewrite -mulrDl mulrAC ler_pmul2r // ler_pmul2r // above.
Qed.

Lemma exp_sum_le (y : R) m n : 0 <= y -> (m <= n)%N -> exp_sum y m <= exp_sum y n.
Proof.
move=> y0 /subnKC <-; elim: (n - m)%N => [|j IH]; rewrite ?addn0 // addnS; apply: le_trans IH _.
by rewrite /exp_sum [X in _ <= X]big_ord_recr /= ler_addl divr_ge0 ?exprn_ge0 ?ler0n.
Qed.

(** The bounds agree with one another: no partial sum is above a partial sum and its last term again. *)
Lemma exp_bounds_agree (y : R) m n : 0 <= y -> 2%:R * y <= n.+1%:R -> exp_sum y m <= exp_sum y n + y ^+ n / n`!%:R.
Proof.
move=> y0 le; have next k : exp_sum y k.+1 = exp_sum y k + y ^+ k.+1 / k.+1`!%:R by rewrite /exp_sum big_ord_recr.
have term0 k : 0 <= y ^+ k / k`!%:R by rewrite divr_ge0 ?exprn_ge0 ?ler0n.
case: (leqP m n) => [mn|/ltnW /subnKC <-]; first by apply: le_trans (exp_sum_le y0 mn) _; rewrite ler_addl.
move: (m - n)%N => j; suff h : exp_sum y (n + j) + y ^+ (n + j) / (n + j)`!%:R <= exp_sum y n + y ^+ n / n`!%:R.
  by apply: le_trans h; rewrite ler_addl.
elim: j => [|j IH]; first by rewrite addn0.
rewrite addnS next; apply: le_trans IH; rewrite -addrA ler_add2l.
have k0 : (0 : R) < (n + j).+1%:R by rewrite ltr0Sn.
have f0 : ((n + j)`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have -> : y ^+ (n + j).+1 / (n + j).+1`!%:R = y ^+ (n + j) / (n + j)`!%:R * (y / (n + j).+1%:R).
  rewrite factS natrM exprS; move: f0 (lt0r_neq0 k0).
  by move: ((n + j)`!%:R) ((n + j).+1%:R) (y ^+ _) => u v w u0 v0; field; rewrite u0 v0.
rewrite -mulrDr -[X in _ <= X]mulr1 ler_wpmul2l // -mulrDl ler_pdivr_mulr // mul1r -mulr2n -mulr_natl.
by rewrite (le_trans le) // ler_nat ltnS leq_addr.
Qed.

(** So some number meets any finitely many of the bounds, in every ordered field: a partial sum that is long enough. *)
Theorem exp_upto_exists (y : R) N : 0 <= y -> exists x, is_exp_upto y N x.
Proof.
move=> y0; exists (exp_sum y N) => n nN; split; last exact: exp_bounds_agree.
exact: exp_sum_le.
Qed.

(** Two numbers that meet them all differ by at most each last term. *)
Lemma is_exp_close (y x x' : R) n : is_exp y x -> is_exp y x' -> 2%:R * y <= n.+1%:R -> `|x - x'| <= y ^+ n / n`!%:R.
Proof.
move=> /(_ n n (leqnn n)) [lo hi] /(_ n n (leqnn n)) [lo' hi'] le; rewrite ler_distl; apply/andP; split.
  by rewrite ler_subl_addr (le_trans (hi' le)) // ler_add2r.
by rewrite (le_trans (hi le)) // ler_add2r.
Qed.

End Soundness.

(** In an Archimedean field the last terms vanish, so at most one number meets all bounds; and one does, where increasing
    sequences with a bound have a supremum, as in the real numbers. *)
Section Unique.
Variable R : archiFieldType.

Lemma long_enough (y : R) : exists n, 2%:R * y <= n.+1%:R.
Proof.
exists (Num.bound `|2%:R * y|); apply: le_trans (ler_norm _) (le_trans (ltW (archi_boundP (normr_ge0 _))) _).
by rewrite ler_nat.
Qed.

Lemma last_term (y : R) m n : 0 <= y -> 2%:R * y <= m.+1%:R ->
  y ^+ (m + n) / (m + n)`!%:R <= y ^+ m / m`!%:R * (1 / 2%:R) ^+ n.
Proof.
move=> y0 le; elim: n => [|n IH]; first by rewrite addn0 mulr1.
have k0 : (0 : R) < (m + n).+1%:R by rewrite ltr0Sn.
have f0 : ((m + n)`!%:R : R) != 0 by rewrite pnatr_eq0 -lt0n fact_gt0.
have -> : y ^+ (m + n.+1) / (m + n.+1)`!%:R = y ^+ (m + n) / (m + n)`!%:R * (y / (m + n).+1%:R).
  rewrite addnS factS natrM exprS; move: f0 (lt0r_neq0 k0).
  by move: ((m + n)`!%:R) ((m + n).+1%:R) (y ^+ _) => u v w u0 v0; field; rewrite u0 v0.
rewrite exprSr [X in _ <= X]mulrA; apply: ler_pmul => //; rewrite ?divr_ge0 ?exprn_ge0 ?ler0n //.
rewrite ler_pdivr_mulr // mul1r ler_pdivl_mull ?ltr0n // (le_trans le) // ler_nat ltnS; exact: leq_addr.
Qed.

Theorem is_exp_unique (y x x' : R) : 0 <= y -> is_exp y x -> is_exp y x' -> x = x'.
Proof.
move=> y0; suff le u v : is_exp y u -> is_exp y v -> u <= v by move=> h h'; apply/eqP; rewrite eq_le !le.
move=> hu hv; have [m enough] := long_enough y; have half : 0 <= (1 / 2%:R : R) < 1.
  by apply/andP; split; [rewrite divr_ge0 ?ler01 ?ler0n | rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n].
apply: (@le_vanishing R u v (y ^+ m / m`!%:R) 0 _ 0 0%N half _) => [|N _]; first by rewrite lexx ltr01.
rewrite mul0r addr0 -ler_subl_addl; apply: le_trans (ler_norm _) (le_trans _ (last_term N y0 enough)).
apply: is_exp_close => //; apply: le_trans enough _; by rewrite ler_nat ltnS leq_addr.
Qed.

Theorem is_exp_exists (y : R) : 0 <= y ->
  (forall f : nat -> R, (forall n, f n <= f n.+1) -> (exists b, forall n, f n <= b) ->
    exists s, (forall n, f n <= s) /\ forall b, (forall n, f n <= b) -> s <= b) -> exists x, is_exp y x.
Proof.
move=> y0 complete; case: (complete (exp_sum y)) => [n||x [above least]]; first exact: exp_sum_le.
  have [N enough] := long_enough y.
  by exists (exp_sum y N + y ^+ N / N`!%:R) => n; apply: exp_bounds_agree.
exists x => N n _; split=> // le; apply: least => m; exact: exp_bounds_agree.
Qed.

End Unique.
