//! Korean particles after values: the pronunciation of the value determines which of two forms follows.
//!
//! A text contains both forms, as in `{ $size }은(는)`; this module chooses one. Must not know any text.
//!
//! Source: the National Institute of Korean Language's rules of orthography: one form follows a final consonant, the
//! other a vowel; `로` follows a final ㄹ, too. The pronunciation of the ends of Latin words is a rule of thumb.

/// Both forms as in texts; the form after a final consonant, and the one after a vowel.
const PAIRS: [(&str, &str, &str); 5] = [
    ("은(는)", "은", "는"),
    ("이(가)", "이", "가"),
    ("을(를)", "을", "를"),
    ("와(과)", "과", "와"),
    ("(으)로", "으로", "로"),
];

/// The final sound of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Vowel,
    /// A final ㄹ.
    Liquid,
    Consonant,
}

/// `text` with one form of each particle.
pub(crate) fn attach(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, pair)) = first(rest) {
        let (both, closed, open) = pair;
        said.push_str(rest.get(..at).unwrap_or_default());
        let is_open = match ending(&said) {
            Ending::Vowel => true,
            Ending::Liquid => open == "로",
            Ending::Consonant => false,
        };
        said.push_str(if is_open { open } else { closed });
        rest = rest.get(at.saturating_add(both.len())..).unwrap_or_default();
    }
    said.push_str(rest);
    said
}

fn first(text: &str) -> Option<(usize, (&'static str, &'static str, &'static str))> {
    let places = PAIRS.into_iter().filter_map(|pair| Some((text.find(pair.0)?, pair)));
    places.min_by_key(|(at, _)| *at)
}

/// The final sound of the text before a particle, without a part in parentheses at its end.
fn ending(text: &str) -> Ending {
    let mut word = text.trim_end_matches(['"', '\'', '”', '’', '.', ' ']);
    if let Some((before, _)) = word.strip_suffix(')').and_then(|inner| inner.rsplit_once('('))
        && !before.trim().is_empty()
    {
        word = before.trim_end_matches(['"', '\'', ' ']);
    }
    let Some(last) = word.chars().next_back() else { return Ending::Vowel };
    match last {
        '가'..='힣' => of_syllable(last),
        '0' | '3' | '6' => Ending::Consonant,
        '1' | '7' | '8' => Ending::Liquid,
        '0'..='9' | '%' | 'C' if last != 'C' || word.ends_with("°C") => Ending::Vowel,
        _ => of_latin(word),
    }
}

/// Source: Unicode, section 3.12: 28 finals per pair of initial and vowel, the first of them none, the ninth ㄹ.
fn of_syllable(syllable: char) -> Ending {
    match u32::from(syllable).saturating_sub(0xac00) % 28 {
        0 => Ending::Vowel,
        8 => Ending::Liquid,
        _ => Ending::Consonant,
    }
}

fn of_latin(text: &str) -> Ending {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '/';
    let start = text.rfind(|it: char| !is_part(it)).map_or(0, |at| {
        at.saturating_add(
            text.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8),
        )
    });
    let word = text.get(start..).unwrap_or_default();
    // Units are read out: bytes, per second, microseconds; only hours end in a consonant.
    if matches!(word, "h" | "min") {
        return Ending::Consonant;
    }
    if word.ends_with("/s") || matches!(word, "B" | "s" | "ms" | "us" | "ns" | "IOPS") {
        return Ending::Vowel;
    }
    let word = word.rsplit('/').next().unwrap_or(word);
    let lower = word.to_ascii_lowercase();
    let has_vowel = lower.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    // Abbreviations have several capitals: NVMe, PCIe, USB.
    let capitals = word.chars().filter(char::is_ascii_uppercase).count();
    let is_spelt = !has_vowel || word.len() < 2 || capitals > 1;
    let last = lower.chars().next_back().unwrap_or('a');
    if is_spelt {
        // Names of letters: 엘, 알; 엠, 엔; all others end in a vowel.
        return match last {
            'l' | 'r' => Ending::Liquid,
            'm' | 'n' => Ending::Consonant,
            _ => Ending::Vowel,
        };
    }
    let is_silent = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    if last == 'l' || is_silent(&["le"]) {
        Ending::Liquid
    } else if matches!(last, 'm' | 'n')
        || is_silent(&["ng", "me", "ne", "ck", "ip", "op", "ap"])
    {
        Ending::Consonant
    } else {
        Ending::Vowel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(attach(text), expected);
    }

    #[test]
    fn particles_follow_how_syllables_end() {
        check("드라이브이(가) 캐시을(를) 씀", "드라이브가 캐시를 씀");
        check("파일은(는) 방법(으)로", "파일은 방법으로");
        check("파일(으)로, 셀와(과)", "파일로, 셀과");
    }

    #[test]
    fn digits_and_units_are_read_out() {
        check("10은(는) 7(으)로 3(으)로 2이(가)", "10은 7로 3으로 2가");
        check("85.3 MB/s은(는) 500 IOPS을(를)", "85.3 MB/s는 500 IOPS를");
        check("4 KiB이(가) 64.0 GB(으)로 2.80 s은(는)", "4 KiB가 64.0 GB로 2.80 s는");
        check("1.00 h은(는) 40 %이(가) 71 °C은(는)", "1.00 h은 40 %가 71 °C는");
    }

    #[test]
    fn latin_words_are_read_as_words_or_letter_by_letter() {
        check("iogram은(는) verify(으)로 soak을(를)", "iogram은 verify로 soak를");
        check("single(으)로 random은(는) USB이(가)", "single로 random은 USB가");
        check("CDM은(는) HTML(으)로 NVMe을(를)", "CDM은 HTML로 NVMe를");
        check("\"quick\"은(는) /dev/sda은(는)", "\"quick\"은 /dev/sda는");
    }

    #[test]
    fn what_stands_in_parentheses_is_not_read() {
        check("파일(ext4)은(는)", "파일(ext4)은");
        check("/mnt (ext4)은(는)", "/mnt (ext4)는");
        check("값이(가) 없음", "값이 없음");
    }
}
