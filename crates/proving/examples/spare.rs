//! Accuracy of over-provisioning on random drives: `cargo xtask truth --spare [COUNT [SEED]] [--list KIND
//! [--right]]`.

#![expect(clippy::print_stdout, reason = "a development command prints")]

#[path = "../tests/spare/cases.rs"]
mod cases;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use iogram_model::{MessageId, SpareBasis};
use iogram_proving::{Options, arguments};

use self::cases::{Case, ask, draw};

/// Results for drives of one kind.
#[derive(Default)]
struct Score {
    count: u64,
    errors: Vec<f64>,
    held: u64,
    widths: Vec<f64>,
    reasons: BTreeMap<MessageId, u64>,
}

fn main() -> ExitCode {
    let options = match Options::read("truth --spare", &arguments()) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let cases = sweep(options.seed..options.seed + options.count);
    let mut scores: BTreeMap<(&str, &str), Score> = BTreeMap::new();
    for case in &cases {
        let basis = match case.found.basis {
            SpareBasis::Counters => "counters",
            _ => "rates",
        };
        let is_listed =
            options.listed.as_ref().is_some_and(|it| case.kind.contains(it.as_str()));
        if is_listed && (options.is_all || case.error().is_none_or(|it| it > 0.1)) {
            println!(
                "{} {} {basis}: truth {:.4}, {:?}",
                case.kind, case.seed, case.truth, case.found
            );
            if options.count == 1 {
                println!("{}", draw(case.seed).1);
            }
        }
        let score = scores.entry((case.kind, basis)).or_default();
        score.count += 1;
        score.errors.extend(case.error());
        score.held += u64::from(case.is_held() == Some(true));
        let range = case.found.low_ratio.zip(case.found.high_ratio);
        score.widths.extend(range.map(|(low, high)| high / low - 1.0));
        if let Some(reason) = &case.found.reason {
            *score.reasons.entry(reason.id).or_default() += 1;
        }
    }
    println!(
        "| drives | from | cases | told | within 10 % | range holds it | error, median, 90 %, most | range, median | not told |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for ((kind, basis), mut score) in scores {
        let told = score.errors.len();
        let near = score.errors.iter().filter(|it| **it <= 0.1).count();
        let reasons: Vec<String> =
            score.reasons.iter().map(|(id, count)| format!("{} {count}", id.name())).collect();
        println!(
            "| {kind} | {basis} | {} | {told} | {near} | {} | {:.1}, {:.1}, {:.1} % | {:.0} % | {} |",
            score.count,
            score.held,
            quantile(&mut score.errors, 0.5) * 100.0,
            quantile(&mut score.errors, 0.9) * 100.0,
            quantile(&mut score.errors, 1.0) * 100.0,
            quantile(&mut score.widths, 0.5) * 100.0,
            reasons.join(", ")
        );
    }
    ExitCode::SUCCESS
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into a few thousand values"
)]
fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len().saturating_sub(1)) as f64 * share;
    values.get(index.round() as usize).copied().unwrap_or(f64::NAN)
}

fn sweep(seeds: std::ops::Range<u64>) -> Vec<Case> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, cases) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let case = ask(seed);
                    cases.lock().expect("no thread panics with it").push(case);
                }
            });
        }
    });
    let mut cases = cases.into_inner().expect("no thread panics with it");
    cases.sort_by_key(|case| case.seed);
    cases
}
