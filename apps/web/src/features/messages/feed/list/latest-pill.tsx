import { ArrowDown } from 'lucide-react'
import { strings } from '../../../../strings.ts'

/** Scrolls to the newest message; counts those that arrived meanwhile. No tab stop: the End key does the same. */
export function LatestPill({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center">
      <button
        type="button"
        tabIndex={-1}
        data-tip-keys="End"
        onClick={onClick}
        className="pointer-events-auto relative inline-flex h-8 animate-pop-in items-center gap-1.5 rounded-full bg-ink px-3.5 text-sm font-medium text-paper shadow-2 hover:bg-ink-hover touch:h-10"
      >
        <ArrowDown size={15} aria-hidden="true" />
        {count > 0 ? strings.messages.freshMessages(count) : strings.messages.latest}
      </button>
    </div>
  )
}
