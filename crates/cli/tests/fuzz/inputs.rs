//! Random inputs for everything that reads data from outside: method files, descriptions of drives, records, logs,
//! bundles.
//!
//! The same seed always gives the same inputs: the generator is the engine's SplitMix64 step. Half of them are
//! damaged byte by byte; the other half stay well-formed, but contain extreme values.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use iogram_engine::Geometry;
use iogram_model::{Bytes, Run, is_unseen, read_run};
use iogram_report::{JsonStyle, Locale, Options};
use iogram_runner::TargetFacts;
use serde_json::Value;

/// A kind of data from outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    samples: fn() -> Vec<String>,
    /// Parses a text and processes it like the program; returns whether it was accepted.
    try_one: fn(&str, u64) -> bool,
}

pub(crate) const KINDS: [Kind; 7] = [
    Kind { name: "method-files", samples: methods, try_one: try_method },
    Kind { name: "drive-descriptions", samples: descriptions, try_one: try_description },
    Kind { name: "records", samples: records, try_one: try_record },
    Kind { name: "logs", samples: logs, try_one: try_log },
    Kind { name: "imports", samples: imports, try_one: try_import },
    Kind { name: "fio-jobs", samples: fio_jobs, try_one: try_fio_job },
    Kind { name: "bundles", samples: bundles, try_one: try_bundle },
];

fn methods() -> Vec<String> {
    iogram_runner::builtin_methods().iter().map(|it| it.text().to_owned()).collect()
}

fn descriptions() -> Vec<String> {
    iogram_sim::zoo_names()
        .filter_map(|name| iogram_sim::zoo_text(name).map(ToOwned::to_owned))
        .collect()
}

fn records() -> Vec<String> {
    [
        include_str!("../../../interchange/tests/data/quick.json"),
        include_str!("../../../interchange/tests/data/fsync.json"),
        include_str!("../../../../testdata/records/everything.json"),
        include_str!("../../../../testdata/records/drives.json"),
    ]
    .map(ToOwned::to_owned)
    .to_vec()
}

pub(crate) fn logs() -> Vec<String> {
    include!("logs.in").map(iogram_interchange::decode_output).to_vec()
}

pub(crate) fn imports() -> Vec<String> {
    include!("imports.in").map(iogram_interchange::decode_output).to_vec()
}

macro_rules! job_files {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../testdata/fio-jobs/", $name, ".fio"))),*]
    };
}

fn fio_jobs() -> Vec<String> {
    job_files!(
        "file-server-bssplit",
        "mixed-70-30-4k-qd16",
        "offset-increment",
        "rate-bandwidth",
        "readers-and-writer",
        "stonewall",
        "thinktime",
        "zoned-hot-spots",
    )
    .map(ToOwned::to_owned)
    .to_vec()
}

/// A manifest, and the archive of it and a record: each byte is the letter of the same number.
fn bundles() -> Vec<String> {
    use iogram_bundle::{BundledRun, MANIFEST, Making, Manifest};
    let mut files = iogram_bundle::Files::from([
        ("run.json".to_owned(), records().swap_remove(0).into_bytes()),
        ("index.html".to_owned(), b"<p>page</p>".to_vec()),
    ]);
    let text = || "text".to_owned();
    let manifest = Manifest {
        format: Manifest::FORMAT.to_owned(),
        making: Making {
            version: text(),
            renderer_sha256: text(),
            language: text(),
            rates: text(),
        },
        has_serials: false,
        runs: vec![BundledRun { id: text(), file: "run.json".to_owned(), answer: text() }],
        files: Manifest::entries(&files),
    };
    files.insert(MANIFEST.to_owned(), manifest.to_json().into_bytes());
    let archive = iogram_bundle::pack("bundle", &files).expect("it is small");
    vec![manifest.to_json(), archive.into_iter().map(char::from).collect()]
}

/// Unpacks an archive, and checks that packing gives the same; any other text is a manifest beside its record.
fn try_bundle(text: &str, _: u64) -> bool {
    let archive: Vec<u8> = text.chars().map(|it| u8::try_from(it).unwrap_or(b'?')).collect();
    let unpacked = iogram_bundle::unpack(&archive);
    let files = unpacked.unwrap_or_else(|error| {
        let _said = format!("{}", error.sentence());
        let manifest = (iogram_bundle::MANIFEST.to_owned(), text.as_bytes().to_vec());
        iogram_bundle::Files::from([manifest, ("run.json".to_owned(), b"{}".to_vec())])
    });
    assert!(files.keys().all(|path| iogram_bundle::is_plain_path(path)), "{files:?}");
    let again = iogram_bundle::pack("again", &files).expect("it is small");
    assert_eq!(iogram_bundle::unpack(&again).ok().as_ref(), Some(&files));
    match iogram_bundle::check(&files) {
        Ok((manifest, wrong)) => {
            let _said = format!("{} {wrong:?}", manifest.to_json());
            true
        }
        Err(error) => {
            let _said = format!("{}", error.sentence());
            false
        }
    }
}

/// A computer with every variable set, and a file that includes itself.
struct Around;

impl iogram_interchange::Around for Around {
    fn variable(&self, _: &str) -> Option<String> {
        Some("1".to_owned())
    }
    fn include(
        &self,
        name: &str,
        _: Option<&str>,
    ) -> Result<iogram_interchange::Included, String> {
        let (place, text) = (name.to_owned(), format!("include {name}"));
        Ok(iogram_interchange::Included { place, text })
    }
    fn cpu_count(&self) -> Option<u64> {
        Some(u64::MAX)
    }
    fn memory_mib(&self) -> Option<u64> {
        None
    }
}

/// Parses a job file and converts it to a method, whatever it contains.
fn try_fio_job(text: &str, index: u64) -> bool {
    use iogram_interchange::{FioChoice, FioJobs, FioPlace};
    let read = FioJobs::read(("fuzz.fio", text), &Around, FioChoice::default());
    let place = if index.is_multiple_of(2) { FioPlace::Device } else { FioPlace::File };
    match read.and_then(|jobs| jobs.method(place)) {
        Ok(method) => {
            try_method(&method.text, index);
            true
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "a refusal says why");
            let _said = faults.iter().map(ToString::to_string).collect::<String>();
            false
        }
    }
}

/// Runs every importer on every text, whatever it looks like.
fn try_import(text: &str, index: u64) -> bool {
    let text = &iogram_interchange::decode_output(text.as_bytes());
    // The name of a fio log states its kind.
    let names = ["fuzz_lat.1.log", "fuzz_clat_hist.1.log", "fuzz_bw.1.log", "fuzz_iops.log"];
    let name = names[usize::try_from(index % 4).expect("less than four")];
    let source = iogram_interchange::Source { name, text };
    let _kind = iogram_interchange::recognise(&source);
    let mut is_taken = false;
    for importer in iogram_interchange::IMPORTERS {
        match importer.read(&source) {
            Ok(found) => {
                is_taken = true;
                for imported in found {
                    let text =
                        serde_json::to_string(&imported.probes).expect("numbers are finite");
                    assert!(text.len() <= 20 * source.text.len() + 20_000, "{}", importer.kind);
                }
            }
            Err(refusal) => {
                let _said = format!("{refusal} {}", refusal.hint());
            }
        }
    }
    is_taken
}

/// Parses a method and plans it on typical targets: a large drive, a small one, a file.
fn try_method(text: &str, index: u64) -> bool {
    match iogram_runner::Method::parse("fuzz.toml", text) {
        Ok(method) => {
            for facts in targets() {
                if let Err(error) = iogram_runner::plan(&method, &[], &facts, index) {
                    let _said = format!("{error} {} {:?}", error.hint(), error.place());
                }
            }
            true
        }
        Err(error) => {
            let _said = format!("{error} {} {:?}", error.hint, error.place);
            false
        }
    }
}

fn targets() -> [TargetFacts; 3] {
    let drive = |capacity| {
        TargetFacts::device(Geometry {
            capacity: Bytes(capacity),
            logical_block_size: Bytes(512),
            physical_block_size: None,
        })
    };
    [
        drive(64_000_000_000),
        drive(1 << 20),
        TargetFacts::file(Some(Bytes(1 << 30)), Bytes(4096)),
    ]
}

fn try_description(text: &str, _: u64) -> bool {
    let Ok(spec) = iogram_sim::SimSpec::parse(text) else { return false };
    let _sizes = (spec.capacity_real(), spec.to_toml());
    true
}

fn try_log(text: &str, _: u64) -> bool {
    let text = &iogram_interchange::decode_log(text.as_bytes());
    let read = [
        iogram_interchange::read_f3(text),
        iogram_interchange::read_flashbench(text),
        iogram_interchange::read_h2testw(text),
    ];
    for imported in read.iter().flatten() {
        let mut findings = iogram_findings::capacities(&imported.probes);
        findings.extend(iogram_findings::geometry(&imported.probes, None));
        let _said = format!("{findings:?}");
    }
    read.iter().any(Result::is_ok)
}

fn try_record(text: &str, index: u64) -> bool {
    let _drives = iogram_catalogue::parse_drives(text);
    let Ok(run) = read_run(text) else { return false };
    let run = iogram_findings::analysed(run);
    compare(&run);
    let locale = if index.is_multiple_of(2) {
        Locale::english()
    } else {
        Locale::find("ko").expect("it is there")
    };
    let text = render(&run, index, &locale);
    let raw = text.chars().find(|&it| is_unseen(it) && it != '\n');
    assert_eq!(raw, None, "a raw character in what is shown");
    let _files = iogram_interchange::fio_files(&run);
    if index.is_multiple_of(64) {
        let _tables = iogram_interchange::parquet_series(&run);
        let _tables = iogram_interchange::parquet_cells(&run);
        for exposition in [
            iogram_interchange::Exposition::OpenMetrics,
            iogram_interchange::Exposition::Prometheus,
        ] {
            let _metrics = iogram_interchange::render_metrics(&run, exposition);
        }
        let _rows = iogram_report::render_tidy(&run, iogram_report::CsvStyle::Plain);
        let _tables = iogram_interchange::parquet_histograms(&run);
        let runs = [run];
        let figures = iogram_report::figures(&runs, &locale);
        let _page = iogram_report::render_html(&runs, &[], &figures, &[], &locale);
    }
    true
}

/// The formats in turn: all of them for each record would take too long.
fn render(run: &Run, index: u64, locale: &Locale) -> String {
    match index / 2 % 7 {
        0 => iogram_report::render_text(run, &Options::default(), locale),
        1 => iogram_report::render_markdown(run, locale),
        2 => iogram_report::render_csv(run, iogram_report::CsvStyle::Plain),
        3 => iogram_report::render_json(run, JsonStyle::Compact),
        4 => iogram_interchange::render_cdm(run),
        5 => iogram_interchange::render_hlog(run),
        _ => iogram_interchange::render_fio(run),
    }
}

/// Compares a run with itself.
fn compare(run: &Run) {
    let runs = [(run.clone(), "one".to_owned()), (run.clone(), "other".to_owned())];
    let comparison = iogram_findings::compare(&runs);
    let _page = iogram_report::comparison_page(&comparison, &Locale::english());
}

/// The results for a kind of inputs.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) given: u64,
    /// Accepted inputs.
    pub(crate) taken: u64,
    /// The longest time of an input.
    pub(crate) slowest_ns: u64,
    /// Its number.
    pub(crate) slowest_index: u64,
    /// Places that panicked, with the number of the first input.
    pub(crate) panics: BTreeMap<String, u64>,
}

static PANICKED_AT: Mutex<String> = Mutex::new(String::new());

/// Records the place of a panic, and prints nothing.
pub(crate) fn hook() {
    std::panic::set_hook(Box::new(|panic| {
        let mut place = PANICKED_AT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        place.clear();
        let said = panic.payload_as_str().unwrap_or_default();
        if let Some(at) = panic.location() {
            write!(place, "{at}: {said}").expect("memory takes all text");
        }
    }));
}

impl Tally {
    /// The results for this many inputs.
    pub(crate) fn new(given: u64) -> Self {
        Self { given, ..Self::default() }
    }

    /// Passes input `index` to `try_one`, which returns whether it was accepted.
    pub(crate) fn give(&mut self, index: u64, try_one: impl FnOnce() -> bool) {
        let began = iogram_inspect::now();
        let took = catch_unwind(AssertUnwindSafe(try_one));
        let took_ns = iogram_inspect::now().saturating_sub(began).0;
        if took_ns > self.slowest_ns {
            (self.slowest_ns, self.slowest_index) = (took_ns, index);
        }
        match took {
            Ok(taken) => self.taken += u64::from(taken),
            Err(_) => {
                let place =
                    PANICKED_AT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                self.panics.entry(place.clone()).or_insert(index);
            }
        }
    }

    /// Whether nothing panicked, and nothing took longer than ten seconds.
    pub(crate) fn is_good(&self) -> bool {
        self.panics.is_empty() && self.slowest_ns < 10_000_000_000
    }
}

/// Tests `kind` with `count` inputs from `seed`.
pub(crate) fn try_kind(kind: Kind, seed: u64, count: u64) -> Tally {
    let samples = Samples::new((kind.samples)());
    let mut tally = Tally::new(count);
    for index in 0..count {
        let (_, text) = samples.input(seed, index);
        tally.give(index, || (kind.try_one)(&text, index));
    }
    tally
}

/// The input of this number.
pub(crate) fn input_of(kind: Kind, seed: u64, index: u64) -> String {
    Samples::new((kind.samples)()).input(seed, index).1
}

/// A text of this length is used once for as many uses of one of [`SHORT_BYTES`] as fit into it.
const SHARED_BYTES: usize = 1 << 17;
/// Shorter texts cost as much as these.
const SHORT_BYTES: usize = 256;

/// The raw material of inputs: texts, and their values if they are JSON.
pub(crate) struct Samples {
    texts: Vec<String>,
    values: Vec<Option<Value>>,
    /// Cumulative weights: for each sample, its own weight plus those before it.
    shares: Vec<usize>,
}

impl Samples {
    pub(crate) fn new(texts: Vec<String>) -> Self {
        let shares = (1..=texts.len()).collect();
        Self::with_shares(texts, shares)
    }

    /// Weights a short text higher than a long one, so that both take the same time: an input changes a few places,
    /// and the rest is read as before.
    pub(crate) fn by_length(texts: Vec<String>) -> Self {
        let share = |text: &String| 1 + SHARED_BYTES / text.len().max(SHORT_BYTES);
        let sums = texts.iter().scan(0, |sum, text| {
            *sum += share(text);
            Some(*sum)
        });
        let shares = sums.collect();
        Self::with_shares(texts, shares)
    }

    fn with_shares(texts: Vec<String>, shares: Vec<usize>) -> Self {
        let values = texts.iter().map(|text| serde_json::from_str(text).ok()).collect();
        Self { texts, values, shares }
    }

    /// The input of this number, and the index of its sample.
    pub(crate) fn input(&self, seed: u64, index: u64) -> (usize, String) {
        let mut random = Random(iogram_engine::mix(seed) ^ iogram_engine::mix(index));
        let at = random.below(self.shares.last().copied().unwrap_or(0));
        let which = self.shares.partition_point(|&end| end <= at);
        let input = match &self.values[which] {
            Some(value) if random.below(4) > 0 => {
                let mut value = value.clone();
                for _ in 0..=random.below(4) {
                    random.change(&mut value);
                }
                value.to_string()
            }
            _ => random.damage(&self.texts[which], &self.texts),
        };
        (which, input)
    }
}

/// Numbers at the limits of their types, and numbers with special meanings to programs.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "-1",
    "2",
    "999",
    "1000",
    "1001",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "3155760000000000000",
    "100000000",
    "0.5",
    "-0.0",
    "1e308",
    "1e-308",
    "1e19",
];

/// Words with a meaning somewhere, and texts with side effects.
const WORDS: [&str; 26] = [
    "",
    "unknown",
    "completed",
    "running",
    "something-new",
    "iogram-run/1",
    "iogram-run/2",
    "read",
    "write",
    "flush",
    "4KiB",
    "4k",
    "0..100%",
    "zipf=1.2",
    "strided=1MiB",
    "seq",
    "100%",
    "99999TiB",
    "\u{1b}[31m",
    "\u{202e}",
    "a\nb",
    "=1+1",
    "<script>",
    "| `x` |",
    "../../x",
    "漢字µ",
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        iogram_engine::mix(self.0)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or(0)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Changes one place of a value.
    fn change(&mut self, value: &mut Value) {
        let is_deep = self.below(8) > 0;
        match value {
            Value::Object(fields) if is_deep && !fields.is_empty() => {
                let at = self.below(fields.len());
                let Some((key, field)) = fields.iter_mut().nth(at) else { return };
                let key = key.clone();
                match self.below(40) {
                    0 => drop(fields.shift_remove(&key)),
                    1 => {
                        let value = field.clone();
                        fields.insert(format!("{key}_of_tomorrow"), value);
                    }
                    _ => self.change(field),
                }
            }
            Value::Array(items) if is_deep && !items.is_empty() => {
                let at = self.below(items.len());
                match self.below(12) {
                    0 => drop(items.remove(at)),
                    1 => items.push(items[at].clone()),
                    2 => items.truncate(at),
                    3 => items.reverse(),
                    _ => self.change(&mut items[at]),
                }
            }
            _ => *value = self.leaf(value),
        }
    }

    fn leaf(&mut self, before: &Value) -> Value {
        let number = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        match (before, self.below(10)) {
            (Value::Number(_), 0..8) => number(self.pick(&NUMBERS)),
            (Value::String(_), 0..8) => Value::from(self.pick(&WORDS)),
            (Value::Bool(it), 0..8) => Value::Bool(!it),
            (_, 0) => Value::Null,
            (_, 1) => Value::Array(vec![before.clone(), before.clone()]),
            (_, 2) => Value::from(self.pick(&WORDS)),
            (_, 3) => serde_json::json!({ "kind": self.pick(&WORDS) }),
            _ => number(self.pick(&NUMBERS)),
        }
    }

    /// A text with changed bytes, and with parts removed, doubled or taken from another text.
    fn damage(&mut self, text: &str, others: &[String]) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(48)).min(bytes.len());
            match self.below(8) {
                0 => drop(bytes.drain(at..end)),
                1 => {
                    let again = bytes[at..end].to_vec();
                    drop(bytes.splice(at..at, again));
                }
                2 => bytes.truncate(at),
                3 => {
                    let other = others[self.below(others.len())].as_bytes();
                    let from = self.below(other.len());
                    let to = (from + 1 + self.below(200)).min(other.len());
                    drop(bytes.splice(at..at, other[from..to].iter().copied()));
                }
                4 => drop(bytes.splice(at..end, self.pick(&WORDS).bytes())),
                5 => self.another_number(&mut bytes),
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << (self.0 % 8);
                    }
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Replaces one number by another one.
    fn another_number(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let Some(start) = (from..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) else {
            return;
        };
        let length = bytes[start..].iter().take_while(|it| it.is_ascii_digit()).count();
        drop(bytes.splice(start..start + length, self.pick(&NUMBERS).bytes()));
    }
}
