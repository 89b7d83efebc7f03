import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.join(import.meta.dirname, '..', '..')

/** Longer than any step takes on two slow cores: past it the step hangs, and the run must still end. */
const STEP_LIMIT_MS = 50 * 60_000
const KILL_GRACE_MS = 5_000

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** The names of failed tests. */
  failures: readonly string[]
  /** The names of flaky tests, which passed only on a retry; counted as passed. */
  flaky: readonly string[]
}

/** Up to this many flaky tests may be due to the machine. More are due to us, and fail the run (ADR-0013). */
const FLAKY_LIMIT = 3

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
export const ONE_PASSED: Counts = { ...NOTHING, passed: 1 }
export const ONE_FAILED: Counts = { ...NOTHING, failed: 1 }

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    flaky: [...a.flaky, ...b.flaky],
  }
}

export interface Step {
  name: string
  /** Resolves whatever happens: a step that fails is counted, never thrown. */
  run: () => Promise<Counts>
}

export interface Ended {
  code: number
  output: string
}

interface RunOptions {
  env?: Record<string, string | undefined>
  /** Streams the output instead of buffering it; line by line, because other steps may print meanwhile. */
  live?: boolean
}

/** Runs one of the installed packages' commands, or a program of ours, with the Node that runs this. */
export function runNode(script: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], options)
}

/** Runs a command from the root to its end, or until the limit of a step. */
export function run(command: string, args: string[], { env, live = false }: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    let output = ''
    if (live) {
      child.stdout.pipe(process.stdout, { end: false })
      child.stderr.pipe(process.stderr, { end: false })
    } else {
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }

    const forget = endWithUs(child)
    const limit = setTimeout(() => {
      output += `\nended after ${STEP_LIMIT_MS / 60_000} minutes\n`
      killGroup(child, 'SIGTERM')
      setTimeout(() => killGroup(child, 'SIGKILL'), KILL_GRACE_MS).unref()
    }, STEP_LIMIT_MS)

    const end = (code: number) => {
      clearTimeout(limit)
      forget()
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/** A child that leads its own process group doesn't get Ctrl-C: forward the end of this process. */
function endWithUs(child: ChildProcess): () => void {
  const stop = () => killGroup(child, 'SIGTERM')
  process.on('exit', stop)
  return () => process.off('exit', stop)
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It has exited meanwhile.
  }
}

/** Runs the steps, `width` at a time, and prints the result and duration of each. */
export async function runSteps(steps: readonly Step[], width = 1): Promise<Counts> {
  const waiting = [...steps]
  const counts: Counts[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) counts.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: width }, worker))
  return counts.reduce(add, NOTHING)
}

export async function runStep({ name, run: work }: Step): Promise<Counts> {
  const start = performance.now()
  const counts = await work().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error)
    return ONE_FAILED
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name}: ${describe(counts)} (${seconds} s)`)
  const isWhole = counts.failed > 0 && counts.failures.length === 0
  const named = (one: string) => `${name}: ${one}`
  return {
    ...counts,
    failures: isWhole ? [name] : counts.failures.map(named),
    flaky: counts.flaky.map(named),
  }
}

/** Above the limit flaky tests count as failed. */
export function judgeFlaky(counts: Counts): Counts {
  const { passed, failed, failures, flaky } = counts
  if (flaky.length <= FLAKY_LIMIT) return counts
  return {
    ...counts,
    passed: passed - flaky.length,
    failed: failed + flaky.length,
    failures: [...failures, ...flaky],
    flaky: [],
  }
}

/** The summary line at the end. */
export function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
