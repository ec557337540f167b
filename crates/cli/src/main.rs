//! The program `iogram`: arguments, wiring, progress. Knows the environment, the terminal and the wall
//! clock, and is the only room that does; measures, judges and renders nothing itself.

mod args;
mod conditions;
mod devices;
mod execute;
mod failure;
mod measure;
mod methods;
mod opened;
mod output;
mod places;
mod progress;
mod purge;
mod restore;
mod resume;
mod runs;
mod safety;
mod self_test;
mod serve;
mod signals;
mod sim;
mod simulated;
mod target;
mod trial;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(failure::report_bug));
    let arguments = Arguments::try_parse().unwrap_or_else(|error| args::explain(error).exit());
    match std::panic::catch_unwind(|| perform(arguments)) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => failure.report(),
        // The hook has said what happened.
        Err(_) => ExitCode::from(failure::BUG),
    }
}

fn perform(arguments: Arguments) -> Result<ExitCode, Failure> {
    match arguments.command {
        Command::Quick(quick) => execute::quick(&quick),
        Command::Run(run) => execute::run(&run),
        Command::Measure(measure) => measure::measure(&measure),
        Command::List(list) => devices::list(&list),
        Command::Methods(methods) => methods::show(&methods),
        Command::Plan(plan) => methods::plan(&plan),
        Command::Resume(arguments) => resume::resume(&arguments),
        Command::Runs(runs) => runs::list(&runs),
        Command::Show(show) => runs::show(&show),
        Command::Delete(delete) => runs::delete(&delete),
        Command::Purge(purge) => purge::purge(&purge),
        Command::Restore(restore) => restore::restore(&restore),
        Command::Schema(schema) => methods::schema(&schema),
        Command::Sim(sim) => sim::perform(&sim),
        Command::SelfTest(self_test) => self_test::self_test(&self_test),
    }
}
