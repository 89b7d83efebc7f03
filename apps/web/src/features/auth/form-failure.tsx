import { CircleAlert } from 'lucide-react'

/** What went wrong with the whole form, said at once. The region is always there, so that it is heard. */
export function FormFailureNote({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {message && (
        <p className="flex gap-2 rounded-control bg-rose-soft px-3 py-2.5 text-nav text-ink">
          <CircleAlert size={17} aria-hidden="true" className="mt-0.5 text-rose" />
          {message}
        </p>
      )}
    </div>
  )
}
