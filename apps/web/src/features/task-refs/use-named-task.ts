import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { liveView } from '../../realtime/use-connection.ts'
import type { NamedTask } from './named-task.ts'
import { createNamedTasks, type NamedTasks } from './named-tasks.ts'

const isLive = () => liveView().connection.status === 'connected'
const lookups = new WeakMap<QueryClient, Map<string, NamedTasks>>()

/**
 * The current space's task with this name (`T-12`) or id, updated by events; null if there is none, undefined while
 * loading. Names of one render are fetched in one request.
 */
export function useNamedTask(ref: string | null): NamedTask | null | undefined {
  const services = useServices()
  const queryClient = useQueryClient()
  // no subscription: another session remounts everything, and a text can have a hundred names. Help articles are
  // read without an account, too
  const state = services.session.state()
  const spaceId = state.status === 'signedIn' ? state.spaceId : null
  const lookup = spaceId === null ? null : lookupOf(services, queryClient, spaceId)

  const subscribe = useCallback(
    (onChange: () => void) => (lookup && ref !== null ? lookup.watch(ref, onChange) : () => {}),
    [lookup, ref],
  )
  return useSyncExternalStore(subscribe, () => (lookup && ref !== null ? lookup.get(ref) : null))
}

function lookupOf({ api, timers }: AppServices, queryClient: QueryClient, spaceId: string): NamedTasks {
  const ofClient = lookups.get(queryClient) ?? new Map<string, NamedTasks>()
  lookups.set(queryClient, ofClient)
  const lookup = ofClient.get(spaceId) ?? createNamedTasks({ api, queryClient, spaceId, timers, isLive })
  ofClient.set(spaceId, lookup)
  return lookup
}
