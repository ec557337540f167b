//! Jobs that keep their requests in proportion: `flow` and `flow_id`.

use iogram_model::{Flow, Text, text};

use super::super::fault::JobFault;
use super::Options;

const WEIGHTS: Text = text!("interchange-whole-number-1");

/// The job's weight, for one clone; `None` if it waits for no other job.
pub(super) fn read(options: &Options<'_>) -> Result<Option<Flow>, JobFault> {
    // fio treats 0 as none.
    let weight = options.read("flow", WEIGHTS, |text| text.trim().parse::<u32>().ok())?;
    let group = options
        .read("flow_id", text!("interchange-whole-number"), |text| text.trim().parse().ok())?;
    let flow = weight.filter(|&weight| weight > 0);
    Ok(flow.map(|weight| Flow { weight, group: group.unwrap_or(0) }))
}
