-- What a space of many members costs no more than one of few: kind and handle stand with the membership, for pages of
-- people and for the names next to one, and the number of people is counted as they come and go.

alter table members
  -- both are the account's, filled in by the trigger
  add column kind text not null default 'user' check (kind in ('user', 'agent')),
  add column handle text not null default '';
update members set kind = accounts.kind, handle = accounts.handle from accounts where accounts.id = members.account_id;

create index members_people on members (space_id, joined_at, account_id) where kind = 'user';
create index members_admins on members (space_id) where role = 'admin';
-- the order of bytes, whatever the database's own is
create index members_handles on members (space_id, kind, handle collate "C");
create index members_handles_reversed on members (space_id, kind, reverse(handle) collate "C");

create function describe_member() returns trigger language plpgsql as $$
declare
  account record;
begin
  select kind, handle into account from accounts where id = new.account_id;
  if found then
    new.kind := account.kind;
    new.handle := account.handle;
  end if;
  return new;
end $$;
create trigger members_described before insert on members for each row execute function describe_member();

create function rename_member() returns trigger language plpgsql as $$
begin
  update members set handle = new.handle where account_id = new.id;
  return null;
end $$;
create trigger accounts_renamed after update of handle on accounts
  for each row when (old.handle <> new.handle) execute function rename_member();

-- Locked from a person's coming or going to the commit, and before the spaces' sequences.
create table space_people (
  space_id uuid primary key references spaces,
  people int not null
) with (fillfactor = 20);
insert into space_people (space_id, people) select space_id, count(*) from members where kind = 'user' group by space_id;

create function count_people() returns trigger language plpgsql as $$
begin
  -- in the common order of spaces, so that no two deadlock
  if tg_op = 'INSERT' then
    insert into space_people as p (space_id, people)
    select space_id, count(*) from changed where kind = 'user' group by space_id order by space_id
    on conflict (space_id) do update set people = p.people + excluded.people;
  else
    perform from space_people
    where space_id in (select space_id from changed where kind = 'user') order by space_id for update;
    update space_people p set people = p.people - gone.people
    from (select space_id, count(*) as people from changed where kind = 'user' group by space_id) gone
    where p.space_id = gone.space_id;
  end if;
  return null;
end $$;
create trigger members_came after insert on members
  referencing new table as changed for each statement execute function count_people();
create trigger members_went after delete on members
  referencing old table as changed for each statement execute function count_people();
