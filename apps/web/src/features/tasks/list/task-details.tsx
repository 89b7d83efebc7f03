import type { Task } from '@flockwork/contract/tasks'
import { Check, Hand, Link2, PanelRight, Undo2 } from 'lucide-react'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskList as words } from '../../../strings/tasks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DueTime } from '../../../ui/due-time.tsx'
import { AssigneeMenu } from '../actions/assignee-menu.tsx'
import { useTaskActions } from '../actions/use-task-actions.tsx'
import { TaskNotes } from '../notes/task-notes.tsx'
import { TaskText } from '../notes/task-text.tsx'
import { durationWords } from '../state/durations.ts'

const MINUTE_MS = 60_000

interface Props {
  task: Task
  onOpen: () => void
}

/** The expanded row: the description, the assignee, the actions, and the notes. */
export function TaskDetails({ task, onOpen }: Props) {
  const { skills } = task.requirements
  return (
    <div className="flex flex-col gap-3 pb-4">
      {task.description === '' ? (
        <p className="text-base text-ink-3">{words.noDescription}</p>
      ) : (
        <TaskText text={task.description} />
      )}
      {skills.length > 0 && (
        <ul aria-label={words.skills} className="flex flex-wrap gap-1.5">
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Badge tone="outline">
                <span dir="auto" className="truncate">
                  {skill}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <Facts task={task} />
      <Acts task={task} onOpen={onOpen} />
      <TaskNotes task={task} />
    </div>
  )
}

function Facts({ task }: { task: Task }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
      <span>{words.createdBy(task.posted_by.username)}</span>
      {task.claimed_by && <span>{words.claimedBy(task.claimed_by.username)}</span>}
      <span>{words.expected(durationWords(task.expected_minutes * MINUTE_MS))}</span>
      {task.deadline !== null && (
        <span>
          {words.deadline} <DueTime at={task.deadline} />
        </span>
      )}
    </p>
  )
}

function Acts({ task, onOpen }: Props) {
  const actions = useTaskActions(task)
  const { rights, busy } = actions
  return (
    <div className="flex flex-wrap items-center gap-2">
      {rights.mayApprove && (
        <Button
          size="chip"
          icon={<Check size={15} aria-hidden="true" />}
          busy={busy === 'approve'}
          onClick={() => void actions.approve()}
        >
          {taskActions.approve}
        </Button>
      )}
      {rights.mayClaim && (
        <Button
          size="chip"
          icon={<Hand size={15} aria-hidden="true" />}
          busy={busy === 'claim'}
          onClick={() => void actions.claim()}
        >
          {taskActions.claim}
        </Button>
      )}
      {rights.mayRelease && (
        <Button
          size="chip"
          icon={<Undo2 size={15} aria-hidden="true" />}
          busy={busy === 'release'}
          onClick={() => void actions.release()}
        >
          {taskActions.release}
        </Button>
      )}
      <Button size="chip" icon={<PanelRight size={15} aria-hidden="true" />} onClick={onOpen}>
        {words.open}
      </Button>
      <Button
        variant="quiet"
        size="chip"
        icon={<Link2 size={15} aria-hidden="true" />}
        onClick={() => void actions.copyLink()}
      >
        {taskActions.copyLink}
      </Button>
      <span className="flex min-w-0 items-center gap-1 md:ms-auto">
        <span className="text-xs text-ink-3">{words.assignedTo}</span>
        <AssigneeMenu task={task} />
      </span>
    </div>
  )
}
