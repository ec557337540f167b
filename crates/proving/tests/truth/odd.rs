//! Drives described by hand, of kinds that no generator draws: no answer with a confidence of 0.95 or more is wrong.
//! All figures are arbitrary.

use iogram_proving::SURE;
use iogram_sim::{SimSpec, WideKind};

use super::cases::ask_of;

pub(crate) fn head(drive: &str, capacity: &str, more: &str) -> String {
    format!(
        "name = \"odd\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"{drive}\"\ncapacity = \"{capacity}\"\n{more}\n"
    )
}

/// An SSD with 8 dies of 64 KiB stripes, 2 GiB; `program` without its cache.
pub(crate) fn ssd(drive: &str, program: &str, before: &str, after: &str) -> String {
    let head = head(drive, "2GiB", before);
    format!(
        "{head}[media.page]\nunit = \"4KiB\"\npage_size = \"16KiB\"\nplanes = 4\ndies = 8\n\
         block_pages = 64\nover_provisioning = \"9%\"\nread_time = \"60us\"\nprogram_time = \"{program}\"\n\
         erase_time = \"4ms\"\n{after}"
    )
}

pub(crate) fn slc(
    cell_bits: u32,
    parts: &str,
    program: &str,
    when_full: &str,
    more: &str,
) -> String {
    format!(
        "[media.page.slc]\ncell_bits = {cell_bits}\n{parts}\nprogram_time = \"{program}\"\nread_time = \"25us\"\n\
         when_full = \"{when_full}\"\n{more}\n"
    )
}

/// A card of 16 GiB with pages of 16 KiB.
pub(crate) fn card(drive: &str, au: &str, capacity: &str, before: &str, after: &str) -> String {
    let head = head(drive, capacity, before);
    format!(
        "{head}[media.block]\nau_size = \"{au}\"\npage_size = \"16KiB\"\nopen_aus = 4\nopen_aus_random = 1\n\
         read = [{{ size = \"4KiB\", time = \"350us\" }}, {{ size = \"4MiB\", time = \"60ms\" }}]\n\
         write = [{{ size = \"4KiB\", time = \"1500us\" }}, {{ size = \"4MiB\", time = \"200ms\" }}]\n\
         copy_rate = \"20MB/s\"\n{after}"
    )
}

pub(crate) const NVME: &str = "link = { rate = \"3GB/s\", command_overhead = \"8us\", controller_time = \"1us\", in_flight = 256 }";
pub(crate) const SATA: &str = "link = { rate = \"540MB/s\", is_half_duplex = true, command_overhead = \"20us\", controller_time = \"4us\", in_flight = 32 }";
pub(crate) const STICK: &str = "link = { rate = \"300MB/s\", is_half_duplex = true, command_overhead = \"60us\", in_flight = 1 }";
pub(crate) const CROSSING: &str = "page_cross_time = \"40us\"\nau_cross_time = \"90us\"\n";
pub(crate) const TRIM: &str = "discard_time = \"20us\"\n";

/// Caches, and effects that look like one.
#[expect(clippy::too_many_lines, reason = "a list of drives")]
fn filled() -> Vec<(&'static str, String)> {
    let dynamic = "dynamic = \"100%\"";
    let quick = |more: &str| format!("{NVME}\n{more}");
    vec![
        (
            "without memory, and without the host's for its map",
            ssd(
                "nvme",
                "900us",
                &quick(
                    "controller = { map = { covers = \"64MiB\", piece = \"1MiB\", miss_time = \"60us\" } }",
                ),
                &format!(
                    "{TRIM}{}",
                    slc(3, dynamic, "150us", "bypass", "idle_delay = \"20s\"")
                ),
            ),
        ),
        (
            "QLC that is folded plane by plane, for minutes",
            ssd(
                "nvme",
                "4ms",
                NVME,
                &format!("{TRIM}{}", slc(4, dynamic, "200us", "fold", "idle_delay = \"3s\"")),
            ),
        ),
        (
            "no discard is taken",
            ssd(
                "sata",
                "1200us",
                SATA,
                &slc(3, "fixed = \"160MiB\"", "200us", "bypass", "idle_delay = \"10s\""),
            ),
        ),
        (
            "no discard is taken, and its cache lives in free space",
            ssd(
                "sata",
                "1200us",
                SATA,
                &slc(3, "dynamic = \"40%\"", "200us", "bypass", "idle_delay = \"10s\""),
            ),
        ),
        (
            "a cache that is resized as it fills",
            ssd(
                "nvme",
                "1500us",
                NVME,
                &format!(
                    "{TRIM}{}",
                    slc(3, "dynamic = \"80%\"", "250us", "fold", "idle_delay = \"5s\"")
                ),
            ),
        ),
        (
            "a cache that never empties itself",
            ssd(
                "sata",
                "1200us",
                SATA,
                &format!("{TRIM}{}", slc(3, "fixed = \"200MiB\"", "250us", "bypass", "")),
            ),
        ),
        (
            "a cache emptied only when all of it is folded",
            ssd(
                "nvme",
                "3ms",
                NVME,
                &format!(
                    "{TRIM}{}",
                    slc(
                        4,
                        "fixed = \"300MiB\"",
                        "200us",
                        "bypass",
                        "idle_delay = \"60s\"\nevicts = \"all-when-idle\""
                    )
                ),
            ),
        ),
        (
            "half of it is old data, and dies take reads first",
            ssd(
                "nvme",
                "1ms",
                &quick(
                    "aged_ranges = [{ start = \"1GiB\", size = \"1GiB\", speed = \"20%\" }]",
                ),
                &format!("die_order = \"reads-first\"\n{TRIM}"),
            ),
        ),
        (
            "its first half is slower flash",
            ssd(
                "sata",
                "500us",
                &format!(
                    "{SATA}\nweak_ranges = [{{ start = \"0B\", size = \"1GiB\", speed = \"40%\" }}]"
                ),
                TRIM,
            ),
        ),
        (
            "its last third is slower flash, as after a cache",
            ssd(
                "sata",
                "500us",
                &format!(
                    "{SATA}\nweak_ranges = [{{ start = \"700MiB\", size = \"1348MiB\", speed = \"35%\" }}]"
                ),
                TRIM,
            ),
        ),
        (
            "a stick that is reset now and then",
            ssd(
                "usb",
                "900us",
                &format!(
                    "{STICK}\nstalls = [{{ one_in = 6000, kinds = [\"read\", \"write\"], min = \"30s\", max = \"31s\" }}]"
                ),
                TRIM,
            ),
        ),
        (
            "a bridge that splits at 120 KiB and ignores flushes",
            ssd(
                "usb",
                "900us",
                &format!(
                    "{STICK}\ncontroller = {{ ignores_flush = true, split = {{ size = \"120KiB\", time = \"150us\" }} }}"
                ),
                &format!(
                    "{TRIM}{}",
                    slc(3, "fixed = \"256MiB\"", "150us", "bypass", "idle_delay = \"10s\"")
                ),
            ),
        ),
        (
            "hot from its first byte, with a sensor that lags and tells nothing of throttling",
            ssd(
                "sata",
                "400us",
                &format!(
                    "{SATA}\nhealth = {{ tells = [\"temperature\"] }}\nthermal = {{ ambient_celsius = 30, rise_celsius = 120, \
                     reference_rate = \"500MB/s\", start_celsius = 60, time_constant = \"3s\", sensor_delay = \"30s\", \
                     steps = [{{ at_celsius = 80, until_celsius = 70, speed = \"30%\" }}] }}"
                ),
                TRIM,
            ),
        ),
        (
            "a write buffer of half of its cache",
            ssd(
                "sata",
                "1500us",
                &format!(
                    "{SATA}\ncache = {{ size = \"96MiB\", write_time = \"10us\", flush_time = \"1ms\" }}"
                ),
                &format!(
                    "{TRIM}{}",
                    slc(3, "fixed = \"192MiB\"", "300us", "bypass", "idle_delay = \"10s\"")
                ),
            ),
        ),
        (
            "a write buffer of 600 MiB and no cache",
            ssd(
                "nvme",
                "1500us",
                &quick(
                    "cache = { size = \"600MiB\", write_time = \"5us\", flush_time = \"1ms\" }",
                ),
                TRIM,
            ),
        ),
        (
            "it compresses, and moves blocks all the time",
            ssd(
                "sata",
                "300us",
                &format!(
                    "{SATA}\ncontroller = {{ compresses = true, wear_copy = {{ every = \"12MiB\", time = \"60ms\" }} }}"
                ),
                &format!(
                    "{TRIM}{}",
                    slc(3, "fixed = \"200MiB\"", "100us", "bypass", "idle_delay = \"10s\"")
                ),
            ),
        ),
        (
            "a card of 256 MB, not much larger than what is written at once",
            card("sd", "512KiB", "256MiB", "", CROSSING),
        ),
    ]
}

/// Allocation units.
fn units() -> Vec<(&'static str, String)> {
    let fat =
        "[media.block.fat]\nsize = \"8MiB\"\nwrite = [{ size = \"4KiB\", time = \"900us\" }]\n";
    let zoned = format!("{CROSSING}zone_size = \"64MiB\"\nzone_cross_time = \"400us\"\n");
    let noisy = "noise = [[\"0%\", \"0s\"], [\"90%\", \"300us\"], [\"100%\", \"5ms\"]]";
    let old = "aged_ranges = [{ start = \"0B\", size = \"6GiB\", speed = \"15%\" }]";
    vec![
        (
            "two kinds of units: one of 4 MiB, tables of 64 MiB",
            card("sd", "4MiB", "16GiB", "", &zoned),
        ),
        (
            "a table region and units of 11 MiB",
            card("sd", "11MiB", "16GiB", "", &format!("{CROSSING}{fat}")),
        ),
        ("units of 96 MiB", card("usb", "96MiB", "16GiB", "", CROSSING)),
        ("a card of 32 MB", card("sd", "256KiB", "32MiB", "", CROSSING)),
        (
            "4096-byte blocks",
            card("usb", "4MiB", "16GiB", "logical_block_size = \"4KiB\"", CROSSING),
        ),
        ("more noise than step", card("sd", "4MiB", "16GiB", noisy, CROSSING)),
        ("a third of it is old", card("sd", "6MiB", "16GiB", old, CROSSING)),
        ("no step at all", card("sd", "4MiB", "16GiB", "", "")),
    ]
}

/// Capacities.
#[expect(clippy::too_many_lines, reason = "a list of drives")]
fn capacities() -> Vec<(&'static str, String)> {
    let fake = |more: &str| format!("counterfeit = {{ {more} }}");
    let large = |fake: String| card("usb", "4MiB", "32GiB", &fake, CROSSING);
    let blocks = "logical_block_size = \"4KiB\"\n";
    let limbo = "scheme = \"limbo\", capacity_real = ";
    vec![
        ("a real size of no round number", large(fake(&format!("{limbo}\"4000000512B\"")))),
        (
            "behind a cache of 3 GiB",
            large(fake(&format!("{limbo}\"7GiB\", hiding_cache = \"3GiB\""))),
        ),
        (
            "4096-byte blocks behind a cache of 2 GiB",
            card(
                "usb",
                "4MiB",
                "32GiB",
                &format!(
                    "{blocks}{}",
                    fake(&format!("{limbo}\"8GiB\", hiding_cache = \"2GiB\""))
                ),
                "",
            ),
        ),
        (
            "4096-byte blocks that lack their last 2 MiB behind a cache of 512 MiB",
            card(
                "usb",
                "4MiB",
                "32GiB",
                &format!(
                    "{blocks}{}",
                    fake(&format!("{limbo}\"32766MiB\", hiding_cache = \"512MiB\""))
                ),
                "",
            ),
        ),
        ("4096-byte blocks, genuine", card("usb", "4MiB", "32GiB", blocks, CROSSING)),
        (
            "it repeats up to a half and loses the rest",
            large(fake(
                "scheme = \"wraparound\", capacity_real = \"5GiB\", lost_from = \"17GiB\"",
            )),
        ),
        (
            "it repeats less than once and loses the rest",
            large(fake(
                "scheme = \"wraparound\", capacity_real = \"5GiB\", lost_from = \"6GiB\"",
            )),
        ),
        (
            "reads of what is lost fail",
            large(fake(&format!("{limbo}\"4GiB\", missing = \"error\""))),
        ),
        (
            "it keeps nothing after 6 GiB",
            large(fake(&format!("{limbo}\"30GiB\", drops_after = \"6GiB\""))),
        ),
        ("a card of 32 MB, genuine", card("sd", "256KiB", "32MiB", "", CROSSING)),
        (
            "a card of 32 MB of which 20 are real",
            card("sd", "256KiB", "32MiB", &fake(&format!("{limbo}\"20MiB\"")), ""),
        ),
        (
            "a stick that is reset now and then, genuine",
            card(
                "usb",
                "4MiB",
                "16GiB",
                "stalls = [{ one_in = 400, kinds = [\"read\", \"write\"], min = \"30s\", max = \"31s\" }]",
                "",
            ),
        ),
    ]
}

#[test]
fn nothing_that_is_sure_of_itself_is_wrong_on_drives_described_by_hand() {
    let kinds = [
        (WideKind::Filled, filled()),
        (WideKind::Units, units()),
        (WideKind::Fake, capacities()),
    ];
    let count: usize = kinds.iter().map(|(_, drives)| drives.len()).sum();
    assert!(count >= 25, "{count} drives");
    let (mut right, mut lies) = (0, Vec::new());
    for (kind, drives) in kinds {
        for (what, text) in drives {
            let spec =
                SimSpec::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
            // A multiple of four asks every question about units.
            for outcome in ask_of(&spec, kind, 4) {
                right += u32::from(outcome.is_right == Some(true));
                if outcome.is_right == Some(false) && outcome.stated >= SURE {
                    lies.push(format!("{what}: {outcome:?}"));
                }
            }
        }
    }
    assert!(right >= 40, "only {right} right answers");
    assert!(lies.is_empty(), "{lies:#?}");
}
