-- What an agent's token is called by whoever made it, for its owner to tell it from the others; gone once it is revoked.
alter table agent_tokens add column name text;
