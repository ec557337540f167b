//! `iogram restore`: puts back borrowed blocks that a crash or an unplugging left.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_device::{
    Borrowed, JournalHead, JournalState, ProtectedPath, discard_unfinished,
    find_borrowed_device, list_borrowed, save_as,
};
use iogram_inspect::SysRoot;
use iogram_model::{RunState, sentence, text};

use iogram_report::statement_text;
use iogram_session::{LeaseOptions, computer, put_back_statement, with_lease};
use iogram_store::{LeasedDrive, RunFilter};

use crate::args::{RestoreArgs, StoreArgs};
use crate::complaint;
use crate::failure::Failure;
use crate::options::lease;
use crate::output;
use crate::places;

/// `iogram restore`.
pub(crate) fn restore(arguments: &RestoreArgs) -> Result<ExitCode, Failure> {
    let root = computer(arguments.unused_outside.as_deref());
    if let (Some(journal), Some(image)) = (&arguments.journal, &arguments.save_as) {
        let size = save_as(journal, image)?;
        output::talk(sentence!(
            "cli-saved-device-every-block-place-nothing",
            image = image.display(),
            size = size.both(),
            journal = journal.display()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let place = Place { root: &root, lease: lease(&arguments.fleet) };
    if let Some(journal) = &arguments.journal {
        place.put_back(journal)?;
        return Ok(ExitCode::SUCCESS);
    }
    let directory = places::journals(arguments.borrow_journal.as_ref())?;
    let mut found = list_borrowed(&directory)?;
    // If a device has two, the newer one contains the state that the older one's borrowing left.
    found.sort_by_key(|one| Reverse(one.head.as_ref().map(|head| head.generation)));
    if arguments.list {
        let lines: Vec<String> =
            found.iter().map(|one| describe(&root, one, &found)).collect::<Result<_, _>>()?;
        output::lines(&lines.concat())?;
        let folders: Vec<PathBuf> =
            killed_in().iter().flat_map(|it| iogram_door::left_in(it)).collect();
        for folder in &folders {
            let line = sentence!("cli-left-run-killed", folder = folder.display());
            output::lines(&format!("{}\n", output::said(&line)))?;
        }
        if lines.is_empty() && folders.is_empty() {
            output::talk(sentence!(
                "cli-nothing-borrowed-no-journal",
                directory = directory.display()
            ));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let folders: Vec<PathBuf> =
        killed_in().iter().flat_map(|it| iogram_door::remove_left_in(it)).collect();
    for folder in &folders {
        output::talk(sentence!("cli-removed-left-run-killed", folder = folder.display()));
    }
    if found.is_empty() && !folders.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    restore_all(&place, &found, &directory)
}

/// The work directories of stored runs without a recorded end: programs may have left their folders there. Empty
/// without a store, because nothing depends on it.
fn killed_in() -> Vec<PathBuf> {
    let Ok(mut store) = places::open_kept(&StoreArgs { store: None }) else {
        return Vec::new();
    };
    let runs = store.list(&RunFilter::default()).unwrap_or_default();
    let broken_off = runs.into_iter().filter(|run| run.line.state == RunState::Running);
    let places = broken_off.filter_map(|run| store.origin(&run.line.id).ok()?.place);
    let mut directories: Vec<PathBuf> = places.map(PathBuf::from).collect();
    directories.retain(|place| place.is_dir());
    directories.sort();
    directories.dedup();
    directories
}

/// Restores every journal; the first failure is the command's, the others are printed.
fn restore_all(
    place: &Place<'_>,
    found: &[Borrowed],
    directory: &Path,
) -> Result<ExitCode, Failure> {
    let mut failed: Option<Failure> = None;
    let mut fail = |new: Failure| match failed.take() {
        Some(first) => {
            complaint::say(&new);
            failed = Some(first);
        }
        None => failed = Some(new),
    };
    for one in found {
        let path = one.journal.display();
        match &one.state {
            JournalState::Complete => {
                if let Err(error) = place.put_back(&one.journal) {
                    fail(error);
                }
            }
            JournalState::Unfinished => {
                discard_unfinished(one)?;
                output::talk(sentence!(
                    "cli-removed-saving-not-finished-nothing-written",
                    path
                ));
            }
            JournalState::BeingSaved => {
                output::talk(sentence!("cli-being-written-running-iogram", path));
            }
            JournalState::Damaged(why) => {
                fail(Failure::environment(why.clone(), text!("cli-device-right-remove-file")));
            }
            // Refused again, with the remedy.
            JournalState::Untrusted(_) => {
                if let Err(error) = place.put_back(&one.journal) {
                    fail(error);
                }
            }
        }
    }
    if found.is_empty() {
        output::talk(sentence!(
            "cli-nothing-borrowed-no-journal",
            directory = directory.display()
        ));
    }
    failed.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// The surroundings of the drives.
struct Place<'a> {
    root: &'a SysRoot,
    /// The lease server of the fleet's drives.
    lease: Option<LeaseOptions>,
}

impl Place<'_> {
    /// Puts back the blocks of `journal`, while no run of the fleet has the drive.
    fn put_back(&self, journal: &Path) -> Result<(), Failure> {
        let put_back = || {
            let needed = ProtectedPath::always(self.root);
            let done = iogram_device::restore(self.root, journal, &needed)?;
            output::talk(sentence!(
                "cli-journal-done",
                journal = journal.display(),
                done = statement_text(&put_back_statement(done), &output::locale())
            ));
            Ok(())
        };
        let leased =
            self.lease.as_ref().and_then(|lease| Some((lease, leased(lease, journal)?)));
        match leased {
            Some((lease, drive)) => with_lease(drive, lease, put_back),
            None => put_back(),
        }
    }
}

/// The drive of `journal` in the fleet; `None` if it has no identifier, or the journal cannot be read, which
/// restoring it reports.
fn leased(lease: &LeaseOptions, journal: &Path) -> Option<LeasedDrive> {
    let directory =
        journal.parent().filter(|it| *it != Path::new("")).unwrap_or(Path::new("."));
    let name = journal.file_name()?;
    let all = list_borrowed(directory).ok()?;
    let head = all.into_iter().find(|it| it.journal.file_name() == Some(name))?.head?;
    let serial = head.serial.as_deref().map(str::trim).filter(|it| !it.is_empty());
    let serial = lease.name.as_deref().or(serial)?.to_owned();
    let capacity_bytes = Some(head.capacity.0);
    Some(LeasedDrive {
        serial,
        model: head.model,
        capacity_bytes,
        place: format!("/dev/{}", head.name),
    })
}

/// One line: the saved blocks, their device, and the possible actions.
fn describe(root: &SysRoot, one: &Borrowed, all: &[Borrowed]) -> Result<String, Failure> {
    let path = one.journal.display();
    let said = output::said;
    let state = match (&one.state, &one.head) {
        (JournalState::Complete, Some(head)) => {
            let here = find_borrowed_device(root, head)?;
            let here: Vec<String> =
                here.iter().map(|path| path.display().to_string()).collect();
            let place = match here.is_empty() {
                true => said(&sentence!("cli-journal-not-connected")),
                false => here.join(", "),
            };
            let newer = all.iter().find(|other| is_newer(other.head.as_ref(), head));
            let state = said(&match newer {
                None => sentence!("cli-journal-not-restored"),
                Some(newer) => {
                    let newer = newer.journal.display();
                    sentence!("cli-journal-restore-newer-first", newer)
                }
            });
            let (size, drive) = (head.size, head.drive());
            said(&sentence!("cli-journal-first-blocks", size, drive, place, state))
        }
        (JournalState::BeingSaved, _) => said(&sentence!("cli-journal-being-written")),
        (JournalState::Unfinished, _) => said(&sentence!("cli-journal-unfinished")),
        (JournalState::Damaged(why) | JournalState::Untrusted(why), _) => why.clone(),
        (JournalState::Complete, None) => said(&sentence!("cli-journal-unknown")),
    };
    Ok(format!("{path}: {state}\n"))
}

/// Whether `other` is of a later borrowing of the same device.
fn is_newer(other: Option<&JournalHead>, head: &JournalHead) -> bool {
    other.is_some_and(|other| {
        other.is_of_same_device(head) && other.generation > head.generation
    })
}
