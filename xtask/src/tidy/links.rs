//! Links between the repository's pages are valid. External links are not followed.

use super::Problem;
use crate::repository::{TextFile, Tree};

/// Finds relative links in Markdown to files that do not exist.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let pages = tree.texts.iter().filter(|file| file.is_markdown());
    pages.flat_map(|page| dead_links(page, tree)).collect()
}

fn dead_links(page: &TextFile, tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut is_code = false;
    for (index, line) in page.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for link in links_of(line) {
            let is_dead = resolve(&page.path, link).is_none_or(|path| !tree.contains(&path));
            if is_dead {
                let message = format!("the link to {link} leads nowhere");
                problems.push(Problem::at(&page.path, index + 1, message));
            }
        }
    }
    problems
}

/// Targets of relative links in `line`, without fragments.
fn links_of(line: &str) -> Vec<&str> {
    // Every second part of a line cut at backticks is code.
    let prose = line.split('`').step_by(2);
    prose
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|tail| tail.split([')', '#', ' ']).next())
        .filter(|link| {
            !link.is_empty() && !link.contains("://") && !link.starts_with("mailto:")
        })
        .collect()
}

/// The path that `link` on `page` means, from the repository's root; `None` if it leaves the repository.
fn resolve(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let page = "[a](methods/quick.md) [b](../README.md#top) [c](methods) [d](gone.md)\n\
                    `[e](code.md)` [f](https://example.org/x.md) [g](#here)\n\
                    [h](../../outside.md) and [`code`](lost.md)\n\
                    ```\n[i](fenced.md)\n```\n";
        let tree = Tree::from_files(&[
            ("docs/guide.md", page),
            ("docs/methods/quick.md", ""),
            ("README.md", ""),
        ]);
        let expected = [
            "docs/guide.md:1: the link to gone.md leads nowhere",
            "docs/guide.md:3: the link to ../../outside.md leads nowhere",
            "docs/guide.md:3: the link to lost.md leads nowhere",
        ];
        assert_eq!(texts(&check(&tree)), expected);
    }
}
