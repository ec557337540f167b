//! The diagnosis: of everything that is concluded of a run, one verdict, a line for each question, and one next command.
//!
//! Decides nothing anew: each line is a statement of another module, and the verdict is the gravest of them.

mod cause;

use iogram_model::{
    Argument, CapacityVerdict, CellRecord, CellState, Criteria, Diagnosis, DiagnosisAccess,
    DiagnosisLine, DiagnosisQuestion, DiagnosisRule, DriveCondition, Finding, JudgedUse, Link,
    Message, MessageId, OutcomeKind, QuestionRule, RuleVerdict, Run, Severity, TargetKind,
    Total as _, UseRule, Verdict, WarningCode,
};

use self::cause::cause;
use super::statements::{failed, open_units};
use super::{GRAVE_STALL_NS, Statement, cache, capacity, speeds, standing_still, statements};
use crate::rules::judge_in;
use crate::throttle::throttling;

/// The use whose limit tells a slow drive: what the lowest common mark asks for.
const LOWEST_USE: &str = "general";

/// Fewer short stalls are none that anybody notices. Arbitrary.
const STALLS_MIN: u64 = 3;

/// The diagnosis of `run`, of which `known` is concluded already; `None` if its method asks for none.
pub(crate) fn diagnosis(run: &Run, criteria: &Criteria, known: &[Finding]) -> Option<Finding> {
    let rule = criteria.diagnosis.as_ref()?;
    let look = Look { run, known, rule };
    let uses: Vec<(&UseRule, Vec<RuleVerdict>)> =
        rule.uses.iter().map(|it| (it, verdicts(run, &it.rules))).collect();
    let lines = look.lines();
    let verdict = look.verdict(&uses);
    let cause = cause(run, known);
    let (condition, statement) = verdict;
    let named = |wanted: Verdict| {
        let of = uses.iter().filter(|(_, verdicts)| whole(verdicts) == wanted);
        of.map(|(it, _)| JudgedUse { id: it.id.clone(), title: it.title.clone() }).collect()
    };
    // What loses data is good for nothing, however fast it is.
    let is_usable = statement.severity < Severity::Failed;
    let next = look.next(condition, &lines);
    Some(Finding::Diagnosis(Box::new(Diagnosis {
        condition,
        severity: statement.severity,
        confidence_ratio: statement.confidence_ratio,
        statement: statement.message,
        cause: cause.as_ref().and_then(|(cause, _)| *cause),
        cause_statement: cause.map(|(_, statement)| statement),
        lines,
        good_for: if is_usable { named(Verdict::Pass) } else { Vec::new() },
        not_good_for: if is_usable { named(Verdict::Fail) } else { Vec::new() },
        next,
    })))
}

/// What the rules of a use come to: what is not measured of any of them is open.
fn whole(verdicts: &[RuleVerdict]) -> Verdict {
    let is = |wanted| verdicts.iter().any(|it| it.verdict == wanted);
    match (is(Verdict::Fail), is(Verdict::Unknown)) {
        (true, _) => Verdict::Fail,
        (false, true) => Verdict::Unknown,
        (false, false) => Verdict::Pass,
    }
}

fn verdicts(run: &Run, rules: &[iogram_model::Rule]) -> Vec<RuleVerdict> {
    let judged = judge_in(run, rules).into_iter().filter_map(|finding| match finding {
        Finding::Rule(verdict) => Some(verdict),
        _ => None,
    });
    judged.collect()
}

/// The statements of a diagnosis that go into the answer.
pub(super) fn statements(findings: &[Finding]) -> Option<Vec<Statement>> {
    let found = find(findings)?;
    let is_open = found.condition == DriveCondition::Unknown;
    let answer = Statement {
        confidence_ratio: found.confidence_ratio,
        // Whether it is worth keeping is what was asked.
        kind: is_open.then_some(OutcomeKind::CannotTell),
        ..Statement::new(found.severity, found.statement.clone())
    };
    let uses = |uses: &[JudgedUse], id: MessageId| {
        let names = uses.iter().map(|it| {
            let key = format!("use-{}", it.id);
            let title = Argument::Title { key, english: it.title.clone() };
            Message::new(MessageId::DiagnosisUse, [title])
        });
        let listed = Message::put_together(MessageId::Joined, names)?;
        Some(Message::new(id, [listed.into()]))
    };
    let more = [
        found.cause_statement.clone(),
        uses(&found.good_for, MessageId::DiagnosisGoodFor),
        uses(&found.not_good_for, MessageId::DiagnosisNotFor),
    ];
    let more = more.into_iter().flatten();
    let more = more.map(|message| Statement::new(Severity::Measured, message));
    Some(std::iter::once(answer).chain(more).collect())
}

/// The diagnosis among `findings`.
pub(super) fn find(findings: &[Finding]) -> Option<&Diagnosis> {
    findings.iter().find_map(|finding| match finding {
        Finding::Diagnosis(diagnosis) => Some(diagnosis.as_ref()),
        _ => None,
    })
}

struct Look<'a> {
    run: &'a Run,
    known: &'a [Finding],
    rule: &'a DiagnosisRule,
}

impl Look<'_> {
    fn lines(&self) -> Vec<DiagnosisLine> {
        self.rule.questions.iter().map(|rule| self.line(rule)).collect()
    }

    fn line(&self, rule: &QuestionRule) -> DiagnosisLine {
        let question = rule.question;
        let is_answered = rule.steps.is_empty() || rule.steps.iter().any(|it| self.has(it));
        let said = match is_answered {
            true => self.answer(question),
            false => None,
        };
        match said {
            Some(said) => DiagnosisLine {
                question,
                severity: Some(said.severity),
                confidence_ratio: said.confidence_ratio,
                statement: said.message,
            },
            None if is_answered => DiagnosisLine {
                question,
                severity: Some(Severity::Unknown),
                confidence_ratio: None,
                statement: Message::plain(MessageId::DiagnosisNoAnswer),
            },
            None => DiagnosisLine {
                question,
                severity: None,
                confidence_ratio: None,
                statement: self.needs(rule),
            },
        }
    }

    /// Whether a step of this name was done.
    fn has(&self, step: &str) -> bool {
        self.run.cells.iter().any(|cell| cell.name == step)
            || self.run.probes.iter().any(|probe| probe.name == step)
    }

    /// What the run was allowed to do.
    fn scope(&self) -> &str {
        self.run.method.params.get("scope").map_or("all", String::as_str)
    }

    /// What a question needs that was not reached.
    fn needs(&self, rule: &QuestionRule) -> Message {
        let is_left_out = |step: &String| {
            self.run.warnings.iter().any(|warning| {
                let name = warning.statement.as_ref().and_then(|it| it.arguments.get("step"));
                let is_it = matches!(name, Some(Argument::Name(name)) if name == step);
                warning.code == WarningCode::LeftOutForTime && is_it
            })
        };
        match (self.scope(), rule.access) {
            _ if rule.steps.iter().any(is_left_out) => {
                Message::new(MessageId::DiagnosisNeedsTime, [Argument::Ns(rule.needs_ns)])
            }
            ("reads", DiagnosisAccess::Borrow) => {
                Message::plain(MessageId::DiagnosisNeedsBorrow)
            }
            ("reads" | "places", DiagnosisAccess::Destroy) => {
                Message::plain(MessageId::DiagnosisNeedsDestroy)
            }
            ("file", _) => Message::plain(MessageId::DiagnosisNeedsDrive),
            _ if self.loses_data() => Message::plain(MessageId::DiagnosisEnded),
            _ => Message::plain(MessageId::DiagnosisNotAsked),
        }
    }

    fn capacity(&self) -> Option<Statement> {
        capacity::statements(self.run, self.known).into_iter().next()
    }

    fn loses_data(&self) -> bool {
        self.capacity().is_some_and(|it| it.severity >= Severity::Failed)
    }

    fn answer(&self, question: DiagnosisQuestion) -> Option<Statement> {
        use MessageId as Id;
        let (run, known) = (self.run, self.known);
        let of_speeds = |ids: &[Id]| {
            speeds::statements(run, known).into_iter().find(|it| ids.contains(&it.message.id))
        };
        match question {
            DiagnosisQuestion::Capacity => self.capacity().or_else(|| {
                let mut wrong = failed(run).into_iter().filter(|it| {
                    matches!(it.message.id, Id::WrongDataRead | Id::OtherDataRead)
                });
                wrong.next().or_else(|| statements::read_back(run))
            }),
            DiagnosisQuestion::Rates => {
                of_speeds(&[Id::SpeedBoth, Id::SpeedRead, Id::SpeedWrite])
            }
            DiagnosisQuestion::SmallBlocks => {
                of_speeds(&[Id::RandomBoth, Id::RandomRead, Id::RandomWrite])
            }
            DiagnosisQuestion::DurableWrites => of_speeds(&[Id::DurableWrite, Id::DurableBest]),
            DiagnosisQuestion::Cache => {
                cache::statements(known).into_iter().next().or_else(|| no_cliff(run))
            }
            DiagnosisQuestion::Stalls => self.stalls().or_else(|| no_stalls(run)),
            DiagnosisQuestion::OpenUnits => open_units(known),
            DiagnosisQuestion::Heat => heat(run),
            DiagnosisQuestion::Link => Some(link(run)),
            DiagnosisQuestion::Health => Some(health(run)),
            _ => None,
        }
    }

    /// What the drive does that somebody would notice who waits for it.
    fn stalls(&self) -> Option<Statement> {
        let slow = self.known.iter().filter_map(|finding| match finding {
            Finding::SlowStretch(it) => Some(standing_still::slow_stretch(self.run, it)),
            _ => None,
        });
        let all = standing_still::worst_stall(self.run, self.known)
            .filter(|_| self.stalls_again())
            .into_iter()
            .chain(standing_still::slowest_requests(self.run))
            .chain(slow);
        // Of equally grave ones the first.
        all.rev().max_by_key(|it| it.severity)
    }

    /// Whether a stall is long, or comes again: one of half a second is much of a cell of two seconds, and nothing of a day.
    fn stalls_again(&self) -> bool {
        self.known.iter().any(|finding| match finding {
            Finding::StallSummary(it) => {
                it.longest_ns >= GRAVE_STALL_NS || it.count >= STALLS_MIN
            }
            _ => false,
        })
    }

    /// What is wrong, and how it is said: the gravest first.
    fn verdict(&self, uses: &[(&UseRule, Vec<RuleVerdict>)]) -> (DriveCondition, Statement) {
        use DriveCondition as Is;
        let capacity = self.capacity();
        let kind = self.known.iter().find_map(|finding| match finding {
            Finding::Capacity(it) => it.verdict,
            _ => None,
        });
        let because = |id: MessageId, why: Statement| {
            let message = Message::new(id, [why.message.into()]);
            Statement { message, ..why }
        };
        // Whoever is told that a drive is slow takes it for a genuine one.
        let as_genuine = |statement: Statement| Statement {
            confidence_ratio: capacity.as_ref().and_then(|it| it.confidence_ratio),
            ..statement
        };
        let failed = failed(self.run).into_iter().find(|it| it.severity >= Severity::Failed);
        if let Some(why) = capacity.clone().filter(|it| it.severity >= Severity::Failed) {
            let is_fake = kind.is_some_and(CapacityVerdict::is_counterfeit);
            return match is_fake {
                true => (Is::Counterfeit, because(MessageId::DiagnosisReturn, why)),
                false => (Is::Failing, because(MessageId::DiagnosisReplace, why)),
            };
        }
        if let Some(why) = failed {
            return (Is::Failing, because(MessageId::DiagnosisReplace, why));
        }
        // Another reader decides, or another pass: that is said as it stands.
        if let Some(doubt) = capacity.clone().filter(|it| it.severity == Severity::Caution) {
            return (Is::Unknown, doubt);
        }
        let is_grave = |it: &Statement| it.severity == Severity::Caution;
        if let Some(why) = self.stalls().filter(is_grave) {
            return (Is::Stalls, as_genuine(because(MessageId::DiagnosisStalls, why)));
        }
        if let Some(why) = heat(self.run).filter(is_grave) {
            return (Is::Hot, as_genuine(because(MessageId::DiagnosisHot, why)));
        }
        if let Some(slow) = slow(uses) {
            return (Is::Slow, as_genuine(Statement::new(Severity::Caution, slow)));
        }
        // A file that was kept proves nothing about the rest of the drive: most counterfeits keep their first GiB.
        match capacity {
            Some(why) if why.severity == Severity::Good => {
                (Is::Sound, because(MessageId::DiagnosisKeep, why))
            }
            Some(why) => (Is::Unknown, why),
            None => {
                let open = Message::plain(MessageId::DiagnosisOpen);
                (Is::Unknown, Statement::new(Severity::Unknown, open))
            }
        }
    }

    /// The one command that comes next.
    fn next(&self, condition: DriveCondition, lines: &[DiagnosisLine]) -> Option<Message> {
        let name = &self.run.target.name;
        let command = |id: MessageId, text: String| Some(Message::new(id, [text.into()]));
        let is_local =
            matches!(self.run.target.kind, TargetKind::BlockDevice | TargetKind::Simulated);
        let lacks = |id: MessageId| lines.iter().any(|line| line.statement.id == id);
        match condition {
            DriveCondition::Counterfeit => Some(Message::plain(MessageId::NextReturn)),
            DriveCondition::Failing => Some(Message::plain(MessageId::NextSave)),
            _ if lacks(MessageId::DiagnosisNeedsBorrow) => command(
                MessageId::NextDiagnoseBorrow,
                format!("iogram diagnose {name} --borrow"),
            ),
            _ if lacks(MessageId::DiagnosisNeedsTime) => {
                let now = self.run.method.params.get("max_time");
                let now = now.and_then(|it| it.parse::<iogram_model::Nanos>().ok())?;
                let seconds = now.0.saturating_mul(3) / iogram_model::Nanos::SECOND.0;
                let longer = match seconds % 60 {
                    0 => format!("{}m", seconds / 60),
                    _ => format!("{seconds}s"),
                };
                command(
                    MessageId::NextDiagnoseLonger,
                    format!("iogram diagnose {name} --max-time {longer}"),
                )
            }
            DriveCondition::Stalls => {
                command(MessageId::NextSoak, format!("iogram run soak {name}"))
            }
            DriveCondition::Unknown if self.scope() == "file" => {
                command(MessageId::NextVerify, format!("iogram verify --free {name}"))
            }
            DriveCondition::Sound | DriveCondition::Slow | DriveCondition::Hot if is_local => {
                command(MessageId::NextVerifyFull, format!("iogram verify --full {name}"))
            }
            _ => None,
        }
    }
}

/// That it is slower than the lowest common mark asks for.
fn slow(uses: &[(&UseRule, Vec<RuleVerdict>)]) -> Option<Message> {
    let (_, verdicts) = uses.iter().find(|(it, _)| it.id == LOWEST_USE)?;
    let broken = verdicts.iter().find(|it| it.verdict == Verdict::Fail)?;
    let values = [Argument::BytesPerS(broken.measured?), Argument::BytesPerS(broken.limit)];
    Some(Message::new(MessageId::DiagnosisSlow, values))
}

/// That no end of a cache was seen, and how much was written. Steps before it have filled a cache in part, so that none is denied.
fn no_cliff(run: &Run) -> Option<Statement> {
    let written = run.cells.iter().filter(|cell| {
        cell.workload.stop.pass_count.is_some() && cell.is_counted && cell.workload.writes()
    });
    let written = written.filter_map(|cell| cell.operations.write.as_ref());
    let bytes = written.map(|write| write.bytes).total();
    let message = || Message::new(MessageId::DiagnosisNoCliff, [Argument::Bytes(bytes)]);
    (bytes > 0).then(|| Statement::new(Severity::Measured, message()))
}

/// How long it was watched without a stall; `None` if nothing was measured.
fn no_stalls(run: &Run) -> Option<Statement> {
    let done: Vec<&CellRecord> =
        run.cells.iter().filter(|cell| cell.state == CellState::Completed).collect();
    let count =
        done.iter().flat_map(|cell| cell.operations.iter()).map(|(_, it)| it.count).total();
    let time = done.iter().map(|cell| cell.elapsed_ns).total();
    let values = [Argument::Count(count), Argument::Ns(time)];
    (count > 0).then(|| {
        Statement::new(Severity::Good, Message::new(MessageId::DiagnosisNoStalls, values))
    })
}

/// Whether it slowed itself down, as far as it tells.
fn heat(run: &Run) -> Option<Statement> {
    if let Some(warning) = throttling(&run.cells).into_iter().next() {
        return Some(Statement::new(Severity::Caution, warning.statement?));
    }
    let told = run.cells.iter().filter_map(|cell| cell.health.as_ref());
    let hottest = told.filter_map(|it| it.temperature_max_celsius).reduce(f64::max);
    Some(match hottest {
        Some(celsius) => {
            let values = [Argument::Celsius(celsius)];
            Statement::new(Severity::Good, Message::new(MessageId::DiagnosisCool, values))
        }
        None => {
            Statement::new(Severity::Unknown, Message::plain(MessageId::DiagnosisHeatUnseen))
        }
    })
}

fn link(run: &Run) -> Statement {
    match &run.target.link {
        Some(link) => {
            let said = match Link::parse(link) {
                Some(Link::Stated { bytes_per_s }) => {
                    Argument::BytesPerS(iogram_model::float(bytes_per_s))
                }
                _ => link.as_str().into(),
            };
            Statement::new(Severity::Measured, Message::new(MessageId::DiagnosisLink, [said]))
        }
        None => {
            Statement::new(Severity::Unknown, Message::plain(MessageId::DiagnosisLinkUnknown))
        }
    }
}

/// What the drive says of its own health: the last of its counters.
fn health(run: &Run) -> Statement {
    let samples = run.cells.iter().filter_map(|cell| cell.health.as_ref());
    let counters =
        samples.flat_map(|it| &it.samples).filter_map(|it| it.counters.as_ref()).next_back();
    let errors = counters.and_then(|it| it.media_error_count);
    let life = counters.and_then(|it| it.life_used_ratio);
    match (errors, life) {
        (Some(count), _) if count > 0 => Statement::new(
            Severity::Caution,
            Message::new(MessageId::DiagnosisMediaErrors, [count.into()]),
        ),
        (_, Some(share)) => Statement::new(
            Severity::Measured,
            Message::new(MessageId::DiagnosisLifeUsed, [Argument::Ratio(share)]),
        ),
        (Some(_), None) => {
            Statement::new(Severity::Good, Message::plain(MessageId::DiagnosisNoMediaErrors))
        }
        (None, None) => {
            Statement::new(Severity::Unknown, Message::plain(MessageId::DiagnosisHealthUnseen))
        }
    }
}
