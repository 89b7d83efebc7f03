import { CircleAlert } from 'lucide-react'

/** Above the buttons: what sends a long form may be far from what it was refused for. */
const comeIntoView = (note: HTMLElement | null) => note?.scrollIntoView(false)

/** What went wrong with a whole form. The region is always there, so that it is announced; empty it takes no space. */
export function FailureNote({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert" className="empty:absolute">
      {message && (
        <p ref={comeIntoView} className="flex gap-2 rounded-control bg-rose-soft px-3 py-2 text-sm text-ink">
          <CircleAlert size={15} aria-hidden="true" className="mt-0.5 text-rose" />
          {message}
        </p>
      )}
    </div>
  )
}
