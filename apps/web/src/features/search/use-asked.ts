import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askedIn, paramsOf, type Asked } from './asked.ts'
import { searchIn } from './params.ts'

export interface AskedNow {
  asked: Asked
  /** The name of this entry of the browser's history. */
  entry: string
  /** Goes to the address of another search; it begins with its first page unless it says which. */
  ask: (next: Partial<Asked>, how?: { replace: boolean }) => void
}

/** What the address asks for. Everything comes from one location, so that no moment mixes two searches. */
export function useAsked(): AskedNow {
  const location = useLocation()
  const navigate = useNavigate()
  // on the way to another page the location is that page's already, while this one is still on screen
  const [here, setHere] = useState(location)
  const isHere = location.pathname.toLowerCase() === '/search'
  if (isHere && here !== location) setHere(location)
  const { search, state } = isHere ? location : here
  const asked = askedIn(searchIn(search))
  return {
    asked,
    entry: state.__TSR_key ?? '',
    ask(next, how) {
      void navigate({ to: '/search', search: paramsOf({ ...asked, page: 1, ...next }), ...how })
    },
  }
}
