//! Values of statements and answers, for every database: text, 64-bit integers, floats, bytes, and null.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// Result of a statement.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// A rule of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A key must be unique.
    Unique,
    /// A referenced row must exist.
    ForeignKey,
}

/// Reasons why a statement failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The file's database refused it.
    #[error(transparent)]
    File(#[from] rusqlite::Error),
    /// The server refused it, or does not answer.
    #[cfg(feature = "server")]
    #[error("{}", said(.0))]
    Server(#[from] sqlx::Error),
    /// This build does not support servers.
    #[cfg(not(feature = "server"))]
    #[error("this build speaks to no server")]
    NoServers,
    /// The system gave no thread or timer for the server.
    #[cfg(feature = "server")]
    #[error(transparent)]
    Runtime(std::io::Error),
    /// There was no answer within this time.
    #[error("no answer within {} s", .0.as_secs())]
    Late(Duration),
    /// A required row is missing.
    #[error("no rows returned where one was expected")]
    NoRow,
    /// A column has an unexpected value.
    #[error("cannot understand a column: {0}")]
    Column(Box<dyn std::error::Error + Send + Sync>),
    /// A value has no written form.
    #[error("cannot write a value: {0}")]
    Unwritable(#[from] serde_json::Error),
    /// The applied migrations are not the known ones.
    #[error("migration {version} {what}")]
    Migration {
        /// The version.
        version: i64,
        /// The problem.
        what: &'static str,
    },
}

/// The server's message, without the place in its source code that the driver adds.
#[cfg(feature = "server")]
fn said(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(said) => format!("the server says: {}", said.message()),
        None => error.to_string(),
    }
}

impl Failure {
    /// A column whose value cannot be decoded.
    pub(crate) fn column(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Column(why.into())
    }
}

/// A value for a placeholder. A null has a type, too: a server requires it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Bound<'q> {
    Text(Option<Cow<'q, str>>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Blob(Option<Cow<'q, [u8]>>),
}

macro_rules! bound_from {
    ($($from:ty => $kind:ident, $value:ident: $into:expr;)*) => {$(
        impl<'q> From<$from> for Bound<'q> {
            fn from($value: $from) -> Self {
                Self::$kind(Some($into))
            }
        }
        impl<'q> From<Option<$from>> for Bound<'q> {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map(|$value| $into))
            }
        }
    )*};
}

bound_from! {
    &'q str => Text, value: Cow::Borrowed(value);
    &'q String => Text, value: Cow::Borrowed(value.as_str());
    String => Text, value: Cow::Owned(value);
    i64 => Integer, value: value;
    f64 => Real, value: value;
    Vec<u8> => Blob, value: Cow::Owned(value);
}

/// A value in a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Held {
    Nothing,
    Text(String),
    Integer(i64),
    Real(f64),
    Blob(Vec<u8>),
}

/// A row of an answer.
#[derive(Debug)]
pub(crate) struct Row {
    /// The names of its columns; the rows of an answer share them.
    names: Arc<[String]>,
    held: Vec<Held>,
}

impl Row {
    /// A row of these columns.
    pub(crate) fn new(names: &Arc<[String]>, held: Vec<Held>) -> Self {
        Self { names: Arc::clone(names), held }
    }

    /// The value of the column with this name.
    pub(crate) fn read<'r, T: Read<'r>>(&'r self, name: &str) -> Outcome<T> {
        let place = self.names.iter().position(|it| it == name);
        self.read_at(place.unwrap_or(usize::MAX))
    }

    /// The value of the column at this position, counted from 0.
    pub(crate) fn read_at<'r, T: Read<'r>>(&'r self, place: usize) -> Outcome<T> {
        let held =
            self.held.get(place).ok_or_else(|| Failure::column("there is no such column"))?;
        T::read(held).ok_or_else(|| {
            let name = self.names.get(place).map_or("", String::as_str);
            Failure::column(format!("{name} does not hold {}", T::KIND))
        })
    }
}

/// A type that can be read from a column.
pub(crate) trait Read<'r>: Sized {
    /// Its name in errors.
    const KIND: &'static str;

    /// `None` if the value has another type.
    fn read(held: &'r Held) -> Option<Self>;
}

macro_rules! read_as {
    ($($into:ty, $kind:literal: $pattern:pat => $value:expr;)*) => {$(
        impl<'r> Read<'r> for $into {
            const KIND: &'static str = $kind;

            fn read(held: &'r Held) -> Option<Self> {
                match held {
                    $pattern => Some($value),
                    _ => None,
                }
            }
        }
    )*};
}

read_as! {
    &'r str, "text": Held::Text(text) => text;
    String, "text": Held::Text(text) => text.clone();
    i64, "an integer": Held::Integer(integer) => *integer;
    f64, "a float": Held::Real(real) => *real;
    &'r [u8], "bytes": Held::Blob(bytes) => bytes;
    Vec<u8>, "bytes": Held::Blob(bytes) => bytes.clone();
}

impl<'r, T: Read<'r>> Read<'r> for Option<T> {
    const KIND: &'static str = T::KIND;

    fn read(held: &'r Held) -> Option<Self> {
        match held {
            Held::Nothing => Some(None),
            other => T::read(other).map(Some),
        }
    }
}
