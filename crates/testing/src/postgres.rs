//! A PostgreSQL server for a test: Debian's, in its own folder, for the life of the test program; and a separate one,
//! for tests that would disturb others.

#![expect(clippy::unwrap_used, reason = "a test whose server cannot be made ends")]

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The user with all permissions, who logs in over the network with a password.
pub const ADMIN: &str = "lab";

/// The password of every user that has one.
pub const PASSWORD: &str = "never-shown-4711";

/// A running server. It ends, and removes its folder, when the program that started it ends, for any reason.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    /// Its input stays open while this program lives.
    _guard: Child,
}

/// The server of this program; the first call starts it.
///
/// # Errors
///
/// If this machine has no server: [`skip`](crate::skip) takes the reason.
///
/// # Panics
///
/// If there is one and it does not start.
pub fn postgres() -> Result<&'static Postgres, String> {
    static SERVER: OnceLock<Option<Postgres>> = OnceLock::new();
    let server = SERVER.get_or_init(|| programs().map(|bin| Postgres::start(&bin, "")));
    server.as_ref().ok_or_else(missing)
}

/// A separate server for one test; dropping it ends the server.
///
/// # Errors
///
/// As [`postgres`].
///
/// # Panics
///
/// As [`postgres`].
pub fn postgres_apart() -> Result<Postgres, String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mark = format!("-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    programs().map(|bin| Postgres::start(&bin, &mark)).ok_or_else(missing)
}

fn missing() -> String {
    crate::lacking("there is no PostgreSQL server")
}

/// The folder of the server's programs: Debian has one for each version.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| ["initdb", "postgres", "psql"].iter().all(|it| bin.join(it).exists()))
        .collect();
    found.sort();
    found.pop()
}

/// Makes the cluster, starts the server, and ends it and removes its folder when its input ends. A server refuses to
/// run as root.
const SCRIPT: &str = r#"
set -eu
bin=$1 folder=$2 port=$3
as=""
if [ "$(id -u)" = 0 ]; then
    chown nobody:nogroup "$folder"
    as="setpriv --reuid nobody --regid nogroup --clear-groups"
fi
cd "$folder"
$as "$bin/initdb" -D data -U lab -A trust --no-sync --encoding UTF8 --locale C > initdb.log 2>&1
printf 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n' > data/pg_hba.conf
$as "$bin/postgres" -D data -p "$port" -k "$folder" -c listen_addresses=127.0.0.1 -c fsync=off \
    -c max_connections=300 > server.log 2>&1 &
server=$!
trap 'kill -QUIT $server 2>/dev/null || true; wait $server 2>/dev/null || true; cd /; rm -rf "$folder"' EXIT
until "$bin/psql" -h "$folder" -p "$port" -U lab -d postgres -qc "alter role lab password 'never-shown-4711'" \
    > psql.log 2>&1; do
    kill -0 $server
    sleep 0.05
done
echo ready
cat > /dev/null
"#;

impl Postgres {
    fn start(bin: &Path, mark: &str) -> Self {
        let name = format!("iogram-pg-{}{mark}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        // Any free port. If another program takes it before the server does, the test fails.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut guard = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(bin)
            .arg(&folder)
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(guard.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let logs = || {
            let names = ["initdb.log", "server.log"].map(|name| folder.join(name));
            Command::new("cat")
                .args(names)
                .output()
                .map(|it| String::from_utf8_lossy(&it.stdout).into_owned())
        };
        assert_eq!(line.trim(), "ready", "{:?}", logs());
        Self { folder, port, _guard: guard }
    }

    /// The port on 127.0.0.1, where every user needs a password.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of its files, which belong to the server's user.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Gives a file or folder in [`Self::folder`] to the server's user.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn give(&self, place: &Path) -> Result<(), String> {
        let owner = std::fs::metadata(&self.folder).map_err(|error| error.to_string())?;
        std::os::unix::fs::chown(place, Some(owner.uid()), Some(owner.gid()))
            .map_err(|error| format!("cannot give {}: {error}", place.display()))
    }

    /// Sets a run-time setting, and waits until it applies to new connections.
    ///
    /// # Errors
    ///
    /// The server's objection.
    pub fn set(&self, name: &str, value: &str) -> Result<(), String> {
        self.query("postgres", &format!("alter system set {name} = '{value}'"))?;
        self.query("postgres", "select pg_reload_conf()")?;
        while self.query("postgres", &format!("show {name}"))? != value {}
        Ok(())
    }

    /// The address of a new, empty database, through a socket that accepts every user.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn new_database(&self) -> String {
        let name = self.new_name();
        self.query("postgres", &format!("create database {name}")).unwrap();
        self.address(ADMIN, &name)
    }

    /// The address of a new, empty schema in a common database: far quicker than a new database.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn new_schema(&self) -> String {
        let name = self.new_name();
        self.query("postgres", &format!("create schema {name}")).unwrap();
        format!("{}&options=-csearch_path%3D{name}", self.address(ADMIN, "postgres"))
    }

    /// The address of a database for a user, through the socket.
    #[must_use]
    pub fn address(&self, user: &str, database: &str) -> String {
        format!(
            "postgres://{user}@localhost:{}/{database}?host={}",
            self.port,
            self.folder.display()
        )
    }

    /// The answer to `sql` in a database, for its owner.
    ///
    /// # Errors
    ///
    /// The server's objection.
    pub fn query(&self, database: &str, sql: &str) -> Result<String, String> {
        let folder = self.folder.display().to_string();
        let port = self.port.to_string();
        let arguments = ["-h", &folder, "-p", &port, "-U", ADMIN, "-d", database, "-qAtc", sql];
        crate::run_program("psql", &arguments)
    }

    fn new_name(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
