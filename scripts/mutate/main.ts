/**
 * `npm run mutate`: breaks one rule after the other in a copy of the repository, and runs the tests that cover it. A
 * mutation that they don't detect has survived: a test is missing.
 *
 *     npm run mutate                              the list of scripts/mutate/list
 *     npm run mutate -- ring.ts sending           mutations whose file or rule contains one of these words
 *     npm run mutate -- --check                   only checks whether the list still matches the code
 *     npm run mutate -- --markdown                prints a table at the end
 *     npm run mutate -- --generate FILE           mutations generated from a file, with the unit tests that import it,
 *                       --tests TEST-FILE         or with these tests
 */
import { parseArgs } from 'node:util'
import { providePostgres } from '../../apps/server/test/global-setup.ts'
import { generateMutations } from './generate.ts'
import { LISTED } from './list/index.ts'
import { mutationsOf, type Mutation } from './mutation.ts'
import { repository } from './repository.ts'
import { runBaseline, runTests, type Outcome, type Tests } from './run-tests.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    generate: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true, default: [] },
  },
})

function listed(): Mutation[] {
  const entries = LISTED.map((entry) => mutationsOf(entry, repository))
  const problems = entries.flatMap((entry) => entry.problems)
  if (problems.length > 0) throw new Error(`The list no longer fits the code:\n${problems.join('\n')}`)
  const all = entries.flatMap((entry) => entry.mutations)
  if (positionals.length === 0) return all
  return all.filter(({ file, title }) =>
    positionals.some((word) => file.includes(word) || title.includes(word)),
  )
}

const mutations = values.generate
  ? positionals.flatMap((file) => generateMutations(file, repository.read(file), values.tests))
  : listed()
console.log(`${mutations.length} mutations of ${new Set(mutations.map(({ file }) => file)).size} files`)
if (!values.check) process.exitCode = (await runAll()) ? 0 : 1

async function runAll(): Promise<boolean> {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))]
  const postgres = tests.some((file) => file.startsWith('apps/server/')) ? await providePostgres() : undefined
  const env = { ...(postgres && { TEST_DATABASE_URL: postgres.url }) }
  const sandbox = createSandbox()
  // Ctrl-C also stops the running tests, so the current mutation has no valid outcome
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  try {
    if (tests.length > 0) {
      const { hasPassed, reason } = await runBaseline(sandbox, { files: tests }, env)
      if (!hasPassed) throw new Error(`Without a mutation the tests fail, too: ${reason}`)
    }
    const outcomes: Outcome[] = []
    for (const mutation of mutations) {
      const outcome = await testMutation(sandbox, mutation, env)
      if (stopping.signal.aborted) break
      outcomes.push(outcome)
      report(mutation, outcome)
    }
    summarise(outcomes)
    return outcomes.every(({ hasPassed }) => !hasPassed)
  } finally {
    sandbox[Symbol.dispose]()
    await postgres?.stop()
  }
}

async function testMutation(
  sandbox: Sandbox,
  { file, tests, mutated }: Mutation,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const chosen: Tests = tests.length > 0 ? { files: tests } : { importing: file }
  const original = sandbox.read(file)
  sandbox.write(file, mutated)
  try {
    return await runTests(sandbox, chosen, env)
  } finally {
    sandbox.write(file, original)
  }
}

function report({ file, title }: Mutation, { hasPassed, reason }: Outcome): void {
  console.log(hasPassed ? `✗ SURVIVED ${file}: ${title}` : `✓ ${file}: ${title}\n    ${reason}`)
}

function summarise(outcomes: readonly Outcome[]): void {
  const found = outcomes.filter(({ hasPassed }) => !hasPassed).length
  console.log(`${found} of ${outcomes.length} found (${Math.round((100 * found) / outcomes.length)} %)`)
  if (!values.markdown) return
  console.log('\n| Rule | Mutation | File | Found by |\n| --- | --- | --- | --- |')
  for (const [index, { hasPassed, reason }] of outcomes.entries()) {
    const mutation = mutations[index]
    if (mutation === undefined) continue
    const { title, change, file } = mutation
    const cells = [title, `\`${change}\``, `\`${file}\``, hasPassed ? '**survived**' : reason]
    console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  }
}
