//! Files of other tools: one table of importers, each with its recognition and its reader.
//!
//! An importer reads only what a person could read in the file: figures with their units as printed, and the
//! conditions that the file states. Anything else is `None`. If a line of the tool is invalid, the importer rejects
//! the file with the line and column, because half of a result is no result. Knows no file and draws no conclusion.

mod as_ssd;
mod bench_sh;
mod bonnie;
mod cdm;
mod dd;
mod diskspd;
mod drive_told;
mod elbencho;
mod ezfio;
mod failures;
mod fio_json;
mod fio_log;
mod fio_terse;
mod fio_text;
mod fio_words;
mod foreign;
mod hdparm;
mod hdtune;
mod ioping;
mod iozone;
mod line;
mod memory;
mod mmc;
mod nvme_cli;
mod nvme_json;
mod older;
mod pgbench;
mod phoronix;
mod pi_benchmarks;
mod plausible;
mod refusal;
mod smartctl;
mod smartctl_json;
mod stream;
mod sysbench;
mod winsat;
mod xml;
mod yabs;

use serde::de::IgnoredAny;

use iogram_model::{
    Evidence, ImportedEvidence, ImportedResult, ProbeRecord, Sentence, sentence,
};

pub use self::foreign::{Foreign, Packer, recognise_foreign};
use self::line::Line;
pub use self::refusal::{Reason, Refusal};
pub use self::stream::Stream;
use crate::{Imported, probe};

/// A file as text with its name, because some tools put half of their facts into the name.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Name without folders.
    pub name: &'a str,
    /// The whole text, decoded.
    pub text: &'a str,
}

/// One kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Importer {
    /// Its name for `--as`, lower case; imported runs have the method `import-KIND`.
    pub kind: &'static str,
    /// A short description.
    pub title: &'static str,
    /// The imported facts, for the table of kinds.
    pub reads: &'static str,
    /// The facts that stay unknown, for the table of kinds.
    pub unknown: &'static str,
    /// Confidence that a file is of this kind: 0 is none, 100 means that no other kind looks like it.
    detect: fn(&Source<'_>) -> u8,
    read: fn(&Source<'_>) -> Result<Vec<Imported>, Refusal>,
}

impl Importer {
    /// Reads the file: one entry for each thing that was measured by itself.
    ///
    /// # Errors
    ///
    /// Fails if a part of the tool's output is invalid, with its line and column, and if the file contains nothing of
    /// the tool.
    pub fn read(&self, source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
        let mut found = self.whole_or_cut(source)?;
        // The importer of dd itself decides which errors are dd's.
        if self.kind != dd::IMPORTER.kind {
            failures::add(&mut found, source.text);
        }
        plausible::check(&mut found)?;
        for it in &mut found {
            it.serial = it.serial.take().filter(|serial| !drive_told::is_blanked(serial));
            it.model = it.model.take().filter(|name| !drive_told::is_covered(name));
            it.firmware = it.firmware.take().filter(|name| !drive_told::is_covered(name));
        }
        Ok(found)
    }

    /// The contents of the file; if its end is missing, the contents before the cut.
    fn whole_or_cut(&self, source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
        let refusal = match (self.read)(source) {
            Err(refusal) if matches!(refusal.reason, Reason::CutOff { .. }) => refusal,
            whole => return whole,
        };
        // A line with a line end is complete; if it lacks something, a person removed it.
        let is_at_end = refusal.line > source.text.matches('\n').count() as u64;
        let Some(at) = source.text.rfind('\n').filter(|_| is_at_end) else {
            return Err(refusal);
        };
        let text = source.text.get(..=at).unwrap_or_default();
        let Ok(mut found) = (self.read)(&Source { text, ..*source }) else {
            return Err(refusal);
        };
        plausible::note_first(&mut found, &cut_note());
        Ok(found)
    }

    /// Reads the file of this name line by line, for files that are too long for memory; `None` for kinds whose files
    /// are always short.
    #[must_use]
    pub fn stream(&self, name: &str) -> Option<Stream> {
        (self.kind == fio_log::IMPORTER.kind)
            .then(|| Stream::new(Box::new(fio_log::Log::new(name))))
    }
}

/// Reads a file line by line, and keeps no line.
trait LineReader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Refusal>;

    fn end(self: Box<Self>) -> Result<Vec<Imported>, Refusal>;
}

/// Every supported kind of file, in the order of the documentation.
pub const IMPORTERS: &[Importer] = &[
    fio_json::IMPORTER,
    fio_terse::IMPORTER,
    fio_log::IMPORTER,
    fio_text::IMPORTER,
    dd::IMPORTER,
    cdm::IMPORTER,
    cdm::KDISKMARK,
    as_ssd::IMPORTER,
    hdtune::IMPORTER,
    hdparm::IMPORTER,
    ioping::IMPORTER,
    smartctl::IMPORTER,
    smartctl_json::IMPORTER,
    nvme_cli::IMPORTER,
    nvme_json::IMPORTER,
    mmc::EXT_CSD,
    mmc::REGISTERS,
    iozone::IMPORTER,
    bonnie::IMPORTER,
    sysbench::IMPORTER,
    pgbench::IMPORTER,
    phoronix::IMPORTER,
    ezfio::IMPORTER,
    diskspd::IMPORTER,
    yabs::IMPORTER,
    bench_sh::IMPORTER,
    winsat::IMPORTER,
    pi_benchmarks::IMPORTER,
    elbencho::IMPORTER,
    older::F3,
    older::H2TESTW,
    older::FLASHBENCH,
];

/// The importer of this kind.
#[must_use]
pub fn find_importer(kind: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().find(|it| it.kind == kind)
}

/// The result of recognising a file.
#[derive(Debug, Clone)]
pub enum Recognised {
    /// A file of this kind.
    As(&'static Importer),
    /// Outputs of several tools in one text: each of these importers finds its own output in it.
    Several(Vec<&'static Importer>),
    /// Several kinds match equally: the user has to choose one.
    Between(Vec<&'static str>),
    /// A PDF: its bytes do not contain the text of its pages, so any match with a tool's words is chance.
    Pdf,
    /// A web page saved by a browser that matches no kind.
    WebPage,
    /// The file matches no kind.
    Nothing,
}

/// With this confidence, an importer has found its tool's own words; two such importers mean two outputs.
const SURE_MIN: u8 = 85;

/// A note that the file ends too early.
fn cut_note() -> Sentence {
    sentence!("interchange-end-cut-off-stands-before-read")
}

/// Importers of JSON, with their confidence.
type OfJson = (&'static Importer, fn(&Source<'_>) -> u8);

const OF_JSON: [OfJson; 5] = [
    (&fio_json::IMPORTER, fio_json::json_sureness),
    (&smartctl_json::IMPORTER, smartctl_json::json_sureness),
    (&nvme_json::IMPORTER, nvme_json::json_sureness),
    (&phoronix::IMPORTER, phoronix::json_sureness),
    (&yabs::IMPORTER, yabs::json_sureness),
];

/// The importer whose JSON the whole text is, so that no other importer has to search it: another tool's words in it
/// are part of a string. `None` if the text is not JSON, or not clearly of one importer.
fn json_of(source: &Source<'_>) -> Option<&'static Importer> {
    let is_object = source.text.trim_ascii_start().starts_with('{');
    let mut sure =
        OF_JSON.into_iter().filter(|(_, sureness)| is_object && sureness(source) >= SURE_MIN);
    let (importer, _) = sure.next()?;
    let is_whole = || serde_json::from_str::<IgnoredAny>(source.text).is_ok();
    (sure.next().is_none() && is_whole()).then_some(importer)
}

/// Recognises the kind of a file by its contents.
#[must_use]
pub fn recognise(source: &Source<'_>) -> Recognised {
    if let Some(importer) = json_of(source) {
        return Recognised::As(importer);
    }
    if is_pdf(source) {
        return Recognised::Pdf;
    }
    let scored = IMPORTERS.iter().map(|it| ((it.detect)(source), it));
    let mut scored: Vec<(u8, &'static Importer)> =
        scored.filter(|(score, _)| *score > 0).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let is_sure = |it: &&(u8, &'static Importer)| it.0 >= SURE_MIN;
    match scored.as_slice() {
        [] if foreign::is_web_page(source.text) => Recognised::WebPage,
        [] => Recognised::Nothing,
        [_, second, ..] if is_sure(&second) => {
            Recognised::Several(scored.iter().filter(is_sure).map(|(_, it)| *it).collect())
        }
        [(best, _), (next, _), ..] if best == next => {
            let alike = scored.iter().take_while(|(score, _)| score == best);
            Recognised::Between(alike.map(|(_, it)| it.kind).collect())
        }
        [(_, importer), ..] => Recognised::As(importer),
    }
}

/// Readers of PDF look for its header in this number of bytes. Source: ISO 32000-1, annex H, implementation note 13.
const PDF_HEAD_MAX: usize = 1024;

fn is_pdf(source: &Source<'_>) -> bool {
    // A text about PDF contains the header within a line.
    let at = source.text.find("%PDF-").filter(|at| *at < PDF_HEAD_MAX);
    let before = at.and_then(|at| source.text.get(..at));
    before.is_some_and(|it| it.trim_end_matches(' ').is_empty() || it.ends_with(['\n', '\r']))
}

/// The results of one tool as an import; `None` without results and facts.
fn imported(evidence: ImportedEvidence, device: Option<String>) -> Option<Imported> {
    if evidence.results.is_empty() && evidence.facts.is_empty() {
        return None;
    }
    Some(Imported { probes: vec![probe_of(evidence)], device, ..Imported::default() })
}

/// Whether this option of fio with this value kept a job from reaching the drive's own limit.
pub(crate) fn is_limiting(option: &str, value: &str) -> bool {
    fio_words::limit(option, value).is_some()
}

/// The results of a tool as a probe.
fn probe_of(evidence: ImportedEvidence) -> ProbeRecord {
    let tool = evidence.tool.clone();
    probe(&tool, "figures", Evidence::Imported(evidence))
}

/// A result without figures.
fn result(name: impl Into<String>, line_index: u64) -> ImportedResult {
    ImportedResult {
        name: name.into(),
        line_index: Some(line_index),
        is_of_drive: true,
        ..ImportedResult::default()
    }
}

/// Adds a number to names that several results share, in their order.
fn number_names(results: &mut [ImportedResult]) {
    let name_of = |at: usize| results.get(at).map(|it| (it.name.as_str(), it.operation));
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_unstable_by(|one, other| {
        name_of(*one).cmp(&name_of(*other)).then(one.cmp(other))
    });
    let alike = order.chunk_by(|one, other| name_of(*one) == name_of(*other));
    let numbered = alike.flat_map(|same| same.iter().copied().zip(1_u64..).skip(1));
    for (at, number) in numbered.collect::<Vec<_>>() {
        if let Some(it) = results.get_mut(at) {
            it.name = format!("{} #{number}", it.name);
        }
    }
}
