//! Commands for OpenSSH.

use crate::file::Ssh;

/// The command that runs iogram with the arguments `words` on `host`. ssh never prompts: without access it fails.
///
/// Source: ssh(1), `ssh_config(5)`: `BatchMode`, `ConnectTimeout`, `ServerAliveInterval`.
#[must_use]
pub fn remote(ssh: &Ssh, host: &str, words: &[String]) -> Vec<String> {
    // ssh gives up a connection that is silent for a minute; the task is then tried again.
    let options = [
        "-o",
        "BatchMode=yes",
        "-o",
        "ConnectTimeout=10",
        "-o",
        "ServerAliveInterval=15",
        "-o",
        "ServerAliveCountMax=4",
    ];
    let mut all = ssh.command.clone();
    all.extend(options.map(str::to_owned));
    all.extend([host.to_owned(), ssh.program.clone()]);
    all.extend(words.iter().map(|word| quoted(word)));
    all
}

/// Quotes a word for the remote shell.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./:=@".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_one_word_in_the_shell_there() {
        let ssh = Ssh {
            command: vec!["ssh".to_owned(), "-F".to_owned(), "lab.conf".to_owned()],
            program: "/usr/bin/iogram".to_owned(),
            parallel: 1,
            retries: 0,
        };
        let words = ["campaign", "task", "-", "7", "it's $HOME"].map(str::to_owned);
        let all = remote(&ssh, "eva@lab1", &words);
        assert_eq!(all[..3], ["ssh", "-F", "lab.conf"]);
        let host = all.iter().position(|it| it == "eva@lab1").unwrap();
        assert_eq!(
            all[host + 1..],
            ["/usr/bin/iogram", "campaign", "task", "-", "7", "'it'\\''s $HOME'"]
        );
    }
}
