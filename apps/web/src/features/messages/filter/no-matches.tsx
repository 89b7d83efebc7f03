import { filterWords as words } from '../../../strings/filter.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** In place of the feed if no message matches. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex h-full flex-col justify-center overflow-y-auto">
      <EmptyState
        scene="seek"
        title={words.none}
        action={<Button onClick={onClear}>{words.clearFilters}</Button>}
      >
        {words.noneText}
      </EmptyState>
    </div>
  )
}
