import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { Authenticating, loadSignIn, PROVIDER_FAILED } from '../../features/auth/index.ts'
import { NO_ARRIVAL, type ArrivalHere } from './arrival.ts'
import { askingOf } from './asking.ts'
import { AskingPage } from './asking-page.tsx'
import { forgetLastTab } from './last-tab.ts'
import { afterSignIn, useSession } from '../session.ts'
import { useToast } from '../../ui/toast-store.ts'

const SignIn = lazy(async () => ({ default: (await loadSignIn()).SignIn }))
const SignedInApp = lazy(async () => ({ default: (await import('../signed-in-app.tsx')).SignedInApp }))

const HOME = '/home'

/** Restoring, signed out or signed in: which of the three is on screen. */
export function SessionGate({ arrival: given }: { arrival: ArrivalHere }) {
  const services = useServices()
  const { state } = useSession()
  const { status } = state
  // only the first sign-in of a page goes where its address said, and hears what it said
  const [arrival, setArrival] = useState(given)
  const next = useRef(arrival.next)
  const toast = useToast()
  // back from the provider, signed in: what follows a sign-in follows here too, and so does a failure
  const [isArriving, setArriving] = useState(arrival.isFreshSignIn || arrival.error !== null)
  // signed in, but not yet in the space that signing in leads to
  const [isEntering, setEntering] = useState(false)
  const before = useRef(status)

  useEffect(() => {
    const wasSignedIn = before.current === 'signedIn'
    before.current = status
    if (status !== 'signedOut' || !wasSignedIn) return
    forgetLastTab(services)
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
      // who is still signed in stays where they are, but for the page that the sign-in was asked from
      toast(PROVIDER_FAILED)
      if (next.current !== null) history.replaceState(null, '', next.current)
    }
    setArriving(false)
  }, [isArriving, status, enter, arrival.error, toast])

  // whoever signs in after this one came by no address
  const isIn = status === 'signedIn' && !isEntering && !isArriving
  useEffect(() => {
    if (isIn) setArrival(NO_ARRIVAL)
  }, [isIn])

  if (status === 'restoring' || isArriving) return <Authenticating />
  return (
    <Suspense fallback={<Authenticating />}>
      {isIn ? (
        <Inside />
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

/** The app, or the one question that the address asks. */
function Inside() {
  const [asking] = useState(() => askingOf(new URL(location.href)))
  return asking ? <AskingPage asking={asking} /> : <SignedInApp />
}

/** Signs in by `act` and shows the page that follows. */
async function signIn(services: AppServices, act: () => unknown, next: () => string | null): Promise<void> {
  await act()
  history.replaceState(null, '', await pathAfterSignIn(services, next()))
}

/** Being signed in counts more than being in the right space: a failure here leads to where one was. */
async function pathAfterSignIn(services: AppServices, next: string | null): Promise<string> {
  try {
    return await afterSignIn(services, next)
  } catch {
    return HOME
  }
}
