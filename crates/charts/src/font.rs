//! The font of pictures, and the widths of its texts.

use std::sync::OnceLock;

/// The font family that pictures name first.
#[cfg(feature = "png")]
pub(crate) const FAMILY: &str = "Iogram Sans";

/// Widths of letters in both weights, so that no code has to parse the fonts: `FIRST LAST REGULAR SEMI-BOLD`, letters
/// in hexadecimal, widths in units. A test compares it with the fonts.
const WIDTHS: &str = include_str!("../fonts/widths.txt");

/// Units of an em. A test compares it with the fonts.
const EM_UNITS: f64 = 2048.0;

/// Consecutive letters of equal width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    first: char,
    last: char,
    regular: u16,
    semi_bold: u16,
}

fn stretches() -> &'static [Stretch] {
    static STRETCHES: OnceLock<Vec<Stretch>> = OnceLock::new();
    STRETCHES.get_or_init(|| {
        WIDTHS.lines().map(|line| stretch(line).expect("a test reads the table")).collect()
    })
}

fn stretch(line: &str) -> Option<Stretch> {
    let mut fields = line.split(' ');
    let mut letter = || char::from_u32(u32::from_str_radix(fields.next()?, 16).ok()?);
    let (first, last) = (letter()?, letter()?);
    let mut units = || fields.next()?.parse().ok();
    Some(Stretch { first, last, regular: units()?, semi_bold: units()? })
}

/// The stretch with this letter; `None` if the fonts lack it.
fn find(letter: char) -> Option<&'static Stretch> {
    let stretches = stretches();
    let after = stretches.partition_point(|it| it.first <= letter);
    stretches.get(after.checked_sub(1)?).filter(|it| letter <= it.last)
}

/// The parts of Korean syllables as separate letters. Source: Unicode Standard, section 3.12 (composition of Hangul
/// syllables) and the block Hangul Compatibility Jamo.
const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const FINALS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

/// `text` in letters that the font has, because a picture file has no fallback font. A Korean syllable outside the
/// 2350 usual ones becomes its parts, any other missing letter a question mark.
#[cfg(any(test, feature = "png"))]
pub(crate) fn drawable(text: &str) -> std::borrow::Cow<'_, str> {
    use std::borrow::Cow;

    let is_known = |character: char| character.is_ascii() || find(character).is_some();
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

/// The parts of a Korean syllable; the last one may be absent.
fn parts(character: char) -> Option<[Option<char>; 3]> {
    let index =
        u32::from(character).checked_sub(0xAC00).filter(|index| *index < 19 * 21 * 28)?;
    let part = |letters: &str, at: u32| letters.chars().nth(usize::try_from(at).ok()?);
    let last = (index % 28).checked_sub(1).and_then(|at| part(FINALS, at));
    Some([part(INITIALS, index / (21 * 28)), part(VOWELS, index / 28 % 21), last])
}

/// Width of `text` at `size` pixels. A character that [`drawable`] replaces counts as its parts or as one em, which
/// no substitute in a page exceeds; the chart library derives the height of a line from such a character.
pub(crate) fn measure(is_bold: bool, size: f64, text: &str) -> f64 {
    let known = |character: char| {
        let stretch = find(character)?;
        Some(f64::from(if is_bold { stretch.semi_bold } else { stretch.regular }))
    };
    let of_parts = |character: char| {
        let parts = parts(character)?;
        Some(parts.into_iter().flatten().map(|part| known(part).unwrap_or(EM_UNITS)).sum())
    };
    let advance = |it: char| known(it).or_else(|| of_parts(it)).unwrap_or(EM_UNITS);
    text.chars().map(advance).sum::<f64>() * size / EM_UNITS
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::{FontRef, GlyphId, MetadataProvider as _};

    use super::*;

    const REGULAR: &[u8] = include_bytes!("../fonts/IogramSans-Regular.ttf");
    const SEMI_BOLD: &[u8] = include_bytes!("../fonts/IogramSans-SemiBold.ttf");

    /// Every letter of a font, with its width.
    fn letters(font: &FontRef<'_>) -> Vec<(char, u16)> {
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let width = |(code, glyph): (u32, GlyphId)| {
            let letter = char::from_u32(code).unwrap();
            let width = metrics.advance_width(glyph).unwrap();
            (letter, format!("{width}").parse().expect("a whole number of units"))
        };
        font.charmap().mappings().map(width).collect()
    }

    /// The table of widths, computed from the fonts.
    fn table(regular: &[(char, u16)], semi_bold: &[(char, u16)]) -> String {
        let mut stretches: Vec<Stretch> = Vec::new();
        for ((letter, width), (other, semi_bold)) in regular.iter().zip(semi_bold) {
            assert_eq!(letter, other, "both weights have the same letters");
            match stretches.last_mut() {
                Some(it)
                    if u32::from(it.last) + 1 == u32::from(*letter)
                        && (it.regular, it.semi_bold) == (*width, *semi_bold) =>
                {
                    it.last = *letter;
                }
                _ => stretches.push(Stretch {
                    first: *letter,
                    last: *letter,
                    regular: *width,
                    semi_bold: *semi_bold,
                }),
            }
        }
        let line = |it: &Stretch| {
            let (first, last) = (u32::from(it.first), u32::from(it.last));
            format!("{first:X} {last:X} {} {}\n", it.regular, it.semi_bold)
        };
        stretches.iter().map(line).collect()
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers of units")]
    fn every_letter_is_as_wide_as_the_font_says() {
        let fonts = [REGULAR, SEMI_BOLD].map(|data| FontRef::new(data).unwrap());
        for font in &fonts {
            let metrics = font.metrics(Size::unscaled(), LocationRef::default());
            assert_eq!(f64::from(metrics.units_per_em), EM_UNITS);
        }
        let [regular, semi_bold] = fonts.map(|font| letters(&font));
        assert!(regular.len() > 2350);
        let table = table(&regular, &semi_bold);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/widths.txt");
            std::fs::write(path, &table).unwrap();
        }
        assert!(table == WIDTHS, "fonts/widths.txt differs; UPDATE_GOLDEN=1 writes it");
        for (is_bold, letters) in [(false, &regular), (true, &semi_bold)] {
            for (letter, width) in letters {
                let text = letter.to_string();
                assert_eq!(measure(is_bold, EM_UNITS, &text), f64::from(*width), "{letter}");
            }
        }
        let known: u32 =
            stretches().iter().map(|it| u32::from(it.last) - u32::from(it.first) + 1).sum();
        assert_eq!(usize::try_from(known).unwrap(), regular.len());
    }

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
        for letter in [INITIALS, VOWELS, FINALS].concat().chars() {
            assert!(find(letter).is_some(), "{letter}");
        }
        let wide = measure(false, 12.0, "똠");
        assert!((wide - measure(false, 12.0, "ㄸㅗㅁ")).abs() < 1e-9);
    }

    #[test]
    fn korean_has_letters_of_its_own() {
        for character in "처리량지연시간쓰기읽기용량°µ→…".chars() {
            assert!(find(character).is_some(), "{character}");
        }
    }
}
