-- The instance's numbers of memberships, and of spaces with more than one person, are those of spaces that aren't deleted: a
-- deleted person's own space keeps its member until it is purged.

create or replace function count_spaces() returns trigger language plpgsql as $$
declare
  step int := case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else -1 end;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into instance_tallies (kind, n) values ('spaces_' || space_kind(old.is_personal, old.visibility), -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into instance_tallies (kind, n) values ('spaces_' || space_kind(new.is_personal, new.visibility), 1);
  end if;
  if tg_op = 'UPDATE' then
    if (old.deleted_at is null) <> (new.deleted_at is null) then
      insert into instance_tallies (kind, n)
      select case when new.is_personal then 'memberships_personal' else 'memberships_shared' end, step * people
      from space_people where space_id = new.id and people > 0
      union all
      select 'shared_spaces', step from space_people where space_id = new.id and people > 1;
    end if;
  end if;
  return null;
end $$;

create or replace function count_memberships() returns trigger language plpgsql as $$
declare
  before int := case when tg_op = 'INSERT' then 0 else old.people end;
  after int := case when tg_op = 'DELETE' then 0 else new.people end;
begin
  insert into instance_tallies (kind, n)
  select change.kind, change.n
  from spaces s cross join lateral (values
    (case when s.is_personal then 'memberships_personal' else 'memberships_shared' end, after - before),
    ('shared_spaces', (after > 1)::int - (before > 1)::int)
  ) change(kind, n)
  where s.id = case when tg_op = 'DELETE' then old.space_id else new.space_id end and s.deleted_at is null and change.n <> 0;
  return null;
end $$;

delete from instance_tallies where kind in ('memberships_personal', 'memberships_shared', 'shared_spaces');
insert into instance_tallies (kind, n)
select case when is_personal then 'memberships_personal' else 'memberships_shared' end, sum(people)
from space_people join spaces on id = space_id where deleted_at is null group by 1
union all
select 'shared_spaces', count(*) from space_people join spaces on id = space_id where people > 1 and deleted_at is null;
