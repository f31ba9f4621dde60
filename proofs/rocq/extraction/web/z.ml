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

(* The greatest m with m^n <= x, for x >= 0: Newton's method from above, from the root of the upper half of the digits. *)
let rec root x n =
  let size = (numbits x + n - 1) / n in
  let half = size / 2 in
  let rec down m =
    let power = pow m (n - 1) in
    let next = fdiv (add (mul (of_int (n - 1)) m) (fdiv x power)) (of_int n) in
    if lt next m then down next else m in
  if sign x = 0 then zero
  else if size <= 4 then List.find (fun m -> leq (pow m n) x) (List.init 16 (fun k -> of_int (16 - k)))
  else down (shift_left (succ (root (shift_right x (n * half)) n)) half)
