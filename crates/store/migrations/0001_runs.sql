-- "iogr": tells an iogram store from any other SQLite file.
pragma application_id = 1768908658;

-- One execution of a method on one target. `record` is the run in its published JSON form with an
-- empty list of cells; the columns beside it repeat what is searched for.
create table run (
    id                   text    not null primary key,
    format               text    not null,
    state                text    not null,
    started_at_us        integer not null,
    ended_at_us          integer,
    method_id            text    not null,
    target               text    not null,
    target_kind          text    not null,
    capacity_bytes       integer not null,
    drive                text,
    drive_capacity_bytes integer,
    model                text,
    serial               text,
    firmware             text,
    kernel               text,
    tool_version         text    not null,
    record               text    not null
) strict;

create index run_started_at on run (started_at_us, id);
create index run_serial on run (serial);

-- One measured cell. `record` is its published JSON form without the intervals, which are `series`:
-- by far the largest part, last in the row, so that a query over the other columns does not read it.
create table cell (
    run_id         text    not null references run (id) on delete cascade,
    position_index integer not null,
    name           text    not null,
    repeat_index   integer not null,
    is_counted     integer not null,
    state          text    not null,
    access         text    not null,
    block          text    not null,
    read_permille  integer not null,
    depth_count    integer not null,
    job_count      integer not null,
    io_path        text    not null,
    started_ns     integer not null,
    elapsed_ns     integer not null,
    cpu_user_ns    integer,
    cpu_system_ns  integer,
    warning_count  integer not null,
    error_count    integer not null,
    record         text    not null,
    series         text    not null,
    primary key (run_id, position_index)
) strict;

-- One kind of operation in one cell. An absent row is a kind that did not occur, an absent percentile
-- one that had too few samples.
create table operation (
    run_id            text    not null,
    position_index    integer not null,
    kind              text    not null,
    count             integer not null,
    bytes             integer not null,
    iops              real    not null,
    bytes_per_s       real    not null,
    latency_min_ns    integer not null,
    latency_mean_ns   real    not null,
    latency_p50_ns    integer,
    latency_p90_ns    integer,
    latency_p99_ns    integer,
    latency_p999_ns   integer,
    latency_p9999_ns  integer,
    latency_p99999_ns integer,
    latency_max_ns    integer not null,
    primary key (run_id, position_index, kind),
    foreign key (run_id, position_index) references cell (run_id, position_index) on delete cascade
) strict;
