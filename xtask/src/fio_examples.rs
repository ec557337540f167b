//! The table of fio's own examples in docs/fio.md, made by asking the program about each of them.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::repository;

const BEGIN: &str = "<!-- examples: cargo xtask fio-examples DIR -->";
const END: &str = "<!-- examples end -->";
/// I/O engines with an equivalent in this program; examples for others are not about drives or files.
const ENGINE: &str = "fio's option ioengine is not supported";

/// `cargo xtask fio-examples DIR`: `DIR` is `examples` of fio's source.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let [folder] = arguments else { bail!("name the folder: cargo xtask fio-examples DIR") };
    let status = Command::new("cargo")
        .args(["build", "--package", "iogram"])
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).context("cannot list the examples")? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "fio") {
            rows.push(row(&path)?);
        }
    }
    rows.sort();
    let done = rows.iter().filter(|row| row.contains("| runs |")).count();
    let others = rows.iter().filter(|row| row.contains("another engine")).count();
    let table = format!(
        "{BEGIN}\n{} files: {done} run, {others} are for engines that are not about a drive or a file system, {} are \
         refused.\n\n| example | what becomes of it |\n|---|---|\n{}\n{END}",
        rows.len(),
        rows.len() - done - others,
        rows.join("\n")
    );
    let page = repository::root().join("docs/fio.md");
    let text = std::fs::read_to_string(&page)?;
    let (before, rest) =
        text.split_once(BEGIN).context("the page has no place for the table")?;
    let (_, after) = rest.split_once(END).context("the page has no end of the table")?;
    std::fs::write(&page, format!("{before}{table}{after}"))?;
    println!("{done} of {} examples run", rows.len());
    Ok(ExitCode::SUCCESS)
}

fn row(path: &Path) -> Result<String> {
    let name = path.file_name().unwrap_or_default().display().to_string();
    let text = std::fs::read_to_string(path)?;
    let mut command = Command::new(repository::root().join("target/debug/iogram"));
    // The example needs a drive with room for every part of it.
    command.args(["fio", "--as-method", "--target", "null:"]).arg(path);
    for name in text.split("${").skip(1).filter_map(|part| Some(part.split_once('}')?.0)) {
        command.env(name, "1");
    }
    let output = command.output().context("cannot start iogram")?;
    if output.status.success() {
        return Ok(format!("| `{name}` | runs |"));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let prefix = format!("{}:", path.display());
    let faults = said.lines().filter_map(|line| line.strip_prefix(&prefix));
    if said.contains(ENGINE) {
        let engine =
            faults.clone().find_map(|it| it.split_once("with \"")?.1.split('"').next());
        return Ok(format!("| `{name}` | another engine: `{}` |", engine.unwrap_or("?")));
    }
    let faults: Vec<String> = faults.map(short).collect();
    if faults.is_empty() {
        bail!("{name} is refused without a line: {said}");
    }
    Ok(format!("| `{name}` | refused: {} |", faults.join("; ")))
}

/// `4: fio's option verify is not supported with "x"; supported: ..` as `line 4 verify=x`.
fn short(fault: &str) -> String {
    let (line, why) = fault.split_once(": ").unwrap_or(("", fault));
    let Some((_, option)) = why.split_once("fio's option ") else {
        return format!("line {line}: {why}");
    };
    let name = option.split(' ').next().unwrap_or_default();
    let value = option.split_once("with \"").and_then(|(_, it)| it.split('"').next());
    match value {
        Some(value) => format!("line {line} `{name}={value}`"),
        None => format!("line {line} `{name}`"),
    }
}
