-- The few figures of a run that many drives are compared by, as its records say them: what is asked of a whole base is
-- answered from here, without reading records. Every run is in one of `figures` and `figures_due`; whatever changes a run
-- or its cells moves it to the second in the same transaction, unless it brings the figures along.
create table figures_due (
    run_id text not null primary key references run (id) on delete cascade
) strict;

insert into figures_due (run_id) select id from run;

-- Which figures the runs name: those of one model and method name the same. A JSON list of objects.
create table figure_list (
    list_index integer not null primary key,
    names      text    not null
) strict;

-- `rules_index` says which version of the rules found them. `drive` is null for a run that does not say of which drive it
-- is, and then so is what follows. `figure_values` are numbers of 64 bits (IEEE 754, lowest byte first), as many as the
-- list names.
create table figures (
    run_id           text    not null primary key references run (id) on delete cascade,
    rules_index      integer not null,
    is_virtual       integer not null,
    method_id        text    not null,
    started_at_us    integer not null,
    drive            text,
    model            text,
    firmware         text,
    life_used_ratio  real,
    written_bytes    integer,
    list_index       integer references figure_list (list_index),
    figure_values    blob
) strict;

create index figures_model on figures (is_virtual, model);
create index figures_rules on figures (rules_index, run_id);

-- A page of the runs of a method, and whose name, model or serial number has a word in it: the names are far fewer than
-- the runs, and found one after the other.
create index run_method on run (method_id, started_at_us, id);
create index run_name on run (
    (lower(target) || '
' || lower(coalesce(model, '')) || '
' || lower(coalesce(serial, ''))),
    started_at_us, id
);

-- By far the largest part of a run's record, its findings, apart and compressed (zlib): a JSON list. Null where they are
-- in the record, as older versions kept it.
alter table run add column findings blob;

-- What was kept of operations beside the records repeated them: 240 bytes each. The same columns are read out of the
-- records now.
drop table operation;

-- In SQLite:
create view operation as
select
    cell.run_id,
    cell.position_index,
    kind.key as kind,
    cast(kind.value ->> '$.count' as integer) as count,
    cast(kind.value ->> '$.bytes' as integer) as bytes,
    cast(kind.value ->> '$.iops' as real) as iops,
    cast(kind.value ->> '$.bytes_per_s' as real) as bytes_per_s,
    cast(kind.value ->> '$.latency_ns.min' as integer) as latency_min_ns,
    cast(kind.value ->> '$.latency_ns.mean' as real) as latency_mean_ns,
    cast(kind.value ->> '$.latency_ns.p50' as integer) as latency_p50_ns,
    cast(kind.value ->> '$.latency_ns.p90' as integer) as latency_p90_ns,
    cast(kind.value ->> '$.latency_ns.p99' as integer) as latency_p99_ns,
    cast(kind.value ->> '$.latency_ns.p999' as integer) as latency_p999_ns,
    cast(kind.value ->> '$.latency_ns.p9999' as integer) as latency_p9999_ns,
    cast(kind.value ->> '$.latency_ns.p99999' as integer) as latency_p99999_ns,
    cast(kind.value ->> '$.latency_ns.max' as integer) as latency_max_ns
from cell, json_each(cell.record) as kind
where kind.key in ('read', 'write', 'flush', 'discard');

-- In PostgreSQL:
-- What is compressed already is not compressed once more.
alter table run alter column findings set storage external;

-- JSON writes the character 0 as an escape that PostgreSQL does not take.
create view operation as
select
    cell.run_id,
    cell.position_index,
    kind.key as kind,
    least(found.count, 9223372036854775807)::bigint as count,
    least(found.bytes, 9223372036854775807)::bigint as bytes,
    found.iops,
    found.bytes_per_s,
    least(latency.min, 9223372036854775807)::bigint as latency_min_ns,
    latency.mean as latency_mean_ns,
    (case when latency.p50 is not null then least(latency.p50, 9223372036854775807) end)::bigint as latency_p50_ns,
    (case when latency.p90 is not null then least(latency.p90, 9223372036854775807) end)::bigint as latency_p90_ns,
    (case when latency.p99 is not null then least(latency.p99, 9223372036854775807) end)::bigint as latency_p99_ns,
    (case when latency.p999 is not null then least(latency.p999, 9223372036854775807) end)::bigint as latency_p999_ns,
    (case when latency.p9999 is not null then least(latency.p9999, 9223372036854775807) end)::bigint as latency_p9999_ns,
    (case when latency.p99999 is not null then least(latency.p99999, 9223372036854775807) end)::bigint as latency_p99999_ns,
    least(latency.max, 9223372036854775807)::bigint as latency_max_ns
from cell,
    json_each(replace(cell.record, '\u0000', '\ufffd')::json) as kind,
    json_to_record(kind.value) as found (
        count numeric, bytes numeric, iops double precision, bytes_per_s double precision, latency_ns json
    ),
    json_to_record(found.latency_ns) as latency (
        min numeric, mean double precision, p50 numeric, p90 numeric, p99 numeric, p999 numeric, p9999 numeric,
        p99999 numeric, max numeric
    )
where kind.key in ('read', 'write', 'flush', 'discard');
