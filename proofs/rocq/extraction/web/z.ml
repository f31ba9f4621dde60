(* The integers of Zarith that the checker uses, as BigInt of JavaScript: z.js does the work. *)
type t
external of_int : int -> t = "z_of_int"
external to_int : t -> int = "z_to_int"
external of_string_base : int -> string -> t = "z_of_string_base"
external to_string : t -> string = "z_to_string"
external add : t -> t -> t = "z_add"
external sub : t -> t -> t = "z_sub"
external mul : t -> t -> t = "z_mul"
external neg : t -> t = "z_neg"
external fdiv : t -> t -> t = "z_fdiv"
external shift_left : t -> int -> t = "z_shift_left"
external shift_right : t -> int -> t = "z_shift_right"
external sign : t -> int = "z_sign"
external lt : t -> t -> bool = "z_lt"
external leq : t -> t -> bool = "z_leq"
external equal : t -> t -> bool = "z_equal"
external numbits : t -> int = "z_numbits"

let zero = of_int 0
let one = of_int 1
let of_string digits = of_string_base 10 digits
let cdiv a b = neg (fdiv (neg a) b)
let succ x = add x one
let abs x = if sign x < 0 then neg x else x
let gt a b = lt b a
let geq a b = leq b a
let max a b = if lt a b then b else a
let is_odd x = not (equal (shift_left (shift_right x 1) 1) x)
let rec pow x n =
  if n = 0 then one
  else
    let half = pow x (n / 2) in
    let square = mul half half in
    if n mod 2 = 0 then square else mul square x
let rec gcd a b = if sign b = 0 then abs a else gcd b (sub a (mul b (fdiv a b)))

(* Newton's method from above: the greatest m with m^n <= x, for x >= 0. *)
let root x n =
  if sign x = 0 then zero
  else
    let rec down m =
      let next = fdiv (add (mul (of_int (n - 1)) m) (fdiv x (pow m (n - 1)))) (of_int n) in
      if lt next m then down next else m in
    down (shift_left one ((numbits x + n - 1) / n))
