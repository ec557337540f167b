//! The contents of a bundle: the same runs give the same files, wherever the same program makes them.

use iogram_bundle::{BundledRun, Files, Making, sha256};
use iogram_door::FileName;
use iogram_model::{Run, read_run, text};
use iogram_report::{
    CsvStyle, Figure, JsonStyle, Locale, RateUnit, figures, render_csv, render_html,
    render_json, render_publication, statement_text,
};

use crate::failure::Failure;
use crate::pictures::{self, Pictures};
use crate::report::lead_of;

/// A record in every copy of the program: a small measurement of a simulated drive.
const SAMPLE: &str = include_str!("sample.json");

/// The page settings of this program.
pub(crate) fn making(locale: &Locale, rates: RateUnit) -> Making {
    let mut made = String::new();
    if let Ok(run) = read_run(SAMPLE) {
        let runs = [iogram_findings::analysed(run)];
        made = page_of(&runs, &Locale::english());
    }
    made.push_str(env!("CARGO_PKG_VERSION"));
    Making {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        renderer_sha256: sha256(made.as_bytes()),
        language: locale.tag().to_owned(),
        rates: rates.symbol().trim_end_matches("/s").to_owned(),
    }
}

/// The language and the unit of a bundle; English if this program does not know them.
pub(crate) fn locale_of(making: &Making) -> Locale {
    let locale = Locale::find(&making.language).unwrap_or_else(|_| Locale::english());
    locale.with_rates(making.rates.parse().unwrap_or_default())
}

/// The runs, as listed in the manifest.
pub(crate) fn runs_of(runs: &[Run]) -> Vec<BundledRun> {
    let english = Locale::english();
    let entry = |run: &Run| BundledRun {
        id: run.id.clone(),
        file: record_path(run),
        answer: run
            .headline
            .as_ref()
            .map(|headline| statement_text(&headline.answer, &english))
            .unwrap_or_default(),
    };
    runs.iter().map(entry).collect()
}

fn record_path(run: &Run) -> String {
    format!("data/{}", FileName::with_ending(&run.id, ".json"))
}

fn table_path(run: &Run) -> String {
    format!("data/{}", FileName::with_ending(&run.id, ".csv"))
}

fn links(runs: &[Run]) -> Vec<String> {
    runs.iter().flat_map(|run| [record_path(run), table_path(run)]).collect()
}

/// Only the page.
pub(crate) fn page_of(runs: &[Run], locale: &Locale) -> String {
    render_html(runs, &lead_of(runs), &figures(runs, locale), &links(runs), locale)
}

/// All files except the manifest; without images if nobody looks at them.
pub(crate) fn contents(
    runs: &[Run],
    locale: &Locale,
    has_pictures: bool,
) -> Result<Files, Failure> {
    let mut files = Files::new();
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    for run in runs {
        add(&record_path(run), render_json(run, JsonStyle::Pretty));
        add(&table_path(run), render_csv(run, CsvStyle::Plain));
    }
    let figures = figures(runs, locale);
    add("index.html", render_html(runs, &lead_of(runs), &figures, &links(runs), locale));
    let image =
        |figure: &Figure| format!("images/{}", FileName::with_ending(&figure.name, ".svg"));
    add("report.md", render_publication(runs, &lead_of(runs), &figures, image, locale));
    add("README.txt", readme(runs));
    if has_pictures {
        draw(&figures, &mut files)?;
    }
    Ok(files)
}

fn readme(runs: &[Run]) -> String {
    let runs: String = runs.iter().map(|run| format!("  {}\n", run.id)).collect();
    format!(
        "Measurements of storage, made by iogram:\n{runs}\n\
         index.html     the page: open it in any browser, no network is needed\n\
         report.md      the same as Markdown, with the pictures of images/\n\
         data/          the records (iogram-run/1) and tables as CSV\n\
         manifest.json  size and SHA-256 of every other file\n\n\
         \"iogram open\" with this folder or the file that it came in checks every hash and whether the page is\n\
         what the records give. The name of the bundle is the SHA-256 of manifest.json: who quotes it quotes\n\
         every byte. Hashes show what was changed since; they do not show who measured, or that anybody did.\n"
    )
}

fn draw(figures: &[Figure], files: &mut Files) -> Result<(), Failure> {
    let drawn = pictures::draw(figures, Pictures { has_png: false, has_dark: true }).map_err(
        |error| Failure::environment(error.to_string(), text!("cli-please-report-run")),
    )?;
    for (figure, pictures) in figures.iter().zip(drawn) {
        for (ending, bytes) in pictures {
            let name = FileName::with_ending(&figure.name, ending);
            files.insert(format!("images/{name}"), bytes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_a_record_and_gives_the_same_page_each_time() {
        read_run(SAMPLE).unwrap();
        let english = Locale::english();
        let making = || making(&english, RateUnit::default());
        assert_eq!(making(), making());
        assert_eq!(making().rates, "MB");
    }
}
