import { useLayoutEffect, useState } from 'react'
import type { FeedRow } from '../../state/feed-rows.ts'
import { stepTo, type Step } from './steady-rows.ts'

/** `rows` in steps that the list can take without moving what is read. */
export function useSteadyRows(rows: readonly FeedRow[]): Step {
  const [source, setSource] = useState(rows)
  const [step, setStep] = useState<Step>({ rows, isShift: false, next: null })
  if (source !== rows) {
    setSource(rows)
    setStep(stepTo(step.rows, rows))
  }

  useLayoutEffect(() => {
    if (step.next) setStep({ rows: step.next, isShift: false, next: null })
  }, [step])

  return step
}
