//! The one door for writing: every path from the command line, the environment, a record or a device
//! that is not the measured target itself is opened for writing here and nowhere else.
//!
//! What it makes sure of:
//! - A place is looked at before anything starts ([`Outlet::check`]) and written at the end, so that
//!   nothing is measured whose result has nowhere to go.
//! - Only regular files are written, and never in place: a result is a new file beside its name, made
//!   durable and then renamed. No file that exists is opened for writing, so neither a link nor a race
//!   leads onto a device.
//! - A file that exists is replaced only if that was asked for, and not if somebody needs it.
//! - What lies in the program's own folders is reached through no link of another user, and no folder that was there
//!   gets other rights.
//! - What something else named is read only if it is a regular file ([`open_found`]), and removed only below the folder that
//!   was meant ([`remove_below`]).
//! - Names made from foreign text ([`FileName`]) cannot lead out of their folder.
//!
//! Must not know what is written, what a device or a record is, or how anything is shown. The measured
//! target is opened by `device`, with a permit.

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
