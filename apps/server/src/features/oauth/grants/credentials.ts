/** A program's access token as a credential of the agent that it may act as (docs/rules/agents.md#credentials). */
import { isOurHost } from '../../../platform/address.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { actorOf, requireActive, type Activity, type AgentCredentials } from '../../agents/index.ts'
import type { AccessTokens } from '../../auth/index.ts'
import { audienceOf } from '../library/resources.ts'
import { knownScopes } from './grants.ts'
import * as repository from './repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly tokens: AccessTokens
  readonly activity: Activity
  /** The configured URL of this instance; null if it uses loopback names and IP addresses. */
  readonly publicUrl: string | null
  readonly onError: (error: unknown) => void
}

const TYPE = 'at+jwt'
/** How often the use of a grant is recorded. */
const TOUCH_INTERVAL_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Queries the grant on each call, so that a revoked one is refused at once on every node. */
export function createGrantCredentials(deps: Deps): AgentCredentials {
  const { db, clock, activity } = deps
  return {
    async agentOf(token) {
      const claims = await readToken(deps, token)
      if (claims === undefined) return undefined
      const at = new Date(clock.now())
      const row = await repository.findAgentOfGrant(db, claims.grantId, at)
      if (row === undefined || row.account_id !== claims.agentId || row.granted_by !== claims.ownerId) {
        return undefined
      }
      requireActive(row)
      activity.touch(row.account_id)
      recordUse(deps, claims.grantId, row.grant_used_at, at)
      const granted = new Set<string>(row.grant_scopes)
      return actorOf(row, {
        scopes: claims.scopes.filter((scope) => granted.has(scope)),
        tokenId: null,
        grant: { id: claims.grantId, expiresAt: claims.expiresAt },
      })
    },
  }
}

/** The claims of an access token that we issued for this endpoint; `undefined` for any other. */
async function readToken({ tokens, publicUrl }: Deps, token: string) {
  const payload = await tokens.verifyAs(TYPE, token)
  if (payload === undefined) return undefined
  const { iss, aud, sub, exp, scope, agent_id: agentId, grant_id: grantId } = payload
  if (iss === undefined || !isOwnIssuer(iss, publicUrl) || aud !== audienceOf(iss)) return undefined
  if (sub === undefined || exp === undefined || typeof agentId !== 'string') return undefined
  if (typeof grantId !== 'string' || !UUID.test(grantId)) return undefined
  const scopes = knownScopes(typeof scope === 'string' ? scope.split(' ') : [])
  return { ownerId: sub, agentId, grantId, scopes, expiresAt: exp * 1000 }
}

/** The agent of an unexpired token that we signed for a program, even if its grant has ended; else `undefined`. */
export async function readGrantToken(
  tokens: AccessTokens,
  token: string,
): Promise<{ agentId: string; isForThisAddress: boolean } | undefined> {
  const { iss, aud, agent_id: agentId } = (await tokens.verifyAs(TYPE, token)) ?? {}
  if (typeof agentId !== 'string' || !UUID.test(agentId)) return undefined
  return { agentId, isForThisAddress: iss !== undefined && aud === audienceOf(iss) }
}

function isOwnIssuer(issuer: string, publicUrl: string | null): boolean {
  if (publicUrl !== null) return issuer === publicUrl
  return URL.canParse(issuer) && isOurHost(new URL(issuer).host, null)
}

function recordUse({ db, onError }: Deps, grantId: string, usedAt: Date | null, at: Date): void {
  if (usedAt !== null && at.getTime() - usedAt.getTime() < TOUCH_INTERVAL_MS) return
  repository.touchGrant(db, grantId, at).catch(onError)
}
