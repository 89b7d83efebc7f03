import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useServices } from '../api/services.ts'
import { Authenticating } from '../features/auth/index.ts'
import { takeNoticeAfterReload } from '../features/spaces/index.ts'
import { strings } from '../strings.ts'
import { Deferred } from '../ui/deferred.tsx'
import { useToast } from '../ui/toast-store.ts'
import { createAppRouter } from './routes/router.tsx'
import { ShellMounted } from './shell/frame.tsx'
import { usePersistedData } from './cache/use-persisted-data.ts'
import { useLive } from './live/use-live.ts'
import { useMentionNotifications } from './live/use-mention-notifications.ts'
import { warmUpDates } from '../ui/warm-up-dates.ts'

warmUpDates()

/** Everything behind the session gate. */
export function SignedInApp() {
  const { onAgentPaused } = useServices()
  const toast = useToast()
  const [isMounted, setMounted] = useState(false)
  const endWaiting = useCallback(() => setMounted(true), [])
  usePersistedData()
  useLive()

  useEffect(() => {
    const words = takeNoticeAfterReload()
    if (words) toast({ ...words, tone: 'good' })
  }, [toast])

  useEffect(
    () =>
      onAgentPaused(({ username, retryAfterS }) => {
        const { pausedTitle, pausedText } = strings.shell
        toast({ title: pausedTitle(username), description: pausedText(retryAfterS), tone: 'bad' })
      }),
    [onAgentPaused, toast],
  )

  return (
    <>
      {!isMounted && <Authenticating />}
      <ShellMounted value={endWaiting}>
        <Deferred>
          <Pages />
        </Deferred>
      </ShellMounted>
    </>
  )
}

function Pages() {
  const services = useServices()
  const queryClient = useQueryClient()
  const [router] = useState(() => createAppRouter({ services, queryClient }))
  useMentionNotifications(router)
  return <RouterProvider router={router} />
}
