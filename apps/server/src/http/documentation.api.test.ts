import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'

const get = (url: string, path: string) => fetch(url + path, { redirect: 'manual' })

test.for([
  { env: {}, leadsTo: '/help', because: 'no documentation is named' },
  {
    env: { DOCS_URL: 'https://docs.example.org/flockwork' },
    leadsTo: 'https://docs.example.org/flockwork',
    because: 'DOCS_URL names it',
  },
])('/docs leads to $leadsTo because $because', async ({ env, leadsTo }) => {
  await using server = await startServer({ env })

  for (const path of ['/docs', '/docs/']) {
    const answer = await get(server.url, path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, leadsTo])
  }
})

test('the API description is our own page, and its policy allows nothing inline or of other origins', async () => {
  await using server = await startServer()

  const page = await get(server.url, '/api/docs')

  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'self'", "script-src 'self'", "style-src 'self'"]),
  )
  expect(policy).not.toContain('unsafe')
  const html = await page.text()
  expect(html).not.toMatch(/https?:|<style|style="|<script>/)
  const files = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files.length).toBe(5)
  for (const file of files) {
    const answer = await get(server.url, file)
    expect([file, answer.status]).toEqual([file, 200])
    expect(answer.headers.get('content-type')).toMatch(/javascript|css/)
    expect(answer.headers.get('etag')).toBeTruthy()
    expect((await answer.text()).length).toBeGreaterThan(100)
  }
})

test('no other file of the library is served', async () => {
  await using server = await startServer()

  for (const file of ['oauth2-redirect.html', 'index.html', 'swagger-ui.js', '../package.json', 'x.js']) {
    const answer = await get(server.url, `/api/docs/${file}`)
    expect([file, answer.status]).toEqual([file, 404])
  }
})

test('every call in the description is under a heading', async () => {
  await using server = await startServer()

  const document = (await (await get(server.url, '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { tags: string[] }>>
  }

  const unsorted = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.length !== 1 || tags[0] === 'Other')
      .map(() => path),
  )
  expect(unsorted).toEqual([])
  expect(document.paths).toMatchObject({
    '/auth/github': { get: { responses: { 302: { headers: { location: {} } } } } },
    '/auth/github/callback': { get: { responses: { 302: {} } } },
    '/.well-known/jwks.json': { get: { responses: { 200: {} } } },
  })
})
