/** The agents that a person selected for the bar of a space, stored in this browser and not removed at logout. */
import { useMemo, useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../../../api/services.ts'
import { createStorageChanges } from '../../../../storage/storage-changes.ts'

const changes = createStorageChanges()

/** The ids of the selected agents; null: no selection, the default is shown. */
export function useSelection(userId: string, spaceId: string): readonly string[] | null {
  const services = useServices()
  const { storage } = services
  const text = useSyncExternalStore(changes.subscribe, () => storage.get(keyOf(services, userId, spaceId)))
  return useMemo(() => parse(text), [text])
}

export function saveSelection(
  services: AppServices,
  userId: string,
  spaceId: string,
  ids: readonly string[] | null,
): void {
  const key = keyOf(services, userId, spaceId)
  if (ids === null) services.storage.remove(key)
  else services.storage.set(key, JSON.stringify(ids))
  changes.notify()
}

const keyOf = ({ keys }: AppServices, userId: string, spaceId: string) =>
  keys.in('quick_mentions', userId, spaceId)

function parse(text: string | null): readonly string[] | null {
  if (text === null) return null
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : null
  } catch {
    return null
  }
}
