use super::*;
use crate::names::NameId;

const MIB: u64 = 1 << 20;

fn request(kind: OpKind, offset: u64, length: u32) -> TraceRequest {
    TraceRequest {
        issued_ns: 0,
        kind,
        is_fua: false,
        offset,
        length,
        latency_ns: None,
        process: NameId::UNKNOWN,
    }
}

fn room(size: u64, unit: u64) -> Room {
    Room { size, unit, request_max: MIB }
}

#[test]
fn whatever_was_recorded_lies_in_the_room_in_whole_units() {
    let mut state = 7_u64;
    let mut random = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (state >> 20) % most
    };
    for _ in 0..20_000 {
        let unit = [512, 4096, 1, 520][usize::try_from(random(4)).unwrap()];
        let bits = random(41);
        let size = 1 + random(1 << bits);
        let places = [Places::Modulo, Places::Scaled][usize::try_from(random(2)).unwrap()];
        let recorded_end = 1 + random(1 << 45);
        let kind =
            [OpKind::Read, OpKind::Write, OpKind::Discard][usize::try_from(random(3)).unwrap()];
        let length = u32::try_from(1 + random(1 << 23)).unwrap();
        let mut placement = Placement::new(places, room(size, unit), recorded_end);
        let (offset, got) = placement.place(&request(kind, random(recorded_end), length));
        let end = offset + u64::from(got);
        assert!(end <= size.max(unit), "{end} of {size}, {unit} {places:?}");
        assert_eq!((offset % unit, u64::from(got) % unit), (0, 0), "{unit} {places:?}");
        assert!(got > 0);
    }
}

#[test]
fn a_request_that_fits_stays_as_it_was() {
    let mut exact = Placement::new(Places::Exact, room(1 << 30, 512), 1 << 30);
    assert_eq!(exact.place(&request(OpKind::Write, 512 * 3, 1024)), (512 * 3, 1024));
    assert_eq!(exact.place(&request(OpKind::Flush, 0, 0)), (0, 0));
    assert_eq!(exact.rounded_count(), 0);
    assert_eq!(exact.place(&request(OpKind::Read, 700, 600)), (512, 1024), "both ends");
    assert_eq!(exact.rounded_count(), 1);
}

#[test]
fn neighbours_stay_neighbours_when_addresses_are_drawn_out_or_pressed_together() {
    for (recorded, size) in [(1 << 36, 1 << 33), (1 << 33, 1 << 36), (10 << 30, 9 << 30)] {
        let mut placement = Placement::new(Places::Scaled, room(size, 4096), recorded);
        let (mut broken, mut before) = (0, None);
        let count = 4096_u32;
        for index in 0..u64::from(count) {
            let (offset, _) = placement.place(&request(OpKind::Read, index * MIB, 1 << 20));
            broken += u32::from(before.is_some_and(|before| before != offset));
            before = Some(offset + MIB);
        }
        assert!(broken <= count / 16, "{broken} breaks of {count}: one a piece at most");
        let last = placement.place(&request(OpKind::Read, recorded - 4096, 4096)).0;
        assert!(last > size / 4 * 3, "the end of one is near the end of the other");
    }
}

#[test]
fn what_is_read_before_it_is_written_is_filled_and_nothing_else() {
    let mut filling = Filling::new(room(MIB, 512));
    let mut written = Vec::new();
    let mut add = |kind, offset, length, expected: &[(u64, u32)]| {
        written.clear();
        filling.add(kind, (offset, length), &mut written);
        assert_eq!(written, expected, "{kind:?} {offset}+{length}");
    };
    add(OpKind::Write, 0, 8192, &[]);
    add(OpKind::Read, 0, 8192, &[]);
    add(OpKind::Read, 4096, 12288, &[(8192, 8192)]);
    add(OpKind::Read, 4096, 12288, &[]);
    add(OpKind::Discard, 65536, 4096, &[]);
    add(OpKind::Read, 65536 + 512, 512, &[(65536, 4096)]);
    add(OpKind::Read, MIB - 512, 512, &[(MIB - 4096, 4096)]);
}
