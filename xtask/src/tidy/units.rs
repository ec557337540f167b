//! Names of published numbers end in their unit.
//!
//! Reads the sources of the model as text, line by line as rustfmt leaves them: a struct with
//! `Serialize` in its derive, its `pub` fields, their types and `rename` attributes.

use super::Problem;
use super::code::has_word;
use crate::repository::{TextFile, Tree};

/// Places of the published structs.
const MODEL: &str = "crates/model/src/";

/// Last words of field names that state the meaning of a number.
const UNITS: [&str; 17] = [
    "bytes", "celsius", "count", "depth", "errno", "index", "iops", "joules", "ns", "permille",
    "ratio", "rpm", "s", "seed", "size", "us", "watts",
];

/// Types with the form of a number.
const NUMBERS: [&str; 15] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "f32", "f64",
    "Bytes", "Nanos", "Permille",
];

/// Names without a unit, with the reason. `Struct.*` is all fields of a struct, `*.field` the field of any.
const EXCEPTIONS: [(&str, &str); 40] = [
    ("EnteredScore.value", "points or a ratio, as another benchmark prints them"),
    ("LatencySummary.*", "the field that holds it is named latency_ns"),
    ("RepeatSummary.*", "the field `figure` names the unit"),
    ("SteadyWindow.rounds", "the field `figure` of the steady state names the unit"),
    ("SteadyWindow.mean", "the field `figure` of the steady state names the unit"),
    ("Rule.*", "the field `figure` names the unit"),
    ("RuleVerdict.*", "the field `figure` names the unit"),
    ("ChoiceLimit.*", "the field `figure` names the unit"),
    ("SearchLimit.*", "the field `figure` names the unit"),
    ("BrokenLimit.measured", "the figure of its limit names the unit"),
    ("PublishedFigure.*", "the field `figure` names the unit"),
    ("FigureRun.*", "the field `figure` of what holds it names the unit"),
    ("DriveFigure.*", "the field `figure` names the unit"),
    ("DriveTest.*", "the field `figure` names the unit"),
    ("PromiseCheck.*", "the field `figure` names the unit"),
    ("Price.hundredths", "written as text with its currency"),
    ("FleetDistribution.*", "the field `of` names the figure, which ends in its unit"),
    ("Range95.*", "in the unit of what it is an interval of"),
    ("ComparedValue.*", "the field `figure` of its row names the unit"),
    ("ComparedKey.*", "the field `figure` names the unit; `best` are numbers of sides"),
    ("ImportedCourse.*", "the field `figure` names the unit"),
    ("Reason.*", "the field `figure` names the unit"),
    ("AdvisedFigure.*", "the field `figure` names the unit"),
    ("Workload.jobs", "a count; the field's word on every command line"),
    ("*.repeat", "an index; the word that methods use"),
    ("EngineRecord.depth_asked", "a count of requests, noun first"),
    ("EngineRecord.depth_reached", "a mean count of requests, noun first"),
    ("SdCsd.command_classes", "numbers of classes, which count nothing"),
    ("*.confidence", "0 to 1; the word that is published for every finding"),
    ("TestFileRecord.number", "the number in the file's name"),
    ("FileCheck.missing", "numbers in the names of files"),
    ("CountFinding.value", "a count; the finding's kind says of what"),
    ("AlignmentAdvice.ext4_stride", "ext4's own name, in its own blocks"),
    ("AlignmentAdvice.ext4_stripe_width", "ext4's own name, in its own blocks"),
    ("AlignmentAdvice.f2fs_segments_per_section", "f2fs's own name"),
    ("Flow.*", "written as text, and weighed against nothing but other weights"),
    ("ReplayHow.idle_max", "written as text, with its unit"),
    ("ReferenceScore.score", "a number that has no unit, as TraceScore.score"),
    ("TraceScore.score", "a number that has no unit, by the formula at the field"),
    ("QueueRecord.nr_requests", "the kernel's own name of the setting"),
];

/// A published field that holds a number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    line: usize,
    /// `Struct.published_name`.
    name: String,
}

/// Finds published numbers without a unit in their names.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let sources = tree.texts.iter().filter(|file| file.path.starts_with(MODEL));
    sources.flat_map(problems_of).collect()
}

fn problems_of(file: &TextFile) -> Vec<Problem> {
    parse_fields(&file.text)
        .into_iter()
        .filter(|field| !has_unit(&field.name) && !is_exception(&field.name))
        .map(|field| {
            let message =
                format!("{} is a number whose name does not end in its unit", field.name);
            Problem::at(&file.path, field.line, message)
        })
        .collect()
}

fn has_unit(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    name.ends_with("_per_s") || UNITS.contains(&name.rsplit('_').next().unwrap_or(name))
}

fn is_exception(name: &str) -> bool {
    let (owner, field) = name.split_once('.').unwrap_or((name, name));
    let all = [name.to_owned(), format!("{owner}.*"), format!("*.{field}")];
    EXCEPTIONS.iter().any(|(other, _)| all.iter().any(|it| it == other))
}

/// Numeric fields of serialised structs, in order.
fn parse_fields(text: &str) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut is_serialised = false;
    let mut owner = None;
    let mut renamed = None;
    for (index, line) in text.lines().enumerate() {
        let line_text = line.trim();
        if let Some(tail) = line.strip_prefix("pub struct ") {
            let name = tail.split([' ', '(', '<', ';']).next();
            owner = name.filter(|_| is_serialised && line.ends_with('{'));
            is_serialised = false;
        } else if line == "}" || line.starts_with("pub enum ") {
            (owner, is_serialised, renamed) = (None, false, None);
        } else if has_word(line, "Serialize") && !line.starts_with("use ") {
            is_serialised = true;
        } else if let Some(tail) = line_text.split("rename = \"").nth(1) {
            renamed = tail.split('"').next();
        } else if let (Some(owner), Some(field)) = (owner, line_text.strip_prefix("pub "))
            && let Some((name, kind)) = field.trim_end_matches(',').split_once(": ")
        {
            let name = renamed.take().unwrap_or(name);
            if is_number(kind) {
                fields.push(Field { line: index + 1, name: format!("{owner}.{name}") });
            }
        }
    }
    fields
}

fn is_number(kind: &str) -> bool {
    let inner = |wrapper: &str| kind.strip_prefix(wrapper)?.strip_suffix('>');
    match inner("Option<").or_else(|| inner("Vec<")) {
        Some(inner) => is_number(inner),
        None => NUMBERS.contains(&kind),
    }
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_published_number_without_a_unit_is_found() {
        let source = "\
use serde::{Deserialize, Serialize};

/// A cell.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// How long.
    pub elapsed_ns: u64,
    /// How much, published with its unit.
    #[serde(rename = \"capacity_bytes\")]
    pub capacity: Bytes,
    /// What?
    pub latency: Option<u64>,
    /// What?
    pub rates: Vec<Option<f64>>,
}

/// Its variants' names are not the next struct's.
#[derive(Debug, Serialize)]
pub enum Path {
    #[serde(rename = \"sync\")]
    Sync,
}

/// CPU time.
#[derive(
    Debug, Serialize,
)]
pub struct Cpu {
    pub user_ns: u64,
}

/// Not published.
#[derive(Debug)]
pub struct Inner {
    pub latency: u64,
}
";
        let tree = Tree::from_files(&[
            ("crates/model/src/a.rs", source),
            ("crates/engine/a.rs", source),
        ]);
        let message = "is a number whose name does not end in its unit";
        let expected = [
            format!("crates/model/src/a.rs:14: Cell.latency {message}"),
            format!("crates/model/src/a.rs:16: Cell.rates {message}"),
        ];
        assert_eq!(texts(&check(&tree)), expected);
    }

    #[test]
    fn units_are_whole_words() {
        assert!(has_unit("Cell.bytes_per_s"));
        assert!(has_unit("Cell.iops"));
        assert!(has_unit("Cell.p50_ns"));
        assert!(!has_unit("Cell.columns"));
    }
}
