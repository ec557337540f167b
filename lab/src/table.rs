//! The checks as text: one table per group, in Markdown.

use std::fmt::Write as _;

use super::record::{Group, Record, Verdict};

/// Renders every group that has records, the longest checks, and the counts.
pub(super) fn render(records: &[Record]) -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let rows: Vec<&Record> = records.iter().filter(|it| it.group == group).collect();
        if !rows.is_empty() {
            render_group(&mut text, group, &rows);
        }
    }
    render_longest(&mut text, records);
    text.push_str(&summary(records));
    text
}

/// Number of longest checks in the list.
const LONGEST_COUNT: usize = 10;

/// The longest checks, which decide the time of a run.
fn render_longest(text: &mut String, records: &[Record]) {
    let mut checks: Vec<&Record> =
        records.iter().filter(|it| it.group != Group::Bench).collect();
    checks.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    text.push_str(
        "\n### The longest checks\n\n| group | check | drive | s |\n|---|---|---|---|\n",
    );
    for record in checks.iter().take(LONGEST_COUNT) {
        let [name, drive] = [&record.name, &record.drive].map(|it| it.replace('|', "/"));
        let (group, seconds) = (record.group.name(), record.seconds);
        writeln!(text, "| {group} | {name} | {drive} | {seconds:.1} |")
            .expect("a string takes everything");
    }
}

const fn title(group: Group) -> &'static str {
    match group {
        Group::Know => "What iogram says about drives",
        Group::Free => "Free devices",
        Group::Guard => "States in which nothing may be written",
        Group::Purge => "Purge",
        Group::Fault => "Drives that fail in the middle of a run",
        Group::Boot => "Computers that boot",
        Group::Bench => "The bench itself",
    }
}

fn render_group(text: &mut String, group: Group, rows: &[&Record]) {
    let head =
        ["check", "drive", "iogram", "bytes", "fio", "verdict", "s"].map(ToOwned::to_owned);
    let mut lines: Vec<Vec<String>> = vec![head.into()];
    lines.extend(rows.iter().map(|row| cells(row)));
    // Empty columns are hidden.
    let is_used = |column: usize| lines.iter().skip(1).any(|line| !line[column].is_empty());
    let columns: Vec<usize> = (0..lines[0].len()).filter(|&column| is_used(column)).collect();
    write!(text, "\n### {}\n\n", title(group)).expect("a string takes everything");
    for (index, line) in lines.iter().enumerate() {
        let shown: Vec<&str> = columns.iter().map(|&column| line[column].as_str()).collect();
        writeln!(text, "| {} |", shown.join(" | ")).expect("a string takes everything");
        if index == 0 {
            writeln!(text, "|{}", "---|".repeat(columns.len()))
                .expect("a string takes everything");
        }
    }
}

fn cells(row: &Record) -> Vec<String> {
    let verdict = match row.verdict {
        Verdict::Passed => row.verdict.name().to_owned(),
        other => format!("{}: {}", other.name(), row.why),
    };
    let seconds = format!("{:.1}", row.seconds);
    [&row.name, &row.drive, &row.iogram, &row.bytes, &row.fio, &verdict, &seconds]
        .map(|cell| cell.replace('|', "/").replace('\n', " "))
        .into()
}

/// One line per group, and fio's reactions in the states of the guard.
fn summary(records: &[Record]) -> String {
    let mut text = String::from("\n");
    for group in Group::ALL {
        let count = |verdict: Verdict| {
            records.iter().filter(|it| it.group == group && it.verdict == verdict).count()
        };
        let [passed, failed, skipped] =
            [Verdict::Passed, Verdict::Failed, Verdict::Skipped].map(count);
        if passed + failed + skipped > 0 {
            let name = group.name();
            writeln!(text, "{name}: {passed} passed, {failed} failed, {skipped} skipped")
                .expect("a string takes everything");
        }
    }
    let tried: Vec<&Record> = records.iter().filter(|it| !it.fio.is_empty()).collect();
    if !tried.is_empty() {
        let overwrote = tried.iter().filter(|it| it.fio.starts_with("OVERWROTE")).count();
        writeln!(text, "fio overwrote data in {overwrote} of {} states", tried.len())
            .expect("a string takes everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_only_columns_with_something_in_them() {
        let mut mounted = Record::new(Group::Guard, "mounted", "sata");
        mounted.iogram = "exit 3: refused".to_owned();
        mounted.fio = "OVERWROTE (exit 0)".to_owned();
        mounted.seconds = 1.26;
        let mut zfs = Record::new(Group::Guard, "ZFS | pool", "");
        zfs.skip("no module");
        let expected = "\n### States in which nothing may be written\n\n\
            | check | drive | iogram | fio | verdict | s |\n\
            |---|---|---|---|---|---|\n\
            | mounted | sata | exit 3: refused | OVERWROTE (exit 0) | passed | 1.3 |\n\
            | ZFS / pool |  |  |  | skipped: no module | 0.0 |\n\
            \n### The longest checks\n\n\
            | group | check | drive | s |\n\
            |---|---|---|---|\n\
            | guard | mounted | sata | 1.3 |\n\
            | guard | ZFS / pool |  | 0.0 |\n\
            \n\
            guard: 1 passed, 0 failed, 1 skipped\n\
            fio overwrote data in 1 of 1 states\n";
        assert_eq!(render(&[mounted, zfs]), expected);
    }
}
