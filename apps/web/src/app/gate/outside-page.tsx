import { lazy, Suspense } from 'react'
import { loadResetPage, loadSuccessPage, loadTokenPage } from '../../features/auth/index.ts'
import { loadConsentFailedPage } from '../../features/oauth/index.ts'
import type { Arrival, OutsidePageName } from './arrival.ts'

const TokenPage = lazy(async () => ({ default: (await loadTokenPage()).TokenPage }))
const SuccessPage = lazy(async () => ({ default: (await loadSuccessPage()).SuccessPage }))
const ConsentFailedPage = lazy(async () => ({ default: (await loadConsentFailedPage()).ConsentFailedPage }))
const ResetPage = lazy(async () => ({ default: (await loadResetPage()).ResetPage }))

const PAGES: Record<OutsidePageName, (arrival: Arrival) => React.ReactNode> = {
  token: ({ token, error }) => <TokenPage token={token} error={error} />,
  success: () => <SuccessPage />,
  reset: ({ token }) => <ResetPage token={token} />,
  consentFailed: () => <ConsentFailedPage reason={new URL(location.href).searchParams.get('reason')} />,
}

/** A public page: no session, no shell. */
export function OutsidePage({ name, arrival }: { name: OutsidePageName; arrival: Arrival }) {
  return <Suspense>{PAGES[name](arrival)}</Suspense>
}
