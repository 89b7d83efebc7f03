import { expect, test } from 'vitest'
import { markEverything } from './mark-everything.ts'

const message = (space_id: string, seq: number) => ({
  id: `${space_id}-${seq}`,
  seq,
  space_id,
  uploaded_at: new Date(seq).toISOString(),
})

const waiting = (space: string, seq: number) => ({
  id: `row-${space}-${seq}`,
  space_id: space,
  message: message(space, seq),
})
const task = { id: 'row-task', space_id: 'lab', message: null }

interface Start {
  readonly inbox: readonly (ReturnType<typeof waiting> | typeof task)[]
  readonly ends: Record<string, number>
  /** The inbox right before the heads of the spaces are known. */
  readonly arriving?: ReturnType<typeof waiting>
}

/** Marks everything in an inbox with one row per page. @returns the calls that were made */
async function marked({ inbox, ends, arriving }: Start) {
  const rows = new Map(inbox.map((row) => [row.id, row]))
  const newest = { ...ends }
  const read: string[] = []
  let listed: Start['inbox'] = []
  await markEverything({
    async unread(before) {
      if (before === null) listed = [...rows.values()]
      const at = listed.findIndex(({ id }) => id === before) + 1
      return {
        items: listed.slice(at, at + 1),
        next_cursor: listed[at + 1] ? (listed[at]?.id ?? null) : null,
      }
    },
    async markSeen(ids) {
      for (const id of ids) rows.delete(id)
    },
    async endOf(space) {
      if (arriving?.space_id === space) {
        rows.set(arriving.id, arriving)
        newest[space] = Math.max(newest[space] ?? 0, arriving.message.seq)
      }
      return newest[space] === undefined ? null : message(space, newest[space])
    },
    async readUpTo({ id }) {
      read.push(id)
    },
  })
  return { left: [...rows.keys()], read: read.toSorted() }
}

test('all pages are marked, and their spaces read up to the newest message', async () => {
  const inbox = [waiting('lab', 7), task, waiting('den', 3), waiting('lab', 2)]
  expect(await marked({ inbox, ends: { lab: 9, den: 3, elsewhere: 5 } })).toEqual({
    left: [],
    read: ['den-3', 'lab-9'],
  })
})

test('messages that arrive meanwhile stay unread, and their space is read no further than what was marked', async () => {
  const inbox = [waiting('lab', 7), waiting('den', 3), waiting('lab', 2)]
  const start = { inbox, ends: { lab: 9, den: 4 }, arriving: waiting('lab', 10) }
  expect(await marked(start)).toEqual({ left: ['row-lab-10'], read: ['den-4', 'lab-7'] })
})

test('without a marked message, a space with new arrivals is not read at all', async () => {
  const start = { inbox: [task], ends: { lab: 9 }, arriving: waiting('lab', 10) }
  expect(await marked(start)).toEqual({ left: ['row-lab-10'], read: [] })
})

test('an empty inbox marks nothing', async () => {
  expect(await marked({ inbox: [], ends: { lab: 9 } })).toEqual({ left: [], read: [] })
})
