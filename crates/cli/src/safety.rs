//! What may be written: what the user typed, what is asked in a terminal, what is borrowed, and what
//! this run needs itself.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use iogram_device::{BorrowRequest, Needed, Shown, SysRoot};
use iogram_engine::Control;
use iogram_model::Bytes;

use crate::args::{OutputArgs, SafetyArgs};
use crate::failure::{Failure, REFUSED};
use crate::output;
use crate::places;

/// What the user allows on a target.
#[derive(Debug, Clone, Default)]
pub(crate) struct Permission {
    /// What was typed to allow destruction.
    pub(crate) destroy: Option<String>,
    /// What stood there when it was looked at first: what was typed is meant for that.
    pub(crate) seen: Option<String>,
    /// What is borrowed instead, and where its blocks are kept.
    pub(crate) borrow: Option<(Bytes, PathBuf)>,
    /// Single places are borrowed instead: where they are kept, and how much at most.
    pub(crate) places: Option<(PathBuf, Bytes)>,
    /// What must not be destroyed in any case.
    pub(crate) needed: Vec<Needed>,
}

impl Permission {
    /// What the options say. Where the run is kept and what it is read from is not destroyed.
    pub(crate) fn new(
        safety: &SafetyArgs,
        output: &OutputArgs,
        method_file: Option<&PathBuf>,
    ) -> Result<Self, Failure> {
        let borrow = match safety.borrow {
            Some(size) => Some((size, places::journals(safety.borrow_journal.as_ref())?)),
            None if safety.borrow_journal.is_some() => {
                return Err(Failure::usage(
                    "--borrow-journal says where to keep the blocks of a borrowed device, and none \
                     is borrowed",
                    "add --borrow, or leave --borrow-journal out",
                ));
            }
            None => None,
        };
        let mut needed = Needed::always(&SysRoot::default());
        if !output.no_store {
            needed.push(Needed::new("the store", places::store_path(&output.store)?));
        }
        let json = output.json.as_ref().filter(|path| path.as_os_str() != "-");
        needed.extend(json.map(|path| Needed::new("the file for the result", path)));
        needed.extend(method_file.map(|path| Needed::new("the method file", path)));
        let destroy = safety.destroy.clone();
        Ok(Self { destroy, seen: None, borrow, places: None, needed })
    }

    /// Whether writing was asked for in so many words.
    pub(crate) fn is_asked(&self) -> bool {
        self.destroy.is_some() || self.borrow.is_some() || self.places.is_some()
    }

    pub(crate) fn request<'a>(&'a self, control: &'a Control) -> Option<BorrowRequest<'a>> {
        let (size, journals) = self.borrow.as_ref()?;
        Some(BorrowRequest { size: *size, journals, control })
    }
}

/// This computer, with what the user says of what cannot be seen of it.
pub(crate) fn computer(unused_outside: Option<&String>) -> SysRoot {
    SysRoot { unused_outside: unused_outside.cloned(), ..SysRoot::default() }
}

/// Whether there is a person to ask.
pub(crate) fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Shows what is on the drive and asks for its name; `None` if nothing was typed.
pub(crate) fn ask(shown: &Shown, without: &str) -> Result<Option<String>, Failure> {
    description(shown).iter().for_each(|line| output::talk(line));
    let what = shown.typed_name.what;
    output::talk(&format!("To destroy all of this, type {what}: {}", shown.typed_name.text));
    output::talk(&format!("Only Enter: {without}."));
    output::prompt("> ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| {
        Failure::new(REFUSED, format!("nothing was typed: {error}"), "use --destroy")
    })?;
    Ok(Some(line.trim().to_owned()).filter(|typed| !typed.is_empty()))
}

/// The drive and everything on it.
fn description(shown: &Shown) -> Vec<String> {
    let mut said = vec![format!("{}: {}, {}", shown.name, shown.drive, shown.capacity.both())];
    let lines = shown.contents.lines();
    if lines.is_empty() {
        said.push("  nothing recognised on it".to_owned());
    }
    said.extend(lines.iter().map(|line| format!("  {line}")));
    said
}
