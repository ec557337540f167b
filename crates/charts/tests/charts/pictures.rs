//! The required contents of every picture, read from its SVG.

use iogram_charts::{Painter, Theme};

use crate::samples::{samples, spike};

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[from..].split('"').next()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

#[test]
fn every_picture_has_a_name_and_a_description_for_those_who_do_not_see_it() {
    let painter = Painter::new().unwrap();
    for (name, spec) in samples().iter().filter(|(name, _)| name.ends_with("-1")) {
        let svg = painter.svg(spec, 900, Theme::Light).unwrap();
        assert!(svg.starts_with("<svg role=\"img\""), "{name}");
        assert!(svg.contains(&format!("<title>{}</title>", spec.title)), "{name}");
        assert!(svg.contains("<desc>"), "{name}");
    }
}

#[test]
fn names_are_text_and_never_markup() {
    let mut spec = samples().remove(0).1;
    spec.title = "<script>alert(1)</script> & \"quoted\"".to_owned();
    let svg = Painter::new().unwrap().svg(&spec, 900, Theme::Light).unwrap();
    assert!(!svg.contains("<script>"));
    assert!(svg.contains("&lt;script&gt;"));
}

#[test]
fn an_outlier_among_100_000_samples_reaches_the_top_of_the_picture() {
    let svg = Painter::new().unwrap().svg(&spike(), 900, Theme::Light).unwrap();
    let curves = svg.split("<path").filter(|tag| attribute(tag, "stroke-width") == Some("1.3"));
    let tops: Vec<f64> = curves
        .filter_map(|tag| attribute(tag, "d"))
        .map(|path| {
            let numbers: Vec<f64> =
                path.split(['M', 'L', ' ']).filter_map(|it| it.parse().ok()).collect();
            numbers.chunks(2).filter_map(|pair| pair.get(1)).copied().fold(f64::MAX, f64::min)
        })
        .collect();
    let bottom = 430.0;
    // 100 ms is the top of the axis, 0.3 ms lies near its bottom.
    assert!(tops.iter().any(|top| *top < 150.0), "{tops:?} of {bottom}");
}

#[test]
fn nothing_to_show_is_said_in_words() {
    let painter = Painter::new().unwrap();
    for (_, spec) in samples().iter().filter(|(name, _)| name.starts_with("nothing")) {
        let svg = painter.svg(spec, 900, Theme::Light).unwrap();
        assert!(svg.contains("nothing was measured"));
        let height = attribute(&svg, "height").map(number).unwrap();
        assert!(height < 260.0, "{height}");
    }
}

#[test]
fn a_narrow_picture_keeps_its_texts_within_its_width() {
    let painter = Painter::new().unwrap();
    for (name, spec) in samples().iter().filter(|(name, _)| name.ends_with("12-long")) {
        for width in [560, 900] {
            let svg = painter.svg(spec, width, Theme::Light).unwrap();
            assert!(svg.contains(&format!("width=\"{width}\"")), "{name}");
        }
    }
}

#[test]
fn letters_of_a_picture_are_large_enough_to_be_read_in_a_blog() {
    let painter = Painter::new().unwrap();
    for (name, spec) in samples() {
        let svg = painter.svg(&spec, 900, Theme::Light).unwrap();
        let sizes = svg.split("font-size").skip(1).filter_map(|rest| {
            let digits = rest.trim_start_matches(['=', '"', ':', ' ']);
            digits.split(|it: char| !it.is_ascii_digit() && it != '.').next()?.parse().ok()
        });
        let sizes: Vec<f64> = sizes.collect();
        assert!(!sizes.is_empty(), "{name}");
        assert!(sizes.iter().all(|size| *size >= 14.0), "{name}: {sizes:?}");
    }
}

#[test]
fn a_picture_says_at_its_foot_what_made_it_and_a_page_does_not_repeat_it() {
    let painter = Painter::new().unwrap();
    for (name, mut spec) in samples() {
        let svg = painter.svg(&spec, 900, Theme::Dark).unwrap();
        assert!(svg.contains("run 20261122-060702-d121"), "{name}");
        let height = |svg: &str| attribute(svg, "height").map(number).unwrap();
        spec.foot.clear();
        let without = painter.svg(&spec, 900, Theme::Dark).unwrap();
        assert!(height(&svg) > height(&without), "{name}");
    }
}
