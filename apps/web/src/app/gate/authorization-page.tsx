import { lazy } from 'react'
import { loadConsentPage, loadDevicePage } from '../../features/oauth/index.ts'
import type { AuthorizationPrompt } from './authorization-prompt.ts'

const ConsentPage = lazy(async () => ({ default: (await loadConsentPage()).ConsentPage }))
const DevicePage = lazy(async () => ({ default: (await loadDevicePage()).DevicePage }))

/** The consent or device page: for signed-in users, without the shell. */
export function AuthorizationPage({ asking }: { asking: AuthorizationPrompt }) {
  return asking.page === 'consent' ? <ConsentPage uid={asking.uid} /> : <DevicePage code={asking.code} />
}
