import { expect, test } from 'vitest'
import { countFilters, isFiltered, paramsOf, listQueryOf, viewOf, type TaskParams } from './view.ts'

test.for<{ params: TaskParams; because: string }>([
  { params: {}, because: 'an empty address is the view that the page opens with' },
  { params: { space: 's1', status: 'blocked,completed' }, because: 'several values of a filter' },
  {
    params: {
      space: 's1',
      priority: 'high',
      assigned_to: 'me',
      skill: 'sql',
      q: 'token check',
      group: 'attention',
      sort: 'updated',
      view: 'board',
      page: 3,
      size: 100,
    },
    because: 'everything at once',
  },
])('a URL survives parsing and serializing: $because', ({ params }) => {
  expect(paramsOf(viewOf(params), 's1')).toEqual(params)
})

test('invalid values in a URL are dropped', () => {
  const view = viewOf({
    status: 'blocked,nonsense,,blocked',
    priority: 'P1',
    assigned_to: '  ',
    group: 'all',
    sort: 'random',
    view: 'calendar',
    page: -2,
    size: 33,
    q: '  x  ',
  })
  expect(paramsOf(view, 's1')).toEqual({ space: 's1', status: 'blocked', q: 'x' })
  expect(viewOf({ page: 1.5 }).page).toBe(1)
})

test("a view becomes the server's query", () => {
  expect(listQueryOf(viewOf({ status: 'blocked', assigned_to: 'Scout', q: 'bird', page: 4 }))).toEqual({
    status: ['blocked'],
    priority: [],
    assignedTo: 'scout',
    search: 'bird',
    sort: 'newest',
  })
})

test('filters are counted by value, without order, page and layout', () => {
  const view = viewOf({ status: 'blocked,failed', skill: 'sql', view: 'board', sort: 'oldest', page: 2 })
  expect([countFilters(view), isFiltered(view)]).toEqual([3, true])
  expect(isFiltered(viewOf({ view: 'board', sort: 'oldest', page: 2 }))).toBe(false)
  expect(isFiltered(viewOf({ q: 'bird' }))).toBe(true)
  expect(isFiltered(viewOf({ group: 'open' }))).toBe(true)
})
