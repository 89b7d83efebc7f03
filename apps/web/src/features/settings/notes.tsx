import { Check, CircleAlert } from 'lucide-react'

/** What went wrong with the whole form. The region is always there, so that it is heard. */
export function FailureNote({ message }: { message: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <p className="flex gap-2 rounded-control bg-rose-soft px-3 py-2 text-sm text-ink">
          <CircleAlert size={15} aria-hidden="true" className="mt-0.5 text-rose" />
          {message}
        </p>
      )}
    </div>
  )
}

/** What was done. Said politely, and standing until something else is done. */
export function DoneNote({ message }: { message: string | null }) {
  return (
    <div role="status" className="empty:hidden">
      {message && (
        <p className="flex gap-1.5 text-sm text-moss">
          <Check size={15} aria-hidden="true" className="mt-0.5" />
          {message}
        </p>
      )}
    </div>
  )
}
