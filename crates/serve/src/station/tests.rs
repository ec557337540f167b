use std::sync::mpsc::{Receiver, channel};

use iogram_sim::SimSpec;

use super::*;

const MIB: u64 = 1 << 20;

fn station(name: &str) -> Station {
    let spec = SimSpec::from_zoo(name).unwrap().unwrap();
    Station::new(SimDrive::new(spec, 1).unwrap()).unwrap()
}

type Answers = Receiver<Result<Vec<u8>, Errno>>;

fn ask(station: &mut Station, wish: Wish) -> Answers {
    let (sender, receiver) = channel();
    let answer = Box::new(move |result| sender.send(result).unwrap());
    station.accept(FileRequest { wish, answer });
    receiver
}

/// Sends a request and advances time until it completes; returns the answer and the time.
fn finish(station: &mut Station, wish: Wish) -> (Result<Vec<u8>, Errno>, u64) {
    let began = station.drive.now().0;
    let answers = ask(station, wish);
    while let Some(at) = station.next_event() {
        station.advance(at);
    }
    (answers.try_recv().unwrap(), station.drive.now().0 - began)
}

fn write(offset: u64, data: Vec<u8>) -> Wish {
    Wish::Write { offset, data, is_fua: false }
}

#[test]
fn nobody_is_answered_before_the_drive_is_done() {
    let mut station = station("s3-lexar-633x-16g");
    let answers = ask(&mut station, Wish::Read(0..4096));
    let due = station.next_event().unwrap();
    station.advance(Nanos(due.0 - 1));
    assert!(answers.try_recv().is_err());
    station.advance(due);
    assert_eq!(answers.try_recv().unwrap(), Ok(vec![0; 4096]));
    assert_eq!(due, Nanos(300_000), "what the description says for 4 KiB");
}

#[test]
fn what_was_written_is_read_in_any_pieces() {
    let mut station = station("s3-lexar-633x-16g");
    let data: Vec<u8> = (0..20_000_u32).map(|index| index.to_le_bytes()[0] | 1).collect();
    finish(&mut station, write(MIB, data.clone())).0.unwrap();
    // Partial blocks: the bytes around them stay.
    finish(&mut station, write(MIB + 1000, vec![7; 333])).0.unwrap();
    let mut expected = data;
    expected[1000..1333].fill(7);
    let read = finish(&mut station, Wish::Read(MIB..MIB + 20_000)).0.unwrap();
    assert!(read == expected);
    let read = finish(&mut station, Wish::Read(MIB + 1300..MIB + 1340)).0.unwrap();
    assert_eq!(read, expected[1300..1340]);
    finish(&mut station, write(MIB, vec![0; 4096])).0.unwrap();
    assert_eq!(finish(&mut station, Wish::Read(MIB..MIB + 4096)).0.unwrap(), vec![0; 4096]);
}

#[test]
fn a_discarded_range_reads_as_zeroes_and_a_huge_one_is_done_in_parts() {
    let mut station = station("nvme-tlc-dynamic");
    let capacity = station.drive.geometry().capacity.0;
    finish(&mut station, write(5 * MIB, vec![9; 8192])).0.unwrap();
    finish(&mut station, Wish::Discard(0..capacity)).0.unwrap();
    assert_eq!(finish(&mut station, Wish::Read(5 * MIB..5 * MIB + 4096)).0.unwrap(), [0; 4096]);
}

#[test]
fn a_counterfeit_loses_what_lies_beyond() {
    let mut station = station("fake-limbo");
    let real = station.drive.spec().capacity_real().0.0;
    for (offset, is_there) in [(0, true), (real - 4096, true), (real, false), (2 * real, false)]
    {
        finish(&mut station, write(offset, vec![5; 4096])).0.unwrap();
        let read = finish(&mut station, Wish::Read(offset..offset + 4096)).0.unwrap();
        assert_eq!(read == vec![5; 4096], is_there, "at {offset}");
    }
}

#[test]
fn rot_flips_bits_and_nothing_else() {
    let mut spec = SimSpec::from_zoo("s3-lexar-633x-16g").unwrap().unwrap();
    spec.bad_ranges = vec![iogram_sim::BadRangeSpec {
        start: iogram_sim::Size(Bytes(4096)),
        size: iogram_sim::Size(Bytes(1024)),
        defect: Defect::Rot,
        retry_time: None,
    }];
    let mut station = Station::new(SimDrive::new(spec, 1).unwrap()).unwrap();
    finish(&mut station, write(0, vec![8; 16384])).0.unwrap();
    let read = finish(&mut station, Wish::Read(0..16384)).0.unwrap();
    let flipped: Vec<usize> = (0..read.len()).filter(|&at| read[at] != 8).collect();
    assert_eq!(flipped, [4096, 4608]);
}

#[test]
fn whoever_looks_on_is_told_of_every_request_and_when_the_drive_had_done_it() {
    let (sender, happened) = channel();
    let watcher: Watcher = Box::new(move |it| sender.send(it).unwrap());
    let mut station = station("s3-lexar-633x-16g").watched_by(Some(watcher));
    let (_, took) = finish(&mut station, Wish::Read(4096..8192));
    finish(&mut station, Wish::Write { offset: 0, data: vec![1; 4096], is_fua: true })
        .0
        .unwrap();
    finish(&mut station, Wish::Flush { is_full_sync: true }).0.unwrap();
    let told: Vec<Happened> = happened.try_iter().collect();
    let kinds: Vec<_> = told
        .iter()
        .filter_map(|it| match it {
            Happened::Issued { request, .. } => {
                Some((request.kind, request.offset, request.is_fua))
            }
            Happened::Completed { .. } => None,
        })
        .collect();
    let expected =
        [(OpKind::Read, 4096, false), (OpKind::Write, 0, true), (OpKind::Flush, 0, false)];
    assert_eq!(kinds, expected);
    match told[..2] {
        [Happened::Issued { at, request }, Happened::Completed { at: end, slot }] => {
            assert_eq!((end.0 - at.0, slot), (took, request.slot));
        }
        _ => panic!("{told:?}"),
    }
    assert_eq!(told.len(), 6);
}
