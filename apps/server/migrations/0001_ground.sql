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

-- A handle that was ever in use is never given to anyone else.
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
  deleted_at timestamptz
);
create index spaces_created_by on spaces (created_by) where deleted_at is null;

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

create table agents (
  account_id uuid primary key references accounts,
  owner_id uuid references accounts,
  agent_type text not null,
  bio text not null default '',
  follow_user boolean not null default false,
  pinned_space_id uuid references spaces,
  home_space_id uuid references spaces,
  team_id text,
  settings jsonb not null default '{}',
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  verified_at timestamptz,
  disabled_by text[] not null default '{}',
  disabled_reason text,
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

-- A session is one device signed in; it is the authority that tokens are checked against.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts,
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

-- Facts of the instance: the hash of the setup code, keys that sign cookies.
create table instance (
  key text primary key,
  value jsonb not null
);

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
  primary key (space_id, name)
);

-- The sequence of a space. Apart from spaces, so that no foreign key check meets the hot row.
create table heads (
  space_id uuid primary key references spaces,
  seq bigint not null default 0,
  messages bigint not null default 0,
  last_message_at timestamptz
) with (fillfactor = 20);

-- No foreign keys: the statement that posts proves space, author and parent (0012_agent_control.sql).
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
  -- the message that caused this one, and how many steps it is away from a person's
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

-- Written only under the space's lock, so a reply never waits for an edit of its parent.
create table reply_counts (
  space_id uuid not null,
  message_id uuid not null,
  replies int not null,
  last_reply_at timestamptz not null,
  replier_ids uuid[] not null,
  primary key (space_id, message_id)
) with (fillfactor = 70);

create table events (
  space_id uuid not null,
  seq bigint not null,
  name text not null,
  payload text not null,
  -- null: every member; else this account alone
  audience uuid,
  -- those whose delivery is marked when this event is handed to them
  recipients uuid[],
  message_id uuid,
  created_at timestamptz not null,
  primary key (space_id, seq)
);
create index events_created on events using brin (created_at);

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
  at timestamptz not null,
  created_at timestamptz not null
);
create index deliveries_message on deliveries (space_id, message_id);
create index deliveries_pending on deliveries (recipient_id, space_id, seq) where state in ('stored', 'delivered');
create index deliveries_recipient on deliveries (recipient_id, created_at);
create index deliveries_answerable on deliveries (recipient_id, root_id) where state in ('stored', 'delivered', 'seen');

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

-- Wrong passwords and invite codes; written by the rate limiter library, which names the columns.
create table guesses (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
