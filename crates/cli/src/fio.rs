//! `iogram fio`: runs a job file of fio as a method.

mod drives;

use std::cell::OnceCell;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_door::{FileName, Outlet, Rules};
use iogram_inspect::SysRoot;
use iogram_interchange::{
    Around, FioChoice, FioJobs, FioMethod, FioPlace, Included, JobFault, JobNote, decode_log,
};
use iogram_model::{Bytes, Run, Sentence, Text, sentence, text};
use iogram_runner::Method;
use iogram_session::{Intent, computer, resolve};

use crate::args::FioArgs;
use crate::environment::variable;
use crate::execute::measure_and_tell;
use crate::failure::Failure;
use crate::finish::show;
use crate::options;
use crate::outlets;
use crate::output;
use crate::places;
use crate::prepare::{Question, prepare};
use crate::standard_input;

/// `iogram fio`.
pub(crate) fn fio(arguments: &FioArgs) -> Result<ExitCode, Failure> {
    let (file, name) = (standard_input::shown(&arguments.file), file_name(&arguments.file));
    let text = decode_log(&standard_input::read(&arguments.file, HINT)?);
    let folder = arguments.file.parent().map(Path::to_owned);
    let around = Computer { folder, memory_mib: OnceCell::new() };
    let choice = FioChoice { sections: &arguments.sections, ignored: &arguments.ignore };
    let jobs = FioJobs::read((&name, &text), &around, choice)
        .map_err(|faults| refused(file, &faults))?;
    let target = match targets_of(&jobs, arguments)? {
        Targets::One(target) => target,
        Targets::Drives(drives) => return drives::measure(&jobs, &drives, (file, arguments)),
    };
    let (jobs, made) = made_for(jobs, &target, (file, arguments))?;
    tell_notes(&jobs.notes, arguments.output.quiet);
    if arguments.as_method {
        output::data(&made.text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut engine = arguments.engine.clone();
    engine.seed = engine.seed.or(made.seed);
    let reach = &mut engine.platform.reach;
    if let (1, Some(count)) = (reach.wait_batch, made.wait_batch) {
        // No thread waits for a simulated drive.
        if target.starts_with("sim:") {
            output::talk(text!("cli-iodepth-low-iodepth-batch-complete-min"));
        } else {
            reach.wait_batch = count;
        }
    }
    let (engine, output) = (&engine, &arguments.output);
    let logs = LogPlaces::look(&jobs.log_paths(&made), arguments)?;
    let told = |failure: Failure| of_job(failure, (file, &jobs, &made));
    let method = Method::parse(&format!("{name} (--as-method)"), &made.text);
    let method = method.map_err(|error| told(error.into()))?;
    let kept = Some(&arguments.file).filter(|path| !standard_input::is_meant(path));
    let about = (kept, Question::Asked);
    let job = prepare(&method, &target, Vec::new(), (engine, output), about).map_err(told)?;
    let done = match arguments.output_format {
        None => {
            let json = outlets::json(output)?;
            measure_and_tell(job, engine, output, |run| {
                show(run, output, json)?;
                tell_ramps(&jobs, &made, run);
                logs.write(&jobs, &made, run)
            })
        }
        Some(format) => {
            let sink = outlets::fio_output(arguments)?;
            let json = outlets::json(output)?;
            measure_and_tell(job, engine, output, |run| {
                sink.write(&jobs.render(run, &made, format.into()))?;
                json.write_with(|to| {
                    iogram_report::write_json(run, iogram_report::JsonStyle::Pretty, to)
                })?;
                tell_ramps(&jobs, &made, run);
                logs.write(&jobs, &made, run)
            })
        }
    };
    done.map(|done| done.code)
}

fn file_name(path: &Path) -> String {
    let name = standard_input::shown(path).file_name();
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The remedy if a named file cannot be read.
const HINT: Text = text!("cli-name-job-file-fio");

/// All problems that prevent running a job file, a line each.
fn refused(file: &Path, faults: &[JobFault]) -> Failure {
    let hint = hint_for(faults);
    if let [only @ JobFault { line: 0, .. }] = faults {
        let why = only.sentence();
        let file = file.display();
        return Failure::usage(sentence!("cli-cannot-run-job-file", file, why: why), hint);
    }
    if let Some((fault, blank)) = faults.iter().find_map(|it| Some((it, it.blank()?))) {
        let message = sentence!(
            "cli-cannot-run-job-file-template-line",
            file = file.display(),
            blank,
            line = fault.line
        );
        return Failure::usage(message, text!("cli-fill-first-write-value-place-each"));
    }
    for fault in faults {
        let why = fault.sentence();
        output::talk(match fault.line {
            0 => sentence!("cli-file-why", file = file.display(), why: why),
            line => sentence!("cli-file-line-why", file = file.display(), line, why: why),
        });
    }
    let message = sentence!(
        "cli-cannot-run-job-file-iogram-cannot",
        file = file.display(),
        count = faults.len()
    );
    Failure::usage(message, hint)
}

/// Names the job that cannot be planned, and its place: the lines of the method differ from those of the file.
fn of_job(failure: Failure, (file, jobs, made): (&Path, &FioJobs, &FioMethod)) -> Failure {
    let job = failure.line.and_then(|line| made.job_of_line(line));
    let Some(job) = job.and_then(|at| jobs.jobs.get(at)) else { return failure };
    let message = sentence!(
        "cli-job-cannot-planned",
        file = file.display(),
        line = job.line,
        job = job.name.as_str(),
        why: failure.message
    );
    Failure { message, ..failure }
}

/// The remedy. An option with a wrong value cannot be left out.
fn hint_for(faults: &[JobFault]) -> Sentence {
    let mut names: Vec<&str> = faults.iter().filter_map(JobFault::variable).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 {
        let values: Vec<String> = names.iter().map(|it| format!("{it}=..")).collect();
        let command = format!("{} iogram fio FILE", values.join(" "));
        return sentence!("cli-set-front-command", command);
    }
    if let Some(hint) = faults.iter().find_map(JobFault::hint) {
        return hint;
    }
    let mut options: Vec<&str> = faults.iter().filter_map(JobFault::option).collect();
    options.sort_unstable();
    options.dedup();
    match options.as_slice() {
        [] => sentence!("cli-change-job-file"),
        options => {
            sentence!("cli-change-job-file-leave-out-iogram", options = options.join(","))
        }
    }
}

/// Prints the options of the file without effect here, once; those that change the work are also shown in quiet mode.
fn tell_notes(notes: &[JobNote], is_quiet: bool) {
    for note in notes.iter().filter(|note| !is_quiet || note.changes_work()) {
        output::talk(note.sentence());
    }
}

/// Warns of jobs without figures, also in quiet mode: fio reports all work of such a job.
fn tell_ramps(jobs: &FioJobs, made: &FioMethod, run: &Run) {
    for job in jobs.ended_in_ramp(run, made) {
        output::talk(sentence!(
            "cli-warning-job-no-figures-since-over",
            job = job.name.as_str()
        ));
    }
}

/// The jobs on a target, with the method that executes them there.
fn made_for(
    jobs: FioJobs,
    target: &str,
    (file, arguments): (&Path, &FioArgs),
) -> Result<(FioJobs, FioMethod), Failure> {
    let place = place_of(target);
    let jobs = match place {
        FioPlace::Device if jobs.needs_capacity() => match capacity_of(target, arguments)? {
            Some(bytes) => jobs.on_drive(bytes.0).map_err(|faults| refused(file, &faults))?,
            None => jobs,
        },
        _ => jobs,
    };
    let made = jobs.method(place).map_err(|faults| refused(file, &faults))?;
    Ok((jobs, made))
}

/// The targets of jobs.
enum Targets {
    /// One for all of them.
    One(String),
    /// Several drives.
    Drives(Vec<String>),
}

fn targets_of(jobs: &FioJobs, arguments: &FioArgs) -> Result<Targets, Failure> {
    if let Some(target) = &arguments.target {
        return Ok(Targets::One(target.clone()));
    }
    if jobs.jobs.iter().all(iogram_interchange::FioJob::is_null) {
        return Ok(Targets::One("null:".to_owned()));
    }
    let writes = jobs.jobs.iter().any(iogram_interchange::FioJob::writes);
    let mut places: Vec<String> = Vec::new();
    for named in jobs.targets() {
        let place = place_for(&named, writes);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    match places.as_slice() {
        [] => Ok(Targets::One(".".to_owned())),
        [only] => Ok(Targets::One(only.clone())),
        several if several.iter().all(|place| place_of(place) == FioPlace::Device) => {
            Ok(Targets::Drives(places))
        }
        several => Err(Failure::usage(
            sentence!("cli-cannot-run-jobs-several-targets-once", targets = several.join(", ")),
            text!("cli-run-section-after-another-section-name"),
        )),
    }
}

/// A device, or a file that is only read, is itself the target. Beside a file that would be written or does not
/// exist, a test file is made: no existing file is overwritten.
fn place_for(named: &str, writes: bool) -> String {
    let path = Path::new(named);
    let is_there = |is: fn(&std::fs::FileType) -> bool| {
        std::fs::metadata(path).is_ok_and(|it| is(&it.file_type()))
    };
    let is_itself = named.starts_with("sim:")
        || named == "null:"
        || is_there(std::fs::FileType::is_dir)
        || is_there(FileTypeExt::is_block_device)
        || is_there(FileTypeExt::is_char_device)
        || !writes && is_there(std::fs::FileType::is_file)
        // The error about a missing device names it, and not its folder.
        || path.starts_with("/dev");
    if is_itself {
        return named.to_owned();
    }
    match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.display().to_string(),
        None => ".".to_owned(),
    }
}

/// The size of a drive, if jobs have shares of it.
fn capacity_of(target: &str, arguments: &FioArgs) -> Result<Option<Bytes>, Failure> {
    let (safety, output) = (&arguments.engine.safety, &arguments.output);
    let kept = Some(&arguments.file).filter(|path| !standard_input::is_meant(path));
    let permission = options::permission(safety, output, kept)?;
    let root = computer(safety.unused_outside.as_deref());
    Ok(resolve(target, Intent::Read, permission, &root)?.facts.capacity)
}

/// Whether a test file is made there.
fn place_of(target: &str) -> FioPlace {
    if target == "null:" || target.starts_with("sim:") || target.starts_with("/dev/") {
        return FioPlace::Device;
    }
    match std::fs::metadata(target) {
        Ok(found) if found.is_file() => FioPlace::Kept(found.len()),
        Ok(found) if !found.is_dir() => FioPlace::Device,
        _ => FioPlace::File,
    }
}

/// The facts about this computer that a job file uses.
struct Computer {
    folder: Option<PathBuf>,
    /// Read once: every line of a file may need it.
    memory_mib: OnceCell<Option<u64>>,
}

impl Around for Computer {
    fn variable(&self, name: &str) -> Option<String> {
        variable(name)
    }

    fn include(&self, name: &str, by: Option<&str>) -> Result<Included, String> {
        let folder = match by {
            Some(file) => Path::new(file).parent().map(Path::to_owned),
            None => self.folder.clone(),
        };
        let beside = folder.map(|folder| folder.join(name));
        let path = match beside {
            Some(beside) if !Path::new(name).exists() => beside,
            _ => PathBuf::from(name),
        };
        let bytes = places::read_found(&path, HINT);
        let bytes = bytes.map_err(|failure| failure.message.to_string())?;
        Ok(Included { place: path.display().to_string(), text: decode_log(&bytes) })
    }

    fn cpu_count(&self) -> Option<u64> {
        let count = std::thread::available_parallelism().ok()?;
        u64::try_from(count.get()).ok()
    }

    fn memory_mib(&self) -> Option<u64> {
        let ask = || iogram_inspect::read_host(&SysRoot::default()).memory;
        *self.memory_mib.get_or_init(|| ask().map(|bytes| bytes.0 >> 20))
    }
}

/// The places of the logs that jobs request.
struct LogPlaces {
    rules: Rules,
}

impl LogPlaces {
    /// Checks every place before anything is measured.
    fn look(paths: &[String], arguments: &FioArgs) -> Result<Self, Failure> {
        let rules =
            Rules { keeps: outlets::own_files(&arguments.output.store), ..Rules::default() };
        for path in paths {
            Outlet::check(&log_path(path), &rules)?;
        }
        Ok(Self { rules })
    }

    fn write(self, jobs: &FioJobs, made: &FioMethod, run: &Run) -> Result<(), Failure> {
        for log in jobs.logs(run, made) {
            let path =
                Outlet::check(&log_path(&log.path), &self.rules)?.write(log.text.as_bytes())?;
            output::talk(sentence!("cli-wrote", path = path.display()));
        }
        Ok(())
    }
}

/// A job's name can be part of the path, but may not contain folders.
fn log_path(path: &str) -> PathBuf {
    match path.rsplit_once('/') {
        Some((folder, name)) => Path::new(folder).join(FileName::from_text(name).as_str()),
        None => PathBuf::from(FileName::from_text(path).as_str()),
    }
}
