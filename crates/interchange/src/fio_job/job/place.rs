//! Where a job's requests go.

use super::super::fault::JobFault;
use super::Options;

/// Where a job's requests go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Home {
    /// A file or device, which all of its clones share and others may, too.
    Shared(String),
    /// Files of its own, in this directory; `None` is the current one.
    Own(Option<String>),
    /// A file that its clones share and no other job.
    OfJob(Option<String>),
}

impl Home {
    /// Whether what another job at `other` writes lies here.
    pub(in super::super) fn is_shared_with(&self, other: &Self) -> bool {
        matches!(self, Self::Shared(_)) && self == other
    }

    pub(super) fn target(&self) -> Option<String> {
        match self {
            Self::Shared(path) => Some(path.clone()),
            Self::Own(directory) | Self::OfJob(directory) => directory.clone(),
        }
    }
}

/// What `filename` and `directory` say. Several names in one are one place after another, and told as one target each.
pub(super) fn home(options: &Options<'_>) -> Result<Home, JobFault> {
    options.only("filename", "one name", |text| names(text) == 1)?;
    options.only("directory", "one directory", |text| names(text) == 1)?;
    let text = |key| options.find(key).map(|option| option.value.as_str());
    let directory = text("directory").filter(|text| !text.is_empty()).map(unescaped);
    let format = text("filename_format").unwrap_or("$jobname.$jobnum.$filenum");
    Ok(match text("filename").filter(|text| !text.is_empty()) {
        Some(name) => Home::Shared(below(directory.as_deref(), &unescaped(name))),
        None if format.contains("$jobnum") || format.is_empty() => Home::Own(directory),
        None if format.contains("$jobname") => Home::OfJob(directory),
        None => Home::Shared(below(directory.as_deref(), format)),
    })
}

/// Names are told apart by colons, unless there is a backslash before.
fn names(text: &str) -> usize {
    // A target of this program's own.
    if text.starts_with("sim:") {
        return 1;
    }
    text.replace("\\:", "").split(':').filter(|name| !name.is_empty()).count()
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
