(* Reads one call a line from standard input, a name and arguments: rational numbers p/q, natural numbers, lists with
   commas, lists of lists with semicolons ("-" is the empty list). Prints the values that the definitions give. *)
let split c s = if s = "-" then [] else String.split_on_char c s
let n = Z.of_string
let q s = match String.split_on_char '/' s with
  | [a; b] -> let a = Z.of_string a in of_naturals (Z.sign a < 0) (Z.abs a) (Z.of_string b)
  | _ -> failwith s
let list one s = List.map one (split ',' s)
let lists one s = List.map (list one) (split ';' s)
let law = list q and laws = lists q and places = list n and table = lists n
let shown x = let (negative, a), b = to_naturals x in (if negative then "-" else "") ^ Z.to_string a ^ "/" ^ Z.to_string b
let rationals l = String.concat " " (List.map shown l)
let naturals l = String.concat " " (List.map (fun k -> Z.to_string k ^ "/1") l)
let which s = s = "printed"
let answer = function
  | ["step"; v; e; d; c; p] -> rationals (at_step (which v) (q e) (q d) (places c) (law p))
  | ["line"; v; e; d; c; p; t] -> rationals (at_line (which v) (q e) (q d) (places c) (law p) (n t))
  | ["iterate"; v; e; d; s; t] -> rationals (at_iterate (which v) (q e) (q d) (q s) (n t))
  | ["prefix"; c; p] -> rationals (at_prefix (places c) (law p))
  | ["hockey_stick"; e; p; r] -> rationals (at_hockey_stick (q e) (law p) (law r))
  | ["prob"; p; s] -> rationals (at_prob (law p) (places s))
  | ["post"; k; m; p] -> rationals (at_post (n k) (laws m) (law p))
  | ["mixture"; k; w; m] -> rationals (at_mixture (n k) (law w) (laws m))
  | ["product"; p; r] -> rationals (at_product (law p) (law r))
  | ["compose"; k; p; m] -> rationals (at_compose (n k) (law p) (laws m))
  | ["two_point"; eta; d; a; b] -> rationals (at_two_point (q eta) (n d) (n a) (n b))
  | ["two_point_mixture"; eta; d; i; w] -> rationals (at_two_point_mixture (q eta) (n d) (n i) (laws w))
  | ["crossover"; e; k] -> rationals (at_crossover (q e) (n k))
  | ["delta"; e; eta; d; k] -> rationals (at_delta (q e) (q eta) (n d) (n k))
  | ["noise"; e; eta; d; k] -> rationals (at_noise (q e) (q eta) (n d) (n k))
  | ["count"; e; eta; d; last; k; i] -> rationals (at_count (q e) (q eta) (n d) (n last) (n k) (n i))
  | ["noise_sums"; p; d] -> rationals (at_noise_sums (law p) (n d))
  | ["singletons"; e; eta; d] -> rationals (at_singletons (q e) (q eta) (n d))
  | ["events"; e; eta; d] -> rationals (at_events (q e) (q eta) (n d))
  | ["neighbours"; first; last] -> naturals (at_neighbours (n first) (n last))
  | ["distance"; v; k; edges; orders] -> naturals (at_distance (n v) (n k) (table edges) (table orders))
  | ["boundary_graph"; v; k; edges; orders] -> naturals (at_boundary_graph (n v) (n k) (table edges) (table orders))
  | ["rainbow"; e; d; v; k; edges; orders; m] ->
    rationals (at_rainbow (q e) (q d) (n v) (n k) (table edges) (table orders) (laws m))
  | words -> failwith (String.concat " " words)
let () =
  try while true do print_endline (answer (String.split_on_char ' ' (input_line stdin))) done with End_of_file -> ()
