//! The options of `import`: files of other tools, recognised or of a named kind.

use std::path::PathBuf;

use clap::Args;

use super::StoreArgs;
use super::catalogue::{PageFormat, PublishArgs};
use super::records::ImportCommand;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct ImportFilesArgs {
    #[command(subcommand)]
    pub(crate) tool: Option<ImportCommand>,
    /// Files or folders of other tools; "-" is standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<PathBuf>,
    /// Treat them as this kind [default: recognised by contents].
    #[arg(long = "as", value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Print accepted and refused files in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Do not save the runs.
    #[arg(long, conflicts_with = "store", help_heading = "Output")]
    pub(crate) no_store: bool,
}
