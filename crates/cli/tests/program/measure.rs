//! `iogram measure`: every option has its documented effect, as far as that is exact by construction.

use iogram_model::{Bytes, Caching, CellRecord, IoPath, Loop, OpRecord};

use crate::common::{MIB, Room};

const BLOCK: u64 = 4096;

/// The only cell of a measurement in a small test file.
#[track_caller]
fn cell(room: &Room, options: &str) -> CellRecord {
    let run = room.measure(&format!(". --size 4MiB {options}"));
    let [cell] = <[_; 1]>::try_from(run.cells).unwrap();
    assert_eq!(cell.state, iogram_model::CellState::Completed, "{options}");
    cell
}

/// (requests, bytes); zeros for a kind that did not occur.
fn moved(operation: Option<&OpRecord>) -> (u64, u64) {
    operation.map_or((0, 0), |operation| (operation.count, operation.bytes))
}

fn reads(cell: &CellRecord) -> (u64, u64) {
    moved(cell.operations.read.as_ref())
}

fn writes(cell: &CellRecord) -> (u64, u64) {
    moved(cell.operations.write.as_ref())
}

fn flushes(cell: &CellRecord) -> u64 {
    moved(cell.operations.flush.as_ref()).0
}

/// Writes into a file of holes; returns the blocks with data afterwards.
#[track_caller]
fn written_blocks(options: &str) -> Vec<u64> {
    let room = Room::new();
    let path = room.holes("file", 8 * MIB);
    room.measure(&format!("file --read 0% {options}"));
    let content = std::fs::read(path).unwrap();
    assert_eq!(content.len() as u64, 8 * MIB, "{options}: the file keeps its size");
    let blocks = (0_u64..).zip(content.chunks(4096));
    blocks.filter(|(_, block)| block.iter().any(|&byte| byte != 0)).map(|(at, _)| at).collect()
}

#[test]
fn amounts_and_counts_are_exact() {
    let room = Room::new();
    let check = |options: &str, expected: (u64, u64)| {
        assert_eq!(reads(&cell(&room, options)), expected, "{options}");
    };
    check("--access seq --block 1MiB --amount 8MiB", (8, 8 * MIB));
    check("--access seq --block 1MiB --amount 8500KiB --depth 4", (8, 8 * MIB));
    check("--block 4KiB --count 777 --depth 8 --jobs 2", (777, 777 * BLOCK));
    check("--access permutation --amount 4MiB", (1024, 4 * MIB));
    check("--access zoned --count 300", (300, 300 * BLOCK));
    check("--access zoned=90/10:10/90 --count 300", (300, 300 * BLOCK));
    check("--access zipf=1.2 --count 300", (300, 300 * BLOCK));
    check("--access strided=1MiB --count 300", (300, 300 * BLOCK));
    check("--buffered --block 2300B --amount 1MB", (434, 434 * 2300));
    check("--amount 1MiB --count 10", (10, 10 * BLOCK));
}

#[test]
fn each_pattern_touches_the_blocks_that_it_says() {
    let whole: Vec<u64> = (0..2048).collect();
    assert_eq!(written_blocks("--access permutation --amount 8MiB --depth 4"), whole);
    assert_eq!(written_blocks("--access seq --block 64KiB --amount 8MiB"), whole);
    assert_eq!(written_blocks("--access seq --count 5"), [0, 1, 2, 3, 4]);
    let every_mebibyte: Vec<u64> = (0..8).map(|mebibyte| mebibyte * 256).collect();
    assert_eq!(written_blocks("--access strided=1MiB --count 8"), every_mebibyte);
    let second_quarter: Vec<u64> = (512..1024).collect();
    let region = "--access permutation --amount 2MiB --region";
    assert_eq!(written_blocks(&format!("{region} 25%..50%")), second_quarter);
    assert_eq!(written_blocks(&format!("{region} 2MiB..4MiB --jobs 2")), second_quarter);
    assert_eq!(written_blocks("--access seq --count 2 --region 7MiB.."), [1792, 1793]);
}

#[test]
fn random_patterns_stay_inside_their_region() {
    for access in ["random", "zoned", "zipf", "zipf=0.5"] {
        let found =
            written_blocks(&format!("--access {access} --count 200 --region 1MiB..50%"));
        assert!(!found.is_empty(), "{access}");
        assert!(found.iter().all(|block| (256..1024).contains(block)), "{access}: {found:?}");
    }
}

#[test]
fn mixes_add_up() {
    let room = Room::new();
    let mixed = cell(&room, "--read 70% --count 1000 --depth 4");
    let ((reads_made, _), (writes_made, _)) = (reads(&mixed), writes(&mixed));
    assert_eq!(reads_made + writes_made, 1000);
    assert!(reads_made > writes_made && writes_made > 0, "{reads_made} and {writes_made}");
    let flushed = cell(&room, "--read 50% --flush 10% --count 1000");
    let total = reads(&flushed).0 + writes(&flushed).0 + flushes(&flushed);
    assert!(total == 1000 && flushes(&flushed) > 0, "{total}, {}", flushes(&flushed));
    let blocks = cell(&room, "--block 4KiB:70,64KiB:30 --count 500");
    let (count, bytes) = reads(&blocks);
    let large = (bytes - count * BLOCK) / (15 * BLOCK);
    assert_eq!(bytes, (count - large) * BLOCK + large * 16 * BLOCK);
    assert!(large > 0 && large < count / 2, "{large} of {count}");
}

#[test]
fn the_same_seed_asks_for_the_same_requests() {
    let of = |seed: &str| written_blocks(&format!("--count 100 --access random --seed {seed}"));
    assert_eq!(of("7"), of("7"));
    assert_ne!(of("7"), of("8"));
}

#[test]
fn flushes_come_as_often_as_asked() {
    let room = Room::new();
    let check = |sync: &str, expected: u64| {
        let cell = cell(&room, &format!("--read 0% --count 100 --sync {sync}"));
        assert_eq!((writes(&cell).0, flushes(&cell)), (100, expected), "{sync}");
        assert_eq!(cell.operations.flush.is_some(), expected > 0, "{sync}");
    };
    check("none", 0);
    check("each", 100);
    check("each --sync-call fsync", 100);
    check("every=10", 10);
    check("every=30", 3);
    check("end", 1);
    check("dsync", 0);
}

#[test]
fn several_jobs_share_the_work_and_are_recorded_one_by_one() {
    let room = Room::new();
    for layout in ["shared", "sliced"] {
        let options = format!("--count 600 --depth 3 --jobs 4 --layout {layout}");
        let cell = cell(&room, &options);
        assert_eq!(reads(&cell).0, 600, "{layout}");
        assert_eq!(cell.engine.depth_asked, 12, "{layout}");
        // One thread per job with a ring, one per request without.
        let threads = if cell.engine.path == IoPath::Sync { 12 } else { 4 };
        assert_eq!(cell.engine.submitters.len(), threads, "{layout}");
    }
}

#[test]
fn a_deep_queue_on_a_slow_card_is_waited_for() {
    let room = Room::new();
    // A write takes up to 1.5 s: the last of 512 completes after 92 s, in its turn.
    let run =
        room.measure("sim:s0-kodak-64g --read 0% --depth 32 --jobs 16 --time 5s --seed 1");
    let cell = &run.cells[0];
    assert_eq!(cell.state, iogram_model::CellState::Completed, "{:?}", cell.warnings);
    let slowest = cell.operations.write.as_ref().unwrap().latency_ns.max;
    assert!(slowest > 60_000_000_000, "{slowest} ns");
}

#[test]
fn a_rate_makes_an_open_loop() {
    let room = Room::new();
    let check = |options: &str, expected: Loop| {
        let cell = cell(&room, &format!("--count 50 {options}"));
        assert_eq!((cell.engine.pacing, reads(&cell).0), (expected, 50), "{options}");
    };
    check("", Loop::Closed);
    check("--rate 5000/s", Loop::Open);
    check("--rate 5000/s,poisson --depth 4", Loop::Open);
}

#[test]
fn what_is_written_is_what_was_asked_for() {
    let content = |data: &str| {
        let room = Room::new();
        let path = room.holes("file", MIB);
        room.measure(&format!("file --read 0% --access seq --amount 1MiB --data {data}"));
        std::fs::read(path).unwrap()
    };
    assert!(content("zeros").iter().all(|&byte| byte == 0));
    let random = content("random");
    let mut blocks: Vec<&[u8]> = random.chunks(512).collect();
    blocks.sort_unstable();
    blocks.dedup();
    assert_eq!(blocks.len(), 2048, "no 512 bytes repeat");
    for (at, sector) in content("compress=50%").chunks(512).enumerate() {
        let zeros = sector.iter().filter(|&&byte| byte == 0).count();
        // The random half has a zero in 256 bytes now and then.
        assert!((256..280).contains(&zeros), "sector {at} has {zeros} zeros");
    }
}

#[test]
fn the_page_cache_is_used_as_asked() {
    let room = Room::new();
    let caching =
        |options: &str| cell(&room, &format!("--count 20 {options}")).workload.caching;
    assert_eq!(caching("--buffered"), Caching::Buffered);
    assert_eq!(caching("--buffered-cold"), Caching::BufferedCold);
    let default = caching("");
    assert_eq!(caching("--direct"), default);
    // If the file system has no direct I/O, the nearest mode is used.
    assert!(matches!(default, Caching::Direct | Caching::BufferedCold), "{default:?}");
}

#[test]
fn the_path_is_as_asked_and_recorded_with_its_reason() {
    let room = Room::new();
    let sync = cell(&room, "--count 100 --depth 4 --engine sync");
    assert_eq!((sync.engine.path, reads(&sync).0), (IoPath::Sync, 100));
    assert!(!sync.engine.path_reason.is_empty());
    let auto = cell(&room, "--count 100");
    assert_eq!(auto.engine.path, IoPath::Sync);
    assert!(auto.engine.path_reason.contains("queue depth 1"), "{}", auto.engine.path_reason);
    let arguments =
        "measure . --size 1MiB --count 100 --engine io_uring --json - -q --no-store";
    let said = room.run(&arguments.split(' ').collect::<Vec<_>>());
    if said.code != Some(0) {
        assert!(said.stderr.contains("io_uring"), "{said:?}");
        return crate::common::lacks(&format!("io_uring is not to be had: {}", said.stderr));
    }
    let run: iogram_model::Run = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(run.cells[0].engine.path, IoPath::IoUring);
    assert_eq!(reads(&run.cells[0]).0, 100);
}

#[test]
fn a_size_decides_what_is_worked_on() {
    let room = Room::new();
    let data: Vec<u8> = (0..4 * MIB).map(|at| u8::try_from(at % 251).unwrap()).collect();
    let path = room.write("file", &data);
    let run = room.measure("file --size 1MiB --access permutation --amount 1MiB");
    assert_eq!(run.target.capacity, Bytes::MIB);
    assert_eq!(reads(&run.cells[0]), (256, MIB));
    let run = room.measure("file --access permutation --amount 4MiB");
    assert_eq!((run.target.capacity.0, reads(&run.cells[0]).0), (4 * MIB, 1024));
    assert_eq!(std::fs::read(path).unwrap(), data, "what is read is not changed");
}

#[test]
fn a_time_ends_the_cell_and_the_ramp_is_left_out() {
    let room = Room::new();
    let timed = cell(&room, "--time 50ms --ramp 20ms --name ramped");
    assert_eq!(timed.name, "ramped");
    assert_eq!(timed.workload.stop.time.unwrap().0, 50_000_000);
    assert!(reads(&timed).0 > 0);
    let in_series: u64 =
        timed.series.rows.iter().filter_map(|row| row.read).map(|r| r.count).sum();
    assert!(in_series >= reads(&timed).0, "the series has the ramp, too");
}

#[test]
fn a_block_that_direct_io_cannot_move_is_told_before_anything_is_done() {
    let room = Room::new();
    let said = room.run(&["measure", ".", "--block", "1000B", "--count", "10"]);
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("is not a multiple of the logical block size"), "{said:?}");
    assert!(said.stderr.contains("--buffered"), "{said:?}");
    assert!(!room.store().exists());
}

/// 24 days: more intervals than fit into memory, and more gaps between requests than recorded pauses.
#[test]
fn a_cell_of_weeks_is_kept_and_read_back() {
    let room = Room::new();
    let said = room.succeed(&["measure", "sim:sd-a2", "--time", "580h", "--rate", "1/s"]);
    assert!(!said.stderr.contains("cannot keep"), "{said:?}");
    let [cell] = &room.last_run().cells[..] else { panic!("one cell was measured") };
    assert_eq!(cell.operations.read.as_ref().unwrap().count, 580 * 3600);
    assert!(
        cell.series.rows.len() <= 30_000
            && cell.pauses.as_ref().is_none_or(|it| it.list.is_empty()),
        "{:?}",
        cell.pauses
    );
    room.succeed(&["show", "last", "--full"]);
    room.succeed(&["export", "last", "--format", "json", "--output", "weeks.json"]);
    room.succeed(&["delete", &room.last_run().id]);
    room.succeed(&["import", "run", "weeks.json"]);
    assert_eq!(room.last_run().cells, std::slice::from_ref(cell));
}

#[test]
fn what_preparing_a_drive_took_is_told_beside_the_figures() {
    let room = Room::new();
    let quick =
        "quick sim:usb-stick-2au --seed 1 -q --set size=64MiB --set loops=1 --set time=1s";
    room.succeed(&quick.split(' ').collect::<Vec<_>>());
    let run = room.last_run();
    let [laid] = run.lay_outs.as_slice() else { panic!("{:?}", run.lay_outs) };
    assert_eq!((laid.cells_before_count, laid.size_bytes), (0, 64 << 20));
    assert_eq!(laid.written_bytes, 64 << 20);
    // The stick writes less than 10 MB/s: seconds that are in no figure.
    assert!(laid.elapsed_ns > 5_000_000_000, "{laid:?}");
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(page.contains("64.0 MiB (67.1 MB) written beforehand in"), "{page}");
    // A small file takes too little time for a line.
    let run = room.measure(". --size 1MiB --count 10");
    assert_eq!(run.lay_outs.iter().map(|it| it.written_bytes).sum::<u64>(), 1 << 20);
    assert!(run.cells.iter().all(|cell| cell.operations.write.is_none()), "{:?}", run.cells);
}
