(* What the page says of files, as a native program: for tests. A line for the state, then what is said, then "." *)
open Reader
let () =
  List.iter (fun file ->
      let channel = open_in_bin file in
      let text = really_input_string channel (in_channel_length channel) in
      close_in channel;
      let state, said = Verdict.of_text text in
      Printf.printf "%s\n%s\n.\n%!" state said)
    (List.tl (Array.to_list Sys.argv))
