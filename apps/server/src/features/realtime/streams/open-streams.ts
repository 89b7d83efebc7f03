/** The open streams of this node: who reads, and when they must end (docs/rules/realtime.md#end). */
import { setTimeout as delay } from 'node:timers/promises'
import { STREAM_PING_MS } from '@flockwork/contract/limits'
import { ACCESS_CHANGES, concerns } from '../../../platform/access-changes.ts'
import type { Bus } from '../../../platform/bus.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import { RateLimited } from '../../../platform/errors.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { frame } from '../hub/frame.ts'
import type { Stream } from './event-stream.ts'

export interface OpenStream {
  readonly stream: Stream
  readonly accountId: string
  /** The owner of an agent: it goes where its owner goes. */
  readonly ownerId: string | null
  /** The session or credential that opened it. */
  readonly credentialId: string
  /** Asks again whether this reader may still read here, and what. */
  readonly stillAllowed: () => Promise<boolean>
}

export interface Streams {
  /**
   * To be asked right before a stream is opened. The one too many is refused, and those that are open stay: were the
   * oldest ended instead, its reader would come back and end the next, for ever. Nothing is lost by it: whoever is
   * refused comes back with its position, and the web app asks for what is new meanwhile.
   *
   * @throws RateLimited when the account has as many open on this node as it may
   */
  requireRoom(accountId: string): void
  add(open: OpenStream): void
  /** Accounts with an open stream on this node. */
  accounts(): ReadonlySet<string>
  endAll(): void
  stop(): void
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'streams'>
  /** How many streams one account may hold open here. */
  readonly accountMax: number
  readonly onError: (error: unknown) => void
}

/** Who may no longer read is cut off within 2 s (docs/rules/realtime.md#end), so no more is waited for an answer. */
const ASKS_MAX = 10
const ASK_AGAIN_MS = 200
/** Who is refused a stream may try again: as often as a stream whose reader is gone may be noticed. */
const ROOM_AFTER_S = STREAM_PING_MS / 1000

export function createStreams({ bus, clock, metrics, accountMax, onError }: Deps): Streams {
  const all = new Set<OpenStream>()
  const counts = new Map<string, number>()

  /** Asks until it is known; a stream of which nothing can be known for too long ends, and comes back. */
  const recheck = async ({ stream, stillAllowed }: OpenStream) => {
    for (let failures = 0; stream.isOpen;) {
      try {
        if (!(await stillAllowed())) stream.end()
        return
      } catch (error) {
        onError(error)
        failures += 1
        if (failures === ASKS_MAX) return stream.end()
        await delay(ASK_AGAIN_MS)
      }
    }
  }

  // leaving, removal, deactivation or logging out, here or on another node
  const unsubscribe = bus.subscribe(ACCESS_CHANGES, (message) => {
    for (const open of all) if (concerns(message, open)) recheck(open).catch(onError)
  })

  // one timer and one buffer for every stream
  const ping = setInterval(() => {
    const bytes = frame('ping', { server_time: wireTime(new Date(clock.now())) })
    for (const { stream } of all) stream.write(bytes)
  }, STREAM_PING_MS)
  ping.unref()

  const endAll = () => {
    for (const { stream } of all) stream.end()
  }

  const count = (accountId: string, change: 1 | -1) => {
    const now = (counts.get(accountId) ?? 0) + change
    if (now === 0) counts.delete(accountId)
    else counts.set(accountId, now)
  }

  return {
    requireRoom(accountId) {
      if ((counts.get(accountId) ?? 0) < accountMax) return
      const state = { limit: accountMax, remaining: 0, retryAfterSeconds: ROOM_AFTER_S }
      throw new RateLimited(state, `At most ${accountMax} streams may be open at once`)
    },
    add(open) {
      all.add(open)
      count(open.accountId, 1)
      metrics.streams.inc()
      open.stream.onClose(() => {
        all.delete(open)
        count(open.accountId, -1)
        metrics.streams.dec()
      })
    },
    accounts: () => new Set(counts.keys()),
    endAll,
    stop() {
      unsubscribe()
      clearInterval(ping)
      endAll()
    },
  }
}
