import { expect, test } from 'vitest'
import {
  changedFields,
  conflictsOf,
  keepMine,
  NO_EDITS,
  parseEdits,
  withoutSaved,
  shownValues,
  withEdit,
  withoutEdit,
} from './edits.ts'
import type { TaskValues } from './values.ts'

const ana = { id: 'ana', username: 'ana', type: 'user' as const }
const task: TaskValues = {
  title: 'Batch the check',
  description: 'Slow.',
  priority: 'medium',
  status: 'available',
  assignee: null,
  expected_minutes: '30',
  deadline: '',
  skills: ['sql'],
  requirements_clear: false,
  success_criteria: false,
  effort_estimated: false,
}

test('unedited fields follow the task, and edited ones stay', () => {
  const edits = withEdit(NO_EDITS, task, 'title', 'Batch the token check')
  const later = { ...task, priority: 'high' as const, description: 'Very slow.' }
  expect(shownValues(edits, later)).toEqual({ ...later, title: 'Batch the token check' })
  expect(changedFields(edits, later)).toEqual(['title'])
  expect(conflictsOf(edits, later)).toEqual([])
})

test.for([
  { name: 'title', mine: 'Mine', theirs: 'Theirs', conflicts: ['title'], because: 'both changed it' },
  { name: 'title', mine: 'Same', theirs: 'Same', conflicts: [], because: 'both changed it to the same' },
  { name: 'title', mine: 'Same ', theirs: 'Same', conflicts: [], because: 'white space is none' },
  { name: 'title', mine: 'Mine', theirs: task.title, conflicts: [], because: 'only one did' },
  { name: 'skills', mine: ['sql', 'go'], theirs: ['sql', 'c'], conflicts: ['skills'], because: 'both did' },
  { name: 'skills', mine: ['go'], theirs: ['go'], conflicts: [], because: 'the lists are equal' },
  {
    name: 'assignee',
    mine: ana,
    theirs: { ...ana, username: 'new' },
    conflicts: [],
    because: 'it is one person',
  },
  {
    name: 'assignee',
    mine: ana,
    theirs: { ...ana, id: 'bo' },
    conflicts: ['assignee'],
    because: 'they are two',
  },
  {
    name: 'status',
    mine: 'claimed',
    theirs: 'assigned',
    conflicts: [],
    because: 'that is what claimed is stored as',
  },
  { name: 'status', mine: 'completed', theirs: 'blocked', conflicts: ['status'], because: 'both did' },
] as const)('$name: $conflicts, because $because', ({ name, mine, theirs, conflicts }) => {
  const edits = withEdit(NO_EDITS, task, name, mine)
  expect(conflictsOf(edits, { ...task, [name]: theirs })).toEqual(conflicts)
})

test('choosing a side resolves a conflict, and a newer change of the other side is a new one', () => {
  const edits = withEdit(NO_EDITS, task, 'title', 'Mine')
  const theirs = { ...task, title: 'Theirs' }
  expect(shownValues(withoutEdit(edits, 'title'), theirs).title).toBe('Theirs')

  const kept = keepMine(edits, theirs, 'title')
  expect(conflictsOf(kept, theirs)).toEqual([])
  expect(changedFields(kept, theirs)).toEqual(['title'])
  expect(conflictsOf(kept, { ...theirs, title: 'Theirs again' })).toEqual(['title'])
})

test('typing continues in a conflicting field, and its base value stays', () => {
  const theirs = { ...task, title: 'Theirs' }
  const edits = withEdit(withEdit(NO_EDITS, task, 'title', 'M'), theirs, 'title', 'Mine')
  expect(conflictsOf(edits, theirs)).toEqual(['title'])
})

test('a reverted edit is no edit', () => {
  const edits = withEdit(NO_EDITS, task, 'priority', 'high')
  expect(withEdit(edits, task, 'priority', 'medium')).toEqual(NO_EDITS)
})

test("a trailing space stays on screen and isn't sent", () => {
  const edits = withEdit(NO_EDITS, task, 'title', `${task.title} `)
  expect(shownValues(edits, task).title).toBe(`${task.title} `)
  expect(changedFields(edits, task)).toEqual([])
})

test('a saved edit is no edit any more', () => {
  const edits = withEdit(withEdit(NO_EDITS, task, 'title', 'Mine'), task, 'priority', 'low')
  expect(withoutSaved(edits, { ...task, title: 'Mine' })).toEqual({
    mine: { priority: 'low' },
    seen: { priority: 'medium' },
  })
})

test('edits survive a reload, and invalid stored values are dropped', () => {
  const edits = withEdit(withEdit(NO_EDITS, task, 'assignee', ana), task, 'skills', [])
  expect(parseEdits(JSON.parse(JSON.stringify(edits)))).toEqual(edits)
  expect(
    parseEdits({ mine: { title: 7, priority: 'huge', deadline: '2026-12-01T09:00', color: 'red' } }),
  ).toEqual({
    mine: { deadline: '2026-12-01T09:00' },
    seen: {},
  })
  for (const nothing of [null, 'x', [], {}, { mine: {} }, { mine: { title: 1 } }]) {
    expect(parseEdits(nothing)).toBeNull()
  }
})
