/** The priorities of a task, and their names in other trackers (docs/rules/tasks.md#priority). Pure. */
import { normaliseWord } from './statuses.ts'

export const TASK_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

const ALIASES: Readonly<Record<string, TaskPriority>> = {
  critical: 'critical',
  urgent: 'critical',
  blocker: 'critical',
  highest: 'critical',
  p0: 'critical',
  high: 'high',
  important: 'high',
  major: 'high',
  p1: 'high',
  medium: 'medium',
  normal: 'medium',
  p2: 'medium',
  low: 'low',
  lowest: 'low',
  minor: 'low',
  trivial: 'low',
  p3: 'low',
  p4: 'low',
}

/** The priority for a word, case-insensitively; medium for none and for an unknown one. */
export function readPriority(word: string | null | undefined): TaskPriority {
  const name = normaliseWord(word ?? '')
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? 'medium') : 'medium'
}

/** 0 is the most urgent. */
export function priorityRank(priority: TaskPriority): number {
  return TASK_PRIORITIES.indexOf(priority)
}

export const PRIORITY_NAMES: Readonly<Record<TaskPriority, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export function isHighPriority(priority: TaskPriority): boolean {
  return priority === 'critical' || priority === 'high'
}
