/**
 * `npm run bench`: the product against its baselines, each in its own process, in one interleaved run. Only ratios
 * within a run are claims. `npm run bench -- P3 P5` runs some; `--rounds 5` runs five rounds instead of three;
 * `--profile` writes CPU profiles of the product's server to bench/profiles; `--messages 10000` reads from a smaller
 * space than one of a million.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureAdmin } from './measures/admin.ts'
import type { Bench } from './measures/bench.ts'
import { measureClaims } from './measures/claims.ts'
import { measureSteady, measureThroughput } from './measures/fan-out.ts'
import { measureMembers } from './measures/members.ts'
import { measureMcpCalls, measureMcpWaits } from './measures/mcp.ts'
import type { Outcome } from './measures/outcome.ts'
import { measurePosts } from './measures/posts.ts'
import { measureReading } from './measures/reading.ts'
import { measureReconnects } from './measures/reconnect.ts'
import { measureSpaceLists } from './measures/spaces.ts'
import { measureTasks } from './measures/tasks.ts'
import { tableOf, writeResults } from './results.ts'
import { startBenchDatabase } from './subjects/database.ts'

const MEASURES: readonly { names: readonly string[]; run: (bench: Bench) => Promise<Outcome> }[] = [
  { names: ['P1'], run: measureThroughput },
  { names: ['P2', 'P3'], run: measureSteady },
  { names: ['P5'], run: measurePosts },
  { names: ['P8'], run: measureReconnects },
  { names: ['P9', 'P10'], run: measureReading },
  { names: ['P11'], run: measureSpaceLists },
  { names: ['P12'], run: measureMcpCalls },
  { names: ['P13'], run: measureMcpWaits },
  { names: ['P21'], run: measureTasks },
  { names: ['P22'], run: measureClaims },
  { names: ['P23'], run: measureAdmin },
  { names: ['P26'], run: measureMembers },
]
const PROFILES = fileURLToPath(new URL('profiles', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    messages: { type: 'string', default: '1000000' },
    profile: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const messages = Number(values.messages)
const known = MEASURES.flatMap(({ names }) => names)
const unknown = positionals.filter((name) => !known.includes(name))

if (unknown.length > 0 || ![rounds, messages].every((count) => Number.isInteger(count) && count > 0)) {
  process.stderr.write(
    `Usage: npm run bench -- [${known.join('] [')}] [--rounds N] [--messages N] [--profile]\n`,
  )
  process.exitCode = 1
} else {
  await run(
    MEASURES.filter(
      ({ names }) => positionals.length === 0 || names.some((name) => positionals.includes(name)),
    ),
  )
}

async function run(measures: typeof MEASURES): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  if (values.profile) await mkdir(PROFILES, { recursive: true })
  const postgres = await startBenchDatabase()
  const outcomes: Outcome[] = []
  try {
    for (const { names, run: measure } of measures) {
      say(`${names.join(', ')} …`)
      outcomes.push(
        await measure({ postgres, rounds, messages, say, profileTo: values.profile ? PROFILES : undefined }),
      )
    }
  } finally {
    await postgres.stop()
  }
  const claims = outcomes.flatMap((outcome) => outcome.claims)
  await writeResults(outcomes, rounds)
  say(`\n${tableOf(claims)}\n\nOnly these ratios are claims. Every figure: bench/results.json`)
}
