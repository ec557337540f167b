//! Errors of a store, with remedies for the user.

use std::fmt;
use std::path::PathBuf;

use iogram_door::{DoorError, Kind};
use iogram_model::{Sentence, sentence};

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
        /// The action: a verb and its object up to "the store".
        action: String,
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
            Self::Url { scheme } => sentence!(
                "cannot open the store {scheme}://..: only a file or a PostgreSQL database can be a store",
                scheme
            ),
            Self::PasswordInAddress => {
                "cannot open the store postgres://..: a password stands in its address, where others can read it".into()
            }
            Self::NoServers { path } => sentence!(
                "cannot open the store {path}: this build of iogram cannot speak to a PostgreSQL server",
                path = path.display()
            ),
            Self::NoFile { path, parameter, file } => sentence!(
                "cannot open the store {path}: there is no file {file}, which {parameter} names",
                path = path.display(),
                file = file.display(),
                parameter
            ),
            Self::Silent { path, waited_s } => sentence!(
                "cannot open the store {path}: its server did not answer within {waited_s} s",
                path = path.display(),
                waited_s
            ),
            Self::PathNotText { path } => sentence!(
                "cannot open the store {path}: its path is not UTF-8",
                path = path.display()
            ),
            Self::Directory { path } => sentence!(
                "cannot open the store {path}: it is a directory",
                path = path.display()
            ),
            Self::Place { path, .. } => {
                sentence!("cannot open the store {path}", path = path.display())
            }
            Self::Foreign { path } => sentence!(
                "cannot open the store {path}: it is a database of another program",
                path = path.display()
            ),
            Self::NewerSchema { path, found, known } => sentence!(
                "cannot open the store {path}: its schema has version {found}, this iogram knows versions \
         up to {known}",
                path = path.display(),
                found,
                known
            ),
            Self::Runtime(_) => "cannot start the store's runtime".into(),
            Self::Database { action, path, .. } => {
                sentence!("cannot {action} the store {path}", action, path = path.display())
            }
            Self::Damaged { path, problem } => sentence!(
                "cannot trust the store {path}: {problem}",
                path = path.display(),
                problem
            ),
            Self::Empty { path } => sentence!(
                "cannot find the last run: the store {path} holds none",
                path = path.display()
            ),
            Self::UnknownRun { name } => sentence!("cannot find a run \"{name}\"", name),
            Self::Owned { run_id, owner } => sentence!(
                "cannot take run {run_id}: process {pid} on {host} measures it",
                run_id,
                pid = owner.pid,
                host = owner.host
            ),
            Self::TaskTaken { campaign, task_index } => sentence!(
                "cannot begin task {task_index} of campaign {campaign}: another run is this part of it",
                task_index,
                campaign
            ),
            Self::AmbiguousRun { name, matches } => sentence!(
                "cannot tell which run \"{name}\" is: {ids}",
                name,
                ids = list_matches(matches)
            ),
            Self::RunExists { id } => {
                sentence!("cannot begin run {id}: the store holds a run with this id", id)
            }
            Self::CellExists { run_id, position } => sentence!(
                "cannot add cell {position} to run {run_id}: the store holds a cell there",
                position,
                run_id
            ),
            Self::Inexact { what } => sentence!("cannot keep {what} exactly", what),
            Self::UnknownDrive { name } => sentence!("cannot find a drive \"{name}\"", name),
            Self::SerialTaken { serial, drive_id } => sentence!(
                "cannot give serial number {serial} to a second drive: it is drive {drive_id}'s",
                serial,
                drive_id
            ),
            Self::DriveRecord { .. } => "cannot understand the record of a drive".into(),
            Self::Record { run_id, .. } => {
                sentence!("cannot understand the record of run {run_id}", run_id)
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
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Url { .. } => {
                "name a file, such as runs.sqlite, or postgres://USER@HOST/DATABASE"
            }
            Self::PasswordInAddress => {
                "leave it out, and put it into ~/.pgpass (HOST:PORT:DATABASE:USER:PASSWORD, mode 0600) or PGPASSWORD"
            }
            Self::NoServers { .. } => {
                "build one that can: cargo build --release --features server (or cargo install --path crates/cli --features server)"
            }
            Self::NoFile { .. } => "name a file in PEM format with its whole path",
            Self::Silent { .. } => return Fault::ServerAway.hint(),
            Self::PathNotText { .. } => "name a file whose path is valid UTF-8",
            Self::Directory { .. } => "name a file in it, such as DIRECTORY/runs.sqlite",
            Self::Place { source, .. } => match source.kind() {
                Kind::Refused => "name a file of iogram, or a new one",
                Kind::Usage | Kind::Io => {
                    "name another file, in a directory that you may write to; a new one is made if it \
                     does not exist"
                }
            },
            Self::Foreign { .. } => "name another file; a new one is made if it does not exist",
            Self::NewerSchema { .. } => "update iogram, or name another store",
            Self::Runtime(_) => "look at the limit of threads and open files (ulimit -a)",
            Self::Database { fault, .. } => return fault.hint(),
            Self::Damaged { .. } => Fault::Damaged.hint()?,
            Self::Empty { .. } => "measure something first, or name another store",
            Self::UnknownRun { .. } => "list the runs of the store with `iogram runs`",
            Self::Owned { .. } => "wait for its end, or end it",
            Self::TaskTaken { .. } => {
                "another program began it meanwhile: start the task again, and it goes on"
            }
            Self::AmbiguousRun { .. } => "type more of the id",
            Self::RunExists { .. } | Self::CellExists { .. } => {
                "what is kept is never replaced; remove the run first"
            }
            Self::Inexact { .. } => {
                "it holds a figure that is not a finite number, or a text that reads back as \
                 another; this is a defect of iogram, please report it"
            }
            Self::UnknownDrive { .. } => "list the drives with `iogram drive list`",
            Self::SerialTaken { .. } => "remove it there with `iogram drive detach`",
            Self::DriveRecord { .. } => "if a newer iogram kept this drive, update iogram",
            Self::Record { .. } => "if a newer iogram made this run, update iogram",
        })
    }
}

impl Fault {
    /// The remedy.
    fn hint(self) -> Option<&'static str> {
        Some(match self {
            Self::Full => "free space on the file system that holds the store",
            Self::ReadOnly => {
                "make the store's file and its directory writable, or name another store"
            }
            Self::Locked => "another program is using the store; end it and try again",
            Self::Unreachable => {
                "look at the permissions of the file and its directory, or name another store"
            }
            Self::NotADatabase => "name another file; a new one is made if it does not exist",
            Self::Damaged => {
                "move the file away; what is left in it can be taken out with `sqlite3 FILE \
                 .recover`"
            }
            Self::Io => "look at the kernel's log for errors of the drive that holds the store",
            Self::ServerAway => {
                "see whether the server runs and can be reached (pg_isready -h HOST); what is kept is not lost: try again"
            }
            Self::ServerUntrusted => {
                "give the certificate of whoever signed it with sslrootcert=FILE in the address"
            }
            Self::ServerMisnamed => {
                "name the host as its certificate does, or trust whoever signed it for any host: sslmode=verify-ca"
            }
            Self::ServerOutOfDate => {
                "look at this computer's clock and date; if they are right, the server needs a new certificate"
            }
            Self::ServerLocked => {
                "try again in a minute: another program writes this, or the server has not noticed yet that a connection broke"
            }
            Self::ServerPlain => {
                "turn TLS on there (ssl = on): sslmode in the address asks for it"
            }
            Self::ServerRefuses => {
                "look at the user in the address, and at its password in ~/.pgpass (mode 0600) or PGPASSWORD"
            }
            Self::ServerForbids => {
                "ask who looks after the server for the role: reader, bench or admin (deploy/postgres/roles.sql)"
            }
            Self::NoServerDatabase => "make it first: createdb -h HOST DATABASE",
            Self::ServerFull => {
                "free space or memory on the server; nothing of what was being written is kept"
            }
            Self::ServerBusy => "try again in a moment, or raise the server's max_connections",
            Self::ServerReadOnly => "name the server that takes changes, not its standby",
            Self::ServerDamaged => "look at the server's log, and restore its last backup",
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
