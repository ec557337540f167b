//! The program: everything is in the library beside it, so that tests can execute command lines without starting it.

use std::process::ExitCode;

fn main() -> ExitCode {
    iogram::main()
}
