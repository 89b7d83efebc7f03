/** A server with the embedded PostgreSQL, as a process that can be killed and restarted on the same folder. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../apps/server/test/calls.ts'
import { startProcess, type ServerProcess } from './server-process.ts'

export interface Life extends ServerProcess {
  readonly postgres: number
}

/** Starts the real server on its own folder, as a user would, and records its output. */
export async function live(
  dataDir: string,
  said: string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Life> {
  const started = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...env }, said)
  return { ...started, postgres: await postmasterOf(dataDir) }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n', 1)[0])
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends it, and waits until its PostgreSQL has ended; resolves with the exit code. */
export async function end(life: Life, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(life.process, 'exit')
  life.process.kill(signal)
  const [code] = (await exited) as [number | null]
  await eventually(
    async () => isRunning(life.postgres),
    (running) => !running,
  )
  return code
}
