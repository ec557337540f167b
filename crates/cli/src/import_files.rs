//! `iogram import FILE..`: turns other tools' files, recognised by their contents, into ordinary runs.
//!
//! Knows files and folders. `iogram-interchange` decodes a file, and `iogram-findings` draws the conclusions.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_bundle::unpack;
use iogram_interchange::{
    Foreign, IMPORTERS, Imported, Importer, Reason, Recognised, Refusal, Source, decode_output,
    find_importer, recognise, recognise_foreign,
};
use iogram_model::{
    AcceptedImport, Evidence, Headline, ImportReport, ImportSource, Outcome, OutcomeKind,
    RefusedImport, Run, Sentence, Text, sentence, text,
};
use iogram_report::{ImportShown, JsonStyle, Locale, statement_text};
use iogram_session::wall_clock_us;
use iogram_store::Store;
use sha2::{Digest as _, Sha256};

use crate::args::ImportFilesArgs;
use crate::failure::{Failure, USAGE, code_of_imported};
use crate::import::{hash_of, hex, run_of};
use crate::import_registers::decode_registers;
use crate::output;
use crate::places;
use crate::publish::publish_page;
use crate::standard_input;

/// The remedy if a named file cannot be read.
const HINT: Text = text!("cli-name-file-holds-tool-output");

/// Nesting depth of folders below a named one. Arbitrary: more than anybody uses, but finite.
const DEPTH_MAX: usize = 16;

/// The most runs with tables and charts on a page. Arbitrary: a folder of thousands is too large for a page.
const SHOWN_MAX: usize = 40;

/// Stores the runs.
struct Keeper {
    store: Option<Store>,
    /// The language of answers: creating it takes longer than reading a file.
    locale: Locale,
    /// The headline of the first run.
    first: Option<Headline>,
    /// The runs that a page shows, up to the limit.
    runs: Vec<Run>,
    room: usize,
}

/// A file to read, and whether the user named it or a folder contained it.
struct Candidate {
    path: PathBuf,
    is_named: bool,
}

/// `iogram import FILE..`.
pub(crate) fn import_files(arguments: &ImportFilesArgs) -> Result<ExitCode, Failure> {
    let asked = arguments.kind.as_deref().map(asked_for).transpose()?;
    let mut report =
        ImportReport { format: ImportReport::FORMAT.to_owned(), ..ImportReport::default() };
    let store = match arguments.no_store {
        true => None,
        false => Some(places::open_store(&arguments.store)?),
    };
    let room = if arguments.publish.out.is_some() { SHOWN_MAX } else { 0 };
    let locale = output::locale();
    let mut keeper = Keeper { store, locale, first: None, runs: Vec::new(), room };
    for candidate in candidates(&arguments.files, &mut report) {
        one_file(&candidate, asked, &mut keeper, &mut report)?;
    }
    let Keeper { store, locale, first, runs, .. } = keeper;
    let command = arguments.publish.out.is_none().then(|| with_charts(&arguments.files));
    let shown = ImportShown { first: first.as_ref(), runs: &runs, command: command.as_deref() };
    let page = iogram_report::import_page(&report, &shown, &locale);
    let json = || iogram_report::render_import_json(&report, JsonStyle::Pretty);
    publish_page(
        &page,
        ("import.json", json),
        arguments.format,
        (&arguments.publish, &arguments.store),
    )?;
    if arguments.publish.out.is_some() {
        tell_refused(&report);
    }
    if report.accepted.is_empty() && report.refused.is_empty() {
        return Err(nothing_in(&arguments.files));
    }
    if let (Some(store), [only], true) =
        (&store, report.accepted.as_slice(), report.refused.is_empty())
    {
        let (id, path) = (&only.run, store.path().display());
        output::talk(sentence!("cli-saved-iogram-show", id, path));
    }
    let is_refused = report.refused.iter().any(|it| !it.is_passed_over);
    Ok(if is_refused || report.accepted.is_empty() {
        ExitCode::from(USAGE)
    } else if report.accepted.iter().any(|it| it.is_defective) {
        ExitCode::from(code_of_imported(OutcomeKind::Failed))
    } else {
        ExitCode::SUCCESS
    })
}

/// The most files that a suggested command repeats; nobody would copy a longer line.
const NAMED_MAX: usize = 3;

/// The command that makes a page with charts of the same files.
fn with_charts(files: &[PathBuf]) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "./_-+,=@".contains(letter);
    let plain =
        |it: &PathBuf| it.to_str().filter(|it| it.chars().all(is_plain)).map(str::to_owned);
    let names: Option<Vec<String>> = files.iter().map(plain).collect();
    let named = names.filter(|it| it.len() <= NAMED_MAX);
    let files = named.map_or_else(|| "FILE..".to_owned(), |it| it.join(" "));
    format!("iogram import {files} --out page.html")
}

/// Reports refused files if the page is a file, which nobody may look at.
fn tell_refused(report: &ImportReport) {
    for it in report.refused.iter().filter(|it| !it.is_passed_over) {
        let (file, why) = (&it.file, &it.reason);
        output::talk(match it.line_index {
            Some(line) => sentence!("cli-refused-line", file, line, why),
            None => sentence!("cli-refused", file, why),
        });
    }
}

/// Every named file is accepted or refused, so these are folders.
fn nothing_in(folders: &[PathBuf]) -> Failure {
    let folders: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
    Failure::usage(
        sentence!("cli-nothing-imported-no-file", folders = folders.join(", ")),
        text!("cli-name-files-hold-output-tools-folder"),
    )
}

fn asked_for(kind: &str) -> Result<&'static Importer, Failure> {
    find_importer(kind).ok_or_else(|| {
        let kinds: Vec<&str> = IMPORTERS.iter().map(|it| it.kind).collect();
        let near = iogram_runner::find_nearest(kind, kinds.iter().copied());
        let kinds = kinds.join(", ");
        let hint = match near {
            Some(near) => sentence!("cli-mean-kinds", near, kinds),
            None => sentence!("cli-kinds", kinds),
        };
        Failure::usage(sentence!("cli-cannot-read-files-kind", kind), hint)
    })
}

/// The selected files, those in folders ordered by name. Links within folders are not followed, and files there that
/// are not regular are ignored.
fn candidates(named: &[PathBuf], report: &mut ImportReport) -> Vec<Candidate> {
    let mut found = Vec::new();
    for path in named {
        if path.is_dir() && !standard_input::is_meant(path) {
            walk(path, DEPTH_MAX, &mut found, report);
        } else {
            found.push(Candidate { path: path.clone(), is_named: true });
        }
    }
    found
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<Candidate>, report: &mut ImportReport) {
    if iogram_door::is_of_kernel(folder) {
        let hint = text!("cli-copy-files-meant-into-folder-own");
        return refuse(report, folder, None, Refused::words(text!("cli-belongs-kernel"), hint));
    }
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = match entries {
        Ok(entries) if depth > 0 => entries,
        Ok(_) => {
            return refuse(
                report,
                folder,
                None,
                Refused::words(text!("cli-too-deep"), text!("cli-name-itself")),
            );
        }
        Err(error) => {
            let reason = Sentence::of_system(&error);
            let hint = sentence!("cli-name-folder-read");
            return refuse(report, folder, None, Refused { place: None, reason, hint });
        }
    };
    let mut entries: Vec<_> = entries.iter().map(|it| (it.path(), it.file_type())).collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, kind) in entries {
        match kind {
            Ok(kind) if kind.is_dir() => walk(&path, depth.saturating_sub(1), found, report),
            Ok(kind) if kind.is_file() => found.push(Candidate { path, is_named: false }),
            _ => {}
        }
    }
}

/// The reason to refuse a file.
struct Refused {
    /// Line and column.
    place: Option<(u64, u64)>,
    reason: Sentence,
    hint: Sentence,
}

impl Refused {
    fn words(reason: Text, hint: Text) -> Self {
        Self { place: None, reason: reason.into(), hint: hint.into() }
    }
}

fn refuse(report: &mut ImportReport, path: &Path, kind: Option<&str>, refused: Refused) {
    report.refused.push(RefusedImport {
        file: standard_input::shown(path).display().to_string(),
        kind: kind.map(str::to_owned),
        line_index: refused.place.map(|it| it.0),
        column_index: refused.place.map(|it| it.1),
        reason: output::said(&refused.reason),
        hint: output::said(&refused.hint),
        is_passed_over: false,
    });
}

/// A file that is not a tool's output: skipped unless the user named it.
fn refuse_unasked(report: &mut ImportReport, candidate: &Candidate, refused: Refused) {
    refuse(report, &candidate.path, None, refused);
    if let Some(last) = report.refused.last_mut() {
        last.is_passed_over = !candidate.is_named;
    }
}

/// Reads one file; a problem with it is reported and affects nothing else.
fn one_file(
    candidate: &Candidate,
    asked: Option<&'static Importer>,
    keeper: &mut Keeper,
    report: &mut ImportReport,
) -> Result<(), Failure> {
    let path = &candidate.path;
    let name = standard_input::shown(path).file_name();
    let name = name.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    match read_long(candidate, &name, asked) {
        Ok(None) => {}
        Ok(Some(read)) => return take(candidate, read, (keeper, report)),
        Err(failure) => {
            let Failure { message: reason, hint, .. } = failure;
            refuse(report, path, None, Refused { place: None, reason, hint });
            return Ok(());
        }
    }
    let whole = match candidate.is_named {
        true => standard_input::read(path, HINT),
        false => places::read_found(path, HINT),
    };
    let bytes = match whole {
        Ok(bytes) => bytes,
        Err(failure) => {
            let Failure { message: reason, hint, .. } = failure;
            refuse(report, path, None, Refused { place: None, reason, hint });
            return Ok(());
        }
    };
    let own = of_iogram(path, &bytes).filter(|_| asked.is_none());
    if let Some(refused) = own.or_else(|| no_text(path, &bytes)) {
        refuse_unasked(report, candidate, refused);
        return Ok(());
    }
    let text = decode_output(&bytes);
    if text.trim().is_empty() {
        let refused = Refused::words(text!("cli-empty"), HINT);
        refuse_unasked(report, candidate, refused);
        return Ok(());
    }
    let source = Source { name: &name, text: &text };
    let Some(importers) = importers_for(candidate, (&source, asked), report) else {
        return Ok(());
    };
    let import = ImportSource {
        file: name.clone(),
        file_bytes: bytes.len() as u64,
        sha256: hash_of(&bytes),
        ..ImportSource::default()
    };
    take(candidate, ReadFile { import, found: read_all(&importers, &source) }, (keeper, report))
}

/// The importers of a file; `None` if there are none, which the report states.
fn importers_for(
    candidate: &Candidate,
    (source, asked): (&Source<'_>, Option<&'static Importer>),
    report: &mut ImportReport,
) -> Option<Vec<&'static Importer>> {
    let importers = match (recognise(source), asked) {
        // Whatever its stated kind is.
        (Recognised::Pdf, _) => Recognised::Pdf,
        (found, None) => found,
        (_, Some(importer)) => Recognised::As(importer),
    };
    let refused = match importers {
        Recognised::As(importer) => return Some(vec![importer]),
        Recognised::Several(importers) => return Some(importers),
        Recognised::Between(kinds) => {
            let kinds = kinds.join(", ");
            let reason = sentence!("cli-looks-like-several-kinds", kinds);
            let hint = sentence!("cli-say");
            refuse(report, &candidate.path, None, Refused { place: None, reason, hint });
            return None;
        }
        Recognised::Pdf => Refused::words(
            text!("cli-pdf-not-read"),
            text!("cli-take-text-out-pdftotext-layout-file"),
        ),
        Recognised::WebPage => Refused::words(
            text!("cli-page-web-no-output-tool-found"),
            text!("cli-copy-output-out-browser-into-file"),
        ),
        Recognised::Nothing => Refused::words(text!("cli-no-kind-known"), text!("cli-say-2")),
    };
    refuse_unasked(report, candidate, refused);
    None
}

/// Bytes of a file that are checked for a run of iogram: its format comes first.
const HEAD_BYTES: usize = 4096;

/// The file's name in a command.
fn in_command(path: &Path) -> String {
    match standard_input::is_meant(path) {
        true => "FILE".to_owned(),
        false => path.display().to_string(),
    }
}

/// Refuses files that are not text, whatever their stated kind is.
fn no_text(path: &Path, bytes: &[u8]) -> Option<Refused> {
    let file = in_command(path);
    let (reason, hint): (Text, Sentence) = match recognise_foreign(bytes)? {
        Foreign::Packed(packer) => {
            let command = packer.command(&file);
            (text!("cli-packed"), sentence!("cli-unpack-first", command))
        }
        Foreign::Picture => (
            text!("cli-picture-not-read"),
            sentence!("cli-save-text-instead-crystaldiskmark-copies-ctrl"),
        ),
        Foreign::Office => {
            (text!("cli-file-office-program"), sentence!("cli-save-plain-text-csv-output-tool"))
        }
        Foreign::Database => (
            text!("cli-sqlite-file"),
            sentence!("cli-store-iogram-list-runs-iogram-runs", file),
        ),
    };
    Some(Refused { place: None, reason: reason.into(), hint })
}

/// Refuses iogram's own files, which another command reads.
fn of_iogram(path: &Path, bytes: &[u8]) -> Option<Refused> {
    let path = in_command(path);
    let head = String::from_utf8_lossy(bytes.get(..HEAD_BYTES).unwrap_or(bytes));
    let is_run = head.trim_start().starts_with('{') && head.contains("\"iogram-run/");
    let (reason, hint) = if is_run {
        let hint = sentence!("cli-read-iogram-import-run", path);
        (sentence!("cli-run-iogram-own"), hint)
    } else if bytes.starts_with(b"PK") && unpack(bytes).is_ok() {
        let hint = sentence!("cli-read-iogram-open", path);
        (sentence!("cli-bundle-iogram-runs"), hint)
    } else {
        return None;
    };
    Some(Refused { place: None, reason, hint })
}

/// The imported items with their kinds, and the refusals with importer and reason.
#[derive(Default)]
struct Found {
    read: Vec<(&'static Importer, Imported)>,
    refused: Vec<(&'static Importer, Refusal)>,
}

impl Found {
    fn add(&mut self, importer: &'static Importer, read: Result<Vec<Imported>, Refusal>) {
        match read {
            Ok(its) => self.read.extend(its.into_iter().map(|it| (importer, it))),
            Err(refusal) => self.refused.push((importer, refusal)),
        }
    }
}

/// The results of each importer: if one cannot read a file, the others' results stay. An importer that finds nothing
/// of its tool is left out if another one finds or refuses something.
fn read_all(importers: &[&'static Importer], source: &Source<'_>) -> Found {
    let mut found = Found::default();
    for importer in importers {
        found.add(importer, importer.read(source));
    }
    let has_nothing = |it: &(_, Refusal)| matches!(it.1.reason, Reason::Nothing { .. });
    let (nothing, refused): (Vec<_>, _) = found.refused.into_iter().partition(has_nothing);
    found.refused = refused;
    if found.read.is_empty() && found.refused.is_empty() {
        found.refused.extend(nothing.into_iter().take(1));
    }
    found
}

/// A file that was read.
struct ReadFile {
    import: ImportSource,
    found: Found,
}

/// Makes runs of the data, or states why not.
fn take(
    candidate: &Candidate,
    read: ReadFile,
    (keeper, report): (&mut Keeper, &mut ImportReport),
) -> Result<(), Failure> {
    let (ReadFile { import, found }, path) = (read, &candidate.path);
    for (importer, refusal) in found.refused {
        refuse_part(report, candidate, (importer, &refusal));
    }
    let is_one = found.read.len() == 1;
    for (part, (importer, mut imported)) in found.read.into_iter().enumerate() {
        if !imported.registers.is_empty() {
            decode_registers(&mut imported);
        }
        let part_index = (!is_one).then_some(part as u64);
        let kind = importer.kind.to_owned();
        let import = ImportSource { kind, part_index, ..import.clone() };
        accept(importer, path, (import, imported), (keeper, report))?;
    }
    Ok(())
}

/// The part of a file that an importer refuses.
fn refuse_part(
    report: &mut ImportReport,
    candidate: &Candidate,
    (importer, refusal): (&Importer, &Refusal),
) {
    let place = (refusal.line > 0).then_some((refusal.line, refusal.column));
    let (reason, hint) = (refusal.sentence(), Sentence::from(refusal.hint()));
    refuse(report, &candidate.path, Some(importer.kind), Refused { place, reason, hint });
    // A script that mentions a tool is not one of its results.
    let has_nothing = matches!(refusal.reason, Reason::Nothing { .. });
    if let Some(last) = report.refused.last_mut() {
        last.is_passed_over = has_nothing && !candidate.is_named;
    }
}

/// Files beyond this many bytes are read in pieces if their kind allows it. Arbitrary: no handmade log is as long.
const LONG_BYTES: u64 = 4 << 20;

/// Bytes of a long file that are checked for its kind, and bytes of one read. Arbitrary.
const PIECE_BYTES: usize = 256 << 10;

/// Reads a long file in pieces; `None` for a short one, and for a kind that is read whole.
fn read_long(
    Candidate { path, is_named }: &Candidate,
    name: &str,
    asked: Option<&'static Importer>,
) -> Result<Option<ReadFile>, Failure> {
    if *is_named && standard_input::is_meant(path) {
        return Ok(None);
    }
    let mut file = match is_named {
        true => places::open_file(path, HINT)?,
        false => places::open_found(path, HINT)?,
    };
    let is_long = file.metadata().is_ok_and(|it| it.is_file() && it.len() > LONG_BYTES);
    if !is_long {
        return Ok(None);
    }
    let mut piece = vec![0_u8; PIECE_BYTES];
    let cannot = |error: &std::io::Error| {
        let why = Sentence::of_system(error);
        let path = path.display();
        Failure::usage(sentence!("cli-cannot-read-path-why", path, why: why), HINT)
    };
    let mut length = file.read(&mut piece).map_err(|error| cannot(&error))?;
    let head = piece.get(..length).unwrap_or_default();
    // No program that writes so much uses two bytes per letter in its log.
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) || head.contains(&0) {
        return Ok(None);
    }
    let whole = head.iter().rposition(|it| *it == b'\n').map_or(length, |it| it + 1);
    let text = decode_output(head.get(..whole).unwrap_or_default());
    let source = Source { name, text: &text };
    let Recognised::As(importer) = asked.map_or_else(|| recognise(&source), Recognised::As)
    else {
        return Ok(None);
    };
    let Some(mut stream) = importer.stream(name) else { return Ok(None) };
    let (mut hash, mut file_bytes) = (Sha256::new(), 0_u64);
    let mut import = ImportSource { file: name.to_owned(), ..ImportSource::default() };
    let mut found = Found::default();
    while length > 0 {
        let bytes = piece.get(..length).unwrap_or_default();
        hash.update(bytes);
        file_bytes += length as u64;
        if let Err(refusal) = stream.piece(bytes) {
            found.add(importer, Err(refusal));
            return Ok(Some(ReadFile { import, found }));
        }
        length = file.read(&mut piece).map_err(|error| cannot(&error))?;
    }
    (import.file_bytes, import.sha256) = (file_bytes, hex(&hash.finalize()));
    found.add(importer, stream.end());
    Ok(Some(ReadFile { import, found }))
}

/// Makes a run of the data and stores it. The same bytes give the same id: a stored run is reported and stays.
fn accept(
    importer: &Importer,
    path: &Path,
    (import, imported): (ImportSource, Imported),
    (keeper, report): (&mut Keeper, &mut ImportReport),
) -> Result<(), Failure> {
    let short = import.sha256.get(..16).unwrap_or_default();
    let id = match import.part_index {
        None => format!("import-{short}"),
        Some(part) => format!("import-{short}-{}", part.saturating_add(1)),
    };
    let (tool, result_count) = told(&imported);
    let method = (format!("import-{}", importer.kind), importer.title);
    let run = run_of(method, (id, wall_clock_us()), (import, imported));
    let is_known = match keeper.store.as_mut().map(|store| store.begin(&run)) {
        None | Some(Ok(())) => false,
        Some(Err(iogram_store::Error::RunExists { .. })) => true,
        // A problem of this record alone does not affect the other files.
        Some(Err(error @ iogram_store::Error::Inexact { .. })) => {
            let Failure { message: reason, hint, .. } = Failure::from(error);
            let kind = Some(importer.kind);
            refuse(report, path, kind, Refused { place: None, reason, hint });
            return Ok(());
        }
        Some(Err(error)) => return Err(error.into()),
    };
    report.accepted.push(AcceptedImport {
        file: standard_input::shown(path).display().to_string(),
        kind: importer.kind.to_owned(),
        answer: answer_of(&run, &keeper.locale),
        is_defective: Outcome::kept(&run).kind == OutcomeKind::Failed,
        severity: run.headline.as_ref().map(|headline| headline.severity),
        run: run.id.clone(),
        is_kept: keeper.store.is_some(),
        is_known,
        result_count,
        tool,
    });
    if keeper.first.is_none() {
        keeper.first.clone_from(&run.headline);
    }
    let is_new = keeper.runs.iter().all(|it| it.id != run.id);
    if is_new && keeper.runs.len() < keeper.room {
        keeper.runs.push(run);
    }
    Ok(())
}

/// The run's headline, and its first detail.
fn answer_of(run: &Run, locale: &Locale) -> String {
    let Some(headline) = &run.headline else { return String::new() };
    let mut words = statement_text(&headline.answer, locale);
    if let Some(next) = headline.details.first() {
        words.push(' ');
        words.push_str(&statement_text(next, locale));
    }
    words
}

/// Tool with version, and the number of results or tables.
fn told(imported: &Imported) -> (String, u64) {
    let mut tools = BTreeSet::new();
    let mut count = 0_u64;
    for probe in &imported.probes {
        match &probe.evidence {
            Evidence::Imported(it) => {
                let version = it.version.as_ref().map(|version| format!(" {version}"));
                tools.insert(format!("{}{}", it.tool, version.unwrap_or_default()));
                let its = if it.results.is_empty() { it.facts.len() } else { it.results.len() };
                count = count.saturating_add(its as u64);
            }
            _ => count = count.saturating_add(1),
        }
    }
    (tools.into_iter().collect::<Vec<_>>().join(", "), count)
}
