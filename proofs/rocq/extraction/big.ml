(* The integers of Zarith under the names that Extract.v gives to those of Rocq, and the answers about
   signs. This correspondence is believed. *)
type t = Z.t
let zero = Z.zero
let one = Z.one
let add = Z.add
let mul = Z.mul
let opp = Z.neg
let div a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b (* rounded down, as Rocq's *)
let equal = Z.equal
let leq = Z.leq
let lt = Z.lt
let double x = Z.shift_left x 1
let double_plus_one x = Z.succ (Z.shift_left x 1)
let z_case zero positive negative z =
  let s = Z.sign z in
  if s = 0 then zero () else if s > 0 then positive z else negative (Z.neg z)
let positive_case odd even one p =
  if Z.equal p Z.one then one () else if Z.is_odd p then odd (Z.shift_right p 1) else even (Z.shift_right p 1)

(* The four answers about a sign. That one was unknown is noted: what is not accepted after that may still be true. *)
type answer = Negative | Zero | Positive | Unknown
let asked_in_vain = ref false
let unknown () = asked_in_vain := true; Unknown
let answer_case negative zero positive unknown answer =
  match answer with Negative -> negative () | Zero -> zero () | Positive -> positive () | Unknown -> unknown ()
