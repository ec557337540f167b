//! The percentiles in fio's output.

use super::super::fault::JobFault;
use super::{Options, wrong_value};
use crate::export_fio_form::PERCENTILES;
use iogram_model::{Text, text};

/// Percentiles, as fio prints them.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Percents {
    /// Ascending.
    pub(in super::super) values: Vec<f64>,
    /// Decimals in the text for people.
    pub(in super::super) digits: usize,
}

/// fio's largest list (`FIO_IO_U_LIST_MAX_LEN`, 3.33).
const MAX: usize = 20;
const TAKES: Text = text!("interchange-up-20-percentages-50-99-99");

/// The job's own list, or fio's.
pub(super) fn read(options: &Options<'_>) -> Result<Percents, JobFault> {
    let Some(option) = options.find("percentile_list") else {
        return Ok(Percents { values: PERCENTILES.to_vec(), digits: 2 });
    };
    let parts: Vec<&str> = option.value.split(':').map(str::trim).collect();
    let read = |text: &&str| text.parse().ok().filter(|it| (0.0..=100.0).contains(it));
    let values: Option<Vec<f64>> = parts.iter().map(read).collect();
    let values = values.filter(|values| values.len() <= MAX);
    let mut values = values.ok_or_else(|| wrong_value(option, TAKES))?;
    values.sort_by(f64::total_cmp);
    let decimals = parts.iter().filter_map(|part| part.split_once('.'));
    // Six decimals, as in fio's JSON: a histogram cannot distinguish more.
    let digits = decimals.map(|(_, behind)| behind.len()).max().unwrap_or(0).min(6);
    Ok(Percents { values, digits })
}
