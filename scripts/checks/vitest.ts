import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { binaryOf } from './static.ts'
import { ONE_FAILED, runNode } from './step.ts'
import type { Counts, Step } from './step.ts'

/** The part of Vitest's JSON report that we read. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: TestResult[]
  }[]
}

interface TestResult {
  status: string
  fullName: string
  failureMessages: readonly string[]
}

export interface VitestOptions {
  /** An administrator's URL for tests that need PostgreSQL; without it they start the embedded one. */
  databaseUrl?: string
  /** How often a failed test is retried (ADR-0013). */
  retries?: number
  /** The configuration that has the project, where it isn't vitest.config.ts. */
  config?: string
  env?: Readonly<Record<string, string>>
  /** Only files whose path has one of these in it. */
  only?: readonly string[]
  /** Only this part of the files, such as `1/2`. */
  shard?: string
}

/** One project of vitest.config.ts, or of `config`. */
export function vitestStep(
  name: string,
  project: string,
  { databaseUrl, retries = 0, config, env, only = [], shard }: VitestOptions = {},
): Step {
  return {
    name,
    run: async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-vitest-'))
      const file = path.join(folder, 'report.json')
      try {
        const { code } = await runNode(
          binaryOf('vitest'),
          [
            'run',
            ...(config === undefined ? [] : [`--config=${config}`]),
            `--project=${project}`,
            `--retry=${retries}`,
            ...(shard === undefined ? [] : [`--shard=${shard}`]),
            ...only,
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${file}`,
          ],
          { live: true, env: { TEST_DATABASE_URL: databaseUrl, NODE_ENV: 'test', ...env } },
        )
        const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
        return countVitest(report, code)
      } catch {
        console.log(`${name}: ended without a report`)
        return ONE_FAILED
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/**
 * Adds up a report. A file that failed before its first test counts as one failure, and so does a run that
 * ended badly with every test green (an error outside of a test).
 */
export function countVitest(report: VitestReport, code: number): Counts {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  const isOutside = failed === 0 && code !== 0
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: report.numPassedTests,
    failed: isOutside ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name }) => name),
      ...tests.filter(({ status }) => status === 'failed').map(withReason),
      ...(isOutside ? ['an error outside of any test'] : []),
    ],
    // a retry's result also has the errors of the first attempt
    flaky: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(withReason),
  }
}

const REASON_MAX_CHARS = 200

/** The name of a test and the first line of its error: often only the last lines of a run are preserved. */
function withReason({ fullName, failureMessages }: TestResult): string {
  const [reason = ''] = stripVTControlCharacters(failureMessages[0] ?? '').split('\n')
  return reason === '' ? fullName : `${fullName}: ${reason.slice(0, REASON_MAX_CHARS)}`
}
