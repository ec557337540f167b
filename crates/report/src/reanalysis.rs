//! A run judged again: the answer, and the differences under today's rules.

use iogram_model::{Reanalysis, Run};

use crate::figures::drive_name;
use crate::head::Head;
use crate::layout::wrap;
use crate::locale::Locale;
use crate::text::{Options, answer_lines};

/// The answer to `run` and the changes, as text for a terminal.
#[must_use]
pub fn render_reanalysis(
    run: &Run,
    again: &Reanalysis,
    options: &Options,
    locale: &Locale,
) -> String {
    let head = Head::new(&again.analysis.headline, locale);
    let mut text = answer_lines(&head, options);
    let values = [
        ("run", again.run.as_str()),
        ("method", run.method.id.as_str()),
        ("drive", &drive_name(run)),
    ];
    let mut lines = vec![locale.with("reanalysed", &values)];
    if again.changes.is_empty() {
        lines.push(locale.text("reanalysed-same"));
    }
    let nothing = locale.text("reanalysed-nothing");
    lines.extend(again.changes.iter().map(|change| {
        let before = change.before.as_deref().unwrap_or(&nothing);
        let after = change.after.as_deref().unwrap_or(&nothing);
        let subject = change.subject.as_str();
        let values = [("subject", subject), ("before", before), ("after", after)];
        locale.with("reanalysed-change", &values)
    }));
    for line in lines.iter().flat_map(|line| wrap(line, options.width)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
