//! The charts: for each record size the drives as groups and the tests as bars; times of a database and of boots.

use iogram_charts::{Axis, BarRow, Body, ChartSpec, Palette, RunValue, Unit};
use iogram_model::{DriveTest, TestGroup};

use super::{Tested, is_of_size, names, sizes};
use crate::figures::{Draft, Figure, figures_of, part_title, parts, short, slot_at};
use crate::locale::Locale;

/// Drives in one chart: with more, each chart would be higher than a page.
const DRIVES_MAX: usize = 8;

/// Charts at the beginning of a page: three sizes, a database, a boot.
const KEY_MAX: usize = 5;

/// All charts for `drives`; `foot` states their source.
pub(crate) fn figures(drives: &[Tested<'_>], foot: &str, locale: &Locale) -> Vec<Figure> {
    let charts = Charts { drives, foot, locale };
    let sizes = sizes(drives);
    let mut drafts: Vec<Draft> = Vec::new();
    for size in &sizes {
        let is_meant = |it: &DriveTest| is_of_size(it, *size, &sizes);
        let title = locale.with("figure-records", &[("size", &size.to_string())]);
        drafts.extend(charts.rates(&format!("records {size}"), &title, &is_meant));
    }
    if sizes.is_empty() {
        let is_meant = |it: &DriveTest| it.group == TestGroup::Image;
        drafts.extend(charts.rates("image", &locale.text("figure-image"), &is_meant));
    }
    for (group, id) in
        [(TestGroup::Database, "figure-database"), (TestGroup::Boot, "figure-boot")]
    {
        for name in names(drives, |it| it.group == group) {
            let title = locale.with(id, &[("test", name)]);
            drafts.extend(charts.times((group, name), title));
        }
    }
    figures_of(vec![(KEY_MAX, drafts)], locale)
}

struct Charts<'a> {
    drives: &'a [Tested<'a>],
    foot: &'a str,
    locale: &'a Locale,
}

impl Charts<'_> {
    fn spec(&self, title: String, subtitle: String, body: Body) -> ChartSpec {
        let description = format!("{title}. {subtitle}");
        let nothing = self.locale.text("nothing-to-show");
        ChartSpec { title, subtitle, description, nothing, foot: self.foot.to_owned(), body }
    }

    /// A group for each drive, with a bar for each test.
    fn rates(
        &self,
        name: &str,
        title: &str,
        is_meant: &dyn Fn(&DriveTest) -> bool,
    ) -> Vec<Draft> {
        let has_any = |it: &&Tested<'_>| it.tests.iter().any(is_meant);
        let drives: Vec<&Tested<'_>> = self.drives.iter().filter(has_any).collect();
        let tests = names(self.drives, is_meant);
        let rates = self.locale.rates();
        let small = |value: f64| short(rates.small_count(value));
        let pictures = parts(drives, DRIVES_MAX);
        let count = pictures.len();
        let mut drafts = Vec::new();
        for (index, drives) in pictures.into_iter().enumerate() {
            let mut rows = Vec::new();
            for drive in drives {
                for (place, test) in tests.iter().enumerate() {
                    let found = drive.tests.iter().find(|it| is_meant(it) && it.test == *test);
                    rows.push(BarRow {
                        label: drive.name.clone(),
                        series: (*test).to_owned(),
                        slot: slot_at(place),
                        value: found.and_then(|it| it.mean).map(small),
                        low: found.and_then(|it| it.min).map(small),
                        high: found.and_then(|it| it.max).map(small),
                        runs: Vec::new(),
                    });
                }
            }
            if rows.is_empty() {
                continue;
            }
            let unit = Unit::named(rates.small_symbol());
            let value = Axis::linear(self.locale.text("throughput"), unit);
            let body = Body::Bars { value, rows, reference: None };
            let title = part_title(self.locale, title, index, count);
            let note = self.locale.text("figure-side-by-side-note");
            drafts.push(Draft::new(name, self.spec(title, note, body)));
        }
        drafts
    }

    /// A bar for each drive, with a line for each run.
    fn times(&self, (group, test): (TestGroup, &str), title: String) -> Option<Draft> {
        let names = self.drives.iter().map(|it| it.name.as_str());
        let palette = Palette::new(names);
        let seconds = |ns: f64| short(ns / 1e9);
        let rows = self.drives.iter().filter_map(|drive| {
            let found = drive.tests.iter().find(|it| it.group == group && it.test == test)?;
            let run = |run: &iogram_model::FigureRun| RunValue {
                value: run.value.map(seconds),
                is_counted: run.excluded.is_none(),
            };
            Some(BarRow {
                label: drive.name.clone(),
                series: String::new(),
                slot: palette.slot(&drive.name),
                value: found.mean.map(seconds),
                low: found.min.map(seconds),
                high: found.max.map(seconds),
                runs: found.runs.iter().map(run).collect(),
            })
        });
        let rows: Vec<BarRow> = rows.collect();
        if rows.is_empty() {
            return None;
        }
        let value = Axis::linear(self.locale.text("time"), Unit::SECONDS);
        let body = Body::Bars { value, rows, reference: None };
        let note = self.locale.text("figure-times-note");
        Some(Draft::new(format!("time {test}"), self.spec(title, note, body)))
    }
}
