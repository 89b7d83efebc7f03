import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ensureChromium } from './chromium.ts'
import { binaryOf } from './static.ts'
import { ONE_FAILED, runNode } from './step.ts'
import type { Counts, Step } from './step.ts'
import { vitestStep } from './vitest.ts'
import type { VitestOptions } from './vitest.ts'

/** The part of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSpec {
  title: string
  ok: boolean
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[]
}

interface PlaywrightSuite {
  file: string
  specs: PlaywrightSpec[]
  suites?: PlaywrightSuite[]
}

/**
 * The screens of tests/components in the same Chromium, on a fake server: three parts at once, each in its
 * own browser, because a screen under test needs the focus, and one file at a time leaves half a core idle.
 */
export const COMPONENT_STEPS: readonly Step[] = ['1/3', '2/3', '3/3'].map((shard) =>
  componentStep(`component tests ${shard}`, { shard }),
)

/** All hostile texts of the components' test; the others show a tenth. */
export const HOSTILE_STEP = componentStep('hostile texts in a browser', {
  only: ['hostile-text'],
  env: { HOSTILE_TEXTS: '2000' },
})

function componentStep(name: string, { env, ...options }: VitestOptions): Step {
  const config = 'tests/components/vitest.config.ts'
  return {
    name,
    run: async () => {
      const chromium = { CHROMIUM_PATH: await ensureChromium() }
      return vitestStep(name, 'components', {
        ...options,
        config,
        env: { ...chromium, ...env },
        retries: 1,
      }).run()
    },
  }
}

/** The journeys of tests/e2e in a real Chromium. A machine without one fails with a one-line message. */
export const BROWSER_STEP: Step = {
  name: 'browser tests',
  run: async () => {
    const chromium = await ensureChromium()
    const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-playwright-'))
    const file = path.join(folder, 'report.json')
    try {
      const { code } = await runNode(
        binaryOf('@playwright/test', 'playwright'),
        ['test', '--retries=1', '--reporter=list,json'],
        {
          live: true,
          env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' },
        },
      )
      const report = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport
      return countPlaywright(report, code)
    } catch {
      console.log('browser tests: ended without a report')
      return ONE_FAILED
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Adds up a report. */
export function countPlaywright({ stats, errors, suites }: PlaywrightReport, code: number): Counts {
  const failed = stats.unexpected + errors.length
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: stats.skipped,
    failures: namesOf(suites, ({ ok }) => !ok),
    flaky: namesOf(suites, ({ tests }) => tests.some(({ status }) => status === 'flaky')),
  }
}

function namesOf(suites: readonly PlaywrightSuite[], isMeant: (spec: PlaywrightSpec) => boolean): string[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.filter(isMeant).map(({ title }) => `${file}: ${title}`),
    ...namesOf(inner, isMeant),
  ])
}
