-- Chains of agents' messages, and how far they go without a person (docs/rules/loops.md).

-- null: the instance's own
alter table spaces
  add column max_hops smallint check (max_hops between 0 and 100),
  add column max_chain int check (max_chain between 0 and 10000);

alter table messages
  -- the message, or the delivery about a task, that began its chain; null for itself
  add column chain_id uuid,
  -- the agent's token or grant that posted it
  add column credential_id uuid,
  -- whether a hold of its chain is shown under it
  add column has_hold boolean not null default false;

alter table deliveries drop constraint deliveries_state_check;
alter table deliveries
  add constraint deliveries_state_check
    check (state in ('stored', 'delivered', 'seen', 'answered', 'expired', 'undeliverable', 'held')),
  -- of an assignment, an approval, and of what was held; otherwise those of its message
  add column cause_id uuid,
  add column chain_id uuid,
  add column hops smallint;
create index deliveries_held on deliveries (chain_id, space_id) where state = 'held';
create index deliveries_held_since on deliveries (created_at) where state = 'held';

-- How many messages of agents a cause has led to. Locked after the sequences of spaces, in the order of ids.
create table agent_chains (
  id uuid primary key,
  -- where it began, or was met first
  space_id uuid not null,
  messages int not null default 0,
  -- how far a person let it go on; null: as its space says
  max_messages int,
  max_hops smallint,
  -- why nothing of it reaches an agent any more
  stopped_why text
) with (fillfactor = 50);
create index agent_chains_space on agent_chains (space_id);

-- Where a chain was held in a space; at most one at a time waits for a person.
create table agent_holds (
  space_id uuid not null,
  -- the first message that was held: the hold is shown under it
  message_id uuid not null,
  chain_id uuid not null,
  state text not null check (state in ('held', 'continued', 'stopped')),
  reason text not null check (reason in ('hops', 'chain')),
  hops smallint not null,
  max_hops smallint not null,
  messages int not null,
  max_chain int not null,
  -- messages of agents that wait
  waiting int not null,
  decided_by uuid references accounts,
  at timestamptz not null,
  primary key (space_id, message_id, chain_id)
);
create unique index agent_holds_open on agent_holds (chain_id, space_id) where state = 'held';
