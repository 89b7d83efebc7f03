import { useLayoutEffect, useRef } from 'react'
import { strings } from '../strings.ts'
import { Button, type ButtonSize } from './button.tsx'

/**
 * "Try again", next to the reason why something failed to load. It is unmounted while that loads: the focus then goes to
 * the dialog or page around it (docs/rules/interface.md#focus).
 */
export function RetryButton({ size, onRetry }: { size: ButtonSize; onRetry: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element === null || document.activeElement !== element) return
      const around = element.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('content')
      around?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} size={size} onClick={onRetry}>
      {strings.ui.tryAgain}
    </Button>
  )
}
