use iogram_model::OpMix;
use iogram_model::{Blocks, Permille};

use super::*;

const MIB: u64 = 1 << 20;

/// Zones of 4 MiB with a capacity of 3 MiB; the first `conventional` of them are conventional.
fn drive(count: u64, conventional: u64) -> DriveZones {
    let zone = |index: u64| {
        let start = index * 4 * MIB;
        let is_conventional = index < conventional;
        DriveZone {
            start,
            size: 4 * MIB,
            capacity: if is_conventional { 4 * MIB } else { 3 * MIB },
            write_pointer: start,
            kind: match is_conventional {
                true => ZoneKind::Conventional,
                false => ZoneKind::Sequential,
            },
            state: ZoneState::Empty,
        }
    };
    DriveZones { zones: (0..count).map(zone).collect(), open_max: Some(3), active_max: Some(3) }
}

fn workload(access: &str, read: u16, jobs: u32) -> (WritePointers, Workload) {
    let access: Access = format!("write-pointers={access}").parse().unwrap();
    let Access::WritePointers(asked) = access else { unreachable!("asked for so") };
    let mix = OpMix { read: Permille(read), ..OpMix::default() };
    let block = Blocks::one(Bytes(MIB));
    (asked, Workload { access, mix, block, jobs, ..Workload::default() })
}

fn table(drive: &DriveZones, access: &str, read: u16) -> Result<ZoneTable, String> {
    let capacity = Bytes(drive.zones.iter().map(|zone| zone.size).sum());
    let (asked, workload) = workload(access, read, 1);
    ZoneTable::new(drive, (asked, &workload), capacity).map_err(|it| it.message.to_string())
}

/// Writes once, after a reset if one is due. Returns the place in MiB.
fn write(table: &ZoneTable) -> Option<u64> {
    match table.claim_write(0, MIB) {
        Claim::At { zone, offset, .. } => {
            table.complete(zone, Deed::Write, true);
            Some(offset / MIB)
        }
        Claim::AfterReset { zone, .. } => {
            table.complete(zone, Deed::Reset, true);
            write(table)
        }
        Claim::Blocked | Claim::Nowhere => None,
    }
}

#[test]
fn zones_are_written_one_after_another_to_their_capacity_and_then_reset() {
    let table = table(&drive(4, 1), "seq", 0).unwrap();
    let found: Vec<_> = (0..12).filter_map(|_| write(&table)).collect();
    // Skips the conventional zone, and the space beyond each zone's capacity.
    assert_eq!(found, [4, 5, 6, 8, 9, 10, 12, 13, 14, 4, 5, 6]);
}

#[test]
fn writes_that_are_out_at_once_are_in_zones_of_their_own() {
    for order in ["seq", "random,open=2"] {
        let table = table(&drive(6, 0), order, 0).unwrap();
        let zone = |claim| match claim {
            Claim::At { zone, .. } => Some(zone),
            _ => None,
        };
        let first = zone(table.claim_write(0, MIB)).unwrap();
        let second = zone(table.claim_write(0, MIB)).unwrap();
        assert_ne!(first, second);
        // The drive allows three open zones, the second cell requests two.
        let third = zone(table.claim_write(0, MIB));
        assert_eq!(third.is_some(), order == "seq", "{order}");
        assert_eq!(table.claim_write(0, MIB), Claim::Blocked);
        table.complete(first, Deed::Write, true);
        assert_eq!(zone(table.claim_write(0, MIB)), Some(first));
    }
}

#[test]
fn no_more_zones_are_begun_than_may_be_open_and_all_are_used() {
    let table = table(&drive(20, 0), "random,open=2", 0).unwrap();
    let mut pointers = [0_u64; 20];
    let mut used = std::collections::BTreeSet::new();
    for _ in 0..600 {
        let at = write(&table).unwrap();
        let (zone, inside) = (usize::try_from(at / 4).unwrap(), at % 4);
        if inside == 0 {
            pointers[zone] = 0;
        }
        assert_eq!(inside, pointers[zone], "at the write pointer");
        pointers[zone] += 1;
        used.insert(zone);
        let begun = pointers.iter().filter(|&&pointer| pointer > 0 && pointer < 3).count();
        assert!(begun <= 2, "{pointers:?}");
    }
    assert_eq!(used.len(), 20);
}

#[test]
fn zones_that_others_left_open_are_gone_on_with_where_the_drive_has_no_more() {
    let mut drive = drive(8, 0);
    for index in [2, 5, 7] {
        drive.zones[index].state = ZoneState::Active;
        drive.zones[index].write_pointer += 2 * MIB;
    }
    let table = table(&drive, "seq", 0).unwrap();
    assert_eq!(
        [write(&table), write(&table)],
        [Some(10), Some(12)],
        "one is full: there is room"
    );
}

#[test]
fn reads_stay_below_write_pointers_unless_they_may_go_beyond() {
    let mut drive = drive(4, 0);
    assert_eq!(
        table(&drive, "random", 1000).unwrap_err(),
        "no zone of its region contains data to read"
    );
    drive.zones[2].state = ZoneState::Active;
    drive.zones[2].write_pointer += 2 * MIB;
    let read = |table: &ZoneTable| match table.claim_read(0, MIB) {
        Claim::At { zone, offset, .. } => {
            table.complete(zone, Deed::Read, true);
            offset / MIB
        }
        other => panic!("{other:?}"),
    };
    let below = table(&drive, "random", 1000).unwrap();
    let found: std::collections::BTreeSet<_> = (0..50).map(|_| read(&below)).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [8, 9]);
    let in_order = table(&drive, "seq", 1000).unwrap();
    assert_eq!([read(&in_order), read(&in_order), read(&in_order)], [8, 9, 8]);
    let beyond = table(&drive, "random,read-beyond", 1000).unwrap();
    let found: std::collections::BTreeSet<_> = (0..200).map(|_| read(&beyond)).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]);
}

#[test]
fn a_zone_is_not_reset_while_it_is_read() {
    let mut drive = drive(1, 0);
    drive.zones[0].state = ZoneState::Full;
    let table = table(&drive, "seq", 500).unwrap();
    assert!(matches!(table.claim_read(0, MIB), Claim::At { zone: 0, .. }));
    assert_eq!(table.claim_write(0, MIB), Claim::Blocked);
    table.complete(0, Deed::Read, true);
    assert_eq!(table.claim_write(0, MIB), Claim::AfterReset { zone: 0, offset: 0 });
    // Meanwhile it is empty.
    assert_eq!(table.claim_read(0, MIB), Claim::Nowhere);
}

#[test]
fn a_zone_whose_write_failed_is_left_alone() {
    let table = table(&drive(2, 0), "seq", 0).unwrap();
    let Claim::At { zone: 0, .. } = table.claim_write(0, MIB) else { panic!("the first zone") };
    table.complete(0, Deed::Write, false);
    assert_eq!((0..4).filter_map(|_| write(&table)).collect::<Vec<_>>(), [4, 5, 6, 4]);
}

#[test]
fn zones_are_reset_early_once_enough_is_written() {
    let table = table(&drive(10, 0), "seq,reset=50%/25%", 0).unwrap();
    let mut resets = Vec::new();
    for count in 0..24 {
        let claim = table.claim_write(0, MIB);
        if let Claim::AfterReset { zone, .. } = claim {
            resets.push(count);
            table.complete(zone, Deed::Reset, true);
        }
        if let Claim::At { zone, .. } = claim {
            table.complete(zone, Deed::Write, true);
        }
    }
    // 15 of 30 MiB are the first half.
    assert!(resets.first().is_some_and(|&first| (15..21).contains(&first)), "{resets:?}");
}

#[test]
fn what_a_drive_cannot_do_is_said() {
    let of = |access: &str| table(&drive(4, 0), access, 0).unwrap_err();
    assert_eq!(of("random,open=4"), "it needs 4 open zones, and the drive allows at most 3");
    assert!(table(&drive(4, 0), "random,open=4,past-limits", 0).is_ok());
    let conventional = table(&drive(4, 4), "seq", 0).unwrap_err();
    assert!(conventional.contains("has no whole zone with a write pointer"), "{conventional}");
}
