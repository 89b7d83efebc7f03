import type { Task } from '@flockwork/contract/tasks'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import { Link2, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, type RefObject } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useTaskActions } from '../actions/use-task-actions.tsx'
import { TaskNotes } from '../notes/task-notes.tsx'
import { deadlineFault } from './fields.tsx'
import { draftsOf, withoutDrafts } from './sheet-drafts.ts'
import { TaskConversation } from './task-conversation.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskFields } from './task-fields.tsx'
import { TaskOrigin, TaskStatusBar } from './task-head.tsx'
import { useTaskForm } from './use-task-form.ts'
import { WorkReport } from './work-report.tsx'

interface Props {
  task: Task
  onClose: () => void
  returnTo: () => HTMLElement | null
}

/** The sheet of an existing task: fields for those who may edit it, notes and conversation for everybody. */
export function EditTask({ task, onClose, returnTo }: Props) {
  const form = useTaskForm(task, onClose)
  const actions = useTaskActions(task, leave)
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const toast = useToast()
  const element = useRef<HTMLFormElement>(null)
  const deadlineField = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { mayChange } = actions.rights
  // a closed task that is reopened can be assigned in the same save
  const mayAssign = isOpen(form.values.status) && task.status_extended !== 'idea'
  const { display_id: name } = task
  const showFirstProblem = useFirstProblem(element, form.isSaving)

  async function save() {
    const half = deadlineFault(deadlineField)
    showFirstProblem()
    await form.save(half === false ? {} : { deadline: half })
  }

  /** Deleting a task also deletes its drafts. */
  function leave() {
    const keys = draftsOf(task.id, task.message_id)
    spaceStates.saveOpenFields()
    spaceStates.update(profile.id, spaceId, (state) => withoutDrafts(state, keys))
    onClose()
  }

  function close() {
    if (form.isChanged) toast({ title: words.keptTitle(name), description: words.keptText })
    onClose()
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => !next && close()}
        title={mayChange ? words.editTitle(name) : words.viewTitle(name)}
        description={<TaskOrigin task={task} />}
        side
        returnTo={returnTo}
        aside={
          <>
            <IconButton
              label={taskActions.copyLink}
              icon={<Link2 size={17} aria-hidden="true" />}
              onClick={() => void actions.copyLink()}
            />
            {mayChange && (
              <IconButton
                label={taskActions.delete}
                icon={<Trash2 size={17} aria-hidden="true" />}
                onClick={actions.remove}
              />
            )}
          </>
        }
        footer={
          mayChange && (
            <>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                busy={form.isSaving}
                disabled={!form.isChanged && !form.isSaving}
              >
                {form.isSaving ? words.saving : words.save}
              </Button>
              <Button onClick={close}>{words.close}</Button>
            </>
          )
        }
      >
        {/* so that the arrow keys scroll at once, and no button is pressed by accident */}
        <div data-initial-focus tabIndex={-1} className="flex flex-col gap-6 outline-none">
          <TaskStatusBar task={task} actions={actions} />
          {mayChange ? (
            <form
              id={formId}
              ref={element}
              noValidate
              className="flex flex-col gap-5"
              onSubmit={(event) => {
                event.preventDefault()
                void save()
              }}
            >
              {form.isRestored && <DraftNotice kind="restored" onAct={form.discard} />}
              {form.elsewhere && <DraftNotice kind="elsewhere" onAct={form.takeElsewhere} />}
              <TaskFields task={task} form={form} mayAssign={mayAssign} deadlineField={deadlineField} />
              <FailureNote message={form.message} />
            </form>
          ) : (
            <TaskFacts task={task} />
          )}
          <WorkReport context={task.context_data} />
          <TaskNotes task={task} />
          <TaskConversation task={task} />
        </div>
      </Dialog>
      {actions.dialog}
    </>
  )
}

/** @returns a function to call before a save: once that settles, errors scroll into view, and a field gets the focus */
function useFirstProblem(element: RefObject<HTMLElement | null>, isSaving: boolean): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || isSaving) return
    isWanted.current = false
    const found = element.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-conflict] button, [role="alert"] > *',
    )
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'center' })
  })
  return () => {
    isWanted.current = true
  }
}
