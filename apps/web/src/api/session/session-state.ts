/** The states that a tab's session is in. */
import type { Profile } from '@flockwork/contract/auth'
import type { EndReason } from '../transport.ts'

export type SignOutReason = EndReason | 'logged_out' | 'account_deleted'

export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signedOut'; readonly reason: SignOutReason | null }
  | SignedIn

export interface SignedIn {
  readonly status: 'signedIn'
  readonly profile: Profile
  /** The space that this tab shows. */
  readonly spaceId: string | null
  /** The space that another tab or browser switched to, while this tab still shows its own. */
  readonly otherSpaceId: string | null
}
