//! The computer, set for a measurement.

use std::path::PathBuf;
use std::sync::Arc;

use iogram_device::{DeviceError, Systemd, TuneRequest, Tuning};
use iogram_inspect::{SysRoot, SystemError};
use iogram_model::sentence;

use crate::failure::{Failure, with_causes};

/// Where is remembered what was changed. One place for all users: there is one computer.
#[must_use]
pub fn state_file(root: &SysRoot) -> PathBuf {
    places(root).join("tuned")
}

/// The folder of everything that remembers what was changed.
#[must_use]
pub fn places(root: &SysRoot) -> PathBuf {
    root.base.join("var/lib/iogram")
}

/// Sets the computer.
///
/// # Errors
///
/// If nothing was set, and why.
pub fn begin(root: &SysRoot, request: &TuneRequest) -> Result<Tuning, Failure> {
    Tuning::begin(root, &state_file(root), request, Arc::new(Systemd)).map_err(|error| {
        let is_forbidden = matches!(&error, DeviceError::System(SystemError { source, .. })
            if source.kind() == std::io::ErrorKind::PermissionDenied);
        let message = sentence!("session-cannot-tune-computer", why: with_causes(&error));
        let hint = if is_forbidden { sentence!("session-run-root-sudo") } else { error.hint() };
        Failure::environment(message, hint)
    })
}
