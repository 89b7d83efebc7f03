import type { Message } from '@flockwork/contract/messages'
import { useCallback, useMemo, useState } from 'react'
import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'
import { CompletionPart } from '../text-field/message-field.tsx'
import { EditPart, ToolbarPart } from './message-row.tsx'

const Sheet = lazyPart(async () => (await import('./message-sheet.tsx')).MessageSheet)
const Picker = lazyPart(async () => (await import('../reactions/reaction-picker.tsx')).ReactionPicker)
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const HistoryDialog = lazyPart(async () => (await import('../editing/history-dialog.tsx')).HistoryDialog)

const CauseDialog = lazyPart(async () => (await import('../loops/parts.ts')).CauseDialog)

/** Parts that must open without a delay. The emoji picker is large, and loaded when it is opened. */
const PRELOADED = [CompletionPart, ToolbarPart, Sheet, EditPart, DeleteDialog]

export type WindowKind = 'picker' | 'delete' | 'history' | 'cause'

/** What is open for one message. After closing, it is retained until it has faded out. */
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

/** Picker, deletion, history and cause: one at a time. */
export function useWindows(): Windows {
  const [window, setWindow] = useState<MessageWindow | null>(null)
  const show = useCallback(
    (kind: WindowKind, message: Message) => setWindow({ kind, message, isOpen: true }),
    [],
  )
  const close = useCallback(() => setWindow((last) => last && { ...last, isOpen: false }), [])
  return useMemo(() => ({ window, show, close }), [window, show, close])
}

interface Props {
  windows: Windows
  /** The message whose sheet of actions is open. */
  sheetFor: Message | null
  onCloseSheet: () => void
}

/** The overlays of a message, each in a separate chunk. */
export function MessageWindows({ windows: { window, close }, sheetFor, onCloseSheet }: Props) {
  usePreload(PRELOADED)
  return (
    <>
      <Sheet when={sheetFor !== null} onLoadError={onCloseSheet} message={sheetFor} onClose={onCloseSheet} />
      {window && <OfMessage window={window} close={close} />}
    </>
  )
}

function OfMessage({ window, close }: { window: MessageWindow; close: () => void }) {
  const { message, kind } = window
  const props = (of: WindowKind) => {
    const isOpen = window.isOpen && kind === of
    return { when: isOpen, isOpen, message, onClose: close, onLoadError: close }
  }
  return (
    <>
      <Picker {...props('picker')} />
      <DeleteDialog {...props('delete')} />
      <HistoryDialog {...props('history')} />
      <CauseDialog {...props('cause')} />
    </>
  )
}
