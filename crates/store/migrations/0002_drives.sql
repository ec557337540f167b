-- Drives as people know them. `record` is the entry in its published JSON form; the columns beside it
-- repeat what is searched for.
create table drive (
    id             text    not null primary key,
    name           text    not null,
    kind           text,
    capacity_bytes integer,
    price          text,
    record         text    not null
) strict;

-- Whose runs are a drive's: those of its serial numbers, and those that a person attached. An attached
-- run is that drive's alone, whatever its serial number: a card reader shows its own for every card.
create table drive_serial (
    serial   text not null primary key,
    drive_id text not null references drive (id) on delete cascade
) strict;

create table drive_run (
    run_id   text not null primary key references run (id) on delete cascade,
    drive_id text not null references drive (id) on delete cascade
) strict;

create index drive_serial_drive on drive_serial (drive_id);
create index drive_run_drive on drive_run (drive_id);

-- Everything that a list of runs shows, in its order: a list never reads the rows, which hold whole
-- records.
drop index run_started_at;
create index run_list on run
    (started_at_us, id, state, ended_at_us, method_id, target, drive, model, serial);
