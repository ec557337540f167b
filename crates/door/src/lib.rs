//! The only crate that opens files for writing. It handles every path from the command line, the environment, a
//! record or a device, except the measured target itself.
//!
//! It guarantees:
//! - A place is checked before anything starts ([`Outlet::check`]) and written at the end. So nothing is measured
//!   whose result cannot be saved.
//! - Only regular files are written, and never in place: a result is a new file beside its final name, made durable
//!   and then renamed. No existing file is opened for writing, so neither a link nor a race leads to a device.
//! - An existing file is replaced only on request, and only if nothing uses it.
//! - Paths to the program's own directories follow no link of another user. Existing directories keep their
//!   permissions.
//! - A path from a list or record is read only if it is a regular file ([`open_found`]), and removed only below the
//!   intended directory ([`remove_below`]).
//! - Names made from foreign text ([`FileName`]) cannot lead out of their directory.
//!
//! Must not know what is written, what a device or a record is, or how anything is shown. The crate `device` opens
//! the measured target, with a permit.

mod below;
mod draft;
mod error;
mod found;
mod linux;
mod made;
mod name;
mod outlet;
mod place;
mod private;
mod scratch;
mod trusted;

pub use below::{open_below, remove_below, remove_made};
pub use error::{DoorError, Kind};
pub use found::{is_of_kernel, open_found};
pub use linux::files::{is_stream_name, make_unnamed};
pub use linux::kernel::{make_instance, open_control, remove_instance, write_setting};
pub use made::make_new;
pub use name::FileName;
pub use outlet::{Outlet, Rules, check_all, write_all, write_together};
pub use private::{
    PrivateFile, check_own_folder, is_private, lock_private, own_folder, private_folder,
    read_private, remove_private, replace_private,
};
pub use scratch::{ScratchFolder, left_in, make_file_in, make_folder_in, remove_left_in};
