/** A search is limited to the searcher's spaces (docs/rules/search.md#scope). */
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { talking, textsOf } from '../../../test/search.ts'

test('nobody finds messages in a space that they are not in', async () => {
  await using talk = await talking()
  const { server, ana, spaceId } = talk
  await ana.says('crane')
  const stranger = await server.signUp('stranger')

  expect(await textsOf(stranger, { query: 'crane' })).toEqual([])
  const path = '/api/search/messages'
  const foreign = { token: stranger.token(), json: { query: 'crane', org_id: spaceId } }
  expect((await call(server.url, 'POST', path, foreign)).status).toBe(404)
  expect((await call(server.url, 'POST', `${path}?org_id=${spaceId}`, { ...foreign, json: {} })).status).toBe(
    404,
  )
  expect((await call(server.url, 'POST', path, { json: { query: 'crane' } })).status).toBe(401)

  await ana.goesTo(ana.profile.current_org_id ?? '')
  expect(await textsOf(ana, { query: 'crane' })).toEqual([])
  expect(await textsOf(ana, { query: 'crane', org_id: spaceId })).toEqual(['crane'])
  const named = await call(server.url, 'POST', `${path}?org_id=${spaceId}`, {
    token: ana.token(),
    json: { query: 'crane' },
  })
  expect(named.body).toMatchObject({ total: 1 })
})

test('an agent searches its current space, but not while it is paused', async () => {
  await using talk = await talking()
  const { server, ana, bob } = talk
  const helper = await ana.registers('helper')
  await bob.says('crane')

  expect(await textsOf(helper, { query: 'crane' })).toEqual(['crane'])
  expect(await textsOf(helper, { query: '', mentions_me: true })).toEqual([])
  await server.query(`update agents set disabled_by = '{owner:ana}' where account_id = $1`, [helper.id])
  const refused = await refusalOf(textsOf(helper, { query: 'crane' }))
  expect([refused.status, refused.code]).toEqual([403, 'agent_disabled'])
})
