/** The preference for mention notifications: per user and browser, survives a logout. */
import { useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { createStorageChanges } from '../../storage/storage-changes.ts'

const changes = createStorageChanges()

export function wantsMentionNotices({ keys, storage }: AppServices, userId: string): boolean {
  return storage.get(keys.in('mention_notifications', userId)) === 'true'
}

export function setMentionNotices({ keys, storage }: AppServices, userId: string, wants: boolean): void {
  storage.set(keys.in('mention_notifications', userId), String(wants))
  changes.notify()
}

export function useMentionNotices(userId: string): boolean {
  const services = useServices()
  return useSyncExternalStore(changes.subscribe, () => wantsMentionNotices(services, userId))
}
