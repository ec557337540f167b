//! Opens stores so that every run gets the figures that compare many drives, and so that "the last run" is never one
//! that another program is measuring.

use std::path::Path;

use iogram_findings::{FLEET_RUN_VERSION, fleet_run};
use iogram_store::{Error, FigureRules, Store};

use crate::owner::is_measured_elsewhere;

const RULES: FigureRules = FigureRules { version: FLEET_RUN_VERSION, find: fleet_run };

/// [`Store::open`]; every run written to this store also stores its figures.
///
/// # Errors
///
/// As [`Store::open`].
pub fn open_store(location: impl AsRef<Path>) -> Result<Store, Error> {
    let mut store = Store::open(location)?.with_figures(RULES);
    store.pass_over(is_measured_elsewhere);
    Ok(store)
}
