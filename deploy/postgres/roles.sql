-- Who may do what with a store of iogram on a PostgreSQL server. Run once by whoever owns the store, after iogram made
-- its tables there; a second time changes nothing:
--
--     iogram runs --store postgres://HOST/DATABASE
--     psql -h HOST -d DATABASE -f roles.sql
--     psql -h HOST -d DATABASE -c "create role bench7 login password '..' in role iogram_bench"
--
-- iogram_reader  looks at everything.
-- iogram_bench   looks at everything, adds runs, and changes and deletes only the runs that it added itself.
-- iogram_admin   everything, schema updates by a newer iogram included.

do $$
declare
    name text;
begin
    foreach name in array array['iogram_reader', 'iogram_bench', 'iogram_admin'] loop
        if not exists (select from pg_catalog.pg_roles where rolname = name) then
            execute format('create role %I nologin', name);
        end if;
    end loop;
    execute format('grant usage on schema %I to iogram_reader, iogram_bench', current_schema());
    execute format('grant all on schema %I to iogram_admin', current_schema());
    execute format('grant select on all tables in schema %I to iogram_reader, iogram_bench', current_schema());
end
$$;

-- Who owns a table may change it, and sees every row.
alter table run owner to iogram_admin;
alter table cell owner to iogram_admin;
alter view operation owner to iogram_admin;
alter table figures owner to iogram_admin;
alter table figures_due owner to iogram_admin;
alter table figure_list owner to iogram_admin;
alter table checkpoint owner to iogram_admin;
alter table checkpoint_piece owner to iogram_admin;
alter table owner owner to iogram_admin;
alter table origin owner to iogram_admin;
alter table lease owner to iogram_admin;
alter table campaign_run owner to iogram_admin;
alter table drive owner to iogram_admin;
alter table drive_serial owner to iogram_admin;
alter table drive_run owner to iogram_admin;
alter table _sqlx_migrations owner to iogram_admin;

-- A lease of a bench that is gone may be taken over by another: leases are everybody's who measures.
grant insert, update, delete on run, cell, figures, figures_due, checkpoint, checkpoint_piece, owner, origin, drive,
    drive_serial, drive_run, lease, campaign_run to iogram_bench;
-- Names of figures are everybody's who brings new ones, and nobody's to change.
grant insert on figure_list to iogram_bench;

-- Which user added a run. iogram names the columns that it writes, and never this one.
alter table run add column if not exists kept_by name not null default current_user;
revoke insert, update on run from iogram_bench;
do $$
declare
    columns text;
begin
    select string_agg(quote_ident(column_name), ', ') into columns
        from information_schema.columns
        where table_schema = current_schema() and table_name = 'run' and column_name <> 'kept_by';
    execute format('grant insert (%s), update (%s) on run to iogram_bench', columns, columns);
end
$$;

alter table run enable row level security;
drop policy if exists run_look on run;
drop policy if exists run_add on run;
drop policy if exists run_change on run;
drop policy if exists run_delete on run;
create policy run_look on run for select using (true);
create policy run_add on run for insert with check (true);
create policy run_change on run for update using (kept_by = current_user);
create policy run_delete on run for delete using (kept_by = current_user);

-- What belongs to a run is as much its user's as the run.
do $$
declare
    name text;
begin
    foreach name in array array[
        'cell', 'figures', 'figures_due', 'checkpoint', 'checkpoint_piece', 'owner', 'origin', 'campaign_run'
    ] loop
        execute format('alter table %I enable row level security', name);
        execute format('drop policy if exists look on %I', name);
        execute format('drop policy if exists change on %I', name);
        execute format('create policy look on %I for select using (true)', name);
        execute format(
            'create policy change on %I for all using (exists '
            '(select from run where run.id = %I.run_id and run.kept_by = current_user))',
            name, name);
    end loop;
end
$$;
