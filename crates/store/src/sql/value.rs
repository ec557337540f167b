//! What goes into a statement and what comes out of it, whatever database it is sent to: text, 64-bit integers, floats,
//! bytes, and that there is none of them.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// Result of a statement.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// A rule of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A key is there once.
    Unique,
    /// What a row names is there.
    ForeignKey,
}

/// Why a statement did not do what it says.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The file's database refused it.
    #[error(transparent)]
    File(#[from] rusqlite::Error),
    /// The server refused it, or is not there.
    #[cfg(feature = "server")]
    #[error("{}", said(.0))]
    Server(#[from] sqlx::Error),
    /// This build speaks to no server.
    #[cfg(not(feature = "server"))]
    #[error("this build speaks to no server")]
    NoServers,
    /// No thread or timer was to be had for speaking to a server.
    #[cfg(feature = "server")]
    #[error(transparent)]
    Runtime(std::io::Error),
    /// There was no answer in the time that was given.
    #[error("no answer within {} s", .0.as_secs())]
    Late(Duration),
    /// There is no row where there must be one.
    #[error("no rows returned where one was expected")]
    NoRow,
    /// A column does not hold what belongs there.
    #[error("cannot understand a column: {0}")]
    Column(Box<dyn std::error::Error + Send + Sync>),
    /// A value has no written form.
    #[error("cannot write a value: {0}")]
    Unwritable(#[from] serde_json::Error),
    /// What was done to the tables is not what is known here.
    #[error("migration {version} {what}")]
    Migration {
        /// Which one.
        version: i64,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// What the server says, without the place in its own source that the driver adds.
#[cfg(feature = "server")]
fn said(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(said) => format!("the server says: {}", said.message()),
        None => error.to_string(),
    }
}

impl Failure {
    /// A column whose value is not understood.
    pub(crate) fn column(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Column(why.into())
    }
}

/// A value for a place of a statement. One that is absent has a type, too: a server asks for it.
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
    /// Of its columns; the rows of an answer share them.
    names: Arc<[String]>,
    held: Vec<Held>,
}

impl Row {
    /// A row of these columns.
    pub(crate) fn new(names: &Arc<[String]>, held: Vec<Held>) -> Self {
        Self { names: Arc::clone(names), held }
    }

    /// What the column with this name holds.
    pub(crate) fn read<'r, T: Read<'r>>(&'r self, name: &str) -> Outcome<T> {
        let place = self.names.iter().position(|it| it == name);
        self.read_at(place.unwrap_or(usize::MAX))
    }

    /// What the column at this place holds, counted from 0.
    pub(crate) fn read_at<'r, T: Read<'r>>(&'r self, place: usize) -> Outcome<T> {
        let held =
            self.held.get(place).ok_or_else(|| Failure::column("there is no such column"))?;
        T::read(held).ok_or_else(|| {
            let name = self.names.get(place).map_or("", String::as_str);
            Failure::column(format!("{name} does not hold {}", T::KIND))
        })
    }
}

/// What can be read from a column.
pub(crate) trait Read<'r>: Sized {
    /// What it is called in errors.
    const KIND: &'static str;

    /// `None` if it is something else.
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
