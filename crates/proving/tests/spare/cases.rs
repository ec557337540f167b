//! Write saturation of random SSDs with known over-provisioning, and the conclusions from it.

use std::ops::ControlFlow;

use iogram_engine::{Control, Rig};
use iogram_model::{CellRecord, Finding, MethodRecord, OverProvisioning, PurgeRecord, Run};
use iogram_runner::{RecordSink, TargetFacts, builtin_method, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

/// A random drive and the conclusion about it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) seed: u64,
    /// The drive's feature besides plain flash: `plain`, `link`, `units`, `cache`.
    pub(crate) kind: &'static str,
    pub(crate) truth: f64,
    pub(crate) found: OverProvisioning,
}

impl Case {
    /// Relative error of the value; `None` without a value.
    pub(crate) fn error(&self) -> Option<f64> {
        Some((self.found.value_ratio? / self.truth - 1.0).abs())
    }

    /// Whether the range contains the truth, with a tolerance of a tenth.
    pub(crate) fn is_held(&self) -> Option<bool> {
        let (low, high) = self.found.low_ratio.zip(self.found.high_ratio)?;
        Some((low * 0.9..=high * 1.1).contains(&self.truth))
    }
}

const KINDS: [&str; 5] = ["plain", "plain", "link", "units", "cache"];

/// Random numbers from a seed; splitmix64.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    /// From `low` to `high`, inclusive.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).expect("below a number of values")
    }

    fn one_of(&mut self, values: &[u64]) -> u64 {
        values[self.index(values.len())]
    }
}

/// The drive of `seed` and the length of its samples: 512 MiB to 2 GiB in blocks of at most a 500th of it, 5 to 60 %
/// over-provisioning, programs of 300 us to 2 ms, reads of 40 to 120 us, erases of 2 to 10 ms. A fifth has a link
/// slower than its flash, a fifth units of 8 or 16 KiB, a fifth an SLC cache; half count their writes to flash.
pub(crate) fn draw(seed: u64) -> (&'static str, String, u64) {
    let mut draws = Draws(seed);
    let kind = KINDS[usize::try_from(seed % 5).expect("below five")];
    let capacity = draws.between(8, 32) * (64 << 20);
    // Log-uniform, in hundredths of a percent.
    let over = 500.0 * 12_f64.powf(draws.between(0, 1000) as f64 / 1000.0);
    let unit = if kind == "units" { draws.one_of(&[8192, 16_384]) } else { 4096 };
    let page = draws.one_of(&[4096, 8192, 16_384]).max(unit);
    let (planes, dies) = (draws.one_of(&[1, 2]), draws.one_of(&[2, 4, 8]));
    let stripe = page * planes;
    let pages_max = (capacity / 500 / (stripe * dies)).max(4);
    let pages = draws.between(pages_max / 3 + 1, pages_max);
    let program_us = draws.between(300, 2000);
    let (read_us, erase_us) = (draws.between(40, 120), draws.between(2000, 10_000));
    // Blocks are smaller than real ones, with 256 pages and more, so their erase time is shorter in proportion.
    let erase_us = erase_us * pages / 256;
    let flash = stripe * dies * 1_000_000 / program_us;
    let link = if kind == "link" { flash * draws.between(30, 95) / 100 } else { flash * 20 };
    let cache = draws.between(1, 4);
    let collection = ["smooth", "burst"][draws.index(2)];
    let tells =
        if draws.between(0, 1) == 1 { "\"written\", \"flash-written\"" } else { "\"written\"" };
    let slc = if kind == "cache" {
        let (fixed, share) = (draws.between(0, 60), draws.one_of(&[0, 20, 60, 100]));
        let fixed = if share == 0 { fixed.max(10) } else { fixed };
        format!(
            "[media.page.slc]\ncell_bits = 3\nfixed = \"{}MiB\"\ndynamic = \"{share}%\"\nprogram_time = \"{}us\"\n\
             read_time = \"30us\"\nwhen_full = \"{}\"\n",
            fixed * (capacity >> 20) / 640,
            program_us / draws.between(3, 6),
            ["bypass", "fold"][draws.index(2)],
        )
    } else {
        String::new()
    };
    // A pass has some dozens of samples.
    let samples = draws.between(12, 50);
    let time_us = capacity * 1_000_000 / flash.min(link) / samples * (unit / 4096);
    let text = format!(
        r#"
name = "spare-{seed}"
title = "t"
source = "drawn at random"
drive = "nvme"
capacity = "{capacity}B"
[link]
rate = "{link}B/s"
command_overhead = "5us"
controller_time = "500ns"
in_flight = 128
[cache]
size = "{cache}MiB"
write_time = "10us"
flush_time = "5us"
is_protected = true
[health]
tells = [{tells}]
[media.page]
unit = "{unit}B"
page_size = "{page}B"
planes = {planes}
dies = {dies}
block_pages = {pages}
over_provisioning = "{}%"
read_time = "{read_us}us"
program_time = "{program_us}us"
erase_time = "{erase_us}us"
collection = "{collection}"
discard_time = "10us"
{slc}"#,
        over.round() / 100.0
    );
    (kind, text, time_us)
}

#[derive(Default)]
struct Records {
    cells: Vec<CellRecord>,
    purges: Vec<PurgeRecord>,
}

impl RecordSink for Records {
    fn purge_finished(&mut self, record: PurgeRecord) {
        let cells_before_count = self.cells.len() as u64;
        self.purges.push(PurgeRecord { cells_before_count, ..record });
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        self.cells.push(record);
        ControlFlow::Continue(())
    }
}

/// The conclusion from write saturation of the drive of `seed`.
pub(crate) fn ask(seed: u64) -> Case {
    let (kind, text, time_us) = draw(seed);
    let spec = SimSpec::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let run = saturate(&spec, seed, &[("time", &format!("{time_us}us"))]);
    let truth = SimDrive::new(spec, seed).expect("a sound drive").truth();
    let truth = truth.over_provisioning_ppm.expect("a page-mapped drive");
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::OverProvisioning(found) => Some(found.clone()),
        _ => None,
    });
    let found = found.unwrap_or_else(|| panic!("nothing is said of seed {seed}"));
    Case { seed, kind, truth: f64::from(truth) / 1e6, found }
}

/// A run of `wsat`, analysed as by the program.
pub(crate) fn saturate(spec: &SimSpec, seed: u64, more: &[(&str, &str)]) -> Run {
    let mut rig =
        SimRig::new("sim:spare", SimDrive::new(spec.clone(), seed).expect("a sound drive"));
    let settings = [("histogram", "10ms"), ("threads", "1")];
    let settings: Vec<(String, String)> = settings
        .iter()
        .chain(more)
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let facts = TargetFacts::device(rig.geometry());
    let method = builtin_method("wsat").expect("it is built in");
    let plan = iogram_runner::plan(&method, &settings, &facts, seed)
        .unwrap_or_else(|error| panic!("{error:?}"));
    let mut records = Records::default();
    let outcome = run_method(&plan, &mut rig, &Control::default(), &mut records);
    let method = MethodRecord::new("wsat".to_owned(), "");
    iogram_findings::analysed(Run {
        cells: records.cells,
        purges: records.purges,
        criteria: Some(plan.criteria()),
        ..Run::new("1".to_owned(), (outcome.state, 0), method, rig.target())
    })
}
