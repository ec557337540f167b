//! nvme-cli's text: `smart-log`, `id-ctrl`, `id-ns`, `error-log`, `list`, versions 1 and 2.
//!
//! Sources: nvme-cli's `nvme-print.c` and `nvme-print-stdout.c`, and output that people posted.

use iogram_model::{sentence, text};

use super::drive_told::{Told, figure, health_row, is_health_name, known, plain_name};
use super::line::{Line, grouped, lines};
use super::refusal::{Reason, Refusal};
use super::smartctl::command_device;
use super::{Importer, Source};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "nvme",
    title: "nvme-cli as text: smart-log, id-ctrl, id-ns, error-log, list",
    reads: "model, serial number, firmware, capacity, health counters, every named value as printed, entries of the error log",
    unknown: "what vendors count beside the standard",
    detect: |source| {
        let mut is_behind = false;
        let is_its = |it: Line<'_>| {
            let is_second = is_behind && it.text.trim_start().starts_with("temperature ");
            // `-H` explains the bits of the first row below it, as `Available Spare[0]`.
            is_behind = is_first_row(&it) || is_behind && it.text.contains("]  ");
            is_second || Part::beginning(it.text).is_some()
        };
        if lines(source.text).any(is_its) { 95 } else { 0 }
    },
    read,
};

/// The command whose output contains a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Smart,
    Controller,
    Namespace,
    Errors,
    List,
}

impl Part {
    fn beginning(text: &str) -> Option<Self> {
        let text = text.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(if text.starts_with("Smart Log for NVME device:") {
            Self::Smart
        } else if text.starts_with("NVME Identify Controller") {
            Self::Controller
        } else if text.starts_with("NVME Identify Namespace") {
            Self::Namespace
        } else if text.starts_with("Error Log Entries for device:") {
            Self::Errors
        } else if words.first() == Some(&"Node")
            && words.contains(&"SN")
            && text.ends_with("FW Rev")
        {
            Self::List
        } else {
            return None;
        })
    }
}

/// The first row of a health log, for logs whose heading was omitted.
fn is_first_row(line: &Line<'_>) -> bool {
    let value = line.text.split_once(':').filter(|it| it.0.trim() == "critical_warning");
    value.is_some_and(|it| figure(line, it.1).is_ok())
}

/// The output that is being read.
#[derive(Debug)]
struct Block {
    part: Part,
    told: Told,
    /// The common indentation of its lines, except of explanations: web pages and mails indent quotations.
    indent: Option<String>,
    /// For the list: the beginning of each column.
    columns: Vec<(usize, String)>,
    /// For the error log: the current entry.
    entry: Option<u64>,
    /// For a namespace: its blocks.
    blocks: Option<u64>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut block: Option<Block> = None;
    let mut device = None;
    let is_cut = !source.text.ends_with('\n');
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let is_inside = |it: &Block| it.part == Part::Smart && !it.told.says_anything();
        let is_headless = is_first_row(&line) && !block.as_ref().is_some_and(is_inside);
        if let Some(part) = Part::beginning(line.text).or(is_headless.then_some(Part::Smart)) {
            found.extend(block.take().and_then(|it| it.told.end()));
            let mut told = Told::by("nvme-cli");
            told.drive.device = of_head(line.text).or_else(|| device.take());
            let columns = if part == Part::List { columns_of(line.text) } else { Vec::new() };
            block =
                Some(Block { part, told, indent: None, columns, entry: None, blocks: None });
            if !is_headless {
                continue;
            }
        }
        let command = command_device(line.text);
        if command.is_some() || line.text.contains("# nvme ") || line.text.contains("$ nvme ") {
            found.extend(block.take().and_then(|it| it.told.end()));
            device = command.or(device);
        }
        let Some(current) = &mut block else { continue };
        if is_cut && all.peek().is_none() && !line.text.trim().is_empty() {
            let note = sentence!("interchange-last-line-no-end-cut-off");
            current.told.evidence.note(&note);
            break;
        }
        if take(current, &line, &mut found)? {
            found.extend(block.take().and_then(|it| it.told.end()));
        }
    }
    found.extend(block.and_then(|it| it.told.end()));
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-nvme-cli") }));
    }
    Ok(found)
}

/// `Smart Log for NVME device:nvme0n1 namespace-id:ffffffff`.
fn of_head(text: &str) -> Option<String> {
    let name = text.split_once("device:")?.1.split_whitespace().next()?;
    Some(if name.starts_with('/') { name.to_owned() } else { format!("/dev/{name}") })
}

/// Reads one line; returns whether the output ends with it.
fn take(
    block: &mut Block,
    line: &Line<'_>,
    found: &mut Vec<Imported>,
) -> Result<bool, Refusal> {
    // The fence of a Markdown page ends the output.
    let is_fence = line.text.trim_start().starts_with("```");
    let is_empty = line.text.trim().is_empty() || is_fence;
    let text = block.without_indent(line.text);
    // The explanation of a value is below it, with a larger indentation.
    let is_detail = text.starts_with([' ', '\t']);
    match block.part {
        Part::Smart if is_empty => return Ok(true),
        Part::Smart => return smart(&mut block.told, line, is_detail),
        Part::Controller if is_fence || !is_identify(text) => return Ok(true),
        Part::Controller | Part::Namespace if is_detail && !is_empty => {}
        Part::Controller => controller(&mut block.told, line),
        Part::Namespace if is_empty || !is_identify(text) => return Ok(block.blocks.is_some()),
        Part::Namespace => namespace(block, line)?,
        Part::Errors if is_empty || is_identify(text) => errors(block, line)?,
        Part::Errors => return Ok(true),
        Part::List if is_empty => return Ok(true),
        Part::List if text.trim_start().starts_with('-') => {}
        Part::List if !is_row(&block.columns, text) => return Ok(true),
        Part::List => found.extend(row(&block.columns, line)?),
    }
    Ok(false)
}

impl Block {
    /// The line without the common indentation. A line with less of it shows that the indentation of the first one
    /// was too large.
    fn without_indent<'a>(&mut self, text: &'a str) -> &'a str {
        let bare = text.trim_start();
        if bare.is_empty() {
            return bare;
        }
        let own = text.strip_suffix(bare).unwrap_or_default();
        let indent = self.indent.get_or_insert_with(|| own.to_owned());
        let is_same = |(one, other): &(u8, u8)| one == other;
        let common = indent.bytes().zip(own.bytes()).take_while(is_same).count();
        // The cut must be between characters; otherwise there is no common indentation.
        indent.truncate(if indent.is_char_boundary(common) { common } else { 0 });
        text.strip_prefix(indent.as_str()).unwrap_or(text)
    }
}

/// Reads one line of a health log; returns whether the log has ended before it.
fn smart(told: &mut Told, line: &Line<'_>, is_detail: bool) -> Result<bool, Refusal> {
    let name = line.text.split(':').next().unwrap_or_default();
    // `-H` explains bits below their byte, under names that no row has.
    if is_detail && !is_health_name(&plain_name(name)) {
        let Some((name, value)) = line.text.split_once(':') else { return Ok(true) };
        told.fact(name, value);
        return Ok(false);
    }
    let Some((name, value, read)) = health_row(line)? else { return Ok(true) };
    let _is_known = told.nvme_health(&plain_name(name), &read);
    told.fact(name, value);
    Ok(false)
}

/// Whether a line can be part of the output of `id-ctrl`, `id-ns` or `error-log`: a name there is a short word,
/// possibly with a number, and a space before the colon; long names have no space. A prompt (`me@host:~$`) and
/// ordinary text are not.
fn is_identify(text: &str) -> bool {
    if text.starts_with([' ', '\t']) {
        return true;
    }
    let Some((name, _)) = text.split_once(':') else {
        return !text.contains(['@', '$', '#']);
    };
    let is_word = |it: &str| {
        it.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'[' | b']'))
    };
    // Hexadecimal dumps have their address in place of a name.
    let is_whole = name.ends_with([' ', '\t'])
        || name.contains(['_', '['])
        || name.bytes().all(|it| it.is_ascii_hexdigit());
    let words: Vec<&str> = name.split_whitespace().collect();
    is_whole && words.iter().all(|it| is_word(it)) && words.len() <= 3
}

/// `mn        : Samsung SSD 970 EVO 1TB`.
fn controller(told: &mut Told, line: &Line<'_>) {
    let Some((name, value)) = line.text.split_once(':') else { return };
    let drive = &mut told.drive;
    match name.trim() {
        "mn" => drive.model = known(value),
        "sn" => drive.serial = known(value),
        "fr" => drive.firmware = known(value),
        "tnvmcap" => {
            let bytes = grouped(value.split('(').next().unwrap_or_default());
            let bytes = bytes.and_then(|it| u64::try_from(it).ok()).filter(|it| *it > 0);
            drive.capacity_bytes = bytes;
            told.fact("tnvmcap", value);
        }
        name => told.fact(name, value),
    }
}

/// `nsze    : 0x3a386030`, and `lbaf  0 : ms:0   lbads:9  rp:0x2 (in use)`: blocks of 2^9 bytes.
fn namespace(block: &mut Block, line: &Line<'_>) -> Result<(), Refusal> {
    let Some((name, value)) = line.text.split_once(':') else { return Ok(()) };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name == "nsze" {
        let number = figure(line, value)?.number.and_then(|it| u64::try_from(it).ok());
        block.blocks = Some(
            number.ok_or_else(|| line.expected(value, text!("interchange-number-blocks")))?,
        );
    }
    if name.starts_with("lbaf ") || name.starts_with("LBA Format ") {
        let shift = value.split_whitespace().find_map(|it| it.strip_prefix("lbads:"));
        let is_used = value.contains("(in use)");
        if let (Some(shift), Some(blocks), true) = (shift, block.blocks, is_used) {
            let shift: u32 = shift
                .parse()
                .ok()
                .filter(|it| *it < 64)
                .ok_or_else(|| line.expected(shift, text!("interchange-power-two")))?;
            block.told.drive.capacity_bytes = blocks.checked_mul(1_u64 << shift);
        }
    }
    block.told.fact(&name, value);
    Ok(())
}

/// Entries that were never written have the number 0.
fn errors(block: &mut Block, line: &Line<'_>) -> Result<(), Refusal> {
    let text = line.text.trim();
    if text.is_empty() || text.bytes().all(|it| it == b'.') {
        return Ok(());
    }
    if let Some(number) = text.strip_prefix("Entry[").and_then(|it| it.split(']').next()) {
        block.entry = Some(line.count(number)?);
        return Ok(());
    }
    let (Some((name, value)), Some(entry)) = (text.split_once(':'), block.entry) else {
        return Ok(());
    };
    let name = name.trim();
    if name == "error_count" {
        // An entry that was never written has no facts.
        if grouped(value) == Some(0) {
            block.entry = None;
            return Ok(());
        }
        grouped(value)
            .ok_or_else(|| line.expected(value.trim(), text!("interchange-whole-number")))?;
    }
    block.told.fact(&format!("entry {entry}: {name}"), value);
    Ok(())
}

/// The beginnings of a list's columns, by its heading.
fn columns_of(head: &str) -> Vec<(usize, String)> {
    // Only a name of two words contains a single space.
    let head = head.replace("FW Rev", "FW_Rev");
    let mut columns = Vec::new();
    let mut was_space = true;
    for (index, letter) in head.chars().enumerate() {
        if letter == ' ' {
            was_space = true;
            continue;
        }
        if was_space {
            columns.push((index, String::new()));
        }
        was_space = false;
        if let Some((_, name)) = columns.last_mut() {
            name.push(letter);
        }
    }
    columns
}

/// Whether a line below the heading of a list is one of its rows: it begins with a device node, or its words are
/// below the column names.
fn is_row(columns: &[(usize, String)], text: &str) -> bool {
    let is_space = |at: usize| text.chars().nth(at).is_some_and(|it| it == ' ');
    let is_below = columns.iter().skip(1).all(|it| is_space(it.0.saturating_sub(1)));
    text.trim_start().starts_with("/dev/") || is_below
}

/// A row of the list; each is a drive.
fn row(columns: &[(usize, String)], line: &Line<'_>) -> Result<Option<Imported>, Refusal> {
    let letters: Vec<char> = line.text.chars().collect();
    let mut told = Told::by("nvme-cli");
    let starts = columns.iter().map(|it| it.0);
    let ends = starts.skip(1).chain(std::iter::once(letters.len().max(1)));
    for ((from, name), to) in columns.iter().zip(ends) {
        let is_apart =
            *from == 0 || letters.get(from.saturating_sub(1)).is_none_or(|it| *it == ' ');
        if !is_apart {
            return Err(
                line.expected(line.text.trim(), text!("interchange-columns-below-heads"))
            );
        }
        let value: String =
            letters.get(*from..to.min(letters.len())).unwrap_or_default().iter().collect();
        match name.as_str() {
            "Node" => told.drive.device = known(&value),
            "SN" => told.drive.serial = known(&value),
            "Model" => told.drive.model = known(&value),
            "FW_Rev" => told.drive.firmware = known(&value),
            name => {
                let words: Vec<&str> = value.split_whitespace().collect();
                told.fact(name, &words.join(" "));
            }
        }
    }
    if told.drive.device.as_ref().is_none_or(|it| !it.starts_with("/dev/")) {
        return Err(line.expected(line.text.trim(), text!("interchange-device-node")));
    }
    Ok(told.end())
}
