import { useOtherTabsSpace } from '../../features/spaces/index.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'

/** A bar that reports another tab's switch of spaces, and offers to follow (docs/rules/spaces.md#current-space). */
export function OtherSpaceBar() {
  const elsewhere = useOtherTabsSpace()
  return (
    <div role="status">
      {elsewhere && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 bg-egg-soft px-4 py-1.5 text-sm text-ink md:px-6">
          <p className="min-w-0">{strings.shell.movedAway(elsewhere.name)}</p>
          <Button size="sm" onClick={elsewhere.follow}>
            {strings.shell.follow(elsewhere.name)}
          </Button>
        </div>
      )}
    </div>
  )
}
