//! The options of `campaign`: many methods on many drives, by a scheduler or by itself.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_campaign::EngineKind;

use super::values::count;
use super::{EngineArgs, OutputArgs, StoreArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Show what a campaign would do: its drives, its methods, its tasks. Nothing is measured.
    Plan(CampaignPlanArgs),
    /// Begin a campaign, or go on with it: what is done is not done again.
    Submit(CampaignSubmitArgs),
    /// How far a campaign is.
    Status(CampaignStatusArgs),
    /// End a campaign. What was measured stays.
    Cancel(CampaignCancelArgs),
    /// What a campaign found: which drives failed which methods, and pages of its runs.
    Report(CampaignReportArgs),
    /// Carry out one task, or what is left of it. Engines do this; a task that is done measures nothing.
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
    /// What queues and starts the tasks [default: what the file says, else local].
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineArg>,
    /// How to show it; JSON is what "campaign task" takes on another computer.
    #[arg(long, value_enum, default_value_t = CampaignFormat::Text)]
    pub(crate) format: CampaignFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
slurm: one array job for each place where drives are, queued and left to Slurm.
ssh, local: this command stays until all is done; Ctrl-C or \"campaign cancel\" ends it, and the same command goes on.
Exit code 0: all is done (slurm: queued); 1: all is done, and a drive failed; 4: something could not be done;
6: all is done, no drive failed, and some runs could not answer what was asked.")]
pub(crate) struct CampaignSubmitArgs {
    /// The campaign file, TOML.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What queues and starts the tasks [default: what the file says, else local].
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineArg>,
    /// How many tasks at once: local in all, ssh on each computer, slurm in each array. Never two of one drive
    /// [default: local and ssh 1, slurm no limit].
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub(crate) parallel: Option<u32>,
    /// Say what Slurm or OpenSSH would be told, and tell them nothing.
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
    /// How to show it.
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
    /// How to show it.
    #[arg(long, value_enum, default_value_t = CampaignFormat::Text)]
    pub(crate) format: CampaignFormat,
    /// A directory (page, Markdown, pictures, raw data) or a file FILE.html with all runs, as "iogram report" writes it.
    #[arg(long, short, value_name = "DIR|FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes as of the run: 0 fine, 1 the drive failed, 3 somebody else has the drive, 4 it could not be done: the same
command goes on; 6 it cannot tell. Slurm, ssh and local start this command; it can be typed as well.")]
pub(crate) struct CampaignTaskArgs {
    /// The campaign file, a plan ("campaign plan --format json"), or - for a plan on standard input.
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    /// Which task, as "campaign plan" numbers them.
    #[arg(value_name = "INDEX")]
    pub(crate) index: usize,
    /// End when standard input ends, which the plan came from: the connection broke, or nobody waits any more.
    #[arg(long)]
    pub(crate) attached: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
