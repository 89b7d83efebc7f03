import { useEffect } from 'react'
import { useUnread } from './use-unread.ts'

/** The badge of the installed app's icon: the bell's count (docs/rules/spaces.md#unread). */
export function useAppBadge(): void {
  const unread = useUnread()
  useEffect(() => {
    // few browsers support it, and only for installed apps
    if (!('setAppBadge' in navigator)) return
    navigator.setAppBadge(unread).catch(() => {})
  }, [unread])
  useEffect(() => {
    if (!('clearAppBadge' in navigator)) return
    return () => void navigator.clearAppBadge().catch(() => {})
  }, [])
}
