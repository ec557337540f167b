//! Data without repetitions, derived from numbers.

use iogram_engine::mix;

/// Fills `bytes` with data that neither repeat nor compress.
pub(crate) fn fill(bytes: &mut [u8], salt: u64) {
    let mut state = salt;
    for chunk in bytes.chunks_mut(8) {
        state = mix(state);
        chunk.copy_from_slice(&state.to_le_bytes()[..chunk.len()]);
    }
}

/// Replaces `text` with `length` letters and digits.
pub(crate) fn write_text(text: &mut String, length: usize, salt: u64) {
    const LETTERS: &[u8; 64] =
        b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    text.clear();
    let mut state = salt;
    while text.len() < length {
        state = mix(state);
        let letters = state.to_le_bytes();
        let left = length - text.len();
        let more = letters.iter().take(left);
        text.extend(more.map(|byte| char::from(LETTERS[usize::from(byte % 64)])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_length_and_are_different() {
        let (mut one, mut other) = (String::new(), String::new());
        write_text(&mut one, 101, 1);
        write_text(&mut other, 101, 2);
        assert_eq!((one.len(), other.len()), (101, 101));
        assert_ne!(one, other);
        let mut bytes = [0_u8; 13];
        fill(&mut bytes, 7);
        assert!(bytes[8..].iter().any(|byte| *byte != 0), "{bytes:?}");
    }
}
