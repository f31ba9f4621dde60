//! Feeds the bytes of a transcript to a sampler of yours. Needs Rust's standard library, and json.rs of ../../readers/rust.
use crate::json::Value;

/// A source of randomness that hands out the bytes of one path, and notes if they are too few.
pub struct Bytes {
    left: std::vec::IntoIter<u8>,
    missing: bool,
}

impl Bytes {
    fn of_hexadecimals(text: &str) -> Bytes {
        let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal digits");
        let bytes: Vec<u8> = (0..text.len()).step_by(2).map(digit).collect();
        Bytes { left: bytes.into_iter(), missing: false }
    }

    /// The next byte, for `fill_bytes`, `next_u32` and the like of your generator. Zero if none is left.
    pub fn byte(&mut self) -> u8 {
        self.left.next().unwrap_or_else(|| {
            self.missing = true;
            0
        })
    }

    /// The number that `getrandbits(bits)` makes of the next bytes, with at most 64 bits.
    pub fn bits(&mut self, bits: u32) -> u64 {
        let size = bits.div_ceil(8);
        let number = (0..size).fold(0u128, |number, _| number << 8 | u128::from(self.byte()));
        (number >> (8 * size - bits)) as u64
    }
}

/// Runs the sampler on each path of an input. Returns how many failed and how many were run. A run fails if its output
/// differs from the transcript, as text, or if it reads more or fewer bytes. Prints the first failures.
pub fn check(path: &str, input: &str, sampler: &dyn Fn(&mut Bytes) -> String, show: usize) -> (usize, usize) {
    let record = Value::parse(&std::fs::read_to_string(path).expect("a file"));
    assert_eq!(record.get("format").expect("a format").text(), "dpexact-transcript/1");
    let runs = record.get("inputs").and_then(|inputs| inputs.get(input)).expect("an input of the transcript").list();
    let mut failed = 0;
    for run in runs {
        let (bytes, output) = (run.get("bytes").unwrap().text(), run.get("output").unwrap().text());
        let mut source = Bytes::of_hexadecimals(bytes);
        let got = sampler(&mut source);
        let left = source.left.len();
        if got != output || source.missing || left > 0 {
            failed += 1;
            if failed <= show {
                let read = if source.missing { "more bytes" } else { "these bytes" };
                println!("  input {input}, bytes {bytes}: expected {output}, got {got} from {read}, {left} left");
            }
        }
    }
    (failed, runs.len())
}
