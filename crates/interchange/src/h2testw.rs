//! Logs of h2testw, the German test of whole file systems, as its button for copying produces them.
//!
//! Sources of the format: reports of version 1.4 in English that people posted to forums and trackers of other
//! projects, and the two manuals that come with it. German reports are recognised by their numbers, units and the
//! German manual's words for the same things; no complete one was available. h2testw counts in powers of 1024 and
//! calls them `KByte`, `MByte` and `GByte`; it also prints exact counts of sectors. `H2testw version 1.3` names the
//! format of its test data.

use iogram_model::{Evidence, H2testwEvidence, Message, MessageId, Warning, WarningCode};

use crate::f3::impossible_speeds;
use crate::quantity::{leading_number, whole};
use crate::text::plain_of_window;
use crate::{ImportError, Imported, probe};

/// Reads one report of h2testw, or several.
///
/// # Errors
///
/// Fails if no line of it is one of h2testw.
pub fn read_h2testw(text: &str) -> Result<Imported, ImportError> {
    let mut reports = Reports::default();
    for line in plain_of_window(text).lines() {
        // Removes marks of quotations, lists and bold text.
        let line = line.trim_matches(['>', ' ', '\t', '*', '`', '|']);
        // h2testw's copy has no line end here.
        match line.strip_prefix("Details:") {
            Some(rest) => reports.read(rest.trim()),
            None => reports.read(line),
        }
    }
    // Two equal copies are one report.
    let mut found: Vec<H2testwEvidence> = Vec::new();
    for report in reports.end() {
        if !found.contains(&report) {
            found.push(report);
        }
    }
    if found.is_empty() {
        return Err(ImportError::NothingFound { tool: "h2testw" });
    }
    let is_cut_off =
        found.iter().any(|report| report.verdict.is_none() && report.ok_sector_count.is_none());
    let cut_off = is_cut_off
        .then(|| Warning::new(WarningCode::LogCutOff, Message::plain(MessageId::LogCutOff)));
    let speeds = found.iter().flat_map(|report| {
        impossible_speeds(report.read_bytes_per_s, report.write_bytes_per_s)
    });
    let warnings = cut_off.into_iter().chain(speeds).collect();
    let probes = found.into_iter().map(|it| probe("h2testw", "h2testw", Evidence::H2testw(it)));
    Ok(Imported { probes: probes.collect(), warnings, ..Imported::default() })
}

/// The part of the log that was read so far.
#[derive(Debug, Default)]
struct Reports {
    whole: Vec<H2testwEvidence>,
    current: H2testwEvidence,
    /// Number of values of the first error (of three) that were read.
    hex_count: u32,
}

impl Reports {
    fn read(&mut self, line: &str) {
        let lower = line.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if let Some((tested, available)) = tested_of(&lower) {
            // The first line of a report, if it has this line.
            self.next_if(|it| it.verdict.is_some() || it.available_bytes.is_some());
            self.current.tested_bytes = Some(tested);
            self.current.available_bytes = Some(available);
        } else if has(&["likely to be defective", "wahrscheinlich defekt"]) {
            self.next_if(|it| it.verdict.is_some());
            self.current.verdict = Some("defective".to_owned());
        } else if has(&["finished without errors", "kein fehler aufgetreten", "fehlerfrei"]) {
            self.next_if(|it| it.verdict.is_some());
            self.current.verdict = Some("finished".to_owned());
        } else if has(&["error writing file", "fehler beim schreiben"]) {
            self.current.is_write_failed = true;
        } else if has(&["error reading file", "fehler beim lesen"]) {
            self.current.is_read_failed = true;
        } else if let Some(count) = sectors_of(&lower) {
            self.sectors(&lower, count);
        } else if let Some(rate) = rate_of(&lower) {
            if has(&["writing", "schreib"]) {
                self.current.write_bytes_per_s = Some(rate);
            } else if has(&["reading", "lese"]) {
                self.current.read_bytes_per_s = Some(rate);
            }
        } else if let Some(number) = hex_of(&lower) {
            self.hex(&lower, number);
        }
    }

    /// Begins a new report if the current one already has such a line.
    fn next_if(&mut self, has_one: fn(&H2testwEvidence) -> bool) {
        if has_one(&self.current) {
            self.whole.push(std::mem::take(&mut self.current));
            self.hex_count = 0;
        }
    }

    fn sectors(&mut self, line: &str, count: u64) {
        let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
        let current = &mut self.current;
        let place = if has(&["aliased", "mehrfach"]) {
            &mut current.aliased_sector_count
        } else if has(&["slightly", "leicht"]) {
            &mut current.changed_sector_count
        } else if has(&["overwritten", "berschrieben"]) {
            &mut current.overwritten_sector_count
        } else if has(&["corrupted", "datenm", "verf"]) {
            &mut current.corrupted_sector_count
        } else if has(&["lost", "verloren"]) {
            &mut current.lost_sector_count
        } else if has(&["byte ok"]) {
            &mut current.ok_sector_count
        } else {
            return;
        };
        *place = Some(count);
    }

    /// The address of the first error, the expected data and the data found: in this order in every language.
    fn hex(&mut self, line: &str, number: &str) {
        let current = &mut self.current;
        if line.contains("offset") && current.first_error_bytes.is_none() {
            current.first_error_bytes = u64::from_str_radix(number, 16).ok();
            self.hex_count = 1;
        } else if self.hex_count == 1 {
            current.first_error_expected = Some(format!("0x{number}"));
            self.hex_count = 2;
        } else if self.hex_count == 2 {
            current.first_error_found = Some(format!("0x{number}"));
            self.hex_count = 3;
        }
    }

    fn end(mut self) -> Vec<H2testwEvidence> {
        self.whole.push(self.current);
        self.whole.retain(|report| *report != H2testwEvidence::default());
        self.whole
    }
}

/// Both sizes of `Warning: Only 31982 of 31983 MByte tested.`
fn tested_of(line: &str) -> Option<(u64, u64)> {
    let (before, after) = line.split_once(" mbyte ")?;
    if !["tested", "getestet"].iter().any(|word| after.starts_with(word)) {
        return None;
    }
    let mut numbers = before.split_whitespace().rev();
    let mib = |text: &str| text.parse::<u64>().ok()?.checked_mul(1 << 20);
    let available = mib(numbers.next()?)?;
    let _of = numbers.next()?;
    Some((mib(numbers.next()?)?, available))
}

/// The count in `27.3 GByte DATA LOST (57399744 sectors)`, or in `(< 8 bit/sector, 0 sectors)`.
fn sectors_of(line: &str) -> Option<u64> {
    let (before, after) = line.rsplit_once('(')?;
    // Requires the size before it, to exclude prose.
    let (size, unit_bytes) = size_of(before.trim())?;
    let last = after.split([',', ';']).next_back()?.trim();
    let (count, unit) = leading_number(last)?;
    let unit = unit.trim_start();
    let is_whole = unit.starts_with("sector") || unit.starts_with("sektor");
    // h2testw truncates sizes after the first decimal; if digits of the count are missing, count and size do not
    // agree.
    let bytes = count * 512.0;
    let agrees = bytes + 0.06 * unit_bytes > size && bytes < size + 0.11 * unit_bytes + 512.0;
    whole(count).filter(|_| is_whole && agrees)
}

/// Bytes of `27.3 gbyte`, rounded, and of its unit.
fn size_of(text: &str) -> Option<(f64, f64)> {
    let (number, unit) = leading_number(text)?;
    let shift = match unit.split_whitespace().next()? {
        "byte" => 0,
        "kbyte" => 10,
        "mbyte" => 20,
        "gbyte" => 30,
        "tbyte" => 40,
        _ => return None,
    };
    let unit_bytes = 2_f64.powi(shift);
    Some((number * unit_bytes, unit_bytes))
}

/// Bytes per second of `writing speed: 9.81 mbyte/s`.
fn rate_of(line: &str) -> Option<u64> {
    let (_, value) = line.split_once(':')?;
    whole(size_of(value.trim().strip_suffix("/s")?)?.0)
}

/// The digits of the number in `expected: 0x04c122acee44af80`.
fn hex_of(line: &str) -> Option<&str> {
    let (_, digits) = line.split_once("0x")?;
    let digits = digits.trim_end();
    // A shorter number lacks digits.
    (digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_hexdigit())).then_some(digits)
}
