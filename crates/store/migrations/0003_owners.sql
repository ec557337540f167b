-- Which program measures a run now. A row that stays behind is of a program that was killed: whether its
-- process is still there is for the reader to find out.
create table owner (
    run_id        text    not null primary key references run (id) on delete cascade,
    host          text    not null,
    boot_id       text    not null,
    pid_namespace text    not null,
    pid           integer not null,
    started_ticks integer not null,
    since_us      integer not null,
    heartbeat_us  integer not null
) strict;

-- Where a run was begun, for going on with it: no part of its record, which may be published. `place` is the
-- target's whole path, `mark` what tells it from another of the same name and size.
create table origin (
    run_id text not null primary key references run (id) on delete cascade,
    place  text,
    mark   text
) strict;
