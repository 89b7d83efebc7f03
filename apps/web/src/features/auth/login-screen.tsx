import { lazy, Suspense, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import { cx } from '../../ui/cx.ts'
import { LoginScene } from '../../ui/scenes/login-scene.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { LoginPanel } from './login-panel.tsx'
import type { LoginPanelProps } from './login-panel.tsx'

const TermsPanel = lazy(() => import('./terms-panel.tsx').then((module) => ({ default: module.TermsPanel })))

const words = strings.login

interface Props extends LoginPanelProps {
  /** The terms were accepted; it is remembered and never required. */
  onAcceptTerms: () => void
}

function Headline() {
  return (
    <h1 className="font-display text-hero-sm font-semibold tracking-hero md:text-hero">
      {words.headline.map((line) => (
        <span key={line} className="block">
          {line}{' '}
        </span>
      ))}
    </h1>
  )
}

/** What a stranger sees: the headline, the ways in, and the branch (ui, section 6.1). */
export function LoginScreen({ onAcceptTerms, ...panel }: Props) {
  const [termsOpen, setTermsOpen] = useState(false)
  const isFirstRun = panel.options?.first_run === true
  const opener = useRef<HTMLButtonElement>(null)

  function closeTerms() {
    setTermsOpen(false)
    opener.current?.focus()
  }
  function acceptTerms() {
    onAcceptTerms()
    closeTerms()
  }

  return (
    <div className="min-h-page md:grid md:h-page md:grid-cols-[minmax(26rem,0.95fr)_minmax(0,1fr)]">
      <main className="flex flex-col md:overflow-y-auto">
        <header className="flex shrink-0 items-center justify-between px-5 py-3 md:px-10 md:pt-11 md:pb-0 lg:px-16">
          <Wordmark size="lg" />
          <ThemeToggle />
        </header>
        <LoginScene crop="wide" className="h-55 w-full shrink-0 md:hidden" />
        <div className="flex flex-1 flex-col justify-center px-5 py-8 md:px-10 lg:px-16">
          <Headline />
          <p
            className={cx(
              'mt-4 max-w-[25rem] text-lg text-ink-2',
              panel.options?.first_run && 'font-medium text-ink',
            )}
          >
            {isFirstRun ? words.firstAccount : words.pitch}
          </p>
          <div className="mt-6 w-full md:max-w-100">
            <LoginPanel {...panel} />
            <p className="mt-5 text-sm text-ink-3">
              {words.termsBefore}
              <button
                ref={opener}
                type="button"
                aria-expanded={termsOpen}
                onClick={() => setTermsOpen(!termsOpen)}
                className="relative font-medium text-ink underline decoration-line-strong underline-offset-4 hit-area hover:decoration-ink"
              >
                {words.termsLink}
              </button>
              {words.termsAfter}
            </p>
          </div>
        </div>
      </main>
      <div className="relative hidden overflow-hidden md:block">
        <LoginScene crop="tall" className="absolute inset-0 size-full" />
        {termsOpen && <TermsSlot onAccept={acceptTerms} onCancel={closeTerms} />}
      </div>
    </div>
  )
}

function TermsSlot({ onAccept, onCancel }: { onAccept: () => void; onCancel: () => void }) {
  return (
    <div className="absolute inset-0">
      <Suspense>
        <TermsPanel onAccept={onAccept} onCancel={onCancel} />
      </Suspense>
    </div>
  )
}
