-- Messages that somebody flagged, for the admins of their space (docs/rules/messages.md#reports).
create table message_reports (
  id uuid primary key,
  space_id uuid not null,
  message_id uuid not null,
  state text not null check (state in ('open', 'kept', 'deleted')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references accounts
);
create unique index message_reports_open on message_reports (message_id) where state = 'open';
create index message_reports_space on message_reports (space_id, opened_at, id);
create index message_reports_all on message_reports (opened_at, id);

create table message_flags (
  report_id uuid not null references message_reports on delete cascade,
  account_id uuid not null references accounts,
  space_id uuid not null,
  at timestamptz not null,
  primary key (report_id, account_id)
);
create index message_flags_account on message_flags (account_id);
create index message_flags_space on message_flags (space_id);
