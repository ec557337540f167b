//! Lines that dd prints beside its summary: error messages and records.

use super::super::line::Line;

/// The system's messages for EIO and EREMOTEIO in glibc's translations and other C libraries.
pub(super) const DRIVE_ERRORS: [&str; 14] = [
    "Input/output error",
    "I/O error",
    "Erreur d'entr\u{e9}e/sortie",
    "Erreur d\u{2019}entr\u{e9}e/sortie",
    "Eingabe-/Ausgabefehler",
    "Error de entrada/salida",
    "Errore di input/output",
    "\u{41e}\u{448}\u{438}\u{431}\u{43a}\u{430} \u{432}\u{432}\u{43e}\u{434}\u{430}/\u{432}\u{44b}\u{432}\u{43e}\u{434}\u{430}",
    "\u{5165}\u{529b}/\u{51fa}\u{529b}\u{30a8}\u{30e9}\u{30fc}",
    "\u{8f93}\u{5165}/\u{8f93}\u{51fa}\u{9519}\u{8bef}",
    "Erro de entrada/sa\u{ed}da",
    "B\u{142}\u{105}d wej\u{15b}cia/wyj\u{15b}cia",
    "\u{8f38}\u{5165}/\u{8f38}\u{51fa}\u{932f}\u{8aa4}",
    "\u{c785}\u{b825}/\u{cd9c}\u{b825} \u{c624}\u{b958}",
];

/// dd's own message, such as `error reading '/dev/sdb': Input/output error`, after its name and a colon.
pub(super) fn words_of_dd(text: &str) -> Option<&str> {
    let text = unmarked(text);
    let names = ["/usr/bin/dd", "/bin/dd", "gdd", "dd"];
    let rest = names.into_iter().find_map(|it| text.strip_prefix(it))?;
    // French puts a space before the colon.
    rest.trim_start().strip_prefix([':', '\u{ff1a}'])
}

/// The text without the marks that notes and scripts add around a tool's output, and without the interrupt key.
pub(super) fn unmarked(text: &str) -> &str {
    // A shell's prompt precedes the output of a background command; web pages have marks of lists.
    let text = text.trim().trim_start_matches(['#', '$', ' ', '\t', '`']);
    let text = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")).unwrap_or(text);
    let text = text.trim_start_matches(['`', ' ']);
    let text = text.strip_prefix("^C").unwrap_or(text);
    let text = text.trim_end_matches(['`', '\\', ' ']);
    text.strip_suffix("^C").unwrap_or(text)
}

/// Whole and partial records of `1024+0 records in`, in any language.
pub(super) fn records_of(line: &Line<'_>) -> Option<(u64, u64)> {
    let text = unmarked(line.text);
    let at = text.find('+')?;
    let (before, after) = (text.get(..at)?, text.get(at.saturating_add(1)..)?);
    let start = before.rfind(|it: char| !it.is_ascii_digit()).map_or(0, |it| {
        it.saturating_add(
            before.get(it..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
        )
    });
    let end = after.find(|it: char| !it.is_ascii_digit()).unwrap_or(after.len());
    let rest = after.get(end..)?;
    // In Chinese the count follows two letters; in other languages it begins the line and a word follows.
    let is_line =
        start == 0 && rest.starts_with(' ') || start > 0 && start < 16 && !before.is_ascii();
    let words = rest.split_whitespace().count();
    if !is_line || words > 6 || rest.contains(['=', '+']) {
        return None;
    }
    Some((before.get(start..)?.parse().ok()?, after.get(..end)?.parse().ok()?))
}

/// `1 truncated record`, between the records and the summary of a run with `conv=block`. Source: POSIX.1-2017, `dd`,
/// STDERR.
pub(super) fn is_truncation(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(4).collect();
    let [count, "truncated", "record" | "records" | "block" | "blocks"] = words.as_slice()
    else {
        return false;
    };
    count.parse::<u64>().is_ok()
}

/// Whether a summary has dd's own words or its sizes in parentheses.
pub(super) fn is_of_dd_alone(text: &str) -> bool {
    let has_sizes = text.contains("B) ") || text.contains("B, ") && text.contains("iB)");
    has_sizes || text.contains(" copied, ") || text.contains(" bytes transferred in ")
}
