import type { Message } from '@flockwork/contract/messages'
import { useCallback, useMemo, useState } from 'react'

export type WindowKind = 'picker' | 'delete' | 'history'

/** What is open over the feed for one message. Closed, it stays known until it has faded out. */
export interface MessageWindow {
  kind: WindowKind
  message: Message
  isOpen: boolean
}

export interface Windows {
  window: MessageWindow | null
  show: (kind: WindowKind, message: Message) => void
  close: () => void
}

/** Picker, deletion and history: one at a time. */
export function useWindows(): Windows {
  const [window, setWindow] = useState<MessageWindow | null>(null)
  const show = useCallback(
    (kind: WindowKind, message: Message) => setWindow({ kind, message, isOpen: true }),
    [],
  )
  const close = useCallback(() => setWindow((last) => last && { ...last, isOpen: false }), [])
  return useMemo(() => ({ window, show, close }), [window, show, close])
}
