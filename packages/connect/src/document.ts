/**
 * Edits a configuration file as text: a server's entry is inserted, replaced and removed, everything else is unchanged.
 */
import type { Entry } from '@flockwork/contract/clients/setups'
import { Stop } from './errors.ts'

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** Where an entry is: the name of the table of servers, and its own. */
export interface Place {
  readonly table: string
  readonly key: string
}

export interface Editor {
  /** Parses the whole file; an empty one is an empty table. @throws Stop if it doesn't parse. */
  read(text: string): Value
  /** Inserts the entry at its place, or replaces the existing one. */
  put(text: string, place: Place, entry: Entry | Value): string
  /** Removes the entry, and with `takesTable` also an empty table. */
  remove(text: string, place: Place, takesTable: boolean): string
}

export function isTable(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function entryAt(value: Value, { table, key }: Place): Value | undefined {
  const servers = isTable(value) ? value[table] : undefined
  return isTable(servers) ? servers[key] : undefined
}

/** Wraps an editor to verify after each change that the file has the intended value, and nothing else changed. */
export function checked(editor: Editor): Editor {
  const check = (before: string, after: string, place: Place, entry?: Value) => {
    const [was, is] = [editor.read(before), editor.read(after)]
    // a TOML table of servers disappears with its last entry, unless it has a heading
    const isRight = [true, false].some((takesTable) => isSame(is, withEntry(was, place, entry, takesTable)))
    if (!isRight) throw new Stop(`its ${place.table} are written in a way that can't be changed safely`)
    return after
  }
  return {
    read: (text) => editor.read(text),
    put: (text, place, entry) => check(text, editor.put(text, place, entry), place, entry),
    remove: (text, place, takesTable) => check(text, editor.remove(text, place, takesTable), place),
  }
}

function withEntry(value: Value, place: Place, entry: Value | undefined, takesTable: boolean): Value {
  const root = isTable(value) ? value : {}
  const table = root[place.table]
  const { [place.key]: _, ...others } = isTable(table) ? table : {}
  const servers = entry === undefined ? others : { ...others, [place.key]: entry }
  const { [place.table]: __, ...rest } = root
  const isGone =
    entry === undefined && Object.keys(servers).length === 0 && (takesTable || table === undefined)
  return isGone ? rest : { ...rest, [place.table]: servers }
}

export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  }
  if (isTable(one) && isTable(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => name in other && isSame(one[name], other[name]))
    )
  }
  // TOML times are Date objects
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  return Object.is(one, other)
}

/** The file's line ending. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
