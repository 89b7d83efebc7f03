import { expect, test } from 'vitest'
import { EMPTY_FEED, type FeedState } from '../state/feed-state.ts'
import { firstReadTime, positionOf } from './read-position.ts'
import { NEVER } from './reading.ts'
import { message } from '../state/test-messages.ts'

const bos = { author_id: 'bo-id', username: 'bo' }
const at = (seq: number) => message(seq).uploaded_at

/** Messages 3 to 6 of a space, of which those named are unread. */
function feed(fields: Partial<FeedState> = {}): FeedState {
  const held = [3, 4, 5, 6].map((seq) => message(seq, bos))
  return {
    ...EMPTY_FEED,
    isLoaded: true,
    hasOlder: true,
    byId: new Map(held.map((one) => [one.id, one])),
    order: held.map(({ id }) => id),
    ...fields,
  }
}

test.for([
  { unread: [], is: 'm6', because: 'all are read' },
  { unread: [5], is: 'm4', because: 'the one after it is unread' },
  { unread: [4, 6], is: 'm3', because: 'what was read behind an unread one doesn’t count' },
  { unread: [3], is: null, because: 'the first one held is unread' },
  { unread: [], until: at(3), is: 'm6', because: 'the last read time reaches what is held' },
  { unread: [], until: at(2), is: null, because: 'unread ones may stand before what is held' },
  { unread: [], until: at(2), fields: { hasOlder: false }, is: 'm6', because: 'nothing stands before it' },
  { unread: [], until: null, is: null, because: 'the space is seen for the first time' },
  { unread: [], fields: { isLoaded: false }, is: null, because: 'nothing is known yet' },
  { unread: [], fields: { isCached: true }, is: null, because: 'it is what an earlier page kept' },
])('the position is $is because $because', ({ unread, until = at(9), fields, is }) => {
  const isRead = ({ seq }: { seq: number }) => !(unread as number[]).includes(seq)
  expect(positionOf(feed(fields), isRead, until)?.id ?? null).toBe(is)
})

test.for([
  { held: [1, 2], waiting: [], is: at(2), because: 'all of it is history' },
  { held: [1, 2], waiting: [2], is: justBefore(2), because: 'a mention waits there' },
  { held: [3, 4], waiting: [4, 2], is: justBefore(2), because: 'what waits longest isn’t even held' },
  { held: [], waiting: [], is: NEVER, because: 'nothing is there' },
])('on a first visit the last read time is $is because $because', ({ held, waiting, is }) => {
  const messages = (seqs: number[]) => seqs.map((seq) => message(seq, bos))
  expect(firstReadTime(messages(held), messages(waiting))).toBe(is)
})

function justBefore(seq: number): string {
  return new Date(Date.parse(at(seq)) - 1).toISOString()
}
