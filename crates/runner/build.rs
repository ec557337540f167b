//! Finds the methods to build in: those that `docs/methods/README.md` lists, in its order.
//!
//! A method is built in if that page lists it, so that no second list can differ from the one that people read.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

#[expect(clippy::disallowed_methods, reason = "a build has no other way to files")]
fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let index = root.join("docs/methods/README.md");
    println!("cargo::rerun-if-changed={}", index.display());
    println!("cargo::rerun-if-changed=build.rs");
    let page = std::fs::read_to_string(&index)?;
    let mut list = String::from("&[\n");
    for row in page.lines().filter_map(|line| line.strip_prefix("| [")) {
        let id = row.split(']').next().unwrap_or_default();
        let file = root.join("methods").join(id).with_extension("toml");
        if !file.is_file() {
            return Err(format!(
                "{} lists {id}, but {} is not there",
                index.display(),
                file.display()
            )
            .into());
        }
        writeln!(list, "    ({id:?}, include_str!({:?})),", file.display().to_string())?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("methods.rs"), list)?;
    Ok(())
}
