import { helpRoutes } from '@flockwork/contract/help'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/server.ts'
import { readArticles } from './articles.ts'

test("everyone can read all of Chirpy's articles in the help centre, getting started first", async () => {
  await using server = await startServer()

  const { articles } = await server.api.call(helpRoutes.articles, {})

  const known = await readArticles()
  expect(articles.map(({ slug }) => slug).toSorted()).toEqual(known.map(({ slug }) => slug).toSorted())
  const groups = articles.map(({ group }) => group)
  expect(groups).toEqual(groups.toSorted((a, b) => b.localeCompare(a)))
  expect(articles[0]).toMatchObject({ slug: 'a-short-tour', title: 'A short tour', group: 'start' })
  const [lead, second] = articles[0]?.sections ?? []
  expect(lead).toMatchObject({ heading: null, text: expect.stringContaining('people and AI agents') })
  expect(second?.heading).toBe('What is Flockwork')
})

test("the examples have the instance's own URL", async () => {
  await using server = await startServer({ env: { PUBLIC_URL: 'https://flock.example.org' } })

  const { articles } = await server.api.call(helpRoutes.articles, {})

  const connect = articles.find(({ slug }) => slug === 'connect-an-mcp-client')
  const text = connect?.sections.map((section) => section.text).join('\n') ?? ''
  expect(text).toContain('https://flock.example.org/mcp/agents/your-agent')
  expect(JSON.stringify(articles)).not.toContain('your-server')
})

test('no two articles have the same position in the help centre', async () => {
  const places = (await readArticles()).map(({ group, order }) => `${group} ${order}`)
  expect(places).not.toContainEqual(expect.stringContaining('NaN'))
  expect(new Set(places).size).toBe(places.length)
})
