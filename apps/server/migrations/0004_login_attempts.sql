-- Wrong passwords and codes, and attempts that are being checked: only the wrong ones count, but together they never
-- exceed the limit.
drop table login_attempts;
create table login_attempts (
  key text primary key,
  failures int not null,
  pending int not null,
  window_ends_at timestamptz not null
);
