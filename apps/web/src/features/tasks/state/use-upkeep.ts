import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { oncePerServices } from '../../../api/once-per-services.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { subscribeToEvents } from '../../../realtime/live-listeners.ts'
import { startUpkeep } from './upkeep.ts'

interface Running {
  count: number
  stop: () => void
}

const runningOf = oncePerServices(() => new Map<string, Running>())

/** Keeps cached tasks live while any component shows tasks: one shared instance. */
export function useUpkeep(): void {
  const services = useServices()
  const { spaceId, profile } = useSignedIn()
  const { username } = profile
  const queryClient = useQueryClient()

  useEffect(() => {
    if (spaceId === null) return
    const { timers, tokens } = services
    const running = runningOf(services)
    const name = `${spaceId} ${username}`
    const one = running.get(name) ?? {
      count: 0,
      stop: startUpkeep(
        { queryClient, timers, now: tokens.serverNow, subscribe: subscribeToEvents },
        spaceId,
        username,
      ),
    }
    one.count += 1
    running.set(name, one)
    return () => {
      one.count -= 1
      if (one.count > 0) return
      one.stop()
      running.delete(name)
    }
  }, [services, queryClient, spaceId, username])
}
