/**
 * Why a sign-in at the provider came to nothing; the person only hears that it did
 * (docs/rules/accounts.md#provider-accounts).
 */
export type FailureReason =
  /** The address that was asked is not known to be ours: PUBLIC_URL is missing. */
  | 'address_not_ours'
  /** No sign-in with this `state` is under way in this browser. */
  | 'state_unknown'
  | 'state_expired'
  /** The person, or the provider for them, said no. */
  | 'denied'
  | 'provider_timeout'
  | 'provider_unreachable'
  /** The provider answered, but with an error or with nothing that makes sense. */
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
