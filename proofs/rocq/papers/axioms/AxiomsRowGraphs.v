(** * AxiomsRowGraphs: Theorem 3.3.2 of "An Axiomatic View of Statistical Privacy and Utility" as the paper has it

    On a connected symmetric relation, by row graphs; sentences about row graphs; and that the relation has to be connected. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From DPExact Require Import Definitions DefinitionsAxioms Events AxiomsMaximal.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** On a connected symmetric relation *)

Section Connected.
Variables (R : realFieldType) (I : finType) (r : rel I) (E : R).
Hypothesis sym : symmetric r.
Hypothesis conn : forall i j, connect r i j.

(** An output that occurs is possible at every input. *)
Theorem possible_everywhere (x : I -> R) : (forall i, 0 <= x i) -> (forall i j, r i j -> x i <= E * x j) ->
  forall i j, x i != 0 -> x j != 0.
Proof.
move=> x0 bound i j xi; have /connectP[p path ->] := conn i j.
elim: p i xi path => [|k p IH] i xi //= /andP[rik path]; apply: IH path.
apply: contra xi => /eqP xk; rewrite eq_le x0 andbT; have := bound _ _ rik; by rewrite xk mulr0.
Qed.

Lemma row_graph_support (x : I -> R) : (forall i, 0 <= x i) -> (forall i j, r i j -> x i <= E * x j) ->
  (support_connected r E x <-> row_graph_connected r E x).
Proof.
move=> x0 bound; case: (pickP (fun i => x i != 0)) => [s /= xs|none].
  have all i : x i != 0 by apply: (possible_everywhere x0 bound i xs).
  have same : connect (linked_inside r E x) =2 connect (linked r E x).
    by apply: eq_connect => i j; rewrite /linked_inside !all.
  split=> [/forallP h i j|h]; first by have /forallP/(_ j) := h i; rewrite !all same.
  by apply/forallP => i; apply/forallP => j; rewrite same; apply/implyP.
have zero i : x i = 0 by apply/eqP; move/negbFE: (none i).
have same : connect (linked r E x) =2 connect r.
  by apply: eq_connect => i j; rewrite /linked /tight !zero mulr0 eqxx !andbT sym orbb.
split=> [_ i j|_]; first by rewrite same.
by apply/forallP => i; apply/forallP => j; rewrite zero eqxx.
Qed.

Theorem theorem_3_3_2 (T : finType) (M : I -> T -> R) (i0 : I) : mechanism M -> private r E 0 M ->
  (maximally_sufficient r E M <-> forall o, row_graph_connected r E (M^~ o)).
Proof.
move=> mM pM; have bound o i j : r i j -> M i o <= E * M j o by have /private_columns := pM; apply.
have M0 o i : 0 <= M i o by have [M0 _] := mM i.
by split=> [/(maximal_iff i0 mM pM) h o|h]; [|apply/(maximal_iff i0 mM pM) => o];
  apply/(row_graph_support (M0 o) (bound o)).
Qed.

(** No such graph for a row of entries 1, and no maximally sufficient mechanism has an entry 1: two inputs, E not 1. *)
Theorem row_of_ones (x : I -> R) (s t : I) : s != t -> E != 1 -> (forall i, x i = 1) -> ~ row_graph_connected r E x.
Proof.
move=> st E1 ones /(_ s t) /connectP[[|k p] /= path e]; first by rewrite e eqxx in st.
by move: path; rewrite /linked /tight !ones mulr1 eq_sym (negbTE E1) !andbF.
Qed.
Theorem no_entry_1 (T : finType) (M : I -> T -> R) (s t i : I) (o : T) : s != t -> E != 1 -> mechanism M ->
  M i o = 1 -> ~ maximally_sufficient r E M.
Proof.
move=> st E1 mM Mio max; have [pM _] := max.
have bound o' k l : r k l -> M k o' <= E * M l o' by have /private_columns := pM; apply.
have M0 o' k : 0 <= M k o' by have [M0 _] := mM k.
have others o' : o' != o -> M i o' = 0.
  move=> o'o; have [_] := mM i; rewrite (bigD1 o) //= Mio => /(canRL (addKr _)); rewrite addrC subrr => /eqP.
  by rewrite psumr_eq0 // => /allP /(_ o' (mem_index_enum _)); rewrite o'o => /eqP.
have /(theorem_3_3_2 s mM pM) /(_ o) := max; apply: (row_of_ones st E1) => k.
have [_ <-] := mM k; rewrite (bigD1 o) //= big1 ?addr0 // => o' /others Mi; apply/eqP/negPn/negP => Mk.
by have := possible_everywhere (M0 o') (bound o') i Mk; rewrite Mi eqxx.
Qed.

End Connected.

(** Outputs with the same connected row graph have proportional likelihoods: the edges of x are enough. *)
Theorem same_graph (R : realFieldType) (I : finType) (r : rel I) (E : R) (x y : I -> R) : E != 0 ->
  (forall i j, tight r E x i j -> tight r E y i j) -> row_graph_connected r E x ->
  forall i j, x i * y j = x j * y i.
Proof.
move=> E0 sub conn i j; case: (eqVneq (x i) 0) => [|xi].
  have zero k l : linked r E x k l -> x k = 0 -> x l = 0.
    by case/orP=> /andP[_ /eqP ->] => [/eqP|->]; rewrite ?mulr0 // mulf_eq0 (negbTE E0) => /eqP.
  move=> xi; rewrite xi mul0r; suff -> : x j = 0 by rewrite mul0r.
  have /connectP[p path ->] := conn i j.
  by elim: p i xi path => [|k p IH] i xi //= /andP[/zero/(_ xi) xk]; apply: IH.
have /connectP[p path ->] := conn i j.
elim: p i xi path => [|k p IH] i xi //= /andP[link path].
have [xk step] : x k != 0 /\ x i * y k = x k * y i.
  case/orP: link => t; have /andP[_ /eqP ex] := t; have /andP[_ /eqP ey] := sub _ _ t.
    split; last by rewrite ex ey; ring.
    by apply: contra xi; rewrite ex => /eqP ->; rewrite mulr0.
  by split; [rewrite ex mulf_neq0 | rewrite ex ey; ring].
by apply: (mulfI xk); rewrite mulrCA (IH k xk path) mulrCA step mulrCA.
Qed.

(** A positive factor changes no edge. *)
Theorem proportional_graph (R : realFieldType) (I : finType) (r : rel I) (E c : R) (x y : I -> R) : c != 0 ->
  (forall i, y i = c * x i) -> tight r E x =2 tight r E y.
Proof. by move=> c0 e i j; rewrite /tight !e mulrCA (inj_eq (mulfI c0)). Qed.

(** A connected row graph is a maximal set of tight pairs: no likelihood but 0 has more of them. *)
Theorem maximal_set (R : realFieldType) (I : finType) (r : rel I) (E : R) (x y : I -> R) k : E != 0 ->
  (forall i j, tight r E x i j -> tight r E y i j) -> row_graph_connected r E x -> y k != 0 ->
  tight r E x =2 tight r E y.
Proof.
move=> E0 sub conn yk i j; apply/idP/idP; first exact: sub.
case/andP=> rij /eqP eij; rewrite /tight rij; apply/eqP; apply: (mulIf yk).
have prop := same_graph E0 sub conn.
by rewrite prop eij -mulrA prop; ring.
Qed.

(** ** What the paper does not say *)

(** If the relation is not connected, no likelihood at all has a connected row graph. *)
Theorem relation_not_connected (R : realFieldType) (I : finType) (r : rel I) (E : R) (x : I -> R) s t :
  symmetric r -> ~~ connect r s t -> ~ row_graph_connected r E x.
Proof.
move=> sym apart /(_ s t) c; case/negP: apart; apply: connect_sub c => i j /orP[]/andP[rij _]; apply: connect1 => //.
by rewrite sym.
Qed.

(** Without neighbors the identity is maximally sufficient, for any E and any inputs. *)
Lemma truth_mechanism (R : realFieldType) (I : finType) : mechanism (@truth R I).
Proof.
move=> i; split=> [o|]; first exact: ler0n.
by rewrite (bigD1 i) //= /truth eqxx big1 ?addr0 // => o /negbTE ->.
Qed.
Lemma truth_maximal (R : realFieldType) (I : finType) (E : R) (i0 : I) :
  maximally_sufficient (fun _ _ : I => false) E (@truth R I).
Proof.
apply/(maximal_iff i0 (@truth_mechanism R I)) => [i j //|o]; apply/forallP => i; apply/forallP => j.
rewrite /truth; case: (eqVneq o i) => [<-|_]; last by rewrite eqxx.
by case: (eqVneq o j) => [<-|_]; rewrite ?eqxx ?andbF // connect0 implybT.
Qed.

(** So with two inputs and no neighbors, the theorem as printed fails. *)
Theorem not_without_neighbors (R : realFieldType) (I : finType) (E : R) (s t : I) : s != t ->
  maximally_sufficient (fun _ _ : I => false) E (@truth R I) /\
  forall o, ~ row_graph_connected (fun _ _ : I => false) E ((@truth R I)^~ o).
Proof.
move=> st; split=> [|o]; first exact: truth_maximal.
apply: (@relation_not_connected _ _ _ _ _ s t) => //.
by apply/connectP => -[[|k p] //= _ e]; rewrite e eqxx in st.
Qed.
