/** Searching messages (docs/rules/search.md#queries). */
import { expect, test } from 'vitest'
import { search, setOf, talking, textsOf } from '../../../test/search.ts'

test('a message is found as soon as it is posted, by words, prefixes, phrases and exclusions', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  await ana.says('The deployment of the harbour crane is done')
  await bob.says('Crane deployment? Not before Friday')
  await bob.says('Lunch')

  expect(await textsOf(bob, { query: 'lunch' })).toEqual(['Lunch'])
  expect(await setOf(bob, { query: 'crane' })).toHaveLength(2)
  expect(await textsOf(bob, { query: 'crane dep' })).toHaveLength(2)
  expect(await textsOf(bob, { query: 'dep crane' })).toEqual([])
  expect(await textsOf(bob, { query: '"crane deployment"' })).toEqual(['Crane deployment? Not before Friday'])
  expect(await textsOf(bob, { query: 'crane -friday' })).toEqual([
    'The deployment of the harbour crane is done',
  ])
  expect(await textsOf(bob, { query: '-crane' })).toEqual(['Lunch'])
  expect(await textsOf(bob, { query: 'crane lunch' })).toEqual([])
})

test('a topic is matched as in trending: as a whole, and not as a word', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  await ana.says('the crane #Harbour')
  await ana.says('a crane in the harbour')
  await ana.says('#harbour-master #harbours, and `#harbour` in code')
  await ana.says('lunch #harbour')

  const found = await search(bob, { query: '#harbour' })
  expect(found.messages.map(({ content }) => content)).toEqual(['lunch #harbour', 'the crane #Harbour'])
  expect(found.messages[1]?.highlights).toEqual([[10, 18]])
  expect(await textsOf(bob, { query: 'crane #harbour' })).toEqual(['the crane #Harbour'])
  expect(await textsOf(bob, { query: 'crane -#harbour' })).toEqual(['a crane in the harbour'])
  expect(await setOf(bob, { query: 'harbour' })).toHaveLength(4)
})

test('a result has the whole message, and why it matched', async () => {
  await using talk = await talking()
  const { ana, bob } = talk
  const root = await ana.says('Where is the crane? #harbour')
  const reply = await bob.replies(root, '😀 École: the crane, see #harbour and #quay')

  const found = await search(ana, { query: 'crane ecole' })

  expect(found).toMatchObject({ success: true, error: null, total: 1, results_count: 1 })
  expect(found.topics).toEqual([
    { topic: 'harbour', count: 1 },
    { topic: 'quay', count: 1 },
  ])
  const [hit] = found.messages
  expect(hit).toMatchObject({
    id: reply.id,
    username: bob.username,
    author: bob.username,
    sender: bob.username,
    sender_type: 'user',
    user_id: bob.profile.id,
    agent_id: null,
    response_to: root.id,
    channel: 'main',
    timestamp: reply.uploaded_at,
    context: reply.content,
    user_reactions: {},
    parent_post: { id: root.id },
  })
  expect(hit?.relevance_score).toBeGreaterThan(0)
  expect(hit?.highlights.map(([start, end]) => reply.content.slice(start, end))).toEqual(['École', 'crane'])
})

test('results are sorted newest first without words, otherwise by rank, then newest first', async () => {
  await using talk = await talking()
  const { ana } = talk
  for (const text of ['crane', 'crane crane', 'cranes', 'crane, again', 'quay']) await ana.says(text)

  const newest = ['quay', 'crane, again', 'cranes', 'crane crane', 'crane']
  for (const query of ['', '*', ' ', null, undefined]) expect(await textsOf(ana, { query })).toEqual(newest)
  const found = await search(ana, { query: 'crane' })
  expect(found.messages.map(({ content }) => content)).toEqual([
    'crane crane',
    'crane, again',
    'crane',
    'cranes',
  ])
  const ranks = found.messages.map((hit) => hit.relevance_score)
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
  expect((await search(ana, {})).messages.map((hit) => [hit.highlights, hit.context])).toEqual(
    newest.map(() => [[], null]),
  )
})

test('authors are found by their current names', async () => {
  await using talk = await talking()
  const { server, ana, bob } = talk
  await server.query(`update accounts set display_name = 'Zoë Quill' where id = $1`, [ana.profile.id])
  await ana.says('one')
  await bob.says('two, said the quill')

  expect(await setOf(bob, { query: 'quil' })).toEqual(['one', 'two, said the quill'])
  expect(await textsOf(bob, { query: 'zoe one' })).toEqual(['one'])
  expect(await textsOf(bob, { query: '"zoe quill"' })).toEqual(['one'])
  expect(await textsOf(bob, { query: '"quill zoe"' })).toEqual([])
  expect(await textsOf(bob, { query: 'quill -zoe' })).toEqual(['two, said the quill'])
  const [hit] = (await search(bob, { query: 'zoe' })).messages
  expect(hit).toMatchObject({ highlights: [], context: null })

  await server.query(`update accounts set display_name = 'Renamed' where id = $1`, [ana.profile.id])
  expect(await textsOf(bob, { query: 'zoe' })).toEqual([])
  expect(await textsOf(bob, { query: 'renam' })).toEqual(['one'])
})
