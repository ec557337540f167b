//! The grammar: sections, options, comments, included files, variables.

use super::Around;
use super::fault::{JobFault, Wrong};
use super::names::canonical;

/// Files that include one another: more is a circle. fio itself has no limit.
const INCLUDES_MAX: usize = 16;

/// An option of a section with those of the global sections before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JobOption {
    /// Its first name: fio has several for some.
    pub(super) key: String,
    /// As it stands there.
    pub(super) written: String,
    /// Without spaces around; empty where there is none.
    pub(super) value: String,
    /// Line of the job file, that of the include for what was included.
    pub(super) line: u64,
}

/// A job's section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) line: u64,
    /// Those of global sections first: a later one counts.
    pub(super) options: Vec<JobOption>,
}

impl Section {
    /// The last option of this name.
    pub(super) fn find(&self, key: &str) -> Option<&JobOption> {
        self.options.iter().rev().find(|option| option.key == key)
    }
}

/// The jobs of a file, each with what holds for it.
pub(super) fn sections(text: &str, around: &dyn Around) -> Result<Vec<Section>, JobFault> {
    let mut global: Vec<JobOption> = Vec::new();
    let mut sections: Vec<Section> = Vec::new();
    let mut is_global = None;
    for (line, content) in lines(text) {
        if let Some(name) = section_name(content) {
            // fio compares so many letters: [global2] is one, too.
            is_global = Some(name.starts_with("global"));
            if is_global == Some(false) {
                let name = name.to_owned();
                sections.push(Section { name, line, options: global.clone() });
            }
            continue;
        }
        let Some(is_global) = is_global else {
            return Err(JobFault { line, wrong: Wrong::Outside { text: content.to_owned() } });
        };
        let found = options((line, content), around, 0)?;
        match (is_global, sections.last_mut()) {
            (false, Some(section)) => section.options.extend(found),
            _ => global.extend(found),
        }
    }
    Ok(sections)
}

/// Lines with something in them and their numbers, without comments.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines()).filter_map(|(line, content)| {
        // Everywhere in a line, as fio cuts it.
        let content = content.split([';', '#']).next().unwrap_or_default().trim();
        (!content.is_empty()).then_some((line, content))
    })
}

fn section_name(content: &str) -> Option<&str> {
    content.strip_prefix('[')?.strip_suffix(']')
}

/// What one line says: an option, or those of a file that it includes.
fn options(
    (line, content): (u64, &str),
    around: &dyn Around,
    depth: usize,
) -> Result<Vec<JobOption>, JobFault> {
    let fault = |wrong| JobFault { line, wrong };
    if let Some(name) = content.strip_prefix("include ").map(str::trim) {
        let name = filled(name, around).map_err(fault)?;
        let unreadable = |error| fault(Wrong::Include { name: name.clone(), error });
        if depth == INCLUDES_MAX {
            return Err(unreadable("files include one another".to_owned()));
        }
        let text = around.include(&name).map_err(unreadable)?;
        let mut all = Vec::new();
        for (_, inner) in lines(&text) {
            if section_name(inner).is_some() {
                return Err(unreadable("it has sections of its own".to_owned()));
            }
            // Places are those of the job file: nobody sees the lines of others.
            all.extend(options((line, inner), around, depth.saturating_add(1))?);
        }
        return Ok(all);
    }
    let (written, value) = match content.split_once('=') {
        Some((key, value)) => (key.trim(), value.trim()),
        None => (content, ""),
    };
    let value = filled(value, around).map_err(fault)?;
    let key = canonical(written).to_owned();
    Ok(vec![JobOption { key, written: written.to_owned(), value, line }])
}

/// The text with its variables filled in: `${NAME}` from the environment, and fio's three words for the computer.
fn filled(text: &str, around: &dyn Around) -> Result<String, Wrong> {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, behind)) = after.split_once('}') else { break };
        let value = around.variable(name);
        let value = value.ok_or_else(|| Wrong::Variable { name: name.to_owned() })?;
        done.push_str(before);
        done.push_str(&value);
        rest = behind;
    }
    done.push_str(rest);
    let words = [
        // The kernel's smallest page on what this program runs on; fio asks the system.
        ("$pagesize", Some(4096)),
        ("$mb_memory", around.memory_mib()),
        ("$ncpus", around.cpu_count()),
    ];
    for (word, value) in words {
        if done.contains(word) {
            let unknown = || Wrong::Variable { name: word.to_owned() };
            done = done.replace(word, &value.ok_or_else(unknown)?.to_string());
        }
    }
    Ok(done)
}
