//! Short stable codes in records. Each is declared once, is written as text, and survives reading if a newer version
//! wrote it.

/// Takes one line per code: its name in Rust and its published name. Generates an enum with `Newer` for codes of
/// newer versions, a list of all codes, and conversions from and to text.
macro_rules! codes {
    ($(#[$of:meta])* $list:ident; $($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        $(#[$of])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $list {
            $($(#[$doc])* #[doc = concat!("`", $name, "`")] $variant,)*
            /// A code of a newer version, by its name.
            Newer(String),
        }

        impl $list {
            /// Every code of this version.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The published name.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Newer(name) => name,
                }
            }
        }

        impl From<&str> for $list {
            fn from(name: &str) -> Self {
                match name {
                    $($name => Self::$variant,)*
                    other => Self::Newer(other.to_owned()),
                }
            }
        }

        impl std::fmt::Display for $list {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl PartialEq<&str> for $list {
            fn eq(&self, name: &&str) -> bool {
                self.as_str() == *name
            }
        }

        impl serde::Serialize for $list {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $list {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                Ok(Self::from(&*name))
            }
        }
    };
}
pub(crate) use codes;

#[cfg(test)]
mod tests {
    use crate::{LimitCode, ObstacleCode, WarningCode};

    #[track_caller]
    fn check<C>(codes: &[C])
    where
        C: serde::Serialize
            + serde::de::DeserializeOwned
            + std::fmt::Display
            + Eq
            + std::fmt::Debug,
    {
        for code in codes {
            let json = serde_json::to_string(code).unwrap();
            assert_eq!(json, format!("\"{code}\""));
            assert_eq!(&serde_json::from_str::<C>(&json).unwrap(), code);
            assert!(code.to_string().bytes().all(|it| it.is_ascii_lowercase() || it == b'-'));
        }
        let newer = serde_json::from_str::<C>("\"seen-tomorrow\"").unwrap();
        assert_eq!(serde_json::to_string(&newer).unwrap(), "\"seen-tomorrow\"");
        assert!(!codes.contains(&newer));
    }

    #[test]
    fn codes_are_read_as_they_are_written_and_those_of_newer_versions_are_kept() {
        check(WarningCode::ALL);
        check(ObstacleCode::ALL);
        check(LimitCode::ALL);
        // Older records contain these names.
        assert_eq!(ObstacleCode::from("fill-state"), ObstacleCode::FillState);
        assert_eq!(LimitCode::from("pcie-link"), LimitCode::PcieLink);
    }
}
