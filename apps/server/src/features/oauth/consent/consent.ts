/**
 * A person's decision about a program's authorization request. Only the browser that started it may decide: it has the
 * request's cookie. And only with an access token of the person's session.
 */
import type { Provider } from 'oidc-provider'
import type { Consent } from '@flockwork/contract/oauth'
import type { PersonActor } from '../../../platform/actor.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import {
  approve,
  listOf,
  presentConsent,
  wordsOf,
  type ApprovalDeps,
  type ConsentRequest,
} from './approval.ts'

/** A browser's pending authorization request. */
export interface OpenRequest {
  readonly provider: Provider
  readonly uid: string
  /** The id in the browser's cookie, which we signed. */
  readonly cookie: string | undefined
}

export interface Decision {
  readonly allow: boolean
  readonly agent?: string | null | undefined
}

const GONE = 'This request has expired, was answered already, or began in another browser'

/** The data of the consent page. @throws NotFound for a finished request, or another browser's. */
export async function readConsent(
  deps: ApprovalDeps,
  actor: PersonActor,
  request: OpenRequest,
): Promise<Consent> {
  return presentConsent(deps, actor, (await find(request)).consentRequest)
}

/** Returns where the browser continues. @throws NotFound, Conflict for a decided one, and as `approve`. */
export async function decide(
  deps: ApprovalDeps,
  actor: PersonActor,
  request: OpenRequest,
  decision: Decision,
): Promise<string> {
  const { interaction, consentRequest } = await find(request)
  if (interaction.result !== undefined) throw new Conflict(GONE)
  interaction.result = decision.allow
    ? {
        login: { accountId: actor.accountId, remember: false },
        consent: { grantId: await approve(deps, actor, consentRequest, decision.agent) },
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
  const consentRequest: ConsentRequest = {
    provider,
    client,
    scopes: wordsOf(scope),
    resources: listOf(resource),
    redirectUri: typeof redirectUri === 'string' ? redirectUri : null,
  }
  return { interaction, consentRequest }
}
