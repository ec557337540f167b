//! Tunes the computer for a measurement.

use std::path::PathBuf;
use std::sync::Arc;

use iogram_device::{DeviceError, Systemd, TuneRequest, Tuning};
use iogram_inspect::{SysRoot, SystemError};
use iogram_model::sentence;

use crate::failure::{Failure, with_causes};

/// The file that remembers the original settings. All users share it: there is one computer.
#[must_use]
pub fn state_file(root: &SysRoot) -> PathBuf {
    places(root).join("tuned")
}

/// The folder of all files that remember original settings.
#[must_use]
pub fn places(root: &SysRoot) -> PathBuf {
    root.base.join("var/lib/iogram")
}

/// Tunes the computer.
///
/// # Errors
///
/// If no setting was changed; states the reason.
pub fn begin(root: &SysRoot, request: &TuneRequest) -> Result<Tuning, Failure> {
    Tuning::begin(root, &state_file(root), request, Arc::new(Systemd)).map_err(|error| {
        let is_forbidden = matches!(&error, DeviceError::System(SystemError { source, .. })
            if source.kind() == std::io::ErrorKind::PermissionDenied);
        let message = sentence!("session-cannot-tune-computer", why: with_causes(&error));
        let hint = if is_forbidden { sentence!("session-run-root-sudo") } else { error.hint() };
        Failure::environment(message, hint)
    })
}
