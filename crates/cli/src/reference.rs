//! `--reference`: another drive's run, for relative scores.

use std::collections::BTreeMap;

use iogram_catalogue::{reference_names, reference_run};
use iogram_model::{Finding, Run, ScoreReference, sentence};

use crate::args::StoreArgs;
use crate::failure::Failure;
use crate::report::load_run;

/// The number of repetitions does not change the question.
const REPETITIONS: &str = "runs";

/// The scores of the run that `name` means (of the store, of a file, or built in), for a run of `method` with
/// `params`.
pub(crate) fn find_reference(
    name: &str,
    (method, params): (&str, &BTreeMap<String, String>),
    store: &StoreArgs,
) -> Result<ScoreReference, Failure> {
    let run = iogram_findings::analysed(load(name, store)?);
    let refused = |why| {
        let names = reference_names().collect::<Vec<_>>().join(", ");
        let hint = sentence!("cli-name-run-same-settings-comes-iogram", method, names);
        Failure::usage(sentence!("cli-cannot-set-scores-relation", name, why: why), hint)
    };
    if run.method.id != method {
        return Err(refused(sentence!("cli-run-other", other = run.method.id)));
    }
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::TraceScores(scores) => Some(scores),
        _ => None,
    });
    let Some(scores) = found else {
        return Err(refused(sentence!("cli-no-scores-traces")));
    };
    let differs = |(key, value): &(&String, &String)| {
        key.as_str() != REPETITIONS && run.method.params.get(*key) != Some(*value)
    };
    if let Some((key, value)) = params.iter().find(differs) {
        let other = run.method.params.get(key).map_or("", String::as_str);
        return Err(refused(sentence!("cli-made", key, other, value)));
    }
    Ok(ScoreReference::new(format!("{}, {}", run.target.name, run.id), scores))
}

fn load(name: &str, store: &StoreArgs) -> Result<Run, Failure> {
    let Some(text) = reference_run(name) else { return load_run(name, store) };
    iogram_model::read_run(text).map_err(|error| {
        Failure::usage(sentence!("cli-cannot-read-run", path = name, error), error.hint)
    })
}
