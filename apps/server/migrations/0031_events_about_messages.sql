-- What happened to a message after it was posted, and to whom it came by itself: a change of its text rewrites these events
-- while its space waits. The event of the post is found by its number, so that a post pays for no index of it.
create index events_about_message on events (space_id, message_id)
  where name in ('message', 'mention') and (audience is not null or payload not like '{"action":"created"%');
