//! Builds the texts of pages in, and what every other language has.

#[path = "../texts/build/catalogue.rs"]
mod catalogue;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

#[expect(clippy::disallowed_methods, reason = "a build has no other way to files")]
fn main() -> Result<(), Box<dyn Error>> {
    let root = std::env::var("CARGO_MANIFEST_DIR")?;
    let locales = Path::new(&root).join("../texts/locales").canonicalize()?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../texts/build/catalogue.rs");
    println!("cargo::rerun-if-changed={}", locales.display());
    let out = std::env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let pages = catalogue::read(&locales.join("en"), |area| area == "pages")?;
    std::fs::write(
        out.join("pages.rs"),
        catalogue::static_table("/// The English of pages.\nstatic PAGES", &pages),
    )?;
    let mut tags: Vec<String> = std::fs::read_dir(&locales)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    tags.retain(|tag| tag != "en");
    tags.sort();
    let mut overlays = String::from("[\n");
    for tag in tags {
        let texts = catalogue::read(&locales.join(&tag), |_| true)?;
        let table = catalogue::table(&texts);
        writeln!(overlays, "Language {{ tag: {tag:?}, texts: &{table} }},")?;
    }
    overlays.push(']');
    std::fs::write(out.join("overlays.rs"), overlays)?;
    Ok(())
}
