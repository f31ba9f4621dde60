(* The entry of the worker: worker.js calls it with the bytes of a text. *)
external serve : (string -> string * string) -> unit = "checker_serve"
let () = serve Verdict.of_text
