import { Check } from 'lucide-react'
import { useSession } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'

/** Shown above the sign-in options to someone who has just deleted their account (docs/rules/accounts.md#deletion). */
export function AccountDeletedNote() {
  const { state } = useSession()
  if (state.status !== 'signedOut' || state.reason !== 'account_deleted') return null
  return (
    <p className="mb-5 flex gap-2 rounded-control bg-moss-soft px-3 py-2.5 text-nav text-ink">
      <Check size={17} aria-hidden="true" className="mt-0.5 text-moss" />
      {strings.login.accountDeleted}
    </p>
  )
}
