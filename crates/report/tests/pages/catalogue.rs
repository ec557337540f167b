//! Pages about drives: side by side, a single one, for a use, run against run.

use iogram_catalogue::{builtin_purposes, render_drives, render_drives_schema, samples};
use iogram_findings::{
    KnownDrive, advise, check_promises, compare, figures_of_entry, figures_of_run,
};
use iogram_model::{
    Advice, AnalysisChange, CaptureRecord, CheckAdvice, CheckReport, Comparison, DriveSheet,
    Reanalysis, Run, RunLine, RunList, RunState, WarningCode,
};
use iogram_report::{
    DriveLine, JsonStyle, Locale, Options, advice_page, comparison_page, drives_page,
    render_advice_json, render_advice_schema, render_capture_json, render_capture_schema,
    render_check_json, render_check_schema, render_comparison_json, render_comparison_schema,
    render_drive_json, render_drive_lines, render_drive_markdown, render_drive_schema,
    render_drive_text, render_fleet_json, render_fleet_schema, render_history_text,
    render_reanalysis_schema, render_run_list_json, render_run_list_schema,
};

use crate::common;
use crate::fleet::fleet;
use crate::golden::check;

pub(crate) fn sheets() -> Vec<DriveSheet> {
    samples()
        .into_iter()
        .map(|drive| {
            let figures = figures_of_entry(&drive);
            DriveSheet {
                format: DriveSheet::FORMAT.to_owned(),
                promises: check_promises(&drive, &figures),
                drive,
                figures,
                tests: Vec::new(),
                runs: Vec::new(),
                defects: Vec::new(),
            }
        })
        .collect()
}

/// The sample with this in its name, once as published and once as if the samples' runs belonged to it.
fn measured(name: &str) -> DriveSheet {
    let mut sheet = sheets().into_iter().find(|sheet| sheet.drive.name.contains(name)).unwrap();
    for run in [common::dd_read_missing_run(), common::quick_completed()] {
        sheet.figures.extend(figures_of_run(&run, Some("2026-11-21")));
    }
    sheet.drive.serials = vec!["S3CR3T".to_owned()];
    sheet.promises = check_promises(&sheet.drive, &sheet.figures);
    sheet
}

pub(crate) fn advice(purpose: &str, budget: Option<&str>) -> Advice {
    let purpose = builtin_purposes().into_iter().find(|it| it.id == purpose).unwrap();
    let known: Vec<KnownDrive> = sheets()
        .into_iter()
        .map(|sheet| KnownDrive {
            entry: sheet.drive,
            figures: sheet.figures,
            defects: sheet.defects,
        })
        .collect();
    let budget = budget.map(|budget| budget.parse().unwrap());
    advise(&purpose, &known, budget.as_ref())
}

/// The same run again, a fifth slower and on another kernel.
fn slower(mut run: Run) -> Run {
    run.id = "20261122-080000-0b0b".to_owned();
    run.conditions.host.kernel = Some("6.6.1".to_owned());
    for cell in &mut run.cells {
        for op in [&mut cell.operations.read, &mut cell.operations.write].into_iter().flatten()
        {
            op.iops *= 0.8;
            op.bytes_per_s *= 0.8;
        }
    }
    run
}

pub(crate) fn comparison() -> Comparison {
    let run = common::quick_completed();
    let other = slower(run.clone());
    compare(&[(run, "Example Flash 9000".to_owned()), (other, "Other Flash 7".to_owned())])
}

pub(crate) fn incomparable() -> Comparison {
    let run = common::quick_completed();
    compare(&[(run, "Example".to_owned()), (common::dd_read_missing_run(), "Card".to_owned())])
}

#[test]
fn drives_side_by_side_are_the_published_tables() {
    check(
        "tests/golden/catalogue/table.md",
        &drives_page(&sheets(), &[], &Locale::english()).markdown(),
    );
    check(
        "tests/golden/catalogue/table.txt",
        &drives_page(&sheets(), &[], &Locale::english()).text(&narrow()),
    );
}

#[test]
fn one_drive_is_shown_with_its_promises_and_all_figures() {
    let sheet = measured("256GB microSDXC");
    check(
        "tests/golden/catalogue/drive.txt",
        &render_drive_text(&sheet, &narrow(), &Locale::english()),
    );
    check(
        "tests/golden/catalogue/drive.md",
        &render_drive_markdown(&sheet, &Locale::english()),
    );
    check(
        "tests/golden/catalogue/history.txt",
        &render_history_text(&sheet, &narrow(), &Locale::english()),
    );
    assert!(
        !render_drive_markdown(&sheet, &Locale::english()).contains("S3CR3T"),
        "a page to publish"
    );
}

#[test]
fn advice_names_its_rules_its_evidence_and_what_is_missing() {
    let camera = advice("camera", Some("20 EUR"));
    check(
        "tests/golden/catalogue/advice-camera.txt",
        &advice_page(&camera, &Locale::english()).text(&narrow()),
    );
    check(
        "tests/golden/catalogue/advice-camera.md",
        &advice_page(&camera, &Locale::english()).markdown(),
    );
    let etcd = advice("etcd", None);
    check(
        "tests/golden/catalogue/advice-etcd.txt",
        &advice_page(&etcd, &Locale::english()).text(&narrow()),
    );
}

#[test]
fn runs_side_by_side_say_how_sure_a_difference_is() {
    let page = comparison_page(&comparison(), &Locale::english()).text(&narrow());
    check("tests/golden/catalogue/comparison.txt", &page);
    let page = comparison_page(&comparison(), &Locale::english()).markdown();
    check("tests/golden/catalogue/comparison.md", &page);
    let page = comparison_page(&incomparable(), &Locale::english()).text(&narrow());
    check("tests/golden/catalogue/incomparable.txt", &page);
}

fn narrow() -> Options {
    Options { width: 80, has_color: false }
}

#[test]
fn every_page_fits_into_80_columns() {
    let lines: Vec<DriveLine> = samples()
        .into_iter()
        .map(|drive| DriveLine {
            drive,
            run_count: 3,
            measured_on: None,
            is_of_simulation: false,
        })
        .collect();
    let mut pages = vec![
        render_drive_lines(&lines, &narrow(), &Locale::english()),
        drives_page(&sheets(), &[], &Locale::english()).text(&narrow()),
        comparison_page(&comparison(), &Locale::english()).text(&narrow()),
        comparison_page(&incomparable(), &Locale::english()).text(&narrow()),
    ];
    pages.extend(
        sheets().iter().map(|sheet| render_drive_text(sheet, &narrow(), &Locale::english())),
    );
    pages.extend(
        sheets().iter().map(|sheet| render_history_text(sheet, &narrow(), &Locale::english())),
    );
    let purposes = builtin_purposes();
    pages.extend(
        purposes
            .iter()
            .map(|it| advice_page(&advice(&it.id, None), &Locale::english()).text(&narrow())),
    );
    for line in pages.iter().flat_map(|page| page.lines()) {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

fn check_report() -> CheckReport {
    let advice = CheckAdvice {
        remedy: None,
        statement: None,
        code: WarningCode::Governor,
        message: "the processors are governed by powersave".to_owned(),
        mend: "iogram tune --for-this-run".to_owned(),
    };
    CheckReport {
        format: CheckReport::FORMAT.to_owned(),
        device: Some("nvme0n1".to_owned()),
        advice: vec![advice],
        power_sensors: Vec::new(),
    }
}

/// A run whose rule has another verdict today.
fn reanalysis() -> Reanalysis {
    let run = common::quick_completed();
    let change = AnalysisChange {
        subject: "rule etcd-fsync".to_owned(),
        before: Some("pass".to_owned()),
        after: Some("fail".to_owned()),
    };
    Reanalysis {
        format: Reanalysis::FORMAT.to_owned(),
        run: run.id.clone(),
        analysis: iogram_findings::analyse(&run),
        changes: vec![change],
    }
}

/// A run that ended, and one whose end is unknown.
fn run_list() -> RunList {
    let line = |ended_at_us, model: Option<&str>| RunLine {
        id: "20261121-143015-7f3a".to_owned(),
        state: RunState::Completed,
        started_at_us: 1_795_271_415_000_000,
        ended_at_us,
        method: "quick".to_owned(),
        target: "/mnt/card".to_owned(),
        drive: model.map(|_| "SD".to_owned()),
        model: model.map(ToOwned::to_owned),
        cell_count: 24,
    };
    let runs = vec![line(Some(1_795_271_500_000_000), Some("SD64G")), line(None, None)];
    RunList { format: RunList::FORMAT.to_owned(), runs }
}

/// A file from `iogram capture`.
fn captured() -> CaptureRecord {
    let text = include_str!("../../../../testdata/captures/virtio.json");
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_published_schemas_accept_what_is_written() {
    let style = JsonStyle::Pretty;
    let drive = render_drive_json(&measured("256GB microSDXC"), style);
    let reanalysis = serde_json::to_string(&reanalysis()).unwrap();
    for (name, schema, written) in [
        (
            "comparison",
            render_comparison_schema(),
            render_comparison_json(&comparison(), style),
        ),
        ("advice", render_advice_schema(), render_advice_json(&advice("etcd", None), style)),
        ("capture", render_capture_schema(), render_capture_json(&captured())),
        ("fleet", render_fleet_schema(), render_fleet_json(&fleet(), style)),
        ("drive", render_drive_schema(), drive),
        ("drives", render_drives_schema(), render_drives(&samples())),
        ("check", render_check_schema(), render_check_json(&check_report(), style)),
        ("analysis", render_reanalysis_schema(), reanalysis),
        ("runs", render_run_list_schema(), render_run_list_json(&run_list(), style)),
    ] {
        check(&format!("../../docs/schema/iogram-{name}-1.schema.json"), &schema);
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        let written: serde_json::Value = serde_json::from_str(&written).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let complaints: Vec<String> =
            validator.iter_errors(&written).map(|error| error.to_string()).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:#?}");
    }
}
