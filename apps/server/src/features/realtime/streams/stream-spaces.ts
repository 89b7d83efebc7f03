/**
 * The spaces that one stream follows. An agent's stream of every space goes with the agent
 * (docs/rules/realtime.md#agent-streams).
 */
import { manySpaces, oneSpace } from './marking.ts'
import { readPositions, type Positions } from './cursors.ts'
import { startHoldable, type Holds } from './pausable-reader.ts'
import type { ReaderDeps } from './space-reader.ts'
import type { Stream } from './event-stream.ts'

export interface Following {
  /** Follows these spaces from now on and no others; a new one begins when the account entered it. */
  goTo(spaceIds: readonly string[]): Promise<void>
}

export type FollowingDeps = ReaderDeps & { readonly holds: Holds }

interface Options {
  readonly accountId: string
  readonly stream: Stream
  /** The position that the client gave, as it stands. */
  readonly resume: string | undefined
}

type Start = { readonly position: number | 'entry' | undefined; readonly isReset: boolean }

const ANEW: Start = { position: undefined, isReset: false }
const FROM_ENTRY: Start = { position: 'entry', isReset: false }

/** A stream of one space: positions are plain numbers. */
export async function followOne(deps: FollowingDeps, spaceId: string, options: Options): Promise<void> {
  const { accountId, stream, resume } = options
  const start = resume === undefined ? ANEW : startAt(numberOf(resume))
  const marking = oneSpace(accountId)
  const stop = await startHoldable(deps, { spaceId, accountId, stream, marking, ...start })
  stream.onClose(stop)
  if (!stream.isOpen) stop()
}

/** A stream of every space that the account is in, now and later. */
export function followEvery(deps: FollowingDeps, { accountId, stream, resume }: Options): Following {
  const given = resume === undefined || resume === '0' ? undefined : readPositions(resume)
  const positions: Positions = given ?? new Map()
  const marking = manySpaces(accountId, positions)
  const stops = new Map<string, () => void>()
  const firstStart = startOfEvery(resume, given)
  let hasBegun = false
  let last: Promise<void> = Promise.resolve()

  stream.onClose(() => {
    for (const stop of stops.values()) stop()
  })

  const go = async (spaceIds: readonly string[]) => {
    for (const [spaceId, stop] of stops) {
      if (spaceIds.includes(spaceId)) continue
      stop()
      stops.delete(spaceId)
    }
    for (const spaceId of positions.keys()) if (!spaceIds.includes(spaceId)) positions.delete(spaceId)

    const startOf = hasBegun ? () => FROM_ENTRY : firstStart
    hasBegun = true
    for (const spaceId of spaceIds) {
      if (stops.has(spaceId)) continue
      const stop = await startHoldable(deps, { spaceId, accountId, stream, marking, ...startOf(spaceId) })
      stops.set(spaceId, stop)
      if (!stream.isOpen) stop()
    }
  }

  return {
    goTo(spaceIds) {
      // one after the other: a move may come while the one before is still catching up
      last = last.catch(() => {}).then(() => go(spaceIds))
      return last
    },
  }
}

function startOfEvery(resume: string | undefined, given: Positions | undefined): (spaceId: string) => Start {
  if (resume === undefined) return () => ANEW
  if (resume === '0') return () => startAt(0)
  if (given === undefined) return () => startAt(undefined)
  const begun = new Map(given)
  return (spaceId) => (begun.has(spaceId) ? startAt(begun.get(spaceId)) : FROM_ENTRY)
}

/** A position that can't be read begins anew, and says so. */
function startAt(position: number | undefined): Start {
  return { position, isReset: position === undefined }
}

function numberOf(resume: string): number | undefined {
  return /^\d{1,15}$/.test(resume) ? Number(resume) : undefined
}
