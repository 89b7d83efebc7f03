import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { InDialog } from './floating-layer.ts'
import { stayOpenForToasts } from './outside-dialog.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; not visible, because the content begins with a field. */
  title: string
  children: ReactNode
}

/**
 * A dialog near the top of the page, with a search field and its results. It restores the focus, unless the chosen
 * action has moved it.
 */
export function CommandDialog({ open, onOpenChange, title, children }: Props) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            const { activeElement, body } = document
            const isElsewhere = activeElement !== body && !activeElement?.closest('[role="dialog"]')
            if (isElsewhere) event.preventDefault()
            else onCloseAutoFocus(event)
          }}
          onInteractOutside={stayOpenForToasts}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(12px,12dvh)] z-50 mx-auto flex max-h-[70dvh] max-w-140 flex-col overflow-hidden rounded-dialog bg-raised text-ink shadow-2 data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in max-md:top-3"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          <InDialog value={true}>{children}</InDialog>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
