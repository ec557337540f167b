//! Command lines of flashbench between its tables: only they state the subject of a table.

/// The request of a flashbench command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Command {
    /// Letters of the actions, such as `a`, `O`.
    pub(crate) actions: Vec<char>,
    pub(crate) is_random: bool,
    pub(crate) block_bytes: Option<u64>,
    pub(crate) open_count: Option<u32>,
    pub(crate) passes: Option<u32>,
    pub(crate) scatter_span: Option<u64>,
    pub(crate) offset: Option<u64>,
    pub(crate) device: Option<String>,
}

/// Options with a value that this program does not use.
const WITH_VALUE: [&str; 8] =
    ["erasesize", "out", "scatter-order", "fat-nr", "interval-order", "e", "o", "F"];

impl Command {
    /// Parses `line` if it is a command line of flashbench.
    pub(crate) fn find(line: &str) -> Option<Self> {
        let at = line.find("flashbench")?;
        let options = &line[at..];
        if !options.contains(" -") && !options.contains("/dev/") {
            return None;
        }
        let mut command = Self::default();
        command.read(options);
        Some(command)
    }

    /// Adds the options of `line`, the continuation of a wrapped command line.
    pub(crate) fn read(&mut self, line: &str) {
        let line = without_arithmetic(line);
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word.starts_with("/dev/") {
                self.device = Some(word.to_owned());
            }
            let Some(name) = word.strip_prefix('-') else { continue };
            if let Some(long) = name.strip_prefix('-') {
                let (name, given) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (long, None),
                };
                let mut value = || given.clone().or_else(|| words.next().map(str::to_owned));
                self.long(name, &mut value);
                continue;
            }
            self.short(name, &mut || words.next().map(str::to_owned));
        }
    }

    fn long(&mut self, name: &str, value: &mut dyn FnMut() -> Option<String>) {
        match name {
            "align" => self.actions.push('a'),
            "open-au" => self.actions.push('O'),
            "find-fat" => self.actions.push('f'),
            "scatter" => self.actions.push('s'),
            "interval" => self.actions.push('i'),
            "random" => self.is_random = true,
            "blocksize" => self.block_bytes = number(value()),
            "open-au-nr" => {
                self.open_count = number(value()).and_then(|count| count.try_into().ok());
            }
            "count" => self.passes = number(value()).and_then(|count| count.try_into().ok()),
            "scatter-span" => self.scatter_span = number(value()),
            "offset" => self.offset = number(value()),
            other if WITH_VALUE.contains(&other) => {
                value();
            }
            _ => {}
        }
    }

    /// Parses short options: letters can be joined, and a value can follow without a space.
    fn short(&mut self, letters: &str, value: &mut dyn FnMut() -> Option<String>) {
        for (place, letter) in letters.char_indices() {
            let joined = &letters[place.saturating_add(letter.len_utf8())..];
            let mut own = || if joined.is_empty() { value() } else { Some(joined.to_owned()) };
            match letter {
                'a' | 'O' | 'f' | 's' | 'i' => self.actions.push(letter),
                'r' => self.is_random = true,
                'b' => {
                    self.block_bytes = number(own());
                    return;
                }
                'c' => {
                    self.passes = number(own()).and_then(|count| count.try_into().ok());
                    return;
                }
                'e' | 'o' | 'F' => {
                    own();
                    return;
                }
                _ => {}
            }
        }
    }

    pub(crate) fn asks_for(&self, action: char) -> bool {
        self.actions.contains(&action)
    }
}

fn number(text: Option<String>) -> Option<u64> {
    text?.parse().ok()
}

/// `line` with `$((4 * 1024))` and `$[4 * 1024]` evaluated.
fn without_arithmetic(line: &str) -> String {
    let mut rest = line;
    let mut result = String::new();
    while let Some(at) = rest.find("$((").or_else(|| rest.find("$[")) {
        let (open, close) = if rest[at..].starts_with("$((") { (3, "))") } else { (2, "]") };
        let Some(end) = rest[at.saturating_add(open)..].find(close) else { break };
        let product = rest
            [at.saturating_add(open)..at.saturating_add(open).saturating_add(end)]
            .split('*')
            .map(|factor| factor.trim().parse::<u64>().ok())
            .try_fold(1_u64, |product, factor| product.checked_mul(factor?));
        result.push_str(&rest[..at]);
        if let Some(product) = product {
            result.push_str(&product.to_string());
        }
        rest = &rest[at.saturating_add(open).saturating_add(end).saturating_add(close.len())..];
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_in_every_spelling() {
        let line = "$ sudo ./flashbench -c 32 /dev/mmcblk1 -b 4096 -e $(( 4 * 1024 * 1024 )) -O \
                    --open-au-nr=5 --random";
        let command = Command::find(line).unwrap();
        assert_eq!(command.open_count, Some(5));
        assert!(command.is_random && command.asks_for('O'));
        assert_eq!(command.block_bytes, Some(4096));
        assert_eq!(command.passes, Some(32));
        assert_eq!(command.device.as_deref(), Some("/dev/mmcblk1"));

        let line = "# flashbench -Or --open-au-nr 3 --blocksize=$[256 * 1024] /dev/sdb";
        let command = Command::find(line).unwrap();
        assert_eq!((command.open_count, command.is_random), (Some(3), true));
        assert_eq!(command.block_bytes, Some(256 << 10));

        assert_eq!(Command::find("I use flashbench, developed by"), None);
    }
}
