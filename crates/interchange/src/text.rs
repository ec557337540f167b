//! Logs as text: reverses the effects of encodings, terminals, web pages and local number formats.
//!
//! Sources: ECMA-48, section 5.4 (sequences that set colours and move the cursor); ECMA-48, 8.3.5 and 8.3.15
//! (backspace and carriage return move the cursor and erase nothing); RFC 2781 (UTF-16 and its marks).

mod marks;

/// Decodes a log file and removes its colours. Accepts UTF-8, UTF-16 with or without a byte order mark, and otherwise
/// single bytes of Western European encodings.
#[must_use]
pub fn decode_log(bytes: &[u8]) -> String {
    let text = decoded(bytes);
    let text = if text.contains('\u{1b}') { without_escapes(&text) } else { text };
    // Web pages put these at the ends of lines.
    let breaks = ["<br>\n", "<br/>\n", "<br />\n", "<br>\r\n"];
    breaks
        .into_iter()
        .fold(text, |text, it| if text.contains(it) { text.replace(it, "\n") } else { text })
}

/// Decodes a tool's output like [`decode_log`], and removes the framing of a mail, a forum, a web page or a comment.
/// Columns stay those of the file; only after line folds and entities are they those of the shown text.
#[must_use]
pub fn decode_output(bytes: &[u8]) -> String {
    let bare = without_quotes(without_frames(without_entities(unfolded(decode_log(bytes)))));
    marks::without_marks(bare)
}

/// Replaces the entities of web pages: `&lt; 15407.04 us&gt;` becomes `< 15407.04 us>`. Texts for programs, XML and
/// JSON, stay unchanged, because entities are a part of them.
fn without_entities(text: String) -> String {
    const ENTITIES: [&str; 7] = ["&nbsp;", "&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#"];
    let has = |words: &&str| text.contains(words);
    if !ENTITIES.iter().any(has) || is_of_programs(&text) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('&') {
        shown.push_str(before);
        match entity(behind) {
            Some((letter, after)) => {
                shown.push(letter);
                rest = after;
            }
            None => {
                shown.push('&');
                rest = behind;
            }
        }
    }
    shown.push_str(rest);
    shown
}

/// Whether the text is XML or JSON, or has such a part. A web page is not, though it may begin like XML.
fn is_of_programs(text: &str) -> bool {
    let has = |words: &str| text.contains(words);
    let is_page = || has("<html") || has("<HTML");
    (has("<?xml") && !is_page())
        || has("<PhoronixTestSuite>")
        || has("<Results>")
        || has("\":")
        || has("\" :")
}

/// The character of an entity and the text after it; `behind` is the text after its `&`.
fn entity(behind: &str) -> Option<(char, &str)> {
    const NAMES: [(&str, char); 6] = [
        ("nbsp;", ' '),
        ("lt;", '<'),
        ("gt;", '>'),
        ("amp;", '&'),
        ("quot;", '"'),
        ("apos;", '\''),
    ];
    let named = |(name, letter): (&str, char)| Some((letter, behind.strip_prefix(name)?));
    if let Some(found) = NAMES.into_iter().find_map(named) {
        return Some(found);
    }
    let number = behind.strip_prefix('#')?;
    // No character has a longer number.
    let end = number.bytes().take(8).position(|it| it == b';')?;
    let (digits, after) = number.split_at_checked(end)?;
    let value = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let letter = value.ok().and_then(char::from_u32).filter(|it| !it.is_control())?;
    let shown = if letter == '\u{a0}' { ' ' } else { letter };
    Some((shown, after.strip_prefix(';')?))
}

/// Joins the folded lines of mails: a line that ends in `=` continues in the next one, and `=3D` is an equals sign.
/// Source: RFC 2045, section 6.7. After a fold, line numbers are those of the joined text.
fn unfolded(text: String) -> String {
    if !text.contains("=3D") || !text.lines().any(|line| line.ends_with('=')) {
        return text;
    }
    text.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=")
}

/// Replaces the frames that forums and web pages put around outputs by spaces, so that columns stay those of the
/// file.
fn without_frames(text: String) -> String {
    const FRAMES: [&str; 12] = [
        "[code]",
        "[/code]",
        "[CODE]",
        "[/CODE]",
        "[quote]",
        "[/quote]",
        "<pre>",
        "</pre>",
        "<code>",
        "</code>",
        "<blockquote>",
        "</blockquote>",
    ];
    FRAMES.into_iter().fold(text, |text, it| {
        if text.contains(it) { text.replace(it, &" ".repeat(it.len())) } else { text }
    })
}

/// Replaces the marks that mails, forums and comments of programs put before lines by spaces. XML and JSON stay
/// unchanged, because such a mark ends something in them.
fn without_quotes(text: String) -> String {
    let is_markup = text.trim_start().starts_with(['<', '{', '[']);
    let is_marked = |it: &str| ["> ", ">>", "//"].iter().any(|mark| it.starts_with(mark));
    if is_markup || !text.split('\n').any(is_marked) {
        return text;
    }
    let lines = text.split('\n').map(|line| {
        if let Some(rest) = line.strip_prefix("//") {
            return format!("  {rest}");
        }
        let rest = line.trim_start_matches(['>', ' ']);
        let length = line.len().saturating_sub(rest.len());
        let marks = line.get(..length).unwrap_or_default();
        if marks.starts_with('>') { marks.replace('>', " ") + rest } else { line.to_owned() }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => of_utf8(rest),
        [0xff, 0xfe, rest @ ..] => of_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => of_utf16(rest, u16::from_be_bytes),
        // Windows shells write UTF-16 without a mark; no text begins with a zero.
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => {
            of_utf16(bytes, u16::from_le_bytes)
        }
        _ => of_utf8(bytes),
    }
}

fn of_utf8(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        // ISO 8859-1: each byte is the character of the same number, including the micro sign and umlauts.
        text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
    }
    text
}

fn of_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let letters = char::decode_utf16(units);
    letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The log as a person read it: without escape sequences and entities, with the last state of each terminal line, and
/// with decimal points.
pub(crate) fn plain(text: &str) -> String {
    plain_with(text, |returns, ends| returns >= RETURNS_MIN && returns > ends)
}

/// The same for a program with a graphical interface, which overwrites no lines: every carriage return ends a line.
pub(crate) fn plain_of_window(text: &str) -> String {
    plain_with(text, |_, _| true)
}

/// `ends_lines` decides from the numbers of carriage returns and of line feeds whether returns end lines.
fn plain_with(text: &str, ends_lines: fn(usize, usize) -> bool) -> String {
    let mut plain = text.to_owned();
    // Twice, for a string inside a string.
    for _ in 0..2 {
        if plain.contains("\\n") || plain.contains("\\r") {
            plain = unescaped(&plain);
        }
    }
    let count = |letter: char| plain.matches(letter).count();
    let (returns, ends) = (count('\r'), count('\n'));
    if ends_lines(returns, ends) {
        plain = plain.replace('\r', "\n");
    }
    for (from, to) in [
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#96;", "`"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
        ("<br>", "\n"),
        ("<br/>", "\n"),
        ("<br />", "\n"),
        ("\u{2018}", "`"),
        ("\u{2019}", "'"),
        ("\u{a0}", " "),
        ("\u{202f}", " "),
        ("\u{feff}", ""),
    ] {
        if plain.contains(from) {
            plain = plain.replace(from, to);
        }
    }
    let shown = without_escapes(&plain);
    let lines: Vec<String> = shown.split('\n').map(as_shown).collect();
    decimal_points(&lines.join("\n"))
}

/// Minimum of carriage returns that are line ends, if they are also more frequent than other line ends. The last
/// state of an overwritten terminal line stays last in either case. Arbitrary.
const RETURNS_MIN: usize = 4;

/// Decodes text that is a string literal of a program or of JSON. Source: RFC 8259, section 7. Unescaped quotes begin
/// or end a string.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => plain.push('\n'),
            '\\' => match letters.clone().next() {
                Some('u') => {
                    let digits: String = letters.clone().skip(1).take(4).collect();
                    let number = u32::from_str_radix(&digits, 16).ok();
                    match number.filter(|_| digits.len() == 4).and_then(char::from_u32) {
                        Some(letter) => {
                            plain.push(letter);
                            let _read = letters.nth(4);
                        }
                        None => plain.push('\\'),
                    }
                }
                Some(next) => match escape_of(next) {
                    Some(letter) => {
                        plain.push(letter);
                        let _read = letters.next();
                    }
                    None => plain.push('\\'),
                },
                None => plain.push('\\'),
            },
            letter => plain.push(letter),
        }
    }
    plain
}

/// The character of an escape after a backslash.
const fn escape_of(letter: char) -> Option<char> {
    Some(match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'e' => '\u{1b}',
        '"' | '\\' | '/' | '\'' => letter,
        _ => return None,
    })
}

/// A line as a terminal shows it: text after a carriage return or a backspace replaces the text before.
fn as_shown(line: &str) -> String {
    let line = line.trim_end_matches('\r');
    if !line.contains(['\r', '\u{8}']) {
        return line.to_owned();
    }
    let mut shown: Vec<char> = Vec::new();
    let mut at = 0_usize;
    for letter in line.chars() {
        match letter {
            '\r' => at = 0,
            '\u{8}' => at = at.saturating_sub(1),
            letter => {
                match shown.get_mut(at) {
                    Some(place) => *place = letter,
                    None => shown.push(letter),
                }
                at = at.saturating_add(1);
            }
        }
    }
    shown.into_iter().collect()
}

/// `7,86 GB` as `7.86 GB`: a comma between digits becomes a point if one or two digits follow.
fn decimal_points(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let digit = |index: usize| letters.get(index).is_some_and(char::is_ascii_digit);
    let is_point = |index: usize| {
        let count = (1..4).take_while(|step| digit(index.saturating_add(*step))).count();
        letters[index] == ','
            && index > 0
            && digit(index.saturating_sub(1))
            && (1..3).contains(&count)
    };
    (0..letters.len()).map(|index| if is_point(index) { '.' } else { letters[index] }).collect()
}

/// Removes the sequences that set colours and move the cursor: they begin with ESC [ and end with a byte from 0x40 to
/// 0x7e. Also removes those that choose character sets, ESC with bytes from 0x20 to 0x2f and one final byte, which
/// `tput sgr0` prints as ESC ( B (ECMA-35, section 13.2).
fn without_escapes(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().filter(|_| letter == '\u{1b}');
        let end = match next {
            Some('[') => '\u{40}'..='\u{7e}',
            Some('\u{20}'..='\u{2f}') => '\u{30}'..='\u{7e}',
            _ => {
                shown.push(letter);
                continue;
            }
        };
        letters.next();
        let _end = letters.by_ref().find(|letter| end.contains(letter));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_reads_the_same_in_every_encoding() {
        let text = "align 4096\tpre 735\u{b5}s\nDatentr\u{e4}ger";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        let (little, big) = (utf16(u16::to_le_bytes), utf16(u16::to_be_bytes));
        let latin: Vec<u8> =
            text.chars().map(|it| u8::try_from(u32::from(it)).unwrap()).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat(),
            [&[0xff, 0xfe], little.as_slice()].concat(),
            [&[0xfe, 0xff], big.as_slice()].concat(),
            little,
            latin,
        ] {
            assert_eq!(decode_log(&bytes), text, "{bytes:?}");
        }
        assert_eq!(decode_log(&[0xff, 0xfe, 0x41]), "", "half a letter is none");
    }

    #[test]
    fn frames_and_quotes_of_pages_leave_columns_where_they_were() {
        for (written, shown) in [
            ("[code]Version 1.03\n 16 3014[/code]\n", "      Version 1.03\n 16 3014       \n"),
            ("> > a 1\n>> > b 2\n", "    a 1\n     b 2\n"),
            ("// Date : now\n/dev/sda:\n", "   Date : now\n/dev/sda:\n"),
            ("4 KiB >>> /dev/sda\n", "4 KiB >>> /dev/sda\n"),
            ("<a\n> text\n</a>", "<a\n> text\n</a>"),
        ] {
            assert_eq!(decode_output(written.as_bytes()), shown, "{written:?}");
        }
    }

    #[test]
    fn a_line_is_what_the_terminal_showed_last() {
        for (written, shown) in [
            ("12.5 % done\r100 % done ", "100 % done "),
            (
                "file ...  3.1%\u{8}\u{8}\u{8}\u{8}\u{8}     \u{8}\u{8}\u{8}\u{8}\u{8}OK!",
                "file ... OK!  ",
            ),
            ("plain\r\nnext", "plain\nnext"),
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("41.90 MB/sec\u{1b}(B\u{1b}[m", "41.90 MB/sec"),
            ("3,86 GB of 1,234,567 and 1,024", "3.86 GB of 1,234,567 and 1,024"),
        ] {
            assert_eq!(plain(written), shown, "{written:?}");
        }
    }
}
