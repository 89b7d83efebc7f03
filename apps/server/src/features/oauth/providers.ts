/**
 * The authorization server of each address of this instance. With a public address there is one; without,
 * programs reach us as localhost, as 127.0.0.1 or under another address, and each needs itself as the issuer.
 */
import type { Provider } from 'oidc-provider'
import type { AccessTokens } from '../auth/index.ts'
import { createProvider, type ProviderDeps } from './provider.ts'

/** @returns the one of this address; made anew after the signing keys were rotated. */
export type ProviderAt = (address: string) => Promise<Provider>

/** Addresses are whatever a caller wrote as Host, as far as it may be ours. */
const KEPT_MAX = 8

export function createProviders(deps: ProviderDeps & { readonly tokens: AccessTokens }): ProviderAt {
  const kept = new Map<string, { readonly kid: string | undefined; readonly provider: Provider }>()

  return async (address) => {
    const key = await deps.tokens.signingJwk()
    const known = kept.get(address)
    if (known !== undefined && known.kid === key.kid) return known.provider
    const provider = createProvider(deps, address, key)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    kept.set(address, { kid: key.kid, provider })
    return provider
  }
}
