// What worker.ml calls: it makes its function known, for an array of bytes.

//Provides: checker_serve
//Requires: caml_call_gen, caml_string_of_jsbytes, caml_jsstring_of_string
function checker_serve(answer) {
  globalThis.checker_answer = function (bytes) {
    var parts = [];
    for (var i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode.apply(null, bytes.subarray(i, i + 8192)));
    var found = caml_call_gen(answer, [caml_string_of_jsbytes(parts.join(""))]);
    return { state: caml_jsstring_of_string(found[1]), said: caml_jsstring_of_string(found[2]) };
  };
  return 0;
}
