//! Replaces the parts of a record that identify a person or a single drive with hashes.
//!
//! It finds them by the name of a field (`serial`, `wwn`, ..) at any depth, including fields of newer versions; by
//! their form (paths, device names with an identity); and wherever a text found so, or known to the caller (the names
//! of the computer and the user), occurs. Equal texts become equal hashes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use iogram_model::{ReadError, Run, TargetKind, Text, read_run, text};
use serde_json::Value;

use crate::hash::Salt;

/// A kind of identifying text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HiddenKind {
    /// Serial number of a drive or another part.
    Serial,
    /// Worldwide unique name: WWN, EUI-64, NGUID, UUID, NQN.
    WorldName,
    /// Name or label that somebody gave to a volume.
    Label,
    /// Name of a computer.
    Host,
    /// Name of a user.
    User,
    /// A path of a file, or a device path that contains an identity.
    Path,
    /// The hash of an imported file: whoever has the rest of its text could try serial numbers against it.
    File,
}

impl HiddenKind {
    /// Its English name.
    #[must_use]
    pub const fn words(self) -> Text {
        match self {
            Self::Serial => text!("bundle-serial-number"),
            Self::WorldName => text!("bundle-world-wide-name"),
            Self::Label => text!("bundle-label"),
            Self::Host => text!("bundle-computer-name"),
            Self::User => text!("bundle-user-name"),
            Self::Path => text!("bundle-path"),
            Self::File => text!("bundle-hash-imported-file"),
        }
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::WorldName => "id",
            Self::Label => "label",
            Self::Host => "host",
            Self::User => "user",
            Self::Path => "path",
            Self::File => "file",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Serial,
        Self::WorldName,
        Self::Label,
        Self::Host,
        Self::User,
        Self::Path,
        Self::File,
    ];
}

/// A replaced text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The kind of the text.
    pub kind: HiddenKind,
    /// The text in the original record.
    pub was: String,
    /// Its replacement.
    pub becomes: String,
    /// Number of texts in the record that contained it.
    pub text_count: u64,
}

/// Identifying names that the caller knows. `None` is unknown.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Name of the computer.
    pub host: Option<String>,
    /// Login of the user.
    pub user: Option<String>,
}

/// Returns `run` with hashes in place of all identifying texts, and the list of replacements.
///
/// # Errors
///
/// Fails if the result is no longer a valid run: a name equals a word that the record format needs.
pub fn hide(run: &Run, known: &Known, salt: &Salt) -> Result<(Run, Vec<Hidden>), ReadError> {
    let mut value = serde_json::to_value(run).unwrap_or_default();
    let mut secrets = Secrets { salt, found: BTreeMap::new() };
    secrets.of_target(run);
    secrets.of_fields(&value);
    secrets.of_caller(known);
    secrets.replace(&mut value);
    secrets.replace_source(run, &mut value);
    let hidden = read_run(&value.to_string())?;
    let mut list: Vec<Hidden> =
        secrets.found.into_values().filter(|hidden| hidden.text_count > 0).collect();
    list.sort_by(|one, other| (one.kind, &one.was).cmp(&(other.kind, &other.was)));
    Ok((hidden, list))
}

/// Names of fields, and of facts in imported files, with their kind. Case, `_`, `-` and spaces do not count.
const FIELDS: [(&str, HiddenKind); 25] = [
    ("serial", HiddenKind::Serial),
    ("serialnumber", HiddenKind::Serial),
    ("serialno", HiddenKind::Serial),
    ("sn", HiddenKind::Serial),
    ("psn", HiddenKind::Serial),
    ("cid", HiddenKind::Serial),
    ("wwn", HiddenKind::WorldName),
    ("wwid", HiddenKind::WorldName),
    ("luwwndeviceid", HiddenKind::WorldName),
    ("logicalunitid", HiddenKind::WorldName),
    ("eui64", HiddenKind::WorldName),
    ("ieeeeui64", HiddenKind::WorldName),
    ("nguid", HiddenKind::WorldName),
    ("uuid", HiddenKind::WorldName),
    ("machineid", HiddenKind::WorldName),
    ("nqn", HiddenKind::WorldName),
    ("subnqn", HiddenKind::WorldName),
    ("volumelabel", HiddenKind::Label),
    ("partlabel", HiddenKind::Label),
    ("hostname", HiddenKind::Host),
    ("computername", HiddenKind::Host),
    ("computer", HiddenKind::Host),
    ("user", HiddenKind::User),
    ("username", HiddenKind::User),
    ("login", HiddenKind::User),
];

fn kind_of(field: &str) -> Option<HiddenKind> {
    let plain: String = field
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let of = |plain: &str| FIELDS.into_iter().find(|(name, _)| *name == plain);
    // A prefix may name the object, as in `drive_wwn`.
    let last = field.rsplit(['_', ' ']).next().unwrap_or_default().to_lowercase();
    let is_telling = |name: &&str| {
        matches!(*name, "serial" | "wwn" | "wwid" | "eui64" | "nguid" | "uuid" | "nqn")
    };
    let found = of(&plain).or_else(|| of(Some(last.as_str()).filter(is_telling)?));
    found.map(|(_, kind)| kind)
}

/// Top-level directories below which paths can identify a person.
const ROOTS: [&str; 29] = [
    "home", "root", "Users", "media", "mnt", "run", "tmp", "var", "data", "srv", "opt", "vol",
    "Volumes", "private", "storage", "work", "nfs", "backup", "export", "exports", "gpfs",
    "lustre", "net", "pool", "scratch", "share", "tank", "volume1", "zroot",
];

/// Prefixes of device paths that name a drive by its identity or by a user's label.
const NAMED_DEVICES: [&str; 3] = ["/dev/disk/", "/dev/mapper/", "/dev/serial/"];

/// Digits of the file's hash in the id of an imported run.
const ID_DIGITS: usize = 16;

struct Secrets<'a> {
    salt: &'a Salt,
    /// Keyed by the original text.
    found: BTreeMap<String, Hidden>,
}

impl Secrets<'_> {
    fn add(&mut self, kind: HiddenKind, text: &str) {
        let text = text.trim();
        // A replacement stays as it is when the run is bundled again.
        if text.is_empty() || is_hash(text) || self.found.contains_key(text) {
            return;
        }
        let becomes = format!("{}-{}", kind.prefix(), self.salt.of(text));
        let hidden = Hidden { kind, was: text.to_owned(), becomes, text_count: 0 };
        self.found.insert(text.to_owned(), hidden);
    }

    /// The target as the user typed it, if it is a path or a user's own name.
    fn of_target(&mut self, run: &Run) {
        let target = &run.target;
        let own = match target.kind {
            TargetKind::File => !matches!(target.name.as_str(), "." | "./"),
            TargetKind::BlockDevice | TargetKind::SerialLine => is_own_path(&target.name),
            // A relative path contains the user's directories.
            TargetKind::Imported => {
                is_own_path(&target.name)
                    || !target.name.starts_with('/') && target.name.contains(['/', '\\'])
            }
            _ => false,
        };
        if own {
            self.add(HiddenKind::Path, &target.name);
        }
        for beside in &run.conditions.beside {
            if is_own_path(&beside.target) {
                self.add(HiddenKind::Path, &beside.target);
            }
        }
        let file_system = run.conditions.file_system.as_ref();
        if let Some(mounted) = file_system.filter(|it| it.mount_point.len() > 1) {
            self.add(HiddenKind::Path, &mounted.mount_point);
        }
        for value in run.method.params.values().filter(|value| is_own_path(value)) {
            self.add(HiddenKind::Path, value);
        }
    }

    /// Finds fields by name at any depth. A list of facts holds the name beside the value.
    fn of_fields(&mut self, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.of_fields(value)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match (kind_of(name), value) {
                        (Some(kind), Value::String(text)) => self.add(kind, text),
                        _ => self.of_fields(value),
                    }
                }
                if let (Some(Value::String(name)), Some(Value::String(text))) =
                    (fields.get("name"), fields.get("value"))
                {
                    kind_of(name).into_iter().for_each(|kind| self.add(kind, text));
                }
            }
            Value::String(text) => {
                for path in paths_in(text) {
                    self.add(HiddenKind::Path, path);
                }
            }
            _ => {}
        }
    }

    /// Replaces the hash of the imported file, in its field and in the run's id, which begins with it.
    fn replace_source(&mut self, run: &Run, value: &mut Value) {
        let Some(source) = run.import.as_ref().filter(|it| !it.sha256.is_empty()) else {
            return;
        };
        self.add(HiddenKind::File, &source.sha256);
        let Some(hidden) = self.found.get_mut(&source.sha256) else { return };
        if let Some(field) = value.pointer_mut("/import/sha256") {
            *field = Value::from(hidden.becomes.as_str());
            hidden.text_count = hidden.text_count.saturating_add(1);
        }
        let begins = source.sha256.get(..ID_DIGITS).unwrap_or(&source.sha256);
        let digits = hidden.becomes.rsplit('-').next().unwrap_or_default();
        if run.id.contains(begins) {
            value["id"] = Value::from(run.id.replace(begins, digits));
            hidden.text_count = hidden.text_count.saturating_add(1);
        }
    }

    fn of_caller(&mut self, known: &Known) {
        const COMMON: [&str; 6] = ["localhost", "root", "user", "admin", "debian", "linux"];
        let is_telling = |name: &&String| name.len() > 2 && !COMMON.contains(&name.as_str());
        if let Some(host) = known.host.as_ref().filter(is_telling) {
            self.add(HiddenKind::Host, host);
        }
        if let Some(user) = known.user.as_ref().filter(is_telling) {
            self.add(HiddenKind::User, user);
        }
    }

    fn replace(&mut self, value: &mut Value) {
        // Longest first: a path must be replaced before its directory.
        let mut all: Vec<Hidden> = self.found.values().cloned().collect();
        all.sort_by(|one, other| (other.was.len(), &other.was).cmp(&(one.was.len(), &one.was)));
        replace_in(value, "", &mut all);
        for hidden in all {
            self.found.insert(hidden.was.clone(), hidden);
        }
    }
}

/// Replaces in `value`, which belongs to a field named `name`.
fn replace_in(value: &mut Value, name: &str, all: &mut [Hidden]) {
    match value {
        Value::Array(values) => {
            values.iter_mut().for_each(|value| replace_in(value, name, all));
        }
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                replace_in(value, name, all);
            }
        }
        // An encoded histogram identifies nobody. `replace_source` handles the id of an imported run.
        Value::String(text) if !matches!(name, "id" | "format" | "histogram" | "sha256") => {
            for hidden in all.iter_mut() {
                if let Some(other) = replaced(text, name, hidden) {
                    *text = other;
                    hidden.text_count = hidden.text_count.saturating_add(1);
                }
            }
        }
        _ => {}
    }
}

/// Returns `text`, the value of the field `name`, with the hash in place of each occurrence; `None` without one.
fn replaced(text: &str, name: &str, hidden: &Hidden) -> Option<String> {
    let was = hidden.was.as_str();
    // Names of people and computers can be ordinary words, so an exact match counts only in fields of that kind.
    let is_word = matches!(hidden.kind, HiddenKind::Host | HiddenKind::User);
    if text.trim() == was && (!is_word || name == "value" || kind_of(name).is_some()) {
        return Some(hidden.becomes.clone());
    }
    let is_piece = matches!(hidden.kind, HiddenKind::Serial | HiddenKind::WorldName);
    let has_digit = was.chars().any(|letter| letter.is_ascii_digit());
    let is_anywhere = match hidden.kind {
        HiddenKind::Path => true,
        // Replace only within a longer text or a path.
        HiddenKind::Host | HiddenKind::User => text.contains([' ', '/', '@', '\\', ':']),
        // People name files after the drive that they belong to.
        _ if is_piece && matches!(name, "file" | "name") => was.len() >= 4,
        // A short text can occur anywhere by coincidence.
        _ => was.len() >= 6 && has_digit || is_piece && was.len() >= 8,
    };
    // This runs for every text and every secret: return before copying anything if the text cannot contain it.
    if !is_anywhere || text.len() < was.len() {
        return None;
    }
    // Ignores case. Inside a word, only serials of letters and digits match: a plain number can be part of another.
    let lower = |text: &'_ str| text.to_ascii_lowercase();
    let (within, sought): (Cow<'_, str>, Cow<'_, str>) = match is_piece {
        true => (lower(text).into(), lower(was).into()),
        false => (text.into(), was.into()),
    };
    let has_letter = was.chars().any(char::is_alphabetic);
    let may_be_glued = is_piece && was.len() >= 8 && has_digit && has_letter;
    if !within.contains(sought.as_ref()) {
        return None;
    }
    let mut other = String::with_capacity(text.len());
    let mut end = 0_usize;
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    // Lowercasing ASCII keeps the length.
    for (at, found) in within.match_indices(sought.as_ref()) {
        let after = at.saturating_add(found.len());
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let behind = text.get(after..).and_then(|it| it.chars().next());
        other.push_str(text.get(end..at).unwrap_or_default());
        let is_whole = !is_letter(before) && !is_letter(behind);
        let stands = text.get(at..after).unwrap_or_default();
        other.push_str(if is_whole || may_be_glued { &hidden.becomes } else { stands });
        end = after;
    }
    other.push_str(text.get(end..).unwrap_or_default());
    (other != text).then_some(other)
}

/// Whether a text is already a replacement of this module.
pub(crate) fn is_hash(text: &str) -> bool {
    let Some((prefix, digits)) = text.rsplit_once('-') else { return false };
    let is_digit = |letter: char| letter.is_ascii_digit() || ('a'..='f').contains(&letter);
    digits.len() == 12
        && digits.chars().all(is_digit)
        && HiddenKind::ALL.iter().any(|kind| kind.prefix() == prefix)
}

/// Whether the whole text is a path that can identify a person.
fn is_own_path(text: &str) -> bool {
    // fio writes `C\:\`, because a colon separates its file names.
    let is_windows = text.get(1..3) == Some(":\\") && text.len() > 3
        || text.get(1..4) == Some("\\:\\")
        || text.starts_with("\\\\")
        || text.starts_with("file:/");
    let is_device = NAMED_DEVICES.iter().any(|beginning| text.starts_with(beginning))
        || text.strip_prefix("/dev/").is_some_and(|name| name.contains('/'));
    let first = text.split('/').nth(1).unwrap_or_default();
    let is_system = ["sys", "proc", "dev"].contains(&first);
    let is_path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
    is_windows || is_device || text.starts_with("~/") || is_path && !is_system && text.len() > 1
}

/// Paths within a text; each ends at a space, a quote or punctuation.
fn paths_in(text: &str) -> Vec<&str> {
    let ends = |letter: char| letter.is_whitespace() || "\"'`<>|,;:()[]=".contains(letter);
    let mut found = Vec::new();
    let mut at = 0_usize;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(['/', '\\'])) {
        let start = at.saturating_add(start);
        let before = text.get(..start).unwrap_or_default();
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(ends).unwrap_or(rest.len());
        let path = rest.get(..length).unwrap_or_default().trim_end_matches(['.', '/']);
        at = start.saturating_add(length.max(1));
        let begins_here =
            before.chars().next_back().is_none_or(ends) && !path.starts_with("//");
        // A drive letter may precede it.
        let drive =
            before.get(before.len().saturating_sub(2)..).filter(|_| path.starts_with('\\'));
        if let Some(drive) = drive.filter(|it| it.ends_with(':')) {
            let start = start.saturating_sub(drive.len());
            found.extend(
                text.get(start..start.saturating_add(drive.len()).saturating_add(path.len())),
            );
            continue;
        }
        let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        let is_named = NAMED_DEVICES.iter().any(|beginning| path.starts_with(beginning));
        if begins_here
            && path.len() > first.len().saturating_add(1)
            && (ROOTS.contains(&first) || is_named)
        {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use iogram_model::{
        Bytes, ImportSource, MethodRecord, RunState, TargetRecord, Warning, WarningCode,
    };

    use super::*;

    fn run() -> Run {
        let target = TargetRecord {
            serial: Some("S4EWNX0R123".to_owned()),
            ..TargetRecord::unknown(
                "/dev/disk/by-id/ata-Model_S4EWNX0R123".to_owned(),
                TargetKind::BlockDevice,
                Bytes(1 << 30),
                Bytes(512),
            )
        };
        let method = MethodRecord::new("quick", "Quick");
        let mut run = Run::new(
            "20261121-143015-7f3a".to_owned(),
            (RunState::Completed, 1),
            method,
            target,
        );
        run.method.params.insert("image".to_owned(), "/home/eva/My Card/root.img".to_owned());
        run.conditions.notes.insert("cooling".to_owned(), "fan of eva@workhorse".to_owned());
        run
    }

    #[test]
    fn a_serial_number_in_the_name_of_a_file_is_hidden_however_it_is_written() {
        for (serial, file) in [
            ("S5XXQQ77WOLF", "s5xxqq77wolf of eva.txt"),
            ("S5XXQQ77WOLG1", "smart_S5XXQQ77WOLG1.txt"),
            ("S5XXQQ77WOLG1", "smartS5XXQQ77WOLG1new.txt"),
            ("WOLF2", "WOLF2-short-serial.txt"),
            ("WOLFWOLFAB", "nodigits-WOLFWOLFAB.txt"),
        ] {
            let mut run = run();
            run.target.serial = Some(serial.to_owned());
            run.method.params.insert("file".to_owned(), file.to_owned());
            let hidden = check_gone(&run, &[serial, &serial.to_ascii_lowercase()]);
            assert!(hidden.method.params["file"].ends_with(".txt"), "{hidden:?}");
        }
        // Other numbers can contain a number.
        let mut other = run();
        other.target.serial = Some("12345678".to_owned());
        other.conditions.notes.insert("asset".to_owned(), "112345678".to_owned());
        let (hidden, _) = hide(&other, &known(), &salt()).unwrap();
        assert_eq!(hidden.conditions.notes["asset"], "112345678");
    }

    fn known() -> Known {
        Known { host: Some("workhorse".to_owned()), user: Some("eva".to_owned()) }
    }

    fn salt() -> Salt {
        Salt::new([7; 32])
    }

    #[track_caller]
    fn check_gone(run: &Run, secrets: &[&str]) -> Run {
        let (hidden, list) = hide(run, &known(), &salt()).unwrap();
        let text = serde_json::to_string(&hidden).unwrap();
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} is in {text}");
        }
        assert!(list.iter().all(|it| text.contains(&it.becomes)), "{list:?}");
        hidden
    }

    #[test]
    fn nothing_that_tells_a_person_or_a_piece_apart_is_left() {
        let run = run();
        let hidden =
            check_gone(&run, &["S4EWNX0R123", "/home/eva", "My Card", "eva", "workhorse"]);
        assert_eq!(hidden.target.capacity, run.target.capacity);
        assert_eq!(hidden.id, run.id);
    }

    #[test]
    fn the_same_drive_is_the_same_hash_and_with_another_salt_another() {
        let (one, _) = hide(&run(), &known(), &salt()).unwrap();
        let (two, _) =
            hide(&Run { id: "20261122-000000-0000".to_owned(), ..run() }, &known(), &salt())
                .unwrap();
        assert_eq!(one.target.serial, two.target.serial);
        let (other, _) = hide(&run(), &known(), &Salt::new([8; 32])).unwrap();
        assert_ne!(one.target.serial, other.target.serial);
        // Bundling the run again keeps the drive's hash.
        let (again, list) = hide(&one, &Known::default(), &salt()).unwrap();
        assert_eq!((again.target.serial, list), (one.target.serial, Vec::new()));
    }

    #[test]
    fn a_serial_number_is_found_in_any_text() {
        let mut run = run();
        let text = "cannot open /media/eva/CARD1/x.bin of S4EWNX0R123: no such file";
        run.warnings.push(Warning::quoted(WarningCode::Battery, text));
        check_gone(&run, &["S4EWNX0R123", "/media/eva", "CARD1"]);
    }

    /// Whoever has the rest of a text could try serial numbers in it against a hash of the whole.
    #[test]
    fn no_hash_of_an_imported_file_is_left_to_try_serial_numbers_against() {
        let digits = "c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77c0ffee88";
        let mut run = run();
        run.id = format!("import-{}-2", &digits[..16]);
        run.import = Some(ImportSource {
            sha256: digits.to_owned(),
            part_index: Some(1),
            ..ImportSource::default()
        });
        let hidden = check_gone(&run, &["c0ffee"]);
        let (source, salted) = (hidden.import.clone().unwrap().sha256, salt().of(digits));
        assert_eq!(source, format!("file-{salted}"));
        assert_eq!(hidden.id, format!("import-{salted}-2"));
        // Bundling it again keeps the run's id.
        let (again, list) = hide(&hidden, &Known::default(), &Salt::new([8; 32])).unwrap();
        assert_eq!((again, list), (hidden, Vec::new()));
    }

    #[test]
    fn where_the_file_of_an_imported_test_lay_is_hidden_and_a_device_stays() {
        for (name, is_hidden) in [
            ("eva/cards/test.bin", true),
            ("cards of eva\\test.bin", true),
            ("/dev/sdb", false),
            ("SD16G", false),
        ] {
            let mut run = run();
            run.target.kind = TargetKind::Imported;
            run.target.name = name.to_owned();
            let (hidden, _) = hide(&run, &known(), &salt()).unwrap();
            assert_eq!(hidden.target.name != name, is_hidden, "{name}");
        }
    }

    #[test]
    fn fields_of_newer_versions_are_hidden_by_their_names() {
        let mut value = serde_json::to_value(run()).unwrap();
        value["target"]["drive_wwn"] = "naa.x".into();
        value["later"] = serde_json::json!({"serial_number": "QX77-1", "hostname": "box-7"});
        let run = read_run(&value.to_string()).unwrap();
        check_gone(&run, &["QX77-1", "box-7"]);
    }

    #[test]
    fn words_that_a_record_needs_stay() {
        let run = run();
        let known =
            Known { host: Some("completed".to_owned()), user: Some("quick".to_owned()) };
        let (hidden, _) = hide(&run, &known, &salt()).unwrap();
        assert_eq!((hidden.state, hidden.method.id), (run.state, run.method.id));
    }

    #[test]
    fn names_that_tell_nothing_apart_stay() {
        for name in ["/dev/sdb", "/dev/nvme0n1", "sim:sd-a1-32gb", "null:"] {
            assert!(!is_own_path(name), "{name}");
        }
        for name in
            ["/dev/disk/by-label/EVA", "/dev/vg/home", "/mnt/card", "C:\\Users\\eva", "./eva"]
        {
            assert!(is_own_path(name), "{name}");
        }
        assert_eq!(
            paths_in("read/write at 5 MB/s of /sys/block/sda, see docs/x"),
            Vec::<&str>::new()
        );
        assert_eq!(
            paths_in("(lowerdir=/home/eva/a:/srv/b) and C:\\Users\\eva\\x.txt"),
            ["/home/eva/a", "/srv/b", "C:\\Users\\eva\\x.txt"]
        );
    }
}
