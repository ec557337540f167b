//! Converts SVG to PNG, if the rasteriser is built in.

/// Whether [`Painter::png`](crate::Painter::png) works: the feature `png`, which is not built by default.
pub const HAS_PNG: bool = cfg!(feature = "png");

#[cfg(feature = "png")]
pub(crate) use built_in::png;

#[cfg(not(feature = "png"))]
use crate::spec::ChartSpec;

/// Fails: this build has no rasteriser.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_svg: &str, _scale: u32, _spec: &ChartSpec) -> Result<Vec<u8>, String> {
    Err("this program was built without the feature png".to_owned())
}

#[cfg(feature = "png")]
mod built_in {
    use std::sync::{Arc, OnceLock};

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg;
    use resvg::usvg::fontdb::{Database, Source};

    use crate::font;
    use crate::spec::ChartSpec;

    /// Pixels per metre at scale 1: 96 in an inch, as in CSS.
    const PIXELS_PER_METRE: u32 = 3780;

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

    pub(crate) fn png(svg: &str, scale: u32, spec: &ChartSpec) -> Result<Vec<u8>, String> {
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
        let factor = scale as f32;
        resvg::render(&tree, Transform::from_scale(factor, factor), &mut picture.as_mut());
        encoded(picture, scale, spec).map_err(|error| error.to_string())
    }

    /// Encodes the file with its size on paper and its title, because image viewers and typesetting programs use
    /// both.
    fn encoded(
        picture: Pixmap,
        scale: u32,
        spec: &ChartSpec,
    ) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height) = (picture.width(), picture.height());
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let per_metre = PIXELS_PER_METRE.saturating_mul(scale);
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        let texts = [
            ("Title", spec.title.as_str()),
            ("Description", spec.description.as_str()),
            // The program, the run and the time.
            ("Source", spec.foot.as_str()),
            ("Software", "iogram"),
        ];
        for (keyword, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            encoder.add_itxt_chunk(keyword.to_owned(), text.to_owned())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&picture.take_demultiplied())?;
        writer.finish()?;
        Ok(file)
    }
}
