//! Anchors: the simulator must reproduce results that can be computed without it.

use crate::support::{drive, random, run, sequence, time};
use iogram_model::OpKind;
use iogram_sim::SimDrive;

const GIB: u64 = 1 << 30;

fn constant(in_flight: u32) -> SimDrive {
    let text = format!(
        "name = \"constant\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"1GiB\"\nlink = {{ in_flight = {in_flight} }}\n\
         [media.latency]\nread = \"100us\"\nwrite = \"20us\""
    );
    drive(&text, 0)
}

#[test]
fn a_constant_latency_at_queue_depth_q_gives_exactly_q_over_latency() {
    for depth in [1, 2, 7, 32, 256] {
        let mut drive = constant(256);
        let count = 1000 * u64::from(depth);
        let elapsed = time(&mut drive, depth, random(OpKind::Read, 0..GIB, 4096, count, 1));
        assert_eq!(elapsed, 1000 * 100_000, "queue depth {depth}");
    }
}

#[test]
fn a_drive_that_takes_one_command_at_a_time_gains_nothing_from_depth() {
    let mut drive = constant(1);
    let mut latencies = Vec::new();
    let elapsed =
        run(&mut drive, 4, random(OpKind::Read, 0..GIB, 4096, 1000, 1), |_, latency| {
            latencies.push(latency.0);
        });
    assert_eq!(elapsed.0, 1000 * 100_000);
    assert_eq!(latencies[..4], [100_000, 200_000, 300_000, 400_000]);
    assert!(latencies[4..].iter().all(|&latency| latency == 400_000));
}

#[test]
fn a_link_limits_the_sum_of_all_transfers() {
    let text = "name = \"link\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
                capacity = \"1GiB\"\nlink = { in_flight = 64, rate = \"1GB/s\" }\n\
                [media.latency]\nread = \"100us\"\nwrite = \"20us\"";
    let mut drive = drive(text, 0);
    // 131,072 bytes need 131,072 ns; the first request also needs its latency.
    let elapsed = time(&mut drive, 32, sequence(OpKind::Read, 0..100 << 17, 1 << 17));
    assert_eq!(elapsed, 100_000 + 100 * 131_072);
}

/// A page-mapped drive without effects of dies: 128 units of 4 KiB in a block.
fn page_mapped(capacity: &str, over_provisioning: &str) -> SimDrive {
    let text = format!(
        "name = \"page\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"{capacity}\"\nlink = {{ in_flight = 64 }}\n\
         [media.page]\nunit = \"4KiB\"\npage_size = \"4KiB\"\nplanes = 1\ndies = 4\n\
         block_pages = 32\nover_provisioning = \"{over_provisioning}\"\n\
         read_time = \"50us\"\nprogram_time = \"500us\"\nerase_time = \"3ms\"\n\
         discard_time = \"0s\""
    );
    drive(&text, 0)
}

#[test]
fn overwriting_in_order_amplifies_nothing() {
    let mut drive = page_mapped("1GiB", "7%");
    for _ in 0..3 {
        time(&mut drive, 1, sequence(OpKind::Write, 0..GIB, 128 << 10));
    }
    assert_eq!(drive.truth().write_amplification_permille, Some(1000));
}

/// The branch of x = w e^w with w >= -1, by Newton's method from above.
fn lambert_w(x: f64) -> f64 {
    let mut w = -0.5_f64;
    for _ in 0..200 {
        let e = w.exp();
        w -= (w * e - x) / (e * (w + 1.0));
    }
    w
}

/// Write amplification of greedy collection under uniform random writes, `alpha` physical units per
/// logical one and `np` units in a block.
///
/// Source: P. Desnoyers, "Analytic Modeling of SSD Write Performance", SYSTOR 2012, equations 4 (the
/// queue-like policy) and 12 (greedy, by the correction for finite blocks).
fn desnoyers_greedy(alpha: f64, np: f64) -> f64 {
    let k = 1.0 + 1.0 / (2.0 * np);
    let a = k * alpha;
    a / (a + lambert_w(-a * (-a).exp())) / k
}

#[test]
fn uniform_random_writes_amplify_as_the_published_model_says() {
    const CAPACITY: u64 = 128 << 20;
    const UNITS: f64 = 32_768.0;
    const BLOCK_UNITS: f64 = 128.0;
    for percent in [7_u32, 10, 15, 20, 28, 40, 50] {
        let mut drive = page_mapped("128MiB", &format!("{percent}%"));
        time(&mut drive, 1, sequence(OpKind::Write, 0..CAPACITY, 128 << 10));
        time(&mut drive, 32, random(OpKind::Write, 0..CAPACITY, 4096, 150_000, 5));
        let before = drive.truth();
        time(&mut drive, 32, random(OpKind::Write, 0..CAPACITY, 4096, 150_000, 6));
        let after = drive.truth();
        let written = |truth: &iogram_sim::SimTruth| {
            (truth.flash_written_bytes.unwrap(), truth.host_written_bytes)
        };
        let ((flash0, host0), (flash1, host1)) = (written(&before), written(&after));
        #[expect(clippy::cast_precision_loss, reason = "a ratio is tested")]
        let simulated = (flash1 - flash0) as f64 / (host1 - host0) as f64;
        // The block that receives collected data counts as over-provisioning, too.
        let alpha = 1.0 + f64::from(percent) / 100.0 + BLOCK_UNITS / UNITS;
        let published = desnoyers_greedy(alpha, BLOCK_UNITS);
        let error = (simulated / published - 1.0).abs();
        assert!(
            error < 0.03,
            "over-provisioning {percent} %: {simulated:.3}, published {published:.3}"
        );
    }
}
