import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useServices } from '../api/services.ts'
import { takeNoticeAfterReload } from '../features/spaces/index.ts'
import { strings } from '../strings.ts'
import { useToast } from '../ui/toast-store.ts'
import { createAppRouter } from './routes/router.tsx'
import { usePersistedData } from './cache/use-persisted-data.ts'
import { useLive } from './live/use-live.ts'
import { useMentionNotifications } from './live/use-mention-notifications.ts'
import { warmUpDates } from '../ui/warm-up-dates.ts'

warmUpDates()

/** Everything behind the session gate. */
export function SignedInApp() {
  const services = useServices()
  const { onAgentPaused } = services
  const queryClient = useQueryClient()
  const [router] = useState(() => createAppRouter({ services, queryClient }))
  const toast = useToast()
  usePersistedData()
  useLive()
  useMentionNotifications(router)

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

  return <RouterProvider router={router} />
}
