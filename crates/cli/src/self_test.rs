//! `iogram self-test`: iogram's own overhead on this computer.

use std::process::ExitCode;

use iogram_engine::ClockChoice;
use iogram_model::DataPattern;
use iogram_session::{measure_floor, measure_tool};

use crate::args::SelfTestArgs;
use crate::failure::Failure;
use crate::output;

/// `iogram self-test`.
pub(crate) fn self_test(arguments: &SelfTestArgs) -> Result<ExitCode, Failure> {
    let tool = measure_tool(ClockChoice::Auto)?;
    let floor_depth_1 = measure_floor(1)?;
    let generation = measure_generation();
    if arguments.json.is_some() {
        let json = serde_json::json!({
            "version": tool.version,
            "clock": tool.clock,
            "clock_cost_ns": tool.clock_cost_ns,
            "clock_precision_ns": tool.clock_precision_ns,
            "floor_ns": tool.floor_ns,
            "floor_depth_1_ns": floor_depth_1,
            "data_generation_bytes_per_s": generation,
        });
        output::data(&iogram_model::plain_json(format!("{json:#}\n")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let ns =
        |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1} ns"));
    output::data(&format!(
        "clock                     {}, {} a reading, steps of {}\n\
         engine floor at depth 32  {} per request\n\
         engine floor at depth 1   {} per request\n\
         random data               {} on one core\n",
        tool.clock,
        ns(tool.clock_cost_ns),
        ns(tool.clock_precision_ns),
        ns(tool.floor_ns),
        ns(floor_depth_1),
        output::rates().text(Some(generation)),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Bytes of random data per second of one core: the best of several rounds.
#[expect(clippy::cast_precision_loss, reason = "a rate")]
fn measure_generation() -> f64 {
    /// Fits into a core's own cache, like a slot's buffer.
    const BUFFER: usize = 128 << 10;
    const FILLS: u64 = 1024;
    const ROUNDS: u64 = 8;
    let mut buffer = vec![0; BUFFER];
    let mut best = 0.0_f64;
    for round in 0..ROUNDS {
        let begin = iogram_inspect::now();
        for fill in 0..FILLS {
            let salt = iogram_engine::mix(round << 32 | fill);
            iogram_device::fill(std::hint::black_box(&mut buffer), DataPattern::Random, salt);
        }
        let elapsed = (iogram_inspect::now() - begin).as_secs_f64();
        best = best.max((FILLS * BUFFER as u64) as f64 / elapsed);
    }
    best
}
