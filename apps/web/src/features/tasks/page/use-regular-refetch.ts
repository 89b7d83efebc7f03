import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskKeys } from '../state/keys.ts'
import { useTaskCache } from '../state/use-task-cache.ts'

const EVERY_MS = 5 * 60 * 1000
const OPEN_WINDOW = '[role="dialog"][data-state="open"]'

/** Refetches the tasks every 5 minutes, except while a dialog is open or a fetch is in flight. */
export function useRegularRefetch(): void {
  const { timers } = useServices()
  const { spaceId } = useSignedIn()
  const { refetch } = useTaskCache()
  const isFetching = useIsFetching({ queryKey: taskKeys.space(spaceId) }) > 0
  const act = useEffectEvent(() => {
    if (isFetching || document.querySelector(OPEN_WINDOW) !== null) return
    void refetch()
  })

  useEffect(() => {
    let cancel = () => {}
    const next = () => {
      cancel = timers.after(EVERY_MS, () => {
        act()
        next()
      })
    }
    next()
    return () => cancel()
  }, [timers])
}
