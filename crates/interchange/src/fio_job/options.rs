//! All of fio's options that are known here: supported ones, and those without effect.

use iogram_model::{Text, text};
use std::collections::BTreeSet;

use super::denied::wrong_value;
use super::fault::{JobFault, JobNote, Noted, Wrong};
use super::forms;
use super::names::{OTHERS, canonical};
use super::text::Section;

/// Options that [`super::job`] reads; it also rejects their unsupported values.
const DONE: [&str; 99] = [
    "ba",
    "bs",
    "bsrange",
    "bssplit",
    "buffer_compress_percentage",
    "buffer_pattern",
    "buffered",
    "continue_on_error",
    "dedupe_mode",
    "dedupe_percentage",
    "direct",
    "directory",
    "do_verify",
    "end_fsync",
    "exit_what",
    "exitall",
    "fdatasync",
    "filename",
    "filename_format",
    "filesize",
    "flow",
    "flow_id",
    "fsync",
    "fsync_on_close",
    "group_reporting",
    "ignore_error",
    "ignore_zone_limits",
    "invalidate",
    "io_size",
    "io_submit_mode",
    "iodepth",
    "iodepth_batch_complete_min",
    "iodepth_low",
    "ioengine",
    "job_max_open_zones",
    "kb_base",
    "latency_percentile",
    "latency_run",
    "latency_target",
    "latency_window",
    "loops",
    "max_open_zones",
    "name",
    "new_group",
    "norandommap",
    "nrfiles",
    "number_ios",
    "numjobs",
    "offset",
    "offset_align",
    "offset_increment",
    "overwrite",
    "per_job_logs",
    "percentage_random",
    "percentile_list",
    "ramp_time",
    "random_distribution",
    "rate",
    "rate_iops",
    "rate_iops_min",
    "rate_min",
    "rate_process",
    "ratecycle",
    "read_beyond_wp",
    "runtime",
    "rw",
    "rwmixread",
    "rwmixwrite",
    "size",
    "spr_op",
    "sprandom",
    "startdelay",
    "steadystate",
    "steadystate_check_interval",
    "steadystate_duration",
    "steadystate_ramp_time",
    "stonewall",
    "sync",
    "thinktime",
    "thinktime_blocks",
    "thinktime_blocks_type",
    "thinktime_iotime",
    "time_based",
    "verify",
    "verify_backlog",
    "verify_backlog_batch",
    "verify_only",
    "verify_pattern",
    "wait_for",
    "write_bw_log",
    "write_iops_log",
    "write_lat_log",
    "zero_buffers",
    "zone_reset_frequency",
    "zone_reset_threshold",
    "zonemode",
    "zonerange",
    "zonesize",
    "zoneskip",
];

const ANOTHER_WAY: Text = text!("interchange-iogram-measures-time-own-way-always");
const SHOWN: Text = text!("interchange-says-fio-prints-record-keeps-everything");
const NEVER_REPEATS: Text = text!("interchange-written-never-repeats-made-anew-each");
const SEEDED: Text = text!("interchange-random-choices-follow-seed");
const COMPARED: Text = text!("interchange-read-compared-thread-reads");
const RING: Text = text!("interchange-how-requests-handed-over-iogram-choice");
const BATCH: Text = text!("interchange-all-requests-out-handed-over-once");
const PLACED: Text = text!("interchange-where-threads-buffers-lie-iogram-choice");
const FILES: Text = text!("interchange-iogram-makes-test-file-itself-allocated");
const TURN: Text = text!("interchange-job-waits-others-requests-goes-soon");
const LOGS: Text = text!("interchange-logs-line-each-interval-record-series");

/// Options without effect here, and the reason.
const WITHOUT_EFFECT: [(&str, Text); 86] = [
    ("allow_file_create", FILES),
    ("allow_mounted_write", text!("interchange-iogram-never-writes-mounted")),
    ("block_error_percentiles", SHOWN),
    ("buffer_compress_chunk", text!("interchange-compressible-part-each-512-bytes-same")),
    ("bwavgtime", SHOWN),
    ("clat_percentiles", SHOWN),
    ("clocksource", ANOTHER_WAY),
    ("cpumask", PLACED),
    ("cpus_allowed", PLACED),
    ("cpus_allowed_policy", PLACED),
    ("create_fsync", FILES),
    ("create_on_open", FILES),
    ("create_serialize", FILES),
    ("description", text!("interchange-remark")),
    ("disable_bw_measurement", ANOTHER_WAY),
    ("disable_clat", ANOTHER_WAY),
    ("disable_lat", ANOTHER_WAY),
    ("disable_slat", ANOTHER_WAY),
    ("disk_util", SHOWN),
    ("error_dump", SHOWN),
    ("exitall_on_error", text!("interchange-error-ends-cell-all-jobs")),
    ("fadvise_hint", FILES),
    ("file_service_type", text!("interchange-files-job-large-all")),
    ("fill_device", text!("interchange-job-ends-where-size-drive-no")),
    ("fallocate", FILES),
    ("fixedbufs", RING),
    ("flow_sleep", TURN),
    ("flow_watermark", TURN),
    ("gtod_cpu", ANOTHER_WAY),
    ("gtod_reduce", ANOTHER_WAY),
    ("hipri", text!("interchange-polling-option-run-poll")),
    ("hugepage-size", PLACED),
    ("iodepth_batch", BATCH),
    ("iodepth_batch_complete_max", BATCH),
    ("iomem_align", text!("interchange-buffers-begin-pages")),
    ("iopsavgtime", SHOWN),
    ("lat_percentiles", SHOWN),
    ("lockmem", text!("interchange-iogram-buffers-own")),
    ("log_alternate_epoch", LOGS),
    ("log_avg_msec", LOGS),
    ("log_compression", LOGS),
    ("log_entries", LOGS),
    ("log_max", LOGS),
    ("log_offset", LOGS),
    ("log_prio", LOGS),
    ("log_store_compressed", LOGS),
    ("log_unix_epoch", LOGS),
    ("log_window_value", LOGS),
    ("mem", PLACED),
    ("nonvectored", RING),
    ("numa_cpu_nodes", PLACED),
    ("numa_mem_policy", PLACED),
    ("openfiles", FILES),
    ("randrepeat", SEEDED),
    ("randseed", SEEDED),
    ("random_generator", SEEDED),
    ("refill_buffers", NEVER_REPEATS),
    ("registerfiles", RING),
    ("scramble_buffers", NEVER_REPEATS),
    ("serialize_overlap", text!("interchange-requests-cell-overlap-fio-without-verify")),
    ("significant_figures", SHOWN),
    ("slat_percentiles", SHOWN),
    ("softrandommap", text!("interchange-every-block-met-once-whatever-memory")),
    ("spr_num_regions", text!("interchange-each-block-region-drawn-itself")),
    ("sqthread_poll", RING),
    ("sqthread_poll_cpu", RING),
    ("stats", SHOWN),
    ("thread", PLACED),
    ("thinktime_spin", text!("interchange-job-issues-nothing-pauses-whatever-processor")),
    ("threads", PLACED),
    ("unified_rw_reporting", text!("interchange-reads-writes-told-apart")),
    ("unique_filename", FILES),
    ("unit_base", SHOWN),
    ("unlink", text!("interchange-test-file-removed-after-run")),
    ("unlink_each_loop", text!("interchange-test-file-removed-after-run")),
    ("userspace_reap", RING),
    ("verify_async", COMPARED),
    ("verify_async_cpus", COMPARED),
    ("verify_dump", text!("interchange-places-wrong-data-told-no-copies")),
    ("verify_fatal", text!("interchange-wrong-data-error-drive-first-place")),
    ("verify_interval", text!("interchange-every-512-bytes-compared")),
    ("verify_offset", text!("interchange-no-heads-written")),
    ("verify_state_save", text!("interchange-no-state-kept-another-run")),
    ("experimental_verify", text!("interchange-same-requests-made-again-reads")),
    ("write_hist_log", text!("interchange-record-keeps-whole-histograms")),
    ("log_hist_msec", text!("interchange-record-keeps-whole-histograms")),
];

const PRIORITY: Text = text!("interchange-iogram-gives-requests-no-i-o");
const DIRECTIVES: Text = text!("interchange-iogram-writes-carry-no-placement-no");
const PROGRAMS: Text = text!("interchange-iogram-starts-no-other-program-runs");

/// Unsupported options, and the reason; for others only the name is known.
const NOT_DONE: [(&str, Text); 35] = [
    ("apptag", DIRECTIVES),
    ("apptag_mask", DIRECTIVES),
    ("atomic", text!("interchange-iogram-asks-no-drive-writes-never")),
    ("bs_unaligned", text!("interchange-block-sizes-list-between-two-range")),
    ("cgroup", PROGRAMS),
    ("cmdprio", PRIORITY),
    ("cmdprio_bssplit", PRIORITY),
    ("cmdprio_class", PRIORITY),
    ("cmdprio_hint", PRIORITY),
    ("cmdprio_percentage", PRIORITY),
    ("data_placement", DIRECTIVES),
    ("exec_postrun", PROGRAMS),
    ("exec_prerun", PROGRAMS),
    ("fdp", DIRECTIVES),
    ("plids", DIRECTIVES),
    ("file_append", text!("interchange-iogram-makes-test-file-itself-no")),
    ("ioscheduler", text!("interchange-iogram-changes-no-scheduler-computer-job")),
    ("md_per_io_size", DIRECTIVES),
    ("nice", PROGRAMS),
    ("pi_act", DIRECTIVES),
    ("pi_chk", DIRECTIVES),
    ("prio", PRIORITY),
    ("prioclass", PRIORITY),
    ("priohint", PRIORITY),
    ("random_sequence_stride", text!("interchange-iogram-no-order-addresses-list")),
    ("rate_ignore_thinktime", text!("interchange-after-pause-thinktime-job-catches-up")),
    ("read_iolog", text!("interchange-recorded-requests-trace-here-iogram-trace")),
    ("recover_zbd_write_error", text!("interchange-zone-write-failed-left-alone")),
    ("uid", PROGRAMS),
    ("gid", PROGRAMS),
    ("verify_state_load", text!("interchange-run-fio-left-over-known-fio")),
    ("verify_write_sequence", text!("interchange-compared-follows-place-no-number-write")),
    ("write_iolog", text!("interchange-iogram-records-drive-asked-way-own")),
    ("write_zone_remainder", text!("interchange-last-write-zone-short-left")),
    ("zonecapacity", text!("interchange-drive-says-itself-how-much-zone")),
];

/// `time_based` has no effect without a runtime, as with fio.
const UNTIMED: Text = text!("interchange-no-runtime-without-fio-leaves-out");

/// `ratecycle` has no effect without a minimum rate.
const NO_FLOOR: Text = text!("interchange-no-rate-min-rate-iops-min");

/// Reports unsupported options of a section, and options without effect.
pub(super) fn look_through(
    section: &Section,
    ignored: &[String],
    (faults, notes): (&mut Vec<JobFault>, &mut Vec<JobNote>),
) {
    let is_timed = has(section, "runtime");
    let has_floor = has(section, "rate_min") || has(section, "rate_iops_min");
    for (place, option) in section.all().enumerate() {
        let note = |what| JobNote { line: option.line, option: option.written.clone(), what };
        let is_done = DONE.contains(&option.key.as_str());
        let reason = WITHOUT_EFFECT.iter().find(|(key, _)| *key == option.key);
        match reason {
            _ if is_ignored(ignored, &option.key) => {
                notes.push(note(Noted::LeftOut { value: option.value.clone(), is_done }));
            }
            Some((key, why)) => {
                let is_set = place < section.said.options.len();
                match forms::wrong(key, &option.value).filter(|_| is_set) {
                    Some(takes) => faults.push(wrong_value(option, takes)),
                    None => notes.push(note(Noted::WithoutEffect(*why))),
                }
            }
            None if option.key == "time_based" && !is_timed => {
                notes.push(note(Noted::WithoutEffect(UNTIMED)));
            }
            None if option.key == "ratecycle" && !has_floor => {
                notes.push(note(Noted::WithoutEffect(NO_FLOOR)));
            }
            None if is_done => {}
            None => {
                let why = NOT_DONE.iter().find(|(key, _)| *key == option.key);
                let why = why.map(|(_, why)| *why);
                let wrong = Wrong::Unsupported { option: option.written.clone(), why };
                faults.push(JobFault { line: option.line, wrong });
            }
        }
    }
}

/// Reports options of `ignored` that no section has, and those that fio does not have.
pub(super) fn look_for_ignored(
    sections: &[Section],
    ignored: &[String],
    (faults, notes): (&mut Vec<JobFault>, &mut Vec<JobNote>),
) {
    for option in ignored {
        let key = canonical(option);
        if sections.iter().any(|section| has(section, key)) {
            continue;
        }
        let option = option.clone();
        if is_known(key) {
            notes.push(JobNote { line: 0, option, what: Noted::Absent });
        } else {
            let all = sections.iter().flat_map(Section::all);
            let options = unique(all.map(|it| it.written.as_str()));
            faults.push(JobFault { line: 0, wrong: Wrong::NoOption { option, options } });
        }
    }
}

/// Whether the section has the option, even if its value is unknown.
fn has(section: &Section, key: &str) -> bool {
    section.all().any(|option| option.key == key)
}

fn is_known(key: &str) -> bool {
    DONE.contains(&key)
        || OTHERS.contains(&key)
        || WITHOUT_EFFECT.iter().chain(&NOT_DONE).any(|(known, _)| *known == key)
}

/// Each name once, in order.
pub(super) fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).map(ToOwned::to_owned).collect()
}

/// Whether the user left the option out, by any of its names.
pub(super) fn is_ignored(ignored: &[String], key: &str) -> bool {
    ignored.iter().any(|name| canonical(name) == key)
}
