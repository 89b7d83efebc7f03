import type { Task } from '@flockwork/contract/tasks'
import type { TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { RefObject } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { deliveryWords } from '../../messages/index.ts'
import { isIdea } from '../../task-refs/index.ts'
import { AssigneeName } from '../actions/assignee-name.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DescriptionField } from './description-field.tsx'
import { AssigneeField, ChecklistField, DeadlineField, MinutesField, PriorityField } from './fields.tsx'
import { SkillsField } from './skills-field.tsx'
import { statusChoices, statusHint } from './status-choices.ts'
import type { TaskForm } from './use-task-form.ts'
import { CHECKS, type TaskField } from './values.ts'

interface Props {
  task: Task
  form: TaskForm
  mayAssign: boolean
  deadlineField: RefObject<HTMLInputElement | null>
}

/** The fields of a task, each with its conflict, if any. */
export function TaskFields({ task, form, mayAssign, deadlineField }: Props) {
  const { values, faults } = form
  const conflict = (name: TaskField) => <ConflictNote form={form} name={name} />
  const delivered = deliveryWords({ deliveries: task.deliveries, repliers: [] }, useNow())

  return (
    <>
      <div>
        <Field label={words.fields.title} error={faults.title}>
          {(control) => (
            <Input
              {...control}
              name="title"
              dir="auto"
              required
              autoComplete="off"
              value={values.title}
              onChange={({ target }) => form.edit('title', target.value)}
            />
          )}
        </Field>
        {conflict('title')}
      </div>
      <div>
        <DescriptionField
          value={values.description}
          onChange={(description) => form.edit('description', description)}
          error={faults.description}
          isPreviewedFirst={values.description.trim() !== '' && !form.isRestored}
        />
        {conflict('description')}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <StatusField task={task} form={form} />
          {conflict('status')}
        </div>
        <div>
          <PriorityField
            value={values.priority}
            onChange={(priority) => form.edit('priority', priority)}
            error={faults.priority}
          />
          {conflict('priority')}
        </div>
        {mayAssign ? (
          <div>
            <AssigneeField
              value={values.assignee}
              onChange={(assignee) => form.edit('assignee', assignee)}
              error={faults.assignee}
              hint={delivered.length > 0 && delivered.join(' · ')}
            />
            {conflict('assignee')}
          </div>
        ) : (
          values.assignee !== null && (
            <div className="flex flex-col gap-1.5">
              <span className="text-sm font-medium text-ink">{words.fields.assignee}</span>
              <span className="flex h-9 items-center gap-2 text-base">
                <AssigneeName assignee={values.assignee} />
              </span>
            </div>
          )
        )}
        <div>
          <MinutesField
            value={values.expected_minutes}
            onChange={(minutes) => form.edit('expected_minutes', minutes)}
            error={faults.expected_minutes}
          />
          {conflict('expected_minutes')}
        </div>
        <div>
          <DeadlineField
            ref={deadlineField}
            value={values.deadline}
            onChange={(deadline) => form.edit('deadline', deadline)}
            error={faults.deadline}
          />
          {conflict('deadline')}
        </div>
      </div>
      <div>
        <SkillsField
          skills={values.skills}
          onChange={(skills) => form.edit('skills', skills)}
          error={faults.skills}
        />
        {conflict('skills')}
      </div>
      <div>
        <ChecklistField
          value={values}
          onChange={(part) => {
            for (const name of CHECKS) if (part[name] !== undefined) form.edit(name, part[name])
          }}
        />
        {CHECKS.map((name) => (
          <ConflictNote key={name} form={form} name={name} />
        ))}
      </div>
    </>
  )
}

function StatusField({ task, form }: { task: Task; form: TaskForm }) {
  const chosen = form.values.status
  const hint = chosen === task.status ? null : statusHint(chosen)
  const isWaiting = isIdea(task)
  const shown = hint && words.sentAs(hint.sent, hint.shown)
  return (
    <Field label={words.fields.status} error={form.faults.status} hint={isWaiting ? words.ideaStatus : shown}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onValueChange={(status) => form.edit('status', status as TaskStatus)}
          choices={statusChoices(task.status)}
          disabled={isWaiting}
        />
      )}
    </Field>
  )
}
