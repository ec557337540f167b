use iogram_model::Text;
use std::fs;
use std::path::PathBuf;

use iogram_model::{CellRecord, OpKind, Run, RunLine, RunState, SeriesRow};
use tempfile::TempDir;

use super::*;

#[path = "../tests/sample/mod.rs"]
mod sample;
use sample::Dice;

mod conformance;
mod copies;
mod drives;
mod figures;
mod files;
mod leases;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod tls;

/// A new store, in a directory that the end of the test removes.
fn new_store() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("runs.sqlite")).unwrap();
    (directory, store)
}

fn run_without_cells(id: &str) -> Run {
    Run { cells: Vec::new(), ..sample::run(id, 7) }
}

fn cell(seed: u64) -> CellRecord {
    sample::cell(&mut Dice(seed), 5)
}

impl Store {
    /// Sends a statement that bypasses the public interface.
    fn send(&mut self, statement: &'static str) {
        query(statement).execute(&mut self.connection).unwrap();
    }

    fn number(&mut self, statement: &'static str) -> i64 {
        query(statement).fetch_value(&mut self.connection).unwrap()
    }
}

/// A location for a new store.
struct Room {
    location: PathBuf,
    /// Removed at the end of the test.
    _directory: Option<TempDir>,
}

impl Room {
    fn file() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { location: directory.path().join("runs.sqlite"), _directory: Some(directory) }
    }

    #[cfg(feature = "server")]
    fn server() -> Result<Self, String> {
        let server = iogram_testing::postgres()?;
        Ok(Self { location: PathBuf::from(server.new_schema()), _directory: None })
    }

    fn store(&self) -> Store {
        Store::open(&self.location).unwrap()
    }
}

/// Runs each test twice: with a file, and with a server if there is one.
macro_rules! on_every_database {
    ($($module:ident: $($name:ident),*;)*) => {
        mod in_a_file {
            $($(#[test] fn $name() { super::$module::$name(&super::Room::file()); })*)*
        }
        #[cfg(feature = "server")]
        mod on_a_server {
            $($(#[test] fn $name() {
                iogram_testing::conclude(super::Room::server().map(|it| super::$module::$name(&it)));
            })*)*
        }
    };
}

on_every_database! {
    conformance: a_run_written_cell_by_cell_reads_back_the_same, a_cell_under_way_is_read_back_as_far_as_it_was_kept_and_goes_when_it_has_ended, a_long_series_is_packed_and_reads_back_the_same, a_run_written_at_once_reads_back_the_same, a_run_is_there_after_the_store_was_closed, the_columns_say_what_the_record_says, a_figure_that_json_cannot_hold_is_refused_and_nothing_is_kept, a_run_is_found_by_the_beginning_of_its_id, an_ambiguous_id_shows_some_of_the_runs_it_could_be, runs_are_listed_newest_first, rates_are_read_without_the_courses_of_their_cells, a_summary_says_what_the_run_says, of_two_programs_that_want_a_run_one_has_it, a_removed_run_leaves_nothing_behind, what_is_kept_is_never_replaced, two_open_stores_see_what_the_other_wrote, an_unfinished_run_is_running_and_holds_the_cells_so_far, a_run_is_copied_once_whatever_is_copied_again,
        a_run_that_went_on_is_renewed_and_a_shorter_one_replaces_nothing,
        what_was_said_of_a_run_goes_with_it_where_its_bench_is_believed;
    figures: whatever_changes_a_run_its_figures_are_those_of_its_records,
        what_an_older_version_kept_has_figures_when_they_are_asked_for,
        figures_of_older_rules_are_found_anew, pages_of_a_list_are_the_list,
        a_word_is_found_in_names_models_and_serial_numbers, findings_are_read_from_where_older_versions_kept_them;
    leases: a_drive_is_one_programs_until_it_lets_it_go, who_was_not_heard_of_since_it_was_looked_at_loses_the_drive,
        a_drive_is_one_however_its_name_is_written,
        a_holder_that_is_gone_is_followed_by_one, a_part_of_a_campaign_is_one_run;
    drives: a_drive_comes_back_as_it_was_and_is_replaced_as_a_whole, a_run_is_of_the_drive_with_its_serial_number_unless_somebody_says_otherwise, a_serial_number_is_of_one_drive,
        the_newest_run_of_each_drive_and_method_is_the_one_of_the_list, a_run_without_courses_is_the_whole_run_but_for_them,
        runs_of_another_model_with_the_same_serial_number_are_not_a_drives;
    copies: what_is_being_measured_is_not_renewed, a_damaged_run_is_named_where_it_is_and_does_not_travel,
        runs_are_added_together_or_none_of_them, runs_that_are_the_same_in_both_are_found_together,
        what_is_lacking_is_found_among_many, an_owner_is_heard_of_by_the_clock_of_the_store;
}

/// Checks the message, the cause and the hint of an error, with the store's name left out.
#[track_caller]
fn check_kept<T: std::fmt::Debug>(outcome: Result<T, Error>, store: &Path, expected: &str) {
    let error = outcome.unwrap_err();
    let hint = error.hint().map_or("-".into(), Text::words);
    let shown = format!("{error}: {hint}").replace(store.to_str().unwrap(), "STORE");
    assert_eq!(shown, expected, "cause: {:?}", std::error::Error::source(&error));
}

/// Checks the message, the cause and the hint of an error, with the directory left out.
#[track_caller]
fn check_error<T: std::fmt::Debug>(
    outcome: Result<T, Error>,
    directory: &TempDir,
    expected: &str,
) {
    let error = outcome.unwrap_err();
    let hint = error.hint().map_or("-".into(), Text::words);
    let directory = fs::canonicalize(directory.path()).unwrap();
    let shown = format!("{error}: {hint}").replace(directory.to_str().unwrap(), "DIR");
    assert_eq!(shown, expected, "cause: {:?}", std::error::Error::source(&error));
}

/// Compares every bit: `==` treats 0.0 and -0.0 as equal.
#[track_caller]
fn assert_same(loaded: &Run, written: &Run, seed: u64) {
    assert_eq!(loaded, written, "seed {seed}");
    assert_eq!(format!("{loaded:?}"), format!("{written:?}"), "seed {seed}");
}

/// Suffixes of numeric columns, unless the name begins with `is_`.
const UNITS: [&str; 11] = [
    "bytes", "count", "index", "iops", "ns", "per_s", "permille", "pid", "ratio", "ticks", "us",
];

fn names_its_unit(column: &str) -> bool {
    let has_unit = |unit| {
        column.strip_suffix(unit).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    };
    column.starts_with("is_") || UNITS.into_iter().any(has_unit)
}

#[test]
fn every_numeric_column_names_its_unit() {
    assert!(!names_its_unit("latency"));
    assert!(!names_its_unit("bonus"));
    let (_directory, mut store) = new_store();
    let statement = "select t.name || '.' || c.name as place, c.name as name from sqlite_master t \
        join pragma_table_info(t.name) c where t.type = 'table' and t.name not like '\\_sqlx%' \
        escape '\\' and c.type not in ('TEXT', 'BLOB')";
    let columns = query(statement).fetch_all(&mut store.connection).unwrap();
    assert!(columns.len() > 25, "{} numeric columns", columns.len());
    for column in columns {
        let (place, name): (String, String) =
            (column.read("place").unwrap(), column.read("name").unwrap());
        assert!(names_its_unit(&name), "{place} has no unit");
    }
}
