//! Runs a family of vectors against a function of yours. Needs Rust's standard library, and json.rs beside it.
use crate::json::Value;

const LEAST: f64 = 1e-323; // two steps of the smallest doubles, which no relative error allows

/// The parameters of a test. The decimals are read as the very doubles.
pub struct Given<'a>(pub &'a Value);

impl Given<'_> {
    /// A double, or None if there is no such parameter.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).map(double)
    }

    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.0.get(name).map_or(Vec::new(), |list| list.list().iter().map(double).collect())
    }

    pub fn word(&self, name: &str) -> &str {
        self.0.get(name).and_then(|value| value.get("text")).map_or("", Value::text)
    }
}

fn double(value: &Value) -> f64 {
    value.get("decimal").expect("a decimal").text().parse().expect("a double")
}

/// Whether an answer is right; safe is "larger" or "smaller" if you promise that side, else "".
fn is_right(test: &Value, got: f64, rel: f64, safe: &str) -> bool {
    if let Some(result) = test.get("result") {
        return got == f64::from(result.text() == "holds");
    }
    let (lower, upper) = (double(&test.get("lower").unwrap()), double(&test.get("upper").unwrap()));
    let near = got.max(lower).min(upper);
    let is_safe = (safe != "larger" || got >= upper) && (safe != "smaller" || got <= lower);
    is_safe && !got.is_nan() && (got == near || near.is_finite() && !((got - near).abs() > rel * near.abs() + LEAST))
}

/// Asks f at each test, which returns None to skip it. Returns how many failed, and how many were asked.
pub fn check(path: &str, f: &dyn Fn(&Given) -> Option<f64>, rel: f64, safe: &str, show: usize) -> (usize, usize) {
    let family = Value::parse(&std::fs::read_to_string(path).expect("a file"));
    let (mut failed, mut asked) = (0, 0);
    for test in family.get("tests").expect("tests").list() {
        let Some(got) = f(&Given(test.get("parameters").expect("parameters"))) else { continue };
        asked += 1;
        if is_right(test, got, rel, safe) {
            continue;
        }
        failed += 1;
        if failed <= show {
            println!("  {}: got {got:e}, {:?}", test.get("id").unwrap().text(), test.get("upper").or(test.get("result")));
            for flag in test.get("flags").unwrap().list() {
                if let Some(note) = family.get("notes").and_then(|notes| notes.get(flag.text())) {
                    println!("    {}: {}", flag.text(), note.get("description").unwrap().text());
                }
            }
        }
    }
    (failed, asked)
}
