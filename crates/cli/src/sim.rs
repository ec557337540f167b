//! `iogram sim`: the simulated drives, their descriptions and their truth.

use std::fmt::Write;
use std::process::ExitCode;

use iogram_model::{Bytes, Nanos, Throughput};
use iogram_session::{build, find_spec, find_text, seed_or_random};
use iogram_sim::{MediaSpec, SimSpec, SimTruth, WideKind, zoo_names};
use serde_json::Value;

use crate::args::{SimCommand, SimListArgs, SimRandomArgs, SimShowArgs};
use crate::failure::Failure;
use crate::output;
use crate::serve;

/// The seed for showing a drive's truth: nothing in the output depends on it.
const ANY_SEED: u64 = 0;

/// `iogram sim ..`.
pub(crate) fn perform(command: &SimCommand) -> Result<ExitCode, Failure> {
    match command {
        SimCommand::List(arguments) => list(arguments)?,
        SimCommand::Show(arguments) => show(arguments)?,
        SimCommand::Random(arguments) => random(arguments)?,
        SimCommand::Serve(arguments) => serve::serve(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(arguments: &SimListArgs) -> Result<(), Failure> {
    let specs: Vec<SimSpec> = zoo_names().map(find_spec).collect::<Result<_, _>>()?;
    if arguments.json.is_some() {
        let json: Vec<Value> = specs.iter().map(line_json).collect();
        return output::data(&iogram_model::plain_json(format!("{:#}\n", Value::Array(json))));
    }
    let width = specs.iter().map(|spec| spec.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for spec in &specs {
        let (name, kind, title) = (&spec.name, spec.drive.name(), &spec.title);
        let capacity = spec.capacity.0.decimal();
        push(&mut text, format_args!("{name:width$}  {kind:4}  {capacity:>8}  {title}\n"));
    }
    text.push_str(
        "\niogram sim show NAME prints a description and its truth; iogram run METHOD sim:NAME runs a \
         method on it.\n",
    );
    output::lines(&text)
}

fn line_json(spec: &SimSpec) -> Value {
    serde_json::json!({
        "name": spec.name,
        "title": spec.title,
        "drive": spec.drive.name(),
        "capacity_bytes": spec.capacity.0.0,
        "media": match spec.media {
            MediaSpec::Latency(_) => "latency",
            MediaSpec::Block(_) => "block",
            MediaSpec::Page(_) => "page",
        },
        "is_counterfeit": spec.counterfeit.is_some(),
        "source": spec.source,
    })
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a string does not fail");
}

fn show(arguments: &SimShowArgs) -> Result<(), Failure> {
    let (_, text) = find_text(&arguments.name)?;
    let spec = find_spec(&arguments.name)?;
    let truth = build(&spec, ANY_SEED)?.truth();
    if arguments.json.is_some() {
        let json = serde_json::json!({"spec": spec, "truth": truth});
        return output::data(&iogram_model::plain_json(format!("{json:#}\n")));
    }
    output::lines(&format!(
        "{}\n\n# What is true of a blank one:\n{}",
        text.trim(),
        lines(&truth)
    ))
}

/// The truth, one TOML comment per line, so that the whole page stays a usable description.
fn lines(truth: &SimTruth) -> String {
    let mut text = String::new();
    let json = serde_json::to_value(truth).expect("the truth is plain JSON");
    for (name, value) in json.as_object().into_iter().flatten() {
        if value.is_null() || name == "log_hash" {
            continue;
        }
        let (name, value) = in_words(name, value);
        push(&mut text, format_args!("# {name}: {value}\n"));
    }
    text
}

/// A name without its unit, and the value with it.
fn in_words(name: &str, value: &Value) -> (String, String) {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let number = value.as_u64().unwrap_or_default();
    let (name, value) = if let Some(name) = name.strip_suffix("_bytes_per_s") {
        let rate = Throughput::mean(Bytes(number), Nanos::SECOND);
        (name, output::rates().text(rate.map(|rate| rate.bytes_per_s)))
    } else if let Some(name) = name.strip_suffix("_bytes") {
        (name, Bytes(number).both())
    } else if let Some(name) = name.strip_suffix("_ppm") {
        (name, format!("{}.{:04} %", number / 10_000, number % 10_000))
    } else if let Some(name) = name.strip_suffix("_permille") {
        (name, format!("{}.{:03}", number / 1000, number % 1000))
    } else if let Some(name) = name.strip_suffix("_celsius") {
        (name, format!("{text} °C"))
    } else {
        (name, text)
    };
    (name.replace('_', " "), value)
}

fn random(arguments: &SimRandomArgs) -> Result<(), Failure> {
    let seed = seed_or_random(arguments.seed);
    let spec = match arguments.kind {
        Some(kind) => SimSpec::random(kind, seed),
        None => SimSpec::wide(WideKind::in_turn(seed), seed),
    };
    output::data(&spec.to_toml())
}
