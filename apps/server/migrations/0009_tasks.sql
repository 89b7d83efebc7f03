-- Tasks of a space, their notes, and their counts.

-- The number of the space's newest task: taken under the lock of its sequence.
alter table space_sequences add column tasks int not null default 0;

create table tasks (
  space_id uuid not null references spaces,
  id uuid not null,
  number int not null,
  title text not null,
  description text not null,
  author_id uuid not null references accounts,
  -- who changed what it says, when it wasn't its author; an agent stays the editor when a person edits after it
  edited_by uuid references accounts,
  assignee_id uuid references accounts,
  claimant_id uuid references accounts,
  -- who has it
  worker_id uuid generated always as (coalesce(claimant_id, assignee_id)) stored,
  status text not null check (status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked',
    'completed', 'failed', 'expired', 'cancelled')),
  status_extended text check (status_extended in ('idea', 'ready')),
  priority text not null check (priority in ('critical', 'high', 'medium', 'low')),
  skills text[] not null,
  grooming_checklist jsonb not null,
  context_data jsonb not null default '{}',
  -- the announcement, and the message that the task was made from
  message_id uuid not null,
  source_message_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  assigned_at timestamptz,
  claimed_at timestamptz,
  completed_at timestamptz,
  deadline timestamptz,
  expected_minutes int not null,
  -- when its claimant last did something about it
  worked_at timestamptz,
  -- of the notes that every member sees
  notes_count int not null default 0,
  version int not null default 1,
  -- of title, description and shared notes, each with its space before it (features/tasks/reading/words.ts)
  words tsvector not null default '',
  deleted_at timestamptz,
  primary key (space_id, id)
) with (fillfactor = 80);
create unique index tasks_number on tasks (space_id, number);
create index tasks_id on tasks (id);
create index tasks_status on tasks (space_id, status, number) where deleted_at is null;
create index tasks_assignee on tasks (space_id, assignee_id, number) where assignee_id is not null and deleted_at is null;
create index tasks_claimant on tasks (space_id, claimant_id, number) where claimant_id is not null and deleted_at is null;
-- with all that the overview looks at: the rows themselves are long, and far apart among those that are done
create index tasks_open on tasks (space_id, created_at)
  include (id, worker_id, priority, status, status_extended, assigned_at)
  where deleted_at is null and status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked');
create index tasks_completed on tasks (space_id, completed_at) where deleted_at is null and status = 'completed';
create index tasks_updated on tasks (space_id, updated_at) where deleted_at is null;
create index tasks_words on tasks using gin (words) with (fastupdate = off);
-- what time alone changes
create index tasks_leases on tasks (worked_at)
  where claimant_id is not null and deleted_at is null
    and status in ('available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked');
create index tasks_deadlines on tasks (deadline)
  where deadline is not null and claimant_id is null and deleted_at is null and status in ('available', 'assigned');
create index tasks_deleted on tasks (deleted_at) where deleted_at is not null;

create table task_notes (
  id uuid primary key,
  -- the order of their creation
  nth bigint not null generated always as identity,
  space_id uuid not null,
  task_id uuid not null,
  author_id uuid not null references accounts,
  note_type text not null check (note_type in ('general', 'progress', 'issue', 'solution')),
  visibility text not null check (visibility in ('private', 'team', 'public')),
  note text not null,
  created_at timestamptz not null
);
create index task_notes_task on task_notes (space_id, task_id, nth);
-- for the export of a person's own data
create index task_notes_author on task_notes (author_id, nth);

-- How many tasks there are of each kind, so that no list and no tile counts them.
create table task_counts (
  space_id uuid not null references spaces,
  -- who has them; of those that nobody has, the space's own id
  worker_id uuid not null,
  status text not null,
  priority text not null,
  tasks int not null,
  -- from the claim to the completion, together
  seconds bigint not null,
  primary key (space_id, worker_id, status, priority)
) with (fillfactor = 50);

-- From the claim, or else the creation, to the completion.
create function task_seconds(t tasks) returns bigint language sql immutable as $$
  select case when t.status = 'completed' and t.completed_at is not null
    then extract(epoch from t.completed_at - coalesce(t.claimed_at, t.created_at))::bigint else 0 end
$$;

-- Those removed count as less than none. In the common order of the counts, so that no two statements deadlock.
create function add_task_counts(added tasks[], removed tasks[]) returns void language sql as $$
  insert into task_counts as c (space_id, worker_id, status, priority, tasks, seconds)
  select space_id, worker, status, priority, sum(n), sum(n * seconds)
  from (
    select 1 as n, t.space_id, coalesce(t.worker_id, t.space_id) as worker, t.status, t.priority, task_seconds(t) as seconds
    from unnest(added) t where t.deleted_at is null
    union all
    select -1, t.space_id, coalesce(t.worker_id, t.space_id), t.status, t.priority, task_seconds(t)
    from unnest(removed) t where t.deleted_at is null
  ) changed
  group by space_id, worker, status, priority
  having sum(n) <> 0 or sum(n * seconds) <> 0
  order by space_id, worker, status, priority
  on conflict (space_id, worker_id, status, priority) do update set
    tasks = c.tasks + excluded.tasks, seconds = c.seconds + excluded.seconds
$$;

create function count_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_task_counts(array(select row(t.*)::tasks from new_tasks t), '{}'::tasks[]);
  elsif tg_op = 'DELETE' then
    perform add_task_counts('{}'::tasks[], array(select row(t.*)::tasks from old_tasks t));
  else
    perform add_task_counts(array(select row(t.*)::tasks from new_tasks t), array(select row(t.*)::tasks from old_tasks t));
  end if;
  return null;
end $$;

create trigger tasks_added after insert on tasks
  referencing new table as new_tasks for each statement execute function count_tasks();
create trigger tasks_changed after update on tasks
  referencing old table as old_tasks new table as new_tasks for each statement execute function count_tasks();
create trigger tasks_removed after delete on tasks
  referencing old table as old_tasks for each statement execute function count_tasks();

-- what a task said, in events that may be replayed
create index events_task on events (space_id, message_id) where name = 'task_update';

create index deliveries_task on deliveries (space_id, task_id) where task_id is not null;
