//! hdparm -t, -T and --direct.
//!
//! Source: hdparm's `hdparm.c` (`time_device`, `time_cache`): it counts buffers of 2 MiB and calls them `MB`, so its
//! `MB/sec` are MiB/s; for slow drives it prints `kB/sec` of 1024 bytes. `-T` reads the same 2 MiB repeatedly: this
//! is the speed of the memory. Versions before 5.4 print no space after `=` if the rate has three digits. busybox'
//! `hdparm.c` (`print_timing`) counts the same and prints whole `kB/s` of 1024 bytes.

use iogram_model::{
    ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult, OpKind, Sentence,
    sentence, text,
};

use super::line::{Line, is_rounded, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "hdparm",
    title: "hdparm -t, -T, --direct",
    reads: "rates of all devices in the text; its MB, which are MiB, are corrected with a note",
    unknown: "block size, queue depth",
    detect: |source| if lines(source.text).any(|it| is_timing(it.text)) { 95 } else { 0 },
    read,
};

fn is_timing(text: &str) -> bool {
    let text = unmarked(text);
    let kinds = ["Timing cached", "Timing buffer-cache", "Timing buffered", "Timing O_DIRECT"];
    kinds.iter().any(|it| text.starts_with(it)) && text.contains(" reads:")
}

/// The line without the marks of a shell's comment.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches(['#', ' ', '\t'])
}

/// The drive of `/dev/sda:`, possibly followed by a person's remark.
fn headed(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once(':')?;
    let is_remark = rest.is_empty() || rest.trim_start().starts_with('(');
    (name.starts_with('/') && !name.contains(' ') && is_remark).then_some(name)
}

/// The drive of `--- /dev/sda ---`, which scripts print for each drive if they omit hdparm's own heading.
fn ruled(text: &str) -> Option<&str> {
    let is_mark = |it: char| it.is_whitespace() || "-=#*<>[]:`".contains(it);
    let name = text.trim_matches(is_mark);
    (name.starts_with("/dev/") && name.chars().all(is_of_name)).then_some(name)
}

/// Whether a character can be part of a drive's name; characters of shell patterns cannot.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '/' | '_' | '-' | '.')
}

/// The drive of a command line: `$ hdparm -t --direct /dev/sda`. hdparm prints the drive again, but a person may have
/// removed that; the inner `None` means several drives or a pattern, whose assignment is then unknown.
fn commanded(text: &str) -> Option<Option<&str>> {
    let (_, words) = text.split_once("hdparm -")?;
    let is_drive =
        |it: &&str| it.starts_with("/dev/") && !it.ends_with(':') && *it != "/dev/null";
    let mut drives = words.split_whitespace().filter(is_drive);
    let first = drives.next()?.trim_end_matches([';', '&', '|', ')', '`', '"', '\'']);
    let is_one = first.chars().all(is_of_name) && drives.next().is_none();
    Some(Some(first).filter(|_| is_one))
}

/// Whether a line names another drive than `device`: the drive of the following figures is then unknown.
fn is_of_other(text: &str, device: Option<&str>) -> bool {
    const NO_DRIVES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];
    text.match_indices("/dev/").any(|(at, _)| {
        let name = text.get(at..).unwrap_or_default();
        let end = name.find(|it| !is_of_name(it)).unwrap_or(name.len());
        let name = name.get(..end).unwrap_or_default();
        !NO_DRIVES.contains(&name) && device.is_none_or(|it| !name.starts_with(it))
    })
}

/// ` Timing buffered disk reads:  read() failed: Input/output error` has no figure, but other lines of the text do.
fn has_failed(text: &str) -> bool {
    text.split_once(':').is_some_and(|(_, values)| values.trim_start().starts_with("read() "))
}

/// The refusal if no drive could be read, with hdparm's first message.
fn all_failed(text: &str) -> Option<Refusal> {
    let line = lines(text).find(|line| is_timing(line.text) && has_failed(line.text))?;
    let (_, message) = line.text.split_once(':')?;
    let reason = Reason::Said { tool: "hdparm", message: message.trim().to_owned() };
    Some(Refusal { line: line.index, column: 1, reason })
}

/// hdparm's messages about failed reads.
fn failures(text: &str) -> Vec<Sentence> {
    let failed = lines(text).filter(|line| is_timing(line.text) && has_failed(line.text));
    failed
        .map(|line| {
            sentence!(
                "interchange-line-hdparm-no-figure",
                line = line.index,
                said = line.text.trim()
            )
        })
        .collect()
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found: Vec<Imported> = Vec::new();
    let mut device: Option<String> = None;
    // A drive without figures has no run of its own, so all other runs note its failure.
    let failures = failures(source.text);
    let mut evidence = begin(&failures);
    // Whether the figures may be another drive's, and whether a command line named several drives.
    let (mut is_doubtful, mut is_several) = (false, false);
    for line in lines(source.text) {
        let text = line.text.trim();
        let named = headed(text).or_else(|| ruled(text)).map(Some).or_else(|| commanded(text));
        let is_figure = is_timing(text) && !has_failed(text);
        let is_unnamed = is_figure && is_doubtful;
        if named.is_some() || is_unnamed {
            found
                .extend(end(std::mem::replace(&mut evidence, begin(&failures)), device.take()));
            device = named.flatten().map(str::to_owned);
            is_doubtful = false;
        }
        is_several = named == Some(None) || is_several && named.is_none();
        if is_figure {
            let its = timing(&line, unmarked(text))?;
            if is_several && evidence.results.iter().any(|it| it.name == its.name) {
                found.extend(end(std::mem::replace(&mut evidence, begin(&failures)), None));
            }
            evidence.results.push(its);
        } else if named.is_none() {
            is_doubtful = is_doubtful || is_of_other(text, device.as_deref());
        }
    }
    found.extend(end(evidence, device));
    if found.is_empty() {
        return Err(all_failed(source.text).unwrap_or_else(|| {
            Refusal::of_file(Reason::Nothing { what: text!("interchange-hdparm") })
        }));
    }
    Ok(found)
}

fn begin(failures: &[Sentence]) -> ImportedEvidence {
    let mut evidence =
        ImportedEvidence { tool: "hdparm".to_owned(), ..ImportedEvidence::default() };
    evidence.note(&sentence!("interchange-hdparm-counts-mib-calls-mb-rates"));
    failures.iter().for_each(|it| evidence.note(it));
    evidence
}

fn end(mut evidence: ImportedEvidence, device: Option<String>) -> Option<Imported> {
    number_names(&mut evidence.results);
    imported(evidence, device)
}

/// ` Timing buffered disk reads: 1620 MB in  3.00 seconds = 539.86 MB/sec`.
fn timing(line: &Line<'_>, text: &str) -> Result<ImportedResult, Refusal> {
    let (title, values) =
        text.split_once(':').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
    let spaced = values.replace('=', " = ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let [amount, unit, "in", seconds, "seconds", "=", rate, per_second] = words.as_slice()
    else {
        let is_short = words.len() < 8;
        let end = || line.cut_off(text!("interchange-line"));
        return Err(if is_short {
            end()
        } else {
            line.expected(values.trim(), text!("interchange-amount-time-rate"))
        });
    };
    if !matches!(*unit, "MB" | "kB") {
        return Err(line.expected(unit, text!("interchange-mb-kb")));
    }
    // The end of a web page's markup may follow directly.
    let is_end = |it: char| !it.is_ascii_alphabetic() && it != '/';
    let unit_of_rate = per_second.split(is_end).next().unwrap_or_default();
    let factor = match unit_of_rate {
        "MB/sec" => 1_048_576.0,
        "kB/sec" | "kB/s" => 1024.0,
        _ => return Err(line.expected(per_second, text!("interchange-mb-sec-kb-sec"))),
    };
    let (mib, elapsed) = (line.number(amount)?, line.number(seconds)?);
    let value = line.number(rate)?;
    let amount_factor = if *unit == "MB" { 1_048_576.0 } else { 1024.0 };
    let follows = mib * amount_factor / factor / elapsed;
    // The time is printed in hundredths of seconds.
    let slack = 0.005 / elapsed + 0.002;
    if elapsed <= 0.0
        || !(is_rounded(rate, follows) || (value - follows).abs() <= follows * slack)
    {
        return Err(line.contradiction(rate, format!("{follows:.2} {unit_of_rate}")));
    }
    let title = title.trim().trim_start_matches("Timing ").trim();
    Ok(ImportedResult {
        operation: Some(OpKind::Read),
        order: Some(ImportedOrder::Sequential),
        is_direct: Some(title.contains("O_DIRECT")),
        is_of_drive: !title.contains("cache"),
        figures: ImportedFigures::from([
            ("bytes_per_s", value * factor),
            ("elapsed_ns", elapsed * 1e9),
        ]),
        ..result(title, line.index)
    })
}
