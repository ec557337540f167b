//! What of writing files only Linux has or says: files without a name, exchanged names, who holds a file, settings
//! of the kernel.

pub(crate) mod files;
pub(crate) mod held;
pub(crate) mod kernel;
