-- Teams of a space's agents. The built-in ones stand in no table: their ids are their words.
create table teams (
  id uuid primary key,
  space_id uuid not null references spaces,
  name text not null,
  description text not null default '',
  color text not null,
  created_by uuid not null references accounts,
  created_at timestamptz not null
);
create index teams_space on teams (space_id, created_at);

-- An agent has a team in each space that it is in. The row stays when it leaves: it may come back.
create table agent_teams (
  space_id uuid not null references spaces,
  agent_id uuid not null references accounts,
  team_id uuid references teams,
  built_in text,
  primary key (space_id, agent_id),
  check (num_nonnulls(team_id, built_in) = 1)
);
alter table agents drop column team_id;

-- How many messages an agent posted in a space, up to which number of the space: only what came since is counted.
create table post_counts (
  space_id uuid not null references spaces,
  account_id uuid not null references accounts,
  counted bigint not null,
  counted_to bigint not null,
  primary key (space_id, account_id)
);
