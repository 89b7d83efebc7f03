import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { interrupt, neutralFolder, plainEnvironment } from './child-process.ts'
import type { Command } from './child-process.ts'
import { postmasterOf } from './lock.ts'

/** A PostgreSQL that accepts connections. */
export interface Postmaster {
  readonly pid: number
  /** Resolves when PostgreSQL or its wrapper has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Has the wrapper stop PostgreSQL, and waits until both have ended. */
  stop(): Promise<void>
}

/** `locked`: another process has the folder's lock. `failed`: it ended before it was ready, for `reason`. */
export type Launch =
  | { kind: 'ready'; postmaster: Postmaster }
  | { kind: 'locked'; reason: string }
  | { kind: 'failed'; reason: string }

interface Deps {
  /** PostgreSQL in its wrapper. */
  command: Command
  folder: string
  log: (line: string) => void
  /** A process that certainly isn't PostgreSQL, though a stale lock may have its id. */
  nonPostgresPid: number
}

const READY = /database system is ready to accept connections/
const LOCKED = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

/** Runs the wrapped PostgreSQL and waits until it is ready, however long it takes to recover after a crash. */
export async function launch({ command, folder, log, nonPostgresPid }: Deps): Promise<Launch> {
  const { file, args, ...ids } = command
  const wrapper = spawn(file, args, {
    ...ids,
    cwd: neutralFolder(),
    env: plainEnvironment({ PG_GRANDPARENT_PID: String(nonPostgresPid) }),
    stdio: ['pipe', 'ignore', 'pipe'],
    // In its own session, because Ctrl-C in a terminal must reach only the server, which stops PostgreSQL last.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  wrapper.stdin.on('error', () => undefined)

  const wrapperEnded = new Promise<{ killed: boolean; startError?: string }>((resolve) => {
    wrapper.on('error', (error) => resolve({ killed: false, startError: error.message }))
    wrapper.on('exit', (_code, signal) => resolve({ killed: signal !== null }))
  })
  const lines = createInterface({ input: wrapper.stderr })
  const postgresEnded = once(lines, 'close')

  const problems: string[] = []
  const ready = new Promise<'ready'>((resolve) => {
    lines.on('line', (line) => {
      log(line)
      if (/FATAL|PANIC|HINT|error/i.test(line)) problems.push(line.replace(/^(FATAL|PANIC|HINT):\s+/, ''))
      if (READY.test(line)) resolve('ready')
    })
  })

  if ((await Promise.race([ready, postgresEnded, wrapperEnded])) === 'ready') {
    const pid = (await postmasterOf(folder)) ?? 0
    const ended = Promise.race([postgresEnded, wrapperEnded]).then(() => undefined)
    const stop = async () => {
      wrapper.stdin.end()
      const { killed } = await wrapperEnded
      // A killed wrapper couldn't stop PostgreSQL.
      if (killed && !wrapper.stderr.closed) interrupt(pid)
      await postgresEnded
    }
    return { kind: 'ready', postmaster: { pid, ended, stop } }
  }

  wrapper.stdin.end()
  const { startError } = await wrapperEnded
  if (startError === undefined) await postgresEnded
  const reason = startError ?? problems.join(' ')
  return { kind: LOCKED.test(reason) ? 'locked' : 'failed', reason: reason || 'it gave no reason' }
}
