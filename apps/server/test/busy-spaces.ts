/** A person who is in many busy spaces, without the requests that make them. */
interface Busy {
  readonly personId: string
  /** Writes what the person reads, and is in the spaces. */
  readonly otherId: string
  /** Spaces that the person is in; as many more, without messages, that nobody is in. */
  readonly spaces: number
  /** In each space, the last of them at `now`. */
  readonly messages: number
  readonly now: Date
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** In each space: deleted messages, all unseen, and tasks of the last day. */
const DELETED = 20
const TASKS = 20
/** Mentions of the person in the last day, and messages of their own. */
const MENTIONS = 5
const OWN = 2
/** Mentions of the other, so that the person's are few among all. */
const OTHER_MENTIONS = 100
const SPAN_DAYS = 40

/** The spaces' names begin with "Busy". The person has read nothing there. */
export async function fillBusySpaces(query: Query, { personId, otherId, spaces, messages, now }: Busy) {
  await query(
    `with made as (
       insert into spaces (id, name, slug, visibility, created_by, created_at)
       select gen_random_uuid(), case when n <= $1 then 'Busy ' else 'Other ' end || n, 'busy-' || n, 'invite_only', $2,
         $3::timestamptz - interval '100 days'
       from generate_series(1, $1::int * 2) n returning id
     )
     insert into space_sequences (space_id) select id from made`,
    [spaces, otherId, now],
  )
  const busy = `(select id from spaces where slug like 'busy-%' and name like 'Busy%') s`
  await query(
    `insert into members (space_id, account_id, joined_at)
     select s.id, a.id, $1::timestamptz - interval '3 days' from ${busy}, unnest($2::uuid[]) as a(id)`,
    [now, [personId, otherId]],
  )
  await query(
    `insert into messages (space_id, id, seq, author_id, channel, content, message_type, messages_so_far, created_at, deleted_at)
     select s.id, gen_random_uuid(), n, case when n % ($1::int / $6::int) = 0 then $3::uuid else $4::uuid end, 'main',
       'busy ' || n, 'message', n,
       date_trunc('milliseconds', $2::timestamptz - ($1::int - n) * (interval '1 day' * ${SPAN_DAYS} / $1::int)),
       case when n % ($1::int / $5::int) = 1 then $2::timestamptz end
     from ${busy}, generate_series(1, $1::int) n`,
    [messages, now, personId, otherId, DELETED, OWN],
  )
  await query(
    `insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
     select gen_random_uuid(), m.space_id, m.id, m.author_id, case when m.seq > $2::int - ${MENTIONS} then $1::uuid else $4::uuid end,
       m.id, 'mention', 'delivered', m.seq, m.created_at, $3
     from ${busy} join messages m on m.space_id = s.id and m.seq > $2::int - ${MENTIONS + OTHER_MENTIONS}`,
    [personId, messages, now, otherId],
  )
  await query(
    `insert into tasks (space_id, id, number, title, description, author_id, status, priority, skills, grooming_checklist,
       message_id, created_at, updated_at, expected_minutes)
     select s.id, gen_random_uuid(), n, 'Task ' || n, '', $2, 'available', 'medium', '{}', '{}', gen_random_uuid(), $1, $1, 30
     from ${busy}, generate_series(1, $3::int) n`,
    [now, otherId, TASKS],
  )
  await query(
    `update space_sequences set seq = $1::int, messages = $1::int, tasks = $3::int, last_message_at = $2::timestamptz,
       posted_at = $2::timestamptz, acted_at = $2::timestamptz, streak_since = $2::timestamptz - interval '30 days'
     where space_id in (select id from spaces where slug like 'busy-%' and name like 'Busy%')`,
    [messages, now, TASKS],
  )
  // of people who acted in every minute of the last half hour, some not yet pruned, and of two dozen who joined this week
  await query(
    `insert into space_tallies (space_id, kind, at, n)
     select s.id, 'active', date_trunc('minute', $1::timestamptz) - n * interval '1 minute', 1
     from ${busy}, generate_series(0, 40) n
     union all
     select s.id, 'joined', date_trunc('hour', $1::timestamptz) - n * interval '7 hours', 1
     from ${busy}, generate_series(0, 24) n`,
    [now],
  )
}
