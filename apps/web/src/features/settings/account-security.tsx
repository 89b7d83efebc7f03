import { ConfirmIdentity } from './confirm-identity.tsx'
import { CredentialNotices } from './credential-notices.tsx'

/** The security prompts of every page: announces new credentials, and asks for the password where needed. */
export function AccountSecurity({ place }: { place: string }) {
  return (
    <>
      <CredentialNotices place={place} />
      <ConfirmIdentity />
    </>
  )
}
