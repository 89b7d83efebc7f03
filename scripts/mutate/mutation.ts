/** Rules of the product, each broken in one place: a test has to notice. */

/** The mutations of one file, by hand. */
export interface MutatedFile {
  /** From the root. */
  readonly file: string
  /** The test files that promise these rules. */
  readonly tests: readonly string[]
  readonly mutations: readonly Replacement[]
}

interface Replacement {
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** The rule that this breaks. */
  readonly breaks: string
}

/** One broken version of a file. */
export interface Mutation {
  readonly file: string
  /** None: the unit tests that import the file, directly or not. */
  readonly tests: readonly string[]
  readonly title: string
  /** The code before and after, in one line. */
  readonly change: string
  readonly mutated: string
}

/** @throws Error when the text to replace isn't there, or there more than once: the list is out of date. */
export function mutationsOf({ file, tests, mutations }: MutatedFile, text: string): Mutation[] {
  return mutations.map(({ find, replace, breaks }) => {
    const places = text.split(find).length - 1
    if (places !== 1) throw new Error(`${file}: found ${places} times instead of once: ${find}`)
    return {
      file,
      tests,
      title: breaks,
      change: changeOf(find, replace),
      mutated: text.replace(find, () => replace),
    }
  })
}

const SHOWN_MAX = 70

export function changeOf(before: string, after: string): string {
  const brief = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length <= SHOWN_MAX ? line : `${line.slice(0, SHOWN_MAX - 1)}…`
  }
  return `${brief(before)} → ${brief(after) || 'nothing'}`
}
