//! `iogram sim serve`: a simulated drive as a file, in builds with FUSE.

#[cfg(feature = "mount")]
mod mounted;
#[cfg(feature = "mount")]
mod recording;

#[cfg(feature = "mount")]
pub(crate) use mounted::serve;

#[cfg(not(feature = "mount"))]
use {
    crate::{args::SimServeArgs, failure::Failure},
    iogram_model::text,
};

/// Refuses before any other check: this build cannot mount.
#[cfg(not(feature = "mount"))]
pub(crate) fn serve(_arguments: &SimServeArgs) -> Result<(), Failure> {
    Err(Failure::usage(
        text!("cli-cannot-serve-drive-iogram-built-without"),
        text!("cli-build-cargo-build-release-features-mount"),
    ))
}
