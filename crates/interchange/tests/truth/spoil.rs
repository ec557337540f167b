//! Damages a log as on its way from the terminal to the reader.

use super::drives::Random;

/// The damaged log, and whether a part of it is missing.
pub(crate) fn spoil(log: Vec<u8>, is_windows: bool, random: &mut Random) -> (Vec<u8>, bool) {
    let mut log = log;
    let mut is_cut = false;
    for _ in 0..random.within(0, 3) {
        let text = String::from_utf8(log.clone());
        match (random.within(0, 13), text) {
            (0, _) => {
                let keep = random.within(0, log.len() as u64 + 1);
                log.truncate(usize::try_from(keep).expect("a log is small"));
                is_cut = true;
            }
            (1, Ok(text)) => log = text.replace('\n', "\r\n").into_bytes(),
            (2, Ok(text)) => {
                log = text
                    .lines()
                    .map(|line| format!("> {line}\n"))
                    .collect::<String>()
                    .into_bytes();
            }
            (3, Ok(text)) => {
                log = text
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
                    .replace('>', "&gt;")
                    .replace('"', "&quot;")
                    .replace('\'', "&#39;")
                    .into_bytes();
            }
            (4, Ok(text)) => log = decimal_commas(&text).into_bytes(),
            (5, Ok(text)) => {
                log = text
                    .lines()
                    .map(|line| format!("\u{1b}[32m{line}\u{1b}[0m\n"))
                    .collect::<String>()
                    .into_bytes();
            }
            (6, Ok(text)) => {
                log =
                    format!("I bought this one. It was cheap!\n\n{text}\nWhat do you think?\n")
                        .into_bytes();
            }
            (7, Ok(text)) if is_windows || random.is_one_in(2) => {
                let marked = format!("\u{feff}{text}");
                // Encodings come last: nothing changes the text afterwards.
                return (marked.encode_utf16().flat_map(u16::to_le_bytes).collect(), is_cut);
            }
            (8, Ok(text)) => {
                let bytes: Result<Vec<u8>, _> =
                    text.chars().map(|it| u8::try_from(u32::from(it))).collect();
                return (bytes.unwrap_or_else(|_| text.into_bytes()), is_cut);
            }
            // As a line of JSON.
            (9, Ok(text)) => {
                let text = escaped(&text);
                log = format!("{{\"log\": \"{text}\"}}\n").into_bytes();
            }
            (10, Ok(text)) => log = text.replace('\n', "<br />\n").into_bytes(),
            // Line ends of old editors.
            (11, Ok(text)) if !text.contains('\u{8}') => {
                log = text.replace("\r\n", "\n").replace('\n', "\r").into_bytes();
            }
            (12, Ok(text)) => {
                log = text
                    .lines()
                    .map(|line| format!("    {}\n", line.replace("  ", "\u{a0} ")))
                    .collect::<String>()
                    .into_bytes();
            }
            _ => {}
        }
    }
    (log, is_cut)
}

/// As a string of JSON.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    let text = text.replace('\u{8}', "\\b").replace('\u{b5}', "\\u00b5");
    let text = text.replace('\u{1b}', "\\u001b").replace('\r', "\\r");
    text.replace('\n', "\\n").replace('\t', "\\t")
}

/// Replaces decimal points by commas, as tools print them in many countries.
fn decimal_commas(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let digit = |index: Option<usize>| {
        index.and_then(|it| letters.get(it)).is_some_and(char::is_ascii_digit)
    };
    let shown = letters.iter().enumerate().map(|(index, letter)| {
        let is_inside = digit(index.checked_sub(1)) && digit(index.checked_add(1));
        if *letter == '.' && is_inside { ',' } else { *letter }
    });
    shown.collect()
}
