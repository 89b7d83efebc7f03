-- The newest matches with their rank: all there are, or at least `enough`.
--
-- `wanted` and `ranked` are queries split where the prefix of a block belongs (features/search/lexemes.ts). Blocks are read
-- from the newest on, in rounds: as many as should have the rest, by the matches so far, and at most twice as many as in the
-- round before. Each block has its own query, because in one query of many blocks every row would be checked against all of
-- them. The planner can't estimate how many rows a word has, so sequential scans are off.
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
      -- without the range: with it, the planner may walk the sequence and test each row
      select * from message_words m where m.words @@ b.query offset 0
    ) w
    where w.seq between from_seq and to_seq;

    get diagnostics found_now = row_count;
    found_all := found_all + found_now;
    -- the blocks that should have the rest, at the rate of matches so far
    width := least(width * 2, greatest(1,
      ceil((enough - found_all) * (to_seq - (low << 12) + 1) / greatest(found_all, 0.1) / 4096)::bigint));
    newest := low - 1;
  end loop;
end
$$;
