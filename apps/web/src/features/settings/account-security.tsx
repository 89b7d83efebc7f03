import { ConfirmIdentity } from './confirm-identity.tsx'
import { CredentialNotices } from './credential-notices.tsx'

/** What watches over the account on every page: announces new credentials, and asks for the password where it must. */
export function AccountSecurity({ place }: { place: string }) {
  return (
    <>
      <CredentialNotices place={place} />
      <ConfirmIdentity />
    </>
  )
}
