//! The options of `import`: files of other tools, or one of a kind that is named.

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
    /// Files of other tools, or folders of them; "-" is standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<PathBuf>,
    /// They are of this kind [default: what stands in them says it].
    #[arg(long = "as", value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// How to show what was accepted and what was refused.
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
