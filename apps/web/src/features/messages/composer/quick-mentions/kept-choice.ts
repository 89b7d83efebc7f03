/** Which agents a person chose to have at hand in a space: kept in this browser, over logouts too. */
import { useMemo, useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../../../api/services.ts'
import { createStorageChanges } from '../../../../storage/storage-changes.ts'

const news = createStorageChanges()

/** Their ids; null is the default. */
export function useKeptChoice(userId: string, spaceId: string): readonly string[] | null {
  const services = useServices()
  const { storage } = services
  const text = useSyncExternalStore(news.subscribe, () => storage.get(keyOf(services, userId, spaceId)))
  return useMemo(() => parsed(text), [text])
}

export function keepChoice(
  services: AppServices,
  userId: string,
  spaceId: string,
  ids: readonly string[] | null,
): void {
  const key = keyOf(services, userId, spaceId)
  if (ids === null) services.storage.remove(key)
  else services.storage.set(key, JSON.stringify(ids))
  news.notify()
}

const keyOf = ({ keys }: AppServices, userId: string, spaceId: string) =>
  keys.in('quick_mentions', userId, spaceId)

function parsed(text: string | null): readonly string[] | null {
  if (text === null) return null
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : null
  } catch {
    return null
  }
}
