import { expect, test } from 'vitest'
import { EMPTY_FEED, type FeedState } from '../state/feed-state.ts'
import { message } from '../state/test-messages.ts'
import { firstReadTime, positionOf } from './read-position.ts'
import { NEVER } from './reading.ts'

const bos = { author_id: 'bo-id', username: 'bo' }
const at = (seq: number) => message(seq).uploaded_at

/** Messages 3 to 6 of a space. */
function feed(fields: Partial<FeedState> = {}): FeedState {
  const messages = [3, 4, 5, 6].map((seq) => message(seq, bos))
  return {
    ...EMPTY_FEED,
    isLoaded: true,
    hasOlder: true,
    byId: new Map(messages.map((one) => [one.id, one])),
    order: messages.map(({ id }) => id),
    ...fields,
  }
}

test.for([
  { unread: [], is: 'm6', because: 'all are read' },
  { unread: [5], is: 'm4', because: 'the one after it is unread' },
  { unread: [4, 6], is: 'm3', because: 'what was read after an unread one doesn’t count' },
  { unread: [3], is: null, because: 'the first loaded one is unread' },
  { unread: [], until: at(3), is: 'm6', because: 'the last read time reaches what is loaded' },
  { unread: [], until: at(2), is: null, because: 'unread ones may be before what is loaded' },
  { unread: [], until: at(2), fields: { hasOlder: false }, is: 'm6', because: 'nothing is before it' },
  { unread: [], until: null, is: null, because: 'it is the first visit' },
  { unread: [], fields: { isLoaded: false }, is: null, because: 'nothing is loaded yet' },
  { unread: [], fields: { isCached: true }, is: null, because: 'it is the cache' },
])('the position is $is because $because', ({ unread, until = at(9), fields, is }) => {
  const isRead = ({ seq }: { seq: number }) => !(unread as number[]).includes(seq)
  expect(positionOf(feed(fields), isRead, until)?.id ?? null).toBe(is)
})

test.for([
  { loaded: [1, 2], unread: [], is: at(2), because: 'all of it is history' },
  { loaded: [1, 2], unread: [2], is: justBefore(2), because: 'a mention is unread there' },
  { loaded: [3, 4], unread: [4, 2], is: justBefore(2), because: 'the oldest unread one isn’t even loaded' },
  { loaded: [], unread: [], is: NEVER, because: 'there are no messages' },
])('on a first visit the last read time is $is because $because', ({ loaded, unread, is }) => {
  const messages = (seqs: number[]) => seqs.map((seq) => message(seq, bos))
  expect(firstReadTime(messages(loaded), messages(unread))).toBe(is)
})

function justBefore(seq: number): string {
  return new Date(Date.parse(at(seq)) - 1).toISOString()
}
