//! QEMU's machine protocol: one JSON object a line, commands in, answers and events out.
//!
//! Knows the framing and the handshake. Must not know which commands there are.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

/// Time limit of QEMU's answers: a command that waits for stuck requests would hang for ever.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(20);

/// A line from QEMU.
#[derive(Debug, Clone, PartialEq)]
enum Message {
    Greeting,
    Answer(Value),
    Error(String),
    Event(String),
}

/// A connection to a running QEMU.
#[derive(Debug)]
pub(super) struct Qmp<W> {
    commands: W,
    messages: Receiver<Message>,
}

impl<W: Write> Qmp<W> {
    /// Greets QEMU; a separate thread reads its output until it ends.
    pub(super) fn connect(commands: W, answers: impl BufRead + Send + 'static) -> Result<Self> {
        let (sender, messages) = channel();
        std::thread::spawn(move || read_messages(answers, &sender));
        let mut qmp = Self { commands, messages };
        match qmp.next()? {
            Message::Greeting => {}
            other => bail!("QEMU did not greet but said {other:?}"),
        }
        qmp.execute("qmp_capabilities", &json!({}))?;
        Ok(qmp)
    }

    /// Runs one command and returns its answer; skips earlier events.
    ///
    /// # Errors
    ///
    /// Fails with QEMU's own words if it refuses, and if it does not answer in time.
    pub(super) fn execute(&mut self, command: &str, arguments: &Value) -> Result<Value> {
        let line = json!({ "execute": command, "arguments": arguments });
        writeln!(self.commands, "{line}")
            .and_then(|()| self.commands.flush())
            .with_context(|| format!("cannot tell QEMU to {command}"))?;
        loop {
            match self.next().with_context(|| format!("no answer to {command}"))? {
                Message::Answer(value) => return Ok(value),
                Message::Error(message) => bail!("QEMU refuses {command}: {message}"),
                Message::Event(_) | Message::Greeting => {}
            }
        }
    }

    fn next(&self) -> Result<Message> {
        match self.messages.recv_timeout(ANSWER_TIME_MAX) {
            Ok(message) => Ok(message),
            Err(RecvTimeoutError::Timeout) => bail!("QEMU is silent"),
            Err(RecvTimeoutError::Disconnected) => bail!("QEMU has ended"),
        }
    }
}

fn read_messages(answers: impl BufRead, sender: &Sender<Message>) {
    for line in answers.lines() {
        let Ok(line) = line else { return };
        if let Some(message) = parse_message(&line)
            && sender.send(message).is_err()
        {
            return;
        }
    }
}

/// `None` for other lines, such as a warning in the stream.
fn parse_message(line: &str) -> Option<Message> {
    let value: Value = serde_json::from_str(line).ok()?;
    let object = value.as_object()?;
    if object.contains_key("QMP") {
        return Some(Message::Greeting);
    }
    if let Some(answer) = object.get("return") {
        return Some(Message::Answer(answer.clone()));
    }
    if let Some(error) = object.get("error") {
        let text = error["desc"].as_str().unwrap_or("no reason given");
        return Some(Message::Error(text.to_owned()));
    }
    let event = object.get("event")?.as_str()?;
    Some(Message::Event(event.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREETING: &str = "{\"QMP\": {\"version\": {}, \"capabilities\": []}}\n";

    fn talk(answers: &str) -> (Vec<u8>, Result<Value>) {
        let answers = format!("{GREETING}{{\"return\": {{}}}}\n{answers}").into_bytes();
        let mut sent = Vec::new();
        let mut qmp = Qmp::connect(&mut sent, std::io::Cursor::new(answers)).unwrap();
        let result = qmp.execute("device_del", &json!({ "id": "stick" }));
        drop(qmp);
        (sent, result)
    }

    #[test]
    fn a_command_is_one_line_after_the_handshake() {
        let (sent, answer) = talk("{\"return\": {\"running\": true}}\n");
        assert_eq!(answer.unwrap(), json!({ "running": true }));
        let expected = "{\"execute\":\"qmp_capabilities\",\"arguments\":{}}\n\
                        {\"execute\":\"device_del\",\"arguments\":{\"id\":\"stick\"}}\n";
        assert_eq!(String::from_utf8(sent).unwrap(), expected);
    }

    #[test]
    fn events_and_noise_before_an_answer_are_passed_over() {
        let (_, answer) = talk(
            "{\"event\": \"DEVICE_DELETED\", \"data\": {}, \"timestamp\": {}}\n\
             warning: not JSON\n\n{\"return\": 7}\n",
        );
        assert_eq!(answer.unwrap(), json!(7));
    }

    #[test]
    fn a_refusal_is_an_error_in_the_words_of_qemu() {
        let (_, answer) = talk(
            "{\"error\": {\"class\": \"DeviceNotFound\", \"desc\": \"Device 'stick' not found\"}}\n",
        );
        let text = answer.unwrap_err().to_string();
        assert_eq!(text, "QEMU refuses device_del: Device 'stick' not found");
    }

    #[test]
    fn an_end_without_an_answer_is_said() {
        let (_, answer) = talk("");
        assert_eq!(
            format!("{:#}", answer.unwrap_err()),
            "no answer to device_del: QEMU has ended"
        );
    }
}
