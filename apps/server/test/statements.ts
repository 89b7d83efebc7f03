/** Notes the SQL that a server under test issues, so that it can be prepared on another PostgreSQL (postgres15.ts). */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What begins so is the test's own. */
export const OF_A_TEST = '/* of a test */ '

/** Only these can be prepared; the rest is transactions, locks and notifications. */
const PREPARABLE = /^\s*(delete|insert|merge|select|update|values|with)\b/i

/** Writes each text once a worker to a file in `STATEMENTS_FOLDER`, as JSON, one a line. Unset, it notes nothing. */
export function noteStatements(): void {
  const folder = process.env['STATEMENTS_FOLDER']
  if (folder === undefined || folder === '') return

  const file = join(folder, `${process.pid}.jsonl`)
  const known = new Set<string>()
  const issue: (this: unknown, ...args: unknown[]) => unknown = pg.Client.prototype.query
  const query = function noted(this: unknown, ...args: unknown[]): unknown {
    const text = textOf(args[0])
    if (text !== undefined && !known.has(text)) {
      known.add(text)
      if (PREPARABLE.test(text)) appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return issue.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query })
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const isObject = typeof query === 'object' && query !== null
  return isObject && 'text' in query && typeof query.text === 'string' ? query.text : undefined
}
