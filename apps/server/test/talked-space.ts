/** A space in which thousands of messages were said, without thousands of requests. */
import { createHash } from 'node:crypto'
import type { Person, TestAgent } from './people.ts'
import type { TestServer } from './server.ts'

interface Talk {
  readonly server: TestServer
  readonly spaceId: string
  /** Who says it, in turn. */
  readonly authors: readonly (Person | TestAgent)[]
  /** To whom every `everyNth` message is addressed. */
  readonly reader: Person | TestAgent
  readonly count: number
  readonly everyNth: number
  /** What the nth message says. */
  readonly textOf: (nth: number) => string
}

const CHANNELS = ['main', 'dev', 'testing'] as const
const SECOND_MS = 1000
/** A multiple of the distance of a reply to its root. */
const BATCH = 2000

const idOf = (who: Person | TestAgent) => ('profile' in who ? who.profile.id : who.id)

/** The same id for the same name, in the form that the product gives. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Says it, a second between two messages, the last one now. Resolves with the ids of what is addressed to the reader. */
export async function fillWithTalk(talk: Talk): Promise<string[]> {
  const { server, spaceId, authors, reader, count, everyNth, textOf } = talk
  const now = server.services.clock.now()
  const [head] = await server.query<{ seq: string }>('select seq from space_sequences where space_id = $1', [
    spaceId,
  ])
  const first = Number(head?.seq ?? 0) + 1
  const messages = Array.from({ length: count }, (_, nth) => {
    const rootNth = nth % 7 === 3 ? nth - (nth % 50) : undefined
    const author = authors[nth % authors.length]
    return {
      id: uuidOf(`${spaceId} ${nth}`),
      seq: first + nth,
      author_id: author === undefined ? '' : idOf(author),
      channel: CHANNELS[nth % CHANNELS.length],
      content: textOf(nth),
      root: rootNth === undefined || rootNth === nth ? null : uuidOf(`${spaceId} ${rootNth}`),
      topics: nth % 11 === 0 ? ['release'] : [],
      at: new Date(now - (count - nth) * SECOND_MS),
      is_addressed: nth % everyNth === 0,
      is_checked: nth % 400 === 9,
    }
  })
  for (let from = 0; from < count; from += BATCH) {
    const batch = messages.slice(from, from + BATCH)
    await server.query(
      `with given as materialized (
         select * from jsonb_to_recordset($2) as m(id uuid, seq bigint, author_id uuid, channel text, content text,
           root uuid, topics text[], at timestamptz, is_addressed boolean, is_checked boolean)
       ), said as (
         insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
           topics, created_at)
         select $1, id, seq, author_id, channel, content, root, root, case when root is null then 'message' else 'reply' end,
           topics, at from given
       ), checked as (
         insert into reactions (space_id, message_id, account_id, emoji, created_at)
         select $1, id, author_id, '✅', at from given where is_checked
       ), addressed as (
         insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
         select gen_random_uuid(), $1, id, author_id, $3, coalesce(root, id), 'mention', 'stored', seq, at, at
         from given where is_addressed
       ), noted as (
         insert into events (space_id, seq, name, payload, created_at) select $1, seq, 'message', '{}', at from given
       )
       update space_sequences set seq = $4 where space_id = $1`,
      [spaceId, JSON.stringify(batch), idOf(reader), batch.at(-1)?.seq],
    )
  }
  return messages.filter(({ is_addressed: isAddressed }) => isAddressed).map(({ id }) => id)
}
