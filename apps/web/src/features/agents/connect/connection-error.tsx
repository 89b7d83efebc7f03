import type { Connection, ConnectionStep } from '@flockwork/contract/agent-connection'
import { connection as words } from '../../../strings/agent-dialog.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'

interface Props {
  error: NonNullable<Connection['last_error']>
  step: ConnectionStep | null
}

/** The last error, and the step at which it happened. */
export function ConnectionError({ error, step }: Props) {
  return (
    <div className="mt-2 rounded-control bg-rose-soft px-3 py-2 text-nav break-words text-ink">
      <p>
        <span className="font-semibold">{words.lastError}</span> <RelativeTime at={error.at} />
        {step !== null && ` · ${words.failedAt(words.steps[step])}`}
      </p>
      <p dir="auto">{error.message}</p>
    </div>
  )
}

/** A client is connecting: it was sent to sign in. */
export function SigningIn({ step }: { step: ConnectionStep }) {
  return (
    <p className="mt-2 rounded-control bg-egg-soft px-3 py-2 text-nav text-ink">
      <span className="font-semibold">{words.atStep(words.steps[step])}</span> {words.askedToSignIn}
    </p>
  )
}
