/**
 * Statements of the hot paths, built once: building a query of eight joins costs more CPU time than sending it and
 * reading its rows.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Marks where a value goes in a statement. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query of the builder, or one written with `sql`. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * A statement that is compiled at its first run and bound to values at each. `build` must not read the values that
 * it gets, only place them: a list as `any(${list}::uuid[])`.
 */
export function preparedQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // every property is a placeholder of its own name
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values
  let query: CompiledQuery<Row> | undefined
  return async (db, values) => {
    query ??= build(db, placeholders).compile(db)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? (Reflect.get(values, parameter.name) as unknown) : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
