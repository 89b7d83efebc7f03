import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Announcer } from '../ui/announcer.tsx'
import { CopyByHand } from '../ui/copy-by-hand.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipLayer } from '../ui/tooltip.tsx'
import type { ArrivalHere } from './routes/arrival.ts'
import { OutsidePage } from './routes/outside-page.tsx'
import { createQueryClient } from './cache/query-client.ts'
import { SessionGate } from './routes/session-gate.tsx'
import { useForgetting } from './cache/use-forgetting.ts'

/** The whole app: what is on every screen, around the session gate. */
export function App({ arrival }: { arrival: ArrivalHere }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Forgetting />
        {arrival.page ? (
          <OutsidePage name={arrival.page} arrival={arrival} />
        ) : (
          <SessionGate arrival={arrival} />
        )}
      </ErrorBoundary>
      <Toaster />
      <CopyByHand />
      <Announcer />
      <TooltipLayer />
    </QueryClientProvider>
  )
}

/** A part of its own, because it needs the query client around it. */
function Forgetting() {
  useForgetting()
  return null
}
