/**
 * `npm run check` (everything quick: no browser, no storms) and `npm test` (everything).
 *
 * Every step runs even when one before it failed, and the last line adds all of them up.
 */
import { BROWSER_STEP, COMPONENT_STEP } from './browser.ts'
import { startPostgres15 } from './postgres15.ts'
import { STATIC_STEPS, WEB_BUILD, WEB_SIZES } from './static.ts'
import { NOTHING, ONE_FAILED, add, describe, judgeFlaky, runStep, runSteps } from './step.ts'
import type { Counts } from './step.ts'
import { vitestStep } from './vitest.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const everything = process.argv[2] === 'test'
const counts = [
  await runSteps(STATIC_STEPS, 2),
  await runStep(WEB_BUILD),
  await runStep(WEB_SIZES),
  // alone: some of them may take a few milliseconds and no more
  await runStep(vitestStep('unit tests', 'unit')),
]
// side by side: the first wait most of their time for databases that start and end
const [embedded, api] = await Promise.all([
  runStep(vitestStep('tests of the embedded PostgreSQL', 'embedded')),
  runStep(vitestStep('API tests', 'api', { retries: 1 })),
])
counts.push(embedded, api)
if (everything) {
  counts.push(
    await runStep(vitestStep('sync tests', 'sync')),
    await apiOnPostgres15(api),
    await runStep(COMPONENT_STEP),
    await runStep(BROWSER_STEP),
  )
}

const sum = judgeFlaky(counts.reduce(add, NOTHING))
process.exitCode = sum.failed > 0 ? 1 : 0
for (const one of sum.flaky) console.log(`~ passed when tried again: ${one}`)
for (const failure of sum.failures) console.log(`✗ ${failure}`)
console.log(describe(sum))

/** The same tests on the oldest PostgreSQL that a deployment may bring; all skipped where there is none. */
async function apiOnPostgres15(onEmbedded: Counts): Promise<Counts> {
  const name = 'API tests on an installed PostgreSQL'
  try {
    const cluster = await startPostgres15()
    if (!cluster) {
      console.log(`- ${name}: skipped, none is installed and TEST_DATABASE_URL is not set`)
      return { ...NOTHING, skipped: onEmbedded.passed + onEmbedded.failed + onEmbedded.skipped }
    }
    try {
      return await runStep(vitestStep(name, 'api', { databaseUrl: cluster.url, retries: 1 }))
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return ONE_FAILED
  }
}
