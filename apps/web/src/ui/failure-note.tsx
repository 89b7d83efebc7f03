import { CircleAlert } from 'lucide-react'

/** Above the buttons: a long form's submit button may be far from the invalid field. */
const comeIntoView = (note: HTMLElement | null) => note?.scrollIntoView(false)

/** The error of a whole form. The live region stays mounted, so that errors are announced; empty it takes no space. */
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
