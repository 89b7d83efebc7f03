/** Attributes refused calls to agents: by the credential, or else by the handle in the URL. */
import type { Db } from '../../platform/database.ts'
import { sha256 } from '../../platform/secrets.ts'
import { REVOKED, explainToken, type Fault, type GrantToken } from './faults.ts'
import * as repository from './repository.ts'

export interface RefusedCall {
  readonly token: string | undefined
  /** The agent's handle in the path or a header. */
  readonly handle: string | undefined
  readonly fault: Fault
}

export type TimedCall = RefusedCall & { readonly at: Date }

interface Deps {
  readonly db: Db
  readonly readGrantToken: (token: string) => Promise<GrantToken | undefined>
}

/** One row per call of a known agent; those proven by a credential come last, to override forgeable handles. */
export async function attribute(
  { db, readGrantToken }: Deps,
  calls: readonly TimedCall[],
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
  const claimed: repository.ErrorRow[] = []
  for (const { token, handle, fault, at } of calls) {
    const owned = token === undefined ? undefined : byHash.get(hashOf(token))
    const grant = token === undefined || owned !== undefined ? undefined : await readGrantToken(token)
    const provenId = owned?.agent_id ?? grant?.agentId
    const agentId = provenId ?? (handle === undefined ? undefined : byHandle.get(handle))
    if (agentId === undefined) continue
    const isRevoked = owned !== undefined && owned.revoked_at !== null
    const message = fault.message || (isRevoked ? REVOKED : explanationOf(token, grant))
    const rows = provenId === undefined ? claimed : proven
    rows.push({ agentId, step: fault.step, message, at })
  }
  return [...claimed, ...proven]
}

/** Null without a credential: that is how an OAuth client starts its sign-in. */
function explanationOf(token: string | undefined, grant: GrantToken | undefined): string | null {
  return token === undefined ? null : explainToken(token, grant)
}
