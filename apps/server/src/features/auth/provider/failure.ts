/**
 * Why a sign-in at the provider failed. For the log; the person learns only that it did
 * (docs/rules/accounts.md#provider-accounts).
 */
export type FailureReason =
  /** The request's Host is not known to be this instance: PUBLIC_URL is missing. */
  | 'address_not_ours'
  /** This browser has no sign-in with this `state`. */
  | 'state_unknown'
  | 'state_expired'
  /** The person declined, or the provider did. */
  | 'denied'
  | 'provider_timeout'
  | 'provider_unreachable'
  /** The provider answered with an error, or with something unexpected. */
  | 'provider_error'
  | 'registration_closed'
  | 'account_inactive'

export class ProviderSignInFailed extends Error {
  override name = 'ProviderSignInFailed'
  readonly reason: FailureReason
  /** For the log: never a secret, a token or a code. */
  readonly detail: string | undefined

  constructor(reason: FailureReason, detail?: string) {
    super(`The sign-in at the provider failed: ${reason}`)
    this.reason = reason
    this.detail = detail
  }
}
