/** What holds for every call, whichever room it is in: made from the contract itself. */
import { connect } from 'node:net'
import { TOKENS_SCOPE } from '@flockwork/contract/policy/scopes'
import { openApiOf } from '@flockwork/contract/openapi'
import type { RouteSpec } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { call, type Answer } from './calls.ts'
import { everyRoute, nameOf } from './contract-routes.ts'
import { connectProgram } from './oauth-client.ts'
import { startServer } from './server.ts'

const SOME_ID = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'

const pathOf = ({ path }: RouteSpec, param = SOME_ID) => path.replaceAll(/:\w+/g, param)

function expectApiHeaders({ headers }: Answer, what: string): void {
  expect([what, headers.get('x-content-type-options')]).toEqual([what, 'nosniff'])
  expect([what, headers.get('referrer-policy')]).toEqual([what, 'no-referrer'])
  expect([what, headers.get('cache-control')]).toEqual([what, expect.stringContaining('no-store')])
}

test('every change that may name its space says that it acts in the current one otherwise', async () => {
  // here the space is what the call is about
  const about = [
    'POST /api/organizations/switch',
    'POST /api/organizations/join-public',
    'PUT /auth/agents/:id',
  ]
  const routes = (await everyRoute()).filter(({ method, isRead }) => method !== 'GET' && isRead !== true)

  const naming = routes.filter(({ params: _params, answer: _answer, ...taking }) => {
    return JSON.stringify(openApiOf([taking], 'x').paths).includes('"org_id"')
  })
  expect(naming.length).toBeGreaterThan(about.length)
  for (const route of naming) {
    const what = nameOf(route)
    expect([what, route.actsInCurrentSpace === true]).toEqual([what, !about.includes(what)])
  }
})

test('whatever answers a token or a code counts as a write, also under GET', async () => {
  const reads = (await everyRoute()).filter(({ method, isWrite }) => method === 'GET' && isWrite !== true)

  const issuing = reads.filter(({ params: _params, query: _query, body: _body, ...answering }) => {
    const paths = JSON.stringify(openApiOf([answering], 'x').paths)
    return /"(?!can_)(\w+_)?(token|secret)":|"(invite|user)_code":/.test(paths)
  })

  expect(issuing.map(nameOf)).toEqual([])
})

/** Whoever has a token may revoke it. */
const GIVES_ITSELF_UP = 'DELETE /oauth/agent-token'

test('an agent may call what only reads with the scope that lets it in, and nothing else', async () => {
  for (const route of await everyRoute()) {
    if (route.access !== 'account') continue
    const isOpen = route.method === 'GET' || route.isRead === true || nameOf(route) === GIVES_ITSELF_UP
    expect([nameOf(route), route.scope === 'mcp']).toEqual([nameOf(route), isOpen])
  }
})

test('every route of the contract is there, and refuses strangers', async () => {
  await using server = await startServer()
  const routes = await everyRoute()
  expect(routes.length).toBeGreaterThan(20)

  for (const route of routes) {
    const answer = await call(server.url, route.method, pathOf(route), {
      ...(route.method !== 'GET' && { json: {} }),
    })
    const what = nameOf(route)
    // as an unknown address is answered; what it names may be missing
    if (route.access === 'public')
      expect([what, answer.body]).not.toMatchObject([what, { detail: 'Not found' }])
    else {
      expect([what, answer.status]).toEqual([what, 401])
      expect(answer.body).toMatchObject({
        error: 'unauthorized',
        detail: expect.any(String),
        request_id: expect.any(String),
      })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expectApiHeaders(answer, what)
  }
})

test("an agent's credential opens the calls for agents, and no other", async () => {
  await using server = await startServer()
  const helper = await (await server.signUp('ana')).registers('helper')

  for (const route of await everyRoute()) {
    const what = nameOf(route)
    if (route.access === 'public' || route.path === '/api/sse/messages' || what === GIVES_ITSELF_UP) continue
    const { status } = await call(server.url, route.method, pathOf(route), { token: helper.token })
    // for programs that its owner allowed to set up its clients
    const isForAgents = route.access === 'account' && route.scope !== TOKENS_SCOPE
    if (isForAgents) expect([what, status]).not.toEqual([what, 403])
    else expect([what, status]).toEqual([what, 403])
  }
})

test('a program that may only read may make the calls of its scope, and is refused the others with theirs', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('helper')
  const { access_token: token } = await connectProgram(server.url, ana, 'helper', { scope: 'mcp' })

  for (const route of await everyRoute()) {
    if (route.access !== 'account' || route.path === '/api/sse/messages') continue
    const { body } = await call(server.url, route.method, pathOf(route), { token })
    const missing = { error: 'insufficient_scope', detail: expect.stringContaining(route.scope) }
    if (route.scope === 'mcp') expect([nameOf(route), body]).not.toMatchObject([nameOf(route), missing])
    else expect([nameOf(route), body]).toMatchObject([nameOf(route), missing])
  }
})

/** `npm test` sends everything odd to every field; the quick run a few of it to each, the next ones to the next. */
const IS_WHOLE = process.env['FUZZ'] === 'whole'
const QUICK_VALUES = 4

/** Deals out `values` in turn, a few at a time; all of them each time when the fuzzing is whole. */
function dealing<T>(values: readonly T[]): () => readonly T[] {
  let next = 0
  return () => {
    if (IS_WHOLE) return values
    return Array.from({ length: QUICK_VALUES }, () => values[next++ % values.length] as T)
  }
}

const ODD_VALUES = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  'x'.repeat(10_000),
  [],
  [null],
  {},
  { a: { b: [] } },
  SOME_ID,
  SOME_ID.toUpperCase(),
  '1e9',
  '2026-01-01',
  '../..',
]
const ODD_BODIES = [
  '{',
  '[]',
  '"x"',
  '5',
  'null',
  'true',
  '',
  '{}',
  '{"a":{"a":{"a":[]}}}',
  '[[[[]]]]',
  '\u0000',
  '\ufeff{}',
]

test('no body makes any call fail with 500', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const { body: document } = await call(server.url, 'GET', '/api/openapi.json')
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  const [someBodies, someOdd, someAllOdd] = [dealing(ODD_BODIES), dealing(ODD_VALUES), dealing(ODD_VALUES)]

  for (const route of await everyRoute()) {
    if (route.method === 'GET') continue
    const token = route.access === 'public' ? {} : { token: ana.token() }
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    const fields = Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {})
    const odd = fields.flatMap((field) => someOdd().map((value) => JSON.stringify({ [field]: value })))
    const allOdd = someAllOdd().map((value) =>
      JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
    )

    const answers = await Promise.all(
      [...someBodies(), ...odd, ...allOdd].map(async (text) => ({
        sent: text,
        ...(await call(server.url, route.method, pathOf(route), { ...token, text })),
      })),
    )
    for (const { status, sent } of answers) {
      expect([nameOf(route), sent.slice(0, 100), status < 500]).toEqual([
        nameOf(route),
        sent.slice(0, 100),
        true,
      ])
    }
  }
})

interface Operation {
  parameters?: { name: string; in: string; required: boolean }[]
  security?: unknown[]
  requestBody?: { content: { 'application/json': { schema: { properties?: object } } } }
  responses?: Record<string, unknown>
}

test('no parameter makes any call fail with 500', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const { body: document } = await call(server.url, 'GET', '/api/openapi.json')
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  const odd = [
    '',
    'x',
    '%00',
    '%ED%A0%80',
    '-1',
    '0',
    '1e99',
    '9'.repeat(30),
    SOME_ID,
    '%25',
    "'",
    '[]',
    'c1.zz',
    'true',
    'x'.repeat(5000),
  ]
  const someOdd = dealing(odd)

  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      // the stream stays open when it is answered
      if (path === '/api/sse/messages') continue
      const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
      const addresses = [
        ...queries.flatMap(({ name }) => [
          ...someOdd().map((value) => `?${name}=${value}`),
          ...someOdd().flatMap((value) => [`?${name}=1&${name}=${value}`, `?${name}[a]=${value}`]),
        ]),
        '?',
        '?=&&=',
        '?__proto__=1&constructor=2&toString=3',
      ].map((query) => path.replaceAll(/\{\w+\}/g, SOME_ID) + query)
      const inPath = path.includes('{') ? someOdd().map((value) => path.replaceAll(/\{\w+\}/g, value)) : []
      const isPublic = operation.security === undefined
      const isWrite = method !== 'get'

      const answers = await Promise.all(
        [...addresses, ...inPath].map(async (address) => ({
          address,
          ...(await call(server.url, method.toUpperCase(), address, {
            ...(!isPublic && { token: ana.token() }),
            ...(isWrite && { json: {} }),
          })),
        })),
      )
      for (const { address, ...answer } of answers) {
        const what = `${method} ${address.slice(0, 120)}`
        expect([what, answer.status < 500]).toEqual([what, true])
        if (answer.status >= 400) {
          expect([what, answer.body]).toMatchObject([
            what,
            { error: expect.any(String), request_id: expect.any(String) },
          ])
          expect(answer.body).toHaveProperty('detail')
        }
      }
    }
  }
}, 400_000)

test('the description of the interface is OpenAPI 3.1 and has every route', async () => {
  await using server = await startServer()

  const { status, body } = await call(server.url, 'GET', '/api/openapi.json')

  expect(status).toBe(200)
  const document = body as { openapi: string; info: object; paths: Record<string, Record<string, Operation>> }
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info).toMatchObject({ title: 'Flockwork', version: expect.any(String) })
  for (const route of await everyRoute()) {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect([nameOf(route), operation]).toMatchObject([
      nameOf(route),
      { summary: route.summary, responses: { default: expect.anything() } },
    ])
    expect([nameOf(route), operation?.security === undefined]).toEqual([
      nameOf(route),
      route.access === 'public',
    ])
    // a key is stored for a known caller, and for writes alone
    const takesKey = operation?.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false
    const mayKeepKey = route.method !== 'GET' && route.access !== 'public'
    expect([nameOf(route), takesKey && !mayKeepKey]).toEqual([nameOf(route), false])
    for (const [, name] of route.path.matchAll(/:(\w+)/g)) {
      expect(operation?.parameters).toContainEqual(
        expect.objectContaining({ name, in: 'path', required: true }),
      )
    }
  }
  const documented = Object.values(document.paths).flatMap((operations) => Object.keys(operations))
  expect(documented.length).toBeGreaterThanOrEqual((await everyRoute()).length)
})

test('a large answer is compressed for whoever takes that, and only a large one', async () => {
  await using server = await startServer()
  // other tests ask for nothing compressed
  const [large, small] = await Promise.all(
    ['/api/openapi.json', '/healthz'].map((path) => fetch(server.url + path)),
  )

  expect(large?.headers.get('content-encoding')).toMatch(/^(br|gzip|zstd)$/)
  expect(await large?.json()).toMatchObject({ info: { title: 'Flockwork' } })
  expect(small?.headers.get('content-encoding')).toBeNull()
  await small?.text()
})

test('calls that are not there are 404 as JSON, whatever their method', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const nowhere = [
    '/api/nothing',
    '/auth/nothing',
    '/posts/nothing',
    '/tasks/nothing',
    '/onboarding/x',
    '/demo/x',
    '/api',
    '/auth/',
    '/mcpx/../api/x',
    '/.well-known/nothing',
    '/oauth/nothing',
  ]

  for (const path of nowhere) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await call(server.url, method, path, { token: ana.token() })
      const what = `${method} ${path}`
      expect([what, answer.status]).toEqual([what, 404])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(answer.body).toMatchObject({
        error: 'not_found',
        detail: expect.any(String),
        request_id: expect.any(String),
      })
    }
  }
})

test('an address that can not be read is refused as JSON', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  for (const path of [
    '/api/messages/%ZZ',
    '/api/messages/%',
    `/api/messages/${'x'.repeat(3000)}`,
    '/api/messages/%00',
  ]) {
    const { status, body } = await call(server.url, 'GET', path, { token: ana.token() })
    expect([path.slice(0, 40), status >= 400 && status < 500]).toEqual([path.slice(0, 40), true])
    expect(body).toMatchObject({ error: expect.any(String), request_id: expect.any(String) })
    expect(body).toHaveProperty('detail')
  }
})

test('bytes that are no HTTP harm nobody', async () => {
  await using server = await startServer()
  const { port } = new URL(server.url)
  const answers = [
    '\u0000\u0001\u0002\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /auth/login HTTP/1.1\r\ncontent-length: -5\r\n\r\n',
  ]

  for (const bytes of answers) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.resume()
    })
  }

  expect((await call(server.url, 'GET', '/healthz')).status).toBe(200)
})

test('alive, ready and measured', async () => {
  await using server = await startServer()
  await server.signUp('ana')

  expect((await call(server.url, 'GET', '/healthz')).body).toMatchObject({ status: 'ok' })
  expect((await call(server.url, 'GET', '/readyz')).status).toBe(200)
  const { headers, text } = await call(server.url, 'GET', '/metrics')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  for (const name of [
    'flockwork_http_requests_total',
    'flockwork_posts_total',
    'flockwork_streams',
    'process_cpu_seconds_total',
  ]) {
    expect(text).toMatch(new RegExp(`^${name}`, 'm'))
  }
})

test('every answer carries its protections, and each request its own id', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const answers = [
    await call(server.url, 'GET', '/auth/me', { token: ana.token() }),
    await call(server.url, 'GET', '/auth/me'),
    await call(server.url, 'POST', '/auth/login', { json: {} }),
    await call(server.url, 'GET', '/api/nothing'),
    // no router can read it
    await call(server.url, 'GET', '/%'),
    await call(server.url, 'POST', '/auth/messages', { text: 'x', type: 'text/plain' }),
    await call(server.url, 'GET', '/healthz', { headers: { 'x-request-id': 'chosen by the caller' } }),
  ]

  for (const [index, answer] of answers.entries()) {
    expectApiHeaders(answer, String(index))
    expect(answer.headers.get('permissions-policy')).toBeTruthy()
    // plain http: a promise of https would lock people out
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
  }
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(answers.length)
  expect(ids).not.toContain('chosen by the caller')
})

test('under https every answer says so', async () => {
  await using server = await startServer({ env: { PUBLIC_URL: 'https://chat.example.org' } })

  const { headers } = await call(server.url, 'GET', '/auth/providers')

  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
})

test('the clock of a test instance can be moved, and bad times are refused', async () => {
  await using server = await startServer()

  for (const text of ['{', '{}', '{"at":5}', '{"at":"never"}', '']) {
    const { status } = await call(server.url, 'POST', '/test/clock', { text })
    expect([text, status]).toEqual([text, 422])
  }
  const { body } = await call(server.url, 'POST', '/test/clock', { json: { at: '2030-01-01T00:00:00Z' } })
  expect(body).toMatchObject({ now: expect.stringMatching(/^2030-01-01T00:00:0/) })
})
