import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

/**
 * What went wrong with a whole form. The region is always there, so that it is announced; empty it takes no space. It scrolls
 * into view: the button that sends a long form may be far from it.
 */
export function FailureNote({ message }: { message: string | null | undefined }) {
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (message) region.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  return (
    <div ref={region} role="alert" className="empty:absolute">
      {message && (
        <p className="flex gap-2 rounded-control bg-rose-soft px-3 py-2 text-sm text-ink">
          <CircleAlert size={15} aria-hidden="true" className="mt-0.5 text-rose" />
          {message}
        </p>
      )}
    </div>
  )
}
