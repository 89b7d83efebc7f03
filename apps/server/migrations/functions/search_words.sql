-- The newest messages whose words fit, with their rank: all there are, or at least `enough`.
--
-- `wanted` and `ranked` are texts of queries in pieces; between two pieces belongs the name of a block. Blocks are
-- asked from the newest on, as many at once as will hold the rest by what was found so far, and no more than twice as
-- many as before. Each is asked by itself: as one query of many blocks, every row would be held against all of them.
-- The planner can't know how many rows a word has, so it is kept from reading the table.
create function search_words(
  space_number int, wanted text[], ranked text[], from_seq bigint, to_seq bigint, enough int)
returns table (seq bigint, message_id uuid, topics text[], rank real)
language plpgsql stable
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  newest bigint := to_seq >> 12;
  oldest bigint := from_seq >> 12;
  low bigint;
  width bigint := 1;
  found_now int;
  found_all int := 0;
begin
  while newest >= oldest and found_all < enough loop
    low := greatest(oldest, newest - width + 1);

    return query
    select w.seq, w.message_id, w.topics,
      case when b.ranks is null then 0 else ts_rank(w.words, b.ranks) end
    from (
      select array_to_string(wanted, space_number || '.' || block)::tsquery as query,
        case when cardinality(ranked) > 1
          then array_to_string(ranked, space_number || '.' || block)::tsquery end as ranks
      from generate_series(low, newest) as block offset 0
    ) b, lateral (
      -- the words alone: with its place in the query, too, the planner would walk the sequence and test each row
      select * from message_words m where m.words @@ b.query offset 0
    ) w
    where w.seq between from_seq and to_seq;

    get diagnostics found_now = row_count;
    found_all := found_all + found_now;
    -- what is left, at the rate of so many found in so many numbers
    width := least(width * 2, greatest(1,
      ceil((enough - found_all) * (to_seq - (low << 12) + 1) / greatest(found_all, 0.1) / 4096)::bigint));
    newest := low - 1;
  end loop;
end
$$;
