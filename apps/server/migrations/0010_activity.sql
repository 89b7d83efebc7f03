-- How alive a space is, and what a member hasn't seen of it, counted as it happens, so that no reading counts messages,
-- tasks or members (ADR-0021, docs/rules/spaces.md#activity).

alter table space_sequences
  -- when the newest message was posted, announcements of tasks aside
  add column posted_at timestamptz,
  -- a time on the first of the consecutive UTC days with a message, of which `posted_at` is on the last
  add column streak_since timestamptz,
  -- when everyone in the space last saw something happen
  add column acted_at timestamptz,
  add column open_tasks int not null default 0;

-- How many messages the space had with this one, without announcements of tasks: how many came since a time or a number is
-- the difference of two rows. Whoever inserts messages by other ways than posting calls recount_activity afterwards.
alter table messages add column messages_so_far bigint not null default 0;

-- In which minute a person last did something in a space. Written only under the space's sequence lock.
create table space_actors (
  space_id uuid not null,
  account_id uuid not null,
  minute timestamptz not null,
  primary key (space_id, account_id)
) with (fillfactor = 70);

-- Numbers of which nobody waits for another's: each change adds a row, and the sum counts. Merged and pruned now and then.
create table space_tallies (
  space_id uuid not null,
  -- people by the minute of their last act; people by the hour they joined in; agents
  kind text not null check (kind in ('active', 'joined', 'agents')),
  at timestamptz not null default 'epoch',
  n int not null
);
create index space_tallies_space on space_tallies (space_id, kind, at) include (n);

create function count_actor() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into space_tallies (space_id, kind, at, n)
    values (old.space_id, 'active', old.minute, -1), (new.space_id, 'active', new.minute, 1);
  else
    insert into space_tallies (space_id, kind, at, n) values (new.space_id, 'active', new.minute, 1);
  end if;
  return null;
end $$;
create trigger actors_came after insert on space_actors for each row execute function count_actor();
create trigger actors_moved after update on space_actors
  for each row when (old.minute <> new.minute) execute function count_actor();

create or replace function count_people() returns trigger language plpgsql as $$
begin
  -- in the common order of spaces, so that no two deadlock
  if tg_op = 'INSERT' then
    insert into space_people as p (space_id, people)
    select space_id, count(*) from changed where kind = 'user' group by space_id order by space_id
    on conflict (space_id) do update set people = p.people + excluded.people;
  else
    perform from space_people
    where space_id in (select space_id from changed where kind = 'user') order by space_id for update;
    update space_people p set people = p.people - gone.people
    from (select space_id, count(*) as people from changed where kind = 'user' group by space_id) gone
    where p.space_id = gone.space_id;
  end if;
  insert into space_tallies (space_id, kind, at, n)
  select space_id, case when kind = 'user' then 'joined' else 'agents' end, hour,
    count(*) * case when tg_op = 'INSERT' then 1 else -1 end
  from (
    select space_id, kind, case when kind = 'user' then date_bin('1 hour', joined_at, 'epoch') else 'epoch' end as hour
    from changed
  ) counted
  group by space_id, kind, hour;
  return null;
end $$;

-- Tasks change under the lock of their space's sequence, so the number of those that are open can stand with it.
create function add_open_tasks(added tasks[], removed tasks[]) returns void language sql as $$
  update space_sequences s set open_tasks = s.open_tasks + changed.n
  from (
    select space_id, sum(n) as n
    from (
      select t.space_id, 1 as n, t.status, t.deleted_at from unnest(added) t
      union all
      select t.space_id, -1, t.status, t.deleted_at from unnest(removed) t
    ) each
    where deleted_at is null
      and status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked')
    group by space_id
    having sum(n) <> 0
  ) changed
  where s.space_id = changed.space_id
$$;

create or replace function count_tasks() returns trigger language plpgsql as $$
declare
  added tasks[] := '{}';
  removed tasks[] := '{}';
begin
  if tg_op <> 'DELETE' then added := array(select row(t.*)::tasks from new_tasks t); end if;
  if tg_op <> 'INSERT' then removed := array(select row(t.*)::tasks from old_tasks t); end if;
  perform add_open_tasks(added, removed);
  perform add_task_counts(added, removed);
  return null;
end $$;
-- for how many were made since a time
create index tasks_created on tasks (space_id, created_at, number);

drop index messages_created;
create index messages_created on messages (space_id, created_at, messages_so_far);
create index messages_deleted on messages (space_id, seq) where deleted_at is not null and message_type <> 'task';

-- Counts anew what was stored in a space by other ways than posting; null: in every space.
create function recount_activity(wanted uuid) returns void language plpgsql as $$
begin
  update messages m set messages_so_far = counted.n
  from (
    select space_id, id, count(*) filter (where message_type <> 'task') over (partition by space_id order by seq) as n
    from messages where wanted is null or space_id = wanted
  ) counted
  where m.space_id = counted.space_id and m.id = counted.id and m.messages_so_far <> counted.n;

  update space_sequences s set
    messages = (select count(*) from messages m where m.space_id = s.space_id and m.message_type <> 'task'),
    posted_at = (select max(m.created_at) from messages m where m.space_id = s.space_id and m.message_type <> 'task'),
    acted_at = greatest(
      (select max(m.created_at) from messages m where m.space_id = s.space_id),
      (select max(r.created_at) from reactions r where r.space_id = s.space_id),
      (select max(t.updated_at) from tasks t where t.space_id = s.space_id)),
    open_tasks = (
      select count(*) from tasks t
      where t.space_id = s.space_id and t.deleted_at is null
        and t.status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked')),
    -- days in a row have the same difference from their number
    streak_since = (
      select min(day) at time zone 'UTC'
      from (
        select day, day - row_number() over (order by day) * interval '1 day' as streak
        from (
          select distinct date_trunc('day', m.created_at at time zone 'UTC') as day
          from messages m where m.space_id = s.space_id and m.message_type <> 'task'
        ) days
      ) numbered
      group by streak order by streak desc limit 1)
  where wanted is null or s.space_id = wanted;

  delete from space_tallies where kind <> 'active' and (wanted is null or space_id = wanted);
  insert into space_tallies (space_id, kind, at, n)
  select space_id, case when kind = 'user' then 'joined' else 'agents' end,
    case when kind = 'user' then date_bin('1 hour', joined_at, 'epoch') else 'epoch' end, count(*)
  from members where wanted is null or space_id = wanted
  group by 1, 2, 3;
end $$;

select recount_activity(null);
-- what was done just before; in the years to come the server's clock says when
insert into space_actors (space_id, account_id, minute)
select act.space_id, act.account_id, date_trunc('minute', max(act.created_at))
from (
  select space_id, author_id as account_id, created_at from messages
  where created_at > now() - interval '1 hour' and message_type <> 'task'
  union all
  select space_id, account_id, created_at from reactions where created_at > now() - interval '1 hour'
) act join accounts a on a.id = act.account_id and a.kind = 'user'
group by act.space_id, act.account_id;
