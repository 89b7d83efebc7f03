import { expect, test } from 'vitest'
import { currentSelection, openChannels } from './channel-names.ts'

const channel = (name: string, archived = false) => ({ name, archived })
const main = channel('main')
const dev = channel('dev')

test.for([
  { before: [main, dev], now: [main, dev], follows: 'dev', because: 'it is still there' },
  { before: null, now: [main, dev], follows: 'dev', because: 'it is there' },
  { before: [main, dev], now: [main, channel('code')], follows: 'code', because: 'it was renamed' },
  { before: [main, dev], now: [main, channel('dev', true)], follows: 'main', because: 'it was archived' },
  { before: null, now: [main, channel('code')], follows: 'main', because: 'what it became is unknown' },
  { before: [main], now: [main, channel('code')], follows: 'main', because: 'it never was there' },
  {
    before: [main, dev],
    now: [main, channel('code', true)],
    follows: 'main',
    because: 'it was renamed and then archived',
  },
  {
    before: [main, dev],
    now: [main, channel('code'), channel('new')],
    follows: 'main',
    because: 'it may be either of two',
  },
  {
    before: [main, dev, channel('ops')],
    now: [main, channel('code')],
    follows: 'main',
    because: 'another went as well',
  },
])('after a change, dev becomes $follows because $because', ({ before, now, follows }) => {
  expect(currentSelection('dev', before, now)).toBe(follows)
})

test('archived channels are not open', () => {
  expect(openChannels([main, channel('old', true), dev])).toEqual([main, dev])
})
