/**
 * Imported people and agents (docs/rules/imports.md#people): accounts that stand for somebody of another place in one
 * space. Nobody can sign in as one, mention it or write to it; it has what that person said, until somebody claims it.
 * It never is an account that existed before, whatever the names are.
 */
import { FULL_NAME_MAX_CHARS, HANDLE_MAX_CHARS } from '@flockwork/contract/limits'
import { toPersonName } from '@flockwork/contract/text/names'
import type { Db, Tx } from '../../platform/database.ts'
import { namedId } from '../../platform/ids.ts'
import { handlesFrom } from '../auth/index.ts'
import * as repository from './people-repository.ts'

export type ImportSource = 'slack' | 'zulip' | 'record'

export interface PersonToImport {
  /** Its id in the other place. */
  readonly sourceId: string
  readonly kind: 'user' | 'agent'
  readonly handle: string
  readonly displayName: string
  /** Only to be claimed by. */
  readonly email?: string | null
  /** What an export of the space gives back beside the names. */
  readonly details?: object
  /** Of an agent: the owner's id in the other place, who is in the same list. */
  readonly ownerSourceId?: string | null
  readonly agentType?: string | null
  readonly bio?: string
}

/** An imported account as it is here. */
export interface ImportedPerson {
  readonly id: string
  readonly kind: 'user' | 'agent'
  /** The name that is taken here; with a number appended where somebody had the original one. */
  readonly handle: string
  readonly displayName: string
  /** Who writes for it now. */
  readonly claimedBy: string | null
}

interface Into {
  readonly spaceId: string
  readonly source: ImportSource
  readonly at: Date
}

const EMAIL_MAX = 254

/**
 * Makes the accounts that aren't there yet and returns all of them by their ids in the other place. The same person of the
 * same source is the same account in a space, however often this is done.
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

/** So many candidates of each name are looked up at once. */
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

/** Deletes the imported accounts of a space whose other rows are purged, with their names. */
export function purgeImportedPeople(db: Db, spaceId: string): Promise<void> {
  return repository.deleteImported(db, spaceId)
}
