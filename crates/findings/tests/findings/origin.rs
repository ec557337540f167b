//! Figures of something that answered in the drive's place: the answer says so first.

use iogram_findings::{analyse, figures_of_run};
use iogram_model::{
    Access, Blocks, Bytes, Caching, CellRecord, Criteria, DiskActivity, Figure,
    FileSystemRecord, MessageId, OpKind, OpMix, OutcomeKind, Permille, Rule, Run, Severity,
    SyncPolicy, UnstoredRecord, UnstoredTeller, WarningCode,
};

use super::common::{cell, run, with};

const MIB: u64 = 1 << 20;

/// Sequential direct reads of 1 MiB.
fn reads(name: &str) -> CellRecord {
    let mut cell = with(cell(name), OpKind::Read, 1_000, 1_000 * MIB);
    cell.workload.mix = OpMix { read: Permille(1000), ..OpMix::default() };
    cell.workload.access = Access::Sequential;
    cell.workload.block = Blocks::one(Bytes(MIB));
    cell.workload.caching = Caching::Direct;
    cell
}

/// The same as writes, with or without a flush at the end.
fn writes(name: &str, caching: Caching, sync: SyncPolicy) -> CellRecord {
    let mut cell = with(cell(name), OpKind::Write, 1_000, 1_000 * MIB);
    cell.workload.access = Access::Sequential;
    cell.workload.block = Blocks::one(Bytes(MIB));
    (cell.workload.caching, cell.workload.sync) = (caching, sync);
    cell
}

fn unstored(cell: CellRecord, share: u64, told_by: UnstoredTeller) -> CellRecord {
    let unstored = UnstoredRecord { unstored_bytes: share, of_bytes: 100, told_by };
    CellRecord { unstored: Some(unstored), ..cell }
}

/// Adds the kernel's counts of requests and bytes of each kind at the device, and of merges.
fn counted(cell: CellRecord, (count, bytes): (u64, u64), merges: u64) -> CellRecord {
    let disk = DiskActivity {
        name: "sdx".to_owned(),
        read_count: count,
        write_count: count,
        read_bytes: bytes,
        write_bytes: bytes,
        read_merge_count: merges,
        ..DiskActivity::default()
    };
    CellRecord { disks: vec![disk], ..cell }
}

fn measured(cells: Vec<CellRecord>) -> Run {
    Run { criteria: Some(Criteria::default()), ..run("A", cells) }
}

/// The statement on the origin in the first line; `None` if there is none.
fn said(run: &Run) -> Option<MessageId> {
    let analysis = analyse(run);
    let answer = analysis.headline.answer;
    let inner = || {
        answer.arguments.get("what").map(|it| match it {
            iogram_model::Argument::Message(message) => message.id,
            other => panic!("{other:?}"),
        })
    };
    match answer.id {
        MessageId::OfNoDrive => inner(),
        MessageId::Merged => Some(MessageId::Merged),
        _ => None,
    }
}

#[track_caller]
fn check(cell: CellRecord, expected: Option<MessageId>) {
    let run = measured(vec![cell]);
    assert_eq!(said(&run), expected);
    let warned = analyse(&run).warnings.iter().any(|it| it.code == WarningCode::OfNoDrive);
    assert_eq!(warned, expected.is_some());
    let figures = figures_of_run(&run, None);
    assert_eq!(figures.is_empty(), expected.is_some_and(|id| id != MessageId::Merged));
}

#[test]
fn blocks_never_written_are_said_to_be_before_their_rate() {
    use UnstoredTeller::{Drive, FileSystem};
    check(unstored(reads("r"), 100, Drive), Some(MessageId::IsUnstored));
    check(unstored(reads("r"), 100, FileSystem), Some(MessageId::IsUnstored));
    check(unstored(reads("r"), 100, UnstoredTeller::Contents), Some(MessageId::IsZeros));
    // A part is enough to decide the figure.
    check(unstored(reads("r"), 30, Drive), Some(MessageId::IsUnstored));
    check(unstored(reads("r"), 2, Drive), None);
    // A drive with data in some regions; single blocks of zeros may be written ones.
    check(unstored(reads("r"), 50, UnstoredTeller::Contents), Some(MessageId::IsZerosInPart));
    check(unstored(reads("r"), 15, UnstoredTeller::Contents), None);
    check(reads("r"), None);
}

#[test]
fn reads_of_a_drive_that_holds_a_part_are_told_first_beside_writes_that_are_its_own() {
    let write = || writes("w", Caching::Direct, SyncPolicy::None);
    let half = || unstored(reads("r"), 50, UnstoredTeller::Contents);
    let answer = |cells: Vec<CellRecord>| {
        let headline = analyse(&measured(cells)).headline;
        (headline.severity, headline.answer)
    };
    let (severity, said) = answer(vec![half(), write()]);
    assert_eq!((severity, said.id), (Severity::Caution, MessageId::ReadsOfNothing));
    assert_eq!(said.arguments["count"], iogram_model::Argument::Count(1));
    assert_eq!(said.arguments["all"], iogram_model::Argument::Count(1));
    // If other cells read the drive, their figure is the answer.
    assert_ne!(answer(vec![half(), reads("r2"), write()]).1.id, MessageId::ReadsOfNothing);
    assert_ne!(answer(vec![reads("r"), write()]).1.id, MessageId::ReadsOfNothing);
    assert_eq!(answer(vec![half()]).1.id, MessageId::OfNoDrive);
}

#[test]
fn a_file_whose_read_part_was_stored_is_told_by_the_counter_of_the_device() {
    let half = unstored(reads("r"), 60, UnstoredTeller::FileSystem);
    check(counted(half.clone(), (1_000, 1_000 * MIB), 0), None);
    check(counted(half, (400, 400 * MIB), 0), Some(MessageId::IsUnstored));
}

#[test]
fn what_waits_in_the_page_cache_is_no_figure_of_the_drive() {
    use {Caching::Buffered, SyncPolicy as Sync};
    let open = || writes("w", Buffered, Sync::None);
    check(open(), Some(MessageId::IsPageCacheUnflushed));
    check(counted(open(), (16, 16 * MIB), 0), Some(MessageId::IsPageCache));
    // The cell was long enough for nearly all of it to arrive.
    check(counted(open(), (950, 950 * MIB), 0), None);
    check(writes("w", Buffered, Sync::End), None);
    // The same pages again and again: a flush at the end writes them only once.
    let again = counted(writes("w", Buffered, Sync::End), (64, 64 * MIB), 0);
    check(again, Some(MessageId::IsPageCache));
    let warm = CellRecord { workload: open().workload, ..reads("r") };
    check(counted(warm, (1, MIB), 0), Some(MessageId::IsPageCache));
    check(writes("w", Caching::Direct, Sync::None), None);
    let compressed = counted(writes("w", Caching::Direct, Sync::None), (9, 9 * MIB), 0);
    check(compressed, Some(MessageId::IsAnsweredBefore));
}

#[test]
fn a_file_system_on_several_drives_is_not_taken_for_the_page_cache() {
    let half = || counted(writes("w", Caching::Buffered, SyncPolicy::End), (500, 500 * MIB), 0);
    let mut run = measured(vec![half()]);
    assert_eq!(said(&run), Some(MessageId::IsPageCache));
    run.conditions.file_system = Some(file_system("btrfs", false));
    assert_eq!(said(&run), None);
}

#[test]
fn requests_that_the_kernel_joined_are_counted_before_their_rate() {
    check(counted(reads("r"), (190, 1_000 * MIB), 810), Some(MessageId::Merged));
    check(counted(reads("r"), (1_000, 1_000 * MIB), 0), None);
    // Large requests are split, which is not a merge.
    check(counted(reads("r"), (2_000, 1_000 * MIB), 0), None);
}

fn file_system(kind: &str, is_memory: bool) -> FileSystemRecord {
    FileSystemRecord {
        kind: kind.to_owned(),
        mount_point: "/place".to_owned(),
        options: String::new(),
        free: Bytes(MIB),
        is_copy_on_write: None,
        is_compressing: None,
        is_memory,
        supports_direct: None,
        made_by: None,
    }
}

#[test]
fn memory_is_named_first_whatever_was_measured_on_it() {
    let mut run = measured(vec![reads("r"), writes("w", Caching::Direct, SyncPolicy::None)]);
    assert_eq!(said(&run), None);
    run.conditions.file_system = Some(file_system("tmpfs", true));
    assert_eq!(said(&run), Some(MessageId::IsMemory));
    assert!(figures_of_run(&run, None).is_empty());
    run.conditions.file_system = None;
    run.conditions.memory = Some("loop0, a file of tmpfs (/dev/shm/image)".to_owned());
    run.target.drive = Some("loop".to_owned());
    assert_eq!(said(&run), Some(MessageId::IsMemory));
    run.conditions.memory = None;
    run.target.drive = Some("zram".to_owned());
    assert_eq!(said(&run), Some(MessageId::IsMemory));
    let analysis = analyse(&run);
    assert_eq!(analysis.headline.severity, Severity::Caution);
    // No question remained open.
    assert_eq!(analysis.outcome.kind, OutcomeKind::Passed);
}

#[test]
fn a_rule_is_neither_kept_nor_broken_by_what_is_no_drive() {
    for limit in [1e6, 1e12] {
        let rule = Rule {
            id: "fast".to_owned(),
            title: "fast".to_owned(),
            cell: "r".to_owned(),
            operation: OpKind::Read,
            figure: Figure::BytesPerS,
            limit,
            is_upper_limit: false,
            source: "a test".to_owned(),
            work: None,
        };
        let mut run = measured(vec![unstored(reads("r"), 100, UnstoredTeller::Drive)]);
        run.criteria = Some(Criteria { rules: vec![rule], ..Criteria::default() });
        let analysis = analyse(&run);
        assert_eq!(analysis.outcome.kind, OutcomeKind::CannotTell, "{limit}");
        assert_eq!(analysis.headline.answer.id, MessageId::OfNoDrive, "{limit}");
        run.cells[0].unstored = None;
        assert_ne!(analyse(&run).outcome.kind, OutcomeKind::CannotTell, "{limit}");
    }
}

#[test]
fn what_is_the_drives_comes_first_where_other_cells_are_not() {
    let blank = unstored(reads("blank"), 100, UnstoredTeller::Drive);
    let mut written = reads("written");
    if let Some(read) = &mut written.operations.read {
        read.bytes_per_s /= 2.0;
    }
    let run = measured(vec![blank, written]);
    let analysis = analyse(&run);
    assert_eq!(said(&run), None);
    let rate = iogram_model::Argument::BytesPerS(100.0 * 1_048_576.0 / 2.0);
    assert_eq!(analysis.headline.answer.id, MessageId::SpeedRead);
    assert_eq!(analysis.headline.answer.arguments.get("read"), Some(&rate));
    let warned: Vec<_> =
        analysis.warnings.iter().filter(|it| it.code == WarningCode::OfNoDrive).collect();
    assert_eq!(warned.len(), 1);
    assert!(warned[0].message.starts_with("the figures of \"blank\" are not the drive's"));
}
