//! What one line of the list of statements becomes: a variant, its published name, the names of its values.

/// One line per statement: its name in code, its published name, the names of its values.
macro_rules! messages {
    ($($(#[$doc:meta])* $variant:ident $name:literal [$($argument:literal),*];)*) => {
        /// Which statement.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum MessageId {
            $($(#[$doc])* #[doc = concat!("`", $name, "`")] $variant,)*
            /// One of a newer version, which this one has no words for.
            Unknown,
        }

        impl MessageId {
            /// Every statement that there are words for.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its published name; the texts of every language have it.
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
