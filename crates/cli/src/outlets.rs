//! The places that a command writes besides its target. It checks every place before anything else, and only
//! `iogram-door` writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use iogram_door::{DoorError, FileName, Outlet, Rules};
use iogram_model::{Text, sentence, text};
use iogram_store::Store;

use crate::args::{
    BootArgs, CampaignCommand, Command, FioArgs, ImportCommand, ImportFilesArgs, MetricsArgs,
    OutputArgs, PublishArgs, RunArgs, SimCommand, SimServeArgs, StoreArgs, TraceCommand,
    TraceImportArgs, TraceRecordArgs,
};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// The hint for a trace to import.
pub(crate) const TRACE_HINT: Text = text!("cli-name-file-trace-standard-input");

/// The destination of one document.
#[derive(Debug)]
pub(crate) enum Sink {
    None,
    /// A reader may have seen enough and close it.
    Stdout,
    /// Standard output by the user's request: the document is nowhere else.
    Document,
    File(Box<Outlet>),
}

impl Sink {
    /// The destination of an option; `-` is standard output.
    pub(crate) fn open(named: Option<&Path>, rules: &Rules) -> Result<Self, Failure> {
        match named {
            None => Ok(Self::None),
            Some(path) if path.as_os_str() == "-" => Ok(Self::Document),
            Some(path) => Ok(Self::File(Box::new(
                Outlet::check(path, rules).map_err(|error| or_standard_output(error, path))?,
            ))),
        }
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout | Self::Document)
    }

    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        self.write_with(|to| to.write_all(text.as_bytes()))
    }

    /// The same for the output of `write`, which need not be in memory completely.
    pub(crate) fn write_with(
        self,
        write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            Self::None => Ok(()),
            Self::Stdout => output::data_with(write),
            Self::Document => output::document_with(write),
            Self::File(outlet) => Ok(outlet.write_with(|to| write(to)).map(drop)?),
        }
    }
}

/// A user who names `/dev/stdout` can get standard output.
fn or_standard_output(error: DoorError, path: &Path) -> Failure {
    match (iogram_door::is_stream_name(path), error.kind()) {
        (true, _) => Failure::from(error).hinting(text!("cli-standard-output-2")),
        (false, iogram_door::Kind::Io) => error.into(),
        (false, _) => {
            let hint = sentence!("cli-standard-output", hint: error.hint());
            Failure::from(error).hinting(hint)
        }
    }
}

/// Whether to replace files.
pub(crate) fn rules(replaces: bool) -> Rules {
    Rules { replaces, ..Rules::default() }
}

/// The file of `--json`.
pub(crate) fn json(output: &OutputArgs) -> Result<Sink, Failure> {
    Sink::open(output.json.as_deref(), &rules(output.overwrite))
}

/// The file of `--truth`.
#[cfg(feature = "mount")]
pub(crate) fn truth(arguments: &SimServeArgs) -> Result<Sink, Failure> {
    Sink::open(arguments.truth.as_deref(), &rules(arguments.overwrite))
}

/// The file of `sim serve --trace`.
pub(crate) fn served_trace(arguments: &SimServeArgs) -> Result<Option<Outlet>, Failure> {
    let truth = arguments.truth.iter().filter(|path| path.as_os_str() != "-");
    let mut keeps: Kept =
        truth.map(|path| kept(text!("cli-where-truth-goes-2"), path)).collect();
    keeps.extend(named_target(&arguments.name));
    let rules = Rules { keeps, ..rules(arguments.overwrite) };
    let outlet = |path: &PathBuf| Outlet::check(path, &rules);
    Ok(arguments.trace.as_ref().map(outlet).transpose()?)
}

/// The destination of an imported trace.
pub(crate) fn imported_trace(arguments: &TraceImportArgs) -> Result<Outlet, Failure> {
    let path = match &arguments.out {
        Some(path) => path.clone(),
        None if arguments.file.as_os_str() == "-" => {
            return Err(Failure::usage(
                text!("cli-cannot-name-trace-comes-standard-input"),
                text!("cli-name-file-out"),
            ));
        }
        None => match arguments.file.file_name().filter(|_| !arguments.file.is_dir()) {
            Some(name) => PathBuf::from(name).with_extension("iotrace"),
            // Reports why it cannot be read.
            None => {
                places::open_file(&arguments.file, TRACE_HINT)?;
                PathBuf::from("trace.iotrace")
            }
        },
    };
    let keeps = vec![kept(text!("cli-file-read-2"), &arguments.file)];
    let rules = Rules { keeps, ..rules(arguments.overwrite) };
    Ok(Outlet::check(&path, &rules)?)
}

/// The destination of a recorded trace.
pub(crate) fn recorded_trace(arguments: &TraceRecordArgs) -> Result<Outlet, Failure> {
    let path = match (&arguments.out, Path::new(&arguments.device).file_name()) {
        (Some(path), _) => path.clone(),
        (None, Some(name)) => PathBuf::from(name).with_extension("iotrace"),
        (None, None) => PathBuf::from("trace.iotrace"),
    };
    Ok(Outlet::check(&path, &rules(arguments.overwrite))?)
}

/// The destination of results in fio's format: standard output by default.
pub(crate) fn fio_output(arguments: &FioArgs) -> Result<Sink, Failure> {
    let mut keeps = vec![kept(text!("cli-job-file-2"), &arguments.file)];
    keeps.extend(own_files(&arguments.output.store));
    let rules = Rules { keeps, ..rules(arguments.output.overwrite) };
    match arguments.into.as_deref() {
        Some(named) => Sink::open(Some(named), &rules),
        None => Ok(Sink::Stdout),
    }
}

/// The destination of the lines of a booting computer.
pub(crate) fn boot_log(arguments: &BootArgs) -> Result<Option<Outlet>, Failure> {
    let keeps = named_target(&arguments.line.to_string_lossy());
    let rules = Rules { keeps, ..Rules::default() };
    let outlet = |path: &PathBuf| {
        let checked = Outlet::check(path, &rules);
        checked.map_err(|error| Failure::from(error).hinting(text!("cli-name-new-file-log")))
    };
    arguments.log.as_ref().map(outlet).transpose()
}

/// The destination of a captured drive.
pub(crate) fn captured(path: &Path, replaces: bool) -> Result<Outlet, Failure> {
    Ok(Outlet::check(path, &rules(replaces))?)
}

/// Files that a command uses and never replaces.
type Kept = Vec<(Text, PathBuf)>;

fn kept(why: Text, path: impl Into<PathBuf>) -> (Text, PathBuf) {
    (why, path.into())
}

/// Checks every place that `command` will write, before it does anything.
pub(crate) fn check(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Quick(it) => {
            check_run(&it.output, named_target(it.target.as_deref().unwrap_or(".")))
        }
        Command::GoodFor(it) => {
            check_run(&it.output, it.target.as_deref().map(named_target).unwrap_or_default())
        }
        Command::Boot(it) => check_boot(it),
        Command::Geometry(it) => check_run(&it.output, named_target(&it.target)),
        Command::Fio(it) => check_fio(it),
        Command::Measure(it) => check_run(&it.output, named_target(&it.target)),
        Command::Diagnose(it) => check_run(&it.output, named_target(&it.target)),
        Command::Verify(it) => check_run(&it.output, named_target(&it.target)),
        Command::Purge(it) => check_run(&it.output, named_target(&it.target)),
        Command::Resume(it) => {
            check_run(&it.output, it.target.as_deref().map(named_target).unwrap_or_default())
        }
        Command::Run(it) => check_method(it),
        Command::Import(files) => check_import(files),
        Command::Report(it) => check_page(Some(&it.out), it.overwrite, &it.store),
        Command::Compare(it) => {
            check_page(it.publish.out.as_deref(), it.publish.overwrite, &it.store)
        }
        Command::Advise(it) => {
            check_page(it.publish.out.as_deref(), it.publish.overwrite, &it.store)
        }
        Command::Fleet(it) if it.publish.out.as_deref().is_some_and(is_table) => {
            let rules = page_rules(&it.publish, &it.store);
            it.publish.out.iter().try_for_each(|out| Ok(Outlet::check(out, &rules).map(drop)?))
        }
        Command::Fleet(it) => {
            check_page(it.publish.out.as_deref(), it.publish.overwrite, &it.store)
        }
        Command::Sim(SimCommand::Serve(it)) => check_served(it),
        Command::Trace(command) => check_trace(command),
        Command::Capture(it) => {
            it.out.as_ref().map_or(Ok(()), |path| captured(path, it.overwrite).map(drop))
        }
        Command::Metrics(it) => metrics(it).map(drop),
        Command::Campaign(CampaignCommand::Report(it)) => {
            check_page(it.out.as_deref(), it.overwrite, &it.store)
        }
        Command::Campaign(CampaignCommand::Task(it)) => check_run(&it.output, Vec::new()),
        // These write nothing, or check their place right when they write it: they measure nothing.
        Command::List(_)
        | Command::Methods(_)
        | Command::Plan(_)
        | Command::Runs(_)
        | Command::Show(_)
        | Command::Analyse(_)
        | Command::Check(_)
        | Command::Tune(_)
        | Command::Delete(_)
        | Command::Exclude(_)
        | Command::Include(_)
        | Command::Catalogue(_)
        | Command::Export(_)
        | Command::Push(_)
        | Command::Pull(_)
        | Command::Bundle(_)
        | Command::Open(_)
        | Command::Site(_)
        | Command::Campaign(_)
        | Command::Restore(_)
        | Command::Schema(_)
        | Command::Sim(_)
        | Command::SelfTest(_) => Ok(()),
    }
}

/// The trace and the truth of a served drive.
fn check_served(it: &SimServeArgs) -> Result<(), Failure> {
    let rules = Rules { keeps: named_target(&it.name), ..rules(it.overwrite) };
    served_trace(it)?;
    Sink::open(it.truth.as_deref(), &rules).map(drop)
}

fn check_boot(arguments: &BootArgs) -> Result<(), Failure> {
    boot_log(arguments)?;
    let log = arguments.log.iter().map(|path| kept(text!("cli-where-log-goes-2"), path));
    let line = named_target(&arguments.line.to_string_lossy());
    check_run(&arguments.output, line.into_iter().chain(log).collect())
}

fn check_method(arguments: &RunArgs) -> Result<(), Failure> {
    let what = &arguments.what;
    let mut kept_files = named_target(what.second.as_deref().unwrap_or(&what.first));
    kept_files
        .extend(what.method_file.iter().map(|path| kept(text!("cli-method-file-2"), path)));
    check_run(&arguments.output, kept_files)
}

fn check_fio(arguments: &FioArgs) -> Result<(), Failure> {
    let mut kept_files = vec![kept(text!("cli-job-file-2"), &arguments.file)];
    kept_files.extend(arguments.target.as_deref().map(named_target).unwrap_or_default());
    let is_form_there = fio_output(arguments)?.is_stdout() && arguments.output_format.is_some();
    let is_record_there =
        arguments.output.json.as_deref().is_some_and(|it| it.as_os_str() == "-");
    if is_form_there && is_record_there {
        return Err(Failure::usage(
            text!("cli-cannot-write-two-documents-standard-output"),
            text!("cli-write-file-json-file-into-file"),
        ));
    }
    check_run(&arguments.output, kept_files)
}

fn check_import(files: &ImportFilesArgs) -> Result<(), Failure> {
    match &files.tool {
        Some(
            ImportCommand::Flashbench(it)
            | ImportCommand::F3(it)
            | ImportCommand::H2testw(it)
            | ImportCommand::Run(it),
        ) => check_run(&it.output, vec![kept(text!("cli-log-2"), &it.file)]),
        None => check_page(files.publish.out.as_deref(), files.publish.overwrite, &files.store),
    }
}

fn check_trace(command: &TraceCommand) -> Result<(), Failure> {
    match command {
        TraceCommand::Import(it) => imported_trace(it).map(drop),
        TraceCommand::Record(it) => recorded_trace(it).map(drop),
        TraceCommand::Run(it) => {
            let mut kept_files = named_target(&it.target);
            kept_files.push(kept(text!("cli-trace-2"), &it.file));
            check_run(&it.output, kept_files)
        }
        TraceCommand::Show(_) => Ok(()),
    }
}

/// A target, or the file that describes it. A directory holds the results of many.
fn named_target(target: &str) -> Kept {
    let path = Path::new(target.strip_prefix("sim:").unwrap_or(target));
    if path.is_dir() || !path.exists() {
        Vec::new()
    } else {
        vec![kept(text!("cli-measured-3"), path)]
    }
}

/// Checks a command that makes a run.
fn check_run(output: &OutputArgs, mut keeps: Kept) -> Result<(), Failure> {
    if !output.no_store {
        let store = places::store_path(&output.store)?;
        if keeps.iter().any(|(_, path)| is_same_file(path, &store)) {
            return Err(Failure::new(
                iogram_session::FailureKind::Refused,
                sentence!("cli-refused-use-store-too", store = store.display()),
                text!("cli-name-another-store-store-use-no"),
            ));
        }
        places::check_usual(&output.store)?;
        Store::look(&store)?;
    }
    keeps.extend(own_files(&output.store));
    let rules = Rules { keeps, ..rules(output.overwrite) };
    let sink = Sink::open(output.json.as_deref(), &rules)?;
    // Before the measurement, not after.
    if sink.is_stdout() { output::check_open() } else { Ok(()) }
}

/// The destination of metrics: standard output, or a file.
pub(crate) fn metrics(arguments: &MetricsArgs) -> Result<Sink, Failure> {
    let rules = Rules { keeps: own_files(&arguments.store), ..rules(arguments.overwrite) };
    match arguments.out.as_deref() {
        Some(path) => Sink::open(Some(path), &rules),
        None => Ok(Sink::Stdout),
    }
}

/// Checks a command that publishes: a folder, or one page.
fn check_page(out: Option<&Path>, replaces: bool, store: &StoreArgs) -> Result<(), Failure> {
    let Some(out) = out else { return Ok(()) };
    if out.as_os_str() == "-" {
        return Err(Failure::usage(
            text!("cli-cannot-write-page-files-standard-output"),
            text!("cli-leave-out-out-page-alone-format"),
        ));
    }
    let rules = Rules { makes_folders: true, keeps: own_files(store), ..rules(replaces) };
    if is_page(out) {
        return Ok(Outlet::check(out, &rules).map(drop)?);
    }
    if is_other_file(out) {
        return Err(Failure::usage(
            sentence!("cli-cannot-make-report-name-file", path = out.display()),
            text!("cli-name-page-file-html-directory-gets"),
        ));
    }
    // The names of the other files are known only after drawing them, which takes time.
    let [index, report, data, images, any] =
        ["index.html", "report.md", "data", "images", "_"].map(FileName::from_text);
    let places: [&[FileName]; 4] = [&[index], &[report], &[data, any.clone()], &[images, any]];
    Ok(iogram_door::check_all(out, &places, &rules)?)
}

/// The rules for writing a page and a table of the same command.
pub(crate) fn page_rules(place: &PublishArgs, store: &StoreArgs) -> Rules {
    Rules { makes_folders: true, keeps: own_files(store), ..rules(place.overwrite) }
}

/// The file name of a table for other programs, unless a folder has it already.
pub(crate) fn is_table(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension == "parquet") && !out.is_dir()
}

/// One HTML file; anything else is a folder.
pub(crate) fn is_page(out: &Path) -> bool {
    let is = |extension: &std::ffi::OsStr, kind: &str| extension.eq_ignore_ascii_case(kind);
    out.extension().is_some_and(|it| is(it, "html") || is(it, "htm"))
}

/// A file name of another kind, unless a folder has it already: a folder `page.md` is not Markdown.
fn is_other_file(out: &Path) -> bool {
    const KINDS: [&str; 9] =
        ["md", "markdown", "txt", "pdf", "svg", "png", "json", "csv", "parquet"];
    let kind = out.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    kind.is_some_and(|kind| KINDS.contains(&kind.as_str())) && !out.is_dir()
}

/// iogram's own files.
pub(crate) fn own_files(store: &StoreArgs) -> Kept {
    let mut files = Vec::new();
    files.extend(
        std::env::current_exe().ok().map(|path| kept(text!("cli-iogram-itself-2"), path)),
    );
    if let Ok(path) = places::store_path(store) {
        for ending in ["-journal", "-wal", "-shm"] {
            let mut beside = path.clone().into_os_string();
            beside.push(ending);
            files.push(kept(text!("cli-store-3"), beside));
        }
        files.push(kept(text!("cli-store-4"), path));
    }
    files.extend(
        places::journals(None).ok().map(|path| kept(text!("cli-among-saved-blocks-2"), path)),
    );
    files
}

fn is_same_file(path: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((metadata.dev(), metadata.ino()))
    };
    number(path).is_some_and(|found| number(other) == Some(found))
}
