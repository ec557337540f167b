//! The options of `boot`.

use std::path::PathBuf;

use clap::Args;
use iogram_model::Nanos;
use iogram_serial::Patterns;

use super::OutputArgs;
use super::values::{count, repeats, some_time};

#[derive(Debug, Args)]
pub(crate) struct BootArgs {
    /// The serial line of the computer's console, such as /dev/ttyUSB0, or a log of such a line with a time before
    /// each line; every boot in the log counts.
    #[arg(value_name = "LINE|FILE")]
    pub(crate) line: PathBuf,
    /// Start of a boot: a regular expression found in its first line.
    #[arg(long, value_name = "PATTERN", default_value = Patterns::FROM)]
    pub(crate) from: String,
    /// End of a boot: a regular expression found in its last line.
    #[arg(long, value_name = "PATTERN", default_value = Patterns::TO)]
    pub(crate) to: String,
    /// Time N boots [default: 5].
    #[arg(long, value_name = "N", value_parser = repeats, allow_negative_numbers = true)]
    pub(crate) runs: Option<u32>,
    /// Switch the computer off and on with this command, run by sh before each boot [default: you switch it
    /// yourself].
    #[arg(long, value_name = "COMMAND")]
    pub(crate) power: Option<String>,
    /// Wait this long for the first line of a boot, and as long again for its last [default: 5m].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) limit: Option<Nanos>,
    /// Baud rate of the serial line; 8 data bits, no parity, 1 stop bit.
    #[arg(long, value_name = "BAUD", default_value_t = 115_200, value_parser = count::<u32>,
          allow_negative_numbers = true)]
    pub(crate) baud: u32,
    /// Record the run for this boot drive, such as "Extreme 64 GB".
    #[arg(long, value_name = "NAME")]
    pub(crate) drive: Option<String>,
    /// Write every line with its time in seconds to a new FILE, which this command can read again.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
