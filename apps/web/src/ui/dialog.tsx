import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { strings } from '../strings.ts'
import { cx } from './cx.ts'
import { InDialog } from './floating-layer.ts'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { stayOpenForToasts } from './outside-dialog.ts'

const WIDTHS = {
  sm: 'md:w-110',
  md: 'md:w-140',
  lg: 'md:w-160',
  xl: 'md:w-180',
}

const ON_PHONES = {
  sheet:
    'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-dialog max-md:data-[state=open]:animate-sheet-in max-md:data-[state=closed]:animate-sheet-out',
  full: 'max-md:inset-0 max-md:data-[state=open]:animate-sheet-in max-md:data-[state=closed]:animate-sheet-out',
}

const CENTRED =
  'md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:rounded-dialog md:data-[state=open]:animate-dialog-in md:data-[state=closed]:animate-dialog-out'

const FROM_THE_SIDE =
  'lg:inset-0 lg:m-auto lg:h-fit lg:max-h-[85dvh] lg:rounded-dialog lg:data-[state=open]:animate-dialog-in lg:data-[state=closed]:animate-dialog-out ' +
  'md:max-lg:inset-y-0 md:max-lg:right-0 md:max-lg:rounded-l-dialog md:max-lg:data-[state=open]:animate-right-in md:max-lg:data-[state=closed]:animate-right-out'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** 440, 560, 640 or 720 px. */
  size?: keyof typeof WIDTHS
  /** On a phone: a sheet from the bottom as tall as it needs, or the whole screen. */
  phone?: keyof typeof ON_PHONES
  /** Between a phone and 1024 px, a sheet from the right instead of a box in the middle. */
  side?: boolean
  /** Rendered before the title. */
  lead?: ReactNode
  /** Rendered between the title and Close. */
  aside?: ReactNode
  /** The buttons, always visible. Below 640 px they are stacked, the first one on top. */
  footer?: ReactNode
  /** Called on close: the element to focus instead of the opener, if any. */
  returnTo?: () => HTMLElement | null
  children?: ReactNode
}

/** A modal dialog. It traps the focus, and restores it to the opener. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  phone = 'full',
  side = false,
  lead,
  aside,
  footer,
  returnTo,
  children,
}: Props) {
  const focusReturn = useFocusReturn(returnTo)
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          {...focusReturn}
          onInteractOutside={stayOpenForToasts}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex max-w-full flex-col overflow-hidden bg-raised text-ink shadow-2',
            WIDTHS[size],
            ON_PHONES[phone],
            side ? FROM_THE_SIDE : CENTRED,
          )}
        >
          <InDialog value={true}>
            <header
              className={cx('flex items-start gap-3 px-5 pt-4 md:px-6 md:pt-5', children ? 'pb-3' : 'pb-5')}
            >
              {lead}
              <div className="min-w-0 flex-1 pt-1">
                <RadixDialog.Title className="font-display text-xl font-semibold tracking-display">
                  {title}
                </RadixDialog.Title>
                {description && (
                  <RadixDialog.Description className="mt-1 text-base text-ink-2">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
              <div className="-mr-2 flex items-start gap-1">
                {aside}
                <RadixDialog.Close asChild>
                  <IconButton label={strings.ui.close} icon={<X size={17} />} />
                </RadixDialog.Close>
              </div>
            </header>
            {children && (
              <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 md:px-6 md:pb-6">{children}</div>
            )}
            {footer && (
              <footer className="flex flex-col gap-2 border-t border-line px-5 pt-3 pb-safe [--pb-safe:12px] sm:flex-row-reverse sm:items-center sm:justify-start md:px-6 md:pt-3.5 md:[--pb-safe:14px]">
                {footer}
              </footer>
            )}
          </InDialog>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
