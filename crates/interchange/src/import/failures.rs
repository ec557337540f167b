//! Failures in a text beside a tool's results: lines of the system, of the kernel and of the tool itself, above and
//! below its table.

use iogram_model::{Evidence, sentence};

use super::{line::bare, plausible::note_first};
use crate::Imported;

/// Limit of lines; further ones add nothing new. Arbitrary.
const LINES_MAX: usize = 4;

/// Limit of a line's length, for the page. Arbitrary.
const LETTERS_MAX: usize = 200;

/// Messages of the C library for errors of the drive, and of Linux' block layer.
const ENDS: [&str; 4] =
    ["Input/output error", "Remote I/O error", "Medium not found", "No medium found"];
const WITHIN: [&str; 4] = [
    "I/O error, dev ",
    "Buffer I/O error on dev",
    ": Input/output error: ",
    "critical medium error, dev ",
];

/// Adds the text's failures to its run; with several runs, the assignment is unknown.
pub(super) fn add(found: &mut [Imported], text: &str) {
    let told = lines(text);
    if told.is_empty() {
        return;
    }
    if let [only] = found {
        for probe in &mut only.probes {
            if let Evidence::Imported(it) = &mut probe.evidence
                && it.errors.is_empty()
                && !it.results.is_empty()
            {
                it.errors.clone_from(&told);
            }
        }
        return;
    }
    let has_errors =
        found.iter().flat_map(|it| &it.probes).any(|probe| match &probe.evidence {
            Evidence::Imported(it) => !it.errors.is_empty() || it.results.is_empty(),
            _ => true,
        });
    if !has_errors {
        let words = told.join("; ");
        note_first(found, &sentence!("interchange-text-tells-requests-failed", words));
    }
}

fn lines(text: &str) -> Vec<String> {
    let is_failure = |it: &str| {
        let end = it.trim_end_matches(['.', '!', ')']);
        let before = ENDS.iter().find_map(|words| end.strip_suffix(words));
        // Without any text before it, a person only mentions the error.
        before.is_some_and(|it| {
            it.ends_with([' ', ':', '(', '=']) && it.contains([':', '=', '-'])
        }) || WITHIN.iter().any(|words| it.contains(words))
    };
    let mut told: Vec<String> = Vec::new();
    for line in text.lines().map(bare).filter(|it| is_failure(it)) {
        let line: String = line.chars().take(LETTERS_MAX).collect();
        if told.len() < LINES_MAX && !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_tell_of_failed_requests_are_found_and_talk_about_them_is_not() {
        for line in [
            "fio: io_u error on file /dev/sdb: Input/output error: read offset=4096, buflen=4096",
            "[ 12.3] blk_update_request: I/O error, dev sdb, sector 1234 op 0x0:(READ)",
            "ioping: request failed: Input/output error",
            "> read() failed: Input/output error",
        ] {
            assert_eq!(lines(line).len(), 1, "{line}");
        }
        for line in ["Input/output error", "I never saw an Input/output error", "errors: none"]
        {
            assert!(lines(line).is_empty(), "{line}");
        }
    }
}
