//! The same chart gives the same bytes. `UPDATE_GOLDEN=1` rewrites the expected ones: hashes of all charts, and the
//! SVG of a few, so that a reviewer can see a change.

#![expect(clippy::disallowed_methods, reason = "golden files are read by the test")]

use std::path::{Path, PathBuf};

use iogram_charts::{Painter, Theme};

use crate::samples::samples;

/// Charts whose SVG is kept.
const SHOWN: [&str; 4] = ["bars-12", "nines-12", "evidence", "steady"];

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

#[track_caller]
fn check(name: &str, text: &str) {
    let path = golden(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let folder = path.parent().expect("it lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(&path, text).expect("it can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == text, "{name} differs; see it with UPDATE_GOLDEN=1 and git diff");
}

/// FNV-1a with 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn the_same_chart_is_the_same_bytes() {
    let painter = Painter::new().unwrap();
    let mut hashes = Vec::new();
    for (name, spec) in samples() {
        let svg = painter.svg(&spec, 900, Theme::Light).unwrap();
        let dark = painter.svg(&spec, 900, Theme::Dark).unwrap();
        if SHOWN.contains(&name.as_str()) {
            check(&format!("{name}.svg"), &svg);
        }
        let line =
            format!("{name} {:016x} {:016x}\n", hash(svg.as_bytes()), hash(dark.as_bytes()));
        hashes.push(line);
    }
    check("svg.txt", &hashes.concat());
}

#[cfg(not(feature = "png"))]
#[test]
fn a_build_without_the_rasteriser_says_so() {
    let painter = Painter::new().unwrap();
    let svg = painter.svg(&samples()[0].1, 900, Theme::Light).unwrap();
    let error = painter.png(&svg, 1, &samples()[0].1).unwrap_err();
    assert!(error.to_string().contains("feature png"), "{error}");
}

#[cfg(feature = "png")]
#[test]
fn a_picture_is_the_same_bytes_at_every_scale() {
    let painter = Painter::new().unwrap();
    let mut hashes = Vec::new();
    for (name, spec) in samples().iter().filter(|(name, _)| SHOWN.contains(&name.as_str())) {
        let svg = painter.svg(spec, 900, Theme::Light).unwrap();
        let scales = [1, 2].map(|scale| hash(&painter.png(&svg, scale, spec).unwrap()));
        hashes.push(format!("{name} {:016x} {:016x}\n", scales[0], scales[1]));
    }
    check("png.txt", &hashes.concat());
}

#[test]
fn what_was_drawn_before_leaves_no_trace() {
    let samples = samples();
    let (first, last) = (&samples[1].1, &samples[2].1);
    let painter = Painter::new().unwrap();
    let before = painter.svg(first, 900, Theme::Light).unwrap();
    painter.svg(last, 700, Theme::Dark).unwrap();
    assert!(before == painter.svg(first, 900, Theme::Light).unwrap());
}
