/** Finds regular expressions whose time can grow by more than the length of the text that they are tried on. */
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

export interface SlowPattern {
  readonly pattern: string
  readonly line: number
}

/** The slow ones among the patterns written in a source file. */
export function slowPatternsIn(file: string, source = readFileSync(file, 'utf8')): SlowPattern[] {
  const slow: SlowPattern[] = []
  new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return
      const { pattern, flags } = literal.regex
      if (analyse({ source: pattern, flags }).reports.length === 0) return
      slow.push({ pattern, line: source.slice(0, literal.start).split('\n').length })
    },
  }).visit(parseSync(file, source).program)
  return slow
}
