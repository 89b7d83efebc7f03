/** The fields shared by the new-task dialog and a task's sheet. */
import type { GroomingChecklist } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES, TASK_PRIORITIES, type TaskPriority } from '@flockwork/contract/tasks/priorities'
import { ChevronDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { AssigneeName } from '../actions/assignee-name.tsx'
import { AssigneePicker } from '../actions/assignee-picker.tsx'
import type { Assignee } from '../actions/assignees.ts'
import { CHECKS } from './values.ts'

interface FieldProps<Value> {
  value: Value
  onChange: (value: Value) => void
  error?: string | undefined
}

interface TextFieldProps extends FieldProps<string> {
  isReadOnly?: boolean
}

const PRIORITIES = TASK_PRIORITIES.map((value) => ({ value, label: PRIORITY_NAMES[value] }))

export function PriorityField({ value, onChange, error }: FieldProps<TaskPriority>) {
  return (
    <Field label={words.fields.priority} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onValueChange={(priority) => onChange(priority as TaskPriority)}
          choices={PRIORITIES}
        />
      )}
    </Field>
  )
}

interface AssigneeProps extends FieldProps<Assignee | null> {
  hint?: ReactNode
}

export function AssigneeField({ value, onChange, error, hint }: AssigneeProps) {
  return (
    <Field label={words.fields.assignee} error={error} hint={hint}>
      {(control) => (
        <AssigneePicker
          value={value}
          onChoose={onChange}
          trigger={
            <button
              type="button"
              {...control}
              aria-label={`${words.fields.assignee}: ${value?.username ?? taskActions.nobody}`}
              className={cx(
                buttonClass(),
                'w-full justify-start! bg-paper! font-normal! md:text-base! touch:text-[1rem]!',
              )}
            >
              <AssigneeName assignee={value} />
              <ChevronDown size={16} aria-hidden="true" className="ms-auto shrink-0 text-ink-3" />
            </button>
          }
        />
      )}
    </Field>
  )
}

export function MinutesField({ value, onChange, error, isReadOnly }: TextFieldProps) {
  return (
    <Field label={words.fields.expected_minutes} error={error}>
      {(control) => (
        <Input
          {...control}
          name="expected_minutes"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface DeadlineProps extends TextFieldProps {
  ref: RefObject<HTMLInputElement | null>
}

export function DeadlineField({ ref, value, onChange, error, isReadOnly }: DeadlineProps) {
  return (
    <Field label={words.fields.deadline} error={error}>
      {(control) => (
        <Input
          ref={ref}
          {...control}
          type="datetime-local"
          name="deadline"
          value={value}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** For a date without a time, the browser's field has the same value as for no deadline. */
export function deadlineFault({ current: field }: RefObject<HTMLInputElement | null>): string | false {
  return field?.validity.badInput === true && words.wholeDeadline
}

interface ChecklistProps {
  value: GroomingChecklist
  onChange: (part: Partial<GroomingChecklist>) => void
}

export function ChecklistField({ value, onChange }: ChecklistProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">{words.checklist}</legend>
      <div className="flex flex-col gap-2">
        {CHECKS.map((name) => (
          <label key={name} className="flex items-start gap-2.5 text-base">
            <input
              type="checkbox"
              checked={value[name]}
              onChange={({ target }) => onChange({ [name]: target.checked })}
              className="mt-1 size-4 accent-(--spruce)"
            />
            {words.fields[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
