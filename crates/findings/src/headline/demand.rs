//! Best operating point of a drive: the load with the most requests within the wanted response time.

use iogram_model::{
    Argument, DemandIntensity, DemandPoint, Finding, Message, MessageId, Run, Severity, whole,
};

use super::{Statement, held};

/// For each set of loads: its best operating point, the latency of the slowest requests there, and the smallest load
/// that is nearly as good.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let all = findings.iter().filter_map(|finding| match finding {
        Finding::DemandIntensity(demand) => Some(demand.as_ref()),
        _ => None,
    });
    let of_one = |demand| [most(run, demand), tail(demand), enough(demand)];
    all.flat_map(of_one).flatten().collect()
}

fn mean(point: &DemandPoint) -> Option<Argument> {
    point.latency_mean_ns.map(|mean| Argument::Ns(whole(mean)))
}

/// The load with the fewest outstanding requests.
fn least(demand: &DemandIntensity) -> Option<&DemandPoint> {
    demand.points.iter().min_by_key(|point| point.outstanding_count())
}

/// The most requests within the wanted response time.
fn most(run: &Run, demand: &DemandIntensity) -> Option<Statement> {
    let least = least(demand)?;
    let limit = demand.latency_mean_limit_ns.map(Argument::Ns);
    let Some(point) = demand.point(demand.most.as_deref()) else {
        if let Some(why) = held::any_moment(run, &least.cell) {
            return Some(held::up(&least.cell, why));
        }
        let values = [limit?, mean(least)?, count(least.jobs_count), count(least.depth_count)];
        let message = Message::new(MessageId::DemandNone, values);
        return Some(Statement::new(Severity::Caution, message));
    };
    let values = [
        Argument::Iops(point.iops?),
        count(point.jobs_count),
        count(point.depth_count),
        mean(point)?,
    ];
    let message = match limit {
        Some(limit) => {
            let [iops, jobs, depth, mean] = values;
            let values = [limit, iops, jobs, depth, mean];
            Message::new(MessageId::DemandMostBelow, values)
        }
        None => Message::new(MessageId::DemandMost, values),
    };
    Some(Statement::new(Severity::Good, message))
}

/// The 99th percentile at that load and at the smallest one; `None` if either had too few requests.
fn tail(demand: &DemandIntensity) -> Option<Statement> {
    let most = demand.point(demand.most.as_deref())?;
    let values =
        [Argument::Ns(most.latency_p99_ns?), Argument::Ns(least(demand)?.latency_p99_ns?)];
    let message = Message::new(MessageId::DemandTail, values);
    Some(Statement::new(Severity::Good, message))
}

/// `None` if the maximum needs every outstanding request.
fn enough(demand: &DemandIntensity) -> Option<Statement> {
    let point = demand
        .point(demand.enough.as_deref().filter(|it| Some(*it) != demand.most.as_deref()))?;
    let most = demand.point(demand.most.as_deref())?.iops?;
    let values = [
        count(point.jobs_count),
        count(point.depth_count),
        Argument::Ratio(point.iops? / most),
        mean(point)?,
    ];
    let message = Message::new(MessageId::DemandEnough, values);
    Some(Statement::new(Severity::Measured, message))
}

fn count(number: u32) -> Argument {
    Argument::Count(u64::from(number))
}
