/** Tasks and their notes in the answers of tools, as facts and as lines of text (docs/rules/tasks.md). */
import { TASK_LEASE_GRACE_MS } from '@flockwork/contract/limits'
import type { Task, TaskNote, Worker } from '@flockwork/contract/tasks'
import { dueBy, overdueBy } from '@flockwork/contract/tasks/attention'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import { shortId } from '@flockwork/contract/text/short-id'
import type { AgentActor } from '../../../platform/actor.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { authorsOf, type Author } from '../../agents/index.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { describeAuthor, leastTrusted, trustOf, type Trust } from '../../../platform/trust.ts'

export interface Reading {
  readonly reader: AgentActor
  /** Milliseconds since 1970. */
  readonly now: number
  /** The authors of everything shown. */
  readonly authors: ReadonlyMap<string, Pick<Author, 'ownerHandle'>>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export async function readingOf(
  { db, clock }: Deps,
  reader: AgentActor,
  tasks: readonly Task[],
  notes: readonly TaskNote[] = [],
): Promise<Reading> {
  const ids = [...tasks.map(({ posted_by }) => posted_by.id), ...notes.map(({ author_id }) => author_id)]
  return { reader, now: clock.now(), authors: await authorsOf(db, ids) }
}

export async function presentTasks(
  services: Deps,
  reader: AgentActor,
  tasks: readonly Task[],
): Promise<TaskItem[]> {
  const reading = await readingOf(services, reader, tasks)
  return tasks.map((task) => presentTask(task, reading))
}

export type TaskItem = ReturnType<typeof presentTask>

export function presentTask(task: Task, { reader, now, authors }: Reading) {
  const { posted_by: author, requirements, context_data: context } = task
  const owner = authors.get(author.id)?.ownerHandle ?? null
  const due = isOpen(task.status) && task.status_extended !== 'idea' ? wireTime(new Date(dueBy(task))) : null
  return {
    id: task.id,
    display_id: task.display_id,
    space_id: task.space_id,
    title: task.title,
    description: task.description,
    posted_by: author.username,
    sender_type: author.type,
    owner,
    from: describeAuthor({ sender_name: author.username, sender_type: author.type, owner }, reader),
    trust: trustOfText(task, reader),
    edited_by: task.edited_by?.username ?? null,
    status: task.status,
    status_extended: task.status_extended,
    priority: task.priority,
    assigned_to: assigneeOf(task)?.username ?? null,
    claimed_by: task.claimed_by?.username ?? null,
    skills: requirements.skills,
    grooming_checklist: requirements.grooming_checklist,
    context_data: context,
    /** Reported by whichever agent worked on it; the author isn't recorded. */
    context_trust: 'agent' as const,
    due_at: due,
    is_overdue: overdueBy(task, now) > 0,
    deadline: task.deadline,
    expected_minutes: task.expected_minutes,
    created_at: task.created_at,
    assigned_at: task.assigned_at,
    claimed_at: task.claimed_at,
    completed_at: task.completed_at,
    updated_at: task.updated_at,
    notes_count: task.notes_count,
    version: task.version,
    /** The first message of the task's conversation, to reply to. */
    conversation_id: task.message_id,
    source_message_id: task.source_message_id,
  }
}

/** Fields that only the full task has. */
const LEFT_OUT_IN_BRIEF = new Set<string>([
  'grooming_checklist',
  'context_data',
  'context_trust',
  'expected_minutes',
  'assigned_at',
  'claimed_at',
  'completed_at',
  'updated_at',
  'source_message_id',
])

export type BriefTask = Pick<
  TaskItem,
  'id' | 'display_id' | 'title' | 'posted_by' | 'sender_type' | 'trust' | 'status' | 'priority'
> &
  Partial<TaskItem>

/** For lists and mail: without these fields and without empty ones. */
export function inBrief(item: TaskItem): BriefTask {
  const { id, display_id, title, posted_by, sender_type, trust, status, priority, ...rest } = item
  const filled = Object.entries(rest).filter(
    ([name, value]) => !LEFT_OUT_IN_BRIEF.has(name) && !EMPTY.has(value) && !isEmptyList(value),
  )
  return {
    id,
    display_id,
    title,
    posted_by,
    sender_type,
    trust,
    status,
    priority,
    ...Object.fromEntries(filled),
  }
}

const EMPTY = new Set<unknown>([null, '', 0, false])

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

export function assigneeOf({ assigned_agent: agent, assigned_user: person }: Task): Worker | null {
  return agent === null ? person : { id: agent.id, username: agent.name, type: 'agent' }
}

/** The lower trust of the task's author and its editor. */
function trustOfText({ posted_by: author, edited_by: editor }: Task, reader: AgentActor): Trust {
  return leastTrusted(trustOf(author, reader), ...(editor === null ? [] : [trustOf(editor, reader)]))
}

/** When the claim expires if its agent does nothing more, in milliseconds since 1970 (docs/rules/tasks.md#leases). */
export function claimEndsAt({ expected_minutes }: Pick<Task, 'expected_minutes'>, now: number): number {
  return now + expected_minutes * 60_000 + TASK_LEASE_GRACE_MS
}

/** Two lines: the quoted title, then the server's own data. */
export function taskLines(item: TaskItem, reader: AgentActor): string[] {
  return [
    `• ${item.display_id}: ${onOneLine(item.title)} [id:${shortId(item.id)}]`,
    `  ${originOf(item, reader)}`,
  ]
}

function originOf(item: TaskItem, reader: AgentActor): string {
  return [
    `from: @${item.posted_by}, ${describeAuthor({ ...item, sender_name: item.posted_by }, reader)}`,
    ...(item.edited_by === null ? [] : [`edited by @${item.edited_by}`]),
    ...statePartsOf(item, reader),
    `trust: ${item.trust}`,
  ].join(' · ')
}

/** A summary for a worker. */
function statePartsOf(item: TaskItem, { username }: AgentActor): string[] {
  const named = (handle: string) => (handle === username ? 'you' : `@${handle}`)
  const { assigned_to, claimed_by, due_at, deadline, notes_count } = item
  return [
    item.priority,
    ...stateOf(item),
    ...(claimed_by === null ? [] : [`claimed by ${named(claimed_by)}`]),
    ...(assigned_to === null || assigned_to === claimed_by ? [] : [`assigned to ${named(assigned_to)}`]),
    ...(due_at === null ? [] : [`due ${minuteOf(due_at)}${item.is_overdue ? ', overdue' : ''}`]),
    ...(deadline === null ? [] : [`deadline ${minuteOf(deadline)}`]),
    ...(notes_count === 0 ? [] : [counted(notes_count, 'note')]),
  ]
}

/** Omitted where the name is shown with it. */
function stateOf({ status, status_extended: extended, claimed_by, assigned_to }: TaskItem): string[] {
  if (extended === 'idea') return [`idea, ${status}`]
  const isSaid =
    (status === 'claimed' && claimed_by !== null) || (status === 'assigned' && assigned_to !== null)
  return isSaid ? [] : [status]
}

/** `1 note`, `2 notes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A time as people read it: `2026-01-31 14:02 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

export type NoteItem = ReturnType<typeof presentNote>

export function presentNote(note: TaskNote, { reader, authors }: Reading) {
  const author = {
    sender_name: note.author_name,
    sender_type: note.author_type,
    owner: authors.get(note.author_id)?.ownerHandle ?? null,
  }
  return {
    id: note.id,
    ...author,
    from: describeAuthor(author, reader),
    trust: trustOf({ id: note.author_id, type: note.author_type }, reader),
    note_type: note.note_type,
    visibility: note.visibility,
    note: note.note,
    created_at: note.created_at,
  }
}

export function noteLines(item: NoteItem, reader: AgentActor): string[] {
  const parts = [
    `from: ${describeAuthor(item, reader)}`,
    `${item.note_type} note`,
    ...(item.visibility === 'private' ? ['seen by you alone'] : []),
    minuteOf(item.created_at),
    `trust: ${item.trust}`,
  ]
  return [`• ${item.sender_name}: ${onOneLine(item.note)}`, `  ${parts.join(' · ')}`]
}

export function descriptionLines({ description }: TaskItem): string[] {
  return description === '' ? [] : [`  description: ${onOneLine(description)}`]
}

/** The required skills and the reported work, one quoted line each. */
export function workLines({ skills, context_data: context, context_trust: trust }: TaskItem): string[] {
  const { branch_name, pr_url, files_changed, issues_encountered, testing_notes, deliverables } = context
  const reported = linesWith([
    ['deliverables', joined(deliverables)],
    ['branch', branch_name],
    ['pull request', pr_url],
    ['files', joined(files_changed)],
    ['issues', issues_encountered],
    ['tests', testing_notes],
  ])
  return [
    ...linesWith([['skills', joined(skills)]]),
    ...(reported.length === 0 ? [] : [`  reported by who worked on it · trust: ${trust}`, ...reported]),
  ]
}

function linesWith(facts: readonly (readonly [name: string, value: string | null])[]): string[] {
  return facts.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`  ${name}: ${onOneLine(value)}`],
  )
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(', ')
}
