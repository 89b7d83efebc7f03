/** Translates arguments, actions and filters of other trackers' tools to ours. Pure. */
import type { Given } from '../tools/arguments.ts'
import { BULK_OPERATIONS } from '../tools/schemas.ts'

const NAMES: Readonly<Record<string, string>> = {
  id: 'task_id',
  taskId: 'task_id',
  agent_name: 'assignee',
  assigned_to: 'assignee',
  assigned_agent: 'assignee',
  search_query: 'query',
  search: 'query',
  source_message_id: 'message_id',
  actual_minutes: 'minutes',
  time_spent: 'minutes',
  issues_encountered: 'issues',
}

const ACTIONS: Readonly<Record<string, string>> = {
  details: 'get',
  show: 'get',
  search: 'list',
  add: 'create',
  new: 'create',
  take: 'claim',
  start: 'claim',
  unclaim: 'release',
  report: 'progress',
  done: 'complete',
  finish: 'complete',
  add_note: 'note',
  comment: 'note',
  edit: 'update',
}

const FILTERS: Readonly<Record<string, string>> = {
  my_tasks: 'mine',
  my: 'mine',
  assigned: 'mine',
  unassigned: 'available',
  urgent: 'high_priority',
  done: 'completed',
}

/** `notes` with a note adds it, and an action on `task_ids` means `bulk`. */
export function resolveAliases(given: Given): { resolved: Given; note: undefined } {
  const resolved: Record<string, unknown> = { ...given }
  for (const [theirs, ours] of Object.entries(NAMES)) resolved[ours] ??= given[theirs]
  const action = wordOf(given['action'])
  if (Object.hasOwn(ACTIONS, action)) resolved['action'] = ACTIONS[action]
  const isNoting = wordOf(resolved['action']) === 'notes' && wordOf(given['note']) !== ''
  if (isNoting) resolved['action'] = 'note'
  const filter = wordOf(given['filter'])
  if (Object.hasOwn(FILTERS, filter)) resolved['filter'] = FILTERS[filter]
  const isMany = given['task_ids'] != null && resolved['task_id'] == null
  if (isMany && (BULK_OPERATIONS as readonly string[]).includes(wordOf(resolved['action']))) {
    resolved['operation'] ??= resolved['action']
    resolved['action'] = 'bulk'
  }
  return { resolved, note: undefined }
}

function wordOf(given: unknown): string {
  return typeof given === 'string' ? given.trim().toLowerCase() : ''
}
