import { createContext, use, useLayoutEffect } from 'react'
import { Deferred } from '../../ui/deferred.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Shell } from './shell.tsx'

/** Called before the shell's first paint, so that what is shown until then can go. */
export const ShellMounted = createContext<() => void>(() => {})

/** The shell, mounted interruptibly: the router itself mounts its pages in one task. */
export function Frame() {
  return (
    <Deferred>
      <ErrorBoundary>
        <Shell />
      </ErrorBoundary>
      <TellMounted />
    </Deferred>
  )
}

function TellMounted() {
  const tell = use(ShellMounted)
  useLayoutEffect(tell, [tell])
  return null
}
