import type { RefObject } from 'react'
import { strings } from '../../strings.ts'
import { fullDay } from '../../ui/format-time.ts'

const words = strings.login

interface Props {
  /** The button that opens the terms; it gets the focus back when they close. */
  opener: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  acceptedAt: Date | null
  onToggle: () => void
}

/** Opens the Early Access Terms, and shows when they were accepted in this browser. */
export function TermsLine({ opener, isOpen, acceptedAt, onToggle }: Props) {
  return (
    <p className="mt-5 text-sm text-ink-3">
      {acceptedAt ? words.termsAcceptedBefore : words.termsBefore}
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="relative font-medium text-ink underline decoration-line-strong underline-offset-4 hit-area hover:decoration-ink"
      >
        {words.termsLink}
      </button>
      {acceptedAt ? words.termsAcceptedAfter(fullDay(acceptedAt)) : words.termsAfter}
    </p>
  )
}
