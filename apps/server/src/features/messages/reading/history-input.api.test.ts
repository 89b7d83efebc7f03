/** Invalid and unusual parameters of the history call. */
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'

const REFUSED = [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=x', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['since=nonsense', 'since'],
  ['since=c1.', 'since'],
  ['since=-200000-01-01T00:00:00Z', 'since'],
  ['since=275000-01-01', 'since'],
  [`since=${encodeURIComponent('+275000-01-01T00:00:00Z')}`, 'since'],
  ['since=8640000000000000', 'since'],
  ['before=nonsense', 'before'],
  ['after=c1.!', 'after'],
  ['hours=0', 'hours'],
  ['hours=-5', 'hours'],
  ['hours=x', 'hours'],
  ['hours=Infinity', 'hours'],
  ['org_id=x', 'org_id'],
  ['channel=%00', 'channel', 0],
  ['author=b&author=a%00', 'author', 1],
  ['topic=%00', 'topic', 0],
  [`channel=${'a'.repeat(101)}`, 'channel'],
  [Array.from({ length: 51 }, (_, name) => `topic=t${name}`).join('&'), 'topic'],
] as const

const ANSWERED = [
  'since=c1.zzzzzzzzzzz',
  'before=c1.zzzzzzzzzzz',
  'after=c1.zzzzzzzzzzz',
  'unknown=1',
  'since=1',
  'since=0',
  'since=1960-01-01',
]

test('an invalid parameter is refused with its location, an unusual one works, and none causes a 500', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const ask = (query: string) => call(server.url, 'GET', `/auth/messages?${query}`, { token: ana.token() })

  for (const [query, ...place] of REFUSED) {
    const { status, body } = await ask(query)
    expect([query, status]).toEqual([query, 422])
    expect(body).toMatchObject({ error: 'validation_error', detail: [{ loc: ['query', ...place] }] })
  }
  for (const query of ANSWERED) expect([query, (await ask(query)).status]).toEqual([query, 200])
})
