/** New credentials that their owner has acknowledged: no longer announced on this device. */
import { useCallback, useMemo, useState } from 'react'
import { useServices } from '../../api/services.ts'

/** More than anybody creates within the days in which they are announced. */
const KNOWN_MAX = 500

interface Known {
  readonly has: (id: string) => boolean
  readonly add: (ids: readonly string[]) => void
}

export function useKnownCredentials(userId: string): Known {
  const { keys, storage } = useServices()
  const key = keys.in('known_credentials', userId)
  const [stored, setStored] = useState(() => storage.get(key))
  const known = useMemo(() => new Set(stored?.split(' ')), [stored])
  const add = useCallback(
    (ids: readonly string[]) => {
      // another tab may have written meanwhile
      const all = new Set([...(storage.get(key)?.split(' ') ?? []), ...ids])
      const next = [...all].slice(-KNOWN_MAX).join(' ')
      storage.set(key, next)
      setStored(next)
    },
    [storage, key],
  )
  return { has: (id) => known.has(id), add }
}
