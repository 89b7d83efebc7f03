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
export function statement<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let built: { query: CompiledQuery<Row>; fill: (values: Values) => unknown[] } | undefined
  return async (db, values) => {
    built ??= builtWith(build(db, slotsFor<Values>()).compile(db))
    const { query, fill } = built
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: fill(values) })
    return rows
  }
}

function builtWith<Values extends object, Row>(query: CompiledQuery<Row>) {
  const { parameters } = query
  return {
    query,
    fill: (values: Values) =>
      parameters.map((one) => (one instanceof Slot ? Reflect.get(values, one.name) : one)),
  }
}

/** Any value that is asked of it is a slot. */
function slotsFor<Values extends object>(): Values {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })
  return slots as Values
}
