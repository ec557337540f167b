//! Prints the answers of the drives named on the command line, one page a line, for `testdata/registers` and for
//! reports of wrong decoding. They contain serial numbers: look before you publish.

#![expect(clippy::print_stdout, reason = "a development command reports to its user")]

use std::path::Path;

use iogram_device::KernelDrive;
use iogram_inspect::AskDrive as _;
use iogram_inspect::Question;
use iogram_inspect::decode::AtaCommand;

const QUESTIONS: [Question; 10] = [
    Question::NvmeController,
    Question::NvmeNamespace,
    Question::NvmeSmart,
    Question::NvmeErrors,
    Question::NvmeFirmware,
    Question::Ata(AtaCommand::Identify),
    Question::Ata(AtaCommand::SmartData),
    Question::Ata(AtaCommand::SmartThresholds),
    Question::Ata(AtaCommand::SmartStatus),
    Question::ExtCsd,
];

fn main() {
    for path in std::env::args().skip(1) {
        let drive = match KernelDrive::open(Path::new(&path)) {
            Ok(drive) => drive,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        for question in QUESTIONS {
            let answer = match drive.ask(question) {
                Ok(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
                Err(error) => error.to_string(),
            };
            println!("{path}: {}: {answer}", question.name());
        }
    }
}
