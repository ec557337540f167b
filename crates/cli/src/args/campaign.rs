//! The options of `campaign`: many methods on many drives, by a scheduler or by iogram itself.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_campaign::EngineKind;

use super::values::count;
use super::{EngineArgs, OutputArgs, StoreArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Show a campaign's drives, methods and tasks. It measures nothing.
    Plan(CampaignPlanArgs),
    /// Start or resume a campaign. It skips finished tasks.
    Submit(CampaignSubmitArgs),
    /// Show the progress of a campaign.
    Status(CampaignStatusArgs),
    /// End a campaign. Finished measurements stay.
    Cancel(CampaignCancelArgs),
    /// Show which drives failed which methods, with pages of the runs.
    Report(CampaignReportArgs),
    /// Do one task, or the rest of it. Engines call this; it skips a finished task.
    Task(Box<CampaignTaskArgs>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    Slurm,
    Ssh,
    Local,
}

impl From<EngineArg> for EngineKind {
    fn from(engine: EngineArg) -> Self {
        match engine {
            EngineArg::Slurm => Self::Slurm,
            EngineArg::Ssh => Self::Ssh,
            EngineArg::Local => Self::Local,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CampaignFormat {
    Text,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignPlanArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Queue and start tasks with this engine [default: the file's choice, else local].
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineArg>,
    /// Print in this format; "campaign task" on another computer reads the JSON.
    #[arg(long, value_enum, default_value_t = CampaignFormat::Text)]
    pub(crate) format: CampaignFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
slurm: queues one array job for each computer with drives, and returns.
ssh, local: stays until all tasks are finished; Ctrl-C or \"campaign cancel\" ends it, and the same command resumes.
Exit code 0: all tasks finished (slurm: queued); 1: finished, and a drive failed; 4: a task could not be done;
6: finished, no drive failed, but some runs have no answer.")]
pub(crate) struct CampaignSubmitArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Queue and start tasks with this engine [default: the file's choice, else local].
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineArg>,
    /// Run at most N tasks at once: local in total, ssh on each computer, slurm in each array. A drive has one task
    /// at a time [default: local and ssh 1, slurm no limit].
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub(crate) parallel: Option<u32>,
    /// Show the requests to Slurm or OpenSSH without sending them.
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignStatusArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = CampaignFormat::Text)]
    pub(crate) format: CampaignFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignCancelArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignReportArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = CampaignFormat::Text)]
    pub(crate) format: CampaignFormat,
    /// Write all runs as "iogram report" does: to a directory (page, Markdown, pictures, raw data) or to FILE.html.
    #[arg(long, short, value_name = "DIR|FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes of the run: 0 success, 1 the drive failed, 3 another run has the drive, 4 it could not be done: the same
command resumes; 6 it cannot tell. Slurm, ssh and local start this command; you can also type it.")]
pub(crate) struct CampaignTaskArgs {
    /// The campaign file, a plan ("campaign plan --format json"), or - for a plan on standard input.
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    /// Number of the task in "campaign plan".
    #[arg(value_name = "INDEX")]
    pub(crate) index: usize,
    /// Stop when standard input, the source of the plan, ends: the connection broke, or the caller ended.
    #[arg(long)]
    pub(crate) attached: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
