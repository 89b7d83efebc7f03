-- What administrators see of the spaces and of the instance by the day (docs/rules/administration.md), counted as it
-- happens, so that no page of theirs counts messages, tasks or people (ADR-0021).

-- Numbers of the whole instance of which nobody waits for another's: each change adds a row, and the sum counts. Merged now
-- and then.
create table instance_tallies (
  -- of a UTC day: messages (counted by whatever stores them, because a trigger costs a post too much), tasks_created, tasks_completed, active_users, active_agents; of all time: how many spaces there
  -- are of each kind, with more than one person in them, and memberships of people, in their own spaces and in shared ones
  kind text not null,
  day date not null default 'epoch',
  n int not null
);
create index instance_tallies_kind on instance_tallies (kind, day) include (n);

-- On which UTC days an account was active, so that each day counts it once, whatever the clock does.
create table active_days (
  day date not null,
  account_id uuid not null,
  primary key (day, account_id)
);

-- What happened lately on the instance, a line each.
create table activities (
  id bigint primary key generated always as identity,
  type text not null
    check (type in ('signup', 'agent', 'space', 'join', 'message', 'task', 'task_completed')),
  -- whoever did it
  account_id uuid not null,
  space_id uuid,
  -- the agent that was registered, or the task
  target_id uuid,
  at timestamptz not null,
  -- what makes it one line: its time; of messages the hour, so that a talk is one line an hour for each who talks
  occasion timestamptz not null
);
create unique index activities_once on activities (account_id, occasion, type, space_id, target_id) nulls not distinct;
create index activities_at on activities (at, id) include (type, account_id);
create index activities_type on activities (type, at, id) include (account_id);
create index activities_space on activities (space_id) where space_id is not null;

create function utc_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'UTC')::date;

-- ── tasks ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A task that is opened again was not completed on the day it was.
create function add_task_days(added tasks[], removed tasks[]) returns void language sql as $$
  insert into instance_tallies (kind, day, n)
  select kind, day, sum(n)
  from (
    select 'tasks_created' as kind, utc_day(t.created_at) as day, 1 as n from unnest(added) t
    union all
    select 'tasks_created', utc_day(t.created_at), -1 from unnest(removed) t
    union all
    select 'tasks_completed', utc_day(t.completed_at), 1 from unnest(added) t
    where t.status = 'completed' and t.completed_at is not null
    union all
    select 'tasks_completed', utc_day(t.completed_at), -1 from unnest(removed) t
    where t.status = 'completed' and t.completed_at is not null
  ) changed
  group by kind, day
  having sum(n) <> 0
$$;

create function add_task_activities(added tasks[], removed tasks[]) returns void language sql as $$
  insert into activities (type, account_id, space_id, target_id, at, occasion)
  select act.type, act.account_id, act.space_id, act.id, act.at, act.at
  from (
    select 'task' as type, t.author_id as account_id, t.space_id, t.id, t.created_at as at
    from unnest(added) t left join unnest(removed) was on was.space_id = t.space_id and was.id = t.id
    where was.id is null
    union all
    select 'task_completed', coalesce(t.worker_id, t.author_id), t.space_id, t.id, t.completed_at
    from unnest(added) t left join unnest(removed) was on was.space_id = t.space_id and was.id = t.id
    where t.status = 'completed' and t.completed_at is not null and was.completed_at is distinct from t.completed_at
  ) act join accounts a on a.id = act.account_id and a.status <> 'imported'
  on conflict do nothing
$$;

-- What is purged was made and completed all the same.
create or replace function count_tasks() returns trigger language plpgsql as $$
declare
  added tasks[] := '{}';
  removed tasks[] := '{}';
begin
  if tg_op <> 'DELETE' then added := array(select row(t.*)::tasks from new_tasks t); end if;
  if tg_op <> 'INSERT' then removed := array(select row(t.*)::tasks from old_tasks t); end if;
  perform add_open_tasks(added, removed);
  perform add_task_counts(added, removed);
  if tg_op <> 'DELETE' then
    perform add_task_days(added, removed);
    perform add_task_activities(added, removed);
  end if;
  return null;
end $$;

-- ── people and agents ───────────────────────────────────────────────────────────────────────────────────────────────

create function count_active_day() returns trigger language plpgsql as $$
begin
  with came as (
    insert into active_days (day, account_id) values (utc_day(new.last_active_at), new.id)
    on conflict do nothing returning day
  )
  insert into instance_tallies (kind, day, n)
  select case when new.kind = 'user' then 'active_users' else 'active_agents' end, day, 1 from came;
  return null;
end $$;
create trigger accounts_active_at_once after insert on accounts
  for each row when (new.last_active_at is not null) execute function count_active_day();
create trigger accounts_active after update of last_active_at on accounts
  for each row when (new.last_active_at is not null
    and (old.last_active_at is null or utc_day(old.last_active_at) <> utc_day(new.last_active_at)))
  execute function count_active_day();

create function note_sign_up() returns trigger language plpgsql as $$
begin
  insert into activities (type, account_id, at, occasion)
  values ('signup', new.id, new.created_at, new.created_at) on conflict do nothing;
  return null;
end $$;
create trigger accounts_signed_up after insert on accounts
  for each row when (new.kind = 'user' and new.status = 'active') execute function note_sign_up();

create function note_agent() returns trigger language plpgsql as $$
begin
  insert into activities (type, account_id, target_id, at, occasion)
  select 'agent', new.owner_id, a.id, a.created_at, a.created_at
  from accounts a where a.id = new.account_id and a.status <> 'imported'
  on conflict do nothing;
  return null;
end $$;
create trigger agents_registered after insert on agents
  for each row when (new.owner_id is not null) execute function note_agent();

-- ── spaces ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create function space_kind(is_personal boolean, visibility text) returns text language sql immutable parallel safe
  return case when is_personal then 'personal' else visibility end;

create function count_spaces() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into instance_tallies (kind, n) values ('spaces_' || space_kind(old.is_personal, old.visibility), -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into instance_tallies (kind, n) values ('spaces_' || space_kind(new.is_personal, new.visibility), 1);
  end if;
  return null;
end $$;
create trigger spaces_came after insert or delete on spaces for each row execute function count_spaces();
create trigger spaces_changed after update of visibility, is_personal, deleted_at on spaces
  for each row when ((old.visibility, old.is_personal, old.deleted_at is null)
    is distinct from (new.visibility, new.is_personal, new.deleted_at is null))
  execute function count_spaces();

create function count_memberships() returns trigger language plpgsql as $$
declare
  before int := case when tg_op = 'INSERT' then 0 else old.people end;
  after int := case when tg_op = 'DELETE' then 0 else new.people end;
begin
  if before <> after then
    insert into instance_tallies (kind, n)
    select case when is_personal then 'memberships_personal' else 'memberships_shared' end, after - before
    from spaces where id = case when tg_op = 'DELETE' then old.space_id else new.space_id end;
  end if;
  if (before > 1) <> (after > 1) then
    insert into instance_tallies (kind, n) values ('shared_spaces', case when after > 1 then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger space_people_counted after insert or update or delete on space_people
  for each row execute function count_memberships();

create function note_space() returns trigger language plpgsql as $$
begin
  insert into activities (type, account_id, space_id, at, occasion)
  select 'space', a.id, new.id, new.created_at, new.created_at
  from accounts a where a.id = new.created_by and a.status <> 'imported'
  on conflict do nothing;
  return null;
end $$;
create trigger spaces_made after insert on spaces
  for each row when (not new.is_personal and new.created_by is not null) execute function note_space();

create function note_join() returns trigger language plpgsql as $$
begin
  insert into activities (type, account_id, space_id, at, occasion)
  select 'join', new.account_id, s.id, new.joined_at, new.joined_at
  from spaces s where s.id = new.space_id and not s.is_personal and s.created_by is distinct from new.account_id
  on conflict do nothing;
  return null;
end $$;
create trigger members_joined after insert on members
  for each row when (new.kind = 'user') execute function note_join();

-- Words of a space's name, for a search by how they begin.
create function space_words(name text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g'));

-- What finds the spaces whose names have words that begin with each of the words sought; null when there are none.
create function space_search(search text) returns tsquery language sql immutable parallel safe
  return (
    select to_tsquery('simple'::regconfig, string_agg(quote_literal(word) || ':*', ' & '))
    from regexp_split_to_table(regexp_replace(lower(search), '[^[:alnum:]]+', ' ', 'g'), ' ') word where word <> ''
  );

-- each order in which administrators list spaces, of all and of one kind
create index spaces_by_creation on spaces (created_at, id) where deleted_at is null;
create index spaces_by_name on spaces (lower(name), id) where deleted_at is null;
create index spaces_of_kind_by_creation on spaces (space_kind(is_personal, visibility), created_at, id) where deleted_at is null;
create index spaces_of_kind_by_name on spaces (space_kind(is_personal, visibility), lower(name), id) where deleted_at is null;
create index spaces_words on spaces using gin (space_words(name)) where deleted_at is null;
-- the order of bytes, whatever the database's own is
create index accounts_handles on accounts (handle collate "C");
create index space_people_by_number on space_people (people, space_id);

-- ── what was there before ───────────────────────────────────────────────────────────────────────────────────────────

insert into instance_tallies (kind, day, n)
select 'messages', utc_day(created_at), count(*) from messages where message_type <> 'task' group by 2
union all
select 'tasks_created', utc_day(created_at), count(*) from tasks group by 2
union all
select 'tasks_completed', utc_day(completed_at), count(*) from tasks
where status = 'completed' and completed_at is not null group by 2
union all
select 'spaces_' || space_kind(is_personal, visibility), 'epoch', count(*) from spaces s where deleted_at is null group by 1
union all
select case when is_personal then 'memberships_personal' else 'memberships_shared' end, 'epoch', sum(people)
from space_people join spaces on id = space_id group by 1
union all
select 'shared_spaces', 'epoch', count(*) from space_people where people > 1;

-- who was active is known by what they left; in the years to come it is noted as it happens
insert into active_days (day, account_id)
select distinct utc_day(at), id
from (
  select author_id as id, created_at as at from messages
  union all select account_id, created_at from reactions
  union all select id, last_active_at from accounts where last_active_at is not null
) act join accounts a using (id)
where a.status <> 'imported' and act.at > now() - interval '90 days';
insert into instance_tallies (kind, day, n)
select case when a.kind = 'user' then 'active_users' else 'active_agents' end, d.day, count(*)
from active_days d join accounts a on a.id = d.account_id group by 1, 2;

insert into activities (type, account_id, space_id, target_id, at, occasion)
select type, account_id, space_id, target_id, at, at
from (
  select 'signup' as type, id as account_id, null::uuid as space_id, null::uuid as target_id, created_at as at
  from accounts where kind = 'user' and status <> 'imported'
  union all
  select 'agent', g.owner_id, null, a.id, a.created_at
  from agents g join accounts a on a.id = g.account_id where g.owner_id is not null and a.status <> 'imported'
  union all
  select 'space', created_by, id, null, created_at from spaces
  where not is_personal and created_by is not null and deleted_at is null
  union all
  select 'join', m.account_id, m.space_id, null, m.joined_at
  from members m join spaces s on s.id = m.space_id
  where m.kind = 'user' and not s.is_personal and s.created_by is distinct from m.account_id
) act
where at > now() - interval '30 days'
order by at
on conflict do nothing;
