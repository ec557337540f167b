//! Standard output is data, standard error is talk.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use iogram_model::{Sentence, Text, sentence, text};
use iogram_report::{Locale, Page, RateUnit};

use crate::args::PageFormat;
use crate::environment;
use crate::failure::Failure;
use crate::screen;

/// The language of all messages.
static LANGUAGE: OnceLock<&'static str> = OnceLock::new();

/// The unit of every transfer rate.
static RATES: OnceLock<RateUnit> = OnceLock::new();

/// The requested language if it has texts, otherwise the environment's, otherwise English.
pub(crate) fn language(asked: Option<&str>) -> Locale {
    let named =
        || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(environment::variable);
    let asked = asked.and_then(|tag| Locale::find(tag).ok());
    asked.or_else(|| Locale::find(&named()?).ok()).unwrap_or_else(Locale::english)
}

/// Sets the language of all further messages.
pub(crate) fn choose_language(asked: Option<&str>) -> Result<(), Failure> {
    let locale = language(asked);
    LANGUAGE.get_or_init(|| locale.tag());
    match asked.map(Locale::find) {
        Some(Err(error)) => Err(Failure::usage(
            sentence!("cli-cannot-write-language", tag = error.tag()),
            sentence!("cli-use-names", names = error.known()),
        )),
        _ => Ok(()),
    }
}

/// Sets the unit: the requested one, otherwise the environment's, otherwise MB.
pub(crate) fn choose_rates(asked: Option<RateUnit>) -> Result<(), Failure> {
    const NAME: &str = "IOGRAM_UNITS";
    let said = environment::variable(NAME).filter(|_| asked.is_none());
    let said = said.map(|text| {
        text.parse().map_err(|hint: String| {
            Failure::usage(sentence!("cli-cannot-read-name-text", NAME, text), hint)
        })
    });
    let chosen = asked.or(said.transpose()?).unwrap_or_default();
    RATES.get_or_init(|| chosen);
    Ok(())
}

/// The unit of transfer rates.
pub(crate) fn rates() -> RateUnit {
    RATES.get().copied().unwrap_or_default()
}

/// The language of reports, with their units.
pub(crate) fn locale() -> Locale {
    let chosen = LANGUAGE.get().and_then(|tag| Locale::find(tag).ok());
    chosen.unwrap_or_else(Locale::english).with_rates(rates())
}

/// A page in one of the formats; `json` is the same for programs.
pub(crate) fn page(
    page: &Page,
    format: PageFormat,
    json: impl FnOnce() -> String,
) -> Result<(), Failure> {
    data(&match format {
        PageFormat::Text => page.text(&layout()),
        PageFormat::Markdown => page.markdown(),
        PageFormat::Json => json(),
    })
}

/// Writes data to standard output. A reader that closes early (`iogram show | head`) is not a failure.
pub(crate) fn data(text: &str) -> Result<(), Failure> {
    data_with(|stdout| stdout.write_all(text.as_bytes()))
}

/// The same for the output of `write`, which need not be in memory completely.
pub(crate) fn data_with(
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    match written_with(write) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(unwritten(&error)),
        _ => Ok(()),
    }
}

/// Writes a document that the user named, and that may be nowhere else: a reader that closes early did not get it.
pub(crate) fn document_with(
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    check_open()?;
    written_with(write).map_err(|error| unwritten(&error))
}

/// Checks that standard output exists. If it is closed, a Rust program has the null device instead, from its start
/// on. That is also open for reading, unlike any output that a shell opens.
pub(crate) fn check_open() -> Result<(), Failure> {
    use std::os::fd::AsFd as _;
    let kept = std::io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from);
    let is_null = kept
        .and_then(|it| it.metadata())
        .is_ok_and(|it| is_same_device(&it, Path::new("/dev/null")));
    let told = iogram_inspect::process::open_flags(1);
    match is_null && told.is_some_and(|flags| flags & 0o3 == 0o2) {
        true => Err(Failure::environment(
            text!("cli-cannot-write-standard-output-closed"),
            text!("cli-open-name-file-instead"),
        )),
        false => Ok(()),
    }
}

fn is_same_device(found: &std::fs::Metadata, other: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
    found.file_type().is_char_device()
        && std::fs::metadata(other).is_ok_and(|other| other.rdev() == found.rdev())
}

fn unwritten(error: &std::io::Error) -> Failure {
    Failure::environment(
        sentence!("cli-cannot-write-standard-output", error),
        text!("cli-disk-full"),
    )
}

fn written_with(
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut stdout = std::io::BufWriter::new(std::io::stdout().lock());
    let written = write(&mut stdout).and_then(|()| stdout.flush());
    // Failed output is not tried again when it is dropped.
    let (_stdout, _rest) = stdout.into_parts();
    written
}

/// Writes lines for people to standard output: as [`data`], without control characters for a terminal.
pub(crate) fn lines(text: &str) -> Result<(), Failure> {
    data(&iogram_model::shown_lines(text))
}

/// Prints a line on standard error, above the picture there. A line break within it is shown as a character: print
/// several lines one by one.
pub(crate) fn talk(sentence: impl Into<Sentence>) {
    screen::say(&said(&sentence.into()));
}

/// A sentence in the chosen language.
pub(crate) fn said(sentence: &Sentence) -> String {
    locale().sentence(sentence)
}

/// A text without values in the language that was chosen.
pub(crate) fn translated(text: Text) -> String {
    said(&text.into())
}

/// Begins a line that the user completes.
pub(crate) fn prompt(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let text = iogram_model::shown(text);
    let _nobody_looks = write!(stderr, "{text}").and_then(|()| stderr.flush());
}

/// The layout of text on standard output: for the terminal if it is one, otherwise by `COLUMNS`.
pub(crate) fn layout() -> iogram_report::Options {
    let is_terminal = std::io::stdout().is_terminal();
    let columns = terminal_size::terminal_size_of(std::io::stdout());
    let columns = columns.map(|(width, _)| usize::from(width.0));
    let columns = columns.or_else(|| environment::variable("COLUMNS")?.parse().ok());
    let default = iogram_report::Options::default();
    iogram_report::Options {
        // Below 40 columns words break, above 120 lines are hard to follow.
        width: columns.unwrap_or(default.width).clamp(40, 120),
        has_color: is_terminal && environment::variable("NO_COLOR").is_none(),
    }
}
