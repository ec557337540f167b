//! Speed of the simulator: `cargo run --release -p iogram-sim --example speed -- sequential`.
//!
//! Prints wall and processor time of this machine; `docs/journal` has the figures and their conditions.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use iogram_engine::{Request, Target};
use iogram_model::{DataPattern, Nanos, OpKind};
use iogram_sim::{SimDrive, SimSpec};

const DEPTH: u32 = 32;

fn drive(capacity: &str, over_provisioning: &str) -> SimDrive {
    let text = format!(
        "name = \"speed\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"{capacity}\"\n\
         link = {{ in_flight = 64, rate = \"3.5GB/s\", command_overhead = \"5us\" }}\n\
         cache = {{ size = \"8MiB\", write_time = \"2us\" }}\n\
         [media.page]\nunit = \"4KiB\"\npage_size = \"16KiB\"\nplanes = 4\ndies = 16\n\
         block_pages = 256\nover_provisioning = \"{over_provisioning}\"\n\
         read_time = \"50us\"\nprogram_time = \"500us\"\nerase_time = \"3ms\""
    );
    SimDrive::new(SimSpec::parse(&text).expect("a description"), 1).expect("a drive")
}

/// Duration in seconds, by the clock and of the processor.
#[derive(Debug, Clone, Copy)]
struct Took {
    wall: f64,
    cpu: f64,
}

/// Processor time of this process; 0 if the kernel does not report it. Its resolution is 10 ms.
#[expect(clippy::disallowed_methods, reason = "measures this program, not a drive")]
fn cpu_seconds() -> f64 {
    // Source: proc_pid_stat(5): user and system time are the 12th and 13th field after the name.
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|it| it.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Keeps `DEPTH` writes in flight until `count` have completed.
#[expect(clippy::disallowed_methods, reason = "measures this program, not a drive")]
fn write(
    drive: &mut SimDrive,
    count: u64,
    length: u32,
    mut offset: impl FnMut(u64) -> u64,
) -> Took {
    let (start, cpu) = (std::time::Instant::now(), cpu_seconds());
    let mut free: Vec<u32> = (0..DEPTH).collect();
    let (mut batch, mut done) = (Vec::new(), Vec::new());
    let mut issued = 0;
    while issued < count || free.len() < DEPTH as usize {
        batch.clear();
        while issued < count
            && let Some(slot) = free.pop()
        {
            batch.push(Request {
                slot,
                length,
                offset: offset(issued),
                salt: issued,
                data: DataPattern::Random,
                kind: OpKind::Write,
                is_fua: false,
                is_full_sync: false,
            });
            issued += 1;
        }
        drive.submit(&batch).expect("a simulated drive takes requests");
        drive.reap(&mut done, Nanos(u64::MAX)).expect("a simulated drive answers");
        free.extend(done.drain(..).map(|completion| completion.slot));
    }
    Took { wall: start.elapsed().as_secs_f64(), cpu: cpu_seconds() - cpu }
}

#[expect(clippy::cast_precision_loss, reason = "printed with three digits")]
fn report(what: &str, count: u64, took: Took, drive: &mut SimDrive) {
    let Took { wall, cpu } = took;
    let truth = drive.truth();
    println!(
        "{what}: {wall:.2} s, {:.2} million I/Os per second, {cpu:.2} s of CPU time, {:.2} million \
         I/Os per second of CPU time, write amplification {:?} permille, {} of virtual time, log {}",
        count as f64 / wall / 1e6,
        count as f64 / cpu / 1e6,
        truth.write_amplification_permille,
        drive.now(),
        truth.log_hash,
    );
}

/// 1 TB of sequential 128 KiB writes.
fn sequential() {
    let mut drive = drive("1TB", "7%");
    let count = 1_000_000_000_000 / (128 << 10);
    let took = write(&mut drive, count, 128 << 10, |index| index * (128 << 10));
    report("1 TB sequential at 128 KiB", count, took, &mut drive);
}

/// Random 4 KiB on 64 GiB: four times the capacity on a blank drive, then once more.
fn random(over_provisioning: &str) {
    let mut drive = drive("64GiB", over_provisioning);
    let blocks = (64 << 30) / 4096;
    let mut rng = iogram_engine::Rng::new(1, 1);
    for (what, count) in [("4 x 64 GiB", 4 * blocks), ("64 GiB more", blocks)] {
        let took = write(&mut drive, count, 4096, |_| rng.below(blocks) * 4096);
        let what = format!("{what} random at 4 KiB, over-provisioning {over_provisioning}");
        report(&what, count, took, &mut drive);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["sequential"] => sequential(),
        ["random", over_provisioning] => random(over_provisioning),
        _ => eprintln!("usage: speed sequential | random OVER_PROVISIONING, such as 7%"),
    }
}
