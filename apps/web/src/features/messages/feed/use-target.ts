import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { loadAround } from '../loading/use-load-history.ts'

export interface Target {
  /** The message to show, once it is loaded. */
  id: string | null
  /** It doesn't exist, or the reader may not see it. */
  isMissing: boolean
}

/** Opens the feed around the message of `/m/{id}`. */
export function useTarget(spaceId: string, messageId: string | null): Target {
  const services = useServices()
  const [found, setFound] = useState<{ messageId: string; isMissing: boolean } | null>(null)

  useEffect(() => {
    if (messageId === null) return
    let isStale = false
    loadAround(services, spaceId, messageId).then(
      () => !isStale && setFound({ messageId, isMissing: false }),
      (error: unknown) => {
        const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
        if (!isStale) setFound({ messageId, isMissing })
      },
    )
    return () => {
      isStale = true
    }
  }, [services, spaceId, messageId])

  const isFound = found !== null && found.messageId === messageId
  return { id: isFound ? messageId : null, isMissing: isFound && found.isMissing }
}
