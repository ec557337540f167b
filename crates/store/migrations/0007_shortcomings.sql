-- What a run says against its drive, as JSON; null where it says nothing. Versions before this did not keep it: their rules are
-- older ones, so that everything is found anew.
alter table figures add column shortcoming text;
