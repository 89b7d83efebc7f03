/** What the servers of this process send to PostgreSQL, which may log a statement with all its values. */
import pg from 'pg'

export interface Issued extends Disposable {
  /** Each statement that had one of the texts in it or in its values, as JSON. */
  readonly found: readonly string[]
}

/** Looks through every statement from now on until it is disposed of. */
export function statementsWith(texts: readonly string[]): Issued {
  const found: string[] = []
  const issue: (this: unknown, ...args: unknown[]) => unknown = pg.Client.prototype.query
  const query = function looked(this: unknown, ...args: unknown[]): unknown {
    const statement = JSON.stringify(partsOf(args[0], args[1]))
    if (texts.some((text) => statement.includes(text))) found.push(statement)
    return issue.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query })
  return { found, [Symbol.dispose]: () => void Object.assign(pg.Client.prototype, { query: issue }) }
}

function partsOf(query: unknown, values: unknown): unknown {
  if (typeof query !== 'object' || query === null) return [query, values]
  return ['text' in query && query.text, 'values' in query && query.values, values]
}
