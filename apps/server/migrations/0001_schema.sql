-- The tables of the first release, by room. Functions are in functions/.

-- ── accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- People and agents are accounts in one namespace of handles.
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('user', 'agent')),
  handle text not null unique,
  display_name text not null,
  avatar_url text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  last_active_at timestamptz,
  created_at timestamptz not null
);

-- Every handle ever in use, so that none is reused.
create table handles (
  handle text primary key,
  account_id uuid not null references accounts,
  taken_at timestamptz not null
);

create table spaces (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  visibility text not null check (visibility in ('private', 'invite_only', 'public')),
  description text,
  is_personal boolean not null default false,
  created_by uuid references accounts,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- when the content of a deleted personal space was purged
  purged_at timestamptz
);
create index spaces_created_by on spaces (created_by) where deleted_at is null;
create index spaces_to_purge on spaces (deleted_at) where is_personal and deleted_at is not null and purged_at is null;

create table people (
  account_id uuid primary key references accounts,
  email text,
  email_verified boolean not null default false,
  full_name text,
  role text not null default 'user' check (role in ('admin', 'agent_manager', 'user')),
  password_hash text,
  current_space_id uuid references spaces
);
create unique index people_email on people (lower(email));

-- ── signing in ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- A session is one signed-in device. Every access token is checked against its row.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- a recent login at the provider confirms an account that has no password
  signed_in_with text not null default 'password' check (signed_in_with in ('password', 'provider')),
  device_id text,
  user_agent text,
  ip text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (account_id) where ended_at is null;

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Links for setting a new password; each works once.
create table password_resets (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  -- null: made by the operator's command
  created_by uuid references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_account on password_resets (account_id);

-- Accounts at the code-hosting provider that are linked to ours.
create table provider_accounts (
  provider text not null,
  provider_id text not null,
  account_id uuid not null references accounts,
  -- the provider's username at the last login; our handle doesn't follow it
  login text not null,
  created_at timestamptz not null,
  primary key (provider, provider_id)
);
create index provider_accounts_account on provider_accounts (account_id);

-- Attempts at passwords and invite codes. The columns are named by the rate limiter library.
create table login_attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- ── spaces ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The sequence of a space. Apart from spaces, so that no foreign key check touches this hot row.
create table space_sequences (
  space_id uuid primary key references spaces,
  seq bigint not null default 0,
  messages bigint not null default 0,
  last_message_at timestamptz
) with (fillfactor = 20);

create table members (
  space_id uuid not null references spaces,
  account_id uuid not null references accounts,
  role text not null default 'member' check (role in ('admin', 'member')),
  joined_at timestamptz not null,
  last_seen_seq bigint not null default 0,
  primary key (space_id, account_id)
);
create index members_account on members (account_id);

create table invites (
  id uuid primary key,
  space_id uuid not null references spaces,
  code_hash bytea not null unique,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  max_uses int,
  uses int not null default 0,
  revoked_at timestamptz
);

create table channels (
  space_id uuid not null references spaces,
  name text not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  -- the number of messages up to `counted_to_seq` in the space's sequence; only later ones are counted when asked. Safe because
  -- messages become visible in the order of the sequence and their rows are never deleted
  post_count bigint not null default 0,
  counted_to_seq bigint not null default 0,
  primary key (space_id, name)
);

-- ── agents ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table agents (
  account_id uuid primary key references accounts,
  owner_id uuid references accounts,
  agent_type text not null,
  bio text not null default '',
  follow_user boolean not null default false,
  pinned_space_id uuid references spaces,
  home_space_id uuid references spaces,
  settings jsonb not null default '{}',
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  verified_at timestamptz,
  -- each pause with its reason, by who set it; disabled_by and disabled_reason are its summary
  pauses jsonb not null default '{}',
  disabled_by text[] not null default '{}',
  disabled_reason text,
  -- the circuit breaker's own pause
  breaker_until timestamptz,
  user_hourly_limit int,
  user_daily_limit int,
  agent_hourly_limit int,
  agent_daily_limit int
);
create index agents_owner on agents (owner_id);

create table agent_tokens (
  id uuid primary key,
  agent_id uuid not null references accounts,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index agent_tokens_agent on agent_tokens (agent_id) where revoked_at is null;

-- One row that switches all managed agents off (docs/rules/agents.md#managed-agents).
create table managed_switch (
  id boolean primary key default true check (id),
  disabled boolean not null default false,
  reason text
);
insert into managed_switch default values;

-- Accounts that switched an ownerless agent off for their own messages.
create table agent_mutes (
  agent_id uuid not null references accounts,
  account_id uuid not null references accounts,
  reason text not null,
  at timestamptz not null,
  primary key (agent_id, account_id)
);

-- What counts towards an agent's limits in the current hour and day: per account, the messages addressed to the agent;
-- under the agent's own id, the messages it posted.
create table agent_usage (
  agent_id uuid not null references accounts,
  account_id uuid not null references accounts,
  hour timestamptz not null default '-infinity',
  in_hour int not null default 0,
  day timestamptz not null default '-infinity',
  in_day int not null default 0,
  primary key (agent_id, account_id)
);

-- Failed calls of agents, for the circuit breaker.
create table agent_failures (
  agent_id uuid not null references accounts,
  at timestamptz not null
);
create index agent_failures_agent on agent_failures (agent_id, at);

-- An agent's message count in a space up to `counted_to_seq` in the space's sequence; only later ones are counted when asked.
create table post_counts (
  space_id uuid not null references spaces,
  account_id uuid not null references accounts,
  post_count bigint not null,
  counted_to_seq bigint not null,
  primary key (space_id, account_id)
);

-- Teams that a space defined. The built-in teams have no rows.
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

-- An agent's team in each of its spaces. The row survives its leaving, in case it comes back.
create table agent_teams (
  space_id uuid not null references spaces,
  agent_id uuid not null references accounts,
  team_id uuid references teams,
  built_in text,
  primary key (space_id, agent_id),
  check (num_nonnulls(team_id, built_in) = 1)
);

-- The last handshake and the last refusal of an agent's connection over MCP, for its owner.
create table agent_connections (
  agent_id uuid primary key references accounts,
  handshake_at timestamptz,
  client text,
  protocol text,
  error_at timestamptz,
  error text,
  failed_step text
);

-- The credential of a running connection test; at most one per agent.
create table connection_tests (
  agent_id uuid primary key references accounts,
  hash bytea not null unique,
  expires_at timestamptz not null
);

-- ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- No foreign keys: post_batch checks space, author and parent in the statement that inserts.
create table messages (
  space_id uuid not null,
  id uuid not null,
  seq bigint not null,
  changed_seq bigint,
  author_id uuid not null,
  channel text not null,
  content text not null,
  parent_id uuid,
  thread_root_id uuid,
  message_type text not null,
  mentions jsonb not null default '[]',
  mentions_unknown jsonb not null default '[]',
  topics text[] not null default '{}',
  waiting_since timestamptz,
  is_task boolean not null default false,
  is_claimed boolean not null default false,
  metadata jsonb not null default '{}',
  attachments jsonb not null default '[]',
  -- the message that caused this one, and how many agents' messages are between it and a person's
  cause_id uuid,
  hops smallint not null default 0,
  created_at timestamptz not null,
  edited_at timestamptz,
  edit_count int not null default 0,
  edited_by uuid,
  deleted_at timestamptz,
  primary key (space_id, id)
);
create unique index messages_seq on messages (space_id, seq);
create index messages_id on messages (id);
create index messages_changed on messages (space_id, changed_seq) where changed_seq is not null;
create index messages_thread on messages (space_id, thread_root_id, seq) where thread_root_id is not null;
create index messages_author on messages (space_id, author_id, seq);
create index messages_channel on messages (space_id, channel, seq);
create index messages_created on messages (space_id, created_at);
create index messages_topics on messages using gin (topics) with (fastupdate = off) where topics <> '{}';

-- The texts that edits and deletions replaced; version 0 is the original.
create table message_versions (
  space_id uuid not null,
  message_id uuid not null,
  version int not null,
  content text not null,
  replaced_by uuid not null references accounts,
  replaced_at timestamptz not null,
  primary key (space_id, message_id, version)
);

-- Written only under the space's sequence lock, so that a reply never waits for an edit of its parent.
create table reply_counts (
  space_id uuid not null,
  message_id uuid not null,
  replies int not null,
  last_reply_at timestamptz not null,
  replier_ids uuid[] not null,
  primary key (space_id, message_id)
) with (fillfactor = 70);

-- Emoji are normalised by contract/text/emoji.ts.
create table reactions (
  space_id uuid not null,
  message_id uuid not null,
  account_id uuid not null references accounts,
  emoji text not null,
  created_at timestamptz not null,
  primary key (space_id, message_id, emoji, account_id)
);
create index reactions_by_account on reactions (account_id, space_id, message_id, emoji);

create table events (
  space_id uuid not null,
  seq bigint not null,
  name text not null,
  payload text not null,
  -- null: every member; else this account alone
  audience uuid,
  -- the accounts whose delivery is marked when they receive this event
  recipients uuid[],
  message_id uuid,
  created_at timestamptz not null,
  primary key (space_id, seq)
);
create index events_created on events using brin (created_at);

-- What was addressed to an account, and what became of it.
create table deliveries (
  id uuid primary key,
  space_id uuid not null,
  message_id uuid,
  task_id uuid,
  author_id uuid not null,
  recipient_id uuid not null references accounts,
  root_id uuid,
  reason text not null check (reason in ('mention', 'reply', 'assignment', 'approval')),
  state text not null check (state in ('stored', 'delivered', 'seen', 'answered', 'expired', 'undeliverable')),
  why text,
  seq bigint not null,
  -- of the last change of state
  at timestamptz not null,
  created_at timestamptz not null
);
create index deliveries_message on deliveries (space_id, message_id);
create index deliveries_pending on deliveries (recipient_id, space_id, seq) where state in ('stored', 'delivered');
create index deliveries_recipient on deliveries (recipient_id, created_at);
create index deliveries_answerable on deliveries (recipient_id, root_id) where state in ('stored', 'delivered', 'seen');
-- the agents that are working on a reply in a space
create index deliveries_in_progress on deliveries (space_id, at) where state in ('delivered', 'seen');
-- what expires
create index deliveries_open on deliveries (created_at) where state in ('stored', 'delivered');

-- ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The words of messages, written after the commit of a post (features/search/indexing.ts).
--
-- Each word is prefixed with the number of its space and of its block of 4,096 sequence numbers: '7.61wdeploy'. So a
-- search reads nothing of other spaces, and of its own only as many blocks, newest first, as it needs: a common word
-- costs no more in a million messages than in ten thousand.
create table message_words (
  space_id uuid not null,
  seq bigint not null,
  message_id uuid not null,
  words tsvector not null,
  topics text[] not null default '{}',
  primary key (space_id, seq)
);
-- New entries go to the index's pending list, a sixth of the cost. Every search reads that list, so it is kept short.
create index message_words_words on message_words using gin (words) with (fastupdate = on);

-- How far each space is indexed.
create table search_positions (
  space_id uuid primary key,
  space_number int generated always as identity unique,
  -- messages up to `seq`, except those after `gap_after` up to `gap_up_to`
  seq bigint not null default 0,
  gap_after bigint not null default 0,
  gap_up_to bigint not null default 0,
  -- changes up to `changed_seq`; of that change itself only messages up to `changed_message_seq`
  changed_seq bigint not null default 0,
  changed_message_seq bigint not null default 0
) with (fillfactor = 50);

-- Everyone who ever posted in a space. Their current names are looked up at each search.
create table search_authors (
  space_id uuid not null,
  account_id uuid not null,
  primary key (space_id, account_id)
);

-- ── demo ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Apart from messages, so that nothing that reads, counts, searches or delivers messages sees a demo.
create table demo_messages (
  id uuid primary key,
  -- a personal space
  space_id uuid not null,
  seq bigint not null generated always as identity,
  -- a sample author; null: the person
  author text,
  content text not null,
  parent_id uuid,
  thread_root_id uuid,
  pause_after_ms int,
  -- the sample authors', as emoji to count
  reactions json not null default '{}',
  -- the person's, in the order they were given
  own_reactions text[] not null default '{}',
  created_at timestamptz not null
);
create index demo_messages_space on demo_messages (space_id, seq);
create index demo_messages_created on demo_messages (created_at);

-- ── oauth ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The OAuth library's storage: clients, pending requests, codes, refresh tokens, device codes.
create table oauth_records (
  model text not null,
  -- the record's id; its SHA-256 where the id is a secret
  key text not null,
  payload jsonb not null,
  grant_id uuid,
  user_code text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, key)
);
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create unique index oauth_records_user_code on oauth_records (user_code) where user_code is not null;
create index oauth_records_expiry on oauth_records (expires_at);

-- A program that a person allowed to act as an agent. Every call looks its row up.
create table oauth_grants (
  id uuid primary key,
  owner_id uuid not null references accounts,
  agent_id uuid not null references accounts,
  client_id text not null,
  client_name text not null,
  redirect_host text,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index oauth_grants_owner on oauth_grants (owner_id) where revoked_at is null;
create index oauth_grants_agent on oauth_grants (agent_id) where revoked_at is null;
create index oauth_grants_client on oauth_grants (client_id) where revoked_at is null;

-- ── platform ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Facts of the instance: the hash of the setup code, keys that sign cookies.
create table instance (
  key text primary key,
  value jsonb not null
);

-- Answers to calls with an Idempotency-Key. A post's answer is its message, by id.
create table idempotency (
  caller_id uuid not null,
  key text not null,
  body_hash text not null,
  space_id uuid,
  message_id uuid,
  seq bigint,
  status smallint,
  answer text,
  created_at timestamptz not null,
  primary key (caller_id, key)
);
create index idempotency_created on idempotency using brin (created_at);

create table request_counts (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);

create table audit (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text not null,
  target_name text,
  space_id uuid,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_at on audit (at);
