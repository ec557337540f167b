//! The options of `fio`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use iogram_interchange::FioOutput;

use super::{EngineArgs, OutputArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
Without --output-format the answer is in iogram's format. The run is saved like any other.
A job with a file on a file system uses a test file beside it, which iogram removes afterwards.
Supported options: docs/fio.md.")]
#[command(group(ArgGroup::new("written").multiple(true)))]
#[command(mut_arg("overwrite", |it| it.help("Replace the FILE of --json or --into if it exists")))]
pub(crate) struct FioArgs {
    /// A job file of fio; "-" is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Run all jobs on this target instead of the file's: a directory, file, block device, sim:NAME or null:.
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// Run only this section. May be repeated.
    #[arg(long = "section", value_name = "NAME")]
    pub(crate) sections: Vec<String>,
    /// Ignore an unsupported option, at your own risk; several separated by commas.
    #[arg(long, value_name = "OPTION,..", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Print the results as fio does, for programs that read fio's output.
    #[arg(long, value_enum, conflicts_with = "format")]
    pub(crate) output_format: Option<FioFormat>,
    /// Write that output to a new FILE.
    #[arg(long = "into", value_name = "FILE", requires = "output_format", group = "written")]
    pub(crate) into: Option<PathBuf>,
    /// Print the job file as a method; run nothing.
    #[arg(long, conflicts_with_all = ["output_format", "json"])]
    pub(crate) as_method: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A format of fio's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FioFormat {
    Normal,
    Json,
    #[value(name = "json+")]
    JsonPlus,
    Terse,
}

impl From<FioFormat> for FioOutput {
    fn from(format: FioFormat) -> Self {
        match format {
            FioFormat::Normal => Self::Normal,
            FioFormat::Json => Self::Json,
            FioFormat::JsonPlus => Self::JsonPlus,
            FioFormat::Terse => Self::Terse,
        }
    }
}
