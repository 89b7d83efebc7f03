import * as RadixPopover from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFloatingLayer } from './floating-layer.ts'

interface Props {
  /** The button that opens it. */
  trigger: ReactNode
  /** Its name for assistive technology. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A small panel beside its button, for more than a list of acts. */
export function Popover({ trigger, label, open, onOpenChange, side, align, className, children }: Props) {
  const layer = useFloatingLayer()
  return (
    <RadixPopover.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          side={side ?? 'bottom'}
          align={align ?? 'center'}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            layer,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto rounded-panel',
            'bg-raised p-4 text-ink shadow-2 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
