import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Announcer } from '../ui/announcer.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipLayer } from '../ui/tooltip.tsx'
import { createQueryClient } from './query-client.ts'
import { SessionGate } from './session-gate.tsx'
import { useForgetting } from './use-forgetting.ts'

/** The whole app: what is on every screen, around the session gate. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Forgetting />
        <SessionGate />
      </ErrorBoundary>
      <Toaster />
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
