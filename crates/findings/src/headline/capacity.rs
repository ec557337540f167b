//! Statements about a drive's capacity.

use iogram_model::{
    Argument, CapacityEvidence, CapacityFinding, CapacityVerdict, Evidence, Finding, Message,
    MessageId, OutcomeKind, Run, Severity,
};

use super::{DENIED, Statement};

/// One for each capacity test; findings and evidence have the same order.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let evidence = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some(Some(evidence)),
        Evidence::F3(_) | Evidence::H2testw(_) => Some(None),
        _ => None,
    });
    let found = findings.iter().filter_map(|finding| match finding {
        Finding::Capacity(finding) => Some(finding),
        _ => None,
    });
    let evidence = evidence.chain(std::iter::repeat(None));
    let said = found.zip(evidence).map(|(finding, evidence)| capacity(finding, evidence));
    said.chain(ended_tries(run)).collect()
}

/// Runs of f3 that ended with an error, whatever another run found.
fn ended_tries(run: &Run) -> Option<Statement> {
    let errors = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::F3(evidence) => Some(&evidence.errors),
        _ => None,
    });
    let errors: Vec<&str> = errors.flatten().map(String::as_str).collect();
    if errors.is_empty() {
        return None;
    }
    let said = Argument::Name(errors.join("; "));
    let message = Message::new(MessageId::LogTryFailed, [said]);
    Some(Statement::new(Severity::Caution, message))
}

/// Whether the only evidence is a tool that is often wrong about it, and no lost data.
fn is_doubtful(finding: &CapacityFinding) -> bool {
    use MessageId as Id;
    let id = finding.statement.as_ref().map(|reason| reason.id);
    matches!(id, Some(Id::F3HalfModule | Id::F3ProbesContradict))
}

/// A statement that either the drive or its reader ends there.
fn at_limit(finding: &CapacityFinding) -> Message {
    let real = Argument::Bytes(finding.real_bytes.unwrap_or(0));
    match finding.announced_bytes {
        Some(announced) => {
            Message::new(MessageId::CounterfeitOrReader, [Argument::Bytes(announced), real])
        }
        None => Message::new(MessageId::CounterfeitOrReaderUnsized, [real]),
    }
}

fn capacity(finding: &CapacityFinding, evidence: Option<&CapacityEvidence>) -> Statement {
    use MessageId as Id;
    let sizes = finding.announced_bytes.zip(finding.real_bytes);
    let plain = |id| Message::new(id, []);
    let (severity, message) = match (finding.verdict, sizes) {
        (None, _) => (Severity::Unknown, plain(Id::CapacityUnknown)),
        (Some(CapacityVerdict::Good), _) => {
            let message = finding.announced_bytes.map_or_else(
                || plain(Id::GenuineUnsized),
                |announced| Message::new(Id::Genuine, [Argument::Bytes(announced)]),
            );
            (Severity::Good, message)
        }
        (Some(verdict), _) if verdict.is_counterfeit() && is_doubtful(finding) => {
            (Severity::Caution, plain(Id::CounterfeitDoubtful))
        }
        (Some(_), _) if finding.is_at_reader_limit => (Severity::Caution, at_limit(finding)),
        (Some(verdict), sizes) if verdict.is_counterfeit() => {
            let message = match (sizes, finding.real_bytes) {
                (Some((announced, real)), _) => {
                    let sizes = [Argument::Bytes(announced), Argument::Bytes(real)];
                    Message::new(Id::Counterfeit, sizes)
                }
                (None, Some(real)) => {
                    Message::new(Id::CounterfeitHolds, [Argument::Bytes(real)])
                }
                (None, None) => plain(Id::CounterfeitUnsized),
            };
            (Severity::Failed, message)
        }
        (Some(CapacityVerdict::ReadOnly), _) => (Severity::Failed, plain(Id::WornReadOnly)),
        (Some(CapacityVerdict::Dying), _) => (Severity::Failed, plain(Id::Dying)),
        (Some(_), _) => (Severity::Failed, plain(Id::Damaged)),
    };
    let basis = evidence.and_then(|evidence| match evidence.cache_ruled_out_bytes {
        _ if evidence.is_full && evidence.is_complete => Some(Message::new(Id::EveryBlock, [])),
        Some(size) => Some(Message::new(Id::CacheRuledOut, [Argument::Bytes(size)])),
        None => None,
    });
    // The loss is certain. The confidence that the drive is damaged and not a counterfeit stands with the capacity.
    let is_damage =
        matches!(finding.verdict, Some(CapacityVerdict::Damaged | CapacityVerdict::Dying));
    let is_kind_open = is_damage && finding.confidence < DENIED;
    let confidence_ratio =
        finding.verdict.filter(|_| !is_kind_open).map(|_| finding.confidence);
    // If writes failed in a layer below that is not the drive itself, something other than the drive ended the test.
    let is_ended =
        |evidence: &CapacityEvidence| !evidence.is_complete && evidence.write_failure.is_some();
    let is_broken_off = finding.verdict.is_none() && evidence.is_some_and(is_ended);
    let kind = match is_broken_off {
        true => Some(OutcomeKind::BrokenOff),
        // Only another reader can show whether it is the drive.
        false => finding.is_at_reader_limit.then_some(OutcomeKind::CannotTell),
    };
    Statement { confidence_ratio, basis, kind, ..Statement::new(severity, message) }
}
