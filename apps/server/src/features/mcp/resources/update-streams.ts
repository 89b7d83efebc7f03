/**
 * Streams of resource updates (`subscriptions/listen` of the stateless protocol): an agent learns that its inbox or the
 * feed of its space changed, and reads the resource for what is new.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { WAITS_PER_AGENT, WAITS_PER_PROCESS, WAIT_PROGRESS_EVERY_MS } from '@flockwork/contract/limits'
import { ACCOUNT_CHANGES, mayAffect } from '../../../platform/access-changes.ts'
import type { Bus } from '../../../platform/bus.ts'
import { ApiError, RateLimited } from '../../../platform/errors.ts'
import { requireUnpaused } from '../../../platform/mount.ts'
import { readOwnProfile } from '../../agents/index.ts'
import type { Batch } from '../../realtime/index.ts'
import type { Call } from '../call.ts'
import type { ToolServices } from '../tools/tool.ts'
import { subscribeToSpaces, type SpaceSubscriptions } from '../waiting/space-subscriptions.ts'
import { FEED_URI, INBOX_URI } from './resources.ts'

export interface UpdateStream {
  /** The source of the protocol handler's events. */
  readonly events: ServerEventBus
  /** Called when the agent's credential no longer permits the stream. Set by the caller. */
  onRefused: () => void
  stop(): void
}

export interface UpdateStreams {
  /** Once this resolves no update is missed. @throws RateLimited for too many streams, AgentDisabled. */
  open(call: Call): Promise<UpdateStream>
  stop(): void
}

type Deps = Pick<ToolServices, 'db' | 'hub' | 'touch' | 'breaker'> & {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly onError: (error: unknown) => void
}

/** Updates within this time are sent as one. */
const COALESCE_MS = 500
const RETRY_AFTER_S = 5

export function createUpdateStreams(deps: Deps): UpdateStreams {
  /** The open streams, with the refresh of each after a change of its agent's access. */
  const open = new Map<Call, () => void>()

  const unsubscribe = deps.bus.subscribe(ACCOUNT_CHANGES, (message) => {
    const isAffected = mayAffect(message)
    for (const [{ actor }, refresh] of open) {
      const { accountId, ownerId } = actor
      if (isAffected({ accountId, ownerId, credentialId: null })) refresh()
    }
  })

  return {
    async open(call) {
      requireUnpaused(call.actor)
      const own = [...open.keys()].filter(({ actor }) => actor.accountId === call.actor.accountId)
      if (own.length >= WAITS_PER_AGENT || open.size >= WAITS_PER_PROCESS) {
        const state = { limit: WAITS_PER_AGENT, remaining: 0, retryAfterSeconds: RETRY_AFTER_S }
        throw new RateLimited(state, 'This agent listens in too many places')
      }
      const refresh = Promise.withResolvers<() => void>()
      // counted before it is open, so that concurrent calls can't exceed the limit
      open.set(call, () => void refresh.promise.then((run) => run()))
      try {
        const opened = await openStream(deps, call)
        refresh.resolve(opened.refresh)
        void call.answered.then(() => {
          open.delete(call)
          opened.stream.stop()
        })
        return opened.stream
      } catch (error) {
        open.delete(call)
        throw error
      }
    },
    stop: unsubscribe,
  }
}

async function openStream(deps: Deps, call: Call): Promise<{ stream: UpdateStream; refresh: () => void }> {
  const { accountId } = call.actor
  const updated = new Set<string>()
  let listener: ((event: ServerEvent) => void) | undefined
  let subscriptions: SpaceSubscriptions | undefined
  let feedSpaceId: string | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const markUpdated = (uri: string) => {
    updated.add(uri)
    if (listener === undefined || isStopped) return
    timer ??= setTimeout(() => void sendUpdates().catch(refuse), COALESCE_MS)
  }
  const sendUpdates = async () => {
    timer = undefined
    await call.recheck()
    const uris = [...updated]
    updated.clear()
    for (const uri of uris) listener?.({ kind: 'resource_updated', uri })
  }
  const isPaused = () => deps.breaker.pausedUntil(accountId) !== undefined
  const subscriber = {
    receive: (batch: Batch, spaceId: string) => {
      // a tripped breaker delays mail: the end of the pause announces it
      if (!isPaused() && batch.deliveriesTo(accountId).length > 0) markUpdated(INBOX_URI)
      const hasMessage = batch.entries.some(
        ({ event }) => event.name === 'message' && event.audience === null,
      )
      if (hasMessage && spaceId === feedSpaceId) markUpdated(FEED_URI)
    },
    onGap: () => {
      markUpdated(INBOX_URI)
      markUpdated(FEED_URI)
      refresh()
    },
  }
  const resubscribe = async () => {
    const before = subscriptions
    feedSpaceId = (await readOwnProfile(deps.db, accountId)).space?.id ?? null
    subscriptions = await subscribeToSpaces(deps, call.actor, subscriber)
    before?.stop()
    if (isStopped) subscriptions.stop()
  }

  let refreshing: Promise<void> = Promise.resolve()
  const refresh = () => {
    refreshing = refreshing
      .then(async () => {
        if (isStopped) return
        await call.recheck()
        const feedBefore = feedSpaceId
        await resubscribe()
        if (feedSpaceId !== feedBefore) markUpdated(FEED_URI)
      })
      .catch(refuse)
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) deps.onError(error)
    stream.onRefused()
  }
  call.revoked.addEventListener('abort', () => stream.onRefused(), { once: true })

  await resubscribe()
  const unsubscribe = deps.breaker.onChange(accountId, () => !isPaused() && markUpdated(INBOX_URI))
  const touching = setInterval(() => deps.touch(accountId), WAIT_PROGRESS_EVERY_MS)
  const stream: UpdateStream = {
    onRefused: () => {},
    events: {
      publish: () => {},
      subscribe(onEvent) {
        listener = onEvent
        for (const uri of updated) markUpdated(uri)
        return () => {
          listener = undefined
        }
      },
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(touching)
      unsubscribe()
      subscriptions?.stop()
    },
  }
  return { stream, refresh }
}
