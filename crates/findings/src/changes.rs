//! Differences between the analyses of an old run: the stored one and a new one.

use iogram_model::{AnalysisChange, CapacityVerdict, Finding, Run, Verdict};

/// Differences between the stored analysis of `before` and that of `after`, by subject; empty if there are none.
#[must_use]
pub fn changes(before: &Run, after: &Run) -> Vec<AnalysisChange> {
    let mut changes = Vec::new();
    let answer = |run: &Run| run.headline.as_ref().map(|it| it.answer.id.name().to_owned());
    push(&mut changes, "answer", answer(before), answer(after));
    let verdicts = |run: &Run| -> Vec<(String, String)> {
        run.findings.iter().filter_map(verdict_of).collect()
    };
    let (old, new) = (verdicts(before), verdicts(after));
    let find = |list: &[(String, String)], subject: &str| {
        list.iter().find(|(name, _)| name == subject).map(|(_, verdict)| verdict.clone())
    };
    let mut subjects: Vec<&String> = old.iter().chain(&new).map(|(name, _)| name).collect();
    subjects.sort();
    subjects.dedup();
    for subject in subjects {
        push(&mut changes, subject, find(&old, subject), find(&new, subject));
    }
    let is_judging = |kind: &str| {
        let mut all = before.findings.iter().chain(&after.findings);
        all.any(|finding| finding.kind() == kind && verdict_of(finding).is_some())
    };
    for kind in Finding::KINDS.iter().filter(|kind| !is_judging(kind)) {
        let of = |run: &Run| -> Vec<Finding> {
            run.findings.iter().filter(|it| it.kind() == *kind).cloned().collect()
        };
        let (old, new) = (of(before), of(after));
        if old != new {
            let words = |count: usize| Some(format!("{count} found"));
            changes.push(AnalysisChange {
                subject: kind.replace('-', " "),
                before: words(old.len()),
                after: words(new.len()),
            });
        }
    }
    changes
}

fn push(
    changes: &mut Vec<AnalysisChange>,
    subject: &str,
    before: Option<String>,
    after: Option<String>,
) {
    if before != after {
        changes.push(AnalysisChange { subject: subject.to_owned(), before, after });
    }
}

/// The subject and the verdict of a finding; `None` if it has no verdict.
fn verdict_of(finding: &Finding) -> Option<(String, String)> {
    let word = |verdict: Verdict| match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
        Verdict::Unknown => "unknown",
    };
    let size = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), |it| format!("{it} B"));
    let (subject, verdict) = match finding {
        Finding::Rule(rule) => (format!("rule {}", rule.rule), word(rule.verdict).to_owned()),
        Finding::ClassTest(test) => {
            (format!("mark {}", test.mark), word(test.verdict).to_owned())
        }
        Finding::SteadyState(steady) => {
            ("steady state".to_owned(), word(steady.verdict).to_owned())
        }
        Finding::Capacity(capacity) => {
            let verdict = capacity.verdict.map_or("unknown", CapacityVerdict::name);
            ("capacity".to_owned(), format!("{verdict}, {}", size(capacity.real_bytes)))
        }
        Finding::AllocationUnit(unit) => ("allocation unit".to_owned(), size(unit.value_bytes)),
        Finding::FlashPage(page) => ("flash page".to_owned(), size(page.value_bytes)),
        _ => return None,
    };
    Some((subject, verdict))
}
