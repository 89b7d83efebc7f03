import type { Task } from '@flockwork/contract/tasks'
import { Check, Hand, Link2, PanelRight, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskList as words } from '../../../strings/tasks.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { useTaskActions, type TaskActions } from '../actions/use-task-actions.tsx'

interface Props {
  task: Task
  /** What opens it. */
  button: ReactNode
  onOpen: () => void
  /** Further actions, in a separate group. */
  renderMore?: (actions: TaskActions) => ReactNode
}

/** The actions on a task, behind a button that was clicked before this mounted. */
export function TaskMenu({ task, button, onOpen, renderMore }: Props) {
  return (
    <Menu isOpenAtFirst trigger={button}>
      <Items task={task} onOpen={onOpen} renderMore={renderMore} />
    </Menu>
  )
}

interface ItemsProps extends Omit<Props, 'renderMore' | 'button'> {
  renderMore: Props['renderMore'] | undefined
}

/** Mounted while the menu is open, so that a long list doesn't run the actions hook for each task. */
function Items({ task, onOpen, renderMore }: ItemsProps) {
  const actions = useTaskActions(task)
  const { rights } = actions
  const more = renderMore?.(actions)
  return (
    <>
      <MenuItem icon={<PanelRight size={16} />} onSelect={onOpen}>
        {words.openDetails}
      </MenuItem>
      {rights.mayApprove && (
        <MenuItem icon={<Check size={16} />} onSelect={() => void actions.approve()}>
          {taskActions.approve}
        </MenuItem>
      )}
      {rights.mayClaim && (
        <MenuItem icon={<Hand size={16} />} onSelect={() => void actions.claim()}>
          {taskActions.claim}
        </MenuItem>
      )}
      {rights.mayRelease && (
        <MenuItem icon={<Undo2 size={16} />} onSelect={() => void actions.release()}>
          {taskActions.release}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 size={16} />} onSelect={() => void actions.copyLink()}>
        {taskActions.copyLink}
      </MenuItem>
      {more && (
        <>
          <MenuSeparator />
          {more}
        </>
      )}
    </>
  )
}
