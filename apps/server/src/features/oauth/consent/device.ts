/** Authorization of a program without a browser, by a code that a person enters on our page (RFC 8628). */
import type { Provider } from 'oidc-provider'
import type { Consent } from '@flockwork/contract/oauth'
import type { PersonActor } from '../../../platform/actor.ts'
import { NotFound } from '../../../platform/errors.ts'
import {
  approve,
  listOf,
  presentConsent,
  wordsOf,
  type ApprovalDeps,
  type ConsentRequest,
} from './approval.ts'
import type { Decision } from './consent.ts'

export interface DeviceRequest {
  readonly provider: Provider
  /** The code as typed. */
  readonly userCode: string
}

/** The data of the device page. @throws NotFound for an unknown, expired or used code. */
export async function readDevice(
  deps: ApprovalDeps,
  actor: PersonActor,
  request: DeviceRequest,
): Promise<Consent> {
  return presentConsent(deps, actor, (await find(request)).consentRequest)
}

/** @throws NotFound, and as `approve`. */
export async function decideDevice(
  deps: ApprovalDeps,
  actor: PersonActor,
  request: DeviceRequest,
  decision: Decision,
): Promise<void> {
  const { code, consentRequest } = await find(request)
  if (decision.allow) {
    Object.assign(code, {
      accountId: actor.accountId,
      grantId: await approve(deps, actor, consentRequest, decision.agent),
      scope: consentRequest.scopes.join(' '),
      resource: consentRequest.resources.length > 1 ? consentRequest.resources : consentRequest.resources[0],
    })
  } else {
    Object.assign(code, { error: 'access_denied', errorDescription: 'The person did not allow it' })
  }
  await code.save()
}

async function find({ provider, userCode }: DeviceRequest) {
  const typed = userCode.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const code = await provider.DeviceCode.findByUserCode(typed)
  const isOpen = code !== undefined && code.error === undefined && code.accountId === undefined
  const client = isOpen && code.clientId !== undefined ? await provider.Client.find(code.clientId) : undefined
  if (!isOpen || client === undefined) {
    throw new NotFound('No app shows this code now. Codes work for 10 minutes, once.')
  }
  const { scope, resource } = code.params ?? {}
  const resources = listOf(resource)
  const consentRequest: ConsentRequest = {
    provider,
    client,
    scopes: wordsOf(scope),
    resources,
    redirectUri: null,
  }
  return { code, consentRequest }
}
