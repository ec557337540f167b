//! Shell commands other than smartctl: the lines after them are not about the drive.

/// Commands that people use to query drives and computers; a comment rarely begins with such a word and the marks of
/// a prompt.
const OTHER_TOOLS: [&str; 24] = [
    "badblocks",
    "blkid",
    "cat",
    "dd",
    "df",
    "diskutil",
    "dmidecode",
    "f3probe",
    "fdisk",
    "fio",
    "hdparm",
    "inxi",
    "lsblk",
    "lscpu",
    "lshw",
    "lsscsi",
    "megacli",
    "mmc",
    "nvme",
    "sas2ircu",
    "sdparm",
    "sg_inq",
    "storcli",
    "zpool",
];

/// Whether the line is a prompt with another command than smartctl: `root@nas:~# dmidecode`, `[root@nas ~]$ lsblk`,
/// `$ sudo hdparm -I /dev/sdb`, `nas:~# cat`, `# lsblk`.
pub(super) fn is_other_command(text: &str) -> bool {
    let marks = ["# ", "$ ", "% ", "> "];
    let at = marks.iter().filter_map(|it| text.find(it)).min();
    let Some((prompt, command)) = at.and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    let mut words = command.split_whitespace().skip(1).skip_while(|it| *it == "sudo");
    let first = words.next().and_then(|it| it.rsplit('/').next()).unwrap_or_default();
    let is_host = prompt.split_whitespace().count() <= 2;
    let has_place = prompt.contains(['@', '~', '[']) || command.starts_with('$');
    let is_prompt = is_host && (has_place || OTHER_TOOLS.contains(&first));
    is_prompt && !command.split_whitespace().any(is_smartctl)
}

fn is_smartctl(word: &str) -> bool {
    program(word) == "smartctl"
}

/// The name of a program without folders, in the notation of Unix and Windows.
fn program(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Whether the word is a command that queries drives.
pub(super) fn is_tool(word: &str) -> bool {
    matches!(program(word), "smartctl" | "nvme" | "mmc")
}

/// Whether a prompt precedes the tool: prompts of most shells end in marks that do not occur in sentences; those of
/// zsh, fish and Windows are short, and the tool follows.
pub(super) fn is_prompted(text: &str) -> bool {
    let is_short = |mark: &&str| {
        text.split_once(*mark).is_some_and(|(before, command)| {
            let first = command.split_whitespace().find(|it| *it != "sudo");
            // `PS C:\Program Files\smartmontools\bin>`, `me@mac ~ %`.
            (1..=3).contains(&before.split_whitespace().count()) && first.is_some_and(is_tool)
        })
    };
    ["$ ", "# "].iter().any(|it| text.contains(it)) || ["% ", "> "].iter().any(is_short)
}
