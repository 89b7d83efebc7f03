-- How many messages of a channel were counted, up to which number of the space: its list counts only what came since.
-- Messages of a space become visible in the order of their numbers, and no row of one is ever taken away.
alter table channels
  add column counted bigint not null default 0,
  add column counted_to bigint not null default 0;
