//! Syntax of values of options that have no effect here: a value that fio rejects is rejected here, too.
//!
//! Source: `type`, `maxval` and `posval` in fio's `options.c` (3.33, 3.42).

use super::value::{count, is_on};
use iogram_model::{Text, text};

/// Options with the values 0 and 1.
const BOOLEANS: [&str; 29] = [
    "allow_file_create",
    "allow_mounted_write",
    "block_error_percentiles",
    "clat_percentiles",
    "create_fsync",
    "create_on_open",
    "create_serialize",
    "disable_bw_measurement",
    "disable_clat",
    "disable_lat",
    "disable_slat",
    "error_dump",
    "fill_device",
    "gtod_reduce",
    "lat_percentiles",
    "log_offset",
    "log_prio",
    "per_job_logs",
    "randrepeat",
    "scramble_buffers",
    "serialize_overlap",
    "slat_percentiles",
    "stats",
    "unique_filename",
    "unlink",
    "unlink_each_loop",
    "verify_dump",
    "verify_fatal",
    "verify_state_save",
];

/// Options that are on without a value, and with any number but 0.
const SWITCHES: [&str; 3] = ["exitall_on_error", "refill_buffers", "thread"];

const NUMBERS: [&str; 18] = [
    "buffer_compress_chunk",
    "bwavgtime",
    "flow_sleep",
    "gtod_cpu",
    "hugepage-size",
    "iodepth_batch",
    "iodepth_batch_complete_max",
    "iomem_align",
    "iopsavgtime",
    "lockmem",
    "log_avg_msec",
    "log_entries",
    "log_hist_msec",
    "openfiles",
    "significant_figures",
    "verify_async",
    "verify_interval",
    "verify_offset",
];

/// Options with words as values; the part before a colon or comma counts.
const WORDS: [(&str, &[&str]); 10] = [
    ("clocksource", &["gettimeofday", "clock_gettime", "cpu"]),
    ("fadvise_hint", &["0", "1", "random", "sequential", "noreuse"]),
    (
        "file_service_type",
        &["random", "zipf", "pareto", "normal", "gauss", "roundrobin", "sequential"],
    ),
    ("fallocate", &["none", "native", "posix", "keep", "truncate", "0", "1"]),
    ("log_window_value", &["avg", "max", "both", "0", "1"]),
    ("mem", &["malloc", "shm", "shmhuge", "mmap", "mmapshared", "mmaphuge", "cudamalloc"]),
    ("numa_mem_policy", &["default", "prefer", "bind", "interleave", "local"]),
    ("random_generator", &["tausworthe", "lfsr", "tausworthe64"]),
    ("unified_rw_reporting", &["none", "mixed", "both", "0", "1", "2"]),
    ("unit_base", &["0", "8", "1"]),
];

/// The valid values of the option if `value` is not one of them.
pub(super) fn wrong(key: &str, value: &str) -> Option<Text> {
    if BOOLEANS.contains(&key) {
        return (!is_bit(value)).then_some(text!("interchange-0-1"));
    }
    if SWITCHES.contains(&key) {
        return is_on(value).is_none().then_some(text!("interchange-0-1"));
    }
    if NUMBERS.contains(&key) {
        // Only the beginning is checked, because nothing here uses the number with its units or formulas.
        let begins = value.trim_start_matches(['-', '+']).chars().next();
        let is_number = begins.is_some_and(|first| first.is_ascii_digit() || first == '(');
        return (!is_number).then_some(text!("interchange-whole-number"));
    }
    let (_, words) = WORDS.iter().find(|(known, _)| *known == key)?;
    let word = value.split([':', ',']).next().unwrap_or_default();
    (!words.contains(&word)).then_some(text!("interchange-fio-words"))
}

/// Whether the value is 0 or 1; an empty value is 1.
pub(super) fn is_bit(value: &str) -> bool {
    value.is_empty() || count(value).is_some_and(|number| number <= 1)
}
