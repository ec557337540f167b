//! TLS: an address's requirements, and a server's certificate.

use std::os::unix::fs::PermissionsExt as _;

use iogram_testing::{ADMIN, Postgres, conclude, postgres_apart, run_program};

use super::*;

const UNTRUSTED: &str =
    "give the certificate of whoever signed it with sslrootcert=FILE in the address";
const MISNAMED: &str = "name the host as its certificate does, or trust whoever signed it for any host: sslmode=verify-ca";
const OUT_OF_DATE: &str = "look at this computer's clock and date; if they are right, the server needs a new certificate";
const PLAIN: &str = "turn TLS on there (ssl = on): sslmode in the address asks for it";

/// Two authorities, and certificates of the first: for this host, for another one, and an expired one.
fn make_certificates(folder: &Path) -> Result<(), String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    for authority in ["ca", "other"] {
        let (cert, secret) =
            (path(&format!("{authority}.crt")), path(&format!("{authority}.key")));
        let made =
            ["-x509", "-days", "9", "-subj", "/CN=lab", "-keyout", &secret, "-out", &cert];
        run_program("openssl", &[&["req"], &key[..], &made].concat())?;
    }
    let made =
        ["-subj", "/CN=server", "-keyout", &path("server.key"), "-out", &path("server.csr")];
    run_program("openssl", &[&["req"], &key[..], &made].concat())?;
    for (name, host, days) in [
        ("good", "localhost", "9"),
        ("misnamed", "elsewhere", "9"),
        ("expired", "localhost", "-1"),
    ] {
        fs::write(path("names"), format!("subjectAltName=DNS:{host}\n")).unwrap();
        let signed = [
            "-req",
            "-in",
            &path("server.csr"),
            "-CA",
            &path("ca.crt"),
            "-CAkey",
            &path("ca.key"),
        ];
        let as_what = ["-CAcreateserial", "-extfile", &path("names"), "-days", days];
        let to = ["-out", &path(&format!("{name}.crt"))];
        run_program("openssl", &[&["x509"], &signed[..], &as_what, &to].concat())?;
    }
    Ok(())
}

/// A server that supports TLS when told to, and accepts every TLS connection over the network without a password.
fn server() -> Result<Postgres, String> {
    let server = postgres_apart()?;
    let folder = server.folder();
    make_certificates(folder)?;
    for name in ["server.key", "good.crt", "misnamed.crt", "expired.crt"] {
        let place = folder.join(name);
        fs::set_permissions(&place, fs::Permissions::from_mode(0o600)).unwrap();
        server.give(&place)?;
    }
    let rules = "local all all trust\nhost all all 127.0.0.1/32 trust\n";
    fs::write(folder.join("data/pg_hba.conf"), rules).unwrap();
    server.set("ssl_key_file", folder.join("server.key").to_str().unwrap())?;
    server.set("ssl_cert_file", folder.join("good.crt").to_str().unwrap())?;
    Ok(server)
}

/// Checks the result of an address: success, or a hint.
#[track_caller]
fn check(server: &Postgres, parameters: &str, expected: Option<&str>) {
    let (host, rest) = parameters.split_once('?').unwrap();
    let folder = server.folder().display();
    let rest = rest.replace("FOLDER", &folder.to_string());
    let address = format!("postgres://{ADMIN}@{host}:{}/postgres?{rest}", server.port());
    match Store::open(&address) {
        Ok(mut store) => {
            let spoken =
                "select count(*) from pg_stat_ssl where ssl and pid = pg_backend_pid()";
            assert_eq!(store.number(spoken), 1, "{parameters}: without TLS");
            assert_eq!(None, expected, "{parameters}");
        }
        Err(error) => assert_eq!(
            error.hint().map(|it| it.to_string()).as_deref(),
            expected,
            "{parameters}: {error:?}"
        ),
    }
}

fn try_all(server: &Postgres) -> Result<(), String> {
    for mode in ["require", "verify-ca", "verify-full"] {
        check(server, &format!("localhost?sslmode={mode}"), Some(PLAIN));
    }
    server.set("ssl", "on")?;
    let ours = "sslrootcert=FOLDER/ca.crt";
    let others = "sslrootcert=FOLDER/other.crt";
    check(server, "localhost?sslmode=prefer", None);
    check(server, "localhost?sslmode=require", None);
    for mode in ["require", "verify-ca", "verify-full"] {
        check(server, &format!("localhost?sslmode={mode}&{ours}"), None);
        // As in libpq: naming a certificate requires its verification.
        check(server, &format!("localhost?sslmode={mode}&{others}"), Some(UNTRUSTED));
        let missing = format!("localhost?sslmode={mode}&sslrootcert=FOLDER/nothing.crt");
        check(server, &missing, Some("name a file in PEM format with its whole path"));
    }
    check(server, "localhost?sslmode=verify-full", Some(UNTRUSTED));
    check(server, &format!("127.0.0.1?sslmode=verify-full&{ours}"), Some(MISNAMED));
    check(server, &format!("127.0.0.1?sslmode=verify-ca&{ours}"), None);
    let show =
        |name: &str| server.set("ssl_cert_file", server.folder().join(name).to_str().unwrap());
    show("misnamed.crt")?;
    check(server, &format!("localhost?sslmode=verify-full&{ours}"), Some(MISNAMED));
    check(server, &format!("localhost?sslmode=verify-ca&{ours}"), None);
    show("expired.crt")?;
    check(server, &format!("localhost?sslmode=verify-full&{ours}"), Some(OUT_OF_DATE));
    check(server, &format!("localhost?sslmode=verify-ca&{ours}"), Some(OUT_OF_DATE));
    check(server, "localhost?sslmode=require", None);
    Ok(())
}

#[test]
fn a_server_is_trusted_as_far_as_its_address_asks() {
    conclude(server().and_then(|server| try_all(&server)));
}
