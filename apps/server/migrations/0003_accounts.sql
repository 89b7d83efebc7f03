-- Sign-ins at the code-hosting provider: which of its people is which of ours.
create table provider_accounts (
  provider text not null,
  provider_id text not null,
  account_id uuid not null references accounts,
  -- the name there when it last signed in; ours never changes with it
  login text not null,
  created_at timestamptz not null,
  primary key (provider, provider_id)
);
create index provider_accounts_account on provider_accounts (account_id);

-- Links with which a person sets a new password; used once.
create table password_resets (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  -- null: the operator, at the machine
  created_by uuid references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_account on password_resets (account_id);

-- A fresh sign-in at the provider stands for the password of an account that has none.
alter table sessions add column signed_in_with text not null default 'password'
  check (signed_in_with in ('password', 'provider'));

-- When nothing of a deleted personal space is left.
alter table spaces add column erased_at timestamptz;
create index spaces_to_erase on spaces (deleted_at) where is_personal and deleted_at is not null and erased_at is null;
