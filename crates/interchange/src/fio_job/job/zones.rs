//! Zones that are gone through one after another.

use super::super::fault::{JobFault, Wrong};
use super::blocks::JobBlocks;
use super::{Options, unsupported};

const STRIDED: &str = "zonemode=strided";
const MODES: &str = "none or strided: iogram has no commands for the zones of a drive, which zbd resets and opens";

/// The method's words for an order of addresses in zones; the order itself where there are none.
pub(super) fn in_zones(
    options: &Options<'_>,
    access: String,
    (blocks, file_count): (&JobBlocks, u64),
) -> Result<String, JobFault> {
    options.only("zonemode", MODES, |text| matches!(text, "none" | "strided"))?;
    let amount = options.bytes("zonesize")?.filter(|&bytes| bytes > 0);
    let length = options.bytes("zonerange")?.filter(|&bytes| bytes > 0);
    let gap = options.bytes("zoneskip")?.unwrap_or(0);
    // A size of zones alone means them, too.
    let is_strided = match options.find("zonemode") {
        Some(mode) => mode.value == "strided",
        None => amount.is_some(),
    };
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
        let wrong = Wrong::Missing { job, what: "zonesize beside zonemode=strided" };
        return Err(JobFault { line: options.section.line, wrong });
    };
    if file_count > 1 {
        options.only("nrfiles", "1 where there are zones", |_| false)?;
    }
    let length = length.unwrap_or(amount);
    if length < blocks.largest() {
        let key = if options.find("zonerange").is_some() { "zonerange" } else { "zonesize" };
        options.only(key, "at least a block", |_| false)?;
    }
    let order = match access.as_str() {
        "seq" => "",
        "random" => ",random",
        "permutation" => ",permutation",
        _ => {
            let takes = "addresses in order without holes, or evenly at random";
            let asked = ["zonemode", "zonesize"].iter().find_map(|key| options.find(key));
            return asked.map_or(Ok(access), |option| Err(unsupported(option, takes)));
        }
    };
    Ok(format!("stretches={amount}B/{length}B+{gap}B{order}"))
}
