/** Queries that the contract accepts fit the limit of a request's URL. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyRoute, nameOf } from '../../apps/server/test/contract-routes.ts'
import { toRequest } from '../../apps/web/src/api/client.ts'
import { fitsAddress } from '../../packages/contract/src/text/filter-names.ts'
import {
  ADDRESS_MAX_CHARS,
  CHANNEL_MAX_CHARS,
  FILTER_NAME_MAX_CHARS,
  HANDLE_MAX_CHARS,
  MESSAGE_PAGE_MAX,
} from '../../packages/contract/src/limits.ts'
import { messageRoutes } from '../../packages/contract/src/messages.ts'

const ID = '0198a000-0000-7000-8000-000000000001'
/** URL-encoded characters per UTF-16 code unit of a text: at most three bytes, each of them three characters. */
const PER_CHAR = 9
/** Fewer where a pattern limits the text to ASCII: three where some are escaped, one where none is. */
const perCharOf = (pattern: string | undefined) =>
  pattern === undefined ? PER_CHAR : pattern === String.raw`^[\w.-]*$` ? 1 : 3
/** Longer than any cursor of a page. */
const CURSOR = `c1.${'z'.repeat(11)}.${'z'.repeat(11)}`

const addressOf = (query: object) => toRequest('', messageRoutes.history, { query }).url
const isAccepted = (query: object) => messageRoutes.history.query.safeParse(query).success

test.for([
  { sign: 'a', chars: HANDLE_MAX_CHARS, because: 'handles are ASCII' },
  { sign: 'a', chars: CHANNEL_MAX_CHARS, because: 'so are most channels' },
  { sign: 'a', chars: 1, because: 'short names are mostly their parameter' },
  { sign: '議', chars: FILTER_NAME_MAX_CHARS, because: 'a topic may be in any script' },
  { sign: "'", chars: FILTER_NAME_MAX_CHARS, because: 'not all encoders agree on it' },
])('the longest filter that a page of history accepts fits its URL: $because', ({ sign, chars }) => {
  const all = {
    org_id: ID,
    limit: MESSAGE_PAGE_MAX,
    hours: 8783.999,
    mentions_me: true,
    working: true,
    since: CURSOR,
    before: CURSOR,
    after: CURSOR,
    around: ID,
  }
  const names = { author: [] as string[], topic: [] as string[], channel: [] as string[] }
  const grow = (list: string[]) => {
    list.push(sign.repeat(chars))
    if (isAccepted({ ...all, ...names })) return true
    list.pop()
    return false
  }
  for (const list of Object.values(names)) while (grow(list));

  expect(names.author.length).toBeGreaterThan(0)
  expect(fitsAddress(names)).toBe(true)
  expect(addressOf({ ...all, ...names }).length).toBeLessThanOrEqual(ADDRESS_MAX_CHARS)
})

test('every length-limited text of a query fits the URL, in any script', async () => {
  for (const route of await everyRoute()) {
    if (route.query === undefined) continue
    const schema = z.toJSONSchema(route.query as unknown as z.ZodMiniType, {
      io: 'input',
      unrepresentable: 'any',
    })
    const texts = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      typeof property === 'object' && property.maxLength !== undefined
        ? [name.length + 2 + property.maxLength * perCharOf(property.pattern)]
        : [],
    )
    const chars = texts.reduce((sum, one) => sum + one, route.path.length + ID.length)
    expect([nameOf(route), chars <= ADDRESS_MAX_CHARS]).toEqual([nameOf(route), true])
  }
})
