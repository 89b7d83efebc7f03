/** Runs the dry run of an upload in a child process, with bounds on its time and memory. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImportReport } from '@flockwork/contract/imports'
import { BadArchive } from '../archives/bounds.ts'
import type { ImportPaths } from './prepare.ts'

export interface Checked {
  readonly source: 'slack' | 'zulip'
  readonly placeId: string
  readonly report: ImportReport
}

/** The message to the dry run's process. */
export interface Question {
  readonly paths: ImportPaths
  readonly now: number
}

/** Its answer. */
export type Answer = { readonly checked: Checked } | { readonly bad: string } | { readonly error: string }

const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url))
const HEAP_MB = 1536
/** A million messages take three minutes on a slow machine. */
const TIME_MS = 15 * 60 * 1000
/** The exit code of a process that ran out of memory. */
const ABORTED = 134

/** @throws BadArchive for a file that can't be imported; the reason of `signal`. */
export function checkImport(
  paths: ImportPaths,
  now: number,
  signal: AbortSignal,
  timeMs = TIME_MS,
): Promise<Checked> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => end(new BadArchive('This file takes too long to read.')), timeMs)
    const onAbort = () => end(signal.reason)
    signal.addEventListener('abort', onAbort)
    function end(error: unknown): void {
      reject(asError(error))
      child.kill('SIGKILL')
    }
    child.once('message', (answer: Answer) => {
      if ('checked' in answer) resolve(answer.checked)
      else reject('bad' in answer ? new BadArchive(answer.bad) : new Error(answer.error))
    })
    child.on('error', end)
    child.once('exit', (code, killedBy) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      const isTooLarge = code === ABORTED || killedBy === 'SIGABRT'
      // has no effect after an answer
      reject(
        isTooLarge
          ? new BadArchive('This file has too much in it to be read.')
          : new Error(`The dry run ended with ${code ?? killedBy}`),
      )
    })
    const question: Question = { paths, now }
    child.send(question, (error) => {
      if (error) end(error)
    })
  })
}

/** Not the server's environment, which has secrets. */
function environment(): NodeJS.ProcessEnv {
  // Windows needs the first for random numbers; the second halves the time of the start
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env
  return {
    ...(SystemRoot !== undefined && { SystemRoot }),
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
