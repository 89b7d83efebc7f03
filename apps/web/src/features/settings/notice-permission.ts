import { useSyncExternalStore } from 'react'

/** Whether this page may show notifications, and if not, why. */
export type NoticePermission = 'granted' | 'default' | 'denied' | 'insecure' | 'unsupported'

interface Surroundings {
  readonly isSecure: boolean
  readonly userAgent: string
  /** Absent if the browser doesn't support notifications. */
  readonly permission: NotificationPermission | undefined
}

/** Chrome for Android has the constructor, which throws there: it only shows what a service worker sends. */
const ONLY_FROM_WORKERS = /\bAndroid\b.*\b(Chrome|SamsungBrowser)\//

/** The permission to explain to the user, the most fundamental reason first. */
export function permissionOf({ isSecure, userAgent, permission }: Surroundings): NoticePermission {
  if (!isSecure) return 'insecure'
  if (permission === undefined || ONLY_FROM_WORKERS.test(userAgent)) return 'unsupported'
  return permission
}

export function noticePermission(): NoticePermission {
  const known = 'Notification' in globalThis
  return permissionOf({
    isSecure: isSecureContext,
    userAgent: navigator.userAgent,
    permission: known ? Notification.permission : undefined,
  })
}

/** Asks the browser, which prompts the user unless it has an answer. Requires a user gesture. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticePermission() === 'default') await Notification.requestPermission()
  for (const listener of listeners) listener()
  return noticePermission()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // the user returns from the browser's own settings
  addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

export function useNoticePermission(): NoticePermission {
  return useSyncExternalStore(subscribe, noticePermission)
}
