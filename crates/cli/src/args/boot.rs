//! The options of `boot`.

use std::path::PathBuf;

use clap::Args;
use iogram_model::Nanos;
use iogram_serial::Patterns;

use super::OutputArgs;
use super::values::{count, repeats, some_time};

#[derive(Debug, Args)]
pub(crate) struct BootArgs {
    /// The serial line that the computer's console is on, such as /dev/ttyUSB0, or a file: a log of such a line with a
    /// time before each line, all boots in which are taken.
    #[arg(value_name = "LINE|FILE")]
    pub(crate) line: PathBuf,
    /// The line that a boot begins with: a regular expression that is looked for in it.
    #[arg(long, value_name = "PATTERN", default_value = Patterns::FROM)]
    pub(crate) from: String,
    /// The line that a boot ends with.
    #[arg(long, value_name = "PATTERN", default_value = Patterns::TO)]
    pub(crate) to: String,
    /// How many boots [default: 5].
    #[arg(long, value_name = "N", value_parser = repeats, allow_negative_numbers = true)]
    pub(crate) runs: Option<u32>,
    /// A command that switches the computer off and on, run by sh before each boot. Without one it is yours to do.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) power: Option<String>,
    /// How long to wait for the first line of a boot, and as long again for its last [default: 5m].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) limit: Option<Nanos>,
    /// Speed of the line: 8 bits, no parity, 1 stop bit.
    #[arg(long, value_name = "BAUD", default_value_t = 115_200, value_parser = count::<u32>,
          allow_negative_numbers = true)]
    pub(crate) baud: u32,
    /// What the computer boots from, such as "Extreme 64 GB": the run is one of this drive.
    #[arg(long, value_name = "NAME")]
    pub(crate) drive: Option<String>,
    /// Write every line with its time to FILE, a new one: seconds since the start, which this command reads again.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
