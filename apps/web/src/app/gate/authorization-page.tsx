import { lazy } from 'react'
import { loadConsentPage, loadDevicePage } from '../../features/oauth/index.ts'
import { loadJoinPage } from '../../features/spaces/index.ts'
import type { AuthorizationPrompt } from './authorization-prompt.ts'

const ConsentPage = lazy(async () => ({ default: (await loadConsentPage()).ConsentPage }))
const DevicePage = lazy(async () => ({ default: (await loadDevicePage()).DevicePage }))

const JoinPage = lazy(async () => ({ default: (await loadJoinPage()).JoinPage }))

interface Props {
  asking: AuthorizationPrompt
  /** Leads to the login, if nobody is signed in. */
  onSignIn?: () => void
}

/** The consent, device or join page, without the shell: for signed-in users; the join page also for others. */
export function AuthorizationPage({ asking, onSignIn }: Props) {
  if (asking.page === 'join') return <JoinPage code={asking.code} onSignIn={onSignIn ?? null} />
  return asking.page === 'consent' ? <ConsentPage uid={asking.uid} /> : <DevicePage code={asking.code} />
}
