-- What administrators see of the instance's people (docs/rules/administration.md), so that no page of theirs reads all of
-- them.

-- How many people and agents there are: each change adds a row, and the sum counts. Merged now and then.
create table account_tallies (
  kind text not null check (kind in ('user', 'agent')),
  status text not null,
  n int not null
);
create index account_tallies_kind on account_tallies (kind, status) include (n);

create function count_accounts() returns trigger language plpgsql as $$
begin
  insert into account_tallies (kind, status, n) select kind, status, count(*) from added group by kind, status;
  return null;
end $$;
create trigger accounts_added after insert on accounts
  referencing new table as added for each statement execute function count_accounts();

create function count_account_status() returns trigger language plpgsql as $$
begin
  insert into account_tallies (kind, status, n) values (old.kind, old.status, -1), (new.kind, new.status, 1);
  return null;
end $$;
create trigger accounts_status_changed after update of status on accounts
  for each row when (old.status <> new.status) execute function count_account_status();
insert into account_tallies (kind, status, n) select kind, status, count(*) from accounts group by kind, status;

-- The words that find a person: of handle, name and e-mail address.
create function person_words(text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(lower($1), '[^[:alnum:]]+', ' ', 'g'));

-- What finds the people who have words that begin with each of these; null when there are none.
create function person_search(text) returns tsquery language sql immutable parallel safe
  return (
    select to_tsquery('simple'::regconfig, string_agg(quote_literal(word) || ':*', ' & '))
    from regexp_split_to_table(regexp_replace(lower($1), '[^[:alnum:]]+', ' ', 'g'), ' ') word where word <> ''
  );

alter table people add column words tsvector not null default '';

create function describe_person() returns trigger language plpgsql as $$
begin
  new.words := person_words(concat_ws(' ', (select handle from accounts where id = new.account_id), new.email, new.full_name));
  return new;
end $$;
create trigger people_described before insert or update of email, full_name on people
  for each row execute function describe_person();

create function describe_renamed_person() returns trigger language plpgsql as $$
begin
  update people set words = person_words(concat_ws(' ', new.handle, email, full_name)) where account_id = new.id;
  return null;
end $$;
create trigger accounts_renamed_person after update of handle on accounts
  for each row when (old.handle <> new.handle and new.kind = 'user') execute function describe_renamed_person();

update people set words = person_words(concat_ws(' ', handle, email, full_name)) from accounts where id = account_id;
create index people_words on people using gin (words) with (fastupdate = off);

create index people_staff on people (role, account_id) where role <> 'user';
create index people_nowhere on people (account_id) where current_space_id is null;

-- each order in which people are listed, in the order of bytes, whatever the database's own is
create index accounts_people_by_handle on accounts (handle collate "C")
  where kind = 'user' and status in ('active', 'disabled');
create index accounts_people_by_creation on accounts (created_at, id)
  where kind = 'user' and status in ('active', 'disabled');
create index accounts_by_activity on accounts (kind, last_active_at nulls first, id) where status in ('active', 'disabled');
create index accounts_disabled on accounts (id) where kind = 'user' and status = 'disabled';
