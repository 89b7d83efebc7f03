import { Announcer } from '../ui/announcer.tsx'
import { ManualCopy } from '../ui/manual-copy.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipLayer } from '../ui/tooltip.tsx'
import type { TabArrival } from './gate/arrival.ts'
import { OutsidePage } from './gate/outside-page.tsx'
import { FetchedData } from './cache/fetched-data.tsx'
import { SessionGate } from './gate/session-gate.tsx'
import { useClearOnUserChange } from './cache/use-clear-on-user-change.ts'

/** The whole app: the providers and layers of every screen, around the session gate. */
export function App({ arrival }: { arrival: TabArrival }) {
  return (
    <FetchedData>
      <ErrorBoundary>
        <Forgetting />
        {arrival.page ? (
          <OutsidePage name={arrival.page} arrival={arrival} />
        ) : (
          <SessionGate arrival={arrival} />
        )}
      </ErrorBoundary>
      <Toaster />
      <ManualCopy />
      <Announcer />
      <TooltipLayer />
    </FetchedData>
  )
}

/** A component, because it needs the cache's provider around it. */
function Forgetting() {
  useClearOnUserChange()
  return null
}
