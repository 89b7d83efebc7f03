/** Writes down that a person allows a program to act as an agent, for the library and for us. */
import type { Client, Provider } from 'oidc-provider'
import { OAUTH_GRANT_S } from '@flockwork/contract/limits'
import type { Consent, ConsentClient } from '@flockwork/contract/oauth'
import type { PersonActor } from '../../platform/actor.ts'
import { isLoopback } from '../../platform/address.ts'
import { orderedId } from '../../platform/ids.ts'
import type { AgentServices } from '../agents/index.ts'
import { chooseAgent, nameAgent } from './agent-choice.ts'
import { knownScopes } from './grants.ts'
import { keepClient } from './records.ts'
import * as repository from './repository.ts'
import { readResource } from './resources.ts'

/** A request of a program that waits for a person. */
export interface Asking {
  readonly provider: Provider
  readonly client: Client
  readonly scopes: readonly string[]
  readonly resources: readonly string[]
  /** Where the answer goes; null for a device, which asks for it. */
  readonly redirectUri: string | null
}

export interface AllowDeps {
  readonly agents: AgentServices
}

const CLIENT_NAME_MAX_CHARS = 80

export async function presentAsking(
  { agents: { db } }: AllowDeps,
  actor: PersonActor,
  asking: Asking,
): Promise<Consent> {
  const named = namedIn(asking)
  const own = await repository.listOwnAgents(db, actor.accountId)
  return {
    client: presentClient(asking),
    scopes: knownScopes(asking.scopes),
    named_agent: named === null ? null : await nameAgent(db, actor, named),
    agents: own.map((row) => ({ id: row.account_id, handle: row.handle, agent_type: row.agent_type })),
  }
}

/** Answers the grant's id. @throws as `chooseAgent`. */
export async function allow(
  { agents }: AllowDeps,
  actor: PersonActor,
  asking: Asking,
  chosen: string | null | undefined,
): Promise<string> {
  const { db, clock } = agents
  const agentId = await chooseAgent(agents, actor, namedIn(asking), chosen)
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(createdAt.getTime() + OAUTH_GRANT_S * 1000)
  const id = orderedId(clock.now())
  const { clientId } = asking.client
  const client = presentClient(asking)
  const scopes = knownScopes(asking.scopes)

  await repository.insertGrant(db, {
    id,
    ownerId: actor.accountId,
    agentId,
    clientId,
    clientName: client.name,
    redirectHost: client.redirect_host,
    scopes,
    createdAt,
    expiresAt,
  })
  await keepClient(db, clientId, expiresAt)

  const grant = new asking.provider.Grant({ accountId: actor.accountId, clientId })
  grant.jti = id
  grant.addOIDCScope([...asking.scopes])
  for (const resource of asking.resources) grant.addResourceScope(resource, scopes)
  await grant.save()
  return id
}

/** The agent that the program's address names. */
function namedIn({ resources, provider }: Asking): string | null {
  const [resource] = resources
  return resource === undefined ? null : (readResource(resource, provider.issuer)?.agent ?? null)
}

function presentClient({ client, redirectUri }: Asking): ConsentClient {
  const name = client.clientName?.trim().slice(0, CLIENT_NAME_MAX_CHARS)
  return {
    name: name === undefined || name === '' ? 'An app without a name' : name,
    ...hostOf(redirectUri),
  }
}

function hostOf(redirectUri: string | null): Pick<ConsentClient, 'redirect_host' | 'is_local'> {
  if (redirectUri === null || !URL.canParse(redirectUri)) return { redirect_host: null, is_local: false }
  const { protocol, host, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return { redirect_host: isWeb ? host : protocol.slice(0, -1), is_local: !isWeb || isLoopback(hostname) }
}

/** The values of a parameter that may be there once, several times or not at all. */
export function listOf(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string')
}

export function wordsOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
}
