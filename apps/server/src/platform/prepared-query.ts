/**
 * Statements of the hot paths, built once: putting a query of eight joins together costs more of the processor's time
 * than sending it and reading its rows.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Stands in a statement where a value goes. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query of the builder, or one written out with `sql`. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * A statement whose text is made at its first run, and whose values are filled in at each. `build` must not look at
 * the values it is given, only put them where a value goes: a list goes as `any(${list}::uuid[])`.
 */
export function preparedQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // any value that is asked of it is a slot
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values
  let query: CompiledQuery<Row> | undefined
  return async (db, values) => {
    query ??= build(db, slots).compile(db)
    const parameters = query.parameters.map((one) =>
      one instanceof Slot ? (Reflect.get(values, one.name) as unknown) : one,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
