-- Spaces that came by a record of another instance (docs/rules/records.md#import).

create table record_imports (
  space_id uuid primary key references spaces,
  -- what is different here: the address may be taken, a personal space belongs to nobody, and its creator is an imported
  -- account, which has the id of the record beside its own
  slug text not null,
  is_personal boolean not null,
  created_by uuid,
  -- who signed the record, the oldest first
  origins jsonb not null,
  imported_at timestamptz not null
);

-- The salts of texts that came by a record, so that an export has the same hashes; of a text that was erased from the file,
-- its hash alone.
create table record_texts (
  space_id uuid not null,
  -- of the message, task or note
  id uuid not null,
  -- of an earlier text of a message; -1 for what it is now
  version int not null,
  salt text,
  hash text not null,
  primary key (space_id, id, version)
);

-- What is deleted can't be guessed from its hash and salt either.
create function erase_record_texts() returns trigger language plpgsql as $$
begin
  delete from record_texts where space_id = new.space_id and id = new.id;
  return null;
end $$;
create trigger messages_erased after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function erase_record_texts();
create trigger tasks_erased after update of deleted_at on tasks
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function erase_record_texts();

create function erase_record_note() returns trigger language plpgsql as $$
begin
  delete from record_texts where space_id = old.space_id and id = old.id;
  return null;
end $$;
create trigger task_notes_erased after delete on task_notes
  for each row execute function erase_record_note();
