/** Notes on tasks: visibility, deletion and validation (docs/rules/tasks.md#notes). */
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import type { Person } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const of = ({ id }: Pick<Task, 'id'>) => ({ params: { id } })

async function noting() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob')
  const task = await people.ana.api.tasks.create({ body: { title: 'Take notes' } })
  const add = ({ api }: Pick<Person, 'api'>, note: string, more: object = {}) =>
    api.tasks.addNote({ ...of(task), body: { note, ...more } })
  const seenBy = async ({ api }: Pick<Person, 'api'>) =>
    (await api.tasks.notes(of(task))).notes.map(({ note }) => note)
  return { server, ...people, task, add, seenBy, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('notes are listed newest last, private ones only to their author, and only shared ones are counted', async () => {
  await using work = await noting()
  const { ana, bob, task, add, seenBy } = work
  const scout = await bob.registers('scout')

  const first = await add(ana, '  one ')
  await add(bob, 'two', { note_type: 'issue', visibility: 'team' })
  await add(bob, 'three', { visibility: 'private' })
  await add(scout, 'four', { note_type: 'progress', visibility: 'public' })

  expect(first).toMatchObject({
    note: 'one',
    note_type: 'general',
    visibility: 'public',
    author_type: 'user',
    author_name: ana.username,
  })
  expect(await seenBy(ana)).toEqual(['one', 'two', 'four'])
  expect(await seenBy(bob)).toEqual(['one', 'two', 'three', 'four'])
  expect(await seenBy(scout)).toEqual(['one', 'two', 'four'])
  expect(await ana.api.tasks.get(of(task))).toMatchObject({ notes_count: 3, version: 1 })
})

test('the event about a note does not contain its text, and a private note has no event', async () => {
  await using work = await noting()
  const { server, ana, bob, spaceId, add, task } = work
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await add(bob, 'between us', { visibility: 'private' })
  await add(bob, 'for everyone')

  const event = await stream.next(({ event: name }) => name === 'task_update')
  expect(event.data).toMatchObject({ action: 'noted', task: { id: task.id, notes_count: 1 } })
  expect(JSON.stringify(stream.events)).not.toMatch(/between us|for everyone/)
})

test('only its author deletes a note, whose words no longer find the task', async () => {
  await using work = await noting()
  const { ana, bob, task, add, seenBy } = work
  const note = await add(bob, 'A giraffe')
  const hidden = await add(bob, 'hidden', { visibility: 'private' })
  const remove = ({ api }: Person, id: string) =>
    api.tasks.removeNote({ params: { id: task.id, noteId: id } })
  const found = async () => (await ana.api.tasks.list({ query: { search: 'giraf' } })).total

  expect(await found()).toBe(1)
  expect(await refusalOf(remove(ana, note.id))).toMatchObject({
    status: 403,
    detail: 'You can only delete your own notes.',
  })
  expect((await refusalOf(remove(ana, hidden.id))).status).toBe(404)
  await remove(bob, note.id)
  expect(await seenBy(bob)).toEqual(['hidden'])
  expect(await found()).toBe(0)
  expect((await ana.api.tasks.get(of(task))).notes_count).toBe(0)
})

test('an invalid note is refused, and nothing is stored', async () => {
  await using work = await noting()
  const { server, ana, task, add, seenBy } = work
  const post = (json: unknown) =>
    call(server.url, 'POST', `/api/tasks/${task.id}/notes`, { token: ana.token(), json })

  expect(await refusalOf(add(ana, '   '))).toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'note'], msg: 'Please enter a note' }],
  })
  for (const body of [
    {},
    { note: 'x'.repeat(5001) },
    { note: 'x', note_type: 'song' },
    { note: 'x', visibility: 'all' },
  ]) {
    expect((await post(body)).status).toBe(422)
  }
  const [sample] = SECRET_SAMPLES
  const refused = await post({ note: `the key is ${sample?.secret ?? ''}` })
  expect(refused).toMatchObject({
    status: 400,
    body: { error: 'guardrail_violation', title: expect.any(String) },
  })
  expect(await seenBy(ana)).toEqual([])
  expect((await add(ana, '🚀'.repeat(5000))).note).toHaveLength(10_000)
})

test('pages of notes have no gaps or duplicates', async () => {
  await using work = await noting()
  const { ana, task, add } = work
  for (let index = 0; index < 5; index++) await add(ana, String(index))
  const page = (before?: string) =>
    ana.api.tasks.notes({ ...of(task), query: { limit: 2, ...(before !== undefined && { before }) } })

  const seen: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const { notes, next_cursor } = await page(before)
    seen.unshift(...notes.map(({ note }) => note))
    before = next_cursor
  }
  expect(seen).toEqual(['0', '1', '2', '3', '4'])
})
