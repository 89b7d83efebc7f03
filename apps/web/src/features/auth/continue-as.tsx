import { useEffect, useRef } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'

const words = strings.login

interface Props {
  /** The token's account, as the server names it. */
  username: string
  busy: boolean
  onContinue: () => void
  onCancel: () => void
}

/**
 * Asks before using a token from the URL: an attacker may have made the link, to have this person work in an account
 * that isn't theirs (docs/rules/accounts.md#address-tokens).
 */
export function ContinueAs({ username, busy, onContinue, onCancel }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  return (
    <section aria-labelledby="continue-as" className="flex flex-col gap-4">
      <div>
        <h2
          id="continue-as"
          ref={title}
          tabIndex={-1}
          className="font-display text-xl font-semibold tracking-display break-words outline-none"
        >
          {words.continueAs(username)}
        </h2>
        <p className="mt-1.5 text-base text-ink-2">{words.continueAsText}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="ink" size="lg" busy={busy} onClick={onContinue} className="max-md:w-full">
          {words.continue}
        </Button>
        <Button size="lg" onClick={onCancel} className="max-md:w-full">
          {words.cancel}
        </Button>
      </div>
    </section>
  )
}
