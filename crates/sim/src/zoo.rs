//! The built-in drives: one file each, with the source of every figure.

use crate::parse::SpecError;
use crate::spec::SimSpec;

macro_rules! zoo {
    ($($name:literal),* $(,)?) => {
        /// Name and text of every drive in the zoo, by name.
        const ZOO: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../zoo/", $name, ".toml")))),*];
    };
}

zoo![
    "dying",
    "emmc-64g",
    "fake-chain-cache-256m",
    "fake-chain",
    "fake-limbo-cache-1g",
    "fake-limbo-cache-4g",
    "fake-limbo-cache-64m",
    "fake-limbo-odd",
    "fake-limbo",
    "fake-slight",
    "fake-tiny",
    "fake-wraparound-cache-2g",
    "fake-wraparound-cache-64m",
    "fake-wraparound",
    "nvme-enterprise-read",
    "nvme-enterprise-write",
    "nvme-qlc-16k",
    "nvme-tlc-dramless",
    "nvme-tlc-dynamic",
    "nvme-tlc-hybrid",
    "nvme-zns",
    "s0-kodak-64g",
    "s0-samsung-32g",
    "s0-samsung-64g",
    "s0-sandisk-32g-class4",
    "s0-sandisk-64g",
    "s0-sandisk-extreme-256g",
    "s0-sandisk-extreme-64g",
    "s0-sandisk-extreme-pro-256g",
    "s0-sandisk-ultra-200g",
    "s0-sandisk-ultra-plus-128g",
    "s1-samsung-evo-plus",
    "s1-samsung-pro-plus",
    "s1-samsung-pro",
    "s1-sandisk-extreme",
    "s1-sandisk-ultra",
    "s2-optane-905p",
    "s3-lexar-633x-16g",
    "s4-sd",
    "s4-ssd",
    "s4-usb",
    "sata-tlc-static",
    "sd-a2",
    "usb-stick-2au",
];

/// The names of all drives in the zoo, in order.
pub fn zoo_names() -> impl Iterator<Item = &'static str> {
    ZOO.iter().map(|&(name, _)| name)
}

/// The text of the drive `name`, with its comments; `None` if it does not exist.
#[must_use]
pub fn zoo_text(name: &str) -> Option<&'static str> {
    ZOO.iter().find(|&&(known, _)| known == name).map(|&(_, text)| text)
}

impl SimSpec {
    /// The drive `name` of the zoo; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Never for the zoo as built: a test checks every drive.
    pub fn from_zoo(name: &str) -> Option<Result<Self, SpecError>> {
        zoo_text(name).map(Self::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drive_of_the_zoo_is_sound_and_named_like_its_file() {
        for (name, text) in ZOO {
            let spec = SimSpec::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(&spec.name, name);
            assert!(spec.source.len() > 20, "{name} names no source");
            let again = SimSpec::parse(&spec.to_toml()).unwrap();
            assert_eq!(again, spec, "{name} is the same drive when written and read again");
        }
    }

    #[test]
    fn the_list_is_the_directory() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/zoo");
        let mut files: Vec<String> = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<String> = zoo_names().map(|name| format!("{name}.toml")).collect();
        assert_eq!(files, listed);
    }
}
