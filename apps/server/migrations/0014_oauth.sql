-- What the OAuth library keeps: clients, requests under way, codes, refresh tokens, device codes.
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

-- A program that a person allowed to act as an agent. The row is the authority: every call looks it up.
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
