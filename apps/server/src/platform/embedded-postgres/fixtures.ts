/** Helpers of this folder's tests: temporary folders, and servers that can be killed. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { processFingerprint } from './child-process.ts'
import type { Database } from './supervisor.ts'

export const isRoot = process.getuid?.() === 0

/** A folder with the given mode. Under root 0700 keeps every plain user out. */
export async function temporaryFolder(mode = 0o700): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'fw-test-'))
  await chmod(path, mode)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

/** A running database that is stopped with the test. */
export function disposable(database: Database): { database: Database } & AsyncDisposable {
  return { database, [Symbol.asyncDispose]: () => database.stop() }
}

/** A small server in a process of its own that starts the database on `dataDir` and then waits. */
export interface ServerProcess extends AsyncDisposable {
  process: ChildProcess
  url: string
  postgres: number
}

export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const door = new URL('index.ts', import.meta.url).href
  const script = `
    import { startDatabase } from ${JSON.stringify(door)}
    const { url, pid } = await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log(JSON.stringify({ url, postgres: pid }))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const died = once(child, 'exit').then(() =>
    Promise.reject(new Error('the server ended before it was ready')),
  )
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died])
  died.catch(() => undefined)
  const { url, postgres }: { url: string; postgres: number } = JSON.parse(String(line))
  return {
    process: child,
    url,
    postgres,
    async [Symbol.asyncDispose]() {
      await kill(child)
      await untilGone(postgres)
      const socketFolder = new URL(url.replace('@/', '@socket/')).searchParams.get('host')
      if (socketFolder !== null) await rm(socketFolder, { recursive: true, force: true })
    },
  }
}

/** Kills a child with -9 and waits until it is dead. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const dead = once(child, 'exit')
  child.kill('SIGKILL')
  await dead
}

/** Waits until no process has this number. */
export async function untilGone(pid: number): Promise<void> {
  while ((await processFingerprint(pid)) !== undefined) await delay(10)
}

/** Waits until `isTrue`. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(20)
}

/** Runs a query on `url`, over its own connection. */
export async function query(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
