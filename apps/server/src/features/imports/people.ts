/**
 * Imported people and agents (docs/rules/imports.md#people): accounts that represent members of another product in one
 * space. Nobody can sign in as one, mention it or write to it; it is the author of their messages until somebody claims
 * it. It is never an existing account, even with the same name.
 */
import { FULL_NAME_MAX_CHARS, HANDLE_MAX_CHARS } from '@flockwork/contract/limits'
import { toPersonName } from '@flockwork/contract/text/names'
import type { Db, Tx } from '../../platform/database.ts'
import { namedId } from '../../platform/ids.ts'
import { handlesFrom } from '../auth/index.ts'
import * as repository from './people-repository.ts'

export type ImportSource = 'slack' | 'zulip' | 'record'

export interface PersonToImport {
  /** Its id in the other product. */
  readonly sourceId: string
  readonly kind: 'user' | 'agent'
  readonly handle: string
  readonly displayName: string
  /** Used only for claiming. */
  readonly email?: string | null
  /** Further data that an export of the space contains. */
  readonly details?: object
  /** An agent's owner, by their id in the other product; must be in the same list. */
  readonly ownerSourceId?: string | null
  readonly agentType?: string | null
  readonly bio?: string
}

/** An imported account. */
export interface ImportedPerson {
  readonly id: string
  readonly kind: 'user' | 'agent'
  /** Its handle here; with a number appended if the original one was taken. */
  readonly handle: string
  readonly displayName: string
  /** The account that has claimed it. */
  readonly claimedBy: string | null
}

interface Into {
  readonly spaceId: string
  readonly source: ImportSource
  readonly at: Date
}

const EMAIL_MAX = 254

/**
 * Creates the missing accounts and returns all of them by their ids in the other product. The same person of the
 * same source always is the same account in a space.
 */
export async function importPeople(
  tx: Tx,
  { spaceId, source, at }: Into,
  people: readonly PersonToImport[],
): Promise<ReadonlyMap<string, ImportedPerson>> {
  const idOf = (sourceId: string) => namedId('person', spaceId, source, sourceId)
  const bySource = new Map(people.map((person) => [person.sourceId, person]))
  const known = new Map(
    (await repository.listKnown(tx, [...bySource.keys()].map(idOf))).map((one) => [one.id, one]),
  )
  const missing = [...bySource.values()].filter(({ sourceId }) => !known.has(idOf(sourceId)))
  const handles = await freeHandles(
    tx,
    missing.map(({ handle }) => handle),
  )
  const added = missing.map((person, index): repository.NewImported => {
    const localHandle = handles[index] ?? ''
    const { kind, ownerSourceId = null } = person
    return {
      id: idOf(person.sourceId),
      kind,
      localHandle,
      displayName: toPersonName(person.displayName).slice(0, FULL_NAME_MAX_CHARS).trim() || localHandle,
      source,
      sourceId: person.sourceId,
      handle: person.handle,
      originalName: person.displayName,
      email: kind === 'user' && isEmail(person.email) ? person.email : null,
      details: person.details ?? {},
      ownerId: ownerSourceId !== null && bySource.has(ownerSourceId) ? idOf(ownerSourceId) : null,
      agentType: person.agentType ?? null,
      bio: person.bio ?? '',
    }
  })
  await repository.insertImported(tx, spaceId, added, at)

  const all = [...known.values(), ...added.map((one) => ({ ...one, claimedBy: null }))]
  const byId = new Map(all.map((one) => [one.id, one]))
  return new Map(
    [...bySource.keys()].flatMap((sourceId): [string, ImportedPerson][] => {
      const one = byId.get(idOf(sourceId))
      if (one === undefined) return []
      const { id, localHandle: handle, displayName, claimedBy } = one
      return [
        [sourceId, { id, kind: one.kind === 'agent' ? 'agent' : 'user', handle, displayName, claimedBy }],
      ]
    }),
  )
}

function isEmail(email: string | null | undefined): email is string {
  return typeof email === 'string' && email.includes('@') && email.length <= EMAIL_MAX
}

/** Candidates per name that are looked up at once. */
const CANDIDATES = 8

/** A free handle for each name, in the order of the names. */
async function freeHandles(tx: Tx, names: readonly string[]): Promise<string[]> {
  const candidates = names.map((name) => handlesFrom(name.slice(0, HANDLE_MAX_CHARS)))
  const found: (string | undefined)[] = names.map(() => undefined)
  const given = new Set<string>()
  for (;;) {
    const open = found.flatMap((handle, index) => (handle === undefined ? [index] : []))
    if (open.length === 0) return found.filter((handle) => handle !== undefined)
    const tried = open.map((index) => {
      const some = candidates[index]
      return {
        index,
        handles: some === undefined ? [] : Array.from({ length: CANDIDATES }, () => some.next().value),
      }
    })
    const taken = await repository.takenAmong(
      tx,
      tried.flatMap(({ handles }) => handles),
    )
    for (const { index, handles } of tried) {
      const free = handles.find((handle) => !taken.has(handle) && !given.has(handle))
      if (free === undefined) continue
      given.add(free)
      found[index] = free
    }
  }
}

/** Deletes the imported accounts of a purged space, and frees their names. */
export function purgeImportedPeople(db: Db, spaceId: string): Promise<void> {
  return repository.deleteImported(db, spaceId)
}
