import { adminGuardrailRoutes as routes } from '@flockwork/contract/admin/guardrails'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminKeys } from '../keys.ts'

/** Debounce after the last key. */
const SETTLED_MS = 300

/** The server's validation of the pattern being typed, and its matches in the sample. */
export function usePatternCheck(pattern: string, sample: string) {
  const { api } = useServices()
  const typed = JSON.stringify([pattern, sample])
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const { data, isPlaceholderData } = useQuery({
    queryKey: [...adminKeys.guardrails, 'check', settled],
    queryFn: ({ signal }) => api.call(routes.try, { body: { pattern, text: sample }, signal }),
    enabled: pattern !== '' && settled === typed,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (pattern === '' || data === undefined) return { problem: null, ranges: [], isCurrent: false }
  const isCurrent = settled === typed && !isPlaceholderData
  return { problem: data.pattern_problem, ranges: isCurrent ? data.pattern_ranges : [], isCurrent }
}
