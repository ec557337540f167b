//! Pages in Korean: no text with a Korean translation may stay in English, and nothing else except names, units and
//! recorded texts from outside.

use std::path::Path;

use iogram_catalogue::builtin_purposes;
use iogram_model::{
    Bytes, CellState, Evidence, Finding, ImportSource, ImportedEvidence, ImportedOrder,
    ImportedResult, Message, MessageId, MethodRecord, OpKind, ProbeRecord, Run, RunState,
    TargetKind, TargetRecord, Warning, sentence,
};
use iogram_report::{
    Locale, Options, advice_page, comparison_page, drives_page, figures, render_brief,
    render_drive_text, render_history_text, render_html, render_markdown, render_publication,
    render_text,
};

use crate::{catalogue, common};

fn korean() -> Locale {
    Locale::find("ko").unwrap()
}

/// The longest sequences of English words: three or more, each of at least two letters.
fn english_left(page: &str) -> Vec<String> {
    let mut left = Vec::new();
    for line in page.lines().filter(|line| !is_quoted(line)) {
        let mut row: Vec<&str> = Vec::new();
        for word in line.split(' ').chain([""]) {
            let bare = word.trim_matches(|it: char| it.is_ascii_punctuation());
            let is_command = row.is_empty() && bare == "iogram";
            let is_english =
                !is_command && bare.len() > 1 && bare.chars().all(|it| it.is_ascii_lowercase());
            if is_english {
                row.push(word);
            }
            if !is_english || word.ends_with([',', '.', ';', ':']) {
                if row.len() > 2 {
                    left.push(row.join(" "));
                }
                row.clear();
            }
        }
    }
    left.sort();
    left.dedup();
    left
}

/// Sources are cited as published, and names are names.
fn is_quoted(line: &str) -> bool {
    const NAMED: [&str; 4] = ["출처", "공개", "메모", "방법의 출처"];
    NAMED.iter().any(|name| line.contains(name))
}

#[test]
fn a_device_and_failed_requests_are_described_in_korean() {
    let pages = crate::devices::samples().map(|(_, device)| {
        iogram_report::render_device_text(&device, &Options::default(), &korean())
    });
    check(pages);
    let page = render_text(&common::read_errors(), &Options::default(), &korean());
    // One of them has only its number, as in earlier records.
    let words: Vec<&str> = page.split_whitespace().collect();
    let page = words.join(" ");
    assert!(page.contains("입출력 오류 (EIO)"), "{page}");
    assert!(page.contains("요청보다 적게 전송됨"), "{page}");
}

#[track_caller]
fn check(pages: impl IntoIterator<Item = String>) {
    let mut left: Vec<String> =
        pages.into_iter().flat_map(|page| english_left(&page)).collect();
    left.sort();
    left.dedup();
    assert!(left.is_empty(), "{left:#?}");
}

fn wide() -> Options {
    // Wide enough that a citation stays in its line.
    Options { width: 2000, has_color: false }
}

/// The samples contain texts that no method and no rig has.
fn without_made_up_texts(mut run: Run) -> Run {
    run.method.id = "quick".into();
    run.method.title =
        "Quick look: sequential and random, read and write, in about a minute".into();
    for finding in &mut run.findings {
        if let Finding::Rule(rule) = finding {
            rule.rule = "a1-read".into();
            rule.title = "random reads".into();
        }
    }
    let of_cells = run.cells.iter_mut().flat_map(|cell| &mut cell.warnings);
    for warning in run.warnings.iter_mut().chain(of_cells) {
        let battery = Message::plain(MessageId::HostOnBattery);
        *warning = Warning::new(warning.code.clone(), battery);
    }
    for cell in &mut run.cells {
        cell.name = cell.name.replace(' ', "-");
        cell.engine.path_statement = Some(Message::plain(MessageId::PathDeep));
    }
    iogram_findings::analysed(run)
}

/// The titles in the method files.
#[expect(clippy::disallowed_methods, reason = "a test reads the files that it is about")]
fn titles() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../methods");
    let mut titles = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let title = text.lines().find_map(|line| line.strip_prefix("title = "));
            let id = path.file_stem().unwrap().to_string_lossy().into_owned();
            titles.push((id, title.unwrap().trim_matches('"').to_owned()));
        }
    }
    titles
}

#[test]
fn every_built_in_method_has_a_korean_title_and_a_foreign_one_keeps_its_own() {
    let locale = korean();
    let title = |id: &str, title: &str, text: Option<&str>| {
        let mut run = common::quick_completed();
        run.method.id = id.to_owned();
        run.method.title = title.to_owned();
        run.method.text = text.map(ToOwned::to_owned);
        let page = render_markdown(&run, &locale);
        page.lines().next().unwrap().to_owned()
    };
    for (id, english) in titles() {
        let said = title(&id, &english, None);
        assert!(!said.contains(&english), "{id}: {said}");
        let foreign = title(&id, &english, Some("[method]"));
        assert!(foreign.contains(&english), "{id}: {foreign}");
    }
    assert!(title("my-own", "My own", None).contains("My own"));
}

#[test]
fn every_built_in_use_has_korean_words() {
    for purpose in builtin_purposes() {
        let advice = catalogue::advice(&purpose.id, None);
        let page = advice_page(&advice, &korean()).markdown();
        let sources = purpose.demands.iter().map(|it| &it.source);
        let all = [&purpose.title, &purpose.reasoning, &purpose.source];
        for english in all.into_iter().chain(sources) {
            assert!(!page.contains(english.as_str()), "{}: {english}", purpose.id);
        }
    }
}

/// An invented output of dd, with a note of the importer.
fn imported() -> Run {
    let result = |name: &str, operation, order| ImportedResult {
        name: name.to_owned(),
        operation: Some(operation),
        order: Some(order),
        is_of_drive: true,
        figures: [("operations_per_s", 2840.0), ("transactions_per_s", 84.0)].into(),
        ..ImportedResult::default()
    };
    let mut evidence = ImportedEvidence {
        tool: "dd".to_owned(),
        results: vec![
            result("a", OpKind::Read, ImportedOrder::Sequential),
            result("b", OpKind::Write, ImportedOrder::Random),
        ],
        ..ImportedEvidence::default()
    };
    evidence.note(&sentence!("interchange-line-dd-moved-nothing", line = 3));
    let probe = ProbeRecord {
        name: "dd".to_owned(),
        what: "figures".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence: Evidence::Imported(evidence),
    };
    let kind = TargetKind::Imported;
    let target = TargetRecord::unknown("dd.txt".to_owned(), kind, Bytes(0), Bytes(512));
    let method = MethodRecord::new("import-dd", "Log of dd, imported");
    iogram_findings::analysed(Run {
        probes: vec![probe],
        import: Some(ImportSource { file: "dd.txt".to_owned(), ..ImportSource::default() }),
        ..Run::new("import-dd-1".to_owned(), (RunState::Completed, 0), method, target)
    })
}

#[test]
fn what_another_tool_printed_is_explained_in_korean() {
    let locale = korean();
    let page = render_text(&imported(), &wide(), &locale);
    for said in [
        "순차 읽기",
        "랜덤 쓰기",
        "2840 작업/초",
        "84.0 트랜잭션/초",
        "시계 다른 도구의 것",
        "3번째 줄: dd가 옮긴 데이터가 없음",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    for english in ["seq", "random", "read", "write", "another", "Log of", "moved"] {
        assert!(!page.contains(english), "{english}: {page}");
    }
    // Earlier records have only the words.
    let mut before = imported();
    for probe in &mut before.probes {
        let Evidence::Imported(evidence) = &mut probe.evidence else { continue };
        evidence.note_statements.clear();
    }
    let page = render_text(&before, &wide(), &locale);
    assert!(page.contains("line 3: dd moved nothing"), "{page}");
}

#[test]
fn only_a_report_of_runs_says_that_every_sample_lies_beside_it() {
    let english = Locale::english();
    let files = ["data.json".to_owned()];
    let advice = advice_page(&catalogue::advice("camera", None), &english);
    let page = advice.html(&files, "1", &english);
    let run = common::quick_completed();
    let report = render_html(&[run], &[], &[], &files, &english);
    for (page, has_samples) in [(page, false), (report, true)] {
        assert!(page.contains("<a href=\"data.json\">"));
        assert_eq!(page.contains("every sample and histogram"), has_samples);
        assert_eq!(page.contains("data of this page is stored beside it"), !has_samples);
    }
}

#[test]
fn reports_of_runs_have_no_english_sentence_left() {
    let locale = korean();
    let runs = common::samples().into_iter().chain([("purge", common::purge())]);
    check(runs.flat_map(|(_, run)| {
        let run = without_made_up_texts(run);
        let figures = figures(std::slice::from_ref(&run), &locale);
        let (text, markdown) =
            (render_text(&run, &wide(), &locale), render_markdown(&run, &locale));
        let brief = render_brief(&run, &wide(), &locale, "iogram show");
        [
            brief,
            text,
            markdown,
            render_publication(&[run], &[], &figures, |it| it.name.clone(), &locale),
        ]
    }));
}

#[test]
fn an_html_report_has_no_english_sentence_left() {
    let locale = korean();
    let run = without_made_up_texts(common::quick_completed());
    let figures = figures(std::slice::from_ref(&run), &locale);
    let page = render_html(&[run], &[], &figures, &["run.json".to_owned()], &locale);
    let body = page.split("<body>").nth(1).unwrap();
    let body = body.split("<script").next().unwrap();
    check([body.replace(['<', '>', '"', '='], "\n")]);
}

#[test]
fn pages_about_drives_have_no_english_sentence_left() {
    let locale = korean();
    let sheets = catalogue::sheets();
    let pages = sheets.iter().flat_map(|sheet| {
        // Published texts of others are cited.
        let facts = sheet.drive.facts.iter().flat_map(|it| [&it.name, &it.value, &it.source]);
        let methods = sheet.figures.iter().flat_map(|it| [&it.method, &it.source]);
        let reasons = sheet.figures.iter().flat_map(|it| &it.runs);
        let reasons = reasons.filter_map(|run| run.excluded.as_ref());
        let cited: Vec<&String> =
            facts.chain(methods).chain(reasons).chain(&sheet.drive.notes).collect();
        let pages = [
            render_drive_text(sheet, &wide(), &locale),
            render_history_text(sheet, &wide(), &locale),
        ];
        let mut cited = cited;
        // The longest first: one may be a part of another.
        cited.sort_by_key(|text| std::cmp::Reverse(text.len()));
        let own = |page: String| cited.iter().fold(page, |page, text| page.replace(*text, ""));
        pages.map(own)
    });
    let runs = || sheets.iter().flat_map(|sheet| &sheet.figures).flat_map(|it| &it.runs);
    let reasons = runs().filter_map(|run| run.excluded.as_ref());
    let table = drives_page(&sheets, &[], &locale).text(&wide());
    let table = reasons.fold(table, |table, reason| table.replace(reason.as_str(), ""));
    check(pages.chain([table]));
}

#[test]
fn comparisons_and_advice_have_no_english_sentence_left() {
    let locale = korean();
    let comparisons = [catalogue::comparison(), catalogue::incomparable()];
    check(comparisons.map(|it| comparison_page(&it, &locale).text(&wide())));
    check(builtin_purposes().into_iter().map(|purpose| {
        let advice = catalogue::advice(&purpose.id, Some("20 EUR"));
        advice_page(&advice, &locale).text(&wide())
    }));
}

#[test]
fn a_korean_report_stays_as_it_is() {
    let run = common::quick_completed();
    let page = render_text(&run, &Options { width: 80, has_color: false }, &korean());
    crate::golden::check("tests/golden/quick-completed.ko.txt", &page);
    let camera = catalogue::advice("camera", Some("20 EUR"));
    let page = advice_page(&camera, &korean()).markdown();
    crate::golden::check("tests/golden/catalogue/advice-camera.ko.md", &page);
}
