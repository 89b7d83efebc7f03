/** Whose a refused call was: the agent of the credential it came with, or the one that its address names. */
import type { Db } from '../../platform/database.ts'
import { sha256 } from '../../platform/secrets.ts'
import { REVOKED, explainToken, type GrantToken } from './explain.ts'
import type { Fault } from './faults.ts'
import * as repository from './repository.ts'

export interface RefusedCall {
  readonly token: string | undefined
  /** The agent that the path or a header names. */
  readonly handle: string | undefined
  readonly fault: Fault
}

type Timed = RefusedCall & { readonly at: Date }

interface Deps {
  readonly db: Db
  readonly readGrantToken: (token: string) => Promise<GrantToken | undefined>
}

/** One row for each call that is somebody's; those that a credential proves come last. */
export async function attribute(
  { db, readGrantToken }: Deps,
  calls: readonly Timed[],
): Promise<repository.ErrorRow[]> {
  if (calls.length === 0) return []
  const hashOf = (token: string) => sha256(token).toString('hex')
  const hashes = calls.flatMap(({ token }) => (token === undefined ? [] : [sha256(token)]))
  const tokens = hashes.length > 0 ? await repository.listTokenAgents(db, hashes) : []
  const byHash = new Map(tokens.map((row) => [row.hash.toString('hex'), row]))
  const handles = new Set(calls.flatMap(({ handle }) => handle ?? []))
  const named = handles.size > 0 ? await repository.listAgentsNamed(db, [...handles]) : []
  const byHandle = new Map(named.map(({ id, handle }) => [handle, id]))

  const proven: repository.ErrorRow[] = []
  const told: repository.ErrorRow[] = []
  for (const { token, handle, fault, at } of calls) {
    const owned = token === undefined ? undefined : byHash.get(hashOf(token))
    const grant = token === undefined || owned !== undefined ? undefined : await readGrantToken(token)
    const provenId = owned?.agent_id ?? grant?.agentId
    const agentId = provenId ?? (handle === undefined ? undefined : byHandle.get(handle))
    if (agentId === undefined) continue
    const isRevoked = owned !== undefined && owned.revoked_at !== null
    const message = fault.message || (isRevoked ? REVOKED : explained(token, grant))
    const rows = provenId === undefined ? told : proven
    rows.push({ agentId, step: fault.step, message, at })
  }
  return [...told, ...proven]
}

/** Nothing is wrong where no credential came: a program that signs in begins so. */
function explained(token: string | undefined, grant: GrantToken | undefined): string | null {
  return token === undefined ? null : explainToken(token, grant)
}
