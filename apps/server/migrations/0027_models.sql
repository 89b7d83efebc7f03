-- What model calls spend, and who answers through a model (docs/rules/budgets.md, docs/rules/managed-agents.md).

-- What was spent, by day and in all (the day 'infinity'). A lease is charged when it is taken; what it didn't use is given
-- back when the call ends. So a process that dies gives nothing back: what it might have spent counts as spent.
create table spend (
  subject text not null check (subject in ('agent', 'space', 'task', 'person')),
  subject_id uuid not null,
  day date not null,
  -- leased and used
  tokens bigint not null default 0,
  microdollars bigint not null default 0,
  -- of calls that ended
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  calls int not null default 0,
  runs int not null default 0,
  -- how often an agent of another machine reported its own
  reports int not null default 0,
  -- whether something of it was without a price
  is_unpriced boolean not null default false,
  primary key (subject, subject_id, day)
) with (fillfactor = 70);
create index spend_day on spend (day);

create table spend_caps (
  subject text not null check (subject in ('agent', 'space', 'task', 'person')),
  subject_id uuid not null,
  unit text not null check (unit in ('tokens', 'microdollars')),
  span text not null check (span in ('day', 'total')),
  amount bigint not null check (amount >= 0),
  primary key (subject, subject_id, unit, span)
);

-- What calls under way may use. One that isn't renewed is over: its call ends, and nothing of it is given back.
create table spend_leases (
  id uuid primary key,
  agent_id uuid not null,
  space_id uuid not null,
  task_id uuid,
  person_id uuid,
  day date not null,
  tokens bigint not null,
  microdollars bigint not null,
  expires_at timestamptz not null
);
create index spend_leases_expired on spend_leases (expires_at);
create index spend_leases_space on spend_leases (space_id);

-- One answer of a model to one message. The row is there from the first attempt, and says how it ended.
create table model_runs (
  agent_id uuid not null,
  message_id uuid not null,
  space_id uuid not null,
  state text not null check (state in ('running', 'answered', 'stopped')),
  stopped_by uuid references accounts,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (agent_id, message_id)
);
create index model_runs_space on model_runs (space_id);
create index model_runs_started on model_runs (started_at);

-- Agents that this server runs through the model gateway.
create table managed_agents (
  agent_id uuid primary key references accounts,
  instructions text not null,
  -- null: the instance's own
  model text,
  tools text[] not null,
  made_by uuid not null references accounts,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
