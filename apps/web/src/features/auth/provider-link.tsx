import type { MouseEvent } from 'react'
import { tabStorage } from '../../storage/tab-storage.ts'
import { strings } from '../../strings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useOnline } from '../../ui/use-online.ts'
import { startProviderSignIn } from './pending-sign-in.ts'
import { OfflineButton } from './offline-button.tsx'

const START = '/auth/github'

/** The provider's logo, drawn here because the icon set has no brands. */
function GitHubMark() {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className="size-4.5">
      <path d="M8 .5a7.5 7.5 0 0 0-2.4 14.6c.4.1.5-.1.5-.4v-1.3c-2 .5-2.5-.9-2.5-.9-.4-.9-.9-1.1-.9-1.1-.7-.5.1-.5.1-.5.8.1 1.2.8 1.2.8.7 1.2 1.8.8 2.2.6.1-.5.3-.8.5-1-1.7-.2-3.4-.8-3.4-3.7 0-.8.3-1.5.8-2-.1-.2-.3-1 .1-2 0 0 .6-.2 2 .8a7 7 0 0 1 3.7 0c1.4-1 2-.8 2-.8.4 1 .2 1.8.1 2 .5.5.8 1.2.8 2 0 2.9-1.8 3.5-3.4 3.7.3.2.5.7.5 1.4v2c0 .3.1.5.5.4A7.5 7.5 0 0 0 8 .5Z" />
    </svg>
  )
}

interface Props {
  /** Where to go afterwards; null is the personal space. */
  next: string | null
  /** For the first account of an instance that requires it. */
  setupCode?: string | undefined
  /** False keeps the person here, as when the setup code is missing. */
  mayGo?: () => boolean
}

/** Navigates to the provider's sign-in; returns signed in, or with an `error` in the URL. */
export function ProviderLink({ next, setupCode = '', mayGo = () => true }: Props) {
  const isOnline = useOnline()
  if (!isOnline) return <OfflineButton />

  function follow(event: MouseEvent) {
    if (!mayGo()) return event.preventDefault()
    startProviderSignIn(tabStorage, next, Date.now())
  }

  const code = setupCode.trim()
  const query = new URLSearchParams({
    ...(next !== null && { next }),
    ...(code && { setup_code: code }),
  }).toString()
  return (
    <a
      href={query ? `${START}?${query}` : START}
      onClick={follow}
      className={cx(buttonClass('ink', 'lg'), 'max-md:w-full')}
    >
      <GitHubMark />
      {strings.login.withProvider}
    </a>
  )
}
