import { expect, test } from 'vitest'
import { parseCriteria } from './criteria.ts'
import { afterChange, excerptOfTask, taskWords } from './found-tasks.ts'

test.for([
  { params: { q: 'token check' }, words: 'token check', because: 'words are words' },
  { params: { q: 't-12' }, words: 't-12', because: 'it is a name' },
  { params: { q: '"token check" #bug' }, words: 'bug token check', because: 'the last may be unfinished' },
  { params: { q: 'token -check' }, words: null, because: 'tasks know no exclusions' },
  { params: { q: '*' }, words: null, because: 'nothing narrows' },
  { params: { q: '!!!' }, words: null, because: 'there is no word' },
  { params: { q: 'token', agents: 'scout' }, words: null, because: 'authors are of messages' },
  { params: { q: 'token', page: 2 }, words: null, because: 'pages are of messages' },
])('$params searches tasks for $words because $because', ({ params, words }) => {
  expect(taskWords(parseCriteria(params))).toBe(words)
})

type Task = Parameters<typeof excerptOfTask>[0]
const task = { id: '1', display_id: 'T-12', title: 'Batch the check', description: 'It is **slow**' } as Task

test.for([
  { query: 'batch', hits: ['Batch'], inDescription: [], isInNotes: false },
  { query: 'slow che', hits: ['check'], inDescription: ['slow'], isInNotes: false },
  { query: 'quarter', hits: [], inDescription: [], isInNotes: true },
  { query: 'T-12', hits: [], inDescription: [], isInNotes: false },
])('"$query" is found in the right place', ({ query, hits, inDescription, isInNotes }) => {
  const excerpt = excerptOfTask(task, query)
  const marked = (pieces: typeof excerpt.title | null) =>
    (pieces ?? []).filter(({ isHit }) => isHit).map(({ text }) => text)
  expect(marked(excerpt.title)).toEqual(hits)
  expect(marked(excerpt.description)).toEqual(inDescription)
  expect(excerpt.isInNotes).toBe(isInNotes)
})

test('results follow changes and deletions', () => {
  const found = { tasks: [task], total: 9 }
  const changed = { ...task, title: 'Now' }
  expect(afterChange(found, { action: 'updated', task: changed })).toEqual({ tasks: [changed], total: 9 })
  expect(afterChange(found, { action: 'deleted', task })).toEqual({ tasks: [], total: 8 })
  expect(afterChange(found, { action: 'updated', task: { ...task, id: '2' } })).toBe(found)
})
