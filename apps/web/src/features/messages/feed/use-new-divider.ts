import type { Message } from '@flockwork/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { dividerAt } from '../reading/reading.ts'
import type { NewDivider } from '../state/feed-rows.ts'

/**
 * The "N new" divider of this visit: placed once, when the feed is loaded, and not moved while it is read. Returning to
 * a hidden tab is another visit if something arrived meanwhile.
 */
export function useNewDivider(
  isReady: boolean,
  messages: readonly Message[],
  isRead: (message: Message) => boolean,
  hasOlder: boolean,
): NewDivider | null {
  const [placed, setPlaced] = useState<{ divider: NewDivider | null } | null>(null)
  if (isReady && placed === null) setPlaced({ divider: dividerAt(messages, isRead, hasOlder) })

  const latest = useRef({ messages, isRead })
  useEffect(() => {
    latest.current = { messages, isRead }
  })
  useEffect(() => {
    let seqWhenHidden: number | null = null
    function onVisibility() {
      const { messages, isRead } = latest.current
      if (document.visibilityState === 'hidden') {
        seqWhenHidden = messages.at(-1)?.seq ?? 0
        return
      }
      const left = seqWhenHidden
      seqWhenHidden = null
      const divider =
        left === null
          ? null
          : dividerAt(
              messages.filter(({ seq }) => seq > left),
              isRead,
              // all that was loaded then has been dropped
              !messages.some(({ seq }) => seq <= left),
            )
      if (divider) setPlaced({ divider })
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  return placed?.divider ?? null
}
