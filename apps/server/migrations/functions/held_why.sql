-- Why what an agent addressed to an agent is held, for its author (docs/rules/loops.md#held).
create function held_why(reason text, hops int, max_hops int, messages int, max_chain int) returns text
language sql immutable
as $$
  select case reason
    when 'hops' then 'step ' || hops || ' of a chain of agents, ' || max_hops || ' are allowed: a person must continue'
    else 'message ' || messages || ' of agents from one cause, ' || max_chain || ' are allowed: a person must continue'
  end
$$;
