/**
 * Sends one space to one stream, in three phases: backfill (what is after the client's cursor, from the ring or the
 * table, or a `bootstrap` without a resumable cursor), cutover, and live. The hub's subscription starts
 * before the backfill, so that nothing is lost in between.
 */
import type { Message } from '@flockwork/contract/messages'
import { BOOTSTRAP_POSTS, REPLAY_MAX_EVENTS, STREAM_UNSENT_MAX_BYTES } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { isFor, type Batch } from '../hub/batch.ts'
import { frame } from '../hub/frame.ts'
import type { Hub, SpaceSubscription } from '../hub/hub.ts'
import * as repository from '../hub/repository.ts'
import { entryOf, type RingEntry } from '../hub/ring.ts'
import type { IdFormat } from './cursors.ts'
import type { EventStream } from './event-stream.ts'

export interface ReaderDeps {
  readonly db: Db
  readonly clock: Clock
  readonly hub: Hub
  readonly metrics: Pick<Metrics, 'deliveries'>
  /** The newest messages of a space, and the seq that they are complete to. */
  readonly latest: (spaceId: string, limit: number) => Promise<{ seq: number; posts: Message[] }>
  /** Records that these messages were sent to the account: its deliveries among them become delivered. */
  readonly onDelivered: (accountId: string, spaceId: string, messageIds: readonly string[]) => void
}

export interface ReaderOptions {
  readonly spaceId: string
  readonly accountId: string
  /** The person whose private agents it may see at work. */
  readonly viewerId: string | null
  readonly stream: EventStream
  readonly idFormat: IdFormat
  /**
   * Resume after this seq. `undefined` starts with a bootstrap, 0 with the oldest event in the table, `joined` with the
   * first since the account joined the space.
   */
  readonly cursor: number | 'joined' | undefined
  /** The client sent an unreadable cursor: the bootstrap says so. */
  readonly isReset: boolean
}

export interface Reader {
  stop(): void
  /** The seq of the last event sent to the stream. */
  cursor(): ReaderOptions['cursor']
}

const REPLAY_PAGE = 500
/** The maximum that the cutover sends at once, far below what disconnects a live reader; more is replayed. */
const CUTOVER_MAX_BYTES = STREAM_UNSENT_MAX_BYTES / 8

/** Starts sending; resolves once the stream is live. */
export async function startReader(deps: ReaderDeps, options: ReaderOptions): Promise<Reader> {
  const { hub } = deps
  const { spaceId, stream, viewerId } = options
  let { cursor } = options
  const subscription = await hub.subscribe(spaceId, {
    viewerId,
    receive: (batch) => {
      sendLive(deps, options, batch)
      cursor = batch.head
    },
    receiveEphemeral: (bytes) => stream.write(bytes),
    onGap: () => stream.end(),
  })
  try {
    const backfilledTo = await backfill(deps, options, subscription)
    // live events received meanwhile are further on
    if (typeof cursor !== 'number' || backfilledTo > cursor) cursor = backfilledTo
  } catch (error) {
    subscription.stop()
    throw error
  }
  return { stop: () => subscription.stop(), cursor: () => cursor }
}

function sendLive({ metrics, onDelivered }: ReaderDeps, options: ReaderOptions, batch: Batch): void {
  const { accountId, spaceId, stream, idFormat } = options
  const bytes = idFormat.bytesOf(batch)
  if (bytes === undefined || !stream.isOpen) return
  stream.write(bytes)
  metrics.deliveries.inc(batch.entries.length)
  const deliveries = batch.deliveriesTo(accountId)
  if (deliveries.length > 0 && stream.isOpen) onDelivered(accountId, spaceId, messageIdsOf(deliveries))
}

/** Backfill and cutover. Returns the seq after which the stream is live. */
async function backfill(
  deps: ReaderDeps,
  options: ReaderOptions,
  subscription: SpaceSubscription,
): Promise<number> {
  let cursor: number =
    (await findStart(deps, options, subscription.head)) ??
    (await sendBootstrap(deps, options, options.isReset || options.cursor !== undefined))

  while (options.stream.isOpen) {
    const inRing = subscription.after(cursor)
    const isNear = inRing !== undefined && bytesOf(inRing) <= CUTOVER_MAX_BYTES
    if (isNear && subscription.goLive(cursor)) return cursor

    const entries: readonly RingEntry[] =
      inRing?.slice(0, REPLAY_PAGE) ?? (await readPage(deps, options, cursor))
    const first = entries[0]?.event.seq
    if (first !== cursor + 1) {
      cursor = await sendBootstrap(deps, options, true)
      continue
    }
    await replay(deps, options, entries)
    cursor = entries.at(-1)?.event.seq ?? cursor
  }
  return cursor
}

async function readPage({ db }: ReaderDeps, { spaceId }: ReaderOptions, after: number): Promise<RingEntry[]> {
  return (await repository.listEvents(db, spaceId, after, REPLAY_PAGE)).map(entryOf)
}

function bytesOf(entries: readonly RingEntry[]): number {
  return entries.reduce((sum, { frame: bytes }) => sum + bytes.length, 0)
}

/** The seq to resume after, or `undefined` to start with a bootstrap. */
async function findStart(
  { db }: ReaderDeps,
  { spaceId, accountId, cursor }: ReaderOptions,
  knownHead: number,
): Promise<number | undefined> {
  if (cursor === undefined) return undefined
  // another node may have sent more than this one knows: only the table can identify a cursor from the future
  const head =
    cursor !== 'joined' && cursor > knownHead
      ? ((await repository.findHeads(db, [spaceId])).get(spaceId) ?? 0)
      : knownHead
  const from = await startOf()
  return from > head || head - from > REPLAY_MAX_EVENTS ? undefined : from

  async function startOf(): Promise<number> {
    if (cursor === 'joined') {
      const before = await repository.findLastSeqBeforeJoining(db, spaceId, accountId)
      if (before !== undefined) return before
    } else if (cursor !== undefined && cursor > 0) return cursor
    return ((await repository.findOldestSeq(db, spaceId)) ?? 1) - 1
  }
}

/** Sends the newest messages; returns the seq that they are complete to. */
async function sendBootstrap(deps: ReaderDeps, options: ReaderOptions, isReset: boolean): Promise<number> {
  const { accountId, spaceId, stream, idFormat } = options
  const { seq, posts } = await deps.latest(spaceId, BOOTSTRAP_POSTS)
  const data = {
    space_id: spaceId,
    at: wireTime(new Date(deps.clock.now())),
    org_id: spaceId,
    posts,
    ...(isReset && { reset: true }),
  }
  await stream.writeAndWait(frame('bootstrap', data, idFormat.idAt(spaceId, seq)))
  deps.onDelivered(
    accountId,
    spaceId,
    posts.filter((post) => mayBeAddressedTo(post, accountId)).map(({ id }) => id),
  )
  return seq
}

/**
 * Whether the message in a feed may be one that is addressed to the account: a mention of it, or a reply by another. The
 * announcement of a task says nothing of its assignment (docs/rules/tasks.md#deliveries).
 */
export function mayBeAddressedTo(post: Message, accountId: string): boolean {
  if (post.is_task) return false
  if (post.author_id === accountId) return false
  return post.parent_id !== null || post.mentions.some(({ id }) => id === accountId)
}

async function replay(deps: ReaderDeps, options: ReaderOptions, page: readonly RingEntry[]): Promise<void> {
  const { accountId, spaceId, stream, idFormat } = options
  const entries = page.filter((entry) => isFor(entry, accountId))
  if (entries.length === 0) return
  const bytes = entries.map(({ event, body }) =>
    Buffer.concat([Buffer.from(`id: ${idFormat.idAt(spaceId, event.seq)}\n`), body]),
  )
  await stream.writeAndWait(Buffer.concat(bytes))
  const deliveries = entries.filter(({ event }) => event.recipients?.includes(accountId) === true)
  if (deliveries.length > 0 && stream.isOpen) deps.onDelivered(accountId, spaceId, messageIdsOf(deliveries))
}

function messageIdsOf(entries: readonly RingEntry[]): string[] {
  return [...new Set(entries.flatMap(({ event }) => event.messageId ?? []))]
}
