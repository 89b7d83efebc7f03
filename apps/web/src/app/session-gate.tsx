import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Authenticating, loadSignIn } from '../features/auth/index.ts'
import { arrivalOf, forgetArrival } from './arrival.ts'
import { forgetLastTab } from './last-tab.ts'
import { afterSignIn, useSession } from './session.ts'

const SignIn = lazy(async () => ({ default: (await loadSignIn()).SignIn }))
const SignedInApp = lazy(async () => ({ default: (await import('./signed-in-app.tsx')).SignedInApp }))

const HOME = '/home'

/** Restoring, signed out or signed in: which of the three is on screen (platform, section 4). */
export function SessionGate() {
  const { state } = useSession()
  const { status } = state
  const [arrival] = useState(() => arrivalOf(new URL(location.href)))
  useEffect(forgetArrival, [])
  // only the first sign-in of a page goes where its address said
  const next = useRef(arrival.next)
  // signed in, but not yet in the space that signing in leads to
  const [isEntering, setEntering] = useState(false)
  const before = useRef(status)

  useEffect(() => {
    const wasSignedIn = before.current === 'signedIn'
    before.current = status
    if (status !== 'signedOut' || !wasSignedIn) return
    forgetLastTab()
    next.current = null
    history.replaceState(null, '', '/')
  }, [status])

  const enter = useCallback(async (act: () => Promise<unknown>) => {
    setEntering(true)
    try {
      await act()
      history.replaceState(null, '', await pathAfterSignIn(next.current))
    } finally {
      setEntering(false)
    }
  }, [])

  if (status === 'restoring') return <Authenticating />
  return (
    <Suspense fallback={<Authenticating />}>
      {status === 'signedIn' && !isEntering ? (
        <SignedInApp />
      ) : (
        <SignIn next={arrival.next} enter={enter} hasProviderFailed={arrival.hasProviderFailed} />
      )}
    </Suspense>
  )
}

/** Being signed in counts more than being in the right space: a failure here leads to where one was. */
async function pathAfterSignIn(next: string | null): Promise<string> {
  try {
    return await afterSignIn(next)
  } catch {
    return HOME
  }
}
