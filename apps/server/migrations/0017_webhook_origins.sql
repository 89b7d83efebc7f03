-- From where the address of a webhook was set, for its owner to judge it by (docs/rules/accounts.md#announcements).
alter table agent_webhooks
  add column set_at timestamptz,
  add column made_in_session uuid,
  add column made_by_ip text,
  add column made_by_user_agent text;

-- What nobody was given yet is found without what was given and never acknowledged.
create index deliveries_stored on deliveries (recipient_id, created_at) where state = 'stored';
