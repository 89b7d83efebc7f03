import { loopRoutes } from '@flockwork/contract/loop-routes'
import type { Hold } from '@flockwork/contract/loops'
import type { Message } from '@flockwork/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { Hand, Play, Square } from 'lucide-react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { loops as words } from '../../../strings/loops.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFeedActions } from '../context/feed-context.ts'

/** Under the first message of a chain of agents that is held: why, and what a person may do (docs/rules/loops.md#held). */
export function HoldCard({ message, hold: known }: { message: Message; hold: Hold }) {
  const { api } = useServices()
  const actions = useFeedActions()
  const decide = useMutation({
    mutationFn: (decision: 'continue' | 'stop') =>
      api.call(loopRoutes.decide, { params: { id: message.id }, body: { decision } }),
  })
  // the answer may come before the event
  const hold = known.state === 'held' && decide.data ? decide.data.hold : known
  if (hold.state !== 'held') {
    const says = hold.state === 'continued' ? words.continued : words.stopped
    return (
      <p role="status" className="mt-1 text-xs text-ink-3">
        {says(hold.by)}
      </p>
    )
  }

  // the waiting messages were deleted
  if (hold.waiting === 0) return null

  const act = (decision: 'continue' | 'stop') => ({
    busy: decide.isPending && decide.variables === decision,
    disabled: decide.isPending && decide.variables !== decision,
    onClick: () => decide.mutate(decision),
  })
  return (
    <section
      aria-label={words.card}
      className="mt-2 flex max-w-measure flex-col gap-2 rounded-panel border border-line bg-raised p-3"
    >
      <div className="flex gap-2">
        <Hand size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-straw" />
        <div className="min-w-0">
          <p className="text-base font-semibold">{words.held}</p>
          <p className="text-sm text-ink-2">
            {words.because(hold)} <span role="status">{words.waiting(hold.waiting)}</span>
          </p>
        </div>
      </div>
      <FailureNote message={decide.error && detailOf(decide.error, words.decideFailed)} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="chip"
          icon={<Play size={14} aria-hidden="true" />}
          data-tip={words.continueHint}
          {...act('continue')}
        >
          {words.continue}
        </Button>
        <Button
          size="chip"
          icon={<Square size={13} aria-hidden="true" />}
          data-tip={words.stopHint}
          {...act('stop')}
        >
          {words.stop}
        </Button>
        <Button size="chip" variant="quiet" onClick={() => actions.open('cause', message)}>
          {words.why}
        </Button>
      </div>
    </section>
  )
}
