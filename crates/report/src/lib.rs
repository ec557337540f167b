//! A run as a page: text for a terminal, Markdown and HTML with charts to publish, JSON and CSV for other programs.
//!
//! Pure: the same run gives the same bytes. Nothing here reads a clock, a file or the environment, and nothing
//! computes a statistic: medians and spreads come from the run's findings, percentiles from its records. An unknown
//! value is printed as `-`, never as a number.
//!
//! The data determines the layout (is a cell repeated? which operations occurred?), not the method, so that an
//! unknown method file gets a table as good.

// Operands include numbers from records, logs and files: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod advice;
mod boots;
mod brief;
mod capacity;
mod card_sheet;
mod check;
mod comparison;
mod course;
mod csv;
mod device;
mod diagnosis;
mod disks;
mod drive_history;
mod drive_order;
mod drive_tests;
mod drives;
mod entered_scores;
mod facts;
mod figures;
mod fleet;
mod format;
mod found;
mod geometry;
mod grid;
mod group;
mod head;
mod health;
mod html;
mod import_page;
mod imported;
mod json;
mod layout;
mod load;
mod locale;
mod markdown;
mod marks;
mod names;
mod notes;
mod over_time;
mod page;
mod particles;
mod power;
mod publication;
mod purges;
mod rates;
mod reanalysis;
mod rests;
mod results;
mod rows;
mod run_sheet;
mod runs;
mod scores;
mod search;
mod sheet;
mod side_by_side;
mod site;
mod sparkline;
mod standard;
mod statement;
mod table;
mod tables;
mod text;
mod tidy;
mod trace_page;

pub use advice::advice_page;
pub use brief::{render_answer, render_brief};
pub use capacity::render_file_check;
pub use check::render_check;
pub use comparison::{compared_figures, comparison_page};
pub use csv::{COLUMNS, Column, CsvStyle, render_csv, render_csv_columns};
pub use device::{
    decoded_word, render_device_list, render_device_markdown, render_device_text,
};
pub use drive_history::{render_history_markdown, render_history_text};
pub use drive_order::{DriveOrder, sort_lines, sort_sheets};
pub use drives::{
    DriveLine, denied_mean, drives_page, render_drive_lines, render_drive_markdown,
    render_drive_text,
};
pub use figures::{Figure, drive_name, figures, identity};
pub use fleet::{fleet_page, render_fleet, render_fleet_distributions};
pub use format::{UNKNOWN, iops, latency, percent, timestamp};
pub use html::{render_compared_html, render_html};
pub use import_page::{ImportShown, import_page};
pub use json::{
    JsonStyle, render_advice_json, render_advice_schema, render_capture_json,
    render_capture_schema, render_check_json, render_check_schema, render_comparison_json,
    render_comparison_schema, render_device_json, render_device_list_json,
    render_device_list_schema, render_device_schema, render_drive_json, render_drive_schema,
    render_drives_json, render_fleet_json, render_fleet_schema, render_import_json,
    render_json, render_reanalyses_json, render_reanalysis_schema, render_run_list_json,
    render_run_list_schema, render_schema, write_json,
};
pub use layout::width_of;
pub use locale::{Locale, UnknownLanguage, english_ids, english_text, languages};
pub use markdown::render_markdown;
pub use page::Page;
pub use publication::{render_compared_publication, render_publication};
pub use rates::RateUnit;
pub use reanalysis::render_reanalysis;
pub use runs::render_runs_table;
pub use site::{
    SiteLeftOut, SiteRun, render_site_compare, render_site_drive, render_site_index,
    render_site_run, site_assets,
};
pub use sparkline::sparkline;
pub use statement::{statement_text, warning_text};
pub use text::{Options, render_text};
pub use tidy::{TIDY_COLUMNS, render_tidy, render_tidy_columns};
pub use trace_page::{trace_json, trace_page};
