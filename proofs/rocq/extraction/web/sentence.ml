(* The canonical sentence of a statement that was checked, in the words of dpexact/kernel/sentence.py and numeral.py:
   each function is the one of the same name there, and bracket_* those of bracket.py. Tests compare the two, sign by
   sign. It decides nothing. *)
open Reader

let label_length = 60 and most_listed = 12
let get key value = match Rules.get key value with Some found -> found | None -> raise (Left ("no sentence: no " ^ key))
let text = function Text found -> found | _ -> raise (Left "no sentence: no text")
let items = function List found -> found | _ -> raise (Left "no sentence: no array")
let int = function Int z -> Z.to_int z | _ -> raise (Left "no sentence: no integer")
let count value = List.length (items value)
let has = Rules.get
let printf = Printf.sprintf

(* Brackets: low 2^e and high 2^e, rounded outward. *)
type bracket = { low : Z.t; high : Z.t; e : int }
let one = { low = Z.one; high = Z.one; e = 0 }
let ceil_shift x n = Z.neg (Z.shift_right (Z.neg x) n)
let bracket_times a b bits =
  let low = Z.mul a.low b.low and high = Z.mul a.high b.high and e = a.e + b.e in
  let cut = Z.numbits high - bits in
  if cut > 0 then { low = Z.shift_right low cut; high = ceil_shift high cut; e = e + cut } else { low; high; e }
let rec isqrt_from k n = if (k + 1) * (k + 1) > n then k else isqrt_from (k + 1) n
let rec bits_of n = if n = 0 then 0 else 1 + bits_of (n / 2)
let bracket_series x width =
  let rec from n low high least most =
    if Z.leq most Z.one then { low; high = Z.add high most; e = -width }
    else
      let n = n + 1 in
      let least = Z.fdiv (Z.shift_right (Z.mul least x) width) (Z.of_int n) in
      let most = Z.neg (Z.fdiv (Z.shift_right (Z.mul (Z.neg most) (Z.succ x)) width) (Z.of_int n)) in
      from n (Z.add low least) (Z.add high most) least most in
  let first = Z.shift_left Z.one width in
  from 0 first first first first
let bracket_exponential (p, q) bits =
  let h = isqrt_from 0 bits + 1 in
  let k = max 0 (Z.numbits p - Z.numbits q + 1 + h) in
  let width = bits + k + bits_of k + bits_of bits + 8 in
  let rec squared k bracket = if k = 0 then bracket else squared (k - 1) (bracket_times bracket bracket width) in
  bracket_times (squared k (bracket_series (Z.fdiv (Z.shift_left p width) (Z.shift_left q k)) width)) one bits
let bracket_root ((a, b), n) bits =
  let s = bits - (Z.numbits a - Z.numbits b) / n in
  let power = if s >= 0 then Z.fdiv (Z.shift_left a (n * s)) b else Z.fdiv a (Z.shift_left b (-n * s)) in
  let m = Z.root power n in
  { low = m; high = Z.succ m; e = -s }
let rec bracket_power a n bits = (* by squaring and multiplying, from the first binary digit on *)
  if n = 0 then one
  else
    let half = bracket_power a (n / 2) bits in
    let square = bracket_times half half bits in
    if n mod 2 = 1 then bracket_times square a bits else square
let size_of (low, high) = Z.numbits (Z.max (Z.abs low) (Z.abs high))
let moved (low, high) places =
  if places >= 0 then (Z.shift_left low places, Z.shift_left high places)
  else
    let cut = min (-places) (size_of (low, high) + 1) in
    (Z.shift_right low cut, ceil_shift high cut)
let bracket_combine terms bits =
  let add (found, last) (c, x) =
    let ends = if Z.sign c > 0 then (Z.mul c x.low, Z.mul c x.high) else (Z.mul c x.high, Z.mul c x.low) in
    let lowest = size_of ends + x.e - bits in
    let (low, high), last = match last with
      | None -> (moved found 0, lowest)
      | Some last when lowest > last -> (moved found (last - lowest), lowest)
      | Some last -> (found, last) in
    let least, most = moved ends (x.e - last) in
    ((Z.add low least, Z.add high most), Some last) in
  let (low, high), last = List.fold_left add ((Z.zero, Z.zero), None) terms in
  { low; high; e = Option.value last ~default:0 }

(* Numbers. *)
let digits = 12 and longest = 60 and brief = 12 and huge = 1 lsl 20 and narrow = 64 and refined = 1 lsl 22 and last = 1 lsl 14
let range = 1 lsl 12 and first = 128
let is_free generators = has "lower" generators <> None
let roots_of generators =
  match has "roots" generators with
  | Some roots -> List.map (fun item -> let base, n = pair "root" item in (base, int n)) (items roots)
  | None ->
    let rational = List [Text "1"; Text "1"] in
    [(Option.value (has "base" generators) ~default:rational, match has "degree" generators with Some n -> int n | None -> 1)]
let names generators =
  match has "roots" generators with
  | Some roots -> "t" :: List.mapi (fun k _ -> printf "u_%d" (k + 1)) (items roots)
  | None -> ["t"; "u"]
let terms letters = function
  | Text _ as value -> [(hexadecimal value, List.map (fun _ -> 0) letters)]
  | value -> List.map (function List (c :: powers) -> (hexadecimal c, List.map int powers) | _ -> bad "number") (items value)
let are_integers = function Text _, Text _ -> true | _ -> false
let lowest (p, q) = let common = Z.gcd p q in (Z.fdiv p common, Z.fdiv q common)
let rational (top, bottom) =
  let p, q = (hexadecimal top, hexadecimal bottom) in
  if max (String.length (text top)) (String.length (text bottom)) <= huge then lowest (p, q) else (p, q)

let cancelled top bottom =
  let common part = List.fold_left (fun found (c, _) -> Z.gcd found c) Z.zero part in
  let divided part by = List.map (fun (x, powers) -> (Z.fdiv x by, powers)) part in
  let c = common top and d = common bottom in
  let zeros = List.map (fun _ -> 0) (snd (List.hd top)) in
  let top, bottom = if divided top c = divided bottom d then ([(c, zeros)], [(d, zeros)]) else (top, bottom) in
  let all = List.map snd (top @ bottom) in
  let least = List.fold_left (List.map2 min) (List.hd all) all and shared = Z.gcd c d in
  let smaller part = List.map (fun (x, powers) -> (x, List.map2 ( - ) powers least)) (divided part shared) in
  (smaller top, smaller bottom)

let sum_text letters part =
  let term before (c, powers) =
    let power letter n = if n = 0 then [] else [if n = 1 then letter else printf "%s^%d" letter n] in
    let factors = List.concat (List.map2 power letters powers) in
    let size = if Z.equal (Z.abs c) Z.one && factors <> [] then [] else [Z.to_string (Z.abs c)] in
    let sign = match before, Z.sign c < 0 with "", true -> "-" | "", false -> "" | _, true -> " - " | _, false -> " + " in
    before ^ sign ^ String.concat "*" (size @ factors) in
  List.fold_left term "" part

let exactly value generators =
  let top, bottom = pair "quotient" value in
  if top = Text "0" then Some "0"
  else if top = bottom then Some "1"
  else
    match are_integers (top, bottom) with
    | true ->
      let p, q = rational (top, bottom) in
      if Z.numbits p + Z.numbits q > 3 * longest then None
      else Some (if Z.equal q Z.one then Z.to_string p else Z.to_string p ^ "/" ^ Z.to_string q)
    | false ->
      let size = function
        | Text digits -> String.length digits
        | part ->
          let of_term = function List (Text c :: powers) -> String.length c + 4 * List.length powers | _ -> bad "number" in
          List.fold_left (fun sum term -> sum + of_term term) 0 (items part) in
      if size top + size bottom > 2 * longest then None
      else
        let letters = names generators in
        let above, below = cancelled (terms letters top) (terms letters bottom) in
        let above = sum_text letters above and below = sum_text letters below in
        let above = if String.contains above ' ' && below <> "1" then "(" ^ above ^ ")" else above in
        let below = if String.contains below ' ' || String.contains below '*' then "(" ^ below ^ ")" else below in
        let said = if below = "1" then above else above ^ "/" ^ below in
        if String.length said <= longest then Some said else None

let constant value =
  match pair "quotient" value with
  | Text "0", _ | Text _, Text _ -> true
  | Text _, _ | _, Text _ -> false
  | top, bottom ->
    let top = terms [] top and bottom = terms [] bottom in
    List.map snd top = List.map snd bottom
    && List.for_all2 (fun (c, _) (d, _) -> Z.equal (Z.mul c (fst (List.hd bottom))) (Z.mul d (fst (List.hd top)))) top bottom

(* The rational number x 2^shift, x = p/q in lowest terms. *)
let least top bottom above = lowest (top, if Z.sign top > 0 then above else bottom)
let enclosed value generators =
  let top, bottom = pair "quotient" value in
  let ends a b = (* of a/b, between rationals times 2^shift *)
    let below = least a.low b.low b.high and p, q = least (Z.neg a.high) b.low b.high in
    (below, (Z.neg p, q), a.e - b.e) in
  match are_integers (top, bottom) with
  | true ->
    let p, q = rational (top, bottom) in
    let short x = bracket_times { low = x; high = x; e = 0 } one range in
    ends (short p) (short q)
  | false ->
    let field = decode_generators generators in
    let sum = function
      | Text _ as value -> let z = hexadecimal value in fun _ -> { low = z; high = z; e = 0 }
      | value ->
        let part = List.rev (terms (names generators) value) in
        fun (bits, brackets) ->
          let monomial powers =
            let rec from found brackets powers = match brackets, powers with
              | x :: brackets, n :: powers -> from (if n = 0 then found else bracket_times found (bracket_power x n bits) bits) brackets powers
              | _ -> found in
            from one brackets powers in
          bracket_combine (List.map (fun (c, powers) -> (c, monomial powers)) part) (bits + bits_of (List.length part)) in
    let top = sum top and bottom = sum bottom in
    let degrees = List.fold_left (fun sum (_, n) -> sum + n) 0 field.roots in
    let rec at bits =
      let t = if Z.sign (fst field.exponent) = 0 then one else bracket_exponential field.exponent bits in
      let brackets = (bits, t :: List.map (fun root -> bracket_root root bits) field.roots) in
      let a = top brackets and b = bottom brackets in
      let close x = Z.lt (Z.shift_left (Z.sub x.high x.low) narrow) in
      let narrow = Z.sign b.low > 0 && close a (Z.max a.low (Z.neg a.high)) && close b b.low in
      let bits = 2 * bits in
      if narrow || (Z.sign b.low > 0 && (bits > last || bits * degrees > refined)) then ends a b else at bits in
    at first

let rec decimal digits_ exponent =
  let point = String.length digits_ + exponent in
  let rec stripped s = let n = String.length s in if n > 0 && s.[n - 1] = '0' then stripped (String.sub s 0 (n - 1)) else s in
  let shown = stripped digits_ in
  let n = String.length shown in
  if -4 <= point && point <= 0 then "0." ^ String.make (-point) '0' ^ shown
  else if 0 < point && point <= digits + 3 then
    if n > point then String.sub shown 0 point ^ "." ^ String.sub shown point (n - point)
    else shown ^ String.make (point - n) '0'
  else
    let rest = String.sub shown 1 (n - 1) in
    printf "%c%s%se%d" shown.[0] (if rest = "" then "" else ".") rest (point - 1)

let rec rounded (p, q) shift up =
  if Z.sign p = 0 then "0"
  else if Z.sign p < 0 then "-" ^ rounded (Z.neg p, q) shift (not up)
  else
    let size = Z.numbits p - Z.numbits q + shift in
    if abs size > range then printf "2^%d" (if up then size + 1 else size - 1)
    else
      let p, q = if shift >= 0 then (Z.shift_left p shift, q) else (p, Z.shift_left q (-shift)) in
      let ten = Z.of_int 10 in
      let floor_div a b = (a - ((a mod b) + b) mod b) / b in
      let rec from exponent =
        let p, q = if exponent >= 0 then (p, Z.mul q (Z.pow ten exponent)) else (Z.mul p (Z.pow ten (-exponent)), q) in
        let whole = if up then Z.cdiv p q else Z.fdiv p q in
        if Z.lt whole (Z.pow ten digits) then decimal (Z.to_string whole) exponent else from (exponent + 1) in
      from (floor_div (size * 30103) 100000 - digits)

let only signs = String.for_all (String.contains signs)
let without_minus s = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s
let numeral name value generators side =
  let exact = exactly value generators in
  let top, bottom = pair "quotient" value in
  if is_free generators && not (are_integers (top, bottom)) then
    match exact with
    | Some exact -> printf "%s = %s" name exact
    | None -> name ^ " is a quotient of polynomials in t that are too long to be printed"
  else
    let short exact =
      (without_minus exact <> "" && only "0123456789" (without_minus exact))
      || (String.length exact <= brief && only "-0123456789/" exact) in
    match exact with
    | Some exact when short exact -> printf "%s = %s" name exact
    | _ ->
      let low, high, shift = enclosed value generators in
      let below = rounded low shift false and above = rounded high shift true in
      let with_exact said = match exact with Some exact -> printf "%s = %s%s" name exact said | None -> "" in
      if below = above then (if exact <> None then with_exact (" = " ^ above) else printf "%s = %s" name above)
      else if side = "both" then
        if exact <> None then with_exact (printf " (between %s and %s)" below above)
        else printf "%s is between %s and %s" name below above
      else
        let nearest = if side = "up" then above else below in
        if exact <> None then with_exact (printf " (%s, rounded %s)" nearest side)
        else printf "%s = %s (rounded %s)" name nearest side
let starts head s = String.length s >= String.length head && String.sub s 0 (String.length head) = head
let fraction ?(generators = Object []) value =
  let said = numeral "" value generators "both" in
  if starts " = " said then String.sub said 3 (String.length said - 3) else printf "(a number that%s)" said
let alphanumeric = String.for_all (fun c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
let meanings generators =
  if is_free generators then []
  else
    let root (base, degree) =
      let base = fraction base in
      printf "%s^(1/%d)" (if alphanumeric base || starts "(" base then base else "(" ^ base ^ ")") degree in
    let exponent = fraction (get "exponent" generators) in
    let inside = if starts "(" exponent then String.sub exponent 1 (String.length exponent - 1) else exponent in
    let n = String.length inside in
    let inside = if n > 0 && inside.[n - 1] = ')' then String.sub inside 0 (n - 1) else inside in
    List.map2 (printf "%s = %s") (names generators) (printf "exp(%s)" inside :: List.map root (roots_of generators))

(* Words. *)
let counted value noun = let n = count value in printf "%d %s%s" n noun (if n = 1 then "" else "s")
let label labels place =
  let said = Rules.written ~ascii:true (List.nth (items labels) place) in
  if String.length said <= label_length then said
  else printf "%s... (number %d, counted from 0)" (String.sub said 0 label_length) place
let listed labels places =
  let shown = List.filteri (fun k _ -> k < most_listed) places and n = List.length places in
  let more = if n > most_listed then [printf "and %d more" (n - most_listed)] else [] in
  String.concat ", " (List.map (label labels) shown @ more)
let infinite statement = get "exp_epsilon" statement = Text "infinity"
let kind_of statement = text (get "kind" statement)
let in_words said generators =
  let words = String.map (fun c -> if c = '_' || alphanumeric (String.make 1 c) then c else ' ') said in
  let words = String.split_on_char ' ' words in
  let said_of name meaning = if List.mem name words then [meaning] else [] in
  match meanings generators with [] -> [] | found -> List.concat (List.map2 said_of (names generators) found)

let bound = "P_i(S) <= E P_j(S) + delta"
let pairs_text ?(quantity = "every one") statement =
  match count (get "pairs" statement) with
  | 0 -> "every listed ordered pair (i, j) of inputs, of which there is none,"
  | 1 -> "the one listed ordered pair (i, j) of inputs"
  | n -> printf "%s of the %d listed ordered pairs (i, j) of inputs" quantity n
let interval generators =
  let lower = fraction (get "lower" generators) in
  match get "upper" generators with
  | Null -> printf "every real t >= %s" lower
  | upper when upper = get "lower" generators -> printf "t = %s" lower
  | upper -> printf "every real t from %s to %s" lower (fraction upper)

let private_text statement =
  let finite = not (infinite statement) in
  let every = printf "%s for %s and every event S" (if finite then bound else "P_j(S) = 0 implies P_i(S) <= delta") (pairs_text statement) in
  match kind_of statement with
  | "not-private" ->
    let broken = if finite then "P_i(S) > E P_j(S) + delta" else "P_j(S) = 0 and P_i(S) > delta" in
    printf "%s for some event S and %s" broken (pairs_text ~quantity:"one" statement)
  | "maximally-sufficient" ->
    every ^ ", and every mechanism Q with finitely many outputs and the same bound that gives this one, P, if its \
    outputs go through a random map, is itself P followed by a random map"
  | "not-maximally-sufficient" ->
    every ^ ", and some mechanism Q with finitely many outputs and the same bound gives this one, P, if its outputs go \
    through a random map, but is not itself P followed by any random map"
  | "private-for-all" -> printf "for %s, %s" (interval (get "generators" statement)) every
  | "tight-delta" -> "delta is the least number with: " ^ every
  | _ -> every
let greatest_text statement =
  let fixed = counted (get "inputs" (get "fixed" statement)) "fixed row" in
  let those = printf "with the %s and %s for %s and every event S" fixed bound (pairs_text statement) in
  match text (get "answer" statement) with
  | "greatest" -> printf "of all mechanisms %s, the one of the certificate is at every input at least every other" those
  | "none" -> printf "there are mechanisms %s, but none of them is at every input at least every other" those
  | _ -> printf "there is no mechanism %s" those
let mechanism statement =
  let generators = get "generators" statement in
  let side = match kind_of statement with "private" | "private-for-all" -> "up" | "not-private" -> "down" | _ -> "both" in
  let factor = if infinite statement then [] else [numeral "E" (get "exp_epsilon" statement) generators side] in
  let where = String.concat " and " (factor @ [numeral "delta" (get "delta" statement) generators side]) in
  let claim = if has "answer" statement <> None then greatest_text statement else private_text statement in
  let size = printf "%s, %s; E is e^epsilon, an event S is a set of outputs" (counted (get "inputs" statement) "input") (counted (get "outputs" statement) "output") in
  let order = match has "order" statement with
    | Some (Text "dominance") -> [
      "at least another in dominance order: for every k, the probability of the first k outputs of the rainbow is at least as large"]
    | Some _ -> [
      "at least another in lexicographic order: the probabilities of the first k outputs of the rainbow are the same for \
       every k, or larger at the first k at which they differ"]
    | None -> [] in
  [claim ^ ", where " ^ where; size] @ in_words where generators @ order
let order statement =
  let source = get "source" statement in
  let claim = match kind_of statement with
    | "post-processing" -> "the mechanism P is its source Q, followed by a random map of the outputs of Q"
    | _ -> "the mechanism P is not its source Q, followed by any random map of the outputs of Q" in
  let outputs = counted (get "outputs" statement) "output" and others = counted (get "outputs" source) "output" in
  [claim; printf "%s, %s of P, %s of Q" (counted (get "inputs" statement) "input") outputs others]
let program statement =
  let generators = get "generators" statement in
  let value = match has "value" statement with Some value -> numeral "the value" value generators "both" | None -> "" in
  let claim = match kind_of statement with
    | "linear-program-optimum" -> "among all x that meet the rows the objective has a least value, where " ^ value
    | "linear-program-infeasible" -> "no x meets the rows"
    | _ -> "some x meet the rows, and the objective has no lower bound among them" in
  let variables = get "variables" statement in
  let size = printf "%s, %s, %d of them with x >= 0" (counted (get "rows" statement) "row") (counted variables "variable") (count variables - count (get "free" statement)) in
  [claim; size] @ in_words value generators

let witness statement evidence =
  match has "pair" evidence with
  | None -> []
  | Some found ->
    let i, j = pair "pair" found in
    let named k = label (get "inputs" statement) (int k) in
    let event = listed (get "outputs" statement) (List.map int (items (get "event" evidence))) in
    let shown = if kind_of statement = "not-private" then "shown" else "attained" in
    [printf "%s by the pair i = %s, j = %s and the event S = {%s}" shown (named i) (named j) event]
let part statement evidence =
  if kind_of statement <> "not-maximally-sufficient" then []
  else
    let places = List.sort_uniq compare (List.map int (items (get "inputs" evidence))) in
    let output = label (get "outputs" statement) (int (get "output" evidence)) in
    let exhausted = match get "delta" statement with
      | List (Text "0" :: _) -> "" | _ -> " whose greatest P_i(S) - E P_j(S) is delta" in
    let inputs = listed (get "inputs" statement) places in
    [printf "shown by the output %s: no pair with P_i = E P_j%s leads out of {%s}" output exhausted inputs]

let when_ condition said = if condition then [said] else []
let remarks_on_order statement =
  let source = get "source" statement in
  let first =
    if count (get "inputs" statement) = 1 then
      ["there is one input only, so every mechanism is every other one, followed by a random map"]
    else when_ (count (get "outputs" statement) = 1) "P has one output only, so it is every mechanism, followed by a random map" in
  let same key = Rules.same (get key statement) (get key source) in
  first @ when_ (same "outputs" && same "weights") "P is Q"
module Pairs = Set.Make (struct type t = int * int let compare = compare end)
let remarks_on_pairs statement =
  let inputs = get "inputs" statement in
  let all = List.map (fun one -> let i, j = pair "pair" one in (int i, int j)) (items (get "pairs" statement)) in
  let pairs = Pairs.of_list (List.filter (fun (i, j) -> i <> j) all) in
  let same = List.length all - Pairs.cardinal pairs in
  let paired = Array.make (count inputs) false in
  Pairs.iter (fun (i, j) -> paired.(i) <- true; paired.(j) <- true) pairs;
  let alone = List.filter (fun k -> not paired.(k)) (List.init (count inputs) Fun.id) in
  let single = Pairs.elements (Pairs.filter (fun (i, j) -> not (Pairs.mem (j, i) pairs)) pairs) in
  when_ (all = []) "no pair is listed: the bound holds for every mechanism"
  @ when_ (same > 0) (printf "%d of the listed pairs are of an input with itself: the bound holds there for every mechanism" same)
  @ (if all <> [] && alone <> [] then
       [printf "%d of the inputs are in no pair with another one: %s" (List.length alone) (listed inputs alone)]
     else [])
  @ (match single with
      | [] -> []
      | (i, j) :: _ ->
        [printf "%d of the listed pairs are not listed the other way round, such as i = %s, j = %s" (List.length single)
           (label inputs i) (label inputs j)])
let remarks statement =
  let generators = get "generators" statement and kind = kind_of statement in
  let is_one key = exactly (get key statement) generators = Some "1" in
  let on_interval =
    if not (is_free generators) then []
    else
      when_ (get "lower" generators = get "upper" generators) "t is one number only"
      @ when_ (constant (get "exp_epsilon" statement)) "E does not depend on t"
      @ when_ (not (constant (get "delta" statement))) "delta depends on t" in
  let on_factor =
    if infinite statement then ["E is infinite: nothing is said of an event S with P_j(S) > 0"]
    else when_ (is_one "exp_epsilon") "E = 1, that is, epsilon = 0" in
  let on_fixed = match has "fixed" statement with
    | None -> []
    | Some fixed ->
      let n = count (get "inputs" fixed) in
      when_ (n = 0 || n = count (get "inputs" statement)) (printf "%s input is fixed" (if n > 0 then "every" else "no")) in
  on_interval @ on_factor
  @ when_ (is_one "delta" && kind <> "tight-delta") "delta = 1: the bound holds for every mechanism"
  @ when_ (count (get "outputs" statement) = 1) "there is one output only, so all mechanisms on these inputs are the same"
  @ on_fixed
  @ (if kind = "not-private" then [] else remarks_on_pairs statement)
let remarks_on_program statement =
  let zero entry = snd (pair "entry" entry) = Text "0" in
  when_ (count (get "rows" statement) = 0) "there is no row"
  @ when_ (List.for_all zero (items (get "coefficients" (get "objective" statement)))) "the objective is 0"

let law_text generators law =
  let pairs = match law with Object pairs -> List.sort compare pairs | _ -> [] in
  let shown = fraction ~generators in
  let given (key, value) =
    match List.assoc_opt key [("first", "P"); ("second", "Q")] with
    | _ when key = "law" || key = "count" -> []
    | None -> [printf "%s = %s" key (shown value)]
    | Some name ->
      let n = count value in
      let first = List.filteri (fun k _ -> k < most_listed) (items value) in
      let more = if n > most_listed then [printf "and %d more" (n - most_listed)] else [] in
      [printf "%s = (%s)" name (String.concat ", " (List.map shown first @ more))] in
  let runs = Z.to_string (hexadecimal (get "count" law)) in
  printf "%s run%s of %s: %s" runs (if runs = "1" then "" else "s") (text (get "law" law))
    (String.concat ", " (List.concat_map given pairs))
let composition statement =
  let generators = get "generators" statement and laws = items (get "laws" statement) in
  let kept = kind_of statement = "composition" in
  let shown name key = numeral name (get key statement) generators (if kept then "up" else "down") and n = List.length laws in
  let where = shown "E" "exp_epsilon" ^ " and " ^ shown "delta" "delta" in
  let claim =
    if kept then "P(S) <= E Q(S) + delta and Q(S) <= E P(S) + delta for every event S"
    else "P(S) > E Q(S) + delta or Q(S) > E P(S) + delta for some event S" in
  [printf "%s, with P and Q the two laws of all runs together, where %s" claim where]
  @ List.map (law_text generators) (List.filteri (fun k _ -> k < most_listed) laws)
  @ when_ (n > most_listed) (printf "and %d more laws" (n - most_listed))
  @ when_ (List.exists (fun law -> has "rate" law <> None) laws)
    "with the probability of the rate one run of P is noise around the sensitivity, else around 0, as Q is"
  @ when_ (kept && n > 0) "a run may depend on the answers of all runs before, if its law here dominates it whatever came before"
  @ in_words where generators
let remarks_on_composition statement =
  let generators = get "generators" statement and laws = items (get "laws" statement) in
  let is_one key = exactly (get key statement) generators = Some "1" in
  let zero law key = match has key law with Some (List (Text "0" :: _)) -> true | _ -> false in
  when_ (is_one "exp_epsilon") "E = 1, that is, epsilon = 0"
  @ when_ (is_one "delta") "delta = 1: the bound holds for all laws"
  @ when_ (laws = []) "there is no run"
  @ when_ (List.exists (fun law -> zero law "rate" || zero law "sensitivity") laws)
    "in some of the runs P and Q are the same law, since the rate or the sensitivity is 0"

let sentence statement evidence =
  let claim, remarked =
    if has "laws" statement <> None then (composition, remarks_on_composition)
    else if has "variables" statement <> None then (program, remarks_on_program)
    else if has "source" statement <> None then (order, remarks_on_order)
    else (mechanism, remarks) in
  let lines = claim statement @ witness statement evidence @ part statement evidence in
  let lines = lines @ List.map (fun said -> "remark: " ^ said) (remarked statement) in
  kind_of statement ^ ": " ^ String.concat "\n  " lines
