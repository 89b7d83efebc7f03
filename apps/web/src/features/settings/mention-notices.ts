/** The choice to be notified of mentions: each person's own in this browser, kept at logout. */
import { useSyncExternalStore } from 'react'
import { keys, storage } from '../../api/browser.ts'
import { createStorageNews } from '../../storage/storage-news.ts'

const news = createStorageNews()

export function wantsMentionNotices(userId: string): boolean {
  return storage.get(keys.in('mention_notifications', userId)) === 'true'
}

export function setMentionNotices(userId: string, wants: boolean): void {
  storage.set(keys.in('mention_notifications', userId), String(wants))
  news.tell()
}

export function useMentionNotices(userId: string): boolean {
  return useSyncExternalStore(news.subscribe, () => wantsMentionNotices(userId))
}
