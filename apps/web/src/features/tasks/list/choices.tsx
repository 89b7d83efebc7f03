/** The options of each filter. */
import type { Task } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES, TASK_PRIORITIES } from '@flockwork/contract/tasks/priorities'
import { STATUS_NAMES, TASK_STATUSES } from '@flockwork/contract/tasks/statuses'
import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskFilters as words } from '../../../strings/tasks.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { useRoster } from '../../spaces/index.ts'
import { PriorityGlyph, StatusGlyph } from '../../task-refs/index.ts'
import { TASK_SORTS, type TaskSort } from '../state/list-query.ts'
import type { TaskFilters, TaskView } from '../state/view.ts'

export interface FilterProps {
  view: TaskView
  /** Loaded tasks, for the skills in them. */
  tasks: readonly Task[]
  onFilter: (change: Partial<TaskFilters>) => void
  onSort: (sort: TaskSort) => void
}

interface Props {
  filters: TaskFilters
  onFilter: (change: Partial<TaskFilters>) => void
}

const STATUS_CHOICES = TASK_STATUSES.map((status) => ({
  name: STATUS_NAMES[status],
  icon: <StatusGlyph status={status} />,
}))
const PRIORITY_CHOICES = TASK_PRIORITIES.map((priority) => ({
  name: PRIORITY_NAMES[priority],
  icon: <PriorityGlyph priority={priority} />,
}))

export function StatusChoices({ filters, onFilter }: Props) {
  return (
    <ChoiceList
      label={words.status}
      choices={STATUS_CHOICES}
      selected={filters.status.map((status) => STATUS_NAMES[status])}
      onSelect={(names) =>
        onFilter({ status: TASK_STATUSES.filter((status) => names.includes(STATUS_NAMES[status])) })
      }
      none=""
    />
  )
}

export function PriorityChoices({ filters, onFilter }: Props) {
  return (
    <ChoiceList
      label={words.priority}
      choices={PRIORITY_CHOICES}
      selected={filters.priority.map((priority) => PRIORITY_NAMES[priority])}
      onSelect={(names) =>
        onFilter({
          priority: TASK_PRIORITIES.filter((priority) => names.includes(PRIORITY_NAMES[priority])),
        })
      }
      none=""
    />
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** Nothing chosen. */
export const ANY = ''

/** Anybody, the user, nobody, and the roster. */
export function useAssigneeOptions(chosen: string | null): readonly Option[] {
  const { spaceId, profile } = useSignedIn()
  const { items } = useRoster(spaceId)
  return useMemo(() => {
    const handles = new Set((items ?? []).map(({ handle }) => handle))
    handles.delete(profile.username)
    // former members still have tasks, and a shared view may filter by them
    if (chosen !== null && chosen !== 'me' && chosen !== 'none') handles.add(chosen)
    return [
      { value: ANY, label: words.anybody },
      { value: 'me', label: words.me },
      { value: 'none', label: words.nobody },
      ...[...handles].toSorted((a, b) => a.localeCompare(b, 'en')).map((value) => ({ value, label: value })),
    ]
  }, [items, chosen, profile.username])
}

/** The skills in the loaded tasks, the most frequent first. */
export function useSkillOptions(tasks: readonly Task[], chosen: string | null): readonly Option[] {
  return useMemo(() => {
    const counts = new Map<string, number>()
    const spelled = new Map<string, string>()
    const named = [
      ...tasks.flatMap(({ requirements }) => requirements.skills),
      ...(chosen === null ? [] : [chosen]),
    ]
    for (const skill of named) {
      const key = skill.toLowerCase()
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!spelled.has(key)) spelled.set(key, skill)
    }
    const found = [...counts].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b, 'en'))
    return [
      { value: ANY, label: words.anySkill },
      ...found.map(([key]) => ({ value: key, label: spelled.get(key) ?? key })),
    ]
  }, [tasks, chosen])
}

export const SORT_OPTIONS: readonly { value: TaskSort; label: string }[] = TASK_SORTS.map((value) => ({
  value,
  label: words.sorts[value],
}))
