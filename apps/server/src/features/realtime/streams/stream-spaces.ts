/**
 * The spaces that one stream carries: one, or every space that an agent is in (docs/rules/realtime.md#agent-streams).
 */
import { cursorIds, parseCursors, parseSeq, seqIds, type Cursors } from './cursors.ts'
import type { EventStream } from './event-stream.ts'
import { startPausableReader, type PauseState } from './pausable-reader.ts'
import type { ReaderDeps, ReaderOptions } from './space-reader.ts'

export interface StreamSpaces {
  /** Replaces the stream's spaces; a new one starts at the account's join. */
  setSpaces(spaceIds: readonly string[]): Promise<void>
}

export type StreamSpacesDeps = ReaderDeps & { readonly pauses: PauseState }

interface Options {
  readonly accountId: string
  readonly viewerId: string | null
  readonly stream: EventStream
  /** The client's cursor, unparsed. */
  readonly lastEventId: string | undefined
}

type Start = Pick<ReaderOptions, 'cursor' | 'isReset'>

const FROM_BOOTSTRAP: Start = { cursor: undefined, isReset: false }
const FROM_JOINING: Start = { cursor: 'joined', isReset: false }

/** Sends one space to the stream. Resolves once it is live. */
export async function streamSpace(deps: StreamSpacesDeps, spaceId: string, options: Options): Promise<void> {
  const { accountId, viewerId, stream, lastEventId } = options
  const start = lastEventId === undefined ? FROM_BOOTSTRAP : startAt(parseSeq(lastEventId))
  const idFormat = seqIds(accountId)
  const stop = await startPausableReader(deps, { spaceId, accountId, viewerId, stream, idFormat, ...start })
  stream.onClose(stop)
  if (!stream.isOpen) stop()
}

/** Sends the spaces set by `setSpaces` to the stream. */
export function streamEverySpace(
  deps: StreamSpacesDeps,
  { accountId, viewerId, stream, lastEventId }: Options,
): StreamSpaces {
  const presented = lastEventId === undefined || lastEventId === '0' ? undefined : parseCursors(lastEventId)
  const cursors: Cursors = presented ?? new Map()
  const idFormat = cursorIds(accountId, cursors)
  const stops = new Map<string, () => void>()
  const firstStart = firstStarts(lastEventId, presented)
  let isStarted = false
  let last: Promise<void> = Promise.resolve()

  stream.onClose(() => {
    for (const stop of stops.values()) stop()
  })

  const update = async (spaceIds: readonly string[]) => {
    for (const [spaceId, stop] of stops) {
      if (spaceIds.includes(spaceId)) continue
      stop()
      stops.delete(spaceId)
    }
    for (const spaceId of cursors.keys()) if (!spaceIds.includes(spaceId)) cursors.delete(spaceId)

    const startOf = isStarted ? () => FROM_JOINING : firstStart
    isStarted = true
    for (const spaceId of spaceIds) {
      if (stops.has(spaceId)) continue
      const stop = await startPausableReader(deps, {
        spaceId,
        accountId,
        viewerId,
        stream,
        idFormat,
        ...startOf(spaceId),
      })
      stops.set(spaceId, stop)
      if (!stream.isOpen) stop()
    }
  }

  return {
    setSpaces(spaceIds) {
      // serialised: a change may arrive during the previous one's backfill
      last = last.catch(() => {}).then(() => update(spaceIds))
      return last
    },
  }
}

/** Where each space starts on a new stream. */
function firstStarts(
  lastEventId: string | undefined,
  presented: Cursors | undefined,
): (spaceId: string) => Start {
  if (lastEventId === undefined) return () => FROM_BOOTSTRAP
  if (lastEventId === '0') return () => startAt(0)
  if (presented === undefined) return () => startAt(undefined)
  // a copy: the stream's cursors change as events are sent
  const first = new Map(presented)
  return (spaceId) => (first.has(spaceId) ? startAt(first.get(spaceId)) : FROM_JOINING)
}

/** An unreadable cursor starts with a bootstrap that says so. */
function startAt(cursor: number | undefined): Start {
  return { cursor, isReset: cursor === undefined }
}
