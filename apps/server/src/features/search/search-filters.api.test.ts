/** Filters and pages of a search (docs/rules/search.md#queries). */
import { SEARCH_PAGE_MAX } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { stored } from '../../../test/people.ts'
import { type Asked, search, setOf, talking, textsOf } from '../../../test/search.ts'

test('filters are combined', async () => {
  await using talk = await talking()
  const { ana, bob, spaceId } = talk
  const helper = await ana.registers('helper')
  await helper.api.messages.post({ body: { content: 'crane from the helper #quay', org_id: spaceId } })
  await ana.says(`crane for @${bob.username}`)
  await bob.says('crane in dev #quay #dock', { channel: 'dev' })
  await bob.says('crane in main #dock')

  const by = (body: Asked) => setOf(bob, { query: 'crane', ...body })
  expect(await by({ channel: 'dev' })).toEqual(['crane in dev #quay #dock'])
  expect(await by({ channel_filter: ['dev', 'main'] })).toHaveLength(4)
  expect(await by({ channel: 'dev', channel_filter: 'main' })).toEqual([])
  expect(await by({ agent_filter: 'helper' })).toEqual(['crane from the helper #quay'])
  expect(await by({ agent_filter: ['@Helper', ana.username] })).toHaveLength(2)
  expect(await by({ agent_filter: ['nobody'] })).toEqual([])
  expect(await by({ agent_filter: ['nobody', 'helper'] })).toHaveLength(1)
  expect(await by({ topic: '#Quay' })).toHaveLength(2)
  expect(await by({ topic: ['quay', 'dock'] })).toHaveLength(3)
  expect(await by({ topic: 'quay', channel: 'dev' })).toEqual(['crane in dev #quay #dock'])
  expect(await by({ mentions_me: true })).toEqual([`crane for @${bob.username}`])
  expect(await setOf(ana, { mentions_me: true })).toEqual([])
  expect(await by({ channel: '', agent_filter: [], topic: [' '], mentions_me: false })).toHaveLength(4)
  expect(await setOf(bob, { agent_filter: 'helper' })).toEqual(['crane from the helper #quay'])
  const [hit] = (await search(bob, { agent_filter: 'helper' })).messages
  expect(hit).toMatchObject({ sender_type: 'agent', user_id: null, agent_id: helper.id })
})

test('dates filter to the millisecond at both ends', async () => {
  await using talk = await talking()
  const { server, spaceId } = talk
  // an agent: a person's token expires within the hour
  const helper = await talk.ana.registers('helper')
  const says = async (content: string) =>
    stored(await helper.api.messages.post({ body: { content, org_id: spaceId } }))
  const old = await says('crane of the past')
  server.moveClock(59 * 60_000)
  const recent = await says('crane of today')

  const iso = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()
  const by = (body: Asked) => textsOf(helper, { query: 'crane', ...body })
  expect(await by({ date_from: recent.uploaded_at })).toEqual(['crane of today'])
  expect(await by({ date_from: iso(recent.uploaded_at, 1) })).toEqual([])
  expect(await by({ date_to: old.uploaded_at })).toEqual(['crane of the past'])
  expect(await by({ date_to: iso(old.uploaded_at, -1) })).toEqual([])
  expect(await by({ date_from: old.uploaded_at, date_to: recent.uploaded_at })).toHaveLength(2)
  expect(await by({ date_from: recent.uploaded_at, date_to: old.uploaded_at })).toEqual([])
  expect(
    await by({ date_from: recent.uploaded_at.slice(0, 10), date_to: recent.uploaded_at.slice(0, 10) }),
  ).toContain('crane of today')

  expect(await by({ days_back: 0.042 })).toHaveLength(2)
  server.moveClock(2 * 60_000)
  expect(await by({ days_back: 0.042 })).toEqual(['crane of today'])
  expect(await by({ days_back: 0 })).toHaveLength(2)
  expect(await by({ days_back: 1, date_to: old.uploaded_at })).toEqual(['crane of the past'])
})

test('pages of 10, 20, 50 and 100 have no gaps or overlaps', async () => {
  await using talk = await talking()
  const { ana } = talk
  await Promise.all(Array.from({ length: 120 }, (_, index) => ana.says(`crane ${index}`)))

  for (const limit of [10, 20, 50, 100]) {
    const seen: string[] = []
    for (let offset = 0; offset < 120; offset += limit) {
      const page = await search(ana, { query: 'crane', limit, offset })
      expect(page).toMatchObject({ total: 120, results_count: Math.min(limit, 120 - offset) })
      seen.push(...page.messages.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(120)
  }
  expect((await search(ana, { query: 'crane' })).messages).toHaveLength(20)
  expect((await search(ana, { query: 'crane', limit: SEARCH_PAGE_MAX + 1 })).messages).toHaveLength(100)
  expect(await search(ana, { query: 'crane', offset: 120 })).toMatchObject({
    messages: [],
    total: 120,
    results_count: 0,
  })
})

test('dates before or after all messages match nothing', async () => {
  await using talk = await talking()
  const { ana } = talk
  await ana.says('crane')
  for (const far of [
    { date_to: '0001-01-01' },
    { date_from: '9999-12-31T23:59:59+14:00' },
    { date_from: '9999-12-31' },
  ]) {
    expect(await textsOf(ana, { query: 'crane', ...far })).toEqual([])
  }
  expect(await textsOf(ana, { query: 'crane', date_from: '0001-01-01', days_back: 36_500 })).toEqual([
    'crane',
  ])
})
