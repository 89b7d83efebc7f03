/** `flockwork connect` as users run it: with the real npx from a running instance, without a registry. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chmod,
  mkdir,
  mkdtempDisposable,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { agentRoutes } from '@flockwork/contract/agents'
import { connectCommand } from '@flockwork/contract/clients/setups'
import { appsOf } from '../../apps/server/test/oauth-client.ts'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../../apps/server/test/calls.ts'
import { postRpc } from '../../apps/server/test/mcp.ts'
import type { Person } from '../../apps/server/test/people.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { npxEnvironment } from './npx.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const CODEX = '# mine\nmodel = "gpt-5"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n'
const CLAUDE = '{\n  "numStartups": 184,\n  "mcpServers": {\n    "git": { "command": "uvx" }\n  }\n}'
const VS_CODE = '{\n  // of the team\n  "servers": {},\n}\n'

beforeAll(async () => {
  // starting an instance builds the same
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: path.join(ROOT, 'packages/connect') })
})

interface CommandResult {
  readonly code: number | null
  readonly text: string
}

/** Runs the command that the pages show; `onCode` gets the code that it prints. */
async function run(
  home: string,
  url: string,
  args: readonly string[],
  onCode: (code: string) => Promise<unknown> = async () => {},
): Promise<CommandResult> {
  const [command = '', ...given] = [...connectCommand(url).split(' '), ...args]
  const child = spawn(command, given, {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: npxEnvironment(home),
  })
  let text = ''
  let allowed: Promise<unknown> | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, code] = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(text) ?? []
      if (code !== undefined) allowed ??= onCode(code)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  await allowed
  return { code, text }
}

function decide(person: Person, url: string, decision: object) {
  return async (code: string) => {
    const json = { user_code: code, ...decision }
    const { status } = await call(url, 'POST', '/oauth/device/decide', { token: person.token(), json })
    expect(status).toBe(204)
  }
}

async function homeOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'flockwork-connect-'))
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder.path, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return folder
}

/** Every file of a home folder except npm's. */
async function filesIn(home: string): Promise<Record<string, string>> {
  const all = await readdir(home, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}.npm`))
  const texts = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const file = path.join(parentPath, name)
    return [path.relative(home, file), await readFile(file, 'utf8')]
  })
  return Object.fromEntries(await Promise.all(texts))
}

test('one command sets up every client on a machine with a code, and one removes it again', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const before = {
    '.codex/config.toml': CODEX,
    '.claude.json': CLAUDE,
    '.config/Code/User/mcp.json': VS_CODE,
  }
  await using home = await homeOf(before)
  await chmod(path.join(home.path, '.codex/config.toml'), 0o644)

  const allow = async (code: string) => {
    // a running client writes its file while the user is in the browser
    await writeFile(path.join(home.path, '.claude.json'), CLAUDE.replace('184', '185'))
    await decide(ana, url, { allow: true, agent: 'scout' })(code)
  }
  const first = await run(home.path, url, ['--clients', 'all'], allow)
  expect(first.text).toContain('Codex           ~/.codex/config.toml acts as @scout.')
  expect(first.code).toBe(0)

  const written = await filesIn(home.path)
  const codex = written['.codex/config.toml'] ?? ''
  expect(codex.startsWith(CODEX)).toBe(true)
  const [, codexToken = ''] = /Bearer (\S+)"/.exec(codex) ?? []
  const claude = JSON.parse(written['.claude.json'] ?? '') as {
    mcpServers: { git: object; flockwork: { url: string; headers: { Authorization: string } } }
  }
  expect(claude.mcpServers.git).toEqual({ command: 'uvx' })
  expect(claude.mcpServers.flockwork.url).toBe(`${url}/mcp/agents/scout`)
  const claudeToken = claude.mcpServers.flockwork.headers.Authorization.slice('Bearer '.length)
  expect(claudeToken).not.toBe(codexToken)
  expect(written['.config/Code/User/mcp.json']).toContain('// of the team')
  expect(written['.config/Code/User/mcp.json']).not.toContain('Bearer')
  for (const file of ['.codex/config.toml', '.claude.json']) {
    expect((await stat(path.join(home.path, file))).mode & 0o777).toBe(0o600)
  }
  for (const token of [codexToken, claudeToken]) {
    expect((await postRpc(url, PING, { path: '/mcp/agents/scout', token })).status).toBe(200)
  }
  // the grant is used up, and its program can't create more tokens
  expect(await appsOf(ana)).toEqual([])
  expect((await call(url, 'POST', '/oauth/agent-token', { token: codexToken })).status).toBe(403)

  const { agents: own } = await ana.api.call(agentRoutes.list, { query: {} })
  const params = { id: own.find(({ username }) => username === 'scout')?.id ?? '' }
  const { tokens: listed } = await ana.api.agents.tokens({ params })
  const names = listed.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([`Claude Code on ${hostname()}`, `Codex on ${hostname()}`]))

  const second = await run(home.path, url, ['--clients', 'all', '--agent', 'scout'])
  expect([second.code, second.text.match(/is set up already/g)?.length]).toEqual([0, 3])
  expect(await filesIn(home.path)).toEqual(written)

  // the user changes one of the files
  const changed = `${codex}\n[tui]\nnotifications = true\n`
  await writeFile(path.join(home.path, '.codex/config.toml'), changed)
  const undone = await run(home.path, url, ['--undo'])
  expect(undone.code, undone.text).toBe(0)
  expect(await filesIn(home.path)).toEqual({
    ...before,
    '.claude.json': CLAUDE.replace('184', '185'),
    '.codex/config.toml': `${CODEX}\n[tui]\nnotifications = true\n`,
  })
  expect((await stat(path.join(home.path, '.codex/config.toml'))).mode & 0o777).toBe(0o644)
  for (const token of [codexToken, claudeToken]) {
    expect((await postRpc(url, PING, { path: '/mcp/agents/scout', token })).status).toBe(401)
  }
  expect((await ana.api.agents.tokens({ params })).tokens).toEqual([])
})

test('the entry of another agent of the same instance stays without --replace; when replaced, its token still works', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('rover')
  const flockwork = {
    type: 'http',
    url: `${url}/mcp/agents/rover`,
    headers: { Authorization: `Bearer ${token}` },
  }
  await using home = await homeOf({ '.claude.json': JSON.stringify({ mcpServers: { flockwork } }) })
  const before = await filesIn(home.path)
  const args = ['--clients', 'claude-code', '--agent', 'scout']

  const stays = await run(home.path, url, args)
  expect([stays.code, stays.text]).toEqual([1, expect.stringContaining('--replace replaces it')])
  expect(stays.text).toContain(`leads to ${url}/mcp/agents/rover`)
  expect(await filesIn(home.path)).toEqual(before)

  const allow = decide(ana, url, { allow: true, agent: 'scout' })
  const replaced = await run(home.path, url, [...args, '--replace'], allow)
  expect(replaced.code, replaced.text).toBe(0)
  expect((await postRpc(url, PING, { path: '/mcp/agents/rover', token })).status).toBe(200)

  // the user deleted the backups
  const left = await readdir(home.path)
  for (const name of left.filter((one) => one.includes('.before-flockwork-')))
    await rm(path.join(home.path, name))
  const undone = await run(home.path, url, ['--undo'])
  expect(undone.code, undone.text).toBe(0)
  expect(JSON.parse((await filesIn(home.path))['.claude.json'] ?? '')).toEqual({ mcpServers: { flockwork } })
  expect((await postRpc(url, PING, { path: '/mcp/agents/rover', token })).status).toBe(200)
})

test('an instance that claims the URL of another host gets no token', async () => {
  await using home = await homeOf({ '.claude.json': CLAUDE })
  await using other = createServer((_, answer) => {
    const facts = { resource_name: 'Flockwork', authorization_servers: ['http://flockwork.example'] }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(facts))
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await using server = await startServer()
  const { code, text } = await run(home.path, server.url, ['--url', url, '--clients', 'claude-code'])
  expect([code, text]).toEqual([1, expect.stringContaining('calls itself http://flockwork.example')])
})

test('each obstacle is reported, and nothing is written', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await using home = await homeOf({
    '.codex/config.toml': 'model = \n',
    '.claude.json': CLAUDE,
    '.gemini/settings.json': '{}',
    'dotfiles/mcp.json': '{}',
  })
  await chmod(path.join(home.path, '.gemini/settings.json'), 0o444)
  await mkdir(path.join(home.path, '.cursor'))
  await symlink('../dotfiles/mcp.json', path.join(home.path, '.cursor/mcp.json'))
  const before = await filesIn(home.path)

  const one = ['--clients', 'claude-code']
  const [blocked, refused, away, mute] = await Promise.all([
    run(home.path, url, ['--clients', 'all']),
    run(home.path, url, one, decide(ana, url, { allow: false })),
    run(home.path, url, [...one, '--url', 'http://127.0.0.1:1']),
    run(home.path, url, []),
  ])
  const late = await run(home.path, url, one, async () => server.moveClock(11 * 60 * 1000))
  expect(blocked.code).toBe(1)
  expect(blocked.text).toMatch(/Codex: ~\/\.codex\/config\.toml can't be changed: line 2 isn't valid TOML/)
  expect(blocked.text).toContain("Gemini: ~/.gemini/settings.json can't be changed: it is read-only")
  expect(blocked.text).toContain("Cursor: ~/.cursor/mcp.json can't be changed: it is a link to ")

  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('You did not allow it.')])
  expect([late.code, late.text]).toEqual([1, expect.stringContaining('The code has expired')])
  expect([away.code, away.text]).toEqual([1, expect.stringContaining("http://127.0.0.1:1 can't be reached")])
  expect([mute.code, mute.text]).toEqual([2, expect.stringContaining('Without a terminal')])

  expect(await filesIn(home.path)).toEqual(before)
})
