-- one change may have any number of messages: a reader takes them in the order of their own numbers, page by page
create index messages_changed_in_order on messages (space_id, changed_seq, seq) where changed_seq is not null;
drop index messages_changed;
