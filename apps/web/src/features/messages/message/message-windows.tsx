import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'
import type { Message } from '@flockwork/contract/messages'
import { CompletionPart } from '../text-field/message-field.tsx'
import { EditPart, ToolbarPart } from './row-parts.ts'
import type { MessageWindow, WindowKind, Windows } from './use-windows.ts'

const Sheet = lazyPart(async () => (await import('./message-sheet.tsx')).MessageSheet)
const Picker = lazyPart(async () => (await import('../reactions/reaction-picker.tsx')).ReactionPicker)
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const HistoryDialog = lazyPart(async () => (await import('../editing/history-dialog.tsx')).HistoryDialog)

/** Those that are needed at once when they are asked for; the emoji are many, and come when wanted. */
const SOON = [CompletionPart, ToolbarPart, Sheet, EditPart, DeleteDialog]

interface Props {
  windows: Windows
  /** Whose sheet of actions is open. */
  sheetFor: Message | null
  onCloseSheet: () => void
}

/** What opens over the feed for a message, each in a chunk of its own. */
export function MessageWindows({ windows: { window, close }, sheetFor, onCloseSheet }: Props) {
  usePreload(SOON)
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
    </>
  )
}
