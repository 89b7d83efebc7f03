-- Of two sign-ins at once on a device both used to leave a session; the later one stays.
update sessions as earlier set ended_at = now()
where ended_at is null
  and exists (
    select from sessions as later
    where later.account_id = earlier.account_id
      and later.device_id = earlier.device_id
      and later.ended_at is null
      and (later.created_at, later.id) > (earlier.created_at, earlier.id)
  );
create unique index sessions_device on sessions (account_id, device_id) where ended_at is null;

-- A rotation ends what the old key signed: there is one key.
delete from signing_keys where retired_at is not null;
alter table signing_keys drop column retired_at;
