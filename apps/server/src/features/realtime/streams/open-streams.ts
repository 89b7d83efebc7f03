/** The open streams of this node: their readers, and when they must end (docs/rules/realtime.md#end). */
import { setTimeout as delay } from 'node:timers/promises'
import { STREAM_PING_MS } from '@flockwork/contract/limits'
import { ACCESS_CHANGES, mayAffect } from '../../../platform/access-changes.ts'
import type { Bus, BusMessage } from '../../../platform/bus.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import { RateLimited } from '../../../platform/errors.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { frame } from '../hub/frame.ts'
import type { EventStream } from './event-stream.ts'

export interface OpenStream {
  readonly stream: EventStream
  readonly accountId: string
  /** The owner of an agent: it goes where its owner goes. */
  readonly ownerId: string | null
  /** The session or credential that opened it. */
  readonly credentialId: string
  /** Re-checks whether this reader may still read, and which spaces. @throws if that can't be determined now */
  readonly isStillAllowed: () => Promise<boolean>
}

export interface OpenStreams {
  /**
   * Call this right before opening a stream. One too many is refused instead of ending the oldest: its reader would
   * reconnect and end the next one, forever. Nothing is lost: the client retries with its cursor, and the web app polls
   * meanwhile.
   * @throws RateLimited if the account has reached its limit on this node
   */
  checkStreamLimit(accountId: string): void
  add(open: OpenStream): void
  /** Accounts with an open stream on this node. */
  accounts(): ReadonlySet<string>
  /** How many streams each agent has open on this node. */
  ofAgents(): ReadonlyMap<string, number>
  endAll(): void
  stop(): void
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'streams'>
  /** How many streams one account may have open on this node. */
  readonly accountMax: number
  readonly onError: (error: unknown) => void
}

/**
 * A reader without access is disconnected within 2 s (docs/rules/realtime.md#end), so a failing check is retried no
 * longer.
 */
const CHECKS_MAX = 10
const CHECK_AGAIN_MS = 200
/** The next ping detects streams whose reader is gone. */
const RETRY_AFTER_S = STREAM_PING_MS / 1000

export function createOpenStreams({ bus, clock, metrics, accountMax, onError }: Deps): OpenStreams {
  const all = new Set<OpenStream>()
  const counts = new Map<string, number>()

  /** Retries the check; if it keeps failing the stream ends, and its client reconnects. */
  const recheck = async ({ stream, isStillAllowed }: OpenStream) => {
    for (let failures = 0; stream.isOpen;) {
      try {
        if (!(await isStillAllowed())) stream.end()
        return
      } catch (error) {
        onError(error)
        failures += 1
        if (failures === CHECKS_MAX) return stream.end()
        await delay(CHECK_AGAIN_MS)
      }
    }
  }

  /** Notifies every stream of the accounts, of any space, before the stream of the space that they left ends. */
  const announceMove = ({ accountIds, update }: Extract<BusMessage, { readonly update: unknown }>) => {
    const moved = new Set(accountIds)
    const bytes = frame('space_update', update)
    for (const open of all) if (moved.has(open.accountId)) open.stream.write(bytes)
  }

  // leaving, removal, deactivation or logging out, here or on another node
  const unsubscribe = bus.subscribe(ACCESS_CHANGES, (message) => {
    if (message.kind === 'members_left' || message.kind === 'members_back') announceMove(message)
    const isAffected = mayAffect(message)
    for (const open of all) if (isAffected(open)) recheck(open).catch(onError)
  })

  const unsubscribeNotices = bus.subscribe('account_notice', ({ accountId }) => {
    const bytes = frame('account_notice', { at: wireTime(new Date(clock.now())) })
    for (const open of all) if (open.accountId === accountId) open.stream.write(bytes)
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
    checkStreamLimit(accountId) {
      if ((counts.get(accountId) ?? 0) < accountMax) return
      const state = { limit: accountMax, remaining: 0, retryAfterSeconds: RETRY_AFTER_S }
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
    ofAgents() {
      const streams = new Map<string, number>()
      for (const { accountId, ownerId } of all) {
        if (ownerId !== null) streams.set(accountId, (streams.get(accountId) ?? 0) + 1)
      }
      return streams
    },
    endAll,
    stop() {
      unsubscribe()
      unsubscribeNotices()
      clearInterval(ping)
      endAll()
    },
  }
}
