//! Draws the tests' sample charts into a folder for inspection: `cargo run --package iogram-charts --example gallery
//! -- FOLDER [PART OF A NAME]`.

#[path = "../tests/charts/samples.rs"]
mod samples;

use std::error::Error;
use std::path::PathBuf;

use iogram_charts::{Painter, Theme};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("a folder is needed")?);
    let part = arguments.next().unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    let painter = Painter::new()?;
    for (name, spec) in samples::samples().iter().filter(|(name, _)| name.contains(&part)) {
        std::fs::write(folder.join(format!("{name}.json")), spec.to_json())?;
        for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let svg = painter.svg(spec, 900, theme)?;
            std::fs::write(folder.join(format!("{name}-{suffix}.svg")), &svg)?;
            for scale in [1, 2] {
                let png = painter.png(&svg, scale, spec)?;
                std::fs::write(folder.join(format!("{name}-{suffix}-{scale}x.png")), png)?;
            }
        }
    }
    Ok(())
}
