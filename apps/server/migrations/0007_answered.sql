-- What agents were handed lately in a space: who is at work there.
create index deliveries_handed on deliveries (space_id, at) where state in ('delivered', 'seen');
