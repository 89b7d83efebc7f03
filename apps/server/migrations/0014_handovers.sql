-- To whom a delivery was handed over, and whether that got there (docs/rules/deliveries.md#handed-over).
alter table deliveries
  -- the tokens and grants that were given it in an answer and haven't acknowledged it
  add column handed_to uuid[] not null default '{}',
  -- how often an answer with it turned out not to have reached its caller
  add column lost smallint not null default 0,
  -- when it was handed over first
  add column delivered_at timestamptz;
