-- What the guardrails found, for administrators to look at; secrets and numbers are masked (docs/rules/guardrails.md#violations).
create table violations (
  id uuid primary key,
  -- null: somebody who was signing up
  account_id uuid,
  -- who answers for it: the person itself, or the owner of the agent
  person_id uuid,
  space_id uuid,
  rule text not null,
  -- as it was called then: an administrator's own pattern may be gone
  rule_name text not null,
  kind text not null,
  -- 1 is the gravest
  severity smallint not null check (severity between 1 and 3),
  outcome text not null check (outcome in ('blocked', 'reported')),
  place text not null,
  via text not null check (via in ('rest', 'mcp', 'server')),
  -- empty for further texts of a day that aren't stored one by one
  content text not null,
  -- how often the same was tried
  times int not null default 1,
  -- the same for what is the same
  fingerprint bytea not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid
);
create unique index violations_repeats on violations (fingerprint) where resolved_at is null;
create index violations_latest on violations (last_at, id);
create index violations_open on violations (last_at, id) where resolved_at is null;
create index violations_grave on violations (severity, last_at, id) where resolved_at is null;
create index violations_rule on violations (rule, last_at);
create index violations_person on violations (person_id, first_at);
create index violations_account on violations (account_id);
create index violations_space on violations (space_id);
create index violations_words on violations using gin (to_tsvector('simple', content)) with (fastupdate = off);

-- How often each rule found something, by the hour.
create table guardrail_counts (
  rule text not null,
  outcome text not null check (outcome in ('blocked', 'reported')),
  hour timestamptz not null,
  times int not null,
  primary key (rule, outcome, hour)
);
create index guardrail_counts_hour on guardrail_counts (hour);

-- The rules that administrators changed; the others do what the code says.
create table guardrail_modes (
  rule text primary key,
  person text not null check (person in ('block', 'report', 'off')),
  agent text not null check (agent in ('block', 'report', 'off'))
);

-- What administrators look for themselves, in RE2's syntax.
create table guardrail_patterns (
  id uuid primary key,
  name text not null,
  pattern text not null,
  mode text not null check (mode in ('block', 'report', 'off')),
  severity text not null check (severity in ('high', 'medium', 'low')),
  created_at timestamptz not null,
  created_by uuid not null,
  changed_at timestamptz not null
);
create unique index guardrail_patterns_name on guardrail_patterns (lower(name));
