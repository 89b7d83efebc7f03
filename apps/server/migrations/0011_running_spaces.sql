-- Who came in by which invite. Ends with the invite.
create table invite_uses (
  invite_id uuid not null references invites on delete cascade,
  account_id uuid not null references accounts,
  -- the last time, of somebody who left and came back by it
  at timestamptz not null,
  primary key (invite_id, account_id)
);
create index invite_uses_account on invite_uses (account_id);

-- The invites of a space by when they were made, those that ended among them.
create index invites_space on invites (space_id, created_at);

-- Who was in a space that was deleted, for as long as it can be restored.
create table deleted_space_members (
  space_id uuid not null references spaces,
  account_id uuid not null references accounts,
  role text not null check (role in ('admin', 'member')),
  joined_at timestamptz not null,
  last_seen_seq bigint not null,
  primary key (space_id, account_id)
);
create index deleted_space_members_account on deleted_space_members (account_id);
