-- What the guide offered to do and waits to hear a yes for, and the reminders that it gave its word on. Neither has a text: it is
-- read again from the message that asked, so that what is erased there is gone.

create table guide_offers (
  request_id uuid primary key,
  space_id uuid not null,
  thread_id uuid not null,
  asker_id uuid not null references accounts,
  -- of the request as it was when the offer was made
  request_hash bytea not null,
  offered_at timestamptz not null,
  -- the message that said yes or no
  answered_by uuid
);
create index guide_offers_thread on guide_offers (space_id, thread_id, asker_id);
create index guide_offers_old on guide_offers (offered_at);

create table guide_reminders (
  request_id uuid primary key,
  space_id uuid not null,
  asker_id uuid not null references accounts,
  due_at timestamptz not null,
  done_at timestamptz
);
create index guide_reminders_open on guide_reminders (asker_id) where done_at is null;
create index guide_reminders_space on guide_reminders (space_id);
