import type { ConnectionTest } from '@flockwork/contract/agent-connection'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { connection as words } from '../../../strings/agent-dialog.ts'

type State = ConnectionTest['steps'][number]['state']

const GLYPHS: Record<State, ReactNode> = {
  passed: <CircleCheck size={16} aria-hidden="true" className="mt-0.5 text-moss" />,
  failed: <CircleX size={16} aria-hidden="true" className="mt-0.5 text-rose" />,
  skipped: <CircleMinus size={16} aria-hidden="true" className="mt-0.5 text-ink-3" />,
}

interface Props {
  test: ConnectionTest
  /** What it means if all steps passed. */
  success?: string
}

/** The result of each step of a connection test, with details or a suggestion. */
export function ConnectionSteps({ test: { ok, steps }, success = words.works }: Props) {
  return (
    <div className="mt-3">
      <p className={`text-nav font-semibold ${ok ? 'text-moss' : 'text-rose'}`}>
        {ok ? success : words.broken}
      </p>
      <ol className="pt-1">
        {steps.map(({ step, state, detail }) => (
          <li key={step} className="flex gap-2.5 py-1 text-nav">
            {GLYPHS[state]}
            <p className="min-w-0 break-words">
              <span className="font-medium text-ink">{words.steps[step]}</span>
              <span className="sr-only">: {words.states[state]}</span>
              {detail !== null && <span className="text-ink-2"> {detail}</span>}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
