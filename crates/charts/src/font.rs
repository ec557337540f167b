//! The font of pictures, and how wide its texts are.

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

/// Width of `text` at `size` pixels. A character that the font lacks counts as one em, which no
/// substitute exceeds.
pub(crate) fn measure(is_bold: bool, size: f64, text: &str) -> f64 {
    let data = if is_bold { SEMI_BOLD } else { REGULAR };
    let font = FontRef::new(data).expect("the fonts are part of the program");
    let characters = font.charmap();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let advance = |character: char| {
        let glyph = characters.map(character)?;
        metrics.advance_width(glyph).map(f64::from)
    };
    text.chars().map(|character| advance(character).unwrap_or(em)).sum::<f64>() * size / em
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
    fn korean_has_letters_of_its_own() {
        let font = FontRef::new(REGULAR).unwrap();
        for character in "처리량지연시간쓰기읽기용량°µ→…".chars() {
            assert!(font.charmap().map(character).is_some(), "{character}");
        }
    }
}
