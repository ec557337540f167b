//! Names of options: fio has several for some.

/// Other names of options. Source: `alias` in fio's `options.c` (3.42).
const ALIASES: [(&str, &str); 24] = [
    ("allrandrepeat", "randrepeat"),
    ("blockalign", "ba"),
    ("blocksize", "bs"),
    ("blocksize_unaligned", "bs_unaligned"),
    ("blocksize_range", "bsrange"),
    ("disable_bw", "disable_bw_measurement"),
    ("fileoffset", "offset"),
    ("fill_fs", "fill_device"),
    ("io_limit", "io_size"),
    ("iodepth_batch_complete", "iodepth_batch_complete_min"),
    ("iodepth_batch_submit", "iodepth_batch"),
    ("iomem", "mem"),
    ("log_max_value", "log_window_value"),
    ("mem_align", "iomem_align"),
    ("nr_files", "nrfiles"),
    ("rate_cycle", "ratecycle"),
    ("ratemin", "rate_min"),
    ("readwrite", "rw"),
    ("ss", "steadystate"),
    ("ss_dur", "steadystate_duration"),
    ("ss_interval", "steadystate_check_interval"),
    ("ss_ramp", "steadystate_ramp_time"),
    ("timeout", "runtime"),
    ("wait_for_previous", "stonewall"),
];

/// An option's first name.
pub(super) fn canonical(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, first)| first)
}
