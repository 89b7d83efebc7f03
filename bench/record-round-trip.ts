/**
 * `npm run bench:record`: a space of 100,000 messages (or `--messages N`) is exported, verified, imported by another
 * instance and exported from there, each in a process with a heap of 100 MB; then the latency of other calls while a
 * record is downloaded.
 */
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { seedMessages } from '../apps/server/src/cli/seed-data/seed.ts'
import { openDatabase, NO_LIMITS } from '../apps/server/src/platform/database.ts'
import { startDatabase } from '../apps/server/src/platform/embedded-postgres/index.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { throwawayFolder } from '../apps/server/test/throwaway-folder.ts'

const { values } = parseArgs({ options: { messages: { type: 'string', default: '100000' } } })
const MESSAGES = Number(values.messages)
const HEAP_MB = 100
const SPACE = 'harbour-works'
const PORT = 18_790
const PASSWORD = 'a long enough password'

const folder = await throwawayFolder()
const instances = [await startInstance('home'), await startInstance('away')] as const
try {
  const [{ url: home }, { url: away }] = instances
  await seed(home)
  const file = path.join(folder.path, 'home.jsonl')
  const back = path.join(folder.path, 'away.jsonl')

  await command(home, 'export', SPACE, file)
  say(`file: ${Math.round((await stat(file)).size / 1024 / 1024)} MB`)
  await command(home, 'verify', file)
  await command(away, 'import', file)
  await command(away, 'export', SPACE, back)
  say((await isSame(file, back)) ? 'the same to the byte' : 'NOT THE SAME')
  await measureCalls(home)
} finally {
  await Promise.all(instances.map(({ stop }) => stop()))
  await folder.remove()
}

async function startInstance(name: string) {
  const postgres = await startDatabase({ dataDir: path.join(folder.path, name), log: () => {} })
  const database = openDatabase(postgres.url, () => {}, NO_LIMITS)
  await migrate(database)
  await database.close()
  return postgres
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function seed(url: string): Promise<void> {
  const database = openDatabase(url, () => {}, NO_LIMITS)
  await seedMessages({ db: database.db, now: Date.now(), onStored: () => {} }, { messages: MESSAGES })
  await database.close()
}

/** Runs `flockwork space ...` with little memory; prints its duration and memory. */
async function command(url: string, ...args: string[]): Promise<void> {
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${HEAP_MB}`,
      '--import',
      `data:text/javascript,${encodeURIComponent(
        "process.on('exit', () => { const used = process.resourceUsage(); process.stderr.write(JSON.stringify({ mb: Math.round(used.maxRSS / 1024), s: (used.userCPUTime + used.systemCPUTime) / 1e6 })) })",
      )}`,
      'apps/server/src/cli/space.ts',
      ...args,
    ],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args[0]} failed: ${said}`)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const used = JSON.parse(said.slice(said.lastIndexOf('{'))) as { mb: number; s: number }
  say(`${args[0]}: ${seconds} s, ${used.s.toFixed(1)} s of the processor, ${used.mb} MB resident at most`)
}

/** Whether the records are equal except for the first line and the signatures. */
async function isSame(one: string, other: string): Promise<boolean> {
  const lines = (file: string) => createInterface({ input: createReadStream(file) })[Symbol.asyncIterator]()
  const [a, b] = [lines(one), lines(other)]
  await Promise.all([a.next(), b.next()])
  const lasting = (line: string) => line.replace(/^(\{"checkpoint":.*"signature":)".*"\}$/, '$1')
  for (;;) {
    const [first, second] = await Promise.all([a.next(), b.next()])
    if (first.done === true || second.done === true) return first.done === second.done
    if (lasting(first.value) !== lasting(second.value)) return false
  }
}

/** Prints the latency of a small call when idle, and while a record is downloaded. */
async function measureCalls(url: string): Promise<void> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'],
    {
      env: {
        ...process.env,
        DATABASE_URL: url,
        PORT: String(PORT),
        DATA_DIR: path.join(folder.path, 'data'),
        RATE_LIMIT_SCALE: '1000',
        LOG_LEVEL: 'error',
      },
      stdio: 'inherit',
    },
  )
  try {
    const base = `http://127.0.0.1:${PORT}`
    await ready(base)
    const answer = await fetch(`${base}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.org', username: 'ana-here', password: PASSWORD }),
    })
    const session = (await answer.json()) as { access_token: string; user: { id: string } }
    const headers = { authorization: `Bearer ${session.access_token}` }
    const spaceId = await joinAsAdmin(url, session.user.id)
    const timed = () => timeCalls(`${base}/auth/messages?org_id=${spaceId}&limit=20`, headers)

    say(`calls while nothing happens: ${await timed()(new Promise((resolve) => setTimeout(resolve, 5000)))}`)
    const begun = performance.now()
    const download = fetch(`${base}/api/organizations/${spaceId}/export`, { headers }).then((got) =>
      got.arrayBuffer(),
    )
    say(`calls while a record is downloaded: ${await timed()(download)}`)
    say(
      `download: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(await download).byteLength} bytes`,
    )
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.on('close', resolve))
  }
}

async function ready(base: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start')
}

async function joinAsAdmin(url: string, accountId: string): Promise<string> {
  const database = openDatabase(url, () => {}, NO_LIMITS)
  const { rows } = await database.pool.query<{ space_id: string }>(
    `insert into members (space_id, account_id, role, joined_at)
     select id, $1, 'admin', now() from spaces where slug = $2 returning space_id`,
    [accountId, SPACE],
  )
  await database.close()
  const [row] = rows
  if (row === undefined) throw new Error(`There is no space ${SPACE}`)
  return row.space_id
}

/** Makes one call after another, 20 a second, until `done`. */
function timeCalls(address: string, headers: Record<string, string>) {
  return async (done: Promise<unknown>): Promise<string> => {
    const took: number[] = []
    let isDone = false
    void done.then(() => (isDone = true))
    while (!isDone) {
      const begun = performance.now()
      await (await fetch(address, { headers })).arrayBuffer()
      took.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => `${(took[Math.floor(took.length * share)] ?? 0).toFixed(1)} ms`
    return `median ${at(0.5)}, p99 ${at(0.99)}, longest ${(took.at(-1) ?? 0).toFixed(1)} ms, of ${took.length}`
  }
}
