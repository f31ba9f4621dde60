(* Reads certificates and hands them to the extracted checker. This file is not proved: JSON, hexadecimal, the meaning of
   the keys. The digest is not checked. Prints one line a file: accepted, rejected (a fault is known), or left, which is
   no verdict: neither shown nor refuted, a number that is not handled here, or more than SECONDS of processor time or
   MEGABYTES. *)

exception Bad of string
exception Left of string
exception Not_yet (* a sign that this precision does not show *)

let seconds = 60 and megabytes = 1000

type json = Int of Z.t | Text of string | List of json list | Object of (string * json) list | Null

let bad message = raise (Bad message)

(* Whether a text is UTF-8: no byte too many or too few, no longer form than needed, no surrogate, nothing above 10ffff. *)
let utf_8 text =
  let n = String.length text in
  let byte i = if i < n then Char.code text.[i] else 0 in
  let rec good i =
    let rest k = (* whether k bytes that continue follow *)
      k = 0 || (byte (i + k) land 0xc0 = 0x80 && (k = 1 || (byte (i + k - 1) land 0xc0 = 0x80 && (k = 2 || byte (i + k - 2) land 0xc0 = 0x80)))) in
    let from low high = byte (i + 1) >= low && byte (i + 1) <= high in
    if i >= n then true
    else
      match byte i with
      | c when c < 0x80 -> good (i + 1)
      | c when c >= 0xc2 && c <= 0xdf -> rest 1 && good (i + 2)
      | 0xe0 -> from 0xa0 0xbf && rest 2 && good (i + 3)
      | 0xed -> from 0x80 0x9f && rest 2 && good (i + 3)
      | c when c >= 0xe1 && c <= 0xef -> rest 2 && good (i + 3)
      | 0xf0 -> from 0x90 0xbf && rest 3 && good (i + 4)
      | 0xf4 -> from 0x80 0x8f && rest 3 && good (i + 4)
      | c when c >= 0xf1 && c <= 0xf3 -> rest 3 && good (i + 4)
      | _ -> false in
  good 0

(* JSON without numbers other than integers, and without true and false. *)
let parse text =
  let n = String.length text and i = ref 0 in
  let peek () = if !i < n then text.[!i] else bad "json: end of text" in
  let next () = let c = peek () in incr i; c in
  let rec space () = if !i < n && String.contains " \t\r\n" text.[!i] then (incr i; space ()) in
  let expect c = if next () <> c then bad (Printf.sprintf "json: expected %c at %d" c !i) in
  let escaped () =
    if !i + 4 > n then bad "json: escape";
    let digits = String.sub text !i 4 in
    let good c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') in
    if not (String.for_all good digits) then bad "json: escape";
    i := !i + 4;
    int_of_string ("0x" ^ digits) in
  let code () = (* a pair of surrogates is one character, half of one is none *)
    let first = escaped () in
    if first land 0xf800 <> 0xd800 then first
    else if first >= 0xdc00 || next () <> '\\' || next () <> 'u' then bad "json: half a surrogate"
    else
      let second = escaped () in
      if second land 0xfc00 <> 0xdc00 then bad "json: half a surrogate";
      0x10000 + ((first land 0x3ff) lsl 10) + (second land 0x3ff) in
  let text_ () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () =
      match next () with
      | '"' -> Buffer.contents buffer
      | '\\' ->
        (match next () with
         | 'n' -> Buffer.add_char buffer '\n' | 't' -> Buffer.add_char buffer '\t' | 'r' -> Buffer.add_char buffer '\r'
         | 'b' -> Buffer.add_char buffer '\b' | 'f' -> Buffer.add_char buffer '\012'
         | ('"' | '\\' | '/') as c -> Buffer.add_char buffer c
         | 'u' -> Buffer.add_utf_8_uchar buffer (Uchar.of_int (code ()))
         | _ -> bad "json: escape");
        go ()
      | c when Char.code c < 32 -> bad "json: control character"
      | c -> Buffer.add_char buffer c; go () in
    go () in
  let integer () =
    let start = !i in
    if peek () = '-' then incr i;
    let first = !i in
    while !i < n && text.[!i] >= '0' && text.[!i] <= '9' do incr i done;
    if !i = first || (text.[first] = '0' && !i > first + 1) then bad "json: number";
    if !i < n && String.contains ".eE" text.[!i] then bad "json: a number that is no integer";
    if !i - first > 640 then bad "json: more than 640 digits";
    Int (Z.of_string (String.sub text start (!i - start))) in
  let rec value depth =
    if depth > 100 then bad "json: depth";
    space ();
    match peek () with
    | '"' -> Text (text_ ())
    | '[' -> incr i; List (items ']' (fun () -> value (depth + 1)))
    | '{' ->
      incr i;
      let pair () = space (); let key = text_ () in space (); expect ':'; (key, value (depth + 1)) in
      let pairs = items '}' pair in
      let keys = List.sort_uniq compare (List.map fst pairs) in
      if List.length keys <> List.length pairs then bad "json: a key twice";
      Object pairs
    | 'n' when !i + 4 <= n && String.sub text !i 4 = "null" -> i := !i + 4; Null
    | _ -> integer ()
  and items : 'a. char -> (unit -> 'a) -> 'a list = fun close item ->
    space ();
    if peek () = close then (incr i; [])
    else
      let rec go found =
        let found = item () :: found in
        space ();
        match next () with
        | ',' -> go found
        | c when c = close -> List.rev found
        | _ -> bad "json: expected , or the end" in
      go [] in
  let result = value 0 in
  space ();
  if !i < n then bad "json: more text";
  result

let fields what keys = function
  | Object pairs when List.sort compare (List.map fst pairs) = List.sort compare keys -> pairs
  | _ -> bad ("structure: " ^ what)
let list what = function List items -> items | _ -> bad ("structure: " ^ what)
let pair what = function List [a; b] -> (a, b) | _ -> bad ("structure: " ^ what)

let hexadecimal = function
  | Text s ->
    let negative = String.length s > 0 && s.[0] = '-' in
    let digits = if negative then String.sub s 1 (String.length s - 1) else s in
    let good c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') in
    if digits = "" || not (String.for_all good digits) || (digits.[0] = '0' && s <> "0") then bad "number: integer";
    let z = Z.of_string_base 16 digits in
    if negative then Z.neg z else z
  | _ -> bad "number: integer"

(* Natural numbers, each a successor of the one before it in memory. *)
let known = ref [| Checker.O |]
let nat k =
  if k >= Array.length !known then begin
    let longer = Array.make (2 * k) Checker.O in
    Array.blit !known 0 longer 0 (Array.length !known);
    for i = Array.length !known to 2 * k - 1 do longer.(i) <- Checker.S longer.(i - 1) done;
    known := longer
  end;
  !known.(k)
let small what limit = function
  | Int z when Z.sign z >= 0 && Z.lt z (Z.of_int limit) -> Z.to_int z
  | _ -> bad what
let position what limit value = nat (small what limit value)

(* The generators: t with its exponent (or none), and the roots base^(1/degree). *)
type generators = { exponent : Z.t * Z.t; roots : ((Z.t * Z.t) * int) list }
let fraction value =
  let a, b = pair "fraction" value in
  let a, b = (hexadecimal a, hexadecimal b) in
  if max (Z.numbits a) (Z.numbits b) > 16384 then raise (Left "a fraction of the generators with more than 2^14 bits");
  if Z.sign b <= 0 || not (Z.equal (Z.gcd a b) Z.one) then bad "generators: fraction";
  (a, b)
let exponent value =
  let p, q = fraction value in
  if Z.sign p < 0 then bad "generators: an exponent below 0";
  (p, q)
let decode_generators value =
  let one_root base degree =
    let a, b = fraction base in
    (match degree with
     | Int n when Z.gt n (Z.of_int 4096) -> if Z.leq a b then bad "generators: base"; raise (Left "a degree of a root beyond 4096")
     | _ -> ());
    let n = small "generators: degree" 4097 degree in
    if n = 0 then bad "generators: degree";
    if n = 1 then (if not (Z.equal a b) then bad "generators: base"; [])
    else (if Z.leq a b then bad "generators: base"; [((a, b), n)]) in
  match value with
  | Object pairs when List.mem_assoc "lower" pairs -> bad "generators: t is free"
  | Object pairs when List.mem_assoc "roots" pairs ->
    let content = fields "generators" ["exponent"; "roots"] value in
    let root item = let base, n = pair "root" item in match one_root base n with [] -> bad "generators: degree" | found -> found in
    if List.length (list "roots" (List.assoc "roots" content)) < 2 then bad "generators: fewer than two roots";
    { exponent = exponent (List.assoc "exponent" content); roots = List.concat_map root (list "roots" (List.assoc "roots" content)) }
  | _ ->
    let content = fields "generators" ["exponent"; "base"; "degree"] value in
    { exponent = exponent (List.assoc "exponent" content); roots = one_root (List.assoc "base" content) (List.assoc "degree" content) }

(* So many terms of the series of exp(p/q) that the rest is below 2^-w, and 2^w exp(p/q) rounded outward. The extracted
   checker checks the bracket; here it is only found. *)
let exp_bracket w (p, q) =
  if Z.numbits p - Z.numbits q > 12 then raise (Left "an exponent of t beyond 2^12");
  let rec terms n sum last bottom =
    let enough = Z.leq (Z.mul p (Z.of_int 2)) (Z.mul q (Z.of_int (n + 1))) in
    if enough && Z.numbits last + w < Z.numbits bottom then (n, sum, last, bottom)
    else
      let m = Z.mul q (Z.of_int (n + 1)) and last = Z.mul last p in
      terms (n + 1) (Z.add (Z.mul sum m) last) last (Z.mul bottom m) in
  let n, sum, last, bottom = terms 0 Z.one Z.one Z.one in
  (n, Z.fdiv (Z.shift_left sum w) bottom, Z.cdiv (Z.shift_left (Z.add sum last) w) bottom)

let brackets w { exponent; roots } =
  let bottom = Z.shift_left Z.one w in
  let n, low, high = exp_bracket w exponent in
  let t = { Checker.root = None; exponent = Some (nat n, exponent); low; high; bottom } in
  let root ((a, b), n) =
    let low = Z.root (Z.fdiv (Z.mul a (Z.shift_left Z.one (w * n))) b) n in
    { Checker.root = Some (nat n, (a, b)); exponent = None; low; high = Z.succ low; bottom } in
  t :: List.map root roots

let decode_sum generators value =
  let degrees = match generators.roots with [] -> [1] | roots -> List.map snd roots in
  let power_of_t = function
    | Int z when Z.sign z >= 0 && (Z.sign z = 0 || Z.sign (fst generators.exponent) > 0) ->
      if Z.geq z (Z.of_int 100000) then raise (Left "a power of t beyond 99999");
      Z.to_int z
    | _ -> bad "number: power of t" in
  let term = function
    | List (c :: i :: js) when List.length js = List.length degrees ->
      let c = hexadecimal c in
      if Z.sign c = 0 then bad "number: a term 0";
      (c, power_of_t i :: List.map2 (small "number: power of u") degrees js)
    | _ -> bad "number: term" in
  match value with
  | Text _ -> let z = hexadecimal value in if Z.sign z = 0 then [] else [(z, [])]
  | List terms when terms <> [] ->
    let terms = List.map term terms in
    let rec increasing = function a :: (b :: _ as rest) -> compare (snd a) (snd b) < 0 && increasing rest | _ -> true in
    if not (increasing terms) then bad "number: order of terms";
    if List.for_all (fun (_, powers) -> List.for_all (( = ) 0) powers) terms then bad "number: an integer is text";
    List.map (fun (c, powers) -> (c, List.map nat powers)) terms
  | _ -> bad "number: sum"
let decode_quotient generators value =
  let a, b = pair "quotient" value in
  (decode_sum generators a, decode_sum generators b)

(* Rows over a common denominator, or quotients, which are brought over one by the function that is proved. *)
let decode_rows generators inputs outputs value =
  let entries of_entry rows =
    let rows = List.map (list "row") (list "rows" rows) in
    if List.length rows <> inputs || List.exists (fun row -> List.length row <> outputs) rows then bad "structure: rows";
    List.map (List.map of_entry) rows in
  match value with
  | Object weights when List.mem_assoc "denominator" weights ->
    let weights = fields "weights" ["denominator"; "rows"] value in
    let denominator = decode_sum generators (List.assoc "denominator" weights) in
    let rows = List.map (fun row -> (denominator, row)) (entries (decode_sum generators) (List.assoc "rows" weights)) in
    fun _ -> rows
  | _ ->
    let rows = entries (decode_quotient generators) (List.assoc "rows" (fields "weights" ["rows"] value)) in
    fun common_row -> List.map (fun row -> match common_row row with Some row -> row | None -> raise Not_yet) rows
let decode_weights generators inputs outputs value =
  let rows = decode_rows generators inputs outputs value in
  fun gs -> rows (Checker.common_row gs)

(* More and more precision, as far as there is anything to be more precise about. What is not accepted is false only if no
   sign was unknown on the way: the extracted checker notes that (big.ml). *)
let decide generators accepts =
  let exact = Z.sign (fst generators.exponent) = 0 && generators.roots = [] in
  let attempt w =
    let gs = brackets w generators in
    Big.asked_in_vain := false;
    let shown = match accepts gs with answer -> answer | exception Not_yet -> false in
    if not shown && not !Big.asked_in_vain && List.for_all Checker.check_generator gs then bad "not accepted: false";
    shown in
  if not (List.exists attempt (if exact then [64] else [64; 256; 1024; 4096])) then
    raise (Left "not accepted: neither shown nor refuted by 4096 bits")

let labels value =
  let rec good depth = function
    | Int _ | Text _ -> true | List items -> depth < 64 && List.for_all (good (depth + 1)) items | _ -> false in
  let found = list "labels" value in
  if not (List.for_all (good 0) found) then bad "label: text, an integer or an array of labels";
  if found = [] || List.length (List.sort_uniq compare found) <> List.length found then bad "label: distinct, at least one";
  List.length found

(* Linear programs: sparse lists of [position, entry] become full rows, zeros elsewhere. *)
let sparse of_entry what size value =
  let entry item = let k, x = pair "entry" item in (small "position" size k, of_entry x) in
  let entries = List.map entry (list what value) in
  let rec increasing = function (a, _) :: ((b, _) :: _ as rest) -> a < b && increasing rest | _ -> true in
  if not (increasing entries) then bad "position: increasing";
  entries
let full zero size entries = List.init size (fun k -> match List.assoc_opt k entries with Some x -> x | None -> zero)

(* A vector over one denominator, or quotients, which are brought over one by the function that is proved. *)
type vector = Over of Checker.terms list * Checker.terms | Quotients of (Checker.terms * Checker.terms) list
let decode_vector generators size = function
  | Object pairs as value when List.mem_assoc "denominator" pairs ->
    let content = fields "vector" ["denominator"; "entries"] value in
    let entries = sparse (decode_sum generators) "entries" size (List.assoc "entries" content) in
    Over (full [] size entries, decode_sum generators (List.assoc "denominator" content))
  | value ->
    let entries = sparse (decode_quotient generators) "entries" size (List.assoc "entries" (fields "vector" ["entries"] value)) in
    Quotients (full ([], [(Z.one, [])]) size entries)

let check_linear_program kind statement evidence =
  let keys = ["kind"; "generators"; "variables"; "free"; "objective"; "rows"] in
  let content = fields "statement" (if kind = "linear-program-optimum" then "value" :: keys else keys) statement in
  let get key = List.assoc key content in
  let generators = decode_generators (get "generators") in
  let size = labels (get "variables") in
  let free = List.map (small "free" size) (list "free" (get "free")) in
  if List.sort_uniq compare free <> free then bad "free: increasing";
  let sums value = full [] size (sparse (decode_sum generators) "coefficients" size value) in
  let objective = fields "objective" ["denominator"; "coefficients"] (get "objective") in
  let costs = sums (List.assoc "coefficients" objective) and scale = decode_sum generators (List.assoc "denominator" objective) in
  let row = function
    | List [Text relation; coefficients; bound] ->
      let relation = match relation with
        | "<=" -> Checker.Le | "=" -> Checker.Eq0 | ">=" -> Checker.Ge | _ -> bad "relation" in
      (relation, (sums coefficients, decode_sum generators bound))
    | _ -> bad "structure: row" in
  let rows = List.map row (list "rows" (get "rows")) in
  let vector key size found = decode_vector generators size (List.assoc key found) in
  let height = List.length rows in
  let made = match kind with
    | "linear-program-optimum" ->
      let found = fields "evidence" ["point"; "dual"] evidence in
      let x = vector "point" size found and y = vector "dual" height found and v = decode_quotient generators (get "value") in
      fun over -> Checker.Optimum (over x, over y, v)
    | "linear-program-infeasible" ->
      let y = vector "farkas" height (fields "evidence" ["farkas"] evidence) in
      fun over -> Checker.Infeasible (over y)
    | _ ->
      let found = fields "evidence" ["point"; "ray"] evidence in
      let x = vector "point" size found and d = vector "ray" size found in
      fun over -> Checker.Unbounded (over x, over d) in
  let free = List.init size (fun j -> List.mem j free) in
  decide generators (fun gs ->
      let over = function
        | Over (entries, denominator) -> (entries, denominator)
        | Quotients entries -> (match Checker.common_row gs entries with Some (d, l) -> (l, d) | None -> raise Not_yet) in
      Checker.check_program gs free costs scale rows (made over))

(* A statement about a mechanism: what its parts have in common. *)
type shape = { generators : generators; inputs : int; outputs : int; pairs : (int * int) list }
let places what limit value = let i, j = pair what value in (small what limit i, small what limit j)
let nats (i, j) = (nat i, nat j)
let decode_shape get =
  let generators = decode_generators (get "generators") in
  let inputs = labels (get "inputs") and outputs = labels (get "outputs") in
  let pairs = List.map (places "pairs" inputs) (list "pairs" (get "pairs")) in
  if List.length (List.sort_uniq compare pairs) <> List.length pairs then bad "pairs: one twice";
  { generators; inputs; outputs; pairs }

let check_mechanism kind statement evidence =
  let content = fields "statement" ["kind"; "generators"; "inputs"; "outputs"; "weights"; "pairs"; "exp_epsilon"; "delta"] statement in
  let get key = List.assoc key content in
  let { generators; inputs; outputs; pairs } = decode_shape get in
  let weights = decode_weights generators inputs outputs (get "weights") in
  let maximal = List.mem kind ["maximally-sufficient"; "not-maximally-sufficient"] in
  let factor = match get "exp_epsilon" with
    | Text "infinity" when not maximal -> None
    | value -> Some (decode_quotient generators value) in
  let delta = decode_quotient generators (get "delta") in
  let witness () =
    let found = fields "evidence" ["pair"; "event"] evidence in
    let event = List.map (position "event" outputs) (list "event" (List.assoc "event" found)) in
    (nats (places "witness-pair" inputs (List.assoc "pair" found)), event) in
  let evidence = match kind with
    | "private" -> ignore (fields "evidence" [] evidence); Checker.Private
    | "not-private" -> let p, event = witness () in Checker.NotPrivate (p, event)
    | "maximally-sufficient" -> ignore (fields "evidence" [] evidence); Checker.Maximal
    | "not-maximally-sufficient" ->
      let found = fields "evidence" ["output"; "inputs"] evidence in
      let part = List.map (position "part" inputs) (list "inputs" (List.assoc "inputs" found)) in
      Checker.NotMaximal (position "event" outputs (List.assoc "output" found), part)
    | _ when pairs = [] -> ignore (fields "evidence" [] evidence); Checker.TightDelta None
    | _ -> Checker.TightDelta (Some (witness ())) in
  let width = nat outputs and pairs = List.map nats pairs in
  decide generators (fun gs -> Checker.check_certificate gs width (weights gs) pairs factor delta evidence)

let check_greatest statement evidence =
  let answer = match statement with
    | Object pairs -> (match List.assoc_opt "answer" pairs with Some (Text answer) -> answer | _ -> bad "answer")
    | _ -> bad "structure: statement" in
  let keys = ["kind"; "generators"; "inputs"; "outputs"; "pairs"; "exp_epsilon"; "delta"; "rainbows"; "fixed"; "order"; "answer"] in
  let content = fields "statement" (if answer = "greatest" then "weights" :: keys else keys) statement in
  let get key = List.assoc key content in
  let { generators; inputs; outputs; pairs } = decode_shape get in
  let sum = decode_sum generators and rows = decode_weights generators inputs outputs in
  let factor = decode_quotient generators (get "exp_epsilon") and delta = decode_quotient generators (get "delta") in
  let fixed = fields "fixed" ["inputs"; "weights"] (get "fixed") in
  let places = List.map (small "fixed" inputs) (list "fixed" (List.assoc "inputs" fixed)) in
  if List.sort_uniq compare places <> places then bad "fixed: increasing";
  if places = [] && List.assoc "weights" fixed <> Object ["rows", List []] then bad "fixed: no rows";
  let given = decode_weights generators (List.length places) outputs (List.assoc "weights" fixed) in
  let rainbows = List.map (fun r -> List.map (position "rainbow" outputs) (list "rainbow" r)) (list "rainbows" (get "rainbows")) in
  if List.length rainbows <> inputs then bad "structure: rainbows";
  let lexical = match get "order" with Text "dominance" -> false | Text "lexicographic" -> true | _ -> bad "order" in
  let events value =
    let event = function
      | List [k; places; weight] ->
        let p = List.nth pairs (small "witness-pair" (List.length pairs) k) in
        ((nats p, List.map (position "event" outputs) (list "event" places)), sum weight)
      | _ -> bad "structure: event" in
    List.map event (list "events" value) in
  let maximum value =
    let found = fields "maximum" ["sums"; "events"] value in
    (List.map sum (list "sums" (List.assoc "sums" found)), events (List.assoc "events" found)) in
  let maxima value = List.map maximum (list "maxima" value) in
  let witness value =
    let found = fields "witness" ["input"; "weights"; "sums"; "maxima"] value in
    let get key = List.assoc key found in
    let v = position "witness" inputs (get "input") and rows = rows (get "weights") in
    let sums = List.map sum (list "sums" (get "sums")) and maxima = maxima (get "maxima") in
    fun gs -> ((v, rows gs), (sums, maxima)) in
  let evidence = match answer with
    | "greatest" ->
      let rows = rows (get "weights") and maxima = maxima (List.assoc "maxima" (fields "evidence" ["maxima"] evidence)) in
      fun gs -> Checker.Greatest (rows gs, maxima)
    | "none" ->
      let found = fields "evidence" ["witnesses"; "events"] evidence in
      let witnesses = List.map witness (list "witnesses" (List.assoc "witnesses" found)) in
      let events = events (List.assoc "events" found) in
      fun gs -> Checker.NoGreatest (List.map (fun one -> one gs) witnesses, events)
    | "infeasible" ->
      let events = events (List.assoc "events" (fields "evidence" ["events"] evidence)) in
      fun _ -> Checker.NoMechanism events
    | _ -> bad "answer" in
  let places = List.map nat places and edges = List.map nats pairs in
  decide generators (fun gs ->
      Checker.check_greatest_mechanism gs (nat inputs) (nat outputs) places (given gs) edges factor delta rainbows lexical
        (evidence gs))

(* Two mechanisms with the same inputs, and a random map or a utility. *)
let check_order kind statement evidence =
  let content = fields "statement" ["kind"; "generators"; "inputs"; "outputs"; "weights"; "source"] statement in
  let get key = List.assoc key content in
  let source = fields "source" ["outputs"; "weights"] (get "source") in
  let generators = decode_generators (get "generators") in
  let inputs = labels (get "inputs") and outputs = labels (get "outputs") in
  let between = labels (List.assoc "outputs" source) in
  let rows = decode_weights generators inputs outputs (get "weights") in
  let others = decode_weights generators inputs between (List.assoc "weights" source) in
  let evidence = match kind with
    | "post-processing" ->
      let kernel = List.assoc "kernel" (fields "evidence" ["kernel"] evidence) in
      let kernel = decode_weights generators between outputs kernel in
      fun gs -> Checker.Followed (kernel gs)
    | _ ->
      let utility = list "utility" (List.assoc "utility" (fields "evidence" ["utility"] evidence)) in
      let utility = List.map (list "row of the utility") utility in
      if List.length utility <> inputs || List.exists (fun row -> List.length row <> outputs) utility then bad "structure: utility";
      let utility = List.map (List.map (decode_sum generators)) utility in
      fun _ -> Checker.NotFollowed utility in
  decide generators (fun gs -> Checker.check_order gs (nat outputs) (rows gs) (nat between) (others gs) (evidence gs))

(* A free t. Where an interval is cut is not trusted: at the simplest number between its quarters, or, if it has no end,
   at a number about twice its lower end. *)
let rec simplest (a, b) (c, d) = (* the fraction with the least denominator between a/b and c/d *)
  let f = Z.cdiv a b in
  if Z.leq (Z.mul f d) c then (f, Z.one)
  else
    let f = Z.fdiv a b in
    let p, q = simplest (d, Z.sub c (Z.mul f d)) (b, Z.sub a (Z.mul f b)) in
    (Z.add (Z.mul f p) q, p)
let cut ((a, c), (b, d)) =
  if Z.sign d = 0 then (Z.mul (Z.of_int 2) (Z.max Z.one (Z.succ (Z.fdiv a c))), Z.one)
  else
    let ad = Z.mul a d and bc = Z.mul b c and three = Z.of_int 3 in
    let low = Z.add (Z.mul three ad) bc and high = Z.add ad (Z.mul three bc) and bottom = Z.mul (Z.of_int 4) (Z.mul c d) in
    let whole = Z.fdiv low bottom in
    let shift x = Z.sub x (Z.mul whole bottom) in
    let p, q = if Z.equal low high then (shift low, bottom) else simplest (shift low, bottom) (shift high, bottom) in
    (Z.add p (Z.mul whole q), q)

(* The value at a/b of a sum of c t^i, times b^degree: an integer. *)
let rec power_in value most = match value with (* the greatest power of t in what was read as numbers, or more *)
  | List (Text _ :: Int i :: _) -> max most (Z.to_int i)
  | List items -> List.fold_right power_in items most
  | Object pairs -> List.fold_right (fun (_, part) -> power_in part) pairs most
  | _ -> most
let rec int_of_nat = function Checker.O -> 0 | Checker.S k -> 1 + int_of_nat k
let value_at degree (a, b) sum =
  let term (c, powers) =
    let i = match powers with [] -> 0 | i :: _ -> int_of_nat i in
    Z.mul c (Z.mul (Z.pow a i) (Z.pow b (degree - i))) in
  let total = List.fold_left (fun found one -> Z.add found (term one)) Z.zero sum in
  if Z.sign total = 0 then [] else [(total, [])]

let check_for_all statement evidence =
  ignore (fields "evidence" [] evidence);
  let content = fields "statement" ["kind"; "generators"; "inputs"; "outputs"; "weights"; "pairs"; "exp_epsilon"; "delta"] statement in
  let get key = List.assoc key content in
  let ends = fields "generators" ["lower"; "upper"] (get "generators") in
  let lower = fraction (List.assoc "lower" ends) in
  let upper = match List.assoc "upper" ends with Null -> (Z.one, Z.zero) | value -> fraction value in
  if Z.gt (Z.mul (fst lower) (snd upper)) (Z.mul (fst upper) (snd lower)) then bad "generators: the interval is empty";
  let generators = { exponent = (Z.one, Z.one); roots = [] } in
  let inputs = labels (get "inputs") and outputs = labels (get "outputs") in
  let pairs = List.map (places "pairs" inputs) (list "pairs" (get "pairs")) in
  if List.length (List.sort_uniq compare pairs) <> List.length pairs then bad "pairs: one twice";
  let whole = (lower, upper) and fuel = nat 60 in
  let rows = decode_rows generators inputs outputs (get "weights") and pairs = List.map nats pairs in
  let factor = decode_quotient generators (get "exp_epsilon") and delta = decode_quotient generators (get "delta") in
  let tried = ref [] in
  let cut interval = let point = cut interval in tried := point :: !tried; point in
  let shown =
    try Checker.check_for_all cut whole fuel (nat outputs) (rows (Checker.common_row_for_all cut whole fuel)) pairs factor delta
    with Not_yet -> false in
  (* Not shown is not false. It is false if it is false at a number of the interval: the ends, and where it was cut. *)
  let exact = brackets 64 { exponent = (Z.zero, Z.one); roots = [] } in
  let degree = power_in (get "weights") (power_in (get "exp_epsilon") (power_in (get "delta") 0)) in
  let false_at point =
    let at = value_at degree point in
    let both (a, b) = (at a, at b) in
    Big.asked_in_vain := false;
    let true_ =
      try
        let rows = rows (fun row -> Checker.common_row exact (List.map both row)) in
        let rows = List.map (fun (denominator, row) -> (at denominator, List.map at row)) rows in
        Checker.check_certificate exact (nat outputs) rows pairs (Some (both factor)) (both delta) Checker.Private
      with Not_yet -> false in
    not true_ && not !Big.asked_in_vain in
  if not shown then begin
    let ends = if Z.sign (snd upper) = 0 then [lower] else [lower; upper] in
    match List.find_opt false_at (ends @ List.sort_uniq compare !tried) with
    | Some (a, b) ->
      let words = Z.to_string a ^ "/" ^ Z.to_string b in
      bad ("not accepted: false at t = " ^ if String.length words > 60 then "a fraction with many digits" else words)
    | None -> raise (Left "not accepted: neither shown nor refuted by 60 cuts within one another")
  end

(* A composition of the laws that are proved, kept or refuted. What may be too large here is left. *)
let most_places = 1 lsl 20 and most_reach = 4096. and guard = 64 and most_trials = 1 lsl 14
let parameter value =
  let p, q = pair "law" value in
  let p, q = (hexadecimal p, hexadecimal q) in
  if max (Z.numbits p) (Z.numbits q) > 1024 then raise (Left "a parameter of a law with more than 2^10 bits");
  if Z.sign q <= 0 || not (Z.equal (Z.gcd p q) Z.one) then bad "law: a fraction in lowest terms";
  (p, q)
(* How many cells a law has; or, of noise on the line, the exponents that the edges of its cells need; or, of the heads of
   coins, from where to where they may have cells of their own. *)
type cells = Outcomes of int | On_the_line of ((Z.t * Z.t) list -> (Z.t * Z.t) list) | Heads of Z.t * Z.t
let decode_law generators value =
  let get key = function Object pairs -> List.assoc_opt key pairs | _ -> None in
  let named keys = fields "law" ("law" :: "count" :: keys) value in
  let count content =
    let n = hexadecimal (List.assoc "count" content) in
    if Z.numbits n > 41 then raise (Left "a law with more than 2^40 runs");
    if Z.sign n <= 0 then bad "law: a count of at least 1";
    n in
  let on_the_line width make exponents =
    let content = named [width; "sensitivity"; "rate"] in
    let parameter key = parameter (List.assoc key content) in
    let (a, b as w) = parameter width and (c, d as s) = parameter "sensitivity" and (p, q as rate) = parameter "rate" in
    if Z.sign a <= 0 || Z.sign c < 0 then bad ("law: " ^ width ^ " > 0 and sensitivity >= 0");
    if Z.sign p < 0 || Z.gt p q then bad "law: a rate from 0 to 1";
    (count content, make w s rate, On_the_line (exponents (Z.mul c b, Z.mul d a))) in
  let two = Z.of_int 2 in
  let normal (p, q) = List.map (fun (n, b) -> (* t x - t^2/2 *)
      (Z.sub (Z.mul two (Z.mul n (Z.mul p q))) (Z.mul b (Z.mul p p)), Z.mul two (Z.mul b (Z.mul q q)))) in
  let laplace (p, q) edges =
    (p, q) :: edges @ List.map (fun (n, b) -> (Z.sub (Z.mul n q) (Z.mul p b), Z.mul b q)) edges in
  match get "law" value with
  | Some (Text "finite") ->
    let content = named ["first"; "second"] in
    let law key = List.map (decode_quotient generators) (list "law" (List.assoc key content)) in
    let first = law "first" and second = law "second" in
    if List.length first <> List.length second then bad "law: as many probabilities of the second law as of the first";
    (count content, Checker.Listed (Checker.Finite (first, second)), Outcomes (List.length first))
  | Some (Text "randomized_response") ->
    let content = named ["truth"; "categories"] in
    let p, q = parameter (List.assoc "truth" content) and k, one = parameter (List.assoc "categories" content) in
    if Z.sign p < 0 || Z.gt p q || Z.lt k (Z.of_int 2) || not (Z.equal one Z.one) then
      bad "law: truth from 0 to 1, and an integer categories >= 2";
    (count content, Checker.Listed (Checker.Response (p, q, k)), Outcomes 3)
  | Some (Text "discrete_laplace") ->
    let content = named ["base"; "sensitivity"; "rate"] in
    let s, one = parameter (List.assoc "sensitivity" content) and p, q = parameter (List.assoc "rate" content) in
    if Z.sign s <= 0 || not (Z.equal one Z.one) then bad "law: an integer sensitivity >= 1";
    if Z.sign p < 0 || Z.gt p q then bad "law: a rate from 0 to 1";
    if Z.gt s (Z.of_int 1024) then raise (Left "a sensitivity beyond 2^10");
    let size = Z.to_int s in
    let base = decode_quotient generators (List.assoc "base" content) in
    (count content, Checker.Listed (Checker.Geometric (base, nat size, p, q)), Outcomes (size + 1))
  | Some (Text "gaussian") -> on_the_line "sigma" (fun w s rate -> Checker.Normal (w, s, rate)) normal
  | Some (Text "laplace") -> on_the_line "scale" (fun w s rate -> Checker.Laplace (w, s, rate)) laplace
  | Some (Text "binomial") ->
    let content = named ["trials"; "sensitivity"] in
    let integer key = match parameter (List.assoc key content) with
      | n, one when Z.equal one Z.one -> n | _ -> bad "law: integers trials >= sensitivity >= 1" in
    let n = integer "trials" and s = integer "sensitivity" in
    if Z.lt s Z.one || Z.gt s n then bad "law: integers trials >= sensitivity >= 1";
    if Z.gt n (Z.of_int most_trials) then raise (Left "more than 2^14 trials");
    (count content, Checker.Binomial (nat (Z.to_int n), nat (Z.to_int s)), Heads (s, n))
  | Some (Text ("gaussian_mixture" | "skellam" | "discrete_gaussian" | "shuffled" as name)) ->
    raise (Left ("the law " ^ name ^ " is not among those that it knows"))
  | _ -> bad "law"

(* A bracket of the quotient of two sums, precise to so many bits, which the extracted checker then checks. *)
let guessed gs bits (x, y) =
  let zero = Z.zero and one = Z.one in
  let bounds sum =
    let all = List.map snd sum in
    let d = Checker.degrees all in
    let bound which = Checker.total (List.map (which gs d) sum) in
    (bound Checker.lower, bound Checker.upper, Checker.power (fun g -> g.Checker.bottom) gs [] d) in
  let constant sum = List.for_all (fun (_, powers) -> List.for_all (( = ) Checker.O) powers) sum in
  let xl, xh, sx = bounds x and yl, yh, sy = bounds y in
  if Z.sign yl <= 0 then { Checker.lo = zero; hi = zero; den = zero } (* a sign that is asked next *)
  else if Z.sign xh = 0 && Z.sign xl = 0 then { Checker.lo = zero; hi = zero; den = one }
  else if Z.sign xl <= 0 && not (constant x) then raise Not_yet
  else
    let low = Z.mul xl sy and below = Z.mul sx yh and high = Z.mul xh sy and above = Z.mul sx yl in
    let places = bits + max 0 (Z.numbits below - Z.numbits low) in
    let lo = Z.fdiv (Z.shift_left low places) below and hi = Z.cdiv (Z.shift_left high places) above in
    let den = Z.shift_left one places in
    if constant x && constant y then { Checker.lo; hi; den }
    else if Z.numbits (Z.sub hi lo) > max 8 (Z.numbits lo - bits + 8) then raise Not_yet
    else { Checker.lo = Z.max zero (Z.sub lo one); hi = Z.succ hi; den }

(* How many bits a/b has, for a >= b > 0. What is beyond some limit is left, so a float decides no verdict. *)
let mantissa z = let k = max 0 (Z.numbits z - 24) in (float_of_int (Z.to_int (Z.shift_right z k)), k)
let logarithm a b =
  let (f, j), (g, k) = (mantissa (Z.sub a b), mantissa b) in
  if j - k > 900 then float_of_int (j - k) else Float.log1p (Float.ldexp (f /. g) (j - k)) /. Float.log 2.

(* Groups of cells, each with its place and its end, as parts of 2^32 of each cell, with the place where a group ends. *)
let shares = 32
let parts_of size place groups =
  let whole = Z.shift_left Z.one shares in
  let group = function
    | List [at; cell; share] ->
      let at = match at with Null -> None | value -> Some (place value) in
      let share = hexadecimal share in
      if Z.sign share < 0 || Z.gt share whole then bad "groups: a part from 0 to 2^32";
      (at, small "groups: a cell" 131072 cell, share)
    | _ -> bad "structure: a group" in
  let groups = List.map group groups in
  if List.fold_left (fun most (_, cell, _) -> max most (cell + 1)) 0 groups <> size then bad "places: the last group ends in the last cell";
  let parts = Array.make size [] in
  let one (k, share) (at, cell, upto) =
    if cell < k || (cell = k && Z.leq upto share) then bad "groups: ends that increase";
    for i = k to cell do
      let first = if i = k then share else Z.zero and last = if i = cell then upto else whole in
      parts.(i) <- (Z.sub last first, if i = cell then Some at else None) :: parts.(i)
    done;
    (cell, upto) in
  ignore (List.fold_left one (0, Z.zero) groups);
  List.map List.rev (Array.to_list parts)

let check_composition kind statement evidence =
  let refuted = kind = "composition-refuted" in
  let content = fields "statement" ["kind"; "generators"; "laws"; "exp_epsilon"; "delta"] statement in
  let keys = if refuted then ["laws"; "direction"] else ["cells"] in
  let shown = fields "evidence" (["ratio"; "bits"; "lowest"; "highest"] @ keys) evidence in
  let added = refuted && match List.assoc "direction" shown with
    | Text "add" -> true | Text "remove" -> false | _ -> bad "direction: remove or add" in
  let get key = List.assoc key content and find key = List.assoc key shown in
  let generators = decode_generators (get "generators") in
  let factor = decode_quotient generators (get "exp_epsilon") and delta = decode_quotient generators (get "delta") in
  let ratio = decode_quotient generators (find "ratio") in
  let bits = small "lattice: bits" 1025 (find "bits") in
  let lowest = hexadecimal (find "lowest") and highest = hexadecimal (find "highest") in
  let furthest = ref Z.zero in (* in places of the lattice of the evidence *)
  let far scale i = furthest := Z.max !furthest (Z.shift_left (Z.abs i) scale) in
  let between scale (lowest, highest) =
    if Z.sign lowest > 0 || Z.sign highest < 0 then bad "lattice: expected lowest <= 0 <= highest";
    if Z.gt (Z.sub highest lowest) (Z.of_int most_places) then raise (Left "a lattice with more than 2^20 places");
    far scale (Z.sub highest lowest) in
  let laws = list "laws" (get "laws") and cells = list "cells" (find (if refuted then "laws" else "cells")) in
  if List.length laws <> List.length cells then bad "structure: cells";
  if List.length laws > 1024 then raise (Left "more than 2^10 laws");
  let laws = List.map (decode_law generators) laws in
  let place value =
    let i = hexadecimal value in
    if Z.numbits i > 1024 then raise (Left "an edge or a place with more than 2^10 bits");
    i in
  let beyond scale i = if Z.gt (Z.abs i) (Z.of_int most_places) then raise (Left "a place beyond 2^20"); far scale i in
  let one_cell scale value =
    let i, j = pair "places" value in
    let i, j = (place i, place j) in
    if Z.geq i j then bad "places: the two places of a cell have to increase";
    beyond scale i; beyond scale j; beyond scale (Z.sub j i);
    (i, j) in
  let cells_of_law size scale part =
    let places = List.map (one_cell scale) (list "places" (List.assoc "places" part)) in
    if List.length places <> size then bad "places: a pair of places for each cell";
    if places <> [] && Z.gt (Z.sub (List.fold_left (fun m (_, j) -> Z.max m j) (snd (List.hd places)) places)
                               (List.fold_left (fun m (i, _) -> if Z.lt i m then i else m) (fst (List.hd places)) places))
         (Z.of_int most_places) then raise (Left "a law with more than 2^20 places");
    places in
  let edges_of_law exponents part = (* the points n/2^precision *)
    let bottom = Z.shift_left Z.one (small "edges: precision" 512 (List.assoc "precision" part)) in
    let edges = List.map place (list "edges" (List.assoc "edges" part)) in
    let rec increasing = function a :: (b :: _ as rest) -> Z.lt a b && increasing rest | _ -> true in
    if not (increasing edges) then bad "edges: edges that increase";
    let large (p, q) = Z.gt (Z.abs p) (Z.mul (Z.of_int 4096) q) in
    if List.exists large (exponents (List.map (fun n -> (n, bottom)) edges)) then raise (Left "an exponent beyond 2^12");
    (bottom, edges) in
  let groups_of_law count size scale part =
    let p, q = parameter (List.assoc "corner" part) in
    if Z.sign p <= 0 then bad "groups: a corner above 0";
    let f, k = mantissa count in
    if Float.ldexp (f *. (if Z.geq p q then logarithm p q else logarithm q p)) k > 2. *. most_reach then
      raise (Left "a corner beyond 2^8192 in all runs");
    let spot value = let i = place value in beyond scale i; i in
    ((p, q), parts_of size spot (list "groups" (List.assoc "groups" part))) in
  let of_law (count, _, size) part =
    let keys = (if refuted then ["groups"; "corner"] else ["places"])
      @ match size with Outcomes _ -> [] | On_the_line _ -> ["precision"; "edges"] | Heads _ -> ["least"; "greatest"] in
    let squarings = Z.numbits count and has_levels = match part with Object pairs -> List.mem_assoc "levels" pairs | _ -> false in
    let part = fields "cells" (if has_levels then "levels" :: keys else keys) part in
    let levels =
      if has_levels then
        List.map (function
            | List [k; low; high] -> (small "lattice: halvings" 64 k, (hexadecimal low, hexadecimal high))
            | _ -> bad "structure: a level") (list "levels" (List.assoc "levels" part))
      else List.init squarings (fun _ -> (0, (lowest, highest))) in
    if List.length levels <> squarings then bad "structure: a level for 1, 2, 4, ... runs";
    let depth = List.fold_left (fun sum (k, ends) -> between (sum + k) ends; far (sum + k) Z.one; sum + k) 0 levels in
    let scale = fst (List.hd levels) in
    let edges, size = match size with
      | Outcomes size -> ((Z.one, []), size)
      | On_the_line exponents -> let edges = edges_of_law exponents part in (edges, List.length (snd edges) + 1)
      | Heads (s, n) ->
        let least = place (List.assoc "least" part) and greatest = place (List.assoc "greatest" part) in
        if Z.lt least s || Z.lt greatest least || Z.gt greatest n then bad "edges: sensitivity <= least <= greatest <= trials";
        ((Z.one, [least]), Z.to_int (Z.sub greatest least) + 3) in
    if size > 131072 then raise (Left "a law with more than 2^17 cells");
    let places = if refuted then [] else cells_of_law size scale part in
    let groups = if refuted then groups_of_law count size scale part else ((Z.one, Z.one), []) in
    (depth, (List.map (fun (k, ends) -> (nat k, ends)) levels, edges, places, groups)) in
  let found = List.map2 of_law laws cells in
  let depths = List.sort_uniq compare (List.map fst found) in
  if List.length depths > 1 then bad "lattice: all laws have to end at the same lattice";
  let depth = match depths with [depth] -> depth | _ -> 0 in
  between depth (lowest, highest);
  let places = List.map (fun (_, (levels, edges, places, _)) -> (levels, (edges, places))) found in
  let groups = List.map (fun (_, (levels, edges, _, groups)) -> (levels, (edges, groups))) found in
  let laws = List.map (fun (n, law, _) -> (n, law)) laws in
  let power k = Z.shift_left Z.one k in
  let attempt w =
    let gs = brackets w generators in
    let guess = guessed gs (bits + guard) in
    (match guess ratio with
     | { Checker.hi; den; _ } when Z.sign den > 0 && Z.gt hi den -> (* hi, of which the ratios of coarser levels are powers *)
       let f, scale = mantissa !furthest in
       if Float.ldexp (logarithm hi den *. f) scale > most_reach then raise (Left "a ratio of the lattice beyond 2^4096")
     | _ -> ());
    let width = power (bits + guard) and unit_mass = power bits and depth = nat depth in
    if refuted then
      Checker.check_refuted gs guess added laws groups ratio (power shares) width unit_mass lowest highest depth factor delta
    else Checker.check_composition gs guess laws places ratio width unit_mass lowest highest depth factor delta in
  let fault = if refuted then "the groups do not refute it" else "the cells do not prove it" in
  let rec decide = function
    | [] -> raise (Left "not accepted: neither shown nor refuted by so many bits")
    | w :: more ->
      Big.asked_in_vain := false;
      let answer = try Some (attempt w) with Not_yet -> None in
      if answer <> Some true then
        if answer = Some false && not !Big.asked_in_vain then bad ("not accepted: " ^ fault) else decide more in
  let w = bits + 3 * guard in
  decide (if Z.sign (fst generators.exponent) = 0 && generators.roots = [] then [w] else [w; 4 * w; 16 * w])

(* What version 2 of the format adds: several roots, and infinity. *)
let second_version statement =
  let get key = function Object pairs -> List.assoc_opt key pairs | _ -> None in
  get "exp_epsilon" statement = Some (Text "infinity")
  || Option.bind (get "generators" statement) (get "roots") <> None

let check text =
  if not (utf_8 text) then bad "json: not UTF-8";
  let certificate = fields "certificate" ["format"; "statement"; "evidence"; "digest"] (parse text) in
  let statement = List.assoc "statement" certificate and evidence = List.assoc "evidence" certificate in
  (match List.assoc "format" certificate with
   | Text "dpexact-certificate/1" when not (second_version statement) -> ()
   | Text "dpexact-certificate/2" -> ()
   | _ -> bad "format");
  let kind = match statement with
    | Object pairs -> (match List.assoc_opt "kind" pairs with Some (Text kind) -> kind | _ -> bad "kind")
    | _ -> bad "structure: statement" in
  (match kind with
   | "private" | "not-private" | "tight-delta" | "maximally-sufficient" | "not-maximally-sufficient" ->
     check_mechanism kind statement evidence
   | "post-processing" | "not-post-processing" -> check_order kind statement evidence
   | "linear-program-optimum" | "linear-program-infeasible" | "linear-program-unbounded" -> check_linear_program kind statement evidence
   | "greatest-mechanism" -> check_greatest statement evidence
   | "private-for-all" -> check_for_all statement evidence
   | "composition" | "composition-refuted" -> check_composition kind statement evidence
   | _ -> bad "kind");
  kind

let read file =
  if Sys.is_directory file then raise (Sys_error "it is a directory");
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

(* A name that could pass for a line or a verdict of ours is written with quotes. *)
let quoted file =
  let plain c = c >= ' ' && c <= '~' in
  let rec colon i = i + 1 < String.length file && ((file.[i] = ':' && file.[i + 1] = ' ') || colon (i + 1)) in
  if String.for_all plain file && not (colon 0) then file
  else
    let one c =
      match c with
      | '\n' -> "\\n" | '\r' -> "\\r" | '\t' -> "\\t" | '\\' -> "\\\\" | '\'' -> "\\'"
      | c when plain c -> String.make 1 c
      | c -> Printf.sprintf "\\x%02x" (Char.code c) in
    "'" ^ String.concat "" (List.map one (List.of_seq (String.to_seq file))) ^ "'"

(* Leave what takes too long or too much: a timer of processor time, and a look at the memory after each collection. *)
let limited work =
  let set it_value = ignore (Unix.setitimer Unix.ITIMER_PROF { Unix.it_interval = 0.; it_value }) in
  let full () = if (Gc.quick_stat ()).Gc.heap_words / 131072 > megabytes then raise (Left "more memory than is allowed") in
  Sys.set_signal Sys.sigprof (Sys.Signal_handle (fun _ -> raise (Left "more time than is allowed")));
  let alarm = Gc.create_alarm full in
  set (float_of_int seconds);
  Fun.protect ~finally:(fun () -> set 0.; Gc.delete_alarm alarm)
    (fun () -> try work () with Stack_overflow | Out_of_memory -> raise (Left "more memory than is allowed"))

let usage = "usage: check FILE...   exit 2: one cannot be read, 1: one rejected, 3: one left, which is no verdict, 0: all accepted"
let report file =
  let name = quoted file in
  match read file with
  | exception (Sys_error why) ->
    let said = file ^ ": " in (* the system's words begin with the name *)
    let k = String.length said in
    let why = if String.length why > k && String.sub why 0 k = said then String.sub why k (String.length why - k) else why in
    Printf.eprintf "%s: cannot be read: %s\n%!" name (quoted why); 2
  | exception (End_of_file | Invalid_argument _ | Out_of_memory) -> Printf.eprintf "%s: cannot be read\n%!" name; 2
  | text ->
    match limited (fun () -> check text) with
    | kind -> Printf.printf "accepted %s: %s; `dpexact check` prints the statement\n%!" name kind; 0
    | exception Bad why -> Printf.printf "rejected %s: %s\n%!" name why; 1
    | exception Left why -> Printf.printf "left %s: %s\n%!" name why; 3

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline usage; exit 2);
  let found = List.map report files in
  exit (List.find (fun status -> status = 0 || List.mem status found) [2; 1; 3; 0])
