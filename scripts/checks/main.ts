/**
 * `npm run check` (everything quick: no browser, no storms, no whole imports, no long fuzzing), `npm test` (everything), `npm run
 * test:postgres15`, `npm run test:hostile` and `npm run test:clients`.
 *
 * Every step runs even if an earlier one failed, and the last line sums all of them up.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { BROWSER_STEP, COMPONENT_STEPS, HOSTILE_STEP } from './browser.ts'
import { ensureChromium } from './chromium.ts'
import { CLIENTS_STEP } from './clients.ts'
import { checkOnPostgres15, testOnPostgres15 } from './on-postgres15.ts'
import { STATIC_STEPS, WEB_BUILD } from './static.ts'
import { NOTHING, add, describe, judgeFlaky, runStep, runSteps } from './step.ts'
import type { Counts, Step } from './step.ts'
import { vitestStep } from './vitest.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const UNIT_TESTS = vitestStep('unit tests', 'unit')

const COMMANDS: Readonly<Record<string, () => Promise<Counts[]>>> = {
  check,
  test: testAll,
  postgres15: async () => [await testOnPostgres15()],
  hostile: async () => [await runStep(HOSTILE_STEP)],
  clients: async () => [await runStep(CLIENTS_STEP)],
}
const counts = await (COMMANDS[process.argv[2] ?? ''] ?? check)()

const sum = judgeFlaky(counts.reduce(add, NOTHING))
process.exitCode = sum.failed > 0 ? 1 : 0
for (const one of sum.flaky) console.log(`~ passed when tried again: ${one}`)
for (const failure of sum.failures) console.log(`✗ ${failure}`)
console.log(describe(sum))

/** Two steps at a time, here and below, keep two cores busy: the API tests often wait, for their database and for time. */
async function check(): Promise<Counts[]> {
  return [await runSteps([apiTests(), ...STATIC_STEPS, WEB_BUILD, UNIT_TESTS], 2)]
}

function apiTests(env: Record<string, string> = {}): Step {
  return vitestStep('API tests', 'api', { retries: 1, env })
}

async function testAll(): Promise<Counts[]> {
  const statements = await mkdtemp(path.join(tmpdir(), 'flockwork-statements-'))
  // installed while the first steps run; the steps that need it report errors
  ensureChromium().catch(() => {})
  try {
    const env = { STATEMENTS_FOLDER: statements, FUZZ: 'whole' }
    const quick = [apiTests(env), ...STATIC_STEPS, WEB_BUILD, UNIT_TESTS]
    const long = [
      vitestStep('sync tests', 'sync'),
      vitestStep('long API tests', 'api-long', { retries: 1, env }),
      vitestStep('tests of the embedded PostgreSQL', 'embedded'),
    ]
    return [
      await runSteps([...quick, ...long], 2),
      // alone: they measure time
      await runSteps([vitestStep('timing tests', 'timing'), vitestStep('hostile texts', 'hostile-text')], 1),
      ...(await Promise.all([
        runSteps(COMPONENT_STEPS, COMPONENT_STEPS.length),
        checkOnPostgres15(statements),
      ])),
      await runStep(BROWSER_STEP),
    ]
  } finally {
    await rm(statements, { recursive: true, force: true })
  }
}
