//! A right sampler, which agrees on every path, and wrong ones, which differ on some:
//! rustc -O --edition 2021 example.rs && ./example paths.json, with a transcript of ../laplace.py for the inputs 0 and 5.

#[path = "../../readers/rust/json.rs"]
mod json;
mod source;

use source::{check, Bytes};

fn size(bytes: &mut Bytes) -> i64 {
    let mut size = 0;
    while bytes.bits(1) == 1 {
        size += 1;
    }
    size
}

fn noisy(bytes: &mut Bytes, count: i64) -> i64 {
    loop {
        let (negative, size) = (bytes.bits(1) == 1, size(bytes));
        if size > 0 || !negative {
            return if negative { count - size } else { count + size };
        }
    }
}

fn with_two_zeros(bytes: &mut Bytes, count: i64) -> i64 {
    let (negative, size) = (bytes.bits(1) == 1, size(bytes));
    if negative { count - size } else { count + size }
}

fn of_the_lowest_bit(bytes: &mut Bytes, count: i64) -> i64 {
    loop {
        let (negative, size) = (bytes.byte() & 1 == 1, size(bytes));
        if size > 0 || !negative {
            return if negative { count - size } else { count + size };
        }
    }
}

fn of_one_side(bytes: &mut Bytes, count: i64) -> i64 {
    (noisy(bytes, count) - count).abs() + count
}

fn main() {
    let path = std::env::args().nth(1).expect("the path of a transcript");
    let samplers: [(bool, &str, fn(&mut Bytes, i64) -> i64); 4] = [
        (true, "as transcribed", noisy),
        (false, "zero with both signs", with_two_zeros),
        (false, "the lowest bit", of_the_lowest_bit),
        (false, "one side", of_one_side),
    ];
    let mut bad = false;
    for (is_right, name, sampler) in samplers {
        let runs = [0, 5].map(|count| check(&path, &count.to_string(), &|bytes| sampler(bytes, count).to_string(), 0));
        let (failed, run) = (runs[0].0 + runs[1].0, runs[0].1 + runs[1].1);
        println!("{} {name}: {failed} of {run} failed", if is_right { "right" } else { "wrong" });
        bad |= (failed > 0) == is_right;
    }
    std::process::exit(i32::from(bad));
}
