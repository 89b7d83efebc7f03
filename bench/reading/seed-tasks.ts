/** Fills a space with tasks, as the product stores them. */
import type pg from 'pg'

const CHUNK = 5000

export interface SeededTasks {
  readonly spaceId: string
  readonly authorId: string
  readonly count: number
  /** All of them available and unclaimed; otherwise in every state, with claimants and texts. */
  readonly isFresh?: boolean
}

/** Numbers continue after the space's existing ones. Each task has its announcement. */
export async function seedTasks(
  client: pg.Client,
  { spaceId, authorId, count, isFresh = false }: SeededTasks,
): Promise<string[]> {
  const { rows } = await client.query<{ tasks: number; seq: string }>(
    'update space_sequences set tasks = tasks + $2, seq = seq + $2 where space_id = $1 returning tasks - $2 as tasks, seq - $2 as seq',
    [spaceId, count],
  )
  const { tasks: first = 0, seq = '0' } = rows[0] ?? {}
  const ids: string[] = []
  for (let done = 0; done < count; done += CHUNK) {
    const size = Math.min(CHUNK, count - done)
    const made = await client.query<{ id: string }>(
      `with made as (
         select n, gen_random_uuid() as id, gen_random_uuid() as message_id,
           now() - (($4::int - n) * interval '1 minute') / 10 as at,
           case when $6 then 'available'
             else (array['available', 'claimed', 'in_progress', 'completed', 'completed', 'completed', 'blocked'])[1 + n % 7] end as status
         from generate_series($3::int + 1, $3::int + $5::int) n
       ), announced as (
         insert into messages (space_id, id, seq, author_id, channel, content, message_type, is_task, metadata, created_at)
         select $1, message_id, $7::bigint + n - $8::int, $2, 'main', 'T-' || n, 'task', true,
           jsonb_build_object('task_id', id), at
         from made
       )
       insert into tasks (space_id, id, number, title, description, author_id, claimant_id, status, priority, skills,
         grooming_checklist, message_id, created_at, updated_at, claimed_at, completed_at, expected_minutes, words)
       select $1, id, n, 'Task ' || n || ' about the importer', repeat('What is to be done. ', 10), $2,
         case when $6 or n % 3 = 0 then null else $2::uuid end, status,
         (array['critical', 'high', 'medium', 'low'])[1 + n % 4], array['sql'], '{}', message_id, at, at,
         case when $6 or n % 3 = 0 then null else at end, case when status = 'completed' then at end, 30,
         array_to_tsvector(array['task', 'importer', n::text])
       from made returning id`,
      [spaceId, authorId, first + done, first + count, size, isFresh, seq, first],
    )
    ids.push(...made.rows.map(({ id }) => id))
  }
  await client.query('analyze')
  return ids
}
