//! From SVG to PNG, where the rasteriser is built in.

/// Whether [`Painter::png`](crate::Painter::png) can do anything: the feature `png`, which is not built by default.
pub const HAS_PNG: bool = cfg!(feature = "png");

#[cfg(feature = "png")]
pub(crate) use built_in::png;

/// There is nothing that could fill it.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_svg: &str, _scale: u32) -> Result<Vec<u8>, String> {
    Err("this program was built without the feature png".to_owned())
}

#[cfg(feature = "png")]
mod built_in {
    use std::sync::{Arc, OnceLock};

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg;
    use resvg::usvg::fontdb::{Database, Source};

    use crate::font;

    static REGULAR: &[u8] = include_bytes!("../fonts/IogramSans-Regular.ttf");
    static SEMI_BOLD: &[u8] = include_bytes!("../fonts/IogramSans-SemiBold.ttf");

    /// The fonts, read once and never copied.
    fn database() -> Arc<Database> {
        static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
        Arc::clone(FONTS.get_or_init(|| {
            let mut database = Database::new();
            for font in [REGULAR, SEMI_BOLD] {
                database.load_font_source(Source::Binary(Arc::new(font)));
            }
            database.set_sans_serif_family(font::FAMILY);
            Arc::new(database)
        }))
    }

    pub(crate) fn png(svg: &str, scale: u32) -> Result<Vec<u8>, String> {
        let options = usvg::Options {
            fontdb: database(),
            font_family: font::FAMILY.to_owned(),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(&font::drawable(svg), &options)
            .map_err(|error| error.to_string())?;
        let size = tree.size().to_int_size();
        let mut picture =
            Pixmap::new(size.width() * scale, size.height() * scale).ok_or("it has no size")?;
        #[expect(clippy::cast_precision_loss, reason = "a small whole number")]
        let scale = scale as f32;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
        picture.encode_png().map_err(|error| error.to_string())
    }
}
