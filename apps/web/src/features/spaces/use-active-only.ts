import { useSyncExternalStore } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { createStorageChanges } from '../../storage/storage-changes.ts'

const changes = createStorageChanges()

/** Whether My Workspaces lists only the currently active ones; stored per device and user. */
export function useActiveOnly(): [boolean, (isOn: boolean) => void] {
  const { storage, keys } = useServices()
  const { profile } = useSignedIn()
  const key = keys.in('spaces_active_now', profile.id)
  const isOn = useSyncExternalStore(changes.subscribe, () => storage.get(key) === 'true')
  return [
    isOn,
    (next) => {
      storage.set(key, String(next))
      changes.notify()
    },
  ]
}
