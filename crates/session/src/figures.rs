//! Stores in which every run that is kept has the figures that many drives are compared by, and the last run is none that
//! another program measures.

use std::path::Path;

use iogram_findings::{FLEET_RUN_VERSION, fleet_run};
use iogram_store::{Error, FigureRules, Store};

use crate::owner::is_measured_elsewhere;

const RULES: FigureRules = FigureRules { version: FLEET_RUN_VERSION, find: fleet_run };

/// [`Store::open`]; what is written to this store brings its figures along.
///
/// # Errors
///
/// As [`Store::open`].
pub fn open_store(location: impl AsRef<Path>) -> Result<Store, Error> {
    let mut store = Store::open(location)?.with_figures(RULES);
    store.pass_over(is_measured_elsewhere);
    Ok(store)
}
