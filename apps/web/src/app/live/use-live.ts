import type { Agent } from '@flockwork/contract/agents'
import type { RosterItem, Space } from '@flockwork/contract/spaces'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { agentKeys, teamKeys } from '../../features/agents/index.ts'
import {
  feedOf,
  loadPolling,
  messageKeys,
  queueOf,
  otherQueues,
  refetchFeed,
} from '../../features/messages/index.ts'
import { spaceKeys } from '../../features/spaces/index.ts'
import { applyEvent, type LiveEvent } from '../../realtime/apply-event.ts'
import { createLatencyMeter } from '../../realtime/latency.ts'
import { notifyEventListeners } from '../../realtime/live-listeners.ts'
import { NO_STREAM, openLive } from '../../realtime/live.ts'
import { readStream } from '../../realtime/stream.ts'
import { setLive } from '../../realtime/use-connection.ts'
import { isFeatureOn } from '../../storage/feature-flags.ts'
import { eventTable, type ClientState } from './event-table.ts'
import { createRefetches } from './refetches.ts'
import { startWhenIdle } from './start-when-idle.ts'
import { watchUnread } from './unread-here.ts'

/** Keeps the current space's client state live. Mounted once, behind the session gate. */
export function useLive(): void {
  const services = useServices()
  const { deviceId, fetch, keys, refresher, storage, timers } = services
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const queryClient = useQueryClient()

  useEffect(() => {
    if (spaceId === null) return
    const queues = [queueOf(services, userId, spaceId), ...otherQueues(services, userId, spaceId)]
    const flush = () => {
      for (const queue of queues) queue.flush()
    }
    const invalidate = (...keys: (readonly unknown[])[]) => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
    }
    const refetches = createRefetches(timers, {
      posts: () => void refetchFeed(services, spaceId).catch(warn),
      afterBootstrap: () => invalidate(['messages', spaceId], ...ofSpace(spaceId)),
    })
    const stopPolling = startWhenIdle(timers, async () => {
      const { pollWhileAway } = await loadPolling()
      return () => pollWhileAway(services, spaceId, flush)
    })
    const unread = watchUnread(services, queryClient, userId, spaceId)
    const open = isFeatureOn(storage, keys, 'sse_messages') ? openLive : () => NO_STREAM
    const live = open(
      {
        read: (request) => readStream({ fetch }, request),
        freshToken: (refused) => freshToken(services, refused),
        checkSession: () => checkSession(services),
        deviceId,
        checkToken: refresher.checkForStream,
        latency: createLatencyMeter({
          now: timers.now,
          uptime: () => performance.now(),
          onChange: showLatency,
        }),
        timers,
      },
      {
        spaceId,
        cursor: feedOf(spaceId).state().appliedSeq || null,
        onEvents(events) {
          refetches.onEvents(events, applyEvents(queryClient, spaceId, events))
          unread.onEvents(events)
          notifyEventListeners(events)
        },
        onConnection(connection) {
          setLive({ connection })
          if (connection.status === 'connected') flush()
        },
        onForbidden: () => invalidate(spaceKeys.mine, messageKeys.newest(spaceId)),
      },
    )
    const cameOnline = () => {
      live.cameOnline()
      flush()
    }
    const cameBack = () => {
      if (document.visibilityState === 'visible') live.wasShown()
    }
    addEventListener('online', cameOnline)
    addEventListener('focus', cameBack)
    addEventListener('pageshow', cameBack)
    document.addEventListener('visibilitychange', cameBack)
    return () => {
      removeEventListener('online', cameOnline)
      removeEventListener('focus', cameBack)
      removeEventListener('pageshow', cameBack)
      document.removeEventListener('visibilitychange', cameBack)
      refetches.cancel()
      unread.stop()
      stopPolling()
      live.close()
      setLive({ isSlow: false })
    }
  }, [
    storage,
    timers.now,
    fetch,
    deviceId,
    services,
    keys,
    timers,
    refresher.checkForStream,
    userId,
    spaceId,
    queryClient,
  ])
}

/**
 * Applies events that arrived together in one update, so that the screen changes once.
 *
 * @returns whether each event could be applied; one that can't is skipped
 */
function applyEvents(queryClient: QueryClient, spaceId: string, events: LiveEvent[]): boolean {
  const feed = feedOf(spaceId)
  const rosterKey = spaceKeys.roster(spaceId)
  const spaces = queryClient.getQueryData<readonly Space[]>(spaceKeys.mine)
  const roster = queryClient.getQueryData<readonly RosterItem[]>(rosterKey)
  const agentsKey = agentKeys.list(spaceId)
  const agents = queryClient.getQueryData<{ agents: readonly Agent[] }>(agentsKey)?.agents
  const current: ClientState = {
    feed: feed.state(),
    spaces: spaces ?? [],
    roster: roster ?? [],
    agents: agents ?? [],
  }
  let allApplied = true
  const next = events.reduce((data, event) => {
    try {
      return applyEvent(eventTable, data, event)
    } catch (error) {
      warn(error)
      allApplied = false
      return data
    }
  }, current)

  feed.update(() => next.feed)
  if (spaces && next.spaces !== current.spaces) queryClient.setQueryData(spaceKeys.mine, next.spaces)
  if (roster && next.roster !== current.roster) queryClient.setQueryData(rosterKey, next.roster)
  if (agents && next.agents !== current.agents) queryClient.setQueryData(agentsKey, { agents: next.agents })
  if (events.some(({ name }) => name === 'space_update')) {
    const stale = [...ofSpace(spaceId), messageKeys.channels(spaceId)]
    for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey })
  }
  if (events.some(({ name }) => name === 'task_update')) {
    // agents' activity is refetched when it is shown
    void queryClient.invalidateQueries({ queryKey: agentsKey, exact: true, refetchType: 'none' })
  }
  return allApplied
}

/** The query keys of a space's data other than its messages. */
function ofSpace(spaceId: string): (readonly unknown[])[] {
  return [
    spaceKeys.mine,
    spaceKeys.members(spaceId),
    spaceKeys.invites(spaceId),
    spaceKeys.reports(spaceId),
    spaceKeys.reportCounts,
    spaceKeys.roster(spaceId),
    agentKeys.all,
    teamKeys.list(spaceId),
  ]
}

async function freshToken(services: AppServices, refused: string | null): Promise<string | null> {
  const current = services.tokens.get()
  if (current !== null && current !== refused && !services.tokens.isExpired()) return current
  const { kind } = await services.refresher.refresh()
  if (kind === 'refused') checkSession(services)
  return kind === 'refreshed' ? services.tokens.get() : null
}

/** Checks the session by a call: if it is rejected, the transport refreshes or ends it. */
function checkSession({ api }: AppServices): void {
  api.auth.me().catch(warn)
}

function showLatency(isSlow: boolean, latencyMs: number): void {
  setLive({ isSlow })
  if (isSlow) warn(`The realtime connection is slow: ${Math.round(latencyMs)} ms`)
}

function warn(what: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what)
}
