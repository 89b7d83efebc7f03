import { useId, type ReactNode } from 'react'
import { taskFilters as words } from '../../../strings/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { isFiltered, NO_FILTERS } from '../state/view.ts'
import {
  ANY,
  PriorityChoices,
  SORT_OPTIONS,
  StatusChoices,
  useAssigneeOptions,
  useSkillOptions,
  type FilterProps,
} from './choices.tsx'

interface Props extends FilterProps {
  isOpen: boolean
  onClose: () => void
}

/** The filters on a small screen. */
export function FilterSheet({ isOpen, onClose, ...props }: Props) {
  const { view, onFilter } = props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={words.filters}
      size="sm"
      phone="sheet"
      footer={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button variant="quiet" disabled={!isFiltered(view)} onClick={() => onFilter(NO_FILTERS)}>
            {words.clearAll}
          </Button>
        </>
      }
    >
      <Choices {...props} />
    </Dialog>
  )
}

function Choices({ view, tasks, onFilter, onSort }: FilterProps) {
  const assignees = useAssigneeOptions(view.assignedTo)
  const skills = useSkillOptions(tasks, view.skill)
  return (
    <div className="flex flex-col gap-5">
      <Field label={words.sort}>
        {(control) => (
          <Select
            {...control}
            value={view.sort}
            onValueChange={(value) => {
              const option = SORT_OPTIONS.find((one) => one.value === value)
              if (option) onSort(option.value)
            }}
            choices={SORT_OPTIONS}
          />
        )}
      </Field>
      <Field label={words.assignee}>
        {(control) => (
          <Select
            {...control}
            value={view.assignedTo ?? ANY}
            onValueChange={(value) => onFilter({ assignedTo: value === ANY ? null : value })}
            choices={assignees}
          />
        )}
      </Field>
      <Field label={words.skill}>
        {(control) => (
          <Select
            {...control}
            value={view.skill?.toLowerCase() ?? ANY}
            onValueChange={(value) => onFilter({ skill: value === ANY ? null : value })}
            choices={skills}
          />
        )}
      </Field>
      <Group title={words.status}>
        <StatusChoices filters={view} onFilter={onFilter} />
      </Group>
      <Group title={words.priority}>
        <PriorityChoices filters={view} onFilter={onFilter} />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 text-sm font-medium">
        {title}
      </h3>
      {children}
    </section>
  )
}
