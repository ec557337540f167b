//! Invalid values, found for each option by itself.
//!
//! Knows the parsers of options. For an option whose meaning depends on another one, it checks only the form of the
//! value.

use super::super::fault::JobFault;
use super::super::value::TimeUnit;
use super::{
    Options, amount, blocks, caching, data, delay, ends, engine, errors, floor, flow,
    increment, latencies_since, order, percents, place, steady, sync, target_latency, verify,
    zones,
};

const SIZES: [&str; 2] = ["size", "offset"];
const BYTES: [&str; 5] = ["filesize", "offset_align", "zonesize", "zonerange", "zoneskip"];
const SECONDS: [&str; 5] = [
    "runtime",
    "ramp_time",
    "steadystate_duration",
    "steadystate_ramp_time",
    "steadystate_check_interval",
];
const MICROS: [&str; 2] = ["latency_window", "latency_target"];
const POSITIVE: [&str; 4] = ["iodepth", "nrfiles", "numjobs", "number_ios"];
const COUNTS: [&str; 8] = [
    "loops",
    "iodepth_batch_complete_min",
    "fsync",
    "fdatasync",
    "ratecycle",
    "thinktime_blocks",
    "max_open_zones",
    "job_max_open_zones",
];
const SWITCHES: [&str; 15] = [
    "time_based",
    "stonewall",
    "overwrite",
    "group_reporting",
    "norandommap",
    "sprandom",
    "zero_buffers",
    "end_fsync",
    "fsync_on_close",
    "do_verify",
    "verify_only",
    "read_beyond_wp",
    "ignore_zone_limits",
    "new_group",
    "per_job_logs",
];
const SHARES: [&str; 2] = ["zone_reset_threshold", "zone_reset_frequency"];

/// Every invalid value of the section.
pub(super) fn find_wrong(options: &Options<'_>) -> Vec<JobFault> {
    let mut faults = of_words(options);
    let mut see = |fault: Option<JobFault>| faults.extend(fault);
    SIZES.iter().for_each(|key| see(options.size(key).err()));
    BYTES.iter().for_each(|key| see(options.bytes(key).err()));
    SECONDS.iter().for_each(|key| see(options.time(key, TimeUnit::Seconds).err()));
    MICROS.iter().for_each(|key| see(options.time(key, TimeUnit::Micros).err()));
    POSITIVE.iter().for_each(|key| see(options.positive(key).err()));
    COUNTS.iter().for_each(|key| see(options.count(key).err()));
    SWITCHES.iter().for_each(|key| see(options.switch(key).err()));
    SHARES.iter().for_each(|key| see(zones::share(options, key).err()));
    faults
}

/// Faults of options with words or lists.
fn of_words(options: &Options<'_>) -> Vec<JobFault> {
    let mixed = order::mixed(options);
    let share = mixed.as_ref().copied().unwrap_or(HALF);
    let all = [
        engine(options).err(),
        latencies_since(options).err(),
        amount(options).err(),
        increment(options).err(),
        delay(options).err(),
        percents::read(options).err(),
        place::home(options).err(),
        caching(options).err(),
        target_latency(options).err(),
        steady::read(options).err(),
        ends::read(options).err(),
        flow::read(options).err(),
        errors::parts(options).err(),
        errors::numbers(options).err(),
        verify::method(options).err(),
        verify::backlog(options).err(),
        mixed.err(),
        order::pause(options, false).err(),
    ];
    let mut faults: Vec<JobFault> = all.into_iter().flatten().collect();
    match order::asked(options, share) {
        Ok(direction) => {
            faults.extend(sync(options, &direction).err());
            faults.extend(data(options, &direction).err());
            faults.extend(floor::read(options, &direction).err());
            match blocks::read(options, &direction.kinds()) {
                Ok(blocks) => {
                    faults.extend(order::access(options, &direction, (&blocks, 1)).err());
                    faults.extend(order::pace(options, &direction, &blocks).err());
                }
                Err(fault) => faults.push(fault),
            }
        }
        Err(fault) => {
            faults.push(fault);
            // Sizes of reads, writes and trims, whichever the job does.
            faults.extend(blocks::read(options, &[0, 1, 2]).err());
        }
    }
    faults
}

/// fio's default read share of mixed jobs, percent.
const HALF: u64 = 50;
