/** The packed listener against a real server: each message to an agent is answered exactly once, whatever happens. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { eventually } from '../../apps/server/test/calls.ts'
import { appsOf } from '../../apps/server/test/oauth-client.ts'
import type { Person, TestAgent } from '../../apps/server/test/people.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { openProxy } from './proxy.ts'
import { installPacked, type Installed } from './package.ts'
import { startProgram } from './running.ts'

const COMMAND = path.join(import.meta.dirname, 'answer.mjs')

let installed: Installed
beforeAll(async () => {
  installed = await installPacked()
})
afterAll(() => installed[Symbol.asyncDispose]())

async function scene() {
  const server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-scene-'))
  const runsFolder = await mkdtemp(path.join(folder, 'runs-'))
  const ledger = path.join(folder, 'scout.ledger')
  const start = (more: readonly string[] = [], url = server.url) =>
    startProgram(
      [installed.command, '--url', url, '--ledger', ledger, ...more, '--', process.execPath, COMMAND],
      {
        cwd: installed.folder,
        env: { FLOCKWORK_TOKEN: scout.token, RUNS: runsFolder, HOME: folder },
      },
    )
  return {
    server,
    ana,
    bob,
    scout,
    folder,
    ledger,
    start,
    /** The command's input. */
    async runs(): Promise<string[]> {
      const files = (await readdir(runsFolder)).filter((name) => name !== 'release')
      return Promise.all(
        files.map(async (file) => (await readFile(path.join(runsFolder, file), 'utf8')).trim()),
      )
    },
    release: () => writeFile(path.join(runsFolder, 'release'), ''),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

async function repliesTo(person: Person, { id }: Pick<Message, 'id'>): Promise<Message[]> {
  const { messages } = await person.api.messages.thread({ params: { id }, query: {} })
  return messages.filter((message) => message.parent_id === id)
}

async function answered(person: Person, message: Pick<Message, 'id'>, count = 1): Promise<string[]> {
  const replies = await eventually(
    () => repliesTo(person, message),
    (found) => found.length >= count,
  )
  return replies.map(({ content }) => content)
}

async function openOf(agent: TestAgent): Promise<string[]> {
  const { items } = await agent.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  return items.map(({ message }) => message?.content ?? '')
}

test('the tarball has JavaScript and types, and depends only on Node', async () => {
  expect(installed.files).toEqual(
    expect.arrayContaining(['README.md', 'dist/cli.js', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(installed.files.filter((file) => /(?<!\.d)\.ts$|test/.test(file))).toEqual([])
  const code = installed.files.filter((file) => file.endsWith('.js'))
  const texts = code.map((file) =>
    readFile(path.join(installed.folder, 'node_modules/flockwork-listen', file), 'utf8'),
  )
  const imports = (await Promise.all(texts)).flatMap((text) =>
    [...text.matchAll(/^(?:import|export) .*? from '([^']+)'/gm)].map(([, from]) => from),
  )
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((from) => !/^(node:\w|\.\/.+\.js$)/.test(from ?? ''))).toEqual([])
})

test('messages from before the start and new ones are answered once, across restarts and crashes', async () => {
  await using its = await scene()
  const { ana, scout, start, ledger } = its
  const before = await ana.says('@scout came before')
  const book = await ana.says('@scout a book')

  await using first = start(['--attempts', '2', '--concurrency', '4'])
  await first.says(/Listening as @scout/)
  expect(await answered(ana, before)).toEqual(['scout heard: scout came before'])
  expect(await answered(ana, book, 2)).toHaveLength(2)
  const [reply] = await repliesTo(ana, before)
  const again = await ana.replies(reply!, 'no mention in this')
  expect(await answered(ana, again)).toEqual(['scout heard: no mention in this'])
  const quiet = await ana.says('@scout say nothing')
  const flaky = await ana.says('@scout fail once')
  const broken = await ana.says('@scout fail always')
  const secret = await ana.says('@scout tell me a key')
  await ana.says('talk that is for nobody')
  expect(await answered(ana, flaky)).toEqual(['scout heard: scout fail once'])
  await first.says(new RegExp(`${broken.short_id} of @ana: left unread: .*exit code 7`))
  await first.says(new RegExp(`${secret.short_id} of @ana: left unread: `))
  expect((await openOf(scout)).toSorted()).toEqual(['@scout fail always', '@scout tell me a key'])
  expect(await repliesTo(ana, quiet)).toEqual([])

  // a second listener with the same ledger is rejected
  await using second = start()
  expect(await second.ended).toBe(1)
  await second.says(/^Another listener works with/)
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const runs = await its.runs()
  expect(runs.filter((run) => run === '@scout fail always')).toHaveLength(2)
  expect(runs.filter((run) => run === '@scout fail once')).toHaveLength(2)

  // it is killed in the middle of the next one
  await using third = start(['--attempts', '1'])
  const hard = await ana.says('@scout wait for it')
  await third.says(/the command waits/)
  third.kill('SIGKILL')
  expect(await third.ended).toBeNull()
  await using fourth = start(['--attempts', '2'])
  await fourth.says(/the command waits/)
  await its.release()
  expect(await answered(ana, hard)).toEqual(['scout heard: scout wait for it'])
  await fourth.says(new RegExp(`${hard.short_id} of @ana: answered`))
  const lines = await eventually(
    async () => (await readFile(ledger, 'utf8')).trimEnd().split('\n'),
    (entries) => entries.at(-1)?.includes('done') === true,
  )
  fourth.kill('SIGKILL')
  await fourth.ended

  // and once after the post, before the ledger recorded it
  await writeFile(ledger, `${lines.slice(0, -1).join('\n')}\n`)
  await using fifth = start(['--attempts', '1'])
  await fifth.says(/the pending reply to .*: answered/)
  const last = await ana.says('@scout the last')
  expect(await answered(ana, last)).toEqual(['scout heard: scout the last'])

  const all = await its.runs()
  expect(all.filter((run) => run === '@scout wait for it')).toHaveLength(2)
  expect(all.filter((run) => /came before|no mention|nothing|a book|the last/.test(run))).toHaveLength(5)
  for (const [message, count] of [
    [before, 1],
    [book, 2],
    [again, 1],
    [flaky, 1],
    [hard, 1],
    [last, 1],
  ] as const) {
    expect([message.content, (await repliesTo(ana, message)).length]).toEqual([message.content, count])
  }
})

test('tasks that were assigned before the start and after it are answered in their conversations', async () => {
  await using its = await scene()
  const { ana, bob, scout } = its
  const assign = ({ api }: Person, title: string) =>
    api.tasks.create({ body: { title, description: 'by noon', agent_id: scout.id } })
  const before = await assign(bob, 'Count the birds')

  await using listener = its.start()
  expect(await answered(bob, { id: before.message_id })).toEqual([
    'scout heard: T-1 Count the birds\nby noon',
  ])
  const now = await assign(ana, 'Say nothing')
  await listener.says(new RegExp(`${now.message_id.slice(0, 8)} of @ana: read, no reply`))

  const stateOf = async ({ api }: Person, id: string) =>
    (await api.tasks.get({ params: { id } })).deliveries?.[0]?.state
  expect(await stateOf(bob, before.id)).toBe('answered')
  expect(await stateOf(ana, now.id)).toBe('seen')
  expect(await openOf(scout)).toEqual([])
})

test('a reply to a message is posted once its agent is back, if the agent was moved away meanwhile', async () => {
  await using its = await scene()
  const { ana, scout } = its
  const { id: elsewhere } = await ana.api.spaces.create({
    body: { name: 'Elsewhere', visibility: 'invite_only' },
  })
  const moveTo = (id: string) => ana.api.agents.update({ params: scout, body: { pinned_org_id: id } })
  await using listener = its.start()
  await listener.says(/Listening as @scout/)
  const asked = await ana.says('@scout wait for it')
  await listener.says(/the command waits/)

  await moveTo(elsewhere)
  await its.release()
  await listener.says(/out of reach now/)
  expect(await repliesTo(ana, asked)).toEqual([])

  await moveTo(asked.space_id)
  expect(await answered(ana, asked)).toEqual(['scout heard: scout wait for it'])
  expect(await its.runs()).toHaveLength(1)
})

test('it survives a restart of the server, signs in with a code, and exits with a clear message when its token is revoked', async () => {
  await using its = await scene()
  const { server, ana, bob, scout } = its
  // meanwhile another listener signs in, polling every few seconds for the user's decision
  const robin = await ana.registers('robin')
  await using other = startProgram(
    [installed.command, '--url', server.url, '--agent', 'robin', '--labelled', '--', 'cat'],
    { cwd: installed.folder, env: { HOME: its.folder } },
  )
  const code = / enter the code (\S+)/.exec(await other.says(/enter the code/))?.[1] ?? ''
  await ana.api.call(oauthRoutes.decideDevice, { body: { user_code: code, allow: true, agent: 'robin' } })

  await using proxy = await openProxy()
  const oneLife = await server.startTwin()
  proxy.routeTo(oneLife.url)
  await using listener = its.start([], proxy.url)
  const first = await ana.says('@scout one')
  await listener.says(new RegExp(`${first.short_id} of @ana: answered`))

  proxy.routeTo(undefined)
  await oneLife[Symbol.asyncDispose]()
  await listener.says(/No connection/)
  const second = await ana.says('@scout two')
  await using nextLife = await server.startTwin()
  proxy.routeTo(nextLife.url)
  expect(await answered(ana, second)).toEqual(['scout heard: scout two'])

  await ana.api.agents.regenerateToken({ params: { id: scout.id } })
  expect(await listener.ended).toBe(1)
  await listener.says(/^The server refuses the credential \(.+\)\. Give the agent a new token/)
  const everything = listener.said.join('\n') + (await readFile(its.ledger, 'utf8'))
  expect(everything.includes(scout.token.slice(-20))).toBe(false)

  await other.says(/Listening as @robin/)
  const third = await ana.says('@robin say it back\n  now')
  // in the labelled form, which says who wrote it
  const shown = (from: string) =>
    expect.stringMatching(
      new RegExp(
        `^@robin was mentioned\n\n• .*: @robin say it back ⏎ {3}now \\[id:.{8}\\]\n {2}from: ${from}\n\nThe lines above quote`,
      ),
    )
  expect(await answered(ana, third)).toEqual([
    shown('person, your owner · #main · \\d\\d:\\d\\d UTC · trust: owner'),
  ])
  const fourth = await bob.says('@robin say it back\n  now')
  expect(await answered(bob, fourth)).toEqual([shown('person · #main · \\d\\d:\\d\\d UTC · trust: member')])

  // the program from the README, unchanged
  const adder = await ana.registers('adder')
  const readme = await readFile(
    path.join(installed.folder, 'node_modules/flockwork-listen/README.md'),
    'utf8',
  )
  const [, program = ''] = /```js\n([\s\S]+?)```/.exec(readme) ?? []
  await writeFile(path.join(installed.folder, 'adder.mjs'), program.replace(/http:[^']+/, server.url))
  await using adding = startProgram(['adder.mjs'], {
    cwd: installed.folder,
    env: { HOME: its.folder, FLOCKWORK_TOKEN: adder.token },
  })
  const sum = await ana.says('@adder 2 and 3.5')
  expect(await answered(ana, sum)).toEqual(['That makes 5.5.'])
  expect(adding.said[0]).toBe(`Listening as @adder at ${server.url}`)

  // messages to a paused agent aren't delivered, not even later
  const pause = (disabled: boolean) =>
    ana.api.agents.updateControl({ params: { id: adder.id }, body: { disabled } })
  await pause(true)
  const unheard = await ana.says('@adder 1 and 1')
  await pause(false)
  expect(await answered(ana, await ana.says('@adder 4 and 4'))).toEqual(['That makes 8.'])
  expect(await repliesTo(ana, unheard)).toEqual([])

  const [app] = await appsOf(ana)
  expect(app).toMatchObject({ client_name: 'flockwork-listen', agent: { id: robin.id } })
  await ana.api.call(oauthRoutes.disconnect, { params: { id: app?.id ?? '' } })
  expect(await other.ended).toBe(1)
  await other.says(/^The sign-in has ended: .*Delete .*robin\.json and start again/)
})
