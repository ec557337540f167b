//! What `CONTRIBUTING.md` asks for when a method or a decoder is added: each place that has to name it does.

use super::Problem;
use crate::repository::Tree;

const METHODS: &str = "crates/runner/src/builtin.rs";
const METHODS_INDEX: &str = "docs/methods/README.md";
const DECODERS: &str = "crates/inspect/src/decode.rs";
const DECODERS_TRIED: &str = "crates/inspect/tests/decoders/inputs.rs";

/// Finds methods that are not built in or not listed, and decoders that nobody gives odd input.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for path in &tree.paths {
        let stem = path.strip_prefix("methods/").and_then(|name| name.strip_suffix(".toml"));
        let Some(id) = stem.filter(|id| !id.contains('/')) else { continue };
        let named = [(METHODS, format!("methods/{id}.toml")), (METHODS_INDEX, link_to(id))];
        for (place, text) in named {
            if !tree.text(place).is_some_and(|found| found.contains(&text)) {
                problems.push(Problem::in_file(path, format!("{place} does not name {text}")));
            }
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
    fn a_method_that_is_built_in_and_listed_is_complete() {
        let files = [
            ("methods/new.toml", ""),
            (METHODS, "(\"new\", include_str!(\"../../../methods/new.toml\")),"),
            (METHODS_INDEX, "| [new](new.md) | what? |"),
        ];
        assert_eq!(texts(&check(&Tree::of(&files))), [""; 0]);
        let expected = [
            "methods/new.toml: crates/runner/src/builtin.rs does not name methods/new.toml",
            "methods/new.toml: docs/methods/README.md does not name [new](new.md)",
        ];
        assert_eq!(texts(&check(&Tree::of(&files[..1]))), expected);
    }

    #[test]
    fn a_decoder_gets_odd_input() {
        let list = "mod a;\npub use a::{Page, decode_a};\npub use b::decode_b;\n";
        let files = [(DECODERS, list), (DECODERS_TRIED, "decoder!(16, decode_a),")];
        let expected = "crates/inspect/src/decode.rs: decode_b is not among the decoders of \
                        crates/inspect/tests/decoders/inputs.rs";
        assert_eq!(texts(&check(&Tree::of(&files))), [expected]);
    }
}
