-- Reactions: one account, one emoji, one message, once. In the spelling of contract/text/emoji.ts.
create table reactions (
  space_id uuid not null,
  message_id uuid not null,
  account_id uuid not null references accounts,
  emoji text not null,
  created_at timestamptz not null,
  primary key (space_id, message_id, emoji, account_id)
);

-- The earlier texts of messages that were edited or deleted; the one that was written first is number 0.
create table message_versions (
  space_id uuid not null,
  message_id uuid not null,
  version int not null,
  content text not null,
  replaced_by uuid not null references accounts,
  replaced_at timestamptz not null,
  primary key (space_id, message_id, version)
);
