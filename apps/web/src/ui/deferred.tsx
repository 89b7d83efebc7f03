import { useDeferredValue, type ReactNode } from 'react'

/**
 * Mounts its children after what is around it: interruptibly, and in tasks of their own. Only this component renders
 * again for it, because React renders a component's stores' changes at once, together with all that was to be mounted.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
