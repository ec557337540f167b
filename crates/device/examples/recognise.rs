//! Prints the contents that iogram recognises in image files, as `show` and every refusal do for devices.
//!
//! For checks against collections of other projects that cannot be kept here, such as util-linux's
//! `tests/ts/blkid/images-fs`: `cargo run -p iogram-device --example recognise -- *.img`. The exit code is 1 if it
//! recognised nothing in one of the files.

#![expect(clippy::print_stdout, reason = "an example: what it finds is what it prints")]

use std::error::Error;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::ExitCode;

use iogram_inspect::find_signatures;
use iogram_model::Bytes;
use rustix::fs::{Mode, OFlags};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut unknown = 0_usize;
    for path in std::env::args().skip(1) {
        let fd = rustix::fs::open(&path, OFlags::RDONLY, Mode::empty())?;
        let file = File::from(fd);
        let size = Bytes(file.metadata()?.len());
        let found = find_signatures(size, |offset, bytes| file.read_exact_at(bytes, offset))?;
        let mut kinds: Vec<String> = Vec::new();
        for signature in &found {
            let part = if signature.is_membership() { " (a part)" } else { "" };
            let told = format!("{}{part}", signature.kind);
            if !kinds.contains(&told) {
                kinds.push(told);
            }
        }
        unknown += usize::from(kinds.is_empty());
        println!(
            "{path}\t{}",
            if kinds.is_empty() { "-".to_owned() } else { kinds.join(", ") }
        );
    }
    Ok(if unknown == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
