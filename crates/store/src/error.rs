//! What can go wrong with a store, and what the user can do about it.

use std::fmt;
use std::path::PathBuf;

use iogram_door::{DoorError, Kind};
use iogram_model::{Sentence, Text, sentence, text};

use crate::owner::Owner;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The location is a URL. What follows the scheme may hold a password and is not repeated.
    Url {
        /// What stands before `://`.
        scheme: String,
    },
    /// A password stands in the address of a server. Nothing of the address is repeated.
    PasswordInAddress,
    /// The location is on a server, and this build speaks to none.
    NoServers {
        /// Its address.
        path: PathBuf,
    },
    /// A file that the address of a server names is not there.
    NoFile {
        /// Its address.
        path: PathBuf,
        /// The name of the parameter.
        parameter: &'static str,
        /// The file.
        file: PathBuf,
    },
    /// The server does not answer.
    Silent {
        /// Its address.
        path: PathBuf,
        /// How long it was waited for, seconds.
        waited_s: u64,
    },
    /// The location cannot be handed to the database.
    PathNotText {
        /// The resolved location.
        path: PathBuf,
    },
    /// The location is a directory.
    Directory {
        /// The location as given.
        path: PathBuf,
    },
    /// What is there can be no store, or its directory could not be made.
    Place {
        /// The location as given.
        path: PathBuf,
        /// What keeps a file from being there.
        source: DoorError,
    },
    /// The file is a sound database, but not of iogram.
    Foreign {
        /// The store's file.
        path: PathBuf,
    },
    /// A newer iogram made the store.
    NewerSchema {
        /// The store's file.
        path: PathBuf,
        /// Version of the file's schema.
        found: i64,
        /// Latest version that is known.
        known: i64,
    },
    /// No thread or timer was to be had for the database.
    Runtime(#[source] std::io::Error),
    /// The database failed.
    Database {
        /// What could not be done with the store.
        action: Sentence,
        /// The store's file.
        path: PathBuf,
        /// What kind of failure it is.
        fault: Fault,
        /// The database's own words.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is damaged.
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// What the integrity check found first.
        problem: String,
    },
    /// The store holds no run at all.
    Empty {
        /// The store's file.
        path: PathBuf,
    },
    /// No run has this id, nor an id that begins with it.
    UnknownRun {
        /// As it was asked for.
        name: String,
    },
    /// Another program measures it.
    Owned {
        /// The run.
        run_id: String,
        /// Whose it is.
        owner: Box<Owner>,
    },
    /// Another run is this part of a campaign.
    TaskTaken {
        /// The campaign.
        campaign: String,
        /// Which task, counted from 0.
        task_index: u64,
    },
    /// Several ids begin with it.
    AmbiguousRun {
        /// As it was asked for.
        name: String,
        /// The first ids that begin with it, oldest first.
        matches: Vec<String>,
    },
    /// A run with this id is kept already.
    RunExists {
        /// The id.
        id: String,
    },
    /// The run has a cell at this position already.
    CellExists {
        /// The run.
        run_id: String,
        /// Counted from 0.
        position: usize,
    },
    /// The record would be another one when read back.
    Inexact {
        /// Which record.
        what: String,
    },
    /// No drive has this id.
    UnknownDrive {
        /// As it was asked for.
        name: String,
    },
    /// Another drive has the serial number.
    SerialTaken {
        /// The serial number.
        serial: String,
        /// The drive that has it.
        drive_id: String,
    },
    /// A drive that was kept is not understood.
    DriveRecord {
        /// Where and why.
        source: serde_json::Error,
    },
    /// A record that was kept is not understood.
    Record {
        /// The run.
        run_id: String,
        /// Where and why.
        source: serde_json::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Error {
    /// What could not be done, on what, and why; causes are not in it.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a sentence for each variant")]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Url { scheme } => {
                sentence!("store-cannot-open-store-only-file-postgresql", scheme)
            }
            Self::PasswordInAddress => {
                sentence!("store-cannot-open-store-postgres-password-stands")
            }
            Self::NoServers { path } => {
                sentence!("store-cannot-open-store-build-iogram-cannot", path = path.display())
            }
            Self::NoFile { path, parameter, file } => sentence!(
                "store-cannot-open-store-no-file-names",
                path = path.display(),
                file = file.display(),
                parameter
            ),
            Self::Silent { path, waited_s } => sentence!(
                "store-cannot-open-store-server-not-answer",
                path = path.display(),
                waited_s
            ),
            Self::PathNotText { path } => {
                sentence!("store-cannot-open-store-path-not-utf", path = path.display())
            }
            Self::Directory { path } => {
                sentence!("store-cannot-open-store-directory", path = path.display())
            }
            Self::Place { path, .. } => {
                sentence!("store-cannot-open-store", path = path.display())
            }
            Self::Foreign { path } => sentence!(
                "store-cannot-open-store-database-another-program",
                path = path.display()
            ),
            Self::NewerSchema { path, found, known } => sentence!(
                "store-cannot-open-store-schema-version-iogram",
                path = path.display(),
                found,
                known
            ),
            Self::Runtime(_) => sentence!("store-cannot-start-store-runtime"),
            Self::Database { action, .. } => action.clone(),
            Self::Damaged { path, problem } => {
                sentence!("store-cannot-trust-store", path = path.display(), problem)
            }
            Self::Empty { path } => {
                sentence!("store-cannot-find-last-run-store-holds", path = path.display())
            }
            Self::UnknownRun { name } => sentence!("store-cannot-find-run", name),
            Self::Owned { run_id, owner } => sentence!(
                "store-cannot-take-run-process-measures",
                run_id,
                pid = owner.pid,
                host = owner.host
            ),
            Self::TaskTaken { campaign, task_index } => {
                sentence!("store-cannot-begin-task-campaign-another-run", task_index, campaign)
            }
            Self::AmbiguousRun { name, matches } => {
                sentence!("store-cannot-tell-run", name, ids = list_matches(matches))
            }
            Self::RunExists { id } => {
                sentence!("store-cannot-begin-run-store-holds-run", id)
            }
            Self::CellExists { run_id, position } => {
                sentence!("store-cannot-add-cell-run-store-holds", position, run_id)
            }
            Self::Inexact { what } => sentence!("store-cannot-keep-exactly", what),
            Self::UnknownDrive { name } => sentence!("store-cannot-find-drive", name),
            Self::SerialTaken { serial, drive_id } => {
                sentence!("store-cannot-give-serial-number-second-drive", serial, drive_id)
            }
            Self::DriveRecord { .. } => sentence!("store-cannot-understand-record-drive"),
            Self::Record { run_id, .. } => {
                sentence!("store-cannot-understand-record-run", run_id)
            }
        }
    }
}

/// Kinds of failure of the database that call for different things to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No space left.
    Full,
    /// The file or its directory cannot be written.
    ReadOnly,
    /// Another program held the store for too long.
    Locked,
    /// The file cannot be opened or made.
    Unreachable,
    /// The file is not a database.
    NotADatabase,
    /// The file is a database with impossible contents.
    Damaged,
    /// Reading or writing the file failed.
    Io,
    /// The server does not answer, or the connection to it broke.
    ServerAway,
    /// Nobody that is trusted signed the server's certificate.
    ServerUntrusted,
    /// The server's certificate is for another host.
    ServerMisnamed,
    /// The server's certificate is not valid now.
    ServerOutOfDate,
    /// Another program, or a connection of this one that broke, holds what was to be written there.
    ServerLocked,
    /// The server speaks no TLS, which `sslmode` asks for.
    ServerPlain,
    /// The server does not let this user in.
    ServerRefuses,
    /// The user may not do that there.
    ServerForbids,
    /// There is no such database on the server.
    NoServerDatabase,
    /// No space or memory is left on the server.
    ServerFull,
    /// The server starts, ends, or has as many connections as it takes.
    ServerBusy,
    /// The server takes no changes: it is a standby, or was told so.
    ServerReadOnly,
    /// The server found damage in its own data.
    ServerDamaged,
    /// A failure of the database that waiting does not mend.
    Other,
}

impl Error {
    /// What the user can do, one sentence; `None` if there is nothing to advise.
    #[must_use]
    pub fn hint(&self) -> Option<Text> {
        Some(match self {
            Self::Url { .. } => {
                text!("store-name-file-runs-sqlite-postgres-user")
            }
            Self::PasswordInAddress => {
                text!("store-leave-out-put-into-pgpass-host")
            }
            Self::NoServers { .. } => {
                text!("store-build-cargo-build-release-features-server")
            }
            Self::NoFile { .. } => text!("store-name-file-pem-format-whole-path"),
            Self::Silent { .. } => return Fault::ServerAway.hint(),
            Self::PathNotText { .. } => text!("store-name-file-path-valid-utf-8"),
            Self::Directory { .. } => text!("store-name-file-directory-runs-sqlite"),
            Self::Place { source, .. } => match source.kind() {
                Kind::Refused => text!("store-name-file-iogram-new"),
                Kind::Usage | Kind::Io => {
                    text!("store-name-another-file-directory-write-new")
                }
            },
            Self::Foreign { .. } => text!("store-name-another-file-new-made-not"),
            Self::NewerSchema { .. } => text!("store-update-iogram-name-another-store"),
            Self::Runtime(_) => text!("store-look-limit-threads-open-files-ulimit"),
            Self::Database { fault, .. } => return fault.hint(),
            Self::Damaged { .. } => Fault::Damaged.hint()?,
            Self::Empty { .. } => text!("store-measure-something-first-name-another-store"),
            Self::UnknownRun { .. } => text!("store-list-runs-store-iogram-runs"),
            Self::Owned { .. } => text!("store-wait-end-end"),
            Self::TaskTaken { .. } => {
                text!("store-another-program-began-meanwhile-start-task")
            }
            Self::AmbiguousRun { .. } => text!("store-type-more-id"),
            Self::RunExists { .. } | Self::CellExists { .. } => {
                text!("store-kept-never-replaced-remove-run-first")
            }
            Self::Inexact { .. } => {
                text!("store-holds-figure-not-finite-number-text")
            }
            Self::UnknownDrive { .. } => text!("store-list-drives-iogram-drive-list"),
            Self::SerialTaken { .. } => text!("store-remove-iogram-drive-detach"),
            Self::DriveRecord { .. } => text!("store-newer-iogram-kept-drive-update-iogram"),
            Self::Record { .. } => text!("store-newer-iogram-made-run-update-iogram"),
        })
    }
}

impl Fault {
    /// What the user can do.
    fn hint(self) -> Option<Text> {
        Some(match self {
            Self::Full => text!("store-free-space-file-system-holds-store"),
            Self::ReadOnly => {
                text!("store-make-store-file-directory-writable-name")
            }
            Self::Locked => text!("store-another-program-using-store-end-try"),
            Self::Unreachable => {
                text!("store-look-permissions-file-directory-name-another")
            }
            Self::NotADatabase => text!("store-name-another-file-new-made-not"),
            Self::Damaged => {
                text!("store-move-file-away-left-taken-out")
            }
            Self::Io => text!("store-look-kernel-log-errors-drive-holds"),
            Self::ServerAway => {
                text!("store-see-whether-server-runs-reached-pg")
            }
            Self::ServerUntrusted => {
                text!("store-give-certificate-whoever-signed-sslrootcert-file")
            }
            Self::ServerMisnamed => {
                text!("store-name-host-certificate-trust-whoever-signed")
            }
            Self::ServerOutOfDate => {
                text!("store-look-computer-clock-date-right-server")
            }
            Self::ServerLocked => {
                text!("store-try-again-minute-another-program-writes")
            }
            Self::ServerPlain => {
                text!("store-turn-tls-ssl-sslmode-address-asks")
            }
            Self::ServerRefuses => {
                text!("store-look-user-address-password-pgpass-mode")
            }
            Self::ServerForbids => {
                text!("store-ask-looks-after-server-role-reader")
            }
            Self::NoServerDatabase => text!("store-make-first-createdb-h-host-database"),
            Self::ServerFull => {
                text!("store-free-space-memory-server-nothing-being")
            }
            Self::ServerBusy => text!("store-try-again-moment-raise-server-max"),
            Self::ServerReadOnly => text!("store-name-server-takes-changes-not-standby"),
            Self::ServerDamaged => text!("store-look-server-log-restore-last-backup"),
            Self::Other => return None,
        })
    }
}

/// The ids, and that there may be more.
fn list_matches(matches: &[String]) -> String {
    let shown = matches.iter().take(AMBIGUOUS_SHOWN).map(String::as_str).collect::<Vec<_>>();
    let more = if matches.len() > AMBIGUOUS_SHOWN { ", .." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Arbitrary: as many ids as fit on a line.
pub(crate) const AMBIGUOUS_SHOWN: usize = 4;
