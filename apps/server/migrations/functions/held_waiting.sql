-- How many messages of a chain of agents wait for a person in a space, without one of them.
create function held_waiting(chain uuid, space uuid, besides uuid) returns int language sql stable
as $$
  select count(distinct message_id)::int from deliveries
  where chain_id = chain and space_id = space and state = 'held' and message_id is distinct from besides
$$;
