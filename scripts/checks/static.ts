import { createRequire } from 'node:module'
import path from 'node:path'

import { ONE_FAILED, ONE_PASSED, ROOT, add, runNode } from './step.ts'
import type { Step } from './step.ts'

/** These programs end within seconds: less frequent garbage collection saves a third of their time. */
const ENV = { GOGC: '400' }

/**
 * The static checks. Lint needs each file's types in any case, so it reports the compiler's errors, too (ADR-0018).
 */
export const STATIC_STEPS: Step[] = [
  command('lint and types', 'oxlint', ['--deny-warnings', '--format=stylish']),
  command('dead code', 'knip', ['--no-progress', '--no-config-hints']),
  program('boundaries', 'scripts/boundaries.ts'),
  command('format', 'oxfmt', ['--check']),
]

/** The web app as `npm start` builds it, within its budgets: the browser tests run against it. */
export const WEB_BUILD: Step = {
  name: 'web build and sizes',
  run: async () => add(await pass('scripts/web-build.mjs', []), await pass('scripts/web-sizes.ts', [])),
}

function command(name: string, from: string, args: string[]): Step {
  return { name, run: () => pass(binaryOf(from), args) }
}

function program(name: string, script: string): Step {
  return { name, run: () => pass(script, []) }
}

async function pass(script: string, args: string[]) {
  const { code, output } = await runNode(script, args, { env: ENV })
  if (code === 0) return ONE_PASSED
  console.log(output.trimEnd())
  return ONE_FAILED
}

/** The script behind a command of an installed package. */
export function binaryOf(name: string, binary = name): string {
  const manifest = path.join(ROOT, 'node_modules', name, 'package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[binary]
  if (!file) throw new Error(`${name} has no command ${binary}`)
  return path.join(path.dirname(manifest), file)
}
