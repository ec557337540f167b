//! Pages for publication, and the language of reports.

use crate::common::{Room, names};

const SHORT: [&str; 5] = ["--set", "time=200ms", "--set", "size=64MiB", "--quiet"];

fn two_runs(room: &Room) {
    for (drive, seed) in [("s1-samsung-evo-plus", "1"), ("sd-a2", "2")] {
        let target = format!("sim:{drive}");
        room.succeed(&[&["quick", &target, "--seed", seed][..], &SHORT].concat());
    }
}

/// The dark variants are beside the light ones, for dark blogs.
fn is_named_in_markdown(image: &str) -> bool {
    image.ends_with(".svg") && !image.ends_with("-dark.svg")
}

#[track_caller]
fn read(room: &Room, path: &str) -> String {
    String::from_utf8(std::fs::read(room.work().join(path)).unwrap()).unwrap()
}

#[test]
fn a_report_is_no_folder_with_the_name_of_a_file() {
    let room = Room::new();
    two_runs(&room);
    let before = names(&room.work());
    for name in ["page.md", "page.PDF", "charts.png"] {
        let refused = room.run(&["report", "last", "-o", name]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains("FILE.html, or a directory"), "{refused:?}");
    }
    assert_eq!(names(&room.work()), before);
    std::fs::create_dir(room.work().join("v1.md")).unwrap();
    room.succeed(&["report", "last", "-o", "v1.md"]);
    room.succeed(&["report", "last", "-o", "drive-2.0"]);
}

#[test]
fn a_comparison_is_published_with_charts_markdown_and_data() {
    let room = Room::new();
    two_runs(&room);
    let runs: Vec<String> = room.runs();
    let said = room.succeed(&["compare", &runs[0], &runs[1], "-o", "pages/"]);
    assert_eq!(said.stdout, "");
    assert_eq!(
        names(&room.work().join("pages")),
        ["data", "images", "index.html", "report.md"]
    );
    let markdown = read(&room, "pages/report.md");
    for image in
        names(&room.work().join("pages/images")).iter().filter(|it| is_named_in_markdown(it))
    {
        assert!(markdown.contains(&format!("](images/{image})")), "{image}: {markdown}");
    }
    assert!(markdown.contains("## Differences") && markdown.contains("95 %"), "{markdown}");
    let page = read(&room, "pages/index.html");
    assert!(
        page.contains("id=\"chart-largest-differences-b\"")
            && page.contains("data/comparison.json")
    );
    // The answer comes before anything else, on the page and in Markdown.
    let at = |text: &str, words: &str| text.find(words).unwrap_or(usize::MAX);
    for (text, figures) in [(&page, "largest-differences"), (&markdown, "](images/")] {
        let answer = at(text, "In these two runs B");
        assert!(answer < at(text, figures), "the answer stands at {answer}");
    }
    assert!(read(&room, "pages/data/comparison.json").contains("iogram-comparison/1"));
}

#[test]
fn a_report_of_several_runs_and_a_comparison_are_one_page() {
    let room = Room::new();
    two_runs(&room);
    let runs: Vec<String> = room.runs();
    room.succeed(&["report", &runs[0], &runs[1], "-o", "one/"]);
    room.succeed(&["compare", &runs[0], &runs[1], "-o", "two/"]);
    for folder in ["images", "data"] {
        let of = |page: &str| names(&room.work().join(page).join(folder));
        assert_eq!(of("one"), of("two"));
    }
    for file in ["index.html", "report.md"] {
        let of = |page: &str| read(&room, &format!("{page}/{file}"));
        assert!(of("one") == of("two"), "{file} differs");
    }
    let images = names(&room.work().join("one/images"));
    assert!(images.iter().any(|it| it.starts_with("key-figures")), "{images:?}");
}

#[test]
fn a_comparison_is_short_on_a_terminal_and_whole_when_asked() {
    let room = Room::new();
    two_runs(&room);
    room.succeed(&[&["quick", "sim:s4-ssd"][..], &SHORT].concat());
    let runs: Vec<String> = room.runs();
    let short = room.succeed(&["compare", &runs[0], &runs[1], &runs[2]]).stdout;
    assert!(short.lines().count() <= 60, "{short}");
    assert!(short.contains("Key figures"), "{short}");
    let last = short.lines().last().unwrap();
    // Three names of runs are wider than a line.
    assert!(last.ends_with(" more lines: --full"), "{last}");
    let command = format!("iogram compare --full {}", runs.join(" "));
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let whole = room.succeed(&words).stdout;
    assert!(whole.lines().count() > short.lines().count(), "{whole}");
    assert!(whole.contains("Differences: B"), "{whole}");
}

#[test]
fn advice_is_published_as_one_file_with_price_against_performance() {
    let room = Room::new();
    room.succeed(&["drive", "import-samples"]);
    room.succeed(&["advise", "--for", "general", "--lang", "ko", "-o", "page.html"]);
    assert_eq!(names(&room.work()), ["page-advice.json", "page.html"]);
    let page = read(&room, "page.html");
    assert!(page.contains("<html lang=\"ko\">") && page.contains("파레토 프런트"), "no front");
    assert!(page.contains("id=\"chart-price-eur\""), "no chart");
}

#[test]
fn reports_follow_the_language_asked_for_then_the_environment() {
    let room = Room::new();
    two_runs(&room);
    let is_korean = |text: &str| text.contains("조건: ");
    let asked = room.succeed(&["show", "last", "--lang", "ko"]).stdout;
    assert!(is_korean(&asked), "{asked}");
    let said = |lang: &str, arguments: &[&str]| {
        let output = room.command(arguments).env("LANG", lang).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(is_korean(&said("ko_KR.UTF-8", &["show", "last"])));
    assert!(!is_korean(&said("fr_FR.UTF-8", &["show", "last"])));
    assert!(!is_korean(&said("ko_KR.UTF-8", &["show", "last", "--lang", "en"])));
    let refused = room.run(&["show", "last", "--lang", "tlh"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("use one of en, ko"), "{refused:?}");
}

#[test]
fn no_table_is_wider_than_the_terminal() {
    let room = Room::new();
    two_runs(&room);
    room.succeed(&["drive", "import-samples"]);
    let long = "삼성 프로 플러스 마이크로에스디엑스씨 카드 256기가바이트 블랙박스용 2026년형";
    room.succeed(&["drive", "add", long, "--run", "last", "--price", "19.90EUR"]);
    let runs = room.runs();
    let commands: [&[&str]; 8] = [
        &["runs"],
        &["show", "last"],
        &["compare", &runs[0], &runs[1]],
        &["drive", "list"],
        &["drive", "table"],
        &["drive", "show", long],
        &["drive", "history", long],
        &["advise", "--for", "general"],
    ];
    for columns in [80, 40] {
        for command in commands {
            for lang in ["en", "ko"] {
                let all = [command, &["--lang", lang]].concat();
                let output =
                    room.command(&all).env("COLUMNS", columns.to_string()).output().unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                // A word that is longer than the line, such as an address, is not broken.
                let is_word = |line: &str| line.split_whitespace().count() < 2;
                let wide = text.lines().find(|line| {
                    unicode_width::UnicodeWidthStr::width(*line) > columns && !is_word(line)
                });
                assert_eq!(wide, None, "{all:?} in {columns} columns:\n{text}");
            }
        }
    }
}

#[test]
fn a_picture_is_named_by_what_it_shows_and_says_what_it_is_of_in_light_and_dark() {
    let room = Room::new();
    let _ = room.run(&["verify", "sim:fake-limbo", "--seed", "1", "--quiet"]);
    let run = room.runs().remove(0);
    room.succeed(&["report", "last", "-o", "plain/"]);
    assert_eq!(names(&room.work().join("plain/images")), ["capacity.svg"]);
    room.succeed(&["report", "last", "-o", "pages/", "--dark"]);
    assert_eq!(names(&room.work().join("pages/images")), ["capacity-dark.svg", "capacity.svg"]);
    let arguments = ["report", "last", "-o", "png/", "--dark", "--images", "png"];
    if iogram_charts::HAS_PNG {
        room.succeed(&arguments);
        assert_eq!(
            names(&room.work().join("png/images")),
            ["capacity-dark.png", "capacity-dark.svg", "capacity.png", "capacity.svg"]
        );
        assert!(read(&room, "png/report.md").contains("](images/capacity.png)"));
    } else {
        let output = room.command(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("cannot draw PNG"), "{said}");
        assert!(said.contains("cargo build --release --features png"), "{said}");
        assert!(!room.work().join("png").exists());
    }
    for image in ["capacity.svg", "capacity-dark.svg"] {
        let svg = read(&room, &format!("pages/images/{image}"));
        for word in ["iogram 0.", &run, "SIMULATED", "60.1 GB of the announced 68.7 GB"] {
            assert!(svg.contains(word), "{image} lacks {word}");
        }
    }
    // Its page states it once, in the answer.
    let page = read(&room, "pages/index.html");
    assert_eq!(page.matches("COUNTERFEIT").count(), 1);
}
