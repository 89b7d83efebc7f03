import type { RosterItem, Space } from '@flockwork/contract/spaces'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceId, refresher, timers, tokens } from '../api/browser.ts'
import { useSignedIn } from '../api/use-session.ts'
import { feedOf, messageKeys, queueOf } from '../features/messages/index.ts'
import { spaceKeys } from '../features/spaces/index.ts'
import { applyEvent, type LiveEvent } from '../realtime/apply-event.ts'
import { openLive } from '../realtime/live.ts'
import { readStream } from '../realtime/stream.ts'
import { showConnection } from '../realtime/use-connection.ts'
import { eventTable, type HeldData } from './event-table.ts'

const BOOTSTRAP_REFETCH_MS = 500

/** Keeps what the signed-in user sees of the current space live. Mounted once, behind the session gate. */
export function useLive(): void {
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const queryClient = useQueryClient()

  useEffect(() => {
    if (spaceId === null) return
    const queue = queueOf(userId, spaceId)
    let cancelRefetch = () => {}
    const live = openLive(
      {
        read: (request) => readStream({ fetch: (input, init) => fetch(input, init), timers }, request),
        freshToken,
        deviceId,
        checkToken: refresher.checkForStream,
        timers,
      },
      {
        spaceId,
        onEvents(events) {
          take(queryClient, spaceId, events)
          if (!events.some(({ name }) => name === 'bootstrap')) return
          cancelRefetch()
          cancelRefetch = timers.after(BOOTSTRAP_REFETCH_MS, () => refetchAll(queryClient, spaceId))
        },
        onConnection(connection) {
          showConnection(connection)
          if (connection.status === 'connected') queue.flush()
        },
        onForbidden: () => void queryClient.invalidateQueries({ queryKey: spaceKeys.mine }),
      },
    )
    const cameOnline = () => {
      live.cameOnline()
      queue.flush()
    }
    addEventListener('online', cameOnline)
    return () => {
      removeEventListener('online', cameOnline)
      cancelRefetch()
      live.close()
    }
  }, [userId, spaceId, queryClient])
}

/** Applies what arrived together in one go, so that the screen changes once. */
function take(queryClient: QueryClient, spaceId: string, events: LiveEvent[]): void {
  const feed = feedOf(spaceId)
  const rosterKey = spaceKeys.roster(spaceId)
  const spaces = queryClient.getQueryData<readonly Space[]>(spaceKeys.mine)
  const roster = queryClient.getQueryData<readonly RosterItem[]>(rosterKey)
  const held: HeldData = { feed: feed.state(), spaces: spaces ?? [], roster: roster ?? [] }
  const next = events.reduce((data, event) => applyEvent(eventTable, data, event), held)

  feed.update(() => next.feed)
  if (spaces && next.spaces !== held.spaces) queryClient.setQueryData(spaceKeys.mine, next.spaces)
  if (roster && next.roster !== held.roster) queryClient.setQueryData(rosterKey, next.roster)
  for (const queryKey of staleAfter(events, spaceId)) void queryClient.invalidateQueries({ queryKey })
}

/** What changed in a way that the events don't tell in full. */
function staleAfter(events: readonly LiveEvent[], spaceId: string): (readonly unknown[])[] {
  if (!events.some(({ name }) => name === 'space_update')) return []
  return [
    spaceKeys.mine,
    spaceKeys.members(spaceId),
    spaceKeys.roster(spaceId),
    messageKeys.channels(spaceId),
    ['agents'],
  ]
}

function refetchAll(queryClient: QueryClient, spaceId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['messages', spaceId] })
}

async function freshToken(isRefused: boolean): Promise<string | null> {
  if (!isRefused && !tokens.isExpired()) return tokens.get()
  const { kind } = await refresher.refresh()
  return kind === 'refreshed' ? tokens.get() : null
}
