//! System errors of requests, by number.

use super::{Message, MessageId};

/// The system's error numbers and their messages. Source: Linux `include/uapi/asm-generic/errno*.h`.
const KNOWN: [(i32, MessageId); 23] = [
    (-2, MessageId::ErrorNotAsWritten),
    (-1, MessageId::ErrorNoAnswer),
    (1, MessageId::ErrorEperm),
    (5, MessageId::ErrorEio),
    (6, MessageId::ErrorEnxio),
    (12, MessageId::ErrorEnomem),
    (13, MessageId::ErrorEacces),
    (16, MessageId::ErrorEbusy),
    (19, MessageId::ErrorEnodev),
    (22, MessageId::ErrorEinval),
    (25, MessageId::ErrorEnotty),
    (27, MessageId::ErrorEfbig),
    (28, MessageId::ErrorEnospc),
    (30, MessageId::ErrorErofs),
    (61, MessageId::ErrorEnodata),
    (84, MessageId::ErrorEilseq),
    (95, MessageId::ErrorEopnotsupp),
    (107, MessageId::ErrorEnotconn),
    (108, MessageId::ErrorEshutdown),
    (110, MessageId::ErrorEtimedout),
    (116, MessageId::ErrorEstale),
    (121, MessageId::ErrorEremoteio),
    (122, MessageId::ErrorEdquot),
];

impl Message {
    /// The message of a system error number, such as `input/output error (EIO)`. Negative numbers are iogram's own:
    /// -1 is a request that was never answered, -2 a read that returned other data than was written.
    #[must_use]
    pub fn of_errno(number: i32) -> Self {
        match KNOWN.iter().find(|(known, _)| *known == number) {
            Some((_, id)) => Self::plain(*id),
            None => Self::new(MessageId::ErrorNumber, [number.to_string().into()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_told_with_its_name() {
        assert_eq!(Message::of_errno(5).english(), "input/output error (EIO)");
        assert_eq!(Message::of_errno(-1).english(), "no answer came back");
        assert_eq!(
            Message::of_errno(-2).english(),
            "the data read is not the data written there"
        );
        assert_eq!(Message::of_errno(9999).english(), "system error 9999");
        for (number, id) in KNOWN.into_iter().filter(|(number, _)| *number > 0) {
            let name = id.name().strip_prefix("error-").unwrap().to_uppercase();
            let words = Message::of_errno(number).english();
            assert!(words.ends_with(&format!(" ({name})")), "{number}: {words}");
        }
    }
}
