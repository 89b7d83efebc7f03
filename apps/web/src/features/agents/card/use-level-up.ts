import { useEffect, useState } from 'react'

const BURST_MS = 1_300

/** True for 1.3 s after the level rose while the card was on screen (docs/rules/agents.md#levels). */
export function useLevelUp(level: number): boolean {
  const [last, setLast] = useState(level)
  const [isBursting, setBursting] = useState(false)

  if (level !== last) {
    setLast(level)
    setBursting(level > last)
  }

  useEffect(() => {
    if (!isBursting) return
    const timer = setTimeout(() => setBursting(false), BURST_MS)
    return () => clearTimeout(timer)
  }, [isBursting, last])

  return isBursting
}
