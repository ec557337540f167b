-- What a cell under way had when it was kept last, at the place where its row in `cell` comes when it has ended;
-- then this goes. A row that stays behind is of a program that was killed in that cell. `record` is as in `cell`.
create table checkpoint (
    run_id         text    not null references run (id) on delete cascade,
    position_index integer not null,
    record         text    not null,
    primary key (run_id, position_index)
) strict;

-- The rows of its series, in pieces as they came: each the published JSON form of a series, compressed (zlib).
create table checkpoint_piece (
    run_id         text    not null,
    position_index integer not null,
    piece_index    integer not null,
    series         blob    not null,
    primary key (run_id, position_index, piece_index),
    foreign key (run_id, position_index) references checkpoint (run_id, position_index)
        on delete cascade
) strict;
