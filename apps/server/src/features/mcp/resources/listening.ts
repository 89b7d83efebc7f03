/**
 * `subscriptions/listen` of the stateless protocol: an agent is told that its inbox or its space's feed changed. It
 * is told that something is there, never what; it reads the resource for that.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { WAITS_PER_AGENT, WAITS_PER_PROCESS, WAIT_PROGRESS_EVERY_MS } from '@flockwork/contract/limits'
import { concerns } from '../../../platform/access-changes.ts'
import type { Bus } from '../../../platform/bus.ts'
import { ApiError, RateLimited } from '../../../platform/errors.ts'
import { readOwnProfile } from '../../agents/index.ts'
import type { Batch } from '../../realtime/index.ts'
import { requireUnpaused, type Call } from '../call.ts'
import { followSpaces, type Following } from '../waiting/follow-spaces.ts'
import { FEED_URI, INBOX_URI } from './resources.ts'
import type { ToolServices } from '../tools/tool.ts'

export interface Listening {
  /** What the protocol's handler takes its events from. */
  readonly events: ServerEventBus
  /** Called when the agent may no longer listen. */
  onRefused: () => void
  stop(): void
}

export interface Listenings {
  /** From the moment this resolves nothing is missed. @throws RateLimited when too many listen, AgentDisabled. */
  open(call: Call): Promise<Listening>
  stop(): void
}

type Deps = Pick<ToolServices, 'db' | 'hub' | 'touch' | 'breaker'> & {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly onError: (error: unknown) => void
}

/** What happens within this time is told once. */
const JOINED_MS = 500
const RETRY_AFTER_S = 5

export function createListenings(deps: Deps): Listenings {
  const all = new Map<Call, () => void>()

  const unsubscribe = deps.bus.subscribe(['account_changed', 'reconnected'], (message) => {
    for (const [{ actor }, recheck] of all) {
      const { accountId, ownerId } = actor
      if (concerns(message, { accountId, ownerId, credentialId: null })) recheck()
    }
  })

  return {
    async open(call) {
      requireUnpaused(call.actor)
      const own = [...all.keys()].filter(({ actor }) => actor.accountId === call.actor.accountId)
      if (own.length >= WAITS_PER_AGENT || all.size >= WAITS_PER_PROCESS) {
        const state = { limit: WAITS_PER_AGENT, remaining: 0, retryAfterSeconds: RETRY_AFTER_S }
        throw new RateLimited(state, 'This agent listens in too many places')
      }
      const recheck = Promise.withResolvers<() => void>()
      // counted at once, so that many at the same time can't pass together
      all.set(call, () => void recheck.promise.then((run) => run()))
      try {
        const { listening, refresh } = await listen(deps, call)
        recheck.resolve(refresh)
        const stop = () => {
          all.delete(call)
          listening.stop()
        }
        void call.answered.then(stop)
        return listening
      } catch (error) {
        all.delete(call)
        throw error
      }
    },
    stop: unsubscribe,
  }
}

async function listen(deps: Deps, call: Call): Promise<{ listening: Listening; refresh: () => void }> {
  const { accountId } = call.actor
  const changed = new Set<string>()
  let listener: ((event: ServerEvent) => void) | undefined
  let following: Following | undefined
  let feedOf: string | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const note = (uri: string) => {
    changed.add(uri)
    if (listener === undefined || isStopped) return
    timer ??= setTimeout(() => void tell().catch(refuse), JOINED_MS)
  }
  const tell = async () => {
    timer = undefined
    await call.recheck()
    const uris = [...changed]
    changed.clear()
    for (const uri of uris) listener?.({ kind: 'resource_updated', uri })
  }
  const isHeld = () => deps.breaker.pausedUntil(accountId) !== undefined
  const take = (batch: Batch, spaceId: string) => {
    // while the circuit breaker holds the agent its mail waits
    if (!isHeld() && batch.handedTo(accountId).length > 0) note(INBOX_URI)
    const isTalk = batch.entries.some(({ event }) => event.name === 'message' && event.audience === null)
    if (isTalk && spaceId === feedOf) note(FEED_URI)
  }
  const lose = () => {
    note(INBOX_URI)
    note(FEED_URI)
    refresh()
  }
  const follow = async () => {
    const before = following
    feedOf = (await readOwnProfile(deps.db, accountId)).space?.id ?? null
    following = await followSpaces(deps, call.actor, { take, lose })
    before?.stop()
    if (isStopped) following.stop()
  }

  let refreshing: Promise<void> = Promise.resolve()
  const refresh = () => {
    refreshing = refreshing
      .then(async () => {
        if (isStopped) return
        await call.recheck()
        const feedBefore = feedOf
        await follow()
        if (feedOf !== feedBefore) note(FEED_URI)
      })
      .catch(refuse)
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) deps.onError(error)
    listening.onRefused()
  }
  call.revoked.addEventListener('abort', () => listening.onRefused(), { once: true })

  await follow()
  // what waited for the end of a pause is there then
  const stopHearing = deps.breaker.onChange(accountId, () => !isHeld() && note(INBOX_URI))
  const touching = setInterval(() => deps.touch(accountId), WAIT_PROGRESS_EVERY_MS)
  const listening: Listening = {
    onRefused: () => {},
    events: {
      publish: () => {},
      subscribe(taker) {
        listener = taker
        for (const uri of changed) note(uri)
        return () => {
          listener = undefined
        }
      },
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(touching)
      stopHearing()
      following?.stop()
    },
  }
  return { listening, refresh }
}
