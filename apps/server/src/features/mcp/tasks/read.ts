/** The actions `list`, `get` and `notes` of the tool `tasks`. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isId } from '@flockwork/contract/common'
import type { TaskStatus } from '@flockwork/contract/tasks'
import type { TaskGroup } from '@flockwork/contract/tasks/filter'
import { invalid } from '../../../platform/errors.ts'
import { readThreadEnd } from '../../messages/index.ts'
import { listNotes, listTasks } from '../../tasks/index.ts'
import { ITEMS_MAX_BYTES, firstThatFit, lastThatFit, sizeOf } from '../answers/budget.ts'
import { linesOf, presentMessages, sizeOfItem } from '../answers/present.ts'
import { QUOTED } from '../answers/quoted.ts'
import {
  counted,
  descriptionLines,
  inBrief,
  noteLines,
  presentTask,
  presentTasks,
  readingOf,
  taskLines,
  workLines,
  type NoteItem,
  type TaskItem,
} from '../answers/present-task.ts'
import { succeed } from '../answers/result.ts'
import { withWorkThatFits, withoutWork, workOffsetIn } from '../answers/task-work.ts'
import { homeSpaceOf } from '../tools/find-message.ts'
import type { TaskFilterName, TasksArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { limitOf, nameOf, textOf } from '../tools/values.ts'
import { QUOTING, presentNotes } from './answer.ts'
import { findTask, partsOf, prioritiesIn, statusesIn } from './find.ts'
import { nextSteps } from './next-steps.ts'

/** The maximum of a description in a list; `get` has all of it. */
const DESCRIPTION_CHARS = 200
const QUERY_CHARS = 200
/** How many of the newest notes and messages `get` returns. */
const SHOWN = 10
/** The maximum bytes of all notes, and of all messages. */
const TALK_BYTES = 5000

interface Filter {
  readonly group?: TaskGroup
  readonly assignedTo?: string
  readonly status?: readonly TaskStatus[]
  readonly sort: 'newest' | 'updated' | 'priority'
}

const FILTERS: Readonly<Record<TaskFilterName, Filter>> = {
  open: { group: 'open', sort: 'priority' },
  mine: { group: 'open', assignedTo: 'me', sort: 'priority' },
  available: { group: 'open', status: ['available'], sort: 'priority' },
  high_priority: { group: 'high_priority', sort: 'priority' },
  stale: { group: 'stale', sort: 'priority' },
  attention: { group: 'attention', sort: 'priority' },
  completed: { group: 'completed', sort: 'updated' },
  all: { sort: 'newest' },
}

export async function listOfTasks(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const spaceId = await homeSpaceOf(services.db, actor)
  const statuses = statusesIn(args.status)
  // with a status, closed tasks need no filter
  const filter = FILTERS[args.filter ?? (statuses.length === 0 ? 'open' : 'all')]
  const offset = readCursor(textOf(args.cursor))
  const limit = limitOf(args.limit)
  const page = await listTasks(services.tasks, actor, {
    org_id: spaceId,
    limit,
    offset,
    status: statuses.length === 0 ? (filter.status ?? []) : statuses,
    priority: prioritiesIn(args.priority),
    assigned_to: nameOf(args.assignee) ?? filter.assignedTo,
    skill: partsOf(args.skills)?.[0],
    search: queryIn(args),
    group: filter.group,
    sort: filter.sort,
  })

  const items = firstThatFit((await presentTasks(services, actor, page.tasks)).map(shortened), (item) =>
    sizeOf([...taskLines(item, actor), ...descriptionLines(item)], inBrief(item)),
  )
  const next = offset + items.length
  const cursor = next < page.total && items.length > 0 ? writeCursor(next) : null
  const facts = { tasks: items.map(inBrief), total: page.total, next_cursor: cursor, note: QUOTED }
  if (items.length === 0) {
    const next = 'No tasks found. To see more, call tasks with filter all, or without query and the like.'
    return succeed(next, { ...facts, next })
  }
  const lines = items.flatMap((item) => [...taskLines(item, actor), ...descriptionLines(item)])
  const hints = [
    ...(cursor === null ? [] : [`${page.total - next} more: cursor ${cursor}`]),
    'To read one whole, call tasks with action get and its task_id; to take one, action claim.',
  ]
  return succeed([counted(page.total, 'task'), '', ...lines, '', QUOTING, ...hints].join('\n'), {
    ...facts,
    next: hints.join(' '),
  })
}

/** @throws Invalid for a query that is too long. */
function queryIn({ query }: TasksArguments): string | undefined {
  const text = textOf(query)
  if (text !== undefined && text.length > QUERY_CHARS)
    throw invalid(['query'], `At most ${QUERY_CHARS} characters`)
  return text
}

function shortened(item: TaskItem): TaskItem {
  const { description } = item
  const isLong = description.length > DESCRIPTION_CHARS
  return isLong ? { ...item, description: `${cut(description, DESCRIPTION_CHARS)}…` } : item
}

/** Never splits a character. */
function cut(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')
}

/** A task with its newest notes and messages, as far as they fit. A cursor continues only the reported work. */
export async function getOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const { tasks, onDelivered, onTaskGiven } = services
  const task = await findTask(services, actor, { ...args, action: 'get' })
  const found = await listNotes(tasks, actor, task.id, { limit: SHOWN })
  const thread = await readThreadEnd(services, actor, task.message_id, { limit: SHOWN })

  const reading = await readingOf(services, actor, [task], found.notes)
  const from = workOffsetIn(textOf(args.cursor))
  // a continued answer doesn't repeat the description
  const whole = presentTask(from === undefined ? task : { ...task, description: '' }, reading)
  let room = ITEMS_MAX_BYTES - sizeOfTask(withoutWork(whole), actor)
  const talk = <T>(items: readonly T[], sizeOf: (item: T) => number): T[] => {
    const shown = from !== undefined ? [] : newestThatFit(items, sizeOf, room)
    room -= shown.reduce((bytes, one) => bytes + sizeOf(one), 0)
    return shown
  }
  const notes = talk(presentNotes(found.notes, reading), (note) => sizeOf(noteLines(note, actor), note))
  const replies = await presentMessages(services, actor, thread.messages)
  const messages = talk(replies, (message) => sizeOfItem(message, actor, true))
  // only what fits was delivered
  const shown = thread.messages.slice(thread.messages.length - messages.length)
  if (from === undefined) {
    onTaskGiven(actor.accountId, task)
    onDelivered(actor.accountId, task.space_id, shown)
  }
  const { item, nextCursor } = withWorkThatFits(whole, from, room)
  const isEveryNote = notes.length === found.notes.length && found.next_cursor === null
  const isWholeThread = messages.length === thread.messages.length && thread.isWhole
  const next = [
    ...nextSteps(task, actor),
    ...(nextCursor === null
      ? []
      : [
          `More of the reported work: tasks with action get, task_id ${task.display_id} and cursor ${nextCursor}`,
        ]),
    ...(isEveryNote ? [] : [`For older notes, call tasks with action notes and task_id ${task.display_id}.`]),
    ...(isWholeThread
      ? []
      : [`For the whole conversation, call messages with action thread and message_id ${task.message_id}.`]),
  ]
  const text = [
    ...taskLines(item, actor),
    ...descriptionLines(item),
    ...workLines(item),
    ...(notes.length === 0
      ? []
      : ['', counted(notes.length, 'note'), ...notes.flatMap((note) => noteLines(note, actor))]),
    ...(messages.length === 0
      ? ['', QUOTING]
      : [
          '',
          linesOf(`${counted(messages.length, 'message')} about it`, messages, actor, services.clock.now()),
        ]),
    '',
    ...next,
  ]
  return succeed(text.join('\n'), {
    tasks: [item],
    notes,
    messages,
    task_id: task.id,
    next_cursor: nextCursor,
    next: next.join(' '),
    note: QUOTED,
  })
}

function sizeOfTask(item: TaskItem, reader: ToolCall['actor']): number {
  return sizeOf([...taskLines(item, reader), ...descriptionLines(item), ...workLines(item)], item)
}

/** The newest items within `TALK_BYTES`, at least one that fits, in their order. */
function newestThatFit<T>(items: readonly T[], sizeOf: (item: T) => number, room: number): T[] {
  let bytes = 0
  const from = items.findLastIndex((item) => (bytes += sizeOf(item)) > Math.min(TALK_BYTES, room))
  const newest = items.slice(from + 1)
  return newest.length > 0 ? newest : items.slice(-1).filter((item) => sizeOf(item) <= room)
}

export async function readNotes(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const task = await findTask(services, actor, { ...args, action: 'notes' })
  const limit = limitOf(args.limit)
  const page = await listNotes(services.tasks, actor, task.id, { limit, before: noteIdIn(args) })
  const reading = await readingOf(services, actor, [task], page.notes)
  const all = presentNotes(page.notes, reading)
  const notes: NoteItem[] = lastThatFit(all, (note) => sizeOf(noteLines(note, actor), note))
  const nextCursor = notes.length < all.length ? (notes[0]?.id ?? null) : page.next_cursor
  const facts = {
    notes,
    tasks: [inBrief(shortened(presentTask(task, reading)))],
    task_id: task.id,
    next_cursor: nextCursor,
    note: QUOTED,
  }
  const how = `To add one, call tasks with action notes, task_id ${task.display_id} and note.`
  if (notes.length === 0) {
    const next = `No notes on ${task.display_id}. ${how}`
    return succeed(next, { ...facts, next })
  }
  const lines = notes.flatMap((note) => noteLines(note, actor))
  const older = nextCursor === null ? [] : [`Older ones: cursor ${nextCursor}`]
  return succeed(
    [`${counted(notes.length, 'note')} on ${task.display_id}`, '', ...lines, '', QUOTING, ...older, how].join(
      '\n',
    ),
    { ...facts, next: [...older, how].join(' ') },
  )
}

/** @throws Invalid */
function noteIdIn({ cursor }: TasksArguments): string | undefined {
  const id = textOf(cursor)
  if (id === undefined || isId(id)) return id
  throw invalid(['cursor'], 'must be a next_cursor from an earlier answer of notes')
}

const CURSOR = /^t1\.(\d{1,6})$/

function writeCursor(offset: number): string {
  return `t1.${offset}`
}

function readCursor(text: string | undefined): number {
  if (text === undefined) return 0
  const [, offset] = CURSOR.exec(text) ?? []
  if (offset === undefined) throw invalid(['cursor'], 'must be a next_cursor from an earlier answer of list')
  return Number(offset)
}
