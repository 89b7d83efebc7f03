/**
 * Serves one space to one stream: registers, then replays from memory or the table, then goes live. A
 * position that can't be resumed begins anew with a bootstrap.
 */
import type { Message } from '@flockwork/contract/messages'
import { BOOTSTRAP_POSTS, REPLAY_MAX_EVENTS, STREAM_UNSENT_MAX_BYTES } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { isFor, type Batch } from '../hub/batch.ts'
import { frame } from '../hub/frame.ts'
import type { Hub, Subscription } from '../hub/hub.ts'
import * as repository from '../hub/repository.ts'
import { entryOf, type RingEntry } from '../hub/ring.ts'
import type { Stream } from './event-stream.ts'

export interface ReaderDeps {
  readonly db: Db
  readonly clock: Clock
  readonly hub: Hub
  readonly metrics: Pick<Metrics, 'deliveries'>
  /** The newest messages of a space and the number they are complete to. */
  readonly latest: (spaceId: string, limit: number) => Promise<{ seq: number; posts: Message[] }>
  /** Messages were handed to this account: what was addressed to it among them is delivered. */
  readonly onHanded: (accountId: string, spaceId: string, messageIds: readonly string[]) => void
}

/** How the frames of a stream are marked: by the number alone, or by one position a space. */
export interface Marking {
  /** The bytes of a batch for this stream. */
  bytesOf(batch: Batch): Buffer | undefined
  /** The `id` of a bootstrap or a replayed event. */
  idAt(spaceId: string, seq: number): string | number
}

export interface ReaderOptions {
  readonly spaceId: string
  readonly accountId: string
  readonly stream: Stream
  readonly marking: Marking
  /**
   * Resume after this number; `undefined` begins with a bootstrap, 0 from the beginning of what is kept,
   * `entry` when the account entered the space.
   */
  readonly position: number | 'entry' | undefined
  /** The position was given but is not ours: say so in the bootstrap. */
  readonly isReset: boolean
}

const REPLAY_PAGE = 500
const LIVE_WITHIN_BYTES = STREAM_UNSENT_MAX_BYTES / 8

export interface Reader {
  stop(): void
  /** The number of the last event that the stream was served. */
  position(): ReaderOptions['position']
}

/** Starts serving; resolves once the stream is live. */
export async function startReader(deps: ReaderDeps, options: ReaderOptions): Promise<Reader> {
  const { hub } = deps
  const { spaceId, stream } = options
  let { position } = options
  const subscription = await hub.follow(spaceId, {
    take: (batch) => {
      takeLive(deps, options, batch)
      position = batch.to
    },
    hear: (passing) => stream.write(passing),
    lose: () => stream.end(),
  })
  try {
    // what was taken live since is further on
    const caughtUpTo = await catchUp(deps, options, subscription)
    if (typeof position !== 'number' || caughtUpTo > position) position = caughtUpTo
  } catch (error) {
    subscription.stop()
    throw error
  }
  return { stop: () => subscription.stop(), position: () => position }
}

function takeLive({ metrics, onHanded }: ReaderDeps, options: ReaderOptions, batch: Batch): void {
  const { accountId, spaceId, stream, marking } = options
  const bytes = marking.bytesOf(batch)
  if (bytes === undefined || !stream.isOpen) return
  stream.write(bytes)
  metrics.deliveries.inc(batch.entries.length)
  const handed = batch.handedTo(accountId)
  if (handed.length > 0 && stream.isOpen) onHanded(accountId, spaceId, messageIdsOf(handed))
}

async function catchUp(
  deps: ReaderDeps,
  options: ReaderOptions,
  subscription: Subscription,
): Promise<number> {
  let position: number =
    (await firstPosition(deps, options, subscription.head)) ??
    (await bootstrap(deps, options, options.isReset || options.position !== undefined))

  while (options.stream.isOpen) {
    const held = subscription.held(position)
    // what a live reader gets at once must stay far below what cuts it off; more than that is replayed
    const isNear = held !== undefined && bytesOf(held) <= LIVE_WITHIN_BYTES
    if (isNear && subscription.goLive(position)) return position

    const entries: readonly RingEntry[] =
      held?.slice(0, REPLAY_PAGE) ?? (await readPage(deps, options, position))
    const first = entries[0]?.event.seq
    if (first !== position + 1) {
      position = await bootstrap(deps, options, true)
      continue
    }
    await replay(deps, options, entries)
    position = entries.at(-1)?.event.seq ?? position
  }
  return position
}

async function readPage({ db }: ReaderDeps, { spaceId }: ReaderOptions, after: number): Promise<RingEntry[]> {
  return (await repository.listEvents(db, spaceId, after, REPLAY_PAGE)).map(entryOf)
}

function bytesOf(entries: readonly RingEntry[]): number {
  return entries.reduce((sum, { frame: bytes }) => sum + bytes.length, 0)
}

/** Where to go on from, or `undefined` to begin anew. */
async function firstPosition(
  { db }: ReaderDeps,
  { spaceId, accountId, position }: ReaderOptions,
  heard: number,
): Promise<number | undefined> {
  if (position === undefined) return undefined
  // another node may have told more than this one has heard of: only the table knows the future
  const head =
    position !== 'entry' && position > heard
      ? ((await repository.headsOf(db, [spaceId])).get(spaceId) ?? 0)
      : heard
  const from = await startOf()
  return from > head || head - from > REPLAY_MAX_EVENTS ? undefined : from

  async function startOf(): Promise<number> {
    if (position === 'entry') {
      const before = await repository.lastBeforeEntry(db, spaceId, accountId)
      if (before !== undefined) return before
    } else if (position !== undefined && position > 0) return position
    return ((await repository.oldestKept(db, spaceId)) ?? 1) - 1
  }
}

async function bootstrap(deps: ReaderDeps, options: ReaderOptions, isReset: boolean): Promise<number> {
  const { accountId, spaceId, stream, marking } = options
  const { seq, posts } = await deps.latest(spaceId, BOOTSTRAP_POSTS)
  const data = {
    space_id: spaceId,
    at: wireTime(new Date(deps.clock.now())),
    org_id: spaceId,
    posts,
    ...(isReset && { reset: true }),
  }
  await stream.writeSlowly(frame('bootstrap', data, marking.idAt(spaceId, seq)))
  deps.onHanded(
    accountId,
    spaceId,
    posts.filter((post) => mayBeAddressedTo(post, accountId)).map(({ id }) => id),
  )
  return seq
}

export function mayBeAddressedTo(post: Message, accountId: string): boolean {
  if (post.author_id === accountId) return false
  return post.parent_id !== null || post.mentions.some(({ id }) => id === accountId)
}

async function replay(
  deps: ReaderDeps,
  options: ReaderOptions,
  entries: readonly RingEntry[],
): Promise<void> {
  const { accountId, spaceId, stream, marking } = options
  const mine = entries.filter((entry) => isFor(entry, accountId))
  if (mine.length === 0) return
  const bytes = mine.map(({ event, body }) =>
    Buffer.concat([Buffer.from(`id: ${marking.idAt(spaceId, event.seq)}\n`), body]),
  )
  await stream.writeSlowly(Buffer.concat(bytes))
  const handed = mine.filter(({ event }) => event.recipients?.includes(accountId) === true)
  if (handed.length > 0 && stream.isOpen) deps.onHanded(accountId, spaceId, messageIdsOf(handed))
}

function messageIdsOf(entries: readonly RingEntry[]): string[] {
  return [...new Set(entries.flatMap(({ event }) => event.messageId ?? []))]
}
