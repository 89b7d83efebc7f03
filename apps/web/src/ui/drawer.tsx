import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { InDialog } from './floating-layer.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { stayOpenForToasts } from './outside-dialog.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; not visible, because the content begins with the logo. */
  title: string
  children: ReactNode
}

/** A drawer that slides in from the left on a phone. */
export function Drawer({ open, onOpenChange, title, children }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-30 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          {...focusReturn}
          onInteractOutside={stayOpenForToasts}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 flex w-[min(20rem,86vw)] flex-col overflow-y-auto bg-sunken pb-safe shadow-2 data-[state=closed]:animate-left-out data-[state=open]:animate-left-in"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          <InDialog value={true}>{children}</InDialog>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
