import type { Workload } from '@flockwork/contract/tasks'
import { useId, useState } from 'react'
import { taskOverview as words } from '../../../strings/tasks.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { avatarKind } from '../../messages/index.ts'
import { durationWords } from '../state/durations.ts'

const SHOWN = 5
const MINUTE_MS = 60_000

interface Props {
  workload: readonly Workload[]
  /** Shows one assignee's tasks in the list. */
  onShow: (handle: string) => void
}

/** The workload of each assignee: a bar relative to the others' number of tasks. */
export function Workloads({ workload, onShow }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const headingId = useId()
  const most = Math.max(1, ...workload.map(barLength))
  const shown = showsAll ? workload : workload.slice(0, SHOWN)
  return (
    <section aria-labelledby={headingId}>
      <div className="flex items-center justify-between gap-3">
        <h2 id={headingId} className="pb-1.5 font-display text-lg font-semibold">
          {words.workload}
        </h2>
        {workload.length > SHOWN && (
          <Button variant="quiet" size="sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? words.showFewer : words.showAll}
          </Button>
        )}
      </div>
      {workload.length === 0 && <p className="py-1.5 text-sm text-ink-3">{words.noWorkload}</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.agent_id}>
            <Row one={one} most={most} onShow={() => onShow(one.agent_name)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function barLength({ active_tasks, completed_all_time }: Workload): number {
  return active_tasks + completed_all_time
}

function Row({ one, most, onShow }: { one: Workload; most: number; onShow: () => void }) {
  const { agent_name: name, type, active_tasks: active, completed_all_time: done } = one
  const share = (count: number) => ({ width: `${(count / most) * 100}%` })
  const facts = [
    words.active(active),
    words.done(done),
    ...(one.completed_today > 0 ? [words.doneToday(one.completed_today)] : []),
    ...(one.avg_completion_time === null
      ? []
      : [words.average(durationWords(Math.max(1, one.avg_completion_time) * MINUTE_MS))]),
  ]
  return (
    <button
      type="button"
      onClick={onShow}
      className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-2.5 rounded-control px-2 py-1.5 text-start transition-colors hover:bg-sunken touch:min-h-11 dark:hover:bg-line"
    >
      <Avatar username={name} kind={avatarKind(name, type)} size={28} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2 text-sm">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {name}
          </span>
          <span className="tabular shrink-0 text-xs text-ink-3">{facts.join(' · ')}</span>
        </span>
        <span aria-hidden="true" className="mt-1 flex h-1 gap-0.5 overflow-hidden rounded-full">
          {active > 0 && <span className="rounded-full bg-egg" style={share(active)} />}
          {done > 0 && <span className="rounded-full bg-moss" style={share(done)} />}
        </span>
        {(one.idle_tasks > 0 || one.stale_tasks > 0) && (
          <span className="tabular mt-0.5 block text-xs font-medium text-straw">
            {[
              ...(one.idle_tasks > 0 ? [words.idle(one.idle_tasks)] : []),
              ...(one.stale_tasks > 0 ? [words.waiting(one.stale_tasks)] : []),
            ].join(' · ')}
          </span>
        )}
      </span>
    </button>
  )
}
