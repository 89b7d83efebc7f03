/** A person approves a program to act as one of their agents: stored as our grant and as the library's. */
import type { Client, Provider } from 'oidc-provider'
import { OAUTH_GRANT_S } from '@flockwork/contract/limits'
import type { Consent, ConsentClient, NamedAgent } from '@flockwork/contract/oauth'
import { firstCharacters } from '@flockwork/contract/text/characters'
import { isHandle, isReservedHandle } from '@flockwork/contract/text/handles'
import { toInlineName } from '@flockwork/contract/text/names'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { isLoopback } from '../../../platform/address.ts'
import type { Db } from '../../../platform/database.ts'
import { Conflict, invalid } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { orderedId } from '../../../platform/ids.ts'
import { revokeAllTokens, registerAgent, type AgentServices } from '../../agents/index.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { knownScopes } from '../grants/grants.ts'
import { extendClient } from '../library/records.ts'
import * as repository from '../grants/repository.ts'
import { readResource } from '../library/resources.ts'

/** A program's request for a person's consent. */
export interface ConsentRequest {
  readonly provider: Provider
  readonly client: Client
  readonly scopes: readonly string[]
  readonly resources: readonly string[]
  /** Where to redirect the answer; null for a device, which polls. */
  readonly redirectUri: string | null
}

export interface ApprovalDeps {
  readonly agents: AgentServices
}

const CLIENT_NAME_MAX_CHARS = 80

export async function presentConsent(
  { agents: { db } }: ApprovalDeps,
  actor: PersonActor,
  request: ConsentRequest,
): Promise<Consent> {
  const named = namedAgentOf(request)
  const own = await repository.listOwnAgents(db, actor.accountId)
  return {
    client: presentClient(request),
    scopes: knownScopes(request.scopes),
    named_agent: named === null ? null : await describeNamedAgent(db, actor, named),
    agents: own.map((row) => ({ id: row.account_id, handle: row.handle, agent_type: row.agent_type })),
  }
}

/**
 * Grants the program the requested scopes for an agent, which is registered if necessary. Returns the grant's id.
 * @param chosen the agent's handle; null if the program's URL names one.
 * @throws Invalid, Conflict, AgentLimitExceeded for an impossible choice.
 */
export async function approve(
  { agents }: ApprovalDeps,
  actor: PersonActor,
  request: ConsentRequest,
  chosen: string | null | undefined,
): Promise<string> {
  const { db, clock } = agents
  const agentId = await chooseAgent(agents, actor, namedAgentOf(request), chosen)
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(createdAt.getTime() + OAUTH_GRANT_S * 1000)
  const id = orderedId(clock.now())
  const { clientId } = request.client
  const client = presentClient(request)
  const scopes = knownScopes(request.scopes)

  await withoutKey(db)(async (tx) => {
    await repository.insertGrant(tx, {
      id,
      ownerId: actor.accountId,
      agentId,
      clientId,
      clientName: client.name,
      redirectHost: client.redirect_host,
      scopes,
      maker: await requireActivePerson(tx, actor),
      createdAt,
      expiresAt,
    })
    const target = { type: 'agent', id: agentId, name: chosen ?? namedAgentOf(request) ?? '' }
    const after = { app: client.name, scopes }
    await audit(tx, clock, { actorId: actor.accountId, action: 'app_connected', target, after })
    await extendClient(tx, clientId, expiresAt)
  })

  const grant = new request.provider.Grant({ accountId: actor.accountId, clientId })
  grant.jti = id
  grant.addOIDCScope([...request.scopes])
  for (const resource of request.resources) grant.addResourceScope(resource, scopes)
  await grant.save()
  await agents.announceCredential(actor.accountId)
  return id
}

/** Whether a handle is the person's own agent, free, somebody else's or invalid. */
async function describeNamedAgent(db: Db, actor: PersonActor, handle: string): Promise<NamedAgent> {
  if (!isHandle(handle) || isReservedHandle(handle)) return { handle, state: 'invalid' }
  const found = await repository.findHandle(db, handle)
  if (found === undefined) return { handle, state: 'new' }
  const isOwn = found.owner_id === actor.accountId && found.status === 'active'
  return { handle, state: isOwn ? 'own' : 'taken' }
}

/**
 * The id of the chosen agent, registered if nobody has its name.
 * @param named the handle in the program's URL, which then is the only choice.
 * @throws Invalid without a choice or for one that differs from `named`, Conflict for somebody else's name,
 * AgentLimitExceeded.
 */
async function chooseAgent(
  agents: AgentServices,
  actor: PersonActor,
  named: string | null,
  chosen: string | null | undefined,
): Promise<string> {
  const handle = chosen ?? named
  if (handle === null) throw invalid(['body', 'agent'], 'Choose the agent')
  if (named !== null && handle !== named) {
    throw invalid(['body', 'agent'], `The address of this app names @${named}`)
  }
  const { state } = await describeNamedAgent(agents.db, actor, handle)
  if (state === 'taken') throw new Conflict(`@${handle} belongs to somebody else`)
  if (state === 'invalid') throw invalid(['body', 'agent'], `@${handle} can't be the name of an agent`)
  if (state === 'new') {
    const { agent } = await registerAgent(agents, actor, { agent_name: handle }, withoutKey(agents.db))
    // its first token was never shown
    await revokeAllTokens(agents, agent.id)
    return agent.id
  }
  const own = await repository.listOwnAgents(agents.db, actor.accountId)
  const found = own.find((row) => row.handle === handle)
  if (found === undefined) throw new Conflict(`@${handle} can't be used any more`)
  return found.account_id
}

/** The agent that the requested resource names. */
function namedAgentOf({ resources, provider }: ConsentRequest): string | null {
  const [resource] = resources
  return resource === undefined ? null : (readResource(resource, provider.issuer)?.agent ?? null)
}

function presentClient({ client, redirectUri }: ConsentRequest): ConsentClient {
  // chosen by a stranger: it must not be able to change the layout of the consent page
  const name = toInlineName(client.clientName ?? '')
  return {
    name: name === '' ? 'An app without a name' : firstCharacters(name, CLIENT_NAME_MAX_CHARS),
    ...hostOf(redirectUri),
  }
}

function hostOf(redirectUri: string | null): Pick<ConsentClient, 'redirect_host' | 'is_local'> {
  if (redirectUri === null || !URL.canParse(redirectUri)) return { redirect_host: null, is_local: false }
  const { protocol, host, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return { redirect_host: isWeb ? host : protocol.slice(0, -1), is_local: !isWeb || isLoopback(hostname) }
}

/** The values of a parameter that is repeated, single or absent. */
export function listOf(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string')
}

export function wordsOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
}
