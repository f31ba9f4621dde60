(** The definitions themselves as functions on rational numbers, for definitions.py, which compares them with dpexact's.
    Nothing that is proved or accepted rests on this extraction. Natural numbers become those of Zarith (natural.ml). *)
From Coq Require Import Extraction ExtrOcamlBasic.
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From DPExact Require Import Definitions.
Local Open Scope ring_scope.

(** Lists as laws, as families of laws, and as orders of the colors; and back. *)
Definition law (n : nat) (s : seq rat) (i : 'I_n) : rat := nth 0 s i.
Definition family (m n : nat) (s : seq (seq rat)) (i : 'I_m) : 'I_n -> rat := law n (nth [::] s i).
Definition listed (n : nat) (f : 'I_n -> rat) : seq rat := [seq f i | i <- enum 'I_n].
Definition order (n : nat) (c : seq nat) : {perm 'I_n} :=
  odflt (1%g : {perm 'I_n}) (insub [ffun i : 'I_n => odflt i (insub (nth 0%N c i))]).

Definition operator (printed_one : bool) := if printed_one then @printed rat_realFieldType else @corrected rat_realFieldType.
Definition at_step (which : bool) (E d : rat) (c : seq nat) (p : seq rat) : seq rat :=
  listed _ (step (operator which E d) (order (size p) c) (law _ p)).
Definition at_line (which : bool) (E d : rat) (c : seq nat) (p : seq rat) (t : nat) : seq rat :=
  listed _ (line (operator which E d) (order (size p) c) (law _ p) t).
Definition at_iterate (which : bool) (E d s : rat) (t : nat) : seq rat := [:: iter t (operator which E d) s].
Definition at_prefix (c : seq nat) (p : seq rat) : seq rat :=
  [seq prefix (order (size p) c) (law _ p) k | k <- iota 0 (size p).+1].
Definition at_hockey_stick (E : rat) (p q : seq rat) : seq rat := [:: hockey_stick E (law (size p) p) (law _ q)].
Definition at_prob (p : seq rat) (S : seq nat) : seq rat :=
  [:: prob (law (size p) p) [set i : 'I_(size p) | (i : nat) \in S]].
Definition at_post (n : nat) (K : seq (seq rat)) (p : seq rat) : seq rat :=
  listed n (post (family (size p) n K) (law _ p)).
Definition at_mixture (n : nat) (w : seq rat) (M : seq (seq rat)) : seq rat :=
  listed n (mixture (law (size w) w) (family _ n M)).
Definition at_product (p q : seq rat) : seq rat :=
  [seq product (law (size p) p) (law (size q) q) x | x <- [seq (i, j) | i <- enum 'I_(size p), j <- enum 'I_(size q)]].
Definition at_compose (n : nat) (p : seq rat) (K : seq (seq rat)) : seq rat :=
  [seq compose (law (size p) p) (family _ n K) x | x <- [seq (i, j) | i <- enum 'I_(size p), j <- enum 'I_n]].

Definition zs (D : nat) : seq int := [seq k%:Z - D%:Z | k <- iota 0 D.*2.+1].
Definition at_two_point (eta : rat) (D a b : nat) : seq rat := [seq two_point_noise eta a b z | z <- zs D].
Definition at_two_point_mixture (eta : rat) (D n : nat) (w : seq (seq rat)) : seq rat :=
  [seq two_point_mixture D n eta (fun a b => nth 0 (nth [::] w a.-1) b.-1) z | z <- zs D].
Definition at_crossover (E : rat) (k : nat) : seq rat := [:: crossover E k].
Definition at_delta (E eta : rat) (D k : nat) : seq rat := [:: delta_ E eta D k].
Definition at_noise (E eta : rat) (D k : nat) : seq rat := [seq noise D eta (printed_alpha E eta D k) z | z <- zs D.+1].
Definition at_count (E eta : rat) (D N k n : nat) : seq rat :=
  listed _ (@count_mechanism _ D N (fun _ => noise D eta (printed_alpha E eta D k)) n).
Definition at_noise_sums (p : seq rat) (D : nat) : seq rat :=
  let f z := nth 0 p (absz (z + D%:Z)) in [:: noise_sum D f; noise_sum D (fun z => z%:~R * f z)].
Definition at_singletons (E eta : rat) (D : nat) : seq rat := singleton_bounds E eta D.
Definition at_events (E eta : rat) (D : nat) : seq rat := event_bounds E eta D.
Definition at_neighbours (first last : nat) : seq nat :=
  [seq nat_of_bool (neighbours first last n n') | n <- iota 0 last.+2, n' <- iota 0 last.+2].

Definition edge (n : nat) (edges : seq (seq nat)) : rel 'I_n :=
  fun i j => ([:: i : nat; j : nat] \in edges) || ([:: j : nat; i : nat] \in edges).
Definition rainbows (n q : nat) (orders : seq (seq nat)) (v : 'I_n) : {perm 'I_q} := order q (nth [::] orders v).
Definition at_distance (n q : nat) (edges orders : seq (seq nat)) : seq nat :=
  [seq distance (edge n edges) (rainbows n q orders) v | v <- enum 'I_n].
Definition at_boundary_graph (n q : nat) (edges orders : seq (seq nat)) : seq nat :=
  let points := [seq (c, i) | c <- undup [seq rainbows n q orders v | v <- enum 'I_n], i <- iota 0 n] in
  [seq nat_of_bool (boundary_graph (edge n edges) (rainbows n q orders) x y) | x <- points, y <- points].
Definition at_rainbow (E d : rat) (n q : nat) (edges orders : seq (seq nat)) (rows : seq (seq rat)) : seq rat :=
  let f := rainbows n q orders in
  let given c := law q (nth [::] rows (find (fun v => f v == c) (enum 'I_n))) in
  flatten [seq listed q (rainbow_mechanism (edge n edges) f E d given v) | v <- enum 'I_n].

Definition of_naturals (negative : bool) (a b : nat) : rat := (if negative then - (a%:R) else a%:R) / b%:R.
Definition to_naturals (x : rat) : (bool * nat) * nat := (numq x < 0, absz (numq x), absz (denq x)).

Extraction Language OCaml.
Extract Inductive nat => "Natural.t" [ "Natural.zero" "Natural.succ" ] "Natural.case".
Extract Constant Init.Nat.add => "Natural.add".
Extract Constant Init.Nat.mul => "Natural.mul".
Extract Constant Init.Nat.sub => "Natural.sub".
Extract Constant edivn => "Natural.edivn".
Extract Constant modn => "Natural.modn".
Extract Constant divn => "Natural.divn".
Extract Constant gcdn => "Natural.gcd".
Extract Constant eqn => "Natural.equal".
Extraction "definitions.ml" at_step at_line at_iterate at_prefix at_hockey_stick at_prob at_post at_mixture at_product
  at_compose at_two_point at_two_point_mixture at_crossover at_delta at_noise at_count at_noise_sums at_singletons at_events at_neighbours
  at_distance at_boundary_graph at_rainbow of_naturals to_naturals.
