-- When each attempt that is being checked loses its place, which a crash can't give back.
alter table login_attempts
  drop column pending,
  add column leases timestamptz[] not null default '{}';
