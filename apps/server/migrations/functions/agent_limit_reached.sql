-- The limit of an agent that leaves no room for one message more of this account at `now_at`, the one that opens last;
-- no row while there is room. Hours and days are those of UTC.
create function agent_limit_reached(agent uuid, account uuid, now_at timestamptz)
returns table (bound int, period text, opens_at timestamptz)
language sql stable
as $$
  select l.bound, l.period, l.opens_at
  from agents a
  left join agent_usage u on u.agent_id = agent and u.account_id = account
  cross join lateral (values
    (case when account = agent then a.agent_hourly_limit else a.user_hourly_limit end, 'hour',
      case when u.hour >= date_trunc('hour', now_at, 'UTC') then u.in_hour else 0 end,
      date_trunc('hour', now_at, 'UTC') + interval '1 hour'),
    (case when account = agent then a.agent_daily_limit else a.user_daily_limit end, 'day',
      case when u.day >= date_trunc('day', now_at, 'UTC') then u.in_day else 0 end,
      date_trunc('day', now_at, 'UTC') + interval '24 hours')
  ) as l(bound, period, used, opens_at)
  where a.account_id = agent and l.used >= l.bound
  order by l.opens_at desc
  limit 1
$$;
