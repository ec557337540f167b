//! Outputs of f3probe, f3write, f3read and h2testw for a drive.
//!
//! Sources: the formats of f3 8.0 and 10 (its sources: `f3probe.c`, `f3read.c`, `f3write.c`, `libutils.c`) and
//! reports of h2testw 1.4 that people posted; German ones use the words of its German manual.

use std::fmt::Write as _;

use super::drives::{Drive, Fate, Random, SECTOR, bytes};

/// Sectors of a test file: 1 GiB.
const FILE: u64 = 1 << 21;

/// A size as f3 prints it.
fn f3_size(count: u64, name: &str) -> String {
    let (value, unit) = f3_unit(bytes(count));
    format!("{value:.2} {unit} ({count} {name}{})", if count == 1 { "" } else { "s" })
}

fn f3_unit(mut value: f64) -> (f64, &'static str) {
    for unit in ["Byte", "KB", "MB", "GB"] {
        if value < 1024.0 {
            return (value, unit);
        }
        value /= 1024.0;
    }
    (value, "TB")
}

fn f3_head(tool: &str, random: &mut Random) -> String {
    let version =
        ["7.2", "8.0", "9.0", "10.0"][usize::try_from(random.within(0, 4)).expect("small")];
    format!(
        "F3 {tool} {version}\nCopyright (C) 2010 Digirati Internet LTDA.\nThis is free software; see the source for \
         copying conditions.\n\n"
    )
}

/// A report of f3probe; `None` for a drive that it cannot classify.
pub(crate) fn f3probe(drive: &Drive, random: &mut Random) -> Option<String> {
    let kind = drive.probed_kind()?;
    let order = if random.is_one_in(5) { 12 } else { 9 };
    let block = (1_u64 << order) / SECTOR;
    let blocks = |sectors: u64| {
        let (value, unit) = f3_unit(bytes(sectors));
        format!("{value:.2} {unit} ({} blocks)", sectors / block)
    };
    let real = if kind == "good" { drive.announced } else { drive.real / block * block };
    let mut text = f3_head("probe", random);
    text.push_str(
        "WARNING: Probing normally takes from a few seconds to 15 minutes, but\n         it can take longer. \
         Please be patient.\n\n",
    );
    let name = ["/dev/sdb", "/dev/sdc", "/dev/mmcblk0"]
        [usize::try_from(random.within(0, 3)).expect("small")];
    if kind == "good" {
        writeln!(text, "Good news: The device `{name}' is the real thing")
    } else {
        let last = real - 1;
        writeln!(
            text,
            "Bad news: The device `{name}' is a counterfeit of type {kind}\n\nYou can \"fix\" this device using the \
             following command:\nf3fix --last-sec={last} {name}"
        )
    }
    .expect("writing to a string does not fail");
    let module = drive.module_order();
    let (module_value, module_unit) =
        f3_unit(2_f64.powi(i32::try_from(module).expect("small")));
    let cache = drive.cache.min(2 << 20) / block * block;
    let (block_value, block_unit) = f3_unit(bytes(block));
    write!(
        text,
        "\nDevice geometry:\n\t         *Usable* size: {}\n\t        Announced size: {}\n\t                Module: \
         {module_value:.2} {module_unit} (2^{module} Bytes)\n\tApproximate cache size: {}, need-reset=no\n\t   Physical \
         block size: {block_value:.2} {block_unit} (2^{order} Bytes)\n\nProbe time: 2'13\"\n Operation: total time / \
         count = avg time\n      Read: 470.1ms / 4198 = 111us\n     Write: 2'10\" / 3089 = 42.1ms\n     Reset: 0us / 0 = \
         0us\n",
        blocks(real),
        blocks(drive.announced),
        blocks(cache),
    )
    .expect("writing to a string does not fail");
    Some(text)
}

fn f3_rate(per_s: f64) -> String {
    let (value, unit) = f3_unit(per_s);
    format!("{value:.2} {unit}/s")
}

/// f3write's output when it fills a drive, or a part of it.
pub(crate) fn f3write(drive: &Drive, to: u64, random: &mut Random) -> String {
    let mut text = f3_head("write", random);
    let (free, unit) = f3_unit(bytes(drive.announced - drive.files_from));
    writeln!(text, "Free space: {free:.2} {unit}").expect("a string");
    let count = (to - drive.files_from).div_ceil(FILE);
    let error = ["Input/output error", "Eingabe-/Ausgabefehler", "Read-only file system"]
        [usize::try_from(random.within(0, 3)).expect("small")];
    let mut has_failed = false;
    for index in 1..=count {
        let progress = match random.within(0, 4) {
            0 => {
                "12.50% -- 9.51 MB/s -- 1:02\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}"
            }
            _ => "",
        };
        let from = drive.files_from + (index - 1) * FILE;
        let end = (from + FILE).min(to);
        let result = if drive.write_end(from, end) < end {
            format!("Write failure: {error}")
        } else {
            "OK!                         ".to_owned()
        };
        writeln!(text, "Creating file {index}.h2w ... {progress}{result}").expect("a string");
        if result.starts_with('W') && !has_failed {
            has_failed = true;
            text.push_str(
                "\nWARNING:\nThe write error above may be due to your memory card overheating\nunder constant, \
                 maximum write rate. You can test this hypothesis\ntouching your memory card. If it is hot, you can try \
                 f3write\nagain, once your card has cooled down, using parameter --max-write-rate=2048\n\n",
            );
        }
    }
    text.push_str("Free space: 0.00 Byte\n");
    let rate = f3_rate(drive.write_per_s);
    match random.is_one_in(4) {
        true => writeln!(
            text,
            "Average sequential write speed: {rate} ({} sectors / 1:02'34\")",
            to - drive.files_from
        ),
        false => writeln!(text, "Average writing speed: {rate}"),
    }
    .expect("a string");
    text
}

/// f3read's output for the files from the beginning to a sector.
pub(crate) fn f3read(drive: &Drive, to: u64, random: &mut Random) -> String {
    let mut text = f3_head("read", random);
    text.push_str("                  SECTORS      ok/corrupted/changed/overwritten\n");
    let mut at = drive.files_from;
    let mut pieces = Vec::new();
    for (length, fate) in drive.fates(drive.files_from, to) {
        pieces.push((at, at + length, fate));
        at += length;
    }
    let mut sums = [0_u64; 4];
    let is_wrapped = random.is_one_in(5);
    // From version 10 on each file has its speed.
    let is_new = random.is_one_in(4);
    let mut from = drive.files_from;
    let mut number = 0;
    while from < to {
        number += 1;
        let end = drive.write_end(from, (from + FILE).min(to));
        let mut counts = [0_u64; 4];
        let mut is_unread = false;
        let first = pieces.partition_point(|(_, piece_end, _)| *piece_end <= from);
        for (start, piece_end, fate) in &pieces[first..] {
            if *start >= end {
                break;
            }
            let part = (*piece_end).min(end) - (*start).max(from);
            match fate {
                Fate::Kept => counts[0] += part,
                Fate::Corrupted => counts[1] += part,
                Fate::Changed => counts[2] += part,
                Fate::Overwritten => counts[3] += part,
                // The rest of the file is skipped.
                Fate::Unread => {
                    is_unread = true;
                    break;
                }
            }
        }
        from += FILE;
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        let shown = if is_wrapped { "31.20% -- 11.02 MB/s -- 0:40" } else { "" };
        let back = "\u{8}".repeat(shown.len());
        let blank = " ".repeat(shown.len());
        let [ok, bad, changed, over] = counts;
        let tail = if is_unread {
            " - NOT fully read due to \"Input/output error\"".to_owned()
        } else if is_new {
            let rate = f3_rate(drive.read_per_s);
            format!(" Avg: {rate}\n\tMin: {rate}, Max: {rate}, 12 samples")
        } else {
            String::new()
        };
        writeln!(
            text,
            "Validating file {number}.h2w ... {shown}{back}{blank}{back}{ok:7}/{bad:9}/{changed:7}/{over:7}{tail}"
        )
        .expect("a string");
    }
    text.push_str(&f3read_sums(sums, drive.read_per_s, is_new));
    text
}

/// The lines at its end.
fn f3read_sums(sums: [u64; 4], per_s: f64, is_new: bool) -> String {
    let mut text = String::new();
    let [ok, bad, changed, over] = sums;
    writeln!(
        text,
        "\n  Data OK: {}\nData LOST: {}\n\t       Corrupted: {}\n\tSlightly changed: {}\n\t     Overwritten: {}",
        f3_size(ok, "sector"),
        f3_size(bad + changed + over, "sector"),
        f3_size(bad, "sector"),
        f3_size(changed, "sector"),
        f3_size(over, "sector"),
    )
    .expect("a string");
    let rate = f3_rate(per_s);
    match is_new {
        true => writeln!(
            text,
            "Average sequential read speed: {rate} ({} sectors / 6'34\")",
            ok + bad + changed + over
        ),
        false => writeln!(text, "Average reading speed: {rate}"),
    }
    .expect("a string");
    text
}

/// f3fix's output when it makes a partition of the real part.
pub(crate) fn f3fix(drive: &Drive, random: &mut Random) -> String {
    let head = f3_head("fix", random);
    format!("{head}Drive `/dev/sdb' was successfully fixed: {}\n", drive.real)
}

/// The words of a language.
struct Words {
    only: &'static str,
    bad: &'static str,
    ok: &'static str,
    lost: &'static str,
    parts: [&'static str; 4],
    sectors: [&'static str; 2],
    first: [&'static str; 3],
    good: &'static str,
    version: &'static str,
    speeds: [&'static str; 2],
}

const ENGLISH: Words = Words {
    only: "Warning: Only {} of {} MByte tested.",
    bad: "The media is likely to be defective.",
    ok: "OK",
    lost: "DATA LOST",
    parts: ["overwritten", "slightly changed (< 8 bit/sector, ", "corrupted", "aliased memory"],
    sectors: ["sector", "sectors"],
    first: ["First error at offset", "Expected", "Found"],
    good: "Test finished without errors.\nYou can now delete the test files *.h2w or verify them again.",
    version: "H2testw version 1.3",
    speeds: ["Writing speed", "Reading speed"],
};

const GERMAN: Words = Words {
    only: "Achtung: Nur {} von {} MByte getestet.",
    bad: "Der Datentr\u{e4}ger ist wahrscheinlich defekt.",
    ok: "OK",
    lost: "DATEN VERLOREN",
    parts: [
        "\u{fc}berschrieben",
        "leicht verf\u{e4}lscht (< 8 Bit/Sektor, ",
        "Datenm\u{fc}ll",
        "mehrfach genutzt",
    ],
    sectors: ["Sektor", "Sektoren"],
    first: ["Erster Fehler bei Offset", "Soll", "Ist"],
    good: "Test fehlerfrei beendet.\nSie k\u{f6}nnen die Testdateien *.h2w jetzt l\u{f6}schen oder nochmals \u{fc}berpr\u{fc}fen.",
    version: "H2testw Version 1.3",
    speeds: ["Schreibrate", "Leserate"],
};

/// A size as h2testw prints it: truncated after the first decimal.
fn h2_size(sectors: u64) -> String {
    let mut value = bytes(sectors) / 1024.0;
    for unit in ["KByte", "MByte", "GByte"] {
        if value < 1024.0 || unit == "GByte" {
            let cut = (value * 10.0).floor() / 10.0;
            return if value.fract() == 0.0 {
                format!("{value} {unit}")
            } else {
                format!("{cut:.1} {unit}")
            };
        }
        value /= 1024.0;
    }
    unreachable!("the last unit takes everything")
}

/// A report of h2testw on the files from the beginning to a sector.
pub(crate) fn h2testw(drive: &Drive, to: u64, is_german: bool, random: &mut Random) -> String {
    let words = if is_german { GERMAN } else { ENGLISH };
    // h2testw writes whole MiB.
    let from = drive.files_from;
    let to = from + (to - from) / 2048 * 2048;
    let (counts, first) = counted(drive, from, to);
    let [ok, over, changed, bad] = counts;
    let lost = over + changed + bad;
    let mut text = String::new();
    let mib = |sectors: u64| (sectors / 2048).to_string();
    let free = drive.announced - from;
    if mib(to - from) != mib(free) || !random.is_one_in(3) {
        let free = free.max(to - from + 2048);
        text.push_str(&words.only.replacen("{}", &mib(to - from), 1).replacen(
            "{}",
            &mib(free),
            1,
        ));
        text.push('\n');
    }
    let sectors = |count: u64| format!("{count} {}", words.sectors[usize::from(count != 1)]);
    if let Some(first) = first {
        let offset =
            first * SECTOR + if random.is_one_in(4) { 8 * random.within(0, 64) } else { 0 };
        let found = if over > 0 { random.within(1, to) * SECTOR } else { 0 };
        let part = |count: u64, name: &str| match name.split_once('(') {
            Some((name, rest)) => {
                format!("{} {name}({rest}{})\n", h2_size(count), sectors(count))
            }
            None => format!("{} {name} ({})\n", h2_size(count), sectors(count)),
        };
        let [over_name, changed_name, bad_name, alias] = words.parts;
        write!(
            text,
            "{}\n{}{}Details:{}{}{}{}{}: 0x{offset:016x}\n{}: 0x{offset:016x}\n{}: 0x{found:016x}\n{}\n",
            words.bad,
            part(ok, words.ok),
            part(lost, words.lost),
            part(over, over_name),
            part(changed, changed_name),
            part(bad, bad_name),
            part(if over > 0 { ok.min(over) } else { 0 }, alias),
            words.first[0],
            words.first[1],
            words.first[2],
            words.version,
        )
        .expect("a string");
    } else {
        writeln!(text, "{}", words.good).expect("a string");
    }
    for (name, per_s) in words.speeds.into_iter().zip([drive.write_per_s, drive.read_per_s]) {
        let mib = per_s / 1_048_576.0;
        let digits = if mib < 10.0 { 2 } else { 1 };
        writeln!(text, "{name}: {mib:.digits$} MByte/s").expect("a string");
    }
    text.push_str("H2testw v1.4\n");
    text
}

/// Number of sectors by fate (kept, overwritten, changed, corrupted), and the first lost one.
fn counted(drive: &Drive, from: u64, to: u64) -> ([u64; 4], Option<u64>) {
    let mut counts = [0_u64; 4];
    let (mut first, mut at) = (None, 0);
    for (length, fate) in drive.fates(from, to) {
        let place = match fate {
            Fate::Kept => 0,
            Fate::Overwritten => 1,
            Fate::Changed => 2,
            Fate::Corrupted | Fate::Unread => 3,
        };
        counts[place] += length;
        if fate != Fate::Kept && first.is_none() {
            first = Some(at);
        }
        at += length;
    }
    (counts, first)
}
