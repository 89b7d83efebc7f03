/** Runs tests in a sandbox, up to the first failure. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { binaryOf } from '../checks/static.ts'
import type { VitestReport } from '../checks/vitest.ts'
import type { Sandbox } from './sandbox.ts'

/** A mutation may cause an endless loop. */
const LIMIT_MS = 4 * 60_000
/** For all tests of the list at once, without a mutation. */
const BASELINE_LIMIT_MS = 30 * 60_000

export interface Outcome {
  readonly hasPassed: boolean
  /** The first test that failed, or another error. */
  readonly reason: string
}

export type Tests = { readonly files: readonly string[] } | { readonly importing: string }

/** Runs the tests with a mutation. */
export function runTests(sandbox: Sandbox, tests: Tests, env: NodeJS.ProcessEnv): Promise<Outcome> {
  return run(sandbox, tests, env, LIMIT_MS)
}

/** Runs the tests without a mutation. */
export function runBaseline(sandbox: Sandbox, tests: Tests, env: NodeJS.ProcessEnv): Promise<Outcome> {
  return run(sandbox, tests, env, BASELINE_LIMIT_MS)
}

async function run(
  sandbox: Sandbox,
  tests: Tests,
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<Outcome> {
  const report = path.join(sandbox.root, 'mutate-report.json')
  rmSync(report, { force: true })
  const chosen =
    'files' in tests ? ['run', ...tests.files] : ['related', '--run', '--project=unit', tests.importing]
  // a flaky failure is no detection
  const args = [...chosen, '--bail=1', '--retry=1', '--reporter=json', `--outputFile=${report}`]
  const { code, hasTimedOut, output } = await runVitest(sandbox.root, args, env, limitMs)
  if (hasTimedOut) return { hasPassed: false, reason: 'the tests did not end' }
  if (code === 0) return { hasPassed: true, reason: '' }
  return {
    hasPassed: false,
    reason: firstFailure(report) ?? (output.trim().slice(-1000) || `Vitest ended with ${code}`),
  }
}

function runVitest(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<{ code: number | null; hasTimedOut: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [binaryOf('vitest'), ...args], {
      cwd,
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let hasTimedOut = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    const limit = setTimeout(() => {
      hasTimedOut = true
      child.kill('SIGKILL')
    }, limitMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ code, hasTimedOut, output })
    })
  })
}

function firstFailure(report: string): string | undefined {
  let read: VitestReport
  try {
    read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
  const failed = read.testResults.find(({ status }) => status === 'failed')
  if (failed === undefined) return 'an error outside of any test'
  const test = failed.assertionResults.find(({ status }) => status === 'failed')
  return test?.fullName ?? `${path.basename(failed.name)} does not start`
}
