//! The registrations that `CONTRIBUTING.md` requires for a method or a decoder exist.

use super::Problem;
use crate::repository::Tree;

const METHODS_INDEX: &str = "docs/methods/README.md";
const DECODERS: &str = "crates/inspect/src/decode.rs";
const DECODERS_TRIED: &str = "crates/inspect/tests/decoders/inputs.rs";

/// Finds unlisted methods, which would not be built in, and decoders without odd input.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for path in &tree.paths {
        let stem = path.strip_prefix("methods/").and_then(|name| name.strip_suffix(".toml"));
        let Some(id) = stem.filter(|id| !id.contains('/')) else { continue };
        let text = format!("| {} |", link_to(id));
        if !tree.text(METHODS_INDEX).is_some_and(|page| page.contains(&text)) {
            let message = format!("{METHODS_INDEX} has no row {text}: it is not built in");
            problems.push(Problem::in_file(path, message));
        }
    }
    let tried = tree.text(DECODERS_TRIED).unwrap_or_default();
    for name in decoders(tree.text(DECODERS).unwrap_or_default()) {
        if !tried.contains(name) {
            let message = format!("{name} is not among the decoders of {DECODERS_TRIED}");
            problems.push(Problem::in_file(DECODERS, message));
        }
    }
    problems
}

fn link_to(id: &str) -> String {
    format!("[{id}]({id}.md)")
}

/// The decoders that a list of modules makes public.
fn decoders(text: &str) -> Vec<&str> {
    let public = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let words =
        public.flat_map(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with("decode_")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_method_that_is_listed_is_complete() {
        let files = [("methods/new.toml", ""), (METHODS_INDEX, "| [new](new.md) | what? |")];
        assert_eq!(texts(&check(&Tree::from_files(&files))), [""; 0]);
        let expected = "methods/new.toml: docs/methods/README.md has no row | [new](new.md) |: \
                        it is not built in";
        assert_eq!(texts(&check(&Tree::from_files(&files[..1]))), [expected]);
    }

    #[test]
    fn a_decoder_gets_odd_input() {
        let list = "mod a;\npub use a::{Page, decode_a};\npub use b::decode_b;\n";
        let files = [(DECODERS, list), (DECODERS_TRIED, "decoder!(16, decode_a),")];
        let expected = "crates/inspect/src/decode.rs: decode_b is not among the decoders of \
                        crates/inspect/tests/decoders/inputs.rs";
        assert_eq!(texts(&check(&Tree::from_files(&files))), [expected]);
    }
}
