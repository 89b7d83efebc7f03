-- The audit log as a hash chain that can only grow (ADR-0024). What is done writes into audit_pending; at the commit each
-- row becomes the next of audit, so that only commits wait for each other.

alter table audit rename to audit_unchained;

create table audit (
  -- without gaps, in the order of commits
  number bigint constraint audit_number primary key,
  id uuid not null,
  -- what the hash contains, to the millisecond
  at timestamptz(3) not null,
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text not null,
  space_id uuid,
  -- What may be erased: the hash contains only the salted hash of each, which says nothing without value and salt.
  target_name text,
  name_salt uuid,
  name_hash bytea,
  before jsonb,
  before_salt uuid,
  before_hash bytea,
  after jsonb,
  after_salt uuid,
  after_hash bytea,
  ip text,
  ip_salt uuid,
  ip_hash bytea,
  hash bytea not null,
  words tsvector generated always as (
    to_tsvector('simple'::regconfig, action)
      || to_tsvector('simple'::regconfig, target_id)
      || to_tsvector('simple'::regconfig, coalesce(target_name, ''))
      || to_tsvector('simple'::regconfig, coalesce(ip, ''))
      || jsonb_to_tsvector('simple'::regconfig, coalesce(before, '{}'), '["string", "numeric"]')
      || jsonb_to_tsvector('simple'::regconfig, coalesce(after, '{}'), '["string", "numeric"]')
  ) stored
);
create index audit_by_time on audit (at, number);
create index audit_by_actor on audit (actor_id, at, number);
create index audit_by_action on audit (action, at, number);
create index audit_by_target on audit (target_id, at, number);
create index audit_by_target_type on audit (target_type, at, number);
create index audit_by_space on audit (space_id, at, number);
create index audit_by_words on audit using gin (words);

-- One row: the newest number and its hash. Whoever commits an entry locks it.
create table audit_head (
  number bigint not null,
  hash bytea not null
);
insert into audit_head values (0, sha256('flockwork-audit 1'));

-- Signed heads, which are in the logs and the exports as well.
create table audit_checkpoints (
  number bigint primary key,
  hash bytea not null,
  at timestamptz(3) not null,
  key text not null,
  signature text not null
);

create table audit_pending (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text not null,
  target_name text,
  space_id uuid,
  before jsonb,
  after jsonb,
  ip text
);

-- JSON in the one way in which it is hashed (RFC 8785): members sorted, no space between.
create function audit_canonical(value jsonb) returns text
language plpgsql immutable strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select '{' || coalesce(string_agg(to_json(key)::text || ':' || audit_canonical(member), ',' order by key collate "C"), '') || '}'
      from jsonb_each(value) as members (key, member)
    )
    when 'array' then (
      select '[' || coalesce(string_agg(audit_canonical(element), ',' order by nth), '') || ']'
      from jsonb_array_elements(value) with ordinality as elements (element, nth)
    )
    else value::text
  end;
end $$;

create function audit_commitment(salt uuid, value jsonb) returns bytea
language sql immutable strict as $$
  select sha256(convert_to(salt::text || E'\n' || audit_canonical(value), 'UTF8'))
$$;

create function audit_hash(before_hash bytea, entry audit) returns bytea
language sql stable as $$
  select sha256(convert_to(
    encode(before_hash, 'hex') || E'\n[' || concat_ws(
      ',',
      entry.number::text,
      to_json(entry.id)::text,
      to_json(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text,
      coalesce(to_json(entry.actor_id)::text, 'null'),
      to_json(entry.action)::text,
      to_json(entry.target_type)::text,
      to_json(entry.target_id)::text,
      coalesce(to_json(entry.space_id)::text, 'null'),
      coalesce(to_json(encode(entry.name_hash, 'hex'))::text, 'null'),
      coalesce(to_json(encode(entry.before_hash, 'hex'))::text, 'null'),
      coalesce(to_json(encode(entry.after_hash, 'hex'))::text, 'null'),
      coalesce(to_json(encode(entry.ip_hash, 'hex'))::text, 'null')
    ) || ']',
    'UTF8'
  ))
$$;

-- Whether what was before or after an act may say something about a person, because it isn't among what never does.
create function audit_is_personal(value jsonb) returns boolean
language sql immutable as $$
  select exists (
    select from jsonb_object_keys(case when jsonb_typeof(value) = 'object' then value else '{}' end) as key
    where key <> all ('{role,is_active,status,scope,scopes,agent_tokens_kept,members,by}'::text[])
  )
$$;

-- Erases what an entry of that kind says is erased (docs/rules/requests.md#erasing-from-the-audit-log).
create function erase_audit(eraser audit) returns void
language plpgsql as $$
begin
  case eraser.action
    when 'personal_data_erased' then
      update audit set ip = null, ip_salt = null
      where actor_id = eraser.target_id::uuid and number < eraser.number and ip is not null;
      update audit set
        target_name = null, name_salt = null, ip = null, ip_salt = null,
        before = case when audit_is_personal(before) then null else before end,
        before_salt = case when audit_is_personal(before) then null else before_salt end,
        after = case when audit_is_personal(after) then null else after end,
        after_salt = case when audit_is_personal(after) then null else after_salt end
      where target_id = eraser.target_id and target_type in ('user', 'agent') and number < eraser.number;
    when 'message_erased' then
      update audit set before = null, before_salt = null, after = null, after_salt = null
      where target_id = eraser.target_id and target_type = 'message' and number < eraser.number;
    when 'space_purged' then
      update audit set
        target_name = null, name_salt = null, before = null, before_salt = null, after = null, after_salt = null
      where space_id = eraser.target_id::uuid and target_type in ('message', 'task', 'channel', 'report')
        and number < eraser.number;
    else
  end case;
end $$;

-- Makes what was written the entry after `head`, and returns the new head.
create function append_audit(head audit_head, written audit_pending) returns audit_head language plpgsql as $$
declare
  entry audit;
begin
  entry.number := head.number + 1;
  entry.id := written.id;
  entry.at := written.at;
  entry.actor_id := written.actor_id;
  entry.action := written.action;
  entry.target_type := written.target_type;
  entry.target_id := written.target_id;
  entry.space_id := written.space_id;
  entry.target_name := written.target_name;
  entry.before := written.before;
  entry.after := written.after;
  entry.ip := written.ip;
  if entry.target_name is not null then entry.name_salt := gen_random_uuid(); end if;
  if entry.before is not null then entry.before_salt := gen_random_uuid(); end if;
  if entry.after is not null then entry.after_salt := gen_random_uuid(); end if;
  if entry.ip is not null then entry.ip_salt := gen_random_uuid(); end if;
  entry.name_hash := audit_commitment(entry.name_salt, to_jsonb(entry.target_name));
  entry.before_hash := audit_commitment(entry.before_salt, entry.before);
  entry.after_hash := audit_commitment(entry.after_salt, entry.after);
  entry.ip_hash := audit_commitment(entry.ip_salt, to_jsonb(entry.ip));
  entry.hash := audit_hash(head.hash, entry);
  insert into audit (
    number, id, at, actor_id, action, target_type, target_id, space_id, target_name, name_salt, name_hash,
    before, before_salt, before_hash, after, after_salt, after_hash, ip, ip_salt, ip_hash, hash
  ) values (
    entry.number, entry.id, entry.at, entry.actor_id, entry.action, entry.target_type, entry.target_id, entry.space_id,
    entry.target_name, entry.name_salt, entry.name_hash, entry.before, entry.before_salt, entry.before_hash,
    entry.after, entry.after_salt, entry.after_hash, entry.ip, entry.ip_salt, entry.ip_hash, entry.hash
  );
  perform erase_audit(entry);
  return row(entry.number, entry.hash)::audit_head;
end $$;

create function chain_audit() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  head := append_audit(head, new);
  update audit_head set number = head.number, hash = head.hash;
  delete from audit_pending where id = new.id;
  return null;
end $$;

create constraint trigger audit_chained after insert on audit_pending
  deferrable initially deferred for each row execute function chain_audit();

create function guard_audit() returns trigger language plpgsql as $$
declare
  -- words follow from the rest
  erasable constant text[] := '{target_name,name_salt,before,before_salt,after,after_salt,ip,ip_salt,words}';
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    and ((new.target_name is null and new.name_salt is null)
      or (new.target_name, new.name_salt) is not distinct from (old.target_name, old.name_salt))
    and ((new.before is null and new.before_salt is null)
      or (new.before, new.before_salt) is not distinct from (old.before, old.before_salt))
    and ((new.after is null and new.after_salt is null)
      or (new.after, new.after_salt) is not distinct from (old.after, old.after_salt))
    and ((new.ip is null and new.ip_salt is null)
      or (new.ip, new.ip_salt) is not distinct from (old.ip, old.ip_salt))
  then
    return new;
  end if;
  raise exception 'The audit log only grows';
end $$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows';
end $$;

create trigger audit_guarded before update or delete on audit for each row execute function guard_audit();
create trigger audit_not_truncated before truncate on audit
  for each statement execute function refuse_audit_change();
create trigger audit_checkpoints_guarded before update or delete on audit_checkpoints
  for each row execute function refuse_audit_change();
create trigger audit_checkpoints_not_truncated before truncate on audit_checkpoints
  for each statement execute function refuse_audit_change();

-- A table's owner has every right on it until they are taken away. Erasing sets these columns to null, and nothing else.
revoke update, delete, truncate on audit, audit_checkpoints from current_user;
grant update (target_name, name_salt, before, before_salt, after, after_salt, ip, ip_salt) on audit to current_user;

-- Not by the trigger, which would read each earlier version of the head for each entry.
do $$
declare
  head audit_head;
  written audit_pending;
begin
  select * into strict head from audit_head;
  for written in
    select id, at, actor_id, action, target_type, target_id, target_name, space_id, before, after, ip
    from audit_unchained order by at, id
  loop
    head := append_audit(head, written);
  end loop;
  -- those whose account is deleted have a right to that, as who deletes it from now on
  for written in
    select gen_random_uuid(), now(), null, 'personal_data_erased', a.kind, a.id::text, null, null, null, null, null
    from accounts a
    left join agents g on g.account_id = a.id
    join accounts o on o.id = coalesce(g.owner_id, a.id)
    where o.status = 'deleted'
    order by a.id
  loop
    head := append_audit(head, written);
  end loop;
  update audit_head set number = head.number, hash = head.hash;
end $$;

drop table audit_unchained;
