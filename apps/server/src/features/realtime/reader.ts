/**
 * Serves one space to one stream: registers, then replays from memory or the table, then goes live. A
 * position that can't be resumed begins anew with a bootstrap.
 */
import type { Message } from '@flockwork/contract/messages'
import { BOOTSTRAP_POSTS, REPLAY_MAX_EVENTS } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { isFor, type Batch } from './batch.ts'
import { frame } from './frame.ts'
import type { Hub, Subscription } from './hub.ts'
import * as repository from './repository.ts'
import { entryOf, type RingEntry } from './ring.ts'
import type { Stream } from './stream.ts'

export interface ReaderNeeds {
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
  /** Resume after this number; `undefined` begins with a bootstrap, 0 from the beginning of what is kept. */
  readonly position: number | undefined
  /** The position was given but is not ours: say so in the bootstrap. */
  readonly isReset: boolean
}

const REPLAY_PAGE = 500

/** Starts serving; resolves once the stream is live. Returns how to stop. */
export async function startReader(needs: ReaderNeeds, options: ReaderOptions): Promise<() => void> {
  const { hub } = needs
  const { spaceId, stream } = options
  const subscription = await hub.follow(spaceId, {
    take: (batch) => takeLive(needs, options, batch),
    lose: () => stream.end(),
  })
  await catchUp(needs, options, subscription)
  return () => subscription.stop()
}

function takeLive({ metrics, onHanded }: ReaderNeeds, options: ReaderOptions, batch: Batch): void {
  const { accountId, spaceId, stream, marking } = options
  const bytes = marking.bytesOf(batch)
  if (bytes === undefined || !stream.isOpen) return
  stream.write(bytes)
  metrics.deliveries.inc(batch.entries.length)
  const handed = batch.handedTo(accountId)
  if (handed.length > 0 && stream.isOpen) onHanded(accountId, spaceId, messageIdsOf(handed))
}

async function catchUp(
  needs: ReaderNeeds,
  options: ReaderOptions,
  subscription: Subscription,
): Promise<void> {
  let position = await firstPosition(needs, options, subscription.head)
  position ??= await bootstrap(needs, options, options.isReset || options.position !== undefined)

  while (options.stream.isOpen && !subscription.goLive(position)) {
    const events = await repository.listEvents(needs.db, options.spaceId, position, REPLAY_PAGE)
    const [first] = events
    if (first === undefined || first.seq !== position + 1) {
      position = await bootstrap(needs, options, true)
      continue
    }
    await replay(needs, options, events.map(entryOf))
    position = events.at(-1)?.seq ?? position
  }
}

/** Where to go on from, or `undefined` to begin anew. */
async function firstPosition(
  { db }: ReaderNeeds,
  { spaceId, position }: ReaderOptions,
  head: number,
): Promise<number | undefined> {
  if (position === undefined || position > head) return undefined
  const from = position === 0 ? ((await repository.oldestKept(db, spaceId)) ?? 1) - 1 : position
  return head - from > REPLAY_MAX_EVENTS ? undefined : from
}

async function bootstrap(needs: ReaderNeeds, options: ReaderOptions, isReset: boolean): Promise<number> {
  const { accountId, spaceId, stream, marking } = options
  const { seq, posts } = await needs.latest(spaceId, BOOTSTRAP_POSTS)
  const data = {
    space_id: spaceId,
    at: wireTime(new Date(needs.clock.now())),
    org_id: spaceId,
    posts,
    ...(isReset && { reset: true }),
  }
  await stream.writeSlowly(frame('bootstrap', data, marking.idAt(spaceId, seq)))
  needs.onHanded(
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
  needs: ReaderNeeds,
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
  if (handed.length > 0 && stream.isOpen) needs.onHanded(accountId, spaceId, messageIdsOf(handed))
}

function messageIdsOf(entries: readonly RingEntry[]): string[] {
  return [...new Set(entries.flatMap(({ event }) => event.messageId ?? []))]
}
