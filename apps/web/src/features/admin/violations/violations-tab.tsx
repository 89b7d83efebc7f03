import { useRef, useState } from 'react'
import { GuardrailsPanel } from '../guardrails/guardrails-panel.tsx'
import { ViolationList } from './violation-list.tsx'
import { NO_FILTER, type ViolationFilter } from './view.ts'

/** What the guardrails caught, and below it their rules. */
export function ViolationsTab() {
  const [filter, setFilter] = useState<ViolationFilter>(NO_FILTER)
  const top = useRef<HTMLDivElement>(null)

  function showRule(rule: { id: string; name: string }) {
    setFilter({ ...NO_FILTER, state: 'all', rule })
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
  }

  return (
    <div className="flex flex-col gap-8">
      <div ref={top} tabIndex={-1} className="focus-inset">
        <ViolationList filter={filter} onFilter={setFilter} />
      </div>
      <GuardrailsPanel onRule={showRule} />
    </div>
  )
}
