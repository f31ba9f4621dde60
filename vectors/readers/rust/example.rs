//! Right functions, at which every test passes, and wrong ones, at which some test fails:
//! rustc -O --edition 2021 example.rs && ./example ../..

mod json;
mod reader;

use reader::{check, Given};

fn laplace(p: &Given, delta: fn(f64) -> f64) -> Option<f64> {
    if p.number("rate").is_some() {
        return None;
    }
    Some(delta((p.number("epsilon")? - p.number("sensitivity")? / p.number("scale")?) / 2.0).max(0.0))
}

fn classical(p: &Given) -> Option<f64> {
    let (epsilon, delta) = (p.number("epsilon")?, p.number("delta")?);
    let sigma = p.number("sensitivity")? * (2.0 * (1.25 / delta).ln()).sqrt() / epsilon;
    (epsilon > 0.0 && delta > 0.0).then_some(sigma)
}

fn basic(p: &Given) -> Option<f64> {
    Some(p.number("epsilon")? * p.number("count")?)
}

fn simple(p: &Given) -> Option<f64> {
    let (rho, delta) = (p.number("rho")?, p.number("delta")?);
    Some(if rho == 0.0 { 0.0 } else { rho + 2.0 * (rho * -delta.ln()).sqrt() })
}

fn zcdp(p: &Given) -> Option<f64> {
    let (rho, delta) = (p.number("rho")?, p.number("delta")?);
    if p.word("conversion") == "simple" || rho == 0.0 || delta == 0.0 {
        return simple(p);
    }
    let (mut low, mut high, mut x) = (0.0, (-delta.ln() / rho).sqrt(), 0.0_f64);
    for _ in 0..200 {
        x = (low + high) / 2.0;
        if rho * x * x + x.ln_1p() + delta.ln() > 0.0 { high = x } else { low = x }
    }
    Some((rho * (1.0 + x) - (delta.ln() + x.ln_1p()) / x + (x / (1.0 + x)).ln()).max(0.0))
}

fn threshold(p: &Given, comparison: &str) -> Option<f64> {
    let (decay, threshold) = (p.number("decay")?, p.number("threshold")?);
    let first = if comparison == ">" { threshold.floor() } else { threshold.ceil() - 1.0 };
    let tail = (-decay * first.max(1.0 - first)).exp() / (1.0 + (-decay).exp());
    Some(if first > 0.0 { tail } else { 1.0 - tail })
}

fn one_way(given: &Given, first: &str, second: &str) -> bool {
    let (factor, delta) = (given.number("exp_epsilon").unwrap(), given.number("delta").unwrap());
    let pairs = given.numbers(first).into_iter().zip(given.numbers(second));
    pairs.map(|(p, q)| (p - factor * q).max(0.0)).sum::<f64>() <= delta
}

type Law = Box<dyn Fn(&Given) -> Option<f64>>;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or("../..".into());
    let up = |x: f64| if x == 0.0 || x.is_infinite() { x } else { f64::from_bits(x.to_bits() + 1) };
    let cases: Vec<(bool, &str, &str, Law, f64, &str)> = vec![
        (true, "laplace.delta", "expm1", Box::new(|p| laplace(p, |x| -x.exp_m1())), 1e-9, ""),
        (false, "laplace.delta", "1 - exp", Box::new(|p| laplace(p, |x| 1.0 - x.exp())), 1e-9, ""),
        (false, "gaussian.sigma", "the classical formula", Box::new(classical), f64::INFINITY, "larger"),
        (true, "composition.basic_epsilon", "rounded up", Box::new(move |p| basic(p).map(up)), 1e-9, "larger"),
        (false, "composition.basic_epsilon", "rounded to nearest", Box::new(basic), 1e-9, "larger"),
        (true, "zcdp.epsilon", "both conversions", Box::new(zcdp), 1e-6, ""),
        (false, "zcdp.epsilon", "always the simple conversion", Box::new(simple), 1e-6, ""),
        (false, "zcdp.epsilon", "1e9 for infinity", Box::new(|p| zcdp(p).map(|x| x.min(1e9))), 1e-6, ""),
        (false, "zcdp.epsilon", "NaN for infinity", Box::new(|p| zcdp(p).map(|x| x + 0.0 * x)), 1e-6, ""),
        (true, "discrete_laplace.threshold", "> and >=", Box::new(|p| threshold(p, p.word("comparison"))), 1e-9, ""),
        (false, "discrete_laplace.threshold", "> for >=", Box::new(|p| threshold(p, ">")), 1e-9, ""),
        (true, "privacy.verdict", "both directions",
            Box::new(|g| Some(f64::from(one_way(g, "p", "q") && one_way(g, "q", "p")))), 0.0, ""),
        (false, "privacy.verdict", "one direction", Box::new(|g| Some(f64::from(one_way(g, "p", "q")))), 0.0, ""),
    ];
    let mut bad = false;
    for (is_right, family, name, f, rel, safe) in cases {
        let (failed, asked) = check(&format!("{folder}/{family}.json"), &*f, rel, safe, 0);
        println!("{} {family}, {name}: {failed} of {asked} failed", if is_right { "right" } else { "wrong" });
        bad |= (failed > 0) == is_right;
    }
    std::process::exit(i32::from(bad));
}
