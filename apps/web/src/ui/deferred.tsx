import { startTransition, useEffect, useState, type ReactNode } from 'react'

/**
 * Mounts its children once what is around it is on screen: interruptibly, and in tasks of their own. Only this component
 * renders again for it, because React renders a component's stores' changes at once, together with all that was to be
 * mounted.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}
