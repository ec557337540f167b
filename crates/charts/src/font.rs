//! The font of pictures, and how wide its texts are.

use std::borrow::Cow;
use std::sync::Arc;

use resvg::usvg::fontdb::Database;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The family that pictures name first.
pub(crate) const FAMILY: &str = "Iogram Sans";

static REGULAR: &[u8] = include_bytes!("../fonts/IogramSans-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../fonts/IogramSans-SemiBold.ttf");

/// The font for the rasteriser.
pub(crate) fn database() -> Arc<Database> {
    let mut database = Database::new();
    database.load_font_data(REGULAR.to_vec());
    database.load_font_data(SEMI_BOLD.to_vec());
    database.set_sans_serif_family(FAMILY);
    Arc::new(database)
}

/// The parts of Korean syllables as letters of their own. Source: Unicode Standard, section 3.12
/// (composition of Hangul syllables) and the block Hangul Compatibility Jamo.
const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const FINALS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

/// `text` in letters that the font has: a picture of its own has no other font. A Korean syllable that is
/// none of the 2350 usual ones is written in its parts, anything else as a question mark.
pub(crate) fn drawable(text: &str) -> Cow<'_, str> {
    let font = FontRef::new(REGULAR).expect("the fonts are part of the program");
    let characters = font.charmap();
    let is_known =
        |character: char| character.is_ascii() || characters.map(character).is_some();
    if text.chars().all(is_known) {
        return Cow::Borrowed(text);
    }
    let mut drawable = String::with_capacity(text.len());
    for character in text.chars() {
        if is_known(character) {
            drawable.push(character);
        } else if let Some(parts) = parts(character) {
            drawable.extend(parts.into_iter().flatten());
        } else {
            drawable.push('?');
        }
    }
    Cow::Owned(drawable)
}

/// The parts of a Korean syllable, the last of which it may lack.
fn parts(character: char) -> Option<[Option<char>; 3]> {
    let index =
        u32::from(character).checked_sub(0xAC00).filter(|index| *index < 19 * 21 * 28)?;
    let part = |letters: &str, at: u32| letters.chars().nth(usize::try_from(at).ok()?);
    let last = (index % 28).checked_sub(1).and_then(|at| part(FINALS, at));
    Some([part(INITIALS, index / (21 * 28)), part(VOWELS, index / 28 % 21), last])
}

/// Width of `text` at `size` pixels. A character that [`drawable`] replaces counts as its parts or as one em,
/// which no substitute in a page exceeds; the chart library takes the height of a line from such a one.
pub(crate) fn measure(is_bold: bool, size: f64, text: &str) -> f64 {
    let data = if is_bold { SEMI_BOLD } else { REGULAR };
    let font = FontRef::new(data).expect("the fonts are part of the program");
    let characters = font.charmap();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let known = |character: char| {
        let glyph = characters.map(character)?;
        metrics.advance_width(glyph).map(f64::from)
    };
    let of_parts = |character: char| {
        let parts = parts(character)?;
        Some(parts.into_iter().flatten().map(|part| known(part).unwrap_or(em)).sum())
    };
    let advance = |it: char| known(it).or_else(|| of_parts(it)).unwrap_or(em);
    text.chars().map(advance).sum::<f64>() * size / em
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_width_of_their_letters() {
        assert!((measure(false, 12.0, "0") - measure(false, 24.0, "0") / 2.0).abs() < 1e-9);
        assert!(measure(false, 12.0, "WWW") > 2.0 * measure(false, 12.0, "iii"));
        assert!(measure(true, 12.0, "throughput") > measure(false, 12.0, "throughput"));
        assert!(measure(false, 12.0, "").abs() < 1e-9);
    }

    #[test]
    fn what_the_font_lacks_is_written_in_letters_that_it_has() {
        for (text, drawn) in [
            ("카드 128 GB", "카드 128 GB"),
            ("똠 쀍", "ㄸㅗㅁ ㅃㅞㄺ"),
            ("썅", "썅"),
            ("闪存 64 GB", "?? 64 GB"),
            ("", ""),
        ] {
            assert_eq!(drawable(text), drawn);
        }
        let font = FontRef::new(REGULAR).unwrap();
        for letter in [INITIALS, VOWELS, FINALS].concat().chars() {
            assert!(font.charmap().map(letter).is_some(), "{letter}");
        }
        let wide = measure(false, 12.0, "똠");
        assert!((wide - measure(false, 12.0, "ㄸㅗㅁ")).abs() < 1e-9);
    }

    #[test]
    fn korean_has_letters_of_its_own() {
        let font = FontRef::new(REGULAR).unwrap();
        for character in "처리량지연시간쓰기읽기용량°µ→…".chars() {
            assert!(font.charmap().map(character).is_some(), "{character}");
        }
    }
}
