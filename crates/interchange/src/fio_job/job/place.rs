//! The destination of a job's requests.

use super::super::denied::wrong_value;
use super::super::fault::{JobFault, blank_in};
use super::named::label;
use super::{FioJob, Options};
use iogram_model::{Text, text};

/// The destination of a job's requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Home {
    /// A file or device that all of its clones share; other jobs may use it, too.
    Shared(String),
    /// A separate file for each of its clones. Only a job of the same name uses the same ones.
    Own(Files),
    /// A file that its clones and a job of the same name share.
    OfJob(Files),
}

/// Files with the name of their job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Files {
    /// `None` is the current one.
    directory: Option<String>,
    /// Their names, without the numbers of clones and files.
    pattern: String,
}

impl Home {
    /// Whether a job at `other` writes to the same place.
    pub(in super::super) fn is_shared_with(&self, other: &Self) -> bool {
        self == other
    }

    /// Whether the name is that of a file on a file system, and not of a device or a target of this program.
    pub(in super::super) fn is_file(&self) -> bool {
        match self {
            Self::Shared(_) => {
                let of_device = |name: &String| {
                    ["/dev/", "sim:", "null:"].iter().any(|it| name.starts_with(it))
                };
                !self.targets().iter().any(of_device)
            }
            Self::Own(_) | Self::OfJob(_) => true,
        }
    }

    /// The devices, files or the directory that it names; empty for the current one.
    pub(in super::super) fn targets(&self) -> Vec<String> {
        match self {
            Self::Shared(path) => split(path).iter().map(|it| unescaped(it)).collect(),
            Self::Own(files) | Self::OfJob(files) => files.directory.iter().cloned().collect(),
        }
    }

    /// Whether it is several devices or files, each with its own positions.
    pub(in super::super) fn is_several(&self) -> bool {
        self.targets().len() > 1
    }
}

/// Reads `filename` and `directory`. Several names in one option are consecutive areas, and each is reported as a
/// target.
pub(super) fn home(options: &Options<'_>) -> Result<Home, JobFault> {
    options.only("directory", text!("interchange-directory"), |text| names(text) == 1)?;
    for key in ["filename", "directory"] {
        if let Some(option) = options.find(key).filter(|it| blank_in(&it.value).is_some()) {
            return Err(wrong_value(option, text!("interchange-name-device-file")));
        }
    }
    let text = |key| options.find(key).map(|option| option.value.as_str());
    let directory = text("directory").filter(|text| !text.is_empty()).map(unescaped);
    let usual = "$jobname.$jobnum.$filenum";
    let format = text("filename_format").filter(|text| !text.is_empty()).unwrap_or(usual);
    let clones = options.positive("numjobs").ok().flatten().unwrap_or(1);
    let files = options.positive("nrfiles").ok().flatten().unwrap_or(1);
    let called =
        |directory| Files { directory, pattern: format.replace("$jobname", label(options)) };
    Ok(match text("filename").filter(|text| !text.is_empty()) {
        Some(names) => {
            let below = |name: &String| below(directory.as_deref(), name);
            Home::Shared(split(names).iter().map(below).collect::<Vec<_>>().join(":"))
        }
        None if format.contains("$jobname") && format.contains("$jobnum") => {
            Home::Own(called(directory))
        }
        None if format.contains("$jobname") => Home::OfJob(called(directory)),
        None if format.contains("$jobnum") && clones > 1 => Home::Own(called(directory)),
        // Clones are counted in their section, so that other sections have the same file.
        None => {
            let first = format.replace("$jobnum", "0");
            let name = if files == 1 { first.replace("$filenum", "0") } else { first };
            Home::Shared(below(directory.as_deref(), &name))
        }
    })
}

/// The same for a job after others.
pub(super) fn of_job(options: &Options<'_>, before: &[FioJob]) -> Result<Home, JobFault> {
    let home = home(options)?;
    let clones = options.positive("numjobs")?.unwrap_or(1);
    let Some(format) = options.find("filename_format") else { return Ok(home) };
    let is_of_clones = format.value.contains("$jobnum") && !format.value.contains("$jobname");
    if !is_of_clones || options.find("filename").is_some_and(|it| !it.value.is_empty()) {
        return Ok(home);
    }
    let said = |job: &FioJob, key: &str| {
        job.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    };
    let own = |key| options.find(key).map(|option| option.value.clone());
    // With clones, some of their files are those of other jobs.
    let is_met = |other: &FioJob| {
        ["filename_format", "directory", "filename"]
            .iter()
            .all(|key| said(other, key) == own(key))
            && (clones > 1 || other.clones > 1)
    };
    options.only("filename_format", OF_ITS_OWN, |_| !before.iter().any(is_met))?;
    Ok(home)
}

const OF_ITS_OWN: Text = text!("interchange-jobname-where-several-jobs-clones-numjobs");

/// Number of names; at least 1.
pub(super) fn names(text: &str) -> usize {
    split(text).len().max(1)
}

/// Splits names at colons, except after a backslash, which stays. Each name occurs once. The colon of a simulated
/// drive belongs to its name.
fn split(text: &str) -> Vec<String> {
    const OWN: [&str; 2] = ["sim", "null"];
    let mut names: Vec<String> = Vec::new();
    let mut is_open = false;
    for part in text.split(':') {
        match names.last_mut().filter(|name| is_open || OWN.contains(&name.as_str())) {
            Some(name) => {
                name.push(':');
                name.push_str(part);
            }
            None if part.is_empty() => continue,
            None => names.push(part.to_owned()),
        }
        is_open = part.ends_with('\\');
    }
    let mut unique: Vec<String> = Vec::new();
    names.into_iter().for_each(|name| {
        if !unique.contains(&name) {
            unique.push(name);
        }
    });
    unique
}

fn unescaped(text: &str) -> String {
    text.replace("\\:", ":")
}

fn below(directory: Option<&str>, name: &str) -> String {
    match directory {
        Some(directory) if !name.starts_with('/') => {
            format!("{}/{name}", directory.trim_end_matches('/'))
        }
        _ => name.to_owned(),
    }
}
