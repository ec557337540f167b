//! Method files: their schema, and the errors for invalid ones.

use std::path::{Path, PathBuf};

use crate::common::{check_file, check_golden, disk, plan, settings};
use iogram_runner::{
    Method, SourcePlace, builtin_ids, builtin_method, builtin_methods, has_builtin_param,
    method_schema,
};
use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A small method with one element of every kind.
const SAMPLE: &str = r#"[method]
id = "sample"
title = "A sample"
question = "Is it read?"
source = "this test"
media = ["ssd"]
writes = "region"

[params.size]
kind = "size"
default = "64MiB"
min = "1MiB"
max = "1GiB"
help = "bytes"

[params.mode]
kind = "choice"
default = "plain"
choices = ["plain", "synced"]
help = "which steps"

[[step]]
kind = "lay-out"
size = "{size}"
content = "written"

[[step]]
kind = "note"
text = "mode {mode}"

[[step]]
kind = "repeat"
rows = [{ what = "one", share = "100%" }, { what = "two", share = "50%", when = { mode = ["synced"] } }]
rest_between = "1s"

[[step.step]]
kind = "measure"
name = "{what} {block} q{depth}"
access = "random"
read = "{share}"
time = "1s"
matrix.depth = [1, 4]
matrix.block = ["4KiB", "64KiB"]

[[rule]]
id = "fast"
title = "Fast"
cell = "one 4KiB q1"
operation = "read"
figure = "bytes_per_s"
at_least = "90MB/s"
source = "this test"

[report]
headline = ["iops"]
"#;

fn shown(place: Option<&SourcePlace>, message: &str, hint: &str) -> String {
    let place = place.map_or_else(String::new, |place| format!("\n{place}"));
    let hint = if hint.is_empty() { String::new() } else { format!("\nhint: {hint}") };
    format!("{message}{place}{hint}")
}

#[test]
fn one_of_everything_is_planned() {
    let method = Method::parse("sample.toml", SAMPLE).unwrap();
    let names = |set: &str| -> Vec<String> {
        let plan = plan(&method, &settings(set), &disk(), 1).unwrap();
        plan.steps.iter().map(crate::common::show_step).map(|line| name_of(&line)).collect()
    };
    let one = ["one 4KiB q1 #0", "one 64KiB q1 #0", "one 4KiB q4 #0", "one 64KiB q4 #0"];
    let two = ["two 4KiB q1 #0", "two 64KiB q1 #0", "two 4KiB q4 #0", "two 64KiB q4 #0"];
    let begin =
        |mode: &str| vec!["lay out 64MiB Written".to_owned(), format!("note mode {mode}")];
    assert_eq!(names(""), [begin("plain"), one.map(String::from).to_vec()].concat());
    assert_eq!(
        names("mode=synced"),
        [
            begin("synced"),
            one.map(String::from).to_vec(),
            vec!["rest 1.00 s".to_owned()],
            two.map(String::from).to_vec()
        ]
        .concat()
    );
    assert!((method.rules[0].limit - 90e6).abs() < 1e-9 && !method.rules[0].is_upper_limit);
}

fn name_of(line: &str) -> String {
    line.split(':').next().unwrap_or_default().to_owned()
}

/// The error if `to` replaces `from` in the sample.
#[track_caller]
fn complaint(from: &str, to: &str) -> String {
    assert!(SAMPLE.contains(from), "the sample has no {from:?}");
    let text = SAMPLE.replacen(from, to, 1);
    let error = Method::parse("sample.toml", &text).expect_err(to);
    assert!(error.place.is_some(), "every mistake in a file has a place: {error}");
    shown(error.place.as_ref(), &error.message.to_string(), &error.hint.to_string())
}

#[test]
fn every_mistake_in_a_file_is_pointed_at() {
    let mistakes = [
        ("access = \"random\"", "acess = \"random\""),
        ("access = \"random\"", "access = \"randomly\""),
        ("access = \"random\"", "access = random"),
        ("time = \"1s\"", "time = \"1\""),
        ("time = \"1s\"", "time = true"),
        ("time = \"1s\"\n", ""),
        ("time = \"1s\"", "time = \"1s\"\ncaching = \"bufferd\""),
        ("time = \"1s\"", "time = \"1s\"\namount = \"{sice}\""),
        ("time = \"1s\"", "time = \"1s\"\namount = \"{size\""),
        ("[\"4KiB\", \"64KiB\"]", "[\"4KiB\", \"64k\"]"),
        ("[\"4KiB\", \"64KiB\"]", "[]"),
        ("matrix.depth = [1, 4]", "matrix.dept = [1, 4]"),
        ("matrix.depth = [1, 4]", "matrix.depth = [1, 0]"),
        ("kind = \"note\"", "kind = \"nota\""),
        ("kind = \"note\"\n", ""),
        ("writes = \"region\"", "writes = \"regions\""),
        ("writes = \"region\"\n", ""),
        ("id = \"sample\"", "id = \"A sample\""),
        ("media = [\"ssd\"]", "media = \"ssd\""),
        ("default = \"64MiB\"", "default = \"64MB\"\nunit = \"MB\""),
        ("default = \"64MiB\"", "default = \"2GiB\""),
        ("default = \"plain\"", "default = \"simple\""),
        ("choices = [\"plain\", \"synced\"]\n", ""),
        ("mode = [\"synced\"]", "mode = [\"sync\"]"),
        ("mode = [\"synced\"]", "size = [\"64MiB\"]"),
        ("share = \"50%\"", "share = \"0.5\""),
        ("share = \"50%\"", "share = \"150%\""),
        ("share = \"50%\", when", "when"),
        ("rest_between = \"1s\"", "count = 2"),
        ("content = \"written\"", "content = \"full\""),
        ("figure = \"bytes_per_s\"", "figure = \"mb_per_s\""),
        ("at_least = \"90MB/s\"", "at_least = \"90MB\""),
        ("at_least = \"90MB/s\"\n", ""),
        ("headline = [\"iops\"]", "headline = [\"iop\"]"),
        ("[report]", "[reports]"),
    ];
    let said: Vec<String> = mistakes
        .iter()
        .map(|(from, to)| format!("{from:?} -> {to:?}\n{}\n", complaint(from, to)))
        .collect();
    check_golden("mistakes.txt", &said.join("\n"));
}

#[test]
fn absurd_repetitions_end_soon() {
    let text = SAMPLE.replacen("time = \"1s\"", "time = \"1s\"\nrepeats = 4000000000", 1);
    let error = Method::parse("sample.toml", &text).unwrap_err();
    assert_eq!(error.message, "the plan has more than 20000 steps");
    assert_eq!(error.place.map(|place| place.line), Some(38), "the cell's name");
    // Each repetition includes another method: thousands of reads of it must not slow down the error.
    let included = "[[step]]\nkind = \"repeat\"\ncount = 4000000000\n[[step.step]]\nkind = \"method\"\n\
                    id = \"dd-read\"\n";
    let head = SAMPLE.split("[[step]]").next().unwrap();
    let method = Method::parse("sample.toml", &format!("{head}{included}")).unwrap();
    let error = plan(&method, &[], &disk(), 1).unwrap_err();
    assert_eq!(error.to_string(), "the plan has more than 20000 steps");
    let rows = SAMPLE.lines().find(|line| line.starts_with("rows")).unwrap();
    let nothing = "count = 4000000000\nwhen = { mode = [\"plain\"] }";
    let with_row = |text: &str| text.replace("{what} ", "").replace("{share}", "100%");
    let text = with_row(&SAMPLE.replacen(rows, nothing, 1))
        .replace("kind = \"measure\"", "kind = \"measure\"\nwhen = { mode = [\"synced\"] }");
    let method = Method::parse("sample.toml", &text).unwrap();
    assert_eq!(plan(&method, &[], &disk(), 1).unwrap().cells().count(), 0);
}

#[test]
fn an_unknown_method_names_the_one_that_was_meant() {
    let error = builtin_method("cmd").unwrap_err();
    assert_eq!(error.message, "there is no method \"cmd\"");
    let names: Vec<String> = builtin_methods().into_iter().map(|method| method.id).collect();
    assert_eq!(error.hint, format!("did you mean \"cdm\"? methods: {}", names.join(", ")));
}

/// Hints use an index instead of reading the methods; it must agree with the methods.
#[test]
fn ids_and_parameters_are_known_without_reading_the_methods() {
    let methods = builtin_methods();
    let ids: Vec<&str> = methods.iter().map(|method| method.id.as_str()).collect();
    assert_eq!(builtin_ids().collect::<Vec<_>>(), ids);
    let all: Vec<&String> =
        methods.iter().flat_map(|method| &method.params).map(|param| &param.name).collect();
    for method in &methods {
        for name in &all {
            let has = method.params.iter().any(|param| param.name == **name);
            assert_eq!(has_builtin_param(&method.id, name), has, "{} {name}", method.id);
        }
    }
    assert!(all.len() > 100, "only {}", all.len());
    assert!(!has_builtin_param("no-such-method", "time"));
}

#[test]
fn the_committed_schema_is_the_one_that_files_are_held_against() {
    let text = serde_json::to_string_pretty(&method_schema()).unwrap() + "\n";
    check_file(&repository().join("methods/method.schema.json"), &text);
}

/// The file as a program with the published schema reads it.
fn as_json(text: &str) -> Value {
    let table: toml::Table = text.parse().unwrap();
    serde_json::to_value(table).unwrap()
}

#[test]
fn the_schema_accepts_every_built_in_method_and_refuses_what_the_reader_refuses() {
    let schema = serde_json::to_value(method_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for method in builtin_methods() {
        let json = as_json(method.text());
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", method.id);
    }
    assert!(validator.is_valid(&as_json(SAMPLE)));
    let broken = [
        ("access = \"random\"", "acess = \"random\""),
        ("time = \"1s\"", "time = true"),
        ("kind = \"note\"", "kind = \"nota\""),
        ("writes = \"region\"\n", ""),
        ("writes = \"region\"", "writes = \"regions\""),
        ("id = \"sample\"", "id = \"A sample\""),
        ("figure = \"bytes_per_s\"", "figure = \"mb_per_s\""),
        ("matrix.depth = [1, 4]", "matrix.depth = 1"),
    ];
    for (from, to) in broken {
        let json = as_json(&SAMPLE.replacen(from, to, 1));
        assert!(!validator.is_valid(&json), "the schema accepts {to:?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test looks at the repository")]
fn the_example_in_the_description_of_the_format_is_a_method() {
    let page = std::fs::read_to_string(repository().join("docs/methods/README.md")).unwrap();
    let (_, rest) = page.split_once("```toml\n[method]").expect("there is an example");
    let (example, _) = rest.split_once("```").expect("it ends");
    let method = Method::parse("README.md", &format!("[method]{example}")).unwrap();
    let plan = plan(&method, &[], &disk(), 1).unwrap();
    assert_eq!(plan.cells().count(), 2 * 6 * 3);
}

#[test]
fn every_method_file_is_built_in_and_has_its_page() {
    #[expect(clippy::disallowed_methods, reason = "the test looks at the repository")]
    let page = |id: &str| {
        std::fs::read_to_string(repository().join(format!("docs/methods/{id}.md"))).unwrap()
    };
    let mut ids: Vec<String> = builtin_methods().into_iter().map(|method| method.id).collect();
    for id in &ids {
        assert!(page(id).starts_with(&format!("# {id}\n")), "docs/methods/{id}.md");
    }
    ids.sort();
    let files = std::fs::read_dir(repository().join("methods")).unwrap();
    let mut stems: Vec<String> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    stems.sort();
    assert_eq!(ids, stems);
}

#[test]
fn a_limit_of_every_stretch_is_a_rate_of_a_load_beside_in_whole_seconds() {
    let text = builtin_method("bootbench").unwrap().text().to_owned();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Method::parse("mine.toml", &text.replacen(from, to, 1)).expect_err(to).to_string()
    };
    for every in ["300ms", "0s"] {
        let said = refused("every = \"5s\"", &format!("every = \"{every}\""));
        assert!(said.contains("no whole number of seconds"), "{said}");
    }
    let said = refused(
        "figure = \"latency_max_ns\", below",
        "every = \"5s\", figure = \"latency_max_ns\", below",
    );
    assert!(said.contains("every is for the rate of a load beside the cell"), "{said}");
}
