-- One's own reactions, for the copy of one's data: by the primary key every space would be read.
create index reactions_by_account on reactions (account_id, space_id, message_id, emoji);
