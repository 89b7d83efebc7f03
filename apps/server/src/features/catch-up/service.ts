/** What a reader missed in a space (docs/rules/catch-up.md). */
import type { CatchUp } from '@flockwork/contract/catch-up'
import { readSince } from '@flockwork/contract/text/since'
import { displayId } from '@flockwork/contract/tasks/display-id'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { NoSuchSpace } from '../../platform/errors.ts'
import { createSearchSlots, type SearchSlots } from '../search/index.ts'
import { createComposer, type Composer } from './composer.ts'
import type { AddressedRow, Material, Reader, Size, Span } from './material.ts'
import { readCursor } from './position.ts'
import * as repository from './repository.ts'

export interface CatchUpDeps {
  readonly db: Db
  readonly clock: Clock
  readonly composer: Composer
  /** Limits concurrent answers. */
  readonly slots: SearchSlots
  /** The URL at which people and agents reach this instance. */
  readonly address: () => string
}

/** Created once; `composer.stop` ends its thread. */
export function createCatchUp(
  deps: Pick<CatchUpDeps, 'db' | 'clock' | 'address'> & { readonly onError: (error: unknown) => void },
): CatchUpDeps {
  const { onError, ...others } = deps
  const slots = createSearchSlots({
    tooMany: 'Too many answers to catch up with at once',
    busy: 'Too many people catch up at once; try again in a moment',
  })
  return { ...others, composer: createComposer(onError), slots }
}

interface CatchUpQuery extends Size {
  /** `24h`, `7d` or a time; absent: since the reader last read here, or for an agent, last posted. */
  readonly since?: string | undefined
  /** The cursor of an earlier answer. */
  readonly cursor?: string | undefined
  readonly channel?: string | undefined
}

/** Upper bound of characters per token; ordinary text has four. */
const CHARS_PER_TOKEN = 12
/** The characters that the shortest line's tokens may have, besides its text. */
const LINE_CHARS = 8 * CHARS_PER_TOKEN

/**
 * What the reader missed in a space: its deliveries verbatim, decisions and open questions, and a summary of the rest,
 * in at most `tokens`. Deterministic for the same position; marks nothing as seen.
 * @throws NotFound for a space that the reader isn't in; Invalid for a cursor that isn't ours; RateLimited and
 * Busy as `SearchSlots`.
 */
export function catchUp(
  deps: CatchUpDeps,
  reader: Actor,
  spaceId: string,
  { since, cursor, channel, ...size }: CatchUpQuery,
): Promise<CatchUp> {
  const read = () =>
    // messages, reactions and deliveries must be from one snapshot
    deps.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => readMaterial({ ...deps, db }, reader, spaceId, { since, cursor, channel, ...size }))
  return deps.slots.during(reader, async () => {
    deps.composer.warm()
    return deps.composer.compose(await read(), size)
  })
}

async function readMaterial(
  { db, clock, address }: Pick<CatchUpDeps, 'db' | 'clock' | 'address'>,
  reader: Actor,
  spaceId: string,
  query: CatchUpQuery,
): Promise<Material> {
  const place = await repository.findPlace(db, spaceId, reader.accountId)
  if (place === undefined) throw new NoSuchSpace()
  const span = await spanOf({ db, clock }, reader, spaceId, place, query)
  const within = { spaceId, readerId: reader.accountId, span, channel: query.channel }

  const said = await repository.readSaid(db, within)
  const isCut = said.first !== null && (await repository.hasBefore(db, within, said.first))
  const reacted = await repository.readReacted(db, within)
  const deliveries = await repository.listAddressed(db, within, said.from)
  const tasks = await repository.listTasks(db, within, beginOf(said))
  const addressed = await addressedOf(db, spaceId, deliveries, query.tokens * CHARS_PER_TOKEN)
  const accounts = await repository.listAccounts(db, within, [
    ...addressed.flatMap(({ authorId, task }) => [authorId, ...(task?.writerIds ?? [])]),
    ...tasks.flatMap(({ workerId, writerIds }) => [...(workerId === null ? [] : [workerId]), ...writerIds]),
  ])
  return {
    reader: readerOf(reader),
    space: { id: spaceId, name: place.name },
    address: address(),
    span,
    from: said.from?.getTime() ?? null,
    to: said.to?.getTime() ?? null,
    said: said.said,
    reacted,
    isCut,
    accounts: accounts.map(({ id, handle, kind, ownerHandle }) => ({
      id,
      handle,
      type: kind === 'agent' ? 'agent' : 'user',
      ownerHandle,
    })),
    addressed,
    addressedCount: deliveries[0]?.total ?? span.skip,
    tasks: tasks.map(({ number, at, ...task }) => ({ ...task, name: displayId(number), at: at.getTime() })),
  }
}

/** A change is slightly older than its event. */
const CHANGE_MS = 60_000

function beginOf({ begin, from }: repository.SaidText): Date | null {
  if (begin === null) return from
  return new Date(Math.max(from?.getTime() ?? 0, begin.getTime() - CHANGE_MS))
}

/** The span ends at the newest event, and states are as of its time, so a repeated call returns the same. */
async function spanOf(
  { db, clock }: Pick<CatchUpDeps, 'db' | 'clock'>,
  reader: Actor,
  spaceId: string,
  { head, headAt, lastSeen, lastOwn }: repository.Place,
  { since, cursor }: CatchUpQuery,
): Promise<Span> {
  if (cursor !== undefined && cursor !== '') return readCursor(cursor, head)
  const now = { until: head, asOf: headAt?.getTime() ?? clock.now(), skip: 0 }
  const at = since === undefined ? undefined : readSince(since, clock.now())
  if (at !== undefined) {
    return { ...now, after: await repository.lastUpTo(db, spaceId, new Date(at)), withUnread: false }
  }
  // an agent has no read position from a screen: its own messages show that it was here
  const after = reader.kind === 'agent' ? Math.max(lastSeen, lastOwn) : lastSeen
  return { ...now, after: Math.min(after, head), withUnread: true }
}

async function addressedOf(
  db: Db,
  spaceId: string,
  rows: readonly repository.DeliveryRow[],
  chars: number,
): Promise<AddressedRow[]> {
  const near = rows.slice(0, countWithin(rows, chars))
  const ids = near.filter(({ taskId }) => taskId === null).map(({ messageId }) => messageId)
  const texts = await repository.readTexts(db, spaceId, ids)
  const taskTexts = await repository.readTaskTexts(
    db,
    spaceId,
    near.flatMap(({ taskId }) => taskId ?? []),
  )
  return rows.map(
    ({ messageId, taskId, number, taskWriterIds, at, reason, isUnread, authorId, channel }) => ({
      messageId,
      reason,
      isUnread,
      authorId,
      channel,
      at: at.getTime(),
      content: (taskId === null ? texts.get(messageId) : taskTexts.get(taskId)) ?? null,
      task:
        taskId === null || number === null
          ? null
          : { id: taskId, name: displayId(number), writerIds: taskWriterIds ?? [] },
    }),
  )
}

/** How many of the first rows may fit into this many characters; at least one. */
function countWithin(rows: readonly repository.DeliveryRow[], most: number): number {
  let sum = 0
  const end = rows.findIndex(({ chars }) => (sum += chars + LINE_CHARS) > most)
  return end === -1 ? rows.length : Math.max(1, end)
}

function readerOf(actor: Actor): Reader {
  const { accountId, username, kind } = actor
  const isAgent = kind === 'agent'
  return {
    accountId,
    username,
    kind,
    ownerId: isAgent ? actor.ownerId : null,
    ownerUsername: isAgent ? actor.ownerUsername : null,
  }
}
