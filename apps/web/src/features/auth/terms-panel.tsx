import * as RadixDialog from 'radix-ui/dialog'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { TERMS } from './terms-text.ts'

export interface TermsPanelProps {
  onAccept: () => void
  onCancel: () => void
}

const TITLE = 'font-display text-xl font-semibold tracking-display'

function TermsBody() {
  return (
    <div className="flex max-w-measure flex-col gap-5">
      {TERMS.map((section) => (
        <section key={section.title}>
          <h3 className="text-base font-semibold">{section.title}</h3>
          <p className="mt-1 text-base text-ink-2">{section.text}</p>
        </section>
      ))}
    </div>
  )
}

function TermsActs({ onAccept, onCancel }: TermsPanelProps) {
  return (
    <footer className="flex shrink-0 gap-2 border-t border-line bg-surface px-5 pt-3 pb-safe [--pb-safe:12px] md:justify-end md:px-12 md:pt-4 md:[--pb-safe:16px]">
      <Button onClick={onCancel} className="max-md:flex-1">
        {strings.login.cancel}
      </Button>
      <Button variant="primary" onClick={onAccept} className="max-md:flex-1">
        {strings.login.acceptTerms}
      </Button>
    </footer>
  )
}

/** Replaces the drawing next to the form, which stays usable. */
function BesideTheForm({ onAccept, onCancel }: TermsPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  function escape(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
  }

  return (
    <section
      aria-labelledby="terms-title"
      onKeyDown={escape}
      className="flex h-full animate-fade-in flex-col bg-surface"
    >
      <div
        tabIndex={0}
        role="group"
        aria-labelledby="terms-title"
        className="focus-inset min-h-0 flex-1 overflow-y-auto px-12 py-12"
      >
        <h2 id="terms-title" ref={title} tabIndex={-1} className={`${TITLE} mb-6 outline-none`}>
          {strings.login.terms}
        </h2>
        <TermsBody />
      </div>
      <TermsActs onAccept={onAccept} onCancel={onCancel} />
    </section>
  )
}

/** Full screen on a phone. */
function WholeScreen({ onAccept, onCancel }: TermsPanelProps) {
  const focusReturn = useFocusReturn()
  return (
    <RadixDialog.Root open onOpenChange={onCancel}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex animate-sheet-in flex-col bg-surface text-ink"
        >
          <div
            tabIndex={0}
            role="group"
            aria-label={strings.login.terms}
            className="focus-inset min-h-0 flex-1 overflow-y-auto px-5 py-6"
          >
            <RadixDialog.Title className={`${TITLE} mb-5`}>{strings.login.terms}</RadixDialog.Title>
            <TermsBody />
          </div>
          <TermsActs onAccept={onAccept} onCancel={onCancel} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** The Early Access Terms: next to the form on a desktop, full screen on a phone. */
export function TermsPanel(props: TermsPanelProps) {
  const isMobile = useMediaQuery(MOBILE)
  return isMobile ? <WholeScreen {...props} /> : <BesideTheForm {...props} />
}
