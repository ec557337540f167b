//! Results of the Phoronix Test Suite: its `composite.xml`, and the JSON that it exports (`result-file-to-json`).
//!
//! Sources: phoronix-test-suite, `pts_result_file_writer.php` (elements of XML) and `pts_result_file_output.php`
//! (names of JSON); results that people published. Every test names its own unit (`Scale`): a known one becomes a
//! figure, any other stays in the test's words. The MB/s of pts/fio are compared with the IOPS of the same test if
//! both are present.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};
use serde_json::Value;

use super::line::{decimal, size_bytes};
use super::refusal::{Reason, Refusal};
use super::xml::{self, Elements, Xml};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "phoronix",
    title: "Phoronix Test Suite, XML and JSON",
    reads: "tests of drives, databases and file trees, of every system (others are facts): rates, transactions, times, with the test's options; pts/fio's operation and block size",
    unknown: "the drive where the system's hardware does not name it; what a unit that is not known counts",
    detect: |source| {
        let has = |words: &str| source.text.contains(words);
        let is_xml = has("<PhoronixTestSuite>") && has("<Result>") && has("<Value>");
        if is_xml { 94 } else { json_sureness(source) }
    },
    read,
};

pub(super) fn json_sureness(source: &Source<'_>) -> u8 {
    let words = ["\"results\"", "\"systems\"", "\"proportion\"", "\"scale\"", "\"identifier\""];
    if words.into_iter().all(|it| source.text.contains(it)) { 94 } else { 0 }
}

/// One result of one system.
#[derive(Debug, Clone, Default)]
struct Entry {
    system: String,
    value: String,
    line_index: Option<u64>,
}

/// Tests of OpenBenchmarking.org's profiles that depend on drives: its category "Disk", and databases and file trees.
/// Source: their names in published results.
const OF_DRIVES: [&str; 24] = [
    "aio-stress",
    "blogbench",
    "bonnie",
    "cassandra",
    "compilebench",
    "couchdb",
    "dbench",
    "fio",
    "fs-mark",
    "hammerdb",
    "hdparm-read",
    "influxdb",
    "ior",
    "iozone",
    "leveldb",
    "mysqlslap",
    "pgbench",
    "postmark",
    "rocksdb",
    "sqlite",
    "startup-time",
    "tiobench",
    "unpack-firefox",
    "unpack-linux",
];

/// One test.
#[derive(Debug, Clone, Default)]
struct Test {
    identifier: String,
    title: String,
    description: String,
    scale: String,
    /// `BAR_GRAPH` if a test has one value.
    form: String,
    entries: Vec<Entry>,
}

/// A whole file.
#[derive(Debug, Default)]
struct Suite {
    client: Option<String>,
    tests: Vec<Test>,
    /// The measured systems: name, hardware, software, time.
    systems: Vec<(String, Vec<ImportedFact>)>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut suites = of_xml(source.text)?;
    if suites.is_empty() {
        suites = of_json(source.text)?;
    }
    let mut found = Vec::new();
    for suite in suites {
        let mut names: Vec<&str> = Vec::new();
        for entry in suite.tests.iter().flat_map(|it| &it.entries) {
            if !names.contains(&entry.system.as_str()) {
                names.push(&entry.system);
            }
        }
        for name in names {
            found.extend(suite.of_system(name)?);
        }
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing {
            what: text!("interchange-phoronix-test-suite"),
        }));
    }
    Ok(found)
}

fn of_xml(text: &str) -> Result<Vec<Suite>, Refusal> {
    const ROOT: &str = "PhoronixTestSuite";
    let of_part = |part| {
        let mut reading = Reading::default();
        xml::walk(part, ROOT, &mut reading)?;
        Ok(reading.suite)
    };
    xml::each(text, ROOT).map(of_part).collect()
}

/// State while the elements of XML are read.
#[derive(Debug, Default)]
struct Reading {
    suite: Suite,
    test: Test,
    entry: Entry,
    system: String,
    facts: Vec<ImportedFact>,
}

impl Elements for Reading {
    fn begin(&mut self, path: &[&str], xml: &mut Xml<'_>) {
        if path.last() == Some(&"Entry") {
            self.entry.line_index = Some(xml.line());
        }
    }

    fn end(&mut self, path: &[&str], text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let (test, entry) = (&mut self.test, &mut self.entry);
        match path {
            [_, "Generated", "TestClient"] => self.suite.client = Some(text.to_owned()),
            [_, "System", "Identifier"] => text.clone_into(&mut self.system),
            [_, "System", name @ ("Hardware" | "Software" | "TimeStamp" | "Notes")]
                if !text.is_empty() =>
            {
                self.facts.push(ImportedFact::new(*name, text));
            }
            [_, "System"] => {
                let system =
                    (std::mem::take(&mut self.system), std::mem::take(&mut self.facts));
                self.suite.systems.push(system);
            }
            [_, "Result", "Identifier"] => text.clone_into(&mut test.identifier),
            [_, "Result", "Title"] => text.clone_into(&mut test.title),
            [_, "Result", "Description"] => text.clone_into(&mut test.description),
            [_, "Result", "Scale"] => text.clone_into(&mut test.scale),
            [_, "Result", "DisplayFormat"] => text.clone_into(&mut test.form),
            [_, "Result", "Data", "Entry", "Identifier"] => text.clone_into(&mut entry.system),
            [_, "Result", "Data", "Entry", "Value"] => {
                if test.is_single() && !text.is_empty() && decimal(text).is_none() {
                    return Err(xml.expected(text, text!("interchange-number")));
                }
                entry.line_index = Some(xml.line());
                text.clone_into(&mut entry.value);
            }
            [_, "Result", "Data", "Entry"] => test.entries.push(std::mem::take(entry)),
            [_, "Result"] => self.suite.tests.push(std::mem::take(test)),
            _ => {}
        }
        Ok(())
    }
}

/// Every document of a text. Skips text between them; rejects an incomplete one.
fn of_json(text: &str) -> Result<Vec<Suite>, Refusal> {
    let mut suites = Vec::new();
    let mut at = text.find('{');
    while let Some(begin) = at {
        let rest = text.get(begin..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(root)) => suites.push(of_root(&root)?),
            Some(Err(error)) => {
                let before = text.get(..begin).unwrap_or_default().matches('\n').count() as u64;
                let reason = match error.is_eof() {
                    true => Reason::CutOff { what: text!("interchange-json") },
                    false => Reason::Json { error: error.to_string() },
                };
                let line = before.saturating_add(error.line() as u64);
                return Err(Refusal { line, column: (error.column() as u64).max(1), reason });
            }
            None => break,
        }
        at = next_document(text, begin.saturating_add(stream.byte_offset()));
    }
    Ok(suites)
}

/// The next beginning of an object with names in it, from `from` on; a brace alone may be ordinary text.
fn next_document(text: &str, from: usize) -> Option<usize> {
    let behind = text.get(from..)?;
    let begins = |at: &usize| {
        let inside = behind.get(at.saturating_add(1)..).unwrap_or_default();
        inside.trim_start().starts_with('"')
    };
    let at = behind.match_indices('{').map(|(at, _)| at).find(begins)?;
    from.checked_add(at)
}

fn of_root(root: &Value) -> Result<Suite, Refusal> {
    let words = |value: &Value, name: &str| match value.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let mut suite = Suite::default();
    for (name, system) in root.get("systems").and_then(Value::as_object).into_iter().flatten() {
        let mut facts = Vec::new();
        for (part, title) in [("hardware", "Hardware"), ("software", "Software")] {
            for (what, value) in
                system.get(part).and_then(Value::as_object).into_iter().flatten()
            {
                if let Some(value) = value.as_str() {
                    facts.push(ImportedFact::new(format!("{title} {what}"), value));
                }
            }
        }
        let time = words(system, "timestamp");
        if !time.is_empty() {
            facts.push(ImportedFact::new("TimeStamp", time));
        }
        suite.client =
            Some(words(system, "client_version")).filter(|it| !it.is_empty()).or(suite.client);
        suite.systems.push((name.clone(), facts));
    }
    for (_, it) in root.get("results").and_then(Value::as_object).into_iter().flatten() {
        let mut test = Test {
            identifier: words(it, "identifier"),
            title: words(it, "title"),
            description: words(it, "description"),
            scale: words(it, "scale"),
            form: words(it, "display_format"),
            entries: Vec::new(),
        };
        for (system, value) in
            it.get("results").and_then(Value::as_object).into_iter().flatten()
        {
            let value = words(value, "value");
            if test.is_single() && !value.is_empty() && decimal(&value).is_none() {
                let reason =
                    Reason::Expected { expected: text!("interchange-number"), found: value };
                return Err(Refusal::of_file(reason));
            }
            test.entries.push(Entry { system: system.clone(), value, line_index: None });
        }
        suite.tests.push(test);
    }
    Ok(suite)
}

impl Test {
    /// Whether it has one value for each system.
    fn is_single(&self) -> bool {
        matches!(self.form.as_str(), "BAR_GRAPH" | "HORIZONTAL_BOX_PLOT" | "")
    }

    fn name(&self) -> String {
        match self.description.as_str() {
            "" => self.title.clone(),
            description => format!("{}: {description}", self.title),
        }
    }

    /// The value after this name in `Type: Random Read - Block Size: 4KB`.
    fn option(&self, name: &str) -> Option<&str> {
        let parts = self.description.split(" - ");
        parts
            .filter_map(|it| it.split_once(": "))
            .find(|it| it.0.trim() == name)
            .map(|it| it.1.trim())
    }

    /// Whether it is about drives. A suite may contain any test: the values of other tests become facts, not rates of
    /// a drive. A test without an identifier is accepted, because the person posted it as a drive test.
    fn is_of_drives(&self) -> bool {
        let name = self.identifier.rsplit('/').next().unwrap_or_default();
        let is_one = |known: &&str| {
            let rest = name.strip_prefix(*known);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        name.is_empty() || self.is_fio() || OF_DRIVES.iter().any(is_one)
    }

    fn is_fio(&self) -> bool {
        self.identifier.contains("/fio") || self.title == "Flexible IO Tester"
    }

    /// Fills in the workload of pts/fio, if stated.
    fn work(&self, found: &mut ImportedResult) {
        if !self.is_fio() {
            return;
        }
        let (operation, order) = match self.option("Type") {
            Some("Random Read") => (Some(OpKind::Read), Some(ImportedOrder::Random)),
            Some("Random Write") => (Some(OpKind::Write), Some(ImportedOrder::Random)),
            Some("Sequential Read") => (Some(OpKind::Read), Some(ImportedOrder::Sequential)),
            Some("Sequential Write") => (Some(OpKind::Write), Some(ImportedOrder::Sequential)),
            _ => (None, None),
        };
        (found.operation, found.order) = (operation, order);
        // Its KB and MB are fio's k and m.
        found.block_bytes =
            self.option("Block Size").and_then(|it| size_bytes(&it.replace('B', "iB")));
        found.is_direct = match self.option("Direct").or(self.option("IO Direct")) {
            Some("Yes") => Some(true),
            Some("No") => Some(false),
            _ => None,
        };
        found.job_count = self.option("Job Count").and_then(|it| it.parse().ok());
    }

    /// Name and unit of its figure; `None` for an unknown unit.
    fn figure(&self) -> Option<(&'static str, f64)> {
        let is_latency = self.description.contains("Average Latency");
        Some(match self.scale.as_str() {
            "Seconds" | "seconds" | "s" | "sec" => ("elapsed_ns", 1e9),
            "ms" | "Milliseconds" if is_latency => ("latency_mean_ns", 1e6),
            "Microseconds Per Op" => ("latency_mean_ns", 1e3),
            "MB/s" => ("bytes_per_s", 1e6),
            "MiB/s" => ("bytes_per_s", 1_048_576.0),
            "GB/s" => ("bytes_per_s", 1e9),
            "GiB/s" => ("bytes_per_s", 1_073_741_824.0),
            "KB/s" => ("bytes_per_s", 1e3),
            "IOPS" => ("iops", 1.0),
            "TPS" => ("transactions_per_s", 1.0),
            "Op/s"
            | "Ops/s"
            | "Ops/sec"
            | "Operations/Second"
            | "Operations Per Second"
            | "Requests Per Second"
            | "Events Per Second"
            | "Files/s"
            | "Transactions Per Second" => ("operations_per_s", 1.0),
            _ => return None,
        })
    }
}

impl Suite {
    fn of_system(&self, name: &str) -> Result<Option<Imported>, Refusal> {
        let mut evidence = ImportedEvidence {
            tool: "Phoronix Test Suite".to_owned(),
            version: self
                .client
                .as_ref()
                .map(|it| it.trim_start_matches("phoronix-test-suite/").to_owned()),
            ..ImportedEvidence::default()
        };
        if let Some((_, facts)) = self.systems.iter().find(|(it, _)| it == name) {
            let time = facts.iter().find(|it| it.name == "TimeStamp");
            evidence.measured_at = time.map(|it| it.value.clone());
            evidence.facts.extend(facts.iter().filter(|it| it.name != "TimeStamp").cloned());
        }
        if !name.is_empty() {
            evidence.facts.push(ImportedFact::new("System", name));
        }
        for test in &self.tests {
            let entries =
                test.entries.iter().filter(|it| it.system == name && !it.value.is_empty());
            for entry in entries {
                let is_figure = test.is_single() && test.is_of_drives();
                let number = decimal(&entry.value).filter(|_| is_figure);
                let Some((value, (figure, factor))) = number.zip(test.figure()) else {
                    let said = format!("{} {}", entry.value, test.scale);
                    evidence.facts.push(ImportedFact::new(test.name(), said.trim()));
                    continue;
                };
                let mut found = ImportedResult {
                    figures: ImportedFigures::from([(figure.to_owned(), value * factor)]),
                    ..result(test.name(), entry.line_index.unwrap_or_default())
                };
                found.line_index = entry.line_index;
                test.work(&mut found);
                if figure == "latency_mean_ns" {
                    found.latency_of = Some("operation".to_owned());
                }
                join(&mut evidence, found, test);
            }
        }
        number_names(&mut evidence.results);
        Ok(if evidence.results.is_empty() { None } else { imported(evidence, None) })
    }
}

/// Joins the rate and the IOPS of one test of pts/fio, which are separate results, and checks the unit of the rate
/// with the IOPS.
fn join(evidence: &mut ImportedEvidence, found: ImportedResult, test: &Test) {
    let twin = evidence.results.iter_mut().find(|it| {
        test.is_fio()
            && it.name == found.name
            && !it.figures.keys().any(|key| found.figures.contains_key(key))
    });
    let Some(twin) = twin else { return evidence.results.push(found) };
    twin.figures.extend(found.figures);
    let both = (twin.figures.get("bytes_per_s"), twin.figures.get("iops"), twin.block_bytes);
    let (Some(rate), Some(requests), Some(block)) = both else { return };
    let follows = requests * block as f64;
    let is_near = |rate: f64| (rate - follows).abs() <= follows * 0.015;
    let (rate, binary) = (*rate, *rate * 1.048_576);
    // One version of the test printed the KiB/s of fio's JSON as MB/s.
    let of_kib = rate / 1e6 * 1024.0;
    if !is_near(rate) && is_near(of_kib) {
        twin.figures.insert("bytes_per_s", of_kib);
        evidence.note(&sentence!("interchange-test-mb-s-kib-s-iops"));
    } else if !is_near(rate) && is_near(binary) {
        twin.figures.insert("bytes_per_s", binary);
        evidence.note(&sentence!("interchange-test-mb-mib-iops-prove-rates"));
    }
}
