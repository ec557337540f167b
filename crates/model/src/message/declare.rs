//! Turns a line of the message list into a variant, its published name, and the names of its values.

/// Takes one line per message: its name in Rust, its published name, the names of its values.
macro_rules! messages {
    ($($(#[$doc:meta])* $variant:ident $name:literal [$($argument:literal),*];)*) => {
        /// The id of a message.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum MessageId {
            $($(#[$doc])* #[doc = concat!("`", $name, "`")] $variant,)*
            /// A message of a newer version, without a text in this version.
            Unknown,
        }

        impl MessageId {
            /// Every message with a text.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its published name, which is also its key in the texts of every language.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Unknown => "unknown",
                }
            }

            /// The names of its values.
            #[must_use]
            pub const fn arguments(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($argument),*],)*
                    Self::Unknown => &[],
                }
            }
        }
    };
}

pub(super) use messages;
