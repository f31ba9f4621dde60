(* What becomes of a text: "accepted" and the canonical sentence, or "rejected" or "left", which is no verdict, and why. *)
open Reader
let of_text text =
  try
    let certificate = Rules.read text in
    ignore (Rules.proved certificate text);
    ("accepted", Sentence.sentence (List.assoc "statement" certificate) (List.assoc "evidence" certificate))
  with
  | Bad why -> ("rejected", why)
  | Left why -> ("left", why)
  | Stack_overflow | Out_of_memory -> ("left", "more memory than there is")
  | error -> ("left", "a mistake of this page: " ^ Printexc.to_string error)
