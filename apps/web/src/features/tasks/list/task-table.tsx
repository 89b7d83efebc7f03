import type { Task } from '@flockwork/contract/tasks'
import { memo, useCallback, useState, type MouseEvent } from 'react'
import { taskList as words } from '../../../strings/tasks.ts'
import { cx } from '../../../ui/cx.ts'
import { Age } from './age.tsx'
import { MenuButton } from './menu-button.tsx'
import { PriorityName, StatusName } from './status-name.tsx'
import { AssigneeMenu, DETAILS_PLACE, RowMenu, TaskDetails } from './row-parts.tsx'
import { IdleMark, WorkerName } from './worker-name.tsx'

/** The widths of the columns next to the title, which takes the rest. */
const WIDTHS = ['4.5rem', 'auto', '8.75rem', '7.5rem', '10rem', '4.25rem', '3rem']
const COLUMNS = WIDTHS.length
const UNDER_TITLE = { paddingInlineStart: '5rem' }

export interface TaskRowsProps {
  tasks: readonly Task[]
  /** The ids of the expanded rows. */
  open: ReadonlySet<string>
  onToggle: (id: string) => void
  /** Opens the task over the page. */
  onOpen: (id: string) => void
}

/** Tasks as a table; a row expands to its details. */
export const TaskTable = memo(function TaskTable({ tasks, open, onToggle, onOpen }: TaskRowsProps) {
  return (
    <div className="overflow-hidden rounded-panel border border-line">
      <table className="w-full text-start" style={{ tableLayout: 'fixed' }}>
        <caption className="sr-only">{words.label}</caption>
        <colgroup>
          {WIDTHS.map((width, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns never change
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr className="text-xs text-ink-3">
            <Head>
              <span className="sr-only">{words.id}</span>
            </Head>
            <Head>{words.task}</Head>
            <Head>{words.status}</Head>
            <Head>{words.priority}</Head>
            <Head>{words.assignee}</Head>
            <Head>{words.age}</Head>
            <Head>
              <span className="sr-only">{words.actions}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <Row key={task.id} task={task} isOpen={open.has(task.id)} onToggle={onToggle} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
})

function Head({ children }: { children: React.ReactNode }) {
  return (
    <th scope="col" className="h-9 px-2 text-start font-medium">
      {children}
    </th>
  )
}

interface RowProps {
  task: Task
  isOpen: boolean
  onToggle: (id: string) => void
  onOpen: (id: string) => void
}

const Row = memo(function Row({ task, isOpen, onToggle, onOpen }: RowProps) {
  // a table of a hundred rows doesn't mount a menu in each
  const [isNear, setNear] = useState(false)
  const comeNear = useCallback(() => setNear(true), [])
  const detailsId = `task-${task.id}`

  function click(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget } = event
    // a menu's items are rendered elsewhere on the page, and its buttons handle their own clicks
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('a, button') !== null || document.getSelection()?.isCollapsed === false) return
    onToggle(task.id)
  }

  return (
    <>
      <tr
        onClick={click}
        onPointerEnter={comeNear}
        onFocus={comeNear}
        className={cx(
          'cursor-pointer border-t border-line transition-colors',
          isOpen ? 'bg-sunken/70' : 'hover:bg-sunken/60',
        )}
      >
        <td className="h-12 px-2 ps-4 font-mono text-xs text-ink-3">{task.display_id}</td>
        <td className="px-2">
          <button
            type="button"
            data-stop={task.id}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(task.id)}
            dir="auto"
            className={cx(
              'block max-w-full py-1.5 text-start text-nav font-medium',
              isOpen ? 'break-words' : 'truncate',
            )}
          >
            {task.title}
          </button>
        </td>
        <td className="px-2">
          <StatusName task={task} />
        </td>
        <td className="px-2">
          <PriorityName priority={task.priority} />
        </td>
        <td className="px-2">{isNear ? <AssigneeCell task={task} /> : <WorkerName task={task} />}</td>
        <td className="tabular px-2 text-sm text-ink-2">
          <Age at={task.created_at} />
        </td>
        <td className="pe-2 text-end">
          <MenuButton
            name={task.display_id}
            renderMenu={(button) => (
              <RowMenu fallback={button} task={task} button={button} onOpen={() => onOpen(task.id)} />
            )}
          />
        </td>
      </tr>
      {isOpen && (
        <tr id={detailsId} className="bg-sunken/70">
          <td colSpan={COLUMNS} className="pe-4" style={UNDER_TITLE}>
            <TaskDetails fallback={DETAILS_PLACE} task={task} onOpen={() => onOpen(task.id)} />
          </td>
        </tr>
      )}
    </>
  )
})

/** The assignee menu, unless somebody else has claimed the task: then the claimant. */
function AssigneeCell({ task }: { task: Task }) {
  const { claimed_by, assigned_agent, assigned_user } = task
  const assigneeId = assigned_agent?.id ?? assigned_user?.id ?? null
  if (claimed_by !== null && claimed_by.id !== assigneeId) return <WorkerName task={task} />
  return (
    <span className="-ml-2 flex min-w-0 items-center">
      <AssigneeMenu
        fallback={
          <span className="ps-2">
            <WorkerName task={task} />
          </span>
        }
        task={task}
      />
      <IdleMark task={task} />
    </span>
  )
}
