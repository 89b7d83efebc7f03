import { useSpaceElsewhere } from '../../features/spaces/index.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'

/** Says that another tab went to another space, and follows it there (docs/rules/spaces.md#current-space). */
export function SpaceElsewhereBar() {
  const elsewhere = useSpaceElsewhere()
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
