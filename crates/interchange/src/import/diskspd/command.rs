//! Settings in a command line of `DiskSpd`, for outputs whose list of settings was cut off: only explicit ones, no
//! defaults.
//!
//! Source: `DiskSpd`'s documentation, "Command line and parameters": letters are case-sensitive, and a value directly
//! follows its letter; `-h` is `-Sh`, `-Su` switches off the software cache, `-F` counts all threads and `-t` those
//! of a target.

use iogram_model::ImportedOrder;

use super::super::line::Line;
use super::super::refusal::Refusal;
use super::{Agreed, Asked};

/// Settings of a command line, with their text.
#[derive(Debug, Clone, Default)]
pub(super) struct Wish {
    asked: Asked,
    pub(super) thread_count: Option<u32>,
    block: String,
    order: String,
    depth: String,
    writes: String,
}

impl Wish {
    /// The settings of a command line after a prompt or at the beginning of a line; `None` if it is not one.
    pub(super) fn find(text: &str) -> Option<Self> {
        let text = text.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|it| is_program(it))?;
        let (before, rest) = words.split_at_checked(at)?;
        let is_prompt = |it: &&str| it.ends_with(['>', '$', '#', '%']);
        // `PS C:\> & .\diskspd.exe`.
        let before = match before {
            [head @ .., "&"] => head,
            all => all,
        };
        let is_command = before.last().is_none_or(is_prompt);
        let options = rest.get(1..).unwrap_or_default();
        let has_option = options.first().is_some_and(|it| it.starts_with(['-', '/']));
        // Ignores a command line that continues in the next line.
        let is_whole = !text.ends_with(['^', '`', '\\']);
        (is_command && has_option && is_whole).then(|| Self::of(options))
    }

    /// The settings in the tool's own output after `Command Line:`.
    pub(super) fn of_printed(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|it| is_program(it)).unwrap_or_default();
        Self::of(words.get(at.saturating_add(1)..).unwrap_or_default())
    }

    fn of(words: &[&str]) -> Self {
        let mut wish = Self::default();
        let is_of_shell =
            |it: &&&str| !it.starts_with(['>', '|', '&', ';']) && !it.starts_with("2>");
        let words: Vec<&str> = words.iter().take_while(is_of_shell).copied().collect();
        let is_option = |it: &str| it.starts_with(['-', '/']);
        let mut of_target = None;
        for word in words.iter().filter(|it| is_option(it)) {
            let option = word.trim_start_matches(['-', '/']);
            // An XML file contains the other settings.
            if option.starts_with('X') {
                return Self::default();
            }
            wish.option(word, option, &mut of_target);
        }
        let targets: Vec<&str> = words.iter().filter(|it| !is_option(it)).copied().collect();
        // Names with spaces are in quotes, and are not put together here.
        if let ([target], false) =
            (targets.as_slice(), words.iter().any(|it| it.contains(['"', '\''])))
        {
            wish.asked.path.say((*target).to_owned());
            wish.thread_count = wish.thread_count.or(of_target);
        }
        wish
    }

    fn option(&mut self, word: &str, option: &str, of_target: &mut Option<u32>) {
        let Some(letter) = option.chars().next() else { return };
        let value = option.get(letter.len_utf8()..).unwrap_or_default();
        let number = || value.parse::<u32>().ok();
        let own = || word.to_owned();
        match letter {
            'b' => {
                if let Some(bytes) = size_of(value) {
                    self.block = own();
                    self.asked.block_bytes.say(bytes);
                }
            }
            'o' => {
                if let Some(depth) = number().filter(|it| *it > 0) {
                    self.depth = own();
                    self.asked.depth.say(depth);
                }
            }
            'w' => {
                if let Some(percent) = number().filter(|it| *it <= 100) {
                    self.writes = own();
                    self.asked.write_percent.say(percent);
                }
            }
            't' => *of_target = number(),
            'F' => self.thread_count = number(),
            'r' | 's' => {
                let order = match (letter, value.strip_prefix('s')) {
                    // 0 and 100 % random requests are not a mixture.
                    ('r', Some("0" | "100")) => return,
                    ('r', Some(_)) => ImportedOrder::Unknown,
                    ('r', None) => ImportedOrder::Random,
                    _ => ImportedOrder::Sequential,
                };
                self.order = own();
                self.asked.order.say(order);
            }
            'h' if value.is_empty() => self.asked.is_direct.say(true),
            'S' if value.is_empty() || value.contains(['h', 'u']) => {
                self.asked.is_direct.say(true);
            }
            'S' if value.contains(['b', 'm']) => self.asked.is_direct.say(false),
            _ => {}
        }
    }

    /// The printed settings, completed from the command line.
    pub(super) fn with(&self, printed: &Asked) -> Asked {
        Asked {
            path: printed.path.or(&self.asked.path),
            block_bytes: printed.block_bytes.or(&self.asked.block_bytes),
            order: printed.order.or(&self.asked.order),
            depth: printed.depth.or(&self.asked.depth),
            is_direct: printed.is_direct.or(&self.asked.is_direct),
            write_percent: printed.write_percent.or(&self.asked.write_percent),
        }
    }

    /// Checks that the printed settings agree with the command line; `text` is the last printed one.
    pub(super) fn agree(
        &self,
        line: &Line<'_>,
        text: &str,
        printed: &Asked,
    ) -> Result<(), Refusal> {
        let asked = &self.asked;
        let wrong = [
            (differ(&printed.block_bytes, &asked.block_bytes), &self.block),
            (differ(&printed.order, &asked.order), &self.order),
            (differ(&printed.depth, &asked.depth), &self.depth),
            (differ(&printed.write_percent, &asked.write_percent), &self.writes),
        ];
        match wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, option)) => Err(line.contradiction(text, option.clone())),
            None => Ok(()),
        }
    }
}

fn differ<T: PartialEq + Clone>(one: &Agreed<T>, other: &Agreed<T>) -> bool {
    one.known().zip(other.known()).is_some_and(|(one, other)| one != other)
}

/// Whether the word calls `DiskSpd`, possibly after a path or a prompt without a space.
fn is_program(word: &str) -> bool {
    let word = word.trim_matches(['"', '\'', '`']);
    let name = word.rsplit(['/', '\\', '>']).next().unwrap_or_default().to_ascii_lowercase();
    matches!(name.as_str(), "diskspd" | "diskspd.exe" | "diskspd64.exe")
}

/// Bytes of `4K`, `64k`, `1M`, `4096`.
fn size_of(text: &str) -> Option<u64> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let factor = match unit {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor).filter(|it| *it > 0)
}
