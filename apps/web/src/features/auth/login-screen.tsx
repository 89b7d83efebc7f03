import { useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../strings.ts'
import { cx } from '../../ui/cx.ts'
import { LoginScene } from '../../ui/scenes/login-scene.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { TermsLine } from './terms-line.tsx'
import { useTerms } from './use-terms.ts'

const words = strings.login

interface Props {
  /** Under the headline. */
  pitch: string
  /** The pitch asks for something, so it is darker. */
  isUrgent?: boolean
  /** The sign-in options. */
  children: ReactNode
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

/** The screen for signed-out visitors: the headline, the sign-in options, and the branch. */
export function LoginScreen({ pitch, isUrgent = false, children }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const { Panel, isOpen, acceptedAt, ...terms } = useTerms()

  function close() {
    terms.close()
    opener.current?.focus()
  }
  function accept() {
    terms.accept()
    close()
  }

  return (
    <div className="min-h-page md:grid md:h-page md:grid-cols-[minmax(26rem,0.95fr)_minmax(0,1fr)]">
      <main className="flex flex-col md:overflow-y-auto">
        <header className="flex shrink-0 items-center justify-between px-5 py-3 md:px-10 md:pt-11 md:pb-0 lg:px-16">
          <Wordmark size="lg" />
          <ThemeToggle />
        </header>
        <LoginScene crop="wide" className="h-55 w-full shrink-0 md:hidden" />
        <div className="flex flex-1 flex-col justify-center px-5 py-8 md:px-10 md:py-6 lg:px-16">
          <Headline />
          <p className={cx('mt-4 max-w-[25rem] text-lg', isUrgent ? 'font-medium text-ink' : 'text-ink-2')}>
            {pitch}
          </p>
          <div className="mt-6 w-full md:max-w-100">
            {children}
            <TermsLine opener={opener} isOpen={isOpen} acceptedAt={acceptedAt} onToggle={terms.toggle} />
          </div>
        </div>
      </main>
      <div className="relative hidden overflow-hidden md:block">
        <LoginScene crop="tall" className="absolute inset-0 size-full" />
        {isOpen && Panel && (
          <div className="absolute inset-0">
            <Panel onAccept={accept} onCancel={close} />
          </div>
        )}
      </div>
    </div>
  )
}
