-- When the person last proved who they are in this session: at the sign-in, or by the password later.
alter table sessions add column authenticated_at timestamptz;
update sessions set authenticated_at = created_at;
alter table sessions alter column authenticated_at set not null;

-- From where a credential was made, so that its owner can be told. Null: made before this was recorded.
alter table agent_tokens
  add column made_in_session uuid,
  add column made_by_ip text,
  add column made_by_user_agent text;
alter table oauth_grants
  add column made_in_session uuid,
  add column made_by_ip text,
  add column made_by_user_agent text;
