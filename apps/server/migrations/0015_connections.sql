-- What an owner is told of an agent's connection over MCP: its last handshake, and the last refusal.
create table agent_connections (
  agent_id uuid primary key references accounts,
  handshake_at timestamptz,
  client text,
  protocol text,
  error_at timestamptz,
  error text,
  failed_step text
);

-- The credential of a connection test that is under way; one at a time for each agent.
create table connection_tests (
  agent_id uuid primary key references accounts,
  hash bytea not null unique,
  expires_at timestamptz not null
);
