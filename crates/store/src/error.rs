//! Errors of a store, with remedies for the user.

use std::fmt;
use std::path::PathBuf;

use iogram_door::{DoorError, Kind};
use iogram_model::{Sentence, Text, sentence, text};

use crate::owner::Owner;

/// Reasons why the store failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The location is a URL. The part after the scheme may hold a password, so no message repeats it.
    Url {
        /// The part before `://`.
        scheme: String,
    },
    /// A server's address contains a password. No message repeats the address.
    PasswordInAddress,
    /// The location is on a server, and this build does not support servers.
    NoServers {
        /// Its address.
        path: PathBuf,
    },
    /// A file that the address of a server names does not exist.
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
        /// Waiting time in seconds.
        waited_s: u64,
    },
    /// The location cannot be passed to the database.
    PathNotText {
        /// The resolved location.
        path: PathBuf,
    },
    /// The location is a directory.
    Directory {
        /// The location as given.
        path: PathBuf,
    },
    /// The location cannot hold a store, or its directory could not be made.
    Place {
        /// The location as given.
        path: PathBuf,
        /// The reason why there can be no file.
        source: DoorError,
    },
    /// The file is an intact database of another program.
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
        /// Latest version that this program knows.
        known: i64,
    },
    /// The system gave no thread or timer for the database.
    Runtime(#[source] std::io::Error),
    /// The database failed.
    Database {
        /// What could not be done with the store.
        action: Sentence,
        /// The store's file.
        path: PathBuf,
        /// Kind of failure.
        fault: Fault,
        /// The database's own message.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is damaged.
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// The first result of the integrity check.
        problem: String,
    },
    /// The store holds no run.
    Empty {
        /// The store's file.
        path: PathBuf,
    },
    /// No run has this id or an id that begins with it.
    UnknownRun {
        /// The name that the user gave.
        name: String,
    },
    /// Another program measures it.
    Owned {
        /// The run.
        run_id: String,
        /// Its owner.
        owner: Box<Owner>,
    },
    /// Another run already is this part of a campaign.
    TaskTaken {
        /// The campaign.
        campaign: String,
        /// The task, counted from 0.
        task_index: u64,
    },
    /// Several ids begin with it.
    AmbiguousRun {
        /// The name that the user gave.
        name: String,
        /// The first ids that begin with it, oldest first.
        matches: Vec<String>,
    },
    /// The store already has a run with this id.
    RunExists {
        /// The id.
        id: String,
    },
    /// The run already has a cell at this position.
    CellExists {
        /// The run.
        run_id: String,
        /// Counted from 0.
        position: usize,
    },
    /// The record would differ when read back.
    Inexact {
        /// The record.
        what: String,
    },
    /// No drive has this id.
    UnknownDrive {
        /// The name that the user gave.
        name: String,
    },
    /// Another drive has the serial number.
    SerialTaken {
        /// The serial number.
        serial: String,
        /// The drive that has it.
        drive_id: String,
    },
    /// The record of a stored drive cannot be decoded.
    DriveRecord {
        /// Place and reason.
        source: serde_json::Error,
    },
    /// A stored record cannot be decoded.
    Record {
        /// The run.
        run_id: String,
        /// Place and reason.
        source: serde_json::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Error {
    /// The action, its object and the reason, without the causes.
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

/// Kinds of database failures with different remedies.
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
    /// The server does not answer, or the connection broke.
    ServerAway,
    /// No trusted authority signed the server's certificate.
    ServerUntrusted,
    /// The server's certificate is for another host.
    ServerMisnamed,
    /// The server's certificate is not valid now.
    ServerOutOfDate,
    /// Another program, or a broken connection of this one, locks the rows.
    ServerLocked,
    /// The server does not support TLS, which `sslmode` requires.
    ServerPlain,
    /// The server rejects this user.
    ServerRefuses,
    /// The user lacks the permission for this action.
    ServerForbids,
    /// The server has no such database.
    NoServerDatabase,
    /// The server has no space or memory left.
    ServerFull,
    /// The server is starting or stopping, or has its maximum number of connections.
    ServerBusy,
    /// The server rejects changes: it is a standby, or set to read-only.
    ServerReadOnly,
    /// The server found damage in its own data.
    ServerDamaged,
    /// A database failure that waiting does not cure.
    Other,
}

impl Error {
    /// The remedy, in one sentence; `None` if there is none.
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
    /// The remedy.
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

/// The ids, with a note that there may be more.
fn list_matches(matches: &[String]) -> String {
    let shown = matches.iter().take(AMBIGUOUS_SHOWN).map(String::as_str).collect::<Vec<_>>();
    let more = if matches.len() > AMBIGUOUS_SHOWN { ", .." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Arbitrary: this many ids fit on a line.
pub(crate) const AMBIGUOUS_SHOWN: usize = 4;
