//! The program `iogram`: arguments, wiring, progress. Only this crate knows the environment, the terminal and the
//! wall clock; it measures, judges and renders nothing itself.

mod advise;
mod analyse;
mod announcement;
mod args;
mod at_once;
mod board;
mod boot;
mod bundle;
mod campaign;
mod capture;
mod card_file;
mod catalogue;
mod check;
mod command;
mod compare;
mod complaint;
mod devices;
mod diagnose;
mod drive_class;
mod endurance;
mod entered_scores;
mod environment;
mod exclude;
mod execute;
mod export;
mod failure;
mod finish;
mod fio;
mod fleet;
mod follower;
mod geometry;
mod good_for;
mod import;
mod import_files;
mod import_registers;
mod limits;
mod live;
mod measure;
mod method_choice;
mod methods;
mod metrics;
mod open;
mod options;
mod outlets;
mod output;
#[cfg(test)]
mod overlays;
mod pictures;
mod places;
mod plan_steps;
mod prepare;
mod progress;
mod publish;
mod purge;
mod push;
mod reference;
mod report;
mod restore;
mod resume;
mod runs;
mod safety;
mod screen;
mod search_words;
mod self_test;
mod serve;
mod signals;
mod sim;
mod site;
mod spans;
mod standard_input;
mod trace;
mod tune;
mod uses;
mod verify;
mod verify_files;

use std::ffi::OsString;
use std::process::ExitCode;

use iogram_device::{Front, is_served, stand_in_front};
use iogram_inspect::SysRoot;

use crate::args::{Arguments, Command, SiteCommand};
use crate::failure::Failure;

/// The whole program: from the command line to the exit code.
#[must_use]
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(failure::report_bug));
    signals::outlive_file_limits();
    let words = std::env::args_os().collect();
    ExitCode::from(limits::with_stack(|| perform_words(words)))
}

/// Executes a command line, with the program's name first. Returns 0 fine, 1 the drive failed, 2 wrong usage, 3
/// refused, 4 I/O or environment, 5 a panic, 6 unknown. One process can execute many, one after another; the language
/// of the first understood one stays.
#[must_use]
pub fn perform_words(words: Vec<OsString>) -> u8 {
    let parsed = std::panic::catch_unwind(|| {
        let words = args::with_hyphens_joined(words);
        let locale = output::language(args::language_of(&words).as_deref());
        args::parse(&words, &locale).map_err(|error| args::refuse(error, &words, &locale))
    });
    // The hook has reported it.
    let Ok(parsed) = parsed else { return failure::BUG };
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(code) => return number_of(code),
    };
    if let Err(failure) = limits::check() {
        return number_of(complaint::report(&failure));
    }
    // Before there are threads.
    let behind = match front_of(&arguments.command) {
        Some(Front::Over(code)) => return code,
        Some(Front::Behind(behind)) => Some(behind),
        None => None,
    };
    let code = match std::panic::catch_unwind(|| perform(arguments)) {
        Ok(Ok(code)) => number_of(code),
        Ok(Err(failure)) => number_of(complaint::report(&failure)),
        Err(_) => failure::BUG,
    };
    if let Some(behind) = behind {
        behind.tell(code);
    }
    code
}

/// The number of an exit code, which the standard library does not expose.
pub(crate) fn number_of(code: ExitCode) -> u8 {
    let is_same = |number: &u8| format!("{code:?}") == format!("{:?}", ExitCode::from(*number));
    (0..=u8::MAX).find(is_same).unwrap_or(failure::BUG)
}

/// Whether another process should stand in front of this one, because requests to the target can hang for as long as
/// another program wants; `None` if they cannot.
fn front_of(command: &Command) -> Option<Front> {
    let turns = match command {
        Command::Quick(quick) => Some(&quick.turns),
        Command::Run(run) => Some(&run.turns),
        _ => None,
    };
    let others = turns.into_iter().flat_map(|turns| turns.others.iter().chain(&turns.each));
    let target = match command {
        Command::Quick(quick) => quick.target.as_deref().unwrap_or("."),
        Command::Run(run) => run.what.second.as_deref().unwrap_or(&run.what.first),
        Command::GoodFor(it) => it.target.as_deref()?,
        Command::Fio(it) => it.target.as_deref()?,
        Command::Measure(measure) => &measure.target,
        Command::Verify(verify) => &verify.target,
        Command::Diagnose(it) => &it.target,
        Command::Geometry(geometry) => &geometry.target,
        _ => return None,
    };
    let root = SysRoot::default();
    if !others.map(String::as_str).chain([target]).any(|target| is_served(&root, target)) {
        return None;
    }
    // Without another process everything still works.
    stand_in_front().ok()
}

fn perform(arguments: Arguments) -> Result<ExitCode, Failure> {
    output::choose_language(arguments.lang.as_deref())?;
    output::choose_rates(arguments.units)?;
    outlets::check(&arguments.command)?;
    match arguments.command {
        Command::Quick(quick) => execute::quick(&quick),
        Command::Run(run) => execute::run(&run),
        Command::GoodFor(arguments) => good_for::good_for(&arguments),
        Command::Boot(arguments) => boot::boot(&arguments),
        Command::Geometry(geometry) => geometry::geometry(&geometry),
        Command::Import(files) => match &files.tool {
            Some(tool) => import::import(tool),
            None => import_files::import_files(&files),
        },
        Command::Fio(arguments) => fio::fio(&arguments),
        Command::Measure(measure) => measure::measure(&measure),
        Command::Verify(verify) => verify::verify(&verify),
        Command::Diagnose(arguments) => diagnose::diagnose(&arguments),
        Command::Capture(arguments) => capture::capture(&arguments),
        Command::List(list) => devices::list(&list),
        Command::Methods(methods) => methods::show(&methods),
        Command::Plan(plan) => methods::plan(&plan),
        Command::Resume(arguments) => resume::resume(&arguments),
        Command::Runs(runs) => runs::list(&runs),
        Command::Show(show) => runs::show(&show),
        Command::Analyse(arguments) => analyse::analyse(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Check(check) => check::check(&check),
        Command::Tune(tune) => tune::tune(&tune),
        Command::Delete(delete) => runs::delete(&delete),
        Command::Exclude(arguments) => exclude::exclude(&arguments),
        Command::Include(arguments) => exclude::include(&arguments),
        Command::Compare(compare) => compare::compare(&compare),
        Command::Catalogue(command) => catalogue::perform(&command),
        Command::Site(SiteCommand::Build(arguments)) => site::build(&arguments),
        Command::Trace(command) => trace::perform(&command),
        Command::Fleet(arguments) => fleet::fleet(&arguments),
        Command::Advise(advise) => advise::advise(&advise),
        Command::Export(export) => export::export(&export),
        Command::Metrics(arguments) => metrics::metrics(&arguments),
        Command::Push(arguments) => push::push(&arguments),
        Command::Pull(arguments) => push::pull(&arguments),
        Command::Bundle(arguments) => bundle::bundle(&arguments),
        Command::Open(arguments) => open::open(&arguments),
        Command::Campaign(command) => campaign::perform(&command),
        Command::Purge(purge) => purge::purge(&purge),
        Command::Restore(restore) => restore::restore(&restore),
        Command::Schema(schema) => methods::schema(&schema),
        Command::Sim(sim) => sim::perform(&sim),
        Command::SelfTest(self_test) => self_test::self_test(&self_test),
    }
}
