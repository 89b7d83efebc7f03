-- How many messages wait in a chain that is held is kept with the hold, instead of being counted for each that joins them.
update agent_holds h set waiting = (
  select count(distinct d.message_id) from deliveries d
  where d.chain_id = h.chain_id and d.space_id = h.space_id and d.state = 'held'
) where h.state = 'held';
drop function if exists held_waiting(uuid, uuid, uuid);
