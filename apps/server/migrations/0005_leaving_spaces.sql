-- An invite is its maker's: it ends with their membership, however that ends.
delete from invites where not exists (
  select from members where members.space_id = invites.space_id and members.account_id = invites.created_by
);
alter table invites add constraint invites_maker foreign key (space_id, created_by) references members on delete cascade;
create index invites_maker on invites (space_id, created_by);

-- Every deleted space is purged, not only personal ones.
drop index spaces_to_purge;
create index spaces_to_purge on spaces (deleted_at) where deleted_at is not null and purged_at is null;
