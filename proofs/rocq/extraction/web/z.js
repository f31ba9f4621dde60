// The integers of z.ml as BigInt. No literals such as 0n: js_of_ocaml 4 does not read them.

//Provides: z_zero
var z_zero = BigInt(0);

//Provides: z_of_int const
function z_of_int(n) { return BigInt(n); }

//Provides: z_to_int const
//Requires: caml_failwith
function z_to_int(x) {
  if (BigInt.asIntN(32, x) !== x) caml_failwith("an integer of more than 32 bits where a short one was expected");
  return Number(x);
}

//Provides: z_of_string_base const
//Requires: caml_jsbytes_of_string, caml_failwith
function z_of_string_base(base, text) {
  var digits = caml_jsbytes_of_string(text);
  var negative = digits.charAt(0) === "-";
  if (negative) digits = digits.slice(1);
  if (!(base === 16 ? /^[0-9a-f]+$/ : /^[0-9]+$/).test(digits)) caml_failwith("not the digits of an integer");
  var x = BigInt((base === 16 ? "0x" : "") + digits);
  return negative ? -x : x;
}

//Provides: z_to_string const
//Requires: caml_string_of_jsbytes
function z_to_string(x) { return caml_string_of_jsbytes(x.toString()); }

//Provides: z_add const
function z_add(a, b) { return a + b; }

//Provides: z_sub const
function z_sub(a, b) { return a - b; }

//Provides: z_neg const
function z_neg(a) { return -a; }

// Multiplications are counted, so that a page can say that the check goes on.
//Provides: z_done
var z_done = { count: 0, said: 0 };

//Provides: z_mul
//Requires: z_done
function z_mul(a, b) {
  z_done.count += 1;
  if (z_done.count % 64 === 0 && Date.now() - z_done.said > 200) {
    z_done.said = Date.now();
    if (globalThis.checker_progress) globalThis.checker_progress(z_done.count);
  }
  return a * b;
}

//Provides: z_fdiv const
//Requires: z_zero
function z_fdiv(a, b) {
  var q = a / b;
  return a % b !== z_zero && (a < z_zero) !== (b < z_zero) ? q - BigInt(1) : q;
}

//Provides: z_shift_left const
function z_shift_left(x, n) { return x << BigInt(n); }

//Provides: z_shift_right const
function z_shift_right(x, n) { return x >> BigInt(n); }

//Provides: z_sign const
//Requires: z_zero
function z_sign(x) { return x > z_zero ? 1 : x < z_zero ? -1 : 0; }

//Provides: z_lt const
function z_lt(a, b) { return a < b ? 1 : 0; }

//Provides: z_leq const
function z_leq(a, b) { return a <= b ? 1 : 0; }

//Provides: z_equal const
function z_equal(a, b) { return a === b ? 1 : 0; }

//Provides: z_numbits const
//Requires: z_zero
function z_numbits(x) {
  if (x === z_zero) return 0;
  var digits = (x < z_zero ? -x : x).toString(16);
  return 4 * digits.length - Math.clz32(parseInt(digits.charAt(0), 16)) + 28;
}
