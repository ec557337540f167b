-- Which program measures a drive now, in all of the fleet. `drive` is what tells it from others; all times are of the
-- clock of whoever keeps this table. A row that was renewed longer ago than `term_us` is of a program that is gone.
create table lease (
    drive          text    not null primary key,
    serial         text    not null,
    model          text,
    capacity_bytes integer,
    place          text    not null,
    host           text    not null,
    boot_id        text    not null,
    pid_namespace  text    not null,
    pid            integer not null,
    started_ticks  integer not null,
    taken_us       integer not null,
    renewed_us     integer not null,
    term_us        integer not null
) strict;

-- Which run is which part of a campaign: a task is a method on a drive, a round one of its repetitions.
create table campaign_run (
    campaign    text    not null,
    task_index  integer not null,
    round_index integer not null,
    run_id      text    not null references run (id) on delete cascade,
    primary key (campaign, task_index, round_index)
) strict;

create index campaign_run_run on campaign_run (run_id);
