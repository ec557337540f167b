//! The grammar: sections, options, comments, included files, variables.

use super::fault::{JobFault, Wrong};
use super::names::canonical;
use super::value::whole_formula;
use super::{Around, Included};

/// Nesting limit of includes; deeper nesting is taken for a cycle. fio itself has no limit.
const DEPTH_MAX: usize = 16;

/// Limit of included files, counting nested ones, and limit of their bytes. Arbitrary: far more than anybody writes,
/// and a bound if each file includes the next one twice. fio itself has none.
const INCLUDES_MAX: usize = 256;
const INCLUDED_BYTES_MAX: usize = 4 << 20;

/// Jobs of a file. Source: `REAL_MAX_JOBS` in fio's `fio.h` (3.42).
const JOBS_MAX: usize = 4096;

/// Options of all sections, each with those of the global sections before it. Arbitrary: far more than anybody
/// writes, and a bound if many sections repeat many options.
const OPTIONS_MAX: usize = 400_000;

/// An option of a section or of a global section before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JobOption {
    /// Its first name: fio has several for some.
    pub(super) key: String,
    /// Its name in the file.
    pub(super) written: String,
    /// Without surrounding spaces; empty if there is none.
    pub(super) value: String,
    /// Line of the job file; for an included option, the line of the include.
    pub(super) line: u64,
}

/// Options of parsed lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said {
    /// Options of global sections first: a later one takes precedence.
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
    /// Its options, including those of global sections before it.
    pub(super) said: Said,
    /// Number of options from global sections.
    pub(super) global_count: usize,
}

impl Section {
    /// The last option of this name.
    pub(super) fn find(&self, key: &str) -> Option<&JobOption> {
        self.said.options.iter().rev().find(|option| option.key == key)
    }

    /// All of its options, including those without a known value.
    pub(super) fn all(&self) -> impl Iterator<Item = &JobOption> {
        self.said.options.iter().chain(&self.said.unset)
    }

    /// The options of the section itself.
    pub(super) fn own(&self) -> &[JobOption] {
        self.said.options.get(self.global_count..).unwrap_or_default()
    }
}

/// A job file, split into sections.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) sections: Vec<Section>,
    /// The options of all global sections, wherever they are in the file.
    pub(super) global: Said,
    pub(super) faults: Vec<JobFault>,
}

/// The jobs of a file with their options, and all syntax errors.
pub(super) fn parsed(text: &str, around: &dyn Around) -> Parsed {
    let mut parsed = Parsed::default();
    let mut reading = Reading { around, faults: Vec::new(), included: (0, 0) };
    let mut is_global = None;
    let mut option_count = 0_usize;
    for (line, content) in lines(text) {
        if option_count > OPTIONS_MAX {
            let wrong = Wrong::Options { limit: OPTIONS_MAX };
            reading.faults.push(JobFault { line, wrong });
            break;
        }
        if let Some(name) = section_name(content) {
            // fio compares only this prefix: [global2] is a global section, too.
            is_global = Some(name.starts_with("global"));
            if is_global == Some(false) {
                let (name, said) = (name.to_owned(), parsed.global.clone());
                let global_count = said.options.len();
                option_count = option_count.saturating_add(global_count);
                if parsed.sections.len() == JOBS_MAX {
                    let wrong = Wrong::Jobs { limit: JOBS_MAX };
                    reading.faults.push(JobFault { line, wrong });
                    break;
                }
                parsed.sections.push(Section { name, line, said, global_count });
            }
            continue;
        }
        let Some(is_global) = is_global else {
            // Only the first such line is reported: in a text that is not a job file, every line would be a fault.
            if reading.faults.is_empty() {
                let wrong = Wrong::Outside { text: content.to_owned() };
                reading.faults.push(JobFault { line, wrong });
            }
            continue;
        };
        let said = reading.options((line, content), None, 0);
        option_count = option_count.saturating_add(said.options.len());
        match (is_global, parsed.sections.last_mut()) {
            (false, Some(section)) => section.said.extend(said),
            _ => parsed.global.extend(said),
        }
    }
    parsed.faults = reading.faults;
    parsed
}

/// Lines that are not empty with their numbers, without comments.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines()).filter_map(|(line, content)| {
        // Anywhere in a line, as in fio.
        let content = content.split([';', '#']).next().unwrap_or_default().trim();
        (!content.is_empty()).then_some((line, content))
    })
}

fn section_name(content: &str) -> Option<&str> {
    content.strip_prefix('[')?.strip_suffix(']')
}

/// The name of the file that a line includes: as in fio, the text after the word and one separator.
fn included(content: &str) -> Option<&str> {
    let rest = content.strip_prefix("include")?;
    let behind = rest.strip_prefix(|sign: char| sign.is_whitespace() || sign == '=')?;
    Some(behind.trim())
}

/// State while a job file is read.
struct Reading<'a> {
    around: &'a dyn Around,
    faults: Vec<JobFault>,
    /// Number of included files, and of their bytes.
    included: (usize, usize),
}

impl Reading<'_> {
    /// The options of one line: one option, or those of a file that it includes. `by`: the place of the including
    /// file, if that is an included one itself.
    fn options(
        &mut self,
        (line, content): (u64, &str),
        by: Option<&str>,
        depth: usize,
    ) -> Said {
        let is_cut = || Said { is_cut: true, ..Said::default() };
        if let Some(name) = included(content) {
            if self.is_full() {
                // The fault was already reported.
                return is_cut();
            }
            return match self.include(name, by, depth) {
                Ok(file) => self.of_included((line, &file), depth),
                Err(wrong) => {
                    self.faults.push(JobFault { line, wrong });
                    is_cut()
                }
            };
        }
        let (written, value) = match content.split_once('=') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => (content, ""),
        };
        let (key, written) = (canonical(written).to_owned(), written.to_owned());
        match filled(value, self.around) {
            Ok(value) => {
                let options = vec![JobOption { key, written, value, line }];
                Said { options, ..Said::default() }
            }
            Err(wrong) => {
                self.faults.push(JobFault { line, wrong });
                let unset = vec![JobOption { key, written, value: value.to_owned(), line }];
                Said { unset, is_cut: true, ..Said::default() }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.included.0 > INCLUDES_MAX || self.included.1 > INCLUDED_BYTES_MAX
    }

    fn include(
        &mut self,
        name: &str,
        by: Option<&str>,
        depth: usize,
    ) -> Result<Included, Wrong> {
        let name = filled(name, self.around)?;
        let unreadable = |error| Wrong::Include { name: name.clone(), error };
        if depth == DEPTH_MAX {
            return Err(unreadable("files include one another".to_owned()));
        }
        self.included.0 = self.included.0.saturating_add(1);
        if self.is_full() {
            return Err(unreadable(format!("more than {INCLUDES_MAX} files are included")));
        }
        let file = self.around.include(&name, by).map_err(unreadable)?;
        self.included.1 = self.included.1.saturating_add(file.text.len());
        if self.is_full() {
            let mebibytes = INCLUDED_BYTES_MAX >> 20;
            return Err(unreadable(format!("what is included is longer than {mebibytes} MiB")));
        }
        if lines(&file.text).any(|(_, content)| section_name(content).is_some()) {
            return Err(unreadable("it has sections of its own".to_owned()));
        }
        Ok(file)
    }

    fn of_included(&mut self, (line, file): (u64, &Included), depth: usize) -> Said {
        let mut all = Said::default();
        for (_, inner) in lines(&file.text) {
            // Lines are those of the job file, because nobody sees the lines of included files.
            let by = Some(file.place.as_str());
            all.extend(self.options((line, inner), by, depth.saturating_add(1)));
        }
        all
    }
}

/// The text with its variables expanded: `${NAME}` from the environment, and fio's three words for the computer.
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
    // Asking the computer costs more than parsing the rest of a line, so it happens only if the word occurs.
    let words: [(&str, &dyn Fn() -> Option<u64>); 3] = [
        // The kernel's smallest page size on supported platforms; fio asks the system.
        ("$pagesize", &|| Some(4096)),
        ("$mb_memory", &|| around.memory_mib()),
        ("$ncpus", &|| around.cpu_count()),
    ];
    let mut has_word = false;
    for (word, value) in words {
        if done.contains(word) {
            let unknown = || Wrong::Variable { name: word.to_owned() };
            done = done.replace(word, &value().ok_or_else(unknown)?.to_string());
            has_word = true;
        }
    }
    // If the value contains one of these words, and only then, fio evaluates it with `bc`: whole numbers without
    // units.
    let is_formula = has_word && done.contains(['+', '-', '*', '/']);
    let value = is_formula.then(|| whole_formula(&done)).flatten();
    Ok(value.map_or(done, |value| value.to_string()))
}
