import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parseCriteria, paramsOf, type SearchCriteria } from './criteria.ts'
import { searchIn } from './params.ts'

export interface CurrentCriteria {
  criteria: SearchCriteria
  /** The key of this history entry. */
  entry: string
  /** Navigates to another query, at its first page unless it names one. */
  ask: (next: Partial<SearchCriteria>, how?: { replace: boolean }) => void
}

/** The query in the URL. All of it from one location object, so that no render mixes two queries. */
export function useCriteriaOfUrl(): CurrentCriteria {
  const location = useLocation()
  const navigate = useNavigate()
  // during navigation the location is already the next page's
  const [here, setHere] = useState(location)
  const isHere = location.pathname.toLowerCase() === '/search'
  if (isHere && here !== location) setHere(location)
  const { search, state } = isHere ? location : here
  const criteria = parseCriteria(searchIn(search))
  return {
    criteria,
    entry: state.__TSR_key ?? '',
    ask(next, how) {
      void navigate({ to: '/search', search: paramsOf({ ...criteria, page: 1, ...next }), ...how })
    },
  }
}
