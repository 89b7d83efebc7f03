/** The notes of a task: the list with its states, and the form of a new one. */
import type { TaskNote } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, PHONE, type Options } from './app.tsx'
import { press } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { ago, newId, nextSeq, person, space, task } from './world.ts'

const notes = () => page.getByRole('dialog').getByRole('region', { name: 'Notes' })
const field = () => notes().getByRole('textbox', { name: 'Note' })
const button = (name: string) => notes().getByRole('button', { name, exact: true })
const addNote = () => button('Add Note').click()

function note(
  author: { id: string; username: string },
  text: string,
  more: Partial<TaskNote> = {},
): TaskNote {
  return {
    id: newId(),
    author_id: author.id,
    author_type: 'user',
    author_name: author.username,
    note_type: 'general',
    visibility: 'public',
    note: text,
    created_at: ago(60_000),
    ...more,
  }
}

async function openNotes(
  options: Options = {},
  stored: (me: { id: string; username: string }) => TaskNote[] = () => [],
) {
  const me = person('ana')
  const nest = space('Nest', { visibility: 'invite_only' })
  const shown = task(me, 12, 'Batch the token check', { space_id: nest.id })
  const storedNotes = stored(me)
  const app = await openApp({
    path: `/tasks?task=${shown.id}`,
    me,
    ...options,
    world: { spaces: [nest], tasks: [shown] },
    answers(server, world) {
      server.answer(taskRoutes.notes, () => ({ notes: storedNotes, next_cursor: null }))
      server.answer(taskRoutes.addNote, ({ body }) => {
        const added = note(me, body.note, {
          note_type: body.note_type ?? 'general',
          visibility: body.visibility ?? 'public',
        })
        storedNotes.push(added)
        return added
      })
      options.answers?.(server, world)
    },
  })
  await expect.element(notes()).toBeVisible()
  const emitNoted = () =>
    app.server.emit('task_update', { space_id: nest.id, at: ago(), action: 'noted', task: shown }, nextSeq())
  return { ...app, me, storedNotes, shown, emitNoted }
}

const bo = { id: newId(), username: 'bo' }

test('notes are listed newest last, with their type and visibility', async () => {
  await openNotes({}, (me) => [
    note(bo, 'It is the **cache**.', { note_type: 'issue' }),
    note(me, 'Emptied it.', { note_type: 'solution', visibility: 'private' }),
  ])
  const rows = notes().getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent('Issue')
  await expect.element(rows.first()).toMatchTextContent('It is the cache.')
  await expect.element(rows.last()).toMatchTextContent('Solution')
  await expect.element(rows.last()).toMatchTextContent('Only you see this')
  await expect.element(button('Delete note of ana')).toBeVisible()
  await expect.element(button('Delete note of bo')).not.toBeInTheDocument()
})

test('loading, empty and failed each show a message', async () => {
  let release = () => {}
  const { server } = await openNotes({
    isWaiting: true,
    answers(server) {
      release = server.hold(taskRoutes.notes)
    },
  })
  await expect.element(notes().getByText('Loading notes')).toBeInTheDocument()
  release()
  await expect.element(notes().getByText('No notes yet')).toBeVisible()
  expect(server.calls(taskRoutes.notes)).toHaveLength(1)
})

test('notes that fail to load can be retried', async () => {
  const { server } = await openNotes({
    answers: (server) => server.answer(taskRoutes.notes, () => refusal(500, 'x')),
  })
  await expect.element(notes().getByText('Failed to load task notes')).toBeVisible()
  server.answer(taskRoutes.notes, () => ({ notes: [note(bo, 'Here.')], next_cursor: null }))
  await button('Try Again').click()
  await expect.element(notes().getByText('Here.')).toBeVisible()
  await expect.element(notes().getByText('Failed to load task notes')).not.toBeInTheDocument()
})

test('older notes are loaded by cursor', async () => {
  const older = note(bo, 'The first one.')
  const newer = note(bo, 'The last one.')
  const { server } = await openNotes({
    answers: (server) =>
      server.answer(taskRoutes.notes, ({ query }) =>
        query.before === undefined
          ? { notes: [newer], next_cursor: newer.id }
          : { notes: [older], next_cursor: null },
      ),
  })
  await button('Older notes').click()
  await expect.element(notes().getByRole('listitem').first()).toMatchTextContent('The first one.')
  await expect.element(button('Older notes')).not.toBeInTheDocument()
  expect(server.calls(taskRoutes.notes).map(({ query }) => query.before)).toEqual([undefined, newer.id])
})

test('an older page still loads when somebody else writes a note meanwhile', async () => {
  const [first, last] = [note(bo, 'The first one.'), note(bo, 'The last one.')]
  const newest = [last]
  const { server, emitNoted } = await openNotes({
    answers: (server) =>
      server.answer(taskRoutes.notes, ({ query }) =>
        query.before === undefined
          ? { notes: newest, next_cursor: last.id }
          : { notes: [first], next_cursor: null },
      ),
  })
  await expect.element(notes().getByText('The last one.')).toBeVisible()
  const release = server.hold(taskRoutes.notes)
  await button('Older notes').click()
  await expect.poll(() => server.calls(taskRoutes.notes).at(-1)?.query.before).toBe(last.id)
  newest.push(note(bo, 'Said meanwhile.'))
  emitNoted()
  await expect.poll(() => server.calls(taskRoutes.notes).at(-1)?.query.before).toBeUndefined()
  release()

  await expect.element(notes().getByText('Said meanwhile.')).toBeVisible()
  await expect.element(notes().getByText('The first one.')).toBeVisible()
})

test("another user's note shows live", async () => {
  const { storedNotes, emitNoted } = await openNotes()
  await expect.element(notes().getByText('No notes yet')).toBeVisible()
  storedNotes.push(note(bo, 'Just found it.'))
  emitNoted()
  await expect.element(notes().getByText('Just found it.')).toBeVisible()
})

test('Add Note opens the form, and a note is stored with its type and visibility', async () => {
  const { server } = await openNotes()
  await expect.element(field()).not.toBeInTheDocument()
  await addNote()
  await expect.element(field()).toHaveFocus()
  await expect.element(button('Add Note')).toBeDisabled()
  await field().fill('  It is the cache.  ')
  await notes().getByLabelText('Type').selectOptions('Issue')
  await notes().getByLabelText('Visible to').selectOptions('The team')
  await addNote()

  await expect.element(notes().getByRole('listitem')).toMatchTextContent('It is the cache.')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(button('Add Note')).toHaveFocus()
  expect(server.calls(taskRoutes.addNote).map(({ body }) => body)).toEqual([
    { note: 'It is the cache.', note_type: 'issue', visibility: 'team' },
  ])
  await addNote()
  await expect.element(field()).toHaveValue('')
})

test('while a note is being saved nothing can be typed into it', async () => {
  const { server } = await openNotes()
  await addNote()
  await field().fill('It is the cache.')
  const release = server.hold(taskRoutes.addNote)
  await addNote()
  await expect.element(field()).toHaveAttribute('readonly')
  await press(field(), ' Or not.')
  await expect.element(field()).toHaveValue('It is the cache.')
  release()
  await expect.element(notes().getByRole('listitem')).toMatchTextContent('It is the cache.')
})

test.for([
  {
    answer: () =>
      refusal(400, 'guardrail_violation', 'Blocked', {
        title: 'Secret found',
        message: 'This looks like a key.',
        suggestion: 'Take it out.',
      }),
    said: 'Secret found: This looks like a key. Take it out.',
  },
  { answer: () => refusal(404, 'not_found', 'Task not found'), said: 'Task not found' },
  {
    answer: () => refusal(400, 'x', null),
    said: 'Your note contains content that was blocked by security filters. Please review and try again.',
  },
  { answer: () => refusal(500, 'x', null), said: 'Failed to create note. Please try again.' },
])('a note that is rejected shows "$said", and stays', async ({ answer, said }) => {
  const { server } = await openNotes()
  await addNote()
  await field().fill('It is the cache.')
  server.answerOnce(taskRoutes.addNote, answer)
  await addNote()
  await expect.element(notes().getByText(said)).toBeVisible()
  await expect.element(field()).toHaveValue('It is the cache.')
  await addNote()
  await expect.element(field()).not.toBeInTheDocument()
})

test('without a response the same note is sent under the same key', async () => {
  const { server } = await openNotes()
  await addNote()
  await field().fill('It is the cache.')
  server.isReachable = false
  await addNote()
  await expect.element(notes().getByText('Failed to create note. Please try again.')).toBeVisible()
  server.isReachable = true
  server.answerOnce(taskRoutes.addNote, () => refusal(503, 'unavailable', null))
  await addNote()
  await expect.poll(() => server.calls(taskRoutes.addNote)).toHaveLength(1)
  await expect.element(button('Adding...')).not.toBeInTheDocument()
  await addNote()
  await expect.element(field()).not.toBeInTheDocument()
  const keys = server.calls(taskRoutes.addNote).map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
})

test('a note that is too long is neither sent nor cut', async () => {
  const { server } = await openNotes()
  await addNote()
  await field().fill('x'.repeat(5001))
  await expect.element(notes().getByText('5001 of 5000')).toBeVisible()
  await addNote()
  await expect.element(field()).toHaveAccessibleDescription('At most 5000 characters')
  expect(server.calls(taskRoutes.addNote)).toEqual([])
})

test('an unsent note survives a reload and closing the sheet, until Cancel', async () => {
  const { reload, shown } = await openNotes()
  await addNote()
  await field().fill('Half a thou')
  await notes().getByLabelText('Type').selectOptions('Progress')
  await reload(`/tasks?task=${shown.id}`)
  await expect.element(field()).toHaveValue('Half a thou')
  await expect.element(notes().getByLabelText('Type')).toHaveValue('progress')

  await button('Cancel').click()
  await expect.element(field()).not.toBeInTheDocument()
  await addNote()
  await expect.element(field()).toHaveValue('')
  await reload(`/tasks?task=${shown.id}`)
  await expect.element(button('Add Note')).toBeVisible()
  await expect.element(field()).not.toBeInTheDocument()
})

test('deleting one’s own note asks for confirmation', async () => {
  const { server, storedNotes } = await openNotes({}, (me) => [note(me, 'Mine.')])
  server.answer(taskRoutes.removeNote, ({ params }) => {
    storedNotes.splice(
      storedNotes.findIndex(({ id }) => id === params.noteId),
      1,
    )
    return undefined
  })
  await button('Delete note of ana').click()
  const question = page.getByRole('dialog', { name: 'Delete note' })
  await expect.element(question.getByText('Are you sure you want to delete this note?')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(notes().getByText('Mine.')).toBeVisible()

  await button('Delete note of ana').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(notes().getByText('No notes yet')).toBeVisible()
  await expect.element(button('Add Note')).toHaveFocus()
})

test('a note that can’t be deleted shows an error, and stays', async () => {
  const { server } = await openNotes({}, (me) => [note(me, 'Mine.')])
  server.answer(taskRoutes.removeNote, () => refusal(403, 'forbidden', 'You can only delete your own notes.'))
  await button('Delete note of ana').click()
  await page.getByRole('dialog', { name: 'Delete note' }).getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(page.getByText('Failed to delete note. You can only delete your own notes.'))
    .toBeVisible()
  await expect.element(notes().getByText('Mine.')).toBeVisible()
})

test.for([{ size: PHONE }, { size: { width: 1280, height: 800 } }])(
  'notes and their form are accessible and fit at $size.width',
  async ({ size }) => {
    await openNotes({ size }, (me) => [
      note({ ...bo, username: 'b'.repeat(60) }, 'word '.repeat(80), {
        note_type: 'issue',
        visibility: 'team',
      }),
      note(me, 'https://example.org/' + 'path/'.repeat(40), { visibility: 'private' }),
    ])
    await addNote()
    await field().fill('x')
    await expectAccessible()
    expect(overflow()).toBeLessThanOrEqual(0)
  },
)
