/** Against a fake server that follows RFC 8628; tests/listen uses the real one. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { signInCredential } from './oauth.ts'

interface Asked {
  readonly path: string
  readonly body: string
}

async function tokenServer(answers: ((asked: Asked) => [number, unknown])[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-oauth-'))
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const one = { path: request.url ?? '', body: Buffer.concat(chunks as Buffer[]).toString() }
      asked.push(one)
      const [status, body] = answers.shift()?.(one) ?? [500, {}]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const said: string[] = []
  return {
    asked,
    said,
    deps: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      agent: 'scout',
      file: path.join(folder, 'new', 'scout.json'),
      signal: new AbortController().signal,
      log: (line: string) => void said.push(line),
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

const registered = (): [number, unknown] => [201, { client_id: 'c-1' }]
const code = (): [number, unknown] => [
  200,
  {
    device_code: 'dc',
    user_code: 'AB-CD',
    verification_uri: 'http://x/device',
    expires_in: 600,
    interval: 0.001,
  },
]
const no = (error: string) => (): [number, unknown] => [400, { error, error_description: error }]
const tokens =
  (name: string, expires_in = 3600) =>
  (): [number, unknown] => [
    200,
    { access_token: `${name}-access`, refresh_token: `${name}-refresh`, expires_in },
  ]

test('a person enters a code once; tokens are in a file only for the owner, and renewed before they expire', async () => {
  await using server = await tokenServer([
    registered,
    code,
    no('authorization_pending'),
    tokens('first', 30),
    tokens('second'),
    tokens('third'),
    no('invalid_grant'),
  ])
  const { deps, asked, said } = server

  const credential = await signInCredential(deps)
  expect(said).toEqual(['To sign in, open http://x/device and enter the code AB-CD'])
  expect(new URLSearchParams(asked[1]?.body).get('resource')).toBe(`${deps.url}/mcp/agents/scout`)
  await expect(signInCredential(deps)).rejects.toThrow('Another listener uses')
  // it is about to expire: two concurrent calls renew it once
  expect(await Promise.all([credential.token(), credential.token()])).toEqual([
    'second-access',
    'second-access',
  ])
  expect(new URLSearchParams(asked[4]?.body).get('refresh_token')).toBe('first-refresh')
  await credential.fileLock.release()

  const later = await signInCredential(deps)
  expect(await later.token()).toBe('second-access')
  expect(await later.renew('second-access')).toBe(true)
  expect(await later.token()).toBe('third-access')
  // another call was refused with the old token
  expect(await later.renew('second-access')).toBe(true)
  expect((await stat(deps.file)).mode & 0o077).toBe(0)
  expect(JSON.parse(await readFile(deps.file, 'utf8'))).toMatchObject({ refresh_token: 'third-refresh' })

  await expect(later.renew('third-access')).rejects.toThrow('The sign-in has ended')
  expect(asked).toHaveLength(7)
  expect(said.join()).not.toMatch(/access|refresh/)
  await later.fileLock.release()
})

test.for([
  { error: 'access_denied', says: 'The sign-in was refused' },
  { error: 'expired_token', says: 'Nobody entered the code in time' },
])('a sign-in that fails with $error stores nothing and can be restarted', async ({ error, says }) => {
  await using server = await tokenServer([registered, code, no(error), registered, code, tokens('first')])

  await expect(signInCredential(server.deps)).rejects.toThrow(says)

  const credential = await signInCredential(server.deps)
  expect(await credential.token()).toBe('first-access')
  await credential.fileLock.release()
})
