/** The reported work of a task, as far as it fits into an answer; a cursor continues with the rest. */
import { invalid } from '../../../platform/errors.ts'
import { countThatFit } from './budget.ts'
import type { TaskItem } from './present-task.ts'

type Work = TaskItem['context_data']

/** The potentially long parts of the work, one text each, in display order. */
function partsOf({ issues_encountered: issues, testing_notes: tests, ...work }: Work) {
  return [
    ...(issues === null ? [] : [{ name: 'issues_encountered', text: issues } as const]),
    ...(tests === null ? [] : [{ name: 'testing_notes', text: tests } as const]),
    ...work.deliverables.map((text) => ({ name: 'deliverables', text }) as const),
    ...work.files_changed.map((text) => ({ name: 'files_changed', text }) as const),
  ]
}

/**
 * The task with the next parts of its work that fit into the given bytes, and the cursor of the rest. A continued
 * answer has at least one.
 *
 * @param from where a continued answer starts; undefined in the first one
 */
export function withWorkThatFits(
  item: TaskItem,
  from: number | undefined,
  room: number,
): { readonly item: TaskItem; readonly nextCursor: string | null } {
  const offset = from ?? 0
  const parts = partsOf(item.context_data).slice(offset)
  const sizes = parts.map(({ text }) => bytesOf(text))
  const count = from === undefined && (sizes[0] ?? 0) > room ? 0 : countThatFit(sizes, room)
  const shown = parts.slice(0, count)
  const named = (name: (typeof parts)[number]['name']) =>
    shown.filter((part) => part.name === name).map(({ text }) => text)
  const context = {
    ...item.context_data,
    issues_encountered: named('issues_encountered')[0] ?? null,
    testing_notes: named('testing_notes')[0] ?? null,
    deliverables: named('deliverables'),
    files_changed: named('files_changed'),
  }
  return {
    item: { ...item, context_data: context },
    nextCursor: count < parts.length ? `w1.${offset + count}` : null,
  }
}

export function withoutWork(item: TaskItem): TaskItem {
  const none = { issues_encountered: null, testing_notes: null, deliverables: [], files_changed: [] }
  return { ...item, context_data: { ...item.context_data, ...none } }
}

/** Of a text in a list of facts. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1
}

const CURSOR = /^w1\.(\d{1,3})$/

/** Where the work continues. @throws Invalid for another kind of cursor. */
export function workOffsetIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const [, offset] = CURSOR.exec(cursor) ?? []
  if (offset === undefined) throw invalid(['cursor'], 'must be a next_cursor from an earlier answer about it')
  return Number(offset)
}
