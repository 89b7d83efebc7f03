-- What is said in demos. Apart from messages, so that nothing that reads, counts, finds or delivers messages meets it.
create table demo_messages (
  id uuid primary key,
  -- the personal space whose demo it is
  space_id uuid not null,
  seq bigint not null generated always as identity,
  -- a sample author; null: the person
  author text,
  content text not null,
  parent_id uuid,
  thread_root_id uuid,
  pause_after_ms int,
  -- the sample authors', emoji to count
  reactions json not null default '{}',
  -- the person's, the one given first in front
  own_reactions text[] not null default '{}',
  created_at timestamptz not null
);
create index demo_messages_space on demo_messages (space_id, seq);
create index demo_messages_created on demo_messages (created_at);
