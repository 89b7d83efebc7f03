import { Check } from 'lucide-react'

/** The result of the last action, announced politely, and shown until the next action. */
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
