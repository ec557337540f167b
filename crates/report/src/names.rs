//! Short names of drives: in legends, beside bars, above columns.

/// Makers, and words that all drives of a page share.
const LEFT_OUT: [&str; 34] = [
    "Samsung",
    "SAMSUNG",
    "Intel",
    "INTEL",
    "Western",
    "Digital",
    "WDC",
    "SanDisk",
    "Kingston",
    "KINGSTON",
    "Crucial",
    "Micron",
    "KIOXIA",
    "Kioxia",
    "Toshiba",
    "TOSHIBA",
    "SK",
    "hynix",
    "Seagate",
    "Lexar",
    "Solidigm",
    "ADATA",
    "Corsair",
    "Sabrent",
    "Transcend",
    "KODAK",
    "Patriot",
    "Phison",
    "SSD",
    "NVMe",
    "SATA",
    "microSDXC",
    "microSDHC",
    "microSD",
];
/// A name up to this length stays complete.
const SHORT_MAX: usize = 14;
/// A longer one loses the part after a comma.
const LONG_MAX: usize = 24;

/// `name` without its maker and its kind.
pub(crate) fn short_name(name: &str) -> String {
    if name.chars().count() <= SHORT_MAX {
        return name.to_owned();
    }
    let plain = name.split(" (").next().unwrap_or(name);
    let words: Vec<&str> =
        plain.split(' ').filter(|word| !LEFT_OUT.contains(word) && !word.is_empty()).collect();
    let mut short = words.join(" ");
    while short.chars().count() > LONG_MAX {
        let Some((before, _)) = short.rsplit_once(',') else { break };
        short = before.trim_end().to_owned();
    }
    // A size alone is not a name.
    let has_name =
        short.split(' ').any(|word| word.chars().any(char::is_alphabetic) && word.len() > 2);
    if has_name { short } else { plain.to_owned() }
}

/// Short forms of `names`; equal ones in full, and with their mark if they are equal even then.
pub(crate) fn short_names(names: &[String], marks: &[String]) -> Vec<String> {
    let short: Vec<String> = names.iter().map(|name| short_name(name)).collect();
    let count = |list: &[String], name: &String| list.iter().filter(|it| *it == name).count();
    let told = names.iter().zip(&short).zip(marks).map(|((full, short_one), mark)| {
        match (count(&short, short_one), count(names, full)) {
            (1, _) => short_one.clone(),
            (_, 1) => full.clone(),
            _ => format!("{short_one} {mark}"),
        }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_chart_has_no_maker_and_no_kind() {
        for (name, short) in [
            ("Intel Optane SSD 905P 960 GB", "Optane 905P 960 GB"),
            ("Samsung SSD 970 PRO 512GB", "970 PRO 512GB"),
            ("SanDisk Extreme PRO 256 GB SDXC (U3 V30)", "Extreme PRO 256 GB SDXC"),
            ("s4-ssd", "s4-ssd"),
            ("NVMe SSD 1 TB, TLC, dynamic SLC cache", "1 TB, TLC"),
            ("Samsung SSD NVMe 1 TB", "Samsung SSD NVMe 1 TB"),
        ] {
            assert_eq!(short_name(name), short, "{name}");
        }
    }

    #[test]
    fn drives_of_one_name_stay_apart() {
        let names = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let marks = names(&["A", "B", "C"]);
        let told = short_names(
            &names(&["Samsung SSD 970 PRO", "Samsung NVMe 970 PRO", "905P"]),
            &marks,
        );
        assert_eq!(told, ["Samsung SSD 970 PRO", "Samsung NVMe 970 PRO", "905P"]);
        let told = short_names(
            &names(&["Samsung SSD 970 PRO", "Samsung SSD 970 PRO", "905P"]),
            &marks,
        );
        assert_eq!(told, ["970 PRO A", "970 PRO B", "905P"]);
    }
}
