/** The secret of a rejected text is in no file of the data folder, no log line and no outgoing request. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { connectAgent } from '../../apps/server/test/mcp.ts'
import { createPeople } from '../../apps/server/test/people.ts'
import { startReceiver } from '../../apps/server/test/receiver.ts'
import { SECRET_SAMPLES } from '../../apps/server/test/secret-samples.ts'
import { webhookRoutes } from '../../packages/contract/src/webhooks.ts'
import { end, live } from './lives.ts'

const sampleOf = (wanted: string) => SECRET_SAMPLES.find(({ kind }) => kind === wanted)?.secret ?? ''
const SECRETS = [
  sampleOf('a GitHub token'),
  sampleOf('an AWS access key'),
  '4532 0151 1283 0366',
  'DE44 5001 0517 5407 3249 31',
]
const LET_THROUGH = 'let-through-7391-of-the-test'

test('after rejections over REST and MCP the secret is in none of the places where accepted texts are', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-refused-'))
  const said: string[] = []
  const life = await live(dataDir, said, { WEBHOOK_ALLOW_PRIVATE: 'on' })
  const receiver = await startReceiver()
  try {
    const answers = await refuseEverywhere(life.url, receiver.url)
    await eventually(
      async () => receiver.received.length,
      (count) => count > 0,
    )
    const called = JSON.stringify(receiver.received)
    await end(life, 'SIGTERM')

    expect(called).toContain(LET_THROUGH)
    const secrets = SECRETS.flatMap((text) => [text, text.replaceAll(' ', '')])
    expect([...answers, ...said, called].filter((text) => secrets.some((one) => text.includes(one)))).toEqual(
      [],
    )
    const files = await filesWith([LET_THROUGH, ...secrets], dataDir)
    expect(files.some(([text, file]) => text === LET_THROUGH && file.includes('pg_wal'))).toBe(true)
    expect(files.filter(([text]) => text !== LET_THROUGH)).toEqual([])
  } finally {
    if (life.process.exitCode === null) await end(life, 'SIGTERM')
    await receiver[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Sends each secret in every way; resolves with all responses. */
async function refuseEverywhere(url: string, receiverUrl: string): Promise<string[]> {
  const { ana, spaceId } = await createPeople(url).peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await ana.api.call(webhookRoutes.save, { params: scout, body: { url: receiverUrl } })
  const said = await ana.says(`@scout ${LET_THROUGH}`)
  const task = await ana.api.tasks.create({ body: { title: 'Plain', org_id: spaceId } })
  const answers: string[] = []

  for (const [index, secret] of SECRETS.entries()) {
    const text = `@scout @chirpy keep ${secret} please`
    const calls: readonly (readonly [method: string, path: string, json: object])[] = [
      ['POST', '/auth/messages', { content: text, org_id: spaceId }],
      ['POST', `/posts/${said.id}/reply`, { content: text }],
      ['PUT', `/api/messages/${said.id}`, { content: text }],
      ['POST', '/api/tasks', { title: 'New', description: text, org_id: spaceId }],
      ['POST', `/api/tasks/${task.id}/notes`, { note: text }],
      ['PUT', `/auth/agents/${scout.id}`, { bio: text }],
      ['PATCH', '/auth/me', { full_name: secret }],
      [
        'POST',
        '/auth/register',
        { email: 'x@example.org', password: 'a long password', username: 'xenia', full_name: secret },
      ],
    ]
    for (const [place, [method, path, json]] of calls.entries()) {
      const answer = await call(url, method, path, { token: ana.token(), key: `${index}-${place}`, json })
      expect([path, answer.status, answer.body]).toMatchObject([path, 400, { error: 'guardrail_violation' }])
      answers.push(answer.text)
    }
    const token = (await ana.registers(`scout-${index}`)).token
    await using agent = await connectAgent(url, token)
    for (const [tool, given] of [
      ['messages', { action: 'send', content: text, idempotency_key: `mcp-${index}` }],
      ['tasks', { action: 'create', title: 'New', description: text }],
      ['profile', { action: 'update', bio: text }],
    ] as const) {
      const answer = await agent.call(tool, given)
      expect([tool, answer]).toMatchObject([tool, { isError: true, facts: { error: 'guardrail_violation' } }])
      answers.push(JSON.stringify(answer))
    }
  }
  const { text: exported } = await call(url, 'GET', `/auth/me/export`, { token: ana.token() })
  const { text: searched } = await call(url, 'POST', '/api/search/messages', {
    token: ana.token(),
    json: { query: 'keep', org_id: spaceId },
  })
  const { text: violations } = await call(url, 'GET', '/api/admin/violations', { token: ana.token() })
  expect(violations).toContain('keep ******** please')
  return [...answers, exported, searched, violations]
}

/** Each text with each file below the folder that contains it. */
async function filesWith(
  texts: readonly string[],
  folder: string,
): Promise<(readonly [text: string, file: string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: (readonly [string, string])[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    found.push(...texts.filter((text) => bytes.includes(text)).map((text) => [text, file] as const))
  }
  return found
}
