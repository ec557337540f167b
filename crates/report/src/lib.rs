//! A run as a page: text for a terminal, Markdown for a blog, JSON and CSV for other programs.
//!
//! Pure: the same run gives the same bytes. Nothing here reads a clock, a file or the environment, and
//! nothing computes a statistic: medians and spreads come from the run's findings, percentiles from its
//! records. What is unknown is printed as `-`, never as a number.
//!
//! The layout follows from the data (is a cell repeated? which operations occurred?), not from which
//! method was run, so that a method file that nobody here has seen gets a table as good.

mod course;
mod csv;
mod device;
mod facts;
mod figures;
mod format;
mod group;
mod health;
mod json;
mod load;
mod locale;
mod markdown;
mod marks;
mod notes;
mod purges;
mod results;
mod runs;
mod sheet;
mod table;
mod text;

pub use csv::{COLUMNS, Column, render_csv, render_csv_columns};
pub use device::{render_device_list, render_device_markdown, render_device_text};
pub use figures::{Figure, drive_name, figures, identity};
pub use format::{
    UNKNOWN, figure, figure_name, iops, latency, mb_per_s, mb_per_s_alike, percent, throughput,
    timestamp,
};
pub use json::{
    JsonStyle, render_device_json, render_device_list_json, render_device_list_schema,
    render_device_schema, render_json, render_schema,
};
pub use locale::{Locale, UnknownLanguage};
pub use markdown::render_markdown;
pub use runs::{RunLine, render_runs_table};
pub use text::{Options, render_text};
