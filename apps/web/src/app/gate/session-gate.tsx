import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { Authenticating, loadSignIn, PROVIDER_FAILED } from '../../features/auth/index.ts'
import { NO_ARRIVAL, type TabArrival } from './arrival.ts'
import { authorizationPromptOf, type AuthorizationPrompt } from './authorization-prompt.ts'
import { AuthorizationPage } from './authorization-page.tsx'
import { clearLastTab } from '../navigation/last-tab.ts'
import { afterSignIn, useSession } from '../session.ts'
import { useToast } from '../../ui/toast-store.ts'

const SignIn = lazy(async () => ({ default: (await loadSignIn()).SignIn }))
const SignedInApp = lazy(async () => ({ default: (await import('../signed-in-app.tsx')).SignedInApp }))

const HOME = '/home'

/** Shows the restoring, signed-out or signed-in screen. */
export function SessionGate({ arrival: given }: { arrival: TabArrival }) {
  const services = useServices()
  const { state } = useSession()
  const { status } = state
  // only the first sign-in of a page uses its URL
  const [arrival, setArrival] = useState(given)
  const next = useRef(arrival.next)
  const toast = useToast()
  // back from the provider: handled like a sign-in here, failures included
  const [isArriving, setArriving] = useState(arrival.isFreshSignIn || arrival.error !== null)
  // signed in, but not yet in the target space
  const [isEntering, setEntering] = useState(false)
  const before = useRef(status)
  // an invite shows its space before the sign-in
  const [guest, setGuest] = useState(() => (arrival.error === null ? guestPageOf(location.href) : null))

  // on the first visit, load the login page while the session is restored
  useEffect(() => {
    if (services.keys.environment() === null) loadSignIn().catch(() => {})
  }, [services])

  useEffect(() => {
    const wasSignedIn = before.current === 'signedIn'
    before.current = status
    if (status !== 'signedOut' || !wasSignedIn) return
    clearLastTab(services)
    next.current = null
    history.replaceState(null, '', '/')
  }, [services, status])

  const enter = useCallback(
    (act: () => unknown) => {
      setEntering(true)
      return signIn(services, act, () => next.current).finally(() => setEntering(false))
    },
    [services],
  )

  useEffect(() => {
    if (!isArriving || status === 'restoring') return
    if (status === 'signedIn' && arrival.error === null) {
      return void enter(() => {}).finally(() => setArriving(false))
    }
    if (status === 'signedIn') {
      // a user who is still signed in stays, but returns to the page where the sign-in started
      toast(PROVIDER_FAILED)
      if (next.current !== null) history.replaceState(null, '', next.current)
    }
    setArriving(false)
  }, [isArriving, status, enter, arrival.error, toast])

  // the URL is used up by the first sign-in
  const isIn = status === 'signedIn' && !isEntering && !isArriving
  useEffect(() => {
    if (isIn) setArrival(NO_ARRIVAL)
  }, [isIn])

  if (status === 'restoring' || isArriving) return <Authenticating />
  return (
    <Suspense fallback={<Authenticating />}>
      {isIn ? (
        <Inside />
      ) : guest && !isEntering ? (
        <AuthorizationPage asking={guest} onSignIn={() => setGuest(null)} />
      ) : (
        <SignIn
          next={arrival.next}
          enter={enter}
          token={arrival.token}
          username={arrival.username}
          error={arrival.error}
          isExpected={arrival.begun !== null}
        />
      )}
    </Suspense>
  )
}

/** A page that is also shown without a session; null for all others. */
function guestPageOf(href: string): AuthorizationPrompt | null {
  const asking = authorizationPromptOf(new URL(href))
  return asking?.page === 'join' ? asking : null
}

/** The app, or the authorization prompt that the URL names. */
function Inside() {
  const [asking] = useState(() => authorizationPromptOf(new URL(location.href)))
  return asking ? <AuthorizationPage asking={asking} /> : <SignedInApp />
}

/** Runs `act`, which signs in, and navigates to the target page. */
async function signIn(services: AppServices, act: () => unknown, next: () => string | null): Promise<void> {
  await act()
  history.replaceState(null, '', await pathAfterSignIn(services, next()))
}

/** A failure to enter the right space must not fail the sign-in: it leads home. */
async function pathAfterSignIn(services: AppServices, next: string | null): Promise<string> {
  try {
    return await afterSignIn(services, next)
  } catch {
    return HOME
  }
}
