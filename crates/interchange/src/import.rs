//! Files of other tools: one table of importers, each with what it recognises and how it reads.
//!
//! An importer reads what a person would read in the file and nothing else: figures with their units as printed, conditions as
//! far as they stand there. What does not stand there is `None`. A line that is the tool's and cannot be understood ends the
//! file with its line and column: half of a result is none. Knows no file and draws no conclusion.

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

/// A file as text, with the name that it came under: some tools say half of what they know there.
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
    /// What `--as` calls it, lower case; imported runs are of the method `import-KIND`.
    pub kind: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What is read, for the table of kinds.
    pub reads: &'static str,
    /// What stays unknown, for the table of kinds.
    pub unknown: &'static str,
    /// How sure it is that the file is of this kind: 0 is not at all, 100 is that nothing else looks so.
    detect: fn(&Source<'_>) -> u8,
    read: fn(&Source<'_>) -> Result<Vec<Imported>, Refusal>,
}

impl Importer {
    /// Reads the file: one entry for each thing that was measured by itself.
    ///
    /// # Errors
    ///
    /// Fails where something that is the tool's cannot be understood, with its line and column, and if there is nothing of
    /// the tool in it.
    pub fn read(&self, source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
        let mut found = self.whole_or_cut(source)?;
        // Whose error dd's is, it knows itself.
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

    /// What stands in the file; of one whose end is missing what stands before that.
    fn whole_or_cut(&self, source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
        let refusal = match (self.read)(source) {
            Err(refusal) if matches!(refusal.reason, Reason::CutOff { .. }) => refusal,
            whole => return whole,
        };
        // A line that has an end is whole, and what is missing in it somebody took out.
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

    /// A reader that takes the file of this name line by line, for files that are too long to be held; `None` for kinds that are
    /// never so long.
    #[must_use]
    pub fn stream(&self, name: &str) -> Option<Stream> {
        (self.kind == fio_log::IMPORTER.kind)
            .then(|| Stream::new(Box::new(fio_log::Log::new(name))))
    }
}

/// What reads a file line by line, and holds no line after it.
trait LineReader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Refusal>;

    fn end(self: Box<Self>) -> Result<Vec<Imported>, Refusal>;
}

/// Every kind of file that is understood, in the order of the documentation.
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

/// What a file was taken for.
#[derive(Debug, Clone)]
pub enum Recognised {
    /// A file of this kind.
    As(&'static Importer),
    /// Outputs of several tools in one text: each of these finds its own in it.
    Several(Vec<&'static Importer>),
    /// Of several kinds equally: the user has to say which.
    Between(Vec<&'static str>),
    /// A PDF: what stands on its pages is not in its bytes as text, and whatever looks like a tool's words is chance.
    Pdf,
    /// A page as a browser saves it, in which nothing looks like any of them.
    WebPage,
    /// Nothing in it looks like any of them.
    Nothing,
}

/// From here on an importer has seen its tool's own words, so that two of them are about two outputs.
const SURE_MIN: u8 = 85;

/// That a file ends before what it began.
fn cut_note() -> Sentence {
    sentence!("interchange-end-cut-off-stands-before-read")
}

/// Those that read JSON, with how sure they are of one.
type OfJson = (&'static Importer, fn(&Source<'_>) -> u8);

const OF_JSON: [OfJson; 5] = [
    (&fio_json::IMPORTER, fio_json::json_sureness),
    (&smartctl_json::IMPORTER, smartctl_json::json_sureness),
    (&nvme_json::IMPORTER, nvme_json::json_sureness),
    (&phoronix::IMPORTER, phoronix::json_sureness),
    (&yabs::IMPORTER, yabs::json_sureness),
];

/// Whose JSON the whole text is, so that no other has to look through it: words of another tool in it are a string's. `None`
/// if it is none, or not certainly of one of them.
fn json_of(source: &Source<'_>) -> Option<&'static Importer> {
    let is_object = source.text.trim_ascii_start().starts_with('{');
    let mut sure =
        OF_JSON.into_iter().filter(|(_, sureness)| is_object && sureness(source) >= SURE_MIN);
    let (importer, _) = sure.next()?;
    let is_whole = || serde_json::from_str::<IgnoredAny>(source.text).is_ok();
    (sure.next().is_none() && is_whole()).then_some(importer)
}

/// Which kind of file it is, by what stands in it.
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

/// Readers of PDF look for its head in so many bytes. Source: ISO 32000-1, annex H, implementation note 13.
const PDF_HEAD_MAX: usize = 1024;

fn is_pdf(source: &Source<'_>) -> bool {
    // A text that speaks of such a head has it within a line.
    let at = source.text.find("%PDF-").filter(|at| *at < PDF_HEAD_MAX);
    let before = at.and_then(|at| source.text.get(..at));
    before.is_some_and(|it| it.trim_end_matches(' ').is_empty() || it.ends_with(['\n', '\r']))
}

/// Results of one tool as an imported thing; `None` if there are none and nothing else is said.
fn imported(evidence: ImportedEvidence, device: Option<String>) -> Option<Imported> {
    if evidence.results.is_empty() && evidence.facts.is_empty() {
        return None;
    }
    Some(Imported { probes: vec![probe_of(evidence)], device, ..Imported::default() })
}

/// Whether these are an option of fio's, and a value, that kept a job from being what the drive can do alone.
pub(crate) fn is_limiting(option: &str, value: &str) -> bool {
    fio_words::limit(option, value).is_some()
}

/// What a tool says as a probe.
fn probe_of(evidence: ImportedEvidence) -> ProbeRecord {
    let tool = evidence.tool.clone();
    probe(&tool, "figures", Evidence::Imported(evidence))
}

/// A result that says nothing yet.
fn result(name: impl Into<String>, line_index: u64) -> ImportedResult {
    ImportedResult {
        name: name.into(),
        line_index: Some(line_index),
        is_of_drive: true,
        ..ImportedResult::default()
    }
}

/// Names that several results share get a number, as they stand one after the other.
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
