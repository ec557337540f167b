//! The engine's cost on a target that does nothing, without the rest of the program around it.
//!
//! For a comparison before and after a change, with only minutes of compiling: `cargo run --release -p iogram-device
//! --example floor -- DEPTH SECONDS`.

#![expect(clippy::print_stdout, reason = "an example: what it finds is what it prints")]

use std::error::Error;

use iogram_device::DriveRig;
use iogram_engine::{Cell, Control, Rig};
use iogram_model::{Nanos, Stop, Workload};

#[expect(clippy::cast_precision_loss, reason = "means")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().ok_or("a queue depth is missing")?.parse()?;
    let seconds: u64 = arguments.next().ok_or("a number of seconds is missing")?.parse()?;
    let stop = Stop { time: Some(Nanos(seconds * Nanos::SECOND.0)), ..Stop::default() };
    let cell = Cell::new("floor", Workload { depth, stop, ..Workload::default() });
    let record = DriveRig::null().run(&cell, &Control::default())?;
    let read = record.operations.read.as_ref().ok_or("nothing was read")?;
    let cpu = record.engine.submitters.iter().filter_map(|it| it.cpu);
    let cpu_ns = cpu.map(|cpu| cpu.user_ns + cpu.system_ns).sum::<u64>() as f64;
    println!(
        "depth {depth}: {:.1} ns of processor time per request, {:.2} million a second, p99.99 {:?} ns, {:?}",
        cpu_ns / read.count as f64,
        read.iops / 1e6,
        read.latency_ns.p9999,
        record.engine.stamping
    );
    Ok(())
}
