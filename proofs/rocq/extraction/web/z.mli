(** The integers of Zarith that the checker uses, as BigInt of JavaScript: z.js does the work. *)
type t
val zero : t
val one : t
external of_int : int -> t = "z_of_int"
external to_int : t -> int = "z_to_int"
external of_string_base : int -> string -> t = "z_of_string_base"
val of_string : string -> t
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
val cdiv : t -> t -> t
val succ : t -> t
val abs : t -> t
val gt : t -> t -> bool
val geq : t -> t -> bool
val max : t -> t -> t
val is_odd : t -> bool
val pow : t -> int -> t
val gcd : t -> t -> t
val root : t -> int -> t
