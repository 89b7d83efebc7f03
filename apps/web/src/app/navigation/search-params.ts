import type { FilterParams } from '../../features/messages/index.ts'
import type { TaskParams } from '../../features/tasks/index.ts'

interface SettingsSearch {
  /** The settings section in the dialog over the page. */
  settings?: string
}

/** A search parameter as text: the router parses `?q=7` as a number. Undefined for anything else. */
export function textParam(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Reads `?settings=` of any page. */
export function settingsIn({ settings }: Record<string, unknown>): SettingsSearch {
  const section = textParam(settings)
  return section === undefined ? {} : { settings: section }
}

/** The URL with the settings open; its other parameters stay. */
export function withSettings<Rest extends object>(search: Rest): Rest & SettingsSearch {
  return { ...search, settings: 'profile' }
}

const FILTERS = [
  'space',
  'q',
  'mentions',
  'time',
  'agents',
  'topics',
  'channels',
] as const satisfies readonly (keyof FilterParams)[]

/** The feed's filter and space. */
export function filterIn(search: Record<string, unknown>): FilterParams {
  const given = FILTERS.map((name) => [name, textParam(search[name])] as const)
  return Object.fromEntries(given.filter(([, text]) => text))
}

const TASK_TEXTS = [
  'task',
  'space',
  'status',
  'priority',
  'assigned_to',
  'skill',
  'q',
  'group',
  'sort',
  'view',
] as const satisfies readonly (keyof TaskParams)[]
const TASK_NUMBERS = ['page', 'size'] as const satisfies readonly (keyof TaskParams)[]

/** The tasks' view and the open task; the page interprets them. */
export function tasksIn(search: Record<string, unknown>): TaskParams {
  const texts = TASK_TEXTS.map((name) => [name, textParam(search[name])] as const)
  const numbers = TASK_NUMBERS.map((name) => [name, search[name]] as const)
  return Object.fromEntries([
    ...texts.filter(([, text]) => text),
    ...numbers.filter(([, value]) => typeof value === 'number'),
  ])
}
