//! Possible disturbances of a measurement on this computer, in lines.

use iogram_model::{CheckAdvice, CheckReport};

use crate::locale::{Locale, say};
use crate::statement::said;

/// Each disturbance with its remedy; states it if there is none.
#[must_use]
pub fn render_check(report: &CheckReport, locale: &Locale) -> String {
    let line = |advice: &CheckAdvice| {
        let what = said(&advice.message, advice.statement.as_ref(), locale);
        let remedy = said(&advice.mend, advice.remedy.as_ref(), locale);
        format!("{}: {what}\n  {}\n", advice.code, say!(locale, "check-fix", fix = remedy))
    };
    let mut text: String = report.advice.iter().map(line).collect();
    if report.advice.is_empty() {
        text = format!("{}\n", say!(locale, "check-nothing"));
    }
    if !report.power_sensors.is_empty() {
        let names = report.power_sensors.join(", ");
        text = format!("{text}{}\n", say!(locale, "check-sensors", names = names));
    }
    text
}
