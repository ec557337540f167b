//! The tables, described once: in SQLite's dialect, which is translated into PostgreSQL's.
//!
//! Knows the few words that differ. Parts that differ further appear once for each database, below a line that names
//! it, up to the end of the migration. Must not know the contents of the tables.

/// Version, name and statements of each migration, ascending.
pub(crate) type Schema = &'static [(i64, &'static str, &'static str)];

/// A released migration never changes; only new ones follow it.
pub(crate) const SCHEMA: Schema = &[
    (1, "runs", include_str!("../migrations/0001_runs.sql")),
    (2, "drives", include_str!("../migrations/0002_drives.sql")),
    (3, "owners", include_str!("../migrations/0003_owners.sql")),
    (4, "checkpoints", include_str!("../migrations/0004_checkpoints.sql")),
    (5, "leases", include_str!("../migrations/0005_leases.sql")),
    (6, "figures", include_str!("../migrations/0006_figures.sql")),
    (7, "shortcomings", include_str!("../migrations/0007_shortcomings.sql")),
];

/// Types of SQLite's strict tables and the equivalent ones of PostgreSQL: all integers of both have 64 bits then.
const TYPES: [(&str, &str); 3] =
    [("integer", "bigint"), ("real", "double precision"), ("blob", "bytea")];

/// Prefixes of the parts for one database.
const ALONE: [&str; 2] = ["-- In SQLite:\n", "-- In PostgreSQL:\n"];

/// The part for both, and the part for each.
fn parts(sql: &'static str) -> (&'static str, [&'static str; 2]) {
    let Some((both, alone)) = sql.split_once(ALONE[0]) else { return (sql, ["", ""]) };
    let (sqlite, postgres) = alone.split_once(ALONE[1]).unwrap_or((alone, ""));
    (both, [sqlite, postgres])
}

/// The statements of a migration for SQLite.
pub(crate) fn for_sqlite(sql: &'static str) -> String {
    let (both, [sqlite, _]) = parts(sql);
    format!("{both}{sqlite}")
}

/// The statements of a migration for PostgreSQL.
pub(crate) fn for_postgres(sql: &'static str) -> String {
    let (both, [_, postgres]) = parts(sql);
    let mut text = String::with_capacity(sql.len());
    for line in both.lines().chain(postgres.lines()) {
        // Skip settings of a file, and comments, which may contain words to translate.
        if line.starts_with("pragma ") || line.starts_with("--") {
            continue;
        }
        let line = line.replace(") strict;", ");");
        let mut words = line.split(' ');
        text.push_str(words.next().unwrap_or_default());
        for word in words {
            text.push(' ');
            let bare = word.trim_end_matches([',', ';']);
            let end = &word[bare.len()..];
            let turned =
                TYPES.iter().find(|(from, _)| *from == bare).map_or(bare, |(_, to)| to);
            text.push_str(turned);
            text.push_str(end);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_turned_into_postgresqls_words() {
        let turned = for_postgres(
            "-- an integer\npragma application_id = 1;\ncreate table a (\n    id   text    not null primary key,\n    \
             at_us integer not null,\n    end_us integer,\n    iops real not null,\n    x blob not null\n) strict;\n",
        );
        assert_eq!(
            turned,
            "create table a (\n    id   text    not null primary key,\n    at_us bigint not null,\n    end_us bigint,\n    \
             iops double precision not null,\n    x bytea not null\n);\n"
        );
    }

    #[test]
    fn no_word_of_sqlite_alone_is_left_in_any_migration() {
        for &(version, _, sql) in SCHEMA {
            let turned = for_postgres(sql);
            for word in ["pragma", "strict", "integer", "blob", " real"] {
                assert!(!turned.contains(word), "{word} in migration {version}:\n{turned}");
            }
        }
    }
}
