//! Linux-only parts of writing files: unnamed files, exchanged names, the users of a file, settings of the kernel.

pub(crate) mod files;
pub(crate) mod held;
pub(crate) mod kernel;
