import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { shownFor, toasts } from './toast-store.ts'
import type { Toast } from './toast-store.ts'

const ICONS = {
  plain: null,
  good: <CircleCheck size={17} aria-hidden="true" className="mt-px text-moss" />,
  bad: <CircleAlert size={17} aria-hidden="true" className="mt-px text-rose" />,
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const shownMs = shownFor(toast)
  const { id } = toast
  const onClose = useCallback(() => toasts.dismiss(id), [id])

  useEffect(() => {
    if (held || shownMs === null) return
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [held, shownMs, onClose])

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={escape}
      className="pointer-events-auto flex animate-pop-in items-start gap-2.5 rounded-panel bg-raised py-3 pr-2 pl-4 text-ink shadow-2"
    >
      {ICONS[toast.tone ?? 'plain']}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <p className="text-nav font-semibold">{toast.title}</p>
          {toast.description && <p className="mt-0.5 text-sm text-ink-2">{toast.description}</p>}
        </div>
        {toast.action && (
          <Button
            size="chip"
            onClick={() => {
              onClose()
              toast.action?.onSelect()
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton size="sm" label={strings.ui.closeNotification} icon={<X size={15} />} onClick={onClose} />
    </div>
  )
}

/**
 * Renders toasts (docs/rules/interface.md#toasts): on a phone at the top, over the header, because the controls that a
 * person presses next are at the bottom; otherwise in the lower corner, above the composer, which sets `--toast-lift`
 * on the page to its height. Both live regions are always mounted, so that their content is announced: errors as
 * alerts, the rest as status.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  const isOpen = toast?.state === 'open'
  const isAlert = toast?.tone === 'bad'
  const card = toast && isOpen && <ToastCard key={toast.id} toast={toast} />

  return (
    <div
      data-toaster
      className={cx(
        'pointer-events-none fixed top-[calc(8px+env(safe-area-inset-top))] right-3 left-3 z-60',
        'md:top-auto md:bottom-[calc(var(--toast-lift,0px)+12px+env(safe-area-inset-bottom))] md:left-5 md:w-90 lg:right-5 lg:left-auto',
      )}
    >
      <div role="status" aria-live="polite">
        {!isAlert && card}
      </div>
      <div role="alert" aria-live="assertive">
        {isAlert && card}
      </div>
    </div>
  )
}
