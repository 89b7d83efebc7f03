/**
 * `npm run five-minutes` times the first steps of a new user: clone, start, an account, an agent, its program, a
 * question, the answer. Prints the seconds of each step. `--here` starts this clone instead of a new one.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runAgent } from '../e2e/agent.ts'
import { createStopwatch } from './stopwatch.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
/** Longer than a step takes on a slow connection: beyond it something hangs. */
const LIMIT_MS = 20 * 60_000
const STEP_OF_LINE = [
  { begins: 'Installing dependencies', step: 'install' },
  { begins: 'Building the web app', step: 'web build and start' },
]
const READY = /Flockwork is ready at (http:\/\/\S+?)\.(?:\s|$)/

const { values } = parseArgs({ options: { here: { type: 'boolean', default: false } } })
const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-five-minutes-'))
const watch = createStopwatch((line) => process.stdout.write(`${line}\n`))
const limit = setTimeout(() => {
  process.stderr.write(`Not over after ${LIMIT_MS / 60_000} minutes\n`)
  process.exit(1)
}, LIMIT_MS)

const place = values.here ? ROOT : path.join(folder, 'flockwork')
if (!values.here) {
  watch.begin('clone')
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--no-local', ROOT, place], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}
const product = start(place)
process.once('exit', () => end(product))
try {
  const url = await ready(product)
  await talk(url)
  watch.end()
} finally {
  clearTimeout(limit)
  // with its child processes
  const ended = once(product, 'close')
  end(product)
  await ended
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** As a user starts it, on a free port and with its own data. */
function start(cwd: string): ChildProcess {
  watch.begin('npm start')
  return spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
  })
}

/** @returns its URL, once it prints that it is ready */
function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    let step = 'npm start'
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const reached = STEP_OF_LINE.findLast(({ begins }) => output.includes(begins))?.step
      if (reached !== undefined && reached !== step) watch.begin((step = reached))
      const url = READY.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`It did not start:\n${output}`)))
  })
}

async function talk(url: string): Promise<void> {
  watch.begin('account')
  const { access_token: token } = await call<{ access_token: string }>(url, '/auth/register', {
    username: 'ana',
    email: 'ana@example.org',
    password: 'a long enough password',
  })
  watch.begin('agent')
  const { mcp_config: config } = await call<{ mcp_config: object }>(
    url,
    '/auth/agents/register',
    { agent_name: 'scout' },
    token,
  )
  watch.begin('its program connects')
  await using agent = runAgent(JSON.stringify(config))
  await agent.nextOutput('waiting')
  watch.begin('question and answer')
  await call(url, '/auth/messages', { content: '@scout are you there?' }, token)
  await agent.nextOutput('answered')
  const { posts } = await call<{ posts: { content: string }[] }>(url, '/auth/messages', undefined, token)
  if (!posts.some(({ content }) => content === 'I heard you, ana.'))
    throw new Error('The answer is not in the feed')
}

async function call<Answer>(url: string, where: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(url + where, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** The process and its children. */
function end({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM')
  } catch {
    // it has exited meanwhile
  }
}
