-- How far a person let a chain of agents go on in a space (docs/rules/loops.md#held): each space has its own bounds, so
-- letting it go on in one neither widens nor narrows another.
create table agent_extensions (
  chain_id uuid not null,
  space_id uuid not null,
  max_messages int not null,
  max_hops smallint not null,
  primary key (chain_id, space_id)
);
create index agent_extensions_space on agent_extensions (space_id);

insert into agent_extensions (chain_id, space_id, max_messages, max_hops)
select distinct c.id, h.space_id, c.max_messages, c.max_hops
from agent_chains c join agent_holds h on h.chain_id = c.id and h.state = 'continued'
where c.max_messages is not null and c.max_hops is not null;
alter table agent_chains drop column max_messages, drop column max_hops;
