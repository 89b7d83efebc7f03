/** Mutations: product rules, each broken in one place, which a test has to detect. */
import { parseSync } from 'oxc-parser'
import type { Repository } from './repository.ts'

/** The handwritten mutations of one file. */
export interface MutatedFile {
  /** Relative to the root; `**` for folders, so that it survives a move. Exactly one file matches. */
  readonly file: string
  /** The test files that cover these rules, in the same form as `file`. */
  readonly tests: readonly string[]
  readonly mutations: readonly Replacement[]
}

interface Replacement {
  /** Occurs in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** The rule that this breaks. */
  readonly breaks: string
}

/** One broken version of a file. */
export interface Mutation {
  readonly file: string
  /** Empty for the unit tests that import the file, directly or indirectly. */
  readonly tests: readonly string[]
  readonly title: string
  /** The code before and after, on one line. */
  readonly change: string
  readonly mutated: string
}

/** `problems` lists the entries that no longer match the code. */
export function mutationsOf(
  { file: pattern, tests, mutations: replacements }: MutatedFile,
  { find: findFile, read }: Repository,
): { mutations: Mutation[]; problems: string[] } {
  const problems: string[] = []
  const only = (wanted: string): string => {
    const [file, ...others] = findFile(wanted)
    if (file !== undefined && others.length === 0) return file
    problems.push(`${wanted}: ${file === undefined ? 'no file' : 'several files'}`)
    return ''
  }
  const file = only(pattern)
  const testFiles = tests.map(only)
  if (file === '') return { mutations: [], problems }

  const text = read(file)
  const mutations: Mutation[] = []
  for (const { find, replace, breaks } of replacements) {
    const places = text.split(find).length - 1
    const mutated = text.replace(find, () => replace)
    if (places !== 1) problems.push(`${file}: is there ${places} times: ${find}`)
    else if (!isProgram(file, mutated)) problems.push(`${file}: is no program without: ${find}`)
    else mutations.push({ file, tests: testFiles, title: breaks, change: changeOf(find, replace), mutated })
  }
  return { mutations, problems }
}

/** Whether it parses: any test detects a file that doesn't. */
export function isProgram(file: string, text: string): boolean {
  return file.endsWith('.sql') || parseSync(file, text).errors.length === 0
}

const SHOWN_MAX = 70

export function changeOf(before: string, after: string): string {
  const brief = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length <= SHOWN_MAX ? line : `${line.slice(0, SHOWN_MAX - 1)}…`
  }
  return `${brief(before)} → ${brief(after) || 'nothing'}`
}
