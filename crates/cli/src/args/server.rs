//! The options of `push` and `pull`: runs between a file and a server.

use std::path::PathBuf;

use clap::Args;

use super::StoreArgs;

#[derive(Debug, Args)]
#[expect(clippy::doc_markdown, reason = "shown as help, where backticks would be noise")]
#[command(after_help = "\
A run arrives as a whole, and only once; after an interruption, push again. Runs that are still being measured are
skipped. A run on the server is replaced only by the same run with more cells, or with a later exclude or include.
The password comes from ~/.pgpass, the file in PGPASSFILE, or PGPASSWORD.")]
pub(crate) struct PushArgs {
    /// Runs by their ids, the starts of their ids, or "last" [default: all].
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    /// Copy to postgres://USER@HOST/DATABASE, with parameters of libpq such as sslmode, or to another file [default:
    /// $IOGRAM_SERVER].
    #[arg(long, value_name = "ADDRESS|FILE")]
    pub(crate) to: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[expect(clippy::doc_markdown, reason = "shown as help, where backticks would be noise")]
#[command(after_help = "\
A local run is replaced only by the same run with more cells. Its own exclude and include stay.
The password comes from ~/.pgpass, the file in PGPASSFILE, or PGPASSWORD.")]
pub(crate) struct PullArgs {
    /// Runs by their ids, the starts of their ids, or "last" [default: all].
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    /// Copy from postgres://USER@HOST/DATABASE, with parameters of libpq such as sslmode, or from another file
    /// [default: $IOGRAM_SERVER].
    #[arg(long, value_name = "ADDRESS|FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Only runs of this method.
    #[arg(long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// Only runs whose target, model or serial number contains this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}
