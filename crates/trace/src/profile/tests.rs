use iogram_model::OpKind;

use super::ProfileMaker;
use crate::names::{NameId, Names};
use crate::request::TraceRequest;

fn request(
    at_ns: u64,
    kind: OpKind,
    (offset, length): (u64, u32),
    took_ns: u64,
) -> TraceRequest {
    TraceRequest {
        issued_ns: at_ns,
        kind,
        is_fua: false,
        offset,
        length,
        latency_ns: Some(took_ns),
        process: NameId::UNKNOWN,
    }
}

#[test]
fn a_workload_is_described_as_it_was_made() {
    let mut maker = ProfileMaker::new();
    // Two interleaved streams of 8 KiB reads, then a write of one of these pages, a flush, a gap, a write elsewhere.
    for step in 0..8 {
        let stream = step % 2 * (1 << 20) + step / 2 * 8192;
        maker.add(&request(step * 1_000, OpKind::Read, (stream, 8192), 2_000));
    }
    maker.add(&request(20_000, OpKind::Write, (4096, 4096), 10_000));
    maker.add(&request(30_000, OpKind::Flush, (0, 0), 5_000));
    maker.add(&request(100_000_000, OpKind::Write, (8 << 20, 4096), 10_000));
    maker.add(&request(100_001_000, OpKind::Read, (8 << 20, 512), 1_000));
    let profile = maker.finish(&Names::default());
    let reads = profile.of(OpKind::Read);
    assert_eq!((reads.count, reads.sequential_count), (9, 6), "the streams begin once each");
    assert_eq!(reads.sizes.by_count(), [(8192, 8), (512, 1)]);
    assert_eq!(profile.of(OpKind::Write).sequential_count, 0);
    assert_eq!(profile.working_set_bytes, 2 * 32_768 + 4096);
    assert_eq!(
        profile.read_first_bytes,
        2 * 32_768,
        "what was written first is not among them"
    );
    assert_eq!(profile.alignment_bytes, Some(512));
    assert_eq!((profile.gaps.count, profile.gaps.total_ns), (1, 99_970_000));
    assert_eq!(profile.duration_ns, 100_010_000);
    assert_eq!(profile.end, (8 << 20) + 4096);
    // 0 to 9 us with reads, 20 to 35 us with a write and a flush, 10 us with the last write.
    assert_eq!(profile.busy_ns, Some(9_000 + 15_000 + 10_000));
    assert_eq!(profile.depth_max, Some(2));
    assert_eq!(profile.depth_mean_milli, Some((16 + 10 + 5 + 10 + 1) * 1_000 / 34));
}

#[test]
fn without_latencies_nothing_is_said_of_depth() {
    let mut maker = ProfileMaker::new();
    maker.add(&TraceRequest { latency_ns: None, ..request(0, OpKind::Read, (0, 512), 0) });
    let profile = maker.finish(&Names::default());
    assert_eq!(
        (profile.busy_ns, profile.depth_max, profile.depth_mean_milli),
        (None, None, None)
    );
    assert_eq!(ProfileMaker::new().finish(&Names::default()).busy_ns, None);
}
