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
mod overview;
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
    AdviseArgs, CatalogueCommand, Clearable, CompareArgs, DriveAddArgs, DriveAttachArgs,
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
    BundleArgs, MetricsArgs, MetricsFormat, OpenArgs, SiteBuildArgs, SiteCommand,
};
pub(crate) use sim::{SimCommand, SimListArgs, SimRandomArgs, SimServeArgs, SimShowArgs};
pub(crate) use trace::{
    TraceCommand, TraceImportArgs, TraceKind, TraceRecordArgs, TraceRunArgs, TraceShowArgs,
};
#[cfg(test)]
pub(crate) use translated::tests::help_keys;

/// Measures flash storage and shows the uses that a drive suits.
#[derive(Debug, Parser)]
#[command(name = "iogram", version, about, arg_required_else_help = true)]
#[command(after_help = "\
Targets: a directory (iogram creates a temporary file there and removes it), a file, a block device such
as /dev/sdb, sim:NAME (a simulated drive), or null: (no drive: the cost of iogram itself).
Sizes: KiB, MiB, GiB are powers of 1024; kB, MB, GB powers of 1000. Times: 500ms, 10s, 2m.
Exit codes: 0 success, 1 the drive failed the test, 2 wrong usage, 3 refused to endanger data,
4 I/O error, environment or interruption, 5 a bug in iogram, 6 cannot tell: too little data,
or something other than the drive limited the figures.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Use this language for reports, help and errors: en or ko [default: from the environment, else en].
    #[arg(long, global = true, value_name = "TAG")]
    pub(crate) lang: Option<String>,
    /// Show transfer rates in MB (10^6 bytes) or MiB (2^20) per second [default: the variable `IOGRAM_UNITS`, else
    /// MB]. Formats for programs always use bytes per second.
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
    /// Test a drive against the requirements of a use.
    GoodFor(GoodForArgs),
    /// Time the boot of a computer, on its serial line: from the first U-Boot line to the login prompt.
    Boot(BootArgs),
    /// Find a card's geometry: flash page, allocation unit, open units.
    Geometry(GeometryArgs),
    /// Import files of other tools, and draw the same conclusions. iogram recognises each file by its contents.
    #[command(override_usage = "iogram import [OPTIONS] FILE|DIR...\n       \
                                iogram import flashbench|f3|h2testw|run [OPTIONS] FILE")]
    Import(ImportFilesArgs),
    /// Run a fio job file with this engine. iogram rejects an unsupported option with its line.
    Fio(Box<FioArgs>),
    /// Measure one cell: any access pattern, mix, depth and rate.
    #[command(alias = "bench")]
    Measure(Box<MeasureArgs>),
    /// Test whether a drive is counterfeit or damaged.
    Verify(VerifyArgs),
    /// List the block devices: model, connection, users.
    List(ListArgs),
    /// Write a drive's registers, health and kernel files to one file. The file can be shared: iogram replaces serial
    /// numbers. It only sends queries to the drive.
    Capture(CaptureArgs),
    /// List the methods, or explain one.
    Methods(MethodsArgs),
    /// Show a method's cells, bytes and time on a target. iogram writes nothing; it reads a device without earlier
    /// runs for two seconds, to estimate the time.
    #[command(override_usage = "iogram plan [OPTIONS] METHOD TARGET\n       \
                                iogram plan [OPTIONS] --method-file FILE TARGET")]
    Plan(PlanArgs),
    /// Resume an interrupted run on the same drive.
    Resume(ResumeArgs),
    /// List the saved runs.
    Runs(RunsArgs),
    /// Show a run (id, start of its id, "last") or a device (path, kernel name, serial number, part of its serial
    /// number or model).
    Show(ShowArgs),
    /// Judge saved runs by the current rules, and show the changes. It touches no drive.
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Write runs as a page with charts, Markdown and raw data.
    Report(ReportArgs),
    /// Find causes of disturbance here, with their remedies. It changes nothing.
    Check(CheckArgs),
    /// Prepare this computer for a measurement, and restore it afterwards. Without an option it only shows the
    /// changes.
    Tune(TuneArgs),
    /// Delete a run from the store.
    Delete(DeleteArgs),
    /// Exclude a repetition of a saved run from its figures. Reports show it in parentheses, with your reason.
    Exclude(ExcludeArgs),
    /// Include an excluded repetition again.
    Include(IncludeArgs),
    /// Compare runs or drives: differences, confidence, comparability.
    Compare(CompareArgs),
    /// Keep a catalogue of your drives: labels, prices, measurements.
    #[command(subcommand, alias = "drive")]
    Catalogue(CatalogueCommand),
    /// Recommend drives of the catalogue for a use, with the reasons.
    Advise(AdviseArgs),
    /// Find outliers and distributions among many drives.
    Fleet(FleetArgs),
    /// Write a run in the format of another program.
    Export(ExportArgs),
    /// Write runs as one file to share: records, page, charts, hashes. Serial numbers are hidden.
    Bundle(BundleArgs),
    /// Check and show a bundle of others, and name edited parts.
    Open(OpenArgs),
    /// Build a site from many bundles.
    #[command(subcommand)]
    Site(SiteCommand),
    /// Write metrics for Prometheus: saved runs and attached drives. They include answers, figures, temperature and
    /// wear.
    Metrics(MetricsArgs),
    /// Copy saved runs to a shared server or to another file. A second copy does no harm.
    Push(PushArgs),
    /// Copy runs from a server or from another file.
    Pull(PullArgs),
    /// Run many methods on many drives of many computers: by Slurm, over ssh, or here.
    #[command(subcommand)]
    Campaign(CampaignCommand),
    /// Return a drive to the state of a new one. This destroys all its data.
    Purge(PurgeArgs),
    /// Restore a borrowed device after a crash or an unplugging.
    Restore(RestoreArgs),
    /// Print a published JSON Schema.
    Schema(SchemaArgs),
    /// List simulated drives, show their truth, draw or serve one.
    #[command(subcommand)]
    Sim(SimCommand),
    /// Import, show, record and replay traces: the requests of a program to a drive.
    #[command(subcommand)]
    Trace(TraceCommand),
    /// Measure iogram itself: clock, engine floor, data generation.
    SelfTest(SelfTestArgs),
}

/// `--json` takes its value only after `=`, so that the next word is an argument: `show --json sda`. A separate
/// hyphen is still its value, as commands with a mandatory value allow it.
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

/// Removes the styles of clap from a text: an escape, a bracket, digits, the letter m.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';');
        plain.push_str(rest.strip_prefix('m').unwrap_or(part));
    }
    plain
}

/// Parses a command line; help is in the language of `locale`.
pub(crate) fn parse(words: &[OsString], locale: &Locale) -> Result<Arguments, clap::Error> {
    let command = command_in(locale);
    if asks_for_all_help(words) {
        let words = words.iter().take(1).cloned().chain(["--help".into()]);
        return Arguments::from_arg_matches(&command.try_get_matches_from(words)?);
    }
    let short = overview::overview(&command, locale);
    let matches = command.override_help(short).try_get_matches_from(about_a_run(words))?;
    Arguments::from_arg_matches(&matches)
}

/// All commands, with help in a language.
fn command_in(locale: &Locale) -> clap::Command {
    match is_english(locale) {
        true => Arguments::command(),
        false => translated::translated(Arguments::command(), locale),
    }
}

/// Whether the words are `help --all`, with or without options of all commands.
fn asks_for_all_help(words: &[OsString]) -> bool {
    let mut words = words.iter().skip(1).map(|word| word.to_string_lossy());
    let mut rest = Vec::new();
    while let Some(word) = words.next() {
        if word == "--lang" || word == "--units" {
            words.next();
        } else if !word.starts_with("--lang=") && !word.starts_with("--units=") {
            rest.push(word);
        }
    }
    let is_help = |word: &str| ["help", "--help", "-h"].contains(&word);
    let (all, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|word| word == "--all");
    !all.is_empty() && !others.is_empty() && others.iter().all(|word| is_help(word))
}

/// Whether clap's own texts need no translation.
fn is_english(locale: &Locale) -> bool {
    locale.tag() == Locale::english().tag()
}

/// People write `run exclude` and `run include` for commands that change a run; no method has these names.
fn about_a_run(words: &[OsString]) -> Vec<OsString> {
    let is = |index: usize, names: &[&str]| {
        words.get(index).is_some_and(|word| names.iter().any(|name| word == name))
    };
    let begin = if is(1, &["run"]) && is(2, &["exclude", "include"]) { 2 } else { 1 };
    words.iter().take(1).chain(words.iter().skip(begin)).cloned().collect()
}

/// The language that the words request, even if the other words are invalid.
pub(crate) fn language_of(words: &[OsString]) -> Option<String> {
    let words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let mut words = words.skip_while(|word| word != "--lang" && !word.starts_with("--lang="));
    let option = words.next()?;
    match option.strip_prefix("--lang=") {
        Some(tag) => Some(tag.to_owned()),
        None => words.next().map(|tag| tag.to_string()),
    }
}

/// Prints the error, the help or the version, and returns the exit code. A typed word can be a file name that another
/// user chose, so its control characters are escaped.
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
        // A reader that closed the pipe (`iogram --help | head`) is no failure.
        drop(error.print());
        return code;
    }
    // The plain form drops escapes within typed words, which would then not be found.
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

    /// The test of the program that drives every option with every wrong path finds paths by these names.
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
    fn old_names_of_commands_still_work() {
        let parsed = |line: &str| {
            let words = line.split(' ').map(OsString::from);
            Arguments::try_parse_from(words).map(|it| format!("{:?}", it.command))
        };
        #[track_caller]
        fn check(old: Result<String, clap::Error>, new: Result<String, clap::Error>) {
            assert_eq!(old.unwrap(), new.unwrap());
        }
        check(parsed("iogram drive list"), parsed("iogram catalogue list"));
        check(parsed("iogram drive show a"), parsed("iogram catalogue show a"));
        let build = "build in --out site/ --title T";
        let old = parsed(&format!("iogram catalogue {build}")).unwrap();
        let new = parsed(&format!("iogram site {build}")).unwrap();
        assert_eq!(old.strip_prefix("Catalogue("), new.strip_prefix("Site("));
        let help = Arguments::command().render_long_help().to_string();
        assert!(!help.contains("\n  drive "), "{help}");
        let mut command = Arguments::command();
        let drives = command.find_subcommand_mut("drive").unwrap();
        let help = drives.render_help().to_string();
        assert!(help.contains("  list") && !help.contains("  build"), "{help}");
    }

    #[test]
    fn help_with_all_lists_every_command() {
        let help = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            parse(&words, &Locale::english()).unwrap_err().to_string()
        };
        let long = help("iogram help --all");
        assert!(
            long.contains("Exit codes: 0 success") && long.contains("\n  self-test "),
            "{long}"
        );
        for line in ["--help --all", "--units MiB help --all", "help --lang=en --all"] {
            assert_eq!(help(&format!("iogram {line}")), long, "{line}");
        }
        let short = help("iogram --help");
        assert!(short.lines().count() <= 20, "{short}");
        assert_eq!(short, help("iogram help"));
        assert_eq!(short, help("iogram"));
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
