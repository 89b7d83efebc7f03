/**
 * A program's request to authorize, as the person decides it. Only the browser that began it may: it holds the
 * request's cookie. And only who is signed in there with our own session, which the call's token proves.
 */
import type { Provider } from 'oidc-provider'
import type { Consent } from '@flockwork/contract/oauth'
import type { PersonActor } from '../../platform/actor.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { allow, listOf, presentAsking, wordsOf, type AllowDeps, type Asking } from './allowing.ts'

/** The request that a browser is in the middle of. */
export interface OpenRequest {
  readonly provider: Provider
  readonly uid: string
  /** The id in the browser's own cookie. */
  readonly cookie: string | undefined
}

export interface Decision {
  readonly allow: boolean
  readonly agent?: string | null | undefined
}

const GONE = 'This request has expired, was answered already, or began in another browser'

/** @throws NotFound for a request that is over, or of another browser. */
export async function readConsent(
  deps: AllowDeps,
  actor: PersonActor,
  request: OpenRequest,
): Promise<Consent> {
  return presentAsking(deps, actor, (await find(request)).asking)
}

/** Answers where the browser goes on. @throws NotFound, Conflict for one that is decided, and as `allow`. */
export async function decide(
  deps: AllowDeps,
  actor: PersonActor,
  request: OpenRequest,
  decision: Decision,
): Promise<string> {
  const { interaction, asking } = await find(request)
  if (interaction.result !== undefined) throw new Conflict(GONE)
  interaction.result = decision.allow
    ? {
        login: { accountId: actor.accountId, remember: false },
        consent: { grantId: await allow(deps, actor, asking, decision.agent) },
      }
    : { error: 'access_denied', error_description: 'The person did not allow it' }
  await interaction.persist()
  return interaction.returnTo
}

async function find({ provider, uid, cookie }: OpenRequest) {
  const interaction = cookie === uid ? await provider.Interaction.find(uid) : undefined
  if (interaction === undefined) throw new NotFound(GONE)
  const { client_id: clientId, scope, resource, redirect_uri: redirectUri } = interaction.params
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined
  if (client === undefined) throw new NotFound(GONE)
  const asking: Asking = {
    provider,
    client,
    scopes: wordsOf(scope),
    resources: listOf(resource),
    redirectUri: typeof redirectUri === 'string' ? redirectUri : null,
  }
  return { interaction, asking }
}
