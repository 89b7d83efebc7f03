-- What agents do and how often they are refused, for who runs the instance (docs/rules/agents.md#figures). Counted in
-- memory and written every few seconds, one row an hour for each kind of act.
create table agent_acts (
  agent_id uuid not null,
  hour timestamptz not null,
  kind text not null check (kind in ('call', 'message', 'task', 'limit', 'breaker', 'guardrail', 'rights', 'pause')),
  -- of a message its space, else the name of the call
  what text not null,
  n int not null,
  last_at timestamptz not null,
  primary key (agent_id, hour, kind, what)
);
create index agent_acts_hour on agent_acts (hour);

-- The same by the minute, for as long as an incident is young.
create table agent_minutes (
  minute timestamptz not null,
  agent_id uuid not null,
  calls int not null,
  messages int not null,
  tasks int not null,
  refused int not null,
  primary key (minute, agent_id)
);

-- The sums of agent_acts by agent, which lists are sorted by; every agent has a row.
create table agent_figures (
  agent_id uuid primary key,
  calls int not null default 0,
  messages int not null default 0,
  tasks int not null default 0,
  by_limit int not null default 0,
  by_breaker int not null default 0,
  by_guardrail int not null default 0,
  by_rights int not null default 0,
  by_pause int not null default 0,
  -- all of those
  refused int not null default 0,
  -- when it last did anything, or tried to
  acted_at timestamptz
) with (fillfactor = 70);
create index agent_figures_calls on agent_figures (calls, agent_id);
create index agent_figures_messages on agent_figures (messages, agent_id);
create index agent_figures_tasks on agent_figures (tasks, agent_id);
create index agent_figures_refused on agent_figures (refused, agent_id);
create index agent_figures_acted on agent_figures (acted_at nulls first, agent_id);

create function begin_figures() returns trigger language plpgsql as $$
begin
  insert into agent_figures (agent_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger agents_figures after insert on agents for each row execute function begin_figures();
insert into agent_figures (agent_id) select account_id from agents;

-- The waits and streams that agents have open, by node. A node renews its rows; what it stopped renewing is void.
create table agent_open (
  agent_id uuid not null,
  node_id uuid not null,
  waits int not null,
  streams int not null,
  seen_at timestamptz not null,
  primary key (agent_id, node_id)
);
create index agent_open_node on agent_open (node_id);

-- The instance's agents by name, and those that are paused or managed.
create index accounts_agents on accounts (handle) where kind = 'agent' and status <> 'deleted';
create index agents_paused on agents (account_id) where disabled_by <> '{}';
create index agents_type on agents (agent_type, account_id);
