//! Measures the drawing time of the tests' sample charts by the wall clock, which is processor time while the single
//! thread does not wait: `cargo run --release --package iogram-charts --example drawing-speed -- [ROUNDS]`.

#[path = "../tests/charts/samples.rs"]
mod samples;

use std::error::Error;
use std::time::{Duration, Instant};

use iogram_charts::{Painter, Theme};

#[expect(clippy::disallowed_methods, reason = "it is here to read the clock")]
fn now() -> Instant {
    Instant::now()
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(3), |it| it.parse::<u32>())?;
    let began = now();
    for _ in 0..rounds {
        drop(Painter::new()?);
    }
    say("a start", began.elapsed() / rounds);
    let painter = Painter::new()?;
    let samples = samples::samples();
    let (mut all, mut drawn) = (Duration::ZERO, 0);
    for (name, spec) in &samples {
        let mut fastest = Duration::MAX;
        for _ in 0..rounds {
            let began = now();
            painter.svg(spec, 900, Theme::Light)?;
            let took = began.elapsed();
            fastest = fastest.min(took);
            all += took;
            drawn += 1;
        }
        say(name, fastest);
    }
    say("an SVG on average", all / drawn);
    let began = now();
    for (_, spec) in &samples {
        let svg = painter.svg(spec, 900, Theme::Light)?;
        painter.png(&svg, 2, spec)?;
    }
    say("an SVG with its PNG on average", began.elapsed() / u32::try_from(samples.len())?);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn say(what: &str, took: Duration) {
    println!("{:9.2} ms  {what}", took.as_secs_f64() * 1e3);
}
