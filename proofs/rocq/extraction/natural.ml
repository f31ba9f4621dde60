(* Natural numbers by Zarith under the names that ExtractDefinitions.v gives to those of Rocq. *)
type t = Z.t
let zero = Z.zero
let succ = Z.succ
let case none next n = if Z.sign n = 0 then none () else next (Z.pred n)
let add = Z.add
let mul = Z.mul
let sub a b = if Z.leq a b then Z.zero else Z.sub a b
let equal = Z.equal
let edivn a b = if Z.sign b = 0 then (Z.zero, a) else Z.div_rem a b
let divn a b = fst (edivn a b)
let modn a b = snd (edivn a b)
let gcd = Z.gcd
