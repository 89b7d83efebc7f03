import type { AgentScope } from '@flockwork/contract/policy/scopes'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { consent as words } from '../../strings/oauth.ts'

/** The requested scopes, as text. */
export function ScopeList({ scopes }: { scopes: readonly AgentScope[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-display text-lg font-semibold tracking-display">
        {words.may}
      </h2>
      <ul className="flex flex-col gap-1.5">
        {scopes.map((scope) => (
          <li key={scope} className="flex gap-2 text-base text-ink-2">
            <Check size={17} aria-hidden="true" className="mt-1 shrink-0 text-moss" />
            {words.scopes[scope]}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-3">{words.lasts}</p>
    </section>
  )
}
