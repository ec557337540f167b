//! Licences of everything in the build, compared with a list of licences that require only a notice.

use serde_json::Value;

use super::Problem;

/// Licences that a binary under MIT or Apache-2.0 may contain.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Packages accepted under another licence: package, licence, reason. Each has been reviewed.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// Finds packages of the lock file without an allowed licence.
pub(super) fn check(metadata: &Value) -> Vec<Problem> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter_map(|package| {
            let name = package["name"].as_str()?;
            let Some(expression) = package["license"].as_str() else {
                return Some(Problem::in_file(name, "states no licence"));
            };
            let is_exception = |licence: &str| {
                EXCEPTIONS
                    .iter()
                    .any(|&(package, other, _)| (package, other) == (name, licence))
            };
            let is_allowed =
                |licence: &str| ALLOWED.contains(&licence) || is_exception(licence);
            (!permits(expression, &is_allowed)).then(|| {
                Problem::in_file(name, format!("its licence \"{expression}\" is not allowed"))
            })
        })
        .collect()
}

/// Whether an SPDX expression can be met by allowed licences alone. An older form with `/` means OR.
fn permits(expression: &str, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = tokens.as_slice();
    permits_any(&mut rest, is_allowed) && rest.is_empty()
}

fn permits_any(rest: &mut &[&str], is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut result = permits_all(rest, is_allowed);
    while let ["OR", tail @ ..] = *rest {
        *rest = tail;
        result |= permits_all(rest, is_allowed);
    }
    result
}

fn permits_all(rest: &mut &[&str], is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut result = permits_one(rest, is_allowed);
    while let ["AND", tail @ ..] = *rest {
        *rest = tail;
        result &= permits_one(rest, is_allowed);
    }
    result
}

fn permits_one(rest: &mut &[&str], is_allowed: &dyn Fn(&str) -> bool) -> bool {
    match *rest {
        ["(", tail @ ..] => {
            *rest = tail;
            let result = permits_any(rest, is_allowed);
            let [")", tail @ ..] = *rest else { return false };
            *rest = tail;
            result
        }
        [licence, "WITH", exception, tail @ ..] => {
            *rest = tail;
            is_allowed(&format!("{licence} WITH {exception}"))
        }
        [licence, tail @ ..] => {
            *rest = tail;
            is_allowed(licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts;
    use super::*;

    #[track_caller]
    fn check_expression(expression: &str, expected: bool) {
        let is_allowed = |licence: &str| ["MIT", "Zlib", "A WITH x"].contains(&licence);
        assert_eq!(permits(expression, &is_allowed), expected, "expression {expression:?}");
    }

    #[test]
    fn an_expression_is_met_by_allowed_licences_alone() {
        check_expression("MIT", true);
        check_expression("GPL-3.0", false);
        check_expression("MIT OR GPL-3.0", true);
        check_expression("MIT/GPL-3.0", true);
        check_expression("MIT AND GPL-3.0", false);
        check_expression("(GPL-3.0 OR MIT) AND Zlib", true);
        check_expression("GPL-3.0 OR MIT AND Zlib", true);
        check_expression("GPL-3.0 AND Zlib OR GPL-2.0", false);
        check_expression("A WITH x", true);
        check_expression("MIT WITH x", false);
        check_expression("(MIT", false);
        check_expression("", false);
    }

    #[test]
    fn a_package_without_a_licence_is_found() {
        let metadata = json!({"packages": [
            {"name": "good", "license": "MIT OR Apache-2.0"},
            {"name": "closed", "license": null},
            {"name": "viral", "license": "AGPL-3.0-only"},
        ]});
        let expected = [
            "closed: states no licence",
            "viral: its licence \"AGPL-3.0-only\" is not allowed",
        ];
        assert_eq!(texts(&check(&metadata)), expected);
    }
}
