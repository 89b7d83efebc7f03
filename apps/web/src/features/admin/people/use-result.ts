import { useCallback, useEffect, useState } from 'react'

const SHOWN_MS = 3000

export interface Result {
  readonly text: string
  readonly isGood: boolean
}

/** The result of the last action, dismissed by a timer. */
export function useResult(): { result: Result | null; show: (result: Result) => void } {
  const [result, setResult] = useState<Result | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])
  return { result, show: useCallback((next: Result) => setResult(next), []) }
}
