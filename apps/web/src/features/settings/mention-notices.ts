/** The choice to be notified of mentions: each person's own in this browser, kept at logout. */
import { useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { createStorageChanges } from '../../storage/storage-changes.ts'

const news = createStorageChanges()

export function wantsMentionNotices({ keys, storage }: AppServices, userId: string): boolean {
  return storage.get(keys.in('mention_notifications', userId)) === 'true'
}

export function setMentionNotices({ keys, storage }: AppServices, userId: string, wants: boolean): void {
  storage.set(keys.in('mention_notifications', userId), String(wants))
  news.notify()
}

export function useMentionNotices(userId: string): boolean {
  const services = useServices()
  return useSyncExternalStore(news.subscribe, () => wantsMentionNotices(services, userId))
}
