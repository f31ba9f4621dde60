(* The rules of the format that check.ml leaves out: sizes, the digest, roots that are independent. What is accepted
   is true without them; with them the page accepts nothing that the kernel rejects, but for the bound of a composition
   whose masses the kernel rounds more coarsely. *)
open Reader

let kinds = [
  "private"; "not-private"; "tight-delta"; "private-for-all"; "maximally-sufficient"; "not-maximally-sufficient";
  "post-processing"; "not-post-processing"; "linear-program-optimum"; "linear-program-infeasible";
  "linear-program-unbounded"; "greatest-mechanism"; "composition";
  "composition-refuted" ]

let get key = function Object pairs -> List.assoc_opt key pairs | _ -> None

(* JSON with sorted keys and no white space, as the digest is of it; or as a label is shown, in ASCII. *)
let hex digits n = String.concat "" (List.init digits (fun k -> Printf.sprintf "%x" ((n lsr (4 * (digits - 1 - k))) land 15)))
let characters text =
  let rec from i found =
    if i >= String.length text then List.rev found
    else
      let byte k = Char.code text.[i + k] land 63 in
      match Char.code text.[i] with
      | c when c < 0x80 -> from (i + 1) (c :: found)
      | c when c < 0xe0 -> from (i + 2) ((((c land 31) lsl 6) lor byte 1) :: found)
      | c when c < 0xf0 -> from (i + 3) ((((c land 15) lsl 12) lor (byte 1 lsl 6) lor byte 2) :: found)
      | c -> from (i + 4) ((((c land 7) lsl 18) lor (byte 1 lsl 12) lor (byte 2 lsl 6) lor byte 3) :: found) in
  from 0 []
let quote ~ascii buffer text =
  let add = Buffer.add_string buffer in
  let unit n = add ("\\u" ^ hex 4 n) in
  let byte = function
    | '"' -> add "\\\"" | '\\' -> add "\\\\" | '\n' -> add "\\n" | '\r' -> add "\\r" | '\t' -> add "\\t"
    | '\b' -> add "\\b" | '\012' -> add "\\f"
    | c when Char.code c < 32 -> unit (Char.code c)
    | c -> Buffer.add_char buffer c in
  let one n =
    if n < 0x7f then byte (Char.chr n)
    else if n < 0x10000 then unit n
    else (unit (0xd800 lor ((n - 0x10000) lsr 10)); unit (0xdc00 lor ((n - 0x10000) land 0x3ff))) in
  Buffer.add_char buffer '"';
  if ascii then List.iter one (characters text) else String.iter byte text;
  Buffer.add_char buffer '"'
let written ~ascii value =
  let buffer = Buffer.create 1024 in
  let between = if ascii then ", " else "," in
  let listed opening one items closing =
    Buffer.add_char buffer opening;
    List.iteri (fun k item -> if k > 0 then Buffer.add_string buffer between; one item) items;
    Buffer.add_char buffer closing in
  let rec add = function
    | Null -> Buffer.add_string buffer "null"
    | Int z -> Buffer.add_string buffer (Z.to_string z)
    | Text text -> quote ~ascii buffer text
    | List items -> listed '[' add items ']'
    | Object pairs ->
      let one (key, value) = quote ~ascii buffer key; Buffer.add_char buffer ':'; add value in
      listed '{' one (List.sort (fun (a, _) (b, _) -> compare a b) pairs) '}' in
  add value;
  Buffer.contents buffer

let same a b = written ~ascii:false a = written ~ascii:false b

(* SHA-256 (FIPS 180-4). Its constants are the first bits of the roots of primes. All words have 32 bits, whether an
   int has 63 or 32. *)
let mask = ((1 lsl 16) lsl 16) - 1
let word z =
  let low, high = (1 lsl 16, fun z -> Z.fdiv z (Z.of_int 65536)) in
  let rest z = Z.to_int (Z.sub z (Z.mul (high z) (Z.of_int low))) in
  (rest (high z) lsl 16) lor rest z
let primes =
  let rec from n found =
    if List.length found = 64 then List.rev found
    else from (n + 1) (if List.exists (fun p -> n mod p = 0) found then found else n :: found) in
  from 2 []
let first_bits degree = Array.of_list (List.map (fun p -> word (Z.root (Z.shift_left (Z.of_int p) (32 * degree)) degree)) primes)
let sha_256 text =
  let k, state = (first_bits 3, Array.sub (first_bits 2) 0 8) in
  let size = String.length text in
  let padded = Bytes.make ((size + 72) / 64 * 64) '\000' in
  Bytes.blit_string text 0 padded 0 size;
  Bytes.set padded size '\x80';
  let place k value = Bytes.set padded (Bytes.length padded - 1 - k) (Char.chr (value land 255)) in
  List.iter (fun k -> place k ((size lsr (8 * k - 3)))) [1; 2; 3];
  place 0 (size lsl 3);
  let turned x n = ((x lsr n) lor (x lsl (32 - n))) land mask in
  let w = Array.make 64 0 in
  for block = 0 to Bytes.length padded / 64 - 1 do
    for i = 0 to 15 do
      let byte j = Char.code (Bytes.get padded (64 * block + 4 * i + j)) in
      w.(i) <- (byte 0 lsl 24) lor (byte 1 lsl 16) lor (byte 2 lsl 8) lor byte 3
    done;
    for i = 16 to 63 do
      let x = w.(i - 15) and y = w.(i - 2) in
      let s = turned x 7 lxor turned x 18 lxor (x lsr 3) and s' = turned y 17 lxor turned y 19 lxor (y lsr 10) in
      w.(i) <- (w.(i - 16) + s + w.(i - 7) + s') land mask
    done;
    let v = Array.copy state in
    for i = 0 to 63 do
      let a = v.(0) and b = v.(1) and c = v.(2) and e = v.(4) and f = v.(5) and g = v.(6) in
      let s = turned e 6 lxor turned e 11 lxor turned e 25 and s' = turned a 2 lxor turned a 13 lxor turned a 22 in
      let one = v.(7) + s + ((e land f) lxor (lnot e land mask land g)) + k.(i) + w.(i) in
      let two = s' + ((a land b) lxor (a land c) lxor (b land c)) in
      Array.blit v 0 v 1 7;
      v.(4) <- (v.(4) + one) land mask;
      v.(0) <- (one + two) land mask
    done;
    Array.iteri (fun i x -> state.(i) <- (state.(i) + x) land mask) v
  done;
  String.concat "" (List.map (hex 8) (Array.to_list state))

let digest certificate =
  let keys = ["format"; "statement"; "evidence"] in
  sha_256 (written ~ascii:false (Object (List.map (fun key -> (key, List.assoc key certificate)) keys)))

(* The generators, after check.ml has decoded them. *)
let most_bits = 16384 and most_roots = 256 and most_degrees = 262144
let require_independent { exponent; roots } =
  let numbers = [fst exponent; snd exponent] @ List.concat_map (fun ((a, b), _) -> [a; b]) roots in
  if List.exists (fun z -> Z.numbits z > most_bits) numbers then raise (Left "a fraction of the generators has more than 2^14 bits");
  if List.length roots > most_roots then raise (Left "more than 2^8 roots");
  if List.fold_left (fun sum (_, n) -> sum + n) 0 roots > most_degrees then raise (Left "the degrees of the roots add up to more than 2^18");
  let rec divisors n k = if k > n then [] else if n mod k = 0 then k :: divisors n (k + 1) else divisors n (k + 1) in
  let is_power k a = Z.equal (Z.pow (Z.root a k) k) a in
  let reducible ((a, b), n) =
    List.exists (fun k -> k <= Z.numbits a && is_power k a && is_power k b) (divisors n 2) in
  if List.exists reducible roots then bad "generators: a base is a power, so its root has a lower degree";
  let rec coprime = function
    | [] -> true
    | (a, b) :: rest -> List.for_all (fun (c, d) -> Z.equal (Z.gcd (Z.mul a b) (Z.mul c d)) Z.one) rest && coprime rest in
  if not (coprime (List.map fst roots)) then bad "generators: the bases of two roots have a prime in common"

(* The certificate as pairs, if it is one that this page knows. *)
let version text = (* of a format: 3 for dpexact-certificate/3 *)
  let head = "dpexact-certificate/" in
  let k = String.length head in
  if String.length text > k && String.sub text 0 k = head then int_of_string_opt (String.sub text k (String.length text - k)) else None
let read text =
  if not (utf_8 text) then bad "json: not UTF-8";
  let certificate = match parse text with
    | Object pairs as whole ->
      let keys = List.sort compare (List.map fst pairs) in
      if keys <> ["digest"; "evidence"; "format"; "statement"] then
        bad "format: not a certificate, which has the keys digest, evidence, format and statement, and no others";
      ignore (fields "certificate" keys whole);
      pairs
    | _ -> bad "format: not a certificate, which is a JSON object" in
  (match List.assoc "format" certificate with
   | Text name when Option.value (version name) ~default:0 > 2 -> raise (Left "a format that this page does not know")
   | _ -> ());
  let found = digest certificate in
  if List.assoc "digest" certificate <> Text found then bad ("digest: expected " ^ found);
  certificate

(* The kind of a statement that holds; Bad or Left if it does not, or if that is not known. *)
let proved certificate text =
  let statement = List.assoc "statement" certificate in
  (match get "kind" statement with
   | Some (Text kind) when not (List.mem kind kinds) -> raise (Left "a kind of statement that this page does not know")
   | _ -> ());
  (match get "generators" statement with
   | Some (Object pairs as value) when not (List.mem_assoc "lower" pairs) -> require_independent (decode_generators value)
   | _ -> ());
  check text
