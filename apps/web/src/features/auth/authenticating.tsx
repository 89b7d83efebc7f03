import { strings } from '../../strings.ts'
import { Mark } from '../../ui/mark.tsx'

/** The whole screen while a session is restored from its cookie. */
export function Authenticating() {
  return (
    <main className="flex h-page flex-col items-center justify-center gap-4">
      <Mark className="size-16" breathing />
      <p role="status" className="font-display text-title font-semibold tracking-display text-ink-2">
        {strings.login.authenticating}
      </p>
    </main>
  )
}
