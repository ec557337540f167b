//! Value for money as a chart: price against the figure that decides first.

use std::collections::BTreeSet;

use iogram_charts::{Body, ChartSpec, NamedPoint, Palette, Unit};
use iogram_model::Advice;

use super::{figure_of, shown_name, words_of};
use crate::figures::{Figure, slug, spanning, unit_of};
use crate::locale::Locale;

/// One for each currency, since prices are not converted.
pub(super) fn figures(advice: &Advice, locale: &Locale) -> Vec<Figure> {
    let Some(first) = super::decides(advice) else { return Vec::new() };
    let names = advice.drives.iter().map(|drive| drive.name.as_str());
    let palette = Palette::new(names);
    let prices = advice.drives.iter().filter_map(|drive| drive.price.as_ref());
    let currencies: BTreeSet<String> = prices.map(|price| price.currency.clone()).collect();
    let mut figures = Vec::new();
    for currency in currencies {
        let points: Vec<NamedPoint> = advice
            .drives
            .iter()
            .filter_map(|drive| {
                let price = drive.price.as_ref().filter(|price| price.currency == currency)?;
                Some(NamedPoint {
                    name: shown_name(drive, locale),
                    slot: palette.slot(&drive.name),
                    x: price.amount(),
                    y: drive.figures.iter().find(|it| it.figure == first)?.value?,
                    is_on_front: drive.is_on_front == Some(true),
                })
            })
            .collect();
        // One drive alone is no choice.
        if points.len() < 2 {
            continue;
        }
        let work = words_of(first, locale);
        let x = spanning(
            locale.text("price"),
            Unit::named(currency.clone()),
            points.iter().map(|it| it.x),
        );
        let y = spanning(work.clone(), unit_of(figure_of(first)), points.iter().map(|it| it.y));
        let body = Body::scatter(x, y, &points, &locale.text("pareto-front"));
        let title = locale.with("figure-price", &[("figure", &work), ("currency", &currency)]);
        let subtitle =
            locale.with("figure-price-note", &[("count", &points.len().to_string())]);
        let description = format!("{title}. {subtitle}");
        let nothing = locale.text("nothing-to-show");
        let values = [("version", env!("CARGO_PKG_VERSION")), ("runs", "advise")];
        let foot = locale.with("figure-foot", &values);
        let spec = ChartSpec { title, subtitle, description, nothing, foot, body };
        let name = format!("price-{}", slug(&currency));
        figures.push(Figure::new(name, spec, locale));
    }
    figures
}
