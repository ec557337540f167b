//! Latency percentiles that tools print, by the names of their figures.

/// The name of each, and its share in percent, ascending.
pub(crate) const PERCENTILES: [(&str, f64); 18] = [
    ("p1", 1.0),
    ("p5", 5.0),
    ("p10", 10.0),
    ("p20", 20.0),
    ("p30", 30.0),
    ("p40", 40.0),
    ("p50", 50.0),
    ("p60", 60.0),
    ("p70", 70.0),
    ("p80", 80.0),
    ("p90", 90.0),
    ("p95", 95.0),
    ("p99", 99.0),
    ("p995", 99.5),
    ("p999", 99.9),
    ("p9995", 99.95),
    ("p9999", 99.99),
    ("p99999", 99.999),
];

/// The name of a share in percent; `None` if no figure has this share.
pub(crate) fn name_of(share: f64) -> Option<&'static str> {
    PERCENTILES.iter().find(|(_, known)| (known - share).abs() < 1e-9).map(|(name, _)| *name)
}
