//! All of fio's options that are known here: supported ones, and those without effect.

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

const ANOTHER_WAY: &str = "iogram measures time its own way and always measures it";
const SHOWN: &str = "it says what fio prints; the record keeps everything";
const NEVER_REPEATS: &str = "what is written never repeats and is made anew for each request";
const SEEDED: &str = "random choices follow --seed";
const COMPARED: &str = "what is read is compared by the thread that reads it";
const RING: &str = "how requests are handed over is iogram's choice, and in the record";
const BATCH: &str =
    "all requests that can be out are handed over at once, and all that are back are taken";
const PLACED: &str = "where threads and buffers lie is iogram's choice (--cpus)";
const FILES: &str =
    "iogram makes its test file itself, allocated and written before it is read";
const TURN: &str = "a job that waits for the others' requests goes on as soon as it may";
const LOGS: &str = "logs have a line for each interval of the record's series";

/// Options without effect here, and the reason.
const WITHOUT_EFFECT: [(&str, &str); 86] = [
    ("allow_file_create", FILES),
    ("allow_mounted_write", "iogram never writes to what is mounted"),
    ("block_error_percentiles", SHOWN),
    ("buffer_compress_chunk", "the compressible part of each 512 bytes is the same"),
    ("bwavgtime", SHOWN),
    ("clat_percentiles", SHOWN),
    ("clocksource", ANOTHER_WAY),
    ("cpumask", PLACED),
    ("cpus_allowed", PLACED),
    ("cpus_allowed_policy", PLACED),
    ("create_fsync", FILES),
    ("create_on_open", FILES),
    ("create_serialize", FILES),
    ("description", "it is a remark"),
    ("disable_bw_measurement", ANOTHER_WAY),
    ("disable_clat", ANOTHER_WAY),
    ("disable_lat", ANOTHER_WAY),
    ("disable_slat", ANOTHER_WAY),
    ("disk_util", SHOWN),
    ("error_dump", SHOWN),
    ("exitall_on_error", "an error ends the cell with all of its jobs"),
    ("fadvise_hint", FILES),
    ("file_service_type", "files of a job are one, as large as all of them"),
    (
        "fill_device",
        "a job ends where its size or the drive does, and no file system is filled up",
    ),
    ("fallocate", FILES),
    ("fixedbufs", RING),
    ("flow_sleep", TURN),
    ("flow_watermark", TURN),
    ("gtod_cpu", ANOTHER_WAY),
    ("gtod_reduce", ANOTHER_WAY),
    ("hipri", "polling is an option of the run: --poll"),
    ("hugepage-size", PLACED),
    ("iodepth_batch", BATCH),
    ("iodepth_batch_complete_max", BATCH),
    ("iomem_align", "buffers begin at pages"),
    ("iopsavgtime", SHOWN),
    ("lat_percentiles", SHOWN),
    ("lockmem", "iogram's buffers are its own"),
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
    ("serialize_overlap", "requests of a cell may overlap, as fio's do without verify"),
    ("significant_figures", SHOWN),
    ("slat_percentiles", SHOWN),
    ("softrandommap", "every block is met once, whatever memory that takes"),
    ("spr_num_regions", "each block of the region is drawn by itself"),
    ("sqthread_poll", RING),
    ("sqthread_poll_cpu", RING),
    ("stats", SHOWN),
    ("thread", PLACED),
    (
        "thinktime_spin",
        "a job that issues nothing pauses, whatever the processor does meanwhile",
    ),
    ("threads", PLACED),
    ("unified_rw_reporting", "reads and writes are told apart"),
    ("unique_filename", FILES),
    ("unit_base", SHOWN),
    ("unlink", "the test file is removed after the run"),
    ("unlink_each_loop", "the test file is removed after the run"),
    ("userspace_reap", RING),
    ("verify_async", COMPARED),
    ("verify_async_cpus", COMPARED),
    ("verify_dump", "the places of wrong data are told, and no copies are kept"),
    ("verify_fatal", "wrong data are an error of the drive, and the first place is named"),
    ("verify_interval", "every 512 bytes are compared"),
    ("verify_offset", "there are no heads in what is written"),
    ("verify_state_save", "no state is kept for another run"),
    ("experimental_verify", "the same requests are made again, as reads"),
    ("write_hist_log", "the record keeps whole histograms"),
    ("log_hist_msec", "the record keeps whole histograms"),
];

const PRIORITY: &str =
    "iogram gives requests no I/O priority: that of the program holds for all of them";
const DIRECTIVES: &str = "iogram's writes carry no placement and no protection information";
const PROGRAMS: &str = "iogram starts no other program, and runs as whoever starts it";

/// Unsupported options, and the reason; for others only the name is known.
const NOT_DONE: [(&str, &str); 35] = [
    ("apptag", DIRECTIVES),
    ("apptag_mask", DIRECTIVES),
    ("atomic", "iogram asks no drive for writes that are never torn (RWF_ATOMIC)"),
    ("bs_unaligned", "block sizes are a list, and between two of a range is one for each byte"),
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
    (
        "file_append",
        "iogram makes its test file itself, and no file that is there is written to",
    ),
    (
        "ioscheduler",
        "iogram changes no scheduler of the computer for a job file: that is an option of the run",
    ),
    ("md_per_io_size", DIRECTIVES),
    ("nice", PROGRAMS),
    ("pi_act", DIRECTIVES),
    ("pi_chk", DIRECTIVES),
    ("prio", PRIORITY),
    ("prioclass", PRIORITY),
    ("priohint", PRIORITY),
    ("random_sequence_stride", "iogram has no order of addresses that is a list"),
    (
        "rate_ignore_thinktime",
        "after a pause (thinktime) a job catches up with its rate, as fio's do without it",
    ),
    ("read_iolog", "recorded requests are a trace here: iogram trace run"),
    ("recover_zbd_write_error", "a zone of which a write failed is left alone"),
    ("uid", PROGRAMS),
    ("gid", PROGRAMS),
    ("verify_state_load", "what a run of fio left over is known to fio alone"),
    (
        "verify_write_sequence",
        "what is compared follows from its place, and has no number of its write",
    ),
    (
        "write_iolog",
        "iogram records what a drive is asked in a way of its own: iogram trace record",
    ),
    ("write_zone_remainder", "the last write of a zone is as short as what is left of it"),
    ("zonecapacity", "a drive says itself how much of a zone can be written"),
];

/// `time_based` has no effect without a runtime, as with fio.
const UNTIMED: &str = "there is no runtime, without which fio leaves it out, too";

/// `ratecycle` has no effect without a minimum rate.
const NO_FLOOR: &str = "there is no rate_min or rate_iops_min, which alone it is for";

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
                    None => notes.push(note(Noted::WithoutEffect(why))),
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
