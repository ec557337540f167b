//! Zones that a job visits one after another, and zones of zoned drives.

use super::super::fault::{JobFault, Wrong};
use super::blocks::JobBlocks;
use super::{Options, unsupported};
use iogram_model::{Text, text};

const STRIDED: Text = text!("interchange-zonemode-strided");
const ZBD: Text = text!("interchange-zonemode-zbd-beside");
const MODES: Text = text!("interchange-none-strided-zbd");
const ORDERS: Text = text!("interchange-addresses-order-without-holes-evenly-random");

/// Options that apply to zones of zoned drives only.
const OF_DRIVES: [&str; 6] = [
    "max_open_zones",
    "job_max_open_zones",
    "read_beyond_wp",
    "zone_reset_threshold",
    "zone_reset_frequency",
    "ignore_zone_limits",
];

/// An order of addresses in zones, in method syntax; `access` itself if there are no zones.
pub(super) fn in_zones(
    options: &Options<'_>,
    access: String,
    (blocks, file_count): (&JobBlocks, u64),
) -> Result<String, JobFault> {
    options.only("zonemode", MODES, |text| matches!(text, "none" | "strided" | "zbd"))?;
    let amount = options.bytes("zonesize")?.filter(|&bytes| bytes > 0);
    let length = options.bytes("zonerange")?.filter(|&bytes| bytes > 0);
    let gap = options.bytes("zoneskip")?.unwrap_or(0);
    if file_count > 1 && (amount.is_some() || options.find("zonemode").is_some()) {
        options.only("nrfiles", text!("interchange-1-where-zones"), |_| false)?;
    }
    let mode = options.find("zonemode").map(|mode| mode.value.as_str());
    if mode == Some("zbd") {
        return at_write_pointers(options, &access, (amount, gap));
    }
    for key in OF_DRIVES {
        options.only(key, ZBD, |_| false)?;
    }
    // A zone size without a mode also enables zones.
    let is_strided = mode.map_or(amount.is_some(), |mode| mode == "strided");
    if !is_strided {
        for (key, is_asked) in [
            ("zonesize", amount.is_some()),
            ("zonerange", length.is_some()),
            ("zoneskip", gap > 0),
        ] {
            options.only(key, STRIDED, |_| !is_asked)?;
        }
        return Ok(access);
    }
    let Some(amount) = amount else {
        let job = options.section.name.clone();
        let wrong =
            Wrong::Missing { job, what: text!("interchange-zonesize-beside-zonemode-strided") };
        return Err(JobFault { line: options.section.line, wrong });
    };
    let length = length.unwrap_or(amount);
    if length < blocks.largest() {
        let key = if options.find("zonerange").is_some() { "zonerange" } else { "zonesize" };
        options.only(key, text!("interchange-least-block"), |_| false)?;
    }
    let order = match access.as_str() {
        "seq" => "",
        "random" => ",random",
        "permutation" => ",permutation",
        _ => {
            let asked = ["zonemode", "zonesize"].iter().find_map(|key| options.find(key));
            return asked.map_or(Ok(access), |option| Err(unsupported(option, ORDERS)));
        }
    };
    Ok(format!("stretches={amount}B/{length}B+{gap}B{order}"))
}

/// The same at the write pointers of a zoned drive. Its zone size can only be compared with the file's once the drive
/// is known.
fn at_write_pointers(
    options: &Options<'_>,
    access: &str,
    (zone_size, gap): (Option<u64>, u64),
) -> Result<String, JobFault> {
    let order = match access {
        "seq" => "seq",
        "random" | "permutation" => "random",
        _ => {
            options.only("zonemode", ORDERS, |_| false)?;
            "seq"
        }
    };
    options.only("zoneskip", text!("interchange-0-beside-zonemode-zbd"), |_| gap == 0)?;
    // The addresses of data are only known after they are written.
    let is_off = |text: &str| matches!(text, "0" | "none");
    options.only("verify", text!("interchange-0-beside-zonemode-zbd"), is_off)?;
    let is_plain = |text: &str| !text.contains("trimwrite");
    options.only("rw", text!("interchange-no-trimwrite-beside-zonemode-zbd"), is_plain)?;
    let mut words = order.to_owned();
    let mut add = |word: String| {
        words.push(',');
        words.push_str(&word);
    };
    if let Some(open) = options.count("max_open_zones")?.filter(|&open| open > 0) {
        add(format!("open={open}"));
    }
    if let Some(open) = options.count("job_max_open_zones")?.filter(|&open| open > 0) {
        add(format!("job-open={open}"));
    }
    let threshold = share(options, "zone_reset_threshold")?;
    let frequency = share(options, "zone_reset_frequency")?.filter(|&share| share > 0.0);
    if let Some(frequency) = frequency {
        let threshold = 100.0 * threshold.unwrap_or(0.0);
        // A share has a resolution of a thousandth.
        add(format!("reset={threshold:.1}%/{:.1}%", (100.0 * frequency).max(0.1)));
    }
    if let Some(size) = zone_size {
        add(format!("zone={size}B"));
    }
    if options.switch("read_beyond_wp")?.unwrap_or(false) {
        add("read-beyond".to_owned());
    }
    if options.switch("ignore_zone_limits")?.unwrap_or(false) {
        add("past-limits".to_owned());
    }
    Ok(format!("write-pointers={words}"))
}

pub(super) fn share(options: &Options<'_>, key: &str) -> Result<Option<f64>, JobFault> {
    options.read(key, text!("interchange-share-0-1"), |text| {
        text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
    })
}
