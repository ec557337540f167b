//! Compares the conclusions from a log's import with the drive of the log.

use iogram_findings::{capacities, geometry};
use iogram_interchange::{Imported, decode_log, read_f3, read_flashbench, read_h2testw};
use iogram_model::{CapacityVerdict, Finding};
use iogram_proving::Outcome;

use super::drives::{Drive, Kind, Random, SECTOR, bytes};
use super::flashbench::Flash;
use super::spoil::spoil;
use super::tools;

/// A real size is right if it is below the truth by at most this share or this number of bytes, and never above:
/// files come after the file system's own data.
const SIZE_RATIO: f64 = 0.02;
const SIZE_BYTES: f64 = 128e6;

/// Faster than any card, stick or reader.
const IMPOSSIBLE_PER_S: f64 = 5.4e9;

/// The log of this seed, and the outcome of every question about it.
pub(crate) fn ask(seed: u64) -> Vec<Outcome> {
    let mut random = Random::new(seed);
    match seed % 8 {
        0 | 1 => of_capacity(Tool::Probe, &mut random),
        2 => of_capacity(Tool::Files, &mut random),
        3 => of_capacity(Tool::Both, &mut random),
        4 => of_capacity(Tool::H2testw, &mut random),
        5 => of_capacity(Tool::H2testwGerman, &mut random),
        6 => of_boundaries(&mut random),
        _ => of_open_units(&mut random),
    }
}

/// The tool of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Probe,
    Files,
    Both,
    H2testw,
    H2testwGerman,
}

impl Tool {
    const fn questions(self) -> [&'static str; 3] {
        match self {
            Self::Probe => ["f3probe: what it is", "f3probe: size", "f3probe: speed"],
            Self::Files => {
                ["f3write, f3read: what it is", "f3write, f3read: size", "f3: impossible speed"]
            }
            Self::Both => [
                "f3probe and f3read: what it is",
                "f3probe and f3read: size",
                "f3: impossible speed",
            ],
            Self::H2testw => {
                ["h2testw: what it is", "h2testw: size", "h2testw: impossible speed"]
            }
            Self::H2testwGerman => [
                "h2testw, German: what it is",
                "h2testw, German: size",
                "h2testw: impossible speed",
            ],
        }
    }

    const fn is_of_files(self) -> bool {
        !matches!(self, Self::Probe)
    }
}

fn of_capacity(tool: Tool, random: &mut Random) -> Vec<Outcome> {
    let mut drive = Drive::draw(random);
    // The data was read back from the computer's memory.
    let is_impossible = tool.is_of_files() && random.is_one_in(12);
    if is_impossible {
        drive.read_per_s = random.log(IMPOSSIBLE_PER_S, 5e10);
    }
    let is_part = tool.is_of_files() && random.is_one_in(8);
    let whole = drive.announced - drive.files_from;
    let share = random.within(2, 90);
    let to = if is_part { drive.files_from + whole / 100 * share } else { drive.announced };
    if tool == Tool::Files {
        drive.fail_writes(random);
    }
    let probed = tools::f3probe(&drive, random);
    let is_fixed = tool == Tool::Both && drive.is_fake() && random.is_one_in(10);
    let text = match tool {
        Tool::Probe => match probed {
            Some(text) => text,
            None => return Vec::new(),
        },
        Tool::Files => match random.is_one_in(3) {
            true => tools::f3read(&drive, to, random),
            false => tools::f3write(&drive, to, random) + &tools::f3read(&drive, to, random),
        },
        // f3fix makes a partition of the real part, and f3read tests that.
        Tool::Both if is_fixed && probed.as_ref().is_some_and(|it| it.contains("Bad news")) => {
            let fixed = drive.fixed();
            let files = tools::f3read(&fixed, drive.real, random);
            probed.unwrap_or_default() + &tools::f3fix(&drive, random) + &files
        }
        Tool::Both => probed.unwrap_or_default() + &tools::f3read(&drive, to, random),
        Tool::H2testw => tools::h2testw(&drive, to, false, random),
        Tool::H2testwGerman => tools::h2testw(&drive, to, true, random),
    };
    let text = if tool.is_of_files() && random.is_one_in(10) {
        several(tool, &drive, (to, text), random)
    } else {
        text
    };
    let is_windows = matches!(tool, Tool::H2testw | Tool::H2testwGerman);
    let (log, is_cut) = spoil(text.into_bytes(), is_windows, random);
    let read = if is_windows { read_h2testw } else { read_f3 };
    let imported = read(&decode_log(&log));
    let end = log.len().min(400);
    let refused = imported.as_ref().err().map(|_error| String::from_utf8_lossy(&log[..end]));
    let refused = refused.map(|text| format!("refused {text:?}"));
    judged(tool, &drive, (to, is_cut, is_impossible), imported.map_err(|_error| refused))
}

/// More than one run in one log: copied twice, in pieces, repeated, or a part before the whole.
fn several(
    tool: Tool,
    drive: &Drive,
    (to, text): (u64, String),
    random: &mut Random,
) -> String {
    let again = |to: u64, random: &mut Random| match tool {
        Tool::H2testw => tools::h2testw(drive, to, false, random),
        Tool::H2testwGerman => tools::h2testw(drive, to, true, random),
        _ => tools::f3read(drive, to, random),
    };
    match random.within(0, 4) {
        0 => format!("{text}\n{text}"),
        1 => {
            let lines: Vec<&str> = text.lines().collect();
            let half = lines[..lines.len() / 2].join("\n");
            format!("{half}\n{text}")
        }
        2 => format!("{text}{}", again(to, random)),
        _ => {
            let part = drive.files_from + (to - drive.files_from) / random.within(2, 9);
            format!("{}{text}", again(part.max(drive.files_from + 4096), random))
        }
    }
}

fn judged(
    tool: Tool,
    drive: &Drive,
    (to, is_cut, is_impossible): (u64, bool, bool),
    imported: Result<Imported, Option<String>>,
) -> Vec<Outcome> {
    let [what, size, speed] = tool.questions();
    let imported = match imported {
        Ok(imported) => imported,
        Err(log) => {
            // A truncated log may have nothing left of the tool; any other log must be readable.
            let is_right = if is_cut { None } else { Some(false) };
            return vec![outcome(what, is_right, 1.0, !is_cut, log.unwrap_or_default())];
        }
    };
    let findings = capacities(&imported.probes);
    let found = findings.iter().filter_map(|finding| match finding {
        Finding::Capacity(found) => Some(found),
        _ => None,
    });
    // The reader sees the most severe finding.
    let Some(found) = found.min_by_key(|found| match found.verdict {
        Some(CapacityVerdict::Good) => 1,
        Some(_) => 0,
        None => 2,
    }) else {
        return Vec::new();
    };
    let is_whole = to == drive.announced;
    let note = format!(
        "{drive:?} to {to}{} found {:?} {:?}: {}",
        if is_cut { " cut" } else { "" },
        found.verdict,
        found.real_bytes.map(|it| it / SECTOR),
        found.reason
    );
    let answer = found.verdict.map(|verdict| {
        // If only f3probe's report remains, the verdict is f3probe's.
        let is_probe = tool == Tool::Probe || found.reason.starts_with("f3probe says so");
        is_right_verdict(is_probe, drive, verdict)
    });
    let mut outcomes =
        vec![outcome(what, answer, found.confidence, is_whole && !is_cut, note.clone())];
    let shows_size = drive.is_fake() && is_whole && !is_cut;
    if drive.is_fake() || found.real_bytes.is_some() {
        let answer = found.real_bytes.map(|real| is_right_size(tool, drive, real));
        let sure = found.size_confidence_ratio.unwrap_or(found.confidence);
        outcomes.push(outcome(size, answer, sure, shows_size, note.clone()));
    }
    if tool.is_of_files() && !is_cut {
        let is_said = imported.warnings.iter().any(|it| it.code == "impossible-speed");
        outcomes.push(outcome(speed, Some(is_said == is_impossible), 0.99, true, note));
    }
    outcomes
}

fn is_right_verdict(is_probe: bool, drive: &Drive, verdict: CapacityVerdict) -> bool {
    let is_broken = matches!(drive.kind, Kind::Damaged | Kind::Dying);
    if verdict.is_counterfeit() {
        return drive.is_fake();
    }
    match verdict {
        // f3probe judges the capacity: a genuine drive with broken blocks has all of it.
        CapacityVerdict::Good => drive.kind == Kind::Genuine || is_probe && is_broken,
        _ => is_broken,
    }
}

fn is_right_size(tool: Tool, drive: &Drive, real: u64) -> bool {
    let (real, truth) = (bytes(real / SECTOR), bytes(drive.real));
    let below = if tool == Tool::Probe { 4096.0 } else { (SIZE_RATIO * truth).max(SIZE_BYTES) };
    real <= truth && real + below >= truth
}

fn outcome(
    inference: &'static str,
    is_right: Option<bool>,
    stated: f64,
    is_visible: bool,
    note: String,
) -> Outcome {
    Outcome { inference, is_right, stated, is_visible, note }
}

fn of_boundaries(random: &mut Random) -> Vec<Outcome> {
    let flash = Flash::draw(random);
    let (log, least, block) = flash.across(random);
    let (log, is_cut) = spoil(log, false, random);
    let Ok(imported) = read_flashbench(&decode_log(&log)) else {
        let is_right = if is_cut { None } else { Some(false) };
        let refused = format!("refused {:?}", String::from_utf8_lossy(&log));
        return vec![outcome("flashbench -a: unit", is_right, 1.0, !is_cut, refused)];
    };
    let mut outcomes = Vec::new();
    for finding in geometry(&imported.probes, None) {
        let (question, found, truth, step, is_clear) = match &finding {
            Finding::AllocationUnit(it) => {
                let step = flash.unit_ns - flash.page_ns;
                // With a unit of three halves, only some of the addresses are boundaries.
                let is_clear = flash.unit.is_power_of_two() && flash.unit > 4 * least;
                ("flashbench -a: unit", it, flash.unit, step, is_clear)
            }
            Finding::FlashPage(it) => {
                // Rows end at twice the read size: a page is visible if the row of half of it exists.
                let is_clear = flash.page > least && block <= flash.page;
                ("flashbench -a: page", it, flash.page, flash.page_ns, is_clear)
            }
            _ => continue,
        };
        let answer = match found.value_bytes {
            Some(value) => Some(value == truth && step > 0.0),
            // A denial is an answer if its confidence is high.
            None => found.confidence.filter(|sure| *sure > 0.75).map(|_| step <= 0.0),
        };
        let note = format!(
            "{flash:?} read {block} least {least}{} found {:?}: {:?}",
            if is_cut { " cut" } else { "" },
            found.value_bytes,
            found.reason
        );
        let is_visible = is_clear && !is_cut && step > 3.0 * flash.noise_ns;
        outcomes.push(outcome(
            question,
            answer,
            found.confidence.unwrap_or(0.0),
            is_visible,
            note,
        ));
    }
    outcomes
}

fn of_open_units(random: &mut Random) -> Vec<Outcome> {
    let flash = Flash::draw(random);
    let (log, most) = flash.open(random);
    let (log, is_cut) = spoil(log, false, random);
    let Ok(imported) = read_flashbench(&decode_log(&log)) else { return Vec::new() };
    let mut outcomes = Vec::new();
    for finding in geometry(&imported.probes, None) {
        let (Finding::OpenAuLinear(found) | Finding::OpenAuRandom(found)) = finding else {
            continue;
        };
        let note = format!(
            "{} open, log to {most}{} found {:?} {:?}",
            flash.open_count,
            if is_cut { " cut" } else { "" },
            found.value,
            found.reason
        );
        let answer = found.value.map(|value| value == flash.open_count);
        let is_visible = most > flash.open_count && !is_cut;
        let stated = found.confidence.unwrap_or(0.0);
        outcomes.push(outcome("flashbench -O: open units", answer, stated, is_visible, note));
    }
    outcomes
}
