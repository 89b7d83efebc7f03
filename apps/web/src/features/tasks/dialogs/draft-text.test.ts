import { expect, test } from 'vitest'
import { draftText } from './draft-text.ts'
import { EMPTY_TASK } from './new-task-draft.ts'

const newTask = { ...EMPTY_TASK, title: 'Roof', priority: 'high', skills: 'tiles, ladder' }
const edits = { mine: { title: 'Mend it', requirements_clear: true }, seen: { title: 'Roof' } }

test.for([
  {
    key: 'task:new:m1',
    stored: JSON.stringify({ values: newTask, attempt: null }),
    said: 'Title: Roof\n\nPriority: High\n\nSkills: tiles, ladder',
    because: 'what the dialog has by itself is no news',
  },
  {
    key: 'task:018f',
    stored: JSON.stringify(edits),
    said: 'Title: Mend it\n\nRequirements are clear: yes',
    because: 'only what was edited is unsent',
  },
  {
    key: 'task-note:018f',
    stored: '{"note":"Half done","note_type":"progress","visibility":"public"}',
    said: 'Note: Half done',
    because: 'a note is its text',
  },
  { key: 'task:new', stored: '{ broken', said: '', because: 'what no form can read is none' },
  { key: 'composer', stored: '{ half', said: '{ half', because: 'a message is what was typed' },
  {
    key: 'composer',
    stored: '{"channel":"dev","text":"half"}',
    said: 'half',
    because: 'its channel is no part of the text',
  },
])('$key reads "$said" because $because', ({ key, stored, said }) => {
  expect(draftText(key, stored)).toBe(said)
})
