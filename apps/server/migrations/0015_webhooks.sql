-- Where the server calls when something is addressed to an agent (docs/rules/webhooks.md).
create table agent_webhooks (
  agent_id uuid primary key references agents (account_id),
  url text not null,
  -- encrypted where the operator has set a key
  secret jsonb not null,
  -- the one before the last rotation, which signs as well until then
  old_secret jsonb,
  old_secret_until timestamptz,
  is_on boolean not null,
  -- what was addressed to the agent before this is sent only if nobody was given it
  on_since timestamptz not null,
  -- why the server switched it off by itself, and when
  ended_why text,
  ended_at timestamptz,
  -- consecutive attempts that failed, and since when
  failures int not null default 0,
  failing_since timestamptz,
  -- no attempt before this
  held_until timestamptz,
  -- who works on its calls, and how long nobody else does
  lease uuid,
  leased_until timestamptz,
  -- when the next job for it is due
  wakes_at timestamptz,
  created_at timestamptz not null
);

-- What came of each thing that was addressed to an agent with a webhook.
create table webhook_calls (
  -- also what receivers deduplicate by
  delivery_id uuid primary key,
  agent_id uuid not null,
  space_id uuid not null,
  reason text not null,
  state text not null check (state in ('waiting', 'delivered', 'dead', 'cancelled')),
  attempts smallint not null default 0,
  due_at timestamptz not null,
  tried_at timestamptz,
  status smallint,
  problem text,
  created_at timestamptz not null
);
create index webhook_calls_due on webhook_calls (agent_id, due_at) where state = 'waiting';
create index webhook_calls_latest on webhook_calls (agent_id, created_at);
create index webhook_calls_space on webhook_calls (space_id);
create index webhook_calls_age on webhook_calls (created_at);
