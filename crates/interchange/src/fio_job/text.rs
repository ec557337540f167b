//! The grammar: sections, options, comments, included files, variables.

use super::fault::{JobFault, Wrong};
use super::names::canonical;
use super::value::whole_formula;
use super::{Around, Included};

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

/// What lines say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// Those of global sections first: a later one counts.
    pub(super) options: Vec<JobOption>,
    /// Options whose values need a variable that is not set.
    pub(super) unset: Vec<JobOption>,
    /// Whether something is missing: a variable, or a file that could not be included.
    pub(super) is_cut: bool,
}

impl Said {
    fn extend(&mut self, more: Self) {
        self.options.extend(more.options);
        self.unset.extend(more.unset);
        self.is_cut |= more.is_cut;
    }
}

/// A job's section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) line: u64,
    /// With what global sections before it say.
    pub(super) said: Said,
    /// How many of its options are those of global sections.
    pub(super) global_count: usize,
}

impl Section {
    /// The last option of this name.
    pub(super) fn find(&self, key: &str) -> Option<&JobOption> {
        self.said.options.iter().rev().find(|option| option.key == key)
    }

    /// All of its options, also those of which no value is known.
    pub(super) fn all(&self) -> impl Iterator<Item = &JobOption> {
        self.said.options.iter().chain(&self.said.unset)
    }

    /// Those that no global section says.
    pub(super) fn own(&self) -> &[JobOption] {
        self.said.options.get(self.global_count..).unwrap_or_default()
    }
}

/// A job file, cut up.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) sections: Vec<Section>,
    /// What all global sections say, wherever they stand.
    pub(super) global: Said,
    pub(super) faults: Vec<JobFault>,
}

/// The jobs of a file, each with what holds for it, and everything that is wrong with its lines as such.
pub(super) fn parsed(text: &str, around: &dyn Around) -> Parsed {
    let mut parsed = Parsed::default();
    let mut is_global = None;
    for (line, content) in lines(text) {
        if let Some(name) = section_name(content) {
            // fio compares so many letters: [global2] is one, too.
            is_global = Some(name.starts_with("global"));
            if is_global == Some(false) {
                let (name, said) = (name.to_owned(), parsed.global.clone());
                let global_count = said.options.len();
                parsed.sections.push(Section { name, line, said, global_count });
            }
            continue;
        }
        let Some(is_global) = is_global else {
            // The first one tells it: of what is no job file each line would be one.
            if parsed.faults.is_empty() {
                let wrong = Wrong::Outside { text: content.to_owned() };
                parsed.faults.push(JobFault { line, wrong });
            }
            continue;
        };
        let said = options((line, content), (around, None), 0, &mut parsed.faults);
        match (is_global, parsed.sections.last_mut()) {
            (false, Some(section)) => section.said.extend(said),
            _ => parsed.global.extend(said),
        }
    }
    parsed
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

/// The name of the file that a line includes: as fio, what stands behind one sign after the word.
fn included(content: &str) -> Option<&str> {
    let rest = content.strip_prefix("include")?;
    let behind = rest.strip_prefix(|sign: char| sign.is_whitespace() || sign == '=')?;
    Some(behind.trim())
}

/// What one line says: an option, or those of a file that it includes. `by`: the place of the file that it stands in, if that
/// is an included one.
fn options(
    (line, content): (u64, &str),
    (around, by): (&dyn Around, Option<&str>),
    depth: usize,
    faults: &mut Vec<JobFault>,
) -> Said {
    if let Some(name) = included(content) {
        return match include(name, (around, by), depth) {
            Ok(file) => of_included((line, &file), around, depth, faults),
            Err(wrong) => {
                faults.push(JobFault { line, wrong });
                Said { is_cut: true, ..Said::default() }
            }
        };
    }
    let (written, value) = match content.split_once('=') {
        Some((key, value)) => (key.trim(), value.trim()),
        None => (content, ""),
    };
    let (key, written) = (canonical(written).to_owned(), written.to_owned());
    match filled(value, around) {
        Ok(value) => {
            let options = vec![JobOption { key, written, value, line }];
            Said { options, ..Said::default() }
        }
        Err(wrong) => {
            faults.push(JobFault { line, wrong });
            let unset = vec![JobOption { key, written, value: value.to_owned(), line }];
            Said { unset, is_cut: true, ..Said::default() }
        }
    }
}

fn include(
    name: &str,
    (around, by): (&dyn Around, Option<&str>),
    depth: usize,
) -> Result<Included, Wrong> {
    let name = filled(name, around)?;
    let unreadable = |error| Wrong::Include { name: name.clone(), error };
    if depth == INCLUDES_MAX {
        return Err(unreadable("files include one another".to_owned()));
    }
    let file = around.include(&name, by).map_err(unreadable)?;
    if lines(&file.text).any(|(_, content)| section_name(content).is_some()) {
        return Err(unreadable("it has sections of its own".to_owned()));
    }
    Ok(file)
}

fn of_included(
    (line, file): (u64, &Included),
    around: &dyn Around,
    depth: usize,
    faults: &mut Vec<JobFault>,
) -> Said {
    let mut all = Said::default();
    for (_, inner) in lines(&file.text) {
        // Places are those of the job file: nobody sees the lines of others.
        let by = (around, Some(file.place.as_str()));
        all.extend(options((line, inner), by, depth.saturating_add(1), faults));
    }
    all
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
    let mut has_word = false;
    for (word, value) in words {
        if done.contains(word) {
            let unknown = || Wrong::Variable { name: word.to_owned() };
            done = done.replace(word, &value.ok_or_else(unknown)?.to_string());
            has_word = true;
        }
    }
    // With one of its words in it, and only then, fio lets `bc` calculate the value: whole numbers without units.
    let is_formula = has_word && done.contains(['+', '-', '*', '/']);
    let value = is_formula.then(|| whole_formula(&done)).flatten();
    Ok(value.map_or(done, |value| value.to_string()))
}
