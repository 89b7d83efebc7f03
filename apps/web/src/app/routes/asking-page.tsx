import { lazy } from 'react'
import { loadConsentPage, loadDevicePage } from '../../features/oauth/index.ts'
import type { Asking } from './asking.ts'

const ConsentPage = lazy(async () => ({ default: (await loadConsentPage()).ConsentPage }))
const DevicePage = lazy(async () => ({ default: (await loadDevicePage()).DevicePage }))

/** A page that asks whoever is signed in, without the shell around it. */
export function AskingPage({ asking }: { asking: Asking }) {
  return asking.page === 'consent' ? <ConsentPage uid={asking.uid} /> : <DevicePage code={asking.code} />
}
