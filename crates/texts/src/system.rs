//! What the system says, which has the same words each time.

use crate::text;
use crate::text::Text;

/// Errors of the system by their numbers. Source: Linux `include/uapi/asm-generic/errno*.h`.
const KNOWN: [(&str, Text); 14] = [
    ("1", text!("system-eperm")),
    ("2", text!("system-enoent")),
    ("5", text!("system-eio")),
    ("6", text!("system-enxio")),
    ("13", text!("system-eacces")),
    ("16", text!("system-ebusy")),
    ("17", text!("system-eexist")),
    ("19", text!("system-enodev")),
    ("20", text!("system-enotdir")),
    ("21", text!("system-eisdir")),
    ("22", text!("system-einval")),
    ("28", text!("system-enospc")),
    ("30", text!("system-erofs")),
    ("123", text!("system-enomedium")),
];

/// The text of words that end in the number of an error, as those of the standard library do.
pub(crate) fn find(words: &str) -> Option<Text> {
    let (_, number) = words.strip_suffix(')')?.rsplit_once(" (os error ")?;
    let (_, text) = KNOWN.iter().find(|(known, _)| *known == number)?;
    Some(*text)
}
