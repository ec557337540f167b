//! `iogram report`: runs as a page with charts, as Markdown with images, and the raw data beside them.

use std::cmp::Reverse;
use std::path::Path;
use std::process::ExitCode;

use iogram_door::Rules;
use iogram_findings::{Many, Side, lead, shortcoming};
use iogram_model::{Comparison, Message, Outcome, OutcomeKind, Run, sentence, text};
use iogram_report::{
    CsvStyle, Figure, JsonStyle, Locale, compared_figures, figures, render_compared_html,
    render_compared_publication, render_comparison_json, render_csv, render_html, render_json,
    render_publication,
};

use crate::args::{ReportArgs, StoreArgs};
use crate::failure::{Failure, code_among_several, worse};
use crate::outlets;
use crate::output;
use crate::pictures;
use crate::places;
use crate::publish::{Publication, PublishTo, publish};

/// `iogram report`.
pub(crate) fn report(arguments: &ReportArgs) -> Result<ExitCode, Failure> {
    // Refuse before minutes of work are wasted.
    pictures::refuse_unbuilt(arguments.images)?;
    let locale = output::locale();
    let runs = arguments
        .runs
        .iter()
        .map(|name| load_run(name, &arguments.store).map(iogram_findings::analysed))
        .collect::<Result<Vec<Run>, Failure>>()?;
    // Serial numbers distinguish drives, but are not published.
    let report = match runs.as_slice() {
        [_] => Report::of_one(runs, arguments.serial, locale),
        _ => {
            let side = |run: &Run| vec![(run.clone(), drive_name(run))];
            let sides: Vec<Side> = runs.iter().map(side).collect();
            let comparison = iogram_findings::compare_sides(&sides);
            Report::compared(runs, comparison, arguments.serial, locale)
        }
    };
    let read = arguments.runs.iter().filter(|name| is_record(name));
    let mut keeps: Vec<_> = read.map(|name| (text!("cli-reported"), name.into())).collect();
    keeps.extend(outlets::own_files(&arguments.store));
    let rules = Rules { keeps, ..outlets::rules(arguments.overwrite) };
    let (images, has_dark) = (arguments.images, arguments.has_dark);
    let to = PublishTo { out: &arguments.out, images, has_dark, rules: &rules };
    // A page about one run only shows it; for several, the worst decides.
    let kinds = report.runs.iter().map(|run| Outcome::kept(run).kind);
    let kinds: Vec<OutcomeKind> = kinds.collect();
    publish(&report, to)?;
    let code = match kinds.as_slice() {
        [_] => 0,
        several => several.iter().copied().map(code_among_several).fold(0, worse),
    };
    Ok(ExitCode::from(code))
}

/// One run, or several side by side, for publication.
pub(crate) struct Report {
    runs: Vec<Run>,
    /// For several runs.
    comparison: Option<Comparison>,
    figures: Vec<Figure>,
    locale: Locale,
}

impl Report {
    /// Colours depend on the whole identity, so they are computed before serial numbers and folders are removed.
    fn of_one(runs: Vec<Run>, shows_serial: bool, locale: Locale) -> Self {
        let figures = figures(&runs, &locale);
        Self { runs: for_others(runs, shows_serial), comparison: None, figures, locale }
    }

    /// The runs of `comparison`. The first named one is the reference of the others; in the text the worst comes
    /// first.
    pub(crate) fn compared(
        mut runs: Vec<Run>,
        comparison: Comparison,
        shows_serial: bool,
        locale: Locale,
    ) -> Self {
        let figures = compared_figures(&runs, &comparison, &locale);
        runs.sort_by_key(|run| Reverse(shortcoming(run).map(|it| it.kind)));
        let runs = for_others(runs, shows_serial);
        Self { runs, comparison: Some(comparison), figures, locale }
    }
}

impl Publication for Report {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn data(&self) -> Vec<(String, String)> {
        let of = |run: &Run| {
            let json = render_json(run, JsonStyle::Compact);
            [
                (format!("{}.json", run.id), json),
                (format!("{}.csv", run.id), render_csv(run, CsvStyle::Plain)),
            ]
        };
        let compared = self.comparison.as_ref().map(|comparison| {
            let json = render_comparison_json(comparison, JsonStyle::Pretty);
            ("comparison.json".to_owned(), json)
        });
        compared.into_iter().chain(self.runs.iter().flat_map(of)).collect()
    }

    fn html(&self, files: &[String]) -> String {
        let Self { runs, figures, locale, .. } = self;
        match &self.comparison {
            Some(comparison) => render_compared_html(runs, comparison, figures, files, locale),
            None => render_html(runs, &lead_of(runs), figures, files, locale),
        }
    }

    fn markdown(&self, image: &dyn Fn(&Figure) -> String) -> String {
        let Self { runs, figures, locale, .. } = self;
        match &self.comparison {
            Some(comparison) => {
                render_compared_publication(runs, comparison, figures, image, locale)
            }
            None => render_publication(runs, &lead_of(runs), figures, image, locale),
        }
    }
}

fn drive_name(run: &Run) -> String {
    run.target.model.clone().unwrap_or_else(|| run.target.name.clone())
}

/// The first statements about several runs: the worst of any of them. Empty for one run, which has its own.
pub(crate) fn lead_of(runs: &[Run]) -> Vec<Message> {
    if runs.len() < 2 {
        return Vec::new();
    }
    let told = runs.iter().filter_map(|run| {
        let drive = run.target.model.as_deref().unwrap_or(&run.target.name);
        Some((format!("{drive}: {}", run.id), shortcoming(run)?.kind))
    });
    lead(Many::Runs, runs.len() as u64, &told.collect::<Vec<_>>())
}

/// Whether a name is that of a file from --json.
pub(crate) fn is_record(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "json")
}

/// A run of the store, or from a file of --json.
pub(crate) fn load_run(name: &str, store: &StoreArgs) -> Result<Run, Failure> {
    let path = Path::new(name);
    if !is_record(name) {
        let mut store = places::open_kept(store)?;
        let id = places::find_run(&mut store, name)?;
        return Ok(store.load(&id)?);
    }
    read_run(path)
}

/// A run from a file of --json.
pub(crate) fn read_run(path: &Path) -> Result<Run, Failure> {
    iogram_model::read_run(&places::read_text(path)?).map_err(|error| {
        let message = sentence!("cli-cannot-read-run", path = path.display(), error);
        Failure::usage(message, error.hint)
    })
}

fn for_others(mut runs: Vec<Run>, shows_serial: bool) -> Vec<Run> {
    for run in &mut runs {
        run.method.params = run.method.published_params();
        if !shows_serial {
            run.target.serial = None;
        }
    }
    runs
}
