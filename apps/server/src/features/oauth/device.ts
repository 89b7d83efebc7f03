/** The request of a program without a browser: it shows a code, which a person enters on our page (RFC 8628). */
import type { Provider } from 'oidc-provider'
import type { Consent } from '@flockwork/contract/oauth'
import type { PersonActor } from '../../platform/actor.ts'
import { NotFound } from '../../platform/errors.ts'
import { allow, listOf, presentAsking, wordsOf, type AllowDeps, type Asking } from './allowing.ts'
import type { Decision } from './consent.ts'

export interface DeviceRequest {
  readonly provider: Provider
  /** As it was typed. */
  readonly userCode: string
}

/** @throws NotFound for a code that nobody shows, has expired or was used. */
export async function readDevice(
  deps: AllowDeps,
  actor: PersonActor,
  request: DeviceRequest,
): Promise<Consent> {
  return presentAsking(deps, actor, (await find(request)).asking)
}

/** @throws NotFound, and as `allow`. */
export async function decideDevice(
  deps: AllowDeps,
  actor: PersonActor,
  request: DeviceRequest,
  decision: Decision,
): Promise<void> {
  const { code, asking } = await find(request)
  if (decision.allow) {
    Object.assign(code, {
      accountId: actor.accountId,
      grantId: await allow(deps, actor, asking, decision.agent),
      scope: asking.scopes.join(' '),
      resource: asking.resources.length > 1 ? asking.resources : asking.resources[0],
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
  const asking: Asking = {
    provider,
    client,
    scopes: wordsOf(scope),
    resources,
    redirectUri: null,
  }
  return { code, asking }
}
