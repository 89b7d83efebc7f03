alter table agent_extensions
  -- what of the chain is held in the space up to this number is on its way to its agents, a batch at a time
  add column released_upto bigint not null default 0;
