(** * Notations: those that more than one file of examples uses *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** A fraction; the first four elements of 'I_n; the two orders of two colors. *)
Notation "a // b" := (a%:R / b%:R : rat) (at level 40, no associativity).
Notation o0 := (ord0).
Notation o1 := (lift ord0 ord0).
Notation o2 := (lift ord0 (lift ord0 ord0)).
Notation o3 := (lift ord0 (lift ord0 (lift ord0 ord0))).
Notation straight := (1%g : {perm 'I_2}).
Notation swapped := (tperm ord0 (lift ord0 ord0) : {perm 'I_2}).
