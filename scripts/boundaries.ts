/**
 * Runs the import rules of `.dependency-cruiser.cjs` and the rules that imports alone can't show.
 *
 * A checker that silently checks nothing passes everything, so this one compares what it checked with
 * the files on disk and fails when they differ.
 */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

import { breachesIn } from './source-rules.ts'
import './swc-using.ts'

const ROOTS = ['packages', 'apps', 'tests', 'bench', 'scripts']
const SOURCES = ROOTS.map((root) => `${root}/**/*.{ts,tsx}`)
const MIN_MODULES = 20
const CONFIGURATION = path.join(import.meta.dirname, '..', '.dependency-cruiser.cjs')

export interface BoundaryReport {
  /** Source files that were parsed. */
  modules: number
  /** Imports from one of our files to another. */
  imports: number
  /** One line each: rule, file and what it reached for. */
  violations: string[]
}

/**
 * Checks the tree under `root`, which needn't be this repository: the tests plant violations in a copy.
 *
 * @throws when a source file on disk was not looked at, or no import between files was found.
 */
export async function checkBoundaries(root: string, minModules = MIN_MODULES): Promise<BoundaryReport> {
  const files = sourceFiles(root)
  const present = ROOTS.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)))
  const options = await readOptions(CONFIGURATION)
  const { output } = await cruise(present, { ...options, baseDir: root })
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`)

  const imports = assertSane(output, files, minModules)
  const broken = output.summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from}${to && to !== from ? ` -> ${to}` : ''}`,
  )
  const texts = await Promise.all(
    files.map(async (file) => breachesIn(file, await readFile(path.join(root, file), 'utf8'))),
  )
  return { modules: files.length, imports, violations: [...new Set([...broken, ...texts.flat()])] }
}

function sourceFiles(root: string): string[] {
  return globSync(SOURCES, { cwd: root, exclude: (name) => /(^|[\\/])(node_modules|dist)$/.test(name) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/') && !file.includes('/dist/'))
    .sort()
}

/** @returns the number of imports between our own files. */
function assertSane(result: ICruiseResult, files: string[], minModules: number): number {
  const seen = new Map(result.modules.map((module) => [module.source, module]))
  const unseen = files.filter((file) => !seen.has(file))
  if (unseen.length > 0)
    throw new Error(`not looked at: ${unseen.slice(0, 5).join(', ')} (${unseen.length} files)`)
  if (files.length < minModules) throw new Error(`only ${files.length} modules found, ${minModules} expected`)

  const ours = new Set(files)
  const imports = result.modules
    .filter((module) => ours.has(module.source))
    .flatMap((module) => module.dependencies)
    .filter((dependency) => ours.has(dependency.resolved)).length
  if (imports === 0) throw new Error(`${files.length} modules but no import between them: nothing was parsed`)
  return imports
}

if (import.meta.main) {
  const report = await checkBoundaries(path.join(import.meta.dirname, '..'))
  for (const violation of report.violations) console.log(violation)
  console.log(`${report.modules} modules, ${report.imports} imports, ${report.violations.length} violations`)
  process.exitCode = report.violations.length > 0 ? 1 : 0
}
