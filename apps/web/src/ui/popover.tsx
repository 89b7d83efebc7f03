import * as RadixPopover from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFloatingLayer } from './floating-layer.ts'
import { isFocusOutside } from './focus-outside.ts'

interface Props {
  /** The trigger button. */
  trigger: ReactNode
  /** The accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Controls it, with `onOpenChange`, for content that closes it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A non-modal popover at a button, for more than a menu. */
export function Popover({ trigger, label, align = 'start', className, children, ...root }: Props) {
  const layer = useFloatingLayer()
  return (
    <RadixPopover.Root {...root}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (isFocusOutside(event.target)) event.preventDefault()
          }}
          className={cx(
            layer,
            'flex max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] flex-col',
            'rounded-panel bg-raised text-ink shadow-2',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
