use iogram_model::OpKind;

use super::{Events, ImportOptions, Imported, SourceKind, import};
use crate::error::TraceError;
use crate::request::TraceRequest;

/// Requests with their programs.
type Read = Result<(Vec<(TraceRequest, String)>, Imported), TraceError>;

fn read(bytes: &[u8], options: &ImportOptions) -> Read {
    let mut requests = Vec::new();
    let imported = import(bytes, options, &mut |request, names| {
        let process = names.name(request.process).unwrap_or_default();
        requests.push((*request, process.to_owned()));
        Ok(())
    })?;
    Ok((requests, imported))
}

/// The fields that most formats have: time, kind, offset, length, latency.
type Short = (u64, OpKind, u64, u32, Option<u64>);

fn short(read: &Read) -> Vec<Short> {
    let (requests, _) = read.as_ref().expect("the trace is read");
    let short = |(r, _): &(TraceRequest, String)| {
        (r.issued_ns, r.kind, r.offset, r.length, r.latency_ns)
    };
    requests.iter().map(short).collect()
}

const BLKPARSE: &str = "\
  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]
  8,0    3        2     0.000001829   697  G   W 223490 + 8 [kjournald]
  8,0    3        3     0.000004000   697  D   W 223490 + 8 [kjournald]
  8,0    3        4     0.000010000   697  D  RS 64 + 16 [cp]
  8,0    1        5     0.000110000     0  C  RS 64 + 16 [0]
  8,0    1        6     0.000204000     0  C   W 223490 + 8 [0]
  8,0    1        7     0.001000000   698  D  FN [kworker/1:1H]
  8,0    1        8     0.003000000     0  C  FN 0 [0]
  8,0    1        9     0.004000000   698  D WFS 512 + 8 [sqlite3]
  8,0    1       10     0.004100000     0  C WFS 512 + 8 [0]
  8,0    1       11     0.005000000   699  D   R 36 (12 00 00 00 24 00) [hdparm]
CPU0 (8,0):
 Reads Queued:           1,        8KiB\t Writes Queued:           2,        8KiB
Total (8,0):
";

#[test]
fn a_listing_of_blkparse_gives_what_was_issued_and_how_long_it_took() {
    let got = read(BLKPARSE.as_bytes(), &ImportOptions::default());
    let expected = [
        (0, OpKind::Write, 223_490 * 512, 4096, Some(200_000)),
        (6_000, OpKind::Read, 64 * 512, 8192, Some(100_000)),
        (996_000, OpKind::Flush, 0, 0, Some(2_000_000)),
        (3_996_000, OpKind::Write, 512 * 512, 4096, Some(100_000)),
    ];
    assert_eq!(short(&got), expected);
    let (requests, imported) = got.expect("it is read");
    let programs: Vec<_> = requests.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(programs, ["kjournald", "cp", "kworker/1:1H", "sqlite3"]);
    assert!(requests[3].0.is_fua && !requests[0].0.is_fua);
    assert_eq!(imported.facts.source, "blkparse");
    assert_eq!(imported.facts.volume.as_deref(), Some("8,0"));
    assert_eq!(imported.other_event_count, 3, "a queued one, one got, one command");
}

#[test]
fn what_was_queued_is_taken_if_that_is_asked() {
    let options = ImportOptions { events: Events::Queued, ..ImportOptions::default() };
    let got = read(BLKPARSE.as_bytes(), &options);
    assert_eq!(short(&got), [(0, OpKind::Write, 223_490 * 512, 4096, Some(204_000))]);
}

#[test]
fn a_request_that_went_back_to_the_queue_counts_once() {
    let text = "8,0 0 1 0.1 1 D W 8 + 8 [a]\n8,0 0 2 0.2 1 R W 8 + 8 [0]\n\
                8,0 0 3 0.3 1 D W 8 + 8 [a]\n8,0 0 4 0.4 1 C W 8 + 8 [0]\n";
    let got = read(text.as_bytes(), &ImportOptions::default());
    assert_eq!(short(&got), [(0, OpKind::Write, 4096, 4096, Some(100_000_000))]);
}

#[test]
fn a_request_without_its_completion_has_no_latency_and_is_counted() {
    let text = "8,0 0 1 0.1 1 D W 8 + 8 [a]\n8,0 0 3 0.3 1 D W 64 + 8 [a]\n\
                8,0 0 4 0.4 1 C W 64 + 8 [0]\n8,0 0 5 0.5 1 C R 800 + 8 [0]\n";
    let (requests, imported) = read(text.as_bytes(), &ImportOptions::default()).expect("read");
    assert_eq!(requests[0].0.latency_ns, None);
    assert_eq!(requests[1].0.latency_ns, Some(100_000_000));
    assert_eq!(imported.facts.without_completion_count, 1);
}

/// A binary record, of either byte order.
fn record(
    is_big: bool,
    (at_ns, sector, bytes): (u64, u64, u32),
    action: u32,
    note: &[u8],
) -> Vec<u8> {
    let four = |value: u32| if is_big { value.to_be_bytes() } else { value.to_le_bytes() };
    let eight = |value: u64| if is_big { value.to_be_bytes() } else { value.to_le_bytes() };
    let two = |value: u16| if is_big { value.to_be_bytes() } else { value.to_le_bytes() };
    let mut record = Vec::new();
    record.extend(four(0x6561_7407));
    record.extend(four(1));
    record.extend(eight(at_ns));
    record.extend(eight(sector));
    record.extend(four(bytes));
    record.extend(four(action));
    record.extend(four(4711));
    record.extend(four(8 << 20 | 16));
    record.extend(four(0));
    record.extend(two(0));
    record.extend(two(u16::try_from(note.len()).expect("a short note")));
    record.extend(note);
    record
}

fn binary(is_big: bool) -> Vec<u8> {
    let (write, flush, note) = (1 << 17, 1 << 18, 1 << 26);
    [
        record(is_big, (0, 0, 0), note, b"postgres\0\0\0\0\0\0\0\0"),
        record(is_big, (1_000, 64, 8192), write | 7, b""),
        record(is_big, (2_000, 0, 0), flush | 7, b""),
        record(is_big, (41_000, 64, 8192), write | 8, b""),
        record(is_big, (502_000, 0, 0), flush | 8, b""),
        record(is_big, (600_000, 8, 4096), 1 << 16 | 4, b""),
    ]
    .concat()
}

#[test]
fn binary_records_are_read_in_either_byte_order() {
    let expected = [
        (0, OpKind::Write, 64 * 512, 8192, Some(40_000)),
        (1_000, OpKind::Flush, 0, 0, Some(500_000)),
    ];
    for is_big in [false, true] {
        let got = read(&binary(is_big), &ImportOptions::default());
        assert_eq!(short(&got), expected);
        let (requests, imported) = got.expect("it is read");
        assert_eq!(requests[0].1, "postgres");
        assert_eq!(imported.facts.volume.as_deref(), Some("8,16"));
    }
}

#[test]
fn a_binary_trace_that_is_cut_off_says_in_which_record() {
    let whole = binary(false);
    let cut = &whole[..whole.len() - 10];
    match read(cut, &ImportOptions::default()) {
        Err(TraceError::Line(line)) => {
            assert_eq!(line.number, 6);
            assert_eq!(line.why, "the record is cut off");
        }
        other => panic!("{other:?}"),
    }
    let skipping = ImportOptions { skips_wrong: true, ..ImportOptions::default() };
    let (requests, imported) = read(cut, &skipping).expect("what came before is kept");
    assert_eq!((requests.len(), imported.facts.wrong_line_count), (2, 1));
}

#[test]
fn both_versions_of_fios_log_are_read() {
    let two = "fio version 2 iolog\n/dev/sdb add\n/dev/sdb open\n/dev/sdb write 4096 8192\n\
               /dev/sdb wait 1500 0\n/dev/sdb read 0 512\n/dev/sdb wait 200 0\n/dev/sdb datasync 0 0\n\
               /dev/sdb close\n";
    let three = "fio version 3 iolog\n0 /dev/sdb add\n1 /dev/sdb open\n7 /dev/sdb write 4096 8192\n\
                 1507 /dev/sdb read 0 512\n1707 /dev/sdb sync 0 0\n9 /dev/sdb close\n";
    let expected = [
        (0, OpKind::Write, 4096, 8192, None),
        (1_500_000, OpKind::Read, 0, 512, None),
        (1_700_000, OpKind::Flush, 0, 0, None),
    ];
    for (text, name) in [(two, "fio-iolog-2"), (three, "fio-iolog-3")] {
        let got = read(text.as_bytes(), &ImportOptions::default());
        assert_eq!(short(&got), expected);
        assert_eq!(got.expect("it is read").1.facts.source, name);
    }
}

#[test]
fn published_collections_are_recognised_and_read_in_their_units() {
    let msr = "128166372003061629,hm,1,Read,383496192,32768,4130\n\
               128166372013061629,hm,1,Write,2822144,4096,1000\n";
    let alibaba = "419,W,8792731648,16384,1577808000000046\n419,R,4096,512,1577808001000046\n";
    let tencent = "1538323200,12910952,128,0,1063\n1538323201,6338688,8,1,1063\n";
    let fiu = "89967388324604 5054 cron 508 8 R 6 0 2cd3f3\n89967389324604 5054 cron 16 16 W 6 0 abc\n";
    let systor = "Timestamp,Response,IOType,LUN,Offset,Size\n\
                  1455592213.114072,0.000531,R,6,3907584,4096\n1455592214.114072,0.25,W,6,512,512\n";
    let csv = "issued_ns,kind,offset_bytes,length_bytes,latency_ns\n\
               5,write,0,4096,70\n105,flush,,,\n";
    let second = 1_000_000_000;
    let cases: [(&str, &str, [Short; 2]); 6] = [
        (
            msr,
            "msr",
            [
                (0, OpKind::Read, 383_496_192, 32_768, Some(413_000)),
                (second, OpKind::Write, 2_822_144, 4096, Some(100_000)),
            ],
        ),
        (
            alibaba,
            "alibaba",
            [
                (0, OpKind::Write, 8_792_731_648, 16_384, None),
                (second, OpKind::Read, 4096, 512, None),
            ],
        ),
        (
            tencent,
            "tencent",
            [
                (0, OpKind::Read, 12_910_952 * 512, 65_536, None),
                (second, OpKind::Write, 6_338_688 * 512, 4096, None),
            ],
        ),
        (
            fiu,
            "fiu",
            [
                (0, OpKind::Read, 508 * 512, 4096, None),
                (1_000_000, OpKind::Write, 16 * 512, 8192, None),
            ],
        ),
        (
            systor,
            "systor",
            [
                (0, OpKind::Read, 3_907_584, 4096, Some(531_000)),
                (second, OpKind::Write, 512, 512, Some(250_000_000)),
            ],
        ),
        (csv, "csv", [(0, OpKind::Write, 0, 4096, Some(70)), (100, OpKind::Flush, 0, 0, None)]),
    ];
    for (text, name, expected) in cases {
        let got = read(text.as_bytes(), &ImportOptions::default());
        assert_eq!(short(&got), expected, "{name}");
        assert_eq!(got.expect("it is read").1.facts.source, name);
        // Windows line ends, and a last line without one.
        let other = text.trim_end().replace('\n', "\r\n");
        assert_eq!(
            short(&read(other.as_bytes(), &ImportOptions::default())),
            expected,
            "{name}"
        );
    }
}

#[test]
fn a_table_with_a_heading_of_its_own_is_no_other_collection() {
    // Five columns (a number, a direction, two numbers): without its heading, this is a line of Alibaba's format.
    let text = "issued_ns,kind,offset_bytes,length_bytes,latency_ns\n0,write,0,4096,70\n5,read,0,4096,9\n";
    let (_, imported) = read(text.as_bytes(), &ImportOptions::default()).expect("one format");
    assert_eq!(imported.facts.source, "csv");
}

#[test]
fn requests_without_an_answer_are_counted_and_not_guessed() {
    // Source: the collection's own description: a blank type is a request without a response.
    let text = "Timestamp,Response,IOType,LUN,Offset,Size\n\
                1456135200.013118000,0.000806000,R,4,899056122368,131072\n\
                1456135200.013120000,,,4,4096,4096\n\
                1456135200.013218000,0.000100000,W,4,8192,512\n";
    let (requests, imported) =
        read(text.as_bytes(), &ImportOptions::default()).expect("it is read");
    assert_eq!((requests.len(), imported.unanswered_count), (2, 1));
    assert_eq!(imported.facts.wrong_line_count, 0);
    assert_eq!(requests[1].0.issued_ns, 100_000);
}

#[test]
fn files_of_several_processors_are_read_as_one() {
    let whole = binary(false);
    let mut records = Vec::new();
    let (mut input, mut record) = (whole.as_slice(), Vec::new());
    while super::blktrace::next_record(&mut input, &mut record).expect("memory").is_some() {
        records.push(record.clone());
    }
    assert!(records.len() > 3, "{}", records.len());
    for count in 1..4 {
        let part = |at: usize| records.iter().skip(at).step_by(count).flatten().copied();
        let parts: Vec<Vec<u8>> = (0..count).map(|at| part(at).collect()).collect();
        let slices = parts.iter().rev().map(Vec::as_slice);
        let merged = super::MergedRecords::new(slices).expect("memory");
        let mut requests = Vec::new();
        let imported = import(
            std::io::BufReader::new(merged),
            &ImportOptions::default(),
            &mut |request, _| {
                requests.push(*request);
                Ok(())
            },
        );
        let alone = read(&whole, &ImportOptions::default()).expect("it is read");
        assert_eq!(imported.expect("it is read").request_count, alone.1.request_count);
        let alone: Vec<_> =
            alone.0.iter().map(|(request, _)| (request.offset, request.latency_ns)).collect();
        let merged: Vec<_> = requests.iter().map(|it| (it.offset, it.latency_ns)).collect();
        assert_eq!(merged, alone, "{count} files");
    }
}

#[test]
fn a_file_of_a_processor_that_is_cut_off_is_told_and_hides_no_other() {
    let whole = binary(false);
    let cut = &whole[..whole.len() - 7];
    let merged = super::MergedRecords::new([cut, &whole]).expect("memory");
    let options = ImportOptions { skips_wrong: true, ..ImportOptions::default() };
    let imported = import(std::io::BufReader::new(merged), &options, &mut |_, _| Ok(()))
        .expect("it is read");
    assert_eq!(imported.wrong_lines[0].why, "the record is cut off");
}

#[test]
fn newer_kernels_print_a_priority_behind_the_place() {
    // Since Linux 6.11; text from the patch that added it.
    let text = "# tracer: nop\n\
        binder-815 (  815) [003] ..... 10.000100: block_rq_issue: 8,0 RA 16384 () 6500840 + 32 be,0,6 [binder:815_3]\n\
        <idle>-0 (-----) [003] d.s1. 10.000300: block_rq_complete: 8,0 RA () 6500840 + 32 be,0,6 [0]\n";
    let got = read(text.as_bytes(), &ImportOptions::default());
    assert_eq!(short(&got), [(0, OpKind::Read, 6_500_840 * 512, 16_384, Some(200_000))]);
    assert_eq!(got.expect("it is read").0[0].1, "binder:815_3");
}

#[test]
fn trace_cmd_and_perf_print_the_kernels_events_with_more_around_them() {
    let cmd = "CPU 1 is empty\ncpus=2\n          dd-654   [000]   809.018100: block_rq_issue:       8,0 WS 4096 () 192 + 8 [dd]\n          \
               dd-654   [000]   809.018110: block_getrq:          8,0 WS 448 + 256 [dd]\n          \
               <idle>-0     [000]   809.018400: block_rq_complete:    8,0 WS () 192 + 8 [0]\n";
    let perf = "              dd   654 [000]   809.018100: block:block_rq_issue: 8,0 WS 4096 () 192 + 8 [dd]\n              \
                dd   654 809.018110:          1     major-faults:      7779 memcpy+0x95 (/lib/libc.so.6)\n         \
                swapper     0 [000]   809.018400:                    block:block_rq_complete: 8,0 WS () 192 + 8 [0]\n";
    for text in [cmd, perf] {
        let got = read(text.as_bytes(), &ImportOptions::default());
        assert_eq!(short(&got), [(0, OpKind::Write, 192 * 512, 4096, Some(300_000))], "{text}");
        let (requests, imported) = got.expect("it is read");
        assert_eq!((requests[0].1.as_str(), imported.facts.source.as_str()), ("dd", "ftrace"));
    }
}

#[test]
fn fields_that_anybody_may_add_to_spc_are_not_read() {
    let text = "0,20941264,8192,W,0.551706,Alpha/NT\n0,16,512,r,1.551706,0x123,5.99,test\n1,8,512,R,1.6\n";
    let several = read(text.as_bytes(), &ImportOptions::default());
    assert!(matches!(several, Err(TraceError::SeveralVolumes { .. })), "{several:?}");
    let options = ImportOptions { volume: Some("0".to_owned()), ..ImportOptions::default() };
    let expected = [
        (0, OpKind::Write, 20_941_264 * 512, 8192, None),
        (1_000_000_000, OpKind::Read, 16 * 512, 512, None),
    ];
    assert_eq!(short(&read(text.as_bytes(), &options)), expected);
}

#[test]
fn requests_out_of_order_are_put_in_order_and_too_late_ones_refused() {
    let row = |at: u64| format!("{},h,0,Read,0,512,10\n", at * 10_000_000);
    let near = [row(100), row(105), row(103), row(120)].concat();
    let (requests, imported) = read(near.as_bytes(), &ImportOptions::default()).expect("read");
    let seconds: Vec<_> = requests.iter().map(|(r, _)| r.issued_ns / 1_000_000_000).collect();
    assert_eq!(seconds, [0, 3, 5, 20]);
    assert_eq!(imported.moved_count, 1);
    let far = [row(100), row(105), row(120), row(101)].concat();
    match read(far.as_bytes(), &ImportOptions::default()) {
        Err(TraceError::TimeGoesBack { number: 4, back_ns }) => {
            assert_eq!(back_ns, 19_000_000_000);
        }
        other => panic!("{other:?}"),
    }
    // Also before the first request was emitted.
    let short = [row(100), row(89)].concat();
    match read(short.as_bytes(), &ImportOptions::default()) {
        Err(TraceError::TimeGoesBack { number: 2, back_ns }) => {
            assert_eq!(back_ns, 11_000_000_000);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn several_volumes_are_refused_until_one_is_chosen() {
    let text = "3,W,0,4096,1\n7,R,0,512,2\n3,R,0,512,3\n";
    match read(text.as_bytes(), &ImportOptions::default()) {
        Err(TraceError::SeveralVolumes { number: 2, first, other }) => {
            assert_eq!((first.as_str(), other.as_str()), ("3", "7"));
        }
        other => panic!("{other:?}"),
    }
    let options = ImportOptions { volume: Some("3".to_owned()), ..ImportOptions::default() };
    let (requests, imported) = read(text.as_bytes(), &options).expect("one was chosen");
    assert_eq!((requests.len(), imported.other_volume_count), (2, 1));
}

#[test]
fn a_wrong_line_ends_the_import_or_is_counted() {
    for (wrong, why) in [
        ("3,W,0,0,2", "a request of 0 bytes"),
        ("3,W,0,4096", "it has too few columns"),
        ("3,X,0,4096,2", "neither a read nor a write"),
        ("3,W,-1,4096,2", "a whole number is missing"),
        ("3,W,18446744073709551615,4096,2", "an address above 2^64 bytes"),
        ("3,W,0,4294967296,2", "a request of 4 GiB or more"),
    ] {
        let text = format!("3,W,0,4096,1\n{wrong}\n3,R,0,512,3\n");
        let options =
            ImportOptions { kind: Some(SourceKind::Alibaba), ..ImportOptions::default() };
        match read(text.as_bytes(), &options) {
            Err(TraceError::Line(line)) => {
                assert_eq!(line.number, 2);
                assert_eq!(line.why, why);
            }
            other => panic!("{other:?}"),
        }
        let skipping = ImportOptions { skips_wrong: true, ..options };
        let (requests, imported) = read(text.as_bytes(), &skipping).expect("it is left out");
        assert_eq!((requests.len(), imported.facts.wrong_line_count), (2, 1));
        assert_eq!(imported.wrong_lines[0].text, wrong);
    }
}

#[test]
fn what_is_no_trace_is_not_recognised() {
    for text in ["", "hello\nworld\n", "1,2,3\n", "{\"a\": 1}\n", "\0\0\0\0\0\0"] {
        let got = read(text.as_bytes(), &ImportOptions::default());
        assert!(matches!(got, Err(TraceError::UnknownKind)), "{text:?}: {got:?}");
    }
    let only_queued = "8,0 0 1 0.1 1 Q W 8 + 8 [a]\n";
    let got = read(only_queued.as_bytes(), &ImportOptions::default());
    assert!(matches!(got, Err(TraceError::Empty { other_event_count: 1 })), "{got:?}");
}

#[test]
fn mutated_traces_never_end_the_program() {
    let samples: [Vec<u8>; 4] = [
        BLKPARSE.as_bytes().to_vec(),
        binary(false),
        b"fio version 3 iolog\n0 /dev/sdb add\n7 /dev/sdb write 4096 8192\n".to_vec(),
        b"128166372003061629,hm,1,Read,383496192,32768,4130\n".to_vec(),
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut read_count = 0;
    for round in 0..20_000 {
        let mut bytes = samples[round % samples.len()].clone();
        for _ in 0..1 + random() % 4 {
            let at = usize::try_from(random() % bytes.len().max(1) as u64).expect("small");
            match random() % 3 {
                0 if !bytes.is_empty() => {
                    bytes[at] = u8::try_from(random() % 256).expect("a byte");
                }
                1 if !bytes.is_empty() => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let options = ImportOptions { skips_wrong: round % 2 == 0, ..ImportOptions::default() };
        if let Ok((requests, imported)) = read(&bytes, &options) {
            assert_eq!(requests.len() as u64, imported.request_count);
            assert!(requests.is_sorted_by_key(|(request, _)| request.issued_ns));
            read_count += 1;
        }
    }
    assert!(read_count > 1000, "many of them are still traces: {read_count}");
}

#[test]
fn jedecs_client_traces_are_operations_and_sectors_without_times() {
    let text = " Write 128 8\r\n Flush\r\n Trims 4096 2048\r\n Write 0 256\r\n";
    let got = read(text.as_bytes(), &ImportOptions::default());
    let expected = [
        (0, OpKind::Write, 128 * 512, 4096, None),
        (0, OpKind::Flush, 0, 0, None),
        (0, OpKind::Discard, 4096 * 512, 2048 * 512, None),
        (0, OpKind::Write, 0, 256 * 512, None),
    ];
    assert_eq!(short(&got), expected);
    assert_eq!(got.expect("it is read").1.facts.source, "jedec");
    let options = ImportOptions { kind: Some(SourceKind::Jedec), ..ImportOptions::default() };
    for (wrong, why) in [
        ("Read 0 8", "neither a write, nor a trim, nor a flush"),
        ("Write 0", "the line is cut off"),
        ("Write 0 8 17", "it has too many columns"),
    ] {
        let error = read(wrong.as_bytes(), &options).expect_err(wrong);
        assert!(error.to_string().contains(why), "{wrong}: {error}");
    }
}
