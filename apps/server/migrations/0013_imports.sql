-- People and agents of another place, whose messages were brought here, and the imports that bring them.

-- Nobody can sign in as an imported account, or address it, until somebody claims what it said.
alter table accounts drop constraint accounts_status_check;
alter table accounts add constraint accounts_status_check
  check (status in ('active', 'disabled', 'deleted', 'imported'));

-- Who an imported account was in the other place. It belongs to one space and is in no other.
create table imported_people (
  account_id uuid primary key references accounts,
  space_id uuid not null references spaces,
  source text not null check (source in ('slack', 'zulip', 'record')),
  -- as the source says them; the account's own handle may have a number appended
  source_id text not null,
  handle text not null,
  display_name text not null,
  -- only to be claimed by; gone once that has happened
  email text,
  -- what a record says beyond this, for its export
  details jsonb not null default '{}',
  claimed_by uuid references accounts,
  claimed_at timestamptz,
  -- when all that the account had said was the claimant's
  rewritten_at timestamptz
);
create unique index imported_people_source on imported_people (space_id, source, source_id);
create index imported_people_email on imported_people (space_id, lower(email)) where email is not null;
create index imported_people_claimant on imported_people (claimed_by) where claimed_by is not null;

-- An invite may let its user claim what an imported person said.
alter table invites add column claims uuid references imported_people;

-- A file of another place on its way into a space.
create table imports (
  id uuid primary key,
  owner_id uuid not null references accounts,
  -- the folder that has the file: each node has its own
  folder text not null,
  file_name text not null,
  file_bytes bigint not null,
  received_bytes bigint not null default 0,
  source text check (source in ('slack', 'zulip')),
  -- which place it is of; a later export of the same place goes into the same space
  place_id text,
  state text not null
    check (state in ('uploading', 'checking', 'ready', 'running', 'done', 'cancelled', 'failed')),
  -- what the dry run found
  report jsonb,
  failure text,
  space_id uuid references spaces,
  visibility text check (visibility in ('private', 'invite_only', 'public')),
  -- how much of the prepared file is in the space
  position bigint not null default 0,
  messages_read int not null default 0,
  messages_added int not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz
);
-- one at a time
create unique index imports_open on imports (owner_id) where state in ('uploading', 'checking', 'ready', 'running');
create index imports_owner on imports (owner_id, created_at);
create index imports_space on imports (space_id) where space_id is not null;
create index imports_unfinished on imports (changed_at) where state in ('uploading', 'checking', 'ready', 'running');
