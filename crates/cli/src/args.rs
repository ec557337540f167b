//! The command line: every option, its default and its help.

mod boot;
mod campaign;
mod catalogue;
mod common;
mod devices;
mod fio;
mod import;
mod meant;
mod measure;
mod records;
mod server;
mod sharing;
mod sim;
mod trace;
mod translated;
mod values;
mod wrong;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use iogram_report::{Locale, RateUnit};

use crate::failure::USAGE;

pub(crate) use boot::BootArgs;
pub(crate) use campaign::{
    CampaignCommand, CampaignFormat, CampaignReportArgs, CampaignStatusArgs,
    CampaignSubmitArgs, CampaignTaskArgs,
};
pub(crate) use catalogue::{
    AdviseArgs, Clearable, CompareArgs, DriveAddArgs, DriveAttachArgs, DriveCommand,
    DriveEditArgs, DriveExportArgs, DriveImportArgs, DriveListArgs, DriveRemoveArgs,
    DriveSamplesArgs, DriveShowArgs, DriveSort, DriveTableArgs, ExportArgs, ExportFormat,
    FleetArgs, FleetBy, FleetFormat, KnowledgeArgs, PageFormat, PublishArgs, Spreadsheet, day,
};
pub(crate) use common::{
    EngineArgs, EngineChoice, FleetServerArgs, Format, OutputArgs, PlatformArgs, ReachArgs,
    SafetyArgs, SettingArgs, StoreArgs, SwitchArg, WhatArgs,
};
pub(crate) use devices::{CaptureArgs, CheckArgs, ListArgs, PurgeArgs, RestoreArgs, TuneArgs};
pub(crate) use fio::FioArgs;
pub(crate) use import::ImportFilesArgs;
pub(crate) use measure::{
    DiagnoseArgs, GeometryArgs, GoodForArgs, MeasureArgs, PlanArgs, QuickArgs, ResumeArgs,
    RunArgs, VerifyArgs,
};
pub(crate) use records::{
    AnalyseArgs, DeleteArgs, ExcludeArgs, ImageFormat, ImportArgs, ImportCommand, IncludeArgs,
    MethodsArgs, ReportArgs, RunsArgs, SchemaArgs, SchemaOf, SelfTestArgs, ShowArgs,
};
pub(crate) use server::{PullArgs, PushArgs};
pub(crate) use sharing::{
    BundleArgs, CatalogueBuildArgs, CatalogueCommand, MetricsArgs, MetricsFormat, OpenArgs,
};
pub(crate) use sim::{SimCommand, SimListArgs, SimRandomArgs, SimServeArgs, SimShowArgs};
pub(crate) use trace::{
    TraceCommand, TraceImportArgs, TraceKind, TraceRecordArgs, TraceRunArgs, TraceShowArgs,
};
#[cfg(test)]
pub(crate) use translated::tests::help_keys;

/// Measures flash storage and says what a drive is good for.
#[derive(Debug, Parser)]
#[command(name = "iogram", version, about, arg_required_else_help = true)]
#[command(after_help = "\
Targets: a directory (a temporary file is made there, used and removed), a file, a block device such
as /dev/sdb, sim:NAME (a simulated drive), or null: (nothing: what iogram itself costs).
Sizes: KiB, MiB, GiB are powers of 1024; kB, MB, GB powers of 1000. Times: 500ms, 10s, 2m.
Exit codes: 0 fine, 1 the drive failed the test, 2 wrong usage, 3 refused to endanger data,
4 I/O error, environment or interruption, 5 a bug in iogram, 6 cannot tell: too little was measured,
or something else than the drive decided the figures.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language of reports, help and errors: en or ko [default: that of the environment, else en].
    #[arg(long, global = true, value_name = "TAG")]
    pub(crate) lang: Option<String>,
    /// The unit of transfer rates in everything for people: MB (10^6 bytes per second) or MiB (2^20) [default: that
    /// of the variable `IOGRAM_UNITS`, else MB]. Formats for programs have theirs in bytes per second.
    #[arg(long, global = true, value_name = "MB|MiB")]
    pub(crate) units: Option<RateUnit>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say whether a drive is any good, and for what: is it what it says, how fast, does it stall and why.
    Diagnose(DiagnoseArgs),
    /// Test the drive under the current directory (or TARGET) in about a minute.
    Quick(QuickArgs),
    /// Run a method on a target.
    #[command(override_usage = "iogram run [OPTIONS] METHOD TARGET [OTHER_TARGET]...\n       \
                                iogram run [OPTIONS] --method-file FILE TARGET [OTHER_TARGET]...")]
    Run(RunArgs),
    /// Measure what a use needs, and say whether the drive is good enough for it.
    GoodFor(GoodForArgs),
    /// Time how a computer boots from its drive, on its serial line: from the first U-Boot line to the login prompt.
    Boot(BootArgs),
    /// Find out what a card or stick is made of: page, allocation unit, open units.
    Geometry(GeometryArgs),
    /// Read what other tools measured, and draw the same conclusions from it: files and folders, recognised by what
    /// stands in them.
    #[command(override_usage = "iogram import [OPTIONS] FILE|DIR...\n       \
                                iogram import flashbench|f3|h2testw|run [OPTIONS] FILE")]
    Import(ImportFilesArgs),
    /// Run a job file of fio with this engine: what its options ask for is done, or told, or refused with its line.
    Fio(Box<FioArgs>),
    /// Measure one cell: any access pattern, mix, depth and rate.
    #[command(alias = "bench")]
    Measure(Box<MeasureArgs>),
    /// Find out whether a drive holds what it says, or pretends to.
    Verify(VerifyArgs),
    /// List the block devices: what they are, how they are connected, what uses them.
    List(ListArgs),
    /// Write what a drive tells - registers, health, the kernel's files - as one file that others may see: serial numbers are
    /// replaced. The drive is only asked.
    Capture(CaptureArgs),
    /// List the methods, or explain one.
    Methods(MethodsArgs),
    /// Show what a method would do to a target: cells, bytes, time. Nothing is written; a device that was never measured
    /// is read for two seconds to know how long it takes.
    #[command(override_usage = "iogram plan [OPTIONS] METHOD TARGET\n       \
                                iogram plan [OPTIONS] --method-file FILE TARGET")]
    Plan(PlanArgs),
    /// Resume an interrupted run on the same drive.
    Resume(ResumeArgs),
    /// List the saved runs.
    Runs(RunsArgs),
    /// Show a run (its id, the beginning of its id, or "last") or a device (path, kernel name, serial
    /// number, or a part of its serial number or model).
    Show(ShowArgs),
    /// Judge saved runs by today's rules, and say what that changes. No drive is touched.
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Write runs as a page with charts, as Markdown with pictures, and their raw data.
    Report(ReportArgs),
    /// Look for what would disturb a measurement here, and say how to fix it. Nothing is changed.
    Check(CheckArgs),
    /// Set this computer for a measurement, and put everything back. Without an option it only says
    /// what would be set.
    Tune(TuneArgs),
    /// Delete a run from the store.
    Delete(DeleteArgs),
    /// Leave a repetition of a saved run out of its figures, with a reason. It is shown in parentheses.
    Exclude(ExcludeArgs),
    /// Count a repetition again that was left out.
    Include(IncludeArgs),
    /// Compare runs or drives: what differs, how sure that is, whether they are comparable.
    Compare(CompareArgs),
    /// The catalogue: what you know of your drives, what they promise and what was measured.
    #[command(subcommand)]
    Drive(DriveCommand),
    /// Which of the drives in the catalogue for which use, with the reasons.
    Advise(AdviseArgs),
    /// Many drives at once: which do not go together, and how figures are distributed.
    Fleet(FleetArgs),
    /// Write a run in the format of another program.
    Export(ExportArgs),
    /// Write runs as one file to be given to others: records, page, charts and a hash of each. Serial numbers are hidden.
    Bundle(BundleArgs),
    /// Check what others bundled, and show it. What was edited is named.
    Open(OpenArgs),
    /// Make a site of many bundles.
    #[command(subcommand)]
    Catalogue(CatalogueCommand),
    /// What is kept and what is attached as metrics for Prometheus: last runs, answers, figures, temperature, wear.
    Metrics(MetricsArgs),
    /// Copy saved runs to a server that many share, or to another file. Once more is no harm.
    Push(PushArgs),
    /// Copy runs from a server, or from another file.
    Pull(PullArgs),
    /// Many methods on many drives of many computers: by Slurm, over ssh, or here.
    #[command(subcommand)]
    Campaign(CampaignCommand),
    /// Bring a drive back to the state of a new one. Everything on it is lost.
    Purge(PurgeArgs),
    /// Put back what was borrowed of a device, after a crash or an unplugging.
    Restore(RestoreArgs),
    /// Print a published JSON Schema.
    Schema(SchemaArgs),
    /// Simulated drives: list them, show their truth, draw one at random.
    #[command(subcommand)]
    Sim(SimCommand),
    /// Traces: the requests that a program made of a drive, recorded by any tool.
    #[command(subcommand)]
    Trace(TraceCommand),
    /// Measure iogram itself: clock, engine floor, data generation.
    SelfTest(SelfTestArgs),
}

/// Where `--json` need not have a value, the next word is none: `show --json sda`. A hyphen by itself is
/// one all the same, as it is for commands that need it.
pub(crate) fn with_hyphens_joined(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut are_options = true;
    for word in words {
        are_options &= word != "--";
        match joined.last_mut() {
            Some(last) if are_options && last == "--json" && word == "-" => last.push("=-"),
            _ => joined.push(word),
        }
    }
    joined
}

/// A text without the styles that clap gives it: an escape, a bracket, digits, the letter m.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';');
        plain.push_str(rest.strip_prefix('m').unwrap_or(part));
    }
    plain
}

/// What the words of a command line say, with help in a language.
pub(crate) fn parse(words: &[OsString], locale: &Locale) -> Result<Arguments, clap::Error> {
    let words = about_a_run(words);
    match is_english(locale) {
        true => Arguments::try_parse_from(words),
        false => {
            let command = translated::translated(Arguments::command(), locale);
            Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
        }
    }
}

/// Whether the parser's own words are those of the language.
fn is_english(locale: &Locale) -> bool {
    locale.tag() == Locale::english().tag()
}

/// `run exclude` and `run include` are no methods: what is left out is a part of a run, and either order of the
/// words is meant so.
fn about_a_run(words: &[OsString]) -> Vec<OsString> {
    let is = |index: usize, names: &[&str]| {
        words.get(index).is_some_and(|word| names.iter().any(|name| word == name))
    };
    let begin = if is(1, &["run"]) && is(2, &["exclude", "include"]) { 2 } else { 1 };
    words.iter().take(1).chain(words.iter().skip(begin)).cloned().collect()
}

/// The language that these words ask for, whether or not the others make sense.
pub(crate) fn language_of(words: &[OsString]) -> Option<String> {
    let words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let mut words = words.skip_while(|word| word != "--lang" && !word.starts_with("--lang="));
    let option = words.next()?;
    match option.strip_prefix("--lang=") {
        Some(tag) => Some(tag.to_owned()),
        None => words.next().map(|tag| tag.to_string()),
    }
}

/// Says what is wrong with the arguments (or what was asked of them: help, the version), and with which exit
/// code the program ends. What was typed may be the name of a file that somebody else chose: it is shown like
/// everything from outside.
pub(crate) fn refuse(error: clap::Error, words: &[OsString], locale: &Locale) -> ExitCode {
    let typed: Vec<String> =
        words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
    let is_help = !error.use_stderr()
        || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if !is_help && !is_english(locale) {
        wrong::lines(&error, &typed, locale).iter().for_each(|line| crate::screen::say(line));
        return code;
    }
    let error = meant::explain(error, &typed);
    let odd = words.iter().map(|word| word.to_string_lossy().into_owned());
    let odd: Vec<String> = odd.filter(|word| word.contains(iogram_model::is_unseen)).collect();
    if odd.is_empty() || !error.use_stderr() {
        // A reader that went away (`iogram --help | head`) is no failure.
        drop(error.print());
        return code;
    }
    // With the escapes of what was typed, which are left out otherwise, so that it is found.
    let mut text = error.render().ansi().to_string();
    for word in odd {
        text = text.replace(&word, &iogram_model::shown(&word));
    }
    let text = without_styles(&text);
    text.lines().for_each(crate::screen::say);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    /// The test of the program that drives every option with every wrong path knows paths by their names.
    #[test]
    fn every_path_says_that_it_is_one() {
        fn check(command: &clap::Command) {
            for argument in command.get_arguments() {
                let is_path = format!("{:?}", argument.get_value_parser()).contains("path_buf");
                let names = argument.get_value_names().unwrap_or_default();
                let said = names.iter().map(|name| name.to_uppercase()).any(|name| {
                    ["FILE", "DIR", "JOURNAL"].iter().any(|word| name.contains(word))
                });
                assert!(!is_path || said, "{} {}", command.get_name(), argument.get_id());
            }
            command.get_subcommands().for_each(check);
        }
        check(&Arguments::command());
    }

    #[test]
    fn the_word_after_json_is_a_device_unless_it_is_a_hyphen() {
        let check = |line: &str, what: &str| {
            let words = line.split(' ').map(OsString::from);
            let parsed = Arguments::try_parse_from(with_hyphens_joined(words));
            let Command::Show(show) = parsed.unwrap().command else { panic!("{line}") };
            assert_eq!((show.what.as_str(), show.json.as_deref()), (what, Some("-")), "{line}");
        };
        check("iogram show --json sda", "sda");
        check("iogram show sda --json", "sda");
        check("iogram show --json - sda", "sda");
        check("iogram show --json=- sda", "sda");
        check("iogram show sda --json -", "sda");
        check("iogram show --json", "last");
    }
}
