//! An article about five cards from their measurements: one command for tables, charts and advice.

use serde_json::Value;

use crate::common::{Room, at};

/// A card of the comparison of 2016, its price, and the boot times of a computer from it, in tenths of a second.
const CARDS: [(&str, &str, [u32; 3]); 5] = [
    ("s1-samsung-evo-plus", "11.49EUR", [204, 205, 203]),
    ("s1-samsung-pro-plus", "17.99EUR", [200, 201, 200]),
    ("s1-samsung-pro", "17.99EUR", [203, 202, 203]),
    ("s1-sandisk-ultra", "11.99EUR", [205, 204, 205]),
    ("s1-sandisk-extreme", "16.99EUR", [200, 201, 201]),
];

/// All measurements of the comparison, of one card.
fn measure(room: &Room, (card, price, boots): (&str, &str, [u32; 3])) {
    let target = format!("sim:{card}");
    let attach = |room: &Room| {
        let id = room.last_run().id;
        room.succeed(&["drive", "attach", card, &id]);
    };
    room.succeed(&["drive", "add", card, "--price", price, "--priced-on", "2016-08-28"]);
    for arguments in [
        &["iozone", &target, "--set", "size=32MiB"][..],
        &["image-write", &target, "--set", "size=64MiB"],
        &["sqlite", &target, "--set", "runs=3"],
    ] {
        let said = room.run(&[&["run"], arguments, &["--seed", "1", "--quiet"]].concat());
        // A varying card has its own exit code.
        assert!(matches!(said.code, Some(0 | 1)), "{said:?}");
        attach(room);
    }
    let line = |(number, boot): (u32, &u32)| {
        let from = number * 1000;
        let (seconds, tenths) = ((from + boot) / 10, (from + boot) % 10);
        format!("{}.0 U-Boot 2016\n{seconds}.{tenths} login:\n", from / 10)
    };
    let log: String = (0..).zip(&boots).map(line).collect();
    room.write("boot.log", log.as_bytes());
    room.succeed(&["boot", "boot.log", "--quiet"]);
    attach(room);
}

fn first(room: &Room, purpose: &str) -> String {
    let advice = room.succeed(&["advise", "--for", purpose, "--format", "json"]).stdout;
    let advice: Value = serde_json::from_str(&advice).unwrap();
    at(&advice, "/drives/0/name").as_str().unwrap().to_owned()
}

#[test]
fn one_command_makes_the_article_of_five_cards_and_recommends_what_its_author_did() {
    let room = Room::new();
    CARDS.into_iter().for_each(|card| measure(&room, card));
    for (purpose, expected) in [
        ("camera", "s1-samsung-pro-plus"),
        ("root-fs", "s1-sandisk-extreme"),
        ("database", "s1-sandisk-extreme"),
        ("general-low-price", "s1-sandisk-ultra"),
        ("mostly-reads", "s1-samsung-evo-plus"),
    ] {
        assert_eq!(first(&room, purpose), expected, "{purpose}");
    }
    let cards = CARDS.map(|(card, ..)| card);
    room.succeed(&[&["drive", "table"], &cards[..], &["-o", "cards"]].concat());
    let folder = room.work().join("cards");
    let page = std::fs::read(folder.join("report.md")).unwrap();
    let page = String::from_utf8(page).unwrap();
    for said in [
        "| product | write | rewrite | read | reread | random read | random write |",
        "| product | write | rewrite | read | reread | random read | random write | image write |",
        "## Records of 4KiB, in kB/s",
        "## Boot of a computer, in seconds",
        "20.40 20.50 20.30",
        "17.99 EUR | 2016-08-28",
        "s1-sandisk-extreme (simulated)",
    ] {
        assert!(page.contains(said), "{said} in {page}");
    }
    for picture in
        ["records-4kib", "records-512kib", "records-16mib", "time-insert-replayed", "time-boot"]
    {
        let picture = folder.join("images").join(format!("{picture}.svg"));
        assert!(picture.exists(), "{}", picture.display());
    }
}
