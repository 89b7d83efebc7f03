import { useEffect, useState } from 'react'
import { strings } from '../strings.ts'
import { announce } from './announce.ts'
import { CopyFailed, copyText } from './clipboard.ts'
import { showManualCopy } from './manual-copy.tsx'
import { useToast } from './toast-store.ts'

const CONFIRMED_MS = 2_000

/**
 * Copies a text with feedback: `copied` is true for 2 s, a failure is a toast with its reason, which offers to show the
 * text.
 *
 * @param onFailure called with the reason instead of a toast
 */
export function useCopy(
  onFailure?: (reason: string, text: string) => void,
  failedTitle: string = strings.clipboard.failedTitle,
): {
  copied: boolean
  copy: (text: string) => Promise<void>
} {
  const [copiedAt, setCopiedAt] = useState(0)
  const toast = useToast()

  useEffect(() => {
    if (copiedAt === 0) return
    const timer = setTimeout(() => setCopiedAt(0), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])

  async function copy(text: string) {
    try {
      await copyText(text)
      setCopiedAt(performance.now())
      announce(strings.ui.copied)
    } catch (error) {
      const reason = error instanceof CopyFailed ? error.message : strings.clipboard.failed
      if (onFailure) return onFailure(reason, text)
      const action = { label: strings.clipboard.showText, onSelect: () => showManualCopy({ text, reason }) }
      toast({ title: failedTitle, description: reason, tone: 'bad', action })
    }
  }

  return { copied: copiedAt !== 0, copy }
}
