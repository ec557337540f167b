//! Builds the English catalogue in: every area except `pages`, which belongs to `report`.

#[path = "build/catalogue.rs"]
mod catalogue;

use std::error::Error;
use std::path::Path;

#[expect(clippy::disallowed_methods, reason = "a build has no other way to files")]
fn main() -> Result<(), Box<dyn Error>> {
    let root = std::env::var("CARGO_MANIFEST_DIR")?;
    let english = Path::new(&root).join("locales/en");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/catalogue.rs");
    println!("cargo::rerun-if-changed={}", english.display());
    let texts = catalogue::read(&english, |area| area != "pages")?;
    let item =
        "/// The English of all areas except those of pages, by their ids.\npub static ENGLISH";
    let table = catalogue::static_table(item, &texts);
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("english.rs"), table)?;
    Ok(())
}
