import type { Message } from '@flockwork/contract/messages'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dividerAmong, dividerAt } from '../reading/reading.ts'
import type { NewDivider } from '../state/feed-rows.ts'

/**
 * The "N new" divider of this visit: placed once, when the feed is loaded, and not moved while it is read. Returning to
 * a hidden tab is another visit if something arrived meanwhile.
 */
export function useNewDivider({ isReady, isCached, messages, isRead, hasOlder }: Deps): NewDivider | null {
  const [placed, setPlaced] = useState<Placed | null>(null)
  // among cached messages its position is final; only the number of new ones isn't known yet
  const isDue = placed === null ? isReady || isCached : isReady && placed.isEarly
  if (isDue) setPlaced({ ...placedAt(dividerAt(messages, isRead, hasOlder), messages), isEarly: !isReady })

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
      if (divider) setPlaced(placedAt(divider, messages))
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  const [first] = messages
  return useMemo(
    () => (placed?.divider ? dividerAmong(placed.divider, placed.seq, first) : null),
    [placed, first],
  )
}

interface Deps {
  /** Enough messages are loaded, and the read position is known. */
  isReady: boolean
  /** The messages are those of an earlier page. */
  isCached: boolean
  messages: readonly Message[]
  isRead: (message: Message) => boolean
  hasOlder: boolean
}

interface Placed {
  divider: NewDivider | null
  /** Of the message after it. */
  seq: number
  /** It is placed again when the feed is ready. */
  isEarly: boolean
}

function placedAt(divider: NewDivider | null, messages: readonly Message[]): Placed {
  return { divider, seq: messages.find(({ id }) => id === divider?.beforeId)?.seq ?? 0, isEarly: false }
}
