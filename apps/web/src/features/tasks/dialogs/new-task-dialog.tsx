import type { Task } from '@flockwork/contract/tasks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { taskPath, type NewTaskDraft } from '../../task-refs/index.ts'
import { createFailure } from '../actions/failures.ts'
import { useStoredDraft } from '../drafts/use-stored-draft.ts'
import { descriptionFault, minutesFault, skillsFault, skillsIn, titleFault } from './checks.ts'
import { DescriptionField } from './description-field.tsx'
import {
  AssigneeField,
  ChecklistField,
  DeadlineField,
  deadlineFault,
  MinutesField,
  PriorityField,
} from './fields.tsx'
import {
  isUntouched,
  newTaskDraft,
  parseUnsent,
  valuesFor,
  type NewTaskValues,
  type TaskKind,
} from './new-task-draft.ts'
import { useCreateTask } from './use-create-task.ts'

const KINDS: readonly { value: TaskKind; label: string }[] = [
  { value: 'task', label: words.types.task },
  { value: 'idea', label: words.types.idea },
]

interface Props {
  open: boolean
  onClose: () => void
  /** The initial values; another request remounts the dialog (`key`). */
  request: NewTaskDraft
}

/** Create Task or Idea. The draft stays until the task is created, even if the dialog is closed. */
export function NewTaskDialog({ open, onClose, request }: Props) {
  const begin = valuesFor(request)
  const draft = useStoredDraft(newTaskDraft(request), parseUnsent)
  const toast = useToast()
  const { history } = useRouter()
  const { create, attempt } = useCreateTask(draft, request)
  const isOpen = useRef(open)
  const deadlineField = useRef<HTMLInputElement>(null)
  const saved = useRef<NewTaskValues | null>(null)

  const form = useForm<NewTaskValues, Task>({
    initial: draft.initial?.values ?? begin,
    check: (values) => ({
      title: titleFault(values.title),
      description: descriptionFault(values.description),
      skills: skillsFault(skillsIn(values.skills)),
      expected_minutes: minutesFault(values.expected_minutes),
      deadline: deadlineFault(deadlineField),
    }),
    async send(values) {
      try {
        const task = await create(values)
        const { id, display_id: name } = task
        toast({
          title: values.type === 'idea' ? words.ideaCreated(name) : words.created(name),
          description: task.title,
          tone: 'good',
          action: { label: words.open(name), onSelect: () => history.push(taskPath(id)) },
        })
        return task
      } catch (error) {
        // closed meanwhile: the draft is stored, and nothing else would report that it wasn't created
        if (!isOpen.current)
          toast({ title: createFailure(error), description: words.keptNewText, tone: 'bad' })
        throw error
      }
    },
    onSent: onClose,
    refused: createFailure,
  })
  const { values, isBusy } = form
  const isEmpty = isUntouched(values, begin)
  const { save } = draft

  useEffect(() => {
    isOpen.current = open
    return () => {
      isOpen.current = false
    }
  }, [open])
  useEffect(() => {
    // the initial values are the stored draft
    if (saved.current !== null && saved.current !== values) {
      save(isEmpty ? null : { values, attempt: attempt() })
    }
    saved.current = values
  })

  /** Nothing changes while the task is being created: it would be created without the change. */
  const change: typeof form.change = (part) => {
    if (!isBusy) form.change(part)
  }

  function discard() {
    if (isBusy) return
    save(null)
    form.change(begin)
  }

  function close() {
    if (!isEmpty && form.sent === null) toast({ title: words.keptNewTitle, description: words.keptNewText })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={words.createTitles[values.type]}
      side
      footer={
        <>
          <Button type="submit" form={form.props.id} variant="primary" busy={isBusy}>
            {isBusy ? words.creating : words.create[values.type]}
          </Button>
          <Button onClick={close}>{words.cancel}</Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-5">
        {draft.initial !== null && !isEmpty && <DraftNotice kind="restored" onAct={discard} />}
        {draft.elsewhere !== null && isEmpty && (
          <DraftNotice kind="elsewhere" onAct={() => change(draft.elsewhere?.values ?? {})} />
        )}
        <Field label={words.fields.title} error={form.errors.title}>
          {(control) => (
            <Input
              {...control}
              {...form.text('title')}
              readOnly={isBusy}
              data-initial-focus
              dir="auto"
              required
              autoComplete="off"
              placeholder={words.titlePlaceholder}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <Segmented
            label={words.type}
            name="type"
            value={values.type}
            onValueChange={(type) => change({ type })}
            choices={KINDS}
          />
          {values.type === 'idea' && <p className="text-sm text-ink-3">{words.ideaHint}</p>}
        </div>
        <DescriptionField
          value={values.description}
          onChange={(description) => change({ description })}
          error={form.errors.description}
          isReadOnly={isBusy}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <PriorityField
            value={values.priority}
            onChange={(priority) => change({ priority })}
            error={form.errors.priority}
          />
          {values.type === 'task' && (
            <AssigneeField
              value={values.assignee}
              onChange={(assignee) => change({ assignee })}
              error={form.errors.assignee}
            />
          )}
        </div>
        <Field label={words.fields.skills} hint={words.skillsByComma} error={form.errors.skills} optional>
          {(control) => (
            <Input {...control} {...form.text('skills')} readOnly={isBusy} dir="auto" autoComplete="off" />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <MinutesField
            value={values.expected_minutes}
            onChange={(expected_minutes) => change({ expected_minutes })}
            error={form.errors.expected_minutes}
            isReadOnly={isBusy}
          />
          <DeadlineField
            ref={deadlineField}
            value={values.deadline}
            onChange={(deadline) => change({ deadline })}
            error={form.errors.deadline}
            isReadOnly={isBusy}
          />
        </div>
        <ChecklistField value={values} onChange={change} />
        <FailureNote message={form.message} />
      </form>
    </Dialog>
  )
}
