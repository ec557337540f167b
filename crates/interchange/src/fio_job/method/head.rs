//! The beginning of a method: its source, and the parts that were left out.

use super::super::FioJobs;
use super::super::fault::JobNote;
use super::super::job::FioJob;
use super::{push, quoted};

impl FioJobs {
    pub(super) fn head(&self) -> String {
        let stem = self.name.strip_suffix(".fio").unwrap_or(&self.name);
        let id: String = stem
            .to_ascii_lowercase()
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
            .collect();
        let writes = if self.jobs.iter().any(FioJob::writes) { "region" } else { "nothing" };
        let name = &self.name;
        let left_out: Vec<String> = self.notes.iter().filter_map(JobNote::left_out).collect();
        let mut text = String::from("# Made of a job file of fio.\n");
        for option in &left_out {
            let option = on_one_line(option);
            push(&mut text, &format!("# Left out of the job file (--ignore): {option}"));
        }
        push(&mut text, "\n[method]");
        push(&mut text, &format!("id = {}", quoted(&format!("fio-{}", id.trim_matches('-')))));
        push(&mut text, &format!("title = {}", quoted(&format!("fio job file {name}"))));
        let question = format!("What does the job file {name} measure here?");
        push(&mut text, &format!("question = {}", quoted(&question)));
        let mut source =
            format!("The job file {name}, read as fio's manual describes its options.");
        if !left_out.is_empty() {
            // A record keeps the source, and with it the parts of the file that were not done.
            source = format!("{source} Left out (--ignore): {}.", left_out.join("; "));
        }
        push(&mut text, &format!("source = {}", quoted(&source)));
        push(&mut text, "media = [\"sd\", \"emmc\", \"usb\", \"ssd\", \"nvme\", \"hdd\"]");
        push(&mut text, &format!("writes = \"{writes}\"\n"));
        text
    }
}

/// A comment must be one line, and a value from a variable may have several.
fn on_one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
