//! The line of a card's sheet that needs a file system: a separate run before the card's.

use iogram_findings::file_writes;
use iogram_model::{FileSystemKind, FileWrites, Run, sentence};
use iogram_runner::Method;

use crate::args::{EngineArgs, OutputArgs};
use crate::failure::Failure;
use crate::output;
use crate::prepare::{Question, prepare};

/// The work of that run: too small for a method that people look for.
const WRITES: &str = include_str!("card_file.toml");
/// The method of the sheet, and the parameter that requests it.
const CARD: &str = "card";
const PARAM: &str = "file";
/// The amount that each of its cells writes.
const AMOUNT: &str = "amount";
/// The value that requests nothing, and the empty value.
const NOWHERE: [&str; 2] = ["no", ""];

/// Measures it if `settings` request it: on a new file system on `target`, or in a folder. `None` if they do not.
pub(crate) fn measure(
    method: &Method,
    target: &str,
    settings: &[(String, String)],
    (engine, output): (&EngineArgs, &OutputArgs),
    run: impl FnOnce(iogram_session::PlannedRun) -> Result<Run, Failure>,
) -> Result<Option<FileWrites>, Failure> {
    let asked = settings.iter().rfind(|(name, _)| name == PARAM).map(|(_, value)| value);
    let Some(place) = asked.filter(|place| !NOWHERE.contains(&place.as_str())) else {
        return Ok(None);
    };
    if method.id != CARD {
        return Ok(None);
    }
    let writes = Method::parse("card-file", WRITES)?;
    // As much as each cell of the card writes, once.
    let amount = settings.iter().rfind(|(name, _)| name == AMOUNT);
    let amount = amount.map(|(_, amount)| ("size".to_owned(), amount.clone()));
    let mut asked: Vec<(String, String)> = amount.into_iter().collect();
    let target = match place.parse::<FileSystemKind>() {
        Ok(kind) => {
            asked.push(("fs".to_owned(), kind.name().to_owned()));
            target
        }
        Err(_) => place.as_str(),
    };
    if !output.quiet {
        output::talk(sentence!("cli-first-writes-file-sheet", place));
    }
    let job = prepare(&writes, target, asked, (engine, output), (None, Question::Asked))?;
    let measured = run(job)?;
    match file_writes(&measured) {
        Some(writes) => Ok(Some(writes)),
        None => Err(Failure::environment(
            sentence!("cli-nothing-measured-writes-file", place),
            sentence!("cli-iogram-show-says-why-leave-set", run = measured.id),
        )),
    }
}
