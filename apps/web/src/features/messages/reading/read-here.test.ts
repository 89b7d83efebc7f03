import { expect, test } from 'vitest'
import { EMPTY_FEED, type FeedState } from '../state/feed-state.ts'
import { message } from '../state/test-messages.ts'
import { countReadAfter } from './read-here.ts'

const bos = { author_id: 'bo-id', username: 'bo' }
const deleted = { ...bos, deleted_at: message(9).uploaded_at }

/** Messages 1 to 6 of a space: 3 is one's own, 4 announces a task, 5 was deleted. */
const shown = [
  message(1, bos),
  message(2, bos),
  message(3),
  message(4, { ...bos, is_task: true }),
  message(5, deleted),
  message(6, bos),
]
const feed: FeedState = {
  ...EMPTY_FEED,
  isLoaded: true,
  byId: new Map(shown.map((one) => [one.id, one])),
  order: shown.map(({ id }) => id),
}

test.for([
  { until: 0, marks: [], position: 0, is: 0, because: 'nothing was read' },
  { until: 2, marks: [], position: 0, is: 2, because: 'two were' },
  { until: 2, marks: [], position: 1, is: 1, because: 'the server knows of one' },
  { until: 2, marks: [], position: 2, is: 0, because: 'the server knows of both' },
  { until: 0, marks: ['m2', 'm6'], position: 0, is: 2, because: 'they are marked, one unread before them' },
  {
    until: 6,
    marks: [],
    position: 0,
    is: 3,
    because: 'the server counts neither own nor tasks nor deleted ones',
  },
  { until: null, marks: [], position: 0, is: 0, because: 'it is the first visit' },
])('$is read here, because $because', ({ until, marks, position, is }) => {
  const lastReadTimestamp = until === null ? null : message(until).uploaded_at
  expect(countReadAfter(feed, { lastReadTimestamp, readMessageIds: marks }, 'ana-id', position)).toBe(is)
})
