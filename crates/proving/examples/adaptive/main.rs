//! Tests on random SSDs whether cells that end once their rate is known give the same results as cells of full
//! length: `cargo xtask adaptive [COUNT [SEED [NAME=VALUE..]]]`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a development command prints")]

mod pair;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use self::pair::Pair;

/// Settings of both runs of a drive: small enough to measure hundreds of drives in an hour.
const COMMON: [(&str, &str); 2] = [("threads", "1"), ("depth", "1")];

/// Default number of drives.
const COUNT: u64 = 300;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().map_while(|it| it.parse().ok()).collect();
    let mut common = COMMON.to_vec();
    let mut own = Vec::new();
    for text in &arguments[numbers.len()..] {
        let Some((name, value)) = text.split_once('=') else {
            eprintln!("error: cannot read \"{text}\"");
            eprintln!("hint: adaptive [COUNT [SEED [NAME=VALUE..]]]");
            return ExitCode::from(2);
        };
        match name.strip_prefix("both.") {
            Some(name) => common.push((name, value)),
            None => own.push((name, value)),
        }
    }
    let count = numbers.first().copied().unwrap_or(COUNT);
    let seed = numbers.get(1).copied().unwrap_or(0);
    let pairs = sweep(seed..seed + count, &common, &own);
    println!("{}", summary(&pairs));
    ExitCode::SUCCESS
}

fn sweep(
    seeds: std::ops::Range<u64>,
    common: &[(&str, &str)],
    own: &[(&str, &str)],
) -> Vec<Pair> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, all) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let pair = Pair::of(seed, common, own);
                    println!("{}", line(&pair));
                    all.lock().expect("no thread panics with it").push(pair);
                }
            });
        }
    });
    all.into_inner().expect("no thread panics with it")
}

fn line(pair: &Pair) -> String {
    let (cell, widest) = pair.widest();
    format!(
        "{} {}: {:?} after {} rounds, {:?} after {}; {:+.1} % at \"{cell}\"; {:.0} % of {:.0} s; {} of {} cells ended early",
        pair.seed,
        if pair.is_same() { "same" } else { "OTHER" },
        pair.full.verdict,
        pair.full.rounds,
        pair.adaptive.verdict,
        pair.adaptive.rounds,
        100.0 * widest,
        100.0 * pair.time_ratio(),
        pair.full.seconds,
        pair.adaptive.certain,
        pair.adaptive.cells,
    )
}

#[expect(clippy::cast_precision_loss, reason = "a number of drives")]
fn summary(pairs: &[Pair]) -> String {
    let share = |holds: &dyn Fn(&Pair) -> bool| {
        100.0 * pairs.iter().filter(|pair| holds(pair)).count() as f64
            / pairs.len().max(1) as f64
    };
    let mut times: Vec<f64> = pairs.iter().map(Pair::time_ratio).collect();
    times.sort_by(f64::total_cmp);
    let at =
        |tenths: usize| times.get(times.len() * tenths / 10).map_or(f64::NAN, |it| 100.0 * it);
    let cells: Vec<f64> =
        pairs.iter().flat_map(|pair| pair.differences()).map(|(_, it)| it.abs()).collect();
    let within = cells.iter().filter(|it| **it <= pair::SAME).count() as f64;
    format!(
        "{} drives: same verdict {:.1} %; same verdict and every cell within 3 % {:.1} %; cells within 3 % {:.1} % of {}\n\
         of the drive's time: median {:.1} %, a tenth of the drives above {:.1} %, at most {:.1} %",
        pairs.len(),
        share(&|pair| pair.has_same_verdict()),
        share(&|pair| pair.is_same()),
        100.0 * within / cells.len().max(1) as f64,
        cells.len(),
        at(5),
        at(9),
        times.last().map_or(f64::NAN, |it| 100.0 * it),
    )
}
