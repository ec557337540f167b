//! Drives that nobody would build but anybody can describe: they work, or are refused with the reason.

use iogram_engine::Target;
use iogram_model::OpKind;
use iogram_sim::{SimDrive, SimSpec};

use crate::support::{random, run, sequence};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// A page-mapped drive: (kind and capacity), (unit, page, planes, dies, pages of a block), and more.
fn page(head: &str, shape: (&str, &str, u32, u32, u32), more: &str) -> String {
    let (unit, page, planes, dies, pages) = shape;
    format!(
        "name = \"odd\"\ntitle = \"\"\nsource = \"arbitrary\"\n{head}\n[media.page]\n\
         unit = \"{unit}\"\npage_size = \"{page}\"\nplanes = {planes}\ndies = {dies}\n\
         block_pages = {pages}\nover_provisioning = \"9%\"\nread_time = \"60us\"\n\
         program_time = \"600us\"\nerase_time = \"4ms\"\ndiscard_time = \"10us\"\n{more}"
    )
}

fn slc(fixed: &str, dynamic: &str, when_full: &str) -> String {
    format!(
        "[media.page.slc]\ncell_bits = 4\nfixed = \"{fixed}\"\ndynamic = \"{dynamic}\"\n\
         program_time = \"150us\"\nread_time = \"30us\"\nwhen_full = \"{when_full}\"\n\
         idle_delay = \"2s\""
    )
}

fn block(head: &str, au: &str, page: &str, open: (u32, u32), more: &str) -> String {
    let (open_aus, random) = open;
    format!(
        "name = \"odd\"\ntitle = \"\"\nsource = \"arbitrary\"\n{head}\n[media.block]\n\
         au_size = \"{au}\"\npage_size = \"{page}\"\nopen_aus = {open_aus}\n\
         open_aus_random = {random}\nread = [{{ size = \"4KiB\", time = \"300us\" }}]\n\
         write = [{{ size = \"4KiB\", time = \"1ms\" }}]\ncopy_rate = \"30MB/s\"\n{more}"
    )
}

/// Writes a part sequentially and randomly, reads it back at both ends, and checks the truth.
#[track_caller]
fn exercise(text: &str) {
    let spec = SimSpec::parse(text).unwrap();
    let mut drive = SimDrive::new(spec, 1).unwrap().keeping_contents();
    let geometry = drive.geometry();
    let (capacity, least) = (geometry.capacity.0, geometry.logical_block_size.0.max(4 * KIB));
    let part = capacity.min(96 * MIB) / MIB * MIB;
    let last = (capacity - MIB) / least * least;
    let requests = sequence(OpKind::Write, 0..part, MIB)
        .chain(random(OpKind::Write, 0..part, least, 2000, 1))
        .chain(sequence(OpKind::Write, last..last + MIB, MIB))
        .chain(sequence(OpKind::Read, last..last + MIB, 256 * KIB))
        .chain(random(OpKind::Read, 0..part, least, 200, 2));
    run(&mut drive, 64, requests, |done, _| assert!(done.result.is_ok(), "{done:?}\n{text}"));
    let truth = drive.truth();
    assert!(truth.host_written_bytes >= part + MIB, "{truth:?}");
    assert!(truth.slc_cache_used_bytes.unwrap_or(0) <= truth.slc_cache_bytes.unwrap_or(0));
    assert_eq!(SimSpec::parse(&drive.spec().to_toml()).as_ref(), Ok(drive.spec()));
}

#[test]
fn unusual_drives_mapped_by_pages_work() {
    let tiny = "drive = \"usb\"\ncapacity = \"64MiB\"";
    exercise(&page(tiny, ("4KiB", "16KiB", 1, 2, 16), ""));
    let odd = "drive = \"sata\"\ncapacity = \"12345679872B\"\nlink = { in_flight = 32 }";
    exercise(&page(odd, ("4KiB", "4KiB", 1, 1, 100), ""));
    let wide = "drive = \"nvme\"\ncapacity = \"100000006144B\"\nlink = { in_flight = 1024 }";
    exercise(&page(wide, ("2KiB", "2KiB", 1, 128, 64), ""));
    let large = "drive = \"nvme\"\ncapacity = \"8TiB\"";
    let more = format!("endurance_cycles = 500\n{}", slc("10GiB", "50%", "fold"));
    exercise(&page(large, ("64KiB", "64KiB", 4, 128, 256), &more));
    let hybrid = "drive = \"nvme\"\ncapacity = \"20GiB\"\nlink = { in_flight = 64 }";
    let more = format!("collection = \"burst\"\n{}", slc("30MiB", "70%", "fold"));
    exercise(&page(hybrid, ("16KiB", "16KiB", 2, 3, 37), &more));
    let large_blocks = "drive = \"nvme\"\ncapacity = \"33000005632B\"\n\
                        logical_block_size = \"4KiB\"";
    exercise(&page(large_blocks, ("4KiB", "32KiB", 3, 5, 50), &slc("1GiB", "0%", "bypass")));
}

#[test]
fn unusual_drives_mapped_by_allocation_units_work() {
    let tiny = "drive = \"sd\"\ncapacity = \"64MiB\"";
    exercise(&block(tiny, "3MiB", "2KiB", (1, 0), "endurance_cycles = 4000"));
    let odd = "drive = \"usb\"\ncapacity = \"5000003072B\"";
    exercise(&block(odd, "1536KiB", "16KiB", (2, 1), "spare_aus = 100"));
    let huge = "drive = \"sd\"\ncapacity = \"2TB\"";
    exercise(&block(huge, "64MiB", "32KiB", (20, 20), "zone_size = \"8GiB\""));
}

#[test]
fn a_worn_out_card_turns_read_only_and_says_how_worn_it_is() {
    let tiny = "drive = \"sd\"\ncapacity = \"64MiB\"";
    let text = block(tiny, "4MiB", "16KiB", (1, 0), "endurance_cycles = 10");
    let mut drive = SimDrive::new(SimSpec::parse(&text).unwrap(), 1).unwrap();
    let mut failed = 0;
    // Each write of a quarter of a unit at another place closes a unit, which erases its old block.
    let places = sequence(OpKind::Write, 0..64 * MIB, 4 * MIB).chain(random(
        OpKind::Write,
        0..64 * MIB,
        MIB,
        400,
        1,
    ));
    run(&mut drive, 1, places, |done, _| failed += u32::from(done.result.is_err()));
    let truth = drive.truth();
    assert!((1..400).contains(&failed), "{failed} writes failed");
    assert!(truth.wear_ppm >= Some(1_000_000), "{truth:?}");
    // 16 blocks, one that is open and one that is free: ten erases each.
    assert!(truth.erases_total.unwrap().abs_diff(180) <= 1, "{truth:?}");
    assert!(truth.erases_max.unwrap() >= 10, "{truth:?}");
}

#[track_caller]
fn refused(text: &str, reason: &str) {
    let told = SimSpec::parse(text).unwrap_err().to_string();
    assert_eq!(told, format!("cannot build the drive \"odd\": {reason}"));
}

#[test]
fn what_is_no_drive_is_refused_with_the_reason() {
    let shape = ("4KiB", "16KiB", 2, 4, 64);
    let of = |more: &str| {
        page(&format!("drive = \"nvme\"\ncapacity = \"16GiB\"\n{more}"), shape, "")
    };
    let heat = |rise: i64, steps: &str| {
        of(&format!(
            "thermal = {{ ambient_celsius = 25, rise_celsius = {rise}, reference_rate = \"1GB/s\", \
             time_constant = \"9s\", steps = [{steps}] }}"
        ))
    };
    let step = |at: i32, until: i32| {
        format!("{{ at_celsius = {at}, until_celsius = {until}, speed = \"50%\" }}")
    };
    refused(&heat(2_000_000_000, ""), "thermal.rise_celsius is not between 0 and 1000");
    refused(
        &heat(60, &format!("{}, {}", step(80, 70), step(60, 50))),
        "thermal.steps does not ascend in at_celsius",
    );
    refused(
        &heat(60, &step(2_000_000_000, 70)),
        "thermal.steps has a temperature that is not between -273 and 1000",
    );
    refused(
        &of("counterfeit = { scheme = \"limbo\", capacity_real = \"512B\" }"),
        "counterfeit.capacity_real is not a multiple of media.page.unit",
    );
    refused(
        &of("bad_ranges = [{ start = \"99GiB\", size = \"1MiB\", defect = \"rot\" }]"),
        "bad_ranges has a range that ends beyond the capacity",
    );
    refused(
        &of("logical_block_size = \"16GiB\""),
        "logical_block_size is not a power of two up to 64KiB",
    );
    let card = "drive = \"sd\"\ncapacity = \"8TiB\"";
    refused(
        &block(card, "16KiB", "16KiB", (1, 1), ""),
        "media.block.au_size makes more than 2^27 AUs; take a larger one",
    );
    refused(
        &block(card, "4MiB", "16KiB", (2, 1), "zone_size = \"5MiB\""),
        "media.block.zone_size is not a multiple of au_size",
    );
    refused(
        &block(card, "4MiB", "16KiB", (2, 1), "spare_aus = 1"),
        "media.block.spare_aus is less than open_aus",
    );
}
